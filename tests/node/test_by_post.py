"""The promises of the protocol hold for a match that goes by parcels alone as for any other."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from check_match import VALID, check

from fadenet.bots.greedy import GreedyBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.state import TableNeed
from fadenet.node.errors import NoMark
from fadenet.node.mail.desk import Nobody
from fadenet.node.match import saved
from fadenet.node.match.messages import CannotPlay
from fadenet.node.match.storage import Disk
from fadenet.table.view import Answer, MatchInfo, Player, SeatView
from protocol.faults import PeerFault
from protocol.files import FileState, split_items
from protocol.hello import parse_hello
from protocol.messages import Entry, parse_message
from protocol.parcels import PARCEL_BYTES_MAX
from tests.node.letters import DAYS, Post, Writer, post, seat_of
from tests.node.tables import verified


def signed(one: Writer) -> dict[tuple[int, int], bytes]:
    """The entries that a writer holds, by author and number."""
    messages = map(parse_message, split_items(one.file)[0][2:])
    return {(m.head.author, m.head.seq): m.wire for m in messages if isinstance(m, Entry)}


def copy(one: Writer) -> Path:
    """A copy of a data folder as it is now."""
    return Path(shutil.copytree(one.home, one.home.with_name("old")))


def put_back(one: Writer) -> None:
    """The copy takes the place of the data folder; the mark stays where it is."""
    shutil.rmtree(one.home)
    shutil.copytree(one.home.with_name("old"), one.home)


class Conceding(GreedyBot):
    """Gives up at its first decision."""

    async def choose(self, seat: SeatView) -> Answer:
        return Answer(CONCEDE_MOVE)


class Once(Nobody):
    """Decides once, and then no more."""

    def __init__(self) -> None:
        super().__init__()
        self._bot: GreedyBot | None = GreedyBot()

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        if self._bot is not None:
            await self._bot.start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        bot, self._bot = self._bot, None
        return await (super().choose(seat) if bot is None else bot.choose(seat))

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        bot, self._bot = self._bot, None
        return await (super().take(seat, need) if bot is None else bot.take(seat, need))


async def play_on(one: Writer, player: Player, moved: bool = False) -> bytes:
    """Attend once with another player; the parcel that comes of it."""
    (letter,) = (await replace(one, entrant=replace(one.entrant, player=player)).attend(moved=moved)).outgoing
    return letter.parcel


async def to_the_guest(path: Path) -> Post:
    """A match in which the guest is to answer a question, and nobody does; the host knows all else."""
    there = post(path, players=(GreedyBot(), Nobody()))
    await there.carry(await there.begin())
    while seat_of(there.guest).question() is None:
        letters = (await there.host.attend(await play_on(there.guest, Once()))).outgoing
        await there.guest.attend(*(one.parcel for one in letters))
    return there


async def on(there: Post, journeys: int = 4) -> None:
    """The match goes on for so many journeys, a second apart, from whatever both hold."""
    for n in range(journeys):
        reader, other = there.both[n % 2], there.both[1 - n % 2]
        there.clock.now += 1
        letters = (await other.attend()).outgoing
        await reader.attend(*(one.parcel for one in letters))


async def ended(there: Post) -> None:
    """The match goes on to its end, which is as good as any."""
    for _ in range(60):
        await on(there, 2)
        ends = [one.last.end for one in there.both if one.last is not None]
        if len(ends) == 2 and all(end is not None and end.result for end in ends):
            break
    assert all(end is not None and end.result and not end.findings for end in ends)


@pytest.mark.slow
async def test_a_match_by_parcels_is_judged_like_any_other(tmp_path: Path) -> None:
    # given a match that was played without one connection
    there = post(tmp_path)
    await there.carry(await there.begin())
    # when both files are verified, by the program and by the checker that shares no code with it
    for one in there.both:
        (path,) = one.home.glob("matches/*.match")
        report = verified(path, one.entrant.rules)
        assert (report.state, report.findings) == (FileState.VALID, ())
        judged = check(path.read_bytes())
        assert (judged.state, judged.findings) == (VALID, [])
        # and its terms say that it was played by correspondence
        assert parse_hello(split_items(path.read_bytes())[0][0]).config.days == DAYS


@pytest.mark.slow
@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
async def test_what_an_older_copy_lacks_comes_back_by_parcels(tmp_path: Path, who: int) -> None:
    # given a match that went on after a copy was made of a data folder, and the copy in its place
    there = post(tmp_path)
    await there.carry(await there.begin(), 4)
    back, other = there.both[who], there.both[1 - who]
    copy(back)
    await on(there, 6 + who)  # the last that it has signed has been read
    before = signed(back)
    put_back(back)
    old = back.file
    # when nothing has come, then it signs nothing, says why, and its parcel says what it holds
    there.clock.now += 60
    done = await back.attend()
    assert back.file == old and done.end is None
    assert any("signs nothing before the others give them back" in said for said in back.said)
    (asks,) = done.outgoing
    # and when the other has read that, then all of it comes back, and the match goes on
    (gives,) = (await other.attend(asks.parcel)).outgoing
    await back.attend(gives.parcel)
    now = signed(back)
    assert before.items() <= now.items() and len(now) >= len(before)
    await ended(there)
    assert before.items() <= signed(back).items()


async def test_an_older_copy_gives_nobody_up(tmp_path: Path) -> None:
    """given an older copy in place of the data folder, in which somebody has been waited for too long, then
    no time is claimed before it holds what it has signed."""
    there = post(tmp_path)
    await there.carry(await there.begin(), 5)
    copy(there.host)
    await on(there, 6)
    put_back(there.host)
    there.clock.pass_days(10 * DAYS)
    old = there.host.file
    done = await there.host.attend(claim=True)
    assert done.end is None and there.host.file == old
    assert "Nobody's days are over yet, so nothing is claimed." in there.host.said


@pytest.mark.slow
async def test_a_copy_that_is_moved_needs_the_players_word(tmp_path: Path) -> None:
    there = post(tmp_path)
    await there.carry(await there.begin(), 4)
    shutil.rmtree(there.host.home.parent / "marks")
    with pytest.raises(NoMark, match="--moved"):
        await there.host.attend()
    await there.host.attend(moved=True)
    await ended(there)


async def test_two_machines_of_one_identity_are_found(tmp_path: Path) -> None:
    # given a guest whose match is played on from two copies of its data folder, each with a mark of its own
    there = await to_the_guest(tmp_path)
    twin = post(tmp_path / "twin", players=(GreedyBot(), Nobody()), seed=1).guest
    shutil.copytree(there.guest.home, twin.home, dirs_exist_ok=True)
    twin.match = there.guest.match
    one = await play_on(there.guest, GreedyBot())
    two = await play_on(twin, Conceding(), moved=True)
    # when both have moved, and the host reads what each of them has to say
    await there.host.attend(one)
    with pytest.raises(PeerFault) as fault:
        await there.host.attend(two)
    # then the two signatures are found, and prove it to everybody
    assert fault.value.proven and fault.value.transferable and fault.value.rule == "equivocation"
    assert fault.value.author == sorted([there.host.ik, there.guest.ik]).index(there.guest.ik)
    assert saved.read_table(there.host.home, there.host.match).result == "broken off [equivocation]"
    assert list(there.host.home.glob("matches/*.evidence"))
    # and what comes later brings no other end
    with pytest.raises(CannotPlay, match=r"is over: broken off \[equivocation\]\."):
        await there.host.attend(one)


async def test_days_that_are_over_may_be_claimed_and_only_then(tmp_path: Path) -> None:
    # given a guest that is to decide
    there = await to_the_guest(tmp_path)
    assert there.host.last is not None and there.host.last.awaited == ["p1"]
    # when its days are not over, then nothing is claimed
    there.clock.pass_days(DAYS - 0.01)
    assert (await there.host.attend(claim=True)).end is None
    assert "Nobody's days are over yet, so nothing is claimed." in there.host.said
    # and when they are, nothing is without the word of the player
    there.clock.pass_days(0.02)
    assert (await there.host.attend()).end is None
    end = (await there.host.attend(claim=True)).end
    # then the match has ended by that word: without a RESULT, as between two nobody can prove it
    assert end is not None and end.result is None and end.places is not None
    note = saved.read_table(there.host.home, there.host.match)
    assert note.result.startswith("won [")
    # and a letter that comes too late changes neither that nor the file
    before = there.host.file
    done = await there.host.attend(await play_on(there.guest, GreedyBot()))
    assert done.end is not None and done.end.places == end.places
    assert saved.read_table(there.host.home, there.host.match).result == note.result
    assert there.host.file == before
    # and by that of the host the guest hears of it
    (word,) = done.outgoing
    end = (await there.guest.attend(word.parcel)).end
    assert end is not None and end.result is None
    assert any("waits for you no longer" in said for said in there.guest.said)


async def test_each_decision_has_all_its_days(tmp_path: Path) -> None:
    """given players that answer after two of three days each, then nobody is overdue, however many decisions
    one of them has in a row."""
    there = await to_the_guest(tmp_path)
    for _ in range(4):
        asked = there.clock.now
        there.clock.pass_days(DAYS - 1)
        note = saved.read_table(there.guest.home, there.guest.match)
        assert note.turn == asked
        letter = await play_on(there.guest, Once())
        assert (await there.host.attend(letter, claim=True)).end is None
        while not (await there.guest.attend()).ours:
            await on(there, 2)


async def test_a_match_that_was_given_up_here_is_gone(tmp_path: Path) -> None:
    there = post(tmp_path)
    outgoing = await there.begin()
    saved.forget(there.host.home, there.host.entrant.machine, there.host.match)
    with pytest.raises(saved.MatchNotFound):
        await there.host.attend(*(one.parcel for one in outgoing))
    assert not list(there.host.home.glob("matches/*.mail"))


@pytest.mark.slow
async def test_a_parcel_is_never_larger_than_one_may_be(tmp_path: Path) -> None:
    """given a node that has lost its whole match but for the HELLOs, then what it lacks comes in parcels of
    which none is too large."""
    there = post(tmp_path)
    await there.carry(await there.begin(), 3)
    copy(there.guest)
    await on(there, 41)
    put_back(there.guest)
    sizes = []
    for _ in range(6):
        there.clock.now += 60
        for reader, other in (there.both, there.both[::-1]):
            letters = (await other.attend()).outgoing
            sizes += [len(one.parcel) for one in letters]
            await reader.attend(*(one.parcel for one in letters))
    assert max(sizes) <= PARCEL_BYTES_MAX
    await ended(there)


NEVER = 10**9


class Died(BaseException):
    """A process is gone."""


class Dying(Disk):
    """The disk of a process that dies before its n-th write from now on."""

    def __init__(self) -> None:
        self.left = NEVER
        self._open: set[int] = set()

    def open(self, path: Path, flags: int) -> int:
        fd = super().open(path, flags)
        self._open.add(fd)
        return fd

    def close(self, fd: int) -> None:
        self._open.discard(fd)
        super().close(fd)

    def _live(self) -> None:
        self.left -= 1
        if not self.left:
            raise Died

    def write(self, fd: int, data: bytes) -> int:
        self._live()
        return super().write(fd, data)

    def write_at(self, fd: int, data: bytes, at: int) -> None:
        self._live()
        super().write_at(fd, data, at)

    def fsync(self, fd: int) -> None:
        self._live()

    def bury(self) -> None:
        """The system closes what the process has left open."""
        for fd in [*self._open]:
            self.close(fd)
        self.left = NEVER


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_node_that_dies_at_any_write_loses_nothing(tmp_path: Path, seed: int) -> None:
    """given nodes of which each second one dies while it attends, at any write, and a carrier that loses one
    parcel in ten, then the match ends for both as any other does, and nobody is accused."""
    random, there, deaths = Random(seed), post(tmp_path, seed=seed), 0
    disks = [Dying(), Dying()]
    for one, disk in zip(there.both, disks, strict=True):
        one.entrant = replace(one.entrant, machine=replace(one.entrant.machine, disk=disk))
    lies: list[list[bytes]] = [[letter.parcel for letter in await there.begin()], []]
    for n in range(2_000):
        one, disk = there.both[n % 2], disks[n % 2]
        there.clock.now += 60
        disk.left = random.choice([NEVER, random.randrange(1, 14)])
        try:
            done = await one.attend(*lies[n % 2])
        except BaseExceptionGroup as group:
            assert group.split(Died)[1] is None
            deaths += 1
        except Died:
            deaths += 1
        else:
            lies[1 - n % 2] = [letter.parcel for letter in done.outgoing if random.random() < 0.9]
        disk.bury()
        ends = [one.last.end for one in there.both if one.last is not None]
        if len(ends) == 2 and all(end is not None and end.result for end in ends):
            break
    assert ends[0] is not None and ends[1] is not None and ends[0].result == ends[1].result
    assert deaths > 5 and not ends[0].findings and not there.host.said and not there.guest.said
