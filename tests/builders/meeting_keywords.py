"""Keywords and abilities of the older editions: by each whether it does what the book says on a Character."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.games.fade.field import natures
from fadenet.games.fade.tables import COMBAT, ELEMENTS, NULL, PREPARATION
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards

KEYWORDS: dict[str, object] = {
    "Affinity": ["Fire"],
    "Aura": 2,
    "Bloodlust": 3,
    "Concussion": True,
    "Deathmark": True,
    "Flash": True,
    "Friendship": ["Storm", 1],
    "Immune": ["Skills"],
    "Infused": ["Water"],
    "Lock-On": True,
    "Mastery": ["Fire"],
    "Multistrike": 1,
    "Power Source": 2,
    "Tag-Out": True,
    "Timid": 1,
    "Wildcard": True,
}
"""By keyword what is said with it on a card."""


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def word(name: str) -> str:
    """The key under which a keyword stands on a card."""
    return "{Charge}" if name == "Power Source" else name


CARDS = (
    meetings.CARDS
    + "".join(
        meetings.bearer(f"has-{slug(name)}", keywords={word(name): value})
        + augment(f"gives-{slug(name)}", name=f"Gives {name}", ability={"gives": {word(name): value}})
        for name, value in KEYWORDS.items()
    )
    + cards("flint", "storm-spark")
    + meetings.bearer("mourner-of-all", ability={"keyword": "Vengeance", "do": {"gain_tp": 1}})
    + meetings.bearer("worker", ability={"activate": True, "do": {"draw": 1}})
    + meetings.bearer("drummer", ability={"keyword": "Signature", "activate": True, "do": {"attack": 4}})
    + meetings.bearer("captain", ability={"gives": {"PLV": 1}, "to": "your characters"})
    + meetings.bearer("sentry", ability={"on": "turn-begins", "of": "you", "do": {"gain_tp": 1}})
)


def duel(edition: str) -> Duel:
    """Each Player has a Soldier at the edge of the front."""
    d = Duel(CARDS, edition=edition)
    d.character(0, "soldier", at="c5")
    d.character(1, "soldier", at="c5")
    return d


def foe(d: Duel, x: int, mine: bool = False) -> int:
    """The Soldier of the other side, or of its own."""
    other = d.s.ctrl[x] if mine else 1 - d.s.ctrl[x]
    return next(h for h in d.s.zones[other * len(d.rules.zone_names)] if d.at(h) == "c5")


def ready(d: Duel, x: int, phase: int = COMBAT) -> int:
    """The next turn of its controller; gives the seat."""
    seat = d.s.ctrl[x]
    d.next_turn(seat)
    d.go(seat, phase)
    return seat


def affinity(d: Duel, x: int) -> bool:
    """A Fire card of Cost 1 is free."""
    d.next_turn(d.s.ctrl[x])
    d.tp(d.s.ctrl[x], 0)
    return d.can(d.s.ctrl[x], "play", d.hand(d.s.ctrl[x], "flint"))


def aura(d: Duel, x: int) -> bool:
    """Four missing HP are two PLV."""
    before = d.plv(x)
    d.damage(x, 4)
    return d.plv(x) == before + 2


def bloodlust(d: Duel, x: int) -> bool:
    """Attacking brings three HP."""
    d.damage(x, 10)
    seat = ready(d, x)
    d.quietly(seat, "attack", x, foe(d, x))
    return d.count(x, "Damage") == 7


def concussion(d: Duel, x: int) -> bool:
    """One damage Knocks it Out."""
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
    return d.lies(x) == "discard"


def deathmark(d: Duel, x: int) -> bool:
    """It is Knocked Out with an ally of Level 3."""
    ally = foe(d, x, mine=True)
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "wreck"), ally)
    return d.lies(x) == "discard"


def flash(d: Duel, x: int) -> bool:
    """It attacks in the turn in which it comes."""
    seat = ready(d, x)
    d.s.since[x] = d.s.turn
    return d.can(seat, "attack", x, foe(d, x))


def immune(d: Duel, x: int) -> bool:
    """No Skill is used on it."""
    other = foe(d, x)
    seat = d.s.ctrl[other]
    d.next_turn(seat)
    skill = d.on(other, "strike")
    d.go(seat, COMBAT)
    assert d.can(seat, "attack", other, x)
    return not d.can(seat, "use", skill, x)


def friendship(d: Duel, x: int) -> bool:
    """A Storm Character of Cost 1 is free."""
    seat = d.s.ctrl[x]
    d.next_turn(seat)
    d.tp(seat, 0)
    return d.can(seat, "play", d.fighter(seat, "storm-spark"), d.to("front", seat))


def infused(d: Duel, x: int) -> bool:
    """It is of Water."""
    return natures.elements(d.s, x) == 1 << ELEMENTS.index("Water")


def lock_on(d: Duel, x: int) -> bool:
    """It may attack a Player behind a Soldier."""
    seat = ready(d, x)
    assert d.can(seat, "attack", x, foe(d, x))
    return d.can(seat, "attack", x, d.body(1 - seat))


def mastery(d: Duel, x: int) -> bool:
    """Its Fire Skill does twice the damage."""
    seat = ready(d, x)
    there = foe(d, x)
    skill = d.on(x, "strike")
    d.quietly(seat, "use", skill, there)
    assert d.count(there, "Damage") in (4, 8)
    return d.count(there, "Damage") == 8


def multistrike(d: Duel, x: int) -> bool:
    """It attacks twice in a turn."""
    seat = ready(d, x)
    d.quietly(seat, "attack", x, foe(d, x))
    return d.can(seat, "attack", x, foe(d, x))


def power_source(d: Duel, x: int) -> bool:
    """Its controller gains two TP more."""
    seat = d.s.ctrl[x]
    d.tp(seat, 0)
    d.next_turn(seat)
    return d.tp_of(seat) == d.rules.figures.tp_gain_starting_phase + 2


def tag_out(d: Duel, x: int) -> bool:
    """It may go to another cell, or change places with one behind."""
    seat = d.s.ctrl[x]
    d.character(seat, "storm-spark", backup=True)
    d.next_turn(seat)
    return any(move[:2] == (d.rules.verbs.index("tag"), x) for move in d.options(seat))


def timid(d: Duel, x: int) -> bool:
    """It does not attack a Character of Level 3."""
    seat = ready(d, x)
    return not d.can(seat, "attack", x, foe(d, x))


def wildcard(d: Duel, x: int) -> bool:
    """It is of every Element."""
    return bool(natures.elements(d.s, x) & NULL and natures.elements(d.s, x) & 1)


def vengeance(d: Duel, x: int) -> bool:
    """An ally that is Knocked Out brings a TP."""
    seat = d.s.ctrl[x]
    ally = d.character(seat, "storm-spark")
    d.damage(ally, 4)
    d.go(0, 2)
    before = d.tp_of(seat)
    d.quietly(0, "play", d.hand(0, "dart-1"), ally)
    assert d.lies(ally) == "discard"
    return d.tp_of(seat) == before + 1


def activated(d: Duel, x: int) -> bool:
    """Its effect may be activated."""
    seat = ready(d, x)
    return any(move[:2] == (d.rules.verbs.index("activate"), x) for move in d.options(seat))


def captain(d: Duel, x: int) -> bool:
    """Its controller's Characters have one PLV more."""
    return d.plv(d.character(d.s.ctrl[x], "soldier")) == 4


def sentry(d: Duel, x: int) -> bool:
    """Its controller gains a TP at the beginning of a turn."""
    d.tp(d.s.ctrl[x], 0)
    d.next_turn(d.s.ctrl[x])
    return d.tp_of(d.s.ctrl[x]) == d.rules.figures.tp_gain_starting_phase + 1


Works = Callable[[Duel, int], bool]
WORKS: dict[str, Works] = {
    "Affinity": affinity,
    "Aura": aura,
    "Bloodlust": bloodlust,
    "Concussion": concussion,
    "Deathmark": deathmark,
    "Flash": flash,
    "Friendship": friendship,
    "Immune": immune,
    "Infused": infused,
    "Lock-On": lock_on,
    "Mastery": mastery,
    "Multistrike": multistrike,
    "Power Source": power_source,
    "Tag-Out": tag_out,
    "Timid": timid,
    "Wildcard": wildcard,
}
ABILITIES: dict[str, Works] = {
    "mourner-of-all": vengeance,
    "worker": activated,
    "drummer": activated,
    "captain": captain,
    "sentry": sentry,
}
