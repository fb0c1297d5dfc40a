"""Abilities that happen when their condition becomes true (fade2 keyword.paradox, keyword.reinforce)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import probe
from fadenet.engine.card import Card
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import commands, working
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _has_edges(edition: Edition) -> bool:
    return "edge" in edition.hows


def _note(s: State, changed: bool) -> bool:
    """Abilities whose condition has just become true happen, when nothing else changes.

    A card that comes while it is true finds it becoming true. While a card is silent its condition goes on to
    be true or not: an ability whose condition became true then does not happen when the card speaks again.
    """
    if changed or rules_of(s).passing[_has_edge].isdisjoint(s.code):
        return changed
    index = rules_of(s).triggers.index_of(s)
    unmoved = index.muted | commands.layout(s).materials
    for resting in rules_of(s).points.resting:
        unmoved |= {*resting(s, working.in_play(s))}
    silent = [
        (h, ability)
        for h in sorted(unmoved)
        for ability in rules_of(s).cards[s.code[h]].by_event.get(t.E_BECOMES_TRUE, ())
    ]
    for h, ability in [*index.listeners.get(t.E_BECOMES_TRUE, ()), *silent]:
        src, key = ref(s, h), t.MK_ABILITY + ability.number
        edge = rules_of(s).abilities[ability.number].edge
        assert edge is not None
        before = bool(atoms.marked(s, t.P_GAME, key, src))
        now = edge(s, probe(s.ctrl[h], src, src, ability.number))
        if before and not now:
            atoms.unmark(s, t.P_GAME, key, src)
        elif now and not before:
            atoms.mark(s, t.P_GAME, key, src)
            if h not in unmoved:
                atoms.emit(s, t.E_BECOMES_TRUE, h, s.ctrl[h], 0, ability.number)
    return False


def _has_edge(card: Card) -> bool:
    return t.E_BECOMES_TRUE in card.by_event


EDGES: Final = Feature(
    "", Points(checks=(_note,), triggers=((t.EVENTS[t.E_BECOMES_TRUE], "becomes true"),)), there=_has_edges
)
