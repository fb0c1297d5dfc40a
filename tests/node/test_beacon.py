"""The beacon: who is nearby is found without typing, and nobody misleads or floods those who look."""

from __future__ import annotations

import json
import select
import socket
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.link.candidates import Address, parse_address
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.link.links import OwnAddress
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.reach import beacon, lan
from fadenet.node.reach.beacon import Beacon, Neighbour, Neighbours, OwnNotice, announcing, nearby, serves
from fadenet.node.reach.lan import Sender, open_lan
from fadenet.node.reach.node import Node, open_node
from fadenet.node.reach.notice import NOTICE_BYTES, Offer, make_notice, parse_notice
from tests.lab.lab import Host, Lab, lacking
from tests.node.helpers import seeded
from tests.node.memory import MemoryNetwork
from tests.node.neighbour import TABLE, player

NOW = 1_800_000_000
LISTENS = Address("192.168.1.20", 47070)
SOURCE = Sender("192.168.1.20", 50_000, "eth0")
OTHER = Sender("192.168.1.30", 50_000, "eth0")
PROGRAM = Path(__file__).parent / "neighbour.py"
no_lab = pytest.mark.skipif(lacking() is not None, reason=str(lacking()))


def notice(
    name: str = "Mia", *tables: Offer, made: int = NOW, where: Sequence[Address] = (LISTENS,)
) -> bytes:
    return make_notice(player(name), PlayerKind.HUMAN, where, tables or [TABLE], made=made, life=300)


def announcement(name: str = "Mia", **more: Any) -> bytes:
    return beacon.ANNOUNCEMENT + notice(name, **more)


def question(nonce: bytes = b"n" * 8, size: int = beacon.QUESTION_BYTES) -> bytes:
    return (beacon.QUESTION + nonce).ljust(size, b"\0")


def answers(asked: Sequence[tuple[bytes, Sender]], said: bytes = b"") -> list[bytes | None]:
    """The answers of a beacon to questions that come at once."""
    answerer = Beacon(lambda: said or notice())
    return [answerer.answer(data, source) for data, source in asked]


# Who announces.


async def test_a_question_is_answered_with_its_nonce_and_the_notice() -> None:
    assert answers([(question(b"12345678"), SOURCE)]) == [b"fn1a12345678" + notice()]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"fn1q",
        question()[:11],
        b"fn1a" + question()[4:],
        b"fn1n" + question()[4:],
        b"fn2q" + question()[4:],
        question()[:-1] + b"\1",
        question()[:12] + b"\1" + bytes(1187),
        announcement(),
    ],
)
async def test_what_is_no_question_gets_none(data: bytes) -> None:
    assert answers([(data, SOURCE)]) == [None]


async def test_an_answer_is_never_longer_than_its_question() -> None:
    size = len(b"fn1a") + 8 + len(notice())
    assert answers([(question(size=size), SOURCE)]) != [None]
    assert answers([(question(size=size - 1), SOURCE)]) == [None]
    # and the longest notice fits into the answer to a whole question
    assert len(b"fn1a") + 8 + NOTICE_BYTES <= beacon.QUESTION_BYTES <= lan.DATAGRAM_BYTES


async def test_nothing_is_said_while_no_table_is_open() -> None:
    answerer = Beacon(lambda: b"")
    assert answerer.answer(question(), SOURCE) is None


async def test_a_question_that_comes_twice_is_answered_once() -> None:
    """given a question to the group and to all, then one answer; one with another nonce gets its own."""
    asked = [(question(b"1" * 8), SOURCE), (question(b"1" * 8), SOURCE), (question(b"2" * 8), SOURCE)]
    assert [one is not None for one in answers(asked)] == [True, False, True]


async def test_one_source_is_answered_once_a_second(autojump_clock: MockClock) -> None:
    """given somebody who asks all the time, then three answers at once, and then one a second, whatever the
    port; somebody else is answered meanwhile."""
    answerer = Beacon(notice)
    nonces = iter(range(10_000))

    def ask(times: int, source: Sender = SOURCE) -> int:
        asked = [
            answerer.answer(question(next(nonces).to_bytes(8, "big")), replace(source, port=1 + n))
            for n in range(times)
        ]
        return sum(one is not None for one in asked)

    assert ask(20) == beacon.ANSWERS_BURST == 3
    assert ask(1, OTHER) == 1
    for _ in range(5):
        await trio.sleep(1.0)
        assert ask(20) == 1
    await trio.sleep(0.5)
    assert ask(20) == 0


