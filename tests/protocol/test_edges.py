"""The last value that is taken and the first that is not, and needs that nobody could answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import protocol
from protocol.audit import audit
from protocol.closing import ENDS_MAX, RESULTS_MAX
from protocol.encoding import DEPTH_MAX, ENTRY_MAX, ITEMS_MAX, decode, encode
from protocol.faults import BadEncoding, BadOpening, BadToken, LocalError, UnexpectedEntry, WrongSeq
from protocol.files import FileState, split_items, verify_file
from protocol.hashing import H, sign, var
from protocol.hello import CONFIG_MAX, Config, HelloParts, make_hello, parse_hello
from protocol.intake import AHEAD_BYTES_MAX, AHEAD_MAX
from protocol.ledger import HELD, OPENED, Ledger, PoolState
from protocol.messages import Take, Toss
from protocol.needs import (
    Expect,
    Need,
    NeedAck,
    NeedMove,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedRecommit,
    NeedReveal,
    NeedTake,
    NeedToken,
    NeedToss,
)
from protocol.result import check_result, result_body
from protocol.standing import DROPPED
from protocol.statements import Audit
from protocol.values import (
    DECKS_MAX,
    FINDINGS_MAX,
    LIST_MAX,
    MOVE_BYTES_MAX,
    NOBODY,
    POOL_MAX,
    RULE_BYTES_MAX,
    STANDING_MAX,
    TOSS_DECK,
    VERSION,
    Com,
    array,
    ascending,
    hashes,
    parse_card,
    parse_claim,
    parse_com,
    parse_coms,
    parse_decks,
    parse_findings,
    parse_ops,
    parse_outcome,
    parse_standing,
    parse_tok,
    parse_toks,
    text,
    uint,
)
from protocol.votes import RANGE
from tests.protocol.test_primitives import at, caught, vault_of
from tests.protocol.test_result import OUTCOME, ended
from tests.protocol.test_transcript import forge, refused, secrets_at
from tests.protocol.toy import (
    DECK_SIZE,
    OWNERLESS,
    Node,
    Table,
    Toy,
    ToyJudge,
    hello_of,
    identity,
    secrets_of,
    seed,
)

KEY, SALT = bytes(32), bytes(16)


def coms(count: int) -> list[object]:
    return [[0, j // 1024, j % 1024] for j in range(count)]


def toks(count: int) -> list[object]:
    return [[deck, 1, KEY] for deck in range(count)]


def config(change: dict[str, object]) -> Config:
    return Config.parse(Config("toy", "open", 2).wire() | change)


BOUNDS: list[tuple[str, Callable[[Any], object], object, object]] = [
    ("an integer", lambda x: uint(x, 7), 7, 8),
    ("text", lambda x: text(x, 3), "aé", "aéb"),
    ("an array's least", lambda x: array(x, 2, 3), [0, 0], [0]),
    ("an array's most", lambda x: array(x, 2, 3), [0] * 3, [0] * 4),
    ("an array of one size", lambda x: array(x, 2), [0, 0], [0] * 3),
    ("hashes", lambda x: hashes(x, 1), bytes(1024 * 32), bytes(1025 * 32)),
    ("the least hashes", lambda x: hashes(x, 1), KEY, b""),
    ("whole hashes", lambda x: hashes(x, 1), bytes(64), bytes(63)),
    ("an owner", parse_com, [255, 0, 0], [256, 0, 0]),
    ("an epoch", parse_com, [0, 2**32 - 1, 0], [0, 2**32, 0]),
    ("a place in a pool", parse_com, [0, 0, 1023], [0, 0, 1024]),
    ("commitments", parse_coms, coms(1024), coms(1025)),
    ("commitments once each", parse_coms, coms(2), coms(1) * 2),
    ("the least card", parse_card, 1, 0),
    ("the greatest card", parse_card, 2**32 - 1, 2**32),
    ("openings", lambda x: parse_ops(x, 1), [[0, 0, 0, 1, SALT]], []),
    ("openings once each", lambda x: parse_ops(x, 1), [[0, 0, 0, 1, SALT]], [[0, 0, 0, 1, SALT]] * 2),
    ("a predicate", parse_claim, [2**32 - 1, []], [2**32, []]),
    ("a claim's numbers", parse_claim, [0, [], [1] * 16], [0, [], [1] * 17]),
    ("a claim's least numbers", parse_claim, [0, [], [1]], [0, [], []]),
    ("the first token", parse_tok, [0, 1, KEY], [0, 0, KEY]),
    ("the last token", parse_tok, [0, 2**32 - 1, KEY], [0, 2**32 + 1, KEY]),
    ("a token before the end of a round", parse_tok, [0, 1023, KEY], [0, 1023, KEY, KEY]),
    ("a token at the end of a round", parse_tok, [0, 2048, KEY, KEY], [0, 2048, KEY]),
    ("a token's deck", parse_tok, [255, 1, KEY], [256, 1, KEY]),
    ("tokens", parse_toks, toks(32), toks(33)),
    ("the least tokens", parse_toks, toks(1), []),
    ("tokens of each deck once", parse_toks, toks(2), toks(1) * 2),
    ("ascending numbers", ascending, [1, 2, 3], [1, 3, 3]),
    ("standing passes", parse_standing, [[0, 0]] * 64, [[0, 0]] * 65),
    ("places", parse_outcome, [[1, 4], "x"], [[1, 5], "x"]),
    ("the least seats of an outcome", parse_outcome, [[1, 1], "x"], [[1], "x"]),
    ("the most seats of an outcome", parse_outcome, [[1] * 4, "x"], [[1] * 5, "x"]),
    ("a rule id", parse_outcome, [[1, 2], "x" * 96], [[1, 2], "x" * 97]),
    ("findings", parse_findings, [[0, j, "x"] for j in range(64)], [[0, j, "x"] for j in range(65)]),
    ("a finding's seat", parse_findings, [[255, 0, "x"]], [[256, 0, "x"]]),
    ("a finding's seq", parse_findings, [[0, 2**32 - 1, "x"]], [[0, 2**32, "x"]]),
    ("a finding's rule", parse_findings, [[0, 0, "x" * 96]], [[0, 0, "x" * 97]]),
    ("findings once each", parse_findings, [[0, 0, "x"], [0, 0, "y"]], [[0, 0, "x"]] * 2),
    ("decks", parse_decks, [[1]] * 32, [[1]] * 33),
    ("cards of a deck", parse_decks, [[1] * 1024], [[1] * 1025]),
    ("a deck list in order", parse_decks, [[1, 1, 2]], [[1, 2, 1]]),
    ("the least seats", config, {"seats": 2}, {"seats": 1}),
    ("the most seats", config, {"seats": 4}, {"seats": 5}),
    ("the games", config, {"games": 3}, {"games": 2}),
    ("the most games", config, {"games": 1}, {"games": 4}),
    ("a game's name", config, {"game": "x" * 64}, {"game": "x" * 65}),
    ("a format's name", config, {"format": "x" * 64}, {"format": "x" * 65}),
    ("the timer", config, {"timer": 86400}, {"timer": 86401}),
    ("the bank", config, {"bank": 86400}, {"bank": 86401}),
    ("the bonus", config, {"bonus": 3600}, {"bonus": 3601}),
    ("an option's name", config, {"opts": {"x": 1}}, {"opts": {1: 1}}),
]


@pytest.mark.parametrize(("read", "last", "beyond"), [row[1:] for row in BOUNDS], ids=[r[0] for r in BOUNDS])
def test_the_last_value_is_taken_and_the_next_refused(
    read: Callable[[Any], object], last: object, beyond: object
) -> None:
    read(last)
    with pytest.raises(BadEncoding):
        read(beyond)


def test_the_limits_are_those_that_the_specification_names() -> None:
    """given the specification's section on limits, then the code holds to each number in it."""
    text = Path(protocol.__file__).with_name("README.md").read_text()
    named = text.partition("## 13. Limits")[2].partition("\n## ")[0].replace(",", "")
    assert [int(number) for number in re.findall(r"\d+", named)] == [
        *(ENTRY_MAX, ITEMS_MAX, DEPTH_MAX, DECKS_MAX, POOL_MAX, MOVE_BYTES_MAX, 512),
        *(STANDING_MAX, FINDINGS_MAX, RULE_BYTES_MAX, CONFIG_MAX, AHEAD_MAX, AHEAD_BYTES_MAX // 1024),
        *(ENDS_MAX, RESULTS_MAX, RANGE),
    ]
    assert LIST_MAX == POOL_MAX


def deciding() -> tuple[Table, int, Node, int]:
    """A table at which a seat owes a decision: the table, the seat, the other node, the seq owed."""
    table = Table()
    seat = table.until(NeedMove).transcript.seat
    assert seat is not None
    other = table.nodes[1 - seat]
    return table, seat, other, other.transcript.heads()[seat][0]


def test_an_entry_may_be_63_ahead_and_not_64() -> None:
    table, seat, other, due = deciding()
    assert other.transcript.receive(forge(table, seat, {0: "a"}, seq=due + AHEAD_MAX - 1)) == []
    fault = refused(other, forge(table, seat, {0: "a"}, seq=due + AHEAD_MAX), WrongSeq)
    assert (fault.author, fault.seq, fault.proven) == (seat, due + AHEAD_MAX, False)


def test_entries_ahead_have_a_size_together() -> None:
    table, seat, other, due = deciding()
    size = len(forge(table, seat, {0: "x" * 40_000}, seq=due + 1))
    most = AHEAD_BYTES_MAX // size
    for n in range(1, most + 1):
        assert other.transcript.receive(forge(table, seat, {0: "x" * 40_000}, seq=due + n)) == []
    room = AHEAD_BYTES_MAX - most * size - (size - 40_000)
    fault = refused(other, forge(table, seat, {0: "x" * (room + 1)}, seq=due + most + 1), WrongSeq)
    assert not fault.proven
    assert other.transcript.receive(forge(table, seat, {0: "x" * room}, seq=due + most + 1)) == []


def test_who_owes_an_entry_itself_takes_nothing_that_lies_behind_it() -> None:
    table = Table()
    node = table.until(NeedMove)
    seat = node.transcript.seat
    assert seat is not None
    fault = refused(node, forge(table, 1 - seat, {0: "a"}), UnexpectedEntry)
    assert fault.author == 1 - seat and not fault.proven


def test_a_take_that_shows_another_card_than_it_takes_is_caught() -> None:
    _, node, seat, other = at(NeedTake)
    com = node.transcript.play.ledger.pools[seat].coms[0]
    right, need = vault_of(node).op(com), NeedTake(seat, 1, shown=True)
    check = other.transcript.play.ledger.check_take
    check(need, Take(seat, (com,), (right,)))
    for lie in (right._replace(card=right.card + 1), right._replace(salt=SALT)):
        with pytest.raises(BadOpening, match="does not fit"):
            check(need, Take(seat, (com,), (lie,)))


def test_a_toss_that_does_not_lead_to_the_link_before_it_is_caught() -> None:
    table, node, seat, other = at(NeedToss)
    right = node.answer()
    assert isinstance(right, Toss)
    for wrong in (
        right.tok._replace(q=2),
        right.tok._replace(link=seed("x")),
        other.transcript.play.tokens([TOSS_DECK])[0],
    ):
        caught(table, seat, other, Toss(wrong), BadToken)


@pytest.mark.parametrize("accused", [0, 1])
def test_the_audit_accuses_the_seat_whose_master_secret_is_another(accused: int) -> None:
    table = ended()
    for seat, node in enumerate(table.nodes):
        own = secrets_at(table, seat)
        master = seed("another") if seat == accused else own.master
        wire = node.transcript.state(Audit(node.transcript.game_id, seat, master, own.decks))
        table.send(node, wire)
    for node in table.nodes:
        assert audit(node.transcript, ToyJudge()).findings == ((accused, 0, "audit.master"),)


def test_no_need_is_announced_that_an_honest_seat_could_not_answer() -> None:
    _, node, seat, _ = at(NeedOpen)
    play, ledger = node.transcript.play, node.transcript.play.ledger
    held = next(com for com, place in ledger.place.items() if com.owner == seat and place == HELD)
    opened = next(com for com, place in ledger.place.items() if com.owner == seat and place == OPENED)
    pooled = ledger.pools[seat].coms[0]
    split = max(ledger.pools)
    refused: list[Need] = [
        NeedOpen(()),
        NeedOpen((opened,)),
        NeedOpen((pooled,)),
        NeedOpen((held, held)),
        NeedPrivate(1 - seat, ()),
        NeedPrivate(1 - seat, (opened,)),
        NeedPrivate(seat, (held,)),
        NeedPrivate(2, (held,)),
        NeedRecommit(()),
        NeedRecommit((pooled,)),
        NeedTake(1 - seat, 1),
        NeedTake(2, 1),
        NeedReveal(),
        NeedToken(()),
        NeedToken((seat,)),
        NeedToken((1 - seat, 1 - seat)),
        NeedToken((3,)),
        NeedPool(1 - seat),
        NeedPool(2),
        NeedPool(3),
        NeedPool(-1),
        NeedPool(seat, (pooled,)),
        NeedPool(seat, merge=(seat,)),
        NeedPool(seat, merge=(split, split)),
        NeedPool(seat, merge=(split + 1,)),
        NeedPool(1 - seat, merge=(split,)),
    ]
    for need in refused:
        with pytest.raises(LocalError):
            play.check_need(seat, need)
    sound: list[Need] = [
        NeedOpen((held,)),
        NeedPrivate(1 - seat, (held,)),
        NeedRecommit((held, opened)),
        NeedTake(seat, 1, places=(held, opened)),
        NeedToken((1 - seat,)),
        NeedToken((1 - seat, 2)),
        NeedToss(),
        NeedAck(),
        NeedPool(seat, (held, opened), (split,)),
    ]
    for need in sound:
        play.check_need(seat, need)


def test_the_first_pool_of_a_deck_holds_its_list_and_nothing_else() -> None:
    table = Table()
    node = table.nodes[0]
    table.step()
    seat = node.transcript.seat
    assert seat is not None and isinstance(node.transcript.owed(), NeedPool)
    check = node.transcript.play.ledger.check_need_pool
    check(seat, NeedPool(seat, size=DECK_SIZE))
    for need in (NeedPool(seat, put=(Com(seat, 0, 0),)), NeedPool(seat, merge=(256,))):
        with pytest.raises(LocalError):
            check(seat, need)


def test_the_first_pool_of_a_deck_takes_no_card_that_came_out_of_another() -> None:
    # given a seat with two decks, one of which is shuffled, and a card of that in its hand
    ledger, card = Ledger(bytes(32), [0, 0], 2), Com(0, 0, 0)
    ledger.pools[0] = PoolState(0, 0, [Com(0, 0, 1)])
    ledger.place[card] = HELD
    # when the other is shuffled for the first time, then without that card
    ledger.check_need_pool(0, NeedPool(0, put=(card,)))
    ledger.check_need_pool(0, NeedPool(1, size=1))
    with pytest.raises(LocalError, match="its deck list only"):
        ledger.check_need_pool(0, NeedPool(1, put=(card,)))


def test_no_more_is_bound_or_set_apart_than_is_there() -> None:
    _, node, _, _ = at(NeedMove)
    play = node.transcript.play
    left = play.ledger.pool_size(2)
    assert left
    for wrong in (
        lambda: play.bind(2, left + 1),
        lambda: play.split(2, left + 1),
        lambda: play.bind(2, [2] * left + [2]),
        lambda: play.ledger.bind(2, [0], 1, []),
        lambda: play.ledger.fill(0, [1]),
        lambda: play.committed(0),
    ):
        with pytest.raises(LocalError):
            wrong()
    assert play.ledger.pool_size(2) == left


def test_cards_of_an_ownerless_deck_can_be_set_apart() -> None:
    """given an ownerless deck, when three of its cards are set apart, then they are bound from there, and its
    own pool holds the others."""
    ledger = Ledger(bytes(32), [0, NOBODY], 2)
    ledger.fill(1, OWNERLESS)
    apart = ledger.split(1, 3, 1, [seed("one"), seed("two")])
    own, others = ledger.pools[1].cards, ledger.pools[apart].cards
    assert sorted([*own, *others]) == sorted(OWNERLESS) and others == sorted(others)
    assert (ledger.pool_size(1), ledger.pool_size(apart)) == (len(OWNERLESS) - 3, 3)
    there = list(others)
    bound = ledger.bind(1, [apart] * 3, 2, [seed("three"), seed("four")])
    assert sorted(bound) == there and not ledger.pool_size(apart)


@pytest.mark.parametrize(("need", "skipped"), [(NeedMove(), 0), (NeedToss(), 1)])
def test_only_who_owed_a_toss_spoils_one(need: Need, skipped: int) -> None:
    """given a seat that is dropped, then the tosses go on at the same place, unless it owed one."""
    transcript = Table(3).until(NeedMove).transcript
    play = transcript.play
    due = play.chains.next_q(TOSS_DECK)
    transcript.standings.become(1, DROPPED)
    play.drop(1, need)
    assert play.chains.next_q(TOSS_DECK) == due + skipped
    assert [one.seat for one in play.toss_needs()] == [0, 2]


def test_tokens_that_were_asked_for_and_not_used_are_our_own_error() -> None:
    table, node, seat, _ = at(NeedToken)
    while node.transcript.batch() is None:
        wires = [(one, one.transcript.write(one.answer())) for one in table.nodes if one.transcript.owed()]
        for author, wire in wires:
            for other in table.nodes:
                if other is not author:
                    other.transcript.receive(wire)
    with pytest.raises(LocalError, match="not used"):
        node.transcript.rest(bytes(32), [Expect(seat, NeedMove())])


def test_a_state_digest_has_32_bytes() -> None:
    _, node, seat, other = at(NeedMove)
    other.transcript.receive(node.transcript.write(node.answer()))
    assert node.transcript.batch() is not None and other.transcript.batch() is not None
    for size in (31, 33):
        with pytest.raises(LocalError, match="32 bytes"):
            node.transcript.rest(bytes(size), [Expect(1 - seat, NeedMove())])


def test_a_config_has_the_bytes_that_are_allowed_and_no_more() -> None:
    room = CONFIG_MAX - len(encode(Config("toy", "open", 2, opts=(("x", bytes(256)),)).wire())) + 256
    for size, sound in ((room, True), (room + 1, False)):
        config = Config("toy", "open", 2, opts=(("x", bytes(size)),))
        wire = make_hello(identity("ana"), secrets_of("ana"), config, HelloParts(*(bytes(32),) * 4))
        if sound:
            assert parse_hello(wire).config == config
        else:
            with pytest.raises(BadEncoding, match="config"):
                parse_hello(wire)


@pytest.mark.parametrize("bot", [False, True])
def test_a_hello_says_whether_a_bot_plays(bot: bool) -> None:
    wire = make_hello(
        identity("ana"), secrets_of("ana"), Config("toy", "open", 2), HelloParts(*(bytes(32),) * 4), bot
    )
    assert parse_hello(wire).bot is bot


@pytest.mark.parametrize("short", range(4))
def test_hashes_and_nonce_of_a_hello_have_32_bytes(short: int) -> None:
    rules, cards, nonce, seated = (bytes(32 - (place == short)) for place in range(4))
    with pytest.raises(LocalError, match="32 bytes"):
        make_hello(
            identity("ana"),
            secrets_of("ana"),
            Config("toy", "open", 2),
            HelloParts(rules, cards, nonce, seated),
        )


# Files


def test_a_result_that_calls_the_game_by_another_name_does_not_fit_the_file() -> None:
    table = Table()
    table.play()
    table.close()
    node = table.nodes[0]
    transcript, complete = node.transcript, node.transcript.result
    assert complete is not None
    keys = [[p.binding.raw, p.binding.signature] for p in transcript.players]
    for name, state in (("toy", FileState.VALID), ("joy", FileState.INVALID)):
        body = result_body(transcript.game_id, name, transcript.root, OUTCOME, [], [])
        signed = [sign(secrets_at(table, seat).sk, "fn1/stmt", b"\x11" + body) for seat in (0, 1)]
        result = encode([VERSION, 17, body, keys, signed])
        assert check_result(result).game == name
        assert verify_file(node.file.removesuffix(complete) + result, Toy()).state == state


def test_a_report_names_the_item_at_which_a_file_goes_wrong() -> None:
    table = Table()
    table.play()
    table.close()
    items, _ = split_items(table.nodes[0].file)
    last = len(items) - 1
    broken = items[last][:-1] + bytes([items[last][-1] ^ 1])
    for changed, place in (
        ([items[1], items[0], *items[2:]], 0),
        ([*items[:5], items[4], *items[5:]], 5),
        ([*items, items[-2]], last + 1),
        ([*items[:last], broken], last),
        ([items[last], items[last]], 1),
        ([items[0]], 1),
        ([encode([VERSION, 99])], 0),
        ([encode(0)], 0),
    ):
        assert verify_file(b"".join(changed), Toy()).place == place
    cut = verify_file(b"".join(items)[:-1], Toy())
    assert (cut.state, cut.place) == (FileState.INCOMPLETE, last)


def test_there_is_no_audit_without_an_audit_statement() -> None:
    with pytest.raises(LocalError):
        audit(ended().nodes[0].transcript, ToyJudge())


def test_a_hello_of_another_version_is_refused() -> None:
    secrets = secrets_of("ana")
    for version, sound in ((VERSION, True), (VERSION - 1, False), (VERSION + 1, False)):
        fields = decode(decode(hello_of("ana", secrets))[2])
        hello = encode([version, *fields[1:]])
        named = H("fn1/hello", var(hello))
        bound = encode([identity("ana").public, secrets.sk_public, secrets.xk_public, named])
        signatures = identity("ana").sign("fn1/keys", bound), sign(secrets.sk, "fn1/keys", bound)
        wire = encode([VERSION, 0, hello, bound, *signatures])
        if sound:
            assert parse_hello(wire).wire == wire
        else:
            with pytest.raises(BadEncoding, match="version"):
                parse_hello(wire)


@pytest.mark.parametrize("cheat", ["ana", "ben"])
def test_the_audit_accuses_the_seat_whose_deck_is_illegal(cheat: str) -> None:
    table = Table(decks={cheat: ((*range(1, DECK_SIZE), 31),)})
    table.play()
    (finding,) = table.close().findings
    assert finding[1:] == (0, "toy.deck")
    assert table.nodes[0].transcript.players[finding[0]].binding.ik == identity(cheat).public
