"""The F.A.D.E. family: what a position is worth, and the moves that cost nothing and pay off later.

Points: one damage to a Character is 1 to 3. A seat judges by what it may know: the public state, and the
cards that it has seen itself. Rows and what is attached where follow a plan, for looking ahead shows nothing
of them: before the Combat Phase everybody who can Attack stands in front; after it one Character stays there
as a wall for the others. Where there are cells, those in front who stand behind a place that a Zone card has
opened are safe as well. Where the back row rests, who can Attack goes forward as soon as there is room, and
nobody is sent back for a newcomer without need. Skills wait in Hand until they can be used; Reactions are
attached for the turns of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fadenet.engine import atoms
from fadenet.engine.acts import probe
from fadenet.engine.card import Card
from fadenet.engine.kernel import NO_MOVE, YES_MOVE
from fadenet.engine.language.filters import enemies
from fadenet.engine.looking import looked_at
from fadenet.engine.rules import Move
from fadenet.engine.state import ASK_KIND, ATTACHED, MODE, Ask, Known, Need, State, ref
from fadenet.games.fade.field import board, combat, commands, raiders, slots, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    AUGMENT,
    B_ACT,
    B_ATTACK,
    BACKUP,
    BARRIER,
    BLINDNESS,
    BLOODLUST,
    CELL,
    COMMAND,
    CURSE,
    DECK,
    FIGHTERS,
    FRACTURE,
    FRONT,
    HAND,
    K_CHARGE,
    K_FLASH,
    K_LOCK_ON,
    K_MASTERY,
    K_MULTISTRIKE,
    K_PROVOKE,
    K_STOCK,
    KEY_TO,
    M_REACTION,
    M_SKILL,
    MK_MOVED,
    NZ,
    P_TURN,
    PARALYZE,
    POISON,
    POWER,
    PREPARATION,
    Q_PLV,
    REACTION,
    S_COST,
    SHIELD,
    SKILL,
    TIMEBOMB,
    TP,
    U_TURN,
    V_ATTACH,
    V_END,
    V_LAY,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_TAG,
    V_VEIL,
    ZONE,
)
from fadenet.games.fade.tables import CHARACTER as FIGHTER
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.table.view import SeatView

QUIET = frozenset({V_ATTACH, V_END, V_MIX, V_MOVE, V_PLACE, V_REATTACH, V_TAG, V_VEIL})
CHEAP, CHEAP_WANTED = 2, 2  # a first hand is kept if so many of its cards cost at most so much
WON = 100_000
FOE = 10_000  # points of getting rid of one of several opponents
MATE = 5_000  # points of a teammate who is still there
TP_WORTH = (0, 4, 8, 12, 15, 18, 20, 22, 24, 25, 26)
"""By TP: the first ones pay for answers and Characters, the last ones lie idle."""
UNKNOWN_CARD = 5
UNKNOWN_FACE_DOWN = 4
POOL_CARD = 2
ZONE_CARD = 3
DECK_CARD, DECK_LOW = 3, 6  # points a card, for the last so many cards
CHARACTER, PER_PLV, PER_ABILITY, ABILITIES_MAX = 8, 4, 3, 3
TURN_PLV = 2  # PLV that is gone when the turn ends
PER_DEF = 4
RESTING = 3  # what rests is worth this part of what it is in front
CROWDED = 25  # points of the Attack of whoever goes back to make room
COUNTER_WORTH = (
    (SHIELD, 5),
    (BARRIER, 3),
    (BLOODLUST, 2),
    (CURSE, -3),
    (FRACTURE, -3),
    (BLINDNESS, -3),
    (TIMEBOMB, -1),
)

PLACED, PLACED_PER_COST = 6, 4  # a card in a cell beside its Player
COMMANDING = 8  # what a Command is worth beyond that while it can be activated

HAND_FULL = 8
MOVES_MAX = 2  # moves of a Character in a turn, to the front and back: moving can change who is the wall
TP_AHEAD = 3  # TP that are likely to come until a card is needed


# What is asked of every game.


def left(s: State, seat: int) -> int:
    """The Hit Points of a Player, or of all Raiders."""
    body: int = s.rules.body(seat)
    return sum(values.hp(s, h) for h in (raiders.standing(s) if raiders.is_nobody(s, body) else (body,)))


def opening(seat: SeatView, options: list[Move], random: Random) -> Move:
    """Before the first turn: the throw is chance; a first hand of dear cards goes back."""
    ask = seat.ask
    assert ask is not None
    if ask[ASK_KIND] == MODE:
        return random.choice(options)
    cards = seat.state.rules.cards
    hand = seat.state.zones[seat.index * NZ + HAND]
    cheap = sum(1 for h in hand if cards[seat.code(h)].stats[S_COST] <= CHEAP)
    return NO_MOVE if cheap >= CHEAP_WANTED else YES_MOVE


def wanted(seat: SeatView, need: Need, taken: Sequence[int], there: Sequence[int]) -> int:
    """Of cards of the own deck the dearest."""
    cards = rules_of(seat.state).cards
    return min(there, key=lambda h: (-held(cards[seat.code(h)]), h))


def alike(seat: SeatView, move: Move) -> Move:
    """Another copy of a card in Hand or Fighter Pool does the same, and another cell of the same kind.

    For a Command it matters what is around the cell.
    """
    if move[0] != V_PLAY:
        return move
    code, cell = seat.code(move[1]), cell_named(seat.state, move)
    rest = move[2:]
    card = rules_of(seat.state).cards[code]
    if cell and not card.level_up and not card.types & COMMAND:
        place = place_of(seat.state, seat.index, cell)
        rest = tuple((KEY_TO, -place) if part == (KEY_TO, cell) else part for part in rest)
    return (V_PLAY, -code, *rest)


def bias(seat: SeatView, move: Move) -> int:
    """A Character that cannot Attack yet is safer behind others; Zone cards that open a place bring most.

    What is laid from cell to cell and brings nothing is left where it lies.
    """
    if move[0] != V_PLAY:
        return -1 if move[0] == V_LAY else 0
    s, cell = seat.state, cell_named(seat.state, move)
    card = rules_of(s).cards[seat.code(move[1])]
    if rules_of(s).rests and card.types & FIGHTER and not card.level_up:
        return -CROWDED if slots.lacking(s, seat.index, slots.due(s, seat.index, card), ()) else 0
    if cell and not card.types & FIGHTER:
        return 2 if board.kind_of(s, seat.index, cell) < 0 else 0
    safe = place_of(s, seat.index, cell) in (BEHIND, SHELTERED) if cell else (KEY_TO, 1) in move
    return 1 if safe and not card.keywords[K_FLASH] else 0


PLAIN, BEHIND, SHELTERED, CLOSED = range(1, 5)
"""Kinds of cells: one that is out in the open, behind the front, in it behind another front, not open yet."""


def cell_named(s: State, move: Move) -> int:
    """The cell that a move names, 0 = none."""
    if rules_of(s).edition.grid is None:
        return 0
    return next((part[1] for part in move[2:] if type(part) is tuple and part[0] == KEY_TO), 0)


def place_of(s: State, seat: int, cell: int) -> int:
    """What a cell of a seat is worth to who stands there."""
    kind = board.kind_of(s, seat, cell)
    if kind == FRONT and any(board.kind_of(s, seat, x) == FRONT for x in board.grid_of(s).ahead[cell]):
        return SHELTERED
    return CLOSED if kind < 0 else BEHIND if kind == BACKUP else PLAIN


def replies(s: State, seat: int, ask: Ask) -> list[Move]:
    """Nobody's answers are thought through."""
    return []


