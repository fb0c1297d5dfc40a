"""The only code that changes what lies where and what it is worth.

Every observable change goes through one of these functions. Each writes its columns and appends an event row,
which is at once the trigger input, the log line and the spectator's feed. An event row is
(event, handle, ref, seat, act id, n): what happened, to which card, as which incarnation, on whose behalf, by
which action, how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from fadenet.engine.state import (
    ATTACHED,
    COLUMNS,
    EVERY_PART,
    HANDLE_MASK,
    INST_SHIFT,
    MARK_KEY,
    MARK_PERIOD,
    PART_CODE,
    PART_CTRL,
    PART_FACE,
    PART_HOST,
    PART_INST,
    PART_MARKS,
    PART_STATED,
    PART_ZONE,
    UNDER,
    Mod,
    Row,
    State,
    Waiting,
    alive,
    mark_of,
    ref,
)

LIMIT: Final = 1_000_000  # every number saturates here
STANDING_PASS_MAX: Final = 16
MODS_MAX: Final = 1_024
"""So many changes with an end are in force at once; those that would come on top are not made."""
WAITING_MAX: Final = 1_024
"""So many abilities wait for their turn at once; those that would come on top are lost."""
HANDLES_MAX: Final = 8_192
"""So many cards have been in a match; none is made beyond."""

# Events. A game numbers its own from len(EVENTS) on.
EVENTS: Final[tuple[str, ...]] = (
    "moved",
    "enters",
    "leaves",
    "opened",
    "drawn",
    "shuffled",
    "counter-put",
    "counter-gone",
    "attached",
    "control-changed",
    "modified",
    "linked",
    "targeted",
    "link-resolved",
    "link-stopped",
    "chain-over",
    "turn-begins",
    "turn-ends",
    "phase-begins",
    "tossed",
    "shown",
    "looked",
    "out",
    "over",
    "mixed",
    "passed",
    "chosen",
    "flipped",
    "discarded",
    "milled",
    "found-none",
)
MOVED: Final = 0
ENTERS: Final = 1
LEAVES: Final = 2
OPENED: Final = 3
DRAWN: Final = 4
SHUFFLED: Final = 5
COUNTER_PUT: Final = 6
COUNTER_GONE: Final = 7
ATTACHED_EV: Final = 8
CONTROL: Final = 9
MODIFIED: Final = 10
LINKED: Final = 11
TARGETED: Final = 12
RESOLVED: Final = 13
STOPPED: Final = 14
CHAIN_OVER: Final = 15
TURN_BEGINS: Final = 16
TURN_ENDS: Final = 17
PHASE_BEGINS: Final = 18
TOSSED: Final = 19
SHOWN: Final = 20
LOOKED: Final = 21
OUT: Final = 22
OVER: Final = 23
MIXED: Final = 24
PASSED: Final = 25
CHOSEN: Final = 26
FLIPPED: Final = 27
DISCARDED: Final = 28
MILLED: Final = 29
FOUND_NONE: Final = 30


def emit(s: State, event: int, h: int = 0, seat: int = -1, act: int = 0, n: int = 0) -> None:
    """Record an event and queue the triggered abilities that listen to it."""
    row: Row = (event, h, s.inst[h] << INST_SHIFT | h, seat, act, n)
    s.events.append(row)
    for see in s.witnesses:
        see(s, row)
    for hear in s.rules.hearers[event]:
        hear(s, row)


def grow(s: State, owner: int, zone: int, n: int) -> tuple[int, ...]:
    """Append n fresh handles that belong to `owner` and lie in `zone` without a place of their own."""
    first = len(s.code)
    fresh = {"owner": owner, "ctrl": owner, "zone": zone}
    for name in COLUMNS:
        setattr(s, name, getattr(s, name) + [fresh.get(name, 0)] * n)
    s.num = [column + [0] * n for column in s.num]
    s.stale = EVERY_PART
    return tuple(range(first, first + n))


def new_deck(s: State, deck: int, owner: int, zone: int, n: int) -> None:
    """The pool of a deck becomes n fresh handles."""
    _set_deck(s, deck, grow(s, owner, zone, n), zone, s.zones[zone])


def _set_deck(s: State, deck: int, pool: tuple[int, ...], zone: int, line: tuple[int, ...]) -> None:
    if s.kept & PART_ZONE:
        s.own_zone()
    s.pool[deck], s.zones[zone] = pool, line


def _set_line(s: State, zone: int, line: tuple[int, ...]) -> None:
    if s.kept & PART_ZONE:
        s.own_zone()
    s.zones[zone] = line


def set_pool(s: State, deck: int, zone: int, extra: tuple[int, ...]) -> None:
    """The deck's unbound handles and `extra` become its fresh pool: nothing links them to what they were.

    Handles that no slot is bound to are blank already, and only become another incarnation.
    """
    handles, slots = s.pool[deck], s.zones[zone]
    used = sorted({*filter(None, slots), *extra})
    if used:
        for h in extra:
            if h not in slots:
                _unplace(s, h)
        _blank(s, used, zone)
        handles = tuple(sorted({*handles, *used}))
    if s.kept & PART_INST:
        s.own_inst()
    inst = s.inst
    for h in handles:
        inst[h] += 1
    _set_deck(s, deck, handles, zone, (0,) * len(handles))
    emit(s, SHUFFLED, 0, s.owner[handles[0]] if handles else -1, 0, len(handles))


def place_pool(s: State, deck: int, zone: int) -> None:
    """Lay the whole pool of a deck that is only ever taken from into its zone, in ascending order."""
    _set_deck(s, deck, (), zone, s.pool[deck])


def _blank(s: State, handles: list[int], zone: int) -> None:
    """Make handles that lie on nothing unknown cards in `zone`, as every other one of their pool is."""
    if s.kept & PART_CODE:
        s.own_code()
    if s.kept & PART_CTRL:
        s.own_ctrl()
    if s.kept & PART_ZONE:
        s.own_zone()
    if s.kept & PART_FACE:
        s.own_face()
    if s.kept & PART_INST:
        s.own_inst()
    if s.kept & PART_STATED:
        s.own_stated()
    owner, ctrl, lies = s.owner, s.ctrl, s.zone
    for column in (s.code, s.face, s.since, s.stamp, s.stated):
        for h in handles:
            column[h] = 0
    for h in handles:
        ctrl[h] = owner[h]
        lies[h] = zone
    for k, column in enumerate(s.num):
        if any([column[h] for h in handles]):
            for h in handles:
                s.own_num(k)[h] = 0


def _clear_numbers(s: State, h: int) -> None:
    if any([column[h] for column in s.num]):
        for k, column in enumerate(s.num):
            if column[h]:
                s.own_num(k)[h] = 0


def refresh(s: State, handles: tuple[int, ...]) -> None:
    """Cards that stay where they are, hidden, get fresh commitments (RECOMMIT): their past is forgotten."""
    if s.kept & PART_INST:
        s.own_inst()
    for h in handles:
        s.inst[h] += 1
        s.stamp[h] = s.since[h] = 0
    emit(s, MIXED, 0, s.owner[handles[0]], 0, len(handles))


def bind(s: State, deck: int, zone: int, handles: Sequence[int]) -> None:
    """Give the first unbound slots of a deck the handles that the table drew for them."""
    line, pool = list(s.zones[zone]), list(s.pool[deck])
    for h in handles:
        line[line.index(0)] = h
        pool.remove(h)
    _set_deck(s, deck, tuple(pool), zone, tuple(line))


def claim(s: State, deck: int, zone: int, handles: tuple[int, ...]) -> None:
    """Cards that their owner takes out of a deck leave its pool, or the slots they are bound to."""
    line, pool = list(s.zones[zone]), list(s.pool[deck])
    for h in handles:
        if h in line:
            line.remove(h)
        else:
            pool.remove(h)
            line.remove(0)
    _set_deck(s, deck, tuple(pool), zone, tuple(line))


def open_card(s: State, h: int, code: int, act: int = 0) -> None:
    """A hidden card becomes public."""
    if s.code[h] != code:
        if s.kept & PART_CODE:
            s.own_code()
        s.code[h] = code
        emit(s, OPENED, h, s.ctrl[h], act, code)


def hide_codes(s: State, handles: list[int]) -> None:
    """Undo openings of a move that was refused before it counted."""
    if s.kept & PART_CODE:
        s.own_code()
    for h in handles:
        s.code[h] = 0
    s.peeked = tuple([h for h in s.peeked if h not in handles])


def peek_code(s: State, h: int, code: int) -> None:
    """Set a code without an event while a move is being checked; `hide_codes` takes it back in that call.

    Texts of other cards cannot read it meanwhile (`language.compiler.is_open`).
    """
    if s.kept & PART_CODE:
        s.own_code()
    s.code[h] = code
    s.peeked = (*s.peeked, h)


def show_body(s: State, seat: int) -> None:
    """The handle of a seat itself lies face-up from the start."""
    h = s.rules.body(seat)
    if s.kept & PART_FACE:
        s.own_face()
    s.face[h] = 1


def come_anew(s: State, h: int) -> None:
    """A card counts as one that came in this turn."""
    if s.kept & PART_INST:
        s.own_inst()
    s.since[h] = s.turn


def turn_face(s: State, h: int, up: bool) -> None:
    """Turn a card over where it lies."""
    if s.face[h] != up:
        if s.kept & PART_FACE:
            s.own_face()
        s.face[h] = int(up)
        s.index = None
        emit(s, FLIPPED, h, s.ctrl[h], 0, int(up))


def _unplace(s: State, h: int) -> None:
    host = s.host[h]
    if host:
        if s.kept & PART_HOST:
            s.own_host()
        line = s.kids[host]
        at = line.index(h)
        rest = line[:at] + line[at + 1 :]
        if rest:
            s.kids[host] = rest
        else:
            del s.kids[host]
        s.host[h] = s.role[h] = 0
    else:
        z = s.zone[h]
        line = s.zones[z] if z >= 0 else ()
        if h in line:
            if s.kept & PART_ZONE:
                s.own_zone()
            at = line.index(h)
            s.zones[z] = line[:at] + line[at + 1 :]


def take_away(s: State, h: int) -> None:
    """A card leaves the match: it lies nowhere from now on, and is no longer what any ref names."""
    _unplace(s, h)
    _forget(s, h)
    if s.kept & PART_ZONE:
        s.own_zone()
    s.zone[h] = -1
    s.index = None


def clear_deck(s: State, deck: int, zone: int) -> None:
    """All cards of a deck leave the match."""
    cards = {*s.pool[deck], *s.zones[zone]} - {0}
    _set_deck(s, deck, (), zone, ())
    for h in sorted(cards):
        take_away(s, h)


def forget(s: State, h: int) -> None:
    """A card that waits beside the field loses what it kept: it will not come back as what it was."""
    _forget(s, h)


def _enter(s: State, h: int) -> None:
    s.next_id += 1
    if s.kept & PART_INST:
        s.own_inst()
    s.stamp[h] = s.next_id
    s.since[h] = s.turn
    s.inst[h] += 1


def _forget(s: State, h: int) -> None:
    """A card that leaves the field is a new card from now on: no counters, no memory."""
    if s.kept & PART_INST:
        s.own_inst()
    s.inst[h] += 1
    if s.stated[h]:
        if s.kept & PART_STATED:
            s.own_stated()
        s.stated[h] = 0
    _clear_numbers(s, h)


def move(s: State, h: int, zone: int, face: int, act: int = 0, why: int = MOVED, keep: bool = False) -> None:
    """Move a card to a zone of its own (not onto another card), where it lies last.

    face: 1 face-up, 0 hidden. why: the event to report. Crossing the border of the field is leaving or
    entering it, unless `keep` says that the card takes its whole state along.
    """
    rules, seat, host, up = s.rules, s.ctrl[h], s.host[h], s.face[h]
    was, now = rules.on_field[s.zone[h]], rules.on_field[zone]
    crossing = was != now and not keep
    leaving, entering = crossing and was, crossing and now
    if leaving:
        emit(s, LEAVES, h, seat, act, zone)
        rules.leaving(s, h)
    _unplace(s, h)
    if leaving:
        _forget(s, h)
        if seat != s.owner[h]:
            if s.kept & PART_CTRL:
                s.own_ctrl()
            s.ctrl[h] = s.owner[h]
    if s.kept & PART_ZONE:
        s.own_zone()
    line, place = s.zones[zone], s.zone[h]
    s.zones[zone] = line + (h,)  # noqa: RUF005 - the faster way
    s.zone[h] = zone
    if (was and up) or (now and face):
        about = was and now and face and up and not host
        if not (about and rules.keeps_index(s, h, place, zone)):
            s.index = None
    if up != face:
        if s.kept & PART_FACE:
            s.own_face()
        s.face[h] = face
    if entering:
        _enter(s, h)
    emit(s, why, h, seat, act, zone)
    if entering:
        emit(s, ENTERS, h, s.ctrl[h], act, zone)


def shift(s: State, h: int, at: int) -> None:
    """Put a card that lies in a zone of its own at another place of it, counted from 0."""
    line = [other for other in s.zones[s.zone[h]] if other != h]
    _set_line(s, s.zone[h], (*line[:at], h, *line[at:]))


def lay_on(s: State, h: int, host: int, role: int, face: int, zone: int, act: int = 0) -> None:
    """Attach a card to another one or to a seat's body, or lay it underneath; it then counts to `zone`."""
    was, now = s.rules.on_field[s.zone[h]], s.rules.on_field[zone]
    entering = now and not was
    about = was and now and bool(face) and bool(s.face[h]) and s.role[h] == role == ATTACHED
    about, under = about and not s.host[host] and not s.host[s.host[h]], s.zone[s.host[h]]
    _unplace(s, h)
    if s.kept & PART_HOST:
        s.own_host()
    s.kids[host] = (*s.kids.get(host, ()), h)
    s.host[h] = host
    s.role[h] = role
    if (face or s.face[h]) and not (about and s.rules.keeps_index(s, h, under, s.zone[host])):
        s.index = None
    if s.zone[h] != zone:
        if s.kept & PART_ZONE:
            s.own_zone()
        s.zone[h] = zone
    if s.face[h] != face:
        if s.kept & PART_FACE:
            s.own_face()
        s.face[h] = face
    if role == UNDER:
        _forget(s, h)
    elif entering:
        _enter(s, h)
    emit(s, ATTACHED_EV, h, s.ctrl[h], act, role)
    if entering and face and role == ATTACHED:
        emit(s, ENTERS, h, s.ctrl[h], act, zone)