async def test_the_questions_at_the_begin_of_a_search_are_all_answered(autojump_clock: MockClock) -> None:
    answerer = Beacon(notice)
    for n, pause in enumerate((0.0, 0.25, 0.75)):
        await trio.sleep(pause)
        assert answerer.answer(question(bytes([n]) * 8), SOURCE) is not None
    assert beacon.ASKED_AT_S == (0.0, 0.25, 1.0)


async def test_all_together_are_answered_50_times_a_second(autojump_clock: MockClock) -> None:
    answerer = Beacon(notice)

    def ask() -> int:
        sources = [Sender(f"10.{n % 250}.{n // 250}.1", 1, "eth0") for n in range(2_000)]
        return sum(answerer.answer(question(), source) is not None for source in sources)

    assert ask() == beacon.ANSWERS_OF_ALL_PER_S == 50
    await trio.sleep(1.0)
    assert ask() <= 50


@pytest.fixture
async def node() -> Any:
    """Mia's node, which listens at `LISTENS` in memory."""
    network = _Own([OwnAddress("eth0", LISTENS.host, 24)])
    async with open_node(NodeIdentity(player("Mia"), rng=seeded(1)), network) as made:
        await made.listen([LISTENS])
        yield made


class _Own(MemoryNetwork):
    """A network in memory of a machine with these addresses."""

    def __init__(self, own: list[OwnAddress]) -> None:
        super().__init__()
        self.addresses = own
        self.way = ""

    def way_to(self, host: str) -> str:
        return self.way

    def own(self) -> Sequence[OwnAddress]:
        return self.addresses


@dataclass
class _Open:
    """The tables that are open, and the time of day."""

    tables: list[Offer] = field(default_factory=lambda: [TABLE])
    now: float = NOW

    def card(self, node: Node) -> OwnNotice:
        return OwnNotice(node, player("Mia"), lambda: self.tables, lambda: self.now)


async def test_a_notice_is_signed_when_what_it_says_has_changed(node: Node) -> None:
    """given a table that fills, then the notice says so; as long as nothing changes it stays, byte for byte,
    until it is so old that another clock might take it for too old."""
    there = _Open()
    made = there.card(node)
    first = made.notice()
    there.now += beacon.SIGNED_ANEW_S - 1
    assert made.notice() == first
    there.tables = [replace(TABLE, free=0)]
    second = parse_notice(made.notice())
    assert second.tables[0].free == 0 and second.made == int(there.now)
    there.now += beacon.SIGNED_ANEW_S
    assert parse_notice(made.notice()).made == int(there.now)
    there.now -= 10_000  # somebody has set the clock
    assert parse_notice(made.notice()).made == int(there.now)
    there.tables = []
    assert made.notice() == b""


async def test_a_notice_names_our_own_addresses_and_no_more_than_4_tables(node: Node) -> None:
    there = _Open(tables=[replace(TABLE, game=f"game{n}") for n in range(5)])
    read = parse_notice(there.card(node).notice())
    assert read.candidates == (LISTENS,) and [one.game for one in read.tables] == [
        f"game{n}" for n in range(4)
    ]


async def test_a_table_that_no_notice_can_name_is_not_announced(
    node: Node, caplog: pytest.LogCaptureFixture
) -> None:
    """given such a table, then nothing is said, and the log says why, once."""
    made = _Open(tables=[replace(TABLE, opts=tuple((f"{n}", "v" * 60) for n in range(20)))]).card(node)
    assert made.notice() == b"" == made.notice()
    assert caplog.text.count("a table is not announced: a notice of ") == 1


async def test_an_address_that_changes_is_announced_within_10_s(autojump_clock: MockClock) -> None:
    """given another address, then the notice names it after 10 s, and at once if a way out leads from it."""
    network = _Own([OwnAddress("eth0", LISTENS.host, 24)])
    async with open_node(NodeIdentity(player("Mia"), rng=seeded(1)), network) as node:
        await node.listen([Address("0.0.0.0", 47070)])
        made = _Open().card(node)

        def hosts() -> list[str]:
            return [one.host for one in parse_notice(made.notice()).candidates if isinstance(one, Address)]

        assert hosts() == [LISTENS.host]
        network.addresses = [OwnAddress("eth0", "192.168.1.21", 24)]
        await trio.sleep(9.9)
        assert hosts() == [LISTENS.host]
        await trio.sleep(0.1)
        assert hosts() == ["192.168.1.21"]
        network.addresses, network.way = [OwnAddress("eth0", "192.168.1.22", 24)], "192.168.1.22"
        assert hosts() == ["192.168.1.22"]


