"""Damage Types as a ladder, defences judged as they resolve, labels of damage: words of an edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.language import vocabulary
from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "aside", "piercing", "refusal")
    + """
[card.merciless]
name = "Merciless"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 2, type = "Relentless" }]
[card.ladder]
name = "Ladder"
types = ["Skill"]
rank = "Normal"
do = [{ attack = [{ n = 1 }, { n = 2, type = "Unblockable" }, { n = 4, type = "Relentless" }] }]
[card.twofold]
name = "Twofold"
types = ["Skill"]
rank = "Normal"
do = [{ attack = [{ n = 1 }, { n = 2, type = "Unblockable" }] }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 3 }]
[card.venom]
name = "Venom"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
keywords = { Drain = 1 }
do = [{ draw = 1 }]
[card.sting]
name = "Sting"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ counter = "Poison", on = "attacker" }]
[card.soften]
name = "Soften"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ downgrade = true }]
[card.jolt]
name = "Jolt"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, label = "Energy" }]
[card.plainhit]
name = "Plainhit"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3 }]
[card.dart]
name = "Dart"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ damage = 3, to = "target" }]
[card.flare]
name = "Flare"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ damage = 3, to = "target", label = "Energy" }]
[card.grounded]
name = "Grounded"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", label = ["Energy", "Physical"] }
do = [{ block = true }]
[card.vague]
name = "Vague"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", label = "Unknown" }
do = [{ block = true }]
[card.padded]
name = "Padded"
types = ["Character"]
hp = 9
plv = 1
[[card.padded.ability]]
gives = { "damage taken" = -1 }
attacks = { label = "Energy", kind = "any" }
[card.ghostly]
name = "Ghostly"
types = ["Character"]
hp = 9
plv = 1
keywords = { Immune = ["Physical"] }
[card.hazy]
name = "Hazy"
types = ["Character"]
hp = 9
plv = 1
keywords = { Immune = ["Unknown"] }
"""
)
OLD = (
    ('judged = "play"\n', 'judged = "resolution"\ndowngrades = true\n'),
    ('True = ["block", "deflect", "negate"]', 'Relentless = ["block", "deflect", "negate", "counter"]'),
    ('labels = ["Physical"]', 'labels = ["Physical", "Energy", "Unknown"]'),
)


def match(seats: int = 3) -> Duel:
    """A match with the ladder Basic, Unblockable, Relentless, judged at resolution, and all three labels."""
    return differing(CARDS, *OLD, seats=seats)


def answered(attack: str, *answers: str) -> tuple[Duel, int, int, int]:
    """A Giant attacks a Giant with a Skill, which each answer names: a downgrade of seat 2, others of seat 1.

    Returns the match, attacker, target and another Giant of seat 1, to which Deflects go.
    """
    d = match()
    mine, theirs, other = d.character(0, "giant"), d.character(1, "giant"), d.character(1, "giant")
    skill = d.on(mine, attack)
    third = d.character(2, "giant")
    hands = [
        (2, d.on(third, slug), slug) if slug == "soften" else (1, d.on(theirs, slug), slug)
        for slug in answers
    ]
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    for seat, card, slug in hands:
        while d.asked() != [seat]:
            d.step()
        d.play(seat, "use", card, -1, *([other] if slug == "aside" else []))
    d.pass_all()
    assert all(d.where(card) == "Discard Pile Zone" for _, card, _ in hands)
    return d, mine, theirs, other


MATRIX = [
    ("strike", "guard", True),
    ("strike", "aside", True),
    ("strike", "refusal", True),
    ("strike", "riposte", True),
    ("strike", "venom", True),
    ("strike", "sting", True),
    ("piercing", "guard", False),
    ("piercing", "aside", False),
    ("piercing", "refusal", True),
    ("piercing", "riposte", True),
    ("piercing", "venom", True),
    ("piercing", "sting", True),
    ("merciless", "guard", False),
    ("merciless", "aside", False),
    ("merciless", "refusal", False),
    ("merciless", "riposte", False),
    ("merciless", "venom", False),
    ("merciless", "sting", False),
]


@pytest.mark.parametrize(("attack", "defence", "works"), MATRIX)
def test_which_defence_works_against_which_damage_type(attack: str, defence: str, works: bool) -> None:
    # Given defences that are judged as they resolve, then each is played against any Attack and used up, and
    # works as the ladder says; a Counter leaves the Attack as it is.
    d, mine, theirs, _ = answered(attack, defence)
    if defence in ("guard", "aside", "refusal"):
        assert (d.count(theirs, "Damage") == 0) == works
    else:
        done = d.count(mine, "Damage") + d.count(mine, "Drain") + d.count(mine, "Poison")
        assert (done > 0) == works and d.count(theirs, "Damage") > 0


@pytest.mark.parametrize(("attack", "defence"), [("piercing", "guard"), ("merciless", "refusal")])
def test_an_attack_that_is_downgraded_first_is_withstood_no_more(attack: str, defence: str) -> None:
    # Given a defence that would do nothing, when a later link downgrades the Attack, then it works; an
    # earlier link that does comes too late for it.
    d, _, theirs, _ = answered(attack, defence, "soften")
    assert d.count(theirs, "Damage") == 0 and d.happened("downgraded")
    d, _, theirs, _ = answered(attack, "soften", defence)
    assert d.count(theirs, "Damage") == 2


def test_relentless_is_two_steps_above_basic_and_no_lower_than_that() -> None:
    # Given a Relentless Attack and a Block, then one downgrade is not enough, two are, and a third changes
    # nothing.
    for steps, damage in ((1, 2), (2, 0), (3, 0)):
        d, _, theirs, _ = answered("merciless", "guard", *["soften"] * steps)
        assert d.count(theirs, "Damage") == damage, steps


def test_a_counter_to_a_downgraded_attack_strikes() -> None:
    # Given a Relentless Attack, when it is downgraded before a Counter to it resolves, then that strikes.
    d, mine, _, _ = answered("merciless", "riposte", "soften")
    assert d.count(mine, "Damage") == 3


@pytest.mark.parametrize(
    ("answers", "damage"),
    [
        (("guard",), 6),
        (("guard", "soften"), 4),
        (("soften", "guard"), 6),
        (("guard", "soften", "soften"), 0),
        (("refusal", "soften"), 0),
        (("soften", "refusal"), 7),
    ],
)
def test_each_hit_is_as_strong_as_it_was_when_the_defence_resolved(
    answers: tuple[str, ...], damage: int
) -> None:
    # Given hits of 1 Basic, 2 Unblockable and 4 Relentless damage, then a Block stops those that did not
    # withstand it when it resolved, and a Negate all or nothing.
    d, _, theirs, _ = answered("ladder", *answers)
    assert d.count(theirs, "Damage") == damage


@pytest.mark.parametrize(
    ("answers", "left", "sent"),
    [(("aside",), 2, 1), (("soften", "aside"), 2, 1), (("aside", "soften"), 0, 3)],
)
def test_hits_that_withstood_a_deflect_stay_where_they_were(
    answers: tuple[str, ...], left: int, sent: int
) -> None:
    # Given a Basic and an Unblockable hit, then a Deflect sends those that did not withstand it then.
    d, _, theirs, other = answered("twofold", *answers)
    assert (d.count(theirs, "Damage"), d.count(other, "Damage")) == (left, sent)


def test_a_downgrade_is_for_that_attack() -> None:
    # Given an Attack that was downgraded, then the next one of the same attacker is as strong as ever.
    d, mine, theirs, _ = answered("piercing", "soften")
    skill, guard = d.on(mine, "piercing"), d.on(theirs, "guard")
    d.play(0, "use", skill, theirs)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.count(theirs, "Damage") == 4


def test_a_shield_against_what_withstands_it_is_lost() -> None:
    # Given an Unblockable Attack and a Shield Counter, then it is spent, and Blocks nothing.
    d = match(2)
    mine, theirs = d.character(0, "giant"), d.character(1, "giant")
    d.counters(theirs, "Shield", 1)
    skill = d.on(mine, "piercing")
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    d.play(1, "shield", theirs, -1)
    d.pass_all()
    assert (d.count(theirs, "Damage"), d.count(theirs, "Shield")) == (2, 0)


def test_a_defence_that_is_judged_when_it_is_played_is_refused() -> None:
    # Given judged = "play" and a ladder up to Relentless, then Block, Negate and Counter are refused against
    # it, and a Counter is not against Unblockable damage.
    d = differing(CARDS, ('judged = "play"\n', 'judged = "play"\ndowngrades = true\n'), *OLD[1:])
    mine, theirs = d.character(0, "giant"), d.character(1, "giant")
    skill, other = d.on(mine, "merciless"), d.on(mine, "piercing")
    cards = [d.on(theirs, slug) for slug in ("guard", "refusal", "riposte")]
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    assert [d.refused(1, "use", card, -1) for card in cards] == ["defend.true-check"] * 3
    d.pass_all()
    d.play(0, "use", other, theirs)
    assert [d.can(1, "use", card, -1) for card in cards] == [False, True, True]


# Labels.


@pytest.mark.parametrize(
    ("attack", "grounded", "vague"),
    [("jolt", True, False), ("plainhit", False, True), ("normal", True, False)],
)
def test_answers_ask_for_labels_of_damage(attack: str, grounded: bool, vague: bool) -> None:
    # Given Energy damage, damage without a label, which is Unknown, and a Normal Attack, which is Physical,
    # then answers that name labels answer those alone.
    d = match(2)
    mine, theirs = d.character(0, "giant"), d.character(1, "giant")
    one, two = d.on(theirs, "grounded"), d.on(theirs, "vague")
    skill = mine if attack == "normal" else d.on(mine, attack)
    d.go(0, COMBAT)
    d.play(0, "attack" if attack == "normal" else "use", skill, theirs)
    assert (d.can(1, "use", one, -1), d.can(1, "use", two, -1)) == (grounded, vague)


def test_changes_of_damage_ask_for_labels() -> None:
    # Given a Character that takes 1 less Energy damage, then it does of Attacks and Items with that label.
    d = match(2)
    mine, padded = d.character(0, "giant"), d.character(1, "padded")
    for slug in ("dart", "flare"):
        d.play(0, "play", d.hand(0, slug), padded)
        d.pass_all()
    assert d.count(padded, "Damage") == 5
    skills = [d.on(mine, slug) for slug in ("plainhit", "jolt")]
    d.go(0, COMBAT)
    d.play(0, "use", skills[1], padded)
    d.pass_all()
    assert d.count(padded, "Damage") == 7


def test_who_is_immune_to_a_label_is_no_target_of_it() -> None:
    # Given a Character that is Immune (Physical) and one that is Immune (Unknown), then a Normal Attack does
    # not aim at the first nor Energy damage past it, and an Item without a label not at the second.
    d = match(2)
    mine, ghostly, hazy = d.character(0, "giant"), d.character(1, "ghostly"), d.character(1, "hazy")
    dart, flare, jolt = d.hand(0, "dart"), d.hand(0, "flare"), d.on(mine, "jolt")
    assert d.can(0, "play", dart, ghostly) and not d.can(0, "play", dart, hazy)
    assert d.can(0, "play", flare, hazy)
    d.go(0, COMBAT)
    assert not d.can(0, "attack", mine, ghostly) and d.can(0, "attack", mine, hazy)
    assert d.can(0, "use", jolt, ghostly)


def test_labels_and_damage_types_stand_on_cards() -> None:
    # Given cards that print a label or answer one, then their text names it.
    rules = match().rules
    said = {card.slug: card.text for card in rules.cards}
    assert said["jolt"] == "Deal 3 Energy damage to an enemy."
    assert said["flare"] == "Deal 3 Energy damage to an enemy Character."
    assert "an Energy or Physical Attack" in said["grounded"]
    assert "takes 1 less damage from Energy Attacks and abilities" in said["padded"]
    assert said["ghostly"] == "Immune (Physical)."
    assert said["soften"] == "Answer an Attack: downgrade it."


def test_an_edition_without_them_has_no_such_words() -> None:
    # Given the edition that is there, then its cards downgrade nothing and are Immune to no label it lacks.
    rules = Duel().rules
    assert "downgrade" not in vocabulary.make_language(rules).effects
    assert "Physical" in rules.edition.immunities and "Energy" not in rules.edition.immunities
