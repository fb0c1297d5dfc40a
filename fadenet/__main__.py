"""Lets `python -m fadenet` do what the command `fadenet` does."""

import os
import sys

import fadenet

if __name__ == "__main__":
    if not (sys.flags.safe_path or os.path.samefile(sys.path[0], os.path.dirname(fadenet.__path__[0]))):
        del sys.path[0]  # the current folder: a `keys.py` that lies there is not ours

    from fadenet.cli import main

    sys.exit(main())