@pytest.mark.parametrize(
    ("bound", "host", "there"),
    [
        (["0.0.0.0"], "192.168.1.20", True),
        (["0.0.0.0"], "127.0.0.1", True),
        (["0.0.0.0"], "fe80::1", False),
        (["::"], "fe80::1", True),
        (["::"], "192.168.1.20", False),
        (["192.168.1.20"], "192.168.1.20", True),
        (["192.168.1.20"], "192.168.1.21", False),
        (["192.168.1.20"], "10.0.0.1", False),
        (["192.168.1.20"], "127.0.0.1", False),
        (["127.0.0.1"], "127.0.0.1", True),
        (["127.0.0.1"], "192.168.1.20", False),
        (["127.0.0.1"], "fe80::1", False),
        (["127.0.0.7"], "127.0.0.1", True),
        (["::1"], "127.0.0.1", True),
        (["::1"], "2001:db8::1", False),
        (["192.168.1.20", "127.0.0.1"], "127.0.0.1", True),
        ([], "127.0.0.1", False),
    ],
)
def test_a_node_is_announced_where_it_listens_and_nowhere_else(
    bound: list[str], host: str, there: bool
) -> None:
    own = OwnAddress("eth0", host, 24)
    assert serves([Address(one, 47070) for one in bound], own) is there


# Who asks.


def neighbours(now: float = NOW) -> Neighbours:
    return Neighbours(lambda: now, seeded(2))


def names(there: Neighbours) -> list[str]:
    return [one.notice.name for one in there.found()]


async def test_an_announcement_is_found(autojump_clock: MockClock) -> None:
    there = neighbours()
    there.hear(announcement(), SOURCE)
    (one,) = there.found()
    assert one.notice.name == "Mia" and one.source == SOURCE and one.round_trip_s is None
    assert one.heard_at == trio.current_time()


async def test_an_answer_is_found_with_the_time_that_it_took(autojump_clock: MockClock) -> None:
    """given two questions, then the answer to the first, which comes after the second, has its own time; the
    shortest stays."""
    there = neighbours()
    first = there.question()[4:12]
    await trio.sleep(0.25)
    second = there.question()[4:12]
    await trio.sleep(0.25)
    there.hear(b"fn1a" + first + notice(), SOURCE)
    assert there.found()[0].round_trip_s == pytest.approx(0.5)
    there.hear(b"fn1a" + second + notice(), SOURCE)
    assert there.found()[0].round_trip_s == pytest.approx(0.25)
    await trio.sleep(1)
    there.hear(b"fn1a" + second + notice(), SOURCE)
    there.hear(announcement(), SOURCE)
    assert there.found()[0].round_trip_s == pytest.approx(0.25)


async def test_a_question_is_long_enough_for_any_answer_and_never_the_same() -> None:
    there = neighbours()
    asked = [there.question() for _ in range(100)]
    assert {len(one) for one in asked} == {1_200} and len(set(asked)) == 100
    assert all(one[:4] == b"fn1q" and not any(one[12:]) for one in asked)


async def test_only_answers_to_our_own_latest_questions_are_heard() -> None:
    """given an answer with a nonce that nobody has asked with, or long ago, then it is not looked at."""
    there = neighbours()
    old = there.question()[4:12]
    for _ in range(beacon.QUESTIONS):
        latest = there.question()[4:12]
    for nonce in (bytes(8), b"n" * 8, old):
        there.hear(b"fn1a" + nonce + notice(), SOURCE)
    assert there.found() == []
    there.hear(b"fn1a" + latest + notice(), SOURCE)
    assert names(there) == ["Mia"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"fn1n",
        b"fn1a",
        b"fn1q" + notice(),
        b"fn2n" + notice(),
        announcement()[:-1],
        announcement() + b"\0",
        b"fn1n" + bytes(1_024),
        b"fn1n" + notice() * 5,
        b"fn1n" + bytes(range(256)),
    ],
)
async def test_garbage_is_not_heard(data: bytes) -> None:
    there = neighbours()
    there.hear(data, SOURCE)
    assert there.found() == []


async def test_any_bytes_whatever_are_heard_without_harm() -> None:
    there, random = neighbours(), Random(1)
    for _ in range(2_000):
        size = random.randrange(1_201)
        there.hear(random.choice([b"fn1n", b"fn1a", b""]) + random.randbytes(size), SOURCE)
        data = bytearray(announcement())
        data[random.randrange(4, len(data))] ^= 1 << random.randrange(8)
        there.hear(bytes(data), replace(OTHER, host=f"10.0.0.{random.randrange(256)}"))
    assert there.found() == []


