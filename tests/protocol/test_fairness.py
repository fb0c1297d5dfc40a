"""Draws are fair and nobody foresees them: a slice of `scripts/fairness.py`, and that it would notice."""

from __future__ import annotations

import fairness
import pytest
from fairness import CARDS, Z_MAX, Dealing, Deals, Guesser, Study

from protocol.values import Com

BINDS = 20_000


@pytest.fixture(scope="module")
def study() -> Study:
    made = Study("slice")
    made.run(BINDS)
    return made


@pytest.mark.slow
def test_deals_are_even_and_nobody_guesses_better_than_by_luck(study: Study) -> None:
    # Given 20,000 binds at tables of two and four.
    assert study.binds >= BINDS
    # Then first cards, pairs, positions and all guesses are within bounds.
    answers = study.answers()
    assert len(answers) == 12
    assert {question: z for question, z in answers.items() if abs(z) >= Z_MAX} == {}


@pytest.mark.slow
def test_who_knows_all_tokens_and_cards_foresees_every_draw(study: Study) -> None:
    assert all(guesser.guesses > 1_000 for guesser in study.controls.values())
    assert study.foreseen()


def test_a_deal_that_favours_one_card_is_noticed() -> None:
    # Given 200 deals of which every fifth is in the order of the deck list.
    deals, dealing = Deals(), Dealing(2, "favour")
    shuffled = [[com.nth for draw in draws for com in draw.drawn] for draws in dealing.deals()]
    for n in range(200):
        deals.count(list(range(CARDS)) if n % 5 == 0 else shuffled[n % len(shuffled)])
    # Then each count is far out.
    assert min(deals.first.z(), deals.pairs.z(), deals.positions.z()) > Z_MAX


def test_opponents_guess_right_if_the_owner_has_no_secret_order() -> None:
    # Given owners who commit to their cards in the order of the deck list, deal after deal.
    open_order, shuffled = Guesser(owner=False, lacking=0), Guesser(owner=False, lacking=0)
    dealing = Dealing(2, "open")
    for draws in dealing.deals():
        known = dealing.vaults[draws[0].deck].card
        listed = {Com(*com): com.nth + 1 for com in known}
        for guesser, cards in ((open_order, listed), (shuffled, known)):
            for draw in draws:
                guesser.guess(draw, cards)
            guesser.learn(draws, cards)
    # Then who knows all tokens foresees the draws there, and only there.
    assert open_order.z() > 10 * Z_MAX
    assert abs(shuffled.z()) < Z_MAX


@pytest.mark.slow
def test_an_owner_with_the_missing_token_foresees_the_draw() -> None:
    # Given the same draws, looked at with all tokens but one and with all of them.
    short, whole = Guesser(owner=True, lacking=1), Guesser(owner=True, lacking=0)
    dealing = Dealing(4, "token")
    for draws in dealing.deals():
        for draw in draws:
            short.guess(draw, dealing.vaults[draw.deck].card)
            whole.guess(draw, dealing.vaults[draw.deck].card)
    # Then one honest token is what hides it.
    assert abs(short.z()) < Z_MAX
    assert whole.hits == whole.guesses and whole.z() > 10 * Z_MAX


def test_the_script_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert fairness.main(["--binds", "600"]) == 0
    said = capsys.readouterr().out
    assert said.count("met") == 13 and "NOT MET" not in said
