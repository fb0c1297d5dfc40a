"""Match files: a CBOR sequence (RFC 8742) of signed messages, and what it proves to a stranger.

The hash chain is the checksum. A file that ends inside its last item was cut there and loses just that
item; anything else that does not fit is corruption, and the report names the item.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from protocol.audit import Audited, Judge, audits_by
from protocol.encoding import ENTRY_MAX, decode, item_end
from protocol.evidence import check_evidence
from protocol.faults import BadEncoding, CorruptFile, Equivocation, Incomplete, PeerFault
from protocol.hello import Hello, parse_hello, seat_hellos
from protocol.messages import ResultMessage, Statement, parse_message
from protocol.needs import Batch, Rest
from protocol.result import Result, check_result, stands
from protocol.standing import DROPPED
from protocol.statements import parse_body
from protocol.transcript import Transcript
from protocol.values import DROP, EVIDENCE, HELLO, RESULT, Finding, Outcome

_STARTS: Final = (b"\x83\x58", b"\x84\x02", b"\x85\x02\x11")
"""How everything behind the HELLOs begins: an entry (an array of three, then the head, which has 24 to 255
bytes), a statement and a RESULT (version 2)."""

ITEM_MIN: Final = 142
"""Bytes of the shortest message: a statement of nothing, such as an END without an outcome."""
PARTS_MAX: Final = 28
"""Data items of the message that has the most, a RESULT of four seats of which three are absent without END;
a byte string counts once."""


ProgressHook = Callable[[int, int], object]


class FileState(StrEnum):
    """The state of a match file, as its items prove it."""

    VALID = "valid"
    INVALID = "invalid"
    INCOMPLETE = "incomplete"
    GUILTY = "guilty"
    CLAIMED = "claimed"


@dataclass(frozen=True, slots=True)
class Report:
    """`place` is the number of the item (from 0) at which `why` came up; `findings` name who is guilty. The
    findings of a RESULT that stands alone are on its signers' word, and in `result` only."""

    state: FileState
    why: str
    place: int | None = None
    findings: tuple[Finding, ...] = ()
    game_id: bytes = b""
    outcome: Outcome = None
    result: Result | None = None


class Referee(Protocol):
    """The rules of one match, as the verifier needs them. Its methods raise `IllegalEntry` for a move that
    the rules refuse."""

    def deck_owners(self, players: Sequence[Hello]) -> Sequence[int]:
        """The owner of every deck, in deck order; NOBODY for ownerless ones."""

    def begin(self, transcript: Transcript) -> Rest:
        """The first rest after READY. The referee keeps the transcript, for its binds and tosses."""

    def follow(self, batch: Batch) -> Rest:
        """Apply a batch and run to the next rest."""

    def judge(self) -> Judge:
        """The judge of the audit."""


def split_items(data: bytes) -> tuple[list[bytes], int]:
    """Cut a CBOR sequence into its items: (items, bytes of an incomplete tail that were left out).

    Raises `CorruptFile`, which names the item, when the bytes behind an item are not an item, or when the
    incomplete tail cannot be one: longer than an item may be, or with a whole item inside. A value of fewer
    bytes or more parts than any message is not an item either.
    """
    items, tail, fault = _split(data)
    if fault is not None:
        raise fault
    return items, tail


def _split(data: bytes) -> tuple[list[bytes], int, CorruptFile | None]:
    """The items up to the end or to the first damage, the bytes behind them, the damage.

    Nothing but messages is kept waiting for the end: a file full of small things stops at the first of them.
    """
    items: list[bytes] = []
    at = 0
    while at < len(data):
        left = len(data) - at
        try:
            end = item_end(data, at, PARTS_MAX)
        except Incomplete:
            if left <= ENTRY_MAX and not _holds_item(data[at:]):
                return items, left, None
            why = "an item that runs over what follows it"
        except BadEncoding as fault:
            why = fault.why
        else:
            if end - at >= ITEM_MIN:
                items.append(data[at:end])
                at = end
                continue
            why = f"an item of {end - at} bytes, and no message has so few"
        return items, left, CorruptFile(why, seq=len(items))
    return items, 0, None


def _holds_item(tail: bytes) -> bool:
    """Whether a whole item begins behind the first byte."""
    for start in _STARTS:
        at = tail.find(start, 1)
        while at >= 0:
            try:
                parse_message(tail[at : item_end(tail, at, PARTS_MAX)])
                return True
            except BadEncoding:
                at = tail.find(start, at + 1)
    return False


def verify_file(data: bytes, referee: Referee, told: ProgressHook = lambda done, total: None) -> Report:
    """Verify a match file, or a file of one RESULT or EVIDENCE item. No `PeerFault` escapes.

    told: hears how many items of how many have been looked at.
    """
    items, tail, damage = _split(data)
    report = _verify_items(items, tail, referee, told)
    if damage is not None and (report.place is None or report.place >= len(items)):
        return Report(FileState.INVALID, damage.why, damage.seq)
    return report


def _verify_items(items: list[bytes], tail: int, referee: Referee, told: ProgressHook) -> Report:
    if not items:
        return Report(FileState.INCOMPLETE, "there is no whole item in the file")
    try:
        first = decode(items[0])
        kind = first[1] if type(first) is list and len(first) > 1 else None
        if kind == HELLO:
            return _Walk(items, tail, referee, told).report()
        if kind in (RESULT, EVIDENCE) and (len(items) > 1 or tail):
            return Report(FileState.INVALID, "this item stands alone in its file", 1)
        if kind == RESULT:
            result = check_result(items[0])
            seats = len(result.players)
            why = f"claimed by {seats - len(result.absent)} of {seats}"
            return Report(FileState.CLAIMED, why, 0, (), result.game_id, result.outcome, result)
        if kind == EVIDENCE:
            guilt = check_evidence(items[0])
            accused = (guilt.seat, guilt.seq, "equivocation")
            return Report(FileState.GUILTY, "two signatures for one place", 0, (accused,), guilt.game)
    except PeerFault as fault:
        return Report(FileState.INVALID, fault.why, 0)
    return Report(FileState.INVALID, "the file begins with none of HELLO, RESULT, EVIDENCE", 0)


