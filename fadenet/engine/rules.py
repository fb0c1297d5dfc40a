"""What the kernel needs to know of a game: compiled tables and the hooks that a game fills in.

A game makes one `Rules` object from its data files; it holds everything that never changes during a match,
and is shared by all states. Its `hash` is what two nodes compare before they play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fadenet.engine.acts import probe
from fadenet.engine.errors import Illegal
from fadenet.engine.state import INST_SHIFT, Act, Known, Row, State

Move = tuple[Any, ...]
Amount = Callable[[State, Act], int]
Select = Callable[[State, Act], list[int]]
Test = Callable[[State, Act], bool]
CardTest = Callable[[State, Act, int], bool]
Instruction = tuple[Callable[..., None], tuple[Any, ...]]

# Classes of rows in the queue.
Q_JOIN, Q_WAIT, Q_SHOW = range(3)


@dataclass(slots=True)
class Slot:
    """One choice of targets of an ability: between `lo` and `hi` of what `candidates` gives."""

    candidates: Select
    lo: int
    hi: int
    text: str
    reach: bool = False
    untargeted: bool = False  # chosen, but the card is not "targeted" (what is given up as a cost)


@dataclass(slots=True)
class Static:
    """A continuous effect: while its source works, it changes `what` by `amount` on what `scope` accepts."""

    what: int
    scope: CardTest
    amount: Amount
    condition: Test | None
    op: int  # 0 = add, 1 = set, 2 = halve
    text: str


@dataclass(slots=True)
class Ability:
    """One ability of a card, compiled. `kind` is one of the words of `ABILITY_KINDS`."""

    number: int
    code: int
    kind: str
    text: str
    event: int = -1
    hidden: bool = False  # works from the hand, if its owner shows the card
    condition: Test | None = None
    may: bool = False
    cost: tuple[tuple[int, int], ...] = ()  # (numbered column, amount), paid by the seat's body
    self_cost: tuple[tuple[int, int], ...] = ()  # (numbered column, amount), paid by the card itself
    slots: tuple[Slot, ...] = ()
    program: int = -1
    answers: CardTest | None = None  # which link of the chain it may name: the third argument is an act id
    static: Static | None = None
    keyword: int = -1  # the keyword under which it is printed, -1 = none
    limit: int = 0  # uses per turn, 0 = no limit of its own
    tags: frozenset[str] = frozenset()  # declared categories, computed from the program's ops
    extra: dict[str, Any] = field(default_factory=dict)


ABILITY_KINDS = ("use", "enter", "trigger", "activate", "static")


@dataclass(slots=True)
class Card:
    """A card of the set, shared by all copies of it."""

    code: int
    slug: str
    name: str
    types: int
    stats: tuple[int, ...]
    traits: int
    keywords: tuple[int, ...]
    words: frozenset[str]
    abilities: tuple[Ability, ...]
    by_event: dict[int, tuple[Ability, ...]]
    text: str
    extra: dict[str, Any]


@dataclass(slots=True)
class Index:
    """What is in force, derived from the state: listeners by event, continuous effects by what changes."""

    listeners: dict[int, list[tuple[int, Ability]]]
    statics: dict[int, list[tuple[int, Ability]]]
    muted: frozenset[int]
    changes: frozenset[int] = frozenset()  # what any continuous effect or change with an end alters


class Rules:
    """Base of a game's compiled rules. Hooks that raise NotImplementedError are the game's to fill."""

    name = ""
    hash = b""
    card_hash = b""
    verbs: tuple[str, ...] = ()  # words of the moves by number
    end_move: Move = (0,)  # how a free choice is given up: the pass of the kernel, or a verb of the game
    keys: tuple[str, ...] = ("",)  # words of named arguments by number; 0 = a bare number
    key_words: dict[int, tuple[str, ...]] = {}  # noqa: RUF012 - words of a key's values by number
    phases: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    zone_letters: tuple[str, ...] = ()  # by kind of zone
    zone_names: tuple[str, ...] = ()
    decks_per_seat = 1
    numbers = 0  # numbered columns (counters and resources)
    seat_counts: Sequence[int] = (2,)  # how many may play
    scalars = 0  # the game's own variables in `State.vars`
    joining: frozenset[int] = frozenset()  # events whose triggers join the running chain

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.by_slug: dict[str, Card] = {}
        self.abilities: list[Ability] = []
        self.programs: list[tuple[Instruction, ...]] = []
        self.frames: list[Callable[..., None]] = []
        self.pickers: list[Callable[..., list[int]]] = []
        self.on_field: list[bool] = []
        self.zones_per_seat = len(self.zone_letters)
        self.hidden_events: frozenset[int] = frozenset()
        self.predicates: list[Callable[[Card], bool]] = []
        self.predicate_texts: list[str] = []

    # What the kernel asks of a game.

    def begin(self, s: State) -> None:
        """Prime the frames of a new state."""
        raise NotImplementedError

    def acting_options(self, s: State, seat: int, known: Known) -> list[Move]:
        """Every legal move at an `act` or `respond` ask, in canonical order."""
        raise NotImplementedError

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        """Why an `act` or `respond` move is refused, its hidden cards being open; None = legal."""
        raise NotImplementedError

    def perform(self, s: State, seat: int, move: Move) -> None:
        """Carry out a legal `act` or `respond` move other than a pass."""
        raise NotImplementedError

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """The handles that a move shows, among those that are not public yet."""
        raise NotImplementedError

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether public facts leave a seat any answer in this window."""
        raise NotImplementedError

    def resolve(self, s: State, act: Act) -> None:
        """Push the frames that carry out a link."""
        raise NotImplementedError

    def link_done(self, s: State, act: Act) -> None:
        """A link has been carried out or dropped: put its card where it belongs."""
        raise NotImplementedError

    def check_state(self, s: State) -> bool:
        """One pass of the state check; True if anything changed or frames were pushed."""
        raise NotImplementedError

    def lose(self, s: State, seat: int, rule: str) -> None:
        """A seat has lost."""
        raise NotImplementedError

    def on_link(self, s: State, act: Act) -> None:
        """A link has just been added: report what it targets, push what happens before anybody answers."""
        raise NotImplementedError

    def gap_is_due(self, s: State) -> bool:
        """Whether the others are to be asked now that nothing waits any more."""
        raise NotImplementedError

    def offer(self, s: State, row: Row) -> None:
        """Ask a seat whether it shows a hidden card for what has happened."""
        raise NotImplementedError

    def upkeep(self, s: State, row: Row) -> None:
        """Carry out a waiting row that uses no chain (its ability number is below 0)."""
        raise NotImplementedError

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int) -> bool:
        """A last look at a triggered ability before it goes on the chain, limits of use included."""
        return True

    def count_use(self, s: State, ability: Ability, src: int) -> None:
        """An ability that its player chose to use has been used."""

    def leaving(self, s: State, h: int) -> None:
        """A card is about to leave the field."""

    def vouched(self, s: State, move: Move) -> int:
        """The number of the statement about a hidden card that a move makes, 0 = none."""
        return 0

    def deck_fault(self, decks: Sequence[Sequence[int]]) -> str | None:
        """The id of the first rule that a seat's deck list breaks, None for a legal one."""
        raise NotImplementedError

    def build_index(self, s: State) -> Index:
        """Collect listeners and continuous effects of all cards that work right now."""
        raise NotImplementedError

    def muted_listener(self, s: State, h: int, ability: Ability) -> bool:
        """Whether something keeps a listener from triggering although it is in the index."""
        return False

    def targetable(self, s: State, act: Act, h: int) -> bool:
        """Whether an action may choose this card or body as its target."""
        return True

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        """What may be chosen next for a slot of an act, what it has chosen already being in its targets."""
        return [h for h in slot.candidates(s, act) if slot.untargeted or self.targetable(s, act, h)]

    def endless(self, s: State) -> None:
        """Frames have run for too long without a rest: end the match."""
        raise NotImplementedError

    def prepare(self, s: State, act: Act) -> None:
        """A triggered ability has become an act: fill in what the game keeps there."""

    def dropped(self, s: State, act: Act) -> None:
        """A triggered ability found no legal target and does nothing."""

    def unasked(self, s: State, seat: int) -> str:
        """The rule that keeps a seat from answering, or from answering in that way, now."""
        return "turn.definition"

    def touched(self, s: State, act: Act, h: int) -> bool:
        """Whether an effect of this action can do anything to this card or body."""
        return True

    # What all games share.

    def body(self, seat: int) -> int:
        """The handle that stands for a seat itself."""
        return seat + 1

    def zone_id(self, seat: int, kind: int) -> int:
        return seat * self.zones_per_seat + kind

    def zone_kind(self, zone: int) -> int:
        return zone % self.zones_per_seat if zone >= 0 else -1

    def deck_zone(self, deck: int) -> int:
        """The zone in which a deck's slots lie."""
        raise NotImplementedError

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; else its owner chooses among them."""
        return True

    def index_of(self, s: State) -> Index:
        index = s.index
        if index is None:
            index = s.index = self.build_index(s)
        return index  # type: ignore[no-any-return]

    def listen(self, s: State, row: Row) -> None:
        """Queue what an event triggers. Rows: (class, seat, ability, source ref, event row, stamp)."""
        event = row[0]
        listeners = (s.index or self.index_of(s)).listeners.get(event)
        if listeners:
            for h, ability in listeners:
                self.trigger(s, h, ability, row)
        if event in self.hidden_events and s.turn:
            self.occasion(s, row)

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        """Queue one triggered ability if its condition holds at the event."""
        seat = s.ctrl[h]
        src = s.inst[h] << INST_SHIFT | h
        condition = ability.condition
        if condition is not None and not condition(s, probe(seat, src, src, ability.number, row)):
            return
        if self.muted_listener(s, h, ability):
            return
        kind = Q_JOIN if row[0] in self.joining else Q_WAIT
        s.next_id += 1
        s.queue = (*s.queue, (kind, seat, ability.number, src, row, s.next_id))

    def occasion(self, s: State, row: Row) -> None:
        """Queue the chance to show a hidden card that an event would trigger; by default no game has any."""

    def describe_event(self, s: State, row: Row) -> str:
        """One line of the log for an event row, "" for one that says nothing to a player."""
        return ""

    def code_of(self, slug: str) -> int:
        return self.by_slug[slug].code
