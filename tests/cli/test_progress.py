"""How far something has come: said on terminals alone, in its time, and gone when it is done."""

from __future__ import annotations

import os
import pty
import re
import signal
from pathlib import Path

import pytest

from fadenet.cli.frame.progress import AGAIN_S, PATIENCE_S, PLAIN_AGAIN_S, Progress
from tests.cli.helpers import Cli, match_file, process


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = 50.0

    def __call__(self) -> float:
        return self.at


def test_nothing_is_said_before_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress("bot match", "pairs", shown=True, now=clock) as told:
        clock.at += PATIENCE_S - 0.01
        told(3, 50)
        assert not capsys.readouterr().err
        clock.at += 0.01
        told(4, 50)
        assert capsys.readouterr().err == "\rbot match: 4 of 50 pairs, 2.0 a second, 0:23 left"
        told(5, 50)
        assert not capsys.readouterr().err
        clock.at += AGAIN_S
        told(5, 50)
        assert "5 of 50" in capsys.readouterr().err
    assert re.fullmatch(r"\r +\r", capsys.readouterr().err)


def test_a_shorter_line_leaves_nothing_of_a_longer_one(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress("x", "y", shown=True, now=clock) as told:
        clock.at += 4_000
        told(1, 9)
        clock.at += 4_000
        told(9_999)
        first, second = capsys.readouterr().err.split("\r")[1:]
        assert len(second) == len(first) and second.rstrip() == "x: 9999 y, 1.2 a second"


def test_in_plain_lines_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress("x", "y", shown=True, over=False, now=clock) as told:
        for _ in range(30):
            clock.at += 1
            told(1, 2)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 + int((30 - PATIENCE_S) // PLAIN_AGAIN_S) and "\r" not in "".join(lines)


@pytest.mark.parametrize(
    ("seconds", "done", "total", "said"),
    [
        (10, 0, 5, "x: 0 of 5 y, 0.0 a second"),
        (10, 5, 0, "x: 5 y, one in 2.0 s"),
        (10, 10, 20, "x: 10 of 20 y, 1.0 a second, 0:10 left"),
        (10, 1, 1000, "x: 1 of 1000 y, one in 10.0 s, 2:46:30 left"),
    ],
)
def test_rate_and_time_left(seconds: int, done: int, total: int, said: str) -> None:
    clock = Clock()
    told = Progress("x", "y", shown=False, now=clock)
    clock.at += seconds
    told(done, total)
    assert told.sentence() == said


@pytest.mark.slow
def test_a_file_is_verified_and_replayed_item_by_item(cli: Cli, tmp_path: Path) -> None:
    """given no terminal, then nothing is said of how far it is, though it was counted to the end."""
    path = tmp_path / "a.match"
    path.write_bytes(match_file())
    assert cli("verify", path) == 0 and "\r" not in cli.err
    assert cli("record", "convert", path) == 0 and not cli.err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_ctrl_c_ends_a_bot_match_with_what_it_came_to(tmp_path: Path) -> None:
    """given a long bot match at a terminal, then it says how far it is; Ctrl-C prints its score so far."""
    ours, theirs = pty.openpty()
    match = ("bot", "match", "random", "random", "--game", "prelude", "-n", "100000", "--workers", "2")
    child = process(tmp_path / "home", *match, stderr=theirs, start_new_session=True)
    os.close(theirs)
    said = b""
    while not re.search(rb"bot match: [1-9]\d* of 100000 pairs; [\d.% +-]+, [^,]+, [\d:]+ left", said):
        said += os.read(ours, 1024)
    os.killpg(child.pid, signal.SIGINT)
    assert child.stdout is not None
    out = child.stdout.read()
    while b"what they came to" not in said:
        said += os.read(ours, 1024)
    assert child.wait(30) == 130 and "Traceback" not in said.decode()
    (pairs,) = re.findall(r"Stopped after (\d+) of 100000 pairs", said.decode())
    assert f"of {2 * int(pairs)}\n" in out and "% of the points" in out
    os.close(ours)
