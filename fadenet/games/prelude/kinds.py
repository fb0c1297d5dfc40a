"""The kinds of things that a text can find, and the words that each kind can bear: a word that nothing found
can bear is refused when cards are loaded.

A selector finds things of some kinds; effects do something to some kinds, values and keywords belong to some
(`tables.HAVING`), filters tell some apart. Where the two have none in common, the text could never mean
anything. Where they have some, what cannot bear the word is left alone in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from fadenet.engine.language.compiler import Compiler, Language, Said
from fadenet.engine.language.filters import SIDES, listed
from fadenet.games.prelude import tables as t

Kinds = frozenset[str]
Make = Callable[[Compiler, dict[str, Any]], Said]

_NAMES: Final = {
    **{t.IS_CHARACTER: "a character", t.FIGHTERS: "a minion", t.RANK: "a rank", t.TRAP: "a trap"},
    **{
        t.WEAPON: "a weapon",
        t.ARMOUR: "armour",
        t.ITEM: "an item",
        t.SPELL: "a spell",
        t.ENERGY: "an energy",
    },
    t.VALUE: "a Value card",
}


def of_types(types: int) -> Kinds:
    """The kinds of cards of these types, as they lie in play."""
    return frozenset([name for bits, name in _NAMES.items() if types & bits])


_HELD: Final = frozenset({"a card in a hand"})
_DEAD: Final = frozenset({"a card in a cemetery"})
_CHARACTER: Final = of_types(t.IS_CHARACTER)
_FIGHTERS: Final = of_types(t.IS_CHARACTER | t.FIGHTERS)
_GEAR: Final = of_types(t.GEAR)
_RANK: Final = of_types(t.RANK)
_CARDS: Final = of_types(sum(_NAMES) & ~t.IS_CHARACTER)
_REACHED: Final = _CARDS | _CHARACTER | _DEAD
"""All that a text can do anything to: cards in a hand are counted."""

_GROUPS: Final[dict[str, Kinds]] = {
    "characters": _CHARACTER,
    "minions": of_types(t.FIGHTERS),
    "fighters": _FIGHTERS,
    "gear": _GEAR,
    "energies": of_types(t.ENERGY),
    "spells": of_types(t.MAGIC),
    "traps": of_types(t.TRAP),
    "hand": _HELD,
    "cemetery": _DEAD,
}
_EVENTS: Final[dict[str, Kinds]] = {
    **dict.fromkeys(("attacked", "damaged", "evades", "killed", "task-finishes"), _FIGHTERS),
    **dict.fromkeys(("immediate-played", "spell-begun", "response-begins", "response-closes"), _CHARACTER),
    **dict.fromkeys(("minion-enters", "guards"), of_types(t.FIGHTERS)),
    **dict.fromkeys(("parries", "equipped"), _GEAR),
    "damages": of_types(t.WEAPON | t.FIGHTERS),
    "spell-finished": of_types(t.SPELL),
}
"""By event to what it happens; `task-broken` happens to whatever is in use."""

_REACHES: Final[dict[str, tuple[str, str, Kinds]]] = {
    **dict.fromkeys(("coin", "train", "fill", "draw", "discard", "mill"), ("who", "you", _CHARACTER)),
    "lose_coin": ("who", "target", _CHARACTER),
    "shuffle": ("shuffle", "", _CHARACTER),
    "hasten": ("who", "you", _FIGHTERS),
    "slow": ("who", "target", _FIGHTERS),
    "damage": ("to", "target", _FIGHTERS),
    "heal": ("of", "you", _FIGHTERS),
    **{word: (word, "", _FIGHTERS) for word in ("interrupt", "distract")},
    "destroy": ("destroy", "", _CARDS),
    "return": ("return", "", _CARDS | _DEAD),
    **{word: (word, "", _REACHED) for word in ("each", "pick", "random")},
}
"""By effect the key that says whom it is done to, who that is if it says none, and whom it can be done to."""

_FILTERS: Final[dict[str, Kinds]] = {
    **dict.fromkeys(("damaged", "carrying"), _FIGHTERS),
    "casting": _CHARACTER,
    "line": _RANK | _DEAD,
    "value": of_types(t.VALUE) | _DEAD,
    **dict.fromkeys(("type", "name"), _CARDS | _DEAD),
}
"""By filter what it can tell apart: a character is a seat without a card, and nobody sees a hand."""

_STATS: Final[dict[str, Kinds]] = {
    **{word: of_types(t.HAVING[word]) | _DEAD for word in t.QUANTITIES},
    **dict.fromkeys(("Coin", "Training"), _CHARACTER),
}
"""By value what has it, wherever it lies."""

_PRINTED: Final = {
    **{word: t.HAVING[word] for word in t.QUANTITIES},
    **{"Suspend": sum(_NAMES) & ~(t.VALUE | t.RANK), "Edge": t.RANK},
    **{"Price": sum(_NAMES) & ~(t.IS_CHARACTER | t.RANK | t.VALUE), "Reserve": t.RANK},
    **{"Number": sum(_NAMES) & ~(t.IS_CHARACTER | t.VALUE), "Tier": t.RANK | t.SPELL | t.CREATURE},
    **{"Coin": t.IS_CHARACTER | t.RANK, "Hands": t.GEAR, "Uses": t.ITEM, "Amount": t.VALUE},
    **dict.fromkeys(("Initiative", "Training", "Top", "Fount", "race"), t.IS_CHARACTER),
    **{"line": t.RANK, "value": t.VALUE},
}
"""By figure or word the types of cards on which it is printed."""


# The kinds that a selector finds.


def of_row(row: Any, types: int, subject: str, among: str) -> dict[str, Kinds]:
    """By word the kinds of things for which it stands in an ability of a card of these types.

    subject: the selector of what its event happens to if it does not say. among: that of the cards to choose
    from if it does not say.
    """
    this = of_types(types)
    used = row.on is None or types & t.TRAP
    found = {"this": this, "attacker": _FIGHTERS, "you": _CHARACTER}
    found["user"] = _CHARACTER if used and not types & t.FIGHTERS else this
    slots: list[Kinds] = []
    for table in row.targets:
        one = of(found, table.get("pick", among))
        n = table.get("n", 1)
        slots += [_REACHED if one is None else one] * (n if type(n) is int else 1)
    if slots:
        found |= dict.fromkeys(("target", "targets"), frozenset().union(*slots))
        found |= dict(zip(("first target", "second target"), slots, strict=False))
    if row.on in _EVENTS:
        about = of(found, row.of if row.of is not None else subject)
        found["that"] = _EVENTS[row.on] if about is None else _EVENTS[row.on] & about
    return found


def of(words: Mapping[str, Kinds], selector: Any) -> Kinds | None:
    """The kinds that a selector can find, None = its words do not say."""
    if type(selector) is dict:
        found = of(words, selector.get("from"))
        kinds = [word for word in listed(selector.get("type", [])) if word in t.KINDS]
        if found is None or not kinds or len(kinds) < len(listed(selector["type"])):
            return found
        return found & (of_types(sum(1 << t.KINDS.index(word) for word in {*kinds})) | _DEAD)
    if type(selector) is not str:
        return None
    side, _, group = selector.partition(" ")
    if side in SIDES and group:
        return _GROUPS.get(group)
    return words.get(selector)


def misplaced(words: Mapping[str, Kinds], on: str, of_what: Any) -> str:
    """Why an event never happens to what a text names; "" = it may.

    of_what: the selector of what it happens to.
    """
    found, kinds = of(words, of_what), _EVENTS.get(on)
    if kinds is None or found is None or kinds & found:
        return ""
    return f"that happens to {_either(kinds)} alone"


def _either(kinds: Kinds) -> Said:
    return " or ".join(sorted(kinds))


# Refusals.


def _demand(c: Compiler, said: Said, selector: Any, kinds: Kinds, rule: str = "") -> None:
    """Refuse a word for what nothing of it can bear. rule: the one that stands against it."""
    found = of(c.kinds, selector)
    if found is not None and not kinds & found:
        raise c.fail(f"{said} {_either(kinds)} alone{f' [{rule}]' if rule else ''}")


def had(c: Compiler, word: Any, selector: Any) -> None:
    """Refuse a change of a value, or the gift of a keyword, that nothing of what is named can have."""
    if type(word) is str and word in t.HAVING:
        _demand(c, f"'{word}' is had by", selector, of_types(t.HAVING[word]), rule_of(word))


def rule_of(word: str) -> str:
    """The rule that says what has a value or keyword."""
    return t.HAVING_RULES.get(word, "card.figures")


def printed(c: Compiler, table: Mapping[str, Any], types: int) -> None:
    """Refuse figures, words and keywords on a card that cannot have them (prelude card.figures)."""
    for word, having in _PRINTED.items():
        c.key = word.lower()
        if c.key in table and not types & having:
            raise c.fail(f"'{word}' is printed on {_either(of_types(having))} alone [{rule_of(word)}]")
    c.key = "keywords"
    for word in table.get("keywords", {}):
        if not types & t.HAVING[word]:
            raise c.fail(f"'{word}' is had by {_either(of_types(t.HAVING[word]))} alone [{rule_of(word)}]")


def judge(c: Compiler, selector: Any) -> None:
    """Refuse filters that nothing of what a selector names could pass or fail."""
    if type(selector) is not dict:
        return
    for key, value in selector.items():
        if key in _FILTERS:
            _demand(c, f"'{key}' tells apart", selector.get("from"), _FILTERS[key])
        stat = value.get("of") if key in ("at_least", "at_most") and type(value) is dict else value
        asks = key in ("at_least", "at_most", "lowest", "highest") and type(stat) is str
        if asks and stat in _STATS:
            _demand(c, f"'{stat}' is had by", selector.get("from"), _STATS[stat], rule_of(stat))


def _reaching(make: Make, word: str, c: Compiler, table: dict[str, Any]) -> Said:
    """An effect on whatever is named, if that is something to which it can do anything."""
    key, usual, kinds = _REACHES[word]
    selector = table.get(key, usual)
    if word == "return" and table.get("to") == "stowed":
        kinds = _GEAR | _DEAD
    _demand(c, f"'{word}' does something to", selector, kinds)
    if word != "each":
        return make(c, table)
    outer, c.kinds = c.kinds, c.kinds | {"them": of(c.kinds, selector) or _REACHED}
    said = make(c, table)
    c.kinds = outer
    return said


def _changing(make: Make, c: Compiler, table: dict[str, Any]) -> Said:
    had(c, table["mod"], table.get("on", "target"))
    return make(c, table)


def _asking(make: Any, c: Compiler, value: Any, table: dict[str, Any]) -> Any:
    """Whether one of what is found passes filters that it can pass."""
    judge(c, {**table, "from": value})
    return make(c, value, table)


def teach(language: Language) -> None:
    """Have the language refuse what nothing of the things that are named can have."""
    language.judge = judge
    for word in _REACHES:
        effect = language.effects[word]
        language.effects[word] = replace(effect, make=partial(_reaching, effect.make, word))
    mod = language.effects["mod"]
    language.effects["mod"] = replace(mod, make=partial(_changing, mod.make))
    language.conditions["is"] = partial(_asking, language.conditions["is"])
