"""The words of Prelude's cards beside those that every game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from fadenet.engine import atoms, lasting
from fadenet.engine.acts import A_EVENT, A_ID, A_SEAT, A_SRC, A_TRAITS, A_USER
from fadenet.engine.card import Select, Test
from fadenet.engine.language import effects, files, filters, flow, instructions
from fadenet.engine.language.bases import base_selectors
from fadenet.engine.language.compiler import Compiler, Language, Said
from fadenet.engine.language.english import change_or_gift
from fadenet.engine.language.schema import Anatomy
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, ROW_ACT, Act, State, alive
from fadenet.games.prelude import facts, harm, kinds, ranks
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v

DATA: Final = files.data("fadenet.games.prelude", "language.toml")
WORDS: Final = {"line": t.LINES, "race": t.RACES, "value": t.VALUES}
ANATOMY: Final = Anatomy(t.TYPES, WORDS, t.KEYWORDS, **DATA["card"])
UNTILS: Final[tuple[str, ...]] = ("response", "turn", "end")  # as `U_RESPONSE` and so on


def _fighters(s: State) -> list[int]:
    """All that have life: characters by their bodies, then minions."""
    there = [seat for seat in range(s.seats) if seat not in s.out]
    return [seat + 1 for seat in there] + [h for seat in there for h in v.zone(s, seat, t.MINIONS)]


def _deed(s: State, act: Act) -> Act | None:
    """The action of what an ability has waited for, or else the one over which the window is open."""
    event = act[A_EVENT]
    return s.acts.get(event[ROW_ACT] if event else s.vars[t.G_DEED])


def _attacker(s: State, act: Act) -> list[int]:
    """The performer of the attack: a body or a minion, none if it is gone."""
    deed = _deed(s, act)
    return [deed[A_USER] & HANDLE_MASK] if deed is not None and alive(s, deed[A_USER]) else []


def _doing(s: State, act: Act, h: int) -> Act | None:
    """The action of a character or minion other than this one: the one under way, or else the task that it
    carries (prelude timing.comes-to-nothing)."""
    deed = _deed(s, act)
    other = deed is not None and deed is not act and deed[A_USER] & HANDLE_MASK == h
    return deed if other else v.task_of(s, h)


def _casts(s: State, h: int) -> bool:
    """Whether this one casts a spell: it is under way in the window, or a task."""
    deeds = (s.acts.get(s.vars[t.G_DEED]), v.task_of(s, h))
    mine = [deed for deed in deeds if deed is not None and deed[A_USER] & HANDLE_MASK == h]
    return any(v.card_of(s, deed[A_SRC] & HANDLE_MASK).types & t.SPELL for deed in mine)


def _own(s: State, act: Act) -> bool:
    return bool(s.active == act[A_SEAT])


def _weaken(s: State, act: Act, handles: Sequence[int], n: int) -> None:
    """The attack under way loses strength."""
    deed = _deed(s, act)
    if deed is not None:
        deed[A_TRAITS] += max(n, 0)


def _interrupt(s: State, act: Act, h: int) -> None:
    """The action or task of a character or minion comes to nothing (prelude suspend.wasted)."""
    deed = _doing(s, act, h)
    if deed is not None:
        harm.break_task(s, deed)


def _distract(s: State, act: Act, h: int) -> None:
    """A task that is carried stops."""
    task = v.task_of(s, h)
    if task is not None:
        harm.break_task(s, task)


def _destroy(s: State, act: Act, handles: Sequence[int]) -> None:
    """Cards go to the cemetery: a minion dies (prelude minion.death). A character is not a card."""
    cards = instructions.moved(s, act, handles)
    for h in cards:
        if v.card_of(s, h).types & t.FIGHTERS:
            atoms.emit(s, t.E_KILLED, h, s.ctrl[h])
    lasting.keep(s, cards)
    instructions.dispose(s, act, cards)


def _return(make: Callable[[Compiler, dict[str, Any]], Said], c: Compiler, table: dict[str, Any]) -> Said:
    """Only gear is put away, whatever else is found (prelude action.hands)."""
    said = make(c, table)
    if table.get("to") == "stowed":
        at = len(c.code) - 1
        pick, *place = c.code[at][1]
        c.patch(at, partial(_gear, pick), *place)
    return said


def _gear(pick: Select, s: State, act: Act) -> list[int]:
    return [h for h in pick(s, act) if v.card_of(s, h).types & t.GEAR]


def _put(s: State, act: Act, h: int, n: int, column: int, sign: int = 1) -> None:
    atoms.put(s, column, h, sign * max(n, 0), act[A_ID], act[A_SEAT])


def _own_put(s: State, act: Act, h: int, n: int, column: int, sign: int = 1) -> None:
    """Put a number that players alone have, and minions do not."""
    if h <= s.seats:
        _put(s, act, h, n, column, sign)


def _fill(s: State, act: Act, h: int, n: int) -> None:
    if h <= s.seats:
        ranks.fills(s, h - 1, n)


def _discards(c: Compiler, table: dict[str, Any]) -> Test | None:
    """The test of an offer that begins with discarding own cards: its player has as many (prelude
    card.offers)."""
    if table.get("who", "you") != "you":
        return None
    n, _ = c.amount(table["discard"])
    return lambda s, act: len(instructions.hand_of(s, act[A_SEAT])) >= n(s, act)


DOES: Final[dict[str, Callable[..., Any]]] = {
    "attacker": _attacker,
    "damage": harm.damage,
    "heal": harm.heal,
    "coin": partial(_own_put, column=t.COIN),
    "lose_coin": partial(_own_put, column=t.COIN, sign=-1),
    "train": partial(_own_put, column=t.TRAINING),
    "hasten": partial(_put, column=t.ACTIONS),
    "slow": partial(_put, column=t.ACTIONS, sign=-1),
    "fill": _fill,
    "weaken": _weaken,
    "interrupt": _interrupt,
    "distract": _distract,
    "destroy": _destroy,
}
"""The functions of words of `language.toml`."""


def make_language(rules: Rules) -> Language:
    """The whole language of the game."""
    language = Language(
        rules,
        affects=v.affected,
        change_text=change_or_gift(t.KEYWORDS),
        keywords=frozenset(t.KEYWORDS),
        bases=base_selectors(),
        stats={word: partial(v.figure, what=n) for n, word in enumerate(t.QUANTITIES)},
    )
    language.stats["Life"] = v.life
    flow.teach(language)
    filters.teach(language, "stacked_under", "attached_to", "counter")
    effects.teach(language, "steal", "swap", "counter", "look", "show", "show_hand", "search", "reveal")
    effects.say(language, DATA, UNTILS, DOES)
    ANATOMY.teach(language)
    language.groups["fighters"] = (_fighters, "character or minion", "characters and minions")
    language.filters["carrying"] = filters.flag(
        "with a task", "without a task", lambda s, h: v.task_of(s, h) is not None
    )
    language.filters["casting"] = filters.flag("with a spell under way", "without a spell under way", _casts)
    language.conditions["your_turn"] = filters.fact("it is your Response", "it is not your Response", _own)
    language.offers["discard"] = _discards
    back = language.effects["return"]
    language.effects["return"] = replace(back, make=partial(_return, back.make))
    for words, nothing in (
        (language.quantities, ("Life", "Immediate", "Cross Training", "Exclusive")),
        (language.filters, ("race",)),
        (language.bases, ("host",)),
        (language.amounts, ("x",)),
    ):
        for word in nothing:  # which would do nothing here
            del words[word]
    facts.teach(language)
    kinds.teach(language)
    return language
