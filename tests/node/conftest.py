"""What several nodes of a match work out in one process is worked out once, and no disk is waited for."""

from __future__ import annotations

import pytest

from fadenet.node.match.storage import Disk
from tests.sim.memo import remember

__all__ = ["remember"]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process dies here for real, so nothing has to reach a platter."""
    monkeypatch.setattr(Disk, "fsync", lambda disk, fd: None)
