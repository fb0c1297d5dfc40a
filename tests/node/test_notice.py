"""Notices: they read back, whoever changes a byte of one is noticed, and every field has its bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keys
from fadenet import games
from fadenet.node.limits import CANDIDATES
from fadenet.node.link.candidates import Address, pack_candidate
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach import notice as card
from fadenet.node.reach.notice import Offer, Strength, make_notice, parse_notice
from fadenet.node.sitting import config_of
from keys import Identity, peer_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from tests.node.test_invite import CANDIDATE

MIA = Identity.from_seed("Mia", bytes(range(32)))
BEN = Identity.from_seed("Ben", bytes(range(1, 33)))
MADE = 1_800_000_000
TABLE = Offer(b"t" * 12, "faroe", "duel", (("opening", "even"),), 2, 1, 60, 600, 5, b"r" * 8, b"c" * 8)
HERE = Address("192.168.1.20", 47070)
WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
ENDS = st.lists(st.integers(-card.ELO_MOST, card.ELO_MOST), min_size=3, max_size=3).map(sorted)
BOTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.fixed_dictionaries(
        {"bot": st.from_regex(r"[0-9A-Za-z][0-9A-Za-z._:=,+-]{0,31}", fullmatch=True)},
        optional={"strength": ENDS.map(lambda ends: Strength(ends[1], ends[0], ends[2]))},
    ),
)
TABLES = st.builds(
    Offer,
    token=st.one_of(st.just(b""), st.binary(min_size=12, max_size=12)),
    game=WORDS,
    format=WORDS,
    opts=st.dictionaries(WORDS, WORDS, max_size=2).map(lambda opts: tuple(sorted(opts.items()))),
    seats=st.just(4),
    free=st.integers(0, 4),
    timer=st.integers(0, card.TIMER_S),
    bank=st.integers(0, card.BANK_S),
    bonus=st.integers(0, card.BONUS_S),
    rules=st.binary(min_size=8, max_size=8),
    cards=st.binary(min_size=8, max_size=8),
    watched=st.booleans(),
    standing=st.booleans(),
    people=st.booleans(),
    bots=st.booleans(),
).flatmap(lambda table: BOTS.map(lambda said: replace(table, **said)))


def notice(*tables: Offer, identity: Identity = MIA, made: int = MADE, life: int = 60) -> bytes:
    """A notice of tables, `TABLE` if none is named."""
    return make_notice(identity, PlayerKind.HUMAN, [HERE], tables or [TABLE], made=made, life=life)


def signed(body: Any, identity: Identity = MIA) -> bytes:
    """A notice with whatever body."""
    data = encode(body)
    return encode([data, identity.sign(card.TAG, data)])


def fields(**changed: Any) -> list[Any]:
    """The fields of an honest body, some of them changed."""
    names = ("version", "ik", "made", "life", "name", "kind", "candidates", "tables")
    body = dict(zip(names, decode(decode(notice())[0]), strict=True))
    return list((body | changed).values())


def with_table(at: int, value: object) -> list[Any]:
    """The fields of a body whose table has another value at this place."""
    table = TABLE.wire()
    table[at] = value
    return fields(tables=[table])


@given(st.lists(TABLES, max_size=2), st.lists(CANDIDATE, max_size=4), st.sampled_from(PlayerKind))
def test_reads_back(tables: list[Offer], candidates: list[Any], kind: PlayerKind) -> None:
    made = make_notice(MIA, kind, candidates, tables, made=MADE, life=60)
    read = parse_notice(made)
    assert (read.wire, read.ik, read.made, read.life, read.name) == (made, MIA.public, MADE, 60, "Mia")
    assert read.kind is kind and read.tables == tuple(tables)
    assert set(read.candidates) <= set(candidates)


def test_what_stands_in_one_of_a_match_is_what_is_played() -> None:
    """given the config of a table, then its notice names game, options, clock and the begin of the hashes."""
    rules = games.load("faroe", opening="even")
    opts = tuple(sorted(rules.options.items()))
    config = Config(rules.name, rules.format, 2, 1, rules.decision_timer, 600, 5, opts)
    table = Offer.of(config, b"t" * 12, rules.hash, rules.card_hash, 1)
    (read,) = parse_notice(notice(table)).tables
    assert read == table and (read.game, read.opts) == ("faroe", (("opening", "even"),))
    assert (read.rules, read.cards) == (rules.hash[:8], rules.card_hash[:8])
    assert (read.seats, read.free, read.bank, read.bonus) == (2, 1, 600, 5)


def test_a_match_by_correspondence_tells_its_days() -> None:
    """given a table with days for each decision; then its notice has them behind the seconds, and that of a
    table without them is as it was."""
    rules = games.load("faroe")
    tables = [
        Offer.of(config_of(rules, 2, 60, 600, 5, days), b"t" * 12, rules.hash, rules.card_hash, 1)
        for days in (0, 3)
    ]
    assert [table.wire()[6] for table in tables] == [[60, 600, 5], [0, 0, 0, 3]]
    (read,) = parse_notice(notice(tables[1])).tables
    assert (read.days, read.timer, read.bank) == (3, 0, 0)
    assert tables[0].topic != tables[1].topic


def test_every_packaged_game_can_be_announced() -> None:
    for name in games.NAMES:
        rules = games.load(name)
        config = Config(rules.name, rules.format, 2, 1, rules.decision_timer, 600, 5)
        assert Offer.of(config, bytes(12), rules.hash, rules.card_hash, 1).game == name


def test_a_game_that_no_notice_can_name_is_our_own_bug() -> None:
    with pytest.raises(ValueError, match="no notice can name"):
        Offer.of(Config("a game", "duel", 2), bytes(12), bytes(32), bytes(32), 1)


@pytest.mark.parametrize("end", range(len(notice())))
def test_every_truncation_is_refused(end: int) -> None:
    with pytest.raises(BadEncoding):
        parse_notice(notice()[:end])


@pytest.mark.parametrize("at", range(len(notice())))
def test_every_flipped_bit_is_refused(at: int) -> None:
    for bit in range(8):
        data = bytearray(notice())
        data[at] ^= 1 << bit
        with pytest.raises(BadEncoding):
            parse_notice(bytes(data))


@given(st.binary(max_size=64))
def test_something_behind_it_is_refused(more: bytes) -> None:
    if more:
        with pytest.raises(BadEncoding):
            parse_notice(notice() + more)


def test_only_the_player_itself_can_make_one() -> None:
    """given a body of Mia's that Ben has signed, then it is refused; nor does it hold under a weak key."""
    with pytest.raises(BadEncoding, match="did not sign"):
        parse_notice(signed(fields(), BEN))
    identity_point = bytes([1, *bytes(31)])
    with pytest.raises(BadEncoding, match="did not sign"):
        parse_notice(encode([encode(fields(ik=identity_point)), bytes(64)]))


