"""Tables between nodes: somebody sits down, a match is played, how it ended is said and kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet.cli.attending import attend, keep_attending
from fadenet.cli.boards import boarding
from fadenet.cli.context import FAULT_PROVEN, BadInput, BotFailed, Context, make_bot
from fadenet.cli.doors import machine_of, maps, quic_of
from fadenet.cli.ending import Stopped
from fadenet.cli.history import keep
from fadenet.cli.loading import finished_rules
from fadenet.cli.logs import start_log
from fadenet.cli.outcomes import NOBODY, broken_off, outcome_data, outcome_lines, signed_line
from fadenet.cli.parser import USUAL_DELAY
from fadenet.cli.person import NO_SCREEN, LatePerson, options_of, run_async
from fadenet.cli.relays import helpers_of
from fadenet.node import play
from fadenet.node.limits import WATCHERS
from fadenet.node.link.candidates import Address
from fadenet.node.match import saved
from fadenet.node.match.archive import RulesOf
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Entrant, MatchRun, Place
from fadenet.node.match.storage import short_id
from fadenet.node.reach.node import Node
from protocol.faults import PeerFault

BETWEEN_PEOPLE_S = 60
"""How far behind people are looked on at, if nothing else is said: a friend cannot coach."""

Play = Callable[[Place, Say], Callable[[], Awaitable[MatchEnd]]]


def watch_of(ctx: Context) -> Watch:
    """Whether the table of this command may be watched, and how far behind."""
    named: int | None = ctx.args.watch
    if named is None:
        return UNWATCHED
    usual = BETWEEN_PEOPLE_S if ctx.args.bot is None else 0
    return Watch(True, usual if named == USUAL_DELAY else named)


def node_of(
    ctx: Context, owner: Entrant | Place, finished: RulesOf | None = finished_rules
) -> AbstractAsyncContextManager[Node]:
    """The node of this process, found where the command line and the data folder say. finished: as in
    `open_node`."""
    p2p: str | None = getattr(ctx.args, "p2p", None)
    return play.open_node(
        owner,
        finished=finished,
        helpers=helpers_of(ctx),
        maps=maps(ctx),
        p2p=p2p,
        p2p_at=None if p2p is None else quic_of(ctx),
    )


async def host_table(
    ctx: Context,
    table: Entrant,
    listen: Sequence[Address],
    *,
    seats: int = 2,
    say: Say,
    invite: Callable[[str], None],
    hours: int,
    lan: bool = False,
    watch: Watch = UNWATCHED,
    watchers: int = WATCHERS,
    invite_to_watch: Callable[[str], object] = lambda text: None,
) -> MatchEnd:
    """`host_match` with the clock of the command line and the decision timer of the rules."""
    bank, bonus = ctx.args.clock or ctx.settings.clock
    async with (
        node_of(ctx, table) as node,
        boarding(ctx, node, table.identity, helpers_of(ctx), lan=lan) as board,
    ):
        return await play.host_match(
            node,
            table,
            seats=seats,
            listen=listen,
            timer=table.rules.decision_timer,
            bank=bank,
            bonus=bonus,
            hours=hours,
            say=say,
            invite=invite,
            lan=lan,
            watch=watch,
            watchers=watchers,
            invite_to_watch=invite_to_watch,
            board=board,
        )
    raise AssertionError("a match ends with an outcome or an error")


def play_table(ctx: Context, bot: str | None, play: Play, again: str = "") -> int:
    """Sit somebody down (a bot by its name, or the person here), play, and say how it ended.

    again: the match that goes on; "" = a seat is taken, but by no person whose input has ended. The data
    folder is held meanwhile: two nodes with one identity would sign two histories.
    """
    player = make_bot(bot) if bot else None
    if player is None and not again:
        attend()
    with keys.lock(ctx.home):
        identity = ctx.identity(ctx.args.identity)
        start_log(ctx)
        before = _unfinished(ctx.home) - {again}
        runs: list[MatchRun] = []
        try:
            options = options_of(ctx) if player is None else NO_SCREEN
            outcome = run_async(partial(_sit, ctx, identity, player, bot or "", play, runs, again), options)
        except (BadInput, Stopped):
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
    own = outcome.seat if player is None else NOBODY
    ctx.emit(outcome_data(outcome), outcome_lines(outcome, own))
    ctx.say(signed_line(outcome, own))
    ctx.say(f"To check it: fadenet verify {outcome.path}")
    keep(ctx)
    return FAULT_PROVEN if outcome.findings else 0


async def _sit(
    ctx: Context,
    identity: keys.Identity,
    player: Any,
    bot: str,
    play: Play,
    runs: list[MatchRun],
    again: str,
) -> MatchEnd:
    """Play; the match is put into `runs` once it begins."""
    if player is not None:
        own = ctx.home, identity, player, "bot", bot, machine_of(ctx), runs.append
        place = Place(*own, paced=not _lent(ctx))
        return await _until_eof(ctx, play(place, ctx.say))
    person, lobby = LatePerson(ctx), trio.CancelScope()

    def begun(run: MatchRun) -> None:
        lobby.cancel()
        runs.append(run)
        person.begun(run)

    async def stay() -> None:
        with lobby:
            await keep_attending()

    place = Place(ctx.home, identity, person, "human", "", machine_of(ctx), begun)
    async with trio.open_nursery() as nursery:
        if not again:
            nursery.start_soon(stay)
        outcome = await person.run(
            play(place, person.say), lambda o: [*outcome_lines(o, o.seat)[1:], signed_line(o, o.seat)]
        )
        nursery.cancel_scope.cancel()
    return outcome


async def _until_eof(ctx: Context, run: Callable[[], Awaitable[MatchEnd]]) -> MatchEnd:
    """Play; for a node that another one started, the end of stdin is the end of that one, and ours."""
    if not _lent(ctx):
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


def _lent(ctx: Context) -> bool:
    """Whether another node of this machine has started ours, to play against it."""
    return bool(getattr(ctx.args, "until_eof", False))


def _unfinished(home: Path) -> set[str]:
    if not (home / saved.FOLDER).is_dir():
        return set()
    return {m.match for m in saved.saved_matches(home) if not m.finished}


def _left(home: Path, before: set[str], runs: Sequence[MatchRun]) -> str:
    """The match that was left: the one that began, else one that was not there before; "" for none."""
    there = _unfinished(home)
    if runs:
        return runs[0].match if runs[0].match in there else ""
    return min(there - before, default="")


def _go_on(match: str) -> str:
    return f"To go on: fadenet resume {short_id(match)}"
