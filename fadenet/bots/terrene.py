"""Terrene Odyssey: what a position is worth, and how a seat sets itself up.

Points: one HP of a Character is 1, one HP of a player 2 to 20, the last ones most. Lasting things count in
full; changes that end with the turn count only through the attacks that may still come in it, and those are
worked out from the figures of those who could block. Free Actions are done before anything is tried; nobody
runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from fadenet.engine import atoms
from fadenet.engine.card import Card
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit import series
from fadenet.engine.rules import Move
from fadenet.engine.state import Ask, Known, Row, State, TableNeed, ref
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import TerreneCard, rules_of
from fadenet.table.view import SeatView

QUIET = frozenset({t.V_RUN, t.V_END, t.V_TRADE, t.V_HIDE, t.V_ASSIGN, t.V_DISMISS})
USES = frozenset({t.V_RECRUIT, t.V_TERRAIN, t.V_USE})
PASSED = ~(1 << t.W_BLOCK)
GRAIN, MEANS = 2, (t.ACTIONS,)
NOTABLE: Mapping[str, Callable[[State, Row], bool]] = {}

WON, GAME, LETHAL = 100_000, 20_000, 3_000
HP_MOST, HP_HALF = 500, 20  # points of all HP there could be, and how many HP are half of that
CHARACTER, PER_ATK, PER_ABILITY, ABILITIES_MAX = 12, 2, 3, 3
KEYWORD_WORTH = ((t.K_HASTE, 8), (t.K_RETALIATE, 5), (t.K_UNBLOCKABLE, 10), (t.K_STAB, 5), (t.K_SLOW, -8))
STUNNED = 3  # a Character that can neither attack nor block for long has lost one part of so many
PER_XP = 10  # of a Character that may earn it
HIDDEN_UNKNOWN, HELD_UNKNOWN, HAND_UNKNOWN = 32, 12, 8
HELD_FIT, HELD_UNFIT, HELD_WORKING, PER_COUNTER = 16, 4, 6, 3
IN_HAND = 8
TERRAIN_ACTION, TERRAIN_ABILITY = 14, 4
STORM_VICTIM = 10
ACTION, ACTION_KEPT = 1, 5  # points of an Action left, and of one that an answer may need
ATTACK_AHEAD, AHEAD_OF = 3, 4  # share of the worth of attacks that are still to come
DECAY = 3
BY_CARDS = 20  # HP that cards may take beside attacks, with what they do for these
BY_CARDS_ALONE = 10  # and without it
ROOM_GAIN = 20  # by how much a Character must be better than the one that makes room for it


class Recruit(NamedTuple):
    """A recruited Character: its points by itself, and its figures as they are now."""

    worth: int
    left: int
    atk: int
    defence: int


class Strike(NamedTuple):
    """An attack that can still be made in a turn."""

    atk: int
    stab: bool
    unblockable: bool


class Wall(NamedTuple):
    """A Character that can block: the DEF and the HP that it has left."""

    defence: int
    left: int


Recruits = dict[int, Recruit]
Blockers = list[tuple[int, Recruit, int]]
"""The Characters that may block: (handle, its points and figures, the points that are lost with it)."""


# The functions of a `Judgement`.


def position(s: State, seat: int, known: Known) -> int:
    """The own side against the other one; the games won so far decide as soon as one is over."""
    sides = s.rules.sides
    own = sides[seat]
    if s.over:
        places = s.over[0]
        return WON if places[seat] < max(places) else -WON if places[seat] > 1 else 0
    wins = series.wins(s)
    n: int = GAME * (wins[own] - wins[1 - own])
    if not s.turn:
        return n
    bodies = {h: recruited(s, h) for h in v.all_recruited(s)}
    for e in range(s.seats):
        n += holdings(s, e, known, bodies) * (1 if sides[e] == own else -1)
    n += health(v.hit_points(s, own)) - health(v.hit_points(s, 1 - own))
    if s.phase == t.ACTING:
        n += attacks_ahead(s, bodies, known) * (1 if sides[s.active] == own else -1)
    return n


def left(s: State, seat: int) -> int:
    """The HP of the seat's side."""
    return v.hit_points(s, seat)


