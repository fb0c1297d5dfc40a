"""Keywords and Counters of the 40-card edition (topics keyword, counter, item)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK
from fadenet.games.fade.field import commands
from fadenet.games.fade.tables import COMBAT, KEY_TO, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, skill

CARDS = (
    cards("dart-1", "exhume", "fire-golem", "fire-storm-adept", "gag", "right-post")
    + character("patron", keywords={"Friendship": ["Fire", 2]})
    + character("boulder", "Earth", cost=3)
    + character("plant", cost=1, plv=1, keywords={"{Charge}": 2})
    + skill("rainbow", cost=3, keywords="Wildcard", do={"attack": 1})
    + character("ash", hp=8, plv=1, ability={"on": "destroyed", "do": {"gain_tp": 5}})
    + character("brand", hp=5, plv=1)
    + character(
        "phoenix",
        cost=2,
        hp=10,
        plv=3,
        level_up=["Ash", "Brand"],
        ability={"on": "enters", "do": {"draw": 1}},
    )
)


PROOF = cards("null-proof") + character("dry", keywords={"Immune": ["Water"]})


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


# Counters.


@pytest.mark.rule("fade2", "counter.leave")
def test_counters_stay_between_zones_and_vanish_with_their_card() -> None:
    # Given a Character with 2 Drain Counters.
    d = duel()
    x = d.character(0)
    d.character(0)
    d.counters(x, "Drain", 2)
    d.go(0, PREPARATION)
    d.play(0, "move", x, *d.across(x))
    assert (d.lies(x), d.count(x, "Drain")) == ("backup", 2)
    # When it is Knocked Out, then it has none, and none when an effect brings it back.
    d.leave(x, 1)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
    assert (d.lies(x), d.count(x, "Drain")) == ("discard", 0)
    d.quietly(0, "play", d.hand(0, "exhume"), x)
    assert (d.lies(x), d.count(x, "Drain")) == ("backup", 0)


# Costs.


@pytest.mark.rule("fade2", "keyword.friendship")
@pytest.mark.parametrize(
    ("slug", "others", "cost"), [("fire-golem", 1, 2), ("fire-golem", 0, 3), ("boulder", 1, 3)]
)
def test_friendship_makes_characters_cheaper_while_there_are_enough(
    slug: str, others: int, cost: int
) -> None:
    # Given Fire Friendship 2 and so many Characters, when you play a Fire/Earth or an Earth Character of Cost
    # 3, then it costs less only if it is a Fire one and there are enough.
    d = duel()
    d.character(0, "patron")
    for _ in range(others):
        d.character(0)
    d.quietly(0, "play", d.fighter(0, slug), d.to("front"))
    assert d.tp_of(0) == 10 - cost


@pytest.mark.rule("fade2", "keyword.wildcard")
def test_a_wildcard_has_every_element() -> None:
    # Given a Wildcard Skill of Cost 3 and Fire/Storm Affinity on your side, when it is used, then it costs 1.
    d = duel()
    d.character(0, "fire-storm-adept")
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "rainbow")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", skill, y)
    assert d.tp_of(0) == 2


@pytest.mark.rule("fade2", "keyword.power-source", "command.materials")
def test_a_material_goes_on_giving_the_tp_of_its_power_source() -> None:
    # Given Power Source 2 on two cards, one of which a Command points at, and the other one Muted next turn.
    d = duel()
    plant = d.character(1, "plant", at="c2")
    other = d.character(1, "plant", at="c4")
    d.on(d.body(1), "right-post", 1, at="c1")
    d.tp(1, 4)
    # When the Starting Phase is over, then there are 4+2+2+3; when the other one is Muted, 2+3 more.
    d.go(1, PREPARATION)
    assert commands.layout(d.s).materials == {plant} and d.tp_of(1) == 11
    d.on(other, "gag", face=1)
    d.next_turn(1)
    assert d.tp_of(1) == 16


# Power Counters.


# Characters.


@pytest.mark.rule("fade2", "keyword.level-up", "keyword.level-up-carry")
def test_a_level_up_takes_one_place_and_what_was_on_it() -> None:
    # Given 'Level Up Ash + Brand' and Ash in Character/1 with 4 damage and an Augment.
    d = duel()
    ash = d.character(0, "ash", at="c1")
    edge = d.on(ash, "edge", face=1)
    d.damage(ash, 4)
    phoenix = d.fighter(0, "phoenix")
    # With only Ash in play it is refused.
    assert d.refused(0, "play", phoenix, (KEY_TO, d.cell("c1")), ash) in (
        "keyword.level-up",
        "zone.full-field",
    )
    brand = d.character(0, "brand", at="b2")
    d.tp(0, 2)
    # When it is played onto both, then it lies where Ash was, with both in its Stack, 6 HP and the Augment.
    hand = d.size(0, 2)
    d.quietly(0, "play", phoenix, (KEY_TO, d.cell("c1")), ash, brand)
    assert (d.at(phoenix), d.hp(phoenix), d.plv(phoenix)) == ("c1", 6, 5)
    assert {d.lies(ash), d.lies(brand)} == {"stack"} and d.s.host[edge] == phoenix
    # Ash is not destroyed; the new card has entered the field.
    assert not d.happened("destroyed") and d.tp_of(0) == 0
    assert d.size(0, 2) == hand + 1


@pytest.mark.rule("fade2", "keyword.level-up-carry")
def test_a_level_up_brings_all_cards_and_stacks_and_the_counters_of_one() -> None:
    # Given Ash with 3 cards and a Poison Counter, Brand with 3 cards, a Drain Counter and a Stack of 1.
    d = duel()
    ash, brand = d.character(0, "ash", at="c1"), d.character(0, "brand", at="b2")
    of_ash, of_brand = ([d.on(h, "edge", face=1) for _ in range(3)] for h in (ash, brand))
    below = d.under(brand, "squire")
    d.counters(ash, "Poison", 1)
    d.counters(brand, "Drain", 1)
    phoenix = d.fighter(0, "phoenix")
    # When Phoenix takes Ash's place, then its player chooses which of the six is discarded.
    d.play(0, "play", phoenix, (KEY_TO, d.cell("c1")), ash, brand)
    assert d.until(PICK) == 0
    assert set(kernel.candidates(d.s, d.s.asks[0], {})) == {*of_ash, *of_brand}
    d.quietly(0, "pick", of_brand[1])
    kept = [*of_ash, of_brand[0], of_brand[2]]
    assert [d.s.host[h] for h in kept] == [phoenix] * 5 and d.lies(of_brand[1]) == "discard"
    # Then both and what was under Brand are in its Stack, and of the Counters that of Ash is there.
    assert {h for h in d.s.kids[phoenix] if h not in kept} == {ash, brand, below}
    assert [d.count(phoenix, name) for name in ("Poison", "Drain")] == [1, 0]


@pytest.mark.rule("fade2", "keyword.wildcard")
def test_a_wildcard_skill_is_kept_away_by_each_element() -> None:
    # Given Characters Immune to Null, to Water and to nothing, then a Wildcard Skill is for the last.
    d = Duel(CARDS + PROOF, edition="fade2")
    x, hollow, dry, plain = d.character(0), *(d.character(1, slug) for slug in ("null-proof", "dry", "ash"))
    rainbow = d.on(x, "rainbow")
    d.go(0, COMBAT)
    assert [d.can(0, "use", rainbow, h) for h in (hollow, dry, plain)] == [False, False, True]
