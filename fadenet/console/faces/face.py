"""The face of a game, all that the console must know to show it: rows of the field, figures, short words,
verb letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple

from fadenet.console.faces.asking import target_question
from fadenet.engine import notation
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_SRC, A_TARGETS
from fadenet.engine.atoms import LOOKED
from fadenet.engine.language.flow import ways
from fadenet.engine.rules import Q_SHOW, Move, Rules, rules_of
from fadenet.engine.state import (
    HANDLE_MASK,
    MODE,
    ROW_CARD,
    ROW_EVENT,
    ROW_N,
    Act,
    Ask,
    Row,
    State,
    TableNeed,
    Waiting,
)
from fadenet.table.view import SeatView


class Stop(Enum):
    """When a seat is asked at the chances of one kind, if it can do something there."""

    ON = "on"
    MINE = "mine"  # where it comes to something of its own, see `Face.touches`
    OFF = "off"


class Window(NamedTuple):
    """A kind of chance to answer: its name, what it is ("" = it never comes), its stop as long as the player
    sets no other. people: it is off at first where all others are bots. prepares: it is a step of the set-up
    that follows from those before it."""

    name: str
    what: str
    usual: Stop = Stop.ON
    people: bool = False
    prepares: bool = False


@dataclass(frozen=True, slots=True)
class Events:
    """The names of a game's events, by their meaning: those of which the log says more than the book."""

    plays: frozenset[str]  # a card is played or used
    attacks: frozenset[str]  # an attack begins
    aims: frozenset[str]  # an attack is on somebody
    harms: frozenset[str]  # damage that a card or Player takes
    heals: frozenset[str]
    lost: frozenset[str]  # a card is lost
    futile: frozenset[str]  # an attack comes to nothing, as this event says
    closing: frozenset[str] = frozenset()  # the end of an attack that is not an act by itself
    marks: tuple[str, int] | None = None  # an event and its number, as which harm shows too if it is damage

    @property
    def assaults(self) -> frozenset[str]:
        """The events that come once for each attack."""
        return self.attacks or self.aims

    def hurt_or_heal(self, s: State, row: Row) -> bool:
        """Whether an event hurts or heals somebody."""
        kind = s.rules.events[row[ROW_EVENT]]
        return kind in self.harms or kind in self.heals or self.is_mark(s, row)

    def is_mark(self, s: State, row: Row) -> bool:
        """Whether an event is the mark that damage leaves, or an effect by itself."""
        return self.marks == (s.rules.events[row[ROW_EVENT]], row[ROW_N])


class Spot(NamedTuple):
    """A place of a side and what lies there.

    name: as moves write it, "" where the book has no places. cards: what stands there, then what lies under
    it. note: what has become of the place. hung: whether what lies there is attached to the card ahead.
    """

    name: str
    cards: tuple[int, ...]
    note: str = ""
    hung: bool = False


class BoardRow(NamedTuple):
    """A row of a side as the book draws it: what it is called, and its places from left to right."""

    title: str
    spots: tuple[Spot, ...]


GAVE_UP, OUT_OF_TIME = "{who} gave up {when}", "{who} ran out of time {when}"


