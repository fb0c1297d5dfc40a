"""Deck building: the cards that a Deck and a Fighter Pool of the F.A.D.E. family may hold (faroe deck.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fadenet.engine.kit.decklists import filled
from fadenet.engine.language.english import number_of, times
from fadenet.engine.policies import DeckFault
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import FadeCard, FadeRules


def faults(rules: FadeRules, deck: Sequence[int], pool: Sequence[int]) -> list[DeckFault]:
    """Every rule that a Player's Deck and Fighter Pool break, given as codes, by its id or as a reason; empty
    for a legal list."""
    cards = [rules.cards[code] for code in deck]
    fighters = [rules.cards[code] for code in pool]
    found = [
        *_sizes(rules, cards, fighters),
        *_kinds(rules, cards, fighters),
        *_copies(rules, cards, fighters),
    ]
    return [(rules.cites[reason], text) for reason, text in found]


def _sizes(rules: FadeRules, cards: list[FadeCard], fighters: list[FadeCard]) -> list[DeckFault]:
    """Numbers of cards and the sum of Levels (faroe deck.size, deck.pool-size, deck.pool-level)."""
    figures, (deck, pool) = rules.figures, _lists(rules)
    least, most = figures.deck_min, figures.deck_max
    found: list[DeckFault] = []
    if len(cards) < least or len(cards) > most > 0:
        size = f"{least} to {most}" if most else f"at least {least}"
        found.append(
            (reasons.DECK_SIZE, f"the {deck} has {number_of(len(cards), 'card')}; it must have {size}")
        )
    most = figures.fighter_pool_max_cards
    if len(fighters) > most > 0:
        found.append(
            (
                reasons.POOL_SIZE,
                f"the {pool} has {number_of(len(fighters), 'card')}; at most {most} may be in it",
            )
        )
    levels = sum(map(_level, fighters))
    most = figures.fighter_pool_max_total_level
    if levels > most:
        found.append(
            (reasons.POOL_LEVELS, f"the Levels in the {pool} add up to {levels}; at most {most} may")
        )
    return found


def _kinds(rules: FadeRules, cards: list[FadeCard], fighters: list[FadeCard]) -> list[DeckFault]:
    """Which cards are in the wrong place (faroe deck.no-characters and its neighbours)."""
    found: list[DeckFault] = []
    deck, pool = _lists(rules)
    for card in _each(cards):
        if card.types & t.CHARACTER and not (card.in_deck or card.is_brought):
            found.append(
                (reasons.CHARACTER_IN_DECK, f"'{card.name}' is a Character; it belongs in the {pool}")
            )
    for card in _each(fighters):
        if not card.types & (t.CHARACTER | t.WORLD_RULE):
            found.append(
                (reasons.POOL_CHARACTERS, f"'{card.name}' is no Character; it belongs in the {deck}")
            )
    for card in _each([*cards, *fighters]):
        if card.legend:
            found.append((reasons.LEGEND_CARD, f"'{card.name}' is for a Legend; a Player may not have it"))
        if card.is_brought:
            what = "World Rule" if card.types & t.WORLD_RULE else "Raider"
            found.append((reasons.OUTSIDE, f"'{card.name}' is a {what}; it is in no {deck} and no {pool}"))
    return found


def _copies(rules: FadeRules, cards: list[FadeCard], fighters: list[FadeCard]) -> list[DeckFault]:
    """How often a name occurs, Deck and Fighter Pool counted as one (faroe deck.copies-together)."""
    found: list[DeckFault] = []
    there, beside = Counter(card.name for card in cards), Counter(card.name for card in fighters)
    for card in _each([*cards, *fighters]):
        n = there[card.name] + beside[card.name]
        scarce = _scarce(rules, card)
        most = scarce.most if scarce else card.copies
        if n > most:
            apart = max(there[card.name], beside[card.name]) <= most
            reason = scarce.reason if scarce else reasons.COPIES_TOGETHER if apart else reasons.COPIES
            why = f" as it is {scarce.word}" if scarce else ""
            found.append((reason, f"'{card.name}' is there {times(n)}; at most {most} may be{why}"))
    return found


class _Scarce(NamedTuple):
    """A keyword of a card by which a Deck holds fewer copies of it."""

    word: str
    reason: str
    most: int


def _scarce(rules: FadeRules, card: FadeCard) -> _Scarce | None:
    for k, reason, most in rules.points.copies:
        if card.keywords[k]:
            return _Scarce(rules.edition.words[k], reason, most(rules.figures))
    return None


def legend_faults(rules: FadeRules, legend: FadeCard, deck: Sequence[int]) -> list[DeckFault]:
    """Every rule that the Deck of a Legend breaks (faroe legend.deck-size and its neighbours)."""
    cards = [rules.cards[code] for code in deck]
    size, deck_said = rules.figures.legend_deck_size, _lists(rules)[0]
    found: list[DeckFault] = []
    if len(cards) != size:
        found.append(
            (
                reasons.LEGEND_DECK_SIZE,
                f"the {deck_said} has {number_of(len(cards), 'card')}; a Legend's has exactly {size}",
            )
        )
    for card in _each(cards):
        if card.fights:
            found.append((reasons.LEGEND_IN_DECK, f"'{card.name}' is a Legend; it belongs in no {deck_said}"))
        elif card.unique_to and legend.name not in card.unique_to:
            found.append((reasons.UNIQUE, f"'{card.name}' is for another Legend"))
    found += [(reasons.LEGEND_COPIES, text) for _, text in _copies(rules, cards, [])]
    return [(rules.cites[reason], text) for reason, text in found]


def draw(rules: FadeRules, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
    """A legal Deck and Fighter Pool out of all cards, as `shuffle` orders them."""
    figures = rules.figures
    cards = [card for card in _for_players(rules) for _ in range(_most(rules, card))]
    shuffle(cards)
    fighters: list[int] = []
    levels = figures.fighter_pool_max_total_level
    most = figures.fighter_pool_max_cards or len(cards)
    for card in cards:
        level = _level(card)
        if card.types & t.CHARACTER and level <= levels and len(fighters) < most:
            fighters.append(card.code)
            levels -= level
    main = [c.code for c in cards if not c.types & t.CHARACTER]
    return tuple(main[: figures.deck_min]), tuple(fighters)


def complete(
    rules: FadeRules,
    seen: Sequence[Sequence[int]],
    sizes: Sequence[int],
    shuffle: Callable[[list[Any]], None],
) -> tuple[tuple[int, ...], ...]:
    """A Deck and a Fighter Pool of these sizes that hold what was seen of them, each card where it belongs,
    and the rest as `shuffle` orders it."""
    deck, pool = ([rules.cards[code] for code in line] for line in seen)
    main = [card for card in deck if not card.types & t.CHARACTER or card.in_deck]
    fighting = [card for card in deck if card.types & t.CHARACTER and not card.in_deck]
    main += [card for card in pool if not card.types & t.CHARACTER]
    fighting += [card for card in pool if card.types & t.CHARACTER]
    there = Counter(card.name for card in [*deck, *pool])
    spare: list[FadeCard] = []
    for card in _for_players(rules):
        left = max(_most(rules, card) - there[card.name], 0)
        spare += [card] * left
        there[card.name] += left
    shuffle(spare)
    others = [card for card in spare if not card.types & t.CHARACTER]
    fighters = [card for card in spare if card.types & t.CHARACTER]
    main += others[: max(sizes[0] - len(main), 0)]
    levels = rules.figures.fighter_pool_max_total_level - sum(map(_level, fighting))
    fighting += _fighters(fighters, max(sizes[1] - len(fighting), 0), levels)
    return (
        filled([card.code for card in main], sizes[0], [card.code for card in others], shuffle),
        filled([card.code for card in fighting], sizes[1], [card.code for card in fighters], shuffle),
    )


def _fighters(spare: list[FadeCard], n: int, levels: int) -> list[FadeCard]:
    """The first n of these Characters; where their Levels are too many, the highest give way to the lowest
    of the others."""
    drawn, others = spare[:n], sorted(spare[n:], key=_level, reverse=True)
    while drawn and others and sum(map(_level, drawn)) > levels:
        highest = max(drawn, key=_level)
        if _level(highest) <= _level(others[-1]):
            break
        drawn[drawn.index(highest)] = others.pop()
    return drawn


def _for_players(rules: FadeRules) -> list[FadeCard]:
    """The cards that lie in a Deck or in a Fighter Pool."""
    return [card for card in rules.cards[1:] if not card.legend and not card.is_brought]


def _level(card: FadeCard) -> int:
    return max(card.stats[t.S_LEVEL], 0)


def _lists(rules: FadeRules) -> tuple[str, str]:
    """The book's names of the Deck and of the Fighter Pool."""
    (_, deck), (_, pool) = rules.deck_tables
    return deck, pool


def _most(rules: FadeRules, card: FadeCard) -> int:
    """How many copies of a card a drawn deck may hold."""
    scarce = _scarce(rules, card)
    if scarce:
        return scarce.most
    return min(card.copies, rules.figures.copies_max_same_name)


def _each(cards: list[FadeCard]) -> list[FadeCard]:
    """Every card once, in the order of the list."""
    return list({card.code: card for card in cards}.values())
