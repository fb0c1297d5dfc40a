"""The tables nearby, and on the board of strangers: `tables` lists them, and joins the one whose number is
typed, or looks on there where all seats are taken."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

import trio

import keys
from fadenet.cli.frame.context import Context, NotFound, folded, make_bot
from fadenet.cli.frame.loading import described, game_of
from fadenet.cli.frame.logs import start_log
from fadenet.cli.net.boards import boarding
from fadenet.cli.net.doors import machine_of
from fadenet.cli.net.relays import helpers_of
from fadenet.cli.net.watching import watch
from fadenet.cli.past.history import own_rating, ratings_of
from fadenet.cli.seat.person import run_async
from fadenet.cli.top.online import join
from fadenet.engine.cardset import lacking
from fadenet.history import Rated, Rating
from fadenet.history.ratings import MIDDLE
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.lobby.invite import Invite, longest_invite
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.reach.beacon import Neighbour, Neighbours, nearby
from fadenet.node.reach.board import NoticeBoard
from fadenet.node.reach.lan import Sender
from fadenet.node.reach.node import open_node
from fadenet.node.reach.notice import CLOCK_S, HASH_BYTES, Notice, Offer

LOOK_S: Final = 1.2
"""How long is waited for those nearby before they are listed: the third question is asked after 1 s."""
ROWS: Final = 64
"""Tables of one list."""
BOARD_S: Final = 3.0
"""How long the board is waited for besides."""
TYPED_BYTES: Final = 4096
HELP: Final = "Type the number of a table to join it, Enter to ask again, q to leave."
HELP_TOO: Final = (
    "Type the number of a table to join it, or to look on where it is full, Enter to ask again, q to leave."
)
EMPTY: Final = (
    "Nobody nearby has an open table. Asked on {}; guest networks and VPNs often keep devices apart: "
    "paste an invitation instead."
)
ALONE: Final = (
    "Nobody on this machine has an open table, and it is on no network: connect it, or paste an "
    "invitation instead."
)
UNREACHED: Final = (
    "Nobody on the board was reached. Name somebody who is on it: --board-at LINE, which is an invitation or "
    "a relay's line of any node that runs with --board."
)
CLAIMS: Final = (
    "What a table says of its bot is the word of its host: Elo above greedy, within [from, to] as it has "
    "measured. To join the one nearest to your rating: fadenet tables --near-rating GAME"
)
SURE: Final = 200.0
"""The deviation up to which our own rating of a bot counts before what its host says: that of a newcomer is
350, and half a dozen matches bring it here."""
CLOCKS: Final = (
    "note: {} plays nearby, but one of your clocks is wrong by more than "
    f"{CLOCK_S // 60} minutes; set it, and ask again."
)


@dataclass(frozen=True, slots=True)
class Posted:
    """Somebody on the board, who may be anywhere."""

    notice: Notice
    round_trip_s: float | None = None

    @property
    def source(self) -> Sender:
        return Sender("", 0, "board")

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Where to dial it."""
        return self.notice.candidates


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of somebody nearby, or on the board."""

    found: Neighbour | Posted
    table: Offer

    @property
    def key(self) -> tuple[bytes, bytes, str, str]:
        """The values by which a table is the same one: its player's key, token, game and format."""
        return self.found.notice.ik, self.table.token, self.table.game, self.table.format

    @property
    def invite(self) -> str:
        """The invitation to it, "" for a table that is not for everybody."""
        return invitation(self.found, self.table) if self.table.token else ""


def tables(ctx: Context) -> int:
    """List who plays nearby, and join the table that is chosen, or look on there."""
    start_log(ctx)
    contacts, game = keys.Contacts.load(ctx.home), ctx.args.near_rating
    chosen: TableLine | None
    if game is not None:
        described(game)
        chosen = nearest(ctx, game, run_async(partial(_gather, ctx)), contacts)
    elif ctx.json or not ctx.may_ask:
        return run_async(partial(_once, ctx, contacts))
    else:
        chosen = run_async(partial(_choose, ctx, contacts))
    if chosen is None:
        return 0
    if chosen.table.free:
        ctx.args.invite, ctx.args.seated = chosen.invite, chosen.table.bot
        return join(ctx)
    vars(ctx.args).update(invite=[chosen.invite], listen=None, share=False, text=False, save=None)
    return watch(ctx)


