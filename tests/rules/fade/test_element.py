"""The rules of Elements on cards and on Attacks (topic element)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import natures
from fadenet.games.fade.tables import ALL_BUT_NULL, COMBAT, ELEMENTS, K_WILDCARD, NULL
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill, zone

CARDS = (
    cards("carp", "fire-imp")
    + skill("wave", "Water", cost=1, do={"attack": 2})
    + skill("thunder-fire", "Fire", "Storm", cost=1, do={"attack": 6})
    + reaction("fire-guard", cost=1, answers={"to": "attack", "element": "Fire"}, do={"block": True})
    + reaction("water-guard", cost=1, answers={"to": "attack", "element": "Water"}, do={"block": True})
    + reaction("null-guard", cost=1, answers={"to": "attack", "element": "Null"}, do={"block": True})
    + character("tree", "Nature", level=1, hp=10, plv=1)
    + item("spark", "Fire", cost=0, targets="enemy characters", do={"damage": 2, "to": "target"})
    + zone(
        "hearth",
        ability={
            "gives": {"damage taken": 3},
            "to": "all characters",
            "attacks": {"element": "Fire", "kind": "any"},
        },
    )
)


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
@pytest.mark.parametrize("victim", ["carp", "tree", "soldier"])
def test_no_element_is_strong_or_weak_by_itself(victim: str, edition: str) -> None:
    # Given a Fire Attack of 4 on a Water, a Nature and a Null Character.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "fire-imp"), d.character(1, victim)
    skill = d.on(x, "strike")
    d.go(0, COMBAT)
    # When it hits, then each takes exactly 4.
    d.quietly(0, "use", skill, y)
    assert d.hp(y) == 6


@pytest.mark.editions("element.of-attacks", fade2="element.skill-elements", fade1="element.skills-elemental")
@pytest.mark.editions("element.of-attacks", fade2="element.null-default", fade1="element.null-type")
def test_a_normal_attack_is_null_and_a_skill_has_its_cards_elements(edition: str) -> None:
    # Given two Fire Characters.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0, "fire-imp"), d.character(0, "fire-imp"), d.character(1)
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
    d.quietly(0, "play", d.hand(0, "spark"), y)
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
    d.quietly(1, "use", guard, -1)
    assert d.hp(y) == 10


@pytest.mark.editions("keyword.general", fade2="keyword.general", fade1="keyword.general")
@pytest.mark.parametrize("word", ["Infused", "Wildcard"])
def test_what_changes_elements_counts_for_the_attack_of_the_card_that_bears_it(
    word: str, edition: str
) -> None:
    # Given a Water Skill that is Infused (Fire) itself, or has Wildcard, when it is used, then its Attack is
    # Fire or has every Element; Wildcard says nothing of Elements where it only makes cards cheaper.
    value = ["Fire"] if word == "Infused" else True
    borrowed = skill("borrowed", "Water", keywords={word: value}, do={"attack": 2})
    d = Duel(CARDS + borrowed, edition=edition)
    x, y = d.character(0), d.character(1)
    used = d.on(x, "borrowed")
    fire, water = d.on(y, "fire-guard"), d.on(y, "water-guard")
    d.go(0, COMBAT)
    d.play(0, "use", used, y)
    wild = word == "Wildcard"
    assert d.can(1, "use", fire, -1) == (not wild or d.rules.edition.hows[K_WILDCARD] != "cheaper")
    assert d.can(1, "use", water, -1) == wild


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
@pytest.mark.parametrize("to", ["item", "card", "anything"])
def test_what_is_no_attack_has_the_elements_of_its_card(to: str, edition: str) -> None:
    # Given a Reaction 'Negate a Fire Item' (or card, or Link), when a Fire Item is played, then it is used,
    # and when a Water Item is, it is not.
    damper = reaction("damper", answers={"to": to, "element": "Fire"}, do={"negate": True})
    cards = damper + item("torch", "Fire", do={"gain_tp": 1}) + item("flask", "Water", do={"gain_tp": 1})
    for slug, may in (("torch", True), ("flask", False)):
        d = Duel(CARDS + cards, edition=edition)
        answer = d.on(d.character(1), "damper")
        d.play(0, "play", d.hand(0, slug))
        assert d.can(1, "use", answer, -1) == may


@pytest.mark.rule("fade2", "keyword.wildcard")
def test_a_wildcard_has_all_elements_whatever_it_is_infused_with() -> None:
    # Given a Water Character with Wildcard, when a Zone card makes its side Infused (Fire), then it goes on
    # having the Elements of Wildcard.
    forge = zone("forge", ability={"gives": {"Infused": ["Fire"]}, "to": "your characters"})
    d = Duel(CARDS + character("joker", "Water", keywords="Wildcard") + forge, edition="fade2")
    x, other = d.character(0, "joker"), d.character(0, "carp")
    all_of_them = natures.elements(d.s, x)
    d.zone(0, "forge")
    assert natures.elements(d.s, x) == all_of_them and all_of_them == ALL_BUT_NULL | NULL
    assert natures.elements(d.s, other) == 1 << ELEMENTS.index("Fire")


@pytest.mark.editions("element.list", fade2="element.list", fade1="element.list")
def test_an_ability_has_the_elements_of_its_card(edition: str) -> None:
    # Given 'Negate a Fire ability', when a Fire Character's ability is activated, then it is used.
    damper = reaction("damper", answers={"to": "ability", "element": "Fire"}, do={"negate": True})
    stoker = character("stoker", "Fire", plv=1, ability={"activate": True, "do": {"gain_tp": 1}})
    d = Duel(CARDS + damper + stoker, edition=edition)
    x, answer = d.character(0, "stoker"), d.on(d.character(1), "damper")
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    assert d.can(1, "use", answer, -1)


@pytest.mark.editions("element.of-attacks", fade2="element.skill-elements", fade1="element.skills-elemental")
def test_a_skill_without_an_element_is_null_whoever_uses_it(edition: str) -> None:
    # Given a Fire Character with a Skill that shows no Element, then that is answered as Null, not as Fire.
    d = Duel(CARDS + cards("jab-2"), edition=edition)
    x, y = d.character(0, "fire-imp"), d.character(1)
    jab, fire, null = d.on(x, "jab-2"), d.on(y, "fire-guard"), d.on(y, "null-guard")
    d.go(0, COMBAT)
    d.play(0, "use", jab, y)
    assert d.refused(1, "use", fire, -1) == d.rule("which-link") and d.can(1, "use", null, -1)


@cited(("element.null-altered", "element.null-type"))
def test_null_can_be_named_like_an_element(edition: str) -> None:
    # Given 'Null-type attacks deal 1 less to this Character', and one of which that is said of Fire.
    more = "".join(
        character(slug, ability={"gives": {"damage taken": -1}, "attacks": {"element": element}})
        for slug, element in (("null-proof-1", "Null"), ("fire-proof-1", "Fire"))
    )
    d = Duel(more + cards("fire-imp"), edition=edition)
    users = [d.character(0, "fire-imp") for _ in range(4)]
    y, z = d.character(1, "null-proof-1"), d.character(1, "fire-proof-1")
    d.go(0, COMBAT)
    # When a Fire Character's Normal Attack of 3 hits them, then it deals 2 and 3; a Fire Skill of 4 4 and 3.
    for user, target, dealt in zip(users, (y, z, y, z), (2, 3, 4, 3), strict=True):
        before = d.count(target, "Damage")
        skill = d.on(user, "strike") if user in users[2:] else 0
        d.quietly(0, *(("use", skill) if skill else ("attack", user)), target)
        assert d.count(target, "Damage") - before == dealt
