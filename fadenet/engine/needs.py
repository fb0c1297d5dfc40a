"""Needs, which the table owes at a rest, and the values given for them: cards drawn, taken and shown, tosses.

The giver of the values knows what lies behind the handles, or plays the protocol for it; the engine never
does. Every value is checked before anything changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fadenet.engine import atoms, kernel
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import ask_of, is_line, show_card
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import ALL, BIND, OPEN, POOL, RECOMMIT, TAKE, TOSS, Known, Row, State, TableNeed

POOL_MAX: Final = 1_024


def supply(s: State, values: Sequence[Any]) -> list[Row]:
    """Give the values of all needs of this rest, in their order, and run to the next rest.

    pool: the number of cards if the deck is new, else None (`items`: cards put in). bind: the handles drawn
    for the first n unbound slots, in order. take: (handles taken, their codes or () if they stay hidden);
    its `items` are (number of a statement or 0, 1 = shown, least number of cards, more that the game keeps
    there), see `Hidden.fitting`; with `ALL` as the least its owner states that nothing that fits is left.
    open: the codes of `items`, or None if they are shown to one seat only (`n` = that seat, -1 = all).
    recommit: None. toss: one number below each bound in `items`. A seat that is out owes its `absent_value`.
    Raises `WrongInput`, the state being as before.
    """
    if type(values) not in (tuple, list) or not s.needs or len(values) != len(s.needs):
        raise WrongInput(f"{len(s.needs)} values are owed, and one must be given for each")
    for want, value in zip(s.needs, values, strict=True):
        if not _answers(s, want, value):
            raise WrongInput(f"this value does not answer the need {want}")
    return give(s, values)


def give(s: State, values: Sequence[Any]) -> list[Row]:
    """`supply` without its judgement: for a dealer, who makes the values out of the needs themselves."""
    needs, s.needs, s.events = s.needs, (), []
    got: list[Any] = []
    drawn: list[tuple[TableNeed, Any]] = []
    follows = True
    for want, value in zip(needs, values, strict=True):
        kind, taken = want.kind, _take_in(s, want, value)
        got.append(taken)
        if kind != OPEN or want.n < 0 <= want.who:
            follows = False
        if taken and kind in (BIND, TAKE):
            drawn.append((want, taken))
    if not follows:
        s.got = tuple(got)  # what only follows a draw leaves what that brought
    if drawn:
        _show_drawn(s, drawn)
    kernel.run(s)
    return s.events


def _show_drawn(s: State, drawn: Sequence[tuple[TableNeed, Any]]) -> None:
    """Cards drawn or taken, by need: a seat's are shown to its confidants, those of no seat to everybody."""
    for want, value in drawn:
        hidden = tuple([h for h in value if not s.code[h]]) if want.who >= 0 else ()
        for mate in rules_of(s).confidants(s, want.who) if hidden else ():
            kernel.need(s, OPEN, want.who, want.deck, mate, hidden)
    for want, value in drawn:
        if want.kind == BIND and want.who < 0:
            kernel.need(s, OPEN, -1, want.deck, -1, tuple(value))


def _answers(s: State, want: TableNeed, value: Any) -> bool:
    """Whether a value has the shape that a need asks for."""
    _, kind, who, deck, n, items = want
    if kind == OPEN:
        if n >= 0:
            return value is None
        if not is_line(value) or len(value) != len(items):
            return False
        return not value or (0 if who in s.out else 1) <= min(value) <= max(value) < len(s.rules.cards)
    if kind == BIND:
        return is_line(value) and len(value) == n == len(set(value)) and set(value).issubset(s.pool[deck])
    if kind == TOSS:
        return (
            is_line(value)
            and len(value) == len(items)
            and all(0 <= v < b for v, b in zip(value, items, strict=True))
        )
    if kind == POOL:
        fresh = not s.pool[deck] and not s.zones[s.rules.deck_zone(deck)] and not items
        return (type(value) is int and 0 <= value <= POOL_MAX) if fresh and n else value is None
    if kind == TAKE:
        there = {*s.pool[deck], *s.zones[s.rules.deck_zone(deck)]} - {0}
        taken, codes = value if _is_pair(value) else ((), (0,))
        ok = is_line(taken) and is_line(codes)
        ok = ok and items[2] <= len(taken) <= n and len(set(taken)) == len(taken) and there.issuperset(taken)
        return (
            ok
            and len(codes) == (len(taken) if items[1] else 0)
            and may_all_be_taken(rules_of(s), want, codes)
        )
    return kind == RECOMMIT and value is None


