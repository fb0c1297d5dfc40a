"""The ways that the words of an edition choose, each looked up once in the table of its matter."""

from __future__ import annotations

from collections.abc import Mapping

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition, Found
from fadenet.games.fade.field import amounts, falling, natures, reach
from fadenet.games.fade.points import Points
from fadenet.games.fade.policies import Policies
from fadenet.games.fade.turn import phases


def policies_of(edition: Edition, points: Points) -> Policies:
    """The policies of an edition. Raises `LoadError` for a word that no table knows."""
    damage, named = edition.damage, edition.named
    starts = phases.TURN_STARTS | dict(points.turn_starts)
    return Policies(
        stages=tuple([named("damage.stages", word, amounts.STAGES) for word in edition.stages]),
        defended=amounts.defended if "guard" in edition.stages else amounts.undefended,
        refuses=named("damage.judged", damage.judged, reach.JUDGED),
        mastered=_way(edition, t.K_MASTERY, amounts.MASTERED),
        infused=_way(edition, t.K_INFUSED, natures.INFUSED),
        knock_out_costs=named("damage.knock_out_costs", damage.knock_out_costs, falling.KNOCK_OUT_COSTS),
        turn_starts=tuple([named("turn.starts", word, starts) for word in edition.turn_starts]),
    )


def _way(edition: Edition, k: int, ways: Mapping[str, Found]) -> Found:
    """The way in which a keyword works; in an edition without it the first one does as well as any."""
    if not edition.words[k]:
        return next(iter(ways.values()))
    return edition.named(f"keywords.{t.KEYWORDS[k]}.how", edition.hows[k], ways)
