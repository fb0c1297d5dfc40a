"""In which order a turn begins and ends in the 60-card edition (topic turn)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_EVENT, ROW_N, ROW_SEAT
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBO, DECK, DISCARD, HAND, PREPARATION, STARTING
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("plate-mail")
    + character("reveller", ability={"on": "end-phase", "do": {"draw": 2}})
    + item("satchel", cost=0, do={"mod": "Maximum Hand Size", "n": 2, "on": "you"})
    + character("nimble", agi=2, ability={"on": "starting-phase", "do": {"gain_tp": 1}})
    + character("source", agi=3, keywords={"{Charge}": 2, "Neutrality": True})
    + character("wick", ability={"on": "draw-phase", "do": {"mill": 1}})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "turn.end-sequence")
def test_cards_drawn_in_the_end_phase_count_for_the_hand_limit() -> None:
    # Given a Hand of 10 and an End Phase effect 'draw 2', then 2 are drawn first and 2 discarded afterwards.
    d = duel()
    d.character(0, "reveller")
    for _ in range(10):
        d.hand(0, "strike")
    d.go(0, AFTERMATH)
    told = len(d.log)
    d.end_turn()
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log[told:]]
    first = names[: names.index("turn-ends")]
    assert [name for name in first if name in ("drawn", "discarded")] == ["drawn"] * 2 + ["discarded"] * 2
    assert d.size(0, HAND) == 10


@pytest.mark.rule("fade1", "turn.end-sequence")
def test_what_lasts_for_the_turn_still_counts_as_cards_are_discarded() -> None:
    # Given a Hand of 12 and 'your Maximum Hand Size is 2 more this turn', then nothing is discarded.
    d = duel()
    d.quietly(0, "play", d.hand(0, "satchel"))
    for _ in range(12):
        d.hand(0, "strike")
    d.end_turn()
    assert d.size(0, HAND) == 12 and not d.happened("discarded")
    # When the own next turn ends without it, then the Hand goes down to 10.
    d.go(0, PREPARATION)
    d.end_turn()
    assert d.size(0, HAND) == values.hand_max(d.s, 0) == 10


@pytest.mark.rule("fade1", "turn.start-sequence")
def test_potential_and_control_are_settled_before_the_effects_of_the_starting_phase() -> None:
    # Given A's Neutral Character with Power Source 2 and AGI 3 and B's Character with AGI 2 that gives a TP.
    d = duel()
    source, nimble = d.character(0, "source"), d.character(1, "nimble")
    d.counters(source, "Poison", 1)
    d.tp(1, 0)
    # When B's Starting Phase asks B for the order, then B controls it and both have their Combo Potential.
    d.go(1, STARTING)
    assert d.asked() == [1] and d.s.ctrl[source] == 1
    assert [d.s.num[COMBO][h] for h in (source, nimble)] == [3, 2]
    assert d.tp_of(1) == 0 and d.count(source, "Poison") == 1
    # Then the effects follow, in the order that B likes, and the TP of the phase come last.
    d.go(1, PREPARATION)
    gains = [row for row in d.happened("gains-tp") if row[ROW_SEAT] == 1]
    assert [row[ROW_N] for row in gains][-1] == 5 and sorted(row[ROW_N] for row in gains[:-1]) == [1, 2]
    assert d.tp_of(1) == 8 and d.count(source, "Damage") == 1


@pytest.mark.rule("fade1", "turn.start-sequence")
def test_an_empty_deck_loses_before_power_source_gives_anything() -> None:
    # Given a Character with Power Source 2 and an empty Deck, when the turn starts, then its Player has lost.
    d = duel()
    d.character(1, "source")
    d.deck_size(1, 0)
    d.tp(1, 0)
    d.end_turn()
    assert d.s.over == ((1, 2), d.rule("empty-deck")) and d.tp_of(1) == 0


@pytest.mark.rule("fade1", "turn.draw-phase-effects")
def test_what_goes_from_the_deck_in_the_draw_phase_goes_before_the_draw() -> None:
    # Given 'in your Draw Phase, put the top card of your Deck into the Discard Pile'.
    d = duel()
    d.character(1, "wick")
    d.deck_size(1, 5)
    d.deck_top(1, "plate-mail", "strike", "guard")
    d.go(1, PREPARATION)
    # Then that card is discarded first, and the next 2 are drawn.
    held = [d.rules.cards[d.dealer.truth[h]].name for h in d.s.zones[d.rules.zone_id(1, HAND)]]
    assert (d.names(1, DISCARD), held, d.size(1, DECK)) == (["Plate Mail"], ["Strike", "Guard"], 5)


@pytest.mark.rule("fade1", "turn.draw-short-deck")
def test_who_draws_the_last_card_loses_only_at_the_next_own_turn() -> None:
    # Given a Deck of 1 card, when the Draw Phase is completed, then 1 is drawn, and its Player goes on.
    d = duel()
    d.deck_size(1, 1)
    d.go(1, PREPARATION)
    assert d.size(1, HAND) == 1 and not d.s.over
    d.end_turn()
    assert d.s.active == 0 and not d.s.over
    # When the next Starting Phase is entered and the Deck is still empty, then they have lost.
    d.end_turn()
    assert d.s.over == ((1, 2), d.rule("empty-deck"))
