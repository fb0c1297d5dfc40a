"""The board as data: the sides from the top of the table down, their rows, places and cards.

It says what is shown and where, and not how: `drawing.py` draws it as text, `worded.py` says it in words. The
rows of a side run from its front; the drawing turns those of the other sides round, so that fronts face each
other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fadenet.console.faces.face import Spot
from fadenet.console.match.labels import holds, ranges
from fadenet.console.match.sight import Sight
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK

Strikes = Mapping[int, frozenset[int]]
"""By the handle that can attack now, the handles that it can attack, as the legal moves have it."""
NONE = "-"
"""Of which signs elements are made where a card has none."""
FREE, USABLE, STRIKES, REACHED = " ", "*", ">", "!"
"""Before a label: nothing, can be used now, can attack now, is in reach of an attack."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it lies there.

    label: how it is typed. name: "" if nobody here knows it. worth: its figures. left, whole: of its HP or
    life; 0, 0 = it has none. marks: Counters and the like. usable: whether a legal move names it. lying: what
    is attached to it, as far as it is known here. text: what it says.
    """

    handle: int
    label: str
    name: str
    elements: str = ""
    worth: str = ""
    left: int = 0
    whole: int = 0
    marks: str = ""
    usable: bool = False
    lying: tuple[CardView, ...] = ()
    text: str = ""

    @property
    def hurt(self) -> str:
        """The damage on it, as a figure, "" for none."""
        return f"-{self.whole - self.left}" if self.left < self.whole else ""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place and the cards in it. name: as moves write it, "" where the book has no places. hung: whether
    they are attached to the card in the place ahead."""

    name: str
    cards: tuple[CardView, ...]
    note: str = ""
    hung: bool = False

    @property
    def below(self) -> list[CardView]:
        """The cards that lie on cards here."""
        return [*self.cards] if self.hung else [k for card in self.cards for k in card.lying]


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of a side, from left to right as its player sees it."""

    title: str
    places: tuple[PlaceView, ...]

    @property
    def empty(self) -> bool:
        return not any(place.cards for place in self.places)

    @property
    def drawn(self) -> bool:
        """Whether the book has places here."""
        return any(place.name for place in self.places)


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side. ranks: its rows, the front first. far: whether it is across the table."""

    seat: int
    ranks: tuple[Rank, ...]
    far: bool

    @property
    def cards(self) -> int:
        """How many cards stand there."""
        return sum(len(place.cards) for rank in self.ranks for place in rank.places if not place.hung)


