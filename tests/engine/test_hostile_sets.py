"""A stranger's set of cards: whatever it says, it is refused by a sentence, or nothing that it does harms."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from fadenet.engine import atoms
from fadenet.engine.errors import LoadError
from fadenet.engine.language.cards import ABILITIES_MAX, TARGETS_MAX, TEXT_MAX
from fadenet.engine.language.compiler import AMOUNT_MAX, Compiler
from fadenet.games.catalogue import catalogue_of
from tests.builders.scenario import Duel
from tests.builders.strange_sets import Mutants, loaded
from tests.meetings.shelves import NAMES, game

ITEM: dict[str, Any] = {"name": "Odd Thing", "types": ["Item"], "rank": "Normal", "cost": 0}
RECRUIT: dict[str, Any] = {
    "name": "Odd Crier",
    "type": "Character",
    "class": "Warrior",
    "affiliation": "Earth",
    "hp": 5,
}


def item(do: list[dict[str, Any]], **more: Any) -> dict[str, dict[str, Any]]:
    return {"odd": {**ITEM, "do": do, **more}}


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_card_says_it_is_taken_or_refused_by_a_sentence(
    name: str, so_many: Callable[[int, int], int]
) -> None:
    """given cards of which parts are written otherwise, then they load and can be shown, or a `LoadError`
    names one of them."""
    taken = refused = 0
    for cards in islice(Mutants(name, 1), so_many(60, 4_000)):
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


DRAW: list[dict[str, Any]] = [{"draw": 1}]
ROW: dict[str, Any] = {"activate": True, "do": DRAW}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (item([], ability=[ROW] * (ABILITIES_MAX + 1)), f"at most {ABILITIES_MAX} abilities"),
        (item(DRAW, targets=[{"pick": "you"}] * (TARGETS_MAX + 1)), f"at most {TARGETS_MAX} times"),
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


@pytest.mark.parametrize("name", NAMES)
def test_amounts_stay_within_the_range_of_numbers(name: str) -> None:
    """given products and sums of the largest amounts, then what comes out is bounded as all numbers are."""
    language = game(name).language(game(name).bare("duel", {}))
    most: Any = AMOUNT_MAX
    for _ in range(5):
        most = {"times": [most, most]}
    compiler = Compiler(language, "x", "x")
    for value, expected in (
        (most, atoms.LIMIT),
        ({"times": [most, -1]}, -atoms.LIMIT),
        ({"plus": [most, most]}, atoms.LIMIT),
    ):
        amount, _ = compiler.amount(value)
        assert amount(None, None) == expected  # type: ignore[arg-type]


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
