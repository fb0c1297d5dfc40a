"""The items of one match as somebody shows them: each from when on it may be seen, and who lacks which."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b

from fadenet.node.limits import CATCH_UP_ENTRIES, WATCH_WINDOW_BYTES, WATCHER_MESSAGES
from fadenet.node.match.messages import DIGEST_BYTES, Heads
from protocol.encoding import decode
from protocol.evidence import signed_statement
from protocol.hashing import H, var
from protocol.messages import Entry, ResultMessage, Statement, parse_message, parse_result

WINDOW_MESSAGES = WATCHER_MESSAGES - 2
"""The messages that are sent at once leave room for the heads behind them, and for the end of the match."""


@dataclass(frozen=True, slots=True)
class _Item:
    """An item, the time from which on it may be seen, and the era in which whoever shows it stood then."""

    message: Entry | Statement | ResultMessage
    due: float
    era: int

    @property
    def wire(self) -> bytes:
        return self.message.wire


class Shelf:
    """The items of a match that are shown, behind its HELLOs. game: G; delay: seconds by Trio's clock that an
    item waits.

    Of the items that were put here, the first ones are released, which is all that anybody is told of.
    `anew`: how often that has become others, and not only more.
    """

    def __init__(self, game: bytes, seats: int, delay: float = 0.0) -> None:
        self.delay = delay
        self._game = game
        self._seats = seats
        self._items: list[_Item] = []
        self._wires: list[bytes] = []
        self._told: set[bytes] = set()
        self.anew = 0
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Nothing is released."""
        self.anew += 1
        self._released = 0
        self._links: list[list[bytes]] = [[] for _ in range(self._seats)]
        self._stated: list[bytes] = []
        self._ending = b""
        self._heads: Heads | None = None

    # Items that are put here, and when they come out.

    def put(self, wires: list[bytes], era: int, now: float) -> None:
        """These are all items now. An item that was here before keeps its time; a RESULT hurries: nothing is
        left that a watcher could give away."""
        at = len(self._wires)
        if wires[:at] != self._wires:
            pairs = zip(self._wires, wires, strict=False)
            at = next((n for n, (ours, wire) in enumerate(pairs) if ours != wire), min(at, len(wires)))
        elif at == len(wires):
            return
        self._wires[at:] = wires[at:]
        known = {one.wire: one for one in self._items[at:]}
        fresh = [known.get(wire) or _Item(parse_message(wire), now + self.delay, era) for wire in wires[at:]]
        self._items[at:] = fresh
        if at < self._released:
            upto = self._released
            self._begin_anew()
            for one in self._items[: min(at, upto)]:
                self._release(one)
        if self._items and isinstance(self._items[-1].message, ResultMessage):
            self.hurry(now)

    def hurry(self, now: float) -> None:
        """Everything that is here may be seen."""
        behind = self._items[self._released :]
        self._items[self._released :] = [_Item(one.message, min(one.due, now), one.era) for one in behind]

    @property
    def next_due(self) -> float:
        """When the next item may be seen, infinity for never."""
        return self._items[self._released].due if self._released < len(self._items) else math.inf

    def release(self, now: float) -> list[bytes]:
        """The items that may be seen from now on and were never told before."""
        fresh: list[bytes] = []
        while self.next_due <= now:
            one = self._items[self._released]
            self._release(one)
            if one.wire not in self._told:
                self._told.add(one.wire)
                fresh.append(one.wire)
        return fresh

    def _release(self, one: _Item) -> None:
        self._released += 1
        self._heads = None
        message = one.message
        if isinstance(message, Entry):
            links = self._links[message.head.author]
            if message.head.seq == len(links):
                links.append(H("fn1/link", var(message.head.raw)))
        elif isinstance(message, Statement):
            self._stated.append(signed_statement(message.kind, message.body))
        else:
            self._ending = parse_result(decode(message.wire), message.wire).body

    @property
    def ended(self) -> bool:
        """Whether the RESULT may be seen."""
        return self._ending != b""

    # Items that a watcher lacks.

    def heads(self) -> Heads:
        """The heads of what is released, as in `match.holdings`."""
        if self._heads is None:
            digest = blake2b(digest_size=DIGEST_BYTES, person=b"fn1/stated")
            for said in sorted(self._stated):
                digest.update(blake2b(said, digest_size=32).digest())
            digest.update(self._ending)
            by_seat = tuple((len(links), links[-1] if links else self._game) for links in self._links)
            era = self._items[self._released - 1].era if self._released else 0
            self._heads = Heads(by_seat, digest.digest(), era)
        return self._heads

    def shared(self, theirs: Heads) -> Heads:
        """Our heads, cut back to where somebody else stands: so that it says what it has there."""
        ours = self.heads()
        by_seat = []
        for seat, (seq, link) in enumerate(ours.by_seat):
            least = min(seq, theirs.by_seat[seat][0])
            by_seat.append((least, self._link(seat, least) if least < seq else link))
        return Heads(tuple(by_seat), ours.digest, ours.era)

    def parted(self, theirs: Heads) -> bool:
        """Whether somebody else holds another entry than we do, in a place where both have one."""
        ours = self.shared(theirs)
        return any(
            0 < seq == their_seq and link != their_link
            for (seq, link), (their_seq, their_link) in zip(ours.by_seat, theirs.by_seat, strict=True)
        )

    def _link(self, seat: int, seq: int) -> bytes:
        return self._links[seat][seq - 1] if seq else self._game

    def lacking(self, theirs: Heads, at: int = 0) -> tuple[list[bytes], int]:
        """The released items that a watcher with these heads lacks, in the order of the match file, as many
        as are sent at once. at: how many items were looked at for that before; returned is how many are now.

        Where it holds another entry than we do, the one of ours is among it: together they prove a cheat.
        """
        ours = self.heads()
        start = []
        for seat, (seq, link) in enumerate(theirs.by_seat):
            held = len(self._links[seat])
            other = 0 < seq <= held and link != self._link(seat, seq)
            start.append(seq - 1 if other else min(seq, held))
        stating = theirs.digest != ours.digest
        if not stating and all(first == seq for first, (seq, _) in zip(start, ours.by_seat, strict=True)):
            return [], self._released
        found: list[bytes] = []
        entries, size = 0, 0
        for number, one in enumerate(self._items[at : self._released], at):
            message = one.message
            if isinstance(message, Entry):
                if message.head.seq < start[message.head.author]:
                    continue
                entries += 1
            elif not stating:
                continue
            size += len(one.wire)
            over = entries > CATCH_UP_ENTRIES or size > WATCH_WINDOW_BYTES or len(found) == WINDOW_MESSAGES
            if over and found:
                return found, number
            found.append(one.wire)
        return found, self._released

    @property
    def released(self) -> int:
        """How many items may be seen."""
        return self._released
