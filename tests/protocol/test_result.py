"""The end of a match: who signs what, what is guilty, what a RESULT proves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from check_match import check

from protocol.audit import audit
from protocol.closing import ENDS_MAX, RESULTS_MAX
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, BadResult, BadStatement, LocalError, UnexpectedEntry
from protocol.files import FileState, split_items, verify_file
from protocol.hashing import sign
from protocol.needs import NeedMove
from protocol.result import Result, check_result, result_body
from protocol.statements import End, Verdict
from protocol.values import VERSION
from tests.protocol.test_transcript import secrets_at
from tests.protocol.toy import Node, Table, Toy, ToyJudge, seed

OUTCOME = ((1, 2), "toy.win")


def ended() -> Table:
    table = Table()
    table.play()
    table.say(lambda node: node.transcript.end(OUTCOME))
    return table


@pytest.mark.parametrize(("seats", "most"), [(2, 1024), (4, 1640)])
def test_a_result_is_small_and_proves_itself(seats: int, most: int) -> None:
    table = Table(seats)
    table.play()
    table.close()
    wire = table.nodes[0].transcript.result
    assert wire is not None and len(wire) <= most
    assert all(node.transcript.result == wire for node in table.nodes)
    result = check_result(wire)
    assert result.places() == tuple(range(1, seats + 1))
    assert [p.ik for p in result.players] == [p.binding.ik for p in table.nodes[0].transcript.players]


def test_every_flipped_byte_of_a_result_is_refused() -> None:
    table = ended()
    table.close()
    wire = table.nodes[0].transcript.result
    assert wire is not None
    for at in range(len(wire)):
        bad = bytearray(wire)
        bad[at] ^= 1
        with pytest.raises((BadResult, BadEncoding)):
            check_result(bytes(bad))


def test_the_master_secret_stays_until_all_have_signed_the_same_end() -> None:
    table = Table()
    table.play()
    ours, theirs = (node.transcript for node in table.nodes)
    ours.end(OUTCOME)
    with pytest.raises(LocalError, match="M must stay"):
        ours.audit()
    table.nodes[0].receive(theirs.end(((2, 1), "toy.win")))
    with pytest.raises(LocalError, match="M must stay"):
        ours.audit()
    assert not ours.closing.agreed()


def test_a_fake_end_at_another_place_does_not_harvest_the_master_secret() -> None:
    """An END of the other seat is signed for the root where it really stands: it counts there only."""
    table = Table()
    mover = table.until(NeedMove)
    other = next(node for node in table.nodes if node is not mover)
    early = other.transcript.end(OUTCOME)
    mover.receive(early)
    other.receive(mover.write())
    table.play()
    mover.transcript.end(OUTCOME)
    with pytest.raises(LocalError):
        mover.transcript.audit()


def test_who_stays_alone_of_two_may_show_its_own_secret() -> None:
    table = Table()
    node = table.until(NeedMove)
    assert node.transcript.audit(alone=True)


def test_another_outcome_signed_at_one_root_counts_for_nothing() -> None:
    table = ended()
    first, second = table.nodes
    second.receive(first.transcript.end(((2, 1), "toy.win")))
    game, root = second.transcript.game_id, second.transcript.root
    assert second.transcript.closing.agreed() == End(game, 0, root, OUTCOME), "what both have signed stands"


def test_a_void_outcome_that_not_all_sign_counts_for_nothing() -> None:
    table = Table()
    mover = table.until(NeedMove)
    other = next(node for node in table.nodes if node is not mover)
    mover.receive(other.transcript.end(None))
    assert not mover.transcript.void
    table.play()
    assert not any(node.transcript.void for node in table.nodes), "the match went on"
    table.close()


def test_who_signs_at_one_rest_an_entry_and_a_void_outcome_is_convicted() -> None:
    """given a seat that owes a move and has signed END void, when its move comes, then the file proves it."""
    table = Table()
    mover = table.until(NeedMove)
    other = next(node for node in table.nodes if node is not mover)
    twin = Node(table.hellos, secrets_at(table, mover.transcript.seat or 0))
    for item in split_items(mover.file)[0][2:]:
        twin.receive(item)
    end = mover.transcript.end(None)
    with pytest.raises(LocalError):
        mover.transcript.write(mover.answer())
    move = twin.transcript.write(twin.answer())
    other.receive(end)
    with pytest.raises(UnexpectedEntry) as caught:
        other.receive(move)
    assert caught.value.proven and caught.value.author == mover.transcript.seat
    report = verify_file(other.file + move, Toy())
    assert report.state is FileState.GUILTY and report.findings[0][2] == "entry.unexpected"
    assert verify_file(twin.file + move + end, Toy()).findings == report.findings, "in the other order too"


def test_the_audit_names_who_shows_another_master_secret_or_deck() -> None:
    table = ended()
    honest, liar = table.nodes
    game, own = honest.transcript.game_id, secrets_at(table, 1)
    honest.transcript.audit()
    wires: list[bytes] = []
    for master, decks, rule in (
        (seed("other M"), own.decks, "audit.master"),
        (own.master, ((1,) * 12,), "audit.deck"),
    ):
        body = encode([game, 1, master, decks])
        wire = encode([VERSION, 15, body, sign(own.sk, "fn1/stmt", b"\x0f" + body)])
        honest.receive(wire)
        wires.append(wire)
        assert (1, 0, rule) in audit(honest.transcript, ToyJudge()).findings
    with pytest.raises(BadStatement):
        honest.receive(wires[0])
    assert liar.transcript.closing.agreed()


def test_an_illegal_deck_is_named_by_the_judge() -> None:
    table = Table(decks={"ana": (tuple([1] * 11 + [31]),)})
    table.play()
    findings = table.close().findings
    assert [rule for _, _, rule in findings] == ["toy.deck"]


def test_a_seat_that_refuses_its_audit_is_missing_and_comes_last() -> None:
    table = ended()
    node = table.nodes[0]
    node.transcript.audit()
    audited = audit(node.transcript, ToyJudge())
    assert audited.missing == (1,) and audited.findings == ()
    wire = node.transcript.closing.sign(audited.findings, absent=[1])
    result = check_result(wire)
    (ended_by,) = table.nodes[1].transcript.closing.ends[1].values()
    assert result.absent == (1,) and result.places() == (1, 2)
    assert decode(wire)[4][1] == ended_by.signature


def test_who_has_lost_does_not_win_by_signing_alone() -> None:
    """given one of two that has lost on the table, when it signs that the winner is absent, then no reader
    takes it, whoever has made it."""
    table = ended()
    loser = table.nodes[1].transcript
    audited = loser.audit()
    with pytest.raises(LocalError, match="no more than half"):
        loser.closing.sign([], absent=[0])
    players = loser.players
    body = result_body(loser.game_id, "toy", loser.root, OUTCOME, [], [0])
    keys = [[p.binding.raw, p.binding.signature] for p in players]
    (end,) = loser.closing.ends[0].values()
    wire = encode(
        [VERSION, 17, body, keys, [end.signature, sign(secrets_at(table, 1).sk, "fn1/stmt", b"\x11" + body)]]
    )
    assert check_result(wire).places() == (2, 1)
    loser.receive(wire)
    assert loser.result is None
    file = table.nodes[1].file + audited + wire
    report = verify_file(file, Toy())
    assert report.state is FileState.INVALID and "too few" in report.why
    assert check(file).state == "invalid"


def test_who_stays_when_the_other_left_without_an_end_signs_alone() -> None:
    table = Table()
    table.play()
    ours = table.nodes[0].transcript
    ours.end(OUTCOME)
    with pytest.raises(LocalError):
        ours.closing.sign([])
    result = check_result(ours.closing.sign([], absent=[1]))
    assert result.ended == (True, False) and result.places() == (1, 2)


def test_an_onlooker_can_audit_and_states_nothing() -> None:
    table = ended()
    table.say(lambda node: node.transcript.audit())
    with pytest.raises(LocalError):
        audit(Table().nodes[0].transcript, ToyJudge())


def test_a_verdict_travels_and_cannot_be_changed() -> None:
    table = ended()
    ours, theirs = table.nodes
    theirs.receive(ours.transcript.verdict([(1, 5, "toy.claim")]))
    assert theirs.transcript.closing.verdicts[0].findings == ((1, 5, "toy.claim"),)
    with pytest.raises(BadStatement):
        ours.transcript.state(Verdict(ours.transcript.game_id, 0, ours.transcript.root, ()))


def test_what_is_stated_again_is_nothing_new() -> None:
    """given an END, an AUDIT and a RESULT that a seat has heard, when they come again, then it takes none."""
    ours, theirs = ended().nodes
    (end,) = ours.transcript.closing.ends[0].values()
    audit_, result = ours.transcript.audit(), ours.transcript.closing.sign([])
    assert theirs.receive(end.wire) == [], "it was heard before"
    for wire in (audit_, result):
        assert theirs.receive(wire) and theirs.receive(wire) == []


def test_of_the_ends_of_a_seat_the_one_for_what_the_match_came_to_is_told() -> None:
    """given a seat that signs void and another outcome at the last rest, then it has not ended, until it
    signs what the match came to."""
    table = Table()
    table.play()
    other, node = table.nodes
    theirs, ours = other.transcript, node.transcript.closing
    for outcome in (None, ((2, 1), "toy.win")):
        node.receive(theirs.end(outcome))
        assert ours.end_of(0) is None and ours.agreed({1}) is None
    end = theirs.end(OUTCOME)
    node.receive(end)
    assert ours.end_of(0) == end
    assert ours.agreed({1}) == End(node.transcript.game_id, 0, node.transcript.root, OUTCOME)


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_results_that_as_many_have_signed_all_take_one(swapped: bool) -> None:
    """given RESULTs of two pairs of three, one seat in both, when all hear both, in whatever order, then each
    has that of those who came out better."""
    table = Table(3)
    table.play()
    table.say(lambda node: node.transcript.end(((1, 2, 3), "toy.win")))
    table.say(lambda node: node.transcript.audit())
    both, second, third = (node.transcript for node in table.nodes)
    pairs = {2: second, 1: third}
    wires = [
        wire
        for gone, other in pairs.items()
        for wire in (both.closing.sign([], [gone]), other.closing.sign([], [gone]))
    ]
    if swapped:
        wires.reverse()
    for node in table.nodes:
        for wire in wires:
            node.receive(wire)
        assert node.transcript.result is not None
        assert check_result(node.transcript.result).absent == (2,)


def test_our_own_signature_makes_a_better_result_whole() -> None:
    """given a RESULT of two that calls the third absent, when all three sign another, ours coming last, then
    that one takes its place."""
    table = Table(3)
    table.play()
    table.say(lambda node: node.transcript.end(((1, 2, 3), "toy.win")))
    table.say(lambda node: node.transcript.audit())
    ours, second, third = (node.transcript for node in table.nodes)
    node = table.nodes[0]
    ours.closing.sign([], absent=[2])
    node.receive(second.closing.sign([], absent=[2]))
    assert ours.result is not None and check_result(ours.result).absent == (2,)
    for other in (second, third):
        node.receive(other.closing.sign([]))
    assert check_result(ours.result).absent == (2,)
    ours.closing.sign([])
    assert check_result(ours.result).absent == ()


def test_who_has_signed_which_findings_is_known() -> None:
    """given one RESULT of the other seat, then it has signed these findings, no others, and we have not."""
    ours, theirs = (node.transcript for node in ended().nodes)
    found = ((0, 3, "audit.pool"),)
    ours.receive(theirs.closing.sign(found))
    assert ours.closing.signed(1, found) == [frozenset()]
    assert ours.closing.signed(1, ()) == ours.closing.signed(0, found) == []


def test_an_onlooker_signs_nothing() -> None:
    onlooker = Node(Table().hellos, None).transcript
    says: list[Callable[[], bytes]] = [
        onlooker.audit,
        lambda: onlooker.end(None),
        lambda: onlooker.verdict([]),
        lambda: onlooker.closing.sign([]),
    ]
    for say in says:
        with pytest.raises(LocalError):
            say()


def test_an_end_for_another_number_of_seats_is_refused() -> None:
    """given an END that names places for three, at a table of two, then it is its author's fault."""
    table = Table()
    table.play()
    ours, theirs = (node.transcript for node in table.nodes)
    body = encode(End(ours.game_id, 1, ours.root, ((1, 2, 3), "toy.win")).wire())
    with pytest.raises(BadStatement, match="number of seats") as caught:
        ours.receive(encode([VERSION, 14, body, sign(secrets_at(table, 1).sk, "fn1/stmt", b"\x0e" + body)]))
    assert caught.value.author == 1 and not ours.closing.ends.get(1) and not theirs.closing.agreed()


