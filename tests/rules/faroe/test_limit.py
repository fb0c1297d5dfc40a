"""The rules of limits: Hand, TP, and endless repetition (F.A.R.O.E., topic limit)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, ENDING, HAND, PREPARATION
from tests.builders.scenario import Duel

CARDS = """
[card.spinner]
name = "Spinner"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.spinner.ability]]
activate = true
do = [{ counter = "Aura", on = "this" }, { counter = "Aura", remove = 1, on = "this" }]
[card.banker]
name = "Banker"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.banker.ability]]
keyword = "Backup"
gives = { "maximum TP" = 3 }
to = "you"
[card.echo]
name = "Echo"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.echo.ability]]
on = "counter-put"
counter = "Aura"
of = "ally characters"
do = [{ counter = "Aura", on = "this" }]
[card.whim]
name = "Whim"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.whim.ability]]
on = "counter-put"
counter = "Aura"
of = "this"
may = true
do = [{ counter = "Aura", on = "this" }]
[card.glow]
name = "Glow"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "your characters" }]
do = [{ counter = "Aura", on = "target" }]
[card.mill-wheel]
name = "Mill Wheel"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ repeat = 20, do = [{ repeat = 20, do = [{ repeat = 20, do = [@GAINS] }] }] }]
[card.purse]
name = "Purse"
types = ["Zone"]
[[card.purse.ability]]
gives = { "maximum TP" = 5 }
to = "you"
[card.two-tp]
name = "Two"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ gain_tp = 2 }]
[card.sack]
name = "Sack"
types = ["Zone"]
[[card.sack.ability]]
gives = { "Maximum Hand Size" = 2 }
to = "you"
""".replace("@GAINS", ", ".join(["{ gain_tp = 1 }"] * 40))


@pytest.mark.editions("limit.hand")
@pytest.mark.parametrize(("cards", "left"), [(13, 10), (10, 10)])
def test_the_hand_is_cut_down_in_the_end_phase(cards: int, left: int) -> None:
    # Given 13 cards in Hand (or 10).
    d = Duel(CARDS)
    for _ in range(cards):
        d.hand(0, "plain")
    # When the End Phase comes, then 3 (or none) are discarded.
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == left and d.size(0, DISCARD) == cards - left


@pytest.mark.editions("limit.hand")
def test_a_card_may_raise_the_maximum_hand_size() -> None:
    d = Duel(CARDS)
    d.zone(0, "sack")
    for _ in range(13):
        d.hand(0, "plain")
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == 12


@pytest.mark.editions("limit.hand-choice")
def test_the_player_chooses_what_to_discard_in_the_own_end_phase() -> None:
    # Given 12 cards in a Hand on the opponent's turn.
    d = Duel(CARDS)
    d.go(1, PREPARATION)
    cards = [d.hand(0, "ration") for _ in range(12)]
    # When that turn ends, then nothing is discarded.
    d.go(0, PREPARATION)
    drawn = d.s.zones[HAND][-1]
    assert d.size(0, HAND) == 13 and d.size(0, DISCARD) == 0
    # In the own End Phase that many are discarded as the Player chooses.
    while d.asked_kind() != PICK:
        d.step()
    assert d.s.phase == ENDING and d.asked() == [0]
    # If the timer runs out it is the most recently drawn card.
    assert d.options(0)[0] == d.move("pick", drawn)
    d.play(0, "pick", cards[3])
    d.play(0, "pick", cards[7])
    assert d.refused(0, "done") == "target.chosen-when"
    d.play(0, "pick", cards[0])
    d.go(1, PREPARATION)
    assert d.size(0, HAND) == 10
    assert [h for h in cards if d.where(h) == "Discard Pile Zone"] == [cards[0], cards[3], cards[7]]


@pytest.mark.editions("limit.tp")
def test_a_player_has_at_most_ten_tp() -> None:
    # Given 10 TP, when the Starting Phase gives 1 TP, then TP stay 10; they are kept from turn to turn.
    d = Duel(CARDS)
    d.tp(0, 10)
    d.go(1, PREPARATION)
    assert d.tp_of(0) == 10
    d.go(0, PREPARATION)
    assert d.tp_of(0) == 10
    # Given 9 TP and a gain of 2 in The Last Stand, then TP become 10 and 1 is lost.
    d.tp(0, 9)
    d.go(0, COMBAT)
    d.play(0, "attack", d.body(0), d.body(1))
    d.pass_all()
    assert d.tp_of(0) == 10


@pytest.mark.editions("limit.tp")
def test_a_card_may_raise_the_maximum_of_tp() -> None:
    # Given a Zone that lets its Player have 5 more TP.
    d = Duel(CARDS)
    d.zone(0, "purse")
    d.play(0, "play", d.hand(0, "two-tp"))
    d.pass_all()
    assert d.tp_of(0) == 12
    # The opponent has no such card.
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 10


@pytest.mark.editions("limit.tp")
def test_tp_above_the_maximum_go_with_the_card_that_raised_it() -> None:
    # Given 13 TP and a Zone that lets its Player have 5 more TP.
    d = Duel(CARDS)
    d.zone(0, "purse")
    d.tp(0, 13)
    # When another Zone takes its place, then 10 TP are left; who has no more than that loses nothing.
    d.play(0, "play", d.hand(0, "plain"))
    d.pass_all()
    assert (d.tp_of(0), d.tp_of(1)) == (10, 10)
    assert [row[3:] for row in d.happened("loses-tp")] == [(0, 0, 3)]


@pytest.mark.rule("faroe", "limit.tp")
@pytest.mark.rule("faroe", "timing.state-check")
def test_tp_above_the_maximum_go_when_a_character_moves() -> None:
    # Given 12 TP and a Character that raises the maximum by 3 while it is in the Backup Zone.
    d = Duel(CARDS)
    d.character(0)
    banker = d.character(0, "banker", backup=True)
    d.tp(0, 12)
    # When it moves forward, then 10 TP are left.
    d.play(0, "move", banker)
    assert d.tp_of(0) == 10


@pytest.mark.editions("limit.repeat")
def test_an_ability_is_activated_fifty_times_a_turn() -> None:
    # Given a free ability 'put 1 Aura Counter on this Character, remove 1 Aura Counter from it'.
    d = Duel(CARDS)
    x = d.character(0, "spinner")
    d.go(0, COMBAT)
    for _ in range(50):
        d.play(0, "activate", x)
        d.pass_all()
    # When it is activated a 51st time in one turn, then it is refused.
    assert d.refused(0, "activate", x) == "limit.repeat"
    # The same ability of another card, and of this one in another turn, is not affected.
    d.go(1, PREPARATION)
    d.go(0, COMBAT)
    assert d.can(0, "activate", x)


@pytest.mark.editions("limit.repeat")
def test_an_optional_trigger_is_used_fifty_times_a_turn() -> None:
    # Given an ability that may trigger itself again and again.
    d = Duel(CARDS)
    x = d.character(0, "whim")
    d.play(0, "play", d.hand(0, "glow"), x)
    times = 0
    while d.asked_kind() == CONFIRM:
        d.yes(0)
        times += 1
    assert times == 50 and d.count(x, "Aura") == 51


@pytest.mark.editions("limit.repeat")
def test_moving_and_reattaching_end_after_fifty_times_a_turn() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0)
    edge = d.on(x, "edge", face=1)
    for _ in range(50):
        d.play(0, "move", x)
    assert d.refused(0, "move", x) == "limit.repeat"
    assert d.can(0, "move", y)
    d.go(0, AFTERMATH)
    for n in range(50):
        d.play(0, "reattach", edge, x if n % 2 else y)
    assert d.refused(0, "reattach", edge, y) == "limit.repeat"


@pytest.mark.slow
@pytest.mark.editions("limit.repeat")
def test_repetition_within_one_effect_has_an_end_too() -> None:
    # Given an effect that gives 40 TP 20 x 20 x 20 times.
    d = Duel(CARDS, seats=3)
    kernel.leave(d.s, 2)
    d.play(0, "play", d.hand(0, "mill-wheel"))
    d.pass_all()
    # Then the match does not hang: it is a draw of those who are left.
    assert d.s.over == ((1, 1, 2), "limit.repeat")


@pytest.mark.editions("limit.repeat")
def test_a_thousand_compulsory_triggers_end_in_a_draw() -> None:
    # Given two Characters, each with 'when an Aura Counter is put on an ally, put 1 on this Character'.
    d = Duel(CARDS)
    one, two = d.character(0, "echo"), d.character(0, "echo")
    # When nobody stops them, then the game is a draw at the 1,000th such ability of the turn.
    d.play(0, "play", d.hand(0, "glow"), one)
    d.pass_all()
    assert d.s.over == ((1, 1), "limit.repeat")
    assert d.count(one, "Aura") + d.count(two, "Aura") == 1 + 999
