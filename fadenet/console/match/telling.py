"""The events of a match as entries of the log: whose card it is, which, what did it, and what is left.

The engine says what happened one row at a time, and a step has many rows: a card that is played is a
payment, an opened card, a move and an event of its own. A reader wants one line. Between the rows and the
log stand

    Moments    what an event has to be told with is true only while it happens (the HP left, the code of a
               card that is put back into a deck), so a witness in the state notes it row by row
    _told      the rows of one step as lines, several rows in one line where they are one thing to a
               player: the face of the game says which events are prices, aims, harm and marks
    Blows      an attack that ends and has hurt nobody is said to have done so, though no row says it
    spoken     the reader is "you" within the sentence too
    LogWriter  the lines as entries, a phase with the first thing in it, the same line twice as a count
    Recent     the same rows as counts, for the one line that stands above the next question

A row is never told from what the table shows afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fadenet.console.match.sight import Sight
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.engine import atoms
from fadenet.engine.acts import A_SRC
from fadenet.engine.kernel import V_CONCEDE, VERBS
from fadenet.engine.line import LEADS, Line
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, ROW_ACT, ROW_CARD, ROW_EVENT, ROW_REF, ROW_SEAT, Row, State
from fadenet.table.record import Answered
from fadenet.table.scribe import LEAVE, line_for

TURN, PHASE = atoms.EVENTS[atoms.TURN_BEGINS], atoms.EVENTS[atoms.PHASE_BEGINS]
DRAWN = atoms.EVENTS[atoms.DRAWN]
PAYS, ATTACHED = atoms.EVENTS[atoms.COUNTER_GONE], atoms.EVENTS[atoms.ATTACHED_EV]
OPENED, GOES = atoms.EVENTS[atoms.OPENED], (atoms.EVENTS[atoms.MOVED], atoms.EVENTS[atoms.ENTERS])
"""Events that all games have in common, by name; a face names the others that are told in their own way."""

FUTILE = "no-damage"
"""The kind of a line without an event: an attack has ended and hurt nobody."""
LOST_MAX = 4
"""So many lost cards a summary names."""


class LogWriter:
    """Writes events into the log of a stage. A phase is told with what happens first in it.

    recent: what has happened since the player last answered.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.recent = Recent()
        self._phase: Line | None = None
        self._moments = Moments()
        self._blows = Blows()

    def watch(self, sight: Sight) -> None:
        """Take down what events say that happen from now on while they happen: afterwards the table shows
        what has come of all of them, or the next game."""
        self._moments.watch(sight)

    def forget_phase(self) -> None:
        """The phase that has begun need not be told any more."""
        self._phase = None

    def tell(self, sight: Sight, rows: Sequence[Row]) -> None:
        """Write what has happened."""
        log = self.stage.log
        sight.labels.update(sight.seat)
        joined = False
        self.recent.add(sight, rows, self._moments)
        for line in _told(sight, rows, self._moments, self._blows):
            if line.kind == PHASE:
                self._phase = line
                continue
            begins = line.kind == TURN
            who = "" if begins else _who(sight, line)
            follows = joined and bool(log) and log[-1].who == who and not begins
            if self._phase is not None and not begins:
                self.stage.add(LogEntry("event", who, self._phase, follows))
                follows = True
            self._phase = None
            self._event(LogEntry("event", who, line, follows))
            joined = True
        self._moments.forget()
        if rows:
            self.stage.notify()

    def _event(self, entry: LogEntry) -> None:
        """Add an event; the same again in one step is counted instead."""
        log = self.stage.log
        if entry.joined and replace(log[-1], times=1).text == entry.text:
            log[-1] = replace(log[-1], times=log[-1].times + 1)
        else:
            self.stage.add(entry)


