"""The victims of an action: its target as long as there is one, all whom it may hurt, and how much.

Whether an action is an attack is asked here alone (prelude turn.what-is-attack): of weapons and strikes it is
the target, of anything else whatever its ability can do, by whichever way it may go.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_SEAT, A_SRC, A_TARGETS, A_VERB
from fadenet.engine.card import Instruction, Select
from fadenet.engine.chain import V_TRIGGER
from fadenet.engine.language.effects import do_with
from fadenet.engine.language.instructions import do_pick
from fadenet.engine.policies import ATTACKED, TOUCHED, UNTOUCHED
from fadenet.engine.standing import LEAST_MAX, is_away, meets
from fadenet.engine.state import HANDLE_MASK, Act, State, alive, ref
from fadenet.games.prelude import harm
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.outlook import NOTHING, origins, possible, rehearse
from fadenet.games.prelude.typed import PreludeRules, rules_of

_NO_USES: Final[tuple[int, ...]] = (V_TRIGGER, t.V_SPRING)
"""The verbs of triggered abilities and of traps, which are not attacks."""


def by_weapon(act: Act) -> bool:
    """Whether an attack is one that can be parried and that armour stops (prelude defend.parry)."""
    return act[A_VERB] in (t.V_ATTACK, t.V_STRIKE)


def hurting(rules: PreludeRules, program: int) -> tuple[Select, ...]:
    """The selectors of those to whom a program may deal damage, one for each time that it deals any.

    Where it lets choose while it runs, and may hurt what is chosen, those who may not be attacked are not
    offered from now on, just as they may not be targets.
    """
    code = rules.programs[program]
    sites, made = [at for at, one in enumerate(code) if _is_damage(one)], origins(code)
    for at in sorted({at for site in sites for at in made[site]} - {NOTHING}):
        run, arguments = code[at]
        if run is do_pick:
            pick, lo, hi = rules.choices[arguments[1]]
            rules.choices[arguments[1]] = partial(_open_to_attack, pick), lo, hi
    return tuple([possible(rules, code, at, code[at][1][1]) for at in sites])


def _open_to_attack(pick: Select, s: State, act: Act) -> list[int]:
    """Those of others who may be attacked, and one's own; if there are none, all, of whom none is hurt."""
    found, seat = pick(s, act), act[A_SEAT]
    if act[A_VERB] in _NO_USES:
        return found
    return [h for h in found if s.ctrl[h] == seat or not v.may_be_attacked(s, seat, s.ctrl[h])] or found


def _is_damage(instruction: Instruction) -> bool:
    run, arguments = instruction
    return run is do_with and arguments[0] is harm.damage


def is_fighter(s: State, h: int) -> bool:
    """Whether this is a character that is still in, by its body, or a minion in play."""
    if h <= s.seats:
        return h - 1 not in s.out
    return s.zone[h] >= 0 and s.zone[h] % t.NZ == t.MINIONS


def victims(s: State, act: Act) -> list[int]:
    """Those of others on whom an action is an attack: the target of a weapon or strike, all to whom an
    ability could deal damage, by any of its branches, chosen or not, now or while it runs (prelude
    turn.what-is-attack). A triggered ability is not an attack, nor is a trap."""
    if by_weapon(act):
        return [h for h in (target_of(s, act),) if h]
    if act[A_ABILITY] < 0 or act[A_VERB] in _NO_USES:
        return []
    found = [h for pick in rules_of(s).abilities[act[A_ABILITY]].hurts for h in pick(s, act)]
    return [h for h in dict.fromkeys(found) if s.ctrl[h] != act[A_SEAT] and is_fighter(s, h)]


def leaves_be(s: State, seat: int, window: int, act: Act) -> bool:
    """Whether a seat that is away does not guard or defend against this attack."""
    return bool(s.passes) and is_away(s, seat, window, stake_in(s, seat, act))


def is_met(s: State, seat: int, act: Act) -> bool:
    """Whether a seat that is away parries and evades this attack as long as it would hurt."""
    return bool(s.passes) and meets(s, seat, t.W_DEFENCE, stake_in(s, seat, act))


