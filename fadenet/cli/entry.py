"""Runs one command and turns how it ended into an exit code and at most one sentence on stderr.

0 done; 1 our own bug; 2 usage; 3 bad input; 4 not found; 5 network; 6 fault proven; 7 bot failed; 8 key or
permission, or output that cannot be written; 9 refused by rules or peer; 130 Ctrl-C; 141 broken pipe; 143
SIGTERM.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fadenet.cli.frame.escape import harmless, json_line, only_ascii
from fadenet.cli.frame.outlet import Outlet, outlets
from fadenet.cli.frame.parser import ParserExit
from fadenet.cli.frame.signals import BROKEN_PIPE, ENDING, INTERRUPTED, TERMINATED, Stopped
from fadenet.cli.options import build_parser, read_arguments

if TYPE_CHECKING:
    from pathlib import Path

    import keys
    from fadenet.cli.frame.context import Context

COMPLETE = "__complete"
"""The word with which the completions of shells ask."""

UNSET = "about"
"""The room whose commands work with a file of settings that makes no sense, too."""

CRASH_FILE = "crash.log"
CRASH_BYTES_MAX = 1024 * 1024
FAULTS_MAX = 20
"""So many faults of a file are told where it was to be used; `cards check` tells all."""
PARTING_S = 1.0
"""How long a command that was told to end waits for who reads what it has said."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fadenet` with these arguments (default: the process's own); returns the exit code."""
    _open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    with outlets() as said, ENDING.heeded(for_good=argv is None):
        code = _stoppable(lambda: _command(words))
        code = _stoppable(lambda: _finished(said, code))
        return _finished(said, code) if ENDING.number else code


def _open_streams() -> None:
    """Where a stream was closed there is one to nowhere: nothing to read, nobody who reads. Else the next
    file that is opened, perhaps that of a match, would stand in its place."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the first number that is free
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=nowhere > number))
        elif isinstance(stream, io.TextIOWrapper) and not stream.closed and stream.errors != "replace":
            stream.reconfigure(errors="replace")


def _stoppable(work: Callable[[], int]) -> int:
    """The exit code that the work returns, or that of what has broken it off."""
    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Stopped as stopped:
        return stopped.code
    except BrokenPipeError:
        return BROKEN_PIPE


def _command(words: list[str]) -> int:
    if words[:1] == [COMPLETE]:
        return _complete(words[1:])
    try:
        args = read_arguments(words)
    except ParserExit as leave:
        return leave.code
    return _run(args)


def _finished(said: Sequence[Outlet], code: int) -> int:
    """Wait until what was said has been read: for as long as that takes, but not when we are told to end.
    Returns the exit code: `code`, but that of the failure where a command has done its work and some of its
    output could not be written."""
    until = time.monotonic() + PARTING_S
    for one in said:
        one.finish(max(0.0, until - time.monotonic()) if ENDING.number else None)
    failed = next((one.failed for one in said if one.vital and one.failed is not None), None)
    if failed is None or code:
        return code
    if isinstance(failed, BrokenPipeError):
        return BROKEN_PIPE
    if failed.errno == errno.EIO:  # how a terminal whose window was closed answers
        return TERMINATED
    from keys import ExitCode

    what = f"Not all of the output could be written: {failed.strerror}. Send it somewhere else."
    return _fail(False, what, int(ExitCode.KEY))


def _complete(words: list[str]) -> int:
    """Answer a shell that completes a line: as quickly as it can be done."""
    from fadenet.cli.about.completing import answers

    with contextlib.suppress(BrokenPipeError):
        print("\n".join(answers(build_parser(), words)), flush=True)
    return 0


def _run(args: Namespace) -> int:
    import keys
    from fadenet.cli.frame.context import BUG, FAULT_PROVEN, CommandLine, Context
    from fadenet.cli.frame.shelf import on_shelf
    from fadenet.engine.errors import LoadError
    from protocol.faults import PeerFault

    try:
        folder: Path | keys.UserError = keys.data_home(args.home)
    except keys.UserError as error:
        folder = error
    ctx = Context(args, folder, CommandLine(build_parser, main))
    if ctx.json:
        _say_in_json()
    try:
        module, name = args.run or opening(args)
        if module.partition(".")[0] != UNSET:
            ctx = _as_set(ctx)
        with contextlib.nullcontext() if isinstance(folder, keys.UserError) else on_shelf(folder):
            return int(getattr(importlib.import_module(f"fadenet.cli.{module}"), name)(ctx))
    except keys.UserError as error:
        return _fail(ctx.json, ctx.typed(error.message), int(error.exit_code))
    except LoadError as error:
        told = [f"{fault}." for fault in error.faults[:FAULTS_MAX]]
        more = len(error.faults) - len(told)
        told += [f"And {more} more."] if more else []
        return _fail(ctx.json, ctx.typed("\n".join(told)), int(keys.ExitCode.BAD_INPUT))
    except PeerFault as fault:
        proof = "which its signature proves" if fault.proven else "which proves nothing about anybody"
        message = f"The other side broke the protocol ({fault}), {proof}. The match file keeps what was said."
        return _fail(ctx.json, message, FAULT_PROVEN if fault.proven else int(keys.ExitCode.NETWORK))
    except BrokenPipeError:
        raise
    except Exception as error:
        import traceback

        story = "\n".join(map(harmless, traceback.format_exc().split("\n")))
        place = _keep_crash(ctx.folder, story)
        return _fail(ctx.json, f"A mistake in fadenet itself: {_line(error)}. {place}", BUG)


def _say_in_json() -> None:
    """Data that nobody has read in time is told of as data."""
    if isinstance(sys.stdout, Outlet):
        sys.stdout.left_out = lambda lines: json_line({"v": 1, "left_out": lines})


def opening(args: Namespace) -> tuple[str, str]:
    """The function that `fadenet` alone runs, as (module of `fadenet.cli`, function): on a terminal the home
    screen, else the help."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not (args.json or args.no_input):
        return "top.home", "home"
    args.command = []
    return "about.manual", "help_"


def _as_set(ctx: Context) -> Context:
    """With the settings of the player, which count where the arguments say nothing."""
    from dataclasses import replace

    import keys
    from fadenet.cli.frame import settings

    found = settings.load(None if isinstance(ctx.folder, keys.UserError) else ctx.folder)
    for name in ("plain", "color", "ascii"):
        if getattr(ctx.args, name) is None:
            setattr(ctx.args, name, getattr(found, name) or (name == "ascii" and _draws_no_lines()))
    return replace(ctx, settings=found)


def _draws_no_lines() -> bool:
    return only_ascii() or "utf" not in (sys.stdout.encoding or "").lower()


def _fail(as_json: bool, message: str, code: int) -> int:
    if as_json:
        print(json_line({"v": 1, "error": message, "exit": code}), file=sys.stderr, flush=True)
    else:
        from fadenet.cli.frame.context import complain

        complain(f"fadenet: {message}")
    return code


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _keep_crash(home: Path | keys.UserError, text: str) -> str:
    """Write a traceback to the data folder; says where it is, or shows it if it cannot be written."""
    import keys

    if isinstance(home, keys.UserError):
        print(text, file=sys.stderr)
        return "Please report what stands above."
    path = home / CRASH_FILE
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > CRASH_BYTES_MAX
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if full else os.O_APPEND), 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {sys.argv[1:2]}\n{text}\n")
    except OSError as error:
        print(text, file=sys.stderr)
        return f"It could not be written to {path} ({error.strerror}); please report what stands above."
    return f"Please report it with the end of {path}"
