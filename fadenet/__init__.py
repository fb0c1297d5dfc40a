"""fadenet: a peer-to-peer node for trading-card games without a server.

`Match` is a match to hold in a notebook or a script, loaded when it is asked for: the command needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fadenet.match import Match

__all__ = ["Match"]


def __getattr__(name: str) -> Any:
    if name != "Match":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fadenet.match import Match

    return Match
