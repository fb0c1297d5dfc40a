"""The worth of the cards of a set: decks with many of them, tallies, and verdicts."""

from __future__ import annotations

from random import Random

import pytest

from fadenet import games
from fadenet.bots.arena.games import Variant
from fadenet.bots.arena.workers import Alone, Workers
from fadenet.bots.judgement import judgement_of
from fadenet.bots.weighing import (
    AT_HAND,
    FIRST_GAMES,
    GAMES_MAX,
    GRAINS_MAX,
    CardTally,
    Gain,
    GamesTally,
    Weighing,
    data_of,
    featured_deck,
    games_needed,
    is_better,
    kindred,
    pairs_apart,
    verdicts,
    weigh_game,
    weighed,
)
from fadenet.engine import cardset
from fadenet.engine.rules import Rules
from fadenet.games.decks import check_deck
from tests.builders.weighed import STRONG, USELESS, thirty

LIGHT = "prelude"
OTHER = "ember-dart"


def rules_of(game: str) -> Rules:
    one = thirty(game)
    cardset.keep(one)
    return games.load(game, **cardset.option_of([one]))


def weighing(game: str) -> Weighing:
    return Weighing(Variant.of(rules_of(game), 2), "greedy", "test")


def own(rules: Rules) -> list[int]:
    return [card.code for card in rules.cards if card.slug.startswith("test:")]


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_a_deck_holds_many_cards_of_the_set_and_some_like_them_and_is_legal(game: str) -> None:
    rules, dice = rules_of(game), Random(7)
    like = kindred(rules, "test")
    kinds = {rules.cards[code].types for code in own(rules)}
    assert len(like) >= 5 and all(rules.cards[code].types in kinds for code in like)
    for _ in range(5):
        deck = featured_deck(rules, own(rules), dice, like)
        assert check_deck(rules, deck.lists) == []
        assert len({*deck.lists[0]} & {*own(rules)}) >= 5 and {*deck.lists[0]} & {*like}


@pytest.mark.slow
def test_any_number_of_processes_comes_to_the_same() -> None:
    setting = weighing(LIGHT)
    alone = [(total.games, of) for total, of in weighed(setting, Alone(), 3)]
    with Workers(2) as workers:
        *_, (there, _) = weighed(setting, workers, 3)
    *_, (here, _) = weighed(setting, Alone(), 3)
    assert alone == [(1, 3), (2, 3), (3, 3)]
    assert here == there


def test_every_seat_of_a_game_is_counted() -> None:
    """given one game, then each deck's cards were in it, and one side has won or both are level."""
    tally = weigh_game(weighing(LIGHT), 1)
    held = [card for card in tally.cards.values() if card.held]
    assert tally.games == 1 and held
    for card in held:
        assert 0 <= card.hand <= card.held <= 2 and card.played <= card.hand
        assert card.hand_points <= 2 * card.hand and card.chosen <= card.legal


@pytest.mark.slow
def test_a_use_that_threatens_to_win_hides_no_others() -> None:
    """given a game in which a use brings a threat that is worth thousands, then it counts for no more than a
    use may."""
    most = GRAINS_MAX * judgement_of(rules_of("terrene")).GRAIN
    tally = weigh_game(weighing("terrene"), 0)
    assert max(card.gains for card in tally.cards.values()) >= most
    assert all(abs(card.gains) <= card.chosen * most for card in tally.cards.values())


def verdict_on(slug: str, card: CardTally, others: CardTally) -> str:
    """The finding on a card of the set, where all other cards of the game came to this."""
    rules = rules_of(LIGHT)
    tally = GamesTally(1000, 6000, {slug: card, OTHER: others})
    return next(one.finding for one in verdicts(rules, "test", tally) if one.card.slug == slug)


USUAL = CardTally(held=5000, held_points=5000, hand=4000, hand_points=4000)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (CardTally(held=600, hand=400, hand_points=500, legal=900, chosen=300), "strong"),
        (CardTally(held=600, hand=400, hand_points=300, legal=900, chosen=300), "weak"),
        (CardTally(held=600, hand=400, hand_points=430, legal=900, chosen=300), ""),
        (CardTally(held=9, hand=8, hand_points=16, legal=20, chosen=8), ""),
        (CardTally(held=600, hand=400, hand_points=400), "never legal"),
        (CardTally(held=600, hand=400, hand_points=400, legal=60), "legal and never chosen"),
        (CardTally(held=600, hand=400, hand_points=400, legal=601, chosen=3), "hardly ever chosen"),
        (CardTally(held=600, hand=400, hand_points=400, legal=600, chosen=3), ""),
        (
            CardTally(held=600, hand=400, hand_points=400, legal=60, chosen=40, wasted=30),
            "mostly without effect",
        ),
    ],
)
def test_what_is_said_of_a_card(card: CardTally, said: str) -> None:
    assert verdict_on(STRONG, card, USUAL) == said


