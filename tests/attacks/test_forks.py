"""Attacks with forks: a seat parts two others, who go back behind that and on without it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest
from check_match import check

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.encoding import decode
from protocol.evidence import HEADS, check_evidence, fork_of, make_evidence
from protocol.faults import BadEvidence, BadStatement, Equivocation, PeerFault
from protocol.files import FileState, verify_file
from protocol.messages import (
    Entry,
    MoveMessage,
    Pass,
    Pool,
    Ready,
    Recommit,
    Statement,
    Token,
    Toss,
    parse_message,
    parse_payload,
)
from protocol.result import check_result
from protocol.standing import DROPPED
from protocol.statements import End, Resume, parse_body
from tests.attacks.hostile import entry, refused, statement, vault_of
from tests.table.test_seats import ALL, PAIRS, TEAMS
from tests.table.wire import Match, acting, file_of, give_up


@dataclass
class Forked:
    """A match in which a cheat has shown one entry to the first of the others and another to the rest, and
    all who then owed something have signed on what they got."""

    match: Match
    cheat: TableSeat
    honest: list[TableSeat]
    proofs: dict[int, bytes] = field(default_factory=dict)

    def hear(self, table: TableSeat, wires: list[bytes]) -> None:
        """A table gets items as its node would give them to it."""
        for wire in wires:
            try:
                table.receive(wire)
            except Equivocation as fault:
                assert fault.author == self.cheat.seat, "somebody honest is accused"
                assert table.convict(fault), "the match ends with it"
                self.proofs.setdefault(table.seat, fault.evidence)
            except PeerFault as fault:
                assert not fault.proven, f"{fault} accuses somebody"

    def tell(self) -> None:
        """All honest tables show each other all they hold, in the order in which they took it."""
        for table in self.honest:
            held = table.journal[len(table.players) :]
            for other in self.honest:
                if other is not table:
                    self.hear(other, held)

    def go_back(self) -> None:
        """All say that they go back behind the fork, and hear that of each other."""
        for table in self.honest:
            if table.seat in self.proofs and table.fork_from([self.proofs[table.seat]]):
                table.go_back(self.proofs[table.seat])
        for _ in range(2):
            self.tell()
            for table in self.honest:
                table.pump()

    def hear_all(self, table: TableSeat, wires: list[bytes]) -> None:
        """The cheat's own node gets items, whatever it says to them."""
        for wire in wires:
            with suppress(PeerFault):
                table.receive(wire)

    def finish(self, move: Callable[[TableSeat], list[bytes]] | None = None) -> None:
        """The honest ones play to their RESULT."""
        self.match.silent.add(self.cheat.seat)
        for _ in range(4):
            self.tell()
        self.match.finish(move)


def items(table: TableSeat) -> list[bytes]:
    """The items that a table holds behind the HELLOs."""
    return list(table.journal[len(table.players) :])


def parse_body_of(wire: bytes) -> object:
    """The body of a statement; None for anything else."""
    message = parse_message(wire)
    return parse_body(message.kind, message.body) if isinstance(message, Statement) else None


def signed_places(tables: list[TableSeat], journals: list[list[bytes]]) -> None:
    """No table has signed two entries for one place in one era."""
    for table, journal in zip(tables, journals, strict=True):
        seen: dict[tuple[int, int], bytes] = {}
        for wire in journal:
            message = parse_message(wire)
            if isinstance(message, Entry) and message.head.author == table.seat:
                place = message.head.seq, message.head.era
                assert seen.setdefault(place, wire) == wire


