"""A word that is still said of a card that has left goes by what that last had (prelude timing.last-had)."""

from __future__ import annotations

import pytest

from fadenet.engine import position
from fadenet.engine.digest import digest
from fadenet.engine.state import mark_parts
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import armour, cards, energy, minion, spell, trap

HAD = pytest.mark.rule("prelude", "timing.last-had")


def amounts(who: str) -> dict[str, tuple[object, int]]:
    """The words about a minion of Attack 3 and Suspend 2, with +2 Attack, and what it comes to."""
    attack, suspend = stat("Attack", who), stat("Suspend", who)
    return {
        "Attack": (attack, 5),
        "half": ({"half": attack}, 2),
        "sum": ({"plus": [attack, suspend]}, 7),
        "twice": ({"times": [attack, 2]}, 10),
    }


def stat(word: str, of: str) -> dict[str, object]:
    return {"stat": word, "of": of}


def bearer(slug: str, **ability: object) -> str:
    """A minion with one ability."""
    return minion(slug, life=9, attack=3, suspend=2, ability=ability)


KILLED = {"on": "killed", "of": "this"}
AXE = spell("hatchet", ability={"activate": True, "targets": {}, "do": {"damage": 20}})
BANE = spell("bane", ability={"activate": True, "targets": "all minions", "do": {"destroy": "target"}})
FLAG = bearer("flag", gives={"Attack": 4}, to={"from": "your minions", "other": True})


def match(text: str, *who: str) -> Prelude:
    """Characters with a rank of Green Magic each, without Coin."""
    g = Prelude(*(who or ("human", "human")), cards=AXE + BANE + FLAG + text, ranks="green-magic-1")
    for seat in range(g.s.seats):
        g.coin(seat, 0)
    return g


def strengthened(g: Prelude, seat: int, slug: str) -> int:
    """A minion with +2 Attack."""
    h = g.minion(seat, slug)
    g.give(h, "Attack", 2)
    return h


@HAD
@pytest.mark.parametrize("by", ["hatchet", "bane"])
@pytest.mark.parametrize("what", amounts(""))
def test_a_killed_minion_counts_with_what_it_had(what: str, by: str) -> None:
    # Given 'when this is killed, gain as much Coin as ...' on a minion with +2 Attack, when damage or an
    # effect kills it, then as much comes as it had.
    amount, n = amounts("this")[what]
    g = match(bearer("heir", **KILLED, do={"coin": amount}))
    g.cast(0, by, strengthened(g, 1, "heir"))
    assert g.purse(1) == n


@HAD
@pytest.mark.parametrize("by", ["hatchet", "bane"])
def test_another_one_that_is_killed_counts_with_what_it_had(by: str) -> None:
    # Given an energy 'when your minion is killed, gain as much Coin as its Attack'.
    pays = {"on": "killed", "of": "your minions", "do": {"coin": stat("Attack", "that")}}
    g = match(energy("dirge", price=2, ability=pays) + bearer("heir", **pays))
    g.energy(1, "dirge")
    g.cast(0, by, strengthened(g, 1, "heir"))
    assert g.purse(1) == 10  # the energy and the minion itself


@HAD
def test_what_falls_together_counts_as_it_was_before() -> None:
    # Given a minion that another one gives +4 Attack, when both are killed together, then it had it.
    quake = spell("quake", ability={"activate": True, "do": {"damage": 20, "to": "all minions"}})
    ruin = spell("ruin", ability={"activate": True, "do": {"destroy": "all minions"}})
    for slug in ("quake", "ruin"):
        g = match(quake + ruin + bearer("heir", **KILLED, do={"coin": stat("Attack", "this")}))
        g.minion(1, "flag"), g.minion(1, "heir")
        g.cast(0, slug)
        assert g.purse(1) == 7


