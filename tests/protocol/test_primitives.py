"""The eight primitives under attack: what is caught at once, and what the audit names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from protocol.audit import audit
from protocol.boxes import seal
from protocol.chains import ROUND, Chains, OwnChains, links_of
from protocol.encoding import encode
from protocol.faults import BadAnswer, BadCommitment, BadEncoding, BadOpening, BadToken, LocalError, PeerFault
from protocol.ledger import HELD, OPENED, RETIRED
from protocol.messages import (
    Commit,
    MoveMessage,
    Open,
    Payload,
    Pool,
    Private,
    Ready,
    Recommit,
    Reveal,
    Take,
    Token,
)
from protocol.needs import (
    Expect,
    Need,
    NeedAck,
    NeedCommit,
    NeedMove,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedReady,
    NeedRecommit,
    NeedReveal,
    NeedTake,
    NeedToken,
)
from protocol.secrets import Derived, card_hash, choice_hash
from protocol.transcript import Transcript
from protocol.values import TOSS_DECK, Com, Op, Tok
from protocol.vault import Vault
from tests.protocol.test_result import OUTCOME
from tests.protocol.test_transcript import forge, secrets_at
from tests.protocol.toy import Node, Table, Toy, ToyJudge, seed


def at(need: type[Need]) -> tuple[Table, Node, int, Node]:
    """A table where `need` is owed: (table, who owes it, its seat, another node)."""
    table = Table()
    node = table.until(need)
    seat = node.transcript.seat
    assert seat is not None
    return table, node, seat, table.nodes[1 - seat]


def caught(table: Table, seat: int, other: Node, payload: Payload, fault: type[PeerFault]) -> None:
    """The other node refuses this payload and can prove it; our own `write` refuses it as well."""
    wire = forge(table, seat, payload.wire(), kind=payload.TYPE)
    with pytest.raises(fault) as found:
        other.transcript.receive(wire)
    assert (found.value.author, found.value.proven, found.value.evidence) == (seat, True, wire)
    with pytest.raises(LocalError):
        table.nodes[seat].transcript.write(payload)


def vault_of(node: Node) -> Vault:
    assert node.transcript.play.vault is not None
    return node.transcript.play.vault


def last_pool(table: Table) -> Node:
    """Play to the POOL that ends the script; the node that owes it."""
    while True:
        for node in table.nodes:
            need = node.transcript.owed()
            if isinstance(need, NeedPool) and need.merge:
                return node
        assert table.step()


def finish(table: Table, node: Node, payload: Payload) -> tuple[int, int]:
    """Write a payload of one's own making, play to the end; (seat, seq) of it."""
    seat = node.transcript.seat
    assert seat is not None
    seq = node.transcript.heads()[seat][0]
    wire = node.transcript.write(payload)
    node.file += wire
    node.advance()
    table.send(node, wire)
    table.play()
    return seat, seq


# POOL and RECOMMIT


def test_a_pool_of_another_size_or_epoch_or_deck_is_caught() -> None:
    table, node, seat, other = at(NeedPool)
    pool = node.answer()
    assert isinstance(pool, Pool)
    caught(table, seat, other, replace(pool, hashes=pool.hashes[32:]), BadCommitment)
    caught(table, seat, other, replace(pool, epoch=1), BadCommitment)
    caught(table, seat, other, replace(pool, deck=1 - seat), BadCommitment)


def test_a_recommit_of_another_size_or_epoch_is_caught() -> None:
    table, node, seat, other = at(NeedRecommit)
    made = node.answer()
    assert isinstance(made, Recommit)
    caught(table, seat, other, replace(made, hashes=made.hashes + bytes(32)), BadCommitment)
    caught(table, seat, other, replace(made, epoch=made.epoch + 1), BadCommitment)


