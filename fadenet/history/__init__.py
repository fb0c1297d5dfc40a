"""What was played on this node and how it went: an index of the match files, and ratings made from it."""

from fadenet.history.index import History
from fadenet.history.match import Match, Seat, Signed
from fadenet.history.ratings import Rated, Rating, rate

__all__ = ["History", "Match", "Rated", "Rating", "Seat", "Signed", "rate"]
