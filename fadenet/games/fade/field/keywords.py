"""Keywords that take steps of their own: Stacker on entering, Buildup when complete, Replay afterwards."""

from __future__ import annotations

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import (
    A_ABILITY,
    A_FLAGS,
    A_ID,
    A_MODE,
    A_PICKED,
    A_SEAT,
    A_SRC,
    A_USER,
    A_VERB,
    new_act,
    numbered,
    probe,
)
from fadenet.engine.chain import P_SLOT, V_TRIGGER, f_check, f_gather, f_trigger_target, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.kit import targets
from fadenet.engine.rules import Q_WAIT
from fadenet.engine.state import CONFIRM, HANDLE_MASK, OPEN, UNDER, Act, State, Waiting, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import commands, falling, legality, reach, values
from fadenet.games.fade.typed import rules_of

# Stacks.


def lay_under(s: State, h: int, top: int, act_id: int) -> None:
    """Put a card into the Stack of another one, face-up and without any function (faroe stack.inactive)."""
    atoms.lay_on(s, h, top, UNDER, 1, s.ctrl[top] * t.NZ + t.STACK, act_id)
    atoms.emit(s, t.E_STACKED, h, s.ctrl[top], act_id)


def take_out(s: State, h: int, kind: int, face: int, act: Act) -> None:
    """A card leaves its Stack for a zone of its owner (faroe stack.open)."""
    atoms.emit(s, t.E_UNSTACKED, h, act[A_SEAT], act[A_ID])
    atoms.move(s, h, s.owner[h] * t.NZ + kind, face, act[A_ID])


def offer_stacker(s: State, seat: int, h: int) -> None:
    """Cards of the Hand go underneath a card as it enters: no chain (faroe keyword.stacker)."""
    n = values.brought(s, h, t.K_STACKER)
    if n:
        act = new_act(s, V_TRIGGER, seat, ref(s, h), ref(s, h), -1)
        act[A_MODE] = t.M_TRIGGER
        s.acts[act[A_ID]] = act
        push(s, f_stacker, act[A_ID])
        least = n if rules_of(s).edition.hows[t.K_STACKER] == "exactly" else 0
        push(s, f_gather, act[A_ID], seat, least, n, t.P_HAND, (act[A_ID],))


def f_stacker(s: State, act_id: int) -> None:
    """The chosen cards are shown and laid down."""
    act = s.acts.pop(act_id)
    chosen = act[A_PICKED]
    if chosen:
        push(s, f_stacked, tuple(ref(s, h) for h in chosen), act[A_SRC], act_id)
        hidden = tuple(h for h in chosen if not s.code[h])
        if hidden:
            kernel.need(s, OPEN, act[A_SEAT], 0, -1, hidden)


def f_stacked(s: State, refs: tuple[int, ...], top: int, act_id: int) -> None:
    push(s, f_check)
    for r in refs:
        if alive(s, top) and alive(s, r):
            lay_under(s, r & HANDLE_MASK, top & HANDLE_MASK, act_id)


# Buildup.


def note_built(s: State) -> None:
    """Buildup cards with enough cards underneath wait to be activated, each once (faroe keyword.buildup).

    One that is Muted or Command Material meanwhile is looked at again when it is so no longer.
    """
    for top in [k for body in range(1, s.seats + 1) for k in s.kids.get(body, ()) if k in s.kids]:
        n = _needs(s, top)
        if not n or sum(1 for k in s.kids[top] if s.role[k] == UNDER) < n:
            continue
        if not atoms.marked(s, t.P_GAME, t.MK_BUILT, ref(s, top)):
            atoms.mark(s, t.P_GAME, t.MK_BUILT, ref(s, top))
            atoms.enqueue(s, Q_WAIT, s.ctrl[top], t.UP_BUILT, ref(s, top), ())


def _needs(s: State, top: int) -> int:
    """How many cards the Stack of a Buildup card needs; 0 = it is none, or does nothing now (fade2
    command.materials). What else is given Buildup was not placed by it, and has nothing to activate.
    """
    placed = s.face[top] and s.rules.cards[s.code[top]].keywords[t.K_BUILDUP]
    if s.zone[top] % t.NZ != t.ATTACH or not placed:
        return 0
    material = rules_of(s).directions and top in commands.layout(s).materials
    return 0 if material else values.keyword(s, top, t.K_BUILDUP)


def activate_built(s: State, row: Waiting) -> None:
    """It activates by itself, its Player being the user (faroe keyword.buildup-details)."""
    seat, src = row.seat, row.src
    if not _needs(s, src & HANDLE_MASK):
        atoms.unmark(s, t.P_GAME, t.MK_BUILT, src)
        return
    types = s.rules.cards[s.code[src & HANDLE_MASK]].types
    _begin(s, seat, src, ref(s, seat + 1), t.M_SKILL if types & t.SKILL else t.M_REACTION, t.BUILT)


# Replay.