class Moments:
    """The HP or life left after each event that hurts or heals, and the card of each event, as it happens."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Row, str, int]] = {}  # by identity: nothing else tells two alike apart
        self._state: State | None = None

    def watch(self, sight: Sight) -> None:
        """From now on the state of this sight."""
        s = sight.seat.state
        if s is self._state:
            return
        self._state, left = s, sight.face.left

        def see(s: State, row: Row) -> None:
            self._rows[id(row)] = row, left(s, row), s.code[row[ROW_CARD]]

        s.witnesses = (*s.witnesses, see)

    def left(self, sight: Sight, row: Row) -> str:
        """The words for the HP or life left after an event that hurt or healed, "" for other events."""
        seen = self._rows.get(id(row))
        return sight.face.left(sight.seat.state, row) if seen is None else seen[1]

    def code(self, sight: Sight, row: Row) -> int:
        """The card that an event was about, if that is known here, else 0."""
        seen = self._rows.get(id(row))
        return sight.seat.code(row[ROW_CARD]) or (0 if seen is None else seen[2])

    def forget(self) -> None:
        """All of it has been told."""
        self._rows.clear()


class Blows:
    """Attacks that have hurt nobody so far, by act: (seat, card)."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[int, int]] = {}

    def see(self, sight: Sight, row: Row, sources: Mapping[int, int]) -> Iterator[Line]:
        """An event of a step; the line of an attack that has ended with it and has hurt nobody."""
        s, events = sight.seat.state, sight.face.events
        kind, act = s.rules.events[row[ROW_EVENT]], row[ROW_ACT]
        if kind in events.assaults:
            h = row[ROW_CARD] if kind in events.attacks else sources.get(act, 0)
            self._open[act] = row[ROW_SEAT], h
        elif kind in events.harms | events.futile:
            self._open.pop(act, None)
        elif kind in events.closing:
            yield from self._told(sight, [act])

    def end(self, sight: Sight) -> Iterator[Line]:
        """The lines of those that have ended with a step."""
        return self._told(sight, [act for act in self._open if act and act not in sight.seat.state.acts])

    def _told(self, sight: Sight, acts: Sequence[int]) -> Iterator[Line]:
        for seat, h in [self._open.pop(act) for act in acts if act in self._open]:
            whose = f" of {_plain(_called(sight, h, seat, ''))}" if h > sight.seat.state.seats else ""
            yield Line(FUTILE, seat, f"the attack{whose} does no damage", "", 0)


class Recent:
    """The counts of what has happened: by seat cards played, attacks and harm; the cards that are lost."""

    def __init__(self) -> None:
        self.plays: Counter[int] = Counter()
        self.attacks: Counter[int] = Counter()
        self.harm: dict[int, str] = {}  # by seat, the HP or life left to its Player, in words
        self.lost: dict[int, str] = {}  # by ref

    def add(self, sight: Sight, rows: Sequence[Row], moments: Moments) -> None:
        """Count what happens in one step."""
        s, events = sight.seat.state, sight.face.events
        for row in rows:
            kind, h, seat = s.rules.events[row[ROW_EVENT]], row[ROW_CARD], row[ROW_SEAT]
            if kind in events.plays and seat >= 0:
                self.plays[seat] += 1
            elif kind in events.assaults and seat >= 0:
                self.attacks[seat] += 1
            elif kind in events.lost and h > s.seats and s.code[h]:
                self.lost[row[ROW_REF]] = f"{_whose(sight, s.owner[h])} {s.rules.cards[s.code[h]].name}"
            elif 0 < h <= s.seats and (left := moments.left(sight, row)):
                self.harm[h - 1] = left

    def said(self, sight: Sight) -> str:
        """All of it in one line, "" for nothing."""
        parts = []
        for seat in sorted(self.plays.keys() | self.attacks.keys()):
            plays, attacks = self.plays[seat], self.attacks[seat]
            deeds = [f"{plays} card{'s' * (plays != 1)} played"] * (plays > 0)
            deeds += [f"{attacks} attack{'s' * (attacks != 1)}"] * (attacks > 0)
            parts.append(f"{_seat(sight, seat)}: {', '.join(deeds)}")
        parts += [f"{_seat(sight, seat)}: {left}" for seat, left in sorted(self.harm.items())]
        if self.lost:
            names = list(self.lost.values())
            parts.append(f"lost: {', '.join(names[:LOST_MAX])}{' ...' * (len(names) > LOST_MAX)}")
        return "; ".join(parts)


def parting(rules: Rules, entry: Answered) -> str:
    """Words for an answer with which a seat gives the match up or is taken out of it, "" for any other."""
    said = {
        VERBS[V_CONCEDE]: "gives up",
        rules.verbs[rules.timeout[0]]: "is out of time",
        LEAVE: "leaves the match",
    }
    return said.get(entry.words[0], "")


