"""The signed entries of the seats of one match: the chain of each, their present rest, and those behind it.

This is the part of a transcript that everything else looks at, and that looks at nothing else: the end
(`closing`), leaving (`leaving`) and `Transcript` itself, which adds to it, stand on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from protocol.faults import LocalError
from protocol.hello import game_id, seat_hellos
from protocol.messages import Entry, Joined
from protocol.needs import Accepted, Batch, Need, NeedReady
from protocol.result import root_of
from protocol.secrets import Secrets, master_commitment, place_of
from protocol.standing import Standings
from protocol.values import Outcome


@dataclass(slots=True)
class Author:
    """One seat's chain of entries: those recorded and those ahead."""

    link: bytes
    log: list[Entry] = field(default_factory=list)
    ahead: dict[int, Entry] = field(default_factory=dict)

    def at(self, seq: int) -> Entry | None:
        return self.log[seq] if seq < len(self.log) else self.ahead.get(seq)


@dataclass(slots=True)
class Present:
    """The rest of a match: its digest, the heads it stands on and the root made of them, what is owed and
    what has come."""

    table: bytes
    heads: tuple[tuple[int, bytes], ...]
    root: bytes
    needs: dict[int, Need]
    outcome: Outcome = None
    got: dict[int, Accepted] = field(default_factory=dict)
    done: bool = False


