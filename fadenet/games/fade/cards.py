"""Card files of the F.A.D.E. family: checking and compiling them, and the text that stands on a card.

A file holds tables `[card.<slug>]`. Each is checked on its own, so that an error names file, card and key.
What a card does is written with the vocabulary of `fadenet.engine.ops`; its English text is made from the
same data.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fadenet.engine.acts import A_EVENT, A_USER
from fadenet.engine.errors import LoadError
from fadenet.engine.ops.flow import may
from fadenet.engine.ops.language import Compiler, Language
from fadenet.engine.ops.nouns import Noun, article, one_of, some_of
from fadenet.engine.rules import Ability, Card, Slot, Static
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import effects, vocabulary
from fadenet.games.fade.tables import (
    AUGMENT,
    BANS,
    CHARACTER,
    COUNTERS,
    ELEMENTS,
    FIGURE_NAMES,
    ITEM,
    K_EQUIP,
    KEYWORDS,
    NONE,
    PHASES,
    Q_FORBID,
    Q_KEYWORD,
    Q_LAST_STAND,
    Q_MAY_ATTACK,
    QUANTITY_NAMES,
    RANKS,
    RARITIES,
    REACTION,
    SKILL,
    SUPERTYPES,
    TP,
    E,
    K,
)

SLUG_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
NAME_MAX = 40
TARGETS_MAX = 4


class AbilityTable(msgspec.Struct, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: triggered (`on`), activated (`activate`) or continuous (`gives`)."""

    on: str | None = None
    of: Any = None
    by: Any = None
    counter: str | None = None
    activate: bool = False
    gives: dict[str, Any] | None = None
    to: Any = None
    attacks: dict[str, Any] | None = None
    cost: int = 0
    spend: dict[str, int] = {}
    unstack: int = 0
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
    copies: int | None = None
    in_deck: bool = False
    legend: bool = False
    unique_to: str | None = None
    rarity: str = "Common"
    set: str = ""
    artist: str = ""
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
    for row in t.ability:
        if row.keyword in K:
            keywords[K[row.keyword]] = row.n or row.cost or 1
    stats = tuple(
        NONE if v is None else v
        for v in (
            t.cost,
            t.hp,
            t.plv,
            t.level,
            None if t.rank is None else RANKS.index(c.word(t.rank, RANKS, "Rank")),
        )
    )
    maker = _Maker(c, t, code, types, tuple(keywords))
    abilities, text = maker.all()
    by_event: dict[int, tuple[Ability, ...]] = {}
    for ability in abilities:
        if ability.kind == "trigger" and not ability.hidden:
            by_event[ability.event] = (*by_event.get(ability.event, ()), ability)
    return Card(
        code,
        slug,
        t.name,
        types,
        stats,
        traits,
        tuple(keywords),
        frozenset(t.archetypes),
        tuple(abilities),
        by_event,
        text,
        maker.extra,
    )


