"""The rules of limits: Hand, TP, and endless repetition (topic limit)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, ENDING, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character, item, zone

CARDS = (
    character(
        "spinner",
        level=1,
        hp=10,
        plv=1,
        ability={
            "activate": True,
            "do": [{"counter": "Fracture", "on": "this"}, {"counter": "Fracture", "remove": 1, "on": "this"}],
        },
    )
    + augment("sash", cost=0, keywords="Equip", attach="your characters")
    + character(
        "echo",
        level=1,
        hp=10,
        plv=1,
        ability={
            "on": "counter-put",
            "counter": "Fracture",
            "of": "ally characters",
            "do": {"counter": "Fracture", "on": "this"},
        },
    )
    + character(
        "whim",
        level=1,
        hp=10,
        plv=1,
        ability={
            "on": "counter-put",
            "counter": "Fracture",
            "of": "this",
            "may": True,
            "do": {"counter": "Fracture", "on": "this"},
        },
    )
    + item("glow", cost=0, targets="your characters", do={"counter": "Fracture", "on": "target"})
    + zone("purse", ability={"gives": {"maximum TP": 5}, "to": "you"})
    + item("two-tp", name="Two", cost=0, do={"gain_tp": 2})
    + zone("sack", ability={"gives": {"Maximum Hand Size": 2}, "to": "you"})
)


@pytest.mark.editions("limit.hand", fade2="limit.hand", fade1="limit.hand-size")
@pytest.mark.parametrize(("cards", "left"), [(13, 10), (10, 10)])
def test_the_hand_is_cut_down_in_the_end_phase(cards: int, left: int, edition: str) -> None:
    # Given 13 cards in Hand (or 10).
    d = Duel(CARDS, edition=edition)
    for _ in range(cards):
        d.hand(0, "plain")
    # When the End Phase comes, then 3 (or none) are discarded.
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == left and d.size(0, DISCARD) == cards - left


@pytest.mark.editions("limit.hand", fade2="limit.hand", fade1="limit.hand-size")
def test_a_card_may_raise_the_maximum_hand_size(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.zone(0, "sack")
    for _ in range(13):
        d.hand(0, "plain")
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == 12


@pytest.mark.editions("limit.hand-choice", fade2="limit.hand", fade1="limit.hand-only-in-end-phase")
def test_the_player_chooses_what_to_discard_in_the_own_end_phase(edition: str) -> None:
    # Given 12 cards in a Hand on the opponent's turn.
    d = Duel(CARDS, edition=edition)
    d.go(1, PREPARATION)
    cards = [d.hand(0, "ration") for _ in range(12)]
    # When that turn ends, then nothing is discarded.
    d.go(0, PREPARATION)
    drawn, more = d.s.zones[HAND][-1], d.rules.figures.draw_per_draw_phase
    assert d.size(0, HAND) == 12 + more and d.size(0, DISCARD) == 0
    # In the own End Phase that many are discarded as the Player chooses.
    while d.asked_kind() != PICK:
        d.step()
    assert d.s.phase == ENDING and d.asked() == [0]
    # If the timer runs out it is the most recently drawn card.
    assert d.options(0)[0] == d.move("pick", drawn)
    d.play(0, "pick", cards[3])
    for card in cards[7 : 7 + more]:
        d.play(0, "pick", card)
    assert d.refused(0, "done") == d.rule("choice")
    d.play(0, "pick", cards[0])
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == 10
    assert [h for h in cards if d.lies(h) == "discard"] == [cards[0], cards[3], *cards[7 : 7 + more]]


@pytest.mark.editions("limit.tp", fade2="limit.tp")
def test_a_player_has_at_most_so_many_tp(edition: str) -> None:
    # Given as many TP as may be, when the Starting Phase gives some, then they stay so; they are kept.
    d = Duel(CARDS, edition=edition)
    most = d.rules.figures.tp_max
    d.tp(0, most)
    d.go(1, PREPARATION)
    assert d.tp_of(0) == most
    d.go(0, PREPARATION)
    assert d.tp_of(0) == most
    # Given 1 less and a gain of 2 in The Last Stand, then they are as many again and 1 is lost.
    d.tp(0, most - 1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), d.body(1))
    assert d.tp_of(0) == most


@pytest.mark.editions("limit.tp", fade2="limit.tp")
def test_a_card_may_raise_the_maximum_of_tp(edition: str) -> None:
    # Given a Zone that lets its Player have 5 more TP.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "purse")
    most = d.rules.figures.tp_max
    d.tp(0, most)
    d.tp(1, most)
    d.quietly(0, "play", d.hand(0, "two-tp"))
    assert d.tp_of(0) == most + 2
    # The opponent has no such card.
    d.go(1, PREPARATION)
    assert d.tp_of(1) == most


@pytest.mark.editions("limit.tp", fade2="limit.tp")
def test_tp_above_the_maximum_go_with_the_card_that_raised_it(edition: str) -> None:
    # Given 3 TP more than may be and a Zone that lets its Player have 5 more.
    d = Duel(CARDS, edition=edition)
    most, place = d.rules.figures.tp_max, d.ground()
    d.zone(0, "purse")
    d.tp(0, most + 3)
    d.tp(1, most)
    # When another Zone takes its place, then they are gone; who has no more than may be loses nothing.
    d.quietly(0, "play", d.hand(0, "plain"), *place)
    assert (d.tp_of(0), d.tp_of(1)) == (most, most)
    assert [row[3:] for row in d.happened("loses-tp")] == [(0, 0, 3)]


@pytest.mark.editions("limit.repeat", fade2="attack.loop-guard", fade1="attack.loop-guard")
def test_an_ability_is_activated_fifty_times_a_turn(edition: str) -> None:
    # Given a free ability 'put 1 Fracture Counter on this Character, remove 1 Fracture Counter from it'.
    d = Duel(CARDS, edition=edition)
    x, other = d.character(0, "spinner"), d.character(0, "spinner")
    d.go(0, COMBAT)
    for _ in range(50):
        d.quietly(0, "activate", x)
    # When it is activated a 51st time in one turn, then it is refused.
    assert d.refused(0, "activate", x) == d.rule("too-often")
    # The same ability of another card, and of this one in another turn, is not affected.
    assert d.can(0, "activate", other)
    d.go(1, PREPARATION)
    d.go(0, COMBAT)
    assert d.can(0, "activate", x)


@pytest.mark.editions("limit.repeat", fade2="attack.loop-guard", fade1="attack.loop-guard")
def test_cards_are_rearranged_sixty_times_a_turn(edition: str) -> None:
    # Given two Augments that are reattached 60 times in one turn between them.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "spinner"), d.character(0, "spinner")
    augments = [d.on(x, "sash", face=1), d.on(x, "sash", face=1)]
    d.go(0, AFTERMATH)
    for n in range(60):
        d.play(0, "reattach", augments[n // 2 % 2], x if n % 2 else y)
    # When one of them is to be reattached once more, then it is refused; in another turn it is not.
    assert d.refused(0, "reattach", augments[0], y) == d.rule("too-often")
    d.go(1, PREPARATION)
    d.go(0, AFTERMATH)
    assert d.can(0, "reattach", augments[0], y)


@pytest.mark.editions("limit.repeat", fade2="attack.loop-guard", fade1="attack.loop-guard")
def test_an_optional_trigger_is_used_fifty_times_a_turn(edition: str) -> None:
    # Given an ability that may trigger itself again and again.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "whim")
    d.play(0, "play", d.hand(0, "glow"), x)
    times = 0
    while d.asked_kind() == CONFIRM:
        d.yes(0)
        times += 1
    assert times == 50 and d.count(x, "Fracture") == 51


@pytest.mark.slow
@pytest.mark.editions("limit.repeat", fade2="trigger.loop-guard", fade1="limit.endless-effects")
def test_a_thousand_compulsory_triggers_end_in_a_draw(edition: str) -> None:
    # Given two Characters, each with 'when a Fracture Counter is put on an ally, put 1 on this Character'.
    d = Duel(CARDS, edition=edition)
    one, two = d.character(0, "echo"), d.character(0, "echo")
    # When nobody stops them, then the game is a draw at the 1,000th such ability of the turn.
    d.quietly(0, "play", d.hand(0, "glow"), one)
    assert d.s.over == ((1, 1), d.rule("endless"))
    assert d.count(one, "Fracture") + d.count(two, "Fracture") == 1 + 999
