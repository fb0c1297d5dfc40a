"""World Rules and Raiders: the Players vote on each that is brought, before anything else.

fade2 worldrule.agreement, raider.agreement
"""

from __future__ import annotations

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import ending
from fadenet.games.fade.typed import rules_of


def _brought(s: State) -> list[tuple[int, int]]:
    """(seat, code) of every card that a Player of this match brings, by seat, a World Rule first."""
    rules = rules_of(s)
    lists = (rules.worlds, rules.opponent.brought)
    return [
        (seat, codes[seat])
        for seat in range(s.seats - rules.automata)
        for codes in lists
        if seat < len(codes) and codes[seat]
    ]


def f_vote(s: State, n: int) -> None:
    """All still in are asked, unseen by each other, about the card brought as number n, then the next.

    A Player who plays alone has agreed to it by bringing it (fade2 raider.solo).
    """
    brought = _brought(s)
    if n >= len(brought):
        _face(s)
        return
    players = range(s.seats - s.rules.automata)
    asked = tuple([seat for seat in players if seat not in s.out and len(players) > 1])
    push(s, f_voted, n, asked)
    s.ans = ()
    for seat in asked:
        kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(0, 0, brought[n][1]), sealed=1)


def f_voted(s: State, n: int, asked: tuple[int, ...]) -> None:
    """It holds if all agree, those aside who have left meanwhile."""
    bringer, code = _brought(s)[n]
    agreed = all(move == YES_MOVE for seat, move in zip(asked, s.ans, strict=True) if seat not in s.out)
    push(s, f_vote, n + 1)
    atoms.emit(s, t.E_AGREED if agreed else t.E_OUTVOTED, bringer + 1, bringer, 0, code)
    if agreed and rules_of(s).cards[code].types & t.WORLD_RULE:
        atoms.set_var(s, t.V_WORLDS, s.vars[t.V_WORLDS] | 1 << bringer)
        s.index = None  # its effects are among those in force
    elif agreed:
        rules_of(s).opponent.join(s, code)


def _face(s: State) -> None:
    """Without any Raider their seat is out, and the Players are enemies (fade2 raider.agreement)."""
    if rules_of(s).opponent.over(s):
        ending.lose_all(s, [s.seats - 1], s.rules.cites["leaving"])


def rivals(s: State, code: int) -> list[str]:
    """The World Rules brought that set a figure which this one sets too (fade2 worldrule.conflict)."""
    cards = rules_of(s).cards
    others = [cards[other] for other in dict.fromkeys(rules_of(s).worlds) if other not in (0, code)]
    return [card.name for card in others if card.figures.keys() & cards[code].figures.keys()]
