"""Looking on at whole matches: from the start and late, over one feed after another, and over false ones."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.rules import Rules
from fadenet.node import limits
from fadenet.node.link.candidates import Address, pack_candidate
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.lobby.invite import make_invite, parse_invite
from fadenet.node.match import messages, saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.node.match.saved import read_secrets
from fadenet.node.match.storage import MatchFolder
from fadenet.node.watch import watcher
from fadenet.node.watch.messages import FEEDS, SHOW, FeedAt, Show, pack_feeds, parse_items, watch_token
from fadenet.node.watch.recording import NotKept, Recording
from fadenet.node.watch.watcher import GOES_ON, CannotWatch, FeedsLost
from fadenet.table.replica import Replica
from keys import fingerprint
from protocol.files import FileState, split_items, verify_file
from protocol.messages import Entry, Statement, parse_message
from protocol.statements import Audit, parse_body
from tests.attacks.test_voids import faces
from tests.node.memory import MemoryNetwork
from tests.node.tables import (
    Party,
    Quitter,
    Slow,
    address,
    files,
    identity,
    table,
    verified,
)
from tests.node.test_committer import Held
from tests.node.watching import (
    FIRST,
    Onlooker,
    Stranger,
    forged,
    journal,
    recorded,
    show_of,
    shown,
    stranger,
    watched,
)

Meddle = Callable[[Party], Awaitable[object]]


def kept(home: Path) -> list[bytes]:
    """The items of the only match in a data folder."""
    (path,) = files(home, "match")
    return split_items(path.read_bytes())[0]


def rules_for(game: str, seats: int) -> Rules:
    return games.load(game, "duel" if seats == 2 else "free-for-all")


def tables(folder: Path, *players: RandomBot, game: str = "faroe") -> list[Entrant]:
    rules = rules_for(game, len(players))
    return [table(folder / f"home{n}", n, player, rules=rules) for n, player in enumerate(players)]


def all_ended(party: Party) -> None:
    assert all(isinstance(end, MatchEnd) for end in party.ends), party.ends


# Whole matches.


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("faroe", 2), ("prelude", 2), ("faroe", 3), ("faroe", 4)])
async def test_a_match_is_looked_on_at_to_its_result(
    game: str, seats: int, tmp_path: Path, autojump_clock: object
) -> None:
    """given a match that may be watched, when somebody looks on from before the start, then it has the file
    that the host has, item by item, and its audience is told what happens."""
    players = [Quitter(12 + 4 * n) for n in range(seats - 1)]
    party = Party(*tables(tmp_path, *players, RandomBot(), game=game))
    one = Onlooker(party.network, watched(party), tmp_path, rules=rules_for(game, seats))

    async def look_on(party: Party) -> None:
        await one.run()

    await party.play(meddle=look_on)
    all_ended(party)
    assert one.error is None and one.items == kept(tmp_path / "home0")
    assert one.path.read_bytes() == files(tmp_path / "home0", "match")[0].read_bytes()
    assert verified(one.path, rules_for(game, seats)).state is FileState.VALID
    assert one.audience.rows > 10 and one.notes == []
    assert "1 looks on." in party.told[0]
    assert one.watched.proven is None and not one.evidence.exists()


@pytest.mark.slow
async def test_a_late_one_is_level_with_the_match_within_a_second(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a match under way, when somebody comes late, then a second later it holds all that the host
    has, and from then on whatever is played."""
    party = Party(*tables(tmp_path, Slow(60), Slow()))
    one = Onlooker(party.network, watched(party), tmp_path)
    level: list[tuple[int, int]] = []

    async def look_on(party: Party) -> None:
        await trio.sleep(60)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await trio.sleep(1)
            level.append((len(one.items), len(kept(tmp_path / "home0"))))
            await one.ended.wait()

    await party.play(meddle=look_on)
    all_ended(party)
    assert level[0][0] > 60 and level[0][1] - level[0][0] <= 2
    assert one.items == kept(tmp_path / "home0")


