"""Values for sitting down at a table: one that is to be opened, an invitation that is accepted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from fadenet.engine.rules import Rules
from fadenet.node.knock import knock
from fadenet.node.limits import WATCHERS
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel
from fadenet.node.link.noise import Rng
from fadenet.node.lobby.invite import Invite
from fadenet.node.lobby.meeting import Meeting
from fadenet.node.lobby.seating import Company
from fadenet.node.match.door import TableDoor
from fadenet.node.match.follow import Say
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Choose, Consider, Entrant, nobody_asked
from fadenet.node.reach.node import Node
from protocol.hello import Config

Come = Callable[[Node, Invite, Rng, Say], Awaitable[Channel]]
"""Makes the first channel to the host of an invitation."""


def config_of(rules: Rules, seats: int, timer: int, bank: int, bonus: int, days: int = 0) -> Config:
    """The config of a table. timer, bank, bonus: seconds; timer 0 = no timer, bank 0 = wait for ever. days:
    for each decision of a match by correspondence, which has no seconds; 0 = all are there together."""
    times = (0, 0, 0) if days else (timer, bank, bonus)
    return Config(rules.name, rules.format, seats, 1, *times, tuple(rules.options.items()), days=days)


@dataclass(frozen=True, slots=True)
class Hosting:
    """A table that is to be opened.

    config: what it plays. listen: where the others may dial us. invite: handed the invitation, which is good
    for `hours`. lan: whether those nearby are told of the table as long as it has a free seat or may be
    watched. watch: whether it may be watched; then `invite_to_watch` is handed the line for that, and
    `watchers` may look on at once. meeting: for whom alone the table is.
    """

    config: Config
    listen: Sequence[Address]
    invite: Callable[[str], None]
    hours: int
    lan: bool = False
    watch: Watch = UNWATCHED
    watchers: int = WATCHERS
    invite_to_watch: Callable[[str], object] = lambda text: None
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class Joining:
    """An invitation that is accepted. line: as the host gave it. choose, ask: what is played there, and what
    the player is asked before. come: makes the first channel to the host. bot: the one that is to sit there,
    as the host's notice has said, "" = whoever does.

    listen: where the others may dial us, the host too if its node has died (None: at all addresses, a free
    port; (): nowhere else than before).
    """

    line: str
    choose: Choose
    listen: Sequence[Address] | None = None
    come: Come = knock
    ask: Consider = nobody_asked
    bot: str = ""


@dataclass(frozen=True, slots=True)
class FullTable:
    """A table of ours whose seats are all taken. invited: the token of its invitation, which is good for
    `hours`; b"" where that is good for other matches too."""

    entrant: Entrant
    company: Company
    door: TableDoor
    invited: bytes = field(default=b"", repr=False)
    hours: int = 0
