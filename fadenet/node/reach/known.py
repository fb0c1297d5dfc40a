"""The nodes that may be on the board: those that a node dials there, and those that it names to others. No
clock, no network.

First addresses are those of contacts, relays, hosts played with, neighbours and typed lines; everybody else
is named by others on the board. A node that was reached is dialled again before one that was only heard of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from fadenet.node.limits import (
    BOARD_AGAIN_S,
    BOARD_PEERS,
    BOARD_PEERS_KNOWN,
    BOARD_PEERS_PER_SITE,
    BOARD_PEERS_PER_TELLER,
)
from fadenet.node.link.candidates import Address, Candidate, is_loopback, is_public
from fadenet.node.link.noise import Rng
from fadenet.node.reach.held import site_of
from fadenet.node.reach.posts import Other

T = TypeVar("T")


@dataclass(slots=True)
class _Somebody:
    """teller: who has named it, b"" for a first address; fails: how often in a row it was not reached."""

    candidates: tuple[Candidate, ...]
    teller: bytes = b""
    trusted: bool = False
    reached: bool = False
    fails: int = 0
    again_at: float = 0.0
    site: str = field(default="")


class First(NamedTuple):
    """Where a node begins. trusted: it is of somebody whom our player knows, or a relay of ours; played: of
    somebody whom our player has played with."""

    other: Other
    trusted: bool
    played: bool = False


def dialled(candidates: Iterable[Candidate]) -> tuple[Address, ...]:
    """Those that a link of the board may lead to: no relay carries it."""
    return tuple(one for one in candidates if isinstance(one, Address) and one.tcp)


def _for_others(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those that others may be told of. Loopback is for those who are there as well, and nobody else dials
    it."""
    return tuple(one for one in candidates if is_public(one) or is_loopback(one))


