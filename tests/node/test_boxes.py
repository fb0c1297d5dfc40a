"""Boxes at a helper: who has one, what is put into it and taken out, and what a hostile side gets out of
it."""

from __future__ import annotations

import stat
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import DiskFull, PeerGone, Reason, RefusedInvite
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted
from fadenet.node.match.committer import Committer
from fadenet.node.reach import box_store
from fadenet.node.reach.box_room import BoxRoom
from fadenet.node.reach.box_store import BoxStore, open_store
from fadenet.node.reach.boxes import BoxFailed, open_boxes, put_parcel, take_parcels
from fadenet.node.reach.calls import (
    Carry,
    Gone,
    HostQuery,
    NotWanted,
    ParcelHead,
    ParcelTaken,
    Put,
    RelayWord,
    TakeOut,
    Why,
    Yes,
    box_gate,
    box_tag,
    hear_pieces,
    hear_word,
)
from fadenet.node.reach.node import Node
from protocol.encoding import encode
from tests.node.helpers import Porch, node, seeded
from tests.node.relays import (
    HOST,
    JOINER,
    LINE,
    OTHER,
    TOKEN,
    End,
    Stage,
    open_stage,
    player,
)
from tests.node.stranger import blake

SECRET = b"of one match"
OWNER = node(HOST).fingerprint
TAG = box_tag(SECRET, node(HOST).public)
PARCEL = bytes(range(256)) * 8
DAY_S = 86_400.0


def tags(number: int) -> tuple[bytes, ...]:
    return tuple(b"tag no. %04d" % n for n in range(number))


class Kept:
    """Parcels that have come out of boxes."""

    def __init__(self) -> None:
        self.parcels: list[tuple[bytes, bytes]] = []

    async def __call__(self, tag: bytes, parcel: bytes) -> None:
        self.parcels.append((tag, parcel))


async def taken(own: Node, stage: Stage, *named: bytes) -> list[bytes]:
    """All parcels that a player takes out of its boxes, by default the one under `TAG`."""
    kept = Kept()
    number = await take_parcels(own, stage.helper, named or (TAG,), kept)
    assert number == len(kept.parcels)
    return [parcel for _, parcel in kept.parcels]


@asynccontextmanager
async def correspondents(folder: Path) -> AsyncGenerator[tuple[Stage, Node, Node]]:
    """A relay with boxes, the owner of one under `TAG`, and another player, who nobody can dial."""
    async with (
        open_stage(boxes=folder) as stage,
        player(stage, HOST, listens=False) as (own, _),
        player(stage, JOINER, listens=False) as (other, _),
    ):
        await open_boxes(own, stage.helper, [TAG])
        yield stage, own, other


def store_of(stage: Stage) -> BoxStore:
    assert stage.relay.boxes is not None
    return stage.relay.boxes.store


def on_disk(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.parcel"))


# The use of boxes.


def test_a_tag_is_the_hash_that_the_specification_names() -> None:
    assert blake(32, "box", SECRET + node(HOST).public)[:12] == TAG
    assert box_gate(TAG) == blake(32, "bxg", TAG)[:12]


async def test_a_parcel_waits_for_its_owner_and_is_given_once(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, own, other):
        # given: two players who are never there together
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        await put_parcel(other, stage.address, OWNER, TAG, b"more")
        assert len(on_disk(tmp_path)) == 2
        # when the owner comes, then it has both in the order in which they came, and nothing is left
        assert await taken(own, stage) == [PARCEL, b"more"]
        assert await taken(own, stage) == [] and on_disk(tmp_path) == []


@pytest.mark.parametrize("size", [1, limits.PIECE_BYTES, limits.PIECE_BYTES + 1, limits.PARCEL_BYTES_MAX])
async def test_a_parcel_is_given_as_it_came_whatever_its_size(
    tmp_path: Path, size: int, autojump_clock: MockClock
) -> None:
    parcel = seeded(size)(size)
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, parcel)
        assert await taken(own, stage) == [parcel]


@pytest.mark.parametrize("size", [0, limits.PARCEL_BYTES_MAX + 1])
async def test_a_parcel_of_no_possible_size_is_refused_at_home(
    tmp_path: Path, size: int, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, _, other):
        with pytest.raises(ValueError, match=f"a parcel of {size} bytes"):
            await put_parcel(other, stage.address, OWNER, TAG, bytes(size))