def bringing(points: int, n: int = 400, spread: int = 0) -> CardTally:
    """A card that has brought so many points in each of n games, by turns more and less."""
    squares = n * (points * points + spread * spread)
    return CardTally(hand=n, hand_points=n, legal=n, chosen=n, gains=n * points, squares=squares)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (bringing(75, spread=100), "strong"),
        (bringing(55, spread=10), ""),  # not by a fifth
        (bringing(62, spread=200), ""),  # not for sure
        (bringing(75, n=39), ""),  # too few games
    ],
)
def test_a_card_that_brings_more_than_the_best_of_its_kind_is_strong(card: CardTally, said: str) -> None:
    """given the game's own Spells of cost 1 of which the best brings 50 points, and one of cost 2 and an Item
    that bring more, then a card is strong that surely brings more than the former."""
    rules = rules_of(LIGHT)
    others = {OTHER: 50, "hearthfire": 13, "spark": 20, "scorch": 200, "smoke-pot": 100}
    tally = GamesTally(1000, 6000, {STRONG: card} | {slug: bringing(n) for slug, n in others.items()})
    found = next(one for one in verdicts(rules, "test", tally) if one.card.slug == STRONG)
    assert found.finding == said and found.best is not None and found.best.points == 50


def gain(points: int) -> Gain:
    return Gain(rules_of(LIGHT).by_slug[OTHER], points, 1.0)


@pytest.mark.parametrize(
    ("points", "peers", "better"),
    [
        (60, [*range(1, 10), 60], True),  # one outlier of ten
        (60, [*range(1, 9), 60], False),  # one of nine
        (60, [*range(1, 9), 60, 60], False),  # two
        (60, [*range(1, 10), 59], True),
        (60, [*range(1, 10), 61], False),
        (60, [*range(1, 9), 58, 60], False),
        (60, [], False),
    ],
)
def test_one_outlier_of_the_game_hides_no_strong_card(points: int, peers: list[int], better: bool) -> None:
    """given ten cards of the game of which one is as strong, then a card is strong that is so beside the
    other nine; of fewer cards, or where two are as strong, it is not."""
    assert is_better(gain(points), [gain(one) for one in peers]) == better


def test_cards_that_win_together_more_than_apart_are_told() -> None:
    one = CardTally(hand=400, hand_points=400)
    tally = GamesTally(400, 2400, {STRONG: one, USELESS: one}, {(USELESS, STRONG): (100, 150)})
    assert pairs_apart(tally) == [((USELESS, STRONG), 100, 0.75, 0.5)]
    tally.pairs = {(USELESS, STRONG): (100, 110)}
    assert pairs_apart(tally) == []


def test_it_takes_as_many_games_as_bring_the_cards_to_hand_often_enough() -> None:
    """given cards that came to hand once in two of the first games, then twice as many games as that."""
    rules = rules_of(LIGHT)
    cards = {rules.cards[code].slug: CardTally(hand=FIRST_GAMES // 2) for code in own(rules)}
    assert games_needed(rules, "test", GamesTally(FIRST_GAMES, 0, cards)) == 2 * AT_HAND
    assert games_needed(rules, "test", GamesTally(FIRST_GAMES)) == GAMES_MAX


def test_the_data_has_every_card_of_the_set() -> None:
    found = verdicts(rules_of(LIGHT), "test", weigh_game(weighing(LIGHT), 1))
    assert len(data_of(found)) == 30 and {"card", "share", "finding"} <= data_of(found)[0].keys()


@pytest.mark.long
@pytest.mark.parametrize("game", games.NAMES)
def test_a_card_that_is_too_strong_and_one_of_no_use_are_found(game: str) -> None:
    """given thirty cards, one of them with half as much damage again and one that only helps the other side,
    then both are found, by as many games as it says that it takes."""
    setting = weighing(game)
    with Workers(2) as workers:
        *_, (tally, _) = weighed(setting, workers)
    found = {one.card.slug: one.finding for one in verdicts(setting.rules(), "test", tally)}
    assert found[STRONG] == "strong"
    never = "legal and never chosen", "hardly ever chosen"
    assert found[USELESS] in ("weak", "mostly without effect", *never)
