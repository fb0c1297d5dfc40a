"""The one Attack of a turn, where each has one in all, and Attacks of the turn player as links."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_EVENT, A_FLAGS, A_SEAT, A_SRC, A_USER, probe
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality
from fadenet.games.fade.points import Beyond
from fadenet.games.fade.typed import fade, fade_card, rules_of


def at_its_own_moment(s: State, act: Act) -> bool:
    """Whether a card is used at a moment of its own, and not at one of its Supertype: for an event, from
    beside its Player, or while its condition holds.
    """
    h = act[A_SRC] & HANDLE_MASK
    return bool(act[A_EVENT]) or 0 < s.host[h] <= s.seats or is_contingent(s, act)


def is_contingent(s: State, act: Act) -> bool:
    """Whether the condition holds under which a card is used out of the Hand."""
    holds = fade_card(s, act[A_SRC] & HANDLE_MASK).from_hand_if
    return holds is not None and bool(holds(s, probe(act[A_SEAT], act[A_SRC], act[A_USER], -1)))


def _takes_none(s: State, act: Act, way: Way) -> bool:
    """Skills and other Attacks are as many as are paid for (faroe attack.normal-once)."""
    return False


def _takes_one(s: State, act: Act, way: Way) -> bool:
    """A Skill does, even one that deals no damage, and what else Attacks, by the turn player in the Combat
    Phase (fade1 combat.one-attack-per-turn, attack.damageless-skill); not what answers, nor a card at its own
    moment.
    """
    ability = way.ability
    if act[A_SEAT] != s.active or s.phase != t.COMBAT:
        return False
    if ability is None or ability.answers is not None or way.kind == t.M_ITEM:
        return False
    if way.kind == t.M_ABILITY:
        return bool(act[A_FLAGS] & t.ATTACK) or fade(ability).as_card
    if at_its_own_moment(s, act):
        return False
    return way.kind == t.M_SKILL or bool(act[A_FLAGS] & t.ATTACK) or not s.chain


BUDGETS: Final = {"free": _takes_none, "one": _takes_one}
"""Whether a use is the one Attack of its user in this turn, by how many Attacks that has."""


def against_budget(s: State, act: Act, way: Way) -> str:
    """The reason that keeps a card or ability from being the Attack of its user in this turn, "" = none."""
    takes = rules_of(s).policies.takes_attack(s, act, way)
    if not takes or legality.attacks_once_more(s, act[A_USER] & HANDLE_MASK, False):
        return ""
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    for k, reason, may, _ in _beyond(s, way):
        if card.keywords[k]:
            return "" if may(s, act[A_USER] & HANDLE_MASK, card.code) else reason
    return reasons.ONE_ATTACK


def _beyond(s: State, way: Way) -> tuple[Beyond, ...]:
    """Keywords that let a card be used beyond the one Attack; none does that for an ability."""
    return () if way.kind == t.M_ABILITY else rules_of(s).points.beyond


def spend_attack(s: State, act: Act, way: Way) -> None:
    """The use counts as its user's Attack of the turn, or goes beyond it."""
    if not rules_of(s).policies.takes_attack(s, act, way):
        return
    u, card = act[A_USER] & HANDLE_MASK, fade_card(s, act[A_SRC] & HANDLE_MASK)
    latest = card.stats[t.S_RANK] + 1 if way.kind == t.M_SKILL else 0
    for _, _, may, pay in _beyond(s, way):
        if may(s, u, card.code):
            pay(s, u, card.code)
            legality.count_attack(s, u, latest)
            return
    legality.count_attack(s, u, latest, t.MK_NORMAL, t.MK_USED)


def freely_linked(s: State, act: Act) -> str:
    """Where Normal Attacks begin Chains alone, others are links whenever their Player may answer (faroe
    chain.skill-continues).
    """
    return ""


def against_linking(s: State, act: Act) -> str:
    """Another seat's link is in the Chain, and no Attack of the same user (fade2 link.active-player-attack,
    fade1 link.turn-player-attack).
    """
    if not s.chain:
        return ""
    may = legality.may_link_attack(s, act[A_SEAT], act[A_USER] & HANDLE_MASK)
    return "" if may else reasons.LINKED_ATTACK
