"""Attacks, hits, damage and losses: from the declaration of an Attack to the cards it leaves behind.

An Attack is a link of the Chain whose act has the flag `ATTACK`. It is joined, answered and resolved like
any other link; what it is besides stands here, in the order in which it happens:

    on_link    it is declared: events for attacker and targets, then its attacker's own Counters
               (`f_declared`)
    f_strike   it resolves: one hit on one target a frame, each followed by the state check
    _land      how much arrives: Blocks, then the stages of `amounts`, then what lands less
    damage     Damage Counters, the events of dealing and taking, and what follows from them
    finish     after the last hit: whether it succeeded, and the TP of a Normal Attack

The targets that an Attack will hit change while it waits. `A_TARGETS` keeps those that it was aimed at;
`A_PARTS` has the Deflects that have resolved, so that `redirected` says where a part goes now and `sent_to`
where it may still end. A hit or the rest of a part is one number (`left_of`), by which single hits are
Blocked and hits are kept whose target has fallen.

HP that are lost or paid are not damage: they go past all of it (`lose_hp`).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_ABILITY,
    A_DEALT,
    A_FLAGS,
    A_HITS,
    A_ID,
    A_LINK,
    A_MODE,
    A_PARTS,
    A_PICKED,
    A_SEAT,
    A_TARGETS,
    A_TYPES,
    A_USER,
    A_X,
)
from fadenet.engine.chain import choose_row, f_check, push
from fadenet.engine.looking import once_a_look
from fadenet.engine.policies import Q_WAIT
from fadenet.engine.state import (
    HANDLE_MASK,
    ROW_EVENT,
    UNDER,
    Act,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import amounts, natures, values
from fadenet.games.fade.typed import rules_of, world_of


def on_link(s: State, act: Act) -> None:
    """Report the targets of a new link; the effects of its attacker's Counters come before any answer.

    So does the state check, where HP were paid for it (fade1 win.checked-when).
    """
    user = act[A_USER] & HANDLE_MASK
    attack = act[A_FLAGS] & t.ATTACK
    if act[A_ABILITY] >= 0:
        ability = rules_of(s).abilities[act[A_ABILITY]]
        act[A_TYPES] |= ability.types
        if ability.pay_hp:
            push(s, f_check)
    struck = aimed(s, act) if attack else ()
    begins = attack and not act[A_FLAGS] & t.REST
    if begins:
        atoms.emit(s, t.E_ATTACKS, user, act[A_SEAT], act[A_ID])
    for r in act[A_TARGETS]:
        atoms.emit(s, atoms.TARGETED, r & HANDLE_MASK, act[A_SEAT], act[A_ID])
        if r in struck:
            atoms.emit(s, t.E_ATTACKED, r & HANDLE_MASK, act[A_SEAT], act[A_ID])
    if act[A_LINK] and "deflect" in tags_of(s, act):
        rules_of(s).policies.deflects(s, act)
    if not begins:
        return
    points = rules_of(s).points
    for follows in points.attacks:
        follows(s, act)
    if any([s.num[column][user] for column, _ in points.declared]):
        push(s, f_declared, act[A_ID])


def f_declared(s: State, act_id: int) -> None:
    """The attacker's own Counters do what they do to it, then the state is checked (faroe attack.declare)."""
    user = s.acts[act_id][A_USER] & HANDLE_MASK
    checks = False
    for column, does in rules_of(s).points.declared:
        if s.num[column][user] and not values.ignores(s, user, column):
            checks = does(s, user, act_id) or checks
    if not checks:
        push(s, f_check)


def attack_targets(s: State, act: Act, number: int) -> tuple[int, ...]:
    """The refs that an Attack aims at: those of the slot that its text gives to it."""
    targets: tuple[int, ...] = act[A_TARGETS]
    if number < 0 or act[A_FLAGS] & t.REST:
        return targets
    start, end = rules_of(s).attacks[number].targets
    return targets[start : end if end >= 0 else None]


def _first_target(s: State, act: Act, number: int) -> int:
    """How many targets of an action are named ahead of those that its Attack aims at."""
    return 0 if number < 0 or act[A_FLAGS] & t.REST else rules_of(s).attacks[number].targets[0]


