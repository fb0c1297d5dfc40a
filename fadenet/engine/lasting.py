"""Amounts that are read of a card for the last time as it leaves the field.

An act that waits or is carried out may still speak of a card that leaves: its own source or user, or the card
that set it off. It goes on with the values that the card had. So each amount that speaks of such a card is
read as that is about to leave, and kept among the marks as long as anything waits that could ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_SEAT
from fadenet.engine.card import Reading
from fadenet.engine.rules import rules_of
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, Act, State, mark_of, ref

SEATS_SHIFT: Final = 3  # a key of such a mark: the number of the reading, then the seat that it is read for


def read(s: State, act: Act, reading: Reading) -> int:
    """The amount now, or as it was when a card left that it is about, or a player."""
    for r in reading.about(act):
        h = r & HANDLE_MASK
        if h <= s.seats or s.inst[h] != r >> INST_SHIFT:
            n = s.marks.get(_mark(s, act, reading, r))
            if n is not None:
                return n
    return reading.read(s, act)


def keep(s: State, cards: Iterable[int]) -> None:
    """Cards are about to leave, with all that lies on them: what is asked of them later is read now."""
    rules = rules_of(s)
    if rules.lasts < 0:
        return
    queued = (act for row in s.queue for act in rules.triggers.speaks(s, row))
    speaking = [*s.acts.values(), *queued, *rules.triggers.due(s)]
    leaving = {ref(s, h) for h in cards} if speaking else set()
    for act in speaking:
        for reading in _readings(s, act):
            for r in reading.about(act):
                if r in leaving and _mark(s, act, reading, r) not in s.marks:
                    key = reading.number << SEATS_SHIFT | act[A_SEAT]
                    atoms.mark(s, rules.lasts, key, r, reading.read(s, act))


def _readings(s: State, act: Act) -> list[Reading]:
    """The amounts of the card whose ability an act is, and those of every card."""
    rules = rules_of(s)
    number = act[A_ABILITY]
    own = rules.readings.get(rules.cards[rules.abilities[number].code].slug, []) if number >= 0 else []
    return [*rules.readings.get("", ()), *own]


def _mark(s: State, act: Act, reading: Reading, r: int) -> int:
    return mark_of(rules_of(s).lasts, reading.number << SEATS_SHIFT | act[A_SEAT], r)
