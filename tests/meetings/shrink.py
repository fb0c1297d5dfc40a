"""The smallest cards with which a bout still has the fault that it had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.meetings.bouts import Bout, Fault, played
from tests.meetings.shelves import Tables

TRIES = 100
"""So many matches the search for smaller cards takes at the most."""

SEEDS = 2
"""With so many seeds smaller cards are tried: other cards, another course of the match."""

Card = tuple[str, dict[str, Any]]


class Shrinker:
    """Makes a bout smaller as long as it has the same fault."""

    def __init__(self, bout: Bout, fault: Fault, tries: int = TRIES) -> None:
        self.bout = bout
        self.fault = fault
        self.left = tries

    def shrink(self) -> Bout:
        """The bout with the fewest cards and the shortest tables that were found."""
        cards = dict(self._fewest([*self.bout.cards.items()]))
        for slug in cards:
            cards[slug] = self._shortest(slug, cards)
        self._fails(cards)
        return self.bout

    def _fails(self, cards: Tables) -> bool:
        """Whether the same fault is there with these cards alone; the bout is that one from then on."""
        for n in range(SEEDS):
            if self.left <= 0:
                return False
            self.left -= 1
            bout = replace(self.bout, cards=cards, seed=self.bout.seed + 1_000_003 * n)
            fault = played(bout)[0]
            if fault == self.fault:
                self.bout = bout
                return True
            if fault is not None and fault.kind.startswith("does not load"):
                return False
        return False

    def _fewest(self, cards: list[Card]) -> list[Card]:
        """Leave out halves, quarters ..., then single cards."""
        size = len(cards) // 2
        while size:
            for at in range(0, len(cards), size):
                fewer = cards[:at] + cards[at + size :]
                if fewer and self._fails(dict(fewer)):
                    cards = fewer
                    break
            else:
                size //= 2
            size = min(size, len(cards) // 2)
        return cards

    def _shortest(self, slug: str, cards: Tables) -> dict[str, Any]:
        """Leave out a key, a row or an effect of one card after the other."""
        table = cards[slug]
        while True:
            smaller = next((it for it in shorter(table) if self._fails({**cards, slug: it})), None)
            if smaller is None:
                return table
            table = smaller


def shorter(value: Any) -> Iterator[Any]:
    """The data without one of its parts, or with what an inner list holds in its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "name":
                yield {k: x for k, x in value.items() if k != key}
            for less in shorter(inner):
                yield {**value, key: less}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield value[:at] + value[at + 1 :]
            for less in shorter(inner):
                yield [*value[:at], less, *value[at + 1 :]]
            if isinstance(inner, dict):
                lists = [x for x in inner.values() if isinstance(x, list) and all(type(y) is dict for y in x)]
                for more in lists:
                    yield [*value[:at], *more, *value[at + 1 :]]
