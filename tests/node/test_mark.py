"""A data folder that is put back to an older state: its node contradicts nothing that it has signed."""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import DiskFailed, DiskFull, MatchBusy, MatchFileDamaged, NodeError, NoMark
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.mark import Mark, Signed, mark_path, marks_folder
from fadenet.node.match.run import MatchRun
from fadenet.node.match.storage import Disk
from keys import data_home
from keys.errors import FileTrouble
from protocol.files import split_items
from protocol.messages import Entry, parse_message
from tests.node.tables import Party, Quitter, Slow, files, resume, table
from tests.sim.explore.plan import Plan
from tests.table.wire import acting

LINK = bytes(range(32))
LATER_S = 25
"""The match that goes on after a copy of its data folder was made."""


def duel(path: Path) -> Party:
    """Two whose marks lie beside their data folders, each on a computer of its own."""
    both = Party(table(path / "a", 0, Slow()), table(path / "b", 1, Slow()))
    both.tables = [
        replace(one, machine=Machine(marks=path / f"marks{n}")) for n, one in enumerate(both.tables)
    ]
    return both


async def copied(both: Party, n: int) -> None:
    """A match that both have left; what was then in the data folder of n is in `old`, and they have gone on
    since, and left again."""
    assert await both.play(patience=20, bank=100) == [None, None]
    home = both.tables[n].home
    shutil.copytree(home, home.with_name("old"))
    assert await both.resume(patience=LATER_S) == [None, None]


def put_back(both: Party, n: int) -> None:
    """The copy takes the place of the data folder."""
    home = both.tables[n].home
    shutil.rmtree(home)
    shutil.copytree(home.with_name("old"), home)


def impatient(both: Party) -> None:
    """Both give up soon."""
    both.tables = [replace(one, player=Quitter(3)) for one in both.tables]


def signed(path: Path) -> dict[tuple[int, int], bytes]:
    """The entries of a match file, by author and number."""
    messages = map(parse_message, split_items(path.read_bytes())[0][2:])
    return {(one.head.author, one.head.seq): one.wire for one in messages if isinstance(one, Entry)}


@pytest.mark.slow
async def test_a_folder_that_is_put_back_signs_nothing_twice(
    tmp_path: Path, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    # given a match that went on after a copy was made, and the copy in its place
    both = duel(tmp_path)
    await copied(both, 0)
    before = signed(files(both.host.home, "match")[0])
    shutil.copytree(both.joiner.home, tmp_path / "new")
    put_back(both, 0)
    old = files(both.host.home, "match")[0].read_bytes()
    # and another side that gives back nothing, as it plays from such a copy too, on another computer
    shutil.copy(files(both.host.home, "match")[0], files(both.joiner.home, "match")[0])
    shutil.rmtree(tmp_path / "marks1")
    # when the host goes on
    (end, _) = await both.resume(patience=LATER_S, moved=[1])
    # then it says why and what to do, in the log too, which is all that a node without a screen has
    assert isinstance(end, MatchFileDamaged) and "would prove that you cheat" in end.message
    assert "fadenet matches --forget" in end.message
    (told,) = (said for said in both.told[0] if "signs nothing before the others give them back" in said)
    for text in (told, caplog.text):
        assert "signs nothing before the others give them back" in text and "matches --forget" in text
    # and has signed nothing
    after = signed(files(both.host.home, "match")[0])
    assert files(both.host.home, "match")[0].read_bytes() == old and len(after) < len(before)
    # and when the other side has the newest copy again, the match is played to its end
    shutil.rmtree(both.joiner.home)
    shutil.copytree(tmp_path / "new", both.joiner.home)
    shutil.rmtree(tmp_path / "marks1")
    impatient(both)
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume(moved=[1]))
    now = signed(files(both.host.home, "match")[0])
    assert all(now[place] == wire for place, wire in before.items())


@pytest.mark.slow
async def test_what_the_other_gives_back_is_gone_on_with(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match that went on after a copy was made, and the copy in its place
    both = duel(tmp_path)
    await copied(both, 0)
    before = signed(files(both.host.home, "match")[0])
    put_back(both, 0)
    # when nobody is there, then nothing is signed, even when the time of the other would be over
    old = files(both.host.home, "match")[0].read_bytes()
    with trio.move_on_after(2_000):
        await both.back(0)
    assert files(both.host.home, "match")[0].read_bytes() == old
    # and when the other is back, then the match goes on where it was
    impatient(both)
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume())
    now = signed(files(both.host.home, "match")[0])
    assert all(now[place] == wire for place, wire in before.items())
    # and nothing is left of the marks
    assert not [*tmp_path.glob("marks*/*")]


