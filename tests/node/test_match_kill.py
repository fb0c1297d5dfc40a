"""Nodes that are killed in mid-match, at any moment, and started again: the match goes on and ends alike."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fadenet import games
from protocol.files import State
from tests.node.tables import files, verified

ROOT = Path(__file__).parents[2]
NAMES = ("host", "joiner")
PATIENCE_S = 120.0


class Node:
    """One side: its process, and what is on its disk."""

    def __init__(self, game: str, home: Path, number: int) -> None:
        self.game = game
        self.home = home
        self.number = number
        self.kills = 0
        self.process: subprocess.Popen[bytes] | None = None
        home.mkdir(mode=0o700)
        self.log = (home / "log").open("ab")

    def start(self, what: str) -> None:
        child = [sys.executable, "-m", "tests.node.match_child"]
        command = [*child, self.game, str(self.home), str(self.number), what]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log)

    def kill(self) -> None:
        """kill -9."""
        self.stop()
        self.kills += 1

    def size(self) -> int:
        """Bytes in the match file."""
        return sum(path.stat().st_size for path in files(self.home, "match"))

    @property
    def done(self) -> bool:
        return (self.home / "outcome").exists()

    def outcome(self) -> str:
        return (self.home / "outcome").read_text()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def wait_for(true: Callable[[], bool], nodes: tuple[Node, Node]) -> None:
    """Until it is true, or one of the nodes has died by itself."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        for node in nodes:
            died = node.process is not None and node.process.poll()
            assert not died, f"{node.home.name} died:\n" + (node.home / "log").read_text()[-3000:]
        assert time.monotonic() < end, "nothing goes on:\n" + "".join(
            (node.home / "log").read_text()[-1500:] for node in nodes
        )
        time.sleep(0.002)


def play_and_kill(path: Path, seed: int, kills: int, game: str = "faroe") -> int:
    """One match with up to this many kills; returns how many there were."""
    dice = random.Random(seed)
    nodes = (Node(game, path / "host", 0), Node(game, path / "joiner", 1))
    host, joiner = nodes
    try:
        host.start("host")
        wait_for(lambda: (host.home / "invitation").exists(), nodes)
        joiner.start((host.home / "invitation").read_text())
        for n in range(kills):
            victim = nodes[n % 2]
            both, more = [node.size() for node in nodes], dice.randrange(1, 4_000)

            def far(sizes: list[int] = both, more: int = more) -> bool:
                grown = all(node.size() > size + more for node, size in zip(nodes, sizes, strict=True))
                return grown or any(node.done for node in nodes)

            wait_for(far, nodes)
            time.sleep(dice.random() * 0.03)
            if any(node.done for node in nodes) or not files(victim.home, "secret"):
                break
            victim.kill()
            victim.start("resume")
        wait_for(lambda: all(node.done for node in nodes), nodes)
        assert host.outcome() == joiner.outcome()
        for node in nodes:
            report = verified(files(node.home, "match")[0], games.load(game))
            assert (report.state, report.findings) == (State.VALID, ())
            assert report.result is not None and str(report.result.places()) in node.outcome()
            assert not files(node.home, "secret")
        return sum(node.kills for node in nodes)
    finally:
        for node in nodes:
            node.stop()
            node.log.close()


def test_a_match_goes_on_after_kills_on_both_sides(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path, seed=1, kills=4) >= 3


def test_a_match_of_several_games_goes_on_after_kills(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path, seed=1, kills=3, game="terrene") >= 1


@pytest.mark.long
def test_fifty_kills(tmp_path: Path) -> None:
    killed = 0
    for seed in range(100):
        folder = tmp_path / str(seed)
        folder.mkdir()
        killed += play_and_kill(folder, seed, kills=8)
        if killed >= 50:
            return
    raise AssertionError(f"only {killed} kills landed")
