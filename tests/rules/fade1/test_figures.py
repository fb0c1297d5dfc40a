"""The effects of DEF, CS and cheaper Elements on rules that editions share (topics attack to item)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, ROW_CARD
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill


def fighter(slug: str, *elements: str, hp: int = 10, plv: int = 4, guard: int = 0, **more: object) -> str:
    """A Character of Level 1; guard: its DEF."""
    return character(slug, *elements, level=1, hp=hp, plv=plv, def_=guard, **more)


CARDS = (
    cards("armor", "crush-5", "deflection", "downgrade", "pierce-5", "riposte-4", "salve-2")
    + fighter("five", plv=5, guard=1)
    + fighter("six", plv=6)
    + "".join(fighter(f"def-{n}", guard=n) for n in (2, 3, 5, 6, 8))
    + fighter("fragile", guard=6, keywords="Concussion")
    + fighter("sturdy", hp=5, plv=2, guard=3)
    + fighter("hungry", hp=9, keywords={"Bloodlust": 2})
    + fighter("master", "Fire", plv=6, keywords={"Mastery": ["Fire"]})
    + fighter("ember", "Fire")
    + fighter("pair", cs=2)
    + fighter("herald", "Fire", keywords={"Friendship": ["Fire", 3]})
    + fighter("trio", "Fire", cs=3)
    + skill("flare", "Fire", do={"attack": 6})
    + skill("costly", "Fire", cost=5, do={"attack": 1})
    + skill("beam", do={"attack": 5, "label": "Energy"})
    + skill("fist", do={"attack": 5, "label": "Physical"})
    + augment(
        "insulation",
        keywords="Equip",
        ability={"gives": {"damage taken": -1}, "attacks": {"label": "Energy"}},
    )
    + item("stick", hp=3, keywords="Equip", ability={"gives": {"PLV": 2}})
)


def duel(seats: int = 2, format: str = "") -> Duel:
    return Duel(CARDS, seats=seats, format=format, edition="fade1")


# PLV against DEF.


@pytest.mark.rule("fade1", "attack.normal", "damage.plv-against-def", "attack.success")
@pytest.mark.parametrize(
    ("slug", "dealt"), [("def-2", 4), ("def-3", 3), ("def-5", 1), ("def-6", 0), ("def-8", 0)]
)
def test_a_normal_attack_deals_what_plv_is_more_than_def(slug: str, dealt: int) -> None:
    # Given an attacker with PLV 6 and a target with 10 HP.
    d = duel()
    x, y = d.character(0, "six"), d.character(1, slug)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When the Normal Attack resolves, then it loses the difference, and 1 TP is gained if there is any.
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 10 - dealt and d.tp_of(0) == (dealt > 0)
    assert len(d.happened("succeeds")) == (dealt > 0)


@pytest.mark.rule("fade1", "damage.zero-damage")
def test_a_hit_that_def_stops_is_no_damage() -> None:
    # Given a target with Concussion and DEF 6, when a hit of PLV 5 lands, then it takes none and stands.
    d = duel()
    x, y = d.character(0, "five"), d.character(1, "fragile")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert len(d.happened("hit")) == 1 and not d.happened("takes-damage")
    assert (d.lies(y), d.hp(y)) == ("front", 10)


@pytest.mark.rule("fade1", "defend.deflect")
def test_who_is_hit_by_a_deflected_attack_has_its_own_def() -> None:
    # Given PLV 5 against Y with DEF 2, when it is Deflected to a Character with DEF 3, then that takes 2.
    d = duel()
    x, y, z = d.character(0, "five"), d.character(1, "def-2"), d.character(0, "def-3")
    deflection = d.on(y, "deflection")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", deflection, -1, z)
    assert (d.hp(y), d.hp(z)) == (10, 8)


@pytest.mark.rule("fade1", "defend.counter-hit", "chain.example-waiting-item")
def test_the_second_example_of_the_book() -> None:
    # Given X (PLV 5, DEF 1, HP 10) attacks Y (PLV 4, DEF 2, HP 8), who has a Counter-hit of its PLV.
    d = duel()
    x, y = d.character(0, "five"), d.character(1, "def-2")
    d.leave(y, 8)
    answer, salve = d.on(y, "riposte-4"), d.hand(1, "salve-2")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.tp(1, 0)
    d.play(0, "attack", x, y)
    assert d.refused(1, "play", salve, y) == "link.items-never"
    d.play(1, "use", answer, -1)
    d.pass_chain()
    # When the Chain resolves, then X takes 3 and Y then 3; only the Normal Attack gives TP.
    assert [row[ROW_CARD] for row in d.happened("takes-damage")] == [x, y]
    assert (d.hp(x), d.hp(y), d.tp_of(0), d.tp_of(1)) == (7, 5, 1, 0)
    # When the Item is played in the gap, then it has a Chain of its own.
    assert d.asked() == [1]
    d.play(1, "play", salve, y)
    assert d.links() == ["Salve 2"]
    d.pass_all()
    assert d.hp(y) == 7
    # And Y may attack in its own turn.
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, x)


@pytest.mark.rule("fade1", "damage.class-strength", "damage.downgrade")
@pytest.mark.parametrize(
    ("slug", "times", "dealt"),
    [
        ("fist", 0, 3),
        ("pierce-5", 0, 5),
        ("pierce-5", 1, 3),
        ("crush-5", 0, 5),
        ("crush-5", 1, 5),
        ("crush-5", 2, 3),
        ("crush-5", 3, 3),
    ],
)
def test_def_lowers_basic_damage_alone(slug: str, times: int, dealt: int) -> None:
    # Given a hit of 5 of a class against DEF 2, which is downgraded so often.
    d = duel(seats=4)
    x, y = d.character(0), d.character(1, "def-2")
    skill = d.on(x, slug)
    weaken = [d.on(d.character(seat), "downgrade") for seat in (1, 2, 3)]
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    for seat in range(1, times + 1):
        d.until_asked(seat)
        d.play(seat, "use", weaken[seat - 1], -1)
    d.pass_all()
    assert 10 - d.hp(y) == dealt


@pytest.mark.rule("fade1", "damage.order-of-changes")
@pytest.mark.parametrize(("cushioned", "dealt"), [(False, 8), (True, 7)])
def test_doubling_comes_after_def_and_the_receivers_changes_after_that(cushioned: bool, dealt: int) -> None:
    # Given a Fire Skill of 6 of one with Mastery of Fire against DEF 2, and 'takes 1 less damage' or not.
    d = duel()
    x, y = d.character(0, "master"), d.character(1, "def-2")
    if cushioned:
        d.on(y, "armor", face=1)
    flare = d.on(x, "flare")
    d.go(0, COMBAT)
    d.quietly(0, "use", flare, y)
    assert 10 - d.hp(y) == dealt


@pytest.mark.rule("fade1", "damage.altered-by-cards", "damage.type-energy")
@pytest.mark.parametrize(("slug", "dealt"), [("beam", 2), ("fist", 3)])
def test_a_card_lowers_damage_of_one_type_after_def(slug: str, dealt: int) -> None:
    # Given 'takes 1 less damage from Energy attacks' and DEF 2, when a hit of 5 lands.
    d = duel()
    x, y = d.character(0), d.character(1, "def-2")
    d.on(y, "insulation", face=1)
    skill = d.on(x, slug)
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    assert 10 - d.hp(y) == dealt


# Who can act.


# What cards cost.


@pytest.mark.rule("fade1", "attack.card-cost")
def test_a_skill_of_ones_own_element_costs_two_less() -> None:
    # Given 4 TP and a Fire Skill of Cost 5 on a Character without Elements, and on one of Fire.
    d = duel()
    x, ember, y = d.character(0), d.character(0, "ember"), d.character(1)
    dear, cheap = d.on(x, "costly"), d.on(ember, "costly")
    d.go(0, COMBAT)
    d.tp(0, 4)
    # Then the first is refused and stays face-down, and the second leaves 1 TP.
    assert d.refused(0, "use", dear, y) == d.rule("too-dear") and not d.s.face[dear]
    d.play(0, "use", cheap, y)
    assert d.tp_of(0) == 1


@pytest.mark.rule("fade1", "item.equip-item-grants")
def test_the_hp_of_an_equip_item_are_none_of_its_bearers() -> None:
    # Given an Equip Item with HP 3 and '+2 PLV' on a Character with PLV 4 and 10 HP, then that has 6 and 10.
    d = duel()
    x = d.character(0, "def-2")
    d.quietly(0, "play", d.hand(0, "stick"), x)
    assert (d.plv(x), d.hp(x)) == (6, 10)


@pytest.mark.rule("fade1", "chain.keyword-effects")
def test_what_a_keyword_does_by_itself_is_no_link() -> None:
    # Given Bloodlust 2, when its bearer attacks, then the HP are there before any answer, and one link alone.
    d = duel()
    x, y = d.character(0, "hungry"), d.character(1)
    d.on(y, "guard")
    d.damage(x, 5)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1] and d.links() == ["Hungry"]
    assert d.hp(x) == 9 - 5 + 2


@pytest.mark.rule("fade1", "format.allies")
@pytest.mark.parametrize(("own", "cs"), [(2, 2), (1, 3)])
def test_friendship_does_not_count_a_partners_characters(own: int, cs: int) -> None:
    # Given partners A and C with Characters, and Fire Friendship 3 of A with so many others of A.
    d = duel(seats=4, format="teams")
    d.character(0, "herald")
    for _ in range(own):
        d.character(0)
    for _ in range(3):
        d.character(2)
    before = slots.left(d.s, 0)
    # When A plays a Fire Character of 3 CS, then it takes up 2 if A's own are three.
    d.quietly(0, "play", d.fighter(0, "trio"), d.to("front"))
    assert d.asked_kind() == ACT and before - slots.left(d.s, 0) == cs
