"""What a card or a Player is worth right now: PLV, HP, keywords, Elements, bans.

Each is the printed value, changed by continuous effects of cards in play, by changes with an end, and by
counters, in this order (faroe value.minimum: the sum is kept, only what is read is never below 0).
"""

from __future__ import annotations

from fadenet.engine.acts import probe
from fadenet.engine.rules import Ability, Card, Index
from fadenet.engine.state import ATTACHED, HANDLE_MASK, INST_SHIFT, State, alive
from fadenet.games.fade.tables import (
    ALL_BUT_NULL,
    AURA,
    B_ACT,
    B_ACTIVATE,
    B_ATTACK,
    BACKUP,
    DAMAGE,
    DRAIN,
    FRONT,
    I_COUNTER,
    K_IMMUNE,
    K_INFUSED,
    K_MASTERY,
    K_MUTE,
    K_WILDCARD,
    NULL,
    NZ,
    Q_ELEMENTS,
    Q_FORBID,
    Q_HAND_MAX,
    Q_HP,
    Q_KEYWORD,
    Q_LAST_STAND,
    Q_PLV,
    Q_TP_MAX,
    S_HP,
    S_LEVEL,
    S_PLV,
    ZONE,
)

_MASKS = frozenset({K_IMMUNE, K_MASTERY})
Q_MUTE = Q_KEYWORD + K_MUTE
_ACTING = frozenset({Q_FORBID + B_ACT, Q_FORBID + B_ATTACK, Q_FORBID + B_ACTIVATE})


def build_index(s: State) -> Index:
    """Listeners and continuous effects of every face-up card that works, Muted ones left out."""
    code, face, role, kids, zones = s.code, s.face, s.role, s.kids, s.zones
    rules = s.rules
    cards, works = rules.cards, rules.works
    working: list[tuple[int, Card]] = []
    for seat in range(s.seats):
        base = seat * NZ
        for h in (seat + 1, *zones[base + FRONT], *zones[base + BACKUP], *zones[base + ZONE]):
            if works[code[h]]:
                working.append((h, cards[code[h]]))
            if h in kids:
                working += [
                    (k, cards[code[k]]) for k in kids[h] if works[code[k]] and role[k] == ATTACHED and face[k]
                ]
    statics: dict[int, list[tuple[int, Ability]]] = {}
    listeners: dict[int, list[tuple[int, Ability]]] = {}
    for h, card in working:
        for ability in card.extra["statics"]:
            statics.setdefault(ability.static.what, []).append((h, ability))
    changes = frozenset([*statics, *(m[0] for m in s.mods)])
    muted: frozenset[int] = frozenset()
    if Q_MUTE in changes or any(card.keywords[K_MUTE] for _, card in working):
        muted = _muted(s, statics)
        statics = {what: [x for x in rows if x[0] not in muted] for what, rows in statics.items()}
    for h, card in working:
        if h not in muted:
            for event, abilities in card.by_event.items():
                listeners.setdefault(event, []).extend((h, a) for a in abilities)
    return Index(listeners, statics, muted, changes)


def _muted(s: State, statics: dict[int, list[tuple[int, Ability]]]) -> frozenset[int]:
    """Every card in play that has Mute: printed, given by an effect with an end or by a continuous one."""
    found = {m[1] & HANDLE_MASK for m in s.mods if m[0] == Q_MUTE and alive(s, m[1])}
    cards = s.rules.cards
    there: list[int] = []
    for seat in range(s.seats):
        base = seat * NZ
        for h in (seat + 1, *s.zones[base + FRONT], *s.zones[base + BACKUP], *s.zones[base + ZONE]):
            there += [h, *(k for k in s.kids.get(h, ()) if s.role[k] == ATTACHED and s.face[k])]
    there = [h for h in there if s.code[h]]
    found.update(h for h in there if cards[s.code[h]].keywords[K_MUTE])
    for src, ability in statics.get(Q_MUTE, ()):
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        static = ability.static
        assert static is not None
        found.update(h for h in there if static.scope(s, seen, h))
    return frozenset(found)


def changed(s: State, h: int, what: int, n: int) -> int:
    """The value n of `what` on h after continuous effects and changes with an end; may be below 0."""
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if static.scope(s, seen, h) and (static.condition is None or static.condition(s, seen)):
            if static.op:
                n = static.amount(s, seen)
            else:
                n += static.amount(s, seen)
    if s.mods:
        r = s.inst[h] << INST_SHIFT | h
        for m in s.mods:
            if m[0] == what and m[1] == r:
                n += m[2]
    return n


def keyword(s: State, h: int, k: int) -> int:
    """The value of a keyword on a card or Player: 0 = absent, 1 = present, or its number or mask."""
    index: Index = s.index or s.rules.index_of(s)
    if index.muted and h in index.muted and k != K_MUTE:
        return 0
    n: int = s.rules.cards[s.code[h]].keywords[k] if s.face[h] else 0
    what = Q_KEYWORD + k
    if what in index.changes:
        if k in _MASKS:
            return _mask(s, h, what, n)
        n = changed(s, h, what, n)
    return n if n > 0 else 0


