"""Attacks on what is signed: replays from other matches, other versions, malleable signatures, huge items."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from protocol.encoding import decode, encode
from protocol.evidence import HEADS, VOTES, check_evidence, make_evidence, signed_statement
from protocol.faults import BadEncoding, BadEvidence, BadSignature, PeerFault, WrongGame, WrongSeq, WrongState
from protocol.files import FileState, verify_file
from protocol.hashing import sign
from protocol.hello import parse_hello
from protocol.messages import Entry, MoveMessage, Pass, parse_message
from protocol.statements import Drop, End
from protocol.values import VERSION
from tests.attacks.hostile import ORDER, entry, sign_otherwise, statement
from tests.builders.ten import TEN
from tests.protocol.toy import Toy
from tests.table.wire import Match, acting, file_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def finished() -> Match:
    """A whole match, to take items from."""
    return Match(TEN, 12).play()


def another(seed: int) -> Match:
    """A second match of players with the same identities, and in it the same cards."""
    match = Match(TEN, seed)
    match.until(acting)
    return match


def test_nothing_of_another_match_of_the_same_players_is_taken(finished: Match) -> None:
    """given every item of an earlier match, then it is refused in a later one and changes nothing."""
    match = another(13)
    assert {p.binding.ik for p in match.seats[0].players} == {p.binding.ik for p in finished.seats[0].players}
    table = match.seats[0]
    before = list(table.journal), table.transcript.heads()
    for wire in finished.seats[0].journal:
        with pytest.raises(PeerFault) as caught:
            table.receive(wire)
        assert not caught.value.proven
    assert (table.journal, table.transcript.heads()) == before


def test_an_entry_of_an_earlier_rest_is_no_answer_to_a_later_one() -> None:
    """given the right author and seq, but an earlier table or chain to stand on, then it convicts nobody."""
    match = Match(TEN, 12)
    liar = match.until(acting)
    honest, earlier = match.seats[1 - liar.seat], liar.transcript.table_digest
    prev = liar.transcript.heads()[liar.seat][1]
    match.send(liar.seat, match.move(liar))
    match.until_rest(lambda table: table is liar and acting(table))
    for changes, kind in (({"state": earlier}, WrongState), ({"prev": prev}, PeerFault)):
        with pytest.raises(kind) as caught:
            honest.receive(entry(match, liar.seat, MoveMessage("end"), **changes))
        assert not caught.value.proven
    with pytest.raises(WrongSeq):
        honest.receive(entry(match, liar.seat, MoveMessage("end"), seq=2**31))


def test_a_signature_cannot_be_varied_by_others() -> None:
    """given an entry on its way, when S of its signature is raised by the order of the group, or its head is
    signed by another seat or under another tag, then it is refused, and the true one is taken after."""
    match = Match(TEN, 12)
    author = match.until(acting)
    honest = match.seats[1 - author.seat]
    wire = entry(match, author.seat, MoveMessage("end"))
    head, payload, signature = decode(wire)
    raised = int.from_bytes(signature[32:], "little") + ORDER
    foreign = match.secrets[honest.seat].sk
    own = match.secrets[author.seat].sk
    for bad in (
        signature[:32] + raised.to_bytes(32, "little"),
        sign(foreign, "fn1/msg", head),
        sign(own, "fn1/stmt", head),
        sign(own, "fn1/keys", head),
        bytes(64),
    ):
        with pytest.raises(BadSignature) as caught:
            honest.receive(encode([head, payload, bad]))
        assert not caught.value.proven and honest.transcript.awaited() == [author.seat]
    author._write(MoveMessage("end"))
    assert honest.receive(author.journal[-1])


def test_one_statement_under_two_signatures_is_one() -> None:
    """given an END that its author has signed twice, each time otherwise, when both come, then both hold,
    and the second says nothing new; nor does an entry that was signed so."""
    match = another(13)
    author = match.until(acting)
    idle, transcript = match.seats[1 - author.seat], author.transcript
    end = statement(match, idle.seat, End(transcript.game_id, idle.seat, transcript.root, None))
    version, kind, body, first = decode(end)
    second = sign_otherwise(match.secrets[idle.seat].sk, "fn1/stmt", signed_statement(kind, body))
    assert second != first
    assert author.receive(end) and author.receive(encode([version, kind, body, second])) == []
    wire = entry(match, author.seat, MoveMessage("end"))
    head, payload, _ = decode(wire)
    varied = sign_otherwise(match.secrets[author.seat].sk, "fn1/msg", head)
    assert idle.receive(wire) and idle.receive(encode([head, payload, varied])) == []


def test_a_key_has_one_use() -> None:
    """given a signature over a statement, then it holds for no statement of another type."""
    match = another(13)
    transcript = match.seats[0].transcript
    body = encode(Drop(transcript.game_id, 0, 1, 3, bytes(32), True).wire())
    signature = sign(match.secrets[0].sk, "fn1/stmt", signed_statement(14, body))
    with pytest.raises(PeerFault) as caught:
        match.seats[1].receive(encode([VERSION, 13, body, signature]))
    assert not caught.value.proven


def test_another_version_is_refused_before_anything_else(finished: Match) -> None:
    """given any item of the next version, then it is a plain refusal that accuses nobody."""
    kinds: set[type] = set()
    for wire in finished.seats[0].journal[2:]:
        message = parse_message(wire)
        kinds.add(type(message))
        item = decode(wire)
        if isinstance(message, Entry):
            item[0] = encode([VERSION + 1, *decode(item[0])[1:]])
        else:
            item[0] = VERSION + 1
        with pytest.raises(BadEncoding) as caught:
            parse_message(encode(item))
        assert not caught.value.proven
    assert len(kinds) == 3
    hello = decode(finished.hellos[0])
    with pytest.raises(PeerFault):
        parse_hello(encode([VERSION + 1, *hello[1:]]))


@pytest.mark.parametrize(
    "payload",
    [
        {0: "x" * 1025},
        {0: "x", 1: [[0, 0, 0, 1, bytes(16)]] * 2},
        {0: "x", 2: [[1, [[0, 0, n] for n in range(1025)]]]},
        {0: "x", 5: [[0, 0, n] for n in range(1025)]},
        {0: "x", 4: [[n, 1] for n in range(65)]},
        {0: "x", 9: [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]},
        {0: "x", 6: 1},
    ],
    ids=["long text", "twice", "claims", "taken", "standing", "deep", "key"],
)
def test_huge_and_deep_payloads_are_refused_and_convict(payload: object) -> None:
    """given a signed payload beyond a bound, then the honest node stops it at once and knows who it was."""
    match = Match(TEN, 12)
    liar = match.until(acting)

    class Raw(MoveMessage):
        def wire(self) -> dict[int, object]:
            return payload  # type: ignore[return-value]

    wire = entry(match, liar.seat, Raw("x"))
    with pytest.raises(BadEncoding) as caught:
        match.seats[1 - liar.seat].receive(wire)
    assert (caught.value.author, caught.value.proven) == (liar.seat, True)


def test_an_item_beyond_all_bounds_is_refused_unread() -> None:
    table = another(13).seats[0]
    for wire in (bytes(49_153), b"\x81" * 4_000, b"\x9b" + b"\xff" * 8, b"\x5a\x7f\xff\xff\xff"):
        with pytest.raises(BadEncoding):
            table.receive(wire)


def test_entries_far_ahead_fill_no_memory() -> None:
    """given a seat that signs thousands of entries ahead, then no more than the bound are kept."""
    match = Match(TEN, 12)
    liar = match.until(acting)
    honest, seq = match.seats[1 - liar.seat], len(liar.transcript.entries(liar.seat))
    kept = 0
    for n in range(1, 200):
        try:
            honest.receive(entry(match, liar.seat, Pass(), seq=seq + n))
            kept += 1
        except WrongSeq:
            pass
    assert kept == 63


def test_evidence_made_of_honest_signatures_proves_nothing(finished: Match) -> None:
    """given heads and votes that an honest seat did sign, then no two of them make a proof against it."""
    transcript = finished.seats[0].transcript
    binding = transcript.players[0].binding
    heads = [m for w in transcript.entries(0) if isinstance(m := parse_message(w), Entry)]
    one, two = heads[0], heads[1]
    foreign = next(m for w in transcript.entries(1) if isinstance(m := parse_message(w), Entry))
    other = another(13)
    later = parse_message(other.seats[0].transcript.entries(0)[0])
    assert isinstance(later, Entry)
    pairs = [(one, one), (one, two), (one, foreign), (one, later)]
    forged = [
        make_evidence(kind, binding, a.head.raw, a.signature, b.head.raw, b.signature)
        for a, b in pairs
        for kind in (HEADS, VOTES)
    ]
    for wire in forged:
        with pytest.raises(BadEvidence):
            check_evidence(wire)
        assert verify_file(wire, Toy()).state is FileState.INVALID


def test_a_vote_of_another_match_counts_nothing(finished: Match) -> None:
    match = another(13)
    game = finished.seats[0].transcript.game_id
    with pytest.raises(WrongGame):
        match.seats[0].receive(statement(match, 1, Drop(game, 1, 0, 3, bytes(32), True)))


CHILD = """
from hashlib import blake2b
from tests.builders.ten import TEN
from tests.table.wire import Match, file_of
print(blake2b(file_of(Match(TEN, 12).play().seats[0])).hexdigest())
"""


@pytest.mark.slow
def test_the_hash_seed_of_a_process_changes_no_byte(finished: Match) -> None:
    """given a node whose Python orders sets and dicts of text otherwise, then it writes the same match."""
    environment = {**os.environ, "PYTHONHASHSEED": "4242", "PYTHONPATH": str(ROOT)}
    child = subprocess.run(
        [sys.executable, "-c", CHILD], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert child.returncode == 0, child.stderr
    assert child.stdout.strip() == blake2b(file_of(finished.seats[0])).hexdigest()