@pytest.mark.slow
async def test_who_looks_on_is_behind_by_the_delay(tmp_path: Path, autojump_clock: object) -> None:
    """given a delay of 60 s, then whoever looks on holds at any time what the host held 60 s before, the
    guest has been told, and at the end all of it is there."""
    party = Party(*tables(tmp_path, Slow(90), Slow()))
    one = Onlooker(party.network, watched(party, 60), tmp_path)
    held: list[int] = []
    seen: list[int] = []

    async def look_on(party: Party) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            while not one.ended.is_set():
                await trio.sleep(1)
                held.append(len(kept(tmp_path / "home0")) if files(tmp_path / "home0", "match") else 0)
                seen.append(len(one.items))

    await party.play(meddle=look_on)
    all_ended(party)
    assert "This table may be watched, 60 s behind." in party.told[1]
    assert len(seen) > 120
    behind = [(seen[n], held[n - 60]) for n in range(60, len(seen) - 5)]
    assert all(now <= then + 2 for now, then in behind) and behind[-1][0] > 50
    assert sum(now >= then - 2 for now, then in behind) > len(behind) * 0.9
    assert one.items == kept(tmp_path / "home0")


async def test_without_a_delay_the_guest_is_told_so(tmp_path: Path, autojump_clock: object) -> None:
    """given a table that may be watched as it is played, then the guest is told that, and how others can look
    on through its own node."""
    party = Party(*tables(tmp_path, Quitter(3), RandomBot()))
    watched(party)
    await party.play()
    all_ended(party)
    assert "This table may be watched, as it is played." in party.told[1]
    (line,) = [text for text in party.told[1] if text.startswith("Others can look on")]
    invitation = parse_invite(line.rpartition(" ")[2])
    assert invitation.spectator and invitation.fingerprint == fingerprint(identity(1).public)


async def test_every_seat_shows_the_match(tmp_path: Path, autojump_clock: object) -> None:
    """given a table that may be watched, then a guest's node shows the match too, to whoever has its line."""
    party = Party(*tables(tmp_path, Slow(20), Slow()))
    watched(party)
    seen: list[Onlooker] = []

    async def look_on(party: Party) -> None:
        await trio.sleep(10)
        (line,) = [text for text in party.told[1] if text.startswith("Others can look on")]
        seen.append(Onlooker(party.network, [line.rpartition(" ")[2]], tmp_path))
        await seen[0].run()

    await party.play(meddle=look_on)
    all_ended(party)
    assert seen[0].error is None and seen[0].items == kept(tmp_path / "home1")


