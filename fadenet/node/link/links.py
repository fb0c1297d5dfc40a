"""Links, over which channels run. One class wraps any byte stream of Trio and says what it is and where it
leads; a `Network` opens and accepts them.

TCP is in `tcp`. A further kind (a relay, QUIC, memory) brings links of its own; `dial` and
the listener never ask which kind it is.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Protocol

import trio

from fadenet.node.errors import REPORT
from fadenet.node.link.candidates import Address, Candidate

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class Link(trio.abc.Stream):
    """A byte stream with a `kind` (`tcp`, `relay`, `memory`, ...) and the `remote` address it leads to.

    local: our own address on it, "" where there is none to tell. relay: the name or address of the node that
    carries it, "" for a direct one; behind: who is behind that, as far as it says; cut: ends the stream
    without waiting for anything that is still on its way; now: sends what the stream takes without waiting,
    and says how many bytes that were; small: whether it is carried in small segments; fell_silent: told when
    nothing comes over it any more though it had been made, as where large packets vanish on the way.
    """

    stream: trio.abc.Stream
    kind: str
    remote: Address
    _: KW_ONLY
    local: str = ""
    relay: str = ""
    behind: str = ""
    cut: Callable[[], Awaitable[None]] | None = None
    now: Callable[[bytes], int] | None = None
    small: bool = False
    fell_silent: Callable[[], None] = lambda: None
    closed: trio.Event = field(init=False, default_factory=trio.Event)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.remote}>"

    @property
    def source(self) -> str:
        """The source that it counts as: that of its address, or the relay that carries it and the peer behind
        that. A relay may lie about who is behind it, to the harm of those alone whom it carries."""
        return f"{self.relay} {self.behind}" if self.relay else self.remote.source

    @property
    def site(self) -> str:
        """The site that it counts as, which may be one customer with many sources: that of its address, or
        the relay."""
        return self.relay or self.remote.site

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.stream.send_all(data)

    def send_now(self, data: bytes) -> int:
        """Send as much as the stream takes at once: how many bytes, 0 where it is not made for that. Nobody
        may be in `send_all`."""
        return 0 if self.now is None else self.now(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self.stream.receive_some(max_bytes))

    async def abort(self) -> None:
        """Close, and give up what is on its way, so that nothing is held for it."""
        if self.cut is not None and not self.closed.is_set():
            await self.cut()
        await trio.aclose_forcefully(self)

    async def aclose(self) -> None:
        """Close; an error then is of use to nobody, and is only logged."""
        self.closed.set()
        try:
            await self.stream.aclose()
        except Exception:
            log.exception("%r is not closed; %s", self, REPORT)


OpenLink = Callable[[Candidate], Awaitable[Link]]
"""Connects to one candidate; raises OSError when it cannot, or does not know this kind."""
NodeListeners = list[trio.abc.Listener[Link]]


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An IP literal of an interface of this machine, without a scope, in a network of so many bits."""

    interface: str
    host: str
    network_prefix: int


class Network(Protocol):
    """The network as a machine has it. Links are opened to an `Address`; further kinds are built on these."""

    async def open(self, address: Address, port: int = 0) -> Link:
        """Connect, from this port of ours (0 = any). Raises OSError."""
        ...

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        """Listen at all of the addresses that there are: (listeners, those really bound). Raises
        `CannotListen`."""
        ...

    def own(self) -> Sequence[OwnAddress]:
        """All addresses of our interfaces."""
        ...

    def way_to(self, host: str) -> str:
        """The address of ours from which packets to an IP literal leave, "" where no way leads there. Sends
        nothing."""
        ...

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        """Wait until the way out, or that to one of these hosts (IP literals), has changed."""
        ...
