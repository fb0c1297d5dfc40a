"""The set-up of each game: dice, the side that begins, picks in secret, Terrains that all open."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import push
from fadenet.engine.kit import turns
from fadenet.engine.kit.series import laid_back
from fadenet.engine.policies import Hidden
from fadenet.engine.state import (
    ATTACHED,
    OPEN,
    PICK,
    POOL,
    TAKE,
    TOSS,
    Codes,
    Frames,
    Known,
    Pickers,
    State,
    TableNeed,
    Tables,
)
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.typed import TerreneRules, rules_of

DIE: Final = 6
"""Sides of the die that is rolled for the start (terrene setup.starting-player)."""


def begin(s: State) -> None:
    """The first game of a match."""
    atoms.set_var(s, t.G_STEP, 1)
    for seat in range(s.seats):
        atoms.show_body(s, seat)
    push(s, f_game, 1)


def begin_again(s: State) -> None:
    """Every later game."""
    push(s, f_game, 0)


def f_game(s: State, fresh: int) -> None:
    """All cards of every deck are laid together and shuffled; what was made during a game is gone."""
    push(s, f_roll, tuple(range(s.seats)))
    if not fresh:
        for h in range(s.vars[t.G_CARDS], len(s.code)):
            atoms.take_away(s, h)
    cards = range(s.seats + 1, s.vars[t.G_CARDS])
    for seat in range(s.seats):
        kernel.need(s, POOL, seat, seat, fresh, laid_back(s, seat, seat, cards))


# The player who begins (terrene setup.starting-player, format.2v2-order).


def f_roll(s: State, seats: tuple[int, ...]) -> None:
    if not s.vars[t.G_CARDS]:
        atoms.set_var(s, t.G_CARDS, len(s.code))
    push(s, f_rolled, seats)
    kernel.need(s, TOSS, -1, 0, 1, (DIE,) * len(seats))


def f_rolled(s: State, seats: tuple[int, ...]) -> None:
    """The highest roll says which side begins; tied ones roll again."""
    for seat, n in zip(seats, s.got[0], strict=True):
        atoms.emit(s, t.E_ROLLED, seat + 1, seat, 0, n + 1)
    best = tuple(seat for seat, n in zip(seats, s.got[0], strict=True) if n == max(s.got[0]))
    if len(best) > 1:
        push(s, f_roll, best)
    else:
        push(s, f_sides)
        _choose(s, best[0], (1, 2))


def _choose(s: State, seat: int, bodies: tuple[int, ...]) -> None:
    kernel.ask(s, seat, PICK, (1, 1), picker=s.rules.picker_number(pick_body), data=bodies)


def pick_body(s: State, seat: int, known: Known, *bodies: int) -> list[int]:
    return list(bodies)


def f_sides(s: State) -> None:
    """Of two seats on a side that side says which one is first."""
    side = s.ans[0][1] - 1
    push(s, f_order)
    if s.seats == 2:
        s.ans = ((kernel.V_PICK, side + 1), (kernel.V_PICK, 2 - side))
    else:
        for first in (side, 1 - side):
            _choose(s, first, (first + 1, first + 3))


# Picks (terrene setup.*).


def f_order(s: State) -> None:
    """The seats of both sides alternate; then all pick in secret."""
    s.active, second = (move[1] - 1 for move in s.ans)
    atoms.set_var(s, t.G_STEP, (second - s.active) % s.seats)
    push(s, f_picked)
    n = len(rules_of(s).picks)
    for seat in range(s.seats):
        kernel.need(s, TAKE, seat, seat, n, (t.ST_SETUP, 0, n))


def f_picked(s: State) -> None:
    """The picks are laid out hidden, the rest is shuffled, then the Terrains are opened by all together."""
    for seat, cards in enumerate(s.got):
        _lay(s, seat, cards)
        kernel.need(s, POOL, seat, seat, 0, ())
    push(s, f_open, tuple(cards[-1] for cards in s.got))


def _lay(s: State, seat: int, cards: tuple[int, ...]) -> None:
    """Characters, what they hold, and the Terrain lie face-down (terrene setup.face-down)."""
    n, base = rules_of(s).party, seat * t.NZ
    for h, held in zip(cards[:n], cards[n:-1], strict=True):
        atoms.vouch(s, h, t.ST_STARTER)
        atoms.vouch(s, held, t.ST_PICKED)
        atoms.move(s, h, base + t.PARTY, 0)
        atoms.lay_on(s, held, h, ATTACHED, 0, base + t.HELD)
    atoms.vouch(s, cards[-1], t.ST_TERRAIN)
    atoms.move(s, cards[-1], base + t.TERRAINS, 0)


def f_open(s: State, cards: tuple[int, ...]) -> None:
    push(s, f_start, cards)
    for h in cards:
        kernel.need(s, OPEN, s.owner[h], s.owner[h], -1, (h,))


def f_start(s: State, cards: tuple[int, ...]) -> None:
    for h in cards:
        atoms.turn_face(s, h, True)
    atoms.emit(s, t.E_BEGINS, s.active + 1, s.active, 0, s.vars[t.G_GAMES] + 1)
    push(s, turns.f_turn, s.active)


class Picks(Hidden):
    """The statements about hidden cards: the picks come in their order, and none has the name of another."""

    def fitting(self, rules: Tables, need: TableNeed, taken: tuple[int, ...]) -> Codes:
        if need.items[0] != t.ST_SETUP:
            return super().fitting(rules, need, taken)
        assert isinstance(rules, TerreneRules)
        if len(taken) >= len(rules.picks):
            return frozenset()
        fits = rules.meeting[rules.picks[len(taken)]]
        return fits if fits.isdisjoint(taken) else fits.difference(taken)

    def is_true(self, s: State, h: int, code: int) -> bool:
        """A second card of one name among the picks of a game is a breach."""
        picked = s.stated[h] in t.PICKED
        again = picked and atoms.mark(s, t.P_GAME, t.MK_PICK + code, s.owner[h]) > 1
        return not again and super().is_true(s, h, code)


FRAMES: Final[Frames] = (f_game, f_roll, f_rolled, f_sides, f_order, f_picked, f_open, f_start)
PICKERS: Final[Pickers] = (pick_body,)
