"""The board of strangers: to be on it (`--board`), and where it is entered.

That is at nodes of contacts and of hosts played with, at relays, nearby, at lines that were typed, and
at whoever was linked with the last time.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated

import msgspec

import keys
from fadenet.cli.frame import settings
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context
from fadenet.cli.net.doors import proxied
from fadenet.node.limits import BOARD_LINKS_TAKEN
from fadenet.node.link.candidates import Candidate, HexCandidate, pack_candidate, unpack_candidates
from fadenet.node.lobby.invite import parse_any_line
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.reach.board import NoticeBoard, open_board
from fadenet.node.reach.known import First
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.posts import Other
from keys.errors import IdentityNotFound
from keys.files import make_folder, read_private, remove_drafts, replace_private
from protocol.faults import BadEncoding

log = logging.getLogger(__name__)

FILE = "board.json"
FILE_BYTES = 256 * 1024
KEPT = 64
"""Nodes that were linked with, for the next time."""
MATCHES_LOOKED = 64
"""Matches whose players may be on the board, the latest ones."""
LINES = 32
_VERSION = 1

_Fingerprint = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}\\Z")]


class _KnownNode(msgspec.Struct, forbid_unknown_fields=True):
    key: _Fingerprint
    where: Annotated[list[HexCandidate], msgspec.Meta(max_length=8)]


class _BoardFile(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    known: Annotated[list[_KnownNode], msgspec.Meta(max_length=KEPT)]


# To be on it.


@asynccontextmanager
async def boarding(
    ctx: Context,
    node: Node,
    identity: keys.Identity,
    helpers: Sequence[Helper],
    *,
    most: int = BOARD_LINKS_TAKEN,
    lan: bool = False,
) -> AsyncGenerator[NoticeBoard | None]:
    """Be on the board while the block runs, if the command says so; afterwards it is kept who is there.
    helpers: relays that we use; most: links that are taken; lan: whether those nearby are asked who is on
    it."""
    if not getattr(ctx.args, "board", False):
        yield None
        return
    firsts = list(firsts_of(ctx, helpers))
    asks = lan and not proxied(ctx)
    async with open_board(node, identity, Machine().now, firsts, most=most, lan=asks) as board:
        try:
            yield board
        finally:
            _keep(ctx, board.gossip.known.kept(KEPT))


def lines_of(ctx: Context) -> list[str]:
    """The lines that lead to the board: those that are set, and those of this command, which are set from now
    on. Raises `BadInvite` for what is none."""
    typed = list(getattr(ctx.args, "board_at", None) or ())
    for line in typed:
        parse_any_line(line)
    known = list(dict.fromkeys([*typed, *ctx.settings.board]))[:LINES]
    if typed:
        with comfort(ctx.say, "The line leads there this time, and is not remembered"):
            settings.change(ctx.home, {"board": known})
    return known


def firsts_of(ctx: Context, helpers: Sequence[Helper]) -> Iterator[First]:
    """Where the board is entered."""
    for text in lines_of(ctx):
        line = parse_any_line(text)
        yield First(Other(line.fingerprint, line.candidates), False)
    for helper in helpers:
        yield First(Other(helper.fingerprint, helper.candidates), True)
    known = {one.public for one in keys.Contacts.load(ctx.home)}
    for note in _notes(ctx):
        for peer in note.peers:
            key = bytes.fromhex(peer.key)
            yield First(Other(keys.fingerprint(key), peer.where), key in known, played=True)
    for one in read_kept(ctx):
        yield First(one, False)


def _notes(ctx: Context) -> list[saved.SavedTable]:
    """The tables of the latest matches."""
    found = saved.saved_matches(ctx.home)
    found.sort(key=lambda one: one.note.when, reverse=True)
    return [one.note for one in found[:MATCHES_LOOKED]]


def read_kept(ctx: Context) -> list[Other]:
    """The nodes that were linked with the last time. A file that makes no sense counts as empty, and is made
    anew."""
    try:
        file = msgspec.json.decode(read_private(ctx.home / FILE, FILE_BYTES), type=_BoardFile)
        if file.version != _VERSION:
            return []
        return [Other(bytes.fromhex(one.key), _unpacked(one.where)) for one in file.known]
    except IdentityNotFound:
        return []
    except (msgspec.DecodeError, BadEncoding, RecursionError) as error:
        log.warning("%s makes no sense: %s; it is written anew", ctx.home / FILE, error)
        return []


def _unpacked(where: list[str]) -> tuple[Candidate, ...]:
    return unpack_candidates([bytes.fromhex(one) for one in where])


def _keep(ctx: Context, known: list[Other]) -> None:
    """Keep who was linked with, unless nobody was. It is worth no error."""
    if not known:
        return
    rows = [
        {"key": one.fingerprint.hex(), "where": [pack_candidate(c).hex() for c in one.candidates]}
        for one in known
    ]
    try:
        make_folder(ctx.home)
        remove_drafts(ctx.home / FILE)
        replace_private(ctx.home / FILE, json.dumps({"version": _VERSION, "known": rows}).encode())
    except (OSError, keys.UserError) as error:
        log.warning("%s is not kept: %s; see to the disk", ctx.home / FILE, error)
