"""Hits that are left: the rest of an Attack whose target was Knocked Out (fade1 ko.overflow).

They wait below the running Chain, with the record of the Attack, and so come before all that
waits in the queue. They are performed in a Chain of their own, by the same user and with the same card, which
stays at hand until then.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import (
    A_ABILITY,
    A_FLAGS,
    A_HITS,
    A_ID,
    A_LINK,
    A_PARTS,
    A_PICKED,
    A_SEAT,
    A_TARGETS,
    numbered,
)
from fadenet.engine.chain import f_check, push
from fadenet.engine.state import HANDLE_MASK, PICK, Act, Ask, Known, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, natures, reach
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import rules_of


def _are_left(edition: Edition) -> bool:
    return edition.attacks.leftover == "rest"


def _falls(s: State, h: int) -> None:
    atoms.mark(s, t.P_TURN, t.MK_FELL, ref(s, h))


def _is_left(s: State, act: Act, target: int) -> bool:
    """Whether a part's target was Knocked Out in this turn, or is out of the match: its hits are left.

    Not those of a Counter (fade1 ko.overflow, win.elimination-chain, defend.counter-hit-gone).
    """
    if act[A_ABILITY] >= 0 and rules_of(s).abilities[act[A_ABILITY]].counters:
        return False
    r = combat.redirected(act, target)
    h = r & HANDLE_MASK
    if atoms.marked(s, t.P_TURN, t.MK_FELL, r):
        return True
    return r > 0 and not {h - 1, s.owner[h], s.ctrl[h]}.isdisjoint(s.out)


def _wait(s: State, act: Act, left: tuple[int, ...]) -> None:
    """Hits of some parts of an Attack wait for the end of the Chain, each as `combat.left_of` writes it."""
    act[A_FLAGS] |= t.LEFT_OVER
    saved = [*act]
    for keeps in rules_of(s).points.waiting:
        saved[A_FLAGS] |= keeps(s, act)
    chain.after_chain(s, f_rest, left, tuple(saved))


def f_rest(s: State, left: tuple[int, ...], saved: tuple[int, ...]) -> None:
    """The attacker's controller may choose a new target for the hits of one part (fade1 ko.overflow)."""
    if saved[A_SEAT] in s.out:
        return
    if not left or combat.performer_gone(s, [*saved]) or not _new_targets(s, left, saved):
        _conclude(s, [*saved])
        return
    push(s, f_aimed, left, saved)
    kernel.ask(s, saved[A_SEAT], PICK, (0, 1), picker=s.rules.picker_number(pick_target))


def f_aimed(s: State, left: tuple[int, ...], saved: tuple[int, ...]) -> None:
    """The rest of the Attack begins a Chain, or these hits are lost."""
    move = s.ans[0]
    if len(move) == 1:
        f_rest(s, left[1:], saved)
        return
    act = numbered(s, [*saved])
    act[A_TARGETS], act[A_PARTS], act[A_LINK] = (ref(s, move[1]),), (), 0
    act[A_FLAGS] = act[A_FLAGS] & ~t.LEFT_OVER | t.REST
    act[A_PICKED] = left
    chain.start(s, act, False)


def pick_target(s: State, seat: int, known: Known) -> list[int]:
    """The targets that may be chosen for the hits at hand."""
    _, left, saved = s.frames[-1]
    return _new_targets(s, left, saved)


def _new_targets(s: State, left: tuple[int, ...], saved: tuple[int, ...]) -> list[int]:
    """The targets on which this Attack could be declared now, less those of its other parts.

    fade1 ko.overflow-legal-targets
    """
    act: Act = [*saved]
    number, _ = combat.left_over(left[0])
    others = [r & HANDLE_MASK for r in act[A_TARGETS] if alive(s, r)]
    act[A_TARGETS], act[A_LINK] = (), 0
    if number < 0:
        there = reach.reach(s, act[A_SEAT], natures.reaches_far(s, act), act)
    else:
        ability = rules_of(s).abilities[act[A_ABILITY]]
        at, start = 0, rules_of(s).attacks[number].targets[0]
        slots = ability.slots[1:] if ability.unstack else ability.slots
        for slot in slots:
            if at >= start:
                break
            at += slot.hi
        there = reach.open_to(s, act, slot)
    return [h for h in there if h not in others]


def resume(s: State, act: Act) -> None:
    """The link of the rest is carried out: from the first hit on that was not performed."""
    entry, number, first = act[A_PICKED][0], *combat.left_over(act[A_PICKED][0])
    act[A_PICKED] = act[A_PICKED][1:]
    act[A_HITS] = 1 if number < 0 else len(rules_of(s).attacks[number].hits)
    for hit in range(first, act[A_HITS]):
        if entry >> combat.STOPPED_AT + hit & 1:
            atoms.mark(s, t.P_STOPPED, act[A_ID], combat.left_of(number, hit, 0))
    push(s, combat.f_strike, act[A_ID], number, first, 0)


def _conclude(s: State, act: Act) -> None:
    """The Attack is over: it may have been successful, and its card goes (fade1 ko.overflow-answers)."""
    act[A_FLAGS] &= ~t.LEFT_OVER
    s.acts[act[A_ID]] = act
    push(s, f_check)
    push(s, play.f_settled, act[A_ID])
    combat.finish(s, act)
    for ends in rules_of(s).points.over:
        ends(s, act)


def _question(s: State, a: Ask) -> str:
    return "Choose a new target for the hits that are left, or say done"


LEFTOVER: Final = Feature(
    "",
    Points(felled=(_falls,), leftover=((_is_left, _wait),), questions=((f_aimed, _question),)),
    there=_are_left,
)
