"""The stakes of a seat that passes in advance: attacks, and its own answers."""

from __future__ import annotations

from fadenet.engine.acts import A_VERB
from fadenet.engine.chain import W_CHAIN
from fadenet.engine.policies import ATTACKED, Stakes
from fadenet.engine.state import HANDLE_MASK, Known, State
from fadenet.games.terrene import moves
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import rules_of


class TerreneStakes(Stakes):
    """An attack counts with the ATK of the attacker."""

    def stake(self, s: State, seat: int, window: int) -> int:
        """An attack of the other side is on whoever may block it (terrene attack.declare)."""
        declared = s.chain and s.acts[s.chain[-1]][A_VERB] == t.V_ATTACK
        if (declared or window == t.W_BLOCK) and s.rules.opposed(s, seat, s.active):
            return ATTACKED + v.figure(s, s.vars[t.G_ATTACKER] & HANDLE_MASK, t.Q_ATK)
        return super().stake(s, seat, window)

    def ready(self, s: State, seat: int, known: Known, window: int) -> bool:
        """By the cards that may answer links, and by Traps; anybody may come to block."""
        if window == t.W_BLOCK:
            return True
        there = [(h, s.code[h] or known.get(h, 0)) for h in moves.USE.cards(s, seat, {}, window)]
        if window == W_CHAIN:
            return any(code in rules_of(s).passing[moves.answers] for _, code in there)
        traps = rules_of(s).of_types[t.TRAP]
        return v.has_tactician(s, seat) and any(not s.code[h] and (not c or c in traps) for h, c in there)
