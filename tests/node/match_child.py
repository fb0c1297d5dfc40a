"""One node of a match as a process of its own, for the tests that kill it.

    python -m tests.node.match_child GAME HOME NUMBER host|resume|INVITATION

A host writes its invitation to HOME/invitation; whoever ends writes places, rule and RESULT to HOME/outcome.
The bots take a moment for each decision, so that a kill lands in mid-match.
"""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.node import Address
from fadenet.node.match import host_match, resume_match
from fadenet.node.run import Outcome
from fadenet.table.player import Answer, Seat
from tests.node.tables import join, table

THOUGHT_S = 0.02
TURNS = 8


class Slow(RandomBot):
    """A bot that sleeps over every decision, and gives up in turn 8."""

    async def choose(self, seat: Seat) -> Answer:
        await trio.sleep(THOUGHT_S)
        if seat.state.turn >= TURNS and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)


async def run(game: str, home: Path, number: int, what: str) -> Outcome:
    seat = table(home, number, Slow(), rules=games.load(game))

    def invite(text: str) -> None:
        fresh = home / "invitation.new"
        fresh.write_text(text)
        fresh.rename(home / "invitation")

    if what == "resume":
        return await resume_match(seat, "", say=print)
    if what != "host":
        return await join(seat, what, say=print)
    return await host_match(
        seat,
        listen=[Address("127.0.0.1", 0)],
        timer=60,
        bank=600,
        bonus=5,
        hours=1,
        say=print,
        invite=invite,
    )


def main() -> None:
    game, home, number, what = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    outcome = trio.run(run, game, home, number, what)
    assert outcome.result is not None
    fresh = home / "outcome.new"
    fresh.write_text(f"{outcome.places}\n{outcome.rule}\n{outcome.result.hex()}\n")
    fresh.rename(home / "outcome")


if __name__ == "__main__":
    main()
