"""A guest's visit to the lobby of a host: it looks at the offer, sits down, and agrees to who plays.

A guest has the match on its disk before it agrees; until the host has begun it, leaving costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import trio

import keys
from fadenet.engine.cardset import keep, lacking
from fadenet.games.descriptors import GAMES
from fadenet.node.errors import Reason, RefusedInvite, Unreachable
from fadenet.node.limits import ACK_DELAY_S
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.session import PeerRestarted, Session
from fadenet.node.lobby.bringing import bring
from fadenet.node.lobby.lobby import GONE_S, GRACE_S, goodbye
from fadenet.node.lobby.seating import Company, OwnSeating, company, recognized, votes_of
from fadenet.node.match import messages, saved
from fadenet.node.match.follow import Say, remember
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import Arrival, Attendee, Sitting
from fadenet.node.match.run import HELLO_S, Choose, Consider, Entrant, Participant, nobody_asked
from fadenet.node.match.storage import MatchFile
from fadenet.table import skew
from protocol.faults import BadEncoding, BadHello
from protocol.hello import Config, parse_hello

BUSY_S: Final = 5.0
"""How long a host may say that it is busy after it has hung up: somebody may have our seat who leaves it."""


def _is_busy(session: Session) -> bool:
    return isinstance(session.error, RefusedInvite) and session.error.reason is Reason.BUSY


def _meant(config: Config) -> str:
    """The game that the host plays, in words, and a sentence for each choice that its host was asked for."""
    options = dict(config.opts)
    what = [f"{saved.played(config.game, config.format, options)}."]
    for one in GAMES[config.game].taken(config.format).values() if config.game in GAMES else ():
        means = dict(one.asked).get(options.get(one.word, one.usual))
        what += [means] if means else []
    return " ".join(what)


class Visit:
    """The guest's side of a lobby. where: says where our own node can be dialled. note: what a
    restart needs, once all who will play are known. ask: what a person thinks about before `choose`. bot: the
    one that is to sit there for the host, "" = whoever does.
    """

    def __init__(
        self,
        participant: Participant,
        choose: Choose,
        session: Session,
        say: Say,
        where: Callable[[], Sequence[Candidate]],
        note: Callable[[Entrant, Company, messages.Watch], saved.SavedTable],
        ask: Consider = nobody_asked,
        bot: str = "",
    ) -> None:
        self._participant = participant
        self._ask = ask
        self._bot = bot
        self._choose = choose
        self._session = session
        self._say = say
        self._where = where
        self._note = note
        self._offered = b""
        self._offer: messages.TableOffer | None = None
        self._entrant: Entrant | None = None
        self._own: OwnSeating | None = None
        self._arrival: Arrival | None = None
        self._company: Company | None = None
        self._file: MatchFile | None = None
        self._patience = trio.CancelScope()

    @property
    def watch(self) -> messages.Watch:
        """Whether the match may be watched, as the host has offered and who sits down agrees."""
        return messages.UNWATCHED if self._offer is None else self._offer.watch

    async def sit_down(self) -> tuple[Entrant, Company, MatchFile]:
        """Wait until the match begins; what we sit down with, with whom, and where it is kept.

        Raises `CannotPlay` or what `choose` raises, and then the host knows; `Unreachable` when it is gone;
        `DiskFull` and the like. A match that we have agreed to stays on disk: the host may have begun it.
        """
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch)
                self._owed()
                with self._patience:
                    while not await self._hear():
                        pass
                if self._patience.cancelled_caught:
                    raise self._gone("has stopped answering")
                nursery.cancel_scope.cancel()
            assert self._entrant is not None and self._company is not None and self._file is not None
            host = next(one for one in self._company.players if self._is_host(one))
            remember(self._entrant, parse_hello(host.hello), host.name, self._say)
        except BaseException:
            if self._file is not None:
                self._file.close()
            raise
        return self._entrant, self._company, self._file

    async def _watch(self) -> None:
        """A host that said goodbye has closed its table, and one that does not come back is gone."""
        session = self._session
        while True:
            while session.state.connected:
                await session.state_changed()
            closed, since = session.said_bye, trio.current_time()
            with trio.move_on_after(GRACE_S if closed else GONE_S) as patience:
                while not session.state.connected:
                    await session.state_changed()
                    if closed and _is_busy(session):
                        patience.deadline = since + BUSY_S
                continue
            if self._file is not None:  # a hang-up in a handshake looks like a host that refuses us
                raise self._gone("cannot be reached any more")
            refused = session.error
            if isinstance(refused, RefusedInvite) and not (closed and _is_busy(session)):
                raise refused
            if closed:
                raise messages.CannotPlay("The host has closed the table; nothing was begun.")
            raise self._gone("cannot be reached any more")

    def _gone(self, how: str) -> Unreachable:
        """The host's node is gone, or does not say what it owes."""
        if self._file is None:
            return Unreachable(f"The host's node {how}; nothing was begun.")
        match = short_id(self._file.path.stem)
        return Unreachable(
            f"The host's node {how}. If it has begun the match, go on with: fadenet resume {match}"
        )

    def _owed(self, anything: bool = True) -> None:
        """The host owes a message from now on, or nothing any more. At a table of two all that it owes, to
        START, is owed at once, whatever it says in between; at one of several others may come and go, and it
        drops those who do not say what they owe."""
        several = self._offer is not None and self._offer.config.seats > 2
        if not anything:
            self._patience.deadline = math.inf
        elif several or self._patience.deadline == math.inf:
            most = self._participant.patience + (HELLO_S if several else 0.0)
            self._patience.deadline = trio.current_time() + most

    async def _hear(self) -> bool:
        """Take in one message of the host; whether the match begins."""
        try:
            data = await self._session.receive()
        except PeerRestarted:
            self._owed()
            return False  # it will make its offer again
        kind, body = data[0] if data else -1, data[1:]
        if kind == messages.OFFER:
            await self._answer(body)
        elif kind in (messages.HERE, messages.PLAYERS, messages.START) and self._entrant is None:
            return False  # it was said to an earlier life of ours, and the offer comes behind it
        elif kind == messages.HERE:
            await self._see(messages.parse_here(body))
        elif kind == messages.PLAYERS:
            await self._agree(body)
        elif kind == messages.START:
            return self._company is not None and self._company.game == body
        elif kind == messages.SORRY:
            await trio.sleep(2 * ACK_DELAY_S)  # the other node waits until it knows that we have it
            raise messages.sorry(body)
        elif kind in (
            messages.ITEM,
            messages.HEADS,
            messages.SYNC,
            messages.SYNCED,
            messages.LINKS,
            messages.DONE,
        ):
            raise messages.CannotPlay(
                "The match at this table has begun. If you sat there, go on with: fadenet resume"
            )
        else:
            raise BadEncoding("a message that has no place in the lobby")
        return False

    async def _answer(self, body: bytes) -> None:
        """Look at the OFFER and sit down, or say why not."""
        if self._offered not in (b"", body):
            raise BadEncoding("another offer than before")
        if not self._offered:
            offer = self._offer = messages.parse_offer(body)
            self._owed(False)
            if self._bot and self._bot != offer.bot:
                await goodbye(self._session, messages.OTHER_TABLE)
                raise messages.CannotPlay(
                    f"The notice of this table names the bot {self._bot}, and its host seats "
                    f"{offer.bot or 'somebody else'}; nothing was begun. See what there is: fadenet tables"
                )
            host = await self._recognized(offer.name, self._session.peer, bool(offer.bot), offer.bot)
            config = offer.config
            if not await self._has_sets(config):
                return
            told = f"{host} plays {_meant(config)}"
            self._entrant = await self._with(offer, told)
            self._offered = body
            self._say(told)
            self._say(messages.timed(offer.config))
            if votes := votes_of(offer.config.seats):
                self._say(votes)
            if offer.watch.allowed:
                self._say(f"This table may be watched, {messages.behind(offer.watch.delay)}.")
            self._own = OwnSeating(self._entrant, offer.config)
            name, bot = self._entrant.identity.name, self._entrant.kind == "bot"
            self._arrival = Arrival(name, bot, self._own.nonce, tuple(self._where()))
        assert self._arrival is not None
        if not self._session.restarted:  # else it makes its offer again
            await self._session.send(messages.pack_sit(self._arrival))
        self._owed()

    async def _has_sets(self, config: Config) -> bool:
        """Have the host bring the card sets of the table that are not here; whether they are here then, and
        not the host's memory gone, which makes its offer again."""
        for id in lacking(dict(config.opts)):
            self._owed()
            try:
                keep(await bring(id, self._session.send, self._piece))
            except PeerRestarted:
                return False
            self._owed(False)
        return True

    async def _piece(self) -> tuple[int, bytes]:
        """The next message of a host that owes a piece of a set."""
        data = await self._session.receive()
        kind, body = data[0] if data else -1, data[1:]
        if kind == messages.SORRY:
            await trio.sleep(2 * ACK_DELAY_S)
            raise messages.sorry(body)
        return kind, body

    async def _with(self, offer: messages.TableOffer, told: str) -> Entrant:
        """The entrant as which we sit down at this table, of which our player was told this."""
        config = offer.config
        try:
            await self._ask(config, told)
            rules, deck = self._choose(config)
        except messages.FoundAnother:
            await goodbye(self._session, messages.TAKEN)
            raise
        except keys.UserError:
            await goodbye(self._session, messages.OTHER_TABLE)
            raise
        fits = (config.game, config.format) == (rules.name, rules.format)
        for right, reason in (
            (fits and config.seats in rules.seat_counts, messages.OTHER_TABLE),
            (offer.rules == rules.hash, messages.OTHER_RULES),
            (offer.card_set == rules.card_hash, messages.OTHER_CARDS),
        ):
            if not right:
                await goodbye(self._session, reason)
                both = skew.differs(rules, offer.rules, offer.card_set, "the host's")
                said = messages.REASONS[reason]
                raise messages.CannotPlay(said if reason == messages.OTHER_TABLE else f"{said} {both}")
        return self._participant.entrant(rules, deck)

    async def _see(self, present: Sequence[Attendee]) -> None:
        """Tell our player who is at the table; once that is full, say HELLO to just these."""
        assert self._offer is not None and self._own is not None
        seats = self._offer.config.seats
        if seats > 2:
            free = seats - len(present)
            waiting = f"; waiting for {free} more" if free else ""
            own = self._own.nonce
            there = [await self._recognized(one.name, one.ik) for one in present if one.nonce != own]
            self._say(f"At the table: {', '.join(['you', *there])}{waiting}.")
        if self._own.nonce not in [one.nonce for one in present]:
            return  # our own coming has crossed this
        if len(present) < seats:
            self._owed(False)  # still others are to come
            return
        await self._session.send(bytes([messages.HELLO]) + self._own.hello(present))
        self._owed()

    async def _agree(self, body: bytes) -> None:
        """Look at all who will play, and agree."""
        assert self._offer is not None and self._entrant is not None and self._own is not None
        token, players = messages.parse_players(body, self._offer.config.seats)
        secrets = self._own.secrets(players)
        if secrets is None:
            raise messages.CannotPlay("The match at this table has begun without you; nothing is lost.")
        there = company(players, token, secrets)
        if not any(map(self._is_host, players)):
            raise BadHello("a table at which the host does not sit")
        for one, key in zip(there.players, there.keys, strict=True):
            if key != self._entrant.identity.public:
                hello = parse_hello(one.hello)
                if self._is_host(one) and hello.bot_name != self._offer.bot:
                    raise BadHello("a HELLO of another bot than the host has offered")
                await self._recognized(one.name, key, hello.bot, hello.bot_name)
        self._keep(there)
        await self._session.send(bytes([messages.AGREED]) + there.game)
        self._owed()

    async def _recognized(self, name: str, key: bytes, bot: bool = False, bot_name: str = "") -> str:
        """A player as ours is told of it (`seating.recognized`); we leave where it is another's name."""
        try:
            return recognized(self._participant, name, key, bot, bot_name)
        except keys.ContactChanged:
            await goodbye(self._session, messages.OTHER_NAME)
            raise

    def _keep(self, company: Company) -> None:
        """Have a match on disk before we agree to it: the host may begin it at once, and we may die."""
        assert self._entrant is not None
        if self._company is not None and self._company.game == company.game:
            return
        home, machine = self._entrant.home, self._entrant.machine
        if self._file is not None:
            self._file.close()
            saved.discard(home, machine, self._file.path.stem)
        note = self._note(self._entrant, company, self.watch)
        self._file = saved.begin(home, machine, company.hellos, company.secrets, note)
        self._company = company

    def _is_host(self, one: Sitting) -> bool:
        return parse_hello(one.hello).binding.ik == self._session.peer