def test_a_result_with_a_body_of_no_shape_is_a_bad_result() -> None:
    table = ended()
    fields = decode(table.nodes[1].transcript.closing.sign([]))
    fields[2] = encode([1])
    with pytest.raises(BadResult):
        table.nodes[0].receive(encode(fields))


def test_only_so_many_ends_of_one_seat_are_kept() -> None:
    ours, theirs = ended().nodes
    own, closing = secrets_at(Table(), 1), ours.transcript.closing
    for n in range(ENDS_MAX + 1):
        body = encode([ours.transcript.game_id, 1, seed("root", n), []])
        wire = encode([VERSION, 14, body, sign(own.sk, "fn1/stmt", b"\x0e" + body)])
        if n < ENDS_MAX - 1:
            assert ours.receive(wire) and len(closing.ends[1]) == n + 2
        else:
            with pytest.raises(BadStatement):
                ours.receive(wire)
    assert theirs.transcript.closing.agreed()


def test_only_so_many_results_of_one_seat_are_kept_besides_those_of_others() -> None:
    """given a seat that has signed as many RESULTs as are kept, when a further one comes, then that is kept
    once another seat has signed it too."""
    table = Table(3)
    table.play()
    table.say(lambda node: node.transcript.end(((1, 2, 3), "toy.win")))
    eager, other, node = table.nodes
    for n in range(RESULTS_MAX):
        assert node.receive(eager.transcript.closing.sign([(0, n, "audit.pool")]))
    further = eager.transcript.closing.sign([])
    assert node.receive(further) == []
    other.receive(further)
    (heard,) = node.receive(other.transcript.closing.sign([]))
    assert heard.seat == 0 and [bool(one) for one in decode(heard.wire)[4]] == [True, True, False]


