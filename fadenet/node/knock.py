"""Knocking at a table: somebody who is turned away by a node that has too much to do tries again,
politely."""

from __future__ import annotations

from collections.abc import Callable

import trio

from fadenet.node.errors import NoAnswer, Reason, RefusedInvite
from fadenet.node.limits import KNOCK_AGAIN_S, KNOCKS_UNANSWERED
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.noise import Rng
from fadenet.node.lobby.invite import Invite
from fadenet.node.reach.node import Node

_FULL = "This node plays all the matches that it takes"
_HUNG_UP = "The host has hung up; it has too much to do, or does not know this invitation"
_SILENT = "The host has taken the connection and does not answer in time"


async def knock(node: Node, invitation: Invite, rng: Rng, say: Callable[[str], None]) -> Channel:
    """A channel to the host of a table. Whoever hears that it is busy, or is hung up on or left without an
    answer, knocks again, ever more rarely and not in step with others. Where it was never said that the node
    is busy, which then knows this invitation, only a few times.

    Raises as `link.dial.dial` does.
    """
    times, unanswered, is_known = 0, 0, False
    while True:
        try:
            return await node.dial(invitation.fingerprint, invitation.token, Purpose.SEAT)
        except (RefusedInvite, NoAnswer) as error:
            why = _why(error)
            is_known |= why == _FULL
            unanswered += not is_known
            if not why or unanswered > KNOCKS_UNANSWERED:
                raise
        pause = pause_before(times, rng)
        times += 1
        say(f"{why}; trying again in {max(1, round(pause))} s (Ctrl-C stops).")
        await trio.sleep(pause)


def _why(error: RefusedInvite | NoAnswer) -> str:
    """Why there is no channel yet, "" where another try would not help."""
    if isinstance(error, NoAnswer):
        return _SILENT
    return {Reason.BUSY: _FULL, Reason.UNKNOWN: _HUNG_UP}.get(error.reason, "")


def pause_before(times: int, rng: Rng) -> float:
    """Seconds to wait after having been turned away `times` + 1 times: three quarters of the usual pause, and
    up to half of it more."""
    usual = KNOCK_AGAIN_S[min(times, len(KNOCK_AGAIN_S) - 1)]
    return usual * (0.75 + int.from_bytes(rng(2), "big") / 65536 / 2)