def _check_figures(c: Compiler, t: CardTable, types: int) -> None:
    c.key = "name"
    if not 0 < len(t.name) <= NAME_MAX or not t.name.isprintable():
        raise c.fail(f"a name has 1 to {NAME_MAX} printable characters")
    c.key = "types"
    if not types:
        raise c.fail("a card has at least one Supertype [card.supertypes]")
    c.key = "rarity"
    c.word(t.rarity, RARITIES, "rarity")
    c.key = "copies"
    if t.copies is not None:
        c.number(t.copies, "copies", 1, 60)
    c.key = "elements"
    if len(t.elements) > 2:
        raise c.fail("a card shows up to 2 Elements [card.elements-max]")
    for key, value, most in (
        ("cost", t.cost, 10),
        ("hp", t.hp, 99),
        ("plv", t.plv, 30),
        ("level", t.level, 20),
    ):
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
            "copies": c.rules.figures["copies_max_same_name"] if t.copies is None else t.copies,  # type: ignore[attr-defined]
            "in_deck": t.in_deck,
            "legend": t.legend or t.unique_to is not None,
            "archetypes": tuple(t.archetypes),
            "print": (t.rarity, t.set, t.artist),
            "counters": tuple(keywords[K[name]] if name in K else 0 for name in COUNTERS),
        }

    def all(self) -> tuple[list[Ability], str]:
        c, t = self.c, self.t
        on = self._bears()
        words = [
            effects.keyword_text(KEYWORDS[k], n) + (on if KEYWORDS[k] in COUNTERS else "")
            for k, n in enumerate(self.keywords)
            if n and k != K_EQUIP and (KEYWORDS[k] not in _WORDED or KEYWORDS[k] in t.keywords)
        ]
        if words:
            self.lines.append(", ".join(words) + ".")
        if t.level_up:
            self.lines.append(f"Level-Up ({', '.join(t.level_up)}).")
        for key, table in (("contingency", t.contingency), ("surprise", t.surprise)):
            if table is not None:
                c.key = key
                test, said = c.condition(table)
                self.extra[key] = test
                self.lines.append(f"{key.capitalize()} ({said}).")
        self._building()
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

    def _building(self) -> None:
        """What a card says about the making of Decks."""
        t = self.t
        if t.copies is not None:
            self.lines.append(f"You may have {t.copies} copies of this card.")
        if t.in_deck:
            self.lines.append("This card may be in your Deck.")
        if t.unique_to is not None:
            self.lines.append(f"Unique to {t.unique_to}.")

    def _new(self, kind: str) -> Ability:
        rules = self.c.rules
        ability = Ability(len(rules.abilities), self.code, kind, "")
        rules.abilities.append(ability)
        self.abilities.append(ability)
        return ability

    def _bears(self) -> str:
        """Whom a Counter keyword means where its rule does not say (faroe counter.targets-default)."""
        t = self.t
        if not self.types & (SKILL | REACTION | ITEM) or self.types & CHARACTER or self.keywords[K_EQUIP]:
            return " on its bearer" if self.types & AUGMENT or self.keywords[K_EQUIP] else ""
        if t.targets or _strikes(t.do):
            return ""
        return " on the attacker" if t.answers else " on you"

    def _slots(self, tables: list[dict[str, Any]]) -> tuple[tuple[Slot, ...], list[str]]:
        """Choices of targets, { pick = "enemy characters", n = 2, up_to = true }, and their names."""
        c = self.c
        slots, said = [], []
        for table in tables:
            c.known(table, "pick", "n", "up_to", "reach", "untargeted")
            pick, noun = c.select(table.get("pick", "enemy fighters"))
            n = c.number(table.get("n", 1), "n", 1, TARGETS_MAX)
            reach = bool(table.get("reach", False))
            lo = 1 if table.get("up_to") else n
            slots.append(Slot(pick, lo, n, noun, reach, bool(table.get("untargeted", False))))
            many = f"{'up to ' if lo < n else ''}{n}"
            if n == 1:
                said.append("an enemy" if reach else one_of(noun))
            else:
                said.append(f"{many} enemies" if reach else some_of(noun, many))
        if any(slot.lo != slot.hi for slot in slots[:-1]):
            raise c.fail("only the last choice of targets may be of a varying number")
        return tuple(slots), said

    def _link(self, ability: Ability, answers: dict[str, Any] | None, anyone: bool) -> str:
        if answers is None:
            return ""
        ability.answers, said = vocabulary.answer_test(self.c, answers)
        ability.extra["anyone"] = anyone
        ability.extra["answers_attack"] = "attack" in answers.get("to", "")
        return said

    def _program(
        self, ability: Ability, do: list[dict[str, Any]], slots: list[dict[str, Any]]
    ) -> tuple[str, list[str]]:
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
        counters = attack and ability.answers is not None and not any(slot.reach for slot in ability.slots)
        c.facts["attack_slot"] = (
            (0, 1) if counters else (start, -1 if last else start + ability.slots[first].hi)
        )
        c.facts["attack_said"] = "the attacker" if counters else chosen[first] if chosen else "the target"
        ability.program, said, ability.tags = c.program(do)
        if "attack" in c.facts:
            ability.extra["attack"] = True
            ability.extra["attack_number"] = c.facts["attack"]
            if counters:
                ability.tags |= {"counter"}
                ability.extra["counters"] = True
        ability.extra["types"] = c.facts.get("types", 0)
        if attack and not counters:
            chosen[first] = ""
        return said, chosen

    def _use(self) -> None:
        c, t = self.c, self.t
        c.key = "do"
        ability = self._new("use")
        answered = self._link(ability, t.answers, t.anyone)
        if not self.types & ITEM and not _strikes(t.do) and any(_hurts(row) for row in t.do):
            raise c.fail("a Skill or Reaction deals damage by 'attack' [attack.definition]")
        said, chosen = self._program(ability, list(t.do), t.targets)
        if not self.keywords[K_EQUIP]:
            self._put_counters(ability)
        if t.condition is not None:
            c.key = "if"
            ability.condition, needed = c.condition(t.condition)
            self.lines.append(f"{'Play' if self.types & ITEM else 'Use'} only if {needed}.")
        self.extra["use"] = ability
        self.extra["attack"] = bool(ability.extra.get("attack"))
        ability.text = _use_text(said, answered, chosen)
        if ability.text:
            self.lines.append(ability.text + ".")

    def _put_counters(self, ability: Ability) -> None:
        """The Counters that keywords name come last (faroe counter.putting)."""
        c, t = self.c, self.t
        on = "targets" if t.targets or _strikes(t.do) else "attacker" if t.answers else "you"
        rows = [{"counter": name, "n": n, "on": on} for name, n in t.keywords.items() if name in COUNTERS]
        if rows:
            c.program(rows)
            counters = c.rules.programs.pop()
            c.rules.programs[ability.program] += counters

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
        if (
            self.types & (SKILL | REACTION | ITEM)
            and not self.types & CHARACTER
            and not self.keywords[K_EQUIP]
        ):
            return
        on = "host" if self.types & (AUGMENT | ITEM) and not self.types & CHARACTER else "this"
        do = [{"counter": name, "n": v, "on": on} for name, v in self.t.keywords.items() if name in COUNTERS]
        if do:
            ability = self._new("enter")
            ability.program, ability.text, ability.tags = self.c.program(do)
            self.extra["enter"] = ability

    def _ability(self, row: AbilityTable) -> None:
        c = self.c
        if row.keyword == "Vengeance":
            row.on, row.of = "knocked-out", "ally characters"
        elif row.keyword == "Overdrive":
            row.on, row.of, row.may = "enters", "this", True
            if not row.cost:
                raise c.fail("Overdrive has a cost [keyword.overdrive]")
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
        ability.self_cost = tuple(
            (COUNTERS.index(c.word(k, COUNTERS, "Counter")) + 1, n) for k, n in row.spend.items()
        )
        ability.extra["any_time"] = row.any_time
        answered = self._link(ability, row.answers, row.anyone)
        said, chosen = self._program(ability, row.do, row.targets)
        body = _use_text(said, answered, chosen)
        if row.unstack:
            stack = c.select("stack")[0]
            ability.slots = (Slot(stack, row.unstack, row.unstack, "", untargeted=True), *ability.slots)
        ability.extra["unstack"] = row.unstack
        if row.on is not None:
            text = self._trigger(ability, row, lead, body)
        else:
            self.extra["activated"].append(ability)
            times = {0: [], 1: ["once a turn"]}.get(row.limit, [f"up to {row.limit} times a turn"])
            price = [f"pay {row.cost} TP"] if row.cost else []
            if row.unstack:
                price.append(
                    f"remove {row.unstack} card{'s' if row.unstack > 1 else ''} from this card's Stack"
                )
            price += [
                f"remove {n} {k} Counter{'s' if n > 1 else ''} from this card" for k, n in row.spend.items()
            ]
            text = f"{lead}{', '.join([*times, *price]) or 'activate'}: {body}"
        ability.text = text
        self.lines.append(text + ".")

    def _keyword_condition(self, row: AbilityTable, test: Any, said: str) -> tuple[Any, str]:
        """Backup, Reinforce, Arm Up and Paradox are conditions under which an ability is active."""
        c = self.c
        word = row.keyword
        if word in ("Backup", "Reinforce", "Arm Up", "Paradox"):
            key = {"Backup": "backup", "Reinforce": "reinforce", "Arm Up": "arm_up", "Paradox": "paradox"}[
                word
            ]
            extra, _ = c.condition({key: row.n if word in ("Reinforce", "Arm Up") else True})
            lead = f"{word}{f' {row.n}' if row.n else ''}: "
            if test is None:
                return extra, lead
            inner = test
            return (lambda s, act: extra(s, act) and inner(s, act)), f"{lead}if {said}, "
        if word not in (None, "Vengeance", "Overdrive"):
            raise c.fail(f"'{word}' is no keyword that an ability stands under")
        return test, f"if {said}, " if said else ""

    def _trigger(self, ability: Ability, row: AbilityTable, lead: str, body: str) -> str:
        c = self.c
        assert row.on is not None
        ability.event = E[c.word(row.on, TRIGGERS, "event")]
        subject, noun = c.select(row.of) if row.of is not None else c.select(_SUBJECT.get(row.on, "this"))
        inner = ability.condition
        by, who = c.select(row.by) if row.by is not None else (None, "")
        put = self._put_kinds(row)

        def test(s: State, act: Act) -> bool:
            _, h, _, _, act_id, n = act[A_EVENT]
            if h not in subject(s, act) or (put and n not in put):
                return False
            if by is not None:
                cause = s.acts.get(act_id)
                if (cause[A_USER] & HANDLE_MASK if cause else 0) not in by(s, act):
                    return False
            return inner is None or inner(s, act)

        ability.condition = test
        if row.hidden:
            self.extra["hidden"].setdefault(ability.event, []).append(ability)
            c.rules.hidden_events |= {ability.event}
        said = _event_text(row.on, noun)
        if row.counter is not None:
            said = said.removesuffix("a Counter") + f"{article(row.counter)} Counter"
        when = f"when {said}{f' by {one_of(who)}' if who else ''}, {lead}"
        if row.keyword == "Vengeance":
            when = f"Vengeance: {lead}"
        elif lead.endswith(": "):
            when = f"{lead}{when.removesuffix(lead)}"
        if row.keyword == "Overdrive":
            return f"Overdrive {row.cost}: {lead}{body}"
        if row.hidden:
            return f"in your Hand: {when}you may show this card: {body}"
        if row.limit:
            times = "once" if row.limit == 1 else f"{row.limit} times"
            when = f"{when.removesuffix(', ')} ({times} a turn), "
        if row.cost:
            return f"{when}you may pay {row.cost} TP: {body}"
        return when + (may(body) if row.may else body)

    def _put_kinds(self, row: AbilityTable) -> tuple[int, ...]:
        """The columns that "gets a Counter" is about: `counter`, or every kind of Counter, TP being none."""
        c = self.c
        if row.on != "counter-put":
            if row.counter is not None:
                raise c.fail("'counter' goes with on = \"counter-put\"")
            return ()
        if row.counter is None:
            return tuple(range(1, len(COUNTERS) + 1))
        return (COUNTERS.index(c.word(row.counter, COUNTERS, "Counter")) + 1,)

    def _static(self, row: AbilityTable, test: Any, lead: str) -> None:
        """Continuous effects: { PLV = 1 }, { Provoke = true }, { forbid = "attack" }, { damage = 1 } ..."""
        c = self.c
        assert row.gives is not None
        to = row.to if row.to is not None else "host" if self.types & (AUGMENT | ITEM) else "this"
        pick, noun = c.select(to)
        attacks, attack_said = (
            vocabulary.attack_test(c, row.attacks or {}) if row.attacks is not None else (None, "")
        )
        names = {**QUANTITY_NAMES, **FIGURE_NAMES}
        parts = []
        for key, value in row.gives.items():
            ability = self._new("static")
            op = 0
            if key in ("halve damage", "halve damage taken"):
                what, n, op = names[key[6:]], (lambda s, act: 0), 2
                said = f"{'take' if key.endswith('taken') else 'deal'} half damage (rounded down)"
            elif key in names:
                what = names[key]
                n, many = c.amount(value)
                said = effects.figure_text(key, many)
            elif key == "forbid":
                what, n = Q_FORBID + BANS.index(c.word(value, BANS, "thing to forbid")), (lambda s, act: 1)
                said = f"cannot {effects.BAN_SAID[value]}"
            elif key == "last_stand":
                what, n, said = Q_LAST_STAND, (lambda s, act: 1), "count as being in The Last Stand"
            elif key == "may_attack":
                what, n, said = Q_MAY_ATTACK, (lambda s, act: 1), "may Attack in person"
            elif key in KEYWORDS:
                number = effects.keyword_value(c, key, value)
                what, (n, _) = Q_KEYWORD + K[key], c.amount(number)
                said = f"have {effects.keyword_text(key, number)}"
                if key == "Mute" and test is not None:
                    raise c.fail("Mute can only be given without a condition")
            else:
                known = sorted([*names, "forbid", "last_stand", "may_attack", *KEYWORDS])
                raise c.fail(f"'{key}' cannot be given; known: {', '.join(known)}")
            ability.static = Static(what, lambda s, act, h: h in pick(s, act), n, test, op, said)
            ability.extra["act"] = attacks
            ability.text = said
            self.extra["statics"].append(ability)
            parts.append(said)
        one = not isinstance(noun, Noun) and noun not in ("you", "the targets")
        lead = f"while {lead[3:]}" if lead.startswith("if ") else lead
        about = f" {'from' if 'damage taken' in row.gives else 'with'} {attack_said}" if attack_said else ""
        self.lines.append(f"{lead}{noun} {' and '.join(_conjugated(p, one) for p in parts)}{about}.")


