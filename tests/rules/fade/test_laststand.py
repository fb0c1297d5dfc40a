"""The rules of The Last Stand (topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, item

CARDS = (
    cards("heavy-blow")
    + item("despair", cost=0, do={"last_stand": "you"})
    + augment("exile", keywords="Equip", ability={"gives": {"last_stand": True}})
)


@pytest.mark.editions("laststand.when", fade2="laststand.state", fade1="laststand.condition")
def test_a_card_may_put_a_player_in_the_last_stand(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(0)
    y = d.character(1)
    d.on(d.body(0), "exile", face=1)
    assert values.last_stand(d.s, 0) and not values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", d.body(0), y)


@pytest.mark.editions("laststand.attack", fade2="laststand.hand-cards", fade1="laststand.cards-from-hand")
def test_a_player_uses_skills_from_the_hand(edition: str) -> None:
    # Given no Characters, 3 TP and an attack Skill of Cost 3 in Hand.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    skill, further = d.hand(0, "heavy-blow"), d.hand(0, "heavy-blow")
    d.tp(0, 3)
    d.go(0, COMBAT)
    # When the Combat Phase comes, then the Skill may be used from the Hand.
    d.quietly(0, "use", skill, y)
    assert d.tp_of(0) == 0 and d.hp(y) == 7
    # With a Character on the field that is refused.
    d.character(0)
    d.go(0, COMBAT)
    assert d.refused(0, "use", further, y) == d.rule("from-hand")


@pytest.mark.editions("laststand.attack", fade2="laststand.hand-cards", fade1="laststand.cards-from-hand")
def test_a_player_performs_one_normal_attack(edition: str) -> None:
    # Given no Characters, when the Combat Phase comes, then one Normal Attack deals the Player's PLV.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    assert d.count(y, "Damage") == d.rules.figures.starting_plv
    assert d.refused(0, "attack", d.body(0), y) == d.rule("normal-once")


@pytest.mark.editions("laststand.tp", fade2="laststand.tp", fade1="laststand.two-tp")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_successful_normal_attack_gives_two_tp(blocked: bool, edition: str) -> None:
    # Given a Player in The Last Stand with 4 TP.
    d = Duel(CARDS, edition=edition)
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


@pytest.mark.editions("laststand.tp-moment", fade2="laststand.checked", fade1="laststand.checked-when")
def test_the_reward_is_for_characters_where_it_is_not_for_the_player_alone(edition: str) -> None:
    # Given a card puts a Player in The Last Stand although the Player controls a Character.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.quietly(0, "play", d.hand(0, "despair"))
    d.go(0, COMBAT)
    d.tp(0, 4)
    # When that Character's Normal Attack succeeds, then the Player gains 2 TP, or 1 in the 60-card edition.
    d.quietly(0, "attack", x, y)
    assert d.tp_of(0) == (5 if edition == "fade1" else 6)
    # When the Player's own does, then it is 2 where a Player attacks beside Characters at all.
    d.quietly(0, "attack", d.body(0), y)
    assert d.tp_of(0) == (7 if edition == "fade1" else 8)


@pytest.mark.editions("laststand.reachable", fade2="laststand.exposed", fade1="laststand.open-to-attack")
def test_a_player_put_in_the_last_stand_is_reached_past_characters(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, _ = d.character(0), d.character(1)
    d.on(d.body(1), "exile", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    assert d.count(d.body(1), "Damage") == 3


@pytest.mark.editions("laststand.when", fade2="laststand.state", fade1="laststand.condition")
def test_every_player_alone_is_in_the_last_stand(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.go(1, PREPARATION)
    assert values.last_stand(d.s, 0) and values.last_stand(d.s, 1)
