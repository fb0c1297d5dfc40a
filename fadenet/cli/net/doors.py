"""Where a node listens: what was named on the command line, or the usual."""

from __future__ import annotations

from collections.abc import Sequence

import keys
from fadenet.cli.frame.context import Context, Usage
from fadenet.cli.frame.probing import is_free
from fadenet.node.errors import CannotListen
from fadenet.node.link.candidates import DEFAULT_PORT, Address, everywhere, parse_address
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.match.host import Machine
from fadenet.node.reach.socks import ProxiedNetwork, parse_proxy

PORTS = 32
"""How many ports are tried, from the usual one on."""


def listening(ctx: Context) -> list[Address]:
    """Where to listen: what was named, else all addresses of this machine; behind a proxy nowhere else."""
    named = ctx.args.listen
    return [address_of(text) for text in named] if named else [] if proxied(ctx) else everywhere()


def hosting_at(ctx: Context) -> list[Address]:
    """Where the table of somebody who names no place is: at the usual port, or the next free one, said."""
    port = next_port(ctx)
    if not port:
        return listening(ctx)
    ctx.say(
        f"Port {DEFAULT_PORT} is in use, so this table is at port {port}. If your router forwards the first "
        f"one alone, close the program that has it, or forward {port} too."
    )
    return everywhere(port)


def serving_at(ctx: Context) -> list[Address]:
    """Where a node or relay listens whose lines stay good, and so lead to one port for ever. Raises
    `CannotListen` where somebody who names no place finds the usual one in use."""
    if port := next_port(ctx):
        raise CannotListen(
            f"Port {DEFAULT_PORT} is in use. The lines of this command lead to one port and are to stay "
            "good, so it takes no other by itself. Close the other program, or name a port to keep to: "
            f"--listen 0.0.0.0:{port} --listen [::]:{port}"
        )
    return listening(ctx)


def next_port(ctx: Context) -> int:
    """The first free port behind the usual one, if nothing is named and that is in use; else, or where there
    is none, 0."""
    if ctx.args.listen or proxied(ctx) or is_free(DEFAULT_PORT):
        return 0
    return next((port for port in range(DEFAULT_PORT + 1, DEFAULT_PORT + PORTS) if is_free(port)), 0)


def door_of(ctx: Context) -> Sequence[Address] | None:
    """Where whoever need not host listens: what was named, () = nowhere, None = the usual."""
    if ctx.args.listen:
        return listening(ctx)
    return () if ctx.args.no_listen or proxied(ctx) else None


def proxied(ctx: Context) -> bool:
    """Whether everything goes through a proxy."""
    return getattr(ctx.args, "proxy", None) is not None


def maps(ctx: Context) -> bool:
    """Whether the router is asked to open our port."""
    return bool(getattr(ctx.args, "map", False)) and not proxied(ctx)


def quic_of(ctx: Context) -> Sequence[Address] | None:
    """Where QUIC is listened to: at what was named, one address a family, at ports of its own; () = nowhere,
    None = the usual."""
    if ctx.args.listen:
        there = {":" in one.host: Address(one.host, 0) for one in reversed(listening(ctx))}
        return list(there.values())
    return () if getattr(ctx.args, "no_listen", False) else None


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
