"""A seat's view and the answers to its question as rows of whole numbers, for programs that learn.

Both are functions of the view alone, so nothing that lies hidden gets into them. A table has one length and
one order of numbers from its beginning to its end: `Features.names` says what each of them is. Cards are
numbers from 1 on in the order of the game's card set, 0 = not known, or none. Seats are counted from the own
one on: 1 = the own, 2 = the next one in the order of seats, 0 = none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fadenet.engine.acts import A_SEAT, A_SRC, A_TARGETS
from fadenet.engine.kit.series import Series, wins
from fadenet.engine.looking import looked_at
from fadenet.engine.needs import is_choice
from fadenet.engine.rules import Rules
from fadenet.engine.state import ASK_WORDS, HANDLE_MASK, RESPOND, State, alive
from fadenet.table.view import SeatView

HAND_CARDS: Final = 16
"""So many cards of each Hand, the first ones, have numbers; of the rest only the count tells."""
FIELD_CARDS: Final = 24
"""The same of the cards that lie on the field before a seat."""
LINKS: Final = 4
"""The same of the links of a chain, the newest first."""
MOMENT: Final = ("turn", "phase", "active", "question", "window", "links")
SEAT: Final = ("side", "out", "won")
CARD: Final = ("card", "zone", "down")
LINK: Final = ("seat", "card", "target", "target seat")
ANSWER: Final = ("verb", "card", "seat", "target", "target seat", "places", "key", "number")
"""The numbers of an answer: see `Features.answer`."""
FIGURES: Final = {"fade": 4, "terrene": 5, "prelude": 6}
"""By family how many of the quantities, from the first one on, are figures of cards or players."""
TAKE: Final = "take "


class Features:
    """The numbers of one table, of a game, with so many seats, automata among them.

    names: of each number of `position`, such as "own TP" or "+1 field 3 HP". figures, columns: the words of
    what a card or player comes to, and of the counters that lie on it. zones: the names of a seat's zones.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.figures = tuple(rules.quantities[: FIGURES[rules.descriptor.family]])
        self._columns = [i for i, word in enumerate(rules.columns) if word]
        self.columns = tuple([rules.columns[i] for i in self._columns])
        kinds = range(rules.zones_per_seat)
        self._zones = [kind for kind in kinds if rules.zone_names[kind]]
        self.zones = tuple([rules.zone_names[kind] for kind in self._zones])
        self._field = [kind for kind in kinds if rules.on_field[kind]]
        self._of_card = len(CARD) + len(self.figures) + len(self.columns)
        self.names = tuple(self._names())

    def _names(self) -> Iterator[str]:
        yield from MOMENT
        own = (*SEAT, *self.figures, *self.columns, *self.zones)
        held = [f"Hand {n + 1}" for n in range(HAND_CARDS)]
        lying = (*CARD, *self.figures, *self.columns)
        there = [f"field {n + 1} {word}" for n in range(FIELD_CARDS) for word in lying]
        for i in range(self.seats):
            yield from (f"+{i} {word}" if i else f"own {word}" for word in (*own, *held, *there))
        yield from (f"link {n + 1} {word}" for n in range(LINKS) for word in LINK)

    def position(self, view: SeatView) -> list[int]:
        """The view of a seat, a number for each of `names`."""
        return looked_at(view.state, self._position, view)

    def _position(self, s: State, view: SeatView) -> list[int]:
        rules, own = self.rules, view.index
        ask, turn = view.ask, bool(s.turn)
        asked = 1 + ask.kind if ask is not None else 0
        if any(need.who == own and is_choice(need) for need in s.needs):
            asked = len(ASK_WORDS) + 1
        window = 1 + ask.window if ask is not None and ask.kind == RESPOND else 0
        active = self._seat(view, s.active) if turn else 0
        row = [s.turn, s.phase + 1 if turn else 0, active, asked, window, len(s.chain)]
        won = wins(s) if Series in rules.parts else ()
        for i in range(self.seats):
            self._side(view, (own + i) % self.seats, won, row)
        links = [self._link(view, link) for link in s.chain[: -LINKS - 1 : -1]]
        return row + _filled([n for link in links for n in link], LINKS * len(LINK))

    def answer(self, view: SeatView, text: str) -> list[int]:
        """An answer in canonical notation, of the seat that sees this, a number for each of `ANSWER`.

        verb: from 1 on, in the order of the game's verbs; the one behind the last is to take a card of the
        deck. card, target: the first two that are named, seat: whose they are, or who is named. places: how
        many cards, players and links are named in all. key, number: of the last number that is named, from 0
        on, and what it is of, from 1 on in the order of the game's keys.
        """
        rules = self.rules
        if text.startswith(TAKE):
            return [len(rules.verbs) + 1, rules.code_of(text[len(TAKE) :]), 1, 0, 0, 1, 0, 0]
        verb, *arguments = view.parse(text)
        named: list[int] = []
        key = number = places = 0
        for one in arguments:
            if type(one) is tuple:
                key, number = one[0] + 1, one[1]
                continue
            places += 1
            if len(named) < 4:
                named += self._source(view, -one) if one < 0 else self._named(view, one)
        return [verb + 1, *_filled(named, 4), places, key, number]

    def _side(self, view: SeatView, seat: int, won: list[int] | tuple[()], row: list[int]) -> None:
        """Add a seat's numbers, its Hand and its field."""
        s, rules, body = view.state, self.rules, seat + 1
        side = rules.sides[seat]
        row += [side == rules.sides[view.index], seat in s.out, won[side] if side < len(won) else 0]
        figures = rules.effects.figures(s, body) if s.turn else {}
        row += [figures.get(word, 0) for word in self.figures]
        row += [s.num[i][body] for i in self._columns]
        row += [len(s.zones[rules.zone_id(seat, kind)]) for kind in self._zones]
        hand = s.zones[rules.zone_id(seat, rules.hand_kind)]
        row += _filled([view.code(h) for h in hand[:HAND_CARDS]], HAND_CARDS)
        end = len(row) + FIELD_CARDS * self._of_card
        for kind in self._field:
            for h in s.zones[rules.zone_id(seat, kind)]:
                if h and len(row) < end:
                    self._card(view, h, row, end)
        row += [0] * (end - len(row))

    def _card(self, view: SeatView, h: int, row: list[int], end: int) -> None:
        """Add a card, and those that lie on or under it."""
        s = view.state
        public = s.code[h]
        row += [public or view.known.get(h, 0), s.rules.zone_kind(s.zone[h]) + 1, bool(public) > s.face[h]]
        figures = self.rules.effects.figures(s, h) if public else {}
        row += [figures.get(word, 0) for word in self.figures]
        row += [s.num[i][h] for i in self._columns]
        for kid in s.kids.get(h, ()):
            if len(row) < end:
                self._card(view, kid, row, end)

    def _link(self, view: SeatView, link: int) -> list[int]:
        """A link of the running chain, as `LINK` has it."""
        targets = [r & HANDLE_MASK for r in view.state.acts[link][A_TARGETS] if alive(view.state, r)]
        target = self._named(view, targets[0]) if targets else [0, 0]
        return [*reversed(self._source(view, link)), *target]

    def _source(self, view: SeatView, link: int) -> list[int]:
        """The card of what waits, a link of the chain or an effect that is to join it, and the seat."""
        s = view.state
        if link in s.acts:
            src, seat = s.acts[link][A_SRC], s.acts[link][A_SEAT]
        else:
            src, seat = next(((row.src, row.seat) for row in s.queue if row.stamp == link), (0, view.index))
        h = src & HANDLE_MASK if src and alive(s, src) else 0
        return [view.code(h) if h > s.seats else 0, self._seat(view, seat)]

    def _named(self, view: SeatView, h: int) -> list[int]:
        """A card, 0 for a player, and the seat that has it, or that it is."""
        s = view.state
        return [0, self._seat(view, h - 1)] if h <= s.seats else [view.code(h), self._seat(view, s.ctrl[h])]

    def _seat(self, view: SeatView, seat: int) -> int:
        return (seat - view.index) % self.seats + 1


def _filled(row: list[int], length: int) -> list[int]:
    """A row with zeros behind it."""
    return row + [0] * (length - len(row))
