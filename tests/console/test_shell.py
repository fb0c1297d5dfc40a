"""The shell shows any scene: here one that no game has, on the full screen and as plain lines."""

from __future__ import annotations

import fcntl
import os
from functools import partial
from typing import TextIO, cast

import pytest
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from fadenet.cli.frame.outlet import Outlet, Writer
from fadenet.console.shell.pages import framed, page_lines
from fadenet.console.shell.plain import run_plain
from fadenet.console.shell.scene import Scene
from fadenet.console.shell.screen import run_screen
from fadenet.console.shell.stage import Stage
from fadenet.console.text import fit
from tests.console.helpers import Eyes, on_screen, typed_lines

DOORS = ("red", "green", "grey")


class Doors(Scene):
    """A choice between doors, a key that knocks, and a bell that rings by itself."""

    tick_s = 0.01

    def __init__(self) -> None:
        super().__init__(Stage())
        self.chosen = ""
        self.rung = 0
        self.keys = {"right": lambda: self.stage.write("note", "knock")}
        self.stage.write("ask", "Which door?")

    def lines(self, width: int, height: int) -> list[str]:
        page = self.stage.page
        said = [f"doors, rung {self.rung}", *(entry.text for entry in self.stage.log)]
        return framed(page_lines(page, width, height, []) if page else said, width, height)

    def hints(self, line: str, width: int) -> str:
        return fit("  ".join(self.complete(line)[1]), width)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return "", [door for door in DOORS if door.startswith(line)]

    def enter(self, line: str) -> None:
        if line == "?":
            self.stage.open_page("help", ["Doors can be opened."])
        elif line in DOORS:
            self.pick(1 + DOORS.index(line))
        else:
            self.stage.close_page()

    @property
    def asked(self) -> int:
        return int(not self.chosen)

    @property
    def waits(self) -> bool:
        return not self.chosen

    def answers(self) -> list[str]:
        return list(DOORS)

    def pick(self, number: int) -> bool:
        self.chosen = DOORS[number - 1]
        self.stage.leave(self.chosen)
        return True

    def is_command(self, line: str) -> bool:
        return line == "?"

    def tick(self) -> None:
        self.rung += 1
        self.stage.notify()


@pytest.fixture
def doors() -> Doors:
    return Doors()


@on_screen
async def test_the_full_screen_shows_a_scene_until_it_is_left(doors: Doors) -> None:
    """given a scene, then its lines, hints, key, help and bell are there, and Tab and Enter choose."""
    eyes = Eyes()
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(run_screen, doors, input=keys, output=eyes.output()))
            await eyes.see("Which door?", "red  green  grey")
            await eyes.until(lambda: doors.rung > 2)
            keys.send_text("\x1b[C")
            await eyes.see("knock")
            keys.send_text("?\r")
            await eyes.see("Doors can be opened.")
            keys.send_text("\x1b")
            await eyes.see("Which door?")
            keys.send_text("g\t")
            await eyes.see("> gre")
            keys.send_text("en\r")
            await eyes.until(lambda: "\x1b[?1049l" in eyes.written, "the end of the screen")
    assert doors.stage.leaving == "green"


@pytest.mark.slow
@on_screen
async def test_a_terminal_that_takes_nothing_keeps_up_nobody_and_sees_the_latest_frame(doors: Doors) -> None:
    read, write = os.pipe()
    os.write(write, b" " * fcntl.fcntl(write, fcntl.F_GETPIPE_SZ))
    eyes = Eyes()
    with open(read, "rb", buffering=0), open(write, "w", encoding="utf-8") as below:
        out = Outlet(below, Writer(), vital=True)
        out.writer.start()
        output = Vt100_Output(cast(TextIO, out), lambda: Size(24, 80), enable_cpr=False)

        async def look() -> None:
            while True:
                await trio.lowlevel.wait_readable(read)
                eyes.write(os.read(read, 65_536).decode())

        with create_pipe_input() as keys:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(partial(run_screen, doors, input=keys, output=output))
                # given a terminal that takes nothing, when much happens, and keys are typed
                await eyes.until(lambda: doors.rung > 5 and out.behind > 0)
                behind = out.behind
                keys.send_text("?\r")
                await eyes.until(lambda: doors.stage.page is not None and doors.rung > 30)
                # then all that is heard, and one frame waits
                assert out.behind == behind
                # and when it takes something again it shows what is there now
                nursery.start_soon(look)
                await eyes.see("Doors can be opened.")
                keys.send_text("\x1bgreen\r")
                await eyes.until(lambda: "\x1b[?1049l" in eyes.written, "the end of the screen")
                nursery.cancel_scope.cancel()
        assert out.finish(10) and doors.stage.leaving == "green"


async def test_plain_mode_prints_a_scene_and_takes_a_number(doors: Doors) -> None:
    """given a scene with a question, then its answers are numbered, and a number is enough."""
    printed: list[str] = []
    await run_plain(doors, typed_lines("?\n", "2\n"), printed.append)
    assert printed == ["ask 1: Which door? 1 red   2 green   3 grey   (? help)", "help: Doors can be opened."]
    assert doors.stage.leaving == "green"


async def test_the_end_of_the_input_leaves_a_scene(doors: Doors) -> None:
    await run_plain(doors, typed_lines(), lambda line: None)
    assert doors.stage.leaving == "closed"
