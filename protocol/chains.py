"""Token chains: the random contribution of every permuter, promised in advance.

Each seat commits in READY to one hash chain for every deck it permutes and to one for tosses, and
reveals one link a batch. A link is checked by one hash step to the link before it, so a permuter has
no choice left at any draw. A round of a chain has 1,024 links; the last one (the round's seed)
travels with the anchor of the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from protocol.faults import BadToken, LocalError
from protocol.hashing import chain_back, chain_step
from protocol.messages import Ready
from protocol.secrets import Derived
from protocol.values import NOBODY, TOSS_DECK, Tok

ROUND: Final = 1024
"""Links of one round."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """An anchor as published, for the audit: where it was promised and for which chain."""

    seat: int
    seq: int
    deck: int
    era: int
    round: int
    value: bytes


def permuted(decks: Sequence[int], seat: int) -> list[int]:
    """The decks, ascending, that `seat` helps to permute: those of the others and the ownerless ones."""
    return [deck for deck, owner in enumerate(decks) if owner != seat]


def links_of(game: bytes, seat: int, deck: int, seed: bytes) -> list[bytes]:
    """One round of a chain: the anchor, then links 1 .. ROUND; the last is `seed`."""
    return chain_back(game, seat, deck, seed, ROUND)[::-1]


class OwnChains:
    """The chains of one seat in the present era, from its secrets."""

    def __init__(self, derived: Derived, game: bytes, seat: int) -> None:
        self._derived = derived
        self._game = game
        self._seat = seat
        self._era = 0
        self._rounds: dict[int, tuple[int, list[bytes]]] = {}

    def _round(self, deck: int, number: int) -> list[bytes]:
        held = self._rounds.get(deck)
        if held is None or held[0] != number:
            seed = self._derived.chain_seed(deck, self._era, number)
            links = links_of(self._game, self._seat, deck, seed)
            held = self._rounds[deck] = number, links
        return held[1]

    def ready(self, decks: Sequence[int], era: int = 0) -> Ready:
        """READY for decks given by their owners, or what a RESUME says that leads to a later era."""
        anchors = tuple((deck, self._anchor(deck, era)) for deck in permuted(decks, self._seat))
        return Ready(self._anchor(TOSS_DECK, era), anchors)

    def renew(self, era: int) -> None:
        """All chains begin anew."""
        self._era = era
        self._rounds.clear()

    def anchor_of(self, deck: int, seed: bytes) -> bytes:
        """The anchor of a round of ours with this last link: of a present one it is at hand."""
        held = self._rounds.get(deck)
        links = held[1] if held is not None and held[1][-1] == seed else None
        return (links or links_of(self._game, self._seat, deck, seed))[0]

    def _anchor(self, deck: int, era: int) -> bytes:
        if era == self._era:
            return self._round(deck, 0)[0]
        return links_of(self._game, self._seat, deck, self._derived.chain_seed(deck, era, 0))[0]

    def token(self, deck: int, q: int) -> Tok:
        number, before = divmod(q - 1, ROUND)
        link = self._round(deck, number)[before + 1]
        anchor = self._round(deck, number + 1)[0] if q % ROUND == 0 else None
        return Tok(deck, q, link, anchor)


class Chains:
    """All chains of a match as the public sees them.

    `q[deck]` is the number of batches asked so far in this era; the next one is q + 1. Tokens for it are
    `held` until the caller uses them.
    """

    def __init__(self, game: bytes) -> None:
        self._game = game
        self._era = 0
        self._last: dict[tuple[int, int], bytes] = {}
        self.q: dict[int, int] = {}
        self.held: dict[int, dict[int, Tok]] = {}
        self.anchors: list[Anchor] = []

    def promise(self, seat: int, ready: Ready, decks: Sequence[int]) -> None:
        """Take in a READY. Raises `BadToken` unless it covers exactly the decks that the seat permutes."""
        if [deck for deck, _ in ready.anchors] != permuted(decks, seat):
            raise BadToken("READY must promise a chain for every deck of the others, and no other")
        for deck, anchor in (*ready.anchors, (TOSS_DECK, ready.toss)):
            self._last[seat, deck] = anchor
            self.anchors.append(Anchor(seat, 0, deck, self._era, 0, anchor))

    def renew(self, era: int, said: Mapping[int, Ready], decks: Sequence[int]) -> None:
        """All chains begin anew with what these seats have promised for this era; the others have none."""
        self._era = era
        self._last, self.q, self.held = {}, {}, {}
        for seat in sorted(said):
            self.promise(seat, said[seat], decks)

    def next_q(self, deck: int) -> int:
        return self.q.get(deck, 0) + 1

    def check(self, seat: int, tok: Tok) -> None:
        """Raises `BadToken` unless `tok` is the seat's next one for a deck it permutes, not yet held."""
        last = self._last.get((seat, tok.deck))
        if last is None:
            raise BadToken(f"this seat has no chain for deck {tok.deck}")
        if tok.q != self.next_q(tok.deck):
            raise BadToken(f"token {tok.q} of deck {tok.deck}, where {self.next_q(tok.deck)} is due")
        if seat in self.held.get(tok.deck, ()):
            raise BadToken(f"token {tok.q} of deck {tok.deck} was given before")
        if chain_step(self._game, seat, tok.deck, tok.link) != last:
            raise BadToken(f"token {tok.q} of deck {tok.deck} does not lead to the link before it")

    def take(self, seat: int, seq: int, tok: Tok) -> None:
        """Hold a checked token of entry `seq`."""
        self.held.setdefault(tok.deck, {})[seat] = tok
        self._last[seat, tok.deck] = tok.link if tok.anchor is None else tok.anchor
        if tok.anchor is not None:
            self.anchors.append(Anchor(seat, seq, tok.deck, self._era, tok.q // ROUND, tok.anchor))

    def missing(self, deck: int, permuters: Iterable[int]) -> list[int]:
        """The permuters whose token for the next batch of `deck` is not there."""
        held = self.held.get(deck, {})
        return [seat for seat in permuters if seat not in held]

    def use(self, deck: int, permuters: Sequence[int]) -> tuple[int, list[bytes]]:
        """Spend the next batch: (q, links in seat order). Raises `LocalError` when a token is missing.

        Where only the owner of a deck is left, permuters and links are both empty.
        """
        if self.missing(deck, permuters):
            raise LocalError(f"tokens for deck {deck} are missing")
        held = self.held.pop(deck, {})
        self.q[deck] = self.next_q(deck)
        return self.q[deck], [held[seat].link for seat in sorted(permuters)]

    def skip(self, deck: int) -> None:
        """Throw away the batch that a dropped seat left incomplete; the next one has the next q."""
        self.held.pop(deck, None)
        self.q[deck] = self.next_q(deck)


def permuters(decks: Sequence[int], deck: int, seats: Iterable[int]) -> list[int]:
    """Which of `seats` (those still in) reveal tokens for `deck`: all but its owner."""
    owner = NOBODY if deck == TOSS_DECK else decks[deck]
    return [seat for seat in seats if seat != owner]
