"""The Players who fight alone, and with what, in the 60-card edition (topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards("focus", "veto")
    + skill("twice", "Fire", cost=5, do={"attack": {"stat": "PLV", "of": "user"}, "hits": 2})
    + augment("wall", def_=1, keywords="Equip", attach="your fighters")
    + character("thick", hp=12, def_=2)
    + character("stone", hp=12, plv=6, def_=5)
    + character("flare", "Fire", hp=12, plv=6)
    + reaction(
        "summons",
        targets="your discard pile",
        answers={"to": "anything", "by": "enemy"},
        do={"enter": "target", "to": "front"},
    )
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "laststand.condition")
@pytest.mark.parametrize("reserve", [True, False])
def test_with_somebody_in_reserve_nobody_is_in_the_last_stand(reserve: bool) -> None:
    # Given a Player whose only Character, or whose only one in front, is Knocked Out.
    d = duel()
    x, y = d.character(0), d.character(1, "squire")
    back = d.character(1, backup=True) if reserve else 0
    d.fighter(1)
    d.discard(1, "soldier")
    assert not values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # Then without another one they are in The Last Stand; one in Reserve steps forward.
    assert values.last_stand(d.s, 1) == (not reserve)
    assert not back or d.lies(back) == "front"


@pytest.mark.rule("fade1", "laststand.cards-from-hand")
def test_a_player_is_the_user_of_cards_from_the_hand() -> None:
    # Given a Player in The Last Stand with 6 TP, a Fire Skill of cost 5 that hits twice, and a foe of DEF 2.
    d = duel()
    y = d.character(1, "thick")
    skill, further = d.hand(0, "twice"), d.hand(0, "twice")
    d.go(0, COMBAT)
    d.tp(0, 6)
    # When it is used, then 5 TP are paid, no Element matches, and the Player's PLV of 5 deals 3 and 3.
    d.play(0, "use", skill, y)
    assert d.tp_of(0) == 1
    d.pass_all()
    assert d.count(y, "Damage") == 6
    # With a Character in play it is refused.
    d.character(0, "flare")
    d.tp(0, 6)
    d.go(0, COMBAT)
    assert d.refused(0, "use", further, y) == d.rule(reasons.FROM_HAND)


@pytest.mark.rule("fade1", "laststand.cards-from-hand", "laststand.open-to-attack")
def test_a_player_alone_defends_with_a_reaction_from_the_hand() -> None:
    # Given B in The Last Stand with two Blocks in Hand, when B is attacked, then one is used for its cost.
    d = duel()
    x, other = d.character(0), d.character(0)
    guards = [d.hand(1, "guard") for _ in range(2)]
    d.go(0, COMBAT)
    d.tp(1, 2)
    d.play(0, "attack", x, d.body(1))
    d.play(1, "use", guards[0], -1)
    assert d.tp_of(1) == 1
    d.pass_all()
    assert d.hp(d.body(1)) == 50 and d.lies(guards[0]) == "discard"
    # When a Character of B is attacked, then none is used from the Hand.
    y = d.character(1)
    d.on(y, "veto")
    d.go(0, COMBAT)
    d.play(0, "attack", other, y)
    assert d.refused(1, "use", guards[1], -1) == d.rule(reasons.FROM_HAND)


@pytest.mark.rule("fade1", "laststand.checked-when")
def test_a_card_from_the_hand_goes_on_when_the_last_stand_ends() -> None:
    # Given a Player in The Last Stand with a Skill from Hand as link 1.
    d = duel()
    y = d.character(1, "thick")
    dead = d.discard(0, "soldier")
    skill, summons, guard = d.hand(0, "twice"), d.hand(0, "summons"), d.hand(0, "guard")
    focus = d.on(y, "focus")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.play(1, "use", focus)
    # When a later link brings them a Character, then the Skill still resolves with the Player as its user.
    d.quietly(0, "use", summons, -2, dead)
    assert d.lies(dead) == "front" and d.count(y, "Damage") == 6
    # A second card from Hand is refused.
    d.on(dead, "veto")
    d.go(1, COMBAT)
    d.play(1, "attack", y, dead)
    assert d.refused(0, "use", guard, -1) == d.rule(reasons.FROM_HAND)


@pytest.mark.rule("fade1", "laststand.two-tp")
@pytest.mark.parametrize(("target", "tp"), [("thick", 2), ("stone", 0)])
def test_only_damage_brings_the_two_tp(target: str, tp: int) -> None:
    # Given a Player in The Last Stand with 0 TP and PLV 5, and a target of DEF 2 or 5.
    d = duel()
    y = d.character(1, target)
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.quietly(0, "attack", d.body(0), y)
    # Then 3 damage bring 2 TP, and none brings none.
    assert (d.count(y, "Damage"), d.tp_of(0)) == (3 if tp else 0, tp)


@pytest.mark.rule("fade1", "laststand.open-to-attack")
def test_a_player_in_the_last_stand_defends_with_the_own_def() -> None:
    # Given B in The Last Stand with DEF 1 and 20 HP, when A's Character of PLV 6 attacks B, then 15 are left.
    d = duel()
    x = d.character(0, "stone")
    d.leave(d.body(1), 20)
    d.on(d.body(1), "wall", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    assert d.hp(d.body(1)) == 15
