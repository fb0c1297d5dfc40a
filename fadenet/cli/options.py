"""What can be typed after `fadenet`: the one description from which arguments, help and completion come.

Each command names the function that runs it as text, so that reading arguments imports none of them.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from fadenet import games
from fadenet.cli.parser import (
    Parser,
    ParserExit,
    circuits,
    clock,
    count,
    delay,
    hours,
    matches_at_once,
    view,
    watchers,
    whole,
)

DEFAULTS: dict[str, Any] = {
    "json": False,
    "plain": False,
    "color": "auto",
    "ascii": False,
    "no_input": False,
    "quiet": False,
    "verbose": False,
    "home": None,
}
EXAMPLES = """examples:
  fadenet play faroe                  a match against a bot on this machine
  fadenet play faroe --net --auto     two nodes, two bots: sit back and watch
  fadenet host faroe                  invite others with the line that it prints
  fadenet join INVITE                 accept an invitation
  fadenet verify match.match          check a match that somebody shows you
  fadenet cards faroe t:skill e:fire  look up cards
  fadenet rules faroe chain           look up rules
"""
GAME = "the game, such as faroe"
DECK = "a deck file, or the name of a packaged deck"
CLOCK = "time bank of each player in seconds, and how many a decision gives back, such as 600+5"
AS = "which of your identities plays"
VIEW = "whose hidden cards are shown: a seat (p1, p2 ..), public, or all"
PASS = "read the passphrase of the key from the first line of FILE, - for stdin"
CIRCUITS = 64
MATCHES = 64
WATCHERS = 32
USUAL = games.NAMES[0]
"""The game that is meant where none is named."""


def read_arguments(argv: list[str]) -> argparse.Namespace:
    """The arguments as a namespace that holds every global option; `ParserExit` for help and mistakes."""
    parser = build_parser()
    args = parser.parse_args(argv)
    for name, value in DEFAULTS.items():
        if not hasattr(args, name):
            setattr(args, name, value)
    if not hasattr(args, "run"):
        parser.print_help(sys.stderr)
        raise ParserExit(2)
    return args


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    common = _common()
    parser = Parser(
        prog="fadenet",
        parents=[common],
        description="Trading-card games between peers: signed messages, shuffles made together,\nno server.",
        epilog=EXAMPLES + "\nfadenet COMMAND --help tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"fadenet {version()}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    _playing(commands, common)
    _tables(commands, common)
    _kept(commands, common)
    _records(commands, common)
    _people(commands, common)
    _content(commands, common)
    _rest(commands, common)
    return parser


def version() -> str:
    """The version of the installed distribution, or of the checkout's own when it is not installed."""
    from importlib import metadata

    try:
        return metadata.version("fadenet")
    except metadata.PackageNotFoundError:
        return "(checkout)"


