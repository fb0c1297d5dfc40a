"""Whole nodes under storms: whatever breaks, a match between honest nodes comes to one result.

The slices play 8 matches, 5 of them of real games, and kill at every 360th message boundary. They are cut
up so that several processes can share them; a long run plays 1,600 and kills at every boundary.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from fadenet.node.match.clock import MatchClock
from tests.sim import world
from tests.sim.boundaries import calm, kill_at
from tests.sim.knobs import FORMATS, Knobs
from tests.sim.network import Weather
from tests.sim.plants import PLANTS, forking
from tests.sim.run import main
from tests.sim.world import Plant, Report, simulate

ROOT = Path(__file__).parents[2]
KILLS = 0.01
FOUR = pytest.param(4, marks=pytest.mark.long)

SLICES = [
    ("ten", 2, 28, 2),
    ("ten", 3, 12, 1),
    ("faroe", 2, 12, 1),
    ("terrene", 2, 12, 1),
    ("fade2", 3, 1, 1),
    ("prelude", 3, 0, 1),
    ("fade1", 4, 1, 1),
]
"""(game, seats, first seed, matches)."""
KEPT = 2
"""So many of the seeds that once failed a normal run plays, all a long one."""

FOUND = (
    (3, 0, "what the host had said to a guest before it died was taken for a fault of the host"),
    (4, 2, "the same at a table of four"),
    (2, 700163, "an answer to a node that had died was taken for one to its next life"),
    (2, 2103515, "the answer to a node's question was lost with a connection that it never missed"),
    (3, 6101111, "a node that still had time to wait, given back by many answers, was counted as stuck"),
    (3, 8100592, "who had given up a third gave up the other too, which still waited for the third"),
    (3, 9101128, "two that had come back both asked without end, and a slow way carried nothing else"),
    (3, 8101286, "a vote that had waited for its answer was answered behind the RESULT, into the file"),
    (2, 11001800, "a node to whom a later one of its lost entries came back first took it for a fault"),
    (2, 3001008, "a node that had lost its last entry was not given it back, as it was ahead of its rest"),
    (4, 73000175, "two had given up a match that the other two knew all to be ready for"),
    (3, 51000474, "two had ended the match alone, and a node that was out waited for them for ever"),
    (
        3,
        94000364,
        "two had voted the third out and then stopped waiting for each other, which it never heard",
    ),
)
"""(seats, seed, why) of matches of ten cards that once failed."""
FOUND_WITH_BANKS = (
    (2, 20301250, "an absent seat's END came when the RESULT was whole, and stood in one of the two files"),
    (3, 72000649, "a guest whose host had died in a handshake was told to ask for another invitation"),
)
"""The same, of matches that draw a time bank between two, a void or a leaver."""

FORKS = ((3, 3, 0.0, 1), (3, 22, 0.02, 1), (4, 4, 0.0, 2))
"""(seats, seed, kills, forks of one cheat): at the last one three honest nodes stand at three rests."""

HARM = [
    ("sent before it is synced", 2, 2, "lost:"),
    ("never synced", 2, 2, "MatchFileDamaged"),
    ("not waited for", 2, 0, "hasty:"),
    ("marked before it is stored", 2, 1, "MatchFileDamaged"),
    ("torn tail kept", 2, 1, "MatchFileDamaged"),
    ("names not synced", 2, 1, "lost:"),
    ("own tail not fetched", 2, 18, "two faces:"),
    ("other secrets stored", 2, 0, "MatchFileDamaged"),
    ("door shut after a restart", 2, 0, "stuck:"),
    ("silence not noticed", 2, 1, "stuck:"),
    ("nothing asked for", 2, 0, "stuck:"),
    ("nothing passed on", 3, 7, "stuck:"),
    ("no second dial", 2, 1, "stuck:"),
    ("rules that differ", 2, 1, "entry.state"),
    ("bank spent too fast", 2, 19, "impatient:"),
    ("void unasked", 2, 0, "void:"),
]
"""(what is wrong, seats, a seed that shows it, how it shows)."""


@cache
def as_ever(knobs: Knobs) -> Report:
    """A match without a bug, for all tests that hold another one against it."""
    return simulate(knobs)


def play(game: str, seats: int, seeds: Iterable[int], kills: float = KILLS) -> list[Report]:
    """All these matches, none of which may go wrong."""
    return flawless(simulate(Knobs.draw(seed, game, seats, kills)) for seed in seeds)


def flawless(reports: Iterable[Report]) -> list[Report]:
    found = list(reports)
    wrong = [report for report in found if report.failures]
    assert not wrong, "\n".join(f"{report.failures} {report.knobs}" for report in wrong)
    return found


def test_the_slices_are_8_matches_5_of_them_of_real_games() -> None:
    counts = Counter(game == "ten" for game, _, _, n in SLICES for _ in range(n))
    assert (counts[True], counts[False]) == (3, 5)
    assert {game for game, _, _, _ in SLICES} == {game for game, _ in FORMATS}


def test_many_of_them_may_end_as_void_or_by_a_time_bank_between_two() -> None:
    drawn = [
        Knobs.draw(seed, game, seats, KILLS)
        for game, seats, first, matches in SLICES
        for seed in range(first, first + matches)
    ]
    assert sum(bool(knobs.voids) for knobs in drawn) * 12 > len(drawn)
    assert sum(knobs.bank > 0 and knobs.seats == 2 for knobs in drawn) * 12 > len(drawn)


@pytest.mark.parametrize(("seats", "seed", "why"), FOUND + FOUND_WITH_BANKS)
def test_what_was_found_is_played_as_it_was(seats: int, seed: int, why: str) -> None:
    """given the kept seeds, then they draw the knobs under which they failed."""
    knobs = Knobs.draw(seed, "ten", seats, KILLS)
    drawn = bool(knobs.voids or knobs.late or knobs.dated or (knobs.bank and seats == 2))
    assert drawn == ((seats, seed, why) in FOUND_WITH_BANKS)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "first", "matches"), SLICES)
def test_matches_come_to_one_result(game: str, seats: int, first: int, matches: int) -> None:
    reports = play(game, seats, range(first, first + matches))
    assert matches < 2 or sum(report.kills for report in reports) >= matches, "hardly a storm"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "seed", "why"),
    [
        pytest.param(*one, marks=[pytest.mark.long] * (n >= KEPT))
        for n, one in enumerate(FOUND_WITH_BANKS + FOUND[::-1])
    ],
)
def test_what_was_found_stays_mended(seats: int, seed: int, why: str) -> None:
    assert play("ten", seats, [seed])[0].kills, why


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, FOUR])
def test_a_death_at_any_message_boundary_leaves_the_match_whole(seats: int) -> None:
    reports = flawless(kill_at(seats, 0, 360))
    assert all(report.kills == 1 and report.begun for report in reports)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_so_does_a_second_death_in_the_recovery(seats: int) -> None:
    reports = flawless(kill_at(seats, 7, 300, twice=True))
    assert sum(report.kills for report in reports) > len(reports)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, FOUR])
def test_who_goes_for_good_is_voted_out_and_the_others_come_to_one_result(seats: int) -> None:
    knobs = Knobs(1, "ten", seats, kills=0.0, storm_s=30, think_s=2, bank=45, quits=seats - 1)
    (report,) = flawless([simulate(knobs)])
    assert len(report.absent) == report.kills == 1


@pytest.mark.parametrize(
    ("quits", "late", "absent"), [(1, None, 0), (-1, (1, 6, math.inf), 1)], ids=["in mid-game", "at the end"]
)
def test_of_two_the_one_who_stays_wins(quits: int, late: tuple[int, int, float] | None, absent: int) -> None:
    # given two of whom one goes for good: in mid-game, or when it has lost on the table, and told so
    knobs = Knobs(1, "ten", 2, kills=0.0, storm_s=30, think_s=2, bank=45, quits=quits, late=late)
    # when the other has waited for the whole time bank, then it has won, with a RESULT if both have ended it
    (report,) = flawless([simulate(knobs)])
    assert report.stayed and report.won and report.seconds > knobs.bank
    assert len(report.absent) == absent


@pytest.mark.parametrize("late", [(0, 1), (0, 6), (1, 1)], ids=["winner", "winner, later", "loser"])
def test_of_two_the_one_who_stays_may_have_no_result(late: tuple[int, int]) -> None:
    # given two of whom one goes for good at the end: who has won on the table, or the other, at the moment
    # in which the last entry comes, and without a word
    knobs = Knobs(1, "ten", 2, kills=0.0, storm_s=30, think_s=2, bank=45, late=(*late, math.inf))
    # then who has lost on the table wins nothing by staying, nor who cannot know that it has won
    (report,) = flawless([simulate(knobs)])
    assert report.stayed and not report.won and not report.absent and report.seconds > knobs.bank


def parted(seed: int) -> Knobs:
    """Two who lose sight of each other for longer than the time bank, again and again."""
    return Knobs(seed, "ten", 2, kills=0.0, storm_s=240, think_s=3, bank=15, partings=5)


@pytest.mark.parametrize("seed", [16, 18], ids=["moved into the void", "out of time in the void"])
def test_of_two_that_are_parted_one_at_most_has_won(seed: int) -> None:
    # given two of whom one ends the match alone while the other cannot be reached
    (report,) = flawless([simulate(parted(seed))])
    assert report.stayed and report.won
    # when they ask no longer whether the other may be waiting too, then each counts it as won
    hasty = Plant(patch=((MatchClock, "_doubt", lambda clock, late: ""),))
    assert "two winners:" in simulate(parted(seed), hasty).failures[0]


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 400, 50))
def test_of_many_that_are_parted_one_at_most_has_won(first: int) -> None:
    reports = flawless(simulate(parted(seed)) for seed in range(first, first + 50))
    assert sum(report.stayed and report.won for report in reports) > 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "delay_s"),
    [
        (2, 0.1),
        (3, 2.0),
        *(pytest.param(*one, marks=pytest.mark.long) for one in ((2, 2.0), (3, 0.1), (4, 0.1), (4, 2.0))),
    ],
)
def test_who_is_slow_but_connected_has_run_out_of_time_for_all(seats: int, delay_s: float) -> None:
    # given a player who does not answer any more, whose node is there, on lines of some seconds
    weather = Weather(delay_s=delay_s)
    knobs = Knobs(
        3, "ten", seats, kills=0.0, storm_s=400, think_s=1, bank=45, slow=(seats - 1, 8.0), weather=weather
    )
    # when its time bank is spent, then it has lost by that, nobody is absent, and all have signed it
    (report,) = flawless([simulate(knobs)])
    assert not report.absent and not report.stayed
    assert report.rule == "format.time" or seats > 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("all_agree", [True, False])
def test_a_match_ends_as_void_where_all_want_that(seats: int, all_agree: bool) -> None:
    # given players who would end the match without a winner, all or all but one
    voids = tuple((n, 4.0 + n, math.inf) for n in range(seats - (not all_agree)))
    knobs = Knobs(2, "ten", seats, "human", kills=0.0, storm_s=30, think_s=2, voids=voids)
    # then it ends so only if all agree
    (report,) = flawless([simulate(knobs)])
    assert report.void is all_agree


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "seed"),
    [(3, 1), *(pytest.param(*one, marks=pytest.mark.long) for one in ((4, 1), (3, 4), (4, 4)))],
)
def test_votes_that_cross_in_a_storm_hold_up_nobody(seats: int, seed: int) -> None:
    # given players who lose sight of each other for longer than the time bank, again and again, of whom one
    # goes for good
    halves = 60.0 if seats == 4 else 0.0
    knobs = Knobs(
        seed,
        "ten",
        seats,
        kills=KILLS,
        storm_s=150,
        think_s=4,
        partings=5,
        halves=halves,
        bank=45,
        quits=seats - 1,
    )
    (report,) = flawless([simulate(knobs)])
    assert report.absent


@pytest.mark.long
def test_two_of_four_cannot_vote_the_other_two_out() -> None:
    # given two halves of a table that lose sight of each other for longer than the time bank, the one being
    # ahead of the other: its votes once came before what they were about, and were never answered
    knobs = Knobs(1, "ten", 4, kills=0.0, storm_s=150, think_s=2, bank=45, halves=90)
    # when they see each other again, then they go on, all four of them
    (report,) = flawless([simulate(knobs)])
    assert not report.absent and report.seconds > knobs.halves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "seed", "kills", "times"),
    [pytest.param(*one, marks=[pytest.mark.long] * (one[0] > 3)) for one in FORKS],
)
def test_honest_nodes_that_a_cheat_has_parted_go_back_and_come_to_one_result(
    seats: int, seed: int, kills: float, times: int
) -> None:
    # given a cheat that shows some of its decisions in one way to these and in another to those
    cheat, forks = seed % seats, list[list[bytes]]()
    weather = Weather(delay_s=0.3, cut_bytes=8_000.0) if kills else Weather()
    knobs = Knobs(seed, "ten", seats, kills=kills, storm_s=30, think_s=1, cheat=cheat, weather=weather)
    # when they meet, then all go back to the first of these, and on to one result without it
    (report,) = flawless([simulate(knobs, forking(cheat, seed % 6, times, forks))])
    assert len(forks) == times and report.era == 1
    assert len(report.absent) == 1 and bool(report.kills) is bool(kills)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "seed", "words"), HARM)
def test_planted_bugs_are_found(name: str, seats: int, seed: int, words: str) -> None:
    # given a match in which honest nodes come to a result
    knobs = Knobs.draw(seed, "ten", seats, 0.03)
    assert not as_ever(knobs).failures
    # when they have a bug, then it shows
    assert words in simulate(knobs, PLANTS[name]).failures[0]


def test_every_planted_bug_is_looked_for() -> None:
    assert [name for name, *_ in HARM] == list(PLANTS) and len(PLANTS) >= 12


def traces(seats: int, seed: int, hash_seeds: Iterable[str]) -> set[str]:
    """The traces of one match in processes with these hash seeds."""
    command = (
        "from tests.sim.knobs import Knobs; from tests.sim.world import simulate; "
        f"print(simulate(Knobs.draw({seed}, 'ten', {seats}, {KILLS})).trace)"
    )
    found = set()
    for hash_seed in hash_seeds:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout.strip())
    return found


@pytest.mark.slow
def test_a_seed_replays_a_match_exactly() -> None:
    # given a match that was played twice in this process
    knobs = Knobs.draw(4, "ten", 2, KILLS)
    first, second = as_ever(knobs), simulate(knobs)
    assert first == second and first.kills
    # then it goes the same way in another one, whatever its hash seed
    assert traces(2, 4, ("77",)) == {first.trace}


@pytest.mark.slow
def test_what_is_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a match, and one in which every node works out everything for itself
    knobs = Knobs.draw(4, "ten", 2, KILLS)
    quick = as_ever(knobs)
    monkeypatch.setattr(world, "remembering", tuple)
    # then they are the same
    assert simulate(knobs) == quick


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_many_seeds_replay_exactly(seats: int, seed: int) -> None:
    assert len(traces(seats, seed, ("0", "1", "random"))) == 1


@pytest.mark.slow
def test_the_command_prints_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "2", "--seed", "7", "--verbose"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[0].startswith("seed 7: ") and lines[2].startswith("2 matches, 0 failed")


@pytest.mark.slow
def test_the_command_kills_at_boundaries(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--boundaries", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all("0 equivocations" in line for line in lines)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("twice", [False, True])
def test_a_death_at_every_message_boundary_leaves_the_match_whole(seats: int, twice: bool) -> None:
    reports = flawless(kill_at(seats, 0, 1, twice=twice))
    assert len(reports) == sum(simulate(calm(seats)).boundaries) >= 350


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), sorted(FORMATS))
@pytest.mark.parametrize("first", range(1_000, 1_200, 20))
def test_very_many_matches_come_to_one_result(game: str, seats: int, first: int) -> None:
    play(game, seats, range(first, first + 20))
