"""A game as the kernel knows it: its tables and its policies.

A game makes one `Rules` object from its data files; it holds everything that never changes during a match,
and is shared by all states. Its `hash` is what two nodes compare before they play. When the engine must
know what happens, it asks one of the policies that the game has put in: its course, its moves, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

from fadenet.engine.card import Ability, Amount, Card, Instruction, Reading, Select
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
    Triggers,
)
from fadenet.engine.state import Act, Codes, Move, Row, State

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


class Rules:
    """The compiled rules of a game.

    A game derives its own class, for its tables, and says by `played_by` what answers where the engine asks.
    """

    course: Course
    moves: Moves
    links: Links
    triggers: Triggers
    effects: Effects
    hidden: Hidden
    automaton: Automata
    book: Book
    # Asked below the floor on which the policies stand, or at every step: bound once.
    next_seat: Callable[[State, int], int]
    leaving: Callable[[State, int], None]
    keeps_index: Callable[[State], bool]
    index_of: Callable[[State], Index]
    check_state: Callable[[State], bool]
    gap_is_due: Callable[[State], bool]

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
    deck_tables: tuple[tuple[str, str], ...] = (("deck", "Deck"),)  # key in files, title
    package = ""  # where the files of the game lie
    numbers = 0  # numbered columns (counters and resources)
    columns: Sequence[str] = ()  # their words
    quantities: Sequence[str] = ()  # words of what continuous effects and changes with an end alter
    scalars = 0  # the game's own variables in `State.vars`
    automaton_shelf = ""  # the folder of the decks of automata, beside those of players
    decision_timer = 60  # seconds that a seat has for a decision between nodes
    listed_max = 256  # ways to choose targets that are listed for one use; all others are as legal
    automata = 0  # seats that nobody plays, the last ones; `automaton` answers for them
    automata_last = False  # in every order that does not begin with one of them these come after all players
    deck_kind = hand_kind = discard_kind = -1  # kinds of zones that effects of every game know
    gains: Mapping[int, int] = {}
    losses: Mapping[int, int] = {}
    first_keyword = 0  # the quantity that is keyword 0
    barring = -1  # the keyword that holds a mask of `Card.types`: sources that cannot touch the card
    token_types = 0  # bits of `Card.types`: cards that are gone for good when they leave the field
    field_kinds: Container[int] = ()  # kinds of zones that are the field
    use_marks = (0, 0)  # period, and number of ability 0, of the marks that count uses of abilities
    lasts = -1  # the period of the marks that keep what cards had that have left (`lasting`), -1 = nothing
    denials = -1  # the period of the marks that keep what passes state of hidden cards, -1 = nothing
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
        self.ownerless: tuple[tuple[int, ...], ...] = ()  # the lists of the automata's decks, in their order
        self.automaton_names: tuple[str, ...] = ()
        self.cards: Sequence[Card] = ()  # a game says in its own class of which kind they are
        self.by_slug: Mapping[str, Card] = {}
        self.abilities: Sequence[Ability] = ()
        self.programs: list[tuple[Instruction, ...]] = []
        self.frames: list[Callable[..., None]] = []
        self.steps: frozenset[Callable[..., None]] = frozenset()  # see `chain.before_next_step`
        self.asking: Mapping[Callable[..., None], Callable[..., None] | None] = {}
        self.pickers: list[Callable[..., list[int]]] = []
        self.zones_per_seat = len(self.zone_letters)
        fields = [kind in self.field_kinds for kind in range(self.zones_per_seat)]
        self.on_field = [*fields * (max(self.seat_counts) + 1), False]  # by zone, at last for nowhere
        self.hidden_events: frozenset[int] = frozenset()  # those that some hidden card may be shown for
        self.awaited: frozenset[int] = frozenset()  # those that abilities of cards trigger at
        self.predicates: list[Callable[[Card], bool]] = []
        self.predicate_texts: list[str] = []
        self.readings: dict[str, list[Reading]] = {}  # what `lasting` keeps, by the card's slug, "" = for all
        self.choices: list[tuple[Select, int, int]] = []  # choices while an effect runs: (candidates, lo, hi)
        # By function, what its frames begin with, and its place among the pickers.
        self.heads: Mapping[Callable[..., None], tuple[int]] = Filled(lambda run: (self.frames.index(run),))
        self.numbered: Mapping[Callable[..., list[int]], int] = Filled(lambda pick: self.pickers.index(pick))
        self.hearers: list[tuple[Hear, ...]] = []  # by event, what is told of its rows: see `hearers_of`
        # By what is printed on cards: the codes of those that pass a test, that are of some types (bits of
        # `Card.types`), that have a keyword, of which a statement is true (0: all).
        self.passing: Mapping[Callable[[Card], bool], Codes] = Filled(self._passing)
        self.of_types: Mapping[int, Codes] = Filled(
            lambda types: self._passing(lambda card: card.types & types > 0)
        )
        self.printing: Mapping[int, Codes] = Filled(
            lambda keyword: self._passing(lambda card: card.keywords[keyword] > 0)
        )
        self.meeting: Mapping[int, Codes] = Filled(self._meeting)
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
        self.parts: dict[type, object] = {}

    def played_by(self, policies: GamePolicies) -> None:
        """Put in the policies that answer for the game."""
        self.course, self.moves, self.triggers = policies.course, policies.moves, policies.triggers
        self.book, self.links, self.effects = policies.book, policies.links, policies.effects
        self.hidden, self.automaton = policies.hidden, policies.automaton
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

    def picker_number(self, pick: Callable[..., list[int]]) -> int:
        """The number under which a function stands in the table of pickers."""
        return self.numbered[pick]

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

    def side(self, s: State, seat: int) -> int:
        """The side on which a seat plays: seats of one side win and lose together."""
        return self.sides[seat]

    def sides_by(self, places: Sequence[int], players: int) -> tuple[int, ...]:
        """The side of every player by the places at the end of a match, () if there are none.

        Against automata all are on one side, and share their place; else automata were agreed on by nobody.
        """
        together = self.automata and len(set(places)) <= 1
        return (0,) * players if together else self.sides[:players]

    def opposed(self, s: State, seat: int, other: int) -> bool:
        """Whether two seats play on different sides."""
        return self.side(s, seat) != self.side(s, other)

    def confidants(self, s: State, seat: int) -> Sequence[int]:
        """The seats that are shown whatever hidden cards a seat gets."""
        if not self.open_partners:
            return ()
        return [e for e in range(s.seats) if e != seat and self.side(s, e) == self.side(s, seat)]

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
