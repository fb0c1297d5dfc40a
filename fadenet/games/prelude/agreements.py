"""Agreements that the players make before any Preliminary is placed.

In order each player may propose something: the length of the match, a lower Turn cap, a truce, a stake. It
holds once all whom it names have accepted it (prelude setup.agreements-window, setup.agreement-kinds).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.choices import WHOLE, Bunch, Choices
from fadenet.engine.kernel import PASS_MOVE, YES_MOVE
from fadenet.engine.kit.verbs import Lists
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import CONFIRM, TAKE, Frames, Known, State, seat_order
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of
from fadenet.games.prelude.words import Word

PROPOSALS_MAX: Final = 4
"""So many times one player may propose something before a game."""
GAMES: Final = 3
WINS: Final = 2
"""Games of a match that are agreed on at the most, and games that win it (prelude format.best-of-three)."""


def f_agreements(s: State, seats: tuple[int, ...], left: int) -> None:
    """The next player may propose something."""
    if not seats:
        return
    if seats[0] in s.out or not left:
        push(s, f_agreements, seats[1:], PROPOSALS_MAX)
        return
    push(s, f_proposed, seats, left)
    kernel.invite(s, seats[0], t.W_AGREEMENT)


def f_proposed(s: State, seats: tuple[int, ...], left: int) -> None:
    move, seat = s.ans[0], seats[0]
    if move == PASS_MOVE:
        push(s, f_agreements, seats[1:], PROPOSALS_MAX)
        return
    push(s, f_agreements, seats, left - 1)
    key, n = move[1]
    if key == t.KEY_GAMES:
        n = GAMES
    named = tuple([h - 1 for h in move[2:]]) or tuple([e for e in seat_order(s, seat) if e != seat])
    atoms.emit(s, t.E_PROPOSED, seat + 1, seat, 0, n)
    push(s, f_asked, seat, key, n, named, 0)


def f_asked(s: State, seat: int, key: int, n: int, named: tuple[int, ...], at: int) -> None:
    """Each seat that is named accepts it or declines; it counts when all have accepted."""
    if at == len(named):
        atoms.emit(s, t.E_AGREED, seat + 1, seat, 0, n)
        _hold(s, seat, key, n, named)
        return
    push(s, f_accepted, seat, key, n, named, at)
    kernel.ask(s, named[at], CONFIRM, picker=P_SLOT, data=(0, seat, key, n))


def f_accepted(s: State, seat: int, key: int, n: int, named: tuple[int, ...], at: int) -> None:
    if s.ans[0] == YES_MOVE:
        push(s, f_asked, seat, key, n, named, at + 1)
    else:
        atoms.emit(s, t.E_DECLINED, named[at] + 1, named[at], 0, n)


def _hold(s: State, seat: int, key: int, n: int, named: tuple[int, ...]) -> None:
    """The agreement holds from now on."""
    if key == t.KEY_GAMES:
        atoms.set_var(s, t.G_GAMES, n)
    elif key == t.KEY_CAP:
        atoms.set_var(s, t.G_CAP, n)
    elif key == t.KEY_TRUCE:
        for other in named:
            _truce(s, seat, other, n)
    else:
        push(s, f_staked)
        for each in sorted({seat, *named}):
            kernel.need(s, TAKE, each, 2 * each, 1, (t.ST_ANY, 1, 1, s.code[v.character(s, each)]))


def f_staked(s: State) -> None:
    """The cards at stake lie beside the field, open to all: only a record (prelude setup.bet-shown,
    setup.bet-record-only)."""
    for h in [h for taken in s.got for h in taken]:
        atoms.move(s, h, s.owner[h] * t.NZ + t.STAKES, 1)


def _pair(a: int, b: int) -> int:
    return min(a, b) << 4 | max(a, b)


def _truce(s: State, a: int, b: int, turn: int) -> None:
    atoms.unmark(s, t.P_GAME, t.MK_TRUCE, _pair(a, b))
    atoms.mark(s, t.P_GAME, t.MK_TRUCE, _pair(a, b), turn)


# The verb.


class Proposing(Word):
    """The proposals that a player may make: a truce names somebody, all else is for everybody."""

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            cap = s.vars[t.G_CAP] or rules_of(s).figures.turn_cap
            found: list[Move] = []
            if s.seats == 2:
                found += [(verb, (t.KEY_GAMES, 0))] if not v.several(s) else []
            found += [(verb, (t.KEY_CAP, n)) for n in range(1, cap)]
            for e in v.enemies(s, seat) if s.seats > 2 else ():
                found += [(verb, (t.KEY_TRUCE, n), e + 1) for n in range(1, cap + 1)]
            if not any([v.zone(s, e, t.STAKES) for e in range(s.seats)]):
                found.append((verb, (t.KEY_STAKE, 0)))
            return ((WHOLE, 0, found),) if found else ()

        return legal

    def reads(self, move: Move) -> bool:
        return len(move) > 1 and type(move[1]) is tuple and all([type(x) is int for x in move[2:]])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        legal = Choices(self.lists(rules_of(s), move[0], now)(s, seat, {}))
        return "" if move in legal.listed() else "setup.agreement-kinds"


FRAMES: Final[Frames] = (f_agreements, f_proposed, f_asked, f_accepted, f_staked)
STEPS: Final[Frames] = (f_agreements,)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {
    f_proposed: f_agreements,
    f_accepted: f_asked,
}
