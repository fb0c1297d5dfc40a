"""Battles, damage and defeat, XP and Supply: what happens to Characters, by attacks and by effects."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_DEALT, A_HITS, A_ID, A_SEAT, A_SRC, A_USER, A_VERB, new_act
from fadenet.engine.chain import F_CHECK, F_RUN, F_SETTLE, V_TRIGGER, push, remember
from fadenet.engine.kernel import PASS_MOVE, YES_MOVE
from fadenet.engine.ops import games, steps
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    MODE,
    PICK,
    RESPOND,
    Act,
    Known,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.terrene import moves
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v

# Damage.


def hurt(s: State, seat: int, n: int, act_id: int = 0) -> None:
    """Damage to a player is marked on the body of the side (terrene damage.player, format.2v2-hp)."""
    if n > 0:
        atoms.put(s, t.HURT, s.rules.side(s, seat) + 1, n, act_id, seat)
        atoms.emit(s, t.E_HURT, seat + 1, seat, act_id, n)


def wound(s: State, h: int, n: int, stab: bool, by: int, act_id: int = 0) -> int:
    """Put damage on a Character, less its DEF unless it is Stab damage; `by` earns the XP."""
    n = max(n - (0 if stab else v.figure(s, h, t.Q_DEF)), 0)
    if n:
        atoms.put(s, t.DAMAGE, h, n, act_id)
        blame(s, h, by)
        atoms.emit(s, t.E_DAMAGED, h, s.ctrl[h], act_id, n)
    return n


def blame(s: State, h: int, by: int) -> None:
    """Whatever reached a Character last is what defeated it (terrene xp.items-commands, ko.hp-lowered)."""
    atoms.unmark(s, t.P_BLAME, t.MK_BLAME, ref(s, h))
    atoms.mark(s, t.P_BLAME, t.MK_BLAME, ref(s, h), by)


def earner(s: State, act: Act) -> int:
    """The ref of the Character that an action's XP goes to, 0 for a Terrain's (terrene xp.wasted)."""
    source = v.card_of(s, act[A_SRC] & HANDLE_MASK)
    return 0 if source.types & t.TERRAIN else act[A_USER]


def damage(s: State, act: Act, handles: Sequence[int], n: int, stab: bool = False) -> None:
    """Damage by an effect to Characters and players, all at the same time (terrene damage.simultaneous)."""
    dealt = []
    for h in handles:
        if h <= s.seats:
            hurt(s, h - 1, n, act[A_ID])
            dealt.append(max(n, 0))
        elif v.recruited(s, h) and v.touched(s, act, h):
            dealt.append(wound(s, h, n, stab, earner(s, act), act[A_ID]))
    act[A_DEALT] += sum(dealt)


def heal(s: State, act: Act, handles: Sequence[int], n: int) -> None:
    for h in handles:
        column = t.HURT if h <= s.seats else t.DAMAGE
        at = s.rules.side(s, h - 1) + 1 if h <= s.seats else h
        if (h <= s.seats or v.recruited(s, h)) and v.touched(s, act, h):
            healed = -atoms.put(s, column, at, -max(n, 0), act[A_ID], act[A_SEAT])
            if healed:
                atoms.emit(s, t.E_HEALED, h, act[A_SEAT], act[A_ID], healed)


def game_over(s: State, winner: int, rule: str, ran: int = 0) -> None:
    """A side wins the game, -1 = drawn. ran: 1 + the seat that forfeited it."""
    push(s, games.f_over, winner, 1 + t.GAME_ENDS.index(rule), ran)


# Leaving play.


def discard(s: State, handles: Sequence[int], act_id: int = 0) -> None:
    """Cards in play go to their owners' discard piles with what they hold; hidden ones are shown first."""
    cards = [k for h in handles for k in (h, *s.kids.get(h, ()))]
    tokens = tuple(h for h in cards if v.card_of(s, h).types & t.TOKEN)
    if tokens:
        push(s, f_sweep, tokens)
    steps.put_open(s, cards, t.DISCARD, act_id, atoms.DISCARDED)


def f_sweep(s: State, tokens: tuple[int, ...]) -> None:
    """A token is gone for good when it leaves play (terrene card.token-characters)."""
    for h in tokens:
        atoms.take_away(s, h)


