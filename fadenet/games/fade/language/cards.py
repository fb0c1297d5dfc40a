"""Card files of the F.A.D.E. family: checking and compiling them, and the text that stands on a card.

A file holds tables `[card.<slug>]`. Each is checked on its own, so that an error names file, card and key.
What a card does is written in the words of `vocabulary`; its English text is made from the same data.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fadenet.engine.acts import A_EVENT
from fadenet.engine.card import CardTest, Slot, Test
from fadenet.engine.language.cards import AbilityRow, CardTable, Maker, headed, removed, times, use_text
from fadenet.engine.language.compiler import Compiler, Language
from fadenet.engine.language.english import Noun, article, counted, either, one_of, some_of
from fadenet.engine.language.filters import listed, mask_of
from fadenet.engine.language.flow import may
from fadenet.engine.language.schema import Anatomy
from fadenet.engine.state import ROW_N
from fadenet.games.fade import intent, reasons
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language import effects, links, vocabulary
from fadenet.games.fade.language.conditions import directions_of
from fadenet.games.fade.tables import (
    ATTACH,
    AUGMENT,
    BACKUP,
    CHARACTER,
    COLUMN_NAMES,
    COMMAND,
    COUNTER_COLUMNS,
    DECK,
    ELEMENTS,
    FRONT,
    HAND,
    I_KEYWORDS,
    ITEM,
    K_ARENA,
    K_CARRIER,
    K_CONTINGENCY,
    K_EQUIP,
    K_IMMUNE,
    K_LEVEL_UP,
    K_MUTE,
    K_STOCK,
    K_SURPRISE,
    K_SYNCHRONIZE,
    KEYWORDS,
    LABEL_FLAGS,
    LABELS,
    MORE_STATS,
    NONE,
    POWER,
    RANKS,
    RARITIES,
    REACTION,
    SKILL,
    SUPERTYPES,
    TP,
    ZONECARD,
    ZONES,
    K,
)
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_being_made


class AbilityTable(AbilityRow, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: triggered (`on`), activated (`activate`) or continuous (`gives`)."""

    counter: str | None = None
    min: int = 0
    attacks: dict[str, Any] | None = None
    unstack: int = 0
    may: bool = False
    hidden: bool = False
    answers: dict[str, Any] | None = None
    anyone: bool = False
    keyword: str | None = None
    n: int = 0
    directions: list[str] = []  # noqa: RUF012
    among: dict[str, Any] | None = None


ANATOMY = Anatomy(
    SUPERTYPES,
    {"rank": RANKS},
    KEYWORDS,
    {
        "Cost": (0, 10),
        "HP": (1, 99),
        "PLV": (0, 30),
        "Level": (0, 20),
        "CS": (0, 6),
        "DEF": (0, 20),
        "AGI": (0, 20),
    },
    {"types": list(SUPERTYPES)},
    demands=[
        {
            "of": {"legend": False, "unique_to": False},
            "has": {"types": True},
            "why": "a card has at least one Supertype",
            "reason": reasons.SUPERTYPES,
        },
        {
            "of": {"types": "Character"},
            "has": {"hp": True, "plv": True},
            "why": "a Character prints HP and PLV",
            "reason": reasons.HP_AND_PLV,
        },
        {
            "of": {"types": ["Skill", "Reaction", "Item", "Augment"]},
            "has": {"rank": True},
            "why": "every Skill, Reaction, Item and Augment has a Rank",
            "reason": reasons.RANK,
        },
    ],
    nothing=NONE,
)


class Own(CardTable, forbid_unknown_fields=True, kw_only=True):
    """What a `[card.<slug>]` says beside its anatomy."""

    types: list[str]
    elements: list[str] = []  # noqa: RUF012
    archetypes: list[str] = []  # noqa: RUF012
    hp: int | list[int] | None = None
    plv: int | list[int] | None = None
    hand: int = 5
    copies: int | None = None
    in_deck: bool = False
    makes: str | None = None
    legend: bool = False
    unique_to: list[str] = []  # noqa: RUF012
    rarity: str = "Common"
    set: str = ""
    artist: str = ""
    attach: Any = None
    answers: dict[str, Any] | None = None
    anyone: bool = False
    targets: list[dict[str, Any]] = []  # noqa: RUF012
    condition: dict[str, Any] | None = msgspec.field(name="if", default=None)
    contingency: dict[str, Any] | None = None
    surprise: dict[str, Any] | None = None
    level_up: list[str] = []  # noqa: RUF012
    directions: list[str] = []  # noqa: RUF012
    needs: list[dict[str, Any]] = []  # noqa: RUF012
    do: list[dict[str, Any]] = []  # noqa: RUF012
    ability: list[AbilityTable] = []  # noqa: RUF012


