"""How damage is defended against in the 60-card edition, and what is not damage (topic damage)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards("death-touch", "screen")
    + character("hero", hp=20, plv=5, ability={"on": "succeeds", "do": {"gain_tp": 1}})
    + character(
        "wall",
        level=4,
        hp=10,
        plv=1,
        def_=2,
        ability=[
            {"on": "attacked", "do": {"counter": "Drain", "on": "this"}},
            {"on": "takes-damage", "do": {"counter": "Fracture", "on": "this"}},
        ],
    )
    + skill("triple", do={"attack": {"stat": "PLV", "of": "user"}, "hits": 3})
    + skill("late", do={"attack": [{"n": 2}, {"n": 3}]})
    + skill("graze", do={"attack": 2, "hits": 2})
    + skill("blaze", "Fire", do={"attack": 5, "type": "Unblockable", "label": "Energy"})
    + reaction("fizzle", answers={"to": "attack", "label": "Energy"}, do={"negate": True})
    + reaction("brace", answers={"to": "attack", "label": "Physical"}, do={"block": True})
    + augment("ledger", def_=3, ability={"on": "takes-damage", "of": "you", "do": {"gain_tp": 1}})
    + augment(
        "ray", ability={"on": "starting-phase", "of": "you", "do": {"damage": 4, "to": "enemy characters"}}
    )
)


ORDER = (
    character("brittle", hp=10, plv=1, def_=4, ability={"gives": {"damage taken": 1}})
    + character("split", hp=10, plv=1, ability={"gives": {"halve damage taken": True}})
    + skill("drum", do={"attack": 1, "hits": 3})
)


def fight(slug: str) -> tuple[Duel, int, int, int]:
    """(a match, seat 0's Hero, seat 1's Wall, a Skill on the Hero) in seat 0's Combat Step, without TP."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "hero"), d.character(1, "wall")
    skill = d.on(x, slug)
    d.go(0, COMBAT)
    d.tp(0, 0)
    return d, x, y, skill


@pytest.mark.rule("fade1", "damage.each-hit-defended")
def test_defense_lowers_every_hit() -> None:
    # Given a 3-hit Skill of PLV 5 on a target with DEF 2 and 10 HP, when it resolves.
    d, _, y, skill = fight("triple")
    d.quietly(0, "use", skill, y)
    # Then it deals 3, 3 and 3.
    assert d.hp(y) == 1
    assert [row[-1] for row in d.happened("damage-counters") if row[ROW_CARD] == y] == [3, 3, 3]


@pytest.mark.rule("fade1", "damage.one-hit-is-success")
@pytest.mark.parametrize(("slug", "left", "gained"), [("late", 9, 1), ("graze", 10, 0)])
def test_one_hit_that_deals_damage_is_enough(slug: str, left: int, gained: int) -> None:
    # Given hits of 2 and 3, or of 2 and 2, against DEF 2, when they have resolved.
    d, _, y, skill = fight(slug)
    d.quietly(0, "use", skill, y)
    # Then the attack was successful if the second one dealt 1, and TP are gained by the user's ability.
    assert d.hp(y) == left
    assert len(d.happened("succeeds")) == gained and d.tp_of(0) >= gained


@pytest.mark.rule("fade1", "damage.class-and-type")
@pytest.mark.parametrize(("answer", "left"), [("", 5), ("screen", 5), ("fizzle", 10)])
def test_class_and_type_are_two_things(answer: str, left: int) -> None:
    # Given an Unblockable Energy Fire hit of 5 against DEF 2, when nobody answers, or with a Block, or with
    # 'Negate an Energy attack'.
    d, _, y, skill = fight("blaze")
    brace, card = d.on(y, "brace"), d.on(y, answer) if answer else 0
    d.play(0, "use", skill, y)
    d.until_asked(1)
    # Then what Blocks a Physical attack does not answer it.
    assert not d.can(1, "use", brace, -1)
    if card:
        d.play(1, "use", card, -1)
    d.pass_all()
    # Then DEF and the Block do nothing, and the Negate works.
    assert d.hp(y) == left