def test_the_audit_names_a_swapped_card_in_a_pool() -> None:
    table = Table()
    node = last_pool(table)
    vault, epoch = vault_of(node), node.transcript.play.ledger.epochs[node.transcript.seat or 0]
    need = node.transcript.owed()
    assert isinstance(need, NeedPool)
    retired = node.transcript.play.ledger.retires(need)
    assert retired is not None
    cards = [vault.card[com] for com in retired]
    cards[0] = 29 if cards[0] != 29 else 28
    swapped = Pool(need.deck, epoch, vault.derived.commitments(epoch, vault.derived.order(epoch, cards)))
    seat, seq = finish(table, node, swapped)
    assert table.close().findings == ((seat, seq, "audit.pool"),)


def test_the_audit_names_a_chosen_order_in_a_pool() -> None:
    table = Table()
    node = last_pool(table)
    vault, need = vault_of(node), node.transcript.owed()
    assert isinstance(need, NeedPool)
    epoch = node.transcript.play.ledger.epochs[node.transcript.seat or 0]
    retired = node.transcript.play.ledger.retires(need)
    assert retired is not None
    chosen = sorted(vault.card[com] for com in retired)
    seat, seq = finish(table, node, Pool(need.deck, epoch, vault.derived.commitments(epoch, chosen)))
    assert table.close().findings == ((seat, seq, "audit.pool"),)


def test_the_audit_names_a_recommit_that_swaps_a_card() -> None:
    table, node, _, _ = at(NeedTake)
    while not isinstance(node.transcript.owed(), NeedRecommit):
        table.step()
    vault = vault_of(node)
    epoch = node.transcript.play.ledger.epochs[node.transcript.seat or 0]
    seat, seq = finish(table, node, Recommit(epoch, vault.derived.commitments(epoch, [30])))
    findings = table.close().findings
    assert (seat, seq, "audit.recommit") in findings
    assert {accused for accused, _, _ in findings} == {seat}


def test_who_hides_a_card_of_a_false_pool_again_is_not_to_blame_for_it() -> None:
    """given a seat that orders its deck itself, and a card of it that the other is shown and commits to anew,
    then the audit names the first alone."""
    table = Table()
    sides = [Transcript(table.hellos, [0, 1], own=secrets_at(table, seat)) for seat in (0, 1)]
    vault = sides[0].play.vault
    assert vault is not None
    honest = vault._ordered

    def ordered(need: NeedPool | NeedRecommit, epoch: int) -> list[int]:
        return honest(need, epoch)[::-1] if epoch == 0 else honest(need, epoch)

    vault._ordered = ordered  # type: ignore[method-assign]

    begin(sides)
    rest(sides, [Expect(0, NeedPool(0)), Expect(1, NeedPool(1))])
    rest(sides, sides[0].play.token_needs([0]))
    coms, _ = [side.play.bind(0, 1) for side in sides]
    shown = tuple(com for com in coms if isinstance(com, Com))
    rest(sides, [Expect(0, NeedPrivate(1, shown))])
    rest(sides, [Expect(1, NeedRecommit(shown))])
    for side in sides:
        side.rest(bytes(32), [], OUTCOME)
    # when
    share(sides, [side.end(OUTCOME) for side in sides])
    share(sides, [side.audit() for side in sides])
    # then
    for side in sides:
        assert audit(side, ToyJudge()).findings == ((0, 1, "audit.pool"),)


