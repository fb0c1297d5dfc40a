"""Formats and numbers of players: what can be asked for, and what is said to what cannot."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fadenet import games
from fadenet.bots.judgement import judgement_of
from fadenet.cli.options import read_arguments
from fadenet.cli.past.outcomes import ending
from fadenet.console.faces import is_shown
from fadenet.games.catalogue import catalogue_of
from tests.cli.helpers import GAME, LIGHT, Cli, sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "format", "players"),
    [
        ([], "duel", 2),
        (["--seats", "3"], "free-for-all", 3),
        pytest.param(["--seats", "4"], "free-for-all", 4, marks=pytest.mark.long),
        pytest.param(["--format", "teams"], "teams", 4, marks=pytest.mark.long),
        pytest.param(["--format", "free-for-all"], "free-for-all", 3, marks=pytest.mark.long),
    ],
)
def test_a_match_of_each_format_is_played(cli: Cli, argv: list[str], format: str, players: int) -> None:
    assert cli("play", GAME, "--auto", "--bot", "random", "--seed", "5", "--json", *argv) == 0
    answer = json.loads(cli.out)
    assert answer["format"] == format
    assert len(answer["players"]) == len(answer["decks"]) == len(answer["places"]) == players


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--seats", "5"], "no format with 5 players"),
        (["--format", "solo"], "no format 'solo'"),
        (["--format", "duel", "--seats", "3"], "duel is for 2 players, not 3"),
        (["--format", "teams", "--seats", "3"], "teams is for 4 players"),
        (["--format", "teams", "--legend", "any"], "--legend does not belong to the format teams"),
        (["--legend", "nobody"], "no legend 'nobody'"),
        (["--format", "legend"], "name the Legend to fight"),
        (["--additions", "2015"], "no format with --additions"),
        (["--opening", "odd"], "no opening 'odd' in faroe: book, even"),
        (["--opening", "even", "--seats", "3"], "duel (2 players, --opening)"),
        (["--opening", "even", "--format", "teams"], "leave it out or choose a format with it"),
    ],
)
@pytest.mark.parametrize("command", [("play", GAME), ("bot", "match", "random", "random"), ("host", GAME)])
def test_what_cannot_be_is_one_sentence_and_2(
    cli: Cli, command: tuple[str, ...], argv: list[str], said: str
) -> None:
    assert cli(*command, *argv) == 2
    assert said in sentence(cli.err) and not cli.out


def test_one_player_alone_needs_no_network(cli: Cli) -> None:
    assert cli("host", GAME, "--legend", "vantarel", "--seats", "1") == 2
    assert "fadenet play faroe --format legend" in sentence(cli.err) and "--seats 2" in cli.err


def test_formats_are_listed(cli: Cli) -> None:
    assert cli("formats") == 0
    assert all(game in cli.out for game in games.NAMES)
    assert cli("formats", GAME, "--json") == 0
    listed = {row["format"]: row for row in json.loads(cli.out)["formats"]}
    assert listed["teams"]["players"] == [4] and listed["legend"]["options"]["legend"]
    assert listed["duel"]["options"] == {"opening": ["book", "even"]} and not listed["teams"]["options"]
    assert cli("formats", "whist") == 4


def test_formats_say_what_the_openings_mean_the_even_one_first(cli: Cli) -> None:
    """given an option that a person is asked for, then its values stand below it with a sentence each, on
    lines of a terminal."""
    assert cli("formats", GAME) == 0
    said = " ".join(cli.out.split())
    even, book = (f"{value}: {means}" for value, means in games.OPTIONS["opening"].asked)
    assert f"--opening book | even {even} {book} faroe free-for-all" in said and even.startswith("even: ")
    assert all(len(line) <= 80 for line in cli.out.splitlines())


@pytest.mark.long
def test_bots_are_matched_in_a_format(cli: Cli) -> None:
    argv = ["-n", "1", "--workers", "1", "--format", "teams", "--json"]
    assert cli("bot", "match", "random", "random", *argv) == 0
    answer = json.loads(cli.out)
    assert (answer["format"], answer["seats"], answer["pairs"]) == ("teams", 4, 1)


def test_every_option_of_a_game_can_be_typed_and_has_values() -> None:
    """given the formats of all games, then each of their options has its argument, and its values."""
    for game, offered in games.GAMES.items():
        for option in offered.options:
            assert set(option.formats) <= set(offered.formats)
            there = games.choices(game, option.word)
            assert there and (not option.usual or option.usual in there)
            typed = read_arguments(["play", game, f"--{option.word}", there[0]])
            assert getattr(typed, option.word) == there[0]
            # And whoever offers it under the same word calls it the same.
            assert games.OPTIONS[option.word][:3] == option[:3]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_has_what_its_family_owes(game: str) -> None:
    """given a game that is described, then it can be shown, listed and judged."""
    rules = games.load(game)
    assert rules.name == game and rules.descriptor is games.GAMES[game]
    assert is_shown(rules) and catalogue_of(rules) and judgement_of(rules)


@pytest.mark.long
def test_an_even_duel_is_played_recorded_and_repeated(cli: Cli, tmp_path: Path) -> None:
    """given --opening even, then the match, its record and the line that repeats it all say so."""
    path = tmp_path / "even.fnr"
    argv = ["play", GAME, "--auto", "--bot", "random", "--seed", "5", "--opening", "ev"]
    assert cli(*argv, "--record", path) == 0
    assert "--opening even" in cli.out
    assert '[Options "opening=even"]' in path.read_text()
    assert cli("record", "check", path) == 0
    assert cli("replay", path, "--text") == 0 and " gains 2 TP" in cli.out.partition("turn 1:")[0]
    # And the book's is the match without the option.
    books = []
    for more in ([], ["--opening", "book"]):
        assert cli("play", GAME, "--auto", "--bot", "random", "--seed", "5", "--json", *more) == 0
        books.append(json.loads(cli.out))
    assert books[0]["options"] == books[1]["options"] == {}
    assert books[0]["turns"] == books[1]["turns"]


@pytest.mark.slow
def test_bots_are_matched_with_an_option(cli: Cli) -> None:
    argv = ["-n", "1", "--workers", "1", "--opening", "even", "--json"]
    assert cli("bot", "match", "random", "random", *argv) == 0
    assert json.loads(cli.out)["options"] == {"opening": "even"}


@pytest.mark.parametrize(
    ("places", "sides", "said"),
    [
        ((2, 1), (), "p2 b wins [x]"),
        ((1, 1), (), "drawn between p1 a and p2 b [x]"),
        ((1, 2, 1, 2), (0, 1, 0, 1), "p1 a and p3 c win [x]"),
        ((1, 1, 1, 1), (0, 1, 0, 1), "drawn between p1 a, p2 b, p3 c and p4 d [x]"),
    ],
)
def test_how_a_match_ended(places: tuple[int, ...], sides: tuple[int, ...], said: str) -> None:
    assert ending("abcd", places, "x", sides) == said


@pytest.mark.slow
def test_a_person_who_concedes_sees_the_others_play_on(cli: Cli) -> None:
    table = ("play", LIGHT, "--plain", "--seats", "3", "--seed", "3", "--bot", "random")
    assert cli.typing("concede\nconcede\n", *table) == 0, cli.err
    assert "you play against p2 random, p3 random" in cli.out
    turns = re.search(r"random wins \[.*\n(\d+) turns", cli.out)
    assert turns and int(turns[1]) > 2


@pytest.mark.long
def test_world_rules_are_voted_on_recorded_and_repeated(cli: Cli, tmp_path: Path) -> None:
    """given a World Rule by the beginning of its name, then match, record and repeating line all say so."""
    path = tmp_path / "worlds.fnr"
    argv = ["play", "fade2", "--auto", "--bot", "random", "--seed", "4", "--worlds", "none,long"]
    assert cli(*argv, "--record", path) == 0, cli.err
    assert "--worlds none,long-evening" in cli.out
    assert '[Options "worlds=none,long-evening"]' in path.read_text()
    assert cli("record", "check", path) == 0, cli.err
    assert cli("replay", path, "--text") == 0 and "World Rule Long Evening" in cli.out


def test_one_world_rule_for_each_player_at_most(cli: Cli) -> None:
    """given three for two players, or one that there is not, then it is said and nothing is played."""
    for said, why in {"long,open,quiet": "one for each player", "silence": "no world 'silence'"}.items():
        assert cli("play", "fade2", "--auto", "--bot", "random", "--worlds", said) != 0
        assert why in cli.err


@pytest.mark.slow
def test_a_raid_is_recorded_and_repeated(cli: Cli, tmp_path: Path) -> None:
    """given one player against a Raider by the beginning of its name, then it is named whole everywhere."""
    path = tmp_path / "raid.fnr"
    argv = ["play", "fade2", "--auto", "--bot", "random", "--seed", "8", "--seats", "1", "--raiders", "old"]
    assert cli(*argv, "--record", path) == 0, cli.err
    assert "--raiders old-hunger-under-the-hill" in cli.out
    assert '[Options "raiders=old-hunger-under-the-hill"]' in path.read_text()
    assert cli("record", "check", path) == 0, cli.err
    assert cli("replay", path, "--text") == 0
    assert re.search(r"Old Hunger under the Hill \(c\d\) attacks p1", cli.out)


def test_raiders_are_brought_one_by_each_player(cli: Cli) -> None:
    """given more than there are players, none at all, or one that there is not, then nothing is played."""
    wrong = {
        "old,mother,the": "one for each player",
        "none,none": "name a Raider to fight",
        "nobody": "no raider 'nobody' in fade2",
    }
    for said, why in wrong.items():
        assert cli("play", "fade2", "--auto", "--bot", "random", "--raiders", said) != 0
        assert why in cli.err
    assert cli("play", "fade2", "--format", "raiders") != 0 and "name a Raider to fight" in cli.err
    assert cli("play", "fade2", "--format", "teams", "--raiders", "old") != 0
    assert "--raiders does not belong to the format teams" in cli.err
