"""Prelude: what a position is worth, how a character and a calling are chosen, what is done before all else.

Points: one of a character's life is 10, and more as it runs out. What lasts is counted in full; a task that
is carried counts for what it is going to do, less by a third for what may still stop it. Values and ranks
come first, as they cost nothing; nobody puts cards away or drops a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_SEAT, A_VERB
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    NEED_ITEMS,
    RESPOND,
    ROW_CARD,
    ROW_EVENT,
    Act,
    Ask,
    Known,
    Need,
    Row,
    State,
)
from fadenet.games.prelude import aims, deeds, moves
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, rules_of
from fadenet.table.view import SeatView

QUIET = frozenset({t.V_END, t.V_STOW, t.V_DESCEND, t.V_VALUE, t.V_PLACE})
PASSED = 1 << t.W_IMMEDIATE


def _of_event(event: int) -> Callable[[State, Row], bool]:
    return lambda s, row: row[ROW_EVENT] == event


def _second_line(s: State, row: Row) -> bool:
    """Whether a rank is laid where no line was, beside another."""
    h = row[ROW_CARD]
    return row[ROW_EVENT] == t.E_PLACED and s.zones[s.owner[h] * t.NZ + t.LINE_B][:1] == (h,)


NOTABLE: Mapping[str, Callable[[State, Row], bool]] = {
    "blasts": _of_event(t.E_EXPLODES),
    "second lines": _second_line,
    "Masters": _of_event(t.E_TAUGHT),
    "finished tasks": _of_event(t.E_FINISHING),
}

WON = 1_000_000
PER_LIFE, LAST = 10, 600  # points of a life, and of being alive at all but for the last of it
ATTACK, GUARD, ARMOUR = 6, 4, 30  # of gear that is equipped, by figure
STOWED = 2  # what lies stowed counts one part of so many
MINION_LIFE, MINION_ATTACK = 5, 8
COIN, TRAINING, RESERVE, TIER = 3, 6, 4, 14
COIN_MAX = 12  # Coin beyond that is worth nothing
TRAP, TRAP_SET, ENERGY, ITEM = 10, 24, 40, 20
IN_HAND, CHEST = 8, 1
TASK = 2, 3  # the share of what a task is going to do


# What is asked of every game.


def position(s: State, seat: int, known: Known) -> int:
    """The own side less the mean of the others."""
    if s.over:
        places = s.over[0]
        return WON if places[seat] < max(places) else -WON if places[seat] > 1 else 0
    if not s.turn:
        return 0
    own = holdings(s, seat, known) if seat not in s.out else -WON
    others = [holdings(s, e, known) for e in v.enemies(s, seat)]
    return own - sum(others) // max(len(others), 1) - 2_000 * len(others)


def left(s: State, seat: int) -> int:
    """The life that the seat's character has left."""
    return v.life(s, seat + 1)


def opening(seat: SeatView, options: list[Move], random: Random) -> Move:
    """Nobody cuts or names a second calling, whose cards would wait for most of a game; a hand without Value
    goes back."""
    mulligan = [move for move in options if move[0] == t.V_MULLIGAN]
    return mulligan[0] if mulligan else options[0]


def wanted(seat: SeatView, need: Need, taken: Sequence[int], there: Sequence[int]) -> int:
    """The character and the line for which most cards stay; of a line its first two ranks."""
    s, cards = seat.state, rules_of(seat.state).cards
    what = need[NEED_ITEMS][0]
    codes = [seat.code(h) for h in s.pool[2 * seat.index]]
    if what == t.ST_CHARACTER:
        return max(there, key=lambda h: (_kept(cards[seat.code(h)], codes, cards), -h))
    if what == t.ST_PRELIMINARY:
        who = v.card_of(s, v.character(s, seat.index))
        if taken:
            second = [h for h in there if cards[seat.code(h)].stats[t.S_TIER] == 2]
            return (second or list(there))[0]
        return max(there, key=lambda h: (_stays(who, cards[seat.code(h)], codes, cards), -h))
    if len(taken) >= need.items[2]:
        return 0
    return min(there, key=lambda h: (printed(cards[seat.code(h)]), h))


def _kept(who: PreludeCard, codes: Sequence[int], cards: Sequence[PreludeCard]) -> int:
    """The most cards that a character keeps with any first rank, and a share of its life."""
    ranks = {code for code in codes if cards[code].types & t.RANK and cards[code].stats[t.S_TIER] == 1}
    return max([_stays(who, cards[code], codes, cards) for code in sorted(ranks)], default=0)


def _stays(who: PreludeCard, rank: PreludeCard, codes: Sequence[int], cards: Sequence[PreludeCard]) -> int:
    """How many cards of a deck a character with this first rank may use; 0 if it may not have that."""
    if not v.has_icons(who, rank):
        return 0
    lines = v.opened_lines(rank.stats[t.S_LINE])
    return sum(not v.unusable(who, lines, cards[code]) for code in codes)


