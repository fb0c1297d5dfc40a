"""The F.A.D.E. family: what a position is worth.

Points: one damage to a Character is 1 to 3. A seat judges by what it may know: the public state, and the
cards that it has seen itself.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import probe
from fadenet.engine.card import Card
from fadenet.engine.language.filters import enemies
from fadenet.engine.looking import looked_at
from fadenet.engine.state import ATTACHED, Known, State, ref
from fadenet.games.fade.field import board, combat, commands, values
from fadenet.games.fade.tables import (
    AUGMENT,
    B_ACT,
    B_ATTACK,
    BARRIER,
    BLINDNESS,
    BLOODLUST,
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
    K_MULTISTRIKE,
    K_STOCK,
    NZ,
    PARALYZE,
    POISON,
    POWER,
    PREPARATION,
    Q_KEYWORD,
    Q_PLV,
    S_COST,
    SHIELD,
    TIMEBOMB,
    TP,
    U_TURN,
    ZONE,
)
from fadenet.games.fade.typed import FadeCard, rules_of

WON: Final = 100_000
FOE: Final = 10_000  # points of getting rid of one of several opponents
MATE: Final = 5_000  # points of a teammate who is still there
TP_WORTH: Final[tuple[int, ...]] = (0, 4, 8, 12, 15, 18, 20, 22, 24, 25, 26)
"""By TP: the first ones pay for answers and Characters, the last ones lie idle."""
UNKNOWN_CARD: Final = 5
UNKNOWN_FACE_DOWN: Final = 4
POOL_CARD: Final = 2
ZONE_CARD: Final = 3
DECK_CARD: Final = 3  # points a card, for the last so many cards
DECK_LOW: Final = 6
CHARACTER: Final = 8
PER_PLV: Final = 4
PER_ABILITY: Final = 3
ABILITIES_MAX: Final = 3
TURN_PLV: Final = 2  # PLV that is gone when the turn ends
PER_DEF: Final = 4
RESTING: Final = 3  # what rests is worth this part of what it is in front
COUNTER_WORTH: Final[tuple[tuple[int, int], ...]] = (
    (SHIELD, 5),
    (BARRIER, 3),
    (BLOODLUST, 2),
    (CURSE, -3),
    (FRACTURE, -3),
    (BLINDNESS, -3),
    (TIMEBOMB, -1),
)

# Where there are cells, Players have many HP, draw two cards a turn and bring many Characters.

PER_HP: Final = 4  # points of a Hit Point of a Player besides
DECK_MOST: Final = 800  # points of a whole Deck against one foe, and half at so many cards for each
DECK_HALF: Final = 3
PER_BLOW: Final = 3  # points of a damage that is to be dealt this turn
PER_STRENGTH: Final = 2  # points of a damage that can be dealt in any turn
PLACED: Final = 6  # a card in a cell beside its Player
PLACED_PER_COST: Final = 4
COMMANDING: Final = 8  # what a Command is worth beyond that while it can be activated


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
    if rules_of(s).grid:
        deck = len(zones[base + DECK])
        many = max(len(enemies(s, seat)), 1)  # with more of them a match takes longer, and the last card wins
        n += PER_HP * left + blows(s, seat) + DECK_MOST * many**2 * deck // (deck + DECK_HALF * many)
    cards = rules_of(s).cards
    for h in zones[base + HAND]:
        code = s.code[h] or known.get(h, 0)
        n += held(cards[code]) if code else UNKNOWN_CARD
    n += ZONE_CARD * len(zones[base + ZONE]) + POOL_CARD * len(zones[base + FIGHTERS])
    return n + DECK_CARD * min(len(zones[base + DECK]), DECK_LOW)


def blows(s: State, seat: int) -> int:
    """Points of what Characters may deal with their Attacks to those who stand in front of other sides, and
    more for those who can Attack in the Combat Phase of this turn from where they stand.
    """
    there = [values.defense(s, h) for foe in enemies(s, seat) for h in combat.in_row(s, foe, FRONT)]
    least, usual = min(there, default=0), sum(there) // max(len(there), 1)
    due = seat == s.active and s.phase == PREPARATION
    n, front = 0, combat.in_row(s, seat, FRONT)
    for h in combat.characters(s, seat) if not rules_of(s).points.resting else front:
        plv, times = values.plv(s, h), 1 + values.keyword(s, h, K_MULTISTRIKE)
        n += PER_STRENGTH * max(plv - usual, 0) * times
        if due and h in front and ready(s, h):
            n += PER_BLOW * max(plv - least, 0) * times
    return n


def held(card: Card) -> int:
    """Points of a card that is still to be used."""
    return 3 + min(max(card.stats[S_COST], 0), 4)


def endurance(left: int) -> int:
    """Points of the HP of a Character: the last ones count most, so that damage is not spread."""
    return 3 * left if left <= 5 else 5 + 2 * left if left <= 15 else 20 + left


def character(s: State, h: int) -> int:
    """Points of a Character on the field alone; nothing for one that is about to fall."""
    left = values.hp(s, h)
    if left <= 0:
        return 0
    rules = rules_of(s)
    card, changes = rules.cards[s.code[h]], rules.index_of(s).changes
    plv, printed = values.plv(s, h), card.keywords
    n = CHARACTER + endurance(left) + PER_ABILITY * min(len(card.abilities), ABILITIES_MAX)
    n += plv * PER_PLV
    # Most Characters have none of these, printed or given.
    if printed[K_MULTISTRIKE] or Q_KEYWORD + K_MULTISTRIKE in changes:
        n += plv * PER_PLV * values.keyword(s, h, K_MULTISTRIKE)
    if printed[K_CHARGE] or Q_KEYWORD + K_CHARGE in changes:
        n += 4 * values.keyword(s, h, K_CHARGE)
    if (printed[K_LOCK_ON] or Q_KEYWORD + K_LOCK_ON in changes) and values.keyword(s, h, K_LOCK_ON):
        n += PER_PLV
    n += PER_DEF * values.defense(s, h)
    if s.num[PARALYZE][h]:
        n -= PER_PLV * plv // 2 * min(s.num[PARALYZE][h], 2)
    if s.mods:
        r = ref(s, h)
        passing = sum(m[2] for m in s.mods if m[0] == Q_PLV and m[1] == r and m[3] == U_TURN)
        n -= (PER_PLV - TURN_PLV) * max(min(passing, plv), 0)
    n = max(n + counters(s, h, left), 1)
    return n // RESTING if rules.points.resting and board.rests(s, h) else n


def counters(s: State, h: int, left: int) -> int:
    """Points of the Counters on a Character or Player with so many HP left."""
    num = s.num
    n = -2 * min(num[POISON][h], left)
    for column, each in COUNTER_WORTH:
        if there := num[column][h]:
            n += each * there
    return n


def on_host(s: State, host: int, known: Known) -> int:
    """Points of the cards attached to something; the gifts of most of them show in their host."""
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
    if not alone or not rules_of(s).board.cell(s, k):
        return 1
    n = PLACED + PLACED_PER_COST * max(card.stats[S_COST], 0)
    if card.types & COMMAND:
        return COMMANDING + n if is_supplied(s, k) else 1
    return n * s.num[POWER][k] // stock if stock else n


def is_supplied(s: State, h: int) -> bool:
    """Whether a Command finds what it needs."""
    card = rules_of(s).cards[s.code[h]]
    act = probe(s.ctrl[h], ref(s, h), ref(s, s.host[h]), card.abilities[0].number)
    return commands.is_supplied(s, act, h)


def ready(s: State, h: int) -> bool:
    """Whether a Character may Attack this turn if it stands in front."""
    if s.since[h] == s.turn and not values.keyword(s, h, K_FLASH):
        return False
    return not (values.banned(s, h, B_ATTACK) or values.banned(s, h, B_ACT))
