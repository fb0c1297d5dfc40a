"""The commands for playing on this machine: against bots, and bots against each other."""

from __future__ import annotations

from fadenet.cli.frame.parser import LEVELS, clock, count, deck, whole
from fadenet.cli.options.shared import CLOCK, DECK, GAME, USUAL, Commands, identity, match_format


def playing(commands: Commands) -> None:
    """`learn`, `play` and `bot`."""
    learn = commands.add(
        "learn",
        ("cards.learning", "learn"),
        "learn a game by playing: short lessons, and its rules on one screen",
        "A lesson that was left is taken up where you were.\n"
        "examples:\n  fadenet learn                  which lessons there are, which are done\n"
        "  fadenet learn faroe            the first one that you have not done\n"
        "  fadenet learn faroe chain      this one\n  fadenet learn faroe --quick    a game on one screen",
    )
    learn.add_argument("game", nargs="?", default="", metavar="GAME", help=GAME)
    learn.add_argument("lesson", nargs="?", default="", metavar="LESSON", help="its number or its name")
    learn.add_argument("--again", action="store_true", help="begin the lesson anew")
    learn.add_argument("--quick", action="store_true", help="show the game on one screen instead")

    play = commands.add(
        "play",
        ("top.local", "play"),
        "play a match against a bot on this machine",
        "examples:\n  fadenet play faroe\n  fadenet play faroe --bot random --deck my-deck.toml\n"
        "  fadenet play faroe --against orrery-of-brass\n"
        "  fadenet play faroe --seats 3\n  fadenet play faroe --format teams\n"
        "  fadenet play faroe --auto --seed 7\n  fadenet play faroe --net",
    )
    play.add_argument("game", metavar="GAME", help=GAME)
    match_format(play)
    who = play.add_mutually_exclusive_group()
    who.add_argument("--bot", metavar="NAME", help="who plays against you, by the name of a bot")
    who.add_argument("--level", choices=LEVELS, help="how well your opponent plays (easy, if not set)")
    play.add_argument("--deck", type=deck, metavar="D", help=DECK)
    play.add_argument(
        "--against", type=deck, metavar="D", help="the deck of all others; else packaged ones in turn"
    )
    play.add_argument("--seed", type=whole, metavar="S", help="the seed of a local match, to play it again")
    play.add_argument(
        "--position", metavar="P", help="go on from a position: a line of `fadenet position`, or its file"
    )
    play.add_argument("--record", metavar="FILE", help="where to write the record; else the data folder")
    play.add_argument(
        "--net", action="store_true", help="every other seat is a node of its own, over loopback"
    )
    play.add_argument("--auto", action="store_true", help="a bot plays your side too")
    play.add_argument(
        "--agreements", action="store_true", help="local bots may propose agreements before a game of prelude"
    )
    play.add_argument("--clock", type=clock, metavar="C", help=CLOCK)
    identity(play)

    bot = commands.group("bot", "automated players")
    bot.add("list", ("top.local", "bot_list"), "list the bots")
    match = bot.add("match", ("top.local", "bot_match"), "let two bots play, in pairs with seats swapped")
    match.add_argument("a", metavar="A", help="a bot")
    match.add_argument("b", metavar="B", help="a bot")
    match.add_argument("-n", type=count, default=50, metavar="N", help="how many pairs of games (50)")
    match.add_argument("--game", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
    match_format(match)
    match.add_argument("--seed", type=whole, default=0, metavar="S", help="the number of the first pair (0)")
    match.add_argument("--workers", type=count, metavar="W", help="processes; one a core without it")
