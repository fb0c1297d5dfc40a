"""Games between bots: always to an end, counted right, and the same whoever computes them."""

from __future__ import annotations

from random import Random

import pytest

from fadenet import games
from fadenet.bots import arena
from fadenet.bots.arena import DRAWN, Contest, Variant
from fadenet.engine.errors import WrongInput
from fadenet.engine.language import files
from fadenet.engine.rules import Rules
from fadenet.games import decks
from fadenet.games.prelude import cards as compiler
from fadenet.games.prelude import rules as prelude
from tests.bots.arena.false_bots import HERE
from tests.builders import scenario
from tests.cards.prelude import character

SEED = 20_000
DOWN = 0
"""The seed of a match in which dice vote the Raider down."""


def contest(game: str, *bots: str, format: str = "duel", seats: int = 2) -> Contest:
    """Bots with decks drawn from all cards."""
    return Contest(Variant(game, format, seats), bots, DRAWN)


SHUFFLED_BACK = 2
"""How many times over a Deck may be drawn in a game: effects can put used cards back into it."""


def turns_most(cards: int) -> int:
    """The turns of a duel with Decks of so many cards: each one draws, and who has no card left loses."""
    return 2 * cards * SHUFFLED_BACK


def test_a_random_deck_is_legal() -> None:
    """given the card set, when decks are drawn at random, then the rules of deck building allow each."""
    rules = games.load("faroe")
    for seed in range(20):
        deck = arena.random_deck(rules, Random(seed))
        assert decks.check_deck(rules, deck.lists) == []


def hero(slug: str, race: str, icons: list[str]) -> str:
    return character(slug, race=race, life=20, coin=4, training=1, top=6, icons=icons)


NOVICE, SAGE = (
    hero("novice", "Elf", ["green", "energy", "item"]),
    hero("sage", "Human", ["green", "red", "energy"]),
)
MONK = hero("monk", "Orc", ["green"])


def prelude_with(*characters: str) -> Rules:
    """Prelude with its cards, but for the characters, in whose place there are these."""
    rules = prelude.make_rules()
    own = [one for one in files.sources(rules.package, "cards") if one[0] != "characters.toml"]
    return compiler.add_cards(rules, [*own, ("test", "".join(characters))])


def test_a_deck_is_found_where_the_first_choice_leaves_none() -> None:
    """given a character whose only line the other one may begin as well, then both have one of their own."""
    rules = prelude_with(NOVICE, SAGE)
    for seed in range(8):
        assert decks.check_deck(rules, arena.random_deck(rules, Random(seed)).lists) == []


def test_cards_that_make_no_deck_are_refused_with_the_reason() -> None:
    """given characters of one race, one line for both, or too few cards, then an error says what lacks."""
    for rules in (prelude_with(NOVICE), prelude_with(NOVICE, MONK), scenario.rules_with()):
        with pytest.raises(WrongInput, match=r"these cards make no deck.*\[deck\.size\]"):
            arena.random_deck(rules, Random(1))


@pytest.mark.slow
def test_random_games_end() -> None:
    """given players without a plan, when they play with all cards, then every game ends in time."""
    score = arena.play_pairs(contest("faroe", "random", "random"), 1, SEED)
    assert score.games == 2
    assert score.turns_max <= turns_most(40)


@pytest.mark.long
def test_a_thousand_random_games_end() -> None:
    """given 500 pairs of random players, then no game raises, hangs, or outlasts its decks."""
    score = arena.play_pairs(contest("faroe", "random", "random"), 500, SEED, workers=None)
    assert score.games == 1_000
    assert score.turns_max <= turns_most(40)


@pytest.mark.long
def test_greedy_beats_random_in_the_arena() -> None:
    """given 1,000 pairs, then greedy has 85 % of the points and more than 80 % even with bad luck."""
    score = arena.play_pairs(contest("faroe", "greedy", "random"), 1_000, SEED, workers=None)
    assert score.rate >= 0.85
    assert score.interval is not None and score.interval[0] > 0.80


@pytest.mark.slow
@pytest.mark.parametrize(
    "match",
    [Variant("faroe", "free-for-all", 3), pytest.param(Variant("faroe", "teams", 4), marks=pytest.mark.long)],
)
def test_bots_play_with_more_seats(match: Variant) -> None:
    """given more than two seats, when bots sit at them alternately, then all games come to an end."""
    score = arena.play_pairs(Contest(match, ("random", "random"), DRAWN), 1, SEED)
    assert score.games == 2
    assert score.turns_max <= turns_most(40) * 2


@pytest.mark.long
@pytest.mark.parametrize(
    "match",
    [Variant("faroe", "free-for-all", 3), Variant("faroe", "free-for-all", 4), Variant("faroe", "teams", 4)],
)
def test_hundreds_of_random_games_with_more_seats_end(match: Variant) -> None:
    """given 100 pairs in each format, then no game raises or hangs, and greedy beats random."""
    assert arena.play_pairs(Contest(match, ("random", "random"), DRAWN), 100, SEED, workers=None).games == 200
    assert arena.play_pairs(Contest(match, ("greedy", "random"), DRAWN), 50, SEED, workers=None).rate > 0.6


def test_an_opponent_that_is_voted_down_is_not_beaten() -> None:
    """given players who vote their Raider down and then play each other, then nobody has won against it."""
    rules = games.load("fade2", "raiders", raiders="gorgefast-the-walking-dam,none")
    lists, downs = [decks.load_deck(rules, deck) for deck in decks.packaged(rules)[:2]], set[bool]()
    result = arena.play_game(
        rules, [f"{HERE}:Quitter"] * 2, lists, DOWN, lambda s, rows: downs.add(s.turn > 0 and 2 in s.out)
    )
    assert True in downs and result.score == 0
