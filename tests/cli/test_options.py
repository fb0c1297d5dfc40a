"""The words that can be typed, and how the command line answers when it cannot."""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet.cli.cards.formats import kind_of
from fadenet.cli.frame.parser import deck
from fadenet.cli.options import DEFAULTS, build_parser, read_arguments
from tests.cli.helpers import ROOT, Cli, sentence


def leaves(
    parser: argparse.ArgumentParser, name: str = "fadenet"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands without sub-commands, by what is typed."""
    groups = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not groups:
        yield name, parser
    for group in groups:
        for word, child in group.choices.items():
            yield from leaves(child, f"{name} {word}")


LEAVES = dict(leaves(build_parser()))


@pytest.mark.parametrize("name", LEAVES)
def test_every_command_has_a_function_help_and_the_common_options(name: str) -> None:
    parser = LEAVES[name]
    module, function = parser.get_default("run")
    run = getattr(importlib.import_module(f"fadenet.cli.{module}"), function)
    assert list(inspect.signature(run).parameters) == ["ctx"]
    typed = {text for action in parser._actions for text in action.option_strings}
    assert {"-h", "--json", "--plain", "--color", "--ascii", "--no-input", "-q", "-v", "--home"} <= typed
    assert parser.description and len(parser.format_help()) < 4_000


def test_reading_arguments_loads_no_command() -> None:
    """given the description of all commands, then of their rooms nothing but arguments is in memory."""
    code = (
        "import sys; from fadenet.cli.options import build_parser; build_parser()\n"
        "print(*(m for m in sys.modules if m.count('.') == 3 and m.startswith('fadenet.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = [module.split(".")[2:] for module in done.stdout.split()]
    assert {room for room, _ in loaded} == {"about", "cards", "frame", "net", "past", "people", "top"}
    assert {module for room, module in loaded if room != "frame"} == {"options"}


@pytest.mark.parametrize("name", ["fadenet", *LEAVES])
def test_help_fits_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    parser = dict(LEAVES, fadenet=build_parser())[name]
    assert max(map(len, parser.format_help().splitlines())) <= 80


@pytest.mark.parametrize("argv", [("formats",), ("deck", "list"), ("deck", "list", "terrene")])
def test_lists_fit_a_terminal_with_whole_words(cli: Cli, argv: tuple[str, ...]) -> None:
    assert cli(*argv) == 0
    assert max(map(len, cli.out.splitlines())) <= 80


def test_common_options_count_before_and_behind_the_command() -> None:
    before, behind = read_arguments(["--json", "-q", "version"]), read_arguments(["version", "--json", "-q"])
    assert vars(before) == vars(behind)
    assert before.json and before.quiet and before.color == DEFAULTS["color"]


WORDS = {
    "key new": ["ana"],
    "key export": ["ana", "copy.key"],
    "contact add": ["ana", "ssh-ed25519", "AAAA"],
    "deck new": ["faroe", "deck.toml"],
    "deck list": ["terrene"],
    "deck edit": ["mine"],
    "deck import": ["fadenet-deck:faroe:aeam"],
    "deck export": ["mine"],
    "cards": ["faroe", "t:item", "-t:skill", "-kw:charge"],
    "rules": ["faroe", "chain", "link"],
    "bot match": ["greedy", "random"],
    "bot league": ["greedy", "random", "easy"],
    "bot watch": ["greedy", "random"],
    "record convert": ["a.match", "a.fnr"],
    "resume": ["0123"],
}


@pytest.mark.parametrize("command", WORDS)
@pytest.mark.parametrize("options", [["--json"], ["--home", "here"], ["--color=never", "-v", "--home=x"]])
def test_options_are_taken_anywhere_among_the_words(command: str, options: list[str]) -> None:
    """given options in any place, before the command too, then all means the same."""
    name, words = command.split(), WORDS[command]
    meant = vars(read_arguments([*name, *options, *words]))
    for at in range(len(words) + 1):
        assert vars(read_arguments([*name, *words[:at], *options, *words[at:]])) == meant
    assert vars(read_arguments([*options, *name, *words])) == meant
    assert meant["home"] or meant["json"]


def test_what_stands_behind_two_dashes_is_no_option() -> None:
    assert read_arguments(["rules", "faroe", "--", "--json"]).words == ["--json"]
    assert not read_arguments(["rules", "faroe", "--", "--json"]).json


@pytest.mark.parametrize(
    "argv",
    [
        ["nope"],
        ["play"],
        ["play", "faroe", "--clock", "600"],
        ["play", "faroe", "--clock", "99999999+5"],
        ["play", "faroe", "--seed", "-1"],
        ["host", "faroe", "--hours", "0"],
        ["node", "--matches", "0"],
        ["node", "--max", "0"],
        ["node", "--max", "2001"],
        ["bot", "match", "greedy"],
        ["completion", "powershell"],
        ["version", "--js"],
    ],
)
def test_a_usage_mistake_is_one_sentence_and_2(cli: Cli, argv: list[str]) -> None:
    assert cli(*argv) == 2
    assert "--help" in sentence(cli.err) and not cli.out


def test_help_is_on_stdout_and_0(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a Python that would colour help, as 3.14 does, then it is the same text as ever."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert cli("play", "--help") == 0
    assert "--net" in cli.out and "examples:" in cli.out and not cli.err and "\x1b" not in cli.out


def test_version_as_text_and_json(cli: Cli) -> None:
    assert cli("version") == 0 and cli.out.startswith("fadenet ")
    told = cli.out
    assert cli("-V") == 0 and cli.out == told and cli("--version") == 0 and cli.out == told
    assert cli("version", "--json") == 0
    assert json.loads(cli.out)["v"] == 1


QUICK = """
import json, sys
from fadenet.cli import main
for argv, code in json.loads(sys.argv[1]):
    assert main([*argv, "--home", sys.argv[2]]) == code, argv
    heavy = {"trio", "asyncio", "prompt_toolkit"} & set(sys.modules)
    assert not heavy, (argv, heavy)
"""


@pytest.mark.slow
def test_quick_commands_import_neither_trio_nor_the_interface(tmp_path: Path) -> None:
    """given one program that runs these commands one after the other, then none of them loads what only a
    node or the console needs."""
    quick = [
        ["--version"],
        ["--help"],
        ["help", "play"],
        ["man"],
        ["config", "list"],
        ["rules", "faroe", "chain"],
        ["cards", "faroe", "t:skill"],
        ["deck", "check", "cinder-circuit"],
        ["deck", "export", "cinder-circuit"],
    ]
    codes = [*((argv, 0) for argv in quick), (["verify", "-"], 4)]
    done = subprocess.run(
        [sys.executable, "-c", QUICK, json.dumps(codes), str(tmp_path)],
        input="",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "typed", ["Cinder Circuit", "cinder circuit", "Cinder\u2011Circuit", "cinder-circuit"]
)
def test_a_deck_is_named_by_its_title_in_any_spelling(cli: Cli, typed: str) -> None:
    assert cli("deck", "check", typed) == 0, cli.err


def test_what_could_be_a_file_is_no_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "My Deck").touch()
    assert [deck(text) for text in ("My Deck", "my deck.toml", "a/b", "-")] == [
        "My Deck",
        "my deck.toml",
        "a/b",
        "-",
    ]
    assert deck("Your Deck") == "your-deck"


def test_an_opponent_is_named_in_any_spelling() -> None:
    args = read_arguments(["play", "faroe", "--legend", "Orsolme of the Drowned Choir"])
    assert kind_of(args).rules.options["legend"] == "orsolme-of-the-drowned-choir"
