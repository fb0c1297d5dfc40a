"""The arguments of `position`, `verify`, `replay`, `record` and `history`."""

from __future__ import annotations

from fadenet.cli.frame.options import LACKED, VIEW, Subcommands, card_sets
from fadenet.cli.frame.parser import count, view, whole

NAMED = "a file, an id that `fadenet matches` lists, or - for stdin"


def add_position(commands: Subcommands) -> None:
    """`position`: a place in a match as a line."""
    position = commands.add(
        "position",
        ("past.positions", "position"),
        "print a place in a match as one line of text, or tell what such a line holds",
        "examples:\n  fadenet position match.fnr --at 57 > here.pos\n  fadenet position here.pos\n"
        "  fadenet play faroe --position here.pos",
    )
    position.add_argument("file", metavar="FILE|LINE", help="a record, a position or its file, - for stdin")
    position.add_argument("--at", type=whole, metavar="N", help="before answer N of the record (the end)")
    position.add_argument("--public", action="store_true", help="leave out what lies hidden")


def add_verify(commands: Subcommands) -> None:
    """`verify`: judges a match file."""
    verify = commands.add(
        "verify",
        ("past.records", "verify"),
        "check a match, result or evidence file offline",
        "exit code: 0 valid, 3 invalid, 4 incomplete, 5 made with other rules or cards,\n"
        "so not judged here, 6 somebody is guilty, 10 a result without its match, which\n"
        "only those who signed it claim",
    )
    verify.add_argument("file", metavar="FILE", help=NAMED)
    card_sets(verify, LACKED)


def add_replay(commands: Subcommands) -> None:
    """`replay`: steps through a match."""
    replay = commands.add(
        "replay",
        ("past.replaying", "replay"),
        "step through a match record or match file, or tell it as text",
        "On a terminal: Left and Right step, Up and Down go by turns, Tab changes the\n"
        "view, ? helps, q leaves. --text is what happened, as players say it; --json is\n"
        "for programs: every answer and event as the record has them, with numbers.\n"
        "--html is a page to send to somebody: any browser shows it, step by step, with\n"
        "no network; --svg is a picture of one position, --cast a film for asciinema.\n"
        "With --seat they hold what that seat sees, and no more; without it the page has\n"
        "every view, picture and film the first one.\n"
        "examples:\n  fadenet replay match.fnr\n  fadenet replay match.fnr --at 57 --seat p2\n"
        "  fadenet replay match.match --text\n  fadenet replay match.fnr --html\n"
        "  fadenet replay match.fnr --svg --at 57 --out turn.svg",
    )
    replay.add_argument("file", metavar="FILE", help=NAMED)
    card_sets(replay, LACKED)
    replay.add_argument(
        "--at", type=whole, default=0, metavar="N", help="begin before answer N, as --json has it"
    )
    replay.add_argument("--seat", type=view, metavar="VIEW", help=VIEW)
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="tell it as lines of text, also on a terminal")
    for kind, what in (
        ("html", "a page of it"),
        ("svg", "a picture of a position"),
        ("cast", "a film of it"),
    ):
        how.add_argument(f"--{kind}", action="store_true", help=f"write {what}")
    replay.add_argument("--out", metavar="OUT", help="where to: a new file (FILE's name), - for stdout")


def add_record(commands: Subcommands) -> None:
    """`record ...`: match records."""
    record = commands.group("record", "match records, the text form of matches (.fnr)")
    check = record.add("check", ("past.replaying", "record_check"), "replay a record and compare all of it")
    check.add_argument("file", metavar="FILE", help=NAMED)
    convert = record.add(
        "convert",
        ("past.replaying", "record_convert"),
        "write a match file as a record, or a record in its canonical form",
        "examples:\n  fadenet record convert match.match match.fnr\n"
        "  fadenet record convert match.fnr --seat public > for-all.fnr",
    )
    convert.add_argument("file", metavar="FILE", help=NAMED)
    card_sets(convert, LACKED)
    convert.add_argument("out", nargs="?", default="-", metavar="OUT", help="where to; stdout without it")
    convert.add_argument(
        "--seat", type=view, metavar="VIEW", help="name only the hidden cards that VIEW knows"
    )


def add_history(commands: Subcommands) -> None:
    """`history`: past matches and ratings."""
    history = commands.add(
        "history",
        ("past.history", "history"),
        "list past matches, ratings, and what came of those against bots",
        "A match was signed by all; or ended: somebody signed its end, not the result;\n"
        "or left: somebody signed no end; or broken off by a proven fault. The last two,\n"
        "and void ones, are not rated. Ratings are Glicko-2, one a game, and this node's\n"
        "own view: of no matches but those it has played. What a bot played in your place\n"
        "does not count, nor do matches on this machine: those are told by themselves.\n"
        "--json is all of it, to take along.",
    )
    history.add_argument("--opponents", action="store_true", help="a line for each opponent and game")
    history.add_argument("--game", metavar="GAME", help="only this game")
    history.add_argument("--limit", type=count, default=20, metavar="N", help="at most so many lines (20)")