def _mask(s: State, h: int, what: int, n: int) -> int:
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if static.scope(s, seen, h) and (static.condition is None or static.condition(s, seen)):
            n |= static.amount(s, seen)
    r = s.inst[h] << INST_SHIFT | h
    for m in s.mods:
        if m[0] == what and m[1] == r:
            n |= m[2]
    return n


def plv(s: State, h: int) -> int:
    """PLV of a card or Player (faroe counter.lasting, keyword.aura, keyword.drain, value.minimum)."""
    rules = s.rules
    n: int = rules.figure_plv if h <= s.seats else rules.cards[s.code[h]].stats[S_PLV]
    if n < 0:
        n = 0
    index = s.index or rules.index_of(s)
    if Q_PLV in index.changes:
        n = changed(s, h, Q_PLV, n)
    aura, drain = s.num[AURA][h], s.num[DRAIN][h]
    if aura or drain:
        if aura and not ignores(s, h, AURA):
            n += aura
        if drain and not ignores(s, h, DRAIN):
            n -= drain
    return n if n > 0 else 0


def full_hp(s: State, h: int) -> int:
    """HP without damage (faroe damage.heal)."""
    rules = s.rules
    n: int = rules.figure_hp if h <= s.seats else rules.cards[s.code[h]].stats[S_HP]
    index = s.index or rules.index_of(s)
    if Q_HP in index.changes:
        n = changed(s, h, Q_HP, n)
    return n


def hp(s: State, h: int) -> int:
    """Current HP: full HP minus Damage Counters (faroe damage.is-counters)."""
    n = full_hp(s, h) - s.num[DAMAGE][h]
    return n if n > 0 else 0


def level(s: State, h: int) -> int:
    """Level of a Character, 0 without one (faroe level.none)."""
    n: int = s.rules.cards[s.code[h]].stats[S_LEVEL]
    return max(n, 0)


def ignores(s: State, h: int, counter: int) -> bool:
    """Whether Immune makes a kind of Counter do nothing to its bearer (faroe keyword.immune-present)."""
    return bool(keyword(s, h, K_IMMUNE) >> (I_COUNTER + counter - 1) & 1)


def elements(s: State, h: int) -> int:
    """Elements as a mask, Null without any (faroe element.list, keyword.infused, keyword.wildcard)."""
    card = s.rules.cards[s.code[h]]
    found = card.traits or NULL
    stamp = -1
    if h not in (s.index or s.rules.index_of(s)).muted:
        found, stamp = _infused(s, h, found)
        if keyword(s, h, K_WILDCARD):
            return ALL_BUT_NULL
    r = s.inst[h] << INST_SHIFT | h
    for m in s.mods:
        if m[0] == Q_ELEMENTS and m[1] == r and m[6] > stamp:
            found = m[2]
    return found


def _infused(s: State, h: int, found: int) -> tuple[int, int]:
    """The newest Infused decides; returns the mask and its stamp."""
    stamp = -1
    printed = s.rules.cards[s.code[h]].keywords[K_INFUSED] if s.face[h] else 0
    if printed:
        found, stamp = printed, 0
    what = Q_KEYWORD + K_INFUSED
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if not static.scope(s, seen, h) or (static.condition is not None and not static.condition(s, seen)):
            continue
        if s.stamp[src] > stamp:
            found, stamp = static.amount(s, seen), s.stamp[src]
    r = s.inst[h] << INST_SHIFT | h
    for m in s.mods:
        if m[0] == what and m[1] == r and m[6] > stamp:
            found, stamp = m[2], m[6]
    return found, stamp


def infused(s: State, h: int) -> int:
    """The mask that Infused gives to the Attacks of its bearer, 0 = not Infused."""
    if h in (s.index or s.rules.index_of(s)).muted:
        return 0
    found, stamp = _infused(s, h, 0)
    return found if stamp >= 0 else 0


def banned(s: State, h: int, ban: int) -> bool:
    """Whether an effect forbids something to a card or Player (faroe card.cannot-beats-can)."""
    what = Q_FORBID + ban
    return what in (s.index or s.rules.index_of(s)).changes and changed(s, h, what, 0) > 0


def cannot_act(s: State, h: int) -> bool:
    """Kept from both Attacking and activating, or told so by a card (faroe action.cannot-act)."""
    if not _ACTING.isdisjoint((s.index or s.rules.index_of(s)).changes):
        return banned(s, h, B_ACT) or (banned(s, h, B_ATTACK) and banned(s, h, B_ACTIVATE))
    return False


def last_stand(s: State, seat: int) -> bool:
    """Whether a Player is in The Last Stand (faroe laststand.when)."""
    base = seat * NZ
    if not s.zones[base + FRONT] and not s.zones[base + BACKUP]:
        return True
    return (
        Q_LAST_STAND in (s.index or s.rules.index_of(s)).changes and changed(s, seat + 1, Q_LAST_STAND, 0) > 0
    )


def tp_max(s: State, seat: int) -> int:
    """The most TP that a Player can have (faroe limit.tp, card.text-overrides)."""
    return max(changed(s, seat + 1, Q_TP_MAX, s.rules.figure_tp_max), 0)


def hand_max(s: State, seat: int) -> int:
    """The Maximum Hand Size of a Player (faroe limit.hand)."""
    return max(changed(s, seat + 1, Q_HAND_MAX, s.rules.figure_hand_max), 0)
