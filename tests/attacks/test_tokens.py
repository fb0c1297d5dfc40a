"""Attacks on joint randomness: forks that show a card early, re-rolls, last words, draws nobody asked for."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from protocol.evidence import check_evidence
from protocol.faults import BadToken, Equivocation, PeerFault, UnexpectedEntry, WrongState
from protocol.hashing import H, many, place, u8, u32
from protocol.ledger import Ledger
from protocol.messages import (
    Ack,
    Entry,
    MoveMessage,
    Open,
    Payload,
    Pool,
    Recommit,
    Take,
    Token,
    Toss,
    parse_message,
)
from protocol.needs import Batch, NeedAck, NeedMove, NeedPool, NeedToken, Rest
from protocol.secrets import Derived
from protocol.values import Com
from tests.attacks.hostile import entry, refused, vault_of
from tests.builders.ten import TEN
from tests.protocol.test_transcript import forge, secrets_at
from tests.protocol.toy import Node, Table, Toy, seed
from tests.table.test_seats import ALL
from tests.table.wire import Match, acting

SAMPLES = 3_000
DECK = 60


def drawn(q: int, tokens: Sequence[bytes], game: bytes = bytes(32)) -> float:
    """Which card a draw gives, as a quantile of a deck that its owner has put in order of worth."""
    ledger = Ledger(game, [0, 1], 2)
    ledger.make(0, 1, NeedPool(0), Pool(0, 0, bytes(32 * DECK)))
    (com,) = ledger.bind(0, [0], q, list(tokens))
    assert isinstance(com, Com)
    return (com.nth + 0.5) / DECK


def test_a_draw_is_the_place_that_all_tokens_give() -> None:
    """given the formula of a bind, then it gives the slot that the ledger gives."""
    for n in range(20):
        x = H("fn1/bind", bytes(32), u8(0), u32(0), u32(n), u32(0), many([seed(n)]))
        assert drawn(n, [seed(n)]) == (place(x, DECK) + 0.5) / DECK


# Re-rolls and last words


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def test_a_leaver_re_rolls_less_than_with_the_same_token() -> None:
    """given an owner and an accomplice who leaves when a draw is bad, then it sees only that draw, and not
    the one that comes instead: 0.625 of the deck on average. With the same token it would choose: 0.67."""
    again, anew = [], []
    for n in range(SAMPLES):
        first = drawn(1, [seed("accomplice", n), seed("honest", n, 1)])
        same = drawn(1, [seed("honest", n, 1)])
        following = drawn(2, [seed("honest", n, 2)])
        again.append(max(first, same))
        anew.append(first if first > 0.5 else following)
    sigma = 0.25 / SAMPLES**0.5
    assert abs(mean(again) - 2 / 3) < 4 * sigma, "the negative control"
    assert abs(mean(anew) - 5 / 8) < 4 * sigma
    assert mean(again) - mean(anew) > 4 * sigma


def test_the_last_to_reveal_has_no_choice() -> None:
    """given a permuter who has seen all other tokens, then of sixteen it likes only its next link is taken;
    were tokens not promised in advance, it would choose the draw."""
    free, bound = [], []
    for n in range(SAMPLES // 10):
        offers = [drawn(1, [seed("first", n), seed("last", n, k)]) for k in range(16)]
        free.append(max(offers))
        bound.append(offers[0])
    assert mean(free) > 0.9, "the negative control"
    assert abs(mean(bound) - 0.5) < 4 * 0.29 / len(bound) ** 0.5
    table = Table()
    node = table.until(NeedToken)
    seat = node.transcript.seat
    honest = node.answer()
    assert seat is not None and isinstance(honest, Token)
    for k in range(16):
        toks = (honest.toks[0]._replace(link=seed("last", k)), *honest.toks[1:])
        with pytest.raises(BadToken) as caught:
            table.nodes[1 - seat].transcript.receive(forge(table, seat, Token(toks).wire(), kind=Token.TYPE))
        assert caught.value.proven


@pytest.mark.parametrize("known", [False, True])
def test_grinding_secrets_before_the_match_steers_no_draw(known: bool) -> None:
    """given an owner that picks of many M the one whose order it likes best, then the opponent's token, which
    it cannot know, still gives it every card alike; and if it knew the token, it would draw what it likes."""
    quantiles = []
    for n in range(300):
        game = seed("G", n)
        orders = [Derived(seed("M", n, k), game, 0).order(0, list(range(12))) for k in range(8)]
        ledger = Ledger(game, [0, 1], 2)
        ledger.make(0, 1, NeedPool(0), Pool(0, 0, bytes(32 * 12)))
        (com,) = ledger.bind(0, [0], 1, [seed("honest", n)])
        assert isinstance(com, Com)
        foreseen = com.nth if known else 0
        best = max(orders, key=lambda order: order[foreseen])
        quantiles.append((best[com.nth] + 0.5) / 12)
    steered = abs(mean(quantiles) - 0.5) > 4 * 0.29 / len(quantiles) ** 0.5
    assert steered is known


# Tokens and draws that nobody asked for


def unasked(match: Match, seat: int) -> list[Payload]:
    """Items that a seat might send to get or give a card out of turn."""
    table = match.seats[seat]
    vault, ledger = vault_of(table), table.transcript.play.ledger
    com = ledger.pools[seat].coms[0]
    epoch = ledger.epochs[seat]
    deck = next(n for n, owner in enumerate(ledger.decks) if owner != seat)
    return [
        Token((vault.chains.token(deck, table.transcript.play.chains.next_q(deck)),)),
        Toss(vault.chains.token(255, table.transcript.play.chains.next_q(255))),
        Ack(),
        Pool(seat, epoch, bytes(32)),
        Recommit(epoch, bytes(32)),
        Take(seat, (com,)),
        Open((vault.op(com),)),
    ]


def test_a_draw_that_the_rules_do_not_ask_for_gets_no_token() -> None:
    """given a seat that on its turn asks for a card in any other way than by a legal move, then it is refused
    with proof, and no token of the honest seat leaves its node."""
    match = Match(TEN, 8)
    liar = match.until(acting)
    honest = match.seats[1 - liar.seat]
    q = dict(honest.transcript.play.chains.q)
    for payload in unasked(match, liar.seat):
        fault = refused(honest, entry(match, liar.seat, payload), UnexpectedEntry)
        assert fault.author == liar.seat and honest.pump() == []
    assert honest.transcript.play.chains.q == q


def test_a_token_before_its_time_or_in_another_s_turn_is_refused() -> None:
    """given a seat whose turn it is not, then whatever it sends is refused, and proves nothing against it."""
    match = Match(TEN, 8)
    honest = match.until(acting)
    for payload in unasked(match, 1 - honest.seat):
        refused(honest, entry(match, 1 - honest.seat, payload), UnexpectedEntry, proven=False)


@pytest.mark.parametrize("players", [3, 4])
def test_a_token_before_all_have_acknowledged_is_refused(players: int) -> None:
    """given a bind that waits for ACKs, when a permuter shows its token at once, then it is refused."""
    match = Match(ALL, 3, players=players)
    liar = match.until_rest(lambda table: isinstance(table.transcript.owed(), NeedAck))
    deck = next(n for n, owner in enumerate(liar.transcript.play.ledger.decks) if owner != liar.seat)
    wire = entry(match, liar.seat, Token(liar.transcript.play.tokens([deck])))
    for table in match.seats:
        if table is not liar:
            refused(table, wire, UnexpectedEntry, proven=True)


# Fork and peek


class Hasty(Toy):
    """The script without ACKs: tokens are asked for at once, however many seats there are."""

    def _tokens(self, *decks: int) -> Generator[Rest, Batch, None]:
        while needs := self._t.play.token_needs(decks):
            yield self._rest(*needs)


def forked(script: type[Toy]) -> tuple[Table, int, list[Node], bytes, bytes]:
    """Four seats of which the mover and the one that is to draw are of one mind: the mover shows one move to
    one honest seat and another to the other. (table, mover, the honest, the two moves)"""
    table = Table(4)
    for node in table.nodes:
        node.toy = script()
    mover = table.until(NeedMove)
    seat = mover.transcript.seat
    assert seat is not None
    honest = [node for node in table.nodes if node.transcript.seat not in (seat, (seat + 1) % 4)]
    other = forge(table, seat, MoveMessage("another").wire())
    one = mover.write()
    for node, wire in zip(honest, (one, other), strict=True):
        node.receive(wire)
    return table, seat, honest, one, other


def twin(table: Table, seat: int, wire: bytes) -> Node:
    """The forger's second node, which stands on its second branch."""
    node = Node(table.hellos, secrets_at(table, seat))
    for batch in table.nodes[seat].transcript.batches[:-1]:
        for accepted in batch.entries:
            node.receive(accepted.wire)
    node.receive(wire)
    return node


