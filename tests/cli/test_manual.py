"""Help, the manual page, and what is said of a word that nothing is called by."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import pairwise

import pytest

from fadenet.cli.about import manual
from fadenet.cli.frame.parser import Parser, commands_of
from fadenet.cli.options import build_parser
from tests.cli.helpers import Cli, sentence


def all_parsers(parser: Parser, name: str = "fadenet") -> dict[str, Parser]:
    """Every command and every name that commands stand behind."""
    found = {name: parser}
    for word, child in commands_of(parser).items():
        found |= all_parsers(child, f"{name} {word}")
    return found


PARSERS = all_parsers(build_parser())


@pytest.mark.parametrize("typed", [(), ("help",), ("--help",), ("-h",)])
def test_fadenet_alone_prints_help_and_is_0(cli: Cli, typed: tuple[str, ...]) -> None:
    assert cli(*typed) == 0
    assert cli.out.startswith("usage: fadenet") and "examples:" in cli.out and not cli.err


@pytest.mark.parametrize("name", PARSERS)
def test_help_of_a_command_is_what_its_option_prints(name: str, cli: Cli) -> None:
    words = name.split()[1:]
    assert cli(*words, "--help") == 0
    told = cli.out
    assert cli("help", *words) == 0 and cli.out == told


def test_help_as_json(cli: Cli) -> None:
    assert cli("help", "key", "new", "--json") == 0
    assert json.loads(cli.out)["help"].startswith("usage: fadenet key new")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("ply",), "there is no command ply; did you mean play?"),
        (("key", "nwe"), "there is no command key nwe; did you mean new?"),
        (("help", "histroy"), "There is no command histroy; did you mean history?"),
        (("help", "key", "nwe"), "There is no command key nwe; did you mean new?"),
        (("play", "faroe", "--dekc", "x"), "there is no option --dekc; did you mean --deck?"),
        (("play", "faroe", "--dekc=x"), "there is no option --dekc; did you mean --deck?"),
        (("--plian", "play", "faroe"), "there is no option --plian; did you mean --plain?"),
        (("play", "faroe", "terrene"), "'terrene' is one word too many."),
        (("version", "--zzz"), "there is no option --zzz."),
        (("play", "faroe", "--frob"), "there is no option --frob."),
        (("prelude",), "prelude is a game: fadenet play prelude, fadenet learn prelude."),
        (("completion", "fihs"), "SHELL is one of "),
        (("--color", "alwasy", "version"), "not 'alwasy'; did you mean always?"),
    ],
)
def test_a_slip_of_the_keys_is_understood(cli: Cli, argv: tuple[str, ...], said: str) -> None:
    assert cli(*argv) == 2
    told = sentence(cli.err)
    assert said in told and "See: fadenet" in told and not cli.out


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (("play", "farro"), "faroe"),
        (("play", "faroe", "--format", "dule"), "duel"),
        (("play", "faroe", "--bot", "gredy"), "greedy"),
        (("play", "faroe", "--deck", "cinder-circus"), "cinder-circuit"),
        (("play", "faroe", "--opening", "evne"), "even"),
        (("history", "--game", "terrain"), "terrene"),
    ],
)
def test_a_game_format_bot_or_deck_that_was_meant_is_named(
    cli: Cli, argv: tuple[str, ...], meant: str
) -> None:
    assert cli(*argv) in (2, 4)
    assert f"; did you mean {meant}?" in sentence(cli.err)


def test_nothing_is_guessed_where_nothing_is_near(cli: Cli) -> None:
    assert cli("play", "bridge") == 4 and "did you mean" not in cli.err


def test_the_page_has_every_command_and_option_of_the_help(cli: Cli) -> None:
    assert cli("man") == 0
    page = cli.out.replace("\\-", "-")
    for name, parser in PARSERS.items():
        if parser.get_default("run"):
            assert f"\\fB{name}\\fR" in page
        for action in manual._options(parser):
            assert all(f"\\fB{text}\\fR" in page for text in action.option_strings)


def test_the_page_is_sound_roff(cli: Cli) -> None:
    """given the page, then every request is known, every example ends, and no text begins as a request."""
    assert cli("man") == 0
    lines = cli.out.splitlines()
    assert lines[0].startswith(".TH FADENET 1 ")
    sections = [line.removeprefix(".SH ") for line in lines if line.startswith(".SH")]
    assert sections[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"] and "EXIT STATUS" in sections
    requests = {line.split()[0] for line in lines if line[:1] in (".", "'")}
    assert requests == {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"}
    examples = [line for line in lines if line in (".nf", ".fi")]
    assert examples == [".nf", ".fi"] * (len(examples) // 2)
    for before, line in pairwise(lines):
        assert not (before == ".TP" and line.startswith(".")), line
    assert not re.search(r"\\(?!f[BIR]|-|\(aq|\(ga|\(dq|e|&)", cli.out)


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_has_nothing_to_say_about_the_page(cli: Cli) -> None:
    cli("man")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"], input=cli.out, capture_output=True, text=True, check=True
    )
    assert not done.stderr and "how far each match was signed" in done.stdout


@pytest.mark.parametrize(
    ("text", "roff"),
    [
        ("a-b", r"a\-b"),
        (".x", r"\&.x"),
        ("'x", r"\(aqx"),
        ("a\\b", r"a\eb"),
        ("`fadenet`", r"\(gafadenet\(ga"),
    ],
)
def test_text_is_printed_as_it_stands(text: str, roff: str) -> None:
    assert manual._safe(text) == roff