@pytest.mark.parametrize("last", [True, False], ids=["END void", "void RESULT"])
async def test_a_folder_put_back_to_before_a_void_signs_no_entry_there(
    tmp_path: Path, autojump_clock: MockClock, last: bool
) -> None:
    # given two who agree to end the match, the last in place of its move, and then both sign RESULT
    both, runs = duel(tmp_path), dict[int, MatchRun]()
    both.tables = [replace(one, begun=partial(runs.__setitem__, n)) for n, one in enumerate(both.tables)]
    late: list[int] = []

    def copy() -> None:
        home = both.tables[late[-1]].home
        shutil.copytree(home, home.with_name("old"))

    async def agree(party: Party) -> None:
        while not late:
            await trio.sleep(0.1)
            late.extend(n for n, run in runs.items() if acting(run.seat))
        (n,) = late
        if last:
            copy()
        runs[1 - n].offer_void(True)
        if not last:
            late.append(1 - n)
            while not runs[n].seat.ending.void_for():
                await trio.sleep(0.01)
            copy()
        runs[n].offer_void(True)
        while not (runs[n].seat.void and runs[1 - n].seat.void):
            await trio.sleep(0.01)
        for scope in party.scopes:
            scope.cancel()

    await both.play(patience=100, meddle=agree)
    # when the data folder of one is put back to before what it signed last, and the other gives back nothing
    n = late[-1]
    both.tables = [replace(one, begun=lambda run: None) for one in both.tables]
    put_back(both, n)
    (mine,), (theirs,) = (files(both.tables[at].home, "match") for at in (n, 1 - n))
    old = mine.read_bytes()
    shutil.copy(mine, theirs)
    shutil.rmtree(tmp_path / f"marks{1 - n}")
    ends = await both.resume(patience=LATER_S, moved=[1 - n])
    # then it signs nothing at all
    end = ends[n]
    assert isinstance(end, MatchFileDamaged) and "would prove that you cheat" in end.message
    assert signed(mine).items() <= signed(theirs).items() and mine.read_bytes().startswith(old)
    assert not any(place[0] == runs[n].own and wire not in old for place, wire in signed(mine).items())


async def test_a_folder_that_was_moved_goes_on_when_its_player_says_so(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a match that both have left, and no mark, as on another computer
    both = duel(tmp_path)
    await both.play(patience=20)
    shutil.rmtree(tmp_path / "marks0")
    # when, then
    with pytest.raises(NoMark, match="--moved") as refused:
        await both.back(0)
    assert "prove that you cheat" in refused.value.message
    # and with the player's word for it the match goes on, and has a mark again
    impatient(both)
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume(moved=[0]))


async def test_a_match_that_is_given_up_leaves_no_mark(tmp_path: Path, autojump_clock: MockClock) -> None:
    both = duel(tmp_path)
    await both.play(patience=20)
    (path,) = files(both.host.home, "match")
    assert [*(tmp_path / "marks0").iterdir()]
    saved.forget(both.host.home, both.host.machine, path.stem)
    assert not [*(tmp_path / "marks0").iterdir()]


def test_a_match_that_is_over_is_not_given_up(tmp_path: Path) -> None:
    match = "0" * 32
    (tmp_path / saved.FOLDER).mkdir(mode=0o700)
    note = saved.SavedTable(
        *("faroe", "duel", {}, "host", "ana", (), "", "", (), (), "human", "", "d", 0), result="won [hp.zero]"
    )
    saved.write_table(tmp_path, match, note)
    with pytest.raises(saved.MatchNotFound, match=r"is over \(won .*\): there is nothing to give up"):
        saved.forget(tmp_path, Machine(marks=tmp_path / "marks"), match)
    assert saved.read_table(tmp_path, match) == note


