"""The arguments that commands have in common, and `Subcommands`, where commands are added."""

from __future__ import annotations

import argparse
from typing import Any

from fadenet import games
from fadenet.cli.frame.parser import Parser, clock, count, deck, hours

GAME = "the game, such as faroe"
LACKED = "a card set that it was played with, where that is not kept here: its file"
SET = "with this card set: a file, or the code of one that is kept"
DECK = "the name of a deck of yours or of a packaged one, or a deck file"
CLOCK = "seconds in a time bank + given back for a decision, as 600+5, or days for each: days:3"
AS = "which of your identities plays"
VIEW = "whose hidden cards are shown: a seat (p1, p2 ..), public, or all"
PASS = "read the passphrase of the key from the first line of FILE, - for stdin"
CLUSTER = (
    "--dask is for the scheduler of a cluster, or, as local, for one of processes\n"
    "here. Dask runs what it is sent, by whoever reaches it: use machines of your own\n"
    "alone, in a network of your own or with certificates.\n"
)
USUAL = games.NAMES[0]
"""The game that is meant where none is named."""


def every_command() -> Parser:
    """Options that every command takes, before its name or behind it."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("options of every command")
    group.add_argument("--json", action="store_true", help="print JSON")
    switch = argparse.BooleanOptionalAction
    group.add_argument("--plain", action=switch, help="plain lines instead of the full screen")
    group.add_argument("--color", choices=("auto", "always", "never"), help="colour on the full screen")
    group.add_argument("--ascii", action=switch, help="draw with ASCII only")
    group.add_argument("--no-input", action="store_true", help="never ask anything")
    group.add_argument("-q", "--quiet", action="store_true", help="no messages on stderr")
    group.add_argument("-v", "--verbose", action="store_true", help="log more to the data folder")
    group.add_argument(
        "--home", metavar="DIR", help="the data folder; else $FADENET_HOME, else the platform's"
    )
    return common


class Subcommands:
    """Where commands are added: to `fadenet` itself, or behind the name of a group."""

    def __init__(self, parser: Parser, common: Parser, **settings: Any) -> None:
        """common: the options that each of them takes too."""
        self._added = parser.add_subparsers(parser_class=Parser, prog=parser.prog, **settings)
        self._common = common

    def add(self, name: str, run: tuple[str, str], help: str, epilog: str = "") -> Parser:
        """A command. run: (module of `fadenet.cli`, function), which takes a `Context`."""
        parser = self._parser(name, help, epilog)
        parser.set_defaults(run=run)
        return parser

    def group(self, name: str, help: str) -> Subcommands:
        """A name behind which commands stand that belong together."""
        return Subcommands(self._parser(name, help), self._common, metavar="ACTION", required=True)

    def under(self, parser: Parser, metavar: str) -> Subcommands:
        """Commands behind the name of a command."""
        return Subcommands(parser, self._common, metavar=metavar)

    def _parser(self, name: str, help: str, epilog: str = "") -> Parser:
        description = help[0].upper() + help[1:] + "."
        parents = [self._common]
        return self._added.add_parser(
            name, parents=parents, help=help, description=description, epilog=epilog
        )


def identity(parser: argparse.ArgumentParser) -> None:
    """Options for the identity that plays and its passphrase."""
    parser.add_argument("--as", dest="identity", metavar="NAME", help=AS)
    parser.add_argument("--passphrase-file", metavar="FILE", help=PASS)


def hint(parser: argparse.ArgumentParser) -> None:
    """The option whom `hint` asks."""
    parser.add_argument("--hint", metavar="NAME", help="the bot that `hint` asks")


def computing(parser: argparse.ArgumentParser) -> None:
    """Options for where games of bots are played; `CLUSTER` is what they need to know of one."""
    parser.add_argument("--workers", type=count, metavar="W", help="processes; one a core without it")
    cluster = "play on a cluster of dask, with the extra fadenet[arena]: its scheduler, or local"
    parser.add_argument("--dask", metavar="ADDRESS", help=cluster)


def card_sets(parser: argparse.ArgumentParser, help: str = SET) -> None:
    """The option for card sets of players' own."""
    parser.add_argument("--set", action="append", dest="sets", metavar="SET", help=help)


def match_format(parser: argparse.ArgumentParser) -> None:
    """Options for the kind of match: see `fadenet.cli.cards.formats`."""
    parser.add_argument("--format", metavar="F", help="the kind of match; see: fadenet formats (duel)")
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    card_sets(parser)
    for option in games.OPTIONS.values():
        parser.add_argument(f"--{option.word}", metavar=option.placeholder, help=option.help)


def door(parser: argparse.ArgumentParser, usual: str) -> None:
    """Options for the door by which others come in, and how they are reached."""
    door = parser.add_mutually_exclusive_group()
    where = f"host:port where the others may reach you ({usual})"
    door.add_argument("--listen", action="append", metavar="ADDR", help=where)
    door.add_argument("--no-listen", action="store_true", help="let nobody dial you; you dial the others")
    ways(parser)


def ways(parser: argparse.ArgumentParser) -> None:
    """Options for the ways by which others are reached."""
    way = parser.add_mutually_exclusive_group()
    proxy = "go through this SOCKS5 proxy alone (socks5://127.0.0.1:9050), and let nobody dial you"
    way.add_argument("--proxy", metavar="URL", help=proxy)
    quic = "over QUIC too, with the extra fadenet[p2p]; RELAY: a URL, or default for those of its network"
    way.add_argument("--p2p", nargs="?", const="", metavar="RELAY", help=quic)
    mapping(parser)


def mapping(parser: argparse.ArgumentParser) -> None:
    """The option whether the router is asked for a port."""
    unmapped = "do not ask your router to open the port"
    parser.add_argument("--no-map", dest="map", action="store_false", help=unmapped)


def lan(parser: argparse.ArgumentParser, usual: str) -> None:
    """The option whether those nearby are told."""
    nearby = f"tell those nearby, who find it with `fadenet tables` ({usual})"
    parser.add_argument("--lan", action=argparse.BooleanOptionalAction, default=None, help=nearby)


def board(parser: argparse.ArgumentParser, what: str) -> None:
    """Options whether the node is on the board of strangers, and where that is entered."""
    parser.add_argument("--board", action="store_true", help=what)
    line = "the same, entered by an invitation or a relay's line of a node on the board; kept for next time"
    parser.add_argument("--board-at", action="append", metavar="LINE", help=line)


def hosting(parser: argparse.ArgumentParser) -> None:
    """Options for a table that is opened: where it listens, its deck, clock and invitation, and who plays."""
    parser.add_argument(
        "--listen", action="append", metavar="ADDR", help="host:port to listen on; port 0 takes a free one"
    )
    parser.add_argument("--deck", type=deck, metavar="D", help=DECK)
    parser.add_argument("--clock", type=clock, metavar="C", help=CLOCK)
    parser.add_argument(
        "--hours", type=hours, default=24, metavar="H", help="how long the invitation is good"
    )
    hint(parser)
    identity(parser)