async def test_what_somebody_else_has_signed_is_not_heard() -> None:
    """given a notice whose name is Mia's and whose key is not hers, then it is under that other key."""
    there = neighbours()
    forged = bytearray(announcement())
    at = forged.index(player("Mia").public)
    forged[at : at + 32] = player("Ben").public
    there.hear(bytes(forged), OTHER)
    assert there.found() == []


@pytest.mark.parametrize("off", [601, -601])
async def test_a_notice_of_another_hour_is_not_shown_but_told(off: int) -> None:
    """given a notice that was replayed, or made by a clock that is wrong, then it is not in the list."""
    there = neighbours(NOW + off)
    there.hear(announcement(), SOURCE)
    assert there.found() == [] and there.skewed == {"Mia"}


async def test_a_player_is_there_once_and_with_the_latest_notice() -> None:
    """given an old notice of Mia's that somebody says again, then hers stays as it was, and where it was."""
    there = neighbours()
    there.hear(announcement(made=NOW - 5, where=[Address("192.168.1.9", 1)]), OTHER)
    there.hear(announcement(), SOURCE)
    assert [one.candidates for one in there.found()] == [(LISTENS,)]
    there.hear(announcement(made=NOW - 5, where=[Address("192.168.1.9", 1)]), OTHER)
    there.hear(announcement(), OTHER)
    assert [(one.candidates, one.source) for one in there.found()] == [((LISTENS,), SOURCE)]


async def test_who_was_not_heard_for_7_s_is_forgotten(autojump_clock: MockClock) -> None:
    there = neighbours()
    there.hear(announcement(), SOURCE)
    await trio.sleep(6.9)
    assert names(there) == ["Mia"]
    there.hear(announcement(), SOURCE)
    await trio.sleep(6.9)
    assert names(there) == ["Mia"]
    await trio.sleep(0.1)
    assert names(there) == []


async def test_4_of_a_source_are_shown_and_64_in_all(autojump_clock: MockClock) -> None:
    there = neighbours()
    for n in range(10):
        there.hear(announcement(f"a{n}"), SOURCE)
        await trio.sleep(0.3)
    assert names(there) == ["a0", "a1", "a2", "a3"]
    for n in range(100):
        there.hear(announcement(f"b{n}"), replace(OTHER, host=f"10.0.{n}.1"))
    assert len(there.found()) == beacon.SHOWN == 64
    for n in range(100, 110):
        there.hear(announcement(f"b{n}"), replace(OTHER, host=f"10.0.{n}.1"))
        await trio.sleep(0.1)
    assert len(there.found()) == 64 and names(there)[:3] == ["a3", "b0", "b1"]
    await trio.sleep(7)
    there.hear(announcement("last"), SOURCE)
    assert names(there) == ["last"]