def fall(s: State, fallen: list[int]) -> None:
    """Defeat these together: discard, then overkill; XP waits (terrene ko.discard, damage.overkill)."""
    excess = tuple((s.ctrl[h], s.num[t.DAMAGE][h] - v.figure(s, h, t.Q_HP)) for h in fallen)
    order = seat_order(s, s.active)
    earned = []
    for h in fallen:
        by = atoms.unmark(s, t.P_BLAME, t.MK_BLAME, ref(s, h))
        atoms.emit(s, t.E_DEFEATED, h, s.ctrl[h])
        if by and by != ref(s, h):
            who = by & HANDLE_MASK
            earned.append((order.index(s.ctrl[who]), by, v.figure(s, h, t.Q_LV)))
            if alive(s, by):
                atoms.emit(s, t.E_DEFEATS, who, s.ctrl[who])
    for _, by, n in sorted(earned, key=lambda e: e[0]):
        atoms.enqueue(s, (t.Q_XP, s.ctrl[by & HANDLE_MASK], -1, by, (n,)))
    push(s, f_overkill, excess)
    discard(s, fallen)


def f_overkill(s: State, excess: tuple[tuple[int, int], ...]) -> None:
    for seat, n in excess:
        hurt(s, seat, n)


def dismiss(s: State, h: int, act_id: int = 0) -> None:
    """Dismissal costs its player the damage that lies on the card (terrene action.dismiss-penalty)."""
    hurt(s, s.ctrl[h], s.num[t.DAMAGE][h], act_id)
    atoms.emit(s, t.E_DISMISSED, h, s.ctrl[h], act_id)
    discard(s, [h], act_id)


# The battle (terrene combat.steps).


def attack(s: State, seat: int, h: int) -> None:
    """Step 1: the attack is paid for and declared; the frames for the rest lie below its chain."""
    atoms.put(s, t.ACTIONS, seat + 1, -v.attack_cost(s, h))
    atoms.mark(s, t.P_TURN, t.MK_ATTACK, ref(s, h))
    slow = int(v.keyword(s, h, t.K_SLOW) > 0)
    for var, value in ((t.G_ATTACKER, ref(s, h)), (t.G_BLOCKER, 0), (t.G_SLOW, slow)):
        atoms.set_var(s, var, value)
    push(s, f_defend)
    chain.start(s, new_act(s, t.V_ATTACK, seat, ref(s, h), ref(s, h), -1), True)
    atoms.emit(s, t.E_ATTACKS, h, seat)


def _in_battle(s: State, var: int) -> int:
    """The fighter if it still is one, else 0 (terrene attack.attacker-gone, defend.blocker-gone)."""
    r = s.vars[var]
    return r & HANDLE_MASK if r and alive(s, r) and v.can_fight(s, r & HANDLE_MASK) else 0


def cancel(s: State) -> None:
    """The attack under way comes to nothing; nothing is paid back (terrene attack.cancelled)."""
    if s.vars[t.G_ATTACKER]:
        h = s.vars[t.G_ATTACKER] & HANDLE_MASK
        atoms.set_var(s, t.G_ATTACKER, 0)
        atoms.emit(s, t.E_CANCELLED, h, s.active)


def f_defend(s: State) -> None:
    """Step 2: the other side's players are asked for a blocker in turn order (terrene format.2v2-defence)."""
    h = _in_battle(s, t.G_ATTACKER)
    if not h:
        cancel(s)
        push(s, f_battle_over)
    elif v.keyword(s, h, t.K_UNBLOCKABLE):
        push(s, f_strike)
    else:
        side = s.rules.side(s, s.active)
        push(s, f_block, tuple(e for e in seat_order(s, s.active) if s.rules.side(s, e) != side))


def f_block(s: State, seats: tuple[int, ...]) -> None:
    able = [e for e in seats if any(v.can_fight(s, h) for h in v.party(s, e))]
    if able:
        push(s, f_blocked, seats[seats.index(able[0]) :])
        kernel.ask(s, able[0], RESPOND, window=t.W_BLOCK)
    else:
        push(s, f_strike)


def f_blocked(s: State, seats: tuple[int, ...]) -> None:
    if s.ans[0] == PASS_MOVE:
        push(s, f_block, seats[1:])
        return
    r = ref(s, s.ans[0][1])
    atoms.set_var(s, t.G_BLOCKER, r)
    push(s, f_strike)
    chain.start(s, new_act(s, t.V_BLOCK, seats[0], r, r, -1), True)
    atoms.emit(s, t.E_BLOCKS, r & HANDLE_MASK, seats[0])


