"""Programs as bots at the command line: tried, begun from an example, and named wherever a bot is."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet import bots
from fadenet.bots import naming
from fadenet.bots.fnbot import host
from fadenet.cli.net.netplay import new_home
from fadenet.cli.net.offers import read_table
from keys import ExitCode, IdentityStore
from tests.bots.fnbot.programs import whole, written
from tests.bots.test_naming import Planner
from tests.cli.helpers import Cli

BOT_FAILED = 7
GAME = ("--game", "prelude")


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    host.end_all()


def begun(cli: Cli, language: str, folder: Path) -> str:
    """The command of the example in a language. Skips where the language is not there."""
    assert cli("bot", "example", language) == 0
    needed = {"python": sys.executable, "js": "node", "c": "cc"}[language]
    if shutil.which(needed) is None:
        pytest.skip(f"there is no {needed} here")
    path = folder / f"mybot.{language}"
    path.write_text(cli.out)
    if language != "c":
        return f"{needed} {path}"
    subprocess.run([needed, "-Wall", "-Werror", "-o", folder / "mybot", path], check=True)
    return str(folder / "mybot")


@pytest.mark.parametrize("language", ["python", "js", "c"])
def test_a_first_bot_plays_as_it_is_printed(cli: Cli, language: str, tmp_path: Path) -> None:
    """given the example of a language, when it is written into a file and tried, then it plays a match and
    nothing about it is wrong."""
    assert cli("bot", "try", begun(cli, language, tmp_path), *GAME, "--lines", "3") == 0
    assert cli.out.startswith("> fnbot 1\n< name Dice\n< ok\n(") and "wrong" not in cli.out
    assert "prelude: " in cli.out and " answers, mean " in cli.out


def test_what_was_wrong_is_told_with_its_question(cli: Cli, tmp_path: Path) -> None:
    """given a program that says a word that there is not before its third answer, then that is told, and its
    matches go on."""
    line = written(tmp_path, 'number == "3" and say("think", number); say("move", number, "@1")')
    assert cli("bot", "try", line, *GAME, "--lines", "0") == 0
    assert "  wrong: question 3: think 3: `think` answers no question; words: move, " in cli.out


def test_one_that_fails_ends_the_trial(cli: Cli, tmp_path: Path) -> None:
    """given a program that dies at its first question, then the trial says how, after the last lines between
    both, and ends with the exit code of bots that fail; as JSON too."""
    line = whole(
        tmp_path, "print('ok', flush=True)\nwhile input()[:2] != 'go': pass\nraise SystemExit('lost')"
    )
    assert cli("bot", "try", line, "--lines", "0") == BOT_FAILED
    assert (
        "> go 1 60000\n! lost\nfaroe: whole.py failed: it ended with exit code 1. Its last words: lost; "
        in cli.out
    )
    assert cli("bot", "try", line, "--json") == BOT_FAILED
    (trial,) = json.loads(cli.out)["trials"]
    assert trial["failed"] and trial["game"] == "faroe" and trial["answers"] == 0


def test_what_a_program_writes_to_stderr_is_shown_and_kept(cli: Cli, tmp_path: Path) -> None:
    """given a program that writes to stderr at each question, when it is tried, then that stands among the
    lines between both, and in its log."""
    line = written(tmp_path, 'print("eyes", number, file=sys.stderr); say("move", number, "@1")')
    assert cli("bot", "try", line, *GAME, "--lines", "1000") == 0
    assert "\n! eyes 1\n" in cli.out
    assert cli("bot", "log", "dice.py", "--lines", "0") == 0 and " err eyes 2\n" in cli.out


def test_one_that_stumbles_over_the_end_is_told(cli: Cli, tmp_path: Path) -> None:
    """given a program that knows no `over`, then it hears of the end of its match, and its end is told."""
    line = written(tmp_path, other='if word == "over": raise SystemExit("over what?")')
    assert cli("bot", "try", line, *GAME, "--lines", "0") == 0
    assert "it ended with exit code 1 behind `over` or `quit`: over what?" in cli.out


def test_long_lines_are_cut_or_whole(cli: Cli, tmp_path: Path) -> None:
    line = written(tmp_path, introduced='say("want view"); ')
    for more, whole_ones in ((), False), (("--whole",), True):
        assert cli("bot", "try", line, *GAME, "--lines", "9", *more) == 0
        (view,) = [one for one in cli.out.splitlines() if one.startswith("> view ")][:1]
        assert view.endswith("}") == whole_ones


def test_a_command_without_exec_is_told_how_it_is_named(cli: Cli) -> None:
    for name in ("python3 mybot.py", __file__):
        assert cli("bot", "match", name, "random", *GAME) != 0
        assert "A program is named exec:COMMAND, as in 'exec:python3 mybot.py'" in cli.err


def test_what_cannot_be_tried_is_said(cli: Cli) -> None:
    assert cli("bot", "try", "./nowhere") == 2
    assert "That cannot be tried: the program ./nowhere is not there. See: fadenet bot try --help" in cli.err
    assert cli("bot", "try", "./nowhere", "--game", "nim") != 0 and "There is no game 'nim'" in cli.err


def test_a_program_plays_in_the_arena_and_against_a_person(cli: Cli, tmp_path: Path) -> None:
    """given a program, then it is a bot in the arena and at the table, under its name behind exec:; when it
    fails in a match, the command says so and ends with the exit code of bots that fail."""
    line = "exec:" + written(tmp_path)
    assert cli("bot", "match", line, "random", *GAME, "-n", "1", "--workers", "1") == 0
    assert "against random" in cli.out
    dead = "exec:" + whole(tmp_path, "raise SystemExit('no book')")
    assert cli("play", "prelude", "--auto", "--bot", dead) == BOT_FAILED
    assert "whole.py failed: it ended with exit code 1. Its last words: no book" in cli.err
    assert cli("bot", "match", dead, "random", *GAME, "-n", "1", "--workers", "1") == BOT_FAILED
    assert "is void: whole.py failed: it ended with exit code 1. Its last words: no book\n" in cli.err


def test_a_table_is_offered_with_a_program_and_its_options(cli: Cli, tmp_path: Path) -> None:
    """given a table of a node with a program and two options of it, then the bot is all that stands behind
    those of the table, and at the table it is called by its file."""
    line = f"exec:{written(tmp_path)}?depth=3,style=bold"
    table = read_table(f"prelude:seats=3={line}", cli.home)
    assert (table.bot, table.kind.seats, bots.called(line)) == (line, 3, "dice.py")


def test_a_program_is_called_as_it_calls_itself(cli: Cli, tmp_path: Path) -> None:
    """given a program with a name of two words and signs that names do not have, when it has been met, then
    it is called so in one word, in a match too; it waits, and was started once."""
    starts = "import pathlib; pathlib.Path(sys.argv[0]).with_name('starts').open('a').write('x'); "
    line = "exec:" + written(tmp_path, introduced=starts + "say('name', chr(228) + ' b.'); ")
    assert bots.called(line) == "dice.py"
    bots.make(line).meet("prelude")
    assert bots.called(line) == "ä_b_"
    assert cli("play", "prelude", "--auto", "--json", "--bot", line) == 0
    assert json.loads(cli.out)["players"] == ["ä_b_", "ä_b_"]
    assert (tmp_path / "starts").read_text() == "xx"


@pytest.mark.parametrize(
    ("called", "name"), [("my bot.py", "my_bot_py"), ("-", "bot"), ("x" * 64, "x" * 16), ("Dice", "Dice")]
)
def test_an_opponent_of_its_own_node_has_a_name_there(called: str, name: str, tmp_path: Path) -> None:
    assert [*IdentityStore(new_home(tmp_path / "home", called)).names()] == [name]


def test_a_program_is_found_from_any_folder_afterwards(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a program that is named from its own folder, then a match that is played again, and a service,
    name it by its whole path, and a command to paste has it in quotes."""
    (tmp_path / "my bots").mkdir()
    written(tmp_path / "my bots")
    monkeypatch.chdir(tmp_path / "my bots")
    line, there = f"exec:{sys.executable} dice.py?depth=3", f"'{tmp_path}/my bots/dice.py'?depth=3"
    assert bots.placed(line) == f"exec:{sys.executable} {there}" and bots.placed("greedy") == "greedy"
    assert cli("node", "--table", "prelude", "--table", f"prelude:seats=3={line}", "--unit") == 0
    start = next(row for row in cli.out.splitlines() if row.startswith("ExecStart="))
    assert f'--table prelude --table "prelude:seats=3=exec:{sys.executable} {there}"' in start
    line = line.removesuffix("?depth=3")
    assert cli("play", "prelude", "--auto", "--seed", "3", "--bot", line) == 0
    again = next(row for row in cli.out.splitlines() if "to play it again: " in row)
    words = shlex.split(again.partition("to play it again: ")[2])
    assert bots.make(words[words.index("--bot") + 1]) and words[-2:] == ["--seed", "3"]


