"""Timid, which keeps Attackers from high Levels, and Signature, a Skill or Reaction that is no card."""

from __future__ import annotations

from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "hush")
    + """
[card.mouse]
name = "Mouse"
types = ["Character"]
level = 1
hp = 9
plv = 2
keywords = { Timid = 6 }
[card.fear]
name = "Fear"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { Timid = 3 } }]
[card.storm]
name = "Storm Burst"
types = ["Skill"]
rank = "Normal"
targets = [{ reach = true }]
do = [{ attack = 1 }, { damage = 1, to = "enemy characters" }]
[card.dodge]
name = "Dodge"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ deflect = true }]
[card.drake]
name = "Drake"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 1
[[card.drake.ability]]
keyword = "Signature"
activate = true
cost = 3
do = [{ attack = 4 }]
[card.sentry]
name = "Sentry"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 1
[[card.sentry.ability]]
keyword = "Signature"
activate = true
answers = { to = "attack" }
do = [{ block = true }]
[card.avenger]
name = "Avenger"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 1
[[card.avenger.ability]]
keyword = "Signature"
on = "takes-damage"
targets = [{ reach = true }]
do = [{ attack = 2 }]
[card.scare]
name = "Scare"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ grant = "Timid", value = 3, on = "attacker" }]
[card.asbestos]
name = "Asbestos"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", element = "Fire" }
do = [{ block = true }]
"""
)
TIMID = (
    ("[keywords]", '[keywords]\nTimid = { kind = "number" }\nSignature = { kind = "plain" }'),
    ("[reasons]", '[reasons]\ntimid = "target.order"'),
)


def timid(seats: int = 2, **figures: int) -> Duel:
    """A match with Timid and Signature."""
    return differing(CARDS, *TIMID, seats=seats, figures=figures)


def test_who_is_timid_targets_no_high_level_and_does_not_get_past_it() -> None:
    # Given Timid 6, then a Level 3 Character is attacked, a Level 6 one refused, and neither is who stands
    # behind both; alone in front, the Level 6 one shields its Player, who is attacked once it is gone.
    d = timid()
    mouse, low, high = d.character(0, "mouse"), d.character(1), d.character(1, "giant")
    behind = d.character(1, "squire", backup=True)
    d.go(0, COMBAT)
    assert d.can(0, "attack", mouse, low)
    assert d.refused(0, "attack", mouse, high) == "target.order"
    assert not d.can(0, "attack", mouse, behind)
    d = timid()
    mouse, high = d.character(0, "mouse"), d.character(1, "giant")
    d.go(0, COMBAT)
    assert not d.can(0, "attack", mouse, d.body(1))
    d = timid()
    mouse = d.character(0, "mouse")
    d.go(0, COMBAT)
    assert d.can(0, "attack", mouse, d.body(1))


def test_the_smallest_timid_counts_and_mute_takes_it_away() -> None:
    # Given Timid 6 and an Augment with Timid 3, then Level 3 is barred; another Character is not Timid; while
    # both are silent it attacks Level 6.
    d = timid()
    mouse, other = d.character(0, "mouse"), d.character(0)
    low, high = d.character(1), d.character(1, "giant")
    d.on(mouse, "fear", face=1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mouse, low) == "target.order" and d.can(0, "attack", other, high)
    d.play(0, "play", d.hand(0, "hush"), mouse)
    d.pass_all()
    assert d.can(0, "attack", mouse, high)


def test_an_attack_of_who_is_timid_is_not_deflected_to_a_high_level() -> None:
    # Given a Skill of a Timid Character, then a Deflect to Level 6 is refused and one to Level 3 is not; what
    # it does to all enemies it does to Level 6 as well.
    d = timid()
    mouse, low, other, high = d.character(0, "mouse"), d.character(1), d.character(1), d.character(1, "giant")
    skill, dodge = d.on(mouse, "storm"), d.on(low, "dodge")
    d.go(0, COMBAT)
    d.play(0, "use", skill, low)
    assert not d.can(1, "use", dodge, -1, high) and d.can(1, "use", dodge, -1, other)
    d.pass_all()
    assert [d.count(h, "Damage") for h in (low, other, high)] == [2, 1, 1]


def test_who_becomes_timid_while_attacking_does_not_hit_a_high_level() -> None:
    # Given an Attack on Level 3, when an answer makes the attacker Timid 3, then it hits nobody.
    d = timid()
    a, foe = d.character(0), d.character(1)
    scare = d.on(foe, "scare")
    d.go(0, COMBAT)
    d.play(0, "attack", a, foe)
    d.play(1, "use", scare, -1)
    d.pass_all()
    assert d.count(foe, "Damage") == 0


def test_a_signature_skill_is_paid_for_and_attacks_with_the_elements_of_its_card() -> None:
    # Given "Signature: pay 3 TP: deal 4 damage" on a Fire Character, then it is refused with 2 TP; with 3 it
    # attacks in its own Combat Phase for 4, as Fire, and stays on the field, and again for as many.
    d = timid(seats=3)
    drake, foe = d.character(0, "drake"), d.character(1)
    shirt = d.on(foe, "asbestos")
    assert not d.can(0, "activate", drake, foe)
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "activate", drake, foe) == "value.costs"
    d.tp(0, 6)
    d.play(0, "activate", drake, foe)
    assert d.can(1, "use", shirt, -1)
    d.pass_all()
    assert (d.count(foe, "Damage"), d.tp_of(0), d.where(drake)) == (4, 3, "Character Zone")
    assert d.can(0, "activate", drake, foe)
    assert d.rules.by_slug["drake"].text == "Signature: pay 3 TP: deal 4 damage to an enemy."


def test_an_ability_that_is_no_signature_attacks_without_elements() -> None:
    # Given a Normal Attack of the same Fire Character, then what blocks Fire does not answer it.
    d = timid()
    drake, foe = d.character(0, "drake"), d.character(1)
    shirt = d.on(foe, "asbestos")
    d.go(0, COMBAT)
    d.play(0, "attack", drake, foe)
    assert d.asked() == [1] and not d.can(1, "use", shirt, -1)


def test_a_signature_reaction_is_one_of_the_cards_against_an_attack() -> None:
    # Given one card a seat against an Attack, then after a Signature Reaction another Reaction is refused,
    # and after a Reaction the Signature is.
    for first in ("signature", "card"):
        d = timid(defender_cards_per_attack=1)
        a, sentry = d.character(0), d.character(1, "sentry")
        guard, mine = d.on(sentry, "guard"), d.on(a, "guard")
        d.go(0, COMBAT)
        d.play(0, "attack", a, sentry)
        moves = {"signature": ("activate", sentry, -1), "card": ("use", guard, -1)}
        other = moves["card" if first == "signature" else "signature"]
        assert d.can(1, *other)
        d.play(1, *moves[first])
        while d.s.chain and d.asked() != [1]:
            d.step()
        assert mine and d.s.chain and d.refused(1, *other) == "combat.defender-card"


def test_a_signature_with_a_trigger_is_optional_and_has_the_elements_of_its_card() -> None:
    # Given a Signature for taking damage, when that happens, then its Player may Attack with it, as Fire.
    d = timid()
    a, avenger = d.character(0), d.character(1, "avenger")
    shirt = d.on(a, "asbestos")
    d.go(0, COMBAT)
    d.play(0, "attack", a, avenger)
    assert d.until(CONFIRM) == 1
    d.yes(1)
    assert d.asked() == [0] and d.can(0, "use", shirt, -1)
    d.pass_all()
    assert d.count(a, "Damage") == 2
