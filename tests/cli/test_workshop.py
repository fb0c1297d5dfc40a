"""The page from a blank file to a match with a friend: its commands are typed one after the other."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import keys
from keys import ExitCode
from tests.cli.helpers import LIGHT, ROOT, Cli, process

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
            "weigh": ["--games", "1", "--workers", "1", "--bot", "random"],
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


@pytest.mark.slow
def test_a_friend_without_the_set_plays_with_it_and_a_third_judges_the_match(
    cli: Cli, tmp_path: Path
) -> None:
    """given a host with a set of its own and a guest without it, when they have played, then the guest has
    the set, and the file is valid for whoever has it, and for a program that knows no cards."""
    own = tmp_path / "ash.toml"
    assert cli("cards", "new", LIGHT, own) == 0
    deck = ("--deck", "ash:first-steps")
    host = process(
        *(cli.home, "host", LIGHT, "--set", own, *deck, "--bot", "greedy", "--clock", "15+1"),
        *("--listen", "127.0.0.1:0", "--no-map"),
    )
    assert host.stdout is not None
    invite = host.stdout.readline().strip()
    guest = process(tmp_path / "guest", "join", invite, "--bot", "random", *deck, "--no-map")
    said, told = guest.communicate(timeout=60)
    _, err = host.communicate(timeout=60)
    assert (host.returncode, guest.returncode) == (0, 0), err + told
    assert " wins [" in said and "'Ash'" in told
    (kept,) = (tmp_path / "guest" / "sets").iterdir()
    # then on a third machine
    (match,) = (tmp_path / "guest" / "matches").glob("*.match")
    elsewhere = tmp_path / "elsewhere"
    bare = process(elsewhere, "verify", match)
    assert kept.stem in bare.communicate(timeout=60)[1] and bare.returncode == ExitCode.NOT_FOUND
    record = tmp_path / "match.fnr"
    for words in (
        ("verify", match, "--set", kept),
        ("record", "convert", match, record, "--set", kept),
    ):
        judge = process(elsewhere, *words)
        out, err = judge.communicate(timeout=60)
        assert judge.returncode == 0, out + err
    replay = process(elsewhere, "replay", record, "--text")
    assert "played with the set 'Ash'" in replay.communicate(timeout=60)[0] and replay.returncode == 0
    checker = [sys.executable, str(ROOT / "scripts" / "check_match.py"), str(match)]
    assert subprocess.run(checker, capture_output=True, check=False).returncode == 0
