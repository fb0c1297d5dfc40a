"""The rule book of Prelude, and its deck building: two characters, several callings, enough cards.

A list is trimmed differently for each character and calling, so it is checked for all that are open to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.errors import WrongInput
from fadenet.engine.kit import series
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.kit.decklists import filled
from fadenet.engine.line import Line
from fadenet.engine.policies import DeckFault
from fadenet.engine.rules import Rules
from fadenet.engine.state import ROW_EVENT, Row, State
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, PreludeRules

TRIES: Final = 64
"""So many pairs of characters and lines are tried for a list that was partly seen."""
EVERY: Final = 1 << 30
"""More tries than there are pairs."""


class PreludeBook(RuleBook):
    """Its figures and lines come from the file; decks are checked here."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, PreludeRules)
        self.cards_of = rules

    def event_line(self, s: State, row: Row) -> Line | None:
        if row[ROW_EVENT] == t.E_GAME_OVER:
            return series.told(s, row, self, again=bool(s.vars[t.G_DRAWN]))
        return super().event_line(s, row)

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[DeckFault]:
        cards = self.cards_of.cards
        deck, characters = ([cards[code] for code in codes] for codes in decks)
        return [
            *self._characters(characters),
            *self._styles(deck),
            *self._copies(deck),
            *self._size(deck, characters),
        ]

    def _fault(self, rule: str, why: str) -> DeckFault:
        return rule, f"{self.sentence(rule)}: {why}"

    def _characters(self, characters: Sequence[PreludeCard]) -> list[DeckFault]:
        """Exactly two, of different races (prelude deck.two-characters)."""
        races = {card.stats[t.S_RACE] for card in characters if card.types & t.IS_CHARACTER}
        if len(characters) != 2 or len(races) != 2:
            return [self._fault("deck.two-characters", f"there are {len(characters)} of {len(races)} races")]
        return []

    def _styles(self, deck: Sequence[PreludeCard]) -> list[DeckFault]:
        """Rank cards of two callings or more (prelude deck.several-styles)."""
        lines = {card.stats[t.S_LINE] for card in deck} - {0, t.L_SOLDIER}
        there = "there is 1" if len(lines) == 1 else f"there are {len(lines)}"
        return [self._fault("deck.several-styles", there)] if len(lines) < 2 else []

    def _copies(self, deck: Sequence[PreludeCard]) -> list[DeckFault]:
        """So many of a name, more of a Value card (prelude deck.copies)."""
        counts = Counter(card.name for card in deck)
        kinds = {card.name: card for card in deck}
        most = {name: self.figure(_most(card)) for name, card in kinds.items()}
        many = [name for name, n in counts.items() if n > most[name]]
        return [self._fault("deck.copies", f"there are more of {', '.join(many)}")] if many else []

    def _size(self, deck: Sequence[PreludeCard], characters: Sequence[PreludeCard]) -> list[DeckFault]:
        """Each character has a calling with which enough cards are left (prelude deck.size)."""
        figures, found = self.cards_of.figures, []
        strays = [card.name for card in deck if card.types & t.IS_CHARACTER]
        if len(deck) > figures.deck_list_max or strays:
            found.append(self._fault("deck.size", ", ".join(strays) or f"there are {len(deck)}"))
        for who in characters:
            best = max([n for _, n in pairings(who, deck)], default=0)
            if best < figures.battle_chest_min:
                found.append(self._fault("deck.size", f"{who.name} reaches {best} at the most"))
        return found

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        """Two characters with a line of ranks each, cards until both have enough, and then whatever comes.

        Raises `WrongInput` for a card set that makes no such deck.
        """
        found = self._drawn(((), ()), self.cards_of.figures.deck_list_max, shuffle, EVERY)
        if found is not None:
            return found
        raise WrongInput(
            "these cards make no deck: it needs two characters of different races, each with a first rank of "
            f"a line of its own and enough cards that it can use [{self.cards_of.cites['decks']}]"
        )

    def complete_deck(
        self, seen: Sequence[Sequence[int]], sizes: Sequence[int], shuffle: Callable[[list[Any]], None]
    ) -> tuple[tuple[int, ...], ...]:
        cards = self.cards_of.cards
        drawn = self._drawn(seen, sizes[0], shuffle, TRIES) or seen
        kinds = [
            [c.code for c in cards[1:] if bool(c.types & t.IS_CHARACTER) == one] for one in (False, True)
        ]
        lines = zip(drawn, sizes, kinds, strict=True)
        return tuple([filled(codes, size, kind, shuffle) for codes, size, kind in lines])

    def _drawn(
        self,
        seen: Sequence[Sequence[int]],
        size: int,
        shuffle: Callable[[list[Any]], None],
        tries: int,
    ) -> tuple[tuple[int, ...], ...] | None:
        """A legal list of so many cards with those that were seen, None if so many tries find none."""
        cards = self.cards_of.cards[1:]
        begun, characters = ([self.cards_of.cards[code] for code in codes] for codes in seen)
        there = [card for card in cards if card.types & t.IS_CHARACTER]
        shuffle(there)
        spare = [card for card in cards for _ in range(self.figure(_most(card)))]
        spare = [card for card in spare if not card.types & (t.IS_CHARACTER | t.RANK)]
        for card in begun:
            if card in spare:
                spare.remove(card)
        shuffle(spare)
        for first, second in permutations(there, 2):
            pair = first, second
            if first.stats[t.S_RACE] == second.stats[t.S_RACE] or not all(
                [one in pair for one in characters]
            ):
                continue
            open_to = [self._open_lines(who, shuffle) for who in pair]
            for one, other in product(*open_to):
                opened = v.opened_lines(one), v.opened_lines(other)
                if opened[0] >> other & 1:
                    continue
                deck = self._filled(pair, opened, spare, begun, size)
                decks = tuple([card.code for card in deck]), (first.code, second.code)
                if not self.deck_faults(decks):
                    return decks
                tries -= 1
                if not tries:
                    return None
        return None

    def _open_lines(self, who: PreludeCard, shuffle: Callable[[list[Any]], None]) -> list[int]:
        """The lines that a character may begin."""
        cards = self.cards_of.cards[1:]
        ranks = [card for card in cards if card.types & t.RANK and card.stats[t.S_TIER] == 1]
        open_to = [card for card in ranks if t.LINE_ICONS[card.stats[t.S_LINE]] & who.types]
        shuffle(open_to)
        return [card.stats[t.S_LINE] for card in open_to]

    def _filled(
        self,
        pair: Sequence[PreludeCard],
        lines: Sequence[int],
        spare: Sequence[PreludeCard],
        begun: Sequence[PreludeCard],
        size: int,
    ) -> list[PreludeCard]:
        """The cards that it begins with, the ranks of these lines, and of all others as many as fit: those
        first that both lack."""
        cards, figures, left = self.cards_of.cards[1:], self.cards_of.figures, list(spare)
        ranks = [card for card in cards if (lines[0] | lines[1]) >> card.stats[t.S_LINE] & 1]
        deck = [*begun, *[card for card in ranks if card.types & t.RANK and card not in begun]]
        del deck[max(size, len(begun)) :]
        least = figures.battle_chest_min + figures.starting_preliminaries_max
        kept = [
            len([card for card in deck if not v.unusable(*who, card)])
            for who in zip(pair, lines, strict=True)
        ]
        for card in spare:
            fits = [not v.unusable(*who, card) for who in zip(pair, lines, strict=True)]
            wanted = all([ok or n >= least for ok, n in zip(fits, kept, strict=True)])
            if wanted and min(kept) < least and len(deck) < size:
                deck.append(card)
                left.remove(card)
                kept = [n + ok for n, ok in zip(kept, fits, strict=True)]
        return deck + left[: max(size - len(deck), 0)]


