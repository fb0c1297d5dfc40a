"""Matches between nodes: `host`, `join`, `node`, `resume` and `matches`."""

from __future__ import annotations

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
from fadenet import games
from fadenet.cli import sparring
from fadenet.cli.content import legal_deck
from fadenet.cli.context import (
    FAULT_PROVEN,
    BadInput,
    Context,
    NotFound,
    Stopped,
    Usage,
    first_line,
    load_game,
    make_bot,
)
from fadenet.cli.formats import between_nodes
from fadenet.cli.history import keep
from fadenet.cli.local import ending
from fadenet.cli.records import game_of
from fadenet.cli.seated import LatePerson, run_async
from fadenet.engine.errors import LoadError
from fadenet.games.decks import Deck, packaged
from fadenet.node import Address, everywhere, match, saved
from fadenet.node.links import parse_address
from fadenet.node.run import Outcome, Place, Table
from keys.files import make_folder
from protocol.faults import PeerFault
from protocol.hello import Config
from protocol.secrets import Secrets

LOG_FILE = "node.log"
LOG_BYTES_MAX = 1024 * 1024
INVITE_BYTES_MAX = 16_384
CLOCK = (600, 5)

Say = Callable[[str], None]
Play = Callable[[Place, Say], Callable[[], Awaitable[Outcome]]]


