"""What values are worth now, for games whose values are sums of what is printed, gained and changed.

A value is a number of a quantity; continuous effects come from the listener index, changes with an end from
`State.mods`. A game says which cards work (`index`) and reads its values through `changes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.acts import probe
from fadenet.engine.rules import Ability, Index
from fadenet.engine.state import HANDLE_MASK, State, alive, ref


def changes(s: State, what: int, h: int, barred: int = -1) -> list[int]:
    """Every amount by which a quantity of a card is changed. barred: a quantity that nothing is spared."""
    index = s.index or s.rules.index_of(s)
    if what not in index.changes:
        return []
    found = []
    for src, ability in index.statics.get(what, ()):
        user, static = ref(s, s.host[src] or src), ability.static
        assert static is not None
        act = probe(s.ctrl[src], ref(s, src), user, ability.number)
        holds = static.condition is None or static.condition(s, act)
        if holds and h in static.scope(s, act) and (what == barred or s.rules.touched(s, act, h)):
            found.append(static.amount(s, act))
    mine = ref(s, h)
    return [*found, *(m[2] for m in s.mods if m[0] == what and m[1] == mine)]


def build_index(s: State, working: Sequence[int], muting: int) -> Index:
    """The index of these cards. A card with a change of the quantity `muting` neither listens nor changes."""
    muted = frozenset(m[1] & HANDLE_MASK for m in s.mods if m[0] == muting and alive(s, m[1]))
    listeners: dict[int, list[tuple[int, Ability]]] = {}
    statics: dict[int, list[tuple[int, Ability]]] = {}
    for h in working:
        if h not in muted and s.code[h]:
            card = s.rules.cards[s.code[h]]
            for event, abilities in card.by_event.items():
                listeners.setdefault(event, []).extend((h, a) for a in abilities)
            for ability in card.extra["statics"]:
                statics.setdefault(ability.static.what, []).append((h, ability))
    return Index(listeners, statics, muted, frozenset(statics) | frozenset(m[0] for m in s.mods))
