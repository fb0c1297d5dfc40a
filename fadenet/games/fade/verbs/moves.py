"""Every legal move at an ask, in canonical order: the attempts that `legality` does not refuse."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat

from fadenet.engine import atoms
from fadenet.engine.chain import W_CHAIN, W_GAP, W_PHASE
from fadenet.engine.kernel import PASS_MOVE, ask_of
from fadenet.engine.kit import targets
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    Known,
    State,
    is_automaton,
)
from fadenet.games.fade.field import reach, values
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    AFTERMATH,
    AUGMENT,
    BARRIER,
    CHARACTER,
    COMBAT,
    FIGHTERS,
    FRONT,
    HAND,
    ITEM,
    K_BUILDUP,
    K_CONTINGENCY,
    K_EQUIP,
    K_SURPRISE,
    KEY_AS,
    KEY_N,
    KEY_TO,
    M_NORMAL,
    NZ,
    OWN_PHASES,
    PREPARATION,
    Q_COST,
    REACTION,
    S_COST,
    SHIELD,
    SKILL,
    TP,
    V_ACTIVATE,
    V_ATTACH,
    V_ATTACK,
    V_BARRIER,
    V_END,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_SHIELD,
    V_USE,
    ZONECARD,
)
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs import arranging, hidden, legality


def legal(s: State, seat: int, known: Known) -> list[Move]:
    """Every legal move at an `act` or `respond` ask."""
    a = ask_of(s, seat)
    assert a is not None
    found: list[Move] = []
    window = a.window
    if a.kind == ACT:
        found = free(s, seat, known)
        if s.phase in OWN_PHASES:
            _quiet_moves(s, seat, known, found)
        if legality.may_mix(s, seat):
            found.append((V_MIX,))
        found.append((V_END,))
        return found
    if window == W_CHAIN:
        _uses(s, seat, known, found)
        _activations(s, seat, found)
        _guards(s, seat, found)
        _plays(s, seat, known, found)
    elif window in (W_GAP, W_PHASE):
        _plays(s, seat, known, found)
        _uses(s, seat, known, found)
    else:
        found.extend(hidden.show_moves(s, seat, known))
    found.append(PASS_MOVE)
    return found


def free(s: State, seat: int, known: Known) -> list[Move]:
    """What the turn player may put on a chain of its own now."""
    found: list[Move] = []
    _attacks(s, seat, found)
    if s.phase == COMBAT:
        _uses(s, seat, known, found)
        _activations(s, seat, found)
    _plays(s, seat, known, found)
    return found


# Attacks.


def _attacks(s: State, seat: int, found: list[Move]) -> None:
    if s.phase == COMBAT and not s.chain and seat == s.active:
        for u in (*s.zones[seat * NZ + FRONT], seat + 1):
            if not legality.normal_refusal(s, seat, u):
                found.extend(attacks_of(s, seat, u))


def attacks_of(s: State, seat: int, u: int) -> list[Move]:
    """Every target of a Normal Attack by this attacker."""
    act = reach.attack_probe(s, seat, u, u, M_NORMAL, -1)
    return [(V_ATTACK, u, t) for t in reach.reach(s, seat, values.locks_on(s, act), act)]


# Using cards.


def _uses(s: State, seat: int, known: Known, found: list[Move]) -> None:
    kids, cards = s.kids, rules_of(s).cards
    tp = _purse(s, seat)
    for host in (*characters(s, seat), seat + 1):
        for h in kids.get(host, ()):
            if s.role[h] == ATTACHED and not s.face[h] and s.ctrl[h] == seat:
                code = s.code[h] or known.get(h, 0)
                if code and cards[code].stats[S_COST] <= tp:
                    found.extend(_opened(s, seat, h, code, uses_of))
    standing = is_automaton(s, seat) or values.last_stand(s, seat)
    for h in s.zones[seat * NZ + HAND]:
        code = s.code[h] or known.get(h, 0)
        if code and cards[code].stats[S_COST] <= tp and (standing or cards[code].keywords[K_CONTINGENCY]):
            found.extend(_opened(s, seat, h, code, uses_of))


def _purse(s: State, seat: int) -> int:
    """The highest printed Cost that is worth a look: the TP, unless an effect changes what cards cost."""
    changes = (s.index or s.rules.index_of(s)).changes
    return atoms.LIMIT if Q_COST in changes else s.num[TP][seat + 1]


def _opened(
    s: State, seat: int, h: int, code: int, ways: Callable[[State, int, int, int], list[Move]]
) -> list[Move]:
    """What `ways` lists while the card is open, as it will be once a move with it is made."""
    if s.code[h]:
        return ways(s, seat, h, code)
    atoms.peek_code(s, h, code)
    listed = ways(s, seat, h, code)
    atoms.hide_codes(s, [h])
    return listed


def uses_of(s: State, seat: int, h: int, code: int) -> list[Move]:
    """Every legal way to use this card."""
    card = rules_of(s).cards[code]
    ability = card.use
    found: list[Move] = []
    if ability is None or card.keywords[K_BUILDUP]:
        return found
    several = (card.types & (SKILL | REACTION | ITEM)).bit_count() > 1
    for as_type in (SKILL, REACTION, ITEM):
        if not card.types & as_type:
            continue
        why, user = legality.use_refusal(s, seat, h, card, as_type)
        if why or not legality.meets(s, seat, h, user, ability):
            continue
        how = ((KEY_AS, as_type.bit_length() - 1),) if several else ()
        for link in legality.links_for(s, seat, h, user, ability, ability.anyone):
            act = legality.use_act(s, seat, h, user, ability, link, as_type)
            named = (-link,) if link else ()
            lines = targets.ways(s, act, ability.slots)
            for part in legality.part_choices(s, seat, ability, link):
                found.extend((V_USE, h, *how, *named, *part, *line) for line in lines)
    return found


# Playing cards.


def _plays(s: State, seat: int, known: Known, found: list[Move]) -> None:
    base = seat * NZ
    cards = rules_of(s).cards
    tp = _purse(s, seat)
    own = seat == s.active and (s.chain or legality.window_of(s, seat) < 0)
    kinds = ITEM | AUGMENT | ZONECARD | (CHARACTER if is_automaton(s, seat) else 0)
    if own and s.phase == PREPARATION:
        for h in s.zones[base + FIGHTERS]:
            code = s.code[h] or known.get(h, 0)
            if code and cards[code].stats[S_COST] <= tp:
                found.extend(_opened(s, seat, h, code, plays_of))
    if (own and s.phase in OWN_PHASES) or not s.chain:
        for h in s.zones[base + HAND]:
            code = s.code[h] or known.get(h, 0)
            if code and cards[code].stats[S_COST] <= tp:
                card = cards[code]
                if card.types & kinds or not card.types or card.keywords[K_BUILDUP]:
                    found.extend(_opened(s, seat, h, code, plays_of))


def plays_of(s: State, seat: int, h: int, code: int) -> list[Move]:
    """Every legal way to play this card."""
    card = rules_of(s).cards[code]
    ability = card.use
    kinds = legality.play_kinds(card)
    several = len(kinds) > 1 and s.zone[h] % NZ == HAND
    found: list[Move] = []
    for as_type in kinds:
        if legality.play_refusal(s, seat, h, card, as_type):
            continue
        how = ((KEY_AS, as_type.bit_length() - 1),) if several else ()
        if as_type == CHARACTER:
            rows = (0, 1) if s.zones[seat * NZ + FRONT] else (0,)
            lines = legality.entry_choices(s, seat, card)
            for to in rows:
                found.extend((V_PLAY, h, (KEY_TO, to), *line) for line in lines)
        elif as_type == AUGMENT or (as_type == ITEM and card.keywords[K_EQUIP]):
            found.extend((V_PLAY, h, *how, host) for host in arranging.hosts(s, seat, h, card))
        elif as_type == ZONECARD or card.keywords[K_BUILDUP]:
            found.append((V_PLAY, h, *how))
        elif ability is not None and legality.meets(s, seat, h, seat + 1, ability):
            act = legality.use_act(s, seat, h, seat + 1, ability, 0, as_type)
            found.extend((V_PLAY, h, *how, *line) for line in targets.ways(s, act, ability.slots))
    return found


# What the turn player does without a chain.


def _quiet_moves(s: State, seat: int, known: Known, found: list[Move]) -> None:
    cards = rules_of(s).cards
    mine = characters(s, seat)
    for h in s.zones[seat * NZ + HAND]:
        code = s.code[h] or known.get(h, 0)
        if code:
            card = cards[code]
            if card.types & (SKILL | REACTION):
                found += zip(repeat(V_ATTACH), repeat(h), mine)
            if card.keywords[K_SURPRISE]:
                found.append((V_PLACE, h))
    found += zip(repeat(V_MOVE), arranging.movable(s, seat))
    if s.phase == AFTERMATH and s.kids:
        _reattachments(s, seat, found)


def _reattachments(s: State, seat: int, found: list[Move]) -> None:
    """To what each attached card of a seat may be moved; what is alike for several is found once."""
    cards, kids, code, face, host = rules_of(s).cards, s.kids, s.code, s.face, s.host
    mine = list(characters(s, seat))
    hosts: list[int] = []
    for e in range(s.seats):
        hosts += characters(s, e)
    hosts += range(1, s.seats + 1)
    groups: dict[str | int, list[int]] = {}
    shields: dict[int, int] | None = None
    for h in arranging.loose(s, seat, [k for top in hosts if top in kids for k in kids[top]]):
        top = host[h]
        if face[h]:
            card = cards[code[h]]
            if card.attach is None:
                continue
            group = card.attach_group or h
            there = groups.get(group)
            if there is None:
                allowed = frozenset(card.attach(s, arranging.attach_act(s, seat, h, card)))
                there = groups[group] = [to for to in hosts if to in allowed]
            if shields is None:
                shields = reach.shields(s, hosts)
            if shields:
                there = reach.unshielded(s, arranging.attach_act(s, seat, h, card), there, shields)
        else:
            there = mine if top > s.seats else []
        if top in there:
            at = there.index(top)
            there = there[:at] + there[at + 1 :]
        found += zip(repeat(V_REATTACH), repeat(h), there)


# Abilities, Shield and Barrier.


def _activations(s: State, seat: int, found: list[Move]) -> None:
    for h in legality.working_cards(s, seat):
        found.extend(activations_of(s, seat, h))


def activations_of(s: State, seat: int, h: int) -> list[Move]:
    """Every legal activation of this card's abilities."""
    abilities = rules_of(s).cards[s.code[h]].activated
    found: list[Move] = []
    for n, ability in enumerate(abilities):
        if legality.activate_refusal(s, seat, h, ability):
            continue
        which = ((KEY_N, n + 1),) if len(abilities) > 1 else ()
        for link in legality.links_for(s, seat, h, h, ability, ability.anyone):
            act = legality.activation(s, seat, h, ability, link)
            named = (-link,) if link else ()
            lines = targets.ways(s, act, ability.slots)
            for part in legality.part_choices(s, seat, ability, link):
                found.extend((V_ACTIVATE, h, *which, *named, *part, *line) for line in lines)
    return found


def _guards(s: State, seat: int, found: list[Move]) -> None:
    for column, verb in ((SHIELD, V_SHIELD), (BARRIER, V_BARRIER)):
        for h in legality.bearers(s, seat, column):
            for link in range(1, len(s.chain) + 1):
                if not legality.guard_refusal(s, seat, h, link, column):
                    found.append((verb, h, -link))
