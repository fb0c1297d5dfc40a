"""The door of a table: who may look, who goes for another one, and who waits."""

from __future__ import annotations

from pathlib import Path

import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import Reason
from fadenet.node.link.channel import Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.identity import PlayerKind
from fadenet.node.match.door import TableDoor
from fadenet.node.match.host import Machine
from fadenet.node.match.visits import Visits
from fadenet.node.serve import Service
from tests.node.serving import Inn

BUSY, FULL = Refused(Reason.BUSY), Refused(Reason.FULL)


def key(n: int) -> bytes:
    return n.to_bytes(32, "big")


def from_there(source: str) -> Gate:
    return Gate(b"twelve bytes", source, source)


def table(places: int = 1, visits: Visits | None = None) -> TableDoor:
    return TableDoor(Machine(), PlayerKind.BOT, places, visits=visits)


def knock(door: TableDoor, n: int, source: str = "") -> Admitted | Refused:
    return door.admit(from_there(source or f"source {n}"), key(n), Purpose.SEAT)


async def test_so_many_may_look_and_the_oldest_goes_after_a_moment(mock_clock: MockClock) -> None:
    """given as many who look as may, each from elsewhere, then one more waits until the first has looked
    long."""
    door = table()
    for n in range(limits.LOOKERS):
        assert knock(door, n) == Admitted()
    assert knock(door, 100) == BUSY and door.free == 1
    mock_clock.jump(limits.SEAT_YIELDS_S)
    assert knock(door, 100) == Admitted()
    assert not door.knows(key(0)) and door.knows(key(1)) and door.lookers == limits.LOOKERS


async def test_of_those_who_come_from_one_place_one_goes_at_once(mock_clock: MockClock) -> None:
    door = table()
    for n in range(limits.LOOKERS):
        knock(door, n, "one source")
    assert knock(door, 100) == Admitted() and not door.knows(key(0))


async def test_who_looks_takes_no_seat_and_who_sits_does() -> None:
    door = table()
    knock(door, 1)
    assert knock(door, 2) == Admitted() and (door.free, door.lookers) == (1, 2)
    door.seat(door.session(key(2)))
    assert knock(door, 3) == FULL and (door.free, door.lookers) == (0, 1)
    # when it begins anew, it looks again
    door.rise(door.session(key(2)))
    assert (door.free, door.lookers) == (1, 2) and not door.seated()


async def test_a_source_of_idle_visits_waits(mock_clock: MockClock) -> None:
    """given visits that came to nothing, then so many are forgiven at once, and one more in so much time, at
    whatever table; one who had a seat had all of them."""
    visits = Visits()
    for n in range(limits.IDLE_VISITS):
        door = table(visits=visits)
        assert knock(door, n, "there") == Admitted()
        door.forget(door.session(key(n)), owing=True)
    assert knock(door, 9, "there") == BUSY and knock(door, 9, "elsewhere") == Admitted()
    mock_clock.jump(limits.IDLE_VISITS_S)
    assert knock(door, 8, "there") == Admitted()
    door.seat(door.session(key(9)))
    door.forget(door.session(key(9)), owing=True)
    assert knock(door, 9, "elsewhere") == BUSY


async def test_where_all_come_from_one_address_nothing_is_held_against_it(mock_clock: MockClock) -> None:
    visits = Visits(counts=False)
    for _ in range(limits.IDLE_VISITS + 1):
        visits.came_to_nothing("there", trio.current_time(), sat=True)
    assert visits.may_come("there", trio.current_time())


async def test_from_one_source_so_many_look_at_a_headless_node(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    inn = Inn(tmp_path / "inn")
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        service: Service = inn.service
        (reception,) = service._receptions.values()

        def come(n: int, source: str) -> Admitted | Refused:
            return reception.admit(from_there(source), key(n), Purpose.SEAT)

        for n in range(limits.LOOKERS_PER_SOURCE):
            assert come(n, "there") == Admitted()
        assert come(100, "there") == BUSY and come(100, "elsewhere") == Admitted()
        assert len(reception.tables) == limits.LOOKERS_PER_SOURCE + 1
        nursery.cancel_scope.cancel()
