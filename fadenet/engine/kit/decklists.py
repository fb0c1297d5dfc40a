"""Deck lists of a game whose rules are limits: so many cards of a kind, so many copies of a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.policies import DeckFault
from fadenet.engine.rules import Rules

MANY: Final = 1_000


@dataclass(frozen=True, slots=True)
class Limit:
    """Between `lo` and `hi` cards of a deck, or different names among them, pass `test`; `rule` says so."""

    rule: str
    test: Callable[[Card], bool]
    lo: int = 0
    hi: int = MANY
    names: bool = False

    def count(self, cards: Sequence[Card]) -> int:
        """How many there are."""
        names = [card.name for card in cards if self.test(card)]
        return len(set(names)) if self.names else len(names)


def faults(rules: Rules, codes: Sequence[int], limits: Sequence[Limit], copies: Limit) -> list[DeckFault]:
    """A fault for every limit that a list of codes breaks. copies: of one name, by its `hi`."""
    cards = [rules.cards[code] for code in codes]
    found = []
    for limit in limits:
        n = limit.count(cards)
        if not limit.lo <= n <= limit.hi:
            found.append(
                (limit.rule, f"{rules.book.sentence(limit.rule)}: there {'is' if n == 1 else 'are'} {n}")
            )
    counts = Counter(card.name for card in cards if copies.test(card))
    many = [name for name, n in counts.items() if n > copies.hi]
    if many:
        found.append(
            (copies.rule, f"{rules.book.sentence(copies.rule)}: there are more of {', '.join(many)}")
        )
    return found


def draw(
    rules: Rules,
    limits: Sequence[Limit],
    copies: Limit,
    size: int,
    shuffle: Callable[[list[Any]], None],
    begun: Sequence[int] = (),
) -> tuple[int, ...]:
    """A legal list in an order that `shuffle` makes: what is needed, then whatever breaks no limit.

    begun: the codes with which it begins, whatever they break.
    """
    spare = [card for card in rules.cards[1:] for _ in range(copies.hi)]
    shuffle(spare)
    deck = [rules.cards[code] for code in begun]

    def add(card: Card) -> None:
        longer = [*deck, card]
        room = len(deck) < size and (not copies.test(card) or longer.count(card) <= copies.hi)
        if room and all(limit.count(longer) <= limit.hi for limit in limits):
            deck.append(card)

    for limit in limits:
        for card in spare:
            if limit.names and limit.count(deck) < limit.lo and limit.test(card) and card not in deck:
                add(card)
    for card in spare:
        add(card)
    return tuple(card.code for card in deck)


def filled(
    codes: Sequence[int], size: int, spare: Sequence[int], shuffle: Callable[[list[Any]], None]
) -> tuple[int, ...]:
    """A list of that size: these codes, and if they are too few what `shuffle` puts first of those in
    `spare`, over and over again."""
    lacking = max(size - len(codes), 0)
    more = list(spare) * (lacking // max(len(spare), 1) + 1) if lacking else []
    shuffle(more)
    return (*codes, *more[:lacking])