def vouch(s: State, h: int, predicate: int) -> None:
    """The owner states what a hidden card is; every later opening is held against it."""
    if s.kept & PART_STATED:
        s.own_stated()
    s.stated[h] = predicate


def deny(s: State, h: int, codes: Iterable[int]) -> None:
    """The owner states that a hidden card is none of these; every later opening is held against it."""
    for code in codes:
        if not marked(s, s.rules.denials, code, ref(s, h)):
            mark(s, s.rules.denials, code, ref(s, h))


def denied(s: State, h: int, code: int) -> bool:
    """Whether the owner of a card has stated that it is not this one."""
    period = s.rules.denials
    return period >= 0 and marked(s, period, code, ref(s, h)) > 0


def cut(
    s: State, zone: int, at: Sequence[int], order: Sequence[int], why: int, seat: int = -1, body: int = 0
) -> None:
    """Cut a deck at these places, from the top on, and lay its packets together again in this order.

    Cards that are bound to slots go with them. why: the event to report, with the number of packets; seat:
    whose doing it is. body: that of the seat whose deck it is.
    """
    line, ends = s.zones[zone], (0, *at, len(s.zones[zone]))
    packets = [line[a:b] for a, b in pairwise(ends)]
    _set_line(s, zone, tuple([h for n in order for h in packets[n]]))
    emit(s, why, body, seat, 0, len(packets))


