"""Terrene's moves: for each verb the test that says which rule a move breaks (see `ops.deeds`)."""

from __future__ import annotations

from itertools import combinations

from fadenet.engine import atoms
from fadenet.engine.acts import A_EVENT, A_LINK
from fadenet.engine.chain import W_CHAIN, W_SHOW
from fadenet.engine.ops import deeds
from fadenet.engine.ops.deeds import Deed, asked, may_be
from fadenet.engine.rules import Ability, Card, Move
from fadenet.engine.state import ACT, RESPOND, Act, Known, Row, State, ref
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v


def zone(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + kind]


def _recruit(s: State, seat: int, move: Move, codes: Known) -> str:
    h, card = move[1], deeds.card_of(s, move[1], codes)
    hidden = h in v.party(s, seat) and not s.face[h]
    if not card.types & t.CHARACTER or not (hidden or h in zone(s, seat, t.HAND)):
        return "action.recruit"
    if is_double(s, seat, card):
        return "additions.unique-character"
    if not s.num[t.ACTIONS][seat + 1]:
        return "action.spend-free"
    return "supply.recruit-full" if v.supply_left(s, seat) + hidden < card.stats[t.Q_SP] else ""


def is_double(s: State, seat: int, card: Card) -> bool:
    there = [v.card_of(s, h) for h in v.party(s, seat) if s.face[h]]
    return s.rules.additions and not card.types & t.TOKEN and card in there


def _attack(s: State, seat: int, move: Move, codes: Known) -> str:
    h = move[1]
    if h not in v.party(s, seat) or not s.face[h]:
        return "attack.declare"
    if s.turn == 1:
        return "turn.first-turn-no-attack"
    if not v.can_fight(s, h):
        return "keyword.stun"
    if atoms.marked(s, t.P_TURN, t.MK_ATTACK, ref(s, h)) > v.keyword(s, h, t.K_EXTRA):
        return "attack.once-per-turn"
    if s.num[t.ACTIONS][seat + 1] < v.attack_cost(s, h):
        return "keyword.slow" if v.keyword(s, h, t.K_SLOW) else "action.spend-free"
    return ""


def _terrain(s: State, seat: int, move: Move, codes: Known) -> str:
    played = move[1] in zone(s, seat, t.HAND) and deeds.card_of(s, move[1], codes).types & t.TERRAIN
    there = played or move[1] in zone(s, seat, t.TERRAINS)[:-1]
    return "" if there and not atoms.marked(s, t.P_TURN, t.MK_TERRAIN, seat) else "terrain.play-or-switch"


def _hide(s: State, seat: int, move: Move, codes: Known) -> str:
    if move[1] not in zone(s, seat, t.HAND) or not may_be(s, move[1], codes, t.CHARACTER):
        return "action.recruited-stays" if v.recruited(s, move[1]) else "action.hide"
    return "" if v.supply_left(s, seat) > 0 else "supply.limit"


def _assign(s: State, seat: int, move: Move, codes: Known) -> str:
    h, host = move[1:]
    if h not in zone(s, seat, t.HAND) or not may_be(s, h, codes, t.HOLDABLE) or host not in v.party(s, seat):
        return "action.assign"
    return "item.one-per-character" if host in s.kids else ""


def _trade(s: State, seat: int, move: Move, codes: Known) -> str:
    if move[1:] not in combinations(v.party(s, seat), 2):
        return "action.trade"
    if not all(h in s.kids for h in move[1:]):
        return "action.trade-both"
    shown = any(s.face[s.kids[h][0]] for h in move[1:])
    return "action.trade" if shown or atoms.marked(s, t.P_TURN, t.MK_TRADE, seat) else ""


def _dismiss(s: State, seat: int, move: Move, codes: Known) -> str:
    h = move[1]
    if h not in v.party(s, seat) and s.host[h] not in v.party(s, seat):
        return "terrain.not-dismissed" if h in zone(s, seat, t.TERRAINS) else "action.dismiss"
    return "status.gained-abilities" if v.steadfast(s, h) else ""


