"""CPU time of the protocol: what of a run went into signatures, and what into the protocol besides."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fadenet.table import ending
from protocol import closing, evidence, hashing, hello, result, transcript
from protocol.closing import Closing
from protocol.play import Play
from protocol.transcript import Transcript
from protocol.vault import Vault

# The modules that use `hashing.sign` and `verify`.
SIGNERS = (hashing, hello, transcript, closing, result, evidence)
ENTRANCES = (Transcript, Play, Closing, Vault)  # the classes by which a table uses the protocol
REPEATS = 5  # of a short measurement: the best one is reported


def best(work: Callable[[], object]) -> float:
    """The least CPU time of some runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def least(work: Callable[[], object]) -> tuple[float, float]:
    """The least CPU time of some runs without signatures, and the least of the signatures, in seconds."""
    plain, signing = [], []
    for _ in range(REPEATS):
        with Meter() as meter:
            started = time.process_time()
            work()
            plain.append(time.process_time() - started - meter.signatures)
        signing.append(meter.signatures)
    return min(plain), min(signing)


class Meter:
    """CPU seconds spent on signatures, and with `protocol` in all that tables call of the protocol besides,
    while it is in force."""

    def __init__(self, protocol: bool = False) -> None:
        self.signatures = self.protocol = 0.0
        self.signed = 0  # signatures made or checked
        self._inside = False
        self._places: list[tuple[Any, str]] = [
            (module, name) for module in SIGNERS for name in ("sign", "verify") if hasattr(module, name)
        ]
        if protocol:
            self._places.append((ending, "audit"))
            for entrance in ENTRANCES:
                self._places += [
                    (entrance, name)
                    for name, method in vars(entrance).items()
                    if callable(method) and (name == "__init__" or not name.startswith("_"))
                ]

    def __enter__(self) -> Meter:
        self._plain = [getattr(owner, name) for owner, name in self._places]
        for (owner, name), plain in zip(self._places, self._plain, strict=True):
            setattr(owner, name, self._signing(plain) if owner in SIGNERS else self._entering(plain))
        return self

    def __exit__(self, *_: object) -> None:
        for (owner, name), plain in zip(self._places, self._plain, strict=True):
            setattr(owner, name, plain)

    def _signing(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        def signing(*arguments: Any) -> Any:
            started = time.process_time()
            try:
                return plain(*arguments)
            finally:
                self.signatures += time.process_time() - started
                self.signed += 1

        return signing

    def _entering(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        def entering(*arguments: Any, **named: Any) -> Any:
            if self._inside:
                return plain(*arguments, **named)
            self._inside = True
            started, before = time.process_time(), self.signatures
            try:
                return plain(*arguments, **named)
            finally:
                self.protocol += time.process_time() - started - (self.signatures - before)
                self._inside = False

        return entering