def _who(sight: Sight, line: Line) -> str:
    return "" if line.who < 0 else _seat(sight, line.who)


def _seat(sight: Sight, seat: int) -> str:
    return "you" if seat == sight.seat.index and not sight.watching else f"p{seat + 1}"


def _whose(sight: Sight, seat: int) -> str:
    said = _seat(sight, seat)
    return "your" if said == "you" else f"{said}'s"


def _told(sight: Sight, rows: Sequence[Row], moments: Moments, blows: Blows) -> list[Line]:
    """The lines of one step, in which several events are told in one line: the cost of a card that is played,
    where it goes then, whom an attack is on, the Counters that come with damage and go where somebody is
    healed, and cards that are drawn one after the other."""
    s, events = sight.seat.state, sight.face.events
    sources, last = _sources(sight, rows), {row[ROW_CARD]: row for row in rows if moments.left(sight, row)}
    lines: list[Line] = []
    settled: set[int] = set()  # cards of which it is told where they go
    for at, row in enumerate(rows):
        lines += blows.see(sight, row, sources)
        line = _line(sight, row)
        if line is None or (line.kind == OPENED and _said_below(sight, rows[at + 1 :], row)):
            continue
        h, before = row[ROW_CARD], lines[-1] if lines else None
        if (line.kind in GOES and h in settled) or (line.kind == PAYS and _heals(sight, rows[at + 1 :], h)):
            continue
        if events.is_mark(s, row) and _harms(sight, rows[at + 1 :], row):
            continue
        left = moments.left(sight, row)
        line = _explained(sight, row, line, sources, left, last.get(h) is row)
        if line.kind in events.plays:
            settled.add(h)
            if before is not None and _is_price(before) and before.who == line.who:
                paid = before.deed().removeprefix("-")
                lines[-1] = line._replace(what=f"{line.what} for {paid}")
                continue
        if line.kind in events.aims:
            goes_on = bool(events.attacks) and before is not None and before.who == row[ROW_SEAT]
            if before is not None and goes_on and before.kind in events.attacks | events.aims:
                joint = " " if before.kind in events.attacks else " and "
                lines[-1] = _aimed(sight, line.kind, h, before, joint)
                continue
            by = sources.get(row[ROW_ACT], 0)
            line = Line(line.kind, row[ROW_SEAT], "{who} attacks", "", 0)
            line = _aimed(sight, line.kind, h, line, " ")
            if by > s.seats:
                line = _aimed(sight, line.kind, by, line, " with ")
        if line.kind == ATTACHED:
            settled.add(h)
        known = line.kind == DRAWN and sight.seat.code(h) > 0
        if known and before is not None and (before.kind, before.who) == (DRAWN, line.who):
            lines[-1] = before._replace(what=f"{before.what}, {_plain(line.card)}")
            continue
        lines.append(line)
    return [spoken(sight, line) for line in (*lines, *blows.end(sight))]


def spoken(sight: Sight, line: Line) -> Line:
    """A line with its reader as "you" within its sentence too, not in its lead alone."""
    if sight.watching:
        return line
    lead = next((lead for lead in LEADS if line.what.startswith(lead)), "")
    said, own = line.what.removeprefix(lead), f"p{sight.seat.index + 1}"
    if line.who == sight.seat.index:
        said = said.replace("{who}", own)
    said = re.sub(rf"(?<![\w.]){own}'s(?!\w)", "your", said)
    return line._replace(what=lead + re.sub(rf"(?<![\w.]){own}(?![\w.]*\w)", "you", said))


def _line(sight: Sight, row: Row) -> Line | None:
    """The line of an event in the words of the face, None for an event that is not worth a line."""
    s = sight.seat.state
    line = line_for(s, row, sight.seat.known) if sight.face.tells(s, row) else None
    return line if line is None else line._replace(what=sight.face.words(s, row, line.what))


