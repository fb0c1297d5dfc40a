"""The effects in force: listeners and continuous effects of the cards that work, and which Mute silences.

Command Materials trigger nothing, or have no effects at all (`field/commands.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine.acts import probe
from fadenet.engine.card import Ability, Card
from fadenet.engine.rules import Index
from fadenet.engine.state import (
    ATTACHED,
    HANDLE_MASK,
    INST_SHIFT,
    ROW_ACT,
    ROW_EVENT,
    TURNED,
    State,
    Waiting,
    alive,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import Layout
from fadenet.games.fade.field import commands, values
from fadenet.games.fade.field.values import Q_HELD, Q_IMMUNE, Q_MUTE
from fadenet.games.fade.typed import FadeCard, Works, rules_of, world_of

MUTING: Final = "muting"  # the key of `Index.memo` while Mute is printed on a card that works
STATS: Final = (t.Q_PLV, t.Q_HP, t.Q_DEF, t.Q_AGI)


def works(card: FadeCard, tireless: Sequence[Callable[[Card, Ability, int], bool]] = ()) -> Works | None:
    """The effects that a card has by itself while it works, None = it has none.

    tireless: those of `Points`, for a card that rests.
    """
    listening = tuple((event, a) for event, abilities in card.by_event.items() for a in abilities)
    altering = tuple((a.static.what, a) for a in card.statics if a.static is not None)
    for goes_on in tireless:
        listening = tuple(x for x in listening if goes_on(card, x[1], t.NONE))
        altering = tuple(x for x in altering if goes_on(card, x[1], x[0]))
    mute = bool(card.keywords[t.K_MUTE])
    return (listening, altering, mute) if listening or altering or mute else None


def build_index(s: State) -> Index:
    """Listeners and continuous effects of every face-up card that works, by handle, Muted ones left out.

    A card that counts as a Command by its Synchronize does not while it is Muted (fade1
    command.synchronize-is-command). A card that then stops being a Material works again, and may Mute more.
    """
    working = _working(s)
    silent: frozenset[int] = frozenset()
    while True:
        layout = rules_of(s).board.lay_out(s, silent)
        index = _index_of(s, working, layout)
        more = commands.silenced(s, layout, index.muted)
        if not more:
            return index
        silent |= more


def _working(s: State) -> dict[int, Works]:
    """By card in play and face-up, Command Materials among them, the effects that it has by itself; those
    without are left out.
    """
    code, face, role, kids, zones = s.code, s.face, s.role, s.kids, s.zones
    rules, working = rules_of(s), dict[int, Works]()
    works = rules.works
    for seat in range(s.seats):
        base = seat * t.NZ
        hosts = (seat + 1, *zones[base + t.FRONT], *zones[base + t.ZONE], *zones[base + t.BACKUP])
        there = [*hosts]
        for host in hosts:
            if host in kids:
                there += kids[host]
        for h in there:
            work = works[code[h]]
            if work and face[h] and role[h] in (0, ATTACHED):
                working[h] = work
    for resting in rules.points.resting:
        for h in resting(s, working):
            if work := rules.works_at_rest[code[h]]:
                working[h] = work
            else:
                del working[h]
    return working


def _index_of(s: State, working: dict[int, Works], layout: Layout) -> Index:
    """The index with these cards at work, as far as Mute and these Commands leave them."""
    rules = rules_of(s)
    statics: dict[int, list[tuple[int, Ability]]] = {}
    listeners: dict[int, list[tuple[int, Ability]]] = {}
    mute = False
    if layout.bare:
        working = {h: work for h, work in working.items() if h not in layout.bare}
    speaking = sorted(working)
    for h in speaking:
        _, altering, mutes = working[h]
        for what, ability in altering:
            if what in statics:
                statics[what].append((h, ability))
            else:
                statics[what] = [(h, ability)]
        mute = mute or mutes
    held = (Q_HELD,) if rules.points.idle else ()
    changes = frozenset([*statics, *[m.what for m in s.mods], *held])
    muted: frozenset[int] = frozenset()
    if mute or Q_MUTE in changes:
        printed = {h for h in speaking if working[h][2]}
        bearers, attached = _muted(s, statics, printed, Q_MUTE in changes)
        muted = bearers | attached
        unmuted = rules.points.unmuted
        for what, rows in statics.items():
            if what != Q_MUTE:
                silent = bearers if what in unmuted else muted
                statics[what] = [x for x in rows if x[0] not in silent]
    if TURNED in s.role:
        muted |= {h for h, role in enumerate(s.role) if role == TURNED}
    unmoved = muted | layout.materials if layout.materials else muted  # fade2 command.materials
    for h in speaking:
        if h not in unmoved:
            for event, ability in working[h][0]:
                if event in listeners:
                    listeners[event].append((h, ability))
                else:
                    listeners[event] = [(h, ability)]
    for what, ability in reversed(world_of(s).rows):  # before all cards, and nothing silences them
        statics[what] = [(1, ability), *statics.get(what, ())]
        changes |= {what}
    index = Index(listeners, statics, muted, changes)
    if layout.points:
        index.memo[commands.LAYOUT] = layout
    if mute:
        index.memo[MUTING] = True
    return index


def _muted(
    s: State, statics: dict[int, list[tuple[int, Ability]]], found: set[int], given: bool
) -> tuple[frozenset[int], frozenset[int]]:
    """The cards in play whose abilities do nothing: bearers of Mute, and Augments and Items attached to
    these.

    found: those on which it is printed; given: whether anything may give it. An Augment or Item adds its
    abilities to its bearer, so it is silent with it (faroe keyword.mute-details, augment.attach); an effect
    that gives Mute goes on. A Legend itself cannot be Muted (faroe legend.personal-effects).
    """
    cards, code, kids, role, face = s.rules.cards, s.code, s.kids, s.role, s.face
    if given:
        found.update([h for h, _, _, _, _ in values.changes(s, statics, Q_MUTE, in_play(s))])
    for h in range(1, s.seats + 1):
        if code[h]:
            found.discard(h)
    if found and rules_of(s).immune_named & t.I_KEYWORDS[t.K_MUTE]:
        found -= _unmutable(s, statics, found)
    attached = []
    for h in found:
        for k in kids.get(h, ()):
            if role[k] == ATTACHED and face[k] and cards[code[k]].types & (t.AUGMENT | t.ITEM):
                attached.append(k)
    return frozenset(found), frozenset(attached)


def in_play(s: State) -> list[int]:
    """The Players, their Characters and Zone cards, each with what is attached to it face-up."""
    kids, role, face = s.kids, s.role, s.face
    there: list[int] = []
    for seat in range(s.seats):
        base = seat * t.NZ
        for h in (seat + 1, *s.zones[base + t.FRONT], *s.zones[base + t.BACKUP], *s.zones[base + t.ZONE]):
            there.append(h)
            for k in kids.get(h, ()):
                if role[k] == ATTACHED and face[k]:
                    there.append(k)
    return there


def _unmutable(s: State, statics: dict[int, list[tuple[int, Ability]]], found: set[int]) -> set[int]:
    """Those of these cards that are Immune to Mute, read without the index that is being built."""
    bit = t.I_KEYWORDS[t.K_MUTE]
    spared = {h for h in found if s.rules.cards[s.code[h]].keywords[t.K_IMMUNE] & bit}
    spared |= {
        m.target & HANDLE_MASK for m in s.mods if m.what == Q_IMMUNE and m.n & bit and alive(s, m.target)
    }
    for src, ability in statics.get(Q_IMMUNE, ()):
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        static = ability.static
        assert static is not None
        if static.condition is None and static.amount(s, seen) & bit:
            spared.update(static.scope(s, seen))
    return spared


def _together(rows: list[Waiting]) -> list[Waiting]:
    """All of them, player by player (faroe trigger.on-adding)."""
    return rows


def _event_by_event(rows: list[Waiting]) -> list[Waiting]:
    """Those of the oldest link, and of these the first ones: On Activate, On Attack, On Targeted, On Attacked
    (fade1 combat.attack-sequence).
    """
    places = [(row.event[ROW_ACT], t.MOMENTS[row.event[ROW_EVENT]]) for row in rows]
    return [row for row, place in zip(rows, places, strict=True) if place == min(places)]


DECLARED: Final = {"by-player": _together, "by-event": _event_by_event}
"""Those of the abilities triggered by links that join the Chain before the others, by the edition's word."""
