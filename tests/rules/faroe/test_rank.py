"""The rules of Ranks: their order, who has one, and that they set no limits (F.A.R.O.E., topic rank)."""

from __future__ import annotations

import pytest

from fadenet.games.decks import check_deck
from fadenet.games.fade.tables import CHARACTER, COMBAT
from tests.builders.decklists import CARDS as FILLERS
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import card, skill

CARDS = skill("legendary-skill", cost=2, rank="Legendary", do={"attack": 2}) + card(
    "tyrant", types=[], hp=[30, 60, 90, 120], plv=[5, 5, 5, 5], legend=True
)


@pytest.mark.editions("rank.ultra-to-legendary")
def test_the_highest_rank_is_no_legend() -> None:
    # Given a 40-card Deck with 4 copies of a Legendary Rank Skill, when it is checked, then it is legal.
    rules = rules_with(CARDS + FILLERS)
    skill, boss = rules.code_of("legendary-skill"), rules.code_of("tyrant")
    rest = [card.code for card in rules.cards[1:] if not card.types & CHARACTER and not card.legend]
    filler = [code for code in rest if code != skill for _ in range(4)][:36]
    assert check_deck(rules, ([skill] * 4 + filler, [])) == []
    # A Legend card in the Deck is refused.
    assert [rule for rule, _ in check_deck(rules, ([boss] + [skill] * 3 + filler, []))] == [
        "deck.no-legend-cards"
    ]
    # The Rank sets no limit of use either.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    use = d.on(x, "legendary-skill")
    d.go(0, COMBAT)
    d.quietly(0, "use", use, y)
    assert d.hp(y) == 8
