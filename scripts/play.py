"""The one play command: sets up its own environment, then opens fadenet.

    python3 scripts/play.py                          # the home screen: learn, play, host, join ...
    python3 scripts/play.py GAME [ARGUMENTS OF fadenet play]

With a game or an option it runs `fadenet play`, of faroe if no game stands first; without any, on a terminal,
the home screen, and else a match of faroe in plain lines. Exits with its exit code. Needs nothing but a
Python >= 3.11 and, the first time, a package index.
"""

from __future__ import annotations

import os
import subprocess
import sys

import environment
from environment import ROOT, RUNTIME_LOCK, SetupFailed, say

START = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'fadenet'; "
    "from fadenet.cli import main; sys.exit(main())"
)
"""Ours first: `keys` and `protocol` are names that other projects have too."""


def command(python: str, arguments: list[str], terminal: bool) -> list[str]:
    """What is run. terminal: whether somebody sits at one."""
    if not arguments and terminal:
        return [python, "-P", "-c", START]
    game = [] if arguments and not arguments[0].startswith("-") else ["faroe"]
    return [python, "-P", "-c", START, "play", *game, *arguments]


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
