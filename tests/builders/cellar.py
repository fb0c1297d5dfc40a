"""A rule set for tests of what games without a chain need: cellars that are tidied, cut and guarded by traps.

Each seat has a deck of the cards 1 to 10. It chooses a key in secret; all keys are shown together. Then every
seat throws out all cards of the other parity than its key, which nobody can see, shuffles what is left, shows
its bottom card and may have its deck cut. A turn is one action: lay a card face-down, hit the next seat, or
rest. A hit sets off what lies face-down before its victim, if the card and the lives of who hits leave the
same remainder by three: that MUST happen, although only its owner knows. Then all are asked in turn, who hits
last, whether they ward the hit off or worsen it by 1, which acts at once and begins the round anew. A
seat without life is out, with all cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.card import Card
from fadenet.engine.chain import before_next_step, f_window, push
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.policies import Course, GamePolicies, Hidden
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import (
    ACT,
    ALL,
    BIND,
    OPEN,
    POOL,
    RESPOND,
    TAKE,
    Codes,
    Known,
    State,
    TableNeed,
    Tables,
    seat_order,
)
from tests.builders.ten import CARDS, TenBook, TenTriggers, Unchained

LIVES = 4
DECK, HAND, LINE, KEY, ASIDE, USED = range(6)
V_LAY, V_HIT, V_REST, V_CUT, V_SPRING, V_WARD, V_WORSEN = range(len(kernel.VERBS), len(kernel.VERBS) + 7)
W_CUT, W_SPRING, W_HIT = range(len(chain.WINDOWS), len(chain.WINDOWS) + 3)
E_CUT = len(atoms.EVENTS)
ANY, UNFIT = 1, 2  # numbers of statements
G_FORCE = 0  # how much the hit under way takes


CELLAR = Descriptor("cellar", "", {"duel": (2,), "free-for-all": (3, 4)})


class Cellar(Rules):
    """The rules object."""

    def __init__(self, format: str = "duel") -> None:
        super().__init__(CELLAR, format)
        self.hash = blake2b(b"cellar", digest_size=32).digest()
        self.card_hash = blake2b(b"cellar cards", digest_size=32).digest()
        words = ("lay", "hit", "rest", "cut", "spring", "ward", "worsen")
        self.take_verbs((*kernel.VERBS, *words), (V_REST,))
        self.take_zones("dhlyox", (), (2, 3))
        self.windows = (*chain.WINDOWS, "cut", "spring", "hit")
        self.events = (*atoms.EVENTS, "cut")
        self.numbers = self.scalars = self.denials = 1
        nothing: tuple[Any, ...] = (0, (), frozenset(), "", (), {})
        self.cards = [Card(n, f"c{n}", f"Card {n}", 1, (n,), *nothing) for n in (0, *CARDS)]
        self.predicates = [lambda card: True, lambda card: True]
        self.predicate_texts = ["any card", "a card that does not fit the key"]
        self.frames = [*chain.FRAMES, *FRAMES]
        self.steps = frozenset((*chain.STEPS, f_turn, f_act, f_next, f_springs, f_hit))
        self.asking = {**chain.ASKING, f_acted: f_act, f_sprung: f_springs}
        self.pickers = [*chain.PICKERS]
        self.played_by(
            GamePolicies(
                course=CellarCourse(),
                moves=CellarMoves(),
                triggers=TenTriggers(),
                book=TenBook(),
                hidden=CellarHidden(),
            )
        )

    def deck_zone(self, deck: int) -> int:
        return self.zone_id(deck, DECK)


def line_of(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[s.rules.zone_id(seat, kind)]


def springing(s: State) -> Codes:
    """The codes that a hit sets off now."""
    lives = s.num[0][s.active + 1]
    return frozenset(code for code in CARDS if code % 3 == lives % 3)


# Set-up.


def f_keys(s: State) -> None:
    push(s, f_keyed)
    for seat in range(s.seats):
        kernel.need(s, TAKE, seat, seat, 1, (ANY, 0, 1))


def f_keyed(s: State) -> None:
    push(s, f_tidy)
    for seat, (h,) in enumerate(s.got):
        if seat not in s.out:
            atoms.move(s, h, s.rules.zone_id(seat, KEY), 0)
            kernel.need(s, OPEN, seat, seat, -1, (h,))


def f_tidy(s: State) -> None:
    """Cards that do not fit the key go, all of them: how many cards these are is public only now."""
    push(s, f_tidied)
    for seat in seat_order(s, 0):
        key = line_of(s, seat, KEY)[0]
        kernel.need(s, TAKE, seat, seat, len(CARDS), (UNFIT, 0, ALL, s.code[key]))


def f_tidied(s: State) -> None:
    for cards in s.got:
        for h in cards:
            atoms.move(s, h, s.rules.zone_id(s.owner[h], ASIDE), 0)
    push(s, f_shuffled)
    for seat in seat_order(s, 0):
        kernel.need(s, POOL, seat, seat, 0, ())


def f_shuffled(s: State) -> None:
    push(s, f_bottom)
    for seat in seat_order(s, 0):
        kernel.need(s, BIND, seat, seat, 1, ())


def f_bottom(s: State) -> None:
    """The card that was drawn lies at the bottom: all orders are alike."""
    push(s, f_cut, 0)
    for seat in seat_order(s, 0):
        line = line_of(s, seat, DECK)
        atoms.cut(s, s.rules.deck_zone(seat), (1,), (1, 0), E_CUT, seat)
        kernel.need(s, OPEN, seat, seat, -1, line[:1])


def f_cut(s: State, seat: int) -> None:
    """The next seat may cut this one's deck above its bottom card."""
    if seat == s.seats:
        push(s, f_deal)
    elif seat in s.out or s.rules.next_seat(s, seat) in s.out:
        push(s, f_cut, seat + 1)
    else:
        push(s, f_was_cut, seat)
        kernel.invite(s, s.rules.next_seat(s, seat), W_CUT, (seat,))


