"""Matches played on this node and how they went: an index of the match files, and ratings made from it."""

from fadenet.history.index import History
from fadenet.history.match import Match, Seat, Signed
from fadenet.history.ratings import Player, Rated, Rating, player_of, rate
from fadenet.history.solo import Came, Solo, Tally, tallies

__all__ = [
    "Came",
    "History",
    "Match",
    "Player",
    "Rated",
    "Rating",
    "Seat",
    "Signed",
    "Solo",
    "Tally",
    "player_of",
    "rate",
    "tallies",
]
