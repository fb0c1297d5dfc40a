"""The words that may stand where the cursor is: as the shells are told, and in real shells at a
pseudo-terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import keys
from fadenet import bots, games
from fadenet.cli.about import completing
from fadenet.cli.about.completing import ANSWERS_MAX, FILES, answers
from fadenet.cli.frame.parser import commands_of
from fadenet.cli.frame.settings import KEYS
from fadenet.cli.options import build_parser
from fadenet.games.decks import packaged
from tests.cli.helpers import ROOT, Cli
from tests.cli.test_manual import PARSERS
from tests.table.wire import identity

DEADLINE_S = 120.0
WHOLE = build_parser()


def fits(*words: str) -> list[str]:
    return [line.partition("\t")[0] for line in answers(WHOLE, list(words))]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with two unfinished matches, a finished one, an identity, a contact and a relay."""
    folder = tmp_path / "home"
    (folder / "matches").mkdir(parents=True)
    for n, name in enumerate(("ben", "cid", "dan")):
        match = f"{n}" * 32
        peers = [{"name": name, "key": "00" * 32}]
        (folder / "matches" / f"{match}.table").write_text(
            json.dumps({"game": "faroe", "peers": peers, "touched": n})
        )
        if name != "dan":
            (folder / "matches" / f"{match}.secret").touch()
    keys.IdentityStore(folder).create("ana")
    keys.Contacts.load(folder).add(identity("ben").public, "Ben", 1)
    (folder / "relays.json").write_text(json.dumps({"relays": [{"name": "home-relay", "line": "x"}]}))
    monkeypatch.setenv("FADENET_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def test_commands_and_options_are_those_of_the_help() -> None:
    for name in ("fadenet", "fadenet key", "fadenet host", "fadenet relay", "fadenet contact verify"):
        words, parser = name.split()[1:], PARSERS[name]
        typed = {text for action in parser._actions for text in action.option_strings}
        assert {*fits(*words, "-")} == typed - {"--until-eof"}
    assert fits("") == list(commands_of(PARSERS["fadenet"]))
    assert fits("key", "sh") == ["show"] and fits("ply") == []


@pytest.mark.parametrize("name", games.NAMES)
def test_games_formats_decks_and_what_a_format_takes(home: Path, name: str) -> None:
    assert name in fits("play", "") and name in fits("history", "--game", "")
    assert fits("host", name, "--format", "") == list(games.GAMES[name].formats)
    assert fits("host", name, "--deck", "") == [*packaged(games.load(name)), FILES]
    assert {*packaged(games.load(name)), FILES} <= {*fits("host", "--deck", "")}
    for option in games.GAMES[name].options:
        assert fits("play", name, f"--{option.word}", "") == list(games.choices(name, option.word))


def test_own_decks_are_those_of_the_game_in_the_data_folder_and_in_this_one(home: Path) -> None:
    (home / "decks" / "prelude").mkdir(parents=True)
    (home / "decks" / "prelude" / "my-own.toml").touch()
    assert answers(WHOLE, ["play", "prelude", "--deck", "my"]) == ["my-own\tyours, of prelude", FILES]
    assert "my-own" not in fits("play", "faroe", "--deck", "")
    (home.parent / "mine.toml").write_text('game = "prelude"\n')
    (home.parent / "other.toml").write_text('game = "faroe"\n')
    assert "mine.toml" in fits("play", "prelude", "--deck", "m")
    assert "other.toml" not in fits("play", "prelude", "--deck", "")
    assert {"mine.toml", "other.toml"} < {*fits("deck", "show", "")}


def test_matches_identities_contacts_relays_and_bots_are_looked_up(home: Path) -> None:
    assert answers(WHOLE, ["resume", ""]) == ["11111111\tfaroe against cid", "00000000\tfaroe against ben"]
    (home / "local").mkdir()
    (home / "local" / "prelude-0102-030405.json").touch()
    assert answers(WHOLE, ["resume", "p"]) == ["prelude-0102-030405\ton this machine"]
    assert fits("resume", "0") == ["00000000"] and fits("matches", "--forget", "1") == ["11111111"]
    assert fits("play", "faroe", "--as", "") == fits("key", "show", "") == ["ana"]
    assert fits("contact", "show", "") == ["Ben"] and fits("contact", "add", "") == []
    assert fits("relay", "remove", "") == ["home-relay"]
    assert fits("play", "faroe", "--bot", "") == fits("bot", "match", "greedy", "") == list(bots.NAMES)
    other = home.parent / "other"
    assert fits("--home", str(other), "resume", "") == [] == fits("key", "show", "--home", str(other), "")


def test_settings_and_what_they_may_be(home: Path) -> None:
    assert fits("config", "get", "") == list(KEYS)
    assert fits("config", "set", "color", "") == list(KEYS["color"].values)
    assert fits("config", "set", "deck.prelude", "")[:-1] == packaged(games.load("prelude"))
    assert fits("config", "set", "name", "") == ["ana"]


def test_the_rest(home: Path) -> None:
    assert fits("completion", "") == ["bash", "zsh", "fish"] and fits("--color", "a") == ["auto", "always"]
    assert fits("help", "") == fits("") and fits("help", "key", "ne") == ["new"]
    assert fits("verify", "") == fits("record", "convert", "a.match", "") == [FILES]
    assert fits("rules", "prelude", "turn.e") == ["turn.end"]
    (home / "bots").mkdir()
    (home / "bots" / "dice.py-0a1b2c.log").touch()
    assert fits("bot", "log", "d") == ["dice.py-0a1b2c"] and "greedy" in fits("play", "--hint", "")
    assert fits("play", "faroe", "") == [] and fits("join", "") == []


def test_a_value_behind_an_equals_sign_is_completed_as_well(home: Path) -> None:
    """given --format=te in one word, as zsh has it, or in three, as bash has it, then it is completed."""
    assert fits("host", "faroe", "--format=te") == fits("host", "faroe", "--format", "=", "te")
    assert fits("host", "faroe", "--format=te") == ["--format=teams"]
    assert fits("host", "faroe", "--format", "=") == [
        f"--format={one}" for one in games.GAMES["faroe"].formats
    ]


@pytest.mark.parametrize(
    "words", [[], ["--"], ["-"], ["play", "--", ""], ["--home"], ["\x1b"], ["resume", "=", "="]]
)
def test_whatever_is_typed_is_answered(home: Path, words: list[str]) -> None:
    assert len(answers(WHOLE, words)) <= ANSWERS_MAX


def test_damaged_files_complete_nothing_and_do_no_harm(home: Path) -> None:
    for path in (home / "relays.json", *(home / "matches").glob("*.table"), home / "contacts.json"):
        path.write_bytes(b"\xff{\x00")
    assert fits("relay", "remove", "") == [] == fits("contact", "show", "")
    assert sorted(fits("resume", "")) == ["00000000", "11111111"]


def test_names_of_others_steer_no_terminal(home: Path) -> None:
    table = home / "matches" / f"{'0' * 32}.table"
    table.write_text(json.dumps({"game": "faroe\n:files", "peers": [{"name": "\x1b[2J" + "x" * 999}]}))
    (line,) = (line for line in answers(WHOLE, ["resume", "0"]))
    assert line.replace("\t", "").isprintable() and len(line) < 120


def test_every_value_that_the_help_names_is_completed_or_free() -> None:
    """given a new command, then GAME, DECK and the like in it are completed without a word about it; what it
    calls otherwise stands in the tables of `about.completing`, or here if it is anything at all."""
    named, counted = (
        {"INVITE", "LINE", "ADDR", "URL", "RELAY", "NEW", "QUERY", "TEXT", "H0:H1", "DAY", "PLACE=CARDS"},
        {*"CNHSWKT"},
    )
    known = {*named, *counted, "DELAY", "MINUTES", "DAYS", *completing._BY_METAVAR}
    for name, parser in PARSERS.items():
        for action in parser._actions:
            if action.metavar not in (None, "COMMAND", "ACTION", "[ACTION]") and action.choices is None:
                assert action.metavar in known or action.dest in {*completing._BY_DEST, *games.OPTIONS}, (
                    f"{name}: {action.metavar}"
                )


# In real shells.


class Shell:
    """A shell at a pseudo-terminal, with `fadenet` in its path."""

    def __init__(self, folder: Path, *argv: str) -> None:
        self.seen = ""
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            path = f"{folder}{os.pathsep}{os.environ['PATH']}"
            kept = {"PATH": path, "FADENET_HOME": str(folder / "home"), "HOME": str(folder), "TERM": "xterm"}
            os.chdir(folder)
            os.execvpe(argv[0], list(argv), {**kept, "LANG": "C.UTF-8"})

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def until(self, pattern: str) -> str:
        """Read until the screen has this; all since the last time."""
        end = time.monotonic() + DEADLINE_S
        while not (found := re.search(pattern, self.seen, re.DOTALL)):
            left = end - time.monotonic()
            assert left > 0 and select.select([self._terminal], [], [], left)[0], self.seen
            self.seen += os.read(self._terminal, 4096).decode(errors="replace")
        told, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return told

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)


