"""The full screen: one prompt_toolkit application beside Trio that shows a scene and takes typed lines.

One window for the scene, one line to type in, one row of hints; help and lists are pages of the same window,
never applications of their own. The application runs in asyncio's event loop, of which Trio is a guest.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import trio
from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    Container,
    Dimension,
    HSplit,
    Layout,
    UIContent,
    UIControl,
    Window,
)
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.layout.screen import Char, WritePosition
from prompt_toolkit.layout.screen import Screen as Frame
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from fadenet.console.shell.editor import LineEditor
from fadenet.console.shell.guest import of_the_loop
from fadenet.console.shell.pages import scroll
from fadenet.console.shell.scene import Scene
from fadenet.console.shell.signals import leave_when_told
from fadenet.console.text import plain_signs

REDRAW_S = 0.1
ESCAPE_S = 0.05
FRAME_OBJECTS = 50_000
"""More than are made for one frame, at any size of a screen."""
ROWS_KEPT = 256
"""More than some frames have."""
TITLE, YOUR_TURN = "fadenet", "your turn - fadenet"

_STYLE = Style.from_dict({"selected": "reverse", "usable": "bold", "title": "bold", "refused": "bold"})


async def run_screen(
    scene: Scene,
    *,
    ascii_only: bool = False,
    color: str = "auto",
    bell: bool = False,
    title: bool = False,
    input: Input | None = None,
    output: Output | None = None,
) -> None:
    """Show a scene until it is left (`Stage.leaving`). bell, title: how a person who looks elsewhere is told
    that something is asked. input, output: for tests; the terminal by default."""
    screen = Screen(scene, ascii_only, color, Calls(bell, title), input, output)
    with _frames_freed(screen.app), screen.app.paced():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(screen.redraw)
            if scene.tick_s:
                nursery.start_soon(_clock, scene)
            await nursery.start(leave_when_told, scene.stage)
            try:
                await of_the_loop(_run(screen.app))
            except EOFError:  # the terminal is gone before its signal came
                scene.stage.leave("terminated")
            screen.leave_title()
            nursery.cancel_scope.cancel()
    scene.stage.leave("quit")


@contextmanager
def _frames_freed(app: Application[None]) -> Iterator[None]:
    """Free a frame as soon as the next one is drawn. prompt_toolkit's frames hold themselves (by a nested
    function that calls itself), and the usual collector, which runs while they are drawn, takes them for
    lasting: a dozen megabytes at 120x40."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()  # objects loaded by now stay; going through them again would make a key late now and then
    gc.set_threshold(FRAME_OBJECTS, *usual[1:])
    app.after_render += _free
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _free(_: Application[None]) -> None:
    gc.collect(0)


async def _clock(scene: Scene) -> None:
    """Let go on what moves by itself."""
    while True:
        await trio.sleep(scene.tick_s)
        scene.tick()


async def _run(app: Application[None]) -> None:
    """Run the application. Raises what breaks in a key or in drawing, once the terminal is as it was."""
    loop = asyncio.get_running_loop()

    def broken(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and app.future and not app.future.done():
            app.future.set_exception(error)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(broken)
    try:
        await app.run_async(handle_sigint=False, set_exception_handler=False)
    finally:
        loop.set_exception_handler(None)


@runtime_checkable
class Paced(Protocol):
    """A stream that takes what is written at once, and passes it on beside."""

    @property
    def behind(self) -> int:
        """Bytes that have not been passed on."""

    def frames(self, told: Callable[[bool], None]) -> AbstractContextManager[None]:
        """Take everything written meanwhile as frames of a screen. told: called whenever all of it has left,
        in another thread, with whether anything was left out before, so that the screen is to be drawn
        anew."""

    def await_reader(self, seconds: float) -> bool:
        """Wait at most so long until all has left; whether it has."""


class PacedApplication(Application[None]):
    """Draws no frame before the one before it has left: a terminal that takes nothing keeps up nobody, and
    sees the latest frame when it takes something again."""

    late = False
    """Whether a frame was asked for that has to wait."""

    @property
    def outlet(self) -> Paced | None:
        """Where frames go, if that may take its time."""
        there = getattr(self.output, "stdout", None)
        return there if isinstance(there, Paced) else None

    def invalidate(self) -> None:
        """Draw anew, now or as soon as it can be shown."""
        self.late = self.outlet is not None and self.outlet.behind > 0
        if not self.late:
            super().invalidate()

    @contextmanager
    def paced(self) -> Iterator[None]:
        """Be told when frames have left."""
        outlet, loop = self.outlet, asyncio.get_running_loop()
        with nullcontext() if outlet is None else outlet.frames(partial(self._left, loop)):
            yield

    def _left(self, loop: asyncio.AbstractEventLoop, torn: bool) -> None:
        """In the thread that writes."""
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._draw, torn)

    def _draw(self, torn: bool) -> None:
        if torn:
            self.renderer.clear()
        if torn or self.late:
            self.invalidate()

    def suspend_to_background(self, suspend_group: bool = True) -> None:
        """Back to the shell, once the terminal is as it was."""
        if os.name == "posix":
            run_in_terminal(self._stop)

    def _stop(self) -> None:
        if self.outlet is not None:
            self.outlet.await_reader(REDRAW_S)
        os.kill(0, signal.SIGTSTP)


