"""The words of Terrene's cards beside those that every game has (`fadenet/engine/ops`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SEAT, A_USER
from fadenet.engine.card import Amount
from fadenet.engine.language import effects, files, filters, flow, instructions
from fadenet.engine.language.bases import base_selectors, kept
from fadenet.engine.language.compiler import Compiler, Language, Said
from fadenet.engine.language.english import change_or_gift
from fadenet.engine.language.schema import Anatomy
from fadenet.engine.rules import Rules
from fadenet.engine.state import Act, State
from fadenet.games.terrene import battle, facts
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v

DATA: Final = files.data("fadenet.games.terrene", "language.toml")
ANATOMY: Final = Anatomy(
    t.TYPES, {"class": t.CLASSES, "affiliation": t.AFFILIATIONS}, t.KEYWORDS, **DATA["card"]
)
UNTILS: Final[tuple[str, ...]] = ("end", "turn", "start", "next turn")  # as `U_FOREVER` and so on


def _attacked(s: State, act: Act) -> bool:
    return bool(s.vars[t.G_ATTACKER] and s.rules.opposed(s, s.active, act[A_SEAT]))


def _actions(s: State, act: Act, h: int, n: int, sign: int = 1) -> None:
    if h > s.seats:
        return  # Characters have none
    atoms.put(s, t.GAINED, h, max(atoms.put(s, t.ACTIONS, h, sign * n, act[A_ID], act[A_SEAT]), 0))


def _immune(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
    """Immune to these kinds of sources."""
    words = [c.word(word, ANATOMY.named["Immune"], "kind of source") for word in filters.listed(value)]
    mask = filters.mask_of(c, words, t.TYPES, "type")
    return t.Q_KEYWORD + t.K_IMMUNE, lambda s, act: mask, 0, f"gain Immune to {', '.join(words)} abilities"


DOES: Final[dict[str, Callable[..., Any]]] = {
    "attacker": kept(t.G_ATTACKER),
    "blocker": kept(t.G_BLOCKER),
    "power": v.power,
    "attacked": _attacked,
    "damage": battle.damage,
    "heal": battle.heal,
    "gain_actions": _actions,
    "lose_actions": partial(_actions, sign=-1),
    "xp": battle.give_xp,
    "level_up": partial(battle.gain, n=1, what=t.Q_LV),
    "cleanse": battle.cleanse,
    "destroy": instructions.dispose,
    "defeat": battle.defeat,
    "turn_down": battle.turn_down,
    "control": battle.take,
    "cancel": lambda s, act, handles: battle.cancel(s),
    "recruit": battle.enter,
    "gain": battle.gain,
    "token": battle.token,
}
"""The functions of words of `language.toml`."""


def make_language(rules: Rules) -> Language:
    """The whole language of the game."""
    language = Language(
        rules,
        affects=v.affected,
        change_text=change_or_gift(t.KEYWORDS),
        bases=base_selectors(),
        stats={word: partial(v.figure, what=n) for n, word in enumerate(t.QUANTITIES)},
        gifts={"Immune": _immune},
        withheld={"Silence": "a Character has it until a time that is named, by 'mod'"},
        keywords=frozenset(t.KEYWORDS),
    )
    language.sources["power"] = lambda act: act[A_USER]
    language.stats["HP"] = lambda s, h: v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
    flow.teach(language)
    filters.teach(language, "stacked_under")
    effects.teach(language)
    effects.say(language, DATA, UNTILS, DOES)
    ANATOMY.teach(language)
    language.conditions["controls"] = ANATOMY.one_each("your characters", "Character")
    del language.quantities["Immune"]  # which is not a number
    language.effects["mode"] = flow.ANNOUNCED
    facts.teach(language)
    return language
