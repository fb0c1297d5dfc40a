"""One seat of a match by correspondence, attended to while nobody else is there: parcels in, parcels out.

It is the same `MatchRun` as over links, whose peers are never connected. It takes in what has come, answers
what leaves no choice, asks the player for the rest, and rests as soon as only others can go on. All that was
signed is on disk by then, and what each of the others lacks, by what it has told last, goes into a parcel
for it: so a parcel that is lost, doubled or late costs nothing but time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import trio

from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.state import Row, TableNeed
from fadenet.node.errors import plainly
from fadenet.node.link.identity import PlayerKind
from fadenet.node.mail import content, kept
from fadenet.node.mail.kept import Correspondent, Mail
from fadenet.node.match import saved
from fadenet.node.match.committer import Keeper
from fadenet.node.match.door import TableDoor
from fadenet.node.match.follow import FollowRun, MatchEnd, Say
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import CannotPlay, Letter, Sitting
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.node.match.storage import MatchFile
from fadenet.node.play import broken_off
from fadenet.table.view import Answer, MatchInfo, SeatView
from protocol.faults import BadEncoding
from protocol.parcels import CONTENT_BYTES_MAX, Parcel, seal


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A parcel that waits to be brought. to, key: its receiver's name and IK; fresh: whether there is
    anything in it that no earlier one had; first: whether its receiver knows of no match yet, but of the
    invitation."""

    to: str
    key: bytes
    parcel: bytes
    fresh: bool
    first: bool = False


@dataclass(frozen=True, slots=True)
class Attended:
    """A match once it was attended to. end: how it ended, None = it goes on; outgoing: a parcel for each of
    the others that lacks something; note: its table, with whose turn it is."""

    match: str
    end: MatchEnd | None
    outgoing: tuple[Outgoing, ...]
    note: saved.SavedTable

    @property
    def ours(self) -> bool:
        """Whether our player is to decide."""
        return self.end is None and self.note.turn > 0

    @property
    def awaited(self) -> list[str]:
        """The names of those whom the match waits for."""
        pairs = zip(self.note.peers, self.note.waits, strict=False)
        return [peer.name for peer, wait in pairs if wait.since]


class Nobody:
    """The player of a seat whose decisions are not made now: its match rests where it is to decide.

    A `fadenet.table.view.Player`. rests: called then.
    """

    def __init__(self) -> None:
        self.rests: Callable[[], object] = lambda: None

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        pass

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        pass

    async def choose(self, seat: SeatView) -> Answer:
        await self._asked()
        raise AssertionError("nobody answers")

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        await self._asked()
        raise AssertionError("nobody answers")

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        pass

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        pass

    async def _asked(self) -> None:
        self.rests()
        await trio.sleep_forever()


class GivesUp(Nobody):
    """The player of a seat that gives up as soon as it is to decide."""

    async def choose(self, seat: SeatView) -> Answer:
        return Answer(CONCEDE_MOVE)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return ()


async def attend(
    entrant: Entrant,
    match: str,
    arrived: Sequence[Parcel] = (),
    *,
    say: Say,
    claim: bool = False,
    moved: bool = False,
) -> Attended:
    """Take in what has come for our seat, go on as far as that leads, and make parcels of what others lack.

    match: its whole id. claim: our player says that those whose days are over by our clock have left. moved:
    as in `saved.open_mark`. Raises `keys.UserError` for what the player can mend, `CannotPlay` for a match
    that a proven fault has ended, `PeerFault` for a proven fault of another seat.
    """
    home, machine = entrant.home, entrant.machine
    note = saved.read_table(home, match)
    if note.result.startswith(saved.BROKEN_OFF):
        raise CannotPlay(f"Match {short_id(match)} is over: {note.result}. Nothing more is taken in it.")
    if not note.days:
        raise CannotPlay(
            f"Match {short_id(match)} is not played by correspondence, so nothing of it goes by post. "
            f"To go on with it: fadenet resume {short_id(match)}"
        )
    mail, letters = _sorted(entrant, kept.read_mail(home, match), note, arrived, say)
    folder = saved.folder_of(home, machine.disk)
    door = TableDoor(machine, PlayerKind.HUMAN, 0, known=[bytes.fromhex(peer.key) for peer in note.peers])
    with folder.open(match) as file:
        try:
            secrets = saved.read_secrets(folder, match)
        except FileNotFoundError:
            run: FollowRun = _archived(entrant, file, door, note, say)
            end: MatchEnd | None = await _look_again(run, letters)
        else:
            with broken_off(entrant, match), plainly():
                run = own = MatchRun.restore(entrant, file, secrets, door, note, say, moved)
                if isinstance(entrant.player, Nobody):
                    entrant.player.rests = lambda: own.settled.set()
                for letter in letters:
                    own.deliver(letter)
                end = await _play(own, claim, say)
    mail, outgoing = _outgoing(entrant, run, mail, {one.seat for one in letters if one.items})
    kept.write_mail(home, match, mail)
    run.let_go()
    return Attended(match, end, outgoing, run.note)


def heard(mail: Mail, run: MatchRun) -> Mail:
    """The mail of a match with what the others have told over connections while it was played."""
    told = {
        run.seat.players[peer.seat].binding.ik.hex(): kept.written(peer.held)
        for peer in run.mesh.peers
        if peer.met and peer.held is not None
    }
    return mail.with_({key: replace(mail.of(key), heads=heads, begun=True) for key, heads in told.items()})


