"""What a card's text can speak of in the place where it stands: a word that would find nothing is refused.

See `Language.needs`. Beside targets and events there is the action under way, over which traps spring and
Immediates are played; what triggers comes after it.
"""

from __future__ import annotations

from typing import Any

from fadenet.engine.language import compiler
from fadenet.engine.language.cards import NOTHING
from fadenet.engine.language.compiler import Language
from fadenet.engine.language.filters import SIDES
from fadenet.games.prelude import tables as t

Kinds = frozenset[str]

NUMBERED = frozenset({"damaged", "damages"})
"""Events with a number: "that many" is the damage."""

CAUSELESS = frozenset({"killed", "minion-enters", "response-begins", "response-closes"})
"""Events that are part of nobody's action."""

_CHARACTER, _MINION, _FIGHTER = (
    frozenset({"a character"}),
    frozenset({"a minion"}),
    {"a character", "a minion"},
)
_GEAR, _SPELL = frozenset({"an equipped card"}), frozenset({"a spell"})
_EVENTS: dict[str, Kinds] = {
    **dict.fromkeys(("attacked", "damaged", "evades", "killed", "task-finishes"), _CHARACTER | _MINION),
    **dict.fromkeys(("immediate-played", "spell-begun", "response-begins", "response-closes"), _CHARACTER),
    **dict.fromkeys(("minion-enters", "guards"), _MINION),
    **dict.fromkeys(("parries", "equipped"), _GEAR),
    "damages": _GEAR | _MINION,
    "spell-finished": _SPELL,
}
"""By event to what it happens; `task-broken` happens to whatever is in use."""

_GROUPS: dict[str, Kinds] = {
    "characters": _CHARACTER,
    "minions": _MINION,
    "fighters": _CHARACTER | _MINION,
    "gear": _GEAR,
    "spells": _SPELL,
}
_THIS = {t.FIGHTERS: _MINION, t.GEAR: _GEAR, t.SPELL: _SPELL}


def of_row(row: Any, types: int, keywords: tuple[int, ...]) -> frozenset[str]:
    """What an ability can speak of beside its targets. A trap springs over the action that it waits for; an
    Immediate, and what is Alert, is used over the one in whose window it is."""
    if row.on is not None:
        over = types & t.TRAP and row.on not in CAUSELESS
        return frozenset({"event", *(["n"] if row.on in NUMBERED else []), *(["action"] if over else [])})
    quick = row.activate and (keywords[t.K_IMMEDIATE] or keywords[t.K_ALERT])
    return frozenset({"action"}) if quick else NOTHING


def misplaced(on: str, of: Any, by: Any, types: int) -> str:
    """Why an event never happens to what a text names, or by anybody; "" = it may.

    of: the selector of what it happens to. by: that of whose action it is part, None = of anybody's. types:
    those of the card that says it.
    """
    if by is not None and on in CAUSELESS:
        return "that is part of nobody's action"
    word = of["from"] if type(of) is dict and "from" in of else of
    side, _, group = word.partition(" ") if type(word) is str else ("", "", "")
    if side in SIDES and group:
        found = _GROUPS.get(group, NOTHING)
    elif word == "you":
        found = _CHARACTER
    elif word in ("this", "user"):
        found = frozenset().union(*(kinds for mask, kinds in _THIS.items() if types & mask))
    else:
        return ""
    kinds = _EVENTS.get(on)
    return "" if kinds is None or kinds & found else f"that happens to {' or '.join(sorted(kinds))} alone"


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing."""
    language.needs |= compiler.NEEDS | dict.fromkeys(("attacker", "weaken"), "action") | {"dealt": "dealt"}
    language.condition_needs["targets"] = "target 1"
    language.effects["damage"].leaves = ("dealt",)
    language.effects["weaken"].keys = NOTHING  # the attack is the one under way, whoever is named
    language.why |= compiler.WHY | {
        "action": "no action is under way when this happens, or none that it is about",
        "dealt": "no effect before this one deals damage",
    }
