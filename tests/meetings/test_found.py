"""The finds of the search in the loader and around it: words that can never work are refused by name."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.language.compiler import Compiler
from fadenet.games import decks
from tests.builders.playout import Table
from tests.meetings.bouts import Bout, played
from tests.meetings.shelves import NAMES, game, own

ELF: dict[str, Any] = {"type": "Character", "race": "Elf", "life": 20, "initiative": 12, "icons": ["common"]}
BLOCK: dict[str, Any] = {"name": "Shrug", "types": ["Item"], "rank": "Normal", "cost": 0}


def test_a_character_who_can_take_up_no_rank_is_refused() -> None:
    """given a character of Prelude without the icon of any line of ranks, then it does not load."""
    with pytest.raises(LoadError, match="icons: a character shows the icon of a line of ranks"):
        game("prelude").rules({"stray": {"name": "Stray", **ELF}})


def test_a_soldier_of_a_higher_tier_is_refused() -> None:
    """given a rank of Prelude that is a Soldier of tier 5, where the book has tier 1 alone, then it does not
    load."""
    soldier = {"name": "Old Soldier", "type": "Rank", "line": "Soldier", "tier": 5}
    with pytest.raises(LoadError, match="tier: Soldier is a rank of tier 1 alone"):
        game("prelude").rules({"old": soldier})


def test_two_who_share_their_only_line_are_not_drawn_together() -> None:
    """given characters of two races with one line open to each, and it the same, then decks that are drawn
    have others and are legal."""
    cards = {
        f"twin-{race.lower()}": {**ELF, "name": f"Twin {race}", "race": race, "icons": ["barbarian"]}
        for race in ("Elf", "Dwarf")
    }
    rules = game("prelude").rules(cards)
    first = {rules.code_of(own(slug)) for slug in cards}

    def leaning(there: list[Any]) -> None:
        Random(1).shuffle(there)
        there.sort(key=lambda card: card.code not in first)

    drawn = rules.book.draw_deck(leaning)
    assert not decks.check_deck(rules, drawn) and not first <= {*drawn[1]}


@pytest.mark.parametrize("name", ["faroe", "fade2", "fade1"])
@pytest.mark.parametrize("word", ["block", "negate", "deflect"])
def test_what_is_done_to_an_answered_link_answers_one(name: str, word: str) -> None:
    """given a card that Blocks, Negates or Deflects and answers nothing, then it does not load."""
    targets = [{"pick": "your characters"}]
    with pytest.raises(LoadError, match="'answers'"):
        game(name).rules({"shrug": {**BLOCK, "targets": targets, "do": [{word: True}]}})


@pytest.mark.slow
def test_a_bot_leaves_in_its_hand_what_is_laid_down_and_not_used() -> None:
    """given Augments that are laid face-down beside Characters, as they have Mystify, and are never used,
    then a bot that is offered this plays on."""
    mask: dict[str, Any] = {"name": "Mask", "types": ["Augment"], "rank": "Hyper", "cost": 1}
    mask |= {"keywords": {"Equip": True}, "ability": [{"keyword": "Mystify", "cost": 2}]}
    fault, _ = played(Bout("fade2", {"mask": mask}, Table("fade2", "free-for-all", 4), seed=70032))
    assert fault is None, fault.said


VAIN: list[tuple[list[dict[str, Any]], str]] = [
    ([{"if": {"your_turn": True}}], "'then' holds no effect"),
    ([{"if": {"your_turn": True}, "then": [{"draw": 1}], "else": []}], "'else' holds no effect"),
    ([{"each": "you"}], "'do' holds no effect"),
    ([{"repeat": 2, "do": []}], "'do' holds no effect"),
    ([{"may": []}], "'may' holds no effect"),
    ([{"choose": [[], [{"draw": 1}]]}], "'a way' holds no effect"),
    ([{"if": {"any": []}, "then": [{"draw": 1}]}], "'any' takes a list of conditions, one at least"),
    ([{"if": {"all": {}}, "then": [{"draw": 1}]}], "'all' takes a list of conditions, one at least"),
]
"""Texts that say nothing, and how each is refused."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("says", "why"), VAIN, ids=[why for _, why in VAIN])
def test_what_says_nothing_is_refused(name: str, says: list[dict[str, Any]], why: str) -> None:
    """given words about effects or conditions that hold none, then they do not compile, and the error names
    the card."""
    language = game(name).language(game(name).bare("duel", {}))
    with pytest.raises(LoadError, match=re.escape(why)) as error:
        Compiler(language, "vain.toml", "vain").program(says)
    assert error.value.card == "vain"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("narrowed", "why"),
    [
        ({"name": True}, "the name of a card must be a text"),
        ({"damaged": "x"}, "'damaged' must be true or false"),
    ],
)
def test_a_filter_of_a_wrong_type_is_refused(name: str, narrowed: dict[str, Any], why: str) -> None:
    """given a filter with a value of a wrong type, then it does not compile, and the error names the card."""
    where = "your minions" if name == "prelude" else "your hand"  # Prelude only counts hands
    language = game(name).language(game(name).bare("duel", {}))
    with pytest.raises(LoadError, match=re.escape(why)) as error:
        Compiler(language, "vain.toml", "vain").program([{"destroy": {"from": where, **narrowed}}])
    assert error.value.card == "vain"


@pytest.mark.parametrize("name", ["faroe", "fade2", "fade1", "terrene"])
def test_heads_that_do_nothing_are_refused(name: str) -> None:
    """given a coin on whose Heads nothing is done, then it does not compile."""
    language = game(name).language(game(name).bare("duel", {}))
    with pytest.raises(LoadError, match="'coin' holds no effect"):
        Compiler(language, "vain.toml", "vain").program([{"coin": [], "tails": [{"draw": 1}]}])


@pytest.mark.parametrize("name", ["faroe", "fade2", "fade1"])
def test_an_archetype_is_a_text(name: str) -> None:
    """given a filter by an archetype that is not a text, then it does not compile."""
    language = game(name).language(game(name).bare("duel", {}))
    with pytest.raises(LoadError, match="an archetype must be a text, not True"):
        Compiler(language, "vain.toml", "vain").select({"from": "your hand", "archetype": True})


def test_one_choice_is_announced() -> None:
    """given an ability with two choices that are made when it is announced, then it does not compile."""
    ways = [[{"draw": 1}], [{"draw": 2}]]
    language = game("terrene").language(game("terrene").bare("duel", {}))
    with pytest.raises(LoadError, match="one choice is announced"):
        Compiler(language, "vain.toml", "vain").program([{"mode": ways}, {"mode": ways}])


def test_figures_of_a_statement_are_a_table() -> None:
    """given a statement with a least figure that names none, then it does not compile."""
    language = game("terrene").language(game("terrene").bare("duel", {}))
    with pytest.raises(LoadError, match="'least' is a table of figures, not True"):
        Compiler(language, "vain.toml", "vain").program([{"reveal": {"least": True}}])
