"""Labels of the own hidden cards that do not shift under the fingers.

Notation numbers the cards of a zone by their places, which change with every card that leaves. The console
gives each card of such a zone the smallest free number instead, keeps it while the card stays, and does not
give it to another card in the same turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import digits

from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import State
from fadenet.table.view import SeatView

_OWN = re.compile(r"([a-z])(\d{1,4})((?:[-,]\d{1,4})*)\Z")
"""A label, or those of equal cards together (see `together`): they stand for the first."""
Key = tuple[int, int]
"""A card: its handle and its incarnation."""
Label = tuple[str, int]
NEVER = -1


class Labels:
    """The labels of one seat's cards in its zones `letters`."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self._by_card: dict[Key, Label] = {}
        self._codes: dict[Key, int] = {}
        self._left: dict[Key, Label] = {}  # what a card was called that has left
        self._freed: dict[Label, int] = {}  # the turn in which its card left

    def update(self, seat: SeatView) -> None:
        """Label what has come since the last call and free what has gone; a hidden card that comes where an
        equal one has gone is called as that one."""
        s, here = seat.state, self._here(seat)
        gone: dict[tuple[str, int], list[int]] = {}  # by zone and code, labels that equal cards had before
        for key in [k for k, label in self._by_card.items() if here.get(k) != label[0]]:
            letter, n = self._left[key] = self._by_card.pop(key)
            gone.setdefault((letter, self._codes.pop(key)), []).append(n)
            self._freed[letter, n] = s.turn
        for key, letter in here.items():
            code = seat.code(key[0])
            if key not in self._by_card:
                before = gone.get((letter, code))
                n = before.pop(0) if before else self._free(letter, s.turn)
                self._by_card[key] = (letter, n)
                self._freed.pop((letter, n), None)
            self._codes[key] = code

    def restore(self, seat: SeatView) -> None:
        """The match has gone back: what has returned is called again as it was."""
        here = self._here(seat)
        for key in here:
            if key in self._left:
                self._by_card[key] = self._left.pop(key)
                self._codes[key] = seat.code(key[0])
        self._freed.clear()
        self.update(seat)
        self._freed.clear()

    def _here(self, seat: SeatView) -> dict[Key, str]:
        """The cards in the zones, each with the letter of its zone."""
        s = seat.state
        zones = ((letter, s.zones[_zone(s, seat.index, letter)]) for letter in self.letters)
        return {(h, s.inst[h]): letter for letter, zone in zones for h in zone if h}

    def _free(self, letter: str, turn: int) -> int:
        taken = {n for other, n in self._by_card.values() if other == letter}
        n = 1
        while n in taken or self._freed.get((letter, n), NEVER) == turn:
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


def ranges(names: Sequence[str]) -> list[str]:
    """Numbered names with those that follow each other drawn together: c1, c2, c3 become c1-c3."""
    found: list[list[str]] = []
    for name in names:
        stem, n = name.rstrip(digits), name[len(name.rstrip(digits)) :]
        last = found[-1][-1] if found else ""
        if n and last == f"{stem}{int(n) - 1}":
            found[-1].append(name)
        else:
            found.append([name])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def together(names: Sequence[str]) -> str:
    """Names in the same zone as one word, from which each can be read: h2, h3 and h5 are h2-3,5."""
    stem = names[0].rstrip(digits)
    return stem + ",".join(ranges(names)).replace(stem, "")


def holds(word: str, label: str) -> bool:
    """Whether labels that stand together hold this one."""
    letter, n = label[0], int(label[1:])
    runs = [run.partition("-") for run in word[1:].split(",")] if _OWN.match(word) else []
    return word[0] == letter and any(int(first) <= n <= int(last or first) for first, _, last in runs)


def _zone(s: State, seat: int, letter: str) -> int:
    rules: Rules = rules_of(s)
    return rules.zone_id(seat, rules.zone_letters.index(letter))
