"""The questions of the engine to a game: one class for each part of a match.

A game puts one of each into its `Rules`. `Course`, `Links`, `Triggers`, `Effects`, `Hidden`, `Stakes` and
`Automata` hold what most games answer, and a game derives from those that it answers differently. `Moves` and
`Book` say only what is asked: the kit has a class for each (`kit.moves`, `kit.books`), and a game may write
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_ID, A_SEAT, A_TARGETS, probe
from fadenet.engine.card import Ability, Slot
from fadenet.engine.choices import Bunch
from fadenet.engine.errors import Illegal
from fadenet.engine.line import Line
from fadenet.engine.state import (
    HANDLE_MASK,
    INST_SHIFT,
    MARK_KEY,
    MARK_PERIOD,
    RESPOND,
    ROW_EVENT,
    Act,
    Ask,
    Codes,
    InForce,
    Known,
    Move,
    Row,
    State,
    TableNeed,
    Tables,
    Waiting,
)

# Classes of rows in the queue; those of a game lie between. The second four are chances that a seat takes or
# leaves: to add a link to the chain that is being built; to start one when nothing else waits; those of the
# latter that are being offered; and further ones of what has been offered, once the others have had theirs.
Q_JOIN: Final = 0
Q_WAIT: Final = 1
Q_SHOW: Final = 2
Q_OFFER: Final = 16
Q_LATER: Final = 17
Q_DUE: Final = 18
Q_AGAIN: Final = 19

# Stakes of a seat, see `Stakes.stake`.
UNTOUCHED: Final = -1
TOUCHED: Final = 0
ATTACKED: Final = 1

DeckFault = tuple[str, str]
"""A rule that a deck list breaks, by its id, and a sentence that says how."""


class Index(InForce):
    """The abilities in force, derived from the state: listeners by event, continuous effects by what changes.

    It holds while the same cards lie face-up on the field on the same sides, and so does what is in `memo`.
    """

    __slots__ = ("listeners",)

    statics: dict[int, list[tuple[int, Ability]]]

    def __init__(
        self,
        listeners: dict[int, list[tuple[int, Ability]]],
        statics: dict[int, list[tuple[int, Ability]]],
        muted: frozenset[int],
        changes: frozenset[int] = frozenset(),
    ) -> None:
        self.listeners = listeners
        self.statics = statics
        self.muted = muted
        self.changes = changes  # what any continuous effect or change with an end alters
        self.memo = {}  # what has been worked out of those cards alone
        self.look = None  # while moves are listed, what has been worked out of the state
        # By quantity the continuous effects, as (card, ability), of which it is being worked out how they
        # change it: what these ask of the same quantity is without them (see `looking.left_out`).
        self.asking = {}
        self.left_out = 0  # how often one of them was


class Course:
    """How a match begins, goes round and ends."""

    def begin(self, s: State) -> None:
        """Prime the frames of a new state."""
        raise NotImplementedError

    def next_seat(self, s: State, seat: int) -> int:
        """The seat whose turn comes after this one's: by default clockwise."""
        return (seat + 1) % s.seats

    def unasked(self, s: State, seat: int) -> str:
        """The rule that keeps a seat from answering, or from answering in that way, now."""
        cites = s.rules.cites
        if not s.turn:
            moment = "set-up"
        elif not s.chain:
            moment = "moves" if seat == s.active else "waiting"
        elif "own-link" in cites and s.acts[s.chain[-1]][A_SEAT] == seat:
            moment = "own-link"
        else:
            moment = "order" if any(a.kind == RESPOND for a in s.asks) else "closed"
        return cites[moment]

    def check_state(self, s: State) -> bool:
        """One pass of the state check; True if anything changed or frames were pushed."""
        raise NotImplementedError

    def lose(self, s: State, seat: int, rule: str) -> None:
        """A seat has lost."""
        raise NotImplementedError

    def endless(self, s: State) -> None:
        """Frames have run for too long without a rest: end the match."""
        raise NotImplementedError


