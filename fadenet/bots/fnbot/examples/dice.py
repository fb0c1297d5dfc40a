"""A bot that plays any legal move: `fadenet bot try 'python3 FILE'`, then `--bot 'exec:python3 FILE'`.

Say `want view` before `ok`, and a line `view JSON` comes ahead of each question: all that the seat may know.
"""

import random
import sys

print("name Dice\nok", flush=True)
legal = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "legal":
        legal.append(rest)
    elif word == "go":
        number = rest.split()[0]
        print("move", number, random.choice(legal), flush=True)
        legal = []
    elif word == "error":
        print(line, file=sys.stderr, flush=True)
