"""The page from a blank file to a match with a friend: its commands are typed one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import keys
from tests.cli.helpers import ROOT, Cli

PAGE = (ROOT / "fadenet" / "games" / "WORKSHOP.md").read_text()
NETWORK = "host"
"""The command that waits for a friend, whose part other tests play."""


def commands() -> list[list[str]]:
    """The commands of the page, each in words without the name of the program."""
    return [shlex.split(line) for line in re.findall(r"^fadenet (.*)$", PAGE, re.M)]


def test_the_commands_of_the_page_do_what_it_says(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a newcomer with an identity, when the commands are typed in their order, and those that wait for
    # somebody end at once, then each does its work.
    monkeypatch.chdir(tmp_path)
    keys.IdentityStore(cli.home).create("Mira")
    typed = []
    for words in commands():
        beside = {
            "try": ["--no-input"],
            "play": ["--auto", "--seed", "3"],
        }.get(words[1] if words[0] == "cards" else words[0], [])
        if words[0] != NETWORK:
            assert cli(*[word for word in words if word != "--watch"], *beside) == 0, (words, cli.err)
        typed.append(words[:2])
    assert ["cards", "new"] in typed and ["cards", "check"] in typed and ["play", "faroe"] in typed
    files = {path.name for path in tmp_path.iterdir()}
    assert {"ash.toml", "sparks.toml", "ash-1.fnset", "ash.html"} <= files


def test_the_tables_of_the_page_are_those_that_are_written(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keys.IdentityStore(cli.home).create("Mira")
    cli("cards", "new", "faroe", "ash.toml")
    written = [line for line in (tmp_path / "ash.toml").read_text().splitlines() if not line.startswith("#")]
    for block in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S):
        assert block.strip() in "\n".join(written)
