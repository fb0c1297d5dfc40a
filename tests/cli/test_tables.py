"""`tables`: who plays nearby is listed, and a number joins; `host` and `node` say where they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import keys
from fadenet.cli.frame.context import Context
from fadenet.cli.top import nearby as room
from fadenet.cli.top.nearby import Listing, TableLine, invitation, notes, row_data, row_lines
from fadenet.engine import cardset
from fadenet.engine.cardset import SETS
from fadenet.engine.language.sets import read_set
from fadenet.node.link.candidates import Address
from fadenet.node.link.identity import PlayerKind
from fadenet.node.lobby.invite import parse_invite
from fadenet.node.reach.beacon import ANNOUNCEMENT, Neighbour, Neighbours
from fadenet.node.reach.lan import Sender
from fadenet.node.reach.notice import Offer, make_notice, parse_notice
from tests.builders.own_sets import ASH, written
from tests.cli.helpers import FADENET, GAME
from tests.lab.lab import Host, Lab, lacking
from tests.node.helpers import seeded
from tests.node.neighbour import TABLE, player

NOW = 1_800_000_000
LOOKS = 10
SOURCE = Sender("192.168.1.20", 50_000, "eth0")
no_lab = pytest.mark.skipif(lacking() is not None, reason=str(lacking()))


def wire(name: str, *tables: Offer, kind: PlayerKind = PlayerKind.HUMAN, port: int = 47070) -> bytes:
    where = [Address(SOURCE.host, port)]
    return make_notice(player(name), kind, where, tables or [TABLE], made=NOW, life=300)


def found(
    name: str, *tables: Offer, kind: PlayerKind = PlayerKind.HUMAN, ms: float | None = 1.2
) -> Neighbour:
    return Neighbour(
        parse_notice(wire(name, *tables, kind=kind)), SOURCE, 0.0, None if ms is None else ms / 1000
    )


def row(name: str = "Mia", table: Offer = TABLE, **more: Any) -> TableLine:
    return TableLine(found(name, table, **more), table)


def line(one: TableLine, contacts: keys.Contacts) -> str:
    return " ".join(" ".join(row_lines(1, one, contacts)).split())


@pytest.fixture
def contacts(tmp_path: Path) -> keys.Contacts:
    return keys.Contacts.load(tmp_path)


@pytest.fixture
def ctx(tmp_path: Path) -> Context:
    return Context(Namespace(json=False, quiet=False), tmp_path, FADENET)


# What a person reads.


def test_a_table_is_one_line(contacts: keys.Contacts) -> None:
    """given tables of all kinds, then each line names game, format, host, seats, clock, time and kind."""
    assert line(row(), contacts) == "1 faroe, Mia (a person, new): 1 of 2 seats free, 600+5 s, 1 ms"
    four = replace(TABLE, format="free-for-all", seats=4, free=3, opts=(("legend", "vantarel"),), bank=0)
    assert line(row(table=four, kind=PlayerKind.BOT, ms=None), contacts) == (
        "1 faroe free-for-all with legend vantarel, Mia (a bot, new): 3 of 4 seats free, no time bank"
    )
    assert line(row(table=replace(TABLE, token=b"")), contacts).endswith("1 ms, by invitation")
    assert line(row(""), contacts).startswith("1 faroe, somebody (a person)")


def test_a_table_with_a_set_says_whether_it_is_here(contacts: keys.Contacts) -> None:
    """given a set that is here and one that is not, then the latter goes by the beginning of its id, and it
    is said that it comes with the table."""
    ash = read_set([("ash.toml", written(ASH))])
    cardset.keep(ash)
    there = replace(TABLE, opts=(("opening", "even"), (SETS, ash.id)))
    away = replace(TABLE, opts=((SETS, "0" * 24),))
    said = "1 faroe with opening even and the set 'Ashes of the Ninth Bell', Mia"
    assert line(row(table=there), contacts).startswith(said)
    assert "not here" not in line(row(table=there), contacts)
    assert line(row(table=away), contacts) == (
        "1 faroe with the set 00000000, Mia (a person, new): 1 of 2 seats free, 600+5 s, 1 ms, "
        "that set is not here: joining fetches it"
    )
    full = replace(away, free=0, watched=True, opts=((SETS, f"{'0' * 24},{'1' * 24}"),))
    assert line(row(table=full), contacts).endswith("2 sets are not here: looking on fetches them")
    assert row_data(row(table=away))["lacks"] == ["0" * 24] and not row_data(row(table=there))["lacks"]


def test_a_player_is_told_from_one_who_only_takes_the_name(contacts: keys.Contacts) -> None:
    """given a contact, then it goes by our name for it; whoever else goes by that name is told apart."""
    contacts.add(player("Mia").public, "mimi", NOW)
    assert "mimi (a person you know)" in line(row("Mia"), contacts)
    assert "mimi (a person, not the mimi you know)" in line(row("mimi"), contacts)
    assert "mimi (a bot, not the mimi you know)" in line(row("mimi", kind=PlayerKind.BOT), contacts)
    assert "m\u0456mi (a person, not the m\u0456mi you know)" in line(row("m\u0456mi"), contacts)


def test_no_time_is_shorter_than_a_millisecond() -> None:
    assert [room.milliseconds(found("Mia", ms=ms)) for ms in (0.01, 1.6, 71.2, None)] == [1, 2, 71, None]


def test_nobody_nearby_is_said_with_where_was_asked() -> None:
    assert notes(["eth0", "wlan0"], (), False) == [
        "Nobody nearby has an open table. Asked on eth0, wlan0; guest networks and VPNs often keep devices "
        "apart: paste an invitation instead."
    ]
    assert notes([], (), False) == [
        "Nobody on this machine has an open table, and it is on no network: connect it, or paste an "
        "invitation instead."
    ]
    assert notes(["eth0"], (), True) == []


def test_a_clock_that_is_wrong_is_said() -> None:
    wrong = "plays nearby, but one of your clocks is wrong by more than 10 minutes; set it, and ask again."
    assert notes(["eth0"], {"Mia", ""}, True) == [f"note: somebody {wrong}", f"note: Mia {wrong}"]


def test_the_json_of_a_table_has_all_of_it() -> None:
    data = row_data(row(table=replace(TABLE, opts=(("opening", "even"),), watched=True)))
    invite = data.pop("invite")
    assert data == {
        "game": "faroe",
        "format": "duel",
        "options": {"opening": "even"},
        "lacks": [],
        "host": "Mia",
        "key": player("Mia").public.hex(),
        "kind": "human",
        "bot": None,
        "says": None,
        "seats": 2,
        "free": 1,
        "timer": 60,
        "bank": 600,
        "bonus": 5,
        "days": 0,
        "watched": True,
        "standing": False,
        "ms": 1,
        "interface": "eth0",
    }
    assert parse_invite(invite).token == TABLE.token
    assert row_data(row(table=replace(TABLE, token=b"")))["invite"] is None


def test_the_invitation_leads_where_the_notice_does() -> None:
    """given a notice, then the invitation made of it names its player, its token and where to dial."""
    read = parse_invite(invitation(found("Mia"), replace(TABLE, standing=True)))
    assert read.fingerprint == keys.fingerprint(player("Mia").public) and read.token == TABLE.token
    assert read.candidates == (Address(SOURCE.host, 47070),) and not read.expires and read.standing


def test_candidates_that_no_invitation_has_room_for_are_left_out() -> None:
    where = [Address(SOURCE.host, 1), *(Address(f"{n}.{'a' * 90}.example", 1) for n in range(4))]
    data = make_notice(player("Mia"), PlayerKind.HUMAN, where, [TABLE], made=NOW, life=300)
    read = parse_invite(invitation(Neighbour(parse_notice(data), SOURCE, 0.0), TABLE))
    assert read.candidates == tuple(where[:3])


# Numbers.


async def test_a_number_keeps_its_meaning_as_tables_come_and_go(
    ctx: Context, contacts: keys.Contacts, capsys: pytest.CaptureFixture[str], autojump_clock: object
) -> None:
    import trio

    there = Neighbours(lambda: NOW, seeded(1))
    listing = Listing(ctx, there, contacts)
    there.hear(ANNOUNCEMENT + wire("Mia"), SOURCE)
    listing.show()
    await trio.sleep(6)
    there.hear(ANNOUNCEMENT + wire("Ben", replace(TABLE, token=b"b" * 12)), SOURCE)
    listing.show()
    listing.show()
    assert [text.split(", 600")[0] for text in capsys.readouterr().out.splitlines()] == [
        " 1  faroe, Mia (a person, new): 1 of 2 seats free",
        " 2  faroe, Ben (a person, new): 1 of 2 seats free",
    ]
    chosen = listing.chosen("2")
    assert chosen is not None and parse_invite(chosen.invite).token == b"b" * 12
    # when Mia is not heard any more, then her number leads nowhere, and Ben's is the same
    await trio.sleep(2)
    assert listing.chosen("1") is None
    assert capsys.readouterr().err == "This table is no longer open. Enter shows those that are.\n"
    assert listing.chosen("2") == chosen


@pytest.mark.parametrize("typed", ["0", "2", "-1", "1.0", "\u0661", "x", "1 1", "1" * 5_000])
async def test_what_is_no_number_of_the_list_is_said(
    ctx: Context, contacts: keys.Contacts, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    there = Neighbours(lambda: NOW, seeded(1))
    listing = Listing(ctx, there, contacts)
    there.hear(ANNOUNCEMENT + wire("Mia"), SOURCE)
    listing.show()
    assert listing.chosen(typed) is None
    said = capsys.readouterr().err
    assert said.startswith(f"There is no table {typed[:20]}") and room.HELP in said and len(said) < 200


async def test_a_table_by_invitation_is_not_joined(
    ctx: Context, contacts: keys.Contacts, capsys: pytest.CaptureFixture[str]
) -> None:
    there = Neighbours(lambda: NOW, seeded(1))
    listing = Listing(ctx, there, contacts)
    there.hear(ANNOUNCEMENT + wire("Mia", replace(TABLE, token=b"")), SOURCE)
    listing.show()
    assert listing.chosen("1") is None
    assert capsys.readouterr().err == "This table is not for everybody: ask Mia for an invitation.\n"


async def test_a_full_table_is_listed_where_it_may_be_watched_and_that_is_wanted(
    ctx: Context, contacts: keys.Contacts, capsys: pytest.CaptureFixture[str]
) -> None:
    """given a full table, one of which may be watched, then neither is in the list of who wants to play, and
    that one is in the list of who would look on too, and says so."""
    there = Neighbours(lambda: NOW, seeded(1))
    full = replace(TABLE, free=0)
    there.hear(ANNOUNCEMENT + wire("Mia", full), SOURCE)
    there.hear(ANNOUNCEMENT + wire("Ben", replace(full, token=b"b" * 12, watched=True)), SOURCE)
    player, onlooker = Listing(ctx, there, contacts), Listing(ctx, there, contacts, watch_too=True)
    player.show()
    assert not player.rows and not capsys.readouterr().out
    onlooker.show()
    assert ": full, " in (said := capsys.readouterr().out) and "Ben" in said and "may be watched" in said
    chosen = onlooker.chosen("1")
    assert chosen is not None and parse_invite(chosen.invite).token == b"b" * 12
    assert onlooker.chosen("2") is None


async def test_a_list_has_64_tables(
    ctx: Context, contacts: keys.Contacts, capsys: pytest.CaptureFixture[str]
) -> None:
    """given more tables than a list holds, then the first have numbers, and nobody fills the screen."""
    there = Neighbours(lambda: NOW, seeded(1))
    listing = Listing(ctx, there, contacts)
    four = [replace(TABLE, token=bytes([n]) * 12) for n in range(4)]
    for n in range(20):
        there.hear(ANNOUNCEMENT + wire(f"p{n}", *four), replace(SOURCE, host=f"192.168.1.{n}"))
    listing.show()
    listing.show()
    assert len(listing.rows) == room.ROWS == 64
    assert len(capsys.readouterr().out.splitlines()) == 64


# Networks of their own.


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab() as made:
        yield made


@dataclass
class Lan:
    """Two machines on one cable, and commands on them."""

    lab: Lab
    hosts: tuple[Host, Host]
    folder: Path

    def command(self, at: int, who: str, *argv: str, **settings: Any) -> subprocess.Popen[str]:
        """Start a command of a player who is called `who`, at the first or the second machine."""
        env = {**self.lab.environ, "FADENET_NAME": who}
        words = [sys.executable, "-m", "fadenet", "--home", str(self.folder / who), *argv]
        return self.hosts[at].popen(*words, env=env, **settings)

    def host(self, who: str, *argv: str) -> subprocess.Popen[str]:
        """Open a table at the first machine, and wait until there is an invitation."""
        return self.hosting((who, *argv))[0]

    def hosting(self, *commands: tuple[str, ...]) -> list[subprocess.Popen[str]]:
        """Several of them, each with its name first."""
        processes = [self.command(0, *words, stdin=subprocess.PIPE) for words in commands]
        for process in processes:
            assert process.stdout is not None
            assert "fadenet:" in process.stdout.readline(), process.communicate()
        return processes

    def tables(self, *argv: str) -> tuple[Any, str]:
        """The output of the second machine, and what was said."""
        process = self.command(1, "zoe", "tables", "--json", *argv)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return json.loads(out), err


@pytest.fixture
def cable(lab: Lab, tmp_path: Path) -> Lan:
    net = lab.lan("one")
    return Lan(lab, (lab.host("a", net), lab.host("b", net)), tmp_path)


class Typist:
    """A person at a terminal: `read` waits for words, `type` types."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.openpty()
        self._shown = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._ours, 4096)
            except OSError:
                return
            if not data:
                return
            self._shown += data

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def wait_for(self, words: str, times: int = 1, patience_s: float = 60.0) -> str:
        end = time.monotonic() + patience_s
        while (shown := " ".join(self._shown.decode("utf-8", "replace").split())).count(words) < times:
            assert time.monotonic() < end, shown
            time.sleep(0.01)
        return shown

    def close(self) -> None:
        os.close(self._ours)