async def test_boxes_outlive_the_relay(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a parcel in a box, and a relay that is started again, then the box is open and has the parcel."""
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in tmp_path.iterdir())
    async with (
        open_stage(boxes=tmp_path) as stage,
        player(stage, HOST, listens=False) as (own, _),
        player(stage, JOINER) as (other, _),
    ):
        await put_parcel(other, stage.address, OWNER, TAG, b"more")
        assert await taken(own, stage) == [PARCEL, b"more"]


async def test_what_was_not_made_safe_is_given_again(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, b"first")
        await put_parcel(other, stage.address, OWNER, TAG, b"second")
        kept: list[bytes] = []

        async def keep(tag: bytes, parcel: bytes) -> None:
            if kept:
                raise OSError("the disk is full")
            kept.append(parcel)

        with pytest.raises(OSError, match="the disk is full"):
            await take_parcels(own, stage.helper, [TAG], keep)
        assert kept == [b"first"] and await taken(own, stage) == [b"second"]


@pytest.mark.parametrize(
    "error", [NotWanted("a forged parcel"), PeerGone("somebody else"), DiskFull("no room")]
)
async def test_an_error_of_who_keeps_a_parcel_is_not_the_relay_s(
    tmp_path: Path, error: Exception, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)

        async def keep(tag: bytes, parcel: bytes) -> None:
            raise error

        with pytest.raises(type(error)) as raised:
            await take_parcels(own, stage.helper, [TAG], keep)
        assert raised.value is error and await taken(own, stage) == [PARCEL]


@pytest.mark.parametrize("number", [0, limits.BOXES_PER_OWNER + 1])
async def test_another_number_of_boxes_or_days_is_refused_at_home(
    tmp_path: Path, number: int, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, own, _):
        for asked in (
            open_boxes(own, stage.helper, tags(number)),
            take_parcels(own, stage.helper, tags(number), Kept()),
        ):
            with pytest.raises(ValueError, match=f"{number} tags of boxes; a player has 1 to 64"):
                await asked
        with pytest.raises(ValueError, match="31 days; a box is open for at most 30"):
            await open_boxes(own, stage.helper, [TAG], days=31)


async def test_nobody_else_is_given_what_lies_in_a_box(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given somebody who has the line and knows the tag, even with a box of its own under that tag, then it
    is given nothing of the owner's, and what it puts there lies apart."""
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        assert await taken(other, stage) == []
        await open_boxes(other, stage.helper, [TAG])
        assert await taken(other, stage) == []
        await put_parcel(own, stage.address, other.identity.fingerprint, TAG, b"mine")
        assert await taken(other, stage) == [b"mine"]
        assert await taken(own, stage) == [PARCEL]


async def test_a_box_that_nobody_has_opened_takes_nothing(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with correspondents(tmp_path) as (stage, own, other):
        with pytest.raises(BoxFailed, match=r"there is no such box.*Send it another way\.") as failed:
            await put_parcel(other, stage.address, OWNER, b"another tag.", PARCEL)
        assert failed.value.why is Why.AWAY
        # and by the line, at which the relay answers: of another owner, or of another tag
        for owner, tag in ((node(OTHER).fingerprint, TAG), (OWNER, b"another tag.")):
            end = await stage.dial(JOINER, LINE, Purpose.BOX, Put(owner, tag, 1).pack())
            assert (await end.word(Gone)).why is Why.AWAY
        # and one that is over
        await open_boxes(own, stage.helper, [TAG], days=0)
        with pytest.raises(BoxFailed):
            await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        assert on_disk(tmp_path) == [] and list(tmp_path.iterdir()) == []


async def test_who_has_no_line_has_a_box_by_that_of_another_player(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest who knows the tag of its host's box, then it has one too, until that one ends; but none
    by a tag that is not open, by its own, or by that of a guest."""
    guest_tag = box_tag(SECRET, node(JOINER).public)
    async with correspondents(tmp_path) as (stage, own, other):
        await open_boxes(own, stage.helper, [TAG], days=2)
        lineless = replace(stage.helper, token=b"")
        for none in (lineless, replace(stage.helper, among=SECRET)):  # the token of a match is no line
            with pytest.raises(BoxFailed, match="You have no line of the relay Rea, and so no box there"):
                await open_boxes(other, none, [guest_tag])
        await open_boxes(other, lineless, [guest_tag], by=TAG)
        await put_parcel(own, stage.address, other.identity.fingerprint, guest_tag, PARCEL)
        kept = Kept()
        assert await take_parcels(other, lineless, [b"not open....", guest_tag], kept) == 1
        assert kept.parcels == [(guest_tag, PARCEL)]
        for who, by in ((other, guest_tag), (own, guest_tag), (own, TAG)):
            with pytest.raises(BoxFailed, match="does not open a box for you"):
                await open_boxes(who, lineless, [b"one more tag"], by=by)
        await trio.sleep(2 * DAY_S / 100)
        with pytest.raises(BoxFailed):
            await put_parcel(own, stage.address, other.identity.fingerprint, guest_tag, PARCEL)


async def test_by_one_tag_so_many_guests_have_boxes_and_no_more(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, _, _):
        lineless = replace(stage.helper, token=b"")
        for n in range(limits.GUESTS_PER_TOKEN + 1):
            async with player(stage, 30 + n) as (guest, _):
                for _ in range(2):  # again in its own place
                    if n < limits.GUESTS_PER_TOKEN:
                        await open_boxes(guest, lineless, [b"tag of one %d" % n], by=TAG)
                    else:
                        with pytest.raises(BoxFailed, match="is full"):
                            await open_boxes(guest, lineless, [b"tag of one %d" % n], by=TAG)
        assert store_of(stage).boxes == limits.GUESTS_PER_TOKEN + 1


# Older relays, and those that keep none.


async def test_a_relay_without_boxes_says_so(autojump_clock: MockClock) -> None:
    """given a relay that has none, as one that knows of none answers too, then that is said."""
    async with open_stage() as stage, player(stage, HOST) as (own, _):
        for asked in (open_boxes(own, stage.helper, [TAG]), take_parcels(own, stage.helper, [TAG], Kept())):
            with pytest.raises(BoxFailed, match="The relay Rea keeps no boxes: it is of an older version"):
                await asked
        with pytest.raises(BoxFailed, match="there is no such box"):
            await put_parcel(own, stage.address, OWNER, TAG, PARCEL)


async def test_a_relay_with_boxes_is_to_others_what_it_was(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a host that reserves by a circuit token that is somebody's tag, then it is found all the same,
    and at the door of boxes nobody is brought together."""
    async with open_stage(boxes=tmp_path) as stage, player(stage, JOINER) as (own, _):
        await open_boxes(own, stage.helper, [TOKEN])
        host = await stage.host(HOST)
        near, far = await stage.circuit(host, HOST, JOINER)
        await near.channel.send(b"hello")
        assert await far.hear() == b"hello"
        with pytest.raises(RefusedInvite) as refused:
            await stage.dial(JOINER, box_gate(TOKEN), Purpose.INTRODUCE, HostQuery(OWNER, ()).pack())
        assert refused.value.reason is Reason.DECLINED


async def test_a_host_is_found_at_a_helper_however_often_it_comes_to_its_boxes(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a player with as many reservations as it may have, then none of them ends as it comes to a
    box."""
    async with correspondents(tmp_path) as (stage, own, _):
        hosts = [await stage.host(HOST) for _ in range(limits.CHANNELS_PER_PEER)]
        assert await taken(own, stage) == []
        await trio.testing.wait_all_tasks_blocked()
        assert not any(host.gone.is_set() for host in hosts)


async def test_a_line_that_is_not_good_and_a_player_who_is_not_wanted_are_told(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with (
        open_stage(boxes=tmp_path, wanted=lambda peer: peer != node(HOST).public) as stage,
        player(stage, HOST) as (own, _),
    ):
        with pytest.raises(BoxFailed, match="does not know this line; ask for a fresh one"):
            await open_boxes(own, replace(stage.helper, token=b"another line"), [TAG])
        with pytest.raises(BoxFailed, match="does not open a box for you") as failed:
            await open_boxes(own, stage.helper, [TAG])
        assert failed.value.why is Why.UNWANTED


async def test_a_relay_that_is_not_there_is_told(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with correspondents(tmp_path) as (stage, own, _):
        nowhere = replace(stage.helper, candidates=(replace(stage.helper.addresses[0], port=1),))
        with pytest.raises(BoxFailed, match="No box can be used at the relay Rea: nobody answers there"):
            await open_boxes(own, nowhere, [TAG])


# A relay that is hostile.


class False_:
    """A relay that answers as it likes, and notes what it hears."""

    def __init__(self, *answers: RelayWord | bytes, waits: bool = False) -> None:
        self._answers = answers
        self._waits = waits
        self.heard: list[RelayWord] = []

    async def handle(self, channel: Channel) -> None:
        self.heard.append(await hear_word(channel))
        for answer in self._answers:
            if isinstance(answer, bytes):
                await channel.send(answer)
            else:
                await channel.send(answer.pack())
        if self._waits:
            await trio.sleep_forever()
        while True:
            self.heard.append(await hear_word(channel))


def admits(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted:
    return Admitted()


@asynccontextmanager
async def at_false(relay: False_) -> AsyncGenerator[tuple[Stage, Node]]:
    """Somebody at a relay that is hostile."""
    async with open_stage() as stage, player(stage, HOST) as (own, _):
        for token in (b"a false line", box_gate(TAG)):
            stage.node.doors.open(token, Porch(relay.handle, admits))
        yield stage, own


HEAD = ParcelHead(TAG, b"8 bytes.", 3)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([Carry(b"the call")], r"it breaks the protocol \[node.helper\]"),
        ([b"nonsense"], r"it breaks the protocol"),
        ([ParcelHead(b"another tag.", b"8 bytes.", 3), b"abc"], r"it breaks the protocol \[node.helper\]"),
        ([HEAD, b"abcd"], r"it breaks the protocol \[node.helper\]"),
        ([HEAD, b""], r"it breaks the protocol \[node.helper\]"),
        ([bytes([11]) + encode([TAG, b"8 bytes.", limits.PARCEL_BYTES_MAX + 1])], "it breaks the protocol"),
        ([bytes([11]) + encode([TAG, b"8 bytes.", 0])], "it breaks the protocol"),
        ([HEAD, b"abc"] * (limits.PARCELS_PER_BOX + 1), r"it breaks the protocol \[node.helper\]"),
        ([Gone(Why.FULL)], "is full"),
    ],
)
async def test_a_relay_that_lies_about_what_lies_there_is_found_out(
    answers: Sequence[RelayWord | bytes], said: str, autojump_clock: MockClock
) -> None:
    """given a relay that gives what was not asked for, too much, or no end of it, then nothing is taken but
    what it may have had."""
    kept = Kept()
    async with at_false(False_(*answers)) as (stage, own):
        with pytest.raises(BoxFailed, match=said):
            await take_parcels(own, replace(stage.helper, token=b"a false line"), [TAG], kept)
    assert all(one == (TAG, b"abc") for one in kept.parcels) and len(kept.parcels) <= limits.PARCELS_PER_BOX


async def test_a_relay_that_replays_gives_what_its_reader_has(autojump_clock: MockClock) -> None:
    """given a relay that gives one parcel time and again, then it is handed over each time, and
    acknowledged."""
    relay, kept = False_(HEAD, b"abc", HEAD, b"abc", Yes()), Kept()
    async with at_false(relay) as (stage, own):
        assert await take_parcels(own, replace(stage.helper, token=b"a false line"), [TAG], kept) == 2
    assert kept.parcels == [(TAG, b"abc")] * 2
    assert relay.heard == [TakeOut((TAG,)), ParcelTaken(b"8 bytes."), ParcelTaken(b"8 bytes.")]


@pytest.mark.parametrize("waits", [True, False], ids=["silent", "answers pings"])
@pytest.mark.parametrize("answers", [(), (HEAD,), (HEAD, b"a")])
async def test_a_relay_that_says_no_more_is_waited_for_so_long(
    answers: Sequence[RelayWord | bytes], waits: bool, autojump_clock: MockClock
) -> None:
    began, kept = trio.current_time(), Kept()
    async with at_false(False_(*answers, waits=waits)) as (stage, own):
        with pytest.raises(BoxFailed, match=r"does not answer|has hung up"):
            await take_parcels(own, replace(stage.helper, token=b"a false line"), [TAG], kept)
    assert kept.parcels == [] and trio.current_time() - began < 150


@pytest.mark.parametrize("answers", [(), (Yes(),), (Yes(), Yes())])
async def test_a_relay_that_goes_in_the_middle_loses_nothing(
    answers: Sequence[RelayWord], autojump_clock: MockClock
) -> None:
    """given a relay that ends before it has said that it keeps a parcel, then its sender knows it."""

    async def handle(channel: Channel) -> None:
        assert await hear_word(channel) == Put(OWNER, TAG, len(PARCEL))
        for answer in answers:
            await channel.send(answer.pack())
        assert not answers or await hear_pieces(channel, len(PARCEL)) == PARCEL

    async with open_stage() as stage, player(stage, JOINER) as (other, _):
        stage.node.doors.open(box_gate(TAG), Porch(handle, admits))
        if len(answers) == 2:  # it has said so
            await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        else:
            with pytest.raises(BoxFailed, match="Nothing is lost"):
                await put_parcel(other, stage.address, OWNER, TAG, PARCEL)


# Players who are hostile.


async def test_an_owner_who_dies_before_its_parcel_is_safe_is_given_it_again(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given an owner whose connection ends at any moment of taking, then the parcel is given again until it
    has been acknowledged."""
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        for heard in range(2):  # nothing, the head
            end = await stage.dial(HOST, LINE, Purpose.BOX, TakeOut((TAG,)).pack())
            for _ in range(heard):
                await end.word(ParcelHead)
            await end.channel.abort()
        end = await stage.dial(HOST, LINE, Purpose.BOX, TakeOut((TAG,)).pack())
        head = await end.word(ParcelHead)
        assert await end.hear() == PARCEL
        await end.channel.abort()
        assert await taken(own, stage) == [PARCEL] and head.size == len(PARCEL)


async def test_an_owner_acknowledges_what_it_was_given_and_nothing_else(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, own, other):
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        end = await stage.dial(HOST, LINE, Purpose.BOX, TakeOut((TAG,)).pack())
        await end.word(ParcelHead)
        await end.hear()
        await end.say(ParcelTaken(bytes(8)))
        await end.hung_up_on()
        assert await taken(own, stage) == [PARCEL]


async def ended(end: End) -> bool:
    with trio.move_on_after(1):
        await end.gone.wait()
    return end.gone.is_set()


@pytest.mark.parametrize(
    "pieces",
    [[bytes(limits.PIECE_BYTES + 1)], [b""], [bytes(20_000 - limits.PIECE_BYTES), bytes(20_000)]],
    ids=["long piece", "empty piece", "more than was said"],
)
async def test_who_puts_something_else_than_it_has_said_is_hung_up_on(
    tmp_path: Path, pieces: Sequence[bytes], autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, _, _):
        end = await stage.dial(JOINER, box_gate(TAG), Purpose.BOX, Put(OWNER, TAG, 20_000).pack())
        await end.word(Yes)
        with pytest.raises(PeerGone):
            for piece in pieces:
                await end.channel.send(piece)
            while True:
                await end.hear()
        assert on_disk(tmp_path) == []


@pytest.mark.parametrize(
    "said",
    [
        bytes([8]) + encode([OWNER, TAG, limits.PARCEL_BYTES_MAX + 1]),
        bytes([8]) + encode([OWNER, TAG, 0]),
        bytes([7]) + encode([[TAG] * (limits.BOXES_PER_OWNER + 1), 1, b""]),
        bytes([7]) + encode([[TAG], limits.BOX_DAYS + 1, b""]),
        Carry(b"the call").pack(),
        b"nonsense",
    ],
)
async def test_what_nobody_may_ask_ends_the_connection(
    tmp_path: Path, said: bytes, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, _, _):
        for token in (LINE, box_gate(TAG)):
            end = await stage.dial(JOINER, token, Purpose.BOX, said)
            await end.hung_up_on()
        assert store_of(stage).boxes == 1


async def test_who_says_no_more_is_waited_for_so_long(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with correspondents(tmp_path) as (stage, _, other):
        silent = await stage.dial(JOINER, box_gate(TAG), Purpose.BOX)
        with trio.fail_after(limits.CALL_S + 1):
            await silent.gone.wait()
        begun = await stage.dial(JOINER, box_gate(TAG), Purpose.BOX, Put(OWNER, TAG, 9).pack())
        await begun.word(Yes)
        with trio.fail_after(limits.PARCEL_S + 1):
            await begun.gone.wait()
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)


async def test_who_comes_without_end_is_answered_at_a_measure(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given somebody who puts and puts, then it is told behind so many calls that it
    comes too often, and the box has the last two parcels of it; another one puts meanwhile."""
    async with correspondents(tmp_path) as (stage, own, other):
        refused, put = 0, [b""]
        for n in range(limits.BOX_CALLS_BURST + 30):
            try:
                await put_parcel(other, stage.address, OWNER, TAG, b"no. %d" % n)
                put.append(b"no. %d" % n)
            except BoxFailed as failed:
                assert failed.why is Why.FULL
                refused += 1
            await trio.sleep(0.1)
        assert refused >= 10
        async with player(stage, OTHER) as (third, _):
            await put_parcel(third, stage.address, OWNER, TAG, b"of another")
        assert await taken(own, stage) == [*put[-2:], b"of another"]


async def test_so_many_come_to_boxes_at_once_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """given callers who hold all places at the door of boxes from few addresses, then one of another address
    gets one of theirs, and a further one of the same does not."""
    monkeypatch.setattr(BoxRoom, "channels_most", 6)
    async with correspondents(tmp_path) as (stage, _, other):
        for _ in range(3):
            await stage.dial(50, box_gate(TAG), Purpose.BOX)
            await stage.dial(51, box_gate(TAG), Purpose.BOX)
        with pytest.raises(RefusedInvite) as refused:
            await stage.dial(50, box_gate(TAG), Purpose.BOX)
        assert refused.value.reason is Reason.BUSY and stage.node.channels_at(BoxRoom) == 6
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)


async def test_one_process_has_few_errands_at_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a node that puts into many boxes at once, then all come to their end, and a relay has not seen
    more of it at one time than a player may have."""
    seen = 0
    async with correspondents(tmp_path) as (stage, own, other):
        many = tags(10)
        await open_boxes(own, stage.helper, many)

        async def put(tag: bytes) -> None:
            nonlocal seen
            await put_parcel(other, stage.address, OWNER, tag, PARCEL)
            seen = max(seen, stage.node.channels_at(BoxRoom))

        async with trio.open_nursery() as nursery:
            for tag in many:
                nursery.start_soon(put, tag)
        assert await taken(own, stage, *many) == [PARCEL] * 10 and seen <= limits.BOX_ERRANDS


async def test_whoever_has_many_errands_is_not_hung_up_on(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a player of more matches at one relay than it takes handshakes from one place at once; when it
    puts a parcel into the box of each, then none is turned away."""
    async with correspondents(tmp_path) as (stage, own, other):
        many = tags(2 * limits.HANDSHAKES_BURST)
        await open_boxes(own, stage.helper, many)
        for tag in many:
            await put_parcel(other, stage.address, OWNER, tag, PARCEL)
        assert await taken(own, stage, *many) == [PARCEL] * len(many)


# How much is kept.


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def filled(folder: Path, clock: Clock) -> BoxStore:
    store = await open_store(folder, b"key", clock, Committer().run)
    assert await store.open(OWNER, [TAG], 30, "198.51.100.1", b"") is None
    return store


def sender(n: int) -> bytes:
    return b"sender no. %05d" % n


async def contents(store: BoxStore, owner: bytes = OWNER, tag: bytes = TAG) -> list[bytes | None]:
    return [await store.read(lying) for lying in store.waiting(owner, [tag])]


async def test_of_one_sender_the_last_parcels_are_kept(tmp_path: Path) -> None:
    store = await filled(tmp_path, Clock())
    for n in range(limits.PARCELS_PER_SENDER + 3):
        assert await store.put(OWNER, TAG, sender(1), "a", b"%d" % n) is None
    assert await contents(store) == [b"3", b"4"] and len(on_disk(tmp_path)) == limits.PARCELS_PER_SENDER


async def test_a_full_box_takes_one_of_another_place_and_none_of_the_same(tmp_path: Path) -> None:
    """given a box that one address has filled under many keys, then it takes no more from there, and one from
    elsewhere, for which the oldest goes; and where all are of different places, only one that has lain for a
    day."""
    clock = Clock()
    store = await filled(tmp_path, clock)
    for n in range(limits.PARCELS_PER_BOX):
        assert await store.put(OWNER, TAG, sender(n), "203.0.113.1", b"%d" % n) is None
        clock.now += 1
    assert store.refusal(OWNER, TAG, sender(99), "203.0.113.1", 1) is Why.FULL
    assert await store.put(OWNER, TAG, sender(99), "203.0.113.1", b"x") is Why.FULL
    assert await store.put(OWNER, TAG, sender(100), "203.0.113.2", b"honest") is None
    assert await contents(store) == [b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"honest"]
    for n in range(7):
        await store.put(OWNER, TAG, sender(200 + n), f"203.0.114.{n}", b"far")
    assert await store.put(OWNER, TAG, sender(300), "203.0.115.1", b"late") is Why.FULL
    clock.now += limits.BOX_YIELDS_S
    assert await store.put(OWNER, TAG, sender(300), "203.0.115.1", b"late") is None
    assert store.parcels == limits.PARCELS_PER_BOX


async def test_a_box_has_so_many_bytes(tmp_path: Path) -> None:
    store, most = await filled(tmp_path, Clock()), limits.PARCEL_BYTES_MAX
    fit = limits.BOX_BYTES // most
    for n in range(fit):
        assert await store.put(OWNER, TAG, sender(n), "a", bytes(most)) is None
    assert await store.put(OWNER, TAG, sender(fit), "a", b"x") is Why.FULL
    assert store.size == limits.BOX_BYTES


async def test_boxes_of_one_site_have_so_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a place that opens box after box under other keys, then what they hold together is bounded, and
    boxes of others are not touched by it."""
    monkeypatch.setattr(limits, "BOX_BYTES_PER_SITE", 1000)
    store = await filled(tmp_path, Clock())
    assert await store.put(OWNER, TAG, sender(0), "a", bytes(900)) is None
    for n in range(3):
        await store.open(sender(n), [TAG], 30, "203.0.113.1", b"")
    assert [await store.put(sender(n), TAG, sender(9), "b", bytes(500)) for n in range(3)] == [
        None,
        None,
        Why.FULL,
    ]
    assert await store.put(sender(2), TAG, sender(9), "b", b"") is None  # as much as fits
    assert len(await contents(store)) == 1


async def test_when_all_is_full_the_earliest_of_the_biggest_place_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BOX_BYTES_IN_ALL", 1000)
    clock = Clock()
    store = await filled(tmp_path, clock)
    assert await store.put(OWNER, TAG, sender(0), "a", bytes(100)) is None
    await store.open(sender(1), tags(4), 30, "203.0.113.1", b"")
    for n, tag in enumerate(tags(3)):
        clock.now += 1
        assert await store.put(sender(1), tag, sender(2), "b", bytes([n]) * 300) is None
    assert store.size == 1000
    clock.now += 1
    assert await store.put(sender(1), tags(4)[3], sender(2), "b", bytes(200)) is None
    assert await contents(store) == [bytes(100)], "though it ends first"
    assert await contents(store, sender(1), tags(1)[0]) == [] and store.size == 900


async def test_an_owner_has_so_many_boxes_and_the_one_that_ends_first_goes(tmp_path: Path) -> None:
    store = await filled(tmp_path, Clock())
    many = tags(limits.BOXES_PER_OWNER)
    assert await store.open(OWNER, [TAG], 1, "a", b"") is None
    assert await store.open(OWNER, many[1:], 20, "a", b"") is None
    assert store.boxes == limits.BOXES_PER_OWNER and TAG in store.tags
    assert await store.open(OWNER, many, 20, "a", b"") is None
    assert store.tags == set(many)


async def test_when_all_boxes_are_open_one_of_the_place_with_most_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given all boxes that a helper has, two of each of two places, then a third place gets the one of them
    that ends first, and none of them gets more than another has."""
    monkeypatch.setattr(limits, "BOXES", 4)
    store = await filled(tmp_path, Clock())
    assert await store.open(sender(1), [b"ends soon..."], 1, "198.51.100.1", b"") is None
    assert await store.open(sender(2), tags(2), 2, "203.0.113.1", b"") is None
    assert await store.put(sender(1), b"ends soon...", sender(2), "b", b"lost") is None
    assert await store.open(sender(2), tags(3)[2:], 30, "203.0.113.1", b"") is Why.FULL
    assert await store.open(sender(3), [b"a third one."], 30, "203.0.113.3", b"") is None
    assert store.tags == {TAG, *tags(2), b"a third one."} and store.size == 0 and not on_disk(tmp_path)
    assert await store.open(sender(3), [b"a fourth one"], 30, "203.0.113.3", b"") is Why.FULL


@pytest.mark.parametrize("bound", ["BOX_BYTES_PER_SITE", "BOX_BYTES_IN_ALL"])
async def test_a_fresh_parcel_has_the_room_of_the_one_that_it_replaces(
    tmp_path: Path, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given bytes to the brim, then a sender who already has two parcels there puts a third of the same size,
    and none of another goes for it."""
    monkeypatch.setattr(limits, bound, 900)
    store = await filled(tmp_path, Clock())
    assert await store.put(OWNER, TAG, sender(1), "a", b"a" * 300) is None
    for n in range(3):
        assert await store.put(OWNER, TAG, sender(2), "b", bytes([n]) * 300) is None
    assert await contents(store) == [b"a" * 300, bytes([1]) * 300, bytes([2]) * 300]


async def test_bytes_are_counted_where_their_box_was_opened_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a box that is opened again from another place, then what lies there counts for that one."""
    monkeypatch.setattr(limits, "BOX_BYTES_PER_SITE", 1000)
    store = await filled(tmp_path, Clock())
    assert await store.put(OWNER, TAG, sender(1), "a", bytes(900)) is None
    await store.open(OWNER, [TAG], 30, "203.0.113.1", b"")
    await store.open(sender(2), [TAG], 30, "198.51.100.1", b"")
    await store.open(sender(3), [TAG], 30, "203.0.113.1", b"")
    assert await store.put(sender(2), TAG, sender(1), "a", bytes(900)) is None
    assert await store.put(sender(3), TAG, sender(1), "a", bytes(900)) is Why.FULL
    assert store.size == 1800
    await store.open(OWNER, [TAG], 0, "a", b"")
    assert await store.put(sender(3), TAG, sender(1), "a", bytes(900)) is None and store.size == 1800


async def test_who_opens_boxes_without_end_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given an address that opens 10,000 boxes under as many keys as that takes, then there are never more
    than a helper has, and others open theirs all the same."""
    monkeypatch.setattr(limits, "BOXES", 256)
    monkeypatch.setattr(box_store, "replace_private", lambda path, data, alone: None)
    store, honest = await filled(tmp_path, Clock()), b"of an honest"
    for n in range(10_000):
        why = await store.open(sender(n), [TAG], 30, "203.0.113.1", b"")
        assert why is (None if n < 255 else Why.FULL) and store.boxes == min(n + 2, 256)
    assert await store.open(node(OTHER).fingerprint, [honest], 1, "203.0.113.9", b"") is None
    assert await store.put(OWNER, TAG, sender(1), "a", b"parcel") is None, "the owner's box is still there"
    assert await store.put(node(OTHER).fingerprint, honest, sender(1), "a", b"parcel") is None
    assert store.boxes == 256


async def test_a_helper_removes_what_is_over(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a box whose time is over, then a helper removes it with what lies there, and nobody comes in by
    its tag."""
    async with correspondents(tmp_path) as (stage, own, other):
        await open_boxes(own, stage.helper, [TAG], days=1)
        await put_parcel(other, stage.address, OWNER, TAG, PARCEL)
        assert stage.node.doors[box_gate(TAG)] is not None
        await trio.sleep(DAY_S / 100 + limits.BOX_LOOK_S)
        assert stage.node.doors[box_gate(TAG)] is None and list(tmp_path.iterdir()) == []


async def test_time_removes_boxes_and_parcels(tmp_path: Path) -> None:
    clock = Clock()
    store = await filled(tmp_path, clock)
    await store.put(OWNER, TAG, sender(1), "a", b"old")
    clock.now += 29 * DAY_S
    await store.open(OWNER, [TAG, b"another tag."], 2, "a", b"")
    await store.put(OWNER, TAG, sender(2), "a", b"new")
    clock.now += DAY_S
    assert await contents(store) == [b"new"]
    await store.tidy()
    assert (store.boxes, store.parcels, len(on_disk(tmp_path))) == (2, 1, 1)
    clock.now += DAY_S
    assert store.waiting(OWNER, [TAG]) == []
    assert await store.put(OWNER, TAG, sender(2), "a", b"late") is Why.AWAY
    await store.tidy()
    assert (store.boxes, store.parcels, list(tmp_path.iterdir())) == (0, 0, [])


# The disk.


async def test_parcels_are_in_their_order_after_a_restart(tmp_path: Path) -> None:
    """given parcels that have come in one second, or when the clock had been set back, then they are given in
    the order in which they came, and the oldest of a sender goes for a fresh one."""
    clock = Clock()
    store = await filled(tmp_path, clock)
    for n in range(4):
        await store.put(OWNER, TAG, sender(n // 2), f"203.0.113.{n // 2}", b"%d" % n)
        clock.now -= 0.5 * (n == 2)
    again = await open_store(tmp_path, b"key", clock, Committer().run)
    assert await contents(again) == [b"0", b"1", b"2", b"3"]
    await again.put(OWNER, TAG, sender(0), "203.0.113.0", b"4")
    assert await contents(again) == [b"1", b"2", b"3", b"4"]
    third = await open_store(tmp_path, b"key", clock, Committer().run)
    assert await contents(third) == [b"1", b"2", b"3", b"4"]


async def test_a_damaged_file_is_left_out_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """given files that are cut short, changed, or of somebody else, then the others are taken in."""
    store = await filled(tmp_path, Clock())
    for n in range(4):
        await store.put(OWNER, TAG, sender(n), f"203.0.113.{n}", b"parcel %d" % n)
    first, second, third, _ = on_disk(tmp_path)
    first.write_bytes(first.read_bytes()[:20])
    second.write_bytes(second.read_bytes()[:-1] + b"!")
    third.chmod(0o644)
    for name, data in (("00.boxes", b"x"), ("nonsense.parcel", b""), (f"{'ab' * 16}.boxes", encode([2, []]))):
        (tmp_path / name).write_bytes(data)
        (tmp_path / name).chmod(0o600)
    (tmp_path / ".x.parcel..draft").write_bytes(b"half")
    again = await open_store(tmp_path, b"key", Clock(), Committer().run)
    assert again.parcels == 1 and again.boxes == 1
    assert len([line for line in caplog.messages if "is left out" in line]) == 6
    assert not list(tmp_path.glob(".*"))


async def test_a_parcel_that_is_damaged_later_is_not_given(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await filled(tmp_path, Clock())
    await store.put(OWNER, TAG, sender(1), "a", b"parcel")
    (path,) = on_disk(tmp_path)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert await contents(store) == [None] and store.parcels == 0
    assert "does not fit its digest" in caplog.text


async def test_a_parcel_whose_box_is_not_known_is_removed(tmp_path: Path) -> None:
    store = await filled(tmp_path, Clock())
    await store.put(OWNER, TAG, sender(1), "a", b"parcel")
    next(tmp_path.glob("*.boxes")).unlink()
    again = await open_store(tmp_path, b"key", Clock(), Committer().run)
    assert (again.boxes, again.parcels, on_disk(tmp_path)) == (0, 0, [])


async def test_what_the_disk_does_not_take_is_not_promised(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await filled(tmp_path, Clock())
    path = tmp_path.rename(tmp_path.with_name("gone"))
    assert await store.put(OWNER, TAG, sender(1), "a", b"parcel") is Why.FULL
    assert store.parcels == 0 and "a parcel is not kept" in caplog.text
    assert await store.open(OWNER, [TAG], 30, "a", b"") is None, "it is good until the helper ends"
    assert "boxes are not kept over a restart" in caplog.text
    path.rename(tmp_path)


async def test_no_address_is_written_down(tmp_path: Path) -> None:
    store = await filled(tmp_path, Clock())
    await store.put(OWNER, TAG, sender(1), "203.0.113.77", b"parcel")
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"203.0.113.77" not in written and b"198.51.100.1" not in written


async def test_who_goes_while_the_disk_works_leaves_no_half_of_it(tmp_path: Path) -> None:
    """given a caller that is cancelled while a parcel is written, then memory and disk have the same."""
    store = await filled(tmp_path, Clock())
    for n in range(2):
        await store.put(OWNER, TAG, sender(1), "a", b"%d" % n)
    with trio.CancelScope() as scope:
        work = store._beside

        async def cancelling(job: object, /) -> object:
            done: object = await work(job)  # type: ignore[arg-type]
            scope.cancel()
            return done

        store._beside = cancelling  # type: ignore[assignment]
        await store.put(OWNER, TAG, sender(1), "a", b"2")
    assert store.parcels == len(on_disk(tmp_path)) == 2
