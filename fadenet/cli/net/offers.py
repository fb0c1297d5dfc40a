"""The tables that a headless node offers: a `--table` as it is typed, and the token by which it is found."""

from __future__ import annotations

import argparse
import json
import os
import re
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fadenet import games
from fadenet.bots import one_name, public_name
from fadenet.bots.arena.strength import Measurement, measured
from fadenet.cli.cards.decks import deck_of
from fadenet.cli.cards.formats import Kind, between_nodes
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import BadInput, Usage, make_bot
from fadenet.cli.frame.parser import CLOCK, TableTime, clock, whole
from fadenet.games.decks import Deck
from fadenet.node.lobby.invite import new_token
from fadenet.node.match.saved import played
from fadenet.node.reach.notice import Strength
from fadenet.node.sitting import config_of
from keys.errors import IdentityNotFound
from keys.files import make_folder, read_private, remove_drafts, replace_private
from protocol.hello import Config

FILE = "node.json"
FILE_BYTES = 256 * 1024
_VERSION = 1
USUAL_BOT = "greedy"


class _TokenFile(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    tables: dict[str, str]


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One `--table`: what is played there, by which bot, with which deck and clock."""

    name: str
    kind: Kind
    bot: str
    deck: Deck
    clock: TableTime

    @property
    def config(self) -> Config:
        rules = self.kind.rules
        return config_of(rules, self.kind.seats, rules.decision_timer, *self.clock)


def read_table(text: str, home: Path) -> TableSpec:
    """Read `GAME[:OPTION=VALUE,..][=BOT]`; home: where our own decks are. Raises `keys.UserError`."""
    game, bot, fields = _parts(text)
    args = Namespace(game=game, format=fields.pop("format", None), seats=None, home=str(home))
    args.sets = [fields.pop("set")] if "set" in fields else []
    deck, typed_clock = fields.pop("deck", None), fields.pop("clock", None)
    try:
        args.seats = whole(seats) if (seats := fields.pop("seats", None)) else None
        times = clock(typed_clock) if typed_clock else CLOCK
    except argparse.ArgumentTypeError as error:
        raise Usage(f"--table {text}: {error}.") from None
    if times.days:
        raise Usage(
            f"--table {text}: whoever comes to a node plays at once. A match by correspondence is begun by: "
            "fadenet host GAME --clock days:3"
        )
    if not times.bank:
        raise Usage(
            f"--table {text}: somebody who leaves would keep the table for ever. Give all a time bank, as in "
            "clock=600+5"
        )
    for name, option in games.OPTIONS.items():
        setattr(args, name, fields.pop(option.word, None))
    if fields:
        raise Usage(f"--table {text}: there is no option {next(iter(fields))!r}. {_FORM}")
    try:
        kind = between_nodes(args)
    except Usage as error:
        raise Usage(f"--table {text}: {error.message}") from None
    make_bot(bot)
    return TableSpec(text, kind, bot, deck_of(home, kind.rules, deck), times)


def unasked(table: TableSpec) -> Iterator[str]:
    """A sentence for each option that a person who sets such a match up is asked for (`Option.asked`), and
    this `--table` does not say: the value that holds, and how the one that is offered first is written."""
    rules, text = table.kind.rules, table.name
    for option in rules.descriptor.taken(rules.format).values():
        if option.asked and f"{option.word}=" not in text:
            front, _, rest = text.partition(":")
            game, is_named, bot = front.partition("=")
            more = f",{rest}" if rest else is_named + bot
            first = option.asked[0][0]
            yield (
                f"{text} has the {option.word} {option.usual}: {dict(option.asked)[option.usual]} "
                f"For {first} write it as {game}:{option.word}={first}{more}"
            )


def told_apart(tables: Sequence[TableSpec]) -> None:
    """See that others can tell the bots apart, whose strengths would get mixed else. Raises `Usage`."""
    seen: dict[tuple[str, str], TableSpec] = {}
    for one in tables:
        name = public_name(one.bot)
        other = seen.setdefault((one.kind.rules.name, name), one)
        if one_name(other.bot) != one_name(one.bot):
            raise Usage(
                f"Others would take the bots of {other.name} and {one.name} for one, {name}. Write both "
                "alike, or give the files or classes of the two other names."
            )


def strengths_of(
    files: Sequence[str], tables: Sequence[TableSpec], say: Callable[[str], None]
) -> dict[str, Strength]:
    """How strong the bots of tables are, by the journals that have measured them; by the names of the tables.
    `say` is told of what was measured some time ago, by other rules or bots than those of now.

    Raises `keys.UserError` for a file that is not such a journal, or tells of none of these tables.
    """
    found: dict[str, Strength] = {}
    for file in files:
        try:
            told = measured(Path(file))
        except OSError as error:
            raise BadInput(f"{file} cannot be read: {error.strerror}. Name a journal: {_JOURNAL}") from None
        fitting = {one.name: told.places[one_name(one.bot)] for one in tables if _is_told_of(one, told)}
        if not fitting:
            what = played(told.variant.game, told.variant.format, dict(told.variant.options))
            bots = ", ".join(place.bot for place in told.places.values())
            raise Usage(f"--strength {file} tells of {what} with {bots}, and no --table is one of these.")
        if told.of_other_rules:
            say(f"{file} was measured by other rules or cards, and counts no more. {_ANEW}")
            continue
        if told.of_other_bots:
            say(f"{file} was measured with other versions of the bots, and still counts. {_ANEW}")
        found |= {name: Strength.measured(place.elo, place.reach) for name, place in fitting.items()}
    return found


_JOURNAL = "fadenet bot league greedy BOT --game GAME --journal NAME"
_ANEW = f"To measure anew, under another name: {_JOURNAL}"


def _is_told_of(table: TableSpec, told: Measurement) -> bool:
    """Whether a journal is of what is played at a table, and of its bot."""
    rules, variant = table.kind.rules, told.variant
    same = rules.name, rules.format, table.kind.seats, dict(rules.options)
    there = variant.game, variant.format, variant.seats, dict(variant.options)
    return same == there and one_name(table.bot) in told.places


_FORM = "Write it as GAME:OPTION=VALUE,OPTION=VALUE=BOT, as in faroe:seats=3,clock=300+5=greedy"


_TABLE = re.compile("([^:=]*)(?::([^,=]*(?:=[^,=]*)?(?:,[^,=]*(?:=[^,=]*)?)*))?(?:=(.*))?", re.DOTALL)
"""Game, options, and the bot, which may have options of its own behind its name."""


def _parts(text: str) -> tuple[str, str, dict[str, str]]:
    """The game, the bot and the options of a `--table`."""
    found = _TABLE.fullmatch(text)
    assert found is not None
    game, rest, bot = found.groups("")
    options = rest.split(",") if rest else []
    fields = {}
    for option in options:
        name, is_given, value = option.partition("=")
        if not (name and is_given and value):
            raise Usage(f"--table {text}: {option!r} is no option with a value. {_FORM}")
        if name in fields:
            raise Usage(f"--table {text}: {name} is there twice. {_FORM}")
        fields[name] = value
    return game, bot or USUAL_BOT, fields


def tokens_of(home: Path, names: Sequence[str], say: Callable[[str], None]) -> dict[str, bytes]:
    """The token of each table, the same as long as the data folder lasts, so that invitations stay good;
    `say` is told if they cannot be kept."""
    try:
        kept = msgspec.json.decode(read_private(home / FILE, FILE_BYTES), type=_TokenFile)
        if kept.version != _VERSION:
            raise ValueError(f"it is of version {kept.version}, not {_VERSION}")
        known = {name: bytes.fromhex(token) for name, token in kept.tables.items()}
    except IdentityNotFound:
        known = {}
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadInput(
            f"{home / FILE} makes no sense: {error}. Take it away, and fresh invitations are made."
        ) from error
    fresh = {name: new_token(os.urandom) for name in names if name not in known}
    if fresh:
        known |= fresh
        data = {"version": _VERSION, "tables": {name: token.hex() for name, token in known.items()}}
        with comfort(say, "These invitations are good until the node ends, and not kept"):
            make_folder(home)
            remove_drafts(home / FILE)
            replace_private(home / FILE, json.dumps(data, indent=1).encode())
    return known
