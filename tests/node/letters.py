"""Two or more homes that share nothing but the parcels which a test carries between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fadenet import games
from fadenet.bots.greedy import GreedyBot
from fadenet.engine.rules import Rules
from fadenet.node.mail import beginning, content, kept
from fadenet.node.mail.content import Content, Invitation
from fadenet.node.mail.desk import Attended, Nobody, Outgoing, attend
from fadenet.node.mail.kept import OpenInvitation
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.run import Entrant
from fadenet.node.sitting import config_of
from fadenet.table.seat import TableSeat
from fadenet.table.view import Player
from protocol.hello import Config
from protocol.parcels import Parcel, seal, unseal
from tests.node.helpers import seeded
from tests.node.tables import table

DAYS = 3
START_S = 1_800_000_000.0


@dataclass
class Clock:
    """A clock that stands until a test moves it (Unix seconds)."""

    now: float = START_S

    def __call__(self) -> float:
        return self.now

    def pass_days(self, days: float) -> None:
        self.now += days * 86_400


@dataclass
class Writer:
    """A player with a home of its own, whose node is up only while it attends to its match."""

    entrant: Entrant
    match: str = ""
    said: list[str] = field(default_factory=list)
    last: Attended | None = None

    @property
    def ik(self) -> bytes:
        return self.entrant.identity.public

    @property
    def home(self) -> Path:
        return self.entrant.home

    def say(self, text: str) -> None:
        self.said.append(text)

    def opened(self, parcel: bytes, subject: bytes = b"") -> Parcel:
        """A parcel for this player, by default one of its match."""
        return unseal(self.entrant.identity, subject or bytes.fromhex(self.match), parcel)

    def sealed(self, to: bytes, said: Content | bytes, number: int = 1, subject: bytes = b"") -> bytes:
        """A parcel in which this player says whatever it likes."""
        data = said if isinstance(said, bytes) else content.pack(said)
        about = subject or bytes.fromhex(self.match)
        return seal(self.entrant.identity, to, about, number, data, seeded(number))

    @property
    def file(self) -> bytes:
        """The match file as it is."""
        return (self.home / saved.FOLDER / f"{self.match}.match").read_bytes()

    async def attend(self, *parcels: bytes | Parcel, claim: bool = False, moved: bool = False) -> Attended:
        """Take in parcels of the match, and go on."""
        arrived = [self.opened(one) if isinstance(one, bytes) else one for one in parcels]
        self.last = await attend(self.entrant, self.match, arrived, say=self.say, claim=claim, moved=moved)
        return self.last


def writer(path: Path, n: int, player: Player, *, rules: Rules, clock: Clock, seed: int = 0) -> Writer:
    """Player number n, whose marks lie beside its data folder; a person where nobody decides."""
    path.mkdir(parents=True, exist_ok=True)
    seat = table(path / "home", n, player, rules=rules, kind="human" if isinstance(player, Nobody) else "bot")
    machine = Machine(marks=path / "marks", rng=seeded(100 * seed + n), now=clock)
    return Writer(replace(seat, machine=machine, paced=False))


def seat_of(one: Writer) -> TableSeat:
    """The seat of a writer as its folder has it, with which it can sign whatever it likes."""
    folder = saved.folder_of(one.home)
    secrets = saved.read_secrets(folder, one.match)
    with folder.open(one.match) as file:
        return saved.restored(one.entrant.rules, file, 2, secrets, lambda state, rows: None)


@dataclass
class Post:
    """Two writers, the first of them the host, and the clock of both."""

    host: Writer
    guest: Writer
    clock: Clock
    config: Config
    invitation: Invitation | None = None

    @property
    def both(self) -> tuple[Writer, Writer]:
        return self.host, self.guest

    def open_of(self, one: Writer) -> OpenInvitation:
        assert self.invitation is not None
        found = kept.read_invitation(one.home, self.invitation.id)
        assert found is not None
        return found

    def invite(self) -> bytes:
        """The bytes of an invitation of the host's."""
        self.invitation = beginning.invite(self.host.entrant, self.config)
        return bytes.fromhex(self.open_of(self.host).invitation)

    def accept(self, one: Writer) -> bytes:
        """The parcel with which somebody takes it."""
        assert self.invitation is not None
        data = bytes.fromhex(self.open_of(self.host).invitation)
        open_ = beginning.accept(one.entrant, self.invitation, data)
        return beginning.acceptance(one.entrant.identity, self.invitation, open_)

    def take(self, acceptance: bytes) -> str:
        """The host seats whoever has accepted."""
        assert self.invitation is not None
        parcel = self.host.opened(acceptance, self.invitation.id)
        open_ = self.open_of(self.host)
        return beginning.begin(self.host.entrant, self.invitation, open_, parcel, self.host.say)

    def sit_down(self, one: Writer, parcel: bytes | Parcel) -> Parcel:
        """A guest takes the first parcel of the host."""
        assert self.invitation is not None
        opened = parcel if isinstance(parcel, Parcel) else one.opened(parcel, self.invitation.id)
        one.match = beginning.sit_down(one.entrant, self.invitation, self.open_of(one), opened, one.say)
        return opened

    async def begin(self) -> tuple[Outgoing, ...]:
        """From the invitation to what the guest has for the host."""
        self.invite()
        self.host.match = self.take(self.accept(self.guest))
        (first,) = (await self.host.attend()).outgoing
        return (await self.guest.attend(self.sit_down(self.guest, first.parcel))).outgoing

    async def carry(self, outgoing: Sequence[Outgoing], journeys: int = 10_000) -> int:
        """Bring parcels to and fro until neither has anything fresh for the other, the host's turn to read;
        how many were brought."""
        for n in range(journeys):
            if not any(one.fresh for one in outgoing):
                return n
            reader = self.both[n % 2]
            outgoing = (await reader.attend(*(one.parcel for one in outgoing))).outgoing
        return journeys


def post(
    path: Path,
    game: str = "prelude",
    players: Sequence[Player] | None = None,
    days: int = DAYS,
    seed: int = 0,
) -> Post:
    """Two with data folders of their own, who know nothing of each other."""
    rules, clock = games.load(game), Clock()
    host, guest = players or (GreedyBot(), GreedyBot())
    return Post(
        writer(path / "a", 0, host, rules=rules, clock=clock, seed=seed),
        writer(path / "b", 1, guest, rules=rules, clock=clock, seed=seed),
        clock,
        config_of(rules, 2, 0, 0, 0, days),
    )
