"""The moves of Terrene: the table of its verbs, each with the rules on it (see `kit.verbs`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_SEAT, A_SRC
from fadenet.engine.card import Card
from fadenet.engine.chain import FREE, W_CHAIN, W_SHOW
from fadenet.engine.kernel import V_PASS
from fadenet.engine.kit import sources
from fadenet.engine.kit.abilities import KEY_MODE, Abilities, AbilityPayer, run_ability
from fadenet.engine.kit.sources import Ways, are, beneath, each, joined, later, lying, lying_on, may_be
from fadenet.engine.kit.uses import Against, NewestLink, Priced, TargetFinder, Use, Way, card_of
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb, goes_onto, goes_to
from fadenet.engine.language import instructions
from fadenet.engine.policies import uses
from fadenet.engine.state import HANDLE_MASK, Act, Known, State, ref
from fadenet.games.terrene import battle, turn
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import TerreneAbility, TerreneCard, rules_of

# The cards that a verb may name.

_HAND: Final = lying(t.HAND)
_PARTY: Final = lying(t.PARTY)
_RECRUITABLE: Final = are(t.CHARACTER, joined(lying(t.PARTY, 0), _HAND))
_TERRAINS: Final = joined(are(t.TERRAIN, _HAND), beneath(t.TERRAINS))


def _no_hide(s: State, seat: int, h: int) -> str:
    return "action.recruited-stays" if v.recruited(s, h) else "action.hide"


def _no_dismissal(s: State, seat: int, h: int) -> str:
    return "terrain.not-dismissed" if h in v.zone(s, seat, t.TERRAINS) else "action.dismiss"


# The rules on a verb, in the order in which one is cited.


def _unlike_others(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    if not rules_of(s).additions:
        return ways
    return [h for h in ways if not v.is_double(s, seat, card_of(s, h, codes))]


def _fitting(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """A hidden Character takes a Supply already (terrene supply.hidden-one)."""
    left, party, sp = v.supply_left(s, seat), v.party(s, seat), rules_of(s).printed[t.Q_SP]
    code, found = s.code, []
    for h in ways:
        if sp[code[h] or codes.get(h, 0)] <= left + (h in party):
            found.append(h)
    return found


def _affordable(s: State, h: int) -> bool:
    return (n := s.num[t.ACTIONS][s.ctrl[h] + 1]) > 1 or v.attack_cost(s, h) <= n


def _holders(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    kids, found = s.kids, []
    for h in ways:
        if h in kids:
            found.append(h)
    return found


def _unused(s: State, h: int, there: Sequence[int]) -> list[int]:
    return [x for x in there if not any([s.face[k] for k in s.kids[h] + s.kids[x]])]


_RECRUITING: Final = (
    Rule("additions.unique-character", ways=_unlike_others),
    Rule("action.spend-free", seat=lambda s, seat: s.num[t.ACTIONS][seat + 1] > 0),
    Rule("supply.recruit-full", ways=_fitting),
)
_ATTACKING: Final = (
    Rule("turn.first-turn-no-attack", seat=lambda s, seat: s.turn > 1),
    Rule("keyword.stun", bars=t.K_STUN),
    Rule("attack.once-per-turn", counted=t.MK_ATTACK, cards=v.attacks_left),
    Rule("keyword.slow", bars=t.K_SLOW, cards=_affordable),
    Rule("action.spend-free", cards=_affordable),
)
_HIDING: Final = (Rule("supply.limit", seat=lambda s, seat: v.supply_left(s, seat) > 0, lasting=True),)
_ASSIGNING: Final = (
    Rule("action.assign", to=each(_PARTY)),
    Rule("item.one-per-character", onto=lambda s, h, there: [x for x in there if x not in s.kids]),
)
_TRADING: Final = (
    Rule("action.trade", to=later(_PARTY)),
    Rule("action.trade-both", ways=_holders),
    Rule("action.trade-both", onto=lambda s, h, there: [x for x in there if x in s.kids]),
    Rule("action.trade", onto=_unused),
)
_DISMISSING: Final = (Rule("status.gained-abilities", bars=t.K_STEADFAST, cards=v.dismissable),)
_BLOCKING: Final = (Rule("defend.hidden-cannot", cards=v.recruited), Rule("keyword.stun", cards=v.can_fight))


class _Payer(AbilityPayer):
    """The price of an ability in Actions, and how often one that costs nothing is used."""

    def overused(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule that limits uses of an ability, "" = none: one that costs nothing is used once in a chain,
        by the additions so is any other."""
        ability, src = way.ability, act[A_SRC]
        assert ability is not None
        times = uses(s, ability, src)
        again = atoms.marked(s, t.P_CHAIN, ability.number, src)
        if not (again or times):
            return ""
        rules = rules_of(s)
        free = not ability.self_cost and not self.cost(s, act, way)
        if again and (free or rules.additions):
            return "additions.single-trigger" if rules.additions else "limit.free-repeat"
        return "limit.free-repeat" if free and times >= rules.figures.free_ability_uses_per_turn else ""

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        """(terrene keyword.resourceful, additions.resourceful-once)"""
        assert way.ability is not None
        holder, cost = s.host[act[A_SRC] & HANDLE_MASK], way.ability.cost
        if not (cost and holder and v.keyword(s, holder, t.K_RESOURCEFUL)):
            return cost
        once = rules_of(s).additions and atoms.marked(s, t.P_TURN, t.MK_RESOURCEFUL, ref(s, holder))
        return cost if once else ()

    def pay(self, s: State, act: Act, way: Way) -> None:
        assert way.ability is not None
        h, cheaper = act[A_SRC] & HANDLE_MASK, self.cost(s, act, way) != way.ability.cost
        super().pay(s, act, way)
        atoms.mark(s, t.P_CHAIN, way.ability.number, act[A_SRC])
        if cheaper:
            atoms.mark(s, t.P_TURN, t.MK_RESOURCEFUL, ref(s, s.host[h]))
        if s.host[h]:
            atoms.turn_face(s, h, True)


