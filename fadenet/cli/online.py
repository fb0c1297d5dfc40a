"""Matches between nodes: `host`, `join`, `node`, `resume` and `matches`."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet import games
from fadenet.cli import netplay
from fadenet.cli.content import legal_deck
from fadenet.cli.context import (
    FAULT_PROVEN,
    BadInput,
    BotFailed,
    Context,
    NotFound,
    Stopped,
    Usage,
    first_line,
    listed,
    load_game,
    make_bot,
)
from fadenet.cli.escape import harmless
from fadenet.cli.formats import between_nodes
from fadenet.cli.history import keep
from fadenet.cli.local import ending
from fadenet.cli.person import NO_SCREEN, LatePerson, options_of, run_async
from fadenet.cli.records import broken, game_of
from fadenet.console.text import wrap
from fadenet.engine.errors import LoadError
from fadenet.games.decks import Deck, packaged
from fadenet.node import play
from fadenet.node.link.links import Address, everywhere, parse_address
from fadenet.node.lobby.invite import parse_invite
from fadenet.node.lobby.lobby import votes_of
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.run import MatchRun, Outcome, Place, Table
from fadenet.node.match.storage import short_id
from keys.files import make_folder, private
from protocol.faults import PeerFault
from protocol.hello import Config
from protocol.result import check_result

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

    def carry(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        def invite(text: str) -> None:
            rules = kind.rules
            ctx.emit({"invite": text, "format": rules.format, "options": rules.options}, [text])
            others = "the other player, who types" if kind.seats == 2 else "all other players, who type"
            say(f"It leads to {saved.played(rules.name, rules.format, rules.options)}.")
            say(f"Give this line to {others}: fadenet join INVITE")
            if told := votes_of(kind.seats):
                say(told)

        table = place.table(kind.rules, deck)
        return partial(
            host_table, ctx, table, listen, seats=kind.seats, say=say, invite=invite, hours=ctx.args.hours
        )

    return play_table(ctx, ctx.args.bot, carry)


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
    parse_invite(text)  # before anything is made for what is none

    def choose(config: Config) -> tuple[Any, Deck]:
        rules = game_of(config.game, config.format, config.opts)
        try:
            return rules, deck_of(rules, wanted)
        except LoadError as error:
            raise BadInput(f"The host plays {rules.name}, and {error}") from None

    listen = _door(ctx)

    def carry(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        return partial(play.join_match, place, choose, text, say=say, listen=listen, finished=finished_rules)

    return play_table(ctx, ctx.args.bot, carry)


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
                ctx.emit({"event": "over", **outcome_data(outcome)}, outcome_lines(outcome))
            keep(ctx)
            played += 1

    with keys.lock(ctx.home):
        run_async(serve)
    return 0


def resume(ctx: Context) -> int:
    """Go on with a match that was left; those who were processes of ours come back too."""
    found = saved.find_match(ctx.home, ctx.args.match)
    note = saved.read_table(ctx.home, found)
    rules = finished_rules(note)
    ctx.args.identity = note.name
    try:
        decks = saved.read_secrets(saved.folder_of(ctx.home), found).decks
    except FileNotFoundError:
        if note.lacking:
            return _give(ctx, found, note, rules)
        raise BadInput(
            f"Match {short_id(found)} is over ({note.result}). "
            f"To read it: fadenet replay {_path(ctx.home, found)} --text"
        ) from None
    others, listen = netplay.homes_of(ctx.home, found), _door(ctx)
    again = ["resume", found, *(["--moved"] if ctx.args.moved else [])]

    def carry(place: Place, say: Say) -> Callable[[], Awaitable[Outcome]]:
        table = place.table(rules, Deck(note.deck, "", decks))

        async def run() -> Outcome:
            over = trio.Event()
            async with trio.open_nursery() as nursery:
                for home in others:
                    nursery.start_soon(netplay.against, home, again, "", over)
                outcome = await play.resume_match(
                    table, found, say=say, listen=listen, moved=ctx.args.moved, finished=finished_rules
                )
                over.set()
            for home in others:
                netplay.forget(home)
            return outcome

        return run

    return play_table(ctx, note.bot or None, carry)


def _give(ctx: Context, found: str, note: saved.SavedTable, rules: Any) -> int:
    """Give a finished match to those who do not have its result yet."""
    start_log(ctx)
    listen = _door(ctx)
    with keys.lock(ctx.home):
        player = make_bot(note.bot or "random")
        table = Table(ctx.home, ctx.identity(note.name), rules, Deck(note.deck, "", ()), player, note.kind)
        outcome = run_async(partial(play.give_match, table, found, say=ctx.say, listen=listen))
    ctx.emit(outcome_data(outcome), outcome_lines(outcome))
    ctx.say("Now everybody has the result.")
    keep(ctx)
    return 0


def finished_rules(note: saved.SavedTable) -> Any:
    """The rules of a saved match, which is given to those who lack it whenever a node of ours is up."""
    return game_of(note.game, note.format, note.options.items())


def matches(ctx: Context) -> int:
    """List all matches of the data folder, unfinished ones first, then the latest first; or give one up."""
    if ctx.args.forget is not None:
        return _forget(ctx)
    found = saved.saved_matches(ctx.home) if (ctx.home / saved.FOLDER).is_dir() else []
    found.sort(key=lambda m: (m.finished, -_path(ctx.home, m.match).stat().st_mtime))
    data = [
        {
            "match": m.match,
            "game": m.note.game,
            "format": m.note.format,
            "options": m.note.options,
            "role": m.note.role,
            "peers": list(m.peers),
            "bot": m.note.bot or None,
            "deck": m.note.deck,
            "finished": m.finished,
            "result": m.note.result or None,
            "lacking": list(m.lacking),
            "file": str(_path(ctx.home, m.match)),
        }
        for m in found
    ]
    lines = []
    for m in found:
        what = saved.played(m.note.game, m.note.format, m.note.options)
        how = "against" if m.note.format == "duel" else "with"
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(_path(ctx.home, m.match).stat().st_mtime))
        line = f"{short_id(m.match)}  {when}  {what} {how} {listed(m.peers)}, "
        late = f"; {listed(m.lacking)} may not have the result yet" if m.lacking else ""
        lines += wrap(line + (m.note.result or "not finished") + late, 80, " " * 26)
    ctx.emit({"matches": data}, lines)
    if not found:
        ctx.say("There is no match yet. Play one: fadenet play faroe --net")
    elif not found[0].finished:
        ctx.say(f"To go on: fadenet resume {short_id(found[0].match)}")
    return 0


def _forget(ctx: Context) -> int:
    """Give up an unfinished match for good."""
    found = saved.find_match(ctx.home, ctx.args.forget)
    short = short_id(found)
    if not ctx.args.yes:
        raise Usage(
            f"Afterwards nobody can go on with match {short} from here, and the others wait for you in vain. "
            "If that is what you want, repeat with --yes."
        )
    with keys.lock(ctx.home):
        note = saved.forget(ctx.home, Machine(), found)
        for home in netplay.homes_of(ctx.home, found):
            saved.discard(home, Machine(), found)
            netplay.forget(home)
    kept = _path(ctx.home, found)
    others = listed([peer.name for peer in note.peers])
    said = f"Match {short} with {others} is given up: its secrets are deleted. The signed file stays: {kept}"
    ctx.emit({"match": found, "forgotten": True, "file": str(kept)}, wrap(said, 80))
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
) -> Outcome:
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


class BrokenOff(keys.UserError):
    """A match that ended because somebody broke the protocol."""

    def __init__(self, message: str, proven: bool) -> None:
        super().__init__(message)
        self.exit_code = FAULT_PROVEN if proven else int(keys.ExitCode.NETWORK)


def broken_off(fault: PeerFault, run: MatchRun | None) -> BrokenOff:
    """Who broke which rule where, what proves it, and what to do about it."""
    place = "" if fault.seq is None else f" with its entry {fault.seq}"
    if not fault.proven or fault.author is None or run is None:
        go_on = "" if run is None else f" To try to go on: fadenet resume {short_id(run.match)}"
        return BrokenOff(
            f"The match has stopped: what came is against the protocol [{fault.rule}]: {fault.why}. "
            f"It proves nothing about anybody: the other node may be out of order.{go_on}",
            False,
        )
    alone = run.file.path.with_suffix(".evidence")
    proof = alone if fault.transferable else run.file.path
    who = f"p{fault.author + 1} {run.names[fault.author]}"
    return BrokenOff(
        f"{who} broke the protocol{place} [{fault.rule}]: {fault.why}. The match ends here, and the "
        f"signature proves it to everybody: show them this file, to be judged with: fadenet verify {proof}",
        True,
    )


def outcome_lines(outcome: Outcome) -> list[str]:
    """How a match between nodes ended: one line, and one for each that the audit names."""
    guilty = [
        f"guilty: {broken(f'p{seat + 1} {outcome.names[seat]}', seq, rule)}"
        for seat, seq, rule in outcome.findings
    ]
    if outcome.places is None and outcome.result is None and not outcome.rule:
        return ["not begun: not everybody was there in time"]
    if outcome.places is None:
        void = "void: all players have ended this match together, without a winner"
        return [f"no result [{outcome.rule}]" if outcome.result is None else void, *guilty]
    return [ending(outcome.names, outcome.places, outcome.rule, outcome.sides), *guilty]


def signed_line(outcome: Outcome) -> str:
    """Who has signed the result, and what that means."""
    if outcome.places is None and outcome.result is None and not outcome.rule:
        return "Nobody has won or left this match: it does not stand in your history."
    if outcome.places is None and outcome.result is None:
        return "The match was broken off, and nobody has won it: it stands in your history alone."
    if outcome.result is None:
        return "The others have not signed this result: it stands in your history alone, and is not rated."
    absent = check_result(outcome.result).absent
    if not absent:
        return "All players have signed this result."
    names = listed([f"p{seat + 1} {outcome.names[seat]}" for seat in absent])
    return f"All players have signed this result but {names}, who stayed away."


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


def _path(home: Path, found: str) -> Path:
    return home / saved.FOLDER / f"{found}.match"


def _listen(ctx: Context) -> list[Address]:
    """Where to listen: what was named, else all addresses of this machine."""
    named = ctx.args.listen
    return [_address(text) for text in named] if named else everywhere()


def _door(ctx: Context) -> Sequence[Address] | None:
    """Where whoever need not host listens: what was named, () = nowhere, None = the usual."""
    return () if ctx.args.no_listen else _listen(ctx) if ctx.args.listen else None


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
