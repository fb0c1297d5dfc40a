"""Lets `python -m fadenet`, and the one file of a release, do what the command `fadenet` does."""

import os
import shlex
import shutil
import sys

import fadenet


def _is_foreign(folder: str) -> bool:
    """Whether Python imports from there only because somebody is there: a `keys.py` in it is not ours."""
    try:
        ours = os.path.dirname(fadenet.__path__[0])
        return os.path.samefile(folder, os.curdir) and not os.path.samefile(folder, ours)
    except OSError:
        return False


def _begun() -> str:
    """What this run was begun with, as it is typed again: the module, or the file that `scripts/onefile.py`
    packs, which sets `PEX` to its own path."""
    python = sys.orig_argv[0]
    if not os.path.exists(os.path.join(os.path.dirname(fadenet.__path__[0]), "PEX-INFO")):
        return f"{python} -m fadenet"
    name, packed = os.path.basename(python), os.environ["PEX"]
    near = os.path.relpath(packed)
    found, below = shutil.which(name), not near.startswith(os.pardir)
    return shlex.join([name if found else python, near if below else packed])


if __name__ == "__main__":
    if not sys.flags.safe_path and _is_foreign(sys.path[0]):
        del sys.path[0]

    from fadenet.cli import main

    sys.argv[0] = _begun()

    sys.exit(main())
