"""The audit (section 10), as far as it goes without rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from checker.cbor import Finding, encode
from checker.crypto import Com, Op, Secrets, be, card_hash, h, var
from checker.ledger import Epoch
from checker.match import Entry, Walk


class Auditor:
    """Re-derives what every M explains; `findings` in the order of seats, seqs and rules. `unsure`: what only
    the rules can say, as they know who was eliminated: such a seat may say RESUME, and it binds nobody."""

    def __init__(self, match: Walk) -> None:
        self.match = match
        self.first: dict[tuple[int, str], int] = {}
        self.unsure: set[Finding] = set()
        self.secrets: dict[int, Secrets] = {}
        self.card: dict[Com, int] = dict(match.ledger.shown)
        self.complete = len(match.audits) == match.seats

    def findings(self) -> list[Finding]:
        for seat in sorted(self.match.audits):
            self.master_and_decks(seat)
        for author, seq, deck, era, round_, anchor in self.match.published():
            if author in self.secrets and self.secrets[author].anchor(deck, era, round_) != anchor:
                if era and not self.match.has_signed(author, era):
                    self.unsure.add((author, seq, "audit.chain"))
                else:
                    self.find(author, seq, "audit.chain")
        self.epochs()
        for entry in self.match.privates:
            if entry.author in self.secrets and not self.boxes_hold(entry):
                self.find(entry.author, entry.seq, "audit.open")
        for author, seq, salt, place, move in self.match.choices:
            if author in self.secrets and self.secrets[author].choice_salt(place, move) != salt:
                self.find(author, seq, "audit.choose")
        return sorted((seat, seq, rule) for (seat, rule), seq in self.first.items())

    def find(self, seat: int, seq: int, rule: str) -> None:
        self.first.setdefault((seat, rule), seq)

    def master_and_decks(self, seat: int) -> None:
        match, player = self.match, self.match.players[seat]
        master, decks = match.audits[seat]
        if h("mc", player.ik, master) != player.mc:
            self.find(seat, 0, "audit.master")
            return
        self.secrets[seat] = Secrets(match.game, seat, master)
        salt = h("dsalt", key=master, size=16)
        owned = sum(1 for owner in match.decks.values() if owner == seat)
        if h("deck", player.ik, var(encode(decks)), key=salt) != player.dc or len(decks) != owned:
            self.find(seat, 0, "audit.deck")

    def list_of(self, deck: int) -> list[int] | None:
        """The deck list, if its owner's AUDIT holds."""
        owner = self.match.decks[deck]
        if owner not in self.secrets or (owner, "audit.deck") in self.first:
            return None
        first = min(one for one, seat in self.match.decks.items() if seat == owner)
        return self.match.audits[owner][1][deck - first]

    def epochs(self) -> None:
        """Every POOL and RECOMMIT: the first POOL of a deck exactly, the others as far as it goes.

        Which commitments a later one replaces is the rules' business. It is held against this: its cards, put
        back into the order before the shuffle, must be those of some ascending commitments that may be alive.
        """
        codes = sorted({card for _, decks in self.match.audits.values() for deck in decks for card in deck})
        count: Counter[int] = Counter()
        living: dict[int, list[Com]] = {}
        earlier: list[Com] = []
        for number, epoch in enumerate(self.match.ledger.epochs):
            rule = "audit.recommit" if epoch.deck is None else "audit.pool"
            known = epoch.owner in self.secrets and (epoch.owner, "audit.deck") not in self.first
            if not known or (epoch.owner, rule) in self.first:
                self.complete = False
                earlier += epoch.coms()
                continue
            secrets, size = self.secrets[epoch.owner], len(epoch.hashes)
            cards = [self.behind(secrets, com, codes) for com in epoch.coms()]
            before = [0] * size
            for place, source in enumerate(secrets.order(epoch.number, size)):
                before[source] = cards[place]
            if 0 in cards or not self.explained(epoch, number, before, count, living, earlier):
                self.find(epoch.owner, epoch.seq, rule)
                self.complete = False
            else:
                self.renew(epoch, cards, count, living)
            earlier += epoch.coms()

    def behind(self, secrets: Secrets, com: Com, codes: Sequence[int]) -> int:
        """The card behind a commitment, 0 if none of the decks' fits with the salt that M gives."""
        hash_ = self.match.ledger.made[com]
        return next((code for code in codes if secrets.card_hash(com[1], com[2], code) == hash_), 0)

    def explained(
        self,
        epoch: Epoch,
        number: int,
        before: list[int],
        count: Counter[int],
        living: dict[int, list[Com]],
        earlier: list[Com],
    ) -> bool:
        """Whether the cards, in the order before the shuffle, can be those of the commitments replaced."""
        if epoch.first and epoch.deck is not None:
            deck = self.list_of(epoch.deck)
            return deck is None or before == deck
        if not self.complete:
            places = sorted(com for com in earlier if not self.match.ledger.gone(com, number))
            cards = [self.card.get(com, 0) for com in places]
        else:
            if Counter(before) - count:
                return False
            alive = sorted((com, card) for card, coms in living.items() for com in coms)
            cards = [card for com, card in alive if not self.match.ledger.gone(com, number)]
        at = iter(cards)
        return all(any(card in (0, wanted) for card in at) for wanted in before)

    def renew(
        self, epoch: Epoch, cards: list[int], count: Counter[int], living: dict[int, list[Com]]
    ) -> None:
        """Fresh commitments replace as many of the same cards; if those were all, the older ones are gone."""
        fresh = Counter(cards)
        if epoch.first:
            count.update(fresh)
        else:
            for card, number in fresh.items():
                if number == count[card]:
                    living[card] = []
        for com, card in zip(epoch.coms(), cards, strict=True):
            self.card[com] = card
            living.setdefault(card, []).append(com)

    def boxes_hold(self, entry: Entry) -> bool:
        """Whether a private opening is the one that M gives, and fits commitments that were made."""
        match, (seat, ephemeral, boxes) = self.match, entry.payload
        own = self.secrets[entry.author].ephemeral(entry.place)
        if own.public_key().public_bytes_raw() != ephemeral:
            return False
        shared = own.exchange(X25519PublicKey.from_public_bytes(match.players[seat].xk))
        info = b"fn1/open" + bytes([entry.author, seat]) + be(entry.seq)
        cipher = ChaCha20Poly1305(HKDF(hashes.SHA256(), 32, match.game, info).derive(shared))
        held = set(entry.held)
        for i, box in enumerate(boxes):
            try:
                plain = cipher.decrypt(be(i, 12), box, None)
            except InvalidTag:
                return False
            epoch, nth, card = (int.from_bytes(plain[at : at + 4], "big") for at in (0, 4, 8))
            op = Op((plain[28], epoch, nth), card, plain[12:28])
            if any(plain[29:]) or match.ledger.made.get(op.com) != card_hash(match.game, op):
                return False
            if op.com not in held:  # twice, open already, retired, or in a pool
                return False
            held.remove(op.com)
        return True
