"""The effect words that every game's cards are written with, each with its English.

Nouns that games capitalise as they like ("Deck", "deck") come from `Language.nouns`; places that cards can be
put into, counters, values that can be changed and the ends of changes come from the tables beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fadenet.engine.acts import A_IT
from fadenet.engine.card import Amount, CardTest, Select
from fadenet.engine.language import filters, instructions
from fadenet.engine.language.compiler import Compiler, Effect, Filter, Language, Said
from fadenet.engine.language.english import (
    Noun,
    article,
    counted,
    each_of,
    is_several,
    measured,
    one_of,
    some_of,
    verb,
)
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import Act, State

LOOKS: Final = "looks"
"""The tag of abilities with which somebody looks at cards of another's deck."""


def who(c: Compiler, t: dict[str, Any], default: str = "you") -> tuple[Select, Said]:
    """The selector of seats under `who`."""
    return c.select(t.get("who", default))


def whose(said: Said) -> Said:
    return "your" if said == "you" else "their"


def stated(whom: Said, words: Said) -> Said:
    """A statement about somebody, the words given as for "you"."""
    return f"you {words}" if whom == "you" else verb(whom, words)


@dataclass(frozen=True, slots=True)
class AmountPhrase:
    """The English of a word with an amount, and its keys.

    how: "deal {0} to {1}" for amount and whom, or "gain {0}" for what whoever is found does. noun: what the
    amount is of, in the plural if it has one. key, of: the key of the selector, and the one if none is named.
    flag: a key that may be true, and the noun then. each: see `_emit`.
    """

    how: Said
    noun: Said
    key: str
    of: str
    intent: str = "none"
    flag: tuple[str, Said] | None = None
    each: str = ""


def amount_word(word: str, run: Callable[..., None], phrase: AmountPhrase) -> Effect:
    """A word { word = amount, key = selector }: `run` is given the cards or bodies found, the amount, and the
    flag if the word may have one."""
    flag = phrase.flag

    def make(c: Compiler, t: dict[str, Any]) -> Said:
        n, many = c.amount(t[word])
        pick, whom = c.select(t.get(phrase.key, phrase.of))
        there = flag is not None and bool(t.get(flag[0]))
        what = flag[1] if flag is not None and there else phrase.noun
        _emit(c, run, phrase.each, pick, n, *([lambda s, act: int(there)] if flag else []))
        amount = counted(many, what[:-1]) if what.endswith("s") else measured(many, what)
        said = phrase.how.format(amount, each_of(whom))
        return said if "{1}" in phrase.how else verb(whom, said)

    return Effect(make, frozenset({phrase.key, *([flag[0]] if flag else [])}), intent=phrase.intent)


def card_word(
    word: str,
    run: Callable[..., None],
    how: Said,
    intent: str = "none",
    flag: tuple[str, Said] | None = None,
    opened: bool = False,
    each: str = "",
) -> Effect:
    """A word { word = selector }: `run` is given what is found; how: "defeat {}".

    flag: a key that may be true, what it adds to the sentence; `run` is given it as well. opened: hidden
    cards are shown to everybody first. each: see `_emit`.
    """

    def make(c: Compiler, t: dict[str, Any]) -> Said:
        pick, whom = c.select(t[word])
        there = flag is not None and bool(t.get(flag[0]))
        if opened:
            c.emit(instructions.do_open, pick)
        _emit(c, run, each, pick, *([lambda s, act: int(there)] if flag else []))
        return how.format(each_of(whom)) + (flag[1] if flag is not None and there else "")

    return Effect(make, frozenset([flag[0]] if flag else []), intent=intent, rests=opened)


def value_word(
    word: str, run: Callable[..., None], of: tuple[str, ...], after: Said, each: str = ""
) -> Effect:
    """A word { word = value, n = amount, on = selector }: `run` is given cards, amount, number of the value.

    of: the values there are, by the words of `Language.quantities`. after: what ends the sentence.
    each: see `_emit`.
    """

    def make(c: Compiler, t: dict[str, Any]) -> Said:
        name = c.word(t[word], of, "value")
        value = c.language.quantities[name]
        n, many = c.amount(t.get("n", 1))
        pick, whom = c.select(t.get("on", "user"))
        _emit(c, run, each, pick, n, lambda s, act: value)
        return f"{stated(whom, c.language.change_text(name, many))}{after}"

    return Effect(make, frozenset({"n", "on"}))


