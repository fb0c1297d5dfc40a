"""A rule set for tests of the kernel and the table: ten cards, two to four seats, and every kind of
rest that matters.

Each seat has a deck of the cards 1 to 10. The seats bid in secret for who begins, draw three cards, and take
turns: draw one, then play cards, lay even ones face-down, flip those, or deal the hand anew once a match. A
card played may be answered by one from 6 up that is higher. A seat without life or without a card to draw has
lost. With three or four seats the foe of each is the next one that is still in, and the last one in wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from fadenet.engine import atoms, kernel
from fadenet.engine.card import Card
from fadenet.engine.choices import WHOLE, Bunch
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import PASS_MOVE, YES_MOVE
from fadenet.engine.line import Line
from fadenet.engine.policies import Course, GamePolicies, Index, Triggers
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ACT,
    BIND,
    CONFIRM,
    MODE,
    OPEN,
    PICK,
    POOL,
    RECOMMIT,
    RESPOND,
    TAKE,
    TOSS,
    Act,
    Ask,
    Codes,
    Known,
    Row,
    State,
    Waiting,
)
from tests.builders.compiled import needs_python

needs_python()

FORMATS = {"duel": (2,), "free-for-all": (3, 4)}
CARDS = tuple(range(1, 11))
LIFE = 7
QUICK = 6  # cards from this number on may answer
V_PLAY, V_LAY, V_ANSWER, V_FLIP, V_REDEAL, V_END = range(len(kernel.VERBS), len(kernel.VERBS) + 6)
DECK, HAND, LINE, USED = range(4)
EVEN = 1  # the number of the statement "this card is even"


class Ten(Rules):
    """The rules object; `f_...` are its frames."""

    def __init__(self, format: str = "duel") -> None:
        super().__init__(Descriptor("ten", "", FORMATS), format)
        self.hash = blake2b(b"ten", digest_size=32).digest()
        self.card_hash = blake2b(b"ten cards", digest_size=32).digest()
        self.take_verbs((*kernel.VERBS, "play", "lay", "answer", "flip", "redeal", "end"), (V_END,))
        self.take_zones("dhlx", (), (LINE,))
        self.events = atoms.EVENTS
        self.numbers = 1
        self.peeked = -1  # a leak to be planted: the number of the card that looks at `seen`
        self.seen: Known = {}  # what lies behind handles; only ever filled for a planted leak
        nothing: tuple[Any, ...] = (0, (), frozenset(), "", (), {})
        self.cards = [Card(n, f"c{n}", f"Card {n}", 1, (n,), *nothing) for n in (0, *CARDS)]
        self.predicates = [lambda card: card.code % 2 == 0]
        self.predicate_texts = ["an even card"]
        names = sorted(name for name in dir(self) if name.startswith("f_"))
        self.frames = [getattr(self, name) for name in names]
        self.number = {name: i for i, name in enumerate(names)}
        self.played_by(
            GamePolicies(course=TenCourse(self), moves=TenMoves(self), triggers=TenTriggers(), book=TenBook())
        )
        self.pickers = [lambda s, seat, known: list(s.zones[self.zone_id(self.foe(s, seat), LINE)])]

    def push(self, s: State, name: str, *arguments: int) -> None:
        s.frames.append((self.number[name], *arguments))

    def deck_zone(self, deck: int) -> int:
        return self.zone_id(deck, DECK)

    def hand(self, s: State, seat: int) -> tuple[int, ...]:
        return s.zones[self.zone_id(seat, HAND)]

    def foe(self, s: State, seat: int) -> int:
        """The next seat after this one that is still in."""
        return next(k % s.seats for k in range(seat + 1, seat + s.seats) if k % s.seats not in s.out)

    def unseen(self, s: State, seat: int) -> tuple[int, ...]:
        return tuple(h for h in self.hand(s, seat) if not s.code[h])

    # Set-up.

    def f_bid(self, s: State) -> None:
        self.push(s, "f_toss")
        for seat in range(s.seats):
            kernel.ask(s, seat, MODE, (1, 3), sealed=1)

    def f_toss(self, s: State) -> None:
        self.push(s, "f_first", *(move[1][1] for move in s.ans))
        kernel.need(s, TOSS, -1, 0, 1, (s.seats,))

    def f_first(self, s: State, *bids: int) -> None:
        best = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        s.active = best[s.got[0][0] % len(best)]
        if s.active in s.out:
            s.active = self.foe(s, s.active)
        self.push(s, "f_turn")
        for seat in range(s.seats):
            self.draw(s, seat, 3)

    def draw(self, s: State, seat: int, n: int) -> None:
        if seat in s.out:
            return
        if not any(w.kind == BIND for w in s.needs):
            self.push(s, "f_drawn", s.active if s.turn else -1)
        kernel.need(s, BIND, seat, seat, n, ())

    def f_drawn(self, s: State, seat: int) -> None:
        for drawn in s.got:
            for h in drawn:
                atoms.move(s, h, self.zone_id(s.owner[h], HAND), 0, why=atoms.DRAWN)

    # Turns.

    def f_turn(self, s: State) -> None:
        s.turn += 1
        if not s.zones[self.deck_zone(s.active)]:
            self.course.lose(s, s.active, "ten.empty")
            if not s.over:
                s.active = self.foe(s, s.active)
                self.push(s, "f_turn")
            return
        self.push(s, "f_act")
        self.draw(s, s.active, 1)

    def f_act(self, s: State) -> None:
        self.push(s, "f_acted")
        kernel.ask(s, s.active, ACT)

    def f_acted(self, s: State) -> None:
        self.moves.perform(s, s.active, s.ans[0])

    def f_redeal(self, s: State, n: int) -> None:
        self.draw(s, s.active, n)

    def f_answered(self, s: State, h: int, code: int) -> None:
        if s.ans[0] == PASS_MOVE:
            self.push(s, "f_effect", code)
        else:
            answer = s.ans[0][1]
            atoms.move(s, answer, self.zone_id(s.owner[answer], USED), 1)

    # Effects of the cards.

    def hurt(self, s: State, seat: int, n: int) -> None:
        atoms.put(s, 0, self.body(seat), -n)
        if not s.num[0][self.body(seat)]:
            self.course.lose(s, seat, "ten.life")

    def f_effect(self, s: State, code: int) -> None:
        me, foe = s.active, self.foe(s, s.active)
        if code == self.peeked and any(self.seen.get(h, 0) > QUICK for h in self.hand(s, foe)):
            atoms.put(s, 0, self.body(me), 1)
        if code in (1, 10):
            self.hurt(s, foe, 3 if code == 10 else 1)
        elif code == 2 and self.unseen(s, me):
            kernel.need(s, RECOMMIT, me, me, 0, self.unseen(s, me))
        elif code == 3 and self.hand(s, foe):
            self.push(s, "f_tossed")
            kernel.need(s, TOSS, -1, 0, 1, (len(self.hand(s, foe)),))
        elif code == 4 and s.zones[self.zone_id(foe, LINE)]:
            self.push(s, "f_picked")
            kernel.ask(s, me, PICK, (0, 1), picker=0)
        elif code == 5 and self.unseen(s, foe):
            kernel.need(s, OPEN, foe, 0, me, self.unseen(s, foe))
        elif code == 6:
            self.push(s, "f_counted")
            kernel.ask(s, me, MODE, (1, 3))
        elif code in (7, 9) and s.zones[self.deck_zone(me)]:
            self.push(s, "f_found")
            kernel.need(s, TAKE, me, me, 1, (EVEN, 1, 0) if code == 7 else (0, 0, 0))
        elif code == 8 and s.zones[self.deck_zone(me)]:
            self.push(s, "f_more")
            kernel.ask(s, me, CONFIRM)

    def f_tossed(self, s: State) -> None:
        hand = self.hand(s, self.foe(s, s.active))
        if hand:  # of another seat, if the one whose card was to go has left
            self.throw_away(s, hand[s.got[0][0] % len(hand)])

    def f_picked(self, s: State) -> None:
        if len(s.ans[0]) > 1:
            self.throw_away(s, s.ans[0][1])

    def throw_away(self, s: State, h: int) -> None:
        self.push(s, "f_thrown", h)
        if not s.code[h]:
            kernel.need(s, OPEN, s.owner[h], 0, -1, (h,))

    def f_thrown(self, s: State, h: int) -> None:
        if s.code[h]:
            atoms.move(s, h, self.zone_id(s.owner[h], USED), 1, why=atoms.DISCARDED)
        else:  # its owner is out, and nobody will ever see it
            atoms.take_away(s, h)

    def f_counted(self, s: State) -> None:
        n = s.ans[0][1][1]
        self.hurt(s, self.foe(s, s.active), n)
        if not s.over:
            self.hurt(s, s.active, n - 1)

    def f_found(self, s: State) -> None:
        for h in s.got[0]:
            atoms.move(s, h, self.zone_id(s.active, HAND), 0)
        if s.zones[self.deck_zone(s.active)]:
            kernel.need(s, POOL, s.active, s.active, 0, ())

    def f_more(self, s: State) -> None:
        if s.ans[0] == YES_MOVE:
            self.draw(s, s.active, 1)


class TenCourse(Course):
    """How a match begins and ends."""

    def __init__(self, ten: Ten) -> None:
        self.ten = ten

    def lose(self, s: State, seat: int, rule: str) -> None:
        """A seat that leaves later has the better place. A question to a seat that is out is answered for
        it."""
        if seat in s.out:
            return
        atoms.leave_seat(s, seat)
        if len(s.out) == s.seats - 1:
            last_first = {k: s.seats - i for i, k in enumerate(s.out)}
            s.over = (tuple(last_first.get(k, 1) for k in range(s.seats)), rule)
            s.asks = s.needs = ()

    def begin(self, s: State) -> None:
        self.ten.push(s, "f_bid")
        for seat in range(s.seats):
            atoms.put(s, 0, self.ten.body(seat), LIFE)
            kernel.need(s, POOL, seat, seat, 1, ())


class Unchained:
    """The answers of a toy game that has no chain, nor windows."""

    def options(self, s: State, seat: int, known: Known) -> list[Move]:
        """Every legal move, in canonical order."""
        raise NotImplementedError

    def bunches(self, s: State, ask: Ask, known: Known) -> Sequence[Bunch]:
        return ((WHOLE, 0, self.options(s, ask.seat, known)),)

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        raise AssertionError("nothing goes by windows here")

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        return ()

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        return PASS_MOVE

    def resolve(self, s: State, act: Act) -> None:
        raise AssertionError("there are no links")

    def occasion(self, s: State, row: Row) -> None:
        raise AssertionError("no card is shown for an event")

    def offer(self, s: State, row: Waiting) -> None:
        raise AssertionError("no card is shown for an event")


class TenMoves(Unchained):
    """The moves of a seat."""

    def __init__(self, ten: Ten) -> None:
        self.ten = ten

    def vouched(self, s: State, move: Move) -> int:
        return EVEN if move[0] == V_LAY else 0

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        shows = move[0] in (V_PLAY, V_ANSWER, V_FLIP) and len(move) == 2 and type(move[1]) is int
        return (move[1],) if shows and 0 < move[1] < len(s.code) and not s.code[move[1]] else ()

    def options(self, s: State, seat: int, known: Known) -> list[Move]:
        hand, line = self.ten.hand(s, seat), s.zones[self.ten.zone_id(seat, LINE)]
        code = {h: s.code[h] or known.get(h, 0) for h in (*hand, *line)}
        kind = next(a.kind for a in s.asks if a.seat == seat)
        if kind == RESPOND:
            played = s.frames[-1][2]
            return [PASS_MOVE, *((V_ANSWER, h) for h in hand if code[h] >= QUICK and code[h] > played)]
        moves: list[Move] = [(V_PLAY, h) for h in hand if code[h]]
        moves += [(V_LAY, h) for h in hand if code[h] and code[h] % 2 == 0]
        moves += [(V_FLIP, h) for h in line if code[h]]
        if hand and not atoms.marked(s, 0, 0, seat):
            moves.append((V_REDEAL,))
        return [*moves, (V_END,)]

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        if move[:1] == (V_LAY,) and any(a[1:3] == (seat, ACT) for a in s.asks):
            legal = len(move) == 2 and move[1] in self.ten.hand(s, seat)
        else:
            legal = move in self.options(s, seat, {})
        return None if legal else Illegal("ten.move", "the rules do not allow that now")

    def perform(self, s: State, seat: int, move: Move) -> None:
        verb, h = move[0], move[1] if len(move) > 1 else 0
        if verb == V_END:
            s.active = self.ten.foe(s, seat)
            self.ten.push(s, "f_turn")
            return
        self.ten.push(s, "f_act")
        if verb == V_REDEAL:
            atoms.mark(s, 0, 0, seat)
            self.ten.push(s, "f_redeal", len(self.ten.hand(s, seat)))
            kernel.need(s, POOL, seat, seat, 0, self.ten.hand(s, seat))
        elif verb == V_LAY:
            atoms.vouch(s, h, EVEN)
            atoms.move(s, h, self.ten.zone_id(seat, LINE), 0)
        else:
            atoms.move(s, h, self.ten.zone_id(seat, USED), 1)
            if verb == V_PLAY and self.ten.hand(s, self.ten.foe(s, seat)):
                self.ten.push(s, "f_answered", h, s.code[h])
                kernel.invite(s, self.ten.foe(s, seat), 0)
            else:
                self.ten.push(s, "f_effect", s.code[h])


class TenTriggers(Triggers):
    """No card listens."""

    def build_index(self, s: State) -> Index:
        return Index({}, {}, frozenset())


class PlainBook:
    """The book of a toy game: rules without words, decks without limits, no lines in the log."""

    rules: Mapping[str, Mapping[str, Any]] = {}
    figures: Mapping[str, Any] = {}

    def sentence(self, rule: str) -> str:
        return f"The rule {rule}"

    def event_line(self, s: State, row: Row) -> Line | None:
        return None

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        return []

    def deck_hints(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        return []

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[tuple[str, str]]:
        return []

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        raise AssertionError("no deck is drawn")

    def complete_deck(
        self, seen: Sequence[Sequence[int]], sizes: Sequence[int], shuffle: Callable[[list[Any]], None]
    ) -> tuple[tuple[int, ...], ...]:
        raise AssertionError("no deck is drawn")


class TenBook(PlainBook):
    """A deck is the ten cards."""

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        return [] if sorted(decks[0]) == list(CARDS) else [("ten.deck", "a deck is the ten cards")]


TENS = {format: Ten(format) for format in FORMATS}
TEN = TENS["duel"]
