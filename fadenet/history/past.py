"""One finished match as the history keeps it: its seats, how it ended, and which of them have signed that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fadenet.engine.cardset import SETS

ENDED_MAX: Final = 2**36
"""Unix seconds before or after 1970: any system can show such dates, and no match is of another one."""


class Endorsement(StrEnum):
    """How far the seats of a match stand by its end (protocol, section 10: RESULT)."""

    ALL = "signed"
    """The RESULT has the signatures of all seats."""
    END = "ended"
    """Somebody is absent from the RESULT, or there is none, but all have signed how the game ended: by END,
    or by their entries."""
    LEFT = "left"
    """Somebody is absent, and has left the game before it ended."""
    FAULT = "fault"
    """A RESULT is missing: somebody broke the rules on the way, and the file proves it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of one seat. ik: 32 bytes; name: as it was called at the table, cleaned, "" if unknown; own:
    by a key of this data folder; bot: as declared; side: seats of one side win and lose together; place: from
    1, or 0 in a match without a result; absent: has not signed the RESULT; left: nor played to the end;
    bot_name: which bot, as declared, "" = it is not said."""

    ik: bytes
    name: str
    own: bool
    bot: bool
    side: int
    place: int
    absent: bool = False
    left: bool = False
    bot_name: str = ""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match. ended: unix seconds on the local clock; findings: (seat, entry, rule)."""

    game_id: bytes
    ended: int
    game: str
    format: str
    options: Mapping[str, str]
    rule: str
    signed: Endorsement
    findings: tuple[tuple[int, int, str], ...]
    seats: tuple[Seat, ...]

    @property
    def id(self) -> str:
        """As files and commands name the match: 32 hex digits."""
        return self.game_id.hex()[:32]

    @property
    def rated(self) -> bool:
        """Whether it counts for ratings: played to the end by all, and not void."""
        return self.signed in (Endorsement.ALL, Endorsement.END) and all(seat.place for seat in self.seats)

    @property
    def pool(self) -> str:
        """The game with the ids of its card sets, as ratings are told apart."""
        sets = self.options.get(SETS, "")
        return f"{self.game}+{sets}" if sets else self.game

    @property
    def own(self) -> int:
        """The seat that was ours; the first one, if we sat against ourselves."""
        return next(i for i, seat in enumerate(self.seats) if seat.own)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The seats on other sides than this one."""
        side = self.seats[seat].side
        return tuple(i for i, other in enumerate(self.seats) if other.side != side)

    def score(self, seat: int, other: int) -> float | None:
        """The score of a seat against another: 1 won, 0.5 drawn, 0 lost; None if nobody has a place."""
        ours, theirs = self.seats[seat].place, self.seats[other].place
        if not ours or not theirs:
            return None
        return 1.0 if ours < theirs else 0.0 if ours > theirs else 0.5
