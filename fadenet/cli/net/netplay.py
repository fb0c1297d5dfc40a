"""`fadenet play --net`: every other seat is a node on this machine, a process and an identity of its own.

Each of them lives in a folder of its own inside the data folder, so that a match that was left can go on;
when the match is over the folders go.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet import bots
from fadenet.bots.fnbot.logs import take_over
from fadenet.cli.cards.formats import Kind
from fadenet.cli.frame.context import BotFailed, Context
from fadenet.cli.frame.starting import own_command
from fadenet.games.decks import Deck
from keys.files import make_folder
from keys.names import own_name, peer_name

FOLDER = "opponents"
PARTING_S = 10.0
"""How long an opponent may take to leave by itself when the match is over."""
NAME_SIGNS = 16
_ERRORS_BYTES_MAX = 65_536


def play_net(ctx: Context, kind: Kind, decks: Sequence[tuple[str, Deck]]) -> int:
    """Host a match on loopback and play it with bots in their own processes. decks: by seat, ours first."""
    from fadenet.cli.net import tables
    from fadenet.node.link.candidates import Address
    from fadenet.node.sitting import Hosting

    async def host(place: Any, say: Callable[[str], None]) -> Any:
        table = replace(place, paced=False).entrant(kind.rules, decks[0][1])
        homes = [new_home(ctx.home, bots.called(ctx.args.bot)) for _ in decks[1:]]
        invited, over = trio.Event(), trio.Event()
        invite = ""

        def hand_over(text: str) -> None:
            nonlocal invite
            invite = text
            invited.set()

        async def sit_down(home: Path, deck: str) -> None:
            await invited.wait()
            door = ["--listen", "127.0.0.1:0"] if kind.seats > 2 else ["--no-listen"]
            await against(home, ["join", "-", "--bot", ctx.args.bot, "--deck", deck, *door], invite, over)

        hosting = Hosting(tables.config_at(ctx, kind), [Address("127.0.0.1", 0)], hand_over, hours=1)
        try:
            async with trio.open_nursery() as nursery:
                for home, (deck, _) in zip(homes, decks[1:], strict=True):
                    nursery.start_soon(sit_down, home, deck)
                outcome = await tables.host_table(ctx, table, hosting, say)
                over.set()
        finally:
            for home in homes:
                if over.is_set() or not any(home.glob("matches/*.match")):
                    forget(home)
        return outcome

    bot = ctx.args.bot if ctx.args.auto else None
    return tables.play_table(ctx, bot, host)


def new_home(home: Path, name: str) -> Path:
    """A fresh data folder for an opponent of this name, or of what of it an identity may be called."""
    make_folder(home)
    make_folder(home / FOLDER)
    made = home / FOLDER / secrets.token_hex(4)
    keys.IdentityStore(made).create(own_name(peer_name(name).lstrip("-_")[:NAME_SIGNS]) or "bot")
    return made


def homes_of(home: Path, match: str) -> list[Path]:
    """The data folders of those who play in a match that was left, if it was played on this machine."""
    folder = home / FOLDER
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return [one for one in there if (one / "matches" / f"{match}.match").exists()]


def forget(home: Path) -> None:
    """The match is over, and nobody will need its opponent again; the log of its program stays with us."""
    with suppress(OSError, keys.UserError):  # a disk that is full costs the notes alone
        take_over(home.parent.parent, home)
    shutil.rmtree(home, ignore_errors=True)


async def against(home: Path, arguments: list[str], line: str, over: trio.Event) -> None:
    """Run an opponent's node until `over` is set and it has left; `line` is what it reads first.

    Raises `BotFailed` if it ends before. It ends with us, however we end: it watches our end of its stdin.
    """
    async with _node(home, arguments) as process:
        assert process.stdin is not None and process.stderr is not None
        errors = bytearray()
        heard = trio.Event()

        async def listen() -> None:
            assert process.stderr is not None
            async for chunk in process.stderr:
                errors.extend(chunk[: max(0, _ERRORS_BYTES_MAX - len(errors))])
            heard.set()

        async def watch() -> None:
            code = await process.wait()
            if not over.is_set() and code:
                if code < 0:
                    raise BotFailed(f"The opponent's node was ended by {_signal(-code)}.")
                with trio.move_on_after(PARTING_S):  # a child of its own may hold its stderr open
                    await heard.wait()
                last = errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
                raise BotFailed(
                    f"The opponent's node has ended with {code}: {last[:300] or 'it said nothing'}"
                )

        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            nursery.start_soon(watch)
            with suppress(trio.BrokenResourceError):  # it has ended already, and `watch` says so
                await process.stdin.send_all(line.encode() + b"\n")
            await over.wait()
            with trio.move_on_after(PARTING_S):
                await process.wait()
            nursery.cancel_scope.cancel()


def _signal(number: int) -> str:
    """A signal by its name, as far as it has one."""
    try:
        return f"the signal {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"


@asynccontextmanager
async def _node(home: Path, arguments: list[str]) -> AsyncIterator[trio.Process]:
    """A fadenet of the same code as this one, ended for certain with the block."""
    process = await trio.lowlevel.open_process(
        [*own_command(), "--home", str(home), "--no-input", *arguments, "--until-eof"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=os.name == "posix",  # Ctrl-C is for us alone; we end the opponent
    )
    try:
        yield process
    finally:
        with trio.CancelScope(shield=True):
            if process.returncode is None:
                process.terminate()
                with trio.move_on_after(PARTING_S / 4):
                    await process.wait()
            if process.returncode is None:
                process.kill()
            await process.wait()
            for stream in (process.stdin, process.stderr):
                if stream is not None:
                    await stream.aclose()
