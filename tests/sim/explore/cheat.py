"""The items that a cheat can say to a node: whatever its keys can sign about the rest at which that node
stands.

A cheat knows all that anybody holds, and says to each node something else; honest nodes pass it on. An item
that it has said to one it may say to another later, as it is the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from fadenet.table.seat import TableSeat
from protocol.encoding import encode
from protocol.evidence import HEADS, make_evidence, signed_statement
from protocol.faults import LocalError, PeerFault
from protocol.hashing import sign
from protocol.messages import Entry, EntryPlace, Head, Ready, parse_message
from protocol.needs import NeedCommit, NeedMove
from protocol.result import result_body
from protocol.standing import DROPPED
from protocol.statements import Audit, Body, Drop, End, Resume, Verdict
from protocol.values import RESULT, VERSION, Finding, Outcome
from tests.sim.explore.node import Node, Table

KINDS = ("entry", "fork", "void", "end", "false-end", "audit", "verdict", "vote", "resume", "result")
"""Groups of what it says, by the names of `--says`."""


def says(
    table: Table, cheat: int, node: Node, kinds: Sequence[str], friends: Sequence[int] = ()
) -> Iterator[tuple[str, bytes]]:
    """All that a cheat can say to a node as things stand there: (what it is, item). friends: other cheats,
    who sign for it what it wants."""
    transcript = node.seat.transcript
    owed = cheat in transcript.present.needs and not transcript.present.done
    for name, wire in _entries(table, cheat, node) if owed and {"entry", "fork"} & {*kinds} else ():
        if name in kinds:
            yield name, wire
    for name, body in _statements(table, cheat, node):
        if name.partition(" ")[0] in kinds:
            yield name, _signed(table, cheat, body)
    for friend in friends if "resume" in kinds else ():
        for back in range(min(2, transcript.heads()[friend][0] - 1)):
            said = Resume(
                transcript.game_id, cheat, forked_by(table, node, friend, back), Ready(bytes(32), ())
            )
            yield f"resume {friend} {back}", _signed(table, cheat, said)
    if "result" in kinds and transcript.ended:
        yield from _results(table, cheat, node)


def _entries(table: Table, cheat: int, node: Node) -> Iterator[tuple[str, bytes]]:
    """Two entries for the place that it owes here, where it has a choice."""
    present = node.seat.transcript.table_digest
    for name in ("entry", "fork"):
        puppet = table.seat(cheat)
        for item in node.journal:
            message = parse_message(item)
            head = message.head if isinstance(message, Entry) else None
            if head is None or (head.author, head.state) != (cheat, present):
                with suppress(PeerFault, LocalError):
                    puppet.receive(item)
        decides = isinstance(puppet.transcript.owed(), NeedMove | NeedCommit)
        if name == "fork" and not decides:
            return
        with suppress(LocalError, PeerFault, AssertionError):
            made = _decided(puppet, name == "fork") if decides else puppet.pump()
            yield from [(name, wire) for wire in made if isinstance(parse_message(wire), Entry)][:1]


def forked_by(table: Table, node: Node, cheat: int, back: int, eras: int = 0) -> bytes:
    """The EVIDENCE that a cheat has signed another entry besides the one that a node holds of it, so many
    before its last; or two for that place so many eras later."""
    transcript = node.seat.transcript
    entry = parse_message(transcript.entries(cheat)[-1 - back])
    assert isinstance(entry, Entry)
    head, pair = entry.head, []
    for body in (head.body, bytes(32)):
        place = EntryPlace(head.game, cheat, head.seq)
        raw = Head.make(head.kind, place, head.prev, head.state, body, head.era + eras)
        pair += [raw, sign(table.secrets[cheat].sk, "fn1/msg", raw)]
    return make_evidence(HEADS, transcript.players[cheat].binding, *pair)


def _decided(puppet: TableSeat, other: bool) -> list[bytes]:
    assert puppet.view is not None
    return puppet.answer(puppet.view.options()[0 if other else 1])


def _statements(table: Table, cheat: int, node: Node) -> Iterator[tuple[str, Body]]:
    transcript = node.seat.transcript
    game, root, digest = transcript.game_id, transcript.root, transcript.table_digest
    seats = range(transcript.seats)
    yield "void", End(game, cheat, root, None)
    if transcript.ended:
        yield "end", End(game, cheat, root, transcript.outcome)
        yield "false-end", End(game, cheat, root, _turned(transcript.outcome))
        findings = () if node.seat.ending.audited is None else node.seat.ending.audited.findings
        yield "verdict", Verdict(game, cheat, root, findings)
        yield "verdict false", Verdict(game, cheat, root, ((node.number, 1, "audit.open"),))
    own = table.secrets[cheat]
    yield "audit", Audit(game, cheat, own.master, own.decks)
    if transcript.seats < 3 or node.seat.now is None:
        return
    owing = transcript.playing() if transcript.ended else transcript.awaited()
    for seat in seats:
        if seat != cheat and seat in owing:
            due = transcript.rest_heads[seat][0]
            for vote in (True, False):
                for final in (False, True):
                    name = f"vote {seat} {'true' if vote else 'false'}{' final' if final else ''}"
                    yield name, Drop(game, cheat, seat, due, digest, vote, final, transcript.era)


def _turned(outcome: Outcome) -> Outcome:
    """The same places the other way round."""
    assert outcome is not None
    return tuple(reversed(outcome[0])), outcome[1]


def _signed(table: Table, cheat: int, body: Body) -> bytes:
    data = encode(body.wire())
    signature = sign(table.secrets[cheat].sk, "fn1/stmt", signed_statement(body.TYPE, data))
    return encode([VERSION, body.TYPE, data, signature])


def _results(table: Table, cheat: int, node: Node) -> Iterator[tuple[str, bytes]]:
    """RESULTs in which nobody, or one of the others, is absent, and one that accuses the node."""
    transcript = node.seat.transcript
    others = [seat for seat in range(transcript.seats) if seat != cheat]
    gone = sorted(transcript.standings.are(DROPPED))
    for absent in [[], *[[seat] for seat in others]]:
        yield f"result {absent}", _result(table, cheat, node, (), sorted({*absent, *gone} - {cheat}))
    yield "result false", _result(table, cheat, node, ((node.number, 1, "audit.open"),), [])


def _result(
    table: Table, cheat: int, node: Node, findings: Sequence[Finding], absent: Sequence[int]
) -> bytes:
    transcript = node.seat.transcript
    name = transcript.players[0].config.game
    body = result_body(transcript.game_id, name, transcript.root, transcript.outcome, findings, absent)
    bound = [[player.binding.raw, player.binding.signature] for player in transcript.players]
    own = sign(table.secrets[cheat].sk, "fn1/stmt", signed_statement(RESULT, body))
    signed: list[object] = [b""] * transcript.seats
    signed[cheat] = own
    for seat in absent:
        signed[seat] = transcript.joined(seat) or b""
    return encode([VERSION, RESULT, body, bound, signed])
