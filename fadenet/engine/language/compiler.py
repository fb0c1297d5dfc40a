"""The language in which cards are written: selectors, amounts, conditions and the list of effects.

Card files are data. This module turns their tables into closures (for selectors, amounts and conditions) and
into flat programs of instructions (for effects), checks every key and type on the way, and makes the English
text of a card from the same tables, so that text and behaviour cannot disagree. A game adds its own groups of
cards, filters, selectors, conditions and effects to the tables of a `Language`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from fadenet.engine import lasting
from fadenet.engine.acts import A_EVENT, A_SEAT, A_SRC
from fadenet.engine.atoms import LIMIT
from fadenet.engine.card import Amount, Card, CardTest, Instruction, Select, Test
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.bases import AMOUNTS, NOUNS, SOURCES
from fadenet.engine.language.english import THEM, Noun, added, change_text, multiplied, times
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.looking import looked_at
from fadenet.engine.rules import Rules, SpokenOf
from fadenet.engine.state import HANDLE_MASK, ROW_N, Act, State

NESTING_MAX: Final = 8
LOOPS_MAX: Final = 2
"""So many loops, `each` and `repeat`, stand in one another."""
PROGRAM_MAX: Final = 128
AMOUNT_MAX: Final = 9_999
"""No amount that is written as a number is larger, or below its negative."""
# What is known once targets are chosen.
AIMED: Final[tuple[str, ...]] = ("target", "targets", "first target", "second target", "x")

Said = str
Group = tuple[Callable[[State], list[int]], str, str]  # members, noun for one, noun for many
Gift = Callable[["Compiler", Any], tuple[int, Amount, int, Said]]  # what, by how much, op, said to "you"
Filter = Callable[["Compiler", Any], tuple[CardTest, Said]]
Condition = Callable[["Compiler", Any, dict[str, Any]], tuple[Test, Said]]
PrintedTest = Callable[["Compiler", dict[str, Any]], tuple[Callable[[Card], bool], Said]]
Base = tuple[Select, Said]
SeatGroup = tuple[Callable[[State, int], list[int]], Said]  # seats on that side of a seat, its word


def bounded(n: int) -> int:
    """An amount that is worked out of others: it is never out of the range of all numbers."""
    return max(-LIMIT, min(n, LIMIT))


def is_open(s: State, act: Act, h: int) -> bool:
    """Whether a text can read what a card is: it lies face-up, or all know it where it lies off the field.

    A text can always read its own card, which is the only one to read what a move shows for its check alone.
    """
    if s.face[h] or h == act[A_SRC] & HANDLE_MASK:
        return True
    zone = s.zone[h]
    return s.code[h] > 0 and h not in s.peeked and not (zone >= 0 and s.rules.on_field[zone])


def any_card(s: State, act: Act, h: int) -> bool:
    """A test that every card passes."""
    return True


def of_open(make: Filter) -> Filter:
    """A filter by what a card is: what lies hidden passes none."""

    def made(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        test, said = make(c, v)
        return (lambda s, act, h: test(s, act, h) and is_open(s, act, h)), said

    return made


@dataclass(slots=True)
class Effect:
    """One word of the vocabulary of effects.

    make: compiles its table and appends its instructions. info: who learns something by it (public, owner,
    joint, foe). intent: harm, help or none, for opponents that choose by themselves. rests: whether it can
    make the match wait. tag: declared category of a link that contains it.
    """

    make: Callable[[Compiler, dict[str, Any]], Said]
    keys: frozenset[str]
    info: str = "public"
    intent: str = "none"
    rests: bool = False
    tag: str = ""
    leaves: tuple[str, ...] = ()
    """The facts that it leaves for the effects after it;
    "it" and "n" are those of the last that sets either."""


_FOUND: Final = frozenset({"count", "counters", "stat"})
"""The amounts that are found on cards; all others are worked out of other amounts."""


_WORKED_OUT: Final = ("plus", "minus", "times", "min", "max", "half")
"""The amounts that are worked out of others."""
_FOUND_LAST: Final = frozenset({"it", "n"})


@dataclass(slots=True)
class Language:
    """The tables of one game's card language."""

    rules: Rules
    groups: dict[str, Group] = field(default_factory=dict)
    filters: dict[str, Filter] = field(default_factory=dict)
    face_down: set[str] = field(default_factory=set)
    """Those of `groups` whose cards lie face-down."""
    bases: dict[str, Base] = field(default_factory=dict)
    sources: dict[str, Callable[[Act], int]] = field(default_factory=SOURCES.copy)
    """Words of selectors and amounts that are about a card which may have left: its ref."""
    stats: dict[str, Callable[[State, int], int]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)
    """Those of `stats` that texts may ask of what is hidden, too: they are told by what lies on it."""
    behind: dict[str, frozenset[str]] = field(default_factory=dict)
    """By word of a value the gifts and quantities of other words that change it too."""
    columns: dict[str, int] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    sides: dict[str, SeatGroup] = field(default_factory=dict)
    phrases: dict[str, tuple[Said, Said, Said]] = field(default_factory=dict)
    """Groups with phrases of their own, by side and group: (plural, one of it, each of it)."""
    nouns: dict[str, Said] = field(default_factory=NOUNS.copy)
    """The game's names of these piles, its words for a card that lies on another, and for one without any."""
    places: dict[str, tuple[int, int, Said]] = field(default_factory=dict)
    """Where `return` puts cards: kind of zone, place in it, sentence with {} for the card."""
    amounts: dict[str, tuple[Amount, Said]] = field(default_factory=lambda: AMOUNTS.copy())
    """Amounts that are one word."""
    counters: dict[str, int] = field(default_factory=dict)
    """The numbered columns that cards put and remove as counters."""
    quantities: dict[str, int] = field(default_factory=dict)
    """Values that changes name: what they alter."""
    change_text: Callable[[str, Said], Said] = change_text
    """A change of a value, said to "you"; (name, amount) -> sentence."""
    untils: dict[str, tuple[int, Said]] = field(default_factory=dict)
    """Ends of changes, the usual one first: the game's number, the words."""
    gifts: dict[str, Gift] = field(default_factory=dict)
    """Gifts of continuous abilities beside plain changes of values, by word."""
    withheld: dict[str, Said] = field(default_factory=dict)
    """By word of what no continuous ability gives, why not."""
    keywords: frozenset[str] = frozenset()
    """Those of `quantities` that something has or has not: no change takes one away."""
    events: dict[str, tuple[int, Said]] = field(default_factory=dict)
    """Events that trigger, by word: number of the event, predicate of its sentence ("enters the field")."""
    subjects: dict[str, str] = field(default_factory=dict)
    """Selectors of what an event is about where a card names none; else it is "this"."""
    offers: dict[str, Callable[[Compiler, dict[str, Any]], Test | None]] = field(default_factory=dict)
    """By the first effect of what a player may do: when it is offered, where that is not always."""
    links: tuple[str, ...] = ()
    """The verbs whose links may be answered."""
    affects: CardTest = any_card
    """Whether an action can do anything to a card, for words that do something to each affected card."""
    needs: dict[str, str] = field(default_factory=dict)
    condition_needs: dict[str, str] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    """The facts without which a word finds nothing: by selector, amount or effect, and by condition; then by
    fact the reason why it is not there. A game says with `Compiler.there` which facts there are."""
    judge: Callable[[Compiler, Any], None] = lambda c, selector: None
    """Refuses selectors by which nothing could be found, a sum of a value being asked as its highest is."""
    printed: PrintedTest | None = None
    """Filters that look at printed values only: what can be stated of a hidden card."""