def named_word(word: str, run: Callable[..., None], how: Said, intent: str = "none") -> Effect:
    """A word { word = name of a token }: `run` is given the code of that card. how: "make {}"."""

    def make(c: Compiler, t: dict[str, Any]) -> Said:
        rules, name = c.rules, c.card_name(t[word], token=True)
        c.emit(lambda s, act: run(s, act, rules.names[name]))
        c.several = False
        return how.format(article(t[word]))

    return Effect(make, frozenset(), intent=intent)


def _emit(c: Compiler, run: Callable[..., None], each: str, pick: Select, *amounts: Amount) -> None:
    """Append the instruction that carries out a word.

    each: "" = `run` is given all that is found; "all" = it is called for one after the other; "affected" =
    for those of them that the action can affect (`Language.affects`).
    """
    if each:
        c.emit(do_each, run, c.language.affects if each == "affected" else None, pick, *amounts)
    else:
        c.emit(do_with, run, pick, *amounts)


def do_with(s: State, act: Act, run: Callable[..., None], pick: Select, *amounts: Amount) -> None:
    there = pick(s, act)
    rules_of(s).effects.reached(s, act, there)
    run(s, act, there, *(n(s, act) for n in amounts))


def do_each(
    s: State, act: Act, run: Callable[..., None], affects: CardTest | None, pick: Select, *amounts: Amount
) -> None:
    found = [h for h in pick(s, act) if affects is None or affects(s, act, h)]
    rules_of(s).effects.reached(s, act, found)
    values = [n(s, act) for n in amounts]
    for h in found:
        run(s, act, h, *values)


def _top(many: Said) -> Said:
    return "the top card" if many == "1" else f"the top {counted(many, 'card')}"


def _draw(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["draw"])
    pick, said = who(c, t)
    c.several = many != "1" or is_several(said)
    c.emit(instructions.do_draw, pick, n)
    return f"{verb(said, 'draw')} {counted(many, 'card')}"


def _mill(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["mill"])
    pick, said = who(c, t)
    c.several = many != "1" or is_several(said)
    c.emit(instructions.do_mill, pick, n, c.rules.discard_kind)
    mine, nouns = whose(said), c.language.nouns
    return f"{verb(said, 'put')} {_top(many)} of {mine} {nouns['deck']} into {mine} {nouns['discard']}"


def _discard(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["discard"])
    pick, said = who(c, t)
    c.several = many != "1" or is_several(said)
    c.emit(instructions.do_discard, pick, n, bool(t.get("random", False)))
    return f"{verb(said, 'discard')} {counted(many, 'card')}{' at random' if t.get('random') else ''}"


def _return(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["return"])
    where = t.get("to", "hand")
    if where == "deck":
        c.emit(instructions.do_shuffle_in, pick)
        return f"shuffle {each_of(what)} into its owner's {c.language.nouns['deck']}"
    kind, at, said = c.language.places[c.word(where, [*c.language.places, "deck"], "place")]
    c.emit(instructions.do_put, pick, kind, at)
    return said.format(each_of(what))


def _shuffle(c: Compiler, t: dict[str, Any]) -> Said:
    pick, said = c.select(t["shuffle"])
    c.emit(instructions.do_shuffle, pick)
    return f"{verb(said, 'shuffle')} {whose(said)} {c.language.nouns['deck']}"


def _counter(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["counter"], c.language.counters, "Counter")
    column = c.language.counters[name]
    pick, where = c.select(t.get("on", "target"))
    if t.get("remove") == "all":
        c.emit(instructions.do_clear, pick, column)
        return f"remove all {name} Counters from {each_of(where)}"
    key = "remove" if "remove" in t else "n"
    n, many = c.amount(t.get(key, 1))
    c.emit(instructions.do_counter, pick, column, n, -1 if key == "remove" else 1)
    c.several = is_several(where)
    if key == "remove":
        return f"remove {counted(many, f'{name} Counter')} from {each_of(where)}"
    return f"put {counted(many, f'{name} Counter')} on {each_of(where)}"


def until(c: Compiler, t: dict[str, Any]) -> tuple[int, Said]:
    """When a change ends: its number and its words; the first of the game's ends if none is named."""
    ends = c.language.untils
    return ends[c.word(t.get("until", next(iter(ends))), ends, "duration")]


def _mod(c: Compiler, t: dict[str, Any]) -> Said:
    names = c.language.quantities
    name = c.word(t["mod"], names, "value")
    n, many = c.change(name, t.get("n", 1))
    pick, whom = c.select(t.get("on", "target"))
    end, when = until(c, t)
    c.emit(instructions.do_mod, pick, names[name], n, end)
    c.several = is_several(whom)
    return f"{stated(whom, c.language.change_text(name, many))}{when}"


