"""A rule set for tests of matches of several games: one stroke ends a game.

Each seat draws one of the cards 1 to 4. The seats begin in turns. A player who strikes wins the game, one who
yields loses it; a quarrel is a game that nobody wins and that is played again. Four turns without a stroke
are a game that nobody wins.
"""

from __future__ import annotations

from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.card import Card
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.kit import moves, series, turns
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.series import Series
from fadenet.engine.kit.verbs import AnyVerb, Verb
from fadenet.engine.language import instructions
from fadenet.engine.policies import Course, GamePolicies, Index, Triggers
from fadenet.engine.rules import Rules
from fadenet.engine.state import POOL, State
from tests.builders.ten import PlainBook

CARDS = (1, 2, 3, 4)
DECK, HAND = range(2)
STROKES = 0  # a numbered column: how often a seat has struck in this game
GAMES, WINS, SCORN = 0, 1, 3  # scalars; those of wins are two
GAME, MK_STROKE = 0, 0  # the period of a game, and a mark in it
LAST_TURN = 4
V_STRIKE, V_YIELD, V_QUARREL, V_END = range(len(kernel.VERBS), len(kernel.VERBS) + 4)
E_OVER = len(atoms.EVENTS)
ENDS = ("bouts.struck", "bouts.yielded", "bouts.quarrel", "bouts.late")


def f_over(s: State, winner: int, rule: int) -> None:
    """The game is over; one that ends in a quarrel counts for nothing."""
    series.over(s, winner, ENDS[rule], counts=ENDS[rule] != "bouts.quarrel")


def over(s: State, winner: int, rule: str) -> None:
    chain.push(s, f_over, winner, ENDS.index(rule))


def strike(s: State, seat: int) -> None:
    atoms.put(s, STROKES, seat + 1, 1)
    atoms.set_var(s, SCORN, 1)
    atoms.mark(s, GAME, MK_STROKE, seat)
    atoms.stand(s, seat, ((1, LAST_TURN),))
    over(s, seat, "bouts.struck")


def goes_on(s: State) -> bool:
    if s.turn == LAST_TURN:
        over(s, -1, "bouts.late")
    return s.turn < LAST_TURN


def begin_again(s: State) -> None:
    chain.push(s, f_deal)
    for seat in range(s.seats):
        cards = range(s.seats + 1, len(s.code))
        kernel.need(s, POOL, seat, seat, 0, series.laid_back(s, seat, seat, cards))


def f_deal(s: State) -> None:
    chain.push(s, turns.f_turn, s.vars[GAMES] % 2)
    for seat in range(s.seats):
        chain.push(s, instructions.f_draw, seat, 1, 0)


VERB_TABLE: dict[int, AnyVerb] = {
    V_STRIKE: Verb(begins=strike),
    V_YIELD: Verb(begins=lambda s, seat: over(s, 1 - seat, "bouts.yielded")),
    V_QUARREL: Verb(begins=lambda s, seat: over(s, -1, "bouts.quarrel")),
    V_END: Verb(),
}
ANSWERS: dict[int, tuple[int | tuple[int, ...], ...]] = {chain.FREE: tuple(VERB_TABLE)}
TRACK = turns.Track(lambda s: None, (None,), 1, lambda s: None, goes_on)


class Bouts(Rules):
    """to_win, cap: how many games win the match, and how many are played at most."""

    def __init__(self, to_win: int = 2, cap: int = 5) -> None:
        super().__init__(Descriptor("bouts", "", {"duel": (2,)}))
        self.take_verbs((*kernel.VERBS, "strike", "yield", "quarrel", "end"), (V_END,))
        self.take_zones("dh", ())
        self.events = (*atoms.EVENTS, "over")
        self.phases = ("", "bout")
        self.deck_kind, self.hand_kind = DECK, HAND
        self.numbers, self.scalars = 1, 4
        nothing: tuple[Any, ...] = (0, (), frozenset(), "", (), {})
        self.cards = [Card(n, f"c{n}", f"Card {n}", 1, (n,), *nothing) for n in (0, *CARDS)]
        games = Series(
            begin=begin_again,
            to_win=to_win,
            cap=cap,
            rule_won="bouts.won",
            rule_cap="bouts.cap",
            event=E_OVER,
            ends=ENDS,
            games=GAMES,
            wins=WINS,
            forgets=range(SCORN, SCORN + 1),
        )
        self.composed_of(TRACK, games)
        self.played_by(
            GamePolicies(
                course=BoutsCourse(),
                moves=BoutsMoves(self, VERB_TABLE, ANSWERS),
                triggers=BoutsTriggers(),
                book=PlainBook(),
            )
        )
        shared = (chain, instructions, turns, moves)
        self.frames = [*[run for part in shared for run in part.FRAMES], f_over, f_deal]
        self.pickers = [*chain.PICKERS, *instructions.PICKERS]


class BoutsCourse(Course):
    """A match of several games."""

    def begin(self, s: State) -> None:
        chain.push(s, f_deal)
        for seat in range(s.seats):
            atoms.show_body(s, seat)
            kernel.need(s, POOL, seat, seat, 1, ())

    def next_seat(self, s: State, seat: int) -> int:
        return 1 - seat

    def lose(self, s: State, seat: int, rule: str) -> None:
        atoms.leave_seat(s, seat)
        atoms.end_match(s, tuple(2 if e == seat else 1 for e in range(s.seats)), rule)

    def check_state(self, s: State) -> bool:
        return False


class BoutsMoves(Verbs):
    """Its verbs; nobody answers them."""

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return False


class BoutsTriggers(Triggers):
    """No card listens."""

    def build_index(self, s: State) -> Index:
        return Index({}, {}, frozenset())