@no_lab
@pytest.mark.slow
def test_people_are_announced_unless_they_say_no_and_bots_if_they_say_so(cable: Lan) -> None:
    listen = ("--listen", "0.0.0.0:0")
    cable.hosting(
        ("ana", "host", GAME, *listen, "--clock", "900+10", "--opening", "even"),
        ("ben", "host", GAME, *listen, "--no-lan"),
        ("cai", "host", GAME, *listen, "--bot", "random"),
        ("dan", "host", GAME, *listen, "--bot", "random", "--lan", "--seats", "3"),
        ("eve", "host", GAME, "--listen", "127.0.0.1:0"),
        ("fay", "node", *listen, "--table", "terrene=random", "--lan"),
        ("gil", "node", *listen, "--table", "terrene=random"),
    )
    for _ in range(LOOKS):  # each is over after 1.2 s, however slow this machine is
        seen, said = cable.tables()
        there = {one["host"]: one for one in seen["tables"]}
        assert set(there) <= {"ana", "dan", "fay"}
        if len(there) == 3:
            break
    assert not said and seen["v"] == 1 and seen["asked"] == ["eth0"]
    assert set(there) == {"ana", "dan", "fay"}
    assert [one["number"] for one in seen["tables"]] == [1, 2, 3]
    ana, dan = there["ana"], there["dan"]
    assert (ana["kind"], ana["bank"], ana["bonus"], ana["options"]) == ("human", 900, 10, {"opening": "even"})
    assert (dan["kind"], dan["seats"], dan["free"], dan["format"]) == ("bot", 3, 2, "free-for-all")
    assert there["fay"]["standing"] and not dan["standing"]
    assert parse_invite(ana["invite"]).candidates[0].host == cable.hosts[0].address  # type: ignore[union-attr]