class Authors:
    """The seats of one match and what they have signed. `hellos` in any order; `own` = the secrets of the
    seat that plays here, None for an onlooker or verifier.

    `seats` count, `seat` our own (None for an onlooker), `game_id` G, `players` the HELLOs by seat, `era` how
    often the match has gone back behind a fork, `since` the rests before the present era, `batches` all that
    was applied, `tables` the digests of their rests and `roots` the roots there, `chains` the entries by
    seat, `present` the rest at which they stand, `standings` the standing of each seat.
    """

    def __init__(self, hellos: Iterable[bytes], own: Secrets | None) -> None:
        self.players = seat_hellos(hellos)
        self.seats = len(self.players)
        self.game_id = game_id(player.binding for player in self.players)
        self.seat = None if own is None else self._find(own)
        self.standings = Standings(self.seats)
        self.era = 0
        self.since = 0
        self.batches: list[Batch] = []
        self.tables: list[bytes] = []
        self.roots: list[bytes] = []
        self.chains = [Author(self.game_id) for _ in self.players]
        self.forked_ready: dict[int, Joined] = {}  # of seats whose two READYs went out with the fork
        needs: dict[int, Need] = {seat: NeedReady() for seat in range(self.seats)}
        heads = self.heads()
        self.present = Present(self.game_id, heads, root_of(self.game_id, heads), needs)

    def _find(self, own: Secrets) -> int:
        for seat, player in enumerate(self.players):
            if player.binding.sk == own.sk_public:
                if player.master != master_commitment(player.binding.ik, own.master):
                    raise LocalError("these secrets belong to another HELLO")
                return seat
        raise LocalError("these secrets belong to none of the HELLOs")

    # The rests

    @property
    def rest_heads(self) -> tuple[tuple[int, bytes], ...]:
        """The heads that the present rest stands on; the root of an END is made of them."""
        return self.present.heads

    @property
    def table_digest(self) -> bytes:
        """The table digest of the present rest, which its entries sign as `state`."""
        return self.present.table

    @property
    def root(self) -> bytes:
        """The root at the present rest."""
        return self.present.root

    def awaited(self) -> list[int]:
        """The seats whose entry is still missing at the present rest."""
        if self.present.done:
            return []
        return [seat for seat in self.present.needs if seat not in self.present.got]

    def awaits(self, seat: int) -> bool:
        """Whether the entry of a seat is still missing at the present rest."""
        here = self.present
        return not here.done and seat in here.needs and seat not in here.got

    @property
    def ended(self) -> bool:
        """Whether the match stands at its last rest, where no entry is owed any more."""
        return not self.present.needs and not self.present.done

    @property
    def outcome(self) -> Outcome:
        """The outcome of the match, at its last rest; None before that."""
        return self.present.outcome

    @property
    def pending(self) -> bool:
        """Whether a batch was taken that has led to no rest yet: the rules have refused an entry of it."""
        return self.present.done

    # The chains

    def heads(self) -> tuple[tuple[int, bytes], ...]:
        """(next seq, last link) of every seat, recorded entries only."""
        return tuple((len(author.log), author.link) for author in self.chains)

    @property
    def lost(self) -> range:
        """Our own entries that we do not hold, though a later one has come back to us: we have signed them,
        and must not sign others in their place."""
        if self.seat is None or not self.chains[self.seat].ahead:
            return range(0)
        author = self.chains[self.seat]
        return range(len(author.log), min(author.ahead))

    def entries(self, seat: int, start: int = 0) -> list[bytes]:
        """The recorded entries of a seat from seq `start` on, as received; for resending and catch-up."""
        return [entry.wire for entry in self.chains[seat].log[start:]]

    def ahead(self, seat: int, start: int) -> list[bytes]:
        """The entries of a seat from seq `start` on that are kept until their rest comes; its own node may
        have lost them."""
        kept = self.chains[seat].ahead
        return [kept[seq].wire for seq in sorted(kept) if seq >= start]

    def entry(self, seat: int, seq: int) -> Entry | None:
        """The entry `seq` of a seat, recorded or ahead."""
        return self.chains[seat].at(seq)

    def recorded(self, seat: int, seq: int) -> Entry | None:
        """The entry `seq` of a seat, if it is recorded."""
        log = self.chains[seat].log
        return log[seq] if seq < len(log) else None

    def place(self, seat: int, seq: int) -> bytes:
        """Where a recorded entry of a seat stands, or the next one: what its author's secrets follow from."""
        author = self.chains[seat]
        if seq == len(author.log):
            return place_of(seq, author.link, self.present.table)
        head = author.log[seq].head
        return place_of(seq, head.prev, head.state)

    def joined(self, seat: int) -> Joined | None:
        """The proof that a seat is in this match, once it has signed READY; None before that."""
        log = self.chains[seat].log
        return Joined(log[0].head.raw, log[0].signature) if log else self.forked_ready.get(seat)

    def signed_at(self, seat: int, root: bytes) -> int | None:
        """The seq of the entry that a seat has signed at the rest of this root; None if it has signed none,
        or a seat was dropped before that."""
        for here, batch in zip([*self.roots, self.root], [*self.batches, self._now()], strict=False):
            if here == root:
                return next((entry.seq for entry in batch.entries if entry.seat == seat), None)
            if batch.dropped:
                return None
        return None

    def signed_behind(self, seat: int, root: bytes) -> bool:
        """Whether a seat has signed an entry at a later rest than that of this root."""
        if root not in self.roots:
            return False
        later = [*self.batches[self.roots.index(root) + 1 :], self._now()]
        return any(entry.seat == seat for batch in later for entry in batch.entries)

    def _now(self) -> Batch:
        """The entries of the present rest that are here, as a batch; none once its batch was taken."""
        return Batch(() if self.present.done else tuple(self.present.got.values()))

    def rest_of(self, seat: int, seq: int) -> bytes | None:
        """The table digest of the rest of this era at which entry `seq` of a seat was owed, given or not."""
        due = len(self.chains[seat].log)
        for table, batch in zip(self.tables[self.since :], self.batches[self.since :], strict=True):
            if any((one.seat, one.seq) == (seat, seq) for one in batch.entries):
                return table
            if seat in batch.dropped:
                return table if seq == due else None
        here = due - (seat in self.present.got)
        return self.table_digest if seat in self.present.needs and seq == here else None

    def answered(self) -> set[int]:
        """The seats that have signed an entry at the present rest."""
        heads = zip(self.heads(), self.rest_heads, strict=True)
        return {seat for seat, (now, before) in enumerate(heads) if now != before}
