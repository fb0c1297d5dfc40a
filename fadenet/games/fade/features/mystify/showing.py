"""How a Character that lies face-down is shown, and is paid for or destroyed (fade2 keyword.mystify)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ID, A_TARGETS
from fadenet.engine.chain import P_SLOT, f_check, jump, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, HANDLE_MASK, OPEN, Act, Ask, Frames, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import falling, legality, values
from fadenet.games.fade.language.statements import name_of
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import rules_of


def on_target(s: State, act: Act) -> None:
    """The face-down targets of an action are shown before anybody answers."""
    show(s, [r & HANDLE_MASK for r in act[A_TARGETS] if alive(s, r)])


def comes_first(s: State, there: list[int]) -> bool:
    """Whether any card that an instruction would damage or destroy lies face-down.

    Then that is shown first, and the same instruction is carried out anew (fade2 keyword.mystify-places).
    """
    hidden = any(values.is_face_down(s, h) for h in there)
    if hidden:
        jump(s, s.frames[-1][-1] - 1)
        show(s, there)
    return hidden


def show(s: State, there: list[int]) -> None:
    """Those of these that lie face-down are shown, one after the other."""
    hidden = [h for h in there if values.is_face_down(s, h)]
    if hidden:
        push(s, f_check)
    for h in reversed(hidden):
        push(s, f_show, ref(s, h))


def before_counters(s: State, act: Act, h: int, column: int, n: int) -> bool:
    """Whether an effect is about to put Counters on what lies face-down: that is shown first (fade1
    keyword.mystify-details).
    """
    if n <= 0 or not values.is_face_down(s, h):
        return False
    push(s, f_reached, ref(s, h), column, n, act[A_ID])
    show(s, [h])
    return True


def before_damage(s: State, act: Act, h: int, column: int, n: int) -> bool:
    """The same where Damage Counters alone show it (fade2 keyword.mystify-places)."""
    return column == t.DAMAGE and before_counters(s, act, h, column, n)


def f_reached(s: State, r: int, column: int, n: int, act_id: int) -> None:
    """It was shown and paid for, and the Counters come."""
    h = r & HANDLE_MASK
    if alive(s, r) and not values.is_face_down(s, h):
        rules_of(s).effects.put_counters(s, s.acts[act_id], h, column, n)


def f_show(s: State, r: int) -> None:
    """Its owner opens it, whoever controls it."""
    h = r & HANDLE_MASK
    if alive(s, r) and values.is_face_down(s, h):
        push(s, f_shown, r)
        if not s.code[h]:
            kernel.need(s, OPEN, s.owner[h], 0, -1, (h,))


def f_shown(s: State, r: int) -> None:
    """Its controller pays its Cost, or it is destroyed; one of a Player who has lost leaves with that one."""
    h = r & HANDLE_MASK
    if not alive(s, r) or s.owner[h] in s.out or s.ctrl[h] in s.out:
        return
    cost = legality.cost(s, h, rules_of(s).cards[s.code[h]])
    if cost > s.num[t.TP][s.ctrl[h] + 1]:
        falling.fall(s, falling.DESTROY, [h])
        return
    push(s, f_paid, r, cost)
    s.ans = (YES_MOVE,)
    if cost:
        kernel.ask(s, s.ctrl[h], CONFIRM, picker=P_SLOT, data=(0, h, cost, 0))


def f_paid(s: State, r: int, cost: int) -> None:
    h = r & HANDLE_MASK
    if not alive(s, r):
        return
    if s.ans[0] == YES_MOVE:
        turn_up(s, h, cost)
    else:
        falling.fall(s, falling.DESTROY, [h])


def question(s: State, a: Ask) -> str:
    """The question to the Player of a card that is shown."""
    return f"Pay {a.data[2]} TP for {name_of(s, a.data[1])}, or it is destroyed?"


def turn_up(s: State, h: int, cost: int) -> None:
    """It is paid for and works from now on: that is not entering the field, but may trigger what is."""
    seat = s.ctrl[h]
    atoms.put(s, t.TP, s.rules.body(seat), -cost, 0, seat)
    atoms.turn_face(s, h, True)
    atoms.emit(s, t.E_UNVEILED, h, seat)
    for follows in rules_of(s).points.turned_up:
        follows(s, h)
    play.bring(s, seat, h)


def trigger_entering(s: State, h: int) -> None:
    """A card that comes face-down enters the field for its own abilities as it is turned up (fade1
    timing.on-enter-field).
    """
    row = (atoms.ENTERS, h, ref(s, h), s.ctrl[h], 0, s.zone[h])
    for k, ability in rules_of(s).index_of(s).listeners.get(atoms.ENTERS, ()):
        if k == h:
            rules_of(s).triggers.trigger(s, h, ability, row)


FRAMES: Final[Frames] = (f_reached, f_show, f_shown, f_paid)