async def test_an_invitation_to_a_seat_leads_to_the_feed_as_well(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a table that may be watched, then whoever has an invitation to a seat can look on."""
    party = Party(*tables(tmp_path, Slow(20), Slow()))
    watched(party)
    seen: list[Onlooker] = []

    async def look_on(party: Party) -> None:
        seen.append(Onlooker(party.network, [party.invitation], tmp_path))
        await seen[0].run()

    await party.play(meddle=look_on)
    all_ended(party)
    assert seen[0].error is None and seen[0].items == kept(tmp_path / "home0")


async def test_a_match_that_nobody_may_watch_is_not_shown(tmp_path: Path, autojump_clock: object) -> None:
    """given a table at which watching was not agreed, then whoever wants to look on is told so, no feed is
    open, and the guest is told of none."""
    party = Party(*tables(tmp_path, Slow(5), Slow()))
    errors: list[object] = []

    async def look_on(party: Party) -> None:
        await trio.sleep(5)
        one = Onlooker(party.network, [party.invitation], tmp_path, save=False)
        await one.run()
        errors.append(one.error)
        note = saved.saved_matches(tmp_path / "home0")[0].note
        invitation = parse_invite(party.invitation)
        token = watch_token(bytes.fromhex(note.token))
        line = make_invite(type(invitation)(invitation.fingerprint, token, 0, invitation.candidates))
        one = Onlooker(party.network, [line], tmp_path, save=False)
        await one.run()
        errors.append(one.error)

    await party.play(meddle=look_on)
    all_ended(party)
    refused, unknown = errors
    assert isinstance(refused, CannotWatch)
    assert refused.message == "The players of this table let nobody watch." == watcher.NOBODY
    assert unknown is not None and not any("watched" in text for text in party.told[1])


async def test_a_table_that_is_closed_before_the_match_shows_nothing(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a table that is not full, then whoever looks on is told that it waits, and when the host leaves,
    that nothing was shown."""
    party = Party(*tables(tmp_path, RandomBot(), RandomBot()))
    party.absent = {1}
    one = Onlooker(party.network, watched(party), tmp_path)

    async def look_on(party: Party) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await trio.sleep(100)
            party.scopes[0].cancel()

    await party.play(meddle=look_on)
    await one.ended.wait()
    assert one.notes == ["The match has not begun yet; waiting for it."]
    assert isinstance(one.error, CannotWatch)
    assert one.error.message == "The table was closed before the match began; nothing was shown."


# What never leaves.


async def test_nothing_leaves_but_what_everybody_may_see(tmp_path: Path, autojump_clock: object) -> None:
    """given a match in which people chat, tell their addresses and show their M at the end, when somebody
    reads all that a feed ever sends, then it is SHOW, items of the match file in their order, heads and DONE:
    no M before the AUDIT in which it stands, no token, chat, name of a link, or address."""
    party = Party(*tables(tmp_path, Slow(6), Quitter(9), RandomBot()))
    chat = "a word among players"
    words: list[Stranger] = []
    masters: list[bytes] = []
    tokens: list[bytes] = []
    runs: list[MatchRun] = []

    def begun(run: MatchRun) -> None:
        runs.append(run)

    party.tables = [replace(one, begun=begun) for one in party.tables]
    lines = watched(party)

    async def look_on(party: Party) -> None:
        async with stranger(party.network, lines[0]) as one:
            words.append(one)
            await one.shown()
            for n in range(3):
                (match,) = files(tmp_path / f"home{n}", "secret")
                folder = MatchFolder(match.parent)
                masters.append(bytes(read_secrets(folder, match.stem).master))
                note = saved.read_table(tmp_path / f"home{n}", match.stem)
                tokens.extend(bytes.fromhex(token) for token in (note.token, note.invitation) if token)
            tokens.append(parse_invite(lines[0]).token)
            for run in runs:
                assert run.exchange.chat.speak(chat) == []
                run.exchange.say_where([Address("203.0.113.77", 4777)])
            await one.ask()
            while (await one.next())[0] != messages.DONE:
                pass

    await party.play(meddle=look_on)
    all_ended(party)
    (one,) = words
    assert len(masters) == 3 and len(tokens) == 5
    whole = kept(tmp_path / "home0")
    sent = [item for data in one.got if data[0] == messages.ITEM for item in parse_items(data[1:])]
    assert {data[0] for data in one.got} == {SHOW, messages.ITEM, messages.SYNCED, messages.DONE}
    assert set(sent) <= set(whole) and set(whole[3:]) <= set(sent)
    shown_masters: set[bytes] = set()
    for data in one.got:
        for message in map(parse_message, parse_items(data[1:]) if data[0] == messages.ITEM else ()):
            if isinstance(message, Statement) and isinstance(
                body := parse_body(message.kind, message.body), Audit
            ):
                shown_masters.add(bytes(body.master))
        for master in masters:
            assert master not in data or master in shown_masters
        for secret in [*tokens, chat.encode(), pack_candidate(Address("203.0.113.77", 4777))[1:]]:
            assert secret not in data
        for n in range(3):
            assert pack_candidate(address(n))[1:] not in data
    assert shown_masters == set(masters)


class Safe(Held):
    """A disk that is held up at every sync, and knows what it holds for certain."""

    safe = b""

    def fsync(self, fd: int) -> None:
        there = os.pread(fd, 1 << 24, 0) if self._names[fd] == self._suffix else b""
        super().fsync(fd)
        self.safe = there or self.safe


@pytest.mark.slow
async def test_only_what_is_durable_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a host whose disk is slow, then whoever looks on has nothing at any time that the disk could
    lose."""
    monkeypatch.setattr(limits, "FEED_EVERY_S", 0.0)
    party = Party(*tables(tmp_path, Quitter(14), RandomBot()))
    disk = Safe()
    host = party.host
    party.host = replace(host, machine=replace(host.machine, disk=disk))
    lines = watched(party)
    rounds: list[tuple[int, int]] = []

    async def look_on(party: Party) -> None:
        one = Onlooker(party.network, lines, tmp_path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            for _ in range(25):
                await disk.busy()
                await trio.testing.wait_all_tasks_blocked()
                assert all(item in disk.safe for item in one.items[2:])
                rounds.append((len(one.items), len(kept(tmp_path / "home0"))))
                disk.go.release()
            disk.go.release(10_000)

    await party.play(meddle=look_on)
    all_ended(party)
    assert all(seen < held for seen, held in rounds[2:]) and rounds[-1][0] > 15


# Feeds that go, and others that are there.


async def test_the_end_behind_a_long_delay_is_seen_at_once(tmp_path: Path, autojump_clock: object) -> None:
    """given a delay behind which more waits than is sent at once, and somebody who has seen nothing yet, when
    the match ends, then it asks for all of it at once."""
    network = MemoryNetwork()
    async with shown(network, delay=600) as (feed, line), trio.open_nursery() as nursery:
        feed.begin(show_of(recorded(), 600))
        one = Onlooker(network, [line], tmp_path)
        nursery.start_soon(one.run)
        while not feed.onlookers:
            await trio.sleep(0.1)
        feed.take(journal(), 0)
        await trio.sleep(0)
        with trio.fail_after(5):
            await one.ended.wait()
    assert one.error is None and one.items[2:] == journal()


async def test_when_a_feed_is_gone_the_next_one_goes_on(tmp_path: Path, autojump_clock: object) -> None:
    """given two feeds of one match, when the first is gone in mid-match, then the other one is asked for what
    is lacking, nothing is sent twice, and that is told."""
    network, items = MemoryNetwork(), journal()
    async with shown(network, 0) as (first, line), shown(network, 1) as (second, other):
        for feed in (first, second):
            feed.begin(show_of(recorded()))
            feed.take(items[:100], 0)
        one = Onlooker(network, [line, other], tmp_path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await trio.sleep(1)
            assert len(one.items) == 102
            first.close()
            taken = _count(one)
            await trio.sleep(1)
            assert one.notes == [GOES_ON]
            second.take(items, 0)
            await one.ended.wait()
    assert one.error is None and one.items[2:] == items and taken == items[100:]
    assert GOES_ON == "note: the feed has gone; going on with another one."


def _count(one: Onlooker) -> list[bytes]:
    """All items that come to somebody from now on, as they come."""
    taken: list[bytes] = []
    judge = one.watched.judge

    def noted(wire: bytes) -> None:
        taken.append(wire)
        judge(wire)

    one.watched.judge = noted  # type: ignore[method-assign]
    return taken


@pytest.mark.parametrize("save", [True, False])
async def test_when_no_feed_is_left_that_is_told(save: bool, tmp_path: Path, autojump_clock: object) -> None:
    """given the only feed, when it is gone, then it is dialled for a minute, and then it is told what is
    left of the match."""
    network, items = MemoryNetwork(), journal()
    lines: list[str] = []
    one = Onlooker(network, lines, tmp_path, save=save)
    async with trio.open_nursery() as nursery:
        async with shown(network) as (feed, line):
            lines.append(line)
            feed.begin(show_of(recorded()))
            feed.take(items[:100], 0)
            nursery.start_soon(one.run)
            await trio.sleep(1)
        gone = trio.current_time()
        await one.ended.wait()
    assert isinstance(one.error, FeedsLost)
    assert (
        gone + limits.FEED_LOST_S - watcher.PAUSES_S[-1] <= trio.current_time() <= gone + limits.FEED_LOST_S
    )
    if save:
        wanted = f"No feed of this match can be reached any more; what you saw is in {one.path}."
        assert verify_file(one.path.read_bytes(), _replica()).state is FileState.INCOMPLETE
    else:
        wanted = "No feed of this match can be reached any more."
    assert one.error.message == wanted and len(one.items) == 102


def _replica() -> Replica:
    return Replica(games.load("faroe"))


@pytest.mark.slow
async def test_a_feed_that_comes_back_is_asked_for_what_is_lacking(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a host whose node dies in mid-match and comes back, then whoever looks on finds it again and has
    the whole match."""
    party = Party(*tables(tmp_path, Slow(40), Slow()))
    one = Onlooker(party.network, watched(party), tmp_path)

    async def look_on(party: Party) -> None:
        await one.run()

    async def meddle(party: Party) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await trio.sleep(20)
            party.kill(0)

    async def come_back() -> None:
        await trio.sleep(25)
        while party.scopes[0].cancel_called is False:
            await trio.sleep(1)
        await trio.sleep(5)
        party.tables[0] = tables(tmp_path, Slow(20), Slow())[0]
        await party.go_on(0)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(come_back)
        nursery.start_soon(_stay, party, meddle)
        await one.ended.wait()
    assert one.error is None and one.items == kept(tmp_path / "home0")
    assert one.notes == [watcher.BACK] == ["note: the feed is back."]


async def _stay(party: Party, meddle: Meddle) -> None:
    await party.play(meddle=meddle)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_tree_of_three_levels_carries_the_match(tmp_path: Path, autojump_clock: object) -> None:
    """given a host, one who looks on there and shares it, another who shares that, and a third, then all
    have the whole match; when the middle one goes, the third goes on with one of those above."""
    network, items = MemoryNetwork(), journal()
    async with shown(network) as (feed, line):
        feed.begin(show_of(recorded(), 30))
        feed.take(items[:100], 0)
        top = parse_invite(line)
        seen = []
        above = line
        async with trio.open_nursery() as nursery:
            for n in range(FIRST, FIRST + 3):
                one = Onlooker(network, [above], tmp_path, n, share=[address(n)])
                nursery.start_soon(one.run)
                await trio.sleep(10)
                seen.append(one)
                own = fingerprint(identity(n).public)
                above = make_invite(type(top)(own, top.token, 0, (address(n),), spectator=True))
            assert [len(one.items) for one in seen] == [102] * 3
            assert [one.audience.begun.delay for one in seen if one.audience.begun] == [30] * 3
            assert feed.onlookers == 1
            seen[1].scope.cancel()
            for n in range(101, len(items) + 1):
                feed.take(items[:n], 0)
                await trio.sleep(0.5)
            await seen[0].ended.wait()
            nursery.cancel_scope.deadline = trio.current_time() + 100
            await seen[2].ended.wait()
    assert seen[0].error is None and seen[0].items[2:] == items


async def test_who_is_turned_away_finds_a_place_at_another_feed(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a feed with one place and somebody there who shares, when another one comes, then it looks on
    there; where nobody shares, it is told that all places are taken."""
    network, items = MemoryNetwork(), journal()
    async with shown(network, most=1) as (feed, line):
        feed.begin(show_of(recorded()))
        feed.take(items[:50], 0)
        first = Onlooker(network, [line], tmp_path, FIRST, share=[address(FIRST)])
        second = Onlooker(network, [line], tmp_path, FIRST + 1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(first.run)
            await trio.sleep(1)
            nursery.start_soon(second.run)
            await trio.sleep(1)
            assert len(second.items) == 52 and feed.onlookers == 1
            feed.take(items, 0)
            await first.ended.wait()
            await second.ended.wait()
        assert second.error is None and second.items[2:] == items
    async with shown(network, most=1) as (feed, line):
        feed.begin(show_of(recorded()))
        async with stranger(network, line) as one:
            await one.shown()
            late = Onlooker(network, [line], tmp_path, FIRST + 2)
            await late.run()
    assert isinstance(late.error, CannotWatch)
    assert late.error.message == "All places to look on at this match are taken; try again in a minute."


# False feeds.


async def test_two_entries_for_one_place_are_proof(tmp_path: Path, autojump_clock: object) -> None:
    """given a cheat who has signed two entries for one place, and two feeds each of which shows another one,
    when somebody looks on at both, then within two comparisons it has the proof, and says whose it is."""
    network, items = MemoryNetwork(), journal()
    at = next(n for n in range(150, 300) if isinstance(parse_message(items[n]), Entry))
    other = forged(recorded(), items[at])
    async with shown(network, 0) as (first, line), shown(network, 1) as (second, across):
        for feed, last in ((first, items[at]), (second, other)):
            feed.begin(show_of(recorded()))
            feed.take([*items[:at], last], 0)
        one = Onlooker(network, [line, across], tmp_path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await trio.sleep(2 * limits.LOOK_ACROSS_S + 2)
            assert one.evidence.exists()
            nursery.cancel_scope.cancel()
    report = verify_file(one.evidence.read_bytes(), _replica())
    assert report.state is FileState.GUILTY
    entry = parse_message(items[at])
    assert isinstance(entry, Entry)
    who = entry.head.author
    assert one.notes == [
        f"p{who + 1} p{who} has signed two different things for one place. The proof is in {one.evidence}; "
        f"to judge it: fadenet verify {one.evidence}"
    ]
    assert one.watched.proven is not None and one.watched.proven.author == who


async def test_an_end_void_and_an_entry_are_told_and_the_match_is_followed(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a cheat who has shown END void and its entry to different players, who go on with the entry, when
    somebody looks on who has seen END void before, then it is told of that, and sees the match to its end."""
    there = faces(3)
    first, second = there.honest
    there.hear(first, [there.end])
    seen = list(first.journal[3:])
    there.hear(second, [there.entry])
    second.pump()
    there.finish()
    one = Onlooker(MemoryNetwork(), [], tmp_path, rules=there.match.rules[0])
    one.watched.begin(show_of(there.match))
    # when
    for wire in [*seen, *first.journal[3:]]:
        one.watched.judge(wire)
    # then
    assert one.watched.proven is not None and one.watched.proven.author == there.cheat.seat
    assert one.items == first.journal and one.watched.follower.result == first.result
    assert len(one.notes) == 1 and "broke the protocol" in one.notes[0]
    assert one.path.read_bytes() == b"".join(first.journal)


async def test_what_one_feed_withholds_another_shows(tmp_path: Path, autojump_clock: object) -> None:
    """given a feed that shows nothing any more, and another one, when two comparisons have shown that, then
    the other one is looked on at."""
    network, items = MemoryNetwork(), journal()
    async with shown(network, 0) as (first, line), shown(network, 1) as (second, across):
        for feed, upto in ((first, 100), (second, len(items))):
            feed.begin(show_of(recorded()))
            feed.take(items[:upto], 0)
        one = Onlooker(network, [line, across], tmp_path)
        with trio.fail_after(3 * limits.LOOK_ACROSS_S + 5):
            await one.run()
    assert one.error is None and one.items[2:] == items and one.notes == [GOES_ON]


class Rude:
    """A feed that sends these messages, then nothing."""

    def __init__(self, *words: bytes, again: bool = False) -> None:
        self.channels_most = 8
        self._words = words
        self._again = again
        self.came = 0

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        self.came += 1
        return Admitted()

    async def handle(self, channel: Channel) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._talk, channel)
            while True:
                await channel.receive()

    async def _talk(self, channel: Channel) -> None:
        while True:
            for data in self._words:
                await channel.send(data)
            if not self._again:
                return


RUDE: dict[str, Callable[[bytes, bytes], Sequence[bytes]]] = {
    "nothing of a kind": lambda show, item: [b"\xff"],
    "an empty message": lambda show, item: [b""],
    "an item before all else": lambda show, item: [item],
    "a SHOW that is none": lambda show, item: [bytes([SHOW]) + b"\x80"],
    "a match that is none": lambda show, item: [Show(0, ("a", "b"), (b"x", b"y")).pack()],
    "two matches": lambda show, item: [show, show],
    "an item that is none": lambda show, item: [show, bytes([messages.ITEM]) + b"garbage"],
    "a signature that does not hold": lambda show, item: [show, item[:-1] + bytes([item[-1] ^ 1])],
    "heads that are none": lambda show, item: [show, bytes([messages.SYNCED]) + b"\x80"],
    "what players say": lambda show, item: [show, bytes([messages.CHAT]) + b"hello"],
    "feeds that are none": lambda show, item: [show, bytes([FEEDS]) + b"\x80"],
}
"""Messages that a feed never sends, each made of the first message of a good one and of an item of it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RUDE)
async def test_a_feed_that_sends_what_no_feed_sends_is_left(
    name: str, tmp_path: Path, autojump_clock: object
) -> None:
    """given a feed that sends garbage, and a good one, then the first is left at once and not dialled again;
    where it is the only one, that ends it with a sentence."""
    network, items = MemoryNetwork(), journal()
    bad = Rude(*RUDE[name](show_of(recorded()).pack(), messages.pack_item(items[0])))
    async with shown(network, 0, door=bad) as (_, line), shown(network, 1) as (good, other):
        good.begin(show_of(recorded()))
        good.take(items, 0)
        one = Onlooker(network, [line, other], tmp_path)
        with trio.fail_after(20):
            await one.run()
        assert one.error is None and one.items[2:] == items and bad.came == 1
        alone = Onlooker(network, [line], tmp_path, FIRST + 1)
        with trio.fail_after(100):
            await alone.run()
        assert isinstance(alone.error, CannotWatch | FeedsLost)


@pytest.mark.slow
async def test_a_feed_that_floods_is_read_at_a_measure(tmp_path: Path, autojump_clock: object) -> None:
    """given a feed that sends the same without end, then so many messages a second are read of it."""
    network = MemoryNetwork()
    heads = messages.Heads(tuple((0, bytes(32)) for _ in range(2)), bytes(16)).pack(messages.HEADS)
    show = show_of(recorded()).pack()

    class Flood(Rude):
        sent = 0

        async def _talk(self, channel: Channel) -> None:
            await channel.send(show)
            while True:
                await channel.send(heads)
                self.sent += 1

    flood = Flood()
    async with shown(network, 0, door=flood) as (_, line):
        one = Onlooker(network, [line], tmp_path)
        with trio.move_on_after(10):
            await one.run()
    room = 2 * 65536 // len(heads)
    assert flood.sent <= limits.SHOWN_MESSAGES_BURST + 10 * limits.SHOWN_MESSAGES_PER_S + room
    assert flood.sent >= 10 * limits.SHOWN_MESSAGES_PER_S


async def test_feeds_that_are_named_are_bounded(tmp_path: Path, autojump_clock: object) -> None:
    """given a feed that names others without end, then 16 are remembered, and none of them can take the
    place of who has invited us."""
    network = MemoryNetwork()
    where = (Address("203.0.113.9", 9),)
    named = [FeedAt(bytes([n]) * 16, where) for n in range(100, 140)]
    words = [pack_feeds(named[n : n + limits.FEEDS]) for n in range(0, 40, limits.FEEDS)]
    async with shown(network, 0, door=Rude(show_of(recorded()).pack(), *words)) as (_, line):
        one = Onlooker(network, [line], tmp_path)
        with trio.move_on_after(5):
            await one.run()
    assert len(one.watcher._feeds._known) == limits.FEEDS_KNOWN
    assert next(iter(one.watcher._feeds._known)) == fingerprint(identity(0).public)


async def test_a_feed_that_says_too_early_that_it_is_over_is_not_believed_alone(
    tmp_path: Path, autojump_clock: object
) -> None:
    """given a feed that says DONE in mid-match, and another one, then the other one is asked; where there is
    none, the match ends for who looks on, without a result."""
    network, items = MemoryNetwork(), journal()
    done = Rude(show_of(recorded()).pack(), messages.pack_item(items[0]), bytes([messages.DONE]))
    async with shown(network, 0, door=done) as (_, line), shown(network, 1) as (good, other):
        good.begin(show_of(recorded()))
        good.take(items, 0)
        one = Onlooker(network, [line, other], tmp_path)
        await one.run()
        assert one.error is None and one.items[2:] == items
        alone = Onlooker(network, [line], tmp_path, FIRST + 1)
        await alone.run()
        assert alone.error is None and alone.watched.follower.result is None


# What is kept.


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "there.match"
    path.write_bytes(b"something")
    with pytest.raises(NotKept) as error:
        Recording(path)
    assert error.value.message == f"{path} is there already. Choose another name, or move that file away."
    with pytest.raises(NotKept) as error:
        Recording(tmp_path / "no" / "folder.match")
    assert error.value.message.endswith("Choose another place.")


def test_what_is_kept_follows_a_journal_that_changes(tmp_path: Path) -> None:
    """given a journal that grows, and then loses its last item to another one, then the file holds it."""
    kept_in, items = Recording(tmp_path / "a.match"), journal()
    kept_in.keep(items[:5])
    kept_in.keep(items[:9])
    assert kept_in.path.read_bytes() == b"".join(items[:9])
    kept_in.keep([*items[:8], *items[9:11]])
    assert kept_in.path.read_bytes() == b"".join([*items[:8], *items[9:11]])
    kept_in.keep([*items[:8], *items[9:12]])
    assert kept_in.path.read_bytes() == b"".join([*items[:8], *items[9:12]]) and not kept_in.failed
    kept_in.close()
    kept_in.close()


async def test_a_disk_that_is_full_ends_the_file_and_not_the_watching(
    tmp_path: Path, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a file that has reached its size, then that is told once, and the match is looked on at."""
    monkeypatch.setattr("fadenet.node.watch.recording.MATCH_FILE_BYTES", 1 << 14)
    network, items = MemoryNetwork(), journal()
    async with shown(network) as (feed, line):
        feed.begin(show_of(recorded()))
        feed.take(items, 0)
        one = Onlooker(network, [line], tmp_path)
        await one.run()
    assert one.error is None and one.items[2:] == items and len(one.notes) == 1
    assert one.notes[0].startswith(f"{one.path} has reached")
    assert one.path.stat().st_size <= 1 << 14
