"""From the table of a card to the card, its abilities and its text: what is the same in every game.

A game says what is printed on its cards (`Anatomy`), derives the shapes of its tables from `CardTable` and
`AbilityRow`, and from `Maker` a class that knows its own keys and words the text. A row is triggered (`on`),
activated (`activate`) or continuous (`gives`). Text and behaviour are made from the same words in one go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec

from fadenet.engine.acts import A_EVENT, A_USER
from fadenet.engine.card import Ability, Card, Slot, Static, Test
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language import shapes
from fadenet.engine.language.compiler import Compiler, Language, Said
from fadenet.engine.language.english import Noun, conjugated, counted, one_of, sentence, some_of
from fadenet.engine.language.filters import listed
from fadenet.engine.language.schema import Anatomy, Shape
from fadenet.engine.rules import Depending
from fadenet.engine.state import HANDLE_MASK, Act, State

CardKind = TypeVar("CardKind", bound=Card)
AbilityKind = TypeVar("AbilityKind", bound=Ability)

_SAYS: Final = {"trigger": "on", "activate": "activate", "static": "gives"}
_IDLE: Final = {
    "trigger": ("to",),
    "activate": ("of", "by", "to"),
    "static": ("of", "by", "cost", "spend", "limit", "targets", "do"),
}
"""By kind of ability the keys of its row that would do nothing."""

SLUG_CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
NAME_MAX: Final = 40
TARGETS_MAX: Final = 4
"""So many targets has a use at the most."""
INTENTS: Final = ("harm", "help")
ABILITIES_MAX: Final = 8
"""Rows of abilities of a card."""
LASTING_MAX: Final = 6
"""Continuous effects of a card, one for each thing that it gives."""
TEXT_MAX: Final = 2_000
"""Characters of the text that is made of a card."""


class AbilityRow(msgspec.Struct, forbid_unknown_fields=True):
    """The keys that every ability row may have: see the card language of the game."""

    on: str | None = None
    of: Any = None
    by: Any = None
    activate: bool = False
    gives: dict[str, Any] | None = None
    to: Any = None
    cost: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    spend: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]] = {}
    limit: Annotated[int, msgspec.Meta(ge=1, le=99)] = 0  # 0 = none is printed
    targets: list[dict[str, Any]] = []
    condition: dict[str, Any] | None = msgspec.field(name="if", default=None)
    do: list[dict[str, Any]] = []


class CardTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys that every card's table may have beside those of the game's anatomy."""

    name: str
    keywords: dict[str, Any] = {}


def convert(c: Compiler, slug: str, table: dict[str, Any], shape: type[Shape]) -> Shape:
    """The table in the game's shape, its slug and name being in order. Raises `LoadError`."""
    own = slug.rpartition(":")[2]
    if not own or not set(own) <= SLUG_CHARS or len(own) > NAME_MAX:
        raise c.fail("a card's key is made of lower-case letters, digits and '-'")
    made = shapes.converted(c, table, shape)
    c.key = "name"
    name = table["name"]
    if not 0 < len(name) <= NAME_MAX or not name.isprintable():
        raise c.fail(f"a name has 1 to {NAME_MAX} printable characters", word=name)
    return made


def by_event(abilities: Sequence[Ability]) -> dict[int, tuple[Ability, ...]]:
    """The triggered abilities of a card by their events, without those that work from the hand."""
    found: dict[int, tuple[Ability, ...]] = {}
    for ability in abilities:
        if ability.kind == "trigger" and not ability.hidden:
            found[ability.event] = (*found.get(ability.event, ()), ability)
    return found


def inside(place: str, key: str) -> str:
    """Where a key stands beside `do`: in a card, or in one of its abilities."""
    return key if place == "do" else f"{place}.{key}"