Table = ANATOMY.shape(Own)
NEEDS_MAX = 8
"""Materials that a Command needs: no more touch it."""


def _check_figures(c: Compiler, t: Any, types: int, edition: Edition) -> None:
    _check_legend(c, t, types)
    for name in MORE_STATS:
        c.key = name.lower()
        if getattr(t, c.key) is not None and name not in edition.stats:
            raise c.fail(f"no card here prints {name}")
    c.key = "rarity"
    c.word(t.rarity, RARITIES, "rarity")
    c.key = "copies"
    if t.copies is not None:
        c.number(t.copies, "copies", 1, 60)
    c.key = "elements"
    if len(t.elements) > 2:
        raise c.fail("a card shows up to 2 Elements", reasons.ELEMENTS)


def _check_legend(c: Compiler, t: Any, types: int) -> None:
    """A Legend prints HP and PLV for 1 to 4 Players, other cards one number (faroe legend.own-rules)."""
    for key, value, most in (("hp", t.hp, 500), ("plv", t.plv, 30)):
        c.key = key
        if t.legend and (type(value) is not list or len(value) != 4 or types):
            raise c.fail("a Legend has no Supertype and prints a list of four: for 1, 2, 3 and 4 Players")
        if not t.legend and type(value) is list:
            raise c.fail("only a Legend prints a list")
        for n in value if type(value) is list else ():
            c.number(n, key, 1, most)
    c.key = "hand"
    c.number(t.hand, "hand", 1, 10)