def signed_result(table: Table, game: bytes, root: bytes) -> bytes:
    """A RESULT with all signatures, whatever it says."""
    players = table.nodes[0].transcript.players
    body = result_body(game, "toy", root, OUTCOME, [], [])
    keys = [[p.binding.raw, p.binding.signature] for p in players]
    signatures = [sign(secrets_at(table, seat).sk, "fn1/stmt", b"\x11" + body) for seat in (0, 1)]
    return encode([VERSION, 17, body, keys, signatures])


def test_a_result_that_names_another_game_is_refused_though_all_signed_it() -> None:
    table = ended()
    transcript = table.nodes[0].transcript
    assert check_result(signed_result(table, transcript.game_id, transcript.root))
    with pytest.raises(BadResult, match="keys"):
        check_result(signed_result(table, seed("other"), transcript.root))


def test_a_result_of_another_end_does_not_fit_the_file() -> None:
    table = Table()
    table.play()
    table.close()
    node = table.nodes[0]
    complete = node.transcript.result
    assert complete is not None
    start = node.file.removesuffix(complete)
    game, root = node.transcript.game_id, node.transcript.root
    assert verify_file(start + signed_result(table, game, root), Toy()).state == FileState.VALID
    elsewhere = start + signed_result(table, game, seed("elsewhere"))
    assert verify_file(elsewhere, Toy()).state == FileState.INVALID


