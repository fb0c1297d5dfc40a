"""`seek` and `--board`: what is agreed to and kept, where the board is entered, and strangers who find each
other on it."""

from __future__ import annotations

import json
import stat
import subprocess
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import keys
from fadenet.cli.frame import settings
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.settings import Settings
from fadenet.cli.net import boards, network
from fadenet.cli.net.boards import FILE, KEPT, LINES, MATCHES_LOOKED, firsts_of, lines_of, read_kept
from fadenet.cli.options import read_arguments
from fadenet.cli.top.nearby import UNREACHED, Posted, TableLine, row_data, row_lines
from fadenet.node.errors import BadInvite
from fadenet.node.link.candidates import Address, pack_candidate
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite, parse_relay_line
from fadenet.node.match import saved
from fadenet.node.match.saved import SavedPeer, SavedTable, write_table
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.posts import Other
from tests.cli.helpers import FADENET, Cli, process, sentence
from tests.node.boards import TABLE, notice, other, place, player

LOOPBACK = ("--listen", "127.0.0.1:0", "--no-map")


def line(n: int, *, relay: bool = False) -> str:
    return make_invite(Invite(other(n).fingerprint, bytes(12), 0, (place(n),), relay=relay))


def context(home: Path, *typed: str, kept: tuple[str, ...] = ()) -> Context:
    home.mkdir(mode=0o700, exist_ok=True)
    return Context(
        Namespace(board_at=list(typed), board=True), home, FADENET, replace(Settings(), board=kept)
    )


# What is agreed to.


def test_nobody_is_shown_to_strangers_who_has_not_said_so(cli: Cli) -> None:
    """given no `--board` so far, then `seek` says what it would show, and makes nothing."""
    assert cli("seek", "faroe") == 2
    assert sentence(cli.err) == (
        "Strangers on the board would see your name, your address and what you look for. If that is what you "
        "want, say so once: fadenet seek faroe --board"
    )
    assert not cli.home.exists()


def test_what_is_agreed_to_once_is_kept(cli: Cli) -> None:
    """given a line that is none behind `--board`, then that is said; the agreement is in the settings, and
    can be taken back."""
    assert cli("seek", "faroe", "--board", "--board-at", "x") == 5
    assert sentence(cli.err).startswith("This is no fadenet line")
    assert settings.load(cli.home, {}).strangers and settings.load(cli.home, {}).board == ()
    assert cli("seek", "faroe", "--board-at", "x") == 5
    assert cli("config", "unset", "strangers") == 0
    assert cli("seek", "faroe") == 2


def test_whoever_names_the_board_agrees_to_be_on_it(cli: Cli) -> None:
    """given `--board-at` alone, as for the first time, then nobody asks for `--board` as well."""
    assert cli("seek", "faroe", "--board-at", "x") == 5
    assert sentence(cli.err).startswith("This is no fadenet line") and settings.load(cli.home, {}).strangers
    assert read_arguments(["host", "faroe", "--board-at", "x"]).board


@pytest.mark.parametrize(
    "argv", [("seek",), ("seek", "faroe", "--people", "--bots"), ("seek", "nope", "--board")]
)
def test_what_makes_no_sense_is_said_before_anything_is_kept(cli: Cli, argv: tuple[str, ...]) -> None:
    assert cli(*argv) != 0 and not cli.out
    assert not (cli.home / settings.FILE).exists()


# Where the board is entered.


def test_lines_are_kept_for_the_next_time(tmp_path: Path) -> None:
    """given lines of tables and relays, then the latest come first, each once, and no more than so many."""
    kept = tuple(line(n) for n in range(LINES))
    typed = line(50, relay=True), line(3)
    found = lines_of(context(tmp_path, *typed, kept=kept))
    assert found[:2] == list(typed) and len(found) == LINES == len(set(found))
    assert settings.load(tmp_path, {}).board == tuple(found)
    assert lines_of(context(tmp_path, kept=tuple(found))) == found
    with pytest.raises(BadInvite, match="names no address"):
        lines_of(context(tmp_path, make_invite(Invite(bytes(16), bytes(12), 0, ()))))


def played(home: Path, n: int, name: str, key: bytes) -> None:
    """A match with somebody whose node was at a place."""
    (home / saved.FOLDER).mkdir(mode=0o700, exist_ok=True)
    there = (pack_candidate(place(n)).hex(),)
    peers = (SavedPeer(name, key.hex(), there),)
    match = f"{n:032x}"
    (home / saved.FOLDER / f"{match}.match").touch()
    note = SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    write_table(home, match, note)


