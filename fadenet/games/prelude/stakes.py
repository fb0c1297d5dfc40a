"""The stakes of a seat that passes in advance: attacks, and its own answers."""

from __future__ import annotations

from fadenet.engine.chain import WINDOWS
from fadenet.engine.policies import UNTOUCHED, Stakes
from fadenet.engine.state import Known, State
from fadenet.games.prelude import aims, uses
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of


class PreludeStakes(Stakes):
    """An attack counts with the damage that it would deal before any defence."""

    def stake(self, s: State, seat: int, window: int) -> int:
        """That in the action over which Immediates are played."""
        act = s.acts.get(s.vars[t.G_DEED]) if window == t.W_IMMEDIATE else None
        return UNTOUCHED if act is None else aims.stake_in(s, seat, act)

    def ready(self, s: State, seat: int, known: Known, window: int) -> bool:
        """By its Immediates and what is Alert, and by its minions; nobody can say it of others, but those of
        chains never come."""
        if window == t.W_GUARD:
            return bool(v.zone(s, seat, t.MINIONS))
        if window != t.W_IMMEDIATE:
            return window >= len(WINDOWS)
        instant = rules_of(s).printing[t.K_IMMEDIATE]
        hand = [s.code[h] or known.get(h, 0) for h in v.zone(s, seat, t.HAND)]
        return any(not code or code in instant for code in hand) or bool(uses.alert(s, seat))