def alike(seat: SeatView, move: Move) -> Move:
    """Another copy of a card in hand does the same."""
    if len(move) > 1 and type(move[1]) is int and move[1] in v.zone(seat.state, seat.index, t.HAND):
        return (move[0], -seat.code(move[1]), *move[2:])
    return move


def worth_trying(seat: SeatView, moves: list[Move]) -> list[Move]:
    """All."""
    return moves


def bias(seat: SeatView, move: Move) -> int:
    """Nothing: looking ahead shows it all."""
    return 0


def replies(s: State, seat: int, ask: Ask) -> list[Move]:
    """Who is attacked guards and defends as it suits."""
    if ask.kind != RESPOND or ask.window not in (t.W_GUARD, t.W_DEFENCE):
        return []
    if ask.window == t.W_GUARD:
        return [PASS_MOVE, *((t.V_GUARD, h) for h in deeds.guards(s, ask.seat))]
    return [PASS_MOVE, *moves.defences(s)]


def free_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """Value cards, the largest first, and the next tier; a restart only where the reserve is nearly gone."""
    cards, s = rules_of(seat.state).cards, seat.state
    values = [move for move in options if move[0] == t.V_VALUE]
    if values:
        return max(values, key=lambda move: cards[seat.code(move[1])].stats[t.S_AMOUNT])
    best: Move = ()
    for move in options:
        if move[0] != t.V_PLACE:
            continue
        card = cards[seat.code(move[1])]
        tops = [h for h in v.tops(s, seat.index) if v.line_of(s, h) == card.stats[t.S_LINE]]
        falls = tops and card.stats[t.S_TIER] <= v.tier_of(s, tops[0])
        if not falls or (s.num[t.RESERVE][tops[0]] < 2 and v.is_magic(card.stats[t.S_LINE])):
            best = move
    return best


def quiet_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """The Response ends."""
    return (t.V_END,)


# Points.


def holdings(s: State, seat: int, known: Known) -> int:
    """All that a seat has."""
    body, cards = seat + 1, rules_of(s).cards
    alive = v.life(s, body)
    n = PER_LIFE * alive + LAST * alive // (alive + 4)
    n += COIN * min(s.num[t.COIN][body], COIN_MAX) + TRAINING * min(s.num[t.TRAINING][body], 15)
    for h in v.tops(s, seat):
        n += TIER * v.tier_of(s, h) + RESERVE * min(s.num[t.RESERVE][h], 20)
    n += sum(gear(s, seat, v.card_of(s, h)) for h in v.zone(s, seat, t.EQUIPPED))
    n += sum(gear(s, seat, v.card_of(s, h)) // STOWED for h in v.zone(s, seat, t.STOWED))
    for h in v.zone(s, seat, t.MINIONS):
        n += MINION_LIFE * v.life(s, h) + MINION_ATTACK * v.figure(s, h, t.Q_ATTACK)
    n += ENERGY * len(v.zone(s, seat, t.ENERGIES))
    n += sum(TRAP_SET if s.num[t.SET][h] else TRAP for h in v.zone(s, seat, t.TRAPS))
    for h in v.zone(s, seat, t.HAND):
        code = s.code[h] or known.get(h, 0)
        n += IN_HAND if not code else min(printed(cards[code]), IN_HAND) + IN_HAND // 2
    n += CHEST * min(len(v.zone(s, seat, t.CHEST)), 20)
    return n + sum(promised(s, act) for act in v.tasks(s, seat))


def gear(s: State, seat: int, card: PreludeCard) -> int:
    """What equipment is worth to a seat that may use it."""
    if card.types & t.ITEM:
        return ITEM
    if v.usable(s, seat, card):
        return 1
    stats = card.stats
    per_action = 4 * stats[t.Q_ATTACK] // max(stats[t.Q_SUSPEND], 1)
    return ATTACK * per_action // 3 + GUARD * stats[t.Q_GUARD] + ARMOUR * stats[t.Q_ARMOUR]


def promised(s: State, act: Act) -> int:
    """What a task is going to do."""
    n = 2 * PER_LIFE
    if act[A_VERB] in (t.V_ATTACK, t.V_STRIKE):
        n = PER_LIFE * aims.strength(s, act)
    elif act[A_ABILITY] >= 0:
        n += PER_LIFE * sum(aims.threatens(s, act, h) or 0 for h in aims.victims(s, act))
    return n * TASK[0] // TASK[1] if act[A_FLAGS] & t.F_CARRIED and act[A_SEAT] >= 0 else 0


def printed(card: PreludeCard) -> int:
    """What a card in hand is worth, by what is printed on it."""
    return 3 + card.stats[t.S_PRICE] + card.stats[t.S_AMOUNT]
