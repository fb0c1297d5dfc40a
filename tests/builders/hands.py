"""The things that the builders of positions of all games share: who is asked, what may be done, and doing
it."""

from __future__ import annotations

from typing import Any

from fadenet.engine import kernel, notation
from fadenet.engine.errors import IllegalMove
from fadenet.engine.kernel import DONE_MOVE, NO_MOVE, PASS_MOVE, YES_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ACT, CONFIRM, PAY, RESPOND, ROW_EVENT, Ask, Row, State
from fadenet.table.dealer import Dealer
from tests.builders import offering


class Hands:
    """All players of a match under way. `s` is the state, `dealer` the table, `log` all events."""

    rules: Rules
    s: State
    dealer: Dealer
    log: list[Row]

    # What there is.

    def asked(self) -> list[int]:
        """The seats that owe an answer."""
        return [a.seat for a in self.s.asks if a.seat not in self.s.answers]

    def asked_kind(self) -> int:
        kind: int = self.s.asks[0].kind
        return kind

    def happened(self, event: str) -> list[Row]:
        """All events of this name since the match began: (event, handle, ref, seat, act, n)."""
        number = self.rules.events.index(event)
        return [row for row in self.log if row[ROW_EVENT] == number]

    def options(self, seat: int) -> list[Move]:
        return kernel.options(self.s, seat, self.dealer.known[seat])

    def can(self, seat: int, verb: str, *arguments: Any) -> bool:
        """Whether a move is offered to its player and accepted by the public check."""
        move = self.move(verb, *arguments)
        offered = move in self.options(seat)
        assert offered == (kernel.check(self.s, seat, move, self.dealer.opening(self.s, move)) is None)
        return offered

    # What is done.

    def move(self, verb: str, *arguments: Any) -> Move:
        return (self.rules.verbs.index(verb), *arguments)

    def settle(self) -> None:
        """Let the dealer answer what the table owes."""
        raise NotImplementedError

    def answer(self, seat: int, move: Move, settle: bool = True) -> None:
        """Give a seat's answer; raises IllegalMove if it is refused."""
        self.log += kernel.apply(self.s, seat, move, self.dealer.opening(self.s, move))
        if settle:
            self.settle()

    def play(self, seat: int, verb: str, *arguments: Any) -> None:
        """Make a move, which its player must have been offered; raises IllegalMove if it is refused."""
        move = self.move(verb, *arguments)
        lacks = offering.lacks(self.s, seat, move, self.dealer)
        self.answer(seat, move)
        assert not lacks, f"{notation.format_move(self.s, seat, move)} was accepted and not offered"

    def refused(self, seat: int, verb: str, *arguments: Any) -> str:
        """The id of the rule that refuses a move; the state must be as before, the move not be offered."""
        move = self.move(verb, *arguments)
        before = self.s.clone()
        try:
            kernel.apply(self.s, seat, move, self.dealer.opening(self.s, move))
        except IllegalMove as error:
            for name in ("code", "zone", "num", "asks", "frames", "chain"):
                assert getattr(self.s, name) == getattr(before, name)
            assert move not in self.options(seat)
            return error.reason.rule
        raise AssertionError("the move was accepted")

    def yes(self, seat: int) -> None:
        self.answer(seat, YES_MOVE)

    def no(self, seat: int) -> None:
        self.answer(seat, NO_MOVE)

    def default(self, ask: Ask) -> Move:
        """The quietest answer: pass, decline, end, or the first thing to choose."""
        kind, seat = ask.kind, ask.seat
        if kind == RESPOND:
            return PASS_MOVE
        if kind == ACT:
            return self.rules.end_move
        if kind in (CONFIRM, PAY):
            return NO_MOVE
        options = self.options(seat)
        return options[0] if options else DONE_MOVE

    def step(self) -> None:
        """Everybody who is asked now gives the quietest answer."""
        for ask in self.s.asks:
            if ask.seat not in self.s.answers:
                self.answer(ask.seat, self.default(ask))

    def pass_all(self, most: int = 400) -> None:
        """Answer quietly until somebody has a free choice, or the match is over."""
        for _ in range(most):
            if self.s.over or (self.s.asks and self.asked_kind() == ACT):
                return
            self.step()
        raise AssertionError("nobody ever had a free choice again")

    def quietly(self, seat: int, verb: str, *arguments: Any) -> None:
        """Make a move, and answer quietly until somebody has a free choice."""
        self.play(seat, verb, *arguments)
        self.pass_all()

    def pass_chain(self) -> None:
        """Pass until no chain is running."""
        while self.s.chain and not self.s.over:
            self.step()
