"""`fadenet cards check`: what is said, to people and to programs, once and at every save."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.cli.cards.checking import POLL_S, watching
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.shelf import read_sources
from keys import ExitCode
from tests.cli.helpers import FADENET, Cli


@pytest.fixture
def ash(cli: Cli, tmp_path: Path) -> Path:
    file = tmp_path / "ash.toml"
    cli("cards", "new", "prelude", file)
    return file


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def line_of(file: Path, word: str) -> int:
    """The number of the line in which a word stands."""
    return next(n for n, line in enumerate(file.read_text().splitlines(), 1) if word in line)


def test_a_set_that_is_in_order_says_so(cli: Cli, ash: Path) -> None:
    assert cli("cards", "check", ash) == 0
    assert cli.out == "" and cli.err == "No error, no warning: 'Ash', 3 cards.\n"


def test_an_error_stands_with_its_line_and_the_card_as_far_as_it_can_be_read(cli: Cli, ash: Path) -> None:
    changed(ash, "damage = 3", "damge = 3")
    assert cli("cards", "check", ash) == ExitCode.BAD_INPUT
    lines = cli.out.splitlines()
    place = f"ash.toml:{line_of(ash, 'damge')}:9"
    assert lines[0].startswith(f"{place}: error: ash-whisper, ability 1.do 1: 'damge' is no effect (did you")
    mark = next(n for n, line in enumerate(lines) if line.strip() == "^")
    assert lines[mark - 1] == "    do = [{ damge = 3 }, { draw = 1 }]"
    assert lines[mark].index("^") == lines[mark - 1].index("damge")
    read = lines[lines.index("ash-whisper, as far as it can be read:") :]
    assert any("Draw 1 card." in line for line in read)
    assert max(map(len, lines)) <= 80


def test_a_warning_is_no_error(cli: Cli, ash: Path) -> None:
    changed(ash, "damage = 3 }, { draw = 1 }", "damage = 1 }")
    assert cli("cards", "check", ash) == 0
    assert ": warning: ash-whisper, name: " in cli.out and "1 warning" in cli.err


def test_programs_are_told_the_same(cli: Cli, ash: Path) -> None:
    changed(ash, "damage = 3", "damge = 3")
    assert cli("cards", "check", ash, "--json") == ExitCode.BAD_INPUT
    said = json.loads(cli.out)
    (error,) = said["errors"]
    assert (error["file"], error["line"], error["column"]) == ("ash.toml", line_of(ash, "damge"), 9)
    assert (error["card"], error["key"], said["game"]) == ("ash-whisper", "ability 1.do 1", "prelude")
    assert {card["name"] for card in said["cards"]} == {"Ash Whisper", "Bell Clapper", "Belfry Lookout"}


def test_a_packed_set_is_looked_at_as_well(cli: Cli, ash: Path) -> None:
    changed(ash, "damage = 3 }, { draw = 1 }", "damage = 1 }")
    cli("cards", "pack", ash, "--out", ash.with_suffix(".fnset"))
    assert cli("cards", "check", ash.with_suffix(".fnset")) == 0 and "warning: ash-whisper" in cli.out
    assert cli("cards", "check", ash.with_suffix(".fnset"), "--watch") == ExitCode.USAGE


def test_every_save_is_looked_at_and_cards_that_changed_are_shown(
    ash: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given somebody who looks on while a set is written, when it is saved with a fault, mended, left alone,
    # then each save is looked at once, and shows the cards that are not as they were.
    args = Namespace(file=str(ash), quiet=False, json=False, home=None)
    ctx = Context(args, ash.parent, FADENET)
    told: list[str] = []

    async def saved(old: str, new: str) -> None:
        changed(ash, old, new)
        await trio.sleep(4 * POLL_S)
        out, err = capsys.readouterr()
        told.append(out + err)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watching, ctx, lambda: read_sources(str(ash)), trio.sleep)
            await trio.sleep(POLL_S / 2)
            told.append("".join(capsys.readouterr()))
            await saved("damage = 3", "damage = three")
            await saved("damage = three", "damage = 2")
            await trio.sleep(60)
            told.append("".join(capsys.readouterr()))
            nursery.cancel_scope.cancel()

    trio.run(main, clock=MockClock(autojump_threshold=0))
    first, broken, mended, left_alone = told
    assert all(name in first for name in ("Ash Whisper", "Bell Clapper", "Belfry Lookout"))
    assert ": error: " in broken and "Ctrl-C" in broken
    assert "Deal 2 damage" in mended and "Bell Clapper" not in mended
    assert left_alone == ""
