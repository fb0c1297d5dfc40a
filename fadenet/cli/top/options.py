"""The arguments of `play`, `bot`, `host`, `join`, `tables`, `resume` and `matches`."""

from __future__ import annotations

import argparse

from fadenet.cli.frame.options import (
    CLOCK,
    CLUSTER,
    DECK,
    GAME,
    PASS,
    USUAL,
    Subcommands,
    board,
    computing,
    door,
    hint,
    hosting,
    identity,
    lan,
    match_format,
    ways,
)
from fadenet.cli.frame.parser import LEVELS, clock, count, deck, delay, elo, journal, sprt, watchers, whole
from fadenet.node.limits import HOST_AWAITED_S, WATCHERS

PAIRS, SPRT_PAIRS = 50, 10_000
"""Pairs where no number is named, and those after which a test ends that is not sure."""


def add_play(commands: Subcommands) -> None:
    """`play`: a match on this machine."""
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
    hint(play)
    identity(play)


def add_bot(commands: Subcommands) -> None:
    """`bot ...`: automated players."""
    bot = commands.group("bot", "automated players")
    bot.add(
        "list",
        ("top.local", "bot_list"),
        "list the bots and their options",
        "A bot is named NAME, NAME:OPTION=VALUE,.. or MODULE:CLASS, a class of your own,\n"
        "with its options behind another colon, or exec:COMMAND, a program of yours in\n"
        "any language, with its options behind a question mark. The same names are taken\n"
        "wherever a command takes a bot.\n"
        "examples:\n  fadenet play faroe --bot greedy:trials=8\n"
        "  fadenet bot match greedy my_bots.planner:Planner:depth=2 -n 20\n"
        "  fadenet bot match 'exec:python3 mybot.py?depth=2' random --game prelude",
    )
    ask = bot.add(
        "ask",
        ("past.asking", "bot_ask"),
        "ask a bot what it would do in a position",
        "What a bot that searches has thought stands below its move.\n"
        "examples:\n  fadenet position match.fnr --at 57 > here.pos\n"
        "  fadenet bot ask rollout:worlds=8 here.pos",
    )
    ask.add_argument("bot", metavar="BOT", help="a bot, as `bot list` names them")
    ask.add_argument("position", metavar="FILE|LINE", help="a position or its file, - for stdin")
    ask.add_argument("--seed", type=whole, default=0, metavar="S", help="the seed of its dice (0)")
    _arena(bot)
    _programs(bot)


def _arena(bot: Subcommands) -> None:
    """Bots against each other."""
    match = bot.add(
        "match",
        ("top.arena", "bot_match"),
        "let two bots play, in pairs with seats swapped",
        "A pair is two games of one seed: the same decks and deal, the bots' seats\n"
        "swapped, and with them who begins. --sprt goes on until it is sure that A takes\n"
        "the smaller share of the points at most (H0), or the larger one (H1); of 100\n"
        "verdicts about 5 are wrong.\n"
        + CLUSTER
        + "examples:\n  fadenet bot match greedy normal --game terrene -n 200 --mirror\n"
        "  fadenet bot match greedy:trials=8 greedy --sprt 0.50:0.55\n"
        "  fadenet bot match greedy easy -n 1000 --journal night --keep 20\n"
        "  fadenet bot match greedy easy -n 9000 --dask tcp://10.0.0.5:8786",
    )
    match.add_argument("a", metavar="A", help="a bot, as `bot list` names them")
    match.add_argument("b", metavar="B", help="a bot")
    most = f"how many pairs of games ({PAIRS}); with --sprt at most so many ({SPRT_PAIRS})"
    match.add_argument("-n", type=count, metavar="N", help=most)
    test = match.add_mutually_exclusive_group()
    test.add_argument("--sprt", type=sprt, metavar="H0:H1", help="go on until one of two shares is sure")
    test.add_argument(
        "--elo", type=elo, dest="sprt", metavar="H0:H1", help="the same test, told in Elo: 0:35"
    )
    kept = "write records of so many games into arena-NAME: longest, shortest, lost"
    match.add_argument("--keep", type=count, metavar="K", help=kept)
    _contest(match)
    _pairs(match)
    watch = bot.add(
        "watch",
        ("top.arena", "bot_watch"),
        "let two bots play one game, and look at it step by step",
        "It is the first game of the pair that `bot match` plays of this seed. On a\n"
        "terminal the replay opens, as `fadenet replay` shows it; else it is told as\n"
        "text.\n"
        "examples:\n  fadenet bot watch greedy easy --game terrene --seed 7\n"
        "  fadenet bot watch rollout greedy --game prelude --text",
    )
    watch.add_argument("a", metavar="A", help="the bot on the first seat, as `bot list` names them")
    watch.add_argument("b", metavar="B", help="the bot on the second seat")
    watch.add_argument("--text", action="store_true", help="tell it as lines of text, also on a terminal")
    watch.add_argument("--record", metavar="FILE", help="where to write the record; else the data folder")
    _contest(watch)
    league = bot.add(
        "league",
        ("top.arena", "bot_league"),
        "let bots play each against each, and rate them",
        "Elo by maximum likelihood, counted from greedy, or from the first bot where\n"
        "greedy is not there.\n"
        + CLUSTER
        + "examples:\n  fadenet bot league greedy normal easy --game prelude -n 20\n"
        "  fadenet bot league greedy normal easy --dask local",
    )
    league.add_argument("bots", nargs="+", metavar="BOT", help="two bots or more, as `bot list` names them")
    league.add_argument("-n", type=count, default=PAIRS, metavar="N", help=f"pairs of each two ({PAIRS})")
    _contest(league)
    _pairs(league)