class _Walk:
    """The walk through a match file, item by item."""

    def __init__(self, items: list[bytes], tail: int, referee: Referee, told: ProgressHook) -> None:
        self._items = items
        self._tail = tail
        self._referee = referee
        self._told = told
        self._place = 0
        self._result: Result | None = None
        self._begun = False
        self._over = False
        self._outcome: Outcome = None
        self._votes: set[bytes] = set()

    def report(self) -> Report:
        try:
            return self._walk()
        except PeerFault as fault:
            if fault.proven and fault.author is not None:
                finding = (fault.author, fault.seq or 0, fault.rule)
                return Report(FileState.GUILTY, fault.why, self._place, (finding,))
            return Report(FileState.INVALID, fault.why, self._place)

    def _walk(self) -> Report:
        seats = parse_hello(self._items[0]).config.seats
        if len(self._items) < seats:
            return Report(FileState.INCOMPLETE, "HELLOs are missing", len(self._items))
        players = seat_hellos(self._items[:seats])
        if [player.wire for player in players] != self._items[:seats]:
            return Report(FileState.INVALID, "the HELLOs are not in seat order", 0)
        transcript = Transcript(self._items[:seats], self._referee.deck_owners(players))
        for place, item in enumerate(self._items[seats:], seats):
            self._place = place
            if self._result is not None:
                return Report(FileState.INVALID, "something follows the RESULT", self._place)
            why = self._step(transcript, item)
            if why:
                return Report(FileState.INVALID, why, self._place)
            self._told(place + 1, len(self._items))
        self._place = len(self._items)
        return self._conclude(transcript)

    def _step(self, transcript: Transcript, item: bytes) -> str:
        """Take in one item; returns what is wrong with its place in the file. A vote may count for nothing
        here and have counted where it came."""
        message = parse_message(item)
        if isinstance(message, ResultMessage):
            self._result = check_result(item)
            transcript.take_in(message)
            return ""
        is_vote = isinstance(message, Statement) and message.kind == DROP
        if not transcript.take_in(message) and (not is_vote or item in self._votes):
            return "an item twice, or before its time"
        if transcript.forks.pop_replaced():
            assert isinstance(message, Statement)
            seat = parse_body(message.kind, message.body).seat
            raise Equivocation("two RESUMEs in one era", author=seat, evidence=item)
        if is_vote:
            self._votes.add(item)
        while (batch := transcript.batch()) is not None:  # what is owed next may be voted away already
            rest = self._referee.follow(batch) if self._begun else self._referee.begin(transcript)
            self._begun, self._over, self._outcome = True, rest.over, rest.outcome
            transcript.rest(rest.state_digest, rest.expect, rest.outcome)
        if (refused := transcript.pop_refused()) is not None:
            transcript.receive(refused)  # it raises its fault
        return ""

    def _conclude(self, transcript: Transcript) -> Report:
        """The report on a file all of whose items fit."""
        result, game = self._result, transcript.game_id
        if result is None:
            why = "the last item is cut" if self._tail else "the match ends before its RESULT"
            return Report(FileState.INCOMPLETE, why, self._place, (), game, self._outcome)
        if self._tail:
            return Report(FileState.INVALID, "something follows the RESULT", self._place, (), game)
        if result.outcome is None and transcript.who_is(DROPPED):
            why = "a match from which a seat was dropped cannot end as void"
            return Report(FileState.INVALID, why, self._place, (), game)
        if result.outcome is None and not result.findings and result.root == transcript.root:
            return Report(FileState.VALID, "void: ended by all", None, (), game, None, result)
        shown = {*transcript.closing.audits, *result.absent}
        if missing := [seat for seat in range(transcript.seats) if seat not in shown]:
            return Report(FileState.INCOMPLETE, f"the AUDIT of seat {missing[0]} is missing", self._place)
        if transcript.closing.agreed(result.absent) is None:
            return Report(FileState.INCOMPLETE, "an END is missing", self._place)
        for audited in audits_by(transcript, self._referee.judge, result.absent):
            why = self._contradiction(transcript, result, audited)
            if not why:
                break
        if why:
            return Report(FileState.INVALID, why, self._place, (), game)
        state = FileState.GUILTY if audited.findings else FileState.VALID
        why = "the audit names somebody" if audited.findings else "every check holds"
        return Report(state, why, None, audited.findings, game, result.outcome, result)

    def _contradiction(self, transcript: Transcript, result: Result, audited: Audited) -> str:
        """How the RESULT differs from what the file shows."""
        if not self._over or result.outcome != self._outcome:
            return "the RESULT has another outcome than the match"
        if result.game_id != transcript.game_id or result.root != transcript.root:
            return "the RESULT is of another match, or of another end of it"
        dropped = transcript.who_is(DROPPED) - set(result.absent)
        if not all(transcript.closing.has_ended(seat) for seat in dropped):
            return "the RESULT calls a seat present that the others have voted out"
        out = transcript.who_is(DROPPED)
        if not stands(result.outcome, result.findings, result.absent, out):
            return "too few have signed the RESULT, and one of them came behind a seat that it calls absent"
        if result.findings != audited.findings:
            return "the RESULT has other findings than the audit"
        if audited.outcome is not None and audited.outcome != result.outcome:
            return "the replay with all cards known ends otherwise"
        return ""
