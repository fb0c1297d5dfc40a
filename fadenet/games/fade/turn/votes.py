"""World Rules: the Players vote on each that is brought, before anything else (fade2 worldrule.agreement)."""

from __future__ import annotations

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, State, is_automaton
from fadenet.games.fade.tables import E_AGREED, E_OUTVOTED, V_WORLDS
from fadenet.games.fade.typed import rules_of


def f_vote(s: State, bringer: int) -> None:
    """All still in are asked, unseen by each other, about the World Rule of one seat, then of the next."""
    worlds = rules_of(s).worlds
    if bringer >= min(len(worlds), s.seats):
        return
    if not worlds[bringer]:
        push(s, f_vote, bringer + 1)
        return
    asked = tuple([seat for seat in range(s.seats) if seat not in s.out and not is_automaton(s, seat)])
    push(s, f_voted, bringer, asked)
    for seat in asked:
        kernel.ask(s, seat, CONFIRM, sealed=1, picker=P_SLOT, data=(0, 0, worlds[bringer]))


def f_voted(s: State, bringer: int, asked: tuple[int, ...]) -> None:
    """It holds if all agree, those aside who have left meanwhile."""
    agreed = all(move == YES_MOVE for seat, move in zip(asked, s.ans, strict=True) if seat not in s.out)
    if agreed:
        atoms.set_var(s, V_WORLDS, s.vars[V_WORLDS] | 1 << bringer)
    code = rules_of(s).worlds[bringer]
    atoms.emit(s, E_AGREED if agreed else E_OUTVOTED, bringer + 1, bringer, 0, code)
    push(s, f_vote, bringer + 1)


def rivals(s: State, code: int) -> list[str]:
    """The World Rules brought that set a figure which this one sets too (fade2 worldrule.conflict)."""
    cards = rules_of(s).cards
    others = [cards[other] for other in dict.fromkeys(rules_of(s).worlds) if other not in (0, code)]
    return [card.name for card in others if card.figures.keys() & cards[code].figures.keys()]
