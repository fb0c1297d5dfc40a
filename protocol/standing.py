"""The standing of seats: what each is in a match, and what it may become.

Two rules hold for this file: every standing of a seat is here, and nothing changes one but by the table. So
what may come next is read in `NEXT`, without running anything.

    PLAYING     It owes what the rests ask of it, votes on others, and its END is needed.
    CONVICTED   It plays, but our caller has proof that it broke a rule: it counts as silent, and nothing is
                taken of it but what the votes of others say is here.
    DOOMED      It plays, but all others, our own seat among them, have voted that it is silent. Their last
                word is missing, and one of them may still take back.
    LEAVING     It is decided that the match goes on without it, by votes or behind a fork. Here that is not
                carried out: others owe something at that rest, or an entry of it is recorded in that place.
    DROPPED     The match has gone on without it, from the rest at which it owed its last entry.
    ELIMINATED  The rules have put it out of the match, and others play on.

A seat is *in* as long as it is neither DROPPED nor ELIMINATED: these two are kept, and so is a proof. DOOMED
and LEAVING hold for as long as the votes and the entries here say so (`Leaving` asks them).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final


class Standing(Enum):
    """The standing of a seat in a match, as one transcript has it."""

    PLAYING = auto()
    CONVICTED = auto()
    DOOMED = auto()
    LEAVING = auto()
    DROPPED = auto()
    ELIMINATED = auto()

    @property
    def left_behind(self) -> bool:
        """Whether the others go on without the seat."""
        return self in (Standing.LEAVING, Standing.DROPPED)


PLAYING, CONVICTED, DOOMED, LEAVING, DROPPED, ELIMINATED = Standing

NEXT: Final[Mapping[Standing, frozenset[Standing]]] = {
    PLAYING: frozenset({CONVICTED, DOOMED, LEAVING, DROPPED, ELIMINATED}),
    CONVICTED: frozenset({DOOMED, LEAVING, DROPPED, ELIMINATED}),
    # A vote was taken back, so that the seat is as before; or the last word was heard.
    DOOMED: frozenset({PLAYING, CONVICTED, LEAVING, DROPPED}),
    # A voter turns out to have answered the entry; or votes of ours at an earlier rest are still open.
    LEAVING: frozenset({PLAYING, CONVICTED, DOOMED, DROPPED}),
    # At the last rest, where the votes on its END turn out to count for nothing.
    DROPPED: frozenset({PLAYING, CONVICTED}),
    # The others have dropped it before that, in place of an entry that is recorded here.
    ELIMINATED: frozenset({LEAVING}),
}


class Standings:
    """The standings of the seats of one match. `convicted`: those of whom our caller has ever had proof."""

    def __init__(self, seats: int) -> None:
        self._kept = [PLAYING] * seats
        self.convicted: set[int] = set()

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, seat: int) -> Standing:
        """The standing of a seat, whatever the votes say at this moment."""
        kept = self._kept[seat]
        return CONVICTED if kept is PLAYING and seat in self.convicted else kept

    def playing(self) -> list[int]:
        """The seats that are in."""
        return [seat for seat, kept in enumerate(self._kept) if kept is PLAYING]

    def are(self, kept: Standing) -> frozenset[int]:
        """The seats that are DROPPED, or ELIMINATED."""
        return frozenset(seat for seat, one in enumerate(self._kept) if one is kept)

    def become(self, seat: int, standing: Standing) -> None:
        """A seat leaves the match, for good."""
        assert standing in NEXT[self[seat]], f"seat {seat} is {self[seat].name} and cannot be {standing.name}"
        self._kept[seat] = standing