def aimed(s: State, act: Act) -> tuple[int, ...]:
    """The refs that an Attack on the chain aims at, Deflects left aside.

    Without hits those are the enemies among its targets (fade2 target.enemies-only).
    """
    number = -1
    if act[A_ABILITY] >= 0:
        number = rules_of(s).abilities[act[A_ABILITY]].attack_number
    there = attack_targets(s, act, number)
    return tuple([r for r in there if is_foe(s, act, r & HANDLE_MASK)]) if is_hitless(s, act) else there


def is_hitless(s: State, act: Act) -> bool:
    """Whether this is an Attack without hits, as Skills may be (fade2 attack.skills-are-attacks)."""
    if not act[A_FLAGS] & t.ATTACK or act[A_ABILITY] < 0:
        return False
    return not rules_of(s).abilities[act[A_ABILITY]].attack


def is_foe(s: State, act: Act, h: int) -> bool:
    """Whether this is an enemy, or a Character that one controls."""
    fights = h <= s.seats or s.zone[h] % t.NZ in (t.FRONT, t.BACKUP)
    return fights and s.rules.opposed(s, act[A_SEAT], h - 1 if h <= s.seats else s.ctrl[h])


def f_strike(s: State, act_id: int, number: int, hit: int, part: int, *left: int) -> None:
    """One hit on one target, the state check, the next (faroe attack.multi-hit, attack.several-targets).

    number: which attack of the rules' table, -1 = a Normal Attack. left: the rests, by `left_of`, of parts
    whose target was Knocked Out.
    """
    act = s.acts[act_id]
    if act[A_SEAT] in s.out:
        return
    if not hit and not part:
        act[A_HITS] = 1 if number < 0 else len(rules_of(s).attacks[number].hits)
    targets = attack_targets(s, act, number)
    if part >= len(targets):
        hit, part = hit + 1, 0
    if hit >= act[A_HITS] or not targets:
        left += act[A_PICKED] if act[A_FLAGS] & t.REST else ()
        if not left:
            finish(s, act)
        for _, waits in rules_of(s).points.leftover if left else ():
            waits(s, act, left)
        return
    if any([is_left(s, act, targets[part]) for is_left, _ in rules_of(s).points.leftover]):
        if all(entry & PART_MASK != part for entry in left):
            blocked = sum([1 << n for n in range(hit, act[A_HITS]) if is_stopped(s, act, number, n, part)])
            left += (left_of(number, hit, part) | blocked << STOPPED_AT,)
        push(s, f_strike, act_id, number, hit, part + 1, *left)
        return
    push(s, f_strike, act_id, number, hit, part + 1, *left)
    stopped = atoms.unmark(s, t.P_STOPPED, act_id, left_of(number, hit, part)) > 0
    types = amounts.hit_types(s, act, number, hit, t.DOWN_AT_DEFLECT)
    policies, target = rules_of(s).policies, targets[part]
    if not types & policies.withstood["deflect"]:
        target = redirected(act, target)
    if target and alive(s, target) and may_hit(s, act, target & HANDLE_MASK):
        push(s, f_check)
        policies.hits(s, act, number, hit, target, stopped)


PART_MASK: Final = 0xFF
STOPPED_AT: Final = 32  # where the hits that are Blocked one by one begin, as bits


def left_of(number: int, hit: int, part: int) -> int:
    """The rest of a part of an Attack from a hit on, as one number; or that hit alone."""
    return number + 1 << 16 | hit << 8 | part


def left_over(entry: int) -> tuple[int, int]:
    """The number of the Attack, and its first hit that is left."""
    return (entry >> 16 & 0xFFFF) - 1, entry >> 8 & 0xFF


def strikes(s: State, act: Act) -> list[tuple[int, int, int]]:
    """The hits of an Attack on the chain as (number of the Attack, hit, part), in the order of landing."""
    number, first = -1, 0
    if act[A_FLAGS] & t.REST:
        number, first = left_over(act[A_PICKED][0])
    elif act[A_ABILITY] >= 0:
        number = rules_of(s).abilities[act[A_ABILITY]].attack_number
    if not act[A_FLAGS] & t.ATTACK or is_hitless(s, act):
        return []
    hits = 1 if number < 0 else len(rules_of(s).attacks[number].hits)
    there = range(len(attack_targets(s, act, number)))
    return [(number, hit, part) for hit in range(first, hits) for part in there]


