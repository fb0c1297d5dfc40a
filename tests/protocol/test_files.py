"""Match files: a cut tail is not corruption, corruption is never taken for a shorter match."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

import pytest

from protocol.encoding import ENTRY_MAX, decode, encode
from protocol.evidence import HEADS, check_evidence, make_evidence
from protocol.faults import BadEvidence, CorruptFile, IllegalEntry
from protocol.files import ITEM_MIN, PARTS_MAX, FileState, Report, split_items, verify_file
from protocol.hashing import H, sign, var
from protocol.messages import Ack, Entry, EntryPlace, Head, MoveMessage, Pass, Take, parse_message
from protocol.needs import Batch, NeedMove, NeedTake, Rest
from protocol.result import check_result
from protocol.standing import DROPPED
from protocol.statements import Audit, Drop, End, Verdict
from protocol.values import VERSION
from tests.protocol.test_transcript import forge, secrets_at
from tests.protocol.toy import Node, Table, Toy, seed


@cache
def played() -> tuple[Table, bytes]:
    table = Table()
    table.play()
    table.close()
    return table, table.nodes[0].file


def verify(data: bytes) -> Report:
    return verify_file(data, Toy())


def author(item: bytes) -> int:
    message = parse_message(item)
    assert isinstance(message, Entry)
    return message.head.author


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_s_file_of_an_honest_match_is_valid(seats: int) -> None:
    table = Table(seats)
    table.play()
    table.close()
    for node in table.nodes:
        report = verify(node.file)
        assert (report.state, report.findings) == (FileState.VALID, ())
        assert report.outcome == (tuple(range(1, seats + 1)), "toy.win")


def test_a_file_cut_anywhere_is_incomplete_and_never_anything_else() -> None:
    _, file = played()
    items, _ = split_items(file)
    for end in range(0, len(file), 7):
        kept, tail = split_items(file[:end])
        assert sum(map(len, kept)) + tail == end and kept == items[: len(kept)]
    for end in range(0, len(file) - 1, 501):
        assert verify(file[:end]).state == FileState.INCOMPLETE


def test_a_flipped_byte_in_any_item_is_invalid_or_a_cut_end() -> None:
    """Never valid, never guilty, and the report names an item up to the one that was hit."""
    _, file = played()
    items, _ = split_items(file)
    start = 0
    for number, item in enumerate(items):
        for at in (0, 1, 2, len(item) // 2, len(item) - 1):
            bad = bytearray(file)
            bad[start + at] ^= 4
            report = verify(bytes(bad))
            assert report.state == FileState.INVALID, (number, at, report)
            assert report.place is not None and report.place <= number
        start += len(item)


def test_a_missing_doubled_or_swapped_item_is_invalid() -> None:
    _, file = played()
    items, _ = split_items(file)
    for n in range(2, len(items) - 8):
        assert verify(b"".join(items[:n] + items[n + 1 :])).state == FileState.INVALID
        assert verify(b"".join([*items[: n + 1], *items[n:]])).state == FileState.INVALID
        swapped = [*items[:n], items[n + 1], items[n], *items[n + 2 :]]
        same_batch = verify(b"".join(swapped)).state == FileState.VALID
        assert not same_batch or author(items[n]) != author(items[n + 1])


def test_a_flipped_length_does_not_swallow_the_rest_of_the_file() -> None:
    _, file = played()
    items, _ = split_items(file)
    at = sum(map(len, items[:8]))
    with pytest.raises(CorruptFile) as caught:
        split_items(file[:at] + b"\x83\x59\xbf\xff" + file[at:])
    assert caught.value.seq == 8


def parts(x: object) -> int:
    """The data items of a value, itself included."""
    return 1 + (sum(map(parts, x)) if isinstance(x, list) else 0)


def test_the_limits_of_an_item_are_those_of_the_messages() -> None:
    """given the smallest of every message, then the smallest of them has the least bytes that an item may
    have, and a RESULT of four seats, all but one of them absent without END, has the most parts."""
    none, signature = bytes(32), bytes(64)
    bodies = (
        Drop(none, 0, 0, 0, none, False),
        End(none, 0, none, None),
        Audit(none, 0, none, ()),
        Verdict(none, 0, none, ()),
    )
    least = [encode([VERSION, body.TYPE, encode(body.wire()), signature]) for body in bodies]
    head = Head.make(Ack.TYPE, EntryPlace(none, 0, 0), none, none, none)
    least.append(encode([head, encode(Ack().wire()), signature]))
    table = Table(4)
    table.play()
    table.close()
    items, _ = split_items(table.nodes[0].file)
    assert min(map(len, least)) == ITEM_MIN <= min(map(len, [*items, proof(b"a", b"b")]))
    version, kind, body, keys, signatures = decode(items[-1])
    alone = [version, kind, body, keys, [signatures[0], *[[b"", signature]] * 3]]
    assert max(parts(decode(item)) for item in items) < parts(alone) == PARTS_MAX


@pytest.mark.parametrize("junk", [b"\x41\x41", b"\x98\x8c" + bytes(140)], ids=["tiny items", "tiny parts"])
def test_a_file_full_of_small_things_is_read_up_to_the_first_of_them(junk: bytes) -> None:
    """given more junk than could be gone through, then it is damage at once, at its place."""
    _, file = played()
    items, _ = split_items(file)
    whole = sum(map(len, items[:-1]))
    for start, number in ((0, 0), (whole, len(items) - 1), (len(file), len(items))):
        data = file[:start] + junk * (2**24 // len(junk))
        began = time.process_time()
        with pytest.raises(CorruptFile) as caught:
            split_items(data)
        report = verify(data)
        assert time.process_time() - began < 2
        assert caught.value.seq == number == report.place and report.state == FileState.INVALID


def crowded() -> bytes:
    """A cut item in which thousands of statements seem to begin, each with thousands of parts behind it."""
    count, region = 8_900, b"\x99\x0f\xe0" + bytes(0xFE0)
    starts = (b"\x84\x02\x59" + (5 * (count - n) + 295).to_bytes(2, "big") for n in range(count))
    return b"\x59\xc0\x00" + b"".join(starts) + bytes(300) + region + b"\x40"


def test_a_cut_item_is_looked_through_in_no_time() -> None:
    """given a tail made to be as much work as can be to look for whole items in, then it is little."""
    tail = crowded()
    assert len(tail) <= ENTRY_MAX
    began = time.process_time()
    assert split_items(tail) == ([], len(tail))
    assert time.process_time() - began < 2


@pytest.mark.parametrize("more", [b"\xff", b"\x41\x41", b"\x83\x58", bytes(300)])
def test_a_result_or_evidence_with_anything_behind_it_proves_nothing(more: bytes) -> None:
    _, file = played()
    for item in (split_items(file)[0][-1], proof(b"a", b"b")):
        report = verify(item + more)
        assert (report.state, report.place, report.findings) == (FileState.INVALID, 1, ())


def test_what_follows_the_result_is_invalid() -> None:
    _, file = played()
    items, _ = split_items(file)
    assert verify(file + items[-2]).state == FileState.INVALID
    assert verify(file + items[-2][:50]).state == FileState.INVALID


def test_hellos_out_of_order_are_invalid() -> None:
    _, file = played()
    items, _ = split_items(file)
    assert verify(b"".join([items[1], items[0], *items[2:]])).state == FileState.INVALID


def test_a_result_alone_is_a_claim_and_one_with_other_findings_than_the_audit_is_invalid() -> None:
    table, file = played()
    items, _ = split_items(file)
    report = verify(items[-1])
    assert (report.state, report.why) == (FileState.CLAIMED, "claimed by 2 of 2")
    assert report.result == check_result(items[-1]) and report.findings == ()
    one, two = (node.transcript for node in table.nodes)
    one.closing.sign([(0, 3, "audit.pool")])
    (framed,) = one.receive(two.closing.sign([(0, 3, "audit.pool")]))
    assert check_result(framed.wire).findings == ((0, 3, "audit.pool"),)
    assert one.result == framed.wire, "of two that all have signed the one with findings counts"
    assert verify(b"".join(items[:-1]) + framed.wire).state == FileState.INVALID


def test_a_missing_audit_leaves_the_file_incomplete() -> None:
    _, file = played()
    items, _ = split_items(file)
    audits = [n for n, item in enumerate(items) if decode(item)[1] == 15]
    del items[audits[0]]
    assert verify(b"".join(items)).state == FileState.INCOMPLETE


def test_a_signed_wrong_answer_makes_its_author_guilty() -> None:
    table = Table()
    node = table.until(NeedMove)
    seat = node.transcript.seat
    assert seat is not None
    wire = forge(table, seat, Pass().wire(), kind=Pass.TYPE)
    report = verify(node.file + wire)
    seq = node.transcript.heads()[seat][0]
    assert (report.state, report.findings) == (FileState.GUILTY, ((seat, seq, "entry.unexpected"),))


def test_who_forges_a_branch_of_its_own_cannot_make_the_other_guilty() -> None:
    """The cheat replaces its own move in the file; what the honest seat signed is of another table."""
    table = Table()
    node = table.until(NeedMove)
    seat = node.transcript.seat
    assert seat is not None
    fork = forge(table, seat, MoveMessage("another").wire(), kind=MoveMessage.TYPE)
    before = node.file
    table.play()
    entries = [item for item in split_items(table.nodes[1 - seat].file)[0]]
    later = [item for item in entries if item not in split_items(before)[0]]
    honest = next(
        item
        for item in later
        if isinstance(message := parse_message(item), Entry) and message.head.author == 1 - seat
    )
    report = verify(before + fork + honest)
    assert report.state == FileState.INVALID and report.findings == ()


class StrictToy(Toy):
    """A toy whose rules forbid to pass."""

    def follow(self, batch: Batch) -> Rest:
        for one in batch.entries:
            if isinstance(one.payload, Pass):
                raise IllegalEntry("toy.no-pass", "nobody passes here", one.seat, one.seq or 0, one.wire)
        return super().follow(batch)


def test_an_illegal_move_makes_its_author_guilty_under_the_rule() -> None:
    _, file = played()
    report = verify_file(file, StrictToy())
    assert report.state == FileState.GUILTY
    assert [rule for _, _, rule in report.findings] == ["toy.no-pass"]


def test_a_cheat_of_the_audit_is_guilty_in_the_file() -> None:
    table = Table()
    node = table.until(NeedTake)
    honest = node.answer()
    assert isinstance(honest, Take)
    lie = replace(honest, claims=(honest.claims[0]._replace(numbers=(31,)),))
    wire = node.transcript.write(lie)
    node.file += wire
    node.advance()
    table.send(node, wire)
    table.play()
    found = table.close().findings
    for one in table.nodes:
        report = verify(one.file)
        assert (report.state, report.findings) == (FileState.GUILTY, found)
        places = report.result.places() if report.result else None
        assert places is not None and places[found[0][0]] == 2


def test_a_void_match_by_agreement_is_valid() -> None:
    table = Table()
    table.until(NeedMove)
    table.say(lambda node: node.transcript.end(None))
    for node, other in (table.nodes, table.nodes[::-1]):
        other.transcript.receive(node.transcript.closing.sign([]))
    for node in table.nodes:
        complete = node.transcript.result
        assert complete is not None
        report = verify(node.file + complete)
        assert (report.state, report.outcome) == (FileState.VALID, None)


def test_a_file_of_drop_votes_replays_to_the_same_end() -> None:
    table = Table(3)
    gone = table.until(NeedMove)
    accused = gone.transcript.seat
    assert accused is not None
    others = [node for node in table.nodes if node is not gone]
    for node in others:
        vote = node.transcript.drop(accused)
        node.file += vote
        table.send(node, vote)
    table.settle(*others)
    file = others[0].file
    onlooker = Node(table.hellos, None)
    for item in split_items(file)[0][3:]:
        onlooker.transcript.receive(item)
        batch = onlooker.transcript.batch()
        if batch is not None and not batch.dropped:
            rest = (
                onlooker.toy.begin(onlooker.transcript)
                if onlooker.now is None
                else onlooker.toy.follow(batch)
            )
            onlooker.now = rest
            onlooker.transcript.rest(rest.state_digest, rest.expect)
    assert onlooker.transcript.who_is(DROPPED) == {accused}


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x80", b"\xff", b"\x83\x01\x02\x03", bytes(100)])
def test_other_files_are_no_match_files(data: bytes) -> None:
    assert verify(data).state in (FileState.INVALID, FileState.INCOMPLETE)


def proof(one: bytes, two: bytes, seat: int = 0, by: int = 0, shift: int = 0) -> bytes:
    table, _ = played()
    transcript = table.nodes[0].transcript
    signed = []
    for n, text in enumerate((one, two)):
        state, body = seed("state"), H("fn1/body", var(text))
        head = Head.make(2, EntryPlace(transcript.game_id, seat, 7 + n * shift), seed("prev"), state, body)
        signed += [head, sign(secrets_at(table, by).sk, "fn1/msg", head)]
    return make_evidence(HEADS, transcript.players[0].binding, *signed)


def test_evidence_is_checked_alone() -> None:
    item = proof(b"a", b"b")
    assert len(item) <= 1024 and check_evidence(item).seq == 7
    assert verify(item).state == FileState.GUILTY


def test_evidence_that_proves_nothing_convicts_nobody() -> None:
    good = proof(b"a", b"b")
    bad = [proof(b"a", b"a"), proof(b"a", b"b", by=1), proof(b"a", b"b", shift=1), encode([VERSION, 18])]
    bad += [bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]) for at in range(len(good))]
    for item in bad:
        with pytest.raises(BadEvidence):
            check_evidence(item)
        assert verify(item).state in (FileState.INVALID, FileState.INCOMPLETE)
    assert {(verify(item).state, verify(item).place) for item in bad[:4]} == {(FileState.INVALID, 0)}