def _look(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["look"])
    pick, said = who(c, t)
    c.several = many != "1" or is_several(said)
    c.emit(instructions.do_look, pick, n)
    if said != "you":
        c.tags.add(LOOKS)
    owner = "your" if said == "you" else f"{each_of(said)}'s"
    return f"look at {_top(many)} of {owner} {c.language.nouns['deck']}"


def _show_hand(c: Compiler, t: dict[str, Any]) -> Said:
    pick, said = c.select(t["show_hand"])
    c.emit(instructions.do_show_hand, pick)
    return f"look at {each_of(said)}'s {c.language.nouns['hand']}"


def _show(c: Compiler, t: dict[str, Any]) -> Said:
    pick, said = c.select(t["show"])
    c.emit(instructions.do_show, pick)
    return f"look at {each_of(said)}"


def _search(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["search"])
    c.several = many != "1"
    table = t.get("for", {})
    deck, hand = c.language.nouns["deck"], c.language.nouns["hand"]
    if table:
        predicate, said = c.statement(table)
        c.emit(instructions.do_search, predicate, n, 1)
        them = "it" if many == "1" else "them"
        said = said if many == "1" else said.replace("card", "cards", 1)
        taken = f"take {many} {said} from your {deck}, show {them}, put {them} into your {hand}"
        return f"{taken}, then shuffle your {deck}"
    c.emit(instructions.do_search, 0, n, 0)
    return f"take {counted(many, 'card')} from your {deck} into your {hand}, then shuffle your {deck}"


def _reveal(c: Compiler, t: dict[str, Any]) -> Said:
    predicate, said = c.statement(t["reveal"])
    c.several = False
    c.emit(instructions.do_reveal, predicate)
    return f"you may show 1 {said} from your {c.language.nouns['hand']}"


def _pick(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["pick"])
    lo = c.number(t.get("min", t.get("n", 1)), "min", 0, 10)
    hi = c.number(t.get("n", 1), "n", 1, 10)
    seats, said = who(c, t)
    c.several = hi > 1
    c.rules.choices.append((pick, lo, hi))
    c.emit(instructions.do_pick, seats, len(c.rules.choices) - 1)
    some = one_of(noun) if lo == hi == 1 else some_of(noun, f"{'up to ' if lo < hi else ''}{hi}")
    return f"{verb(said, 'choose')} {some}"


def _steal(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["steal"])
    to, whom = c.select(t.get("to", "user"))
    c.emit(instructions.do_steal, pick, to)
    return f"if {one_of(whom)} {c.language.nouns['bare']}, {one_of(whom)} takes {one_of(what)}"


def _swap(c: Compiler, t: dict[str, Any]) -> Said:
    c.needed(t, "with")
    first, one = c.select(t["swap"])
    second, other = c.select(t["with"])
    c.emit(instructions.do_swap, first, second)
    return f"swap {c.language.nouns['burden']} {one} and {other}"


def _random(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["random"])
    c.several = False
    c.emit(instructions.do_random, pick)
    return f"choose {one_of(noun)} at random"


NONE: Final[frozenset[str]] = frozenset()
WHO: Final = frozenset({"who"})
# The words that others leave to those after them.
IT: Final = ("it",)
IT_AND_N: Final = ("it", "n")
WORDS: Final = {
    "draw": Effect(_draw, WHO, info="owner", intent="help", rests=True, leaves=IT_AND_N),
    "mill": Effect(_mill, WHO, intent="harm", rests=True, leaves=IT_AND_N),
    "discard": Effect(_discard, WHO | {"random"}, intent="harm", rests=True, leaves=IT_AND_N),
    "counter": Effect(_counter, frozenset({"n", "on", "remove"}), leaves=IT_AND_N),
    "return": Effect(_return, frozenset({"to"}), rests=True),
    "shuffle": Effect(_shuffle, NONE, rests=True),
    "mod": Effect(_mod, frozenset({"n", "on", "until"}), leaves=IT),
    "look": Effect(_look, WHO, info="foe", rests=True, leaves=IT_AND_N),
    "show": Effect(_show, NONE, info="foe", rests=True),
    "show_hand": Effect(_show_hand, NONE, info="foe", rests=True),
    "search": Effect(_search, frozenset({"for"}), info="owner", intent="help", rests=True, leaves=IT_AND_N),
    "reveal": Effect(_reveal, NONE, rests=True, leaves=IT_AND_N),
    "pick": Effect(_pick, frozenset({"n", "min", "who"}), rests=True, leaves=IT_AND_N),
    "steal": Effect(_steal, frozenset({"to"}), intent="harm", rests=True),
    "swap": Effect(_swap, frozenset({"with"}), rests=True),
    "random": Effect(_random, NONE, info="joint", rests=True, leaves=IT),
}
"""All of them; a game teaches its cards those that it wants, by `teach`."""


