"""The local dealer: answers what the table owes from one seed, for play without peers, bots and tests.

It knows the card behind every handle, so it can also say what each seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fadenet.engine import kernel, needs
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import (
    BIND,
    HANDLE_MASK,
    OPEN,
    POOL,
    RECOMMIT,
    TAKE,
    TOSS,
    Known,
    Row,
    State,
    TableNeed,
)
from fadenet.table.sightings import Sightings, matter

Supplying = Callable[[State, Sequence[Any], Callable[[int], int]], None]


def shuffle(line: list[int], bits: Callable[[int], int]) -> None:
    """Put a list in an order that random bits make: the same in every version of Python."""
    for size in range(len(line).bit_length(), 1, -1):  # the bits of i + 1, from the last place on
        for i in range(min(len(line), (1 << size) - 1) - 1, (1 << size - 1) - 2, -1):
            while (at := bits(size)) > i:
                pass
            line[i], line[at] = line[at], line[i]


def laid_down(rules: Rules, decks: Sequence[Sequence[int]], seed: int | None) -> list[list[int]]:
    """The lists of all decks as they are laid down, those of automata last.

    A deck that is only chosen from is not shuffled: its owner lays it in an order of its own secret, as in a
    match between nodes (`protocol/README.md`, section 6), or its places would say to everybody who knows the
    list which card lies there. decks: of the players. seed: as that of `Dealer`.
    """
    lists = [list(codes) for codes in (*decks, *rules.ownerless)]
    for deck in range(len(decks) if seed is not None else 0):
        if not rules.is_drawn_from(deck):
            shuffle(lists[deck], Random(f"laid down {deck} {seed}").getrandbits)
    return lists


class Dealer:
    """Deals one local match. decks: one list of codes a deck, in the rules' order of decks.

    seed: None = nothing is left to chance: decks keep the order of their lists, the first card uppermost, a
    coin shows its first side, and of several dice the first one the highest.
    """

    def __init__(self, decks: Sequence[Sequence[int]], seats: int, seed: int | None) -> None:
        self.decks = [list(d) for d in decks]
        self.random = Random(seed or 0)
        self.stacked = seed is None
        self.truth: Known = {}
        self.known: list[Known] = [{} for _ in range(seats)]
        self.sightings = [Sightings() for _ in range(seats)]
        self.choose_take: dict[int, Any] = {}

    @classmethod
    def resumed(cls, hidden: HiddenState, seed: int | None) -> Dealer:
        """A dealer who goes on from a position, with new dice."""
        dealer = cls(hidden.decks, len(hidden.known), seed)
        dealer.truth = hidden.truth.copy()
        dealer.known = [known.copy() for known in hidden.known]
        return dealer

    def clone(self) -> Dealer:
        """An independent copy, whose dice fall in the same way."""
        copy = Dealer.resumed(self.hidden(), 0)
        copy.random.setstate(self.random.getstate())
        copy.sightings = [own.clone() for own in self.sightings]
        copy.choose_take = self.choose_take.copy()
        copy.stacked = self.stacked
        return copy

    def hidden(self) -> HiddenState:
        """The cards behind the handles and the seats that know them, for a position to go on from."""
        return HiddenState(self.decks, self.truth, self.known)

    def deal(self, s: State, note: Supplying | None = None) -> list[Row]:
        """Answer all needs of the rest; returns the events of the step.

        note: told of the state, the values and what they stand for, just before they are supplied.
        """
        give = needs.supply if self.choose_take else needs.give  # only what players choose may be wrong
        answered = [(w, self._value(s, w)) for w in s.needs]
        values = [value for _, value in answered]
        if matter(s.needs):
            for sightings, known in zip(self.sightings, self.known, strict=True):
                sightings.supplied(s, values, known)
        for w, value in answered:  # shuffles change what lies behind handles
            if w.kind == POOL:
                self._shuffle(s, w, value)
            elif w.kind == RECOMMIT:
                self._recommit(w)
        if note is not None:
            note(s, values, self._true)
        events = give(s, values)
        self._learn(answered)
        return events

    def _mix(self, codes: list[int]) -> None:
        if not self.stacked:
            shuffle(codes, self.random.getrandbits)

    def _true(self, h: int) -> int:
        return self.truth.get(h, 0)

    def _shuffle(self, s: State, w: TableNeed, value: Any) -> None:
        deck = w.deck
        if value is not None:
            first = len(s.code) + sum(len(self.decks[d]) for d in self._fresh_before(s, deck))
            codes = list(self.decks[deck])
            handles = list(range(first, first + len(codes)))
        else:
            lying = {*w.items, *s.zones[s.rules.deck_zone(deck)]} - {0}
            handles = sorted({*s.pool[deck], *lying} if lying else s.pool[deck])
            codes = [self.truth[h] for h in handles]
        owner = deck // s.rules.decks_per_seat
        whole = not rules_of(s).is_drawn_from(deck)
        if not whole:
            self._mix(codes)
        now = dict(zip(handles, codes, strict=True))
        self.truth |= now
        for known in self.known:
            for h in known.keys() & now.keys():
                del known[h]
        if whole:
            self.known[owner] |= now

    def _fresh_before(self, s: State, deck: int) -> list[int]:
        """The decks that are laid down before this one at the same rest."""
        decks = [w.deck for w in s.needs if w.kind == POOL]
        return decks[: decks.index(deck)]

    def _recommit(self, w: TableNeed) -> None:
        handles = list(w.items)
        codes = [self.truth[h] for h in handles]
        self._mix(codes)
        for h, code in zip(handles, codes, strict=True):
            self.truth[h] = code
            for seat, known in enumerate(self.known):
                known.pop(h, None)
                if seat == w.who:
                    known[h] = code

    def _value(self, s: State, w: TableNeed) -> Any:
        _, kind, _, deck, n, items = w
        if kind == OPEN:
            return tuple([self.truth[h] for h in items]) if n < 0 else None
        if kind == POOL:
            fresh = not s.pool[deck] and not s.zones[s.rules.deck_zone(deck)] and not items and n
            return len(self.decks[deck]) if fresh else None
        if kind == BIND:
            pool = s.pool[deck]
            if self.stacked:
                return tuple(sorted(pool)[:n])
            return (self.random.choice(pool),) if n == 1 else tuple(self.random.sample(pool, n))
        if kind == TOSS:
            if self.stacked:
                return tuple(at % b for at, b in zip(reversed(range(len(items))), items, strict=True))
            return tuple(self.random.randrange(b) for b in items)
        if kind == TAKE:
            return self._take(s, w)
        return None

    def _take(self, s: State, w: TableNeed) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By default the first fitting cards; a player's choice may be set in `choose_take`."""
        taken = self.choose_take.pop(w.id, None)
        if taken is None:
            taking = self.taking(s, w)
            while there := taking.there():
                taking.take(there[0])
            taken = taking.taken
        return tuple(taken), tuple(self.truth[h] for h in taken) if w.items[1] else ()

    def taking(self, s: State, w: TableNeed) -> needs.PartialTake:
        """To choose card by card for a TAKE as its owner, who alone knows what may be taken next."""
        return needs.PartialTake(s, w, self.truth)

    def takeable(self, s: State, w: TableNeed, taken: Sequence[int] = ()) -> list[int]:
        """The handles in a deck that may be taken next for a TAKE, as only their owner can know."""
        return needs.takeable(s, w, self.truth, taken)

    def _learn(self, answered: Sequence[tuple[TableNeed, Any]]) -> None:
        """Note the cards that seats have come to know: an owner those bound or taken, a viewer those shown to
        it alone."""
        truth = self.truth
        for (_, kind, who, _, n, items), value in answered:
            if who < 0:
                continue  # what comes out of a deck without an owner is opened for everybody
            if kind == BIND:
                for h in value:
                    self.known[who][h] = truth[h]
            elif kind == TAKE:
                for h in value[0]:
                    self.known[who][h & HANDLE_MASK] = truth[h]
            elif kind == OPEN and n >= 0:
                for h in items:
                    self.known[n][h] = self.known[who][h] = truth[h]

    def opening(self, s: State, move: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
        """The openings that a move carries."""
        shown = kernel.opens(s, move)
        return tuple([(h, self.truth[h]) for h in shown if h in self.truth]) if shown else ()
