"""Faults planted into honest nodes, which the explorer must find: some of the past, and rules left out.

`PLANTS`: what is replaced, by name: (where, what, by what).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fadenet.node.match.cheats import Cheats
from fadenet.node.match.clock import MatchClock
from fadenet.node.match.mark import Mark
from fadenet.table import ending
from fadenet.table.ending import Ending
from fadenet.table.seat import TableSeat
from protocol import closing
from protocol.closing import Closing
from protocol.faults import PeerFault, UnexpectedEntry
from protocol.leaving import Leaving
from protocol.messages import Statement, parse_message
from protocol.votes import Ballot

_convict = TableSeat.convict


def _parted(seat: TableSeat, fault: PeerFault) -> bool:
    """END void and an entry of one seat at one rest end the match for whoever sees both."""
    both = isinstance(fault, UnexpectedEntry) and fault.proven and fault.author is not None
    if both and (
        seat.transcript.closing.is_void_for(fault.author or 0)
        or isinstance(parse_message(fault.evidence), Statement)
    ):
        return False
    return _convict(seat, fault)


def _believed(clock: MatchClock) -> None:
    """The word of the other about our time bank is believed."""
    if clock._seat.given_up_by is not None and not clock._exchange.abandoned:
        clock._exchange.abandon(given_up=True)
        clock._ended()


_note = Mark.note


def _entries_alone(mark: Mark, era: int, seq: int, link: bytes, votes: int) -> bool:
    """The mark knows of no statement."""
    return _note(mark, era, seq, link, 0)


def _no_doubt(clock: MatchClock, late: Sequence[int]) -> str:
    """A node that waits for the only other one wins, whether or not that holds what it has signed."""
    return ""


def _always(*_: Any) -> bool:
    return True


def _no_votes(seat: TableSeat) -> list[bytes]:
    return []


def _none(*_: Any, **__: Any) -> None:
    return None


PLANTS: dict[str, Sequence[tuple[Any, str, Any]]] = {
    "void and an entry end the match": [(TableSeat, "convict", _parted)],
    "the other's word on our bank": [(MatchClock, "see_given_up", _believed)],
    "a mark without statements": [(Mark, "note", _entries_alone)],
    "two winners of one match": [(MatchClock, "_doubt", _no_doubt)],
    "a vote of one round": [(Ballot, "out", property(lambda ballot: ballot.full))],
    "an overruled entry stays": [(Leaving, "overruled", _none)],
    "nobody goes back behind a fork": [(Cheats, "fork", _none), (TableSeat, "_join", _no_votes)],
    "the first RESULT stays": [(Closing, "_rank", lambda closing, body: bool(body))],
    "who has lost signs alone": [(closing, "stands", _always), (ending, "stands", _always)],
    "who has signed another RESULT is not waited for": [(Ending, "_unsigned", lambda *_: [])],
}
