"""The facts of which a card's text can speak where it stands: a word that would find nothing is refused.

See `Language.needs`. Beside targets and events there is the action under way, over which traps spring and
Immediates are played; triggered abilities come after it.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.language import bases
from fadenet.engine.language.cards import NOTHING
from fadenet.engine.language.compiler import Language
from fadenet.games.prelude import tables as t

NUMBERED: Final = frozenset({"damaged", "damages"})
"""Events with a number: "that many" is the damage."""

CAUSELESS: Final = frozenset({"killed", "minion-enters", "response-begins", "response-closes"})
"""Events that are part of nobody's action."""


def of_row(row: Any, types: int, keywords: tuple[int, ...]) -> frozenset[str]:
    """The facts of which an ability can speak beside its targets. A trap springs over the action that it
    waits for; an Immediate or an Alert card is used over the one in whose window it is."""
    if row.on is not None:
        over = types & t.TRAP and row.on not in CAUSELESS
        return frozenset({"event", *(["n"] if row.on in NUMBERED else []), *(["action"] if over else [])})
    quick = row.activate and (keywords[t.K_IMMEDIATE] or keywords[t.K_ALERT])
    return frozenset({"action"}) if quick else NOTHING


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing (see `kinds` for what cannot bear a word)."""
    language.needs |= bases.NEEDS | dict.fromkeys(("attacker", "weaken"), "action") | {"dealt": "dealt"}
    language.condition_needs["targets"] = "target 1"
    language.effects["damage"].leaves = ("dealt",)
    language.effects["weaken"].keys = NOTHING  # the attack is the one under way, whoever is named
    language.why |= bases.WHY | {
        "action": "no action is under way when this happens, or none that it is about",
        "dealt": "no effect before this one deals damage",
    }
