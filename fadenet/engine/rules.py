"""What the kernel needs to know of a game: compiled tables and the hooks that a game fills in.

A game makes one `Rules` object from its data files; it holds everything that never changes during a match,
and is shared by all states. Its `hash` is what two nodes compare before they play.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SEAT, probe
from fadenet.engine.card import Ability, Card, Instruction, Select, Slot
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import Illegal, WrongInput
from fadenet.engine.line import Line
from fadenet.engine.state import (
    INST_SHIFT,
    MARK_KEY,
    MARK_PERIOD,
    RESPOND,
    ROW_EVENT,
    Act,
    Ask,
    Known,
    Need,
    Row,
    State,
    Waiting,
)

Move = tuple[Any, ...]
Hear = Callable[[State, Row], None]
Part = TypeVar("Part")

# Classes of rows in the queue.
Q_JOIN, Q_WAIT, Q_SHOW = range(3)


@dataclass(slots=True)
class Index:
    """What is in force, derived from the state: listeners by event, continuous effects by what changes.

    It holds while the same cards lie face-up on the field on the same sides, and so does what is in `memo`.
    """

    listeners: dict[int, list[tuple[int, Ability]]]
    statics: dict[int, list[tuple[int, Ability]]]
    muted: frozenset[int]
    changes: frozenset[int] = frozenset()  # what any continuous effect or change with an end alters
    memo: dict[Any, Any] = field(default_factory=dict)  # what has been worked out of those cards alone


class Filled(dict[Any, Any]):
    """A table that works out an entry when it is asked for the first time."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, key: Any) -> Any:
        value = self[key] = self.make(key)
        return value


