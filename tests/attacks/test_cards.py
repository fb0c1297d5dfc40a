"""Attacks on hidden cards: swapped, stacked, thinned out, copied, opened twice, taken wrongly or denied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from check_match import check

from fadenet import games
from fadenet.engine.rules import Move, Rules
from fadenet.games.decks import load_deck
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.boxes import unseal
from protocol.encoding import encode
from protocol.faults import BadOpening, IllegalEntry, UnexpectedEntry
from protocol.files import split_items
from protocol.ledger import HELD
from protocol.messages import Entry, MoveMessage, Open, Pool, Statement, Take, parse_message, parse_payload
from protocol.needs import NeedCommit, NeedOpen, NeedPool, NeedPrivate, NeedRecommit
from protocol.result import check_result
from protocol.secrets import Derived
from protocol.values import AUDIT, END, Claim, Com
from tests.attacks.hostile import Quiet, audited, convicted, entry, owing, refused, spoil, vault_of
from tests.builders.playout import FAROE
from tests.builders.ten import EVEN, TEN
from tests.protocol.test_transcript import secrets_at
from tests.protocol.toy import Node, Table, knows
from tests.table.wire import Match, acting, file_of, give_up

QUIET = Quiet()
SEEDS = 60


def reached(rules: Rules, wanted: Callable[[TableSeat], bool], players: int = 2) -> tuple[Match, TableSeat]:
    """The first match in which a seat stands before such an entry: (match, its table)."""
    for seed in range(SEEDS):
        match = Match(rules, seed, players=players)
        try:
            return match, match.until_rest(wanted)
        except AssertionError:
            continue
    raise AssertionError("no match comes to that")


def swapped(cards: list[int]) -> list[int]:
    return [11 - cards[0], *cards[1:]]


def stacked(cards: list[int]) -> list[int]:
    return [*cards[1:], cards[0]]


@pytest.mark.parametrize("change", [swapped, stacked])
@pytest.mark.parametrize(("kind", "rule"), [(NeedPool, "audit.pool"), (NeedRecommit, "audit.recommit")])
def test_other_cards_or_another_order_are_named_by_the_audit(
    kind: type[NeedPool | NeedRecommit], rule: str, change: Callable[[list[int]], list[int]]
) -> None:
    """given a seat that swaps a card or chooses the order as it commits again, then the audit names it."""
    for seed in range(SEEDS):
        match = Match(TEN, seed)
        liar = match.seats[seed % 2]
        seqs = spoil(liar, kind, change)

        def decide(table: TableSeat, match: Match = match, seqs: list[int] = seqs) -> list[bytes]:
            return give_up(table) if seqs else match.move(table)

        match.play(decide)
        if seqs:
            audited(match, (liar.seat, seqs[0], rule))
            return
    raise AssertionError("nobody commits to cards again")


@pytest.mark.parametrize("change", [swapped, stacked])
def test_who_signs_nothing_behind_its_audit_is_named_all_the_same(
    change: Callable[[list[int]], list[int]],
) -> None:
    """given a seat whose AUDIT shows that it swapped a card, when it gives neither VERDICT nor signature,
    then the file of the other proves it, and no checker calls that file false."""
    match = Match(TEN, 0)
    liar, honest = match.seats
    seqs = spoil(liar, NeedPool, change)
    while not honest.over:
        table = match.until(lambda table: table.over or acting(table))
        wires = (table.concede() if seqs else match.move(table)) if not table.over else []
        match.send(table.seat, [wire for wire in wires if isinstance(parse_message(wire), Entry)])
    for table, other in ((liar, honest), (honest, liar), (liar, honest)):
        table.pump()
        for wire in table.journal[2:]:
            message = parse_message(wire)
            if not isinstance(message, Statement) or message.kind in (END, AUDIT):
                other.receive(wire)
    # when
    honest.pump()
    honest.give_up()
    # then
    assert honest.result is not None and check_result(honest.result).absent == (liar.seat,)
    convicted(honest, TEN, (liar.seat, seqs[0], "audit.pool"))
    report = check(file_of(honest))
    assert report.state in ("guilty", "claimed") and (report.findings or report.claimed)


@pytest.mark.parametrize("size", [0, 1, 9, 11, 1024])
def test_a_first_deck_of_another_size_is_named_by_the_audit(size: int) -> None:
    """given a first POOL that is not of the deck list's size, then no node fails, and the audit names it."""
    match = Match(TEN, 1)
    assert not spoil(match.seats[0], NeedPool, lambda cards: [1] * size, first=True)
    match.play(give_up)
    audited(match, (0, 1, "audit.pool"))


