"""How moves are carried out: what they cost, what goes on the chain, and what becomes of each link."""

from __future__ import annotations

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
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
    A_X,
    NEGATED,
    new_act,
)
from fadenet.engine.chain import F_CHECK, F_RUN, F_SETTLE
from fadenet.engine.rules import Move
from fadenet.engine.state import ATTACHED, HANDLE_MASK, NO_INST, UNDER, Act, State, alive, ref
from fadenet.games.fade.field import combat, keywords, reach
from fadenet.games.fade.tables import (
    ATTACH,
    ATTACK,
    AUGMENT,
    BACKUP,
    BARRIER,
    BLOCKED,
    BUILT,
    CHARACTER,
    DISCARD,
    E_ACTIVATED,
    E_BLOCKED,
    E_IMPRISONED,
    E_NEGATED,
    E_PLAYED,
    E_USED,
    F_STRIKE,
    FRONT,
    ITEM,
    K_BOSS,
    K_BUILDUP,
    K_EQUIP,
    KEY_AS,
    KEY_N,
    KEY_PART,
    KEY_TO,
    M_ABILITY,
    M_AUGMENT,
    M_BARRIER,
    M_BUILDUP,
    M_CHARACTER,
    M_ITEM,
    M_NORMAL,
    M_SHIELD,
    M_TEXT,
    M_TRIGGER,
    M_ZONE,
    MK_MOVED,
    MK_NORMAL,
    MK_REATTACHED,
    MK_STRIKES,
    NONE,
    NZ,
    P_ROUND,
    P_TURN,
    PHYSICAL,
    REACTION,
    RIFT,
    SHIELD,
    SKILL,
    STACK,
    STAYS,
    TP,
    USED,
    V_ACTED,
    V_ACTIVATE,
    V_ATTACH,
    V_ATTACK,
    V_BARRIER,
    V_CHAINED,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_SHIELD,
    V_USE,
    ZONE,
    ZONECARD,
)
from fadenet.games.fade.turn import phases
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of
from fadenet.games.fade.verbs import arranging, legality

# Moves.


def perform(s: State, seat: int, move: Move) -> None:
    verb = move[0]
    atoms.set_var(s, V_ACTED, 1)
    if verb == V_ATTACK:
        _normal_attack(s, seat, move[1], move[2])
    elif verb == V_USE:
        _use(s, seat, move)
    elif verb == V_PLAY:
        _play(s, seat, move)
    elif verb == V_ATTACH:
        atoms.vouch(s, move[1], 1)
        atoms.lay_on(s, move[1], move[2], ATTACHED, 0, s.ctrl[move[2]] * NZ + ATTACH)
    elif verb == V_MOVE:
        h = move[1]
        kind = BACKUP if s.zone[h] % NZ == FRONT else FRONT
        atoms.mark(s, P_TURN, MK_MOVED, ref(s, h))
        s.frames += ((F_SETTLE, 0), (F_CHECK,))
        atoms.move(s, h, seat * NZ + kind, 1, keep=True)
    elif verb == V_PLACE:
        atoms.vouch(s, move[1], 2)
        atoms.lay_on(s, move[1], seat + 1, ATTACHED, 0, seat * NZ + ATTACH)
    elif verb == V_REATTACH:
        atoms.mark(s, P_TURN, MK_REATTACHED, ref(s, move[1]))
        s.frames += ((F_SETTLE, 0), (F_CHECK,))
        atoms.lay_on(s, move[1], move[2], ATTACHED, s.face[move[1]], s.ctrl[move[2]] * NZ + ATTACH)
    elif verb == V_ACTIVATE:
        _activate(s, seat, move)
    elif verb in (V_SHIELD, V_BARRIER):
        _guard(s, seat, move)
    elif verb == V_MIX:
        phases.mix(s, seat)


def _normal_attack(s: State, seat: int, u: int, target: int) -> None:
    r = ref(s, u)
    if atoms.marked(s, P_TURN, MK_NORMAL, r):
        atoms.mark(s, P_ROUND + s.active, MK_STRIKES, r)
    atoms.mark(s, P_TURN, MK_NORMAL, r)
    act = new_act(s, V_ATTACK, seat, r, r, -1)
    act[A_MODE] = M_NORMAL
    act[A_FLAGS] = PHYSICAL
    reach.attack_traits(s, act, -1)
    act[A_TARGETS] = (ref(s, target),)
    chain.start(s, act, not s.chain)


