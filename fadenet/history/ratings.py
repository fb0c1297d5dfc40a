"""Ratings by Glicko-2: how strong somebody probably is, and how sure that is.

Mark E. Glickman, "Example of the Glicko-2 system" (2013 revision); the steps below have its numbers. The
package `glicko2` 2.1.0 puts the rating where step 5.1 has the deviation, so that its volatilities depend on
where the scale has its zero, and it installs its tests as a package of everybody's; hence these few lines.

Every match is a rating period of its own for those who sat in it, and each pair of opponents in it is a game.
A rating is this node's own view: it knows no matches but those in its data folder.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.history.past import PastMatch

TAU: Final = 0.5
"""How much a volatility may change."""
SCALE: Final = 173.7178
"""Points of a rating to one unit of the computation."""
MIDDLE: Final = 1500.0
DEVIATION_MAX: Final = 350.0
"""Nobody is less sure of a player than of one that has never played (Glickman, "The Glicko system", 1999)."""
_GAP_MAX: Final = 20.0  # beyond, an expected score is no longer told from 0 or 1
_CLOSE: Final = 1e-6
_STEPS_MAX: Final = 100


RatedPlayer = tuple[str, bytes, bool, str]
"""A rated player: the game with its card sets (`PastMatch.pool`), the IK, whether a bot plays, which is
another player than its owner, and which bot, as each of an owner's is a player of its own; "" = it is not
said.
"""


@dataclass(frozen=True, slots=True)
class Rating:
    """rating: points, 1500 to begin with; deviation: points, 95 % of the time within twice of it."""

    rating: float = MIDDLE
    deviation: float = DEVIATION_MAX
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings by all matches. standing: by player, the rating and how many rated matches made it;
    changes: by match and seat, the rating before and after."""

    standing: dict[RatedPlayer, tuple[Rating, int]]
    changes: dict[bytes, dict[int, tuple[Rating, Rating]]]


def player_of(match: PastMatch, seat: int) -> RatedPlayer:
    """The player at a seat, as it is rated."""
    there = match.seats[seat]
    return match.pool, there.ik, there.bot, there.bot_name


def rate(matches: Iterable[PastMatch]) -> Rated:
    """Rate everybody, one game and its card sets apart from another, by matches given oldest first."""
    rated = Rated({}, {})
    for match in matches:
        if not match.rated:
            continue
        keys = [player_of(match, seat) for seat in range(len(match.seats))]
        before = [rated.standing.get(key, (Rating(), 0)) for key in keys]
        changes = rated.changes.setdefault(match.game_id, {})
        for seat in range(len(match.seats)):
            games = [
                (before[other][0], score)
                for other in match.opponents(seat)
                if (score := match.score(seat, other)) is not None
            ]
            if games:
                was, count = before[seat]
                now = after(was, games)
                rated.standing[keys[seat]] = now, count + 1
                changes[seat] = was, now
    return rated


def after(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a period with at least one game: (opponent before it, 1 won, 0.5 drawn, 0 lost)."""
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE  # step 2
    information = surprise = 0.0
    for other, score in games:  # steps 3 and 4
        weight = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE / math.pi) ** 2)
        gap = weight * (mu - (other.rating - MIDDLE) / SCALE)
        expected = 1 / (1 + math.exp(-max(-_GAP_MAX, min(_GAP_MAX, gap))))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * surprise)
    unsure = min(phi**2 + volatility**2, (DEVIATION_MAX / SCALE) ** 2)
    phi = 1 / math.sqrt(1 / unsure + information)  # steps 6 and 7
    return Rating(MIDDLE + SCALE * (mu + phi**2 * surprise), SCALE * phi, volatility)  # step 8


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the zero of f between two bounds, by the Illinois algorithm."""
    start = math.log(before**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_STEPS_MAX):
        if abs(high - low) <= _CLOSE:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
