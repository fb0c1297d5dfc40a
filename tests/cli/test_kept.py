"""Local matches that are left and gone on with; opponents of a level; what a match came to."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.cli.frame.context import BadInput
from fadenet.cli.past import kept, replaying
from fadenet.console.match.summary import MatchFigures
from fadenet.engine.digest import digest
from fadenet.games import decks
from fadenet.table.local import NOTHING_PLAYED, LocalMatch, Played
from fadenet.table.scribe import Scribe
from tests.cli.helpers import GAME, Cli, process

STOPS, FURTHER = (3, 12), 24
"""After so many choices the match is left; so far it is held against the other one."""


def match_of(game: str) -> LocalMatch:
    """A match of the first two packaged decks between two bots, one of whom counts as a person."""
    rules = games.load(game)
    lists = [part for name in decks.packaged(rules)[:2] for part in decks.load_deck(rules, name).lists]
    players = [bots.make("random"), bots.make("random")]
    match = LocalMatch(rules, players, lists, 11, names=("Ann", "Bob"), kinds=("human", "bot"))
    match.scribe = Scribe(rules)
    return match


def lists_of(match: LocalMatch) -> list[tuple[str, decks.Deck]]:
    """The decks of its two seats, as they are kept."""
    per = match.rules.decks_per_seat
    halves = [match.decks[:per], match.decks[per:]]
    return [
        (name, decks.Deck(name, "", tuple(map(tuple, part)))) for name, part in zip("ab", halves, strict=True)
    ]


class Left(Exception):
    """The player leaves."""


def left_after(match: LocalMatch, choices: int, before: Played = NOTHING_PLAYED) -> None:
    """Play until so many choices have been made, the first of them as they were made before."""

    def look(*_: object) -> None:
        if len(match.choices) >= choices:
            raise Left

    match.watch = look
    with pytest.raises(Left):
        run_now(match.play(before))


@pytest.mark.parametrize("game", games.NAMES)
def test_a_match_that_was_left_goes_on_as_if_nothing_had_been(game: str, cli: Cli) -> None:
    """given a match, when it is left after some choices, kept, read and gone on with, then it goes on by the
    same answers to the same state as one that was never left."""
    whole = match_of(game)
    left_after(whole, FURTHER)
    for choices in STOPS:
        match = match_of(game)
        left_after(match, choices)
        keeper = kept.Autosave(cli.home, "random", lists_of(whole), 1e9)
        keeper.match = match
        path = keeper.keep()
        assert path is not None
        found = kept.read_kept(path)
        assert (found.game, found.names, found.turn, found.seed) == (
            game,
            ("Ann", "Bob"),
            match.state.turn,
            11,
        )
        assert found.played == match.played
        assert [deck.lists for _, deck in found.decks] == [deck.lists for _, deck in lists_of(whole)]
        again = match_of(game)
        left_after(again, FURTHER, found.played)
        assert again.answers == whole.answers
        assert digest(again.state) == digest(whole.state)
        assert again.scribe is not None and whole.scribe is not None
        assert again.scribe.lines == whole.scribe.lines


def test_a_file_that_was_changed_is_not_gone_on_with(tmp_path: Path, cli: Cli) -> None:
    """given a kept match, when any byte of it is another one, then it is refused by name, and not listed."""
    match = match_of(GAME)
    left_after(match, 3)
    keeper = kept.Autosave(cli.home, "random", [], 1e9)
    keeper.match = match
    path = keeper.keep()
    assert path is not None and [one.id for one in kept.kept_matches(cli.home)] == [path.stem]
    data = path.read_bytes()
    for at in (0, 40, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(BadInput, match="damaged"):
            kept.read_kept(path)
    assert list(kept.kept_matches(cli.home)) == []
    assert cli("resume", path.stem) == 3 and "damaged" in cli.err
    path.write_bytes(data)
    assert [one.id for one in kept.kept_matches(cli.home)] == [path.stem]


@pytest.mark.parametrize(("version", "when"), [(1, "an earlier"), (3, "a later")])
def test_a_match_that_another_version_dealt_says_so(cli: Cli, version: int, when: str) -> None:
    """given a match that was left under a version that deals, or writes, otherwise, then that is said."""
    match = match_of(GAME)
    left_after(match, 3)
    keeper = kept.Autosave(cli.home, "random", [], 1e9)
    keeper.match = match
    path = keeper.keep()
    assert path is not None
    raw = json.dumps(json.loads(path.read_bytes().split(b"\n", 1)[1]) | {"v": version}).encode()
    path.write_bytes(kept.checksum(raw) + b"\n" + raw)
    with pytest.raises(BadInput, match=f"written by {when} version"):
        kept.read_kept(path)


def test_a_match_of_other_rules_says_so(cli: Cli) -> None:
    """given a match that another version began, when it is gone on with, then that is said, and it stays."""
    match = match_of(GAME)
    left_after(match, 3)
    keeper = kept.Autosave(cli.home, "random", [], 1e9)
    keeper.match = match
    path = keeper.keep()
    assert path is not None
    body = json.loads(path.read_bytes().partition(b"\n")[2]) | {"rules": "00" * 32}
    raw = json.dumps(body).encode()
    path.write_bytes(kept.checksum(raw) + b"\n" + raw)
    assert cli("resume", path.stem) == 3
    assert "other rules" in cli.err and path.exists()


@pytest.mark.slow
def test_a_person_leaves_a_match_and_goes_on_with_it(cli: Cli) -> None:
    """given a match at the console, when the person leaves, then `resume` goes on with it where it was, tells
    the last of what happened, and the end of the match is the end of its file."""
    assert cli.typing("rock\nquit\n", "play", GAME, "--plain", "--seed", "3", "--level", "easy") == 0
    (path,) = (cli.home / kept.FOLDER).iterdir()
    assert f" resume {path.stem}" in cli.err.replace("\n", " ")
    assert cli.typing("concede\nconcede\n", "resume", "--plain") == 0, cli.err
    assert "throws Rock" in cli.out and "who goes first" not in cli.out
    assert "p2 easy wins" in cli.out and not path.exists()
    assert cli.typing("", "resume", "--plain", ends=True) == 4 and "no unfinished match" in cli.err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")
def test_a_match_outlives_its_process(tmp_path: Path) -> None:
    """given a decision of the person, when the process is killed, then the match is there up to it."""
    child = process(tmp_path, "play", GAME, "--plain", "--seed", "3")
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write("rock\n")
    child.stdin.flush()
    while "mulligan" not in child.stdout.readline():
        pass
    child.kill()
    child.wait()
    (found,) = kept.kept_matches(tmp_path)
    assert found.played.own


@pytest.mark.slow
def test_a_match_that_is_over_is_not_kept(cli: Cli) -> None:
    """given a match that was kept, when its end has come and only then it is left, then nothing is kept."""
    match = match_of(GAME)
    keeper = kept.Autosave(cli.home, "random", [], 1e9)
    keeper.match = match
    left_after(match, 3)
    assert keeper.keep() is not None
    keeper.match = match_of(GAME)
    run_now(keeper.match.play(match.played))
    assert keeper.keep() is None and list(kept.kept_matches(cli.home)) == []


def test_a_match_that_cannot_be_kept_goes_on_and_says_so_once(cli: Cli) -> None:
    """given a data folder in which nothing can be kept, when a match is played, then that is said once, and
    nothing is raised; with room again it is kept."""
    said: list[str] = []
    match = match_of(GAME)
    keeper = kept.Autosave(cli.home, "random", lists_of(match), 1e9, said.append)
    keeper.match = match
    left_after(match, 3)
    cli.home.mkdir()
    (cli.home / kept.FOLDER).write_text("in the way")
    assert keeper.keep() is None and keeper.keep() is None and keeper.stale
    (why,) = said
    assert why.startswith("The match goes on, but is not kept here from now on: Cannot make the folder")
    (cli.home / kept.FOLDER).unlink()
    path = keeper.keep()
    assert path is not None and kept.read_kept(path).played == match.played and not keeper.stale


@pytest.mark.slow
def test_a_person_plays_to_the_end_on_a_full_disk(cli: Cli) -> None:
    """given a data folder that takes nothing, when a match is played to its end, then its log says once
    that it is not kept, and who has won is told."""
    cli.home.mkdir()
    (cli.home / kept.FOLDER).write_text("in the way")
    (cli.home / replaying.FOLDER).write_text("in the way")
    table = ("play", GAME, "--plain", "--seed", "3", "--level", "easy")
    assert cli.typing("rock\nconcede\nconcede\n", *table) == 0, cli.err
    assert cli.out.count("is not kept here") == 1 and "p2 easy wins" in cli.out
    assert "There is no record of the match" in cli.err.replace("\n", " ")


def test_of_several_matches_one_must_be_named(cli: Cli) -> None:
    for number in range(2):
        match = match_of(GAME)
        left_after(match, 3)
        keeper = kept.Autosave(cli.home, "random", [], 1e9 + number)
        keeper.match = match
        keeper.keep()
    ids = [one.id for one in kept.kept_matches(cli.home)]
    assert len(set(ids)) == 2
    assert cli("resume") == 2 and all(one in cli.err for one in ids)


@pytest.mark.slow
def test_the_course_of_a_match_counts_harm_and_losses() -> None:
    """given a match, then its summary tells the turns, the damage to both, and the rule that decided it."""
    match, figures = match_of(GAME), MatchFigures()
    match.watch = figures
    _, rule = run_now(match.play())
    lines = figures.said(match.state, ("Ann", "Bob"), 0)
    assert lines[0] == f"{match.state.turn} turns."
    assert lines[1].startswith("Damage taken: you ") and "p2 Bob" in lines[1]
    assert lines[-1].endswith(f"[{rule}]")
