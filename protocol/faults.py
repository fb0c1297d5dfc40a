"""Why something was refused, and what proves it.

Two families that never mix. `PeerFault`: somebody else sent what no honest node sends; it carries the
proof. `LocalError`: our own caller used the protocol wrongly; nobody else is to blame.
"""

from __future__ import annotations

from typing import ClassVar


class LocalError(Exception):
    """Our own side asked for something that the protocol does not allow at this point."""


class PeerFault(Exception):
    """Something received breaks the protocol.

    `rule`      the rule broken, a stable identifier such as ``entry.seq``
    `author`    seat whose signature proves the fault; None when nothing received proves an author
    `seq`       sequence number of the entry at fault, when there is one
    `evidence`  the bytes that prove it: the entry or statement as received, or, when
                `transferable`, a whole EVIDENCE item that anybody can check alone
    `proven`    the author signed it in full knowledge of everything before (its entry carries our own
                table digest), so the transcript and (author, seq, rule) convict the author. Otherwise
                the fault may as well lie in what we were given, and convicts nobody.
    """

    rule: str = "peer"
    transferable: ClassVar[bool] = False

    def __init__(
        self, why: str, *, author: int | None = None, seq: int | None = None, evidence: bytes = b""
    ) -> None:
        super().__init__(why)
        self.why = why
        self.author = author
        self.seq = seq
        self.evidence = evidence
        self.proven = self.transferable

    def __str__(self) -> str:
        place = "" if self.author is None else f"seat {self.author}"
        if self.seq is not None:
            place += f" entry {self.seq}"
        return f"{self.rule}: {self.why}" + (f" ({place})" if place else "")

    def signed_by(
        self, author: int | None, seq: int | None, evidence: bytes, proven: bool = False
    ) -> PeerFault:
        """The same fault, once a signature has shown who made it and where it stands."""
        self.author, self.seq, self.evidence, self.proven = author, seq, evidence, proven
        return self


class BadEncoding(PeerFault):
    """Not canonical CBOR of the allowed subset, too large, or not of the message's shape."""

    rule = "encoding"


class Incomplete(BadEncoding):
    """The bytes end inside an item (a cut file tail looks like this)."""

    rule = "encoding.cut"


class BadParcel(PeerFault):
    """A parcel that does not open, or not for us."""

    rule = "parcel"


class BadHello(PeerFault):
    """A HELLO that does not prove its keys, or a set of HELLOs that do not fit together."""

    rule = "hello"


class BadSignature(PeerFault):
    """A signature does not verify; so nothing shows who wrote the bytes."""

    rule = "signature"


class WrongGame(PeerFault):
    """Signed for another match."""

    rule = "entry.game"


class BadBody(PeerFault):
    """The payload is not the one that the signed head names."""

    rule = "entry.body"


class WrongPrev(PeerFault):
    """The head does not continue the author's hash chain."""

    rule = "entry.prev"


class WrongSeq(PeerFault):
    """The entry lies further ahead than an honest author can be."""

    rule = "entry.seq"


class WrongState(PeerFault):
    """The author signed another table digest than ours for this rest."""

    rule = "entry.state"


class UnexpectedEntry(PeerFault):
    """Nobody asked this seat for an entry, or not for one of this type."""

    rule = "entry.unexpected"


class BadAnswer(PeerFault):
    """The entry's type is the one asked for, but its content is not what was asked."""

    rule = "entry.answer"


class BadOpening(PeerFault):
    """An opening does not fit its commitment, or the commitment may not be opened now."""

    rule = "opening"


class BadCommitment(PeerFault):
    """A commitment that is foreign, used up, in another place, or made out of turn."""

    rule = "commitment"


class BadToken(PeerFault):
    """A token that is wrong, out of order, for another deck, or too early."""

    rule = "token"


class BadStatement(PeerFault):
    """A statement that is out of place or contradicts what its author signed before."""

    rule = "statement"


class BadResult(PeerFault):
    """A RESULT whose signatures or contents do not hold."""

    rule = "result"


class BadEvidence(PeerFault):
    """An EVIDENCE item that proves nothing."""

    rule = "evidence"


class IllegalEntry(PeerFault):
    """The rules of the game refuse an entry. Raised by the caller, who knows them; `rule` is their id."""

    def __init__(self, rule: str, why: str, author: int, seq: int, evidence: bytes = b"") -> None:
        super().__init__(why, author=author, seq=seq, evidence=evidence)
        self.rule = rule
        self.proven = True


class CorruptFile(PeerFault):
    """A match file that is damaged, not just cut; `seq` is the number of the item, from 0."""

    rule = "file"


class Equivocation(PeerFault):
    """One author signed two different things for one place. `evidence` is a whole EVIDENCE item."""

    rule = "equivocation"
    transferable = True
