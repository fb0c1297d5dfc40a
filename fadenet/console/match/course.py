"""How a match went, in a few lines: its length, who was hurt how much in which turns, what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fadenet.console.faces import face_of
from fadenet.console.match.telling import LOST
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N, Row, State

MOMENTS = 3


class Course:
    """What counts of the events of a match, gathered while it is played (a `fadenet.table.view.Watcher`)."""

    def __init__(self) -> None:
        self.harm: Counter[tuple[int, int]] = Counter()  # by (turn, seat) damage to a Player
        self.hurt: Counter[int] = Counter()  # by seat damage to its cards
        self.lost: Counter[int] = Counter()  # by seat its cards that were lost

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        face, gone = face_of(rules_of(s)), set()
        for row in rows:
            kind, h = s.rules.events[row[ROW_EVENT]], row[ROW_CARD]
            if kind in face.harms and 0 < h <= s.seats:
                self.harm[s.turn, h - 1] += row[ROW_N]
            elif kind in face.harms:
                self.hurt[s.ctrl[h]] += row[ROW_N]
            elif kind in LOST and h > s.seats and h not in gone:
                gone.add(h)
                self.lost[s.owner[h]] += 1

    def said(self, s: State, names: Sequence[str], own: int) -> list[str]:
        """The whole in a few sentences, as the player of a seat reads it."""
        seats = [i for i in range(s.seats) if i < len(names)]
        who = ["you" if i == own else f"p{i + 1} {names[i]}" for i in seats]
        taken = Counter({i: sum(n for (_, seat), n in self.harm.items() if seat == i) for i in seats})
        lines = [f"{s.turn} turns." if s.turn != 1 else "One turn."]
        lines.append(f"Damage taken: {'; '.join(f'{who[i]} {taken[i]}' for i in seats)}.")
        if self.hurt or self.lost:
            cards = (f"{who[i]} {self.lost[i]}, and {self.hurt[i]} damage to others" for i in seats)
            lines.append(f"Cards lost: {'; '.join(cards)}.")
        moments = [one for one in self.harm.most_common(MOMENTS) if one[0][1] in seats]
        if moments:
            told = (f"turn {turn} ({who[seat]} {_takes(seat == own)} {n})" for (turn, seat), n in moments)
            lines.append(f"The heaviest blows: {', '.join(told)}.")
        rule = s.over[1] if s.over else ""
        text = str(rules_of(s).book.rules.get(rule, {}).get("text", ""))
        if text:
            lines.append(f"What decided it: {text} [{rule}]")
        return lines


def _takes(mine: bool) -> str:
    return "take" if mine else "takes"
