"""Worked cases of the 60-card edition, from end to end, on its own file and book."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, command, reaction, skill

CARDS = (
    cards("daze-2", "downgrade", "hyper-jab", "special-combo", "special-combo-2", "swift-xenia", "yarrow")
    + character(
        "ysolde", level=2, hp=3, plv=1, cs=1, ability={"on": "destroyed", "of": "this", "do": {"draw": 1}}
    )
    + character("zora", hp=12, plv=1, def_=2, cs=4)
    + character("wren", plv=1, cs=3)
    + skill("triple", cost=4, do={"attack": {"stat": "PLV", "of": "user"}, "hits": 3})
    + skill("ultra", rank="Ultra", keywords={"Combo": 1}, do={"attack": 1})
    + skill("doom", do={"attack": 6, "type": "Relentless"})
    + reaction("soften-twice", answers="attack", do=[{"downgrade": True}, {"downgrade": True}])
    + skill("geyser", "Fire", "Water", cost=7, do={"attack": 2})
    + reaction("firewall", answers={"to": "attack", "element": "Fire"}, do={"block": True})
    + reaction("dam", answers={"to": "attack", "element": "Water"}, do={"block": True})
    + reaction("yank", answers="ability", do={"row": "all front characters", "to": "backup"})
    + character("undine", "Water", keywords={"Infused": ["Fire"]})
    + character("spring", keywords={"Affinity": ["Water"]})
    + character("engine", cs=1, keywords={"{Charge}": 2})
    + command(
        "lever",
        cost=0,
        directions=["Up"],
        needs=[{"n": 1, "type": "Character"}],
        ability={"activate": True, "do": {"draw": 1}},
    )
    + character("pair", plv=1, cs=2)
)


def match(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def until_chosen(d: Duel, seat: int) -> None:
    """All pass until a seat is asked to choose a card."""
    while d.asked_kind() != PICK or d.s.asks[0].seat != seat:
        d.play(d.asked()[0], "pass")


@pytest.mark.parametrize("blocked", [True, False])
def test_the_rest_of_an_attack(blocked: bool) -> None:
    # Given 3 hits by PLV 5 at Y (HP 3, Level 2), alone in front of Z (CS 4, HP 12, DEF 2, with a Block) and W
    # (CS 3) in Reserve, when Y falls, then B loses 2 HP and brings Z forward; the rest is aimed at Z, which
    # keeps 12 with the Block, or 6; the Skill goes, then Y's draw has its Chain.
    d = match()
    x, y = d.character(0, "swift-xenia"), d.character(1, "ysolde")
    z, _w = d.character(1, "zora", backup=True), d.character(1, "wren", backup=True)
    block, hand = d.on(z, "guard"), d.size(1, 2)
    d.damage(d.body(1), 30)
    d.tp(0, 4)
    d.tp(1, 1)
    triple = d.on(x, "triple")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    until_chosen(d, 1)
    assert d.hp(d.body(1)) == 18 and d.where(y) == "Discard Pile"
    d.play(1, "pick", z)
    d.answer(1, d.options(1)[0])  # into which cell
    until_chosen(d, 0)
    assert d.size(1, 2) == hand and d.where(triple) == "in use"
    d.play(0, "pick", z)
    if blocked:
        d.play(1, "use", block, -1)
    d.pass_all()
    assert d.hp(z) == (12 if blocked else 6) and d.tp_of(1) == (0 if blocked else 1)
    assert d.where(triple) == "Discard Pile" and d.size(1, 2) == hand + 1


@pytest.mark.parametrize("helped", [True, False])
def test_stun_and_a_friends_reaction(helped: bool) -> None:
    # Given a Stun Skill of 2 on Y (DEF 3, HP 10, with a Block), then nothing is dealt and Stun holds; against
    # X's extra Normal Attack Y's own Block is refused, a friend's accepted; without it Y takes 5.
    d = match()
    x, y, friend = d.character(0, "swift-xenia"), d.character(1, "yarrow"), d.character(1, "wren")
    own, other, daze = d.on(y, "guard"), d.on(friend, "guard"), d.on(x, "daze-2")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    assert d.hp(y) == 10
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", own, -1) == "keyword.stun"
    if helped:
        d.play(1, "use", other, -1)
    d.pass_all()
    assert d.hp(y) == (10 if helped else 5)


def test_the_combo_ladder() -> None:
    # Given AGI 3 and a Hyper Skill, then an Ultra Combo is refused, a Special one with Combo 2 accepted, one
    # with Combo 1 after it too; then a Normal Attack is refused.
    d = match()
    x, y = d.character(0, "swift-xenia"), d.character(1, "zora")
    opener, ultra, special, second = [
        d.on(x, slug) for slug in ("hyper-jab", "ultra", "special-combo-2", "special-combo")
    ]
    d.go(1, COMBAT)
    d.go(0, COMBAT)
    d.quietly(0, "use", opener, y)
    assert d.refused(0, "use", ultra, y) == "keyword.combo"
    for card, left in ((special, 1), (second, 0)):
        d.quietly(0, "use", card, y)
        assert d.count(x, "Combo Potential") == left
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


@pytest.mark.parametrize(("softened", "left"), [("downgrade", 6), ("soften-twice", 12)])
def test_relentless_downgraded_blocked(softened: str, left: int) -> None:
    # Given a Relentless Skill of 6, then a Block, then one downgrade or two by a third player, then the Block
    # does nothing and 6 are dealt, or it works.
    d = match(3)
    x, y, third = d.character(0, "swift-xenia"), d.character(1, "zora"), d.character(2, "wren")
    block, down, doom = d.on(y, "guard"), d.on(third, softened), d.on(x, "doom")
    d.go(0, COMBAT)
    d.play(0, "use", doom, y)
    d.play(1, "use", block, -1)
    while d.asked() != [2]:
        d.play(d.asked()[0], "pass")
    d.quietly(2, "use", down, -1)
    assert d.hp(y) == left


def test_infused_matching_and_affinity() -> None:
    # Given a Water Character that is Fire-infused, Water Affinity beside it, and a Fire/Water Skill of 7.
    d = match()
    x, y = d.character(0, "undine"), d.character(1, "wren")
    d.character(0, "spring")
    fire, water, geyser = d.on(y, "firewall"), d.on(y, "dam"), d.on(x, "geyser")
    d.go(0, COMBAT)
    # Then it costs 7 - 2 - 1 = 4.
    d.tp(0, 3)
    assert d.refused(0, "use", geyser, y) == "value.floors"
    d.tp(0, 4)
    d.play(0, "use", geyser, y)
    assert d.tp_of(0) == 0
    # And its damage is Fire only: 'Block a Water attack' cannot answer, 'Block a Fire attack' can.
    assert d.refused(1, "use", water, -1) == "defend.use-card"
    d.quietly(1, "use", fire, -1)
    assert d.hp(y) == 9


def engine_room() -> tuple[Duel, int, int]:
    """(a match, a Character with Power Source 2 in c3, a Command in a3 that lists Up and needs one)."""
    d = match()
    x = d.character(0, "engine", at="c3")
    return d, x, d.on(d.body(0), "lever", face=1, at="a3")


def test_a_command_works_on() -> None:
    # Given a Command and its Material, when the Starting Phase comes, then no TP come of the Power Source.
    d, x, lever = engine_room()
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == 5 and d.lies(x) == "front"
    # When it is activated in Preparation, then that is one Chain; again in Combat it is refused.
    hand = d.size(0, HAND)
    d.play(0, "activate", lever)
    assert len(d.s.chain) == 1
    d.pass_all()
    assert d.size(0, HAND) == hand + 1
    d.go(0, COMBAT)
    assert d.refused(0, "activate", lever) == "command.activation-timing"
    # When the next turn comes, then it is accepted.
    d.next_turn(0)
    assert d.can(0, "activate", lever)


def test_a_command_resolves_without_what_it_needed() -> None:
    # Given its activation, when an answer takes the Character out of c3, then the effect still resolves.
    d, x, lever = engine_room()
    y = d.character(1, "wren")
    yank, hand = d.on(y, "yank"), d.size(0, HAND)
    d.play(0, "activate", lever)
    d.quietly(1, "use", yank, -1)
    assert d.lies(x) == "backup" and d.size(0, HAND) == hand + 1
    # And in the next turn, when the Character has stepped forward into another cell, it is not activated.
    d.next_turn(0)
    assert d.at(x) == "c1"
    assert d.refused(0, "activate", lever) == "command.activation-cost"


def test_reserve_as_part_of_playing() -> None:
    # Given 6 CS in use, P of 3 ready with a Poison Counter, Q of 3 fresh, when R of 2 is played.
    d = match()
    p, q = d.character(0, "wren"), d.character(0, "wren", fresh=True)
    d.counters(p, "Poison", 1)
    r = d.fighter(0, "pair")
    d.quietly(0, "play", r, d.to("front"))
    # Then P is reserved as part of it, and 5 CS are in use.
    assert [d.lies(h) for h in (p, q, r)] == ["backup", "front", "front"] and slots.left(d.s, 0) == 1
    # And its Poison Counter still works in Reserve.
    d.next_turn(0)
    assert (d.hp(p), d.count(p, "Poison"), d.lies(p)) == (8, 0, "backup")


def test_reserve_as_part_of_playing_needs_somebody_ready() -> None:
    # Given the same with both fresh, then R is refused.
    d = match()
    for _ in range(2):
        d.character(0, "wren", fresh=True)
    assert d.refused(0, "play", d.fighter(0, "pair"), d.to("front")) == "prep.cs-blocked"
