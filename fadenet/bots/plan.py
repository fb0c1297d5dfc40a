"""The moves of F.A.R.O.E. that cost nothing and pay off later: rows, and what is attached where.

Before the Combat Phase everybody who can Attack stands in front; after it one Character stays there as a wall
for the others. Skills wait in Hand until they can be used; Reactions are attached for the turns of others.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots import worth
from fadenet.engine.acts import probe
from fadenet.engine.rules import Move
from fadenet.engine.state import ATTACHED, State, ref
from fadenet.games.fade import combat, targets, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    B_ACT,
    B_ATTACK,
    FRONT,
    HAND,
    K_FLASH,
    K_MASTERY,
    K_PROVOKE,
    NZ,
    PREPARATION,
    REACTION,
    S_COST,
    SHIELD,
    TP,
    V_ATTACH,
    V_END,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_REATTACH,
)
from fadenet.table.player import Seat

VERBS = frozenset({V_ATTACH, V_END, V_MIX, V_MOVE, V_PLACE, V_REATTACH})
HAND_FULL = 8
TP_AHEAD = 3  # TP that are likely to come until a card is needed


def quiet_move(seat: Seat, options: Sequence[Move]) -> Move:
    """The next step of the plan, else the end of the Phase."""
    s = seat.state
    found, most = (V_END,), 0
    wall = _wall(s, seat.index) if s.phase == AFTERMATH else 0
    for move in options:
        if move[0] == V_MOVE:
            n = _move_gain(s, seat.index, move[1], wall)
        elif move[0] == V_ATTACH:
            n = _attach_gain(seat, move[1], move[2])
        elif move[0] == V_PLACE:
            n = 1
        else:
            continue
        if n > most:
            found, most = move, n
    return found


def _ready(s: State, h: int) -> bool:
    """Whether a Character may Attack this turn if it stands in front."""
    if s.since[h] == s.turn and not values.keyword(s, h, K_FLASH):
        return False
    return not (values.banned(s, h, B_ATTACK) or values.banned(s, h, B_ACT))


def _move_gain(s: State, seat: int, h: int, wall: int) -> int:
    front = s.zone[h] == seat * NZ + FRONT
    if s.phase == PREPARATION:
        return 20 if not front and _ready(s, h) and values.plv(s, h) > 0 else 0
    if h == wall:
        return 0 if front else 30
    return 20 if front and wall and s.zone[wall] == seat * NZ + FRONT else 0


def _wall(s: State, seat: int) -> int:
    """Who stands in front during the other turns: who outlives them, else who is missed least."""
    threat = sum(values.plv(s, h) for foe in targets.enemies(s, seat) for h in combat.characters(s, foe))
    found, most = 0, (-1, 0)
    for h in combat.characters(s, seat):
        left = values.hp(s, h) + threat * s.num[SHIELD][h] // 2
        if values.keyword(s, h, K_PROVOKE):
            left += 2
        rank = (1, left) if left > threat else (0, worth.WON - worth.character(s, h))
        if rank > most:
            found, most = h, rank
    return found


def _attach_gain(seat: Seat, h: int, host: int) -> int:
    """How well a card of the Hand is placed on a Character, 0 = it stays in Hand for now."""
    s = seat.state
    card = s.rules.cards[seat.code(h)]
    ability = card.extra["use"]
    if card.stats[S_COST] > s.num[TP][seat.index + 1] + TP_AHEAD:
        return 0
    attack, answers = bool(card.extra["attack"]), ability.answers is not None
    if not answers and s.phase == AFTERMATH and len(s.zones[seat.index * NZ + HAND]) < HAND_FULL:
        return 0
    if attack and not answers and not _ready(s, host):
        return 0
    n = 10 + min(values.hp(s, host), 12) // 2
    n -= 3 * sum(1 for k in s.kids.get(host, ()) if s.role[k] == ATTACHED)
    if attack:
        n += 4 if s.zone[host] == seat.index * NZ + FRONT else 0
        n += 4 if values.keyword(s, host, K_MASTERY) & card.traits else 0
    elif card.types & REACTION and s.zone[host] != seat.index * NZ + FRONT:
        n += 4
    if ability.condition is not None:
        seen = probe(seat.index, ref(s, h), ref(s, host), ability.number)
        n += 4 if ability.condition(s, seen) else -4
    return max(n, 1)
