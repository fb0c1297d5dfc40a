"""A game as the kernel knows it: its tables and its policies.

A game makes one `Rules` object from its data files; it holds everything that never changes during a match,
and is shared by all states. Its `hash` is what two nodes compare before they play. When the engine must
know what happens, it asks one of the policies that the game has put in: its course, its moves, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from fadenet.engine.card import Ability, Amount, Card, Instruction, Reading, Select
from fadenet.engine.cardset import SETS, CardSet, sets_of
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import Illegal, WrongInput
from fadenet.engine.policies import (
    Q_JOIN,
    Q_SHOW,
    Q_WAIT,
    Automata,
    Book,
    Course,
    Effects,
    GamePolicies,
    Hidden,
    Index,
    Links,
    Moves,
    Stakes,
    Triggers,
)
from fadenet.engine.state import Act, Codes, Move, Row, State, Tables

__all__ = ["Q_JOIN", "Q_SHOW", "Q_WAIT", "Filled", "Index", "Move", "Rules", "rules_of"]

Hear = Callable[[State, Row], None]
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Filled(dict[K, V]):
    """A table that works out an entry when it is asked for the first time."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        self.make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self.make(key)
        return value


CITES: Final = {
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
"""The ids of the rules that the kernel and the table refer to, where a book names no others."""


def _taken(game: Descriptor, format: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a format of a game, without those that have their usual value: they make no other
    match."""
    if format not in game.formats:
        raise WrongInput(f"there is no format {format!r}; formats: {', '.join(game.formats)}")
    taken = game.taken(format)
    for word, value in options.items():
        if word == SETS:
            continue
        if word not in taken:
            raise WrongInput(f"the format {format} takes no option {word!r}")
        if value not in (taken[word].values or (value,)):
            raise WrongInput(f"there is no {word} {value!r}: {', '.join(taken[word].values)}")
    return {word: said for word, said in options.items() if word == SETS or taken[word].usual != said}


class SpokenOf(NamedTuple):
    """A name of a card in the text of another. file, card, key: where; token: whether it must be a card that
    comes from no deck."""

    file: str
    card: str
    key: str
    name: str
    token: bool


class Depending(NamedTuple):
    """A continuous effect that depends on values. file, card, key: where. gives: what it changes; asks: what
    it depends on, by their words."""

    file: str
    card: str
    key: str
    gives: str
    asks: frozenset[str]


class Rules(Tables):
    """The compiled rules of a game.

    A game derives its own class, whose constructor says what is otherwise than here, once this one has run,
    and says by `played_by` what answers where the engine asks. Never in the body of its class: see
    CONTRIBUTING.md on code that compiles.
    """

    cards: Sequence[Card]  # a game says in its own class of which kind they are
    index_of: Callable[[State], Index]
    course: Course
    moves: Moves
    links: Links
    triggers: Triggers
    effects: Effects
    hidden: Hidden
    stakes: Stakes
    automaton: Automata
    book: Book

    def __init__(
        self, descriptor: Descriptor, format: str = "duel", options: Mapping[str, str] | None = None
    ) -> None:
        """Raises `WrongInput` for a format that the game does not have, an option not of the format, a value
        not of the option, or card sets that are not here or do not go together.
        """
        self.descriptor = descriptor
        self.options = _taken(descriptor, format, options or {})
        self.name, self.format = descriptor.name, format
        self.sets: tuple[CardSet, ...] = sets_of(descriptor.name, self.options)
        self.own_cards = all([self.name in one.beside for one in self.sets])  # with those of the game's files
        self.seat_counts = descriptor.formats[format]
        self.sides = tuple(range(max(self.seat_counts)))
        self.title = ""  # as a person reads it
        self.hash = b""
        self.card_hash = b""
        self.package = ""  # where the files of the game lie
        self.cites = CITES
        self.take_verbs((), (0,))
        self.windows: tuple[str, ...] = ()  # words of the windows by number
        self.newest_first = False  # out of time, the card that came last is taken of those that lie together
        self.keys = ("",)
        self.key_words = {}
        self.phases: tuple[str, ...] = ()
        self.events = ()
        self.decks_per_seat = 1
        self.deck_tables: tuple[tuple[str, str], ...] = (("deck", "Deck"),)  # key in files, title
        self.take_zones((), ())
        self.numbers = 0  # numbered columns (counters and resources)
        self.columns: Sequence[str] = ()  # their words
        self.quantities: Sequence[str] = ()  # words of what continuous effects and changes with an end alter
        self.scalars = 0  # the game's own variables in `State.vars`
        self.automaton_shelf = ""  # the folder of the decks of automata, beside those of players
        self.decision_timer = 60  # seconds that a seat has for a decision between nodes
        self.listed_max = 256
        self.automata = 0
        self.automata_last = False
        self.deck_kind = self.hand_kind = self.discard_kind = -1
        self.gains, self.losses = {}, {}
        self.first_keyword = 0
        self.barring = -1
        self.token_types = 0
        self.use_marks = (0, 0)
        self.lasts = self.denials = -1
        self.open_partners = False  # whether seats of one side are shown each other's hidden cards
        self.watched: frozenset[int] = frozenset()  # events that the game itself listens to, beside its cards
        self.joining = frozenset()
        self.ownerless: tuple[tuple[int, ...], ...] = ()  # the lists of the automata's decks, in their order
        self.automaton_names: tuple[str, ...] = ()
        self.cards = ()
        self.by_slug: Mapping[str, Card] = {}
        self.written: Mapping[str, Mapping[str, Any]] = {}  # the tables of cards by slug, as in files
        self.names: dict[str, int] = {}  # the code of the card of each name
        self.spoken_of: list[SpokenOf] = []
        self.depending: list[Depending] = []
        self.abilities: Sequence[Ability] = ()
        self.programs: list[tuple[Instruction, ...]] = []
        self.frames = []
        self.steps: frozenset[Callable[..., None]] = frozenset()  # see `chain.before_next_step`
        self.asking: Mapping[Callable[..., None], Callable[..., None] | None] = {}
        self.pickers = []
        self.hidden_events: frozenset[int] = frozenset()  # those that some hidden card may be shown for
        self.awaited: frozenset[int] = frozenset()  # those that abilities of cards trigger at
        self.predicates: list[Callable[[Card], bool]] = []
        self.predicate_texts: list[str] = []
        self.readings: dict[str, list[Reading]] = {}  # what `lasting` keeps, by the card's slug, "" = for all
        self.choices: list[tuple[Select, int, int]] = []  # choices while an effect runs: (candidates, lo, hi)
        self.hearers = []
        self.parts: dict[type, object] = {}
        self.found: dict[Callable[..., Any], Any] = {}  # what functions of these rules alone have come to
        self._fill_when_asked()

    def _fill_when_asked(self) -> None:
        """Tables of which each value is worked out when it is first asked for."""
        self.heads = Filled(lambda run: (self.frames.index(run),))
        self.numbered = Filled(lambda pick: self.pickers.index(pick))
        # The codes of the cards that pass a test of what is printed.
        self.passing: Mapping[Callable[[Card], bool], Codes] = Filled(self._passing)
        self.of_types = Filled(lambda types: self._passing(lambda card: card.types & types > 0))
        self.printing = Filled(lambda keyword: self._passing(lambda card: card.keywords[keyword] > 0))
        self.meeting = Filled(self._meeting)
        # By code the abilities that are triggered, those that change something, and the value at a place.
        self.waiting: Mapping[int, Sequence[Ability]] = Filled(
            lambda c: [a for line in self.cards[c].by_event.values() for a in line]
        )
        self.giving: Mapping[int, Sequence[tuple[int, Ability]]] = Filled(
            lambda c: [(a.static.what, a) for a in self.cards[c].statics if a.static is not None]
        )
        self.printed: Mapping[int, tuple[int, ...]] = Filled(
            lambda at: tuple([card.stats[at] for card in self.cards])
        )

    def played_by(self, policies: GamePolicies) -> None:
        """Put in the policies that answer for the game."""
        self.course, self.moves, self.triggers = policies.course, policies.moves, policies.triggers
        self.book, self.links, self.effects = policies.book, policies.links, policies.effects
        self.hidden, self.stakes, self.automaton = policies.hidden, policies.stakes, policies.automaton
        self.next_seat, self.leaving = self.course.next_seat, self.effects.leaving
        self.keeps_index, self.index_of = self.triggers.keeps_index, self.triggers.index_of
        self.check_state, self.gap_is_due = self.course.check_state, self.links.gap_is_due

    def composed_of(self, *parts: object) -> None:
        """Keep what the kit finds by its type: the `Track` of the turns, the `Series` of games ..."""
        self.parts |= {type(part): part for part in parts}

    def part(self, kind: type[T]) -> T:
        """The part of this type."""
        part = self.parts[kind]
        assert isinstance(part, kind)
        return part

    # Loading.

    def take_verbs(self, verbs: Sequence[str], end_move: Move) -> None:
        """Take the words of the moves, by number, and the move by which a free choice is given up."""
        self.timeout = (len(verbs),)
        self.verbs = (*verbs, "timeout")
        self.end_move = end_move

    def take_zones(self, letters: Sequence[str], names: Sequence[str], field: Container[int] = ()) -> None:
        """Take the kinds of zones of a seat, by number, and which of them are the field."""
        self.zone_letters, self.zone_names = tuple(letters), tuple(names)
        self.zones_per_seat = len(letters)
        fields = [kind in field for kind in range(len(letters))]
        self.on_field = [*fields * (max(self.seat_counts) + 1), False]

    def add_card(self, card: Card) -> None:
        """Take the next card into the set, in the order of codes."""
        self.cards = (*self.cards, card)
        if card.slug:
            self.by_slug = {**self.by_slug, card.slug: card}
            self.names[card.name] = card.code

    def add_reading(self, slug: str, about: Callable[[Act], tuple[int, ...]], read: Amount) -> Reading:
        """Have an amount of the card of a slug, "" = of any, kept when a card leaves that it is about."""
        reading = Reading(sum(map(len, self.readings.values())), about, read)
        self.readings.setdefault(slug, []).append(reading)
        return reading

    def add_ability(self, ability: Ability) -> None:
        """Take the next ability in, in the order of numbers."""
        self.abilities = (*self.abilities, ability)

    def predicate(self, test: Callable[[Card], bool], said: str) -> int:
        """Keep a statement about a hidden card; its number, from 1 on."""
        self.predicates.append(test)
        self.predicate_texts.append(said)
        return len(self.predicates)

    def _passing(self, test: Callable[[Card], bool]) -> frozenset[int]:
        return frozenset([code for code, card in enumerate(self.cards) if test(card)])

    def _meeting(self, statement: int) -> frozenset[int]:
        true = self.predicates[statement - 1] if statement else lambda card: True
        return frozenset([code for code, card in enumerate(self.cards) if code and true(card)])

    def code_of(self, slug: str) -> int:
        return self.by_slug[slug].code

    # The sentences of rules.

    def illegal(self, why: str, hint: str = "") -> Illegal:
        """A refusal. why: the id of a rule of the book, or a reason for which `cites` names one."""
        rule = self.cites.get(why, why)
        return Illegal(rule, hint or self.book.sentence(rule))

    def deck_fault(self, decks: Sequence[Sequence[int]]) -> str | None:
        """The id of the first rule that a seat's deck list breaks, None for a legal one."""
        found = self.book.deck_faults(decks)
        return found[0][0] if found else None

    # Seats, zones and events.

    def sides_by(self, places: Sequence[int], players: int) -> tuple[int, ...]:
        """The side of every player by the places at the end of a match, () if there are none.

        Against automata all are on one side, and share their place; else automata were agreed on by nobody.
        """
        together = self.automata and len(set(places)) <= 1
        return (0,) * players if together else self.sides[:players]

    def confidants(self, s: State, seat: int) -> Sequence[int]:
        """The seats that are shown whatever hidden cards a seat gets."""
        if not self.open_partners:
            return ()
        return [e for e in range(s.seats) if e != seat and self.side(s, e) == self.side(s, seat)]

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; else its owner chooses among them."""
        return True

    def hearers_of(self, event: int) -> tuple[Hear, ...]:
        """The functions that are told of an event: for the game itself, for the cards that wait for it, for
        chances to show a hidden card."""
        told = (
            (self.watched, self.triggers.watch),
            (self.awaited, self.triggers.listen),
            (self.hidden_events, self._chance),
        )
        return tuple([hear for events, hear in told if event in events])

    def _chance(self, s: State, row: Row) -> None:
        if s.turn:
            self.moves.occasion(s, row)


def rules_of(s: State) -> Rules:
    """The rules of a match."""
    return s.rules  # type: ignore[return-value]  # `kernel.blank` gives every state its `Rules`


R = TypeVar("R", bound=Rules)


def once(work: Callable[[R], T]) -> Callable[[R], T]:
    """A function of rules alone that is worked out once for each. Its value is kept with the rules and goes
    with them: `functools.cache` would hold every set of cards that was ever loaded."""

    def found(rules: R) -> T:
        try:
            known: T = rules.found[work]
        except KeyError:
            known = rules.found[work] = work(rules)
        return known

    return found
