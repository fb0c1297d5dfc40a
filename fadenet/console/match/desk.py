"""One match as the console sees it: what has happened, what is asked, what was typed, and what it answers.

Knows neither terminal nor Trio. The screen and plain mode both show this object and hand it typed lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fadenet.console.faces import face_of
from fadenet.console.faces.face import Face
from fadenet.console.match.entries import Stops, Taking
from fadenet.console.match.grammar import Grammar, Unclear
from fadenet.console.match.labels import Labels
from fadenet.console.match.references import References
from fadenet.console.shell.stage import LogEntry, Page, Stage
from fadenet.console.text import clean, fit, slug
from fadenet.engine import kernel
from fadenet.engine.atoms import PHASE_BEGINS, TURN_BEGINS
from fadenet.engine.errors import Illegal, WrongInput
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.line import Line
from fadenet.engine.notation import place
from fadenet.engine.rules import Q_SHOW, Move
from fadenet.engine.state import ACT, ASK_ID, ASK_KIND, ASK_WINDOW, MODE, ORDER, RESPOND, Row
from fadenet.table.scribe import line_for
from fadenet.table.view import Answer, MatchInfo, SeatView

NAME_CELLS = 20
NAMED_MAX = 4
"""A refusal names the legal moves if there are at most this many, else their verbs."""
LISTED_MAX = 9
"""Questions with at most this many answers show all of them; longer ones show the verbs."""

Advice = Callable[[SeatView], tuple[Move, str]]
"""What a helper would answer at the present ask, and why."""


class Desk(Stage):
    """The console's side of one seat at one match."""

    def __init__(self, advise: Advice | None = None) -> None:
        super().__init__()
        self.advise = advise
        self.speak: Callable[[str], bool] | None = None  # to the others; False = too much at once
        self.muted: set[int] = set()  # seats whose chat is not shown
        self.referee: Callable[[str], str] | None = None  # carries out wait, drop, void; what to say of it
        self.info: MatchInfo | None = None
        self.stops = Stops()
        self.ask_id = 0  # the open question, 0 = none
        self.options: list[Move] = []
        self.grammar: Grammar | None = None
        self.usable: frozenset[int] = frozenset()  # handles that a legal move names
        self.taking: Taking | None = None
        self._choice: Page | None = None  # of the cards to take from
        self.refusal: Illegal | None = None
        self.conceding = self.voiding = False  # asked for the word
        self.unsure: Move = ()  # asked whether it is meant
        self.conceded = False
        self.result = ""
        self.read_to_end = False  # whether the person has seen how the match ended
        self.answer: Answer | None = None
        self.taken: list[int] | None = None
        self.watching = False  # shown to an onlooker, who sits nowhere and is asked nothing
        self.waiting = "..."  # what stands where questions stand while there is none
        self.hint = ""  # what an onlooker may press
        self.open_hands = False  # whether all that lies hidden is known here
        self.undoing = False  # the last decision is to be taken back
        self.decided = 0  # decisions that can be taken back
        self._standing: tuple[tuple[int, int], ...] | None = None
        self._phase: Line | None = None

    # What the match tells.

    def start(self, info: MatchInfo, seat: SeatView) -> None:
        """A match begins, is resumed, or goes on from where a decision was taken back."""
        if self.undoing:
            self._go_back()
            return
        self._sit(info, seat)
        self._call(Labels(self.face.hand))
        self.labels.update(seat)
        named = [f"p{i + 1} {n}" for i, n in enumerate(self.names)]
        mine = self.side_of(info.seat)
        mates = [who for i, who in enumerate(named) if i != info.seat and self.side_of(i) == mine]
        others = [who for i, who in enumerate(named) if self.side_of(i) != mine]
        beside = f" with {', '.join(mates)}" if mates else ""
        self.write("note", f"you are p{info.seat + 1}; you play{beside} against {', '.join(others)}")
        if self.options_said:
            self.write("note", f"the match is played with {self.options_said}")
        self.write("note", "? explains what you can do; Tab completes what you type")

    def watch(self, info: MatchInfo, seat: SeatView) -> None:
        """Show a match from a seat's place to an onlooker; cards are called by their places."""
        self.watching = True
        self._sit(info, seat)
        self._call(Labels(""))

    @property
    def options_said(self) -> str:
        """The options of the match in words, "" if it has none."""
        options = self.seat.state.rules.options
        return ", ".join(f"{name} {options[name]}" for name in sorted(options))

    def _sit(self, info: MatchInfo, seat: SeatView) -> None:
        self.info = info
        self.seat = seat
        self.face: Face = face_of(seat.state.rules)
        names = [*info.names, *["the game"] * (seat.state.seats - len(info.names))]
        self.names = tuple(fit(clean(name), NAME_CELLS).rstrip() for name in names)

    def _call(self, labels: Labels) -> None:
        """How cards are called from here on."""
        self.labels = labels
        self.refs = References(self.seat, labels, self.face, self.names)

    def side_of(self, seat: int) -> int:
        """The side on which a seat plays."""
        s = self.seat.state
        side: int = s.rules.side(s, seat)
        return side

    def tell(self, rows: Sequence[Row]) -> None:
        """Write what has happened into the log."""
        s = self.seat.state
        self.labels.update(self.seat)
        joined = False
        for row in rows:
            line = line_for(s, row, self.seat.known) if self.face.tells(s, row) else None
            if line is None:
                continue
            if row[0] == PHASE_BEGINS:
                self._phase = line
                continue
            begins = row[0] == TURN_BEGINS
            who = "" if begins else self._who(line)
            before = self.log[-1] if self.log else None
            follows = joined and before is not None and before.who == who and not begins
            if self._phase is not None and not begins:
                self.add(LogEntry("event", who, self._phase, follows))
                follows = True
            self._phase = None
            self._event(LogEntry("event", who, line, follows))
            joined = True
        if rows:
            self.notify()

    def _event(self, entry: LogEntry) -> None:
        """Add an event; the same again in one step is counted instead."""
        before = self.log[-1] if self.log else entry
        if entry.joined and replace(before, times=1).text == entry.text:
            self.log[-1] = replace(before, times=before.times + 1)
        else:
            self.add(entry)

    def _who(self, line: Line) -> str:
        mine = line.who == self.seat.index and not self.watching
        return "" if line.who < 0 else "you" if mine else f"p{line.who + 1}"

    # What is asked.

    def open(self) -> Answer | None:
        """A question has come. The answer, if it needs no person; None = the person is to answer."""
        a = self.seat.ask
        assert a is not None
        self.labels.update(self.seat)
        self.answer = None
        self.unsure = ()
        if self.conceded:
            return Answer(CONCEDE_MOVE)
        self.options = self.seat.options()
        by_itself = self._by_itself(a)
        if by_itself is not None:
            return replace(by_itself, standing=self._made(by_itself.move).standing)
        self.stops.hold = False
        self._phase = None
        self.ask_id = a[ASK_ID]
        self.grammar = self._grammar()
        self.usable = frozenset(x for move in self.options for x in move[1:2] if type(x) is int and x > 0)
        self.write("ask", self.question())
        return None

    def _by_itself(self, a: Row) -> Answer | None:
        """Chances that the stops pass over, and chances and turns in which nothing can be done."""
        rules, kind, stops = self.seat.state.rules, a[ASK_KIND], self.stops
        if kind == ORDER and self._only_offers():
            return Answer(self.options[0], own=False)
        if kind not in (RESPOND, ACT) or (kind == RESPOND and stops.hold):
            return None
        if kind == RESPOND and (stops.yielded == self.seat.state.turn or a[ASK_WINDOW] in stops.off):
            return Answer(PASS_MOVE, own=False)
        move = PASS_MOVE if kind == RESPOND else (rules.verbs.index(self.face.stopping),)
        if move not in self.options or any(rules.verbs[m[0]] not in self.face.idle for m in self.options):
            return None
        if stops.always and self.seat.concerned():
            return None
        return Answer(move, own=False, empty=True)

    def _only_offers(self) -> bool:
        """Whether all that waits are chances to show a card: their order is no choice worth a question."""
        numbers = {-m[1] for m in self.options if len(m) > 1 and type(m[1]) is int}
        rows = [row for row in self.seat.state.queue if row[5] in numbers]
        return len(rows) == len(self.options) and all(row[0] == Q_SHOW for row in rows)

    def _made(self, move: Move) -> Answer:
        standing, self._standing = self._standing, None
        return Answer(move, standing)

    def _grammar(self) -> Grammar:
        seat = self.seat
        lines = [(self.labels.shown(seat, m), m) for m in self.options]
        names: dict[str, str] = {}
        twins = set()
        modes = self.modes()
        for tokens, _ in lines:
            for token in tokens[1:]:
                if token not in names:
                    names[token] = self._called(token, modes)
                    if token[0] in self.face.hand and token[1:].isdigit():
                        twins.add(token)
        return Grammar(lines, self.face.letters, names, frozenset(twins))

    def _called(self, token: str, modes: Sequence[str]) -> str:
        if "=" in token:
            return token.partition("=")[2]
        if token.isdigit():
            n = int(token)
            return slug(modes[n - 1]) if 0 < n <= len(modes) else ""
        return slug(self.refs.name_of(token))

    def modes(self) -> tuple[str, ...]:
        """Words for the numbers of the present question, () for none."""
        a = self.seat.ask
        return self.face.modes(self.seat.state, a) if a is not None and a[ASK_KIND] == MODE else ()

    def question(self) -> str:
        """The present question in words, "" for none."""
        if self.taking:
            return self.taking.question()
        a = self.seat.ask
        return self.face.question(self.seat.state, a) if a is not None and self.ask_id else ""

    def start_taking(self, handles: Sequence[int], most: int, what: str = "", least: int = 0) -> None:
        """Cards of the own deck are to be taken: up to so many, or the one that `what` says must be."""
        self.taking = Taking(list(handles), most, what, least > 0)
        self.taken = None
        self.write("ask", self.question())
        self.page = self._choice = Page(what or "search", self.choices(), stays=True)

    def close_page(self) -> None:
        """Back to what lies under the page: the table, or the cards to take from."""
        self.page = self._choice if self.taking else None
        if self.page is not None:
            self.page.news = ""

    def choices(self) -> list[str]:
        """Every answer to the present question as a line to show, in the order of their numbers."""
        if self.taking:
            s, there = self.seat.state, enumerate(self.taking.handles, 1)
            return [f"{i} {self.face.detail(s, h, self.seat.code(h))}" for i, h in there]
        return [self.spoken(m) for m in self.options]

    def spoken(self, move: Move) -> str:
        """A move as it is typed, with the names of what it refers to."""
        modes = self.modes()
        tokens = self.labels.shown(self.seat, move)
        if modes and len(tokens) == 2 and tokens[1].isdigit():
            return modes[int(tokens[1]) - 1]
        said = [tokens[0]]
        for token in tokens[1:]:
            name = self.refs.name_of(token) if "=" not in token else ""
            said.append(f"{token} ({name})" if name else token)
        return " ".join(said)

    # What is answered.

    def give(self, move: Move) -> None:
        """Answer the present question."""
        self.write("you", self.spoken(move))
        self.decided += 1
        self._close()
        self.answer = self._made(move)
        self.notify()

    def take(self, chosen: list[int]) -> None:
        """Answer a search."""
        assert self.taking is not None
        self.taking = None
        self.page = None
        self.taken = chosen
        self.decided += bool(chosen)
        self.write("you", f"take {len(chosen)}")

    def concede(self) -> None:
        """Give the match up, at once if something is asked, else at the next question.

        Where cards of the own deck are owed, what must be taken is taken without the person.
        """
        self.conceded = True
        if self.ask_id:
            self.give(CONCEDE_MOVE)
        elif self.taking:
            self.withdraw()
            self.taken = []
            self.write("note", "you give up")
        else:
            self.write("note", "you give up as soon as the match asks you something")

    def take_back(self) -> None:
        """Go back to the last decision, at once if something is asked, else at the next question.

        An open question is closed here and now: what is typed next answers the one that comes then.
        """
        self.undoing = True
        if self.ask_id or self.taking:
            self.withdraw()
        else:
            self.write("note", "your last decision is taken back as soon as the match asks you something")

    def _go_back(self) -> None:
        """The match stands where the last decision was made."""
        self.undoing = self.conceded = False
        self.decided -= 1
        self.stops.yielded = -1
        self._standing = None
        self._phase = None
        self.labels.restore(self.seat)
        self.write("note", "your last decision is taken back, with all that came of it")

    def withdraw(self) -> None:
        """The question is not asked any more."""
        self._close()
        self.taking = self.taken = self.answer = None
        self.notify()

    def _close(self) -> None:
        self.ask_id = 0
        self.grammar = None
        self.options = []
        self.usable = frozenset()
        self.page = None

    def stand_by(self) -> None:
        """Pass on every chance in the rest of this turn."""
        turn = self.seat.state.turn
        self.stops.yielded = turn
        self._standing = (((1 << len(self.face.windows)) - 1, turn),)

    def stand_up(self) -> None:
        """Take back what `stand_by` said, as far as it is not over."""
        if self.stops.yielded == self.seat.state.turn:
            self._standing = ()
        self.stops.yielded = -1

    def refused(self, reason: Illegal) -> None:
        """The last answer, or a move that was typed, is against a rule."""
        self.refusal = reason
        legal = ", ".join(self.verbs()) if len(self.options) > NAMED_MAX else ", ".join(self.choices())
        self.write("refused", f"{reason.text} [{reason.rule}]. Legal: {legal}. (why = whole rule)")

    def verbs(self) -> list[str]:
        """The verbs that are legal now, each with its letter if it has one."""
        rules = self.seat.state.rules
        letters = {verb: letter for letter, verb in self.face.letters.items()}
        found = dict.fromkeys(rules.verbs[m[0]] for m in self.options)
        return [f"{letters[v]} {v}" if v in letters else v for v in found]

    def read(self, line: str) -> Move:
        """The legal move that a line names. Raises `Unclear`."""
        if self.grammar is None:
            raise Unclear("nothing is asked of you now")
        return self.grammar.parse(line)

    def unlisted(self, line: str) -> Move:
        """The legal move beyond the end of the list that a line spells in full, () for none."""
        try:
            move = self.draft(line)
        except WrongInput:
            return ()
        most = self.seat.state.rules.listed_max
        if len(self.options) < most or move in self.options or self.seat.refusal(move) is not None:
            return ()
        return move

    def draft(self, line: str) -> Move:
        """The move that a line spells, legal or not. Raises `WrongInput`."""
        words = line.lower().split()
        verbs = self.seat.state.rules.verbs
        if not words:
            raise WrongInput("type a move after it")
        begun = [v for v in verbs if v.startswith(words[0])]
        verb = words[0] if words[0] in verbs else self.face.letters.get(words[0], begun[0] if begun else "")
        if not verb:
            raise WrongInput(f"there is no move {words[0]!r}; ? shows what there is")
        tokens = [verb, *(self._drafted(word) for word in words[1:])]
        move = self.seat.parse(" ".join(tokens))
        if move[0] >= len(kernel.VERBS) and len(move) > 1 and (type(move[1]) is tuple or move[1] < 0):
            raise WrongInput(f"say first which card: {verb} CARD ...")
        return move

    def _drafted(self, word: str) -> str:
        h = self.labels.handle(self.seat.state, word)
        if not h and "=" not in word and not self.refs.handle(word):
            h = self.refs.named(word)
        return place(self.seat.state, self.seat.index, h) if h else word

    # The end.

    def finish(self, places: Sequence[int], rule: str) -> None:
        """The match has ended. places: () if nobody has one, because all wanted it so or, with a `rule`,
        because it was broken off."""
        self._close()
        if not places and not rule:
            self.result = "All have agreed that the match ends without a winner"
            self.write("over", self.result)
            return
        mine = places[self.seat.index] if places else 0
        first = [i for i, n in enumerate(places) if n == 1]
        book: dict[str, dict[str, str]] = self.seat.state.rules.book
        if not places:
            verdict = "The match has no result"
        elif len({self.side_of(i) for i in first}) != 1:
            verdict = "The match is a draw" if mine == 1 else "You have lost"
        elif mine == 1:
            verdict = "You have won" if len(first) == 1 else "Your side has won"
        else:
            won = " and ".join(f"{self.names[i]} (p{i + 1})" for i in first)
            verdict = f"{won} {'has' if len(first) == 1 else 'have'} won"
        why = book.get(rule, {}).get("text", "")
        self.result = f"{verdict} [{rule}]"
        self.write("over", f"{self.result} {why}".strip())