def _common() -> argparse.ArgumentParser:
    """Options that every command takes, before its name or behind it."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("options of every command")
    group.add_argument("--json", action="store_true", help="print JSON")
    group.add_argument("--plain", action="store_true", help="plain lines instead of the full screen")
    group.add_argument("--color", choices=("auto", "always", "never"), help="colour on the full screen")
    group.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    group.add_argument("--no-input", action="store_true", help="never ask anything")
    group.add_argument("-q", "--quiet", action="store_true", help="no messages on stderr")
    group.add_argument("-v", "--verbose", action="store_true", help="log more to the data folder")
    group.add_argument(
        "--home", metavar="DIR", help="the data folder; else $FADENET_HOME, else the platform's"
    )
    return common


Commands = Any  # argparse names the type of its own sub-parsers only in private


def _add(
    commands: Commands,
    common: argparse.ArgumentParser,
    name: str,
    run: tuple[str, str],
    help: str,
    epilog: str = "",
) -> Parser:
    parser: Parser = commands.add_parser(
        name, parents=[common], help=help, description=help[0].upper() + help[1:] + ".", epilog=epilog
    )
    parser.set_defaults(run=run)
    return parser


def _group(commands: Commands, common: argparse.ArgumentParser, name: str, help: str) -> Commands:
    parser = commands.add_parser(
        name, parents=[common], help=help, description=help[0].upper() + help[1:] + "."
    )
    return parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)


def _identity(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--as", dest="identity", metavar="NAME", help=AS)
    parser.add_argument("--passphrase-file", metavar="FILE", help=PASS)


def _playing(commands: Commands, common: argparse.ArgumentParser) -> None:
    play = _add(
        commands,
        common,
        "play",
        ("local", "play"),
        "play a match against a bot on this machine",
        "examples:\n  fadenet play faroe\n  fadenet play faroe --bot random --deck my-deck.toml\n"
        "  fadenet play faroe --seats 3\n  fadenet play faroe --format teams\n"
        "  fadenet play faroe --auto --seed 7\n  fadenet play faroe --net",
    )
    play.add_argument("game", metavar="GAME", help=GAME)
    _format(play)
    play.add_argument("--bot", default="greedy", metavar="NAME", help="who plays against you (greedy)")
    play.add_argument("--deck", metavar="D", help=DECK)
    play.add_argument("--seed", type=whole, metavar="S", help="the seed of a local match, to play it again")
    play.add_argument(
        "--position", metavar="P", help="go on from a position: a line of `fadenet position`, or its file"
    )
    play.add_argument("--record", metavar="FILE", help="where to write the record; else the data folder")
    play.add_argument(
        "--net", action="store_true", help="every other seat is a node of its own, over loopback"
    )
    play.add_argument("--auto", action="store_true", help="a bot plays your side too")
    play.add_argument("--clock", type=clock, metavar="C", help=CLOCK)
    _identity(play)


def _tables(commands: Commands, common: argparse.ArgumentParser) -> None:
    host = _add(
        commands,
        common,
        "host",
        ("online", "host"),
        "open a table; prints an invitation, one line for all the other players",
        "examples:\n  fadenet host faroe\n  fadenet host faroe --seats 3\n"
        "  fadenet host faroe --format teams\n"
        "  fadenet host faroe --legend vantarel --seats 2\n  fadenet host terrene --format 2v2\n"
        "  fadenet host faroe --listen 127.0.0.1:47070 --clock 900+10",
    )
    host.add_argument("game", metavar="GAME", help=GAME)
    _format(host)
    _hosting(host)
    host.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    host.add_argument(
        "--watch",
        nargs="?",
        type=delay,
        metavar="DELAY",
        help="others may look on, so many seconds behind (60, or 0 if a bot plays your side)",
    )
    how_many = f"how many may look on at once ({WATCHERS})"
    host.add_argument("--watchers", type=watchers, metavar="N", help=how_many)
    _lan(host, "unless a bot plays your side")
    _ways(host)
    unmapped = "do not ask your router to open the port"
    host.add_argument("--no-map", dest="map", action="store_false", help=unmapped)

    join = _add(
        commands, common, "join", ("online", "join"), "accept an invitation; the host says what is played"
    )
    join.add_argument(
        "invite", metavar="INVITE", help="the line that the host gave you, - to read it from stdin"
    )
    join.add_argument("--deck", metavar="D", help=DECK)
    join.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    _door(join, "a free port")
    join.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)
    _identity(join)

    watch = _add(
        commands,
        common,
        "watch",
        ("watching", "watch"),
        "look on at a match, and check it while it is played",
        "The line is the one that `fadenet host --watch` prints for that, or an\n"
        "invitation to the table. Two lines to one match, from two players, are compared\n"
        "all the time: then nobody can withhold anything from you.",
    )
    watch.add_argument("invite", nargs="+", metavar="INVITE", help="the line that leads there, - for stdin")
    watch.add_argument("--text", action="store_true", help="tell what happens as lines of text")
    watch.add_argument("--save", metavar="FILE", help="keep the match, for `fadenet verify`")
    share = "show it to others too, who then know your address"
    watch.add_argument("--share", action="store_true", help=share)
    watch.add_argument(
        "--listen", action="append", metavar="ADDR", help="with --share: host:port to listen on (a free port)"
    )
    _identity(watch)

    relay = _add(
        commands,
        common,
        "relay",
        ("relays", "relay"),
        "bring players together who cannot dial each other, and carry what they say",
        "It never learns what is played, nor an invitation. Run it where everybody can\n"
        "dial it, and give the line that it prints to those who host:\n"
        "  fadenet relay add LINE     from now on my tables can be joined through it\n"
        "  fadenet relay list         which relays I use\n"
        "  fadenet relay remove NAME  use it no more",
    )
    relay.add_argument("--listen", action="append", metavar="ADDR", help="host:port to listen on")
    relay.add_argument(
        "--for",
        dest="serves",
        choices=("line", "contacts"),
        default="line",
        help="whom it serves: who has its line (line), or of those only players you know",
    )
    most = f"how many circuits it carries at once ({CIRCUITS})"
    relay.add_argument("--circuits", type=circuits, default=CIRCUITS, metavar="N", help=most)
    _identity(relay)
    what = relay.add_subparsers(metavar="[ACTION]", parser_class=Parser)
    add = _add(what, common, "add", ("relays", "relay_add"), "use a relay from now on")
    add.add_argument("line", nargs="+", metavar="LINE", help="the line of `fadenet relay`, - for stdin")
    add.add_argument("--name", metavar="NAME", help="what to call it")
    _add(what, common, "list", ("relays", "relay_list"), "list the relays that you use")
    remove = _add(what, common, "remove", ("relays", "relay_remove"), "use a relay no more")
    remove.add_argument("name", metavar="NAME", help="what you call it")

    node = _add(
        commands,
        common,
        "node",
        ("serving", "node"),
        "offer tables with bots, many matches at once, without any interface",
        "A table is GAME=BOT, or GAME:OPTION=VALUE,..=BOT with the options format, seats,\n"
        "deck, clock and those of the game. Each has one invitation, which stays good.\n"
        "SIGTERM ends it within 5 s; its matches go on at the next start.\n"
        "examples:\n"
        "  fadenet node --table faroe=greedy --table terrene:format=2v2=random\n"
        "  fadenet node --table faroe:clock=300+5=greedy --max 500 --json\n"
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
    how_many = f"how many may look on at a match at once ({WATCHERS})"
    node.add_argument("--watchers", type=watchers, metavar="N", help=how_many)
    node.add_argument("--relay", action="store_true", help="be a relay too")
    kept = "give up matches that nobody has come back to for so many days (7)"
    node.add_argument("--keep-days", type=count, default=7, metavar="D", help=kept)
    drain = "on SIGTERM wait for the running matches, at most an hour; else they go on at the next start"
    node.add_argument("--drain", action="store_true", help=drain)
    node.add_argument("--unit", action="store_true", help="print a systemd unit that runs this, and end")
    node.add_argument(
        "--listen", action="append", metavar="ADDR", help="host:port to listen on; port 0 takes a free one"
    )
    _identity(node)
    _lan(node, "not without this")

    status = _add(
        commands, common, "status", ("serving", "status"), "say how the node of this data folder is doing"
    )
    status.add_argument("--prometheus", action="store_true", help="in the text format of Prometheus")

    tables = _add(
        commands,
        common,
        "tables",
        ("nearby", "tables"),
        "show who plays nearby, on the networks that this machine is on; a number joins",
        "On a terminal: type the number of a table to join it, Enter to ask again, q to\n"
        "leave. Elsewhere, and with --json, it prints once what there is.",
    )
    tables.add_argument("--deck", metavar="D", help=DECK)
    tables.add_argument("--bot", metavar="NAME", help="a bot plays your side")
    _door(tables, "a free port")
    _identity(tables)


def _kept(commands: Commands, common: argparse.ArgumentParser) -> None:
    why = "go on with a match, or give its result to who lacks it"
    resume = _add(commands, common, "resume", ("online", "resume"), why)
    resume.add_argument("match", nargs="?", default="", metavar="MATCH", help="its id or the start of it")
    _door(resume, "as before")
    moved = "this data folder was moved here, is the newest, and no copy of it plays: else you seem to cheat"
    resume.add_argument("--moved", action="store_true", help=moved)
    resume.add_argument("--passphrase-file", metavar="FILE", help=PASS)
    resume.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)

    matches = _add(commands, common, "matches", ("online", "matches"), "list the matches of this data folder")
    give_up = "give up an unfinished match for good; its signed file stays"
    matches.add_argument("--forget", metavar="MATCH", help=give_up)
    matches.add_argument("--yes", action="store_true", help="do it; without this the match stays")

    history = _add(
        commands,
        common,
        "history",
        ("history", "history"),
        "list past matches with others, and ratings",
        "A match was signed by all; or ended: somebody signed its end, not the result;\n"
        "or left: somebody signed no end; or broken off by a proven fault. The last two,\n"
        "and void ones, are not rated. Ratings are Glicko-2, one a game, and this node's\n"
        "own view: of no matches but those it has played.",
    )
    history.add_argument("--opponents", action="store_true", help="a line for each opponent and game")
    history.add_argument("--game", metavar="GAME", help="only this game")
    history.add_argument("--limit", type=count, default=20, metavar="N", help="at most so many lines (20)")


def _records(commands: Commands, common: argparse.ArgumentParser) -> None:
    position = _add(
        commands,
        common,
        "position",
        ("positions", "position"),
        "print a place in a match as one line of text, or tell what such a line holds",
        "examples:\n  fadenet position match.fnr --at 57 > here.pos\n  fadenet position here.pos\n"
        "  fadenet play faroe --position here.pos",
    )
    position.add_argument("file", metavar="FILE|LINE", help="a record, a position or its file, - for stdin")
    position.add_argument("--at", type=whole, metavar="N", help="before answer N of the record (the end)")
    position.add_argument("--public", action="store_true", help="leave out what lies hidden")
    verify = _add(
        commands,
        common,
        "verify",
        ("records", "verify"),
        "check a match, result or evidence file offline",
        "exit code: 0 valid, 3 invalid, 4 incomplete, 5 made with other rules or cards,\n"
        "so not judged here, 6 somebody is guilty, 10 a result without its match, which\n"
        "only those who signed it claim",
    )
    verify.add_argument("file", metavar="FILE", help="the file, - for stdin")
    replay = _add(
        commands,
        common,
        "replay",
        ("replaying", "replay"),
        "step through a match record or match file, or tell it as text",
        "On a terminal: Left and Right step, Up and Down go by turns, Tab changes the\n"
        "view, ? helps, q leaves.\n"
        "examples:\n  fadenet replay match.fnr\n  fadenet replay match.fnr --at 57 --seat p2\n"
        "  fadenet replay match.match --text",
    )
    replay.add_argument("file", metavar="FILE", help="a record or match file, - for stdin")
    replay.add_argument("--at", type=whole, default=0, metavar="N", help="begin before answer N")
    replay.add_argument("--seat", type=view, metavar="VIEW", help=VIEW)
    replay.add_argument("--text", action="store_true", help="as lines of text, also on a terminal")

    record = _group(commands, common, "record", "match records, the text form of matches (.fnr)")
    check = _add(
        record, common, "check", ("replaying", "record_check"), "replay a record and compare all of it"
    )
    check.add_argument("file", metavar="FILE", help="a record or match file, - for stdin")
    convert = _add(
        record,
        common,
        "convert",
        ("replaying", "record_convert"),
        "write a match file as a record, or a record in its canonical form",
        "examples:\n  fadenet record convert match.match match.fnr\n"
        "  fadenet record convert match.fnr --seat public > for-all.fnr",
    )
    convert.add_argument("file", metavar="FILE", help="a record or match file, - for stdin")
    convert.add_argument("out", nargs="?", default="-", metavar="OUT", help="where to; stdout without it")
    convert.add_argument(
        "--seat", type=view, metavar="VIEW", help="name only the hidden cards that VIEW knows"
    )


def _format(parser: argparse.ArgumentParser) -> None:
    """What kind of match it is: see `fadenet.cli.formats`."""
    parser.add_argument("--format", metavar="F", help="the kind of match; see: fadenet formats (duel)")
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    for option in games.OPTIONS.values():
        parser.add_argument(f"--{option.word}", metavar=option.placeholder, help=option.help)


def _door(parser: argparse.ArgumentParser, usual: str) -> None:
    door = parser.add_mutually_exclusive_group()
    where = f"host:port where the others may reach you ({usual})"
    door.add_argument("--listen", action="append", metavar="ADDR", help=where)
    door.add_argument("--no-listen", action="store_true", help="let nobody dial you; you dial the others")
    _ways(parser)


def _ways(parser: argparse.ArgumentParser) -> None:
    """By which ways others are reached."""
    proxy = "go through this SOCKS5 proxy alone (socks5://127.0.0.1:9050), and let nobody dial you"
    parser.add_argument("--proxy", metavar="URL", help=proxy)
    quic = "over QUIC too, with the extra fadenet[p2p]; RELAY: a URL, or default for those of its network"
    parser.add_argument("--p2p", nargs="?", const="", metavar="RELAY", help=quic)


def _lan(parser: argparse.ArgumentParser, usual: str) -> None:
    nearby = f"tell those nearby, who find it with `fadenet tables` ({usual})"
    parser.add_argument("--lan", action=argparse.BooleanOptionalAction, default=None, help=nearby)


def _hosting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen", action="append", metavar="ADDR", help="host:port to listen on; port 0 takes a free one"
    )
    parser.add_argument("--deck", metavar="D", help=DECK)
    parser.add_argument("--clock", type=clock, metavar="C", help=CLOCK)
    parser.add_argument(
        "--hours", type=hours, default=24, metavar="H", help="how long the invitation is good"
    )
    _identity(parser)


def _people(commands: Commands, common: argparse.ArgumentParser) -> None:
    key = _group(commands, common, "key", "your identities")
    new = _add(key, common, "new", ("keys", "key_new"), "make an identity")
    new.add_argument("name", nargs="?", metavar="NAME", help="its name (your login)")
    new.add_argument("--no-passphrase", action="store_true", help="leave the key file unencrypted")
    new.add_argument("--passphrase-file", metavar="FILE", help=PASS)
    show = _add(key, common, "show", ("keys", "key_show"), "show an identity")
    show.add_argument("name", nargs="?", metavar="NAME", help="which one")
    _add(key, common, "list", ("keys", "key_list"), "list your identities")
    change = _add(key, common, "passphrase", ("keys", "key_passphrase"), "change a key file's passphrase")
    change.add_argument("name", nargs="?", metavar="NAME", help="which one")
    change.add_argument("--passphrase-file", metavar="FILE", help="file with the passphrase until now")
    change.add_argument("--new-passphrase-file", metavar="FILE", help="file with the new one; empty for none")
    export = _add(
        key,
        common,
        "export",
        ("keys", "key_export"),
        "print the public key, or copy the key file to FILE",
        "examples:\n  fadenet key export            the line that others add as a contact\n"
        "  fadenet key export aud a.key  a copy to keep or to take to another machine",
    )
    export.add_argument("name", nargs="?", metavar="NAME", help="which one")
    export.add_argument("file", nargs="?", metavar="FILE", help="where to put a copy of the key file")
    read = _add(key, common, "import", ("keys", "key_import"), "add an Ed25519 key file of OpenSSH's format")
    read.add_argument("name", metavar="NAME", help="what to call it")
    read.add_argument("file", metavar="FILE", help="the key file")
    read.add_argument("--passphrase-file", metavar="FILE", help=PASS)

    contact = _group(commands, common, "contact", "the players you know")
    add = _add(contact, common, "add", ("keys", "contact_add"), "add a player by the public key")
    add.add_argument("name", metavar="NAME", help="what you call the player")
    add.add_argument(
        "key", nargs="+", metavar="KEY", help="the line of `fadenet key export`, or a file with it"
    )
    _add(contact, common, "list", ("keys", "contact_list"), "list the players you know")
    for name, run, help in (
        ("show", "contact_show", "show a player, with the words to compare"),
        ("remove", "contact_remove", "forget a player"),
        ("verify", "contact_verify", "note that you have compared the words with the player"),
    ):
        one = _add(contact, common, name, ("keys", run), help)
        one.add_argument("name", metavar="NAME", help="a name, or the start of a fingerprint")
        if name == "verify":
            one.add_argument("--yes", action="store_true", help="the words were the same; do not ask")
        if name != "remove":
            one.add_argument("--as", dest="identity", metavar="NAME", help=AS)
    rename = _add(contact, common, "rename", ("keys", "contact_rename"), "give a player another name")
    rename.add_argument("name", metavar="NAME", help="the name until now")
    rename.add_argument("new_name", metavar="NEW", help="the new name")


def _content(commands: Commands, common: argparse.ArgumentParser) -> None:
    deck = _group(commands, common, "deck", "decks")
    for name, run, help in (
        ("list", "deck_list", "list the decks that come with a game"),
        ("show", "deck_show", "show a deck"),
        ("check", "deck_check", "check a deck against the rules; names every rule that it breaks"),
        ("new", "deck_new", "write a legal deck drawn at random, to start from"),
    ):
        one = _add(deck, common, name, ("content", run), help)
        if name in ("show", "check"):
            one.add_argument("deck", metavar="DECK", help=DECK + ", - for stdin")
        if name == "new":
            one.add_argument("game", metavar="GAME", help=GAME)
            one.add_argument(
                "file", nargs="?", default="-", metavar="FILE", help="where to; stdout without it"
            )
            one.add_argument("--seed", type=whole, metavar="S", help="draw the same deck again")
        if name == "list":
            one.add_argument("game", nargs="?", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
        if name in ("show", "check"):
            one.add_argument("--game", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
    listing = _add(
        commands, common, "formats", ("formats", "formats"), "list the formats of a game, or of all"
    )
    listing.add_argument("game", nargs="?", default="", metavar="GAME", help=GAME)
    cards = _add(
        commands,
        common,
        "cards",
        ("content", "cards"),
        "find cards",
        "query: words of the name, and\n"
        + _queries()
        + "  and - before any of them means not\n"
        + 'example: fadenet cards faroe t:skill e:fire "cost<=2" o:"damage to" -kw:mythical',
    )
    cards.negations = True
    cards.add_argument("game", metavar="GAME", help=GAME)
    cards.add_argument("query", nargs="*", metavar="QUERY", help="which cards; all without it")
    rules = _add(commands, common, "rules", ("content", "rules"), "look up rules by id or by words")
    rules.add_argument("game", metavar="GAME", help=GAME)
    rules.add_argument(
        "words", nargs="*", metavar="ID|WORDS", help="a rule's id, or words; all ids without it"
    )


def _queries() -> str:
    """What the cards of each game are found by, the first line of each behind its name."""
    width = max(map(len, games.NAMES)) + len("in :")
    said = [
        f"  {f'in {name}:' if n == 0 else '':{width}} {line}\n"
        for name, game in games.GAMES.items()
        for n, line in enumerate(game.queries)
    ]
    return "".join(said)


def _rest(commands: Commands, common: argparse.ArgumentParser) -> None:
    bot = _group(commands, common, "bot", "automated players")
    _add(bot, common, "list", ("local", "bot_list"), "list the bots")
    match = _add(
        bot, common, "match", ("local", "bot_match"), "let two bots play, in pairs with seats swapped"
    )
    match.add_argument("a", metavar="A", help="a bot")
    match.add_argument("b", metavar="B", help="a bot")
    match.add_argument("-n", type=count, default=50, metavar="N", help="how many pairs of games (50)")
    match.add_argument("--game", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
    _format(match)
    match.add_argument("--seed", type=whole, default=0, metavar="S", help="the number of the first pair (0)")
    match.add_argument("--workers", type=count, metavar="W", help="processes; one a core without it")
    doctor = _add(
        commands, common, "doctor", ("health", "doctor"), "check this machine, the data folder and the keys"
    )
    net = "how this machine can be reached: asks the own router, relays and network, and nobody else"
    doctor.add_argument("--net", action="store_true", help=net)
    doctor.add_argument("--listen", action="append", metavar="ADDR", help="as with `host`")
    completion = _add(
        commands, common, "completion", ("health", "completion"), "print completions for a shell"
    )
    completion.add_argument(
        "shell", choices=("bash", "zsh", "tcsh"), metavar="SHELL", help="bash, zsh or tcsh"
    )
    _add(commands, common, "version", ("health", "version_"), "print the version")
