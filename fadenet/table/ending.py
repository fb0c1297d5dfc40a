"""How a match ends, as one seat follows it: END, AUDIT, VERDICT and RESULT, who is absent in it, or a void.

Nothing in it is left to choose; only to offer a void, and to wait no longer for somebody, is the player's.
Which RESULT counts is ruled in `protocol/README.md`, section 10.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from protocol.audit import Audited, audit, audits_by
from protocol.result import stands
from protocol.standing import DROPPED
from protocol.transcript import Transcript
from protocol.values import Finding


def places_alone(rules: Rules, seats: int, shown: Collection[int], own: Collection[int]) -> tuple[int, ...]:
    """The places in a match without RESULT that somebody has ended alone, as all others had left it.

    A seat that goes on alone shows its AUDIT in mid-game: ours, or else another one that has given us up. It
    is first, with its side. () where no seat has shown one, and against automata, as the seat that stays has
    neither won nor lost. shown: the seats whose AUDIT is there; own: ours.
    """
    stayed = {*shown} & {*own} or {*shown}
    if rules.automata or not stayed:
        return ()
    sides = {rules.sides[seat] for seat in stayed}
    first = [seat for seat in range(seats) if rules.sides[seat] in sides]
    return tuple(1 if seat in first else len(first) + 1 for seat in range(seats))


class Ending:
    """The end of the match of a transcript, judged with the rules of its replica. `audited`: what our audit
    has found; `signed`: the RESULT as our seat signed it, perhaps still without the others' signatures, b""
    before that."""

    def __init__(self, transcript: Transcript, replica: Replica, before: Ending | None = None) -> None:
        self._transcript = transcript
        self._replica = replica
        # The seats given up, and with whom as absent each of them had signed a RESULT by then.
        self._given_up: dict[int, list[frozenset[int]]] = {} if before is None else before._given_up
        self._judged: tuple[object, ...] = ()  # what our audit and the RESULT that we signed rest on
        self._found: dict[
            tuple[object, ...], set[tuple[Finding, ...]]
        ] = {}  # by any AUDITs, by who is absent
        transcript.judged_by(self._bears_out)
        self.audited: Audited | None = None
        self.signed = b""

    @property
    def over(self) -> bool:
        """Whether the game on the table has ended."""
        return self._transcript.ended

    @property
    def void(self) -> bool:
        """Whether all seats have agreed that the match ends as it stands, without a winner."""
        return self._transcript.void

    def void_for(self) -> list[int]:
        """The seats that have signed at this rest that the match ends as it stands."""
        transcript = self._transcript
        return [seat for seat in range(transcript.seats) if transcript.closing.is_void_for(seat)]

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats without a part in the ending: dropped seats, and those given up that still owe something.

        Where those who are left may not sign without them, a seat given up that has shown all but its
        signature takes part."""
        lost = self._lost - (self._done if self.in_vain else frozenset())
        return tuple(sorted(self._transcript.who_is(DROPPED) | lost))

    @property
    def in_vain(self) -> frozenset[int]:
        """The seats given up of which one has to come back, as those who are left may not sign a RESULT."""
        dropped, lost = self._transcript.who_is(DROPPED), self._lost
        return frozenset() if self.may_sign(dropped | lost) else lost

    @property
    def _lost(self) -> frozenset[int]:
        """The seats given up, but for those that have signed anew since, with no other absent."""
        transcript, dropped = self._transcript, self._transcript.who_is(DROPPED)
        done, given_up = self._done, {*self._given_up}
        back = {
            seat
            for seat, before in self._given_up.items()
            for absent in transcript.closing.signed(seat, self._findings)
            if seat in done and absent <= (dropped | given_up) - {seat} and absent not in before
        }
        return frozenset(given_up - dropped - back)

    @property
    def _done(self) -> frozenset[int]:
        """The seats that have stated all that comes before the RESULT."""
        transcript = self._transcript
        stated = transcript.closing.audits.keys() & transcript.closing.verdicts.keys()
        return frozenset(stated - {*self._without_end(transcript.playing())})

    def may_sign(self, absent: Collection[int]) -> bool:
        """Whether a RESULT of those not absent counts, before the last rest too."""
        transcript = self._transcript
        return stands(transcript.outcome, self._findings, absent, transcript.who_is(DROPPED))

    def _without_end(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats that have not signed END."""
        return [seat for seat in seats if not self._transcript.closing.has_ended(seat)]

    @property
    def agreed(self) -> bool:
        """Whether all who are in the match and present have signed how it ended."""
        return self._transcript.closing.agreed(self.absent) is not None

    @property
    def abandoned(self) -> bool:
        """Whether all who could sign how the game ended have been given up, so that a RESULT cannot come."""
        playing, absent = self._transcript.playing(), self.absent
        return self.over and {*playing} <= {*absent} and self._transcript.closing.agreed() is None

    def awaited(self) -> list[int]:
        """The seats of which a part is missing."""
        transcript = self._transcript
        if self.void:
            return [
                seat
                for seat in range(transcript.seats)
                if frozenset() not in transcript.closing.signed(seat, ())
            ]
        absent = self.absent
        if not self.may_sign(absent):
            return sorted(self.in_vain)
        present = self._present(absent)
        if not self.agreed:
            playing = [seat for seat in present if seat in transcript.playing()]
            return transcript.leaving.waited_for(self._without_end(playing))
        for stated in (transcript.closing.audits, transcript.closing.verdicts):
            if missing := [seat for seat in present if seat not in stated]:
                return missing
        return self._unsigned(present, frozenset(absent))

    def _unsigned(self, present: Sequence[int], absent: frozenset[int]) -> list[int]:
        """The present seats that have not signed the RESULT in which just these are absent. A seat that has
        signed one without another of them is left out, as long as others remain: it was only quicker to give
        that one up."""
        signed = {seat: self._transcript.closing.signed(seat, self._findings) for seat in present}
        late = {seat for seat in present if absent not in signed[seat]}
        quicker = {
            seat for seat in late if any(without <= absent | late - {seat} for without in signed[seat])
        }
        return sorted(late - quicker or late)

    def give_up(self, seats: Iterable[int]) -> None:
        """Wait no longer for these: they are absent, unless they come back before the RESULT is whole."""
        for seat in seats:
            self._given_up[seat] = self._transcript.closing.signed(seat, self._findings)

    def state(self) -> list[bytes]:
        """Our own END, AUDIT and VERDICT, each as soon as the one before it is complete."""
        transcript, seat = self._transcript, self._transcript.seat
        if not self.over or seat is None:
            return []
        if self.audited is not None:
            self._judge()
        made: list[bytes] = []
        if seat in transcript.playing() and not transcript.closing.has_ended(seat):
            made.append(transcript.end(transcript.outcome))
        if self.agreed and seat not in transcript.closing.audits:
            made.append(transcript.audit(alone=True))
        if all(other in transcript.closing.audits for other in self._present(self.absent)):
            self._judge()
            if seat not in transcript.closing.verdicts and self.audited is not None:
                made.append(transcript.verdict(self.audited.findings))
        return made

    def sign(self) -> list[bytes]:
        """The RESULT with our signature, when nothing else is missing and we have not signed this one yet."""
        transcript = self._transcript
        if self.signed or self._transcript.seat is None:
            return []
        if self.void:
            self.signed = transcript.closing.sign(())
        elif self.audited is not None and self.agreed:
            absent = self.absent
            stated = all(seat in transcript.closing.verdicts for seat in self._present(absent))
            if stated and self.may_sign(absent):
                self.signed = transcript.closing.sign(self.audited.findings, absent)
        return [self.signed] if self.signed else []

    def _judge(self) -> None:
        """Audit with the AUDITs that are there; once there are others, the RESULT is signed anew as well."""
        judged = self.absent, dict(self._transcript.closing.audits)
        if judged != self._judged:
            self._judged, self.signed = judged, b""
            self.audited = audit(self._transcript, self._replica.judge())

    def _bears_out(self, findings: tuple[Finding, ...], absent: frozenset[int]) -> bool:
        """Whether our audit finds this, by the AUDITs that the signers of a RESULT may have held."""
        shown = self._transcript.closing.shown
        key = absent, *(len(shown.get(seat, ())) for seat in range(self._transcript.seats))
        if key not in self._found:
            audits = audits_by(self._transcript, self._replica.judge, absent)
            self._found[key] = {audited.findings for audited in audits}
        return findings in self._found[key]

    @property
    def _findings(self) -> tuple[Finding, ...]:
        return self.audited.findings if self.audited is not None else ()

    def _present(self, absent: Sequence[int]) -> list[int]:
        return [seat for seat in range(self._transcript.seats) if seat not in absent]
