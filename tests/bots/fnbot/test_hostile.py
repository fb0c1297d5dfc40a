"""Bots that do what they like at a table: each ends by a name, leaves nothing, and the match goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fadenet.bots.base import Bot
from fadenet.bots.beside import Beside
from fadenet.bots.fnbot import conversation, host, process
from fadenet.bots.fnbot.host import ProgramBot
from fadenet.bots.fnbot.process import BotProcess, ProgramFailed
from fadenet.bots.random_ import RandomBot
from fadenet.engine.errors import WrongInput
from fadenet.table.local import LocalMatch
from tests.bots.fnbot.programs import ASKED, DICE, program, whole, written
from tests.builders.playout import Table, deck_lists

MARK = "HOSTILE_BOT"
LINES = 1_100
PRELUDE = Table("prelude", "duel", 2)
IGNORES = """
import os, signal, sys, time
for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(one, signal.SIG_IGN)
if os.fork() == 0:
    while True: time.sleep(60)
print("name Stubborn\\nok", flush=True)
while True:
    line = sys.stdin.readline()
    if not line: time.sleep(60)
    if line[:3] == "go ": print("move", line.split()[1], "@1", flush=True)
"""
UNFLUSHED = "print('ok')\nimport time\ntime.sleep(60)"
TYPED = "print('ok', flush=True)\nopen('/dev/tty').readline()"
EARLY = "print('move 1 @1\\nok', flush=True)\nwhile True: input()"


@pytest.fixture(autouse=True)
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that was started here runs when a test has ended; time is short."""
    mark = f"{MARK}={tmp_path}"
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setattr(process, "QUIT_S", 0.1)
    monkeypatch.setattr(host, "ANSWER_S", 0.15)
    monkeypatch.setattr(conversation, "LINES_MAX", LINES)
    yield
    host.end_all()
    until = time.monotonic() + 5
    while running(mark) and time.monotonic() < until:
        os.sched_yield()
    assert not running(mark)


def running(mark: str) -> list[int]:
    """The processes that have a variable in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            there = mark.encode() in path.read_bytes().split(b"\0")
        except OSError:
            continue
        if there and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found


async def played(bot: ProgramBot) -> list[str]:
    """Play a whole match with a program as a node does; what it has failed by."""
    failed: list[str] = []
    players: list[Bot | Beside] = [Beside(bot, lambda error: failed.append(error.message)), RandomBot()]
    match = LocalMatch(PRELUDE.rules, players, deck_lists(PRELUDE.rules, 0, 2), 3)
    places, _ = await match.play()
    assert sorted(places) in ([1, 1], [1, 2])
    return failed


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found as Linux shows them")
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        pytest.param("pass", "Dice gives up its seat after 3 strikes, the last: late.", id="silence"),
        pytest.param(
            "sys.stdout.write('move'); sys.stdout.flush(); sys.exit(4)",
            "Dice failed: it ended with exit code 4.",
            id="death in mid-line",
        ),
        pytest.param("while True: say('spam')", "Dice has said 1000 lines that mean nothing,", id="flood"),
        pytest.param(
            "sys.stdout.write('x' * 3_000_000); sys.stdout.flush()",
            "Dice failed: a line of more than 65536 bytes.",
            id="3 MB without an end",
        ),
        pytest.param(
            "while True: say('info', number, 'well')",
            f"Dice has said {LINES} lines to one question, and no answer.",
            id="thoughts without an end",
        ),
        pytest.param(
            "while True: say('move', 0, '@1')",
            f"Dice has said {LINES} lines to one question, and no answer.",
            id="answers of before without an end",
        ),
        pytest.param(
            "while True: print('x' * 1000, file=sys.stderr, flush=True)",
            "Dice gives up its seat after 3 strikes, the last: late.",
            id="flood of stderr",
        ),
        pytest.param(
            "import os; os.close(0); import time; time.sleep(60)",
            "Dice failed: it reads no more: its stdin is closed.",
            id="closing its stdin",
        ),
        pytest.param(
            "say('move', int(number) + 1, '@1')",
            "Dice gives up its seat after 3 strikes, the last: late.",
            id="answers for another number",
        ),
        pytest.param(
            "say('move', int(number) - 1, '@1')",
            "Dice gives up its seat after 3 strikes, the last: late.",
            id="answers for a number before",
        ),
        pytest.param(
            "[say('move', n, '@1') for n in range(9, 2, -1)]; import time; time.sleep(60)",
            "Dice gives up its seat after 3 strikes, the last: late.",
            id="answers before it is asked",
        ),
    ],
)
async def test_one_that_misbehaves_in_a_match_is_named(answers: str, said: str, tmp_path: Path) -> None:
    """given a program that does so at its question, when a match is played with it, then it has failed by
    that name once, the rules answer for it to the end, and nothing of it is left."""
    failed = await played(program(written(tmp_path, answers)))
    assert len(failed) == 1 and failed[0].startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(UNFLUSHED, "has not said `ok` within 0 s. A program has to flush", id="no flush"),
        pytest.param(EARLY, "began wrongly: `move` says nothing of a bot", id="writing before it is asked"),
        pytest.param(TYPED, "it ended with exit code 1. Its last words: OSError: ", id="wants a terminal"),
    ],
)
async def test_one_that_does_not_begin_ends_no_match(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a program that does not come to its first answer, then the rules answer in its place."""
    monkeypatch.setattr(conversation, "HELLO_S", 0.4 if text == UNFLUSHED else 20.0)
    (failed,) = await played(program(whole(tmp_path, text)))
    assert said in failed


