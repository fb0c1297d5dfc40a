"""Lets `python -m fadenet` do what the command `fadenet` does."""

import os
import sys

import fadenet


def _is_foreign(folder: str) -> bool:
    """Whether Python imports from there only because somebody is there: a `keys.py` in it is not ours."""
    try:
        ours = os.path.dirname(fadenet.__path__[0])
        return os.path.samefile(folder, os.curdir) and not os.path.samefile(folder, ours)
    except OSError:
        return False


if __name__ == "__main__":
    if not sys.flags.safe_path and _is_foreign(sys.path[0]):
        del sys.path[0]

    from fadenet.cli import main

    sys.argv[0] = f"{sys.orig_argv[0]} -m fadenet"

    sys.exit(main())
