"""Terrene's moves: for each verb its legal ways, and the rule that any other breaks (see `ops.deeds`)."""

from __future__ import annotations

from itertools import combinations

from fadenet.engine import atoms
from fadenet.engine.acts import A_EVENT, A_LINK, A_SRC
from fadenet.engine.chain import W_CHAIN, W_SHOW
from fadenet.engine.ops import deeds
from fadenet.engine.ops.deeds import Deed, asked
from fadenet.engine.rules import Ability, Card, Move
from fadenet.engine.state import ACT, HANDLE_MASK, RESPOND, Act, Known, Row, State, ref
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v


def zone(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + kind]


def is_double(s: State, seat: int, card: Card) -> bool:
    once = s.rules.additions and not card.types & t.TOKEN
    return once and card in [v.card_of(s, h) for h in v.party(s, seat) if s.face[h]]


def _in_hand(s: State, seat: int, codes: Known, types: int) -> list[int]:
    """The cards in hand that are, or for all that is known may be, of these types."""
    cards, code = s.rules.cards, s.code
    there = zone(s, seat, t.HAND)
    return [h for h in there if not (c := code[h] or codes.get(h, 0)) or cards[c].types & types]


def _recruits(s: State, seat: int, codes: Known) -> deeds.Found:
    if not s.num[t.ACTIONS][seat + 1]:
        return []
    left, found = v.supply_left(s, seat), []
    there = [(h, left + 1) for h in v.party(s, seat) if not s.face[h]]
    for h, room in (*there, *((h, left) for h in _in_hand(s, seat, codes, t.CHARACTER))):
        card = deeds.card_of(s, h, codes)
        if card.types & t.CHARACTER and card.stats[t.Q_SP] <= room and not is_double(s, seat, card):
            found.append((h,))
    return found


def _no_recruit(s: State, seat: int, move: Move) -> str:
    h, card = move[1], v.card_of(s, move[1])
    there = h in zone(s, seat, t.HAND) or (h in v.party(s, seat) and not s.face[h])
    if not card.types & t.CHARACTER or not there:
        return "action.recruit"
    if is_double(s, seat, card):
        return "additions.unique-character"
    return "supply.recruit-full" if s.num[t.ACTIONS][seat + 1] else "action.spend-free"


def _attacks(s: State, seat: int, codes: Known) -> deeds.Found:
    if s.turn == 1:
        return []
    purse, able = s.num[t.ACTIONS][seat + 1], [h for h in v.party(s, seat) if v.can_fight(s, h)]
    return [(h,) for h in able if v.attacks_left(s, h) and v.attack_cost(s, h) <= purse]


def _no_attack(s: State, seat: int, move: Move) -> str:
    h = move[1]
    if h not in v.party(s, seat) or not s.face[h]:
        return "attack.declare"
    if s.turn == 1:
        return "turn.first-turn-no-attack"
    if not v.can_fight(s, h):
        return "keyword.stun"
    if not v.attacks_left(s, h):
        return "attack.once-per-turn"
    return "keyword.slow" if v.keyword(s, h, t.K_SLOW) else "action.spend-free"


def _terrains(s: State, seat: int, codes: Known) -> deeds.Found:
    if atoms.marked(s, t.P_TURN, t.MK_TERRAIN, seat):
        return []
    held = [h for h in _in_hand(s, seat, codes, t.TERRAIN) if s.code[h] or h in codes]
    return [(h,) for h in (*held, *zone(s, seat, t.TERRAINS)[:-1])]


def _hides(s: State, seat: int, codes: Known) -> deeds.Found:
    there = _in_hand(s, seat, codes, t.CHARACTER)
    return [(h,) for h in there] if there and v.supply_left(s, seat) > 0 else []


def _no_hide(s: State, seat: int, move: Move) -> str:
    if move[1] in _in_hand(s, seat, {}, t.CHARACTER):
        return "supply.limit"
    return "action.recruited-stays" if v.recruited(s, move[1]) else "action.hide"


def _assigns(s: State, seat: int, codes: Known) -> deeds.Found:
    bare = [h for h in v.party(s, seat) if h not in s.kids]
    return [(k, h) for k in _in_hand(s, seat, codes, t.HOLDABLE) for h in bare] if bare else []


def _no_assign(s: State, seat: int, move: Move) -> str:
    there = move[1] in _in_hand(s, seat, {}, t.HOLDABLE) and move[2] in v.party(s, seat)
    return "item.one-per-character" if there else "action.assign"


def _trades(s: State, seat: int, codes: Known) -> deeds.Found:
    if atoms.marked(s, t.P_TURN, t.MK_TRADE, seat):
        return []
    return list(combinations([h for h in v.party(s, seat) if h in s.kids and not s.face[s.kids[h][0]]], 2))


def _no_trade(s: State, seat: int, move: Move) -> str:
    pair = move[1:] in combinations(v.party(s, seat), 2)
    return "action.trade-both" if pair and not all(h in s.kids for h in move[1:]) else "action.trade"


