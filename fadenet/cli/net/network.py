"""`doctor --net`: how this machine can be reached, tried with nobody but own router, relays and network."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import trio

import keys
from fadenet.cli.frame import settings
from fadenet.cli.frame.context import Context
from fadenet.cli.net.boards import firsts_of
from fadenet.cli.net.doors import listening, next_port
from fadenet.cli.net.relays import helpers_of
from fadenet.cli.seat.person import run_async
from fadenet.node import play
from fadenet.node.errors import CannotListen, Reason
from fadenet.node.limits import RESERVED_S
from fadenet.node.link.candidates import Address, Candidate, RelayAddress, everywhere, is_loopback, is_private
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.tcp import OUTSIDE
from fadenet.node.lobby.invite import new_token
from fadenet.node.reach.beacon import nearby
from fadenet.node.reach.mappings import Mapping
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node

ASKED_S = 1.2
MAPPED_S = 10.0
"""How long a router may take; one that speaks UPnP takes the longest."""


@dataclass(frozen=True, slots=True)
class NetFinding:
    """One line of what was found. fine: whether nothing is to be done about it."""

    name: str
    text: str
    fine: bool = True


NO_NETWORK = NetFinding("hosting", "this machine is in no network: connect it, and ask again", fine=False)


class _Nobody:
    """A door through which nobody is let in."""

    channels_most = 0

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        return Refused(Reason.DECLINED)

    async def handle(self, channel: Channel) -> None:
        return


def net_findings(ctx: Context) -> list[NetFinding]:
    """Look at all of it; takes a few seconds."""
    return run_async(lambda: _look(ctx))


async def _look(ctx: Context) -> list[NetFinding]:
    helpers = helpers_of(ctx)
    identity = keys.Identity.from_seed("doctor", os.urandom(32))
    async with play.open_bare(identity, helpers, maps=True) as node:
        port = next_port(ctx)
        try:
            await node.listen(everywhere(port) if port else listening(ctx))
        except CannotListen as error:
            return [*_addresses(node), NetFinding("listening", error.message, fine=False)]
        with node.opened([new_token(os.urandom)], _Nobody()):
            with trio.move_on_after(RESERVED_S):
                await node.helpers.settled(helpers)
            with trio.move_on_after(MAPPED_S):
                while node.mapping is None and node.asks_router:
                    await node.readdressed()
            found = [*_addresses(node), *_router(node), *_helpers(node, helpers)]
        own = (Address(one.host, 1) for one in node.network.own())
        alone = not any(map(node.network.way_to, OUTSIDE)) and all(map(is_loopback, own))
        verdict = NO_NETWORK if alone else _verdict(node.candidates())
        return [*found, await _lan(node), _board(ctx, helpers), verdict]


def _addresses(node: Node) -> Iterator[NetFinding]:
    for name, outside in zip(("IPv6 out", "IPv4 out"), OUTSIDE, strict=True):
        way = node.network.way_to(outside)
        private = "; of a local network, so a router stands between" if is_private(Address(way, 1)) else ""
        yield NetFinding(name, f"{way}{private}" if way else "no way leads out")
    others = ", ".join(f"{one.host} ({one.interface})" for one in node.network.own())
    yield NetFinding("interfaces", others or "none")


def _router(node: Node) -> Iterator[NetFinding]:
    if not node.asks_router:
        return
    if isinstance(node.mapping, Mapping):
        yield NetFinding("router", f"opens {node.mapping.external} ({node.mapping.by})")
    else:
        yield NetFinding("router", "did not answer" if node.mapping is None else str(node.mapping))


def _helpers(node: Node, helpers: list[Helper]) -> Iterator[NetFinding]:
    for helper in helpers:
        reserved = node.helpers.reserved.get(helper)
        if reserved is None:
            why = node.helpers.errors.get(helper, "it has not answered")
            yield NetFinding(f"relay {helper.name}", why, fine=False)
        else:
            seen = reserved.observed or "an unknown address"
            yield NetFinding(
                f"relay {helper.name}", f"sees this node at {seen}; circuits: {reserved.circuits}"
            )
    if len(node.helpers.observed) > 1:
        through = "your router keeps one port for all, so direct ways can be found"
        closed = "your router takes another port for each, so everything goes over relays"
        yield NetFinding("direct ways", through if node.helpers.punches else closed)


async def _lan(node: Node) -> NetFinding:
    async with nearby(node.network, time.time, os.urandom) as neighbours:
        await trio.sleep(ASKED_S)
        names = ", ".join(one.notice.name or "somebody" for one in neighbours.found())
        where = ", ".join(neighbours.interfaces) or "nowhere: there is no network"
        return NetFinding(
            "nearby", f"asked on {where}; " + (f"{names} answered" if names else "nobody answered")
        )
    raise AssertionError("the look nearby has an end")


def _board(ctx: Context, helpers: list[Helper]) -> NetFinding:
    """Whether one is on the board of strangers, and where it is entered; nobody there is asked."""
    try:
        ctx = replace(ctx, settings=settings.load(ctx.home))
        known = len({first.other.fingerprint for first in firsts_of(ctx, helpers)})
    except keys.UserError as error:
        return NetFinding("board", error.message, fine=False)
    shown = "seek shows you to strangers" if ctx.settings.strangers else "seek has not been agreed to"
    return NetFinding("board", f"{shown}; nodes by which it may be entered, besides those nearby: {known}")


def _verdict(candidates: tuple[Candidate, ...]) -> NetFinding:
    public = [
        one for one in candidates if isinstance(one, Address) and not (is_private(one) or is_loopback(one))
    ]
    relays = [one for one in candidates if isinstance(one, RelayAddress)]
    if public:
        return NetFinding(
            "hosting", f"an invitation from here leads to {public[0]}, if nothing blocks that port"
        )
    if relays:
        return NetFinding("hosting", f"an invitation from here leads through {relays[0]}")
    return NetFinding(
        "hosting",
        "only those on your network can join; for others add a relay (fadenet relay add LINE), or forward a "
        "TCP port of your router to this machine",
    )
