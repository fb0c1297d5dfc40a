"""The references of a lesson's texts, as a match fills them: texts about what lies there, then and now, and
the log."""

from __future__ import annotations

from collections.abc import Iterable

from fadenet.console.match.sight import Sight
from fadenet.console.shell.stage import LogEntry
from fadenet.games.spelling import slug

WAS, LOG = "was.", "log."


def said_of(sight: Sight, asked: str) -> str:
    """The text about a card, a Player with its piles, or a Link, by its label; "" for a label of nothing."""
    s = sight.seat.state
    h = sight.handle(asked)
    if not h:
        return " ".join(sight.about_link(asked))
    said = sight.face.detail(s, h, sight.seat.code(h))
    if h <= s.seats:
        said += "".join(f"  {word} {n}" for word, n in sight.counted(h - 1))
    return said


def logged(log: Iterable[LogEntry], name: str) -> str:
    """The entries about what has this name, in their order, "" for none."""
    return "\n".join(text for text in (f"{entry.who} {entry.text}" for entry in log) if name in slug(text))
