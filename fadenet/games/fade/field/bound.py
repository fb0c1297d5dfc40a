"""Which Characters nothing keeps where they are."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.state import Known, State
from fadenet.games.fade.field import values
from fadenet.games.fade.field.legality import is_fresh
from fadenet.games.fade.tables import B_ACT, B_ACTIVATE, B_ATTACK, B_MOVE, BACKUP, FRONT, NZ, Q_FORBID
from fadenet.games.fade.typed import rules_of

_HOLDING = (B_MOVE, B_ACT, B_ATTACK, B_ACTIVATE)  # the last two hold only together
_STAYING = frozenset(Q_FORBID + ban for ban in _HOLDING)


def not_held(s: State, seat: int, ways: Sequence[int], codes: Known) -> Sequence[int]:
    """Those that no effect keeps from being moved (faroe action.cannot-act).

    Where any may leave their row, being able to act is nothing that they need; where only those do that are
    ready, they have been there since an earlier turn (fade2 status.fresh-is-waiting).
    """
    back, zone = rules_of(s).edition.back, s.zone
    if back.retreat == "ready" or back.forward == "ready":
        waits = {FRONT: back.retreat == "ready", BACKUP: back.forward == "ready"}
        came = s.since
        ways = [h for h in ways if came[h] != s.turn or not (waits[zone[h] % NZ] and is_fresh(s, h))]
    changes = (s.index or s.rules.index_of(s)).changes
    if _STAYING.isdisjoint(changes):
        return ways
    move, act, attack, activate = [_bearing(s, ways, ban) for ban in _HOLDING]
    idle = [*act, *[h for h in attack if h in activate]]
    if not (move or idle):
        return ways
    any_of = {FRONT: back.retreat == "any", BACKUP: back.forward == "any"}
    return [h for h in ways if h not in move and (h not in idle or any_of[zone[h] % NZ])]


def not_fixed(s: State, seat: int, ways: Sequence[int], codes: Known) -> Sequence[int]:
    """Those that no effect keeps where they are."""
    fixed = _bearing(s, ways, B_MOVE)
    return [h for h in ways if h not in fixed] if fixed else ways


def _bearing(s: State, there: Sequence[int], ban: int) -> Sequence[int]:
    """Those on which a ban lies."""
    if Q_FORBID + ban not in (s.index or s.rules.index_of(s)).changes:
        return ()
    return [h for h in there if values.banned(s, h, ban)]
