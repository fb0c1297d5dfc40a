"""What the instructions of card programs do, and the frames that go on once the table has answered."""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import (
    A_DEALT,
    A_FLAGS,
    A_ID,
    A_IT,
    A_LINK,
    A_PARTS,
    A_PICKED,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_USER,
    A_X,
)
from fadenet.engine.chain import F_CHECK, F_GATHER
from fadenet.engine.rules import Amount, Select
from fadenet.engine.state import (
    HANDLE_MASK,
    INST_SHIFT,
    OPEN,
    POOL,
    TAKE,
    TOSS,
    UNDER,
    Act,
    Known,
    State,
    ref,
)
from fadenet.games.fade import combat, keywords, play, targets, turn, values
from fadenet.games.fade.tables import (
    ATTACK,
    BACKUP,
    CHARACTER,
    DAMAGE,
    DECK,
    DISCARD,
    E_DEFLECTED,
    E_ORBITAL,
    F_DRAW,
    F_FOUND,
    F_GIVE_UP,
    F_LOOK,
    F_LOOKED,
    F_MILL,
    F_MILLED,
    F_PICKED,
    F_RANDOM,
    F_STRIKE,
    F_TOSSED_AWAY,
    F_UNDER,
    FRONT,
    HAND,
    MK_DOOMED,
    NZ,
    ORBIT,
    P_CHOICE,
    P_TURN,
    RIFT,
    U_TURN,
)


class AttackRow:
    """One Attack of the card set: its hits as (amount, Damage Types), and which chosen targets it hits."""

    __slots__ = ("hits", "targets")

    def __init__(self, hits: tuple[tuple[Amount, int], ...], targets: tuple[int, int]) -> None:
        self.hits = hits
        self.targets = targets


def reachable(s: State, act: Act, pick: Select) -> list[int]:
    """What a selector finds, without what Immune shuts out."""
    rules = s.rules
    return [h for h in pick(s, act) if rules.touched(s, act, h)]


def seats_in(s: State, act: Act, pick: Select) -> list[int]:
    """The seats of the Players among what a selector finds."""
    return [h - 1 for h in reachable(s, act, pick) if h <= s.seats and h - 1 not in s.out]


# What the instructions do.


