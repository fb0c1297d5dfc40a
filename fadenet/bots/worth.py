"""What a position of the F.A.D.E. family is worth to a seat, in points: one damage to a Character is 1 to 3.

A seat judges by what it may know: the public state, and the cards that it has seen itself.
"""

from __future__ import annotations

from fadenet.engine.rules import Card
from fadenet.engine.state import ATTACHED, Known, State, ref
from fadenet.games.fade import combat, targets, values
from fadenet.games.fade.tables import (
    BARRIER,
    BLINDNESS,
    BLOODLUST,
    CURSE,
    DECK,
    FIGHTERS,
    FRACTURE,
    HAND,
    K_CHARGE,
    K_LOCK_ON,
    K_MULTISTRIKE,
    NZ,
    PARALYZE,
    POISON,
    Q_PLV,
    S_COST,
    SHIELD,
    TIMEBOMB,
    TP,
    U_TURN,
    ZONE,
)

WON = 100_000
FOE = 10_000  # points of getting rid of one of several opponents
TP_WORTH = (0, 4, 8, 12, 15, 18, 20, 22, 24, 25, 26)
"""By TP: the first ones pay for answers and Characters, the last ones lie idle."""
UNKNOWN_CARD = 5
UNKNOWN_FACE_DOWN = 4
POOL_CARD = 2
ZONE_CARD = 3
DECK_CARD, DECK_LOW = 3, 6  # points a card, for the last so many cards
CHARACTER, PER_PLV, PER_ABILITY, ABILITIES_MAX = 8, 4, 3, 3
TURN_PLV = 2  # PLV that is gone when the turn ends
COUNTER_WORTH = (
    (SHIELD, 5),
    (BARRIER, 3),
    (BLOODLUST, 2),
    (CURSE, -3),
    (FRACTURE, -3),
    (BLINDNESS, -3),
    (TIMEBOMB, -1),
)


def position(s: State, seat: int, known: Known) -> int:
    """Points of a position for a seat: its own side against the average of the others."""
    if s.over:
        places = s.over[0]
        return WON if places[seat] < max(places) else -WON if places[seat] > 1 else 0
    if seat in s.out:
        return -WON
    foes = targets.enemies(s, seat)
    theirs = sum(side(s, foe, {}) for foe in foes)
    return side(s, seat, known) - theirs // max(len(foes), 1) - FOE * len(foes)


def side(s: State, seat: int, known: Known) -> int:
    """Points of all that one seat has."""
    base, body = seat * NZ, seat + 1
    zones = s.zones
    left = values.hp(s, body)
    n = 300 * left // (left + 10) + TP_WORTH[min(s.num[TP][body], len(TP_WORTH) - 1)]
    n += counters(s, body, left) + on_host(s, body, known)
    for h in combat.characters(s, seat):
        n += character(s, h) + on_host(s, h, known)
    cards = s.rules.cards
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
    card = s.rules.cards[s.code[h]]
    plv = values.plv(s, h)
    n = CHARACTER + endurance(left) + PER_ABILITY * min(len(card.abilities), ABILITIES_MAX)
    n += plv * PER_PLV * (1 + values.keyword(s, h, K_MULTISTRIKE)) + 4 * values.keyword(s, h, K_CHARGE)
    if values.keyword(s, h, K_LOCK_ON):
        n += PER_PLV
    if s.num[PARALYZE][h]:
        n -= PER_PLV * plv // 2 * min(s.num[PARALYZE][h], 2)
    if s.mods:
        r = ref(s, h)
        passing = sum(m[2] for m in s.mods if m[0] == Q_PLV and m[1] == r and m[3] == U_TURN)
        n -= (PER_PLV - TURN_PLV) * max(min(passing, plv), 0)
    return max(n + counters(s, h, left), 1)


def counters(s: State, h: int, left: int) -> int:
    """Points of the Counters on a Character or Player with so many HP left."""
    n = -2 * min(s.num[POISON][h], left)
    for column, each in COUNTER_WORTH:
        if s.num[column][h]:
            n += each * s.num[column][h]
    return n


def on_host(s: State, host: int, known: Known) -> int:
    """Points of the cards attached to something; what they give shows in their host."""
    n = 0
    cards = s.rules.cards
    for k in s.kids.get(host, ()):
        if s.role[k] == ATTACHED:
            code = known.get(k, 0)
            n += 1 if s.face[k] else held(cards[code]) if code else UNKNOWN_FACE_DOWN
    return n
