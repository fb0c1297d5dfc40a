"""Filters, sides and groups by which every game narrows cards down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from fadenet.engine.acts import A_SEAT, A_SRC, A_USER, A_VERB
from fadenet.engine.card import Amount, Card, CardTest, Test
from fadenet.engine.language.compiler import (
    Compiler,
    Condition,
    Filter,
    Language,
    PrintedTest,
    Said,
    SeatGroup,
    of_open,
)
from fadenet.engine.language.english import OTHER, article, being, either, one_of
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, UNDER, Act, State

Demand = TypeVar("Demand")
Supply = TypeVar("Supply")


def listed(v: Any) -> list[Any]:
    """A value that may stand alone for a list of one."""
    return v if type(v) is list else [v]


def mask_of(c: Compiler, v: Any, words: tuple[str, ...], what: str) -> int:
    """One bit for each word that is named."""
    return sum(1 << words.index(c.word(x, words, what)) for x in listed(v))


# Groups and sides.


def in_zones(*kinds: int) -> Callable[[State], list[int]]:
    """The cards in these kinds of zones, seat by seat."""

    def members(s: State) -> list[int]:
        zones = s.zones
        found: list[int] = []
        for base in range(0, len(zones), s.rules.zones_per_seat):
            for k in kinds:
                found += zones[base + k]
        return [h for h in found if h] if 0 in found else found

    return members


def faced(face: int, *kinds: int) -> Callable[[State], list[int]]:
    """The face-up (1) or face-down (0) cards in these kinds of zones, seat by seat."""
    if len(kinds) == 1:
        kind = kinds[0]

        def of_one_kind(s: State) -> list[int]:
            zones, faces = s.zones, s.face
            lines = zones[kind :: s.rules.zones_per_seat]
            if face:
                return [h for line in lines for h in line if faces[h]]
            return [h for line in lines for h in line if h and not faces[h]]

        return of_one_kind

    def members(s: State) -> list[int]:
        zones, faces, n = s.zones, s.face, s.rules.zones_per_seat
        places = [base + k for base in range(0, len(zones), n) for k in kinds]
        return [h for place in places for h in zones[place] if h and faces[h] == face]

    return members


def lying_on(*kinds: int) -> Callable[[State], list[int]]:
    """A function of the state that finds the cards lying on those in these kinds of zones, as handles."""
    hosts = in_zones(*kinds)
    return lambda s: [k for h in hosts(s) for k in s.kids.get(h, ())]


FACES: Final = {"down": 0, "up": 1}


def group_of(rules: Rules, row: dict[str, Any]) -> Callable[[State], list[int]]:
    """A group as a table: { zones = names, face = "up" or "down" }, { on = zones } or { seats = true }."""
    if row.get("seats"):
        return players
    kinds = [rules.zone_names.index(name) for name in row["on" if "on" in row else "zones"]]
    if "on" in row:
        return lying_on(*kinds)
    return faced(FACES[row["face"]], *kinds) if "face" in row else in_zones(*kinds)


def state_of(rules: Rules, row: dict[str, Any]) -> Callable[[State, int], bool]:
    """A test as a table: { counter = name of a column }, { face = "up" or "down" } or { bearing = true }."""
    if "counter" in row:
        column = rules.columns.index(row["counter"])
        return lambda s, h: s.num[column][h] > 0
    if "face" in row:
        face = FACES[row["face"]]
        return lambda s, h: s.face[h] == face
    assert row["bearing"]
    return lambda s, h: h in s.kids


def players(s: State) -> list[int]:
    """The bodies of all seats in the match."""
    return [seat + 1 for seat in range(s.seats) if seat not in s.out]


def _own(s: State, seat: int) -> list[int]:
    return [seat]


def _side(s: State, seat: int) -> list[int]:
    side = s.rules.side
    own = side(s, seat)
    return [e for e in range(s.seats) if side(s, e) == own]


def enemies(s: State, seat: int) -> list[int]:
    """The seats still in the match that are not on this seat's side."""
    side = s.rules.side
    own = side(s, seat)
    return [e for e in range(s.seats) if side(s, e) != own and e not in s.out]


def _all(s: State, seat: int) -> list[int]:
    return list(range(s.seats))


SIDES: Final[dict[str, SeatGroup]] = {
    "your": (_own, "your"),
    "ally": (_side, "ally"),
    "enemy": (enemies, "enemy"),
    "all": (_all, "all"),
}


# Filters: (test, words).


