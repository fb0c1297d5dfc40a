"""Normal Attacks, and the Counters that ward off what is on the chain: Shield and Barrier."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fadenet.engine import atoms, chain
from fadenet.engine.acts import A_FLAGS, A_ID, A_MODE, A_SEAT
from fadenet.engine.chain import push
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.state import Act, Known, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, legality, natures, reach, values
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import rules_of

# Normal Attacks (faroe attack.normal-once, chain.start-attack).


def _attackers(s: State, seat: int, codes: Known) -> Ways:
    row = t.BACKUP if rules_of(s).policies.attacks_from_behind(s, seat) else t.FRONT
    return (*combat.in_row(s, seat, row), seat + 1)


def _starts(s: State, seat: int) -> bool:
    return not s.chain


def _free_to_attack(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those whose Attack may be a link now: all where it begins the chain."""
    return [u for u in ways if legality.may_link_attack(s, seat, u)] if s.chain else ways


def _strikes_left(s: State, u: int) -> bool:
    """Whether one more Normal Attack is left to what has Attacked in this turn."""
    r, extra = ref(s, u), legality.strikes(s, u)
    periods = (t.P_TURN, *range(t.P_ROUND, t.P_ROUND + s.seats))
    return sum(atoms.marked(s, period, t.MK_STRIKES, r) for period in periods) < extra


def _attacks_left(s: State, u: int) -> bool:
    """The same where all Attacks together are one a turn."""
    return legality.attacks_once_more(s, u, True)


def _in_reach(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    found: list[tuple[int, Ways]] = []
    for u in ways:
        act = reach.attack_probe(s, seat, u, u, t.M_NORMAL, -1)
        found.append((u, reach.reach(s, seat, natures.locks_on(s, act), act)))
    return found


def target_rule(s: State, act: Act, table: int) -> str:
    """Which rule keeps an Attack from this target."""
    seat = act[A_SEAT]
    if table < 0:
        return reasons.ONE_TARGET
    if not table:
        return reasons.DECLARATION
    if s.rules.side(s, table - 1 if table <= s.seats else s.ctrl[table]) == s.rules.side(s, seat):
        return reasons.ENEMIES_ONLY
    for reason, _ in rules_of(s).points.narrowing:
        if table in reach.in_reach(s, seat, natures.locks_on(s, act), act):
            return reason
    return shut_out(s, act, (table,)) or (reasons.BEHIND if _is_stored(s, table) else reasons.OUT_OF_REACH)


def _is_stored(s: State, table: int) -> bool:
    """Whether this stands in a back row that only Lock-On reaches (fade1 target.reserve-unreachable)."""
    return s.zone[table] >= 0 and s.zone[table] % t.NZ in rules_of(s).policies.lock_on_rows


def shut_out(s: State, act: Act, line: Sequence[int]) -> str:
    """Which rule keeps any action from choosing one of these, "" if none does."""
    for h in line:
        if not reach.touched(s, act, h):
            if s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.ORBIT, t.ADRIFT):
                return reasons.ORBITAL
            kept = reach.withheld(s, act, h, rules_of(s).points.reached)
            return kept or _freed_by(s, act, h) or reasons.IMMUNE
        if reach.is_behind(s, act, h):
            return reasons.BEHIND
        if not reach.targetable(s, act, h):
            return reach.withheld(s, act, h, rules_of(s).points.chosen) or reasons.FORBIDDEN
    return ""


def _freed_by(s: State, act: Act, h: int) -> str:
    """The rule by which this is free of what an action is, beside Immune."""
    for reason, frees in rules_of(s).points.free:
        free: dict[int, int] = {}
        frees(s, (h,), free)
        if free.get(h, 0) & natures.nature(s, act):
            return reason
    return ""


def _strikes(s: State, seat: int, u: int, target: int) -> None:
    """It counts as the Normal Attack of this turn."""
    _strikes_again(s, u)
    atoms.mark(s, t.P_TURN, t.MK_NORMAL, ref(s, u))


def _attacks(s: State, seat: int, u: int, target: int) -> None:
    """It counts as the one Attack of this turn."""
    _strikes_again(s, u)
    legality.count_attack(s, u, t.NORMAL_ATTACK, t.MK_NORMAL)


def _strikes_again(s: State, u: int) -> None:
    """From the second one on it is one that Multistrike adds."""
    r = ref(s, u)
    if atoms.marked(s, t.P_TURN, t.MK_NORMAL, r):
        for counts in rules_of(s).points.struck_again:
            counts(s, u)


def _normal(s: State, act: Act) -> None:
    act[A_MODE] = t.M_NORMAL
    act[A_FLAGS] = t.PHYSICAL
    reach.attack_traits(s, act, -1)


# Shield Counters answer Attacks, Barrier Counters abilities.


