"""Orbital: a card leaves the field with all that lies on and under it, until its Player's next turn (faroe
keyword.orbital).
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID
from fadenet.engine.card import Select
from fadenet.engine.chain import f_check, push
from fadenet.engine.language import effects as words
from fadenet.engine.language.compiler import Compiler, Effect, Said
from fadenet.engine.language.instructions import movable
from fadenet.engine.state import UNDER, Act, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import falling
from fadenet.games.fade.language.effects import edition_of, open_to
from fadenet.games.fade.points import Feature, Given, Points


def _become(s: State, act: Act, pick: Select) -> None:
    for h in movable(s, act, pick):
        if s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.FRONT, t.BACKUP):
            seat = s.zone[h] // t.NZ
            atoms.mark(s, t.P_ORBIT, 0, ref(s, h), 1 + s.zone[h] % t.NZ)
            atoms.move(s, h, seat * t.NZ + t.ORBIT, 1, act[A_ID], t.E_ORBITAL, keep=True)
            _rezone_tree(s, h, True)
    push(s, f_check)


def _row_before(s: State, h: int) -> int:
    """The row from which a card became Orbital, the Character Zone if that is not known; it is forgotten."""
    return atoms.unmark(s, t.P_ORBIT, 0, ref(s, h), 1) - 1


def _rezone_tree(s: State, h: int, away: bool) -> None:
    """Take the cards attached to or stacked under a card off the field with it, or back with it."""
    for k in falling.tree(s, h):
        kind = t.ADRIFT if away else t.STACK if s.role[k] == UNDER else t.ATTACH
        atoms.rezone(s, k, s.zone[h] // t.NZ * t.NZ + kind)


def _come_back(s: State, seat: int) -> bool:
    """Cards return from Orbital together, with everything they had (faroe keyword.orbital-return)."""
    rows = {h: _row_before(s, h) for h in s.zones[seat * t.NZ + t.ORBIT]}
    unmanned = not s.zones[seat * t.NZ + t.FRONT] and t.FRONT not in rows.values()
    for h, row in rows.items():
        atoms.move(s, h, seat * t.NZ + (t.FRONT if unmanned else row), 1, 0, t.E_RETURNED, keep=True)
        _rezone_tree(s, h, False)
    return False


def _reads(c: Compiler, table: dict[str, Any]) -> Said:
    pick, whom = c.select(table["orbital"])
    c.emit(_become, open_to(pick, t.K_ORBITAL))
    return words.stated(whom, edition_of(c).speak("become {Orbital}"))


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if not edition.words[t.K_ORBITAL]:
        return None
    for kind, (_, word) in enumerate(t.ZONES):
        if word in t.SPARE_ZONES and not edition.zones[kind]:
            return f"zones.{word}", "this is missing"
    return ("keywords.Orbital", "this is not for an edition with [board] rows") if edition.grid else None


ORBITAL: Final = Feature(
    "Orbital",
    Points(
        turn_starts=(("orbital", _come_back),),
        effects=(("orbital", Effect(_reads, words.NONE)),),
        triggers=(("returned", "returns from {Orbital}"),),
    ),
    amiss=_amiss,
    given=Given.MADE,
)
