"""Bot against bot: games in pairs, on all cores, how sure their scores are, and how the games went."""

from fadenet.bots.arena.games import (
    GameResult,
    Score,
    Variant,
    each_pair,
    play_game,
    play_pair,
    play_pairs,
    random_deck,
    score_of,
)

__all__ = [
    "GameResult",
    "Score",
    "Variant",
    "each_pair",
    "play_game",
    "play_pair",
    "play_pairs",
    "random_deck",
    "score_of",
]
