"""The hidden cards that one seat knows, and the payloads that it makes from them.

The ledger is the same on every node; the vault is the owner's. Feeding a seat's own entries back in
(after a restart) fills the vault exactly as playing did.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.boxes import seal, unseal
from protocol.chains import OwnChains
from protocol.encoding import encode
from protocol.faults import LocalError
from protocol.ledger import Ledger, Sealing
from protocol.messages import Commit, MoveMessage, Pool, Private, Recommit, Reveal
from protocol.needs import NeedPool, NeedPrivate, NeedRecommit
from protocol.secrets import Derived, Secrets, choice_hash
from protocol.values import Com, Decks, Op


def first_cards(decks: Decks, owners: tuple[int, ...], deck: int) -> list[int]:
    """The deck list of `deck`: its owner's decks are numbered in the order of its list."""
    mine = [number for number, owner in enumerate(owners) if owner == owners[deck]]
    return list(decks[mine.index(deck)])


class Vault:
    """The private side of `ledger` for seat `seat`. `card` maps a commitment to its card, where known."""

    def __init__(self, secrets: Secrets, game: bytes, seat: int, ledger: Ledger) -> None:
        self._secrets = secrets
        self._game = game
        self._seat = seat
        self._ledger = ledger
        self._salts: dict[Com, bytes] = {}
        self.derived = Derived(secrets.master, game, seat)
        self.chains = OwnChains(self.derived, game, seat)
        self.card: dict[Com, int] = {}

    def __repr__(self) -> str:
        return "<Vault, hidden>"

    def op(self, com: Com) -> Op:
        """The opening of a commitment that this seat made or was shown. Raises `LocalError` for others."""
        if com not in self.card:
            raise LocalError(f"this seat does not know what {tuple(com)} is")
        card = self.card[com]
        return Op(com, card, self._salts.get(com) or self.derived.card_salt(com.epoch, com.nth, card))

    def ops(self, coms: Iterable[Com]) -> tuple[Op, ...]:
        return tuple(map(self.op, coms))

    def _ordered(self, need: NeedPool | NeedRecommit, epoch: int) -> list[int]:
        """The cards of a POOL or RECOMMIT in the order of their fresh commitments."""
        if isinstance(need, NeedRecommit):
            retired: tuple[Com, ...] | None = tuple(sorted(need.coms))
        else:
            retired = self._ledger.retires(need)
        if retired is None:
            assert isinstance(need, NeedPool)
            return self.derived.order(epoch, first_cards(self._secrets.decks, self._ledger.decks, need.deck))
        known = self._ledger.card | self.card
        unknown = [com for com in retired if com not in known]
        if unknown:
            raise LocalError(f"cannot commit again to cards this seat was never shown: {unknown}")
        return self.derived.order(epoch, [known[com] for com in retired])

    def pool(self, need: NeedPool) -> Pool:
        epoch = self._ledger.epochs[self._seat]
        return Pool(need.deck, epoch, self.derived.commitments(epoch, self._ordered(need, epoch)))

    def recommit(self, need: NeedRecommit) -> Recommit:
        epoch = self._ledger.epochs[self._seat]
        return Recommit(epoch, self.derived.commitments(epoch, self._ordered(need, epoch)))

    def private(self, need: NeedPrivate, seq: int, place: bytes, xk: bytes) -> Private:
        """The private opening that our entry `seq`, at `place`, carries; `xk`: the receiver's public key."""
        key = self.derived.ephemeral(place)
        return seal(self._game, self._seat, need.to, seq, key, xk, self.ops(need.coms))

    def sealed(self, seq: int, place: bytes, move: MoveMessage) -> Commit:
        """The first half of a sealed decision, as our entry `seq` at `place`."""
        sealed = encode(move.wire())
        salt = self.derived.choice_salt(place, sealed)
        return Commit(choice_hash(self._game, self._seat, seq, sealed, salt))

    def reveal(self, place: bytes, move: MoveMessage) -> Reveal:
        """The second half; `place`: that of the first."""
        return Reveal(self.derived.choice_salt(place, encode(move.wire())), move)

    def made(self, need: NeedPool | NeedRecommit, epoch: int) -> None:
        """Remember what our own POOL or RECOMMIT holds; to be called before the ledger applies it."""
        for j, card in enumerate(self._ordered(need, epoch)):
            self.card[Com(self._seat, epoch, j)] = card

    def shown(self, sealing: Sealing) -> None:
        """Learn from a private opening. A wrong box leaves its card unknown; the audit names it."""
        opened = unseal(self._game, sealing.author, sealing.seq, self._secrets.xk, sealing.sealed)
        for com, op in zip(sealing.coms, opened, strict=True):
            if op is not None and op.com == com and self._ledger.fits(op):
                self.card[com] = op.card
                self._salts[com] = op.salt
