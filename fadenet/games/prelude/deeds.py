"""Actions: how one is declared and paid for, carried from Response to Response, finished, and answered.

An action is an act. The actions that it owes are in `A_X`, those that it has used up in `A_HITS`; `F_CARRIED`
says that it is a task which outlives its Response. Behind the declaration lie frames: what springs, the round
of Immediates, guard and defence, the effect, the end. Without a chain, all that answers takes effect at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import (
    A_ABILITY,
    A_FLAGS,
    A_HITS,
    A_ID,
    A_PARTS,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TRAITS,
    A_USER,
    A_VERB,
    A_X,
    numbered,
    probe,
)
from fadenet.engine.chain import f_check, f_run, f_window, push
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    HANDLE_MASK,
    Act,
    Frames,
    State,
    alive,
    ref,
)
from fadenet.games.prelude import aims, harm, traps
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of

# Declaring.


def begin(s: State, seat: int, verb: int, h: int, user: int, *targets: int) -> Act:
    """The act of an action that is about to be declared: its card, who performs it, its targets."""
    return numbered(s, begun(s, seat, verb, h, user, *targets))


def begun(s: State, seat: int, verb: int, h: int, user: int, *targets: int) -> Act:
    """Such an act without a number: only to be looked at."""
    act = probe(seat, ref(s, h), ref(s, user), -1)
    act[A_VERB], act[A_TARGETS] = verb, tuple([ref(s, x) for x in targets])
    return act


def declare(s: State, act: Act) -> None:
    """An action is declared, and takes up as many actions as there are of those that it needs (prelude
    suspend.carry-over)."""
    user, seat = act[A_USER] & HANDLE_MASK, act[A_SEAT]
    owed = v.suspend_of(s, act)
    paid = min(owed, v.actions(s, user))
    atoms.put(s, t.ACTIONS, user, -paid, act[A_ID], seat)
    act[A_HITS], act[A_X] = paid, owed - paid
    s.acts[act[A_ID]] = act
    if act[A_X]:
        act[A_FLAGS] |= t.F_CARRIED
        atoms.emit(s, t.E_CARRIED, act[A_SRC] & HANDLE_MASK, seat, act[A_ID], act[A_X])
        asks_round(s, act)
        traps.happens(s, act, *_declared(s, act))
    else:
        to_effect(s, act, *_declared(s, act))


def _declared(s: State, act: Act) -> list[traps.Happening]:
    """The happenings in the declaration of an action for which traps may wait."""
    user = act[A_USER] & HANDLE_MASK
    spell = act[A_VERB] in (t.V_CAST, t.V_PLAY) and v.card_of(s, act[A_SRC] & HANDLE_MASK).types & t.SPELL
    begun = [(t.E_BEGUN, user)] if spell else []
    return [*begun, (t.E_IMMEDIATE, user)] if is_immediate(s, act) else begun


def to_effect(s: State, act: Act, *before: traps.Happening) -> None:
    """All that comes between an action that is paid for and its end (prelude attack.sequence).

    before: other happenings of this moment, ahead of the attack.
    """
    push(s, harm.f_done, act[A_ID])
    push(s, f_effect, act[A_ID])
    attacked = aims.victims(s, act)
    if attacked:
        push(s, f_defend, act[A_ID])
        push(s, f_guard, act[A_ID])
    if not act[A_FLAGS] & (t.F_IMMEDIATE | t.F_ALERT):
        asks_round(s, act)
    traps.happens(s, act, *before, *[(t.E_ATTACKED, h) for h in attacked])


def asks_round(s: State, act: Act) -> None:
    """The round of Immediates over an action: its player comes last (prelude timing.immediate-window)."""
    atoms.set_var(s, t.G_DEED, act[A_ID])
    push(s, f_window, t.W_IMMEDIATE, s.rules.next_seat(s, act[A_SEAT]), s.seats)


# Guard and defence.


def guards(s: State, seat: int) -> list[int]:
    """The minions that may become the target in place of their owner (prelude defend.guard)."""
    return [h for h in v.zone(s, seat, t.MINIONS) if v.actions(s, h)]


def f_guard(s: State, act_id: int) -> None:
    act = s.acts.get(act_id)
    h = aims.target_of(s, act) if act is not None and aims.stands(s, act) else 0
    if act is None or not 0 < h <= s.seats or aims.leaves_be(s, h - 1, t.W_GUARD, act):
        return
    if guards(s, h - 1) and h in aims.victims(s, act):
        push(s, f_guarded, act_id)
        kernel.invite(s, h - 1, t.W_GUARD)


def f_guarded(s: State, act_id: int) -> None:
    act = s.acts.get(act_id)
    if s.ans[0] != PASS_MOVE and act is not None:
        h = s.ans[0][1]
        atoms.put(s, t.ACTIONS, h, -1, act_id, s.ctrl[h])
        act[A_TARGETS] = (ref(s, h), *act[A_TARGETS][1:])
        act[A_FLAGS] |= t.F_GUARDED
        atoms.emit(s, t.E_GUARDS, h, s.ctrl[h], act_id)


def defences(s: State, act: Act, h: int) -> list[Move]:
    """The moves left against an attack on a character or minion: parries, each card once, and one evade
    (prelude defend.parry, defend.evade)."""
    if not v.actions(s, h):
        return []
    found: list[Move] = []
    if h <= s.seats and aims.by_weapon(act):
        for k in v.zone(s, h - 1, t.EQUIPPED):
            barred = v.usable(s, h - 1, v.card_of(s, k))
            if (
                v.figure(s, k, t.Q_GUARD)
                and not barred
                and not atoms.marked(s, t.P_DEED, t.MK_PARRIED, ref(s, k))
            ):
                found.append((t.V_PARRY, k))
    if not against_evade(s, h):
        found.append((t.V_EVADE,))
    return found


def against_evade(s: State, h: int) -> str:
    """The rule against evading the attack under way (prelude defend.evade, race.roster)."""
    if v.keyword(s, v.bearer(s, h), t.K_CLUMSY):
        return "race.roster"
    return "defend.evade" if atoms.marked(s, t.P_DEED, t.MK_EVADED, ref(s, h)) else ""


def f_defend(s: State, act_id: int) -> None:
    """All that are attacked defend, each for itself."""
    atoms.clear_marks(s, t.P_DEED)
    act = s.acts.get(act_id)
    if act is not None and aims.stands(s, act):
        for h in reversed(aims.victims(s, act)):
            push(s, f_defence, act_id, h)


def f_defence(s: State, act_id: int, h: int) -> None:
    act = s.acts.get(act_id)
    if act is None or aims.leaves_be(s, s.ctrl[h], t.W_DEFENCE, act) or not (there := defences(s, act, h)):
        return
    if aims.is_met(s, s.ctrl[h], act):
        s.ans = (there[0] if _hurts(s, act, h) else PASS_MOVE,)
        f_defended(s, act_id, h)
        return
    push(s, f_defended, act_id, h)
    kernel.invite(s, s.ctrl[h], t.W_DEFENCE)


def _hurts(s: State, act: Act, h: int) -> bool:
    """Whether an attack would still deal damage to one of those whom it is on."""
    n = aims.threatens(s, act, h)
    return n is None or n - harm.lowered(s, act, h) - v.armour(s, h) > 0


def f_defended(s: State, act_id: int, h: int) -> None:
    act, move = s.acts.get(act_id), s.ans[0]
    if move == PASS_MOVE or act is None:
        return
    push(s, f_defence, act_id, h)
    atoms.put(s, t.ACTIONS, h, -1, act_id, s.ctrl[h])
    if move[0] == t.V_PARRY:
        n = v.figure(s, move[1], t.Q_GUARD)
        act[A_TRAITS] += n
        atoms.mark(s, t.P_DEED, t.MK_PARRIED, ref(s, move[1]))
        atoms.emit(s, t.E_PARRIES, move[1], s.ctrl[h], act_id, n)
    else:
        n = rules_of(s).figures.evade_reduction
        atoms.mark(s, t.P_DEED, t.MK_EVADED, ref(s, h), act_id)
        atoms.emit(s, t.E_EVADES, h, s.ctrl[h], act_id, n)


# Effect and end.


def f_effect(s: State, act_id: int) -> None:
    """An action takes effect, if its card is in place and its target still one (prelude
    suspend.target-gone)."""
    act = s.acts.get(act_id)
    if act is None:
        return
    act[A_FLAGS] &= ~t.F_CARRIED
    verb, seat, h = act[A_VERB], act[A_SEAT], act[A_SRC] & HANDLE_MASK
    if not aims.stands(s, act):
        return
    if verb in (t.V_ATTACK, t.V_STRIKE):
        strike(s, act)
    elif verb == t.V_EQUIP:
        if v.may_hold(s, seat, v.card_of(s, h)):
            return
        atoms.move(s, h, seat * t.NZ + t.EQUIPPED, 1, act_id, t.E_EQUIPPED, keep=True)
    elif verb == t.V_SET:
        atoms.put(s, t.SET, h, 1, act_id, seat)
        atoms.emit(s, t.E_SET, h, seat, act_id)
    else:
        if is_immediate(s, act):
            distract(s, act)
        use(s, act)


def is_immediate(s: State, act: Act) -> bool:
    """Whether an action plays an Immediate, in the window or like an ordinary card: a spell or energy by
    casting it, an item by using it (prelude keyword.immediate)."""
    card = v.card_of(s, act[A_SRC] & HANDLE_MASK)
    plays = act[A_VERB] in (t.V_CAST, t.V_PLAY) or (act[A_VERB] == t.V_USE and card.types & t.ITEM)
    return bool(plays and card.keywords[t.K_IMMEDIATE])


def strike(s: State, act: Act) -> None:
    """Damage: strength less armour, parries and evade, never below 0 (prelude attack.strength)."""
    h, src = aims.target_of(s, act), act[A_SRC] & HANDLE_MASK
    pierces = act[A_VERB] == t.V_ATTACK and v.keyword(s, src, t.K_PIERCE)
    n = aims.strength(s, act) - harm.lowered(s, act, h) - (0 if pierces else v.armour(s, h))
    dealt = harm.hurt(s, h, n, act[A_SEAT], act[A_ID])
    if dealt and act[A_VERB] == t.V_ATTACK:
        atoms.emit(s, t.E_DAMAGES, src, act[A_SEAT], act[A_ID], dealt)
    push(s, f_check)


def use(s: State, act: Act) -> None:
    """A spell, an energy, an item or an ability does what it says."""
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    card = v.card_of(s, h)
    if card.types & t.ENERGY and act[A_VERB] != t.V_USE:
        atoms.move(s, h, seat * t.NZ + t.ENERGIES, 1, act[A_ID], keep=True)
        return
    if card.types & t.TRAP:
        return
    if card.types & t.SPELL:
        push(s, f_cast, act[A_ID])
        push(s, f_check)
    elif card.types & t.ITEM:
        push(s, f_used, act[A_ID])
    atoms.emit(s, t.E_USED, h, seat, act[A_ID])
    push(s, f_run, act[A_ID], rules_of(s).abilities[act[A_ABILITY]].program, 0)


def f_cast(s: State, act_id: int) -> None:
    """A spell has taken effect: a colour that does not go with the one before explodes (prelude
    element.mixing-danger, element.explosion)."""
    act = s.acts.get(act_id)
    if act is None or act[A_SEAT] in s.out:
        return
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    card = v.card_of(s, h)
    colour, tier = card.types & t.COLOURS, card.stats[t.S_TIER]
    before = s.vars[t.G_COLOUR + seat]
    atoms.emit(s, t.E_CAST, h, seat, act_id)
    atoms.set_var(s, t.G_COLOUR + seat, colour << 4 | tier)
    if before and before >> 4 != colour:
        n = (before & 15) + tier
        atoms.emit(s, t.E_EXPLODES, h, seat, act_id, n)
        for one in (seat + 1, *_blasted(s, act)):
            harm.hurt(s, one, n, seat, act_id)
        push(s, f_check)


def _blasted(s: State, act: Act) -> list[int]:
    """All but its caster's character on whom a spell took effect, as far as they are there and its caster may
    attack them (prelude element.explosion)."""
    seat, body = act[A_SEAT], act[A_SEAT] + 1
    refs = dict.fromkeys((*act[A_TARGETS], *[r for r, _, _ in act[A_PARTS]]))
    there = [r & HANDLE_MASK for r in refs if alive(s, r)]
    hit = [h for h in there if h != body and aims.is_fighter(s, h)]
    return [h for h in hit if s.ctrl[h] == seat or not v.may_be_attacked(s, seat, s.ctrl[h])]


def f_used(s: State, act_id: int) -> None:
    """A flask or other item is used up, unless its card gives it more uses (prelude item.single-use)."""
    act = s.acts.get(act_id)
    if act is None or not alive(s, act[A_SRC]):
        return
    h = act[A_SRC] & HANDLE_MASK
    atoms.put(s, t.USES, h, 1, act_id, act[A_SEAT])
    if s.num[t.USES][h] >= max(v.card_of(s, h).stats[t.S_USES], 1):
        atoms.move(s, h, s.owner[h] * t.NZ + t.CEMETERY, 1, act_id, atoms.DISCARDED)


def finish(s: State, act: Act) -> None:
    """A carried task has taken up all its actions: it comes to its end, and may still be interrupted (prelude
    suspend.finish-timing, timing.immediate-window)."""
    to_effect(s, act, (t.E_FINISHING, act[A_USER] & HANDLE_MASK))


# Immediates.


def perform(s: State, act: Act) -> None:
    """An action that has been paid for with Coin or reserve is played in the window, or declared."""
    if act[A_FLAGS] & (t.F_IMMEDIATE | t.F_ALERT):
        play(s, act)
    else:
        declare(s, act)


def play(s: State, act: Act) -> None:
    """An Immediate or Alert is used in the window: it is paid at once, traps that wait for it spring, and it
    takes effect; then the round of asking begins anew (prelude timing.no-answers, keyword.alert)."""
    asks_anew(s, act[A_SEAT])
    user, seat, n = act[A_USER] & HANDLE_MASK, act[A_SEAT], v.suspend_of(s, act)
    atoms.put(s, t.ACTIONS, user, -n, act[A_ID], seat)
    act[A_HITS] = n
    s.acts[act[A_ID]] = act
    to_effect(s, act, *_declared(s, act))


def asks_anew(s: State, seat: int) -> None:
    """The round of Immediates begins anew behind what a seat does in it."""
    over = s.acts.get(s.vars[t.G_DEED])
    first = seat if over is None else over[A_SEAT]
    push(s, f_window, t.W_IMMEDIATE, s.rules.next_seat(s, first), s.seats)


def distract(s: State, act: Act) -> None:
    """An Immediate that is aimed at somebody else who carries a task, or at its card, stops the task, in
    whosever Response it is played (prelude suspend.interrupt-immediate)."""
    for h in [r & HANDLE_MASK for r in act[A_TARGETS]]:
        for task in [task for task in s.acts.values() if task[A_FLAGS] & t.F_CARRIED]:
            aimed = h in (task[A_USER] & HANDLE_MASK, task[A_SRC] & HANDLE_MASK)
            if aimed and task[A_SEAT] != act[A_SEAT]:
                harm.break_task(s, task)


# Actions that a player begins.


def attack(s: State, seat: int, h: int, target: int) -> None:
    """An attack with a weapon, or a minion's strike."""
    declare(s, _attacking(s, seat, h, target))