def f_was_cut(s: State, seat: int) -> None:
    push(s, f_cut, seat + 1)
    if s.ans[0] != PASS_MOVE:
        at, end = s.ans[0][1][1], len(line_of(s, seat, DECK)) - 1
        atoms.cut(s, s.rules.deck_zone(seat), (at, end), (1, 0, 2), E_CUT, s.rules.next_seat(s, seat))


def f_deal(s: State) -> None:
    push(s, f_dealt)
    for seat in seat_order(s, 0):
        kernel.need(s, BIND, seat, seat, min(2, line_of(s, seat, DECK).count(0)), ())


def f_dealt(s: State) -> None:
    for cards in s.got:
        for h in cards:
            atoms.move(s, h, s.rules.zone_id(s.owner[h], HAND), 0, why=atoms.DRAWN)
    push(s, f_turn, seat_order(s, 0)[0])


# Turns.


def f_turn(s: State, seat: int) -> None:
    s.turn, s.active = s.turn + 1, seat
    if s.turn > 60:
        end(s, seat_order(s, 0), "cellar.long")
        return
    push(s, f_act)


def f_act(s: State) -> None:
    push(s, f_acted)
    kernel.ask(s, s.active, ACT)


def f_acted(s: State) -> None:
    push(s, f_next, s.active)
    rules_of(s).moves.perform(s, s.active, s.ans[0])


def f_next(s: State, seat: int) -> None:
    push(s, f_turn, seat_order(s, s.rules.next_seat(s, seat))[0])


def f_springs(s: State, victim: int) -> None:
    """The cards before the victim spring, one card after the other, if it must."""
    if s.active not in s.out and victim not in s.out and hidden(s, victim):
        push(s, f_sprung, victim)
        kernel.invite(s, victim, W_SPRING)


def f_sprung(s: State, victim: int) -> None:
    if s.ans[0] != PASS_MOVE:
        h = s.ans[0][1]
        push(s, f_springs, victim)
        atoms.move(s, h, s.rules.zone_id(s.owner[h], USED), 1)
        hurt(s, s.active, 1)


def f_hit(s: State, victim: int) -> None:
    if s.active not in s.out and victim not in s.out:
        hurt(s, victim, s.vars[G_FORCE])


def hidden(s: State, seat: int) -> list[int]:
    return [h for h in line_of(s, seat, LINE) if not s.face[h]]


def hurt(s: State, seat: int, n: int) -> None:
    atoms.put(s, 0, seat + 1, -n)
    if not s.num[0][seat + 1]:
        rules_of(s).course.lose(s, seat, "cellar.lives")


def f_clear(s: State, seat: int) -> None:
    """All cards of a seat that is out leave the game."""
    atoms.clear_deck(s, seat, s.rules.deck_zone(seat))
    for h in range(s.seats + 1, len(s.code)):
        if s.owner[h] == seat and s.zone[h] >= 0:
            atoms.take_away(s, h)


def end(s: State, first: Sequence[int], rule: str) -> None:
    s.over = (tuple(1 if seat in first else 2 for seat in range(s.seats)), rule)
    s.asks = s.needs = ()
    s.answers = {}


