"""The view that the player of a seat is given, and the answers that it gives: people, bots, scripts alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Protocol

from fadenet.engine import kernel, needs, notation
from fadenet.engine.choices import Choices
from fadenet.engine.digest import digest
from fadenet.engine.errors import Illegal
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ALL, Ask, Known, Row, State, TableNeed
from fadenet.table.sightings import Sightings

DICE_BYTES: Final = 6
"""The size of `MatchInfo.seed`: such a number every language holds as it is."""

StepListener = Callable[[State, Sequence[Row]], None]
"""Told of the events of every step of a match, when the state is as it is after it."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The facts that a player is told once, before the first question."""

    match: str  # a name for the match, unique on this node
    game: str
    format: str
    seat: int
    names: tuple[str, ...]  # by seat, automata too, cleaned of anything a terminal could stumble over
    kinds: tuple[str, ...]  # by seat: "human" or "bot", as declared
    decks: tuple[tuple[int, ...], ...]  # the codes of the own decks, in the rules' order
    seed: int  # for the player's own dice: it says nothing about those of the table
    takeback: bool = False  # whether this player may take decisions back
    lists: tuple[tuple[int, ...] | None, ...] = ()  # by deck of the match, those open to all; None = hidden


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that a player has for an answer, counted from when it was asked; `inf` where none are.

    decision_s: until its node answers in its place; bank_s: what is left in its time bank, after which it has
    lost the match.
    """

    decision_s: float = math.inf
    bank_s: float = math.inf

    @property
    def left_s(self) -> float:
        """Until the first of both."""
        return min(self.decision_s, self.bank_s)


TIMELESS: Final = Clock()
"""No time is counted."""


def open_lists(rules: Rules, players: int) -> tuple[tuple[int, ...] | None, ...]:
    """By deck of a match of so many players, the lists that are open to all: those of automata."""
    return (None,) * (rules.decks_per_seat * players) + rules.ownerless


def dice_of(match: bytes, secret: bytes = b"") -> int:
    """The seed of a player's own dice, from what its match, or a secret in it, is: nothing leads back."""
    made = blake2b(match, digest_size=DICE_BYTES, key=secret, person=b"fadenet dice")
    return int.from_bytes(made.digest(), "big")


