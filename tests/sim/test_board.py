"""A small board in virtual time: a fresh notice is soon with all whom it concerns, also where many nodes have
vanished, and newcomers see the true tables among false ones.

The long forms are `python -m tests.sim.board`.
"""

from __future__ import annotations

import pytest

from fadenet.node.limits import BOARD_LINKS
from tests.sim.board import GOAL_BYTES_PER_S, GOAL_SEEN, look, simulate
from tests.sim.crowd import World
from tests.sim.sybils import Army

NODES, FRESH = 40, 5


@pytest.mark.slow
@pytest.mark.parametrize("dead", [0.0, 0.3])
def test_a_fresh_notice_is_soon_with_all(dead: float) -> None:
    """given nodes of which one in five can be dialled, when some vanish and others post, then all of the same
    game hold that within 3 s, but for some whose links have all led to the dead; at little cost."""
    told = simulate(World(NODES, dead=dead, tables=24, games=2, settled=20, seed=1), FRESH)
    assert told.share >= 1 - dead / 2 and told.bytes_per_s <= GOAL_BYTES_PER_S
    assert told.links >= BOARD_LINKS


@pytest.mark.slow
def test_newcomers_see_true_tables_among_false_ones() -> None:
    """given a machine of an attacker with as many links as nodes take of its network, and far more false
    tables than there are true ones and room, when newcomers come, then they see most of the true ones."""
    world = World(12, dialable=0.5, tables=10, games=1, settled=10, seed=1)
    Army(world, 1, 60)
    told = look(world, [0], 2)
    assert told.last >= GOAL_SEEN and told.false > 100


def test_a_seed_replays_a_board() -> None:
    first, again, other = (
        simulate(World(12, tables=5, games=1, settled=5, seed=seed), 2) for seed in (1, 1, 2)
    )
    assert first == again != other