class _BannerWays(Abilities):
    """The abilities of a card; a Green one answers nothing."""

    def timed(self, way: Way, now: int) -> str:
        assert isinstance(way.ability, TerreneAbility)
        green = now == W_CHAIN and way.ability.colour == t.GREEN
        return "trigger.green" if green else super().timed(way, now)


class _Use(Use):
    """Abilities of recruited Characters, of what they hold, and of the active Terrain."""

    event = t.E_USED

    def resolve(self, s: State, act: Act) -> None:
        run_ability(s, act)

    def __init__(self) -> None:
        payer = _Payer("counter.charge", "action.use-ability", "limit.once-per-turn")
        limits = (payer.against_limit, payer.overused, payer.against_cost)
        moment = (self.against_moment, self.against_condition)
        rules: tuple[Against, ...] = (self.misplaced, *moment, *limits)
        super().__init__(
            _BannerWays(late="keyword.trap-trigger"),
            payer,
            *rules,
            links=NewestLink(),
            targets=TargetFinder(KEY_MODE),
        )

    def cards(self, s: State, seat: int, codes: Known, now: int) -> list[int]:
        return [*sources.with_burden(s, v.party(s, seat)), *s.zones[seat * t.NZ + t.TERRAINS][-1:]]

    def misplaced(self, s: State, act: Act, way: Way, now: int) -> str:
        """An Item or Command is used by its Character (terrene item.through-character)."""
        h, base = act[A_SRC] & HANDLE_MASK, act[A_SEAT] * t.NZ
        user, zones = s.host[h] or h, s.zones
        if user not in zones[base + t.PARTY]:
            if h not in zones[base + t.TERRAINS]:
                return "item.through-character"
            return "" if h == zones[base + t.TERRAINS][-1] else "terrain.inactive"
        if not s.face[user]:
            return "action.use-ability"
        if user == h:
            return "keyword.silence" if h in (s.index or s.rules.index_of(s)).muted else ""
        cards = rules_of(s).cards
        card, who = cards[s.code[h]], cards[s.code[user]].stats[t.S_CLASS]
        if card.types & t.SPELL and who != t.SPELLCASTER:
            return "keyword.spell"
        if card.stats[t.S_CLASS] not in (0, who):
            return "command.class"
        if card.types & t.TRAP and not v.has_tactician(s, act[A_SEAT]):
            return "keyword.trap-tactician"
        return "keyword.ongoing-ends" if (way.n == 1) == bool(s.face[h]) else ""

    def unmet(self, s: State, act: Act) -> str:
        terrain = v.card_of(s, act[A_SRC] & HANDLE_MASK).types & t.TERRAIN
        return "terrain.affiliation-ability" if terrain else "trigger.basics"

    def strength(self, s: State, h: int) -> int:
        """The LV that its user has now (terrene keyword.spell-strength)."""
        return v.figure(s, s.host[h] or h, t.Q_LV)


