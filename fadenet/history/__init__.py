"""Matches played on this node and how they went: an index of the match files, and ratings made from it."""

from fadenet.history.index import History
from fadenet.history.past import Endorsement, PastMatch, Seat
from fadenet.history.ratings import Rated, RatedPlayer, Rating, player_of, rate
from fadenet.history.solo import Came, Solo, Tally, tallies

__all__ = [
    "Came",
    "Endorsement",
    "History",
    "PastMatch",
    "Rated",
    "RatedPlayer",
    "Rating",
    "Seat",
    "Solo",
    "Tally",
    "player_of",
    "rate",
    "tallies",
]
