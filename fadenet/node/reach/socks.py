"""SOCKS5 (RFC 1928): connections through a proxy of the player's own, such as Tor's.

Only CONNECT without authentication, or with user and password (RFC 1929). Names are looked up by the proxy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

import trio

from fadenet.node.errors import NodeError, ProxyFailed
from fadenet.node.limits import CONNECT_S
from fadenet.node.link.candidates import Address, ip_of
from fadenet.node.link.dial import reason
from fadenet.node.link.links import Link, Network, NodeListeners, OwnAddress

SOCKS_PORT: Final = 1080
GREETING_S: Final = 4.0
"""How long a proxy may take to let us in, which needs nobody but itself."""
PROXY_S: Final = 30.0
"""How long it may take to make a connection: by way of Tor it takes a while."""
_VERSION, _CONNECT, _NO_AUTH, _PASSWORD = 5, 1, 0, 2
_IPV4, _NAME, _IPV6 = 1, 3, 4
_FIELD_MAX: Final = 255
_HUNG_UP: Final = "the proxy has hung up"
_ANSWERS: Final = {
    3: "cannot reach that network",
    4: "cannot reach that host",
    5: "was refused there",
    6: "gave up, as it took too long",
}
"""The proxy's answers about the other end."""
_OWN_ANSWERS: Final = {
    1: "has failed",
    2: "is not allowed to go there",
    7: "does not know how to connect",
    8: "does not know that kind of address",
}
"""The proxy's answers about itself."""


class BadProxy(NodeError):
    """The proxy cannot be used as it was named."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where a proxy is, and how we log in there (both empty: not at all)."""

    address: Address
    user: str = ""
    password: str = field(default="", repr=False)


def parse_proxy(text: str) -> Proxy:
    """`socks5://[USER:PASSWORD@]HOST[:PORT]`; raises `BadProxy`."""
    try:
        parts = urlsplit(text)
        port = SOCKS_PORT if parts.port is None else parts.port
        host, user, password = parts.hostname or "", unquote(parts.username or ""), parts.password or ""
    except ValueError:
        host, port, user, password = "", 0, "", ""
    password = unquote(password)
    fits = max(len(user.encode()), len(password.encode())) <= _FIELD_MAX and bool(user) >= bool(password)
    if not host or not port or not fits or not text.startswith(("socks5://", "socks5h://")):
        raise BadProxy("That is no proxy; write it as socks5://127.0.0.1:9050")
    return Proxy(Address(host, port), user, password)


class ProxiedNetwork:
    """A network that is reached through a proxy alone: nobody learns our addresses, and nobody dials us,
    unless we listen where we say so."""

    def __init__(self, proxy: Proxy, network: Network) -> None:
        self._proxy = proxy
        self._network = network

    async def open(self, address: Address, port: int = 0) -> Link:
        """Connect through the proxy, whatever port of ours that leads from. Raises OSError, which is
        `ProxyFailed` for what is not the other end's doing."""
        link: Link | None = None
        try:
            with trio.fail_after(GREETING_S):
                link = await self._reach()
                await _greet(link, self._proxy)
        except trio.TooSlowError:
            if link is not None:
                await trio.aclose_forcefully(link)
            raise _failed(self._proxy, "does not answer") from None
        except BaseException:
            if link is not None:
                await trio.aclose_forcefully(link)
            raise
        try:
            with trio.fail_after(PROXY_S):
                await _connect(link, self._proxy, address)
        except trio.TooSlowError:
            await trio.aclose_forcefully(link)
            raise OSError(f"the proxy {self._proxy.address} takes too long") from None
        except BaseException:
            await trio.aclose_forcefully(link)
            raise
        return Link(link, "socks", address, small=link.small, fell_silent=link.fell_silent)

    async def _reach(self) -> Link:
        try:
            return await self._network.open(self._proxy.address)
        except OSError as error:
            raise _failed(self._proxy, f"cannot be reached ({reason(error)})") from error

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        return await self._network.listen(addresses)

    def own(self) -> Sequence[OwnAddress]:
        return ()

    def way_to(self, host: str) -> str:
        return ""

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()


def patience_with(network: Network) -> float:
    """How long a connection over this network may take to be made (s)."""
    return GREETING_S + PROXY_S if isinstance(network, ProxiedNetwork) else CONNECT_S


def _failed(proxy: Proxy, what: str) -> ProxyFailed:
    return ProxyFailed(f"The proxy {proxy.address} {what}. Check that it runs there, and what --proxy says.")


async def _greet(link: Link, proxy: Proxy) -> None:
    """Be let in. Raises `ProxyFailed`."""
    method = _PASSWORD if proxy.user else _NO_AUTH
    await _send(link, bytes((_VERSION, 1, method)))
    version, chosen = await _take(link, 2)
    if (version, chosen) != (_VERSION, method):
        raise _failed(proxy, "is no SOCKS5 proxy that lets us in")
    if proxy.user:
        user, password = proxy.user.encode(), proxy.password.encode()
        await _send(link, bytes((1, len(user))) + user + bytes((len(password),)) + password)
        if (await _take(link, 2))[1] != 0:
            raise _failed(proxy, "does not take this user and password")


async def _connect(link: Link, proxy: Proxy, address: Address) -> None:
    """Have the proxy connect a link on which it has let us in to an address. Raises OSError."""
    await _send(link, bytes((_VERSION, _CONNECT, 0)) + _place(address))
    _, answer, _, kind = await _take(link, 4)
    if answer in _ANSWERS:
        raise OSError(f"the proxy {proxy.address} {_ANSWERS[answer]}")
    if answer:
        raise _failed(proxy, _OWN_ANSWERS.get(answer, f"says {answer}"))
    sizes = {_IPV4: 4, _IPV6: 16}
    size = (await _take(link, 1))[0] if kind == _NAME else sizes.get(kind, 0)
    if not size:
        raise _failed(proxy, "answers with an address of no known kind")
    await _take(link, size + 2)


def _place(address: Address) -> bytes:
    ip, port = ip_of(address.host), address.port.to_bytes(2, "big")
    if ip is None:
        name = address.host.encode("ascii", "strict")
        return bytes((_NAME, len(name))) + name + port
    return bytes((_IPV4 if ip.version == 4 else _IPV6,)) + ip.packed + port


async def _send(link: Link, data: bytes) -> None:
    try:
        await link.send_all(data)
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise OSError(_HUNG_UP) from error


async def _take(link: Link, size: int) -> bytes:
    """Just so many bytes, and none of what comes behind them."""
    data = b""
    while len(data) < size:
        try:
            more = await link.receive_some(size - len(data))
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise OSError(_HUNG_UP) from error
        if not more:
            raise OSError(_HUNG_UP)
        data += more
    return data