def _said_below(sight: Sight, rows: Sequence[Row], shown: Row) -> bool:
    """Whether what a seat does with a card that it shows is told in the same step."""
    same = (row for row in rows if row[ROW_CARD] == shown[ROW_CARD] and row[ROW_SEAT] == shown[ROW_SEAT])
    found = (_line(sight, row) for row in same)
    return any(line is not None and "{card}" in line.what for line in found)


def _heals(sight: Sight, rows: Sequence[Row], h: int) -> bool:
    """Whether what comes next heals a card."""
    events = sight.seat.state.rules.events
    return bool(rows) and rows[0][ROW_CARD] == h and events[rows[0][ROW_EVENT]] in sight.face.events.heals


def _harms(sight: Sight, rows: Sequence[Row], mark: Row) -> bool:
    """Whether the mark is one of damage, which is told next; else an effect has put it there by itself."""
    s, events = sight.seat.state, sight.face.events
    for row in rows:
        if row[ROW_CARD] == mark[ROW_CARD] and row[ROW_ACT] == mark[ROW_ACT]:
            if events.is_mark(s, row):
                return False
            if s.rules.events[row[ROW_EVENT]] in events.harms:
                return True
    return False


def _aimed(sight: Sight, kind: str, h: int, attack: Line, joint: str) -> Line:
    """The line of an attack with whom it is on, or what with."""
    named = _plain(_called(sight, h, attack.who, attack.what))
    return attack._replace(kind=kind, what=f"{attack.what}{joint}{named}")


def _is_price(line: Line) -> bool:
    """Whether a Player pays something."""
    return line.kind == PAYS and line.what.startswith("{who}")


def _sources(sight: Sight, rows: Sequence[Row]) -> dict[int, int]:
    """By act what does it: of those that go on, and of those that have come to their end in this step."""
    done = {row[ROW_ACT]: row[ROW_CARD] for row in rows if row[ROW_EVENT] in (atoms.RESOLVED, atoms.STOPPED)}
    return done | {number: act[A_SRC] & HANDLE_MASK for number, act in sight.seat.state.acts.items()}


def _explained(sight: Sight, row: Row, line: Line, sources: Mapping[int, int], left: str, last: bool) -> Line:
    """The line of an event with its card as this seat calls it and, where somebody is hurt or healed, by
    what, and what is left; an event that happens to a Player is told as theirs.

    left: the HP or life left to the one that it hurts or heals, in words. last: whether nothing of the kind
    happens to that card later in the same step.
    """
    h = row[ROW_CARD]
    what, who, by = line.what, line.who, sources.get(row[ROW_ACT], 0)
    if 0 < h <= sight.seat.state.seats and "{card}" in what and line.kind not in sight.face.events.aims:
        what, who = what.replace("{card}", "{who}"), h - 1
    host = sight.seat.state.host[h]
    if line.kind == ATTACHED and host > sight.seat.state.seats:
        what = what.partition(" to ")[0]
        what += f" to {_plain(_called(sight, host, who, what))}"
    if left and by and by not in (h, who + 1):
        what += f" from {_plain(_called(sight, by, who, what))}"
    if left and last:
        what += f": {left}"
    return line._replace(who=who, what=what, card=_called(sight, h, who, what, line.card))


def _plain(words: str) -> str:
    """Words that stand in the sentence of a line as they are."""
    return words.replace("{", "{{").replace("}", "}}")


def _called(sight: Sight, h: int, who: int, what: str, name: str = "") -> str:
    """A card with whose it is, if that is not the seat which the line is about, and with its label, if the
    line does not say that as well; a seat by its number.

    name: what the line calls it, if it is told of more than by what.
    """
    s, seat = sight.seat.state, sight.seat
    if h <= s.seats:
        mine = h == seat.index + 1 and not sight.watching
        return "you" if mine and not name else f"p{h}" if h else name
    code = seat.code(h)
    if not code or name not in ("", s.rules.cards[code].name):
        return name or "a hidden card"
    whose = "" if s.ctrl[h] == who else f"{_whose(sight, s.ctrl[h])} "
    token = sight.token(h) if sight.labels.of(s, h) is not None or s.rules.on_field[s.zone[h]] else ""
    said = re.search(rf"(?<![\w.]){re.escape(token)}(?![\w.])", what) if token else None
    return f"{whose}{s.rules.cards[code].name}" + (f" ({token})" if token and not said else "")
