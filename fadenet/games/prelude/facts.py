"""What a card's text can speak of in the place where it stands: a word that would find nothing is refused.

See `Language.needs`. Beside targets and events there is the action under way, over which traps spring and
Immediates are played; what triggers comes after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from fadenet.engine.language import compiler
from fadenet.engine.language.cards import NOTHING
from fadenet.engine.language.compiler import Compiler, Language, Said
from fadenet.engine.language.filters import SIDES
from fadenet.games.prelude import tables as t

Kinds = frozenset[str]
Make = Callable[[Compiler, dict[str, Any]], Said]

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
_REACHES: dict[str, tuple[str, Kinds]] = {
    **dict.fromkeys(("coin", "lose_coin", "train", "fill", "draw", "discard", "mill"), ("who", _CHARACTER)),
    "shuffle": ("shuffle", _CHARACTER),
    **dict.fromkeys(("hasten", "slow"), ("who", _CHARACTER | _MINION)),
    "damage": ("to", _CHARACTER | _MINION),
    "heal": ("of", _CHARACTER | _MINION),
    **{word: (word, _CHARACTER | _MINION) for word in ("interrupt", "distract")},
}
"""By effect the key that says whom it is done to, and whom it can do anything to."""

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
    found, kinds = _kinds(of), _EVENTS.get(on)
    if of in ("this", "user"):
        found = frozenset().union(*(kinds for mask, kinds in _THIS.items() if types & mask))
    if kinds is None or found is None or kinds & found:
        return ""
    return f"that happens to {' or '.join(sorted(kinds))} alone"


def _kinds(of: Any) -> Kinds | None:
    """What a selector can find, None = that is not said by its word."""
    word = of["from"] if type(of) is dict and "from" in of else of
    side, _, group = word.partition(" ") if type(word) is str else ("", "", "")
    if side in SIDES and group:
        return _GROUPS.get(group, NOTHING)
    return _CHARACTER if word == "you" else None


def _reaching(make: Make, word: str, c: Compiler, table: dict[str, Any]) -> Said:
    """An effect on whatever is named, if that is something to which it can do anything."""
    key, kinds = _REACHES[word]
    said, found = make(c, table), _kinds(table.get(key))
    if found is not None and not kinds & found:
        raise c.fail(f"'{word}' does something to {' or '.join(sorted(kinds))} alone")
    return said


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing."""
    language.needs |= compiler.NEEDS | dict.fromkeys(("attacker", "weaken"), "action") | {"dealt": "dealt"}
    language.condition_needs["targets"] = "target 1"
    for word in _REACHES:
        effect = language.effects[word]
        language.effects[word] = replace(effect, make=partial(_reaching, effect.make, word))
    language.effects["damage"].leaves = ("dealt",)
    language.effects["weaken"].keys = NOTHING  # the attack is the one under way, whoever is named
    language.why |= compiler.WHY | {
        "action": "no action is under way when this happens, or none that it is about",
        "dealt": "no effect before this one deals damage",
    }
