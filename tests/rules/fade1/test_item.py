"""Uses of Equip Items, and damage from Items, in the 60-card edition (topic item)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import RESPOND, ROW_CARD
from fadenet.games.fade.tables import COMBAT, DISCARD
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("annul", "avert", "club-3", "deny-item", "screen")
    + item("club", hp=2, keywords="Equip", ability={"gives": {"PLV": 2}})
    + character("twin", hp=12, plv=3, keywords={"Multistrike": 3})
    + character(
        "wall",
        hp=20,
        plv=3,
        def_=2,
        ability=[
            {"on": "attacked", "do": {"counter": "Drain", "on": "this"}},
            {"on": "takes-damage", "do": {"counter": "Fracture", "on": "this"}},
        ],
    )
    + skill("flurry-1x4", do={"attack": 1, "hits": 4})
    + skill("muse", do={"draw": 1})
    + reaction("riposte-1x3", answers="attack", do={"attack": 1, "hits": 3})
    + item("bomb", targets="enemy characters", do={"damage": 6, "to": "target"})
)


def match(foe: str = "giant") -> tuple[Duel, int, int]:
    """(a match, seat 0's Twin, a Character of seat 1)."""
    d = Duel(CARDS, edition="fade1")
    return d, d.character(0, "twin"), d.character(1, foe)


def attack(d: Duel, x: int, y: int, answer: int = 0) -> None:
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    if answer:
        d.play(1, "use", answer, -1)
    d.pass_all()


@pytest.mark.rule("fade1", "item.equip-item-uses")
def test_an_equip_item_is_destroyed_after_its_last_attack() -> None:
    # Given an Equip Item with HP 2 that gives 2 PLV, when its bearer has attacked twice.
    d, x, y = match()
    club = d.on(x, "club", 1)
    attack(d, x, y)
    assert (d.hp(club), d.hp(y), d.lies(club)) == (1, 15, "attached")
    attack(d, x, y)
    # Then the second attack still had its effect, and the Item is destroyed after it.
    assert d.hp(y) == 10 and d.lies(club) == "discard" and d.plv(x) == 3
    assert [row[ROW_CARD] for row in d.happened("destroyed")] == [club]


@pytest.mark.rule("fade1", "item.equip-item-uses")
def test_an_item_goes_to_the_pile_of_its_owner() -> None:
    # Given B's Equip Item on A's Character, when it is used up, then it lies in B's Discard Pile.
    d, x, y = match()
    club = d.on(x, "club", 1)
    d.s.owner[club] = 1
    d.damage(club, 1)
    attack(d, x, y)
    assert d.names(1, DISCARD) == ["Club"] and not d.names(0, DISCARD)


@pytest.mark.rule("fade1", "item.equip-item-counting")
def test_an_attack_of_four_hits_is_one_use_of_each_item() -> None:
    # Given a bearer with two Equip Items of HP 2 and HP 3, when it makes a 4-hit attack.
    d, x, y = match()
    club, hammer, flurry = d.on(x, "club", 1), d.on(x, "club-3", 1), d.on(x, "flurry-1x4")
    d.go(0, COMBAT)
    d.quietly(0, "use", flurry, y)
    # Then they are at 1 and 2.
    assert (d.hp(club), d.hp(hammer)) == (1, 2)


@pytest.mark.rule("fade1", "item.equip-item-counting", "attack.damageless-skill", "keyword.fracture-counter")
def test_a_skill_that_hits_nobody_is_a_use_and_an_attack() -> None:
    # Given a bearer with an Equip Item of HP 3 and 2 Fracture Counters, when it uses a Skill 'draw 1 card'.
    d, x, _ = match()
    hammer, muse = d.on(x, "club-3", 1), d.on(x, "muse")
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    d.quietly(0, "use", muse)
    # Then that was an attack: a use of the Item is gone, and the Fracture Counters have harmed it.
    assert (d.hp(hammer), d.count(x, "Damage")) == (2, 2)


@pytest.mark.rule("fade1", "item.equip-item-counting")
@pytest.mark.parametrize(("answer", "left"), [("screen", 2), ("annul", 3), ("avert", 3)])
def test_what_is_blocked_was_performed(answer: str, left: int) -> None:
    # Given an attack that is Blocked, Negated or Prevented, then a use is gone in the first case alone.
    d, x, y = match()
    hammer = d.on(x, "club-3", 1)
    attack(d, x, y, d.on(y, answer))
    assert d.hp(hammer) == left and d.hp(y) == 20


@pytest.mark.rule("fade1", "item.equip-item-counting", "keyword.blindness-counter")
@pytest.mark.parametrize(("coin", "dealt"), [(0, 3), (1, 0)])
def test_a_blind_miss_is_a_use_as_well(coin: int, dealt: int) -> None:
    # Given a bearer with a Blindness Counter, when it attacks, then a use is gone however the coin falls.
    d, x, y = match()
    hammer = d.on(x, "club-3", 1)
    d.counters(x, "Blindness", 1)
    d.coins = [coin]
    attack(d, x, y)
    assert (d.hp(hammer), d.count(y, "Damage")) == (2, dealt)


@pytest.mark.rule("fade1", "item.equip-item-counting")
def test_a_counter_hit_is_a_use_when_its_link_has_resolved() -> None:
    # Given Equip Items on both sides and a Counter-hit of 3 hits.
    d, x, y = match()
    mine, theirs, riposte = d.on(x, "club-3", 1), d.on(y, "club-3", 1), d.on(y, "riposte-1x3")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    assert (d.hp(mine), d.hp(theirs)) == (3, 3)
    d.pass_all()
    # Then each is one use of its own bearer's Item.
    assert (d.hp(mine), d.hp(theirs)) == (2, 2)


@pytest.mark.rule("fade1", "item.damage-counts-as-attack")
def test_damage_of_an_item_is_no_attack() -> None:
    # Given an Item 'deal 6 damage to an enemy Character' and a target with DEF 2.
    d, x, y = match("wall")
    block, deny, bomb = d.on(y, "screen"), d.on(y, "deny-item"), d.hand(0, "bomb")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.play(0, "play", bomb, y)
    # Then 'Block an attack' is refused and 'Negate an Item' accepted.
    assert d.asked() == [1] and d.asked_kind() == RESPOND
    assert d.refused(1, "use", block, -1) == d.rule("which-link")
    assert d.can(1, "use", deny, -1)
    d.pass_all()
    # Then the target takes 4; On Taking Damage happens, On Attacked does not, and no TP are gained.
    assert d.hp(y) == 16 and d.tp_of(0) == 0
    assert (d.count(y, "Fracture"), d.count(y, "Drain")) == (1, 0)
    # Then the Player may still make the Normal Attack, and so may the Character.
    assert d.can(0, "attack", d.body(0), y) and d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "item.damage-counts-as-attack")
def test_reach_does_not_bind_an_item() -> None:
    # Given a Character in Reserve behind another one, then it may be chosen, and takes 6.
    d, _, _ = match("wall")
    back = d.character(1, "giant", backup=True)
    d.quietly(0, "play", d.hand(0, "bomb"), back)
    assert d.hp(back) == 14


@pytest.mark.rule("fade1", "item.damage-counts-as-attack")
def test_an_items_figure_is_used_instead_of_plv() -> None:
    # Given a Player of PLV 5 with an Equip Item, then the Item deals its 6, and the Equip Item is not used.
    d, _, y = match()
    hammer = d.on(d.body(0), "club-3", 1)
    d.quietly(0, "play", d.hand(0, "bomb"), y)
    assert (d.hp(y), d.hp(hammer)) == (14, 3)
