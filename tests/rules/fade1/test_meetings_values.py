"""Lock, Ghost, Willpower and what Augments print in the 60-card edition, and what happens to their card."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders import meetings
from tests.builders.meetings import Change
from tests.builders.scenario import Duel
from tests.cards.fade import augment

KEYWORDS: dict[str, object] = {"Lock": ["Fire"], "Willpower": True}
CARDS = (
    meetings.CARDS
    + "".join(
        meetings.bearer(f"has-{name.lower()}", keywords={name: value})
        + augment(f"gives-{name.lower()}", ability={"gives": {name: value}})
        for name, value in KEYWORDS.items()
    )
    + augment("plate", hp=3, plv=1, def_=2)
)


def duel() -> Duel:
    """Each Player has a Soldier beside the Character that is looked at."""
    d = Duel(CARDS, edition="fade1")
    d.character(0, "soldier", at="c5")
    d.character(1, "soldier", at="c5")
    return d


def attacked(d: Duel, x: int) -> bool:
    """Whether the other Player may make a Normal Attack at it."""
    foe = 1 - d.s.ctrl[x]
    d.go(foe, COMBAT)
    return d.can(foe, "attack", d.body(foe), x)


def locked(d: Duel, x: int) -> bool:
    """A Normal Attack, which is Null, cannot be aimed at it."""
    return not attacked(d, x)


def survives(d: Duel, x: int) -> bool:
    """A hit that would take its last HP leaves 1."""
    d.leave(x, 3)
    assert attacked(d, x)
    foe = 1 - d.s.ctrl[x]
    d.quietly(foe, "attack", d.body(foe), x)
    return d.lies(x) == "front" and d.hp(x) == 1


WORKS: dict[str, Callable[[Duel, int], bool]] = {"Lock": locked, "Willpower": survives}
every_keyword = pytest.mark.parametrize("name", KEYWORDS)


@pytest.mark.rule("fade1", "keyword.mute", "command.materials-lose-effects", "stack.no-effects")
@meetings.after("works", untouched=True, muted=False, material=False, levelled=False)
@every_keyword
def test_printed_keywords_that_guard(name: str, change: Change, works: bool) -> None:
    # Given a Character on which Lock or Willpower is printed, when this happens to it.
    d = duel()
    x = change(d, d.character(0, f"has-{name.lower()}", at="c3"))
    # Then it guards no more if it is Muted, Material or in a Stack.
    assert WORKS[name](d, x) == works


@pytest.mark.rule("fade1", "keyword.mute", "augment.grants-effects", "keyword.level-up-carry-over")
@meetings.after("works", untouched=True, muted=False, material=True, levelled=True)
@every_keyword
def test_given_keywords_that_guard(name: str, change: Change, works: bool) -> None:
    # Given an Augment that gives Lock or Willpower, when this happens to its bearer, then only Mute stops it.
    d = duel()
    x = d.character(0, "bearer", at="c3")
    d.on(x, f"gives-{name.lower()}", face=1)
    assert WORKS[name](d, change(d, x)) == works


@pytest.mark.rule("fade1", "keyword.ghost-counter", "keyword.mute", "counter.leave-with-card")
@meetings.after("works", untouched=True, muted=True, taken=True, material=True, levelled=True, back=False)
def test_ghosts(change: Change, works: bool) -> None:
    # Given three Ghost Counters, when this happens to their card, then they guard it until it leaves.
    d = duel()
    x = d.character(0, "bearer", at="c3")
    d.counters(x, "Ghost", 3)
    assert attacked(d, change(d, x)) != works


@pytest.mark.rule("fade1", "augment.grants-stats", "keyword.mute", "augment.stats-lost")
@meetings.after("worn", untouched=True, muted=True, taken=True, material=True, levelled=True, back=False)
def test_what_an_augment_prints(change: Change, worn: bool) -> None:
    # Given an Augment of HP 3, PLV 1 and DEF 2, when this happens to its bearer.
    d = duel()
    x = d.character(0, "bearer", at="c3")
    d.on(x, "plate", face=1)
    x = change(d, x)
    # Then Mute leaves its figures alone, they go along, and are gone when it is destroyed with its bearer.
    assert (d.hp(x), d.plv(x), values.defense(d.s, x)) == ((23, 6, 2) if worn else (20, 5, 0))
