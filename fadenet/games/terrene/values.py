"""The values of cards now: figures, keywords, Supply and costs, worked out whenever they are read."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_SRC, A_USER, A_VERB
from fadenet.engine.card import Card
from fadenet.engine.kit import quantities
from fadenet.engine.language import filters
from fadenet.engine.state import HANDLE_MASK, Act, State, alive, ref
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.typed import TerreneCard, rules_of

# (terrene card.floors, status.no-stacking)
figure: Final = quantities.value
keyword: Final = quantities.keyword


def card_of(s: State, h: int) -> TerreneCard:
    """The card behind a public handle; the empty card for a hidden one."""
    return rules_of(s).cards[s.code[h]]


def zone(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + kind]


def party(s: State, seat: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + t.PARTY]


def recruited(s: State, h: int) -> bool:
    """Whether a handle is a Character that lies face-up in a party."""
    return h > s.seats and bool(s.face[h]) and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.PARTY


all_recruited: Final = filters.faced(1, t.PARTY)


def terrain(s: State, seat: int) -> int:
    """The active Terrain (terrene terrain.stack)."""
    return s.zones[seat * t.NZ + t.TERRAINS][-1]


def nature(s: State, act: Act) -> int:
    """The types of the card whose ability an action is, for Immune; 0 for rows of XP (terrene
    keyword.immune-scope)."""
    return quantities.nature(s, act) if act[A_ABILITY] >= 0 else 0


def touched(s: State, act: Act, h: int) -> bool:
    """Whether an action can affect a card: Immune holds while recruited (terrene keyword.passive)."""
    return not recruited(s, h) or quantities.touched(s, act, h)


def affected(s: State, act: Act, h: int) -> bool:
    """Whether a card is a recruited Character that an action can affect (terrene status.hidden-safe)."""
    return recruited(s, h) and touched(s, act, h)


def power(s: State, act: Act) -> int:
    """The ATK of an action's user (terrene chain.source-gone says of one that is gone)."""
    return _of_user(s, act, t.Q_ATK)


def level(s: State, act: Act) -> int:
    """The LV of an action's user."""
    return _of_user(s, act, t.Q_LV)


def _of_user(s: State, act: Act, what: int) -> int:
    return figure(s, act[A_USER] & HANDLE_MASK, what) if alive(s, act[A_USER]) else 0


def supply_of(s: State, h: int) -> int:
    """Supply that a Character in play takes (terrene supply.hidden-one, supply.for-zero)."""
    return 1 if not s.face[h] else 0 if s.num[t.FREE][h] else figure(s, h, t.Q_SP)


def rooms(s: State) -> list[int]:
    """By seat how many Characters could lie in the party within the Supply if the ones turned up stay and all
    others are hidden. While nothing changes SP, the index keeps it.
    """
    index = s.index or s.rules.index_of(s)
    found: list[int] | None = index.memo.get(rooms)
    if found is None:
        found, supply = [], rules_of(s).supply
        for line in s.zones[t.PARTY :: t.NZ]:
            found.append(supply - sum([supply_of(s, h) - 1 for h in line if s.face[h]]))
        if t.Q_SP not in index.changes:
            index.memo[rooms] = found
    return found


def supply_left(s: State, seat: int) -> int:
    """Supply that a player has free; below 0, Characters have to go (terrene supply.over-limit)."""
    return rooms(s)[seat] - len(s.zones[seat * t.NZ + t.PARTY])


def is_double(s: State, seat: int, card: Card) -> bool:
    """Whether a seat may not have one more of a Character (terrene additions.unique-character)."""
    once = rules_of(s).additions and not card.types & t.TOKEN
    return once and card in [card_of(s, h) for h in party(s, seat) if s.face[h]]


def attack_cost(s: State, h: int) -> int:
    """1 Action, one less with Haste and one more when Slow (terrene keyword.haste-and-slow)."""
    return 1 - min(keyword(s, h, t.K_HASTE), 1) + min(keyword(s, h, t.K_SLOW), 1)


def attacks_left(s: State, h: int) -> bool:
    return atoms.marked(s, t.P_TURN, t.MK_ATTACK, ref(s, h)) <= keyword(s, h, t.K_EXTRA)


def has_tactician(s: State, seat: int) -> bool:
    """Whether a seat may use Traps (terrene keyword.trap-tactician)."""
    return any(s.face[h] and card_of(s, h).stats[t.S_CLASS] == t.TACTICIAN for h in party(s, seat))


def can_fight(s: State, h: int) -> bool:
    """Whether a Character may attack and block as far as its own state goes."""
    return recruited(s, h) and not keyword(s, h, t.K_STUN)


def dismissable(s: State, h: int) -> bool:
    """Whether no card says of a Character that it cannot be dismissed."""
    return not s.face[h] or not keyword(s, h, t.K_STEADFAST) or not recruited(s, h)


def hit_points(s: State, seat: int) -> int:
    """The HP left to a seat's side (terrene damage.player, format.2v2-hp)."""
    left: int = rules_of(s).figures.starting_hp - s.num[t.HURT][s.rules.side(s, seat) + 1]
    return max(left, 0)


def working(s: State) -> list[int]:
    """Every card whose text is in force unless it is Silenced: recruited Characters, the On-going cards in
    the party that have resolved (one whose trigger is a link works on), whoever holds them (terrene
    keyword.ongoing-ends), active Terrains."""
    found: list[int] = []
    kids, faces, zones, acts = s.kids, s.face, s.zones, s.acts
    played = [acts[k][A_SRC] for k in s.chain if acts[k][A_VERB] == t.V_USE]
    for base in range(0, len(zones), t.NZ):
        for h in zones[base + t.PARTY]:
            if faces[h]:
                found.append(h)
            for k in kids.get(h, ()):
                if faces[k] and ref(s, k) not in played:
                    found.append(k)
        found += zones[base + t.TERRAINS][-1:]
    return found