def forked(players: int, seed: int, quitters: int = 0, rules: Rules = ALL, face: str = "standing") -> Forked:
    """The cheat decides in two ways, and then somebody on the first side owes something.

    quitters: how many have conceded before; they look on with those who are shown the second way. face: what
    that is: with a "standing" pass, behind which others owe something too, or "concede", also as the "last"
    entry of the match.
    """
    match = Match(rules, seed, players=players)
    for _ in range(quitters):
        match.send((table := match.until(acting)).seat, table.concede())
    for _ in range(400):
        cheat = match.until(lambda table: True)
        playing = cheat.transcript.playing()
        seats = sorted((s for s in range(players) if s != cheat.seat), key=lambda seat: seat not in playing)
        before = [items(table) for table in match.seats]
        place = cheat.transcript.heads()[cheat.seat], cheat.transcript.table_digest
        wires = match.move(cheat)
        match.send(cheat.seat, wires)
        first = parse_message(wires[0])
        assert isinstance(first, Entry)
        payload = parse_payload(first.head.kind, first.payload)
        owing = [match.seats[seat].transcript.owed() is not None for seat in seats]
        if not (isinstance(payload, MoveMessage | Pass) and payload.standing is None and owing[0]):
            continue
        if face == "standing" and not any(owing[1:]):
            continue
        (seq, prev), state = place
        other = replace(payload, standing=()) if face == "standing" else MoveMessage("concede")
        second = entry(match, cheat.seat, other, seq=seq, prev=prev, state=state)
        others = [match.fresh(seat) for seat in seats]
        for table in others:
            table.restore(before[table.seat])
            table.receive(wires[0] if table is others[0] else second)
        if others[1].over is not (face == "last"):
            continue
        for table in others:
            match.seats[table.seat] = table
        signed = [bool(table.pump() or match.move(table)) for table in others]
        assert signed[0] and (any(signed[1:]) or face == "concede")
        return Forked(match, cheat, others)
    raise AssertionError("nobody owes anything behind such a decision")


def sound(there: Forked, past: list[list[bytes]]) -> None:
    """All honest tables have one RESULT, in which the cheat alone is absent; the verifier finds their files
    valid, and the second reader one of them; and nobody has signed anything twice in one era."""
    results = set()
    for table in there.honest:
        assert table.result is not None and table.fault is None
        result = check_result(table.result)
        assert (result.absent, result.findings) == ((there.cheat.seat,), ())
        results.add(parse_message(table.result).body)  # type: ignore[union-attr]
        report = verify_file(file_of(table), Replica(there.match.rules[0]))
        assert (report.state, report.why) == (FileState.VALID, "every check holds"), report
    assert len(results) == 1
    said = check(file_of(there.honest[0]))
    assert said.state == "valid", said
    journals = [[*before, *items(table)] for before, table in zip(past, there.honest, strict=True)]
    signed_places(there.honest, journals)


def resume_of(there: Forked, by: TableSeat, proof: bytes, era: int = 1) -> Resume:
    """The statement of a seat that goes back behind a fork."""
    decks = by.transcript.play.ledger.decks
    return Resume(by.transcript.game_id, by.seat, proof, vault_of(by).chains.ready(decks, era))


def proof_of(there: Forked, **changes: object) -> bytes:
    """An EVIDENCE against the cheat for its next place, right as a fork in all but `changes` to its heads."""
    binding = there.cheat.players[there.cheat.seat].binding
    both = []
    for text in ("one", "two"):
        head, _, signature = decode(entry(there.match, there.cheat.seat, MoveMessage(text), **changes))
        both += [head, signature]
    return make_evidence(HEADS, binding, *both)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "move"), [pytest.param(3, None, marks=pytest.mark.long), (3, give_up), (4, give_up)]
)
def test_a_fork_ends_nothing(players: int, move: Callable[[TableSeat], list[bytes]] | None) -> None:
    """given three or four of whom one parts the others, when they meet, then they go back behind the fork and
    on to a RESULT without it."""
    goes_on(forked(players, players), move)


@pytest.mark.slow
def test_one_that_is_out_goes_back_with_those_who_play() -> None:
    """given one of four that was eliminated before the fork, and looks on, then it follows them."""
    goes_on(forked(4, 1, quitters=1))


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_who_concedes_to_some_has_forked_as_well(players: int) -> None:
    """given a cheat that concedes, but plays on with one of the others, then those for whom it is out go back
    as well."""
    goes_on(forked(players, players, face="concede"))