def _dismissals(s: State, seat: int, codes: Known) -> deeds.Found:
    party = v.party(s, seat)
    held = [(k,) for h in party if h in s.kids for k in s.kids[h]]
    return [*[(h,) for h in party if not v.steadfast(s, h)], *held]


def _no_dismissal(s: State, seat: int, move: Move) -> str:
    if move[1] in v.party(s, seat):
        return "status.gained-abilities"
    return "terrain.not-dismissed" if move[1] in zone(s, seat, t.TERRAINS) else "action.dismiss"


def _no_block(s: State, seat: int, move: Move) -> str:
    if move[1] not in v.party(s, seat):
        return "defend.choose-blocker"
    return "keyword.stun" if s.face[move[1]] else "defend.hidden-cannot"


# Abilities.


def act_for(s: State, seat: int, move: Move, ability: Ability, event: Row | None = None) -> Act:
    """A use, with the LV that its user has now (terrene keyword.spell-strength); event None = this ask's."""
    if event is None:
        event = s.frames[-1][2] if asked(s, seat)[1] == W_SHOW else ()
    return deeds.act_for(s, seat, move, ability, event, v.figure(s, s.host[move[1]] or move[1], t.Q_LV))


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


def _due(s: State, seat: int, act: Act, card: Card, ability: Ability) -> str:
    """The banner's colour, what it requires and what it costs (terrene trigger.*, keyword.trap-trigger)."""
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
    return _price(s, seat, act[A_SRC] & HANDLE_MASK, ability)


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
        spent = in_chain or used >= s.rules.figures["free_ability_uses_per_turn"]
        return "limit.free-repeat" if spent else ""
    if any(s.num[k][h] < n for k, n in ability.self_cost):
        return "counter.charge"
    return "action.use-ability" if s.num[t.ACTIONS][seat + 1] < price else ""


def actions_for(s: State, h: int, ability: Ability) -> int:
    """Actions that a use costs (terrene keyword.resourceful, additions.resourceful-once)."""
    price, holder = sum(n for _, n in ability.cost), s.host[h]
    spared = s.rules.additions and atoms.marked(s, t.P_TURN, t.MK_RESOURCEFUL, ref(s, holder))
    return 0 if price and holder and v.keyword(s, holder, t.K_RESOURCEFUL) and not spared else price


def usable(s: State, seat: int) -> list[int]:
    """What may have abilities to use: recruited Characters, what they hold, the active Terrain."""
    there = [k for h in v.party(s, seat) if s.face[h] for k in (h, *s.kids.get(h, ()))]
    return [*there, *zone(s, seat, t.TERRAINS)[-1:]]


USE = deeds.Use(t.V_USE, usable, _place, act_for, _due)
DEEDS = {
    t.V_RECRUIT: Deed(_recruits, 1, _no_recruit),
    t.V_ATTACK: Deed(_attacks, 1, _no_attack),
    t.V_TERRAIN: Deed(_terrains, 1, lambda s, seat, move: "terrain.play-or-switch"),
    t.V_HIDE: Deed(_hides, 1, _no_hide),
    t.V_ASSIGN: Deed(_assigns, 2, _no_assign),
    t.V_TRADE: Deed(_trades, 2, _no_trade),
    t.V_DISMISS: Deed(_dismissals, 1, _no_dismissal),
    t.V_BLOCK: Deed(lambda s, e, codes: [(h,) for h in v.party(s, e) if v.can_fight(s, h)], 1, _no_block),
    t.V_RUN: Deed(lambda s, seat, codes: [()], 0, lambda s, seat, move: ""),
    t.V_END: Deed(lambda s, seat, codes: [()], 0, lambda s, seat, move: ""),
}
FREELY = tuple(verb for verb in range(t.V_RECRUIT, t.V_END + 1) if verb != t.V_BLOCK)


def verbs_now(s: State, seat: int) -> tuple[int, ...]:
    """The verbs that answer the seat's ask."""
    kind, window = asked(s, seat)
    return FREELY if kind == ACT else (t.V_BLOCK,) if window == t.W_BLOCK else (t.V_USE,)


def refusal(s: State, seat: int, move: Move) -> str:
    """The id of the rule that a move breaks, its hidden cards being open; "" = legal."""
    rule = deeds.refusal(s, seat, move, DEEDS, verbs_now(s, seat), USE)
    answering = asked(s, seat) == (RESPOND, W_CHAIN)
    return ("response.to-actions" if answering else "action.when") if rule is None else rule


def may_answer(s: State, seat: int) -> bool:
    """Whether public facts leave a seat any answer: a face-down card behind a recruited one may be any."""
    there = [v.card_of(s, h) for h in usable(s, seat)]
    return any(not c.code or any(a.extra["colour"] > t.GREEN for a in c.extra["activated"]) for c in there)


def may_spring(s: State, seat: int) -> bool:
    """Whether a seat may hold a Trap that it could use, as far as the others can see."""
    return v.has_tactician(s, seat) and any(not s.code[h] for h in usable(s, seat))