def _guard(column: int, mode: int, rule: str, tag: str, works: Callable[[State, Act], None]) -> Verb:
    """Spend a Counter on a card or Player that a link is aimed at."""

    def bear(s: State, seat: int, codes: Known) -> Ways:
        return legality.bearers(s, seat, column) if s.chain else ()

    wanted = t.ATTACK if column == t.SHIELD else 0

    def stops_any(s: State, seat: int) -> bool:
        return any([s.acts[k][A_FLAGS] & (t.ATTACK | t.BLOCKED) == wanted for k in s.chain])

    def aimed_at(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
        links = [(-n, s.acts[k]) for n, k in enumerate(s.chain, 1)]
        open_to = [(x, act) for x, act in links if act[A_FLAGS] & (t.ATTACK | t.BLOCKED) == wanted]
        return [(h, [x for x, act in open_to if reach.aims_at(s, act, h)]) for h in ways]

    def guarded(s: State, act: Act) -> None:
        act[A_MODE] = mode

    return Verb(
        bear,
        rule,
        (
            Rule(rule, onto=lambda s, h, there: [x for x in there if x < 0]),
            Rule(reasons.ORBITAL, cards=lambda s, h: s.zone[h] < 0 or s.rules.on_field[s.zone[h]]),
            Rule(reasons.IMMUNE_BEARER, cards=lambda s, h: not values.ignores(s, h, column)),
            Rule(rule, seat=stops_any),
            Rule(rule, to=aimed_at),
            Rule(
                reasons.WITHSTANDS,
                onto=lambda s, h, there: [
                    x for x in there if not rules_of(s).policies.refuses(s, s.acts[s.chain[-x - 1]], tag)
                ],
            ),
        ),
        self_cost=((column, 1),),
        made=guarded,
        works=works,
    )


# A card or Player that is attacked Defends, unless its Player declines that.


def _fighters(s: State, seat: int, codes: Known) -> Ways:
    return (*combat.characters(s, seat), seat + 1) if s.chain else ()


def _attacks_on(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The Attacks on the chain against which each of these would set its DEF."""
    links = [(-n, s.acts[k]) for n, k in enumerate(s.chain, 1)]
    met = [(x, act, combat.is_attacked(s, act)) for x, act in links if act[A_FLAGS] & t.ATTACK]
    return [(h, [x for x, act, there in met if h in there and _defends(s, act, h)]) for h in ways]


def _defends(s: State, act: Act, h: int) -> bool:
    if atoms.marked(s, t.P_DECLINED, act[A_ID], ref(s, h)):
        return False
    return values.defense(s, h) > 0 and not any([is_open(s, h) for is_open in rules_of(s).points.defenceless])


def _decline(s: State, seat: int, h: int, link: int) -> None:
    """All who may answer are asked anew."""
    push(s, chain.f_linked)
    atoms.mark(s, t.P_DECLINED, s.chain[-link - 1], ref(s, h))
    atoms.emit(s, t.E_DECLINED, h, seat)


DECLINE = Verb(
    _fighters,
    reasons.DECLINE,
    (Rule(reasons.DECLINE, to=_attacks_on),),
    begins=_decline,
    quiet=True,
)


_BUDGETS = {"free": (_strikes_left, _strikes), "one": (_attacks_left, _attacks)}
"""By how many Attacks each has in a turn: whether another Normal Attack is left, and how one counts."""


def normal_attack(budget: str, linked: bool) -> Verb:
    """The verb of Normal Attacks; budget, linked: `Attacks.budget`, `Attacks.normal_links`."""
    left, counts = _BUDGETS[budget]
    starts = () if linked else (Rule(reasons.ATTACK_STARTS, seat=_starts, free=True),)
    return Verb(
        _attackers,
        lambda s, seat, u, table: legality.attacker_refusal(s, seat, u),
        (
            Rule(gate=legality.attacker_refusal),
            Rule(gate=legality.in_person_refusal),
            Rule(reasons.LINKED_ATTACK, ways=_free_to_attack),
            Rule(reasons.NORMAL_ONCE, counted=t.MK_NORMAL, cards=left),
            Rule(
                lambda s, seat, u, table: target_rule(
                    s, reach.attack_probe(s, seat, u, u, t.M_NORMAL, -1), table
                ),
                to=_in_reach,
            ),
        ),
        when=(
            Rule(reasons.NOT_NOW, seat=lambda s, seat: seat == s.active, free=True),
            Rule(reasons.OTHER_PHASE, phases=(t.COMBAT,)),
            *starts,
        ),
        begins=counts,
        made=_normal,
        works=play.strike,
    )


FIGHTING_VERBS = {
    t.V_ATTACK: normal_attack("free", False),
    t.V_SHIELD: _guard(t.SHIELD, t.M_SHIELD, reasons.SHIELD, "block", play.block),
    t.V_BARRIER: _guard(t.BARRIER, t.M_BARRIER, reasons.BARRIER, "negate", play.negate),
}