def test_a_signature_for_another_use_does_not_count() -> None:
    body = encode(fields())
    for tag in set(keys.TAGS) - {card.TAG}:
        with pytest.raises(BadEncoding, match="did not sign"):
            parse_notice(encode([body, MIA.sign(tag, body)]))


@pytest.mark.parametrize(
    "body",
    [
        fields(version=1),
        fields(version=2),
        fields(version=4),
        fields(ik=MIA.public[:31]),
        fields(made="now"),
        fields(made=True),
        fields(life=9),
        fields(life=901),
        fields(name="n" * 129),
        fields(name=b"Mia"),
        fields(kind=2),
        fields(candidates=[pack_candidate(HERE)] * (CANDIDATES + 1)),
        fields(candidates=[b"\x11\x01"]),
        fields(candidates=["192.168.1.20"]),
        fields(tables=[TABLE.wire()] * 5),
        fields(tables=TABLE.wire()),
        [*fields(), 0],
        fields()[:-1],
        {},
        with_table(0, bytes(11)),
        with_table(0, bytes(13)),
        with_table(1, ""),
        with_table(1, "g" * 65),
        with_table(1, "two words"),
        with_table(1, "\x1b[2J"),
        with_table(2, "f\u00e4"),
        with_table(2, 1),
        with_table(3, {"a": 1}),
        with_table(3, {1: "a"}),
        with_table(3, {"": "a"}),
        with_table(3, {str(n): "a" for n in range(9)}),
        with_table(3, []),
        with_table(4, 1),
        with_table(4, 5),
        with_table(5, 3),
        with_table(6, [60, 600]),
        with_table(6, [86_401, 600, 5]),
        with_table(6, [60, 86_401, 5]),
        with_table(6, [60, 600, 3_601]),
        with_table(6, [0, 0, 0, 0]),
        with_table(6, [0, 0, 0, 15]),
        with_table(6, [0, 0, 0, 3, 0]),
        with_table(7, bytes(7)),
        with_table(8, bytes(9)),
        with_table(9, 16),
        with_table(9, True),
        with_table(10, "greedy"),
        with_table(10, [""]),
        with_table(10, ["two words"]),
        with_table(10, ["g" * 33]),
        with_table(10, ["greedy", 1500]),
        with_table(10, ["greedy", 1500, 1400]),
        with_table(10, ["greedy", 1500, 1400, 1600, 0]),
        with_table(10, ["greedy", 1500, 1501, 1600]),
        with_table(10, ["greedy", 1500, 1400, 1499]),
        with_table(10, ["greedy", 3001, 1400, 3001]),
        with_table(10, ["greedy", 1500, 1400, "1600"]),
        with_table(10, ["greedy", True, 0, 1600]),
        with_table(10, [1500, 1400, 1600]),
    ],
)
def test_every_field_has_its_bounds(body: Any) -> None:
    with pytest.raises(BadEncoding):
        parse_notice(signed(body))


