"""Relays: to be one (`fadenet relay`), and to use those of others (`fadenet relay add`, `list`, `remove`)."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated

import msgspec

import keys
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage, first_line
from fadenet.cli.frame.filetypes import INVITATION, RELAY, refuse_other_line
from fadenet.cli.frame.running import run_async
from fadenet.cli.net.boards import boarding
from fadenet.cli.net.doors import maps, serving_at
from fadenet.node import play
from fadenet.node.errors import BadInvite
from fadenet.node.limits import BOARD_LINKS_HEADLESS, INVITE_TEXT
from fadenet.node.link.candidates import Address, RelayAddress
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.lobby.invite import Invite, make_invite, new_token, parse_relay_line
from fadenet.node.match.host import Machine
from fadenet.node.reach.box_room import BoxRoom, keeping_boxes
from fadenet.node.reach.box_store import FOLDER as BOXES_FOLDER
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.relay import Relay
from keys import UserError
from keys.errors import IdentityNotFound
from keys.files import exclusive, make_folder, read_private, remove_drafts, replace_private

FILE, LOCK_FILE = "relays.json", "relays.lock"
TOKEN_FILE, BOXES_LOCK = "relay.token", "boxes.lock"
RELAYS_MAX = 16
FILE_BYTES = 64 * 1024
NAME_CHARS = 64
_VERSION = 1


class _SavedRelay(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_CHARS)]
    line: Annotated[str, msgspec.Meta(max_length=INVITE_TEXT)]


class _RelayFile(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    relays: Annotated[list[_SavedRelay], msgspec.Meta(max_length=RELAYS_MAX)]


# To use one.


def helpers_of(ctx: Context) -> list[Helper]:
    """The relays at which our tables are to be found. Raises `BadInput` for a file that makes no sense."""
    return [_helper(one) for one in _read(ctx.home)]


def relay_add(ctx: Context) -> int:
    """Use a relay from now on; one that is known already by its key is put in its place."""
    text = first_line(INVITE_TEXT) if ctx.args.line == ["-"] else "".join(ctx.args.line)
    refuse_other_line(text, RELAY, INVITATION)
    line = parse_relay_line(text)
    name = ctx.args.name or _host(line)
    if not name.isprintable() or len(name) > NAME_CHARS:
        raise Usage(f"A relay is called by at most {NAME_CHARS} printable characters: --name NAME")
    made = _SavedRelay(name, make_invite(line))
    make_folder(ctx.home)
    with exclusive(ctx.home / LOCK_FILE, wait=True):
        known = [one for one in _read(ctx.home) if _helper(one).fingerprint != line.fingerprint]
        if name in [one.name for one in known]:
            raise Usage(f"Another relay is called {name}; give this one a name: --name NAME")
        if len(known) >= RELAYS_MAX:
            raise BadInput(f"{RELAYS_MAX} relays are all that are used; see: fadenet relay remove NAME")
        _write(ctx.home, [*known, made])
    ctx.emit({"relay": name, "line": made.line}, [])
    ctx.say(f"Your tables can be joined through {name} from now on.")
    return 0


def relay_list(ctx: Context) -> int:
    """List the relays that are used."""
    known = _read(ctx.home)
    data = [{"name": one.name, "line": one.line} for one in known]
    ctx.emit({"relays": data}, [f"{one.name:16} {_where(_helper(one))}" for one in known])
    if not known:
        ctx.say(
            "No relay is used. Ask somebody who runs `fadenet relay` for its line: fadenet relay add LINE"
        )
    return 0


def relay_remove(ctx: Context) -> int:
    """Use a relay no more."""
    if ctx.args.name not in [one.name for one in _read(ctx.home)]:
        raise NotFound(f"No relay is called {ctx.args.name!r}; see: fadenet relay list")
    with exclusive(ctx.home / LOCK_FILE, wait=True):
        _write(ctx.home, [one for one in _read(ctx.home) if one.name != ctx.args.name])
    ctx.emit({"removed": ctx.args.name}, [])
    ctx.say(f"{ctx.args.name} is used no more.")
    return 0


def _helper(known: _SavedRelay) -> Helper:
    try:
        line = parse_relay_line(known.line)
    except BadInvite as error:
        raise BadInput(f"The relay {known.name} in {FILE} cannot be read: {error.message}") from error
    return Helper(line.fingerprint, line.token, line.candidates, known.name)


def _host(line: Invite) -> str:
    """The name of a relay that nobody has named: the host of the first candidate in its line."""
    first = line.candidates[0]
    return first.host if isinstance(first, Address | RelayAddress) else str(first)


def _where(helper: Helper) -> str:
    return ", ".join(map(str, helper.candidates))


def _read(home: Path) -> list[_SavedRelay]:
    try:
        file = msgspec.json.decode(read_private(home / FILE, FILE_BYTES), type=_RelayFile)
    except IdentityNotFound:
        return []
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"{home / FILE} makes no sense: {error}. Mend it, or take it away.") from error
    if file.version != _VERSION:
        raise BadInput(f"{home / FILE} is of version {file.version}, not {_VERSION}: update this program.")
    return file.relays


def _write(home: Path, known: list[_SavedRelay]) -> None:
    data = {"version": _VERSION, "relays": [{"name": one.name, "line": one.line} for one in known]}
    remove_drafts(home / FILE)
    replace_private(home / FILE, json.dumps(data, indent=1).encode())


# To be one.


def relay(ctx: Context) -> int:
    """Be a relay until the end."""
    args = ctx.args
    identity = ctx.identity(args.identity)
    listen = serving_at(ctx)

    def wanted(peer: bytes) -> bool:
        return args.serves == "line" or keys.Contacts.load(ctx.home).get(peer) is not None

    async def serve() -> None:
        async with play.open_bare(identity, maps=maps(ctx)) as node:
            await node.listen(listen)
            await node.found(ctx.say)
            token, said = own_token(ctx.home, ctx.say), ""
            board = boarding(ctx, node, identity, helpers_of(ctx), most=BOARD_LINKS_HEADLESS)
            async with boxes_of(ctx, node, Machine()) as boxes, board:
                with Relay(node, os.urandom, wanted, args.circuits, boxes=boxes).opened(token):
                    while True:
                        if (text := own_line(node, token)) != said:
                            ctx.emit({"event": "relay", "line": text}, [text])
                            ctx.say("Give this line to those who host: fadenet relay add LINE")
                            said = text
                        await node.readdressed()

    run_async(serve)
    return 0


@asynccontextmanager
async def boxes_of(ctx: Context, node: Node, machine: Machine) -> AsyncGenerator[BoxRoom | None]:
    """The boxes of the relay that a node is, in our data folder, as long as the block runs; None with
    `--no-boxes`, or where they cannot be kept, which is said."""
    async with AsyncExitStack() as stack:
        boxes = None
        try:
            if ctx.args.boxes:
                make_folder(ctx.home)
                stack.enter_context(exclusive(ctx.home / BOXES_LOCK, wait=False))
                there = keeping_boxes(node, ctx.home / BOXES_FOLDER, machine.now, machine.committer.run)
                boxes = await stack.enter_async_context(there)
        except (UserError, OSError) as error:
            ctx.say(f"No boxes are kept for players who are not there: {error}")
        yield boxes


def own_line(node: Node, token: bytes) -> str:
    """The line of the relay that a node is, as it can be dialled now."""
    return make_invite(Invite(node.identity.fingerprint, token, 0, node.candidates(), relay=True))


def own_token(home: Path, say: Callable[[str], None]) -> bytes:
    """The token of our own line, the same as long as the data folder lasts; `say` is told if it cannot be
    kept."""
    path = home / TOKEN_FILE
    try:
        token = bytes.fromhex(bytes(read_private(path, 64)).decode("ascii"))
        if len(token) == TOKEN_BYTES:
            return token
        raise ValueError("of the wrong length")
    except IdentityNotFound:
        token = new_token(os.urandom)
        with comfort(say, "This line is good until the relay ends, and not kept"):
            make_folder(home)
            replace_private(path, token.hex().encode())
        return token
    except ValueError as error:
        raise BadInput(f"{path} holds no token; take it away, and a fresh line is made.") from error
