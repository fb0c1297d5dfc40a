"""Answers of a bot that is away between its turns: it says beforehand where it passes."""

from __future__ import annotations

from dataclasses import replace

from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.policies import UNTOUCHED
from fadenet.engine.rules import rules_of
from fadenet.engine.state import RESPOND
from fadenet.games import away
from fadenet.table.view import Answer, SeatView


def with_passes(seat: SeatView, answer: Answer) -> Answer:
    """An answer with the standing passes that make sense for the cards of its seat (`games.away.sensible`); a
    move in its turn with those on that move, if it could not answer it.

    As it is if it says some itself, if these hold already, or if it is sealed, as such answers carry none.
    """
    ask = seat.ask
    assert ask is not None
    if ask.sealed or answer.standing is not None:
        return answer
    s = seat.state
    if (own := away.on_own(s, ask, answer.move)) is not None:
        return answer if away.may_answer(s, seat.index, seat.known) else replace(answer, standing=own)
    passes = ask.kind == RESPOND and answer.move == PASS_MOVE
    passed = rules_of(s).stakes.stake(s, seat.index, ask.window) if passes else UNTOUCHED
    said = tuple([(mask, until) for who, mask, until in s.passes if who == seat.index])
    wanted = away.sensible(s, seat.index, seat.known, passed)
    return answer if wanted == said else replace(answer, standing=wanted)