@pytest.mark.parametrize(
    "body",
    [
        fields(made=0),
        fields(life=10),
        fields(life=900),
        fields(name="n" * 128),
        fields(kind=1),
        fields(candidates=[pack_candidate(HERE)] * CANDIDATES),
        fields(candidates=[]),
        fields(tables=[TABLE.wire()] * 4),
        fields(tables=[]),
        with_table(0, b""),
        with_table(1, "g" * 64),
        with_table(3, {str(n): "a" for n in range(8)}),
        with_table(4, 4),
        with_table(5, 2),
        with_table(5, 0),
        with_table(6, [86_400, 86_400, 3_600]),
        with_table(6, [0, 0, 0, 14]),
        with_table(9, 15),
        with_table(10, ["g" * 32]),
        with_table(10, ["greedy", 1500, 1500, 1500]),
        with_table(10, ["greedy", 0, 0, 3000]),
        with_table(10, ["greedy", 3000, 0, 3000]),
    ],
)
def test_what_is_just_within_them_is_taken(body: Any) -> None:
    parse_notice(signed(body))


def test_is_at_most_1024_bytes() -> None:
    """given a signed notice that is a byte longer than may be, it is refused, and one of 1,024 is not."""

    def of(size: int) -> bytes:
        rows = [replace(TABLE, opts=tuple((f"{n}", "v" * 60) for n in range(8))).wire()]
        room = size - len(signed(fields(tables=rows, candidates=[], name="")))
        name, candidate = "n" * 100, bytes([200, room - 100 - 6]) + bytes(room - 100 - 6)
        return signed(fields(tables=rows, candidates=[candidate], name=name))

    most = next(data for size in range(1015, 1030) if len(data := of(size)) == card.NOTICE_BYTES)
    more = next(data for size in range(1015, 1030) if len(data := of(size)) == card.NOTICE_BYTES + 1)
    parse_notice(most)
    with pytest.raises(BadEncoding, match="1025 bytes"):
        parse_notice(more)


def test_candidates_for_which_there_is_no_room_are_left_out() -> None:
    """given 8 long names and 4 tables, then the first names stay, and all tables."""
    names = [Address(f"{n}." + "a" * 200 + ".example", 47070) for n in range(CANDIDATES)]
    read = parse_notice(make_notice(MIA, PlayerKind.HUMAN, names, [TABLE] * 4, made=MADE, life=60))
    assert len(read.tables) == 4 and 0 < len(read.candidates) < CANDIDATES
    assert read.candidates == tuple(names[: len(read.candidates)])


