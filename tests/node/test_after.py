"""A node that leaves a match, or stays at its table when it is over, and what the others are told of that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

import keys
from fadenet import bots, games
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node import limits
from fadenet.node.errors import NodeError, Reason, RefusedInvite, Unreachable
from fadenet.node.link.channel import Purpose
from fadenet.node.match import again as room
from fadenet.node.match import messages, saved
from fadenet.node.match.again import Again, Rematch, rematch_token
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.messages import RematchWish
from fadenet.node.match.run import MatchRun, Participant
from fadenet.node.match.talk import Talk
from fadenet.node.play import join_match, open_node, play_again
from fadenet.node.sitting import Joining
from protocol.faults import BadEncoding
from protocol.hello import Config
from tests.node.tables import RULES, Party, Quitter, Settled, Slow, settle, table, verified


@pytest.mark.parametrize("leaver", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("died", [False, True], ids=["left", "died"])
async def test_who_leaves_on_purpose_is_told_from_who_is_lost(
    tmp_path: Path, autojump_clock: MockClock, leaver: int, died: bool
) -> None:
    """given a match under way, when one player quits or its node dies, then the other reads which it was."""
    both = Party(*(table(tmp_path / str(n), n, Slow()) for n in range(2)))

    async def leave(party: Party) -> None:
        await trio.sleep(8)
        if died:
            party.kill(leaver)
        else:
            party.scopes[leaver].cancel()

    await both.play(meddle=leave, patience=60)
    name = f"p{leaver}"
    left = f"{name} has left on purpose; the match waits for {name} to come back."
    lost = f"Connection to {name} lost; reconnecting ..."
    told = [said for said in both.told[1 - leaver] if said in (left, lost)]
    assert told == [lost if died else left]
    assert died or not any("Still trying" in said for said in both.told[1 - leaver])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "faroe. Both begin with 0 TP, and between equals whoever begins wins most duels."),
        (
            {"opening": "even"},
            "faroe with opening even. The second player begins with 2 TP, so that going second costs little.",
        ),
    ],
)
async def test_a_guest_hears_who_plays_what_before_it_is_asked_for_a_deck(
    tmp_path: Path, autojump_clock: MockClock, options: dict[str, str], said: str
) -> None:
    """given a table of faroe, then its guest is told which opening it has, and what that means in the words
    in which its host chose it."""
    rules = games.load("faroe", **options)
    both = Party(
        table(tmp_path / "a", 0, Quitter(3), rules=rules), table(tmp_path / "b", 1, Quitter(5), rules=rules)
    )
    both.absent = {1}
    asked: list[str] = []

    async def ask(config: Config, told: str) -> None:
        asked.append(told)

    def choose(config: Config) -> tuple[Rules, Deck]:
        assert asked
        return both.joiner.rules, both.joiner.deck

    async def come(party: Party) -> None:
        seat = party.seat(1)
        participant = Participant(
            seat.home, seat.identity, seat.player, "bot", "random", machine=seat.machine
        )
        async with open_node(participant) as node:
            joining = Joining(party.invitation, choose, (), ask=ask)
            await join_match(node, participant, joining, say=party.say(1))

    await both.play(meddle=come, patience=500)
    assert asked == [f"p0 (new) plays {said}"]


# Once more.

Wants = Callable[[Again], Awaitable[object]]
ALL = games.load("faroe", "free-for-all")


class Staying:
    """Players who stay at their table when their match is over, and do there what `wants` says. again: what
    each of them has come to; left_after: seconds that each has stayed."""

    def __init__(self, path: Path, *wants: Wants, rules: Rules = RULES) -> None:
        self.again: list[Again | None] = [None] * len(wants)
        self.left_after = [0.0] * len(wants)
        players = [Quitter(3 + n) for n in range(len(wants))]
        tables = [
            table(path / str(n), n, player, rules=rules, kind="human") for n, player in enumerate(players)
        ]
        self.party = Party(
            *(replace(one, stay=partial(self._stay, n, wants[n])) for n, one in enumerate(tables))
        )

    async def _stay(self, n: int, wants: Wants, run: MatchRun, end: MatchEnd, again: Again) -> None:
        since = trio.current_time()
        self.again[n] = again
        await wants(again)
        self.left_after[n] = trio.current_time() - since

    def of(self, n: int) -> Again:
        found = self.again[n]
        assert found is not None
        return found

    async def meet(self, n: int, again: Rematch) -> MatchEnd:
        """The player of this number goes to the table of the rematch."""
        seat = self.party.seat(n)
        own = seat.home, seat.identity, seat.player, seat.kind, seat.bot
        participant = Participant(*own, machine=seat.machine, paced=False)
        async with open_node(participant) as node:
            return await play_again(node, participant, seat.rules, seat.deck, again, say=self.party.say(n))
        raise AssertionError("a match ends with an outcome or an error")

    async def rematch(self, numbers: Sequence[int]) -> list[Settled]:
        """The end of the rematch for each, if these go to its table."""
        ends: list[Settled] = [None] * len(self.again)

        async def go(n: int) -> None:
            ends[n] = await settle(self.meet(n, self.of(n).rematch))

        async with trio.open_nursery() as nursery:
            for n in numbers:
                nursery.start_soon(go, n)
        return ends


async def until_settled(again: Again) -> None:
    while again.may_be and not again.agreed:
        await again.changed.wait()


def wants_after(seconds: float) -> Wants:
    async def wants(again: Again) -> None:
        await trio.sleep(seconds)
        await again.want()
        await until_settled(again)

    return wants


def leaves_after(seconds: float) -> Wants:
    async def leaves(again: Again) -> None:
        await trio.sleep(seconds)

    return leaves


@pytest.mark.parametrize(
    ("rules", "waits"),
    [(RULES, (0, 20)), (RULES, (20, 0)), (ALL, (5, 0, 20))],
    ids=["the host first", "the guest first", "three"],
)
async def test_all_who_want_it_play_a_fresh_match(
    tmp_path: Path, autojump_clock: MockClock, rules: Rules, waits: Sequence[float]
) -> None:
    """given players who want to play once more, whoever says so first, then they meet anew and play a match
    of its own, which all sign; and none of them stays behind once all have heard it."""
    there = Staying(tmp_path, *map(wants_after, waits), rules=rules)
    first = await there.party.play(patience=2_000)
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in first)
    assert all(there.of(n).agreed for n in range(len(waits))) and max(there.left_after) < max(waits) + 1
    assert len({there.of(n).rematch.token for n in range(len(waits))}) == 1
    second = await there.rematch(range(len(waits)))
    for one, other in zip(first, second, strict=True):
        assert isinstance(one, MatchEnd) and isinstance(other, MatchEnd) and other.result is not None
        assert one.match != other.match and sorted(one.names) == sorted(other.names)
        assert verified(other.path, rules).outcome is not None


@pytest.mark.parametrize("leaver", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("waits", [0, 10], ids=["before", "after"])
async def test_who_leaves_the_table_is_waited_for_no_more(
    tmp_path: Path, autojump_clock: MockClock, leaver: int, waits: float
) -> None:
    """given a player who wants to play once more, when the other leaves, before it was asked or after, then
    that is known at once."""
    wants = [wants_after(5), wants_after(5)]
    wants[leaver] = leaves_after(waits)
    there = Staying(tmp_path, *wants)
    await there.party.play(patience=2_000)
    again = there.of(1 - leaver)
    assert not again.agreed and [peer.name for peer in again.gone] == [f"p{leaver}"]
    assert there.left_after[1 - leaver] <= max(5, waits) + 2


async def test_of_three_one_who_leaves_is_told_to_all(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Staying(tmp_path, wants_after(0), wants_after(0), leaves_after(10), rules=ALL)
    await there.party.play(patience=2_000)
    assert not (there.of(0).agreed or there.of(1).agreed)
    assert there.of(0).gone and there.of(1).gone and max(there.left_after) <= 12


async def test_nobody_waits_for_longer_than_is_said(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a player who stays and says nothing, then the other waits for `STAY_S`."""
    there = Staying(tmp_path, wants_after(0), leaves_after(5_000))
    await there.party.play(patience=10_000)
    assert not there.of(0).agreed and room.STAY_S - 1 <= there.left_after[0] <= room.STAY_S + 1


