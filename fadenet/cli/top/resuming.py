"""Which unfinished match is gone on with: what, against whom, how long ago; and old ones can be cleared."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import keys
from fadenet.cli.frame.context import Context, Usage, folded, listed
from fadenet.cli.net import netplay
from fadenet.cli.past import kept
from fadenet.cli.past.history import keep
from fadenet.cli.seat.by_post import DAY_S
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id

OLD_DAYS = 14
"""After how many days without a move clearing a match is offered."""
LISTED_MAX = 20


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with. name: as it is typed; others: who else plays; touched: seconds since
    the epoch when something was last played or came; here: its file, for one on this machine alone."""

    name: str
    what: str
    others: tuple[str, ...]
    touched: float
    turn: int | None = None
    match: str = ""
    here: Path | None = None

    @property
    def label(self) -> str:
        """The kind of match, and against whom it is played."""
        return f"{self.what} against {listed(self.others)}"

    def about(self, now: float) -> str:
        """How far it is, as far as that is known without reading it, and when it was left."""
        turn = f"turn {self.turn}, " if self.turn is not None else ""
        return f"{turn}{ago(now - self.touched)}"

    def line(self, now: float) -> str:
        """The match in one line: how it is typed, its label, how far it is."""
        return f"{self.name}  {self.label}, {self.about(now)}"


def unfinished(home: Path) -> list[Unfinished]:
    """All of a data folder, the latest first."""
    found = [
        Unfinished(one.id, what, one.names[1:], one.left, one.turn, here=one.path)
        for one in kept.kept_matches(home)
        for what in [saved.played(one.game, one.format, one.options)]
    ]
    for one in saved.saved_matches(home):
        if not one.finished:
            note = one.note
            what = saved.played(note.game, note.format, note.options)
            found.append(Unfinished(short_id(one.match), what, one.peers, note.when, match=one.match))
    return sorted(found, key=lambda one: -one.touched)


def chosen(ctx: Context) -> str:
    """The match that is gone on with where none was named: the only one, or the one that the person picks.

    `Usage` where there are several and nobody can be asked; "" where there is none.
    """
    there = unfinished(ctx.home)
    old = older(there, OLD_DAYS)
    if len(there) > 1 and old:
        _offer(ctx, old)
        there = unfinished(ctx.home)
    if len(there) < 2:
        return there[0].match or there[0].name if there else ""
    now = time.time()
    for n, one in enumerate(there[:LISTED_MAX], 1):
        ctx.say(f"{n:>2}  {one.line(now)}")
    if len(there) > LISTED_MAX:
        ctx.say(f"and {len(there) - LISTED_MAX} more: fadenet matches")
    if not ctx.may_ask:
        raise Usage(f"{len(there)} matches are not finished. Say which: fadenet resume MATCH")
    typed = ctx.ask("Which one? [1]") or "1"
    if typed.isascii() and typed.isdigit() and 0 < int(typed) <= min(len(there), LISTED_MAX):
        return there[int(typed) - 1].match or there[int(typed) - 1].name
    return typed


def older(there: Sequence[Unfinished], days: int) -> list[Unfinished]:
    """Those in which nothing has happened for so many days."""
    return [one for one in there if time.time() - one.touched >= days * DAY_S]


def clear(ctx: Context, days: int) -> int:
    """Give up all matches in which nothing has happened for so many days."""
    old = older(unfinished(ctx.home), days)
    now = time.time()
    lines = [line for one in old for line in folded(one.line(now), 10)]
    if old and not ctx.args.yes:
        for line in lines:
            ctx.say(line)
        which = "these" if len(old) > 1 else "this one"
        raise Usage(f"Nobody can go on with {which} afterwards. If that is what you want, repeat with --yes.")
    for one in old:
        give_up(ctx, one)
    keep(ctx)
    ctx.emit({"cleared": [one.match or one.name for one in old]}, lines)
    ctx.say(f"{_counted(len(old))} given up." if old else f"No match is untouched for {days} days.")
    return 0


def give_up(ctx: Context, one: Unfinished) -> None:
    """Forget a match for good; the file of one between nodes stays, with all that was signed."""
    if one.here is not None:
        one.here.unlink(missing_ok=True)
        return
    with keys.lock(ctx.home):
        saved.forget(ctx.home, Machine(), one.match)
        for home in netplay.homes_of(ctx.home, one.match):
            saved.discard(home, Machine(), one.match)
            netplay.forget(home)


def ago(seconds: float) -> str:
    """How long ago something was, in words."""
    for size, name in ((DAY_S, "day"), (3_600, "hour"), (60, "minute")):
        n = int(seconds // size)
        if n:
            return f"{n} {name}{'s' if n > 1 else ''} ago"
    return "just now"


def _offer(ctx: Context, old: Sequence[Unfinished]) -> None:
    """Whether old matches are to go: asked, or said how."""
    what = f"{_counted(len(old))} untouched for {OLD_DAYS} days and more"
    them = "them" if len(old) > 1 else "it"
    if not ctx.may_ask:
        ctx.say(f"{what}. To give {them} up: fadenet matches --clear {OLD_DAYS}")
        return
    now = time.time()
    for one in old[:LISTED_MAX]:
        ctx.say(f"    {one.line(now)}")
    if ctx.confirm(f"{what}: give {them} up for good?"):
        for one in old:
            give_up(ctx, one)


def _counted(n: int) -> str:
    return f"{n} matches were" if n > 1 else "1 match was"
