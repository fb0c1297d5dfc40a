"""The questions that a seat is asked and its answers: a machine that is in one state at a time.

    nothing is asked (None) -- open ------> Asked  -- give --> Answer
                            -- take_from -> Taking -- take --> Taken

The match asks, the person gives or takes, and the match collects that: nothing is asked then. From everywhere
`withdraw` leads there. Questions that the stops pass over are answered in `open` itself. Beside its state the
machine knows what lasts over questions: the stops, the person's wish for the next one, and the word that was
typed once and counts when it is typed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain

from fadenet.console.faces.face import Face, Stop
from fadenet.console.match import wording
from fadenet.console.match.board import Strikes, strikes_of
from fadenet.console.match.grammar import Grammar
from fadenet.console.match.rows import March
from fadenet.console.match.sight import Sight
from fadenet.engine.acts import A_SEAT
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.rules import Q_SHOW, Move, rules_of
from fadenet.engine.state import ACT, ORDER, RESPOND, Ask, Waiting
from fadenet.games.away import ANSWERS, OfferedPass, StandingRows, mask
from fadenet.games.spelling import slug
from fadenet.table.view import Answer


class Wish(Enum):
    """The wish of the person for the next question."""

    PLAY = 0
    CONCEDE = 1
    BACK = 2  # to the last decision


@dataclass(slots=True)
class Stops:
    """When the player is asked, beside the rule that something legal must be there: `hold` and `always` lift
    it."""

    set: dict[int, Stop] = field(default_factory=dict)  # by window, where it is not the usual one
    full: bool = False  # stop wherever something is legal, behind own Links too
    yielded: int = -1  # pass on everything in this turn
    hold: bool = False  # stop at the next one whatever is legal
    always: bool = False  # stop where nothing is legal too, if others cannot see that

    def change(self, face: Face, words: str) -> bool:
        """Set what words such as `gap on` say; False if they say nothing."""
        known = {window.name: i for i, window in enumerate(face.windows) if window.what}
        values = {stop.value: stop for stop in Stop}
        match words.lower().split():
            case ["usual"]:
                self.set.clear()
                self.full = self.always = False
            case ["always", ("on" | "off") as wanted]:
                self.always = wanted == "on"
            case ["all", wanted] if wanted in values:
                self.set.update(dict.fromkeys(known.values(), values[wanted]))
            case [name, wanted] if name in known and wanted in values:
                self.set[known[name]] = values[wanted]
            case _:
                return False
        return True

    def of(self, sight: Sight, window: int) -> Stop:
        """The stop for the chances of one kind."""
        chance = sight.face.windows[window]
        return self.set.get(window, Stop.OFF if chance.people and sight.alone else chance.usual)

    def passed(self, sight: Sight) -> tuple[int, int]:
        """The windows, as bits, in which the stops pass whatever comes, and those in which they do as long as
        nothing comes to the player: the answers to Links."""
        if self.full or self.always or self.hold:
            return 0, 0
        answers = mask(rules_of(sight.seat.state), ANSWERS)
        by_stop = dict.fromkeys(Stop, 0)
        for window, chance in enumerate(sight.face.windows):
            by_stop[self.of(sight, window)] |= (1 << window) * (not chance.people)
        return by_stop[Stop.OFF], by_stop[Stop.MINE] & answers

    def passes(self, sight: Sight, window: int) -> bool:
        """Whether the player need not be asked here and now, whatever is legal: by the stops and by what
        everybody sees."""
        s = sight.seat.state
        if self.yielded == s.turn:
            return True
        stop, act = self.of(sight, window), sight.face.answered(s)
        if self.full or act is None:
            return not self.full and stop is Stop.OFF
        own = act[A_SEAT] == sight.seat.index
        return own or stop is Stop.OFF or (stop is Stop.MINE and not sight.face.touches(s, sight.seat.index))


@dataclass(frozen=True, slots=True)
class Taking:
    """Cards of the own deck to take from: from `least` to `most`, for `what` if that says anything.

    lots: the handles, equal cards together; a number stands for any card of its lot. advice: what a helper
    would take, and why. usual: what an empty line takes, () = nothing. names: what the lots are called.
    """

    lots: list[list[int]]
    most: int
    what: str
    least: int
    advice: Callable[[], tuple[list[int], str]] | None = None
    usual: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def question(self, what: str) -> str:
        """The question for these cards. what: the name of what is taken, "" where it stands beside them."""
        if self.what and self.most > 1:
            many = f"{self.least} to {self.most}" if self.least > 1 else f"up to {self.most}"
            many = str(self.most) if self.least == self.most else many
            return f"Choose {many} {what or 'of these cards'}, by their numbers{self.way_out}"
        if self.what:
            return f"Choose {what or 'one of these cards'}, by its number{self.way_out}"
        if self.most == 1:
            return f"Take one of these cards, by its number{self.way_out}"
        return f"Take up to {self.most} of these cards, by their numbers{self.way_out}"

    @property
    def way_out(self) -> str:
        return "" if self.least else ", or none"

    def chosen(self, line: str) -> list[int] | None:
        """The handles that a line takes, None if it does not answer."""
        words = line.split()
        if not words and self.usual:
            return list(self.usual)
        if words == ["none"]:
            return None if self.least else []
        found = self.named(line)
        return found if found is not None and self.least <= len(found) <= self.most else None

    def named(self, line: str) -> list[int] | None:
        """The handles of the cards that a line names, however many, None if one of them is not there."""
        words = line.replace(",", " ").split()
        numbers = [int(w) if w.isdecimal() and len(w) < 5 else 0 for w in words]
        if 0 in numbers:
            numbers = [self._named(numbers[0], words[1:] if numbers[0] else words)]
        if not all(0 < n <= len(self.lots) for n in numbers):
            return None
        lots = [list(lot) for lot in self.lots]
        if any(numbers.count(n) > len(lots[n - 1]) for n in numbers):
            return None
        return [lots[n - 1].pop(0) for n in numbers]

    def numbers(self, handles: Sequence[int]) -> list[int]:
        """The numbers by which these cards are taken."""
        return [next(n for n, lot in enumerate(self.lots, 1) if h in lot) for h in handles]

    def _named(self, number: int, words: Sequence[str]) -> int:
        """The number of the one lot whose name begins so, 0 for none or several. number: that of a lot, which
        stands before the name, or 0.
        """
        begun, called = slug(" ".join(words)), [slug(name) for name in self.names]
        found = [n for n, name in enumerate(called, 1) if begun and name.startswith(begun)]
        found = [n for n in found if called[n - 1] == begun] or found
        return found[0] if len(found) == 1 and number in (0, found[0]) else 0


@dataclass(slots=True)
class Asked:
    """An open question: its number, the legal moves, how they are typed, and the handles that they name.

    move_lines: the lines in which the legal moves are listed. strikes: by who can attack, whom. listed: those
    of the list that was opened last, () = none was.
    """

    id: int
    options: list[Move]
    grammar: Grammar
    usable: frozenset[int]
    move_lines: list[wording.MoveLine]
    strikes: Strikes
    listed: tuple[wording.MoveLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """The cards that have been taken."""

    handles: list[int]


@dataclass(frozen=True, slots=True)
class Handover:
    """A move after which others are to decide, and the passes that may be said with it. stays: the note where
    it is not made after all."""

    move: Move
    offers: list[OfferedPass]
    stays: str


class Dialogue:
    """The machine. decided: decisions that can be taken back."""

    def __init__(self) -> None:
        self.now: Asked | Taking | Answer | Taken | None = None
        self.stops = Stops()
        self.wish = Wish.PLAY
        self.confirming = ""  # the word that was typed once: concede or void
        self.unsure: Move = ()  # the move that was typed once
        self.march: March | None = None  # the cards that are still to go into a row
        self.decided = 0
        self.prepared = False  # the rest of the set-up is made as a helper would
        self.handover: Handover | None = None  # it is made as soon as it is said what else is passed on
        self._passes = False  # whether something is passed on until the next own turn
        self._standing: tuple[tuple[int, int], ...] | None = None

    # The state.

    @property
    def asked(self) -> Asked | None:
        return self.now if isinstance(self.now, Asked) else None

    @property
    def taking(self) -> Taking | None:
        return self.now if isinstance(self.now, Taking) else None

    @property
    def answer(self) -> Answer | None:
        return self.now if isinstance(self.now, Answer) else None

    @property
    def given(self) -> bool:
        """Whether there is something to collect."""
        return isinstance(self.now, (Answer, Taken))

    @property
    def waits(self) -> bool:
        """Whether the person has to answer."""
        return isinstance(self.now, (Asked, Taking))

    @property
    def options(self) -> list[Move]:
        """The legal moves, [] while none is asked for."""
        return self.asked.options if self.asked else []

    @property
    def usable(self) -> frozenset[int]:
        """The handles that a legal move names."""
        return self.asked.usable if self.asked else frozenset()

    # The part of the match.

    def open(self, sight: Sight) -> Answer | None:
        """A question has come. The answer, if it needs no person; None = the person is to answer."""
        a = sight.seat.ask
        assert a is not None
        self.now, self.unsure, self.handover = None, (), None
        if self.wish is Wish.CONCEDE:
            return Answer(CONCEDE_MOVE)
        options = sight.seat.options()
        by_itself = self._marching(sight, a, options) or self._by_itself(sight, a, options)
        if by_itself is not None:
            return replace(by_itself, standing=self._made(by_itself.move).standing)
        self.put(sight, a, options)
        return None

    def leave_it(self) -> Answer:
        """It makes no difference how the question is answered: the first way will do."""
        assert self.asked is not None
        move = self.asked.options[0]
        self.now = None
        return Answer(move, own=False)

    def put(self, sight: Sight, a: Ask, options: list[Move]) -> None:
        """Ask the person, whatever the stops say."""
        self.stops.hold, self.unsure, self.march = False, (), None
        usable = frozenset(x for move in options for x in move[1:2] if type(x) is int and x > 0)
        move_lines, strikes = wording.move_lines(sight, options), strikes_of(sight, options)
        self.now = Asked(a.id, options, wording.grammar(sight, options), usable, move_lines, strikes)

    def _marching(self, sight: Sight, a: Ask, options: Sequence[Move]) -> Answer | None:
        """The next step of a row that is on its way."""
        move = self.march.next(sight, options) if self.march is not None and a.kind == ACT else ()
        if self.march is None or not move:
            return None
        self.march = self.march.behind(move)
        return Answer(move, own=False)

    def _by_itself(self, sight: Sight, a: Ask, options: Sequence[Move]) -> Answer | None:
        """Chances that the stops pass over, and chances and turns in which nothing can be done."""
        s, kind, stops = sight.seat.state, a.kind, self.stops
        if kind == ORDER and _only_offers(s.queue, options):
            return Answer(options[0], own=False)
        if kind not in (RESPOND, ACT):
            move_lines = wording.move_lines(sight, options)
            same = len(move_lines) == 1 and move_lines[0].places == 1
            return Answer(options[0], own=False) if same and not a.sealed else None
        if kind == RESPOND and stops.hold:
            return None
        if kind == RESPOND and len(options) == 1 and options != [PASS_MOVE] and not a.sealed:
            return Answer(options[0], own=False)  # it has to be so, and is not a secret
        asks_all = stops.full or stops.always
        if kind == RESPOND and not asks_all and sight.face.moot(sight.seat, a, [*chain(*sight.info.decks)]):
            return Answer(options[0], own=False, empty=True)
        if kind == RESPOND and stops.passes(sight, a.window):
            return Answer(PASS_MOVE, own=False)
        verbs, face = s.rules.verbs, sight.face
        move = PASS_MOVE if kind == RESPOND else (verbs.index(face.stopping),)
        if move not in options or any(verbs[m[0]] not in face.idle for m in options):
            return None
        if stops.always and sight.seat.concerned():
            return None
        return Answer(move, own=False, empty=True)

    def take_from(self, taking: Taking) -> None:
        """Cards are to be taken."""
        self.now = taking

    def withdraw(self) -> None:
        """Nothing is asked any more, and nothing that was given counts."""
        self.now = None

    def collect(self) -> Answer | Taken:
        """The answer that was given, or the cards that were taken; nothing is asked then."""
        given, self.now = self.now, None
        assert isinstance(given, (Answer, Taken))
        return given

    def gone_back(self) -> None:
        """The match stands where the last decision was made."""
        self.wish = Wish.PLAY
        self.prepared = False
        self.decided -= 1
        self.stops.yielded = -1
        self._standing = None

    # The part of the person.

    def give(self, move: Move) -> None:
        """Answer the question."""
        self.decided += 1
        self.march = None
        self.now = self._made(move)

    def take(self, chosen: list[int]) -> None:
        """Take these cards."""
        self.decided += bool(chosen)
        self.now = Taken(chosen)

    def _made(self, move: Move) -> Answer:
        standing, self._standing = self._standing, None
        return Answer(move, standing)

    def stand_by(self, turn: int, windows: int) -> None:
        """Pass on every chance in the rest of this turn, in so many windows."""
        self.stops.yielded = turn
        self._standing = (((1 << windows) - 1, turn),)

    def pass_on(self, offered: OfferedPass) -> None:
        """Pass, from the next answer on, as was offered."""
        self._standing, self._passes = offered.rows, True

    def pass_on_own(self, rows: StandingRows | None) -> None:
        """Say these passes with the next answer, unless it says others; None = nothing."""
        if self._standing is None:
            self._standing = rows

    def stand_up(self, turn: int) -> None:
        """Take back what `stand_by` and `pass_on` said, as far as it is not over."""
        if self.stops.yielded == turn or self._passes:
            self._standing, self._passes = (), False
        self.stops.yielded = -1


def _only_offers(queue: Sequence[Waiting], options: Sequence[Move]) -> bool:
    """Whether all that waits are chances to show a card, whose order is not worth a question."""
    numbers = {-m[1] for m in options if len(m) > 1 and type(m[1]) is int}
    rows = [row for row in queue if row.stamp in numbers]
    return len(rows) == len(options) and all(row.kind == Q_SHOW for row in rows)