def short_of_win(s: State, seat: int) -> int | None:
    """The strongest attacks come first."""
    hp, side = v.hit_points(s, 1 - s.rules.sides[seat]), s.rules.sides[seat]
    walls = [
        Wall(v.figure(s, h, t.Q_DEF), v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h])
        for h in v.all_recruited(s)
        if s.rules.sides[s.ctrl[h]] != side and v.can_fight(s, h)
    ]
    strikes, decay = _strikes(s, seat), rules_of(s).figures.defense_decay_per_block
    short = hp - sum(_let_through(strike, walls, decay) for strike in strikes)
    far = short > BY_CARDS or hp - sum(strike.atk for strike in strikes) > BY_CARDS_ALONE
    return None if far else short


def opening(seat: SeatView, options: list[Move], random: Random) -> Move:
    """The own side begins: its party is ready first."""
    first = [m for m in options if seat.state.rules.sides[m[1] - 1] == seat.state.rules.sides[seat.index]]
    return (first or options)[0]


def wanted(
    seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int], random: Random
) -> int:
    """The best Characters, to each what it can use, a Terrain with many Actions; else the best card."""
    s, cards = seat.state, rules_of(seat.state).cards
    party, at = rules_of(s).party, len(taken)
    if need.items[0] != t.ST_SETUP or at >= 2 * party:
        return min(there, key=lambda h: (-in_hand(cards[seat.code(h)]), h))
    codes = [cards[seat.code(h)] for h in taken]
    if at < party:
        spells = any(cards[seat.code(h)].types & t.SPELL for h in s.pool[seat.index])
        return min(there, key=lambda h: (-_starter(cards[seat.code(h)], spells, codes), h))
    host, plans = codes[at - party], any(c.stats[t.S_CLASS] == t.TACTICIAN for c in codes[:party])
    return min(there, key=lambda h: (-_gear(cards[seat.code(h)], host, plans), h))


def beginnings(seat: SeatView, need: TableNeed) -> list[list[int]]:
    """None."""
    return []


def alike(seat: SeatView, move: Move) -> Move:
    """Another copy of a card in hand does the same."""
    if len(move) > 1 and move[0] in (t.V_RECRUIT, t.V_TERRAIN):
        h = move[1]
        if h in v.zone(seat.state, seat.index, t.HAND):
            return (move[0], -seat.code(h))
    return move


def worth_trying(seat: SeatView, moves: list[Move]) -> list[Move]:
    """All."""
    return moves


def bias(seat: SeatView, move: Move) -> int:
    """Nothing: looking ahead shows it all."""
    return 0


def replies(s: State, seat: int, ask: Ask) -> list[Move]:
    """The pass, then the blocks of a seat that is attacked; [] in any other window."""
    if ask.window != t.W_BLOCK:
        return []
    who = ask.seat
    return [PASS_MOVE, *((t.V_BLOCK, h) for h in v.party(s, who) if v.can_fight(s, h))]


def free_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """Hide and assign what can be used; dismiss what only takes the place of something better."""
    found: Move = ()
    most = 0
    for move in options:
        n = 0
        if move[0] == t.V_HIDE:
            n = 200 + printed(_card(seat, move[1]))
        elif move[0] == t.V_ASSIGN:
            n = _assign_gain(seat, move[1], move[2])
        elif move[0] == t.V_DISMISS:
            n = _room_gain(seat, move[1])
        if n > most:
            found, most = move, n
    return found


def quiet_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """An attack that gains more than the Actions for it are worth, whatever blocks it, else the end of the
    turn."""
    s, me = seat.state, seat.index
    actions = s.num[t.ACTIONS][me + 1]
    kept = reserve(s, me, seat.known, actions)
    bodies = {h: recruited(s, h) for h in v.all_recruited(s)}
    foes = blockers(s, me, bodies, seat.known)
    left = v.hit_points(s, 1 - s.rules.sides[me])
    gains = []
    for move in options:
        if move[0] == t.V_ATTACK:
            after = reserve(s, me, seat.known, actions - v.attack_cost(s, move[1]))
            gains.append((attack_gain(s, move[1], bodies, foes, left) + after - kept, move))
    gain, attack = max(gains, key=lambda g: g[0], default=(0, ()))
    return attack if gain > 0 else (t.V_END,)


