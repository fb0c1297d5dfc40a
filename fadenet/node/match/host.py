"""The parts of its computer that a node works with, in one place, so that tests can bring their own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fadenet.node.link.links import Network
from fadenet.node.link.noise import Rng
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.match.awake import asleep
from fadenet.node.match.committer import Committer
from fadenet.node.match.mark import marks_folder
from fadenet.node.match.storage import Disk


@dataclass(frozen=True, slots=True)
class Machine:
    """The disk with the matches; random bytes that nobody can foresee; the time of day in seconds since 1970;
    the folder with the marks of matches under way; the network; the committer that waits for the disk; the
    seconds that the computer has slept. Time that passes otherwise is Trio's.
    """

    disk: Disk = field(default_factory=Disk)
    rng: Rng = os.urandom
    now: Callable[[], float] = time.time
    marks: Path = field(default_factory=marks_folder)
    network: Network = field(default_factory=TcpNetwork)
    committer: Committer = field(default_factory=Committer)
    asleep: Callable[[], float] = asleep
