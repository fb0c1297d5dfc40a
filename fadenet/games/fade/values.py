"""What a card or a Player is worth right now: PLV, HP, keywords, Elements, bans.

Each is the printed value, changed by continuous effects of cards in play, by changes with an end, and by
counters, in this order (faroe value.minimum: the sum is kept, only what is read is never below 0).
"""

from __future__ import annotations

from fadenet.engine.acts import probe
from fadenet.engine.card import Ability, Card
from fadenet.engine.rules import Index
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


Works = tuple[tuple[tuple[int, Ability], ...], tuple[tuple[int, Ability], ...], bool]


def works(card: Card) -> Works | None:
    """What a card does by itself while it works, None = nothing.

    (event, ability) of its listeners, (what it alters, ability) of its continuous effects, printed Mute.
    """
    listening = tuple((event, a) for event, abilities in card.by_event.items() for a in abilities)
    altering = tuple((a.static.what, a) for a in card.extra["statics"])
    mute = bool(card.keywords[K_MUTE])
    return (listening, altering, mute) if listening or altering or mute else None


def build_index(s: State) -> Index:
    """Listeners and continuous effects of every face-up card that works, by handle, Muted ones left out."""
    code, face, role, kids, zones = s.code, s.face, s.role, s.kids, s.zones
    works = s.rules.works
    statics: dict[int, list[tuple[int, Ability]]] = {}
    listeners: dict[int, list[tuple[int, Ability]]] = {}
    working: dict[int, Works] = {}
    mute = False
    for seat in range(s.seats):
        base = seat * NZ
        for host in (seat + 1, *zones[base + FRONT], *zones[base + BACKUP], *zones[base + ZONE]):
            for h in (host, *kids[host]) if host in kids else (host,):
                work = works[code[h]]
                if work and (h == host or (face[h] and role[h] == ATTACHED)):
                    working[h] = work
    speaking = sorted(working)
    for h in speaking:
        _, altering, mutes = working[h]
        for what, ability in altering:
            if what in statics:
                statics[what].append((h, ability))
            else:
                statics[what] = [(h, ability)]
        mute = mute or mutes
    changes = frozenset([*statics, *[m[0] for m in s.mods]])
    muted: frozenset[int] = frozenset()
    if mute or Q_MUTE in changes:
        muted = _muted(s, statics)
        statics = {what: [x for x in rows if x[0] not in muted] for what, rows in statics.items()}
    for h in speaking:
        if h not in muted:
            for event, ability in working[h][0]:
                if event in listeners:
                    listeners[event].append((h, ability))
                else:
                    listeners[event] = [(h, ability)]
    return Index(listeners, statics, muted, changes)


def _muted(s: State, statics: dict[int, list[tuple[int, Ability]]]) -> frozenset[int]:
    """Every card in play that has Mute: printed, given by an effect with an end or by a continuous one.

    A Legend itself cannot be Muted (faroe legend.personal-effects).
    """
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
        found.update(h for h in static.scope(s, seen) if h in there)
    return frozenset(h for h in found if h > s.seats or not s.code[h])


def changed(s: State, h: int, what: int, n: int) -> int:
    """The value n of `what` on h after continuous effects and changes with an end; may be below 0."""
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if h in static.scope(s, seen) and (static.condition is None or static.condition(s, seen)):
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


def change_all(s: State, what: int, n: dict[int, int]) -> dict[int, int]:
    """`changed` for many cards or Players at once: alters their values, by handle, in place."""
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if static.condition is None or static.condition(s, seen):
            there = [h for h in static.scope(s, seen) if h in n]
            if there:
                amount = static.amount(s, seen)
                for h in there:
                    n[h] = amount if static.op else n[h] + amount
    for m in s.mods:
        h = m[1] & HANDLE_MASK
        if m[0] == what and h in n and alive(s, m[1]):
            n[h] += m[2]
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
            return mask_all(s, what, {h: n})[h]
        n = changed(s, h, what, n)
    return n if n > 0 else 0


def mask_all(s: State, what: int, n: dict[int, int]) -> dict[int, int]:
    """`change_all` for a quantity that is a mask: adds bits to the values, by handle, in place."""
    for src, ability in (s.index or s.rules.index_of(s)).statics.get(what, ()):
        static = ability.static
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if static.condition is None or static.condition(s, seen):
            there = [h for h in static.scope(s, seen) if h in n]
            if there:
                amount = static.amount(s, seen)
                for h in there:
                    n[h] |= amount
    for m in s.mods:
        h = m[1] & HANDLE_MASK
        if m[0] == what and h in n and alive(s, m[1]):
            n[h] |= m[2]
    return n


def plv(s: State, h: int) -> int:
    """PLV of a card or Player (faroe counter.lasting, keyword.aura, keyword.drain, value.minimum)."""
    rules = s.rules
    n: int
    if h > s.seats:
        n = rules.cards[s.code[h]].stats[S_PLV]
    else:
        n = rules.legend_plv[s.seats - 2] if s.code[h] else rules.figure_plv
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
    n: int = rules.cards[s.code[h]].stats[S_HP] if h > s.seats else _body_hp(s, h)
    index = s.index or rules.index_of(s)
    if Q_HP in index.changes:
        n = changed(s, h, Q_HP, n)
    return n


def _body_hp(s: State, h: int) -> int:
    rules = s.rules
    return rules.legend_hp[s.seats - 2] if s.code[h] else rules.figure_hp  # type: ignore[no-any-return]


def full_hps(s: State, there: list[int]) -> dict[int, int]:
    """`full_hp` of many cards or Players by handle."""
    rules, code = s.rules, s.code
    cards = rules.cards
    n = {h: cards[code[h]].stats[S_HP] if h > s.seats else _body_hp(s, h) for h in there}
    return change_all(s, Q_HP, n) if Q_HP in (s.index or rules.index_of(s)).changes else n


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
        if h not in static.scope(s, seen) or (static.condition is not None and not static.condition(s, seen)):
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
    n = s.rules.legend_hand if s.code[seat + 1] else s.rules.figure_hand_max
    return max(changed(s, seat + 1, Q_HAND_MAX, n), 0)
