"""The words that can be typed after `fadenet`: the one description of arguments, help and completion.

The arguments of each command stand in the room of the command, in its `options.py`. They name the function
that runs it as text, so that reading arguments imports none of them.
"""

from __future__ import annotations

import argparse
from functools import cache
from typing import Any

from fadenet.cli.about import options as about
from fadenet.cli.cards import options as cards
from fadenet.cli.frame.options import Subcommands, every_command
from fadenet.cli.frame.parser import Parser
from fadenet.cli.net import options as net
from fadenet.cli.past import options as past
from fadenet.cli.people import options as people
from fadenet.cli.top import options as top

COMMANDS = (
    cards.add_learn,
    cards.add_puzzle,
    top.add_play,
    top.add_bot,
    top.add_host,
    net.add_invite,
    top.add_join,
    net.add_post,
    net.add_inbox,
    net.add_watch,
    net.add_seek,
    top.add_tables,
    top.add_resume,
    top.add_matches,
    past.add_position,
    past.add_verify,
    past.add_replay,
    past.add_record,
    past.add_history,
    people.add_key,
    people.add_contact,
    cards.add_deck,
    cards.add_formats,
    cards.add_cards,
    cards.add_rules,
    net.add_relay,
    net.add_node,
    net.add_status,
    about.add_help,
    about.add_man,
    about.add_config,
    about.add_doctor,
    about.add_completion,
    about.add_version,
)
"""The functions that add them, in the order in which help lists the commands."""
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
    parser.add_argument("-V", "--version", action=_VersionAction, nargs=0, help="print the version")
    commands = Subcommands(parser, common, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    return parser


class _VersionAction(argparse.Action):
    """Finding out the version takes longer than reading the arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from fadenet.cli.frame.version import version

        print(f"fadenet {version()}", flush=True)
        parser.exit()
