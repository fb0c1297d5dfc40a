"""Prelude: what a position is worth, how a character and a calling are chosen, what is done before all else.

Points: one of a character's life is 10, and more as it runs out. Lasting things count in full; a task that
is carried counts for what it is going to do, less by a third for what may still stop it. Values and ranks
come first, as they cost nothing; nobody puts cards away or drops a rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_SEAT, A_VERB
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE, YES_MOVE
from fadenet.engine.rules import Move, once
from fadenet.engine.state import (
    CONFIRM,
    RESPOND,
    ROW_CARD,
    ROW_EVENT,
    Act,
    Ask,
    Known,
    Row,
    State,
    TableNeed,
)
from fadenet.games.prelude import aims, book, deeds, moves
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, PreludeRules, rules_of
from fadenet.table.view import SeatView

QUIET = frozenset({t.V_END, t.V_STOW, t.V_DESCEND, t.V_VALUE, t.V_PLACE})
USES = frozenset({t.V_ARM, t.V_BRING, t.V_CAST, t.V_LAY, t.V_PLACE, t.V_PLAY, t.V_VALUE})
PASSED = 1 << t.W_IMMEDIATE


def _of_event(event: int) -> Callable[[State, Row], bool]:
    return lambda s, row: row[ROW_EVENT] == event


def _second_line(s: State, row: Row) -> bool:
    """Whether a rank is laid where no line was, beside another."""
    h = row[ROW_CARD]
    return row[ROW_EVENT] == t.E_PLACED and s.zones[s.owner[h] * t.NZ + t.LINE_B][:1] == (h,)


GRAIN, MEANS = 5, (t.ACTIONS, t.COIN, t.TRAINING)
NOTABLE: Mapping[str, Callable[[State, Row], bool]] = {
    "blasts": _of_event(t.E_EXPLODES),
    "second lines": _second_line,
    "Masters": _of_event(t.E_TAUGHT),
    "finished tasks": _of_event(t.E_FINISHING),
}

WON = 1_000_000
PER_LIFE, LAST = 10, 600  # points of a life, and of being alive at all but for the last of it
ARMED, AT_HAND = 7, 5  # of the damage of a Response with the best weapon there is, and with the best equipped
GUARD, ARMOUR = 4, 30  # of gear that is equipped, by figure
STOWED = 2  # what lies stowed counts one part of so many
MINION_LIFE, MINION_ATTACK, TEXT = 5, 5, 8  # by life, by the damage of a Response, for what a card says
COIN, TRAINING, RESERVE, TIER = 3, 6, 4, 14
COIN_MAX = 12  # Coin beyond that is worth nothing
TRAP, TRAP_SET, ENERGY, ITEM = 10, 24, 40, 20
IN_HAND, CHEST = 8, 1
SECOND_LINE = 10  # beside tiers
RANK = 20  # beside what is printed on other cards
CAP = 15  # turns after which most games are over
TASK = 2, 3  # the share of what a task is going to do


# The functions of a `Judgement`.


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


def short_of_win(s: State, seat: int) -> int | None:
    """Not known: no win is looked for."""
    return None


def opening(seat: SeatView, options: list[Move], random: Random) -> Move:
    """Nobody cuts; a proposal is accepted that leaves a game its time and everybody open to attacks; a hand
    without Value goes back; a seat that may name a second calling names the line for which the most cards
    stay."""
    ask = seat.ask
    assert ask is not None
    if ask.kind == CONFIRM:
        _, _, key, n = ask.data
        return NO_MOVE if key == t.KEY_TRUCE or (key == t.KEY_CAP and n < CAP) else YES_MOVE
    mulligan = [move for move in options if move[0] == t.V_MULLIGAN]
    if mulligan:
        return mulligan[0]
    named = [move for move in options if move[0] == t.V_NAME and move[1][1]]
    return (_calling(seat, named) if named else ()) or options[0]


def wanted(
    seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int], random: Random
) -> int:
    """One of the characters with a calling for which enough cards stay, by dice; the calling for which most
    do, and of a single line its first two ranks."""
    s, cards, what = seat.state, rules_of(seat.state).cards, need.items[0]
    if what == t.ST_CHARACTER:
        return random.choice(_characters(seat, there))
    if what == t.ST_PRELIMINARY:
        return _next_rank(seat, _callings(seat)[0], taken, there)
    worth = {h: _stays(s, seat.index, cards[seat.code(h)]) for h in there}
    least_of = min(there, key=lambda h: (worth[h], h))
    return least_of if len(taken) < need.items[2] or not worth[least_of] else 0


def beginnings(seat: SeatView, need: TableNeed) -> list[list[int]]:
    """Each character with a calling for which enough cards stay, and each such calling of a character, with
    the most cards first."""
    there, what = seat.takeable(need), need.items[0]
    if what == t.ST_CHARACTER:
        return [[h] for h in _characters(seat, there)]
    if what != t.ST_PRELIMINARY:
        return []
    ways: list[list[int]] = []
    for placed in _callings(seat):
        taken: list[int] = []
        while fits := seat.takeable(need, taken):
            taken.append(_next_rank(seat, placed, taken, fits))
        ways.append(taken)
    return ways


def _characters(seat: SeatView, there: Sequence[int]) -> list[int]:
    """Those of these characters with a calling for which enough cards stay."""
    cards, least = rules_of(seat.state).cards, rules_of(seat.state).figures.battle_chest_min
    kept = {h: _kept(cards[seat.code(h)], _deck(seat))[0][0] for h in there}
    return [h for h in there if kept[h] >= min(least, max(kept.values()))]


def _callings(seat: SeatView) -> list[Sequence[PreludeCard]]:
    """The Preliminaries of each calling for which enough cards stay, of that with the most cards first."""
    s = seat.state
    kept = _kept(v.card_of(s, v.character(s, seat.index)), _deck(seat))
    least = min(rules_of(s).figures.battle_chest_min, kept[0][0])
    return [placed for n, placed in kept if n >= least]


def _next_rank(
    seat: SeatView, placed: Sequence[PreludeCard], taken: Sequence[int], there: Sequence[int]
) -> int:
    """The next Preliminary of a calling, one of `there`; of a single line its first two ranks."""
    cards = rules_of(seat.state).cards
    wished = {card.code for card in placed} - {seat.code(h) for h in taken}
    second = [h for h in there if cards[seat.code(h)].stats[t.S_TIER] == 2]
    return next((h for h in there if seat.code(h) in wished), (second or list(there))[0])


def _stays(s: State, seat: int, card: PreludeCard) -> int:
    """How much a card should stay in the Battle Chest: a rank that leads on, or refills; 0 = not at all."""
    if not card.types & t.RANK:
        return printed(card)
    line, tier = card.stats[t.S_LINE], card.stats[t.S_TIER]
    tops = [
        v.tier_of(s, h) for h in v.tops(s, seat) if v.opened_lines(v.line_of(s, h)) & v.opened_lines(line)
    ]
    if tops and tier <= tops[0] and not (v.is_magic(line) and tier == 1):
        return 0
    return RANK if not tops or tier <= v.mastery(s, line) else tier


def _deck(seat: SeatView) -> list[PreludeCard]:
    """The cards of the own deck that lie in the pool."""
    cards = rules_of(seat.state).cards
    return [cards[seat.code(h)] for h in seat.state.pool[2 * seat.index]]


def _kept(who: PreludeCard, deck: Sequence[PreludeCard]) -> list[tuple[int, Sequence[PreludeCard]]]:
    """The cards that a character keeps with each of its callings, and the Preliminaries of it, the most
    cards first; with no calling it keeps none."""
    found: list[tuple[int, Sequence[PreludeCard]]] = [
        (sum(not v.unusable(who, lines, card) for card in deck) - len(placed), placed)
        for _, lines, placed in book.callings(who, deck)
    ]
    return sorted(found, key=lambda one: -one[0]) or [(0, ())]


def _calling(seat: SeatView, named: Sequence[Move]) -> Move:
    """The second calling for which the most cards stay, of a character whose deck holds two cards of each
    tier on the way to mastering its first line; () = none."""
    s, cards, deck = seat.state, rules_of(seat.state).cards, _deck(seat)
    who = v.card_of(s, v.character(s, seat.index))
    first = cards[seat.code(v.zone(s, seat.index, t.CASTING)[-1])].stats[t.S_LINE]
    tiers = Counter(card.stats[t.S_TIER] for card in deck if card.stats[t.S_LINE] == first)
    if first == t.L_SOLDIER or any(tiers[n] < 2 for n in range(3, v.mastery(s, first) + 1)):
        return ()
    opened = v.opened_lines(first)

    def gained(move: Move) -> int:
        lines = v.named_lines(move[1][1])
        begins = any(lines >> card.stats[t.S_LINE] & 1 and card.stats[t.S_TIER] == 1 for card in deck)
        fresh = [card for card in deck if v.unusable(who, opened, card)]
        return begins * sum(not v.unusable(who, opened | lines, card) for card in fresh)

    best = max(named, key=gained, default=())
    return best if best and gained(best) else ()


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
    """The pass, then the guards or the defences of a seat that is attacked; [] for any other ask."""
    if ask.kind != RESPOND or ask.window not in (t.W_GUARD, t.W_DEFENCE):
        return []
    if ask.window == t.W_GUARD:
        return [PASS_MOVE, *((t.V_GUARD, h) for h in deeds.guards(s, ask.seat))]
    return [PASS_MOVE, *moves.defences(s)]


def free_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """Value cards, the largest first; a second line, else the highest next tier; a restart only where the
    reserve does not pay for what it would let be cast."""
    cards = rules_of(seat.state).cards
    values = [move for move in options if move[0] == t.V_VALUE]
    if values:
        return max(values, key=lambda move: cards[seat.code(move[1])].stats[t.S_AMOUNT])
    ranks = [move for move in options if move[0] == t.V_PLACE]
    climbs = [_climb(seat, cards[seat.code(move[1])]) for move in ranks]
    return ranks[climbs.index(max(climbs))] if any(climbs) else ()


def _climb(seat: SeatView, card: PreludeCard) -> int:
    """How good it is to place a rank card now, 0 = it is not."""
    s, cards, line, tier = seat.state, rules_of(seat.state).cards, card.stats[t.S_LINE], card.stats[t.S_TIER]
    lines = v.opened_lines(line)
    above = [h for h in v.tops(s, seat.index) if v.opened_lines(v.line_of(s, h)) & lines]
    if not above:
        return SECOND_LINE
    if tier > v.tier_of(s, above[0]):
        return 1 + tier
    hand = [cards[seat.code(h)] for h in v.zone(s, seat.index, t.HAND)]
    magic = [one for one in hand if one.types & (t.MAGIC | t.CREATURE) and v.lines_may_use(lines, one)]
    prices = [one.stats[t.S_PRICE] for one in magic if one.stats[t.S_TIER] <= tier]
    return int(v.is_magic(line) and bool(prices) and s.num[t.RESERVE][above[0]] < min(prices))


def quiet_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """The Response ends."""
    return (t.V_END,)


# Points.


def holdings(s: State, seat: int, known: Known) -> int:
    """All that a seat has."""
    body, rules, num = seat + 1, rules_of(s), s.num
    alive = v.life(s, body)
    n = PER_LIFE * alive + LAST * alive // (alive + 4)
    n += COIN * min(num[t.COIN][body], COIN_MAX) + TRAINING * min(num[t.TRAINING][body], 15)
    tops = v.tops(s, seat)
    for h in tops:
        n += TIER * v.tier_of(s, h) + RESERVE * min(num[t.RESERVE][h], 20)
    pool = v.pool(s, body)
    equipped, points = kit(s, seat, v.zone(s, seat, t.EQUIPPED), pool)
    n += sum(points)
    stowed, points = kit(s, seat, v.zone(s, seat, t.STOWED), pool)
    n += AT_HAND * equipped + ARMED * max(equipped, stowed) + sum([one // STOWED for one in points])
    for h in v.zone(s, seat, t.MINIONS):
        strikes = rules.figures.action_base - v.figure(s, h, t.Q_SUSPEND)
        n += MINION_LIFE * v.life(s, h) + MINION_ATTACK * strikes * v.figure(s, h, t.Q_ATTACK)
        n += TEXT * bool(v.card_of(s, h).abilities)
    n += ENERGY * len(v.zone(s, seat, t.ENERGIES))
    for h in v.zone(s, seat, t.TRAPS):
        n += TRAP_SET if num[t.SET][h] else TRAP
    codes, cards, constant = s.code, rules.cards, in_hand(rules)
    for h in v.zone(s, seat, t.HAND):
        code = codes[h] or known.get(h, 0)
        n += constant[code] or min(held(s, seat, cards[code], tops), IN_HAND) + IN_HAND // 2
    n += CHEST * min(len(v.zone(s, seat, t.CHEST)), 20)
    return n + sum([promised(s, act) for act in v.tasks(s, seat)])


def kit(s: State, seat: int, there: Sequence[int], pool: int) -> tuple[int, list[int]]:
    """The damage that a character may deal in a Response with the best of these weapons, undefended, or
    unarmed; the points of each piece beside that, 1 of one that the seat may not use now.

    pool: the character's actions in a Response.
    """
    best, points = pool, []
    for h in there:
        card = v.card_of(s, h)
        stopped = v.usable(s, seat, card)
        if card.types & t.WEAPON and not stopped:
            each = v.figure(s, h, t.Q_ATTACK) + v.edge(s, seat, card)
            best = max(best, each * pool // max(v.figure(s, h, t.Q_SUSPEND), 1))
        if card.types & t.ITEM:
            points.append(ITEM)
        elif stopped:
            points.append(1)
        else:
            worn = GUARD * card.stats[t.Q_GUARD] + ARMOUR * card.stats[t.Q_ARMOUR]
            points.append(worn + TEXT * bool(card.abilities))
    return best, points


def promised(s: State, act: Act) -> int:
    """Points of what a carried task of a seat is going to do, less by a third; 0 of any other act."""
    n = 2 * PER_LIFE
    if act[A_VERB] in (t.V_ATTACK, t.V_STRIKE):
        n = PER_LIFE * aims.strength(s, act)
    elif act[A_ABILITY] >= 0:
        n += PER_LIFE * sum(aims.threatens(s, act, h) or 0 for h in aims.victims(s, act))
    return n * TASK[0] // TASK[1] if act[A_FLAGS] & t.F_CARRIED and act[A_SEAT] >= 0 else 0


@once
def in_hand(rules: PreludeRules) -> list[int]:
    """Points of each card in a hand by its code, the hidden one first; 0 = they hang on the position."""
    known = [min(printed(card), IN_HAND) + IN_HAND // 2 for card in rules.cards[1:]]
    ranks = [card.types & t.RANK for card in rules.cards[1:]]
    return [IN_HAND, *(0 if rank else n for n, rank in zip(known, ranks, strict=True))]


def held(s: State, seat: int, card: PreludeCard, tops: Sequence[int]) -> int:
    """Points of a rank card in a hand, by what it leads to. tops: the top cards of the lines of the seat."""
    line, tier = card.stats[t.S_LINE], card.stats[t.S_TIER]
    opened = v.opened_lines(line)
    above = [h for h in tops if v.opened_lines(v.line_of(s, h)) & opened]
    if not above:
        return IN_HAND if s.num[t.TAUGHT][seat + 1] else IN_HAND // 2
    steps = tier - v.tier_of(s, above[0])
    if steps <= 0:
        return IN_HAND // 2 if v.is_magic(line) and tier == 1 else 0
    return max(IN_HAND + 1 - steps, 0)


def printed(card: PreludeCard) -> int:
    """Points of a card by what is printed on it."""
    return (
        3 + card.stats[t.S_PRICE] + card.stats[t.S_AMOUNT] + card.stats[t.S_TIER] * bool(card.types & t.RANK)
    )