class Moves(Protocol):
    """The moves of a seat at an `act` or `respond` ask, and how they are carried out."""

    def bunches(self, s: State, ask: Ask, known: Known) -> Sequence[Bunch]:
        """Every legal answer to an ask that is owed, in canonical order (see `choices`)."""

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        """Why a move is refused, its hidden cards being open; None = legal."""

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether public facts leave a seat any answer in this window."""

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """The handles that a move shows, among those that are not public yet."""

    def vouched(self, s: State, move: Move) -> int:
        """The number of the statement about a hidden card that a move makes, 0 = none."""

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        """The statements that an answer makes of hidden cards that must act if they can: (handle, codes that
        it has none of)."""

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        """The answer in a window of a seat whose time is over: the pass, unless it must act."""

    def perform(self, s: State, seat: int, move: Move) -> None:
        """Carry out a legal move other than a pass."""

    def resolve(self, s: State, act: Act) -> None:
        """Push the frames that carry out a link."""

    def occasion(self, s: State, row: Row) -> None:
        """Queue the chance to show a hidden card that an event would trigger."""

    def offer(self, s: State, row: Waiting) -> None:
        """Ask a seat whether it shows a hidden card for what has happened."""


class Stakes:
    """The stakes of a seat that passes in advance in the chances of others' turns (see `standing`)."""

    def stake(self, s: State, seat: int, window: int) -> int:
        """The stake of a seat in what can be answered in a window, as all can see it: an attack of n on
        something of its side is `ATTACKED` + n.

        Else it is that of the newest link: `TOUCHED` if that comes from another side and is on something of
        its own, is an effect on nobody by name, or answers a link of its own, and otherwise `UNTOUCHED`.
        """
        if not s.chain:
            return UNTOUCHED
        act, side = s.acts[s.chain[-1]], s.rules.side(s, seat)
        if s.rules.side(s, act[A_SEAT]) == side:
            return UNTOUCHED
        on = [s.rules.side(s, s.ctrl[r & HANDLE_MASK]) for r in act[A_TARGETS]]
        mine = any(s.acts[n][A_SEAT] == seat for n in s.chain[:-1])
        return TOUCHED if mine or side in on or (not on and act[A_ABILITY] >= 0) else UNTOUCHED

    def meet(self, s: State, seat: int, window: int) -> Move:
        """The answer in a round of asking of a seat that has ordered that attacks are met; () = it passes. It
        follows from what everybody sees."""
        return ()

    def ready(self, s: State, seat: int, known: Known, window: int) -> bool:
        """Whether a seat that knows these of its hidden cards may come to use something in such a window:
        False only if none of the cards that it has now could be used there."""
        return True


class Links:
    """Hooks around the links of a chain."""

    def added(self, s: State, act: Act) -> None:
        """A link has just been added: report what it targets, push what happens before anybody answers."""

    def asked_after(self, s: State, act: Act) -> int:
        """How many seats are asked after a link, from the one after its player on; 0 closes the chain."""
        return s.seats

    def reopens(self, s: State) -> bool:
        """Whether all seats are asked again before the next link of a chain is carried out."""
        return False

    def done(self, s: State, act: Act) -> None:
        """A link has been carried out or dropped: put its card where it belongs."""
        raise NotImplementedError

    def chain_done(self, s: State) -> None:
        """A chain has been carried out: push what comes before anything that waits."""

    def lapsed(self, s: State, act: Act) -> bool:
        """Whether a link whose turn has come does nothing after all."""
        return False

    def recheck(self, s: State, act: Act) -> None:
        """The ability of an act is about to be carried out: look at its targets again."""

    def gap_is_due(self, s: State) -> bool:
        """Whether the others are to be asked now that nothing waits any more."""
        return False


