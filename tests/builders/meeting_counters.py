"""Counters of the older editions: by each whether it does what the book says to the card on which it lies."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import augment

COUNTERS = ("Barrier", "Blindness", "Curse", "Drain", "Fracture", "Paralyze", "Poison", "Shield", "Timebomb")
PROOF = "".join(
    augment(f"proof-{name.lower()}", name=f"{name} Proof", ability={"gives": {"Immune": [name]}})
    for name in COUNTERS
)


def duel(edition: str) -> tuple[Duel, int]:
    """A Bearer of 20 HP and PLV 5 against a Soldier."""
    d = Duel(meetings.CARDS + PROOF, edition=edition)
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
    d.quietly(seat, "attack", x, foe)
    return d.count(foe, "Damage") - before


def barrier(d: Duel, x: int) -> bool:
    """An effect that targets it does nothing."""
    before = d.count(x, "Damage")
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
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
    d.quietly(foe, "attack", d.body(foe), x)
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
