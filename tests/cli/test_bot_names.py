"""Bots with options, and bots of one's own, wherever a command takes a bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fadenet import bots, games
from fadenet.cli.frame.context import NotFound
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


@pytest.mark.parametrize("game", games.NAMES)
def test_a_level_is_named_where_the_game_offers_it(cli: Cli, game: str) -> None:
    """given a game, then a node seats the bot of each level that it offers, and a person finds just these at
    home; `expert` where it is not offered is refused with what is; set for all games it is the hardest."""
    offered = bots.levels_of(games.GAMES[game])
    assert {level: read_table(f"{game}={level}", cli.home).bot for level in offered} == offered
    ctx = replace(context(cli), settings=Settings(level="expert"))
    menu = home._levels(ctx, game, ("play", game))
    assert [entry.label for entry in menu.entries] == [*offered] and menu.at == len(offered) - 1
    ctx.args.bot, ctx.args.level, ctx.args.auto = None, None, False
    assert local.opponent(ctx, games.GAMES[game]) == [*offered.values()][-1]
    if "expert" not in offered:
        assert cli("play", game, "--level", "expert") == cli("play", game, "--bot", "expert") == 4
        assert f"expert is not offered in {game}: " in sentence(cli.err)
        assert sentence(cli.err).endswith("Levels: easy, normal, hard.")
        with pytest.raises(NotFound, match=f"not offered in {game}"):
            read_table(f"{game}=expert", cli.home)


def test_commands_take_the_names_and_list_the_options(cli: Cli) -> None:
    assert cli("bot", "list") == 0
    assert ":trials=32  moves tried" in cli.out
    assert cli("play", "faroe", "--bot", "greedy:trials=none") == 2
    assert "trials is 1 to 1024, not 'none'" in sentence(cli.err)
    assert cli("bot", "match", "random", "gredy:trials=2") == 4
    assert "There is no bot 'gredy'; did you mean greedy?" in sentence(cli.err)
