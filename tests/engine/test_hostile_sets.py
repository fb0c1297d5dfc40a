"""A stranger's set of cards: whatever it says, it is refused by a sentence, or nothing that it does harms."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from fadenet import games
from fadenet.engine import atoms, invariants, kernel, position
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.cards import ABILITIES_MAX, TARGETS_MAX, TEXT_MAX, chosen
from fadenet.engine.language.compiler import AMOUNT_MAX, Compiler
from fadenet.engine.language.sets import CARDS_MAX
from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from fadenet.games.catalogue import catalogue_of
from tests.builders.harmful_sets import HARMFUL, REFUSED
from tests.builders.playout import Playout, wander
from tests.builders.scenario import Duel
from tests.builders.strange_sets import Cards, Mutants, a_set, loaded
from tests.meetings.author import is_brought
from tests.meetings.bouts import leaning
from tests.meetings.shelves import NAMES, game

ITEM: dict[str, Any] = {"name": "Odd Thing", "types": ["Item"], "rank": "Normal", "cost": 0}
RECRUIT: dict[str, Any] = {
    "name": "Odd Crier",
    "type": "Character",
    "class": "Warrior",
    "affiliation": "Earth",
    "hp": 5,
}


MOVE_SECONDS = 1.5
"""A move takes half a second at the most on a machine like those that players have; here it has room."""
COMPILE_SECONDS = 1.0
MEMORY_MAX = 64 << 20


def item(do: list[dict[str, Any]], **more: Any) -> dict[str, dict[str, Any]]:
    return {"odd": {**ITEM, "do": do, **more}}


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_card_says_it_is_taken_or_refused_by_a_sentence(
    name: str, so_many: Callable[[int, int], int]
) -> None:
    """given cards of which parts are written otherwise, then they load and can be shown, or a `LoadError`
    names one of them."""
    taken = refused = 0
    for cards in islice(Mutants(name, 1), so_many(40, 4_000)):
        try:
            rules = loaded(name, cards)
        except LoadError as error:
            refused += 1
            assert str(error).isprintable()
            continue
        taken += 1
        for card in rules.cards[1:]:
            assert card.text.isprintable()
            assert catalogue_of(rules).line(card) and catalogue_of(rules).face(card, 40)
    assert taken and refused


@pytest.mark.parametrize(("name", "cards", "why"), REFUSED.values(), ids=REFUSED)
def test_what_would_do_harm_is_refused(name: str, cards: Cards, why: str) -> None:
    with pytest.raises(LoadError) as told:
        loaded(name, cards, alone=False)
    assert why in str(told.value)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cards"), HARMFUL.values(), ids=HARMFUL)
def test_nothing_that_a_set_does_takes_long_or_grows(
    name: str, cards: Cards, so_many: Callable[[int, int], int]
) -> None:
    """given a set that is written to harm, then it loads quickly, no step or list of moves takes long, and
    the state stays small and sound."""
    began = time.process_time()
    rules = loaded(name, cards, alone=False)
    assert time.process_time() - began < COMPILE_SECONDS
    own = {rules.code_of(f"zz:{slug}") for slug in cards}
    for s, seconds in islice(steps(rules, own), so_many(40, 5_000)):
        assert seconds < MOVE_SECONDS
        assert len(s.mods) <= atoms.MODS_MAX and len(s.queue) <= atoms.WAITING_MAX
        assert len(position.dump(s)) < position.LINE_MAX if not s.answers else True
        assert not invariants.fault(s)


def steps(rules: Rules, own: set[int]) -> Iterator[tuple[State, float]]:
    """The rests of matches with decks of these cards, and the CPU time of the slower of what led there: the
    list of moves, or the move."""
    for seed in count(1):
        random = Random(seed)
        decks = [rules.book.draw_deck(leaning(random, own)) for _ in range(2)]
        play = Playout(rules, seed, [list(part) for each in decks for part in each])
        while not play.s.over:
            began, listed = time.process_time(), 0.0
            if play.s.needs:
                play.search()
                play.dealer.deal(play.s)
            else:
                seat = play.owing()[0]
                moves = play.options(seat)
                listed, began = time.process_time() - began, time.process_time()
                play.answer(seat, wander(random, rules, moves))
            yield play.s, max(listed, time.process_time() - began)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_largest_set_compiles_in_time(name: str) -> None:
    """given 600 of the longest cards that fit into a set, then they compile within a second, and so do as
    many with a fault in each."""
    cards = largest(name)
    assert len(cards) == CARDS_MAX
    sound = a_set(name, cards, alone=False)
    began = time.process_time()
    assert len(games.load(name, sets=sound.id).cards) > CARDS_MAX
    assert time.process_time() - began < COMPILE_SECONDS
    assert_refused_in_time(name, {slug: table | {"name": ""} for slug, table in cards.items()})


@pytest.mark.slow
def test_a_large_set_that_speaks_of_nobody_is_refused_in_time() -> None:
    nobody = {"destroy": {"from": "all cards", "name": "Keen Edges"}}
    cards = {f"n-{n}": ITEM | {"name": f"N {n}", "do": [nobody] * 3} for n in range(CARDS_MAX)}
    assert_refused_in_time("faroe", cards)


def assert_refused_in_time(name: str, cards: Cards) -> None:
    one = a_set(name, cards, alone=False)
    began = time.process_time()
    with pytest.raises(LoadErrors):
        games.load(name, sets=one.id)
    assert time.process_time() - began < COMPILE_SECONDS


@pytest.mark.slow
def test_the_largest_set_compiles_in_little_memory() -> None:
    one = a_set("faroe", largest("faroe"), version=2)
    tracemalloc.start()
    try:
        games.load("faroe", sets=one.id)
        assert tracemalloc.get_traced_memory()[1] < MEMORY_MAX
    finally:
        tracemalloc.stop()


def largest(name: str) -> dict[str, dict[str, Any]]:
    """As many cards as a set has, the longest packaged ones under other names."""
    tables = {slug: table for slug, table in game(name).tables.items() if not is_brought(table)}
    longest = sorted(tables.values(), key=lambda table: -len(json.dumps(table)))[:40]
    return {f"n-{n}": longest[n % len(longest)] | {"name": f"N {n}"} for n in range(CARDS_MAX)}


DRAW: list[dict[str, Any]] = [{"draw": 1}]
ROW: dict[str, Any] = {"activate": True, "do": DRAW}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (item([], ability=[ROW] * (ABILITIES_MAX + 1)), f"at most {ABILITIES_MAX} abilities"),
        (item(DRAW, targets=[{"pick": "you"}] * (TARGETS_MAX + 1)), f"at most {TARGETS_MAX} targets"),
        (item(DRAW, targets=[{"pick": "you", "n": 10_000}]), f"from 1 to {TARGETS_MAX}"),
        (item([{"draw": AMOUNT_MAX + 1}]), f"to {AMOUNT_MAX}"),
        (item([{"repeat": 2, "do": [{"each": "you", "do": [{"repeat": 2, "do": DRAW}]}]}]), "in one another"),
        (item([{"draw": {"count": "enemy characters"}}, {"mill": 1}] * 40), f"more than {TEXT_MAX}"),
        (item([{"draw": 1}, {"mill": 1}] * 70), "more than 128 instructions"),
        (item([{"destroy": {"from": "all characters", "name": "Rookie Aec"}}]), "did you mean Rookie Ace?"),
        (item(DRAW, targets=[{"pick": "you", "intent": "spite"}]), "'spite' is no intent"),
        ({"odd": {"name": "O", "types": [], "legend": True, "hp": [9] * 4, "plv": [1] * 4}}, "with the game"),
        ({"odd": {"name": "O", "types": [], "unique_to": ["X"], "do": DRAW}}, "come with the game"),
    ],
)
def test_what_is_out_of_bounds_is_refused(cards: dict[str, dict[str, Any]], why: str) -> None:
    with pytest.raises(LoadError) as told:
        loaded("faroe", cards, alone=False)
    assert why in str(told.value) and told.value.card == "zz:odd"


@pytest.mark.parametrize(
    ("token", "sp", "why"),
    [
        ("Wanderer Alfa", 1, "did you mean Wanderer Alpha?"),
        ("Skylar the Determined", 1, "is no token"),
        ("Odd Token", 0, "a token has SP"),
    ],
)
def test_a_token_that_is_brought_is_there_and_is_one(token: str, sp: int, why: str) -> None:
    row = {"colour": "Green", "activate": True, "do": [{"token": token}]}
    cards = {
        "crier": {**RECRUIT, "sp": 1, "ability": [row]},
        "odd": {**RECRUIT, "name": "Odd Token", "sp": sp, "token": True},
    }
    with pytest.raises(LoadError) as told:
        loaded("terrene", cards, alone=False)
    assert why in str(told.value)


@pytest.mark.python
def test_a_number_of_targets_takes_no_memory_before_it_is_refused() -> None:
    """given an ability that is asked for an immense number of targets, then what its condition may speak of
    is no more than of the most targets that there can be, and it does not load."""
    assert chosen([{"n": 100_000}, {"n": -5}, {}]) <= chosen([{"n": TARGETS_MAX}, {}])
    targets = [{"pick": "enemy characters", "n": 2**31}]
    row = {"activate": True, "colour": "Green", "targets": targets, "do": DRAW}
    with pytest.raises(LoadError, match="n must be a whole number from 1 to 4"):
        loaded("terrene", {"odd": RECRUIT | {"ability": [row]}})


@pytest.mark.parametrize("name", NAMES)
def test_amounts_stay_within_the_range_of_numbers(name: str) -> None:
    """given products and sums of the largest amounts, then what comes out is bounded as all numbers are."""
    language = game(name).language(game(name).bare("duel", {}))
    most: Any = AMOUNT_MAX
    for _ in range(5):
        most = {"times": [most, most]}
    compiler = Compiler(language, "x", "x")
    s = kernel.blank(games.load(name), 2)
    for value, expected in (
        (most, atoms.LIMIT),
        ({"times": [most, -1]}, -atoms.LIMIT),
        ({"plus": [most, most]}, atoms.LIMIT),
    ):
        amount, _ = compiler.amount(value)
        assert amount(s, []) == expected


def test_changes_beyond_the_bound_are_not_made() -> None:
    s = Duel().s
    for _ in range(atoms.MODS_MAX + 5):
        atoms.modify(s, 0, 1, 1, (0, 0), 0)
    assert len(s.mods) == atoms.MODS_MAX


def test_what_waits_beyond_the_bound_is_lost() -> None:
    s = Duel().s
    for _ in range(atoms.WAITING_MAX + 5):
        atoms.enqueue(s, 0, 0, 0, 1, ())
    assert len(s.queue) == atoms.WAITING_MAX