@asynccontextmanager
async def _board(ctx: Context) -> AsyncGenerator[NoticeBoard | None]:
    """The board, looked at as nobody in particular, if that is wanted."""
    if not ctx.args.board:
        yield None
        return
    nobody = keys.Identity.from_seed("nobody", os.urandom(32))
    async with (
        open_node(NodeIdentity(nobody), machine_of(ctx).network) as node,
        boarding(ctx, node, nobody, helpers_of(ctx), lan=True) as board,
    ):
        yield board


def _unreached(board: NoticeBoard | None) -> list[str]:
    return [UNREACHED] if board is not None and not board.links else []


@dataclass(frozen=True, slots=True)
class Found:
    """The tables that were found at one look; where was asked; why there are not more."""

    rows: list[TableLine]
    asked: list[str]
    notes: list[str]


async def _gather(ctx: Context) -> Found:
    """Look once."""
    machine = Machine()
    async with (
        nearby(machine.network, machine.now, machine.rng) as neighbours,
        _board(ctx) as board,
    ):
        await trio.sleep(LOOK_S if board is None else BOARD_S)
        rows, asked = rows_of(there(neighbours, board), ctx.args.watch_too), neighbours.interfaces
        return Found(rows, asked, [*notes(asked, neighbours.skewed, bool(rows)), *_unreached(board)])
    raise AssertionError("a look has an end")


async def _once(ctx: Context, contacts: keys.Contacts) -> int:
    found = await _gather(ctx)
    rows = found.rows[:ROWS]
    data = [{"number": n, **row_data(row)} for n, row in enumerate(rows, 1)]
    lines = [line for n, row in enumerate(rows, 1) for line in row_lines(n, row, contacts)]
    ctx.emit({"tables": data, "asked": found.asked}, lines)
    for note in [*found.notes, *_claims(rows)]:
        ctx.say(note)
    return 0


async def _choose(ctx: Context, contacts: keys.Contacts) -> TableLine | None:
    """Show the list until a table is chosen, None = the person leaves."""
    machine, watch_too = Machine(), ctx.args.watch_too
    async with (
        nearby(machine.network, machine.now, machine.rng) as neighbours,
        _board(ctx) as board,
    ):
        while True:
            listing = Listing(ctx, neighbours, contacts, board, watch_too)
            await trio.sleep(LOOK_S if board is None else BOARD_S)
            listing.show()
            found = bool(listing.rows)
            for note in [*notes(neighbours.interfaces, neighbours.skewed, found), *_unreached(board)]:
                ctx.say(note)
            for note in _claims(listing.rows):
                ctx.say(note)
            ctx.say(HELP_TOO if watch_too else HELP)
            while (typed := await listing.typed()) != "":
                if typed is None or typed.lower() in ("q", "quit"):
                    return None
                row = listing.chosen(typed)
                if row is not None:
                    return row
            neighbours.ask_again()
    raise AssertionError("the list ends with a choice")


def nearest(ctx: Context, game: str, found: Found, contacts: keys.Contacts) -> TableLine:
    """Of the tables with a bot at which this game can be played here, the one whose bot is as strong as our
    player, as near as there is; what it goes by is said. Raises `NotFound` where there is none."""
    for note in found.notes:
        ctx.say(note)
    if ctx.args.bot is not None:
        make_bot(ctx.args.bot).meet(game)  # a program says by which name it is rated
    rated = ratings_of(ctx)
    own = own_rating(ctx, rated, game)
    there = [
        (rating, row)
        for row in found.rows
        if row.table.game == game and row.table.free and row.invite and _is_played_here(row.table)
        if (rating := _rating_of(rated, row)) is not None
    ]
    if not there:
        raise NotFound(
            f"No table of {game} here has a bot of which it is known how strong it is. See what there is: "
            "fadenet tables"
        )
    if own is None:
        own = MIDDLE
        whose = "You have" if ctx.args.bot is None else "Your bot has"
        ctx.say(f"{whose} no rating in {game} yet: everybody begins with {own:.0f}, as strong as greedy.")
    rating, row = min(there, key=lambda one: abs(one[0] - own))
    who, said = _who(row.found, contacts, row.table.bot), row.table.strength
    by = f"its host says {said}" if _measured_here(rated, row) is None else "as your matches have shown"
    ctx.say(f"Nearest to {own:.0f} in {game}: {who}, {rating:.0f}; {by}.")
    return row


