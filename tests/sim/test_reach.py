"""Nodes meet through routers and stay in touch, whatever happens to the ways between them: on the simulated
internet, each message exactly once and in order.

A run takes few seeds of each; the long forms are `python -m tests.sim.reach` and a run with `--long`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator

import pytest
import trio

from fadenet.node import limits
from fadenet.node.errors import NodeError, PeerGone, WrongPeer
from fadenet.node.link import handshake
from fadenet.node.link.candidates import DEFAULT_PORT, Address, Candidate, RelayAddress
from fadenet.node.link.channel import VERSION, Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.handshake import respond
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link
from fadenet.node.link.rates import Bucket
from fadenet.node.reach import relay
from fadenet.node.reach.calls import Call, HostQuery, Meet, Reserve, circuit_token, parse_word
from fadenet.node.reach.circuit import Circuit
from fadenet.node.reach.mappings import Mapping, Router
from fadenet.node.reach.relay import Relay
from fadenet.node.reach.relay import _Reservation as Reservation
from protocol.encoding import decode, encode
from protocol.faults import PeerFault
from tests.node.helpers import admit_all, gates_with
from tests.node.helpers import node as node_identity
from tests.sim.nat import Kind
from tests.sim.reach import (
    DIRECT_S,
    LINE,
    PAIRS,
    PLAYABLE_MOST_S,
    TOKEN,
    Helping,
    Pair,
    Scene,
    Seat,
    TestDoor,
    broken,
    main,
    may_be_direct,
    meet,
    named,
    open_scene,
    play,
)

SoMany = Callable[[int, int], int]
CONES = (Kind.CONE, Kind.CONE)
RELAYED = (Kind.CONE, Kind.SYMMETRIC)
FINDING: list[Pair] = [
    (Kind.OPEN, Kind.OPEN),
    (Kind.OPEN, Kind.CONE),
    CONES,
    RELAYED,
    (Kind.SYMMETRIC, Kind.SYMMETRIC),
]
"""A host finds its joiner, whatever that is behind."""
OWN_S = 1.0
OWN_BY_HELPER_S = 1.5
"""Half a second until it is noticed, and half a dozen round trips of twice 80 ms."""
ROUTERS_S = 5.0
ON_ITS_WAY_S = 0.2
"""A packet that was on its way when an address changed may still come for so long."""


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing goes wrong, whatever others do, in a way that was not thought of."""
    yield
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


# The matrix.


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_all_pairs_play_soon_and_directly_where_routers_allow_it(pair: Pair, so_many: SoMany) -> None:
    reports = [meet(pair, seed) for seed in range(so_many(1, 100))]
    assert broken(pair, reports) == []


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("public", [Kind.OPEN, Kind.UPNP])
def test_a_public_host_needs_no_helper(public: Kind, kind: Kind, so_many: SoMany) -> None:
    for seed in range(so_many(1, 100)):
        report = meet((public, kind), seed, helped=False)
        assert not report.faults
        assert report.direct == report.playable < PLAYABLE_MOST_S


def test_the_runner_prints_each_pair_and_tells_what_is_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--pairs", "open-open,cone-symmetric", "--seeds", "1", "--delay-ms", "20", "--loss", "0"]
    assert main(arguments) == 0
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith("open-open") and "direct 100%" in first
    assert second.startswith("cone-symmetric") and "direct   0%" in second
    assert "2 meetings, 0 of 2 pairs" in last
    monkeypatch.setattr(limits, "PUNCH_S", 0.0)
    assert main(["--pairs", "cone-cone", "--seeds", "1"]) == 1
    assert "not direct within 5.0 s: seeds [0]" in capsys.readouterr().out


