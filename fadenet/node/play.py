"""From an invitation to a match, and on again after a crash: how nodes get together at one table.

`open_node` is what a process does first. `host_match`, `join_match` and `resume_match` bring the nodes of a
table together and agree in the lobby on who plays what; `node.match.run` then plays. A player who has taken a
seat of a table may always come back to it, also after its end: `give_match` is for that.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Final

import trio

from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.errors import CannotListen, Unreachable, plainly
from fadenet.node.introducing import introduce_guests
from fadenet.node.knock import knock
from fadenet.node.limits import LOOK_S, WATCHERS
from fadenet.node.link.candidates import Address, Candidate, everywhere, parse_address
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.link.session import Session
from fadenet.node.lobby.invite import (
    HOUR_S,
    Invite,
    expiry,
    longest_invite,
    make_invite,
    new_token,
    parse_seat,
)
from fadenet.node.lobby.lobby import Gathering
from fadenet.node.lobby.meeting import Meeting
from fadenet.node.lobby.seating import Company, table_note
from fadenet.node.lobby.visit import Visit
from fadenet.node.match import saved
from fadenet.node.match.again import MEET_S, WAITING, Again, Rematch, rematch_of
from fadenet.node.match.archive import RulesOfTable, door_of, give_out, giving_out
from fadenet.node.match.door import TableDoor, dial_players, keep_dialling
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import UNWATCHED, CannotPlay, Watch, timed
from fadenet.node.match.run import Entrant, MatchRun, Participant
from fadenet.node.match.storage import MatchFile
from fadenet.node.reach import node as reach
from fadenet.node.reach.beacon import announcing
from fadenet.node.reach.board import NoticeBoard
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import Offer
from fadenet.node.reach.quic import open_endpoint
from fadenet.node.sitting import FullTable, Hosting, Joining
from fadenet.node.watch.feed import Feed, feeding, showing
from fadenet.node.watch.messages import watch_token
from fadenet.node.weakly import weakly
from keys import Identity, UserError, fingerprint
from protocol.faults import PeerFault
from protocol.hello import Config

BACK_S: Final = 30.0
"""How long after a change of the own address it is told that all are reached again."""


@asynccontextmanager
async def open_node(
    owner: Entrant | Participant,
    *,
    finished: RulesOfTable | None = None,
    helpers: Sequence[Helper] = (),
    maps: bool = False,
    p2p: str | None = None,
    p2p_at: Sequence[Address] | None = None,
) -> AsyncGenerator[Node]:
    """The node of a player as long as the block runs.

    finished: the rules of finished matches, which are given meanwhile to those who lack them (None: they are
    not). helpers: relays at which it is to be found. maps: whether its router is asked to open a port. p2p:
    over QUIC too, "" = without relays of that network, `DEFAULT_RELAYS` or the URL of one (None: not at all).
    p2p_at: where that is listened to (None: everywhere; (): nowhere, it only dials).
    """
    kind = PlayerKind.BOT if owner.kind == "bot" else PlayerKind.HUMAN
    identity = NodeIdentity(owner.identity, rng=owner.machine.rng, kind=kind)
    with plainly():
        async with AsyncExitStack() as stack:
            node = await stack.enter_async_context(
                reach.open_node(identity, owner.machine.network, helpers, maps=maps)
            )
            if p2p is not None:
                secret = identity.derive("fn1/iroh")
                endpoint = await stack.enter_async_context(open_endpoint(secret, p2p or None, p2p_at or None))
                node.use_quic(endpoint, listens=p2p_at != ())
            if finished is not None:
                await stack.enter_async_context(giving_out(owner, node, finished))
            yield node


@asynccontextmanager
async def open_bare(
    identity: Identity, helpers: Sequence[Helper] = (), *, maps: bool = False, machine: Machine | None = None
) -> AsyncGenerator[Node]:
    """The node of somebody who plays nothing: a relay, somebody who looks on. helpers, maps: as in
    `open_node`. machine: None = this one."""
    machine = machine or Machine()
    own = NodeIdentity(identity, rng=machine.rng)
    with plainly():
        async with reach.open_node(own, machine.network, helpers, maps=maps) as node:
            yield node


async def host_match(
    node: Node, entrant: Entrant, hosting: Hosting, *, say: Say, board: NoticeBoard | None = None
) -> MatchEnd:
    """Open a table, hand out its invitation, and play when all seats are taken. board: where strangers are
    told of it.

    Raises `keys.UserError` for all that the player can mend and `PeerFault` for a fault of another side.
    """
    config, watch, meeting = hosting.config, hosting.watch, hosting.meeting
    token, among_us = new_token(entrant.machine.rng), new_token(entrant.machine.rng)
    expires = expiry(entrant.machine.now(), hosting.hours)
    tokens, only = ((token,), None) if meeting is None else (meeting.tokens, meeting.players)
    door = TableDoor(entrant.machine, node.identity.kind, config.seats - 1, expires * HOUR_S, only=only)
    if hosting.listen:  # first, as helpers are to see us at just that port
        await node.listen(hosting.listen)
    async with _table(node, hosting, tokens, among_us, door, say) as feed:
        await node.found(say)
        if not node.candidates():
            raise CannotListen(undialled(node.bound))
        there = node.candidates()
        hosting.invite(make_invite(Invite(node.identity.fingerprint, tokens[0], expires, there)))
        if watch.allowed:
            hosting.invite_to_watch(line_to_watch(node, among_us))
        others = "somebody" if config.seats == 2 else f"{config.seats - 1} others"
        say(timed(config))
        if meeting is None:
            say(f"Waiting for {others} to join; the invitation is good for {hosting.hours} h.")
        else:
            say(meeting.waiting)
        tables = partial(open_tables, entrant, config, tokens[0], door, watch)
        near = hosting.lan
        announced = announcing(node, entrant.identity, tables, entrant.machine.now) if near else nullcontext()
        async with announced:
            with nullcontext() if board is None else board.offering(tables):
                gathering = Gathering(entrant, config, door, among_us, there, say, watch)
                company = await _gathered(gathering, math.inf if meeting is None else meeting.patience)
            full = FullTable(entrant, company, door, tokens[0], hosting.hours)
            if watch.allowed:  # those nearby may look on
                return await _begin(node, full, say, feed)
        return await _begin(node, full, say, feed)
    raise AssertionError("a match ends with an outcome or an error")


def undialled(bound: Sequence[Address]) -> str:
    """Why nobody could dial a node that listens there, and what to do."""
    way = "name where it listens (--listen)"
    if bound:
        way = (
            "it has no address but such as hold for a single cable (169.254.x.y, fe80::). Give both machines "
            "ordinary ones, as 192.168.7.1 and 192.168.7.2"
        )
    return f"Nobody could dial this node: {way}, or add a relay: fadenet relay add LINE"


async def play_again(
    node: Node, participant: Participant, rules: Rules, deck: Deck, again: Rematch, *, say: Say
) -> MatchEnd:
    """Meet those with whom a match was played at the table of the rematch, and play it. Raises as
    `host_match` and `join_match` do, `Unreachable` where not all of them have come in `MEET_S`."""
    config = again.config
    if not again.host:
        only = Meeting((again.token,), again.players, WAITING, MEET_S)
        hosting = Hosting(config, again.listen, lambda text: None, hours=1, meeting=only)
        return await host_match(node, participant.entrant(rules, deck), hosting, say=say)

    def choose(offered: Config) -> tuple[Rules, Deck]:
        if offered != config:
            raise CannotPlay("The host's table plays something else than before. Nothing was begun.")
        return rules, deck

    line = longest_invite(Invite(fingerprint(again.host), again.token, 0, again.where))
    come = partial(knock, patience=MEET_S)
    return await join_match(node, participant, Joining(line, choose, again.listen, come), say=say)


async def _gathered(gathering: Gathering, patience: float) -> Company:
    """All who will play, if they do not come too late for a rematch."""
    with trio.move_on_after(patience):
        return await gathering.gather()
    raise Unreachable("Not everybody has come back for the rematch; nothing was begun.")


@asynccontextmanager
async def _table(
    node: Node, hosting: Hosting, invited: Sequence[bytes], players: bytes, door: TableDoor, say: Say
) -> AsyncGenerator[Feed | None]:
    """The door of our table while the block runs, by the tokens of its invitation and of its players; the
    first ones lead to its feed as well, if it may be watched. Yields that."""
    with plainly(), node.opened([players], door, players=True):
        async with feeding(node, hosting.watch, players, hosting.watchers, say) as feed:
            with node.opened(invited, door, feed=feed):
                yield feed


async def host_company(
    node: Node, full: FullTable, *, say: Say, watch: Watch = UNWATCHED, watchers: int = WATCHERS
) -> MatchEnd:
    """Begin a match with those who have gathered at our table, and play it. watch, watchers: as those of
    `Hosting`."""
    async with feeding(node, watch, full.company.token, watchers, say) as feed:
        return await _begin(node, full, say, feed)
    raise AssertionError("a match ends with an outcome or an error")


async def _begin(node: Node, full: FullTable, say: Say, feed: Feed | None) -> MatchEnd:
    entrant, company, door = full.entrant, full.company, full.door
    note = _note(entrant, company, node, full.invited, full.hours, watch=_watch_of(feed))
    file = await _kept(entrant, company, note)
    run = MatchRun.begin(entrant, file, company.secrets, door, note, say)
    return await _play(run, node, door, note, feed)


async def _kept(entrant: Entrant, company: Company, note: saved.SavedTable) -> MatchFile:
    """`saved.begin` beside the loop, which other matches share."""
    made: list[MatchFile] = []

    def begin() -> None:
        made.append(saved.begin(entrant.home, entrant.machine, company.hellos, company.secrets, note))

    try:
        await entrant.machine.committer.run(begin)
    except BaseException:
        for file in made:
            file.close()
        raise
    return made[0]


def _watch_of(feed: Feed | None) -> Watch:
    """How a match may be watched that has this feed."""
    return UNWATCHED if feed is None else Watch(True, feed.delay)


def line_to_watch(node: Node, players: bytes) -> str:
    """The invitation to look on at our node. players: the token of the match."""
    there = node.candidates()
    return make_invite(Invite(node.identity.fingerprint, watch_token(players), 0, there, spectator=True))


def open_tables(entrant: Entrant, config: Config, token: bytes, door: TableDoor, watch: Watch) -> list[Offer]:
    """The table as a notice tells it, as long as it has a free seat or may be watched; else []."""
    rules, free = entrant.rules, door.free
    table = Offer.of(config, token, rules.hash, rules.card_hash, free)
    told = replace(table, watched=watch.allowed, bot=entrant.bot_name)
    return [told] if free or watch.allowed else []


async def join_match(node: Node, participant: Participant, joining: Joining, *, say: Say) -> MatchEnd:
    """Accept an invitation and play what the host offers. Raises as `host_match` does, as what the player is
    asked."""
    invitation, listen = parse_seat(joining.line), joining.listen
    warning = invitation.warning(participant.machine.now())
    if warning:
        say(warning)
    node.directory.named(invitation.fingerprint, invitation.candidates)
    with plainly():
        if listen != ():
            await node.listen(everywhere(0) if listen is None else listen)
        first = await joining.come(node, invitation, participant.machine.rng, say)
        first.suit(node.identity.kind)
        session = Session(first.peer, participant.machine.rng)
        door = TableDoor(participant.machine, node.identity.kind, 0)
        door.seat(session)
        async with trio.open_nursery() as nursery:
            token = invitation.token

            def note_of(entrant: Entrant, company: Company, watch: Watch) -> saved.SavedTable:
                nonlocal token
                token = company.token  # from here on the players of this match are let in by theirs
                node.doors.open(token, door, players=True)  # the host may begin the match, die and dial us
                return _note(entrant, company, node, host=session.peer, watch=watch)

            nursery.start_soon(keep_dialling, node, session, lambda: token, say, first)
            own = participant, joining.choose, session, say, node.candidates, note_of
            visit = Visit(*own, joining.ask, joining.bot)
            entrant, company, file = await visit.sit_down()
            note = note_of(entrant, company, visit.watch)
            if visit.watch.allowed and node.candidates():
                line = line_to_watch(node, company.token)
                say(f"Others can look on through your node too: fadenet watch {line}")
            for peer in note.peers:
                if bytes.fromhex(peer.key) != session.peer:
                    door.seat(Session(bytes.fromhex(peer.key), participant.machine.rng))
            run = MatchRun.begin(entrant, file, company.secrets, door, note, say)
            with node.opened([company.token], door, players=True):
                async with feeding(node, visit.watch, company.token, WATCHERS, say) as feed:
                    outcome = await _play(run, node, door, note, feed, dialled=session.peer)
            nursery.cancel_scope.cancel()
            return outcome
    raise AssertionError("a match ends with an outcome or an error")


async def resume_match(
    node: Node,
    entrant: Entrant,
    match: str,
    *,
    say: Say,
    listen: Sequence[Address] | None = None,
    moved: bool = False,
) -> MatchEnd:
    """Go on with an unfinished match. Raises as `host_match` does, `MatchNotFound` for an unknown one.

    listen: where the others may dial us (None: where they could before; (): nowhere, we only dial). moved: as
    in `saved.open_mark`.
    """
    match = saved.find_match(entrant.home, match)
    note = saved.read_table(entrant.home, match)
    door = door_of(entrant, node, note)
    await _listen_again(node, note, listen, say)
    with plainly(), _opened_again(node, note, door):
        return await resume_at(node, entrant, match, note, door, say, moved)
    raise AssertionError("a match ends with an outcome or an error")


async def resume_at(
    node: Node,
    entrant: Entrant,
    match: str,
    note: saved.SavedTable,
    door: TableDoor,
    say: Say,
    moved: bool = False,
) -> MatchEnd:
    """Go on with an unfinished match behind a door that is open. Raises as `resume_match` does."""
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
        if not note.days:
            say(f"Looking for {', '.join(peer.name for peer in note.peers)}.")
        with broken_off(entrant, match):
            run = MatchRun.restore(entrant, file, secrets, door, note, say, moved)
        watch = UNWATCHED if note.watch is None else Watch(True, note.watch)
        async with feeding(node, watch, bytes.fromhex(note.token), WATCHERS, say) as feed:
            return await _play(run, node, door, note, feed)
    raise AssertionError("a match ends with an outcome or an error")


async def give_match(
    node: Node, entrant: Entrant, match: str, *, say: Say, listen: Sequence[Address] | None = None
) -> MatchEnd:
    """Give a finished match to those who lack its RESULT, until nobody does. `listen` as in `resume_match`.

    Raises `CannotListen`, and `MatchNotFound` for a match that nobody lacks.
    """
    match = saved.find_match(entrant.home, match)
    note = saved.read_table(entrant.home, match)
    if not note.lacking:
        raise saved.MatchNotFound(f"Match {short_id(match)} is finished, and the others have its result.")
    door = door_of(entrant, node, note)
    await _listen_again(node, note, listen, say)
    with plainly(), _opened_again(node, note, door):
        async with trio.open_nursery() as nursery:
            late = " and ".join(peer.name for peer in note.peers if peer.key in note.lacking)
            over = f"Match {short_id(match)} is over ({note.result})."
            say(f"{over} Waiting for {late}, to give out the result.")
            dial_players(nursery, node, door, note, say, note.lacking)
            outcome = await give_out(entrant, entrant.rules, door, match, note, say)
            nursery.cancel_scope.cancel()
            return outcome
    raise AssertionError("a match ends with an outcome or an error")


@contextmanager
def _opened_again(node: Node, note: saved.SavedTable, door: TableDoor) -> Iterator[None]:
    """The tokens that led to our door at a table lead to it while the block runs: that of its invitation, for
    the host's, and that of its players."""
    invited = [bytes.fromhex(note.invitation)] if note.invitation else []
    with node.opened(invited, door), node.opened([bytes.fromhex(note.token)], door, players=True):
        yield