def f_strike(s: State) -> None:
    """Step 3: damage, all at once; then defeat and overkill, decay, XP (terrene combat.damage-locked)."""
    a, b = _in_battle(s, t.G_ATTACKER), _in_battle(s, t.G_BLOCKER)
    push(s, f_battle_over)
    if not a:
        cancel(s)
        return
    atoms.set_var(s, t.G_SLOW, 1)
    atk, stab = v.figure(s, a, t.Q_ATK), v.keyword(s, a, t.K_STAB) > 0
    if not b:
        push(s, f_after)
        s.frames.append((F_CHECK,))
        other = next(e for e in seat_order(s, s.active) if s.rules.side(s, e) != s.rules.side(s, s.active))
        hurt(s, other, atk)
        if atk:
            atoms.emit(s, t.E_STRIKES, a, s.active, 0, atk)
        return
    push(s, f_after)
    push(s, f_decay, ref(s, b))
    s.frames.append((F_CHECK,))
    back = v.keyword(s, b, t.K_RETALIATE) and not v.keyword(s, a, t.K_IMMUNE) & t.CHARACTER
    answer = v.figure(s, b, t.Q_DEF) if back else 0
    n = wound(s, b, atk, stab, ref(s, a))
    wound(s, a, answer, True, ref(s, b))
    if n:
        atoms.emit(s, t.E_BATTLE_DAMAGED, b, s.active, 0, n)
        atoms.emit(s, t.E_WOUNDS, a, s.active, 0, n)


def f_decay(s: State, blocker: int) -> None:
    """Step 6: Defense Decay (terrene damage.decay-cause)."""
    if alive(s, blocker):
        atoms.put(s, t.DECAY, blocker & HANDLE_MASK, s.rules.figures["defense_decay_per_block"])


def f_battle_over(s: State) -> None:
    """Who blocked stays known until the next attack, for what the battle has triggered."""
    atoms.set_var(s, t.G_ATTACKER, 0)
    atoms.emit(s, t.E_BATTLE_OVER, 0, s.active)
    s.frames.append((F_SETTLE, 0))


# After a chain or a battle's damage: XP, then Supply, then a Slow attacker's surcharge.


def f_after(s: State) -> None:
    """One thing of these at a time, until none is left (terrene xp.timing, supply.over-limit)."""
    for row in s.queue:
        if row[0] == t.Q_XP:
            s.queue = tuple(other for other in s.queue if other is not row)
            push(s, f_after)
            push(s, f_xp, row[3], row[4][0])
            return
    over = [seat for seat in range(s.seats) if v.supply_left(s, seat) < 0 and pick_supply(s, seat, {})]
    if over:
        push(s, f_forced)
        first = next(e for e in seat_order(s, s.active) if e in over)
        kernel.ask(s, first, PICK, 1, 1, 0, 0, s.rules.picker_number(pick_supply))
        return
    h = _in_battle(s, t.G_ATTACKER)
    if h and not s.vars[t.G_SLOW] and v.keyword(s, h, t.K_SLOW):
        if s.num[t.ACTIONS][s.active + 1]:
            push(s, f_surcharge)
            kernel.ask(s, s.active, CONFIRM, picker=chain.P_SLOT, data=(0, h))
        else:
            cancel(s)


def f_forced(s: State) -> None:
    push(s, f_after)
    s.frames.append((F_CHECK,))
    dismiss(s, s.ans[0][1])


def pick_supply(s: State, seat: int, known: Known) -> list[int]:
    """What may be dismissed to get back within the Supply."""
    return [h for h in v.party(s, seat) if v.supply_of(s, h) and not v.steadfast(s, h)]


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
    s.frames.append((F_CHECK,))
    atoms.put(s, t.XP, h, 1)
    atoms.emit(s, t.E_XP, h, s.ctrl[h], 0, s.num[t.XP][h])
    free = s.rules.figures["xp_free_choice_from"]
    push(s, f_reward, r)
    if s.num[t.XP][h] >= free:
        kernel.ask(s, s.ctrl[h], MODE, 1, free - 1, picker=chain.P_SLOT, data=(0,))
    else:
        s.ans = ((kernel.V_MODE, (0, s.num[t.XP][h])),)


def f_reward(s: State, r: int) -> None:
    """A row of the active Terrain of the Character's player (terrene xp.current-terrain)."""
    seat = s.ctrl[r & HANDLE_MASK]
    source = v.terrain(s, seat)
    act = new_act(s, V_TRIGGER, seat, ref(s, source), r, -1)
    s.acts[act[A_ID]] = act
    push(s, f_rewarded, act[A_ID])
    s.frames.append((F_RUN, act[A_ID], v.card_of(s, source).extra["xp"][s.ans[0][1][1] - 1], 0))


def f_rewarded(s: State, act_id: int) -> None:
    del s.acts[act_id]


# What else effects do.


