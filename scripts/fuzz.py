"""Fuzzes the decoders for as long as wanted, and keeps every input that does harm.

    python3 scripts/fuzz.py [TARGET ...] [--seconds 10] [--engine plain|atheris] [--seed N] [--list]

The targets are those of `tests/fuzz/targets.py`; without a name all of them, one after the other, each for
so many seconds in a process of its own with bounded memory. `plain` changes valid inputs; `atheris`
(`pip install atheris`, CPython 3.11 to 3.13) does that too, and follows which code they reach, which makes it
some ten times slower. Without `--engine` it is atheris where that is installed.

Of all inputs that fail alike the first is made smaller and put into `tests/fuzz/corpus/<target>/`, which
every test run feeds again. Prints inputs a second for each target; the exit code is 1 when anything has
failed. Needs a POSIX system and the development dependencies.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.fuzz.target import Target

ROOT: Final = Path(__file__).resolve().parent.parent
MEMORY_MAX: Final = 4 << 30
"""Bytes of address space of a target's process."""
SMALLER_TRIES: Final = 300
FAILED: Final = 1
Failure = tuple[str, str, int]
"""The mark that failures have in common: exception, file and line."""


def main(arguments: list[str]) -> int:
    """Run, and return the exit code: 0 nothing failed, 1 something did."""
    parser = argparse.ArgumentParser(description="Fuzz the decoders.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all without one")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each target (10)")
    parser.add_argument("--engine", choices=("plain", "atheris"), help="atheris where it is installed")
    parser.add_argument("--seed", type=int, default=0, help="of the plain engine (0: from the clock)")
    parser.add_argument("--list", action="store_true", help="print the names of all targets")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    engine = options.engine or ("atheris" if importlib.util.find_spec("atheris") else "plain")
    seed = options.seed or time.time_ns() % 1_000_000
    if options.alone:
        return alone(options.targets[0], options.seconds, engine, seed)
    names = target_names()
    unknown = sorted({*options.targets} - {*names})
    if unknown:
        parser.error(f"no such targets: {', '.join(unknown)}; see --list")
    if options.list:
        print("\n".join(names))
        return 0
    print(f"engine {engine}, seed {seed}", flush=True)
    return max([in_child(name, options.seconds, engine, seed) for name in options.targets or names])


def target_names() -> list[str]:
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]
    from tests.fuzz.targets import TARGETS

    return list(TARGETS)


def in_child(name: str, seconds: float, engine: str, seed: int) -> int:
    """Fuzz one target in a process of its own; 1 if anything failed."""
    command = [sys.executable, __file__, name, "--alone", "--seconds", str(seconds)]
    with tempfile.TemporaryDirectory() as scratch:
        run = subprocess.run(
            [*command, "--engine", engine, "--seed", str(seed)],
            cwd=ROOT,
            env=os.environ | {"TMPDIR": scratch},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
            errors="replace",
        )
    if run.returncode not in (0, FAILED):
        print(f"{name}: ended with {run.returncode}\n{run.stderr[-2_000:]}", flush=True)
    return int(run.returncode != 0)


def alone(name: str, seconds: float, engine: str, seed: int) -> int:
    """Fuzz one target in this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    logging.disable()
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]
    return (_with_atheris if engine == "atheris" else _plainly)(name, seconds, seed)


class FuzzRun:
    """The run of one target: its inputs, and what came of them."""

    def __init__(self, target: Target, seconds: float) -> None:
        self.target = target
        self.began = time.monotonic()
        self.until = self.began + seconds
        self.inputs = self.taken = 0
        self.failures: Counter[Failure] = Counter()

    def feed(self, data: bytes) -> None:
        """One input. The first of each kind of failure is kept and told."""
        self.inputs += 1
        try:
            self.taken += self.target.check(data)
        except Exception as error:
            failure = _failure(error)
            self.failures[failure] += 1
            if self.failures[failure] == 1:
                path = self.target.keep(self._smaller(data, failure))
                text = "".join(traceback.format_exception(error)[-4:])
                print(f"{self.target.name}: {path.relative_to(ROOT)}\n{text}", flush=True)

    def _smaller(self, data: bytes, failure: Failure) -> bytes:
        """The input without the pieces that make no difference."""
        size, tries = len(data) // 2, SMALLER_TRIES
        while size and tries:
            for at in range(0, len(data), size):
                less = data[:at] + data[at + size :]
                tries -= 1
                if self._fails(less) == failure:
                    data = less
                    break
                if not tries:
                    break
            else:
                size //= 2
        return data

    def _fails(self, data: bytes) -> Failure | None:
        try:
            self.target.check(data)
        except Exception as error:
            return _failure(error)
        return None

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    def end(self) -> int:
        """Print the line of the target; the exit code."""
        seconds = time.monotonic() - self.began
        failed = "".join(
            f", FAILED {n} x {kind} at {file}:{line}" for (kind, file, line), n in self.failures.items()
        )
        share = 100 * self.taken / max(self.inputs, 1)
        each = f"{self.inputs / seconds:.0f} a second, {share:.1f} % taken"
        print(f"{self.target.name}: {self.inputs} inputs, {each}{failed}", flush=True)
        return FAILED if self.failures else 0


def _failure(error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if str(ROOT) in f.filename), frames[-1])
    return type(error).__name__, Path(place.filename).name, place.lineno or 0


def _plainly(name: str, seconds: float, seed: int) -> int:
    from tests.fuzz.mutate import mutate
    from tests.fuzz.targets import TARGETS

    target, random = TARGETS[name], Random(seed)
    seeds = [*target.seeds(), *(path.read_bytes() for path in target.corpus())]
    tally = FuzzRun(target, seconds)
    while not tally.over:
        base = seeds[random.randrange(len(seeds))]
        tally.feed(mutate(random, base, seeds, target.form, target.head, target.tokens))
    return tally.end()


def _with_atheris(name: str, seconds: float, seed: int) -> int:
    import atheris

    from tests.fuzz.mutate import BYTES_MAX, mutate

    with atheris.instrument_imports(include=["fadenet", "protocol", "keys"]):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    seeds = target.seeds()
    tally = FuzzRun(target, seconds)

    def one(data: bytes) -> None:
        tally.feed(data)
        if tally.over:
            code = tally.end()
            sys.stdout.flush()
            os._exit(code)  # libFuzzer has no other way to end with our code

    def changed(data: bytes, most: int, number: int) -> bytes:
        if number % 3 == 0:
            return bytes(atheris.Mutate(data, most))
        return mutate(Random(number), data, seeds, target.form, target.head, target.tokens)[:most]

    folder = tempfile.mkdtemp()  # goes with the scratch folder of this process
    for i, data in enumerate([*seeds, *(path.read_bytes() for path in target.corpus())]):
        (Path(folder) / str(i)).write_bytes(data)
    limits = [f"-max_len={BYTES_MAX}", "-rss_limit_mb=3072", "-timeout=120", "-verbosity=0", f"-seed={seed}"]
    setup: Callable[..., Any] = atheris.Setup
    setup([name, *limits, folder], one, custom_mutator=changed)
    atheris.Fuzz()
    return tally.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
