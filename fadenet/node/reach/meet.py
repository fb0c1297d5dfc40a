"""Meeting through a helper: being found there, asking there for somebody, and the way from there to a direct
connection.

Both ends of a call dial each other from the ports at which they listen, again and again for a few seconds:
what one router has seen going out it lets in. Whichever connection comes about, the joiner is the one who
dials on it, as it is on the circuit that the helper carries meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

import trio

from fadenet.node import limits
from fadenet.node.link.candidates import Address, Candidate, RelayAddress, dialable
from fadenet.node.link.links import Link
from fadenet.node.link.noise import Rng
from fadenet.node.link.rates import Rates
from fadenet.node.reach.calls import circuit_token, helper_token

log = logging.getLogger(__name__)

DialFromPort = Callable[[Address], Awaitable[Link]]
"""Dials from our own port; raises OSError."""
TryLink = Callable[[Link], Awaitable[bool]]
"""Does with a link what it is for; whether that was it. Closes what it does not keep."""


@dataclass(frozen=True, slots=True)
class Helper:
    """A relay that we use: its fingerprint (16 bytes), the token of its line, where it is, what we call it.
    among: the token by which alone we are found there, as it helps the players of one match; b"" = by all."""

    fingerprint: bytes
    token: bytes
    candidates: tuple[Candidate, ...]
    name: str = ""
    among: bytes = field(default=b"", repr=False)

    @property
    def is_of_host(self) -> bool:
        """Whether we are found there as a guest of a host that is found there itself."""
        return bool(self.among) and self.token == helper_token(circuit_token(self.among))

    @property
    def relays(self) -> tuple[RelayAddress, ...]:
        """The candidates by which an invitation names it."""
        return tuple(RelayAddress(self.fingerprint, one.host, one.port) for one in self.addresses)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where it is dialled, IPv6 last: behind a router of IPv4 only somebody outside sees where we are;
        our IPv6 addresses we know ourselves."""
        there = [one for one in self.candidates if isinstance(one, Address)]
        return tuple(sorted(there, key=lambda one: ":" in one.host))


def targets(observed: Address | None, candidates: Iterable[Candidate]) -> tuple[Address, ...]:
    """The addresses that are dialled to meet somebody: where a helper sees it, and where it says that it can
    be dialled."""
    seen = [] if observed is None else [observed]
    there = [one for one in candidates if isinstance(one, Address)]
    return tuple(one for one in dialable([*seen, *there]) if isinstance(one, Address))


class Punch:
    """Dials for all meetings of a process. rng: for the pauses."""

    def __init__(self, open_from_port: DialFromPort, rng: Rng) -> None:
        self._open = open_from_port
        self._rng = rng
        self._room = trio.CapacityLimiter(limits.PUNCHES_AT_ONCE)
        self._dials = Rates[str](limits.PUNCHES_PER_S, limits.PUNCHES_BURST, limits.CANDIDATES_REMEMBERED)

    async def through(self, there: Sequence[Address], use: TryLink) -> None:
        """Dial all of these until one link has done what it is for, but no longer than `PUNCH_S`."""
        log.debug("punching to %s", ", ".join(map(str, there)))
        with trio.move_on_after(limits.PUNCH_S):
            async with trio.open_nursery() as nursery:

                async def drill(target: Address) -> None:
                    while True:
                        link = await self._once(target) if self._may_dial(target) else None
                        if link is not None and await use(link):
                            nursery.cancel_scope.cancel()
                        least, most = limits.PUNCH_PAUSE_S
                        share = int.from_bytes(self._rng(2), "big") / 65536
                        await trio.sleep(least + (most - least) * share)

                for target in there:
                    nursery.start_soon(drill, target)

    def _may_dial(self, target: Address) -> bool:
        """Whether a target may be dialled now, whoever named it, and however often: nobody can make us hammer
        a third."""
        return self._dials.allow(target.source, trio.current_time())

    async def _once(self, target: Address) -> Link | None:
        link: Link | None = None
        try:
            async with self._room:
                with trio.move_on_after(limits.PUNCH_TRY_S):
                    link = await self._open(target)
        except OSError as error:
            log.debug("punching to %s: %s", target, error)
        return link
