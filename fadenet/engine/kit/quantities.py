"""Values as they stand now, for games whose values are sums of what is printed, gained and changed.

A value is a number of a quantity; continuous effects come from the listener index, changes with an end from
`State.mods`. A game says which cards work (`build_index`), which columns add to a value for good and which
take away from it (`Rules.gains`, `Rules.losses`), where its keywords stand among the quantities
(`Rules.first_keyword`), and which keyword names kinds of sources that cannot touch a card (`Rules.barring`).
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from fadenet.engine.acts import A_SRC, probe
from fadenet.engine.card import Ability
from fadenet.engine.looking import left_out, looked_at, once_a_look
from fadenet.engine.policies import Index
from fadenet.engine.rules import rules_of
from fadenet.engine.state import HANDLE_MASK, Act, State, alive, ref


def changes(s: State, what: int, h: int) -> list[int]:
    """Every amount by which a quantity of a card is changed. Nothing is spared what bars sources from it.

    The call is one look where an effect asks for values.
    """
    index = rules_of(s).index_of(s)
    if what not in index.changes:
        return []
    if depends(s, index.statics.get(what, ())):
        return looked_at(s, _changes, what, h)
    return _changes(s, what, h)


def depends(s: State, statics: Sequence[tuple[int, Ability]]) -> bool:
    """Whether any of these continuous effects depends on values."""
    if not rules_of(s).depending:
        return False
    return any([ability.static is not None and ability.static.asks for _, ability in statics])


@once_a_look
def _changes(s: State, what: int, h: int) -> list[int]:
    rules = rules_of(s)
    index = rules.index_of(s)
    found, always = [], what == rules.first_keyword + rules.barring
    for src, ability in index.statics.get(what, ()):
        if left_out(index, what, src, ability.number):
            continue
        try:
            user, static = ref(s, s.host[src] or src), ability.static
            assert static is not None
            act = probe(s.ctrl[src], ref(s, src), user, ability.number)
            holds = static.condition is None or static.condition(s, act)
            reaches = holds and h in static.scope(s, act)
            amount = static.amount(s, act) if reaches else 0
        finally:
            index.asking[what].pop()
        if reaches and (always or rules.effects.touched(s, act, h)):
            found.append(amount)
    mine = ref(s, h)
    return [*found, *(m.n for m in s.mods if m.what == what and m.target == mine)]


def value(s: State, h: int, what: int) -> int:
    """A value of a card: all in one sum, never below 0."""
    rules = s.rules
    n: int = rules.cards[s.code[h]].stats[what]
    if what in (s.index or rules.index_of(s)).changes:
        n += sum(changes(s, what, h))
    if what in rules.gains:
        n += s.num[rules.gains[what]][h]
    if what in rules.losses:
        n -= s.num[rules.losses[what]][h]
    return max(n, 0)


def keyword(s: State, h: int, k: int) -> int:
    """A keyword's number, 0 = not: the greatest that is printed, unless the card is muted, or given.

    That of the keyword that bars sources is a mask of them, made of all that is printed and given. While an
    effect that gives it asks for values, it counts as printed.
    """
    rules = s.rules
    index = s.index or rules.index_of(s)
    found: int = 0 if h in index.muted else rules.cards[s.code[h]].keywords[k]
    what, bars = rules.first_keyword + k, k == rules.barring
    if what in index.changes and not (bars and index.asking.get(what)):
        for n in changes(s, what, h):
            found = found | n if bars else max(found, n)
    return found


def touched(s: State, act: Act, h: int) -> bool:
    """Whether an action can affect a card: nothing bars a source from a seat's body or from a hidden card."""
    if h <= s.seats or not s.code[h]:
        return True
    return not keyword(s, h, s.rules.barring) & rules_of(s).effects.nature(s, act)


def nature(s: State, act: Act) -> int:
    """The nature of an action to the keyword that bars sources: the types of its card, as bits."""
    types: int = s.rules.cards[s.code[act[A_SRC] & HANDLE_MASK]].types
    return types


def end_changes(s: State, h: int, what: Container[int]) -> None:
    """The changes with an end of these quantities of a card are over at once."""
    mine = ref(s, h)
    s.mods = tuple([m for m in s.mods if m.target != mine or m.what not in what])
    s.index = None


def build_index(s: State, working: Sequence[int], muting: int) -> Index:
    """The index of these cards. A card with a change of the quantity `muting` neither listens nor changes."""
    muted: frozenset[int] = frozenset()
    if s.mods:
        muted = frozenset([m.target & HANDLE_MASK for m in s.mods if m.what == muting and alive(s, m.target)])
    listeners: dict[int, list[tuple[int, Ability]]] = {}
    statics: dict[int, list[tuple[int, Ability]]] = {}
    rules = rules_of(s)
    code, waiting, giving = s.code, rules.waiting, rules.giving
    for h in working:
        if h not in muted:
            for ability in waiting[code[h]]:
                listeners.setdefault(ability.event, []).append((h, ability))
            for what, ability in giving[code[h]]:
                statics.setdefault(what, []).append((h, ability))
    return Index(listeners, statics, muted, frozenset([*statics, *[m.what for m in s.mods]]))