class CardMaker(Maker[FadeCard, FadeAbility]):
    """Compiles the abilities of one card and gathers its text."""

    card_kind, ability_kind = FadeCard, FadeAbility
    anatomy, shape, purse, among = ANATOMY, Table, TP, "enemy fighters"

    def __init__(self, language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> None:
        self.under = 0
        self.edge: Test | None = None
        rules = rules_being_made(language.rules)
        self.edition: Edition = rules.edition
        of_legend = table.get("legend") or table.get("unique_to")
        speech = vocabulary.legends_language(language) if of_legend else language
        if table.get("attach") == "your players":
            speech = vocabulary.to_its_player(speech)
        super().__init__(speech, file, slug, table, code)
        c, t, keywords = self.c, self.it, self.keywords
        c.key = "types"
        for word in t.types:
            c.word(word, self.edition.supertypes, "types")
        _check_figures(c, t, self.types, self.edition)
        c.key = "elements"
        made = self.made
        made.traits = mask_of(c, t.elements, ELEMENTS, "Element")
        made.words = frozenset(t.archetypes)
        made.level_up, made.archetypes = tuple(t.level_up), tuple(t.archetypes)
        made.copies = rules.figures.copies_max_same_name if t.copies is None else t.copies
        made.in_deck, made.unique_to = t.in_deck, tuple(t.unique_to)
        made.legend = t.legend or bool(t.unique_to)
        made.fights = (tuple(t.hp), tuple(t.plv), t.hand) if t.legend else None
        gives = [row.gives or {} for row in t.ability] + [self._added()]
        made.attach_aim = intent.attachment(c.language, gives, t.keywords, t.attach)
        made.print = (t.rarity, t.set, t.artist)
        made.counters = tuple(
            keywords[K[name]] if name in K and self.edition.kinds[K[name]] == "counter" else 0
            for name in COUNTER_COLUMNS
        )

    def printed_keywords(self) -> tuple[int, ...]:
        """Those that are written, those that are keys of their own, and those that abilities stand under."""
        c, t, known = self.c, self.it, self.edition.keywords
        keywords = [0] * len(KEYWORDS)
        for name, value in t.keywords.items():
            c.key = f"keywords.{name}"
            k = known[c.word(name, known, "keyword")]
            keywords[k] = effects.keyword_value(c, k, value)
        own = {"contingency": t.contingency is not None, "surprise": t.surprise is not None}
        for key, there in (own | {"level_up": bool(t.level_up)}).items():
            if there:
                c.key, k = key, _KEYS[key]
                keywords[known[c.word(self.edition.words[k], known, "keyword")]] = 1
        for row in t.ability:
            if row.keyword in known:
                keywords[known[row.keyword]] = row.n or row.cost or 1
        return tuple(keywords)

    def write(self) -> None:
        c, t = self.c, self.it
        if t.level_up:
            self.lines.append(f"{self.edition.words[_KEYS['level_up']]} ({', '.join(t.level_up)}).")
        self.made.contingency = self._shown_if("contingency", t.contingency)
        self.made.surprise = self._shown_if("surprise", t.surprise)
        for k, table in ((K_CONTINGENCY, t.contingency), (K_SURPRISE, t.surprise)):
            if table is not None and self.edition.hows[k] == "event":
                self._springs(k, table)
        self._building()
        self._ground()
        self._command()
        self._attachment()
        if self.types & (SKILL | REACTION | ITEM) or (not self.types and not t.legend):
            self._use()
        elif t.do:
            c.key = "do"
            raise c.fail("only a Skill, Reaction or Item is used; write an ability")
        self._entering()
        if self._added():
            self.continuous(self._added(), "host", None, self._as(AUGMENT), "", None)
        self.rows(t.ability)
        self._keywords()

    def _shown_if(self, key: str, table: dict[str, Any] | None) -> Test | None:
        """The condition of a keyword that lets a hidden card be used."""
        if table is None or self.edition.hows[_KEYS[key]] == "event":
            return None
        self.c.key = key
        test, said = self.c.condition(table)
        self.lines.append(f"{self.edition.words[_KEYS[key]]} ({said}).")
        return test

    def _springs(self, k: int, table: dict[str, Any]) -> None:
        """The event at which a keyword lets a hidden card be used: the words of triggered abilities."""
        c, word = self.c, self.edition.words[k]
        c.key = KEYWORDS[k].lower()
        c.known(table, *_EVENT_KEYS)
        if "on" not in table:
            raise c.fail(f"{word} names the event, 'on'")
        row = msgspec.convert(table, AbilityTable)
        ability = self.new("spring")
        ability.hidden = True
        said, by = self._listen(ability, row)
        self.lines.append(f"{word} ({said}{by}).")
        self.made.springs = (*self.made.springs, (k, ability))

    def _keywords(self) -> None:
        """The keywords, ahead of all other lines."""
        t, on, edition = self.it, self._bears(), self.edition
        words = [
            effects.keyword_text(edition, k, n) + (on if edition.kinds[k] == "counter" else "")
            for k, n in enumerate(self.keywords)
            if n and k != K_EQUIP and (KEYWORDS[k] not in _WORDED or edition.words[k] in t.keywords)
        ]
        if words:
            self.lines.insert(0, ", ".join(words) + ".")

    def _building(self) -> None:
        """What a card says about the making of Decks."""
        t = self.it
        if t.copies is not None:
            self.lines.append(f"You may have {t.copies} copies of this card.")
        if t.in_deck:
            self.lines.append(f"This card may be in your {self.edition.short(DECK)}.")
        if t.unique_to:
            self.lines.append(f"Unique to {' and '.join(t.unique_to)}.")

    def _ground(self) -> None:
        """What becomes of the cell under which a Zone card is laid (fade2 zonecard.transforms)."""
        c, t = self.c, self.it
        if t.makes is not None:
            c.key = "makes"
            if not self.types & ZONECARD or self.edition.grid is None:
                raise c.fail("only a Zone card makes its place another, and only where there are cells")
            kind = _GROUNDS[c.word(t.makes, _GROUNDS, "kind of zone")]
            self.made.makes = kind
            self.lines.append(f"The place under which it lies is {article(self.edition.zones[kind])}.")

    def _command(self) -> None:
        """In which directions a Command looks for Materials, and which ones it is activated with."""
        c, t = self.c, self.it
        c.key = "directions"
        if not self.types & COMMAND:
            if t.directions or t.needs:
                raise c.fail("only a Command has directions, and needs Materials")
            return
        self.made.directions = directions_of(c, t.directions)
        c.key = "needs"
        tests: list[CardTest] = []
        said = []
        for row in t.needs:
            n = c.number(row.get("n", 1), "n", 1, NEEDS_MAX)
            test, words = c.card_test({key: value for key, value in row.items() if key != "n"})
            tests += [test] * n
            said.append(some_of(Noun("", "card", "cards").qualified(words), str(n)))
        if len(tests) > NEEDS_MAX:
            raise c.fail(f"a Command needs at most {NEEDS_MAX} Materials")
        self.made.needs = tuple(tests)
        needed = f": {' and '.join(said)}" if said else ""
        self.lines.append(f"{self._as(COMMAND)}Command Materials ({', '.join(t.directions)}){needed}.")

    def _bears(self) -> str:
        """Whom a Counter keyword means where its rule does not say (faroe counter.targets-default)."""
        t = self.it
        if not self.types & (SKILL | REACTION | ITEM) or self.types & CHARACTER or self.keywords[K_EQUIP]:
            return " on its bearer" if self.types & AUGMENT or self.keywords[K_EQUIP] else ""
        if t.targets or _strikes(t.do):
            use = self.made.use
            assert use is not None
            if "target " not in use.text or "the target" in use.text:
                return ""
            return " on each target" if any(slot.hi > 1 for slot in use.slots) else " on the target"
        if t.answers:
            return " on the attacker" if "attack" in t.answers.get("to", "") else " on the one answered"
        return " on you"

    def _link(self, ability: FadeAbility, answers: dict[str, Any] | None, anyone: bool) -> str:
        if answers is None:
            return ""
        ability.answers, said = links.answer_test(self.c, answers, " on anyone" if anyone else "")
        ability.anyone = anyone
        ability.answers_attack = "attack" in answers.get("to", "")
        return said

    def _program(
        self, ability: FadeAbility, do: list[dict[str, Any]], slots: list[dict[str, Any]]
    ) -> tuple[str, list[str]]:
        """Compile what is done; an Attack that names no targets aims at one enemy within reach."""
        c = self.c
        c.facts = {}
        attack = any("attack" in row for row in do)
        if attack and not slots and ability.answers is None:
            slots = [{"reach": True}]
        near = "" if attack else " within reach"
        ability.slots, chosen = self.slots(slots, self.among, Noun("", "enemy", "enemies"), near)
        first = next((i for i, slot in enumerate(ability.slots) if slot.reach), 0)
        start = sum(slot.hi for slot in ability.slots[:first])
        last = first >= len(ability.slots) - 1
        counters = attack and ability.answers is not None and not any(slot.reach for slot in ability.slots)
        c.facts["attack_slot"] = (
            (0, 1) if counters else (start, -1 if last else start + ability.slots[first].hi)
        )
        c.facts["attack_said"] = "the attacker" if counters else chosen[first] if chosen else "the target"
        ability.program, said, ability.tags = c.program(do)
        ability.aims = intent.aims(c.language, slots, do)
        ability.harms = intent.harms(c.language, do)
        if "attack" in c.facts:
            ability.attack = True
            ability.attack_number = c.facts["attack"]
            if counters:
                ability.tags |= {"counter"}
                ability.counters = True
        if ability.answers_attack and _strikes_back(do):
            ability.tags |= {"back"}
        ability.types = c.facts.get("types", 0)
        ability.label = c.facts.get("label", 0)
        if not ability.label and "Unknown" in self.edition.labels and ability.tags & {"attack", "damage"}:
            ability.label = LABEL_FLAGS[LABELS.index("Unknown")]
        if attack and not counters:
            chosen[first] = ""
        return said, chosen

    def _use(self) -> None:
        c, t = self.c, self.it
        c.key = "do"
        ability = self.new("use")
        answered = self._link(ability, t.answers, t.anyone)
        if self.types and not self.types & ITEM and not _strikes(t.do) and any(_hurts(row) for row in t.do):
            raise c.fail("a Skill or Reaction deals damage by 'attack'", reasons.DAMAGE_BY_ATTACK)
        said, chosen = self._program(ability, list(t.do), t.targets)
        if not self.keywords[K_EQUIP]:
            self._put_counters(ability)
        if t.condition is not None:
            c.key, c.aimed = "if", False
            ability.condition, needed = c.condition(t.condition)
            ability.aimed = c.aimed
            self.lines.append(f"{self._as(_USES)}{'play' if self.types & ITEM else 'use'} only if {needed}.")
        self.made.use, self.made.attack = ability, ability.attack
        ability.text = use_text(said, answered, chosen)
        if ability.text:
            self.lines.append(f"{self._as(_USES)}{ability.text}.")

    def _put_counters(self, ability: FadeAbility) -> None:
        """The Counters that keywords name come last (faroe counter.putting)."""
        c, t = self.c, self.it
        on = "targets" if t.targets or _strikes(t.do) else "attacker" if t.answers else "you"
        rows = [
            {"counter": name, "n": n, "on": on}
            for name, n in t.keywords.items()
            if name in self.edition.counters
        ]
        if rows:
            c.program(rows)
            counters = c.rules.programs.pop()
            c.rules.programs[ability.program] += counters
            if on == "attacker" and ability.answers_attack:
                ability.tags |= {"back"}

    def _attachment(self) -> None:
        c = self.c
        c.key = "attach"
        arena = self.keywords[K_ARENA]
        if arena and (self.keywords[K_EQUIP] or not self.types & self.edition.arena_types):
            c.key = f"keywords.{self.edition.words[K_ARENA]}"
            raise c.fail("such a card is attached to others, or has no Supertype that may have it")
        placed = arena or self.edition.hows[K_EQUIP] == "Augments too"
        if self.keywords[K_EQUIP] or (self.types & AUGMENT and not placed):
            value = self.it.attach if self.it.attach is not None else "your fighters"
            self.made.attach, noun = c.select(value)
            if type(value) is str and value not in c.language.bases:
                self.made.attach_group = value
            word, types = (
                (self.edition.words[K_EQUIP], ITEM) if self.keywords[K_EQUIP] else ("attach", AUGMENT)
            )
            if self.it.attach is not None:
                self.lines.append(f"{self._as(types)}{word} to {one_of(noun)}.")
        elif self.it.attach is not None:
            raise c.fail("only what is attached to others says to what")

    def _added(self) -> dict[str, Any]:
        """What is printed on an Augment and adds to its bearer's (fade1 augment.grants-stats)."""
        adds = self.edition.attached_hp == "adds" and self.types & AUGMENT
        printed = {"HP": self.it.hp, "PLV": self.it.plv} if adds else {}
        return {key: n for key, n in printed.items() if n}

    def _as(self, types: int) -> str:
        """What leads a line that is about some of a card's Supertypes only."""
        mine = [article(name) for i, name in enumerate(SUPERTYPES) if (self.types & types) >> i & 1]
        return f"as {either(mine)}: " if mine and self.types & ~types else ""

    def _entering(self) -> None:
        """Counters named by keywords of a card that stays come with it (faroe counter.targets-default)."""
        used = self.types & (SKILL | REACTION | ITEM) and not self.types & CHARACTER
        if not self.types or (used and not self.keywords[K_EQUIP] and not self.keywords[K_STOCK]):
            return
        on = "host" if self.types & (AUGMENT | ITEM) and not self.types & CHARACTER else "this"
        counters = [(name, n) for name, n in self.it.keywords.items() if name in self.edition.counters]
        do = [{"counter": name, "n": n, "on": on} for name, n in counters]
        power = self.keywords[K_CARRIER] + self.keywords[K_STOCK]
        if power:
            do.insert(0, {"counter": COLUMN_NAMES[POWER], "n": power, "on": "this"})
        if do:
            ability = self.new("enter")
            ability.program, ability.text, ability.tags = self.c.program(do)
            self.made.enter = ability

    def ability(self, row: AbilityTable) -> None:
        """Vengeance and Overdrive are events of their own."""
        word = self._family(row)
        if row.on == vocabulary.BECOMES_TRUE:
            raise self.c.fail("that stands under a keyword, without an event")
        self.edge = None
        if self._is_edge(row):
            row.on, row.of = vocabulary.BECOMES_TRUE, "this"
        elif word == "Vengeance":
            row.on, row.of = "knocked-out", "ally characters"
        elif word == "Overdrive":
            row.on, row.of, row.may = "enters", "this", True
            if not row.cost:
                raise self.c.fail(f"{row.keyword} has a cost", reasons.OVERDRIVE)
        elif word == "Signature":
            row.may = row.on is not None
        elif word == "Stock":
            row.spend = {**row.spend, COLUMN_NAMES[POWER]: 1}
            if not row.activate or row.n < 1:
                raise self.c.fail(f"what stands under {row.keyword} is activated, and has a number")
        self.under = I_KEYWORDS[K[word]] if word in K else 0
        super().ability(row)
        self.under = 0

    def _is_edge(self, row: AbilityTable) -> bool:
        """Whether an ability happens each time the condition of its keyword becomes true."""
        k = self.edition.keywords.get(row.keyword or "", -1)
        bare = row.on in (None, vocabulary.BECOMES_TRUE) and not row.activate and row.gives is None
        return bare and k >= 0 and self.edition.hows[k] == "edge"

    def _family(self, row: AbilityTable) -> str:
        """The family's word for the keyword that an ability stands under, "" = none of this edition."""
        k = self.edition.keywords.get(row.keyword or "", -1)
        return KEYWORDS[k] if k >= 0 else ""

    def new(self, kind: str) -> FadeAbility:
        """One that stands under a keyword is an action that Immune to the keyword keeps away."""
        ability = super().new(kind)
        if self.under:
            ability.names = self.under
        return ability

    def use(self, ability: FadeAbility, row: AbilityTable) -> str:
        ability.may, ability.hidden, ability.edge = row.may, row.hidden, self.edge
        answered = self._link(ability, row.answers, row.anyone)
        said, chosen = self._program(ability, row.do, row.targets)
        if row.unstack:
            stack = self.c.select("stack")[0]
            ability.slots = (Slot(stack, row.unstack, row.unstack, "", untargeted=True), *ability.slots)
        ability.unstack = row.unstack
        ability.stock, ability.signature = self._family(row) == "Stock", self._family(row) == "Signature"
        return use_text(said, answered, chosen)

    def banner(self, ability: FadeAbility, row: AbilityTable, said: str, done: str) -> str:
        if row.on is not None:
            return self._trigger(ability, row, said, done)
        often = [f"{'up to ' if row.limit > 1 else ''}{times(row.limit)} a turn"] if row.limit else []
        often += ["once a round"] if ability.stock else []
        price = [f"pay {row.cost} TP"] if row.cost else []
        if row.unstack:
            price.append(f"remove {counted(str(row.unstack), 'card')} from this card's Stack")
        price += [f"{counters} from this card" for counters in removed(row)]
        return headed(f"{said}{', '.join([*often, *price]) or 'activate'}", done)

    def requirement(self, row: AbilityTable) -> tuple[Test | None, str]:
        """Backup, Reinforce, Arm Up and Paradox are conditions under which an ability is active."""
        c, word = self.c, self._family(row)
        test, said = super().requirement(row)
        lead = f"if {said}, " if said else ""
        if word != "Synchronize" and (row.directions or row.among is not None):
            raise c.fail("'directions' and 'among' go with Synchronize alone")
        if word not in _CONDITIONS:
            if row.keyword is not None and word not in ("Vengeance", "Overdrive", *_HEADED):
                raise c.fail(f"'{row.keyword}' is no keyword that an ability stands under")
            return test, f"{row.keyword}{f' {row.n}' if row.n else ''}: {lead}" if word in _HEADED else lead
        asked: dict[str, Any] = {_CONDITIONS[word]: row.n if word in _COUNTING else True}
        named = f" {row.n}" if row.n else ""
        if word == "Synchronize":
            asked["directions"], named = row.directions, f" {', '.join(row.directions)} {row.n}"
            if row.among is not None:
                asked["among"] = row.among
                named += f" {' and '.join(c.card_test(row.among)[1])}"
            if self.edition.hows[K_SYNCHRONIZE] == "cards":  # fade1 command.synchronize-is-command
                ways = {*self.made.directions, *directions_of(c, row.directions)}
                self.made.directions = tuple(sorted(ways))
        extra, _ = c.condition(asked)
        lead = f"{row.keyword}{named}: {lead}"
        if self._is_edge(row):
            self.edge = extra
            return test, lead
        if test is None:
            return extra, lead
        inner = test
        return (lambda s, act: extra(s, act) and inner(s, act)), lead

    def _trigger(self, ability: FadeAbility, row: AbilityTable, lead: str, body: str) -> str:
        if self.edge is not None:
            return self._edge(ability, row, lead, body)
        said, by = self._listen(ability, row)
        if row.hidden:
            self.made.hidden.setdefault(ability.event, []).append(ability)
        when = f"when {said}{by}, {lead}"
        if self._family(row) == "Vengeance":
            when = f"{row.keyword}: {lead}"
        elif lead.endswith(": "):
            when = f"{lead}{when.removesuffix(lead)}"
        if self._family(row) == "Overdrive":
            return f"{row.keyword} {row.cost}: {lead}{body}"
        if row.hidden:
            return headed(f"in your {self.edition.short(HAND)}: {when}you may show this card", body)
        if row.limit:
            when = f"{when.removesuffix(', ')} ({times(row.limit)} a turn), "
        if row.cost:
            return headed(f"{when}you may pay {row.cost} TP", body)
        return when + (may(body) if row.may else body)

    def _edge(self, ability: FadeAbility, row: AbilityTable, lead: str, body: str) -> str:
        """What happens each time it becomes true, under Reinforce for a card at most once a turn."""
        self.listen(ability, row, (ability.number,))
        if self._family(row) == "Reinforce":
            ability.limit = 1
        if row.cost:
            return headed(f"{lead}you may pay {row.cost} TP", body)
        return lead + (may(body) if row.may else body)

    def _listen(self, ability: FadeAbility, row: AbilityTable) -> tuple[str, str]:
        """What happens, with the number or the Counter that it is about, and by whom."""
        said, by = self.listen(ability, row, self._put_kinds(row))
        if row.counter is not None:
            said = said.removesuffix("a Counter") + f"{article(row.counter)} Counter"
        if row.min:
            least, inner = self.c.number(row.min, "min", 1), ability.condition
            noun = _NUMBERED[self.c.word(row.on, _NUMBERED, "event with a number")]
            said = f"{said.removesuffix(noun)}{least} or more {noun}"
            assert inner is not None
            ability.condition = lambda s, act: act[A_EVENT][ROW_N] >= least and inner(s, act)
        return said, by

    def _put_kinds(self, row: AbilityTable) -> tuple[int, ...]:
        """The columns that "gets a Counter" is about: `counter`, or every kind of Counter, TP being none."""
        c = self.c
        if row.on != "counter-put":
            if row.counter is not None:
                raise c.fail("'counter' goes with on = \"counter-put\"")
            return ()
        if row.counter is None:
            return tuple(self.edition.counters.values())
        known = self.edition.counters
        return (known[c.word(row.counter, known, "Counter")],)

    def gives(self, row: AbilityTable, test: Test | None, said: str) -> None:
        """Continuous effects: { PLV = 1 }, { Provoke = true }, { forbid = "attack" }, { damage = 1 } ..."""
        c = self.c
        assert row.gives is not None
        to = row.to if row.to is not None else "host" if self.types & (AUGMENT | ITEM) else "this"
        attacks, which = links.attack_test(c, row.attacks) if row.attacks is not None else (None, "")
        mute, immune = self.edition.words[K_MUTE], self.edition.words[K_IMMUNE]
        if test is not None and (mute in row.gives or mute in listed(row.gives.get(immune, []))):
            raise c.fail(f"{mute}, and {immune} to it, can only be given without a condition")
        about = f" {'from' if 'damage taken' in row.gives else 'with'} {which}" if which else ""
        self.continuous(row.gives, to, test, said, about, attacks)


_KEYS = {"contingency": K_CONTINGENCY, "surprise": K_SURPRISE, "level_up": K_LEVEL_UP}
_EVENT_KEYS = ("on", "of", "by", "counter", "min")
_NUMBERED = {
    "takes-damage": "damage",
    "deals-damage": "damage",
    "damage-counters": "Damage Counters",
    "gains-tp": "TP",
}
_USES = SKILL | REACTION | ITEM
_GROUNDS = {ZONES[kind][1]: kind for kind in (FRONT, BACKUP, ATTACH)}
_CONDITIONS = {
    "Backup": "backup",
    "Reinforce": "reinforce",
    "Arm Up": "arm_up",
    "Paradox": "paradox",
    "Synchronize": "synchronize",
}
_COUNTING = ("Reinforce", "Arm Up", "Synchronize")
_HEADED = ("Signature", "Stock")
_WORDED = frozenset(
    {
        "Arm Up",
        "Backup",
        "Contingency",
        "Level-Up",
        "Overdrive",
        "Paradox",
        "Reinforce",
        "Signature",
        "Stock",
        "Surprise",
        "Synchronize",
        "Vengeance",
    }
)


def _hurts(row: dict[str, Any]) -> bool:
    """Whether an effect deals damage to others than its user's own side."""
    return "damage" in row and row.get("to", "target") not in ("you", "user", "this", "host")


def _strikes_back(do: list[dict[str, Any]]) -> bool:
    """Whether anything is done to the attacker, beside the hits of a Counter."""
    return any("attacker" in row.values() for row in intent.flat(do))


def _strikes(do: list[dict[str, Any]]) -> bool:
    return any("attack" in row for row in do)
