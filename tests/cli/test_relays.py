"""`relay`: to be one, and to use those of others; a match through one, and what it never has of it."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import trio

from fadenet.cli.frame.context import BadInput
from fadenet.cli.net import relays
from fadenet.cli.net.relays import FILE, NAME_CHARS, RELAYS_MAX, TOKEN_FILE
from fadenet.cli.options import read_arguments
from fadenet.node import limits, play
from fadenet.node.link.candidates import Address, RelayAddress
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite, parse_relay_line
from fadenet.node.reach.boxes import BoxFailed, open_boxes, put_parcel, take_parcels
from fadenet.node.reach.calls import box_tag, circuit_token
from fadenet.node.reach.meet import Helper
from keys import Identity, fingerprint
from tests.cli.helpers import ROOT, Cli, ended_by, process, sentence
from tests.node.test_socks import SocksServer, server

LOOPBACK = ("--listen", "127.0.0.1:0")


def line(n: int = 0, token: bytes = b"twelve bytes", *places: Address) -> str:
    """The line of relay number n."""
    where = places or (Address(f"198.51.100.{n + 1}", 47070),)
    return make_invite(Invite(bytes([n]) * 16, token, 0, where, relay=True))


# To use one.


def test_a_relay_is_added_listed_and_removed(cli: Cli) -> None:
    assert cli("relay", "list") == 0 and not cli.out
    assert cli.err == (
        "No relay is used. Ask somebody who runs `fadenet relay` for its line: fadenet relay add LINE\n"
    )
    assert cli("relay", "add", line(), "--name", "Mia") == 0
    assert not cli.out and cli.err == "Your tables can be joined through Mia from now on.\n"
    assert cli("relay", "add", line(1)) == 0  # who is not named is called by its address
    assert cli.err == "Your tables can be joined through 198.51.100.2 from now on.\n"
    assert cli("relay", "list") == 0
    assert [row.split() for row in cli.out.splitlines()] == [
        ["Mia", "198.51.100.1:47070"],
        ["198.51.100.2", "198.51.100.2:47070"],
    ]
    assert stat.S_IMODE((cli.home / FILE).stat().st_mode) == 0o600
    assert cli("relay", "remove", "Mia") == 0 and cli.err == "Mia is used no more.\n"
    assert cli("relay", "list") == 0 and "Mia" not in cli.out


def test_programs_are_told_the_same(cli: Cli) -> None:
    def told(*argv: str) -> dict[str, Any]:
        assert cli("relay", *argv, "--json") == 0
        (one,) = map(json.loads, cli.out.splitlines())
        assert one.pop("v") == 1
        return dict(one)

    assert told("list") == {"relays": []}
    assert told("add", line(), "--name", "Mia") == {"relay": "Mia", "line": line()}
    assert told("list") == {"relays": [{"name": "Mia", "line": line()}]}
    assert told("remove", "Mia") == {"removed": "Mia"}
    assert told("list") == {"relays": []}


def test_a_line_may_be_wrapped_or_come_from_a_pipe(cli: Cli) -> None:
    text = line()
    assert cli("relay", "add", text[:30], text[30:].upper(), "--name", "Mia") == 0
    assert cli.typing(f"> {line(1)}\n", "relay", "add", "-", "--name", "Ben", ends=True) == 0
    assert cli("relay", "list", "--json") == 0
    assert [one["line"] for one in json.loads(cli.out)["relays"]] == [line(), line(1)]


def test_a_relay_that_is_known_by_its_key_is_put_in_its_place(cli: Cli) -> None:
    assert cli("relay", "add", line(), "--name", "Mia") == 0
    assert cli("relay", "add", line(0, b"another one."), "--name", "Mia") == 0
    assert cli("relay", "add", line(0, b"a third one."), "--name", "Mia's") == 0
    assert cli("relay", "list", "--json") == 0
    assert json.loads(cli.out)["relays"] == [{"name": "Mia's", "line": line(0, b"a third one.")}]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["add", "no-line"], 5, "This is no fadenet-relay line; copy the whole line that begins with"),
        (["add", line()[:-1] + ("a" if line()[-1] != "a" else "b")], 5, "line"),
        (["add", line()[:60]], 5, "line"),
        (
            ["add", make_invite(Invite(bytes(16), bytes(12), 0, (Address("198.51.100.1"),)))],
            5,
            "This is an invitation to a table, not the line of a relay: fadenet join INVITE",
        ),
        (
            ["add", make_invite(Invite(bytes(16), bytes(12), 0, (), relay=True))],
            5,
            "This relay's line names no address; ask for a fresh one.",
        ),
        (["add", line(), "--name", "x" * (NAME_CHARS + 1)], 2, "--name NAME"),
        (["add", line(), "--name", "two\nlines"], 2, "--name NAME"),
        (["remove", "Mia"], 4, "No relay is called 'Mia'; see: fadenet relay list"),
    ],
)
def test_a_mistake_is_one_sentence(cli: Cli, words: list[str], code: int, said: str) -> None:
    assert cli("relay", *words) == code
    assert said in sentence(cli.err) and not cli.out and not (cli.home / FILE).exists()


def test_a_name_may_be_so_long(cli: Cli) -> None:
    assert cli("relay", "add", line(), "--name", "x" * NAME_CHARS) == 0
    assert cli("relay", "list") == 0 and "x" * NAME_CHARS in cli.out


def test_two_relays_do_not_have_one_name(cli: Cli) -> None:
    assert cli("relay", "add", line(), "--name", "Mia") == 0
    assert cli("relay", "add", line(1), "--name", "Mia") == 2
    assert sentence(cli.err) == "Another relay is called Mia; give this one a name: --name NAME"
    assert cli("relay", "list", "--json") == 0 and len(json.loads(cli.out)["relays"]) == 1


def test_so_many_relays_are_used_and_no_more(cli: Cli) -> None:
    for n in range(RELAYS_MAX):
        assert cli("relay", "add", line(n)) == 0
    assert cli("relay", "add", line(RELAYS_MAX)) == 3
    assert sentence(cli.err) == "16 relays are all that are used; see: fadenet relay remove NAME"
    assert cli("relay", "add", line(3, b"another one.")) == 0  # in its own place
    assert cli("relay", "remove", "198.51.100.1") == 0
    assert cli("relay", "add", line(RELAYS_MAX)) == 0


def _many() -> str:
    return json.dumps({"version": 1, "relays": [{"name": f"{n}", "line": line(n)} for n in range(17)]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "makes no sense"),
        ("[" * 100_000, ""),
        ('{"version": 1, "relays": [{"name": "", "line": ""}]}', "makes no sense"),
        ('{"version": 1, "relays": [], "more": 1}', "makes no sense"),
        (_many(), "makes no sense"),
        ('{"version": 2, "relays": []}', "is of version 2, not 1: update this program."),
        (
            '{"version": 1, "relays": [{"name": "Mia", "line": "x"}]}',
            "The relay Mia in relays.json cannot be read",
        ),
    ],
)
@pytest.mark.parametrize("words", [("list",), ("add", line()), ("remove", "Ben")])
def test_a_file_that_makes_no_sense_is_said_and_left_alone(
    cli: Cli, words: tuple[str, ...], text: str, said: str
) -> None:
    cli.home.mkdir(mode=0o700)
    path = cli.home / FILE
    path.write_text(text)
    path.chmod(0o600)
    code = cli("relay", *words)
    if "Mia" in text and words[0] == "remove":
        assert code == 4  # it is not looked at closely for that
        return
    assert code != 0 and said in sentence(cli.err)
    assert path.read_text() == text


# To be one.


def test_how_many_circuits_there_may_be() -> None:
    assert read_arguments(["relay"]).circuits == limits.CIRCUITS
    most = limits.CIRCUITS_MOST
    assert read_arguments(["relay", "--circuits", str(most)]).circuits == most


@pytest.mark.parametrize(
    "words",
    [
        ("--circuits", "0"),
        ("--circuits", str(limits.CIRCUITS_MOST + 1)),
        ("--circuits", "x"),
        ("--for", "anybody"),
    ],
)
def test_what_is_out_of_bounds_is_refused(cli: Cli, words: tuple[str, ...]) -> None:
    assert cli("relay", *words) == 2
    assert not cli.home.exists()


@pytest.mark.parametrize("text", ["", "zz", "00" * 11, "00" * 13])
def test_a_token_that_makes_no_sense_is_not_put_right_in_silence(cli: Cli, text: str) -> None:
    cli.home.mkdir(mode=0o700)
    (cli.home / TOKEN_FILE).write_text(text)
    (cli.home / TOKEN_FILE).chmod(0o600)
    with pytest.raises(BadInput, match="holds no token; take it away, and a fresh line is made"):
        relays.own_token(cli.home, print)


class Started:
    """Processes that are gone when the test is over."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def __call__(self, home: Path, *argv: str, **settings: Any) -> subprocess.Popen[str]:
        child = process(home, *argv, **settings)
        self._stack.callback(child.communicate)
        self._stack.callback(child.kill)
        return child


