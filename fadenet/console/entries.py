"""What a desk holds beside the match: lines of the log, pages that are read, and when to be asked."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. who: whose doing, "" = the table's; joined: goes on in the paragraph before it."""

    kind: str  # event, ask, you, refused, note, help, chat
    who: str
    text: str
    joined: bool = False


@dataclass(slots=True)
class Page:
    """A text that is read in place of the table until it is closed."""

    title: str
    paragraphs: list[str]
    top: int = 0


@dataclass(slots=True)
class Stops:
    """At which chances to answer the player is asked, beside the rule that something legal must be there."""

    off: set[int] = field(default_factory=set)  # windows
    hold: bool = False  # stop at the next one whatever is legal
    yielded: int = -1  # pass on everything in this turn