@pytest.mark.parametrize("rules", [TEN, FAROE], ids=["ten", "faroe"])
def test_a_move_does_not_thin_out_a_deck(rules: Rules) -> None:
    """given a move that also takes a bad card out of its author's pool, which no rule lets it, then the
    first honest node refuses it, and its file proves that."""
    match = Match(rules, 31)
    liar = match.until(acting)
    honest = match.seats[1 - liar.seat]
    assert liar.view is not None
    move = move_payload(liar.replica, liar.seat, liar.view.options()[0], None)
    assert isinstance(move, MoveMessage)
    ledger, seq = liar.transcript.play.ledger, len(liar.transcript.entries(liar.seat))
    bad = next(c for n, pool in ledger.pools.items() if ledger.decks[n] == liar.seat for c in pool.coms)
    wire = entry(match, liar.seat, replace(move, taken=tuple(sorted({*move.taken, bad}))))
    assert refused(honest, wire, IllegalEntry).seq == seq
    convicted(honest, rules, (liar.seat, seq, rules.cites["openings"]))


@pytest.mark.parametrize("lies", ["", "leaves it there", "takes another one as well"])
def test_a_card_that_is_played_face_down_is_taken_from_where_it_was_chosen(lies: str) -> None:
    """given a Character that is played face-down out of the Fighter Pool, then its commitment is held by all;
    a move that leaves it in the pool, or takes another one as well, is refused, and the file proves that."""
    rules = games.load("fade2")
    veil = rules.verbs.index("veil")

    def veiled(table: TableSeat) -> list[Move]:
        return [move for move in table.view.options() if move[0] == veil] if table.view is not None else []

    hooded = [rules.by_slug["nobody-under-the-hood"].code] * 4
    match = Match(rules, 1, decks=[list(load_deck(rules, "masked-ball").lists[0]), hooded] * 2)
    author = match.until_rest(lambda table: acting(table) and bool(veiled(table)))
    honest, move = match.seats[1 - author.seat], veiled(author)[0]
    made = move_payload(author.replica, author.seat, move, None)
    assert isinstance(made, MoveMessage)
    com, ledger = author.replica.handles.com[move[1]], author.transcript.play.ledger
    seq = len(author.transcript.entries(author.seat))
    assert made.taken == (com,) and not made.ops
    if not lies:
        match.send(author.seat, author.answer(move))
        assert {table.transcript.play.ledger.place[com] for table in match.seats} == {HELD}
        return
    other = next(c for c in ledger.pools[ledger.place[com]].coms if c != com)
    taken = () if lies == "leaves it there" else tuple(sorted((com, other)))
    assert refused(honest, entry(match, author.seat, replace(made, taken=taken)), IllegalEntry).seq == seq
    convicted(honest, rules, (author.seat, seq, rules.cites["openings"]))


def test_a_copied_deck_cannot_be_played() -> None:
    """given a seat that publishes the other's commitments as its own, then it can open none of them."""
    match, liar = reached(TEN, owing(NeedPool))
    honest, me = match.seats[1 - liar.seat], liar.seat
    message = parse_message(honest.transcript.entries(honest.seat)[1])
    assert isinstance(message, Entry)
    theirs = parse_payload(Pool.TYPE, message.payload)
    assert isinstance(theirs, Pool)
    match.send(me, [liar._write(replace(theirs, deck=me))])
    match.until(acting)
    ledger = honest.transcript.play.ledger
    held = next(com for com, at in ledger.place.items() if com.owner == me and at == HELD)
    assert not any(ledger.fits(vault_of(liar).op(held)._replace(card=card)) for card in range(11))
    match.play(give_up)
    audited(match, (me, 1, "audit.pool"))


