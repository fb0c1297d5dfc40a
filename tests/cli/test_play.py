"""Local matches and bots from the command line, and how every command ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import play
import pytest
from play import command

from fadenet.cli.cards import content
from fadenet.cli.frame.context import Context
from fadenet.cli.options import read_arguments
from fadenet.cli.top import local
from fadenet.engine import kernel
from fadenet.games.descriptors import GAMES
from tests.builders.scenario import Duel
from tests.cli.helpers import FADENET, GAME, LIGHT, Cli, ended_by, process, sentence
from tests.cli.test_building import own
from tests.console.test_terminal import Terminal


@pytest.mark.slow
def test_two_bots_play_a_match_that_follows_from_its_seed(cli: Cli) -> None:
    """given a seed, then the same match again, and neither counts for whoever looks on."""
    assert cli("play", GAME, "--auto", "--bot", "random", "--seed", "7", "--json") == 0
    answer = json.loads(cli.out)
    assert answer["v"] == 1 and answer["seed"] == 7 and sorted(answer["places"]) == [1, 2]
    assert cli("play", GAME, "--auto", "--bot", "random", "--seed", "7", "--json") == 0
    again = json.loads(cli.out)
    assert Path(answer.pop("record")).exists() and Path(again.pop("record")).exists()
    assert again == answer
    assert cli("history", "--json") == 0 and json.loads(cli.out)["solo"] == []


@pytest.mark.slow
def test_who_has_won_is_told_even_if_nothing_can_be_recorded(cli: Cli) -> None:
    """given no room for the record, when bots have played, then the winner is told; only a record that was
    asked for makes the command fail, and a name that is taken makes it fail before."""
    cli.home.mkdir()
    (cli.home / "records").write_text("in the way")
    bots = ("play", GAME, "--auto", "--bot", "random", "--seed", "7")
    assert cli(*bots) == 0 and "wins" in cli.out and "There is no record of the match" in cli.err
    assert cli(*bots, "--record", cli.home / "records" / "r.fnr") == 8 and "wins" in cli.out
    assert cli(*bots, "--record", cli.home / "records") == 3 and not cli.out and "there already" in cli.err


@pytest.mark.slow
def test_the_others_play_the_deck_that_is_named(cli: Cli) -> None:
    """given a deck for the others, by its name, one of the player's own or a file, then it is theirs in every
    seat; one that there is not is said."""
    mine = own(cli, "mine", source="orrery-of-brass")
    for named, seats in (("orrery-of-brass", 3), ("mine", 2), (mine, 2)):
        argv = ("--bot", "random", "--seed", "3", "--against", named, "--seats", str(seats), "--json")
        assert cli("play", "faroe", "--auto", *argv) == 0
        assert json.loads(cli.out)["decks"] == ["Cinder Circuit", *["Orrery of Brass"] * (seats - 1)]
    assert cli("play", "faroe", "--auto", "--against", "nothing") == 4 and "nothing" in cli.err


@pytest.mark.slow
def test_bots_are_listed_and_matched(cli: Cli) -> None:
    assert cli("bot", "list") == 0 and "greedy" in cli.out
    assert cli("bot", "match", "random", "random", "-n", "1", "--workers", "1", "--json") == 0
    answer = json.loads(cli.out)
    assert answer["wins"] + answer["draws"] + answer["losses"] == 2 and answer["rate"] == 0.5


@pytest.mark.parametrize(
    "argv",
    [
        ["play", GAME, "--bot", "deep-blue"],
        ["bot", "match", "random", "deep-blue"],
        ["node", "--table", f"{GAME}=deep-blue"],
    ],
)
def test_an_unknown_bot_is_4(cli: Cli, argv: list[str]) -> None:
    assert cli(*argv) == 4
    assert "greedy" in sentence(cli.err)


@pytest.mark.slow
def test_a_person_plays_from_a_pipe(tmp_path: Path) -> None:
    child = process(tmp_path, "play", LIGHT, "--plain", "--seed", "3", "--bot", "random")
    out, err = child.communicate("concede\nconcede\n", timeout=120)
    assert child.returncode == 0, err
    assert "p2 random wins" in out and "\x1b" not in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["play", GAME], "you win"),
        (["resume"], "you win"),
        (["play", GAME, "--auto"], "p1 Ann wins"),
    ],
)
def test_a_person_reads_how_a_local_match_ended_as_you(
    cli: Cli, capsys: pytest.CaptureFixture[str], argv: list[str], said: str
) -> None:
    """given a match that the first seat has won, then it is `you` if a person sat there, and no bot."""
    d = Duel()
    kernel.leave(d.s, 1)
    ctx = Context(read_arguments([*argv, "--home", str(cli.home)]), cli.home, FADENET)
    local._told(ctx, local.Lineup(d.rules, [], ("Ann", "easy"), 1, "easy"), d.s, "", [])
    assert capsys.readouterr().out == f"{said} [format.leaving]\n"


@pytest.mark.slow
def test_a_person_who_leaves_is_told_how_to_begin_again(cli: Cli) -> None:
    assert cli.typing("quit\n", "play", GAME, "--plain", "--seed", "3") == 0
    assert "--seed 3" in cli.err


SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_signal_ends_a_match_cleanly(tmp_path: Path, number: int, code: int) -> None:
    child = process(tmp_path, "play", LIGHT, "--plain")
    assert child.stdout is not None and child.stdout.readline()
    ended_by(child, number, code)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_signal_ends_a_command_that_waits_for_input(tmp_path: Path, number: int, code: int) -> None:
    child = process(tmp_path, "verify", "-")
    wait_for_read(child)
    ended_by(child, number, code)


class Played(Terminal):
    """A command on a real terminal."""

    module = "fadenet"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    "how",
    [
        (),
        *(
            pytest.param(how, marks=pytest.mark.long)
            for how in (("--net", "--plain"), ("--plain",), ("--net",))
        ),
    ],
)
def test_a_window_that_is_closed_leaves_the_match(cli: Cli, how: tuple[str, ...]) -> None:
    """given a match at a terminal, when its window is closed, then it ends as by a signal: no crash."""
    assert cli("key", "new", "--no-passphrase") == 0
    terminal = Played("play", GAME, "--opening", "even", "--bot", "random", *how, "--home", str(cli.home))
    terminal.until(lambda: "who goes first?" in terminal.text)
    terminal.type("1\r")
    terminal.until(lambda: "throws Rock" in terminal.text)
    terminal.close()
    assert terminal.child.wait(20) == 143
    assert not (cli.home / "crash.log").exists()


def wait_for_read(child: subprocess.Popen[str]) -> None:
    """Until a child has taken all that its stdin held, so that it is inside its command."""
    import fcntl
    import termios

    assert child.stdin is not None
    child.stdin.write("x")
    child.stdin.flush()
    left = b"\x01"
    while any(left):
        left = fcntl.ioctl(child.stdin, termios.FIONREAD, b"\0\0\0\0")


@pytest.mark.slow
def test_nobody_reading_stdout_is_141(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    child = process(tmp_path, "rules", GAME, stdout=write)
    os.close(write)
    _, err = child.communicate(timeout=120)
    assert child.returncode == 141 and not err


def test_our_own_mistake_is_1_and_leaves_its_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError("in the middle")

    monkeypatch.setattr(content, "load_game", broken)
    assert cli("rules", GAME) == 1
    log = cli.home / "crash.log"
    assert str(log) in sentence(cli.err) and "ZeroDivisionError: in the middle" in cli.err
    assert "Traceback" in log.read_text() and log.stat().st_mode & 0o077 == 0


def test_an_error_as_json(cli: Cli) -> None:
    assert cli("rules", "chess", "--json") == 4
    error = json.loads(cli.err)
    assert error["v"] == 1 and error["exit"] == 4 and not cli.out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ([], ["play", "faroe"]),
        (["--auto", "--seed", "7"], ["play", "faroe", "--auto", "--seed", "7"]),
        (["fade2", "--plain", "--net"], ["play", "fade2", "--plain", "--net"]),
        (["replay", "match.fnr"], ["replay", "match.fnr"]),
    ],
)
def test_the_one_play_command_plays_the_game_that_stands_first(typed: list[str], words: list[str]) -> None:
    """given a game as the first word, or none, then that game is played, or faroe; another word is a command;
    with nothing at all on a terminal the home screen opens."""
    assert command("python", typed, terminal=False)[4:] == words
    assert command("python", typed, terminal=True)[4:] == (words if typed else [])


def test_the_one_play_command_knows_every_game() -> None:
    assert tuple(GAMES) == play.GAMES
