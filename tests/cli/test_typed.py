"""Commands inside sentences: whole, and for the data folder that was named."""

from __future__ import annotations

import ast
import os
import pty
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet.cli.frame.parser import commands_of
from fadenet.cli.options import build_parser
from fadenet.console.typed import COMMANDS, as_begun, unbroken
from tests.cli.helpers import ROOT, Cli, process

NAMED = re.compile(rf"fadenet (?:{'|'.join(COMMANDS)})\b")


@pytest.mark.parametrize(
    ("text", "told"),
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
def test_the_data_folder_stands_in_own_commands_and_not_in_those_of_others(text: str, told: str) -> None:
    assert as_begun(text, "h") == (told or text) and as_begun(text, None) == text


def test_a_folder_with_blanks_is_quoted_and_stands_there_once() -> None:
    told = as_begun("See: fadenet key show", "my home")
    assert told == as_begun(told, "other") == "See: fadenet --home 'my home' key show"
    assert unbroken(told, 10).split("\n") == ["See:", "fadenet --home 'my home' key show"]


@pytest.mark.parametrize(
    "begun",
    [
        "python3 scripts/play.py",
        "/opt/py/bin/python -m fadenet",
        "bin/fadenet",
        "python3 fadenet.pyz",
        "python3 '/my games/fadenet.pyz'",
    ],
)
def test_a_command_begins_as_this_run_did(begun: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a run that was begun otherwise than by the name; when a text with commands is shown, perhaps
    twice, then they begin so once, and words that are not a command stay."""
    monkeypatch.setattr("sys.argv", [begun])
    told = as_begun("This fadenet is new. To go on: fadenet resume 01, or see `fadenet matches`", "h")
    assert (
        told
        == f"This fadenet is new. To go on: {begun} --home h resume 01, or see `{begun} --home h matches`"
    )
    assert as_begun(told, "h") == told


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


# Every command that stands anywhere in a text of ours.


def texts(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The strings of a module, without its docstrings, and the names of the calls that each stands in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside: dict[ast.AST, tuple[str, ...]] = {tree: ()}
    for node in ast.walk(tree):
        calls = inside[node]
        if isinstance(node, ast.Call):
            calls = (*calls, ast.unparse(node.func).rpartition(".")[2])
        for child in ast.iter_child_nodes(node):
            inside[child] = calls
            is_text = isinstance(child, ast.JoinedStr) or (isinstance(child, ast.Constant) and child.value)
            if is_text and not isinstance(node, ast.Expr | ast.JoinedStr):
                yield ast.unparse(child), calls


def test_a_command_is_one_that_there_is() -> None:
    assert set(COMMANDS) == set(commands_of(build_parser()))


@pytest.mark.slow
def test_no_text_with_a_command_is_shown_as_it_stands() -> None:
    """given every string of the command line and of the console that names a command; when it is shown at
    once, then through the place that says how commands begin."""
    shown = {"print", "put", "emit", "note", "write", "notes"}
    astray = [
        f"{path.relative_to(ROOT)}: {text}"
        for room in ("cli", "console")
        for path in sorted((ROOT / "fadenet" / room).rglob("*.py"))
        for text, calls in texts(path)
        if NAMED.search(text) and not {"typed", "as_begun"} & set(calls)
        if shown & set(calls) or (room == "console" and "import as_begun" not in path.read_text())
    ]
    assert astray == []


def examples() -> Iterator[str]:
    """The commands that stand alone: in a line of the pages for people or of the help of a command, or in
    the last cell of a row."""
    left = [build_parser()]
    while left:
        parser = left.pop()
        left += commands_of(parser).values()
        yield from re.findall(r"^  (fadenet .*?)(?: {2,}.*)?$", parser.epilog or "", re.MULTILINE)
    pages = (
        "README.md",
        "fadenet/node/OPERATING.md",
        "fadenet/node/PLAYING.md",
        "fadenet/bots/arena/CLUSTER.md",
    )
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        yield from re.findall(r"^(fadenet .*?)(?: +#.*)?$", text, re.MULTILINE)
        for cell in re.findall(r"\| ((?:`[^`]+`(?:, )?)+) \|$", text, re.MULTILINE):
            yield from re.findall(r"`(fadenet [^`]+)`", cell)


def test_every_example_can_be_typed() -> None:
    """given the examples of README and help, then each is read without complaint."""
    lines = [line for line in examples() if NAMED.match(line)]
    assert len(lines) > 90
    for line in lines:
        assert build_parser().parse_args(shlex.split(re.split(r" [|>] ", line)[0])[1:]).run
