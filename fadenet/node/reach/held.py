"""The notices that a node on the board holds: which of them, for how long, and which go when there are too
many. A value without clock and network.
"""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.node.limits import NOTICES_HELD, NOTICES_PER_SITE, NOTICES_SEEN
from fadenet.node.link.candidates import Candidate, IrohId, ip_of
from fadenet.node.reach.notice import CLOCK_S, Notice

_BITS: Final = {4: 24, 6: 48}
"""Of an address, those of the network that one owner may have whole."""


def site_of(candidates: Sequence[Candidate]) -> str:
    """The network of the first candidate: IPv4 /24, IPv6 /48, the name, the endpoint; "" without one."""
    if not candidates:
        return ""
    first = candidates[0]
    return str(first) if isinstance(first, IrohId) else network_of(first.host)


def network_of(host: str) -> str:
    """The network of an IP literal, IPv4 /24 or IPv6 /48; a name is one of its own."""
    ip = ip_of(host)
    if ip is None:
        return host.lower()
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return str(ipaddress.ip_network((ip, _BITS[ip.version]), strict=False))


@dataclass(frozen=True, slots=True)
class _Kept:
    notice: Notice
    id: bytes
    site: str
    until: float
    rank: tuple[bool, int, int]
    """The lower, the sooner it goes: without a table, with less work, older."""


class Held:
    """own: our IK, whose notice always stays. Times are in seconds since 1970."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._by_key: dict[bytes, _Kept] = {}
        self._by_id: dict[bytes, _Kept] = {}
        self._by_site: dict[str, dict[bytes, _Kept]] = {}
        self._first = math.inf  # when the first of them has to go
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Notice]:
        return (kept.notice for kept in self._by_id.values())

    @property
    def ids(self) -> list[bytes]:
        """What the notices are called."""
        return list(self._by_id)

    def get(self, id: bytes) -> Notice | None:
        """The notice of this name, if it is held."""
        kept = self._by_id.get(id)
        return None if kept is None else kept.notice

    def knows(self, id: bytes) -> bool:
        """Whether a notice is held, or was looked at before: nobody need give it to us."""
        return id in self._by_id or id in self._seen

    def see(self, id: bytes) -> None:
        """A notice was looked at: it is not asked for again."""
        self._seen[id] = None
        self._seen.move_to_end(id)
        if len(self._seen) > NOTICES_SEEN:
            self._seen.popitem(last=False)

    def take(self, notice: Notice, now: float) -> list[bytes] | None:
        """Hold a notice, if that is to be. The names of those that go for it; None if it is not held."""
        self.see(notice.id)
        if not notice.is_current(now) or notice.made + notice.life <= now:
            return None
        before = self._by_key.get(notice.ik)
        if before is not None and notice.made <= before.notice.made:
            return None
        site = site_of(notice.candidates)
        until = min(min(notice.made, now) + notice.life, notice.made + CLOCK_S)
        kept = _Kept(notice, notice.id, site, until, (bool(notice.tables), notice.work, notice.made))
        gone, is_own = [] if before is None else [before], notice.ik == self._own
        near = [one for one in self._by_site.get(site, {}).values() if self._may_go(one, before)]
        if len(near) >= NOTICES_PER_SITE and not is_own:
            gone.append(min(near, key=_rank))
        if len(self._by_id) - len(gone) >= NOTICES_HELD:
            gone.append(min((one for one in self._by_id.values() if self._may_go(one, before)), key=_rank))
        if not is_own and any(one is not before and one.rank >= kept.rank for one in gone):
            return None
        for one in gone:
            self._drop(one)
        self._by_key[notice.ik] = self._by_id[kept.id] = kept
        self._by_site.setdefault(site, {})[kept.id] = kept
        self._first = min(self._first, until)
        return [one.id for one in gone]

    def expire(self, now: float) -> list[bytes]:
        """Let go of what is not current any more; the names of it."""
        if now < self._first:
            return []
        late = [one for one in self._by_id.values() if one.until <= now]
        for one in late:
            self._drop(one)
        self._first = min((one.until for one in self._by_id.values()), default=math.inf)
        return [one.id for one in late]

    def _may_go(self, one: _Kept, replaced: _Kept | None) -> bool:
        """Whether something may go to make room: not what goes anyhow, nor our own."""
        return one is not replaced and one.notice.ik != self._own

    def _drop(self, kept: _Kept) -> None:
        del self._by_key[kept.notice.ik], self._by_id[kept.id], self._by_site[kept.site][kept.id]
        if not self._by_site[kept.site]:
            del self._by_site[kept.site]


def _rank(kept: _Kept) -> tuple[bool, int, int]:
    return kept.rank