USE: Final = _Use()
VERB_TABLE: Final[dict[int, AnyVerb]] = {
    t.V_RECRUIT: Verb(
        _RECRUITABLE, "action.recruit", _RECRUITING, shows=True, cost=((t.ACTIONS, 1),), does=battle.enter
    ),
    t.V_ATTACK: Verb(
        lying(t.PARTY, 1), "attack.declare", _ATTACKING, begins=battle.attack, event=t.E_ATTACKS
    ),
    t.V_USE: USE,
    t.V_TERRAIN: Verb(
        _TERRAINS,
        "terrain.play-or-switch",
        shows=True,
        once=t.MK_TERRAIN,
        does=goes_to(t.TERRAINS, 1),
        done=t.E_TERRAIN,
    ),
    t.V_HIDE: Verb(
        may_be(t.CHARACTER, _HAND),
        _no_hide,
        _HIDING,
        states=t.ST_CHARACTER,
        does=goes_to(t.PARTY, 0),
        done=t.E_HIDDEN,
    ),
    t.V_ASSIGN: Verb(
        may_be(t.HOLDABLE, _HAND),
        "action.assign",
        _ASSIGNING,
        states=t.ST_HELD,
        does=goes_onto(t.HELD, 0),
        done=t.E_ASSIGNED,
    ),
    t.V_TRADE: Verb(
        _PARTY,
        "action.trade",
        _TRADING,
        once=t.MK_TRADE,
        does=instructions.swap,
        done=t.E_TRADED,
    ),
    t.V_DISMISS: Verb(joined(_PARTY, lying_on(_PARTY)), _no_dismissal, _DISMISSING, does=battle.dismiss),
    t.V_BLOCK: Verb(_PARTY, "defend.choose-blocker", _BLOCKING, begins=battle.block, event=t.E_BLOCKS),
    t.V_RUN: Verb(begins=turn.run),
    t.V_END: Verb(),
}
ANSWERS: Final = {
    FREE: tuple(verb for verb in VERB_TABLE if verb != t.V_BLOCK),
    W_CHAIN: (V_PASS, t.V_USE),
    W_SHOW: (V_PASS, t.V_USE),
    t.W_BLOCK: (V_PASS, t.V_BLOCK),
}


def answers(card: Card) -> bool:
    """Whether a card may answer links, as a hidden one may."""
    assert isinstance(card, TerreneCard)
    return not card.code or any(a.colour > t.GREEN for a in card.activated)


def may_answer(s: State, seat: int) -> bool:
    """Whether public facts leave a seat any answer: a face-down card behind a recruited one may be any."""
    code, answering = s.code, rules_of(s).passing[answers]
    for h in USE.cards(s, seat, {}, W_CHAIN):  # noqa: SIM110 - the faster way
        if code[h] in answering:
            return True
    return False


def may_spring(s: State, seat: int) -> bool:
    """Whether a seat may hold a Trap that it could use, as far as the others can see."""
    return v.has_tactician(s, seat) and any(not s.code[h] for h in USE.cards(s, seat, {}, W_SHOW))