def _block(s: State, seat: int, move: Move, codes: Known) -> str:
    h = move[1]
    if h not in v.party(s, seat):
        return "defend.choose-blocker"
    return "" if v.can_fight(s, h) else "keyword.stun" if s.face[h] else "defend.hidden-cannot"


# Abilities.


def event_now(s: State, seat: int) -> Row:
    """The event that a Trap may be shown for at this rest."""
    return s.frames[-1][2] if asked(s, seat)[1] == W_SHOW else ()


def act_for(s: State, seat: int, move: Move, ability: Ability, event: Row) -> Act:
    """A Spell works with the LV that its user has now (terrene keyword.spell-strength)."""
    return deeds.act_for(s, seat, move, ability, event, v.figure(s, s.host[move[1]] or move[1], t.Q_LV))


def _use(s: State, seat: int, move: Move, codes: Known) -> str:
    h, card, ability = move[1], deeds.card_of(s, move[1], codes), deeds.ability_of(s, move, codes)
    rule = _place(s, seat, h, card, ability)
    if rule or ability is None:
        return rule or "item.illegal-activation"
    act = act_for(s, seat, move, ability, event_now(s, seat))
    rule = _moment(s, seat, ability, act, card) or _price(s, seat, h, ability)
    return rule or ("" if deeds.rightly_chosen(s, act) else "target.choice")


def _place(s: State, seat: int, h: int, card: Card, ability: Ability | None) -> str:
    """Where the card lies, and who uses it (terrene item.through-character)."""
    user = s.host[h] or h
    if h in zone(s, seat, t.TERRAINS):
        return "" if h == v.terrain(s, seat) else "terrain.inactive"
    if user not in v.party(s, seat):
        return "item.through-character"
    if not s.face[user]:
        return "action.use-ability"
    if user == h:
        return "keyword.silence" if h in s.rules.index_of(s).muted else ""
    who = v.card_of(s, user).stats[t.S_CLASS]
    if card.types & t.SPELL and who != t.SPELLCASTER:
        return "keyword.spell"
    if card.stats[t.S_CLASS] not in (0, who):
        return "command.class"
    if card.types & t.TRAP and not v.has_tactician(s, seat):
        return "keyword.trap-tactician"
    first = ability is not None and ability is card.extra["activated"][0]
    return "keyword.ongoing-ends" if first == bool(s.face[h]) else ""


def _moment(s: State, seat: int, ability: Ability, act: Act, card: Card) -> str:
    """The banner's colour and what it requires (terrene trigger.*, keyword.trap-trigger)."""
    kind, window = asked(s, seat)
    if kind == ACT:
        due = ability.event < 0 and ability.answers is None
    elif window == W_SHOW:
        due = ability.event == act[A_EVENT][0]
    elif ability.extra["colour"] == t.GREEN:
        return "trigger.green"
    else:
        due = ability.event < 0 and (ability.answers is None or bool(act[A_LINK]))
    if not due:
        return "keyword.trap-trigger"
    if ability.condition is not None and not ability.condition(s, act):
        return "terrain.affiliation-ability" if card.types & t.TERRAIN else "trigger.basics"
    return ""


def _price(s: State, seat: int, h: int, ability: Ability) -> str:
    """Limits and costs (terrene limit.once-per-turn, limit.free-repeat, additions.single-trigger)."""
    used = atoms.marked(s, t.P_TURN, ability.number, ref(s, h))
    in_chain = bool(s.chain) and atoms.marked(s, t.P_CHAIN, ability.number, ref(s, h))
    price = actions_for(s, h, ability)
    if ability.limit and used >= ability.limit:
        return "limit.once-per-turn"
    if in_chain and s.rules.additions:
        return "additions.single-trigger"
    if not price and not ability.self_cost:
        return (
            "limit.free-repeat" if in_chain or used >= s.rules.figures["free_ability_uses_per_turn"] else ""
        )
    if any(s.num[k][h] < n for k, n in ability.self_cost):
        return "counter.charge"
    return "action.use-ability" if s.num[t.ACTIONS][seat + 1] < price else ""