def _programs(bot: Subcommands) -> None:
    """Bots that are programs."""
    trial = bot.add(
        "try",
        ("top.programs", "bot_try"),
        "try a program as a bot: a match of each game, and what was wrong",
        "COMMAND is a program that speaks fnbot over its stdin and stdout, as a bot is\n"
        "named behind exec:. It plays a match of each game, or of --game, against random.\n"
        "The first lines between them are shown, and those before it failed: > what it is\n"
        "told, < what it says, ! what it writes to its stderr.\n"
        "examples:\n  fadenet bot try 'python3 mybot.py'\n"
        "  fadenet bot try './mybot?depth=2' --game prelude --lines 1000 --whole",
    )
    trial.add_argument("command", metavar="COMMAND", help="the program and its arguments, in quotes")
    trial.add_argument("--game", metavar="GAME", help="this game alone")
    trial.add_argument("--lines", type=whole, default=24, metavar="N", help="how many lines are shown (24)")
    trial.add_argument("--whole", action="store_true", help="do not cut long lines, as those of `view`")
    trial.add_argument("--seed", type=whole, default=0, metavar="S", help="the seed of the matches (0)")
    example = bot.add(
        "example",
        ("top.programs", "bot_example"),
        "print a first bot, to begin with",
        "A whole program that plays every game; how to go on stands in its comments.\n"
        "example:\n  fadenet bot example python > mybot.py\n  fadenet bot try 'python3 mybot.py'",
    )
    example.add_argument("language", choices=("python", "js", "c"), help="its language")
    serve = bot.add(
        "serve",
        ("top.programs", "bot_serve"),
        "let a bot of fadenet speak fnbot over stdin and stdout",
        "For programs that want to play against it.\nexample:\n  fadenet bot try 'fadenet bot serve normal'",
    )
    serve.add_argument("bot", metavar="BOT", help="a bot, as `bot list` names them")
    log = bot.add(
        "log",
        ("top.programs", "bot_log"),
        "show what programs have written and done wrong while they played",
        "A program that plays as a bot in `play`, `host`, `join`, `node` or `bot try` has\n"
        "a log in the data folder: what it writes to stderr, what it thinks, what it did\n"
        "wrong, in lines with the time in UTC and its process. The last MiB is kept.\n"
        "Without a program, the logs are listed.\n"
        "examples:\n  fadenet bot log\n  fadenet bot log mybot.py --lines 100",
    )
    what = "its name as a bot, exec:COMMAND; or the name of its file"
    log.add_argument("program", nargs="?", metavar="PROGRAM", help=what)
    log.add_argument("--lines", type=whole, default=40, metavar="N", help="the last N lines (40), 0 = all")


def _contest(parser: argparse.ArgumentParser) -> None:
    """Options for what bots play against each other."""
    parser.add_argument("--game", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
    match_format(parser)
    drawn = "the game's own decks, or new ones out of all cards (packaged)"
    parser.add_argument("--decks", choices=("packaged", "drawn"), default="packaged", help=drawn)
    parser.add_argument("--mirror", action="store_true", help="all seats of a pair play the same deck list")
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help="the seed of the first pair (0)")