def blockable(s: State, seat: int, act: Act) -> list[int]:
    """Numbers of the hits of an Attack that a Block of this seat may stop one by one: those on its own side,
    or all of them (fade1 defend.block-all-hits).
    """
    mine, there = parts(s, seat, act), enumerate(strikes(s, act), 1)
    return [n for n, (number, _, part) in there if _first_target(s, act, number) + part + 1 in mine]


def is_stopped(s: State, act: Act, number: int, hit: int, part: int) -> bool:
    """Whether a hit of an Attack is to be Blocked, by itself."""
    return atoms.marked(s, t.P_STOPPED, act[A_ID], left_of(number, hit, part)) > 0


def _hits(s: State, act: Act, number: int, hit: int, target: int, stopped: bool) -> None:
    """It lands at once; what it triggers waits (faroe trigger.wait)."""
    atoms.emit(s, t.E_HIT, target & HANDLE_MASK, act[A_SEAT], act[A_ID])
    _land(s, act, number, hit, target & HANDLE_MASK, stopped)


def _hits_after_triggers(s: State, act: Act, number: int, hit: int, target: int, stopped: bool) -> None:
    """It lands once what it triggers has been carried out (fade2 trigger.when-resolving, timing.on-hit)."""
    if not performer_gone(s, act):
        push(s, f_land, act[A_ID], number, hit, target, *[1] * stopped)
        push(s, f_on_hit)
        atoms.emit(s, t.E_HIT, target & HANDLE_MASK, act[A_SEAT], act[A_ID])


ON_HIT: Final = {"waits": _hits, "inline": _hits_after_triggers}
"""A hit reaches its target, by when the abilities are carried out that it triggers."""


def f_on_hit(s: State) -> None:
    """Abilities that a hit triggers are carried out before its damage, the turn player's first (fade2
    timing.on-hit).
    """
    rows = [row for row in s.queue if row.kind == Q_WAIT and row.event and row.event[ROW_EVENT] == t.E_HIT]
    for seat in seat_order(s, s.active) if rows else ():
        mine = [row for row in rows if row.seat == seat]
        if mine:
            push(s, f_on_hit)
            choose_row(s, seat, mine)
            return


def f_land(s: State, act_id: int, number: int, hit: int, target: int, stopped: int = 0) -> None:
    """The hit does its damage, if what it triggered has left the attacker, and anything to be hit.

    stopped: 1 for a hit that is Blocked by itself.
    """
    act = s.acts[act_id]
    if act[A_SEAT] in s.out or performer_gone(s, act):
        return
    if alive(s, target) and may_hit(s, act, target & HANDLE_MASK):
        _land(s, act, number, hit, target & HANDLE_MASK, stopped > 0)


def noted(act: Act, at: int) -> None:
    """Keep by how many steps an Attack is downgraded as something is done to it (`DOWN_AT_BLOCK` ...)."""
    down = act[A_TYPES] >> t.DOWN & 3
    act[A_TYPES] = act[A_TYPES] & ~(3 << at) | down << at


def redirected(act: Act, target: int) -> int:
    """Where the part aimed at `target` goes after the Deflects that have resolved; 0 = nowhere."""
    for old, new in reversed(act[A_PARTS]):
        if old == target:
            return new  # type: ignore[no-any-return]
    return target


def performer_gone(s: State, act: Act) -> bool:
    """Whether who performs this Attack has left the field or is Orbital (faroe attack.attacker-gone)."""
    u = act[A_USER] & HANDLE_MASK
    return not alive(s, act[A_USER]) or (u > s.seats and not s.rules.on_field[s.zone[u]])


def may_hit(s: State, act: Act, h: int) -> bool:
    """A target that is off the field, untargetable or Immune is not affected (faroe target.recheck)."""
    there = h <= s.seats or bool(s.rules.on_field[s.zone[h]])
    return there and rules_of(s).effects.targetable(s, act, h)


def _land(s: State, act: Act, number: int, hit: int, target: int, stopped: bool) -> None:
    types = amounts.hit_types(s, act, number, hit, t.DOWN_AT_BLOCK)
    blocked = stopped or (act[A_FLAGS] & t.BLOCKED and not types & rules_of(s).policies.withstood["block"])
    amount = 0 if blocked else amounts.hit_amount(s, act, number, hit, target)
    for lands in rules_of(s).points.landing:
        amount = lands(s, target, amount)
    if amount:
        act[A_DEALT] += amount
        damage(s, target, amount, act, act[A_USER] & HANDLE_MASK)


