"""The face of a game, all that the console must know to show it: rows of the field, figures, short words,
verb letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from fadenet.console.faces.asking import target_question
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_SRC, A_TARGETS
from fadenet.engine.atoms import LOOKED
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import HANDLE_MASK, ROW_EVENT, ROW_N, Act, Ask, Row, State, TableNeed, Waiting
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


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown. Zones are named by their letters."""

    field: str  # zones whose cards lie on the field, the first row first
    place: Callable[[State, int, int], str]  # (state, looking seat, handle): how a card is called
    find: Callable[[State, int, str], int]  # the handle of what is called so; raises `WrongInput` for nothing
    celled: Callable[[State], str]  # the letters of places that are cells, "" where there are none
    has_cell: Callable[[State, int], bool]  # whether a card is called by its cell
    order: Callable[[State, int], int]  # where a card comes among those of its zone
    cell: Callable[[State, int, str], list[str]]  # about an empty place of the board, [] for none
    rows: Callable[[State, int], list[BoardRow]]  # a seat's side row by row, from its front
    reach: Callable[[State, int], list[int]]  # the handles that attacks of a seat reach, as the table stands
    attacks: frozenset[str]  # verbs that begin an attack: who does it, then on whom
    health: Callable[[State, int, int], tuple[int, int]]  # (state, handle, code): left, whole; (0, 0) = none
    hand: str  # zones of hidden cards that their owner plays from; they get labels that stay
    counts: tuple[tuple[str, str], ...]  # (word, zone) of the line of a player
    letters: Mapping[str, str]  # fixed letter -> verb
    idle: frozenset[str]  # verbs that do nothing: with only these legal, nobody is asked
    chances: frozenset[str]  # verbs that nobody leaves undone for nothing at the end of a free turn
    stopping: str  # the verb that ends a free turn to act
    nothing: Callable[[State], str]  # the words for a free turn that ends by itself, as nothing can be done
    worth: Callable[[State, int, int], str]  # (state, handle, code): figures of a card, short
    elements: Callable[[State, int, int], str]  # two letters each
    marks: Callable[[State, int], str]  # counters and the like, short
    figures: Callable[[State, int], str]  # of a player
    detail: Callable[[State, int, int], str]  # (state, handle or 0, code): one paragraph
    phase: Callable[[State], str]
    link: Callable[
        [State, Callable[[int], str], int], str
    ]  # (state, how cards are called, number of the link)
    waiting: Callable[[State, Waiting, Callable[[int], int]], str]  # (state, what waits, code of a handle)
    question: Callable[[State, Ask, Callable[[int], str]], str]  # (state, ask, how cards are called)
    picking: Callable[
        [State, TableNeed, Sequence[int], bool], str
    ]  # (state, need, codes taken, whether one must be): what is next, if none must in the plural or ""
    at_once: Callable[[TableNeed], bool]  # whether what must be taken is chosen in one go, not one by one
    modes: Callable[[State, Ask], tuple[str, ...]]  # words of the choices of a MODE ask, () = only numbers
    shorts: Callable[
        [Rules], Mapping[str, str]
    ]  # the abbreviations on the screen: Ti = Time, Ti# (with a number) = Timebomb
    colours: Mapping[str, str]  # style of a word that colour repeats
    windows: tuple[Window, ...]
    answered: Callable[[State], Act | None]  # the action that is answered at this rest, None = there is none
    touches: Callable[[State, int], bool]  # whether that comes to something of a seat's
    moot: Callable[
        [SeatView, Ask, Sequence[int]], bool
    ]  # (seat, ask, codes of its deck): whether no answer but the first could ever matter to it
    legend: Callable[[State], str]  # the meaning of the figures of a card
    examples: str  # some moves as they are typed
    naming: Callable[[State], str]  # how what lies on the field is called
    terms: Callable[[State], list[str]]  # the terms of this match beside the book, a line each
    tells: Callable[[State, Row], bool]  # whether an event is worth a line in the log
    events: Events
    words: Callable[[State, Row, str], str]  # (state, event, the book's words for it): the log's words
    fates: Callable[[Rules], Mapping[str, str]]  # how {who} lost, {when}, {whose}, by the rule that says so
    left: Callable[[State, Row], str]  # HP or life left after an event that hurts or heals, "" for others
    topics: Callable[[Rules, str], list[str]]  # ids of the rules about a slug
    deed: Callable[[State, str], str]  # how a verb is typed and what it does, "" for one that needs no word
    remark: Callable[
        [State, int, Move, Callable[[int], int]], str
    ]  # (state, seat, move, code of a handle): the remark behind a choice, "" for none
    row_of: Callable[
        [State, int, Move], str
    ]  # into which row, front or backup, a move of a seat brings a card of its own, "" for none
    warning: Callable[
        [State, int, Move], str
    ]  # why a seat is asked whether it is sure of a move, "" = it is not


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


def looking(s: State, row: Row, what: str) -> str:
    """Where a seat is shown hidden cards, how many."""
    if row[ROW_EVENT] != LOOKED:
        return what
    return f"{{who}} looks at {{n}} hidden card{'s' * (row[ROW_N] != 1)}"


GAVE_UP, OUT_OF_TIME = "{who} gave up {when}", "{who} ran out of time {when}"


def parted(rules: Rules) -> dict[str, str]:
    """The fates of those who end a match themselves, in every game: one rule may be for all of them."""
    leaving, time, statement = (rules.cites[why] for why in ("leaving", "time", "statement"))
    left = GAVE_UP if time != leaving else "{who} gave up or left {when}"
    said = "what {who} said of a hidden card was not so"
    return {statement: said, time: OUT_OF_TIME, leaving: left}


def all_but(untold: frozenset[str]) -> Callable[[State, Row], bool]:
    """Leave out these events: another line of the same step says them as well."""
    return lambda s, row: s.rules.events[row[ROW_EVENT]] not in untold


def last_link(s: State) -> Act | None:
    """The last link of the chain."""
    return s.acts[s.chain[-1]] if s.chain else None


def touches(s: State, seat: int) -> bool:
    """Whether the last link of the chain, of another side, comes to something of a seat's: it is on something
    of its side, it is an effect on nobody by name, or it answers a link of its own. True without a chain. It
    follows from what everybody sees."""
    if not s.chain:
        return True
    act, side = s.acts[s.chain[-1]], s.rules.side(s, seat)
    if s.rules.side(s, act[A_SEAT]) == side:
        return False
    on = [s.rules.side(s, s.ctrl[r & HANDLE_MASK]) for r in act[A_TARGETS]]
    mine = any(s.acts[n][A_SEAT] == seat for n in s.chain[:-1])
    return mine or side in on or (not on and act[A_ABILITY] >= 0)


def how_many(a: Ask) -> str:
    """How many a pick wants."""
    least, most = max(a.lo, 0), a.hi
    return f"{most}" if least == most else f"{least} to {most}" if least else f"up to {most}"


def topics(rules: Rules, word: str) -> list[str]:
    """Ids of rules about a slug: the keyword's own first, then those in whose id a word begins like it."""
    first = [i for i in rules.book.rules if i == f"keyword.{word}" or i.startswith(f"keyword.{word}-")]
    return first + [i for i in rules.book.rules if i not in first and f"-{word}" in f"-{i.replace('.', '-')}"]