def test_results_are_refused_when_a_signature_is_not_the_seat_s() -> None:
    table = ended()
    ours, theirs = table.nodes
    fields = decode(ours.transcript.closing.sign([]))
    fields[4] = [fields[4][0], fields[4][0]]
    with pytest.raises(BadResult):
        theirs.receive(encode(fields))
    with pytest.raises(BadResult):
        check_result(ours.transcript.closing.sign([]))


def test_calling_everybody_absent_or_a_void_match_with_absent_seats_is_refused() -> None:
    table = ended()
    transcript = table.nodes[0].transcript
    keys = [[p.binding.raw, p.binding.signature] for p in transcript.players]
    own = secrets_at(table, 0)
    for outcome, absent in ((OUTCOME, [0, 1]), (None, [1]), (((1, 2, 3), "x"), [])):
        body = result_body(transcript.game_id, "toy", transcript.root, outcome, [], absent)
        signature = sign(own.sk, "fn1/stmt", b"\x11" + body)
        with pytest.raises(BadResult):
            check_result(encode([VERSION, 17, body, keys, [signature, b""]]))


@pytest.mark.parametrize(
    ("outcome", "findings", "absent", "places"),
    [
        ((1, 2, 3, 4), (), (), (1, 2, 3, 4)),
        ((1, 1, 3, 3), (), (), (1, 1, 3, 3)),
        ((1, 2, 3, 4), (0,), (), (4, 1, 2, 3)),
        ((1, 2, 3, 4), (0,), (2,), (3, 1, 3, 2)),
        ((2, 2, 2, 2), (), (), (2, 2, 2, 2)),
        ((2, 2, 2, 2), (), (1,), (2, 5, 2, 2)),
        ((1, 1, 3, 3), (), (1, 2, 3), (1, 1, 3, 3)),
        ((1, 1, 3, 3), (1,), (1, 2, 3), (1, 2, 2, 2)),
        ((1, 2, 3, 4), (), (1, 3), (1, 3, 2, 3)),
        (None, (), (), None),
        (None, (1,), (), (1, 4, 1, 1)),
    ],
)
def test_guilty_and_absent_seats_come_last_and_the_others_move_up(
    outcome: tuple[int, ...] | None, findings: tuple[int, ...], absent: tuple[int, ...], places: object
) -> None:
    found = tuple((seat, 0, "audit.pool") for seat in findings)
    table = Table(4)
    players = tuple(p.binding for p in table.nodes[0].transcript.players)
    ranked = None if outcome is None else (outcome, "toy.win")
    result = Result(bytes(32), "toy", bytes(32), ranked, found, absent, players, (True,) * 4)
    assert result.places() == places