@pytest.mark.slow
def test_a_fork_at_the_last_entry_of_a_match_ends_nothing() -> None:
    """given teams, when the last of one concedes, but plays on with one of the others, then those for whom
    the match is over go back as well, though they have signed how it ended."""
    there = forked(4, 4, quitters=1, rules=TEAMS, face="last")
    first, *others = there.honest
    assert not first.over and all(table.over for table in others)
    assert sum(any(isinstance(parse_body_of(wire), End) for wire in items(table)) for table in others) == 1
    goes_on(there)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_two_readies_end_nothing(players: int) -> None:
    """given a cheat that shows one READY to the first of the others and another to the rest, who begin with
    them, when they meet, then they begin anew without it, and its READYs show that it was in the match."""
    match = Match(ALL, 3, players=players)
    cheat, *honest = match.seats
    game, first = cheat.transcript.game_id, cheat.pump()[0]
    message = parse_message(first)
    assert isinstance(message, Entry)
    ready = replace(Ready.parse(decode(message.payload)), toss=bytes(32))
    other = entry(match, cheat.seat, ready, seq=0, prev=game, state=game)
    there = Forked(match, cheat, honest)
    made = {table.seat: table.pump()[0] for table in honest}
    for n, table in enumerate(honest):
        there.hear(table, [other if n else first, *(made[one.seat] for one in honest if one is not table)])
        table.pump()
    assert all(table.begun for table in honest)
    goes_on(there)
    for table in honest:
        assert table.result is not None
        assert decode(table.result)[4][cheat.seat][0] == min(decode(first)[0], decode(other)[0])
    assert len({table.result for table in honest}) == 1


def test_who_has_signed_no_ready_is_left_behind_by_no_fork() -> None:
    """given two entries in the place of READY of which none is one, then they part nobody, and nobody goes
    on without their author: no RESULT could show that it was in the match."""
    match = Match(ALL, 3, players=3)
    cheat, honest, _ = match.seats
    there, game = Forked(match, cheat, [honest]), cheat.transcript.game_id
    proof = proof_of(there, seq=0, prev=game, state=game)
    assert check_evidence(proof).seat == cheat.seat
    with pytest.raises(BadEvidence):
        fork_of(proof)
    said = statement(match, 2, replace(resume_of(there, honest, proof), seat=2))
    refused(honest, said, BadEvidence, proven=False)


@pytest.mark.slow
def test_false_anchors_that_nobody_used_are_found_with_the_rules() -> None:
    """given a RESUME with an anchor that is not that of its seat's chain, when nothing is signed in the era
    that it begins, then all find that; without the rules it may be that of a seat that was out."""
    there = forked(4, 4, quitters=1, rules=TEAMS, face="last")
    there.tell()
    liar = there.honest[0]
    good = resume_of(there, liar, there.proofs[liar.seat])
    said = statement(there.match, liar.seat, replace(good, ready=replace(good.ready, toss=bytes(32))))
    for table in there.honest:
        table.receive(said)
    # when
    there.go_back()
    assert all(table.transcript.era == 1 and table.over for table in there.honest)
    there.finish(give_up)
    # then
    found = (liar.seat, 0, "audit.chain")
    for table in there.honest:
        report = verify_file(file_of(table), Replica(TEAMS))
        assert (report.state, report.findings) == (FileState.GUILTY, (found,))
        other = check(file_of(table))
        assert (other.state, other.findings, other.claimed) == ("claimed", [], [found])


def goes_on(there: Forked, move: Callable[[TableSeat], list[bytes]] | None = give_up) -> None:
    """They meet, go back behind the fork, and come to a RESULT without the cheat."""
    there.tell()
    past = [items(table) for table in there.honest]
    # when
    there.go_back()
    assert all(table.transcript.era == 1 for table in there.honest)
    there.finish(move)
    # then
    sound(there, past)


@pytest.mark.slow
def test_what_others_have_signed_at_the_rest_of_a_fork_stays() -> None:
    """given a rest at which several owe a decision, and one of them signs two, when the others go back behind
    that, then what they have signed at that rest stays, in the era before."""
    match = Match(PAIRS, 5, players=4)
    cheat = match.until(lambda table: table.question() is not None and len(table.transcript.awaited()) > 1)
    (seq, prev), state = cheat.transcript.heads()[cheat.seat], cheat.transcript.table_digest
    honest = [table for table in match.seats if table is not cheat]
    first = match.move(cheat)[0]
    other = entry(match, cheat.seat, MoveMessage("concede"), seq=seq, prev=prev, state=state)
    own = {table.seat: wires[0] for table in honest if (wires := match.move(table))}
    assert own and all(parse_message(wire).head.state == state for wire in own.values())  # type: ignore[union-attr]
    there = Forked(match, cheat, honest)
    for n, table in enumerate(honest):
        there.hear(
            table, [other if n else first, *(wire for seat, wire in own.items() if seat != table.seat)]
        )
        table.pump()
    there.tell()
    past = [items(table) for table in honest]
    # when
    there.go_back()
    # then
    for table in honest:
        assert table.transcript.era == 1 and not {first, other} & set(table.journal)
        assert set(own.values()) < set(table.journal)
        assert all(parse_message(wire).head.era == 0 for wire in own.values())  # type: ignore[union-attr]
    there.finish(give_up)
    sound(there, past)


