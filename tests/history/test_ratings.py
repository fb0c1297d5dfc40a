"""Glicko-2 against the worked example of its author, and who is rated for what."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.history import Endorsement, PastMatch, RatedPlayer, Rating, Seat, rate
from fadenet.history.ratings import after

EXAMPLE = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]

ratings = st.builds(Rating, st.floats(-2000, 8000), st.floats(1, 500), st.floats(0.01, 0.2))
games = st.lists(st.tuples(ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12)


def match(
    *places: int, sides: tuple[int, ...] = (), signed: Endorsement = Endorsement.ALL, n: int = 0
) -> PastMatch:
    """A match of players 0, 1 .. with these places."""
    seats = tuple(
        Seat(bytes([seat]) * 32, "", seat == 0, False, sides[seat] if sides else seat, place)
        for seat, place in enumerate(places)
    )
    return PastMatch(bytes([n]) * 32, n, "faroe", "duel", {}, "win.x", signed, (), seats)


def test_nobody_is_less_sure_of_a_player_than_of_a_newcomer() -> None:
    """given a newcomer whose games tell nothing, as the others are far away, then it stays at 350."""
    now = after(Rating(), [(Rating(8000), 0.0)] * 3)
    assert 349.999 < now.deviation <= 350.0


def ik(seat: int, bot: bool = False, bot_name: str = "") -> RatedPlayer:
    return "faroe", bytes([seat]) * 32, bot, bot_name


def test_the_worked_example() -> None:
    """given 1500/200/0.06 against 1400/30, 1550/100 and 1700/300 with 1, 0, 0, then as the paper has it."""
    now = after(Rating(1500, 200), EXAMPLE)
    assert now.rating == pytest.approx(1464.06, abs=0.011)
    assert now.deviation == pytest.approx(151.52, abs=0.005)
    assert now.volatility == pytest.approx(0.05999, abs=0.000006)


@given(ratings, games, st.floats(-1000, 1000))
def test_only_differences_of_ratings_count(
    player: Rating, played: list[tuple[Rating, float]], by: float
) -> None:
    """given everybody so many points higher, then the result is so many points higher and else the same."""
    here = after(player, played)
    moved = [(Rating(r.rating + by, r.deviation, r.volatility), score) for r, score in played]
    there = after(Rating(player.rating + by, player.deviation, player.volatility), moved)
    assert there.rating - by == pytest.approx(here.rating, abs=1e-3)
    assert there.deviation == pytest.approx(here.deviation, abs=1e-3)
    assert there.volatility == pytest.approx(here.volatility, abs=1e-6)


@given(ratings, games)
def test_whatever_is_played_there_is_a_rating(player: Rating, played: list[tuple[Rating, float]]) -> None:
    now = after(player, played)
    assert all(math.isfinite(x) for x in (now.rating, now.deviation, now.volatility))
    assert 0 < now.deviation <= math.hypot(player.deviation, 173.7178 * now.volatility) + 1e-6


def test_two_players_move_apart_by_the_ratings_before_the_match() -> None:
    rated = rate([match(1, 2)])
    (won, count), (lost, _) = rated.standing[ik(0)], rated.standing[ik(1)]
    assert won == after(Rating(), [(Rating(), 1.0)]) and lost == after(Rating(), [(Rating(), 0.0)])
    assert count == 1 and rated.changes[bytes(32)][0] == (Rating(), won)


def test_each_pair_of_three_is_a_game_of_one_period() -> None:
    rated = rate([match(1, 3, 2)])
    assert rated.standing[ik(2)][0] == after(Rating(), [(Rating(), 0.0), (Rating(), 1.0)])
    assert rated.standing[ik(2)][0].rating == pytest.approx(1500)


def test_teammates_do_not_play_each_other() -> None:
    rated = rate([match(1, 2, 1, 2, sides=(0, 1, 0, 1))])
    assert rated.standing[ik(0)][0] == after(Rating(), [(Rating(), 1.0)] * 2)


def test_who_plays_against_nobody_is_not_rated() -> None:
    """given all players on one side, against a Legend, then nobody has a rating."""
    assert not rate([match(1, 1, 1, sides=(0, 0, 0))]).standing


@pytest.mark.parametrize(
    ("places", "signed", "counts"),
    [
        ((1, 2), Endorsement.ALL, True),
        ((1, 2), Endorsement.END, True),
        ((1, 2), Endorsement.LEFT, False),
        ((1, 2), Endorsement.FAULT, False),
        ((0, 0), Endorsement.ALL, False),
    ],
)
def test_what_is_rated(places: tuple[int, ...], signed: Endorsement, counts: bool) -> None:
    """Signed by all, or with END by all, and not void."""
    assert bool(rate([match(*places, signed=signed)]).standing) == counts


def test_a_bot_in_our_place_is_another_player() -> None:
    """given a match that we have won and one that a bot has lost in our place, then our rating is that of the
    first alone, and the bot has its own."""
    first, second = match(1, 2), match(2, 1)
    ours, theirs = second.seats
    rated = rate([first, replace(second, seats=(replace(ours, bot=True), theirs), game_id=b"\x02" * 32)])
    (won, played), (lost, times) = rated.standing[ik(0)], rated.standing[ik(0, bot=True)]
    assert (played, times) == (1, 1) and won.rating > 1500 > lost.rating


def test_each_bot_of_an_owner_is_another_player() -> None:
    """given two bots of one key, of which we have beaten one and lost to the other, then each has a rating of
    its own, and that of one says nothing of the other."""
    weak, strong = match(1, 2), match(2, 1, n=1)
    played = [
        replace(one, seats=(one.seats[0], replace(one.seats[1], bot=True, bot_name=name)))
        for one, name in ((weak, "easy"), (strong, "greedy"))
    ]
    rated = rate(played).standing
    easy, greedy = (rated[ik(1, True, name)] for name in ("easy", "greedy"))
    assert easy[0].rating < 1500 < greedy[0].rating and (easy[1], greedy[1]) == (1, 1)
    assert ik(1, True) not in rated and ik(1) not in rated and rated[ik(0)][1] == 2


def test_a_second_match_goes_on_from_the_first() -> None:
    rated = rate([match(1, 2), match(2, 1, n=1)])
    first = rate([match(1, 2)])
    assert rated.changes[b"\x01" * 32][0][0] == first.standing[ik(0)][0]
    assert rated.standing[ik(0)][1] == 2
