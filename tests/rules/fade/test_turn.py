"""The run of a turn: Phases, what happens in them by itself, and rounds (topic turn)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import CONFIRM, ORDER, ROW_EVENT, ROW_N, ROW_SEAT
from fadenet.games.fade.tables import (
    AFTERMATH,
    COMBAT,
    DECK,
    DRAWING,
    ENDING,
    HAND,
    PREPARATION,
    STARTING,
    V_ROUND,
)
from tests.builders.meetings import cited
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import character, item

CARDS = (
    character("burden", plv=1, ability={"on": "draw-phase", "do": {"discard": 1}})
    + character("charger", plv=1, keywords={"{Charge}": 2})
    + character("herald", plv=1, ability={"on": "starting-phase", "of": "all players", "do": {"gain_tp": 1}})
    + item(
        "wax",
        cost=0,
        targets="all characters",
        do={"mod": "PLV", "n": 1, "on": "target", "until": "your turn"},
    )
    + item(
        "tide", cost=0, targets="all characters", do={"mod": "PLV", "n": 2, "on": "target", "until": "round"}
    )
    + item("loan", cost=0, targets="enemy characters", do={"control": "target", "until": "your turn"})
    + character("parting", plv=1, ability={"on": "turn-ends", "do": {"damage": 1, "to": "enemy players"}})
    + character(
        "mourner",
        plv=1,
        ability={
            "on": "discarded",
            "of": "all discard pile",
            "limit": 1,
            "do": {"damage": 2, "to": "enemy players"},
        },
    )
    + character(
        "witness",
        plv=1,
        ability=[
            {"on": "turn-ends", "of": "all players", "do": {"damage": 1, "to": "you"}},
            {"on": "turn-begins", "of": "all players", "do": {"damage": 1, "to": "you"}},
        ],
    )
    + character(
        "taxer",
        plv=1,
        ability={"on": "gains-tp", "of": "all players", "do": {"damage": 3, "to": "enemy players"}},
    )
)


def phases_of(d: Duel, turn: int) -> list[int]:
    """The Phases that began in a turn, in order."""
    found, now = [], 0
    for row in d.log:
        if row in d.happened("turn-begins"):
            now = row[ROW_N]
        elif row[ROW_EVENT] == d.rules.events.index("phase-begins") and now == turn:
            found.append(row[ROW_N])
    return found


@pytest.mark.editions("turn.definition", fade2="turn.definitions", fade1="turn.definition")
def test_only_the_turn_player_goes_through_the_phases(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    y = d.character(1)
    item = d.hand(0, "ration")
    d.go(1, COMBAT)
    assert d.refused(0, "attack", x, y) == d.rule("waiting")
    d.play(1, "attack", y, x)
    d.pass_chain()
    assert d.asked() == [0]  # the Chain has finished
    tp = d.tp_of(0)
    d.play(0, "play", item)
    assert d.tp_of(0) == tp - 1


@pytest.mark.editions("turn.phases", fade2="turn.battle-steps", fade1="turn.battle-steps")
@pytest.mark.editions("turn.phases", fade2="turn.phase-order", fade1="turn.phase-order")
def test_phases_come_in_fixed_order_and_none_comes_back(edition: str) -> None:
    d = Duel(edition=edition)
    pooled, x, y = d.fighter(0), d.character(0), d.character(1)
    d.end_turn()
    assert phases_of(d, 1) == [STARTING, DRAWING, PREPARATION, COMBAT, AFTERMATH, ENDING]
    d.go(0, COMBAT)
    assert d.refused(0, "play", pooled, d.to("front")) == d.rule("other-phase")
    d.go(0, AFTERMATH)
    assert d.refused(0, "attack", x, y) == d.rule("other-phase")


@pytest.mark.editions("turn.starting", fade2="turn.starting-effects", fade1="turn.starting-phase-effects")
def test_curse_comes_before_the_tp_of_the_starting_phase(edition: str) -> None:
    d = Duel(edition=edition)
    x = d.character(1)
    d.counters(x, "Curse", 1)
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.lies(x) == "rift"
    assert d.tp_of(1) == d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions("turn.starting", fade2="turn.starting-effects", fade1="turn.starting-phase-effects")
def test_the_empty_deck_is_looked_at_before_anything_else(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(1, "charger")
    d.deck_size(1, 0)
    d.tp(1, 0)
    d.pass_all()
    d.end_turn()
    assert d.s.over == ((1, 2), d.rule("empty-deck"))
    assert d.tp_of(1) == 0


@pytest.mark.editions("turn.draw", fade2="turn.draw-effects", fade1="turn.draw-phase-effects")
def test_effects_of_the_draw_phase_come_before_the_draw(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(1, "burden")
    for _ in range(5):
        d.hand(1, "strike")
    d.deck_size(1, 20)
    told = len(d.log)
    d.go(1, PREPARATION)
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log[told:]]
    assert names.index("discarded") < names.index("drawn")
    more = d.rules.figures.draw_per_draw_phase
    assert (d.size(1, HAND), d.size(1, DECK)) == (4 + more, 20 - more)


@pytest.mark.editions("turn.end", fade2="turn.end-phase", fade1="turn.end-sequence")
def test_end_phase_effects_then_hand_limit_then_the_next_player(edition: str) -> None:
    d = Duel(edition=edition)
    x = d.character(0)
    d.counters(x, "Blindness", 1)
    for _ in range(12):
        d.hand(0, "strike")
    d.go(0, AFTERMATH)
    told = len(d.log)
    d.end_turn()
    assert d.count(x, "Blindness") == 0
    assert d.size(0, HAND) == 10
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log[told:]]
    assert names.index("counter-gone") < names.index("discarded") < names.index("turn-begins")
    assert d.s.active == 1


def told(d: Duel, since: int) -> list[tuple[str, int]]:
    """The damage to Players since a row of the log, and the Phases and turns between: (event, number)."""
    names = [(d.rules.events[row[ROW_EVENT]], row[ROW_N]) for row in d.log[since:]]
    return [row for row in names if row[0] in ("takes-damage", "phase-begins", "turn-ends", "turn-begins")]


@pytest.mark.editions("turn.end", fade2="turn.end-phase", fade1="turn.end-sequence")
def test_what_the_close_of_a_turn_sets_off_comes_in_that_turn(edition: str) -> None:
    # Given a Character that acts when its player ends a turn, one that acts once a turn when a card is
    # discarded, and 12 cards in Hand.
    d = Duel(CARDS, edition=edition)
    d.character(0, "parting"), d.character(0, "mourner")
    for _ in range(12):
        d.hand(0, "strike")
    d.go(0, AFTERMATH)
    since = len(d.log)
    d.end_turn()
    # Then the discard to the Hand limit is answered before the turn ends, and its end before the next turn.
    ended = [("phase-begins", ENDING), ("takes-damage", 2), ("turn-ends", 0), ("takes-damage", 1)]
    assert told(d, since)[:6] == [*ended, ("turn-begins", 2), ("phase-begins", STARTING)]


@pytest.mark.editions("turn.phases", fade2="turn.phase-order", fade1="turn.phase-order")
def test_what_the_tp_of_a_starting_phase_sets_off_comes_before_the_next_phase(edition: str) -> None:
    # Given a Character that acts when a Player gains TP, when the Starting Phase gives the TP, then it acts
    # ahead of the Draw Phase, whose own effects come after.
    d = Duel(CARDS, edition=edition)
    d.character(0, "taxer"), d.character(1, "burden")
    d.go(0, AFTERMATH)
    d.tp(1, 0)
    since = len(d.log)
    d.go(1, PREPARATION)
    story = told(d, since)
    begun = [("phase-begins", STARTING), ("takes-damage", 3), ("phase-begins", DRAWING)]
    assert story[story.index(begun[0]) :][:3] == begun


@pytest.mark.editions("format.elimination-turn", fade2="win.elimination-active", fade1="win.elimination-turn")
def test_what_a_dropped_turn_sets_off_comes_before_the_next_one(edition: str) -> None:
    # Given three players, the third with a Character that acts as anybody's turn begins or ends.
    d = Duel(CARDS, seats=3, edition=edition)
    d.character(2, "witness")
    # When the first turn ends, and the second player has no card to draw as the own one begins.
    d.deck_size(1, 0)
    d.go(0, AFTERMATH)
    since = len(d.log)
    d.go(2, PREPARATION)
    story = told(d, since)
    hit = ("takes-damage", 1)
    begun = story.index(("turn-begins", 2))
    # Then each time it acts in the turn that began or ended, ahead of the next one.
    assert story[begun - 2 :][:4] == [("turn-ends", 0), hit, ("turn-begins", 2), hit]
    assert story[begun + 2 :][:2] == [("turn-begins", 3), ("phase-begins", STARTING)]


@pytest.mark.editions("turn.phase-effects-order", fade2="trigger.phase-order", fade1="turn.start-sequence")
def test_the_turn_player_orders_charge_and_curse(edition: str) -> None:
    """Given 0 TP, Charge 2 and 2 Curse Counters; when Charge is taken first; then it pays for Curse."""
    d = Duel(CARDS, edition=edition)
    d.character(1, "charger")
    x = d.character(1)
    d.counters(x, "Curse", 2)
    d.tp(1, 0)
    d.go(1, STARTING)
    assert d.asked() == [1]
    assert d.asked_kind() == ORDER
    by_source = {row.src & 0xFFFF: -row.stamp for row in d.s.queue}
    curse = by_source.pop(x)
    (charge,) = by_source.values()
    assert {move[1] for move in d.options(1)} == {curse, charge}
    d.play(1, "pick", charge)
    while d.asked_kind() != CONFIRM:
        d.step()
    assert d.tp_of(1) == 2
    d.yes(1)
    d.go(1, PREPARATION)
    assert d.lies(x) == "front"
    assert d.tp_of(1) == d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions("turn.phase-effects-order", fade2="trigger.phase-order", fade1="turn.start-sequence")
def test_curse_first_leaves_nothing_to_pay_with(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(1, "charger")
    x = d.character(1)
    d.counters(x, "Curse", 2)
    d.tp(1, 0)
    d.go(1, STARTING)
    d.play(1, "pick", next(-row.stamp for row in d.s.queue if row.src & 0xFFFF == x))
    d.go(1, PREPARATION)
    assert d.lies(x) == "rift"
    assert d.tp_of(1) == 2 + d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions("turn.phase-effects-order", fade2="trigger.phase-order", fade1="turn.start-sequence")
def test_the_turn_players_effects_come_before_those_of_others(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(0, "herald")
    d.character(1, "herald")
    d.tp(0, 0)
    d.tp(1, 0)
    told = len(d.log)
    d.go(1, PREPARATION)
    assert [row[ROW_SEAT] for row in d.log[told:] if row in d.happened("gains-tp")] == [1, 0, 1]


@pytest.mark.editions("turn.round-duration", fade2="turn.round-duration", fade1="turn.round-duration")
@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_lasts_until_your_next_turn_is_worth_the_same_in_every_seat(
    seat: int, left: bool, edition: str
) -> None:
    # Given three players, each of whom may use an Item that gives +1 PLV until their next turn.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character((seat + 1) % 3)
    before = d.plv(x)
    d.go(seat, PREPARATION)
    d.quietly(seat, "play", d.hand(seat, "wax"), x)
    # When it is used in the own turn, then it lasts through the turns of both others.
    for other in ((seat + 1) % 3, (seat + 2) % 3):
        d.go(other, PREPARATION)
        assert d.plv(x) == before + 1
    # When the own turn begins, or would begin if that player has left, then it is over.
    if left:
        kernel.leave(d.s, seat)
        d.settle()
    d.go((seat + left) % 3, PREPARATION)
    assert d.plv(x) == before


@pytest.mark.editions("turn.round-duration", fade2="turn.round-duration", fade1="turn.round-duration")
def test_what_is_used_in_anothers_turn_lasts_until_the_users_own(edition: str) -> None:
    # Given the third player uses such an Item in the first player's turn, then it still works
    # in that of the second player, and ends as the third begins the own one.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character(0)
    before = d.plv(x)
    d.play(0, "end")
    while d.asked() != [2]:
        d.step()
    d.play(2, "play", d.hand(2, "wax"), x)
    d.go(1, PREPARATION)
    assert d.plv(x) == before + 1
    d.go(2, PREPARATION)
    assert d.plv(x) == before


@cited(("turn.round-duration", "turn.round-duration"))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_lasts_a_round_ends_as_the_next_round_begins(seat: int, edition: str) -> None:
    # Given three players, each of whom may use an Item that gives +2 PLV this round.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character(0)
    before = d.plv(x)
    d.go(seat, PREPARATION)
    d.quietly(seat, "play", d.hand(seat, "tide"), x)
    # When it is used, then it lasts through the turns that are left of the round, and not into the next one.
    for other in range(seat, 3):
        d.go(other, PREPARATION)
        assert d.plv(x) == before + 2
    d.next_turn(0)
    assert d.plv(x) == before


@pytest.mark.editions("turn.round-duration", fade2="turn.round-duration", fade1="turn.round-duration")
def test_control_until_your_next_turn_ends_as_it_begins(edition: str) -> None:
    # Given an Item by which the second of three players controls a Character of the first until then.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character(0)
    d.character(0)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "loan"), x)
    # When the turns of the others begin, then it is controlled still; in the own turn it has gone back.
    for other in (2, 0):
        d.go(other, PREPARATION)
        assert d.s.ctrl[x] == 1
    d.go(1, PREPARATION)
    assert d.s.ctrl[x] == 0


@pytest.mark.editions("turn.round", fade2="turn.definitions", fade1="turn.round")
def test_a_round_is_one_turn_of_everybody_still_there(edition: str) -> None:
    d = Duel(seats=3, edition=edition)
    seen = []
    for turn in range(1, 8):
        seen.append((d.s.active, d.s.vars[V_ROUND]))
        if turn == 4:
            kernel.leave(d.s, 1)
            d.settle()
        d.end_turn()
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2), (2, 2), (0, 3), (2, 3)]


def fresh(edition: str, seats: int = 2) -> Duel:
    """A match in its first Preparation Step with all that set-up brought, seat 0 first."""
    d = Duel(
        seats=seats, setup=False, first=0, deck=rules_with(edition=edition).figures.deck_min, edition=edition
    )
    d.begin()
    d.keep()
    d.go(0, PREPARATION)
    return d


@cited(("turn.first-player-no-tp", "turn.first-player-no-tp"), ("turn.start-tp", "turn.start-tp"))
def test_the_first_player_gains_no_tp_at_first_and_the_others_those_of_the_book(edition: str) -> None:
    # Given two players in their first turns.
    d = fresh(edition)
    more = {"fade2": 3, "fade1": 5}[edition]
    # When the first has finished the first Starting Phase, then there are 0 TP, for the second as many.
    assert (d.s.turn, d.tp_of(0)) == (1, 0)
    d.go(1, PREPARATION)
    assert (d.tp_of(0), d.tp_of(1)) == (0, more)
    # When the first has 4 TP and the next Starting Phase is over, then there are more: TP are kept.
    d.tp(0, 4)
    d.go(0, PREPARATION)
    assert (d.tp_of(0), d.tp_of(1)) == (4 + more, more)


@cited(("turn.draw-two", "turn.draw-two"), ("setup.opening-hand", "setup.opening-hand"))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_six_cards_and_draws_two(seats: int, edition: str) -> None:
    # Given the smallest Decks, when the opening hands are drawn, then 6 cards are in Hand.
    d = fresh(edition, seats)
    deck = {"fade2": 40, "fade1": 60}[edition]
    for seat in range(1, seats):
        assert (d.size(seat, HAND), d.size(seat, DECK)) == (6, deck - 6)
        # When a Draw Phase is over, then there are 8.
        d.go(seat, PREPARATION)
        assert (d.size(seat, HAND), d.size(seat, DECK)) == (8, deck - 8)


@cited(("turn.definitions", "turn.round"))
def test_rounds_begin_with_the_next_player_once_the_first_is_gone(edition: str) -> None:
    # Given three players, the first of whom leaves in the own turn of round 2.
    d = Duel(seats=3, edition=edition)
    seen = []
    for turn in range(1, 9):
        seen.append((d.s.active, d.s.vars[V_ROUND]))
        if turn == 4:
            kernel.leave(d.s, 0)
            d.settle()
            d.pass_all()
        else:
            d.end_turn()
    # Then that round goes on, and from then on rounds begin with the turn of the second.
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (1, 3), (2, 3)]


@pytest.mark.editions("turn.phase-effects-order", fade2="trigger.phase-order", fade1="turn.start-sequence")
@pytest.mark.editions("trigger.simultaneous", fade2="trigger.order", fade1="timing.simultaneous")
def test_the_effects_of_others_come_clockwise(edition: str) -> None:
    # Given three Players, each with an effect of the Starting Phase of anybody.
    d = Duel(CARDS, seats=3, edition=edition)
    for seat in range(3):
        d.character(seat, "herald")
        d.tp(seat, 0)
    told = len(d.log)
    # When that of the second comes, then the third one's effect is ahead of the first one's.
    d.go(1, PREPARATION)
    assert [row[ROW_SEAT] for row in d.log[told:] if row in d.happened("gains-tp")] == [1, 2, 0, 1]


@pytest.mark.editions("turn.phase-effects-order", fade2="trigger.phase-order")
@pytest.mark.parametrize("upkeep_first", [True, False])
def test_the_upkeep_of_the_end_phase_is_ordered_with_the_rest(upkeep_first: bool, edition: str) -> None:
    # Given 1 Timebomb Counter, and "at the End Phase, gain as many TP as there are Timebomb Counters on it".
    ticks = {"on": "end-phase", "do": {"gain_tp": {"counters": "Timebomb", "of": "this"}}}
    d = Duel(character("clock", plv=1, ability=ticks), edition=edition)
    x = d.character(0, "clock")
    d.counters(x, "Timebomb", 1)
    d.tp(0, 0)
    d.until(ORDER)
    # When its Player lets the Counter be added first, then there are 2 TP, else 1.
    (upkeep,) = (row.stamp for row in d.s.queue if row.src & 0xFFFF == x and row.ability < 0)
    order = [move for move in d.options(0) if (-move[1] == upkeep) == upkeep_first]
    d.answer(0, order[0])
    d.pass_all()
    assert (d.tp_of(0), d.count(x, "Timebomb")) == (2 if upkeep_first else 1, 2)