def finish(s: State, act: Act) -> None:
    """After the last hit: success, and the TP of a Normal Attack (faroe attack.success, attack.normal-tp)."""
    if act[A_DEALT] <= 0 or not act[A_FLAGS] & t.ATTACK:
        return
    user, seat = act[A_USER] & HANDLE_MASK, act[A_SEAT]
    atoms.emit(s, t.E_SUCCEEDS, user, seat, act[A_ID], act[A_DEALT])
    if act[A_MODE] == t.M_NORMAL and not s.over:
        figures = world_of(s).figures
        gain = figures.tp_gain_normal_attack
        rewarded = rules_of(s).policies.rewards(s, act) and values.last_stand(s, seat)
        if rewarded:  # a World Rule may give more to all (fade2 laststand.tp)
            gain = max(gain, figures.tp_gain_normal_attack_last_stand)
        gain_tp(s, seat, gain, act[A_ID])


def _of_anyone(s: State, act: Act) -> bool:
    """That of everyone under the Player's control is (faroe laststand.tp-moment)."""
    return True


def _in_person(s: State, act: Act) -> bool:
    """That of the Player is (fade1 laststand.two-tp)."""
    return bool(act[A_USER] & HANDLE_MASK == act[A_SEAT] + 1)


REWARDED: Final = {"all": _of_anyone, "player": _in_person}
"""Whether The Last Stand of a Player rewards a Normal Attack, by whose it rewards."""


def damage(s: State, target: int, n: int, act: Act, dealer: int) -> None:
    """Damage of an Attack or effect: Damage Counters, the events, what follows (faroe damage.is-counters)."""
    seat = act[A_SEAT]
    take_counters(s, target, n, act[A_ID])
    atoms.emit(s, t.E_DEALS, dealer, seat, act[A_ID], n)
    atoms.emit(s, t.E_TAKES, target, seat, act[A_ID], n)
    for follows in rules_of(s).points.dealt:
        follows(s, act, dealer, target, n)


def blame(s: State, h: int, act_id: int) -> None:
    """Remember what has harmed something: should it fall at the state check, that has Knocked it Out."""
    r = ref(s, h)
    atoms.unmark(s, t.P_TURN, t.MK_BLAME, r)
    if act_id:
        atoms.mark(s, t.P_TURN, t.MK_BLAME, r, act_id)


def blamed(s: State, h: int) -> int:
    """The id of the act that last harmed something this turn, 0 = none."""
    return atoms.marked(s, t.P_TURN, t.MK_BLAME, ref(s, h))


def take_counters(s: State, h: int, n: int, act_id: int = 0) -> None:
    """Put Damage Counters on something.

    Those of a Legend's personal effects are told apart: Immune does not keep them away.
    """
    its_own = act_id in s.acts and natures.personal(s, s.acts[act_id])
    if n <= 0 or (values.ignores(s, h, t.DAMAGE) and not its_own):
        return
    known = min(atoms.unmark(s, t.P_GAME, t.MK_PERSONAL, ref(s, h)), s.num[t.DAMAGE][h])
    if known or its_own:
        atoms.mark(s, t.P_GAME, t.MK_PERSONAL, ref(s, h), known + n * its_own)
    blame(s, h, act_id)
    atoms.put(s, t.DAMAGE, h, n, act_id, s.ctrl[h])
    atoms.emit(s, t.E_DAMAGE_COUNTERS, h, s.ctrl[h], act_id, n)
    for follows in rules_of(s).points.damaged:
        follows(s, h, n, act_id)


def lose_hp(s: State, h: int, n: int, act_id: int = 0) -> None:
    """HP that are lost or paid are not damage, and nothing lowers them: no Damage Counter is put.

    fade1 damage.loss-is-not-damage
    """
    if n > 0:
        blame(s, h, act_id)
        atoms.set_number(s, t.DAMAGE, h, min(s.num[t.DAMAGE][h] + n, atoms.LIMIT))
        atoms.emit(s, t.E_LOSES_HP, h, s.ctrl[h], act_id, n)


