"""Keywords of the 40-card edition, printed and given, and what happens to the card that has them."""

from __future__ import annotations

import pytest

from tests.builders import meetings
from tests.builders.meeting_keywords import ABILITIES, KEYWORDS, WORKS, duel, slug
from tests.builders.meetings import Change

every_keyword = pytest.mark.parametrize("name", KEYWORDS)


@pytest.mark.rule("fade2", "keyword.mute")
@pytest.mark.rule("fade2", "keyword.owner-victim")
@pytest.mark.rule("fade2", "command.materials")
@pytest.mark.rule("fade2", "stack.inert")
@pytest.mark.parametrize(
    ("change", "works"),
    [
        (meetings.untouched, True),
        (meetings.muted, False),
        (meetings.taken, True),
        (meetings.material, True),
        (meetings.levelled, False),
        (meetings.back, True),
    ],
)
@every_keyword
def test_printed_keywords(name: str, change: Change, works: bool) -> None:
    # Given a Character on which a keyword is printed, when this happens to it.
    d = duel("fade2")
    x = change(d, d.character(0, f"has-{slug(name)}", at="c3"))
    # Then Mute silences it, in a Stack it does nothing, and otherwise it works, for whoever controls it now.
    assert WORKS[name](d, x) == works


@pytest.mark.rule("fade2", "keyword.mute")
@pytest.mark.rule("fade2", "augment.equip")
@pytest.mark.rule("fade2", "keyword.level-up-carry")
@pytest.mark.rule("fade2", "ko.attached-cards")
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
    d = duel("fade2")
    x = d.character(0, "bearer", at="c3")
    d.on(x, f"gives-{slug(name)}", face=1)
    # Then Mute silences it, the Augment goes along in a Level Up, and is destroyed with its bearer.
    assert WORKS[name](d, change(d, x)) == works


@pytest.mark.rule("fade2", "keyword.mute")
@pytest.mark.rule("fade2", "command.materials")
@pytest.mark.rule("fade2", "stack.inert")
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
    # Given a Character with an ability, when this happens to it, then Command Material does not activate or
    # trigger it; its continuous effects are not touched.
    d = duel("fade2")
    x = change(d, d.character(0, card, at="c3"))
    assert ABILITIES[card](d, x) == (works or (change is meetings.material and card == "captain"))
