"""The rules of Attacks: what one is, what it deals and pays, how it is declared (topic attack)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cards import cards
from tests.builders.scenario import Duel, rules_with

CARDS = (
    cards("faroe", "flurry", "veto", "armor", "plate")
    + """
[card.bomb]
name = "Bomb"
types = ["Item"]
rank = "Normal"
cost = 1
targets = [{ pick = "enemy characters" }]
do = [{ damage = 3, to = "target" }]
[card.gunner]
name = "Gunner"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.gunner.ability]]
activate = true
do = [{ attack = 2 }]
[card.gun]
name = "Gun"
types = ["Augment"]
rank = "Normal"
[[card.gun.ability]]
activate = true
do = [{ attack = 2 }]
[card.grenade]
name = "Grenade"
types = ["Skill", "Item"]
rank = "Normal"
cost = 1
do = [{ attack = 3 }]
[card.bolt]
name = "Bolt"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 3 }]
[card.big]
name = "Big"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 6 }]
[card.two-tp]
name = "Two"
types = ["Skill"]
rank = "Normal"
cost = 2
do = [{ attack = 2 }]
[card.rising]
name = "Rising"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = [{ n = 1 }, { n = 2 }, { n = 3 }] }]
[card.spread]
name = "Spread"
types = ["Skill"]
rank = "Normal"
cost = 1
targets = [{ n = 2, up_to = true, reach = true }]
do = [{ attack = 3 }]
[card.volley]
name = "Volley"
types = ["Skill"]
rank = "Normal"
cost = 1
targets = [{ n = 2, up_to = true, reach = true }]
do = [{ attack = 1, hits = 2 }]
[card.parry]
name = "Parry"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack", physical = true }
do = [{ block = true }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ attack = 3 }]
[card.weaken]
name = "Weaken"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ counter = "Drain", on = "attacker" }]
[card.stun]
name = "Stun"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ counter = "Paralyze", on = "attacker" }]
[card.away]
name = "Away"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ orbital = "attacker" }]
[card.arms]
name = "Arms"
types = ["Augment"]
rank = "Normal"
[[card.arms.ability]]
gives = { may_attack = true }
[card.lecture]
name = "Lecture"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 2 }, { draw = 1 }]
"""
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
    d.play(1, "barrier", y, -1)
    d.pass_all()
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
    d.play(1, "shield", y, -1)
    d.pass_all()
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
    d.play(1, "shield", y, -1)
    d.pass_all()
    assert d.hp(y) == 20
    d.play(0, "activate", gun, y)
    d.pass_all()
    assert d.hp(y) == 18 and d.tp_of(0) == 0
    # The bearer of the Augment is the one who attacks: a Character that entered this turn may not.
    assert [row[1] for row in d.happened("attacks")] == [gunner, bearer]
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
        rules_with("""