def _use(s: State, seat: int, move: Move) -> None:
    h = move[1]
    card = rules_of(s).cards[s.code[h]]
    named, link, line = legality.split(move)
    only = (card.types & (SKILL | REACTION | ITEM)).bit_length() - 1
    mode = named.get(KEY_AS, only)
    user, _ = legality.place_of(s, seat, h, card)
    ability = card.use
    assert ability is not None
    act = new_act(s, V_USE, seat, 0, ref(s, user), ability.number)
    act[A_MODE] = mode
    act[A_TARGETS] = legality.refs_of(s, line)
    act[A_LINK] = s.chain[link - 1] if link else 0
    act[A_X] = named.get(KEY_PART, 0)
    s.acts[act[A_ID]] = act
    atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
    atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
    _announce(s, act, h, E_USED, ability)


_COUNTS_AS = {E_USED: (E_PLAYED, CHARACTER | ITEM | AUGMENT | ZONECARD), E_PLAYED: (E_USED, SKILL | REACTION)}
"""Which Supertypes are played and which are used: a card of both kinds does both, in whichever way it is
announced (faroe card.multi-supertype)."""


def _announce(s: State, act: Act, h: int, event: int, ability: FadeAbility | None) -> None:
    act[A_SRC] = ref(s, h)
    if ability is not None and ability.attack and act[A_MODE] != M_ITEM:
        reach.attack_traits(s, act, ability.attack_number)
        if ability.counters:
            other = s.acts[act[A_LINK]]
            act[A_TARGETS] = (other[A_USER], *act[A_TARGETS])
    if ability is not None and "deflect" in ability.tags and not act[A_X]:
        act[A_X] = combat.parts(s, act[A_SEAT], s.acts[act[A_LINK]])[0]
    atoms.emit(s, event, h, act[A_SEAT], act[A_ID], act[A_MODE])
    as_well, types = _COUNTS_AS.get(event, (0, 0))
    if s.rules.cards[s.code[h]].types & types and act[A_MODE] != M_BUILDUP:
        atoms.emit(s, as_well, h, act[A_SEAT], act[A_ID], NONE)
    chain.start(s, act, not s.chain)


def _play(s: State, seat: int, move: Move) -> None:
    h = move[1]
    card = rules_of(s).cards[s.code[h]]
    named, _, line = legality.split(move)
    mode = M_CHARACTER if KEY_TO in named else named.get(KEY_AS, _only_way(card))
    act = new_act(s, V_PLAY, seat, 0, ref(s, seat + 1), -1)
    act[A_MODE] = mode
    s.acts[act[A_ID]] = act
    if mode == M_CHARACTER:
        act[A_TO] = named.get(KEY_TO, 0)
        boss = card.keywords[K_BOSS]
        for paid in line[:boss]:
            atoms.emit(s, E_IMPRISONED, paid, seat, act[A_ID])
            atoms.move(s, paid, s.owner[paid] * NZ + RIFT, 1, act[A_ID])
        act[A_IT] = legality.refs_of(s, line[boss:])
    else:
        act[A_TARGETS] = legality.refs_of(s, line)
    atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
    atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
    ability = card.use if mode in (M_ITEM, M_TEXT) else None
    if ability is not None:
        act[A_ABILITY] = ability.number
    _announce(s, act, h, E_PLAYED, None)


def _only_way(card: FadeCard) -> int:
    if card.keywords[K_BUILDUP] and card.types & (SKILL | REACTION):
        return M_BUILDUP
    kind = card.types & (ITEM | AUGMENT | ZONECARD)
    return kind.bit_length() - 1 if kind else M_TEXT


