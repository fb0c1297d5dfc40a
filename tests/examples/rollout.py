"""A bot that searches, in thirty lines: it plays moves out in worlds that could be the true one.

    python tests/examples/rollout.py

plays a match of Prelude against the bot that moves at random. Where Python finds the module, every command
takes it: `fadenet bot match tests.examples.rollout:Thinker:worlds=4 greedy --game prelude -n 5`.
"""

from __future__ import annotations

from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.bots.beliefs import Beliefs
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.options import SpinOption
from fadenet.bots.rollout import gain
from fadenet.bots.worlds import Simulation, World, Worlds
from fadenet.engine.rules import Move, rules_of
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.view import MatchInfo, SeatView


class Thinker(GreedyBot):
    """Plays every move out to the end of the turn, in a few worlds, and takes the best on the average."""

    worlds = SpinOption(2, 1, 99, "worlds in which each move is played out")

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        """Take up a match: what others may have in their decks is believed by what is seen of them."""
        await super().start(match, seat)
        self.beliefs = Beliefs(rules_of(seat.state), match)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        """One of at least two legal moves."""
        if not seat.state.turn or len(options) > 12:
            return super().pick(seat, options)
        worlds = Worlds(seat, self.beliefs)
        drawn = [(worlds.draw(self.random), self.random.getrandbits(32)) for _ in range(self.worlds)]
        return max(options, key=lambda move: sum(self.outcome(seat, move, *one) for one in drawn))

    def outcome(self, seat: SeatView, move: Move, world: World, dice: int) -> float:
        """The gain at the end of the turn, if all play on as greedy does."""
        simulation, greedy = Simulation(world, dice), GreedyBot(trials=4)
        simulation.play(move)
        while (asked := simulation.asked()) and simulation.state.turn == seat.state.turn:
            simulation.play(greedy.decide(simulation.view(asked[0])).move)
        return gain(seat, simulation.view(seat.index))


def main() -> None:
    """Play the match and print how it came out."""
    rules = games.load("prelude")
    first, second = (load_deck(rules, name).lists for name in packaged(rules)[:2])
    match = LocalMatch(rules, [Thinker(worlds=1), bots.make("random")], [*first, *second], seed=1)
    places, rule = run_now(match.play())
    winner = "the thinker" if places[0] < places[1] else "random"
    print(f"{winner} wins in turn {match.state.turn} by {rule}")


if __name__ == "__main__":
    main()
