"""The use of activated abilities: each is one way to use its card, and they are numbered from 1 on.

Besides the price that every use has (see `kit.uses`) an ability has a limit, and its uses are counted. A
verb that uses abilities is a `Use` of `Abilities` and an `AbilityPayer`; its first rule is the one on where
its card lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SEAT, A_SRC
from fadenet.engine.card import Ability, Card
from fadenet.engine.kit.arguments import split
from fadenet.engine.kit.uses import Payer, Use, Way, WayFinder, card_of, run
from fadenet.engine.policies import count_use, uses
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Act, State, alive

KEYS: Final[tuple[str, ...]] = ("", "ability", "mode")
KEY_ABILITY: Final = 1
KEY_MODE: Final = 2


class Abilities(WayFinder):
    """Every activated ability of a card is a way, named by its number where there are several.

    kind: what `A_MODE` holds of a use without modes.
    """

    def __init__(self, key: int = KEY_ABILITY, kind: int = 0, late: str = "") -> None:
        super().__init__(key, late)
        self.kind = kind

    def of(self, card: Card) -> Sequence[Way]:
        abilities = card.activated
        several = len(abilities) > 1
        return [
            Way(n, ((self.key, n),) if several else (), ability, ability.slots, self.kind)
            for n, ability in enumerate(abilities, 1)
        ]

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against the only ability that can be used where the card lies, or against all of them;
        else the rule that one has to be named. The first rule of a use is the one on where its card lies."""
        h, cites, misplaced = move[1], s.rules.cites, use.rules[0]
        ways = self.of(card_of(s, h, {})) or [Way(0, (), None)]
        against = [misplaced(s, use.sketch(s, seat, h, way, ()), way, now) for way in ways]
        if all(against):
            return against[0]
        if ways[0].ability is None:
            return str(cites["openings"])
        why = ""
        if against.count("") == 1 < len(ways) and not split(move).named.get(self.key):
            only = ways[against.index("")].named
            why = use.breaks(s, seat, (*move[:2], *only, *move[2:]), now)
        return why or str(cites["choice"])

    def hint(self, s: State, move: Move, rule: str) -> str:
        cites = s.rules.cites
        if self.named(s, move) is not None or rule not in (cites["choice"], cites["openings"]):
            return ""
        n = len(card_of(s, move[1], {}).activated)
        word = s.rules.keys[self.key]
        if n > 1:
            return f"say which of its {n} abilities is used, {word}=1 to {word}={n}"
        return f"its one ability is used without {word}=" if n else "it has no ability to use"


class AbilityPayer(Payer):
    """The price of an ability, and its limit: its uses are counted.

    limited: the id of the rule against one use more.
    """

    def __init__(self, unspent: str = "", unpaid: str = "", limited: str = "") -> None:
        super().__init__(unspent, unpaid)
        self.limited = limited

    def most(self, s: State, ability: Ability) -> int:
        """How often an ability may be used in the period for which uses are counted, 0 = without end."""
        return ability.limit

    def against_limit(self, s: State, act: Act, way: Way, now: int) -> str:
        """An ability is used no more often than it may be."""
        ability = way.ability
        assert ability is not None
        most = self.most(s, ability)
        return self.limited if most and uses(s, ability, act[A_SRC]) >= most else ""

    def pay(self, s: State, act: Act, way: Way) -> None:
        super().pay(s, act, way)
        assert way.ability is not None
        count_use(s, way.ability, act[A_SRC])


def run_ability(s: State, act: Act) -> None:
    """A used or triggered ability does what it says, unless its card is there and muted."""
    h = act[A_SRC] & HANDLE_MASK
    if alive(s, act[A_SRC]) and h in s.rules.index_of(s).muted:
        atoms.emit(s, atoms.STOPPED, h, act[A_SEAT], act[A_ID])
    else:
        run(s, act)