def free_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """What costs nothing waits until nothing else is worth it, but for who would find no room later."""
    s = seat.state
    if not rules_of(s).rests or s.phase != PREPARATION:
        return ()
    there = [m for m in options if m[0] == V_MOVE and _comes_forward(s, seat.index, m)]
    return max(there, key=lambda m: character(s, m[1]), default=())


def _comes_forward(s: State, seat: int, move: Move) -> bool:
    """Whether somebody who does nothing in a back row that rests goes to the front."""
    h = move[1]
    ahead = board.rests(s, h) and board.kind_of(s, seat, cell_named(s, move)) == FRONT
    return ahead and rules_of(s).works_behind[s.code[h]] is None


def quiet_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """The next step of the plan, else the end of the Phase."""
    s = seat.state
    found, most = (V_END,), 0
    wall = _wall(s, seat.index) if s.phase == AFTERMATH else 0
    for move in options:
        if move[0] == V_MOVE:
            n = _move_gain(s, seat.index, move, wall)
        elif move[0] == V_ATTACH:
            n = _attach_gain(seat, move[1], move[2])
        elif move[0] == V_PLACE:
            n = 1
        else:
            continue
        if n > most:
            found, most = move, n
    return found


# Plan.


def _ready(s: State, h: int) -> bool:
    """Whether a Character may Attack this turn if it stands in front."""
    if s.since[h] == s.turn and not values.keyword(s, h, K_FLASH):
        return False
    return not (values.banned(s, h, B_ATTACK) or values.banned(s, h, B_ACT))


