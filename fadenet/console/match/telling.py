"""What happens in a match, as entries of the log: whose card it is, which, what did it, and what is left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from fadenet.console.match.sight import Sight
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.engine.acts import A_SRC
from fadenet.engine.atoms import RESOLVED, STOPPED
from fadenet.engine.line import Line
from fadenet.engine.state import HANDLE_MASK, ROW_ACT, ROW_CARD, ROW_EVENT, ROW_REF, ROW_SEAT, Row
from fadenet.table.scribe import line_for

TURN, PHASE, PAYS = "turn-begins", "phase-begins", "counter-gone"
ATTACHED, OPENED = "attached", "opened"
ATTACKS, ATTACKED = "attacks", "attacked"
PLAYS, GOES = frozenset({"played", "used", "activated"}), frozenset({"moved", "enters"})
LOST = frozenset({"destroyed", "knocked-out", "imprisoned", "killed", "defeated"})
"""Events by their names, as games have them in common."""

LOST_MAX = 4
"""So many lost cards a summary names."""


class Teller:
    """Writes events into the log of a stage. A phase is told with what happens first in it.

    recent: what has happened since the player last answered.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.recent = Recent()
        self._phase: Line | None = None

    def forget_phase(self) -> None:
        """The phase that has begun need not be told any more."""
        self._phase = None

    def tell(self, sight: Sight, rows: Sequence[Row]) -> None:
        """Write what has happened."""
        log = self.stage.log
        sight.labels.update(sight.seat)
        joined = False
        self.recent.add(sight, rows)
        for line in _told(sight, rows):
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
        if rows:
            self.stage.notify()

    def _event(self, entry: LogEntry) -> None:
        """Add an event; the same again in one step is counted instead."""
        log = self.stage.log
        if entry.joined and replace(log[-1], times=1).text == entry.text:
            log[-1] = replace(log[-1], times=log[-1].times + 1)
        else:
            self.stage.add(entry)


class Recent:
    """What counts of what has happened: by seat cards played, attacks and harm; the cards that are lost."""

    def __init__(self) -> None:
        self.plays: Counter[int] = Counter()
        self.attacks: Counter[int] = Counter()
        self.harm: dict[int, str] = {}  # what is left of a Player
        self.lost: dict[int, str] = {}  # by ref

    def add(self, sight: Sight, rows: Sequence[Row]) -> None:
        """Count what happens in one step."""
        s = sight.seat.state
        for row in rows:
            kind, h, seat = s.rules.events[row[ROW_EVENT]], row[ROW_CARD], row[ROW_SEAT]
            if kind in PLAYS and seat >= 0:
                self.plays[seat] += 1
            elif kind in (ATTACKS, ATTACKED) and seat >= 0 and kind in sight.face.assaults:
                self.attacks[seat] += 1
            elif kind in LOST and h > s.seats and s.code[h]:
                self.lost[row[ROW_REF]] = f"{_whose(sight, s.owner[h])} {s.rules.cards[s.code[h]].name}"
            elif 0 < h <= s.seats and (left := sight.face.left(s, row)):
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


def _who(sight: Sight, line: Line) -> str:
    return "" if line.who < 0 else _seat(sight, line.who)


def _seat(sight: Sight, seat: int) -> str:
    return "you" if seat == sight.seat.index and not sight.watching else f"p{seat + 1}"


def _whose(sight: Sight, seat: int) -> str:
    said = _seat(sight, seat)
    return "your" if said == "you" else f"{said}'s"


