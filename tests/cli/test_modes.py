"""Under the most open umask there is, what fadenet writes is still its player's alone."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet.cli.frame.logs import _Log
from tests.cli.helpers import GAME, Cli

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.slow
@pytest.mark.usefixtures("open_umask")
def test_no_file_is_open_to_others(cli: Cli, tmp_path: Path) -> None:
    # when matches are played, kept, converted and listed, and a deck is made
    table = ("play", GAME, "--net", "--bot", "random", "--verbose", "--plain")
    assert cli.typing("concede\nconcede\n", *table) == 0
    assert cli("play", GAME, "--auto", "--bot", "random") == 0
    assert cli("history") == 0
    (match,) = (cli.home / "matches").glob("*.match")
    assert cli("record", "convert", match, tmp_path / "match.fnr") == 0
    assert cli("deck", "new", GAME, tmp_path / "deck.toml") == 0
    # then there are a log, a record and all the rest, for their owner alone
    assert (cli.home / "node.log").stat().st_size and [*cli.home.glob("records/*.fnr")]
    made = [tmp_path / "match.fnr", tmp_path / "deck.toml", cli.home, *cli.home.rglob("*")]
    assert {str(path): oct(path.stat().st_mode & 0o077) for path in made if path.stat().st_mode & 0o077} == {}


def test_a_log_that_cannot_be_written_says_so_once(tmp_path: Path) -> None:
    """given a log where a folder is in the way, when it is written to, then nothing is raised, and at its end
    it is said that it is not whole."""
    (tmp_path / "node.log").mkdir()
    said: list[str] = []
    log = _Log(tmp_path / "node.log", delay=True)
    log.say = said.append
    for _ in range(3):
        log.emit(logging.makeLogRecord({"msg": "x"}))
    assert not said
    log.close()
    log.close()
    assert len(said) == 1 and "node.log is not whole: " in said[0]


@pytest.mark.usefixtures("open_umask")
def test_a_log_that_was_open_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "node.log"
    path.write_text("before\n")
    _Log(path).close()
    assert path.stat().st_mode & 0o777 == 0o600 and path.read_text() == "before\n"