def test_an_opening_of_an_earlier_epoch_opens_nothing() -> None:
    """given hidden cards that were committed to again, when one is opened as it was before, it is refused."""
    match, liar = reached(TEN, owing(NeedRecommit))
    need = liar.transcript.owed()
    assert isinstance(need, NeedRecommit)
    old = vault_of(liar).ops(need.coms)
    match.send(liar.seat, liar.pump())
    match.until_rest(lambda table: table is liar and acting(table))
    honest = match.seats[1 - liar.seat]
    fresh = [Com(liar.seat, liar.transcript.play.ledger.epochs[liar.seat] - 1, n) for n in range(len(old))]
    for op in (old[0], old[0]._replace(com=fresh[0]), vault_of(liar).op(fresh[0])._replace(salt=old[0].salt)):
        refused(honest, entry(match, liar.seat, MoveMessage("play h1", ops=(op,))), BadOpening)


@pytest.mark.parametrize("what", ["another", "more", "wrong salt"])
def test_a_card_that_is_to_be_shown_cannot_be_another(what: str) -> None:
    """given a seat that has to show a card, when it shows another one or two, it is refused at once."""
    match, liar = reached(TEN, owing(NeedOpen))
    need, honest = liar.transcript.owed(), match.seats[1 - liar.seat]
    assert isinstance(need, NeedOpen)
    (op,) = vault_of(liar).ops(need.coms)
    ledger = liar.transcript.play.ledger
    other = ledger.pools[liar.seat].coms[0]
    ops = {
        "another": (vault_of(liar).op(other),),
        "more": (op, vault_of(liar).op(other)),
        "wrong salt": (op._replace(salt=bytes(16)),),
    }
    refused(honest, entry(match, liar.seat, Open(ops[what])), BadOpening)


def test_a_private_opening_cannot_be_used_again_elsewhere() -> None:
    """given a sealed card, then its box opens in no other match, entry or seat's name."""
    table = Table()
    node = table.until(NeedPrivate)
    need, vault, seat = node.transcript.owed(), knows(node.transcript), node.transcript.seat
    assert isinstance(need, NeedPrivate) and seat is not None
    game, seq, ops = node.transcript.game_id, node.transcript.heads()[seat][0], list(vault.ops(need.coms))
    other = secrets_at(table, need.to)
    sealed = vault.private(need, seq, node.transcript.place(seat, seq), other.xk_public)
    assert unseal(game, seat, seq, other.xk, sealed) == ops
    nothing = [None] * len(ops)
    assert unseal(game, seat, seq + 1, other.xk, sealed) == nothing
    assert unseal(game, need.to, seq, other.xk, sealed) == nothing
    assert unseal(bytes(32), seat, seq, other.xk, sealed) == nothing
    assert unseal(game, seat, seq, other.xk, replace(sealed, seat=seat)) == nothing


def searching(even: bool) -> Callable[[TableSeat], bool]:
    """A seat searches for an even card, and its pool has both even and odd ones (not even: for any card)."""

    def wanted(table: TableSeat) -> bool:
        want = table.search()
        if want is None or bool(want.items[0]) is not even:
            return False
        coms = table.transcript.play.ledger.pools[want.deck].coms
        return len({vault_of(table).card[com] % 2 for com in coms}) == 2

    return wanted


def wrong(table: TableSeat, odd: bool = True) -> Com:
    want = table.search()
    assert want is not None
    coms = table.transcript.play.ledger.pools[want.deck].coms
    return next(com for com in coms if vault_of(table).card[com] % 2 == odd)


def test_a_wrong_card_found_openly_is_refused_at_once() -> None:
    match, liar = reached(TEN, searching(even=True))
    seq, com = len(liar.transcript.entries(liar.seat)), wrong(liar)
    take = Take(liar.seat, (com,), vault_of(liar).ops([com]), (Claim(EVEN, (com,)),))
    honest = match.seats[1 - liar.seat]
    refused(honest, entry(match, liar.seat, take), IllegalEntry)
    convicted(honest, TEN, (liar.seat, seq, TEN.cites["search"]))


