"""The ledger of commitments: where every hidden card of a match stands, as all seats see it.

A commitment is at any time in exactly one place: in a pool (not yet bound to a slot), held (in a slot
or a zone; which one is the caller's to know), opened to everybody, or retired (replaced by a fresh one).

    POOL, RECOMMIT   make commitments and retire as many, except the first POOL of a deck
    BIND             pool -> held, chosen by all permuters' tokens
    SPLIT            pool -> a pool of its own
    TAKE             pool -> held, chosen by the owner
    OPEN             held -> opened

Ownerless decks have no commitments: their pool is the ascending list of the cards left, and BIND gives
a card.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.faults import BadAnswer, BadCommitment, BadOpening, LocalError
from protocol.hashing import H, many, place, u8, u32
from protocol.messages import MoveMessage, Open, Pool, Private, Recommit, Take
from protocol.needs import NeedOpen, NeedPool, NeedPrivate, NeedRecommit, NeedTake
from protocol.secrets import card_hash
from protocol.values import NOBODY, Com, Op

HELD: Final = -1
OPENED: Final = -2
RETIRED: Final = -3
ERA_SHIFT: Final = 24
"""Epochs of an era are numbered from era << 24 on: an entry makes at most one, and no match has so many."""
FIRST_SPLIT: Final = 256
"""Numbers of pools: a deck's own pool has the deck's number, pools made by SPLIT follow from here."""


@dataclass(slots=True)
class PoolState:
    """Commitments (cards, in an ownerless deck) of `deck` that are not bound yet, ascending."""

    deck: int
    epoch: int
    coms: list[Com] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Making:
    """A POOL (`deck` given) or RECOMMIT (`deck` None) as accepted; `retired` None at a deck's first."""

    author: int
    seq: int
    deck: int | None
    epoch: int
    retired: tuple[Com, ...] | None
    hashes: bytes


@dataclass(frozen=True, slots=True)
class Sealing:
    """A private opening as accepted."""

    author: int
    seq: int
    coms: tuple[Com, ...]
    sealed: Private


