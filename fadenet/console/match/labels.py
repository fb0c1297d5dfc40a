"""Labels of the own hidden cards that do not shift under the fingers.

Notation numbers the cards of a zone by their places, which change with every card that leaves. The console
gives each card of such a zone the smallest free number instead, keeps it while the card stays, and does not
give it to another card in the same turn.
"""

from __future__ import annotations

import re

from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import State
from fadenet.table.view import SeatView

_OWN = re.compile(r"([a-z])(\d{1,4})\Z")
Key = tuple[int, int]
NEVER = (-1, 0)


class Labels:
    """The labels of one seat's cards in its zones `letters`."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self._by_card: dict[Key, tuple[str, int]] = {}  # (handle, incarnation) -> label
        self._codes: dict[Key, int] = {}
        self._freed: dict[tuple[str, int], Key] = {}  # label -> (turn in which its card left, code)

    def update(self, seat: SeatView) -> None:
        """Label what has come since the last call and free what has gone."""
        self._update(seat, {})

    def _update(self, seat: SeatView, gone: dict[tuple[str, int], list[int]]) -> None:
        """gone: by zone and code, labels that equal cards had before."""
        s = seat.state
        here = {
            (h, s.inst[h]): letter
            for letter in self.letters
            for h in s.zones[_zone(s, seat.index, letter)]
            if h
        }
        for key in [k for k, label in self._by_card.items() if here.get(k) != label[0]]:
            letter, n = self._by_card.pop(key)
            code = self._codes.pop(key)
            gone.setdefault((letter, code), []).append(n)
            self._freed[letter, n] = s.turn, code
        for key, letter in here.items():
            code = seat.code(key[0])
            if key not in self._by_card:
                before = gone.get((letter, code))
                n = before.pop(0) if before else self._free(letter, s.turn)
                self._by_card[key] = (letter, n)
                self._freed.pop((letter, n), None)
            self._codes[key] = code

    def restore(self, seat: SeatView) -> None:
        """The match has gone back: what has returned has the label again that it had."""
        gone: dict[tuple[str, int], list[int]] = {}
        for (letter, n), (_, code) in self._freed.items():
            gone.setdefault((letter, code), []).append(n)
        self._freed.clear()
        self._update(seat, gone)
        self._freed.clear()

    def _free(self, letter: str, turn: int) -> int:
        taken = {n for other, n in self._by_card.values() if other == letter}
        n = 1
        while n in taken or self._freed.get((letter, n), NEVER)[0] == turn:
            n += 1
        return n

    def of(self, s: State, h: int) -> str:
        """The label of a card, "" if it has none."""
        label = self._by_card.get((h, s.inst[h]))
        return f"{label[0]}{label[1]}" if label else ""

    def handle(self, s: State, token: str) -> int:
        """The handle that bears a label, 0 for none."""
        m = _OWN.match(token)
        if m and m[1] in self.letters:
            for (h, inst), label in self._by_card.items():
                if label == (m[1], int(m[2])) and s.inst[h] == inst:
                    return h
        return 0


def _zone(s: State, seat: int, letter: str) -> int:
    rules: Rules = rules_of(s)
    return rules.zone_id(seat, rules.zone_letters.index(letter))
