"""Lets `python -m fadenet` do what the command `fadenet` does: a second node is started in this way."""

import sys

from fadenet.cli import main

if __name__ == "__main__":
    sys.exit(main())
