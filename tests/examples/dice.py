import random
import sys

print("name Dice\nok", flush=True)
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "legal":
        legal.append(rest)
    elif word == "go":
        print("move", rest.split()[0], random.choice(legal), flush=True)
        legal = []