def _move_gain(s: State, seat: int, move: Move, wall: int) -> int:
    h, cell = move[1], cell_named(s, move)
    if atoms.marked(s, P_TURN, MK_MOVED, ref(s, h)) >= MOVES_MAX:
        return 0
    front = s.zone[h] == seat * NZ + FRONT
    now = place_of(s, seat, s.num[CELL][h]) if cell else BEHIND if not front else PLAIN
    then = place_of(s, seat, cell) if cell else PLAIN if not front else BEHIND
    if now == then or (cell and cell in board.standing(s, seat)):
        return 0
    if s.phase == PREPARATION:
        ready = not front and _ready(s, h) and values.plv(s, h) > 0
        return (21 if then == SHELTERED else 20) if ready and then != BEHIND else 0
    if h == wall:
        return 30 if then == PLAIN else 0
    if now != PLAIN or not wall or s.zone[wall] != seat * NZ + FRONT:
        return 0
    return 25 if then == SHELTERED else 20


def _wall(s: State, seat: int) -> int:
    """Who stands in front during the other turns: who outlives them, else who is missed least."""
    threat = sum(values.plv(s, h) for foe in enemies(s, seat) for h in combat.characters(s, foe))
    found, most = 0, (-1, 0)
    for h in combat.characters(s, seat):
        left = values.hp(s, h) + threat * s.num[SHIELD][h] // 2
        if values.keyword(s, h, K_PROVOKE):
            left += 2
        rank = (1, left) if left > threat else (0, WON - character(s, h))
        if rank > most:
            found, most = h, rank
    return found


def _attach_gain(seat: SeatView, h: int, host: int) -> int:
    """How well a card of the Hand is placed on a Character, 0 = it stays in Hand for now."""
    s = seat.state
    card = rules_of(s).cards[seat.code(h)]
    ability = card.use
    assert ability is not None
    if card.stats[S_COST] > s.num[TP][seat.index + 1] + TP_AHEAD or board.rests(s, host):
        return 0
    attack = card.attacks_as(M_SKILL if card.types & SKILL else M_REACTION)
    answers = ability.answers is not None
    if not answers and s.phase == AFTERMATH and len(s.zones[seat.index * NZ + HAND]) < HAND_FULL:
        return 0
    if attack and not answers and not _ready(s, host):
        return 0
    n = 10 + min(values.hp(s, host), 12) // 2
    n -= 3 * sum(1 for k in s.kids.get(host, ()) if s.role[k] == ATTACHED)
    if attack:
        n += 4 if s.zone[host] == seat.index * NZ + FRONT else 0
        n += 4 if values.keyword(s, host, K_MASTERY) & card.traits else 0
    elif card.types & REACTION and s.zone[host] != seat.index * NZ + FRONT:
        n += 4
    if ability.condition is not None:
        seen = probe(seat.index, ref(s, h), ref(s, host), ability.number)
        n += 4 if ability.condition(s, seen) else -4
    return max(n, 1)


# Worth.


def position(s: State, seat: int, known: Known) -> int:
    """Points of a position for a seat: its own side and half of its teammates' against the average enemy."""
    if s.over:
        places = s.over[0]
        return WON if places[seat] < max(places) else -WON if places[seat] > 1 else 0
    return -WON if seat in s.out else looked_at(s, _balance, seat, known)


def _balance(s: State, seat: int, known: Known) -> int:
    foes = enemies(s, seat)
    theirs = sum(side(s, foe, {}) for foe in foes)
    own = side(s, seat, known)
    mates = teammates(s, seat)
    if mates:
        own += sum(side(s, mate, {}) for mate in mates) // (2 * len(mates)) + MATE * len(mates)
    return own - theirs // max(len(foes), 1) - FOE * len(foes)


