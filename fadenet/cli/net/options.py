"""The arguments of `invite`, `watch`, `seek`, `relay`, `node` and `status`."""

from __future__ import annotations

import argparse

from fadenet.cli.frame.options import (
    CLOCK,
    DECK,
    GAME,
    USUAL,
    Subcommands,
    board,
    card_sets,
    door,
    hint,
    hosting,
    identity,
    lan,
    mapping,
    match_format,
    ways,
)
from fadenet.cli.frame.parser import circuits, clock, count, deck, delay, matches_at_once, watchers
from fadenet.node.limits import CIRCUITS, MATCHES, WATCHERS, WATCHERS_MOST


def add_invite(commands: Subcommands) -> None:
    """`invite`: a table for somebody who is known."""
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


def add_post(commands: Subcommands) -> None:
    """`post`: parcels of matches by correspondence, in and out."""
    post = commands.add(
        "post",
        ("net.mailing", "post"),
        "take and give parcels of matches by correspondence, as text or files",
        "A match by correspondence goes on though its players are never there together:\n"
        "what one has for the other is a parcel, some lines of text to mail or to paste.\n"
        "`post` takes what it finds in a text, says what came of it, and prints what the\n"
        "others lack. A parcel may come twice, late or never: nothing is lost.\n"
        "examples:\n  fadenet host faroe --by-hand\n  fadenet post --file from-ann.txt\n"
        "  fadenet post 4f2a",
    )
    post.add_argument("match", nargs="?", default="", metavar="MATCH", help="whose parcels are printed")
    post.add_argument("--file", action="append", metavar="FILE", help="take this text, in place of stdin")
    post.add_argument("--text", metavar="TEXT", help="take this text itself")
    post.add_argument("--chat", action="store_true", help="few long lines of text, for chats")
    post.add_argument("--deck", type=deck, metavar="D", help=DECK)
    card_sets(post, "a card set of the match that did not come with its invitation")
    post.add_argument("--bot", metavar="NAME", help="a bot decides for you, as far as it can now")
    post.add_argument("--no-boxes", action="store_true", help="by text alone, whatever relays there are")
    claim = "claim that those whose days are over have left the match"
    post.add_argument("--claim", action="store_true", help=claim)
    concede = "give the match up, once it is your turn"
    post.add_argument("--concede", action="store_true", help=concede)
    withdraw = "take an invitation back that has not become a match; see: fadenet inbox"
    post.add_argument("--withdraw", action="store_true", help=withdraw)
    moved = "this data folder was moved here, and no other copy of it plays"
    post.add_argument("--moved", action="store_true", help=moved)
    proxy = "reach relays through this SOCKS5 proxy alone (socks5://127.0.0.1:9050)"
    post.add_argument("--proxy", metavar="URL", help=proxy)
    identity(post)


def add_inbox(commands: Subcommands) -> None:
    """`inbox`: whose turn it is by correspondence."""
    inbox = commands.add(
        "inbox",
        ("net.turns", "inbox"),
        "list the matches by correspondence, those in which it is your turn first",
        "With --wait it says nothing until it is your turn somewhere, and then where: for\n"
        "a status bar or a script. The setting hook.turn has a command run then.\n"
        "examples:\n  fadenet inbox\n  fadenet inbox --wait --json",
    )
    inbox.add_argument("--wait", action="store_true", help="wait until it is your turn in one")


def add_watch(commands: Subcommands) -> None:
    """`watch`: looks on at a match."""
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


def add_seek(commands: Subcommands) -> None:
    """`seek`: looks for a stranger."""
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
    hint(seek)
    board(seek, "strangers may see you; kept for the next time")
    unasked = "do not ask those nearby who is on the board"
    seek.add_argument("--no-lan", dest="lan", action="store_false", help=unasked)
    door(seek, "port 47070")
    identity(seek)