def _rating_of(rated: Rated, row: TableLine) -> float | None:
    """The rating of the bot at a table: ours, if it is sure enough, else what its host says, counted from
    greedy, which has what everybody begins with; None = nothing is known."""
    ours, said = _measured_here(rated, row), row.table.strength
    if ours is not None:
        return ours.rating
    return None if said is None else MIDDLE + said.elo


def _measured_here(rated: Rated, row: TableLine) -> Rating | None:
    """Our own rating of the bot at a table, if it is sure enough to count before a word."""
    player = row.table.game, row.found.notice.ik, True, row.table.bot
    rating, _ = rated.standing.get(player, (None, 0))
    return rating if row.table.bot and rating is not None and rating.deviation <= SURE else None


def _is_played_here(table: Offer) -> bool:
    """Whether this fadenet has the rules and cards of a table."""
    try:
        rules = game_of(table.game, table.format, table.opts)
    except keys.UserError:
        return False
    return (rules.hash[:HASH_BYTES], rules.card_hash[:HASH_BYTES]) == (table.rules, table.cards)


class Listing:
    """Tables under numbers, each of which means the same as long as the list is not made anew. watch_too:
    also those that are full and may be watched."""

    def __init__(
        self,
        ctx: Context,
        neighbours: Neighbours,
        contacts: keys.Contacts,
        board: NoticeBoard | None = None,
        watch_too: bool = False,
    ) -> None:
        self.rows: list[TableLine] = []
        self._ctx = ctx
        self._neighbours = neighbours
        self._board = board
        self._contacts = contacts
        self._watch_too = watch_too

    def _there(self) -> list[TableLine]:
        return rows_of(there(self._neighbours, self._board), self._watch_too)

    def show(self) -> None:
        """Print the tables that have come since."""
        shown = {row.key: n for n, row in enumerate(self.rows)}
        for row in self._there():
            if row.key in shown:
                self.rows[shown[row.key]] = row
            elif len(self.rows) < ROWS:
                self.rows.append(row)
                for line in row_lines(len(self.rows), row, self._contacts):
                    self._ctx.put(line)

    async def typed(self) -> str | None:
        """The next line that is typed, None at the end of stdin; tables that come meanwhile are shown."""
        lines: list[bytes] = []

        async def look() -> None:
            while True:
                await self._neighbours.changed()
                self.show()

        async def look_at_board(board: NoticeBoard) -> None:
            while True:
                await board.changed()
                self.show()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(look)
            if self._board is not None:
                nursery.start_soon(look_at_board, self._board)
            # Not through sys.stdin: a thread that is left inside its lock aborts the interpreter at exit.
            lines.append(
                await trio.to_thread.run_sync(
                    os.read, sys.stdin.fileno(), TYPED_BYTES, abandon_on_cancel=True
                )
            )
            nursery.cancel_scope.cancel()
        return lines[0].split(b"\n")[0].decode("utf-8-sig", "replace").strip() if lines[0] else None

    def chosen(self, typed: str) -> TableLine | None:
        """The table of this number; None, and why is said, if nothing leads to it."""
        number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
        if not 1 <= number <= len(self.rows):
            self._ctx.say(f"There is no table {typed[:20]} in this list. {HELP}")
            return None
        row = self.rows[number - 1]
        if row.key not in [one.key for one in self._there()]:
            self._ctx.say("This table is no longer open. Enter shows those that are.")
            return None
        if not row.invite:
            name = row.found.notice.name or "the host"
            self._ctx.say(f"This table is not for everybody: ask {name} for an invitation.")
            return None
        return row


def there(neighbours: Neighbours, board: NoticeBoard | None) -> list[Neighbour | Posted]:
    """All who are nearby, and who else is on the board."""
    near: list[Neighbour | Posted] = [*neighbours.found()]
    known = {one.notice.ik for one in near}
    posted = [] if board is None else board.notices
    return [*near, *(Posted(notice) for notice in posted if notice.ik not in known)]


