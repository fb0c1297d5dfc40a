"""A port of the router over UPnP, with and without the library for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar, Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.link.candidates import Address
from fadenet.node.reach import ports
from fadenet.node.reach.mappings import (
    Mapping,
    MappingRequest,
    MappingResult,
    Rejected,
    Router,
    SecondRouter,
    Silent,
)
from fadenet.node.reach.ports import UPNP, PortKeeper, map_port, unmap
from tests.node.gateway import EXTERNAL, NONCE, PORT

ROOT: Final = Path(__file__).resolve().parents[2]


class FakeIgd:
    """The router as `miniupnpc` shows it; no class of ours stands behind it."""

    url = "http://127.0.0.1:5000/ctl"
    external = EXTERNAL
    taken: tuple[int, ...] = ()
    conflicts: tuple[int, ...] = ()
    permanent = False
    refusal = ""
    hangs: threading.Event | None = None
    hangs_at_end: threading.Event | None = None
    made: ClassVar[list[FakeIgd]]

    def __init__(self, multicastif: str, discoverdelay: int) -> None:
        assert multicastif == "127.0.0.1" and discoverdelay == ports.UPNP_SEARCH_MS
        self.mapped: dict[int, tuple[str, int, int]] = {port: ("10.0.0.9", port, 0) for port in self.taken}
        self.made.append(self)

    def discover(self) -> int:
        if not self.url:
            raise Exception("No UPnP device discovered")
        return 1

    def selectigd(self) -> str:
        return self.url

    def externalipaddress(self) -> str:
        return self.external

    def getspecificportmapping(self, port: int, protocol: str) -> tuple[str, int, str, bool, int] | None:
        there = self.mapped.get(port)
        return (there[0], there[1], "", True, there[2]) if there else None

    def addportmapping(
        self, port: int, protocol: str, host: str, inner: int, name: str, remote: str, lease: int
    ) -> bool:
        if self.hangs is not None:
            self.hangs.wait()
        if self.refusal:
            raise Exception(self.refusal)
        if port in self.conflicts:
            raise Exception("ConflictInMappingEntry")
        if self.permanent and lease:
            raise Exception("OnlyPermanentLeasesSupported")
        self.mapped[port] = (host, inner, lease)
        return True

    def deleteportmapping(self, port: int, protocol: str) -> bool:
        if self.hangs_at_end is not None:
            self.hangs_at_end.wait()
        if self.mapped.pop(port, None) is None:
            raise Exception("NoSuchEntryInArray")
        return True


@pytest.fixture
def igd(monkeypatch: pytest.MonkeyPatch) -> type[FakeIgd]:
    """A stand-in for `miniupnpc`; nothing is sent."""

    class Igd(FakeIgd):
        made: ClassVar[list[FakeIgd]] = []

    monkeypatch.setitem(sys.modules, "miniupnpc", SimpleNamespace(UPnP=Igd))
    return Igd


async def over_upnp() -> MappingResult:
    return await map_port(MappingRequest(PORT, Router("127.0.0.1"), NONCE), [UPNP])


async def test_upnp_maps_and_takes_back(igd: type[FakeIgd]) -> None:
    outcome = await over_upnp()
    assert isinstance(outcome, Mapping) and outcome.by == "upnp" and outcome.epoch is None
    assert outcome.external == Address(EXTERNAL, PORT)
    assert igd.made[0].mapped == {PORT: ("127.0.0.1", PORT, ports.LIFETIME_ASKED_S)}
    assert not await ports.router_restarted(outcome)
    assert await unmap(outcome) and not igd.made[0].mapped
    assert not await unmap(outcome)


async def test_without_the_library_upnp_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniupnpc", None)
    assert await over_upnp() == Silent()


async def test_a_port_of_another_machine_is_left_to_it(igd: type[FakeIgd]) -> None:
    drawn = 49152 + 0x0001 % 16384
    igd.taken, igd.conflicts = (PORT,), (drawn,)
    outcome = await over_upnp()
    assert isinstance(outcome, Mapping) and outcome.external.port == 49152 + 0x0203 % 16384
    assert igd.made[0].mapped[PORT][0] == "10.0.0.9"


async def test_so_many_outer_ports_are_tried(igd: type[FakeIgd]) -> None:
    drawn = [49152 + int.from_bytes(NONCE[n : n + 2], "big") % 16384 for n in range(0, 12, 2)]
    igd.taken = (PORT, *drawn[: ports.UPNP_PORTS - 2])
    assert isinstance(await over_upnp(), Mapping)
    igd.taken = (PORT, *drawn[: ports.UPNP_PORTS - 1])
    assert await over_upnp() == Rejected("upnp", "all ports that were tried are taken")


async def test_a_router_that_knows_no_end_gets_one_from_us(igd: type[FakeIgd]) -> None:
    igd.permanent = True
    outcome = await over_upnp()
    assert isinstance(outcome, Mapping) and outcome.lifetime_s == ports.LIFETIME_ASKED_S
    assert igd.made[0].mapped[PORT][2] == 0
    assert await unmap(outcome) and not igd.made[0].mapped


@pytest.mark.parametrize(
    ("external", "refusal", "outcome"),
    [
        ("100.64.3.7", "", SecondRouter("upnp", "100.64.3.7")),
        ("", "", Rejected("upnp", "it names no address that others can reach")),
        ("here", "", Rejected("upnp", "it names no address that others can reach")),
        (EXTERNAL, "Action not authorized", Rejected("upnp", "Action not authorized")),
        (EXTERNAL, "\x1b[2J" + "x" * 100, Rejected("upnp", "[2J" + "x" * (ports.SAID_CHARS - 3))),
        (EXTERNAL, "\n", Rejected("upnp", "no reason given")),
    ],
)
async def test_what_is_of_no_use_over_upnp(
    igd: type[FakeIgd], external: str, refusal: str, outcome: MappingResult
) -> None:
    igd.external, igd.refusal = external, refusal
    assert await over_upnp() == outcome


@pytest.mark.parametrize("url", ["", "http://127.0.0.2:5000/ctl", "http://[", "nonsense"])
async def test_nobody_but_the_router_is_asked_over_upnp(igd: type[FakeIgd], url: str) -> None:
    igd.url = url
    assert await over_upnp() == Silent(("upnp",))
    assert not igd.made[0].mapped


async def test_a_thread_that_hangs_is_left_and_keeps_the_next_from_starting(
    igd: type[FakeIgd], clock: MockClock
) -> None:
    igd.hangs = threading.Event()
    before = trio.current_time()
    assert await over_upnp() == Silent(("upnp",))
    assert await over_upnp() == Silent(("upnp",))
    assert trio.current_time() - before == pytest.approx(2 * ports.UPNP_S)
    assert len(igd.made) == 1
    # and what it maps after all is taken back
    igd.hangs.set()
    limiter = ports._limiter.get()
    async with limiter:
        assert not igd.made[0].mapped


async def test_who_ends_does_not_wait_for_a_thread_that_hangs(igd: type[FakeIgd], clock: MockClock) -> None:
    igd.hangs_at_end = threading.Event()
    mapped = trio.Event()

    async def find() -> Router:
        return Router("127.0.0.1")

    async with trio.open_nursery() as nursery:
        keeper = PortKeeper(PORT, lambda outcome: mapped.set(), find=find, ways=[UPNP])
        nursery.start_soon(keeper.keep_mapped)
        await mapped.wait()
        at = trio.current_time()
        nursery.cancel_scope.cancel()
    assert trio.current_time() - at == pytest.approx(ports.UNMAP_S)
    igd.hangs_at_end.set()
    async with ports._limiter.get():
        assert not igd.made[0].mapped


def test_contract_of_miniupnpc() -> None:
    """All that `miniupnpc` is asked for is there. Nothing is sent."""
    library = pytest.importorskip("miniupnpc", reason="miniupnpc is not installed (extra: map)")
    igd = library.UPnP(multicastif="127.0.0.1", discoverdelay=ports.UPNP_SEARCH_MS)
    assert igd.discoverdelay == ports.UPNP_SEARCH_MS
    for name in (
        "discover",
        "selectigd",
        "externalipaddress",
        "addportmapping",
        "deleteportmapping",
        "getspecificportmapping",
    ):
        assert callable(getattr(igd, name))
    with pytest.raises(TypeError, match="at least 2"):
        igd.deleteportmapping()
    with pytest.raises(Exception, match="No UPnP device discovered"):
        igd.selectigd()


def test_a_upnp_device_is_found_and_asked_in_a_namespace() -> None:
    """The library itself against a device that speaks UPnP, where nothing else hears the multicast."""
    library = pytest.importorskip("miniupnpc", reason="miniupnpc is not installed (extra: map)")
    if not all(map(shutil.which, ("unshare", "ip", "sh"))):
        pytest.skip("no unshare or no ip")
    inside = (
        "ip link set lo up && ip link set lo multicast on && ip route add 239.0.0.0/8 dev lo && "
        f"exec {sys.executable} -m tests.node.gateway"
    )
    path = os.pathsep.join([str(ROOT), str(Path(library.__file__).parent)])
    done = subprocess.run(
        ["unshare", "-Urnm", "sh", "-c", inside],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    if "unshare:" in done.stderr:
        pytest.skip(f"no namespaces ({done.stderr.strip()})")
    assert done.returncode == 0, done.stderr
    mapped = "leads to TCP port 47070 for 7200 s"
    theirs = [47070, ["192.168.1.99", 47070, 0]]
    assert json.loads(done.stdout) == [
        [f"upnp: 198.51.100.9:47070 {mapped}", [[47070, ["127.0.0.1", 47070, 7200]]]],
        [True, []],
        [f"upnp: 198.51.100.9:49153 {mapped}", [theirs, [49153, ["127.0.0.1", 47070, 7200]]]],
        [True, [theirs]],
        [f"upnp: 198.51.100.9:47070 {mapped}", [[47070, ["127.0.0.1", 47070, 0]]]],
        [True, []],
        "upnp: the router is itself behind another one, as 192.168.5.5",
        "upnp: the router did not answer",
    ]
