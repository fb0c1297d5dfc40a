"""The one play command: sets up its own environment, then opens fadenet.

    python3 scripts/play.py                          # the home screen: learn, play, host, join ...
    python3 scripts/play.py GAME [ARGUMENTS OF fadenet play]
    python3 scripts/play.py COMMAND [ARGUMENTS]      # what it calls fadenet COMMAND, without an installation

With a game or an option it runs `fadenet play`, of faroe if no game stands first; with any other word that
command of `fadenet`; without any, on a terminal, the home screen, and else a match of faroe in plain lines.
All that it prints to be typed begins as it was begun. Exits with its exit code. Needs nothing but a
Python >= 3.11 and, the first time, a package index.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import environment
from environment import ROOT, RUNTIME_LOCK, SetupFailed, say

GAMES = ("faroe", "fade2", "fade1", "terrene", "prelude")
SWITCHES = {"-h", "--help", "-V", "--version", "-q", "--quiet", "-v", "--verbose", "--json", "--no-input"}
SWITCHES |= {"--plain", "--no-plain", "--ascii", "--no-ascii"}
WITH_VALUE = {"--home", "--color"}
"""Options that every command takes, before its name too."""


def command(python: str, arguments: list[str], terminal: bool) -> list[str]:
    """The arguments of `fadenet`. terminal: whether somebody sits at one."""
    run = [python, "-P", "-c", start()]
    if not arguments and terminal:
        return run
    at = before(arguments)
    word = arguments[at] if at < len(arguments) else "-"
    play = ["play", "faroe"] if word.startswith("-") else ["play"] if word in GAMES else []
    return [*run, *arguments[:at], *play, *arguments[at:]]


def start() -> str:
    """The program. Its rooms come first: `keys` and `protocol` are names that other projects have too."""
    return (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = {begun()!r}; "
        "from fadenet.cli import main; sys.exit(main())"
    )


def begun() -> str:
    """The words by which this run was begun, as they are typed again: Python by its name, where one is found
    by it."""
    name = Path(sys.orig_argv[0]).name
    return shlex.join([name if shutil.which(name) else sys.orig_argv[0], sys.argv[0]])


def before(arguments: list[str]) -> int:
    """How many of the arguments are options of every command that stand before its name."""
    at = 0
    while at < len(arguments):
        option, equals, _ = arguments[at].partition("=")
        if option not in SWITCHES | WITH_VALUE:
            break
        at += 2 if option in WITH_VALUE and not equals else 1
    return at


def main(arguments: list[str]) -> int:
    """Set up and play; on POSIX the program takes this process's place, so that signals reach it."""
    try:
        python = environment.ready(RUNTIME_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return failure.code
    words = command(str(python), arguments, sys.stdin.isatty() and sys.stdout.isatty())
    if os.name == "posix":
        os.execv(words[0], words)
    return subprocess.run(words, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
