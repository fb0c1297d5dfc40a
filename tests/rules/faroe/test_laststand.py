"""The rules of The Last Stand (F.A.R.O.E., topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "heavy", "riposte", "taunt")
    + """
[card.finger]
name = "Finger"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "all characters" }]
do = [{ knock_out = "target" }]
[card.despair]
name = "Despair"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ last_stand = "you" }]
[card.exile]
name = "Exile"
types = ["Augment"]
rank = "Normal"
[[card.exile.ability]]
gives = { last_stand = true }
"""
)


@pytest.mark.editions("laststand.when")
def test_the_last_stand_begins_and_ends_by_itself() -> None:
    # Given the only Character of a Player is Knocked Out.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    assert not values.last_stand(d.s, 0)
    d.play(0, "play", d.hand(0, "finger"), x)
    d.pass_all()
    # Then the Player is in The Last Stand at once.
    assert d.where(x) == "Discard Pile Zone" and values.last_stand(d.s, 0)
    # When the Player then plays a Character, then no longer.
    d.play(0, "play", d.fighter(0), (1, 0))
    d.pass_all()
    assert not values.last_stand(d.s, 0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", d.body(0), y) == "attack.player"


@pytest.mark.editions("laststand.when")
def test_a_card_may_put_a_player_in_the_last_stand() -> None:
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.on(d.body(0), "exile", face=1)
    assert values.last_stand(d.s, 0) and not values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", d.body(0), y)


@pytest.mark.editions("laststand.attack")
def test_a_player_fights_in_person() -> None:
    # Given no Characters, 1 PLV, 3 TP and an attack Skill of Cost 3 in Hand.
    d = Duel(CARDS)
    y = d.character(1)
    skill = d.hand(0, "heavy")
    d.tp(0, 3)
    d.go(0, COMBAT)
    # When the Combat Phase comes, then the Skill may be used from the Hand.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.tp_of(0) == 0 and d.hp(y) == 7
    # And one Normal Attack may be performed for 1 damage.
    d.play(0, "attack", d.body(0), y)
    d.pass_all()
    assert d.hp(y) == 6
    assert d.refused(0, "attack", d.body(0), y) == "attack.normal-once"


@pytest.mark.rule("faroe", "laststand.hand-cards")
def test_cards_in_hand_are_used_only_in_the_last_stand() -> None:
    # Given a Player who controls 1 Character and holds a Reaction of Cost 1 with 5 TP.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(y, "strike")
    reaction = d.hand(1, "guard")
    d.tp(1, 5)
    d.go(0, COMBAT)
    # When the Character is attacked, then the Reaction in the Hand cannot be used.
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", reaction, -1) == "laststand.hand-cards"


@pytest.mark.rule("faroe", "laststand.hand-cards")
@pytest.mark.parametrize("turn", [0, 1])
def test_without_characters_they_are_used_on_any_turn(turn: int) -> None:
    # Given a Player without Characters who holds a Reaction of Cost 1 with 5 TP.
    d = Duel(CARDS)
    foe = d.character(0)
    reaction, counter = d.hand(1, "guard"), d.on(foe, "riposte")
    d.go(turn, COMBAT)
    d.tp(1, 5)
    # When the Player is attacked, on the opponent's turn or by a Counter on the own one.
    if turn == 0:
        d.play(0, "attack", foe, d.body(1))
        d.play(1, "use", reaction, -1)
    else:
        d.play(1, "attack", d.body(1), foe)
        d.play(0, "use", counter, -1)
        d.play(1, "use", reaction, -2)
    # Then it can be used from the Hand, and is spent like any other.
    assert d.happened("used")[-1][1] == reaction
    d.pass_all()
    assert d.hp(d.body(1)) == 30 and d.where(reaction) == "Discard Pile Zone"
    assert d.tp_of(1) == (4 if turn == 0 else 4 + 2)


@pytest.mark.editions("laststand.tp")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_successful_normal_attack_gives_two_tp(blocked: bool) -> None:
    # Given a Player in The Last Stand with 4 TP.
    d = Duel(CARDS)
    y = d.character(1)
    guard = d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", d.body(0), y)
    if blocked:
        d.play(1, "use", guard, -1)
    d.pass_all()
    # When the Normal Attack deals 1 damage there are 6 TP; when it is Blocked there are 4.
    assert d.tp_of(0) == (4 if blocked else 6)


@pytest.mark.editions("laststand.tp-moment")
def test_the_reward_is_for_characters_too() -> None:
    # Given a card puts a Player in The Last Stand although the Player controls a Character.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.play(0, "play", d.hand(0, "despair"))
    d.pass_all()
    d.go(0, COMBAT)
    d.tp(0, 4)
    # When that Character's Normal Attack succeeds, then the Player gains 2 TP.
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.tp_of(0) == 6


@pytest.mark.editions("laststand.reachable")
def test_a_player_in_the_last_stand_is_within_reach_but_for_provoke() -> None:
    # Given enemy A with front Characters without Provoke, and enemy B in The Last Stand.
    d = Duel(CARDS, seats=3)
    x, front = d.character(0), d.character(1)
    d.go(0, COMBAT)
    # When you attack, then Player B may be targeted.
    assert d.can(0, "attack", x, d.body(2))
    assert d.can(0, "attack", x, front)
    # Given A's front Character has Provoke, then it must be targeted.
    taunt = d.character(1, "taunt")
    assert d.can(0, "attack", x, taunt)
    assert d.refused(0, "attack", x, d.body(2)) == "keyword.provoke"
    assert d.refused(0, "attack", x, front) == "keyword.provoke"


@pytest.mark.editions("laststand.reachable")
def test_a_player_put_in_the_last_stand_is_reached_past_characters() -> None:
    d = Duel(CARDS)
    x, _ = d.character(0), d.character(1)
    d.on(d.body(1), "exile", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.pass_all()
    assert d.hp(d.body(1)) == 27


@pytest.mark.editions("laststand.when")
def test_every_player_alone_is_in_the_last_stand() -> None:
    d = Duel(CARDS)
    d.go(1, PREPARATION)
    assert values.last_stand(d.s, 0) and values.last_stand(d.s, 1)
