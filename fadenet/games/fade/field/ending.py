"""The state check, losing, elimination, and how a match ends (faroe timing.state-check, win.*, format.*)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, FIZZLED
from fadenet.engine.chain import (
    F_CHAIN_OVER,
    F_CHECK,
    F_LINKED,
    F_RESOLVE,
    F_SETTLE,
    F_TRIGGER_PICKED,
    F_TRIGGER_TARGET,
    F_WINDOW,
    F_WINDOW_ANSWER,
)
from fadenet.engine.language import instructions
from fadenet.engine.state import HANDLE_MASK, MARK_KEY, State, mark_of, mark_parts, ref
from fadenet.games.fade import reasons
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.tables import (
    ADRIFT,
    BACKUP,
    D_FIGHTERS,
    D_MAIN,
    DAMAGE,
    DECK,
    DISCARD,
    E_MOVED_UP,
    F_ACT,
    F_ACTED,
    F_CLOSE,
    F_CLOSED,
    F_ENDED,
    F_NEXT_TURN,
    F_PHASE,
    F_SHOW,
    F_SHOWN,
    F_STRIKE,
    F_TURN,
    FIGHTERS,
    FRONT,
    MK_DOOMED,
    NZ,
    ORBIT,
    P_TURN,
    Q_HP,
    Q_TP_MAX,
    TIMEBOMB,
    TP,
)
from fadenet.games.fade.typed import rules_of


def check_state(s: State) -> bool:
    zones = s.zones
    there = [e + 1 for e in range(s.seats) if e not in s.out]
    for base in range(0, len(zones), NZ):
        there += zones[base + FRONT]
        there += zones[base + BACKUP]
    fallen = _fallen(s, there)
    losers = [h - 1 for h in fallen if h <= s.seats]
    fallen = fallen[len(losers) :]
    if losers:
        lose_all(s, losers, s.rules.cites[reasons.NO_HP])
        if s.over:
            return True
    if fallen:
        combat.fall(s, combat.KO, fallen)
        return True
    moved = _cap_tp(s) or bool(losers)
    for base in range(0, len(zones), NZ) if rules_of(s).edition.refill else ():
        if not zones[base + FRONT] and zones[base + BACKUP]:
            for h in zones[base + BACKUP]:
                atoms.move(s, h, base + FRONT, 1, 0, E_MOVED_UP, keep=True)
            moved = True
    return moved


def _cap_tp(s: State) -> bool:
    """TP above the maximum are lost (faroe limit.tp); returns whether there were any."""
    tp, most = s.num[TP], rules_of(s).figure_tp_max
    if max(tp[1 : s.seats + 1]) <= most and Q_TP_MAX not in (s.index or s.rules.index_of(s)).changes:
        return False
    above = {seat: tp[seat + 1] - values.tp_max(s, seat) for seat in range(s.seats) if seat not in s.out}
    for seat, n in above.items():
        combat.lose_tp(s, seat, max(n, 0))
    return any(n > 0 for n in above.values())


def _fallen(s: State, there: list[int]) -> list[int]:
    """Who of these is to be Knocked Out now: without HP, with too many Timebomb Counters, or marked so."""
    damage, bombs, limit = s.num[DAMAGE], s.num[TIMEBOMB], rules_of(s).figure_timebomb
    kind = mark_of(P_TURN, MK_DOOMED, 0) >> MARK_KEY
    doomed = [mark_parts(mark)[2] for mark in s.marks if mark >> MARK_KEY == kind]
    if not doomed and Q_HP not in (s.index or s.rules.index_of(s)).changes:
        there = [h for h in there if damage[h] or bombs[h]]
    if not there:
        return there
    hp = values.full_hps(s, there)
    return [
        h
        for h in there
        if (hp[h] <= damage[h] and hp[h] <= values.hurt(s, h))
        or (
            (h > s.seats or not s.code[h])  # a Legend only falls by damage (faroe legend.knock-out)
            and (
                (bombs[h] >= limit and not values.ignores(s, h, TIMEBOMB)) or (doomed and ref(s, h) in doomed)
            )
        )
    ]


# Losing.


def lose_all(s: State, seats: list[int], rule: str) -> None:
    """Players lose at the same moment; the last person or team standing wins (faroe win.*)."""
    before = [seat for seat in range(s.seats) if seat not in s.out]
    losers = [seat for seat in seats if seat in before]
    for seat in losers:
        atoms.leave_seat(s, seat)
    left = [seat for seat in before if seat not in losers]
    if len({s.rules.side(s, seat) for seat in left}) <= 1:
        end(s, _places(s, left or before), rule if left else s.rules.cites[reasons.DRAW])
    elif s.turn:
        _ask_anew(s)
        for seat in losers:
            _clear_later(s, seat)


_ASKING = {
    F_ACTED: F_ACT,
    F_SHOWN: F_SHOW,
    F_TRIGGER_PICKED: F_TRIGGER_TARGET,
    F_WINDOW_ANSWER: F_WINDOW,
}
"""Frames that wait for a free answer or a target, and the frames with the same arguments that ask for it."""

_BETWEEN = frozenset(
    {
        F_ACT,
        F_CHAIN_OVER,
        F_CHECK,
        F_CLOSE,
        F_CLOSED,
        F_ENDED,
        F_LINKED,
        F_NEXT_TURN,
        F_PHASE,
        F_RESOLVE,
        F_SETTLE,
        F_SHOW,
        F_STRIKE,
        F_TURN,
        F_WINDOW,
    }
)
"""Frames before which cards may vanish: nothing that is under way then counts on a single one of them."""


def _ask_anew(s: State) -> None:
    """Take back an open question for a free move or a target: what may be answered is going to change.

    So is a vote on what a Legend casts, which lies on the frame that waits for the move.
    """
    if s.asks and len(s.frames) > 1 and s.frames[-2][0] == F_ACTED:
        s.frames.pop()
    if s.asks and s.frames and s.frames[-1][0] in _ASKING:
        waiting = s.frames.pop()
        s.frames.append((_ASKING[waiting[0]], *waiting[1:]))
        s.asks = ()
        s.answers = {}


def _clear_later(s: State, seat: int) -> None:
    """Clear a lost Player's side as soon as the step that is under way is finished (faroe format.leaving)."""
    at = max(i for i, frame in enumerate(s.frames) if frame[0] in _BETWEEN)
    s.frames.insert(at + 1, (s.rules.frame_number(f_clear), seat))