def test_who_shows_a_card_with_a_false_salt_on_is_not_to_blame_for_it() -> None:
    """given a seat that commits with salts of its own, and a card of it that a second shows to a third before
    all see it, then the audit names the first alone."""
    table = Table(3)
    sides = [Transcript(table.hellos, [0, 1, 2], own=secrets_at(table, seat)) for seat in range(3)]
    vault = sides[0].play.vault
    assert vault is not None
    vault.derived = Unsalted(secrets_at(table, 0).master, sides[0].game_id, 0)

    begin(sides)
    rest(sides, [Expect(seat, NeedPool(seat)) for seat in range(3)])
    rest(sides, [Expect(one.seat, NeedAck()) for one in sides[0].play.token_needs([0])])
    rest(sides, sides[0].play.token_needs([0]))
    coms, *_ = [side.play.bind(0, 1) for side in sides]
    shown = tuple(com for com in coms if isinstance(com, Com))
    for need in (NeedPrivate(1, shown), NeedPrivate(2, shown), NeedOpen(shown)):
        rest(sides, [Expect(0 if need == NeedPrivate(1, shown) else 1, need)])
    outcome = ((1, 2, 3), "toy.win")
    for side in sides:
        side.rest(bytes(32), [], outcome)
    # when
    share(sides, [side.end(outcome) for side in sides])
    share(sides, [side.audit() for side in sides])
    # then
    for side in sides:
        assert {seat for seat, _, _ in audit(side, ToyJudge()).findings} == {0}


class Unsalted(Derived):
    """Salts that do not follow from M."""

    def card_salt(self, epoch: int, nth: int, card: int) -> bytes:
        return bytes([7]) * 16


def begin(sides: Sequence[Transcript]) -> None:
    """Everybody is READY."""
    share(sides, [side.write(side.answer()) for side in sides])
    assert all(side.batch() for side in sides)


def rest(sides: Sequence[Transcript], expect: Sequence[Expect]) -> None:
    """Everybody answers what is owed at the next rest, in the way that leaves nothing to choose."""
    for side in sides:
        side.rest(bytes(32), expect)
    share(sides, [side.write(side.answer()) if side.owed() else b"" for side in sides])
    assert all(side.batch() for side in sides)


def share(sides: Sequence[Transcript], wires: Sequence[bytes]) -> None:
    """Everybody hears what everybody else has made, b"" = nothing."""
    for wire, author in zip(wires, sides, strict=True):
        for side in sides:
            if wire and side is not author:
                side.receive(wire)


def test_retired_opened_and_foreign_commitments_cannot_be_used_again() -> None:
    table, node, seat, other = at(NeedOpen)
    ledger = node.transcript.play.ledger
    vault = vault_of(node)
    need = node.transcript.owed()
    assert isinstance(need, NeedOpen)
    right = vault.ops(need.coms)
    retired = next(com for com in vault.card if ledger.place[com] == RETIRED)
    opened = next(com for com in vault.card if ledger.place[com] == OPENED)
    pooled = ledger.pools[seat].coms[0]
    foreign = next(com for com, place in ledger.place.items() if com.owner != seat and place == HELD)
    for com in (retired, opened, pooled):
        caught(table, seat, other, Open((vault.op(com), right[1])), BadOpening)
    caught(table, seat, other, Open((Op(foreign, 1, bytes(16)), right[1])), BadOpening)
    caught(table, seat, other, Open(right[:1]), BadOpening)
    caught(table, seat, other, Open(right[::-1]), BadOpening)


# OPEN


def test_an_opening_with_another_card_or_salt_is_caught() -> None:
    table, node, seat, other = at(NeedOpen)
    payload = node.answer()
    assert isinstance(payload, Open)
    first, *rest = payload.ops
    for wrong in (first._replace(card=first.card + 1), first._replace(salt=bytes(16))):
        caught(table, seat, other, Open((wrong, *rest)), BadOpening)


def test_a_move_cannot_open_what_lies_in_a_pool_or_was_never_made() -> None:
    table, node, seat, other = at(NeedMove)
    com = node.transcript.play.ledger.pools[seat].coms[0]
    caught(table, seat, other, MoveMessage("peek", ops=vault_of(node).ops([com])), BadOpening)
    caught(table, seat, other, MoveMessage("x", ops=(Op(Com(seat, 99, 0), 1, bytes(16)),)), BadOpening)