def teammates(s: State, seat: int) -> list[int]:
    """The other seats on the same side that are still in the match."""
    side_of = s.rules.side
    own = side_of(s, seat)
    return [e for e in range(s.seats) if e != seat and side_of(s, e) == own and e not in s.out]


def side(s: State, seat: int, known: Known) -> int:
    """Points of all that one seat has."""
    base, body = seat * NZ, seat + 1
    zones = s.zones
    left = values.hp(s, body)
    n = 300 * left // (left + 10) + TP_WORTH[min(s.num[TP][body], len(TP_WORTH) - 1)]
    n += counters(s, body, left) + on_host(s, body, known)
    for h in combat.characters(s, seat):
        n += character(s, h) + on_host(s, h, known)
    cards = rules_of(s).cards
    for h in zones[base + HAND]:
        code = s.code[h] or known.get(h, 0)
        n += held(cards[code]) if code else UNKNOWN_CARD
    n += ZONE_CARD * len(zones[base + ZONE]) + POOL_CARD * len(zones[base + FIGHTERS])
    return n + DECK_CARD * min(len(zones[base + DECK]), DECK_LOW)


def held(card: Card) -> int:
    """Points of a card that is still to be used."""
    return 3 + min(max(card.stats[S_COST], 0), 4)


def endurance(left: int) -> int:
    """Points of the HP of a Character: the last ones count most, so that damage is not spread."""
    return 3 * min(left, 5) + 2 * min(max(left - 5, 0), 10) + max(left - 15, 0)


def character(s: State, h: int) -> int:
    """Points of a Character on the field alone; nothing for one that is about to fall."""
    left = values.hp(s, h)
    if left <= 0:
        return 0
    card = rules_of(s).cards[s.code[h]]
    plv = values.plv(s, h)
    n = CHARACTER + endurance(left) + PER_ABILITY * min(len(card.abilities), ABILITIES_MAX)
    n += plv * PER_PLV * (1 + values.keyword(s, h, K_MULTISTRIKE)) + 4 * values.keyword(s, h, K_CHARGE)
    n += PER_DEF * values.defense(s, h)
    if values.keyword(s, h, K_LOCK_ON):
        n += PER_PLV
    if s.num[PARALYZE][h]:
        n -= PER_PLV * plv // 2 * min(s.num[PARALYZE][h], 2)
    if s.mods:
        r = ref(s, h)
        passing = sum(m[2] for m in s.mods if m[0] == Q_PLV and m[1] == r and m[3] == U_TURN)
        n -= (PER_PLV - TURN_PLV) * max(min(passing, plv), 0)
    n = max(n + counters(s, h, left), 1)
    return n // RESTING if board.rests(s, h) else n


def counters(s: State, h: int, left: int) -> int:
    """Points of the Counters on a Character or Player with so many HP left."""
    n = -2 * min(s.num[POISON][h], left)
    for column, each in COUNTER_WORTH:
        if s.num[column][h]:
            n += each * s.num[column][h]
    return n


def on_host(s: State, host: int, known: Known) -> int:
    """Points of the cards attached to something; what most of them give shows in their host."""
    n = 0
    cards = rules_of(s).cards
    for k in s.kids.get(host, ()):
        if s.role[k] == ATTACHED:
            code = known.get(k, 0)
            if s.face[k]:
                n += placed(s, k, cards[s.code[k]])
            else:
                n += held(cards[code]) if code else UNKNOWN_FACE_DOWN
    return n


def placed(s: State, k: int, card: FadeCard) -> int:
    """Points of what is attached and shown; in a cell of its own it works by itself, as long as it lasts.

    A Command does while it finds what it needs.
    """
    stock = card.keywords[K_STOCK]
    alone = stock or card.types & (AUGMENT | COMMAND)
    if rules_of(s).edition.grid is None or not s.num[CELL][k] or not alone:
        return 1
    n = PLACED + PLACED_PER_COST * max(card.stats[S_COST], 0)
    if card.types & COMMAND:
        act = probe(s.ctrl[k], ref(s, k), ref(s, s.host[k]), card.abilities[0].number)
        return COMMANDING + n if commands.is_supplied(s, act, k) else 1
    return n * s.num[POWER][k] // stock if stock else n