# Worth.


def health(left: int) -> int:
    """Points of a side's HP."""
    return HP_MOST * left // (left + HP_HALF)


def printed(card: Card) -> int:
    """Points of a Character as it is printed."""
    stats = card.stats
    n = CHARACTER + PER_ATK * stats[t.Q_ATK] + 3 * stats[t.Q_DEF] // 2 + stats[t.Q_HP]
    return n + PER_ABILITY * min(len(card.abilities), ABILITIES_MAX)


def recruited(s: State, h: int) -> Recruit:
    """The points and figures of a recruited Character; a change that ends with this turn has no points."""
    left = v.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
    atk, defence = v.figure(s, h, t.Q_ATK), v.figure(s, h, t.Q_DEF)
    if left <= 0:
        return Recruit(0, left, atk, defence)
    passing, card = _passing(s, h), v.card_of(s, h)
    lasting = max(defence - passing.get(t.Q_DEF, 0), 0)
    n = CHARACTER + PER_ATK * max(atk - passing.get(t.Q_ATK, 0), 0) + 3 * lasting // 2 + left
    n += PER_ABILITY * min(len(card.abilities), ABILITIES_MAX)
    altered = (s.index or s.rules.index_of(s)).changes
    for k, worth in KEYWORD_WORTH:
        what = t.Q_KEYWORD + k
        if (card.keywords[k] or what in altered) and what not in passing and v.keyword(s, h, k):
            n += worth
    stun = t.Q_KEYWORD + t.K_STUN
    if stun in altered and stun not in passing and v.keyword(s, h, t.K_STUN):
        n -= n // STUNNED
    worth = max(n, 1) + PER_COUNTER * (s.num[t.CHARGE][h] + s.num[t.STRATAGEM][h])
    return Recruit(worth, left, atk, defence)


def _passing(s: State, h: int) -> dict[int, int]:
    """The changes of a Character that end with this turn, by quantity."""
    found: dict[int, int] = {}
    if s.mods:
        mine = ref(s, h)
        for m in s.mods:
            if m[1] == mine and m[3] == t.U_TURN and m[4] == s.turn:
                found[m[0]] = found.get(m[0], 0) + m[2]
    return found


def holdings(s: State, seat: int, known: Known, bodies: Recruits) -> int:
    """Points of all that a seat has but its side's HP."""
    cards = rules_of(s).cards
    n = terrain(s, seat)
    for h in v.party(s, seat):
        code = s.code[h] or known.get(h, 0)
        n += bodies[h].worth if s.face[h] else printed(cards[code]) // 2 if code else HIDDEN_UNKNOWN
        n += sum(held(s, seat, h, k, known) for k in s.kids.get(h, ()))
    for h in v.zone(s, seat, t.HAND):
        code = s.code[h] or known.get(h, 0)
        n += in_hand(cards[code]) if code else HAND_UNKNOWN
    return n + reserve(s, seat, known, s.num[t.ACTIONS][seat + 1])


def in_hand(card: Card) -> int:
    """Points of a card that is still to be played."""
    if card.types & t.CHARACTER:
        return printed(card) // 4
    return card.stats[t.Q_ACTIONS] + 4 if card.types & t.TERRAIN else IN_HAND


def held(s: State, seat: int, host: int, k: int, known: Known) -> int:
    """Points of a card that a Character holds; what it does by lying there shows in the figures."""
    code = s.code[k] or known.get(k, 0)
    if not code:
        return HELD_UNKNOWN
    if s.face[k]:
        return HELD_WORKING + PER_COUNTER * s.num[t.CHARGE][k]
    holder = rules_of(s).cards[s.code[host] or known.get(host, 0)]
    return HELD_FIT if fits(rules_of(s).cards[code], holder, v.has_tactician(s, seat)) else HELD_UNFIT


def fits(card: Card, host: Card, plans: bool) -> bool:
    """Whether a Character can use a card. plans: whether its player controls a Tactician."""
    kind = host.stats[t.S_CLASS]
    if card.types & t.SPELL and kind != t.SPELLCASTER:
        return False
    return card.stats[t.S_CLASS] in (0, kind) and (plans or not card.types & t.TRAP)