def test_a_move_takes_only_from_the_pools_of_its_author() -> None:
    table, node, seat, other = at(NeedMove)
    ledger = node.transcript.play.ledger
    foreign = ledger.pools[1 - seat].coms[0]
    held = next(com for com, place in ledger.place.items() if com.owner == seat and place == HELD)
    for com in (foreign, held, Com(seat, 99, 0)):
        caught(table, seat, other, MoveMessage("x", taken=(com,)), BadCommitment)
    own = ledger.pools[seat].coms[0]
    wire = node.transcript.write(MoveMessage("x", ops=vault_of(node).ops([own]), taken=(own,)))
    assert other.transcript.receive(wire)
    assert other.transcript.batch() and other.transcript.play.ledger.place[own] == OPENED


# Private openings


def test_a_private_opening_tells_its_receiver_and_nobody_else() -> None:
    table, node, _, other = at(NeedPrivate)
    need = node.transcript.owed()
    assert isinstance(need, NeedPrivate)
    onlooker = Node(table.hellos, None)
    wire = node.write()
    other.receive(wire)
    assert [vault_of(other).card[com] for com in need.coms] == [vault_of(node).card[com] for com in need.coms]
    assert all(vault_of(other).op(com) == vault_of(node).op(com) for com in need.coms)
    assert (
        onlooker.transcript.play.vault is None
        and not set(need.coms) & onlooker.transcript.play.ledger.card.keys()
    )


def test_garbage_in_a_box_stops_nothing_and_the_audit_names_it() -> None:
    table, node, _, other = at(NeedPrivate)
    payload = node.answer()
    need = node.transcript.owed()
    assert isinstance(payload, Private) and isinstance(need, NeedPrivate)
    seat, seq = finish(table, node, replace(payload, boxes=(bytes(80), payload.boxes[1])))
    assert need.coms[0] not in vault_of(other).card and need.coms[1] in vault_of(other).card
    assert table.close().findings == ((seat, seq, "audit.open"),)


def test_a_box_with_a_lie_in_it_is_not_believed_and_the_audit_names_it() -> None:
    table, node, seat, other = at(NeedPrivate)
    need = node.transcript.owed()
    assert isinstance(need, NeedPrivate)
    vault, seq = vault_of(node), node.transcript.heads()[seat][0]
    place = node.transcript.place(seat, seq)
    lies = [op._replace(card=op.card + 1) for op in vault.ops(need.coms)]
    xk = node.transcript.players[need.to].binding.xk
    args = (node.transcript.game_id, seat, need.to, seq, vault.derived.ephemeral(place), xk)
    finish(table, node, seal(*args, lies))
    assert not set(need.coms) & vault_of(other).card.keys()
    assert table.close().findings == ((seat, seq, "audit.open"),)


def test_a_private_opening_for_another_seat_or_number_is_caught() -> None:
    table, node, seat, other = at(NeedPrivate)
    payload = node.answer()
    assert isinstance(payload, Private)
    caught(table, seat, other, replace(payload, seat=seat), BadAnswer)
    caught(table, seat, other, replace(payload, boxes=payload.boxes[:1]), BadAnswer)


def test_a_low_order_ephemeral_key_only_leaves_the_cards_unknown() -> None:
    table, node, _, other = at(NeedPrivate)
    payload = node.answer()
    assert isinstance(payload, Private)
    finish(table, node, replace(payload, ephemeral=bytes(32)))
    assert len(table.close().findings) == 1
    assert other.transcript.result


# Tokens


def test_a_wrong_token_is_caught() -> None:
    table, node, seat, other = at(NeedToken)
    payload = node.answer()
    assert isinstance(payload, Token)
    first, *rest = payload.toks
    chains = vault_of(node).chains
    for wrong in (
        first._replace(link=seed("no link")),
        chains.token(first.deck, 2),
        chains.token(first.deck, 2)._replace(q=1),
        first._replace(q=2),
        first._replace(deck=seat),
        first._replace(link=chains.token(rest[0].deck, 1).link),
    ):
        caught(table, seat, other, Token((wrong, *rest)), BadToken)
    caught(table, seat, other, Token((first,)), BadToken)