class Maker(Generic[CardKind, AbilityKind]):
    """Compiles one card, `made`, and gathers the lines of its text.

    card_kind, ability_kind: the game's own classes. anatomy: what is printed on the game's cards. shape: that
    of a card's table. purse: the numbered column of a seat's body that pays for uses. among: what targets are
    chosen among if a card does not say.
    """

    card_kind: type[CardKind]
    ability_kind: type[AbilityKind]
    anatomy: Anatomy
    shape: type[CardTable]
    purse: int
    among: str

    def __init__(self, language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> None:
        self.c = c = Compiler(language, file, slug)
        self.it: Any = convert(c, slug, table, self.shape)
        self.table = table
        self.code = code
        self.types = self.anatomy.types_of(c, table)
        stats = self.anatomy.stats_of(c, table)
        c.key = next(iter(self.anatomy.kinds))
        self.anatomy.check(c, self.anatomy.demands, table)
        self.keywords = self.printed_keywords()
        self.made = self.card_kind(code, slug, self.it.name, self.types, stats, keywords=self.keywords)
        self.lines: list[Said] = []
        self.given = 0  # how many continuous effects there are so far
        self.abilities: list[AbilityKind] = []

    @classmethod
    def compile(cls, language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> CardKind:
        """Check and compile one card. Raises `LoadError`."""
        return cls(language, file, slug, table, code).card()

    def card(self) -> CardKind:
        """The card. Raises `LoadError`."""
        self.write()
        made, all_ = self.made, self.abilities
        made.abilities, made.by_event = tuple(all_), by_event(all_)
        made.activated = tuple([ability for ability in all_ if ability.kind == "activate"])
        made.statics = tuple([ability for ability in all_ if ability.kind == "static"])
        made.text = " ".join(sentence(line) for line in self.lines)
        if len(made.text) > TEXT_MAX:
            self.c.key = "text"
            raise self.c.fail(f"it says more than {TEXT_MAX} characters: {len(made.text)}")
        return made

    # Hooks: each game answers them in its own way.

    def write(self) -> None:
        """Compile what the card says, line by line."""
        raise NotImplementedError

    def printed_keywords(self) -> tuple[int, ...]:
        """`Card.keywords`."""
        return self.anatomy.keywords_of(self.c, self.table)

    def requirement(self, row: Any) -> tuple[Test | None, Said]:
        """When an ability works, and that in words."""
        return self.c.condition(row.condition) if row.condition is not None else (None, "")

    def gives(self, row: Any, test: Test | None, said: Said) -> None:
        """Compile a continuous ability."""
        self.continuous(row.gives, row.to or "this", test, f"if {said}, " if said else "", "", None)

    def use(self, ability: AbilityKind, row: Any) -> Said:
        """Compile what is chosen and done; its words."""
        self.c.there = self.facts(row)
        ability.slots, names = self.slots(row.targets, self.among)
        self.c.facts, self.c.there = {}, self.facts(row) | chosen(row.targets)
        ability.program, done, ability.tags = self.c.program(row.do)
        ability.modes = self.c.facts.get("modes", 0)
        return use_text(done, "", names)

    def facts(self, row: Any) -> frozenset[str]:
        """The facts that an ability can speak of beside its choices: see `Language.needs`."""
        return frozenset({"event"}) if row.on is not None else NOTHING

    def asked(self, row: Any) -> frozenset[str]:
        """The same when its condition is asked and its event comes: what waits for one chooses later."""
        return self.facts(row) | (NOTHING if row.on is not None else chosen(row.targets))

    def banner(self, ability: AbilityKind, row: Any, said: Said, done: Said) -> Said:
        """The sentence of an ability: when, and what is paid and required (`said`), then what is done."""
        raise NotImplementedError

    # The same in every game.

    def keyword_lines(self, named: Said) -> list[Said]:
        """The printed keywords; named: one that names types ("{} to {} abilities")."""
        lines = []
        for word, value in self.it.keywords.items():
            said = named.format(word, ", ".join(listed(value))) if word in self.anatomy.named else word
            lines.append(f"{said}.")
        return lines

    def rows(self, rows: list[Any]) -> None:
        """Compile abilities in their order. Raises `LoadError` with what is wrong with any of them."""
        faults: list[LoadError] = []
        if len(rows) > ABILITIES_MAX:
            self.c.key = "ability"
            raise self.c.fail(f"a card has at most {ABILITIES_MAX} abilities, and this one {len(rows)}")
        for n, row in enumerate(rows, 1):
            self.c.key = f"ability {n}"
            try:
                self.ability(row)
            except LoadError as error:
                faults += error.faults
                self.c.anew()
        if faults:
            raise LoadErrors(faults)

    def ability(self, row: Any) -> None:
        """Compile one ability."""
        self.anatomy.check(self.c, self.anatomy.row_demands, {**self.table, **msgspec.to_builtins(row)})
        kind = self.kind_of(row)
        self.c.aimed, self.c.asked = False, set()
        self.c.there = self.asked(row)
        test, said = self.requirement(row)
        if row.gives is not None:
            self.gives(row, test, said)
            return
        ability = self.new(kind)
        self.basics(ability, row, test)
        done = self.use(ability, row)
        ability.text = self.banner(ability, row, said, done)
        self.lines.append(f"{ability.text}.")

    def new(self, kind: str) -> AbilityKind:
        """A fresh ability of this card."""
        rules = self.c.rules
        ability = self.ability_kind(len(rules.abilities), self.code, kind, "")
        rules.add_ability(ability)
        self.abilities.append(ability)
        return ability

    def kind_of(self, row: Any) -> str:
        """The kind of a row: "trigger", "activate" or "static". On a card that is sprung, a row that waits
        for an event is an "activate", as it is used. Raises `LoadError` for none or several of the three.
        """
        kinds = {"trigger": row.on is not None, "activate": row.activate, "static": row.gives is not None}
        if sum(kinds.values()) != 1:
            raise self.c.fail("an ability has exactly one of 'on', 'activate', 'gives'")
        kind = next(kind for kind, there in kinds.items() if there)
        for key in _IDLE[kind]:
            if getattr(row, key) not in (None, 0, [], {}):
                raise self.c.fail(f"'{key}' means nothing beside '{_SAYS[kind]}'")
        return "activate" if kind == "trigger" and self.anatomy.springs(self.types) else kind

    def basics(self, ability: Ability, row: AbilityRow, test: Test | None) -> None:
        """Give an ability the condition, limit and price of its row."""
        counters = self.c.language.counters
        ability.condition, ability.aimed, ability.limit = test, self.c.aimed, row.limit
        ability.cost = ((self.purse, row.cost),) if row.cost else ()
        spent = ((counters[self.c.word(k, counters, "Counter")], n) for k, n in row.spend.items())
        ability.self_cost = tuple(spent)

    def slots(
        self, tables: list[dict[str, Any]], default: str, reach_said: Noun | None = None, reach: Said = ""
    ) -> tuple[tuple[Slot, ...], list[Said]]:
        """Choices of targets, { pick = selector, n = 2, up_to = true }, and their names.

        default: what is chosen among if none is said. reach_said: what that is called within reach. reach:
        what is said of a choice that needs reach.
        """
        c = self.c
        c.lasts, place = True, c.key
        slots, said = [], []
        for at, table in enumerate(tables, 1):
            c.key = inside(place, f"targets {at}")
            c.known(table, "pick", "n", "up_to", "reach", "untargeted", "intent")
            if "intent" in table:
                c.word(table["intent"], INTENTS, "intent")
            pick, noun = c.select(table.get("pick", default))
            n = c.number(table.get("n", 1), "n", 1, TARGETS_MAX)
            near, untargeted = bool(table.get("reach", False)), bool(table.get("untargeted", False))
            lo = 1 if table.get("up_to") else n
            slots.append(Slot(pick, lo, n, noun, near, untargeted))
            if near and reach_said is not None and "pick" not in table:
                noun = reach_said
            many = f"{'up to ' if lo < n else ''}{n}"
            chosen = one_of(noun) if n == 1 else some_of(noun, many)
            said.append(f"{chosen}{reach if near else ''}{' (not targeted)' if untargeted else ''}")
        c.lasts, c.key = False, inside(place, "targets")
        if sum(slot.hi for slot in slots) > TARGETS_MAX:
            raise c.fail(f"at most {TARGETS_MAX} targets are chosen")
        if any(slot.lo != slot.hi for slot in slots[:-1]):
            raise c.fail("only the last choice of targets may be of a varying number")
        c.key = place
        return tuple(slots), said

    def listen(self, ability: Ability, row: AbilityRow, amounts: tuple[int, ...] = ()) -> tuple[Said, Said]:
        """Fill in event and condition of a triggered ability; (what happens, by whom) in words.

        One that works from the hand, or is used when the event comes, makes it an event to show a card for.
        amounts: the numbers of the event row that it is about, () = any.
        """
        c = self.c
        there, events = self.asked(row), c.language.events
        assert row.on is not None
        ability.event, _ = events[c.word(row.on, events, "event")]
        if ability.hidden or ability.kind == "activate":
            c.rules.hidden_events |= {ability.event}
        about = row.of if row.of is not None else c.language.subjects.get(row.on, "this")
        c.there = there - {"event"}  # what it happens to is not said by itself
        subject, noun = c.select(about)
        c.there, inner = there, ability.condition
        by, who = c.select(row.by) if row.by is not None else (None, "")

        def test(s: State, act: Act) -> bool:
            _, h, _, _, act_id, n = act[A_EVENT]
            if h not in subject(s, act) or (amounts and n not in amounts):
                return False
            if by is not None:
                cause = s.acts.get(act_id)
                if (cause[A_USER] & HANDLE_MASK if cause else 0) not in by(s, act):
                    return False
            return inner is None or inner(s, act)

        ability.condition = test
        said = events[row.on][1]
        whose = "from" if said.startswith("takes ") else "by"
        return event_text(said, noun), f" {whose} {one_of(who)}" if who else ""

    def continuous(
        self, gives: dict[str, Any], to: Any, test: Test | None, lead: Said, about: Said, which: Test | None
    ) -> None:
        """Continuous effects, { HP = 1 } and the game's gifts, each an ability of its own; one line of text.

        lead: words in front ("while ..., "). about: words behind. which: what an action must be for them.
        """
        c = self.c
        pick, noun = c.select(to)
        known = {**c.language.quantities, **c.language.gifts}
        self.given += len(gives)
        if self.given > LASTING_MAX:
            raise c.fail(f"a card has at most {LASTING_MAX} continuous effects, and this one more")
        parts = []
        for key, value in gives.items():
            if key in c.language.withheld:
                raise c.fail(f"{key} is not given: {c.language.withheld[key]}")
            ability = self.new("static")
            rises = False
            if key in c.language.gifts:
                what, n, op, said = c.language.gifts[key](c, value)
            else:
                what, op = c.language.quantities[c.word(key, known, "thing to be given")], 0
                n, many = c.change(key, value)
                rises = never_negative(value)
                said = c.language.change_text(key, many)
            asks = frozenset(c.asked & known.keys())
            ability.static = Static(what, pick, n, test, op, said, which, rises, bool(asks))
            c.rules.depending += [Depending(c.file, c.card, c.key, key, asks)] if asks else []
            ability.text = said
            parts.append(said)
        one = not isinstance(noun, Noun) and noun not in ("you", "the targets")
        lead = f"while {lead[3:]}" if lead.startswith("if ") else lead
        if any(part.startswith("cannot ") for part in parts):  # "all cannot" might mean that some can
            noun = noun.removeprefix("all ")
        self.lines.append(f"{lead}{noun} {together([conjugated(p, one) for p in parts])}{about}.")


NOTHING: Final[frozenset[str]] = frozenset()


def chosen(slots: list[dict[str, Any]], more: int = 0) -> frozenset[str]:
    """The facts that there are targets, and how many at the most; more: so many that no choice names. Numbers
    that `slots` refuses count as the largest that it takes: they are asked for before it looks."""
    many = [row.get("n", 1) for row in slots]
    n = more + sum(min(m, TARGETS_MAX) for m in many if type(m) is int)
    return frozenset({"targets", *(f"target {at}" for at in range(1, n + 1))}) if n else NOTHING


def never_negative(value: Any) -> bool:
    """Whether an amount, as a card states it, is never below 0: what is counted is not."""
    if type(value) is int:
        return value >= 0
    if type(value) is not dict:
        return False
    parts = [x for name in ("plus", "times", "min", "max") if name in value for x in value[name]]
    return all(never_negative(x) for x in parts)


def removed(row: AbilityRow) -> list[Said]:
    """The Counters of the card itself that a use costs: "remove 2 Charge Counters"."""
    return [f"remove {counted(str(n), f'{kind} Counter')}" for kind, n in row.spend.items()]


def together(said: list[Said]) -> Said:
    """Predicates of one subject: "has Flash and Lock-On", "gets +1 ATK and takes 1 less damage"."""
    text, before = "", ""
    for line in said:
        verb, _, rest = line.partition(" ")
        what, equal, amount = line.partition(" equal to ")
        if equal and before.endswith(f"{equal}{amount}") and what.startswith(f"{verb} additional "):
            text = text.removesuffix(f"{equal}{amount}") + f" and {what.removeprefix(f'{verb} additional ')}"
            text += f"{equal}{amount}"
            continue
        again = verb == before.partition(" ")[0] != "cannot" and " equal to " not in before
        text += f"{' and ' if text else ''}{rest if again else line}"
        before = line
    return text


def event_text(said: Said, noun: Said) -> Said:
    """The sentence of an event and its subject: "this card enters the field", "you draw a card"."""
    if said.startswith("'s "):
        return f"your {said[3:]}" if noun == "you" else f"{one_of(noun)}{said}"
    if noun == "you":
        word, _, rest = said.partition(" ")
        return f"you {'are' if word == 'is' else word[:-1]}{f' {rest}' if rest else ''}"
    return f"{noun.moved if isinstance(noun, Noun) else noun} {said}"


_ORDINALS: Final[tuple[str, ...]] = ("first", "second", "third", "fourth")
_STEERS: Final[tuple[str, ...]] = (" if ", " may ", "flip a coin", "for each ", ": ", "; ")
"""Words behind which a choice is not named: the choice is made in any case, and before."""


def use_text(said: Said, answered: Said, chosen: list[Said]) -> Said:
    """Name what is chosen where the text first speaks of it, or ahead of all.

    Ahead stands what the text never speaks of, or only where it might not come to it.
    """
    ahead: list[Said] = []
    silent: list[Said] = []
    for ordinal, phrase in zip(_ORDINALS, chosen, strict=False):
        names = [f"the {ordinal} target", *(["the targets", "the target"] if len(chosen) == 1 else [])]
        name = next((x for x in names if x in said), "")
        before = f" {said[: said.index(name)]}" if name else ""
        if phrase and name and not any(word in before for word in _STEERS):
            said = said.replace(name, phrase, 1)
        elif phrase:
            (ahead if name else silent).append(phrase)
    if silent:
        said = f"target {' and '.join([*ahead, *silent])}{f'. {sentence(said)}' if said else ''}"
    elif ahead:
        said = f"target {' and '.join(ahead)}: {said}"
    if not answered:
        return said
    return headed(f"answer {answered}", said.replace("its user", "this card's user"))  # not that of the Link


def headed(head: Said, said: Said) -> Said:
    """A use with what stands in front of it: "once a turn: draw 1 card", or "once a turn, target it: ..."."""
    return f"{head}, {said}" if said.startswith("target ") else f"{head}: {said}"