async def _play(run: MatchRun, claim: bool, say: Say) -> MatchEnd | None:
    """Play until nothing can be done before somebody else does something; how the match ended, if it has."""
    ends: list[MatchEnd] = []

    async def play() -> None:
        ends.append(await run.play())
        run.settled.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await run.settled.wait()
        if claim and not ends:
            run.settled = trio.Event()
            if run.claim():
                await run.settled.wait()
            else:
                say("Nobody's days are over yet, so nothing is claimed.")
        if not ends:
            await run.put_down()
        nursery.cancel_scope.cancel()
    return ends[0] if ends else None


def _archived(
    entrant: Entrant, file: MatchFile, door: TableDoor, note: saved.SavedTable, say: Say
) -> FollowRun:
    """A match that is over here, for which nothing secret is needed any more."""
    follower = saved.followed(entrant.rules, file, len(note.peers) + 1)
    run = FollowRun(entrant, follower, Keeper(file, None, entrant.machine.committer), door, note, say)
    if follower.result is None:
        run.exchange.abandon(given_up=note.result.startswith(saved.LOST))
    return run


async def _look_again(run: FollowRun, letters: Sequence[Letter]) -> MatchEnd:
    """Take in what the others have said since it was over; without a RESULT that changes nothing."""
    for letter in () if run.exchange.abandoned else letters:
        await run.exchange.take_in_parcel(letter)
    return await run.end_again()


def _sorted(
    entrant: Entrant, mail: Mail, note: saved.SavedTable, arrived: Sequence[Parcel], say: Say
) -> tuple[Mail, list[Letter]]:
    """Sort what has come in the order in which it was sent; returns the mail as that leaves it, too. A parcel
    that does not bring items of this match from one of its players is told of and left out: whoever knows
    the match can make one."""
    names = {bytes.fromhex(peer.key): peer.name for peer in note.peers}
    keys_of = sorted([entrant.identity.public, *names])
    letters: list[Letter] = []
    for parcel in sorted(arrived, key=lambda one: one.number):
        if parcel.sender not in names:
            say("A parcel of somebody who does not play in this match is left out.")
            continue
        try:
            items = _items_of(parcel, len(keys_of))
        except BadEncoding as fault:
            say(f"A parcel of {names[parcel.sender]} that does not fit this match is left out: {fault.why}.")
            continue
        letters.append(Letter(keys_of.index(parcel.sender), *items))
        key = parcel.sender.hex()
        before = mail.of(key)
        if parcel.number >= before.taken:  # an older one tells an older state
            told = kept.written(items.heads)
            now = replace(before, heads=told, taken=parcel.number, begun=True)
            mail = mail.with_({key: now})
    return mail, letters


def _items_of(parcel: Parcel, seats: int) -> content.Items:
    """The items that a parcel brings. Raises `BadEncoding` for one that brings none of a match of so many."""
    said = content.parse(parcel.content)
    items = said.first if isinstance(said, content.Started) else said
    if not isinstance(items, content.Items) or len(items.heads.by_seat) != seats:
        raise BadEncoding("it brings nothing of a match with so many players")
    return items


def _outgoing(
    entrant: Entrant, run: FollowRun, mail: Mail, gave: Collection[int]
) -> tuple[Mail, tuple[Outgoing, ...]]:
    """The parcels for all who lack something, and the mail behind them. gave: the seats that have just given
    items: behind the end these do not know yet that we have it."""
    follower, exchange = run.follower, run.exchange
    heads, over = exchange.holdings.heads(), follower.result is not None
    held = f"{kept.written(heads)}{over:02x}"
    found: list[Outgoing] = []
    changed: dict[str, Correspondent] = {}
    now = int(entrant.machine.now())
    for peer in run.mesh.peers:
        ik = follower.players[peer.seat].binding.ik
        before = mail.of(ik.hex())
        told = before.told(len(follower.players))
        own = content.Items(heads, over, ())
        letter: content.Items | content.Started = own
        if not before.begun:
            letter = content.Started(bytes.fromhex(run.note.token), _sitting(run), own)
        items = exchange.owed_to(peer.seat, told, CONTENT_BYTES_MAX - len(content.pack(letter)))
        behind = told is not None and any(
            theirs > ours for (ours, _), (theirs, _) in zip(heads.by_seat, told.by_seat, strict=True)
        )
        tells = over and (held != before.posted or peer.seat in gave)
        if peer.shunned or not (items or behind or tells):
            continue
        subject = bytes.fromhex(run.match if before.begun else mail.invitation)
        number = max(before.sent + 1, now)  # also behind those of a newer copy of our folder
        whole = content.pack(letter.bringing(items))
        parcel = seal(entrant.identity, ik, subject, number, whole, entrant.machine.rng)
        found.append(Outgoing(peer.name, ik, parcel, held != before.posted, not before.begun))
        changed[ik.hex()] = replace(before, sent=number, posted=held)
    return mail.with_(changed), tuple(found)


def _sitting(run: FollowRun) -> tuple[Sitting, ...]:
    """All players, as the host introduces them."""
    where = {peer.key: peer.where for peer in run.note.peers}
    own = run.note.where
    return tuple(
        Sitting(name, hello.wire, where.get(hello.binding.ik.hex(), own))
        for name, hello in zip(run.names, run.follower.players, strict=True)
    )
