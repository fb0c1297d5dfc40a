"""Cards that are used without being played, once more or by themselves."""

from __future__ import annotations

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_ID, A_MODE, A_VERB, numbered, probe
from fadenet.engine.chain import f_trigger_target, push
from fadenet.engine.kit import targets
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, reach
from fadenet.games.fade.typed import rules_of


def begin(s: State, seat: int, src: int, user: int, mode: int, flag: int) -> None:
    """A card is used once more, or by itself: its targets are chosen, then it starts a chain."""
    act = numbered(s, use_of(s, seat, src, user, mode, flag))
    s.acts[act[A_ID]] = act
    barred = act[A_FLAGS] & t.ATTACK and legality.attack_refusal(s, user & HANDLE_MASK)
    if not barred and _may_be_used(s, act):
        push(s, f_trigger_target, act[A_ID], 0, 0)
    else:
        del s.acts[act[A_ID]]
        finish(s, act)


def use_of(s: State, seat: int, src: int, user: int, mode: int, flag: int) -> Act:
    """The record of such a use, without a number."""
    card = rules_of(s).cards[s.code[src & HANDLE_MASK]]
    ability = card.use
    assert ability is not None
    act = probe(seat, src, user, ability.number)
    act[A_VERB], act[A_MODE], act[A_FLAGS] = t.V_USE, mode, flag | ability.label
    if ability.attack or card.attacks_as(mode):
        reach.attack_traits(s, act, ability.attack_number)
    return act


def _may_be_used(s: State, act: Act) -> bool:
    """Whether what the card's text asks for is there."""
    condition = rules_of(s).abilities[act[A_ABILITY]].condition
    return condition is None or bool(condition(s, act))


def finds_all(s: State, act: Act) -> bool:
    """Whether such a use would find what it asks for, and enough targets (faroe target.chosen-when)."""
    return _may_be_used(s, act) and bool(targets.ways(s, act, rules_of(s).abilities[act[A_ABILITY]].slots))


def finish(s: State, act: Act) -> None:
    """Such a use is over, or found no legal target: the card goes, with what lies underneath."""
    for flag, goes in rules_of(s).points.finished:
        if act[A_FLAGS] & flag:
            goes(s, act)