async def test_of_two_copies_of_a_folder_one_plays(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match that is under way, and a copy of the data folder
    both = duel(tmp_path)
    await both.play(patience=20)
    shutil.copytree(both.host.home, tmp_path / "old")
    twin = replace(both.seat(0), home=tmp_path / "old")
    with trio.move_on_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(both.go_on, 0)
            nursery.start_soon(both.go_on, 1)
            await trio.sleep(5)
            # when a second node plays it too, then it is told so
            with pytest.raises(MatchBusy, match="copy of this data folder"):
                await resume(twin, say=print)


async def test_without_a_place_for_marks_no_match_begins(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a folder that cannot be made, then host and guest are told so, and nothing is half there."""
    (tmp_path / "file").write_text("in the way")
    both = duel(tmp_path)
    both.tables = [replace(one, machine=Machine(marks=tmp_path / "file" / "marks")) for one in both.tables]
    ends = await both.play(patience=100)
    assert isinstance(ends[1], FileTrouble) and "marks" in ends[1].message
    assert not files(both.host.home, "match") and not files(both.joiner.home, "match")
    assert not files(both.host.home, "secret") and not files(both.joiner.home, "secret")


# The file.


def mark(folder: Path) -> Path:
    return mark_path(folder, "0" * 32, bytes(32))


def read(path: Path) -> tuple[int, int, bytes]:
    with Mark.open(path, Disk()) as one:
        return one.signed.seq, one.signed.statements, one.signed.link


def keep(one: Mark, seq: int, link: bytes, votes: int) -> None:
    """Note it, and put it on disk."""
    one.note(0, seq, link, votes)
    one.put(one.signed)


def test_a_mark_never_goes_back(tmp_path: Path) -> None:
    with Mark.create(mark(tmp_path), Disk()) as one:
        for seq, votes in ((1, 0), (7, 0), (3, 2), (7, 1), (8, 2)):
            keep(one, seq, bytes([seq]) * 32, votes)
    assert read(mark(tmp_path)) == (8, 2, bytes([8]) * 32)


async def test_a_mark_contradicts_entries_of_its_own_era_alone() -> None:
    # given a node that holds what its seat has signed
    plan = Plan(2)
    node = plan.begun(plan.table())[0]
    assert node is not None and node.kept.mark is not None
    holdings, (seq, link) = node.exchange.holdings, node.seat.transcript.heads()[node.number]
    # when its mark is of the same entries, of others, or of others behind a fork that it does not know
    for era, last, strays, behind in ((0, link, False, 0), (0, LINK, True, 0), (1, LINK, False, 1)):
        node.kept.mark.signed = Signed(era, seq, 0, last)
        # then others alone contradict those that it holds, and behind a fork it lacks what leads there
        assert (holdings.strays, holdings.behind) == (strays, behind)


def test_a_mark_is_as_long_as_its_two_places(tmp_path: Path) -> None:
    with Mark.create(mark(tmp_path), Disk()) as one:
        for seq in range(1, 4):
            assert mark(tmp_path).stat().st_size == 128
            keep(one, seq, LINK, 0)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("kept", [0, 1, 30, 63, 64])
def test_a_write_that_breaks_off_leaves_the_mark_before(tmp_path: Path, n: int, kept: int) -> None:
    # given a mark, and the next write of it, of which the disk has kept a part
    path = mark(tmp_path)
    one = Mark.create(path, Disk())
    for seq in range(1, n + 1):
        keep(one, seq, LINK, 0)
    before = path.read_bytes()
    keep(one, n + 1, LINK[::-1], 0)
    one.close()
    after = path.read_bytes()
    (at, *_) = (i for i in range(len(after)) if after[i] != before[i])
    at -= at % 64
    path.write_bytes(before[:at] + after[at : at + kept] + before[at + kept :])
    # then the one or the other is there
    assert read(path) == ((n + 1, 0, LINK[::-1]) if kept == 64 else (n, 0, LINK))


def test_a_damaged_mark_is_none(tmp_path: Path) -> None:
    Mark.create(mark(tmp_path), Disk()).close()
    mark(tmp_path).write_bytes(bytes(128))
    with pytest.raises(NoMark, match="damaged"):
        Mark.open(mark(tmp_path), Disk())


@pytest.mark.parametrize(("code", "trouble"), [(errno.EIO, DiskFailed), (errno.ENOSPC, DiskFull)])
def test_a_mark_that_is_not_kept_is_told(tmp_path: Path, code: int, trouble: type[NodeError]) -> None:
    class Failing(Disk):
        """Fails from the fourth write on: two make the mark, and one is kept."""

        left = 3

        def write_at(self, fd: int, data: bytes, at: int) -> None:
            self.left -= 1
            if self.left < 0:
                raise OSError(code, os.strerror(code))
            super().write_at(fd, data, at)

    with Mark.create(mark(tmp_path), Failing()) as one:
        keep(one, 1, LINK, 0)
        with pytest.raises(trouble):
            keep(one, 2, LINK, 0)
        with pytest.raises(DiskFailed, match="closed"):
            keep(one, 2, LINK, 0)
    assert read(mark(tmp_path)) == (1, 0, LINK)


def test_only_what_is_new_is_put_on_disk(tmp_path: Path) -> None:
    class Counting(Disk):
        writes = 0

        def write_at(self, fd: int, data: bytes, at: int) -> None:
            self.writes += 1
            super().write_at(fd, data, at)

    disk = Counting()
    with Mark.create(mark(tmp_path), disk) as one:
        made = disk.writes
        noted = [one.note(0, *more) for more in ((1, LINK, 0), (3, LINK, 0), (3, LINK, 0), (2, LINK, 1))]
        assert noted == [True, True, False, True] and disk.writes == made
        one.put(one.signed)
        one.put(one.signed)
        assert disk.writes == made + 1
    assert read(mark(tmp_path)) == (3, 1, LINK)


def test_marks_lie_outside_of_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FADENET_MARKS", str(tmp_path))
    assert marks_folder() == tmp_path
    monkeypatch.delenv("FADENET_MARKS")
    monkeypatch.delenv("FADENET_HOME", raising=False)
    assert not marks_folder().is_relative_to(data_home())
    assert not data_home().is_relative_to(marks_folder())


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_a_mark_is_its_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        Mark.create(mark(tmp_path / "marks"), Disk()).close()
    finally:
        os.umask(old)
    assert mark(tmp_path / "marks").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "marks").stat().st_mode & 0o777 == 0o700
