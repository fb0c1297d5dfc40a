"""Whether a state hangs together: the conditions that hold at every rest of every match, whatever the game.

A state from outside is checked before anything runs, and tests check the states of matches.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_ID, A_IT, A_SEAT, A_SRC, A_TARGETS, A_USER, probe
from fadenet.engine.rules import rules_of
from fadenet.engine.state import (
    ASK_WORDS,
    COLUMNS,
    HANDLE_MASK,
    INST_SHIFT,
    LAID,
    NEED_WORDS,
    NO_INST,
    OPEN,
    ROW_CARD,
    ROW_EVENT,
    ROW_MORE,
    Row,
    State,
)

HOSTS_MAX: Final = 64
"""Cards that may lie on one another in one line."""

_ACT: Final = probe(0, 0, 0, 0)
_BIG: Final = 1 << 48


def fault(s: State) -> str:
    """The first thing wrong with a state at rest, in a few words; "" for a sound one.

    Its columns must hold integers and its rows tuples of integers; any integers may stand in them.
    """
    for part in (_columns, _rest, _places, _hosts, _frames, _acts, _rows):
        said = part(s)
        if said:
            return said
    return ""


def _within(values: Sequence[int], lo: int, hi: int) -> bool:
    return not values or (lo <= min(values) and max(values) <= hi)


def _columns(s: State) -> str:
    rules = rules_of(s)
    n = len(s.code)
    tops = {
        "code": len(rules.cards) - 1,
        "owner": s.seats - 1,
        "ctrl": s.seats - 1,
        "zone": len(s.zones) - 1,
        "face": 1,
        "host": n - 1,
        "role": LAID,
        "inst": (NO_INST >> INST_SHIFT) - 1,
        "since": atoms.LIMIT,  # turns may be counted anew within a match
        "stamp": s.next_id,
        "stated": len(rules.predicates),
    }
    if not s.seats < n <= HANDLE_MASK:
        return "there are too few or too many handles"
    for name in COLUMNS:
        column = getattr(s, name)
        if len(column) != n or not _within(column, -1 if name == "zone" else 0, tops[name]) or column[0]:
            return f"column {name}"
    if len(s.num) != rules.numbers:
        return "numbered columns"
    for k, column in enumerate(s.num):
        if len(column) != n or not _within(column, 0, atoms.LIMIT):
            return f"column num{k}"
    if len(s.vars) != rules.scalars or not _within(s.vars, -_BIG, _BIG):
        return "vars"
    if not 0 <= s.active < s.seats or not 0 <= s.phase < max(len(rules.phases), 1):
        return "clock"
    if not 0 <= s.turn <= atoms.LIMIT or not 0 <= s.next_id < _BIG:
        return "clock"
    return ""


def _places(s: State) -> str:
    """Every card lies in one zone, on one host or in one pool, and says so itself.

    Nothing lies on a card in a pile, but for what is shown right now before it goes.
    """
    rules = rules_of(s)
    decks = rules.decks_per_seat * s.seats
    n = len(s.code)
    if len(s.zones) != rules.zones_per_seat * s.seats or len(s.pool) != decks:
        return "the number of zones or decks"
    seen = [0] * n
    piles = rules.hand_kind, rules.deck_kind, rules.discard_kind
    deck_zones = {rules.deck_zone(deck): deck for deck in range(decks)}
    for zone, line in enumerate(s.zones):
        if not _within(line, 0 if zone in deck_zones else 1, n - 1):
            return f"zone {zone}"
        for h in line:
            seen[h] += 1
            if h and (s.zone[h] != zone or s.host[h] or s.role[h]):
                return f"the place of card {h}"
    for zone, deck in deck_zones.items():
        pool = s.pool[deck]
        if not _within(pool, 1, n - 1) or any(a >= b for a, b in pairwise(pool)):
            return f"pool {deck}"
        if s.zones[zone].count(0) != len(pool) or any(s.zone[h] != zone or s.host[h] for h in pool):
            return f"pool {deck}"
        columns = s.code, s.face, s.role, s.since, s.stamp, s.stated, *s.num
        if any(any([column[h] for h in pool]) for column in columns):
            return f"pool {deck}"
        for h in pool:
            seen[h] += 1
    for host, kids in s.kids.items():
        if not 0 < host < n or not kids or not _within(kids, s.seats + 1, n - 1):
            return f"what lies on {host}"
        if host > s.seats and not s.needs:
            if s.zone[host] < 0:
                return f"what lies on {host}, which has left the match"
            if s.zone[host] % rules.zones_per_seat in piles:
                return f"what lies on {host}, which lies in a pile"
        for h in kids:
            seen[h] += 1
            if s.host[h] != host or not s.role[h]:
                return f"what lies on {host}"
    shown = {h for w in s.needs if len(w) == 6 and w.kind == OPEN for h in w.items}
    for h in range(1, n):
        body = h <= s.seats
        if seen[h] != (not body and s.zone[h] >= 0) or (body and (s.zone[h] >= 0 or s.host[h])):
            if not seen[h] and h in shown:  # taken out of its deck, and on its way while others look at it
                continue
            return f"the place of card {h}"
    return ""


def _hosts(s: State) -> str:
    for h in range(1, len(s.code)):
        host, steps = s.host[h], 0
        while host and steps <= HOSTS_MAX:
            host, steps = s.host[host], steps + 1
        if host:
            return f"card {h} lies on itself or on too many"
    return ""


def _frames(s: State) -> str:
    table = s.rules.frames
    for frame in s.frames:
        if not (frame and type(frame[0]) is int and 0 <= frame[0] < len(table)):
            return "a frame"
        elif not _takes(table[frame[0]], len(frame)):
            return f"the arguments of a frame {frame[0]}"
    return ""


@cache
def _takes(function: Callable[..., None], n: int) -> bool:
    """Whether a frame's function can be called with so many arguments, the state being the first."""
    try:
        inspect.signature(function).bind(*[None] * n)
    except TypeError:
        return False
    return True


