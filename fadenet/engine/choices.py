"""The legal answers of a seat in canonical order, counted without being made one by one.

A listing is a line of bunches (verb, card, ends), none of them empty. The moves of a bunch are
`(verb, card, end)` for each of its ends; with 0 as the card they are `(verb, end)`, and with `WHOLE` as the
verb the ends are the moves themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fadenet.engine.state import Move

Bunch = tuple[int, int, Sequence[Any]]
WHOLE: Final = -1


class Choices:
    """A sequence of moves, each made when it is asked for. It holds as long as its state stays as it is."""

    __slots__ = ("_bunches",)

    def __init__(self, bunches: Sequence[Bunch]) -> None:
        self._bunches = bunches

    def __len__(self) -> int:
        count = 0
        for bunch in self._bunches:
            count += len(bunch[2])
        return count

    def __getitem__(self, n: int) -> Move:
        """Move number n in canonical order, from 0 on. Raises `IndexError`."""
        if n >= 0:
            for verb, h, ends in self._bunches:
                if n < len(ends):
                    return ends[n] if verb == WHOLE else (verb, h, ends[n]) if h else (verb, ends[n])
                n -= len(ends)
        raise IndexError("there are not so many moves")

    def listed(self) -> list[Move]:
        """All of them."""
        found: list[Move] = []
        for verb, h, ends in self._bunches:
            if verb == WHOLE:
                found += ends
            elif h:
                found += [(verb, h, x) for x in ends]
            else:
                for x in ends:  # mostly one or two
                    found.append((verb, x))
        return found
