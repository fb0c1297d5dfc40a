"""The full screen of a replay: keys that move through a match record, and a clock that plays it."""

from __future__ import annotations

from collections.abc import Callable

import trio
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output

from fadenet.console.replay.viewer import SPEEDS, Viewer
from fadenet.console.shell.screen import Screen, show


class ReplayScreen(Screen):
    """The screen of a viewer. Single keys work while the line is empty and no page is open."""

    def __init__(
        self,
        viewer: Viewer,
        ascii_only: bool = False,
        color: str = "auto",
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.viewer = viewer
        super().__init__(viewer.desk, None, ascii_only, color, input, output)

    async def run(self) -> None:
        """Show the record until it is left."""
        await show(self, self._clock)

    async def _clock(self) -> None:
        """Steps on while the record is played."""
        while True:
            await trio.sleep(1 / SPEEDS[self.viewer.speed])
            if self.viewer.playing:
                self.viewer.step(1)

    def _keys(self) -> KeyBindings:
        keys = super()._keys()
        viewer = self.viewer
        free = Condition(lambda: not self.buffer.text and self.desk.page is None)
        moves: dict[str, Callable[[], None]] = {
            "right": lambda: viewer.step(1),
            "left": lambda: viewer.step(-1),
            "down": lambda: viewer.turn(1),
            "up": lambda: viewer.turn(-1),
            "home": lambda: viewer.seek(0),
            "end": lambda: viewer.seek(viewer.replay.length),
            " ": viewer.play,
            "+": lambda: viewer.faster(1),
            "-": lambda: viewer.faster(-1),
            "tab": viewer.next_view,
        }
        for name, move in moves.items():
            keys.add(name, filter=free)(_pressed(move))
        return keys

    def _line(self, text: str) -> None:
        self.buffer.reset(append_to_history=bool(text.strip()))
        self.desk.typed = ""
        self.viewer.enter(text)
        self.changed()

    def _interrupt(self, event: KeyPressEvent) -> None:
        """There is nothing that could be lost: Ctrl-C on an empty line leaves at once."""
        if self.buffer.text:
            self.buffer.reset()
        else:
            self.leave("quit")


def _pressed(move: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    return lambda _: move()
