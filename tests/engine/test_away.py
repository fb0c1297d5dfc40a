"""Passes of a seat that is away: where they hold, and from which stake on the seat is asked all the same."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.chain import W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.policies import ATTACKED, TOUCHED
from fadenet.engine.standing import AWAY, LEAST, LEAST_MAX, away
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, PREPARATION
from fadenet.games.prelude import tables as p
from fadenet.games.terrene import tables as terrene
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards.fade import cards

ALL = 1 << W_CHAIN | 1 << W_GAP | 1 << W_PHASE | 1 << W_SHOW
CARDS = cards("focus", "pressure")


def says(d: Duel | Terrene | Prelude, seat: int, *rows: tuple[int, int]) -> None:
    """The standing passes of a seat from now on, as its last answer would have said."""
    d.s.passes = tuple((seat, mask, until) for mask, until in rows)


def attacked() -> tuple[Duel, int, int]:
    """A duel in which B has a Reaction, and A's Characters: one to attack with, B's to attack."""
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    d.on(y, "focus")
    d.go(0, COMBAT)
    return d, x, y


def test_a_seat_that_is_away_is_not_asked_in_the_turn_of_another() -> None:
    """given B that could answer and is away, when A attacks, then nobody asks B."""
    d, x, y = attacked()
    says(d, 1, away(ALL, d.s.turn))
    d.play(0, "attack", x, y)
    assert 1 not in d.asked()


def test_what_is_said_is_over_after_its_last_turn() -> None:
    """given B that was away until the turn before, when A attacks, then B is asked."""
    d, x, y = attacked()
    says(d, 1, away(ALL, d.s.turn - 1))
    d.play(0, "attack", x, y)
    assert d.asked() == [1]


def test_nobody_is_away_in_its_own_turn() -> None:
    """given A that is away until its next turn, when B answers A's Attack, then A is asked for an answer."""
    d, x, y = attacked()
    d.on(x, "focus")
    says(d, 0, away(ALL, d.s.turn + 1))
    d.play(0, "attack", x, y)
    d.play(1, "pass")
    assert d.asked() == [0]


@pytest.mark.parametrize(
    ("least", "asks"), [(TOUCHED, True), (ATTACKED, True), (ATTACKED + 3, True), (ATTACKED + 4, False)]
)
def test_a_seat_is_asked_from_its_stake_on(least: int, asks: bool) -> None:
    """given B that is away up to some stake, when a Character with 3 PLV attacks it, then B is asked if that
    is as much."""
    d, x, y = attacked()
    says(d, 1, away(ALL, d.s.turn, least))
    d.play(0, "attack", x, y)
    assert (1 in d.asked()) == asks


def test_what_is_no_attack_on_a_side_is_below_one() -> None:
    """given B that wants to be asked once it is attacked, when A plays an Item on itself, then B is not."""
    d, _, _ = attacked()
    d.go(0, PREPARATION)
    says(d, 1, away(ALL, d.s.turn, ATTACKED))
    d.play(0, "play", d.hand(0, "ration"))
    assert 1 not in d.asked()


def test_the_first_free_choice_of_the_last_turn_ends_it() -> None:
    """given B that is away between actions up to its next free choice, when its turn begins, then it is asked
    nothing before that choice, and has no standing pass from then on."""
    d = Duel(CARDS)
    d.character(0), d.character(1)
    d.hand(1, "ration")
    says(d, 1, away(1 << W_GAP | 1 << W_PHASE, d.s.turn + 1), (1 << W_SHOW, 9))
    d.next_turn(1)
    assert d.s.passes == ((1, 1 << W_SHOW, 9),)


def test_a_row_says_no_more_than_its_numbers_hold() -> None:
    """given a stake beyond all bounds, when a row is made of it, then it is one that an answer may say."""
    mask, _ = away(ALL, 5, 10**6)
    assert mask >> LEAST == LEAST_MAX and mask & AWAY
    d, x, y = attacked()
    d.play(0, "attack", x, y)
    assert kernel.judge(d.s, 1, PASS_MOVE, (), [(mask, 5)]) is None


@pytest.mark.parametrize(("least", "asked"), [(None, False), (ATTACKED + 21, False), (ATTACKED + 20, True)])
def test_a_weak_attack_is_not_blocked_by_a_player_who_is_away(least: int | None, asked: bool) -> None:
    """given a player that is away up to some stake, when one of 20 ATK attacks, then it may be asked for a
    blocker."""
    g = Terrene()
    ann = g.character(0)
    g.character(1)
    says(g, 1, away(1 << terrene.W_BLOCK, g.s.turn, least))
    g.play(0, "attack", ann)
    assert (g.asked() == [1]) == asked