class Rules:
    """Base of a game's compiled rules. Hooks that raise NotImplementedError are the game's to fill."""

    descriptor = Descriptor("", "", {"duel": (2,)})
    title = ""  # as a person reads it
    hash = b""
    card_hash = b""
    verbs: tuple[str, ...] = ()  # words of the moves by number
    windows: tuple[str, ...] = ()  # words of the windows by number
    end_move: Move = (0,)  # how a free choice is given up: the pass of the kernel, or a verb of the game
    newest_first = False  # out of time, the card that came last is taken of those that lie together
    keys: tuple[str, ...] = ("",)  # words of named arguments by number; 0 = a bare number
    key_words: dict[int, tuple[str, ...]] = {}  # noqa: RUF012 - words of a key's values by number
    phases: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    zone_letters: tuple[str, ...] = ()  # by kind of zone
    zone_names: tuple[str, ...] = ()
    decks_per_seat = 1
    deck_tables: tuple[tuple[str, str], ...] = (("deck", "Deck"),)  # a seat's decks: key in files, title
    package = ""  # where the files of the game lie
    numbers = 0  # numbered columns (counters and resources)
    columns: Sequence[str] = ()  # their words
    quantities: Sequence[
        str
    ] = ()  # words of what continuous effects and changes with an end alter, by number
    scalars = 0  # the game's own variables in `State.vars`
    automaton_shelf = ""  # the folder of the decks of automata, beside those of players
    decision_timer = 60  # seconds that a seat has for a decision between nodes
    listed_max = 256  # ways to choose targets that are listed for one use; all others are as legal
    automata = 0  # seats that nobody plays, the last ones; `policy` answers for them
    deck_kind = hand_kind = discard_kind = -1  # kinds of zones that effects of every game know
    gains: Mapping[int, int] = {}
    losses: Mapping[int, int] = {}
    first_keyword = 0  # the quantity that is keyword 0
    barring = -1  # the keyword that holds a mask of `Card.types`: sources that cannot touch the card
    token_types = 0  # bits of `Card.types`: cards that are gone for good when they leave the field
    field_kinds: Container[int] = ()  # kinds of zones that are the field
    use_marks = (0, 0)  # period, and number of ability 0, of the marks that count uses of abilities
    open_partners = False  # whether seats of one side are shown each other's hidden cards
    watched: frozenset[int] = frozenset()  # events that the game itself listens to, beside its cards
    joining: frozenset[int] = frozenset()  # events whose triggers join the running chain
    cites: dict[str, str] = {  # noqa: RUF012 - the ids of the rules that the kernel and the table refer to
        "players": "format.players",
        "leaving": "format.leaving",
        "time": "format.time",
        "choice": "target.chosen-when",
        "standing": "response.standing-pass",
        "statement": "card.face-down-checked",
        "search": "zone.hidden-choice",
        "openings": "value.public",
        "decks": "deck.check-before-game",
        "moves": "turn.definition",
        "set-up": "turn.definition",
        "waiting": "turn.definition",
        "order": "response.order",
        "closed": "chain.closed-while-resolving",
    }

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        """Raises `WrongInput` for a format that the game does not have, an option not of the format, or a
        value not of the option. An option with its usual value is left out: it makes no other match.
        """
        game = self.descriptor
        if format not in game.formats:
            raise WrongInput(f"there is no format {format!r}; formats: {', '.join(game.formats)}")
        self.name, self.format = game.name, format
        taken = game.taken(format)
        for word, value in (options or {}).items():
            if word not in taken:
                raise WrongInput(f"the format {format} takes no option {word!r}")
            if value not in (taken[word].values or (value,)):
                raise WrongInput(f"there is no {word} {value!r}: {', '.join(taken[word].values)}")
        self.options = {word: said for word, said in (options or {}).items() if taken[word].usual != said}
        self.seat_counts = game.formats[format]
        self.timeout: Move = (len(self.verbs),)  # what the node of a seat answers that is out of time
        self.verbs = (*self.verbs, "timeout")
        self.sides: tuple[int, ...] = tuple(range(max(self.seat_counts)))  # by seat; teammates share one
        self.book: dict[str, dict[str, Any]] = {}  # the rules in words, by id
        self.ownerless: tuple[tuple[int, ...], ...] = ()  # the lists of the automata's decks, in their order
        self.automaton_names: tuple[str, ...] = ()
        self.figures: dict[str, Any] = {}  # the numbers of the rule book, by name
        self.cards: Sequence[Card] = ()  # a game says in its own class of which kind they are
        self.by_slug: Mapping[str, Card] = {}
        self.abilities: Sequence[Ability] = ()
        self.programs: list[tuple[Instruction, ...]] = []
        self.frames: list[Callable[..., None]] = []
        self.pickers: list[Callable[..., list[int]]] = []
        self.zones_per_seat = len(self.zone_letters)
        fields = [kind in self.field_kinds for kind in range(self.zones_per_seat)]
        self.on_field = [*fields * (max(self.seat_counts) + 1), False]  # by zone, at last for nowhere
        self.hidden_events: frozenset[int] = frozenset()  # those that some hidden card may be shown for
        self.awaited: frozenset[int] = frozenset()  # those that abilities of cards trigger at
        self.predicates: list[Callable[[Card], bool]] = []
        self.predicate_texts: list[str] = []
        self.choices: list[tuple[Select, int, int]] = []  # choices while an effect runs: (candidates, lo, hi)
        self.numbered = Filled(self._number)  # places in the tables of frames and pickers
        self.hearers: list[tuple[Hear, ...]] = []  # by event, what is told of its rows: see `hearers_of`
        # What is printed on cards: the codes of those that pass a test, that are of some types (bits of
        # `Card.types`), that have a keyword, of which a statement is true (0: all).
        self.passing = Filled(self._passing)
        self.of_types = Filled(lambda types: self._passing(lambda card: card.types & types > 0))
        self.printing = Filled(lambda keyword: self._passing(lambda card: card.keywords[keyword] > 0))
        self.meeting = Filled(self._meeting)
        # By code the abilities that are triggered, those that give something, and the value at a place.
        self.waiting = Filled(lambda c: [a for line in self.cards[c].by_event.values() for a in line])
        self.giving = Filled(lambda c: self.cards[c].statics)
        self.printed = Filled(lambda at: tuple([card.stats[at] for card in self.cards]))
        self.due = Filled(self._due)  # by moment and code, as `Use.due` says it
        self.parts: dict[type, Any] = {}

    def seal(self) -> None:
        """All cards are loaded: work out what follows from them."""

    def own_constants(self) -> None:
        """Make what the class says of the game attributes of these rules: they are found without a search."""
        for name in dir(type(self)):
            said = getattr(type(self), name)
            if not (name.startswith("__") or callable(said) or isinstance(said, property)):
                vars(self).setdefault(name, said)

    def add_card(self, card: Card) -> None:
        """Take the next card into the set, in the order of codes."""
        self.cards = (*self.cards, card)
        if card.slug:
            self.by_slug = {**self.by_slug, card.slug: card}

    def add_ability(self, ability: Ability) -> None:
        """Take the next ability in, in the order of numbers."""
        self.abilities = (*self.abilities, ability)

    def composed_of(self, *parts: object) -> None:
        """Keep what a game is made of beside its tables, one of each type: the track of its turns ..."""
        self.parts |= {type(part): part for part in parts}

    def part(self, kind: type[Part]) -> Part:
        """The part of this type."""
        part: Part = self.parts[kind]
        return part

    # What the kernel asks of a game.

    def begin(self, s: State) -> None:
        """Prime the frames of a new state."""
        raise NotImplementedError

    def seat_kinds(self, s: State, people: Sequence[int]) -> None:
        """Told before `begin` which seats are played by persons; all others are bots or automata."""

    def policy(self, s: State, ask: Ask) -> list[Move]:
        """The answer of an automaton, from public facts only; of several moves a joint toss takes one."""
        raise NotImplementedError

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        """Let a seat draw n cards in a way of its own; False = it draws as everybody does."""
        return False

    def searches(self, s: State, act: Act, predicate: int, n: int) -> None:
        """Let an automaton search its deck, which nobody may look through."""
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

    def confidants(self, s: State, seat: int) -> Sequence[int]:
        """The seats that are shown whatever hidden cards a seat gets."""
        if not self.open_partners:
            return ()
        return [e for e in range(s.seats) if e != seat and self.side(s, e) == self.side(s, seat)]

    def asked_after(self, s: State, act: Act) -> int:
        """How many seats are asked after a link, from the one after its player on; 0 closes the chain."""
        return s.seats

    def reopens(self, s: State) -> bool:
        """Whether all seats are asked again before the next link of a chain is carried out."""
        return False

    def gathers(self, kind: int, ability: int) -> bool:
        """Whether waiting rows like this share one chain with those of the same event."""
        return False

    def chain_done(self, s: State) -> None:
        """A chain has been carried out: push what comes before anything that waits."""

    def check_state(self, s: State) -> bool:
        """One pass of the state check; True if anything changed or frames were pushed."""
        raise NotImplementedError

    def lose(self, s: State, seat: int, rule: str) -> None:
        """A seat has lost."""
        raise NotImplementedError

    def on_link(self, s: State, act: Act) -> None:
        """A link has just been added: report what it targets, push what happens before anybody answers."""

    def gap_is_due(self, s: State) -> bool:
        """Whether the others are to be asked now that nothing waits any more."""
        return False

    def offer(self, s: State, row: Waiting) -> None:
        """Ask a seat whether it shows a hidden card for what has happened."""
        raise NotImplementedError

    def upkeep(self, s: State, row: Waiting) -> None:
        """Carry out a waiting row that uses no chain (its ability number is below 0)."""
        raise NotImplementedError

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int) -> bool:
        """A last look at a triggered ability before it goes on the chain, limits of use included."""
        if ability.limit and self.uses(s, ability, src) >= ability.limit:
            return False
        if not ability.may:
            self.count_use(s, ability, src)
        return True

    def count_use(self, s: State, ability: Ability, src: int) -> None:
        """An ability of a card has been used."""
        period, first = self.use_marks
        atoms.mark(s, period, first + ability.number, src)

    def uses(self, s: State, ability: Ability, src: int) -> int:
        """How often an ability of a card has been used in the period for which uses are counted."""
        period, first = self.use_marks
        return s.marks.get(period << MARK_PERIOD | first + ability.number << MARK_KEY | src, 0)

    def leaving(self, s: State, h: int) -> None:
        """A card is about to leave the field."""

    def vouched(self, s: State, move: Move) -> int:
        """The number of the statement about a hidden card that a move makes, 0 = none."""
        return 0

    def is_true(self, s: State, h: int, code: int) -> bool:
        """Whether what its owner stated of a hidden card holds, now that it is to be opened."""
        return code in self.meeting[s.stated[h]]

    def fitting(self, need: Need, taken: tuple[int, ...]) -> frozenset[int]:
        """The codes of which one may be the next after `taken` (codes) that answers a `take` need.

        Only the need itself may be looked at, not the state: the audit asks again when the match is over.
        """
        fits: frozenset[int] = self.meeting[need.items[0]]
        return fits

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        """(rule id, sentence) for every rule that a seat's deck list breaks; empty for a legal one."""
        raise NotImplementedError

    def deck_hints(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        """(rule id, sentence) of advice on a deck list that breaks nothing."""
        return []

    def deck_fault(self, decks: Sequence[Sequence[int]]) -> str | None:
        """The id of the first rule that a seat's deck list breaks, None for a legal one."""
        found = self.deck_faults(decks)
        return found[0][0] if found else None

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[tuple[str, str]]:
        """(rule id, sentence) for every rule that the deck of an automaton breaks, by its card's slug."""
        raise NotImplementedError

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        """A legal deck list of cards in an order that `shuffle` makes, so that any card may be in it."""
        raise NotImplementedError

    def build_index(self, s: State) -> Index:
        """Collect listeners and continuous effects of all cards that work right now."""
        raise NotImplementedError

    def keeps_index(self, s: State) -> bool:
        """Whether the index is the same wherever on the field the face-up cards lie that work from there."""
        return False

    def muted_listener(self, s: State, h: int, ability: Ability) -> bool:
        """Whether something keeps a listener from triggering although it is in the index."""
        return False

    def targetable(self, s: State, act: Act, h: int) -> bool:
        """Whether an action may choose this card or body as its target."""
        return True

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        """What may be chosen next for a slot of an act, what it has chosen already being in its targets."""
        return [h for h in slot.candidates(s, act) if slot.untargeted or self.targetable(s, act, h)]

    def in_any_order(self, act: Act, slot: Slot) -> bool:
        """Whether several targets of a slot are named in any order, each deciding what may be next.

        Else all come from what may be chosen for the first of them, in the order in which it is given.
        """
        return False

    def endless(self, s: State) -> None:
        """Frames have run for too long without a rest: end the match."""
        raise NotImplementedError

    def prepare(self, s: State, act: Act) -> None:
        """A triggered ability has become an act: fill in what the game keeps there."""

    def dropped(self, s: State, act: Act) -> None:
        """A triggered ability found no legal target and does nothing."""

    def unasked(self, s: State, seat: int) -> str:
        """The rule that keeps a seat from answering, or from answering in that way, now."""
        if not s.turn:
            moment = "set-up"
        elif not s.chain:
            moment = "moves" if seat == s.active else "waiting"
        elif "own-link" in self.cites and s.acts[s.chain[-1]][A_SEAT] == seat:
            moment = "own-link"
        else:
            moment = "order" if any(a.kind == RESPOND for a in s.asks) else "closed"
        return self.cites[moment]

    def touched(self, s: State, act: Act, h: int) -> bool:
        """Whether an effect of this action can do anything to this card or body."""
        return True

    def nature(self, s: State, act: Act) -> int:
        """What an action is, as bits of which a card may be kept free: a change with an end remembers it."""
        return 0

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
        end, arg = self.ending(s, act, h, until)
        atoms.modify(s, what, s.inst[h] << INST_SHIFT | h, n, end, arg, self.nature(s, act), act[A_ID])

    # What all games share.

    def side(self, s: State, seat: int) -> int:
        """The side on which a seat plays: seats of one side win and lose together."""
        return self.sides[seat]

    def opposed(self, s: State, seat: int, other: int) -> bool:
        """Whether two seats play on different sides."""
        return self.side(s, seat) != self.side(s, other)

    def next_seat(self, s: State, seat: int) -> int:
        """Who sits after a seat in clockwise order."""
        return (seat + 1) % s.seats

    def frame_number(self, run: Callable[..., None]) -> int:
        """The number under which a function stands in the table of frames."""
        return self.numbered[run]  # type: ignore[no-any-return]

    def picker_number(self, run: Callable[..., list[int]]) -> int:
        """The number under which a function stands in the table of pickers."""
        return self.numbered[run]  # type: ignore[no-any-return]

    def _due(self, now: int) -> list[tuple[tuple[Move, Ability], ...]]:
        """By code the abilities that may be used at moments of this kind, as a move names them."""
        raise NotImplementedError

    def _number(self, run: Callable[..., Any]) -> int:
        table: Sequence[Callable[..., Any]] = self.frames if run in self.frames else self.pickers
        return table.index(run)

    def _passing(self, test: Callable[[Card], bool]) -> frozenset[int]:
        return frozenset([code for code, card in enumerate(self.cards) if test(card)])

    def _meeting(self, statement: int) -> frozenset[int]:
        true = self.predicates[statement - 1] if statement else lambda card: True
        return frozenset([code for code, card in enumerate(self.cards) if code and true(card)])

    def predicate(self, test: Callable[[Card], bool], said: str) -> int:
        """Keep a statement about a hidden card; its number, from 1 on."""
        self.predicates.append(test)
        self.predicate_texts.append(said)
        return len(self.predicates)

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

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; else its owner chooses among them."""
        return True

    def index_of(self, s: State) -> Index:
        index = s.index
        if index is None:
            index = s.index = self.build_index(s)
        return index

    def hearers_of(self, event: int) -> tuple[Hear, ...]:
        """What is told of an event: the game, the cards that wait for it, chances to show a hidden card."""
        told = (self.watched, self.watch), (self.awaited, self.listen), (self.hidden_events, self._chance)
        return tuple([hear for events, hear in told if event in events])

    def listen(self, s: State, row: Row) -> None:
        """Queue what an event triggers."""
        for h, ability in (s.index or self.index_of(s)).listeners.get(row[ROW_EVENT], ()):
            self.trigger(s, h, ability, row)

    def _chance(self, s: State, row: Row) -> None:
        if s.turn:
            self.occasion(s, row)

    def watch(self, s: State, row: Row) -> None:
        """One of the events that the game itself listens to."""

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        """Queue one triggered ability if its condition holds at the event."""
        seat = s.ctrl[h]
        src = s.inst[h] << INST_SHIFT | h
        condition = ability.condition
        if condition is not None and not condition(s, probe(seat, src, src, ability.number, row)):
            return
        if self.muted_listener(s, h, ability):
            return
        kind = Q_JOIN if row[ROW_EVENT] in self.joining else Q_WAIT
        atoms.enqueue(s, kind, seat, ability.number, src, row)

    def occasion(self, s: State, row: Row) -> None:
        """Queue the chance to show a hidden card that an event would trigger; by default no game has any."""

    def event_line(self, s: State, row: Row) -> Line | None:
        """The line of the log for an event row, None for one that says nothing to a player."""
        return None

    def illegal(self, why: str, hint: str = "") -> Illegal:
        """A refusal. why: the id of a rule of the book, or a reason for which `cites` names one."""
        rule = self.cites.get(why, why)
        return Illegal(rule, hint or self.sentence(rule))

    def sentence(self, rule: str) -> str:
        """What a rule of the book says first."""
        return str(self.book[rule]["text"].partition(". ")[0].rstrip("."))

    def code_of(self, slug: str) -> int:
        return self.by_slug[slug].code
