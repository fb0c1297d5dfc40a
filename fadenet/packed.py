"""The one file of a release, where the program runs out of it."""

from __future__ import annotations

import os


def packed() -> str | None:
    """The path of the file that `scripts/onefile.py` packs, which sets `PEX` to it; None where fadenet is
    installed or checked out."""
    unpacked = os.path.dirname(os.path.dirname(__file__))
    return os.environ["PEX"] if os.path.exists(os.path.join(unpacked, "PEX-INFO")) else None