class Ledger:
    """All commitments of one match. `decks[d]` is the seat that owns deck d, or NOBODY.

    The `check_*` methods raise a `PeerFault`; they change nothing. The others assume checked values.
    """

    def __init__(self, game: bytes, decks: Sequence[int], seats: int) -> None:
        self._game = game
        self.decks = tuple(decks)
        self.place: dict[Com, int] = {}
        self.card: dict[Com, int] = {}
        self.epochs = [0] * seats
        self.pools: dict[int, PoolState] = {}
        self.makings: list[Making] = []
        self.sealings: list[Sealing] = []
        self._made: dict[tuple[int, int], bytes] = {}
        self._splits = 0

    # Lookups

    def hash_of(self, com: Com) -> bytes:
        """The commitment's 32 bytes. Raises `KeyError` when nobody made it."""
        return self._made[com.owner, com.epoch][32 * com.nth : 32 * com.nth + 32]

    def pool_size(self, pool: int) -> int:
        """How many slots the pool of that number can still bind."""
        state = self.pools[pool]
        return len(state.coms) + len(state.cards)

    def fits(self, op: Op) -> bool:
        """Whether the opening is what its commitment, made earlier, says."""
        if op.com not in self.place:
            return False
        return card_hash(self._game, *op.com, op.card, op.salt) == self.hash_of(op.com)

    def retires(self, need: NeedPool) -> tuple[Com, ...] | None:
        """The commitments that a POOL for `need` retires, ascending; None at the deck's first POOL."""
        if need.deck not in self.pools:
            return None
        merged = [com for number in need.merge for com in self.pools[number].coms]
        return tuple(sorted([*self.pools[need.deck].coms, *merged, *need.put]))

    # Needs of the caller: an unsound one would accuse an honest peer

    def check_places(self, coms: Iterable[Com], allowed: frozenset[int]) -> None:
        """Raises `LocalError` unless every commitment exists, once, in an allowed place."""
        coms = list(coms)
        if len(set(coms)) != len(coms) or any(self.place.get(com) not in allowed for com in coms):
            raise LocalError("a need names commitments that are not where it says")

    def check_need_pool(self, seat: int, need: NeedPool) -> None:
        if not 0 <= need.deck < len(self.decks) or self.decks[need.deck] != seat:
            raise LocalError(f"deck {need.deck} is not the deck of seat {seat}")
        self.check_places(need.put, frozenset({HELD, OPENED}))
        merges = [self.pools.get(number) for number in need.merge]
        if any(n < FIRST_SPLIT for n in need.merge) or len(set(need.merge)) != len(need.merge):
            raise LocalError("only pools made by a split can be merged, each once")
        if any(pool is None or pool.deck != need.deck for pool in merges):
            raise LocalError("a split pool goes back to the deck it came from")
        if need.deck not in self.pools and need.put:
            raise LocalError("the first POOL of a deck holds its deck list only")

    # Checks of what a peer sent

    def check_pool(self, author: int, need: NeedPool, pool: Pool) -> None:
        if pool.deck != need.deck or pool.epoch != self.epochs[author]:
            raise BadCommitment(f"POOL must be for deck {need.deck}, epoch {self.epochs[author]}")
        retired = self.retires(need)
        size = need.size if retired is None else len(retired)
        if size is not None and len(pool.hashes) != 32 * size:
            raise BadCommitment(f"POOL of {len(pool.hashes) // 32} commitments, {size} are due")

    def check_recommit(self, author: int, need: NeedRecommit, made: Recommit) -> None:
        if made.epoch != self.epochs[author]:
            raise BadCommitment(f"RECOMMIT must be epoch {self.epochs[author]}")
        if len(made.hashes) != 32 * len(need.coms):
            raise BadCommitment(f"{len(made.hashes) // 32} commitments for {len(need.coms)}")

    def check_open(self, need: NeedOpen, payload: Open) -> None:
        if tuple(op.com for op in payload.ops) != need.coms:
            raise BadOpening("other commitments are opened than asked")
        self._check_fits(payload.ops)

    def check_private(self, need: NeedPrivate, payload: Private) -> None:
        if payload.seat != need.to or len(payload.boxes) != len(need.coms):
            raise BadAnswer(f"{len(need.coms)} boxes for seat {need.to} are due")

    def check_take(self, need: NeedTake, payload: Take) -> None:
        if payload.deck != need.deck or (
            payload.coms and not max(need.least, 1) <= len(payload.coms) <= need.most
        ):
            raise BadAnswer(f"TAKE of {need.least} to {need.most} cards of deck {need.deck} is due, or none")
        if any(self.place.get(com) != need.deck and com not in need.places for com in payload.coms):
            raise BadCommitment("TAKE of a commitment that is not in the place searched")
        shown = payload.coms if need.shown else ()
        if tuple(op.com for op in payload.ops) != shown:
            raise BadOpening("TAKE opens all that it takes where that is to be shown, else nothing")
        self._check_fits(payload.ops)

    def check_move(self, author: int, move: MoveMessage) -> None:
        for com in move.taken:
            number = self.place.get(com, RETIRED)
            if number < 0 or self.decks[self.pools[number].deck] != author:
                raise BadCommitment("a move takes a commitment that is in no pool of its author")
        for op in move.ops:
            if self.place.get(op.com) != HELD and op.com not in move.taken:
                raise BadOpening(f"commitment {tuple(op.com)} cannot be opened now")
        self._check_fits(move.ops)

    def _check_fits(self, ops: Iterable[Op]) -> None:
        for op in ops:
            if not self.fits(op):
                raise BadOpening(f"the opening of {tuple(op.com)} does not fit the commitment")

    # Changes

    def make(self, author: int, seq: int, need: NeedPool | NeedRecommit, made: Pool | Recommit) -> None:
        """Apply a POOL or a RECOMMIT."""
        deck = need.deck if isinstance(need, NeedPool) else None
        retired = self.retires(need) if isinstance(need, NeedPool) else tuple(sorted(need.coms))
        for com in retired or ():
            self.place[com] = RETIRED
        epoch = made.epoch
        self._made[author, epoch] = made.hashes
        self.epochs[author] = epoch + 1
        fresh = [Com(author, epoch, j) for j in range(len(made.hashes) // 32)]
        if isinstance(need, NeedPool):
            for number in need.merge:
                del self.pools[number]
            self.pools[need.deck] = PoolState(need.deck, epoch, fresh)
        self.place.update(dict.fromkeys(fresh, HELD if deck is None else deck))
        self.makings.append(Making(author, seq, deck, epoch, retired, made.hashes))

    def renew(self, era: int) -> None:
        """A new era: epochs are numbered from a number on that no earlier era comes to."""
        self.epochs = [era << ERA_SHIFT] * len(self.epochs)

    def open(self, ops: Iterable[Op]) -> None:
        """Apply openings to everybody."""
        for op in ops:
            self.place[op.com] = OPENED
            self.card[op.com] = op.card

    def take(self, coms: Iterable[Com]) -> None:
        """Apply a choice of the owner: out of the pools, if they are in one."""
        for com in coms:
            number = self.place[com]
            if number >= 0:
                self.pools[number].coms.remove(com)
                self.place[com] = HELD

    def fill(self, deck: int, cards: Iterable[int]) -> None:
        """Put these cards into an ownerless deck (at its set-up, or back into it when it is shuffled)."""
        if self.decks[deck] != NOBODY:
            raise LocalError(f"deck {deck} has an owner")
        pool = self.pools.setdefault(deck, PoolState(deck, 0))
        for card in cards:
            insort(pool.cards, card)

    def bind(
        self, deck: int, pools: Sequence[int], q: int, links: list[bytes], tag: str = "fn1/bind"
    ) -> list[Com | int]:
        """Give slot i its commitment (card, in an ownerless deck) out of the pool `pools[i]`."""
        bound: list[Com | int] = []
        tokens = many(links)
        for i, number in enumerate(pools):
            pool = self.pools.get(number)
            if pool is None or pool.deck != deck or not self.pool_size(number):
                raise LocalError(f"no card to bind in pool {number} of deck {deck}")
            x = H(tag, self._game, u8(deck), u32(pool.epoch), u32(q), u32(i), tokens)
            if self.decks[deck] == NOBODY:
                bound.append(pool.cards.pop(place(x, len(pool.cards))))
            else:
                com = pool.coms.pop(place(x, len(pool.coms)))
                self.place[com] = HELD
                bound.append(com)
        return bound

    def split(self, deck: int, slots: int, q: int, links: list[bytes]) -> int:
        """Move the commitments of `slots` unbound slots into a pool of their own; returns its number."""
        picked = self.bind(deck, [deck] * slots, q, links, "fn1/split")
        number = FIRST_SPLIT + self._splits
        self._splits += 1
        pool = self.pools[number] = PoolState(deck, self.pools[deck].epoch)
        for one in picked:
            if isinstance(one, Com):
                insort(pool.coms, one)
                self.place[one] = number
            else:
                insort(pool.cards, one)
        return number

    def assert_sound(self) -> None:
        """The invariants: one place each, pools and places agree, nothing opened lies in a pool."""
        for number, pool in self.pools.items():
            assert pool.coms == sorted(set(pool.coms)), number
            assert all(self.place[com] == number for com in pool.coms), number
        pooled = sum(len(pool.coms) for pool in self.pools.values())
        assert pooled == sum(1 for at in self.place.values() if at >= 0)
        assert all((com in self.card) == (at == OPENED) for com, at in self.place.items() if at != RETIRED)
        assert len(self.place) == sum(len(made) // 32 for made in self._made.values())
        live = sum(1 for at in self.place.values() if at != RETIRED)
        first = sum(len(m.hashes) // 32 for m in self.makings if m.retired is None)
        assert live == first, "a POOL or RECOMMIT retires as many as it makes"