def _activate(s: State, seat: int, move: Move) -> None:
    h = move[1]
    named, link, line = legality.split(move)
    ability = rules_of(s).cards[s.code[h]].activated[named.get(KEY_N, 1) - 1]
    user = legality.performer(s, h, ability)
    act = new_act(s, V_ACTIVATE, seat, ref(s, h), ref(s, user), ability.number)
    act[A_MODE] = M_ABILITY
    paid = ability.unstack
    for k in line[:paid]:
        keywords.take_out(s, k, DISCARD, 1, act)
    act[A_TARGETS] = legality.refs_of(s, line[paid:])
    act[A_LINK] = s.chain[link - 1] if link else 0
    act[A_X] = named.get(KEY_PART, 0)
    s.acts[act[A_ID]] = act
    s.rules.count_use(s, ability, act[A_SRC])
    for k, n in ability.cost:
        atoms.put(s, k, seat + 1, -n, act[A_ID], seat)
    for k, n in ability.self_cost:
        atoms.put(s, k, h, -n, act[A_ID], seat)
    _announce(s, act, h, E_ACTIVATED, ability)


def _guard(s: State, seat: int, move: Move) -> None:
    verb, h, link = move[0], move[1], -move[2]
    column, mode = (SHIELD, M_SHIELD) if verb == V_SHIELD else (BARRIER, M_BARRIER)
    act = new_act(s, verb, seat, ref(s, h), ref(s, h), -1)
    act[A_MODE] = mode
    act[A_LINK] = s.chain[link - 1]
    atoms.put(s, column, h, -1, act[A_ID], seat)
    chain.start(s, act, False)


# Links.


def resolve(s: State, act: Act) -> None:
    mode = act[A_MODE]
    if act[A_FLAGS] & ATTACK and combat.performer_gone(s, act):
        return
    if (
        mode in (M_ABILITY, M_TRIGGER)
        and alive(s, act[A_SRC])
        and act[A_SRC] & HANDLE_MASK in s.rules.index_of(s).muted
    ):
        atoms.emit(s, atoms.STOPPED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID])
        return
    if mode == M_NORMAL:
        s.frames.append((F_STRIKE, act[A_ID], -1, 0, 0))
    elif mode == M_SHIELD:
        block(s, act)
    elif mode == M_BARRIER:
        negate(s, act)
    elif mode == M_CHARACTER:
        act[A_FLAGS] |= STAYS
        enter_character(s, act, act[A_SRC] & HANDLE_MASK, act[A_SEAT], BACKUP if act[A_TO] else FRONT)
    elif mode == M_ZONE:
        _enter_zone(s, act)
    elif _attaches(s, act):
        _enter_attached(s, act)
    elif mode == M_BUILDUP:
        act[A_FLAGS] |= STAYS
        h = act[A_SRC] & HANDLE_MASK
        atoms.lay_on(s, h, act[A_SEAT] + 1, ATTACHED, 1, act[A_SEAT] * NZ + ATTACH, act[A_ID])
        _bring(s, act, h)
    else:
        program = rules_of(s).abilities[act[A_ABILITY]].program
        if program >= 0:
            _drop_lost_targets(s, act)
            s.frames.append((F_RUN, act[A_ID], program, 0))


def _attaches(s: State, act: Act) -> bool:
    """Whether a link brings an Augment or Equip card onto something."""
    equip = act[A_MODE] == M_ITEM and rules_of(s).cards[s.code[act[A_SRC] & HANDLE_MASK]].keywords[K_EQUIP]
    return act[A_MODE] == M_AUGMENT or bool(equip)


def _drop_lost_targets(s: State, act: Act) -> None:
    """Targets are looked at again; those that are gone or became Immune drop out (faroe target.recheck).

    Those of an Attack are looked at hit by hit.
    """
    if act[A_FLAGS] & ATTACK:
        return
    kept = []
    for r in act[A_TARGETS]:
        h = r & HANDLE_MASK
        if alive(s, r) and reach.targetable(s, act, h):
            kept.append(r)
        else:
            kept.append(r | NO_INST)
    act[A_TARGETS] = tuple(kept)


