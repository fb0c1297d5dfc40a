"""From an invitation to a match, and on again after a crash: how two nodes get together at one table.

`host_match`, `join_match` and `resume_match` bring two nodes together over a session and agree in the
lobby on what is played; `fadenet.node.run` then plays. Whoever takes the seat of a table may always
come back to it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import ifaddr
import trio

import keys
from fadenet.node import lobby, saved
from fadenet.node.channel import Channel, Purpose
from fadenet.node.dial import dial
from fadenet.node.errors import Reason, Unreachable
from fadenet.node.gate import Gate, Gates
from fadenet.node.handshake import Admitted, Refused
from fadenet.node.identity import Kind, NodeIdentity
from fadenet.node.invite import Invite, expiry, make_invite, new_token, parse_invite
from fadenet.node.limits import ACK_DELAY_S
from fadenet.node.links import Address, Candidate, Listen, OpenLink, listen_tcp, open_tcp, parse_address
from fadenet.node.listener import NodeListener, open_node_listener
from fadenet.node.run import FAREWELL_S, Choose, MatchRun, Outcome, Place, Say, Table, plainly
from fadenet.node.session import PeerRestarted, Session, open_session
from protocol.faults import BadEncoding
from protocol.hello import Config, make_hello, parse_hello
from protocol.secrets import Secrets

HELLO_S = 60.0
"""How long the lobby waits for the other node's next message."""


async def host_match(
    table: Table,
    *,
    listen: Sequence[Address],
    timer: int,
    bank: int,
    bonus: int,
    hours: int,
    say: Say,
    invite: Callable[[str], None],
    listen_at: Listen = listen_tcp,
) -> Outcome:
    """Open a table, hand its invitation to `invite`, and play with the first who joins.

    timer, bank, bonus: seconds (timer 0 = no decision timer, bank 0 = wait for ever). Raises
    `keys.UserError` for all that the player can mend and `PeerFault` for a fault of the other side.
    """
    rules = table.rules
    opts = tuple(sorted(rules.options.items()))
    config = Config(rules.name, rules.format, 2, 1, timer, bank, bonus, opts)
    node = _node(table)
    door = _Door(new_token(os.urandom), expiry(time.time(), hours))
    with plainly():
        async with open_node_listener(
            node, listen, door.gates, door.admit, door.handle, listen=listen_at
        ) as listener:
            return await _host(table, config, listener, door, hours, say, invite)
    raise AssertionError("a match ends with an outcome or an error")


async def _host(
    table: Table,
    config: Config,
    listener: NodeListener,
    door: _Door,
    hours: int,
    say: Say,
    invite: Callable[[str], None],
) -> Outcome:
    reach = _reachable(listener)
    invite(make_invite(Invite(listener.node.fingerprint, door.token, door.expires, reach)))
    say(f"Waiting for somebody to join; the invitation is good for {hours} h.")
    session = await door.session()
    hellos, secrets, peer_name = await _host_lobby(table, config, session)
    note = _note(table, "host", peer_name, session.peer, door.token, hours)
    note = replace(note, listen=tuple(str(a) for a in listener.addresses))
    return await MatchRun.begin(table, hellos, secrets, session, note, say).play()


async def join_match(
    place: Place, choose: Choose, text: str, *, say: Say, open_link: OpenLink = open_tcp
) -> Outcome:
    """Accept an invitation and play what the host offers. Raises as `host_match` does, and as `choose`."""
    node = _node(place)
    invitation = parse_invite(text)
    warning = invitation.warning(time.time())
    if warning:
        say(warning)
    candidates, expected, token = invitation.candidates, invitation.fingerprint, invitation.token
    redial = _redial(node, candidates, expected, token, open_link)
    with plainly():
        first = await redial(b"")
        async with open_session(first.peer, os.urandom, redial=redial, first=first) as session:
            table, hellos, secrets, peer_name = await _join_lobby(place, choose, session, say)
            note = _note(table, "join", peer_name, session.peer, token, 0)
            note = replace(note, candidates=tuple(str(c) for c in candidates if isinstance(c, Address)))
            return await MatchRun.begin(table, hellos, secrets, session, note, say).play()
    raise AssertionError("a match ends with an outcome or an error")


