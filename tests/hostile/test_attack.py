"""A node under attack: it stays small, and the match that it is playing goes on."""

from __future__ import annotations

import sys

import bench_attack
import pytest


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of another process's memory is read from /proc")
def test_a_node_under_attack_stays_small_and_plays_on(capsys: pytest.CaptureFixture[str]) -> None:
    code = bench_attack.main(["--seconds", "1", "--connections", "33"])
    assert code == 0, capsys.readouterr().out
