"""Bot against bot: games in pairs, on all cores, how sure their scores are, and how the games went."""

from fadenet.bots.arena.games import GameResult, Variant, play_game, random_deck
from fadenet.bots.arena.pairs import DRAWN, PACKAGED, Contest, GamePair, play_pair
from fadenet.bots.arena.run import play_pairs, run_pairs
from fadenet.bots.arena.score import Score, score_of

__all__ = [
    "DRAWN",
    "PACKAGED",
    "Contest",
    "GamePair",
    "GameResult",
    "Score",
    "Variant",
    "play_game",
    "play_pair",
    "play_pairs",
    "random_deck",
    "run_pairs",
    "score_of",
]