def _pairs(parser: argparse.ArgumentParser) -> None:
    """Options for who computes pairs, and where they are kept."""
    computing(parser)
    name = "keep each pair in arena-NAME.jsonl here; the same command goes on with it"
    parser.add_argument(
        "--csv", metavar="FILE", help="write a line for each game into a new file, for a table"
    )
    parser.add_argument("--journal", type=journal, metavar="NAME", help=name)


def add_host(commands: Subcommands) -> None:
    """`host`: opens a table."""
    host = commands.add(
        "host",
        ("top.online", "host"),
        "open a table; prints an invitation, one line for all the other players",
        "examples:\n  fadenet host faroe --seats 3\n"
        "  fadenet host faroe --listen 127.0.0.1:47070 --clock 900+10",
    )
    host.add_argument("game", metavar="GAME", help=GAME)
    match_format(host)
    hosting(host)
    host.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    host.add_argument("--by-hand", action="store_true", help="invite by text alone; see: fadenet post")
    host.add_argument(
        "--watch",
        nargs="?",
        type=delay,
        metavar="DELAY",
        help="others may look on, so many seconds behind (60, or 0 if a bot plays your side)",
    )
    how_many = f"so many may look on at once (at most {WATCHERS})"
    host.add_argument("--watchers", type=watchers(WATCHERS), metavar="N", help=how_many)
    lan(host, "unless a bot plays your side")
    board(host, "tell strangers too, who find it with `fadenet seek` and `fadenet tables --board`")
    ways(host)


def add_join(commands: Subcommands) -> None:
    """`join`: accepts an invitation."""
    join = commands.add("join", ("top.online", "join"), "accept an invitation; the host says what is played")
    join.add_argument(
        "invite",
        nargs="?",
        metavar="INVITE",
        help="the line that the host gave you, - to read it from stdin; without it you are asked for it; or "
        "the name of a player you have played with, who invites you",
    )
    join.add_argument("--deck", type=deck, metavar="D", help=DECK)
    join.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    hint(join)
    usual = f"{HOST_AWAITED_S / 60:.0f} at a terminal, else 0"
    patience = f"wait so many minutes for a host that is not up yet ({usual})"
    join.add_argument("--wait", type=whole, metavar="MINUTES", help=patience)
    door(join, "a free port")
    join.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)
    identity(join)


def add_tables(commands: Subcommands) -> None:
    """`tables`: who plays nearby."""
    tables = commands.add(
        "tables",
        ("top.nearby", "tables"),
        "show who plays nearby, on the networks that this machine is on; a number joins",
        "On a terminal: type the number of a table to join it, Enter to ask again, q to\n"
        "leave. Elsewhere, and with --json, it prints once what there is.\n"
        "What a table says of its bot is its host's word: Elo above greedy. --near-rating\n"
        "adds that to 1500 for the bot's rating, until a few matches with it have told\n"
        "better, and joins the one that is nearest to yours.\n"
        "examples:\n  fadenet tables\n  fadenet tables --near-rating faroe",
    )
    near = "join the bot that is about as strong as you are, as `fadenet history` rates you"
    tables.add_argument("--near-rating", metavar="GAME", help=near)
    too = "show full tables too, where others may look on; their number does that"
    tables.add_argument("--watch-too", action="store_true", help=too)
    tables.add_argument("--deck", type=deck, metavar="D", help=DECK)
    tables.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    hint(tables)
    board(tables, "show the tables of strangers too, on the board")
    door(tables, "a free port")
    identity(tables)


def add_resume(commands: Subcommands) -> None:
    """`resume`: goes on with a match."""
    why = "go on with a match, or give its result to who lacks it"
    resume = commands.add("resume", ("top.online", "resume"), why)
    resume.add_argument("match", nargs="?", default="", metavar="MATCH", help="its id or the start of it")
    hint(resume)
    door(resume, "as before")
    moved = "this data folder was moved here, is the newest, and no copy of it plays: else you seem to cheat"
    resume.add_argument("--moved", action="store_true", help=moved)
    resume.add_argument("--passphrase-file", metavar="FILE", help=PASS)
    resume.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)


def add_matches(commands: Subcommands) -> None:
    """`matches`: the matches of the data folder."""
    matches = commands.add("matches", ("top.online", "matches"), "list the matches of this data folder")
    give_up = "give up an unfinished match for good; its signed file stays"
    matches.add_argument("--forget", metavar="MATCH", help=give_up)
    old = "give up all unfinished ones in which nothing has happened for so many days"
    matches.add_argument("--clear", type=count, metavar="DAYS", help=old)
    matches.add_argument("--yes", action="store_true", help="do it; without this the match stays")
