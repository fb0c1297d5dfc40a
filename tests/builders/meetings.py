"""Where two rules of the older editions meet: one Character, what has happened to it, and what works then.

Each change is made by cards that are played or lie there, and gives the card that stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.games.fade.tables import CELL, KEY_TO, PREPARATION
from tests.builders.cards import definition
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item


def bearer(slug: str, **fields: object) -> str:
    """A Fire Character of Level 2, 20 HP and PLV 5 that costs nothing, and one played onto it by Level Up."""
    plain = {"cost": 0, "level": 2, "hp": 20, "plv": 5}
    over = definition(f"over-{slug}", types=["Character"], level_up=[slug.replace("-", " ").title()], **plain)
    return definition(slug, types=["Character"], elements=["Fire"], **{**plain, **fields}) + over


CARDS = (
    cards("dart-1", "gag", "seize", "right-post", "wreck")
    + bearer("bearer")
    + item(
        "recall",
        cost=0,
        targets={"pick": {"from": "your discard pile", "type": "Character"}},
        do={"enter": "target", "to": "front"},
    )
)

Change = Callable[[Duel, int], int]
"""An effect on a Character in its Player's Preparation Step; gives the card that is looked at then."""


def untouched(d: Duel, x: int) -> int:
    return x


def moved(d: Duel, x: int) -> int:
    """It goes to a Backup Zone; with nobody in front it may attack from there (combat.backup-attack)."""
    d.play(0, "move", x, *d.across(x))
    return x


def muted(d: Duel, x: int) -> int:
    """It bears Mute of an Augment."""
    d.on(x, "gag", face=1)
    return x


def taken(d: Duel, x: int) -> int:
    """Another Player takes control of it for good."""
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1
    return x


def material(d: Duel, x: int) -> int:
    """It is Command Material (command.materials)."""
    d.on(d.body(0), "right-post", face=1, at=f"{d.at(x)[0]}{int(d.at(x)[1]) - 1}")
    return x


def levelled(d: Duel, x: int) -> int:
    """Another Character is played onto it (keyword.level-up-carry)."""
    elder = d.fighter(0, f"over-{d.rules.cards[d.s.code[x]].slug}")
    d.quietly(0, "play", elder, (KEY_TO, d.s.num[CELL][x]), x)
    return elder


def back(d: Duel, x: int) -> int:
    """It is destroyed, and comes back from the Discard Pile."""
    d.quietly(0, "play", d.hand(0, "wreck"), x)
    d.quietly(0, "play", d.hand(0, "recall"), x)
    assert d.lies(x) == "front"
    return x


CHANGES: dict[str, Change] = {
    change.__name__: change for change in (untouched, moved, muted, taken, material, levelled, back)
}


def after(seen: str, **by_change: object) -> pytest.MarkDecorator:
    """One run for each of these changes, and under this name what is seen after it."""
    return pytest.mark.parametrize(
        ("change", seen), [(CHANGES[name], is_so) for name, is_so in by_change.items()]
    )


def cited(*rules: tuple[str, str]) -> pytest.MarkDecorator:
    """One run in each of the older editions, which cites its ids of these rules: (fade2, fade1)."""
    runs = zip(("fade2", "fade1"), zip(*rules, strict=True), strict=True)
    cases = [pytest.param(name, id=name, marks=pytest.mark.rule(name, *ids)) for name, ids in runs]
    return pytest.mark.parametrize("edition", cases)
