"""Tables between nodes: somebody sits down, a match is played, how it ended is said and kept."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet.cli.content import legal_deck
from fadenet.cli.context import FAULT_PROVEN, BotFailed, Context, Stopped, make_bot
from fadenet.cli.escape import harmless
from fadenet.cli.history import keep
from fadenet.cli.loading import game_of
from fadenet.cli.outcomes import broken_off, outcome_data, outcome_lines, signed_line
from fadenet.cli.person import NO_SCREEN, LatePerson, options_of, run_async
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, packaged
from fadenet.node import play
from fadenet.node.link.links import Address
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.run import Entrant, MatchRun, Place
from fadenet.node.match.storage import short_id
from keys.files import make_folder, private
from protocol.faults import PeerFault

LOG_FILE = "node.log"
LOG_BYTES_MAX = 1024 * 1024
CLOCK = (600, 5)

Play = Callable[[Place, Say], Callable[[], Awaitable[MatchEnd]]]


def deck_of(rules: Rules, wanted: str | None) -> Deck:
    """The deck that was named, else the first packaged one; BadInput if it is not legal."""
    return legal_deck(rules, wanted or packaged(rules)[0])


def finished_rules(note: saved.SavedTable) -> Rules:
    """The rules of a saved match, which is given to those who lack it whenever a node of ours is up."""
    return game_of(note.game, note.format, note.options.items())


async def host_table(
    ctx: Context,
    table: Entrant,
    listen: Sequence[Address],
    *,
    seats: int = 2,
    say: Say,
    invite: Callable[[str], None],
    hours: int,
) -> MatchEnd:
    """`host_match` with the clock of the command line and the decision timer of the rules."""
    bank, bonus = ctx.args.clock or CLOCK
    return await play.host_match(
        table,
        seats=seats,
        listen=listen,
        timer=table.rules.decision_timer,
        bank=bank,
        bonus=bonus,
        hours=hours,
        say=say,
        invite=invite,
        finished=finished_rules,
    )


def play_table(ctx: Context, bot: str | None, play: Play) -> int:
    """Sit somebody down (a bot by its name, or the person here), play, and say how it ended.

    The data folder is held meanwhile: two nodes with one identity would sign two histories.
    """
    player = make_bot(bot) if bot else None
    with keys.lock(ctx.home):
        identity = ctx.identity(ctx.args.identity)
        start_log(ctx)
        before = _unfinished(ctx.home)
        runs: list[MatchRun] = []
        try:
            options = options_of(ctx) if player is None else NO_SCREEN
            outcome = run_async(partial(_sit, ctx, identity, player, bot or "", play, runs), options)
        except Stopped:
            left = _left(ctx.home, before, runs)
            if left:
                ctx.say(f"The match is kept. {_go_on(left)}")
            raise
        except BotFailed as error:
            kept = f" The match is kept. {_go_on(runs[0].match)}" if runs else ""
            raise BotFailed(error.message + kept) from error
        except PeerFault as fault:
            keep(ctx)
            raise broken_off(fault, runs[0] if runs else None) from fault
    ctx.emit(outcome_data(outcome), outcome_lines(outcome))
    ctx.say(signed_line(outcome))
    ctx.say(f"To check it: fadenet verify {outcome.path}")
    keep(ctx)
    return FAULT_PROVEN if outcome.findings else 0


async def _sit(
    ctx: Context, identity: keys.Identity, player: Any, bot: str, play: Play, runs: list[MatchRun]
) -> MatchEnd:
    """Play; the match is put into `runs` once it begins."""
    if player is not None:
        place = Place(ctx.home, identity, player, "bot", bot, begun=runs.append)
        return await _until_eof(ctx, play(place, ctx.say))
    person = LatePerson(ctx)

    def begun(run: MatchRun) -> None:
        runs.append(run)
        person.begun(run)

    place = Place(ctx.home, identity, person, "human", "", begun=begun)
    return await person.run(play(place, person.say), lambda o: [*outcome_lines(o)[1:], signed_line(o)])


async def _until_eof(ctx: Context, run: Callable[[], Awaitable[MatchEnd]]) -> MatchEnd:
    """Play; for a node that another one started, the end of stdin is the end of that one, and ours."""
    if not getattr(ctx.args, "until_eof", False):
        return await run()
    outcomes: list[MatchEnd] = []

    async def watch() -> None:
        # Not through sys.stdin: a thread that is left inside its lock aborts the interpreter at exit.
        while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 4096, abandon_on_cancel=True):
            pass
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        outcomes.append(await run())
        nursery.cancel_scope.cancel()
    if not outcomes:
        raise Stopped(0)
    return outcomes[0]


def _unfinished(home: Path) -> set[str]:
    if not (home / saved.FOLDER).is_dir():
        return set()
    return {m.match for m in saved.saved_matches(home) if not m.finished}


def _left(home: Path, before: set[str], runs: Sequence[MatchRun]) -> str:
    """The match that was left: the one that began, else one that can be gone on with; "" if there is none."""
    there = _unfinished(home)
    if runs:
        return runs[0].match if runs[0].match in there else ""
    left = sorted(there - before) or sorted(there)
    return left[0] if left else ""


def _go_on(match: str) -> str:
    return f"To go on: fadenet resume {short_id(match)}"


def start_log(ctx: Context) -> None:
    """Keep what the node notes in a file: anything on stderr would tear the screen, errors of a disk too."""
    make_folder(ctx.home)
    logging.raiseExceptions = False
    handler: logging.Handler = _Log(
        ctx.home / LOG_FILE, maxBytes=LOG_BYTES_MAX, backupCount=1, delay=True, encoding="utf-8"
    )
    level = logging.DEBUG if ctx.args.verbose else logging.WARNING
    handler.setFormatter(_OneLine("%(asctime)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


class _Log(logging.handlers.RotatingFileHandler):
    """What a node notes is its player's alone."""

    def _open(self) -> io.TextIOWrapper:
        os.close(private(self.baseFilename, os.O_WRONLY | os.O_CREAT))
        return super()._open()


class _OneLine(logging.Formatter):
    """What somebody else wrote can neither begin a line of its own nor steer the terminal that shows it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return harmless(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(map(harmless, super().formatException(ei).split("\n")))