def do_draw(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in reversed(seats_in(s, act, pick)):
        s.frames.append((F_DRAW, seat, n(s, act), act[A_ID]))


def do_mill(s: State, act: Act, pick: Select, n: Amount, kind: int) -> None:
    for seat in seats_in(s, act, pick):
        s.frames.append((F_MILL, seat, n(s, act), kind, act[A_ID]))


def do_discard(s: State, act: Act, pick: Select, n: Amount, at_random: bool) -> None:
    for seat in seats_in(s, act, pick):
        s.frames.append((F_GIVE_UP, seat, n(s, act), int(at_random), act[A_ID]))


def do_gain_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.gain_tp(s, seat, n(s, act), act[A_ID])


def do_lose_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.lose_tp(s, seat, n(s, act), act[A_ID])


def do_damage(s: State, act: Act, pick: Select, n: Amount) -> None:
    hurt = reachable(s, act, pick)
    amount, halved = combat.dealt_by(s, act, act[A_USER] & HANDLE_MASK, max(n(s, act), 0))
    amount >>= halved
    dealer = act[A_USER] if act[A_FLAGS] & ATTACK else act[A_SRC]
    for h in hurt:
        took = combat.taken_by(s, act, h, amount)
        if took:
            act[A_DEALT] += took
            combat.damage(s, h, took, act, dealer & HANDLE_MASK)
    chain.remember(act, hurt, s, amount)
    s.frames.append((F_CHECK,))


def do_heal(s: State, act: Act, pick: Select, n: Amount) -> None:
    healed = 0
    for h in reachable(s, act, pick):
        healed += combat.heal(s, h, max(n(s, act), 0), act[A_ID])
    chain.remember(act, [], s, healed)


def do_counter(s: State, act: Act, pick: Select, column: int, n: Amount, sign: int) -> None:
    touched = []
    for h in reachable(s, act, pick):
        if sign > 0 and values.ignores(s, h, column):
            continue
        touched.append(h)
        amount = max(n(s, act), 0)
        if column == DAMAGE and sign > 0:
            combat.take_counters(s, h, amount, act[A_ID])
        else:
            atoms.put(s, column, h, sign * amount, act[A_ID], act[A_SEAT])
    chain.remember(act, touched, s)
    s.frames.append((F_CHECK,))


def do_clear(s: State, act: Act, pick: Select, column: int) -> None:
    for h in reachable(s, act, pick):
        atoms.put(s, column, h, -s.num[column][h], act[A_ID], act[A_SEAT])


def do_fall(s: State, act: Act, pick: Select, how: int) -> None:
    fallen = []
    for h in reachable(s, act, pick):
        if h > s.seats:
            fallen.append(h)
        elif how == combat.KO:
            atoms.mark(s, P_TURN, MK_DOOMED, ref(s, h))
    chain.remember(act, fallen, s, len(fallen))
    s.frames.append((F_CHECK,))
    combat.fall(s, how, fallen, act[A_ID])


def do_put(s: State, act: Act, pick: Select, kind: int, at: int) -> None:
    """Cards go to their owners' Hand, Deck, Discard Pile or Rift Zone."""
    cards = [h for h in reachable(s, act, pick) if h > s.seats]
    for h in cards:
        for k in combat.tree(s, h):
            combat.fall(s, combat.DESTROY, [k], act[A_ID])
    if kind in (DISCARD, RIFT):
        turn.put_open(s, cards, kind, act[A_ID], atoms.MOVED)
        return
    for h in cards:
        atoms.move(s, h, s.owner[h] * NZ + kind, 0, act[A_ID], atoms.MOVED, at)


def do_shuffle_in(s: State, act: Act, pick: Select) -> None:
    for seat in range(s.seats):
        mine = tuple(h for h in reachable(s, act, pick) if h > s.seats and s.owner[h] == seat)
        if mine:
            kernel.need(s, POOL, seat, seat * 2, 0, mine)


def do_shuffle(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        if s.zones[seat * NZ + DECK]:
            kernel.need(s, POOL, seat, seat * 2, 0, ())


def do_mod(s: State, act: Act, pick: Select, what: int, n: Amount, until: int) -> None:
    touched = reachable(s, act, pick)
    for h in touched:
        arg = s.turn if until == U_TURN else s.active
        atoms.modify(s, what, ref(s, h), n(s, act), until, arg, act[A_SRC], act[A_ID])
    chain.remember(act, touched, s)
    s.frames.append((F_CHECK,))


def do_deflect(s: State, act: Act) -> None:
    """The part numbered `A_X` goes to the target named last (faroe defend.deflect-several)."""
    other = s.acts.get(act[A_LINK])
    if other is None or targets.forbids(s, other, "deflect") or not act[A_TARGETS]:
        return
    chosen = act[A_TARGETS][-1]
    new = chosen if s.inst[chosen & HANDLE_MASK] == chosen >> INST_SHIFT else 0
    other[A_PARTS] = (*other[A_PARTS], (other[A_TARGETS][act[A_X] - 1], new))
    atoms.emit(s, E_DEFLECTED, chosen & HANDLE_MASK, act[A_SEAT], other[A_ID])


def do_attack(s: State, act: Act, number: int) -> None:
    s.frames.append((F_STRIKE, act[A_ID], number, 0, 0))


def do_orbital(s: State, act: Act, pick: Select) -> None:
    """Cards leave the field with all that lies on and under them (faroe keyword.orbital)."""
    for h in reachable(s, act, pick):
        if h > s.seats and s.zone[h] >= 0 and s.zone[h] % NZ in (FRONT, BACKUP):
            seat = s.ctrl[h]
            keywords.note_orbit(s, h)
            atoms.move(s, h, seat * NZ + ORBIT, 1, act[A_ID], E_ORBITAL, keep=True)
            keywords.rezone_tree(s, h, True)
    s.frames.append((F_CHECK,))


def do_under(s: State, act: Act, pick: Select, onto: Select) -> None:
    tops = onto(s, act)
    if not tops:
        return
    top = tops[0]
    for h in pick(s, act):
        if h > s.seats and h != top:
            if s.rules.on_field[s.zone[h]]:
                for k in combat.tree(s, h):
                    combat.fall(s, combat.DESTROY, [k], act[A_ID])
            if not s.code[h]:
                s.frames.append((F_UNDER, ref(s, h), ref(s, top), act[A_ID]))
                kernel.need(s, OPEN, s.ctrl[h], 0, -1, (h,))
                return
            keywords.lay_under(s, h, top, act[A_ID])


def do_unstack(s: State, act: Act, pick: Select, kind: int) -> None:
    for h in pick(s, act):
        if s.role[h] == UNDER:
            keywords.take_out(s, h, kind, 0 if kind == HAND else 1, act)


def do_row(s: State, act: Act, pick: Select, kind: int) -> None:
    for h in reachable(s, act, pick):
        zone = s.zone[h]
        if h > s.seats and zone >= 0 and zone % NZ in (FRONT, BACKUP) and zone % NZ != kind:
            seat = s.ctrl[h]
            if kind == BACKUP and len(s.zones[seat * NZ + FRONT]) < 2:
                continue
            atoms.move(s, h, seat * NZ + kind, 1, act[A_ID], keep=True)
    s.frames.append((F_CHECK,))


def do_control(s: State, act: Act, pick: Select) -> None:
    """Take control of Characters (faroe card.control-change)."""
    for h in reachable(s, act, pick):
        zone = s.zone[h]
        if h > s.seats and zone >= 0 and zone % NZ in (FRONT, BACKUP) and s.ctrl[h] != act[A_SEAT]:
            seat = act[A_SEAT]
            kind = zone % NZ if s.zones[seat * NZ + FRONT] else FRONT
            atoms.control(s, h, seat, seat * NZ + kind, act[A_ID])
    s.frames.append((F_CHECK,))


def do_enter(s: State, act: Act, pick: Select, kind: int) -> None:
    """Characters come onto the field from a pile (faroe combat.entry-delay-other)."""
    for h in pick(s, act):
        if h > s.seats and s.code[h] and s.rules.cards[s.code[h]].types & CHARACTER:
            seat = act[A_SEAT]
            play.enter_character(s, act, h, seat, kind if s.zones[seat * NZ + FRONT] else FRONT)


def do_look(s: State, act: Act, pick: Select, n: Amount) -> None:
    """Look at the top cards of a Deck; they stay where they are (faroe zone.hidden-look)."""
    for seat in seats_in(s, act, pick):
        s.frames.append((F_LOOK, seat, act[A_SEAT], n(s, act), act[A_ID]))


def do_show_hand(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        hidden = tuple(h for h in s.zones[seat * NZ + HAND] if not s.code[h])
        if hidden and seat != act[A_SEAT]:
            kernel.need(s, OPEN, seat, 0, act[A_SEAT], hidden)


def do_search(s: State, act: Act, predicate: int, n: Amount, open_: int) -> None:
    """Take cards out of the own Deck, then shuffle it (faroe zone.deck-search, zone.hidden-choice)."""
    seat = act[A_SEAT]
    if s.zones[seat * NZ + DECK]:
        s.frames.append((F_FOUND, act[A_ID]))
        kernel.need(s, TAKE, seat, seat * 2, max(n(s, act), 0), (predicate, open_))


def do_pick(s: State, act: Act, seat_of: Select, slot: int) -> None:
    """Choose among things while the effect runs."""
    act[A_PICKED] = ()
    s.frames.append((F_PICKED, act[A_ID]))
    for seat in seats_in(s, act, seat_of)[:1]:
        lo, hi = s.rules.choices[slot][1:3]
        s.frames.append((F_GATHER, act[A_ID], seat, lo, hi, P_CHOICE, (act[A_ID], slot)))


def do_random(s: State, act: Act, pick: Select) -> None:
    there = pick(s, act)
    if there:
        chain.remember(act, there, s)
        s.frames.append((F_RANDOM, act[A_ID]))
        kernel.need(s, TOSS, -1, 0, 1, (len(there),))


# Frames that go on after a need.


def f_mill(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    line = s.zones[seat * NZ + DECK][: max(n, 0)]
    if line:
        s.frames.append((F_MILLED, seat, len(line), kind, act_id))
        turn.bind_top(s, seat, len(line))


def f_milled(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    cards = list(s.zones[seat * NZ + DECK][:n])
    if act_id in s.acts:
        chain.remember(s.acts[act_id], cards, s, n)
    turn.put_open(s, cards, kind, act_id, atoms.MILLED)


def f_give_up(s: State, seat: int, n: int, at_random: int, act_id: int) -> None:
    hand = s.zones[seat * NZ + HAND]
    n = min(n, len(hand))
    if n <= 0:
        return
    if at_random:
        s.frames.append((F_TOSSED_AWAY, seat, act_id))
        kernel.need(s, TOSS, -1, 0, 1, tuple(len(hand) - k for k in range(n)))
    else:
        turn.discard_from_hand(s, seat, n, act_id)


def f_tossed_away(s: State, seat: int, act_id: int) -> None:
    hand = list(s.zones[seat * NZ + HAND])
    cards = [hand.pop(k) for k in s.got[0]]
    if act_id in s.acts:
        chain.remember(s.acts[act_id], cards, s, len(cards))
    turn.put_open(s, cards, DISCARD, act_id, atoms.DISCARDED)


def f_look(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    line = s.zones[seat * NZ + DECK][: max(n, 0)]
    if line:
        s.frames.append((F_LOOKED, seat, viewer, len(line), act_id))
        turn.bind_top(s, seat, len(line))


def f_looked(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    cards = s.zones[seat * NZ + DECK][:n]
    if act_id in s.acts:
        chain.remember(s.acts[act_id], list(cards), s, n)
    hidden = tuple(h for h in cards if not s.code[h])
    if hidden and viewer != seat:
        kernel.need(s, OPEN, seat, 0, viewer, hidden)
    elif hidden:
        atoms.emit(s, atoms.LOOKED, hidden[0], seat, act_id, len(hidden))


def f_found(s: State, act_id: int) -> None:
    """Cards taken from a Deck go to the Hand; the rest is shuffled."""
    act = s.acts[act_id]
    seat = act[A_SEAT]
    taken = s.got[0]
    if not taken:
        atoms.emit(s, atoms.FOUND_NONE, seat + 1, seat, act_id)
    for h in taken:
        atoms.move(s, h, seat * NZ + HAND, 0, act_id)
    chain.remember(act, list(taken), s, len(taken))
    if s.zones[seat * NZ + DECK]:
        kernel.need(s, POOL, seat, seat * 2, 0, ())


def f_picked(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    chain.remember(act, list(act[A_PICKED]), s, len(act[A_PICKED]))
    act[A_PICKED] = ()


def f_random(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    act[A_IT] = (act[A_IT][s.got[0][0]],)


def f_under(s: State, r: int, top: int, act_id: int) -> None:
    keywords.lay_under(s, r & HANDLE_MASK, top & HANDLE_MASK, act_id)


def pick_choice(s: State, seat: int, known: Known, act_id: int, slot: int) -> list[int]:
    """What may still be chosen in a choice of a running effect."""
    act = s.acts[act_id]
    picked = act[A_PICKED]
    return [h for h in s.rules.choices[slot][0](s, act) if h not in picked]
