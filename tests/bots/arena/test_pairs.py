"""Pairs of games: the same cards twice, the seats swapped, and with them who begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fadenet import games
from fadenet.bots.arena import DRAWN, PACKAGED, Contest, GamePair, GameResult, Variant, play_pair
from fadenet.bots.arena.games import DEALS_MAX, NOBODY
from fadenet.bots.arena.pairs import record_of
from fadenet.table.reading import parse
from fadenet.table.record import Check, Placing
from tests.bots.arena.false_bots import HERE

PAIRS = 6
QUITTERS = (f"{HERE}:Quitter", f"{HERE}:Quitter:dice=1")


def tables() -> Iterator[Variant]:
    """One of each format, with the most seats it has, and what its options need."""
    needs = {"legend": "legend", "raiders": "raiders", "worlds": "worlds"}
    for game, offered in games.GAMES.items():
        for format, counts in offered.formats.items():
            option = next((word for word in offered.taken(format) if word == needs.get(format)), None)
            chosen = ((option, games.choices(game, option)[0]),) if option else ()
            yield Variant(game, format, max(counts), chosen)


def named(variant: Variant) -> str:
    return f"{variant.game}-{variant.format}-{variant.seats}"


@pytest.mark.parametrize("variant", [*tables()], ids=named)
def test_who_begins_is_swapped_with_the_seats(variant: Variant) -> None:
    """given bots that throw, cut and choose otherwise, in any format, then the same seat begins both games of
    a pair, so each bot begins one of them; where both play the same side, nobody is counted as beginner."""
    contest = Contest(variant, QUITTERS)
    together = bool(contest.rules().automata)
    pairs = [play_pair(contest, number) for number in range(PAIRS)]
    for pair in pairs:
        first, second = pair.beginners
        assert (first == second == NOBODY) if together else ({first, second} == {0, 1})
    assert together or len({pair.beginners for pair in pairs}) == 2


def test_a_bot_that_always_gives_way_is_told_of_and_not_waited_for() -> None:
    """given a bot that takes the first turn and one that leaves it, then no deal swaps who begins: the pair
    is played as it comes, and says that one bot began twice."""
    pair = play_pair(Contest(Variant("terrene"), (f"{HERE}:Pushing", f"{HERE}:Polite")), 0)
    assert pair.beginners == (0, 0) and pair.games[1].deal == 0 < DEALS_MAX


def test_pairs_of_a_mirror_have_one_list_and_others_mostly_two() -> None:
    """given a contest with a mirror, then all seats of a pair have one deck, which changes from pair to pair;
    without one they mostly do not; decks may be drawn as well."""
    for decks, mirror in ((PACKAGED, True), (PACKAGED, False), (DRAWN, True)):
        contest = Contest(Variant("terrene", "2v2", 4), QUITTERS, decks, mirror)
        seen = [play_pair(contest, number) for number in range(PAIRS)]
        kinds = {len({*pair.decks}) for pair in seen}
        assert len(seen[0].decks) == 4 and (kinds == {1} if mirror or decks == DRAWN else max(kinds) > 1)
        if decks == DRAWN:
            cards = {tuple(parse(record_of(contest, pair, 0)).decks) for pair in seen}
            assert len(cards) == PAIRS and all(len({*lists}) == 1 for lists in cards)
        elif mirror:
            assert len({pair.decks for pair in seen}) > 1


def test_a_record_shows_the_game_that_was_played() -> None:
    """given a pair whose second game had to be dealt anew, then the records of both end in the states and
    with the winners that the pair notes, and name the bots in their seats."""
    contest = Contest(Variant("terrene"), QUITTERS)
    pair = next(pair for pair in (play_pair(contest, n) for n in range(50)) if pair.games[1].deal)
    for game, result in enumerate(pair.games):
        record = parse(record_of(contest, pair, game))
        last = [line for line in record.lines if isinstance(line, Check)][-1]
        assert last.digest == result.digest
        assert [player.name for player in record.players] == [*(pair.bots[::-1] if game else pair.bots)]
        assert isinstance(record.result, Placing)
        assert record.result.order[0] == ((0,) if result.score == 2 else (1,))


def test_every_two_bots_play_the_same_seeds() -> None:
    """given three bots, then the pairs of a seed are those of each two, with the same decks."""
    contest = Contest(Variant("terrene"), (*QUITTERS, f"{HERE}:Polite"))
    numbers = contest.numbers(7, 2)
    pairs = [play_pair(contest, number) for number in numbers]
    assert [pair.bots for pair in pairs] == [*contest.pairings] * 2
    assert len({pair.decks for pair in pairs[:3]}) == len({pair.decks for pair in pairs[3:]}) == 1


def test_a_pair_can_be_seen_from_both_bots() -> None:
    """given a pair that the first bot won by a win as beginner and a draw, then the other has one of four
    half points, and began the other game."""
    won, drawn = GameResult(2, "x", 9, 5, 0), GameResult(1, "x", 9, 5, 0)
    pair = GamePair(3, ("a", "b"), ("d", "e"), (won, drawn))
    assert (pair.points, pair.scores, pair.beginners) == (3, (2, 1), (0, 1))
    other = pair.turned()
    assert (other.bots, other.points, other.scores, other.beginners) == (("b", "a"), 1, (1, 0), (0, 1))
    assert other.turned() == pair