@pytest.fixture
def start() -> Iterator[Started]:
    with ExitStack() as stack:
        yield Started(stack)


def said_first(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    text = child.stdout.readline().strip()
    assert text, child.communicate()[1]
    return text


@pytest.mark.slow
def test_a_relay_keeps_its_line(tmp_path: Path, start: Started) -> None:
    """given a relay that is started again at the same port, then its line is the same."""
    first = start(tmp_path, "relay", *LOOPBACK)
    text = said_first(first)
    told = parse_relay_line(text)
    (place,) = told.candidates
    err = ended_by(first, signal.SIGTERM, 143)
    assert "Give this line to those who host: fadenet relay add LINE" in err
    again = start(tmp_path, "relay", "--listen", str(place), "--json")
    assert json.loads(said_first(again)) == {"v": 1, "event": "relay", "line": text}
    assert stat.S_IMODE((tmp_path / TOKEN_FILE).stat().st_mode) == 0o600
    ended_by(again, signal.SIGINT, 130)


@pytest.mark.slow
def test_a_relay_keeps_parcels_over_its_end(tmp_path: Path, start: Started) -> None:
    """given a parcel in a box at a relay that is killed, then its owner is given it at the next start; a
    relay that is told so has no boxes."""
    own, other = Identity.from_seed("Mia", bytes(32)), Identity.from_seed("Ben", b"b" * 32)
    tag = box_tag(b"of one match", own.public)
    kept: list[bytes] = []

    def helper(line: str) -> Helper:
        told = parse_relay_line(line)
        return Helper(told.fingerprint, told.token, told.candidates, "Rea")

    async def keep(tag: bytes, parcel: bytes) -> None:
        kept.append(parcel)

    async def leave(relay: Helper) -> None:
        async with play.open_bare(own) as mine, play.open_bare(other) as others:
            await open_boxes(mine, relay, [tag])
            await put_parcel(others, relay.relays[0], fingerprint(own.public), tag, bytes(40_000))

    async def fetch(relay: Helper) -> None:
        async with play.open_bare(own) as mine:
            await take_parcels(mine, relay, [tag], keep)

    first = start(tmp_path, "relay", *LOOPBACK)
    text = said_first(first)
    trio.run(leave, helper(text))
    first.kill()
    first.wait()
    (parcel,) = (tmp_path / "boxes").glob("*.parcel")
    assert stat.S_IMODE(parcel.stat().st_mode) == 0o600
    again = start(tmp_path, "relay", "--listen", str(parse_relay_line(text).candidates[0]))
    known = said_first(again)
    second = start(tmp_path, "relay", *LOOPBACK)  # in the same data folder: the first has the boxes
    with pytest.raises(BoxFailed, match="keeps no boxes"):
        trio.run(fetch, helper(said_first(second)))
    assert "No boxes are kept for players who are not there: Another fadenet is using" in ended_by(
        second, signal.SIGTERM, 143
    )
    trio.run(fetch, helper(known))
    assert kept == [bytes(40_000)] and not parcel.exists()
    ended_by(again, signal.SIGTERM, 143)
    without = start(tmp_path, "relay", "--no-boxes", *LOOPBACK)
    with pytest.raises(BoxFailed, match="keeps no boxes"):
        trio.run(fetch, helper(said_first(without)))


def memory_has(child: subprocess.Popen[str], *wanted: bytes) -> list[bool]:
    """Which of these byte strings lie anywhere in what a process has in memory."""
    found = [False] * len(wanted)
    with open(f"/proc/{child.pid}/maps") as maps, open(f"/proc/{child.pid}/mem", "rb", 0) as memory:
        for row in maps:
            span, rights, *_ = row.split()
            if not rights.startswith("rw"):
                continue
            first, last = (int(one, 16) for one in span.split("-"))
            try:
                memory.seek(first)
                held = memory.read(last - first)
            except (OSError, ValueError):  # of the kernel's own
                continue
            found = [there or one in held for there, one in zip(found, wanted, strict=True)]
    return found


def only_relays(text: str) -> tuple[str, Invite]:
    """An invitation that names nothing but the relay, and what it says."""
    invite = parse_invite(text)
    carried = tuple(one for one in invite.candidates if isinstance(one, RelayAddress))
    assert len(carried) == 1
    narrowed = replace(invite, candidates=carried)
    return make_invite(narrowed), narrowed


WITNESS = """
import os, sys

def note(event, args):
    if event.startswith("socket.") and event != "socket.__new__":
        with open(os.environ["WITNESS"], "a") as log:
            print(event, *args[event != "socket.getaddrinfo":], file=log)

sys.addaudithook(note)
"""
"""Writes down what a process does with its sockets, from its start on."""


@contextmanager
def proxied() -> Iterator[tuple[Address, SocksServer]]:
    """A SOCKS5 server on loopback, in a thread of its own."""
    socks, up, over = SocksServer(Address("127.0.0.1", 1)), Event(), trio.Event()
    there: list[Any] = []

    async def serve() -> None:
        async with server(socks) as place:
            there.extend((place, trio.lowlevel.current_trio_token()))
            up.set()
            await over.wait()

    thread = Thread(target=trio.run, args=(serve,))
    thread.start()
    assert up.wait(20)
    place, token = there
    try:
        yield place, socks
    finally:
        token.run_sync_soon(over.set)
        thread.join()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into the relay's memory")
def test_a_whole_match_is_played_through_a_relay_that_never_has_the_invitation(
    cli: Cli, tmp_path: Path, start: Started
) -> None:
    """given an invitation that names the relay alone, and a joiner that goes through a proxy, then the two
    play, the relay has had no token but its own and the circuit's, and the joiner has asked the proxy alone.
    """
    relay = start(tmp_path / "relay", "relay", *LOOPBACK)
    text = said_first(relay)
    assert cli("relay", "add", text, "--name", "Rea") == 0
    options = ("--bot", "greedy", "--clock", "15+1", *LOOPBACK, "--no-lan", "--no-map")
    host = start(cli.home, "host", "terrene", *options)
    carried, invite = only_relays(said_first(host))
    (carrier,) = invite.candidates
    assert isinstance(carrier, RelayAddress)
    (tmp_path / "sitecustomize.py").write_text(WITNESS)
    seen = {"WITNESS": str(tmp_path / "seen"), "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    with proxied() as (proxy, socks):
        through = ("--proxy", f"socks5://{proxy}", "--json")
        join = start(tmp_path / "join", "join", carried, "--bot", "random", *through, env=seen)
        out, err = join.communicate(timeout=90)
        _, host_err = host.communicate(timeout=90)
    assert (host.returncode, join.returncode) == (0, 0), host_err + err
    sockets = set((tmp_path / "seen").read_text().splitlines())
    at = proxy.host, proxy.port
    assert sockets == {f"socket.connect {at}"}
    assert {port for _, _, port in socks.asked} == {carrier.port}
    outcome = json.loads(out)
    assert outcome["signed"] and not outcome["findings"]
    known = parse_relay_line(text).token, circuit_token(invite.token)
    has_line, has_circuit, has_token = memory_has(relay, *known, invite.token)
    assert has_line and has_circuit and not has_token
    ended_by(relay, signal.SIGTERM, 143)
    for home in (cli.home, tmp_path / "join"):
        (path,) = (home / "matches").glob("*.match")
        assert cli("verify", path) == 0


@pytest.mark.slow
@pytest.mark.parametrize("what", [pytest.param("host", marks=pytest.mark.long), "relay"])
def test_who_comes_through_a_relay_to_nobody_reads_why(
    cli: Cli, tmp_path: Path, start: Started, what: str
) -> None:
    """given a host that has ended, or a relay that has, then the joiner is told which."""
    relay = start(tmp_path / "relay", "relay", *LOOPBACK)
    assert cli("relay", "add", said_first(relay), "--name", "Rea") == 0
    host = start(cli.home, "host", "terrene", "--bot", "greedy", *LOOPBACK, "--no-lan", "--no-map")
    carried, invite = only_relays(said_first(host))
    (place,) = invite.candidates
    assert isinstance(place, RelayAddress)
    ended_by(host, signal.SIGTERM, 143)
    if what == "relay":
        ended_by(relay, signal.SIGTERM, 143)
    join = start(tmp_path / "join", "join", carried, "--bot", "random", "--no-listen")
    _, err = join.communicate(timeout=60)
    told = {
        "host": f"The relay {place.address} is up, but the host is not: ask whether the table is still open.",
        "relay": f"The relay {place.address}, which leads to the host, cannot be used: nobody answers there. "
        "Ask the host for another way.",
    }
    assert join.returncode == 5 and told[what] in err, (join.returncode, err)


@pytest.mark.slow
def test_an_invitation_says_when_a_relay_is_not_used(cli: Cli, tmp_path: Path, start: Started) -> None:
    """given a relay that serves players it knows, and one that is not there, then who hosts is told why."""
    relay = start(tmp_path / "relay", "relay", *LOOPBACK, "--for", "contacts")
    assert cli("relay", "add", said_first(relay), "--name", "Rea") == 0
    assert cli("relay", "add", line(0, bytes(12), Address("127.0.0.1", 1)), "--name", "Nobody") == 0
    host = start(cli.home, "host", "terrene", "--bot", "greedy", *LOOPBACK, "--no-lan", "--no-map")
    invite = parse_invite(said_first(host))
    assert not any(isinstance(one, RelayAddress) for one in invite.candidates)
    err = ended_by(host, signal.SIGTERM, 143)
    assert "The relay Rea is not used: It does not serve you; ask whoever runs it." in err
    assert "The relay Nobody is not used: It cannot be reached at 127.0.0.1:1; ask whoever runs it." in err