def printed_type(words: tuple[str, ...], what: str) -> Filter:
    """Cards with one of these bits in `Card.types`."""

    @of_open
    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        mask = mask_of(c, v, words, what)
        return (lambda s, act, h: bool(s.rules.cards[s.code[h]].types & mask)), either(listed(v))

    return make


def stat_word(at: int, words: tuple[str, ...], what: str) -> Filter:
    """Cards whose printed value `at` is one of these words, kept as 1 + its index."""

    @of_open
    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        wanted = [1 + words.index(c.word(x, words, what)) for x in listed(v)]
        return (lambda s, act, h: s.rules.cards[s.code[h]].stats[at] in wanted), either(listed(v))

    return make


def flag(word: Said, other: Said, test: Callable[[State, int], bool]) -> Filter:
    """A filter whose value is true or false, and what each of them says."""

    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        wanted = c.flag(v, f"'{word}'")
        return (lambda s, act, h: test(s, h) == wanted), word if wanted else other

    return make


def _other(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    return (lambda s, act, h: h not in (act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK)), OTHER


def _attached_to(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    pick, noun = c.select(v)
    return (
        lambda s, act, h: s.host[h] in pick(s, act) and s.role[h] != UNDER
    ), f"{c.language.nouns['attached']} {one_of(noun)}"


def _stacked_under(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    pick, noun = c.select(v)
    return (
        lambda s, act, h: s.host[h] in pick(s, act) and s.role[h] == UNDER
    ), f"stacked under {one_of(noun)}"


def _value(most: bool) -> Filter:
    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        c.known(v, "of", "n")
        c.needed(v, "of", "n")
        stat, shown = c.value(v["of"])
        n, many = c.amount(v["n"])
        if many.isdigit():
            said = f"with {many} or {'less' if most else 'more'} {v['of']}"
        else:
            said = f"with {v['of']} of at {'most' if most else 'least'} {many}"
        if most:
            return (lambda s, act, h: shown(s, act, h) and stat(s, h) <= n(s, act)), said
        return (lambda s, act, h: shown(s, act, h) and stat(s, h) >= n(s, act)), said

    return make


def _counter(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    k = c.language.counters[c.word(v, c.language.counters, "Counter")]
    return (lambda s, act, h: s.num[k][h] > 0), f"with a {v} Counter"


@of_open
def _name(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    name = c.card_name(v)
    return (lambda s, act, h: s.rules.cards[s.code[h]].name == name), f"named {name}"


FILTERS: Final[dict[str, Filter]] = {
    "other": _other,
    "attached_to": _attached_to,
    "stacked_under": _stacked_under,
    "at_least": _value(False),
    "at_most": _value(True),
    "counter": _counter,
    "name": _name,
}


# Filters as conditions and statements.


def is_one(being: Callable[[Said], Said] = being) -> Condition:
    """Whether one of what is found passes the filters beside it; `being` makes a filter a statement."""

    def make(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
        said: list[Said] = []

        def asked() -> tuple[Amount, Said]:
            pick, noun = c.select(v)
            test, words = c.card_test({k: x for k, x in t.items() if k != "is"})
            said.extend(words)
            return (lambda s, act: any(test(s, act, h) for h in pick(s, act))), noun

        holds, noun = c.lasting(asked)

        def run(s: State, act: Act) -> bool:
            return holds(s, act) > 0

        words = [f"{one_of(noun)} {being(x)}" if i == 0 else being(x) for i, x in enumerate(said)]
        return run, " and ".join(words)

    return make


def one_each(of: str, words: dict[int, tuple[str, ...]], noun: Said) -> Condition:
    """Whether a seat has a card of its own for each word of a list.

    of: the selector of its cards, among those that lie face-up on the field. words: the words behind printed
    values, as `stat_word` has them.
    """
    places = {word: (at, 1 + i) for at, line in words.items() for i, word in enumerate(line)}

    def make(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
        c.filled(t)
        asked = [places[c.word(x, places, "word")] for x in listed(v)]
        pick, _ = c.select(of)

        def holds(s: State, act: Act) -> bool:
            there = pick(s, act)
            if len(there) < len(asked):
                return False
            return shared_out(asked, [s.rules.cards[s.code[h]].stats for h in there], _prints)

        def run(s: State, act: Act) -> bool:
            memo, key = (s.index or s.rules.index_of(s)).memo, (run, act[A_SEAT])
            if key not in memo:
                memo[key] = holds(s, act)
            return memo[key]  # type: ignore[no-any-return]

        return run, "you control " + " and ".join(article(f"{x} {noun}") for x in listed(v))

    return make


def fact(yes: Said, no: Said, test: Test) -> Condition:
    """A condition whose value is true or false, and what each of them says."""

    def make(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
        wanted = c.flag(v, f"'{yes}'")
        return (lambda s, act: test(s, act) == wanted), yes if wanted else no

    return make


def shared_out(asked: Sequence[Demand], there: list[Supply], fits: Callable[[Demand, Supply], bool]) -> bool:
    """Whether everything that is asked for finds something of its own that fits."""
    for i, one in enumerate(there if asked else ()):
        if fits(asked[0], one) and shared_out(asked[1:], there[:i] + there[i + 1 :], fits):
            return True
    return not asked


def _prints(asked: tuple[int, int], stats: tuple[int, ...]) -> bool:
    """Whether a card has a value at a place of `Card.stats`."""
    return stats[asked[0]] == asked[1]


def printed(
    types: tuple[str, ...],
    words: dict[str, tuple[int, tuple[str, ...]]],
    figures: tuple[str, ...] = (),
    keywords: dict[str, int] | None = None,
) -> PrintedTest:
    """Statements about a hidden card by what is printed on it; all that are said hold.

    `type`, `name`, and values by word; `least` and `most`: { figure = n }; `keyword`: one that it has; `not`:
    a statement that must fail. figures: what stands first in `Card.stats`. keywords: by word the place in
    `Card.keywords`.
    """
    borne = keywords or {}

    def make(c: Compiler, table: dict[str, Any]) -> tuple[Callable[[Card], bool], Said]:
        c.known(table, "type", "name", "least", "most", "keyword", "not", *words)
        tests: list[Callable[[Card], bool]] = []
        before, behind = [], []
        for key, v in table.items():
            if key in ("least", "most"):
                if type(v) is not dict:
                    raise c.fail(f"'{key}' is a table of figures, not {v!r}")
                for figure, n in v.items():
                    at = figures.index(c.word(figure, figures, "figure"))
                    tests.append(partial(_has_figure, at, c.number(n, figure), key == "most"))
                    behind.append(f"with {n} or {'less' if key == 'most' else 'more'} {figure}")
            elif key == "not":
                test, said = make(c, v)
                tests.append(partial(_lacks, test))
                behind.append(f"that is no {said}")
            elif key == "keyword":
                tests.append(partial(_has_keyword, borne[c.word(v, borne, "keyword")]))
                behind.append(f"with {v}")
            elif key == "name":
                names = [c.card_name(x) for x in listed(v)]
                tests.append(partial(_has_name, names))
                behind.append(f"named {either(names)}")
            elif key == "type":
                tests.append(partial(_has_type, mask_of(c, v, types, "type")))
                before.append(either(listed(v)))
            else:
                at, line = words[key]
                wanted = [1 + line.index(c.word(x, line, key)) for x in listed(v)]
                tests.append(partial(_has_word, at, wanted))
                before.append(either(listed(v)))
        return (lambda card: all(test(card) for test in tests)), " ".join([*before, "card", *behind])

    return make


def _has_type(mask: int, card: Card) -> bool:
    return bool(card.types & mask)


def _has_keyword(keyword: int, card: Card) -> bool:
    return card.keywords[keyword] > 0


def _has_name(names: list[str], card: Card) -> bool:
    return card.name in names


def _has_word(at: int, wanted: list[int], card: Card) -> bool:
    return card.stats[at] in wanted


def _has_figure(at: int, n: int, most: bool, card: Card) -> bool:
    return card.stats[at] <= n if most else card.stats[at] >= n


def _lacks(test: Callable[[Card], bool], card: Card) -> bool:
    return not test(card)


def link_test(c: Compiler, table: dict[str, Any]) -> tuple[CardTest, Said]:
    """A link of the running chain that is answered: { to = verb, by = "enemy" or "anyone" }."""
    c.known(table, "to", "by")
    verb = c.rules.verbs.index(c.word(table.get("to"), c.language.links, "kind of Link"))
    by = c.word(table.get("by", "anyone"), ("anyone", "enemy"), "side")

    def test(s: State, act: Act, k: int) -> bool:
        other = s.acts[k]
        side = s.rules.side
        return other[A_VERB] == verb and (by == "anyone" or side(s, other[A_SEAT]) != side(s, act[A_SEAT]))

    return test, f"an enemy's {table['to']}" if by == "enemy" else article(table["to"])


def teach(language: Language, *without: str) -> None:
    """Add filters, sides and the condition `is` to a language, but for the filters it has no use for."""
    language.filters.update({word: f for word, f in FILTERS.items() if word not in without})
    language.sides.update(SIDES)
    language.conditions["is"] = is_one()
