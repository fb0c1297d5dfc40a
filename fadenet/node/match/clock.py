"""How long a node waits for the other seats of its match, and what it does when their time is spent.

Nobody can prove another's silence: each node counts for itself how long it waits for whom. The others' votes
decide about a seat that has left, or we do where only two are left; our player may keep waiting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from fadenet.engine.language.english import number_of
from fadenet.node.limits import BEAT_S
from fadenet.node.match.banks import Banks, credit_of
from fadenet.node.match.exchange import Exchange
from fadenet.table.seat import TableSeat
from protocol.needs import Accepted
from protocol.standing import DOOMED, DROPPED, ELIMINATED

CONFIRM_S: Final = 5.0
"""How long a node waits before it confirms that a seat is voted out: others who take back are heard first."""
UNSEEN_S: Final = 60.0
"""How long it waits where no other voter has told that it has heard the same votes."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """Somebody whom the match waits for. away: no way leads to its node; left: seconds until we wait no
    longer, None without a time bank; kept: we keep waiting even then; voted: we have voted, and others have
    not."""

    seat: int
    name: str
    away: bool
    left: float | None
    kept: bool
    voted: bool


class MatchClock:
    """The time that the seats of one match have left. names: of all seats; ended: told when nobody is waited
    for any more because there was none left; spent: see `Banks`. `bank`: seconds of a whole time bank, 0 =
    nobody's time is counted; `wants_void`: our player would have the match end as void."""

    def __init__(
        self,
        seat: TableSeat,
        names: Sequence[str],
        exchange: Exchange,
        say: Callable[[str], None],
        ended: Callable[[], None],
        spent: Sequence[int] = (),
    ) -> None:
        self._seat = seat
        self._own = exchange.mesh.seat
        self._names = names
        self._mesh = exchange.mesh
        self._exchange = exchange
        self._say = say
        self._ended = ended
        self._kept: set[int] = set()
        self._paused = 0.0
        self._unreached = 0.0
        self._unsigned = 0.0
        self._counted = trio.current_time()
        self._counts: list[int] = []  # whose time has run since then
        self._rests = len(seat.transcript.batches)
        self._over = False
        self._overslept: int | None = None  # how far we had signed when our node had stood still for too long
        self._unready = 0.0
        self.patience = math.inf
        """How long another node may take to sign READY, if that is less than the time bank (s)."""
        self.wants_void = False
        self.bank = float(seat.config.bank)
        self.overdue = False
        """By correspondence: whether our own player has taken more than its days."""
        days = seat.config.days
        self._span = number_of(days, "day") if days else "the whole time bank"
        self.banks = Banks(seat.config.bank, seat.config.bonus, len(names), self._own, spent)

    @property
    def watches_on(self) -> bool:
        """Whether the others play on without us, left behind or eliminated."""
        here = self._seat.transcript.standing(self._own)
        return here.left_behind or (here is ELIMINATED and not self._seat.over)

    @property
    def void(self) -> bool:
        """Whether all have agreed that the match ends without a winner."""
        return self._seat.void

    @property
    def votes(self) -> bool:
        """Whether it takes votes to go on without somebody; else we stop waiting by ourselves."""
        return self._seat.may_vote

    def awaited(self) -> list[Awaited]:
        """The seats that the match waits for; [] while it waits for us."""
        seats = [] if self._exchange.over else self._missing()
        if self._own in seats:
            return []
        mesh, votes = self._mesh, self.votes
        away = {p.seat for p in mesh.peers if not (p.connected or mesh.reached_through(p.seat))}
        return [
            Awaited(
                seat,
                self._names[seat],
                seat in away,
                self.banks.left(seat) if self.bank else None,
                seat in self._kept,
                votes and not self._seat.may_drop(seat),
            )
            for seat in seats
        ]

    def _missing(self) -> list[int]:
        """The seats that the match waits for; as long as we do not know what the others hold of us, those who
        have not told us."""
        if self._exchange.synced:
            return self._seat.awaited()
        dropped = self._seat.transcript.who_is(DROPPED)
        return [peer.seat for peer in self._mesh.peers if not peer.synced and peer.seat not in dropped]

    def against_void(self) -> list[str]:
        """The seats without which the match cannot end as void, and which will not agree: bots, and who was
        dropped."""
        dropped = self._seat.transcript.who_is(DROPPED)
        players = enumerate(self._seat.players)
        return [self._names[i] for i, one in players if i in dropped or (one.bot and i != self._own)]

    def end_void(self, first: bool) -> list[bytes]:
        """Sign that the match ends without a winner, if our player wants that and it can be signed now: as
        the first at this rest, or else after others."""
        return self._seat.end_void(first) if self.wants_void and self._exchange.synced else []

    def keep_waiting(self) -> list[str]:
        """Wait for those who are awaited now even when their banks are spent; their names."""
        late = self.awaited()
        self._kept |= {one.seat for one in late}
        return [one.name for one in late]

    def go_on(self) -> list[str]:
        """Go on without those whose banks are spent, as soon as they are; the names of those awaited."""
        late = self.awaited()
        self._kept -= {one.seat for one in late}
        return [one.name for one in late]

    def stood(self, seconds: float, how: str = "stood still") -> None:
        """Our node did nothing for so long. Where that is more than was left in our time bank, the others may
        have ended the match without us: from then on it is not for us to say that they have left it, until
        one of them answers what we have signed since."""
        if not self.bank or seconds < self.banks.left(self._own):
            return
        self._overslept = self._signed
        self._say(
            f"This node {how} for {seconds:.0f} s, longer than its time bank lasted: the others may have "
            "gone on without it."
        )

    @property
    def _signed(self) -> int:
        return self._seat.transcript.heads()[self._own][0]

    def heard(self, given: Sequence[Accepted]) -> None:
        """These are what other seats owed; or something else has changed."""
        self._count()
        for one in given:
            self.banks.answered(one.seat)
        self._give_back()
        self._kept -= {one.seat for one in given}
        if given and self._overslept is not None and self._signed > self._overslept:
            self._overslept = None
        if self._seat.over and not self._over:
            self._over = True
            self.banks.refill()
        self._await()

    def _count(self) -> None:
        """Take the time since this was last done from those for whom we have waited. Where it is more than
        there is between two beats it was our own node that stood still."""
        now = trio.current_time()
        for seat in self._counts:
            self.banks.take(seat, min(now - self._counted, 2 * BEAT_S), 2 * self._mesh.way(seat))
        self._counted = now

    def _await(self) -> None:
        """From now on the time runs of those for whom we wait. While our player is asked that is its own,
        counted as it thinks; and nobody's while we lack what we have signed, or are about to confirm."""
        missing = self._missing()
        stays = (
            self._own in missing
            or self._exchange.holdings.behind
            or self._ends_void(missing)
            or self._confirms
        )
        self._counts = [] if stays else missing

    def _ends_void(self, missing: Sequence[int]) -> bool:
        """Whether all have agreed to end the match as void, and wait for these however long it takes: only a
        cheat may keep its signature back for ever."""
        return self._seat.void and self._seat.transcript.convicted.isdisjoint(missing)

    def _give_back(self) -> None:
        """Give the banks back what decisions earn, at every rest that is complete."""
        batches = self._seat.transcript.batches
        for batch in batches[self._rests :]:
            self.banks.rested({one.seat: credit_of(one.payload) for one in batch.entries})
        self._rests = len(batches)

    @property
    def _confirms(self) -> bool:
        """Whether we are about to confirm that a seat is out."""
        return self._seat.transcript.leaving.unconfirmed and self._exchange.synced and not self.watches_on

    @property
    def _is_shared(self) -> bool:
        """Whether another voter has told that it has heard the same votes."""
        voters = {*self._seat.transcript.playing()} - {*self._seat.transcript.who_is(DOOMED)}
        return self._exchange.shares(voters)

    def confirm_by_post(self, unheard: bool) -> list[bytes]:
        """By correspondence, where no beat counts how long the others may take back their votes: confirm that
        a seat is out once another voter has told that it has heard the same ones, or if all of them are
        `unheard` for too long. Returns our new items."""
        return self._seat.confirm() if self._confirms and (unheard or self._is_shared) else []

    def beat(self) -> None:
        """Another beat has gone by. A seat whose bank is spent is late, unless our player keeps waiting."""
        self._count()
        self._look()
        self._await()

    def _look(self) -> None:
        awaited = self._missing()
        if self._exchange.holdings.behind or self._ends_void(awaited):
            return
        if self._confirms:
            self._paused += BEAT_S
            if not self._seat.config.days and self._paused >= (CONFIRM_S if self._is_shared else UNSEEN_S):
                self._exchange.out(self._seat.confirm())
            return
        self._paused = 0.0
        self._look_for_players()
        if self._own in awaited:
            return  # our player's time is counted while it thinks, and the others' when it has answered
        self._unready += 0.0 if self._seat.begun else BEAT_S
        unready = not self._seat.begun and self._unready >= self.patience
        in_vain = self._seat.ending.in_vain
        self._look_for_signers({*awaited} <= in_vain)
        stay = self._kept | in_vain
        late = [s for s in awaited if (unready or self.banks.is_late(s)) and s not in stay]
        if late and self.watches_on:
            self._leave()
        elif late:
            self._go_on(late)

    def _look_for_players(self) -> None:
        """A node watches on as long as it can: when none of those who play has been reached for a whole bank,
        they are away for good or have ended the match without it."""
        seat = self._seat
        if not (self.bank and self.watches_on) or seat.over:
            return
        playing, mesh = {*seat.transcript.playing()}, self._mesh
        reached = playing & {*mesh.connected()} or any(map(mesh.reached_through, playing))
        self._unreached = 0.0 if reached else self._unreached + BEAT_S
        if self._unreached >= self.bank and not self._kept:
            self._say("Nobody who plays on was reached for the whole time bank; you watch no longer.")
            self._exchange.abandon()
            self._ended()

    def _look_for_signers(self, in_vain: bool) -> None:
        """Where too few are left to sign how the match has ended, one of those whose banks are spent has to
        come back: that is waited for as long as another bank lasts. in_vain: for nobody else."""
        seat = self._seat
        if not (self.bank and in_vain and seat.ending.in_vain) or self._kept:
            self._unsigned = 0.0
            return
        self._unsigned += BEAT_S
        if self._unsigned >= self.bank:
            self._say(
                f"{self._all(seat.ending.in_vain)} did not come back. The match ends here without a signed "
                "result: what its moves say of who has won stands in its file, and is not rated."
            )
            self._exchange.abandon()
            self._ended()

    def _all(self, seats: Iterable[int]) -> str:
        return " and ".join(self._names[seat] for seat in sorted(seats))

    def _leave(self) -> None:
        """A seat that watches on gives nobody up. But one that plays may have, with its AUDIT, and then
        nothing more will come."""
        seat = self._seat
        alone = [s for s in seat.transcript.playing() if s in seat.transcript.closing.audits]
        if alone and not seat.over:
            self._say(f"{self._names[alone[0]]} has ended the match, as nobody else was left in it.")
            self._exchange.abandon(given_up=True)
            self._ended()

    def see_given_up(self) -> None:
        """The only other one left may have ended the match with its AUDIT, as if our bank were spent. That is
        its word: what becomes of the match here, our own count says, as if it had fallen silent."""
        by = self._seat.given_up_by
        if by is None or self._exchange.abandoned:
            return
        name = self._names[by]
        late = self.overdue or self.banks.is_late(self._own)
        if late or self._overslept is not None or self._seat.transcript.was_away:
            self._say(
                f"{name} waits for you no longer: your time is spent. The match ends here without a "
                f"signed result, and {name} counts it as won."
            )
            self._exchange.abandon(given_up=True)
        elif self._own in self._missing() or self._doubt([by]):
            self._say(
                f"{name} waits for you no longer: by the clock of that node your time is spent. By the "
                f"clock of this node it is not: the match ends here without a result, whatever {name} makes "
                "of it."
            )
            self._exchange.abandon()
        else:
            self._end_without([by], f"{name} was to answer, and has ended the match instead: it has left")
            return
        self._ended()

    def _go_on(self, late: Sequence[int]) -> None:
        """Two who are left cannot vote on who has left, more than two must."""
        if self._seat.over and not self._exchange.synced:
            self._exchange.resume()  # no entry is owed any more, that could contradict one that was lost
            self._ended()
            return
        if self._seat.must_vote(late):
            if self._exchange.synced:
                self._vote(late)
            return
        if doubt := self._doubt(late):
            self._say(doubt)
            self._exchange.abandon()
            self._ended()
            return
        self.banks.forbear([s for s in range(len(self._names)) if s not in late])
        self._end_without(late, self._missed(late))

    def _missed(self, late: Sequence[int]) -> str:
        how = f"answer for {self._span}" if self._seat.begun else "take up the match"
        return f"{self._all(late)} did not {how}"

    def claim(self, late: Sequence[int]) -> None:
        """Our player says that these have had all their days, by correspondence: they have left the match,
        where only two are in it, and else that is voted on. The others have nothing but its word for it."""
        if self._seat.must_vote(late):
            self._vote(late)
        else:
            self._end_without(late, self._missed(late))

    def _end_without(self, late: Sequence[int], why: str) -> None:
        made = self._seat.give_up(late)
        if in_vain := self._seat.ending.in_vain:
            at_last = f", and ends without a signed result in {self.bank:.0f} seconds" if self.bank else ""
            self._say(
                f"{why}. Too few are left to sign how the match has ended, as it was not won against "
                f"{self._all(in_vain)}. It waits until one of them is back{at_last}. You may leave it, and "
                "go on with it later."
            )
        else:
            self._say(f"{why}; the match ends here.")
        if not self._seat.over or self._seat.ending.abandoned:
            self._exchange.abandon()
        self._exchange.out(made)
        self._ended()

    def _doubt(self, late: Sequence[int]) -> str:
        """Why it is not for us to say that the only other one left has left the match, as it may wait for us;
        "" where it does not, or where nobody wins by that."""
        seat = self._seat
        if self._overslept is not None:
            return (
                "Nobody has answered since. The match ends here without a result: it was this node that was "
                "away, and the others may count it as won."
            )
        others = seat.transcript.beside() - {self._own}
        if not seat.begun or (seat.over and (len(others) != 1 or others.isdisjoint(late))):
            return ""
        names = self._all(late)
        if seat.transcript.forks.said and len(self._names) > 3:
            return (
                f"{names} did not go back with you to where others were parted. The match ends here without "
                "a result: a cheat may have led you there, and then it is this node that is waited for."
            )
        if not seat.over and seat.yields(self._own):
            return (
                f"{names} did not answer for the whole time bank. The match ends here without a result: this "
                "seat had given up itself, or was out of time, and nobody wins it by waiting behind that."
            )
        proven = {
            one
            for one in others
            if seat.over and (seat.transcript.closing.has_ended(one) or seat.yields(one))
        }
        if not all(map(self._exchange.confirmed, others - proven)):
            return (
                f"{names} did not answer for the whole time bank, nor confirm the last that this node has "
                "signed. The match ends here without a result: that may not have arrived, and then it is "
                "this node that is waited for."
            )
        if seat.over and not seat.ending.may_sign(others.union(seat.ending.absent)):
            return (
                f"{names} did not answer for the whole time bank. The match ends here without a result: it "
                "was lost on the table, and nobody wins it by waiting behind that."
            )
        return ""

    def _vote(self, late: Sequence[int]) -> None:
        """Vote, once for each entry owed, on going on without a seat."""
        for seat in late:
            if self._seat.may_drop(seat):
                name = self._names[seat]
                self._say(f"{name} did not answer for {self._span}; you vote to go on without {name}.")
                self._exchange.out(self._seat.drop(seat))
