"""The end of a match as it is heard and signed: END, AUDIT, VERDICT and RESULT.

END signed by every seat still in fixes the outcome, and only then does any M leave its node. AUDITs let
everybody re-derive all that was hidden; VERDICTs say what came of it; RESULT (`result`) is the short proof
that stays when the transcript is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from protocol.authors import Authors
from protocol.encoding import encode
from protocol.evidence import signed_statement
from protocol.faults import BadEncoding, BadResult, BadStatement, LocalError, UnexpectedEntry
from protocol.hashing import sign
from protocol.messages import Joined, ResultMessage, Statement
from protocol.needs import Accepted
from protocol.result import read_result, result_body, signed_by, stands
from protocol.secrets import Secrets, deck_commitment, master_commitment
from protocol.standing import DROPPED
from protocol.statements import Audit, Body, End, Verdict
from protocol.values import AUDIT, END, RESULT, VERDICT, VERSION, Finding, Outcome

ENDS_MAX: Final = 16
"""Different END statements kept for a seat (it may sign a void outcome at several rests), besides those that
another seat has signed as well: no false ones keep out the true one, nor other ones another node."""
RESULTS_MAX: Final = 16
"""Different RESULT bodies kept with the signature of one seat, besides those that others have signed too."""


@dataclass(slots=True)
class _Draft:
    """A RESULT under way: what its body says, and whose signatures of that have come."""

    root: bytes
    outcome: Outcome
    findings: tuple[Finding, ...]
    absent: frozenset[int]
    signatures: dict[int, bytes] = field(default_factory=dict)


class Closing:
    """The statements about the end of one match. Made by `Transcript`, which signs and checks signatures.

    `audits` and `verdicts` map seats to what they stated; `bears_out` tells whether an audit of ours finds
    the same as a RESULT with these seats absent, None = nobody judges here.
    """

    def __init__(self, authors: Authors, own: Secrets | None) -> None:
        self._authors = authors
        self._own = own
        self.ends: dict[int, dict[tuple[bytes, Outcome], Statement]] = {}
        self._refuted: set[tuple[int, bytes]] = set()  # seats that signed END void and an entry, with roots
        self.audits: dict[int, Audit] = {}
        self.shown: dict[int, list[Audit]] = {}  # all that fitted better than the one before
        self.verdicts: dict[int, Verdict] = {}
        self._complete: bytes | None = None
        self._best = b""  # the body of the complete RESULT
        self._stale = False  # signatures have come since it was last looked for
        self._drafts: dict[bytes, _Draft] = {}  # by body
        self.bears_out: Callable[[tuple[Finding, ...], frozenset[int]], bool] | None = None

    def agreed(self, absent: Iterable[int] = ()) -> End | None:
        """The END for what the match came to (void, if it is not over) that every seat still in has signed,
        or if that is not so, every one of them but those that are `absent`."""
        authors, left = self._authors, set(absent)
        playing, outcome = authors.standings.playing(), authors.outcome
        for seats in (playing, [seat for seat in playing if seat not in left]):
            if seats and all(self.has_ended(seat) for seat in seats):
                return End(authors.game_id, seats[0], authors.root, outcome)
        return None

    def ends_of(self, seat: int) -> int:
        """How many different ENDs a seat has signed."""
        return len(self.ends.get(seat, ()))

    def end_of(self, seat: int) -> bytes | None:
        """The END of a seat for what the match came to."""
        end = self.ends.get(seat, {}).get((self._authors.root, self._authors.outcome))
        return None if end is None else end.wire

    def has_ended(self, seat: int) -> bool:
        """Whether a seat has signed END for what the match came to."""
        return self._has_signed(seat, self._authors.outcome)

    def is_void_for(self, seat: int) -> bool:
        """Whether a seat has signed END void at the present rest; then it signs no entry there. Once somebody
        was dropped this counts for nothing, as the signature of that seat is missing."""
        said = bool(self.ends.get(seat)) and not self._authors.standings.are(DROPPED)
        return said and self._has_signed(seat, None)

    def _has_signed(self, seat: int, outcome: Outcome) -> bool:
        return (self._authors.root, outcome) in self.ends.get(seat, ())

    @property
    def void(self) -> bool:
        """Whether all seats have signed that the match ends here without a winner: only RESULT is missing."""
        return bool(self.ends) and all(map(self.is_void_for, range(self._authors.seats)))

    def refute(self, seat: int) -> bytes:
        """A seat has signed an entry at the present rest as well as the END void that is here: that counts
        for nothing any more. Returns it."""
        root = self._authors.root
        self._refuted.add((seat, root))
        return self.ends[seat].pop((root, None)).wire

    @property
    def void_elsewhere(self) -> int | None:
        """The seat that has signed a void RESULT at a rest at which we have taken the entry of a cheat that
        has signed END void as well, and that has gone no further; None = none. We have signed END void there
        ourselves, or it would know of none of all."""
        authors, own = self._authors, self._authors.seat
        for root in sorted({root for _, root in self._refuted}):
            if own is None or (root, None) not in self.ends.get(own, ()):
                continue
            drafts = [one for one in self._drafts.values() if (one.root, one.outcome) == (root, None)]
            bound = {seat for one in drafts for seat in one.signatures} - authors.standings.convicted
            if own not in bound and (left := [s for s in bound if not authors.signed_behind(s, root)]):
                return min(left)
        return None

    def signed(self, seat: int, findings: Iterable[Finding]) -> list[frozenset[int]]:
        """The seats absent in each RESULT of this end, with these findings, that a seat has signed."""
        right = self._authors.root, self._authors.outcome, tuple(findings)
        said = [draft for draft in self._drafts.values() if seat in draft.signatures]
        return [one.absent for one in said if (one.root, one.outcome, one.findings) == right]

    @property
    def has_results(self) -> bool:
        """Whether anybody has signed a RESULT."""
        return bool(self._drafts)

    def complete(self, missed: bool) -> bytes | None:
        """The RESULT, once all seats present in it have signed it: of several the best one (`_rank`).

        There is none before our own match shows what it says: the root, for an outcome the last rest and END
        and AUDIT of all who are present, and what the audit finds. One that calls our own seat absent counts
        only if we know why (`missed`), or more than half have signed it (less than that could not have voted
        us out either), or it is better than the one that we hold.
        """
        again = self._complete is None or self._stale
        while again:
            again = self._stale = False
            for body in self._drafts:
                if self._rank(body) > self._rank(self._best) and self._whole(body, missed):
                    self._best, again = body, True
            if self._best:
                self._complete = self._merge(self._best)  # the END of somebody absent may have come since
        return self._complete

    def _rank(self, body: bytes) -> tuple[int, list[int], int, bytes]:
        """The rank of a RESULT: of several that of the highest rank counts, alike for all. Ranks compare in
        turn the number of signers; how well these came out in the game, place by place from the first; the
        number of findings, as a seat that has shown different AUDITs is held to the worse; the bytes."""
        draft = self._drafts.get(body)
        if draft is None:
            return 0, [], 0, body
        ranks = () if draft.outcome is None else draft.outcome[0]
        places = sorted((-ranks[seat] for seat in draft.signatures if ranks), reverse=True)
        return len(draft.signatures), places, len(draft.findings), body

    def end(self, outcome: Outcome) -> End:
        """Our END at the present rest; None = void."""
        return End(self._authors.game_id, self._seat(), self._authors.root, outcome)

    def audit(self, alone: bool) -> Audit:
        """Our AUDIT: with it M and the deck list leave this node.

        Only after every seat still in has signed END; or `alone`, the last one left to play on.
        """
        if self._own is None:
            raise LocalError("an onlooker has nothing to show")
        if self.agreed() is None and not alone:
            raise LocalError("not every seat has signed the same END: M must stay here")
        return Audit(self._authors.game_id, self._seat(), self._own.master, self._own.decks)

    def verdict(self, findings: Iterable[Finding]) -> Verdict:
        """Our VERDICT, with the findings of our audit."""
        found = tuple(sorted(set(findings)))
        return Verdict(self._authors.game_id, self._seat(), self._authors.root, found)

    def sign(self, findings: Iterable[Finding], absent: Iterable[int] = ()) -> bytes:
        """Sign the RESULT; returns it with all signatures known so far. Send it, and again when it grows.

        `absent` are the seats that were dropped, or gave no AUDIT, VERDICT or signature in time.
        """
        found, missing = tuple(sorted(set(findings))), sorted(set(absent))
        authors, agreed = self._authors, self.agreed(missing)
        if self._own is None or agreed is None:
            raise LocalError("a RESULT needs an END signed alike by all seats that are present")
        if not stands(agreed.outcome, found, missing, authors.standings.are(DROPPED)):
            raise LocalError("no more than half would have signed, and one of them came behind who is absent")
        name = authors.players[0].config.game
        body = result_body(authors.game_id, name, agreed.root, agreed.outcome, found, missing)
        signature = sign(self._own.sk, "fn1/stmt", signed_statement(RESULT, body))
        draft = _Draft(agreed.root, agreed.outcome, found, frozenset(missing))
        self._drafts.setdefault(body, draft).signatures[self._seat()] = signature
        self._stale = True
        return self._merge(body)

    def _seat(self) -> int:
        if self._authors.seat is None:
            raise LocalError("an onlooker signs nothing")
        return self._authors.seat

    def _merge(self, body: bytes) -> bytes:
        """The RESULT with this body and every signature known."""
        authors, draft = self._authors, self._drafts[body]
        signatures: list[object] = []
        for seat in range(authors.seats):
            if seat in draft.absent:
                ended = self.ends.get(seat, {}).get((draft.root, draft.outcome))
                signatures.append(ended.signature if ended else authors.joined(seat) or b"")
            else:
                signatures.append(draft.signatures.get(seat, b""))
        bindings = [[player.binding.raw, player.binding.signature] for player in authors.players]
        return encode([VERSION, RESULT, body, bindings, signatures])

    def _whole(self, body: bytes, missed: bool) -> bool:
        """Whether all who are present in a RESULT have signed it, and our seat may believe who is not."""
        authors, draft = self._authors, self._drafts[body]
        signed, absent = draft.signatures, draft.absent
        present = {*range(authors.seats)} - absent
        if draft.root != authors.root or not present <= signed.keys():
            return False
        dropped = authors.standings.are(DROPPED)
        if draft.outcome is None and dropped:
            return False  # a match goes on without who was dropped
        if not stands(draft.outcome, draft.findings, absent, dropped):
            return False
        true = draft.outcome == authors.outcome and self.agreed(absent) is not None
        if draft.outcome is not None and not (true and present <= self.audits.keys()):
            return False
        known = missed or bool(self._best) or 2 * len(signed) > authors.seats - len(dropped)
        if authors.seat in absent and not known:
            return False
        if authors.seat in signed or draft.outcome is None:
            return True  # that is our own word
        return self.bears_out is None or self.bears_out(draft.findings, absent)

    # Items from peers

    def hear(self, body: Body, statement: Statement) -> list[Accepted]:
        """Take in an END, AUDIT or VERDICT; known ones give []. Raises `BadStatement` for contradictions, and
        `UnexpectedEntry` for END void of a seat at a rest at which it has signed an entry."""
        match body:
            case End(seat=seat, root=root, outcome=outcome):
                if not self._hear_end(seat, root, outcome, statement):
                    return []
            case Audit(seat=seat):
                known = self.audits.get(seat)
                better = known is not None and self._fit(body) > self._fit(known)
                if not better and self._again(known, body, statement):
                    return []
                self.audits[seat] = body
                self.shown.setdefault(seat, []).append(body)
            case Verdict(seat=seat):
                if self._again(self.verdicts.get(seat), body, statement):
                    return []
                self.verdicts[seat] = body
        self._stale = True
        return [Accepted(body.seat, None, body, statement.wire)]

    def _hear_end(self, seat: int, root: bytes, outcome: Outcome, statement: Statement) -> bool:
        known = self.ends.setdefault(seat, {})
        if (root, outcome) in known or (outcome is None and (seat, root) in self._refuted):
            return False
        if outcome is not None and len(outcome[0]) != self._authors.seats:
            raise BadStatement("the outcome has another number of seats").signed_by(
                seat, None, statement.wire
            )
        shared = any((root, outcome) in said for said in self.ends.values())
        if len(known) >= ENDS_MAX and not shared:
            raise BadStatement("too many ENDs of one seat").signed_by(seat, None, statement.wire)
        seq = self._authors.signed_at(seat, root) if outcome is None else None
        if seq is not None:
            self._refuted.add((seat, root))
            why = "its author has signed that the match ends here as void"
            raise UnexpectedEntry(why).signed_by(seat, seq, statement.wire, proven=True)
        known[root, outcome] = statement
        return True

    def _fit(self, audit: Audit) -> int:
        """How much of an AUDIT is what its HELLO promised: 2 all, 1 the master secret only, 0 nothing.

        The best one counts, so that who shows different ones to different seats leads all to one finding.
        """
        player = self._authors.players[audit.seat]
        master = master_commitment(player.binding.ik, audit.master) == player.master
        return master + (
            master and deck_commitment(player.binding.ik, audit.master, audit.decks) == player.decks
        )

    def gist(self, body: Audit | End | Verdict, said: bytes) -> bytes:
        """As `Transcript.gist`; said: what was signed. Of AUDITs the best one counts, of VERDICTs the first,
        whatever they say; of too many ENDs those that mean something here."""
        seat = body.seat
        match body:
            case Audit():
                return encode([AUDIT, seat, self._fit(self.audits[seat])])
            case Verdict():
                return encode([VERDICT, seat])
            case End(root=root, outcome=outcome):
                counts = root == self._authors.root and outcome in (None, self._authors.outcome)
                many = len(self.ends.get(seat, ())) >= ENDS_MAX
                return encode([END, seat]) if many and not counts else said

    def _again(self, known: Body | None, body: Body, statement: Statement) -> bool:
        if known is not None and known != body:
            raise BadStatement("contradicts what this seat stated before").signed_by(
                body.seat, None, statement.wire
            )
        return known is not None

    def receive_result(self, message: ResultMessage) -> list[Accepted]:
        """Take in a RESULT, complete or still growing, and merge its signatures with ours.

        Raises `BadResult` when a signature does not hold or the keys are not those of this match.
        """
        authors = self._authors
        try:
            result = read_result(message)
        except BadEncoding as fault:
            raise BadResult(fault.why, evidence=message.wire) from fault
        if result.game_id != authors.game_id or result.game != authors.players[0].config.game:
            raise BadResult("a RESULT of another match", evidence=message.wire)
        draft = self._drafts.get(message.body)
        known = {} if draft is None else draft.signatures
        fresh = {}
        for seat, signature in enumerate(message.signatures):
            if isinstance(signature, Joined) or not signature or seat in result.absent or seat in known:
                continue
            if not signed_by(authors.players[seat].binding, RESULT, message.body, signature):
                raise BadResult(f"the signature of seat {seat} does not hold", evidence=message.wire)
            fresh[seat] = signature
        count = [sum(seat in one.signatures for one in self._drafts.values()) for seat in fresh]
        if not fresh or (not known and min(count) >= RESULTS_MAX):
            return []
        said = _Draft(result.root, result.outcome, result.findings, frozenset(result.absent))
        self._drafts.setdefault(message.body, said).signatures.update(fresh)
        self._stale = True
        wire = self._merge(message.body)
        return [Accepted(min(fresh), None, message, wire)]
