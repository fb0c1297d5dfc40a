"""A card tried at the console: a match from a position with all Hands open, begun anew when it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fadenet.console.match.desk import Advice, Desk
from fadenet.console.match.dialogue import Wish
from fadenet.console.match.player import ConsolePlayer
from fadenet.engine.position import HiddenState
from fadenet.engine.state import State, TableNeed
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, Player, SeatView, TakeBack


class TrialPosition(NamedTuple):
    """A position in which a card is tried. said: what the card says."""

    state: State
    hidden: HiddenState
    said: Sequence[str]


Reload = Callable[[], tuple[TrialPosition | None, Sequence[str]]]
"""Reads the card again: the position with it, None = something is wrong with it; and what there is to say."""


class _Anew(Exception):
    """Raised out of a match that begins anew."""


class TrialDesk(Desk):
    """A desk on which a card is tried. said: what is said of it as a match begins; renewed: the position with
    the card as it is now, once it was read."""

    def __init__(self, read: Reload, advise: Advice | None) -> None:
        super().__init__(advise)
        self.read = read
        self.said: Sequence[str] = ()
        self.renewed: TrialPosition | None = None

    def start(self, info: MatchInfo, seat: SeatView) -> None:
        super().start(info, seat)
        self.sight.open_hands = True
        for line in self.said:
            self.write("note", line)

    def reload(self) -> None:
        self.renewed, told = self.read()
        for line in told:
            self.write("note" if self.renewed is not None else "refused", line)
        if self.renewed is not None:
            self.take_back()


class CardTrial(ConsolePlayer):
    """The person who tries a card. at: the position in which the match begins."""

    def __init__(self, desk: TrialDesk, at: TrialPosition, linger: bool) -> None:
        super().__init__(desk, linger)
        self.trial = desk
        self.at = at

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        can = "reload reads the file again and puts the card as it is now into this position"
        self.trial.said = () if self.dialogue.wish is Wish.BACK else (*self.at.said, can)
        await super().start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        try:
            return await super().choose(seat)
        except TakeBack:
            self._begin_anew()
            raise

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        try:
            return await super().take(seat, need)
        except TakeBack:
            self._begin_anew()
            raise

    def _begin_anew(self) -> None:
        if self.trial.renewed is not None:
            self.at, self.trial.renewed = self.trial.renewed, None
            raise _Anew from None


async def try_out(trial: CardTrial, other: Callable[[], Player], seed: int) -> None:
    """Play from the position to the end, and from the next one whenever the card has been read again.

    other: makes a fresh player for the other seat.
    """
    while True:
        trial.dialogue.wish, trial.dialogue.decided = Wish.PLAY, 0
        names, kinds = ("You", "Opponent"), ("human", "bot")
        at = trial.at
        match = LocalMatch.going_on(at.state, at.hidden, [trial, other()], seed, names, kinds)
        try:
            await match.play()
            return
        except _Anew:
            continue
