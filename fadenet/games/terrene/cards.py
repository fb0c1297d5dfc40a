"""Terrene's card files: the shape of a card table, its compilation, and the text that stands on the card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from fadenet.engine.ops import files
from fadenet.engine.ops.cards import AbilityRow, Maker, by_event, convert, use_text
from fadenet.engine.ops.filters import link_test, mask_of
from fadenet.engine.ops.language import Compiler, Language, Said
from fadenet.engine.ops.nouns import counted, sentence
from fadenet.engine.rules import Ability, Card
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import vocabulary
from fadenet.games.terrene.rules import TerreneRules

ENGINE_VERSION = 1
"""Raised with every change that makes an old match replay differently; part of the rules hash."""


class Row(AbilityRow, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: passive without a colour, else a Trigger Ability with its banner."""

    colour: Literal["Green", "Blue", "Purple"] | None = None
    answers: dict[str, Any] | None = None


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """One `[card.<slug>]` as it stands in the file."""

    name: str
    type: Literal["Character", "Terrain", "Item", "Command"]
    subtype: Literal["On-going", "Spell", "Trap"] | None = None
    hero: bool = False
    token: bool = False
    storm: bool = False
    class_: str | None = msgspec.field(name="class", default=None)
    affiliation: str | None = None
    sp: int = 0
    lv: int = 0
    hp: int = 0
    atk: int = 0
    def_: int = msgspec.field(name="def", default=0)
    actions: int = 0
    number: str = ""
    own: bool | list[str] = False
    keywords: dict[str, Any] = {}
    xp: list[list[dict[str, Any]]] = []
    ability: list[Row] = []


def add_cards(rules: TerreneRules, sources: list[files.Source]) -> TerreneRules:
    """Compile card files, given as (file name, text), into fresh rules and seal them. Raises `LoadError`."""
    language = vocabulary.make_language(rules)
    files.add_cards(rules, sources, partial(compile_card, language), ENGINE_VERSION)
    rules.seal()
    return rules


def load(format: str = "duel", options: Mapping[str, str] | None = None) -> TerreneRules:
    """The rules with the cards that come with them. Raises `WrongInput` and `LoadError`."""
    return add_cards(TerreneRules(format, options), files.sources(TerreneRules.package, "cards"))


