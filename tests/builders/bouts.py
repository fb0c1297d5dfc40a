"""A rule set for tests of matches of several games: two cards are picked in secret, one stroke ends a game.

Each seat has the cards 1 to 4. It picks an odd one, which stays hidden, and another one, its champion, which
all open together. Whoever strikes wins the game if its champion is higher, and else loses it. Whoever flees
loses it, too. Four turns without a stroke are a game that nobody wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.card import Card
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.kit import moves, series, turns
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.policies import Course, Index, Triggers
from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from tests.builders.ten import PlainBook

CARDS = (1, 2, 3, 4)
DECK, LINE = range(2)
STROKES = 0  # a numbered column: how often a seat has struck in this game
GAME, MK_PICK = 1, 0  # the period of a game, and the marks of cards that were picked in it
ODD, ANY, PICKED = 1, 2, 3  # statements
LAST_TURN = 4
V_STRIKE, V_FLEE, V_END = range(len(kernel.VERBS), len(kernel.VERBS) + 3)
E_ROLLED, E_BEGINS, E_OVER = range(len(atoms.EVENTS), len(atoms.EVENTS) + 3)
ENDS = ("bouts.struck", "bouts.fled", "bouts.late")


def champion(s: State, seat: int) -> int:
    """How high the champion of a seat is."""
    return s.code[s.zones[s.rules.zone_id(seat, LINE)][-1]]


def strike(s: State, seat: int) -> None:
    atoms.put(s, STROKES, seat + 1, 1)
    higher = champion(s, seat) > champion(s, 1 - seat)
    series.over(s, seat if higher else 1 - seat, "bouts.struck")


def lay(s: State, seat: int, cards: tuple[int, ...]) -> None:
    for h, statement in zip(cards, (ODD, PICKED), strict=True):
        atoms.vouch(s, h, statement)
        atoms.move(s, h, s.rules.zone_id(seat, LINE), 0)


def goes_on(s: State) -> bool:
    if s.turn == LAST_TURN:
        series.over(s, -1, "bouts.late")
    return s.turn < LAST_TURN


VERB_TABLE: dict[int, AnyVerb] = {
    V_STRIKE: Verb(rules=(Rule("bouts.patience", seat=lambda s, seat: s.turn > 1),), begins=strike),
    V_FLEE: Verb(begins=partial(series.forfeit, rule="bouts.fled")),
    V_END: Verb(),
}
ANSWERS: dict[int, tuple[int | tuple[int, ...], ...]] = {chain.FREE: tuple(VERB_TABLE)}
TRACK = turns.Track(lambda s: None, (None,), 1, lambda s: None, goes_on)


class Bouts(Rules):
    """to_win, cap: how many games win the match, and how many are played at most."""

    descriptor = Descriptor("bouts", "", {"duel": (2,)})
    verbs = (*kernel.VERBS, "strike", "flee", "end")
    end_move = (V_END,)
    events = (*atoms.EVENTS, "rolled", "begins", "over")
    zone_letters = ("d", "l")
    field_kinds = (LINE,)
    phases = ("", "bout")
    deck_kind = DECK
    numbers, scalars = 1, series.SCALARS
    sides = (0, 1)

    def __init__(self, to_win: int = 2, cap: int = 5) -> None:
        super().__init__()
        nothing: tuple[Any, ...] = (0, (), frozenset(), (), {}, "")
        self.cards = [Card(n, f"c{n}", f"Card {n}", 1, (n,), *nothing) for n in (0, *CARDS)]
        self.predicate(lambda card: card.code % 2 == 1, "an odd card")
        self.predicate(lambda card: True, "a card")
        self.predicate(lambda card: True, "another card")
        games = series.Series(
            to_win=to_win,
            cap=cap,
            rule_won="bouts.won",
            rule_cap="bouts.cap",
            die=6,
            rolled=E_ROLLED,
            begins=E_BEGINS,
            over=E_OVER,
            ends=ENDS,
            picks=(ODD, ANY),
            statement=ANY,
            apart=(ODD, PICKED),
            seen=(GAME, MK_PICK),
            columns=(STROKES,),
            lay=lay,
        )
        self.composed_of(TRACK, games)
        self.played_by(
            course=BoutsCourse(),
            moves=BoutsMoves(self, VERB_TABLE, ANSWERS),
            triggers=BoutsTriggers(),
            book=PlainBook(),
            hidden=series.Picks(games),
        )
        self.frames = [*chain.FRAMES, *series.FRAMES, *turns.FRAMES, *moves.FRAMES]
        self.pickers = [*chain.PICKERS, *series.PICKERS]


class BoutsCourse(Course):
    """A match of several games."""

    def begin(self, s: State) -> None:
        series.begin(s)

    def next_seat(self, s: State, seat: int) -> int:
        return series.next_seat(s, seat)

    def lose(self, s: State, seat: int, rule: str) -> None:
        series.lose(s, seat, rule)

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
