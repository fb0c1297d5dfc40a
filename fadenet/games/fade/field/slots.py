"""Character Slots, where an edition has them: how many there are, and how many each Character takes up."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.card import Card
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.typed import rules_of


def taken_by(s: State, h: int) -> int:
    """The slots of a Character in front: as many as when it was played, or as stated while it lies face-down
    (fade1 keyword.element-friendship-details, keyword.mystify-details).
    """
    if s.stated[h] >= t.ST_SIZED and not s.face[h]:
        return s.stated[h] - t.ST_SIZED
    return max(rules_of(s).cards[s.code[h]].stats[t.S_CS] - s.num[t.SPARED][h], 0)


def spared(s: State, seat: int, card: Card) -> int:
    """How many slots fewer a Character takes up for who plays it now, always keeping 1 of those printed."""
    saved = 0
    for spares in rules_of(s).points.sparing:
        saved += spares(s, seat, card.code)
    return max(min(saved, card.stats[t.S_CS] - 1), 0)


def due(s: State, seat: int, card: Card) -> int:
    """The slots that a Character takes up that is played now."""
    return max(card.stats[t.S_CS], 0) - spared(s, seat, card)


def most(s: State, seat: int) -> int:
    """How many slots a seat has (fade1 value.cs)."""
    return max(values.changed(s, seat + 1, t.Q_SLOTS, rules_of(s).figures.starting_cs), 0)


@once_a_look
def left(s: State, seat: int) -> int:
    """How many are left on a seat's side, whoever controls what stands there (fade1
    value.cs-only-character-zones, keyword.neutrality-control); below 0 there are too many in use.
    """
    return most(s, seat) - sum([taken_by(s, h) for h in s.zones[seat * t.NZ + t.FRONT]])


def lacking(s: State, seat: int, n: int, below: Sequence[int]) -> int:
    """How many must become free before n more are taken up, once these go under the one that needs them."""
    front = s.zones[seat * t.NZ + t.FRONT]
    return max(n - left(s, seat) - sum([taken_by(s, h) for h in below if h in front]), 0)


def allows(s: State, seat: int, comes: int, goes: int) -> bool:
    """Whether a Character fits into the front once another one has left it; 0 = none does."""
    return left(s, seat) + taken_by(s, goes) >= taken_by(s, comes)