class Triggers:
    """The listeners to events, and the way of a triggered ability to the chain."""

    def build_index(self, s: State) -> Index:
        """Collect listeners and continuous effects of all cards that work right now."""
        raise NotImplementedError

    def index_of(self, s: State) -> Index:
        """The index of this state, built if there is none.

        While it is found out which cards work, nothing is in force: what that depends on is as it is printed.
        """
        index = s.index
        if index is None:
            if s.indexing:
                return Index({}, {}, frozenset())
            s.indexing = True
            try:
                index = s.index = self.build_index(s)
            finally:
                s.indexing = False
        return index  # type: ignore[return-value]  # `build_index` made it

    def keeps_index(self, s: State, h: int, was: int, now: int) -> bool:
        """Whether the index is the same when a card goes to another place, or has another number.

        was, now: the zones of where it lies face-up on the field, or of what it lies on, -1 = of a body.
        """
        return False

    def watch(self, s: State, row: Row) -> None:
        """One of the events that the game itself listens to."""

    def listen(self, s: State, row: Row) -> None:
        """Queue what an event triggers."""
        for h, ability in self.index_of(s).listeners.get(row[ROW_EVENT], ()):
            self.trigger(s, h, ability, row)

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        """Queue one triggered ability if its condition holds at the event."""
        seat = s.ctrl[h]
        src = s.inst[h] << INST_SHIFT | h
        condition = ability.condition
        if condition is not None and not condition(s, probe(seat, src, src, ability.number, row)):
            return
        if self.muted_listener(s, h, ability):
            return
        atoms.enqueue(s, self.waits_as(s, ability, row[ROW_EVENT]), seat, ability.number, src, row)

    def waits_as(self, s: State, ability: Ability, event: int) -> int:
        """The class of the row in which a triggered ability waits."""
        return Q_JOIN if event in s.rules.joining else Q_WAIT

    def muted_listener(self, s: State, h: int, ability: Ability) -> bool:
        """Whether something keeps a listener from triggering although it is in the index."""
        return False

    def gathers(self, s: State, kind: int, ability: int) -> bool:
        """Whether waiting rows like this share one chain with those of the same event."""
        return False

    def foremost(self, s: State, rows: list[Waiting]) -> list[Waiting]:
        """Those of the rows that wait to join the chain which do so ahead of the others."""
        return rows

    def speaks(self, s: State, row: Waiting) -> list[Act]:
        """The acts that a waiting row is going to be, as records to be looked at: its ability may speak of
        cards that are about to leave.
        """
        if row.ability < 0 or not row.src:
            return []
        return [probe(row.seat, row.src, row.src, row.ability, row.event)]

    def due(self, s: State) -> list[Act]:
        """Such records of all else that has been set off and waits beside the queue."""
        return []

    def upkeep(self, s: State, row: Waiting) -> None:
        """Carry out a waiting row that uses no chain (its ability number is below 0)."""
        raise NotImplementedError

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int, event: Row) -> bool:
        """A last look at a triggered ability before it goes on the chain, limits of use included."""
        if ability.limit and uses(s, ability, src) >= ability.limit:
            return False
        if not ability.may:
            count_use(s, ability, src)
        return True

    def prepare(self, s: State, act: Act) -> None:
        """A triggered ability has become an act: fill in what the game keeps there."""

    def at_once(self, s: State, act: Act) -> bool:
        """Carry out a triggered ability that does not make a link of its own; returns whether it is such."""
        return False

    def dropped(self, s: State, act: Act) -> None:
        """A triggered ability found no legal target and does nothing."""


