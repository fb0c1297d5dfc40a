"""All features of the family in the order in which they are asked, and those of an edition."""

from __future__ import annotations

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features.aura import AURA
from fadenet.games.fade.features.bloodlust import BLOODLUST
from fadenet.games.fade.features.ghost import GHOST
from fadenet.games.fade.features.lock import LOCK
from fadenet.games.fade.features.mystify import MYSTIFY
from fadenet.games.fade.features.paralyze import PARALYZE
from fadenet.games.fade.features.stun import STUN
from fadenet.games.fade.features.timid import TIMID
from fadenet.games.fade.features.willpower import WILLPOWER
from fadenet.games.fade.points import Points, joined

FEATURES = (AURA, BLOODLUST, GHOST, LOCK, MYSTIFY, PARALYZE, STUN, TIMID, WILLPOWER)


def points_of(edition: Edition) -> Points:
    """The points of the features that an edition has a word for, in the way that it says."""
    there = [feature for feature in FEATURES if edition.words[t.K[feature.keyword]]]
    ways = [feature.ways.get(edition.hows[t.K[feature.keyword]], Points()) for feature in there]
    return joined([part for feature, way in zip(there, ways, strict=True) for part in (feature.points, way)])
