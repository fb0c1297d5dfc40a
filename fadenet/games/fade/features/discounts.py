"""Affinity and Friendship: cards in play make cards of their Elements cheaper (fade2 keyword.affinity)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from fadenet.engine.card import Card
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import values, working
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of

_GIVEN: Final = frozenset((t.Q_KEYWORD + t.K_AFFINITY, t.Q_KEYWORD + t.K_FRIENDSHIP))


class _Discounts(NamedTuple):
    """The discounts on a seat's cards: by card all Elements of its Affinity, and each Friendship."""

    affinities: list[int]
    friendships: list[int]


@once_a_look
def _discounts(s: State, seat: int) -> _Discounts:
    there = _discounting(s, seat)
    affinities = [reduce(or_, values.each(s, h, t.K_AFFINITY), 0) for h in there]
    return _Discounts(
        [mask for mask in affinities if mask], [n for h in there for n in values.each(s, h, t.K_FRIENDSHIP)]
    )


def _discounting(s: State, seat: int) -> list[int]:
    """A seat's face-up cards in play with Affinity or Friendship, or all if these are given to any card."""
    index = s.index or s.rules.index_of(s)
    if not _GIVEN.isdisjoint(index.changes):
        return [h for h in working.in_play(s) if s.ctrl[h] == seat]
    found: list[int] | None = index.memo.get((_discounting, seat))
    if found is None:
        printed = rules_of(s).passing[_has_discount]
        mine = [h for h in working.in_play(s) if s.ctrl[h] == seat and s.face[h]]
        found = index.memo[_discounting, seat] = [h for h in mine if s.code[h] in printed]
    return found


def _has_discount(card: Card) -> bool:
    return card.keywords[t.K_AFFINITY] > 0 or card.keywords[t.K_FRIENDSHIP] > 0


@once_a_look
def _saved(s: State, seat: int, code: int) -> int:
    """How much less a card costs by what its Player's cards in play have: one for each of its Elements that
    Affinity lists, and for a Character one for each Friendship.
    """
    affinities, friendships = _discounts(s, seat)
    mine = rules_of(s).cards[code].deeds
    saved = _saved_by_friends(s, seat, code) if friendships else 0
    for affinity in affinities:
        saved += (affinity & mine).bit_count()
    return saved


def _saved_by_friends(s: State, seat: int, code: int) -> int:
    """How much less a Character costs, and how many slots fewer it takes up, by each Friendship with one of
    its Elements whose Player has Characters enough (fade2 keyword.friendship, fade1
    keyword.element-friendship-details).
    """
    card, friendships = rules_of(s).cards[code], _discounts(s, seat).friendships
    if not friendships or not card.types & t.CHARACTER:
        return 0
    mine = card.deeds
    saved = 0
    for friends in friendships:
        saved += bool(friends & mine) and len(characters(s, seat)) >= friends >> len(t.ELEMENTS)
    return saved


def _most(s: State, seat: int) -> int:
    affinities, friendships = _discounts(s, seat)
    return sum([mask.bit_count() for mask in affinities]) + len(friendships)


def _has_discounts(edition: Edition) -> bool:
    return bool(edition.words[t.K_AFFINITY] or edition.words[t.K_FRIENDSHIP])


DISCOUNTS: Final = Feature(
    "",
    Points(discounts=((_saved, _most),), sparing=(_saved_by_friends,)),
    there=_has_discounts,
)