def stake_in(s: State, seat: int, act: Act) -> int:
    """The stake of a seat in an action, see `Stakes.stake`: an attack on something of its own with the damage
    that it would deal, `LEAST_MAX` where that is open; or another's that is on it, or on nobody by name."""
    if act[A_SEAT] == seat:
        return UNTOUCHED
    attacked = victims(s, act)
    mine = [threatens(s, act, h) for h in attacked if s.ctrl[h] == seat]
    if mine:
        return ATTACKED + sum(LEAST_MAX if n is None else max(n, 0) for n in mine)
    on = {s.ctrl[h] for h in (*attacked, *[r & HANDLE_MASK for r in act[A_TARGETS]])}
    return TOUCHED if seat in on or (not on and act[A_ABILITY] >= 0) else UNTOUCHED


def barred(s: State, act: Act) -> str:
    """The rule against an attack on one of those whom an action is on (prelude turn.first-no-attack,
    setup.agreement-kinds, format.melee-grace); "" = none."""
    against = [v.may_be_attacked(s, act[A_SEAT], s.ctrl[h]) for h in victims(s, act)]
    return next(filter(None, against), "")


def bars(s: State, act: Act, h: int) -> bool:
    """Whether one more target of an action would be attacked who may not be."""
    if s.ctrl[h] == act[A_SEAT] or not v.may_be_attacked(s, act[A_SEAT], s.ctrl[h]):
        return False
    aimed = act[:]
    aimed[A_TARGETS] = (*act[A_TARGETS], ref(s, h))
    return h in victims(s, aimed)


def target_of(s: State, act: Act) -> int:
    """The target under attack, if both are there (prelude suspend.target-gone, minion.death); 0 = none."""
    if not act[A_TARGETS] or not harm.is_in_place(s, act):
        return 0
    r = act[A_TARGETS][0]
    h: int = r & HANDLE_MASK
    return h if alive(s, r) and is_fighter(s, h) else 0


def stands(s: State, act: Act) -> bool:
    """Whether an action can still do anything: its card and who performs it are in place, and its first
    target is there, and still one that its card may choose (prelude suspend.target-gone,
    timing.comes-to-nothing)."""
    if not harm.is_in_place(s, act):
        return False
    if not act[A_TARGETS]:
        return True
    r = act[A_TARGETS][0]
    h = r & HANDLE_MASK
    if not alive(s, r) or not v.affected(s, act, h):
        return False
    chosen = act[A_ABILITY] >= 0 and not act[A_FLAGS] & t.F_GUARDED
    return not chosen or h in rules_of(s).abilities[act[A_ABILITY]].slots[0].candidates(s, act)


def strength(s: State, act: Act) -> int:
    """The strength of a weapon attack (prelude attack.strength)."""
    h = act[A_SRC] & HANDLE_MASK
    if act[A_VERB] == t.V_STRIKE:
        return rules_of(s).figures.unarmed_attack
    n = v.figure(s, h, t.Q_ATTACK)
    card = v.card_of(s, h)
    return n + v.edge(s, act[A_SEAT], card) if card.types & t.WEAPON else n


def threatens(s: State, act: Act, h: int) -> int | None:
    """The damage that an action would deal to one of those whom it is on, as things stand and before any
    defence; None where that hangs on what is chosen, drawn or tossed before it is dealt."""
    if by_weapon(act):
        return strength(s, act)
    parts: list[int] = []

    def comes(s: State, act: Act, instruction: Instruction) -> None:
        if _is_damage(instruction):
            _, pick, amount = instruction[1]
            if h in pick(s, act) and not harm.is_spared(s, act, h):
                parts.append(amount(s, act) + (0 if parts else harm.edge_on(s, act, h)))

    program = rules_of(s).abilities[act[A_ABILITY]].program
    code = rules_of(s).programs[program]
    left = rehearse(s, act, program, comes)
    return None if any(_is_damage(code[at]) for at in left) else sum(parts)
