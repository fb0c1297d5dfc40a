"""Matches by correspondence: seats that share nothing but parcels, which come late, twice or never."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from fadenet import games
from fadenet.bots.naming import make
from fadenet.node.mail.desk import Attended, Nobody
from fadenet.node.match import saved
from protocol.parcels import Parcel, unseal
from tests.sim.post import DAY_S, Post, Table, rules_of


def table(tmp_path: Path, game: str = "prelude", bots: Sequence[str] = ("greedy", "greedy")) -> Table:
    """A match of bots, "" for a person who is not there; its post loses nothing."""
    players = [make(name) if name else Nobody() for name in bots]
    return Table(tmp_path, rules_of(game, len(bots)), players, Post(random.Random(1), lost=0.0, down=0.0))


def opened(at: Table, n: int, done: Attended) -> list[Parcel]:
    """The parcels of another player for this one."""
    own = at.seats[n].identity
    return [
        unseal(own, bytes.fromhex(at.match), one.parcel) for one in done.outgoing if one.key == own.public
    ]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_match_of_parcels_begins_and_goes_on(tmp_path: Path, game: str) -> None:
    """given two nodes that are never connected; when each attends a few times to what the other has posted,
    then both have signed, and each waits for the other in turn."""
    at = table(tmp_path, game)

    async def play() -> None:
        for _ in range(6):
            for n in range(2):
                await at.attend(n)

    trio.run(play)
    for n in range(2):
        note = at.attended[n].note
        assert at.attended[n].end is None and not at.attended[n].ours
        assert at.attended[n].awaited == [note.peers[0].name] and note.waits[0].since
    with saved.folder_of(at.seats[0].home).open(at.match) as file:
        follower = saved.followed(at.seats[0].rules, file, 2)
    assert follower.begun and min(seq for seq, _ in follower.transcript.heads()) >= 6


@pytest.mark.slow
@pytest.mark.parametrize(("text", "seed"), [(False, 1), (True, 2)])
def test_a_match_ends_though_a_box_loses_parcels_and_is_down(tmp_path: Path, text: bool, seed: int) -> None:
    """given a box that loses one parcel in ten and is down one day in five, or texts that are quoted, broken,
    doubled and shuffled; when both attend once a day, then both hold the RESULT that both have signed, nobody
    is accused, and each knows that the other holds it."""
    at = Table(
        tmp_path, rules_of("prelude", 2), [make("greedy"), make("greedy")], Post(random.Random(seed), text)
    )

    trio.run(at.play)

    ends = [at.attended[n].end for n in range(2)]
    assert ends[0] is not None and ends[1] is not None
    assert ends[0].result is not None and ends[0].places == ends[1].places
    assert ends[0].findings == () and at.said == []
    assert not at.post.boxes


def test_parcels_that_come_twice_late_and_out_of_order_do_no_harm(tmp_path: Path) -> None:
    """given three parcels of one player, each with all that the other lacks; when the newest comes first,
    then the older ones, then all again, then the seat stands where the newest had left it."""
    at = table(tmp_path, bots=("greedy", ""))

    async def play() -> tuple[list[bytes], list[tuple[int, bytes]]]:
        parcels: list[Parcel] = []
        for _ in range(3):
            first = await at.open(0, [])
            parcels += opened(at, 1, first)
            answer = await at.open(1, parcels[-1:])
            await at.open(0, opened(at, 0, answer))
        before = items(at, 1)
        await at.open(1, parcels[::-1])
        await at.open(1, [*parcels, *parcels])
        return before, []

    before, _ = trio.run(play)
    assert items(at, 1) == before


def items(at: Table, n: int) -> list[bytes]:
    """The match file of a player."""
    with saved.folder_of(at.seats[n].home).open(at.match) as file:
        return file.items()


def test_days_that_are_over_may_be_claimed(tmp_path: Path) -> None:
    """given somebody who has not answered for three days by our clock; when our player claims that before,
    then nothing happens; when after, then the match ends here as won for time, by our word alone, and the
    other reads of it without losing by its own clock."""
    at = table(tmp_path, bots=("greedy", ""))

    async def play() -> tuple[Attended, Attended, Attended]:
        for _ in range(2):
            for n in range(2):
                await at.attend(n)
        at.now += 3 * DAY_S - 1
        early = await at.open(0, [], claim=True)
        at.now += 1
        late = await at.open(0, [], claim=True)
        return early, late, await at.open(1, opened(at, 1, late))

    early, late, other = trio.run(play)

    assert early.end is None and at.said[0] == "Nobody's days are over yet, so nothing is claimed."
    assert late.end is not None and late.end.result is None
    assert late.end.places is not None and late.end.places[late.end.seat] == 1
    assert "did not answer for 3 days; the match ends here." in at.said[1]
    assert other.end is not None and other.end.result is None and other.end.findings == ()


def test_whoever_goes_back_to_an_older_copy_signs_nothing_that_contradicts(tmp_path: Path) -> None:
    """given a data folder that was put back to an older state; when its player attends, then nothing is
    signed, and the parcel asks for what is lacking; when the other's answer has come, then it goes on, and
    nobody is accused."""
    at = table(tmp_path)
    home = at.seats[0].home

    async def play() -> tuple[Attended, Attended, Attended]:
        for _ in range(4):
            for n in range(2):
                await at.attend(n)
        copy = {path: path.read_bytes() for path in (home / saved.FOLDER).iterdir()}
        for _ in range(3):
            for n in range(2):
                await at.attend(n)
        for path, data in copy.items():
            path.write_bytes(data)
        asking = await at.open(0, [])
        answer = await at.open(1, opened(at, 1, asking))
        return asking, answer, await at.open(0, opened(at, 0, answer))

    asking, answer, back = trio.run(play)

    assert "signs nothing before the others give them back" in at.said[0]
    assert [len(done.outgoing) for done in (asking, answer, back)] == [1, 1, 1]
    assert back.end is None and back.awaited == [back.note.peers[0].name]


def test_of_three_two_vote_out_whoever_has_not_answered_for_its_days(tmp_path: Path) -> None:
    """given three players of whom one is never seen again; when the others claim that as soon as its days are
    over, then they vote, confirm by what the other has told, and go on without it."""
    at = table(tmp_path, "faroe", ("greedy", "greedy", "greedy"))

    async def play() -> None:
        for _ in range(12):
            for n in range(3):
                await at.attend(n)
        for _ in range(12):
            at.now += DAY_S
            for n in range(2):
                await at.attend(n, claim=True)

    trio.run(play)

    gone = at.seats[2].identity.name
    said = [text for text in at.said if gone in text]
    assert said == [f"{gone} did not answer for 3 days; you vote to go on without {gone}."] * 2
    for n in range(2):
        assert at.attended[n].end is None and at.attended[n].awaited != [gone]
    with saved.folder_of(at.seats[0].home).open(at.match) as file:
        standing = saved.followed(at.seats[0].rules, file, 3).transcript
    seats = [player.binding.ik for player in standing.players]
    assert standing.standing(seats.index(at.seats[2].identity.public)).left_behind
