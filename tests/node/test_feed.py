"""Feeds and what they show: delay, windows, bounds, and whoever comes to one with no manners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import cache

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet.node import limits
from fadenet.node.errors import PeerGone, Reason
from fadenet.node.link.candidates import Address, pack_candidate
from fadenet.node.link.channel import Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.match import messages
from fadenet.node.match.messages import Heads
from fadenet.node.watch.feed import Feed, looking_on
from fadenet.node.watch.messages import (
    FEEDS,
    SHOW,
    FeedAt,
    Show,
    pack_feeds,
    pack_items,
    parse_feeds,
    parse_items,
    parse_show,
    watch_token,
)
from fadenet.node.watch.shelf import WINDOW_MESSAGES, Shelf
from fadenet.table.follower import Follower
from keys import fingerprint
from protocol.encoding import ENTRY_MAX, encode
from protocol.faults import BadEncoding
from protocol.messages import Entry, parse_message
from tests.node.memory import MemoryNetwork
from tests.node.serving import At
from tests.node.tables import RULES, address, identity
from tests.node.watching import (
    FIRST,
    TOKEN,
    journal,
    recorded,
    show_of,
    shown,
    stranger,
)


def shelf(delay: float = 0.0, seats: int = 2) -> Shelf:
    return Shelf(recorded(seats).seats[0].transcript.game_id, seats, delay)


def nothing(seats: int = 2) -> Heads:
    game = recorded(seats).seats[0].transcript.game_id
    return Heads(tuple((0, game) for _ in range(seats)), bytes(16))


# What is shown, and when.


def test_an_item_may_be_seen_when_its_delay_is_over_and_not_before() -> None:
    """given items that came at 100 s and at 130 s with a delay of 60 s, then the first are released at 160 s
    and not a moment before, and heads tell of no others."""
    there, items = shelf(60), journal()
    there.put(items[:10], 0, 100.0)
    there.put(items[:20], 0, 130.0)
    assert there.next_due == 160.0
    assert there.release(math.nextafter(160.0, 0.0)) == [] and there.heads().by_seat == nothing().by_seat
    assert there.lacking(nothing()) == ([], 0)
    assert there.release(160.0) == items[:10]
    assert there.lacking(nothing()) == (items[:10], 10)
    assert there.release(189.999) == [] and there.release(190.0) == items[10:20]


def test_heads_are_those_of_a_node_that_holds_just_what_is_released() -> None:
    """given a whole match, then at every tenth item the heads of a shelf are those of its follower."""
    match, there, items = recorded(), shelf(), journal()
    follower = Follower(RULES, list(show_of(match).hellos))
    for n, item in enumerate(items):
        follower.receive(item)
        there.put(items[: n + 1], 0, 0.0)
        there.release(0.0)
        if n % 10 == 0 or n == len(items) - 1:
            assert there.heads().by_seat == follower.transcript.heads()
    assert there.ended


def test_the_end_of_a_match_is_not_held_back() -> None:
    """given a delay, when the RESULT comes, then all that is there may be seen at once."""
    there, items = shelf(600), journal()
    there.put(items[:-1], 0, 5.0)
    assert there.release(6.0) == []
    there.put(items, 0, 6.0)
    assert there.release(6.0) == items and there.ended


def test_what_is_written_anew_is_told_once_and_keeps_its_time() -> None:
    """given items that were released, when others take the place of the last of them, then only what is new
    is released, each at its own time."""
    there, items = shelf(10), journal()
    there.put(items[:12], 0, 0.0)
    assert there.release(10.0) == items[:12]
    before = there.heads()
    there.put([*items[:11], *items[12:14]], 1, 20.0)
    assert there.heads().by_seat != before.by_seat
    assert there.release(29.9) == [] and there.release(30.0) == items[12:14]
    there.put(items[:14], 1, 40.0)
    assert there.release(50.0) == []  # items[11] was told before


def test_a_window_has_so_many_entries_and_says_whether_that_is_all() -> None:
    """given somebody who holds nothing, then 128 entries are sent at once, and behind them the next."""
    there, items = shelf(), journal()
    entries = [one for one in items if isinstance(parse_message(one), Entry)]
    most = limits.CATCH_UP_ENTRIES
    for more in (0, 1):
        there.put(entries[: most + more], 0, 0.0)
        there.release(0.0)
        found, at = there.lacking(nothing())
        assert found == entries[:most] and at == most
        assert there.lacking(nothing(), at) == (entries[most : most + more], most + more)
    follower = Follower(RULES, list(show_of(recorded()).hellos))
    for one in found:
        follower.receive(one)
    rest, at = there.lacking(Heads(follower.transcript.heads(), there.heads().digest))
    assert (found + rest, at) == (entries[: most + 1], most + 1)


def test_a_window_has_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """given items that fill a window to the byte, then they go at once; one byte less room, and the last one
    waits; an item that is longer than a window goes alone."""
    there, items = shelf(), journal()
    there.put(items[:6], 0, 0.0)
    there.release(0.0)
    size = sum(map(len, items[:6]))
    for room, number in ((size, 6), (size - 1, 5), (1, 1)):
        monkeypatch.setattr("fadenet.node.watch.shelf.WATCH_WINDOW_BYTES", room)
        assert len(there.lacking(nothing())[0]) == number
    assert limits.WATCH_WINDOW_BYTES <= limits.WATCHER_BYTES // 2


def test_who_holds_another_entry_is_sent_ours() -> None:
    """given somebody whose last entry is another one than ours, then it is sent ours for that place."""
    match, there, items = recorded(), shelf(), journal()
    there.put(items, 0, 0.0)
    there.release(0.0)
    ours = there.heads()
    (seq, _), rest = ours.by_seat[0], ours.by_seat[1:]
    other = Heads(((seq, bytes(32)), *rest), ours.digest)
    assert there.parted(other) and not there.parted(ours)
    found, at = there.lacking(other)
    (entry,) = map(parse_message, found)
    assert isinstance(entry, Entry) and (entry.head.author, entry.head.seq) == (0, seq - 1)
    assert at == there.released == len(items)
    assert match.seats[0].transcript.entries(0, seq - 1)[0] == entry.wire


# What is said.


def test_what_is_said_is_read_again() -> None:
    """given SHOW and FEEDS, then they are read as they were written."""
    show = show_of(recorded(), 60)
    assert show.pack()[0] == SHOW and parse_show(show.pack()[1:]) == show
    there = [FeedAt(bytes([n]) * 16, (Address("198.51.100.9", n + 1),)) for n in range(limits.FEEDS)]
    assert pack_feeds(there)[0] == FEEDS and parse_feeds(pack_feeds(there)[1:]) == tuple(there)


def test_so_many_feeds_are_named_and_no_more() -> None:
    """given nine feeds, then eight are written; a message with nine is refused, and one of eight is not."""
    rows = [[bytes([n]) * 16, [pack_candidate(Address("198.51.100.9"))]] for n in range(limits.FEEDS + 1)]
    assert len(parse_feeds(encode([rows[:-1]]))) == limits.FEEDS
    with pytest.raises(BadEncoding):
        parse_feeds(encode([rows]))
    nine = [FeedAt(row[0], (Address("198.51.100.9"),)) for row in rows]  # type: ignore[arg-type]
    assert len(parse_feeds(pack_feeds(nine)[1:])) == limits.FEEDS


def test_a_delay_has_a_largest_value() -> None:
    """given a SHOW with a delay of 600 s, then it is read; one of 601 s is refused."""
    show = show_of(recorded())
    assert parse_show(Show(limits.WATCH_DELAY_S, show.names, show.hellos).pack()[1:]).delay == 600
    with pytest.raises(BadEncoding):
        parse_show(Show(limits.WATCH_DELAY_S + 1, show.names, show.hellos).pack()[1:])


@cache
def whole() -> list[bytes]:
    """Messages of each kind that nobody has changed."""
    return [
        show_of(recorded(), 60).pack(),
        pack_feeds([FeedAt(bytes(16), (Address("198.51.100.9"),))]),
        *pack_items(journal()[:3]),
    ]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_comes_is_read_or_refused(data: st.DataObject) -> None:
    """given a message with bytes changed, cut out or put in, or any bytes at all, then it is read, and what
    was read is written alike, or it is refused as badly encoded."""
    body = bytearray(data.draw(st.one_of(st.sampled_from(whole()).map(lambda one: one[1:]), st.binary())))
    for at in data.draw(st.lists(st.integers(0, max(0, len(body) - 1)), max_size=3)):
        how = data.draw(st.integers(0, 2))
        body[at : at + (how != 2)] = data.draw(st.binary(min_size=how and 1, max_size=1))
    try:
        show = parse_show(bytes(body))
    except BadEncoding:
        pass
    else:
        assert parse_show(show.pack()[1:]) == show
    try:
        items = parse_items(bytes(body))
    except BadEncoding:
        pass
    else:
        assert b"".join(items) == body and all(items)
    try:
        feeds = parse_feeds(bytes(body))
    except BadEncoding:
        pass
    else:
        assert parse_feeds(pack_feeds(feeds)[1:]) == feeds


def test_the_token_of_a_feed_is_none_of_the_players() -> None:
    """given the token of the players, then that of the feeds follows from it, and is another one."""
    assert watch_token(TOKEN) == watch_token(bytes(TOKEN)) != TOKEN
    assert len(watch_token(TOKEN)) == len(TOKEN) and watch_token(TOKEN) != watch_token(bytes(12))


# At a feed.


async def test_an_item_leaves_a_feed_at_its_time(autojump_clock: object) -> None:
    """given a feed with a delay of 60 s and somebody who is level with it, when an item comes, then it is
    received 60 s later."""
    network, items = MemoryNetwork(), journal()
    async with shown(network, delay=60) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded(), 60))
        await one.shown()
        await one.ask()
        assert await one.synced() == ([], shelf().heads())
        came = trio.current_time()
        feed.take(items[:1], 0)
        assert await one.next() == messages.pack_item(items[0])
        assert trio.current_time() == pytest.approx(came + 60, abs=1e-6)


async def test_who_asks_is_sent_all_that_it_lacks(autojump_clock: object) -> None:
    """given a match of several windows, when somebody asks who has a part of it, then it is sent every item
    behind that once, in their order, then the heads, and DONE."""
    network, items = MemoryNetwork(), journal()
    there = shelf()
    there.put(items[:40], 0, 0.0)
    there.release(0.0)
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        feed.take(items, 0)
        await trio.sleep(limits.FEED_EVERY_S)
        await one.shown()
        await one.ask(there.heads())
        got, heads = await one.synced()
        assert got == items[40:] and len(got) > 2 * limits.CATCH_UP_ENTRIES
        there.put(items, 0, 0.0)
        there.release(0.0)
        assert heads == there.heads()
        assert (await one.next())[0] == messages.DONE


async def test_what_comes_while_somebody_catches_up_comes_behind_it(autojump_clock: object) -> None:
    """given somebody who takes what it lacks slowly, when more is played meanwhile, then it gets every item
    once, in their order."""
    network, items = MemoryNetwork(size=512), journal()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        feed.take(items[:300], 0)
        await one.shown()
        await one.ask()
        got: list[bytes] = []
        while len(got) < len(items):
            data = await one.next()
            if data[0] == messages.ITEM:
                got += parse_items(data[1:])
                feed.take(items[: max(300, min(2 * len(got), len(items)))], 0)
        assert got == items


async def test_only_who_looks_on_is_let_in() -> None:
    """given a feed, then SPECTATE is let in as a stranger, and every other purpose declined."""
    feed, gate = Feed(bytes(16), 0), Gate(TOKEN, address(1).source, address(1).site)
    for purpose in Purpose:
        wanted = Admitted(stranger=True) if purpose is Purpose.SPECTATE else Refused(Reason.DECLINED)
        assert feed.admit(gate, bytes(32), purpose) == wanted


async def _until(wanted: object, feed: Feed) -> None:
    while feed.onlookers != wanted:
        await trio.sleep(0.1)


@pytest.mark.parametrize("most", [1, limits.WATCHERS])
async def test_so_many_may_look_on_and_the_next_hears_who_else_shows_it(
    most: int, autojump_clock: object
) -> None:
    """given a feed of so many places that are all taken, when one more comes, then it is told of who else
    shows the match, and goodbye; where somebody has left it finds a place."""
    network, items = MemoryNetwork(), journal()
    told: list[int] = []
    async with shown(network, most=most, told=told.append) as (feed, line), AsyncExitStack() as stack:
        feed.begin(show_of(recorded()))
        feed.take(items[:5], 0)
        there = []
        for n in range(most):
            await trio.sleep(1 / limits.HANDSHAKES_PER_S)
            one = await stack.enter_async_context(stranger(network, line, FIRST + n))
            await one.shown()
            await one.ask()
            await one.synced()
            there.append(one)
        where = Address("198.51.100.200", 4000)
        own = fingerprint(identity(FIRST).public)
        await there[0].channel.send(pack_feeds([FeedAt(own, (where,))]))
        assert parse_feeds((await there[-1].next())[1:]) == (FeedAt(own, (where,)),)
        async with stranger(network, line, FIRST + most) as late:
            assert parse_feeds((await late.next())[1:]) == (FeedAt(own, (where,)),)
            with pytest.raises(PeerGone) as gone:
                await late.next()
            assert gone.value.said_bye
        assert feed.onlookers == most
        await there[-1].channel.aclose()
        await _until(most - 1, feed)
        async with stranger(network, line, FIRST + most) as late:
            await late.shown()
        await trio.sleep(2 * limits.FEEDS_AGAIN_S)
        assert told[0] == 1 and most in told and told[-1] == most - 1


async def test_one_of_many_from_one_place_goes_for_somebody_else(autojump_clock: object) -> None:
    """given a feed whose places all are taken from one address, then the oldest goes for who comes from
    another one, and not for one more from there."""
    network, most = MemoryNetwork(), 3
    async with shown(network, most=most) as (feed, line), AsyncExitStack() as stack:
        feed.begin(show_of(recorded()))
        for n in range(most):
            one = await stack.enter_async_context(stranger(network, line, FIRST + n))
            await one.shown()
            await one.ask()
            await one.synced()
        async with stranger(network, line, FIRST + most) as more:
            with pytest.raises(PeerGone):
                while True:
                    await more.next()
        async with stranger(At(network, "203.0.113.9"), line, FIRST + most + 1) as late:
            await late.shown()
        await _until(most - 1, feed)


async def test_a_key_is_counted_once(autojump_clock: object) -> None:
    """given somebody who looks on twice, then one looks on."""
    network = MemoryNetwork()
    async with shown(network) as (feed, line), AsyncExitStack() as stack:
        feed.begin(show_of(recorded()))
        for _ in range(2):
            one = await stack.enter_async_context(stranger(network, line))
            await one.shown()
            await one.ask()
            await one.synced()
        assert feed.onlookers == 1


def test_how_many_look_on_is_one_sentence() -> None:
    assert looking_on(0) == "Nobody looks on any more."
    assert looking_on(1) == "1 looks on."
    assert looking_on(2) == "2 look on."


@pytest.mark.parametrize("more", [0, 1])
async def test_what_waits_for_somebody_is_bounded(
    more: int, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given somebody who reads nothing and a connection that holds nothing, when 256 messages wait for it,
    then it stays; with one more it is said goodbye to."""
    network, items = MemoryNetwork(size=1), journal()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        await one.shown()
        await one.ask()
        await one.synced()
        monkeypatch.setattr(limits, "FEED_EVERY_S", 0.0)
        for n in range(limits.WATCHER_MESSAGES + more):
            feed.take(items[: n + 1], 0)
            await trio.testing.wait_all_tasks_blocked()
        assert feed.onlookers == 1 - more


