"""Where Element Matching meets other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, KEY_AS, N_DRIVEN, PREPARATION
from tests.builders import meetings
from tests.builders.cells import to
from tests.builders.meetings import Change
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards("water-soak", "wet-20")
    + meetings.CARDS
    + meetings.bearer("wild", keywords="Wildcard")
    + meetings.bearer("steaming", keywords={"Infused": ["Water"]})
    + meetings.bearer("spring", keywords={"Affinity": ["Fire"]})
    + character("pole", hp=20)
    + skill("ember", "Fire", cost=6, do={"attack": 1})
    + skill("wave", "Water", cost=6, do={"attack": 1})
    + skill("gale", "Storm", "Light", cost=6, do={"attack": 1})
    + skill(
        "surge",
        "Fire",
        cost=4,
        do={"attack": 1},
        ability={"keyword": "Overdrive", "cost": 3, "do": {"draw": 1}},
    )
    + reaction("scald", "Fire", cost=3, answers="attack", do={"block": True})
    + augment("torch", "Fire", cost=3, plv=1, keywords="Equip", attach="all fighters")
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def price(d: Duel, x: int, slug: str) -> int:
    """The cost of a Skill that lies on this when it is used, in the turn of its controller."""
    seat = d.s.ctrl[x]
    foe = d.character(1 - seat, "pole")
    used = d.on(x, slug)
    d.go(seat, COMBAT)
    d.tp(seat, 10)
    d.play(seat, "use", used, foe)
    return 10 - d.tp_of(seat)


@pytest.mark.rule("fade1", "element.matching-caster", "keyword.mute", "command.materials-keep-the-rest")
@pytest.mark.parametrize("change", [meetings.untouched, meetings.muted, meetings.material, meetings.taken])
def test_elements_are_matched_whatever_has_become_of_effects(change: Change) -> None:
    # Given a Fire Character, when it is Muted, Material or controlled by another, then its Element stays: a
    # Fire Skill of 6 costs its controller 4.
    d = duel()
    assert price(d, change(d, d.character(0, "bearer", at="c3")), "ember") == 4


@pytest.mark.rule("fade1", "keyword.wildcard", "keyword.mute", "command.materials-lose-effects")
@meetings.after("cost", untouched=2, muted=6, material=6, taken=2)
def test_wildcard_matches_only_while_it_works(change: Change, cost: int) -> None:
    # Given a Fire Character with Wildcard and a Storm/Light Skill of 6, when this happens to it.
    d = duel()
    assert price(d, change(d, d.character(0, "wild", at="c3")), "gale") == cost


@pytest.mark.rule("fade1", "keyword.element-infused", "keyword.mute", "command.materials-lose-effects")
@pytest.mark.parametrize(
    ("change", "wave", "ember"),
    [(meetings.untouched, 4, 6), (meetings.muted, 6, 4), (meetings.material, 6, 4)],
)
def test_what_a_character_is_infused_with_takes_the_place_of_its_elements(
    change: Change, wave: int, ember: int
) -> None:
    # Given a Fire Character that is Water-infused, when this happens to it, then Water is matched and Fire is
    # not as long as that works.
    for slug, cost in (("wave", wave), ("ember", ember)):
        d = duel()
        assert price(d, change(d, d.character(0, "steaming", at="c3")), slug) == cost


@pytest.mark.rule("fade1", "element.matching-floor", "keyword.mute", "command.materials-lose-effects")
@pytest.mark.rule("fade1", "zone.control-change")
@meetings.after("cost", untouched=3, muted=4, material=4, taken=4, levelled=4, back=3)
def test_affinity_adds_to_matching_while_it_works_for_that_player(change: Change, cost: int) -> None:
    # Given a Fire Character and one with Fire Affinity, when this happens to the latter.
    d = duel()
    x = d.character(0, "bearer", at="c5")
    change(d, d.character(0, "spring", at="c3"))
    assert price(d, x, "ember") == cost


@pytest.mark.rule("fade1", "element.matching-caster", "zone.control-change")
def test_a_taken_character_uses_cards_of_its_new_controller_by_its_elements() -> None:
    # Given A's Fire Character that B has taken, and B's Fire Affinity, when B attaches a Fire Skill of 6.
    d = duel()
    x = meetings.taken(d, d.character(0, "bearer"))
    d.character(1, "spring")
    ember = d.hand(1, "ember")
    d.play(1, "attach", ember, x)
    foe = d.character(0, "pole")
    d.go(1, COMBAT)
    # Then it costs B 6 - 2 - 1.
    d.tp(1, 3)
    d.play(1, "use", ember, foe)
    assert d.tp_of(1) == 0


@pytest.mark.rule("fade1", "element.matching-caster", "value.duration")
def test_elements_that_an_effect_gives_are_matched_for_a_turn() -> None:
    # Given a Fire Character that an Item makes Water this turn, then a Water Skill of 6 costs 4; in the next
    # turn it costs 6.
    d = duel()
    x, foe = d.character(0, "bearer"), d.character(1, "pole")
    wave = d.on(x, "wave")
    d.quietly(0, "play", d.hand(0, "water-soak"), x)
    d.go(0, COMBAT)
    for cost in (4, 6):
        d.tp(0, cost - 1)
        assert d.refused(0, "use", wave, foe) == "value.floors"
        d.tp(0, cost)
        assert d.can(0, "use", wave, foe)
        d.next_turn(0)
        d.go(0, COMBAT)


@pytest.mark.rule("fade1", "element.matching-caster", "keyword.level-up-carry-over")
def test_who_stands_over_a_stack_casts_with_its_own_elements() -> None:
    # Given a Fire Character with a Fire Skill of 6, when a Null one is played onto it by Level Up, then the
    # Skill has come along and costs 6.
    d = duel()
    x, foe = d.character(0, "bearer"), d.character(1, "pole")
    ember = d.on(x, "ember")
    elder = meetings.levelled(d, x)
    d.next_turn(0)
    d.go(0, COMBAT)
    d.tp(0, 6)
    d.play(0, "use", ember, foe)
    assert d.s.ctrl[elder] == 0 and d.tp_of(0) == 0


@pytest.mark.rule("fade1", "element.matching-caster", "defend.who-may-react")
@pytest.mark.parametrize(("user", "cost"), [("bearer", 1), ("wet-20", 3)])
def test_a_reaction_for_a_friend_is_matched_with_its_own_user(user: str, cost: int) -> None:
    # Given a Fire Character that is attacked, and a Fire Reaction of 3 on a Fire or Water friend.
    d = duel()
    x, y, friend = d.character(0, "pole"), d.character(1, "bearer"), d.character(1, user)
    scald = d.on(friend, "scald")
    d.go(0, COMBAT)
    d.tp(1, cost)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", scald, -1)
    assert (d.hp(y), d.tp_of(1)) == (20, 0)


@pytest.mark.rule("fade1", "element.matching-not-others", "keyword.overdrive")
def test_overdrive_is_not_matched() -> None:
    # Given a Fire Skill of 4 with Overdrive 3 on a Fire Character, then it costs 2, or 2 + 3 with it.
    d = duel()
    x, foe = d.character(0, "bearer"), d.character(1, "pole")
    surge = d.on(x, "surge")
    d.go(0, COMBAT)
    d.tp(0, 4)
    assert d.refused(0, "use", surge, (KEY_AS, N_DRIVEN), foe) == "value.floors"
    d.tp(0, 5)
    d.play(0, "use", surge, (KEY_AS, N_DRIVEN), foe)
    assert d.tp_of(0) == 0


@pytest.mark.rule("fade1", "element.matching-caster", "laststand.cards-from-hand")
def test_of_three_players_one_in_the_last_stand_pays_the_full_cost() -> None:
    # Given A without Characters, B and C with Fire ones, and a Fire Skill of 6 in A's Hand, then it costs 6.
    d = duel(3)
    foes = [d.character(seat, "bearer") for seat in (1, 2)]
    ember = d.hand(0, "ember")
    d.go(0, COMBAT)
    d.tp(0, 5)
    assert d.refused(0, "use", ember, foes[1]) == "value.floors"
    d.tp(0, 6)
    d.play(0, "use", ember, foes[1])
    assert d.tp_of(0) == 0


@pytest.mark.rule("fade1", "element.matching-caster", "zone.control-change")
def test_an_augment_on_an_enemy_is_cast_by_that_enemy() -> None:
    # Given a Fire Augment of 3 that may lie on anybody, when it is played on an enemy's Fire Character, or on
    # an own Water one, then it costs 1, or 3.
    for seat, slug, cost in ((1, "bearer", 1), (0, "wet-20", 3)):
        d = duel()
        y = d.character(seat, slug)
        d.tp(0, cost)
        d.play(0, "play", d.hand(0, "torch"), y)
        assert d.tp_of(0) == 0 and d.s.phase == PREPARATION


@pytest.mark.rule("fade1", "command.playing-materials-cost", "element.matching-not-others")
def test_an_augment_that_is_laid_as_material_has_no_caster() -> None:
    # Given a Fire Augment of 3 and a Fire Character, when it is laid beside a Command, then 3 are paid.
    d = duel()
    d.character(0, "bearer", at="c5")
    d.on(d.body(0), "right-post", face=1, at="a2")
    torch = d.hand(0, "torch")
    d.tp(0, 2)
    assert d.refused(0, "lay", torch, to(d, "a3")) == "value.floors"
    d.tp(0, 3)
    d.play(0, "lay", torch, to(d, "a3"))
    assert d.tp_of(0) == 0
