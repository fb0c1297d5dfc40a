"""The rules of Elements on cards and on Attacks (topic element)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.kinds import card, character, item, skill
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "ember", "fish-2")
    + """
[card.blaze]
name = "Blaze"
types = ["Skill"]
elements = ["Fire"]
rank = "Normal"
cost = 1
do = [{ attack = 4 }]
[card.wave]
name = "Wave"
types = ["Skill"]
elements = ["Water"]
rank = "Normal"
cost = 1
do = [{ attack = 2 }]
[card.thunder-fire]
name = "Thunder Fire"
types = ["Skill"]
elements = ["Fire", "Storm"]
rank = "Normal"
cost = 1
do = [{ attack = 6 }]
[card.fire-guard]
name = "Fire Guard"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack", element = "Fire" }
do = [{ block = true }]
[card.water-guard]
name = "Water Guard"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack", element = "Water" }
do = [{ block = true }]
[card.null-guard]
name = "Null Guard"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack", element = "Null" }
do = [{ block = true }]
[card.tree]
name = "Tree"
types = ["Character"]
elements = ["Nature"]
hp = 10
plv = 1
level = 1
[card.spark]
name = "Spark"
types = ["Item"]
elements = ["Fire"]
rank = "Normal"
cost = 0
targets = [{ pick = "enemy characters" }]
do = [{ damage = 2, to = "target" }]
[card.hearth]
name = "Hearth"
types = ["Zone"]
[[card.hearth.ability]]
gives = { "damage taken" = 3 }
to = "all characters"
attacks = { element = "Fire", kind = "any" }
"""
)


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
@pytest.mark.parametrize("victim", ["fish-2", "tree", "soldier"])
def test_no_element_is_strong_or_weak_by_itself(victim: str, edition: str) -> None:
    # Given a Fire Attack of 4 on a Water, a Nature and a Null Character.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "ember"), d.character(1, victim)
    skill = d.on(x, "blaze")
    d.go(0, COMBAT)
    # When it hits, then each takes exactly 4.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.hp(y) == 6


@pytest.mark.editions("element.of-attacks", fade2="element.skill-elements", fade1="element.skills-elemental")
@pytest.mark.editions("element.of-attacks", fade2="element.null-default", fade1="element.null-type")
def test_a_normal_attack_is_null_and_a_skill_has_its_cards_elements(edition: str) -> None:
    # Given two Fire Characters.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0, "ember"), d.character(0, "ember"), d.character(1)
    skill = d.on(other, "wave")
    fire, water, null = (d.on(y, slug) for slug in ("fire-guard", "water-guard", "null-guard"))
    d.go(0, COMBAT)
    # When one performs a Normal Attack, then that is Null.
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", fire, -1) == d.rule("which-link")
    assert d.can(1, "use", null, -1)
    d.pass_chain()
    d.pass_all()
    # When the other one uses a Water Skill, then the Attack is Water.
    d.play(0, "use", skill, y)
    assert d.refused(1, "use", fire, -1) == d.rule("which-link")
    assert d.refused(1, "use", null, -1) == d.rule("which-link")
    assert d.can(1, "use", water, -1)


@pytest.mark.editions("element.of-attacks", fade2="element.null-default", fade1="element.null-type")
def test_damage_of_an_item_is_null_whatever_its_element(edition: str) -> None:
    # Given an effect about Fire damage of any kind, and a Fire Item.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "hearth")
    y = d.character(1)
    d.play(0, "play", d.hand(0, "spark"), y)
    d.pass_all()
    assert d.hp(y) == 8


@pytest.mark.editions(
    "element.whole-attack", fade2="element.one-affects-all", fade1="element.attack-comprised"
)
def test_blocking_one_element_stops_the_whole_attack(edition: str) -> None:
    # Given a Fire/Storm Skill dealing 6 damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "thunder-fire"), d.on(y, "fire-guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # When a Reaction 'Block a Fire Attack' answers it, then the whole 6 damage become 0.
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(y) == 10


def _own(word: str, value: str) -> str:
    """A Skill of another Element that bears a keyword itself."""
    return f"""
[card.borrowed]
name = "Borrowed"
types = ["Skill"]
elements = ["Water"]
rank = "Normal"
keywords = {{ {word} = {value} }}
do = [{{ attack = 2 }}]
"""


@pytest.mark.editions("keyword.general", fade2="keyword.general", fade1="keyword.general")
@pytest.mark.parametrize("word", ["Infused", "Wildcard"])
def test_what_changes_elements_counts_for_the_attack_of_the_card_that_bears_it(
    word: str, edition: str
) -> None:
    # Given a Water Skill that is Infused (Fire) itself, or has Wildcard, when it is used, then its Attack is
    # Fire or has every Element; Wildcard says nothing of Elements where it only makes cards cheaper.
    d = Duel(CARDS + _own(word, '["Fire"]' if word == "Infused" else "true"), edition=edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "borrowed")
    fire, water = d.on(y, "fire-guard"), d.on(y, "water-guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    wild = word == "Wildcard"
    assert d.can(1, "use", fire, -1) == (not wild or d.rules.wildcard > 0)
    assert d.can(1, "use", water, -1) == wild


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
@pytest.mark.parametrize("to", ["item", "card", "anything"])
def test_what_is_no_attack_has_the_elements_of_its_card(to: str, edition: str) -> None:
    # Given a Reaction 'Negate a Fire Item' (or card, or Link), when a Fire Item is played, then it is used,
    # and when a Water Item is, it is not.
    answers = f'answers = {{ to = "{to}", element = "Fire" }}'
    cards = card("Reaction", "damper", "{ negate = true }", answers, "Normal")
    for slug, element in (("torch", "Fire"), ("flask", "Water")):
        cards += item(slug, "{ gain_tp = 1 }", f'elements = ["{element}"]')
    for slug, may in (("torch", True), ("flask", False)):
        d = Duel(CARDS + cards, edition=edition)
        damper = d.on(d.character(1), "damper")
        d.play(0, "play", d.hand(0, slug))
        assert d.can(1, "use", damper, -1) == may


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
def test_an_ability_has_the_elements_of_its_card(edition: str) -> None:
    # Given 'Negate a Fire ability', when a Fire Character's ability is activated, then it is used.
    answers = 'answers = { to = "ability", element = "Fire" }'
    row = 'elements = ["Fire"]\n[[card.stoker.ability]]\nactivate = true\ndo = [{ gain_tp = 1 }]\n'
    cards = card("Reaction", "damper", "{ negate = true }", answers, "Normal") + character(
        "stoker", 9, 1, row
    )
    d = Duel(CARDS + cards, edition=edition)
    x, damper = d.character(0, "stoker"), d.on(d.character(1), "damper")
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    assert d.can(1, "use", damper, -1)


@pytest.mark.editions("element.of-attacks", fade2="element.skill-elements", fade1="element.skills-elemental")
def test_a_skill_without_an_element_is_null_whoever_uses_it(edition: str) -> None:
    # Given a Fire Character with a Skill that shows no Element, then that is answered as Null, not as Fire.
    d = Duel(CARDS + skill("jab", "{ attack = 2 }"), edition=edition)
    x, y = d.character(0, "ember"), d.character(1)
    jab, fire, null = d.on(x, "jab"), d.on(y, "fire-guard"), d.on(y, "null-guard")
    d.go(0, COMBAT)
    d.play(0, "use", jab, y)
    assert d.refused(1, "use", fire, -1) == d.rule("which-link") and d.can(1, "use", null, -1)
