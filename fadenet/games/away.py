"""Passes for a seat that is away while others have their turns, by the cards that it has.

The meaning of a row stands in `fadenet.engine.standing`. All of them are public.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fadenet.engine.policies import ATTACKED
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.standing import away
from fadenet.engine.state import Known, State

StandingRows = tuple[tuple[int, int], ...]

ANSWERS: Final = ("answer", "immediate")
"""The windows in which an action of somebody is answered."""
MOMENTS: Final = ("gap", "phase")
"""Those between actions."""
SHOWS: Final = ("show",)
DEFENCES: Final = ("block", "guard", "defence")
"""Those in which an attack is met by what lies open."""


def sensible(s: State, seat: int, known: Known) -> StandingRows:
    """The passes of a bot: between actions, up to its next free choice; until its turn wherever nothing that
    the seat has could be used, and elsewhere on all but attacks on something of its own that are worth an
    answer. An attack that only what lies open can meet is never passed on. known: its hidden cards."""
    rules, turn = rules_of(s), own_turn(s, seat)
    asked = {name for name in (*ANSWERS, *SHOWS, *DEFENCES) if is_ready(s, seat, known, name)}
    never = mask(rules, {*ANSWERS, *SHOWS, *DEFENCES} - asked)
    worth = ATTACKED + rules.descriptor.slight + 1
    answers = mask(rules, asked.intersection(ANSWERS + SHOWS))
    rows = (mask(rules, MOMENTS), turn, None), (never, turn - 1, None), (answers, turn - 1, worth)
    return tuple([away(*row) for row in rows if row[0]])


def is_ready(s: State, seat: int, known: Known, name: str) -> bool:
    """Whether a seat may come to use something in windows of this name (`Stakes.ready`)."""
    rules = rules_of(s)
    return name in rules.windows and rules.stakes.ready(s, seat, known, rules.windows.index(name))


def mask(rules: Rules, names: Iterable[str]) -> int:
    """The bits of these windows, as far as a game has them."""
    return sum(1 << rules.windows.index(name) for name in names if name in rules.windows)


def own_turn(s: State, seat: int) -> int:
    """The number of the seat's next turn, as far as it can be foreseen; in set-up that of the second turn."""
    if not s.turn:
        return 2
    ahead, other = 1, s.rules.next_seat(s, s.active)
    while other != seat and ahead < s.seats:
        ahead += other not in s.out
        other = s.rules.next_seat(s, other)
    return s.turn + ahead
