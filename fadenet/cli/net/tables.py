"""Tables between nodes: somebody sits down, a match is played, how it ended is said and kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import trio

import keys
from fadenet import bots
from fadenet.bots.beside import Beside
from fadenet.cli.cards.formats import Kind
from fadenet.cli.frame.context import FAULT_PROVEN, BadInput, BotFailed, Context, make_bot
from fadenet.cli.frame.loading import finished_rules
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.parser import USUAL_DELAY, TableTime
from fadenet.cli.frame.signals import TERMINATED, Stopped
from fadenet.cli.net.boards import boarding
from fadenet.cli.net.doors import machine_of, maps, quic_of
from fadenet.cli.net.mailing import hand_over
from fadenet.cli.net.relays import helpers_of
from fadenet.cli.net.turns import tell_turns
from fadenet.cli.past.afterwards import Afterwards, choose_after, ending_lines, is_offered
from fadenet.cli.past.history import keep
from fadenet.cli.past.outcomes import NOBODY, broken_off, outcome_data, outcome_lines, signed_line
from fadenet.cli.seat.attending import attend, keep_attending
from fadenet.cli.seat.person import NO_SCREEN, LatePerson, options_of, run_async
from fadenet.node import play
from fadenet.node.match import saved
from fadenet.node.match.again import Rematch
from fadenet.node.match.archive import RulesOfTable
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Entrant, MatchRun, Participant
from fadenet.node.reach.node import Node
from fadenet.node.sitting import Hosting, config_of
from protocol.faults import PeerFault
from protocol.hello import Config

BETWEEN_PEOPLE_S = 60
"""How far behind people are looked on at, if nothing else is said: a friend cannot coach."""

PlayMatch = Callable[[Participant, Say], Awaitable[MatchEnd]]
"""Plays at a table that somebody sits down at."""


def watch_of(ctx: Context) -> Watch:
    """Whether the table of this command may be watched, and how far behind."""
    named: int | None = ctx.args.watch
    if named is None:
        return UNWATCHED
    usual = BETWEEN_PEOPLE_S if ctx.args.bot is None else 0
    return Watch(True, usual if named == USUAL_DELAY else named)


def node_of(
    ctx: Context, owner: Entrant | Participant, finished: RulesOfTable | None = finished_rules
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


def config_at(ctx: Context, kind: Kind) -> Config:
    """The config of the table of this command, with the decision timer of the rules."""
    times: TableTime = ctx.args.clock or ctx.settings.clock
    return config_of(kind.rules, kind.seats, kind.rules.decision_timer, *times)


async def host_table(ctx: Context, table: Entrant, hosting: Hosting, say: Say) -> MatchEnd:
    """Open a table at the node of this process, on the board too if the command says so, and play."""
    async with (
        node_of(ctx, table) as node,
        boarding(ctx, node, table.identity, helpers_of(ctx), lan=hosting.lan) as board,
    ):
        return await play.host_match(node, table, hosting, say=say, board=board)
    raise AssertionError("a match ends with an outcome or an error")


def play_table(ctx: Context, bot: str | None, play: PlayMatch, again: str = "") -> int:
    """Sit somebody down (a bot by its name, or the person here), play, and say how it ended; and once more
    for as long as all who played want that.

    again: the match that goes on; "" = a seat is taken, but by no person whose input has ended. The data
    folder is held meanwhile: two nodes with one identity would sign two histories.
    """
    goes_on = bool(again)
    if bot is None and not goes_on:
        attend()
    while True:
        sitting = _Sitting(ctx, bot, goes_on)
        code = sitting.play(play, again)
        after = sitting.after
        if after.rematch is None or after.run is None:
            if after.ended is not None and not after.has_left and is_offered(ctx):
                choose_after(ctx, after.menu())
            return code
        play, again, goes_on = _once_more(ctx, after.run, after.rematch), "", True


def _once_more(ctx: Context, run: MatchRun, rematch: Rematch) -> PlayMatch:
    """Play a rematch with what was played before."""
    rules, deck = run.entrant.rules, run.entrant.deck

    async def match(participant: Participant, say: Say) -> MatchEnd:
        async with node_of(ctx, participant) as node:
            return await play.play_again(node, participant, rules, deck, rematch, say=say)
        raise AssertionError("a match ends with an outcome or an error")

    return match


class _Sitting:
    """Somebody who sits at one table. goes_on: whether the match, or its players, are known already."""

    def __init__(self, ctx: Context, bot: str | None, goes_on: bool) -> None:
        self._ctx = ctx
        self._player = Beside(make_bot(bot)) if bot else None
        self._bot = bots.placed(bot) if bot else ""
        self._goes_on = goes_on
        self._runs: list[MatchRun] = []
        self._person = LatePerson(ctx)
        self._person.tell_turns = partial(tell_turns, ctx, screen=True)
        self.after = Afterwards(ctx, self._person)

    def play(self, play: PlayMatch, again: str) -> int:
        """Play, and say how it ended; an exit code. again: the match that goes on, "" = a fresh one."""
        ctx, runs = self._ctx, self._runs
        with keys.lock(ctx.home):
            identity = ctx.identity(ctx.args.identity)
            start_log(ctx)
            if self._player is not None:
                self._player.bot.meet()
            before = _unfinished(ctx.home) - {again}
            try:
                options = options_of(ctx) if self._player is None else NO_SCREEN
                outcome = run_async(partial(self._sit, identity, play), options)
            except (BadInput, Stopped) as left:
                if self.after.ended is not None:
                    self._tell(self.after.ended)
                if runs and runs[0].seat.config.days and getattr(left, "code", 0) != TERMINATED:
                    self._hand_over(identity, over=self.after.ended is not None)
                elif self.after.ended is None and (match := _left(ctx.home, before, runs)):
                    ctx.say(f"The match is kept. {_go_on(match)}")
                raise
            except BotFailed as error:
                kept = f" The match is kept. {_go_on(runs[0].match)}" if runs else ""
                raise BotFailed(error.message + kept) from error
            except PeerFault as fault:
                keep(ctx)
                run = runs[0] if runs else None
                told = (run.file.path, run.names) if run is not None else ()
                raise broken_off(fault, *told) from fault
            self._tell(outcome)
            if runs and runs[0].seat.config.days:
                self._hand_over(identity, over=True)
        return FAULT_PROVEN if outcome.findings else 0

    def _hand_over(self, identity: keys.Identity, over: bool) -> None:
        """Give away what a match by correspondence has for others."""
        hand_over(self._ctx, identity, self._runs[0], answered=self._person.answered, over=over)

    def _tell(self, outcome: MatchEnd) -> None:
        """Say how it ended, and keep that."""
        ctx = self._ctx
        own = outcome.seat if self._player is None else NOBODY
        ctx.emit(outcome_data(outcome), outcome_lines(outcome, own))
        ctx.say(signed_line(outcome, own))
        ctx.say(f"To check it: fadenet verify {outcome.path}")
        keep(ctx)

    async def _sit(self, identity: keys.Identity, play: PlayMatch) -> MatchEnd:
        """Play; the match is put into `runs` once it begins."""
        ctx, person = self._ctx, self._person
        if self._player is not None:
            own = ctx.home, identity, self._player, "bot", self._bot, machine_of(ctx), self._runs.append
            participant = Participant(*own, paced=not _lent(ctx), bot_name=bots.public_name(self._bot))
            return await _until_eof(ctx, partial(play, participant, ctx.say))
        lobby = trio.CancelScope()

        def begun(run: MatchRun) -> None:
            lobby.cancel()
            self._runs.append(run)
            person.begun(run)

        async def stay() -> None:
            with lobby:
                await keep_attending()

        participant = Participant(
            ctx.home, identity, person, "human", "", machine_of(ctx), begun, stay=self.after.stay
        )
        async with trio.open_nursery() as nursery:
            if not self._goes_on:
                nursery.start_soon(stay)
            else:
                nursery.start_soon(person.leave_unasked)
            match = partial(play, participant, person.say)
            outcome = await person.run(match, lambda ended: ending_lines(ended)[1:])
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
    return {m.match for m in saved.saved_matches(home) if not m.finished}


def _left(home: Path, before: set[str], runs: Sequence[MatchRun]) -> str:
    """The match that was left: the one that began, else one that was not there before; "" for none."""
    there = _unfinished(home)
    if runs:
        return runs[0].match if runs[0].match in there else ""
    return min(there - before, default="")


def _go_on(match: str) -> str:
    return f"To go on: fadenet resume {short_id(match)}"
