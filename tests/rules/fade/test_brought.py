"""The cards and Counters that come with a card as it comes onto the field, however it comes: its Stack and
its Counters.

As Material, in a Reserve Zone or Muted it has lost its effects by then; it is paid for and comes with what it
prints all the same.
"""

from __future__ import annotations

import pytest

from fadenet.engine.state import LAID, PICK
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, skill, zone

CARDS = (
    cards("exhume", "right")
    + character("tower", keywords={"Stacker": 2, "Carrier": 3, "Shield": 1})
    + augment(
        "crate", keywords={"Equip": True, "Stacker": 2, "Carrier": 3, "Shield": 1}, attach="your characters"
    )
    + skill("kiln", keywords={"Buildup": 4, "Stacker": 2, "Carrier": 3}, do={"attack": 2})
    + command(
        "signpost",
        directions=["Right"],
        keywords={"Stacker": 2, "Carrier": 3},
        ability={"activate": True, "do": {"draw": 1}},
    )
    + character("sleeper", keywords={"Mute": True, "Stacker": 2, "Carrier": 3, "Shield": 1})
    + character("union", level_up=["Soldier", "Squire"])
    + zone("depot", ability={"gives": {"Carrier": 2}, "to": "your characters"})
    + character("carter", keywords={"Carrier": 3})
)
MATERIAL = cited(
    ("keyword.stacker", "keyword.stacker"),
    ("keyword.carrier", "keyword.carrier"),
    ("command.materials-cost", "command.playing-materials-cost"),
)
COMING = cited(("keyword.stacker", "keyword.stacker"), ("keyword.carrier", "keyword.carrier"))


def duel(edition: str) -> Duel:
    d = Duel(CARDS, edition=edition)
    d.tp(0, 9)
    return d


def stacks(d: Duel, top: int, verb: str, *arguments: object) -> None:
    """It comes by a move; two of three cards in Hand are chosen, one after the other, and lie under it."""
    hand = [d.hand(0, slug) for slug in ("edge", "ration", "plain")]
    d.play(0, verb, *arguments)
    assert d.until(PICK) == 0
    d.play(0, "pick", hand[2])
    assert d.refused(0, "done") == d.rule("choice")
    d.play(0, "pick", hand[0])
    assert sorted(d.s.kids[top]) == [hand[0], hand[2]] and d.lies(hand[1]) == "hand"
    assert all(d.s.face[k] for k in d.s.kids[top])
    d.pass_all()
    assert d.count(top, "Power") == 3


@MATERIAL
def test_a_character_is_laid_with_its_stack_and_its_counters(edition: str) -> None:
    # Given a Command that lists Right, when a Character with Stacker 2, Carrier 3 and Shield 1 is laid there.
    d = duel(edition)
    d.command(0, "right", "c2")
    tower = d.fighter(0, "tower")
    # Then it lies there with two cards of its Player's choice under it, and its Counters.
    stacks(d, tower, "lay", tower, to(d, "c3"))
    assert (d.at(tower), d.count(tower, "Shield")) == ("c3", 1)


@MATERIAL
def test_who_is_played_beside_a_command_comes_with_the_same(edition: str) -> None:
    # Given the same Command, when the Character is played there, which makes it Material as it comes.
    d = duel(edition)
    d.command(0, "right", "c2")
    tower = d.fighter(0, "tower")
    stacks(d, tower, "play", tower, to(d, "c3"))
    assert (d.at(tower), d.count(tower, "Shield")) == ("c3", 1)


@MATERIAL
@pytest.mark.parametrize(("slug", "idle"), [("crate", True), ("kiln", False), ("signpost", False)])
def test_other_cards_are_laid_with_their_stack(slug: str, idle: bool, edition: str) -> None:
    # Given an Augment, a Skill with Buildup 4 and a Command, each with Stacker 2 and Carrier 3, when one is
    # laid into a Character Zone, where the Augment could not lie otherwise.
    d = duel(edition)
    d.command(0, "right", "c2")
    top = d.hand(0, slug)
    stacks(d, top, "lay", top, to(d, "c3"))
    assert (d.at(top), d.s.role[top] == LAID) == ("c3", idle)
    # Then nobody has a Counter of the Augment's, which it would put on what bears it.
    assert not any(d.count(h, "Shield") for h in range(len(d.s.code)))


@COMING
def test_who_is_brought_behind_the_front_comes_with_its_stack(edition: str) -> None:
    # Given such a Character in the Discard Pile and one in front, when an effect brings the former to the
    # row behind.
    d = duel(edition)
    d.character(0, at="c1")
    tower = d.discard(0, "tower")
    recall = d.hand(0, "exhume")
    stacks(d, tower, "play", recall, tower)
    assert (d.lies(tower), d.count(tower, "Shield")) == ("backup", 1)


@COMING
def test_what_is_attached_behind_the_front_comes_with_its_stack(edition: str) -> None:
    # Given a Character behind the front, when an Augment with Stacker 2 and Shield 1 is attached to it.
    d = duel(edition)
    x, crate = d.character(0, at="b1"), d.hand(0, "crate")
    stacks(d, crate, "play", crate, x)
    # Then its Stack lies under it, and its bearer has the Counter.
    assert (d.s.host[crate], d.count(x, "Shield")) == (x, 1)


@COMING
def test_who_is_muted_as_it_comes_brings_its_stack(edition: str) -> None:
    # Given a Character with Mute and Stacker 2, when it is played.
    d = duel(edition)
    sleeper = d.fighter(0, "sleeper")
    stacks(d, sleeper, "play", sleeper, d.to("front"))
    assert d.count(sleeper, "Shield") == 1


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.carrier", "keyword.carrier"))
@pytest.mark.parametrize(("slug", "counters"), [("soldier", 2), ("carter", 3)])
def test_who_is_given_carrier_comes_with_the_higher_number(slug: str, counters: int, edition: str) -> None:
    # Given a Zone card that gives Carrier 2, when a Character without Carrier comes, or one with Carrier 3.
    d = duel(edition)
    here = d.character(0, at="c1")
    d.zone(0, "depot", at="c5")
    x = d.fighter(0, slug)
    d.quietly(0, "play", x, d.to("front"))
    # Then it has 2 Power Counters, or 3; who is there already gets none.
    assert (d.count(x, "Power"), d.count(here, "Power")) == (counters, 0)


@cited(
    ("command.materials-cost", "command.playing-materials-cost"),
    ("keyword.level-up-carry", "keyword.level-up-carry-over"),
)
def test_a_level_up_that_is_laid_keeps_what_the_first_one_has(edition: str) -> None:
    # Given a Soldier with 2 damage and a Drain Counter, a Squire with 1 damage and an Edge on it, all of them
    # there since the last turn, and a Command that lists Right.
    d = duel(edition)
    d.command(0, "right", "c2")
    soldier, squire = d.character(0, at="c4"), d.character(0, "squire", at="c5")
    d.damage(soldier, 2)
    d.counters(soldier, "Drain", 1)
    d.damage(squire, 1)
    edge = d.on(squire, "edge", face=1)
    union = d.fighter(0, "union")
    # When a card that Levels Up from both is laid there, naming the Soldier first.
    d.play(0, "lay", union, to(d, "c3"), soldier, squire)
    # Then it lies there with both under it and the Edge on it, 2 damage and the Drain Counter.
    assert d.at(union) == "c3" and sorted(d.s.kids[union]) == sorted((soldier, squire, edge))
    assert (d.count(union, "Damage"), d.count(union, "Drain"), d.s.host[edge]) == (2, 1, union)
    assert [d.count(h, "Damage") for h in (soldier, squire)] == [0, 0]
