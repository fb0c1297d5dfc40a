"""A first evening of somebody who knows nothing but what is to be read: on the full screen of 80x24, and in
plain mode."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fadenet import games
from fadenet.games.decks import packaged
from tests.console.test_terminal import Terminal

GIVEN_UP = " has won [format.leaving]"
TWICE = re.compile(r"type it\s+once\s+more")
REFUSED = re.compile(r"\brefused: ")
REMARK = re.compile(r" \([^()]*\)")
FOREIGN = {"LC_ALL": "C", "FADENET_NAME": "Zo\u00eb\u6c34"}


class Evening(Terminal):
    """fadenet itself on a pseudo-terminal."""

    module = "fadenet"

    def choose(self, entry: str) -> None:
        """Choose an entry of the menu by the number that stands before it."""
        raise NotImplementedError

    def send(self, line: str) -> None:
        """Type a line, and wait until it is taken."""
        raise NotImplementedError

    def sees(self, words: str) -> None:
        """Wait until that stands there."""
        raise NotImplementedError

    def hint(self) -> str:
        """The move that `hint` names, as soon as one is asked for; "" if the match or lesson is over."""
        raise NotImplementedError

    def give(self, move: str) -> None:
        """Type a move, and once more where that is asked for."""
        raise NotImplementedError

    def goes_on(self) -> None:
        """Go on from the end of a match or lesson."""
        raise NotImplementedError

    def looks_back(self) -> None:
        """Read the review, and leave it."""
        raise NotImplementedError


class OnScreen(Evening):
    """The full screen."""

    def __init__(self, home: Path, **variables: str) -> None:
        super().__init__("--home", str(home), **variables)

    def choose(self, entry: str) -> None:
        self.until(lambda: "a number or Up Down" in self.hints and bool(self._number(entry)))
        self.type(f"{self._number(entry)}\r")
        self.until(lambda: not self._number(entry))

    def _number(self, entry: str) -> str:
        found = re.search(rf"^[> ] +(\d+)  {entry} ", self.text, re.MULTILINE)
        return found[1] if found else ""

    def send(self, line: str) -> None:
        self.type(line)
        self.until(lambda: self.prompt == f"> {line}")
        self.type("\r")
        self.until(lambda: self.prompt != f"> {line}")

    def sees(self, words: str) -> None:
        self.until(lambda: words in " ".join(self.text.split()))

    def hint(self) -> str:
        while True:
            self.until(lambda: self._over or self._asked or self._reads)
            if self._over:
                return ""
            if self._takes:
                return "1"
            if self._reads:
                self.type("\r")
                self.until(lambda: not self._reads)
                continue
            self.send("hint")
            self.until(lambda: self._asked and bool(self._hinted or "nothing is asked" in self.text))
            if self._hinted:
                return self._hinted

    @property
    def _over(self) -> bool:
        return "Enter goes on" in self.hints

    @property
    def _takes(self) -> bool:
        return "? NAME a card" in self.hints

    @property
    def _reads(self) -> bool:
        return self._takes or "Esc or Enter closes" in self.hints

    @property
    def _asked(self) -> bool:
        resting = "Tab completes" in self.hints or "F2 pass" in self.hints
        return resting and self.prompt == ">" and self.rows[-3].rstrip().endswith("]")

    @property
    def _said(self) -> list[str]:
        """The lines of the log behind the last own answer."""
        log: list[str] = []
        for row in self.rows[:-3]:
            if row.startswith("  ") and log:
                log[-1] += f" {row.strip()}"
            else:
                log.append(row.strip())
        answered = max((i for i, line in enumerate(log) if line.startswith("> ")), default=0)
        return log[answered:]

    @property
    def _hinted(self) -> str:
        """The last hint behind the last own answer."""
        return next((_move(line) for line in reversed(self._said) if "hint: " in line), "")

    @property
    def _doubted(self) -> bool:
        return any(TWICE.search(line) for line in self._said)

    def give(self, move: str) -> None:
        self.send(move)
        self.until(lambda: self._over or not self._hinted or self._doubted)
        assert not any(REFUSED.search(line) for line in self._said), self.text
        if self._doubted:
            self.send(move)
            self.until(lambda: self._over or not self._doubted)

    def goes_on(self) -> None:
        self.until(lambda: "Enter goes on: rematch, review" in self.hints)
        self.type("\r")
        self.until(lambda: not self._over)

    def looks_back(self) -> None:
        self.sees("Left Right step")
        self.send("q")


class InLines(Evening):
    """Plain mode, where what was read before the last line that was typed is left behind."""

    def __init__(self, home: Path, **variables: str) -> None:
        super().__init__("--plain", "--home", str(home), **variables)
        self.read_to = 0

    @property
    def new(self) -> str:
        return self.written[self.read_to :].decode().replace("\r\n", "\n")

    def choose(self, entry: str) -> None:
        wanted = re.compile(rf"(?<!\S)(\d+) {entry}\b.*\n")
        self.until(lambda: bool(wanted.search(self.new)))
        found = wanted.search(self.new)
        assert found
        self.send(found[1])

    def send(self, line: str) -> None:
        self.read_to = len(self.written)
        self.type(f"{line}\n")
        self.until(lambda: self.new.count("\n") > 0)  # the terminal's echo of it

    def sees(self, words: str) -> None:
        self.until(lambda: words in self.new)

    def hint(self) -> str:
        while True:
            self.until(lambda: bool(re.search(r"^(ask \d+|more|over): .*\n", self.new, re.MULTILINE)))
            if re.search("^over: ", self.new, re.MULTILINE):
                return ""
            if re.search("^more: ", self.new, re.MULTILINE):
                self.send("")
                continue
            self.send("hint")
            self.until(lambda: bool(re.search(r"hint: .*\n", self.new)))
            return _move(next(line for line in self.new.split("\n") if "hint: " in line))

    def give(self, move: str) -> None:
        self.send(move)
        self.until(lambda: bool(re.search(r"^(ask \d+|more|over|.*once more)\b.*\n", self.new, re.MULTILINE)))
        assert not REFUSED.search(self.new), self.new
        if TWICE.search(self.new):
            self.send(move)

    def goes_on(self) -> None:
        """The next menu comes by itself."""

    def looks_back(self) -> None:
        self.sees(" wins [")


def _move(line: str) -> str:
    """The move in a line that tells a hint: its words, without what stands in brackets."""
    said = line.partition("hint: ")[2]
    while REMARK.search(said):
        said = REMARK.sub("", said)
    return said.strip()


FOLLOWED = 8
"""So many hints of the first match are followed; `test_told.py` follows them to the end, without a screen."""


def _first_evening(evening: Evening) -> None:
    """given a home in which nothing has happened, then what is to be read leads through the first lesson, the
    first match, the look back on it, and the next one, which is left and gone on with."""
    evening.choose("Learn")
    evening.choose("faroe")
    evening.sees("Step 1 of ")
    _played(evening)
    evening.sees("The lesson is done: What wins. You have won")
    _back_home(evening)

    evening.choose("Play a first match")
    _played(evening, FOLLOWED)
    _given_up(evening)
    evening.goes_on()
    evening.sees("Damage taken: ")

    evening.choose("Review")
    evening.looks_back()
    evening.choose("Rematch")
    evening.give(evening.hint())
    evening.sees("you: throws ")
    evening.hint()
    evening.send("quit")

    evening.choose("Go on")
    evening.choose("faroe with opening even against easy")
    evening.sees("you: throws ")
    _given_up(evening)
    evening.goes_on()
    evening.choose("Leave")
    evening.sees("Learn")
    evening.send("q")
    assert evening.gone() == 0


def _played(evening: Evening, most: int = 1_000) -> None:
    """By hints alone, to the end, or so many of them."""
    while most and (move := evening.hint()):
        evening.give(move)
        most -= 1


def _given_up(evening: Evening) -> None:
    evening.send("concede")
    evening.sees("anything else plays on")  # on a page the hint says it, on the table the log
    evening.send("concede")
    evening.sees(GIVEN_UP)


def _back_home(evening: Evening) -> None:
    if isinstance(evening, OnScreen):
        evening.send("quit")


@pytest.mark.slow
def test_a_first_evening_goes_by_what_the_screen_says(tmp_path: Path) -> None:
    _first_evening(OnScreen(tmp_path))


@pytest.mark.slow
def test_a_first_evening_in_plain_mode_has_no_escapes(tmp_path: Path) -> None:
    evening = InLines(tmp_path)
    _first_evening(evening)
    assert b"\x1b" not in evening.written


@pytest.mark.slow
def test_in_the_locale_of_c_every_sign_is_ascii(tmp_path: Path) -> None:
    """given LC_ALL=C and a player called by signs that no such terminal has, then each screen that is reached
    from the home screen is drawn with others, as many cells wide."""
    evening = OnScreen(tmp_path, **FOREIGN)
    evening.choose("Learn")
    evening.choose("faroe")
    evening.sees("Step 1")
    evening.send("quit")
    evening.choose("Play +against")
    evening.choose("fade2")
    evening.choose("easy")
    evening.choose(packaged(games.load("fade2"))[0])
    evening.sees("Rock, paper or scissors")
    evening.send("quit")
    evening.choose("Decks")
    evening.choose("faroe")
    evening.choose("New")
    evening.sees("Fighter Pool: 0")
    evening.child.kill()
    evening.child.wait()
    evening.close()
    assert evening.written.isascii()


@pytest.mark.slow
def test_in_the_locale_of_c_every_plain_line_is_ascii(tmp_path: Path) -> None:
    evening = InLines(tmp_path, **FOREIGN)
    evening.choose("Play: against")
    evening.choose("prelude")
    evening.choose("easy")
    evening.choose(packaged(games.load("prelude"))[0])
    evening.sees("ask 1:")
    evening.child.kill()
    evening.child.wait()
    evening.close()
    assert evening.written.isascii()