async def resume_match(
    table: Table,
    match: str,
    *,
    say: Say,
    listen_at: Listen = listen_tcp,
    open_link: OpenLink = open_tcp,
) -> Outcome:
    """Go on with an unfinished match. Raises as `host_match` does, `MatchNotFound` for an unknown one."""
    match = saved.find_match(table.home, match)
    note = saved.read_table(table.home, match)
    node = _node(table)
    token, peer = bytes.fromhex(note.token), bytes.fromhex(note.peer)
    with plainly(), saved.folder_of(table.home).open(match) as file:
        try:
            secrets = Secrets.load(saved.folder_of(table.home).read_secret(match))
        except FileNotFoundError as error:
            raise saved.MatchNotFound(
                f"Match {match[:8]} is finished; `fadenet verify` shows its result."
            ) from error
        if len(file.items()) < 2:
            raise saved.MatchNotFound(f"Match {match[:8]} was never begun; ask for a fresh invitation.")
        if note.role == "host":
            door = _Door(token, expiry(time.time(), 24 * 365), only=peer)
            listen = [parse_address(a) for a in note.listen]
            async with open_node_listener(
                node, listen, door.gates, door.admit, door.handle, listen=listen_at
            ):
                say(f"Waiting for {note.peer_name} to come back.")
                session = await door.session()
                return await MatchRun.restore(table, file, match, secrets, session, note, say).play()
        candidates = [parse_address(a) for a in note.candidates]
        redial = _redial(node, candidates, keys.fingerprint(peer), token, open_link)
        say(f"Looking for {note.peer_name}.")
        async with open_session(peer, os.urandom, redial=redial) as session:
            return await MatchRun.restore(table, file, match, secrets, session, note, say).play()
    raise AssertionError("a match ends with an outcome or an error")


# Getting together.


def _node(who: Table | Place) -> NodeIdentity:
    return NodeIdentity(who.identity, kind=Kind.BOT if who.kind == "bot" else Kind.HUMAN)


def _note(table: Table, role: str, peer_name: str, peer: bytes, token: bytes, hours: int) -> saved.SavedTable:
    return saved.SavedTable(
        table.rules.name,
        table.rules.format,
        table.rules.options,
        role,
        table.identity.name,
        peer_name,
        peer.hex(),
        token.hex(),
        (),
        (),
        table.kind,
        table.bot,
        table.deck.name,
        hours,
    )


def _reachable(listener: NodeListener) -> tuple[Candidate, ...]:
    """Addresses under which others may reach what is bound: every interface's own instead of "all"."""
    found: list[Candidate] = []
    for bound in listener.addresses:
        if bound.host not in ("0.0.0.0", "::"):
            found.append(bound)
            continue
        v6 = bound.host == "::"
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                host = ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip
                if ip.is_IPv6 == v6 and not host.startswith("fe80"):
                    found.append(Address(host, bound.port))
    outside = [a for a in found if isinstance(a, Address) and a.host not in ("127.0.0.1", "::1")]
    inside = [a for a in found if a not in outside]
    return tuple([*outside, *inside][:8])