def terrain(s: State, seat: int) -> int:
    """Points of the active Terrain: its Actions, what its player can do on it, whom a Storm is to strike."""
    h = v.terrain(s, seat)
    card, sides = v.card_of(s, h), s.rules.sides
    n: int = TERRAIN_ACTION * card.stats[t.Q_ACTIONS] + TERRAIN_ABILITY * len(card.activated)
    if card.types & t.STORM:
        there = [s.ctrl[k] for k in v.all_recruited(s)]
        n += STORM_VICTIM * sum(1 if sides[e] != sides[seat] else -1 for e in there)
    return n


def reserve(s: State, seat: int, known: Known, left: int) -> int:
    """Points of so many Actions that a seat has left."""
    return ACTION * left + (ACTION_KEPT * min(left, _answers(s, seat, known)) if left else 0)


def _answers(s: State, seat: int, known: Known) -> int:
    """The Actions that a seat may need for what it can do in others' turns, as far as is known."""
    cards, n = rules_of(s).cards, 0
    for h in v.party(s, seat):
        if s.face[h]:
            n += _price(v.card_of(s, h))
            for k in s.kids.get(h, ()):
                card = cards[known.get(k, 0)]
                if not s.face[k] and fits(card, v.card_of(s, h), v.has_tactician(s, seat)):
                    n += _price(card)
    return n


def _price(card: TerreneCard) -> int:
    """The Actions for the dearest answer on a card."""
    prices = [sum(c for _, c in a.cost) for a in card.activated if a.colour > t.GREEN]
    return max(prices, default=0)


# Attacks.


def attacks_ahead(s: State, bodies: Recruits, known: Known) -> int:
    """A share of what the turn's player may gain by attacks with the Actions that are left."""
    seat = s.active
    if s.turn == 1:
        return 0
    foes = blockers(s, seat, bodies, known)
    left = v.hit_points(s, 1 - s.rules.sides[seat])
    gains = []
    for h in v.party(s, seat):
        used = atoms.marked(s, t.P_TURN, t.MK_ATTACK, ref(s, h))
        if v.can_fight(s, h) and used <= v.keyword(s, h, t.K_EXTRA):
            gains.append((attack_gain(s, h, bodies, foes, left), v.attack_cost(s, h)))
    actions, n = s.num[t.ACTIONS][seat + 1], 0
    for gain, cost in sorted(gains, reverse=True):
        if gain > 0 and cost <= actions:
            n, actions = n + gain, actions - cost
    return ATTACK_AHEAD * n // AHEAD_OF


def blockers(s: State, seat: int, bodies: Recruits, known: Known) -> Blockers:
    """The Characters that can block a seat's attacks."""
    side, found = s.rules.sides[seat], []
    for h, body in bodies.items():
        if s.rules.sides[s.ctrl[h]] != side and v.can_fight(s, h):
            lost = body.worth + sum(held(s, s.ctrl[h], h, k, known) for k in s.kids.get(h, ()))
            found.append((h, body, lost))
    return found


def attack_gain(s: State, h: int, bodies: Recruits, foes: Blockers, hp: int) -> int:
    """Points of an attack after the block that suits the other side best. hp: what that side has left."""
    own, stab = bodies[h], v.keyword(s, h, t.K_STAB)
    atk = own.atk
    worst = _struck(hp, atk)
    if v.keyword(s, h, t.K_UNBLOCKABLE):
        return worst
    for foe, body, lost in foes:
        n = atk if stab else max(atk - body.defence, 0)
        if n >= body.left:
            gain = lost + PER_XP * v.card_of(s, foe).stats[t.Q_LV] + _struck(hp, n - body.left)
        else:
            gain = n + min(body.defence, DECAY)
        if v.keyword(s, foe, t.K_RETALIATE):
            gain -= own.worth if body.defence >= own.left else body.defence
        worst = min(worst, gain)
    return worst