class Face:
    """How the games of a family are shown: a family derives it, and says what is its own.

    Zones are named by their letters, states are called `s`, handles `h`; a code is that of the card as far
    as the seat that looks on knows it, 0 = not at all. Behind what a family has to say stands what it may:
    those methods answer as most games do.
    """

    field: str
    """Zones whose cards lie on the field, the first row first."""
    groups: tuple[str, ...] = ()
    """By row the zones whose cards stand in it, where the book gives its places no names."""
    hand: str
    """Zones of hidden cards that their owner plays from; they get labels that stay."""
    counts: tuple[tuple[str, str], ...]
    """(word, zone) of the line of a player."""
    letters: ClassVar[Mapping[str, str]]
    """Fixed letter -> verb."""
    attacks: frozenset[str]
    """Verbs that begin an attack: who does it, then on whom."""
    idle: frozenset[str]
    """Verbs that do nothing: with only these legal, nobody is asked."""
    chances: frozenset[str]
    """Verbs that nobody leaves undone for nothing at the end of a free turn."""
    stopping = "end"
    """The verb that ends a free turn to act."""
    colours: ClassVar[Mapping[str, str]]
    """Style of a word that colour repeats."""
    windows: tuple[Window, ...]
    examples: str
    """Some moves as they are typed."""
    events: Events
    untold: frozenset[str]
    """Events that another line of the same step says as well."""

    # The methods that every family writes.

    def reach(self, s: State, seat: int) -> list[int]:
        """The handles that attacks of a seat reach, as the table stands."""
        raise NotImplementedError

    def health(self, s: State, h: int, code: int) -> tuple[int, int]:
        """(left, whole) of a card, (0, 0) = it has none."""
        raise NotImplementedError

    def worth(self, s: State, h: int, code: int) -> str:
        """The figures of a card, short."""
        raise NotImplementedError

    def elements(self, s: State, h: int, code: int) -> str:
        """Two letters each."""
        raise NotImplementedError

    def marks(self, s: State, h: int) -> str:
        """Counters and the like, short."""
        raise NotImplementedError

    def figures(self, s: State, seat: int) -> str:
        """The figures of a player."""
        raise NotImplementedError

    def detail(self, s: State, h: int, code: int) -> str:
        """A card or player in one paragraph. h: 0 = a card that lies nowhere."""
        raise NotImplementedError

    def question(self, s: State, a: Ask, called: Callable[[int], str]) -> str:
        """An ask in words. called: how a card is called."""
        raise NotImplementedError

    def left(self, s: State, row: Row) -> str:
        """HP or life left after an event that hurts or heals, "" for others."""
        raise NotImplementedError

    def shorts(self, rules: Rules) -> Mapping[str, str]:
        """The abbreviations on the screen: Ti = Time, Ti# (with a number) = Timebomb."""
        raise NotImplementedError

    def legend(self, s: State) -> str:
        """The meaning of the figures of a card."""
        raise NotImplementedError

    def naming(self, s: State) -> str:
        """How what lies on the field is called."""
        raise NotImplementedError

    # Where cards lie, and how they are called.

    def place(self, s: State, seat: int, h: int) -> str:
        """How a card is called by a seat."""
        return notation.place(s, seat, h)

    def find(self, s: State, seat: int, text: str) -> int:
        """The handle of what is called so. Raises `WrongInput` for nothing."""
        return notation.find(s, seat, text)

    def celled(self, s: State) -> str:
        """The letters of places that are cells, "" where there are none."""
        return ""

    def has_cell(self, s: State, h: int) -> bool:
        """Whether a card is called by its cell."""
        return False

    def order(self, s: State, h: int) -> int:
        """Where a card comes among those of its zone."""
        return 0

    def cell(self, s: State, seat: int, text: str) -> list[str]:
        """About an empty place of the board, [] for none."""
        return []

    def rows(self, s: State, seat: int) -> list[BoardRow]:
        """A seat's side row by row, from its front."""
        return zone_rows(s, seat, self.groups)

    def row_of(self, s: State, seat: int, move: Move) -> str:
        """Into which row, front or backup, a move of a seat brings a card of its own, "" for none."""
        return ""

    # The course of a match, and what waits.

    def phase(self, s: State) -> str:
        """The phase as the line of the turn names it."""
        return rules_of(s).phases[s.phase] if s.turn else "Set-up"

    def nothing(self, s: State) -> str:
        """The words for a free turn that ends by itself, as nothing can be done."""
        return f"{rules_of(s).phases[s.phase]}: nothing that you can do"

    def terms(self, s: State) -> list[str]:
        """The terms of this match beside the book, a line each."""
        return []

    def link(self, s: State, called: Callable[[int], str], n: int) -> str:
        """Link n of the chain, counted from 1 on; "" in a game without one. called: how a card is called."""
        return ""

    def waiting(self, s: State, row: Waiting, code_of: Callable[[int], int]) -> str:
        """A row of the queue: the card whose ability waits, or the card for which one may be shown."""
        h = row.src & HANDLE_MASK or row.event[ROW_CARD]
        name = f"p{h}" if 0 < h <= s.seats else s.rules.cards[code_of(h)].name or "a hidden card"
        return f"show for {name}" if row.kind == Q_SHOW else name

    # Questions and their answers.

    def picking(self, s: State, need: TableNeed, taken: Sequence[int], must: bool) -> str:
        """The card to take next behind these codes; if none must be taken, in the plural or ""."""
        return ""

    def at_once(self, need: TableNeed) -> bool:
        """Whether what must be taken is chosen in one go, not one by one."""
        return False

    def modes(self, s: State, a: Ask) -> tuple[str, ...]:
        """Words of the choices of a MODE ask, () = only numbers."""
        return ways(s) if a.kind == MODE else ()

    def answered(self, s: State) -> Act | None:
        """The action that is answered at this rest, None = there is none."""
        return s.acts[s.chain[-1]] if s.chain else None

    def touches(self, s: State, seat: int) -> bool:
        """Whether the action that is answered comes to something of a seat's: the last link of the chain, of
        another side, is on something of its side, is an effect on nobody by name, or answers a link of its
        own. True without a chain. It follows from what everybody sees."""
        if not s.chain:
            return True
        act, side = s.acts[s.chain[-1]], s.rules.side(s, seat)
        if s.rules.side(s, act[A_SEAT]) == side:
            return False
        on = [s.rules.side(s, s.ctrl[r & HANDLE_MASK]) for r in act[A_TARGETS]]
        mine = any(s.acts[n][A_SEAT] == seat for n in s.chain[:-1])
        return mine or side in on or (not on and act[A_ABILITY] >= 0)

    def moot(self, seat: SeatView, ask: Ask, deck: Sequence[int]) -> bool:
        """Whether no answer but the first could ever matter to a seat with a deck of these codes."""
        return False

    def deed(self, s: State, verb: str) -> str:
        """How a verb is typed and what it does, "" for one that needs no word."""
        return ""

    def remark(self, s: State, seat: int, move: Move, code_of: Callable[[int], int]) -> str:
        """The remark behind a choice, "" for none."""
        return ""

    def warning(self, s: State, seat: int, move: Move) -> str:
        """Why a seat is asked whether it is sure of a move, "" = it is not."""
        return ""

    # The log and the rules.

    def tells(self, s: State, row: Row) -> bool:
        """Whether an event is worth a line in the log."""
        return s.rules.events[row[ROW_EVENT]] not in self.untold

    def words(self, s: State, row: Row, what: str) -> str:
        """The log's words for an event, of which the book says `what`."""
        if row[ROW_EVENT] != LOOKED:
            return what
        return f"{{who}} looks at {{n}} hidden card{'s' * (row[ROW_N] != 1)}"

    def fates(self, rules: Rules) -> dict[str, str]:
        """How {who} lost, {when}, {whose}, by the rule that says so: those who end a match themselves, in
        every game. One rule may be for all of them."""
        leaving, time, statement = (rules.cites[why] for why in ("leaving", "time", "statement"))
        left = GAVE_UP if time != leaving else "{who} gave up or left {when}"
        said = "what {who} said of a hidden card was not so"
        return {statement: said, time: OUT_OF_TIME, leaving: left}

    def topics(self, rules: Rules, word: str) -> list[str]:
        """Ids of rules about a slug: the keyword's own first, then those in whose id a word begins like
        it."""
        first = [i for i in rules.book.rules if i == f"keyword.{word}" or i.startswith(f"keyword.{word}-")]
        return first + [
            i for i in rules.book.rules if i not in first and f"-{word}" in f"-{i.replace('.', '-')}"
        ]