def enter_character(s: State, act: Act, h: int, seat: int, kind: int) -> None:
    """A Character comes onto the field (faroe prep.character-zone-lost, keyword.level-up)."""
    named = [r & HANDLE_MASK for r in act[A_IT] if alive(s, r)] if act[A_MODE] == M_CHARACTER else []
    under = [u for u in named if u in combat.characters(s, seat)]
    if under:
        rows = [s.zone[u] % NZ for u in under]
        kind = BACKUP if act[A_TO] else FRONT
        kind = kind if kind in rows else rows[0]
    elif not s.zones[seat * NZ + FRONT]:
        kind = FRONT
    carried = [k for u in under for k in combat.attached(s, u)]
    stacked = [k for u in under for k in s.kids.get(u, ()) if s.role[k] != ATTACHED]
    atoms.move(s, h, seat * NZ + kind, 1, act[A_ID])
    for u in under:
        keywords.lay_under(s, u, h, act[A_ID])
    for k in carried:
        atoms.lay_on(s, k, h, ATTACHED, s.face[k], seat * NZ + ATTACH, act[A_ID])
    for k in stacked:
        atoms.lay_on(s, k, h, UNDER, 1, seat * NZ + STACK, act[A_ID])
    _bring(s, act, h)


def _bring(s: State, act: Act, h: int) -> None:
    """What comes onto the field together with a card: the Counters of its keywords."""
    ability = rules_of(s).cards[s.code[h]].enter
    if ability is not None:
        run_inline(s, act[A_SEAT], h, ability)
    keywords.offer_stacker(s, act[A_SEAT], h)


def run_inline(s: State, seat: int, h: int, ability: FadeAbility) -> None:
    """Carry out a program that is part of something else, not a link of its own."""
    act = new_act(s, chain.V_TRIGGER, seat, ref(s, h), ref(s, h), ability.number)
    act[A_MODE] = M_TRIGGER
    s.acts[act[A_ID]] = act
    s.frames.append((F_RUN, act[A_ID], ability.program, 0))


def _enter_zone(s: State, act: Act) -> None:
    """One Zone card a Player; the new one replaces the old one (faroe zonecard.one)."""
    act[A_FLAGS] |= STAYS
    seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
    old = list(s.zones[seat * NZ + ZONE])
    atoms.move(s, h, seat * NZ + ZONE, 1, act[A_ID])
    _bring(s, act, h)
    combat.fall(s, combat.DESTROY, old, act[A_ID])


def _enter_attached(s: State, act: Act) -> None:
    """An Augment whose holder is gone goes to the Discard Pile (faroe chain.permanent-enters).

    So it does if its holder is no longer what it may be attached to (faroe zone.attached-requirement).
    """
    h = act[A_SRC] & HANDLE_MASK
    target = act[A_TARGETS][0]
    host = target & HANDLE_MASK
    if alive(s, target) and host in arranging.hosts(s, act[A_SEAT], h, rules_of(s).cards[s.code[h]]):
        act[A_FLAGS] |= STAYS
        atoms.lay_on(s, h, host, ATTACHED, 1, s.ctrl[host] * NZ + ATTACH, act[A_ID])
        _bring(s, act, h)


def link_done(s: State, act: Act) -> None:
    atoms.set_var(s, V_CHAINED, 1)
    h = act[A_SRC] & HANDLE_MASK
    if s.zone[h] >= 0 and s.zone[h] % NZ == USED and alive(s, act[A_SRC]):
        if keywords.waits_for_replay(s, act):
            keywords.await_replay(s, act)
        elif act[A_MODE] in (M_CHARACTER, M_ZONE, M_BUILDUP) or _attaches(s, act):
            # It never came onto the field: that is not being destroyed (faroe defend.negate-spent).
            atoms.move(s, h, s.owner[h] * NZ + DISCARD, 1, act[A_ID])
        else:
            combat.spend(s, act)
    elif act[A_FLAGS] & BUILT:
        keywords.finish(s, act)


def block(s: State, act: Act) -> None:
    """The answered Attack is Blocked, unless its Damage Type forbids it (faroe defend.true-check)."""
    other = s.acts.get(act[A_LINK])
    if other is not None and not reach.forbids(s, other, "block"):
        other[A_FLAGS] |= BLOCKED
        atoms.emit(s, E_BLOCKED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def negate(s: State, act: Act) -> None:
    """The link that this answers is Negated (faroe defend.true-check)."""
    other = s.acts.get(act[A_LINK])
    if other is not None and other[A_ID] in s.chain and not reach.forbids(s, other, "negate"):
        other[A_FLAGS] |= NEGATED
        atoms.emit(s, E_NEGATED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])