def actions_for(s: State, h: int, ability: Ability) -> int:
    """Actions that a use costs (terrene keyword.resourceful, additions.resourceful-once)."""
    price, holder = sum(n for _, n in ability.cost), s.host[h]
    spared = s.rules.additions and atoms.marked(s, t.P_TURN, t.MK_RESOURCEFUL, ref(s, holder))
    return 0 if price and holder and v.keyword(s, holder, t.K_RESOURCEFUL) and not spared else price


def _singly(*kinds: int) -> deeds.Ways:
    return lambda s, seat: [(h,) for kind in kinds for h in zone(s, seat, kind)]


def _held(s: State, seat: int) -> list[tuple[int, ...]]:
    return [(k,) for h in v.party(s, seat) for k in s.kids.get(h, ())]


def usable(s: State, seat: int) -> list[tuple[int, ...]]:
    """What may have abilities to use: recruited Characters, what they hold, the active Terrain."""
    there = [k for h in v.party(s, seat) if s.face[h] for k in (h, *s.kids.get(h, ()))]
    return [(h,) for h in (*there, *zone(s, seat, t.TERRAINS)[-1:])]


DEEDS = {
    t.V_RECRUIT: Deed(_singly(t.PARTY, t.HAND), 1, _recruit),
    t.V_ATTACK: Deed(_singly(t.PARTY), 1, _attack),
    t.V_USE: Deed(usable, 1, _use),
    t.V_TERRAIN: Deed(_singly(t.HAND, t.TERRAINS), 1, _terrain),
    t.V_HIDE: Deed(_singly(t.HAND), 1, _hide),
    t.V_ASSIGN: Deed(lambda s, e: [(h, c) for h in zone(s, e, t.HAND) for c in v.party(s, e)], 2, _assign),
    t.V_TRADE: Deed(lambda s, e: combinations(v.party(s, e), 2), 2, _trade),
    t.V_DISMISS: Deed(lambda s, e: [*_singly(t.PARTY)(s, e), *_held(s, e)], 1, _dismiss),
    t.V_BLOCK: Deed(_singly(t.PARTY), 1, _block),
    t.V_RUN: Deed(lambda s, e: [()], 0, lambda s, e, move, codes: ""),
    t.V_END: Deed(lambda s, e: [()], 0, lambda s, e, move, codes: ""),
}
FREELY = tuple(verb for verb in DEEDS if verb != t.V_BLOCK)


def verbs_now(s: State, seat: int) -> tuple[int, ...]:
    """The verbs that answer the seat's ask."""
    kind, window = asked(s, seat)
    return FREELY if kind == ACT else (t.V_BLOCK,) if window == t.W_BLOCK else (t.V_USE,)


def refusal(s: State, seat: int, move: Move) -> str:
    """The id of the rule that a move breaks, its hidden cards being open; "" = legal."""
    rule = deeds.refusal(s, seat, move, DEEDS, verbs_now(s, seat), t.V_USE)
    answering = asked(s, seat) == (RESPOND, W_CHAIN)
    return ("response.to-actions" if answering else "action.when") if rule is None else rule


def may_answer(s: State, seat: int) -> bool:
    """Whether public facts leave a seat any answer: a face-down card behind a recruited one may be any."""
    there = [v.card_of(s, h) for (h,) in usable(s, seat)]
    return any(not c.code or any(a.extra["colour"] > t.GREEN for a in c.extra["activated"]) for c in there)


def may_spring(s: State, seat: int) -> bool:
    """Whether a seat may hold a Trap that it could use, as far as the others can see."""
    return v.has_tactician(s, seat) and any(not s.code[h] for (h,) in usable(s, seat))
