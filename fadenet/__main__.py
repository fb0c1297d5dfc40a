"""Lets `python -m fadenet`, and the one file of a release, do what the command `fadenet` does."""

import os
import shlex
import shutil
import sys

import fadenet
from fadenet.packed import packed


def _is_foreign(folder: str) -> bool:
    """Whether Python imports from there only because somebody is there: a `keys.py` in it is not ours."""
    try:
        ours = os.path.dirname(fadenet.__path__[0])
        return os.path.samefile(folder, os.curdir) and not os.path.samefile(folder, ours)
    except OSError:
        return False


def _begun() -> str:
    """The command of this run, as it is typed again: of the module, or of the one file of a release."""
    python, file = sys.orig_argv[0], packed()
    if file is None:
        return f"{python} -m fadenet"
    name, near = os.path.basename(python), os.path.relpath(file)
    found, below = shutil.which(name), not near.startswith(os.pardir)
    return shlex.join([name if found else python, near if below else file])


if __name__ == "__main__":
    if not sys.flags.safe_path and _is_foreign(sys.path[0]):
        del sys.path[0]

    from fadenet.cli import main

    sys.argv[0] = _begun()

    sys.exit(main())
