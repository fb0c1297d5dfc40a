"""The full screen: one prompt_toolkit application beside Trio that shows a desk and takes typed lines.

One window for the table, one line to type in, one row of hints; help and lists are pages of the same window,
never applications of their own. The application runs in asyncio's event loop, of which Trio is a guest.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, HSplit, Layout, UIContent, UIControl, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from fadenet.console.match.commands import complete, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.view import hints, scroll, view
from fadenet.console.shell.guest import of_the_loop
from fadenet.console.text import clean, plain_signs

REDRAW_S = 0.1
ESCAPE_S = 0.05
PASTE_MAX = 500

_STYLE = Style.from_dict({"selected": "reverse", "usable": "bold", "title": "bold", "refused": "bold"})
_SIGNALS = {signal.SIGINT: "interrupt", signal.SIGTERM: "terminated"}
if hasattr(signal, "SIGHUP"):
    _SIGNALS[signal.SIGHUP] = "terminated"


async def run_screen(
    desk: Desk,
    player: ConsolePlayer,
    *,
    ascii_only: bool = False,
    color: str = "auto",
    input: Input | None = None,
    output: Output | None = None,
) -> None:
    """Show the desk until it is left (`desk.leaving`). input, output: for tests; the terminal by default."""
    await show(Screen(desk, player, ascii_only, color, input, output))


async def show(screen: Screen, *tasks: Callable[[], Awaitable[None]]) -> None:
    """Show a screen until its desk is left; `tasks` run meanwhile."""
    gc.collect()
    gc.freeze()  # what is loaded by now stays; going through it again would make a key late now and then
    desk = screen.desk
    async with trio.open_nursery() as nursery:
        for task in (screen.redraw, *tasks):
            nursery.start_soon(task)
        await nursery.start(screen.signals)
        await of_the_loop(_run(screen.app))
        nursery.cancel_scope.cancel()
    desk.leaving = desk.leaving or "quit"


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


class Table(UIControl):
    """The table as one control: lines of the view, repainted as a whole."""

    def __init__(self, desk: Desk, ascii_only: bool) -> None:
        self.desk = desk
        self.ascii_only = ascii_only
        self.size = (80, 22)

    def create_content(self, width: int, height: int) -> UIContent:
        self.size = (width, height)
        lines = view(self.desk, width, height)
        if self.ascii_only:
            lines = [plain_signs(line) for line in lines]
        words = self.desk.face.colours if self.desk.info else {}
        painted = [paint(line, tuple(words.items())) for line in lines]
        return UIContent(lambda i: painted[i], line_count=len(painted), show_cursor=False)


@lru_cache(maxsize=2_048)
def paint(line: str, colours: tuple[tuple[str, str], ...]) -> StyleAndTextTuples:
    """A line in styled pieces; the text is the same, and colour only repeats words that stand there."""
    styles = dict(colours)
    piece = re.compile(
        r"(\[[a-z]\d[a-z0-9.]*\])|(?<= )(\*[a-z]\d[a-z0-9.]*)|^(\*[a-z]\d[a-z0-9.]*)"
        + (rf"|(?<![A-Za-z])({'|'.join(styles)})(?![A-Za-z])" if styles else "")
    )
    if line.startswith("refused:"):
        return [("class:refused", line)]
    found: StyleAndTextTuples = []
    at = 0
    for m in piece.finditer(line):
        style = "class:selected" if m[1] else "class:usable" if m[2] or m[3] else styles[m[0]]
        found += [("", line[at : m.start()]), (style, m[0])]
        at = m.end()
    return [*found, ("", line[at:])]


class Screen:
    """The application and its keys. player: who is handed the answers, None where nothing is answered."""

    def __init__(
        self,
        desk: Desk,
        player: ConsolePlayer | None,
        ascii_only: bool,
        color: str,
        input: Input | None,
        output: Output | None,
    ) -> None:
        self.desk = desk
        self.player = player
        self.dirty = trio.Event()
        self.presses = 0  # of Ctrl-C, one after the other
        self.typed_for = 0  # the question for which the line was begun
        self.cycle: tuple[str, list[str], int] | None = None
        self.table = Table(desk, ascii_only)
        self.buffer = Buffer(multiline=False, on_text_changed=lambda _: self._typed())
        self.app: Application[None] = Application(
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
        desk.notify = self.changed

    def _layout(self) -> Layout:
        line = Window(
            BufferControl(self.buffer, input_processors=[BeforeInput("> ")]), height=1, wrap_lines=False
        )
        below = Window(_Hints(self), height=1)
        return Layout(HSplit([Window(self.table), line, below]), focused_element=line)

    def changed(self) -> None:
        """The desk has changed: redraw soon, hand over an answer, or close."""
        self.dirty.set()
        if self.player is not None:
            self.player.changed()
        if self.desk.leaving and self.app.is_running and self.app.future and not self.app.future.done():
            self.app.exit()

    async def redraw(self) -> None:
        """Redraw at most every `REDRAW_S` seconds; keys redraw by themselves."""
        while True:
            await self.dirty.wait()
            self.dirty = trio.Event()
            self.app.invalidate()
            if self.desk.leaving:
                self.changed()
            await trio.sleep(REDRAW_S)

    async def signals(self, task_status: trio.TaskStatus[None]) -> None:
        """Leave in good order when told to from outside."""
        with trio.open_signal_receiver(*_SIGNALS) as received:
            task_status.started()
            async for number in received:
                self.leave(_SIGNALS[signal.Signals(number)])

    def leave(self, reason: str) -> None:
        self.desk.leaving = self.desk.leaving or reason
        self.changed()

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for name, handler in (
            ("enter", self._enter),
            ("tab", self._tab),
            ("escape", self._escape),
            ("c-c", self._interrupt),
            ("c-d", self._end_of_input),
            ("c-l", lambda _: self.app.renderer.clear()),
            ("f1", lambda _: self._line("?")),
            ("pageup", lambda _: self._scroll(-1)),
            ("pagedown", lambda _: self._scroll(1)),
            (Keys.BracketedPaste, self._paste),
        ):
            keys.add(name, eager=name == "escape")(handler)
        return keys

    def _typed(self) -> None:
        desk = self.desk
        if not desk.typed:
            self.typed_for = desk.ask_id
        desk.typed = self.buffer.text
        self.presses = 0

    def _enter(self, event: KeyPressEvent) -> None:
        desk = self.desk
        text = self.buffer.text
        if self.player is not None and desk.result and not text.strip() and desk.page is None:
            self.player.done.set()
            return
        is_move = text.strip() and not text.startswith("?")
        if is_move and self.typed_for != desk.ask_id and desk.ask_id:
            self.typed_for = desk.ask_id
            desk.write(
                "note", "the question has changed since you began to type: read it, then press Enter again"
            )
            return
        self._line(text)

    def _line(self, text: str) -> None:
        self.buffer.reset(append_to_history=bool(text.strip()))
        self.desk.typed = ""
        enter(self.desk, text)
        self.changed()

    def _tab(self, event: KeyPressEvent) -> None:
        line = self.buffer.document.text_before_cursor
        if self.cycle is not None:
            stem, found, at = self.cycle
            if line == stem + found[at]:
                at = (at + 1) % len(found)
                self.cycle = (stem, found, at)
                self._replace(stem + found[at])
                return
        self.cycle = None
        stem, found = complete(self.desk, line)
        if not found:
            return
        common = _common(found)
        if len(found) == 1:
            self._replace(stem + found[0] + " ")
        elif len(stem + common) > len(line):
            self._replace(stem + common)
        else:
            self.cycle = (stem, found, 0)
            self._replace(stem + found[0])

    def _replace(self, text: str) -> None:
        self.buffer.text = text
        self.buffer.cursor_position = len(text)

    def _escape(self, event: KeyPressEvent) -> None:
        if self.desk.page is None or self.desk.choosing:
            self.buffer.reset()
        self.desk.close_page()

    def _interrupt(self, event: KeyPressEvent) -> None:
        presses = self.presses + 1
        if self.buffer.text:
            self.buffer.reset()
            self.desk.typed = ""
        elif presses < 3 and not self.desk.result:
            presses = 2
            self.desk.write("note", "leave the match? Ctrl-C once more leaves, any other key stays")
        else:
            self.leave("interrupt")
        self.presses = presses

    def _end_of_input(self, event: KeyPressEvent) -> None:
        if not self.buffer.text:
            self._interrupt(event)

    def _paste(self, event: KeyPressEvent) -> None:
        """Only the first line of what is pasted, and not too much of it."""
        first = event.data[: PASTE_MAX * 4].replace("\r", "\n").split("\n")[0]
        self.buffer.insert_text(clean(first, PASTE_MAX))

    def _scroll(self, by: int) -> None:
        width, height = self.table.size
        if self.desk.page is None and by < 0 and self.desk.info:
            self._line("log")
        else:
            scroll(self.desk, width, height, by * (height - 3))


class _Hints(UIControl):
    """The row below the command line."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def create_content(self, width: int, height: int) -> UIContent:
        line = hints(self.screen.desk, self.screen.buffer.document.text_before_cursor, width)
        return UIContent(lambda i: [("", line)], line_count=1, show_cursor=False)


def _common(words: list[str]) -> str:
    """The longest beginning that all words share."""
    first, last = min(words), max(words)
    return next((first[:i] for i, ch in enumerate(first) if i >= len(last) or ch != last[i]), first)


def _depth(color: str) -> ColorDepth:
    """The user's own sixteen colours, or none: by `color` (auto, always, never), then NO_COLOR."""
    plain = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    return ColorDepth.DEPTH_1_BIT if plain else ColorDepth.DEPTH_4_BIT