def test_the_copied_token_of_another_seat_is_worth_nothing() -> None:
    """Chains of two seats are of different domains, so nobody can answer with what another revealed."""
    table = Table(3)
    table.until(NeedToken)
    ours, theirs = table.nodes[0], table.nodes[1]
    stolen = theirs.transcript.answer()
    mine = ours.transcript.answer()
    assert isinstance(stolen, Token) and isinstance(mine, Token)
    shared = {tok.deck: tok for tok in stolen.toks}
    toks = tuple(shared.get(tok.deck, tok) for tok in mine.toks)
    wire = forge(table, 0, Token(toks).wire(), kind=Token.TYPE)
    with pytest.raises(BadToken):
        theirs.transcript.receive(wire)


def test_ready_must_promise_exactly_the_chains_that_the_seat_permutes() -> None:
    table = Table()
    node, other = table.nodes
    payload = node.answer()
    assert isinstance(payload, Ready)
    for anchors in ((), payload.anchors[:1], ((0, bytes(32)), *payload.anchors)):
        caught(table, 0, other, Ready(payload.toss, anchors), BadToken)


def test_the_audit_names_an_anchor_that_does_not_follow_from_the_master_secret() -> None:
    """The cheat grinds a chain of its own choice: every link fits, but not M."""
    table = Table()
    node = table.nodes[0]
    cheat = OwnChains(Derived(seed("ground"), node.transcript.game_id, 0), node.transcript.game_id, 0)
    vault_of(node).chains = cheat
    finish(table, node, cheat.ready([0, 1, 255]))
    findings = table.close().findings
    assert findings == ((0, 0, "audit.chain"),)


def test_an_anchor_follows_from_its_last_link_alone() -> None:
    # given a seat that has the links of its present rounds at hand
    game, derived = seed("G"), Derived(seed("M"), seed("G"), 0)
    own = OwnChains(derived, game, 0)
    promised = dict(own.ready([0, 1]).anchors)
    # then the last link of such a round gives the anchor that was promised, and any other one its own
    assert own.anchor_of(1, derived.chain_seed(1, 0, 0)) == promised[1]
    assert own.anchor_of(1, seed("another")) == links_of(game, 0, 1, seed("another"))[0]


def test_no_second_token_is_taken_while_the_first_is_held() -> None:
    game, decks = seed("G"), [0, 1]
    own, chains = OwnChains(Derived(seed("M"), game, 0), game, 0), Chains(game)
    chains.promise(0, own.ready(decks), decks)
    chains.take(0, 1, own.token(1, 1))
    with pytest.raises(BadToken, match="before"):
        chains.check(0, own.token(1, 2)._replace(q=1))


def test_tosses_never_ride_and_with_three_seats_no_token_does() -> None:
    table, node, seat, other = at(NeedMove)
    caught(table, seat, other, MoveMessage("x", tokens=node.transcript.play.tokens([TOSS_DECK])), BadToken)
    three = Table(3)
    mover = three.until(NeedMove)
    at_seat = mover.transcript.seat or 0
    ride = mover.transcript.play.tokens([(at_seat + 1) % 3])
    caught(three, at_seat, three.nodes[(at_seat + 1) % 3], MoveMessage("x", tokens=ride), BadToken)


def test_a_round_of_a_chain_ends_with_the_next_anchor() -> None:
    game, decks = seed("G"), [0, 1]
    own = OwnChains(Derived(seed("M"), game, 0), game, 0)
    chains = Chains(game)
    chains.promise(0, own.ready(decks), decks)
    for q in range(1, ROUND + 2):
        tok = own.token(1, q)
        chains.check(0, tok)
        chains.take(0, q, tok)
        assert chains.use(1, [0]) == (q, [tok.link])
        assert (tok.anchor is not None) == (q == ROUND)
    assert [(a.deck, a.round) for a in chains.anchors] == [(1, 0), (TOSS_DECK, 0), (1, 1)]
    with pytest.raises(BadToken):
        chains.check(0, own.token(1, ROUND + 1))


