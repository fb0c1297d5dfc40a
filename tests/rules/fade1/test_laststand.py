"""The Last Stand in the 60-card edition (topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("combo-jab", "jab-1", "note", "screen") + character(
    "twin", hp=12, plv=3, keywords={"Multistrike": 1}
)


@pytest.mark.rule("fade1", "laststand.start-of-game")
def test_everybody_may_be_attacked_in_the_first_turn() -> None:
    # Given the first turn of a game of three, then all are in The Last Stand.
    d = Duel(CARDS, seats=3, edition="fade1")
    assert d.s.turn == 1 and all(values.last_stand(d.s, seat) for seat in range(3))
    d.go(0, COMBAT)
    # Then each opponent can be attacked directly, and the first player attacks in person.
    assert d.s.turn == 1
    assert d.can(0, "attack", d.body(0), d.body(1)) and d.can(0, "attack", d.body(0), d.body(2))
    d.quietly(0, "attack", d.body(0), d.body(2))
    assert d.hp(d.body(2)) == 45


@pytest.mark.rule("fade1", "laststand.limits-still-hold")
@pytest.mark.parametrize("first", ["attack", "skill"])
def test_a_skill_from_hand_is_the_players_attack_of_the_turn(first: str) -> None:
    # Given a player in The Last Stand who made a Normal Attack, or used a Skill from Hand.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "giant")
    jab, other, knee = d.hand(0, "jab-1"), d.hand(0, "jab-1"), d.hand(0, "combo-jab")
    assert d.refused(0, "use", jab, y) == d.rule("other-phase")
    d.go(0, COMBAT)
    if first == "attack":
        d.play(0, "attack", d.body(0), y)
    else:
        d.play(0, "use", jab, y)
    d.pass_all()
    # Then a Skill without Combo from Hand is refused, and so is one whose Combo finds no potential.
    assert d.refused(0, "use", other, y) == d.rule("one-attack")
    assert d.refused(0, "use", knee, y) == d.rule("combo")
    assert d.refused(0, "attack", d.body(0), y) == d.rule("normal-once")
    assert d.lies(jab) == ("hand" if first == "attack" else "discard")


@pytest.mark.rule("fade1", "laststand.limits-still-hold")
def test_one_reaction_from_hand_for_each_attack() -> None:
    # Given a player in The Last Stand who is attacked twice in a turn, with Reactions in Hand.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "twin")
    cards = [d.hand(1, "note"), d.hand(1, "screen"), d.hand(1, "screen")]
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.play(1, "use", cards[0], -1)
    # Then a second one against the same attack is refused.
    d.until_asked(1)
    assert d.refused(1, "use", cards[1], -1) == d.rule("defended")
    d.pass_all()
    d.play(0, "attack", x, d.body(1))
    d.quietly(1, "use", cards[1], -1)
    # Then one is used each time, and goes to the Discard Pile.
    assert d.hp(d.body(1)) == 47 and [d.lies(h) for h in cards] == ["discard", "discard", "hand"]


@pytest.mark.rule("fade1", "laststand.limits-still-hold")
def test_skills_from_hand_are_for_the_own_turn() -> None:
    # Given a player in The Last Stand in another player's turn, then a Skill from Hand answers nothing.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "twin")
    jab = d.hand(1, "jab-1")
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    assert d.asked() == [1] and d.refused(1, "use", jab, x)
    d.pass_all()
    assert d.lies(jab) == "hand"