def host(ctx: Context) -> int:
    """Open a table and play when all its seats are taken."""
    kind = between_nodes(ctx.args)
    deck = deck_of(kind.rules, ctx.args.deck)
    listen = _listen(ctx)

    def play(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        def invite(text: str) -> None:
            ctx.emit({"invite": text}, [text])
            others = "the other player, who types" if kind.seats == 2 else "all other players, who type"
            say(f"Give this line to {others}: fadenet join INVITE")

        table = place.table(kind.rules, deck)
        return partial(
            host_table, ctx, table, listen, seats=kind.seats, say=say, invite=invite, hours=ctx.args.hours
        )

    return play_table(ctx, ctx.args.bot, play)


def join(ctx: Context) -> int:
    """Accept an invitation and play what the host offers."""
    wanted = ctx.args.deck
    if wanted is not None and not Path(wanted).exists():
        known = [name for game in games.NAMES for name in packaged(load_game(game))]
        if wanted not in known:
            raise NotFound(f"There is no deck {wanted!r}, nor a file of that name. See: fadenet deck list")
    text = ctx.args.invite
    if text == "-":
        text = first_line(INVITE_BYTES_MAX)

    def choose(config: Config) -> tuple[Any, Deck]:
        rules = game_of(config.game, config.format, config.opts)
        try:
            return rules, deck_of(rules, wanted)
        except LoadError as error:
            raise BadInput(f"The host plays {rules.name}, and {error}") from None

    listen = () if ctx.args.no_listen else _listen(ctx) if ctx.args.listen else None

    def play(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        return partial(match.join_match, place, choose, text, say=say, listen=listen)

    return play_table(ctx, ctx.args.bot, play)


def node(ctx: Context) -> int:
    """Host match after match with a bot; a faulty peer ends its match and not the node."""
    args = ctx.args
    kind = between_nodes(args)
    deck = deck_of(kind.rules, args.deck)
    make_bot(args.bot)
    listen = _listen(ctx)
    identity = ctx.identity(args.identity)
    start_log(ctx)

    def invite(text: str) -> None:
        ctx.emit({"event": "invite", "invite": text}, [text])

    async def serve() -> None:
        played = 0
        while args.matches is None or played < args.matches:
            table = Table(ctx.home, identity, kind.rules, deck, make_bot(args.bot), "bot", args.bot)
            try:
                outcome = await host_table(
                    ctx, table, listen, seats=kind.seats, say=ctx.say, invite=invite, hours=args.hours
                )
            except PeerFault as fault:
                ctx.emit({"event": "fault", "rule": fault.rule, "text": str(fault)}, [f"fault: {fault}"])
            else:
                ctx.emit({"event": "over", **outcome_data(outcome)}, [outcome_line(outcome)])
            keep(ctx)
            played += 1

    with keys.lock(ctx.home):
        run_async(serve)
    return 0


def resume(ctx: Context) -> int:
    """Go on with a match that was left; an opponent that was a process of ours comes back too."""
    found = match.find_match(ctx.home, ctx.args.match)
    note = saved.read_table(ctx.home, found)
    rules = game_of(note.game, note.format, note.options.items())
    ctx.args.identity = note.name
    try:
        decks = Secrets.load(saved.folder_of(ctx.home).read_secret(found)).decks
    except FileNotFoundError:
        raise BadInput(
            f"Match {found[:8]} is over ({note.result}). "
            f"To read it: fadenet replay {_path(ctx.home, found)} --text"
        ) from None
    opponent = sparring.home_of(ctx.home, found)

    def play(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        table = place.table(rules, Deck(note.deck, "", decks))

        async def run() -> Outcome:
            if opponent is None:
                return await match.resume_match(table, found, say=say)
            over = trio.Event()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(sparring.against, opponent, ["resume", found], "", over)
                outcome = await match.resume_match(table, found, say=say)
                over.set()
            sparring.forget(opponent)
            return outcome

        return run

    return play_table(ctx, note.bot or None, play)


def matches(ctx: Context) -> int:
    """List all matches of the data folder, unfinished ones first."""
    found = match.saved_matches(ctx.home) if (ctx.home / saved.FOLDER).is_dir() else []
    data = [
        {
            "match": m.match,
            "game": m.game,
            "format": m.format,
            "options": m.options,
            "role": m.role,
            "peers": list(m.peers),
            "bot": m.bot or None,
            "deck": m.deck,
            "finished": m.finished,
            "result": m.result or None,
            "file": str(_path(ctx.home, m.match)),
        }
        for m in found
    ]
    lines = []
    for m in found:
        what = saved.played(m.game, m.format, m.options)
        how = "against" if m.format == "duel" else "with"
        lines.append(f"{m.match}  {what} {how} {' and '.join(m.peers)}, {m.result or 'not finished'}")
    ctx.emit({"matches": data}, lines)
    if not found:
        ctx.say("There is no match yet. Play one: fadenet play faroe --net")
    elif not found[0].finished:
        ctx.say(f"To go on: fadenet resume {found[0].match[:8]}")
    return 0


# What these commands share.


def deck_of(rules: Any, wanted: str | None) -> Deck:
    """The deck that was named, else the first packaged one; BadInput if it is not legal."""
    return legal_deck(rules, wanted or packaged(rules)[0])


async def host_table(
    ctx: Context,
    table: Table,
    listen: Sequence[Address],
    *,
    seats: int = 2,
    say: Say,
    invite: Callable[[str], None],
    hours: int,
) -> Outcome:
    """`host_match` with the clock of the command line and the decision timer of the rules."""
    bank, bonus = ctx.args.clock or CLOCK
    timer = table.rules.decision_timer
    return await match.host_match(
        table,
        seats=seats,
        listen=listen,
        timer=timer,
        bank=bank,
        bonus=bonus,
        hours=hours,
        say=say,
        invite=invite,
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
        try:
            outcome = run_async(partial(_sit, ctx, identity, player, bot or "", play))
        except Stopped:
            _say_how_to_go_on(ctx, before)
            raise
        except PeerFault:
            keep(ctx)
            raise
    ctx.emit(outcome_data(outcome), [outcome_line(outcome)])
    ctx.say(f"To check it: fadenet verify {outcome.path}")
    keep(ctx)
    return FAULT_PROVEN if outcome.findings else 0


async def _sit(ctx: Context, identity: keys.Identity, player: Any, bot: str, play: Play) -> Outcome:
    if player is not None:
        return await _until_eof(ctx, play(Place(ctx.home, identity, player, "bot", bot), ctx.say))
    person = LatePerson(ctx)
    return await person.run(play(Place(ctx.home, identity, person, "human", ""), person.say))


async def _until_eof(ctx: Context, run: Callable[[], Awaitable[Outcome]]) -> Outcome:
    """Play; for a node that another one started, the end of stdin is the end of that one, and ours."""
    if not getattr(ctx.args, "until_eof", False):
        return await run()
    outcomes: list[Outcome] = []

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


def outcome_line(outcome: Outcome) -> str:
    """How a match between nodes ended, in one line."""
    guilty = "".join(f"; p{seat + 1} broke {rule} in entry {seq}" for seat, seq, rule in outcome.findings)
    if outcome.places is None:
        return f"no result{guilty}"
    signed = "" if outcome.result is not None else " (the result is not signed by all)"
    return ending(outcome.names, outcome.places, outcome.rule, outcome.sides) + guilty + signed


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "match": outcome.match,
        "file": str(outcome.path),
        "seat": outcome.seat,
        "players": list(outcome.names),
        "places": None if outcome.places is None else list(outcome.places),
        "rule": outcome.rule or None,
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in outcome.findings],
        "signed": outcome.result is not None,
    }


def _unfinished(home: Path) -> set[str]:
    if not (home / saved.FOLDER).is_dir():
        return set()
    return {m.match for m in match.saved_matches(home) if not m.finished}


def _say_how_to_go_on(ctx: Context, before: set[str]) -> None:
    left = sorted(_unfinished(ctx.home) - before) or sorted(before)
    if left:
        ctx.say(f"The match is kept. To go on: fadenet resume {left[0][:8]}")


def _path(home: Path, found: str) -> Path:
    return home / saved.FOLDER / f"{found}.match"


def _listen(ctx: Context) -> list[Address]:
    """Where to listen: what was named, else all addresses of this machine."""
    named = ctx.args.listen
    return [_address(text) for text in named] if named else everywhere()


def _address(text: str) -> Address:
    """An address to listen on; unlike one to dial, its port may be 0, which takes a free one."""
    host, colon, port = text.rpartition(":")
    if colon and port == "0" and host:
        return Address(host.removeprefix("[").removesuffix("]"), 0)
    try:
        return parse_address(text)
    except keys.UserError as error:
        raise Usage(error.message) from None


def start_log(ctx: Context) -> None:
    """Keep what the node notes in a file: anything on stderr would tear the screen."""
    make_folder(ctx.home)
    handler = logging.handlers.RotatingFileHandler(
        ctx.home / LOG_FILE, maxBytes=LOG_BYTES_MAX, backupCount=1, delay=True, encoding="utf-8"
    )
    level = logging.DEBUG if ctx.args.verbose else logging.WARNING
    logging.basicConfig(
        level=level, handlers=[handler], format="%(asctime)s %(name)s %(message)s", force=True
    )
