"""What can be typed after `fadenet`: the one description from which arguments, help and completion come.

Each command names the function that runs it as text, so that reading arguments imports none of them.
"""

from __future__ import annotations

import argparse
from functools import cache
from typing import Any

from fadenet.cli.frame.parser import Parser
from fadenet.cli.options.content import content
from fadenet.cli.options.itself import itself
from fadenet.cli.options.nodes import nodes
from fadenet.cli.options.people import people
from fadenet.cli.options.playing import playing
from fadenet.cli.options.records import records
from fadenet.cli.options.shared import Commands, every_command
from fadenet.cli.options.tables import tables

DEFAULTS: dict[str, Any] = {
    "run": None,
    "json": False,
    "plain": None,
    "color": None,
    "ascii": None,
    "no_input": False,
    "quiet": False,
    "verbose": False,
    "home": None,
}
EXAMPLES = """examples:
  fadenet learn faroe                 learn a game by playing, in short lessons
  fadenet play faroe                  a match against a bot on this machine
  fadenet play faroe --net --auto     two nodes, two bots: sit back and watch
  fadenet host faroe                  invite others with the line that it prints
  fadenet join INVITE                 accept an invitation
  fadenet seek faroe --board          look for a stranger to play with
  fadenet verify match.match          check a match that somebody shows you
  fadenet cards faroe t:skill e:fire  look up cards
  fadenet rules faroe chain           look up rules
"""


def read_arguments(argv: list[str]) -> argparse.Namespace:
    """The arguments as a namespace that holds every global option; `ParserExit` for help and mistakes.

    run: None where no command is named. Options that can be set once for all are None if they are not given.
    """
    parser = build_parser()
    args = parser.parse_args(argv)
    for name, value in DEFAULTS.items():
        if not hasattr(args, name):
            setattr(args, name, value)
    if getattr(args, "board_at", None):
        args.board = True
    return args


@cache
def build_parser() -> Parser:
    """The parser of the whole command line; reading arguments changes nothing of it."""
    common = every_command()
    parser = Parser(
        prog="fadenet",
        parents=[common],
        description="Trading-card games between peers: signed messages, shuffles made together,\nno server.",
        epilog=EXAMPLES + "\nfadenet help COMMAND tells more about a command.",
    )
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="print the version")
    commands = Commands(parser, common, metavar="COMMAND")
    for add in (playing, tables, records, people, content, nodes, itself):
        add(commands)
    return parser


class _Version(argparse.Action):
    """Finding out the version takes longer than reading the arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from fadenet.cli.frame.version import version

        print(f"fadenet {version()}", flush=True)
        parser.exit()
