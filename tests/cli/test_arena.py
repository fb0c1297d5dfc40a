"""`fadenet bot match` and `fadenet bot league`: what they say, keep and refuse."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from fadenet.bots.arena import Contest, Variant
from fadenet.bots.arena.interval import interval
from fadenet.cli.frame.context import Denied
from fadenet.cli.top.results import setting_data, setting_lines
from tests.bots.arena.clusters import in_this_process
from tests.bots.arena.false_bots import HERE
from tests.cli.helpers import Cli, process

QUITTER = f"{HERE}:Quitter"
MATCH = ("bot", "match", "greedy", QUITTER, "--game", "terrene", "--workers", "1")
"""A bot against one that gives up in its first turn."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def data(cli: Cli) -> dict[str, Any]:
    """The JSON that was printed, without the time that it took."""
    found: dict[str, Any] = json.loads(cli.out)
    for key in ("cpu_ms", "decision_ms"):
        found.pop(key, None)
    return found


def test_a_match_tells_beginner_and_second_apart(cli: Cli) -> None:
    """given ten pairs that one bot wins, then the shares of all, as beginner and as second have intervals, in
    JSON and in words."""
    assert cli(*MATCH, "-n", "10", "--json", "--decks", "drawn", "--mirror") == 0
    found = data(cli)
    assert (found["pairs"], found["wins"], found["rate"], found["classes"]) == (10, 20, 1.0, [0, 0, 0, 0, 10])
    plain = interval(1.0, 10)
    assert plain is not None
    for part in (found["beginner"], found["second"]):
        assert part == {"rate": 1.0, "interval": [round(end, 4) for end in plain]}
    assert found["interval"][0] < 1 and found["unswapped"] == 0
    assert (found["decks"], found["mirror"]) == ("drawn", True)
    own, others = json.loads(cli.out)["cpu_ms"]
    assert own > others >= 0
    assert (
        0 < json.loads(cli.out)["decision_ms"][0]["mean"] <= json.loads(cli.out)["decision_ms"][0]["p95"] * 2
    )
    assert cli(*MATCH, "-n", "10") == 0
    assert cli.out.startswith("terrene, format duel, 2 seats; packaged decks\n")
    thought = r"^greedy thought for \d+ ms of a processor a game, [\d.]+ ms a decision, for 95 of 100 of them"
    assert re.search(rf"{thought} [\d.]+ ms at most$", cli.out, re.M)
    assert "as beginner 100.0% of 10 (95 % interval 72.2% to 100.0%)" in cli.out
    assert "as second 100.0% of 10" in cli.out and "in a pair: 2 in 10" in cli.out


def test_a_test_ends_a_match_and_says_what_it_found(cli: Cli) -> None:
    """given a test, then the match ends with the pair after which it is sure, and says of what; the other way
    round it is sure of the opposite."""
    assert cli(*MATCH, "--sprt", "0.50:0.55", "--json") == 0
    better = data(cli)
    assert better["sprt"]["verdict"] == "H1" and better["sprt"]["llr"] >= 2.9444 and better["pairs"] < 50
    assert cli("bot", "match", QUITTER, "greedy", *MATCH[4:], "--sprt", "0.50:0.55") == 0
    assert "takes 50% of the points at most (H0)" in cli.out
    assert cli(*MATCH, "--sprt", "0.50:0.55", "-n", "2") == 0
    assert "after 2 pairs it is not sure whether greedy takes 50% or 55% of the points" in cli.out


@pytest.mark.parametrize("text", ["0.55:0.50", "0.5:0.5", "0.5", "0.5:1.1", "-1:1", "a:b", "0.5:0.6:0.7"])
def test_shares_that_are_no_test_are_refused(cli: Cli, text: str) -> None:
    assert cli(*MATCH, f"--sprt={text}") == 2
    assert "write two shares of the points as 0.50:0.55" in cli.err


