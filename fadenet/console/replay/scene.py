"""A match record as a scene of the shell: keys that move through it, and a clock that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fadenet.console.match import commands, view
from fadenet.console.replay.viewer import SPEEDS, Viewer
from fadenet.console.shell.scene import Scene


class ReplayScene(Scene):
    """What a viewer shows. Its keys work while the line is empty and no page is open."""

    history = "log"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer.desk)
        self.viewer = viewer
        self.keys: Mapping[str, Callable[[], None]] = {
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

    def lines(self, width: int, height: int) -> list[str]:
        return view.view(self.viewer.desk, width, height)

    def hints(self, line: str, width: int) -> str:
        return view.hints(self.viewer.desk, line, width)

    def enter(self, line: str) -> None:
        self.viewer.enter(line)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return commands.complete(self.viewer.desk, line)

    @property
    def colours(self) -> Mapping[str, str]:
        return self.viewer.desk.face.colours

    def interrupt(self, again: bool) -> None:
        """There is nothing that could be lost."""
        self.stage.leave("quit")

    @property
    def tick_s(self) -> float:
        return 1 / SPEEDS[self.viewer.speed]

    def tick(self) -> None:
        if self.viewer.playing:
            self.viewer.step(1)
