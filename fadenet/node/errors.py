"""The errors between two nodes: sentences for the player, and faults of the peer.

A `NodeError` is shown as it is: one sentence that says what happened and what to do next. A `NodeFault` is
never the player's business: somebody sent what no honest node sends, and the connection ends.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from enum import IntEnum
from types import TracebackType
from typing import TypeVar

from keys import ExitCode, UserError
from protocol.faults import PeerFault

E = TypeVar("E", bound=BaseException)

REPORT = "that is a mistake in fadenet: report it, with the lines that follow here"
"""The advice on an error that is our own."""
DROPPED = "it breaks the protocol; nothing is lost, and an address that comes again and again can be blocked"
SEE_TO_DISK = "see to the disk of the data folder"
ASKED_FOR = "what it held is asked of the others when the match goes on"


class NodeError(UserError):
    """Something between this node and another, or its disk, that the player can do something about."""

    exit_code = ExitCode.NETWORK


class Unreachable(NodeError):
    """No candidate address led to the node."""


class NoAnswer(Unreachable):
    """Somebody took the connection and did not get through the handshake: no time, or not well."""


class RelayFailed(Unreachable):
    """A relay cannot be used, whoever is to be reached through it."""

    @classmethod
    def because(cls, relay: object, error: NodeError | PeerFault) -> RelayFailed:
        """The error for a relay at this address that does not let us ask it, for a reason that does not lie
        with the host."""
        lead = f"The relay {relay}, which leads to the host, cannot be used"
        return cls(f"{lead}: {amiss(error)}. Ask the host for another way.")


def amiss(error: NodeError | PeerFault) -> str:
    """The trouble with a relay that could not be asked, in words."""
    if isinstance(error, PeerFault):
        return f"it breaks the protocol [{error.rule}]"
    if isinstance(error, PeerGone):
        return "it has hung up in the middle of it"
    if isinstance(error, NoAnswer):
        return "it takes the connection and does not answer"
    if isinstance(error, WrongPeer):
        return "another node answers there"
    return "it speaks another version" if isinstance(error, VersionSkew) else "nobody answers there"


class ProxyFailed(NodeError, OSError):
    """The proxy of our own cannot be used, whoever is to be reached through it."""


class NotIntroduced(NodeError):
    """A relay does not bring us together with the host that we ask for."""


class CannotListen(NodeError):
    """No address could be listened on."""


class WrongPeer(NodeError):
    """Another player answered than the one expected. The own identity was not shown to it."""


class VersionSkew(NodeError):
    """The two nodes speak different versions of the channel."""


class PeerGone(NodeError):
    """The channel is over: closed, cut or silent. `said_bye` tells a goodbye from a lost connection."""

    def __init__(self, message: str, *, said_bye: bool = False) -> None:
        super().__init__(message)
        self.said_bye = said_bye


class TooSlow(PeerGone):
    """The peer does not take what is sent to it; the channel is closed, a session resumes on the next."""


class Reason(IntEnum):
    """Why a host refuses, as it stands on the wire; UNKNOWN is what a silent hang-up means."""

    UNKNOWN = 0
    EXPIRED = 1
    FULL = 2
    BUSY = 3
    DECLINED = 4


_REFUSALS = {
    Reason.UNKNOWN: "The host does not know this invitation; ask for a fresh one.",
    Reason.EXPIRED: "This invitation has expired; ask the host for a fresh one.",
    Reason.FULL: "All seats of this table are taken; ask the host for another table.",
    Reason.BUSY: "The host has too many connections at the moment; try again in a minute.",
    Reason.DECLINED: "The host declined; ask them to invite this identity.",
}


class RefusedInvite(NodeError):
    """The host answered and said no; `reason` says why."""

    exit_code = ExitCode.REFUSED

    def __init__(self, reason: Reason) -> None:
        super().__init__(_REFUSALS[reason])
        self.reason = reason


class BadInvite(NodeError):
    """Text that is not an invitation, a damaged invitation, or one of another version."""


class DiskFull(NodeError):
    """The disk has no room for the next entry; nothing kept so far is lost."""


class DiskFailed(NodeError):
    """The disk did not keep what it was given; the file has to be opened anew."""


class MatchFileDamaged(NodeError):
    """A match file that is not merely cut short; `offset` (bytes) is where it stops making sense."""

    def __init__(self, message: str, *, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class NoMark(NodeError):
    """Nothing outside the data folder says how far our seat has signed in a match (`match.mark`)."""

    exit_code = ExitCode.REFUSED


class MatchBusy(NodeError):
    """Another process has this match open."""


class NodeFault(PeerFault):
    """Something on the link below any match: what no honest node sends."""

    rule = "node"


class BadHandshake(NodeFault):
    """A handshake message that does not authenticate, is too long, or proves no identity."""

    rule = "node.handshake"


class ClosedGate(BadHandshake):
    """A gate that no token of ours opens: nonsense, or an old line, or a match that has ended here, which
    honest nodes show too."""


class BadChannelRecord(NodeFault):
    """A record that does not authenticate, is too long, or has no place here."""

    rule = "node.record"


class TooFast(NodeFault):
    """A stranger that stays over its rate."""

    rule = "node.rate"


class Dribbling(NodeFault):
    """A message that was begun and is not finished in time."""

    rule = "node.slow"


class BadSession(NodeFault):
    """A session frame out of order, or one that acknowledges what was never sent."""

    rule = "node.session"


class _Plainly:
    """The error does not lead back to its group, nor does a frame hold it that it has come through: in such a
    circle all that these frames knew would wait for the garbage collector."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, BaseExceptionGroup):
            return
        only = _only(error)
        before = only.__context__
        try:
            raise only from only.__cause__
        finally:
            only.__context__ = before
            del error, trace, only, before


def plainly() -> AbstractContextManager[None]:
    """Nurseries wrap what ends them in groups; the caller gets the one error that matters."""
    return _Plainly()


def bare(error: E) -> E:
    """An error as it is kept: without the frames that it came through. They hold what they knew, and often
    whoever keeps the error."""
    one: BaseException | None = error
    while one is not None and one.__traceback__ is not None:
        one.__traceback__, one = None, one.__cause__ or one.__context__
    return error


def _only(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The exception that matters in a group: a fault or an error rather than a cancellation."""
    leaves: list[BaseException] = []
    waiting: list[BaseException] = [group]
    while waiting:
        one = waiting.pop()
        if isinstance(one, BaseExceptionGroup):
            waiting.extend(one.exceptions)
        else:
            leaves.append(one)
    for kind in (PeerFault, NodeError, Exception, KeyboardInterrupt):
        for leaf in leaves:
            if isinstance(leaf, kind):
                return leaf
    return leaves[0]
