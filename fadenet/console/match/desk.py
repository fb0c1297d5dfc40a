"""The person's side of one seat at one match: what is seen, asked, answered and said.

Knows neither terminal nor Trio. The match talks to it through a `ConsolePlayer`, the person by typed lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple, Protocol

from fadenet.console.match import rows, wording
from fadenet.console.match.dialogue import Asked, Dialogue, Handover, Taking, Wish
from fadenet.console.match.grammar import Unclear
from fadenet.console.match.rows import March
from fadenet.console.match.sight import Sight
from fadenet.console.match.summary import decided
from fadenet.console.match.table import Table
from fadenet.console.match.telling import LogWriter, Recent
from fadenet.console.shell.stage import LISTED_MAX, Page, Stage
from fadenet.engine.errors import Illegal, WrongInput
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, RESPOND, Ask, Row, TableNeed
from fadenet.games.away import ahead, further, offers, on_own
from fadenet.table.view import Answer, MatchInfo, SeatView

NAMED_MAX = 4
"""A refusal names the legal moves if there are at most this many, else their verbs."""
ANSWERS_MAX = 155
"""A question shows all answers that take no more signs with it; else it shows the verbs."""
QUESTION_ROWS, RESULT_ROWS = 3, 2


PREPARED = (
    "the rest of the set-up is made as hint would make it; a number in place of Enter makes each choice yours"
)
ENDS, PASSES = "your turn ends", "you pass"
YET = "you have not passed"
OFFERED = "Until your next turn your node may pass for you: type a number, or Enter alone for none."
THINKS = "thinking; whatever you type ends that"
NEWS = "since your last answer"
"""The title of the page that shows what has happened."""
BURST_MAX = 12
"""So many lines are said in one go, but at the pace `once`."""


class Pace(Enum):
    """How what the others do is shown where it is much: all at once, a few lines at a time at every question,
    or at the beginning of the own turn."""

    ONCE = "once"
    STEP = "step"
    TURN = "turn"


class Search(Protocol):
    """A longer look at a question, on a copy of all that it needs: it is carried out in a thread."""

    def run(self) -> tuple[Move, str]:
        """The move that it finds, and what it saw, "" for nothing."""

    def hurry(self) -> None:
        """End with what is there."""


class Advice(Protocol):
    """A helper: what it would do, and why."""

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        """Its answer to the present ask. called: what a card on the field is called."""

    def reason(self, seat: SeatView, move: Move, called: Callable[[int], str]) -> str:
        """Why a move is good."""

    def search(self, match: MatchInfo, seat: SeatView) -> Search | None:
        """A longer look at the present ask, None where that would find nothing more."""

    def indifferent(self, seat: SeatView) -> bool:
        """Whether all answers to the present ask lead to the same position, if nobody answers them."""

    def beyond(self, seat: SeatView, move: Move) -> list[Move]:
        """The moves of the same verb that it would make right after this one."""

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        """The card of these that it would take after `taken`, 0 = no more."""


class Looked(NamedTuple):
    """The end of a search: the question that it was about, its move, and what it saw."""

    asked: Asked
    move: Move
    saw: str


class Advised(NamedTuple):
    """The advice of a helper: the move, or the march of cards into a row; why; how it is typed and said."""

    move: Move
    march: March | None
    why: str
    typed: str
    spoken: str


class Desk(Stage):
    """A stage with a match on it. `sight` is there once the match has begun.

    advise, speak, referee: what `hint`, `say` (None = too much at once) and `who`, `wait`, `drop`, `void` do,
    None where there is nothing of the kind; the last two return what to say of it, "" for nothing. muted:
    seats whose chat is not shown. think: carries out `search` while the person may type, None where nothing
    does. waiting: what stands where questions stand while there is none. ended:
    whether its end has been read. way_out: how it is left after that. conceding: what `concede` is typed for.
    """

    sight: Sight
    way_out = "Enter or quit leaves"
    conceding = "to give up this match"

    def __init__(self, advise: Advice | None = None) -> None:
        super().__init__()
        self.advise = advise
        self.speak: Callable[[str], str | None] | None = None
        self.referee: Callable[[str], str] | None = None
        self.think: Callable[[], None] | None = None
        self.search: Search | None = None
        self._looked: Looked | None = None  # the last search that has come to its end
        self.muted: set[int] = set()
        self.begun = False
        self.dialogue = Dialogue()
        self.refusal: Illegal | None = None
        self.waiting = "..."
        self.at_rest = False  # only others can go on, and nobody here waits for them
        self.term = ""  # what is to be said of the time where no bank counts it
        self.by_post = False  # by correspondence: it is asked what is passed on until the next own turn
        self._put_in = 0  # the last turn in which that was asked at a pass that the desk would have made
        self.returns = False  # somebody comes back to the match after days, and has not been asked yet
        self.named = (0, 0)  # the card that was named last, with its incarnation
        self.banks: tuple[str, ...] = ()  # the time left in them, by seat; () where no time is counted
        self.countdown = ""  # the time left for the present answer
        self.result = ""
        self.ended = False
        self.confirms = False  # whether to ask once before a turn ends in which something could be done
        self.stops_set: tuple[str, ...] = ()  # as they are typed behind `stops`, for each match that begins
        self.set_pace(Pace.STEP)
        self.out_since = 0  # the turn in which the own seat was out of a match of more, 0 = it is not
        self._teller = LogWriter(self)
        self._taken: dict[str, int] = {}  # by what a card was taken for, the code of the last one
        self.choice: Page | None = None  # of the cards to take from
        self.list: Page | None = None  # of moves that are chosen by their numbers

    def set_pace(self, pace: Pace) -> None:
        """How what the others do is shown."""
        self.pace = pace
        self.burst = 0 if pace is Pace.ONCE else BURST_MAX

    # News of the match.

    def start(self, info: MatchInfo, seat: SeatView) -> None:
        """A match begins, is resumed, or goes on from where a decision was taken back."""
        if self.dialogue.wish is Wish.BACK:
            self.dialogue.gone_back()
            self._teller.forget_phase()
            self.sight.labels.restore(self.sight.seat)
            self._teller.watch(self.sight)
            self.write("note", "your last decision is taken back, with all that came of it")
            return
        self.sight = sight = Sight(info, seat)
        self.begun = True
        for words in self.stops_set:
            self.dialogue.stops.change(sight.face, words)
        sight.labels.update(seat)
        self._teller.watch(sight)
        named = [f"p{i + 1} {n}" for i, n in enumerate(sight.names)]
        mine = sight.side_of(info.seat)
        mates = [who for i, who in enumerate(named) if i != info.seat and sight.side_of(i) == mine]
        others = [who for i, who in enumerate(named) if sight.side_of(i) != mine]
        beside = f" with {', '.join(mates)}" if mates else ""
        self.write("note", f"you are p{info.seat + 1}; you play{beside} against {', '.join(others)}")
        if sight.options_said:
            self.write("note", f"the match is played with {sight.options_said}")
        self.write("note", "? explains what you can do")

    def tell(self, events: Sequence[Row]) -> None:
        """Write what has happened into the log, and once that the own seat is out while others play on."""
        self._teller.tell(self.sight, events)
        s = self.sight.seat.state
        if s.over:
            return
        if self.sight.seat.index not in s.out:
            self.out_since = 0
        elif not self.out_since:
            self.out_since = s.turn
            self.write("note", f"you are out of this match, in turn {s.turn}; the others play on")

    def refused(self, reason: Illegal, read: str = "") -> None:
        """The last answer, or a move that was typed, is against a rule. read: what a shorter line was read
        as, "" for a whole one."""
        self.refusal = reason
        options = self.dialogue.options
        legal = wording.verbs(self.sight, options) if len(self.move_lines()) > NAMED_MAX else self.choices()
        why = f"{read}: {reason.text}" if read else reason.text
        self.write("refused", f"{why} [{reason.rule}]. Legal: {', '.join(legal)}. (why = whole rule)")

    def finish(self, places: Sequence[int], rule: str) -> None:
        """The match has ended. places: () if nobody has one, because all wanted it so or, with a `rule`,
        because it was broken off."""
        self.dialogue.withdraw()
        self.page = None
        if not places and not rule:
            self.result = "All have agreed that the match ends without a winner"
            self.write("over", self.result)
            return
        s, me = self.sight.seat.state, self.sight.seat.index
        out = f"You were out in turn {self.out_since}. " if self.out_since else ""
        self.result = f"{out}{self._verdict(places)} [{rule}]"
        said = decided(s, places, rule, me)
        self.write("over", f"{self.result}: {said}." if said else self.result)

    def _verdict(self, places: Sequence[int]) -> str:
        if not places:
            return "The match has no result"
        sight, mine = self.sight, places[self.sight.seat.index]
        first = [i for i, n in enumerate(places) if n == 1]
        if len({sight.side_of(i) for i in first}) != 1:
            return "The match is a draw" if mine == 1 else "You have lost"
        if mine == 1:
            return "You have won" if len(first) == 1 else "Your side has won"
        won = " and ".join(f"p{i + 1} {sight.names[i]}" for i in first)
        return f"{won} {'has' if len(first) == 1 else 'have'} won"

    # Questions.

    def open(self) -> Answer | None:
        """A question has come. The answer, if it needs no person; None = the person is to answer."""
        self.sight.labels.update(self.sight.seat)
        ask = self.sight.seat.ask
        answer = self.dialogue.open(self.sight)
        if answer is not None and self.by_post and ask is not None:
            answer = self._given_by_itself(ask, answer)
        elif answer is None and self.advise is not None and self.advise.indifferent(self.sight.seat):
            answer = self.dialogue.leave_it()
        if answer is None:
            self._teller.forget_phase()
            self._recall()
            self.write("ask", self.question())
        elif answer.empty and ask is not None and ask.kind == ACT:
            self._teller.forget_phase()
            self.write("note", self.sight.face.nothing(self.sight.seat.state))
        elif ask is not None and ask.kind == RESPOND and not answer.empty:
            self._tell_passed(ask.window)
        return answer

    def put(self) -> None:
        """Put the question of the seat to the person, whatever the stops say."""
        sight, ask = self.sight, self.sight.seat.ask
        assert ask is not None
        sight.labels.update(sight.seat)
        self._teller.forget_phase()
        self.dialogue.put(sight, ask, sight.seat.options())

    def _tell_passed(self, window: int) -> None:
        """Among bots alone a chance that is for people is passed over: say so, and how one is asked."""
        chance = self.sight.face.windows[window]
        if chance.people and self.sight.alone and window not in self.dialogue.stops.set:
            back = "takeback, then " if self.sight.info.takeback else "ahead of a match "
            how = f"{back}stops {chance.name} on, asks you"
            self.write("note", f"{chance.what}: passed, as all others are bots; {how}")

    def _recall(self) -> None:
        """Show what has happened since the last answer on a page, if the log on the screen has no room for
        it: in every question at the pace `step`, in the own free turns at `turn`."""
        s = self.sight.seat.state
        said = [entry.lead + entry.text for entry in self.fresh() if entry.kind not in ("ask", "you")]
        late = self.pace is Pace.ONCE or (self.pace is Pace.TURN and s.active != self.sight.seat.index)
        returns, self.returns = self.returns, False
        if self.room and ((returns and self.summary()) or (len(said) > self.room and not late)):
            self.open_page(NEWS, [f"In short: {self.summary()}."] * bool(self.summary()) + said)

    def summary(self) -> str:
        return self._teller.recent.said(self.sight)

    def _has_answered(self) -> None:
        """Count everything told until now as read: only later entries are new."""
        self.answered = self.told
        self._teller.recent = Recent()

    def start_taking(
        self,
        handles: Sequence[int],
        most: int,
        what: str = "",
        least: int = 0,
        advice: Callable[[], tuple[list[int], str]] | None = None,
    ) -> None:
        """Cards of the own deck are to be taken: from `least` to `most`, for `what` if that says anything.

        advice: what a helper would take, and why. One card that must be taken may be left to an empty line:
        the one that was taken for the same in this match before, else what the helper would take.
        """
        lots: dict[int, list[int]] = {}
        for h in handles:
            lots.setdefault(self.sight.seat.code(h), []).append(h)
        usual = self.usual(handles, what, advice) if what and least == most == 1 else ()
        names = tuple(self.card_name(lot[0]) for lot in lots.values())
        self.dialogue.take_from(Taking(list(lots.values()), most, what, least, advice, tuple(usual), names))
        self.write("ask", self.question())
        self.page = self.choice = Page(what or "search", self.choices(), stays=True)

    def usual(
        self, handles: Sequence[int], what: str, advice: Callable[[], tuple[list[int], str]] | None
    ) -> list[int]:
        """The handles that are taken where nothing else is said: the card that was taken for the same before
        in this match, else those that a helper would take."""
        before = [h for h in handles if self.sight.seat.code(h) == self._taken.get(what, 0)]
        return before[:1] or (advice()[0] if advice is not None else [])

    @property
    def prepares(self) -> bool:
        """Whether the set-up of a game is under way, and a helper can make the rest of it."""
        return not self.sight.seat.state.turn and self.advise is not None

    def prepare(self) -> None:
        """Take what is usual, and leave the rest of the set-up to a helper."""
        taking = self.dialogue.taking
        assert taking is not None
        self.take(list(taking.usual))
        if self.prepares:
            self.dialogue.prepared = True
            self.write("note", PREPARED)

    def withdraw(self) -> None:
        """The question is not asked any more."""
        self.dialogue.withdraw()
        self.page = None
        self.notify()

    def close_page(self) -> None:
        """Back to what lies under the page: the table, or the cards to take from."""
        self.page = self.choice if self.dialogue.taking else None
        if self.page is not None:
            self.page.news = ""

    def question(self) -> str:
        """The present question in words, "" for none."""
        taking = self.dialogue.taking
        if taking is not None:
            return taking.question(taking.what) + self._usual(taking)
        return wording.question(self.sight) if self.dialogue.asked else ""

    def _usual(self, taking: Taking) -> str:
        """Words for the cards that an empty line takes, "" for none."""
        names = [self.card_name(h) for h in taking.usual]
        more = " and all that goes with it" if self.prepares else ""
        return f" (Enter takes {', '.join(names)}{more})" if names else ""

    def takes(self, line: str) -> str:
        """Words for the cards that a line takes of those to choose from, led by how many are still to be
        named or are too many; "" for a line that names none."""
        taking = self.dialogue.taking
        there = taking.named(line) if taking is not None else None
        if not there:
            return ""
        assert taking is not None
        lacks, over = taking.least - len(there), len(there) - taking.most
        said = f"{lacks} more to choose: " if lacks > 0 else f"{over} too many: " if over > 0 else "take "
        return said + self.names_of(there)

    def behind(self, line: str) -> str:
        """The move or verb that a typed number stands for on the screen, in words; "" for any other line."""
        numbered, number = self.numbered(), int(line) if line.isdecimal() and len(line) < 5 else 0
        if not 0 < number <= len(numbered):
            return ""
        chosen = numbered[number - 1]
        return chosen if isinstance(chosen, str) else chosen.text

    def names_of(self, handles: Sequence[int]) -> str:
        """The names of cards that are known here, equal ones counted, "none" for no cards."""
        counts = Counter(self.card_name(h) for h in handles)
        return ", ".join(f"{n}x {name}" if n > 1 else name for name, n in counts.items()) or "none"

    def card_name(self, h: int) -> str:
        """The name of a card that is known here."""
        return str(rules_of(self.sight.seat.state).cards[self.sight.seat.code(h)].name)

    def choices(self) -> list[str]:
        """Every answer to the present question as a line to show, in the order of their numbers."""
        sight, taking = self.sight, self.dialogue.taking
        if taking is not None:
            s, there = sight.seat.state, enumerate(taking.lots, 1)
            told = [(i, lot, sight.face.detail(s, lot[0], sight.seat.code(lot[0]))) for i, lot in there]
            return [f"{i} {f'{len(lot)}x ' if len(lot) > 1 else ''}{text}" for i, lot, text in told]
        return [line.text for line in self.move_lines()]

    def numbered(self) -> Sequence[wording.MoveLine | str]:
        """The moves or verbs of the numbers on the screen, from 1 on: the moves of the list that is open
        there, or was the last one, where lines stay in sight; else the answers to the question, or the verbs
        that it shows."""
        asked = self.dialogue.asked
        if asked is None:
            return ()
        if asked.listed and (self.lasting or self.page is self.list):
            return asked.listed
        if self.lasting:
            return asked.move_lines[:LISTED_MAX]
        return asked.move_lines if self.lists else wording.verbs_of(self.sight, asked.options)

    def open_list(self, title: str, move_lines: Sequence[wording.MoveLine], more: Sequence[str] = ()) -> None:
        """Open a page of moves, each with the number by which it is chosen, and of more lines."""
        assert self.dialogue.asked is not None
        self.dialogue.asked.listed = tuple(move_lines)
        self.open_page(title, [*(f"{i} {line.text}" for i, line in enumerate(move_lines, 1)), *more])
        self.list = self.page

    def _given_by_itself(self, ask: Ask, answer: Answer) -> Answer | None:
        """An answer that the desk gives by itself. The first pass in another's turn on which nothing was said
        ahead is the person's, who is asked then what else is passed on; the others say what the stops do."""
        s, index = self.sight.seat.state, self.sight.seat.index
        passes = ask.kind == RESPOND and answer.move == PASS_MOVE and answer.standing is None
        if not passes or ask.sealed or s.active == index:
            return answer
        if self._put_in != s.turn and all(who != index or until < s.turn for who, _, until in s.passes):
            self._put_in = s.turn
            self.dialogue.put(self.sight, ask, self.sight.seat.options())
            return None
        return replace(answer, standing=ahead(s, index, *self.dialogue.stops.passed(self.sight)))

    def move_lines(self) -> list[wording.MoveLine]:
        """The legal moves as they are listed, [] while none is asked for."""
        return self.dialogue.asked.move_lines if self.dialogue.asked else []

    def known(self, line: str) -> str:
        """The remark on the move that a line names, "" for none or a line that does not name one move."""
        asked = self.dialogue.asked
        try:
            return wording.remark(self.sight, asked.grammar.parse(line)) if asked else ""
        except Unclear:
            return ""

    def unlisted(self, line: str) -> Move:
        """The legal move beyond the end of the list that a line spells in full, () for none."""
        seat, options = self.sight.seat, self.dialogue.options
        try:
            move = wording.draft(self.sight, line)
        except WrongInput:
            return ()
        most = seat.state.rules.listed_max
        return () if len(options) < most or move in options or seat.refusal(move) is not None else move

    # Answers.

    def give(self, move: Move, words: str = "") -> None:
        """Answer the present question. words: what was typed, if that is more than the move."""
        self.write("you", words or wording.spoken(self.sight, move))
        self.sight.plays(move)
        self._has_answered()
        view = self.sight.seat
        if self.by_post and view.ask is not None and not self.dialogue.stops.full:
            self.dialogue.pass_on_own(on_own(view.state, view.ask, move))
        self.dialogue.give(move)
        self.page = None
        self.notify()

    def hands_over(self, move: Move) -> bool:
        """Ask what is to be passed on until the next own turn, where a move by correspondence ends one or
        passes in another's; whether that is asked."""
        view = self.sight.seat
        s, ask = view.state, view.ask
        if not self.by_post or ask is None or ask.sealed:
            return False
        if ask.kind == ACT and move == s.rules.end_move:
            title, stays, found = ENDS, "your turn goes on", offers(s, view.index, view.known)
        elif ask.kind == RESPOND and move == PASS_MOVE and s.active != view.index:
            title, stays, found = PASSES, YET, further(s, view.index, view.known, ask.window)
        else:
            return False
        self.dialogue.handover = Handover(move, found, stays)
        self.open_page(title, [OFFERED, *(f"{i} {one.sentence}" for i, one in enumerate(found, 1))])
        return True

    def hand_over(self, number: int) -> bool:
        """Make the move with the passes of this number, 0 = none; whether there are such."""
        handover = self.dialogue.handover
        assert handover is not None
        if not 0 <= number <= len(handover.offers):
            return False
        self.dialogue.handover = None
        if number:
            self.dialogue.pass_on(handover.offers[number - 1])
        self.give(handover.move)
        if number:
            self.write("note", f"{handover.offers[number - 1].sentence} yield off takes that back")
        return True

    def march(self, march: March) -> None:
        """Answer with the first move of a row, and go on with the others when the seat is asked again."""
        options = self.dialogue.options
        move = march.next(self.sight, options)
        self.give(move, rows.spoken(self.sight, options, march))
        self.dialogue.march = march.behind(move)

    def take(self, chosen: list[int]) -> None:
        """Answer a search."""
        taking = self.dialogue.taking
        if taking is not None and len(chosen) == 1:
            self._taken[taking.what] = self.sight.seat.code(chosen[0])
        self.dialogue.take(chosen)
        self.page = None
        self.write("you", f"take {self.names_of(chosen)}")
        self._has_answered()

    def concede(self) -> None:
        """Give the match up, at once if something is asked, else at the next question.

        Where cards of the own deck are owed, what must be taken is taken without the person.
        """
        dialogue = self.dialogue
        if dialogue.wish is not Wish.BACK:
            dialogue.wish = Wish.CONCEDE
        if dialogue.asked:
            self.give(CONCEDE_MOVE)
        elif dialogue.taking:
            self.page = None
            dialogue.take([])
            self.write("note", "you give up")
        else:
            self.write("note", "you give up as soon as the match asks you something")

    def take_back(self) -> None:
        """Go back to the last decision, at once if something is asked, else at the next question.

        An open question is closed here and now: the line typed next answers the one that comes then.
        """
        self.dialogue.wish = Wish.BACK
        if self.dialogue.waits:
            self.withdraw()
        else:
            self.write("note", "your last decision is taken back as soon as the match asks you something")

    def reload(self) -> None:
        """Read the card that is tried again; elsewhere there is none."""
        self.write("note", "there is no card to be read again: that is for a table on which one is tried")

    def stand_by(self) -> None:
        """Pass on every chance in the rest of this turn."""
        self.dialogue.stand_by(self.sight.seat.state.turn, len(self.sight.face.windows))

    def stand_up(self) -> None:
        """Be asked again."""
        self.dialogue.stand_up(self.sight.seat.state.turn)

    def look_longer(self) -> bool:
        """Begin a search for the advice on the present question; False where there is nothing to wait for."""
        asked, think, looked = self.dialogue.asked, self.think, self._looked
        if self.search is not None:
            return True
        if think is None or asked is None or self.advise is None or (looked and looked.asked is asked):
            return False
        self.search = self.advise.search(self.sight.info, self.sight.seat)
        if self.search is None:
            return False
        self.write("note", THINKS)
        think()
        return True

    def type(self, text: str) -> None:
        super().type(text)
        if text:
            self.hurry()

    def has_looked(self, move: Move, saw: str) -> None:
        """A search has come to its end."""
        asked, self.search = self.dialogue.asked, None
        if asked is not None:
            self._looked = Looked(asked, move, saw)
        self.notify()

    def hurry(self) -> None:
        """A search, if one is under way, ends with what is there."""
        if self.search is not None:
            self.search.hurry()

    def stop_thinking(self) -> None:
        """Nobody waits any more for what a search finds."""
        self.hurry()
        self.think = self.search = None

    def advised(self) -> Advised | None:
        """The advice of a helper on the present question, that of a search where one was made; None without a
        helper or a question."""
        sight, options, looked = self.sight, self.dialogue.options, self._looked
        if self.advise is None or not options:
            return None
        if looked is not None and looked.asked is self.dialogue.asked:
            move, why = looked.move, self.advise.reason(sight.seat, looked.move, sight.token)
            why = f"{why}; {looked.saw}" if looked.saw else why
        else:
            move, why = self.advise.move(sight.seat, sight.token)
        row = sight.face.row_of(sight.seat.state, sight.seat.index, move)
        handles = [one[1] for one in (move, *self.advise.beyond(sight.seat, move))] if row else []
        march = rows.march(sight, options, row, handles)
        if len(march.handles) < 2:
            return Advised(move, None, why, " ".join(sight.shown(move)), wording.spoken(sight, move))
        return Advised(
            march.next(sight, options),
            march,
            why,
            rows.typed(sight, options, march),
            rows.spoken(sight, options, march),
        )

    # The table that is shown.

    def table(self) -> Table:
        """The match as its view shows it."""
        stops, turn, asked = self.dialogue.stops, self.sight.seat.state.turn, self.dialogue.asked
        status = "hold" if stops.hold else "full" if stops.full else "own" if stops.set else "usual"
        status = f"stops: {'yield' if stops.yielded == turn else status}"
        taking = self.dialogue.taking
        brief = self.result or self.question()
        if taking and not self.result:  # the purpose stands above the cards
            brief = taking.question("") + self._usual(taking)
        many = RESULT_ROWS if self.result else QUESTION_ROWS
        question = brief or self.waiting
        if asked and not self.result:
            question = f"{brief} {' '.join(f'[{answer}]' for answer in self._answers(asked.options))}"
            question = f"({self.countdown}) {question}" if self.countdown else question
        strikes = asked.strikes if asked else {}
        return Table(
            *(self.sight, self.typed, self.dialogue.usable, status, brief or "waiting", question, many),
            banks=self.banks,
            strikes=strikes,
            named=self._named(),
        )

    def name(self, line: str) -> None:
        """Remember the card that a line names last."""
        h = self.sight.last_in(line)
        self.named = (h, self.sight.seat.state.inst[h]) if h else self.named

    def _named(self) -> int:
        """The card that was named last, 0 if there is none or nobody here knows it any more."""
        h, inst = self.named
        return h if h and self.sight.seat.state.inst[h] == inst and self.sight.seat.code(h) else 0

    @property
    def lists(self) -> bool:
        """Whether the question shows all its answers with their numbers."""
        shown = sum(len(f"{i} {choice}") + 3 for i, choice in enumerate(self.choices(), 1))
        return len(self.question()) + shown <= ANSWERS_MAX

    def _answers(self, options: Sequence[Move]) -> list[str]:
        """The answers where they and the question take little room, the verbs where they are many; with
        their numbers, unless those of a list count: then verbs stand there with their letters."""
        if self.page and self.page is self.list:
            return self.choices() if self.lists else wording.verbs(self.sight, options)
        said = self.choices() if self.lists else wording.verbs_of(self.sight, options)
        return [f"{i} {one}" for i, one in enumerate(said, 1)]
