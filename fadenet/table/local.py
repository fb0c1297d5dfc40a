"""A whole match in one process: every seat has a player, and the dealer answers for the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fadenet.engine import kernel
from fadenet.engine.errors import IllegalMove
from fadenet.engine.rules import Rules
from fadenet.engine.state import ASK_SEAT, NEED_ID, NEED_KIND, NEED_N, NEED_WHO, TAKE, Row, State
from fadenet.table.dealer import Dealer
from fadenet.table.player import MatchInfo, Player, Seat

REFUSALS_MAX = 3
"""A player whose answers are refused this often in a row gives up the seat."""

Watcher = Callable[[State, Sequence[Row]], None]


class LocalMatch:
    """Plays one match between `players`, one a seat. decks: codes by deck, in the rules' order of decks."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        decks: Sequence[Sequence[int]],
        seed: int,
        names: Sequence[str] = (),
        kinds: Sequence[str] = (),
        watch: Watcher | None = None,
    ) -> None:
        n = len(players)
        self.rules = rules
        self.players = list(players)
        self.dealer = Dealer(decks, n, seed)
        self.seed = seed
        self.names = tuple(names) or tuple(f"p{i + 1}" for i in range(n))
        self.kinds = tuple(kinds) or ("bot",) * n
        self.watch = watch
        self.state = kernel.setup(rules, n)
        self.seats = [Seat(self.state, i, self.dealer.known[i]) for i in range(n)]
        self.answers: list[tuple[int, str]] = []

    async def play(self) -> tuple[tuple[int, ...], str]:
        """Play to the end; returns (places by seat, rule id)."""
        per = self.rules.decks_per_seat
        for i, player in enumerate(self.players):
            deck = tuple(code for d in self.dealer.decks[i * per : (i + 1) * per] for code in d)
            info = MatchInfo(
                "local", self.rules.name, "duel", i, self.names, self.kinds, deck, self.seed * 64 + i
            )
            await player.start(info, self.seats[i])
        s = self.state
        while not s.over:
            if s.needs:
                await self._tell(await self._deal())
            else:
                await self._ask()
        places, rule = s.over
        for i, player in enumerate(self.players):
            await player.over(self.seats[i], places, rule)
        return places, rule

    async def _deal(self) -> list[Row]:
        """Answer the table's needs; what a player takes out of the own deck is for that player to say."""
        for w in self.state.needs:
            if w[NEED_KIND] == TAKE:
                there = self.dealer.takeable(self.state, w)
                seat = self.seats[w[NEED_WHO]]
                for h in there:
                    seat.known[h] = self.dealer.truth[h]
                chosen = await self.players[w[NEED_WHO]].take(seat, there, w[NEED_N])
                self.dealer.choose_take[w[NEED_ID]] = [h for h in chosen if h in there][: w[NEED_N]]
        return self.dealer.deal(self.state)

    async def _ask(self) -> None:
        s = self.state
        rows: list[Row] = []
        for a in s.asks:
            seat = a[ASK_SEAT]
            for attempt in range(REFUSALS_MAX):
                answer = await self.players[seat].choose(self.seats[seat])
                text = self.seats[seat].text(answer.move)
                try:
                    rows = kernel.apply(
                        s, seat, answer.move, self.dealer.opening(s, answer.move), answer.standing
                    )
                except IllegalMove as error:
                    await self.players[seat].refused(self.seats[seat], error.reason)
                    if attempt + 1 == REFUSALS_MAX:
                        await self._tell(kernel.leave(s, seat))
                        return
                    continue
                self.answers.append((seat, text))
                break
            if s.over:
                break
        await self._tell(rows)

    async def _tell(self, rows: Sequence[Row]) -> None:
        if self.watch is not None:
            self.watch(self.state, rows)
        for seat, player in zip(self.seats, self.players, strict=True):
            await player.events(seat, rows)
