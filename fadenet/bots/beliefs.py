"""The deck lists that a seat may be playing, as far as its cards have been seen.

A list is the codes of each deck of one seat, in the rules' order. Of several lists that are believed in each
is as likely as the others; one that stands twice is twice as likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Rules, once
from fadenet.games.decks import load_deck, packaged
from fadenet.table.view import MatchInfo

DRAWN: Final = 8
"""So many lists are drawn where no list that is known fits."""

SeatLists = tuple[tuple[int, ...], ...]


class Beliefs:
    """Believes in the packaged decks that hold all that was seen, and else in lists that are drawn.

    The own list is known, those of open lists and of automata too. Lists are drawn from what was seen and the
    seed of the bot alone, so they are the same after a resume.
    """

    def __init__(self, rules: Rules, match: MatchInfo) -> None:
        self.rules = rules
        self.match = match
        self._drawn: dict[int, tuple[object, list[SeatLists]]] = {}

    def lists(
        self, seat: int, laid: Sequence[Sequence[int]], seen: Sequence[Mapping[int, int]]
    ) -> Sequence[SeatLists]:
        """The lists that a seat may have, at least one.

        laid: by deck the handles behind which its cards lie, none = it is not laid down yet. seen: by deck
        and code the most copies that were in sight at one time.
        """
        told = self.told(seat)
        if told is not None:
            return [told]
        there = [one for one in self.guesses() if _fits(one, laid, seen)]
        return there or self.completed(seat, laid, seen)

    def told(self, seat: int) -> SeatLists | None:
        """The list of a seat where it is known."""
        if seat == self.match.seat:
            return self.match.decks
        per = self.rules.decks_per_seat
        lists = self.match.lists[seat * per : (seat + 1) * per]
        return tuple([line for line in lists if line is not None]) if lists and None not in lists else None

    def guesses(self) -> Sequence[SeatLists]:
        """Lists that anybody may have."""
        return packaged_lists(self.rules)

    def completed(
        self, seat: int, laid: Sequence[Sequence[int]], seen: Sequence[Mapping[int, int]]
    ) -> list[SeatLists]:
        """Lists with what was seen, the rest drawn from all cards."""
        begun = [sorted(Counter(line).elements()) for line in seen]
        usual = [len(line) for line in self.match.decks]
        sizes = [len(line) or n for line, n in zip(laid, usual, strict=True)]
        if _mixed(laid):  # how many cards are of which deck, nobody can tell any more
            sizes[1:] = usual[1:]
            sizes[0] = len({h for line in laid for h in line}) - sum(sizes[1:])
        sizes = [max(n, len(line)) for n, line in zip(sizes, begun, strict=True)]
        key = seat, sizes, begun
        if self._drawn.get(seat, ((), ()))[0] != key:
            dice, book = Random(repr((self.match.seed, key))), self.rules.book
            drawn = [book.complete_deck(begun, sizes, dice.shuffle) for _ in range(DRAWN)]
            self._drawn[seat] = key, drawn
        return self._drawn[seat][1]


class DrawnBeliefs(Beliefs):
    """Knows no packaged deck: all lists are drawn. For matches between drawn decks."""

    def guesses(self) -> Sequence[SeatLists]:
        return ()


@once
def packaged_lists(rules: Rules) -> tuple[SeatLists, ...]:
    """The decks that come with a game, as far as its card set has their cards."""
    found = []
    for name in packaged(rules):
        with suppress(LoadError):
            found.append(load_deck(rules, name).lists)
    return tuple(found)


def _fits(lists: SeatLists, laid: Sequence[Sequence[int]], seen: Sequence[Mapping[int, int]]) -> bool:
    """Whether lists are as large as what lies there, and hold what was seen."""
    sizes = [len(line) for line in lists]
    if _mixed(laid):
        as_large = sum(sizes) == len({h for line in laid for h in line})
    else:
        as_large = all(n == len(line) for n, line in zip(sizes, laid, strict=True) if line)
    return as_large and all(
        line.count(code) >= n for line, cards in zip(lists, seen, strict=True) for code, n in cards.items()
    )


def _mixed(laid: Sequence[Sequence[int]]) -> bool:
    """Whether cards of one deck may lie where those of another do."""
    return len(laid) > 1 and sum(map(len, laid)) > len({h for line in laid for h in line})