@pytest.mark.parametrize("more", [0, 1])
async def test_what_waits_for_somebody_has_so_many_bytes(
    more: int, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given somebody who reads nothing, when as many bytes wait for it as may, then it stays; with one more
    it is said goodbye to."""
    network, items = MemoryNetwork(size=1), journal()[:9]
    (whole,) = pack_items(items)
    size = len(whole)
    assert limits.WATCHER_BYTES == 256 * 1024
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        await one.shown()
        await one.ask()
        await one.synced()
        monkeypatch.setattr(limits, "WATCHER_BYTES", size - more)
        feed.take(items, 0)
        await trio.sleep(limits.FEED_EVERY_S)
        assert feed.onlookers == 1 - more


@pytest.mark.parametrize(("lags", "pause"), [(False, limits.FEED_EVERY_S), (True, 2 * limits.FEED_EVERY_S)])
async def test_what_comes_close_together_leaves_together_and_half_as_often_where_the_loop_lags(
    lags: bool, pause: float, autojump_clock: object
) -> None:
    """given somebody who is level, then the first item leaves at once, and all that come within a quarter of
    a second behind it in one message; within half a second while the loop lags."""
    network, items = MemoryNetwork(), journal()
    async with shown(network, lags=lambda: lags) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        await one.shown()
        await one.ask()
        await one.synced()
        came = trio.current_time()
        feed.take(items[:1], 0)
        assert parse_items((await one.next())[1:]) == items[:1] and trio.current_time() == came
        for n in range(2, 6):
            feed.take(items[:n], 0)
        assert parse_items((await one.next())[1:]) == items[1:5]
        assert trio.current_time() == pytest.approx(came + pause)


@pytest.mark.parametrize("more", [0, 1])
async def test_what_is_released_at_once_and_is_more_than_a_window_is_asked_for(
    more: int, autojump_clock: object
) -> None:
    """given a delay behind which as many items wait as a window has, when the match ends, then all of them
    leave; with one more the heads alone do, and who asks is sent all of it, and loses no place for that."""
    network, items = MemoryNetwork(size=1 << 20), journal()
    most = WINDOW_MESSAGES + more
    async with shown(network, delay=600) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded(), 600))
        await one.shown()
        await one.ask()
        assert (await one.synced())[0] == []
        feed.take(items[:most], 0)
        feed.finish()
        if more:
            assert (await one.synced())[0] == []
            await one.ask()
        got: list[bytes] = []
        with trio.fail_after(1):
            while (data := await one.next())[0] != messages.DONE:
                got += parse_items(data[1:]) if data[0] == messages.ITEM else []
        assert got == items[:most] and feed.onlookers == 1


def test_items_that_leave_together_are_one_message_up_to_its_size() -> None:
    """given items that fill a message to the byte, then they are one; with one byte more they are two, and an
    item that is longer than a message goes alone. All are read again, in their order."""
    most = limits.WATCHER_PIECE_BYTES
    first, second = (encode(bytes(size)) for size in (1000, most - 1 - 1003 - 3))
    assert 1 + len(first) + len(second) == most
    whole = encode(bytes(ENTRY_MAX - 3))
    for items, number in (
        ([first, second], 1),
        ([first, second, encode(0)], 2),
        ([first, whole, first], 3),
        ([], 0),
    ):
        packed = pack_items(items)
        assert len(packed) == number and all(data[0] == messages.ITEM for data in packed)
        assert [item for data in packed for item in parse_items(data[1:])] == items
    assert len(pack_items([whole])[0]) <= limits.DATA_BYTES


@pytest.mark.parametrize("body", [b"", b"\x41", b"\x00\x41", b"\xff", b"\x00\x18\x01"])
def test_a_message_without_items_or_with_half_of_one_is_refused(body: bytes) -> None:
    with pytest.raises(BadEncoding):
        parse_items(body)


async def test_who_never_reads_disturbs_nobody(autojump_clock: object) -> None:
    """given one who reads and one who never does, when a whole match is shown item by item, then the first
    has all of it, and the second has gone."""
    network, items = MemoryNetwork(size=2048), journal()
    async with (
        shown(network) as (feed, line),
        stranger(network, line) as good,
        stranger(network, line, FIRST + 1) as bad,
    ):
        feed.begin(show_of(recorded()))
        for one in (good, bad):
            await one.shown()
            await one.ask()
            await one.synced()
        got: list[bytes] = []
        for n in range(len(items)):
            feed.take(items[: n + 1], 0)
            while (data := await good.next())[0] != messages.ITEM:
                pass
            got.append(data[1:])
            await trio.sleep(0.5)
        assert got == items and feed.onlookers == 1


async def test_who_does_not_ask_gives_up_its_place(autojump_clock: object) -> None:
    """given somebody who was shown what is shown and does not ask for it, then it may think for 10 s."""
    network = MemoryNetwork()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        began = trio.current_time()
        await one.shown()
        with pytest.raises(PeerGone):
            await one.next()
        assert trio.current_time() == pytest.approx(began + limits.WATCHER_ASKS_S, abs=0.1)


async def test_a_match_that_has_not_begun_is_waited_for(autojump_clock: object) -> None:
    """given a table that is not full yet, then who looks on there may wait, for hours."""
    network = MemoryNetwork()
    async with shown(network) as (feed, line), stranger(network, line) as one:

        async def begin() -> None:
            await trio.sleep(7200)
            feed.begin(show_of(recorded()))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(begin)
            assert (await one.shown()).hellos == show_of(recorded()).hellos
        assert trio.current_time() >= 7200


RUDE: Sequence[bytes] = (
    b"",
    b"\x08garbage",
    bytes([messages.SYNC]),
    bytes([messages.SYNC]) + b"\xff" * 40,
    bytes([messages.CHAT]) + b"hello",
    bytes([messages.LINKS]),
    bytes([SHOW]),
    bytes([FEEDS]) + b"\x00",
    b"\xff",
)


@pytest.mark.parametrize("words", RUDE)
async def test_who_sends_what_nobody_sends_is_hung_up_on(words: bytes, autojump_clock: object) -> None:
    """given somebody at a feed, when it sends what nobody who looks on sends, then it is hung up on, and
    others look on."""
    network = MemoryNetwork()
    async with (
        shown(network) as (feed, line),
        stranger(network, line) as good,
        stranger(network, line, FIRST + 1) as bad,
    ):
        feed.begin(show_of(recorded()))
        await bad.shown()
        await bad.channel.send(words)
        with pytest.raises(PeerGone):
            while True:
                await bad.next()
        await good.shown()
        await good.ask()
        await good.synced()
        assert feed.onlookers == 1


async def test_so_many_words_a_second_are_heard_of_one_who_looks_on(autojump_clock: object) -> None:
    """given somebody who asks for heads 50 times at once, then it is answered five times a second."""
    network = MemoryNetwork()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        await one.shown()
        began = trio.current_time()
        async with trio.open_nursery() as nursery:

            async def flood() -> None:
                for _ in range(50):
                    await one.channel.send(one.nothing().pack(messages.HEADS))

            nursery.start_soon(flood)
            for _ in range(50):
                assert (await one.next())[0] == messages.HEADS
        passed = trio.current_time() - began
        assert 0.9 * 45 / limits.STRANGER_MESSAGES_PER_S <= passed <= 10


async def test_who_asks_for_everything_again_and_again_pays_with_time(autojump_clock: object) -> None:
    """given somebody who asks for the whole match without end, then it gets a MiB at once, and then 32 KiB a
    second."""
    network, items = MemoryNetwork(size=1 << 20), journal()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        feed.take(items, 0)
        await one.shown()
        began, got = trio.current_time(), 0
        while got < limits.CATCH_UP_BURST_BYTES + 20 * limits.CATCH_UP_BYTES_PER_S:
            await one.ask()
            fresh, _ = await one.synced()
            got += sum(map(len, fresh)) + limits.CATCH_UP_LEAST_BYTES
        assert trio.current_time() - began >= 18


async def test_a_feed_that_somebody_names_is_its_own_alone(autojump_clock: object) -> None:
    """given somebody who says that a third shows the match, or names no address, then nobody is told."""
    network = MemoryNetwork()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        await one.shown()
        where = (Address("198.51.100.200", 4000),)
        third = FeedAt(fingerprint(identity(5).public), where)
        mute = FeedAt(fingerprint(identity(FIRST).public), ())
        await one.channel.send(pack_feeds([third, mute]))
        await one.ask()
        await one.synced()
        assert feed.others() == []
        await one.channel.send(pack_feeds([third, FeedAt(mute.fingerprint, where)]))
        await one.ask()
        await one.synced()
        assert feed.others() == [FeedAt(mute.fingerprint, where)]


async def test_a_feed_that_is_over_waits_until_all_have_it(autojump_clock: object) -> None:
    """given somebody who takes nothing any more when the match is over, then the feed waits 5 s for it, and
    not at all where all have the whole match."""
    network, items = MemoryNetwork(size=512), journal()
    async with shown(network) as (feed, line), stranger(network, line) as one:
        feed.begin(show_of(recorded()))
        feed.take(items, 0)
        await trio.sleep(limits.FEED_EVERY_S)
        await one.shown()
        await one.ask()
        await one.next()
        began = trio.current_time()
        await feed.part()
        assert trio.current_time() == pytest.approx(began + limits.FEED_PARTING_S)
        await one.synced()
        assert (await one.next())[0] == messages.DONE
        began = trio.current_time()
        await feed.part()
        assert trio.current_time() == began


def test_so_many_channels_lead_to_a_feed() -> None:
    """given a feed of so many places, then its door takes 8 more, to be told of others; a shared feed has 8
    places."""
    assert Feed(bytes(16), 0).channels_most == limits.WATCHERS + limits.WATCHERS_TURNED_AWAY
    assert limits.WATCHERS_SHARED == 8 < limits.WATCHERS < limits.WATCHERS_MOST < limits.CHANNELS_AT_ONCE


async def test_who_comes_and_goes_is_not_told_without_end(autojump_clock: object) -> None:
    """given somebody who comes and goes once a second for a minute, then our player is told at most every
    5 s."""
    network = MemoryNetwork()
    told: list[int] = []
    async with shown(network, told=told.append) as (feed, line):
        feed.begin(show_of(recorded()))
        for _ in range(60):
            async with stranger(network, line) as one:
                await one.shown()
                await one.ask()
                await one.synced()
            await trio.sleep(1)
    assert 2 <= len(told) <= 60 / limits.FEEDS_AGAIN_S + 2
