"""The facts of which a card's text can speak where it stands: a word that would find nothing is refused.

See `Language.needs`. Beside targets and events there are the Character that acts, its LV at the announcement,
the Character that holds a card, and an attack that may be under way.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.language import bases
from fadenet.engine.language.compiler import Language
from fadenet.engine.language.filters import SIDES
from fadenet.games.terrene import tables as t

Facts = frozenset[str]
Kinds = frozenset[str]

_UNCAUSED: Final = frozenset(
    {
        *("start-of-turn", "end-of-turn", "attacks", "blocks", "takes-battle-damage", "damages-character"),
        *("damages-player", "defeated", "defeats", "gains-xp"),
    }
)
"""Events that no effect of anybody causes."""

_PEACEFUL: Final[tuple[str, ...]] = ("recruit", "terrain", "hide", "assign", "trade", "dismiss")
"""Actions that nobody takes while an attack is under way."""

_AFTERWARDS: Final = frozenset(
    {"start-of-turn", "end-of-turn", "takes-battle-damage", "damages-character", "damages-player"}
)
"""Events that trigger what happens once no attack is under way: that of a battle waits until it is over."""

_CHARACTER: Final = frozenset({"a Character"})
_PLAYER: Final = frozenset({"a player"})
_TERRAIN: Final = frozenset({"a Terrain"})
_HIDDEN: Final = frozenset({"a hidden Character"})
_HELD: Final = frozenset({"a held card"})
_EVENTS: Final[dict[str, Kinds]] = {
    **dict.fromkeys(("recruited", "attacks", "blocks", "takes-damage", "takes-battle-damage"), _CHARACTER),
    **dict.fromkeys(("damages-character", "damages-player", "defeated", "defeats"), _CHARACTER),
    **dict.fromkeys(("gains-xp", "levels-up"), _CHARACTER),
    **dict.fromkeys(("hurt", "start-of-turn", "end-of-turn"), _PLAYER),
    "healed": _CHARACTER | _PLAYER,
    "terrain": _TERRAIN,
    "used": _CHARACTER | _HELD | _TERRAIN,
    "dismissed": _CHARACTER | _HIDDEN | _HELD,
}
"""By event to what it happens."""

_GROUPS: Final[dict[str, Kinds]] = {
    "characters": _CHARACTER,
    "hidden characters": _HIDDEN,
    "held cards": _HELD,
    "terrains": _TERRAIN,
    "players": _PLAYER,
}
_WORDS: Final = {**dict.fromkeys(("host", "user", "attacker", "blocker"), _CHARACTER), "you": _PLAYER}

OF_ROW: Final = frozenset({"user", "attack"})
"""The facts of which a row of XP can speak: the Character that gains it, in the midst of a battle or not."""


def of_ability(row: Any, types: int) -> Facts:
    """The facts of which an ability can speak beside its targets. A Terrain acts by itself; a continuous
    ability is announced by nobody."""
    found = {"event"} if row.on is not None else set()
    if types & t.HOLDABLE:
        found.add("bearer")
    if not types & t.TERRAIN:
        found |= {"user"} if row.gives is not None else {"user", "level"}
    return frozenset(found if _is_peaceful(row) else found | {"attack"})


def at_event(there: Facts, types: int) -> Facts:
    """Which of these facts there are when an event comes: nothing is announced yet, and a card that is held
    is used by nobody."""
    return there - ({"user", "level"} if types & t.HOLDABLE else {"level"})


def _is_peaceful(row: Any) -> bool:
    """Whether no attack can be under way: Green is announced in the own Action Phase, outside of chains."""
    answers = row.answers or {}
    green = row.activate and row.colour == "Green"
    return green or row.on in _AFTERWARDS or answers.get("to") in _PEACEFUL


def misplaced(on: str, of: Any, by: Any, types: int) -> str:
    """Why an event never happens to what a text names, or by anybody; "" = it may.

    of: the selector of what it happens to. by: that of whose action it is part, None = of anybody's. types:
    those of the card that says it.
    """
    if by is not None and on in _UNCAUSED:
        return "no effect of anybody causes that"
    found, kinds = _kinds(of, types), _EVENTS[on]
    return "" if found is None or kinds & found else f"that happens to {' or '.join(sorted(kinds))} alone"


def _kinds(of: Any, types: int) -> Kinds | None:
    """The kinds of things that a selector can find, None = its word does not say."""
    word = of["from"] if type(of) is dict and "from" in of else of
    if word == "this":
        return _TERRAIN if types & t.TERRAIN else _HELD if types & t.HOLDABLE else _CHARACTER | _HIDDEN
    side, _, group = word.partition(" ") if type(word) is str else ("", "", "")
    if (side in SIDES or side == "allied") and group:
        return _GROUPS.get(group, frozenset())
    return _WORDS.get(word) if type(word) is str else None


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing."""
    language.needs |= bases.NEEDS | {
        "those": "it",
        "host": "bearer",
        **dict.fromkeys(("user", "power"), "user"),
        "x": "level",
        "attacker": "attack",
        "dealt": "dealt",
    }
    language.condition_needs |= {"targets": "target 1", "found": "it", "attacked": "attack"}
    language.effects["damage"].leaves = ("dealt",)
    language.why |= bases.WHY | {
        "bearer": "nobody holds this card",
        "user": "no Character acts here",
        "level": "no Character announces this",
        "attack": "no attack is under way then",
        "dealt": "no effect before this one deals damage",
    }
