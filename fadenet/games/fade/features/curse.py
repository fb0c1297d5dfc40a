"""Curse: its bearer's Player pays 1 TP for each such Counter, or it is imprisoned (faroe keyword.curse)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, HANDLE_MASK, Ask, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, falling
from fadenet.games.fade.language.statements import name_of
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _pay(s: State, seat: int, h: int, column: int) -> None:
    """Ask the Player of a bearer whether the TP are paid; a Player who has too few is not asked."""
    push(s, f_curse, ref(s, h), seat)
    if s.num[t.TP][seat + 1] >= s.num[column][h]:
        kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(0, h))
    else:
        s.ans = ()


def f_curse(s: State, src: int, seat: int) -> None:
    """The TP are paid, or the bearer goes; a Player cannot be imprisoned."""
    h = src & HANDLE_MASK
    if s.ans and s.ans[0] == YES_MOVE:
        combat.lose_tp(s, seat, s.num[t.CURSE][h])
    elif h > s.seats:
        falling.fall(s, falling.IMPRISON, [h])


def _question(s: State, a: Ask) -> str:
    h = a.data[1]
    price = f"{s.num[t.CURSE][h]} TP for the {rules_of(s).columns[t.CURSE]}"
    return f"Pay {price} of {name_of(s, h)}, or it is imprisoned?"


def _amiss(edition: Edition) -> tuple[str, str] | None:
    for word, row in edition.upkeep.items():
        if row.does == "pay" and edition.counters[word] != t.CURSE:
            return f"upkeep.{word}.does", "only Curse is paid for"
    return None


CURSE: Final = Feature(
    "Curse", Points(upkeeps=(("pay", _pay),), questions=((f_curse, _question),)), amiss=_amiss, burden=True
)
