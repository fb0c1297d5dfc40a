"""The set-up of a Prelude match that rests where Preliminaries are chosen, before anybody has chosen.

g = Start("human", "elf", decks=[["soldier-1", ...], [...]])
assert g.takeable(0) == ["soldier-1"]    # what seat 0 may place first; g.takeable(0, "soldier-1") next
g.place(("soldier-1",), ("green-magic-1",))  # by seat; now the second callings are asked for
g.first()                                # quietly to the first free choice; the first character acts
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import kernel
from fadenet.engine.state import TAKE
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude

FILL = ["copper-purse"] * 50


class Start(Prelude):
    """A set-up under way: see the top of this file. Each deck is the slugs given and 50 Coin cards."""

    def __init__(self, *characters: str, decks: Sequence[Sequence[str]], cards: str = "") -> None:
        self.rests = True
        super().__init__(*characters, cards=cards, setup=False, decks=[[*deck, *FILL] for deck in decks])

    def settle(self) -> None:
        while not (self.rests and self.choosing()):
            if self.s.needs:
                self.deal()
            elif self._proposing():
                self.pass_(self.asked()[0])
                return
            else:
                return

    def choosing(self) -> bool:
        return any(w.kind == TAKE and w.items[0] == t.ST_PRELIMINARY for w in self.s.needs)

    def place(self, *ranks: Sequence[str]) -> None:
        """Each seat takes these Preliminaries."""
        for seat, slugs in enumerate(ranks):
            self.picks(seat, *slugs)
        self.rests = False
        self.settle()

    def step_seat(self, seat: int) -> None:
        """One seat gives the quietest answer."""
        self.answer(seat, kernel.default_answer(self.s, seat, self.dealer.known[seat]))

    def first(self) -> int:
        """Everybody answers quietly until the first Response; returns its seat."""
        self.pass_all()
        return self.s.active