class BoardView:
    """The sides of a match as a seat sees them. usable: handles that the legal moves name.

    far, near: the seats across the table, and on this side of it, the own seat last. reach: by seat whom its
    attacks reach as the table stands.
    """

    def __init__(self, sight: Sight, usable: frozenset[int] = frozenset()) -> None:
        s, me = sight.seat.state, sight.seat.index
        self.sight = sight
        self.usable = usable
        self.others = [(me + k) % s.seats for k in range(1, s.seats)]
        self.far = [seat for seat in self.others if not self.is_mate(seat)]
        self.near = [seat for seat in self.others if self.is_mate(seat)] + [me]
        self.reach = {seat: tuple(sight.face.reach(s, seat)) for seat in (me, *self.others)}
        self.sides = {seat: self._side(seat) for seat in range(s.seats)}

    def is_mate(self, seat: int) -> bool:
        """Whether a seat is another one of the own side."""
        me = self.sight.seat.index
        return seat != me and self.sight.side_of(seat) == self.sight.side_of(me)

    def whose(self, seat: int) -> str:
        return " (you)" if seat == self.sight.seat.index else " (ally)" if self.is_mate(seat) else ""

    def reaches(self) -> list[str]:
        """The reach of attacks as the table stands, in words: the own first, seats with the same together."""
        return self._worded({seat: self.reach[seat] for seat in (self.sight.seat.index, *self.others)})

    def threats(self) -> list[str]:
        """The same of the own attacks, and of what is reached on the own side."""
        sight, s, me = self.sight, self.sight.seat.state, self.sight.seat.index
        mine = {seat for seat in range(s.seats) if sight.side_of(seat) == sight.side_of(me)}

        def own(h: int) -> bool:
            return (h - 1 if h <= s.seats else s.ctrl[h]) in mine

        return self._worded(
            {me: self.reach[me], **{seat: [*filter(own, self.reach[seat])] for seat in self.others}}
        )

    def _worded(self, reach: Mapping[int, Sequence[int]]) -> list[str]:
        """Handles that are reached, by seat, in words: a line for all seats that reach the same."""
        me, who = self.sight.seat.index, dict[str, list[str]]()
        for seat, there in reach.items():
            mine = seat == me and not self.sight.watching
            who.setdefault(self._called(there), []).append("you" if mine else f"p{seat + 1}")
        who.pop("", None)
        return [
            f"{', '.join(seats)} {'reach' if seats[1:] or seats == ['you'] else 'reaches'} {called}"
            for called, seats in who.items()
        ]

    def _called(self, there: Sequence[int]) -> str:
        """Players and cards by their labels, players first."""
        s = self.sight.seat.state
        called = [f"p{h}" for h in there if h <= s.seats]
        labels = (self.sight.token(h) for h in there if h > s.seats)
        called += sorted(labels, key=lambda label: (len(label), label))
        return ", ".join(ranges(called, brief=True))

    def _side(self, seat: int) -> Side:
        rows = self.sight.face.rows(self.sight.seat.state, seat)
        hung = frozenset(h for row in rows for spot in row.spots if spot.hung for h in spot.cards)
        lead = f"p{seat + 1}." if seat != self.sight.seat.index else ""
        ranks = [
            Rank(row.title, tuple([self._place(spot, hung, lead) for spot in row.spots])) for row in rows
        ]
        return Side(seat, tuple(ranks), seat in self.far)

    def _place(self, spot: Spot, hung: frozenset[int], lead: str) -> PlaceView:
        known = [h for h in spot.cards if not spot.hung or self.sight.seat.code(h)]
        name = lead + spot.name if spot.name else ""
        return PlaceView(name, tuple([self.card(h, hung) for h in known]), spot.note, spot.hung)

    def card(self, h: int, elsewhere: frozenset[int] = frozenset()) -> CardView:
        """A card as it lies there. elsewhere: what is shown in a place of its own."""
        sight, s, face = self.sight, self.sight.seat.state, self.sight.face
        code, label, usable = sight.seat.code(h), sight.token(h), h in self.usable
        if not code:
            return CardView(h, label, "", marks=face.marks(s, h), usable=usable)
        left, whole = face.health(s, h, code)
        there = [k for k in s.kids.get(h, ()) if k not in elsewhere and sight.seat.code(k)]
        printed = s.rules.cards[code]
        return CardView(
            *(h, label, printed.name, face.elements(s, h, code).strip(NONE), face.worth(s, h, code)),
            *(left, whole, face.marks(s, h), usable),
            tuple([self.card(k) for k in there]),
            printed.text,
        )


class Marks:
    """The marks that change on the board while a line is typed: the card that it names last, the cards that
    can attack, and those in reach: of the attacker that is typed, of all that can attack, or else of the seat
    whose turn it is."""

    def __init__(self, board: BoardView, strikes: Strikes, typed: str) -> None:
        sight, s = board.sight, board.sight.seat.state
        focus = sight.last_in(typed) if typed else 0
        self.focus = sight.token(focus) if focus else ""
        named = [sight.handle(word) for word in typed.lower().split()] if strikes else []
        attacker = next((h for h in named if h in strikes), 0)
        every = frozenset[int]().union(*strikes.values())
        aims = strikes[attacker] if attacker else every or board.reach[s.active]
        self.before = {sight.token(h): REACHED for h in aims if h > s.seats}
        self.before |= {sight.token(h): STRIKES for h in strikes if h > s.seats}

    def on(self, lines: Sequence[str]) -> list[str]:
        """Lines of the board with the marks before labels, and brackets around the one that is typed."""
        if not self.focus and not self.before:
            return [*lines]
        return [_LABELLED.sub(self._marked, line) for line in lines]

    def _marked(self, found: re.Match[str]) -> str:
        mark, label, behind = found.groups()
        if self.focus and (label == self.focus or _among(label, self.focus)):
            return f"[{label}]"
        return f"{self.before.get(label, mark)}{label}{behind}"


def _among(word: str, label: str) -> bool:
    """Whether the labels of equal cards that stand together hold this one."""
    return "." not in word + label and holds(word, label)


_LABELLED = re.compile(r"(?:^|(?<=[ \u2502]))([ *])((?:p\d\.)?(?!p\d )[a-z]\d+(?:[.,-]\d+)*)( )")
"""A label with what stands before and behind it, as `drawing.py` writes it."""


def strikes_of(sight: Sight, moves: Sequence[Move]) -> Strikes:
    """By who can attack whom the legal moves let it attack."""
    verbs, found = sight.seat.state.rules.verbs, dict[int, set[int]]()
    for move in moves:
        if verbs[move[0]] in sight.face.attacks and len(move) > 1:
            who, *at = [x & HANDLE_MASK for x in move[1:] if type(x) is int and x > 0]
            found.setdefault(who, set()).update(at)
    return {who: frozenset(at) for who, at in found.items()}
