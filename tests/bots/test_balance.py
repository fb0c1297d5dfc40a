"""`scripts/balance.py`: what is played, what is measured of it, and when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import balance
import pytest
from bars import OPEN, OUTSIDE, WITHIN, Measure, bars_of, measures, median_interval, read_bars, share
from hypothesis import given
from hypothesis import strategies as st

from fadenet import games
from fadenet.bots.arena import Variant
from fadenet.bots.arena.course import GameCourse
from fadenet.bots.arena.workers import Alone

FAROE = ("cinder-circuit", "orrery-of-brass")


def asked(*argv: str) -> list[str]:
    """The headlines of the kinds of match that are played."""
    return [words for words, _ in balance.chosen(balance.arguments().parse_args(argv))]


# What is played.


def test_both_openings_are_played_where_none_is_named() -> None:
    """given a duel of faroe, then it is measured with either opening; with a named one with that alone, and
    other formats once."""
    assert asked() == ["faroe duel opening even, 2 players", "faroe duel opening book, 2 players"]
    assert asked("--opening", "book") == ["faroe duel opening book, 2 players"]
    assert asked("--format", "teams") == ["faroe teams, 4 players"]


def test_every_format_of_every_game_is_played_by_its_greatest_even_number() -> None:
    """given all games and formats, then each of them is there, those against an opponent as well."""
    found = asked("--game", "all", "--format", "all")
    every = {(game, format) for game, offered in games.GAMES.items() for format in offered.formats}
    assert {tuple(words.split(",")[0].split()[:2]) for words in found} == every
    assert "prelude melee, 4 players" in found and "terrene 2v2, 4 players" in found


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--game", "terrene", "--opening", "even"), "opening"),
        (("--legend", "nobody"), "there is no Legend 'nobody'; Legends: "),
        (("--game", "prelude", "--format", "teams"), "teams"),
        (("--deck", "nothing"), "there is no packaged deck nothing of faroe"),
        (("--game", "all", "--deck", FAROE[0], "--deck", "nothing"), "no game has a packaged deck nothing"),
    ],
)
def test_what_there_is_not_is_said_before_anything_is_played(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        balance.main(argv)
    out, err = capsys.readouterr()
    assert ended.value.code == 2 and said in err and not out


def test_packaged_and_drawn_decks_play_mixed_and_mirror() -> None:
    """given four packaged decks, then six pairs, four mirrors, and drawn decks in both ways; a deck that is
    named leaves the pairings with it."""
    match = Variant("faroe")

    def groups(*argv: str) -> list[str]:
        wanted = balance.wanted_of(balance.arguments().parse_args(argv), match)
        return [one.group for one in wanted]

    packaged = ["packaged, mixed"] * 6 + ["packaged, mirror"] * 4
    assert groups() == [*packaged, "drawn, mixed", "drawn, mirror"]
    assert groups("--decks", "drawn", "--pairs", "mirror") == ["drawn, mirror"]
    assert groups("--deck", FAROE[0]) == ["packaged, mixed"] * 3 + ["packaged, mirror"]


def test_of_all_games_those_are_played_that_have_a_deck_of_the_name() -> None:
    """given all games and two decks of two of them, then those two are played."""
    found = asked("--game", "all", "--deck", FAROE[0], "--deck", "zowie")
    assert [words.split()[0] for words in found] == ["faroe", "faroe", "terrene"]
    assert asked("--format", "legend", "--deck", FAROE[0]) == ["faroe legend, 2 players"]


def test_decks_that_sit_in_swapped_seats_share_the_points_of_a_seed() -> None:
    """given a pairing and the same one the other way round, then of one seed they win four half points
    together, whoever is named first; a mirror plays the seed once."""
    match = Variant("faroe")
    one, other = (balance.Pairing(match, "random", two, False) for two in (FAROE, FAROE[::-1]))
    (points, played), (others, _) = one.play(3), other.play(3)
    assert points + others == 4 and len(played) == 2
    assert len(balance.Pairing(match, "random", (FAROE[0],) * 2, True).play(3)[1]) == 1
    assert list(one.seeds(5, 6)) == [5, 6, 7]


@pytest.mark.parametrize(
    ("scores", "points"), [((2, 0), 4), ((0, 2), 0), ((2, 2), 2), ((0, 0), 2), ((1, 0), 3), ((2,), 2)]
)
def test_the_first_deck_has_the_even_seats_in_the_first_game_alone(
    scores: tuple[int, ...], points: int
) -> None:
    """given half points of the even seats, then those of the second game are the other deck's."""
    assert balance.half_points(scores) == points


