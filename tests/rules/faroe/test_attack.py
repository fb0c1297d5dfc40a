"""The rules of Attacks: what one is, what it deals and pays, how it is declared (topic attack)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, card, cards, character, item, reaction, skill

CARDS = (
    cards("dear-riposte", "spread-shot")
    + item("bomb", cost=1, targets="enemy characters", do={"damage": 3, "to": "target"})
    + character("gunner", level=1, hp=10, plv=1, ability={"activate": True, "do": {"attack": 2}})
    + augment("gun", ability={"activate": True, "do": {"attack": 2}})
    + card("grenade", types=["Skill", "Item"], rank="Normal", cost=1, do={"attack": 3})
    + skill("bolt", cost=1, do={"attack": 3})
    + reaction("parry", cost=1, answers={"to": "attack", "physical": True}, do={"block": True})
    + reaction("weaken", cost=1, answers="attack", do={"counter": "Drain", "on": "attacker"})
    + reaction("stun", cost=1, answers="attack", do={"counter": "Paralyze", "on": "attacker"})
    + reaction("away", cost=1, answers="attack", do={"orbital": "attacker"})
    + augment("arms", ability={"gives": {"may_attack": True}})
    + skill("lecture", cost=1, do=[{"attack": 2}, {"draw": 1}])
)


@pytest.mark.rule("faroe", "attack.definition")
def test_damage_of_an_item_is_no_attack() -> None:
    # Given an Item that deals 3 damage aimed at a Character with 1 Shield and 1 Barrier Counter.
    d = Duel(CARDS)
    y = d.character(1)
    d.counters(y, "Shield", 1)
    d.counters(y, "Barrier", 1)
    d.play(0, "play", d.hand(0, "bomb"), y)
    # Then Barrier may Negate it and Shield may not be used.
    assert d.refused(1, "shield", y, -1) == "keyword.shield"
    d.quietly(1, "barrier", y, -1)
    assert d.hp(y) == 10


@pytest.mark.rule("faroe", "attack.definition")
def test_a_skill_that_deals_damage_is_an_attack() -> None:
    # Given a Skill that deals 3 damage aimed at a Character with 1 Shield and 1 Barrier Counter.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    d.counters(y, "Barrier", 1)
    skill = d.on(x, "bolt")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # Then Shield may Block it and Barrier may not be used.
    assert d.refused(1, "barrier", y, -1) == "keyword.barrier"
    d.quietly(1, "shield", y, -1)
    assert d.hp(y) == 10


@pytest.mark.rule("faroe", "attack.definition")
def test_an_ability_that_calls_itself_an_attack_is_one() -> None:
    # Given a Character, and an Augment on another one, with an activated ability that is an Attack.
    d = Duel(CARDS)
    gunner, bearer, fresh = d.character(0, "gunner"), d.character(0), d.character(0, fresh=True)
    gun, spare = d.on(bearer, "gun", face=1), d.on(fresh, "gun", face=1)
    y = d.character(1, "giant")
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When they are activated, then Shield may answer, and there is no TP for a success.
    d.play(0, "activate", gunner, y)
    d.quietly(1, "shield", y, -1)
    assert d.hp(y) == 20
    d.quietly(0, "activate", gun, y)
    assert d.hp(y) == 18 and d.tp_of(0) == 0
    # The bearer of the Augment is the one who attacks: a Character that entered this turn may not.
    assert [row[ROW_CARD] for row in d.happened("attacks")] == [gunner, bearer]
    assert d.refused(0, "activate", spare, y) == "combat.entry-delay"
    # Both still have their Normal Attacks.
    assert d.can(0, "attack", gunner, y) and d.can(0, "attack", bearer, y)


@pytest.mark.rule("faroe", "attack.definition")
def test_a_card_that_is_skill_and_item_attacks_only_as_a_skill() -> None:
    # Given a card that is both a Skill and an Item.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    d.counters(y, "Barrier", 1)
    item, skill = d.hand(0, "grenade"), d.on(x, "grenade")
    # When it is played as an Item, then it is no Attack.
    d.play(0, "play", item, y)
    assert d.refused(1, "shield", y, -1) == "keyword.shield"
    d.pass_all()
    assert d.hp(y) == 7 and not d.happened("attacks") and not d.happened("succeeds")
    # When it is used as a Skill, then it is one.
    d.go(0, COMBAT)
    d.play(0, "use", skill, (2, 1), y)
    assert d.refused(1, "barrier", y, -1) == "keyword.barrier"
    d.pass_all()
    assert d.hp(y) == 4 and len(d.happened("succeeds")) == 1


@pytest.mark.rule("faroe", "attack.definition")
def test_a_skill_cannot_be_written_to_deal_damage_without_an_attack() -> None:
    Duel(CARDS)
    with pytest.raises(LoadError, match="attack"):
        rules_with(skill("sneak", targets="enemy characters", do={"damage": 3, "to": "target"}))


@pytest.mark.rule("faroe", "attack.physical")
def test_only_normal_attacks_are_physical() -> None:
    # Given a Reaction that Blocks a Physical Attack.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill, parry = d.on(x, "bolt"), d.on(y, "parry")
    d.go(0, COMBAT)
    # When a Skill without that label attacks, then it may not be used.
    d.play(0, "use", skill, y)
    assert d.refused(1, "use", parry, -1) == "defend.which-link"
    d.pass_all()
    assert d.hp(y) == 7
    # When a Normal Attack is performed, then it may.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", parry, -1)
    assert d.hp(y) == 7


@pytest.mark.rule("faroe", "attack.player")
def test_a_player_attacks_in_person_once_the_last_character_is_gone() -> None:
    # Given a Player who controls 1 Character.
    d = Duel(CARDS)
    x, y = d.character(0, "squire"), d.character(1)
    riposte = d.on(y, "dear-riposte")
    d.go(0, COMBAT)
    # When a Normal Attack with the Player is tried, then it is refused.
    assert d.refused(0, "attack", d.body(0), y) == "attack.player"
    # When that Character is Knocked Out during this Combat Phase and there is no other.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", riposte, -1)
    assert d.where(x) == "Discard Pile Zone"
    # Then the Player may perform it in the same Combat Phase.
    d.quietly(0, "attack", d.body(0), y)
    assert d.hp(y) == 9


@pytest.mark.rule("faroe", "attack.player")
def test_a_card_may_allow_a_player_to_attack() -> None:
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.on(d.body(0), "arms", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    assert d.hp(y) == 9
    assert d.refused(0, "attack", d.body(0), y) == "attack.normal-once"


@pytest.mark.editions("attack.attacker-gone")
@pytest.mark.parametrize("answer", ["dear-riposte", "away"])
def test_a_skill_of_an_attacker_who_is_gone_does_nothing(answer: str) -> None:
    # Given an attack Skill that also draws a card, used by a Character that falls or becomes Orbital.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.character(0)
    d.damage(x, 8)
    skill, gone = d.on(x, "lecture"), d.on(y, answer)
    d.go(0, COMBAT)
    hand = d.size(0, 2)
    d.play(0, "use", skill, y)
    d.play(1, "use", gone, -1)
    # When the Chain resolves, then the Attack does nothing at all.
    d.pass_all()
    assert d.hp(y) == 10 and d.size(0, 2) == hand
    assert d.where(skill) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "attack.cannot-attack-later")
def test_damage_is_read_when_the_attack_resolves() -> None:
    # Given a Normal Attack by X (PLV 3) and a Reaction that puts 1 Drain Counter on X.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    weaken = d.on(y, "weaken")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", weaken, -1)
    # When the Chain resolves, then X deals 2 damage.
    d.pass_all()
    assert d.hp(y) == 8


@pytest.mark.rule("faroe", "attack.cannot-attack-later")
def test_a_declared_attack_stands_though_its_attacker_is_paralyzed() -> None:
    # Given a Normal Attack and a Reaction that puts a Paralyze Counter on the attacker.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    stun = d.on(y, "stun")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", stun, -1)
    # Then the Attack still deals its damage.
    assert d.count(x, "Paralyze") == 1 and d.hp(y) == 7


VERBS = ("attack", "use", "play", "attach", "move", "place", "reattach", "activate", "shield", "barrier")


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_that_is_said_in_part_is_refused_for_whose_turn_it_is(verb: str) -> None:
    """given the own free choice, and each card or none, then it is legal, or refused for another reason."""
    for phase in (PREPARATION, COMBAT):
        d = Duel(CARDS)
        front = d.character(0)
        there = [
            front,
            d.character(0),
            d.on(front, "spread-shot"),
            d.hand(0, "bomb"),
            d.hand(0, "spread-shot"),
        ]
        there.append(d.character(1))
        d.go(0, phase)
        for arguments in [(), *((h,) for h in there)]:
            move = d.move(verb, *arguments)
            reason = kernel.check(d.s, 0, move, d.dealer.opening(d.s, move))
            assert reason is None or reason.rule != "turn.definition", (phase, arguments)
            assert reason is not None or arguments


@pytest.mark.rule("faroe", "attack.cannot-attack-later")
def test_a_declared_attack_stands_though_its_attacker_is_moved_back() -> None:
    # Given a Normal Attack of 3 and a Reaction that moves the attacker to the Backup Zone.
    d = Duel(CARDS + reaction("repel", answers="attack", do={"row": "attacker", "to": "backup"}))
    x, y = d.character(0), d.character(1)
    d.character(0)
    repel = d.on(y, "repel")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", repel, -1)
    # Then the Attack still deals its damage, and is rewarded.
    assert (d.where(x), d.hp(y), d.tp_of(0)) == ("Backup Zone", 7, 5)