def test_only_one_who_is_away_passes_on_traps() -> None:
    """given a player that may spring a Trap, when it has a standing pass for Traps, then it is asked all the
    same, as ever; away it is not."""
    for row, asked in (((1 << W_SHOW, 99), True), (away(1 << W_SHOW, 99), False)):
        g = Terrene(edition=True)
        ann, foe = g.character(0), g.character(1, "guard")
        g.character(1, "planner")
        g.hold(foe, "lethal-counter-attack")
        says(g, 1, row)
        g.play(0, "attack", ann)
        g.to_block()
        g.play(1, "block", foe)
        g.pass_chain()
        assert (W_SHOW in [a.window for a in g.s.asks if a.seat == 1]) == asked


def meeting(g: Terrene | Prelude, window: int) -> None:
    """Seat 1 is away, and meets attacks in a window."""
    says(g, 1, away(1 << window, g.s.turn, meet=True), away(1 << W_CHAIN | 1 << W_SHOW, g.s.turn))


def blockers(g: Terrene) -> list[int]:
    """The blockers of an attack by seat 0 on seat 1, which has ordered blocks and is not asked."""
    ann = g.character(0)
    meeting(g, terrene.W_BLOCK)
    g.play(0, "attack", ann)
    assert 1 not in g.asked()
    g.pass_all()
    return [row[ROW_CARD] for row in g.happened("blocks")]


def test_whoever_takes_least_and_lives_blocks_by_order() -> None:
    """given three Characters, of whom one would fall, when their player has ordered blocks and is attacked,
    then the other one that has most DEF blocks."""
    g = Terrene()
    g.character(1, "guard", damage=25)
    g.character(1, "thief")
    titan = g.character(1, "titan")
    assert blockers(g) == [titan]


def test_the_lowest_of_those_that_would_fall_blocks_by_order() -> None:
    """given two Characters that would fall, when their player has ordered blocks, then the lower blocks."""
    g = Terrene()
    g.character(1, "titan", damage=35)
    low = g.character(1)
    assert blockers(g) == [low]


def test_the_last_character_is_not_given_up_by_order() -> None:
    """given an only Character that would fall, when its player has ordered blocks and is attacked, then it
    does not block."""
    g = Terrene()
    g.character(1)
    assert not blockers(g)


def test_an_attack_is_evaded_by_order_as_long_as_it_hurts() -> None:
    """given a character with two actions, when it has ordered defences and is struck, then it evades once."""
    g = Prelude("human", "elf")
    g.actions(1, 2)
    meeting(g, p.W_DEFENCE)
    g.quietly(0, "strike", g.body(1))
    assert len(g.happened("evades")) == 1 and g.s.num[p.ACTIONS][2] == 1


def test_an_attack_that_does_not_hurt_is_let_through_by_order() -> None:
    """given a character whose armour takes all off, when it has ordered defences and is struck, then it keeps
    its actions."""
    g = Prelude("human", "dwarf")
    g.actions(1, 2)
    meeting(g, p.W_DEFENCE)
    g.quietly(0, "strike", g.body(1))
    assert not g.happened("evades") and g.s.num[p.ACTIONS][2] == 2


@pytest.mark.parametrize(
    ("row", "asked"), [((1 << p.W_DEFENCE, 99), True), (away(1 << p.W_DEFENCE, 99), False)]
)
def test_only_one_who_is_away_leaves_attacks_undefended(row: tuple[int, int], asked: bool) -> None:
    """given an attack that could be evaded, when its target has a standing pass for defences, then it is
    asked all the same, as ever; away it is not."""
    g = Prelude("human", "dwarf")
    says(g, 1, row)
    g.play(0, "strike", g.body(1))
    assert (p.W_DEFENCE in [a.window for a in g.s.asks if a.seat == 1]) == asked


@pytest.mark.parametrize(("less", "asked"), [(1, True), (-1, False)])
def test_a_weak_attack_is_left_undefended(less: int, asked: bool) -> None:
    """given an attack, when its target wants to be asked from one that is 1 weaker or 1 stronger on, then it
    is asked for a defence or not."""
    g = Prelude("human", "dwarf")
    says(g, 1, away(1 << p.W_DEFENCE, 99, ATTACKED + g.rules.figures.unarmed_attack - less))
    g.play(0, "strike", g.body(1))
    assert (p.W_DEFENCE in [a.window for a in g.s.asks if a.seat == 1]) == asked