def test_drawn_decks_follow_from_the_seed_and_a_mirror_has_one_of_them() -> None:
    rules = games.load("faroe")
    mixed, mirror = (
        balance.Pairing(Variant("faroe"), "random", (balance.DRAWN,) * 2, is_mirror)
        for is_mirror in (False, True)
    )
    assert mixed.decks(rules, 4) == mixed.decks(rules, 4) != mixed.decks(rules, 5)
    one, other = mirror.decks(rules, 4)
    assert one == other == mixed.decks(rules, 4)[0] != mixed.decks(rules, 4)[1]


# What is measured.


@given(st.lists(st.integers(1, 60), min_size=10, max_size=400))
def test_the_interval_of_a_median_holds_it_and_misses_one_time_in_twenty(values: list[int]) -> None:
    """given values in their order, then the ends are values of theirs on both sides of the median, and so far
    apart in rank that the real median lies between them in 95 of 100 samples at least."""
    ordered = sorted(values)
    found = median_interval(ordered)
    assert found is not None and found[0] <= sorted(values)[len(values) // 2] <= found[1]
    n = len(values)
    low, high = ((ranks := [*range(n)]) and median_interval(ranks)) or (0, 0)
    inside = sum(comb(n, below) for below in range(int(low) + 1, int(high) + 1))
    assert Fraction(inside, 2**n) >= Fraction(95, 100)
    assert n < 40 or Fraction(inside, 2**n) <= Fraction(98, 100)


def test_few_games_tell_no_interval() -> None:
    assert median_interval([13] * 9) is None and share("x", 5, 9, (0.4, 0.6)).verdict == OPEN


@pytest.mark.parametrize(
    ("value", "found", "bar", "verdict"),
    [
        (0.5, (0.43, 0.57), (0.42, 0.58), WITHIN),
        (0.5, (0.40, 0.60), (0.42, 0.58), OPEN),
        (0.6, (0.57, 0.63), (0.42, 0.58), OPEN),
        (0.6, (0.59, 0.61), (0.42, 0.58), OUTSIDE),
        (0.3, (0.25, 0.41), (0.42, 0.58), OUTSIDE),
        (0.9, (0.80, 0.95), (0.20, 1.0), WITHIN),
        (0.9, (0.80, 0.95), None, ""),
    ],
)
def test_only_what_lies_outside_with_all_its_interval_is_outside(
    value: float, found: tuple[float, float], bar: tuple[float, float] | None, verdict: str
) -> None:
    assert Measure("x", value, 100, found, bar).verdict == verdict


def course(beginner: int, winner: int, turns: int, left: Sequence[float]) -> GameCourse:
    """A game of so many turns, in which the sides had so much left all the time."""
    return GameCourse(beginner, winner, [tuple(left)] * turns)


def test_a_group_of_games_is_measured_in_three_figures() -> None:
    """given ten games of twelve to twenty turns, the side that begins won seven and the one behind three,
    then that is what is said, with its interval and its bar."""
    played = [course(0, int(n > 6), 12 + n % 9, (0.9, 0.5) if n > 2 else (0.4, 0.5)) for n in range(10)]
    there = {"beginner": (0.42, 0.58), "turns": (14.0, 26.0), "comeback": (0.2, 1.0)}
    beginner, turns, comebacks = measures("drawn, mirror", played, there)
    assert (beginner.value, beginner.trials, turns.value) == (0.7, 10, 15.5)
    assert (comebacks.value, comebacks.trials) == (0.6, 10)
    assert str(turns) == "drawn, mirror: turns 15.5 of 10 (12 to 20), bar 14 to 26: more games are needed"
    assert str(beginner).startswith("drawn, mirror: beginner 70% of 10 (40% to 89%), bar 42% to 58%: more")


def test_where_four_sides_play_a_fair_share_is_a_quarter() -> None:
    """given games of four sides, each for itself, then the bar of whoever begins is half of that of two."""
    (beginner, *_) = measures("x", [course(0, 0, 9, (1, 1, 1, 1))], {"beginner": (0.42, 0.58)})
    assert beginner.bar == (0.21, 0.29)


# The bars.


def test_the_bars_of_a_game_go_before_those_of_all_and_those_of_an_option_before_both() -> None:
    """given a duel of faroe, then its turns have a bar, going first only where the opening is even."""
    even, book = (bars_of("faroe", "duel", {"opening": one}) for one in ("even", "book"))
    assert even == {
        "deck": (0.42, 0.58),
        "beginner": (0.42, 0.58),
        "comeback": (0.2, 1.0),
        "opponent": (0.2, 0.8),
        "turns": (14, 26),
    }
    assert book == {key: bar for key, bar in even.items() if key != "beginner"}
    assert "turns" not in bars_of("prelude", "duel", {})


def test_the_file_of_bars_says_nothing_of_what_there_is_not() -> None:
    """given every table of the file, then it is of a game, a format, or an option with a value, and holds
    bars with a lower and a higher end."""
    tables = read_bars()
    known = tables["every"].keys()
    for game, own in tables.items():
        offered = games.GAMES.get(game)
        assert offered is not None or game == "every"
        for key, value in own.items():
            inner = value if isinstance(value, dict) else {key: value}
            if isinstance(value, dict):
                assert offered is not None
                option, _, chosen = key.partition(" ")
                assert key in offered.formats or chosen in games.choices(game, option)
            for name, bar in inner.items():
                assert name in known and (bar == [] or bar[0] < bar[1])


# When it fails.


@pytest.mark.parametrize(("low", "fair"), [(0.59, False), (0.57, True)])
def test_one_figure_outside_is_enough(low: float, fair: bool, capsys: pytest.CaptureFixture[str]) -> None:
    figures = [
        Measure("a", 0.6, 900, (low, 0.62), (0.42, 0.58)),
        Measure("b", 0.5, 900, (0.45, 0.55), (0.42, 0.58)),
    ]
    assert balance.judged([("faroe duel", lambda pool: iter(figures))], Alone()) is fair
    assert ("OUTSIDE" in capsys.readouterr().out) is not fair


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--deck", FAROE[0], "--opening", "even"), "cinder-circuit against cinder-circuit: beginner "),
        (("--decks", "drawn", "--opening", "book"), "  drawn, mirror: comebacks "),
        (("--game", "prelude", "--decks", "drawn"), "; in 100 games blasts "),
        (("--legend", "vantarel-the-hollow-sun", "--players", "1"), "the-hollow-sun wins "),
        *(
            pytest.param((*what, "--decks", "drawn"), "  drawn, mixed: turns ", marks=pytest.mark.long)
            for what in (
                ("--game", "terrene"),
                ("--game", "fade2"),
                ("--game", "fade1"),
                ("--format", "teams"),
            )
        ),
    ],
)
@pytest.mark.slow
def test_a_small_slice_is_played(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """given one game a pairing, then it is played, told and judged: too little to say that anything is
    outside."""
    assert balance.main([*argv, "--bot", "random", "--games", "1", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert said in out and "more games are needed" in out and "OUTSIDE" not in out
