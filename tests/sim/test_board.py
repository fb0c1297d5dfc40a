"""A small board in virtual time: a fresh notice is soon with all, also where many nodes have vanished.

The long form is `python -m tests.sim.board`.
"""

from __future__ import annotations

import pytest

from fadenet.node.limits import BOARD_LINKS, NOTICES_HELD
from tests.sim.board import GOAL_BYTES_PER_S, World, simulate

NODES, FRESH = 60, 5


@pytest.mark.parametrize("dead", [0.0, 0.3])
def test_a_fresh_notice_is_soon_with_all(dead: float) -> None:
    """given nodes of which one in five can be dialled, when some vanish and others post, then all hold that
    within 3 s, but for one or two whose links have all led to the dead; at little cost."""
    told = simulate(World(NODES, dead=dead, tables=10, seed=1), FRESH)
    assert told.share >= 1 - dead / 6 and told.bytes_per_s <= GOAL_BYTES_PER_S
    assert told.links >= BOARD_LINKS and 10 * (1 - dead) <= told.held <= NOTICES_HELD


def test_a_seed_replays_a_board() -> None:
    first, again, other = (simulate(World(15, tables=3, seed=seed), 2) for seed in (1, 1, 2))
    assert first == again != other
