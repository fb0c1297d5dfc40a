"""What may be said on the wire, and what it proves. Bytes and values in, values and bytes out.

No sockets, no clock, no randomness, and no rules of any game. `README.md` is the specification.
"""

from protocol.evidence import Guilt, check_evidence
from protocol.faults import LocalError, PeerFault
from protocol.hello import Config, Hello, make_hello, parse_hello
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
