"""Bots that say which one they are: at the table, in the HELLO that is signed, in the history after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.history import History, player_of, rate
from fadenet.history.reading import read_match
from fadenet.node.lobby import seating
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.messages import CannotPlay
from fadenet.node.reach.notice import Strength
from protocol.faults import BadHello
from protocol.files import split_items
from protocol.hello import make_hello, parse_hello
from tests.history.folder import rules_of
from tests.node.serving import DUEL, Guest, Inn
from tests.node.tables import Party, Quitter, files, identity, table

BOTS = {"weak": "easy", "strong": "rollout:moves=3"}
SAID = Strength(120, 80, 160)


def inn_of(home: Path) -> Inn:
    """A node with a table of each of the bots, and one more whose bot it does not name."""
    inn = Inn(home, {name: (DUEL, 2) for name in (*BOTS, "other")}, lambda: Quitter(3))
    for at, one in enumerate(inn.offered):
        named = BOTS.get(one.name, "")

        def sits(make: Any = one.entrant, named: str = named) -> Any:
            return replace(make(), bot_name=named)

        inn.offered[at] = replace(one, entrant=sits, strength=SAID if named == "easy" else None)
    return inn


async def test_each_bot_of_a_node_is_rated_for_itself(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a node that offers three bots under one key, when somebody has played with each, then the file of
    each match says which bot it was, signed by its owner, and three players are rated."""
    inn = inn_of(tmp_path / "inn")
    guests = [Guest(inn, tmp_path / f"g{n}", 9, table=name) for n, name in enumerate((*BOTS, "other"))]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        assert {one.bot: one.strength for one in inn.service.announced()} == {
            "easy": SAID,
            "rollout:moves=3": None,
            "": None,
        }
        for guest in guests:
            await guest.run()
        inn.scope.cancel()
    found = []
    for guest in guests:
        assert isinstance(guest.end, MatchEnd)
        hellos = [parse_hello(item) for item in split_items(guest.end.path.read_bytes())[0][:2]]
        (host,) = (one for one in hellos if one.binding.ik == identity(0).public)
        found.append(read_match(guest.end.path, {identity(9).public}, lambda *_: DUEL))
        assert host.bot and host.bot_name == BOTS.get(guest.table, "")
    matches = [one for one in found if one is not None]
    rated = rate(matches).standing
    theirs = [player_of(one, seat) for one in matches for seat in one.opponents(one.own)]
    assert [player[1:] for player in theirs] == [
        (identity(0).public, True, "easy"),
        (identity(0).public, True, "rollout:moves=3"),
        (identity(0).public, True, ""),
    ]
    assert [rated[player][1] for player in theirs] == [1, 1, 1]
    assert any("p0 (the bot easy, " in line for line in guests[0].said)


async def test_a_host_that_offers_one_bot_and_seats_another_is_at_fault(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a host whose HELLO names another bot than its offer, then nobody sits down with it."""

    def fickle(who: Any, own: Any, config: Any, parts: Any, bot: bool, named: str) -> bytes:
        return make_hello(who, own, config, parts, bot, "strong" if named else "")

    monkeypatch.setattr(seating, "make_hello", fickle)
    party = Party(table(tmp_path / "a", 0, Quitter(3)), table(tmp_path / "b", 1, RandomBot()))
    party.host = replace(party.host, bot_name="easy")
    _, joined = await party.play(patience=30)
    assert isinstance(joined, BadHello) and "another bot" in str(joined)
    assert not files(tmp_path / "b", "match")


async def test_nobody_sits_down_with_another_bot_than_a_notice_names(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a notice that names one bot and a table where another one sits, then its guest leaves, and the
    host's table stays open."""
    inn = inn_of(tmp_path / "inn")
    guest, other = (Guest(inn, tmp_path / f"g{n}", 8 + n, table="strong") for n in range(2))
    guest.bot = "easy"
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        await guest.run()
        assert isinstance(guest.end, CannotPlay)
        assert "names the bot easy, and its host seats rollout:moves=3; nothing" in str(guest.end)
        assert not files(tmp_path / "g0", "match")
        other.bot = "rollout:moves=3"
        await other.run()
        assert isinstance(other.end, MatchEnd)
        inn.scope.cancel()


async def test_a_guest_that_is_a_bot_says_which_one(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a person who hosts and a bot that comes, then the history of the host knows which bot it was."""
    party = Party(table(tmp_path / "a", 0, Quitter(3), kind="human"), table(tmp_path / "b", 1, RandomBot()))
    party.joiner = replace(party.joiner, bot_name="greedy")
    hosted, joined = await party.play()
    assert isinstance(hosted, MatchEnd) and isinstance(joined, MatchEnd)
    with History.open(tmp_path / "a", print) as history:
        history.take_in({identity(0).public}, rules_of)
        (match,) = history.matches()
    assert {(seat.own, seat.bot, seat.bot_name) for seat in match.seats} == {
        (True, False, ""),
        (False, True, "greedy"),
    }