@pytest.mark.parametrize(
    ("tables", "life"),
    [
        ([TABLE] * 5, 60),
        ([TABLE], 9),
        ([TABLE], 901),
        ([replace(TABLE, opts=tuple((f"{n}", "v" * 64) for n in range(8)))] * 2, 60),
    ],
)
def test_what_does_not_fit_is_our_own_bug(tables: list[Offer], life: int) -> None:
    with pytest.raises(ValueError, match=r"tables|bytes"):
        make_notice(MIA, PlayerKind.HUMAN, [], tables, made=MADE, life=life)


@given(st.text(max_size=40))
@settings(max_examples=50)
def test_a_name_is_harmless_when_it_is_read(name: str) -> None:
    if len(name.encode("utf-8", "replace")) <= card.NAME_BYTES and name.isprintable():
        assert parse_notice(signed(fields(name=name))).name == peer_name(name)
    assert parse_notice(signed(fields(name="\x1b[31mMia\u202e\n"))).name == "_31mMia"


@pytest.mark.parametrize(
    ("off", "current"), [(0, True), (600, True), (-600, True), (601, False), (-601, False)]
)
def test_is_looked_at_within_ten_minutes(off: int, current: bool) -> None:
    """given clocks that are so many seconds apart, then a notice counts as long as they are within 10 min."""
    assert parse_notice(notice()).is_current(MADE + off) is current


def test_is_called_by_what_it_says() -> None:
    """given the same said twice, then it has one name; given something else, another one."""
    first, same, other = map(parse_notice, (notice(), notice(), notice(made=MADE + 1)))
    assert len(first.id) == 8 and first.id == same.id != other.id
    assert first.fingerprint == keys.fingerprint(MIA.public)


def test_keeps_its_token_to_itself_when_it_is_logged() -> None:
    assert b"t" * 12 in notice()
    assert "tttttttttttt" not in repr(parse_notice(notice()))


def test_a_bot_s_strength_is_counted_from_1500_on_the_wire() -> None:
    """given a bot that is said to be 120 above greedy, 80 to 160, then 1620, 1580 and 1660 stand there."""
    table = replace(TABLE, bot="rollout:moves=3", strength=Strength(120, 80, 160))
    assert table.wire()[10] == ["rollout:moves=3", 1620, 1580, 1660]
    assert parse_notice(notice(table)).tables == (table,)
    assert replace(TABLE, bot="greedy").wire()[10] == ["greedy"] and str(table.strength) == "120 [80, 160]"


def test_a_ladder_fits() -> None:
    """given four tables with an option, bots of the longest names, strengths, and eight addresses, then one
    notice tells of all of it."""
    bot, said = "b" * 32, Strength(1500, -1500, 1500)
    where = [Address(f"2001:db8::{n}", 47070, udp=True) for n in range(CANDIDATES)]
    ladder = [replace(TABLE, bot=bot, strength=said)] * card.TABLES
    read = parse_notice(make_notice(MIA, PlayerKind.BOT, where, ladder, made=MADE, life=60))
    assert read.tables == tuple(ladder) and len(read.candidates) == CANDIDATES


@pytest.mark.parametrize(
    ("elo", "reach", "said"),
    [
        (119.6, 40.2, Strength(120, 79, 160)),
        (0.0, 0.0, Strength(0, 0, 0)),
        (-1400.0, 300.0, Strength(-1400, -1500, -1100)),
        (2000.0, 100.0, Strength(1500, 1500, 1500)),
    ],
)
def test_a_strength_is_said_as_far_as_it_may_be(elo: float, reach: float, said: Strength) -> None:
    assert Strength.measured(elo, reach) == said


def test_its_bytes_stay_as_they_are() -> None:
    """A notice of this key, at this time, has these bytes: what WIRE.md describes."""
    body, signature = decode(notice())
    assert decode(body) == [
        3,
        MIA.public,
        MADE,
        60,
        "Mia",
        0,
        [bytes((17, 192, 168, 1, 20)) + (47070).to_bytes(2, "big")],
        [[b"t" * 12, "faroe", "duel", {"opening": "even"}, 2, 1, [60, 600, 5], b"r" * 8, b"c" * 8, 12, []]],
    ]
    assert keys.verify(MIA.public, "fn1/beacon", body, signature)