def test_a_report_begins_with_what_was_played_and_by_which_bots() -> None:
    """given bots with options and without, then the head of a report says the kind of match and decks, and
    how each bot is set, in words and as data."""
    bots = (f"{QUITTER}:dice=3", "rollout:beliefs=drawn", "random")
    contest = Contest(Variant("faroe", options=(("opening", "even"),)), bots, mirror=True)
    first, own, others = setting_lines(contest)
    assert first == "faroe, format duel, opening even, 2 seats; packaged decks, one list on all seats"
    assert own == f"{QUITTER}:dice=3 plays with dice=3"
    assert others.startswith("rollout:beliefs=drawn plays with trials=") and others.endswith("beliefs=drawn")
    told = setting_data(contest)["bot_options"]
    assert (told["rollout:beliefs=drawn"]["beliefs"], told["random"]) == ("drawn", {})


def test_a_test_may_be_told_in_elo(cli: Cli) -> None:
    """given differences in Elo, then the test is that of the shares which they mean: 1 / (1 + 10^(-d/400));
    with both, or with anything else, it is refused."""
    assert cli(*MATCH, "--elo", "0:35", "-n", "1", "--json") == 0
    test = data(cli)["sprt"]
    assert (test["h0"], test["h1"]) == (0.5, 0.550199)
    assert cli(*MATCH, "--elo=-400:0", "-n", "1", "--json") == 0
    assert data(cli)["sprt"]["h0"] == 0.090909
    assert cli(*MATCH, "--elo", "0:35", "--sprt", "0.5:0.6") == 2 and "not allowed with" in cli.err
    for text in ("35:0", "5", "a:b", "0:0"):
        assert cli(*MATCH, f"--elo={text}") == 2
        assert "write two differences in Elo as 0:35" in cli.err


def test_classes_and_the_way_of_a_test_are_drawn(cli: Cli) -> None:
    """given a test, then a bar shows the classes of pairs and columns how it went, in ASCII where that is
    wanted, and not in plain mode."""
    contest = (*MATCH, "-n", "3", "--sprt", "0.5:0.55")
    assert cli(*contest) == 0
    assert f"pairs by points, from 0 |{'█' * 50}| to 2\nLLR, from -2.94 |▅▅▅| to 2.94" in cli.out
    assert cli(*contest, "--ascii") == 0
    assert f"from 0 |{'#' * 50}| to 2\nLLR, from -2.94 |===| to 2.94" in cli.out
    assert cli(*contest, "--plain") == 0 and "|" not in cli.out


def test_games_are_written_as_a_table(cli: Cli, tmp_path: Path) -> None:
    """given a file for a table, then it has a line for each game, with its pair, bots and points; a file that
    is there is not touched, and nothing is played."""
    assert cli(*MATCH, "-n", "2", "--seed", "5", "--csv", "games.csv") == 0
    rows = [*csv.DictReader((tmp_path / "games.csv").read_text().splitlines())]
    assert [(row["pair"], row["game"]) for row in rows] == [("5", "1"), ("5", "2"), ("6", "1"), ("6", "2")]
    assert {(row["bot"], row["against"], row["points"]) for row in rows} == {("greedy", QUITTER, "1.0")}
    assert {rows[0]["began"], rows[1]["began"]} == {"greedy", QUITTER} and " / " in rows[0]["decks"]
    assert cli(*MATCH, "-n", "1", "--csv", "games.csv", "--journal", "a") == 3
    assert "games.csv is there already" in cli.err and not (tmp_path / "arena-a.jsonl").exists()
    assert cli("bot", "league", "greedy", QUITTER, *MATCH[4:], "-n", "1", "--csv", "games.csv") == 3


def test_a_game_between_bots_is_looked_at(cli: Cli, tmp_path: Path) -> None:
    """given two bots and a seed, then the first game of the pair of that seed is told, and its record kept; a
    bot that raises an error is told as in a match; a record that is there is refused before anything."""
    watch = ("bot", "watch", "greedy", QUITTER, "--game", "terrene", "--seed", "7")
    assert cli(*watch, "--record", "seven.fnr") == 0
    assert "p1 greedy wins" in cli.out and "fadenet replay seven.fnr" in cli.err
    assert cli(*MATCH, "-n", "1", "--seed", "7", "--csv", "seven.csv") == 0
    [first, _] = csv.DictReader((tmp_path / "seven.csv").read_text().splitlines())
    checks = [line for line in (tmp_path / "seven.fnr").read_text().splitlines() if first["digest"] in line]
    assert checks
    assert cli(*watch, "--record", "seven.fnr") == 3 and "seven.fnr is there already" in cli.err
    assert cli("bot", "watch", QUITTER, f"{HERE}:Broken", "--game", "terrene") == 7
    assert "is void: ZeroDivisionError" in cli.err