def rows_of(found: Sequence[Neighbour | Posted], watch_too: bool = False) -> list[TableLine]:
    """Their tables that can be reached and have a free seat, or, if that is wanted too, may be watched."""
    rows = [TableLine(one, table) for one in found if one.candidates for table in one.notice.tables]
    return [row for row in rows if row.table.free or (watch_too and row.table.watched)]


def invitation(found: Neighbour | Posted, table: Offer) -> str:
    """The line that leads to a table, with as many candidates as it takes."""
    where, who = found.candidates, found.notice.fingerprint
    return longest_invite(Invite(who, table.token, 0, where, standing=table.standing))


def row_lines(number: int, row: TableLine, contacts: keys.Contacts) -> list[str]:
    """A table as lines of text."""
    table = row.table
    what = saved.played(table.game, table.format, dict(table.opts))
    clock = f"{table.bank}+{table.bonus} s" if table.bank else "no time bank"
    if table.days:
        clock = f"by correspondence, days:{table.days}"
    parts = [f"says {table.strength}"] if table.strength is not None else []
    parts += [f"{table.free} of {table.seats} seats free" if table.free else "full", clock]
    if table.watched:
        parts.append("may be watched")
    if row.found.round_trip_s is not None:
        parts.append(f"{milliseconds(row.found)} ms")
    if isinstance(row.found, Posted):
        parts.append("on the board")
    if not table.token:
        parts.append("by invitation")
    if lacks := lacking(dict(table.opts)):
        come = "joining" if table.free else "looking on"
        sets, them = ("that set is", "it") if len(lacks) == 1 else (f"{len(lacks)} sets are", "them")
        parts.append(f"{sets} not here: {come} fetches {them}")
    return folded(f"{number:>2}  {what}, {_who(row.found, contacts, table.bot)}: {', '.join(parts)}", 4)


def milliseconds(found: Neighbour | Posted) -> int | None:
    """From a question to the answer, at least 1; None as long as none was answered."""
    return None if found.round_trip_s is None else max(1, round(found.round_trip_s * 1000))


def _who(found: Neighbour | Posted, contacts: keys.Contacts, bot: str = "") -> str:
    """The host of a table, by the name that we know the player by, if we do. bot: the one that sits there."""
    notice = found.notice
    known = contacts.get(notice.ik)
    kind = f"the bot {bot}" if bot else "a bot" if notice.kind is PlayerKind.BOT else "a person"
    if known is not None:
        return f"{known.petname} ({kind} you know)"
    if not notice.name:
        return f"somebody ({kind})"
    try:
        contacts.check(notice.ik, notice.name)
    except keys.ContactChanged:
        return f"{notice.name} ({kind}, not the {notice.name} you know)"
    return f"{notice.name} ({kind}, {contacts.familiar(notice.ik, notice.name, int(time.time()))})"


def row_data(row: TableLine) -> dict[str, Any]:
    """A table as JSON has it."""
    notice, table = row.found.notice, row.table
    return {
        "game": table.game,
        "format": table.format,
        "options": dict(table.opts),
        "lacks": lacking(dict(table.opts)),
        "host": notice.name,
        "key": notice.ik.hex(),
        "kind": notice.kind.name.lower(),
        "bot": table.bot or None,
        "says": None if table.strength is None else asdict(table.strength),
        "seats": table.seats,
        "free": table.free,
        "timer": table.timer,
        "bank": table.bank,
        "bonus": table.bonus,
        "days": table.days,
        "watched": table.watched,
        "standing": table.standing,
        "ms": milliseconds(row.found),
        "interface": row.found.source.interface,
        "invite": row.invite or None,
    }


def _claims(rows: Sequence[TableLine]) -> list[str]:
    """A sentence about what tables say of their bots, if one says anything."""
    return [CLAIMS] if any(row.table.strength is not None for row in rows) else []


def notes(interfaces: Sequence[str], skewed: Collection[str], any_: bool) -> list[str]:
    """Why there is nothing, or less than there could be. skewed: whose clock or ours is wrong."""
    said = [CLOCKS.format(name or "somebody") for name in sorted(skewed)]
    if not any_:
        said.append(EMPTY.format(", ".join(interfaces)) if interfaces else ALONE)
    return said
