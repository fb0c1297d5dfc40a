"""What cards are worth now: figures, keywords, Supply and costs, worked out whenever they are read."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.acts import A_HITS, A_SRC, A_USER
from fadenet.engine.ops.figures import changes
from fadenet.engine.rules import Card
from fadenet.engine.state import HANDLE_MASK, Act, State, alive, ref
from fadenet.games.terrene import tables as t


def card_of(s: State, h: int) -> Card:
    """The card behind a public handle; the empty card for a hidden one."""
    card: Card = s.rules.cards[s.code[h]]
    return card


def party(s: State, seat: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + t.PARTY]


def recruited(s: State, h: int) -> bool:
    """Whether a handle is a Character that lies face-up in a party."""
    return h > s.seats and bool(s.face[h]) and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.PARTY


def all_recruited(s: State) -> list[int]:
    zones, face = s.zones, s.face
    return [h for at in range(t.PARTY, len(zones), t.NZ) for h in zones[at] if face[h]]


def terrain(s: State, seat: int) -> int:
    """The active Terrain (terrene terrain.stack)."""
    return s.zones[seat * t.NZ + t.TERRAINS][-1]


def figure(s: State, h: int, what: int) -> int:
    """A figure of a card: all changes in one sum, never below 0 (terrene card.floors)."""
    n: int = s.rules.cards[s.code[h]].stats[what]
    if what in (s.index or s.rules.index_of(s)).changes:
        n += sum(changes(s, what, h))
    if what in t.GAINS:
        n += s.num[t.GAINS[what]][h]
    return max(n - s.num[t.DECAY][h] if what == t.Q_DEF else n, 0)


def keyword(s: State, h: int, k: int) -> int:
    """A keyword's number, 0 = not; the same one twice counts once (terrene status.no-stacking)."""
    index = s.index or s.rules.index_of(s)
    printed: int = 0 if h in index.muted else s.rules.cards[s.code[h]].keywords[k]
    if t.Q_KEYWORD + k not in index.changes:
        return printed
    given = changes(s, t.Q_KEYWORD + k, h, t.Q_KEYWORD + t.K_IMMUNE)
    if k == t.K_IMMUNE:
        for mask in given:
            printed |= mask
        return printed
    return max([printed, *given])


def touched(s: State, act: Act, h: int) -> bool:
    """Whether an action can affect a card: Immune names kinds of sources (terrene keyword.immune-scope)."""
    if h <= s.seats or not s.code[h]:
        return True
    source = card_of(s, act[A_SRC] & HANDLE_MASK).types & t.SOURCES
    return not keyword(s, h, t.K_IMMUNE) & source


def power(s: State, act: Act) -> int:
    """The ATK of an action's user, the last known one if it is gone (terrene chain.source-gone)."""
    if alive(s, act[A_USER]):
        return figure(s, act[A_USER] & HANDLE_MASK, t.Q_ATK)
    return act[A_HITS]  # type: ignore[no-any-return]


def supply_of(s: State, h: int) -> int:
    """Supply that a Character in play takes (terrene supply.hidden-one, supply.for-zero)."""
    return 1 if not s.face[h] else 0 if s.num[t.FREE][h] else figure(s, h, t.Q_SP)


def supply_left(s: State, seat: int) -> int:
    left: int = s.rules.supply
    for h in s.zones[seat * t.NZ + t.PARTY]:
        left -= supply_of(s, h)
    return left


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


def steadfast(s: State, h: int) -> bool:
    """Whether a card says of a Character that it cannot be dismissed."""
    return recruited(s, h) and keyword(s, h, t.K_STEADFAST) > 0


def hit_points(s: State, seat: int) -> int:
    """The HP left to a seat's side (terrene damage.player, format.2v2-hp)."""
    left: int = s.rules.figures["starting_hp"] - s.num[t.HURT][s.rules.side(s, seat) + 1]
    return max(left, 0)


def working(s: State) -> list[int]:
    """Every card whose text is in force unless it is Silenced: recruited Characters, the On-going cards that
    they hold and that have resolved, active Terrains."""
    found = []
    linked = {act[A_SRC] for act in s.acts.values() if act[0] in s.chain}
    for seat in range(s.seats):
        for h in party(s, seat):
            if s.face[h]:
                found += [h, *(k for k in s.kids.get(h, ()) if s.face[k] and ref(s, k) not in linked)]
        found += s.zones[seat * t.NZ + t.TERRAINS][-1:]
    return found
