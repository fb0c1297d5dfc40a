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
    back = rules_of(s).edition.back
    if back.retreat == "ready" or back.forward == "ready":
        waits = {FRONT: back.retreat == "ready", BACKUP: back.forward == "ready"}
        ways = [h for h in ways if not (waits[s.zone[h] % NZ] and is_fresh(s, h))]
    changes = (s.index or s.rules.index_of(s)).changes
    if _STAYING.isdisjoint(changes):
        return ways
    move, act, attack, activate = [_bearing(s, ways, Q_FORBID + ban) for ban in _HOLDING]
    idle = [*act, *[h for h in attack if h in activate]]
    if not (move or idle):
        return ways
    zone = s.zone
    any_of = {FRONT: back.retreat == "any", BACKUP: back.forward == "any"}
    return [h for h in ways if h not in move and (h not in idle or any_of[zone[h] % NZ])]


def not_fixed(s: State, seat: int, ways: Sequence[int], codes: Known) -> Sequence[int]:
    """Those that no effect keeps where they are."""
    fixed = _bearing(s, ways, Q_FORBID + B_MOVE)
    return [h for h in ways if h not in fixed] if fixed else ways


def _bearing(s: State, there: Sequence[int], ban: int) -> Sequence[int]:
    """Those on which a ban lies."""
    if ban not in (s.index or s.rules.index_of(s)).changes:
        return ()
    banned = values.change_all(s, ban, dict.fromkeys(there, 0))
    return [h for h in there if banned[h] > 0] if any(banned.values()) else ()
