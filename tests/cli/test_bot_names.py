"""Bots with options, and bots of one's own, wherever a command takes a bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fadenet import bots
from fadenet.cli.frame.settings import Settings
from fadenet.cli.net.offers import read_table
from fadenet.cli.top import home, local
from tests.bots.test_naming import ROOM
from tests.cli.helpers import Cli, sentence
from tests.cli.test_home import context


@pytest.mark.parametrize(
    ("text", "bot", "seats"),
    [
        ("faroe", "greedy", 2),
        ("faroe=greedy:trials=8", "greedy:trials=8", 2),
        ("faroe:seats=3=greedy:trials=8", "greedy:trials=8", 3),
        (f"faroe:clock=300+5,seats=3={ROOM}:Planner:depth=2,bold=true", None, 3),
    ],
)
def test_a_table_is_offered_with_a_bot_and_its_options(
    cli: Cli, text: str, bot: str | None, seats: int
) -> None:
    """given tables of a node as they are typed, then the bot begins behind the options of the table."""
    table = read_table(text, cli.home)
    assert (table.bot, table.kind.seats) == (bot or f"{ROOM}:Planner:depth=2,bold=true", seats)


def test_a_level_is_named_wherever_a_bot_is(cli: Cli) -> None:
    """given a level, then a node seats it, a person finds all of them at home, the one that is set first, and
    plays against its bot; in the arena it is one as well."""
    assert [read_table(f"faroe={level}", cli.home).bot for level in bots.LEVELS] == [*bots.LEVELS]
    ctx = replace(context(cli), settings=Settings(level="hard"))
    menu = home._levels(ctx, "faroe", ("play", "faroe"))
    assert [entry.label for entry in menu.entries] == [*bots.LEVELS] and menu.at == len(bots.LEVELS) - 1
    ctx.args.bot, ctx.args.level, ctx.args.auto = None, None, False
    assert local.opponent(ctx) == "greedy"
    assert cli("bot", "match", "hard", "easy", "--game", "prelude", "-n", "1", "--workers", "1") == 0


def test_commands_take_the_names_and_list_the_options(cli: Cli) -> None:
    assert cli("bot", "list") == 0
    assert ":trials=32  moves tried" in cli.out
    assert cli("play", "faroe", "--bot", "greedy:trials=none") == 2
    assert "trials is 1 to 1024, not 'none'" in sentence(cli.err)
    assert cli("bot", "match", "random", "gredy:trials=2") == 4
    assert "There is no bot 'gredy'; did you mean greedy?" in sentence(cli.err)
