"""The rules that every bot keeps: it answers at once, moves legally, and says so loudly when it does not."""

from __future__ import annotations

import pytest
import trio

from fadenet import bots
from fadenet.bots.base import Bot, run_now
from fadenet.engine.errors import Illegal, WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.table.local import LocalMatch
from fadenet.table.view import SeatView
from tests.builders.scenario import rules_with

MAIN = {"strike": 14, "guard": 14, "ration": 6, "edge": 6}
POOL = {"soldier": 4, "giant": 2, "squire": 4}


def test_a_coroutine_that_never_waits_runs_at_once() -> None:
    """given coroutines that await only each other, then their result, or their error, comes at once."""

    async def inner(n: int) -> int:
        if n < 0:
            raise WrongInput("too small")
        return n + 1

    async def outer(n: int) -> int:
        return await inner(n) * 2

    assert run_now(outer(3)) == 8
    with pytest.raises(WrongInput):
        run_now(outer(-1))


def test_a_coroutine_that_waits_is_refused() -> None:
    """given a coroutine that needs an event loop, when it is run at once, then it is closed and an error."""
    closed = []

    async def waits() -> None:
        try:
            await trio.lowlevel.cancel_shielded_checkpoint()
        finally:
            closed.append(True)

    with pytest.raises(AssertionError, match="waits"):
        run_now(waits())
    assert closed == [True]


def test_every_name_makes_a_fresh_bot() -> None:
    """given the names of the command line, then each makes a new bot and any other name is an error."""
    for name in bots.NAMES:
        assert bots.make(name) is not bots.make(name)
    with pytest.raises(WrongInput, match="there is no bot"):
        bots.make("clairvoyant")


def test_a_refused_move_is_a_bug_of_the_bot() -> None:
    """given a bot whose move was listed as legal, when it is refused, then the error names the rule."""
    with pytest.raises(AssertionError, match=r"turn\.phases"):
        run_now(Bot().refused(None, Illegal("turn.phases", "not now")))  # type: ignore[arg-type]


class Cheat(Bot):
    """Gives moves that nobody offered."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return PASS_MOVE


def test_a_bot_that_makes_up_moves_does_not_go_unnoticed() -> None:
    """given a bot that answers the throw with a pass, when the match is played, then it ends in an error."""
    rules = rules_with()
    codes = [[rules.code_of(slug) for slug, n in part.items() for _ in range(n)] for part in (MAIN, POOL)]
    match = LocalMatch(rules, [Cheat(), bots.make("random")], codes * 2, seed=1)
    with pytest.raises(AssertionError, match="refused"):
        run_now(match.play())
