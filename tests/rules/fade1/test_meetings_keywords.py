"""Keywords of the 60-card edition, printed and given, and what happens to the card that has them."""

from __future__ import annotations

import pytest

from tests.builders import meetings
from tests.builders.meeting_keywords import ABILITIES, KEYWORDS, WORKS, duel, slug
from tests.builders.meetings import Change

every_keyword = pytest.mark.parametrize("name", [name for name in KEYWORDS if name != "Wildcard"])
"""Wildcard makes cards cheaper here, and gives no Elements."""


@pytest.mark.rule("fade1", "keyword.mute")
@pytest.mark.rule("fade1", "timing.owner-means-bearer")
@pytest.mark.rule("fade1", "command.materials-lose-effects")
@pytest.mark.rule("fade1", "stack.no-effects")
@pytest.mark.parametrize(
    ("change", "works"),
    [
        (meetings.untouched, True),
        (meetings.muted, False),
        (meetings.taken, True),
        (meetings.material, False),
        (meetings.levelled, False),
        (meetings.back, True),
    ],
)
@every_keyword
def test_printed_keywords(name: str, change: Change, works: bool) -> None:
    # Given a Character on which a keyword is printed, when this happens: Material loses what is printed.
    d = duel("fade1")
    x = change(d, d.character(0, f"has-{slug(name)}", at="c3"))
    # Then Mute silences it, in a Stack it does nothing, and otherwise it works, for whoever controls it now.
    assert WORKS[name](d, x) == works


@pytest.mark.rule("fade1", "keyword.mute")
@pytest.mark.rule("fade1", "augment.grants-effects")
@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
@pytest.mark.rule("fade1", "augment.stats-lost")
@pytest.mark.parametrize(
    ("change", "works"),
    [
        (meetings.untouched, True),
        (meetings.muted, False),
        (meetings.taken, True),
        (meetings.material, True),
        (meetings.levelled, True),
        (meetings.back, False),
    ],
)
@every_keyword
def test_given_keywords(name: str, change: Change, works: bool) -> None:
    # Given a Character with an Augment that gives it a keyword, when this happens to it.
    d = duel("fade1")
    x = d.character(0, "bearer", at="c3")
    d.on(x, f"gives-{slug(name)}", face=1)
    # Then Mute silences it, the Augment goes along in a Level Up, and is destroyed with its bearer.
    assert WORKS[name](d, change(d, x)) == works


@pytest.mark.rule("fade1", "keyword.mute")
@pytest.mark.rule("fade1", "command.materials-lose-effects")
@pytest.mark.rule("fade1", "stack.no-effects")
@pytest.mark.parametrize(
    ("change", "works"),
    [
        (meetings.untouched, True),
        (meetings.muted, False),
        (meetings.taken, True),
        (meetings.material, False),
        (meetings.levelled, False),
        (meetings.back, True),
    ],
)
@pytest.mark.parametrize("card", ABILITIES)
def test_abilities(card: str, change: Change, works: bool) -> None:
    # Given a Character with an ability, when this happens to it, then Command Material has none of it.
    d = duel("fade1")
    x = change(d, d.character(0, card, at="c3"))
    assert ABILITIES[card](d, x) == works
