"""Answers, Chains and damage in the 40-card edition (topics defend, damage, chain, link, timing, value)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, KEY_PART, KEY_TO, PREPARATION
from tests.builders.cards import cards
from tests.builders.scenario import Duel, rules_with

CARDS = (
    cards("faroe", "deflection", "refusal", "riposte")
    + """
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
[card.weaken]
name = "Weaken"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ downgrade = true }]
[card.piercing]
name = "Piercing"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 4, type = "Unblockable" }]
[card.merciless]
name = "Merciless"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 4, type = "Relentless" }]
[card.plain-four]
name = "Plain Four"
types = ["Skill"]
rank = "Normal"
cost = 3
do = [{ attack = 4 }]
[card.beam]
name = "Beam"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, label = "Energy" }]
[card.fist]
name = "Fist"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, label = "Physical" }]
[card.riddle]
name = "Riddle"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3 }]
[card.parry]
name = "Parry"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", label = "Physical" }
do = [{ block = true }]
[card.damper]
name = "Damper"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", label = "Energy" }
do = [{ negate = true }]
[card.answer]
name = "Answer"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", label = "Unknown" }
do = [{ block = true }]
[card.shell]
name = "Shell"
types = ["Augment"]
rank = "Normal"
[[card.shell.ability]]
activate = true
cost = 1
answers = { to = "attack" }
do = [{ mod = "damage taken", n = -1, on = "host" }]
[card.volley]
name = "Volley"
types = ["Skill"]
rank = "Normal"
targets = [{ reach = true, n = 2 }]
do = [{ attack = 2 }]
[card.hitter]
name = "Hitter"
types = ["Character"]
hp = 9
plv = 2
[[card.hitter.ability]]
on = "hit"
of = "all characters"
by = "this"
do = [{ counter = "Drain", on = "that" }]
[card.triple]
name = "Triple"
types = ["Skill"]
rank = "Normal"
do = [{ attack = [{ n = 2 }, { n = 0 }, { n = 2 }] }]
[card.bruised]
name = "Bruised"
types = ["Character"]
hp = 9
plv = 2
[[card.bruised.ability]]
on = "takes-damage"
do = [{ gain_tp = 1 }]
[card.courier]
name = "Courier"
types = ["Character"]
cost = 1
hp = 9
plv = 2
[[card.courier.ability]]
on = "enters"
do = [{ gain_tp = 1 }]
[card.chosen]
name = "Chosen"
types = ["Character"]
hp = 9
plv = 2
[[card.chosen.ability]]
on = "targeted"
do = [{ heal = 1, of = "this" }]
[card.dart]
name = "Dart"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ damage = 3, to = "target" }]
[card.rainfall]
name = "Rainfall"
types = ["Item"]
rank = "Normal"
do = [{ damage = 1, to = "all characters" }]
[card.tonic]
name = "Tonic"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ mod = "PLV", n = 2, on = "target" }]
[card.salve]
name = "Salve"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ heal = 2, of = "target" }]
[card.pelt]
name = "Pelt"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
attach = "you"
[[card.pelt.ability]]
on = "takes-damage"
of = "host"
do = [{ gain_tp = 1 }]
[card.stoic]
name = "Stoic"
types = ["Character"]
hp = 9
plv = 2
keywords = { Immune = ["Physical"] }
[card.hollow]
name = "Hollow"
types = ["Character"]
hp = 9
plv = 2
[[card.hollow.ability]]
gives = { "damage taken" = -1 }
attacks = { element = "Null" }
[card.flame]
name = "Flame"
types = ["Skill"]
rank = "Normal"
elements = ["Fire"]
cost = 4
do = [{ attack = 3 }]
[card.torch]
name = "Torch"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 2
[card.poisoner]
name = "Poisoner"
types = ["Character"]
hp = 9
plv = 2
[[card.poisoner.ability]]
activate = true
cost = 2
targets = [{ pick = "enemy characters" }]
do = [{ counter = "Poison", on = "target" }]
[card.thorns]
name = "Thorns"
types = ["Augment"]
rank = "Normal"
[[card.thorns.ability]]
activate = true
answers = { to = "attack" }
do = [{ attack = 3 }]
[card.charmed]
name = "Charmed"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
[[card.charmed.ability]]
activate = true
do = [{ draw = 1 }]
[card.kindle]
name = "Kindle"
types = ["Augment"]
rank = "Normal"
[[card.kindle.ability]]
activate = true
answers = { to = "skill", element = "Fire" }
do = [{ mod = "damage", n = 2, on = "attacker" }]
"""
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


# Cards and effects that defend.


@pytest.mark.rule("fade2", "defend.use-card")
def test_each_attack_may_be_answered_by_a_reaction() -> None:
    # Given three separate attacks in one Combat Step and enough TP.
    d = duel()
    attackers, y = [d.character(0) for _ in range(3)], d.character(1)
    blocks = [d.on(y, "guard") for _ in range(3)]
    d.go(0, COMBAT)
    # When the defender flips one Reaction against each, then all three are legal.
    for x, block in zip(attackers, blocks, strict=True):
        d.play(0, "attack", x, y)
        d.play(1, "use", block, -1)
        d.pass_all()
        assert d.lies(block) == "discard"
    assert d.count(y, "Damage") == 0


@pytest.mark.rule("fade2", "defend.once-per-attack")
def test_against_one_attack_a_player_uses_one_card() -> None:
    # Given A attacks B, who has three Reactions; A has one.
    d = duel()
    x, y = d.character(0), d.character(1)
    block, back, more = d.on(y, "guard"), d.on(y, "riposte"), d.on(y, "guard")
    mine = d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When B has linked a Counter-hit, then a second card against the same attack is refused.
    d.play(1, "use", back, -1)
    d.play(0, "use", mine, -2)
    assert d.refused(1, "use", block, -1) == "defend.once-per-attack"
    # Against A's own Counter-hit, which is a new attack, B uses one card again.
    d.play(1, "use", block, -3)
    assert not [move for move in d.options(1) if move[1:2] == (more,)]
    d.pass_all()
    assert d.count(y, "Damage") == 3


@pytest.mark.rule("fade2", "defend.use-effect")
def test_effects_of_face_up_cards_are_used_as_often_as_they_are_paid_for() -> None:
    # Given an Augment with 'pay 1 TP: 1 damage less' and 3 TP.
    d = duel()
    x, y = d.character(0, "giant"), d.character(1)
    shell = d.on(y, "shell", face=1)
    d.go(0, COMBAT)
    d.tp(1, 3)
    d.play(0, "attack", x, y)
    # When its player uses it three times in one attack, then all are legal and 3 damage less are dealt.
    for _ in range(3):
        d.until_asked(1)
        d.play(1, "activate", shell, -1)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(1)) == (2, 0)


@pytest.mark.rule("fade2", "defend.skills-not")
def test_a_skill_defends_nobody() -> None:
    # Given a face-down Skill on the attacked Character, then it cannot be flipped in response.
    d = duel()
    x, y = d.character(0), d.character(1)
    skill = d.on(y, "fist")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.refused(1, "use", skill, x) == "attack.use-card"


@pytest.mark.rule("fade2", "defend.deflect-consequences")
@pytest.mark.parametrize("shield", [False, True])
def test_a_deflect_takes_one_target_and_the_new_one_is_attacked(shield: bool) -> None:
    # Given an attack on Y and Z, and W of a third player.
    d = duel(seats=3)
    x, y, z, w = d.character(0), d.character(1), d.character(1), d.character(2)
    volley, deflection, block = d.on(x, "volley"), d.on(y, "deflection"), d.on(w, "guard")
    d.counters(w, "Shield", int(shield))
    d.go(0, COMBAT)
    d.play(0, "use", volley, y, z)
    # When Y's player plays a Deflect naming W, then W's controller may flip a Reaction.
    d.play(1, "use", deflection, -1, (KEY_PART, 1), w)
    d.until_asked(2)
    assert d.can(2, "use", block, -1)
    d.pass_all()
    # Then W and Z are hit; a Shield Counter on W Negates the attack.
    hit = 0 if shield else 2
    assert [d.count(h, "Damage") for h in (y, z, w)] == [0, hit, hit]


@pytest.mark.rule("fade2", "defend.prevent")
def test_what_is_prevented_lies_there_without_effect() -> None:
    # Given a Skill of Cost 3 attached to X.
    d = duel()
    x, y = d.character(0), d.character(1)
    skill, ward = d.on(x, "plain-four"), d.on(y, "ward")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", skill, y)
    # When it is Prevented, then it does nothing, lies face-up on X, and the 3 TP are gone.
    d.play(1, "use", ward, -1)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (0, 0)
    assert (d.lies(skill), d.s.host[skill], d.s.face[skill]) == ("attached", x, 1)
    # And it cannot be used again.
    d.tp(0, 9)
    assert d.refused(0, "use", skill, y) != ""
    assert not [move for move in d.options(0) if move[1:2] == (skill,)]


@pytest.mark.rule("fade2", "defend.counter-hit-gone")
def test_a_counter_hit_at_somebody_gone_hits_nothing() -> None:
    # Given two Counter-hits against X with 2 HP, of a Reaction and of a card that lies face-up.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.leave(x, 2)
    d.character(0)
    back, thorns = d.on(y, "riposte"), d.on(y, "thorns", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When the later one resolves first and Knocks Out X, then the earlier one hits nothing.
    d.until_asked(1)
    d.play(1, "activate", thorns, -1)
    d.pass_all()
    assert d.lies(x) == "discard"
    assert len(d.happened("hit")) == 1


@pytest.mark.rule("fade2", "defend.no-defend-action")
def test_who_uses_nothing_takes_the_damage() -> None:
    # Given an attack of 3 on a Character, when nobody uses anything, then it takes 3; no verb defends.
    d = duel()
    x, y = d.character(0), d.character(1)
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert {move[:2] for move in d.options(1)} <= {d.move("pass"), d.move("use", block)}
    d.pass_all()
    assert d.count(y, "Damage") == 3


# Damage.


@pytest.mark.rule("fade2", "damage.class-matrix")
@pytest.mark.parametrize(
    ("skill", "answer", "dealt"),
    [
        ("plain-four", "guard", 0),
        ("plain-four", "refusal", 0),
        ("piercing", "guard", 4),
        ("piercing", "refusal", 0),
        ("piercing", "ward", 0),
        ("merciless", "guard", 4),
        ("merciless", "refusal", 4),
        ("merciless", "ward", 0),
    ],
)
def test_what_works_against_which_class(skill: str, answer: str, dealt: int) -> None:
    # Given an attack of 4 of a class, when a mechanic is linked, then it works or its card is just spent.
    d = duel()
    x, y = d.character(0), d.character(1)
    attack, card = d.on(x, skill), d.on(y, answer)
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1)
    d.pass_all()
    assert (d.count(y, "Damage"), d.lies(card)) == (dealt, "discard")


@pytest.mark.rule("fade2", "damage.class-matrix")
@pytest.mark.rule("fade2", "keyword.unblockable-damage")
@pytest.mark.rule("fade2", "keyword.relentless-damage")
@pytest.mark.parametrize(("skill", "shielded"), [("piercing", True), ("merciless", False)])
def test_deflect_does_nothing_and_shield_negates_what_negate_works_on(skill: str, shielded: bool) -> None:
    # Given an attack of 4 and a Deflect to another Character, then the 4 damage still hit the old target.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(1)
    attack, again, card = d.on(x, skill), d.on(x, skill), d.on(y, "deflection")
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1, z)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(z, "Damage")) == (4, 0)
    # Given a Shield Counter, then it stops what is Unblockable, and stays where damage is Relentless.
    d.counters(z, "Shield", 1)
    d.play(0, "use", again, z)
    d.pass_all()
    assert (d.count(z, "Damage"), d.count(z, "Shield")) == ((0, 0) if shielded else (4, 1))


@pytest.mark.rule("fade2", "damage.downgrade")
@pytest.mark.parametrize(("times", "answer", "dealt"), [(1, "refusal", 0), (1, "guard", 4), (2, "guard", 0)])
def test_a_downgraded_attack_is_open_to_more(times: int, answer: str, dealt: int) -> None:
    # Given link 1 a Relentless attack on B, link 2 a Negate or Block by B, and a downgrade by C or two.
    d = duel(seats=4)
    x, y = d.character(0), d.character(1)
    attack, card = d.on(x, "merciless"), d.on(y, answer)
    helpers = [d.on(d.character(seat), "weaken") for seat in (2, 3)][:times]
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1)
    for seat, weaken in zip((2, 3), helpers, strict=False):
        d.until_asked(seat)
        d.play(seat, "use", weaken, -1)
    # When the Chain resolves, then the attack is a class lower for each.
    d.pass_all()
    assert d.count(y, "Damage") == dealt


@pytest.mark.rule("fade2", "keyword.basic-damage")
def test_damage_of_no_named_class_is_basic_and_stays_so() -> None:
    # Given a Skill with no class printed, when it is downgraded and Blocked, then its damage is 0.
    d = duel(seats=3)
    x, y, z = d.character(0), d.character(1), d.character(2)
    attack, card, weaken = d.on(x, "plain-four"), d.on(y, "guard"), d.on(z, "weaken")
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1)
    d.until_asked(2)
    d.play(2, "use", weaken, -1)
    d.pass_all()
    assert d.count(y, "Damage") == 0


@pytest.mark.rule("fade2", "damage.type-physical")
@pytest.mark.rule("fade2", "damage.type-energy")
@pytest.mark.rule("fade2", "damage.type-unknown")
@pytest.mark.parametrize(
    ("skill", "fits"), [("", "parry"), ("fist", "parry"), ("beam", "damper"), ("riddle", "answer")]
)
def test_an_answer_that_names_a_type_fits_that_type_alone(skill: str, fits: str) -> None:
    # Given a Normal Attack or a Skill, and Reactions that each answer one damage type.
    d = duel()
    x, y = d.character(0), d.character(1)
    attack = d.on(x, skill) if skill else 0
    answers = {slug: d.on(y, slug) for slug in ("parry", "damper", "answer")}
    d.go(0, COMBAT)
    d.play(0, *(("use", attack, y) if skill else ("attack", x, y)))
    # Then only the one of its type may be flipped, and works.
    for slug, card in answers.items():
        if slug != fits:
            assert d.refused(1, "use", card, -1) == "defend.use-card"
    d.play(1, "use", answers[fits], -1)
    d.pass_all()
    assert d.count(y, "Damage") == 0


@pytest.mark.rule("fade2", "damage.types-matter")
def test_a_type_changes_nothing_by_itself() -> None:
    # Given attacks of 3 of each type, when they hit the same kind of target, then each takes 3.
    d = duel()
    x, targets = d.character(0), [d.character(1) for _ in range(3)]
    skills = [d.on(x, slug) for slug in ("fist", "beam", "riddle")]
    d.go(0, COMBAT)
    for skill, y in zip(skills, targets, strict=True):
        d.play(0, "use", skill, y)
        d.pass_all()
    assert [d.count(y, "Damage") for y in targets] == [3, 3, 3]


@pytest.mark.rule("fade2", "item.damage")
def test_an_items_damage_is_unknown() -> None:
    # Given an Item that deals 3, when it hits a Character that is Immune to Physical, then it deals 3.
    d = duel()
    y = d.character(1, "stoic")
    d.play(0, "play", d.hand(0, "dart"), y)
    d.pass_all()
    assert d.count(y, "Damage") == 3


@pytest.mark.rule("fade2", "element.null-altered")
def test_null_can_be_named_like_an_element() -> None:
    # Given 'Null-type attacks deal 1 less to this Character'.
    d = duel()
    x, y = d.character(0), d.character(1, "hollow")
    flame = d.on(x, "flame")
    d.go(0, COMBAT)
    # When a Normal Attack of PLV 3 hits it, then it takes 2; a Fire Skill of 3 deals 3.
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.count(y, "Damage") == 2
    d.play(0, "use", flame, y)
    d.pass_all()
    assert d.count(y, "Damage") == 5


@pytest.mark.rule("fade2", "element.no-matching-discount")
def test_an_element_in_common_makes_nothing_cheaper() -> None:
    # Given a Fire Character and a Fire Skill of Cost 4, when it is flipped, then it costs 4.
    d = duel()
    x, y = d.character(0, "torch"), d.character(1)
    flame = d.on(x, "flame")
    d.go(0, COMBAT)
    d.tp(0, 3)
    assert d.refused(0, "use", flame, y) == "value.floors"
    d.tp(0, 4)
    d.play(0, "use", flame, y)
    assert d.tp_of(0) == 0


# Chains.


@pytest.mark.rule("fade2", "chain.definition")
@pytest.mark.rule("fade2", "chain.link-attacks")
def test_an_attack_opens_a_chain_and_answers_make_it_longer() -> None:
    # Given no Chain, when a Normal Attack is declared, then it is link 1; a Counter-hit becomes link 2.
    d = duel()
    x, y = d.character(0), d.character(1)
    back, shell = d.on(y, "riposte"), d.on(x, "shell", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.links() == ["Soldier"]
    d.play(1, "use", back, -1)
    assert d.links() == ["Soldier", "Riposte"]
    # An effect whose text answers an attack may be link 3.
    d.play(0, "activate", shell, -2)
    assert d.links() == ["Soldier", "Riposte", "Shell"]
    d.pass_all()
    assert d.count(x, "Damage") == 1


@pytest.mark.rule("fade2", "chain.augments-no-start")
@pytest.mark.rule("fade2", "augment.timing")
def test_an_augment_is_played_without_a_chain_in_the_own_turn() -> None:
    # Given an opponent with a Negate, when an Augment is played, then nobody is asked.
    d = duel()
    x, y = d.character(0), d.character(1)
    refusal = d.on(y, "refusal")
    charmed = d.hand(0, "charmed")
    d.play(0, "play", charmed, x)
    assert not d.s.chain and d.asked() == [0] and d.s.host[charmed] == x
    # When its effect is activated later, then that starts a Chain and can be answered.
    d.go(0, COMBAT)
    d.play(0, "activate", charmed)
    assert d.links() == ["Charmed"] and d.asked() == [1] and d.can(1, "use", refusal, -1)
    d.pass_all()
    # In B's turn A plays an Item, and no Augment.
    other, ration = d.hand(0, "charmed"), d.hand(0, "ration")
    d.go(1, PREPARATION)
    d.play(1, "end")
    assert d.asked() == [0]
    assert d.refused(0, "play", other, x) == "turn.definitions"
    assert d.can(0, "play", ration)


@pytest.mark.rule("fade2", "chain.start-effects")
def test_an_activated_effect_is_link_one() -> None:
    # Given 'pay 2 TP: put 1 Poison Counter on an enemy Character' and a Negate.
    d = duel()
    x, y = d.character(0, "poisoner"), d.character(1)
    refusal = d.on(y, "refusal")
    d.go(0, COMBAT)
    d.tp(0, 2)
    d.play(0, "activate", x, y)
    assert d.links() == ["Poisoner"] and d.tp_of(0) == 0
    d.play(1, "use", refusal, -1)
    d.pass_all()
    assert d.count(y, "Poison") == 0


@pytest.mark.rule("fade2", "chain.example-counter-hit")
def test_the_second_example_of_the_book() -> None:
    # Given X (PLV 3, 6 HP) attacks Y (5 HP), whose Counter-hit deals 2, and an Item that heals 2.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.leave(x, 6)
    d.leave(y, 5)
    back, salve = d.on(y, "riposte"), d.hand(0, "salve")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When it is played while the Chain runs, then it is refused.
    assert d.asked() == [0]
    assert d.refused(0, "play", salve, x) == "chain.start-items"
    d.pass_all()
    assert (d.hp(x), d.hp(y)) == (4, 2)
    # Then it is a Chain of its own.
    d.play(0, "play", salve, x)
    d.pass_all()
    assert d.hp(x) == 6


@pytest.mark.rule("fade2", "link.active-player-attack")
def test_the_active_player_answers_a_link_with_another_attack() -> None:
    # Given X attacks Y (2 HP), Y's Counter-hit is link 2, and Z of X's player can attack.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(0, "torch")
    d.leave(y, 2)
    back = d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # While nobody has answered, Z's attack cannot be linked.
    assert d.asked() == [1]
    d.play(1, "use", back, -1)
    assert d.refused(0, "attack", x, y) == "link.active-player-attack"
    # When Z's Normal Attack on Y is link 3, then Y falls first, the Counter-hit does nothing, X hits nothing.
    d.play(0, "attack", z, y)
    assert d.links() == ["Soldier", "Riposte", "Torch"]
    d.pass_all()
    assert d.lies(y) == "discard" and d.count(x, "Damage") == 0 and len(d.happened("hit")) == 1


@pytest.mark.rule("fade2", "link.requires-card")
def test_what_needs_another_card_is_linked_to_the_chain_of_that() -> None:
    # Given an effect 'when a Fire attack is made, it deals 2 more'.
    d = duel()
    x, y = d.character(0), d.character(1)
    kindle = d.on(x, "kindle", face=1)
    flame, fist = d.on(x, "flame"), d.on(x, "fist")
    block, again = d.on(y, "guard"), d.on(y, "guard")
    d.go(0, COMBAT)
    # When a Fire Skill is link 1, then it may be linked; in a Chain without one it is refused.
    d.play(0, "use", fist, y)
    d.play(1, "use", block, -1)
    assert d.asked() == [0] and d.refused(0, "activate", kindle, -1) == "link.requires-card"
    d.pass_all()
    d.play(0, "use", flame, y)
    d.until_asked(0)
    d.play(0, "activate", kindle, -1)
    d.pass_all()
    assert d.count(y, "Damage") == 5 and d.lies(again) == "attached"


# Moments and durations.


@pytest.mark.rule("fade2", "timing.on-enter-field")
def test_entering_is_coming_from_outside_the_field() -> None:
    # Given 'On Enter Field: gain 1 TP', when the Character is played to Backup/1, then it triggers.
    d = duel()
    courier = d.fighter(0, "courier")
    d.tp(0, 1)
    d.play(0, "play", courier, (KEY_TO, d.cell("b1")))
    d.pass_all()
    assert d.tp_of(0) == 1
    # When it later moves to Character/1, then it does not.
    d.next_turn(0)
    tp = d.tp_of(0)
    d.play(0, "move", courier, (KEY_TO, d.cell("c1")))
    d.pass_all()
    assert d.at(courier) == "c1" and d.tp_of(0) == tp


@pytest.mark.rule("fade2", "timing.on-targeted")
def test_only_what_chooses_a_target_targets() -> None:
    # Given 'On Targeted: gain 1 HP', when an Item targets the card, then it triggers.
    d = duel()
    y = d.character(1, "chosen")
    d.damage(y, 2)
    d.play(0, "play", d.hand(0, "dart"), y)
    d.pass_all()
    assert d.count(y, "Damage") == 2 - 1 + 3
    # An effect on all Characters chooses no target.
    d.play(0, "play", d.hand(0, "rainfall"))
    d.pass_all()
    assert d.count(y, "Damage") == 5


@pytest.mark.rule("fade2", "timing.on-hit")
@pytest.mark.parametrize(("answer", "put"), [("guard", 3), ("refusal", 0)])
def test_on_hit_happens_at_every_hit_that_is_attempted(answer: str, put: int) -> None:
    # Given 'On Hit: put 1 Drain Counter on the target' and an attack of three hits.
    d = duel()
    x, y = d.character(0, "hitter"), d.character(1)
    triple, card = d.on(x, "triple"), d.on(y, answer)
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    d.play(1, "use", card, -1)
    # When it is Blocked, then 3 are put; if it is Negated none.
    d.pass_all()
    assert (d.count(y, "Drain"), d.count(y, "Damage")) == (put, 0)


@pytest.mark.rule("fade2", "timing.on-taking-damage")
def test_taking_damage_happens_for_each_hit_that_deals_any() -> None:
    # Given an attack of three hits of 2, 0 and 2, then 'On Taking Damage' triggers twice.
    d = duel()
    x, y = d.character(0), d.character(1, "bruised")
    triple = d.on(x, "triple")
    d.go(0, COMBAT)
    d.tp(1, 0)
    d.play(0, "use", triple, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(1)) == (4, 2)


@pytest.mark.rule("fade2", "timing.player-events")
def test_what_is_attached_to_a_player_speaks_of_that_player() -> None:
    # Given an Augment on A: 'On Taking Damage, gain 1 TP'.
    d = duel()
    x, y = d.character(1), d.character(0)
    d.on(d.body(0), "pelt", face=1)
    d.go(1, COMBAT)
    d.tp(0, 0)
    # When A's Character takes damage, then nothing happens.
    d.play(1, "attack", x, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (3, 0)
    # When A takes damage, then 1 TP is gained.
    d.damage(y, 7)
    d.play(1, "attack", d.body(1), y)
    d.pass_all()
    e = duel()
    e.on(e.body(0), "pelt", face=1)
    e.go(1, COMBAT)
    e.tp(0, 0)
    e.play(1, "attack", e.body(1), e.body(0))
    e.pass_all()
    assert e.tp_of(0) == 1


@pytest.mark.rule("fade2", "value.duration")
def test_a_change_without_a_stated_end_lasts_for_the_turn() -> None:
    # Given an Item '+2 PLV to a Character' and an Augment of +2 PLV.
    d = duel()
    x = d.character(0)
    d.on(x, "edge", face=1)
    d.play(0, "play", d.hand(0, "tonic"), x)
    d.pass_all()
    assert d.plv(x) == 7
    # When the turn ends, then the Item's bonus is gone, the Augment's is not.
    d.go(0, AFTERMATH)
    assert d.plv(x) == 7
    d.go(1, PREPARATION)
    assert d.plv(x) == 5


@pytest.mark.rule("fade2", "keyword.retired")
@pytest.mark.parametrize("word", ["Willpower", "Stun", "Combo", "Provoke", "Orbital", "Charge", "Surprise"])
def test_keywords_of_other_editions_are_none(word: str) -> None:
    # Given a card with a keyword that this edition has not, when it is loaded, then the error names it.
    card = f'[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 1\nplv = 1\nkeywords = {{ {word} = 1 }}\n'
    with pytest.raises(LoadError, match=f"'{word}' is no keyword"):
        rules_with(card, edition="fade2")
    assert Duel(edition="fade2").size(0, HAND) == 0