# The parts that the faces of all games share.


def zone_rows(s: State, seat: int, groups: Sequence[str]) -> list[BoardRow]:
    """A side without places of its own: by row the zones, named by their letters, whose cards stand in it."""
    rules, found = rules_of(s), list[BoardRow]()
    for letters in groups:
        kinds = [rules.zone_letters.index(letter) for letter in letters]
        there = [(kind, [h for h in s.zones[rules.zone_id(seat, kind)] if h]) for kind in kinds]
        title = ", ".join(
            [rules.zone_names[kind] for kind, cards in there if cards] or [rules.zone_names[kinds[0]]]
        )
        found.append(BoardRow(title, tuple([Spot("", (h,)) for _, cards in there for h in cards])))
    return found


def opposed_seats(s: State, seat: int) -> list[int]:
    """The seats of other sides that are not out."""
    side = s.rules.side(s, seat)
    return [e for e in range(s.seats) if e not in s.out and s.rules.side(s, e) != side]


def name_of(s: State, r: int) -> str:
    """The name of a card, given its ref or handle, or of a seat by its body."""
    h = r & HANDLE_MASK
    return f"p{h}" if 0 < h <= s.seats else s.rules.cards[s.code[h]].name or "a hidden card"


def ability_act(s: State, data: tuple[int, ...]) -> Act | None:
    """The act whose ability an ask belongs to, None if it belongs to none."""
    act = s.acts.get(data[0]) if data else None
    return act if act is not None and act[A_ABILITY] >= 0 else None


def ability_text(s: State, seat: int, data: tuple[int, ...]) -> str:
    """The text of the ability that an ask of a seat belongs to, with its card's name."""
    act = ability_act(s, data)
    if act is None:
        return ""
    ability = rules_of(s).abilities[act[A_ABILITY]]
    if len(data) > 1 and 0 <= data[1] < len(ability.slots):
        return f"{ability.slots[data[1]].text} ({_source(s, seat, act)})"
    return f"{_source(s, seat, act)}: {ability.text}"


def _source(s: State, seat: int, act: Act) -> str:
    """The card of an act, and whose it is, if not the seat's own: there its text calls somebody else you."""
    whose = "" if act[A_SEAT] == seat else f"p{act[A_SEAT] + 1}'s "
    return f"{whose}{name_of(s, act[A_SRC])}"


def asked_whom(s: State, a: Ask) -> str:
    """The question of an ability for its targets: what is done to whom, how many, from what; "" where a pick
    is none of that."""
    act = ability_act(s, a.data)
    ability = rules_of(s).abilities[act[A_ABILITY]] if act is not None else None
    if act is None or ability is None or len(a.data) < 2 or not 0 <= a.data[1] < len(ability.slots):
        return ""
    slot = ability.slots[a.data[1]]
    asked = target_question(ability.text, slot.text)
    return f"{asked} Choose {how_many(a)}: {slot.text} ({_source(s, a.seat, act)})" if asked else ""


def how_many(a: Ask) -> str:
    """How many a pick wants."""
    least, most = max(a.lo, 0), a.hi
    return f"{most}" if least == most else f"{least} to {most}" if least else f"up to {most}"
