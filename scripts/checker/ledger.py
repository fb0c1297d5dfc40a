"""Every commitment made, and what the transcript alone tells of where it is (section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from checker.cbor import U32, Bad
from checker.crypto import Com, Op, card_hash


@dataclass
class Epoch:
    """One POOL (of `deck`) or RECOMMIT (deck None).

    asked: slots may have been bound, as a batch of tokens of its deck came after it, or as there are more
        than two seats: where all others are out, which only the rules tell, binds need no tokens.
    retired: which of the match's epochs retired all of it, as none of it can have left the pool; 0 = none.
    """

    owner: int
    number: int
    seq: int
    deck: int | None
    hashes: list[bytes]
    first: bool = False
    asked: bool = False
    retired: int = 0

    def coms(self) -> list[Com]:
        return [(self.owner, self.number, nth) for nth in range(len(self.hashes))]


@dataclass
class Ledger:
    """Every commitment made, and what the transcript alone tells of where it is."""

    game: bytes
    seats: int
    epochs: list[Epoch] = field(default_factory=list)
    made: dict[Com, bytes] = field(default_factory=dict)
    home: dict[Com, Epoch] = field(default_factory=dict)
    taken: set[Com] = field(default_factory=set)
    shown: dict[Com, int] = field(default_factory=dict)
    alive: int = 0
    era: int = 0

    def make(self, epoch: Epoch) -> None:
        first = self.era << 24
        mine = [one for one in self.epochs if one.owner == epoch.owner and one.number >= first]
        if epoch.number != first + len(mine):
            raise Bad("an epoch that is not the next one of its seat", "commitment")
        epoch.asked = self.seats > 2
        earlier = [one for one in self.epochs if one.deck is not None and one.deck == epoch.deck]
        epoch.first = epoch.deck is not None and not earlier
        if epoch.first:
            self.alive += len(epoch.hashes)
        elif len(epoch.hashes) > (len(self.outside()) if epoch.deck is None else self.alive):
            raise Bad("more fresh commitments than there are to retire", "commitment")
        for one in earlier:
            one.retired = one.retired or (0 if one.asked else len(self.epochs))
        self.epochs.append(epoch)
        for com, hash_ in zip(epoch.coms(), epoch.hashes, strict=True):
            self.made[com], self.home[com] = hash_, epoch

    def asked(self, deck: int) -> None:
        """A batch of tokens: from now on any slot of the deck may have been bound."""
        for epoch in self.epochs:
            epoch.asked = epoch.asked or (epoch.deck == deck and not epoch.retired)

    def gone(self, com: Com, before: int = U32) -> bool:
        """Whether a commitment was retired for sure, and by an epoch `before` that one."""
        return 0 < self.home[com].retired < before and com not in self.taken

    def outside(self) -> set[Com]:
        """The commitments that may lie in a slot or a zone or be open: not surely retired or in a pool."""
        return {
            com
            for com, home in self.home.items()
            if not self.gone(com) and (home.deck is None or home.asked or com in self.taken)
        }

    def name(self, coms: Iterable[Com]) -> None:
        for com in coms:
            if com not in self.made:
                raise Bad("a commitment that nobody has made", "commitment")
            if self.gone(com):
                raise Bad("a commitment that is retired", "commitment")

    def take(self, coms: Sequence[Com], author: int) -> None:
        self.name(coms)
        for com in coms:
            if com[0] != author or self.home[com].deck is None or com in self.taken or com in self.shown:
                raise Bad("a commitment taken that is in no pool of its author", "commitment")
        self.taken.update(coms)

    def open(self, ops: Sequence[Op], again: bool = False) -> None:
        """Openings to everybody; `again`: what is open already may be shown once more."""
        self.name(op.com for op in ops)
        for op in ops:
            home = self.home[op.com]
            if self.made[op.com] != card_hash(self.game, op):
                raise Bad("an opening that does not fit its commitment", "opening")
            if home.deck is not None and not home.asked and op.com not in self.taken:
                raise Bad("an opening of a commitment that lies in a pool", "opening")
            if op.com in self.shown and not again:
                raise Bad("an opening of a commitment that is open already", "opening")
            self.shown[op.com] = op.card