def test_a_node_starts_its_programs_before_it_offers_them(cli: Cli, tmp_path: Path) -> None:
    """given a table with a program that plays another game, and one with a program that does not speak
    fnbot, then the node says so and ends before it offers anything."""
    other = "exec:" + written(tmp_path, introduced="say('games faroe'); ")
    assert cli("node", "--table", f"prelude={other}", "--listen", "127.0.0.1:0") == BOT_FAILED
    assert "Dice plays faroe, not prelude." in cli.err and not cli.out
    mute = "exec:" + whole(tmp_path, "raise SystemExit('no book')")
    assert cli("node", "--table", f"prelude={mute}", "--listen", "127.0.0.1:0") == BOT_FAILED
    assert "Its last words: no book" in cli.err and not cli.out


def test_a_bot_of_an_installed_package_is_named_by_its_entry(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a package that brings a bot as an entry point, then its name is one of a bot, with options; one
    that leads to nothing is refused with the place, and a name that there is not with all there are."""
    package = tmp_path / "planners-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: planners\nVersion: 1\n")
    places = "planner = tests.bots.test_naming:Planner\nlost = tests.bots.test_naming:Lost\n"
    (package / "entry_points.txt").write_text(f"[fadenet.bots]\n{places}")
    monkeypatch.syspath_prepend(tmp_path)
    naming.installed.cache_clear()
    try:
        assert isinstance(bots.make("planner:depth=5"), Planner)
        assert bots.called("planner:depth=5") == "planner"
        assert cli("bot", "match", "planer", "random") == ExitCode.NOT_FOUND
        assert "did you mean planner? Bots: rollout, " in cli.err and "random, lost, planner, and" in cli.err
        assert cli("bot", "match", "lost", "random") == ExitCode.USAGE
        assert "Lost of the module tests.bots.test_naming is not a class derived from" in cli.err
        assert cli("bot", "list") == 0
        assert "\nplanner " in cli.out and ":depth=" in cli.out and "\nlost" not in cli.out
        assert "The bot lost of an installed package cannot play: Lost of the module" in cli.err
    finally:
        naming.installed.cache_clear()


class TestLogs:
    """The log of a program that has played is there afterwards."""

    def played(self, cli: Cli, folder: Path, answers: str) -> str:
        """The command of a program that has played a match of prelude by these statements."""
        line = written(folder, answers)
        assert cli("play", "prelude", "--auto", "--seed", "3", "--bot", f"exec:{line}") == 0
        return line

    def test_the_log_of_a_program_is_listed_and_shown(self, cli: Cli, tmp_path: Path) -> None:
        """given a program that has written to stderr and thought aloud, when its log is asked for, by the
        name of its file or as a bot is named, then both are there with their questions; so is the match."""
        say = 'print("I see", len(legal), file=sys.stderr, flush=True); say("info", number, "well"); '
        line = self.played(cli, tmp_path, say + 'say("move", number, "@1")')
        assert cli("bot", "log") == 0 and cli.out.startswith("dice.py-") and cli.out.count("\n") == 1
        for name in ("dice.py", f"exec:{line}"):
            assert cli("bot", "log", name, "--lines", "0") == 0
            told = [entry.split(" ", 3)[3] for entry in cli.out.splitlines()]
            assert told[0].startswith("starts ") and "match prelude duel p1" in told
            assert any(entry.startswith("err I see ") for entry in told) and "info 3 well" in told
            assert any(entry.startswith("over p1=") for entry in told)
        assert cli("bot", "log", "dice", "--lines", "2") == 0 and cli.out.count("\n") == 2
        assert cli("bot", "log", "dice", "--json") == 0 and len(json.loads(cli.out)["lines"]) == 40

    def test_what_a_program_did_wrong_is_in_its_log(self, cli: Cli, tmp_path: Path) -> None:
        self.played(cli, tmp_path, 'number == "3" and say("think", number); say("move", number, "@1")')
        assert cli("bot", "log", "dice", "--lines", "0") == 0
        assert "wrong question 3: think 3: `think` answers no question; words: move, " in cli.out

    def test_a_log_that_is_not_there_is_said(self, cli: Cli, tmp_path: Path) -> None:
        assert cli("bot", "log") == 0 and not cli.out and "No program has played here yet" in cli.err
        assert cli("bot", "log", "dice") == ExitCode.NOT_FOUND and "There is no log of dice here" in cli.err
        assert cli("bot", "log", "exec:./nowhere") == 2 and "That is no program: the program ./no" in cli.err

    def test_a_name_that_several_logs_begin_with_is_asked_for(self, cli: Cli, tmp_path: Path) -> None:
        """given two programs whose files are called alike, then each has a log of its own, and a name that
        both begin with is refused with the two."""
        for name in ("a", "b"):
            (tmp_path / name).mkdir()
            self.played(cli, tmp_path / name, 'say("move", number, "@1")')
        assert cli("bot", "log", "dice") == 2 and "Several logs begin so: dice.py-" in cli.err
        assert cli("bot", "log") == 0
        assert [cli("bot", "log", line.split()[0]) for line in cli.out.splitlines()] == [0, 0]

    def test_a_match_goes_on_without_a_log(self, cli: Cli, tmp_path: Path) -> None:
        """given a data folder in which no log can be kept, then that is said before the match, once for each
        program that starts, and it is played."""
        cli.home.mkdir(mode=0o700)
        (cli.home / "bots").write_text("")
        self.played(cli, tmp_path, 'say("move", number, "@1")')
        assert cli.err.count("The log of dice.py is not kept: ") == 2

    @pytest.mark.slow
    def test_the_log_of_an_opponent_at_its_own_node_stays(self, cli: Cli, tmp_path: Path) -> None:
        """given a match over loopback against a program, which has a data folder of its own until the match
        is over, then its log is ours afterwards."""
        line = "exec:" + written(tmp_path, 'say("info", number, "well"); say("resign", number)')
        assert cli("play", "prelude", "--net", "--auto", "--bot", line) == 0
        assert cli("bot", "log", "dice", "--lines", "0") == 0
        assert {"match prelude duel p1", "match prelude duel p2"} <= {
            entry.split(" ", 3)[3] for entry in cli.out.splitlines()
        }
