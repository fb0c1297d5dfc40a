"""What a Deck and a Fighter Pool of the F.A.D.E. family may hold (faroe deck.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fadenet.engine.rules import Card
from fadenet.games.fade.tables import CHARACTER, K_MYTHICAL, S_LEVEL

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules

Fault = tuple[str, str]
"""The id of the rule that is broken and a sentence that says by what."""


def faults(rules: FadeRules, deck: Sequence[int], pool: Sequence[int]) -> list[Fault]:
    """Every rule that a Player's Deck and Fighter Pool break, given as codes; empty for a legal list."""
    cards = [rules.cards[code] for code in deck]
    fighters = [rules.cards[code] for code in pool]
    return [
        *_sizes(rules, cards, fighters),
        *_kinds(cards, fighters),
        *_copies(rules, cards, fighters),
    ]


def _sizes(rules: FadeRules, cards: list[Card], fighters: list[Card]) -> list[Fault]:
    """Numbers of cards and the sum of Levels (faroe deck.size, deck.pool-size, deck.pool-level)."""
    figures = rules.figures
    least, most = figures["deck_min"], figures["deck_max"]
    found: list[Fault] = []
    if not least <= len(cards) <= most:
        found.append(("deck.size", f"the Deck has {len(cards)} cards; it must have {least} to {most}"))
    most = figures["fighter_pool_max_cards"]
    if len(fighters) > most:
        found.append(
            ("deck.pool-size", f"the Fighter Pool has {len(fighters)} cards; at most {most} may be in it")
        )
    levels = sum(max(card.stats[S_LEVEL], 0) for card in fighters)
    most = figures["fighter_pool_max_total_level"]
    if levels > most:
        found.append(
            ("deck.pool-level", f"the Levels in the Fighter Pool add up to {levels}; at most {most} may")
        )
    return found


def _kinds(cards: list[Card], fighters: list[Card]) -> list[Fault]:
    """Which cards are in the wrong place (faroe deck.no-characters and its neighbours)."""
    found: list[Fault] = []
    for card in _each(cards):
        if card.types & CHARACTER and not card.extra["in_deck"]:
            found.append(
                ("deck.no-characters", f"'{card.name}' is a Character; it belongs in the Fighter Pool")
            )
    for card in _each(fighters):
        if not card.types & CHARACTER:
            found.append(
                ("deck.pool-characters-only", f"'{card.name}' is no Character; it belongs in the Deck")
            )
    for card in _each([*cards, *fighters]):
        if card.extra["legend"]:
            found.append(("deck.no-legend-cards", f"'{card.name}' is for a Legend; a Player may not have it"))
    return found


def _copies(rules: FadeRules, cards: list[Card], fighters: list[Card]) -> list[Fault]:
    """How often a name occurs, Deck and Fighter Pool counted as one (faroe deck.copies-together)."""
    found: list[Fault] = []
    there, beside = Counter(card.name for card in cards), Counter(card.name for card in fighters)
    for card in _each([*cards, *fighters]):
        n = there[card.name] + beside[card.name]
        one = bool(card.keywords[K_MYTHICAL])
        most = rules.figures["copies_max_mythical"] if one else card.extra["copies"]
        if n > most:
            apart = max(there[card.name], beside[card.name]) <= most
            rule = "keyword.mythical" if one else "deck.copies-together" if apart else "deck.copies"
            why = " as it is Mythical" if one else ""
            found.append((rule, f"'{card.name}' is there {n} times; at most {most} may be{why}"))
    return found


def _each(cards: list[Card]) -> list[Card]:
    """Every card once, in the order of the list."""
    return list({card.code: card for card in cards}.values())
