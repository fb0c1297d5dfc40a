"""What a text can speak of in the place where it stands: a word that would find nothing there is refused.

A fact is something that is there when a part of a card is carried out or asked: targets, an event, the action
that is answered or set it off. Most words need none; tables say which do, and what the lack of each means.
"""

from __future__ import annotations

from typing import Any

from fadenet.engine.language.compiler import Language
from fadenet.games.fade import intent
from fadenet.games.fade.tables import E_BECOMES_TRUE, EVENTS, PHASES

Facts = frozenset[str]
NONE: Facts = frozenset()

CAUSELESS = frozenset(
    {
        *(f"{phase}-phase" for phase in PHASES),
        *("turn-begins", "turn-ends", "moved-up", "returned", "unveiled", EVENTS[E_BECOMES_TRUE]),
    }
)
"""Events that nobody's action causes."""

NUMBERED = frozenset({"takes-damage", "deals-damage", "damage-counters", "gains-tp", "healed", "succeeds"})
"""Events with a number: "that many" is so many."""

NEEDS = {
    **dict.fromkeys(("target", "targets", "target's player"), "targets"),
    "first target": "target 1",
    "second target": "target 2",
    **dict.fromkeys(("attacker", "answered", "answered player"), "cause"),
    "attacked": "attack",
    "it": "it",
    "them": "them",
    "that": "event",
    "user": "user",
    "host": "bearer",
    "here": "ground",
    "dealt": "damage",
    "n": "n",
}
"""By selector or amount the fact that it needs."""

CONDITION_NEEDS = {"landed": "attack", "targets": "target 1"}
"""The same by condition."""

WHY = {
    "targets": "nothing is chosen or answered, and no action has set this off",
    "target 1": "nothing is chosen",
    "target 2": "not so many targets are chosen",
    "cause": "nothing is answered, and no action has set this off",
    "attack": "this is no Attack, answers none, and none has set it off",
    "it": "no effect before this one has found anything",
    "them": "that stands within 'each'",
    "event": "this waits for no event",
    "user": "what works all the time is used by nobody",
    "bearer": "this card lies on nothing",
    "ground": "only a Zone card lies under something",
    "damage": "this deals no damage, answers nothing, and no action has set it off",
    "n": "no effect before this one brings a number",
}
"""What it means that a fact is not there."""

_OF_CAUSE = frozenset({"cause", "attack", "damage", "targets"})


def of_event(word: str | None) -> Facts:
    """What an event brings."""
    if word is None:
        return NONE
    found = {"event"} | ({"n"} if word in NUMBERED else set())
    return frozenset(found if word in CAUSELESS else found | _OF_CAUSE)


def of_answer(answers: dict[str, Any] | None) -> Facts:
    """What the link brings that is answered."""
    return NONE if answers is None else _OF_CAUSE


def of_choice(slots: list[dict[str, Any]], do: list[dict[str, Any]], answers: bool) -> Facts:
    """The targets that are chosen, by an Attack that names none too; ahead of them the one of a Counter."""
    many = [row.get("n", 1) for row in slots]
    n = sum(m for m in many if type(m) is int)
    if any("attack" in row for row in intent.flat(do)) and not any(row.get("reach") for row in slots):
        n += answers or not slots
    return frozenset({"targets", *(f"target {at}" for at in range(1, n + 1))}) if n else NONE


def of_deeds(do: list[dict[str, Any]]) -> Facts:
    """What is done: an Attack, damage."""
    rows = intent.flat(do)
    attack = {"attack", "damage"} if any("attack" in row for row in rows) else set()
    return frozenset(attack | ({"damage"} if any("damage" in row for row in rows) else set()))


def teach(language: Language) -> None:
    """Have the language refuse words that find nothing."""
    language.needs |= NEEDS
    language.condition_needs |= CONDITION_NEEDS
    language.why |= WHY
