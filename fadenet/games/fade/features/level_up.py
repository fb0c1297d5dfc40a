"""Level-Up: a Character is laid on one or more others (faroe keyword.level-up).

In some editions on none that came in this turn or cannot act (fade2 keyword.level-up-wait).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from operator import contains
from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import legality, values
from fadenet.games.fade.field.combat import at_home
from fadenet.games.fade.points import Feature, Given, Points, Tribute
from fadenet.games.fade.typed import FadeCard, rules_of

REASON: Final = "level-up"
WAIT: Final = "level-up-wait"


def _slots(s: State, seat: int, card: FadeCard) -> list[list[int]]:
    """The Characters that may go underneath a card for each name that it lists, out of the rows into which
    Characters are played (fade1 keyword.level-up-timing).
    """
    if not card.laid_on:
        return []
    cards, code, rows = rules_of(s).cards, s.code, rules_of(s).policies.rows_entered
    there = [h for h in at_home(s, seat) if s.face[h] and s.zone[h] % t.NZ in rows]
    mine = [(h, cards[code[h]].name) for h in there]
    return [[h for h, name in mine if name == wanted] for wanted in card.laid_on]


def _waits(s: State, line: Sequence[int]) -> bool:
    """Whether some of these keep Level-Up waiting."""
    return any([is_unready(s, h) for is_unready in rules_of(s).points.unready for h in line])


def _choices(s: State, seat: int, card: FadeCard) -> Iterable[tuple[int, ...]]:
    found = product(*_slots(s, seat, card))
    return [line for line in found if len(set(line)) == len(line) and not _waits(s, line)]


def _against(s: State, seat: int, card: FadeCard, line: tuple[int, ...]) -> str:
    """One is named for each name of its list, in the order of that."""
    below, slots = line[card.imprisons :], _slots(s, seat, card)
    right = len(below) == len(slots) == len(set(below))
    if not right or not all(map(contains, slots, below)):
        return REASON
    return WAIT if _waits(s, below) else ""


def _beneath(s: State, seat: int, card: FadeCard) -> set[int]:
    return {h for slot in _slots(s, seat, card) for h in slot}


def _all_counters(s: State, base: int) -> list[tuple[int, int]]:
    """It keeps the Counters of the one whose place it takes (fade2 keyword.level-up-carry)."""
    return [(column, s.num[column][base]) for column in rules_of(s).counters]


def _is_unready(s: State, h: int) -> bool:
    return legality.is_fresh(s, h) or values.cannot_act(s, h)


def _is_waited_for(edition: Edition) -> bool:
    return edition.turn.level_up_waits


LEVEL_UP: Final = Feature(
    "Level-Up",
    Points(tributes=(Tribute(_choices, _against, beneath=_beneath),)),
    ways={"keeps": Points(kept=(_all_counters,))},
    reasons={REASON: "keywords.Level-Up"},
    given=Given.NAMED,
)
LEVEL_UP_WAITS: Final = Feature(
    "",
    Points(unready=(_is_unready,)),
    there=_is_waited_for,
    reasons={WAIT: "turn.level_up_waits"},
)
