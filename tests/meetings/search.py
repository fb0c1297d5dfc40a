"""One step of the search: a match, the cards that are drawn for it, and the faults that it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.meetings.author import Author, loaded, together
from tests.meetings.bouts import STEPS_MAX, Bout, Fault, draw, played
from tests.meetings.shelves import game
from tests.meetings.shrink import Shrinker

CARDS = 32
"""So many cards are drawn for a match."""


@dataclass(frozen=True)
class Found:
    """The result of one match. faults: with the bouts that have them. cards: how many there were; refused:
    how many others the loader did not take. steps: how many answers and dealt values there were.
    """

    faults: list[tuple[Fault, Bout]]
    cards: int
    refused: int
    steps: int


def search(name: str, seed: int, steps_max: int = STEPS_MAX) -> Found:
    """Draw cards for a match of a game and play it so far; all follows from the seed."""
    drawn = loaded(Author(game(name), seed), CARDS)
    bout = replace(draw(name, together(game(name), drawn), seed), steps_max=steps_max)
    faults = [(fault, replace(bout, cards=dict([card]))) for fault, card in drawn.broken]
    fault, steps = played(bout)
    if fault is not None:
        faults.append((fault, replace(bout, steps_max=2 * steps + 50)))
    return Found(faults, len(bout.cards), drawn.refused, steps)


def shrunk(bout: Bout, fault: Fault) -> Bout:
    """The smallest bout found that has the same fault."""
    return Shrinker(bout, fault).shrink()