def test_nobody_sees_the_next_card_by_showing_two_branches() -> None:
    """given a forked move before a draw, then no honest seat shows its token, whatever the accomplices
    acknowledge, and one message between the honest two proves who forked."""
    table, seat, honest, one, other = forked(Toy)
    acks = [node.write() for node in honest]
    for node, forger in zip(honest, (table.nodes[seat], twin(table, seat, other)), strict=True):
        node.receive(forger.write())
    for node, ack in zip(honest, reversed(acks), strict=True):
        with pytest.raises(WrongState) as caught:
            node.receive(ack)
        assert not caught.value.proven, "the other honest seat is accused of nothing"
        assert node.transcript.owed() is None and node.transcript.awaited()
    for node, wire in zip(honest, (other, one), strict=True):
        with pytest.raises(Equivocation) as found:
            node.receive(wire)
        guilt = check_evidence(found.value.evidence)
        assert guilt.ik == node.transcript.players[seat].binding.ik
        assert not any(isinstance(node.transcript.owed(), NeedToken) for node in honest)


def test_without_acknowledgements_the_next_card_would_be_seen() -> None:
    """The negative control: both honest seats show their tokens on branches that contradict each other."""
    _, seat, honest, _, _ = forked(Hasty)
    shown = [parse_message(node.write()) for node in honest]
    assert all(isinstance(one, Entry) and one.head.kind == Token.TYPE for one in shown)
    assert honest[0].transcript.heads()[seat] != honest[1].transcript.heads()[seat]


@pytest.mark.parametrize("players", [3, 4])
def test_two_moves_for_one_turn_are_proven_to_all(players: int) -> None:
    """given a seat that shows different moves to different seats, then whoever gets both can prove it."""
    match = Match(ALL, 3, players=players)
    liar = match.until(acting)
    honest = [table for table in match.seats if table is not liar]
    other = entry(match, liar.seat, MoveMessage("concede"))
    wires = match.move(liar)
    honest[0].receive(wires[0])
    for table in honest[1:]:
        table.receive(other)
    for table, wire in zip(honest, (other, *[wires[0]] * (players - 2)), strict=True):
        with pytest.raises(PeerFault) as caught:
            table.receive(wire)
        guilt = check_evidence(caught.value.evidence)
        assert isinstance(caught.value, Equivocation) and guilt.seat == liar.seat
        assert len(caught.value.evidence) <= 1024
