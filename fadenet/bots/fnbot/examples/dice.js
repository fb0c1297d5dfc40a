// A bot that plays any legal move: `fadenet bot try 'node FILE'`, then `--bot 'exec:node FILE'`.
//
// Say `want view` before `ok`, and a line `view JSON` comes ahead of each question: all that the seat may know.

let legal = [];
console.log("name Dice\nok");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "legal") {
    legal.push(rest.join(" "));
  } else if (word === "go") {
    console.log(`move ${rest[0]} ${legal[Math.floor(Math.random() * legal.length)]}`);
    legal = [];
  } else if (word === "error") {
    console.error(line);
  } else if (word === "quit") {
    process.exit();
  }
});
