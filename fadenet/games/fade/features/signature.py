"""Signature: an ability that goes as a card that is used (fade2 keyword.signature)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade.points import Feature, Form, Given, Points

SIGNATURE: Final = Feature(
    "Signature", Points(forms=(("Signature", Form(headed=True, as_card=True)),)), given=Given.OVER
)
