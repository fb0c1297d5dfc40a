"""Terrene's card files: the keys of a card's table beside its anatomy, and the text on the card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

from fadenet.engine.language import cards, files
from fadenet.engine.language.cards import removed
from fadenet.engine.language.compiler import Said
from fadenet.engine.language.english import counted, times
from fadenet.engine.language.filters import link_test
from fadenet.games.terrene import facts, vocabulary
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.rules import make_rules
from fadenet.games.terrene.typed import PACKAGE, TerreneAbility, TerreneCard, TerreneRules

ENGINE_VERSION: Final = 8
"""Raised with every change that makes an old match replay or be judged otherwise; part of the rules hash."""


class AbilityTable(cards.AbilityRow, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: passive without a colour, else a Trigger Ability with its banner."""

    colour: Literal["Green", "Blue", "Purple"] | None = None
    answers: dict[str, Any] | None = None


class CardKeys(cards.CardTable, forbid_unknown_fields=True, kw_only=True):
    """The keys of a `[card.<slug>]` beside its anatomy."""

    type: str
    number: str = ""
    own: bool | list[str] = False
    xp: list[list[dict[str, Any]]] = []  # noqa: RUF012
    ability: list[AbilityTable] = []  # noqa: RUF012


CardShape = vocabulary.ANATOMY.shape(CardKeys)


def add_cards(rules: TerreneRules, sources: list[files.SourceFile]) -> TerreneRules:
    """Compile card files, given as (file name, text), into fresh rules. Raises `LoadError`."""
    return files.add_cards(rules, sources, partial(_Maker.compile, rules.language), ENGINE_VERSION)


def load(format: str = "duel", options: Mapping[str, str] | None = None) -> TerreneRules:
    """The rules with the cards that come with them. Raises `WrongInput` and `LoadError`."""
    return add_cards(make_rules(format, options), files.sources(PACKAGE, "cards"))


class _Maker(cards.Maker[TerreneCard, TerreneAbility]):
    """Compiles the abilities and XP rows of one card and gathers its text."""

    card_kind = TerreneCard
    ability_kind = TerreneAbility
    anatomy = vocabulary.ANATOMY
    shape = CardShape
    purse = t.ACTIONS
    among = "all characters"

    def write(self) -> None:
        c, it = self.c, self.it
        if self.types & t.TOKEN and self.made.stats[t.Q_SP] < 1:
            c.key = "sp"
            raise c.fail("a token has SP, which it takes from its player's supply [card.token-characters]")
        demand = f"{self.table['class']} " if self.types & t.COMMAND and "class" in self.table else ""
        if it.subtype or demand:
            self.lines.append(f"{demand}{it.subtype or it.type}.")
        self.lines += self.keyword_lines("{} to {} abilities")
        self.rows(it.ability)
        programs, rewards = [], []
        for n, effects in enumerate(it.xp, 1):
            c.key, c.there = f"xp {n}", facts.OF_ROW
            program, said, _ = c.program(effects)
            programs.append(program)
            rewards.append(said.replace("its holder", "this Character"))
            self.lines.append(f"{n} XP: {rewards[-1]}.")
        if rewards:
            self.lines.append("5 XP and more: any earlier row.")
        self.made.number, self.made.own = it.number, it.own
        self.made.xp, self.made.rewards = tuple(programs), tuple(rewards)

    def facts(self, row: AbilityTable) -> frozenset[str]:
        return facts.of_ability(row, self.types)

    def asked(self, row: AbilityTable) -> frozenset[str]:
        there = super().asked(row)
        waits = row.on is not None and not self.anatomy.springs(self.types)
        return facts.at_event(there, self.types) if waits else there

    def _waits(self, ability: TerreneAbility, row: AbilityTable) -> Said:
        """Event and cause in words, if they can ever come."""
        said, on = "".join(self.listen(ability, row)), row.on or ""
        of = row.of if row.of is not None else self.c.language.subjects.get(on, "this")
        if why := facts.misplaced(on, of, row.by, self.types):
            raise self.c.fail(f"on = {on!r}: {why}")
        return said

    def banner(self, ability: TerreneAbility, row: AbilityTable, said: Said, done: Said) -> Said:
        """The text with all that stands in front of the effect: event, cost, requirement, limit."""
        ability.may = ability.kind == "trigger" and row.colour is not None
        ability.colour = t.COLOURS.index(row.colour or "")
        parts: list[Said] = []
        if row.answers is not None:
            ability.answers, what = link_test(self.c, row.answers)
            parts.append(f"answers {what}")
        if row.on is not None:
            parts.append(f"when {self._waits(ability, row)}")
        need = [f"if {said}"] if said else []
        if row.colour is None:
            head = ", ".join([*parts, *need])
        else:
            parts += [counted(str(row.cost), "Action")] if row.cost or row.on is None else []
            often = [f"{times(row.limit)} per turn"] if row.limit else []
            head = f"{row.colour} ({'; '.join([*parts, *removed(row), *need, *often])})"
        return cards.headed(head, done) if done else head