class _Door:
    """The host's side of one table: lets one peer take the seat, and back in whenever it returns."""

    def __init__(self, token: bytes, expires: int, only: bytes | None = None) -> None:
        self.gates = Gates()
        self.gates.add(token, "table")
        self.token = token
        self.expires = expires
        self._peer = only
        self._session: Session | None = None
        self._there = trio.Event()

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Whoever took the seat may always come back to it; a late or further one is told why not."""
        if self._peer is not None:
            return Admitted() if peer == self._peer else Refused(Reason.FULL)
        if time.time() >= self.expires * 3600:
            return Refused(Reason.EXPIRED)
        self._peer = peer
        return Admitted()

    async def handle(self, channel: Channel, admitted: Admitted) -> None:
        """Carry the session over this channel for as long as it lasts."""
        if channel.greet.kind is Kind.BOT:
            channel.lift_message_rate()
        if self._session is None:
            self._session = Session(channel.peer, os.urandom)
            self._there.set()
        await self._session.attach(channel)

    async def session(self) -> Session:
        """The session with whoever took the seat."""
        await self._there.wait()
        assert self._session is not None
        return self._session


def _redial(
    node: NodeIdentity, candidates: Sequence[Candidate], expected: bytes, token: bytes, open_link: OpenLink
) -> Callable[[bytes], Awaitable[Channel]]:
    async def redial(early: bytes) -> Channel:
        channel = await dial(
            node, candidates, expected, token, Purpose.SEAT, open_link=open_link, early=early
        )
        _lift(node, channel)
        return channel

    return redial


def _lift(node: NodeIdentity, channel: Channel) -> None:
    """Between two bots the rate of messages is not limited."""
    if node.kind is Kind.BOT and channel.greet.kind is Kind.BOT:
        channel.lift_message_rate()


async def _next(session: Session, *kinds: int) -> bytes:
    """The next lobby message of one of these kinds; its body."""
    with trio.move_on_after(HELLO_S):
        try:
            data = await session.receive()
        except PeerRestarted:
            data = await session.receive()
        if data[:1] == bytes([lobby.SORRY]):
            await trio.sleep(2 * ACK_DELAY_S)  # the other node waits until it knows that we have it
            raise lobby.sorry(data[1:])
        if not data or data[0] not in kinds:
            raise BadEncoding("a message that has no place in the lobby")
        return data[1:]
    raise Unreachable("The other node has stopped answering; ask for a fresh invitation and try again.")


def _own(table: Table, config: Config) -> tuple[bytes, Secrets]:
    """Fresh secrets of a match and the HELLO that commits to them."""
    decks = tuple(tuple(sorted(codes)) for codes in table.deck.lists)
    secrets = Secrets(os.urandom(32), os.urandom(32), os.urandom(32), decks)
    rules = table.rules
    hello = make_hello(
        table.identity, secrets, config, rules.hash, rules.card_hash, os.urandom(32), table.kind == "bot"
    )
    return hello, secrets


def _pin(table: Table, name: str, theirs: bytes) -> None:
    """Remember a person's key at first sight; a known name with another key is refused (`ContactChanged`).

    Bots are not pinned: their keys come and go with the programs that run them.
    """
    hello = parse_hello(theirs)
    if not hello.bot and name:
        keys.Contacts.load(table.home).see(hello.binding.ik, name, int(time.time()))


async def _host_lobby(table: Table, config: Config, session: Session) -> tuple[list[bytes], Secrets, str]:
    rules = table.rules
    await session.send(lobby.Offer(config, rules.hash, rules.card_hash, table.identity.name).pack())
    name, theirs = lobby.parse_hello_message(await _next(session, lobby.HELLO))
    if parse_hello(theirs).binding.ik != session.peer:
        raise BadEncoding("a HELLO of somebody else than who joined")
    hello, secrets = _own(table, config)
    await session.send(lobby.pack_hello(table.identity.name, hello))
    _pin(table, name, theirs)
    return [hello, theirs], secrets, name


async def _join_lobby(
    place: Place, choose: Choose, session: Session, say: Say
) -> tuple[Table, list[bytes], Secrets, str]:
    offer = lobby.parse_offer(await _next(session, lobby.OFFER))
    config = offer.config
    try:
        rules, deck = choose(config)
    except keys.UserError:
        await _goodbye(session, lobby.OTHER_TABLE)
        raise
    for wrong, reason in (
        ((config.game, config.format, config.seats) != (rules.name, rules.format, 2), lobby.OTHER_TABLE),
        (offer.rules != rules.hash, lobby.OTHER_RULES),
        (offer.card_set != rules.card_hash, lobby.OTHER_CARDS),
    ):
        if wrong:
            await _goodbye(session, reason)
            raise lobby.CannotPlay(lobby.REASONS[reason])
    table = place.table(rules, deck)
    say(f"{offer.name} plays {saved.played(rules.name, rules.format, rules.options)}.")
    hello, secrets = _own(table, config)
    await session.send(lobby.pack_hello(table.identity.name, hello))
    name, theirs = lobby.parse_hello_message(await _next(session, lobby.HELLO))
    if parse_hello(theirs).binding.ik != session.peer:
        raise BadEncoding("a HELLO of somebody else than the host")
    _pin(table, name or offer.name, theirs)
    return table, [hello, theirs], secrets, name or offer.name


async def _goodbye(session: Session, reason: int) -> None:
    """Tell the host why nobody sits down, and wait a moment until it knows."""
    await session.send(lobby.pack_sorry(reason))
    with trio.move_on_after(FAREWELL_S):
        await session.drained()


saved_matches = saved.saved_matches
find_match = saved.find_match
