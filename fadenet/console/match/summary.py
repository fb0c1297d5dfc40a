"""How a match went, in a few lines: its length, who was hurt how much in which turns, what was lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from fadenet.console.faces import face_of
from fadenet.engine.atoms import TURN_BEGINS
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N, Row, State

MOMENTS = 3


class MatchFigures:
    """The figures of a match, gathered from its events as it is played (a `fadenet.table.view.Watcher`)."""

    def __init__(self) -> None:
        self.harm: Counter[tuple[int, int]] = Counter()  # by (turn, seat) damage to a Player
        self.hurt: Counter[int] = Counter()  # by seat damage to its cards
        self.lost: Counter[int] = Counter()  # by seat its cards that were lost
        self.turns = 0  # of all games of the match
        self._turn = -1  # of the game that is played, -1 = not seen yet

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        events, gone = face_of(rules_of(s)).events, set()
        if self._turn < 0:  # a match may go on from a position
            self._turn = self.turns = s.turn - sum(row[ROW_EVENT] == TURN_BEGINS for row in rows)
        for row in rows:
            kind, h = s.rules.events[row[ROW_EVENT]], row[ROW_CARD]
            if row[ROW_EVENT] == TURN_BEGINS:
                self.turns, self._turn = self.turns + 1, row[ROW_N]
            elif kind in events.harms and 0 < h <= s.seats:
                self.harm[self._turn, h - 1] += row[ROW_N]
            elif kind in events.harms:
                self.hurt[s.ctrl[h]] += row[ROW_N]
            elif kind in events.lost and h > s.seats and h not in gone:
                gone.add(h)
                self.lost[s.owner[h]] += 1

    def said(self, s: State, names: Sequence[str], own: int) -> list[str]:
        """The whole in a few sentences, as the player of a seat reads it."""
        seats = [i for i in range(s.seats) if i < len(names)]
        who = ["you" if i == own else f"p{i + 1} {names[i]}" for i in seats]
        taken = Counter({i: sum(n for (_, seat), n in self.harm.items() if seat == i) for i in seats})
        lines = [f"{self.turns} turns." if self.turns != 1 else "One turn."]
        lines.append(f"Damage taken: {'; '.join(f'{who[i]} {taken[i]}' for i in seats)}.")
        if self.hurt or self.lost:
            lines.append(f"Damage taken by cards: {'; '.join(f'{who[i]} {self.hurt[i]}' for i in seats)}.")
            lines.append(f"Cards lost: {'; '.join(f'{who[i]} {self.lost[i]}' for i in seats)}.")
        moments = [one for one in self.harm.most_common(MOMENTS) if one[0][1] in seats]
        if moments:
            told = (f"turn {turn} ({who[seat]} {_takes(seat == own)} {n})" for (turn, seat), n in moments)
            lines.append(f"The heaviest blows: {', '.join(told)}.")
        if s.over:
            places, rule = s.over
            lines.append(f"What decided it: {decided(s, places, rule, own)} [{rule}]")
        return lines


def decided(s: State, places: Sequence[int], rule: str, own: int) -> str:
    """The reason for the end of a match, in words, as the player of a seat reads it; "" if it is unknown."""
    lost = [seat for seat, place in enumerate(places) if place > 1]
    lost = [seat for seat in s.out if seat in lost] or lost
    fate = face_of(rules_of(s)).fates(rules_of(s)).get(rule, "")
    if not fate or (not lost and "{who" in fate):
        text = str(rules_of(s).book.rules.get(rule, {}).get("text", ""))
        return re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0].rstrip(".")
    seat = lost[-1] if lost else own
    who, whose = ("you", "your") if seat == own else (f"p{seat + 1}", f"p{seat + 1}'s")
    return fate.format(who=who, whose=whose, when=f"in turn {s.turn}" if s.turn else "before the first turn")


def _takes(mine: bool) -> str:
    return "take" if mine else "takes"
