"""What a desk holds beside the match: lines of the log, pages that are read, when to be asked, searches."""

from __future__ import annotations

from dataclasses import dataclass, field

from fadenet.console.text import clean
from fadenet.engine.line import Line


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log.

    who: whose doing, "" = the table's. said: an event as data, or words. joined: whether it goes on in the
    paragraph before it. times: how often it has come in a row.
    """

    kind: str  # event, ask, you, refused, note, alert (a note that cannot wait), over, chat
    who: str
    said: Line | str
    joined: bool = False
    times: int = 1

    @property
    def text(self) -> str:
        """What it says behind its lead."""
        said = self.said
        if isinstance(said, Line):
            said = clean(said.deed() if self.who else said.text())
        return said if self.times == 1 else f"{said} ({self.times} times)"

    @property
    def lead(self) -> str:
        """What stands before the text: nobody's words can look like what has happened."""
        if self.kind == "chat":
            return "you say: " if self.who == "you" else f"{self.who} says: "
        if self.kind == "you":
            return "> "
        return "refused: " if self.kind == "refused" else f"{self.who}: " if self.who else ""


@dataclass(slots=True)
class Page:
    """A text that is read in place of the table until it is closed. news: the last words since it is open."""

    title: str
    paragraphs: list[str]
    top: int = 0
    news: str = ""


@dataclass(slots=True)
class Stops:
    """When the player is asked, beside the rule that something legal must be there: the last two lift it."""

    off: set[int] = field(default_factory=set)  # windows
    yielded: int = -1  # pass on everything in this turn
    hold: bool = False  # stop at the next one whatever is legal
    always: bool = False  # stop where nothing is legal too, if others cannot see that


@dataclass(frozen=True, slots=True)
class Taking:
    """Cards of the own deck to take from: up to `most`, or exactly one where `what` says for what.

    required: taking none is against the rules.
    """

    handles: list[int]
    most: int
    what: str
    required: bool

    def question(self) -> str:
        if self.what:
            return f"Choose {self.what}, by its number"
        if self.most == 1:
            return f"Take one of these cards, by its number{self.way_out}"
        return f"Take up to {self.most} of these cards, by their numbers{self.way_out}"

    @property
    def way_out(self) -> str:
        return "" if self.required else ", or none"

    def chosen(self, line: str) -> list[int] | None:
        """The handles that a line names, None if it does not answer."""
        words = line.replace(",", " ").split()
        if words == ["none"]:
            return None if self.required else []
        numbers = [int(w) if w.isdecimal() and len(w) < 5 else 0 for w in words]
        right = len(set(numbers)) == len(numbers) <= self.most and (numbers or not self.required)
        if not right or not all(0 < n <= len(self.handles) for n in numbers):
            return None
        return [self.handles[n - 1] for n in numbers]