@no_lab
@pytest.mark.slow
def test_a_number_joins_and_what_is_full_is_no_longer_there(cable: Lan) -> None:
    """given a person at a terminal, when they type a number, then they sit at that table; it is gone then."""
    host = cable.host("dan", "host", "terrene", "--listen", "0.0.0.0:0", "--bot", "random", "--lan")
    person = Typist()
    guest = cable.command(
        1, "zoe", "tables", stdin=person.theirs, stderr=person.theirs, stdout=subprocess.PIPE
    )
    os.close(person.theirs)
    assert guest.stdout is not None
    person.wait_for(room.HELP)
    assert guest.stdout.readline().startswith(" 1  terrene, dan (a bot, new): 1 of 2 seats free, 600+5 s")
    person.type("7\n")
    person.wait_for("There is no table 7 in this list.")
    person.type("\n")
    person.wait_for(room.HELP, times=3)
    person.type("1\n")
    person.wait_for("What shall other players call you? [zoe]")
    person.type("\n")
    for text in guest.stdout:
        if text.startswith("ask "):
            break
    seen, said = cable.tables("--home", str(cable.folder / "yan"))
    assert seen["tables"] == [] and "Nobody nearby has an open table. Asked on eth0;" in said
    person.type("concede\nconcede\n")
    assert guest.wait(60) == 0
    assert "Whoever is nearby finds it without this line: fadenet tables" in host.communicate(timeout=60)[1]
    person.close()


