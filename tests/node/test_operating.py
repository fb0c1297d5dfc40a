"""The page for whoever runs a node says what the node has."""

from __future__ import annotations

import re
from pathlib import Path

from fadenet import node
from fadenet.cli.frame import logs
from fadenet.node.link.candidates import DEFAULT_PORT
from fadenet.node.reach.beacon import BEACON_PORT
from fadenet.node.status import EVERY_S, METRICS, STALE_S

PAGE = Path(node.__file__).with_name("OPERATING.md").read_text(encoding="utf-8")


def test_its_metrics_and_numbers_are_those_of_the_node() -> None:
    """given the page, then each metric in it is one of the status, and its ports and times are those that the
    node goes by."""
    named = set(re.findall(r"`[^`]*?fadenet_(\w+)", PAGE))
    assert len(named) >= 6 and named <= {metric.name for metric in METRICS}
    assert {int(n) for n in re.findall(r"\b47\d{3}\b", PAGE)} == {DEFAULT_PORT, BEACON_PORT}
    assert f"written every {EVERY_S:.0f} seconds" in PAGE and f"not written for {STALE_S:.0f} seconds" in PAGE
    assert logs.LOG_BYTES_MAX == 1 << 20 and "anew at 1 MiB" in PAGE