def affected(s: State, act: Act, handles: Sequence[int]) -> list[int]:
    """The recruited Characters among these that the action can affect (terrene status.hidden-safe)."""
    return [h for h in handles if v.recruited(s, h) and v.touched(s, act, h)]


def give_xp(s: State, act: Act, handles: Sequence[int], n: int) -> None:
    """XP by an effect, settled with all other XP (terrene xp.timing)."""
    for h in affected(s, act, handles):
        atoms.enqueue(s, (t.Q_XP, s.ctrl[h], -1, ref(s, h), (n,)))


def gain(s: State, act: Act, handles: Sequence[int], column: int, n: int) -> None:
    """A lasting gain of a figure or a level (terrene xp.permanent, level.up)."""
    for h in affected(s, act, handles):
        atoms.put(s, column, h, n, act[A_ID], act[A_SEAT])
        if column == t.LEVEL:
            atoms.emit(s, t.E_LEVEL, h, s.ctrl[h], act[A_ID], n)


def mod(s: State, act: Act, handles: Sequence[int], what: int, n: int, until: int) -> None:
    """A change with an end; what lowers HP may be what defeats (terrene ko.hp-lowered)."""
    for h in affected(s, act, handles):
        end, arg = s.rules.ending(s, act, h, until)
        atoms.modify(s, what, ref(s, h), n, end, arg, act[A_SRC], act[A_ID])
        if what == t.Q_HP and n < 0:
            blame(s, h, earner(s, act))


def cleanse(s: State, act: Act, handles: Sequence[int], what: Sequence[int]) -> None:
    """End changes on Characters: Status Conditions and the like (terrene status.gained-abilities)."""
    refs = [ref(s, h) for h in affected(s, act, handles)]
    s.mods = tuple(m for m in s.mods if m[1] not in refs or m[0] not in what)
    s.index = None


def defeat(s: State, act: Act, handles: Sequence[int]) -> None:
    """An effect that says "defeat" (terrene ko.not-a-defeat)."""
    for h in affected(s, act, handles):
        missing = v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
        atoms.put(s, t.DAMAGE, h, max(missing, 0), act[A_ID])
        blame(s, h, earner(s, act))


def turn_down(s: State, act: Act, handles: Sequence[int]) -> None:
    """Recruited Characters are hidden again and keep their marks (terrene action.turned-face-down)."""
    for h in affected(s, act, handles):
        atoms.put(s, t.FREE, h, -s.num[t.FREE][h])
        atoms.turn_face(s, h, False)


def take_control(s: State, act: Act, handles: Sequence[int]) -> None:
    """Characters come under the seat's control with what they hold, which that seat may see."""
    seat = act[A_SEAT]
    for h in affected(s, act, handles):
        atoms.control(s, h, seat, seat * t.NZ + t.PARTY, act[A_ID])
        for k in s.kids.get(h, ()):
            steps.hand_over(s, act, k, h)


def enter(s: State, seat: int, h: int, free: bool, act_id: int) -> None:
    """A public Character enters face-up or is turned up, if it fits (terrene action.recruit)."""
    room = v.supply_left(s, seat) + (h in v.party(s, seat))
    card = v.card_of(s, h)
    if (free or card.stats[t.Q_SP] <= room) and not moves.is_double(s, seat, card):
        if h in v.party(s, seat):
            atoms.turn_face(s, h, True)
        else:
            atoms.move(s, h, seat * t.NZ + t.PARTY, 1, act_id)
        atoms.put(s, t.FREE, h, int(free), act_id)
        atoms.emit(s, t.E_RECRUITED, h, seat, act_id)


def token(s: State, act: Act, code: int) -> None:
    """A token Character enters recruited if its SP fits (terrene card.token-characters)."""
    seat = act[A_SEAT]
    if s.rules.cards[code].stats[t.Q_SP] <= v.supply_left(s, seat):
        (h,) = atoms.grow(s, seat, -1, 1)
        atoms.open_card(s, h, code, act[A_ID])
        atoms.move(s, h, seat * t.NZ + t.PARTY, 1, act[A_ID])
        remember(act, [h], s)


def last_known(s: State, h: int) -> None:
    """A Character leaves play: actions of its own remember the ATK that it had."""
    for act in s.acts.values():
        if act[A_USER] == ref(s, h) and act[A_VERB] in (t.V_USE, V_TRIGGER):
            act[A_HITS] = v.figure(s, h, t.Q_ATK)


FRAMES = (
    *(f_sweep, f_overkill, f_defend, f_block, f_blocked, f_strike, f_decay, f_battle_over),
    *(f_after, f_forced, f_surcharge, f_xp, f_reward, f_rewarded),
)
