"""How another Python is started that runs this very code, wherever somebody is and whatever lies there."""

from __future__ import annotations

import sys

from fadenet.console.typed import program

_START = (
    "import sys; sys.path[:] = {path!r}; sys.argv[0] = {begun!r}; "
    "from fadenet.cli import main; sys.exit(main())"
)


def own_command() -> list[str]:
    """The words before the arguments of a command of ours: it imports from where this process does.

    With `-m` or `-c` alone Python looks into the current folder first, and our rooms `keys` and `protocol`
    are names that other projects have too.
    """
    path = [folder for folder in sys.path if folder]
    return [sys.executable, "-P", "-c", _START.format(begun=program(), path=path)]
