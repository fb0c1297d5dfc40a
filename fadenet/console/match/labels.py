"""Labels of cards that do not shift under the fingers.

Notation numbers the cards of a zone, and those on a card, by their places, which change with every card that
leaves. The console gives each the smallest free number instead, keeps it while the card stays, and does not
give it to another card in the same turn; so a label that is gone means nothing until then. On the field the
numbers close up when a turn begins, and are those of notation again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import digits

from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import State
from fadenet.table.view import SeatView

_OWN = re.compile(r"([a-z])(\d{1,4})((?:[-,]\d{1,4})*)\Z")
"""A label, or those of equal cards together (see `together`): they stand for the first."""
CardKey = tuple[int, int]
"""A card: its handle and its incarnation."""
Numbering = tuple[int, str]
"""Where numbers run from 1: (seat, letter of its zone), or (host, `ON`) for what lies on or under a card."""
Label = tuple[Numbering, int]
ON = "."
NEVER = -1


class Labels:
    """The labels that one seat gives.

    hidden: letters of its own zones of hidden cards. field: letters of the zones of all seats on the field
    whose cards are numbered.
    """

    def __init__(self, hidden: str, field: str = "") -> None:
        self.hidden = hidden
        self.field = field
        self._by_card: dict[CardKey, Label] = {}
        self._codes: dict[CardKey, int] = {}
        self._left: dict[CardKey, Label] = {}  # the labels of cards that have left
        self._freed: dict[Label, int] = {}  # the turn in which its card left
        self._gone: dict[Label, CardKey] = {}  # the card that left, until another one is called so
        self._turn = 0

    def update(self, seat: SeatView) -> None:
        """Label what has come since the last call and free what has gone; a hidden card that comes where an
        equal one has gone is called as that one."""
        s, here = seat.state, dict(self._here(seat))
        if s.turn != self._turn:
            self._close_up(s.turn)
        gone: dict[
            tuple[Numbering, int], list[int]
        ] = {}  # by group and code, labels that equal cards had before
        for key in [k for k, label in self._by_card.items() if here.get(k) != label[0]]:
            label = self._left[key] = self._by_card.pop(key)
            code = self._codes.pop(key)
            if label[0][1] in self.hidden:
                gone.setdefault((label[0], code), []).append(label[1])
            self._freed[label], self._gone[label] = s.turn, key
        for key, group in here.items():
            code = seat.code(key[0])
            if key not in self._by_card:
                before = gone.get((group, code))
                label = (group, before.pop(0)) if before else self._free(key, group, s.turn)
                self._by_card[key] = label
                self._freed.pop(label, None)
                self._gone.pop(label, None)
            self._codes[key] = code

    def _close_up(self, turn: int) -> None:
        """Another turn has begun: the cards on the field are numbered anew."""
        self._turn = turn
        self._by_card = {key: label for key, label in self._by_card.items() if label[0][1] in self.hidden}
        self._codes = {key: self._codes[key] for key in self._by_card}
        self._gone = {label: key for label, key in self._gone.items() if label[0][1] in self.hidden}

    @property
    def given(self) -> tuple[tuple[CardKey, Label], ...]:
        """All cards that have a label, with it."""
        return tuple(self._by_card.items())

    def restore(self, seat: SeatView) -> None:
        """The match has gone back: cards that have returned get their labels again."""
        for key, group in self._here(seat):
            if key in self._left and self._left[key][0] == group:
                self._by_card[key] = self._left.pop(key)
                self._codes[key] = seat.code(key[0])
        self._freed.clear()
        self.update(seat)
        self._freed.clear()
        self._gone.clear()

    def _here(self, seat: SeatView) -> Iterator[tuple[CardKey, Numbering]]:
        """The cards that are numbered, each with its group."""
        s, rules = seat.state, rules_of(seat.state)
        zones = [(seat.index, letter) for letter in self.hidden]
        zones += [(owner, letter) for owner in range(s.seats) for letter in self.field]
        for owner, letter in zones:
            for h in s.zones[rules.zone_id(owner, rules.zone_letters.index(letter))]:
                if h:
                    yield (h, s.inst[h]), (owner, letter)
        if self.field:
            for host, kids in s.kids.items():
                for h in kids:
                    yield (h, s.inst[h]), (host, ON)

    def _free(self, key: CardKey, group: Numbering, turn: int) -> Label:
        """The label of a card that has come: the one that it had there in this turn, else the smallest."""
        before = self._left.get(key)
        if before is not None and before[0] == group and self._freed.get(before, NEVER) == turn:
            return before
        taken = {n for other, n in self._by_card.values() if other == group}
        n = 1
        while n in taken or self._freed.get((group, n), NEVER) == turn:
            n += 1
        return group, n

    def of(self, s: State, h: int) -> Label | None:
        """The group and number of a card, None if it has none."""
        return self._by_card.get((h, s.inst[h]))

    def handle(self, s: State, label: Label) -> int:
        """The handle that bears a label, 0 for none."""
        found = (h for (h, inst), one in self._by_card.items() if one == label and s.inst[h] == inst)
        return next(found, 0)

    def gone(self, label: Label) -> CardKey | None:
        """The card that was called so last, None where there was none or one is."""
        return self._gone.get(label)

    def read(self, rules: Rules, owner: int, mine: bool, word: str) -> Label | None:
        """The label that a word without its seat says, None for a word of another kind. mine: whether it is
        of the seat itself."""
        m = _OWN.match(word)
        named = m is not None and m[1] in rules.zone_letters
        if m is None or not named or not (m[1] in self.field or (mine and m[1] in self.hidden)):
            return None
        return (owner, m[1]), int(m[2])


def ranges(names: Sequence[str], brief: bool = False) -> list[str]:
    """Numbered names with those that follow each other drawn together: c1, c2, c3 become c1-c3, or c1-3."""
    found: list[list[str]] = []
    for name in names:
        stem, n = name.rstrip(digits), name[len(name.rstrip(digits)) :]
        last = found[-1][-1] if found else ""
        if n and last == f"{stem}{int(n) - 1}":
            found[-1].append(name)
        else:
            found.append([name])
    ends = [run[-1].removeprefix(run[0].rstrip(digits)) if brief else run[-1] for run in found]
    return [run[0] if len(run) == 1 else f"{run[0]}-{to}" for run, to in zip(found, ends, strict=True)]


def together(names: Sequence[str]) -> str:
    """Names in the same zone as one word, from which each can be read: h2, h3 and h5 are h2-3,5."""
    stem = names[0].rstrip(digits)
    return stem + ",".join(ranges(names)).replace(stem, "")


def holds(word: str, label: str) -> bool:
    """Whether labels that stand together hold this one."""
    letter, n = label[0], int(label[1:])
    runs = [run.partition("-") for run in word[1:].split(",")] if _OWN.match(word) else []
    return word[0] == letter and any(int(first) <= n <= int(last or first) for first, _, last in runs)
