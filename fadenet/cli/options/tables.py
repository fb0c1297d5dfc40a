"""The commands for meeting others at a table, and for going on with a match."""

from __future__ import annotations

import argparse

from fadenet.cli.frame.parser import clock, count, deck, delay, watchers, whole
from fadenet.cli.options.shared import (
    CLOCK,
    DECK,
    GAME,
    PASS,
    Commands,
    board,
    door,
    hosting,
    identity,
    lan,
    mapping,
    match_format,
    ways,
)
from fadenet.node.limits import HOST_AWAITED_S, WATCHERS


def tables(commands: Commands) -> None:
    """`host`, `invite`, `join`, `watch`, `seek`, `tables`, `resume` and `matches`."""
    _host(commands)
    _invite(commands)
    _join(commands)
    _watch(commands)
    _seek(commands)
    _tables(commands)
    _resume(commands)
    _matches(commands)


def _host(commands: Commands) -> None:
    host = commands.add(
        "host",
        ("top.online", "host"),
        "open a table; prints an invitation, one line for all the other players",
        "examples:\n  fadenet host faroe\n  fadenet host faroe --seats 3\n"
        "  fadenet host faroe --format teams\n"
        "  fadenet host faroe --legend vantarel --seats 2\n  fadenet host terrene --format 2v2\n"
        "  fadenet host faroe --listen 127.0.0.1:47070 --clock 900+10",
    )
    host.add_argument("game", metavar="GAME", help=GAME)
    match_format(host)
    hosting(host)
    host.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    host.add_argument(
        "--watch",
        nargs="?",
        type=delay,
        metavar="DELAY",
        help="others may look on, so many seconds behind (60, or 0 if a bot plays your side)",
    )
    how_many = f"how many may look on at once, at most {WATCHERS}, which is usual"
    host.add_argument("--watchers", type=watchers(WATCHERS), metavar="N", help=how_many)
    lan(host, "unless a bot plays your side")
    board(host, "tell strangers too, who find it with `fadenet seek` and `fadenet tables --board`")
    ways(host)


def _invite(commands: Commands) -> None:
    invite = commands.add(
        "invite",
        ("net.inviting", "invite"),
        "open a table for a player you have played with; nothing is pasted",
        "The other player types `fadenet join` and your name, before or after you: both\n"
        "nodes know from the last match what leads to the table, and where yours is.\n"
        "examples:\n  fadenet invite Ann\n  fadenet invite Ann terrene --clock 900+10",
    )
    invite.add_argument("name", metavar="NAME", help="who is invited; see: fadenet contact list")
    invite.add_argument("game", nargs="?", metavar="GAME", help="the game (that of your last match)")
    match_format(invite)
    hosting(invite)
    ways(invite)
    invite.add_argument("--bot", metavar="NAME", help="a bot plays your side")


def _join(commands: Commands) -> None:
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
    usual = f"{HOST_AWAITED_S / 60:.0f} at a terminal, else 0"
    patience = f"wait so many minutes for a host that is not up yet ({usual})"
    join.add_argument("--wait", type=whole, metavar="MINUTES", help=patience)
    door(join, "a free port")
    join.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)
    identity(join)


def _watch(commands: Commands) -> None:
    watch = commands.add(
        "watch",
        ("net.watching", "watch"),
        "look on at a match, and check it while it is played",
        "The line is the one that `fadenet host --watch` prints for that, or an\n"
        "invitation to the table. Two lines to one match, from two players, are compared\n"
        "all the time: then nobody can withhold anything from you. --text is what\n"
        "happens, as players say it; --json is for programs: every answer and event as\n"
        "a record has them.",
    )
    watch.add_argument("invite", nargs="+", metavar="INVITE", help="the line that leads there, - for stdin")
    watch.add_argument("--text", action="store_true", help="tell what happens as lines of text")
    watch.add_argument("--save", metavar="FILE", help="keep the match, for `fadenet verify`")
    share = "show it to others too, who then know your address"
    watch.add_argument("--share", action="store_true", help=share)
    watch.add_argument(
        "--listen", action="append", metavar="ADDR", help="with --share: host:port to listen on (a free port)"
    )
    mapping(watch)
    identity(watch)


def _seek(commands: Commands) -> None:
    seek = commands.add(
        "seek",
        ("net.seeking", "seek"),
        "look for a stranger to play with, on the board",
        "The board has no server: the nodes of all who are on it keep it. Strangers there\n"
        "see your name, your address and what you look for, so say once that you want\n"
        "this: --board. It is entered at nodes of players whom you know, at relays,\n"
        "nearby, and at lines that you type: --board-at LINE.\n"
        "examples:\n  fadenet seek faroe --board\n  fadenet seek faroe --clock 900+10 --people\n"
        "  fadenet seek faroe --board-at LINE",
    )
    seek.add_argument("game", metavar="GAME", help=GAME)
    match_format(seek)
    who = seek.add_mutually_exclusive_group()
    who.add_argument("--people", action="store_true", help="play with nobody but people")
    who.add_argument("--bots", action="store_true", help="play with nobody but bots")
    seek.add_argument("--deck", type=deck, metavar="D", help=DECK)
    seek.add_argument("--clock", type=clock, metavar="C", help=CLOCK)
    seek.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    board(seek, "strangers may see you; kept for the next time")
    unasked = "do not ask those nearby who is on the board"
    seek.add_argument("--no-lan", dest="lan", action="store_false", help=unasked)
    door(seek, "port 47070")
    identity(seek)


def _tables(commands: Commands) -> None:
    tables = commands.add(
        "tables",
        ("top.nearby", "tables"),
        "show who plays nearby, on the networks that this machine is on; a number joins",
        "On a terminal: type the number of a table to join it, Enter to ask again, q to\n"
        "leave. Elsewhere, and with --json, it prints once what there is.",
    )
    too = "show full tables too, where others may look on; their number does that"
    tables.add_argument("--watch-too", action="store_true", help=too)
    tables.add_argument("--deck", type=deck, metavar="D", help=DECK)
    tables.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    board(tables, "show the tables of strangers too, on the board")
    door(tables, "a free port")
    identity(tables)


def _resume(commands: Commands) -> None:
    why = "go on with a match, or give its result to who lacks it"
    resume = commands.add("resume", ("top.online", "resume"), why)
    resume.add_argument("match", nargs="?", default="", metavar="MATCH", help="its id or the start of it")
    door(resume, "as before")
    moved = "this data folder was moved here, is the newest, and no copy of it plays: else you seem to cheat"
    resume.add_argument("--moved", action="store_true", help=moved)
    resume.add_argument("--passphrase-file", metavar="FILE", help=PASS)
    resume.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)


def _matches(commands: Commands) -> None:
    matches = commands.add("matches", ("top.online", "matches"), "list the matches of this data folder")
    give_up = "give up an unfinished match for good; its signed file stays"
    matches.add_argument("--forget", metavar="MATCH", help=give_up)
    old = "give up all unfinished ones in which nothing has happened for so many days"
    matches.add_argument("--clear", type=count, metavar="DAYS", help=old)
    matches.add_argument("--yes", action="store_true", help="do it; without this the match stays")
