"""Blunders that bots make, found in matches that they have played, each with its position."""

from fadenet.bots.blunders.kinds import KINDS, Blunder, Chances, blunders
from fadenet.bots.blunders.review import Decision, Review, reviewed

__all__ = ["KINDS", "Blunder", "Chances", "Decision", "Review", "blunders", "reviewed"]
