"""Cards that are Knocked Out, destroyed or imprisoned, and cards whose use is over (faroe ko.*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import atoms, kernel, lasting
from fadenet.engine.acts import A_ID, A_SEAT, A_SRC
from fadenet.engine.chain import push
from fadenet.engine.state import HANDLE_MASK, OPEN, UNDER, Act, State, alive, ref, seat_order
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.field.combat import blamed, lose_hp
from fadenet.games.fade.typed import rules_of

KO: Final = 0
DESTROY: Final = 1
IMPRISON: Final = 2


def fall(s: State, how: int, fallen: list[int], act_id: int = 0) -> None:
    """Knock Out, destroy or imprison a group of cards at the same moment (faroe ko.simultaneous)."""
    if fallen:
        push(s, f_fall, how, tuple(ref(s, h) for h in fallen), act_id)


def tree(s: State, h: int) -> list[int]:
    """All cards attached to or stacked under h, and on or under those."""
    found: list[int] = []
    waiting = [h]
    while waiting:
        for k in s.kids.get(waiting.pop(), ()):
            found.append(k)
            waiting.append(k)
    return found


def f_fall(s: State, how: int, refs: tuple[int, ...], act_id: int) -> None:
    """All of the group see each other fall; hidden cards among, on and under them are shown before they move.

    act_id: the action that makes them fall, 0 = the state check: for each the one that harmed it last.
    """
    group = [r & HANDLE_MASK for r in refs if alive(s, r) and s.rules.on_field[s.zone[r & HANDLE_MASK]]]
    if how == IMPRISON:
        group = [h for h in group if not rules_of(s).opponent.includes(s, h)]  # fade2 raider.removal
    if not group:
        return
    rows = [(h, how, _goes(s, h), act_id or blamed(s, h)) for h in group]
    under = {k: by for h, _, _, by in rows for k in tree(s, h) if k not in group}
    rows += [(k, DESTROY, _goes(s, k), by) for k, by in under.items()]
    push(s, f_fallen, tuple(rows))
    hidden = [k for k in (*group, *under) if not s.code[k]]
    for seat in seat_order(s, s.active):
        mine = tuple(k for k in hidden if s.owner[k] == seat)
        if mine:
            kernel.need(s, OPEN, seat, 0, -1, mine)


def _goes(s: State, h: int) -> int:
    """Whether something is imprisoned as it falls; a Raider leaves the match (fade2 raider.removal)."""
    return int(_is_imprisoned(s, h) and not rules_of(s).opponent.includes(s, h))


def _is_imprisoned(s: State, h: int) -> bool:
    return any([goes(s, h) for goes, _ in rules_of(s).points.imprisoned])


def _is_destroyed(s: State, imprisoned: int) -> bool:
    """Whether what falls or is used up counts as destroyed."""
    return not imprisoned or all([destroyed for _, destroyed in rules_of(s).points.imprisoned])


def f_fallen(s: State, rows: tuple[tuple[int, int, int, int], ...]) -> None:
    """Report every Knock Out and destruction, then move the cards, those on top of others first.

    rows: card, how it falls, whether it is imprisoned, id of the act that makes it fall.
    """
    for h, how, imprisoned, act_id in rows:
        if how == KO:
            atoms.emit(s, t.E_KO, h, s.ctrl[h], act_id)
            for falls in rules_of(s).points.felled:
                falls(s, h)
            if s.rules.cards[s.code[h]].types & t.CHARACTER:
                atoms.mark(s, t.P_TURN, t.MK_ALLY_DOWN, s.ctrl[h])
                if (costs := rules_of(s).policies.knock_out_costs) is not None:
                    lose_hp(s, s.rules.body(s.ctrl[h]), costs(s, h), act_id)
        if how == IMPRISON or imprisoned:
            atoms.emit(s, t.E_IMPRISONED, h, s.ctrl[h], act_id)
        destroyed = how != IMPRISON and _is_destroyed(s, imprisoned)
        if destroyed and s.zone[h] >= 0 and s.role[h] != UNDER:
            atoms.emit(s, t.E_DESTROYED, h, s.ctrl[h], act_id)
            for follows in rules_of(s).points.destroyed:
                follows(s, h, act_id)
    lasting.keep(s, [h for h, *_ in rows])
    for h, how, imprisoned, act_id in reversed(rows):
        if rules_of(s).opponent.includes(s, h):
            atoms.take_away(s, h)
            continue
        kind = t.RIFT if how == IMPRISON or imprisoned else t.DISCARD
        atoms.move(s, h, s.owner[h] * t.NZ + kind, 1, act_id)


KNOCK_OUT_COSTS: Final[dict[str, Callable[[State, int], int] | None]] = {
    "nothing": None,
    "Level": values.level,
}
"""The HP that the controller of a Character loses when it is Knocked Out, by the edition's word."""


def hear_itself(s: State, event: int, act: Act) -> None:
    """Queue what a card in use triggers itself, as it lies where nothing listens."""
    h, rules = act[A_SRC] & HANDLE_MASK, rules_of(s)
    row = (event, h, act[A_SRC], act[A_SEAT], act[A_ID], 0)
    for ability in rules.cards[s.code[h]].by_event.get(event, ()):
        rules.triggers.trigger(s, h, ability, row)


def spend(s: State, act: Act) -> None:
    """A used card whose use is over goes to its owner's Discard Pile, and what lies on and under it to others
    (faroe timing.destroyed, zone.leaves-field)."""
    h = act[A_SRC] & HANDLE_MASK
    if h in s.kids:
        rules_of(s).effects.shed(s, h, act[A_ID])
    imprisoned = _is_imprisoned(s, h)
    if imprisoned:
        atoms.emit(s, t.E_IMPRISONED, h, act[A_SEAT], act[A_ID])
    if _is_destroyed(s, imprisoned):
        atoms.emit(s, t.E_DESTROYED, h, act[A_SEAT], act[A_ID])
        hear_itself(s, t.E_DESTROYED, act)
    atoms.move(s, h, s.owner[h] * t.NZ + (t.RIFT if imprisoned else t.DISCARD), 1, act[A_ID])
