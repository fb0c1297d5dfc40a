"""The node: it carries a match between programs, and keeps what was said on disk.

Its names are loaded when they are asked for: a program that only reads match files needs no network.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fadenet.node.errors import NodeError
    from fadenet.node.match.clock import MatchClock
    from fadenet.node.match.follow import FollowRun, MatchEnd
    from fadenet.node.match.host import Machine
    from fadenet.node.match.run import Entrant, MatchRun, Participant
    from fadenet.node.play import give_match, host_match, join_match, resume_match

__all__ = [
    "Entrant",
    "FollowRun",
    "Machine",
    "MatchClock",
    "MatchEnd",
    "MatchRun",
    "NodeError",
    "Participant",
    "give_match",
    "host_match",
    "join_match",
    "resume_match",
]

_ROOMS = {
    "Entrant": "match.run",
    "FollowRun": "match.follow",
    "Machine": "match.host",
    "MatchClock": "match.clock",
    "MatchEnd": "match.follow",
    "MatchRun": "match.run",
    "NodeError": "errors",
    "Participant": "match.run",
    "give_match": "play",
    "host_match": "play",
    "join_match": "play",
    "resume_match": "play",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