def test_the_board_is_entered_at_all_who_are_known(tmp_path: Path) -> None:
    """given lines, relays, contacts, hosts played with and who was there before, then all of them are begun
    with; relays and contacts are trusted, and nobody who was only met."""
    ctx = context(tmp_path, line(1))
    contacts = keys.Contacts.load(tmp_path)
    contacts.add(player(3).public, "cai", 1)
    contacts.meet(player(4).public, "dan", 1)
    played(tmp_path, 3, "cai", player(3).public)
    played(tmp_path, 4, "dan", player(4).public)
    boards._keep(ctx, [other(5)])
    relay = Helper(other(2).fingerprint, bytes(12), (place(2),), "Rea")
    firsts = list(firsts_of(ctx, [relay]))
    assert [first.other for first in firsts if first.played] == [other(3), other(4)]
    found = {first.other: first.trusted for first in firsts}
    assert found == {other(1): False, other(2): True, other(3): True, other(4): False, other(5): False}


def test_so_many_matches_are_looked_through(tmp_path: Path) -> None:
    ctx = context(tmp_path)
    for n in range(MATCHES_LOOKED + 1):
        played(tmp_path, n, "dan", player(n).public)
    assert len(list(firsts_of(ctx, []))) == MATCHES_LOOKED


def test_who_was_there_is_kept_for_the_next_time(tmp_path: Path) -> None:
    ctx = context(tmp_path)
    assert read_kept(ctx) == []
    boards._keep(ctx, [other(n) for n in range(KEPT)])
    assert read_kept(ctx) == [other(n) for n in range(KEPT)]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    boards._keep(ctx, [])  # nobody was reached this time
    assert len(read_kept(ctx)) == KEPT
    boards._keep(ctx, [Other(bytes([n]) * 16, (place(1),)) for n in range(KEPT + 1)])
    assert read_kept(ctx) == []  # more than there can be are not read


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 100_000,
        '{"version": 2, "known": []}',
        '{"version": 1, "known": [{"key": "x", "where": []}]}',
        '{"version": 1, "known": [{"key": "' + "00" * 16 + '", "where": ["03"]}]}',
        '{"version": 1, "known": [], "more": 1}',
    ],
)
def test_a_file_that_makes_no_sense_is_worth_nothing(tmp_path: Path, text: str) -> None:
    ctx = context(tmp_path)
    (tmp_path / FILE).write_text(text)
    (tmp_path / FILE).chmod(0o600)
    assert read_kept(ctx) == [] and list(firsts_of(ctx, [])) == []


def test_doctor_says_whether_one_is_shown_and_where_the_board_is_entered(tmp_path: Path) -> None:
    ctx = replace(context(tmp_path), args=Namespace())
    told = network._board(ctx, [])
    assert told.fine and told.text == (
        "seek has not been agreed to; nodes by which it may be entered, besides those nearby: 0"
    )
    settings.change(tmp_path, {"strangers": True, "board": [line(1)]})
    assert network._board(ctx, []).text == (
        "seek shows you to strangers; nodes by which it may be entered, besides those nearby: 1"
    )
    (tmp_path / settings.FILE).write_text("strangers = 7")
    assert not network._board(ctx, []).fine


# What is on it.


def test_a_table_on_the_board_is_told_as_such(tmp_path: Path) -> None:
    posted = TableLine(Posted(notice(1)), TABLE)
    (text,) = row_lines(1, posted, keys.Contacts.load(tmp_path))
    assert text == " 1  ten, p1 (a person, new): 1 of 2 seats free, 600+5 s, on the board"
    data = row_data(posted)
    assert data["interface"] == "board" and data["ms"] is None
    assert parse_invite(data["invite"]).candidates == (place(1),)
    assert "--board-at LINE" in UNREACHED


# Whole programs.


@pytest.fixture
def start() -> Iterator[Any]:
    with ExitStack() as stack:

        def start(home: Path, *argv: str, **more: Any) -> subprocess.Popen[str]:
            child = process(home, *argv, **more)
            stack.callback(child.communicate)
            stack.callback(child.kill)
            return child

        yield start


@pytest.mark.slow
def test_two_strangers_meet_on_the_board_of_a_third_and_play(cli: Cli, tmp_path: Path, start: Any) -> None:
    """given a relay that keeps a board, and two who know its line and nothing of each other, then they play
    one match to its end, and both find the board again without a line."""
    hub = start(tmp_path / "hub", "relay", "--board", *LOOPBACK)
    assert hub.stdout is not None
    there = hub.stdout.readline().strip()
    (at,) = parse_relay_line(there).candidates
    assert isinstance(at, Address) and at.host == "127.0.0.1"
    options = ("--board", "--board-at", there, "--no-lan", *LOOPBACK, "--bot", "greedy", "--clock", "60+1")
    homes = tmp_path / "ana", tmp_path / "ben"
    seekers = [
        start(home, "--json", "seek", "terrene", *options, env={"FADENET_NAME": home.name}) for home in homes
    ]
    told = []
    for child in seekers:
        out, err = child.communicate(timeout=120)
        assert child.returncode == 0, err
        told.append(json.loads(out.splitlines()[-1]))
    assert told[0]["match"] == told[1]["match"]
    for home in homes:
        (path,) = (home / "matches").glob("*.match")
        assert cli("verify", path) == 0
        kept = json.loads((home / FILE).read_text())["known"]
        assert parse_relay_line(there).fingerprint.hex() in [one["key"] for one in kept]
