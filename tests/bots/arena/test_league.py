"""Ratings of several bots: what a share is in Elo, and how sure it is."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.bots.arena.interval import worth_in_trials
from fadenet.bots.arena.league import ELO, LeaguePlace, ratings

CLASSES = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any)


def by_bot(places: list[LeaguePlace]) -> dict[str, LeaguePlace]:
    return {place.bot: place for place in places}


def test_two_bots_are_as_far_apart_as_their_share_says() -> None:
    """given 19 pairs with 14.5 points of 19, and the level one that is added, then b is 400 log10(3) = 190.8
    ahead of a, and sure to 1.96 of 400 / ln 10 by the root of n p (1 - p)."""
    classes = (9, 0, 10, 0, 0)
    found = by_bot(ratings(("a", "b"), {("a", "b"): (19, 0, 0, 0, 0)}, "a"))
    assert found["b"].elo == pytest.approx(400 * math.log10(39))  # (19 + 1/2) to 1/2
    found = by_bot(ratings(("a", "b"), {("a", "b"): classes}, "a"))
    share = (10 / 2 + 1 / 2) / 20
    assert found["b"].elo == pytest.approx(400 * math.log10((1 - share) / share))
    worth = worth_in_trials(classes) + 1
    assert found["b"].reach == pytest.approx(1.959964 * ELO / math.sqrt(worth * share * (1 - share)))
    assert found["a"] == LeaguePlace("a", 0.0, 0.0)


@given(st.lists(CLASSES, min_size=6, max_size=6), st.integers(0, 3))
def test_the_ratings_are_those_that_make_the_results_most_likely(
    classes: list[list[int]], anchor: int
) -> None:
    """given any results of four bots, then each of them is expected to take the points that it took, the
    anchor is at 0, and the strongest comes first."""
    bots = ("a", "b", "c", "d")
    results = dict(zip(combinations(bots, 2), classes, strict=True))
    places = ratings(bots, results, bots[anchor])
    elo = {place.bot: place.elo for place in places}
    assert elo[bots[anchor]] == 0 and [*elo.values()] == sorted(elo.values(), reverse=True)
    for bot in bots:
        took = expected = 0.0
        for (one, two), counts in results.items():
            if bot not in (one, two):
                continue
            worth, pairs = worth_in_trials(counts) + 1, sum(counts) + 1
            share = (sum(at * n for at, n in enumerate(counts)) / 4 + 0.5) / pairs
            likely = 1 / (1 + 10 ** ((elo[two] - elo[one]) / 400))
            took += worth * (share if bot == one else 1 - share)
            expected += worth * (likely if bot == one else 1 - likely)
        assert took == pytest.approx(expected, rel=1e-6)
    assert all(place.reach > 0 for place in places if place.bot != bots[anchor])


def test_a_rating_that_follows_from_others_is_less_sure() -> None:
    """given a chain of level bots of which only neighbours have met, then what is not sure adds up: the
    variance of a link is 4 by its trials, and that of the far end twice as much."""
    counts = (0, 10, 10, 10, 0)
    found = by_bot(ratings(("a", "b", "c"), {("a", "b"): counts, ("b", "c"): counts}, "a"))
    link = 4 / (worth_in_trials(counts) + 1)
    assert found["b"].reach == pytest.approx(1.959964 * ELO * math.sqrt(link))
    assert found["c"].reach == pytest.approx(1.959964 * ELO * math.sqrt(2 * link))
