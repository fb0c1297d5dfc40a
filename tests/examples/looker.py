"""A bot in any language that looks at the table, here in Python: it attacks, and the weakest one first.

    fadenet bot try 'python3 tests/examples/looker.py'
    fadenet bot match 'exec:python3 tests/examples/looker.py' random --game faroe -n 10

It needs nothing of fadenet but the lines that it is told (`protocol/FNBOT.md`); the shape of a view stands in
`protocol/fnbot.cddl`.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any


def lives(view: dict[str, Any]) -> dict[str, int]:
    """How long everybody lives, by place: players, and cards on the table whose figures are known."""
    found: dict[str, int] = {}
    waiting: list[dict[str, Any]] = []
    for seat in view["seats"]:
        waiting.append({"at": seat["seat"], **seat})
        waiting += [card for zone in seat.get("zones", {}).values() for card in zone.get("cards", [])]
    while waiting:
        card = waiting.pop()
        figures = card.get("figures", {})
        found[card["at"]] = figures.get("HP", figures.get("Life", 99))
        waiting += card.get("on", [])
    return found


def worth(move: str, there: dict[str, int]) -> float:
    """An attack is worth the more, the sooner its target is down; the end of a turn less than anything."""
    verb, *words = move.split(" ")
    if verb == "attack":
        return 100 - min([there.get(word.removeprefix("to="), 99) for word in words], default=99)
    return {"end": -1, "pass": -1, "concede": -2}.get(verb, random.random())


def main() -> None:
    """Say what it is, and answer until the node quits."""
    print("name Looker\nwant view\nok", flush=True)
    legal: list[str] = []
    there: dict[str, int] = {}
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "view":
            there = lives(json.loads(rest))
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            number = rest.split()[0]
            best = max(legal, key=lambda move: worth(move, there))
            print(
                "info", number, f"{len(there)} places, {best} is worth {worth(best, there):.2f}", flush=True
            )
            print("move", number, best, flush=True)
            legal = []


if __name__ == "__main__":
    main()
