"""Attacks with statements that exclude each other: a seat has others hold different ones, for good."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from protocol.encoding import encode
from protocol.evidence import HEADS, make_evidence, signed_statement
from protocol.hashing import sign
from protocol.messages import EntryPlace, Head, Ready
from protocol.statements import Audit, Body, Drop, End, Resume, Verdict
from protocol.values import MOVE, VERSION
from tests.sim.explore.node import Event, Node, Table
from tests.sim.explore.plan import Plan

CHEAT, ACCOMPLICE = 1, 2
Said = list[Body]


@dataclass
class Talk:
    """Nodes of four seats, one of which is a cheat, at a rest at which another owes a word."""

    table: Table
    nodes: list[Node]

    def say(self, to: Node, *bodies: Body) -> None:
        """The cheat says this to one of them alone."""
        for body in bodies:
            data = encode(body.wire())
            own = sign(self.table.secrets[body.seat].sk, "fn1/stmt", signed_statement(body.TYPE, data))
            to.take(Event("item", CHEAT, encode([VERSION, body.TYPE, data, own])))

    def meet(self) -> None:
        """All hear all from each other, as often as that changes something, and what each holds then."""
        before: list[bytes] = []
        while before != (before := [node.heads() for node in self.nodes]):
            for node in self.nodes:
                for other in self.nodes:
                    for wire in other.offers() if other is not node else ():
                        node.take(Event("item", other.number, wire))
        for node in self.nodes:
            for other in self.nodes:
                if other is not node:
                    node.take(Event("heads", other.number, other.heads()))


def talk() -> Talk:
    plan = Plan(4, "word", cheats=(CHEAT,))
    table = plan.table()
    return Talk(table, [node for node in plan.begun(table) if node is not None])


def audits(there: Talk) -> tuple[Said, Said]:
    game = there.nodes[0].seat.transcript.game_id
    one, other = (Audit(game, CHEAT, bytes([n]) * 32, ()) for n in (1, 2))
    return [one], [other]


def better_audits(there: Talk) -> tuple[Said, Said]:
    """A false one and then the true one, and the true one alone."""
    own, game = there.table.secrets[CHEAT], there.nodes[0].seat.transcript.game_id
    true = Audit(game, CHEAT, own.master, own.decks)
    return [Audit(game, CHEAT, bytes(32), ()), true], [true]


def verdicts(there: Talk) -> tuple[Said, Said]:
    transcript = there.nodes[0].seat.transcript
    one, other = (
        Verdict(transcript.game_id, CHEAT, transcript.root, ((seat, 1, "audit.open"),)) for seat in (0, 2)
    )
    return [one], [other]


def many_ends(there: Talk) -> tuple[Said, Said]:
    """More than are kept, in another order."""
    transcript = there.nodes[0].seat.transcript
    said: Said = [
        End(transcript.game_id, CHEAT, transcript.root, ((1, 2, 3, 4), f"lots.{n}")) for n in range(20)
    ]
    return said, said[::-1]


def votes(there: Talk) -> tuple[Said, Said]:
    """Two on one entry."""
    return vote(there, True), vote(there, False)


def last_votes(there: Talk) -> tuple[Said, Said]:
    return vote(there, True, final=True), vote(there, False, final=True)


def vote(there: Talk, true: bool, final: bool = False, rest: bytes = b"") -> Said:
    transcript = there.nodes[0].seat.transcript
    (accused,) = transcript.awaited()
    seq = transcript.heads()[accused][0]
    return [Drop(transcript.game_id, CHEAT, accused, seq, rest or transcript.table_digest, true, final)]


def resumes(there: Talk) -> tuple[Said, Said]:
    """Behind one fork of an accomplice, with two tosses."""
    transcript = there.nodes[0].seat.transcript
    seq, link = transcript.heads()[ACCOMPLICE]
    binding, pair = transcript.players[ACCOMPLICE].binding, []
    for body in (bytes(32), b"x" * 32):
        head = Head.make(
            MOVE, EntryPlace(transcript.game_id, ACCOMPLICE, seq), link, transcript.table_digest, body
        )
        pair += [head, sign(there.table.secrets[ACCOMPLICE].sk, "fn1/msg", head)]
    proof = make_evidence(HEADS, binding, *pair)
    one, other = (Resume(transcript.game_id, CHEAT, proof, Ready(bytes([n]) * 32, ())) for n in (1, 2))
    return [one], [other]


@pytest.mark.parametrize("says", [audits, better_audits, verdicts, many_ends, votes, last_votes, resumes])
async def test_different_statements_of_a_cheat_do_not_keep_apart_what_honest_nodes_hold(
    says: Callable[[Talk], tuple[Said, Said]],
) -> None:
    """given a cheat that signs one statement to one and another to the rest, when they meet, then each knows
    of the others that they hold the same, by which votes are confirmed soon, and a win is credible."""
    there = talk()
    first, *rest = there.nodes
    here, elsewhere = says(there)
    there.say(first, *here)
    for node in rest:
        there.say(node, *elsewhere)
    # when
    there.meet()
    # then
    for node in there.nodes:
        for other in there.nodes:
            if other is not node:
                assert node.exchange.shares({other.number}) and node.exchange.confirmed(other.number)


async def test_a_vote_at_a_rest_that_never_was_is_nothing_to_hold() -> None:
    """given a vote that one node has kept and another may refuse, as that is some entries further, when it
    names no rest of the match, then the two tell that they hold the same."""
    there = talk()
    first, other, _ = there.nodes
    there.say(first, *vote(there, True, rest=bytes(32)))
    assert len(first.journal) == len(other.journal) + 1
    other.take(Event("heads", first.number, first.heads()))
    assert other.exchange.shares({first.number}) and other.exchange.confirmed(first.number)
