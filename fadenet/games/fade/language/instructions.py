"""The instructions of card programs, and the frames that go on once the table has answered."""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import (
    A_DEALT,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_PARTS,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TYPES,
    A_USER,
    A_X,
)
from fadenet.engine.card import Amount, Select
from fadenet.engine.chain import f_check, push
from fadenet.engine.language.instructions import in_play, movable, reachable, seats_in
from fadenet.engine.state import (
    HANDLE_MASK,
    INST_SHIFT,
    OPEN,
    UNDER,
    Act,
    State,
    ref,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import amounts, combat, control, falling, reach, stacks, values
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import rules_of

# The instructions.


def do_gain_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.gain_tp(s, seat, n(s, act), act[A_ID])


def do_lose_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.lose_tp(s, seat, n(s, act), act[A_ID])


def do_damage(s: State, act: Act, pick: Select, n: Amount) -> None:
    hurt = in_play(s, reachable(s, act, pick))
    for comes_first in rules_of(s).points.harming:
        if comes_first(s, hurt):
            return
    amount, halved = amounts.dealt_by(s, act, act[A_USER] & HANDLE_MASK, max(n(s, act), 0))
    amount >>= halved
    dealer = act[A_USER] if act[A_FLAGS] & t.ATTACK else act[A_SRC]
    defended = rules_of(s).policies.defended
    for h in hurt:
        took = amounts.taken_by(s, act, h, defended(s, act, h, act[A_TYPES], amount))
        if took:
            act[A_DEALT] += took
            combat.damage(s, h, took, act, dealer & HANDLE_MASK)
    chain.remember(act, hurt, s, amount)
    push(s, f_check)


def do_lose_hp(s: State, act: Act, pick: Select, n: Amount) -> None:
    """HP are lost, which is not damage (fade1 damage.loss-is-not-damage)."""
    there = in_play(s, reachable(s, act, pick))
    for comes_first in rules_of(s).points.harming:
        if comes_first(s, there):
            return
    lost = max(n(s, act), 0)
    for h in there:
        combat.lose_hp(s, h, lost, act[A_ID])
    chain.remember(act, there, s, lost)
    push(s, f_check)


def do_heal(s: State, act: Act, pick: Select, n: Amount) -> None:
    touched = reachable(s, act, pick)
    healed = sum([combat.heal(s, h, max(n(s, act), 0), act[A_ID]) for h in touched])
    chain.remember(act, touched, s, healed)


def do_fall(s: State, act: Act, pick: Select, how: int) -> None:
    fallen, there = [], reachable(s, act, pick)
    for comes_first in rules_of(s).points.harming:
        if comes_first(s, there):
            return
    for h in there:
        if h > s.seats:
            fallen.append(h)
        elif how == falling.KO:
            atoms.mark(s, t.P_TURN, t.MK_DOOMED, ref(s, h))
            combat.blame(s, h, act[A_ID])
    chain.remember(act, fallen, s, len(fallen))
    push(s, f_check)
    falling.fall(s, how, fallen, act[A_ID])


def do_deflect(s: State, act: Act) -> None:
    """The part numbered `A_X` goes to the target named last (faroe defend.deflect-several)."""
    other = s.acts.get(act[A_LINK])
    if other is None or reach.forbids(s, other, "deflect") or not act[A_TARGETS]:
        return
    chosen = act[A_TARGETS][-1]
    new = chosen if s.inst[chosen & HANDLE_MASK] == chosen >> INST_SHIFT else 0
    combat.noted(other, t.DOWN_AT_DEFLECT)
    other[A_PARTS] = (*other[A_PARTS], (other[A_TARGETS][act[A_X] - 1], new))
    atoms.emit(s, t.E_DEFLECTED, chosen & HANDLE_MASK, act[A_SEAT], other[A_ID])


def do_attack(s: State, act: Act, number: int) -> None:
    push(s, combat.f_strike, act[A_ID], number, 0, 0)


def do_under(s: State, act: Act, pick: Select, onto: Select) -> None:
    """Cards go into the Stack of the oldest card that is found to bear them; hidden ones are shown first.

    None goes underneath itself, or what lies on it.
    """
    tops = [h for h in reachable(s, act, onto) if h > s.seats]
    if not tops:
        return
    push(s, f_check)
    top = min(tops, key=lambda h: s.stamp[h])
    cards = [h for h in movable(s, act, pick) if h != top and top not in falling.tree(s, h)]
    for h in cards:
        if s.rules.on_field[s.zone[h]]:
            for k in falling.tree(s, h):
                if k not in cards:
                    falling.fall(s, falling.DESTROY, [k], act[A_ID])
    hidden = [h for h in cards if not s.code[h]]
    for h in reversed(hidden):
        push(s, f_under, ref(s, h), ref(s, top), act[A_ID])
    for seat in sorted({s.owner[h] for h in hidden}):
        kernel.need(s, OPEN, seat, 0, -1, tuple([h for h in hidden if s.owner[h] == seat]))
    for h in cards:
        if s.code[h]:
            stacks.lay_under(s, h, top, act[A_ID])


def do_unstack(s: State, act: Act, pick: Select, kind: int) -> None:
    for h in reachable(s, act, pick):
        if s.role[h] == UNDER:
            stacks.take_out(s, h, kind, 0 if kind == t.HAND else 1, act)


def do_row(s: State, act: Act, pick: Select, kind: int) -> None:
    """Characters change rows, save those that cannot be moved (faroe card.cannot-beats-can)."""
    policies = rules_of(s).policies
    for h in movable(s, act, pick):
        if values.banned(s, h, t.B_MOVE):
            continue
        zone = s.zone[h]
        if zone >= 0 and zone % t.NZ in (t.FRONT, t.BACKUP) and zone % t.NZ != kind:
            seat = zone // t.NZ
            if kind == t.BACKUP and len(s.zones[seat * t.NZ + t.FRONT]) <= policies.front_min:
                continue
            if not rules_of(s).board.has_room(s, seat, kind, h):
                continue
            atoms.move(s, h, seat * t.NZ + kind, s.face[h], act[A_ID], keep=True)
            if kind == t.FRONT:
                policies.comes_forward(s, h)
            rules_of(s).board.resettle(s, h)
    push(s, f_check)


def do_control(s: State, act: Act, pick: Select, until: int) -> None:
    """Take control of Characters (faroe card.control-change)."""
    for h in movable(s, act, pick):
        zone = s.zone[h]
        if zone >= 0 and zone % t.NZ in (t.FRONT, t.BACKUP) and s.ctrl[h] != act[A_SEAT]:
            control.take(s, h, act[A_SEAT], until, act[A_ID])
    push(s, f_check)


def do_enter(s: State, act: Act, pick: Select, kind: int) -> None:
    """Characters come onto the field from anywhere else, under the acting seat's control (faroe
    combat.entry-delay-other)."""
    for h in movable(s, act, pick):
        is_character = s.code[h] and s.rules.cards[s.code[h]].types & t.CHARACTER
        if is_character and not s.rules.on_field[s.zone[h]]:
            play.enter_character(s, act, h, act[A_SEAT], kind)


def f_under(s: State, r: int, top: int, act_id: int) -> None:
    stacks.lay_under(s, r & HANDLE_MASK, top & HANDLE_MASK, act_id)
