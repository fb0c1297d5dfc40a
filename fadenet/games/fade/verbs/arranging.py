"""How the turn player arranges the own field without a chain: attach, place, move and reattach cards.

As in `legality`, each `..._refusal` returns the id of the rule that forbids something, or "".
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.acts import A_MODE, probe
from fadenet.engine.state import ATTACHED, INST_SHIFT, UNDER, Act, State, mark_of
from fadenet.games.fade.field import reach, values
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    AFTERMATH,
    AUGMENT,
    B_ACT,
    B_ACTIVATE,
    B_ATTACK,
    B_MOVE,
    BACKUP,
    FRONT,
    HAND,
    ITEM,
    K_SURPRISE,
    MK_MOVED,
    MK_REATTACHED,
    NZ,
    OWN_PHASES,
    P_TURN,
    Q_FORBID,
    REACTION,
    SKILL,
)
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.games.fade.verbs.legality import window_of


def attach_act(s: State, seat: int, h: int, card: FadeCard) -> Act:
    """The record by which an Augment or Equip card looks for what it may be attached to."""
    act = probe(seat, s.inst[h] << INST_SHIFT | h, s.inst[seat + 1] << INST_SHIFT | seat + 1, -1)
    act[A_MODE] = (AUGMENT if card.types & AUGMENT else ITEM).bit_length() - 1
    return act


def hosts(s: State, seat: int, h: int, card: FadeCard) -> list[int]:
    """What an Augment or Equip card may be attached to (faroe augment.whom, keyword.equip)."""
    act = attach_act(s, seat, h, card)
    return reach.choosable(s, act, card.attach(s, act)) if card.attach is not None else []


def attach_refusal(s: State, seat: int, h: int, host: int, card: FadeCard) -> str:
    """Attach a Skill or Reaction face-down (faroe prep.attach, prep.attach-own, chain.no-chain)."""
    why = _quiet(s, seat, OWN_PHASES)
    if why:
        return why
    if s.zone[h] != seat * NZ + HAND:
        return "prep.attach"
    if card.code and not card.types & (SKILL | REACTION):
        return "card.face-down-checked"
    if host <= s.seats or s.ctrl[host] != seat or s.zone[host] % NZ not in (FRONT, BACKUP):
        return "prep.attach-own"
    return ""


def _quiet(s: State, seat: int, phases: tuple[int, ...]) -> str:
    """Moving, attaching, placing and reattaching need the own phase and no chain (faroe chain.no-chain)."""
    if seat != s.active:
        return "turn.definition"
    if s.chain or window_of(s, seat) >= 0:
        return "chain.no-chain"
    return "" if s.phase in phases else "turn.phases"


def place_refusal(s: State, seat: int, h: int) -> str:
    """Lay a Surprise card face-down beside the Player (faroe keyword.surprise-details)."""
    why = _quiet(s, seat, OWN_PHASES)
    if why:
        return why
    if s.zone[h] != seat * NZ + HAND:
        return "keyword.surprise"
    code = s.code[h]
    return "card.face-down-checked" if code and not s.rules.cards[code].keywords[K_SURPRISE] else ""


def move_refusal(s: State, seat: int, h: int) -> str:
    """Move a Character between the rows (faroe prep.move, prep.move-last-front, limit.repeat)."""
    return _quiet(s, seat, OWN_PHASES) or stays_put(s, seat, h)


_HOLDING = (B_MOVE, B_ACT, B_ATTACK, B_ACTIVATE)  # the last two hold only together
_STAYING = frozenset(Q_FORBID + ban for ban in _HOLDING)


def held(s: State, there: Sequence[int]) -> Sequence[int]:
    """Those of some Characters that effects keep from being moved (faroe action.cannot-act)."""
    changes = (s.index or s.rules.index_of(s)).changes
    if _STAYING.isdisjoint(changes):
        return ()
    free = dict.fromkeys(there, 0)
    move, act, attack, activate = [
        values.change_all(s, Q_FORBID + ban, free.copy()) if Q_FORBID + ban in changes else free
        for ban in _HOLDING
    ]
    return [h for h in there if move[h] > 0 or act[h] > 0 or (attack[h] > 0 and activate[h] > 0)]


def movable(s: State, seat: int) -> list[int]:
    """The Characters of a seat that may be moved between the rows, the moment being right for it."""
    front = s.zones[seat * NZ + FRONT]
    there = (front if len(front) > 1 else ()) + s.zones[seat * NZ + BACKUP]
    marks, inst, limit = s.marks, s.inst, rules_of(s).figure_repeat
    moved = mark_of(P_TURN, MK_MOVED, 0)
    those = held(s, there)
    return [h for h in there if marks.get(moved | inst[h] << INST_SHIFT | h, 0) < limit and h not in those]


def stays_put(s: State, seat: int, h: int) -> str:
    """What keeps a card from being moved between the rows, the moment being right for it."""
    kind = s.zone[h] % NZ if s.ctrl[h] == seat and s.zone[h] >= 0 else -1
    if kind not in (FRONT, BACKUP):
        return "prep.move"
    if h in movable(s, seat):
        return ""
    if held(s, (h,)):
        return "action.cannot-act"
    return "prep.move-last-front" if s.zones[seat * NZ + FRONT] == (h,) else "limit.repeat"


def reattach_refusal(s: State, seat: int, h: int, host: int, card: FadeCard) -> str:
    """Reattach an own card in the Aftermath Phase (faroe prep.reattach, prep.reattach-limits)."""
    why = _quiet(s, seat, (AFTERMATH,))
    if why:
        return "prep.reattach" if why == "turn.phases" else why
    if s.host[h] and s.role[h] == UNDER:
        return "stack.no-transfer"
    if not s.host[h] or s.role[h] != ATTACHED or s.ctrl[h] != seat or s.host[h] == host:
        return "prep.reattach"
    if h not in loose(s, seat, (h,)):
        return "limit.repeat" if s.rules.on_field[s.zone[h]] else "keyword.orbital"
    if s.face[h]:
        there: Sequence[int] = hosts(s, seat, h, card)
    else:
        there = characters(s, seat) if s.host[h] > s.seats else ()
    return "" if host in there else "prep.reattach-limits"


def loose(s: State, seat: int, there: Sequence[int]) -> list[int]:
    """Those of some cards that are attached, a seat's own and not kept where they are."""
    on_field, limit = s.rules.on_field, rules_of(s).figure_repeat
    ctrl, role, zone, inst, marks = s.ctrl, s.role, s.zone, s.inst, s.marks
    reattached = mark_of(P_TURN, MK_REATTACHED, 0)
    return [
        h
        for h in there
        if ctrl[h] == seat
        and role[h] == ATTACHED
        and on_field[zone[h]]
        and marks.get(reattached | inst[h] << INST_SHIFT | h, 0) < limit
    ]
