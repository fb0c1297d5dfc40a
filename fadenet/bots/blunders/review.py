"""A match of bots that is looked at afterwards: every decision, with the moment in which it was made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fadenet.bots import naming
from fadenet.bots.arena.games import STEPS_MAX
from fadenet.bots.base import Bot, run_now
from fadenet.bots.blunders.branches import Follows, OpenRest
from fadenet.bots.turn_marks import turn_mark
from fadenet.engine import kernel
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ACT, Row, State
from fadenet.games.decks import Deck
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, Player, SeatView


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that was made. turn: how many turns had begun in the match, those of other seats too."""

    at: OpenRest
    seat: int
    turn: int
    move: Move
    options: Sequence[Move]

    @property
    def kind(self) -> int:
        """The kind of the ask."""
        ask = kernel.ask_of(self.at.state, self.seat)
        assert ask is not None
        return ask.kind

    @property
    def ends(self) -> bool:
        """Whether it gives up a free choice or a chance to answer."""
        return self.move in (PASS_MOVE, rules_of(self.at.state).end_move)

    @property
    def begins(self) -> bool:
        """Whether it is a free choice in a turn of the seat."""
        return self.seat == self.at.state.active and self.kind == ACT

    def text(self, move: Move) -> str:
        """A move of the seat in notation."""
        return self.at.seen(self.seat).text(move)

    def card(self, move: Move) -> str:
        """The slug of the card that a move begins with, "" = of none."""
        h = move[1] if len(move) > 1 and type(move[1]) is int else 0
        code = self.at.all_seen(self.seat).code(h) if h > 0 else 0
        return rules_of(self.at.state).cards[code].slug if code else ""


class _Noted(Follows):
    """Plays as a bot does; what it decides is noted down."""

    def __init__(self, bot: Bot, review: Review) -> None:
        super().__init__((), bot)
        self.review = review

    async def choose(self, seat: SeatView) -> Answer:
        options = [move for move in seat.options() if move != CONCEDE_MOVE]
        at = self.review.moment() if len(options) > 1 and seat.state.turn else None
        answer = await self.bot.choose(seat)
        if at is not None:
            turn = self.review.turns
            self.review.decisions.append(Decision(at, seat.index, turn, answer.move, options))
        return answer


class Review:
    """A match of bots, named by seat, with its decisions; it is played when the review is made.

    begin: makes the match of these players. turns: how many have begun. gone: the number of the turn in which
    a seat has lost, by seat.
    """

    def __init__(self, bots: Sequence[str], begin: Callable[[Sequence[Player]], LocalMatch]) -> None:
        self.decisions: list[Decision] = []
        self.gone: dict[int, int] = {}
        self.bots, self.turns, self._steps = tuple(bots), 0, 0
        self._match = begin([_Noted(naming.make(name), self) for name in bots])
        self._match.watch = self._watch
        self._mark = turn_mark(self._match.state)
        run_now(self._match.play())

    def _watch(self, s: State, rows: Sequence[Row]) -> None:
        for seat in range(len(self.bots)):
            if seat not in self.gone and (seat in s.out or (s.over and s.over[0] and s.over[0][seat] > 1)):
                self.gone[seat] = self.turns
        mark = turn_mark(s)
        self.turns += mark != self._mark
        self._mark, self._steps = mark, self._steps + 1
        if self._steps > STEPS_MAX:
            raise AssertionError(f"a match of {', '.join(self.bots)} is still running in turn {s.turn}")

    @property
    def over(self) -> tuple[int, ...]:
        """The places by seat, () for a match that nobody has won or lost."""
        over = self._match.state.over
        return tuple(over[0]) if over else ()

    def moment(self) -> OpenRest:
        """The match as it stands."""
        return OpenRest(self._match.state.clone(), self._match.dealer.clone().hidden())

    def starts(self) -> list[Decision]:
        """The first free choice in each turn."""
        found: dict[int, Decision] = {}
        for decision in self.decisions:
            if decision.begins:
                found.setdefault(decision.turn, decision)
        return list(found.values())


def reviewed(rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int) -> Review:
    """A match from its beginning, with one bot and one deck a seat."""
    lists = [part for deck in decks for part in deck.lists]
    return Review(bots, lambda players: LocalMatch(rules, players, lists, seed, bots))
