"""Games between bots: always to an end, counted right, and the same whoever computes them."""

from __future__ import annotations

from random import Random

import pytest

from fadenet import games
from fadenet.bots import arena
from fadenet.bots.arena import GameResult, Variant
from fadenet.bots.arena.interval import within
from fadenet.engine.errors import WrongInput
from fadenet.engine.language import files
from fadenet.engine.rules import Rules
from fadenet.games import decks
from fadenet.games.prelude import cards as compiler
from fadenet.games.prelude import rules as prelude
from tests.builders import scenario
from tests.cards.prelude import character

SEED = 20_000
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


def test_points_are_counted_from_the_first_bot() -> None:
    """given a pair in which the first bot won once and drew once, then it has three of four half points."""
    score = arena.score_of([(GameResult(2, "win.lose-ko", 9, 50), GameResult(1, "win.draw", 30, 70))])
    assert (score.wins, score.draws, score.losses, score.pairs) == (1, 1, 0, (3,))
    assert (score.games, score.rate, score.turns_max, score.answers) == (2, 0.75, 30, 120)


def test_a_loss_in_the_second_seat_is_a_loss() -> None:
    """given a pair in which seat 0 won both games, then the bots are level in it."""
    score = arena.score_of(
        [
            (GameResult(2, "x", 9, 5), GameResult(2, "x", 9, 5)),
            (GameResult(2, "x", 9, 5), GameResult(0, "x", 9, 5)),
        ]
    )
    assert (score.wins, score.losses, score.pairs) == (3, 1, (2, 4))
    assert score.rate == 0.75


def test_an_interval_has_a_width_when_every_pair_went_the_same_way() -> None:
    """given twenty pairs that one bot won, or that were level, then the share is not sure for that."""
    won = arena.score_of([(GameResult(2, "x", 9, 5), GameResult(0, "x", 9, 5))] * 20).interval
    level = arena.score_of([(GameResult(2, "x", 9, 5), GameResult(2, "x", 9, 5))] * 20).interval
    # The figures of Wilson's formula: (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n), z = 1.96.
    assert won == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert level == pytest.approx((0.2993, 0.7007), abs=1e-4)


def test_few_pairs_prove_nothing() -> None:
    """given nine pairs that were all won, then no interval is told, in figures or in words."""
    assert arena.score_of([(GameResult(2, "x", 9, 5), GameResult(0, "x", 9, 5))] * 9).interval is None
    assert within(1.0, 9, "pairs") == "fewer than 10 pairs tell no interval"
    assert within(0.5, 10, "pairs") == "95 % interval 23.7% to 76.3%"


@pytest.mark.slow
def test_the_score_does_not_depend_on_the_number_of_processes() -> None:
    """given the same pairs, when one or two processes play them, then the scores are the same."""
    alone = arena.play_pairs(Variant("terrene"), "random", "random", (), 2, SEED, workers=1)
    assert arena.play_pairs(Variant("terrene"), "random", "random", (), 2, SEED, workers=2) == alone
    assert alone.games == 4


@pytest.mark.slow
@pytest.mark.parametrize("game", ["terrene", pytest.param("faroe", marks=pytest.mark.long)])
def test_equal_bots_are_level(game: str) -> None:
    """given a bot against itself, when seats are swapped, then what one seat wins the other seat wins too."""
    score = arena.play_pairs(Variant(game), "greedy", "greedy", (), 1, SEED, workers=1)
    assert set(score.pairs) == {2}


@pytest.mark.slow
def test_random_games_end() -> None:
    """given players without a plan, when they play with all cards, then every game ends in time."""
    score = arena.play_pairs(Variant("faroe"), "random", "random", (), 1, SEED, workers=1)
    assert score.games == 2
    assert score.turns_max <= turns_most(40)


@pytest.mark.long
def test_a_thousand_random_games_end() -> None:
    """given 500 pairs of random players, then no game raises, hangs, or outlasts its decks."""
    score = arena.play_pairs(Variant("faroe"), "random", "random", (), 500, SEED)
    assert score.games == 1_000
    assert score.turns_max <= turns_most(40)


@pytest.mark.long
def test_greedy_beats_random_in_the_arena() -> None:
    """given 1,000 pairs, then greedy has 85 % of the points and more than 80 % even with bad luck."""
    score = arena.play_pairs(Variant("faroe"), "greedy", "random", (), 1_000, SEED)
    assert score.rate >= 0.85
    assert score.interval is not None and score.interval[0] > 0.80


@pytest.mark.slow
@pytest.mark.parametrize(
    "match",
    [Variant("faroe", "free-for-all", 3), pytest.param(Variant("faroe", "teams", 4), marks=pytest.mark.long)],
)
def test_bots_play_with_more_seats(match: Variant) -> None:
    """given more than two seats, when bots sit at them alternately, then all games come to an end."""
    score = arena.play_pairs(match, "random", "random", (), 1, SEED, workers=1)
    assert score.games == 2
    assert score.turns_max <= turns_most(40) * 2


@pytest.mark.long
@pytest.mark.parametrize(
    "match",
    [Variant("faroe", "free-for-all", 3), Variant("faroe", "free-for-all", 4), Variant("faroe", "teams", 4)],
)
def test_hundreds_of_random_games_with_more_seats_end(match: Variant) -> None:
    """given 100 pairs in each format, then no game raises or hangs, and greedy beats random."""
    assert arena.play_pairs(match, "random", "random", (), 100, SEED).games == 200
    assert arena.play_pairs(match, "greedy", "random", (), 50, SEED).rate > 0.6