def add_relay(commands: Subcommands) -> None:
    """`relay`: carries what others say; `relay ...`: those that are used."""
    relay = commands.add(
        "relay",
        ("net.relays", "relay"),
        "bring players together who cannot dial each other, and carry what they say",
        "It never learns what is played, nor an invitation. Run it where everybody can\n"
        "dial it, and give the line that it prints to those who host. It also keeps\n"
        "what those who play by correspondence have for each other, sealed.\n"
        "  fadenet relay add LINE     from now on my tables can be joined through it\n"
        "  fadenet relay list         which relays I use\n"
        "  fadenet relay remove NAME  use it no more",
    )
    relay.add_argument("--listen", action="append", metavar="ADDR", help="host:port to listen on")
    mapping(relay)
    relay.add_argument(
        "--for",
        dest="serves",
        choices=("line", "contacts"),
        default="line",
        help="whom it serves: who has its line (line), or of those only players you know",
    )
    most = f"how many circuits it carries at once ({CIRCUITS})"
    relay.add_argument("--circuits", type=circuits, default=CIRCUITS, metavar="N", help=most)
    _no_boxes(relay)
    board(relay, "be on the board of strangers, and keep it up for others")
    identity(relay)
    what = commands.under(relay, "[ACTION]")
    add = what.add("add", ("net.relays", "relay_add"), "use a relay from now on")
    add.add_argument("line", nargs="+", metavar="LINE", help="the line of `fadenet relay`, - for stdin")
    add.add_argument("--name", metavar="NAME", help="what to call it")
    what.add("list", ("net.relays", "relay_list"), "list the relays that you use")
    remove = what.add("remove", ("net.relays", "relay_remove"), "use a relay no more")
    remove.add_argument("name", metavar="NAME", help="what you call it")


def _no_boxes(parser: argparse.ArgumentParser) -> None:
    """The switch of a relay that keeps nothing for others."""
    unkept = "as a relay keep no parcels for players who are not there (else up to 256 MiB of them)"
    parser.add_argument("--no-boxes", dest="boxes", action="store_false", help=unkept)


def add_node(commands: Subcommands) -> None:
    """`node`: offers tables with bots."""
    node = commands.add(
        "node",
        ("net.serving", "node"),
        "offer tables with bots, many matches at once, without any interface",
        "A table is GAME=BOT, or GAME:OPTION=VALUE,..=BOT with the options format, seats,\n"
        "deck, clock and those of the game. Each has one invitation, which stays good.\n"
        "SIGTERM ends it within 5 s; its matches go on at the next start.\n"
        "examples:\n"
        "  fadenet node --table faroe:opening=even=greedy --table terrene=random\n"
        "  fadenet node --table terrene:format=2v2,clock=300+5=greedy --max 500\n"
        "  fadenet status            how it is doing\n"
        "  fadenet node --table faroe=greedy --unit > fadenet.service\n"
        "In a container, from a checkout:\n"
        "  FROM python:3.13-slim\n"
        "  COPY . /src\n"
        "  RUN pip install --no-cache-dir /src && install -d -m 700 -o 1000 /data /marks\n"
        "  USER 1000\n"
        "  ENV FADENET_HOME=/data FADENET_MARKS=/marks LOGNAME=node\n"
        '  VOLUME ["/data", "/marks"]\n'
        "  EXPOSE 47070\n"
        '  ENTRYPOINT ["fadenet", "--no-input", "node", "--table", "faroe=greedy"]',
    )
    node.add_argument("--table", action="append", metavar="T", help=f"what is offered ({USUAL}=greedy)")
    measured = "say how strong the bots of tables are, by a journal of `fadenet bot league` with greedy in it"
    node.add_argument("--strength", action="append", metavar="FILE", help=measured)
    most = f"matches at once at most ({MATCHES})"
    node.add_argument("--max", type=matches_at_once, default=MATCHES, metavar="N", help=most)
    node.add_argument("--matches", type=count, metavar="K", help="end after so many matches")
    node.add_argument(
        "--watch",
        nargs="?",
        type=delay,
        metavar="DELAY",
        help="others may look on, so many seconds behind (0)",
    )
    how_many = f"how many may look on at a match at once, at most {WATCHERS_MOST} ({WATCHERS})"
    node.add_argument("--watchers", type=watchers(WATCHERS_MOST), metavar="N", help=how_many)
    node.add_argument("--relay", action="store_true", help="be a relay too")
    _no_boxes(node)
    crowd = "all guests may come from one address, as through a router or a proxy: 32 at once"
    node.add_argument("--behind-nat", action="store_true", help=crowd)
    kept = "give up matches that nobody has come back to for so many days (7)"
    node.add_argument("--keep-days", type=count, default=7, metavar="D", help=kept)
    drain = "on SIGTERM wait for the running matches, at most an hour; else they go on at the next start"
    node.add_argument("--drain", action="store_true", help=drain)
    node.add_argument("--unit", action="store_true", help="print a systemd unit that runs this, and end")
    node.add_argument(
        "--listen", action="append", metavar="ADDR", help="host:port to listen on; port 0 takes a free one"
    )
    mapping(node)
    identity(node)
    lan(node, "not without this")
    board(node, "tell strangers too, on the board")


def add_status(commands: Subcommands) -> None:
    """`status`: how a node is doing."""
    status = commands.add(
        "status", ("net.serving", "status"), "say how the node of this data folder is doing"
    )
    status.add_argument("--prometheus", action="store_true", help="in the text format of Prometheus")
