"""A headless node (`fadenet node`) and how it is doing (`fadenet status`)."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    nullcontext,
)
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet import bots
from fadenet.bots.beside import Beside
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.cli.frame.context import Context, Usage, make_bot
from fadenet.cli.frame.loading import finished_rules
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.parser import USUAL_DELAY
from fadenet.cli.frame.running import run_async
from fadenet.cli.frame.signals import ENDING
from fadenet.cli.net.boards import boarding
from fadenet.cli.net.doors import maps, serving_at
from fadenet.cli.net.offers import TableSpec, read_table, strengths_of, tokens_of, told_apart, unasked
from fadenet.cli.net.relays import boxes_of, helpers_of, own_line, own_token
from fadenet.cli.net.units import print_unit
from fadenet.cli.past.outcomes import outcome_data, outcome_lines
from fadenet.games.decks import Deck
from fadenet.node import play
from fadenet.node.limits import BOARD_LINKS_HEADLESS, TABLES_OFFERED, WATCHERS
from fadenet.node.link.candidates import Address
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Entrant
from fadenet.node.reach.beacon import announcing
from fadenet.node.reach.board import NoticeBoard
from fadenet.node.reach.box_room import BoxRoom
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import TABLES
from fadenet.node.reach.relay import Relay
from fadenet.node.serve import Offered, Service, Terms, TimedCommitter
from fadenet.node.status import EVERY_S, Rate, prometheus, read_status, shares, usage, write_status
from fadenet.node.watch.feed import Feed

USUAL_TABLE = "faroe=greedy"
DRAIN_S = 3_600
"""How long `--drain` waits for running matches."""
PARTING_S = 5
"""How long a node that was told to end takes at most."""
FILES_WANTED = 8_192
SWITCH_S = 0.000_5
"""So long a thread that has come back from the disk waits for the loop. By itself Python lets it wait ten
times that, and to keep a match on disk takes a dozen such waits."""
COLLECT_AFTER = 10_000
"""So many more objects there must be before the garbage collector looks at the youngest."""


def node(ctx: Context) -> int:
    """Offer tables with bots until the end."""
    args = ctx.args
    names = args.table or [USUAL_TABLE]
    if len(set(names)) < len(names) or len(names) > TABLES_OFFERED:
        raise Usage(f"Offer at most {TABLES_OFFERED} tables, each of them once.")
    tables = [read_table(name, ctx.home) for name in names]
    strengths = strengths_of(args.strength or (), tables, ctx.say)
    if args.unit:
        args.table = args.table and [one.name.replace(one.bot, bots.placed(one.bot)) for one in tables]
        return print_unit(ctx, 2 * PARTING_S + (DRAIN_S if args.drain else 0), FILES_WANTED)
    for said in (said for table in tables if ctx.may_ask for said in unasked(table)):
        ctx.say(said)
    if (args.lan or args.board) and len(tables) > TABLES:
        ctx.say(f"Whoever looks around sees the first {TABLES} tables; the invitations of all are good.")
    identity = ctx.identity(args.identity)
    listen = serving_at(ctx)
    start_log(ctx)
    for table in tables:
        make_bot(table.bot).meet(table.kind.rules.name)
    told_apart(tables)
    _take_files()
    sys.setswitchinterval(SWITCH_S)
    with keys.lock(ctx.home):
        tokens = tokens_of(ctx.home, names, ctx.say)
        watch = _watch(args.watch)
        machine = Machine(committer=TimedCommitter())

        def seat(rules: Any, deck: Deck, bot: str) -> Entrant:
            failed = partial(_bot_failed, ctx, bot)
            own = ctx.home, identity, rules, deck, Beside(make_bot(bot), failed), "bot", bots.placed(bot)
            return Entrant(*own, machine, remembers=False, bot_name=bots.public_name(bot))

        def offered(one: TableSpec) -> Offered:
            entrant = partial(seat, one.kind.rules, one.deck, one.bot)
            return Offered(one.name, one.config, entrant, tokens[one.name], watch, strengths.get(one.name))

        def entrant_of(match: str, note: saved.SavedTable) -> Entrant:
            decks = saved.read_secrets(saved.folder_of(ctx.home), match).decks
            return seat(finished_rules(note), Deck(note.deck, "", decks), note.bot)

        _collect_rarely()
        run_async(_Serving(ctx, [*map(offered, tables)], entrant_of, listen).run)
    return 0


def _bot_failed(ctx: Context, bot: str, failed: ProgramFailed) -> None:
    """Say that a program has failed; its match goes on without it."""
    text = f"{failed.message} The rules answer for it in this match."
    ctx.emit({"event": "bot-failed", "bot": bot, "text": text}, [f"bot-failed: {bot}: {text}"])


def _watch(named: int | None) -> Watch:
    """Whether the matches may be watched, and how far behind: for whoever plays against a bot at once."""
    return UNWATCHED if named is None else Watch(True, 0 if named == USUAL_DELAY else named)


def _take_files() -> None:
    """Have as many files open as the system lets this process, or as are wanted."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _collect_rarely() -> None:
    """Spare the garbage collector what is there for good, and have it look less often at what comes: else it
    takes a sixth of the time of a node with hundreds of matches, and stands still for half a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


class _Serving:
    """One run of `fadenet node`."""

    def __init__(
        self,
        ctx: Context,
        offered: Sequence[Offered],
        entrant_of: Callable[[str, saved.SavedTable], Entrant],
        listen: Sequence[Address],
    ) -> None:
        self._ctx = ctx
        self._offered = offered
        self._entrant_of = entrant_of
        self._listen = listen
        self._since = time.time()
        self._rate = Rate(self._since)
        self._left = ctx.args.matches
        self._invited: dict[str, str] = {}
        self._relay: Relay | None = None
        self._board: NoticeBoard | None = None
        self._node: Node
        self._service: Service

    async def run(self) -> None:
        ctx, args, owner = self._ctx, self._ctx.args, self._offered[0].entrant()
        helpers = helpers_of(ctx)
        async with play.open_node(owner, finished=finished_rules, helpers=helpers, maps=maps(ctx)) as node:
            await node.listen(self._listen)
            await node.found(ctx.say)
            self._node, self._service = (
                node,
                Service(
                    node,
                    owner,
                    self._offered,
                    self._entrant_of,
                    finished_rules,
                    self._tell,
                    Terms(args.max, args.keep_days * 86_400, args.watchers or WATCHERS, args.behind_nat),
                ),
            )
            self._invite()
            try:
                async with self._relaying(owner.machine), trio.open_nursery() as nursery:
                    nursery.start_soon(self._keep_status)
                    await nursery.start(self._stop, nursery.cancel_scope)
                    async with self._offering(owner, helpers):
                        await self._service.run()
                    nursery.cancel_scope.cancel()
            finally:
                self._write(ended=True)

    def _invite(self) -> None:
        """Say the invitations, if that is not what was said before: where we can be dialled may change."""
        there = self._service.invitations()
        for name, line in there.items():
            if self._invited.get(name) != line:
                self._ctx.emit({"event": "invite", "table": name, "invite": line}, [f"{name}: {line}"])
        self._invited = there

    @asynccontextmanager
    async def _relaying(self, machine: Machine) -> AsyncGenerator[None]:
        """Be a relay too, if that is wanted."""
        if not self._ctx.args.relay:
            yield
            return
        async with boxes_of(self._ctx, self._node, machine) as boxes:
            self._relay = Relay(self._node, os.urandom, boxes=boxes)
            token = own_token(self._ctx.home, self._ctx.say)
            line = own_line(self._node, token)
            self._ctx.emit({"event": "relay", "line": line}, [line])
            with self._relay.opened(token):
                yield

    @asynccontextmanager
    async def _offering(self, owner: Entrant, helpers: Sequence[Helper]) -> AsyncGenerator[None]:
        """Tell others of the tables: those nearby, and strangers on the board, if that is wanted."""
        ctx = self._ctx
        most, lan = BOARD_LINKS_HEADLESS, bool(ctx.args.lan)
        async with (
            self._announcing(owner),
            boarding(ctx, self._node, owner.identity, helpers, most=most, lan=lan) as self._board,
        ):
            with nullcontext() if self._board is None else self._board.offering(self._service.announced):
                yield

    def _announcing(self, owner: Entrant) -> AbstractAsyncContextManager[None]:
        """Tell those nearby of the tables, if that is wanted."""
        if not self._ctx.args.lan:
            return nullcontext()
        return announcing(self._node, owner.identity, self._service.announced, owner.machine.now)

    def _tell(self, event: str, fields: dict[str, Any]) -> None:
        """One line for each thing that happens."""
        ctx, outcome = self._ctx, fields.pop("outcome", None)
        if outcome is None:
            shown = fields.get("text") or ", ".join(fields.get("names", ())) or fields.get("match", "")[:8]
            lines = [f"{event}: {fields.get('table', '')} {shown}".replace("  ", " ")]
            lines += [fields["watch"]] if "watch" in fields else []
            ctx.emit({"event": event, **fields}, lines)
            return
        lines = [f"{fields['table']}: {line}" for line in outcome_lines(outcome)]
        ctx.emit({"event": event, **fields, **outcome_data(outcome)}, lines)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                self._service.drain()

    async def _stop(
        self, scope: trio.CancelScope, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """SIGTERM ends the node: at once, or with `--drain` when the running matches are over; a second one
        at once. Matches that were cut off go on at the next start."""
        with trio.open_signal_receiver(signal.SIGTERM) as signals:
            task_status.started()
            async for _ in signals:
                if self._service.draining or not self._ctx.args.drain:
                    break
                self._ctx.emit({"event": "draining"}, ["draining"])
                self._service.drain()
                scope.deadline = trio.current_time() + DRAIN_S
        ENDING.heed(signal.SIGTERM)
        gc.disable()  # whatever is left over goes with the process
        scope.cancel()

    # How it is doing.

    async def _keep_status(self) -> None:
        while True:
            self._write()
            await trio.sleep(EVERY_S)
            self._invite()

    def _write(self, ended: bool = False) -> None:
        """Keep the status. A failure is only noted in the counts: the matches go on."""
        try:
            write_status(self._ctx.home, self._status(ended))
        except OSError as error:
            self._service.counts.error = f"status: {error.strerror}"

    def _status(self, ended: bool) -> dict[str, Any]:
        node, service, relay, board = self._node, self._service, self._relay, self._board
        counts, now = service.counts, time.time()
        committer = self._offered[0].entrant().machine.committer
        return {
            "since": int(self._since),
            "ended": ended,
            "tables": self._invited,
            "matches": {
                "now": service.matches,
                "most": self._ctx.args.max,
                "ended": counts.matches,
                "asleep": _unfinished(self._ctx.home) if ended else service.asleep,
            },
            "players": service.players,
            "watchers": node.channels_at(Feed),
            "connections": node.connections,
            "refused": node.refused,
            "circuits": 0 if relay is None else relay.circuits,
            "reservations": 0 if relay is None else relay.reservations,
            "boxes": boxes_status(None if relay is None else relay.boxes),
            "board": {
                "links": 0 if board is None else board.links,
                "notices": 0 if board is None else len(board.notices),
            },
            "decisions": {"ended": counts.decisions, "a_second": self._rate.at(now, counts.decisions)},
            "answer_ms": shares(counts.took),
            "sync_ms": shares(committer.took) if isinstance(committer, TimedCommitter) else {},
            "lag_ms": shares(counts.lagged),
            "lags": service.lags,
            "disk_full": service.disk_is_full,
            "draining": service.draining,
            "faults": counts.faults,
            "mistakes": counts.mistakes,
            "error": counts.error,
            "tasks": trio.lowlevel.current_statistics().tasks_living,
            **usage(),
        }


def boxes_status(boxes: BoxRoom | None) -> dict[str, int]:
    """How much a relay keeps for others."""
    if boxes is None:
        return {"open": 0, "parcels": 0, "bytes": 0}
    return {"open": boxes.store.boxes, "parcels": boxes.store.parcels, "bytes": boxes.store.size}


def _unfinished(home: Path) -> int:
    """How many matches of a data folder are to be gone on with."""
    return sum(not one.finished for one in saved.saved_matches(home))


def status(ctx: Context) -> int:
    """Say how the node of this data folder is doing."""
    there = read_status(ctx.home, time.time())
    if ctx.args.prometheus:
        for line in prometheus(there):
            ctx.put(line)
        return 0
    ctx.emit(there, _status_lines(there))
    return 0


def _status_lines(there: dict[str, Any]) -> list[str]:
    matches, took, sync = there["matches"], there["answer_ms"], there["sync_ms"]
    state = "up" if there["up"] else "not up any more"
    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(there["since"]))
    why = ("draining", "draining"), ("disk_full", "its disk is full"), ("lags", "it has too much to do")
    closed = [said for name, said in why if there["up"] and there[name]]
    refused = ", ".join(f"{count} {reason}" for reason, count in there["refused"].items() if count)
    lines = [
        f"{state}, since {since}; {there['memory_mb']} MB, {there['cpu_seconds']} s of CPU",
        f"matches: {matches['now']} of {matches['most']} now, {matches['ended']} ended, "
        f"{matches['asleep']} asleep until a player comes back",
        f"there: players {there['players']}, onlookers {there['watchers']}, "
        f"connections {there['connections']}, circuits {there['circuits']}",
        f"decisions: {there['decisions']['a_second']} a second"
        + (
            f"; answers: {took['p50']} ms, p95 {took['p95']}, p99 {took['p99']}"
            if took
            else "; no answer yet"
        )
        + (f"; disk: p95 {sync['p95']} ms" if sync else ""),
    ]
    kept = there.get("boxes", {})
    if kept.get("open"):
        lines.append(f"boxes: open {kept['open']}, parcels {kept['parcels']}, {kept['bytes'] / 1e6:.1f} MB")
    board = there.get("board", {})
    lines += [f"board: links {board['links']}, notices {board['notices']}"] if board.get("links") else []
    lines += [f"lets nobody new in: {' and '.join(closed)}"] if closed else []
    lines += [f"refused: {refused}"] if refused else []
    lines += [f"last error: {there['error']}"] if there["error"] else []
    return lines + [f"{name}: {line}" for name, line in there["tables"].items()]
