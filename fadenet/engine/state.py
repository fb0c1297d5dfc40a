"""The public state of a match: columns of small ints indexed by handle, and a few rows of plain tuples.

Everything in here is known to every player at the table. A hidden card is a handle whose `code` is 0;
the knowledge of a single seat lives outside, in a `known` mapping. Nothing in a state is an object with a
life of its own, so a state can be cloned, digested, stored and resumed at every rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Frame = tuple[Any, ...]
Row = tuple[int, ...]
Move = tuple[Any, ...]
Act = list[Any]
Known = dict[int, int]
Codes = frozenset[int]
Frames = tuple[Callable[..., None], ...]  # what frames are called by, in the order of their numbers
Pickers = tuple[Callable[..., list[int]], ...]  # where asks have their options from, likewise

COLUMNS: Final[tuple[str, ...]] = (
    "code",
    "owner",
    "ctrl",
    "zone",
    "face",
    "host",
    "role",
    "inst",
    "since",
    "stamp",
    "stated",
)
"""One list of ints a column, indexed by handle (0 is nobody).

code: 1 + index in the card set, 0 = not public. owner, ctrl: seats. zone: id of the zone, -1 = nowhere.
face: 1 = face-up. host: the handle it lies on, 0 = none. role: how it does, ATTACHED, UNDER, TURNED or LAID.
inst: incarnation, rises when the card enters or leaves the field and when its commitment is replaced. since:
turn in which it entered. stamp: rises with every entry, for "oldest" and "newest". stated: number of the
statement that its owner made of it while it lies hidden, from 1 on; 0 = none.
"""

# Parts of a state that its clones share until one of them is written: bits of `shared`, `kept` and `stale`.
PART_CODE: Final = 0x1
PART_CTRL: Final = 0x2  # with owner
PART_ZONE: Final = 0x4  # with `zones` and `pool`
PART_FACE: Final = 0x8
PART_HOST: Final = 0x10  # with role and `kids`
PART_INST: Final = 0x20  # with since and stamp
PART_STATED: Final = 0x40
PART_MARKS: Final = 0x80
PART_NUM: Final = 0x100  # the first of `num`; the others follow
EVERY_PART: Final = -1

ATTACHED: Final = 1
UNDER: Final = 2
TURNED: Final = 3  # it lies there turned sideways, without any effect
LAID: Final = 4  # it lies in a place that is not one for such cards, without any effect

INST_SHIFT: Final = 16
HANDLE_MASK: Final = (1 << INST_SHIFT) - 1
NO_INST: Final = 0x7FFF << INST_SHIFT  # an incarnation that no card ever reaches
# Where key and period begin in a mark, above a ref.
MARK_KEY: Final = 31
MARK_PERIOD: Final = 59

# Kinds of asks (decisions) and of needs.
ACT: Final = 0
RESPOND: Final = 1
PICK: Final = 2
MODE: Final = 3
AMOUNT: Final = 4
ORDER: Final = 5
PAY: Final = 6
CONFIRM: Final = 7
ASK_WORDS: Final[tuple[str, ...]] = ("act", "respond", "pick", "mode", "amount", "order", "pay", "confirm")
POOL: Final = 0
BIND: Final = 1
TAKE: Final = 2
OPEN: Final = 3
RECOMMIT: Final = 4
TOSS: Final = 5
NEED_WORDS: Final[tuple[str, ...]] = ("pool", "bind", "take", "open", "recommit", "toss")
ALL: Final = -1  # the least number of cards of a `take` that leaves nothing that fits

# Places of an event row, see `atoms`; some events say more from the last one on.
ROW_EVENT: Final = 0
ROW_CARD: Final = 1
ROW_REF: Final = 2
ROW_SEAT: Final = 3
ROW_ACT: Final = 4
ROW_N: Final = 5
ROW_MORE: Final = 6


class Ask(NamedTuple):
    """An answer that a seat owes, never the options that it has.

    lo, hi: how many are to be picked, or between which numbers one is chosen. window: that of a round of
    answers. sealed: whether the answers of all stay hidden until all have answered. picker, data: where the
    options come from, a place in `Rules.pickers` and what it is called with.
    """

    id: int
    seat: int
    kind: int
    lo: int
    hi: int
    window: int
    sealed: int
    picker: int
    data: tuple[int, ...]


class TableNeed(NamedTuple):
    """A value that the table owes. who: the seat that owes it, -1 = everybody. For n and items see
    `needs.supply`."""

    id: int
    kind: int
    who: int
    deck: int
    n: int
    items: tuple[int, ...]


class Waiting(NamedTuple):
    """A row of the queue: something that waits until no chain is running, or joins the running one.

    kind: its class, Q_JOIN and so on. ability: its number, below 0 for what uses no chain. src: ref of its
    source. event: the event row that set it off, or what the game keeps there. stamp: rises with every row.
    """

    kind: int
    seat: int
    ability: int
    src: int
    event: tuple[Any, ...]
    stamp: int


class Mod(NamedTuple):
    """A change with an end, of the card or body `target` (a ref, 0 = the amount alone says what changes).

    what: the quantity. until, arg: when it ends. nature: what its cause is, of which a card may be kept free.
    """

    what: int
    target: int
    n: int
    until: int
    arg: int
    nature: int
    stamp: int


class InForce:
    """The abilities in force, as everybody may read them who sees a state: see `policies.Index`."""

    __slots__ = ("asking", "changes", "left_out", "look", "memo", "muted", "statics")

    statics: dict[int, list[tuple[int, Any]]]
    muted: frozenset[int]
    changes: frozenset[int]
    memo: dict[Any, Any]
    look: dict[Any, Any] | None
    asking: dict[int, list[tuple[int, int]]]
    left_out: int


@dataclass(slots=True)
class Printed:
    """The printed part of a card: see `card.Card`."""

    code: int
    slug: str
    name: str
    types: int
    stats: tuple[int, ...]
    traits: int = 0
    keywords: tuple[int, ...] = ()
    words: frozenset[str] = frozenset()
    text: str = ""


class Tables:
    """The rules as everybody may read them who sees a state; `rules_of` gives the whole `Rules`."""

    # Words and numbers.
    cites: dict[str, str]  # by reason the ids of the rules that the kernel and the table refer to
    verbs: tuple[str, ...]  # words of the moves by number
    keys: tuple[str, ...]  # words of named arguments by number; 0 = a bare number
    key_words: dict[int, tuple[str, ...]]  # words of a key's values by number
    events: tuple[str, ...]
    use_marks: tuple[int, int]  # period, and number of ability 0, of the marks that count uses of abilities
    lasts: int  # the period of the marks that keep what cards had that have left (`lasting`), -1 = nothing
    denials: int  # the period of the marks that keep what passes state of hidden cards, -1 = nothing
    first_keyword: int  # the quantity that is keyword 0
    barring: int  # the keyword that holds a mask of `Card.types`: sources that cannot touch the card
    gains: Mapping[int, int]  # by quantity the column whose counters add to it
    losses: Mapping[int, int]  # by quantity the column whose counters take away from it
    token_types: int  # bits of `Card.types`: cards that are gone for good when they leave the field
    joining: frozenset[int]  # events whose triggers join the running chain
    end_move: Move  # how a free choice is given up: the pass of the kernel, or a verb of the game
    timeout: Move  # what the node of a seat answers that is out of time
    listed_max: int  # ways to choose targets that are listed for one use; all others are as legal
    # The printed parts of cards. By what is printed: the codes of those that are of some types (bits of
    # `Card.types`), that have a keyword, of which a statement is true (0: all).
    cards: Sequence[Printed]
    of_types: Mapping[int, Codes]
    printing: Mapping[int, Codes]
    meeting: Mapping[int, Codes]
    # Places of functions, and the hearers of events.
    frames: list[Callable[..., None]]
    pickers: list[Callable[..., list[int]]]
    heads: Mapping[Callable[..., None], tuple[int]]  # by function, what its frames begin with
    numbered: Mapping[Callable[..., list[int]], int]  # by function, its place among the pickers
    hearers: list[tuple[Callable[[State, Row], None], ...]]  # by event, what is told of its rows
    # Seats and zones.
    automata: int  # seats that nobody plays, the last ones; `automaton` answers for them
    automata_last: bool  # in every order that does not begin with one these come after all players
    sides: tuple[int, ...]  # by seat; teammates share one
    decks_per_seat: int
    zone_letters: tuple[str, ...]  # by kind of zone
    zones_per_seat: int
    on_field: list[bool]  # by zone, at last for nowhere
    deck_kind: int  # kinds of zones that effects of every game know
    hand_kind: int
    discard_kind: int
    # Answers of the policies that are asked for below them, or at every step.
    next_seat: Callable[[State, int], int]
    leaving: Callable[[State, int], None]
    keeps_index: Callable[[State, int, int, int], bool]
    index_of: Callable[[State], InForce]
    check_state: Callable[[State], bool]
    gap_is_due: Callable[[State], bool]

    def side(self, s: State, seat: int) -> int:
        """The side on which a seat plays: seats of one side win and lose together."""
        return self.sides[seat]

    def opposed(self, s: State, seat: int, other: int) -> bool:
        """Whether two seats play on different sides."""
        return self.side(s, seat) != self.side(s, other)

    def body(self, seat: int) -> int:
        """The handle that stands for a seat itself."""
        return seat + 1

    def zone_id(self, seat: int, kind: int) -> int:
        return seat * self.zones_per_seat + kind

    def zone_kind(self, zone: int) -> int:
        return zone % self.zones_per_seat if zone >= 0 else -1

    def deck_zone(self, deck: int) -> int:
        """The zone in which a deck's slots lie: by default that of its seat's only deck."""
        return deck * self.zones_per_seat + self.deck_kind

    def picker_number(self, pick: Callable[..., list[int]]) -> int:
        """The number under which a function stands in the table of pickers."""
        return self.numbered[pick]


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
        "indexing",
        "kept",
        "kids",
        "marks",
        "mods",
        "needs",
        "next_id",
        "num",
        "out",
        "over",
        "packed",
        "passes",
        "peeked",
        "periods",
        "phase",
        "pool",
        "queue",
        "rules",
        "seats",
        "shared",
        "stale",
        "turn",
        "vars",
        "witnesses",
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
    zones: list[tuple[int, ...]]  # handles by zone id; a deck holds slots: 0 = not bound to a card yet
    pool: list[tuple[int, ...]]  # by deck: its handles that no slot is bound to, ascending
    kids: dict[int, tuple[int, ...]]  # host -> what lies on or under it, in order of arrival
    frames: list[Frame]  # what is still to do; the last one is next
    acts: dict[int, Act]  # the records of actions that something still refers to
    chain: tuple[int, ...]  # ids of the acts that are links, oldest first
    queue: tuple[Waiting, ...]  # what waits for its turn: triggers and the like
    mods: tuple[Mod, ...]  # changes with an end
    marks: dict[int, int]  # `mark_of` (period, key, ref) -> times
    periods: int  # bits of the periods in which something may have been counted
    passes: tuple[tuple[int, int, int], ...]  # standing passes: (seat, window mask, until turn)
    vars: tuple[int, ...]  # the game's own scalars, numbered by its table
    out: tuple[int, ...]  # seats that have lost, in the order of leaving
    asks: tuple[Ask, ...]
    needs: tuple[TableNeed, ...]
    answers: dict[int, Move]  # given at this rest, kept until all that are asked have answered
    ans: tuple[Move, ...]  # the answers of the last rest, in seat order
    got: tuple[Any, ...]  # what the last needs brought, in their order
    over: tuple[Any, ...]  # (places by seat, rule id) once the match has ended, else ()
    events: list[Row]  # of the present step, not part of the digest
    witnesses: tuple[Callable[[State, Row], None], ...]  # told of each event as it happens; a copy has none
    peeked: tuple[int, ...]  # the hidden cards whose code stands in `code` only while a move is checked
    index: InForce | None  # listeners and continuous effects in force; None = to be made again
    indexing: bool  # whether the index is being made
    shared: int  # bits of the parts that a clone may read too: copied before they are written
    kept: int  # bits of the parts that have not been written since they were shared or packed
    stale: int  # bits of the parts, among those kept, that were written since they were packed
    counted: bytes  # the hash of `num` in the last digest
    packed: list[bytes]  # by part its bytes in the last digest; made anew by each, never written

    def clone(self) -> State:
        """An independent copy: whatever is large is shared until one of the two writes it."""
        c = State.__new__(State)
        c.rules = self.rules
        c.seats = self.seats
        c.code = self.code
        c.owner = self.owner
        c.ctrl = self.ctrl
        c.zone = self.zone
        c.face = self.face
        c.host = self.host
        c.role = self.role
        c.inst = self.inst
        c.since = self.since
        c.stamp = self.stamp
        c.stated = self.stated
        c.num = self.num.copy()
        c.zones = self.zones
        c.pool = self.pool
        c.kids = self.kids
        c.frames = self.frames.copy()
        c.acts = {k: a[:] for k, a in self.acts.items()} if self.acts else {}
        c.chain = self.chain
        c.queue = self.queue
        c.mods = self.mods
        c.marks = self.marks
        c.periods = self.periods
        c.passes = self.passes
        c.vars = self.vars
        c.out = self.out
        c.asks = self.asks
        c.needs = self.needs
        c.answers = self.answers.copy() if self.answers else {}
        c.ans = self.ans
        c.got = self.got
        c.over = self.over
        c.events = []
        c.witnesses = ()
        c.peeked = self.peeked
        c.index = self.index
        c.indexing = False
        c.stale = self.stale = self.stale | ~self.kept
        c.kept = c.shared = self.kept = self.shared = EVERY_PART
        c.counted = self.counted
        c.packed = self.packed
        c.active = self.active
        c.turn = self.turn
        c.phase = self.phase
        c.next_id = self.next_id
        return c

    # Before a part that is kept is written, it is made this state's own.

    def own_code(self) -> None:
        """No clone reads `code` any longer."""
        self.kept ^= PART_CODE
        if self.shared & PART_CODE:
            self.shared ^= PART_CODE
            self.code = self.code.copy()

    def own_ctrl(self) -> None:
        """No clone reads `ctrl` any longer."""
        self.kept ^= PART_CTRL
        if self.shared & PART_CTRL:
            self.shared ^= PART_CTRL
            self.ctrl = self.ctrl.copy()

    def own_zone(self) -> None:
        """No clone reads `zone`, `zones` and `pool` any longer."""
        self.kept ^= PART_ZONE
        if self.shared & PART_ZONE:
            self.shared ^= PART_ZONE
            self.zone, self.zones, self.pool = self.zone.copy(), self.zones.copy(), self.pool.copy()

    def own_face(self) -> None:
        """No clone reads `face` any longer."""
        self.kept ^= PART_FACE
        if self.shared & PART_FACE:
            self.shared ^= PART_FACE
            self.face = self.face.copy()

    def own_host(self) -> None:
        """No clone reads `host`, `role` and `kids` any longer."""
        self.kept ^= PART_HOST
        if self.shared & PART_HOST:
            self.shared ^= PART_HOST
            self.host, self.role, self.kids = self.host.copy(), self.role.copy(), self.kids.copy()

    def own_inst(self) -> None:
        """No clone reads `inst`, `since` and `stamp` any longer."""
        self.kept ^= PART_INST
        if self.shared & PART_INST:
            self.shared ^= PART_INST
            self.inst, self.since, self.stamp = self.inst.copy(), self.since.copy(), self.stamp.copy()

    def own_stated(self) -> None:
        """No clone reads `stated` any longer."""
        self.kept ^= PART_STATED
        if self.shared & PART_STATED:
            self.shared ^= PART_STATED
            self.stated = self.stated.copy()

    def own_marks(self) -> None:
        """No clone reads `marks` any longer."""
        self.kept ^= PART_MARKS
        if self.shared & PART_MARKS:
            self.shared ^= PART_MARKS
            self.marks = self.marks.copy()

    def own_num(self, k: int) -> list[int]:
        """A numbered column to be written: no clone reads it any longer."""
        bit = PART_NUM << k
        if self.kept & bit:
            self.kept ^= bit
            if self.shared & bit:
                self.shared ^= bit
                self.num[k] = self.num[k].copy()
        return self.num[k]

    rules: Tables  # the compiled rules of the game; all of them are read through its `rules_of`
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
    if s.rules.automata_last and found and not is_automaton(s, found[0]):
        found.sort(key=lambda seat: is_automaton(s, seat))
    return found


def is_automaton(s: State, seat: int) -> bool:
    """Whether nobody plays a seat, so that the rules answer for it."""
    return seat >= s.seats - s.rules.automata


def is_absent(s: State, seat: int) -> bool:
    """Whether the rules answer for a seat, as it is out or an automaton."""
    return seat in s.out or is_automaton(s, seat)
