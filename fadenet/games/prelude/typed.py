"""Prelude's types for what the engine keeps in general terms: its cards, their abilities, and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.card import Ability, Card, Select
from fadenet.engine.language.compiler import Language
from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from fadenet.games.descriptors import PRELUDE
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.figures import Figures


@dataclass(slots=True)
class PreludeAbility(Ability):
    """suspend: the actions that a use takes, -1 = those of its card. hurts: those to whom it may deal damage,
    a selector for each time that it deals any."""

    suspend: int = -1
    hurts: tuple[Select, ...] = ()


@dataclass(slots=True)
class PreludeCard(Card):
    """own: the parts that are of this project, true = all but the name."""

    abilities: tuple[PreludeAbility, ...] = ()
    activated: Sequence[PreludeAbility] = ()
    own: bool | list[str] = False


PACKAGE: Final = "fadenet.games.prelude"
KEY_WORDS: Final[dict[int, tuple[str, ...]]] = {
    t.KEY_COST: tuple(f"{price}/{suspend}" for price, suspend in t.TRAP_COSTS),
    t.KEY_GAMES: ("three",),
    t.KEY_STAKE: ("card",),
    t.KEY_LINE: tuple(line.lower().replace(" ", "-") for line in ("none", *t.LINES[:7])),
}


class PreludeRules(Rules):
    """The tables of one format. `springs`: the abilities of traps by the event that they wait for."""

    cards: Sequence[PreludeCard]
    by_slug: Mapping[str, PreludeCard]
    abilities: Sequence[PreludeAbility]
    figures: Figures
    language: Language

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        super().__init__(PRELUDE, format, options)
        self.package = PACKAGE
        self.take_verbs(t.VERBS, (t.V_END,))
        self.take_zones(t.ZONE_LETTERS, t.ZONE_NAMES, t.ON_FIELD)
        self.keys, self.key_words = t.KEYS, KEY_WORDS
        self.phases, self.events, self.windows = t.PHASES, t.EVENTS, t.WINDOWS
        self.decks_per_seat = 2
        self.deck_tables = (("deck", "Deck"), ("characters", "Characters"))
        self.deck_kind, self.hand_kind, self.discard_kind = t.CHEST, t.HAND, t.CEMETERY
        self.use_marks = (t.P_RESPONSE, 0)
        self.denials, self.lasts = t.P_DENIED, t.P_LAST
        self.numbers, self.columns = len(t.COLUMNS), t.COLUMNS
        self.scalars = t.SCALARS
        self.watched = frozenset({atoms.OPENED})
        self.quantities = (*t.QUANTITIES, *t.KEYWORDS)
        self.first_keyword = t.Q_KEYWORD

    def deck_zone(self, deck: int) -> int:
        """The Battle Chest, or the roster of characters."""
        return deck // 2 * t.NZ + (t.ROSTER if deck % 2 else t.CHEST)

    def is_drawn_from(self, deck: int) -> bool:
        return deck % 2 == 0


def rules_of(s: State) -> PreludeRules:
    """The rules of a match of Prelude."""
    return s.rules  # type: ignore[return-value]  # no state of this game has other rules