_WORDED = frozenset(
    {
        "Arm Up",
        "Backup",
        "Contingency",
        "Level-Up",
        "Overdrive",
        "Paradox",
        "Reinforce",
        "Surprise",
        "Vengeance",
    }
)
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
    "gains-tp": "gains TP",
    "discarded": "is discarded",
    "returned": "returns from Orbital",
    "turn-begins": "begins a turn",
    "turn-ends": "ends a turn",
    **{phase.lower().replace(" ", "-"): f"'s {phase} begins" for phase in PHASES},
}


def _event_text(event: str, noun: str) -> str:
    said = TRIGGERS[event]
    if said.startswith("'s "):
        return f"your {said[3:]}" if noun == "you" else f"{one_of(noun)}{said}"
    if noun == "you":
        word, _, rest = said.partition(" ")
        return f"you {'are' if word == 'is' else word[:-1]}{f' {rest}' if rest else ''}"
    return f"{one_of(noun)} {said}"


def _conjugated(said: str, one: bool) -> str:
    """A statement given as for "you", for a subject in the singular or plural."""
    word, _, rest = said.partition(" ")
    if not one or word in ("cannot", "may"):
        return said
    return f"{'has' if word == 'have' else word + 's'} {rest}"


def _hurts(row: dict[str, Any]) -> bool:
    """Whether an effect deals damage to others than its user's own side."""
    return "damage" in row and row.get("to", "target") not in ("you", "user", "this", "host")


def _strikes(do: list[dict[str, Any]]) -> bool:
    return any("attack" in row for row in do)


_ORDINALS = ("first", "second", "third", "fourth")


def _use_text(said: str, answered: str, chosen: list[str]) -> str:
    """Name what is chosen where the text first speaks of it, or ahead of all if it never does."""
    if not said and chosen:
        said = f"choose {' and '.join(chosen)}"
        chosen = []
    ahead = []
    for ordinal, phrase in zip(_ORDINALS, chosen, strict=False):
        names = [f"the {ordinal} target", *(["the targets", "the target"] if len(chosen) == 1 else [])]
        name = next((x for x in names if x in said), "")
        if phrase and name:
            said = said.replace(name, phrase, 1)
        elif phrase:
            ahead.append(phrase)
    text = f"choose {' and '.join(ahead)}: {said}" if ahead else said
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