async def test_one_that_ignores_its_end_is_killed_with_its_children(tmp_path: Path) -> None:
    """given a program that heeds neither `quit` nor signals, and has started a process that does not either,
    when its match is over, then it has played, and both are killed."""
    assert await played(program(whole(tmp_path, IGNORES))) == []
    assert len(running(f"{MARK}={tmp_path}")) == 2


async def test_one_that_fails_plays_the_next_match(tmp_path: Path) -> None:
    """given a program that fails in its first match alone, then it is started anew for the second one, and
    plays that to its end."""
    once = "import pathlib; p = pathlib.Path(sys.argv[0]).with_name('once'); "
    once += f"fails = not p.exists(); p.touch(); fails and sys.exit(5); {DICE}"
    bot = program(written(tmp_path, once))
    assert [len(await played(bot)), len(await played(bot))] == [1, 0]


async def test_one_whose_program_goes_is_still_a_bot_that_fails(tmp_path: Path) -> None:
    """given a bot whose program is taken away after it was named, when it is made anew for another match,
    then it is a bot, and fails at that match alone; once the program is back, it plays."""
    path = tmp_path / "mybot"
    path.write_text(f"#!{sys.executable} -S\n" + ASKED.format(introduced="", answers=DICE, other=""))
    path.chmod(0o755)
    program(str(path))
    path.rename(tmp_path / "away")
    bot = program(str(path))
    assert await played(bot) == [f"mybot cannot be started: the program {path} is not there."]
    (tmp_path / "away").rename(path)
    assert await played(bot) == []
    path.chmod(0o777)
    host.end_all()
    (failed,) = await played(bot)
    assert "other users of this machine may write to" in failed


def test_no_more_is_read_of_a_flood_of_stderr_than_is_kept(tmp_path: Path) -> None:
    """given a program that writes to stderr without an end, when it is waited for, then a MiB of that is
    read, and with what it is told next another one."""
    text = "import os\nwhile True: os.write(2, b'x' * 65536)"
    flood = BotProcess([sys.executable, "-S", "-c", text])
    for _ in range(2):
        flood.tell(["go"])
        assert flood.line(time.monotonic() + 0.3) is None
        assert -process.CHUNK < flood._errors_left <= 0
    flood.end()


def test_a_command_that_is_not_there_is_no_bot() -> None:
    with pytest.raises(WrongInput, match=r"the program \./nowhere is not there"):
        program("./nowhere")


def test_one_whose_interpreter_is_not_there_is_named(tmp_path: Path) -> None:
    """given a script whose first line names a program that is not there, then it cannot be started, and that
    is said."""
    path = tmp_path / "mybot"
    path.write_text("#!/nowhere/python\n")
    path.chmod(0o755)
    with pytest.raises(ProgramFailed, match="mybot cannot be started: No such file or directory"):
        program(str(path)).meet()