def alert(s: State, seat: int, h: int, target: int) -> None:
    """Such an attack in the window for Immediates (prelude keyword.alert)."""
    act = _attacking(s, seat, h, target)
    act[A_FLAGS] |= t.F_ALERT
    play(s, act)


def _attacking(s: State, seat: int, h: int, target: int) -> Act:
    """A card of Suspend 0 is brought out by its first use (prelude suspend.zero-equip)."""
    fights = s.zone[h] % t.NZ == t.MINIONS
    brought_out(s, seat, h)
    return begin(s, seat, t.V_ATTACK, h, h if fights else seat + 1, target)


def strike_unarmed(s: State, seat: int, target: int) -> None:
    declare(s, begin(s, seat, t.V_STRIKE, seat + 1, seat + 1, target))


def equip(s: State, seat: int, h: int) -> None:
    declare(s, begin(s, seat, t.V_EQUIP, h, seat + 1))


def set_trap(s: State, seat: int, h: int) -> None:
    declare(s, begin(s, seat, t.V_SET, h, seat + 1))


def arm(s: State, seat: int, h: int, cost: tuple[int, int]) -> None:
    """An Immediate trap is laid and set in one go; it does not spring for the action under way (prelude
    keyword.immediate)."""
    asks_anew(s, seat)
    atoms.put(s, t.ACTIONS, seat + 1, -max(t.TRAP_COSTS[cost[1]][1], 1), 0, seat)
    traps.lay(s, seat, h, cost)
    atoms.put(s, t.SET, h, 1, 0, seat)
    atoms.mark(s, t.P_BLAME, t.MK_ARMED, ref(s, h), s.vars[t.G_DEED])
    act = begin(s, seat, t.V_ARM, h, seat + 1)
    s.acts[act[A_ID]] = act
    push(s, harm.f_done, act[A_ID])
    traps.happens(s, act, (t.E_IMMEDIATE, seat + 1))


def brought_out(s: State, seat: int, h: int) -> None:
    """A stowed card of Suspend 0 is equipped by the action that uses it."""
    if s.zone[h] % t.NZ == t.STOWED:
        atoms.move(s, h, seat * t.NZ + t.EQUIPPED, 1, 0, t.E_EQUIPPED)


FRAMES: Final[Frames] = (
    *(f_guard, f_guarded, f_defend, f_defence, f_defended, f_effect, f_cast),
    *(f_used,),
)
STEPS: Final[Frames] = (f_guard, f_defence, f_effect)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {
    f_guarded: f_guard,
    f_defended: f_defence,
}
