"""Commands inside sentences: whole, and for the data folder that was named."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest

from fadenet.cli.typed import at_home, unbroken
from tests.cli.helpers import Cli, process


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("To go on: fadenet resume 0123abcd", "To go on: fadenet --home h resume 0123abcd"),
        ("Say which. See: fadenet key show.", "Say which. See: fadenet --home h key show."),
        ("`fadenet matches` lists them", "`fadenet --home h matches` lists them"),
        ("add a relay (fadenet relay add LINE), or", "add a relay (fadenet --home h relay add LINE), or"),
        (
            "it: fadenet verify a.match; or: fadenet man",
            "it: fadenet --home h verify a.match; or: fadenet --home h man",
        ),
        ("A mistake in fadenet itself: x. Use: y", "A mistake in fadenet itself: x. Use: y"),
        ("See: fadenet --help", "See: fadenet --help"),
        ("Give this line to the other, who types: fadenet join INVITE", ""),
        ("Whoever is nearby finds it: fadenet tables", ""),
        ("Others can look on: fadenet watch LINE", ""),
        ("Ask for the line of `fadenet key export`.", ""),
        ("This is no key. Ask for the line of `fadenet key export`.", ""),
    ],
)
def test_the_data_folder_stands_in_own_commands_and_not_in_those_of_others(text: str, typed: str) -> None:
    assert at_home(text, "h") == (typed or text) and at_home(text, None) == text


def test_a_folder_with_blanks_is_quoted_and_stands_there_once() -> None:
    told = at_home("See: fadenet key show", "my home")
    assert told == at_home(told, "other") == "See: fadenet --home 'my home' key show"
    assert unbroken(told, 10).split("\n") == ["See:", "fadenet --home 'my home' key show"]


def test_a_sentence_is_broken_between_words_and_a_command_never() -> None:
    command = "fadenet resume 0123abcd --listen 192.0.2.1:47070 --no-map"
    text = f"The match is kept, and nothing of it is lost whatever happens. To go on: {command}"
    assert unbroken(text, 40).split("\n") == [
        "The match is kept, and nothing of it is",
        "lost whatever happens. To go on:",
        command,
    ]
    assert unbroken("a few words `fadenet matches` and more", 20).split("\n") == [
        "a few words",
        "`fadenet matches`",
        "and more",
    ]


def test_what_a_command_says_names_the_data_folder_of_its_call(cli: Cli) -> None:
    named = cli.home.parent / "named"
    assert cli("key", "show", "--home", named) == 4 and f"fadenet --home {named} key new" in cli.err
    assert cli("--home", named, "matches") == 0 and f"fadenet --home {named} play faroe" in cli.err
    assert cli("matches") == 0 and ": fadenet play faroe" in cli.err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_a_command_stands_in_one_line_on_a_narrow_terminal(tmp_path: Path) -> None:
    """given a terminal of 40 columns and a long folder, then the command that is printed can be pasted."""
    home = tmp_path / ("a-long-name-" * 4)
    ours, theirs = pty.openpty()
    key = ("key", "new", "ana", "--no-passphrase", "--home", str(home))
    child = process(tmp_path / "other", *key, stderr=theirs, env={"COLUMNS": "40"})
    assert child.wait(30) == 0
    os.close(theirs)
    said = os.read(ours, 4096).decode().replace("\r", "")
    os.close(ours)
    assert f"fadenet --home {home} key passphrase ana" in said.split("\n")
