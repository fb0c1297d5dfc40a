"""Counters of the 60-card edition, and what happens to the card on which they lie."""

from __future__ import annotations

import pytest

from tests.builders import meetings
from tests.builders.meeting_counters import COUNTERS, WORKS, duel
from tests.builders.meetings import Change

every_counter = pytest.mark.parametrize("name", COUNTERS)


@pytest.mark.rule("fade1", "keyword.mute")
@pytest.mark.rule("fade1", "command.materials-lose-effects")
@pytest.mark.rule("fade1", "counter.whose-phase")
@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
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
    d, x = duel("fade1")
    d.counters(x, name, 3)
    x = change(d, x)
    # Then they still do what they do, to what stands there now and in its controller's phases.
    assert WORKS[name](d, x)


@pytest.mark.rule("fade1", "keyword.effect-immune")
@every_counter
def test_counters_do_nothing_to_who_is_immune_to_them(name: str) -> None:
    # Given a Character with three Counters and an Augment that makes it Immune to them.
    d, x = duel("fade1")
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    # Then nothing of them happens.
    assert not WORKS[name](d, x)


@pytest.mark.rule("fade1", "keyword.effect-immune")
@pytest.mark.rule("fade1", "keyword.mute")
@every_counter
def test_counters_work_again_on_the_immune_who_are_muted(name: str) -> None:
    # Given a Character that is Immune to its Counters, when it is Muted, then Immune is ignored.
    d, x = duel("fade1")
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    assert WORKS[name](d, meetings.muted(d, x))


@every_counter
@pytest.mark.rule("fade1", "counter.leave-with-card")
def test_counters_are_gone_when_their_card_has_left_and_come_back(name: str) -> None:
    # Given a Character with three Counters that is destroyed and enters again.
    d, x = duel("fade1")
    d.counters(x, name, 3)
    if name == "Barrier":  # it would stop the effect that destroys it
        d.counters(x, name, -3)
    x = meetings.back(d, x)
    # Then it has none and nothing of them happens.
    assert d.count(x, name) == 0 and not WORKS[name](d, x)
