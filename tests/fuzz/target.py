"""The fuzz target, and the one property that all of them share.

A target takes all bytes that come in or raises one of the errors it names: nothing else, in bounded
time. All that it takes can be written again, and the reason of a refusal is one clean line.
"""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

CORPUS: Final = Path(__file__).parent / "corpus"
"""Inputs that once did harm, in a folder for each target: every test run feeds them again."""
REASON_CHARS_MAX: Final = 4_000


class Runaway(Exception):
    """An input that keeps a decoder busy for longer than any honest one."""


@dataclass(frozen=True)
class Target:
    """A decoder under attack.

    seeds: valid inputs, to be mutated. read: the decoder; raises only `refuses`. write: for what `read`
    returned the bytes of it; `exact`: these are the very bytes that were read, else they are read alike.
    form: what the mutator takes inputs for: "cbor" (behind `head` bytes), "text" or "bytes". tokens: words
    that mean something in it. cost: about how many times a millisecond one input takes. seconds: of CPU time
    that one input may take at most; memory: bytes that it may take at once.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    read: Callable[[bytes], Any]
    refuses: tuple[type[Exception], ...]
    write: Callable[[Any], bytes] | None = None
    exact: bool = True
    form: str = "bytes"
    head: int = 0
    tokens: tuple[bytes, ...] = ()
    cost: int = 1
    seconds: float = 2.0
    memory: int = 24 << 20

    def check(self, data: bytes) -> bool:
        """Hold the property for one input; whether it was taken. Any exception but a refusal comes out."""
        with limited(self.seconds):
            try:
                value = self.read(data)
            except self.refuses as refusal:
                assert_clean(str(refusal))
                return False
            if self.write is not None:
                again = self.write(value)
                if self.exact:
                    assert again == data, f"{again!r} was written again"
                else:
                    assert self.write(self.read(again)) == again, f"{again!r} is not read as it was written"
        return True

    @property
    def folder(self) -> Path:
        """Where its corpus lies."""
        return CORPUS / self.name

    def corpus(self) -> list[Path]:
        """The files of its corpus, by name."""
        return sorted(self.folder.iterdir()) if self.folder.is_dir() else []

    def keep(self, data: bytes) -> Path:
        """Put an input into the corpus."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / hashlib.blake2b(data, digest_size=8).hexdigest()
        path.write_bytes(data)
        return path


def assert_clean(reason: str) -> None:
    """A reason is a line that any terminal may show."""
    assert 0 < len(reason) <= REASON_CHARS_MAX, f"a reason of {len(reason)} characters"
    assert reason.isprintable(), f"a reason that is no clean line: {reason!r}"


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `Runaway` in the block after so much CPU time, where the system and the thread allow it."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def expired(number: int, frame: FrameType | None) -> None:
        raise Runaway(f"more than {seconds} s of CPU time")

    before = signal.signal(signal.SIGPROF, expired)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
