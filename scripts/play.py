"""The one play command: sets up its own environment, then starts a match of faroe between two nodes.

    python3 scripts/play.py [ARGUMENTS OF fadenet play]

Runs `fadenet play faroe --net` with the arguments passed on and exits with its exit code. Needs nothing but a
Python >= 3.11 and, the first time, a package index.
"""

from __future__ import annotations

import os
import subprocess
import sys

import environment
from environment import RUNTIME_LOCK, SetupFailed, say

START = "import sys; sys.argv[0] = 'fadenet'; from fadenet.cli import main; sys.exit(main())"


def main(arguments: list[str]) -> int:
    """Set up and play; on POSIX the program takes this process's place, so that signals reach it."""
    try:
        python = environment.ready(RUNTIME_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return 2
    command = [str(python), "-c", START, "play", "faroe", "--net", *arguments]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