def control(s: State, h: int, seat: int, zone: int, act: int = 0) -> None:
    """Another seat takes control of a card and all that it keeps; it goes to `zone`, or stays if that is its
    own."""
    if zone != s.zone[h]:
        _unplace(s, h)
        _set_line(s, zone, (*s.zones[zone], h))
        if s.kept & PART_ZONE:
            s.own_zone()
        s.zone[h] = zone
    if s.kept & PART_CTRL:
        s.own_ctrl()
    s.ctrl[h] = seat
    s.index = None
    emit(s, CONTROL, h, seat, act, zone)


def put(s: State, k: int, h: int, n: int, act: int = 0, seat: int = -1) -> int:
    """Add n (or, below 0, take away -n) of numbered column k; never below 0. Returns the change made."""
    old = s.num[k][h]
    new = old + n
    if new < 0:
        new = 0
    elif new > LIMIT:
        new = LIMIT
    if new != old:
        s.own_num(k)[h] = new
        event = COUNTER_PUT if new > old else COUNTER_GONE
        row: Row = (event, h, s.inst[h] << INST_SHIFT | h, seat, act, k)
        told: Row = (*row, new - old)
        s.events.append(told)
        for see in s.witnesses:
            see(s, told)
        for hear in s.rules.hearers[event]:
            hear(s, row)
    return new - old


