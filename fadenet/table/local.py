"""A whole match in one process: every seat has a player, and the dealer answers for the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fadenet.engine import kernel, needs
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import Row, State, TableNeed
from fadenet.table.dealer import Dealer, laid_down
from fadenet.table.scribe import Scribe
from fadenet.table.sightings import Sightings, laid_out
from fadenet.table.view import (
    Answer,
    MatchInfo,
    Player,
    SeatView,
    StepListener,
    TakeBack,
    dice_of,
    open_lists,
)

REFUSALS_MAX = 3
"""A player whose answers are refused this often in a row gives up the seat."""

Choice = tuple[int, Answer | None] | dict[int, list[int]]
"""A choice at a rest: a seat's answer (None = it gave up), or the cards taken by the id of the need."""


class Played(NamedTuple):
    """The choices made in a match until it was left. own: (seat, number of choices before it) of each
    decision that a player made, to which that player may go back."""

    choices: tuple[Choice, ...]
    own: tuple[tuple[int, int], ...]


NOTHING_PLAYED = Played((), ())


class LocalMatch:
    """Plays one match between `players`, one a seat. decks: codes by deck, in the rules' order of decks.

    seed: None = nothing is left to chance, see `Dealer`. A person who plays against bots alone may take
    decisions back. `scribe`, if it is set before the match is played, writes it down.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        decks: Sequence[Sequence[int]],
        seed: int | None,
        names: Sequence[str] = (),
        kinds: Sequence[str] = (),
        watch: StepListener | None = None,
    ) -> None:
        n = len(players)
        self.rules = rules
        self.players = list(players)
        self.decks = [list(deck) for deck in decks]
        self.seed = seed
        self.names = tuple(names) or tuple(f"p{i + 1}" for i in range(n))
        self.kinds = tuple(kinds) or ("bot",) * n
        self.watch = watch
        self.scribe: Scribe | None = None
        self._from: tuple[State, HiddenState] | None = None
        self._begin()
        self.seats = self._views()
        self._own: list[tuple[int, int]] = []  # (seat, choices made before the rest of its decision)

    @classmethod
    def going_on(
        cls,
        state: State,
        hidden: HiddenState,
        players: Sequence[Player],
        seed: int | None,
        names: Sequence[str] = (),
        kinds: Sequence[str] = (),
    ) -> LocalMatch:
        """A match that goes on from a position, with new dice; seed: None = nothing is left to chance."""
        rules = rules_of(state)
        decks = hidden.decks[: len(players) * rules.decks_per_seat]
        match = cls(rules, players, decks, seed, names, kinds)
        match._from = state, hidden
        match._begin()
        match.seats = match._views()
        return match

    def _begin(self) -> None:
        """Lay the match out, or go back to where it began; the same seed deals the same cards."""
        people = [seat for seat, kind in enumerate(self.kinds) if kind == "human"]
        if self._from is not None:
            self.state, hidden = self._from[0].clone(), self._from[1]
            self.dealer = Dealer.resumed(hidden, self.seed)
            self.dealer.sightings = [Sightings(laid_out(self.state, hidden)) for _ in self.players]
        else:
            lists = laid_down(self.rules, self.decks, self.seed)
            self.dealer = Dealer(lists, len(self.players), self.seed)
            self.state = kernel.setup(self.rules, len(self.players), people)
        self.choices: list[Choice] = []
        self.answers: list[tuple[int, str]] = []
        if self.scribe is not None:
            self.scribe.clear()

    def _views(self) -> list[SeatView]:
        dealer = self.dealer
        return [
            SeatView(self.state, i, dealer.known[i], dealer.sightings[i]) for i in range(len(self.players))
        ]

    def _info(self, seat: int) -> MatchInfo:
        per = self.rules.decks_per_seat
        return MatchInfo(
            match="local",
            game=self.rules.name,
            format=self.rules.format,
            seat=seat,
            names=(*self.names, *self.rules.automaton_names),
            kinds=self.kinds,
            decks=tuple(map(tuple, self.decks[seat * per : (seat + 1) * per])),
            seed=dice_of(f"{self.seed or 0} {seat}".encode()),
            takeback=self.kinds[seat] == "human" and self.kinds.count("human") == 1,
            lists=open_lists(self.rules, len(self.players)),
        )

    @property
    def played(self) -> Played:
        """The choices made so far."""
        return Played(tuple(self.choices), tuple(self._own))

    async def play(self, before: Played = NOTHING_PLAYED) -> tuple[tuple[int, ...], str]:
        """Play to the end; returns (places by seat, rule id).

        before: what was played of the same match until it was left; it is carried out first, and told.
        """
        await self._start()
        for choice in before.choices:
            await self._again(choice)
        self._own = list(before.own)
        while not self.state.over:
            try:
                if self.state.needs:
                    await self._deal()
                else:
                    await self._ask()
            except TakeBack as wish:
                await self._take_back(wish.seat)
        places, rule = self.state.over
        for i, player in enumerate(self.players):
            await player.over(self.seats[i], places, rule)
        return places, rule

    async def _start(self) -> None:
        for i, player in enumerate(self.players):
            await player.start(self._info(i), self.seats[i])

    # Going on.

    async def _again(self, choice: Choice) -> None:
        """Carry out what was chosen when the match was played first, and tell it."""
        while self.state.needs and not any(map(self._is_choice, self.state.needs)):
            await self._tell(self._supply({}))
        if isinstance(choice, dict):
            await self._tell(self._supply(choice))
        else:
            await self._tell(self._apply(*choice))

    async def _deal(self) -> None:
        """Answer the table's needs; each player chooses the cards that are taken out of the own deck."""
        taken: dict[int, list[int]] = {}
        for w in self.state.needs:
            if self._is_choice(w):
                seat, zone = self.seats[w.who], self.rules.deck_zone(w.deck)
                deck = {*self.state.pool[w.deck], *self.state.zones[zone]} - {0}
                seat.known.update((h, self.dealer.truth[h]) for h in sorted(deck))
                chosen = await self.players[w.who].take(seat, w)
                taken[w.id] = seat.settled(w, chosen)
                if taken[w.id]:
                    self._own.append((seat.index, len(self.choices)))
        await self._tell(self._supply(taken))

    def _supply(self, taken: dict[int, list[int]]) -> list[Row]:
        """Answer the needs of this rest. taken: what players take of their decks, by need."""
        s, scribe = self.state, self.scribe
        if taken:
            self.choices.append(taken)
            self.dealer.choose_take.update(taken)
        rows = self.dealer.deal(s, None if scribe is None else scribe.supplied)
        if scribe is not None:
            scribe.happened(s, rows)
        return rows

    async def _ask(self) -> None:
        """Ask everybody who owes an answer at this rest, then carry all of them out: a player that is asked
        later sees no answer of this rest. People are asked last, so that what they have answered is never
        lost while a bot still thinks. An answer whose question has gone with a seat that has left is not
        given.
        """
        s, asks, first = self.state, self.state.asks, len(self.choices)
        asked = [a.seat for a in asks if kernel.ask_of(s, a.seat) is not None]
        answers = {
            seat: await self._obtain(seat) for seat in sorted(asked, key=lambda i: self.kinds[i] == "human")
        }
        given = [(seat, answers[seat]) for seat in asked]
        rows: list[Row] = []
        for seat, answer in sorted(given, key=lambda one: one[1] is not None):  # seats that leave come first
            if s.over or s.asks != asks:
                break
            rows += self._apply(seat, answer)
            if answer is not None and answer.own:
                self._own.append((seat, first))
        await self._tell(rows)

    async def _obtain(self, seat: int) -> Answer | None:
        """The answer of a seat; None = it leaves the match, as it was refused too often."""
        s = self.state
        for _ in range(REFUSALS_MAX):
            answer = await self.players[seat].choose(self.seats[seat])
            opened = self.dealer.opening(s, answer.move)
            reason = kernel.judge(s, seat, answer.move, opened, answer.standing)
            if reason is None:
                return answer
            await self.players[seat].refused(self.seats[seat], reason)
        return None

    def _apply(self, seat: int, answer: Answer | None) -> list[Row]:
        """Carry out an answer that has been judged, None = the seat leaves the match."""
        s, scribe = self.state, self.scribe
        if answer is None:
            if scribe is not None:
                scribe.left(s, seat, self.rules.cites["leaving"])
            rows = kernel.leave(s, seat)
        else:
            text = self.seats[seat].text(answer.move)
            opened = self.dealer.opening(s, answer.move)
            if scribe is not None:
                scribe.answered(scribe.answer(s, seat, answer.move, opened, answer.standing))
            rows = kernel.play(s, seat, answer.move, opened, answer.standing)
            self.answers.append((seat, text))
        self.choices.append((seat, answer))
        if scribe is not None:
            scribe.happened(s, rows)
        return rows

    # Going back.

    async def _take_back(self, seat: int) -> None:
        """Back to the last decision of a seat; with none, everything stays as it is.

        The match is laid out anew and all that was chosen before is carried out again: the same seed deals
        the same cards.
        """
        mine = [at for who, at in self._own if who == seat]
        again = self.choices[: mine[-1]] if mine else self.choices
        self._own = [(who, at) for who, at in self._own if at < len(again)]
        self._begin()
        for i, own in enumerate(self.seats):
            own.state, own.known = self.state, self.dealer.known[i]
            own.sightings = self.dealer.sightings[i]
        for choice in again:
            self._deal_alone()
            if isinstance(choice, dict):
                self._supply(choice)
            else:
                self._apply(*choice)
        self._deal_alone()
        await self._start()

    def _deal_alone(self) -> None:
        """Answer needs as long as no player has a choice in them."""
        while self.state.needs and not any(map(self._is_choice, self.state.needs)):
            self._supply({})

    def _is_choice(self, w: TableNeed) -> bool:
        """Whether a player decides what a need brings."""
        return needs.is_choice(w) and w.who not in self.state.out

    async def _tell(self, rows: Sequence[Row]) -> None:
        if self.watch is not None:
            self.watch(self.state, rows)
        for seat, player in zip(self.seats, self.players, strict=True):
            await player.events(seat, rows)
