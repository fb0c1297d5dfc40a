"""Vengeance: an ability that happens as an ally is Knocked Out (faroe keyword.vengeance)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade.points import Feature, Form, Given, Points

_FORM: Final = Form(on="knocked-out", of="ally characters", narrowed=True)  # fade1 keyword.vengeance-details

VENGEANCE: Final = Feature("Vengeance", Points(forms=(("Vengeance", _FORM),)), given=Given.OVER)
