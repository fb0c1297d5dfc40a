"""A policy of a few numbers that learns Prelude by playing: cross-entropy, with NumPy alone.

    pip install "fadenet[rl]"
    python tests/examples/learning.py policy.json 300

learns for 300 seconds of a processor against moves at random, writes the policy, and prints how it does. It
is a bot then: `fadenet bot match tests.examples.learning:Learnt:weights=policy.json random --game prelude`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from fadenet.bots.base import Bot
from fadenet.bots.features import ANSWER, Features
from fadenet.bots.options import TextOption
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move, rules_of
from fadenet.rl import MatchEnv, env
from fadenet.table.view import SeatView

Array = np.ndarray[Any, np.dtype[Any]]
VERB, SEAT, TARGET_SEAT = map(ANSWER.index, ("verb", "seat", "target seat"))
NOBODY, SELF, OTHER = range(3)
POPULATION, ELITE, MATCHES = 32, 6, 6
"""Policies of a generation, those of them from which the next one is drawn, and matches that each plays."""


def best(weights: Array, answers: Array) -> int:
    """The answer with the highest weight: one for each verb, aimed at nobody, at oneself or at another."""
    aimed = np.where(answers[:, TARGET_SEAT], answers[:, TARGET_SEAT], answers[:, SEAT])
    return int(np.argmax(weights[answers[:, VERB], np.minimum(aimed, OTHER)]))


def reward(environment: MatchEnv, weights: Array, seed: int) -> float:
    """Play a match against moves at random, as p1 for even seeds: 1 = won, -1 = lost."""
    own, dice = f"p{seed % 2 + 1}", Random(seed)
    environment.reset(seed)
    while not environment.terminations[own]:
        agent = environment.agent_selection
        legal = len(environment.infos[agent]["legal"])
        if agent == own:
            environment.step(best(weights, environment.observe(agent)["answers"][:legal]))
        else:
            environment.step(dice.randrange(legal))
    return environment.rewards[own]


def learn(environment: MatchEnv, seconds: float, seed: int = 0) -> Array:
    """The weights that have come of so many seconds of a processor, of one generation at least."""
    draw = np.random.default_rng(seed)
    shape = len(environment.match.rules.verbs) + 2, OTHER + 1
    mean, spread = np.zeros(shape), np.ones(shape)
    end, generation = time.process_time() + seconds, 0
    while not generation or time.process_time() < end:
        generation += 1
        policies = mean + spread * draw.standard_normal((POPULATION, *shape))
        seeds = range(generation * MATCHES, (generation + 1) * MATCHES)
        gained = [sum(reward(environment, one, seed) for seed in seeds) / MATCHES for one in policies]
        elite = policies[np.argsort(gained)[-ELITE:]]
        mean, spread = elite.mean(0), elite.std(0) + 0.1
        print(
            f"generation {generation}: {np.mean(gained):+.2f} on average, {max(gained):+.2f} the best",
            flush=True,
        )
    return mean


def score(environment: MatchEnv, weights: Array, seeds: Sequence[int]) -> float:
    """The share of the points that a policy takes in matches of these seeds, a draw being half a point."""
    return sum((reward(environment, weights, seed) + 1) / 2 for seed in seeds) / len(seeds)


class Learnt(Bot):
    """Makes the move that a policy which was learnt rates highest."""

    weights = TextOption("policy.json", "the file of the policy")

    def __init__(self, **options: int | bool | str) -> None:
        super().__init__(**options)
        try:
            self.policy: Array = np.array(json.loads(Path(self.weights).read_text()), dtype=float)
        except (OSError, ValueError) as error:
            raise WrongInput(f"weights names a file that this program has written: {error}") from error

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        """One of at least two legal moves."""
        features = Features(rules_of(seat.state), seat.state.seats)
        answers = [features.answer(seat, seat.text(move)) for move in options]
        return options[best(self.policy, np.array(answers))]


def main() -> None:
    """Learn, write the policy, and print how it does in matches that it has not seen."""
    file, seconds = Path(sys.argv[1]), float(sys.argv[2])
    environment = env("prelude")
    weights = learn(environment, seconds)
    file.write_text(json.dumps(weights.round(3).tolist()))
    unseen = range(1_000_000, 1_000_004 + min(196, int(seconds)))
    print(f"{score(environment, weights, unseen):.0%} of {len(unseen)} matches against random")


if __name__ == "__main__":
    main()
