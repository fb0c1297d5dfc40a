"""Counters of the 40-card edition, and what happens to the card on which they lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.games.fade.tables import CELL, COMBAT, KEY_TO, PREPARATION
from tests.builders import meetings
from tests.builders.meetings import Change
from tests.builders.scenario import Duel

COUNTERS = ("Barrier", "Blindness", "Curse", "Drain", "Fracture", "Paralyze", "Poison", "Shield", "Timebomb")
PROOF = "".join(
    f"""
[card.proof-{name.lower()}]
name = "{name} Proof"
types = ["Augment"]
rank = "Normal"
[[card.proof-{name.lower()}.ability]]
gives = {{ Immune = ["{name}"] }}
"""
    for name in COUNTERS
)


def duel() -> tuple[Duel, int]:
    """A Bearer of 20 HP and PLV 5 against a Soldier."""
    d = Duel(meetings.CARDS + PROOF, edition="fade2")
    x = d.character(0, "bearer", at="c3")
    d.character(1, "soldier", at="c1")
    return d, x


def attack(d: Duel, x: int) -> int:
    """It attacks in the next turn in which it may; gives the damage that it deals."""
    seat = d.s.ctrl[x]
    d.next_turn(seat)
    d.go(seat, COMBAT)
    foe = d.body(0) if seat else d.s.zones[len(d.rules.zone_names)][0]
    before = d.count(foe, "Damage")
    d.play(seat, "attack", x, foe)
    d.pass_all()
    return d.count(foe, "Damage") - before


def barrier(d: Duel, x: int) -> bool:
    """An effect that targets it does nothing."""
    before = d.count(x, "Damage")
    d.go(0, PREPARATION)
    d.play_out(0, d.hand(0, "dart"), x)
    return d.count(x, "Damage") == before


def blindness(d: Duel, x: int) -> bool:
    """A coin that falls on Tails makes its attack do nothing."""
    d.coins = [1]
    return attack(d, x) == 0


def curse(d: Duel, x: int) -> bool:
    """It is imprisoned if nobody pays."""
    d.next_turn(d.s.ctrl[x])
    return d.lies(x) == "rift"


def drain(d: Duel, x: int) -> bool:
    """It has less PLV, by as many as there are left."""
    return d.plv(x) == 5 - d.count(x, "Drain") < 5


def fracture(d: Duel, x: int) -> bool:
    """It gains Damage Counters by attacking."""
    before = d.count(x, "Damage")
    assert attack(d, x) == 5
    return d.count(x, "Damage") == before + 3


def paralyze(d: Duel, x: int) -> bool:
    """It cannot attack."""
    seat = d.s.ctrl[x]
    d.next_turn(seat)
    d.go(seat, COMBAT)
    return not [move for move in d.options(seat) if move[:2] == (d.rules.verbs.index("attack"), x)]


def poison(d: Duel, x: int) -> bool:
    """It is harmed by one in its Starting Phase."""
    before = d.count(x, "Damage")
    d.next_turn(d.s.ctrl[x])
    return d.count(x, "Damage") == before + 1


def shield(d: Duel, x: int) -> bool:
    """An attack does nothing to it."""
    foe = 1 - d.s.ctrl[x]
    before = d.count(x, "Damage")
    d.go(foe, COMBAT)
    d.play(foe, "attack", d.body(foe), x)
    d.pass_all()
    return d.count(x, "Damage") == before


def timebomb(d: Duel, x: int) -> bool:
    """The tenth comes in its End Phase and Knocks it Out."""
    d.counters(x, "Timebomb", 6 if d.count(x, "Timebomb") else 0)
    d.next_turn(1 - d.s.ctrl[x])
    return d.lies(x) == "discard"


Works = Callable[[Duel, int], bool]
WORKS: dict[str, Works] = {
    "Barrier": barrier,
    "Blindness": blindness,
    "Curse": curse,
    "Drain": drain,
    "Fracture": fracture,
    "Paralyze": paralyze,
    "Poison": poison,
    "Shield": shield,
    "Timebomb": timebomb,
}
"""By Counter whether three of them do what the book says."""
every_counter = pytest.mark.parametrize("name", COUNTERS)


@pytest.mark.rule("fade2", "counter.leave")
@pytest.mark.rule("fade2", "keyword.mute")
@pytest.mark.rule("fade2", "command.materials")
@pytest.mark.rule("fade2", "counter.victims-phases")
@pytest.mark.rule("fade2", "keyword.level-up-carry")
@pytest.mark.parametrize(
    ("name", "change"),
    [
        (name, change)
        for name in COUNTERS
        for change in (
            meetings.untouched,
            meetings.muted,
            meetings.taken,
            meetings.material,
            meetings.levelled,
        )
        if (name, change) not in [("Barrier", meetings.taken), ("Paralyze", meetings.levelled)]
    ],
)
def test_counters_go_on_through_what_happens_to_their_card(name: str, change: Change) -> None:
    # Given three Counters on a Character, when it is Muted, controlled by another, Material or Levelled Up.
    d, x = duel()
    d.counters(x, name, 3)
    x = change(d, x)
    # Then they still do what they do, to what stands there now and in its controller's phases.
    assert WORKS[name](d, x)


@pytest.mark.rule("fade2", "keyword.barrier-counter")
def test_a_barrier_stops_what_would_take_control() -> None:
    # Given three Barrier Counters, when an Item that takes control targets the Character, then one is gone.
    d, x = duel()
    d.counters(x, "Barrier", 3)
    d.go(1, PREPARATION)
    d.play_out(1, d.hand(1, "seize"), x)
    assert (d.s.ctrl[x], d.count(x, "Barrier")) == (0, 2)


@pytest.mark.rule("fade2", "keyword.level-up-wait")
@pytest.mark.rule("fade2", "keyword.paralyze-counter")
def test_the_paralyzed_do_not_level_up() -> None:
    # Given a Paralyzed Character, when another one is to be played onto it, then that is refused.
    d, x = duel()
    d.counters(x, "Paralyze", 1)
    line = (d.fighter(0, "over-bearer"), (KEY_TO, d.s.num[CELL][x]), x)
    assert d.refused(0, "play", *line) == "keyword.level-up-wait"


@pytest.mark.rule("fade2", "counter.leave")
@pytest.mark.parametrize("name", [name for name in COUNTERS if name != "Paralyze"])
def test_counters_go_on_in_another_row(name: str) -> None:
    # Given three Counters on a Character, when it moves to a Backup Zone, then they still do what they do.
    d, x = duel()
    d.counters(x, name, 3)
    assert WORKS[name](d, meetings.moved(d, x))


@pytest.mark.rule("fade2", "counter.leave")
@every_counter
def test_counters_are_gone_when_their_card_has_left_and_come_back(name: str) -> None:
    # Given a Character with three Counters (a Barrier would stop the effect that destroys it).
    d, x = duel()
    d.counters(x, name, 3)
    if name == "Barrier":
        d.counters(x, name, -2)
        d.play_out(0, d.hand(0, "dart"), x)
        d.counters(x, name, 1)
        d.play_out(0, d.hand(0, "dart"), x)
    # When it is destroyed and enters again, then it has none and nothing of them happens.
    x = meetings.back(d, x)
    assert d.count(x, name) == 0 and not WORKS[name](d, x)


@pytest.mark.rule("fade2", "keyword.immune")
@every_counter
def test_counters_do_nothing_to_who_is_immune_to_them(name: str) -> None:
    # Given a Character with three Counters and an Augment that makes it Immune to them.
    d, x = duel()
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    # Then nothing of them happens.
    assert not WORKS[name](d, x)


@pytest.mark.rule("fade2", "keyword.immune")
@pytest.mark.rule("fade2", "keyword.mute")
@every_counter
def test_counters_work_again_on_the_immune_who_are_muted(name: str) -> None:
    # Given a Character that is Immune to its Counters, when it is Muted, then Immune is ignored.
    d, x = duel()
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    assert WORKS[name](d, meetings.muted(d, x))
