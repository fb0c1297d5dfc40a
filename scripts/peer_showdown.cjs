// Random play of Pokémon Showdown's simulator, measured as `bench_peers.py` measures every other peer.
//
//     node peer_showdown.cjs FOLDER GAMES
//
// FOLDER holds `node_modules` with @pkmn/sim and @pkmn/randoms. Single battles with teams that the library draws;
// an action is one choice of one side, a decision one among two or more. Prints one JSON object.

"use strict";

const { createRequire } = require("node:module");
const [folder, games] = process.argv.slice(2);
const load = createRequire(folder + "/");
const { Battle, PRNG, Teams } = load("@pkmn/sim");
const { TeamGenerators } = load("@pkmn/randoms");

Teams.setGeneratorFactory(TeamGenerators);

/** What a side may answer; a switch that proves impossible is taken out by `refused`. */
function choices(side, refused) {
  const request = side.activeRequest;
  const found = [];
  const force = request.forceSwitch && request.forceSwitch[0];
  const active = request.active && request.active[0];
  if (active && !force) {
    active.moves.forEach((move, i) => {
      if (!move.disabled) found.push(`move ${i + 1}`);
      if (!move.disabled && active.canTerastallize) found.push(`move ${i + 1} terastallize`);
    });
  }
  if (force || (active && !active.trapped)) {
    request.side.pokemon.forEach((one, i) => {
      if (!one.active && !one.condition.endsWith(" fnt")) found.push(`switch ${i + 1}`);
    });
  }
  const left = found.filter((choice) => !refused.has(choice));
  return left.length ? left : ["default"];
}

/** One whole battle: [decisions, actions]. */
function play(seed) {
  const formatid = "gen9randombattle";
  const dice = new PRNG([seed, 1, 2, 3]);
  const team = (n) => Teams.pack(Teams.generate(formatid, { seed: [seed, n, 5, 7] }));
  const battle = new Battle({ formatid, seed: [seed, 4, 5, 6] });
  battle.setPlayer("p1", { name: "one", team: team(1) });
  battle.setPlayer("p2", { name: "two", team: team(2) });
  let decisions = 0, actions = 0;
  while (!battle.ended) {
    for (const side of battle.sides) {
      if (battle.ended || side.isChoiceDone() || !side.activeRequest || side.activeRequest.wait) continue;
      const refused = new Set();
      for (;;) {
        const there = choices(side, refused);
        const choice = there[Math.floor(dice.random() * there.length)];
        if (side.choose(choice)) {
          decisions += there.length > 1 ? 1 : 0;
          actions += 1;
          break;
        }
        refused.add(choice);
      }
    }
    if (!battle.ended && battle.allChoicesDone()) battle.commitChoices();
  }
  return [decisions, actions];
}

const seconds = () => {
  const spent = process.cpuUsage();
  return (spent.user + spent.system) / 1e6;
};

play(999);
let decisions = 0, actions = 0;
const started = seconds();
for (let game = 0; game < games; game++) {
  const [chosen, taken] = play(1 + game);
  decisions += chosen;
  actions += taken;
}
console.log(JSON.stringify({
  decisions_per_s: decisions / (seconds() - started),
  decisions_per_game: decisions / games,
  unforced: decisions / actions,
}));