DOES: Final[dict[str, Callable[..., Any]]] = {"found": lambda s, act: bool(act[A_IT])}
"""Functions of words that do the same in every game, although each game says them in its own way."""


def say(
    language: Language, data: dict[str, Any], untils: Sequence[str], does: dict[str, Callable[..., Any]]
) -> None:
    """Add words whose English stands in a game's data.

    data: tables of sentences, by word. nouns, phrases, events, subjects: as in `Language`. sides: what the
    game calls one of the sides. bases: a phrase, or { like = another base, noun = ..., said = the three of a
    `Noun` }. groups, filters: what is found or holds (see `filters.group_of`, `filters.state_of`) and, in
    `said`, one and many, or true and false. counters, values: names of columns. links: `verbs`. quantities:
    amounts that are one word. conditions: true and false. places: { zone = ..., said = ... }. amounts, cards,
    changes, named: effects, see `amount_word`, `card_word`, `value_word` and `named_word`.
    untils: the words of the ends of changes, by number. does: what words do of which the data cannot say it.
    """
    rules, does = language.rules, {**DOES, **does}
    language.nouns |= data["nouns"]
    language.phrases |= {word: tuple(said) for word, said in data["phrases"].items()}
    language.subjects |= data["subjects"]
    language.events |= {word: (rules.events.index(word), said) for word, said in data["events"].items()}
    language.untils |= {word: (untils.index(word), said) for word, said in data["untils"].items()}
    language.quantities |= {word: n for n, word in enumerate(rules.quantities)}
    language.counters |= {word: rules.columns.index(name) for word, name in data["counters"].items()}
    language.columns |= language.counters
    language.links = tuple(data["links"]["verbs"])
    for word, side in data["sides"].items():
        language.sides[word] = (language.sides.pop(side)[0], word)
    for word, row in data["bases"].items():
        like, said = (row["like"], _fixed(row)) if type(row) is dict else (word, row)
        language.bases[word] = (does.get(word) or language.bases[like][0], said)
    for word, row in data["groups"].items():
        language.groups[word] = (filters.group_of(rules, row), *row["said"])
        if row.get("face") == "down":
            language.face_down.add(word)
    for word, row in data["filters"].items():
        language.filters[word] = _flag(rules, row)
    for word, row in data["places"].items():
        language.places[word] = (rules.zone_names.index(row["zone"]), -1, row["said"])
    for word, column in data["values"].items():
        language.counted.add(word)
        language.stats[word] = counters_on(rules.columns.index(column))
    for word, said in data["quantities"].items():
        language.amounts[word] = (does.get(word) or language.amounts[word][0], said)
    for word, (yes, no) in data["conditions"].items():
        language.conditions[word] = filters.fact(yes, no, does[word])
    for table, make in MAKERS.items():
        rows = {word: _with_tuples(row) for word, row in data[table].items()}
        language.effects |= {word: make(word, does[word], **row) for word, row in rows.items()}


MAKERS: Final[dict[str, Callable[..., Effect]]] = {
    "amounts": lambda word, run, **row: amount_word(word, run, AmountPhrase(**row)),
    "cards": card_word,
    "changes": value_word,
    "named": named_word,
}


def _with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    """A table of a file as the classes of words take it."""
    return {key: tuple(value) if type(value) is list else value for key, value in row.items()}


def _flag(rules: Rules, row: dict[str, Any]) -> Filter:
    yes, no = row["said"]
    return filters.flag(yes, no, filters.state_of(rules, row))


def _fixed(row: dict[str, Any]) -> Noun:
    one, many, each = row["said"]
    return Noun("", row["noun"], row["noun"], fixed=(one, many, each))


def counters_on(column: int) -> Callable[[State, int], int]:
    """How many counters of a kind lie on a card or body."""
    return lambda s, h: s.num[column][h]


def teach(language: Language, *without: str) -> None:
    """Add these words to a game's language, but for those it has no use for."""
    language.effects.update({word: effect for word, effect in WORDS.items() if word not in without})