@pytest.mark.parametrize("crowd", ["10.0.7.{}", "fe80::7:{}"])
async def test_a_neighbour_with_many_addresses_hides_no_other(crowd: str, autojump_clock: MockClock) -> None:
    """given all that is shown taken by sixteen or more addresses of one machine, then others are shown, and
    it does not come back in their place."""
    there = neighbours()
    for n in range(beacon.SHOWN):
        host = crowd.format(n // beacon.SHOWN_PER_SOURCE if "." in crowd else n)
        there.hear(announcement(f"a{n}"), replace(SOURCE, host=host))
    assert len(there.found()) == beacon.SHOWN
    honest = [f"b{n}" for n in range(8)]
    for n, name in enumerate(honest):
        there.hear(announcement(name), replace(SOURCE, host=f"10.0.8.{n}"))
    for n in range(beacon.SHOWN):
        await trio.sleep(0.05)
        there.hear(announcement(f"c{n}"), replace(SOURCE, host=crowd.format(n)))
    assert {*honest} <= {*names(there)} and len(there.found()) == beacon.SHOWN


async def test_nobody_moves_to_a_source_that_is_full() -> None:
    """given four of one source, when a player of another source says something from there, then it stays."""
    there = neighbours()
    for n in range(4):
        there.hear(announcement(f"a{n}"), SOURCE)
    there.hear(announcement("Mia"), OTHER)
    there.hear(announcement("Mia", made=NOW + 1), SOURCE)
    (mia,) = [one for one in there.found() if one.notice.name == "Mia"]
    assert mia.source == OTHER and mia.notice.made == NOW


@pytest.mark.slow
async def test_a_flood_costs_a_bounded_number_of_proofs_and_bytes(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given 10,000 announcements of as many players, from one source and from all, then at most 8 of a source
    and 100 a second are proven, and who is known is heard all the time."""
    there = neighbours()
    there.hear(announcement("Mia"), SOURCE)
    proofs = 0

    def counted(data: bytes) -> Any:
        nonlocal proofs
        proofs += 1
        return parse_notice(data)

    monkeypatch.setattr(beacon, "parse_notice", counted)
    flood = [bytearray(announcement(f"p{n}")) for n in range(100)]

    def of(n: int) -> bytes:
        flood[n % 100][-1 - n // 100 % 60] ^= 1 + n % 7
        return bytes(flood[n % 100])

    tracemalloc.start()
    try:
        for n in range(5_000):
            there.hear(of(n), OTHER)
        assert proofs <= beacon.PROVEN_BURST
        for n in range(5_000):
            there.hear(of(n), replace(OTHER, host=f"10.{n // 250}.{n % 250}.9"))
            there.hear(announcement("Mia"), SOURCE) if n % 500 == 0 else None
        assert proofs <= beacon.PROVEN_OF_ALL_PER_S
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 500_000 and most < 1_000_000
    before = proofs
    await trio.sleep(1)
    for n in range(1_000):
        there.hear(of(n), OTHER)
    assert proofs - before <= beacon.PROVEN_BURST
    there.hear(announcement("Mia"), SOURCE)
    assert "Mia" in names(there)


async def test_clocks_that_are_wrong_are_remembered_of_64_players(autojump_clock: MockClock) -> None:
    there = neighbours(NOW + 10_000)
    for n in range(100):
        there.hear(announcement(f"p{n}"), replace(SOURCE, host=f"10.0.0.{n}"))
        await trio.sleep(0.05)
    assert len(there.skewed) == beacon.SHOWN


async def test_whoever_waits_hears_of_what_is_new(autojump_clock: MockClock) -> None:
    there, heard = neighbours(), 0

    async def listen() -> None:
        nonlocal heard
        while True:
            await there.changed()
            heard += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen)
        for data in (
            announcement(),
            announcement(),
            announcement(made=NOW + 1),
            beacon.ANNOUNCEMENT + notice("Mia", replace(TABLE, free=0), made=NOW + 2),
        ):
            await trio.sleep(1)
            there.hear(data, SOURCE)
        await trio.sleep(1)
        nursery.cancel_scope.cancel()
    assert heard == 2


@pytest.mark.parametrize(
    ("where", "source", "first"),
    [
        # the source with the notice's port, whatever else the notice names
        (["10.0.0.1:47070"], "192.168.1.20", ["192.168.1.20:47070", "10.0.0.1:47070"]),
        (["10.0.0.1:1", "192.168.1.20:2"], "192.168.1.20", ["192.168.1.20:2", "10.0.0.1:1"]),
        # the port of the same family
        (["[2001:db8::1]:1", "10.0.0.1:2"], "192.168.1.20", ["192.168.1.20:2", "[2001:db8::1]:1"]),
        (["[2001:db8::1]:1"], "192.168.1.20", ["[2001:db8::1]:1"]),
        # a link-local address is not to be dialled, nor is a loopback one if there are others
        (["[2001:db8::1]:1"], "fe80::1", ["[2001:db8::1]:1"]),
        (["192.168.1.20:1"], "127.0.0.1", ["192.168.1.20:1"]),
        (["127.0.0.1:1"], "127.0.0.1", ["127.0.0.1:1"]),
        ([], "192.168.1.20", []),
    ],
)
async def test_the_source_comes_first_of_all_candidates(
    where: list[str], source: str, first: list[str]
) -> None:
    read = parse_notice(notice(where=[parse_address(one) for one in where]))
    found = Neighbour(read, replace(SOURCE, host=source), 0.0)
    assert list(map(str, found.candidates))[: len(first)] == first


async def test_no_more_than_8_candidates_come_of_it() -> None:
    where = [Address(f"10.0.0.{n}", 1) for n in range(1, 9)]
    found = Neighbour(parse_notice(notice(where=where)), SOURCE, 0.0)
    assert len(found.candidates) == 8 and found.candidates[0] == Address(SOURCE.host, 1)


async def test_questions_are_asked_at_the_begin_and_then_every_5_s(
    autojump_clock: MockClock, port: int
) -> None:
    """given somebody who looks, then questions at 0, 0.25 and 1 s, then every 5 s; when they ask again, then
    as at the begin."""
    at: list[float] = []
    begun = trio.current_time()

    def asked(size: int) -> bytes:
        at.append(round(trio.current_time() - begun, 3))
        return bytes(size)

    async with nearby(Loopback(), lambda: NOW, asked, port) as there:
        await trio.sleep(12)
        there.ask_again()
        await trio.sleep(1.5)
    assert at == [0, 0.25, 1, 6, 11, 12, 12.25, 13]


# Sockets, on loopback.


@pytest.fixture
def port() -> int:
    """A UDP port that nobody uses now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Loopback(TcpNetwork):
    """This machine, as if it had but loopback: nothing can leave it. `more`: addresses that it claims."""

    def __init__(self, prefix: int = 8, more: Sequence[OwnAddress] = ()) -> None:
        super().__init__()
        self.prefix = prefix
        self.more = list(more)

    def own(self) -> list[OwnAddress]:
        return [OwnAddress("lo", "127.0.0.1", self.prefix), *self.more]

    def way_to(self, host: str) -> str:
        return self.more[0].host if self.more else ""


@pytest.fixture
def loopback() -> Iterator[Callable[[str], socket.socket]]:
    """Sockets at addresses of loopback, closed in the end."""
    made: list[socket.socket] = []

    def at(host: str) -> socket.socket:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.bind((host, 0))
        made.append(sock)
        return sock

    yield at
    for sock in made:
        sock.close()


async def _node(nursery: trio.Nursery, name: str, port: int, table: Offer = TABLE) -> Node:
    """A node on loopback whose table is announced as long as the nursery runs."""

    async def run(task_status: trio.TaskStatus[Node]) -> None:
        identity = player(name)
        async with open_node(NodeIdentity(identity), Loopback()) as node:
            await node.listen([Address("127.0.0.1", 0)])
            async with announcing(node, identity, lambda: [table], time.time, port):
                task_status.started(node)
                await trio.sleep_forever()

    made: Node = await nursery.start(run)
    return made


async def _until(there: Neighbours, *wanted: str) -> list[Neighbour]:
    with trio.fail_after(20):
        while not {*wanted} <= {*names(there)}:
            with trio.move_on_after(0.5):
                await there.changed()
    return there.found()


async def test_two_nodes_on_one_machine_are_both_found(port: int) -> None:
    """given two nodes and two who look, all on one machine, then both find both, and where they listen."""
    async with trio.open_nursery() as nursery:
        made = [await _node(nursery, name, port) for name in ("Mia", "Ben")]
        looking = nearby(Loopback(), time.time, port=port), nearby(Loopback(), time.time, port=port)
        async with looking[0] as first, looking[1] as second:
            for there in (first, second):
                found = {one.notice.name: one for one in await _until(there, "Mia", "Ben")}
                for node, name in zip(made, ("Mia", "Ben"), strict=True):
                    assert found[name].candidates == node.bound
                    assert found[name].source.interface == "lo"
        nursery.cancel_scope.cancel()


async def test_a_node_that_comes_later_is_found_by_its_announcement(port: int) -> None:
    async with trio.open_nursery() as nursery, nearby(Loopback(), time.time, port=port) as there:
        await _node(nursery, "Mia", port)
        (found,) = await _until(there, "Mia")
        assert found.notice.tables == (TABLE,)
        nursery.cancel_scope.cancel()


async def test_an_answer_comes_back_to_the_asking_port(
    port: int, loopback: Callable[[str], socket.socket]
) -> None:
    """given a question from some port, then the answer is there, with the nonce, and no longer than it."""
    async with trio.open_nursery() as nursery:
        await _node(nursery, "Mia", port)
        asker = loopback("127.0.0.1")
        asker.sendto(question(b"12345678"), ("127.0.0.1", port))
        data, source = await trio.to_thread.run_sync(asker.recvfrom, 2_000)
        assert data[:12] == b"fn1a12345678" and parse_notice(data[12:]).name == "Mia"
        assert source[0] == "127.0.0.1" and len(data) <= 1_200
        nursery.cancel_scope.cancel()


async def test_who_is_outside_our_networks_is_not_heard(
    port: int, loopback: Callable[[str], socket.socket]
) -> None:
    """given a machine whose network is 127.0.0.1/32, then an announcement from 127.0.0.2 is not heard, which
    comes first, nor is a question answered; those from 127.0.0.1 are."""
    heard: list[bytes] = []
    done = trio.Event()

    def hear(data: bytes, source: Sender) -> bytes | None:
        heard.append(data)
        done.set()
        return b"answer"

    async with open_lan(Loopback(32), port, lambda own: True, hear):
        outside, inside = loopback("127.0.0.2"), loopback("127.0.0.1")
        outside.sendto(b"from outside", ("127.0.0.1", port))
        inside.sendto(b"from inside", ("127.0.0.1", port))
        with trio.fail_after(20):
            await done.wait()
            assert await trio.to_thread.run_sync(inside.recv, 100) == b"answer"
    assert heard == [b"from inside"]
    assert not select.select([outside], [], [], 0)[0]


async def test_what_is_longer_than_any_datagram_of_ours_is_not_heard(
    port: int, loopback: Callable[[str], socket.socket]
) -> None:
    heard: list[int] = []
    done = trio.Event()

    def hear(data: bytes, source: Sender) -> bytes | None:
        heard.append(len(data))
        done.set()
        return None

    async with open_lan(Loopback(), port, lambda own: True, hear):
        sender = loopback("127.0.0.1")
        for size in (lan.DATAGRAM_BYTES + 1, 9_000, 0, lan.DATAGRAM_BYTES):
            sender.sendto(bytes(size), ("127.0.0.1", port))
        with trio.fail_after(20):
            while len(heard) < 2:
                await done.wait()
                done = trio.Event()
    assert heard == [0, 1_200]


async def test_an_error_of_ours_in_hearing_ends_nothing(
    port: int, loopback: Callable[[str], socket.socket], caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[bytes] = []
    done = trio.Event()

    def hear(data: bytes, source: Sender) -> bytes | None:
        heard.append(data)
        if len(heard) == 1:
            raise ZeroDivisionError
        done.set()
        return None

    async with open_lan(Loopback(), port, lambda own: True, hear):
        sender = loopback("127.0.0.1")
        for data in (b"1", b"2"):
            sender.sendto(data, ("127.0.0.1", port))
        with trio.fail_after(20):
            await done.wait()
    assert heard == [b"1", b"2"] and "what 127.0.0.1 says is not heard" in caplog.text


async def test_an_interface_that_fails_is_left_out(port: int, caplog: pytest.LogCaptureFixture) -> None:
    """given addresses that cannot be used, then the others are, and the log says once what was left out."""
    broken = [OwnAddress("eth7", "192.0.2.77", 24), OwnAddress("eth8", "2001:db8::77", 64)]
    caplog.set_level("INFO")
    async with open_lan(Loopback(more=broken), port, lambda own: True, lambda data, source: None) as made:
        await made.refresh()
        await made.say(b"hello")
        assert made.interfaces == []
    said = [record.getMessage() for record in caplog.records if "nothing is said" in record.getMessage()]
    assert [text.split(":")[0] for text in said] == [
        "nothing is said at 192.0.2.77 on eth7",
        "nothing is said at 2001",
    ]


async def test_an_address_that_is_gone_is_no_longer_used(
    port: int, loopback: Callable[[str], socket.socket]
) -> None:
    """given an address that comes and goes, then what is said there is said as long as it is there."""
    network = Loopback()
    there = OwnAddress("lo", "127.0.0.9", 8)
    sources: list[str] = []

    def hear(data: bytes, source: Sender) -> bytes | None:
        sources.append(source.host)
        return None

    async with open_lan(network, port, lambda own: True, hear) as made:
        for wanted in (["127.0.0.1"], ["127.0.0.1", "127.0.0.9"], ["127.0.0.1"]):
            network.more = [there] if len(wanted) == 2 else []
            sources.clear()
            await made.refresh()
            await made.say(b"hello")
            with trio.fail_after(20):
                while sorted(sources) != wanted:
                    await trio.lowlevel.checkpoint()


async def test_an_address_that_is_gone_is_no_longer_listened_at(port: int) -> None:
    """given an address at which something is heard, when it is gone, then its port is free."""
    network, mouth = Loopback(more=[OwnAddress("lo", "127.0.0.9", 8)]), list[Sender]()

    def hear(data: bytes, source: Sender) -> bytes | None:
        mouth.extend([source] if source.host == "127.0.0.9" else [])
        return None

    async with open_lan(network, port, lambda own: True, hear) as made:
        await made.refresh()
        await made.say(b"hello")
        with trio.fail_after(20):
            while not mouth:
                await trio.lowlevel.checkpoint()
        # when
        network.more = []
        await made.refresh()
        # then
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
            other.bind((mouth[0].host, mouth[0].port))


async def test_nothing_is_said_where_a_node_does_not_listen(port: int) -> None:
    """given a node on loopback alone, on a machine that has another address, then that has no socket."""
    eth0 = OwnAddress("eth0", "127.1.2.3", 16)  # stands for one of a cable
    opened: list[str] = []

    def wanted(own: OwnAddress) -> bool:
        found = own.host != eth0.host and serves([Address("127.0.0.1", 1)], own)
        opened.append(own.host) if found else None
        return found

    async with open_lan(Loopback(more=[eth0]), port, wanted, lambda data, source: None) as made:
        assert made.interfaces == [] and opened == ["127.0.0.1"]


# Networks of their own.


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab() as made:
        yield made


def announce(host: Host, name: str, *where: str) -> None:
    """Start a node in a namespace, and wait until it has said that it is there."""
    program = host.popen(sys.executable, PROGRAM, "announce", name, *where)
    assert program.stdout is not None
    assert program.stdout.readline() == "announced\n", program.communicate()[1]


def look(host: Host, count: int) -> Any:
    """The players nearby, by name; and where it was asked."""
    seen = json.loads(host.run(sys.executable, PROGRAM, "look", str(count)))
    return {one["name"]: one for one in seen["found"]}, seen["asked"]


@no_lab
@pytest.mark.slow
def test_without_a_default_route_and_on_two_interfaces(lab: Lab) -> None:
    """given two networks without a router, and somebody on both, then those of both are found there, each
    with an address that leads to it; whoever is on one finds but those of that one."""
    one, two = lab.lan("one"), lab.lan("two")
    ana, cai = lab.host("a", one), lab.host("c", two)
    both = lab.host("b", one, two)
    announce(ana, "ana", "0.0.0.0")
    announce(ana, "ada", "0.0.0.0")
    announce(cai, "cai", "0.0.0.0")
    found, asked = look(both, 3)
    assert set(found) == {"ana", "ada", "cai"} and asked == ["eth0", "eth1"]
    assert found["ana"]["interface"] == found["ada"]["interface"] == "eth0"
    assert found["cai"]["interface"] == "eth1" and found["cai"]["source"] == cai.address
    for name, host in (("ana", ana), ("ada", ana), ("cai", cai)):
        assert found[name]["candidates"][0].startswith(f"{host.address}:")
    # and two on one machine differ by their port
    assert found["ana"]["candidates"] != found["ada"]["candidates"]
    found, _ = look(lab.host("d", two), 1)
    assert set(found) == {"cai"}


@no_lab
@pytest.mark.slow
def test_over_ipv6_alone(lab: Lab) -> None:
    """given a node that listens at IPv6 addresses alone, then it is found by the group, and a global address
    leads to it."""
    net = lab.lan("one", v6=True)
    host, other = lab.host("a", net), lab.host("b", net)
    announce(host, "ana", "::")
    found, _ = look(other, 1)
    assert found["ana"]["source"].startswith("fe80:")
    assert found["ana"]["candidates"][0].startswith(f"[{host.addresses[1]}]:")


@no_lab
@pytest.mark.slow
def test_a_node_on_loopback_or_one_address_says_nothing_elsewhere(lab: Lab) -> None:
    """given a machine on two networks, with a node on loopback and one on the address of the second, then on
    the first no packet of theirs is seen, and both are found where they can be reached."""
    one, two = lab.lan("one"), lab.lan("two")
    host = lab.host("a", one, two)
    watcher = lab.host("w", one)
    protocols = socket.ntohs(0x0003)
    with watcher.socket(socket.AF_PACKET, socket.SOCK_RAW, protocols) as wire:
        wire.bind(("eth0", 0x0003))
        announce(host, "ana", "127.0.0.1")
        announce(host, "ben", host.addresses[1])
        seen, _ = look(lab.host("c", two), 1)
        assert set(seen) == {"ben"}
        here = host.run(
            sys.executable, "-c", "print(open('/proc/net/udp').read(), open('/proc/net/igmp').read())"
        )
        assert f":{47068:04X} " in here
        frames = []
        wire.setblocking(False)
        while select.select([wire], [], [], 0)[0]:
            frames.append(wire.recv(2_000))
    ports = (47068).to_bytes(2, "big")
    assert not [frame for frame in frames if frame[12:14] == b"\x08\x00" and ports in frame[34:38]]
    # a control: somebody who asks everywhere is seen there
    with watcher.socket(socket.AF_PACKET, socket.SOCK_RAW, protocols) as wire:
        wire.bind(("eth0", 0x0003))
        found, _ = look(host, 2)
        assert set(found) == {"ana", "ben"}
        wire.setblocking(False)
        frames = []
        while select.select([wire], [], [], 0)[0]:
            frames.append(wire.recv(2_000))
    assert [frame for frame in frames if frame[12:14] == b"\x08\x00" and ports in frame[34:38]]


@no_lab
@pytest.mark.slow
def test_an_answer_of_somebody_outside_is_not_heard(lab: Lab) -> None:
    """given somebody on our cable whose address is of another network, then it is not found; it is, with an
    address of ours."""
    net = lab.lan("one")
    host, other = lab.host("a", net), lab.host("b", net)
    host.run("ip", "address", "add", "203.0.113.9/24", "dev", "eth0")
    announce(host, "ana", "203.0.113.9")
    announce(host, "ben", host.address)
    found, _ = look(other, 1)
    assert set(found) == {"ben"}
