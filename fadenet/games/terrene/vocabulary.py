"""The words of Terrene's cards beside those that every game has (`fadenet/engine/ops`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_IT, A_SEAT, A_X
from fadenet.engine.ops import files, filters, flow, words
from fadenet.engine.ops.filters import in_zones, is_one, stat_word
from fadenet.engine.ops.language import Compiler, Effect, Language, Said, base_selectors
from fadenet.engine.ops.nouns import Noun, article, change_text
from fadenet.engine.rules import Select, Test
from fadenet.engine.state import HANDLE_MASK, Act, State, alive
from fadenet.games.terrene import battle
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v

KEYWORDS = {word: t.Q_KEYWORD + k for k, word in enumerate(t.KEYWORDS)}
QUANTITIES = {word: q for q, word in enumerate(t.QUANTITIES)}
CLASS, AFFILIATION = (t.S_CLASS, t.CLASSES), (t.S_AFFILIATION, t.AFFILIATIONS)
VERBS = dict(zip(t.OWN_VERBS, range(t.V_RECRUIT, t.V_END + 1), strict=True))
NUMBERS = {
    "events": {word: n for n, word in enumerate(t.EVENTS)},
    "untils": {"turn": t.U_TURN, "next turn": t.U_NEXT, "start": t.U_START, "end": t.U_FOREVER},
    "places": {"hand": t.HAND},
}
_party = in_zones(t.PARTY)


def _recruited(s: State, seat: int) -> list[int]:
    return [h for h in v.party(s, seat) if s.face[h]]


def _fighting(var: int) -> Select:
    """The attacker of the battle under way, or who blocked in it or the last one."""
    return lambda s, act: [s.vars[var] & HANDLE_MASK] if s.vars[var] and alive(s, s.vars[var]) else []


def _attacked(c: Compiler, value: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    side = c.rules.side
    return (
        lambda s, act: bool(s.vars[t.G_ATTACKER]) and side(s, s.active) != side(s, act[A_SEAT]),
        "an enemy Character is attacking",
    )


def _found(c: Compiler, value: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    return (lambda s, act: bool(act[A_IT]) == bool(value)), f"{'a' if value else 'no'} card was shown"


def _being(said: Said) -> Said:
    return f"has {said[5:]}" if said.startswith("with ") else f"is {said}"


def _actions(s: State, act: Act, handles: list[int], n: int, sign: int = 1) -> None:
    for h in handles:
        atoms.put(s, t.GAINED, h, max(atoms.put(s, t.ACTIONS, h, sign * n, act[A_ID], act[A_SEAT]), 0))


def _gain(s: State, act: Act, handles: list[int], n: int, what: int) -> None:
    battle.gain(s, act, handles, t.GAINS[what], n)


def _enter(s: State, act: Act, handles: list[int], free: bool) -> None:
    for h in handles:
        battle.enter(s, act[A_SEAT], h, free, act[A_ID])


def _token(c: Compiler, table: dict[str, Any]) -> Said:
    slug, rules = table["token"].lower().replace(" ", "-"), c.rules
    c.emit(lambda s, act: battle.token(s, act, rules.code_of(slug)))
    return f"bring {article(table['token'])} token"


DOES: dict[str, Callable[..., Any]] = {
    "attacker": _fighting(t.G_ATTACKER),
    "blocker": _fighting(t.G_BLOCKER),
    "characters": v.all_recruited,
    "hidden characters": lambda s: [h for h in _party(s) if not s.face[h]],
    "held cards": lambda s: [k for h in _party(s) for k in s.kids.get(h, ())],
    "terrains": in_zones(t.TERRAINS),
    "players": filters.players,
    "hand": in_zones(t.HAND),
    "discard pile": in_zones(t.DISCARD),
    "damaged": lambda s, h: s.num[t.DAMAGE][h] > 0,
    "holding": lambda s, h: h in s.kids,
    "hidden": lambda s, h: not s.face[h],
    "damage": battle.damage,
    "heal": battle.heal,
    "gain_actions": _actions,
    "lose_actions": partial(_actions, sign=-1),
    "xp": battle.give_xp,
    "level_up": lambda s, act, handles: battle.gain(s, act, handles, t.LEVEL, 1),
    "cleanse": lambda s, act, handles: battle.cleanse(s, act, handles, list(KEYWORDS.values())[: t.STATUSES]),
    "destroy": lambda s, act, handles: battle.discard(s, handles, act[A_ID]),
    "defeat": battle.defeat,
    "turn_down": battle.turn_down,
    "control": battle.take_control,
    "cancel": lambda s, act, handles: battle.cancel(s),
    "recruit": _enter,
}
"""What the words of `language.toml` do."""


def change(name: str, many: Said) -> Said:
    """A change of a figure, a Status Condition or a Gained Ability, said to "you"."""
    return f"gain {name}" if name in KEYWORDS else change_text(name, many)


def make_language(rules: Any) -> Language:
    """The whole language of the game."""
    language = Language(rules, change_text=change, columns=t.COUNTERS, counters=t.COUNTERS)
    language.bases |= base_selectors()
    flow.teach(language)
    filters.teach(language, "stacked_under")
    words.teach(language)
    words.say(language, files.data(rules.package, "language.toml"), NUMBERS, DOES)
    language.sides["allied"] = (language.sides.pop("ally")[0], "allied")
    those = ("those cards", "one of those cards", "each of those cards")
    language.bases["those"] = (
        language.bases["it"][0],
        Noun("", "of those cards", "of those cards", fixed=those),
    )
    language.filters["type"] = filters.printed_type(t.TYPES, "type")
    language.filters["class"] = stat_word(*CLASS, "class")
    language.filters["affiliation"] = stat_word(*AFFILIATION, "affiliation")
    language.stats |= {word: partial(v.figure, what=q) for word, q in QUANTITIES.items()}
    language.stats["HP"] = lambda s, h: v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
    language.stats["damage"] = lambda s, h: s.num[t.DAMAGE][h]
    language.stats["XP"] = lambda s, h: s.num[t.XP][h]
    language.amounts["x"] = (lambda s, act: act[A_X], "the user's LV")
    language.amounts["power"] = (v.power, "the user's ATK")
    language.conditions["controls"] = filters.one_each(_recruited, dict([CLASS, AFFILIATION]), "Character")
    language.conditions |= {"attacked": _attacked, "found": _found, "is": is_one(_being)}
    figures = {word: QUANTITIES[word] for word in ("ATK", "DEF", "HP")}
    language.effects["gain"] = words.value_word("gain", _gain, figures, " for good")
    language.effects |= {"token": Effect(_token, frozenset(), intent="help"), "mode": flow.ANNOUNCED}
    language.quantities |= {**QUANTITIES, **KEYWORDS}
    language.printed = filters.printed(t.TYPES, {"class": CLASS})
    return language
