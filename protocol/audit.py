"""The audit: with every master secret on the table, was all that was hidden what it should have been?

Everything that a seat kept secret follows from its M and deck list, so each peer derives it again and
compares. Questions that need the rules of the game (deck legality, claims, hidden decisions) go to a
`Judge` that the caller supplies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from protocol.boxes import seal
from protocol.chains import links_of
from protocol.faults import LocalError
from protocol.needs import Batch
from protocol.secrets import Derived, deck_commitment, master_commitment
from protocol.statements import Audit
from protocol.transcript import Transcript
from protocol.values import Com, Decks, Finding, Op, Outcome
from protocol.vault import first_cards


@dataclass(frozen=True, slots=True)
class Ruling:
    """The result of a replay with all cards known: the first fault against the rules, or the outcome."""

    finding: Finding | None
    outcome: Outcome = None


class Judge(Protocol):
    """The rules' part of the audit."""

    def decks(self, seat: int, decks: Decks) -> str | None:
        """The id of the rule that a deck list breaks; None when it is legal."""

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        """Replay the match with all claims and hidden decisions checked, as far as the cards are known: those
        of a seat without AUDIT are, where they have been opened."""


@dataclass(frozen=True, slots=True)
class Audited:
    """`findings` ascending, () = clean; `missing` seats whose AUDIT was not there; `outcome` by replay."""

    findings: tuple[Finding, ...]
    missing: tuple[int, ...]
    outcome: Outcome