class KnownNodes:
    """own: our fingerprint. All others go by theirs (16 bytes)."""

    def __init__(self, own: bytes, rng: Rng) -> None:
        self._own = own
        self._rng = rng
        self._there: dict[bytes, _Somebody] = {}

    def __len__(self) -> int:
        return len(self._there)

    def name(self, first: First) -> None:
        """A first address."""
        one, trusted = first.other, first.trusted
        there = dialled(one.candidates)
        if one.fingerprint == self._own or not there:
            return
        before = self._there.get(one.fingerprint)
        if before is None and not self._make_room():
            return
        known = _Somebody(there, trusted=trusted, site=site_of(there))
        if before is not None:
            known.reached, known.trusted = before.reached, before.trusted or trusted
        self._there[one.fingerprint] = known

    def hear(self, teller: bytes, others: Iterable[Other]) -> None:
        """Somebody on the board names others. That does not change what is known already, unless it is of the
        teller itself."""
        for one in others:
            there, who = dialled(one.candidates), one.fingerprint
            if who == self._own or not there:
                continue
            before = self._there.get(who)
            if before is not None:
                if who == teller and not before.trusted:
                    before.candidates, before.site = there, site_of(there)
                continue
            site = site_of(there)
            near = sum(other.site == site for other in self._there.values())
            named = sum(other.teller == teller for other in self._there.values())
            if near < BOARD_PEERS_PER_SITE and named < BOARD_PEERS_PER_TELLER and self._make_room():
                self._there[who] = _Somebody(there, teller, site=site)

    def _make_room(self) -> bool:
        """Whether there is room for one more: where all is taken, somebody goes who was only heard of."""
        if len(self._there) < BOARD_PEERS_KNOWN:
            return True
        heard = [who for who, one in self._there.items() if one.teller and not one.reached]
        if not heard:
            return False
        del self._there[self._pick(heard)]
        return True

    def is_first(self, who: bytes) -> bool:
        """Whether no stranger has named somebody."""
        one = self._there.get(who)
        return one is not None and not one.teller

    def is_trusted(self, who: bytes) -> bool:
        """Whether our player knows somebody, or it is a relay of ours."""
        one = self._there.get(who)
        return one is not None and one.trusted

    def next(
        self, now: float, linked: Collection[bytes], *, sites: Collection[str] = (), trusted: bool = False
    ) -> Other | None:
        """The node to dial now (s): one that our player knows as long as no link leads to such, then one that
        was reached before, then any, and of these one that is in none of these networks (sites); None if
        there is none. trusted: only one that our player knows."""
        ready = [who for who, one in self._there.items() if who not in linked and one.again_at <= now]
        if not any(map(self.is_trusted, linked)):
            ready = [who for who in ready if self.is_trusted(who)] or ([] if trusted else ready)
        elif trusted:
            return None
        ready = [who for who in ready if self._there[who].site not in sites] or ready
        return self._other([who for who in ready if self._there[who].reached] or ready)

    def unproven(self, now: float, linked: Collection[bytes]) -> Other | None:
        """Somebody who has dialled us and says where it can be dialled itself, which nobody has tried yet."""
        there = [who for who, one in self._there.items() if one.again_at <= now and who in linked]
        return self._other([who for who in there if self._is_unproven(who)])

    def _is_unproven(self, who: bytes) -> bool:
        return who in self._there and self._there[who].teller == who and not self._there[who].reached

    def _other(self, there: Sequence[bytes]) -> Other | None:
        if not there:
            return None
        who = self._pick(there)
        return Other(who, self._there[who].candidates)

    def next_at(self, linked: Collection[bytes]) -> float:
        """When there will be somebody to dial or to try (s), inf for never."""
        return min(
            (one.again_at for who, one in self._there.items() if who not in linked or self._is_unproven(who)),
            default=float("inf"),
        )

    def reached(self, who: bytes) -> None:
        """Somebody has been dialled, and is on the board."""
        if who in self._there:
            self._there[who].reached, self._there[who].fails = True, 0

    def meet(self, other: Other) -> None:
        """Somebody has been dialled of whom a notice said where it is, and is on the board."""
        there = dialled(other.candidates)
        if other.fingerprint not in self._there and there and self._make_room():
            self._there[other.fingerprint] = _Somebody(there, other.fingerprint, site=site_of(there))
        self.reached(other.fingerprint)

    def failed(self, who: bytes, now: float) -> None:
        """Somebody could not be reached, or is not on the board; a node that was only heard of is
        forgotten."""
        one = self._there.get(who)
        if one is None:
            return
        if one.teller and not one.reached:
            del self._there[who]
            return
        first, last = BOARD_AGAIN_S
        one.again_at = now + min(first * 2**one.fails, last)
        one.fails = min(one.fails + 1, 16)

    def left(self, who: bytes, now: float, pause: float = BOARD_AGAIN_S[0]) -> None:
        """A link to somebody has ended; it is not dialled again for so many seconds."""
        if who in self._there:
            self._there[who].again_at = max(self._there[who].again_at, now + pause)

    def others(self, besides: Collection[bytes], most: int = BOARD_PEERS) -> tuple[Other, ...]:
        """Some of those who were reached, for others to dial: no places in our own network."""
        told = {who: _for_others(one.candidates) for who, one in self._there.items() if one.reached}
        sure = [who for who, there in told.items() if there and who not in besides]
        chosen: list[bytes] = []
        while sure and len(chosen) < most:
            chosen.append(self._pick(sure))
            sure.remove(chosen[-1])
        return tuple(Other(who, told[who]) for who in chosen)

    def kept(self, most: int) -> list[Other]:
        """Those who were reached, for the next time."""
        return [Other(who, one.candidates) for who, one in self._there.items() if one.reached][:most]

    def draw(self, number: int) -> int:
        """One of so many numbers, from 0."""
        return int.from_bytes(self._rng(4), "big") % number

    def _pick(self, there: Sequence[T]) -> T:
        return there[self.draw(len(there))]
