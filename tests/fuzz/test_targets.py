"""Hostile input for every decoder: valid input with changes, arbitrary bytes, and all that once did harm."""

from __future__ import annotations

import logging
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.mutate import BYTES_MAX, mutate
from tests.fuzz.target import CORPUS, Target
from tests.fuzz.targets import TARGETS

EXAMPLES: int = 30
"""Of a target that costs nothing; others have fewer."""
LONG_EXAMPLES: int = 30_000
REPLAYED: list[tuple[str, Path]] = [(name, path) for name, one in TARGETS.items() for path in one.corpus()]
every_target = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The log of nodes about broken input, thousands of times, interests nobody here."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def hostile(target: Target) -> st.SearchStrategy[bytes]:
    """Valid inputs with up to four changes, and sometimes just bytes."""
    seeds = target.seeds()

    @st.composite
    def changed(draw: st.DrawFn) -> bytes:
        random: Random = draw(st.randoms(use_true_random=False))
        return mutate(random, draw(st.sampled_from(seeds)), seeds, target.form, target.head, target.tokens)

    return st.one_of(changed(), changed(), changed(), st.binary(max_size=200))


def attack(target: Target, examples: int) -> None:
    @settings(
        max_examples=max(3, examples // target.cost),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(hostile(target))
    def holds(data: bytes) -> None:
        target.check(data)

    holds()


@pytest.mark.slow
@every_target
def test_whatever_comes_in_only_named_errors_come_out(target: Target) -> None:
    """given inputs that are almost right, then they are taken or refused in one clean line, in time."""
    attack(target, EXAMPLES)


@pytest.mark.long
@every_target
def test_the_same_of_many_more_inputs(target: Target) -> None:
    attack(target, LONG_EXAMPLES)


@pytest.mark.parametrize(("name", "path"), REPLAYED, ids=[f"{name}-{path.name}" for name, path in REPLAYED])
def test_what_once_did_harm_does_none_any_more(name: str, path: Path) -> None:
    TARGETS[name].check(path.read_bytes())


def test_every_corpus_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= TARGETS.keys()


def test_no_input_is_changed_without_end() -> None:
    """given maps for the keys of maps, of which a writer of CBOR writes each level twice, then each change to
    them takes next to no time."""
    deep = b"\xa1" * 20 + b"\x00" * 21
    began = time.process_time()
    for seed in range(4):
        mutate(Random(seed), deep, [deep], "cbor", 0, ())
    assert time.process_time() - began < 0.5


@every_target
def test_the_seeds_lead_somewhere(target: Target) -> None:
    """given the valid inputs of a target, then it takes some of them, or none can be taken."""
    seeds = target.seeds()
    assert seeds and all(len(seed) <= BYTES_MAX for seed in seeds)
    assert any(map(target.check, seeds[:8])) is not target.name.startswith("handshake")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, one in TARGETS.items() if one.cost <= 10])
def test_no_input_takes_much_memory(name: str) -> None:
    """given bombs and inputs that are almost right, then no decoder holds much more than it was given."""
    target, random = TARGETS[name], Random(1)
    seeds = target.seeds()
    most = max(seeds, key=len)
    bombs = [
        most * (BYTES_MAX // len(most)),
        b"\x80" * BYTES_MAX,
        b"\xa1\x00" * (BYTES_MAX // 2),
        b"[" * BYTES_MAX,
    ]
    almost = [mutate(random, most, seeds, target.form, target.head, target.tokens) for _ in range(6)]
    target.check(most)
    tracemalloc.start()
    try:
        for data in (*bombs, *almost):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            target.check(data)
            peak = tracemalloc.get_traced_memory()[1] - before
            assert peak < target.memory, f"{peak} bytes for {len(data)}"
    finally:
        tracemalloc.stop()