def test_a_journal_goes_on_and_another_setting_is_refused(cli: Cli, tmp_path: Path) -> None:
    """given a journal of two pairs, when more are wanted, then they are added and all are told; with other
    bots it is refused by name, and nothing is written."""
    assert cli(*MATCH, "-n", "2", "--journal", "night") == 0
    path = tmp_path / "arena-night.jsonl"
    two = path.read_bytes()
    assert cli(*MATCH, "-n", "4", "--journal", "night", "--json") == 0
    four = path.read_bytes()
    assert four.startswith(two) and four.count(b"\n") == 5 and data(cli)["pairs"] == 4
    other = ("bot", "match", "easy", *MATCH[3:])
    assert cli(*other, "-n", "4", "--journal", "night") == 3
    assert "arena-night.jsonl is the journal of another setting (bots)" in cli.err
    assert path.read_bytes() == four
    assert cli(*MATCH, "--journal", "../night") == 2 and "not a name for a journal" in cli.err


def test_what_cannot_be_written_is_said(cli: Cli, tmp_path: Path) -> None:
    """given something else where journal or records are to be written, then that is said, by name."""
    (tmp_path / "arena-a.jsonl").mkdir()
    assert cli(*MATCH, "-n", "1", "--journal", "a") == Denied.exit_code
    assert "arena-a.jsonl cannot be read and written: Is a directory" in cli.err
    (tmp_path / "arena-b").touch()
    assert cli(*MATCH, "-n", "1", "--journal", "b", "--keep", "1") == Denied.exit_code
    assert "arena-b cannot be made: File exists" in cli.err


def test_games_that_are_worth_a_look_are_kept_as_records(cli: Cli, tmp_path: Path) -> None:
    """given records that are wanted, then as many lie beside the journal, and each is replayed; the same
    command writes none again; without a journal it says what is missing."""
    assert cli(*MATCH, "-n", "3", "--journal", "a", "--keep", "4", "--json") == 0
    kept = sorted((tmp_path / "arena-a").iterdir())
    assert len(kept) == len(data(cli)["kept"]) == 4
    assert cli("record", "check", kept[0]) == 0
    kept[0].write_text("mine")
    assert cli(*MATCH, "-n", "3", "--journal", "a", "--keep", "4") == 0
    assert kept[0].read_text() == "mine" and f"arena-a/{kept[0].name}: " in cli.out
    assert cli(*MATCH, "--keep", "4") == 2 and "--journal NAME" in cli.err


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_an_error_of_a_bot_is_told_with_its_pair_and_place(cli: Cli, workers: str) -> None:
    """given a bot that raises an error, then the run ends with it: which pair, which bots, and where."""
    broken = ("bot", "match", QUITTER, f"{HERE}:Broken", "--game", "terrene", "--workers", workers)
    assert cli(*broken, "-n", "20") == 7
    assert not cli.out and cli.err.startswith(f"fadenet: Pair 0 of {QUITTER} and {HERE}:Broken is void: ")
    assert re.search(r"ZeroDivisionError: .* \(false_bots.py, line \d+\)$", cli.err.strip())


def test_a_league_rates_every_bot(cli: Cli, tmp_path: Path) -> None:
    """given three bots, then they stand in the order of their ratings, counted from greedy, each with
    its shares and a crosstable; with a journal it goes on."""
    league = ("bot", "league", QUITTER, "greedy", f"{QUITTER}:dice=1", "--game", "terrene", "-n", "5")
    assert cli(*league, "--workers", "1", "--json") == 0
    found = data(cli)
    assert found["league"][0]["bot"] == found["anchor"] == "greedy"
    assert found["league"][0]["elo"] == 0 and all(place["elo"] < 0 for place in found["league"][1:])
    assert [len(part["bots"]) for part in found["crosstable"]] == [2, 2, 2] and found["pairs"] == 15
    assert cli(*league, "--workers", "1") == 0
    rows = [line.split() for line in cli.out.splitlines()]
    assert {rate["rate"] for rate in found["league"][0]["by_deck"].values()} == {1.0}
    table = rows[rows.index(["by", "deck", "1", "2", "3"]) + 1 :]
    assert len(table) > 1 and {row[-3] for row in table} == {"100%"} and cli.out.count(" : ") == 3
    rows = rows[4:]
    assert rows[0] == ["Elo", "+-", "all", "beginner", "second", "1", "2", "3"]
    assert rows[1] == ["1", "greedy", "+0", "100%", "100%", "100%", "-", "100%", "100%"]
    assert cli(*league[:-1], "2", "--workers", "1", "--journal", "l") == 0
    assert cli(*league, "--workers", "1", "--journal", "l", "--json") == 0
    assert data(cli) == found and (tmp_path / "arena-l.jsonl").read_bytes().count(b"\n") == 1 + 15
    assert cli("bot", "league", "random", "random") == cli("bot", "league", "random") == 2


