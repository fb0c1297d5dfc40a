"""The log of a program stays small, says when something is missing, and can be shown on any terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet.bots.fnbot.logs import (
    FOLDER,
    LINE_SIGNS,
    LOG_BYTES,
    LogFile,
    ProgramLog,
    keep_logs,
    kept_logs,
    take_over,
)

PROGRAM = ["/bin/sh", "/home/ada/bots/dice.sh"]


@pytest.fixture(autouse=True)
def said(tmp_path: Path) -> Iterator[list[str]]:
    """The sentences about logs that are not kept; others are, in a folder."""
    found: list[str] = []
    keep_logs(tmp_path, found.append)
    yield found
    keep_logs(None, found.append)


def only(home: Path) -> LogFile:
    (found,) = kept_logs(home)
    return found


def test_the_end_of_a_long_log_is_kept(tmp_path: Path) -> None:
    """given a program that writes three times as much as is kept, then its files hold a MiB at most, the last
    line, and no half of one."""
    log = ProgramLog(PROGRAM, 7)
    for n in range(3 * LOG_BYTES // 500):
        log.note("err", f"{n} " + "x" * 450)
        log.write()
    files = [*(tmp_path / FOLDER).iterdir()]
    assert LOG_BYTES // 2 < sum(path.stat().st_size for path in files) <= LOG_BYTES
    lines = only(tmp_path).lines()
    assert lines[-1].split()[4] == str(n) and {line.count(" 7 err ") for line in lines} == {1}


def test_one_flood_is_cut_to_what_is_kept(tmp_path: Path) -> None:
    log = ProgramLog(PROGRAM, 7)
    for n in range(50_000):
        log.note("err", f"{n} " + "x" * 200)
    log.write()
    assert sum(path.stat().st_size for path in (tmp_path / FOLDER).iterdir()) <= LOG_BYTES
    lines = only(tmp_path).lines()
    assert lines[-1].split()[4] == "49999" and {line.count(" 7 ") for line in lines} == {1}


def test_a_line_can_be_shown_on_any_terminal(tmp_path: Path) -> None:
    """given signs that steer a terminal and a line without an end, then neither gets into the file."""
    log = ProgramLog(PROGRAM, 7)
    log.note("err", "a\x1b[2Jb\x07\u202ec" + "x" * 5_000)
    log.write()
    line = only(tmp_path).lines()[-1]
    assert line.isprintable() and " err a\ufffd[2Jb\ufffd\ufffdc" in line and len(line) < LINE_SIGNS + 60


def test_a_log_is_its_owners_alone(tmp_path: Path) -> None:
    ProgramLog(PROGRAM, 7)
    assert only(tmp_path).path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / FOLDER).stat().st_mode & 0o777 == 0o700


def test_lines_that_could_not_be_written_are_counted(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a disk that is full for a while, then nothing is said in the midst of a match, and the log tells
    how many lines are missing."""
    log = ProgramLog(PROGRAM, 7)
    with monkeypatch.context() as full:
        full.setattr("fadenet.bots.fnbot.logs.FILE_BYTES", 0)
        full.setattr(os, "replace", _no_room)
        log.note("err", "one")
        log.note("err", "two")
        assert log.write() == "No space left on device."
    log.note("err", "three")
    assert log.write() == "" and not said
    assert only(tmp_path).lines()[1:][0] == "(2 lines could not be written)"
    assert only(tmp_path).lines()[-1].endswith(" 7 err three")


def _no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_where_logs_are_not_kept_nothing_is_written(tmp_path: Path) -> None:
    keep_logs(None, print)
    ProgramLog(PROGRAM, 7).write()
    assert kept_logs(tmp_path) == []


def test_the_logs_of_a_folder_that_goes_are_added_to_ours(tmp_path: Path) -> None:
    """given a log in each of two data folders, when one takes over the other's, then it has both lines,
    its own first."""
    for home, line in (("mine", "one"), ("other", "two")):
        keep_logs(tmp_path / home, print)
        log = ProgramLog(PROGRAM, 7)
        log.note("err", line)
        log.write()
    take_over(tmp_path / "mine", tmp_path / "other")
    told = [line.split(" ", 3)[3] for line in only(tmp_path / "mine").lines()]
    assert [line for line in told if line[:3] == "err"] == ["err one", "err two"] and len(told) == 4
