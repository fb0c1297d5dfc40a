"""Element Matching in the 60-card edition (topic element)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, KEY_AS, N_MYSTIFIED
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item, reaction, skill

TEN = ("Fire", "Water", "Earth", "Storm", "Nature", "Metal", "Light", "Darkness", "Time", "Space")
CARDS = (
    cards("water-soak", "wet-20")
    + character("storming", "Fire", "Storm", hp=20)
    + character("burning", "Fire", hp=20)
    + character("steaming", "Fire", "Water", hp=20)
    + character("spring", "Water", hp=20, keywords={"Affinity": ["Water", "Fire"]})
    + skill("blaze", "Fire", "Storm", cost=7, do={"attack": 1})
    + skill("mist", "Fire", "Water", cost=3, do={"attack": 1})
    + skill("ember", "Fire", cost=2, keywords={"Replay": 3}, do={"attack": 1})
    + reaction("scald", "Fire", cost=2, answers="attack", do={"block": True})
    + augment("drop", "Water", cost=3, plv=1, keywords="Equip", attach="all fighters")
    + item("torch", "Fire", cost=4, do={"gain_tp": 0})
    + command("kiln", "Fire", cost=4, directions=["Right"])
    + augment("sky", "Water", cost=3, keywords="Arena", ability={"gives": {"PLV": 1}})
    + skill(
        "cloak",
        "Fire",
        cost=2,
        keywords="Mystify",
        do={"attack": 1},
        ability={"keyword": "Mystify", "cost": 3, "do": {"draw": 1}},
    )
    + skill("steam", "Fire", "Water", do={"attack": 6, "type": "Unblockable"})
    + reaction("refuse", answers={"to": "attack", "element": "Fire"}, do={"negate": True})
    + reaction(
        "turn", targets="your characters", answers={"to": "attack", "element": "Fire"}, do={"deflect": True}
    )
    + reaction("ward", answers={"to": "attack", "element": "Fire"}, do={"prevent": True})
    + reaction("soften", answers={"to": "attack", "element": "Fire"}, do={"downgrade": True})
    + reaction("hiss", "Water", answers="attack", do={"attack": 4})
    + character(
        "stoker",
        "Fire",
        hp=20,
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 4, "to": "target"}},
    )
    + augment(
        "coal",
        "Fire",
        cost=0,
        keywords="Equip",
        attach="all fighters",
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 4, "to": "target"}},
    )
    + character(
        "furred",
        hp=20,
        ability={"gives": {"damage taken": -1}, "attacks": {"element": "Fire", "kind": "any"}},
    )
    + character(
        "scaled",
        hp=20,
        ability={"gives": {"damage taken": -1}, "attacks": {"element": "Water", "kind": "any"}},
    )
    + character(
        "blank", hp=20, ability={"gives": {"damage taken": -1}, "attacks": {"element": "Null", "kind": "any"}}
    )
    + character("shelled", hp=20, def_=2)
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


def paid(d: Duel, verb: str, *line: object) -> int:
    """The TP that a move of seat 0 costs; with one less it would be refused."""
    have = d.tp_of(0)
    d.play(0, verb, *line)
    return have - d.tp_of(0)


@pytest.mark.rule("fade1", "element.matching")
@pytest.mark.parametrize(("user", "cost"), [("storming", 3), ("burning", 5), ("wet-20", 7), ("soldier", 7)])
def test_a_skill_costs_2_less_for_each_element_of_its_caster(user: str, cost: int) -> None:
    # Given a Fire/Storm Skill of cost 7, when used by a Fire/Storm Character, then it costs 3; by a Fire
    # Character 5; by a Water one, or one without Elements, 7.
    d = duel()
    x, y = d.character(0, user), d.character(1)
    blaze = d.on(x, "blaze")
    d.go(0, COMBAT)
    d.tp(0, cost - 1)
    assert d.refused(0, "use", blaze, y) == "value.floors"
    d.tp(0, cost)
    assert paid(d, "use", blaze, y) == cost


@pytest.mark.rule("fade1", "element.matching")
def test_a_reaction_is_matched_with_who_uses_it() -> None:
    # Given a Fire Reaction of cost 2 on a Fire Character and on a Water one, then it costs 0 and 2.
    for user, cost in (("burning", 0), ("wet-20", 2)):
        d = duel()
        x, y = d.character(0), d.character(1, user)
        scald = d.on(y, "scald")
        d.go(0, COMBAT)
        d.tp(1, cost)
        d.play(0, "attack", x, y)
        d.play(1, "use", scald, -1)
        assert d.tp_of(1) == 0


@pytest.mark.rule("fade1", "element.matching-caster")
def test_the_caster_of_an_augment_is_who_bears_it() -> None:
    # Given a Water Augment of cost 3, when it is attached to a Water Character, then 1 TP is paid; to a
    # Player, or to a Fire Character, 3.
    for slug, cost in (("wet-20", 1), ("burning", 3)):
        d = duel()
        assert paid(d, "play", d.hand(0, "drop"), d.character(0, slug)) == cost
    d = duel()
    d.character(0, "wet-20")
    assert paid(d, "play", d.hand(0, "drop"), d.body(0)) == 3


@pytest.mark.rule("fade1", "element.matching-caster")
def test_the_caster_of_a_skill_is_its_user_and_not_another_of_the_player() -> None:
    # Given a Fire/Storm Skill on a Water Character beside a Fire/Storm one, then it costs 7.
    d = duel()
    x, y = d.character(0, "wet-20"), d.character(1)
    d.character(0, "storming")
    blaze = d.on(x, "blaze")
    d.go(0, COMBAT)
    assert paid(d, "use", blaze, y) == 7


@pytest.mark.rule("fade1", "element.matching-caster")
def test_a_player_has_only_the_elements_that_an_effect_gives() -> None:
    # Given a Water Augment of cost 3, when an effect has made its Player Water, then it costs 1.
    d = duel()
    drop = d.hand(0, "drop")
    d.quietly(0, "play", d.hand(0, "water-soak"), d.body(0))
    assert paid(d, "play", drop, d.body(0)) == 1


@pytest.mark.rule("fade1", "element.matching-caster")
def test_an_arena_augment_is_cast_by_the_player() -> None:
    # Given a Water Augment with Arena of cost 3 and a Water Character, then it costs 3.
    d = duel()
    d.character(0, "wet-20")
    assert paid(d, "play", d.hand(0, "sky")) == 3


@pytest.mark.rule("fade1", "element.matching-floor")
def test_a_cost_never_falls_below_nothing() -> None:
    # Given a Fire/Water Skill of cost 3 used by a Fire/Water Character, with Affinity of both on the side.
    d = duel()
    x, y = d.character(0, "steaming"), d.character(1)
    d.character(0, "spring")
    mist = d.on(x, "mist")
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When the cost is reckoned, then it is 0, and no TP are gained.
    assert paid(d, "use", mist, y) == 0 and d.tp_of(0) == 0


@pytest.mark.rule("fade1", "element.matching-not-others")
@pytest.mark.parametrize("slug", ["torch", "kiln"])
def test_items_and_commands_are_not_matched(slug: str) -> None:
    # Given a Fire Item, or Command, of cost 4 and only Fire Characters, when the cost is paid, then it is 4.
    d = duel()
    d.character(0, "burning")
    where = [to(d, "a2")] if slug == "kiln" else []
    assert paid(d, "play", d.hand(0, slug), *where) == 4


@pytest.mark.rule("fade1", "element.matching-not-others")
def test_the_cost_of_replay_is_not_matched() -> None:
    # Given a Fire Skill of cost 2 with Replay 3 on a Fire Character, then it costs 0 and its Replay 3.
    d = duel()
    x, y = d.character(0, "burning"), d.character(1)
    ember = d.on(x, "ember")
    d.go(0, COMBAT)
    d.tp(0, 3)
    assert paid(d, "use", ember, y) == 0
    while d.asked() != [0] or d.asked_kind() == 0:
        d.step()
    have = d.tp_of(0)
    d.yes(0)
    assert have - d.tp_of(0) == 3


@pytest.mark.rule("fade1", "element.matching-not-others")
def test_the_cost_of_mystify_is_not_matched() -> None:
    # Given a Fire Skill of cost 2 with Mystify 3 on a Fire Character, then it costs 0, or 3 with its Mystify.
    for way, cost in (((), 0), (((KEY_AS, N_MYSTIFIED),), 3)):
        d = duel()
        x, y = d.character(0, "burning"), d.character(1)
        cloak = d.on(x, "cloak")
        d.go(0, COMBAT)
        d.tp(0, cost)
        assert paid(d, "use", cloak, *way, y) == cost


@pytest.mark.rule("fade1", "element.attack-comprised")
@pytest.mark.parametrize(
    ("answer", "left"), [("refuse", (20, 20)), ("turn", (20, 14)), ("ward", (20, 20)), ("soften", (16, 20))]
)
def test_what_answers_one_element_answers_the_whole_attack(answer: str, left: tuple[int, int]) -> None:
    # Given an Unblockable Fire/Water Skill of 6 on DEF 2, and what Negates, Deflects to another of DEF 2,
    # Prevents or downgrades a Fire attack.
    d = duel()
    x, y, z = d.character(0), d.character(1, "shelled"), d.character(1, "shelled")
    steam, card_ = d.on(x, "steam"), d.on(y, answer)
    d.go(0, COMBAT)
    d.play(0, "use", steam, y)
    # When it resolves, then the whole attack is stopped, turned, or lowered by DEF.
    d.quietly(1, "use", card_, -1, *[z] * (answer == "turn"))
    assert (d.hp(y), d.hp(z)) == left


@pytest.mark.rule("fade1", "element.skills-elemental")
@pytest.mark.parametrize(("attacker", "dealt"), [("furred", 4), ("scaled", 3), ("blank", 4)])
def test_a_counter_hit_has_the_elements_of_its_reaction(attacker: str, dealt: int) -> None:
    # Given a Fire Character's Water Reaction that hits for 4, and an attacker that takes 1 less of Fire, of
    # Water or of Null-type damage, then that is lowered of Water alone.
    d = duel()
    x, y = d.character(0, attacker), d.character(1, "burning")
    hiss = d.on(y, "hiss")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", hiss, -1)
    assert d.count(x, "Damage") == dealt


@pytest.mark.rule("fade1", "element.null-type")
@pytest.mark.parametrize("source", ["stoker", "coal"])
@pytest.mark.parametrize(("victim", "dealt"), [("furred", 4), ("blank", 3)])
def test_damage_of_an_ability_or_an_augment_is_null(victim: str, dealt: int, source: str) -> None:
    # Given the ability of a Fire Character, or of a Fire Augment, that deals 4 damage, when it hits one that
    # takes 1 less of Fire or of Null-type damage, then it is lowered of Null-type alone.
    d = duel()
    x, y = d.character(0, "stoker" if source == "stoker" else "burning"), d.character(1, victim)
    acting = x if source == "stoker" else d.on(x, "coal", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "activate", acting, y)
    assert d.count(y, "Damage") == dealt


@pytest.mark.rule("fade1", "element.list", "element.null-type")
@pytest.mark.parametrize("element", [*TEN, "Null"])
def test_each_of_ten_elements_is_matched_and_having_none_is_not(element: str) -> None:
    # Given a Character of each Element, and one of none, each with a Skill of cost 4 of the same, then that
    # costs 2 for all ten, and 4 where there is no Element.
    printed = [element] if element in TEN else []
    cards = character("user", *printed, hp=20) + skill("own", *printed, cost=4, do={"attack": 1})
    d = Duel(cards, edition="fade1")
    x, y = d.character(0, "user"), d.character(1)
    own = d.on(x, "own")
    d.go(0, COMBAT)
    assert paid(d, "use", own, y) == (2 if element in TEN else 4)