@pytest.mark.slow
def test_nothing_that_was_shown_on_a_branch_left_behind_is_used_again() -> None:
    """given a match that has gone back, when it is played on, then no token and no epoch comes again."""
    there = forked(3, 3)
    there.tell()
    before = {wire for table in there.honest for wire in items(table)}
    there.go_back()
    there.finish()
    fresh = {wire for wire in items(there.honest[0]) if wire not in before}

    def shown(wires: set[bytes]) -> tuple[set[bytes], set[tuple[int, int]]]:
        links, epochs = set(), set()
        for message in map(parse_message, wires):
            if isinstance(message, Entry):
                payload = parse_payload(message.head.kind, message.payload)
                toks = payload.toks if isinstance(payload, Token) else ()
                links |= {tok.link for tok in toks} | (
                    {payload.tok.link} if isinstance(payload, Toss) else set()
                )
                if isinstance(payload, Pool | Recommit):
                    epochs.add((message.head.author, payload.epoch))
        return links, epochs

    (old_links, old_epochs), (links, epochs) = shown(before), shown(fresh)
    assert links and old_links and not links & old_links
    assert not epochs & old_epochs


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["before", "said", "back"])
def test_a_restart_changes_nothing(stage: str) -> None:
    """given a node that dies and comes back before it has said RESUME, after that, or after it has gone back,
    then it goes on as it would have."""
    there = forked(3, 3)
    there.tell()
    past = [items(table) for table in there.honest]

    def again() -> None:
        old = there.honest[0]
        fresh = there.match.fresh(old.seat)
        fresh.restore(items(old))
        assert (
            fresh.transcript.heads() == old.transcript.heads() and fresh.transcript.era == old.transcript.era
        )
        assert fresh.transcript.forks.said == old.transcript.forks.said
        there.honest[0] = there.match.seats[old.seat] = fresh

    if stage == "before":
        again()
    elif stage == "said":
        there.honest[0].go_back(there.proofs[there.honest[0].seat])
        again()
    there.go_back()
    if stage == "back":
        again()
    there.finish(give_up)
    sound(there, past)


@pytest.mark.slow
def test_a_friend_that_does_not_go_back_is_waited_for_no_longer_than_its_bank() -> None:
    """given three of whom one has parted the others, when one of those does not say RESUME, then the other
    signs nothing any more, waits for it alone, and may end the match."""
    there = forked(3, 3)
    there.tell()
    honest, friend = there.honest
    made = honest.go_back(there.proofs[honest.seat])
    assert len(made) == 1 and honest.pump() == [] and honest.question() is None
    assert honest.awaited() == [friend.seat]
    (shown,) = honest.give_up([friend.seat])
    assert honest.abandoned and shown in honest.journal


@pytest.mark.slow
def test_who_has_forked_is_not_in_any_more() -> None:
    """given a match that has gone back, when the cheat signs in the next era, or forks again, then nobody
    hears it."""
    there = forked(3, 3)
    there.tell()
    there.go_back()
    seq, link = there.honest[0].transcript.heads()[there.cheat.seat]
    where = {"seq": seq, "prev": link, "state": there.honest[0].transcript.table_digest}
    for era in (0, 1, 2):
        for text in ("one", "two"):
            wire = entry(there.match, there.cheat.seat, MoveMessage(text), era=era, **where)
            for table in there.honest:
                assert table.receive(wire) == [] and not table.transcript.ahead(there.cheat.seat, 0)
    for table in there.honest:
        assert table.transcript.who_is(DROPPED) == {there.cheat.seat} and table.fault is None


