"""The facts of which a text can speak where it stands: a word that would find nothing there is refused.

A fact is something that is there when a part of a card is carried out or asked: targets, an event, the action
that is answered or set it off. Most words need none; tables say which do, and what the lack of each means.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.language import bases
from fadenet.engine.language.cards import NOTHING, chosen
from fadenet.engine.language.compiler import Language
from fadenet.engine.language.filters import SIDES
from fadenet.games.fade import intent
from fadenet.games.fade import tables as t

Facts = frozenset[str]

CAUSELESS: Final = frozenset(
    {
        *(f"{phase}-phase" for phase in t.PHASES),
        *("turn-begins", "turn-ends", "moved-up", "returned", "unveiled", t.EVENTS[t.E_BECOMES_TRUE]),
    }
)
"""Events that nobody's action causes."""

NUMBERED: Final = frozenset(
    {"takes-damage", "deals-damage", "damage-counters", "gains-tp", "healed", "succeeds"}
)
"""Events with a number: "that many" is so many."""

OF_PLAYERS: Final = frozenset(
    {*(f"{phase}-phase" for phase in t.PHASES), "turn-begins", "turn-ends", "gains-tp"}
)
"""Events that happen to Players alone."""

OF_CARDS: Final = frozenset(
    {
        *("enters", "knocked-out", "destroyed", "imprisoned", "drawn", "played", "used", "activated"),
        *("discarded", "moved-up", "returned", "unveiled"),
    }
)
"""Events that happen to cards alone."""

NEEDS: Final = {
    **bases.NEEDS,
    "target's player": "targets",
    **dict.fromkeys(("attacker", "answered", "answered player"), "cause"),
    "attacked": "attack",
    "user": "user",
    "host": "bearer",
    "here": "ground",
    "dealt": "damage",
}
"""By selector or amount the fact that it needs."""

CONDITION_NEEDS: Final = {"landed": "attack", "targets": "target 1"}
"""The same by condition."""

WHY: Final = {
    **bases.WHY,
    "targets": "nothing is chosen or answered, and no action has set this off",
    "cause": "nothing is answered, and no action has set this off",
    "attack": "this is no Attack, answers none, and none has set it off",
    "user": "what works all the time is used by nobody",
    "bearer": "this card lies on nothing",
    "ground": "only a Zone card lies under something",
    "damage": "this deals no damage, answers nothing, and no action has set it off",
}
"""By fact the reason that refuses a word where the fact is not there."""

_OF_CAUSE: Final = frozenset({"cause", "attack", "damage", "targets"})


def of_event(word: str | None) -> Facts:
    """The facts that an event brings."""
    if word is None:
        return NOTHING
    found = {"event"} | ({"n"} if word in NUMBERED else set())
    return frozenset(found if word in CAUSELESS else found | _OF_CAUSE)


def misplaced(on: str, of: Any, by: Any) -> str:
    """Why an event never happens to what a text names, or by it; "" = it may."""
    whom = of["from"] if type(of) is dict and "from" in of else of
    group = whom.partition(" ")[2] if type(whom) is str and whom.split(" ")[0] in SIDES else ""
    if by is not None and on in CAUSELESS:
        return "nobody causes that"
    if on in OF_PLAYERS and group not in ("", "players", "fighters"):
        return "that happens to Players alone"
    return "that happens to cards alone" if on in OF_CARDS and (group == "players" or whom == "you") else ""


def of_answer(answers: dict[str, Any] | None) -> Facts:
    """The facts that an answered link brings."""
    return NOTHING if answers is None else _OF_CAUSE


def of_choice(slots: list[dict[str, Any]], do: list[dict[str, Any]], answers: bool) -> Facts:
    """The targets that are chosen, by an Attack that names none too; ahead of them the one of a Counter."""
    counter = any("attack" in row for row in intent.flat(do)) and not any(row.get("reach") for row in slots)
    return chosen(slots, int(counter and (answers or not slots)))


def of_deeds(do: list[dict[str, Any]]) -> Facts:
    """The facts that effects bring by what they do: an Attack, damage."""
    rows = intent.flat(do)
    attack = {"attack", "damage"} if any("attack" in row for row in rows) else set()
    return frozenset(attack | ({"damage"} if any("damage" in row for row in rows) else set()))


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing."""
    language.needs |= NEEDS
    language.condition_needs |= CONDITION_NEEDS
    language.why |= WHY
