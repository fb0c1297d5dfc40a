"""One seat at one match, without any input or output of its own."""

from fadenet.table.follower import Follower
from fadenet.table.local import LocalMatch
from fadenet.table.reading import read
from fadenet.table.record import Record, write
from fadenet.table.replay import Replay, narrowed
from fadenet.table.replica import Replica
from fadenet.table.scribe import Scribe
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, MatchInfo, Player, SeatView, TakeBack

__all__ = [
    "Answer",
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
