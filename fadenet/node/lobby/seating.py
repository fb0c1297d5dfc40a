"""The company of a table: each player's nonce and HELLO, and all of them together.

Each player brings a fresh nonce, and makes a HELLO for just these players with just these nonces, once the
table is full: so it is of no use at any other table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import keys
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.match.messages import UNWATCHED, Attendee, Sitting, Watch
from fadenet.node.match.run import Entrant, Participant
from fadenet.node.match.saved import SavedPeer, SavedTable, packed
from keys.secret import SecretBytes
from protocol.hello import Config, HelloParts, game_id, make_hello, parse_hello, seat_hellos, seating
from protocol.secrets import Secrets


@dataclass(frozen=True, slots=True)
class Company:
    """All who will play, in seat order, and their IKs; the token with which they dial each other; our own
    secrets; G."""

    players: tuple[Sitting, ...]
    token: bytes = field(repr=False)
    secrets: Secrets
    game: bytes
    keys: tuple[bytes, ...]

    @property
    def hellos(self) -> list[bytes]:
        return [one.hello for one in self.players]


def company(players: Sequence[Sitting], token: bytes, secrets: Secrets) -> Company:
    """Seat the players. Raises `BadHello` when their HELLOs do not fit together."""
    hellos = seat_hellos([one.hello for one in players])
    by_hello = {one.hello: one for one in players}
    game = game_id(hello.binding for hello in hellos)
    seated = tuple(by_hello[hello.wire] for hello in hellos)
    return Company(seated, token, secrets, game, tuple(hello.binding.ik for hello in hellos))


class OwnSeating:
    """Our own part at a table: a nonce for this visit, and a HELLO with fresh secrets for each seating."""

    def __init__(self, entrant: Entrant, config: Config, nonce: bytes = b"") -> None:
        """nonce: the one that was told before, b"" = a fresh one."""
        self._entrant = entrant
        self._config = config
        self.nonce = nonce or entrant.machine.rng(32)
        self._seating = b""
        self._hello = b""
        self._secrets: Secrets | None = None

    def present(self) -> Attendee:
        return Attendee(self._entrant.identity.name, self._entrant.identity.public, self.nonce)

    def hello(self, present: Sequence[Attendee]) -> bytes:
        """Our HELLO for these players."""
        together = seating_of(present)
        if together != self._seating:
            entrant, rng = self._entrant, self._entrant.machine.rng
            decks = tuple(tuple(sorted(codes)) for codes in entrant.deck.lists)
            self._secrets = Secrets(SecretBytes(rng(32)), SecretBytes(rng(32)), SecretBytes(rng(32)), decks)
            parts = HelloParts(entrant.rules.hash, entrant.rules.card_hash, self.nonce, together)
            bot = entrant.kind == "bot"
            who = bot, entrant.bot_name
            self._hello = make_hello(entrant.identity, self._secrets, self._config, parts, *who)
            self._seating = together
        return self._hello

    def secrets(self, players: Sequence[Sitting]) -> Secrets | None:
        """The secrets that our HELLO commits to, if it is among these, else None."""
        return self._secrets if any(one.hello == self._hello for one in players) else None


def seating_of(present: Sequence[Attendee]) -> bytes:
    """The hash by which the HELLOs of these players name all of them, by IK and nonce."""
    return seating((one.ik, one.nonce) for one in present)


def recognized(entrant: Entrant | Participant, name: str, ik: bytes, bot: bool, bot_name: str = "") -> str:
    """A player as ours is told of it: by name, whether and which bot plays, and how well we know whoever has
    this key. Raises `ContactChanged` if we know another player by this name, be it a person or a bot.

    Where strangers come and go they may be called anything, and nobody reads what is said of them.
    """
    if not entrant.remembers:
        return name or "Somebody"
    contacts = keys.Contacts.load(entrant.home)
    if name:
        contacts.check(ik, name)
    known = contacts.familiar(ik, name, int(entrant.machine.now()))
    kind = f"the bot {bot_name}, " if bot_name else "a bot, " if bot else ""
    return f"{name or 'Somebody'} ({kind}{known})"


def table_note(
    entrant: Entrant,
    company: Company,
    *,
    host: bytes = b"",
    host_at: Sequence[Candidate] | None = None,
    listen: Sequence[Address] = (),
    invitation: bytes = b"",
    hours: int = 0,
    watch: Watch = UNWATCHED,
) -> SavedTable:
    """The note that a restart needs. host: key of the host, b"" = it is us; host_at: where it was dialled,
    None = where it says; listen: where our node listens; invitation: the token that opened the table."""
    rules = entrant.rules
    peers: list[SavedPeer] = []
    candidates: tuple[str, ...] = ()
    for one, key in zip(company.players, company.keys, strict=True):
        if key == entrant.identity.public:
            candidates = packed(one.candidates)
        else:
            there = host_at if key == host and host_at is not None else one.candidates
            peers.append(SavedPeer(one.name, key.hex(), packed(there)))
    return SavedTable(
        game=rules.name,
        format=rules.format,
        options=rules.options,
        role="join" if host else "host",
        name=entrant.identity.name,
        peers=tuple(peers),
        invitation=invitation.hex(),
        token=company.token.hex(),
        listen=tuple(map(str, listen)),
        candidates=candidates,
        kind=entrant.kind,
        bot=entrant.bot,
        deck=entrant.deck.name,
        hours=hours,
        watch=watch.delay if watch.allowed else None,
        host=host.hex(),
        touched=int(entrant.machine.now()),
        days=parse_hello(company.hellos[0]).config.days,
    )


_LAST: Final = {3: ("three", "two", "third"), 4: ("four", "three", "fourth")}


def votes_of(seats: int) -> str:
    """The warning that everybody is to read before sitting down with more than one other, "" where nobody
    votes."""
    if seats not in _LAST:
        return ""
    all_, most, last = _LAST[seats]
    return (
        f"Know whom you sit down with: of {all_} players, {most} who agree can vote the {last} out, and no "
        "proof is asked for."
    )