@pytest.fixture
def bin_folder(tmp_path: Path, home: Path) -> Path:
    command = tmp_path / "fadenet"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m fadenet "$@"\n')
    command.chmod(0o755)
    return tmp_path


START = {
    "bash": (
        ("bash", "--norc", "--noprofile", "-i"),
        "PS1='$ '; source <(fadenet completion bash); echo do''ne\r",
    ),
    "zsh": (
        ("zsh", "-f", "-i"),
        "PS1='$ '; autoload -Uz compinit; compinit -u -D; source <(fadenet completion zsh); echo do''ne\r",
    ),
    "fish": (
        ("fish", "--no-config", "-i"),
        "function fish_prompt; echo '$ '; end; fadenet completion fish | source; echo do''ne\r",
    ),
}


@pytest.fixture(params=list(START))
def shell(request: pytest.FixtureRequest, bin_folder: Path) -> Iterator[Shell]:
    argv, start = START[request.param]
    if shutil.which(argv[0]) is None:
        pytest.skip(f"needs {argv[0]}")
    made = Shell(bin_folder, *argv)
    made.type(start)
    made.until("done")
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_a_shell_completes_commands_games_decks_and_matches(shell: Shell) -> None:
    """given a shell with the completions, when Tab is typed, then words are ended, and choices are listed."""
    shell.type("fadenet verif\t")
    shell.until("verif.*y")
    shell.type("\x15fadenet play terrene --deck=gr\t")
    shell.until("gr.*egory")
    shell.type("\x01echo \r")
    shell.until(r"(?<!echo )fadenet play terrene --deck=gregory\s*\r?\n")
    shell.type("\x15fadenet play far\t")
    shell.until("far.*oe")
    shell.type("\x15fadenet resume 0\t")
    shell.until("0.*0000000")
    shell.type("\x15fadenet play faroe --format \t\t")
    told = shell.until("teams")
    assert "free-for-all" in told or shell.until("free-for-all")


@pytest.mark.parametrize("name", list(START))
def test_the_script_of_a_shell_is_printed(cli: Cli, name: str) -> None:
    assert cli("completion", name) == 0 and "__complete" in cli.out
    assert cli("completion", name, "--json") == 0 and json.loads(cli.out)["shell"] == name
