"""Card files of the F.A.D.E. family: reading, checking and compiling them, and the text that stands on a card.

A file holds tables `[card.<slug>]`. Each is checked on its own, so that an error names file, card and key. What
a card does is written with the vocabulary of `fadenet.engine.ops`; its English text is made from the same data.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fadenet.engine.errors import LoadError
from fadenet.engine.ops.language import Compiler, Language, one_of
from fadenet.engine.rules import Ability, Card, Slot, Static
from fadenet.games.fade import effects, vocabulary
from fadenet.games.fade.tables import (
    AUGMENT,
    BANS,
    CHARACTER,
    COUNTERS,
    E,
    ELEMENTS,
    FIGURE_NAMES,
    ITEM,
    K,
    K_EQUIP,
    KEYWORDS,
    NONE,
    PHASES,
    Q_FORBID,
    Q_KEYWORD,
    Q_LAST_STAND,
    QUANTITY_NAMES,
    RANKS,
    REACTION,
    SKILL,
    SUPERTYPES,
    TP,
)

SLUG_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
NAME_MAX = 40
TARGETS_MAX = 4


class AbilityTable(msgspec.Struct, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: triggered (`on`), activated (`activate`) or continuous (`gives`)."""

    on: str | None = None
    of: Any = None
    by: Any = None
    activate: bool = False
    gives: dict[str, Any] | None = None
    to: Any = None
    attacks: dict[str, Any] | None = None
    cost: int = 0
    spend: dict[str, int] = {}
    may: bool = False
    hidden: bool = False
    limit: int = 0
    answers: dict[str, Any] | None = None
    anyone: bool = False
    any_time: bool = False
    targets: list[dict[str, Any]] = []
    condition: dict[str, Any] | None = msgspec.field(name="if", default=None)
    keyword: str | None = None
    n: int = 0
    do: list[dict[str, Any]] = []


class CardTable(msgspec.Struct, forbid_unknown_fields=True):
    """One `[card.<slug>]` as it stands in the file."""

    name: str
    types: list[str]
    elements: list[str] = []
    archetypes: list[str] = []
    cost: int | None = None
    hp: int | None = None
    plv: int | None = None
    level: int | None = None
    rank: str | None = None
    copies: int = 4
    keywords: dict[str, Any] = {}
    attach: Any = None
    answers: dict[str, Any] | None = None
    anyone: bool = False
    targets: list[dict[str, Any]] = []
    condition: dict[str, Any] | None = msgspec.field(name="if", default=None)
    contingency: dict[str, Any] | None = None
    surprise: dict[str, Any] | None = None
    level_up: list[str] = []
    do: list[dict[str, Any]] = []
    ability: list[AbilityTable] = []


