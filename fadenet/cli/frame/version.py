"""The version of this fadenet."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The version of the installed distribution, or of the checkout's own when it is not installed."""
    try:
        return metadata.version("fadenet")
    except metadata.PackageNotFoundError:
        return "(checkout)"
