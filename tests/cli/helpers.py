"""Running the command line inside the test or as a process of its own, and match files to read."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import keys
from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.cli import main
from fadenet.cli.frame.context import CommandLine
from fadenet.cli.frame.starting import own_command
from fadenet.cli.options import build_parser
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.games.decks import load_deck, packaged
from fadenet.table.seat import TableSeat
from fadenet.table.view import MatchInfo
from protocol.hello import Config, HelloParts, make_hello, seating
from protocol.secrets import Secrets
from tests.console.helpers import piped

ROOT = Path(__file__).parents[2]
GAME = "faroe"
LIGHT = "prelude"
"""A game that a process of its own loads in a third of the time."""
FADENET = CommandLine(build_parser, main)
"""The whole command line, as `Context` holds it."""
TIRED = 300
"""After how many items of `match_file` its first seat gives up."""


class Cli:
    """Calls commands with a data folder of their own; `out` and `err` hold what the last one printed."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self.out = self.err = ""
        self._capsys = capsys

    def __call__(self, *argv: str | Path) -> int:
        """Run a command in this process; returns its exit code."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FADENET_HOME", str(self.home))
            code = main([*map(str, argv)])
        self.out, self.err = self._capsys.readouterr()
        return code

    def typing(self, text: str, *argv: str | Path, ends: bool = False) -> int:
        """Run a command behind a pipe that holds this text; it stays open, or ends behind it."""
        with piped(text, ends):
            return self(*argv)


def process(
    home: Path, *argv: str | Path, env: Mapping[str, str] = MappingProxyType({}), **settings: Any
) -> subprocess.Popen[str]:
    """Start a command as a process of its own, all its streams pipes. env: variables besides ours."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    usual: dict[str, Any] = {**pipes, "cwd": ROOT}
    return subprocess.Popen(
        [*own_command(), *map(str, argv)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "FADENET_HOME": str(home), **env},
        text=True,
        **{**usual, **settings},
    )


def ended_by(child: subprocess.Popen[str], number: int, code: int) -> str:
    """Send a child a signal and hold its exit code against what it must be; returns its stderr."""
    child.send_signal(number)
    child.wait(timeout=120)  # its stdin stays open: the end of the input is another way to leave
    _, err = child.communicate()
    assert child.returncode == code and "Traceback" not in err, (child.returncode, err)
    return err


def sentence(text: str) -> str:
    """The words of a failed command on stderr: one line that names the program."""
    lines = text.splitlines()
    assert len(lines) == 1 and lines[0].startswith("fadenet: "), text
    return lines[0].removeprefix("fadenet: ")


@cache
def match_file() -> bytes:
    """A whole match between two random bots, of which one gives up after a while; with AUDITs and RESULT."""
    rules = games.load(GAME)
    deck = load_deck(rules, packaged(rules)[0])
    config = Config(rules.name, "duel", 2)
    decks = tuple(tuple(sorted(codes)) for codes in deck.lists)
    secrets = [Secrets(bytes([i]) * 32, bytes([i + 2]) * 32, bytes([i + 4]) * 32, decks) for i in (19, 20)]
    who = [keys.Identity.from_seed(f"p{i}", bytes([i + 1]) * 32) for i in range(2)]
    nonces = [bytes([i + 7]) * 32 for i in range(2)]
    together = seating((who[i].public, nonces[i]) for i in range(2))
    hellos = [
        make_hello(
            who[i], secrets[i], config, HelloParts(rules.hash, rules.card_hash, nonces[i], together), True
        )
        for i in range(2)
    ]
    seats = [TableSeat(rules, hellos, own) for own in secrets]
    players = [bots.make("random") for _ in seats]
    started = False
    while any(seat.result is None for seat in seats):
        sent = 0
        for seat, player, other in zip(seats, players, seats[::-1], strict=True):
            made = seat.pump()
            view = seat.view
            if view is not None and seat.question() is not None:
                tired = len(seat.journal) > TIRED and seat is seats[0] and view.refusal(CONCEDE_MOVE) is None
                made += seat.answer(CONCEDE_MOVE if tired else run_now(player.choose(view)).move)
            elif view is not None and (search := seat.search()) is not None:
                made += seat.take(run_now(player.take(view, search)))
            for wire in made:
                other.receive(wire)
            sent += len(made)
        if not started and all(seat.view is not None for seat in seats):
            started = True
            for seat, player in zip(seats, players, strict=True):
                info = MatchInfo("m", GAME, "duel", seat.seat, ("a", "b"), ("bot", "bot"), (), 5 + seat.seat)
                assert seat.view is not None
                run_now(player.start(info, seat.view))
        assert sent or any(seat.result is not None for seat in seats)
    return b"".join(seats[0].journal)
