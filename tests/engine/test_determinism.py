"""The same seeds give the same matches in every process: whatever its hash seed, whatever its Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.python
ROOT = Path(__file__).resolve().parents[2]
HASH_SEEDS = ("0", "1", "4242")
CHILD = """
from hashlib import blake2b
from fadenet.engine.digest import digest
from tests.builders.playout import FAROE, Playout
from tests.builders.ten import TEN
for rules, matches in ((TEN, 20), (FAROE, 1)):
    print(rules.name, rules.hash.hex(), rules.card_hash.hex())
    for seed in range(matches):
        play = Playout(rules, seed)
        line = blake2b(b"".join(digest(s) for s in play.rests()))
        print(seed, play.s.over, digest(play.s).hex(), line.hexdigest())
"""


def digests(python: str, hash_seed: str) -> str:
    """The final digest, and the digest of all digests, of some matches played in a fresh process."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    child = subprocess.run(
        [python, "-c", CHILD], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert child.returncode == 0, child.stderr
    return child.stdout


@cache
def here() -> str:
    return digests(sys.executable, HASH_SEEDS[0])


def other_pythons() -> list[str]:
    """Pythons of other versions on the path that could run this."""
    found: dict[str, str] = {}
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for file in sorted(Path(folder).glob("python3.*")) if Path(folder).is_dir() else ():
            if re.fullmatch(r"python3\.(1[1-9]|[2-9]\d)", file.name):
                found.setdefault(file.name, str(file))
    mine = f"python3.{sys.version_info.minor}"
    return [path for name, path in sorted(found.items()) if name != mine]


@pytest.mark.slow
def test_the_child_really_plays() -> None:
    """given one process, then its matches end and differ from one another."""
    lines = [line.split()[-1] for line in here().splitlines()]
    assert len(lines) == 23 and len(set(lines)) == 23


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", [HASH_SEEDS[1], pytest.param(HASH_SEEDS[2], marks=pytest.mark.long)])
def test_hash_seeds_make_no_difference(hash_seed: str) -> None:
    """given other orders of sets and of string hashes, then every match is the same from rest to rest."""
    assert digests(sys.executable, hash_seed) == here()


@pytest.mark.slow
def test_other_pythons_make_no_difference() -> None:
    """given other versions of Python that have what the engine needs, then no match differs."""
    able = [
        python
        for python in other_pythons()
        if subprocess.run([python, "-c", "import msgspec, cbor2"], capture_output=True, timeout=60).returncode
        == 0
    ]
    if not able:
        pytest.skip(f"no other Python here that could run it (looked at {other_pythons() or 'none'})")
    for python in able:
        assert digests(python, "random") == here(), python