@pytest.mark.parametrize("none", [False, True])
def test_a_wrong_card_found_unseen_and_a_false_none_are_named_by_the_audit(none: bool) -> None:
    """given a search whose find stays hidden, when it finds an odd card or says that none is even."""
    match, liar = reached(QUIET, searching(even=True))
    seq, com = len(liar.transcript.entries(liar.seat)), wrong(liar)
    coms = () if none else (com,)
    take = Take(liar.seat, coms, (), (Claim(EVEN, coms),))
    match.send(liar.seat, [liar._write(take)])
    match.play(give_up)
    audited(match, (liar.seat, seq, QUIET.cites["search"]))


def test_a_true_find_convicts_nobody() -> None:
    match, finder = reached(QUIET, searching(even=True))
    com = wrong(finder, odd=False)
    match.send(finder.seat, [finder._write(Take(finder.seat, (com,), (), (Claim(EVEN, (com,)),)))])
    match.play(give_up)
    assert all(
        table.ending.audited is not None and not table.ending.audited.findings for table in match.seats
    )


def test_a_card_taken_unseen_is_not_shown_in_passing() -> None:
    """given a search that shows nothing, when the find is opened all the same, then it is refused."""
    match, liar = reached(TEN, searching(even=False))
    com = wrong(liar)
    honest = match.seats[1 - liar.seat]
    refused(honest, entry(match, liar.seat, Take(liar.seat, (com,), vault_of(liar).ops([com]))), BadOpening)


def test_after_a_search_the_deck_is_shuffled_and_nothing_is_known_of_it() -> None:
    """given a search, then its author cannot go on without a POOL, and keeps none of the old commitments."""
    match, seeker = reached(TEN, searching(even=False))
    honest = match.seats[1 - seeker.seat]
    before = set(seeker.transcript.play.ledger.pools[seeker.seat].coms)
    match.send(seeker.seat, [seeker._write(Take(seeker.seat, (wrong(seeker),)))])
    assert isinstance(seeker.transcript.owed(), NeedPool)
    refused(honest, entry(match, seeker.seat, MoveMessage("end")), UnexpectedEntry)
    match.send(seeker.seat, seeker.pump())
    assert not before & set(honest.transcript.play.ledger.pools[seeker.seat].coms)


def test_a_restored_node_commits_to_the_same_with_the_same_salts() -> None:
    """given a node put back to before its shuffle, then it writes the same bytes: no salt hides two cards."""
    match, table = reached(TEN, owing(NeedPool))
    journal = list(table.journal)
    (wire, *_) = table.pump()
    again = match.fresh(table.seat)
    again.restore(journal[2:])
    assert again.pump()[0] == wire


def test_a_restored_node_that_is_led_another_way_uses_no_salt_or_key_again() -> None:
    """given a node that was put back to before what it had sealed, when its player seals another move, or it
    comes to the same place another way, then its salts and keys are others, and so they are in another match
    and for another card."""
    table = Table()
    node = table.until(NeedCommit)
    own, seat = secrets_at(table, node.transcript.seat or 0), node.transcript.seat or 0
    again = Node(table.hellos, own)
    for item in split_items(node.file)[0][2:]:
        again.receive(item)
    moves = MoveMessage("rock"), MoveMessage("paper")
    sealed = [one.transcript.sealed(move) for one, move in zip((node, again), moves, strict=True)]
    for one, commit in zip((node, again), sealed, strict=True):
        one.transcript.write(commit)
    salts = {
        knows(one.transcript).derived.choice_salt(one.transcript.place(seat, 4), encode(move.wire()))
        for one in (node, again)
        for move in moves
    }
    assert node.transcript.place(seat, 4) == again.transcript.place(seat, 4) and len(salts) == 2
    places = [one.transcript.place(seat, 5) for one in (node, again)]
    assert places[0] != places[1], "what stands before is another entry"
    derived = [Derived(own.master, game, seat) for game in (node.transcript.game_id, bytes(32))]
    keys = {one.ephemeral(place).private_bytes_raw() for one in derived for place in places}
    assert len(keys) == 4
    assert len({one.card_salt(0, 0, card) for one in derived for card in (1, 2)}) == 4
