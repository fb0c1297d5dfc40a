"""Keywords of the older editions, printed and given, and what happens to the card that has them."""

from __future__ import annotations

import pytest

from tests.builders import meetings
from tests.builders.meeting_keywords import ABILITIES, KEYWORDS, WORKS, duel, slug
from tests.builders.meetings import Change

every_keyword = pytest.mark.parametrize("name", KEYWORDS)


def does_anything(name: str, edition: str) -> bool:
    """Whether a keyword gives what is looked at: Wildcard of the 60-card edition gives no Elements, and makes
    cards cheaper.
    """
    return (edition, name) != ("fade1", "Wildcard")


@meetings.cited(
    ("keyword.mute", "keyword.mute"),
    ("keyword.owner-victim", "timing.owner-means-bearer"),
    ("command.materials", "command.materials-lose-effects"),
    ("stack.inert", "stack.no-effects"),
)
@meetings.after("works", untouched=True, muted=False, taken=True, material=True, levelled=False, back=True)
@every_keyword
def test_printed_keywords(name: str, change: Change, works: bool, edition: str) -> None:
    # Given a Character on which a keyword is printed, when this happens to it.
    d = duel(edition)
    x = change(d, d.character(0, f"has-{slug(name)}", at="c3"))
    # Then Mute silences it, in a Stack it does nothing, and otherwise it works, for whoever controls it now;
    # but Material of the 60-card edition loses what is printed.
    lost = edition == "fade1" and change is meetings.material
    assert WORKS[name](d, x) == (works and not lost and does_anything(name, edition))


@meetings.cited(
    ("keyword.mute", "keyword.mute"),
    ("augment.equip", "augment.grants-effects"),
    ("keyword.level-up-carry", "keyword.level-up-carry-over"),
    ("ko.attached-cards", "augment.stats-lost"),
)
@meetings.after("works", untouched=True, muted=False, taken=True, material=True, levelled=True, back=False)
@every_keyword
def test_given_keywords(name: str, change: Change, works: bool, edition: str) -> None:
    # Given a Character with an Augment that gives it a keyword, when this happens to it.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    d.on(x, f"gives-{slug(name)}", face=1)
    # Then Mute silences it, the Augment goes along in a Level Up, and is destroyed with its bearer.
    assert WORKS[name](d, change(d, x)) == (works and does_anything(name, edition))


@meetings.cited(
    ("keyword.mute", "keyword.mute"),
    ("command.materials", "command.materials-lose-effects"),
    ("stack.inert", "stack.no-effects"),
)
@meetings.after("works", untouched=True, muted=False, taken=True, material=False, levelled=False, back=True)
@pytest.mark.parametrize("card", ABILITIES)
def test_abilities(card: str, change: Change, works: bool, edition: str) -> None:
    # Given a Character with an ability, when this happens to it, then Command Material does not activate or
    # trigger it; its continuous effects are not touched in the 40-card edition, and gone in the other.
    d = duel(edition)
    x = change(d, d.character(0, card, at="c3"))
    kept = edition == "fade2" and change is meetings.material and card == "captain"
    assert ABILITIES[card](d, x) == (works or kept)
