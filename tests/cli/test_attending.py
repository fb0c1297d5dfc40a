"""A pipe that ends spends no seat: whoever sits down by one that can answer nothing is told so, and so is the
other side."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fadenet.cli.seat.attending import GONE
from tests.cli.helpers import GAME, LIGHT, Cli, ended_by, process, sentence

DOOR = ("--listen", "127.0.0.1:0", "--no-lan", "--no-map")
INVITE = "fadenet:aiaekq2dm6jwd4m2zskf7kd5kljwrybq6tobgbb7m2iuzs5xa6olaairp4aaaanripdpwbq"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")


def heard(child: subprocess.Popen[str], words: str) -> None:
    """Read what a command says on stderr until these words come."""
    assert child.stderr is not None
    assert any(words in line for line in child.stderr), words


def hosted(home: Path, *argv: str) -> tuple[subprocess.Popen[str], str]:
    """A table, and its invitation."""
    host = process(home, "host", LIGHT, *DOOR, *argv)
    assert host.stdout is not None
    return host, host.stdout.readline().strip()


def shut(child: subprocess.Popen[str]) -> tuple[int, str]:
    """End the input of a command; its exit code, and what else it says on stderr."""
    _, err = child.communicate(timeout=120)
    return child.returncode, err


@pytest.mark.parametrize(
    ("kind", "argv"),
    [
        *((kind, ("host", GAME, *DOOR)) for kind in ("pipe", "null", "file")),
        *(("pipe", ("join", there)) for there in (INVITE, "-")),
        ("file", ("join", "-")),
    ],
)
def test_nobody_sits_down_who_can_type_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, argv: tuple[str, ...]
) -> None:
    """given an input that is at its end, behind the invitation if it holds one, then nothing is made."""
    line, file = f"{INVITE}\n" if argv[-1] == "-" else "", tmp_path / "typed"
    file.write_text(line)
    if kind == "pipe":
        assert cli.typing(line, *argv, ends=True) == 3
    else:
        with (file if kind == "file" else Path(os.devnull)).open() as there:
            monkeypatch.setattr(sys, "stdin", there)
            assert cli(*argv) == 3
    assert sentence(cli.err) == GONE
    assert not cli.home.exists()


@pytest.mark.slow
def test_nobody_sits_down_who_has_no_stdin(tmp_path: Path) -> None:
    """given a program that was started without a stdin, then nothing is made either."""
    home = tmp_path / "home"
    child = process(home, "host", LIGHT, *DOOR, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.close(0))
    _, err = child.communicate(timeout=120)
    assert child.returncode == 3 and sentence(err) == GONE
    assert not home.exists()


@pytest.mark.slow
def test_a_pipe_that_ends_in_the_lobby_leaves_the_table(tmp_path: Path) -> None:
    """given a table of three, when a guest's pipe ends, then its seat is given back; when the host's ends,
    then the table is closed, and who came next reads so."""
    host, invite = hosted(tmp_path / "host", "--seats", "3")
    guest = process(tmp_path / "guest", "join", invite)
    heard(host, "2 of 3 are here")
    # when
    code, err = shut(guest)
    # then
    assert code == 3 and err.endswith(f"fadenet: {GONE}\n") and "resume" not in err
    heard(host, "has left.")
    assert not list((tmp_path / "guest" / "matches").glob("*.match"))
    # given
    guest = process(tmp_path / "other", "join", invite, "--bot", "random")
    heard(host, "2 of 3 are here")
    # when
    code, err = shut(host)
    # then
    assert code == 3 and err.endswith(f"fadenet: {GONE}\n")
    code, err = shut(guest)
    assert code == 9 and "The host has closed the table; nothing was begun." in err


@pytest.mark.slow
def test_a_pipe_that_ends_in_the_match_leaves_it_to_go_on_with(tmp_path: Path) -> None:
    """given a match that has begun, then it is kept, is said to be, and waits on both sides."""
    host, invite = hosted(tmp_path / "host", "--bot", "random")
    guest = process(tmp_path / "guest", "join", invite)
    try:
        assert guest.stdout is not None
        assert any(line.startswith("ask ") for line in guest.stdout)
        # when
        code, err = shut(guest)
        # then
        (match,) = (tmp_path / "guest" / "matches").glob("*.match")
        assert code == 0 and f"The match is kept. To go on: fadenet resume {match.name[:8]}" in err
        heard(host, " has left on purpose; ")
    finally:
        ended_by(host, signal.SIGTERM, 143)
