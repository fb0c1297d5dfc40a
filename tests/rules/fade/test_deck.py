"""The content of a Deck and a Fighter Pool: the checks of the topic `deck`, and Mythical."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError
from fadenet.engine.state import POOL
from fadenet.games import decks
from fadenet.games.fade.typed import FadeRules
from fadenet.table.dealer import Dealer
from tests.builders.decklists import CARDS, broken, deck_of, pool_of
from tests.builders.scenario import rules_with
from tests.cards.fade import skill


@pytest.fixture
def rules(edition: str) -> FadeRules:
    return rules_with(CARDS, edition=edition)


@pytest.mark.editions("deck.size", fade2="deck.minimum-size", fade1="deck.minimum-60")
def test_a_deck_has_as_many_cards_as_the_book_says(rules: FadeRules, edition: str) -> None:
    # Given Decks of one card too few and of just enough, of just not too many and of one too many.
    least, most = rules.figures.deck_min, rules.figures.deck_max
    assert broken(rules, deck_of(rules, least - 1), []) == [rules.cites["deck-size"]]
    assert broken(rules, deck_of(rules, least), []) == []
    # Where the book names no number that is too many, none is.
    found = [rules.cites["deck-size"]] if most else []
    assert broken(rules, deck_of(rules, most or 80), []) == []
    assert broken(rules, deck_of(rules, (most or 80) + 1, crowd=8), []) == found


@pytest.mark.editions("deck.pool-size", fade2="deck.pool-optional", fade1="deck.pool-optional")
def test_a_fighter_pool_may_be_empty_and_has_no_more_than_the_book_says(
    rules: FadeRules, edition: str
) -> None:
    most = rules.figures.fighter_pool_max_cards
    assert broken(rules, deck_of(rules), []) == []
    assert broken(rules, deck_of(rules), pool_of(rules, most or 30)) == []
    found = [rules.cites["pool-size"]] if most else []
    assert broken(rules, deck_of(rules), pool_of(rules, (most or 30) + 1)) == found


@pytest.mark.editions("deck.pool-level", fade2="deck.pool-level-cap", fade1="deck.pool-level-100")
def test_levels_in_the_pool_add_up_to_at_most_100(rules: FadeRules, edition: str) -> None:
    deck = deck_of(rules)
    assert broken(rules, deck, pool_of(rules, five=20)) == []
    assert decks.check_deck(rules, (deck, pool_of(rules, five=19, six=1))) == [
        (rules.cites["pool-levels"], "the Levels in the Fighter Pool add up to 101; at most 100 may")
    ]


@pytest.mark.editions(
    "deck.pool-characters-only", fade2="deck.pool-characters-only", fade1="deck.characters-in-pool"
)
def test_every_card_of_a_pool_is_a_character(rules: FadeRules, edition: str) -> None:
    deck = deck_of(rules)
    assert broken(rules, deck, pool_of(rules, 5, living_blade=1)) == []
    assert broken(rules, deck, pool_of(rules, 5, edge_card=1)) == [rules.cites["pool-characters"]]


@pytest.mark.editions(
    "deck.no-characters", fade2="deck.pool-characters-only", fade1="deck.characters-in-pool"
)
def test_a_players_deck_has_no_characters(rules: FadeRules, edition: str) -> None:
    found = decks.check_deck(rules, (deck_of(rules, six=1), []))
    assert [rule for rule, _ in found] == [rules.cites["character-in-deck"]]
    assert "'Level Six'" in found[0][1]


@pytest.mark.editions("deck.copies", fade2="deck.copies", fade1="deck.four-copies")
def test_four_copies_of_a_name_are_legal_and_a_fifth_is_not(rules: FadeRules, edition: str) -> None:
    assert broken(rules, deck_of(rules, rising_kick=4), []) == []
    assert broken(rules, deck_of(rules, rising_kick=5), []) == [rules.cites["copies"]]
    assert broken(rules, deck_of(rules, crowd=20), []) == []  # the card says otherwise


@pytest.mark.editions("deck.copies", fade2="deck.copies", fade1="deck.four-copies")
def test_a_name_is_one_card_whatever_set_it_is_printed_in(rules: FadeRules, edition: str) -> None:
    again = skill("kick-of-set-two", name="Rising Kick", set="S2")
    with pytest.raises(LoadError, match="Rising Kick"):
        rules_with(CARDS + again, edition=edition)
    assert broken(rules, deck_of(rules, rising_kick=5), []) == [rules.cites["copies"]]


@pytest.mark.editions("deck.copies-together", fade2="deck.copies", fade1="deck.pool-copies")
def test_copies_are_counted_over_deck_and_pool_together(rules: FadeRules, edition: str) -> None:
    assert broken(rules, deck_of(rules, living_blade=3), pool_of(rules, living_blade=1)) == []
    assert broken(rules, deck_of(rules, living_blade=3), pool_of(rules, living_blade=2)) == [
        rules.cites["copies-together"]
    ]


@pytest.mark.editions("keyword.mythical", fade2="keyword.mythical", fade1="keyword.mythical")
def test_a_mythical_card_is_there_once(rules: FadeRules, edition: str) -> None:
    assert broken(rules, deck_of(rules, relic=1), pool_of(rules, myth=1)) == []
    assert broken(rules, deck_of(rules, relic=2), []) == [rules.cites["mythical"]]
    assert broken(rules, deck_of(rules), pool_of(rules, myth=2)) == [rules.cites["mythical"]]


@pytest.mark.editions("card.rarity-no-effect", fade2="card.rarity-meaning", fade1="card.rarity-meaning")
def test_rarity_does_not_matter_for_a_deck(rules: FadeRules, edition: str) -> None:
    assert rules.by_slug["rising-kick"].print[0] == "Omega Rare"
    assert rules.by_slug["crowd"].print[0] == "Common"
    assert broken(rules, deck_of(rules, rising_kick=4, crowd=4), []) == []


@pytest.mark.editions("deck.check-before-game", fade2="card.hidden-check", fade1="setup.hidden-checks")
def test_every_breach_is_reported_at_once_and_the_audit_finds_the_first(
    rules: FadeRules, edition: str
) -> None:
    least, most = rules.figures.deck_min, rules.figures.deck_max
    deck, pool = deck_of(rules, 38), pool_of(rules, five=16, six=4)
    size = f"{least} to {most}" if most else f"at least {least}"
    assert decks.check_deck(rules, (deck, pool)) == [
        (rules.cites["deck-size"], f"the Deck has 38 cards; it must have {size}"),
        (rules.cites["pool-levels"], "the Levels in the Fighter Pool add up to 104; at most 100 may"),
    ]
    assert rules.deck_fault((deck_of(rules), pool)) == rules.cites["pool-levels"]
    assert rules.deck_fault((deck_of(rules), pool_of(rules, 5))) is None


@pytest.mark.editions("setup.materials", fade2="setup.materials", fade1="setup.materials")
def test_a_pool_is_optional_and_a_deck_is_not(rules: FadeRules, edition: str) -> None:
    assert broken(rules, deck_of(rules), []) == []
    assert broken(rules, [], pool_of(rules, 5)) == [rules.cites["deck-size"]]
    dealer = Dealer([deck_of(rules), [], deck_of(rules), pool_of(rules, 3)], 2, 1)
    s = kernel.setup(rules, 2)
    assert [need.kind for need in s.needs] == [POOL] * 4
    while s.needs:
        dealer.deal(s)
    assert len(s.asks) == 2  # both throw: the match goes on without a Fighter Pool
