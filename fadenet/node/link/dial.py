"""Dialling: several candidates at once, a little apart; the first that becomes a channel wins."""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field

import trio

from fadenet.node.errors import (
    REPORT,
    NoAnswer,
    NodeError,
    NotIntroduced,
    ProxyFailed,
    Reason,
    RefusedInvite,
    RelayFailed,
    Unreachable,
    VersionSkew,
    WrongPeer,
    bare,
)
from fadenet.node.limits import CANDIDATES, CONNECT_S, DIAL_STAGGER_S, RELAY_DIAL_S
from fadenet.node.link.candidates import DEFAULT_PORT, Candidate, RelayAddress, is_private
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.handshake import initiate
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import OpenLink
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

_NO_NETWORK = (errno.ENETUNREACH, errno.ENETDOWN)


def _final(error: NodeError) -> bool:
    """Whether the right host has spoken, so that no other address of it would say anything else."""
    return isinstance(error, VersionSkew) or (
        isinstance(error, RefusedInvite) and error.reason is not Reason.UNKNOWN
    )


def _causes(error: BaseException) -> list[OSError]:
    """The errors of the system that Trio has put together as one when several addresses were tried."""
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else (error.__cause__,)
    below = [one for cause in inner if cause is not None for one in _causes(cause)]
    return below or ([error] if isinstance(error, OSError) else [])


def reason(error: OSError) -> str:
    """Why somewhere could not be connected to, in a few words."""
    first = _causes(error)[0]
    if isinstance(first, socket.gaierror):
        return "its name cannot be looked up"
    return os.strerror(first.errno) if first.errno else str(first)


def _is_ours(error: OSError) -> bool:
    """Whether it was our own network that did not let a connection leave."""
    causes = _causes(error)
    return all(one.errno in _NO_NETWORK or _asks_nobody(one) for one in causes)


def _asks_nobody(error: OSError) -> bool:
    """Whether names cannot be looked up at all now."""
    return isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN


@dataclass(frozen=True, slots=True)
class Errand:
    """The reason for dialling a node. player: the fingerprint of the key that is to answer (16 bytes); token,
    purpose: the door there, and what is wanted; early: a first message that travels with the handshake."""

    player: bytes
    token: bytes = field(repr=False)
    purpose: Purpose
    early: bytes = field(default=b"", repr=False)


class _Race:
    """One dial over all candidates."""

    def __init__(self, node: NodeIdentity, errand: Errand, open_link: OpenLink, connect_s: float) -> None:
        self._node = node
        self._errand = errand
        self._open_link = open_link
        self._connect_s = connect_s
        self.turn = trio.Lock()
        self.scope = trio.CancelScope()
        self.channel: Channel | None = None
        self.errors: list[NodeError] = []
        self.failed: list[OSError] = []
        self.tried: list[trio.Event] = []

    async def attempt(self, candidate: Candidate, failed: trio.Event) -> None:
        """Try one candidate. failed: set when this is over."""
        errand, link = self._errand, None
        try:
            with trio.fail_after(self._connect_s):
                link = await self._open_link(candidate)
            wanted = errand.player, errand.token, errand.purpose
            channel = await initiate(link, self._node, *wanted, early=errand.early, turn=self.turn)
            if self.channel is None:
                self.channel, link = channel, None
                self.scope.cancel()
        except NodeError as error:
            log.info("dialling %s: %s", candidate, error)
            self.errors.append(bare(error))
            if _final(error):
                self.scope.cancel()
        except OSError as error:
            log.info("dialling %s: %s", candidate, error)
            self.failed.append(bare(error))
        except (trio.TooSlowError, PeerFault) as error:
            log.info("dialling %s: %s", candidate, error)
            self.failed.append(OSError(str(error)))
        except Exception:
            log.exception("dialling %s has ended; %s", candidate, REPORT)
        finally:
            failed.set()
            if link is not None:
                await link.abort()

    async def all_failed(self) -> None:
        """Wait until all that has been tried so far has come to nothing."""
        for failed in self.tried:
            await failed.wait()

    def verdict(self, candidates: Sequence[Candidate]) -> NodeError:
        """The most telling of the errors: what the host said, then who answered, then that nobody did."""
        for kind in (VersionSkew, RefusedInvite, WrongPeer, ProxyFailed, NotIntroduced, NoAnswer):
            told = [error for error in self.errors if isinstance(error, kind)]
            for error in sorted(told, key=_final, reverse=True):
                return error
        relays = [error for error in self.errors if isinstance(error, RelayFailed)]
        if relays and all(isinstance(candidate, RelayAddress) for candidate in candidates):
            return relays[0]
        also = "".join(f" {error.message}" for error in relays[:1])
        if self.failed and all(map(_is_ours, self.failed)):
            return Unreachable(
                f"This computer has no network that leads there: {reason(self.failed[0])}.{also}"
            )
        if candidates and all(is_private(candidate) for candidate in candidates):
            return Unreachable(
                "None of the addresses in this invitation can be reached from here: they are of the host's "
                "own network. Ask the host to add a relay (fadenet relay add LINE) or to forward TCP port "
                f"{DEFAULT_PORT}.{also}"
            )
        tried = ", ".join(str(candidate) for candidate in candidates) or "any address"
        if candidates and all(isinstance(candidate, RelayAddress) for candidate in candidates):
            return Unreachable(f"Nobody could be reached at {tried}; ask the host for another way.")
        return Unreachable(
            f"Nobody could be reached at {tried}; is the host still open, and its port forwarded?{also}"
        )


async def dial(
    node: NodeIdentity,
    candidates: Sequence[Candidate],
    errand: Errand,
    *,
    open_link: OpenLink,
    relays_first: bool = False,
    connect_s: float = CONNECT_S,
) -> Channel:
    """A channel to whoever an errand leads to.

    At most 8 candidates are tried, 150 ms apart or as soon as the one before has failed; relays behind all
    others, and not in their first 300 ms unless these have failed, or, with `relays_first`, before them.
    connect_s: how long a connection may take to be made. Raises `WrongPeer`, `RefusedInvite`, `VersionSkew`
    or `Unreachable`.
    """
    candidates = sorted(
        candidates[:CANDIDATES], key=lambda one: isinstance(one, RelayAddress) is not relays_first
    )
    race, began = _Race(node, errand, open_link, connect_s), trio.current_time()
    try:
        with race.scope:
            async with trio.open_nursery() as nursery:
                for candidate in candidates:
                    if isinstance(candidate, RelayAddress) and not relays_first:
                        with trio.move_on_at(began + RELAY_DIAL_S):
                            await race.all_failed()
                    failed = trio.Event()
                    race.tried.append(failed)
                    nursery.start_soon(race.attempt, candidate, failed)
                    if candidate is not candidates[-1]:
                        with trio.move_on_after(DIAL_STAGGER_S):
                            await failed.wait()
    except BaseException:
        if race.channel is not None:
            await race.channel.abort()
        raise
    if race.channel is None:
        try:
            raise race.verdict(candidates)
        finally:
            race.errors.clear()  # the verdict is one of them, and comes through here
    return race.channel
