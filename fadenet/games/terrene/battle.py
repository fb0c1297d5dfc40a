"""Battles, damage and defeat, XP and Supply: the fate of Characters, by attacks and by effects.

A battle is a stack of frames, pushed in the order in which they are *not* run (terrene combat.steps):

    attack      1 paid for, and answered by a chain like any other action
    f_window    2 the other side is asked for a blocker
    f_strike    3 all damage at once, each part blamed on whom it came from
    f_check     4 the state check: the defeated fall together, their excess damage goes to their players
    f_decay     6 the Defense Decay of a blocker that still stands
    f_after     7 what is left over, below

`f_after` is the only place where XP is spent and Supply is looked at, and it does one thing at a time: an
XP, or a dismissal, or the surcharge of an attacker that became Slow; each may trigger abilities or defeat
somebody, so each is followed by a state check and by `f_after` anew. Effects that damage end in the same
place: an act that could have hurt somebody is followed by `settle`, whether there is a battle or not.

The earner of the XP of a defeat is kept as a mark (`blame`), set by the last thing that reached a
Character, since HP may fall by a change of figures as well as by damage. `G_ATTACKER` and `G_BLOCKER` are
refs: a Character that has left and come back is another one, and fights no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_DEALT, A_ID, A_SEAT, A_SRC, A_USER
from fadenet.engine.chain import f_check, f_settle, f_window, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.kit import quantities
from fadenet.engine.language import instructions
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    MODE,
    PICK,
    Act,
    Frames,
    Known,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import rules_of

# Damage.


def hurt(s: State, seat: int, n: int, act_id: int = 0) -> None:
    """Damage to a player is marked on the body of the side (terrene damage.player, format.2v2-hp)."""
    if n > 0:
        atoms.put(s, t.HURT, s.rules.side(s, seat) + 1, n, act_id, seat)
        atoms.emit(s, t.E_HURT, seat + 1, seat, act_id, n)


def wound(s: State, h: int, n: int, stab: int, by: int, act_id: int = 0) -> int:
    """Put damage on a Character, less its DEF unless it is Stab damage; `by` earns the XP."""
    n = max(n - (0 if stab else v.figure(s, h, t.Q_DEF)), 0)
    if n:
        atoms.put(s, t.DAMAGE, h, n, act_id)
        blame(s, h, by)
        atoms.emit(s, t.E_DAMAGED, h, s.ctrl[h], act_id, n)
    return n


def blame(s: State, h: int, by: int) -> None:
    """The last to reach a Character, a ref, has defeated it (terrene xp.items-commands, ko.hp-lowered)."""
    atoms.unmark(s, t.P_BLAME, t.MK_BLAME, ref(s, h))
    atoms.mark(s, t.P_BLAME, t.MK_BLAME, ref(s, h), by)


def earner(s: State, act: Act) -> int:
    """The ref of the Character that an action's XP goes to, 0 for a Terrain's (terrene xp.wasted)."""
    return 0 if v.card_of(s, act[A_SRC] & HANDLE_MASK).types & t.TERRAIN else act[A_USER]


def damage(s: State, act: Act, handles: Sequence[int], n: int, stab: int = 0) -> None:
    """Damage by an effect to Characters and players, all at the same time (terrene damage.simultaneous)."""
    for h in handles:
        if h <= s.seats:
            hurt(s, h - 1, n, act[A_ID])
            act[A_DEALT] += max(n, 0)
        elif v.affected(s, act, h):
            act[A_DEALT] += wound(s, h, n, stab, earner(s, act), act[A_ID])


def heal(s: State, act: Act, handles: Sequence[int], n: int) -> None:
    for h in handles:
        if h <= s.seats or v.affected(s, act, h):
            column, at = (t.HURT, s.rules.side(s, h - 1) + 1) if h <= s.seats else (t.DAMAGE, h)
            healed = -atoms.put(s, column, at, -max(n, 0), act[A_ID], act[A_SEAT])
            if healed:
                atoms.emit(s, t.E_HEALED, h, act[A_SEAT], act[A_ID], healed)


# Leaving play.


def fall(s: State, fallen: list[int]) -> None:
    """Defeat these together: discard, then overkill; XP waits (terrene ko.discard, damage.overkill)."""
    excess = tuple((s.ctrl[h], s.num[t.DAMAGE][h] - v.figure(s, h, t.Q_HP)) for h in fallen)
    earned = []
    for h in fallen:
        by = atoms.unmark(s, t.P_BLAME, t.MK_BLAME, ref(s, h))
        atoms.emit(s, t.E_DEFEATED, h, s.ctrl[h])
        if by and by != ref(s, h):
            who = by & HANDLE_MASK
            earned.append((s.ctrl[who], by, v.figure(s, h, t.Q_LV)))
            if alive(s, by):
                atoms.emit(s, t.E_DEFEATS, who, s.ctrl[who])
    for seat in seat_order(s, s.active):
        for _, by, n in (one for one in earned if one[0] == seat):
            atoms.enqueue(s, t.Q_XP, seat, -1, by, (n,))
    push(s, f_overkill, excess)
    instructions.discard(s, fallen)


def f_overkill(s: State, excess: tuple[tuple[int, int], ...]) -> None:
    for seat, n in excess:
        hurt(s, seat, n)


def dismiss(s: State, act: Act | None, h: int) -> None:
    """Dismissal costs its player the damage that lies on the card (terrene action.dismiss-penalty)."""
    act_id = act[A_ID] if act else 0
    hurt(s, s.ctrl[h], s.num[t.DAMAGE][h], act_id)
    atoms.emit(s, t.E_DISMISSED, h, s.ctrl[h], act_id)
    instructions.discard(s, [h], act_id)


# The battle (terrene combat.steps).


def attack(s: State, seat: int, h: int) -> None:
    """Step 1: the attack is paid for; below its chain lie step 2, the others' chance to block, and step 3."""
    atoms.put(s, t.ACTIONS, seat + 1, -v.attack_cost(s, h))
    atoms.mark(s, t.P_TURN, t.MK_ATTACK, ref(s, h))
    slow = int(v.keyword(s, h, t.K_SLOW) > 0)
    for var, value in ((t.G_ATTACKER, ref(s, h)), (t.G_BLOCKER, 0), (t.G_SLOW, slow)):
        atoms.set_var(s, var, value)
    push(s, f_strike)
    push(s, f_window, t.W_BLOCK, s.rules.next_seat(s, seat), s.seats - 1)