def _most(card: Card) -> str:
    return "value_copies_max" if card.types & t.VALUE else "copies_max"


def callings(who: PreludeCard, deck: Sequence[PreludeCard]) -> list[tuple[str, int, tuple[PreludeCard, ...]]]:
    """Each calling that is open to a character: its name, its lines as bits, and the Preliminary or the two
    of them that are placed for it."""
    first = {card.stats[t.S_LINE]: card for card in deck if card.types & t.RANK and card.stats[t.S_TIER] == 1}
    lines = [line for line, card in sorted(first.items()) if v.has_icons(who, card)]
    found = [(t.LINES[line - 1], v.opened_lines(line), (first[line],)) for line in lines]
    both: list[tuple[str, int, tuple[PreludeCard, ...]]] = []
    for a, b in combinations(lines, 2) if who.keywords[t.K_CROSS] else ():
        if not any([first[line].keywords[t.K_EXCLUSIVE] for line in (a, b)]):
            name = f"{t.LINES[a - 1]} and {t.LINES[b - 1]}"
            both.append((name, v.opened_lines(a) | v.opened_lines(b), (first[a], first[b])))
    return [*found, *both]


def pairings(who: PreludeCard, deck: Sequence[PreludeCard]) -> list[tuple[str, int]]:
    """By its name each calling that is open to a character, and the cards that are left for its chest when
    the Preliminary or the two of them are placed."""
    return [(name, _left(who, deck, lines) - len(placed)) for name, lines, placed in callings(who, deck)]


def _left(who: PreludeCard, deck: Sequence[PreludeCard], lines: int) -> int:
    return sum(not v.unusable(who, lines, card) for card in deck)