def test_nobody_takes_back_with_a_friend_what_all_others_have_answered() -> None:
    """given a cheat that signs an old entry anew, when its friend would go back behind that, then nobody
    does: all have signed something since."""
    match = Match(ALL, 3, players=3)
    cheat = match.until(acting)
    first, table = cheat.transcript.heads()[cheat.seat], cheat.transcript.table_digest
    before = len(cheat.transcript.batches)
    match.until_rest(
        lambda table: len({e.seat for b in table.transcript.batches[before + 1 :] for e in b.entries}) == 3
    )
    ours = parse_message(cheat.transcript.entries(cheat.seat, first[0])[0])
    assert isinstance(ours, Entry)
    head, _, signature = decode(
        entry(match, cheat.seat, MoveMessage("no"), seq=first[0], prev=first[1], state=table)
    )
    binding = cheat.players[cheat.seat].binding
    proof = make_evidence(HEADS, binding, ours.head.raw, ours.signature, head, signature)
    friend, honest = (one for one in match.seats if one is not cheat)
    there = Forked(match, cheat, [honest])
    honest.receive(statement(match, friend.seat, resume_of(there, friend, proof)))
    assert not any(isinstance(parse_body_of(wire), Resume) for wire in honest.pump())
    assert honest.transcript.era == 0 and fork_of(proof).seat == cheat.seat


def test_unsound_words_are_refused_or_do_nothing() -> None:
    """given a RESUME without proof, by the accused, of another match, or with other anchors, then it is
    refused; of another era, or about a rest that never was, it does nothing; a second one convicts."""
    there = forked(3, 3)
    there.tell()
    honest, other = there.honest
    match, proof = there.match, there.proofs[other.seat]
    good = resume_of(there, other, proof)

    def says(by: TableSeat, **changes: object) -> bytes:
        return statement(match, by.seat, replace(good, seat=by.seat, **changes))  # type: ignore[arg-type]

    refused(honest, says(other, proof=b"no proof"), BadEvidence, proven=False)
    refused(honest, says(other, proof=proof_of(there)[:-1] + b"x"), BadEvidence, proven=False)
    refused(honest, says(there.cheat), BadStatement, proven=False)
    refused(
        honest,
        says(other, ready=replace(good.ready, anchors=good.ready.anchors[1:])),
        BadStatement,
        proven=False,
    )
    foreign = proof_of(there, game=bytes(32))
    refused(honest, says(other, proof=foreign), BadStatement, proven=False)
    for era in (1, 2):
        assert honest.receive(says(other, proof=proof_of(there, era=era))) == []
    assert honest.receive(says(other, proof=proof_of(there, state=b"x" * 32)))
    assert honest.pump() == [] or not honest.transcript.forks.said
    fault = refused(honest, says(other), Equivocation)
    assert check_evidence(fault.evidence).seat == other.seat
    assert honest.transcript.era == 0


def test_a_cheat_that_comes_back_follows_the_others() -> None:
    """given a match that has gone back without a cheat, when the cheat's own node gets all that, then it goes
    back as well, and to the same RESULT."""
    there = forked(3, 3)
    there.tell()
    there.go_back()
    there.finish(give_up)
    honest = there.honest[0]
    for _ in range(3):
        there.hear_all(there.cheat, items(honest))
    assert there.cheat.left_behind and there.cheat.transcript.era == 1
    assert there.cheat.result == honest.result


@pytest.mark.slow
def test_what_one_that_is_out_says_binds_nobody_and_it_least_of_all() -> None:
    """given a seat that was eliminated before the fork, when it says RESUME as well, with anchors that are
    not those of its chains, and not all hear it before they go back, then all come to the same RESULT."""
    there = forked(4, 1, quitters=1)
    there.tell()
    past = [items(table) for table in there.honest]
    first, second, out = there.honest
    assert out.seat not in first.transcript.playing() and len(first.transcript.playing()) == 3
    good = resume_of(there, out, there.proofs[first.seat])
    said = statement(there.match, out.seat, replace(good, ready=replace(good.ready, toss=bytes(32))))
    # when
    assert first.receive(said) and first.pump() == [] and first.transcript.era == 0
    made = [wire for table in (first, second) for wire in table.go_back(there.proofs[table.seat])]
    for table in there.honest:
        there.hear(table, made)
    assert said in first.journal and second.receive(said) == []
    assert all(table.transcript.era == 1 for table in there.honest)
    there.finish(give_up)
    # then
    sound(there, past)
