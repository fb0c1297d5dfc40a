"""A back row that rests: of what lies there, or on a card there, only what stands under Backup works.

An ability under Backup is active while its card is there (faroe keyword.backup).

The figures that an Augment adds to those of its bearer count all the same, and so does Mute (fade1
zone.reserve-inactive).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from fadenet.engine.acts import A_SRC
from fadenet.engine.card import Ability, Card, Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.state import HANDLE_MASK, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import values, working
from fadenet.games.fade.language.effects import edition_of
from fadenet.games.fade.points import Feature, Given, Points, Proviso
from fadenet.games.fade.typed import fade


def _rests(edition: Edition) -> bool:
    return edition.back.rests


def _behind(s: State, there: Collection[int]) -> list[int]:
    zone, host = s.zone, s.host
    return [h for h in there if (z := zone[host[h] or h]) >= 0 and z % t.NZ == t.BACKUP]


def _goes_on(card: Card, ability: Ability, what: int) -> bool:
    if fade(ability).names & t.I_KEYWORDS[t.K_BACKUP]:
        return True
    figures = card.types & t.AUGMENT and what in working.STATS
    return bool(figures or (card.types & (t.AUGMENT | t.ITEM) and what == values.Q_MUTE))


def _given(s: State, what: int, src: int, made: int, there: list[int]) -> list[int]:
    """Others give no keyword to a card that rests."""
    if what < t.Q_KEYWORD or what == values.Q_MUTE:
        return there
    resting = _behind(s, there)
    return [h for h in there if h == src or h not in resting] if resting else there


def _reads(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    return (
        lambda s, act: s.zone[act[A_SRC] & HANDLE_MASK] % t.NZ == t.BACKUP
    ), f"it is in the {edition_of(c).zones[t.BACKUP]}"


BACKUP: Final = Feature("Backup", Points(provisos=(("Backup", Proviso("backup", _reads)),)), given=Given.OVER)
RESTING: Final = Feature(
    "", Points(resting=(_behind,), tireless=(_goes_on,), changing=(_given,)), there=_rests
)
