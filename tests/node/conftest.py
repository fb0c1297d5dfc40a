"""The work that several nodes of a match do in one process is done once, and no disk is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from trio.testing import MockClock

from fadenet.node.match.committer import Committer, Keeper
from fadenet.node.match.storage import Disk, MatchFolder
from tests.sim.memo import remember

__all__ = ["remember"]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process dies here for real, so nothing has to reach a platter."""
    monkeypatch.setattr(Disk, "fsync", lambda disk, fd: None)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """Where a match is kept of which nothing is written yet."""
    with MatchFolder(tmp_path).create("0" * 32) as file:
        yield Keeper(file, None, Committer())


@pytest.fixture
def clock() -> MockClock:
    """Jumps ahead once nothing has come over loopback for a moment."""
    return MockClock(autojump_threshold=0.02)
