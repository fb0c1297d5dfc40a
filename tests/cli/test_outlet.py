"""Output reaches its reader, keeps up nobody where no one does, and may fail without a traceback."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from fadenet.cli.frame import outlet as rooms
from fadenet.cli.frame.escape import FOLDED
from fadenet.cli.frame.outlet import Outlet, Writer, outlets
from fadenet.cli.frame.running import run_async
from fadenet.console.text import cells, clean
from tests.cli.helpers import GAME, ROOT, Cli, process, sentence
from tests.console.test_terminal import Terminal

DENIED, NOT_FOUND, TERMINATED = 8, 4, 143
DECK = "cinder-circuit"


@contextmanager
def pipe(*, vital: bool = True) -> Iterator[tuple[int, Outlet]]:
    """A pipe of which nobody reads yet, and an outlet to it."""
    read, write = os.pipe()
    with open(read, "rb", buffering=0), open(write, "w", encoding="utf-8") as below:
        yield read, Outlet(below, Writer(), vital=vital)


def taken(read: int, end: str) -> list[str]:
    """The lines that come until one that ends like this."""
    said = b""
    while not said.endswith(f"{end}\n".encode()):
        said += os.read(read, 65_536)
    return said.decode().splitlines()


def test_what_nobody_reads_keeps_up_nobody_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "WAITING_BYTES_MAX", 1_000_000)
    with pipe() as (read, out):
        # given a pipe that nobody reads, when more is said than there is room for
        out.writer.start()
        line = "x" * 999
        print("y" * 199_999, file=out)  # more than a pipe holds
        for _ in range(1_300):
            print(line, file=out)
        # then nobody has waited, and who reads it later is told how much is missing, and where
        done = threading.Thread(target=lambda: print("later", file=out) if out.writer.await_end(10) else None)
        done.start()
        said = taken(read, "later")
        done.join()
        kept = said.index(".. 500 lines are left out here: nobody has read them in time")
        assert said[1:kept] == [line] * 800 and said[kept + 1 :] == ["later"]
        assert out.finish(10)


def test_for_programs_what_is_left_out_is_data(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with pipe() as (read, out):
        monkeypatch.setattr(sys, "stdout", out)
        assert cli("history", "--json") == 0
        assert json.loads(os.read(read, 65_536))["matches"] == []
        assert json.loads(out.left_out(12)) == {"v": 1, "left_out": 12}


def test_before_a_node_is_up_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "WAITING_BYTES_MAX", 1)
    with pipe() as (read, out):
        said: list[str] = []
        reader = threading.Thread(target=lambda: said.extend(taken(read, "end")))
        reader.start()
        for number in range(20_000):
            print(number, file=out)
        print("end", file=out)
        reader.join()
        assert said == [*map(str, range(20_000)), "end"]


def test_who_is_told_to_end_waits_no_longer_for_a_reader() -> None:
    with pipe() as (read, out):
        out.writer.start()
        print("x" * 200_000, file=out)
        assert not out.finish(0.01)
        # and what is said after that makes nobody wait either
        print("y" * 200_000, file=out)
        taken(read, "y")
        assert out.finish(10)


def test_a_pipe_that_was_made_one_that_does_not_wait_loses_nothing() -> None:
    with pipe() as (read, out):
        os.set_blocking(out.fileno(), False)
        said: list[str] = []
        reader = threading.Thread(target=lambda: said.extend(taken(read, "end")))
        reader.start()
        print("x" * 500_000, "end", file=out, sep="\n")
        reader.join()
        assert said == ["x" * 500_000, "end"]


def test_streams_to_one_place_speak_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "both").open("w+") as one, os.fdopen(os.dup(one.fileno()), "w") as other:
        monkeypatch.setattr(sys, "stdout", one)
        monkeypatch.setattr(sys, "stderr", other)
        with outlets() as (out, err):
            out.writer.start()
            for number in range(100):
                print(number, file=(out, err)[number % 2])
            assert out.writer is err.writer and out.finish(10)
        assert [*map(int, (tmp_path / "both").read_text().split())] == [*range(100)]
        assert (sys.stdout, sys.stderr) == (one, other)


@pytest.mark.parametrize("beside", [False, True])
def test_data_that_nobody_reads_any_more_is_an_error_and_messages_are_not(beside: bool) -> None:
    for vital in (True, False):
        read, write = os.pipe()
        with open(write, "w", encoding="utf-8") as below:
            out = Outlet(below, Writer(), vital=vital)
            os.close(read)
            if beside:
                out.writer.start()
                out.write("lost")
                out.finish(10)
            if vital:
                with pytest.raises(BrokenPipeError):
                    print("lost", file=out)
            else:
                print("lost", file=out)
            assert isinstance(out.failed, BrokenPipeError)


def test_what_is_said_beside_a_loop_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a loop, and streams that nobody reads, when more is said than a pipe holds, then the loop goes
    on."""
    with pipe() as (read, to), pipe() as (read_too, errors):
        monkeypatch.setattr(sys, "stdout", to)
        monkeypatch.setattr(sys, "stderr", errors)

        async def work() -> int:
            assert to.writer.aside and errors.writer.aside  # else the next line waits for ever
            print("x" * 100_000)
            print("y" * 100_000, file=sys.stderr)
            await trio.sleep(0)
            return 5

        assert run_async(work) == 5
        assert (len(taken(read, "x")[0]), len(taken(read_too, "y")[0])) == (100_000, 100_000)
        assert to.finish(10) and errors.finish(10)


