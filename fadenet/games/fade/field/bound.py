"""Which Characters nothing keeps where they are."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.state import Known, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.field.legality import is_fresh
from fadenet.games.fade.typed import rules_of


def not_held(s: State, seat: int, ways: Sequence[int], codes: Known) -> Sequence[int]:
    """Those that no effect keeps from being moved (faroe action.cannot-act).

    Where any may leave their row, being able to act is nothing that they need; where only those do that are
    ready, they have been there since an earlier turn (fade2 status.fresh-is-waiting).
    """
    policies, zone = rules_of(s).policies, s.zone
    if ready := policies.ready_rows:
        came = s.since
        ways = [h for h in ways if came[h] != s.turn or not (zone[h] % t.NZ in ready and is_fresh(s, h))]
    move, act = values.all_banned(s, ways, t.B_MOVE), values.all_banned(s, ways, t.B_ACT)
    neither = values.all_banned(s, values.all_banned(s, ways, t.B_ACTIVATE), t.B_ATTACK)
    idle = [*act, *neither]
    if not (move or idle):
        return ways
    return [h for h in ways if h not in move and (h not in idle or zone[h] % t.NZ in policies.idle_rows)]


def not_fixed(s: State, seat: int, ways: Sequence[int], codes: Known) -> Sequence[int]:
    """Those that no effect keeps where they are."""
    fixed = values.all_banned(s, ways, t.B_MOVE)
    return [h for h in ways if h not in fixed] if fixed else ways
