"""Arena: a card for the one place of which there is one in the whole game (fade2 keyword.arena-single)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_ID, A_MODE, A_SEAT, A_SRC
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import board, falling
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of

_KINDS: Final[tuple[int, ...]] = (t.M_ITEM, t.M_AUGMENT, t.M_ZONE)


def _enter(s: State, act: Act) -> bool:
    """The card that was there before it is destroyed."""
    seat, h, arena = act[A_SEAT], act[A_SRC] & HANDLE_MASK, rules_of(s).grid.arena
    if act[A_MODE] not in _KINDS or not fade_card(s, h).in_arena:
        return False
    act[A_FLAGS] |= t.STAYS
    old = [k for body in range(1, s.seats + 1) for k in s.kids.get(body, ()) if s.num[t.CELL][k] == arena]
    atoms.lay_on(s, h, seat + 1, ATTACHED, 1, seat * t.NZ + t.ATTACH, act[A_ID])
    board.put(s, h, arena)
    play.bring(s, act[A_SEAT], h)
    falling.fall(s, falling.DESTROY, old, act[A_ID])
    return True


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if bool(edition.board.arena and edition.grid) != bool(edition.words[t.K_ARENA]):
        return "board.arena", "cards with Arena need [board] rows, and Supertypes that may have it"
    return None


def _is_there(card: FadeCard, edition: Edition) -> None:
    card.in_arena = card.keywords[t.K_ARENA] > 0
    card.stays |= card.in_arena


def _against_kind(card: FadeCard, edition: Edition) -> str:
    """Refuse a card that is attached to others, or whose Supertypes are not for that place."""
    if not card.keywords[t.K_ARENA]:
        return ""
    fits = any([card.types >> t.SUPERTYPES.index(word) & 1 for word in edition.board.arena])
    if fits and not card.keywords[t.K_EQUIP]:
        return ""
    return "such a card is attached to others, or has no Supertype that may have it"


ARENA: Final = Feature(
    "Arena",
    Points(comes=(_enter,), facts=(_is_there,), printing=(_against_kind,)),
    amiss=_amiss,
    given=Given.USED,
)
