"""Replay: a used card may be used once more for TP, after its Chain (faroe keyword.replay)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_MODE, A_SEAT, A_SRC, A_USER, probe
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.policies import Q_WAIT
from fadenet.engine.state import CONFIRM, HANDLE_MASK, Act, Ask, State, Waiting, alive
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import again, falling, legality
from fadenet.games.fade.language.statements import name_of
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import FadeCard, rules_of


def _stays(s: State, act: Act) -> bool:
    """A used card stays at hand until its Player has decided. A Link Effect cannot start a Chain, so a card
    that answers something is never repeated.
    """
    card = rules_of(s).cards[s.code[act[A_SRC] & HANDLE_MASK]]
    repeated = (
        card.keywords[t.K_REPLAY] > 0
        and act[A_MODE] in (t.M_SKILL, t.M_REACTION, t.M_ITEM)
        and not act[A_FLAGS] & t.REPLAYED
        and not card.keywords[t.K_EQUIP]
        and rules_of(s).abilities[act[A_ABILITY]].answers is None
    )
    if repeated:
        atoms.enqueue(s, Q_WAIT, act[A_SEAT], t.UP_REPLAY, act[A_SRC], (act[A_MODE], act[A_USER]))
    return repeated


def _offer(s: State, row: Waiting) -> None:
    """The running chain is over: its Player may pay for the repeat, if that can come about at all."""
    seat, src, (mode, user) = row.seat, row.src, row.event
    card = rules_of(s).cards[s.code[src & HANDLE_MASK]]
    attack = card.attacks_as(mode)
    if alive(s, user):
        able = not legality.user_refusal(s, seat, user & HANDLE_MASK, False, attack)
    else:
        able = not attack
    s.ans = ()
    push(s, f_replay, seat, src, mode, user)
    able = able and seat not in s.out and s.num[t.TP][seat + 1] >= _cost(card)
    if able and again.finds_all(s, again.use_of(s, seat, src, user, mode, t.REPLAYED)):
        kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(0, src & HANDLE_MASK, 1))


def _spent(s: State, act: Act) -> None:
    """The second use is over."""
    falling.spend(s, act)


def _would_use(s: State, row: Waiting) -> list[Act]:
    """Another use of its card."""
    use = rules_of(s).cards[s.code[row.src & HANDLE_MASK]].use
    return [probe(row.seat, row.src, row.event[1], use.number)] if use is not None else []


def _question(s: State, a: Ask) -> str:
    h = a.data[1]
    return f"Pay {_cost(rules_of(s).cards[s.code[h]])} TP to Replay {name_of(s, h)}?"


def _cost(card: FadeCard) -> int:
    """The TP of the Replay of a card, which may be 0: the keyword is kept as one more."""
    return card.keywords[t.K_REPLAY] - 1


def f_replay(s: State, seat: int, src: int, mode: int, user: int) -> None:
    h = src & HANDLE_MASK
    if s.ans and s.ans[0] == YES_MOVE:
        atoms.put(s, t.TP, seat + 1, -_cost(rules_of(s).cards[s.code[h]]), 0, seat)
        again.begin(s, seat, src, user, mode, t.REPLAYED)
    else:
        falling.spend(s, [0, t.V_USE, seat, src])


REPLAY: Final = Feature(
    "Replay",
    Points(
        staying=(_stays,),
        due=((t.UP_REPLAY, t.K_REPLAY, _offer),),
        speaking=((t.UP_REPLAY, _would_use),),
        questions=((f_replay, _question),),
        finished=((t.REPLAYED, _spent),),
    ),
    given=Given.USED,
)