# Commands.


def test_a_command_behind_a_question_takes_the_input_as_it_is(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given an input of which a line was read, as the home screen does, then the next command runs."""
    read, write = os.pipe()
    os.write(write, b"first\nsecond\n")
    os.close(write)
    with open(read) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert cli("version") == 0 and stream.readline() == "first\n"
        assert cli("version") == 0 and stream.readline() == "second\n"


def test_a_full_disk_is_told_once_the_work_is_done(cli: Cli) -> None:
    with open("/dev/full", "w") as full:
        child = process(cli.home, "version", stdout=full)
        _, err = child.communicate(timeout=120)
    assert child.returncode == DENIED
    assert sentence(err) == (
        f"Not all of the output could be written: {os.strerror(errno.ENOSPC)}. Send it somewhere else."
    )


@pytest.mark.parametrize("ends", [">/dev/null 2>/dev/full", ">&- 2>&- <&-"])
def test_streams_that_are_closed_or_full_change_no_exit_code(cli: Cli, ends: str) -> None:
    """given a command that finds nothing, when it cannot say so, then it ends with 4 all the same."""
    script = f'"$0" -m fadenet --home "$1" rules nosuch {ends}'
    done = subprocess.run(["sh", "-c", script, sys.executable, str(cli.home)], cwd=ROOT, check=False)
    assert done.returncode == NOT_FOUND
    assert not (cli.home / "crash.log").exists()


class Typed(Terminal):
    """The command itself at a terminal."""

    module = "fadenet"


@pytest.mark.slow
def test_a_match_behind_a_terminal_that_is_stopped_ends_when_told(cli: Cli) -> None:
    # given a person who plays in plain lines, and stops the terminal with Ctrl-S
    node = Typed("--home", str(cli.home), "play", GAME, "--plain", "--deck", DECK, "--opening", "book")
    node.until(lambda: b"ask 1" in node.written)
    node.type("\x13" + "rules\n" * 60)
    # when the node is told to end, then it ends in time, with the code for that
    node.child.send_signal(signal.SIGTERM)
    assert node.child.wait(20) == TERMINATED
    node.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "question", "code"),
    [
        (("key", "new", "ana"), b"assphrase", DENIED),
        (("host", GAME, "--bot", "greedy"), b"What shall other players call you?", 0),
    ],
)
def test_the_end_of_the_input_is_an_answer_to_every_question(
    cli: Cli, words: tuple[str, ...], question: bytes, code: int
) -> None:
    """given a question at a terminal, when Ctrl-D is typed, then nothing is done and nothing has broken."""
    node = Typed("--home", str(cli.home), *words)
    node.until(lambda: question in node.written)
    node.type("\x04")
    assert node.gone() == code
    assert b"Traceback" not in node.written and not [*cli.home.glob("keys/*")]


@given(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]))
def test_a_sign_that_a_terminal_lacks_takes_as_many_cells(sign: str) -> None:
    """given any sign that the console lets through, then what stands for it in ASCII is as wide."""
    if clean(sign) == sign and sign.isprintable():
        shown = sign.encode("ascii", FOLDED).decode("ascii")
        assert len(shown) == cells(sign)