async def _listen_again(
    node: Node, note: saved.SavedTable, listen: Sequence[Address] | None, say: Say
) -> None:
    """Listen at `listen`, None = where the table of a saved match did; if that is gone, we only dial.

    Raises `CannotListen` for a `listen` that is not there, and if there is nobody to dial either.
    """
    where = [parse_address(address) for address in note.listen] if listen is None else listen
    can_dial = any(peer.where for peer in note.peers)
    if not (where or can_dial or note.days):
        raise CannotListen("None of the others can be dialled, so this node has to listen: see --listen.")
    if where:
        try:
            await node.listen(where)
        except CannotListen as error:
            if listen is not None or not can_dial:
                raise
            say(f"{error} The others cannot dial us; we dial them.")


async def _play(
    run: MatchRun,
    node: Node,
    door: TableDoor,
    note: saved.SavedTable,
    feed: Feed | None,
    dialled: bytes = b"",
) -> MatchEnd:
    """Play, and meanwhile dial everybody of whom we know where they are. feed: where it is shown, None =
    nowhere. dialled: who is being dialled already."""
    whom = [peer.key for peer in note.peers if peer.key != dialled.hex()]
    with broken_off(run.entrant, run.match), plainly():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_follow_moves, node, run)
            nursery.start_soon(introduce_guests, node, door, note, _is_bot(run, note.host))
            dial_players(nursery, node, door, note, run.say, whom)
            async with showing(feed, run):
                outcome = await run.play()
                await _stay(run, outcome, node.bound)
            nursery.cancel_scope.cancel()
        return outcome
    raise AssertionError("a match ends with an outcome or an error")


