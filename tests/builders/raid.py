"""Builds positions of a game against Raiders, as `tests.builders.scenario` does for games between players.

r = Raid(item("relief", do={"draw": 2}))  # two Players against a Brute; cards of `tests/cards/fade.py`
r = Raid(CARDS, ("brute", "none", "imp"), players=3)
(h,) = r.standing()                       # the Raiders on the field, by column
r.raid()                                  # play on quietly through the Raiders' next turn
assert r.struck() == [(h, 1)]             # whom each of their Attacks was aimed at
"""

from __future__ import annotations

from fadenet.engine import kernel
from fadenet.engine.state import ROW_ACT, ROW_CARD, ROW_SEAT, Row
from fadenet.games.fade import edition
from fadenet.games.fade.tables import FIGHTERS, HAND, PREPARATION
from fadenet.games.fade.typed import NOTHING, FadeRules
from fadenet.table.dealer import Dealer
from tests.builders.scenario import CARDS, ROCK, SCISSORS, Duel
from tests.cards.fade import character

RAIDERS = (
    character("brute", level=5, hp=30, plv=4, keywords="Raider")
    + character("imp", level=3, hp=20, plv=6, keywords="Raider")
    + character("twin", level=5, hp=30, plv=4, keywords={"Raider": True, "Multistrike": 1})
)
"""Three Raiders; the last one Attacks twice."""

_MADE: dict[tuple[str, tuple[str, ...], tuple[str, ...]], FadeRules] = {}


def raid_rules(
    cards: str = "", raiders: tuple[str, ...] = ("brute",), worlds: tuple[str, ...] = ()
) -> FadeRules:
    """The rules of a game against Raiders of the test cards, by the seats that bring them."""
    key = (cards, raiders, worlds)
    if key not in _MADE:
        rules = edition.bare_edition("fade2", "raiders", {"raiders": ",".join(raiders)})
        edition.add_cards(rules, [("scenario", CARDS), ("raiders", RAIDERS), ("test", cards)])
        rules.opponent.named(rules, lambda slug: ())
        if worlds:
            rules.bring(worlds)
        _MADE[key] = rules
    return _MADE[key]


class Raid(Duel):
    """Players against Raiders that all have agreed to, seat 0 first, in its first Preparation Step.

    Hands and Fighter Pools are empty, TP are 10 each. With setup=False it rests before the first vote.
    """

    def __init__(
        self,
        cards: str = "",
        raiders: tuple[str, ...] = ("brute",),
        players: int = 2,
        seed: int = 1,
        worlds: tuple[str, ...] = (),
        setup: bool = True,
        deck: int = 40,
        first: int = 0,
    ) -> None:
        self.rules = raid_rules(cards, raiders, worlds)
        decks: list[list[int]] = []
        for _ in range(players):
            decks += [[self.rules.code_of("plain")] * deck, [self.rules.code_of("squire")]]
        self.dealer = Dealer([*decks, *self.rules.ownerless], players + 1, seed)
        self.s = kernel.setup(self.rules, players)
        self.log: list[Row] = []
        self.coins: list[int] = []
        self.players = players
        self.raid_seat = players
        self.settle()
        if setup:
            brought = sum(slug != NOTHING for slug in (*raiders[:players], *worlds[:players]))
            for _ in range(brought if players > 1 else 0):
                self.vote(*[True] * players)
            self.begin(first)

    def begin(self, first: int = 0) -> None:
        """Throw so that a seat is first, keep all Hands, and clear away what is there by chance."""
        if self.players > 1:
            self.throw(*[ROCK if seat == first else SCISSORS for seat in range(self.players)])
        for seat in range(self.players):
            self.no(seat)
        self.go(first, PREPARATION)
        for seat in range(self.players):
            self.empty(seat, HAND)
            self.empty(seat, FIGHTERS)
            self.tp(seat, 10)

    def standing(self) -> list[int]:
        """The Raiders on the field, by column."""
        return self.rules.opponent.standing(self.s)

    def raid(self) -> None:
        """Play on quietly through the Raiders' next turn, to the first question after it."""
        self._after(self.turns() + 1)

    def rest_of_raid(self) -> None:
        """Play on quietly to the first question after the Raiders' turn that is under way."""
        self._after(self.turns())

    def _after(self, turns: int, most: int = 4000) -> None:
        for _ in range(most):
            if self.s.over or (self.turns() >= turns and self.s.active != self.raid_seat):
                return
            self.step()
        raise AssertionError("the Raiders' turn never came, or never ended")

    def turns(self) -> int:
        """How many turns the Raiders have begun."""
        return sum(row[ROW_SEAT] == self.raid_seat for row in self.happened("turn-begins"))

    def raided(self, most: int = 4000) -> None:
        """Play on quietly until somebody can answer the Raiders' next Attack, or the match is over."""
        for _ in range(most):
            if self.s.over or (self.s.active == self.raid_seat and self.s.chain and self.s.asks):
                return
            self.step()
        raise AssertionError("no Attack of a Raider was ever answered")

    def struck(self) -> list[tuple[int, int]]:
        """(Raider, target) of every Attack of a Raider so far; bodies are 1 + their seat."""
        users = {
            row[ROW_ACT]: row[ROW_CARD] for row in self.happened("attacks") if row[ROW_SEAT] == self.raid_seat
        }
        return [
            (users[row[ROW_ACT]], row[ROW_CARD]) for row in self.happened("attacked") if row[ROW_ACT] in users
        ]