def _told(sight: Sight, rows: Sequence[Row]) -> list[Line]:
    """The lines of one step, with what two events say together in one of them: what a card costs whoever
    plays it, where it goes then, and whom an attack is on."""
    s = sight.seat.state
    sources, last = _sources(sight, rows), {row[ROW_CARD]: row for row in rows if sight.face.left(s, row)}
    lines: list[Line] = []
    settled: set[int] = set()  # cards of which it is told where they go
    for at, row in enumerate(rows):
        line = line_for(s, row, sight.seat.known) if sight.face.tells(s, row) else None
        if line is None or (line.kind == OPENED and _said_below(sight, rows[at + 1 :], row)):
            continue
        h, before = row[ROW_CARD], lines[-1] if lines else None
        if line.kind in GOES and h in settled:
            continue
        line = _explained(sight, row, line, sources, last.get(h) is row)
        if line.kind in PLAYS:
            settled.add(h)
            if before is not None and _is_price(before) and before.who == line.who:
                paid = before.deed().removeprefix("-")
                lines[-1] = line._replace(what=f"{line.what} for {paid}")
                continue
        if line.kind == ATTACKED:
            if before is not None and before.kind in (ATTACKS, ATTACKED) and before.who == row[ROW_SEAT]:
                lines[-1] = _aimed(sight, h, before)
                continue
            by = sources.get(row[ROW_ACT], 0)
            begun = Line(ATTACKS, row[ROW_SEAT], "{who} attacks", "", 0)
            line = _aimed(sight, h, begun)
            if by > s.seats:
                line = line._replace(
                    what=f"{line.what} with {_plain(_called(sight, by, line.who, line.what))}"
                )
        if line.kind == ATTACHED:
            settled.add(h)
        lines.append(line)
    return lines


def _said_below(sight: Sight, rows: Sequence[Row], shown: Row) -> bool:
    """Whether what a seat does with a card that it shows is told in the same step."""
    s = sight.seat.state
    same = (row for row in rows if row[ROW_CARD] == shown[ROW_CARD] and row[ROW_SEAT] == shown[ROW_SEAT])
    found = (line_for(s, row, sight.seat.known) for row in same if sight.face.tells(s, row))
    return any(line is not None and "{card}" in line.what for line in found)


def _aimed(sight: Sight, h: int, attack: Line) -> Line:
    """The line of an attack with whom it is on."""
    also = " and " if attack.kind == ATTACKED else " "
    named = _plain(_called(sight, h, attack.who, attack.what))
    return attack._replace(kind=ATTACKED, what=f"{attack.what}{also}{named}")


def _is_price(line: Line) -> bool:
    """Whether a Player pays something."""
    return line.kind == PAYS and line.what.startswith("{who}")


def _sources(sight: Sight, rows: Sequence[Row]) -> dict[int, int]:
    """By act what does it: of those that go on, and of those that have come to their end in this step."""
    done = {row[ROW_ACT]: row[ROW_CARD] for row in rows if row[ROW_EVENT] in (RESOLVED, STOPPED)}
    return done | {number: act[A_SRC] & HANDLE_MASK for number, act in sight.seat.state.acts.items()}


def _explained(sight: Sight, row: Row, line: Line, sources: Mapping[int, int], last: bool) -> Line:
    """The line of an event with its card as this seat calls it and, where somebody is hurt or healed, by
    what, and what is left; what happens to a Player is told as theirs.

    last: whether nothing of the kind happens to that card later in the same step.
    """
    h, left = row[ROW_CARD], sight.face.left(sight.seat.state, row)
    what, who, by = line.what, line.who, sources.get(row[ROW_ACT], 0)
    if 0 < h <= sight.seat.state.seats and "{card}" in what and line.kind != ATTACKED:
        what, who = what.replace("{card}", "{who}"), h - 1
    host = sight.seat.state.host[h]
    if line.kind == ATTACHED and host > sight.seat.state.seats and " to " not in what:
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
    token = sight.token(h) if sight.labels.of(s, h) or s.rules.on_field[s.zone[h]] else ""
    said = re.search(rf"(?<![\w.]){re.escape(token)}(?![\w.])", what) if token else None
    return f"{whose}{s.rules.cards[code].name}" + (f" ({token})" if token and not said else "")