def compile_card(language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> Card:
    """Check and compile one card. Raises `LoadError`."""
    c = Compiler(language, file, slug)
    if not slug or not set(slug) <= SLUG_CHARS or len(slug) > NAME_MAX:
        raise c.fail("a card's key is made of lower-case letters, digits and '-'")
    try:
        t = msgspec.convert(table, CardTable)
    except msgspec.ValidationError as error:
        raise c.fail(str(error)) from error
    types = sum(1 << SUPERTYPES.index(c.word(x, SUPERTYPES, "Supertype")) for x in t.types)
    _check_figures(c, t, types)
    traits = sum(1 << ELEMENTS.index(c.word(x, ELEMENTS, "Element")) for x in t.elements)
    keywords = [0] * len(KEYWORDS)
    for name, value in t.keywords.items():
        c.key = f"keywords.{name}"
        keywords[K[c.word(name, KEYWORDS, "keyword")]] = effects.keyword_value(c, name, value)
    if t.contingency is not None:
        keywords[K["Contingency"]] = 1
    if t.surprise is not None:
        keywords[K["Surprise"]] = 1
    if t.level_up:
        keywords[K["Level-Up"]] = 1
    stats = tuple(
        NONE if v is None else v
        for v in (t.cost, t.hp, t.plv, t.level, None if t.rank is None else RANKS.index(c.word(t.rank, RANKS, "Rank")))
    )
    maker = _Maker(c, t, code, types, tuple(keywords))
    abilities, text = maker.all()
    by_event: dict[int, tuple[Ability, ...]] = {}
    for ability in abilities:
        if ability.kind == "trigger" and not ability.hidden:
            by_event[ability.event] = (*by_event.get(ability.event, ()), ability)
    return Card(
        code, slug, t.name, types, stats, traits, tuple(keywords), frozenset(t.archetypes), tuple(abilities), by_event, text, maker.extra
    )


def _check_figures(c: Compiler, t: CardTable, types: int) -> None:
    c.key = "name"
    if not 0 < len(t.name) <= NAME_MAX or not t.name.isprintable():
        raise c.fail(f"a name has 1 to {NAME_MAX} printable characters")
    c.key = "types"
    if not types:
        raise c.fail("a card has at least one Supertype [card.supertypes]")
    c.key = "elements"
    if len(t.elements) > 2:
        raise c.fail("a card shows up to 2 Elements [card.elements-max]")
    for key, value, most in (("cost", t.cost, 10), ("hp", t.hp, 99), ("plv", t.plv, 30), ("level", t.level, 20)):
        c.key = key
        if value is not None:
            c.number(value, key, 0, most)
    c.key = "hp"
    if types & CHARACTER and (t.hp is None or t.plv is None or t.hp < 1):
        raise c.fail("a Character prints HP and PLV [card.hp-plv]")
    c.key = "rank"
    ranked = types & (SKILL | REACTION | ITEM | AUGMENT)
    if ranked and t.rank is None:
        raise c.fail("every Skill, Reaction, Item and Augment has a Rank [rank.who-has]")


class _Maker:
    """Compiles the abilities of one card and gathers its text."""

    def __init__(self, c: Compiler, t: CardTable, code: int, types: int, keywords: tuple[int, ...]) -> None:
        self.c = c
        self.t = t
        self.code = code
        self.types = types
        self.keywords = keywords
        self.lines: list[str] = []
        self.abilities: list[Ability] = []
        self.extra: dict[str, Any] = {
            "statics": [],
            "activated": [],
            "hidden": {},
            "use": None,
            "enter": None,
            "attack": False,
            "contingency": None,
            "surprise": None,
            "attach": None,
            "level_up": tuple(t.level_up),
            "copies": t.copies,
            "counters": tuple(keywords[K[name]] if name in K else 0 for name in COUNTERS),
        }

    def all(self) -> tuple[list[Ability], str]:
        c, t = self.c, self.t
        words = [effects.keyword_text(KEYWORDS[k], n) for k, n in enumerate(self.keywords) if n and KEYWORDS[k] not in _WORDED]
        if words:
            self.lines.append(", ".join(words) + ".")
        if t.level_up:
            self.lines.append(f"Level-Up ({', '.join(t.level_up)}).")
        for key, table in (("contingency", t.contingency), ("surprise", t.surprise)):
            if table is not None:
                c.key = key
                test, said = c.condition(table)
                self.extra[key] = test
                self.lines.append(f"{key.capitalize()}: {said}.")
        self._attachment()
        if self.types & (SKILL | REACTION | ITEM):
            self._use()
        elif t.do:
            c.key = "do"
            raise c.fail("only a Skill, Reaction or Item is used; write an ability")
        self._entering()
        for n, row in enumerate(t.ability):
            c.key = f"ability {n + 1}"
            self._ability(row)
        return self.abilities, " ".join(_sentence(x) for x in self.lines)

    def _new(self, kind: str) -> Ability:
        rules = self.c.rules
        ability = Ability(len(rules.abilities), self.code, kind, "")
        rules.abilities.append(ability)
        self.abilities.append(ability)
        return ability

    def _slots(self, tables: list[dict[str, Any]]) -> tuple[tuple[Slot, ...], str]:
        """Choices of targets: { pick = "enemy characters", n = 1, up_to = true, reach = true }."""
        c = self.c
        slots, said = [], []
        for table in tables:
            c.known(table, "pick", "n", "up_to", "reach", "untargeted")
            pick, noun = c.select(table.get("pick", "enemy fighters"))
            n = c.number(table.get("n", 1), "n", 1, TARGETS_MAX)
            reach = bool(table.get("reach", False))
            lo = 1 if table.get("up_to") else n
            slots.append(Slot(pick, lo, n, noun, reach, bool(table.get("untargeted", False))))
            one = "an enemy" if reach else one_of(noun)
            said.append(one if n == 1 else f"{'up to ' if lo < n else ''}{n} {'enemies' if reach else noun}")
        if any(slot.lo != slot.hi for slot in slots[:-1]):
            raise c.fail("only the last choice of targets may be of a varying number")
        return tuple(slots), " and ".join(said)

    def _link(self, ability: Ability, answers: dict[str, Any] | None, anyone: bool) -> str:
        if answers is None:
            return ""
        ability.answers, said = vocabulary.answer_test(self.c, answers)
        ability.extra["anyone"] = anyone
        return said

    def _program(self, ability: Ability, do: list[dict[str, Any]], slots: list[dict[str, Any]]) -> tuple[str, str]:
        """Compile what is done; an Attack that names no targets aims at one enemy within reach."""
        c = self.c
        c.facts = {}
        attack = any("attack" in row for row in do)
        if attack and not slots and ability.answers is None:
            slots = [{"reach": True}]
        ability.slots, chosen = self._slots(slots)
        first = next((i for i, slot in enumerate(ability.slots) if slot.reach), 0)
        start = sum(slot.hi for slot in ability.slots[:first])
        last = first >= len(ability.slots) - 1
        c.facts["attack_slot"] = (start, -1 if last else start + ability.slots[first].hi)
        c.facts["attack_said"] = chosen or "the target"
        ability.program, said, ability.tags = c.program(do)
        if "attack" in c.facts:
            ability.extra["attack"] = True
            ability.extra["attack_number"] = c.facts["attack"]
            if ability.answers is not None:
                ability.tags |= {"counter"}
                ability.extra["counters"] = True
        return said, "" if attack else chosen

    def _use(self) -> None:
        c, t = self.c, self.t
        c.key = "do"
        ability = self._new("use")
        answered = self._link(ability, t.answers, t.anyone)
        do = list(t.do)
        for name, value in t.keywords.items():
            if name in COUNTERS:
                do.append({"counter": name, "n": value, "on": "targets" if t.targets or _strikes(do) else "attacker" if t.answers else "you"})
        said, chosen = self._program(ability, do, t.targets)
        if t.condition is not None:
            c.key = "if"
            ability.condition, needed = c.condition(t.condition)
            self.lines.append(f"Use only if {needed}.")
        self.extra["use"] = ability
        self.extra["attack"] = bool(ability.extra.get("attack"))
        ability.text = _use_text(said, answered, chosen)
        if said:
            self.lines.append(ability.text + ".")

    def _attachment(self) -> None:
        c = self.c
        if self.types & AUGMENT or self.keywords[K_EQUIP]:
            c.key = "attach"
            value = self.t.attach if self.t.attach is not None else "your fighters"
            self.extra["attach"], noun = c.select(value)
            word = "Equip" if self.keywords[K_EQUIP] else "Attach"
            if self.t.attach is not None:
                self.lines.append(f"{word} to {one_of(noun)}.")

    def _entering(self) -> None:
        """Counters named by keywords of a card that stays come with it (faroe counter.targets-default)."""
        if self.types & (SKILL | REACTION | ITEM) and not self.types & CHARACTER and not self.keywords[K_EQUIP]:
            return
        on = "host" if self.types & (AUGMENT | ITEM) and not self.types & CHARACTER else "this"
        do = [{"counter": name, "n": v, "on": on} for name, v in self.t.keywords.items() if name in COUNTERS]
        if do:
            ability = self._new("enter")
            ability.program, ability.text, ability.tags = self.c.program(do)
            self.extra["enter"] = ability

    def _ability(self, row: AbilityTable) -> None:
        c = self.c
        kinds = [row.on is not None, row.activate, row.gives is not None]
        if sum(kinds) != 1:
            raise c.fail("an ability has exactly one of 'on', 'activate', 'gives'")
        test, said = c.condition(row.condition) if row.condition is not None else (None, "")
        test, lead = self._keyword_condition(row, test, said)
        if row.gives is not None:
            self._static(row, test, lead)
            return
        ability = self._new("trigger" if row.on is not None else "activate")
        ability.condition = test
        ability.may, ability.hidden, ability.limit = row.may, row.hidden, row.limit
        ability.cost = ((TP, row.cost),) if row.cost else ()
        ability.self_cost = tuple((COUNTERS.index(c.word(k, COUNTERS, "Counter")) + 1, n) for k, n in row.spend.items())
        ability.extra["any_time"] = row.any_time
        answered = self._link(ability, row.answers, row.anyone)
        said, chosen = self._program(ability, row.do, row.targets)
        body = _use_text(said, answered, chosen)
        if row.on is not None:
            text = self._trigger(ability, row, lead, body)
        else:
            self.extra["activated"].append(ability)
            price = [f"pay {row.cost} TP"] if row.cost else []
            price += [f"remove {n} {k} Counter{'s' if n > 1 else ''} from this card" for k, n in row.spend.items()]
            times = f" ({row.limit} a turn)" if row.limit else ""
            text = f"{lead}{', '.join(price) or 'free'}{times}: {body}"
        ability.text = text
        self.lines.append(text + ".")

    def _keyword_condition(self, row: AbilityTable, test: Any, said: str) -> tuple[Any, str]:
        """Backup, Reinforce, Arm Up and Paradox are conditions under which an ability is active."""
        c = self.c
        word = row.keyword
        if word in ("Backup", "Reinforce", "Arm Up", "Paradox"):
            key = {"Backup": "backup", "Reinforce": "reinforce", "Arm Up": "arm_up", "Paradox": "paradox"}[word]
            extra, _ = c.condition({key: row.n if word in ("Reinforce", "Arm Up") else True})
            lead = f"{word}{f' {row.n}' if row.n else ''}: "
            if test is None:
                return extra, lead
            inner = test
            return (lambda s, act: extra(s, act) and inner(s, act)), f"{lead}if {said}, "
        if word is not None and word != "Vengeance":
            raise c.fail(f"'{word}' is no keyword that an ability stands under")
        return test, f"if {said}, " if said else ""

    def _trigger(self, ability: Ability, row: AbilityTable, lead: str, body: str) -> str:
        c = self.c
        if row.keyword == "Vengeance":
            row.on, row.of = "knocked-out", "ally characters"
        assert row.on is not None
        ability.event = E[c.word(row.on, TRIGGERS, "event")]
        subject, noun = c.select(row.of) if row.of is not None else c.select(_SUBJECT.get(row.on, "this"))
        inner = ability.condition
        by = c.select(row.by)[0] if row.by is not None else None

        def test(s: Any, act: Any) -> bool:
            if act[16][1] not in subject(s, act):
                return False
            if by is not None and s.acts.get(act[16][4], [0, 0, 0, 0, 0])[4] & 0xFFFF not in by(s, act):
                return False
            return inner is None or inner(s, act)

        ability.condition = test
        if row.hidden:
            self.extra["hidden"].setdefault(ability.event, []).append(ability)
            c.rules.hidden_events |= {ability.event}
        when = f"Vengeance: {lead}" if row.keyword == "Vengeance" else f"{lead}when {_event_text(row.on, noun)}, "
        if row.hidden:
            when = "in Hand: " + when + "you may show this card: "
        pay = f"you may pay {row.cost} TP: " if row.cost else "you may " if row.may else ""
        return when + pay + body

    def _static(self, row: AbilityTable, test: Any, lead: str) -> None:
        """Continuous effects: { PLV = 1 }, { keyword = "Provoke" }, { forbid = "attack" }, { damage = 1 } ..."""
        c = self.c
        assert row.gives is not None
        to = row.to if row.to is not None else "host" if self.types & (AUGMENT | ITEM) else "this"
        pick, noun = c.select(to)
        attacks, attack_said = vocabulary.attack_test(c, row.attacks or {}) if row.attacks is not None else (None, "")
        names = {**QUANTITY_NAMES, **FIGURE_NAMES}
        parts = []
        for key, value in row.gives.items():
            ability = self._new("static")
            op = 0
            if key in ("halve damage", "halve damage taken"):
                what, n, said, op = names[key[6:]], (lambda s, act: 0), key, 2
            elif key in names:
                what = names[key]
                n, many = c.amount(value)
                said = f"{'' if type(value) is int and value < 0 else '+'}{many} {key}"
            elif key == "forbid":
                what, n, said = Q_FORBID + BANS.index(c.word(value, BANS, "thing to forbid")), (lambda s, act: 1), f"cannot {value}"
            elif key == "last_stand":
                what, n, said = Q_LAST_STAND, (lambda s, act: 1), "count as in The Last Stand"
            elif key in KEYWORDS:
                number = effects.keyword_value(c, key, value)
                what, n, said = Q_KEYWORD + K[key], (lambda s, act, number=number: number), effects.keyword_text(key, number)
                if key == "Mute" and test is not None:
                    raise c.fail("Mute can only be given without a condition")
            else:
                raise c.fail(f"'{key}' cannot be given; known: {', '.join(sorted([*names, 'forbid', *KEYWORDS]))}")
            ability.static = Static(what, lambda s, act, h: h in pick(s, act), n, test, op, said)
            ability.extra["act"] = attacks
            ability.text = said
            self.extra["statics"].append(ability)
            parts.append(said)
        plain = all(p[0] in "+-0123456789" for p in parts)
        having = "get" if plain else "have" if not parts[0].startswith(("cannot", "halve", "count")) else ""
        if having and not noun.endswith("s") and noun != "you":
            having = "gets" if plain else "has"
        about = f" of {attack_said}" if attack_said else ""
        self.lines.append(f"{lead}{noun} {having} {' and '.join(parts)}{about}.".replace("  ", " "))


_WORDED = frozenset({"Contingency", "Surprise", "Level-Up"})
_SUBJECT = {
    **{phase.lower().replace(" ", "-"): "you" for phase in PHASES},
    "turn-begins": "you",
    "turn-ends": "you",
    "gains-tp": "you",
}
TRIGGERS = {
    "enters": "enters the field",
    "attacks": "Attacks",
    "attacked": "is attacked",
    "targeted": "is targeted",
    "hit": "is hit",
    "deals-damage": "deals damage",
    "takes-damage": "takes damage",
    "succeeds": "makes a successful Attack",
    "knocked-out": "is Knocked Out",
    "destroyed": "is destroyed",
    "imprisoned": "is imprisoned",
    "drawn": "is drawn",
    "played": "is played",
    "used": "is used",
    "healed": "is healed",
    "moved-up": "moves up",
    "damage-counters": "gains Damage Counters",
    "counter-put": "gets a Counter",
    "gains-tp": "gain TP",
    "discarded": "is discarded",
    "returned": "returns from Orbital",
    "turn-begins": "begin a turn",
    "turn-ends": "end a turn",
    **{phase.lower().replace(" ", "-"): f"'s {phase} comes" for phase in PHASES},
}


def _event_text(event: str, noun: str) -> str:
    said = TRIGGERS[event]
    if said.startswith("'s "):
        return f"your {said[3:]}" if noun == "you" else f"{noun}{said}"
    if noun == "you":
        return f"you {said if not said.endswith('s') or said.startswith('is') else said[:-1]}".replace("you is", "you are")
    return f"{one_of(noun) if ' ' in noun and not noun.startswith(('this', 'what', 'its')) else noun} {said}"


def _strikes(do: list[dict[str, Any]]) -> bool:
    return any("attack" in row for row in do)


def _use_text(said: str, answered: str, chosen: str) -> str:
    text = said
    if chosen:
        text = text.replace("the targets", chosen).replace("the target", chosen, 1)
        if chosen not in text:
            text = f"choose {chosen}: {text}"
    return f"answer {answered}: {text}" if answered else text


def _sentence(line: str) -> str:
    return line[:1].upper() + line[1:]


def check_file(tables: dict[str, Any], file: str) -> dict[str, dict[str, Any]]:
    """The cards of a parsed file by slug. Raises `LoadError` if it is no card file."""
    for key in tables:
        if key != "card":
            raise LoadError(file, "", key, "a card file holds only tables [card.<slug>]")
    cards = tables.get("card", {})
    if type(cards) is not dict or not all(type(v) is dict for v in cards.values()):
        raise LoadError(file, "", "card", "write each card as a table [card.<slug>]")
    return cards

