"""Prelude's card files: the keys of a card's table beside its anatomy, and the text on the card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from fadenet.engine.card import Slot
from fadenet.engine.language import cards, files
from fadenet.engine.language.compiler import Said
from fadenet.engine.language.english import counted
from fadenet.games.prelude import aims, facts, kinds, vocabulary
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.rules import make_rules
from fadenet.games.prelude.typed import PACKAGE, PreludeAbility, PreludeCard, PreludeRules

ENGINE_VERSION: Final = 2
"""Raised with every change that makes an old match replay or be judged otherwise; part of the rules hash."""

_NEEDS: Final = {"Armour": "armour", "Item": "item", "Trap": "trap", "Energy": "energy", "Minion": "minion"}
"""The icon that every card of a kind needs (prelude race.icon-list)."""


class AbilityTable(cards.AbilityRow, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: triggered, used, or continuous."""

    suspend: int | None = None


class CardKeys(cards.CardTable, forbid_unknown_fields=True, kw_only=True):
    """The keys of a `[card.<slug>]` beside its anatomy."""

    type: str
    icons: list[str] = []  # noqa: RUF012
    own: bool | list[str] = True
    ability: list[AbilityTable] = []  # noqa: RUF012


CardShape = vocabulary.ANATOMY.shape(CardKeys)


def add_cards(rules: PreludeRules, sources: list[files.SourceFile]) -> PreludeRules:
    """Compile card files, given as (file name, text), into fresh rules. Raises `LoadError`."""
    return files.add_cards(rules, sources, partial(_Maker.compile, rules.language), ENGINE_VERSION)


def load(format: str = "duel", options: Mapping[str, str] | None = None) -> PreludeRules:
    """The rules with the cards that come with them. Raises `WrongInput` and `LoadError`."""
    return add_cards(make_rules(format, options), files.sources(PACKAGE, "cards"))


