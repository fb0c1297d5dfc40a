"""Bloodlust: HP for Attacking, or for the damage that one deals.

As a number it is gained once an Attack (fade2 keyword.bloodlust, attack.sequence); as a Counter, whenever its
bearer deals damage (faroe keyword.bloodlust).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_ID, A_USER
from fadenet.engine.chain import push
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Points


def _attacks(s: State, act: Act) -> None:
    push(s, f_lusted, act[A_ID])


def f_lusted(s: State, act_id: int) -> None:
    """The attacker gains the HP."""
    user = s.acts[act_id][A_USER] & HANDLE_MASK
    combat.heal(s, user, values.keyword(s, user, t.K_BLOODLUST), act_id)


def _dealt(s: State, act: Act, dealer: int, target: int, n: int) -> None:
    lust = s.num[t.BLOODLUST][dealer]
    if lust and not values.ignores(s, dealer, t.BLOODLUST):
        combat.heal(s, dealer, lust, act[A_ID])


BLOODLUST: Final = Feature(
    "Bloodlust", ways={"attack": Points(attacks=(_attacks,)), "counter": Points(dealt=(_dealt,))}
)
