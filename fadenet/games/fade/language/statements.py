"""Statements about hidden cards, and lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.language.compiler import Compiler
from fadenet.engine.language.english import either
from fadenet.engine.state import ATTACHED, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import FadeCard, rules_being_made, rules_of

# Statements about hidden cards.


def printed_test(c: Compiler, table: dict[str, Any]) -> tuple[Callable[[Card], bool], str]:
    """A test of printed values: type, element, archetype, rank, level_max, level_min, cost_max, name."""
    tests: list[Callable[[Card], bool]] = []
    said: list[str] = []
    for key, value in table.items():
        names = value if type(value) is list else [value]
        if key == "type":
            known = rules_being_made(c.rules).edition.supertypes
            types = sum(1 << t.SUPERTYPES.index(c.word(x, known, "Supertype")) for x in names)
            tests.append(lambda card, types=types: bool(card.types & types))  # type: ignore[misc]
        elif key == "element":
            mask = sum(1 << t.ELEMENTS.index(c.word(x, t.ELEMENTS, "Element")) for x in names)
            tests.append(lambda card, mask=mask: bool((card.traits or 1 << 10) & mask))  # type: ignore[misc]
        elif key == "archetype":
            tests.append(lambda card, names=frozenset(names): bool(card.words & names))  # type: ignore[misc]
        elif key == "rank":
            ranks = [t.RANKS.index(c.word(x, t.RANKS, "Rank")) for x in names]
            tests.append(lambda card, ranks=ranks: card.stats[t.S_RANK] in ranks)  # type: ignore[misc]
        elif key == "cost_max":
            n = c.number(value, key)
            tests.append(lambda card, n=n: card.stats[t.S_COST] <= n)  # type: ignore[misc]
        elif key in ("level_max", "level_min"):
            tests.append(partial(_has_level, key == "level_min", c.number(value, key)))
        elif key == "name":
            tests.append(partial(_is_called, c.card_name(value)))
        else:
            raise c.fail(f"'{key}' cannot be stated of a hidden card")
        words = either([str(x) for x in names])
        said.append({"rank": f"{words} Rank"}.get(key, words))
    said = [x for k, x in zip(table, said, strict=True) if k not in _BEHIND_CARD]
    behind = [_BEHIND_CARD[k].format(v) for k, v in table.items() if k in _BEHIND_CARD]
    return (lambda card: all(it(card) for it in tests)), " ".join([*said, "card", *behind])


def _is_called(name: str, card: Card) -> bool:
    return card.name == name


def _has_level(least: bool, n: int, card: Card) -> bool:
    """Whether a card has a Level on one side of a number; a Character that prints none has 0 (faroe
    level.none).
    """
    level = max(card.stats[t.S_LEVEL], 0)
    return bool(card.types & t.CHARACTER) and (level >= n if least else level <= n)


_BEHIND_CARD: Final = {
    "level_max": "with Level {} or less",
    "level_min": "with Level {} or more",
    "cost_max": "with Cost {} or less",
    "name": "named {}",
}


def may_lie_on_character(card: Card) -> bool:
    """ST_ON_CHARACTER: a Skill or Reaction (faroe card.face-down-checked)."""
    return card.types & (t.SKILL | t.REACTION) > 0


def may_lie_beside_player(card: Card) -> bool:
    """ST_BESIDE_PLAYER: a card with Surprise (fade2 card.hidden-check)."""
    assert isinstance(card, FadeCard)
    return card.placed


# Lines of the log that the rule book cannot say, as they depend on numbers.


def _moved(s: State, h: int, n: int, d: int) -> str:
    """With the cell where it stands now, if it has not gone on since."""
    hidden = not 0 < h <= s.seats and not s.code[h]
    at = where(s, h) if s.zone[h] == n else ""
    return "" if hidden else f"{{card}} goes to the {rules_of(s).zone_names[n % t.NZ]}{at}"


def where(s: State, h: int) -> str:
    """The cell in which a card stands, in brackets, "" = in none."""
    rules = rules_of(s)
    cell = rules.board.cell(s, h)
    return f" ({rules.grid.names[cell]})" if cell else ""


def _shifted(s: State, h: int, n: int, d: int) -> str:
    return f"{{card}} goes to {rules_of(s).grid.names[n]}"


def _attached(s: State, h: int, n: int, d: int) -> str:
    """On a board with cells, with the card or the cell on which it lies now.

    (a Command that is played stands in a cell)
    """
    if n != ATTACHED or rules_of(s).cards[s.code[h]].types & t.COMMAND:
        return ""
    host = s.host[h]
    if not rules_of(s).grid or not host:
        return "{who} attaches {card}"
    if host <= s.seats:
        return f"{{who}} attaches {{card}}{where(s, h)}"
    return f"{{who}} attaches {{card}} to {name_of(s, host)}{where(s, host)}"


def name_of(s: State, h: int) -> str:
    """The name of a card or Player in words."""
    return f"p{h}" if 0 < h <= s.seats else rules_of(s).cards[s.code[h]].name or "a hidden card"


def _counter(s: State, column: int) -> str:
    return rules_of(s).columns[column]


def _brought(s: State, code: int) -> str:
    card = rules_of(s).cards[code]
    return f"the {'World Rule' if card.types & t.WORLD_RULE else 'Raider'} {card.name}"


def _tossed(s: State, h: int, n: int, d: int) -> str:
    """A joint toss: of those still in, of a coin, or of cards."""
    return tell_toss(s, n) if s.turn else rules_of(s).policies.told_first(s, n)


def tell_who_begins(s: State, n: int) -> str:
    """The toss of those still in has chosen who begins."""
    return f"the toss lets p{[seat for seat in range(s.seats) if seat not in s.out][n] + 1} begin"


def tell_toss(s: State, n: int) -> str:
    """The number that a toss shows, and the side of a coin that it stands for."""
    coin = f" (as a coin: {('Heads', 'Tails')[n]})" if n < 2 else ""
    return f"the toss shows {n}{coin}"


LINES: Final[dict[str, Callable[[State, int, int, int], str]]] = {
    "shuffled": lambda s, h, n, d: "{who} shuffles {n} cards" if n else "",
    "attached": _attached,
    "counter-put": lambda s, h, n, d: f"{{card}}: +{d} {_counter(s, n)}" if n != t.TP else "",
    "counter-gone": lambda s, h, n, d: f"{{card}}: {d} {_counter(s, n)}",
    "looked": lambda s, h, n, d: "{who} looks at {n} card" + ("s" if n != 1 else ""),
    "moved": _moved,
    "enters": lambda s, h, n, d: f"{{card}} enters the field{where(s, h)}",
    "shifted": _shifted,
    "played": lambda s, h, n, d: "{who} plays {card}" if n != t.NONE else "",
    "used": lambda s, h, n, d: "{who} uses {card}" if n != t.NONE else "",
    "tossed": _tossed,
    "thrown": lambda s, h, n, d: f"{{who}} throws {('Rock', 'Paper', 'Scissors')[n]}",
    "agreed": lambda s, h, n, d: f"{_brought(s, n)} is agreed on",
    "outvoted": lambda s, h, n, d: f"{_brought(s, n)} is voted down",
    "keeps": lambda s, h, n, d: (
        f"{{who}} keeps the {rules_of(s).edition.short(t.HAND)}" if n else "{who} takes a mulligan"
    ),
}
"""By event: (state, handle, number, change of a counter) -> what a line says."""