[card.sneak]
name = "Sneak"
types = ["Skill"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ damage = 3, to = "target" }]
""")


@pytest.mark.editions("attack.normal")
def test_a_normal_attack_deals_plv_and_costs_nothing() -> None:
    # Given a Character with 3 PLV, a target with 5 HP, and 0 TP.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.damage(y, 5)
    d.tp(0, 0)
    d.go(0, COMBAT)
    # When it performs its Normal Attack and nothing answers.
    d.play(0, "attack", x, y)
    d.pass_all()
    # Then the target has 2 HP left, by one hit, and no TP were spent: there is only the reward.
    assert d.hp(y) == 2
    assert len(d.happened("hit")) == 1
    assert d.tp_of(0) == 1


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
    d.play(1, "use", parry, -1)
    d.pass_all()
    assert d.hp(y) == 7


@pytest.mark.editions("attack.normal-once")
def test_one_normal_attack_a_turn() -> None:
    # Given a Character that has performed its Normal Attack this turn.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.pass_all()
    # When it tries a second one, then it is refused.
    assert d.refused(0, "attack", x, y) == "attack.normal-once"
    # In its controller's next turn it may do so again.
    d.go(1, PREPARATION)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.editions("attack.normal-tp")
def test_a_successful_normal_attack_gives_one_tp_and_a_skill_none() -> None:
    # Given 4 TP and a Normal Attack that deals damage.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    d.counters(x, "Drain", 1)
    skill = d.on(x, "big")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    # Then TP become 5 once it has resolved.
    d.pass_all()
    assert d.hp(y) == 18 and d.tp_of(0) == 5
    # Given a Skill that deals 6 damage, then no TP are gained.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.hp(y) == 12 and d.tp_of(0) == 4


@pytest.mark.editions("attack.success")
def test_one_damaging_hit_makes_an_attack_successful() -> None:
    # Given a 3-hit Attack whose first two hits are reduced to 0 and whose third deals 1.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(y, "plate", face=1)
    skill, weak = d.on(x, "rising"), d.on(x, "flurry")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.pass_all()
    # Then the Attack is successful.
    assert d.hp(y) == 9
    assert len(d.happened("succeeds")) == 1
    # If all three are reduced to 0, then it is not.
    d.play(0, "use", weak, y)
    d.pass_all()
    assert d.hp(y) == 9
    assert len(d.happened("succeeds")) == 1


@pytest.mark.editions("attack.zero")
def test_an_attack_of_zero_damage_is_performed_without_success() -> None:
    # Given a Character with 0 PLV and 1 Fracture Counter.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Drain", 3)
    d.counters(x, "Fracture", 1)
    d.go(0, COMBAT)
    d.tp(0, 4)
    # When it performs a Normal Attack.
    d.play(0, "attack", x, y)
    d.pass_all()
    # Then the target loses nothing, no TP are gained, and the attacker gets 1 Damage Counter.
    assert d.hp(y) == 10 and d.tp_of(0) == 4
    assert d.count(x, "Damage") == 1
    assert not d.happened("succeeds")


@pytest.mark.rule("faroe", "attack.player")
def test_a_player_attacks_in_person_once_the_last_character_is_gone() -> None:
    # Given a Player who controls 1 Character.
    d = Duel(CARDS)
    x, y = d.character(0, "squire"), d.character(1)
    riposte = d.on(y, "riposte")
    d.go(0, COMBAT)
    # When a Normal Attack with the Player is tried, then it is refused.
    assert d.refused(0, "attack", d.body(0), y) == "attack.player"
    # When that Character is Knocked Out during this Combat Phase and there is no other.
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    d.pass_all()
    assert d.where(x) == "Discard Pile Zone"
    # Then the Player may perform it in the same Combat Phase.
    d.play(0, "attack", d.body(0), y)
    d.pass_all()
    assert d.hp(y) == 9


@pytest.mark.rule("faroe", "attack.player")
def test_a_card_may_allow_a_player_to_attack() -> None:
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.on(d.body(0), "arms", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", d.body(0), y)
    d.pass_all()
    assert d.hp(y) == 9
    assert d.refused(0, "attack", d.body(0), y) == "attack.normal-once"


@pytest.mark.editions("attack.multi-hit")
def test_every_hit_is_reduced_for_itself() -> None:
    # Given a Skill with 3 hits of 2 damage and a target that reduces damage it takes by 1.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(y, "armor", face=1)
    one, two, guard = d.on(x, "flurry"), d.on(x, "flurry"), d.on(y, "guard")
    d.go(0, COMBAT)
    # When it resolves, then three instances of 1 damage are dealt as one Attack.
    d.play(0, "use", one, y)
    d.pass_all()
    assert [row[5] for row in d.happened("takes-damage")] == [1, 1, 1]
    assert len(d.happened("attacks")) == 1
    assert d.hp(y) == 7
    # One Block stops it altogether.
    d.play(0, "use", two, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(y) == 7


@pytest.mark.editions("attack.several-targets")
def test_several_targets_are_hit_in_the_order_chosen() -> None:
    # Given a Skill 'deal 3 damage to up to 2 enemies' aimed at X and Y.
    d = Duel(CARDS)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, volley, one = d.on(a, "spread"), d.on(a, "volley"), d.on(a, "spread")
    d.go(0, COMBAT)
    # A Normal Attack aimed at two targets is refused.
    assert d.refused(0, "attack", a, x, y) == "attack.several-targets"
    d.play(0, "use", skill, y, x)
    d.pass_all()
    # Then Y takes 3 and then X takes 3, as chosen.
    assert [row[1] for row in d.happened("takes-damage")] == [y, x]
    assert d.hp(x) == d.hp(y) == 7
    # With several hits each hit goes to all targets before the next hit.
    d.play(0, "use", volley, x, y)
    d.pass_all()
    assert [row[1] for row in d.happened("takes-damage")][2:] == [x, y, x, y]
    # 'Up to' may be fewer, and the same target is not chosen twice.
    assert d.refused(0, "use", one, x, x) == "target.chosen-when"
    assert d.can(0, "use", one, x)


@pytest.mark.editions("attack.declare")
def test_costs_come_before_the_coin_and_the_coin_before_answers() -> None:
    # Given a Skill of Cost 2, 2 TP and 1 Blindness Counter on the attacker.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Blindness", 1)
    skill = d.on(x, "two-tp")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 2)
    at = len(d.log)
    # When the Attack is declared.
    d.play(0, "use", skill, y)
    # Then the TP are paid before the coin is flipped, and the coin is known before the opponent is asked.
    events = [d.rules.events[row[0]] for row in d.log[at:]]
    assert events.index("counter-gone") < events.index("linked") < events.index("tossed")
    assert d.tp_of(0) == 0
    assert d.asked() == [1] and len(d.s.chain) == 1


@pytest.mark.editions("attack.spent-when-stopped")
def test_a_negated_attack_is_used_up() -> None:
    # Given a Normal Attack that is Negated.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    veto = d.on(y, "veto")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    d.play(1, "use", veto, -1)
    # When the Chain is over.
    d.pass_all()
    # Then that Character has no Normal Attack left this turn and no TP were gained.
    assert d.hp(y) == 10 and d.tp_of(0) == 4
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


@pytest.mark.editions("attack.spent-when-stopped")
def test_a_blocked_skill_stays_paid_and_is_discarded() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "two-tp"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "use", skill, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.tp_of(0) == 2 and d.where(skill) == "Discard Pile Zone" and d.hp(y) == 10


@pytest.mark.editions("attack.attacker-gone")
def test_a_counter_that_fells_the_attacker_saves_the_defender() -> None:
    # Given Character X (2 HP) attacks and the defender answers with a Counter dealing 3 damage.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.character(0)
    d.damage(x, 8)
    riposte = d.on(y, "riposte")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    # When the Chain resolves, then X falls first and its Attack deals no damage and gives no TP.
    d.pass_all()
    assert d.where(x) == "Discard Pile Zone"
    assert d.hp(y) == 10 and d.tp_of(0) == 4


@pytest.mark.editions("attack.attacker-gone")
@pytest.mark.parametrize("answer", ["riposte", "away"])
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
    d.play(1, "use", stun, -1)
    d.pass_all()
    # Then the Attack still deals its damage.
    assert d.count(x, "Paralyze") == 1 and d.hp(y) == 7


@pytest.mark.editions("attack.declare")
def test_an_attack_without_a_target_is_refused_for_what_is_missing() -> None:
    # Given the own Combat Phase, and Characters who may attack and who may not.
    d = Duel(CARDS)
    a, fresh, y = d.character(0), d.character(0), d.character(1)
    d.go(0, COMBAT)
    # Then an Attack lacks its target, or its attacker, and not the turn.
    assert d.refused(0, "attack", a) == "attack.declare"
    assert d.refused(0, "attack") == "attack.declare"
    assert d.refused(0, "attack", y) == "attack.declare"
    assert d.refused(0, "attack", y, a) == "attack.declare"
    # And whatever forbids it with any target comes before that.
    d.play(0, "attack", a, y)
    d.pass_all()
    assert d.refused(0, "attack", a) == d.refused(0, "attack", a, y) == "attack.normal-once"
    assert d.refused(0, "attack", fresh) == "attack.declare"
    d.go(1, COMBAT)
    assert d.refused(0, "attack", fresh) == "turn.definition"


VERBS = ("attack", "use", "play", "attach", "move", "place", "reattach", "activate", "shield", "barrier")


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_that_is_said_in_part_is_refused_for_whose_turn_it_is(verb: str) -> None:
    """given the own free choice, and each card or none, then it is legal, or refused for another reason."""
    for phase in (PREPARATION, COMBAT):
        d = Duel(CARDS)
        front = d.character(0)
        there = [front, d.character(0), d.on(front, "spread"), d.hand(0, "bomb"), d.hand(0, "spread")]
        there.append(d.character(1))
        d.go(0, phase)
        for arguments in [(), *((h,) for h in there)]:
            move = d.move(verb, *arguments)
            reason = kernel.check(d.s, 0, move, d.dealer.opening(d.s, move))
            assert reason is None or reason.rule != "turn.definition", (phase, arguments)
            assert reason is not None or arguments