@no_lab
@pytest.mark.slow
@pytest.mark.parametrize("leave", ["q\n", pytest.param("\x04", marks=pytest.mark.long)])
def test_q_or_the_end_of_input_leaves_and_a_table_that_comes_is_shown(cable: Lan, leave: str) -> None:
    """given somebody who looks while nobody plays, when a table opens, then it is shown by itself."""
    person = Typist()
    looking = cable.command(
        1, "zoe", "tables", stdin=person.theirs, stderr=person.theirs, stdout=subprocess.PIPE
    )
    os.close(person.theirs)
    person.wait_for(room.HELP)
    cable.host("ana", "host", GAME, "--listen", "0.0.0.0:0")
    assert looking.stdout is not None
    assert looking.stdout.readline().startswith(" 1  faroe, ana (a person, new): 1 of 2 seats free")
    person.type(leave)
    assert looking.wait(60) == 0
    person.close()


@no_lab
@pytest.mark.slow
def test_a_machine_without_a_network_says_so(lab: Lab, tmp_path: Path) -> None:
    alone = lab.host("a")
    process = alone.popen(sys.executable, "-m", "fadenet", "--home", tmp_path, "tables")
    out, err = process.communicate()
    assert (process.returncode, out) == (0, "")
    assert err.startswith("Nobody on this machine has an open table, and it is on no network: connect it")