def _acts(s: State) -> str:
    n = len(s.code)
    for k, act in s.acts.items():
        if len(act) != len(_ACT) or any(type(x) is not type(y) for x, y in zip(act, _ACT, strict=True)):
            return f"act {k}"
        refs = (act[A_SRC], act[A_USER], *act[A_TARGETS], *act[A_IT])
        if not 0 < k <= s.next_id or act[A_ID] != k or not 0 <= act[A_SEAT] < s.seats:
            return f"act {k}"
        if not -1 <= act[A_ABILITY] < len(rules_of(s).abilities) or not all(_names(r, n) for r in refs):
            return f"act {k}"
    if len(set(s.chain)) != len(s.chain) or not s.acts.keys() >= set(s.chain):
        return "the chain"
    return ""


def _names(r: Any, n: int) -> bool:
    """Whether this is a ref of a handle that exists."""
    return type(r) is int and r >= 0 and r & HANDLE_MASK < n


def _flat(rows: Sequence[Row], width: int) -> bool:
    return all(len(row) == width and all(type(x) is int for x in row) for row in rows)


def _rows(s: State) -> str:
    n = len(s.code)
    for row in s.queue:
        if len(row) != 6 or [type(x) for x in row] != [int, int, int, int, tuple, int]:
            return "the queue"
        kind, seat, ability, src, event, stamp = row
        fits = kind >= 0 and 0 <= seat < s.seats and ability < len(rules_of(s).abilities)
        plain = all(type(x) is int for x in event)
        happened = len(event) < ROW_MORE or (
            0 <= event[ROW_EVENT] < len(s.rules.events) and 0 <= event[ROW_CARD] < n
        )
        if not fits or not plain or not happened or not _names(src, n) or not 0 < stamp <= s.next_id:
            return "the queue"
    if not _flat(s.mods, 7) or not all(_names(m[1], n) for m in s.mods):
        return "the changes with an end"
    if not all(type(x) is int for mark in s.marks.items() for x in mark):
        return "the marks"
    most = s.seats * atoms.STANDING_PASS_MAX
    if not _flat(s.passes, 3) or len(s.passes) > most or not all(0 <= p[0] < s.seats for p in s.passes):
        return "the standing passes"
    return ""


def _rest(s: State) -> str:
    """It rests in one of three ways, and what it owes is something that can be given."""
    rules = rules_of(s)
    both = s.asks and s.needs and rules.automata  # a seat without a player has chance answer for it
    if [bool(s.asks), bool(s.needs), bool(s.over)].count(True) != 1 and (s.over or not both):
        return "it does not rest with questions, with needs or because it is over"
    if len(set(s.out)) != len(s.out) or not _within(s.out, 0, s.seats - 1):
        return "who is out"
    asked = [a.seat for a in s.asks if len(a) == 9]
    for a in s.asks:
        if len(a) != 9 or not all(type(x) is int for x in a[:-1]) or type(a[-1]) is not tuple:
            return "a question"
        fits = 0 <= a.kind < len(ASK_WORDS) and 0 <= a.picker < max(len(rules.pickers), 1)
        if not fits or not 0 <= a.seat < s.seats or not all(type(x) is int for x in a[-1]):
            return "a question"
    given = s.answers.keys()
    if len(set(asked)) != len(asked) or not set(asked) >= given or (asked and len(given) == len(asked)):
        return "who is asked"
    for w in s.needs:
        if len(w) != 6 or not all(type(x) is int for x in w[:-1]) or type(w[-1]) is not tuple:
            return "a need"
        fits = 0 <= w.kind < len(NEED_WORDS) and 0 <= w.deck < max(len(s.pool), 1)
        if not fits or not -1 <= w.who < s.seats or not all(type(x) is int for x in w.items):
            return "a need"
    if s.over and (len(s.over) != 2 or len(s.over[0]) != s.seats or not _within(s.over[0], 1, s.seats)):
        return "the places at the end"
    return ""
