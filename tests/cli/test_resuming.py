"""Which unfinished match is meant: the list with opponent, game and age, the choice, clearing old ones."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from fadenet.cli.frame.context import Context, Usage
from fadenet.cli.seat.by_post import DAY_S
from fadenet.cli.top import resuming
from fadenet.cli.top.resuming import LISTED_MAX, OLD_DAYS, ago, chosen, unfinished
from fadenet.node.match import saved
from fadenet.node.match.saved import SavedPeer, SavedTable, write_table
from tests.cli.helpers import FADENET, Cli, sentence

NAMES = ("ben", "cid", "dan")


def left(home: Path, n: int, days: float, finished: bool = False) -> str:
    """A match with somebody that was left so many days ago."""
    match = f"{n:x}" * 32
    (home / saved.FOLDER).mkdir(mode=0o700, parents=True, exist_ok=True)
    peers = (SavedPeer(NAMES[n % 3], "00" * 32),)
    note = SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    write_table(home, match, replace(note, touched=int(time.time() - days * DAY_S)))
    file = home / saved.FOLDER / f"{match}.match"
    file.touch(mode=0o600)
    if not finished:
        (home / saved.FOLDER / f"{match}.secret").touch(mode=0o600)
    return match


class Asked(Context):
    """A context at whose terminal somebody answers."""

    answers: list[str]
    said: list[str]

    may_ask = True

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str) -> str:
        self.said.append(question)
        return self.answers.pop(0)

    def confirm(self, question: str) -> bool:
        return self.ask(question) == "y"


def asked(home: Path, *answers: str) -> Asked:
    ctx = Asked(Namespace(json=False, quiet=False, home=None), home, FADENET)
    object.__setattr__(ctx, "answers", list(answers))
    object.__setattr__(ctx, "said", [])
    return ctx


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3_599, "59 minutes ago"),
        (7_200, "2 hours ago"),
        (DAY_S - 1, "23 hours ago"),
        (DAY_S, "1 day ago"),
        (40 * DAY_S, "40 days ago"),
    ],
)
def test_how_long_ago(seconds: int, words: str) -> None:
    assert ago(seconds) == words


def test_one_match_is_meant_and_none_is_said(cli: Cli) -> None:
    assert cli("resume") == 4 and "no unfinished match" in sentence(cli.err)
    match = left(cli.home, 1, 1)
    assert chosen(asked(cli.home)) == match


def test_several_are_listed_with_opponent_game_and_age(cli: Cli) -> None:
    """given three unfinished matches, when none is named and nobody can be asked, then all are told."""
    for n, days in enumerate((2, 0.1, 5)):
        left(cli.home, n + 1, days)
    left(cli.home, 9, 1, finished=True)
    assert cli("resume") == 2
    *lines, last = cli.err.splitlines()
    assert lines == [
        " 1  22222222  faroe against dan, 2 hours ago",
        " 2  11111111  faroe against cid, 2 days ago",
        " 3  33333333  faroe against ben, 5 days ago",
    ]
    assert last.startswith("fadenet: 3 matches are not finished. Say which: fadenet ")


@pytest.mark.parametrize(("typed", "n"), [("", 2), ("1", 2), ("2", 1), ("11", 0), ("1111", 0)])
def test_a_person_picks_one_by_its_number(tmp_path: Path, typed: str, n: int) -> None:
    matches = {1: left(tmp_path, 1, 2), 2: left(tmp_path, 2, 1)}
    assert chosen(asked(tmp_path, typed)) == (matches[n] if n else typed)


def test_no_more_are_listed_than_one_can_look_at(tmp_path: Path) -> None:
    for n in range(LISTED_MAX + 2):
        match = f"{n:032x}"
        left(tmp_path, 15, 1)
        for end in ("match", "table", "secret"):
            (tmp_path / saved.FOLDER / f"{'f' * 32}.{end}").rename(tmp_path / saved.FOLDER / f"{match}.{end}")
    ctx = asked(tmp_path, str(LISTED_MAX + 1))
    assert chosen(ctx) == str(LISTED_MAX + 1)
    assert len(ctx.said) == LISTED_MAX + 2 and "and 2 more" in ctx.said[-2]


@pytest.mark.usefixtures("no_waiting_for_sync")
@pytest.mark.parametrize("answer", ["y", ""])
def test_old_ones_are_offered_for_clearing(tmp_path: Path, answer: str) -> None:
    """given a match on the day and a younger one, then the first is offered, and goes if that is wanted."""
    old, young = left(tmp_path, 1, OLD_DAYS), left(tmp_path, 2, OLD_DAYS - 0.9)
    ctx = asked(tmp_path, answer, "1")
    assert chosen(ctx) == young
    assert "    11111111  faroe against cid, 14 days ago" in ctx.said
    assert {one.match for one in unfinished(tmp_path)} == ({young} if answer else {young, old})
    assert (tmp_path / saved.FOLDER / f"{old}.match").exists()


@pytest.mark.usefixtures("no_waiting_for_sync")
def test_matches_can_be_cleared_by_their_age(cli: Cli) -> None:
    old, young = left(cli.home, 1, 30), left(cli.home, 2, 3)
    assert cli("matches", "--clear", "31", "--yes", "--json") == 0
    assert json.loads(cli.out)["cleared"] == []
    assert cli("matches", "--clear", "30") == 2 and "11111111" in cli.err and "--yes" in cli.err
    assert len(unfinished(cli.home)) == 2
    assert cli("matches", "--clear", "30", "--yes", "--json") == 0
    assert json.loads(cli.out)["cleared"] == [old]
    assert [one.match for one in unfinished(cli.home)] == [young]


def test_without_anybody_to_ask_the_way_to_clear_is_said(cli: Cli) -> None:
    left(cli.home, 1, OLD_DAYS + 1)
    left(cli.home, 2, 1)
    assert cli("resume") == 2
    assert f"1 match was untouched for {OLD_DAYS} days and more. To give it up: fadenet " in cli.err


def test_to_list_matches_makes_no_folder(tmp_path: Path) -> None:
    """given a data folder in which nothing was played, when its matches are listed, then it stays so."""
    assert saved.saved_matches(tmp_path) == [] and unfinished(tmp_path) == []
    with pytest.raises(saved.MatchNotFound, match="no unfinished match"):
        saved.find_match(tmp_path, "")
    assert not any(tmp_path.iterdir())


def test_a_local_match_is_listed_with_its_turn(tmp_path: Path) -> None:
    one = resuming.Unfinished("faroe-0102-030405", "faroe", ("greedy",), 0.0, 7, here=tmp_path / "x")
    assert one.line(DAY_S) == "faroe-0102-030405  faroe against greedy, turn 7, 1 day ago"


def test_a_mistake_is_no_crash(tmp_path: Path) -> None:
    left(tmp_path, 1, 1)
    left(tmp_path, 2, 1)
    ctx = Context(Namespace(json=False, quiet=True, no_input=True, home=None), tmp_path, FADENET)
    with pytest.raises(Usage, match="2 matches are not finished"):
        chosen(ctx)
