"""When a match was played and when it ended stands in its note, and not in the times of its files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import trio
from trio.testing import MockClock

from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from tests.node.tables import Party, Quitter, Stuck, files
from tests.node.test_match import holds, pair
from tests.table.wire import seeded

MONDAY = 1_700_000_000
"""When the clock of the host began, in Unix seconds."""
NOTE = saved.SavedTable("faroe", "duel", {}, "host", "ana", (), "", "", (), (), "human", "", "d", 0)


def dated(both: Party) -> None:
    """The host's clock goes on with the time of the test, from a Monday on."""
    machine = replace(both.host.machine, now=lambda: MONDAY + trio.current_time())
    both.host = replace(both.host, machine=machine)


def note_of(tmp_path: Path) -> saved.SavedTable:
    return saved.read_table(tmp_path / "a", files(tmp_path / "a", "match")[0].stem)


async def test_a_match_says_when_it_ended(tmp_path: Path, autojump_clock: MockClock) -> None:
    both = pair(tmp_path, Quitter(8), Quitter(40))
    dated(both)
    holds(await both.play())
    note = note_of(tmp_path)
    assert MONDAY <= note.ended <= MONDAY + trio.current_time() and note.when == note.ended


async def test_a_match_that_was_left_says_when_it_was_played_last(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a match with a time bank that stands still after a while, then the note lags behind its last
    item by no more than it may, and no other time of its file changes that."""
    both = pair(tmp_path, Stuck(12), Stuck(10))
    dated(both)
    assert await both.play(bank=600, patience=500) == [None, None]
    note = note_of(tmp_path)
    assert note.touched >= MONDAY + 500 - saved.TOUCHED_S and not note.ended
    os.utime(files(tmp_path / "a", "match")[0], (1, 1))
    assert note_of(tmp_path) == note


def test_a_match_without_a_note_of_the_time_has_that_of_its_file(tmp_path: Path) -> None:
    """given a note of an older version, then the time of the file is the best that is known."""
    match = seeded("match").hex()[:32]
    folder = saved.folder_of(tmp_path)
    folder.create(match).close()
    saved.write_table(tmp_path, match, NOTE)
    os.utime(folder.path / f"{match}.match", (MONDAY, MONDAY))
    assert saved.read_table(tmp_path, match).when == MONDAY


def test_a_match_that_is_broken_off_ended_then(tmp_path: Path) -> None:
    match = seeded("match").hex()[:32]
    saved.folder_of(tmp_path).create(match).close()
    saved.write_table(tmp_path, match, replace(NOTE, touched=5))
    saved.break_off(tmp_path, Machine(now=lambda: MONDAY), match, "equivocation")
    assert saved.read_table(tmp_path, match).ended == MONDAY
