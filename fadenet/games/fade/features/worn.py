"""Attached cards with HP of their own: they suffer what their bearer does (fade2 item.hp), or those of Equip
Items say how many Attacks of their bearer they last (fade1 item.equip-item-uses).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_ID, A_MODE, A_SEAT, A_USER, NEGATED
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, State, alive
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, falling, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _have_hp(edition: Edition) -> bool:
    return edition.damage.attached_hp == "suffers"


def _last_some_attacks(edition: Edition) -> bool:
    return edition.damage.item_uses


def _with_hp(s: State, h: int) -> list[int]:
    code, printed = s.code, rules_of(s).printed[t.S_HP]
    return [k for k in s.kids.get(h, ()) if printed[code[k]] > 0 and s.role[k] == ATTACHED and s.face[k]]


def _equip_items(s: State, h: int) -> list[int]:
    cards, code = rules_of(s).cards, s.code
    there = _with_hp(s, h)
    return [k for k in there if cards[code[k]].types & t.ITEM and cards[code[k]].keywords[t.K_EQUIP]]


def _suffer(s: State, h: int, n: int, act_id: int) -> None:
    for k in _with_hp(s, h):
        combat.take_counters(s, k, n, act_id)


def _share(s: State, act: Act, dealer: int, target: int, n: int) -> None:
    for k in _with_hp(s, target):
        atoms.emit(s, t.E_TAKES, k, act[A_SEAT], act[A_ID], n)


def _use(s: State, act: Act) -> None:
    """An Attack takes one use of each Equip Item on its user; not if it was Negated or Prevented, but for the
    rest of one (fade1 item.equip-item-counting).
    """
    if act[A_FLAGS] & (NEGATED | t.PREVENTED) and not act[A_FLAGS] & t.REST:
        return
    if act[A_FLAGS] & t.ATTACK or act[A_MODE] == t.M_SKILL:
        for h in _equip_items(s, act[A_USER] & HANDLE_MASK) if alive(s, act[A_USER]) else ():
            combat.lose_hp(s, h, 1, act[A_ID])


def _worn_out(s: State, changed: bool) -> bool:
    """Those without any HP left are destroyed."""
    code, printed, damage = s.code, rules_of(s).printed[t.S_HP], s.num[t.DAMAGE]
    lowered, bearers = values.may_lower(s, t.Q_HP), list[int]()
    for h, line in s.kids.items():
        for k in line:
            if printed[code[k]] > 0 and (lowered or damage[k]):
                bearers.append(h)
                break
    there = [h for h in sorted(bearers) if s.rules.on_field[s.zone[h]] or h <= s.seats]
    wearing = rules_of(s).points.wearing
    gone = [k for h in there for worn in wearing for k in worn(s, h) if not values.hp(s, k)]
    falling.fall(s, falling.DESTROY, gone)
    return bool(gone) or changed


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if _last_some_attacks(edition) and _have_hp(edition):
        return "damage.item_uses", "the HP of an Item are its uses, or it 'suffers' damage, not both"
    return None


SUFFERING: Final = Feature(
    "",
    Points(wearing=(_with_hp,), damaged=(_suffer,), dealt=(_share,), checks=(_worn_out,)),
    there=_have_hp,
)
USES: Final = Feature(
    "",
    Points(wearing=(_equip_items,), over=(_use,), checks=(_worn_out,)),
    there=_last_some_attacks,
    amiss=_amiss,
)