def heal(s: State, h: int, n: int, act_id: int = 0) -> int:
    """Remove up to n Damage Counters (faroe damage.heal); returns how many."""
    healed = -atoms.put(s, t.DAMAGE, h, -n, act_id, s.ctrl[h])
    if healed:
        atoms.emit(s, t.E_HEALED, h, s.ctrl[h], act_id, healed)
    return healed


def gain_tp(s: State, seat: int, n: int, act_id: int = 0) -> None:
    """TP up to the maximum (faroe limit.tp)."""
    body = s.rules.body(seat)
    room = values.tp_max(s, seat) - s.num[t.TP][body]
    got = atoms.put(s, t.TP, body, min(n, max(room, 0)), act_id, seat)
    if got:
        atoms.emit(s, t.E_GAINS_TP, body, seat, act_id, got)


def lose_tp(s: State, seat: int, n: int, act_id: int = 0) -> int:
    """TP down to 0 at the least; returns how many were lost."""
    body = s.rules.body(seat)
    lost = -atoms.put(s, t.TP, body, -n, act_id, seat)
    if lost:
        atoms.emit(s, t.E_LOSES_TP, body, seat, act_id, lost)
    return lost


def is_attacked(s: State, act: Act) -> list[int]:
    """The targets that an unresolved Attack will hit: after Deflects, those still to come included."""
    return [h for r in aimed(s, act) for h in sent_to(s, act, r)]


def sent_to(s: State, act: Act, target: int) -> list[int]:
    """Where an Attack's part aimed at one target may end: after the Deflects so far, and those to come."""
    now = redirected(act, target)
    found = [now & HANDLE_MASK] if now and alive(s, now) else []
    for k in s.chain:
        other = s.acts[k]
        if other[A_LINK] != act[A_ID] or "deflect" not in tags_of(s, other) or not other[A_TARGETS]:
            continue
        r = other[A_TARGETS][-1]
        if act[A_TARGETS][other[A_X] - 1] == target and alive(s, r):
            found.append(r & HANDLE_MASK)
    return found


def tags_of(s: State, act: Act) -> frozenset[str]:
    """Declared categories of a link."""
    return rules_of(s).abilities[act[A_ABILITY]].tags if act[A_ABILITY] >= 0 else frozenset()


def parts(s: State, seat: int, act: Act) -> list[int]:
    """Numbers of the targets whose part a Deflect of this seat may take (faroe defend.deflect-several)."""
    there = [(n, r) for n, r in enumerate(act[A_TARGETS], 1) if r in aimed(s, act)]
    mine = [n for n, r in there if any(s.ctrl[h] == seat for h in sent_to(s, act, r))]
    return mine or [n for n, _ in there]


def characters(s: State, seat: int) -> tuple[int, ...]:
    """The Characters that a Player controls on the field, front row first.

    They stand on the Player's own side, unless control of some goes by other things (fade2
    keyword.neutrality).
    """
    if rules_of(s).points.controllers:
        return _controlled(s, seat)
    base = seat * t.NZ
    return s.zones[base + t.FRONT] + s.zones[base + t.BACKUP]


@once_a_look
def _controlled(s: State, seat: int) -> tuple[int, ...]:
    return (*in_row(s, seat, t.FRONT), *in_row(s, seat, t.BACKUP))


def in_row(s: State, seat: int, row: int) -> tuple[int, ...]:
    """The Characters that a Player controls in rows of one kind."""
    if not rules_of(s).points.controllers:
        return s.zones[seat * t.NZ + row]
    return tuple([h for line in s.zones[row :: t.NZ] for h in line if s.ctrl[h] == seat])


def on_side(s: State, seat: int) -> tuple[int, ...]:
    """The Characters that stand on a Player's side of the field, whoever controls them, front row first."""
    base = seat * t.NZ
    return s.zones[base + t.FRONT] + s.zones[base + t.BACKUP]


def at_home(s: State, seat: int) -> tuple[int, ...]:
    """The Characters on a Player's side that the Player controls: those that may go to other places there."""
    return _staying(s, seat) if rules_of(s).points.controllers else on_side(s, seat)


@once_a_look
def _staying(s: State, seat: int) -> tuple[int, ...]:
    ctrl = s.ctrl
    return tuple([h for h in on_side(s, seat) if ctrl[h] == seat])


def attached(s: State, h: int) -> list[int]:
    """The cards attached to h, and those that lie on it without effect."""
    return [k for k in s.kids.get(h, ()) if s.role[k] != UNDER]
