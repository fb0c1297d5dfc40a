"""From an invitation to a match, and on again after a crash: how nodes get together at one table.

`host_match`, `join_match` and `resume_match` bring the nodes of a table together and agree in the lobby on
who plays what; `node.match.run` then plays. Whoever takes a seat of a table may always come back to it,
also after its end: `give_match` is for that.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

import trio

from fadenet.node.errors import CannotListen, plainly
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.link.links import Address, Listen, OpenLink, everywhere, listen_tcp, open_tcp, parse_address
from fadenet.node.link.listener import NodeListener, open_node_listener
from fadenet.node.link.session import Session
from fadenet.node.lobby.invite import HOUR_S, Invite, expiry, make_invite, new_token, parse_invite
from fadenet.node.lobby.lobby import Gathering
from fadenet.node.lobby.seating import Company
from fadenet.node.lobby.visit import Visit
from fadenet.node.match import saved
from fadenet.node.match.archive import RulesOf, door_of, give_out, giving_out
from fadenet.node.match.door import Door, dial_players, keep_dialling, reachable, redialler
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.run import Choose, Entrant, MatchRun, Place
from fadenet.node.match.storage import short_id
from keys import UserError
from protocol.faults import PeerFault
from protocol.hello import Config


async def host_match(
    entrant: Entrant,
    *,
    seats: int = 2,
    listen: Sequence[Address],
    timer: int,
    bank: int,
    bonus: int,
    hours: int,
    say: Say,
    invite: Callable[[str], None],
    finished: RulesOf | None = None,
    listen_at: Listen = listen_tcp,
    open_link: OpenLink = open_tcp,
) -> MatchEnd:
    """Open a table, hand its invitation to `invite`, and play when all seats are taken.

    timer, bank, bonus: seconds (timer 0 = no decision timer, bank 0 = wait for ever). finished: the rules of
    finished matches, which are given meanwhile to those who lack them (None: they are not). Raises
    `keys.UserError` for all that the player can mend and `PeerFault` for a fault of another side.
    """
    rules = entrant.rules
    opts = tuple(sorted(rules.options.items()))
    config = Config(rules.name, rules.format, seats, 1, timer, bank, bonus, opts)
    node, token = _node(entrant), new_token(entrant.machine.rng)
    expires = expiry(entrant.machine.now(), hours)
    door = Door(entrant.machine, node.kind, seats - 1, expires * HOUR_S)
    door.gates.add(token, "table")
    with plainly():
        async with AsyncExitStack() as stack:
            listener = await stack.enter_async_context(
                open_node_listener(node, listen, door.gates, door.admit, door.handle, listen=listen_at)
            )
            await stack.enter_async_context(giving_out(entrant, node, door, finished, open_link))
            reach = reachable(listener)
            invite(make_invite(Invite(node.fingerprint, token, expires, reach)))
            others = "somebody" if seats == 2 else f"{seats - 1} others"
            say(f"Waiting for {others} to join; the invitation is good for {hours} h.")
            addresses = [str(address) for address in reach]
            company = await Gathering(entrant, config, door, addresses, say).gather()
            door.gates.add(company.token, "seat")
            note = _note(entrant, company, "host", token, listener, hours)
            file = saved.begin(entrant.home, entrant.machine, company.hellos, company.secrets, note)
            run = MatchRun.begin(entrant, file, company.secrets, door, note, say)
            return await _play(run, node, door, note, open_link)
    raise AssertionError("a match ends with an outcome or an error")


async def join_match(
    place: Place,
    choose: Choose,
    text: str,
    *,
    say: Say,
    listen: Sequence[Address] | None = None,
    finished: RulesOf | None = None,
    listen_at: Listen = listen_tcp,
    open_link: OpenLink = open_tcp,
) -> MatchEnd:
    """Accept an invitation and play what the host offers. Raises as `host_match` does, and as `choose`.

    listen: where the others may dial us, the host too if its node has died (None: at all addresses, a free
    port; (): nowhere, we only dial).
    """
    node = _node(place)
    invitation = parse_invite(text)
    warning = invitation.warning(place.machine.now())
    if warning:
        say(warning)
    reach = [one for one in invitation.candidates if isinstance(one, Address)]
    redial = redialler(node, reach, invitation.fingerprint, invitation.token, open_link)
    with plainly():
        first = await redial(b"")
        session = Session(first.peer, place.machine.rng)
        door = Door(place.machine, node.kind, 0)
        door.seat(session)
        async with giving_out(place, node, door, finished, open_link), trio.open_nursery() as nursery:
            nursery.start_soon(keep_dialling, session, redial, say, first)
            where = everywhere(0) if listen is None else listen
            listener: NodeListener | None = None

            async def open_door() -> list[str]:
                nonlocal listener
                if where:
                    listener = await nursery.start(_keep_open, node, where, door, listen_at)
                return [] if listener is None else [str(address) for address in reachable(listener)]

            def note_of(entrant: Entrant, company: Company) -> saved.SavedTable:
                door.gates.add(company.token, "seat")  # the host may begin the match, die and dial us
                return _note(entrant, company, "join", b"", listener, 0, host=(session.peer, reach))

            entrant, company, file = await Visit(place, choose, session, say, open_door, note_of).sit_down()
            note = note_of(entrant, company)
            for peer in note.peers:
                if bytes.fromhex(peer.key) != session.peer:
                    door.seat(Session(bytes.fromhex(peer.key), place.machine.rng))
            run = MatchRun.begin(entrant, file, company.secrets, door, note, say)
            outcome = await _play(run, node, door, note, open_link, dialled=session.peer)
            nursery.cancel_scope.cancel()
            return outcome
    raise AssertionError("a match ends with an outcome or an error")


async def resume_match(
    entrant: Entrant,
    match: str,
    *,
    say: Say,
    listen: Sequence[Address] | None = None,
    moved: bool = False,
    finished: RulesOf | None = None,
    listen_at: Listen = listen_tcp,
    open_link: OpenLink = open_tcp,
) -> MatchEnd:
    """Go on with an unfinished match. Raises as `host_match` does, `MatchNotFound` for an unknown one.

    listen: where the others may dial us (None: where they could before; (): nowhere, we only dial). moved: as
    in `saved.open_mark`.
    """
    match = saved.find_match(entrant.home, match)
    note = saved.read_table(entrant.home, match)
    node = _node(entrant)
    folder = saved.folder_of(entrant.home, entrant.machine.disk)
    with plainly(), folder.open(match) as file:
        try:
            secrets = saved.read_secrets(folder, match)
        except FileNotFoundError as error:
            raise saved.MatchNotFound(
                f"Match {short_id(match)} is finished; `fadenet verify` shows its result."
            ) from error
        if len(file.items()) <= len(note.peers):
            file.close()
            saved.discard(entrant.home, entrant.machine, match)
            raise saved.MatchNotFound(f"Match {short_id(match)} was never begun; ask for a fresh invitation.")
        door = door_of(entrant, node, note)
        async with (
            _reopened(node, door, note, listen, listen_at, say),
            giving_out(entrant, node, door, finished, open_link),
        ):
            say(f"Looking for {', '.join(peer.name for peer in note.peers)}.")
            with _broken_off(entrant, match):
                run = MatchRun.restore(entrant, file, secrets, door, note, say, moved)
            return await _play(run, node, door, note, open_link)


async def give_match(
    entrant: Entrant,
    match: str,
    *,
    say: Say,
    listen: Sequence[Address] | None = None,
    listen_at: Listen = listen_tcp,
    open_link: OpenLink = open_tcp,
) -> MatchEnd:
    """Give a finished match to those who lack its RESULT, until nobody does. `listen` as in `resume_match`.

    Raises `CannotListen`, and `MatchNotFound` for a match that nobody lacks.
    """
    match = saved.find_match(entrant.home, match)
    note = saved.read_table(entrant.home, match)
    if not note.lacking:
        raise saved.MatchNotFound(f"Match {short_id(match)} is finished, and the others have its result.")
    node = _node(entrant)
    door = door_of(entrant, node, note)
    with plainly():
        async with (
            _reopened(node, door, note, listen, listen_at, say),
            trio.open_nursery() as nursery,
        ):
            late = " and ".join(peer.name for peer in note.peers if peer.key in note.lacking)
            over = f"Match {short_id(match)} is over ({note.result})."
            say(f"{over} Waiting for {late}, to give out the result.")
            dial_players(nursery, node, door, note, open_link, say, note.lacking)
            outcome = await give_out(entrant, entrant.rules, door, match, note, say)
            nursery.cancel_scope.cancel()
            return outcome
    raise AssertionError("a match ends with an outcome or an error")


@asynccontextmanager
async def _reopened(
    node: NodeIdentity,
    door: Door,
    note: saved.SavedTable,
    listen: Sequence[Address] | None,
    listen_at: Listen,
    say: Say,
) -> AsyncGenerator[None]:
    """Listen at `listen`, None = where the table of a saved match did; if that is gone, we only dial.

    Raises `CannotListen` for a `listen` that is not there, and if there is nobody to dial either.
    """
    for token in filter(None, (note.invitation, note.token)):
        door.gates.add(bytes.fromhex(token), "seat")
    where = [parse_address(address) for address in note.listen] if listen is None else listen
    can_dial = any(peer.addresses for peer in note.peers)
    if not where and not can_dial:
        raise CannotListen("None of the others can be dialled, so this node has to listen: see --listen.")
    async with AsyncExitStack() as stack:
        if where:
            try:
                await stack.enter_async_context(
                    open_node_listener(node, where, door.gates, door.admit, door.handle, listen=listen_at)
                )
            except CannotListen as error:
                if listen is not None or not can_dial:
                    raise
                say(f"{error} The others cannot dial us; we dial them.")
        yield


async def _play(
    run: MatchRun,
    node: NodeIdentity,
    door: Door,
    note: saved.SavedTable,
    open_link: OpenLink,
    dialled: bytes = b"",
) -> MatchEnd:
    """Play, and meanwhile dial everybody whose addresses we know. dialled: who is being dialled already."""
    whom = [peer.key for peer in note.peers if peer.key != dialled.hex()]
    for peer in note.peers:
        for address in peer.addresses:
            door.gates.know(parse_address(address))
    with _broken_off(run.entrant, run.match):
        async with trio.open_nursery() as nursery:
            dial_players(nursery, node, door, note, open_link, run.say, whom)
            outcome = await run.play()
            nursery.cancel_scope.cancel()
        return outcome
    raise AssertionError("a match ends with an outcome or an error")


@contextmanager
def _broken_off(entrant: Entrant, match: str) -> Iterator[None]:
    """A match that ends with a proven fault is over, and its secrets go."""
    try:
        with plainly():
            yield
    except PeerFault as fault:
        if fault.proven:
            try:
                saved.break_off(entrant.home, entrant.machine, match, fault.rule)
            except UserError as error:
                raise fault from error
        raise


async def _keep_open(
    node: NodeIdentity,
    where: Sequence[Address],
    door: Door,
    listen_at: Listen,
    task_status: trio.TaskStatus[NodeListener],
) -> None:
    """Listen until cancelled; started once the addresses are bound."""
    async with open_node_listener(
        node, where, door.gates, door.admit, door.handle, listen=listen_at
    ) as listener:
        task_status.started(listener)
        await trio.sleep_forever()


def _node(who: Entrant | Place) -> NodeIdentity:
    kind = PlayerKind.BOT if who.kind == "bot" else PlayerKind.HUMAN
    return NodeIdentity(who.identity, rng=who.machine.rng, kind=kind)


def _note(
    entrant: Entrant,
    company: Company,
    role: str,
    invitation: bytes,
    listener: NodeListener | None,
    hours: int,
    host: tuple[bytes, Sequence[Address]] = (b"", ()),
) -> saved.SavedTable:
    """What a restart needs. host: key and addresses of the host as its invitation named them."""
    rules = entrant.rules
    peers: list[saved.SavedPeer] = []
    addresses: tuple[str, ...] = ()
    for one, key in zip(company.players, company.keys, strict=True):
        if key == entrant.identity.public:
            addresses = one.addresses
        else:
            there = tuple(map(str, host[1])) if key == host[0] else one.addresses
            peers.append(saved.SavedPeer(one.name, key.hex(), there))
    return saved.SavedTable(
        game=rules.name,
        format=rules.format,
        options=rules.options,
        role=role,
        name=entrant.identity.name,
        peers=tuple(peers),
        invitation=invitation.hex(),
        token=company.token.hex(),
        listen=() if listener is None else tuple(str(address) for address in listener.addresses),
        addresses=addresses,
        kind=entrant.kind,
        bot=entrant.bot,
        deck=entrant.deck.name,
        hours=hours,
    )
