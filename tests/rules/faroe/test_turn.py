"""The run of a turn: Phases, what happens in them by itself, and rounds (F.A.R.O.E., topic turn)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import CONFIRM, ORDER
from fadenet.games.fade.tables import DECK, HAND, V_ROUND
from tests.builders.scenario import (
    AFTERMATH,
    COMBAT,
    DRAWING,
    ENDING,
    PREPARATION,
    STARTING,
    Duel,
    rules_with,
)

CARDS = """
[card.burden]
name = "Burden"
types = ["Character"]
hp = 9
plv = 1
[[card.burden.ability]]
on = "draw-phase"
do = [{ discard = 1 }]
[card.charger]
name = "Charger"
types = ["Character"]
hp = 9
plv = 1
keywords = { Charge = 2 }
[card.lookout]
name = "Lookout"
types = ["Character"]
hp = 9
plv = 1
[[card.lookout.ability]]
activate = true
cost = 1
answers = { to = "attack" }
anyone = true
do = [{ block = true }]
[card.herald]
name = "Herald"
types = ["Character"]
hp = 9
plv = 1
[[card.herald.ability]]
on = "starting-phase"
of = "all players"
do = [{ gain_tp = 1 }]
[card.hobble]
name = "Hobble"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ mod = "PLV", n = 2, on = "target", until = "round" }]
"""


def phases_of(d: Duel, turn: int) -> list[int]:
    """The Phases that began in a turn, in order."""
    found, now = [], 0
    for row in d.log:
        if row in d.happened("turn-begins"):
            now = row[5]
        elif row[0] == d.rules.events.index("phase-begins") and now == turn:
            found.append(row[5])
    return found


def fresh(seats: int = 2) -> Duel:
    """A match in its first Preparation Phase with all that set-up brought, seat 0 first."""
    d = Duel(seats=seats, setup=False)
    for seat in range(seats):
        d.answer(seat, (kernel.V_MODE, (0, 1 if seat == 0 else 3)))
    for seat in range(seats):
        d.no(seat)
    d.go(0, PREPARATION)
    return d


@pytest.mark.editions("turn.definition")
def test_only_the_turn_player_goes_through_the_phases() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    item = d.hand(0, "ration")
    d.go(1, COMBAT)
    assert d.refused(0, "attack", x, y) == "turn.definition"
    d.play(1, "attack", y, x)
    d.pass_chain()
    assert d.asked() == [0]  # the Chain has finished
    tp = d.tp_of(0)
    d.play(0, "play", item)
    assert d.tp_of(0) == tp - 1


@pytest.mark.editions("turn.phases")
def test_phases_come_in_fixed_order_and_none_comes_back() -> None:
    d = Duel()
    pooled = d.fighter(0)
    d.end_turn()
    assert phases_of(d, 1) == [STARTING, DRAWING, PREPARATION, COMBAT, AFTERMATH, ENDING]
    d.go(0, COMBAT)
    assert d.refused(0, "play", pooled, (1, 0)) == "turn.phases"


@pytest.mark.rule("faroe", "turn.skip")
def test_sub_phases_can_be_skipped_and_whole_phases_cannot() -> None:
    """Given a Player who only attacks; then the sub-phases can be ended, and the Draw Phase cannot."""
    d = Duel()
    x = d.character(0)
    d.hand(0, "ration")
    d.go(0, PREPARATION)
    d.play(0, "end")
    assert d.s.phase == COMBAT
    d.play(0, "attack", x, d.body(1))
    d.pass_all()
    d.play(0, "end")
    assert d.s.phase == AFTERMATH
    d.play(0, "end")
    d.go(0, DRAWING)
    assert d.refused(0, "end") == "turn.skip"


@pytest.mark.editions("turn.starting")
def test_curse_comes_before_the_tp_of_the_starting_phase() -> None:
    d = Duel()
    x = d.character(1)
    d.counters(x, "Curse", 1)
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.where(x) == "Rift Zone"
    assert d.tp_of(1) == 1


@pytest.mark.editions("turn.starting")
def test_the_empty_deck_is_looked_at_before_anything_else() -> None:
    d = Duel(CARDS)
    d.character(1, "charger")
    d.deck_size(1, 0)
    d.tp(1, 0)
    d.pass_all()
    d.end_turn()
    assert d.s.over == ((1, 2), "win.lose-deck")
    assert d.tp_of(1) == 0


@pytest.mark.editions("turn.starting-tp-everyone")
def test_everybody_gains_1_tp_from_the_first_turn_on() -> None:
    d = fresh()
    assert d.s.turn == 1
    assert d.tp_of(0) == 1
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 1
    d.go(0, PREPARATION)
    assert d.tp_of(0) == 2


@pytest.mark.editions("turn.draw")
def test_effects_of_the_draw_phase_come_before_the_draw() -> None:
    d = Duel(CARDS)
    d.character(1, "burden")
    for _ in range(5):
        d.hand(1, "strike")
    d.deck_size(1, 20)
    told = len(d.log)
    d.go(1, PREPARATION)
    names = [d.rules.events[row[0]] for row in d.log[told:]]
    assert names.index("discarded") < names.index("drawn")
    assert (d.size(1, HAND), d.size(1, DECK)) == (5, 19)


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


@pytest.mark.editions("turn.end")
def test_end_phase_effects_then_hand_limit_then_the_next_player() -> None:
    d = Duel()
    x = d.character(0)
    d.counters(x, "Blindness", 1)
    for _ in range(12):
        d.hand(0, "strike")
    d.go(0, AFTERMATH)
    told = len(d.log)
    d.end_turn()
    assert d.count(x, "Blindness") == 0
    assert d.size(0, HAND) == 10
    names = [d.rules.events[row[0]] for row in d.log[told:]]
    assert names.index("counter-gone") < names.index("discarded") < names.index("turn-begins")
    assert d.s.active == 1


@pytest.mark.editions("turn.phase-effects-order")
def test_the_turn_player_orders_charge_and_curse() -> None:
    """Given 0 TP, Charge 2 and 2 Curse Counters; when Charge is taken first; then it pays for Curse."""
    d = Duel(CARDS)
    d.character(1, "charger")
    x = d.character(1)
    d.counters(x, "Curse", 2)
    d.tp(1, 0)
    d.go(1, STARTING)
    assert d.asked() == [1]
    assert d.asked_kind() == ORDER
    by_source = {row[3] & 0xFFFF: -row[5] for row in d.s.queue}
    curse = by_source.pop(x)
    (charge,) = by_source.values()
    assert {move[1] for move in d.options(1)} == {curse, charge}
    d.play(1, "pick", charge)
    while d.asked_kind() != CONFIRM:
        d.step()
    assert d.tp_of(1) == 2
    d.yes(1)
    d.go(1, PREPARATION)
    assert d.where(x) == "Character Zone"
    assert d.tp_of(1) == 1


@pytest.mark.editions("turn.phase-effects-order")
def test_curse_first_leaves_nothing_to_pay_with() -> None:
    d = Duel(CARDS)
    d.character(1, "charger")
    x = d.character(1)
    d.counters(x, "Curse", 2)
    d.tp(1, 0)
    d.go(1, STARTING)
    d.play(1, "pick", next(-row[5] for row in d.s.queue if row[3] & 0xFFFF == x))
    d.go(1, PREPARATION)
    assert d.where(x) == "Rift Zone"
    assert d.tp_of(1) == 3


@pytest.mark.editions("turn.phase-effects-order")
def test_the_turn_players_effects_come_before_those_of_others() -> None:
    d = Duel(CARDS)
    d.character(0, "herald")
    d.character(1, "herald")
    d.tp(0, 0)
    d.tp(1, 0)
    told = len(d.log)
    d.go(1, PREPARATION)
    assert [row[3] for row in d.log[told:] if row in d.happened("gains-tp")] == [1, 0, 1]


@pytest.mark.editions("turn.round")
def test_a_round_is_one_turn_of_everybody_still_there() -> None:
    d = Duel(seats=3)
    seen = []
    for turn in range(1, 8):
        seen.append((d.s.active, d.s.vars[V_ROUND]))
        if turn == 4:
            kernel.leave(d.s, 1)
            d.settle()
        d.end_turn()
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2), (2, 2), (0, 3), (2, 3)]


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
