"""A Terrene table with room for everybody, for scenes with the cards of the set."""

from __future__ import annotations

from typing import Any

from fadenet.engine import atoms
from fadenet.engine.kernel import V_PICK
from fadenet.engine.state import CONFIRM, RESPOND, ref
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import character

SIDES = {"plain": "Earth", "pawn": "Fire", "squire": "Water", "page": "Wind"}
CARDS = "".join([character(slug, "Golem", side, hp=30, atk=20, def_=5) for slug, side in SIDES.items()])
"""Characters without abilities, one for each of four affiliations."""

HEADS, TAILS = (1,), (2,)  # as `rolls` says it


class Scene(Terrene):
    """The cards of the game on a table with any limit of Supply; 10 Actions each.

    Somebody hidden stands on seat 1's side, which so never is without Characters.
    """

    def __init__(self, supply: int = 99) -> None:
        super().__init__(f"# Supply {supply}\n{CARDS}", edition=True)
        self.rules.supply = supply
        for seat in range(2):
            self.actions(seat, 10)
        self.character(1, "plain", hidden=True)
        self.log.clear()

    def there(self, seat: int, slug: str = "plain") -> int:
        """A recruited Character."""
        return self.character(seat, slug)

    def set(self, h: int, name: str, n: int) -> None:
        """Set a column of `t.COLUMNS` on a card or body."""
        self.counters(h, name, n - self.count(h, name))

    def figure(self, h: int, name: str) -> int:
        return values.figure(self.s, h, t.QUANTITIES.index(name))

    def lower(self, h: int, name: str, n: int) -> None:
        """A figure of a Character is n less for good."""
        atoms.modify(self.s, t.QUANTITIES.index(name), ref(self.s, h), -n, (t.U_FOREVER, 0), 0)

    def use(self, card: int, *targets: Any) -> None:
        """Use an ability, and let nobody answer."""
        self.quietly(self.s.ctrl[card], "use", card, *targets)

    def uses(self, slug: str, *targets: int, holder: str = "plain") -> int:
        """A fresh Character of seat 0 uses a card; the Character."""
        x = self.there(0, holder)
        self.use(self.hold(x, slug), *targets)
        return x

    def turns(self, n: int) -> None:
        """Play on quietly for n turns."""
        for _ in range(n):
            self.end_turn()

    def recruit(self, slug: str) -> int:
        """Seat 0 recruits from its hand, and takes what is offered for it if anything is."""
        h = self.hand(0, slug)
        self.play(0, "recruit", h)
        while self.asked_kind() == RESPOND:
            self.step()
        if self.asked_kind() == CONFIRM:
            self.yes(0)
        return h

    def choices(self, seat: int) -> list[int]:
        """The picks that may be made now."""
        return [move[1] for move in self.options(seat) if move[0] == V_PICK]