async def _stay(run: MatchRun, outcome: MatchEnd, listen: Sequence[Address]) -> None:
    """Let our player stay at the table of a match that is over. listen: where our node listens."""
    stay, players = run.entrant.stay, run.seat.players
    alone = run.seat.config.days > 0 and not run.mesh.connected()
    if stay is None or not outcome.begun or alone:
        return
    again = rematch_of(run.note, run.match, run.seat.config, listen)
    hosts = [peer for peer in run.mesh.peers if players[peer.seat].binding.ik == again.host]
    people = not any(player.bot for player in players)
    table = Again(hosts or run.mesh.peers, again, is_host=not hosts, people=people)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.serve)
        await stay(run, outcome, table)
        nursery.cancel_scope.cancel()


def _is_bot(run: MatchRun, key: str) -> bool:
    """Whether the player with this key (hex) is a bot."""
    return any(player.bot for player in run.seat.players if player.binding.ik.hex() == key)


async def _follow_moves(node: Node, run: MatchRun) -> None:
    """While a match runs, know where the others' nodes have moved, and tell them where ours has, for ever."""

    note_move = weakly(run.moved)

    def moved(seat: int, candidates: tuple[Candidate, ...]) -> None:
        key = note_move(seat, candidates)
        if key is not None:
            node.directory.moved(fingerprint(key), candidates)

    run.exchange.moved = moved
    told, moves = run.note.where, node.moves
    while True:
        there = node.candidates(bytes.fromhex(run.note.token))
        if there != told and node.bound:
            told = there
            run.exchange.say_where(there)
        await node.readdressed()
        if node.moves == moves:
            continue
        moves = node.moves
        since = trio.current_time()
        with trio.move_on_after(BACK_S):
            await trio.sleep(LOOK_S / 10)  # connections from the old address are closed first
            for peer in run.mesh.peers:
                while peer.met and not peer.connected:
                    await peer.session.state_changed()
            took = trio.current_time() - since
            run.say(f"note: your address has changed; reconnected after {took:.1f} s.")


@contextmanager
def broken_off(entrant: Entrant, match: str) -> Iterator[None]:
    """A match that ends with a proven fault is over, and its secrets go."""
    try:
        yield
    except PeerFault as fault:
        if fault.proven:
            try:
                saved.break_off(entrant.home, entrant.machine, match, fault.rule)
            except UserError as error:
                raise fault from error
        raise


def _note(
    entrant: Entrant,
    company: Company,
    node: Node,
    invitation: bytes = b"",
    hours: int = 0,
    host: bytes = b"",
    watch: Watch = UNWATCHED,
) -> saved.SavedTable:
    """The note that a restart needs. host: key of the host, which is where its invitation says, b"" = it is
    us."""
    there = node.directory.candidates(fingerprint(host)) if host else None
    return table_note(
        entrant,
        company,
        host=host,
        host_at=there,
        listen=node.bound,
        invitation=invitation,
        hours=hours,
        watch=watch,
    )