class Canvas(Container):
    """The lines of the scene. A window of prompt_toolkit copies each sign of them for every frame, which is
    half of the time that a key takes; here a line that has not changed is the same row of cells again."""

    def __init__(self, scene: Scene, ascii_only: bool) -> None:
        self.scene = scene
        self.ascii_only = ascii_only
        self.size = (80, 22)

    def write_to_screen(
        self,
        screen: Frame,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        self.size = write_position.width, write_position.height
        lines = self.scene.lines(*self.size)
        if self.ascii_only:
            lines = [plain_signs(line) for line in lines]
        words = tuple(self.scene.colours.items())
        for y, line in enumerate(lines, write_position.ypos):
            screen.data_buffer[y] = row(line, words)

    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        return Dimension()

    def get_children(self) -> list[Container]:
        return []

    def reset(self) -> None:
        """There is nothing to forget."""


class Hints(UIControl):
    """The row below the line that is typed."""

    def __init__(self, scene: Scene, editor: LineEditor) -> None:
        self.scene = scene
        self.editor = editor

    def create_content(self, width: int, height: int) -> UIContent:
        line = self.scene.hints(self.editor.ahead, width)
        return UIContent(lambda i: [("", line)], line_count=1, show_cursor=False)


@lru_cache(maxsize=2_048)
def paint(line: str, colours: tuple[tuple[str, str], ...]) -> StyleAndTextTuples:
    """A line in styled pieces; the text is the same, and colour only repeats words that stand there.

    colours: (regular expression, style); the first that fits counts.
    """
    if line.startswith("refused:"):
        return [("class:refused", line)]
    found: StyleAndTextTuples = []
    at = 0
    for m in _pieces(colours).finditer(line):
        style = _MARKED.get(m.lastindex or 0) or colours[(m.lastindex or 0) - len(_MARKED) - 1][1]
        if m.lastindex == _BEFORE:
            style = " ".join([style, *(piece[0] for piece in paint(m[0][1:], colours) if piece[0])])
        found += [("", line[at : m.start()]), (style, m[0])]
        at = m.end()
    return [*found, ("", line[at:])]


@lru_cache(maxsize=ROWS_KEPT)
def row(line: str, colours: tuple[tuple[str, str], ...]) -> defaultdict[int, Char]:
    """A painted line by cell, where a wide sign has an empty one behind it."""
    cells = [
        cell
        for style, text, *_ in paint(line, colours)
        for sign in text
        for cell in [_char(sign, style), *[_char("", "")] * (_char(sign, style).width - 1)]
    ]
    return defaultdict(Char, enumerate(cells))


_char = lru_cache(maxsize=2_048)(Char)
_BEFORE = 2
_MARKED = {1: "class:selected", _BEFORE: "class:usable"}


@lru_cache(maxsize=8)
def _pieces(colours: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """The parts of a line that are styled: a card that is typed about (group 1), one with a mark before it
    (group 2), and the words that colour repeats (a group for each of `colours`)."""
    marked = r"(\[[a-z]\d[a-z0-9.,-]*\])|((?<![^ \u2502])[*>!][a-z]\d[a-z0-9.,-]*)"
    words = "".join(f"|({words})" for words, _ in colours)
    return re.compile(marked + (rf"|(?<![A-Za-z])(?:{words[1:]})(?![A-Za-z])" if words else ""))


class Calls(NamedTuple):
    """How a person who looks elsewhere is told that it is their turn: a bell, the title of the window."""

    bell: bool = False
    title: bool = False


class Screen:
    """The application and its keys."""

    def __init__(
        self,
        scene: Scene,
        ascii_only: bool,
        color: str,
        calls: Calls,
        input: Input | None,
        output: Output | None,
    ) -> None:
        self.scene = scene
        self.calls = calls
        self.called = 0  # the question for which the person was called last
        self.stage = scene.stage
        self.dirty = trio.Event()
        self.canvas = Canvas(scene, ascii_only)
        self.editor = LineEditor(scene)
        self.app = PacedApplication(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=_STYLE,
            full_screen=True,
            mouse_support=False,
            color_depth=_depth(color),
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = ESCAPE_S
        self.stage.listeners.append(self.changed)

    def _layout(self) -> Layout:
        line = Window(
            BufferControl(self.editor.buffer, input_processors=[BeforeInput("> ")]),
            height=1,
            wrap_lines=False,
        )
        below = Window(Hints(self.scene, self.editor), height=1)
        return Layout(HSplit([self.canvas, line, below]), focused_element=line)

    def changed(self) -> None:
        """The scene has changed: redraw soon, or close."""
        self.dirty.set()
        if self.scene.asked != self.called and self.app.is_running:
            self.called = self.scene.asked
            self._call()
        if self.stage.leaving and self.app.is_running and self.app.future and not self.app.future.done():
            self.app.exit()

    def _call(self) -> None:
        """Tell a person who looks elsewhere whether it is their turn."""
        if self.calls.bell and self.called:
            self.app.output.bell()
        if self.calls.title:
            self.app.output.set_title(YOUR_TURN if self.called else TITLE)
        self.app.output.flush()

    def leave_title(self) -> None:
        """The window's title is the terminal's own again."""
        if self.calls.title and self.called:
            self.app.output.clear_title()
            self.app.output.flush()

    async def redraw(self) -> None:
        """Redraw at most every `REDRAW_S` seconds; keys redraw by themselves."""
        while True:
            await self.dirty.wait()
            self.dirty = trio.Event()
            self.app.invalidate()
            if self.stage.leaving:
                self.changed()
            await trio.sleep(REDRAW_S)

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for name, handler in (
            ("enter", self._enter),
            ("tab", self.editor.tab),
            ("escape", self._escape),
            ("c-c", self._interrupt),
            ("c-d", self._end_of_input),
            ("c-l", lambda: self.app.renderer.clear()),
            ("c-z", self._suspend),
            ("f1", lambda: self._line("?")),
            ("pageup", lambda: self._scroll(-1)),
            ("pagedown", lambda: self._scroll(1)),
        ):
            keys.add(name, eager=name == "escape")(_pressed(handler))
        keys.add(Keys.BracketedPaste)(lambda event: self.editor.paste(event.data))
        free = Condition(lambda: not self.editor.text and self.stage.page is None)
        for name, handler in self.scene.keys.items():
            keys.add(name, filter=free)(_pressed(handler))
        return keys

    def _suspend(self) -> None:
        """Back to the shell, as every program does; `fg` goes on."""
        self.app.suspend_to_background()

    def _enter(self) -> None:
        line = self.editor.text
        if line.strip() and self.scene.holds and not self.scene.is_command(line):
            self.stage.write("note", "nothing is asked yet: your line stays for what comes")
        elif not self.scene.is_command(line) and (changed := self.editor.outlived()):
            self.stage.write(
                "note", f"{changed} since you began to type: read the question, then press Enter again"
            )
        else:
            self._line(line)

    def _line(self, text: str) -> None:
        self.editor.clear(keep=bool(text.strip()))
        self.scene.take(text)
        self.stage.notify()

    def _escape(self) -> None:
        """Close the page; with none that can be closed, empty the line."""
        page = self.stage.page
        if page is None or page.stays:
            self.editor.clear()
        self.stage.close_page()

    def _interrupt(self) -> None:
        if self.editor.text:
            self.editor.clear()
        else:
            self.scene.interrupt(self.editor.warned)
            self.editor.warned = True

    def _end_of_input(self) -> None:
        if not self.editor.text:
            self._interrupt()

    def _scroll(self, by: int) -> None:
        page = self.stage.page
        if page is not None:
            scroll(self.stage, self.canvas.size[0], by * max(page.room - 1, 1))
        elif by < 0 and self.scene.history:
            self._line(self.scene.history)


def _pressed(handler: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    return lambda _: handler()


def _depth(color: str) -> ColorDepth:
    """The user's own sixteen colours, or none: by `color` (auto, always, never), then NO_COLOR."""
    plain = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    return ColorDepth.DEPTH_1_BIT if plain else ColorDepth.DEPTH_4_BIT
