"""Nodes as processes of their own that die: by kill -9 at any moment, and of a disk without room."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from kill_nodes import campaign

from tests.cli.helpers import Cli, process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits as POSIX has them")

ROOM = 12_000
"""Bytes that a file may have: less than a match takes."""
HANG_S = 300.0
"""How long a node may take to be done: by far more than it needs, however little of the machine it gets."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "seed"),
    [(("terrene", "duel", 2), 2), pytest.param(("faroe", "free-for-all", 3), 8, marks=pytest.mark.long)],
)
def test_killed_nodes_come_back_and_nothing_is_lost(
    tmp_path: Path, table: tuple[str, str, int], seed: int, so_many: Callable[[int, int], int]
) -> None:
    kills = so_many(2, 20)
    tally = campaign(tmp_path, kills, seed, [table])
    assert not tally.failures
    assert tally.kills == kills and tally.waits_s


@pytest.mark.long
def test_two_hundred_kills(tmp_path: Path) -> None:
    tally = campaign(tmp_path, 200, 1)
    assert not tally.failures


@pytest.mark.slow
def test_a_node_without_room_says_so_and_goes_on_when_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # given a match of two nodes, and a limit on what the host may write
    homes = [tmp_path / "host", tmp_path / "join"]
    table = ("--bot", "random", "--listen", "127.0.0.1:0")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        host = process(homes[0], "host", "terrene", *table)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert host.stdout is not None
    guest = process(homes[1], "join", host.stdout.readline().strip(), *table)
    # when there is no room, then it ends with a sentence that says how to go on
    _, said = host.communicate(timeout=HANG_S)
    last = said.splitlines()[-1]
    assert host.returncode == 5 and "no room" in last and "nothing is lost" in last, said
    command = last.rpartition("fadenet ")[2].split()
    (path,) = (homes[0] / "matches").glob("*.match")
    assert path.stat().st_size <= ROOM
    # and when there is, the match is played to its end
    again = process(homes[0], *command)
    assert again.communicate(timeout=HANG_S) and guest.communicate(timeout=HANG_S)
    assert (again.returncode, guest.returncode) == (0, 0)
    for home in homes:
        assert Cli(home, capsys)("verify", *(home / "matches").glob("*.match")) == 0