class _Inquiry:
    """One audit under way."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.game = transcript.game_id
        self.ledger = transcript.play.ledger
        self.audits = transcript.closing.audits
        self.derived: dict[int, Derived] = {}
        self.cards: dict[Com, int] = {}
        self.false: set[tuple[int, int]] = (
            set()
        )  # (author, epoch) of what was not made as M and the cards say
        self.found: dict[tuple[int, str], int] = {}

    def accuse(self, seat: int, seq: int, rule: str) -> None:
        """Each rule is cited once a seat, at its first place."""
        self.found[seat, rule] = min(seq, self.found.get((seat, rule), seq))

    def masters(self, judge: Judge) -> None:
        """M and the deck list against HELLO, and the deck list against the rules of deck building."""
        for seat, audit in sorted(self.audits.items()):
            player = self.transcript.players[seat]
            if master_commitment(player.binding.ik, audit.master) != player.master:
                self.accuse(seat, 0, "audit.master")
                continue
            self.derived[seat] = Derived(audit.master, self.game, seat)
            owned = sum(1 for owner in self.ledger.decks if owner == seat)
            promised = deck_commitment(player.binding.ik, audit.master, audit.decks)
            if promised != player.decks or len(audit.decks) != owned:
                self.accuse(seat, 0, "audit.deck")
            else:
                rule = judge.decks(seat, audit.decks)
                if rule is not None:
                    self.accuse(seat, 0, rule)

    def chains(self) -> None:
        """Every published anchor belongs to the chain that M gives."""
        vault, own = self.transcript.play.vault, self.transcript.seat
        for anchor in self.transcript.play.chains.anchors:
            derived = self.derived.get(anchor.seat)
            if derived is None:
                continue
            seed = derived.chain_seed(anchor.deck, anchor.era, anchor.round)
            if vault is not None and anchor.seat == own:
                given = vault.chains.anchor_of(anchor.deck, seed)
            else:
                given = links_of(self.game, anchor.seat, anchor.deck, seed)[0]
            if given != anchor.value:
                self.accuse(anchor.seat, anchor.seq, "audit.chain")

    def makings(self) -> None:
        """Every POOL and RECOMMIT, in accepted order: the same cards, in the order that M gives."""
        for making in self.ledger.makings:
            derived = self.derived.get(making.author)
            cards = self._before(making.author, making.deck, making.retired)
            if derived is None or cards is None:
                continue
            ordered = derived.order(making.epoch, cards)
            if derived.commitments(making.epoch, ordered) != making.hashes:
                rule = "audit.recommit" if making.deck is None else "audit.pool"
                self.accuse(making.author, making.seq, rule)
                self.false.add((making.author, making.epoch))
                continue  # what lies behind these is not known, nor what others have made of them
            for j, card in enumerate(ordered):
                self.cards[Com(making.author, making.epoch, j)] = card

    def _before(self, author: int, deck: int | None, retired: tuple[Com, ...] | None) -> list[int] | None:
        """The cards that went in, by ascending retired commitment; None when they cannot be known."""
        if retired is None:
            assert deck is not None
            audit: Audit | None = self.audits.get(author)
            if audit is None or (author, "audit.deck") in self.found or author not in self.derived:
                return None
            return first_cards(audit.decks, self.ledger.decks, deck)
        cards = [self.cards.get(com) or self.ledger.card.get(com) for com in retired]
        known = [card for card in cards if card is not None]
        return known if len(known) == len(cards) else None

    def opened(self) -> None:
        """Every public opening shows the card that M gives; a second card behind one hash cannot exist, but
        a first POOL that was not the deck list can."""
        for com, card in self.ledger.card.items():
            self.cards.setdefault(com, card)

    def sealings(self) -> None:
        """Every private opening is the one that M gives, so it told the truth to its receiver."""
        for sealing in self.ledger.sealings:
            derived = self.derived.get(sealing.author)
            ops = [self._op(com) for com in sealing.coms]
            known = [op for op in ops if op is not None]
            if derived is None or len(known) < len(ops):
                continue
            xk = self.transcript.players[sealing.sealed.seat].binding.xk
            key = derived.ephemeral(self.transcript.place(sealing.author, sealing.seq))
            made = seal(self.game, sealing.author, sealing.sealed.seat, sealing.seq, key, xk, known)
            if made != sealing.sealed:
                self.accuse(sealing.author, sealing.seq, "audit.open")

    def _op(self, com: Com) -> Op | None:
        owner, card = self.derived.get(com.owner), self.cards.get(com)
        if owner is None or card is None or (com.owner, com.epoch) in self.false:
            return None
        return Op(com, card, owner.card_salt(com.epoch, com.nth, card))

    def choices(self) -> None:
        """Every sealed decision used the salt that M gives."""
        for seat, seq, salt, move in self.transcript.play.choices:
            derived, place = self.derived.get(seat), self.transcript.place(seat, seq)
            if derived is not None and derived.choice_salt(place, move) != salt:
                self.accuse(seat, seq, "audit.choose")


def audit(transcript: Transcript, judge: Judge) -> Audited:
    """Audit a match from the AUDIT statements that its transcript holds.

    The replay by the rules runs only when nothing was found before it. Raises `LocalError` without any AUDIT.
    """
    inquiry = _Inquiry(transcript)
    if not inquiry.audits:
        raise LocalError("there is no AUDIT to look at")
    inquiry.masters(judge)
    inquiry.chains()
    inquiry.makings()
    inquiry.opened()
    inquiry.sealings()
    inquiry.choices()
    missing = tuple(seat for seat in range(transcript.seats) if seat not in inquiry.audits)
    outcome: Outcome = None
    if not inquiry.found:
        ruling = judge.replay(transcript.batches, inquiry.cards)
        outcome = ruling.outcome
        if ruling.finding is not None:
            seat, seq, rule = ruling.finding
            inquiry.accuse(seat, seq, rule)
    findings = sorted((seat, seq, rule) for (seat, rule), seq in inquiry.found.items())
    return Audited(tuple(findings), missing, outcome)


def audits_by(
    transcript: Transcript, judge: Callable[[], Judge], absent: Collection[int]
) -> Iterator[Audited]:
    """The audits that the signers of a RESULT may have made: by any AUDIT that each seat has shown, the best
    first, and where the seat is absent by none, as it may have come after they had signed."""
    closing = transcript.closing
    held, shown = closing.audits, closing.shown
    ways = [[*reversed(shown[seat]), *([None] if seat in absent else [])] for seat in sorted(shown)]
    try:
        for audits in product(*ways):
            closing.audits = {one.seat: one for one in audits if one is not None}
            yield audit(transcript, judge())
    finally:
        closing.audits = held
