"""How fast the environment for programs that learn is: steps a second of random play, and where they go.

    .venv/bin/python scripts/bench_rl.py [--game GAME] [--seconds 4]

A step is an answer, with the observation of the agent that gives it. Its parts are `observe` (the numbers of
the view and of all answers) and `step` (the answer is read, judged and carried out, and the next ones are
listed). All figures are CPU time of this one process.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.rl import env


def line(game: str, seconds: float) -> str:
    """The figures of a game, of so many seconds of matches in a duel."""
    environment, dice = env(game, seed=1), Random(1)
    observing = stepping = 0.0
    steps = matches = answers = 0
    while observing + stepping < seconds:
        if not environment.agents or environment.match.over:
            environment.reset()
            matches += 1
        began = time.process_time()
        environment.observe(environment.agent_selection)
        seen = time.process_time()
        legal = len(environment.infos[environment.agent_selection]["legal"])
        environment.step(dice.randrange(legal))
        stepping += time.process_time() - seen
        observing += seen - began
        steps, answers = steps + 1, answers + legal
    return (
        f"{game:8} {steps / (observing + stepping):6,.0f} steps a second; a step: observe "
        f"{observing / steps * 1e6:,.0f} us, step {stepping / steps * 1e6:,.0f} us, "
        f"{answers / steps:.0f} answers; {steps / matches:,.0f} steps a match, of {matches} begun"
    )


def main() -> int:
    """Measure and print a line a game."""
    parser = argparse.ArgumentParser(description="Measure the environment for programs that learn.")
    parser.add_argument("--game", choices=[*games.GAMES], help="this game alone")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each is measured (4)")
    args = parser.parse_args()
    for game in [args.game] if args.game else games.GAMES:
        print(line(game, args.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
