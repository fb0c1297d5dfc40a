"""Knocking at a table: somebody who is turned away by a node that has too much to do tries again,
politely."""

from __future__ import annotations

from collections.abc import Callable

import trio

from fadenet.node.errors import NoAnswer, NotIntroduced, Reason, RefusedInvite, Unreachable
from fadenet.node.limits import KNOCK_AGAIN_S, KNOCKS_AT_STANDING, KNOCKS_UNANSWERED
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.noise import Rng
from fadenet.node.lobby.invite import Invite
from fadenet.node.reach.node import Node

_FULL = "This node plays all the matches that it takes"
_HUNG_UP = "The host has hung up; it has too much to do, or does not know this invitation"
_AWAITED = "{} Waiting for the host, {} min at most (Ctrl-C stops)."
_SILENT = "The host has taken the connection and does not answer in time"


async def knock(
    node: Node, invitation: Invite, rng: Rng, say: Callable[[str], None], *, patience: float = 0
) -> Channel:
    """A channel to the host of a table. A guest that hears that the node is busy, or is hung up on or left
    without an answer, knocks again, ever more rarely and not in step with others: for ever once the node has
    said that it is busy, as it then knows this invitation; else a few times, or for about a minute at a
    standing one.

    patience: how many seconds a host is waited for whose node is not up yet. Raises as `link.dial.dial` does.
    """
    times, unanswered, is_known = 0, 0, False
    most = KNOCKS_AT_STANDING if invitation.standing else KNOCKS_UNANSWERED
    until, awaited = trio.current_time() + patience, False
    while True:
        try:
            return await node.dial(invitation.fingerprint, invitation.token, Purpose.SEAT)
        except (Unreachable, NotIntroduced) as error:
            if isinstance(error, NoAnswer):
                unanswered += not is_known
                if unanswered > most:
                    raise
                why = _SILENT
            elif trio.current_time() >= until:
                raise
            else:
                if not awaited:
                    say(_AWAITED.format(error.message, max(1, round(patience / 60))))
                awaited, why = True, ""
        except RefusedInvite as error:
            why = {Reason.BUSY: _FULL, Reason.UNKNOWN: _HUNG_UP}.get(error.reason, "")
            is_known |= why == _FULL
            unanswered += not is_known
            if not why or unanswered > most:
                raise
        pause = pause_before(times, rng)
        times += 1
        if why:
            say(f"{why}; trying again in {max(1, round(pause))} s (Ctrl-C stops).")
        await trio.sleep(pause)


def pause_before(times: int, rng: Rng) -> float:
    """Seconds to wait after having been turned away `times` + 1 times: three quarters of the usual pause, and
    up to half of it more."""
    usual = KNOCK_AGAIN_S[min(times, len(KNOCK_AGAIN_S) - 1)]
    return usual * (0.75 + int.from_bytes(rng(2), "big") / 65536 / 2)
