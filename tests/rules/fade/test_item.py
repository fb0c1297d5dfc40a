"""The rules of Items: used once, on any turn, or Equipped (topic item)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import AFTERMATH, COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction

CARDS = (
    item("balm", cost=0, do={"heal": 3})
    + item("pack", cost=2, do={"draw": 1})
    + item("blade", cost=1, keywords="Equip", ability={"gives": {"PLV": 1}})
    + character("fighter", level=1, hp=10, plv=1, ability={"keyword": "Arm Up", "n": 1, "gives": {"PLV": 4}})
)

OLDER = (
    CARDS
    + cards("dart-3", "tp-mill")
    + character("stoic", keywords={"Immune": ["Physical"]})
    + item("sap", cost=0, targets="all attached cards", do={"counter": "Power", "remove": 1, "on": "target"})
)
NULL = cards("null-proof") + item("hail", cost=0, do={"damage": 2, "to": "enemy characters"})

FIRE = (
    character("warm", keywords={"Immune": ["Fire"]})
    + item(
        "flare",
        "Fire",
        cost=0,
        targets="enemy characters",
        do=[{"damage": 3, "to": "target"}, {"counter": "Poison", "on": "target"}],
    )
    + character(
        "fire-smith",
        "Fire",
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 2, "to": "target"}},
    )
    + augment("brand", keywords="Equip", attach="your characters", ability={"gives": {"Infused": ["Fire"]}})
)


@pytest.mark.editions("item.single-use", fade2="item.single-use", fade1="item.single-use")
def test_an_item_is_used_once(edition: str) -> None:
    # Given an Item 'heal 3 HP' played at 20 HP.
    d = Duel(CARDS, edition=edition)
    d.leave(d.body(0), 20)
    item = d.hand(0, "balm")
    d.quietly(0, "play", item)
    # When it has resolved, then there are 23 HP and the Item is in its owner's Discard Pile.
    assert d.hp(d.body(0)) == 23
    assert d.lies(item) == "discard" and d.s.owner[item] == 0
    assert [row[ROW_CARD] for row in d.happened("destroyed")] == [item]


@pytest.mark.editions("item.any-turn", fade2="item.any-players-turn", fade1="item.any-players-turn")
def test_an_item_is_played_on_the_opponents_turn_between_chains(edition: str) -> None:
    # Given the opponent's turn, no Chain running, 2 TP and an Item of Cost 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(x, "guard")
    d.go(1, COMBAT)
    item = d.hand(0, "pack")
    d.tp(0, 2)
    d.play(1, "attack", y, x)
    # While a Chain is running it is refused.
    assert d.asked() == [0] and d.s.chain
    assert d.refused(0, "play", item) == d.rule("item-starts")
    d.pass_chain()
    # When the Player is asked after the Chain, then it may be played and 0 TP are left.
    assert d.asked() == [0] and d.s.active == 1 and not d.s.chain
    d.play(0, "play", item)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.lies(item) == "discard"


@pytest.mark.editions("item.any-turn", fade2="item.any-players-turn", fade1="item.any-players-turn")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_an_item_is_played_at_the_end_of_the_opponents_phases(phase: int, edition: str) -> None:
    # Given B's turn and A with an Item, when B ends a Phase of battle, then A plays it, and B goes on there.
    d = Duel(CARDS, edition=edition)
    item = d.hand(0, "pack")
    d.go(1, phase)
    d.play(1, "end")
    assert d.asked() == [0] and d.s.active == 1
    d.quietly(0, "play", item)
    assert d.lies(item) == "discard" and (d.asked(), d.s.phase) == ([1], phase)


@pytest.mark.editions("item.equip", fade2="item.staying", fade1="item.equip-item-grants")
def test_an_equip_item_stays_on_its_bearer(edition: str) -> None:
    # Given an Equip Item attached to a Character.
    d = Duel(CARDS, edition=edition)
    x, foe = d.character(0, "fighter"), d.character(1)
    item = d.hand(0, "blade")
    d.quietly(0, "play", item, x)
    # When its Link has resolved, then it is on the field, face-up, and counts for Arm Up.
    assert d.s.host[item] == x and d.s.face[item] == 1
    assert d.plv(x) == 1 + 1 + 4
    # When the Character is Knocked Out, then it goes to its owner's Discard Pile.
    d.damage(x, 8)
    d.go(1, COMBAT)
    d.quietly(1, "attack", foe, x)
    assert d.lies(x) == d.lies(item) == "discard" and d.s.owner[item] == 0


@pytest.mark.editions(fade2="item.damage", fade1="item.damage")
def test_an_items_damage_is_unknown(edition: str) -> None:
    # Given an Item that deals 3, when it hits a Character that is Immune to Physical, then it deals 3.
    d = Duel(OLDER, edition=edition)
    y = d.character(1, "stoic")
    d.quietly(0, "play", d.hand(0, "dart-3"), y)
    assert d.count(y, "Damage") == 3


@pytest.mark.editions(fade2="item.stock-empty", fade1="item.stock-zero")
@pytest.mark.parametrize("used", [True, False])
def test_a_stock_item_without_power_counters_is_destroyed(used: bool, edition: str) -> None:
    # Given a Stock Item with 1 Power Counter.
    d = Duel(OLDER, edition=edition)
    mill = d.on(d.body(0), "tp-mill", face=1)
    d.counters(mill, "Power", 1)
    # When it is activated, then its effect resolves and it goes; an effect that takes the last does the same.
    if used:
        d.quietly(0, "activate", mill)
        assert d.tp_of(0) == 11
    else:
        d.quietly(0, "play", d.hand(0, "sap"), mill)
    assert d.lies(mill) == "discard" and mill in [row[ROW_CARD] for row in d.happened("destroyed")]


@pytest.mark.editions(fade2="item.stock-empty", fade1="item.stock-zero")
def test_a_stock_item_lies_there_until_its_last_effect_has_happened(edition: str) -> None:
    # Given a Stock Item with 1 Power Counter, when it is activated and answered, then it is empty and still
    # there; its effect happens, and then it is destroyed.
    well = item("well", ability={"keyword": "Stock", "n": 1, "activate": True, "do": {"draw": 1}})
    d = Duel(OLDER + well + reaction("shrug", answers="ability", do={"gain_tp": 1}), edition=edition)
    h, y = d.on(d.body(0), "well", face=1), d.character(1)
    shrug = d.on(y, "shrug")
    d.counters(h, "Power", 1)
    d.log.clear()
    d.play(0, "activate", h)
    assert (d.lies(h), d.count(h, "Power")) == ("attached", 0)
    d.quietly(1, "use", shrug, -1)
    (drawn,) = d.happened("drawn")
    gone = next(row for row in d.happened("destroyed") if row[ROW_CARD] == h)
    assert d.lies(h) == "discard" and d.log.index(drawn) < d.log.index(gone)


@pytest.mark.editions(fade2="item.damage", fade1="item.damage")
def test_an_items_damage_is_null(edition: str) -> None:
    # Given Items without an Element, then a Character that is Immune to Null is not chosen by the one, and
    # takes none of what the other one deals to all.
    d = Duel(OLDER + NULL, edition=edition)
    y, z = d.character(1, "null-proof"), d.character(1)
    assert d.refused(0, "play", d.hand(0, "dart-3"), y)
    d.quietly(0, "play", d.hand(0, "hail"))
    assert [d.count(h, "Damage") for h in (y, z)] == [0, 2]


@pytest.mark.editions(fade2="item.damage", fade1="item.damage")
@pytest.mark.editions(fade2="keyword.immune", fade1="keyword.effect-immune")
def test_a_fire_item_reaches_who_is_immune_to_null_and_deals_no_damage_there(edition: str) -> None:
    # Given a Fire Item "3 damage and 1 Poison Counter", and enemies Immune to Null, to Fire and to nothing.
    d = Duel(OLDER + NULL + FIRE, edition=edition)
    hollow, warm, z = d.character(1, "null-proof"), d.character(1, "warm"), d.character(1)
    # Then the one Immune to Fire is not targeted.
    assert d.refused(0, "play", d.hand(0, "flare"), warm) == d.rule("immune")
    # When it is played on the others, then both have the Counter, and the one Immune to Null no damage.
    for h in (hollow, z):
        d.quietly(0, "play", d.hand(0, "flare"), h)
    assert [d.count(h, "Poison") for h in (hollow, z)] == [1, 1]
    assert [d.count(h, "Damage") for h in (hollow, z)] == [0, 3]
    assert hollow not in [row[ROW_CARD] for row in d.happened("takes-damage")]


@pytest.mark.editions(fade2="item.damage", fade1="item.damage")
@pytest.mark.parametrize(("infused", "damage"), [(False, 0), (True, 2)])
def test_what_an_ability_deals_is_judged_by_its_own_element(infused: bool, damage: int, edition: str) -> None:
    # Given a Fire Character with an ability "2 damage to an enemy", Infused with Fire or not, and an enemy
    # that is Immune to Null.
    d = Duel(OLDER + NULL + FIRE, edition=edition)
    x, hollow = d.character(0, "fire-smith"), d.character(1, "null-proof")
    if infused:
        d.on(x, "brand", face=1)
    d.go(0, COMBAT)
    # When it is activated, then its damage is Null and deals nothing, or Fire and is dealt.
    d.quietly(0, "activate", x, hollow)
    assert d.count(hollow, "Damage") == damage
