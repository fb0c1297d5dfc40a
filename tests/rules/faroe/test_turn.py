"""The run of a turn: Phases, what happens in them by itself, and rounds (F.A.R.O.E., topic turn)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DRAWING, HAND, PREPARATION
from tests.builders.scenario import ROCK, SCISSORS, Duel, rules_with
from tests.cards.fade import character, item

CARDS = character(
    "lookout",
    plv=1,
    ability={"activate": True, "cost": 1, "answers": "attack", "anyone": True, "do": {"block": True}},
) + item("hobble", targets="all characters", do={"mod": "PLV", "n": 2, "on": "target", "until": "round"})


def fresh(seats: int = 2) -> Duel:
    """A match in its first Preparation Phase with all that set-up brought, seat 0 first."""
    d = Duel(seats=seats, setup=False)
    for seat in range(seats):
        d.answer(seat, (kernel.V_MODE, (0, 1 if seat == 0 else 3)))
    for seat in range(seats):
        d.no(seat)
    d.go(0, PREPARATION)
    return d


@pytest.mark.rule("faroe", "turn.skip")
def test_sub_phases_can_be_skipped_and_whole_phases_cannot() -> None:
    """Given a Player who only attacks; then the sub-phases can be ended, and the Draw Phase cannot."""
    d = Duel()
    x = d.character(0)
    d.hand(0, "ration")
    d.go(0, PREPARATION)
    d.play(0, "end")
    assert d.s.phase == COMBAT
    d.quietly(0, "attack", x, d.body(1))
    d.play(0, "end")
    assert d.s.phase == AFTERMATH
    d.play(0, "end")
    d.go(0, DRAWING)
    assert d.refused(0, "end") == "turn.skip"


@pytest.mark.editions("turn.starting-tp-everyone")
def test_everybody_gains_1_tp_from_the_first_turn_on() -> None:
    d = fresh()
    assert d.s.turn == 1
    assert (d.tp_of(0), d.tp_of(1)) == (1, 0)
    d.go(1, PREPARATION)
    assert (d.tp_of(0), d.tp_of(1)) == (1, 1)
    d.go(0, PREPARATION)
    assert d.tp_of(0) == 2


@pytest.mark.rule("faroe", "turn.first-draw-two-players")
def test_in_a_duel_the_first_player_does_not_draw_in_turn_one() -> None:
    d = fresh()
    assert d.size(0, HAND) == 6
    d.go(1, PREPARATION)
    assert d.size(1, HAND) == 7
    d.go(0, PREPARATION)
    assert d.size(0, HAND) == 7


@pytest.mark.rule("faroe", "turn.first-draw-more-players")
def test_with_three_players_the_first_one_draws() -> None:
    d = fresh(seats=3)
    assert d.s.turn == 1
    assert d.size(0, HAND) == 7


@pytest.mark.rule("faroe", "turn.first-draw-coop")
def test_two_players_side_by_side_both_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_with(), "sides", (0, 0))
    d = fresh()
    assert d.s.turn == 1
    assert d.size(0, HAND) == 7


@pytest.mark.rule("faroe", "turn.round-duration")
def test_paralyze_lasts_until_the_same_players_next_turn() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1, "lookout")
    z = d.character(1)
    d.counters(y, "Paralyze", 1)
    d.go(1, COMBAT)
    assert d.count(y, "Paralyze") == 0
    assert d.refused(1, "attack", y, x) == "action.cannot-act"
    d.go(0, COMBAT)
    d.on(z, "guard")
    d.play(0, "attack", x, z)
    assert d.refused(1, "activate", y, -1) == "action.cannot-act"
    d.pass_all()
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, x)


@pytest.mark.rule("faroe", "turn.round-duration")
def test_what_lasts_a_round_of_an_eliminated_player_ends_when_that_turn_would_have_begun() -> None:
    """Given +2 PLV this round in seat 1's turn; when seat 1 has left; then it ends between 0 and 2."""
    d = Duel(CARDS, seats=3)
    x = d.character(0)
    item = d.hand(1, "hobble")
    d.go(1, PREPARATION)
    d.play(1, "play", item, x)
    d.pass_chain()
    assert d.plv(x) == 5
    d.go(2, PREPARATION)
    kernel.leave(d.s, 1)
    d.settle()
    d.go(0, PREPARATION)
    assert d.plv(x) == 5
    d.go(2, PREPARATION)
    assert d.plv(x) == 3


@pytest.mark.rule("faroe", "turn.first-draw-two-players", "turn.first-draw-more-players")
def test_the_draw_phase_in_which_nothing_is_drawn_has_its_effects() -> None:
    # Given the first Player of a duel, with "at your Draw Phase, gain 1 TP", in the first turn.
    usher = character("usher", hp=5, plv=1, ability={"on": "draw-phase", "do": {"gain_tp": 1}})
    d = Duel(usher, setup=False)
    d.throw(ROCK, SCISSORS)
    d.character(0, "usher")
    d.keep()
    # Then the effect comes, beside the 1 TP of the Starting Phase, and nothing is drawn.
    d.go(0, PREPARATION)
    assert (d.s.turn, d.tp_of(0), d.size(0, HAND)) == (1, 2, 6)