def set_number(s: State, k: int, h: int, value: int) -> None:
    """Write a numbered column that holds no counters: nothing is put or removed, so no event is emitted."""
    if s.num[k][h] != value:
        s.own_num(k)[h] = value
        if not s.rules.keeps_index(s, h, s.zone[h], s.zone[h]):
            s.index = None


def modify(
    s: State, what: int, target: int, n: int, ends: tuple[int, int], nature: int, act: int = 0
) -> None:
    """Add a change with an end: see `State.mods`.

    target: a ref, or 0 when `n` alone says what changes. ends: until when, and its argument.
    """
    until, arg = ends
    if len(s.mods) >= MODS_MAX:
        return
    s.next_id += 1
    s.mods = (*s.mods, Mod(what, target, n, until, arg, nature, s.next_id))
    s.index = None
    h = target & HANDLE_MASK
    row: Row = (MODIFIED, h, s.inst[h] << INST_SHIFT | h, -1, act, what)
    s.events.append((*row, n, until, arg))
    for hear in s.rules.hearers[MODIFIED]:
        hear(s, row)


def drop_mods(s: State, until: int, arg: int) -> None:
    """Changes that last until this moment end."""
    if s.mods:
        rest = tuple(m for m in s.mods if not (m.until == until and m.arg == arg))
        if len(rest) != len(s.mods):
            s.mods = rest
            s.index = None