class Compiler:
    """Compiles the tables of one card. `file`, `card` and `key` name the place in errors."""

    def __init__(self, language: Language, file: str, card: str) -> None:
        self.language = language
        self.rules = language.rules
        self.file = file
        self.card = card
        self.key = ""
        self.depth = 0
        self.loops = 0  # how many are around what is being compiled
        self.code: list[Instruction] = []
        self.tags: set[str] = set()
        self.facts: dict[str, Any] = {}
        self.lists = 0  # how many lists of effects have been compiled
        self.several = False  # whether "it" may be more than one thing
        self.aimed = False  # whether something compiled since this was last put down asks about the targets
        self.about: set[str] = set()  # the sources that what is being compiled speaks of
        self.there: frozenset[str] | None = None  # facts that what is being compiled may need, None = any
        self.left: frozenset[str] = frozenset()  # those that the effects before it leave behind
        self.asked: set[str] = set()  # the values, by word, that what is being compiled depends on
        self.kinds: dict[str, frozenset[str]] = {}  # by word of a selector what a game says that it can find
        self.lasts = False  # whether what is being compiled may be asked for when these have left
        self.faults: list[LoadError] = []  # of the effects that are being compiled, which are all read

    def anew(self) -> None:
        """Forget about what was being compiled when something was wrong with it."""
        self.depth, self.lasts, self.left, self.facts, self.there = 0, False, frozenset(), {}, None

    def fail(self, hint: str, reason: str = "", word: object = "") -> LoadError:
        """The error for the place that is being compiled, and the rule that a reason stands for. word: what
        is wrong there, as it is written."""
        cited = f" [{self.rules.cites[reason]}]" if reason else ""
        return LoadError(self.file, self.card, self.key, hint + cited, _as_written(word))

    def unknown(self, said: str, word: object, known: Iterable[str]) -> LoadError:
        """The error for a word that nothing is called by. said: the sentence about it."""
        there = sorted(known)
        listed = ", ".join(there) or "none"
        return self.fail(f"{said}{in_place_of(word, there)}; known: {listed}", word=word)

    def unknown_keys(self, table: dict[str, Any], said: str, known: Iterable[str]) -> None:
        """Refuse the keys of a table that are not known. said: the sentence about one, with {} for it."""
        there = set(known)
        faults = [self.unknown(said.format(key), key, there) for key in table if key not in there]
        if faults:
            raise LoadErrors(faults)

    def known(self, table: dict[str, Any], *keys: str) -> None:
        """Refuse keys that the word does not know."""
        if not isinstance(table, dict):
            raise self.fail(f"a table is written here, with: {', '.join(sorted(keys))}; not {table!r}")
        self.unknown_keys(table, "there is no key '{}' here", keys)
        self.filled(table)

    def filled(self, table: dict[str, Any]) -> None:
        """Refuse keys that list nothing, as none of them could hold."""
        for key, value in table.items():
            if value == []:
                raise self.fail(f"'{key}' lists nothing: name one, or leave the key out")

    def needed(self, table: Any, *keys: str) -> None:
        """Refuse what is not a table, and one that lacks any of these keys."""
        missing = [key for key in keys if not isinstance(table, dict) or key not in table]
        if missing:
            raise self.fail(f"{table!r} lacks {missing[0]!r}: write a table with {', '.join(sorted(keys))}")

    def word(self, value: Any, words: dict[str, Any] | list[str] | tuple[str, ...], what: str) -> str:
        """A string that must be one of the given words."""
        if type(value) is not str or value not in words:
            raise self.unknown(f"{value!r} is no {what}", value, words)
        return value

    def number(self, value: Any, what: str, lo: int = 0, hi: int = 999) -> int:
        """A plain number within bounds."""
        if type(value) is not int or not lo <= value <= hi:
            raise self.fail(f"{what} must be a whole number from {lo} to {hi}, not {value!r}", word=value)
        return value

    def change(self, name: str, value: Any) -> tuple[Amount, Said]:
        """By how much a value is changed; a keyword is not changed by less than 1."""
        if name in self.language.keywords and type(value) is int and value < 1:
            raise self.fail(f"{name} is there or is not: {value} of it gives nothing", word=name)
        return self.amount(value)

    def require(self, word: str, need: str | None) -> None:
        """Refuse a word that would find nothing here, for lack of a fact."""
        if need is not None and self.there is not None and need not in self.there | self.left:
            raise self.fail(f"'{word}' finds nothing here: {self.language.why[need]}", word=word)

    def text(self, value: Any, what: str) -> str:
        """A text, as the name of a card is one."""
        if type(value) is not str or not value:
            raise self.fail(f"{what} must be a text, not {value!r}", word=value)
        return value

    def card_name(self, value: Any, token: bool = False) -> str:
        """The name of a card, which there must be once all cards are compiled. token: one that comes from no
        deck."""
        name = self.text(value, "the name of a card")
        self.rules.spoken_of.append(SpokenOf(self.file, self.card, self.key, name, token))
        return name

    def flag(self, value: Any, what: str) -> bool:
        """True or false."""
        if type(value) is not bool:
            raise self.fail(f"{what} must be true or false, not {value!r}", word=value)
        return value

    # Selectors.

    def select(self, value: Any) -> tuple[Select, Said]:
        """A selector: a word such as "this" or "enemy characters", or a table with `from` and filters."""
        self.language.judge(self, value)
        if type(value) is str:
            return self._base(value)
        if type(value) is not dict or "from" not in value:
            raise self.fail(f"{value!r} is no selector: write a word or a table with 'from'")
        base, noun = self._base(value["from"])
        test, words = self.card_test(
            {k: v for k, v in value.items() if k not in ("from", "lowest", "highest")}
        )
        for pick in ("lowest", "highest"):
            if pick in value:
                return self._extreme(base, test, pick, value[pick], _qualify(noun, words))

        def run(s: State, act: Act) -> list[int]:
            return [h for h in base(s, act) if test(s, act, h)]

        return run, _qualify(noun, words)

    def _extreme(self, base: Select, test: CardTest, pick: str, stat: Any, noun: str) -> tuple[Select, Said]:
        value, shown = self.value(stat)
        best = min if pick == "lowest" else max

        def run(s: State, act: Act) -> list[int]:
            there = [h for h in base(s, act) if shown(s, act, h) and test(s, act, h)]
            if not there:
                return there
            edge = best(value(s, h) for h in there)
            return [h for h in there if value(s, h) == edge]

        return run, _qualify(noun, [f"with the {pick} {stat}"])

    def _base(self, value: Any) -> tuple[Select, Said]:
        language = self.language
        if type(value) is str and value in language.bases:
            self.require(value, language.needs.get(value))
            self.aimed = self.aimed or value in AIMED
            if value in language.sources:
                self.about.add(value)
            select, said = language.bases[value]
            return select, THEM if value == "it" and self.several else said
        if type(value) is str and " " in value:
            side, group = value.split(" ", 1)
            if side in language.sides and group in language.groups:
                return _side_group(language, side, group)
        known = [*language.bases, *(f"{a} {b}" for a in language.sides for b in language.groups)]
        raise self.unknown(f"{value!r} selects nothing", value, known)

    def value(self, name: Any) -> tuple[Callable[[State, int], int], CardTest]:
        """The value of a card or seat that is called so, and of which of them a text can ask for it."""
        stat = self.language.stats[self.word(name, self.language.stats, "value")]
        self.ask(name.removeprefix("full "))
        return stat, any_card if name in self.language.counted else is_open

    def ask(self, word: str) -> None:
        """Note that what is being compiled depends on a value, and so on what else changes that."""
        self.asked |= {word, *self.language.behind.get(word, ())}

    def card_test(self, table: dict[str, Any]) -> tuple[CardTest, list[Said]]:
        """Filters of a selector: all of them must hold."""
        tests: list[CardTest] = []
        said: list[Said] = []
        self.filled(table)
        for name, value in table.items():
            if name not in self.language.filters:
                raise self.unknown(f"'{name}' is no filter", name, self.language.filters)
            test, words = self.language.filters[name](self, value)
            tests.append(test)
            said.append(words)
        if len(tests) == 1:
            return tests[0], said

        def run(s: State, act: Act, h: int) -> bool:
            return all(t(s, act, h) for t in tests)

        return run, said

    def statement(self, table: dict[str, Any]) -> tuple[int, Said]:
        """The number, from 1 on, of a statement about a hidden card, and its text."""
        assert self.language.printed is not None
        if not isinstance(table, dict):
            raise self.fail(f"a statement about a card is a table, not {table!r}")
        self.filled(table)
        test, said = self.language.printed(self, table)
        return self.rules.predicate(test, said), said

    # Amounts.

    def amount(self, value: Any) -> tuple[Amount, Said]:
        """An amount: a number, "x", "dealt", "n" or a table such as { count = selector }."""
        found = type(value) is str or (type(value) is dict and not _FOUND.isdisjoint(value))
        return self.lasting(lambda: self._amount(value)) if found else self._amount(value)

    def _amount(self, value: Any) -> tuple[Amount, Said]:
        if type(value) is int:
            self.number(value, "an amount", -AMOUNT_MAX, AMOUNT_MAX)
            return (lambda s, act: value), str(value)
        if type(value) is str and value in self.language.amounts:
            self.require(value, self.language.needs.get(value))
            self.aimed = self.aimed or value in AIMED
            if value == "n" and value not in self.left and value in (self.there or ()):
                return (lambda s, act: act[A_EVENT][ROW_N]), self.language.amounts[value][1]
            if value in self.language.sources:
                self.about.add(value)
            return self.language.amounts[value]
        if type(value) is not dict:
            raise self.fail(f"{value!r} is no amount{in_place_of(value, self.language.amounts)}", word=value)
        self.depth += 1
        if self.depth > NESTING_MAX:
            raise self.fail(f"nested more than {NESTING_MAX} deep")
        made = self._amount_table(value)
        self.depth -= 1
        return made

    def lasting(self, make: Callable[[], tuple[Amount, Said]]) -> tuple[Amount, Said]:
        """Compile an amount: if a card that it speaks of has left when it is asked for, it is as it was."""
        outer, self.about = self.about, set()
        read, said = make()
        about = [self.language.sources[word] for word in sorted(self.about)]
        self.about |= outer
        if not about or not self.lasts or self.rules.lasts < 0:
            return read, said
        reading = self.rules.add_reading(self.card, lambda act: tuple([of(act) for of in about]), read)
        return (lambda s, act: lasting.read(s, act, reading)), said

    def _amount_table(self, value: dict[str, Any]) -> tuple[Amount, Said]:
        if "count" in value:
            self.known(value, "count")
            pick, noun = self.select(value["count"])
            group = noun.group if isinstance(noun, Noun) else noun
            return (lambda s, act: len(pick(s, act))), f"the number of {group}"
        for name, table in (("counters", self.language.columns), ("stat", self.language.stats)):
            if name in value:
                self.known(value, name, "of")
                return self._sum_of(table, self.word(value[name], table, name), value.get("of", "this"), name)
        for name in _WORKED_OUT:
            if name in value:
                self.known(value, name)
                parts = value[name] if type(value[name]) is list else [value[name]]
                return self._arithmetic(name, [self.amount(v) for v in parts])
        known = ("count", "counters", "stat", *_WORKED_OUT)
        raise self.unknown(f"{next(iter(value), '')!r} is no amount", next(iter(value), ""), known)

    def _sum_of(self, table: dict[str, Any], name: str, of: Any, kind: str) -> tuple[Amount, Said]:
        pick, noun = self.select(of)
        total = "the total" if isinstance(noun, Noun) else "the"
        if kind == "counters":
            k = table[name]
            what = f"{total} number of {name} Counters on {noun}"
            return (lambda s, act: bounded(sum(s.num[k][h] for h in pick(s, act)))), what
        self.language.judge(self, {"from": of, "highest": name})
        stat, shown = self.value(name)
        what = f"your {name}" if noun == "you" else f"{total} {name} of {noun}"

        def read(s: State, act: Act) -> int:
            return bounded(sum([stat(s, h) for h in pick(s, act) if shown(s, act, h)]))

        return (lambda s, act: looked_at(s, read, act)), what

    def _arithmetic(self, name: str, parts: list[tuple[Amount, Said]]) -> tuple[Amount, Said]:
        fns = [p[0] for p in parts]
        said = [p[1] for p in parts]
        if name == "half":
            one = fns[0]
            return (lambda s, act: max(one(s, act), 0) // 2), f"half of {said[0]} (rounded down)"
        if len(fns) != 2:
            raise self.fail(f"'{name}' takes two amounts")
        a, b = fns
        if name == "plus":
            return (lambda s, act: bounded(a(s, act) + b(s, act))), added(*said)
        if name == "minus":
            return (lambda s, act: max(a(s, act) - b(s, act), 0)), f"{said[0]} minus {said[1]}"
        if name == "times":
            return (lambda s, act: bounded(a(s, act) * b(s, act))), multiplied(*said)
        if name == "min":
            return (lambda s, act: min(a(s, act), b(s, act))), f"{said[0]} (at most {said[1]})"
        return (lambda s, act: max(a(s, act), b(s, act))), f"{said[0]} (at least {said[1]})"

    # Conditions.

    def condition(self, value: Any) -> tuple[Test, Said]:
        """A condition: a table whose first key is its word."""
        if type(value) is not dict or not value:
            raise self.fail(f"{value!r} is no condition")
        name = next(iter(value))
        self.depth += 1
        if self.depth > NESTING_MAX:
            raise self.fail(f"nested more than {NESTING_MAX} deep")
        if name not in self.language.conditions:
            raise self.unknown(f"'{name}' is no condition", name, self.language.conditions)
        self.require(name, self.language.condition_needs.get(name))
        made = self.language.conditions[name](self, value[name], value)
        self.depth -= 1
        return made

    # Effects.

    def program(self, effects: Any) -> tuple[int, Said, frozenset[str]]:
        """Compile a list of effects; returns (number of the program, its text, its declared categories)."""
        self.code, self.tags, self.lasts, self.left, self.faults = [], set(), True, frozenset(), []
        said = self.effects(effects)
        self.lasts, self.left = False, frozenset()
        if self.faults:
            raise LoadErrors(self.faults)
        if len(self.code) > PROGRAM_MAX:
            raise self.fail(f"more than {PROGRAM_MAX} instructions")
        self.rules.programs.append(tuple(self.code))
        return len(self.rules.programs) - 1, said, frozenset(self.tags)

    def effects(self, effects: Any) -> Said:
        """Append the instructions of a list of effects to the running program; returns their text."""
        if type(effects) is not list:
            raise self.fail("effects are written as a list of tables")
        self.depth += 1
        if self.depth > NESTING_MAX:
            raise self.fail(f"nested more than {NESTING_MAX} deep")
        self.lists += 1
        before = self.left
        said: list[tuple[Said, bool]] = []
        depth, place = self.depth, self.key
        for n, table in enumerate(effects, 1):
            if depth == 1 and (place == "do" or place.startswith("ability ")):
                self.key = f"do {n}" if place == "do" else f"{place}.do {n}"
            try:
                said.append(self.effect(table))
            except LoadError as error:
                self.faults += error.faults
                self.depth, self.there = depth, None  # what it might have brought is not missed
        self.depth, self.key = depth - 1, place
        self.left |= before
        return _join(said)

    def effect(self, table: Any) -> tuple[Said, bool]:
        """Append the instructions of one effect; its text, and whether it steers others."""
        if type(table) is not dict or not table:
            raise self.fail(f"{table!r} is no effect", word=table)
        name = next(iter(table))
        effect = self.language.effects.get(name)
        if effect is None:
            raise self.unknown(f"'{name}' is no effect", name, self.language.effects)
        own = {key: value for key, value in table.items() if key != name}
        self.unknown_keys(own, f"'{name}' has no key '{{}}'", effect.keys)
        if effect.tag:
            self.tags.add(effect.tag)
        self.require(name, self.language.needs.get(name))
        lists = self.lists
        said = effect.make(self, table)
        leaves = frozenset(effect.leaves)
        self.left = (self.left - _FOUND_LAST if leaves & _FOUND_LAST else self.left) | leaves
        return said, self.lists > lists

    def rounds(self, effects: Any, what: str) -> Said:
        """`some_effects` that are done several times: what one round leaves is there in the next."""
        self.loops += 1
        if self.loops > LOOPS_MAX:
            raise self.fail(f"'each' and 'repeat' stand at most {LOOPS_MAX} in one another")
        self.left |= self._brought(effects)
        said = self.some_effects(effects, what)
        self.loops -= 1
        return said

    def _brought(self, effects: Any) -> frozenset[str]:
        """The facts that effects, as they are written, leave for others, however deep they stand."""
        if type(effects) is list:
            return frozenset().union(*(self._brought(one) for one in effects))
        if type(effects) is not dict or not effects:
            return frozenset()
        effect = self.language.effects.get(next(iter(effects)))
        inner = self._brought([part for part in effects.values() if type(part) is list])
        return inner | frozenset(effect.leaves if effect is not None else ())

    def some_effects(self, effects: Any, what: str) -> Said:
        """`effects` of a word that is about them: one at least. what: where they stand."""
        if effects == []:
            raise self.fail(f"'{what}' holds no effect, so that nothing would be done")
        return self.effects(effects)

    def emit(self, run: Callable[..., None], *arguments: Any) -> int:
        """Append an instruction; returns its place, for jumps."""
        self.code.append((run, arguments))
        return len(self.code) - 1

    def patch(self, at: int, *arguments: Any) -> None:
        """Fill in the arguments of an instruction once they are known."""
        self.code[at] = (self.code[at][0], arguments)


_OTHERS: Final[tuple[str, ...]] = (
    "each",
    "a",
    "an",
    "the",
    "another",
    "one",
    "up",
    "its",
    "it",
    "this",
    "that",
    "you",
    "what",
    "enemy",
    "your",
)
"""How a clause begins whose subject is somebody else than "you" alone: one of them, or all together."""
_OWN: Final[tuple[str, ...]] = ("draw", "gain", "lose", "discard", "shuffle")
"""Verbs of orders that could be read as what such a subject does."""


def _as_written(word: object) -> str:
    """A value as its author has written it, "" for a list or a table."""
    if type(word) is bool:
        return str(word).lower()
    return str(word) if type(word) in (str, int) else ""


def _join(said: list[tuple[Said, bool]]) -> Said:
    """Clauses one after the other, each with whether it steers others: those end before a semicolon."""
    text, before, steers, often = "", "", False, 1
    for clause, steering in said:
        if not clause:
            continue
        if clause == before and not steering:
            text = f"{text.removesuffix(f' {times(often)}')} {times(often + 1)}"
            often += 1
            continue
        often = 1
        done_to_others = before.split(" ", 1)[0] in _OTHERS
        mine = done_to_others and clause.split(" ", 1)[0] in _OWN
        then = f"{'; ' if steers else ', '}then{', ' if clause.startswith('if ') else ' '}" if text else ""
        text, before, steers = f"{text}{then}{'you ' if mine else ''}{clause}", clause, steering
    return text


def _qualify(noun: Said, words: list[Said]) -> Said:
    """A noun phrase narrowed down by filters."""
    if isinstance(noun, Noun):
        return noun.qualified(words)
    return f"{noun} if it is {' and '.join(words)}" if words else noun


def _side_group(language: Language, side: str, group: str) -> tuple[Select, Said]:
    seats_of, owner = language.sides[side]
    members, one, many = language.groups[group]

    def of_one(s: State, act: Act) -> list[int]:
        ctrl, seat = s.ctrl, act[A_SEAT]
        return [h for h in members(s) if ctrl[h] == seat]

    def run(s: State, act: Act) -> list[int]:
        seats = seats_of(s, act[A_SEAT])
        src = act[A_SRC] & HANDLE_MASK
        ctrl = s.ctrl
        found = [h for h in members(s) if ctrl[h] in seats]
        if side == "ally" and src in found:
            found.remove(src)
        return found

    select = of_one if side == "your" else run
    return select, Noun(owner, one, many, fixed=language.phrases.get(f"{side} {group}"))
