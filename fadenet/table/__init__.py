"""One seat at one match, without any input or output of its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fadenet.table.view import Answer, Clock, MatchInfo, Player, SeatView, TakeBack

if TYPE_CHECKING:
    from fadenet.table.follower import Follower
    from fadenet.table.local import LocalMatch
    from fadenet.table.reading import read
    from fadenet.table.record import Record, write
    from fadenet.table.replay import Replay, narrowed
    from fadenet.table.replica import Replica
    from fadenet.table.scribe import Scribe
    from fadenet.table.seat import TableSeat

__all__ = [
    "Answer",
    "Clock",
    "Follower",
    "LocalMatch",
    "MatchInfo",
    "Player",
    "Record",
    "Replay",
    "Replica",
    "Scribe",
    "SeatView",
    "TableSeat",
    "TakeBack",
    "narrowed",
    "read",
    "write",
]
_ROOMS = {
    "Follower": "follower",
    "LocalMatch": "local",
    "read": "reading",
    **dict.fromkeys(("Record", "write"), "record"),
    **dict.fromkeys(("Replay", "narrowed"), "replay"),
    "Replica": "replica",
    "Scribe": "scribe",
    "TableSeat": "seat",
}
"""In which module each stands: it is loaded when something of it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
