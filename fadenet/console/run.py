"""Starts Trio, shows scenes, hosts a match beside the person who plays it, and says how it was left."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import trio

from fadenet.console.match.desk import Advice, Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.scene import Scene

if TYPE_CHECKING:
    from fadenet.console.deck.scene import DeckScene
    from fadenet.console.learn.puzzle import Keep, PuzzleLine
    from fadenet.console.match.trial import Reload, TrialPosition
    from fadenet.console.menu.menu import Menu, Prompt, Words
    from fadenet.console.replay.live import Onlooker
    from fadenet.console.replay.viewer import Viewer
    from fadenet.engine.rules import Rules
    from fadenet.games.lessons import Lesson
    from fadenet.table.view import Player

T = TypeVar("T")

SIMPLE_TERMINALS = frozenset({"", "dumb", "unknown"})


@dataclass(frozen=True, slots=True)
class Options:
    """How the console shows itself. color: auto, always or never; bell, title: whether these say that
    something is asked."""

    plain: bool = False
    ascii: bool = False
    color: str = "auto"
    bell: bool = False
    title: bool = False


class Leave(Exception):
    """The person has left a match that is not over. reason: quit, interrupt, closed, terminated or pipe."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the match was left ({reason})")
        self.reason = reason


def full_screen(options: Options) -> bool:
    """Whether the terminal can show the full screen and nobody has asked for plain lines."""
    usable = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in SIMPLE_TERMINALS
    return usable and not options.plain


def run_console(options: Options, work: Callable[..., Awaitable[T]], *args: Any) -> T:
    """`trio.run` for work that may open the console: Trio is a guest in the loop that a full screen needs."""
    if not full_screen(options):
        return trio.run(work, *args)
    from fadenet.console.shell import guest

    return guest.run(work, *args)


async def play_match(
    play: Callable[[ConsolePlayer], Awaitable[T]],
    options: Options,
    advise: Advice | None = None,
) -> T:
    """Run `play` with a player whose answers are typed at this terminal; returns what it returns.

    `run_console` has started Trio with these options. `play` is cancelled when the person leaves; the caller
    keeps what is needed to go on later. advise: the helper behind `hint`. Raises `Leave`, and whatever `play`
    raises.
    """
    desk = Desk(advise)
    return await _beside(ConsolePlayer(desk, linger=full_screen(options)), play, options)


async def play_lesson(
    rules: Rules, lesson: Lesson, options: Options, at: int = 0, keep: Callable[[int], None] = lambda _: None
) -> None:
    """Take a person through a lesson, from the step `at` on; returns when the end of it has been read.

    `run_console` has started Trio with these options. keep: told how many steps are done, whenever one is.
    Raises `Leave` when the person leaves before the end.
    """
    from fadenet.console.learn.desk import LessonDesk
    from fadenet.console.learn.player import Learner, go_through
    from fadenet.console.learn.script import Script

    script = Script(lesson, at)
    desk = LessonDesk(script, keep)
    learner = Learner(desk, linger=False)

    async def play(_: ConsolePlayer) -> None:
        await go_through(rules, learner)
        if full_screen(options):
            await learner.done.wait()

    await _beside(learner, play, options)


async def play_puzzle(line: PuzzleLine, number: str, options: Options, keep: Keep) -> None:
    """Let a person solve a puzzle; returns when what is said at its end has been read.

    `run_console` has started Trio with these options. number: what it is called; keep: told whether the first
    answer was right. Raises `Leave` when the person leaves before the end.
    """
    from fadenet.console.learn.puzzle import PuzzleDesk, Solver, go_through

    solver = Solver(PuzzleDesk(line, number, keep))

    async def play(_: ConsolePlayer) -> None:
        await go_through(solver)
        if full_screen(options):
            await solver.done.wait()

    await _beside(solver, play, options)


async def play_trial(
    at: TrialPosition, read: Reload, other: Callable[[], Player], options: Options, advise: Advice, seed: int
) -> None:
    """Let a person try a card in a position, as often as they read it again; returns at the end of a match.

    `run_console` has started Trio with these options. Raises `Leave` when the person leaves before the end.
    """
    from fadenet.console.match.trial import CardTrial, TrialDesk, try_out

    trial = CardTrial(TrialDesk(read, advise), at, linger=full_screen(options))

    async def play(_: ConsolePlayer) -> None:
        await try_out(trial, other, seed)

    await _beside(trial, play, options)


async def _beside(
    player: ConsolePlayer, play: Callable[[ConsolePlayer], Awaitable[T]], options: Options
) -> T:
    """Run `play` beside the scene in which its player answers."""
    desk = player.desk
    results: list[T] = []
    errors: list[Exception] = []

    async def host() -> None:
        try:
            results.append(await play(player))
        except Exception as error:  # handed on below, once the terminal is as it was
            errors.append(error)
        desk.leave("over")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        await show(MatchScene(desk), options)
        nursery.cancel_scope.cancel()
    if errors:
        raise errors[0]
    if not results:
        raise Leave(desk.leaving)
    return results[0]


async def choose(menu: Menu | Prompt, options: Options) -> Words:
    """Let a person choose; the words that the choice comes to, () if there is none.

    `run_console` has started Trio with these options.
    """
    from fadenet.console.menu.scene import MenuScene

    scene = MenuScene(menu)
    await show(scene, options)
    if scene.stage.leaving not in ("chosen", "quit"):
        raise Leave(scene.stage.leaving)
    return scene.chosen


async def build_deck(scene: DeckScene, options: Options) -> None:
    """Let a person build a deck until they have done; `run_console` has started Trio with these options.

    Raises `Leave` when they are torn away from it; then the deck may hold changes that are not saved.
    """
    await show(scene, options)
    if scene.stage.leaving not in ("quit", "closed"):
        raise Leave(scene.stage.leaving)


async def view_record(viewer: Viewer, options: Options) -> None:
    """Show a match record until it is left; `run_console` has started Trio with these options."""
    from fadenet.console.replay.scene import ReplayScene

    await show(ReplayScene(viewer), options)


async def look_on(onlooker: Onlooker, options: Options) -> None:
    """Show a match that is under way until it is left; `run_console` has started Trio with these options."""
    from fadenet.console.replay.live import LiveScene

    await show(LiveScene(onlooker), options)


async def show(scene: Scene, options: Options) -> None:
    """Show a scene until it is left, on the full screen or as plain lines."""
    if full_screen(options):
        from fadenet.console.shell.screen import run_screen

        await run_screen(
            scene, ascii_only=options.ascii, color=options.color, bell=options.bell, title=options.title
        )
    else:
        from fadenet.console.shell.plain import read_from, run_plain

        paged = sys.stdin.isatty() and sys.stdout.isatty()
        await run_plain(scene, read_from(sys.stdin.fileno()), write_line, paged)


def write_line(line: str) -> None:
    """Print one line at once, with what the terminal's encoding has."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()
