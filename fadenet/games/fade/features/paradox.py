"""Paradox: an ability is active while other Characters of its Player have each Element of its card.

faroe keyword.paradox, keyword.paradox-self
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import A_SEAT, A_SRC
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade.field import combat, natures
from fadenet.games.fade.language.effects import edition_of
from fadenet.games.fade.language.groups import ELEMENT
from fadenet.games.fade.points import Feature, Given, Points, Proviso


def _reads(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    c.ask(ELEMENT)

    def test(s: State, act: Act) -> bool:
        src = act[A_SRC] & HANDLE_MASK
        want = s.rules.cards[s.code[src]].traits
        found = 0
        for h in combat.characters(s, act[A_SEAT]):
            if h != src:
                found |= natures.elements(s, h)
        return bool(want) and found & want == want

    return test, edition_of(c).speak("its {Paradox} is active")


PARADOX: Final = Feature(
    "Paradox", Points(provisos=(("Paradox", Proviso("paradox", _reads)),)), given=Given.OVER
)
