"""Builds positions of a game against a Legend, as `tests.builders.scenario` does for games between players.

f = Fight(item("relief", do={"draw": 2}))  # two Players against the Ogre; cards of `tests/cards/fade.py`
h = f.held("flare")                        # a card in the Legend's open Hand
f.legend_tp(3)
f.legend_at(PREPARATION)                   # play on quietly to the others' chance at the end of its Phase
assert f.tp_of(f.legend) == 1
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import kernel
from fadenet.engine.chain import W_PHASE
from fadenet.engine.kernel import NO_MOVE
from fadenet.engine.state import ROW_ACT, ROW_CARD, ROW_SEAT, Row
from fadenet.games.fade import edition
from fadenet.games.fade.tables import FIGHTERS, HAND, PREPARATION
from fadenet.games.fade.typed import FadeRules
from fadenet.table.dealer import Dealer
from tests.builders.scenario import CARDS, Duel
from tests.cards.fade import card, item, skill

LEGENDS = (
    card("ogre", types=[], legend=True, hp=[30, 60, 90, 120], plv=[4, 4, 4, 4])
    + card("witch", types=[], legend=True, hp=[30, 30, 30, 30], plv=[1, 1, 1, 1])
    + skill("idle", cost=1, copies=60, if_={"count": "your zones", "min": 9}, do={"attack": 1})
    + item("dear", cost=10, copies=60, do={"damage": 1, "to": "enemy players"})
)
"""Two Legends, a card that can never be cast, and one that costs all TP that there can be."""

_MADE: dict[tuple[str, str, str], FadeRules] = {}


def fight_rules(cards: str = "", legend: str = "ogre", choice: str = "vote") -> FadeRules:
    """The rules of a game against a Legend of the test cards; its Deck is thirty times Idle."""
    key = (cards, legend, choice)
    if key not in _MADE:
        rules = edition.bare_edition("faroe", "legend", {"legend": legend, "choice": choice})
        edition.add_cards(rules, [("scenario", CARDS), ("legends", LEGENDS), ("test", cards)])
        rules.opponent.named(rules, lambda slug: [rules.code_of("idle")] * 30)
        _MADE[key] = rules
    return _MADE[key]


class Fight(Duel):
    """Players against a Legend, seat 0 first, in its first Preparation Phase; the Legend is the last seat.

    All Hands are empty but for a Ration that lets seat 0 look in wherever others may; TP are 10 each, the
    Legend has none. people: the seats of persons, who vote; nobody unless told otherwise.
    """

    def __init__(
        self,
        cards: str = "",
        players: int = 2,
        seed: int = 1,
        people: Sequence[int] = (),
        legend: str = "ogre",
        choice: str = "vote",
        first: int = 0,
        setup: bool = True,
    ) -> None:
        self.rules = fight_rules(cards, legend, choice)
        decks: list[list[int]] = []
        for _ in range(players):
            decks += [[self.rules.code_of("plain")] * 40, [self.rules.code_of("squire")]]
        self.dealer = Dealer([*decks, *self.rules.ownerless], players + 1, seed)
        self.s = kernel.setup(self.rules, players, people)
        self.log: list[Row] = []
        self.coins: list[int] = []
        self.players = players
        self.legend = players  # its seat
        self.settle()
        for seat in range(players if players > 1 else 0):
            self.answer(seat, (kernel.V_MODE, (0, 1 if seat == first else 3)))
        for seat in range(players):
            self.answer(seat, NO_MOVE)
        if setup:
            self.go(first, PREPARATION)
            for seat in range(players + 1):
                self.empty(seat, HAND)
                self.empty(seat, FIGHTERS)
                self.tp(seat, 0 if seat == players else 10)
            self.hand(0, "ration")

    def held(self, slug: str) -> int:
        """A card in the Legend's open Hand."""
        return self.card(self.legend, slug, HAND)

    def fill(self, n: int = 5, slug: str = "idle") -> None:
        """Bring the Legend's Hand to n cards, so that it draws less or nothing."""
        for _ in range(n - self.size(self.legend, HAND)):
            self.held(slug)

    def legend_tp(self, n: int) -> None:
        """Give it as many TP as it has n of after its next Starting Phase."""
        self.tp(self.legend, n - 1)

    def legend_at(self, phase: int, most: int = 400) -> None:
        """Play on quietly to the last question to others in that Phase of the Legend's turn."""
        s = self.s
        for _ in range(most):
            if s.over or (s.active == self.legend and s.phase == phase and s.asks[0].window == W_PHASE):
                return
            self.step()
        raise AssertionError("nobody was asked in that Phase")

    def legend_turn(self) -> None:
        """Play on quietly through the Legend's next turn, to the next Player's first free choice."""
        s = self.s
        for _ in range(400):
            if s.active == self.legend:
                break
            self.step()
        while not s.over and (s.active == self.legend or s.phase != PREPARATION):
            self.step()

    def cast(self) -> list[str]:
        """The names of all cards that the Legend has played or used, in order."""
        rows = self.happened("played") + self.happened("used")
        mine = sorted((row for row in rows if row[ROW_SEAT] == self.legend), key=lambda row: row[ROW_ACT])
        return [self.rules.cards[self.dealer.truth[row[ROW_CARD]]].name for row in mine]
