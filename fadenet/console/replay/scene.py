"""A match record as a scene of the shell: keys that move through it, and a clock that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fadenet.console.match.colours import colours_of
from fadenet.console.match.looking import LOOKING
from fadenet.console.match.view import hinted, view
from fadenet.console.replay.viewer import SPEEDS, Viewer
from fadenet.console.shell.pages import PAGE_HINT
from fadenet.console.shell.scene import Scene
from fadenet.console.text import fit, fit_hints

HINT = "Left Right step  Up Down turn  Space play  Tab view  g 57  /words  ?  q leaves"
WORDS = ("help", *LOOKING, "quit")


class ReplayScene(Scene):
    """A viewer as a scene. Its keys work while the line is empty and no page is open."""

    history = "log"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer.stage)
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
        return view(self.stage, self.viewer.table(), width, height)

    def hints(self, line: str, width: int) -> str:
        if self.stage.page is not None:
            return fit(PAGE_HINT, width)
        if not line:
            return fit_hints(HINT, width)
        return fit(hinted(self.viewer.sight, line, self.complete(line)[1]), width)

    def enter(self, line: str) -> None:
        self.viewer.enter(line)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return "", [word for word in WORDS if line and word.startswith(line)]

    @property
    def colours(self) -> Mapping[str, str]:
        return colours_of(self.viewer.sight)

    def interrupt(self, again: bool) -> None:
        """There is nothing that could be lost."""
        self.stage.leave("quit")

    @property
    def tick_s(self) -> float:
        return 1 / SPEEDS[self.viewer.speed]

    def tick(self) -> None:
        if self.viewer.playing:
            self.viewer.step(1)
