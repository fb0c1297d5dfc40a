"""Looking on at a match between nodes: `fadenet watch`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet.cli.frame.context import FAULT_PROVEN, Context, Usage, first_line
from fadenet.cli.frame.filetypes import INVITATION, RELAY, refuse_other_line
from fadenet.cli.frame.loading import game_of
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.shelf import SetShelf
from fadenet.cli.net.doors import listening, maps
from fadenet.cli.net.relays import helpers_of
from fadenet.cli.past.outcomes import broken, ending
from fadenet.cli.past.records import OtherVersion
from fadenet.cli.seat.person import NO_SCREEN, options_of, run_async
from fadenet.console.replay.live import Onlooker
from fadenet.console.replay.tale import Tale
from fadenet.console.run import full_screen, look_on
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State
from fadenet.node import play
from fadenet.node.limits import INVITE_TEXT
from fadenet.node.link.candidates import everywhere
from fadenet.node.lobby.invite import Invite, parse_invite
from fadenet.node.match.messages import behind
from fadenet.node.watch.messages import Show
from fadenet.node.watch.narrator import Narrator
from fadenet.node.watch.recording import Recording
from fadenet.node.watch.watched import WatchedMatch
from fadenet.node.watch.watcher import Watcher
from fadenet.table import skew
from fadenet.table.record import Answered, entry_text
from fadenet.table.scribe import Scribe
from fadenet.table.view import StepListener as Watch
from protocol.hello import Config, parse_hello
from protocol.result import check_result

FOLDER = "watched"
NO_RESULT = "The match has ended there, and nobody has signed a result."


def watch(ctx: Context) -> int:
    """Look on at a match, on the screen or as lines of text, and say how it ended."""
    args = ctx.args
    if args.listen and not args.share:
        raise Usage("--listen is for --share alone: who only looks on listens nowhere.")
    texts = [first_line(INVITE_TEXT) if text == "-" else text for text in args.invite]
    for text in texts:
        refuse_other_line(text, INVITATION, RELAY)
    invitations = [parse_invite(text) for text in texts]
    if len({one.token for one in invitations}) > 1:
        raise Usage("These lines lead to different matches; look on at one of them.")
    identity = ctx.identity(args.identity)
    start_log(ctx)
    as_text = args.text or ctx.json or args.no_input
    audience = Data(ctx) if ctx.json else Lines(ctx) if as_text else FullScreen(ctx)
    kept = Recording(Path(args.save)) if args.save else None
    try:
        watched = run_async(
            partial(_look_on, ctx, identity, invitations, audience, kept),
            NO_SCREEN if as_text else options_of(ctx),
        )
    finally:
        if kept is not None:
            kept.close()
    if isinstance(audience, FullScreen) and not audience.over:
        if kept is not None:
            ctx.say(f"What you saw is in {kept.path}")
        return 0
    lines = _ended(watched, audience.names)
    ctx.emit(_data(watched, audience), ["", *lines, *audience.course()] if as_text else lines)
    if kept is not None:
        ctx.say(f"To check it: fadenet verify {kept.path}")
    return FAULT_PROVEN if watched.proven is not None or _findings(watched) else 0


async def _look_on(
    ctx: Context,
    identity: keys.Identity,
    invitations: Sequence[Invite],
    audience: Renderer,
    kept: Recording | None,
) -> WatchedMatch:
    async with AsyncExitStack() as stack:
        node = await stack.enter_async_context(play.open_bare(identity, helpers_of(ctx), maps=maps(ctx)))
        proof = kept.path.with_suffix(".evidence") if kept is not None else _proof(ctx.home, invitations[0])
        watched = WatchedMatch(partial(_rules, ctx.home), audience, proof, kept)
        watcher = Watcher(node, invitations, watched, audience)
        if ctx.args.share:
            await node.listen(listening(ctx) if ctx.args.listen else everywhere(0))
            await stack.enter_async_context(watcher.sharing())
        await audience.watch(watcher.run, watched)
        return watched
    raise AssertionError("looking on ends with what was seen, or an error")


def _proof(home: Path, invitation: Invite) -> Path:
    """Where the proof of a cheat goes when the match is kept nowhere."""
    return home / FOLDER / f"{invitation.fingerprint.hex()[:8]}.evidence"


def _rules(home: Path, config: Config) -> Rules:
    """The rules of a match that is shown; its card sets are kept, as what is saved of it needs them."""
    rules = game_of(config.game, config.format, config.opts)
    for one in rules.sets:
        SetShelf(home).keep(one)
    return rules


class Renderer:
    """A person or a program that looks on. names: of the seats, once the match is shown: as we know them,
    else as the feed does."""

    def __init__(self, ctx: Context) -> None:
        self.names: list[str] = []
        self._ctx = ctx

    def begin(self, show: Show, rules: Rules) -> tuple[Watch | None, Scribe | None]:
        """The match is shown. Raises `OtherVersion` for one of other rules or cards."""
        hellos = [parse_hello(hello) for hello in show.hellos]
        for one in hellos:
            if not skew.fits(rules, one.rules, one.card_set):
                raise OtherVersion(
                    "This match is played with other rules or cards; look on with that version of fadenet. "
                    + skew.differs(rules, one.rules, one.card_set, "the players'")
                )
        known = {one.public: one.petname for one in keys.Contacts.load(self._ctx.home)}
        known |= {own.public: own.name for own in keys.IdentityStore(self._ctx.home).list()}
        pairs = zip(hellos, show.names, strict=True)
        self.names = [known.get(one.binding.ik, name) for one, name in pairs]
        kinds = ["bot" if one.bot else "human" for one in hellos]
        return self.opened(rules, kinds, show.delay)

    def opened(self, rules: Rules, kinds: Sequence[str], delay: int) -> tuple[Watch | None, Scribe | None]:
        """There is something to see."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Say something beside the match."""
        self._ctx.say(text)

    async def watch(self, run: Callable[[], Awaitable[WatchedMatch]], watched: WatchedMatch) -> None:
        """Look on."""
        await run()

    def course(self) -> list[str]:
        """How the match went, once it is over."""
        return []