def _in_battle(s: State, var: int) -> int:
    """The fighter if it still is one, and on its side, else 0.

    (terrene attack.attacker-gone, defend.blocker-gone)
    """
    r, h = s.vars[var], s.vars[var] & HANDLE_MASK
    fights = r and alive(s, r) and v.can_fight(s, h)
    return h if fights and s.rules.opposed(s, s.ctrl[h], s.active) == (var == t.G_BLOCKER) else 0


def may_block(s: State, seat: int) -> bool:
    """Whether a seat of the other side is asked for a blocker (terrene format.2v2-defence)."""
    h = _in_battle(s, t.G_ATTACKER)
    if not h or v.keyword(s, h, t.K_UNBLOCKABLE) or s.rules.side(s, seat) == s.rules.side(s, s.active):
        return False
    return any(v.can_fight(s, e) for e in v.party(s, seat))


def block(s: State, seat: int, h: int) -> None:
    atoms.set_var(s, t.G_BLOCKER, ref(s, h))


def cancel(s: State) -> None:
    """The attack under way comes to nothing; nothing is paid back (terrene attack.cancelled)."""
    if s.vars[t.G_ATTACKER]:
        h = s.vars[t.G_ATTACKER] & HANDLE_MASK
        atoms.set_var(s, t.G_ATTACKER, 0)
        atoms.emit(s, t.E_CANCELLED, h, s.active)


def f_strike(s: State) -> None:
    """Step 3: damage, all at once; then defeat and overkill, decay, XP (terrene combat.damage-locked)."""
    a, b = _in_battle(s, t.G_ATTACKER), _in_battle(s, t.G_BLOCKER)
    push(s, f_battle_over)
    if not a:
        cancel(s)
        return
    atoms.set_var(s, t.G_SLOW, 1)
    atk = v.figure(s, a, t.Q_ATK)
    settle(s, ref(s, b) if b else 0)
    if not b:
        hurt(s, s.rules.next_seat(s, s.active), atk)
        if atk:
            atoms.emit(s, t.E_STRIKES, a, s.active, 0, atk)
        return
    back = v.keyword(s, b, t.K_RETALIATE) and not v.keyword(s, a, t.K_IMMUNE) & t.CHARACTER
    answer = v.figure(s, b, t.Q_DEF) if back else 0
    n = wound(s, b, atk, v.keyword(s, a, t.K_STAB) > 0, ref(s, a))
    wound(s, a, answer, True, ref(s, b))
    if n:
        atoms.emit(s, t.E_BATTLE_DAMAGED, b, s.active, 0, n)
        atoms.emit(s, t.E_WOUNDS, a, s.active, 0, n)


