"""The state check, losing, elimination, and how a match ends (faroe timing.state-check, win.*, format.*)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, FIZZLED
from fadenet.engine.chain import before_next_step, f_check, f_settle, is_next, push
from fadenet.engine.language import instructions
from fadenet.engine.looking import looked_at
from fadenet.engine.state import HANDLE_MASK, MARK_KEY, State, mark_of, mark_parts, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import (
    combat,
    control,
    falling,
    legality,
    values,
)
from fadenet.games.fade.typed import FadeRules, rules_of, world_of

_DOOMED: Final = mark_of(t.P_TURN, t.MK_DOOMED, 0) >> MARK_KEY


def check_state(s: State) -> bool:
    rows = range(0, len(s.zones), t.NZ)
    there = [*range(1, s.seats + 1)]
    for seat in s.out:
        there.remove(seat + 1)
    for base in rows:
        there += s.zones[base + t.FRONT]
        there += s.zones[base + t.BACKUP]
    rules = rules_of(s)
    fallen = looked_at(s, _fallen, rules, there)
    losers = [h - 1 for h in fallen if h <= s.seats] if fallen else fallen
    if why := rules.opponent.over(s):
        atoms.end_match(s, _places(s, [0]), s.rules.cites[why])
        return True
    if losers and rules.opponent.over(s, fallen):  # it falls first, and all have won (fade2 raider.lose)
        losers, fallen = [], fallen[len(losers) :]
    if losers and len(fallen) > len(losers) and rules.policies.knock_out_costs is not None:
        losers, fallen = (
            [],
            fallen[len(losers) :],
        )  # they lose after what falls has cost (fade1 ko.simultaneous)
    if losers:
        lose_all(s, losers, s.rules.cites[reasons.NO_HP])
        if s.over:
            return True
    if len(fallen) > len(losers):
        falling.fall(s, falling.KO, fallen[len(losers) :])
        return True
    moved = _cap_tp(s, world_of(s).figures.tp_most) or bool(losers)
    changed = rules.policies.refill(s, moved)
    if changed is None:
        return True
    for check in rules.points.checks:
        changed = check(s, changed)
    return changed


def _cap_tp(s: State, most: int) -> bool:
    """TP above the maximum are lost (faroe limit.tp); returns whether there were any."""
    tp = s.num[t.TP]
    if max(tp[1 : s.seats + 1]) <= most and not values.may_lower(s, t.Q_TP_MAX):
        return False
    above = {seat: tp[seat + 1] - values.tp_max(s, seat) for seat in range(s.seats) if seat not in s.out}
    for seat, n in above.items():
        combat.lose_tp(s, seat, max(n, 0))
    return any(n > 0 for n in above.values())


def _fallen(s: State, rules: FadeRules, there: list[int]) -> list[int]:
    """Those of these to be Knocked Out now: without HP, by Counters, or marked so."""
    damage = s.num[t.DAMAGE]
    doomed = [mark_parts(mark)[2] for mark in s.marks if mark >> MARK_KEY == _DOOMED]
    due = [h for h in there if ref(s, h) in doomed] if doomed else []
    for _, felled in rules.points.fatal:
        due += felled(s, there)
    if not values.may_lower(s, t.Q_HP):
        stamina, code = rules.stamina, s.code
        there = [h for h in there if damage[h] >= stamina[code[h]] or h in due]
    if not there:
        return there
    fallen = []
    for h, most in values.full_hps(s, there).items():
        if not s.face[h] and values.is_face_down(s, h):
            continue
        spent = most <= damage[h] and most <= values.hurt(s, h)
        # A Legend falls by damage alone (faroe legend.knock-out).
        if spent or (h in due and (h > s.seats or not s.code[h])):
            fallen.append(h)
    return fallen


# Losing.


def lose_all(s: State, seats: list[int], rule: str) -> None:
    """Players lose at the same moment; the last person or team standing wins (faroe win.*)."""
    before = [seat for seat in range(s.seats) if seat not in s.out]
    losers = [seat for seat in seats if seat in before]
    for seat in losers:
        atoms.leave_seat(s, seat)
    left = [seat for seat in before if seat not in losers]
    if len({s.rules.side(s, seat) for seat in left}) <= 1:
        atoms.end_match(s, _places(s, left or before), rule if left else s.rules.cites[reasons.DRAW])
    elif s.turn:
        for seat in losers:  # faroe format.leaving
            before_next_step(s, f_clear, seat)


def f_clear(s: State, seat: int) -> None:
    """The cards of others that a lost Player controlled go to their owners (faroe format.elimination).

    Cards that others have laid on the lost Player's cards are destroyed, as the field is left (faroe
    zone.leaves-field). Hidden cards of others are shown as they go.
    """
    for k in s.chain:
        act = s.acts[k]
        if act[A_SEAT] == seat or s.owner[act[A_SRC] & HANDLE_MASK] == seat:
            act[A_FLAGS] |= FIZZLED
    atoms.keep_waiting(s, [row for row in s.queue if row.seat != seat])
    there = combat.on_side(s, seat)
    control.follow(s)
    tops = [h for h in range(1, len(s.code)) if seat in (s.owner[h], s.ctrl[h]) or h in there]
    laid = list(dict.fromkeys(k for h in tops for k in falling.tree(s, h) if s.owner[k] != seat))
    fallen = [k for k in laid if s.rules.on_field[s.zone[k]]]
    others = [h for h in dict.fromkeys((*tops, *laid)) if s.owner[h] != seat and h not in fallen]
    for h in others:
        if s.zone[h] % t.NZ in (t.ORBIT, t.ADRIFT):
            atoms.forget(s, h)
    if not is_next(s, f_clear):  # else the next lost Player's cards leave first
        if not s.chain and not is_next(s, f_check) and not _offers_next(s):
            push(s, f_settle, 0)
        push(s, f_check)
    push(s, f_cleared, seat)
    instructions.put_open(s, others, t.DISCARD, 0, atoms.MOVED)
    falling.fall(s, falling.DESTROY, [k for k in fallen if s.host[k] not in fallen])


def _offers_next(s: State) -> bool:
    """Whether a chance is offered next that waits for what is triggered: it is settled below that."""
    rules = rules_of(s)
    return bool(rules.springs) and is_next(s, rules.offering) and legality.is_chance(s.frames[-1][2])


def f_cleared(s: State, seat: int) -> None:
    """All that a lost Player owns leaves the game; its effects on others stay (faroe format.elimination)."""
    atoms.clear_deck(s, seat * 2 + t.D_MAIN, seat * t.NZ + t.DECK)
    atoms.clear_deck(s, seat * 2 + t.D_FIGHTERS, seat * t.NZ + t.FIGHTERS)
    for h in range(s.seats + 1, len(s.code)):
        if s.owner[h] == seat and s.zone[h] >= 0:
            atoms.take_away(s, h)


# The end.


def endless(s: State) -> None:
    """Repetition without an end is a draw of all who are left (faroe limit.repeat)."""
    left = [seat for seat in range(s.seats) if seat not in s.out]
    atoms.end_match(s, _places(s, left), s.rules.cites[reasons.ENDLESS])


def _places(s: State, first: list[int]) -> tuple[int, ...]:
    """The place of every seat: these and their teammates are first, all others second."""
    sides = {s.rules.side(s, seat) for seat in first}
    return tuple(1 if s.rules.side(s, seat) in sides else 2 for seat in range(s.seats))
