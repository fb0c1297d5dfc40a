"""Which handle of the engine stands for which commitment of the protocol.

Every shuffle makes new commitments, and those that a handle had before are forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.values import Com


class Handles:
    """The commitment behind each handle (`com`) and the way back (`handle`). `bindings` counts how often that
    has changed."""

    def __init__(self) -> None:
        self.com: dict[int, Com] = {}
        self.handle: dict[Com, int] = {}
        self.bindings = 0

    def coms(self, handles: Sequence[int]) -> tuple[Com, ...]:
        """The commitments that these handles stand for."""
        return tuple(self.com[h] for h in handles)

    def bind(self, handles: Sequence[int], coms: Sequence[Com]) -> None:
        """Fresh commitments stand for these handles, ascending, from now on."""
        self.bindings += 1
        for h in handles:
            old = self.com.pop(h, None)
            if old is not None:
                self.handle.pop(old, None)
        for h, com in zip(handles, coms, strict=True):
            self.com[h] = com
            self.handle[com] = h
