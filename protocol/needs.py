"""The needs that seats owe at a rest, and the entries that came of them.

The caller knows the rules and announces needs; the protocol checks that an entry is the one asked for.
`kinds` are the message types that answer a need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from protocol.messages import Payload, Pool, Recommit, ResultMessage
from protocol.statements import Body
from protocol.values import (
    ACK,
    CHOOSE,
    MOVE,
    OPEN,
    PASS,
    POOL,
    PRIVATE,
    READY,
    RECOMMIT,
    TAKE,
    TOKEN,
    TOSS,
    Com,
    Outcome,
)


@dataclass(frozen=True, slots=True)
class NeedReady:
    kinds: ClassVar[frozenset[int]] = frozenset({READY})


@dataclass(frozen=True, slots=True)
class NeedMove:
    """A decision; `may_pass` also allows PASS."""

    may_pass: bool = False

    @property
    def kinds(self) -> frozenset[int]:
        return frozenset({MOVE, PASS}) if self.may_pass else frozenset({MOVE})


@dataclass(frozen=True, slots=True)
class NeedPool:
    """Shuffle: what is left in the deck's pool, the held or opened commitments `put`, and all of the
    split pools `merge` become a fresh pool. The first POOL of a deck makes it from the deck list; `size`
    (None = any) is then the number of cards it must have."""

    deck: int
    put: tuple[Com, ...] = ()
    merge: tuple[int, ...] = ()
    size: int | None = None
    kinds: ClassVar[frozenset[int]] = frozenset({POOL})


@dataclass(frozen=True, slots=True)
class NeedToken:
    """The next tokens for these decks, ascending."""

    decks: tuple[int, ...]
    kinds: ClassVar[frozenset[int]] = frozenset({TOKEN})


@dataclass(frozen=True, slots=True)
class NeedAck:
    kinds: ClassVar[frozenset[int]] = frozenset({ACK})


@dataclass(frozen=True, slots=True)
class NeedTake:
    """Pick `least` to `most` cards out of the pool of `deck` or out of the held or opened ones in `places`.

    Picking none is always allowed ("found none"); `shown` says that what is picked is opened at once.
    """

    deck: int
    most: int
    least: int = 0
    places: tuple[Com, ...] = ()
    shown: bool = False
    kinds: ClassVar[frozenset[int]] = frozenset({TAKE})


@dataclass(frozen=True, slots=True)
class NeedOpen:
    """Open these to everybody, in this order."""

    coms: tuple[Com, ...]
    kinds: ClassVar[frozenset[int]] = frozenset({OPEN})


@dataclass(frozen=True, slots=True)
class NeedPrivate:
    """Open these to the seat `to` alone, in this order."""

    to: int
    coms: tuple[Com, ...]
    kinds: ClassVar[frozenset[int]] = frozenset({PRIVATE})


@dataclass(frozen=True, slots=True)
class NeedRecommit:
    """Replace these commitments by as many fresh ones of the seat."""

    coms: tuple[Com, ...]
    kinds: ClassVar[frozenset[int]] = frozenset({RECOMMIT})


@dataclass(frozen=True, slots=True)
class NeedToss:
    kinds: ClassVar[frozenset[int]] = frozenset({TOSS})


@dataclass(frozen=True, slots=True)
class NeedCommit:
    """First round of a sealed decision."""

    kinds: ClassVar[frozenset[int]] = frozenset({CHOOSE})


@dataclass(frozen=True, slots=True)
class NeedReveal:
    """Second round of a sealed decision."""

    kinds: ClassVar[frozenset[int]] = frozenset({CHOOSE})


Need = (
    NeedReady
    | NeedMove
    | NeedPool
    | NeedToken
    | NeedAck
    | NeedTake
    | NeedOpen
    | NeedPrivate
    | NeedRecommit
    | NeedToss
    | NeedCommit
    | NeedReveal
)


@dataclass(frozen=True, slots=True)
class Expect:
    """One seat owes one entry that answers `need`."""

    seat: int
    need: Need


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest of the engine, as the caller announces it: its digest (32 bytes) and the entries that seats owe.

    `over` says that the match is over, with this outcome, and nothing is owed.
    """

    state_digest: bytes
    expect: tuple[Expect, ...] = ()
    over: bool = False
    outcome: Outcome = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """An entry (`seq` given) or a statement (`seq` None) that was accepted; `wire` is stored and relayed."""

    seat: int
    seq: int | None
    payload: Payload | Body | ResultMessage
    wire: bytes

    @property
    def made(self) -> tuple[Com, ...]:
        """The fresh commitments of a POOL or RECOMMIT, in order."""
        if not isinstance(self.payload, Pool | Recommit):
            return ()
        count = len(self.payload.hashes) // 32
        return tuple(Com(self.seat, self.payload.epoch, j) for j in range(count))


@dataclass(frozen=True, slots=True)
class Batch:
    """All that was owed at one rest: entries in seat order, and the seats dropped instead of answering."""

    entries: tuple[Accepted, ...]
    dropped: tuple[int, ...] = ()
