"""The games of a contest that are worth a look: the longest, the shortest, those that the first bot lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from fadenet.bots.arena.pairs import Contest, GamePair, record_of


class KeptGame(NamedTuple):
    """A game of a pair, 0 or 1, and why it is worth a look."""

    pair: GamePair
    game: int
    why: str


def worth_a_look(pairs: Sequence[GamePair], most: int) -> list[KeptGame]:
    """At most so many games, each once: in turn the next longest, the next shortest, and the next that was
    lost, those of the worst pairs first."""
    every = [(pair, game) for pair in pairs for game in (0, 1)]
    by_turns = sorted(every, key=lambda one: (one[0].games[one[1]].turns, one[0].number, one[1]))
    lost = sorted(
        (one for one in every if not one[0].scores[one[1]]), key=lambda one: (one[0].points, one[0].number)
    )
    ranked = [
        [KeptGame(*one, "longest") for one in reversed(by_turns)],
        [KeptGame(*one, "shortest") for one in by_turns],
        [KeptGame(*one, "lost") for one in lost],
    ]
    return [*islice(_once(chain.from_iterable(zip_longest(*ranked))), most)]


def _once(games: Iterable[KeptGame | None]) -> Iterable[KeptGame]:
    seen = set()
    for one in games:
        if one is not None and (one.pair.number, one.game) not in seen:
            seen.add((one.pair.number, one.game))
            yield one


def kept_record(contest: Contest, one: KeptGame) -> str:
    """Its record, played again."""
    return record_of(contest, one.pair, one.game)