def is_choice(want: TableNeed) -> bool:
    """Whether the owner of a deck has a choice in what a need brings: not where all that fits is taken."""
    return want.kind == TAKE and want.items[2] != ALL


def _is_pair(value: Any) -> bool:
    return type(value) in (tuple, list) and len(value) == 2


def takeable(s: State, want: TableNeed, known: Known, taken: Sequence[int]) -> list[int]:
    """The handles of a deck that may be the next one after `taken` for a `take` need, as its owner knows."""
    taking = PartialTake(s, want, known)
    for h in taken:
        taking.take(h)
    return taking.there()


class PartialTake:
    """A `take` need that is answered card by card, by whoever knows the cards of the deck."""

    def __init__(self, s: State, want: TableNeed, known: Known) -> None:
        code, deck = s.code, want.deck
        self.rules, self.want = rules_of(s), want
        bound = tuple(filter(None, s.zones[s.rules.deck_zone(deck)]))
        if bound:
            self.handles = tuple(sorted(s.pool[deck] + bound))
            self.codes = [code[h] or known.get(h, 0) for h in self.handles]
        else:
            self.handles = s.pool[deck]  # what no slot is bound to is never public
            self.codes = [known.get(h, 0) for h in self.handles]
        self.deck = tuple(self.codes)
        self.taken: tuple[int, ...] = ()
        self.taken_codes: tuple[int, ...] = ()

    def there(self) -> list[int]:
        """The handles that may be the next one, in ascending order."""
        if len(self.taken) >= self.want.n:
            return []
        hidden = self.rules.hidden
        fits = hidden.fitting(self.rules, self.want, self.taken_codes)
        fits = hidden.leading(self.rules, self.want, self.taken_codes, fits, self.deck)
        return [h for h, code in zip(self.handles, self.codes, strict=True) if code in fits]

    def take(self, h: int) -> None:
        """This is the next one."""
        at = self.handles.index(h)
        self.taken += (h,)
        self.taken_codes += (self.codes[at],)
        self.codes[at] = 0  # 0 is not the code of any card, and fits nothing


def may_all_be_taken(rules: Rules, want: TableNeed, codes: Sequence[int]) -> bool:
    """Whether cards may be taken for a `take` need in this order: judged when open, or at the end."""
    return all(code in rules.hidden.fitting(rules, want, tuple(codes[:i])) for i, code in enumerate(codes))


def _take_in(s: State, want: TableNeed, value: Any) -> Any:
    """Write a verified value into the state; returns what the waiting frame finds in `s.got`."""
    _, kind, _, deck, n, items = want
    if kind == POOL:
        zone = s.rules.deck_zone(deck)
        if value is not None:
            atoms.new_deck(s, deck, deck // s.rules.decks_per_seat, zone, value)
        atoms.set_pool(s, deck, zone, items)
    elif kind == BIND:
        atoms.bind(s, deck, s.rules.deck_zone(deck), value)
    elif kind == OPEN:
        if n < 0:
            for h, code in zip(items, value, strict=True):
                if code:
                    show_card(s, h, code)
        else:
            atoms.emit(s, atoms.LOOKED, items[0], n, 0, len(items))
    elif kind == RECOMMIT:
        atoms.refresh(s, items)
    elif kind == TAKE:
        taken, codes = value
        atoms.claim(s, deck, s.rules.deck_zone(deck), tuple(taken))
        for h, code in zip(taken, codes, strict=False):
            show_card(s, h, code)
        return tuple(taken)
    elif kind == TOSS:
        atoms.emit(s, atoms.TOSSED, 0, -1, 0, value[0])
        a = None if n else ask_of(s, deck)
        if a is not None:  # else a seat has left since, and the question with it
            ways = rules_of(s).automaton.answers(s, a)
            s.answers[deck] = ways[value[0] % len(ways)]
    return value


def absent_value(s: State, want: TableNeed) -> Any:
    """The value that stands in for that of a need whose seat is out and cannot be asked any more.

    No card of it becomes known: one that it would have to show stays hidden (code 0) and leaves the match
    with it, a search finds only what it must, and any slots of its deck are as good as others.
    """
    kind, deck, n, items = want.kind, want.deck, want.n, want.items
    if kind == BIND:
        return s.pool[deck][:n]
    if kind == TAKE:
        there = sorted({*s.pool[deck], *s.zones[s.rules.deck_zone(deck)]} - {0})
        return tuple(there[: max(items[2], 0)]), ()
    if kind == OPEN and n < 0:
        return (0,) * len(items)
    fresh = kind == POOL and n and not s.pool[deck] and not s.zones[s.rules.deck_zone(deck)]
    return 0 if fresh else None
