"""The messages of the wire, and what they prove. Bytes and values in, values and bytes out.

No sockets, no clock, no randomness, and no rules of any game. `README.md` is the specification.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from protocol.evidence import Guilt, check_evidence
    from protocol.faults import LocalError, PeerFault
    from protocol.hello import Config, Hello, HelloParts, make_hello, parse_hello
    from protocol.needs import Accepted, Batch, Expect
    from protocol.result import Result, check_result
    from protocol.secrets import Secrets
    from protocol.standing import Standing
    from protocol.transcript import Transcript

__all__ = [
    "Accepted",
    "Batch",
    "Config",
    "Expect",
    "Guilt",
    "Hello",
    "HelloParts",
    "LocalError",
    "PeerFault",
    "Result",
    "Secrets",
    "Standing",
    "Transcript",
    "check_evidence",
    "check_result",
    "make_hello",
    "parse_hello",
]
_ROOMS = {
    **dict.fromkeys(("Guilt", "check_evidence"), "evidence"),
    **dict.fromkeys(("LocalError", "PeerFault"), "faults"),
    **dict.fromkeys(("Config", "Hello", "HelloParts", "make_hello", "parse_hello"), "hello"),
    **dict.fromkeys(("Accepted", "Batch", "Expect"), "needs"),
    **dict.fromkeys(("Result", "check_result"), "result"),
    "Secrets": "secrets",
    "Standing": "standing",
    "Transcript": "transcript",
}
"""In which module each stands: it is loaded when something of it is asked for, as in no local match."""


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