def _strikes(s: State, seat: int) -> list[Strike]:
    """The attacks that a seat's Actions still pay for in its turn, the strongest first."""
    actions, found = s.num[t.ACTIONS][seat + 1], list[Strike]()
    ready = [(v.figure(s, h, t.Q_ATK), h) for h in v.party(s, seat) if v.can_fight(s, h)]
    for atk, h in sorted(ready, reverse=True):
        stab, unblockable = v.keyword(s, h, t.K_STAB) > 0, v.keyword(s, h, t.K_UNBLOCKABLE) > 0
        used, cost = atoms.marked(s, t.P_TURN, t.MK_ATTACK, ref(s, h)), v.attack_cost(s, h)
        for _ in range(used, 1 + v.keyword(s, h, t.K_EXTRA)):
            if cost <= actions:
                actions -= cost
                found.append(Strike(atk, stab, unblockable))
    return found


def _let_through(strike: Strike, walls: list[Wall], decay: int) -> int:
    """The damage of an attack to a player whom the wall that lets least through has guarded, if possible one
    that stands. That wall is then as the attack leaves it."""
    if strike.unblockable or not walls:
        return strike.atk
    after = []
    for defence, left in walls:
        n = strike.atk if strike.stab else max(strike.atk - defence, 0)
        after.append(Wall(max(defence - decay, 0), left - n))
    at = max(range(len(walls)), key=lambda i: (min(after[i].left, 0), after[i].left > 0))
    walls[at : at + 1] = [after[at]] if after[at].left > 0 else []
    return max(-after[at].left, 0)


def _struck(hp: int, n: int) -> int:
    return health(hp) - health(hp - n) if n < hp else LETHAL


# Set-up and free moves.


def _card(seat: SeatView, h: int) -> Card:
    card: Card = rules_of(seat.state).cards[seat.code(h)]
    return card


def _starter(card: Card, spells: bool, others: Sequence[Card]) -> int:
    """How well a Character begins a game: a first Tactician or Spellcaster brings cards to use."""
    kinds = [c.stats[t.S_CLASS] for c in others]
    kind = card.stats[t.S_CLASS]
    useful = kind == t.TACTICIAN or (kind == t.SPELLCASTER and spells)
    return printed(card) + (10 if useful and kind not in kinds else 0)


def _gear(card: Card, host: Card, plans: bool) -> int:
    """How well a card suits its holder at the set-up: the more particular, the better."""
    if not fits(card, host, plans):
        return 0
    own = 2 * bool(card.stats[t.S_CLASS])
    return 10 + 4 * bool(card.types & t.SPELL) + own + bool(card.types & t.ONGOING)


def _assign_gain(seat: SeatView, h: int, host: int) -> int:
    """How well a card of the hand is laid behind a Character, 0 = it waits."""
    s = seat.state
    card, holder = _card(seat, h), _card(seat, host)
    if not fits(card, holder, v.has_tactician(s, seat.index)):
        return 0
    n = 100 + _gear(card, holder, True) + 20 * s.face[host]
    if s.face[host]:
        n += min(v.figure(s, host, t.Q_HP) - s.num[t.DAMAGE][host], 30) // 5
    return n


def _room_gain(seat: SeatView, h: int) -> int:
    """The gain of dismissing a card because a better one of the hand can take its place, 0 = none."""
    s, hand = seat.state, v.zone(seat.state, seat.index, t.HAND)
    if s.host[h]:
        holder = _card(seat, s.host[h])
        plans = v.has_tactician(s, seat.index)
        if s.face[h] or fits(_card(seat, h), holder, plans):
            return 0
        there = [_card(seat, k) for k in hand]
        return sum(bool(c.types & t.HOLDABLE) and fits(c, holder, plans) for c in there)
    room = v.supply_left(s, seat.index) + v.supply_of(s, h)
    if not s.num[t.ACTIONS][seat.index + 1]:
        return 0
    now = recruited(s, h).worth if s.face[h] else printed(_card(seat, h))
    now += sum(held(s, seat.index, h, k, seat.known) for k in s.kids.get(h, ()))
    hp = v.hit_points(s, s.rules.sides[seat.index])
    now += _struck(hp, s.num[t.DAMAGE][h]) + ROOM_GAIN
    there = [_card(seat, k) for k in hand]
    fit = [printed(c) for c in there if c.types & t.CHARACTER and c.stats[t.Q_SP] <= room]
    return max(max(fit, default=0) - now, 0)
