"""Counters of the older editions, and what happens to the card on which they lie."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import CELL, KEY_TO, PREPARATION
from tests.builders import meetings
from tests.builders.meeting_counters import COUNTERS, WORKS, duel
from tests.builders.meetings import Change, cited

every_counter = pytest.mark.parametrize("name", COUNTERS)


@cited(
    ("counter.leave", "counter.leave-with-card"),
    ("keyword.mute", "keyword.mute"),
    ("command.materials", "command.materials-lose-effects"),
    ("counter.victims-phases", "counter.whose-phase"),
    ("keyword.level-up-carry", "keyword.level-up-carry-over"),
)
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
def test_counters_go_on_through_what_happens_to_their_card(name: str, change: Change, edition: str) -> None:
    # Given three Counters on a Character, when it is Muted, controlled by another, Material or Levelled Up.
    d, x = duel(edition)
    d.counters(x, name, 3)
    x = change(d, x)
    # Then they still do what they do, to what stands there now and in its controller's phases.
    assert WORKS[name](d, x)


@pytest.mark.rule("fade2", "keyword.barrier-counter")
def test_a_barrier_stops_what_would_take_control() -> None:
    # Given three Barrier Counters, when an Item that takes control targets the Character, then one is gone.
    d, x = duel("fade2")
    d.counters(x, "Barrier", 3)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert (d.s.ctrl[x], d.count(x, "Barrier")) == (0, 2)


@pytest.mark.rule("fade2", "keyword.level-up-wait", "keyword.paralyze-counter")
def test_the_paralyzed_do_not_level_up() -> None:
    # Given a Paralyzed Character, when another one is to be played onto it, then that is refused.
    d, x = duel("fade2")
    d.counters(x, "Paralyze", 1)
    line = (d.fighter(0, "over-bearer"), (KEY_TO, d.s.num[CELL][x]), x)
    assert d.refused(0, "play", *line) == "keyword.level-up-wait"


@pytest.mark.rule("fade2", "counter.leave")
@pytest.mark.parametrize("name", [name for name in COUNTERS if name != "Paralyze"])
def test_counters_go_on_in_another_row(name: str) -> None:
    # Given three Counters on a Character, when it moves to a Backup Zone, then they still do what they do.
    d, x = duel("fade2")
    d.counters(x, name, 3)
    assert WORKS[name](d, meetings.moved(d, x))


@cited(("counter.leave", "counter.leave-with-card"))
@every_counter
def test_counters_are_gone_when_their_card_has_left_and_come_back(name: str, edition: str) -> None:
    # Given a Character with three Counters (a Barrier would stop the effect that destroys it).
    d, x = duel(edition)
    d.counters(x, name, 3)
    if name == "Barrier":
        d.counters(x, name, -2)
        d.quietly(0, "play", d.hand(0, "dart-1"), x)
        d.counters(x, name, 1)
        d.quietly(0, "play", d.hand(0, "dart-1"), x)
    # When it is destroyed and enters again, then it has none and nothing of them happens.
    x = meetings.back(d, x)
    assert d.count(x, name) == 0 and not WORKS[name](d, x)


@cited(("keyword.immune", "keyword.effect-immune"))
@every_counter
def test_counters_do_nothing_to_who_is_immune_to_them(name: str, edition: str) -> None:
    # Given a Character with three Counters and an Augment that makes it Immune to them.
    d, x = duel(edition)
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    # Then nothing of them happens.
    assert not WORKS[name](d, x)


@cited(("keyword.immune", "keyword.effect-immune"), ("keyword.mute", "keyword.mute"))
@every_counter
def test_counters_work_again_on_the_immune_who_are_muted(name: str, edition: str) -> None:
    # Given a Character that is Immune to its Counters, when it is Muted, then Immune is ignored.
    d, x = duel(edition)
    d.counters(x, name, 3)
    d.on(x, f"proof-{name.lower()}", face=1)
    assert WORKS[name](d, meetings.muted(d, x))
