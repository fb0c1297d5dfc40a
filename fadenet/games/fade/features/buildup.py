"""Buildup: a card that activates by itself once its Stack is complete (faroe keyword.buildup)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SRC
from fadenet.engine.policies import Q_WAIT
from fadenet.engine.state import HANDLE_MASK, UNDER, Act, State, Waiting, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import again, commands, falling, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import FadeCard


def _note(s: State, changed: bool) -> bool:
    """Cards with enough cards underneath wait to be activated, each once, when nothing else changes.

    One that is Muted or Command Material meanwhile is looked at again when it is so no longer.
    """
    if changed:
        return True
    for top in [k for body in range(1, s.seats + 1) for k in s.kids.get(body, ()) if k in s.kids]:
        n = _needs(s, top)
        if not n or sum(1 for k in s.kids[top] if s.role[k] == UNDER) < n:
            continue
        if not atoms.marked(s, t.P_GAME, t.MK_BUILT, ref(s, top)):
            atoms.mark(s, t.P_GAME, t.MK_BUILT, ref(s, top))
            atoms.enqueue(s, Q_WAIT, s.ctrl[top], t.UP_BUILT, ref(s, top), ())
    return False


def _needs(s: State, top: int) -> int:
    """How many cards the Stack of a Buildup card needs; 0 = it is not one, or does nothing now (fade2
    command.materials). A card that was given Buildup was not placed by it, and has nothing to activate.
    """
    placed = s.face[top] and s.rules.cards[s.code[top]].keywords[t.K_BUILDUP]
    if s.zone[top] % t.NZ != t.ATTACH or not placed:
        return 0
    return 0 if top in commands.layout(s).materials else values.keyword(s, top, t.K_BUILDUP)


def _activate(s: State, row: Waiting) -> None:
    """It activates by itself, its Player being the user (faroe keyword.buildup-details)."""
    seat, src = row.seat, row.src
    if not _needs(s, src & HANDLE_MASK):
        atoms.unmark(s, t.P_GAME, t.MK_BUILT, src)
        return
    types = s.rules.cards[s.code[src & HANDLE_MASK]].types
    again.begin(s, seat, src, ref(s, seat + 1), t.M_SKILL if types & t.SKILL else t.M_REACTION, t.BUILT)


def _destroyed(s: State, act: Act) -> None:
    """It has been used (faroe keyword.buildup-details)."""
    falling.fall(s, falling.DESTROY, [act[A_SRC] & HANDLE_MASK], act[A_ID])


def _is_built(card: FadeCard, edition: Edition) -> None:
    """It is played, and stands in front where it has a cell."""
    card.builds = card.keywords[t.K_BUILDUP] > 0
    card.fronted = card.builds and edition.hows[t.K_BUILDUP] == "cell"


def _against_types(card: FadeCard, edition: Edition) -> str:
    if card.keywords[t.K_BUILDUP] and not card.types & (t.SKILL | t.REACTION):
        return "only a Skill or Reaction is activated by what lies under it"
    return ""


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.hows[t.K_BUILDUP] == "cell" and not edition.grid:
        return "keywords.Buildup.how", "without [board] rows there is no cell for it"
    return None


BUILDUP: Final = Feature(
    "Buildup",
    Points(
        checks=(_note,),
        due=((t.UP_BUILT, t.K_BUILDUP, _activate),),
        facts=(_is_built,),
        finished=((t.BUILT, _destroyed),),
        printing=(_against_types,),
    ),
    amiss=_amiss,
)
