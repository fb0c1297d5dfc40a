"""Standing passes: what a seat passes on in advance, said with an answer, for all to see.

A row of `State.passes` is (seat, mask, until): bit w of the mask is window w, until is the last turn in which
the row holds. With the bit `AWAY` it is a pass for a seat that is away: it holds in every window of its mask
while others have their turns, and in a turn of the seat's own only if that is the last one, up to its first
free choice. The bits from `LEAST` on then say from which stake on the seat is asked all the same; with the
bit `MEET` the seat does not pass, but blocks or defends by a fixed rule of the game. A row without `AWAY`
holds in all turns, wherever seats are asked in rounds, and in F.A.D.E. for a hidden card.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.rules import rules_of
from fadenet.engine.state import State

AWAY: Final = 1 << 16
"""The bit of a pass for a seat that is away; the bits below it are windows."""
LEAST: Final = 17
"""The first of the bits above it: 0 = the seat passes whatever its stake, n + 1 = below a stake of n."""
LEAST_MAX: Final = 127
MEET: Final = 1 << 24
"""The bit of a row in whose windows the seat does not pass: it meets attacks as the rules say."""


def away(windows: int, until: int, least: int | None = None, meet: bool = False) -> tuple[int, int]:
    """A row of an answer for a seat that is away. windows: a mask; least: the stake from which on it is asked
    all the same, None = it is never asked; meet: it meets attacks in these windows, as far as it can."""
    assert 0 < windows < AWAY
    bits = 0 if least is None else min(1 + least, LEAST_MAX)
    return windows | AWAY | bits << LEAST | meet * MEET, until


def stands_by(s: State, seat: int, window: int) -> bool:
    """Whether the seat has announced to pass on this chance, one of a round or for a hidden card."""
    if not s.passes:
        return False
    plain = [mask for who, mask, until in s.passes if who == seat and until >= s.turn and not mask & AWAY]
    return any(mask >> window & 1 for mask in plain) or is_away(s, seat, window)


def is_away(s: State, seat: int, window: int, stake: int | None = None) -> bool:
    """Whether the seat is away and passes on a chance of this kind.

    stake: that of the seat in it, None = what the rules say (`Stakes.stake`).
    """
    row = _row(s, seat, window, stake)
    return row > 0 and not row & MEET


def meets(s: State, seat: int, window: int, stake: int | None = None) -> bool:
    """Whether the seat is away and meets attacks in a chance of this kind by order (`Stakes.meet`)."""
    return _row(s, seat, window, stake) & MEET > 0


def _row(s: State, seat: int, window: int, stake: int | None) -> int:
    """The mask of the first row of a seat that is away that holds in a chance of this kind, 0 = none."""
    own = s.active == seat
    for who, mask, until in s.passes if s.turn else ():
        if who != seat or not mask & AWAY or not mask >> window & 1:
            continue
        if until == s.turn or (until > s.turn and not own):
            least = (mask >> LEAST & LEAST_MAX) - 1
            if least < 0:
                return mask
            if stake is None:
                stake = rules_of(s).stakes.stake(s, seat, window)
            if stake < least:
                return mask
    return 0


def is_back(s: State, seat: int) -> None:
    """A seat has a free choice in its turn: what it said for the time until then is over."""
    rows = [(who, mask, until) for who, mask, until in s.passes if who == seat]
    left = [(mask, until) for _, mask, until in rows if not mask & AWAY or until > s.turn]
    if len(left) < len(rows):
        atoms.stand(s, seat, tuple(left))
