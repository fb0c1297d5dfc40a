"""On a real pseudo-terminal: a whole match by what the screen shows, and the terminal put back."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 60
SEARCH = "Take one of these cards"
ASKED = ("F2 pass", "Tab completes", "Enter or quit leaves", SEARCH)
PREFERRED = ("attack", "use", "activate", "end", "pass", "no", "done")
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[1-7]|9[0-7])[;m]")
LEAD = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Makes its terminal the one that controls it, then becomes the program: nothing forks beside threads."""


class Terminal:
    """A child on a pseudo-terminal of 80x24, and what its screen shows."""

    module = "tests.console.child"

    def __init__(self, *arguments: str, **variables: str) -> None:
        command = [sys.executable, "-I", "-S", "-c", LEAD, "-m", self.module, *arguments]
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **variables}
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._rows: list[str] = []
        self.fd, inside = os.openpty()
        try:
            self.resize(80, 24)
            self.child = subprocess.Popen(
                command,
                stdin=inside,
                stdout=inside,
                stderr=inside,
                cwd=ROOT,
                env=environment,
                start_new_session=True,
            )
        finally:
            os.close(inside)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)
        self._rows = []

    def until(self, holds: Callable[[], bool]) -> None:
        """Read what the child writes until the condition holds."""
        end = time.monotonic() + WAIT_S
        while not holds():
            assert time.monotonic() < end, self.text
            assert self.read(), "the program has ended: " + self.text

    def read(self) -> bool:
        """Take in what has been written since; False once nothing more can come."""
        if not select.select([self.fd], [], [], 0.5)[0]:
            return True
        try:
            data = os.read(self.fd, 65_536)
        except OSError:  # how Linux says that the other side is closed
            return False
        self.written += data
        self.stream.feed(data)
        self._rows = []
        return bool(data)

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    @property
    def rows(self) -> list[str]:
        """The text on the screen, put together once for each thing that the child writes."""
        self._rows = self._rows or self.screen.display
        return self._rows

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def hints(self) -> str:
        return self.rows[-1]

    @property
    def prompt(self) -> str:
        return self.rows[-2].rstrip()

    def gone(self) -> int:
        """Wait for the end; the exit code, below 0 if a signal ended it."""
        end = time.monotonic() + WAIT_S
        while self.read():
            assert time.monotonic() < end, self.text
        self.close()
        return self.child.wait(WAIT_S)

    def close(self) -> None:
        """Close the window."""
        os.close(self.fd)


class Bare(Terminal):
    """The same child in an interpreter that lacks names."""

    module = "tests.console.bare_child"


def choose(page: list[str]) -> str:
    """The number of one of the moves that the page of legal moves lists."""
    moves = [line.split() for line in page if line[:1].isdigit()]
    for verb in PREFERRED:
        for number, *move in moves:
            if move[0] == verb:
                return number
    return moves[0][0]


@pytest.mark.slow
def test_a_whole_match_is_played_by_what_the_screen_shows() -> None:
    terminal = Terminal("1")
    terminal.until(lambda: "Rock, paper or scissors" in terminal.text)
    terminal.type("pace once\r")
    for _ in range(2_000):
        terminal.until(lambda: any(words in terminal.text for words in ASKED))
        if "Enter or quit leaves" in terminal.hints:
            break
        if SEARCH in terminal.text:
            terminal.type("none\r" if "or none" in terminal.text else "1\r")
            terminal.until(lambda: SEARCH not in terminal.text)
            continue
        terminal.type("legal\r")
        terminal.until(lambda: "Esc or Enter closes" in terminal.hints and terminal.prompt == ">")
        assert "legal" in terminal.rows[0]
        if "nothing is asked of you now" in terminal.rows[1]:  # what stood there was the question before
            terminal.type("\r")
            terminal.until(lambda: "Esc or Enter closes" not in terminal.hints)
            continue
        terminal.type(choose(terminal.rows[1:21]))
        terminal.until(lambda: len(terminal.prompt) > 1)
        terminal.type("\r")
        terminal.until(
            lambda: (
                terminal.prompt == ">"
                and ("Esc or Enter closes" not in terminal.hints or SEARCH in terminal.text)
            )
        )
    assert re.search(r"You have won \[|p2 \S+ has won \[", terminal.text), terminal.text
    terminal.type("\r")
    assert terminal.gone() == 0
    assert b"\x1b[?1049l" in terminal.written
    assert b"places (" in terminal.written


@pytest.mark.slow
@pytest.mark.parametrize("where", ["match", "drawing", pytest.param("key", marks=pytest.mark.long)])
def test_what_breaks_puts_the_terminal_back_and_says_why(where: str) -> None:
    """given an error on either side of the event loop, then both end, and it comes out as it is."""
    broken = () if where == "key" else ("--break", where)
    terminal = Terminal(*broken, NO_COLOR="1", PYTHON_COLORS="0")
    if where == "key":
        terminal.until(lambda: "Rock, paper or scissors" in terminal.text)
        terminal.type("hint\r")
    assert terminal.gone() == 1
    _, left, after = terminal.written.partition(b"\x1b[?1049l")
    assert left and f"ZeroDivisionError: in the {where}".encode() in after


@pytest.mark.slow
def test_an_asyncio_without_what_3_14_removed_will_do() -> None:
    """given an interpreter whose asyncio lacks those names, then the full screen opens and takes lines."""
    terminal = Bare()
    terminal.until(lambda: "Rock, paper or scissors" in terminal.text)
    terminal.type("rock\r")
    terminal.until(lambda: "throws Rock" in terminal.text)
    terminal.type("quit\r")
    assert terminal.gone() == 3
    assert b"left: quit" in terminal.written and b"Warning" not in terminal.written


@pytest.mark.slow
def test_a_window_of_another_size_is_drawn_anew_and_a_program_that_was_stopped_goes_on() -> None:
    """given a program in colours, when its window gets another size, then it is drawn anew; when it is
    stopped, then it takes what is typed meanwhile as it goes on."""
    terminal = Terminal(NO_COLOR="")
    terminal.until(lambda: "Rock, paper or scissors" in terminal.text and "Tab completes" in terminal.hints)
    assert COLOUR.search(terminal.written)
    terminal.resize(100, 30)
    terminal.until(lambda: "Tab completes" in terminal.hints and "Rock, paper" in terminal.rows[-3])
    terminal.type("rock")
    terminal.until(lambda: terminal.prompt == "> rock")
    terminal.child.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, terminal.child.pid, os.WSTOPPED | os.WNOWAIT)
    terminal.type("\r")
    terminal.child.send_signal(signal.SIGCONT)
    terminal.until(lambda: "throws Rock" in terminal.text)
    terminal.type("\x03\x03\x03")
    assert terminal.gone() == 3


@pytest.mark.slow
def test_a_simple_terminal_gets_plain_lines() -> None:
    terminal = Terminal(TERM="dumb")
    terminal.until(lambda: "1 rock   2 paper" in terminal.text)
    terminal.type("quit\n")
    assert terminal.gone() == 3
    assert b"\x1b" not in terminal.written


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGHUP, signal.SIGINT))],
)
def test_a_signal_leaves_the_match_and_puts_the_terminal_back(number: signal.Signals) -> None:
    """given NO_COLOR, then not a colour has come meanwhile either."""
    terminal = Terminal(NO_COLOR="1")
    terminal.until(lambda: "Rock, paper or scissors" in terminal.text)
    terminal.child.send_signal(number)
    assert terminal.gone() == 3
    assert b"\x1b[?1049l" in terminal.written
    assert b"left: " in terminal.written
    assert not COLOUR.search(terminal.written)
