"""Overdrive: an ability that is paid for as its card comes, or with it as it is played or used (faroe
keyword.overdrive, fade2 keyword.overdrive).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Form, Given, Points

REASON: Final = "overdrive"

_AS_IT_COMES: Final = Form(on="enters", priced=True, reason=REASON)
_WITH_IT: Final = replace(_AS_IT_COMES, way=t.N_DRIVEN, adds=(True, True))

OVERDRIVE: Final = Feature(
    "Overdrive",
    ways={
        "": Points(forms=(("Overdrive", _AS_IT_COMES),)),
        "played": Points(forms=(("Overdrive", _WITH_IT),)),
    },
    reasons={REASON: "keywords.Overdrive"},
    given=Given.OVER,
)
