"""Neutrality: a Character that is controlled by whoever has the turn (fade2 keyword.neutrality)."""

from __future__ import annotations

from fadenet.engine.state import State
from fadenet.games.fade.field import control
from fadenet.games.fade.points import Feature, Points


def _follow(s: State, changed: bool) -> bool:
    return control.follow_turn(s) or changed


NEUTRALITY = Feature("Neutrality", Points(checks=(_follow,)))