class _Maker(cards.Maker[PreludeCard, PreludeAbility]):
    """Compiles the abilities of one card and gathers its text."""

    card_kind = PreludeCard
    ability_kind = PreludeAbility
    anatomy = vocabulary.ANATOMY
    shape = CardShape
    purse = t.COIN
    among = "enemy fighters"

    def __init__(self, language: Any, file: str, slug: str, table: dict[str, Any], code: int) -> None:
        super().__init__(language, file, slug, _filled(language, table), code)

    def write(self) -> None:
        it = self.it
        if it.type == "Trap":
            self._check_trap()
        if it.type == "Character":
            self.c.key = "icons"
            opens = any(self.types & icon for icon in t.LINE_ICONS)
            self._demand(opens, "a character shows the icon of a line of ranks [card.character-anatomy]")
        if it.type == "Rank" and it.line == t.LINES[t.L_SOLDIER - 1]:
            self.c.key = "tier"
            self._demand(it.tier == 1, "Soldier is a rank of tier 1 alone [rank.lines]")
        kinds.printed(self.c, self.table, self.types)
        self._check_figures()
        if it.type == "Value":
            self._check_value()
        self.lines += self.keyword_lines("{}")
        self.rows(it.ability)
        self.made.own = it.own

    def _check_figures(self) -> None:
        """The hands that gear takes, and the Suspend of a character (prelude card.figures, action.hands)."""
        it, rules = self.it, self.c.rules
        assert isinstance(rules, PreludeRules)
        most = rules.figures.action_base - rules.figures.character_actions_floor
        if it.type == "Character":
            self._demand(
                (it.suspend or 0) <= most, f"a character's Suspend is 0 to {most} [response.action-count]"
            )
        if it.type == "Weapon":
            self._demand(it.hands in (1, 2), "a weapon takes 1 or 2 hands [card.figures]")
        if it.type == "Item":
            self._demand(it.hands == 1, "an item takes one hand [action.hands]")
        if it.type == "Armour":
            self._demand(not it.hands or it.hands == 1, "a shield is held in one hand [card.figures]")
            self._demand(not (it.hands and it.armour), "a shield shows a Guard, no Armour [card.figures]")

    def _check_trap(self) -> None:
        """Demand that the text of a trap is of use when it is laid and springs (prelude
        item.trap-springs)."""
        it = self.it
        self._demand(len(it.ability) == 1, "a trap has one ability")
        for row in it.ability:
            self._demand(not (row.targets or row.cost or row.limit), "a trap chooses and pays nothing")
        pairs = ", ".join(f"{price}/{suspend}" for price, suspend in t.TRAP_COSTS)
        stated = (it.price or 0, it.suspend or 0) in t.TRAP_COSTS
        self._demand(stated, f"a trap's price and Suspend are one of {pairs}")

    def _check_value(self) -> None:
        """Demand that the text of a Value card is carried out when it is played (prelude
        value.card-spent)."""
        for row in self.it.ability:
            bare = not (row.targets or row.cost or row.limit or row.condition or row.suspend is not None)
            self._demand(row.activate and bare, "what a Value card says has activate and do, no more")

    def _demand(self, holds: bool, why: Said) -> None:
        if not holds:
            raise self.c.fail(why)

    def slots(self, tables: list[dict[str, Any]], *more: Any) -> tuple[tuple[Slot, ...], list[Said]]:
        self._demand(not any("untargeted" in one for one in tables), "whom nobody may attack is never chosen")
        self._demand(not any("reach" in one for one in tables), "'reach' means nothing: all are within reach")
        return super().slots(tables, *more)

    def ability(self, row: Any) -> None:
        self.c.kinds = kinds.of_row(row, self.types, self._subject(row), self.among)
        super().ability(row)

    def gives(self, row: Any, test: Any, said: Said) -> None:
        for word in row.gives:
            kinds.had(self.c, word, row.to or "this")
        super().gives(row, test, said)

    def kind_of(self, row: Any) -> str:
        self._demand(
            row.suspend is None or row.activate, "only a use takes actions, 'suspend' means nothing here"
        )
        return super().kind_of(row)

    def facts(self, row: Any) -> frozenset[str]:
        return facts.of_row(row, self.types, self.keywords)

    def basics(self, ability: Any, row: Any, test: Any) -> None:
        super().basics(ability, row, test)
        ability.suspend = -1 if row.suspend is None else row.suspend
        ability.may = False

    def use(self, ability: PreludeAbility, row: Any) -> Said:
        said, rules = super().use(ability, row), self.c.rules
        assert isinstance(rules, PreludeRules)
        ability.hurts = aims.hurting(rules, ability.program)
        return said

    def _waits(self, ability: PreludeAbility, row: AbilityTable) -> tuple[Said, Said]:
        """Event and cause in words, if they can ever come."""
        said = self.listen(ability, row)
        on = row.on or ""
        why = "that is part of nobody's action" if row.by is not None and on in facts.CAUSELESS else ""
        why = why or kinds.misplaced(self.c.kinds, on, row.of if row.of is not None else self._subject(row))
        self._demand(not why, f"on = {on!r}: {why}")
        return said

    def _subject(self, row: AbilityTable) -> str:
        """The selector of what an event happens to if the text does not say."""
        return self.c.language.subjects.get(row.on or "", "this")

    def banner(self, ability: PreludeAbility, row: AbilityTable, said: Said, done: Said) -> Said:
        """The text with all that stands in front of the effect: event, limit, actions, Coin, requirement."""
        parts: list[Said] = []
        if row.on is not None:
            parts.append(f"when {''.join(self._waits(ability, row))}")
        if row.limit:
            parts.append("once a Response" if row.limit == 1 else f"{row.limit} times a Response")
        if row.activate and row.suspend is not None:
            parts.append(counted(str(max(row.suspend, 1)), "action"))
        if row.cost:
            parts.append(f"{row.cost} Coin" if row.activate else f"you may pay {row.cost} Coin")
        if said:
            parts.append(f"if {said}")
        head = ", ".join(parts)
        return cards.headed(head, done) if head else done


def _filled(language: Any, table: dict[str, Any]) -> dict[str, Any]:
    """A card's table with the icon of its kind, the hand of an item, and the figures of a rank's tier. Values
    of a wrong type are left to whoever reads the table."""
    kind, icons = table.get("type"), table.get("icons", [])
    if type(kind) is not str or type(icons) is not list:
        return table
    table, icons = dict(table), [*icons]
    if kind in _NEEDS and _NEEDS[kind] not in icons:
        icons.append(_NEEDS[kind])
    if kind == "Creature" and "creature" not in icons:
        icons.append("creature")
    line = table.get("line")
    tier = table.get("tier")
    if kind == "Rank" and line in t.LINES and type(tier) is int and 1 <= tier <= 8:
        figures, place = language.rules.figures, 1 + t.LINES.index(line)
        bit = t.LINE_ICONS[place]
        icons.append(t.TYPES[bit.bit_length() - 1])
        table.setdefault("edge", figures.tier_edge[tier - 1])
        table.setdefault("number", figures.tier_training_number[tier - 1])
        if place in t.MAGIC_LINES:
            table.setdefault("reserve", figures.tier_reserve[tier - 1])
        else:
            table.setdefault("coin", figures.tier_coin[tier - 1])
    if kind == "Item":
        table.setdefault("hands", 1)
    if kind == "Value" and table.get("value") == "Magic":
        icons += ["green", "red", "blue", "white"]
    if icons:
        table["icons"] = icons
    return table