async def test_a_node_that_dies_at_the_table_has_left_it(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Staying(tmp_path, wants_after(0), leaves_after(5_000))

    async def die(party: Party) -> None:
        while there.again[1] is None:
            await trio.sleep(0.1)
        await trio.sleep(10)
        party.kill(1)

    await there.party.play(meddle=die, patience=10_000)
    assert there.of(0).gone and there.left_after[0] <= 10 + room.GONE_S + 2


@pytest.mark.parametrize("comes", [0, 1], ids=["host", "guest"])
async def test_who_comes_alone_to_a_rematch_is_told_so(
    tmp_path: Path, autojump_clock: MockClock, comes: int
) -> None:
    there = Staying(tmp_path, wants_after(0), wants_after(0))
    await there.party.play(patience=2_000)
    since = trio.current_time()
    ends = await there.rematch([comes])
    assert isinstance(ends[comes], Unreachable)
    assert trio.current_time() - since <= 2 * room.MEET_S


async def test_nobody_else_finds_the_table_of_a_rematch(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given the table of a rematch, then a stranger is turned away, with its token as without."""
    there = Staying(tmp_path, wants_after(0), wants_after(0))
    await there.party.play(patience=2_000)
    again, stranger = there.of(1).rematch, table(tmp_path / "c", 2, bots.make("random"))
    there.party.tables.append(stranger)
    refused: list[object] = []

    async def come(token: bytes) -> None:
        participant = Participant(
            stranger.home, stranger.identity, stranger.player, machine=there.party.seat(2).machine
        )
        async with open_node(participant) as node:
            host = there.party.host.identity.public
            node.directory.named(keys.fingerprint(host), again.where)
            try:
                await node.dial(keys.fingerprint(host), token, Purpose.SEAT)
            except NodeError as error:
                refused.append(error.reason if isinstance(error, RefusedInvite) else error)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(settle, there.meet(0, there.of(0).rematch))
        await trio.sleep(1)
        await come(again.token)
        await come(bytes(12))
        nursery.cancel_scope.cancel()
    assert refused == [Reason.DECLINED, Reason.UNKNOWN]


def test_a_token_of_a_rematch_follows_from_all_that_only_its_players_know() -> None:
    found = {rematch_token(bytes([n]) * 12, match * 16) for n in range(4) for match in ("ab", "cd")}
    assert len(found) == 8 and {len(one) for one in found} == {12}


@pytest.mark.parametrize("body", [b"", b"\3", b"\1\1"])
def test_no_other_answer_is_read(body: bytes) -> None:
    assert messages.parse_again(messages.pack_again(RematchWish.YES)[1:]) is RematchWish.YES
    with pytest.raises(BadEncoding):
        messages.parse_again(body)


# What was said.


def test_what_was_said_is_kept_as_it_was_said(tmp_path: Path) -> None:
    """given lines of whatever signs, then they are there again in order, and nobody else may read them."""
    file = tmp_path / "m.match"
    said = [(0, "good luck"), (1, "\u20ac \x1b]0;owned\x07\n[1]"), (0, "\u2028")]
    for seat, text in said:
        Talk(file).note(seat, text)
    assert Talk(file).lines() == said
    assert (tmp_path / "m.chat").stat().st_mode & 0o777 == 0o600
    assert Talk(tmp_path / "other.match").lines() == []


def test_a_flood_fills_no_disk_and_leaves_the_latest(tmp_path: Path) -> None:
    """given more lines of the longest kind than are kept, then the file stays below its bound."""
    talk, most = Talk(tmp_path / "m.match"), 0
    for n in range(600):
        talk.note(1, f"{n} " + "\x01" * limits.CHAT_BYTES)
        most = max(most, (tmp_path / "m.chat").stat().st_size)
    assert limits.CHAT_FILE_BYTES / 2 < most <= limits.CHAT_FILE_BYTES
    kept = [int(text.split()[0]) for _, text in talk.lines()]
    assert kept == list(range(kept[0], 600)) and len(kept) > 10


def test_what_makes_no_sense_in_the_file_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "m.chat"
    path.write_bytes(b'[0,"a"]\n[7\n\xff\n{}\n[99,"b"]\n[1,"c"]\n[1,"d')
    path.chmod(0o600)
    assert Talk(tmp_path / "m.match").lines() == [(0, "a"), (1, "c")]


async def test_a_match_that_is_given_up_takes_its_talk_along(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    both = Party(*(table(tmp_path / str(n), n, Slow()) for n in range(2)))
    await both.play(patience=20)
    home = both.host.home
    match = saved.find_match(home, "")
    Talk(home / saved.FOLDER / f"{match}.match").note(0, "hello")
    saved.forget(home, both.host.machine, match)
    assert not list((home / saved.FOLDER).glob("*.chat"))