class Effects:
    """The cards and bodies that an action may choose and affect, and what effects do to cards."""

    def targetable(self, s: State, act: Act, h: int) -> bool:
        """Whether an action may choose this card or body as its target."""
        return True

    def touched(self, s: State, act: Act, h: int) -> bool:
        """Whether an effect of this action can do anything to this card or body."""
        return True

    def figures(self, s: State, h: int) -> dict[str, int]:
        """The figures of a public card or a body as they stand now, by their words; those of 0 may be left
        out. {} for what has none where it lies."""
        return {}

    def reached(self, s: State, act: Act, there: Sequence[int]) -> None:
        """An effect of an action is carried out on these cards and bodies."""

    def nature(self, s: State, act: Act) -> int:
        """The nature of an action, as bits that a card may be kept free of: a change with an end keeps it."""
        return 0

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        """The handles that may be chosen next for a slot of an act; its targets hold those chosen before."""
        return [h for h in slot.candidates(s, act) if slot.untargeted or self.targetable(s, act, h)]

    def in_any_order(self, act: Act, slot: Slot) -> bool:
        """Whether several targets of a slot are named in any order, each deciding what may be next.

        Else all come from what may be chosen for the first of them, in the order in which it is given.
        """
        return False

    def leaving(self, s: State, h: int) -> None:
        """A card is about to leave the field, and what that sets off waits already."""

    def stays(self, s: State, h: int) -> bool:
        """Whether a card stays where it is, whatever an effect would do to move it."""
        return False

    def shed(self, s: State, h: int, act_id: int) -> None:
        """A card is about to be put into a pile by an effect: what lies on it goes where it belongs."""

    def put_counters(self, s: State, act: Act, h: int, column: int, n: int) -> bool:
        """An effect puts n counters on a card or body, or takes -n away; False if it is not affected."""
        atoms.put(s, column, h, n, act[A_ID], act[A_SEAT])
        return True

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """When a change of a card ends that an effect makes now: (until, arg) of `State.mods`."""
        return until, s.turn

    def change(self, s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
        """An effect changes a value of a card or body until some moment."""
        ends = self.ending(s, act, h, until)
        atoms.modify(s, what, s.inst[h] << INST_SHIFT | h, n, ends, self.nature(s, act), act[A_ID])


class Hidden:
    """The statements about hidden cards, and whether they hold."""

    def is_true(self, s: State, h: int, code: int) -> bool:
        """Whether what its owner stated of a hidden card holds, now that it is to be opened."""
        return code in s.rules.meeting[s.stated[h]]

    def possible(self, s: State, h: int) -> Codes:
        """The codes that a hidden card may have by all that its owner has stated of it, and by what searches
        have left where it lies; what was denied of it (`atoms.denied`) stands apart."""
        return s.rules.meeting[s.stated[h]]

    def fitting(self, rules: Tables, need: TableNeed, taken: tuple[int, ...]) -> frozenset[int]:
        """The codes of which one may be the next after `taken` (codes) that answers a `take` need.

        Only the need itself may be looked at, not the state: the audit asks again when the match is over.
        """
        return rules.meeting[need.items[0]]

    def leading(
        self, rules: Tables, need: TableNeed, taken: tuple[int, ...], fits: Codes, deck: Sequence[int]
    ) -> Codes:
        """Those of the cards that fit which do not lead into a dead end, as only who knows the deck can tell.

        deck: the codes of all cards in it, those taken among them. Nobody else judges by this.
        """
        return fits


class Automata:
    """How seats play that nobody plays, and what is different for them."""

    def seat_kinds(self, s: State, people: Sequence[int]) -> None:
        """Told before a match begins which seats are played by persons; all others are bots or automata."""

    def answers(self, s: State, ask: Ask) -> list[Move]:
        """The answer of an automaton, from public facts only; of several moves a joint toss takes one."""
        raise NotImplementedError

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        """Let a seat draw n cards in a way of its own; False = it draws as everybody does."""
        return False

    def searches(self, s: State, act: Act, predicate: int, n: int) -> None:
        """Let an automaton search its deck, which nobody may look through."""
        raise NotImplementedError


class Book(Protocol):
    """The rule book of a game: its rules in words, deck lists, and the lines of the log."""

    rules: Mapping[str, Mapping[str, Any]]  # by id
    figures: Mapping[str, Any]  # the numbers of the book, by name

    def sentence(self, rule: str) -> str:
        """The sentence of a refusal by a rule."""

    def event_line(self, s: State, row: Row) -> Line | None:
        """The line of the log for an event row, None for one that says nothing to a player."""

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[DeckFault]:
        """Every rule that a seat's deck list breaks; empty for a legal one."""

    def deck_hints(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        """(rule id, sentence) of advice on a deck list that breaks nothing."""

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[DeckFault]:
        """Every rule that the deck of an automaton breaks, by its card's slug."""

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        """A deck list of cards in an order that `shuffle` makes, so that any card may be in it: a legal one,
        if the card set is large enough.
        """

    def complete_deck(
        self, seen: Sequence[Sequence[int]], sizes: Sequence[int], shuffle: Callable[[list[Any]], None]
    ) -> tuple[tuple[int, ...], ...]:
        """A deck list of these sizes that holds what was seen of it (codes by deck), the rest drawn as by
        `draw_deck`: a legal one if `seen` and the sizes leave one, and else any."""


def count_use(s: State, ability: Ability, src: int) -> None:
    """An ability of a card has been used."""
    period, first = s.rules.use_marks
    atoms.mark(s, period, first + ability.number, src)


def uses(s: State, ability: Ability, src: int) -> int:
    """How often an ability of a card has been used in the period for which uses are counted."""
    period, first = s.rules.use_marks
    return s.marks.get(period << MARK_PERIOD | first + ability.number << MARK_KEY | src, 0)


@dataclass(frozen=True, slots=True)
class GamePolicies:
    """A game's policy for each part of a match; one that is left out answers as in most games."""

    course: Course
    moves: Moves
    triggers: Triggers
    book: Book
    links: Links = field(default_factory=Links)
    effects: Effects = field(default_factory=Effects)
    hidden: Hidden = field(default_factory=Hidden)
    stakes: Stakes = field(default_factory=Stakes)
    automaton: Automata = field(default_factory=Automata)
