"""Where a node listens: what was named on the command line, or the usual."""

from __future__ import annotations

from collections.abc import Sequence

import keys
from fadenet.cli.context import Context, Usage
from fadenet.node.link.candidates import Address, everywhere, parse_address
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.match.host import Machine
from fadenet.node.reach.socks import ProxiedNetwork, parse_proxy


def listening(ctx: Context) -> list[Address]:
    """Where to listen: what was named, else all addresses of this machine; behind a proxy nowhere else."""
    named = ctx.args.listen
    return [address_of(text) for text in named] if named else [] if proxied(ctx) else everywhere()


def door_of(ctx: Context) -> Sequence[Address] | None:
    """Where whoever need not host listens: what was named, () = nowhere, None = the usual."""
    if ctx.args.listen:
        return listening(ctx)
    return () if ctx.args.no_listen or proxied(ctx) else None


def proxied(ctx: Context) -> bool:
    """Whether everything goes through a proxy."""
    return getattr(ctx.args, "proxy", None) is not None


def machine_of(ctx: Context) -> Machine:
    """This machine, with the network as it was asked for."""
    if not proxied(ctx):
        return Machine()
    return Machine(network=ProxiedNetwork(parse_proxy(ctx.args.proxy), TcpNetwork()))


def address_of(text: str) -> Address:
    """An address to listen on; unlike one to dial, its port may be 0, which takes a free one."""
    host, colon, port = text.rpartition(":")
    if colon and port == "0" and host:
        return Address(host.removeprefix("[").removesuffix("]"), 0)
    try:
        return parse_address(text)
    except keys.UserError as error:
        raise Usage(error.message) from None