def test_a_token_at_the_end_of_a_round_needs_its_anchor() -> None:
    table, _, seat, other = at(NeedToken)
    for tok in (Tok(1 - seat, ROUND, bytes(32), None), Tok(1 - seat, 1, bytes(32), bytes(32))):
        caught(table, seat, other, Token((tok,)), BadEncoding)


# TAKE


def test_a_take_from_another_place_or_of_too_many_is_caught() -> None:
    table, node, seat, other = at(NeedTake)
    ledger = node.transcript.play.ledger
    pool = ledger.pools[seat].coms
    held = next(com for com, place in ledger.place.items() if com.owner == seat and place == HELD)
    caught(table, seat, other, Take(seat, (held,)), BadCommitment)
    caught(table, seat, other, Take(seat, (ledger.pools[1 - seat].coms[0],)), BadCommitment)
    caught(table, seat, other, Take(seat, tuple(pool[:2])), BadAnswer)
    caught(table, seat, other, Take(1 - seat, ()), BadAnswer)
    caught(table, seat, other, Take(seat, (pool[0],), vault_of(node).ops([pool[1]])), BadOpening)


def test_a_take_that_is_to_be_shown_opens_all_that_it_takes() -> None:
    _, node, seat, _ = at(NeedTake)
    ledger, com = node.transcript.play.ledger, node.transcript.play.ledger.pools[seat].coms[0]
    need = NeedTake(seat, 1, shown=True)
    with pytest.raises(BadOpening):
        ledger.check_take(need, Take(seat, (com,)))
    ledger.check_take(need, Take(seat, (com,), vault_of(node).ops([com])))
    ledger.check_take(need, Take(seat))


def test_a_take_names_its_cards_in_any_order_and_opens_them_in_that_one() -> None:
    _, node, seat, _ = at(NeedTake)
    ledger, (low, high, *_) = (
        node.transcript.play.ledger,
        sorted(node.transcript.play.ledger.pools[seat].coms),
    )
    need, ops = NeedTake(seat, 2, shown=True), vault_of(node).ops
    for coms in ((low, high), (high, low)):
        ledger.check_take(need, Take(seat, coms, ops(coms)))
        with pytest.raises(BadOpening):
            ledger.check_take(need, Take(seat, coms, ops(coms[::-1])))


def test_what_is_searched_may_hold_an_open_card() -> None:
    """given a card in the deck that all have seen, then it may be taken and opened once more."""
    _, node, seat, _ = at(NeedTake)
    play = node.transcript.play
    com = next(com for com, place in play.ledger.place.items() if com.owner == seat and place == HELD)
    play.ledger.open(vault_of(node).ops([com]))
    need = NeedTake(seat, 1, places=(com,), shown=True)
    play.check_need(seat, need)
    taken = Take(seat, (com,), vault_of(node).ops([com]))
    play.ledger.check_take(need, taken)
    play.ledger.take(taken.coms)
    play.ledger.open(taken.ops)
    assert play.ledger.place[com] == OPENED
    play.ledger.assert_sound()
    with pytest.raises(LocalError):
        play.check_need(seat, NeedTake(seat, 1, places=(play.ledger.pools[seat].coms[0],)))


def test_a_false_claim_is_named_by_the_judge() -> None:
    table, node, _, _ = at(NeedTake)
    honest = node.answer()
    assert isinstance(honest, Take)
    lie = replace(honest, claims=(honest.claims[0]._replace(numbers=(honest.claims[0].numbers[0] + 1,)),))
    seat, seq = finish(table, node, lie)
    assert table.close().findings == ((seat, seq, "toy.claim"),)


# CHOOSE