def settle(s: State, blocker: int = 0) -> None:
    """The state check, then the decay of who has blocked, then what comes after it, see `f_after`."""
    push(s, f_after)
    if blocker:
        push(s, f_decay, blocker)
    push(s, f_check)


def f_decay(s: State, blocker: int) -> None:
    """Step 6: Defense Decay (terrene damage.decay-cause)."""
    if alive(s, blocker):
        atoms.put(s, t.DECAY, blocker & HANDLE_MASK, rules_of(s).figures.defense_decay_per_block)


def f_battle_over(s: State) -> None:
    """The blocker stays known until the next attack, for all that the battle has triggered."""
    atoms.set_var(s, t.G_ATTACKER, 0)
    atoms.emit(s, t.E_BATTLE_OVER, 0, s.active)
    push(s, f_settle, 0)


# After a chain or a battle's damage: XP, then Supply, then a Slow attacker's surcharge.


def f_after(s: State) -> None:
    """One thing of these at a time, until none is left (terrene xp.timing, supply.over-limit)."""
    for row in s.queue:
        if row.kind == t.Q_XP:
            atoms.keep_waiting(s, [other for other in s.queue if other is not row])
            push(s, f_after)
            push(s, f_xp, row.src, row.event[0])
            return
    crowded = any([len(line) > room for line, room in zip(s.zones[t.PARTY :: t.NZ], v.rooms(s), strict=True)])
    for seat in seat_order(s, s.active) if crowded else ():
        if v.supply_left(s, seat) < 0 and pick_supply(s, seat, {}):
            push(s, f_forced)
            kernel.ask(s, seat, PICK, (1, 1), picker=s.rules.picker_number(pick_supply))
            return
    h = _in_battle(s, t.G_ATTACKER) if s.vars[t.G_ATTACKER] and not s.vars[t.G_SLOW] else 0
    if h and v.keyword(s, h, t.K_SLOW):
        if s.num[t.ACTIONS][s.active + 1]:
            push(s, f_surcharge)
            kernel.ask(s, s.active, CONFIRM, picker=chain.P_SLOT, data=(0, h))
        else:
            cancel(s)


def f_forced(s: State) -> None:
    settle(s)
    dismiss(s, None, s.ans[0][1])


def pick_supply(s: State, seat: int, known: Known) -> list[int]:
    """The Characters that may be dismissed to get back within the Supply."""
    return [h for h in v.party(s, seat) if v.supply_of(s, h) and v.dismissable(s, h)]


def f_surcharge(s: State) -> None:
    """The one Action more of an attacker that became Slow (terrene keyword.slow-mid-attack)."""
    if s.ans[0] == YES_MOVE:
        atoms.put(s, t.ACTIONS, s.active + 1, -1)
        atoms.set_var(s, t.G_SLOW, 1)
    else:
        cancel(s)
    push(s, f_after)


def f_xp(s: State, r: int, n: int) -> None:
    """One XP after the other, each with the row of its total (terrene xp.several-at-once, xp.gainer-gone)."""
    h = r & HANDLE_MASK
    if n <= 0 or not alive(s, r) or not v.recruited(s, h):
        return
    push(s, f_xp, r, n - 1)
    push(s, f_check)
    atoms.put(s, t.XP, h, 1)
    atoms.emit(s, t.E_XP, h, s.ctrl[h], 0, s.num[t.XP][h])
    free = rules_of(s).figures.xp_free_choice_from
    push(s, f_reward, r)
    if s.num[t.XP][h] >= free:
        kernel.ask(s, s.ctrl[h], MODE, (1, free - 1), picker=chain.P_SLOT, data=(0,))
    else:
        s.ans = ((kernel.V_MODE, (0, s.num[t.XP][h])),)


