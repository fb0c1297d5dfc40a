"""The endings of a match by exhaustion: whatever comes in whatever order, up to a bound, ends well for all.

The test run explores the smallest plans, a long one the others, and each finds what is planted.
"""

from __future__ import annotations

import pytest

from tests.sim.explore.__main__ import main
from tests.sim.explore.plan import FOUND_BY, LONG, PLANS
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