class SeatView:
    """One seat's view of a match: the public state, and what this seat knows beyond it.

    `state` is shared and must not be changed; `clone()` it to try something out. `known` holds the codes of
    cards that this seat has seen and the others have not. `clock` is the time for the question that the seat
    has to answer now.
    """

    __slots__ = ("clock", "index", "known", "sightings", "state")

    def __init__(self, state: State, index: int, known: Known, sightings: Sightings | None = None) -> None:
        self.state = state
        self.index = index
        self.known = known
        self.sightings = sightings or Sightings()
        self.clock = TIMELESS

    def copy(self) -> SeatView:
        """The same view as it is now, which shares nothing that anybody writes: for another thread."""
        state = self.state.clone()
        state.index = None  # it keeps what is worked out while moves are listed
        copy = SeatView(state, self.index, self.known.copy(), self.sightings.clone())
        copy.clock = self.clock
        return copy

    @property
    def laid(self) -> tuple[Sequence[int], ...]:
        """By deck of the match, in the rules' order, the handles behind which its cards lie, ascending: those
        that were laid down for it, and where cards of two decks of a seat have been shuffled together, the
        others of that shuffle too, which are then in both. () in a view of no match under way. Hidden handles
        of a deck are to be taken as exchangeable, whatever their numbers."""
        return self.sightings.laid

    @property
    def seen(self) -> tuple[Mapping[int, int], ...]:
        """By deck as `laid`, of each code the most copies that this seat ever had in sight at one time, shown
        to all or to it alone: so many the deck's list holds at least."""
        return self.sightings.seen(self.state, self.known)

    @property
    def shown(self) -> Mapping[int, tuple[int, ...]]:
        """By handle the seats to which alone that card was shown, and lies where it was shown since: what
        others know of cards that are not theirs. A card that is public by now may stand there too."""
        return self.sightings.shown

    def information(self) -> bytes:
        """All that this seat can tell matches apart by, as 32 bytes: its information state. Equal wherever it
        sees, knows and has seen the same, whatever lies hidden; the own lists (`MatchInfo.decks`), which stay
        the same all through a match, are not in it."""
        most = [sorted(count.items()) for count in self.seen]
        told = self.index, sorted(self.known.items()), most, sorted(self.shown.items())
        return blake2b(digest(self.state) + repr(told).encode(), digest_size=32).digest()

    @property
    def ask(self) -> Ask | None:
        """The question that this seat owes an answer to (see `fadenet.engine.state` for its fields)."""
        return kernel.ask_of(self.state, self.index)

    def options(self) -> list[Move]:
        """Every legal answer in canonical order."""
        return kernel.options(self.state, self.index, self.known)

    def choices(self) -> Choices:
        """The same answers, none of them made yet."""
        return kernel.choices(self.state, self.index, self.known)

    def concerned(self) -> bool:
        """Whether others must reckon with an answer out of hidden cards: whether there is a card in the set
        with which, if all hidden cards were it, something else could be answered. It follows from what
        everybody sees."""
        s, seat = self.state, self.index
        hidden = [h for h in range(s.seats + 1, len(s.code)) if not s.code[h]]
        public = kernel.options(s, seat, {})
        codes = range(1, len(s.rules.cards))
        return any(kernel.options(s, seat, dict.fromkeys(hidden, code)) != public for code in codes)

    def opened(self, move: Move) -> tuple[tuple[int, int], ...]:
        """(handle, code) of the hidden cards that a move shows, as far as this seat knows them."""
        known = self.known
        return tuple((h, known[h]) for h in kernel.opens(self.state, move) if h in known)

    def refusal(self, move: Move) -> Illegal | None:
        """Why a move would be refused, None = it is legal. A statement about a card must be true."""
        reason = kernel.check(self.state, self.index, move, self.opened(move))
        if reason is not None:
            return reason
        rules = rules_of(self.state)
        for h, codes in rules.moves.denied(self.state, self.index, move):
            if self.code(h) in codes:
                what = "cannot be used so now" if h in move else "has to act now"
                return Illegal(rules.cites["statement"], f"{rules.cards[self.code(h)].name} {what}")
        stated = rules.moves.vouched(self.state, move)
        if not stated or rules.predicates[stated - 1](rules.cards[self.code(move[1])]):
            return None
        return Illegal(rules.cites["statement"], f"it would have to be {rules.predicate_texts[stated - 1]}")

    def text(self, move: Move) -> str:
        """A move in canonical notation."""
        return notation.format_move(self.state, self.index, move)

    def parse(self, text: str) -> Move:
        """The move that a text names. Raises `WrongInput`."""
        return notation.parse_move(self.state, self.index, text)

    def takeable(self, need: TableNeed, taken: Sequence[int] = ()) -> list[int]:
        """The cards of the own deck that may be the next one after `taken` for a search; () = no more."""
        return needs.takeable(self.state, need, self.known, taken)

    def least(self, need: TableNeed) -> int:
        """How many cards must be taken: nobody may say of a search that there is none if there is one."""
        statement, _, least = need.items[:3]
        if least == ALL:
            return need.n
        return least or int(bool(statement and self.takeable(need)))

    def settled(self, need: TableNeed, chosen: Sequence[int]) -> list[int]:
        """As many of the chosen cards, from the first on, as may be taken, and what must be besides them; of
        copies of a card the first, since they are the same."""
        taken: list[int] = []
        for h in dict.fromkeys(chosen):
            there = self.takeable(need, taken)
            taken += [one for one in there if self.code(one) == self.code(h)][:1]
        while len(taken) < self.least(need) and (there := self.takeable(need, taken)):
            taken.append(there[0])
        return taken

    def code(self, h: int) -> int:
        """The card behind a handle as far as this seat knows it, else 0."""
        return self.state.code[h] or self.known.get(h, 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, and the standing passes from now on: rows of (window mask, last turn); None = as they are.

    own: whether the player decided it; a player cannot go back to an answer that gave itself. empty: it gave
    itself as there was nothing else to answer with, which others may not see: a node sends it when the player
    might have given it.
    """

    move: Move
    standing: tuple[tuple[int, int], ...] | None = None
    own: bool = True
    empty: bool = False


class TakeBack(Exception):
    """Raised by `Player.choose` and `Player.take` where `MatchInfo.takeback` allows it.

    The match goes back to the last decision of this seat and calls `Player.start` again.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(f"p{seat + 1} takes its last decision back")
        self.seat = seat


class Player(Protocol):
    """The player of a seat. Calls come one at a time; `choose` may take as long as the clock allows."""

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        """The match begins or is resumed."""

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        """Something has happened; the state is as it is after it."""

    async def choose(self, seat: SeatView) -> Answer:
        """Answer the ask of this seat, within `seat.clock`. A refused move is asked for again, with the
        reason in `refused`."""

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        """Choose cards of the own deck for a search, one by one among `seat.takeable(need, taken)`."""

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        """The last answer was refused."""

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """The match has ended: places by seat, 1 = first; () = as void, because all wanted that."""
