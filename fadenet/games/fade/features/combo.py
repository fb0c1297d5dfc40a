"""Combo: a Skill beyond the one Attack of its user, paid for with Combo Potential (fade1 keyword.combo)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import rules_of

REASON: Final = "combo"


def _set_potential(s: State, seat: int) -> bool:
    """Combo Potential is the AGI of the Player, and of each Character (fade1 combo.potential-set)."""
    for h in (seat + 1, *combat.characters(s, seat)):
        atoms.set_number(s, t.COMBO, h, values.agility(s, h))
    return False


def _follows(s: State, u: int, code: int) -> bool:
    """Whether u may use a card now: it follows a Normal Attack, or a Skill of no lower Rank, whose Chain is
    over, and there is Combo Potential for it (fade1 keyword.combo-details).
    """
    card = rules_of(s).cards[code]
    n, latest = card.keywords[t.K_COMBO], atoms.marked(s, t.P_TURN, t.MK_LATEST, ref(s, u))
    return 0 < n <= s.num[t.COMBO][u] and not s.chain and latest > card.stats[t.S_RANK] >= 0


def _pay(s: State, u: int, code: int) -> None:
    atoms.set_number(s, t.COMBO, u, s.num[t.COMBO][u] - s.rules.cards[code].keywords[t.K_COMBO])


def _amiss(edition: Edition) -> tuple[str, str] | None:
    """One Attack a turn is counted by the turn, and Combo goes beyond it."""
    there = bool(edition.words[t.K_COMBO])
    if there and edition.attacks.budget != "one":
        return "keywords.Combo", "this is for an edition with [attacks] budget = 'one'"
    if ("combo" in edition.turn.starts) != there:
        return "turn.starts", "a turn starts with 'combo' where there is Combo, and only there"
    return None


COMBO: Final = Feature(
    "Combo",
    Points(
        columns=((t.COMBO, t.K_COMBO, "Co#"),),
        turn_starts=(("combo", _set_potential),),
        beyond=((t.K_COMBO, REASON, _follows, _pay),),
    ),
    reasons={REASON: "keywords.Combo"},
    amiss=_amiss,
    given=Given.USED,
)