def compile_card(language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> Card:
    """Check and compile one card. Raises `LoadError`."""
    c = Compiler(language, file, slug)
    it = convert(c, slug, table, Table)
    figures = (it.sp, it.lv, it.hp, it.atk, it.def_, it.actions)
    for name, n in zip(t.QUANTITIES, figures, strict=True):
        c.key = name.lower()
        c.number(n, name, 0, 99)
    c.key = "type"
    if it.type == "Character" and not (it.hp and it.class_ and it.affiliation):
        raise c.fail("a Character has HP, a class and an affiliation [card.character-anatomy]")
    if (len(it.xp) == 4) != (it.type == "Terrain"):
        raise c.fail("a Terrain, and nothing else, has XP rows 1 to 4 [card.terrain-anatomy]")
    c.key = "class"
    kind = 1 + t.CLASSES.index(c.word(it.class_, t.CLASSES, "class")) if it.class_ else 0
    c.key = "affiliation"
    side = 1 + t.AFFILIATIONS.index(c.word(it.affiliation, t.AFFILIATIONS, "one")) if it.affiliation else 0
    c.key = "keywords"
    printed = {c.word(word, t.KEYWORDS, "keyword"): value for word, value in it.keywords.items()}
    words = {"Hero": it.hero, "Token": it.token, "Storm": it.storm, it.type: True, it.subtype: True}
    maker = _Maker(c, it, code)
    text = " ".join(sentence(line) for line in maker.all())
    types = sum(1 << n for n, word in enumerate(t.TYPES) if words.get(word))
    keywords = tuple(_number(c, word, printed.get(word, 0)) for word in t.KEYWORDS)
    triggers, abilities = by_event(maker.abilities), tuple(maker.abilities)
    used = tuple(a for a in abilities if a.kind == "activate")
    extra: dict[str, Any] = {"activated": used, "statics": maker.statics, "xp": tuple(maker.rows)}
    extra |= {"print": it.number, "own": it.own, "rewards": tuple(maker.rewards)}
    stats = (*figures, kind, side)
    return Card(code, slug, it.name, types, stats, 0, keywords, frozenset(), abilities, triggers, text, extra)


def _number(c: Compiler, word: str, value: Any) -> int:
    """The number under which a keyword is kept: for Immune a mask of kinds of sources."""
    if word == "Immune" and value:
        return mask_of(c, value, t.TYPES[:4], "thing to be Immune to")
    return c.number(int(value), word, 0, 9)


class _Maker(Maker):
    """Compiles the abilities and XP rows of one card and gathers its text."""

    def __init__(self, c: Compiler, it: Table, code: int) -> None:
        super().__init__(c, code)
        self.it = it
        self.rows: list[int] = []
        self.rewards: list[Said] = []

    def all(self) -> list[Said]:
        it = self.it
        demand = f"{it.class_} " if it.class_ and it.type == "Command" else ""
        if it.subtype or demand:
            self.lines.append(f"{demand}{it.subtype or it.type}.")
        for word, value in it.keywords.items():
            of = f" to {', '.join(value)} abilities" if word == "Immune" else ""
            self.lines.append(f"{word}{of}.")
        for n, row in enumerate(it.ability, 1):
            self.c.key = f"ability {n}"
            self._row(row)
        for n, effects in enumerate(it.xp, 1):
            self.c.key = f"xp {n}"
            program, said, _ = self.c.program(effects)
            self.rows.append(program)
            self.rewards.append(said.replace("its holder", "this Character"))
            self.lines.append(f"{n} XP: {self.rewards[-1]}.")
        if self.rows:
            self.lines.append("5 XP and more: any earlier row.")
        if it.own:
            what = "all but the name" if it.own is True else ", ".join(it.own)
            self.lines.append(f"(Of this project: {what}.)")
        return self.lines

    def _row(self, row: Row) -> None:
        c = self.c
        test, said = c.condition(row.condition) if row.condition is not None else (None, "")
        kind = self.kind_of(row)
        if row.gives is not None:
            self.continuous(row.gives, row.to or "this", test, f"if {said}, " if said else "", "")
            return
        trap = self.it.subtype == "Trap"
        ability = self.new("activate" if trap else kind)
        if row.colour == "Purple" and self.it.class_ != "Interdimensional":
            raise c.fail("only Interdimensional Characters have Purple abilities [trigger.purple]")
        if row.activate and row.colour is None:
            raise c.fail("a Trigger Ability has a colour [trigger.basics]")
        if trap and row.on is None and row.answers is None:
            raise c.fail("a Trap names its event: 'on' or 'answers' [keyword.trap-trigger]")
        self.basics(ability, row, test, t.ACTIONS)
        ability.may = row.on is not None and row.colour is not None and not trap
        ability.slots, chosen = self.slots(row.targets, "all characters")
        c.facts = {}
        ability.program, done, ability.tags = c.program(row.do)
        colour = t.COLOURS.index(row.colour or "")
        ability.extra |= {"colour": colour, "modes": c.facts.get("modes", 0)}
        banner = self._banner(ability, row, said)
        body = use_text(done, "", chosen)
        ability.text = f"{banner}{body}" if body else banner.removesuffix(": ")
        self.lines.append(f"{ability.text}.")

    def _banner(self, ability: Ability, row: Row, said: Said) -> Said:
        """What stands in front of the effect: event, cost, requirement, limit."""
        parts: list[Said] = []
        if row.answers is not None:
            ability.answers, what = link_test(self.c, row.answers, vocabulary.VERBS)
            parts.append(f"answers {what}")
        if row.on is not None:
            what, by = self.listen(ability, row)
            parts.append(f"when {what}{by}")
        if row.colour is None:
            return f"{', '.join(parts)}{f', if {said}' if said else ''}: "
        if row.cost or row.on is None:
            parts.append(counted(str(row.cost), "Action"))
        parts += [f"remove {counted(str(n), f'{k} Counter')}" for k, n in row.spend.items()]
        parts += [f"if {said}"] if said else []
        parts += [f"{'once' if row.limit == 1 else f'{row.limit} times'} per turn"] if row.limit else []
        return f"{row.colour} ({'; '.join(parts)}): "
