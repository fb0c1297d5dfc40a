"""The stakes of a seat that passes in advance: attacks, and its own answers."""

from __future__ import annotations

from fadenet.engine.acts import A_VERB
from fadenet.engine.chain import W_CHAIN
from fadenet.engine.choices import Choices
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit.moves import verbs_of
from fadenet.engine.policies import ATTACKED, Stakes
from fadenet.engine.state import HANDLE_MASK, Known, Move, State
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

    def meet(self, s: State, seat: int, window: int) -> Move:
        """Block with whoever takes least damage, of those that live through it; if nobody does, with the
        lowest LV, but not with the last Character of the Party."""
        if window != t.W_BLOCK:
            return ()
        attacker = s.vars[t.G_ATTACKER] & HANDLE_MASK
        atk, stab = v.figure(s, attacker, t.Q_ATK), v.keyword(s, attacker, t.K_STAB) > 0
        there = [m for m in Choices(verbs_of(s).bunches_at(s, seat, {}, window)).listed() if m != PASS_MOVE]
        harm = {m: max(atk - (0 if stab else v.figure(s, m[1], t.Q_DEF)), 0) for m in there}
        live = [m for m in there if s.num[t.DAMAGE][m[1]] + harm[m] < v.figure(s, m[1], t.Q_HP)]
        if live:
            return min(live, key=harm.__getitem__)
        return min(there, key=lambda m: v.figure(s, m[1], t.Q_LV), default=()) if v.party(s, seat)[1:] else ()

    def ready(self, s: State, seat: int, known: Known, window: int) -> bool:
        """By the cards that may answer links, and by Traps; anybody may come to block."""
        if window == t.W_BLOCK:
            return True
        there = [(h, s.code[h] or known.get(h, 0)) for h in moves.USE.cards(s, seat, {}, window)]
        if window == W_CHAIN:
            return any(not code or _can_pay(s, seat, code) for _, code in there)
        traps = rules_of(s).of_types[t.TRAP]
        return v.has_tactician(s, seat) and any(not s.code[h] and (not c or c in traps) for h, c in there)


def _can_pay(s: State, seat: int, code: int) -> bool:
    """Whether a card has an ability that answers links, and for which its player has what it costs."""
    there = [a for a in rules_of(s).cards[code].activated if a.colour > t.GREEN]
    return any(all(s.num[column][seat + 1] >= n for column, n in a.cost) for a in there)
