"""The public state of a match: columns of small ints indexed by handle, and a few rows of plain tuples.

Everything in here is known to every player at the table. A hidden card is a handle whose `code` is 0;
what one seat knows of it lives outside, in a `known` mapping. Nothing in a state is an object with a life of
its own, so a state can be cloned, digested, stored and resumed at every rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fadenet.engine.rules import Index, Rules

Frame = tuple[Any, ...]
Row = tuple[Any, ...]
Act = list[Any]
Known = dict[int, int]

COLUMNS = ("code", "owner", "ctrl", "zone", "face", "host", "role", "inst", "since", "stamp", "stated")
"""One list of ints a column, indexed by handle (0 is nobody).

code: 1 + index in the card set, 0 = not public. owner, ctrl: seats. zone: id of the zone, -1 = nowhere.
face: 1 = face-up. host: the handle it lies on, 0 = none. role: ATTACHED or UNDER. inst: incarnation, rises
when the card enters or leaves the field and when its commitment is replaced. since: turn in which it entered.
stamp: rises with every entry, for "oldest" and "newest". stated: 1 + number of the predicate that its owner
vouched for while it lies hidden, 0 = none.
"""

ATTACHED, UNDER = 1, 2

INST_SHIFT = 16
HANDLE_MASK = (1 << INST_SHIFT) - 1
NO_INST = 0x7FFF << INST_SHIFT  # an incarnation that no card ever reaches
MARK_KEY, MARK_PERIOD = 31, 59  # where key and period begin in a mark, above a ref

# Kinds of asks (decisions) and of needs.
ACT, RESPOND, PICK, MODE, AMOUNT, ORDER, PAY, CONFIRM = range(8)
ASK_WORDS = ("act", "respond", "pick", "mode", "amount", "order", "pay", "confirm")
POOL, BIND, TAKE, OPEN, RECOMMIT, TOSS = range(6)
NEED_WORDS = ("pool", "bind", "take", "open", "recommit", "toss")

# An ask is a tuple (id, seat, kind, lo, hi, window, sealed, picker, data): never its options.
ASK_ID, ASK_SEAT, ASK_KIND, ASK_LO, ASK_HI, ASK_WINDOW, ASK_SEALED, ASK_PICKER, ASK_DATA = range(9)
# A need is a tuple (id, kind, who, deck, n, items): `who` is the seat that owes it, -1 = everybody.
NEED_ID, NEED_KIND, NEED_WHO, NEED_DECK, NEED_N, NEED_ITEMS = range(6)


class State:
    """One match between two answers. Made by `kernel.setup`; written only by `atoms` and `kernel`."""

    __slots__ = (
        *COLUMNS,
        "acts",
        "active",
        "ans",
        "answers",
        "asks",
        "chain",
        "counted",
        "events",
        "frames",
        "got",
        "index",
        "kids",
        "marks",
        "mods",
        "needs",
        "next_id",
        "num",
        "out",
        "over",
        "passes",
        "periods",
        "phase",
        "pool",
        "queue",
        "rules",
        "seats",
        "shared",
        "turn",
        "vars",
        "zones",
    )

    code: list[int]
    owner: list[int]
    ctrl: list[int]
    zone: list[int]
    face: list[int]
    host: list[int]
    role: list[int]
    inst: list[int]
    since: list[int]
    stamp: list[int]
    stated: list[int]
    num: list[list[int]]  # counters and resources, numbered by the game's table
    shared: int  # bits of the columns in `num` that a clone may read too: copied before they are written
    zones: list[tuple[int, ...]]  # handles by zone id; a deck holds slots: 0 = not bound to a card yet
    pool: list[tuple[int, ...]]  # by deck: its handles that no slot is bound to, ascending
    kids: dict[int, tuple[int, ...]]  # host -> what lies on or under it, in order of arrival
    frames: list[Frame]  # what is still to do; the last one is next
    acts: dict[int, Act]  # the records of actions that something still refers to
    chain: tuple[int, ...]  # ids of the acts that are links, oldest first
    queue: tuple[Row, ...]  # what waits for its turn: triggers and the like
    mods: tuple[Row, ...]  # changes with an end: (what, ref, n, until, arg, nature of the cause, stamp)
    marks: dict[int, int]  # `mark_of` (period, key, ref) -> times
    periods: int  # bits of the periods in which something may have been counted
    passes: tuple[Row, ...]  # standing passes: (seat, window mask, until turn)
    vars: list[int]  # the game's own scalars, numbered by its table
    out: tuple[int, ...]  # seats that have lost, in the order of leaving
    asks: tuple[Row, ...]
    needs: tuple[Row, ...]
    answers: dict[int, Row]  # given at this rest, kept until all that are asked have answered
    ans: tuple[Row, ...]  # the answers of the last rest, in seat order
    got: tuple[Any, ...]  # what the last needs brought, in their order
    over: tuple[Any, ...]  # (places by seat, rule id) once the match has ended, else ()
    events: list[Row]  # of the present step, not part of the digest
    index: Index | None  # listeners and continuous effects in force; None = to be made again
    counted: bytes  # the hash of `num`, b"" once one of its columns was written

    def clone(self) -> State:
        """An independent copy; the rules and all tuples are shared, so are counters until one is written."""
        c = State.__new__(State)
        c.rules = self.rules
        c.seats = self.seats
        c.code = self.code[:]
        c.owner = self.owner  # made anew when it grows, never written
        c.ctrl = self.ctrl[:]
        c.zone = self.zone[:]
        c.face = self.face[:]
        c.host = self.host[:]
        c.role = self.role[:]
        c.inst = self.inst[:]
        c.since = self.since[:]
        c.stamp = self.stamp[:]
        c.stated = self.stated[:]
        c.num = self.num[:]
        c.shared = self.shared = -1
        c.zones = self.zones[:]
        c.pool = self.pool[:]
        c.kids = self.kids.copy()
        c.frames = self.frames[:]
        c.acts = {k: a[:] for k, a in self.acts.items()} if self.acts else {}
        c.chain = self.chain
        c.queue = self.queue
        c.mods = self.mods
        c.marks = self.marks.copy()
        c.periods = self.periods
        c.passes = self.passes
        c.vars = self.vars[:]
        c.out = self.out
        c.asks = self.asks
        c.needs = self.needs
        c.answers = self.answers.copy()
        c.ans = self.ans
        c.got = self.got
        c.over = self.over
        c.events = []
        c.index = self.index
        c.counted = self.counted
        c.active = self.active
        c.turn = self.turn
        c.phase = self.phase
        c.next_id = self.next_id
        return c

    rules: Rules  # the compiled rules of the game; what only one game has is read through its `rules_of`
    seats: int
    active: int  # the seat whose turn it is
    turn: int  # 0 during set-up
    phase: int
    next_id: int  # of asks, needs and acts alike


def ref(s: State, h: int) -> int:
    """The handle together with its incarnation, so that a card which left and came back is another one."""
    return s.inst[h] << INST_SHIFT | h


def mark_of(period: int, key: int, r: int) -> int:
    """(period, key, ref) as one number: one in ascending order is also the other."""
    return period << MARK_PERIOD | key << MARK_KEY | r


def mark_parts(mark: int) -> tuple[int, int, int]:
    """(period, key, ref) of a mark."""
    key = mark >> MARK_KEY & (1 << MARK_PERIOD - MARK_KEY) - 1
    return mark >> MARK_PERIOD, key, mark & (1 << MARK_KEY) - 1


def alive(s: State, r: int) -> bool:
    """Whether the incarnation that `r` names is still there."""
    return s.inst[r & HANDLE_MASK] == r >> INST_SHIFT


def seat_order(s: State, first: int) -> list[int]:
    """The seats still in the match in clockwise order, beginning with `first` or the next one after it."""
    after = s.rules.next_seat
    found = []
    for _ in range(s.seats):
        if first not in s.out:
            found.append(first)
        first = after(s, first)
    return found


def is_automaton(s: State, seat: int) -> bool:
    """Whether nobody plays a seat, so that the rules answer for it."""
    return bool(seat >= s.seats - s.rules.automata)
