"""The endings of a match by exhaustion: whatever comes in whatever order, up to a bound, ends well for all.

The test run explores the smallest plans, a long one the others, and each finds what is planted.
"""

from __future__ import annotations

import pytest
import trio

from tests.sim.explore.__main__ import main
from tests.sim.explore.node import Event
from tests.sim.explore.plan import FOUND_BY, LONG, PLANS, Plan
from tests.sim.explore.plants import PLANTS
from tests.sim.memo import remember

__all__ = ["remember"]
LONG_S = 120.0
QUICK = (
    "two winners of one match",
    "the other's word on our bank",
    "nobody goes back behind a fork",
    "void and an entry end the match",
)


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS)
def test_whatever_happens_all_come_to_one_end(plan: str) -> None:
    found = PLANS[plan].search()
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.whole and found.states > 100


@pytest.mark.long
@pytest.mark.parametrize("plan", LONG)
def test_whatever_happens_in_a_longer_search_all_come_to_one_end(plan: str) -> None:
    found = LONG[plan].search(seconds=LONG_S)
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.whole or found.seconds >= LONG_S


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in FOUND_BY]
)
def test_what_is_planted_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name, instead in PLANTS[plant]:
        monkeypatch.setattr(place, name, instead)
    plan, how = FOUND_BY[plant]
    found = plan.search(seconds=LONG_S)
    assert how in found.fault, str(found)
    assert found.trace


def test_the_command_tells_how_many_states_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.sim.explore.__main__.remembering", tuple)
    assert main(["--seats", "2", "--start", "end"]) == 0
    assert "states (all)" in capsys.readouterr().out


def test_who_lost_and_is_left_alone_waits_and_then_ends_without_a_result() -> None:
    """given the last of three at the end of the game, when both others fall silent, then it signs nothing and
    says that it waits for them, and when nobody comes back it says that it has no result."""

    async def waiting() -> None:
        plan = Plan(3, "end")
        nodes = [node for node in plan.begun(plan.table()) if node is not None]
        outcome = nodes[0].seat.transcript.outcome
        assert outcome is not None
        last = max(nodes, key=lambda node: outcome[0][node.number])
        others = tuple(node.number for node in nodes if node is not last)
        told: list[str] = []
        last.clock._say = told.append
        for node in nodes:
            for item in node.offers() if node is not last else ():
                last.take(Event("item", node.number, item))
        # when
        last.take(Event("spent", what=others))
        # then
        assert last.in_vain() and not last.over and not last.late()
        assert "Too few are left to sign" in told[-1]
        last.take(Event("unsigned"))
        assert last.over and last.seat.result is None
        assert "ends here without a signed result" in told[-1]

    trio.run(waiting)
