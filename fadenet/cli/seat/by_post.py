"""A match by correspondence in words, at its table: who is to decide, until when, and what may be claimed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from fadenet.cli.frame.context import listed
from fadenet.console.match.sight import called
from fadenet.engine.language.english import number_of

if TYPE_CHECKING:
    from fadenet.node.match.run import MatchRun
    from fadenet.node.match.saved import SavedTable
    from fadenet.table.seat import TableSeat

DAY_S: Final = 86_400
"""Of a day, in seconds."""
LEAVES = "Enter leaves"
NOT_BY_POST = "that is for matches by correspondence: here the time bank counts, see: clock"
UNCLAIMED = "nobody's days are over yet, so there is nothing to claim"
NO_BANK = (
    "by correspondence nobody is given up by itself: when somebody's days are over, that is claimed by: claim"
)


def moment(seconds: float, now: float) -> str:
    """A time within some weeks of now on the clock of this machine: its day by name, where that names one."""
    form = "%a %H:%M" if abs(seconds - now) < 6 * DAY_S else "%a %d %b, %H:%M"
    return time.strftime(form, time.localtime(seconds))


def at_rest(run: MatchRun, now: float, answered: bool) -> str:
    """The words for a match that waits for others alone. answered: whether our player has decided something
    since it came."""
    seat, late = run.seat, _late(run.note, now)
    if seat.void:
        begin = "All have agreed to end without a winner; that is signed when all have been here."
    elif seat.over:
        begin = "The game is over; it is proven when all have been here."
    elif run.clock.watches_on:
        begin = "You are out, and the others play on."
    else:
        begin = _why(seat, run.own, answered)
    claim = " (claim: say that they have left)" if run.overdue and not seat.over else ""
    there = [called(run.names[seat]) for seat in run.mesh.connected()]
    here = f" {listed(there)} {'is' if len(there) == 1 else 'are'} connected now." if there else ""
    waits = f" {'; '.join(late)}{claim}." if late else ""
    return f"{begin}{waits}{here} {LEAVES}"


def _why(seat: TableSeat, own: int, answered: bool) -> str:
    """Why there is nothing to decide."""
    if seat.view is not None and seat.view.state.turn and seat.view.state.active == own:
        return "The others may answer."
    return "Your turn is over." if answered else "There is nothing to decide for you."


def _late(note: SavedTable, now: float) -> list[str]:
    """The days of those who are to decide, each in words."""
    waits = zip(note.peers, note.waits, strict=False)
    return [_has(called(peer.name), wait.since, note.days, now) for peer, wait in waits if wait.since]


def _has(name: str, since: int, days: int, now: float) -> str:
    due, many = since + days * DAY_S, number_of(days, "day")
    if due > now:
        return f"{name} has {many}, until {moment(due, now)}"
    return f"{name} has had {many}, which {is_or_are(days)} over"


def is_or_are(days: int) -> str:
    """The verb of so many days."""
    return "are" if days > 1 else "is"


def term(note: SavedTable, now: float) -> str:
    """The words on the time in such a match: how many days there are, and until when who has them."""
    many = number_of(note.days, "day")
    due = note.turn + note.days * DAY_S
    own = [f"you have until {moment(due, now)}" if due > now else "your time is over"] if note.turn else []
    return "; ".join([f"each decision has {many}", *own, *_late(note, now)])


def claimed(run: MatchRun) -> str:
    """Carry out `claim`; the words about it."""
    if not run.seat.config.days:
        return NOT_BY_POST
    names = [called(name) for name in run.claim()]
    return f"you claim that the time of {listed(names)} is over" if names else UNCLAIMED