def test_a_joiner_whose_router_opens_a_port_later_is_dialled_there() -> None:
    """given a host behind a symmetric router and a joiner over the helper, when the joiner's router opens a
    port, then it says so at once, and the host dials it."""

    async def run() -> None:
        async with open_scene((Kind.SYMMETRIC, Kind.UPNP), 1, loss=0.0) as scene, scene.helper() as helping:
            node, router = scene.joiner.node, scene.joiner.machine.router
            assert router is not None
            router.change_address()  # and has forgotten what it had opened
            node.mapped = ()
            await scene.host_at(helping)
            await scene.join()
            await trio.sleep(10)
            assert [seat.direct_at for seat in scene.seats] == [None, None]
            place = scene.joiner.machine.map_port(DEFAULT_PORT)
            node._told(Mapping(place, DEFAULT_PORT, 7200, "pcp", Router("192.168.1.1"), "", bytes(12)))
            began = trio.current_time()
            await scene.both_direct(began + 1)
            assert None not in [seat.direct_at for seat in scene.seats]
            assert await scene.settle() == []

    play(run, 1)


@pytest.mark.parametrize(
    ("pair", "helped"), [(CONES, True), (RELAYED, True), ((Kind.OPEN, Kind.OPEN), False)]
)
def test_who_has_come_by_a_helper_is_asked_for_there_first(pair: Pair, helped: bool) -> None:
    """given a host that knows nothing else of its joiner, then it does so when it has moved."""

    async def run() -> None:
        async with open_scene(pair, 1, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.both_heard(1.0)
            joiner = scene.joiner.node.identity.fingerprint
            assert scene.host.node.directory.is_helped(joiner) is helped

    play(run, 1)


# What happens to the ways.

Event = Callable[[Scene, Helping], Awaitable[None]]


def happens(
    pair: Pair, seed: int, event: Event, at_message: int, within_s: float, *, back: bool = False
) -> Scene:
    """Something happens when the two have heard so many messages between them: they go on within so many
    seconds, and all arrives once. back: as in a match, the host keeps dialling the joiner too, which is to be
    found at the helper."""

    async def run() -> Scene:
        async with open_scene(pair, seed, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            reached = trio.Event()

            async def count(seat: Seat) -> None:
                if sum(len(one.heard) for one in scene.seats) == at_message:
                    await event(scene, helping)
                    reached.set()

            scene.on_message = count
            await scene.join()
            if back:
                await scene.keep_back()
            await reached.wait()
            began = trio.current_time()
            took = await scene.both_heard(began + ON_ITS_WAY_S) - began
            assert took <= within_s, f"seed {seed}, message {at_message}: {took:.2f} s"
            await trio.sleep(DIRECT_S)
            assert await scene.settle() == []
            return scene
        raise AssertionError("a scene yields once")

    return play(run, f"{named(pair)} {seed} {at_message}")


def own_address(who: int) -> Event:
    async def change(scene: Scene, helping: Helping) -> None:
        scene.internet.change_address(scene.seats[who].machine)

    return change


def routers_address(who: int) -> Event:
    async def change(scene: Scene, helping: Helping) -> None:
        router = scene.seats[who].machine.router
        assert router is not None
        router.change_address()

    return change


async def helper_dies(scene: Scene, helping: Helping) -> None:
    helping.machine.die(loudly=True)


BOUNDARIES = range(2, 26)
"""Messages heard by both together, from the first ones over whatever way came first to long after the two go
the direct way."""


def moments(so_many: SoMany, step: int = 26) -> list[tuple[int, int]]:
    """(messages heard, seed)"""
    seeds = range(so_many(1, 20))
    return [(seed, n) for seed in seeds for n in BOUNDARIES[:: so_many(step, 1)]]


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("pair", [(Kind.OPEN, Kind.OPEN), (Kind.OPEN, Kind.CONE)], ids=named)
def test_a_joiner_of_a_public_host_gets_another_address_and_plays_on(
    pair: Pair, back: bool, so_many: SoMany
) -> None:
    for seed, at in moments(so_many):
        happens(pair, seed, own_address(1), at, OWN_S, back=back)


@pytest.mark.slow
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("pair", [CONES, RELAYED], ids=named)
def test_a_joiner_gets_another_address_and_its_helper_leads_it_back(
    pair: Pair, back: bool, so_many: SoMany
) -> None:
    for seed, at in moments(so_many, 8):
        happens(pair, seed, own_address(1), at, OWN_BY_HELPER_S, back=back)


@pytest.mark.parametrize("pair", FINDING, ids=named)
def test_a_host_gets_another_address_and_finds_its_joiner(pair: Pair, so_many: SoMany) -> None:
    for seed, at in moments(so_many):
        happens(pair, seed, own_address(0), at + 100, OWN_BY_HELPER_S, back=True)


@pytest.mark.parametrize("pair", [(Kind.OPEN, Kind.CONE), CONES, RELAYED], ids=named)
def test_a_host_whose_joiner_is_not_to_be_found_is_missed_by_it(pair: Pair, so_many: SoMany) -> None:
    for seed, at in moments(so_many):
        happens(pair, seed, own_address(0), at, ROUTERS_S)


@pytest.mark.slow
def test_two_who_move_one_after_the_other_go_the_direct_way_again(so_many: SoMany) -> None:
    """Where the guest is seen after its move the helper is told, and tells the host."""

    async def run() -> None:
        async with open_scene(CONES, seed, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.keep_back()
            for who in (1, 0):
                await trio.sleep(2 * DIRECT_S)
                scene.internet.change_address(scene.seats[who].machine)
                moved = trio.current_time()
                await scene.both_heard(moved + ON_ITS_WAY_S)
                await scene.both_direct(moved + DIRECT_S)
                assert None not in [seat.direct_at for seat in scene.seats], f"seed {seed}, {who} moved"
            assert await scene.settle() == []

    for seed in range(so_many(2, 40)):
        play(run, seed)


@pytest.mark.slow
def test_of_two_on_a_relayed_way_only_the_one_who_has_dialled_asks_for_a_direct_one() -> None:
    """Otherwise both would dial on what comes about, and neither answer."""
    asked: list[bytes] = []

    class Noting(Relay):
        async def introduce(self, channel: Channel, token: bytes) -> None:
            asked.append(channel.peer)
            await super().introduce(channel, token)

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper(make=Noting) as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.keep_back()
            await trio.sleep(sum(limits.UPGRADE_S[:3]) + 1)
            assert len(asked) >= 3 and set(asked) == {scene.joiner.node.identity.public}

    play(run, 1)


def test_a_guest_that_others_find_at_a_helper_still_meets_its_host_directly() -> None:
    """Its reservation does not come from the port at which it listens, and says nothing of what its router
    does with that."""

    async def run() -> None:
        async with open_scene(CONES, 1, loss=0.0) as scene, scene.helper("a") as a, scene.helper("b") as b:
            await scene.host_at(a)
            await scene.join()
            await scene.keep_back()
            helpers = scene.joiner.node.helpers
            scene.nursery.start_soon(helpers.reserve, b.line)
            await helpers.settled([b.line])
            assert len({seen.port for seen in helpers.observed.values()}) == 2 and helpers.punches

    play(run, 1)


def test_a_host_without_a_helper_is_missed_until_it_is_where_it_was(so_many: SoMany) -> None:
    """Neither of the two knows where the other is, or is let in there."""
    away_s = 20.0

    async def run() -> None:
        async with open_scene((Kind.OPEN, Kind.CONE), seed, loss=0.0) as scene:
            await scene.join()
            await scene.keep_back()
            await scene.both_heard(2.0)
            machine = scene.host.machine
            before = list(machine.addresses)
            scene.internet.change_address(machine)
            left = trio.current_time()
            with trio.move_on_after(away_s):
                await scene.both_heard(left + ON_ITS_WAY_S)
                raise AssertionError(f"seed {seed}: found by itself")
            scene.internet.go_back(machine, before)
            began = trio.current_time()
            with trio.fail_after(ROUTERS_S):
                await scene.both_heard(began)
            assert await scene.settle() == []

    for seed in range(so_many(2, 40)):
        play(run, seed)


@pytest.mark.parametrize("pair", [CONES, RELAYED], ids=named)
@pytest.mark.parametrize("who", [0, 1])
def test_a_router_gets_another_address_and_the_two_play_on(pair: Pair, who: int, so_many: SoMany) -> None:
    for seed, at in moments(so_many):
        scene = happens(pair, seed, routers_address(who), at, ROUTERS_S)
        if pair == CONES:
            assert None not in [seat.direct_at for seat in scene.seats]


# Helpers that go.


@pytest.mark.parametrize("pair", [CONES, RELAYED], ids=named)
def test_a_helper_dies_and_another_one_goes_on(pair: Pair, so_many: SoMany) -> None:
    async def run() -> None:
        async with open_scene(pair, seed, loss=0.0) as scene, scene.helper("a") as a, scene.helper("b") as b:
            await scene.host_at(a)
            await scene.host_at(b)
            reached = trio.Event()

            async def count(seat: Seat) -> None:
                if sum(len(one.heard) for one in scene.seats) == at:
                    a.machine.die(loudly=loudly)
                    reached.set()

            scene.on_message = count
            await scene.join()
            await reached.wait()
            began = trio.current_time()
            took = await scene.both_heard(began + ON_ITS_WAY_S) - began
            assert took <= ROUTERS_S, f"seed {seed}, message {at}: {took:.2f} s"
            await trio.sleep(DIRECT_S)
            assert await scene.settle() == []

    for seed, at in moments(so_many):
        for loudly in (True, False):
            play(run, f"{named(pair)} {seed} {at} {loudly}")


@pytest.mark.slow
def test_two_who_go_the_direct_way_do_not_notice_that_their_helper_dies(so_many: SoMany) -> None:
    async def run() -> None:
        async with open_scene(CONES, seed) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.both_heard()
            await scene.both_direct(trio.current_time() + DIRECT_S)
            helping.machine.die()
            began = trio.current_time()
            await trio.sleep(60)
            assert await scene.settle() == []
            assert not any(over for seat in scene.seats for at, over in seat.ways if at > began)

    for seed in range(so_many(2, 40)):
        play(run, seed)


@pytest.mark.slow
def test_a_host_is_found_again_once_its_reservation_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RESERVATION_S", 20)

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await trio.sleep(55)
            assert helping.relay.reservations == 1
            await scene.join()
            await scene.both_heard()
            await trio.sleep(45)  # what is carried already goes on
            assert await scene.settle() == []
            assert helping.relay.carried == 1

    play(run, 1)


def test_a_host_that_opens_another_table_while_it_reserves_is_found_by_both() -> None:
    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:
            node = scene.host.node
            scene.nursery.start_soon(node.helpers.reserve, helping.line)
            await trio.sleep(scene.internet.delay_s)
            with node.opened([b"second table"], TestDoor(scene.host)):
                await trio.sleep(2)
                for token in (TOKEN, b"second table"):
                    assert helping.node.doors[circuit_token(token)] is not None
            await trio.sleep(1)
            assert helping.node.doors[circuit_token(b"second table")] is None

    play(run, 1)


# Both at once.


@pytest.mark.slow
@pytest.mark.parametrize("pair", [(Kind.OPEN, Kind.OPEN), CONES, RELAYED], ids=named)
def test_both_ends_redial_at_once(pair: Pair, so_many: SoMany) -> None:
    """The connection breaks for both in the same instant, and each is to be found by the other."""

    async def run() -> None:
        async with open_scene(pair, seed, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.keep_back()
            await scene.both_heard(trio.current_time() + 1 + 0.01 * seed)
            for _ in range(3):
                for seat in scene.seats:
                    assert seat.session is not None
                    if seat.session.channel is not None:
                        scene.nursery.start_soon(seat.session.channel.abort)
                began = trio.current_time()
                took = await scene.both_heard(began + ON_ITS_WAY_S) - began
                assert took <= ROUTERS_S, f"seed {seed}: {took:.2f} s"
                await trio.sleep(2)
            await trio.sleep(DIRECT_S)
            assert await scene.settle() == []
            if may_be_direct(pair):
                assert None not in [seat.direct_at for seat in scene.seats]

    for seed in range(so_many(1, 100)):
        play(run, f"{named(pair)} {seed}")


# Joiners without end.


@pytest.mark.slow
def test_a_joiner_that_asks_without_end_is_held_to_its_bounds() -> None:
    """Calls of one token come no faster than their rate, nothing is carried, and nothing of it stays."""
    seconds = 8

    async def run() -> None:
        async with open_scene(CONES, 1, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            said = HostQuery(scene.host.node.identity.fingerprint, ()).pack()
            met = 0

            async def open_link(candidate: Candidate) -> Link:
                assert isinstance(candidate, Address)
                return await scene.joiner.machine.network.open(candidate)

            async def ask() -> None:
                nonlocal met
                while True:
                    try:
                        channel = await dial(
                            scene.joiner.node.identity,
                            [Address(helping.machine.addresses[0])],
                            Errand(
                                helping.node.identity.fingerprint,
                                circuit_token(TOKEN),
                                Purpose.INTRODUCE,
                                said,
                            ),
                            open_link=open_link,
                        )
                        met += isinstance(parse_word(await channel.receive()), Meet)
                        await channel.abort()
                    except NodeError:
                        await trio.sleep(0.05)

            with trio.move_on_after(seconds):
                async with trio.open_nursery() as nursery:
                    for _ in range(limits.CHANNELS_PER_PEER + 1):
                        nursery.start_soon(ask)
            assert limits.CALLS_BURST < met <= limits.CALLS_BURST + seconds * limits.CALLS_PER_S
            assert helping.relay.carried == 0
            await trio.sleep(2 * limits.CALL_S)
            assert not helping.relay._meetings
            await scene.join()  # and an honest one is still brought there
            await scene.both_heard()

    play(run, 1)


def test_nobody_can_make_two_nodes_hammer_a_third() -> None:
    """A joiner says that it is where somebody else is: few connections come there, however often it asks."""

    async def run() -> None:
        async with open_scene(CONES, 1, loss=0.0) as scene, scene.helper() as helping:
            victim = scene.internet.site(Kind.OPEN, "victim")
            scene.joiner.node.mapped = tuple(Address(victim.addresses[0], port) for port in range(1, 8))
            await scene.host_at(helping)
            began = trio.current_time()
            relay = next(one for one in scene.host.node.candidates() if isinstance(one, RelayAddress))
            player = scene.host.node.identity.fingerprint

            async def ask() -> None:
                for _ in range(3):
                    try:
                        await scene.joiner.node.helpers.direct(relay, player, TOKEN)
                    except NodeError:
                        await trio.sleep(0.1)

            async with trio.open_nursery() as nursery:
                for _ in range(2):
                    nursery.start_soon(ask)
            most = limits.PUNCHES_BURST + limits.PUNCHES_PER_S * (trio.current_time() - began)
            assert limits.PUNCHES_BURST <= victim.knocked <= most

    play(run, 1)


# Helpers that lie.

Twist = Callable[[list[bytes], int, bytes], list[bytes]]
"""(what it has held back, the number of the piece, the piece) -> what it carries in its place."""


def reorders(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    if n % 7 == 0:
        held.append(piece)
        return []
    return [piece, *(held.pop() for _ in held[:])]


def repeats(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    return [piece, piece] if n % 9 == 0 else [piece]


def loses(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    return [] if n % 11 == 0 else [piece]


def changes(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    return [piece[:-1] + bytes([piece[-1] ^ 1])] if n % 13 == 0 else [piece]


def invents(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    return [piece, b"\0\x20" + bytes(32)] if n % 8 == 0 else [piece]


def swallows(held: list[bytes], n: int, piece: bytes) -> list[bytes]:
    return []


class Twisting:
    """How a hostile helper carries. others: the circuits that it carries, to cross them."""

    def __init__(self, twist: Twist, *, crosses: bool = False) -> None:
        self.hostile = True
        self.crossed = self.twisted = 0
        self._twist = twist
        self._crosses = crosses
        self._ends: list[tuple[Channel, Channel]] = []

    async def splice(self, a: Channel, b: Channel) -> None:
        self._ends.append((a, b))
        for end in (a, b):
            end.promote()
            end.set_rates(None, Bucket(1e9, 1e9, trio.current_time()))
        async with trio.open_nursery() as nursery:

            async def pump(way: int) -> None:
                held: list[bytes] = []
                count = 0
                try:
                    while True:
                        piece, count = await (a, b)[way].receive(), count + 1
                        said = self._twist(held, count, piece) if self.hostile else [*held, piece]
                        if not self.hostile:
                            held.clear()
                        self.twisted += said != [piece]
                        for one in said:
                            await self._target(way, (a, b), count).send(one)
                except NodeError:
                    nursery.cancel_scope.cancel()

            nursery.start_soon(pump, 0)
            nursery.start_soon(pump, 1)
        self._ends.remove((a, b))

    def _target(self, way: int, ends: tuple[Channel, Channel], count: int) -> Channel:
        others = [one for one in self._ends if one != ends]
        if self.hostile and self._crosses and others and count % 10 == 0:
            self.crossed += 1
            return others[0][1 - way]
        return ends[1 - way]


@pytest.mark.parametrize("twist", [reorders, repeats, loses, changes, invents, swallows])
def test_a_helper_that_twists_what_it_carries_can_only_delay(
    twist: Twist, so_many: SoMany, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_scene(RELAYED, seed, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            scene.nursery.start_soon(scene.join)
            await trio.sleep(8)
            assert twisting.twisted
            twisting.hostile = False
            await scene.both_heard(trio.current_time())
            assert await scene.settle() == []

    for seed in range(so_many(1, 40)):
        twisting = Twisting(twist)
        monkeypatch.setattr(relay, "_splice", twisting.splice)
        play(run, seed)


def test_two_who_can_go_the_direct_way_need_no_honest_helper(
    so_many: SoMany, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_scene(CONES, seed) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.both_direct(trio.current_time() + PLAYABLE_MOST_S)
            assert None not in [seat.direct_at for seat in scene.seats]
            assert await scene.settle() == []

    monkeypatch.setattr(relay, "_splice", Twisting(swallows).splice)
    for seed in range(so_many(3, 40)):
        play(run, seed)


@pytest.mark.slow
def test_a_helper_that_crosses_two_circuits_can_only_delay(
    so_many: SoMany, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hosts are at the helper, and the joiner plays with both."""

    async def run() -> None:
        async with (
            open_scene(RELAYED, seed, loss=0.0) as scene,
            open_scene(RELAYED, seed + 1_000, loss=0.0, internet=scene.internet) as other,
            scene.helper() as helping,
        ):
            for one in (scene, other):
                await one.host_at(helping)
                one.nursery.start_soon(one.join)
            await trio.sleep(10)
            assert twisting.crossed
            twisting.hostile = False
            for one in (scene, other):
                await one.both_heard(trio.current_time())
                assert await one.settle() == []

    for seed in range(so_many(1, 40)):
        twisting = Twisting(lambda held, n, piece: [piece], crosses=True)
        monkeypatch.setattr(relay, "_splice", twisting.splice)
        play(run, seed)


def test_a_helper_that_answers_for_the_host_is_not_shown_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that knows the invitation: it cannot be the host, and the joiner hangs up on it."""
    seen: list[str] = []

    async def answer(a: Channel, b: Channel) -> None:
        link = Link(Circuit(a), "relay", a.remote, relay="x")
        try:
            await respond(link, impostor, gates_with(TOKEN), admit_all)
            seen.append("taken for the host")
        except (PeerFault, NodeError) as error:
            seen.append(type(error).__name__)

    impostor = node_identity(77)
    monkeypatch.setattr(relay, "_splice", answer)

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            player = scene.host.node.identity.fingerprint
            impostor.fingerprint = player
            scene.joiner.node.directory.named(player, scene.host.node.candidates())
            with pytest.raises(WrongPeer):
                await scene.joiner.node.dial(player, TOKEN, Purpose.SEAT)
            await trio.sleep(1)
            assert seen and set(seen) == {"PeerGone"}

    play(run, 1)


class LyingRelay(Relay):
    """Says that both ends of a call are somewhere else."""

    lie: tuple[Address, ...] = ()

    async def _tell_both(self, call: bytes, channel: Channel, there: Reservation, asked: HostQuery) -> None:
        token = self._meetings[call].token
        await there.channel.send(Call(call, token, self.lie[0], self.lie).pack())
        await channel.send(Meet(call, self.lie[0], self.lie, True).pack())


@pytest.mark.slow
def test_a_helper_that_lies_about_addresses_only_keeps_the_two_from_the_direct_way() -> None:
    async def run() -> None:
        async with open_scene(CONES, 1, loss=0.0) as scene, scene.helper(make=LyingRelay) as helping:
            victim = scene.internet.site(Kind.OPEN, "victim")
            assert isinstance(helping.relay, LyingRelay)
            helping.relay.lie = tuple(Address(victim.addresses[0], port) for port in range(1, 9))
            await scene.host_at(helping)
            began = trio.current_time()
            await scene.join()
            await trio.sleep(20)
            assert await scene.settle() == []
            assert None in [seat.direct_at for seat in scene.seats]
            most = limits.PUNCHES_BURST + limits.PUNCHES_PER_S * (trio.current_time() - began)
            assert 0 < victim.knocked <= 2 * most

    play(run, 1)


def test_a_helper_of_another_version_ends_no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is updated while it carries: who is played with may still be reached by another way, or later."""
    honest, skewed = handshake._greet, False

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:

            def greet(node: NodeIdentity, channel: Channel, link: Link, purpose: Purpose) -> bytes:
                said = honest(node, channel, link, purpose)
                return encode([VERSION + 1, *decode(said)[1:]]) if skewed and node is known else said

            nonlocal skewed
            known = helping.node.identity
            monkeypatch.setattr(handshake, "_greet", greet)
            await scene.host_at(helping)
            await scene.join()
            await scene.both_heard()
            skewed = True
            assert scene.joiner.session is not None and scene.joiner.session.channel is not None
            await scene.joiner.session.channel.abort()
            await trio.sleep(20)
            skewed = False
            await scene.both_heard(trio.current_time())
            assert await scene.settle() == []

    play(run, 1)


def test_a_reservation_cannot_take_the_door_of_another() -> None:
    """A holder of the relay's line, or an invitation of its node, gets no other door by reserving with it."""

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:
            before = helping.node.doors[LINE]
            helpers, line = scene.joiner.node.helpers, helping.line
            said = Reserve((LINE,), ()).pack()
            channel = await helpers._dial(line, LINE, Purpose.RELAY, said)
            with pytest.raises(PeerGone):
                await channel.receive()
            await channel.abort()
            assert helping.node.doors[LINE] is before
            await scene.host_at(helping)

    play(run, 1)


@pytest.mark.slow
def test_a_circuit_carries_at_its_rate_for_as_long_as_there_is_something() -> None:
    """More than a stranger may say in its half minute."""

    async def run() -> None:
        async with open_scene(RELAYED, 1, loss=0.0) as scene, scene.helper() as helping:
            await scene.host_at(helping)
            await scene.join()
            await scene.both_heard()
            session, other = scene.joiner.session, scene.host
            assert session is not None
            first, began = session.channel, trio.current_time()
            scene.silent = True
            for _ in range(200):
                await session.send(scene.joiner.said.to_bytes(4, "big") + bytes(16_000))
                scene.joiner.said += 1
            await session.drained()
            assert trio.current_time() - began > limits.STRANGER_PATIENCE_S
            assert session.channel is first
            assert other.heard == list(range(scene.joiner.said))

    play(run, 1)