def f_reward(s: State, r: int) -> None:
    """A row of the active Terrain of the Character's player (terrene xp.current-terrain)."""
    seat = s.ctrl[r & HANDLE_MASK]
    source = v.terrain(s, seat)
    instructions.carry_out(s, seat, ref(s, source), r, v.card_of(s, source).xp[s.ans[0][1][1] - 1])


# Further effects.


def give_xp(s: State, act: Act, h: int, n: int) -> None:
    """XP by an effect, settled with all other XP (terrene xp.timing)."""
    atoms.enqueue(s, t.Q_XP, s.ctrl[h], -1, ref(s, h), (n,))


def gain(s: State, act: Act, h: int, n: int, what: int) -> None:
    """A lasting gain of a figure, of LV by a level (terrene xp.permanent, level.up)."""
    atoms.put(s, t.GAINS[what], h, n, act[A_ID], act[A_SEAT])
    if what == t.Q_LV:
        atoms.emit(s, t.E_LEVEL, h, s.ctrl[h], act[A_ID], n)


def change(s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
    """A change with an end; one that lowers HP may defeat (terrene ko.hp-lowered)."""
    if v.affected(s, act, h):
        effects = rules_of(s).effects
        ends, nature = effects.ending(s, act, h, until), effects.nature(s, act)
        atoms.modify(s, what, ref(s, h), n, ends, nature, act[A_ID])
        if what == t.Q_HP and n < 0:
            blame(s, h, earner(s, act))


def cleanse(s: State, act: Act, h: int) -> None:
    """All Status Conditions end (terrene status.gained-abilities)."""
    quantities.end_changes(s, h, range(t.Q_KEYWORD, t.Q_KEYWORD + t.STATUSES))


def defeat(s: State, act: Act, h: int) -> None:
    """An effect that says "defeat" (terrene ko.not-a-defeat)."""
    missing = v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
    atoms.put(s, t.DAMAGE, h, max(missing, 0), act[A_ID])
    blame(s, h, earner(s, act))


def turn_down(s: State, act: Act, h: int) -> None:
    """A recruited Character is hidden again and keeps its marks, conditions and Gained Abilities; a token
    cannot be hidden (terrene action.turned-face-down, card.token-characters)."""
    if not v.card_of(s, h).types & t.TOKEN:
        atoms.put(s, t.FREE, h, -s.num[t.FREE][h])
        atoms.turn_face(s, h, False)


def take(s: State, act: Act, h: int) -> None:
    """Take control of a Character, unless it would be one more of a name of which one may be had (terrene
    additions.unique-character)."""
    if not v.is_double(s, act[A_SEAT], v.card_of(s, h)):
        instructions.take_over(s, act, h, t.PARTY)


def enter(s: State, act: Act, h: int, free: int = 0) -> None:
    """A public Character enters face-up or is turned up, if it fits (terrene action.recruit)."""
    seat, card = act[A_SEAT], v.card_of(s, h)
    if not card.types & t.CHARACTER or v.recruited(s, h) or s.ctrl[h] != seat:
        return
    hidden = h in v.party(s, seat)
    fits = free or card.stats[t.Q_SP] <= v.supply_left(s, seat) + hidden
    if fits and not v.is_double(s, seat, card):
        if hidden:
            atoms.turn_face(s, h, True)
        else:
            atoms.move(s, h, seat * t.NZ + t.PARTY, 1, act[A_ID])
        atoms.put(s, t.FREE, h, free, act[A_ID])
        atoms.emit(s, t.E_RECRUITED, h, seat, act[A_ID])


def token(s: State, act: Act, code: int) -> None:
    """A token Character is recruited if its SP fits (terrene card.token-characters), and a match has room for
    one more card."""
    if len(s.code) < atoms.HANDLES_MAX and s.rules.cards[code].stats[t.Q_SP] <= v.supply_left(s, act[A_SEAT]):
        atoms.emit(s, t.E_RECRUITED, instructions.make_card(s, act, code, t.PARTY), act[A_SEAT], act[A_ID])


FRAMES: Final[Frames] = (
    f_overkill,
    f_strike,
    f_decay,
    f_battle_over,
    f_after,
    f_forced,
    f_surcharge,
    f_xp,
    f_reward,
)
