"""The rules of The Last Stand (F.A.R.O.E., topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("lay-low", "riposte", "taunt")


@pytest.mark.editions("laststand.when")
def test_the_last_stand_begins_and_ends_by_itself() -> None:
    # Given the only Character of a Player is Knocked Out.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    assert not values.last_stand(d.s, 0)
    d.quietly(0, "play", d.hand(0, "lay-low"), x)
    # Then the Player is in The Last Stand at once.
    assert d.where(x) == "Discard Pile Zone" and values.last_stand(d.s, 0)
    # When the Player then plays a Character, then no longer.
    d.quietly(0, "play", d.fighter(0), (1, 0))
    assert not values.last_stand(d.s, 0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", d.body(0), y) == "attack.player"


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
    assert d.happened("used")[-1][ROW_CARD] == reaction
    d.pass_all()
    assert d.hp(d.body(1)) == 30 and d.where(reaction) == "Discard Pile Zone"
    assert d.tp_of(1) == (4 if turn == 0 else 4 + 2)


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
