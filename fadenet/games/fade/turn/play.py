"""How the links of a chain resolve: cards come onto the field, are attached, Blocked, Negated or Prevented.

Three ideas, in the order of the file. A link that is about to resolve may come to nothing: nobody is there
to perform it (`lapsed`), a Counter of its target Negates it (`warded`), its targets are gone
(`drop_lost_targets`). A card that stays comes onto the field by one of the `enter_` functions, which set
`STAYS`, find its place and `bring` what comes with it; without that flag it goes to a pile when its link
is done (`link_done`, `_put_away`). An answer does to the link that it answers what its words say (`block`,
`prevent`, `negate`), unless a Damage Type withstands it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_FLAGS,
    A_ID,
    A_IT,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TO,
    A_USER,
    FIZZLED,
    NEGATED,
    new_act,
)
from fadenet.engine.chain import V_TRIGGER, f_check, f_run, f_settle, let_go, push
from fadenet.engine.policies import Q_JOIN, Q_LATER, Q_OFFER, Q_WAIT
from fadenet.engine.state import ATTACHED, HANDLE_MASK, LAID, NO_INST, TURNED, UNDER, Act, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import (
    again,
    board,
    combat,
    falling,
    moving,
    places,
    reach,
    reserving,
    slots,
    stacks,
    values,
)
from fadenet.games.fade.typed import FadeAbility, FadeCard, fade_card, rules_of

# Links.


def strike(s: State, act: Act) -> None:
    """A Normal Attack hits."""
    push(s, combat.f_strike, act[A_ID], -1, 0, 0)


def lapsed(s: State, act: Act) -> bool:
    """Whether a link is an Attack that nobody is there to perform (faroe attack.attacker-gone), or a Counter
    to one that withstands it (fade2 damage.class-matrix).
    """
    gone = act[A_FLAGS] & t.ATTACK > 0 and combat.performer_gone(s, act)
    lapses = gone or (rules_of(s).policies.withstood["counter"] > 0 and _countered_in_vain(s, act))
    if lapses and (rules_of(s).points.over or rules_of(s).points.after):
        act[A_FLAGS] |= FIZZLED
    return lapses


def _countered_in_vain(s: State, act: Act) -> bool:
    other = s.acts.get(act[A_LINK])
    if other is None or combat.tags_of(s, act).isdisjoint(("counter", "back")):
        return False
    return reach.forbids(s, other, "counter")


def warded(s: State, act: Act) -> bool:
    """Whether the first one whose Counter does so Negates a link by itself; one Counter goes. None does if
    the link attaches a card to its target (fade2 keyword.barrier-counter).
    """
    if attaches(s, act) or lapsed(s, act) or reach.forbids(s, act, "negate"):
        return False
    for column, bearers in rules_of(s).points.wards:
        for h in bearers(s, act):
            if not s.num[column][h] or values.ignores(s, h, column) or not combat.may_hit(s, act, h):
                continue
            act[A_FLAGS] |= NEGATED
            atoms.put(s, column, h, -1, act[A_ID], s.ctrl[h])
            atoms.emit(s, t.E_NEGATED, h, s.ctrl[h], act[A_ID])
            atoms.emit(s, atoms.STOPPED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID])
            return True
    return False


def attaches(s: State, act: Act) -> bool:
    """Whether a link brings an Augment, or an Item that stays, onto something."""
    if act[A_MODE] != t.M_ITEM:
        return bool(act[A_MODE] == t.M_AUGMENT)
    return fade_card(s, act[A_SRC] & HANDLE_MASK).stays


def drop_lost_targets(s: State, act: Act) -> None:
    """Targets are looked at again; those that are gone or became Immune drop out (faroe target.recheck).

    Those of an Attack with hits are looked at hit by hit.
    """
    if act[A_FLAGS] & t.ATTACK and not combat.is_hitless(s, act):
        return
    kept = []
    for r in act[A_TARGETS]:
        table = combat.redirected(act, r)
        if table and alive(s, table) and reach.targetable(s, act, table & HANDLE_MASK):
            kept.append(r)
        else:
            kept.append(r | NO_INST)
    act[A_TARGETS] = tuple(kept)


def enter_character(s: State, act: Act, h: int, seat: int, kind: int, cell: int = 0) -> None:
    """A Character comes onto the field (faroe prep.character-zone-lost, keyword.level-up).

    cell: the one that it comes into, where there are cells; 0 = its controller chooses it.
    """
    named = [r & HANDLE_MASK for r in act[A_IT] if alive(s, r)] if act[A_MODE] == t.M_CHARACTER else []
    under = [u for u in named if u in combat.at_home(s, seat)]
    base = _base(s, under, kind, cell)
    kind = s.zone[base] % t.NZ if base and not cell else rules_of(s).policies.row_for(s, seat, kind)
    if not cell and not rules_of(s).board.has_room(s, seat, kind, h):
        return
    carried = [k for u in under for k in combat.attached(s, u)]
    stacked = [k for u in under for k in s.kids.get(u, ()) if s.role[k] == UNDER]
    kept = _kept(s, base)
    rules = rules_of(s)
    spared = rules.board.spared(s, seat, rules.cards[s.code[h]]) if act[A_MODE] == t.M_CHARACTER else 0
    if s.ctrl[h] != seat:
        atoms.control(s, h, seat, s.zone[h], act[A_ID])
    if cell:
        moving.settle(s, h, cell)  # ahead, as what it triggers on entering may depend on where it stands
    atoms.move(s, h, seat * t.NZ + kind, 1, act[A_ID])
    if not cell:
        moving.settle(s, h)
    if spared:
        atoms.set_number(s, t.SPARED, h, spared)
    for u in under:
        stacks.lay_under(s, u, h, act[A_ID])
    for k in carried:
        atoms.lay_on(s, k, h, s.role[k], s.face[k], seat * t.NZ + t.ATTACH, act[A_ID])
    places.keep_to_limit(s, h)
    for k in stacked:
        atoms.lay_on(s, k, h, UNDER, 1, seat * t.NZ + t.STACK, act[A_ID])
    for column, n in kept:
        atoms.put(s, column, h, n, act[A_ID], seat)
    bring(s, act[A_SEAT], h)


def _base(s: State, under: list[int], kind: int, cell: int) -> int:
    """The one of those that go under a Level-Up card whose place it takes and whose Counters it may keep, the
    first where it is laid into a free cell (fade1 command.playing-materials-cost); 0 = none go under it.
    """
    there = [u for u in under if (s.num[t.CELL][u] == cell if cell else s.zone[u] % t.NZ == kind)]
    return (*there, *under, 0)[0]


def _kept(s: State, base: int) -> list[tuple[int, int]]:
    """The Counters, by column, that a Level-Up card keeps of the one whose place it takes."""
    return [row for keeps in rules_of(s).points.kept for row in keeps(s, base)] if base else []


def bring(s: State, seat: int, h: int, idle: bool = False) -> None:
    """Bring what comes onto the field together with a card: the Counters of its keywords, and its Stack.

    idle: it does nothing where it comes, and its own Power Counters alone come with it.
    """
    card = rules_of(s).cards[s.code[h]]
    if card.enter is not None and not idle:
        run_inline(s, seat, h, card.enter)
    for follows in rules_of(s).points.entering:
        follows(s, seat, h)


def run_inline(s: State, seat: int, h: int, ability: FadeAbility) -> None:
    """Carry out a program that is part of something else, not a link of its own."""
    act = new_act(s, V_TRIGGER, seat, ref(s, h), ref(s, h), ability.number)
    act[A_MODE] = t.M_TRIGGER
    s.acts[act[A_ID]] = act
    push(s, f_run, act[A_ID], ability.program, 0)


def f_driven(s: State, h: int, seat: int, number: int) -> None:
    """Overdrive adds effects to a card that stays, as soon as it has come (fade2 keyword.overdrive)."""
    if s.rules.on_field[s.zone[h]]:
        run_inline(s, seat, h, rules_of(s).abilities[number])


def enter_played(s: State, act: Act) -> None:
    """A Character that was played comes into its row."""
    act[A_FLAGS] |= t.STAYS
    if _makes_room(s, act):
        push(s, f_played, act[A_ID])
        due = slots.due(s, act[A_SEAT], rules_of(s).cards[s.code[act[A_SRC] & HANDLE_MASK]])
        push(s, reserving.f_make_room, act[A_SEAT], due, _below(s, act))
    else:
        _come(s, act)


def _below(s: State, act: Act) -> tuple[int, ...]:
    """Those that go under a Character that is played."""
    return tuple([r & HANDLE_MASK for r in act[A_IT] if alive(s, r)])


def _makes_room(s: State, act: Act) -> bool:
    """Whether others have to leave the front, so that a Character fits into its slots."""
    seat, rules = act[A_SEAT], rules_of(s)
    card, below = rules.cards[s.code[act[A_SRC] & HANDLE_MASK]], _below(s, act)
    return rules.board.lacking(s, seat, card, below) > 0 and board.kind_of(s, seat, act[A_TO]) == t.FRONT


def f_played(s: State, act_id: int) -> None:
    """Others have made room for a Character that was played, as far as they could."""
    act = s.acts[act_id]
    if not _makes_room(s, act):
        _come(s, act)


def _come(s: State, act: Act) -> None:
    h, seat, to = act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_TO]
    named = [r & HANDLE_MASK for r in act[A_IT]]
    row, cell = rules_of(s).board.entry(s, seat, to, named)
    enter_character(s, act, h, seat, row, cell)


def enter_beside(s: State, act: Act) -> None:
    """A card with Buildup or Stock is attached to its Player, face-up (faroe keyword.buildup)."""
    act[A_FLAGS] |= t.STAYS
    h = act[A_SRC] & HANDLE_MASK
    places.attach(s, h, act[A_SEAT] + 1, 1, act[A_ID], act[A_TO])
    bring(s, act[A_SEAT], h)


def enter_zone(s: State, act: Act) -> None:
    """One Zone card a Player, or a cell; the new one replaces the old one (faroe zonecard.one)."""
    act[A_FLAGS] |= t.STAYS
    seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
    at, there = rules_of(s).board.cell, s.zones[seat * t.NZ + t.ZONE]
    old = [other for other in there if at(s, other) == act[A_TO]]
    atoms.move(s, h, seat * t.NZ + t.ZONE, 1, act[A_ID])
    moving.settle(s, h, act[A_TO])
    bring(s, act[A_SEAT], h)
    falling.fall(s, falling.DESTROY, old, act[A_ID])


def enter_command(s: State, act: Act) -> None:
    """A Command comes into its cell, if that is still free (fade2 command.places)."""
    seat, h, cell = act[A_SEAT], act[A_SRC] & HANDLE_MASK, act[A_TO]
    if cell in board.all_free(s, seat):
        act[A_FLAGS] |= t.STAYS
        lay_in_cell(s, h, seat, cell, ATTACHED, act[A_ID])
        bring(s, act[A_SEAT], h)


def enter_laid(s: State, act: Act) -> None:
    """A card is laid into a cell as Material (fade2 command.lay-materials, command.leftover-materials).

    A card that could not stand in such a cell does nothing there; its own Power Counters come with it.
    """
    act[A_FLAGS] |= t.STAYS
    h, seat, cell = act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_TO]
    kind = board.kind_of(s, seat, cell)
    comes = s.zone[h] % t.NZ == t.USED or bool(values.unpaid(s, (h,), {}))
    if act[A_MODE] != t.M_CHARACTER:
        role = ATTACHED if stands(s, seat, h, rules_of(s).cards[s.code[h]], kind) else LAID
        lay_in_cell(s, h, seat, cell, role, act[A_ID])
        if comes:
            bring(s, act[A_SEAT], h, idle=role == LAID)
    elif comes:
        enter_character(s, act, h, seat, kind, cell)
    else:
        moving.shift(s, h, cell, act[A_ID])


def stands(s: State, seat: int, h: int, card: FadeCard, kind: int) -> bool:
    """Whether a card other than a Character may stand in a cell of a kind, not only as Command Material."""
    if card.types & t.COMMAND:
        return True
    if kind != t.ATTACH:
        return kind == t.FRONT and card.fronted
    return card.beside or reach.may_bear(s, seat, h, card, seat + 1)


def rests_in(s: State, seat: int, h: int) -> tuple[int, ...]:
    """The kinds of cell in which a card may lie when its Player rearranges: one that lies idle as Material
    goes only to where it would not (fade2 command.leftover-materials).
    """
    if s.role[h] != LAID:
        return board.stands_in(s, h)
    card, kinds = rules_of(s).cards[s.code[h]], (t.ATTACH, *board.ROWS)
    hidden = card.placed
    return tuple([kind for kind in kinds if stands(s, seat, h, card, kind) or (hidden and kind == t.ATTACH)])


def rearrange(s: State, h: int, cell: int) -> None:
    """A card goes to another cell of its side; one that lay idle works from now on, or lies face-down."""
    if s.role[h] != LAID:
        moving.shift(s, h, cell)
        return
    seat, hidden = s.zone[h] // t.NZ, rules_of(s).cards[s.code[h]].placed
    board.put(s, h, cell)
    atoms.lay_on(s, h, seat + 1, ATTACHED, int(not hidden), seat * t.NZ + t.ATTACH)


def lay_in_cell(s: State, h: int, seat: int, cell: int, role: int, act_id: int) -> None:
    """A card other than a Character comes into a cell: it is attached to its Player."""
    board.put(s, h, cell)
    atoms.lay_on(s, h, seat + 1, role, 1, seat * t.NZ + t.ATTACH, act_id)


def enter_attached(s: State, act: Act) -> None:
    """An Augment whose holder is gone goes to the Discard Pile (faroe chain.permanent-enters).

    So it does if its holder is no longer what it may be attached to (faroe zone.attached-requirement).
    """
    if not act[A_TARGETS]:
        enter_beside(s, act)
        return
    h = act[A_SRC] & HANDLE_MASK
    target = act[A_TARGETS][0]
    host = target & HANDLE_MASK
    if alive(s, target) and reach.may_bear(s, act[A_SEAT], h, rules_of(s).cards[s.code[h]], host):
        act[A_FLAGS] |= t.STAYS
        places.attach(s, h, host, 1, act[A_ID], act[A_TO])
        bring(s, act[A_SEAT], h)


def at_once(s: State, act: Act, comes: Callable[[State, Act], None]) -> None:
    """A card that is played without a link comes onto the field (fade2 chain.other-plays).

    Abilities that this triggers wait for a Chain of their own.
    """
    push(s, f_settle, 0)
    push(s, f_check)
    push(s, f_settled, act[A_ID])
    rules_of(s).links.added(s, act)
    comes(s, act)
    atoms.keep_waiting(s, [row._replace(kind=_AFTERWARDS.get(row.kind, row.kind)) for row in s.queue])


_AFTERWARDS: Final = {Q_JOIN: Q_WAIT, Q_OFFER: Q_LATER}
"""The kinds of rows that join a chain that is being built, and the kinds that they become where none is."""


def f_settled(s: State, act_id: int) -> None:
    """It lies where it belongs."""
    _put_away(s, s.acts[act_id])
    let_go(s)


def link_done(s: State, act: Act) -> None:
    atoms.set_var(s, t.V_CHAINED, 1)
    points = rules_of(s).points
    if act[A_FLAGS] & t.REST and act[A_FLAGS] & (NEGATED | FIZZLED) and act[A_SEAT] not in s.out:
        combat.finish(s, act)
    for ends in () if act[A_FLAGS] & t.LEFT_OVER else points.over:
        ends(s, act)
    for follows in points.after:
        follows(s, act)
    _put_away(s, act)


def _put_away(s: State, act: Act) -> None:
    """A card that is used up, or never came onto the field, goes."""
    h = act[A_SRC] & HANDLE_MASK
    if act[A_FLAGS] & t.LEFT_OVER:
        return
    if s.zone[h] >= 0 and s.zone[h] % t.NZ == t.USED and alive(s, act[A_SRC]):
        if act[A_FLAGS] & t.PREVENTED:
            _stay_turned(s, act)
        elif any([stays(s, act) for stays in rules_of(s).points.staying]):
            return
        elif act[A_MODE] in (t.M_CHARACTER, t.M_ZONE, t.M_BESIDE, t.M_COMMAND) or attaches(s, act):
            # It never came onto the field: that is not being destroyed (faroe defend.negate-spent).
            atoms.move(s, h, s.owner[h] * t.NZ + t.DISCARD, 1, act[A_ID])
        else:
            falling.spend(s, act)
    elif act[A_FLAGS] & t.BUILT:
        if act[A_FLAGS] & t.PREVENTED and alive(s, act[A_SRC]):
            _stay_turned(s, act)
        else:
            again.finish(s, act)


def _stay_turned(s: State, act: Act) -> None:
    """A Prevented card lies on its user, turned and without effect (fade2 defend.prevent-place).

    Without the Character it was used by, it is destroyed as what else lay on that one.
    """
    h, host = act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK
    if combat.performer_gone(s, act):
        falling.spend(s, act)
    else:
        cell = rules_of(s).board.cell(s, h) if s.host[h] == host <= s.seats else 0
        places.attach(s, h, host, 1, act[A_ID], cell, TURNED)


def block(s: State, act: Act) -> None:
    """The answered Attack is Blocked, unless its Damage Type forbids it (faroe defend.true-check)."""
    other = s.acts.get(act[A_LINK])
    if other is not None and not reach.forbids(s, other, "block"):
        combat.noted(other, t.DOWN_AT_BLOCK)
        other[A_FLAGS] |= t.BLOCKED
        atoms.emit(s, t.E_BLOCKED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def prevent(s: State, act: Act) -> None:
    """The link that this answers never resolves, unless it is Negated already (fade2 defend.prevent)."""
    other = s.acts.get(act[A_LINK])
    if other is None or other[A_ID] not in s.chain or other[A_FLAGS] & NEGATED:
        return
    if not reach.forbids(s, other, "prevent"):
        other[A_FLAGS] |= t.PREVENTED | FIZZLED
        atoms.emit(s, t.E_PREVENTED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def negate(s: State, act: Act) -> None:
    """The link that this answers is Negated, unless it was stopped before (faroe defend.true-check, fade2
    chain.fizzle).
    """
    other = s.acts.get(act[A_LINK])
    if other is None or other[A_ID] not in s.chain or other[A_FLAGS] & (NEGATED | t.PREVENTED):
        return
    if not reach.forbids(s, other, "negate"):
        other[A_FLAGS] |= NEGATED
        atoms.emit(s, t.E_NEGATED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])
