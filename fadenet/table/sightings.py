"""The handles of each deck, and what a seat has seen of it, although it lies hidden again.

A card that was seen and shuffled back has no handle that names it, but its deck still holds it. So the table
keeps, by deck, how many copies of a card were in sight at one time. It is told of a rest before the engine
has the values: only by these a card goes out of sight, in a shuffle or when it is committed to anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from fadenet.engine.position import HiddenState
from fadenet.engine.state import OPEN, POOL, RECOMMIT, Known, State, TableNeed


def matter(needs: Sequence[TableNeed]) -> bool:
    """Whether a card goes out of sight with one of these, or comes into that of some seats alone."""
    return any(w.kind in (POOL, RECOMMIT) or (w.kind == OPEN and w.n >= 0) for w in needs)


class Sightings:
    """All that one seat has had in sight. laid: by deck, in the rules' order, the handles behind which its
    cards lie: those that were laid down for it, and what these were mixed with since. shown: by handle the
    seats to which alone that card was shown."""

    __slots__ = ("_mixed", "_most", "laid", "shown")

    def __init__(self, laid: tuple[Sequence[int], ...] = ()) -> None:
        self.laid = laid
        self._mixed = _shared(laid)
        self._most: tuple[dict[int, int], ...] = tuple([{} for _ in laid])
        self.shown: Mapping[int, tuple[int, ...]] = {}

    def clone(self) -> Sightings:
        """An independent copy."""
        copy = Sightings()
        copy.laid, copy._mixed, copy._most = self.laid, self._mixed, self._most  # replaced, never written
        copy.shown = self.shown
        return copy

    def recall(self, most: tuple[dict[int, int], ...], shown: Mapping[int, tuple[int, ...]]) -> None:
        """Take up what was in sight before: what `seen` said, and `shown`."""
        self._most, self.shown = most, shown

    def supplied(self, s: State, values: Sequence[Any], known: Known) -> None:
        """The needs of this rest, of which some `matter`, are about to be given these values. known: what the
        seat knows before."""
        shown = {**self.shown}
        opened, laid, top = {**known}, list(self.laid or (range(0),) * len(s.pool)), len(s.code)
        for w, value in zip(s.needs, values, strict=True):
            if w.kind == OPEN and w.n < 0:
                opened.update(zip(w.items, value, strict=True))
            elif w.kind == OPEN:
                shown.update({h: (*[i for i in shown.get(h, ()) if i != w.n], w.n) for h in w.items})
            elif w.kind == POOL and value is not None:
                laid[w.deck] = range(top, top + value)
                top += value
            elif w.kind == POOL:
                _mix(laid, shown, {*s.pool[w.deck], *s.zones[s.rules.deck_zone(w.deck)], *w.items} - {0})
            elif w.kind == RECOMMIT:
                _mix(laid, shown, {*w.items})
        self._most = self.seen(s, opened) or tuple([{} for _ in laid])
        self.laid, self._mixed, self.shown = tuple(laid), _shared(laid), shown

    def seen(self, s: State, known: Known) -> tuple[dict[int, int], ...]:
        """By deck, of each code the most copies that were in sight at one time, those of now among them."""
        now: list[dict[int, int]] = [{} for _ in self.laid]
        for deck, handles in enumerate(self.laid):
            count, others = now[deck], [most for i, most in enumerate(self._most) if i != deck]
            for h in handles:
                code = s.code[h] or known.get(h, 0)
                if (
                    code and h in self._mixed
                ):  # of which deck it is, follows if it was seen as a card of one before
                    sure = code in self._most[deck] and not any(code in most for most in others)
                    code *= sure
                if code:
                    count[code] = count.get(code, 0) + 1
        return tuple([{**most, **_more(count, most)} for most, count in zip(self._most, now, strict=True)])


def _more(count: Mapping[int, int], most: Mapping[int, int]) -> dict[int, int]:
    return {code: n for code, n in count.items() if n > most.get(code, 0)}


def _shared(laid: Sequence[Sequence[int]]) -> frozenset[int]:
    """The handles behind which a card of one deck may lie as well as one of another."""
    if sum(map(len, laid)) == len({h for line in laid for h in line}):
        return frozenset()
    return frozenset([h for one, other in combinations(laid, 2) for h in {*one}.intersection(other)])


def _mix(laid: list[Sequence[int]], shown: dict[int, tuple[int, ...]], handles: set[int]) -> None:
    """A card behind one of these handles may lie behind another one from now on."""
    for h in handles & shown.keys():
        del shown[h]
    decks = [deck for deck, line in enumerate(laid) if not handles.isdisjoint(line)]
    if len(decks) > 1:
        for deck in decks:
            laid[deck] = tuple(sorted({*laid[deck], *handles}))


def laid_out(s: State, hidden: HiddenState) -> tuple[Sequence[int], ...]:
    """`Sightings.laid` at a position. The handles of a deck stand in a row, belong to one seat, and are the
    cards of its list; decks of a seat that were mixed have all their handles together. Cards of no deck stand
    between and behind them. A deck whose cards are not those of its list has none."""
    laid: list[Sequence[int]] = [range(0)] * len(s.pool)
    lists = {deck: sorted(codes) for deck, codes in enumerate(hidden.decks) if codes}
    per, h, left = s.rules.decks_per_seat, s.seats + 1, list[int]()
    while h < len(s.code):
        for deck, codes in lists.items():
            row = range(h, h + len(codes))
            if row.stop > len(s.code) or not s.owner[h] == s.owner[row[-1]] == deck // per:
                continue
            if sorted([hidden.truth.get(k, 0) for k in row]) == codes:
                break
        else:
            left.append(h)
            h += 1
            continue
        laid[deck], h = row, row.stop
        del lists[deck]
    for seat in range(s.seats):
        decks = [deck for deck in lists if deck // per == seat]
        codes = sorted([code for deck in decks for code in lists[deck]])
        line = tuple([h for h in left if s.owner[h] == seat and hidden.truth.get(h, 0) in codes])
        if sorted([hidden.truth[h] for h in line]) == codes:
            for deck in decks:
                laid[deck] = line
    return tuple(laid)
