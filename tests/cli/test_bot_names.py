"""Bots with options, and bots of one's own, wherever a command takes a bot."""

from __future__ import annotations

import pytest

from fadenet.cli.net.offers import read_table
from tests.bots.test_naming import ROOM
from tests.cli.helpers import Cli, sentence


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


def test_commands_take_the_names_and_list_the_options(cli: Cli) -> None:
    assert cli("bot", "list") == 0
    assert ":trials=32  moves tried" in cli.out
    assert cli("play", "faroe", "--bot", "greedy:trials=none") == 2
    assert "trials is 1 to 1024, not 'none'" in sentence(cli.err)
    assert cli("bot", "match", "random", "gredy:trials=2") == 4
    assert "There is no bot 'gredy'; did you mean greedy?" in sentence(cli.err)
