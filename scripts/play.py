"""The one play command: sets up its own environment, then opens fadenet.

    python3 scripts/play.py                          # the home screen: learn, play, host, join ...
    python3 scripts/play.py GAME [ARGUMENTS OF fadenet play]
    python3 scripts/play.py COMMAND [ARGUMENTS]      # what it calls fadenet COMMAND, without an installation

With a game or an option it runs `fadenet play`, of faroe if no game stands first; with any other word that
command of `fadenet`; without any, on a terminal, the home screen, and else a match of faroe in plain lines.
Exits with its exit code. Needs nothing but a Python >= 3.11 and, the first time, a package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import environment
from environment import ROOT, RUNTIME_LOCK, SetupFailed, say

START = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'fadenet'; "
    "from fadenet.cli import main; sys.exit(main())"
)
"""Ours first: `keys` and `protocol` are names that other projects have too."""


GAMES = ("faroe", "fade2", "fade1", "terrene", "prelude")


def command(python: str, arguments: list[str], terminal: bool) -> list[str]:
    """What is run. terminal: whether somebody sits at one."""
    if not arguments and terminal:
        return [python, "-P", "-c", START]
    first = arguments[0] if arguments else "-"
    play = ["play", "faroe"] if first.startswith("-") else ["play"] if first in GAMES else []
    return [python, "-P", "-c", START, *play, *arguments]


def main(arguments: list[str]) -> int:
    """Set up and play; on POSIX the program takes this process's place, so that signals reach it."""
    try:
        python = environment.ready(RUNTIME_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return failure.code
    words = command(str(python), arguments, sys.stdin.isatty() and sys.stdout.isatty())
    if sys.stderr.isatty() and shutil.which("fadenet") is None:
        say(f"where it says `fadenet ...`, type `{Path(sys.executable).name} {sys.argv[0]} ...`")
    if os.name == "posix":
        os.execv(words[0], words)
    return subprocess.run(words, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