FRAMES = (
    *(f_keys, f_keyed, f_tidy, f_tidied, f_shuffled, f_bottom, f_cut, f_was_cut, f_deal, f_dealt),
    *(f_turn, f_act, f_acted, f_next, f_springs, f_sprung, f_hit, f_clear),
)


class CellarCourse(Course):
    """How a match begins and ends."""

    def begin(self, s: State) -> None:
        push(s, f_keys)
        for seat in range(s.seats):
            atoms.put(s, 0, seat + 1, LIVES)
            kernel.need(s, POOL, seat, seat, 1, ())

    def lose(self, s: State, seat: int, rule: str) -> None:
        if seat in s.out or s.over:
            return
        atoms.leave_seat(s, seat)
        left = seat_order(s, 0)
        if len(left) == 1:
            end(s, left, rule)
        elif s.turn:
            before_next_step(s, f_clear, seat)

    def check_state(self, s: State) -> bool:
        return False

    def endless(self, s: State) -> None:
        raise AssertionError("nothing goes round for ever here")


class CellarHidden(Hidden):
    """The cards that may be thrown out depend on the key, which the need names."""

    def fitting(self, rules: Tables, need: TableNeed, taken: tuple[int, ...]) -> Codes:
        fits = frozenset(CARDS) - {*taken}
        return frozenset(c for c in fits if (c - need.items[3]) % 2) if need.items[0] == UNFIT else fits


class CellarMoves(Unchained):
    """The moves of a seat."""

    def options(self, s: State, seat: int, known: Known) -> list[Move]:
        ask = kernel.ask_of(s, seat)
        assert ask is not None
        hand = line_of(s, seat, HAND)
        code = {h: s.code[h] or known.get(h, 0) for h in (*hand, *line_of(s, seat, LINE))}
        if ask.kind == ACT:
            return [*((V_LAY, h) for h in hand), (V_HIT,), (V_REST,)]
        if ask.window == W_CUT:
            size = len(line_of(s, ask.data[0], DECK)) - 1
            return [PASS_MOVE, *((V_CUT, (0, at)) for at in range(1, size))]
        if ask.window == W_HIT:
            return [PASS_MOVE, *((V_WARD, h) for h in hand), *((V_WORSEN, h) for h in hand)]
        due = [(V_SPRING, h) for h in hidden(s, seat) if code[h] in springing(s)]
        return due[:1] or [PASS_MOVE]

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        """A pass is judged when its cards are seen; of what must spring, the first one."""
        ask = kernel.ask_of(s, seat)
        assert ask is not None
        legal = self.options(s, seat, {})
        if ask.kind == RESPOND:
            legal.append(PASS_MOVE)
        return None if move in legal else Illegal("cellar.move", "the rules do not allow that now")

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return bool(line_of(s, seat, HAND))

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        shows = move[0] in (V_SPRING, V_WARD, V_WORSEN) and len(move) == 2 and type(move[1]) is int
        return (move[1],) if shows and s.seats < move[1] < len(s.code) and not s.code[move[1]] else ()

    def vouched(self, s: State, move: Move) -> int:
        return 0

    def denied(self, s: State, seat: int, move: Move) -> list[tuple[int, Codes]]:
        """The cards that are passed over: all that lies there, or what came before the one that springs."""
        ask = kernel.ask_of(s, seat)
        if ask is None or ask.kind != RESPOND or ask.window != W_SPRING:
            return []
        there = hidden(s, seat)
        passed = there[: there.index(move[1])] if move[0] == V_SPRING else there
        return [(h, springing(s)) for h in passed]

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        return self.options(s, seat, known)[0]

    def perform(self, s: State, seat: int, move: Move) -> None:
        if move[0] == V_LAY:
            atoms.move(s, move[1], s.rules.zone_id(seat, LINE), 0)
        elif move[0] == V_HIT:
            victim = seat_order(s, s.rules.next_seat(s, seat))[0]
            atoms.set_var(s, G_FORCE, 1)
            push(s, f_hit, victim)
            push(s, f_window, W_HIT, s.rules.next_seat(s, seat), s.seats)
            push(s, f_springs, victim)
        elif move[0] in (V_WARD, V_WORSEN):
            atoms.move(s, move[1], s.rules.zone_id(seat, USED), 1)
            atoms.set_var(s, G_FORCE, max(s.vars[G_FORCE] + (1 if move[0] == V_WORSEN else -1), 0))
            push(s, f_window, W_HIT, s.rules.next_seat(s, s.active), s.seats)


CELLARS = {format: Cellar(format) for format in CELLAR.formats}
