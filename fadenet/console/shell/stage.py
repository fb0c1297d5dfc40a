"""The stage that every scene has: a log, a page that is read, the line as far as it is typed, how it is left.

Knows neither terminal nor Trio. Listeners, which show a scene or wait for its end, are told of every change.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from fadenet.console.text import clean
from fadenet.engine.line import Line

LOG_MAX = 2_000
LISTED_MAX = 40
"""Where lines stay in sight, so many answers stand below a question."""
PAST_SHOWN = 8
"""So many entries of the history are told when somebody comes back."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log.

    who: whose doing, "" = the table's. said: an event as data, or words. joined: whether it goes on in the
    paragraph before it. times: how often it has come in a row.
    """

    kind: str  # event, ask, guide (to what is asked), you, refused, note, alert (it cannot wait), over, chat
    who: str
    said: Line | str
    joined: bool = False
    times: int = 1

    @property
    def text(self) -> str:
        """The words behind the lead."""
        said = self.said
        if isinstance(said, Line):
            said = clean(said.deed() if self.who else said.text())
        return said if self.times == 1 else f"{said} ({self.times} times)"

    @property
    def lead(self) -> str:
        """The words before the text, so that nobody's words can look like what has happened; "" for none."""
        if self.kind == "chat":
            return "you say: " if self.who == "you" else f"{self.who} says: "
        if self.kind == "you":
            return "> "
        return "refused: " if self.kind == "refused" else f"{self.who}: " if self.who else ""


@dataclass(slots=True)
class Page:
    """A text that is read in place of the scene until it is closed.

    stays: whether only its scene takes it away. news: the last words since it is open. room: rows that its
    text had on the screen when it was last drawn.
    """

    title: str
    paragraphs: list[str]
    top: int = 0
    stays: bool = False
    news: str = ""
    room: int = 1


class Stage:
    """The part of a scene that the shell looks at and changes.

    told: entries ever written, for whoever follows the log. answered: how many of them there were when the
    person last answered; later entries are new. burst: how many lines are said in one go, 0 = any.
    past: entries that are history and told to nobody anew; while it is catching up, all that come are.
    room: rows that the log had on the screen when it was last drawn. lasting: whether what has been shown
    stays in sight, as lines that are printed do. leaving: why the scene is left, "" = it is not.
    """

    def __init__(self) -> None:
        self.log: deque[LogEntry] = deque(maxlen=LOG_MAX)
        self.told = 0
        self.answered = 0
        self.past = 0
        self.catching_up = False
        self.burst = 0
        self.room = 0
        self.lasting = False
        self.page: Page | None = None
        self.typed = ""
        self.leaving = ""
        self.listeners: list[Callable[[], None]] = []

    def notify(self) -> None:
        """Tell whoever listens that something has changed."""
        for listener in self.listeners:
            listener()

    def type(self, text: str) -> None:
        """The line is typed so far."""
        self.typed = text

    def write(self, kind: str, text: str, who: str = "") -> None:
        """Add words to the log."""
        self.add(LogEntry(kind, who, clean(text)))
        self.notify()

    def add(self, entry: LogEntry) -> None:
        """Add an entry to the log; words that come while a page is open stand on it too."""
        self.log.append(entry)
        self.told += 1
        if self.page is not None and entry.kind not in ("event", "ask", "guide"):
            self.page.news = entry.lead + entry.text

    def caught_up(self) -> None:
        """Count everything told until now as known; the last of it is shown once more."""
        self.catching_up = False
        self.answered = self.told
        self.past = max(0, self.told - PAST_SHOWN)
        self.notify()

    def summary(self) -> str:
        """The events since the person last answered, summed up in one line; "" for none."""
        return ""

    def fresh(self) -> list[LogEntry]:
        """The entries since the person last answered, as far as they are kept."""
        log, new = list(self.log), self.told - self.answered
        return log[max(0, len(log) - new) :] if new else []

    def open_page(self, title: str, paragraphs: list[str], top: int = 0) -> None:
        """Open a page."""
        self.page = Page(title, paragraphs, top)
        self.notify()

    def close_page(self) -> None:
        """Back to what lies under the page."""
        self.page = None

    def leave(self, reason: str) -> None:
        """Leave the scene; the first reason counts."""
        self.leaving = self.leaving or reason
        self.notify()