def test_the_audit_names_a_choice_salt_that_does_not_follow_from_the_master_secret() -> None:
    table, node, seat, _ = at(NeedCommit)
    sealed, salt = node.toy.plans[seat](node.transcript), bytes(16)
    assert isinstance(sealed, Commit)
    seq, move = node.transcript.heads()[seat][0], MoveMessage("ground")
    digest = choice_hash(node.transcript.game_id, seat, seq, encode(move.wire()), salt)
    wire = node.transcript.write(Commit(digest))
    table.send(node, wire)
    node.advance()
    while not isinstance(node.transcript.owed(), NeedReveal):
        table.step()
    finish(table, node, Reveal(salt, move))
    assert table.close().findings == ((seat, seq, "audit.choose"),)


def test_another_move_than_the_sealed_one_is_caught() -> None:
    table, node, seat, other = at(NeedReveal)
    honest = node.answer()
    assert isinstance(honest, Reveal)
    caught(table, seat, other, replace(honest, move=replace(honest.move, text="changed")), BadOpening)
    caught(table, seat, other, replace(honest, salt=bytes(16)), BadOpening)
    assert not isinstance(other.transcript.owed(), NeedReady)


# What nobody can find out


def test_short_salts_would_give_every_card_away_and_ours_do_not() -> None:
    """The negative control: with a salt of one byte the card behind a commitment falls to a search."""
    _, node, seat, _ = at(NeedMove)
    com, ledger = node.transcript.play.ledger.pools[seat].coms[0], node.transcript.play.ledger
    card, game = vault_of(node).card[com], node.transcript.game_id

    def search(target: bytes) -> int | None:
        for guess in range(1, 31):
            for salt in range(256):
                if card_hash(game, *com, guess, bytes(15) + bytes([salt])) == target:
                    return guess
        return None

    assert search(card_hash(game, *com, card, bytes(15) + b"\x77")) == card
    assert search(ledger.hash_of(com)) is None


@pytest.mark.slow
def test_each_bind_is_the_same_for_all_seats_and_a_surprise_for_each() -> None:
    """Hands over many matches: no place of the deck is drawn more often than others."""
    counts = [0] * 12
    for match in range(60):
        table = Table(2, match)
        table.until(NeedMove)
        hands = [node.transcript.play.ledger for node in table.nodes]
        assert hands[0].place == hands[1].place
        drawn = [c.nth for c, place in hands[0].place.items() if c.epoch == 0 and place in (HELD, OPENED)]
        for nth in drawn:
            counts[nth] += 1
    expected = sum(counts) / 12
    assert sum((count - expected) ** 2 / expected for count in counts) < 35, "11 degrees of freedom"


def test_the_ledger_stays_sound_at_every_rest() -> None:
    table = Table(3)
    while table.step():
        for node in table.nodes:
            node.transcript.play.ledger.assert_sound()


def test_secrets_show_in_no_repr() -> None:
    table, node, seat, _ = at(NeedMove)
    own = secrets_at(table, seat)
    shown = repr((own, vault_of(node), node.transcript, node.transcript.play, node.transcript.closing, Toy()))
    assert own.master.hex() not in shown and repr(own.master)[2:-1] not in shown


def test_a_shuffle_is_one_message_of_at_most_2_3_kb_and_a_token_one_of_300_bytes() -> None:
    deck = (tuple(sorted(1 + j % 30 for j in range(60))),)
    table = Table(decks={"ana": deck, "ben": deck})
    for node in table.nodes:
        node.transcript.write(node.answer())
    for node, other in zip(table.nodes, table.nodes[::-1], strict=True):
        node.transcript.receive(other.transcript.entries(other.transcript.seat or 0)[0])
        assert node.transcript.batch()
        seat = node.transcript.seat or 0
        node.transcript.rest(bytes(32), [Expect(s, NeedPool(s)) for s in (0, 1)])
        assert len(node.transcript.write(node.transcript.answer())) <= 2300
        assert len(forge(table, seat, node.transcript.play.tokens([1 - seat]), kind=5)) <= 300
