"""Plays F.A.R.O.E. by trying every move on a copy and taking the best, one move at a time.

What costs nothing and shows its worth only later follows a plan instead: Characters that can Attack go to the
front before the Combat Phase and all but one step back after it; Skills and Reactions are attached where they
can be used and are safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fadenet.bots import plan, trial, worth
from fadenet.bots.base import Bot
from fadenet.engine.kernel import NO_MOVE, YES_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, ASK_KIND, MODE
from fadenet.games.fade.tables import HAND, K_FLASH, KEY_TO, NZ, S_COST, V_PLAY
from fadenet.table.player import Seat

TRIALS_MAX = 32  # moves tried for one answer; of more, every second, third ... is, and the last one
CHEAP, CHEAP_WANTED = 2, 2  # a first hand is kept if so many of its cards cost at most so much


class GreedyBot(Bot):
    """Takes the move after which its position is worth most."""

    def pick(self, seat: Seat, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        kind = ask[ASK_KIND]
        if not seat.state.turn:
            return self._set_up(seat, kind, options)
        if kind != ACT:
            return best(seat, options)[1]
        value, move = best(seat, [m for m in options if m[0] not in plan.VERBS])
        if move and value > worth.position(seat.state, seat.index, seat.known):
            return move
        return plan.quiet_move(seat, options)

    def pick_cards(self, seat: Seat, handles: list[int], most: int) -> list[int]:
        cards = seat.state.rules.cards
        return sorted(handles, key=lambda h: (-worth.held(cards[seat.code(h)]), h))[:most]

    def _set_up(self, seat: Seat, kind: int, options: list[Move]) -> Move:
        """The throw is chance; a first hand of dear cards goes back."""
        if kind == MODE:
            return self.random.choice(options)
        cards = seat.state.rules.cards
        hand = seat.state.zones[seat.index * NZ + HAND]
        cheap = sum(1 for h in hand if cards[seat.code(h)].stats[S_COST] <= CHEAP)
        return NO_MOVE if cheap >= CHEAP_WANTED else YES_MOVE


def best(seat: Seat, options: Sequence[Move]) -> tuple[int, Move]:
    """(points, move) of the best of these moves, the first among equals; (-WON, ()) if there is none."""
    found: tuple[int, Move] = (-worth.WON, ())
    moves = list(distinct(seat, options))
    tried = moves[:: len(moves) // TRIALS_MAX + 1]
    for move in tried if tried[-1:] == moves[-1:] else (*tried, moves[-1]):
        value = trial.outcome(seat, move) + bias(seat, move)
        if not found[1] or value > found[0]:
            found = value, move
    return found


def distinct(seat: Seat, options: Iterable[Move]) -> Iterable[Move]:
    """The moves without those that do the same with another copy of a card in Hand or Fighter Pool."""
    seen = set()
    for move in options:
        if move[0] == V_PLAY:
            same = (V_PLAY, -seat.code(move[1]), *move[2:])
            if same in seen:
                continue
            seen.add(same)
        yield move


def bias(seat: Seat, move: Move) -> int:
    """What a trial does not see: a Character that cannot Attack yet is safer behind others."""
    if move[0] == V_PLAY and (KEY_TO, 1) in move:
        return 0 if seat.state.rules.cards[seat.code(move[1])].keywords[K_FLASH] else 1
    return 0
