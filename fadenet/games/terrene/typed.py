"""Terrene's types for what the engine keeps in general terms: its cards, their abilities, and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.card import Ability, Card, Reading
from fadenet.engine.kit.abilities import KEYS
from fadenet.engine.language.compiler import Language
from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from fadenet.games.descriptors import TERRENE
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.figures import Figures

COUNTED: Final[tuple[int, ...]] = (atoms.COUNTER_PUT, atoms.COUNTER_GONE)


@dataclass(slots=True)
class TerreneAbility(Ability):
    """colour: that of its banner, PASSIVE = in effect by itself."""

    colour: int = 0


@dataclass(slots=True)
class TerreneCard(Card):
    """number: as printed. own: the parts that are of this project, true = all but the name. xp: the programs
    of a Terrain's rows; rewards: their words."""

    abilities: tuple[TerreneAbility, ...] = ()
    activated: Sequence[TerreneAbility] = ()
    number: str = ""
    own: bool | list[str] = False
    xp: tuple[int, ...] = ()
    rewards: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """The parts of the card that are of this project, in a sentence, "" for none."""
        what = "all but the name" if self.own is True else ", ".join(self.own or [])
        return f"(Of this project: {what}.)" if what else ""


PACKAGE: Final = "fadenet.games.terrene"


class TerreneRules(Rules):
    """The tables of one format.

    supply: that of a seat. party: how many Characters it begins with. picks: what each pick of the set-up
    must be, by numbers of statements.
    """

    cards: Sequence[TerreneCard]
    by_slug: Mapping[str, TerreneCard]
    abilities: Sequence[TerreneAbility]
    figures: Figures
    language: Language
    level: Reading  # the LV of the user of an action
    additions: bool
    supply: int
    party: int
    picks: tuple[int, ...]

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        super().__init__(TERRENE, format, options)
        self.package = PACKAGE
        self.take_verbs(t.VERBS, (t.V_END,))
        self.take_zones(t.ZONE_LETTERS, t.ZONE_NAMES, t.ON_FIELD)
        self.keys = KEYS
        self.phases, self.events, self.windows = t.PHASES, t.EVENTS, t.WINDOWS
        self.deck_kind, self.hand_kind, self.discard_kind = t.DECK, t.HAND, t.DISCARD
        self.token_types = t.TOKEN
        self.use_marks, self.lasts = (t.P_TURN, 0), t.P_LAST
        self.open_partners = True
        self.numbers, self.columns = len(t.COLUMNS), t.COLUMNS
        self.scalars = t.SCALARS
        self.watched = frozenset({*COUNTED, atoms.DRAWN, atoms.ENTERS, atoms.LEAVES, t.E_ASSIGNED})
        self.quantities = (*t.QUANTITIES, *t.KEYWORDS)
        self.gains, self.losses = t.GAINS, {t.Q_DEF: t.DECAY}
        self.first_keyword, self.barring = t.Q_KEYWORD, t.K_IMMUNE


def rules_of(s: State) -> TerreneRules:
    """The rules of a match of Terrene."""
    return s.rules  # type: ignore[return-value]  # no state of this game has other rules
