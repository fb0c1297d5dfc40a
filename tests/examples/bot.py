"""A bot of your own: `pick` is all that it needs. This one attacks whenever it may.

    python tests/examples/bot.py

plays eight matches of F.A.R.O.E. against the bot that moves at random, each of four deals from both seats.
"""

from __future__ import annotations

from fadenet import bots, games
from fadenet.bots.base import Bot, run_now
from fadenet.engine.rules import Move
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.view import SeatView


class Brawler(Bot):
    """Attacks if it can; otherwise it makes any move that is there."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        """One of at least two legal moves; `seat` is what a player at this seat may know."""
        attacks = [move for move in options if seat.text(move).startswith("attack ")]
        return self.random.choice(attacks or options)


def main() -> None:
    """Play the matches and print who has won each of them."""
    rules = games.load("faroe")
    first, second = (load_deck(rules, name).lists for name in packaged(rules)[:2])
    wins = 0
    for number in range(8):
        own = number % 2
        players = [Brawler(), bots.make("random")] if own == 0 else [bots.make("random"), Brawler()]
        match = LocalMatch(rules, players, [*first, *second], seed=number // 2)
        places, rule = run_now(match.play())
        won = places[own] < places[1 - own]
        wins += won
        winner = "the brawler" if won else "random"
        print(f"match {number + 1}: {winner} wins in turn {match.state.turn} by {rule}")
    print(f"the brawler has won {wins} of 8 matches")


if __name__ == "__main__":
    main()
