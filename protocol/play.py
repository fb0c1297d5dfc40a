"""The eight primitives at work: what an accepted payload means for commitments, tokens and knowledge.

`Transcript` decides who may speak; this decides whether what was said is a right answer to what was asked,
and carries it out. One object a match; the same on every node, except for the vault of the own seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from protocol.chains import Chains, permuters
from protocol.encoding import encode
from protocol.faults import BadAnswer, BadOpening, BadToken, LocalError
from protocol.hashing import H, many, place, u32
from protocol.ledger import HELD, OPENED, Ledger, Sealing
from protocol.messages import (
    Ack,
    Commit,
    MoveMessage,
    Open,
    Pass,
    Payload,
    Pool,
    Private,
    Ready,
    Recommit,
    Reveal,
    Take,
    Token,
    Toss,
)
from protocol.needs import (
    Expect,
    Need,
    NeedAck,
    NeedCommit,
    NeedMove,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedReady,
    NeedRecommit,
    NeedReveal,
    NeedTake,
    NeedToken,
    NeedToss,
)
from protocol.secrets import Secrets, choice_hash
from protocol.standing import Standings
from protocol.values import TOSS_DECK, Com, Tok
from protocol.vault import Vault


class Play:
    """Commitments (`ledger`), token chains (`chains`) and our own knowledge (`vault`, None for an onlooker).

    `standings` says who is in; `choices` are the sealed decisions opened so far: (seat, seq of the commit,
    salt, CBOR of the move).
    """

    def __init__(
        self, game: bytes, decks: Sequence[int], standings: Standings, own: Secrets | None, seat: int | None
    ) -> None:
        self._game = game
        self._standings = standings
        self._seat = seat
        self.ledger = Ledger(game, decks, len(standings))
        self.chains = Chains(game)
        self.vault = None if own is None or seat is None else Vault(own, game, seat, self.ledger)
        self.choices: list[tuple[int, int, bytes, bytes]] = []
        self._sealed: dict[int, tuple[int, bytes]] = {}
        self._rides: dict[int, tuple[int, int, bytes]] = {}

    # Joint randomness

    def token_needs(self, decks: Iterable[int]) -> list[Expect]:
        """The TOKEN expectations for binds on these decks; empty when all tokens are there already."""
        asked: dict[int, list[int]] = {}
        for deck in sorted(decks):
            for seat in self.chains.missing(deck, self._permuters(deck)):
                asked.setdefault(seat, []).append(deck)
        return [Expect(seat, NeedToken(tuple(asked[seat]))) for seat in sorted(asked)]

    def toss_needs(self) -> list[Expect]:
        """The TOSS expectations: every seat still in."""
        return [Expect(seat, NeedToss()) for seat in self._standings.playing()]

    def bind(self, deck: int, slots: int | Sequence[int]) -> list[Com | int]:
        """Bind slots of a deck: how many, or for each the number of the pool it draws from (split pools).

        Returns a commitment a slot; a card a slot for an ownerless deck. Raises `LocalError` when tokens are
        missing or a pool has too few left.
        """
        pools = [deck] * slots if isinstance(slots, int) else slots
        if any(pools.count(number) > self.ledger.pool_size(number) for number in set(pools)):
            raise LocalError(f"deck {deck} has not as many cards left to bind")
        return self.ledger.bind(deck, pools, *self._spend(deck))

    def split(self, deck: int, slots: int) -> int:
        """Set `slots` unbound slots apart; returns the number of their pool."""
        if slots > self.ledger.pool_size(deck):
            raise LocalError(f"deck {deck} has not as many cards left to set apart")
        return self.ledger.split(deck, slots, *self._spend(deck))

    def toss(self, bounds: Sequence[int]) -> list[int]:
        """Joint random numbers: number i is below `bounds[i]`."""
        q, links = self._spend(TOSS_DECK)
        tokens = many(links)
        return [place(H("fn1/toss", self._game, u32(q), u32(i), tokens), n) for i, n in enumerate(bounds)]

    def tokens(self, decks: Iterable[int]) -> tuple[Tok, ...]:
        """Our next tokens for these decks, to ride in a MOVE or to answer a need."""
        if self.vault is None:
            raise LocalError("an onlooker has no tokens")
        return tuple(self.vault.chains.token(deck, self.chains.next_q(deck)) for deck in sorted(decks))

    def _permuters(self, deck: int) -> list[int]:
        return permuters(self.ledger.decks, deck, self._standings.playing())

    def _spend(self, deck: int) -> tuple[int, list[bytes]]:
        spent = self.chains.use(deck, self._permuters(deck))
        self._rides.pop(deck, None)
        return spent

    def committed(self, seat: int) -> int:
        """The seq of the commit of a sealed decision that `seat` has still to open."""
        if seat not in self._sealed:
            raise LocalError(f"seat {seat} has not committed to anything")
        return self._sealed[seat][0]

    # Needs that the caller announces

    def check_need(self, seat: int, need: Need) -> None:
        """Raises `LocalError` for a need that no honest peer could answer, and that would accuse it."""
        ledger = self.ledger
        match need:
            case NeedPool():
                ledger.check_need_pool(seat, need)
            case NeedToken(decks):
                if not decks or list(decks) != sorted(set(decks)) or decks[-1] >= len(ledger.decks):
                    raise LocalError("tokens are asked for decks in ascending order")
                if any(seat not in self.chains.missing(deck, self._permuters(deck)) for deck in decks):
                    raise LocalError(f"seat {seat} has given one of these tokens, or permutes another deck")
            case NeedToss() if seat not in self.chains.missing(TOSS_DECK, self._standings.playing()):
                raise LocalError(f"seat {seat} has tossed already, or is out")
            case NeedOpen(coms=()) | NeedPrivate(coms=()) | NeedRecommit(coms=()):
                raise LocalError("a need that names no commitment cannot be answered")
            case NeedOpen(coms) | NeedPrivate(coms=coms):
                ledger.check_places(coms, frozenset({HELD}))
                if isinstance(need, NeedPrivate) and (
                    need.to == seat or need.to not in range(len(self._standings))
                ):
                    raise LocalError("a private opening is for another seat")
            case NeedRecommit(coms):
                ledger.check_places(coms, frozenset({HELD, OPENED}))
            case NeedTake(deck=deck, places=places):
                ledger.check_places(places, frozenset({HELD, OPENED}))
                if deck not in ledger.pools or ledger.decks[deck] != seat:
                    raise LocalError(f"deck {deck} is not a shuffled deck of seat {seat}")
            case NeedReveal() if seat not in self._sealed:
                raise LocalError(f"seat {seat} has not committed to anything")
            case _:
                pass

    def check_spent(self, needs: Iterable[Need]) -> None:
        """Tokens still unspent must belong to a batch that the coming rest completes.

        Raises `BadToken` for one that rode in a MOVE, `LocalError` for those that the caller asked for.
        """
        due = {deck for need in needs if isinstance(need, NeedToken) for deck in need.decks}
        for deck in sorted(self.chains.held.keys() - due):
            if deck not in self._rides:
                raise LocalError(f"the tokens of deck {deck} were asked for and not used")
            seat, seq, wire = self._rides[deck]
            raise BadToken(f"token of deck {deck} before any bind").signed_by(seat, seq, wire, proven=True)

    # Payloads

    def answer(self, need: Need | None, seq: int, place: bytes, xks: Sequence[bytes]) -> Payload:
        """Our payload for a need that leaves nothing to choose, as entry `seq` at `place`; `xks`: the public
        keys for private openings, by seat. Raises `LocalError` for other needs."""
        vault = self.vault
        if vault is None:
            raise LocalError("an onlooker decides nothing")
        match need:
            case NeedReady():
                return vault.chains.ready(self.ledger.decks)
            case NeedPool():
                return vault.pool(need)
            case NeedToken(decks):
                return Token(self.tokens(decks))
            case NeedAck():
                return Ack()
            case NeedOpen(coms):
                return Open(vault.ops(coms))
            case NeedPrivate(to):
                return vault.private(need, seq, place, xks[to])
            case NeedRecommit():
                return vault.recommit(need)
            case NeedToss():
                return Toss(self.tokens([TOSS_DECK])[0])
            case _:
                raise LocalError("this answer is the player's to choose")

    def check(self, seat: int, need: Need, payload: Payload) -> None:
        """The payload against what was asked; changes nothing. Raises a `PeerFault`."""
        ledger = self.ledger
        match need, payload:
            case NeedMove(), MoveMessage():
                self._check_move(seat, payload)
            case (NeedMove(), Pass()) | (NeedAck(), Ack()) | (NeedCommit(), Commit()):
                pass
            case NeedReady(), Ready():
                Chains(self._game).promise(seat, payload, ledger.decks)
            case NeedPool(), Pool():
                ledger.check_pool(seat, need, payload)
            case NeedRecommit(), Recommit():
                ledger.check_recommit(seat, need, payload)
            case NeedToken(decks), Token(toks):
                if tuple(tok.deck for tok in toks) != decks:
                    raise BadToken(f"tokens for decks {decks} are due")
                for tok in toks:
                    self.chains.check(seat, tok)
            case NeedToss(), Toss(tok):
                self.chains.check(seat, tok)
            case NeedTake(), Take():
                ledger.check_take(need, payload)
            case NeedOpen(), Open():
                ledger.check_open(need, payload)
            case NeedPrivate(), Private():
                ledger.check_private(need, payload)
            case NeedReveal(), Reveal(salt, move):
                seq, digest = self._sealed[seat]
                if choice_hash(self._game, seat, seq, encode(move.wire()), salt) != digest:
                    raise BadOpening("another move than the one committed to")
                self._check_move(seat, move)
            case _:
                raise BadAnswer("the other half of a sealed decision is due")

    def _check_move(self, seat: int, move: MoveMessage) -> None:
        self.ledger.check_move(seat, move)
        if move.tokens and len(self._standings.playing()) != 2:
            raise BadToken("tokens ride in a move only between two seats")
        for tok in move.tokens:
            if tok.deck == TOSS_DECK:
                raise BadToken("a toss never rides in a move")
            self.chains.check(seat, tok)

    def apply(self, seat: int, seq: int, wire: bytes, need: Need, payload: object) -> None:
        """Carry out a checked entry of a complete batch."""
        ledger = self.ledger
        match need, payload:
            case _, MoveMessage():
                self._apply_move(seat, seq, wire, payload)
            case _, Reveal(salt, move):
                self.choices.append((seat, self._sealed.pop(seat)[0], salt, encode(move.wire())))
                self._apply_move(seat, seq, wire, move)
            case _, Commit(digest):
                self._sealed[seat] = seq, digest
            case _, Ready():
                self.chains.promise(seat, payload, ledger.decks)
            case ((NeedPool() | NeedRecommit()), (Pool() | Recommit())):
                if self.vault is not None and seat == self._seat:
                    self.vault.made(need, payload.epoch)
                ledger.make(seat, seq, need, payload)
            case _, Token(toks):
                for tok in toks:
                    self.chains.take(seat, seq, tok)
            case _, Toss(tok):
                self.chains.take(seat, seq, tok)
            case _, Take(coms=coms, ops=ops):
                ledger.take(coms)
                ledger.open(ops)
            case _, Open(ops):
                ledger.open(ops)
            case NeedPrivate(to, coms), Private():
                sealing = Sealing(seat, seq, coms, payload)
                ledger.sealings.append(sealing)
                if self.vault is not None and to == self._seat:
                    self.vault.shown(sealing)
            case _:
                pass

    def _apply_move(self, seat: int, seq: int, wire: bytes, move: MoveMessage) -> None:
        self.ledger.take(move.taken)
        self.ledger.open(move.ops)
        for tok in move.tokens:
            self.chains.take(seat, seq, tok)
            self._rides[tok.deck] = seat, seq, wire

    def renew(self, era: int, said: Mapping[int, Ready]) -> None:
        """A new era: nothing that was shown on the branch left behind is used again."""
        self._rides.clear()
        self.chains.renew(era, said, self.ledger.decks)
        self.ledger.renew(era)
        if self.vault is not None:
            self.vault.chains.renew(era)

    def drop(self, seat: int, need: Need | None) -> None:
        """A seat was dropped while it owed `need`, None = nothing.

        Batches that lack its token are asked again; those for its own decks are spent, as nothing is drawn
        there any more.
        """
        decks = {deck for deck in self.chains.held if deck != TOSS_DECK and self.ledger.decks[deck] == seat}
        if isinstance(need, NeedToken):
            decks.update(need.decks)
        elif isinstance(need, NeedToss):
            decks.add(TOSS_DECK)
        for deck in sorted(decks):
            self._rides.pop(deck, None)
            self.chains.skip(deck)