def test_how_far_it_is_is_said_in_lines_where_there_is_no_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given no terminal, then a long run says now and then how far it is, without writing over anything."""
    monkeypatch.setattr("fadenet.cli.frame.progress.PATIENCE_S", 0.0)
    assert cli(*MATCH, "-n", "2", "--json") == 0
    assert cli.err.startswith("bot match: 1 of 2 pairs; 100.0%, ") and "\r" not in cli.err
    assert cli(*MATCH, "-n", "2", "--json", "-q") == 0 and not cli.err
    assert cli(*MATCH, "-n", "2", "--sprt", "0.5:0.6") == 0
    assert cli.err.startswith("bot match: 1 pairs; 100.0%, LLR 0.") and " left" not in cli.err


def test_a_cluster_plays_what_this_process_plays(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a cluster, when a match and a league are played on it, then their journals and tables are those
    of this process, and it is said how many workers there are; the error of a bot is told with its pair, and
    processes cannot be counted besides."""
    monkeypatch.setattr("fadenet.cli.frame.progress.PATIENCE_S", 0.0)
    game = ("--game", "prelude")
    match = ("bot", "match", "random", QUITTER, *game, "-n", "6")
    league = ("bot", "league", "random", QUITTER, "greedy", *game, "-n", "2")
    with in_this_process(workers=2) as cluster:
        address = cluster.scheduler_address
        for command in (match, league):
            for name, where in (("here", ("--workers", "1")), ("there", ("--dask", address))):
                assert cli(*command, *where, "--journal", name, "--csv", f"{name}.csv") == 0
            assert re.match(r"bot \w+: 1 of 6 pairs; (.*, )?2 workers, ", cli.err)
            for form in ("arena-{}.jsonl", "{}.csv"):
                here, there = (tmp_path / form.format(name) for name in ("here", "there"))
                assert here.read_bytes() == there.read_bytes()
                here.unlink()
                there.unlink()
        broken = ("bot", "match", "random", f"{HERE}:Broken", *game, "-n", "9", "-q", "--dask", address)
        assert cli(*broken) == 7
        assert re.match(
            r"fadenet: Pair 0 of .* is void: ZeroDivisionError: .*false_bots.py, line \d+", cli.err
        )
        assert cli(*match, "--dask", address, "--workers", "2") == 2 and "without it" in cli.err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_run_that_was_killed_goes_on_to_the_same_verdict(cli: Cli, tmp_path: Path) -> None:
    """given a run that is killed by SIGKILL in the midst of its fourth pair, when the same command is given
    again, then it comes to what a run comes to that was left alone, and the journals are equal."""
    deadly = f"{HERE}:Deadly:mark=mark,after=arena-a.jsonl"
    command = ("bot", "match", deadly, *MATCH[3:], "--sprt", "0.50:0.55")
    child = process(tmp_path / "home", *command, "--journal", "a", cwd=tmp_path)
    child.communicate()
    assert child.returncode == -signal.SIGKILL
    journal = tmp_path / "arena-a.jsonl"
    assert journal.read_bytes().count(b"\n") == 4
    assert cli(*command, "--journal", "a", "--json") == 0
    after = data(cli)
    assert after["sprt"]["verdict"] == "H1" and after["pairs"] > 3
    assert cli(*command, "--journal", "b", "--json") == 0
    assert data(cli) == after
    assert journal.read_bytes() == (tmp_path / "arena-b.jsonl").read_bytes()