def waits_for_replay(s: State, act: Act) -> bool:
    """Whether a used card stays at hand until its Player has decided on Replay (faroe keyword.replay).

    A Link Effect cannot start a chain, so a card that answers something is never repeated.
    """
    card = rules_of(s).cards[s.code[act[A_SRC] & HANDLE_MASK]]
    return (
        card.keywords[t.K_REPLAY] > 0
        and act[A_MODE] in (t.M_SKILL, t.M_REACTION, t.M_ITEM)
        and not act[A_FLAGS] & t.REPLAYED
        and not card.keywords[t.K_EQUIP]
        and rules_of(s).abilities[act[A_ABILITY]].answers is None
    )


def await_replay(s: State, act: Act) -> None:
    atoms.enqueue(s, Q_WAIT, act[A_SEAT], t.UP_REPLAY, act[A_SRC], (act[A_MODE], act[A_USER]))


def offer_replay(s: State, row: Waiting) -> None:
    """The running chain is over: its Player may pay for the repeat, if that can come about at all."""
    seat, src, (mode, user) = row.seat, row.src, row.event
    card = rules_of(s).cards[s.code[src & HANDLE_MASK]]
    attack = card.attacks_as(mode)
    if alive(s, user):
        able = not legality.user_refusal(s, seat, user & HANDLE_MASK, False, attack)
    else:
        able = not attack
    s.ans = ()
    push(s, f_replay, seat, src, mode, user)
    able = able and seat not in s.out and s.num[t.TP][seat + 1] >= card.replay_cost
    if able and _finds_all(s, _use_of(s, seat, src, user, mode, t.REPLAYED)):
        kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(0, src & HANDLE_MASK, 1))


def f_replay(s: State, seat: int, src: int, mode: int, user: int) -> None:
    h = src & HANDLE_MASK
    if s.ans and s.ans[0] == YES_MOVE:
        atoms.put(s, t.TP, seat + 1, -rules_of(s).cards[s.code[h]].replay_cost, 0, seat)
        _begin(s, seat, src, user, mode, t.REPLAYED)
    else:
        falling.spend(s, [0, t.V_USE, seat, src])


# Both.


def _begin(s: State, seat: int, src: int, user: int, mode: int, flag: int) -> None:
    """A card is used once more, or by itself: its targets are chosen, then it starts a chain."""
    act = numbered(s, _use_of(s, seat, src, user, mode, flag))
    s.acts[act[A_ID]] = act
    barred = act[A_FLAGS] & t.ATTACK and legality.attack_refusal(s, user & HANDLE_MASK)
    if not barred and _may_be_used(s, act):
        push(s, f_trigger_target, act[A_ID], 0, 0)
    else:
        del s.acts[act[A_ID]]
        finish(s, act)


def _use_of(s: State, seat: int, src: int, user: int, mode: int, flag: int) -> Act:
    """The record of such a use, without a number."""
    card = rules_of(s).cards[s.code[src & HANDLE_MASK]]
    ability = card.use
    assert ability is not None
    act = probe(seat, src, user, ability.number)
    act[A_VERB], act[A_MODE], act[A_FLAGS] = t.V_USE, mode, flag | ability.label
    if ability.attack or card.attacks_as(mode):
        reach.attack_traits(s, act, ability.attack_number)
    return act


def _may_be_used(s: State, act: Act) -> bool:
    """Whether what the card's text asks for is there."""
    condition = rules_of(s).abilities[act[A_ABILITY]].condition
    return condition is None or bool(condition(s, act))


def _finds_all(s: State, act: Act) -> bool:
    """Whether such a use would find what it asks for, and enough targets (faroe target.chosen-when)."""
    return _may_be_used(s, act) and bool(targets.ways(s, act, rules_of(s).abilities[act[A_ABILITY]].slots))


def finish(s: State, act: Act) -> None:
    """Such a use is over, or found no legal target: the card goes, with what lies underneath."""
    if act[A_FLAGS] & t.BUILT:
        falling.fall(s, falling.DESTROY, [act[A_SRC] & HANDLE_MASK], act[A_ID])
    elif act[A_FLAGS] & t.REPLAYED:
        falling.spend(s, act)


# Orbital.


def note_orbit(s: State, h: int) -> None:
    """Remember from which row a card becomes Orbital."""
    atoms.mark(s, t.P_ORBIT, 0, ref(s, h), 1 + s.zone[h] % t.NZ)


def orbit_zone(s: State, h: int) -> int:
    """The row from which a card became Orbital, the Character Zone if that is not known; it is forgotten."""
    return atoms.unmark(s, t.P_ORBIT, 0, ref(s, h), 1) - 1


def rezone_tree(s: State, h: int, away: bool) -> None:
    """What lies on a card leaves the field with it, or comes back with it."""
    for k in falling.tree(s, h):
        kind = t.ADRIFT if away else t.STACK if s.role[k] == UNDER else t.ATTACH
        atoms.rezone(s, k, s.zone[h] // t.NZ * t.NZ + kind)