class Lines(Renderer):
    """Somebody who reads what happens, as a person tells it."""

    _tale: Tale | None = None

    def opened(self, rules: Rules, kinds: Sequence[str], delay: int) -> tuple[Watch | None, Scribe | None]:
        tale = self._tale = Tale(rules, self.names)
        self._put(tale.head())
        self._ctx.say(f"You look on {behind(delay)}.")

        def decided(number: int, entry: Answered) -> None:
            self._put(tale.answered(entry))

        def happened(state: State, rows: Sequence[Row]) -> None:
            self._put(tale.tell(state, rows, {}))

        return happened, Narrator(rules, decided, lambda text: None)

    def course(self) -> list[str]:
        return self._tale.end() if self._tale is not None else []

    def _put(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._ctx.put(line)


class Data(Renderer):
    """A program, which is told every answer and event as a record has them."""

    def opened(self, rules: Rules, kinds: Sequence[str], delay: int) -> tuple[Watch | None, Scribe | None]:
        self._ctx.emit({"event": "shown", "players": self.names, "delay": delay, "kinds": [*kinds]}, [])
        self._ctx.say(f"You look on {behind(delay)}.")
        phases = set(rules.phases)

        def decided(number: int, entry: Answered) -> None:
            self._tell(f"{number}. {entry_text(entry)}")

        def told(text: str) -> None:
            if text.startswith("turn "):
                self._tell("")
                self._tell(text)
            else:
                self._tell(f"- {text}" if text in phases else f"    {text}")

        return None, Narrator(rules, decided, told)

    def _tell(self, line: str) -> None:
        self._ctx.emit({"event": "told", "text": line}, [])


class FullScreen(Renderer):
    """Somebody at the terminal, on the full screen or with plain lines. over: whether all has been shown."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.over = False
        self._onlooker: Onlooker | None = None
        self._open = trio.Event()

    def opened(self, rules: Rules, kinds: Sequence[str], delay: int) -> tuple[Watch | None, Scribe | None]:
        named = f"onlooker, {behind(delay)}"
        onlooker = Onlooker(self.names, kinds, rules, named)
        self._onlooker = onlooker
        seats = [f"p{i + 1} {name}" for i, name in enumerate((*self.names, *rules.automaton_names))]
        onlooker.note(f"you look on, {behind(delay)}: {', '.join(seats)}")
        self._open.set()
        return onlooker.tell, Narrator(rules, onlooker.decided, lambda text: None)

    def note(self, text: str) -> None:
        if self._onlooker is None:
            super().note(text)
        else:
            self._onlooker.note(self._ctx.typed(text))

    async def watch(self, run: Callable[[], Awaitable[WatchedMatch]], watched: WatchedMatch) -> None:
        options = options_of(self._ctx)
        errors: list[Exception] = []

        async def front() -> None:
            await self._open.wait()
            assert self._onlooker is not None
            await look_on(self._onlooker, options)
            nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(front)
            try:
                await run()
            except Exception as error:  # handed on below, once the terminal is as it was
                errors.append(error)
            if self._onlooker is None:
                nursery.cancel_scope.cancel()
            else:
                self.over = not errors
                self._onlooker.finish([str(errors[0])] if errors else _ended(watched, self.names))
                if not full_screen(options):
                    self._onlooker.stage.leave("over")
        if errors:
            raise errors[0]


# How it ended.


def _ended(watched: WatchedMatch, names: Sequence[str]) -> list[str]:
    """How a match ended, as its RESULT says: one line, and one for each that the audit names."""
    follower = watched.follower
    if follower.result is None:
        return [NO_RESULT]
    result = check_result(follower.result)
    places, outcome = result.places(), follower.now.outcome if follower.now is not None else None
    guilty = [
        f"guilty: {broken(f'p{seat + 1} {names[seat]}', seq, rule)}" for seat, seq, rule in result.findings
    ]
    if places is None:
        return ["void: all players have ended this match together, without a winner", *guilty]
    rule = outcome[1] if outcome is not None else ""
    return [ending(names, places, rule, follower.rules.sides_by(places, len(names))), *guilty]


def _findings(watched: WatchedMatch) -> Sequence[object]:
    result = watched.follower.result
    return () if result is None else check_result(result).findings


def _data(watched: WatchedMatch, audience: Renderer) -> dict[str, Any]:
    """The same as JSON."""
    result = None if watched.follower.result is None else check_result(watched.follower.result)
    places = None if result is None else result.places()
    return {
        "event": "over",
        "match": watched.follower.transcript.game_id.hex()[:32],
        "players": audience.names,
        "places": None if places is None else list(places),
        "findings": []
        if result is None
        else [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in result.findings],
        "signed": result is not None,
        "file": None if watched.kept is None else str(watched.kept.path),
    }