def f_clear(s: State, seat: int) -> None:
    """The cards of others that a lost Player controlled go to their owners (faroe format.elimination).

    What others have laid on the lost Player's cards is destroyed, as the field is left (faroe
    zone.leaves-field). Hidden cards of others are shown as they go.
    """
    for k in s.chain:
        act = s.acts[k]
        if act[A_SEAT] == seat or s.owner[act[A_SRC] & HANDLE_MASK] == seat:
            act[A_FLAGS] |= FIZZLED
    atoms.keep_waiting(s, [row for row in s.queue if row.seat != seat])
    tops = [h for h in range(1, len(s.code)) if seat in (s.owner[h], s.ctrl[h])]
    laid = list(dict.fromkeys(k for h in tops for k in combat.tree(s, h) if s.owner[k] != seat))
    fallen = [k for k in laid if s.rules.on_field[s.zone[k]]]
    others = [h for h in dict.fromkeys((*tops, *laid)) if s.owner[h] != seat and h not in fallen]
    for h in others:
        if s.zone[h] % NZ in (ORBIT, ADRIFT):
            atoms.forget(s, h)
    if s.frames[-1][0] != s.rules.frame_number(f_clear):  # else the next lost Player's cards leave first
        if not s.chain and s.frames[-1][0] != F_CHECK:
            s.frames.append((F_SETTLE, 0))
        s.frames.append((F_CHECK,))
    s.frames.append((s.rules.frame_number(f_cleared), seat))
    instructions.put_open(s, others, DISCARD, 0, atoms.MOVED)
    combat.fall(s, combat.DESTROY, [k for k in fallen if s.host[k] not in fallen])


def f_cleared(s: State, seat: int) -> None:
    """All that a lost Player owns leaves the game; what it did to others stays (faroe format.elimination)."""
    atoms.clear_deck(s, seat * 2 + D_MAIN, seat * NZ + DECK)
    atoms.clear_deck(s, seat * 2 + D_FIGHTERS, seat * NZ + FIGHTERS)
    for h in range(s.seats + 1, len(s.code)):
        if s.owner[h] == seat and s.zone[h] >= 0:
            atoms.take_away(s, h)


# The end.


def endless(s: State) -> None:
    """Repetition without an end is a draw of all who are left (faroe limit.repeat)."""
    left = [seat for seat in range(s.seats) if seat not in s.out]
    end(s, _places(s, left), s.rules.cites[reasons.ENDLESS])


def _places(s: State, first: list[int]) -> tuple[int, ...]:
    """The place of every seat: these and their teammates are first, all others second."""
    sides = {s.rules.side(s, seat) for seat in first}
    return tuple(1 if s.rules.side(s, seat) in sides else 2 for seat in range(s.seats))


def end(s: State, places: tuple[int, ...], rule: str) -> None:
    """The match is over: places by seat, 1 = first, and the rule that decided."""
    if not s.over:
        s.over = (places, rule)
        s.asks = s.needs = ()
        s.answers = {}
        atoms.emit(s, atoms.OVER)
