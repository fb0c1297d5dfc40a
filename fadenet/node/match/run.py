"""One networked match under way: asks the player, stores every item, sends ours and takes in the others'.

Every item is on disk before it is on the wire. A seat never signs a used place twice: after a restart it
first fetches what the other nodes hold of it. A link that is cut is the session's to mend; only
the time bank, the others' votes and the player end a match.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import trio

import keys
from fadenet.engine.rules import Rules
from fadenet.engine.state import Ask, Row, TableNeed
from fadenet.games.decks import Deck
from fadenet.node.errors import MatchFileDamaged
from fadenet.node.limits import SYNC_S
from fadenet.node.match import regain, saved
from fadenet.node.match.again import Again
from fadenet.node.match.awake import Awake
from fadenet.node.match.banks import GRACE_S
from fadenet.node.match.clock import MatchClock
from fadenet.node.match.committer import Keeper
from fadenet.node.match.door import TableDoor
from fadenet.node.match.exchange import PROOF_S
from fadenet.node.match.follow import FollowRun, MatchEnd, Say
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import Letter
from fadenet.node.match.pace import AnswerPace
from fadenet.node.match.peers import Peer
from fadenet.node.match.storage import MatchFile
from fadenet.node.weakly import weakly
from fadenet.table.away import with_passes
from fadenet.table.default import default_move, sentence_of, taken_for
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, Clock, MatchInfo, Player, open_lists
from protocol.hello import Config
from protocol.needs import Accepted
from protocol.secrets import Secrets

Begun = Callable[["MatchRun"], None]
"""Told of the match once it begins; from then on the match can be asked whom it waits for."""

Stay = Callable[["MatchRun", MatchEnd, Again], Awaitable[object]]
"""Lets a player act at the table once the match is over, while the others may still be there."""

DAY_S = 86_400
HELLO_S = 60.0
"""How long another node may take for what it owes at once, before a match has begun."""
REFUSALS_MAX = 3
STILL_S = 0.6
"""An offer to end as void is made where nothing has come for so long, longer than a node takes that answers
by itself: the others are to hear it before the match goes on."""
ALONE_S = 5.0
"""How long nobody may be found before our player is told what comes of it."""
FAREWELL_S = 60.0
"""How long a finished match waits for the others to have the result: a link that has fallen silent is noticed
and made anew in this time, and a node that died just now may be back."""


def _nobody(run: MatchRun) -> None:
    """Nobody looks on: without a word from a player, who stays away is given up when the bank is spent."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as it comes to a table, with all that it brings. kind: "human" or "bot"; bot: its name,
    remembered for a resume; bot_name: what others are told of that, "" = nothing. remembers: whether others
    are known by the names that they once had: not where strangers come and go. paced: whether the times of
    its answers are to tell nothing: not where the others are our own nodes. patience: seconds that a node may
    take for what it owes at once, until all have signed READY. stay: what its player does at the table when
    the match is over; None = leaves at once."""

    home: Path
    identity: keys.Identity
    rules: Rules
    deck: Deck
    player: Player
    kind: str = "human"
    bot: str = ""
    machine: Machine = field(default_factory=Machine)
    begun: Begun = _nobody
    remembers: bool = True
    paced: bool = True
    patience: float = HELLO_S
    stay: Stay | None = None
    bot_name: str = ""


@dataclass(frozen=True, slots=True)
class Participant:
    """An entrant before it is known what is played: the fields of `Entrant` but rules and deck."""

    home: Path
    identity: keys.Identity
    player: Player
    kind: str = "human"
    bot: str = ""
    machine: Machine = field(default_factory=Machine)
    begun: Begun = _nobody
    remembers: bool = True
    paced: bool = True
    patience: float = HELLO_S
    stay: Stay | None = None
    bot_name: str = ""

    def entrant(self, rules: Rules, deck: Deck) -> Entrant:
        own = self.home, self.identity, rules, deck, self.player, self.kind, self.bot
        more = self.machine, self.begun, self.remembers, self.paced, self.patience, self.stay
        return Entrant(*own, *more, self.bot_name)


Choose = Callable[[Config], tuple[Rules, Deck]]
"""The rules and the deck to sit down with at a table of this config. Raises `keys.UserError` if none fit."""
Consider = Callable[[Config, str], Awaitable[object]]
"""Lets a person think about a table of this config before `Choose` is called; its host waits a minute. Told
besides who the host is and what is played, in a sentence."""


async def nobody_asked(config: Config, told: str) -> None:
    """There is nothing to think about."""


class MatchRun(FollowRun):
    """One match under way between the nodes of its seats, at which our player sits."""

    def __init__(
        self,
        entrant: Entrant,
        seat: TableSeat,
        keeper: Keeper,
        door: TableDoor,
        note: saved.SavedTable,
        say: Say,
        rows: list[Row],
    ) -> None:
        super().__init__(entrant, seat, keeper, door, note, say)
        self.entrant = entrant
        self.seat = seat
        self._rows = rows
        self.restored = False
        self.settled = trio.Event()
        """Set when nothing can be done here before somebody else, or our player, has done something."""
        self._letters: deque[Letter] = deque()
        self._signed = seat.transcript.heads()[self.own][0]
        self.took: Callable[[float], object] = lambda seconds: None
        """Told how long each of our answers took, from the question on."""
        self._asked: tuple[Ask | TableNeed, trio.CancelScope] | None = None
        self._thinks_since = self._asked_since = 0.0
        self._rest = b""
        over = partial(weakly(self._heard), ())
        self.clock = MatchClock(seat, self.names, self.exchange, say, over, note.spent)
        self.clock.patience = math.inf if seat.config.days else entrant.patience
        self._awake = Awake(entrant.machine.asleep)
        self._watches_on = False
        self._pace = AnswerPace(entrant.machine.rng, seat.players[self.own].bot)
        by_post = seat.config.days > 0
        self._swift = by_post or not entrant.paced or all(player.bot for player in seat.players)

    @classmethod
    def begin(
        cls,
        entrant: Entrant,
        file: MatchFile,
        secrets: Secrets,
        door: TableDoor,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A fresh match, which is on disk as `saved.begin` leaves it."""
        rows: list[Row] = []
        seat = TableSeat(entrant.rules, file.items(), secrets, lambda s, r: rows.extend(r))
        mark = saved.open_mark(entrant.machine, file.path.stem, secrets)
        keeper = Keeper(file, mark, entrant.machine.committer)
        return cls(entrant, seat, keeper, door, note, say, rows)

    @classmethod
    def restore(
        cls,
        entrant: Entrant,
        file: MatchFile,
        secrets: Secrets,
        door: TableDoor,
        note: saved.SavedTable,
        say: Say,
        moved: bool = False,
    ) -> MatchRun:
        """A match from disk; it waits for the other nodes' copies before it signs anything. Its player is
        told first what has happened in it. moved: as in `saved.open_mark`."""
        rows: list[Row] = []
        seat = saved.restored(entrant.rules, file, len(note.peers) + 1, secrets, lambda s, r: rows.extend(r))
        if seat.players[seat.seat].binding.ik != entrant.identity.public:
            raise MatchFileDamaged(
                f"The secrets of match {short_id(file.path.stem)} are of another player than "
                f"{entrant.identity.name}. Put the own ones in their place."
            )
        away = entrant.machine.now() - note.touched - GRACE_S
        if seat.config.bank and away >= seat.config.bank:
            seat.been_away()
        mark = saved.open_mark(entrant.machine, file.path.stem, secrets, moved)
        keeper = Keeper(file, mark, entrant.machine.committer)
        run = cls(entrant, seat, keeper, door, note, say, rows)
        run.restored = True
        run.clock.patience = math.inf
        run.exchange.recall()
        run.clock.stood(away - saved.TOUCHED_S, "was away")
        if seat.abandoned:
            run.exchange.abandon()
        run.clock.see_given_up()
        return run

    def _begin(self) -> None:
        regain.check(self.exchange, self.file.path)
        super()._begin()  # the HELLOs are stored before anybody is told that the match has begun
        self.entrant.begun(self)

    async def _drive(self) -> None:
        """Answer what the table asks of our seat until the match has its result."""
        await self._open_letters()
        if self.exchange.holdings.behind:
            self.settled.set()
        await regain.regain(self.exchange, self.file.path, self.say, self._change_or_letter)
        await self._sync()
        started = False
        while True:
            await self._open_letters()
            self._look_for_lost()
            news = self._changed  # what comes from here on is looked at, whatever we wait for in between
            self.exchange.out(self.seat.pump())
            await self.exchange.refuse()
            view = self.seat.view
            if view is not None and not started:
                started = True
                await self.entrant.player.start(self._info(), view)
            if view is not None and self._rows:
                rows, self._rows[:] = list(self._rows), []
                await self.entrant.player.events(view, rows)
                if self._rows or self._changed is not news:
                    continue
            if self.exchange.over:
                return
            self._tell_if_watching()
            if self.seat.question() is not None or self.seat.search() is not None:
                await trio.lowlevel.checkpoint()  # a player that never waits must not keep ours from leaving
                if self._rows or self.exchange.over:
                    continue
            if self.settled.is_set():
                self.settled = trio.Event()
            if self.seat.question() is not None:
                await self._decide()
            elif (search := self.seat.search()) is not None:
                await self._search(search)
            elif confirmed := self._confirm_by_post():
                self.exchange.out(confirmed)
            else:
                self.settled.set()
                with trio.move_on_after(STILL_S if self.clock.wants_void else math.inf):
                    await news.wait()
                    continue
                self.exchange.out(self.clock.end_void(first=True))
                await news.wait()

    def deliver(self, letter: Letter) -> None:
        """Something has come by post."""
        self._letters.append(letter)
        self.settled = trio.Event()
        self._heard(())

    async def _change_or_letter(self) -> None:
        await self._change()
        await self._open_letters()

    async def _open_letters(self) -> None:
        while self._letters:
            await self.exchange.take_in_parcel(self._letters.popleft())

    async def _sync(self) -> None:
        """A restored seat signs nothing before it knows what the others hold of it: one of them at least, and
        a little later all that can be reached. By correspondence nobody is there, and it goes by its mark
        alone: that says how far it has signed."""
        exchange, peers = self.exchange, self.mesh.peers
        if self.seat.config.days and not exchange.holdings.behind:
            exchange.resume()
            return
        nobody = not exchange.synced
        while not (exchange.synced or exchange.over or any(peer.synced for peer in peers)):
            with trio.move_on_after(ALONE_S if nobody else math.inf):
                await self._change()
                continue
            nobody = False
            if self.clock.bank and not self.seat.may_vote:
                left = min(self.clock.banks.left(peer.seat) for peer in peers)
                self.say(
                    f"Nobody is here yet. This match ends if that stays so for {left:.0f} s; "
                    "to go on with it another time, leave it now."
                )
        with trio.move_on_after(SYNC_S):
            while not (exchange.synced or exchange.over or all(peer.synced for peer in peers)):
                await self._change()
        exchange.resume()
        if self.seat.result is None and all(peer.synced for peer in peers):
            self.seat.caught_up()

    def _look_for_lost(self) -> None:
        """A node that has lost what it has signed, as where a disk was restored from a copy, signs nothing in
        its place. Raises `MatchFileDamaged` when nobody else holds it."""
        lost = self.seat.transcript.lost
        if lost and all(peer.synced for peer in self.mesh.peers):
            raise MatchFileDamaged(
                f"{self.file.path.name} has lost {len(lost)} of our entries, and the others hold only later "
                "ones, so this node signs nothing more in this match. Put the newest copy of it in its place."
            )

    def _tell_if_watching(self) -> None:
        """Tell a player once that the others play on without it."""
        if self._watches_on or self.seat.over or not self.clock.watches_on:
            return
        self._watches_on = True
        if self.seat.left_behind and self.mesh.connected():
            self.say(
                "By the clocks of the others your time bank is spent, though you are connected: they have "
                "voted to go on without you."
            )
        elif self.seat.left_behind:
            self.say("The others have not heard from this node for too long, and go on without you.")
        else:
            self.say("You are out, and the others play on. Stay to the end: the proof needs your part too.")

    def _heard(self, given: Sequence[Accepted]) -> None:
        self.clock.heard(given)
        self._see_waits()
        self.clock.see_given_up()
        super()._heard(given)
        if self.seat.transcript.table_digest != self._rest:
            self._rest = self.seat.transcript.table_digest
            self._pace.rested()
        if self._asked is not None and self._asked[0] not in (self.seat.question(), self.seat.search()):
            self._asked[1].cancel()
        if void := self.clock.end_void(first=False):
            self.exchange.out(void)

    def _see_waits(self) -> None:
        """By correspondence note since when somebody is waited for, and whose days are over."""
        config, now = self.seat.config, int(self.entrant.machine.now())
        if not config.days:
            return
        awaited, heads = self.seat.awaited(), self.seat.transcript.heads()
        before = self.note.waits or (saved.Waits(0, 0),) * len(self.note.peers)
        waits = []
        for old, seat in zip(before, (peer.seat for peer in self.mesh.peers), strict=True):
            signed = heads[seat][0]
            goes_on = old.since and old.signed == signed
            waits.append(saved.Waits((old.since if goes_on else now) if seat in awaited else 0, signed))
        ours = self.seat.question() is not None or self.seat.search() is not None
        same = self._signed == heads[self.own][0]
        turn = ((same and self.note.turn) or now) if ours else 0
        self._signed = heads[self.own][0]
        self.clock.overdue = ours and now - turn > config.days * DAY_S
        if (turn, tuple(waits)) != (self.note.turn, self.note.waits):
            self._renote(replace(self.note, turn=turn, waits=tuple(waits)))

    def _confirm_by_post(self) -> list[bytes]:
        return self.clock.confirm_by_post(bool(self._late(days=1))) if self.seat.config.days else []

    @property
    def overdue(self) -> list[int]:
        """The seats that have had all their days by our clock, in a match by correspondence. Nobody has as
        long as we lack what we have signed: the others may wait for us."""
        return self._late()

    def _late(self, days: int = 0) -> list[int]:
        """The same with so many days more."""
        if not self.seat.config.days or not self.exchange.synced:
            return []
        due = self.entrant.machine.now() - (self.seat.config.days + days) * DAY_S
        seats = [peer.seat for peer in self.mesh.peers]
        return [seat for seat, wait in zip(seats, self.note.waits, strict=False) if 0 < wait.since <= due]

    def claim(self) -> list[str]:
        """Our player claims that the seats that are overdue have left; their names."""
        late = self.overdue
        if late:
            self.clock.claim(late)
        return [self.names[seat] for seat in late]

    def offer_void(self, wanted: bool) -> None:
        """Our player would end the match without a winner, or would not any more."""
        self.clock.wants_void = wanted
        self._heard(())

    def _info(self) -> MatchInfo:
        config = self.seat.config
        kinds = tuple("bot" if player.bot else "human" for player in self.seat.players)
        rules = self.entrant.rules
        names = (*self.names, *rules.automaton_names)
        about = self.match, config.game, config.format, self.own, names, kinds
        lists = open_lists(rules, config.seats)
        return MatchInfo(*about, self.entrant.deck.lists, self.seat.dice, lists=lists)

    async def _decide(self) -> None:
        """Ask the player, within the decision timer."""
        view, ask = self.seat.view, self.seat.question()
        assert view is not None and ask is not None
        began = trio.current_time()
        answer: Answer | None = None
        with self._asking(ask) as scope:
            for _ in range(REFUSALS_MAX):
                view.clock = self._time()
                given = await self.entrant.player.choose(view)
                reason = view.refusal(given.move)
                if reason is None:
                    answer = given
                    break
                await self.entrant.player.refused(view, reason)
        if self.seat.question() != ask:
            return
        if self.clock.banks.is_late(self.own):
            self.say("Your time bank is spent: you have run out of time, and lose.")
            self.exchange.out(self.seat.run_out())
            return
        if answer is None:
            answer = Answer(default_move(view, ask, self.entrant.machine.rng))
            if scope.cancelled_caught:
                self.say(f"Your time was over: {sentence_of(view, ask, answer.move)}.")
        if self.seat.config.days and self.entrant.kind == "bot":
            answer = with_passes(view, answer)
        await self._on_grid(answer)
        if self.seat.question() == ask:
            self.clock.banks.answered(self.own)
            self.exchange.out(self.seat.answer(answer.move, answer.standing))
            self.took(trio.current_time() - began)

    async def _search(self, need: TableNeed) -> None:
        """Let the player search the own deck, within the decision timer."""
        view = self.seat.view
        assert view is not None
        chosen: Sequence[int] = ()
        with self._asking(need) as scope:
            view.clock = self._time()
            chosen = await self.entrant.player.take(view, need)
        await self._on_grid(None)
        if self.seat.search() == need:
            if scope.cancelled_caught:
                self.say(f"Your time was over: {taken_for(view, need)}.")
            self.clock.banks.answered(self.own)
            self.exchange.out(self.seat.take(chosen))

    @contextmanager
    def _asking(self, what: Ask | TableNeed) -> Iterator[trio.CancelScope]:
        """The player thinks: no longer than the decision timer and its time bank, nor than it is asked."""
        left = self.clock.banks.left(self.own)
        with trio.move_on_after(min(self.seat.config.timer or math.inf, left)) as scope:
            self._asked = what, scope
            self._thinks_since = self._asked_since = trio.current_time()
            try:
                yield scope
            finally:
                self._count_thinking()
                self._asked = None

    def _time(self) -> Clock:
        """The time that our player has for its answer, from now on."""
        self._count_thinking()
        thought = trio.current_time() - self._asked_since
        timer = self.seat.config.timer
        return Clock(max(0.0, timer - thought) if timer else math.inf, self.clock.banks.left(self.own))

    def _count_thinking(self) -> None:
        """Take what our player has thought since this was last done from its bank."""
        if self._asked is not None:
            now = trio.current_time()
            self.clock.banks.take(self.own, now - self._thinks_since)
            self._thinks_since = now

    @property
    def time_left(self) -> float:
        """Seconds that our player has left to answer, before its node does."""
        return math.inf if self._asked is None else self._asked[1].deadline - trio.current_time()

    def bank_left(self, seat: int) -> float:
        """Seconds that a seat has left in its time bank, as far as we know, what our player has thought until
        now taken from its own, and no grace for the others; infinite where no time is counted."""
        thinks = self._asked is not None and seat == self.own
        left = self.clock.banks.left(seat) - (GRACE_S if seat != self.own else 0.0)
        left -= thinks * (trio.current_time() - self._thinks_since)
        return max(0.0, min(left, self.clock.bank or math.inf))

    async def _on_grid(self, answer: Answer | None) -> None:
        """Wait until an answer leaves; between bots it leaves at once. One that nobody thought about is held
        back for less than a quarter of any clock, and for no longer than an answer gives back, or for 1/256
        of a time bank if that is more."""
        view, config, left = self.seat.view, self.seat.config, self.clock.banks.left(self.own)
        if view is not None and not self._swift:
            most = min((config.timer or self.entrant.rules.decision_timer) / 4, left / 4)
            held = trio.current_time()
            await self._pace.wait(view, answer, min(most, max(config.bonus, left / 256)))
            self.clock.banks.take(self.own, trio.current_time() - held)

    # Waiting, and the end.

    def _beat(self) -> None:
        """Say what we hold, and count the time of those who are waited for."""
        super()._beat()
        stood, slept = self._awake.stood()
        if stood:
            self._stood(stood, slept)
        self.clock.beat()
        self._count_thinking()
        if self.clock.banks.kept != self.note.spent:  # a restart must not begin them anew
            self._renote(replace(self.note, spent=self.clock.banks.kept))

    def _stood(self, seconds: float, slept: float) -> None:
        """Our node stood still for so long, `slept` of it unknown to Trio's clock: our player's time ran."""
        self.clock.stood(seconds)
        if self._asked is not None:
            self.clock.banks.take(self.own, slept)
            self._asked[1].deadline -= slept

    async def _show(self, outcome: MatchEnd) -> None:
        if self.seat.view is not None:
            await self.entrant.player.over(self.seat.view, outcome.places or (), outcome.rule)

    async def _farewell(self) -> None:
        """Stay until everybody whom we reach has the RESULT too, but no longer than `FAREWELL_S`. By
        correspondence nobody is waited for."""
        if self.seat.config.days and not self.mesh.connected():
            return
        if not self.exchange.abandoned:
            with trio.move_on_after(FAREWELL_S):
                await super()._farewell()
            return
        with trio.move_on_after(PROOF_S):  # a seat that is given up and connected is to hear it
            for peer in self.mesh.peers:
                if peer.connected:
                    await peer.sent()

    def _waiting_for(self) -> list[Peer]:
        """All who are present, or of these those whom we have met: a node that came back with the RESULT from
        disk has met nobody yet."""
        absent = self.seat.ending.absent
        present = [peer for peer in self.mesh.peers if peer.seat not in absent]
        return [peer for peer in present if peer.met] or present