def prune_mods(s: State) -> None:
    """Changes on cards that are no longer there are forgotten."""
    if s.mods:
        rest = tuple(m for m in s.mods if not m.target or alive(s, m.target))
        if len(rest) != len(s.mods):
            s.mods = rest
            s.index = None


def mark(s: State, period: int, key: int, r: int, n: int = 1) -> int:
    """Count a use; returns the number of uses in the running period, this one included."""
    at = period << MARK_PERIOD | key << MARK_KEY | r
    n += s.marks.get(at, 0)
    if s.kept & PART_MARKS:
        s.own_marks()
    s.marks[at] = n
    s.periods |= 1 << period
    return n


def marked(s: State, period: int, key: int, r: int) -> int:
    """The number of uses counted in the running period."""
    return s.marks.get(period << MARK_PERIOD | key << MARK_KEY | r, 0)


def unmark(s: State, period: int, key: int, r: int, default: int = 0) -> int:
    """Forget a count; returns what it was, or `default` if there was none."""
    at = mark_of(period, key, r)
    if at not in s.marks:
        return default
    if s.kept & PART_MARKS:
        s.own_marks()
    return s.marks.pop(at)


def clear_marks(s: State, period: int) -> None:
    """A period is over."""
    if not s.periods >> period & 1:
        return
    s.periods &= ~(1 << period)
    over = [at for at in s.marks if at >> MARK_PERIOD == period]
    if over:
        if s.kept & PART_MARKS:
            s.own_marks()
        for at in over:
            del s.marks[at]


def drop_marks(s: State) -> None:
    """All counts are forgotten."""
    if s.marks:
        if s.kept & PART_MARKS:
            s.own_marks()
        s.marks.clear()


def enqueue(s: State, kind: int, seat: int, ability: int, src: int, event: tuple[Any, ...]) -> None:
    """Something waits for its turn: see `Waiting`."""
    if len(s.queue) >= WAITING_MAX:
        return
    s.next_id += 1
    s.queue = (*s.queue, Waiting(kind, seat, ability, src, event, s.next_id))


def keep_waiting(s: State, rows: Iterable[Waiting]) -> None:
    """Only these rows wait any longer."""
    s.queue = tuple(rows)


def set_var(s: State, k: int, value: int) -> None:
    """Write one of the game's own scalars."""
    if s.vars[k] != value:
        s.vars = (*s.vars[:k], value, *s.vars[k + 1 :])


def stand(s: State, seat: int, rows: tuple[tuple[int, int], ...]) -> None:
    """Replace a seat's standing passes: rows of (window mask, last turn in which it holds)."""
    s.passes = (*(p for p in s.passes if p[0] != seat), *((seat, m, t) for m, t in rows))


def leave_seat(s: State, seat: int) -> None:
    """A seat is out of the match."""
    s.out = (*s.out, seat)
    emit(s, OUT, s.rules.body(seat), seat)


def end_match(s: State, places: tuple[int, ...], rule: str) -> None:
    """The match is over, unless it was: the places by seat, 1 = first, and the rule that decided. Nobody is
    asked any more."""
    if not s.over:
        s.over = (places, rule)
        s.asks = s.needs = ()
        s.answers = {}
        emit(s, OVER)


def rezone(s: State, h: int, zone: int) -> None:
    """The place of a card is a different kind of place from now on, or what it lies on went to one.

    The card itself has not moved, so no event is emitted.
    """
    if not s.host[h]:
        _unplace(s, h)
        _set_line(s, zone, (*s.zones[zone], h))
    if s.kept & PART_ZONE:
        s.own_zone()
    s.zone[h] = zone
    s.index = None
