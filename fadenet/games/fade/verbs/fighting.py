"""Normal Attacks, and the rules that keep an action from a target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_MODE, A_SEAT
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.state import Act, Known, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, legality, natures, reach
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
        found.append((u, reach.reach(s, seat, natures.reaches_far(s, act), act)))
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
        if table in reach.in_reach(s, seat, natures.reaches_far(s, act), act):
            return reason
    return shut_out(s, act, (table,)) or (reasons.BEHIND if _is_stored(s, table) else reasons.OUT_OF_REACH)


def _is_stored(s: State, table: int) -> bool:
    """Whether this stands in a back row that only Lock-On reaches (fade1 target.reserve-unreachable)."""
    return s.zone[table] >= 0 and s.zone[table] % t.NZ in rules_of(s).policies.far_rows


def shut_out(s: State, act: Act, line: Sequence[int]) -> str:
    """Which rule keeps any action from choosing one of these, "" if none does."""
    for h in line:
        if not reach.touched(s, act, h):
            kept = legality.in_orbit(s, h) or reach.withheld(s, act, h, rules_of(s).points.reached)
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


_BUDGETS: Final = {"free": (_strikes_left, _strikes), "one": (_attacks_left, _attacks)}
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