@pytest.mark.rule("fade1", "damage.class-and-type")
def test_damage_without_a_class_is_basic() -> None:
    # Given a Normal Attack of PLV 5 on DEF 2, then it is Physical, and DEF lowers it; a Block works.
    d, x, y, _ = fight("blaze")
    fizzle, brace = d.on(y, "fizzle"), d.on(y, "brace")
    d.play(0, "attack", x, y)
    d.until_asked(1)
    assert not d.can(1, "use", fizzle, -1)
    d.quietly(1, "use", brace, -1)
    assert d.hp(y) == 10


@pytest.mark.rule("fade1", "damage.loss-is-not-damage")
@pytest.mark.parametrize(("hp", "left"), [(4, 0), (5, 1)])
def test_what_a_knock_out_costs_is_no_damage_and_may_defeat(hp: int, left: int) -> None:
    # Given a Player with DEF 3 and 4 or 5 HP whose Level 4 Character is Knocked Out.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "wall")
    d.on(d.body(1), "ledger", 1)
    d.leave(d.body(1), hp)
    d.tp(1, 0)
    d.quietly(0, "play", d.hand(0, "death-touch"), y)
    # Then the Player loses 4 HP whatever the DEF, On Taking Damage does not happen, and with 0 HP is out.
    assert d.hp(d.body(1)) == left and d.tp_of(1) == 0
    assert bool(d.s.over) == (left == 0)


@pytest.mark.rule("fade1", "damage.non-attack")
def test_damage_of_an_effect_meets_defense_and_is_no_attack() -> None:
    # Given an Augment 'in your Starting Phase deal 4 damage to enemy Characters' and a target with DEF 2.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "wall")
    d.on(d.body(0), "ray", 1)
    d.next_turn(0)
    # Then it takes 2; On Taking Damage happens, On Attacked and On Successful Attack do not.
    assert d.hp(y) == 8
    assert d.count(y, "Fracture") == 1 and d.count(y, "Drain") == 0
    assert not d.happened("attacked") and not d.happened("succeeds")


@pytest.mark.rule("fade1", "damage.order-of-changes")
@pytest.mark.parametrize(("blocked", "dealt"), [(False, 1), (True, 0)])
def test_a_hit_that_def_lowers_below_0_starts_from_0_and_block_comes_last(blocked: bool, dealt: int) -> None:
    # Given PLV 1 against DEF 4 and 'takes 1 more damage', then 0 + 1 is dealt, or with a Block nothing.
    d = Duel(CARDS + ORDER, edition="fade1")
    x, y = d.character(0, "wall"), d.character(1, "brittle")
    screen = d.on(y, "screen")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    if blocked:
        d.play(1, "use", screen, -1)
    d.pass_all()
    assert d.count(y, "Damage") == dealt


@pytest.mark.rule("fade1", "damage.order-of-changes")
def test_halves_are_rounded_down() -> None:
    # Given PLV 5 against one without DEF that takes half the damage, then 2 are dealt.
    d = Duel(CARDS + ORDER, edition="fade1")
    x, y = d.character(0, "hero"), d.character(1, "split")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.count(y, "Damage") == 2


@pytest.mark.rule("fade1", "damage.zero-damage", "damage.multi-hit-one-attack")
def test_hits_without_damage_are_hits_of_one_attack_all_the_same() -> None:
    # Given a Skill of three hits of 1 against DEF 2, when it resolves, then On Attack and On Attacked have
    # happened once, On Hit three times, and damage was not taken.
    d = Duel(CARDS + ORDER, edition="fade1")
    x, y = d.character(0, "hero"), d.character(1, "wall")
    drum = d.on(x, "drum")
    d.go(0, COMBAT)
    d.quietly(0, "use", drum, y)
    happened = [
        len(d.happened(event)) for event in ("attacks", "attacked", "hit", "takes-damage", "succeeds")
    ]
    assert happened == [1, 1, 3, 0, 0]
    # (the Wall's own On Attacked and On Taking Damage are its Drain and its Fracture Counter)
    assert (d.count(y, "Drain"), d.count(y, "Fracture")) == (1, 0)