@HAD
@pytest.mark.parametrize("way", ["return", "destroy"])
def test_a_use_goes_on_with_what_its_card_had(way: str) -> None:
    # Given a minion's ability 'return or destroy this, gain Coin equal to its Attack; if that is 5, 1 more'.
    more = {"if": {"is": "this", "at_least": {"of": "Attack", "n": 5}}, "then": {"coin": 1}}
    do = [{way: "this"}, {"coin": stat("Attack", "this")}, {"coin": stat("Attack", "user")}, more]
    g = match(bearer("monk", activate=True, suspend=1, do=do))
    h = strengthened(g, 0, "monk")
    g.quietly(0, "use", h)
    assert g.where(h) != "Minions" and g.purse(0) == 11


@HAD
def test_gear_that_has_left_counts_with_what_it_had() -> None:
    # Given a shield of Guard 2 with +1, 'when this parries, destroy it, then gain Coin equal to its Guard'.
    parries = {"on": "parries", "do": [{"destroy": "this"}, {"coin": stat("Guard", "this")}]}
    g = match(armour("pavise", price=1, suspend=1, hands=1, guard=2, ability=parries) + cards("club"))
    shield, club = g.equipped(1, "pavise"), g.equipped(0, "club")
    g.give(shield, "Guard", 1)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", shield)
    g.pass_all()
    assert g.where(shield) == "Cemetery" and g.purse(1) == 3


def snare(slug: str, do: object) -> str:
    """A trap for enemy minions that come."""
    return trap(slug, ability={"on": "minion-enters", "of": "enemy minions", "do": do})


SNARES = snare("shaft", {"damage": 9, "to": "that"}) + snare("toll", {"coin": stat("Attack", "that")})


@HAD
def test_the_second_of_two_traps_counts_with_what_the_minion_had() -> None:
    # Given an older trap that kills a minion that comes, and a younger one 'gain Coin equal to its Attack',
    # with +4 Attack from its fellow, then the younger one gives 7; nothing is kept behind it.
    g = match(SNARES)
    g.minion(0, "flag")
    g.trap(1, "shaft"), g.trap(1, "toll")
    comes = g.hand(0, "flag")
    g.coin(0, 2)
    g.quietly(0, "bring", comes)
    assert g.where(comes) == "Cemetery" and g.purse(1) == 7
    assert not _kept(g)


@HAD
def test_what_is_kept_is_part_of_the_position() -> None:
    # Given such traps, when somebody goes on from the position between them as it is written down, then the
    # same comes of it.
    g = match(SNARES)
    g.trap(1, "shaft"), g.trap(1, "toll")
    comes = g.hand(0, "flag")
    g.coin(0, 2)
    g.play(0, "bring", comes)
    g.until(t.W_SPRING)
    g.step()
    assert g.until(t.W_SPRING) == 1 and _kept(g)
    there = position.load(g.rules, position.dump(g.s))
    assert digest(there) == digest(g.s)
    g.s = there
    g.pass_all()
    assert g.purse(1) == 3


def _kept(g: Prelude) -> bool:
    return any(mark_parts(mark)[0] == g.rules.lasts for mark in g.s.marks)


@HAD
def test_a_character_that_is_out_counts_with_what_it_had() -> None:
    # Given 'when an enemy is killed, gain Coin equal to its Suspend' in a melee, when a Dwarf of Suspend 2
    # with +1 falls, then 3 come.
    pays = {"on": "killed", "of": "enemy characters", "do": {"coin": stat("Suspend", "that")}}
    g = match(bearer("scold", **pays), "human", "dwarf", "human")
    g.minion(2, "scold")
    g.give(g.body(1), "Suspend", 1)
    g.life(g.body(1), 5)
    g.cast(0, "hatchet", g.body(1))
    assert g.s.out == (1,) and g.purse(2) == 3


@HAD
def test_what_is_there_counts_as_it_is_now() -> None:
    # Given a minion that is weakened before its ability speaks of it, then what it has now counts.
    do = [{"mod": "Attack", "n": -2, "on": "this"}, {"coin": stat("Attack", "this")}]
    g = match(bearer("monk", activate=True, suspend=1, do=do))
    g.quietly(0, "use", strengthened(g, 0, "monk"))
    assert g.purse(0) == 3
