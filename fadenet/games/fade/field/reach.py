"""The targets of Attacks and other actions: Combat Zone Order, Immune, Block ..."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_ABILITY,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TRAITS,
    A_TYPES,
    A_X,
    probe,
)
from fadenet.engine.card import Slot
from fadenet.engine.language.filters import enemies
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import amounts, board, combat, natures, values
from fadenet.games.fade.points import Keeping
from fadenet.games.fade.typed import FadeCard, rules_of

_AWAY: Final = frozenset({t.ORBIT, t.ADRIFT})
_BANNED: Final = t.Q_FORBID + t.B_TARGET
# A bit of every action but a Legend's personal ones, and a bit of every action.
_AIMED: Final = 1 << len(t.IMMUNITIES)
_ANY: Final = 2 << len(t.IMMUNITIES)


def reach(s: State, seat: int, far: bool, act: Act) -> list[int]:
    """The possible targets of an Attack, those in reach as far as no feature narrows them down."""
    found = in_reach(s, seat, far, act)
    for _, left in rules_of(s).points.narrowing:
        found = left(s, found)
    return found


def in_reach(s: State, seat: int, far: bool, act: Act) -> list[int]:
    """The targets that Combat Zone Order leaves open (faroe target.order, target.several-opponents,
    keyword.lock-on).
    """
    lines = rules_of(s).policies.lines(enemies(s, seat))
    return choosable(s, act, [h for line in lines for h in _in_line(s, seat, line, far)])


def _one_line(foes: Sequence[int]) -> Sequence[Sequence[int]]:
    """All of them together (faroe target.several-opponents)."""
    return (foes,)


def _line_each(foes: Sequence[int]) -> Sequence[Sequence[int]]:
    """Each by itself (fade2 target.zone-order)."""
    return [(foe,) for foe in foes]


LINES: Final = {"all": _one_line, "each": _line_each, "any": _line_each}
"""Those of some enemies whose groups are one, by the edition's word."""


def _in_line(s: State, seat: int, foes: Sequence[int], far: bool) -> list[int]:
    """The first of their rows that is not empty, and Players that nothing shields.

    A card there that the own side controls is not an enemy, and shields nobody (fade2 keyword.neutrality).
    """
    zones, found = s.zones, []
    for row, foremost in rules_of(s).policies.zone_order:
        there = [h for e in foes for h in zones[e * t.NZ + row] if not foremost or board.is_foremost(s, h)]
        if rules_of(s).points.controllers:
            there = [h for h in there if s.rules.opposed(s, seat, s.ctrl[h])]
        if there and not far:
            return there + [e + 1 for e in foes if values.last_stand(s, e)]
        if not foremost:
            found += there
    for row in rules_of(s).policies.far_rows if far else ():
        behind = [h for e in foes for h in zones[e * t.NZ + row]]
        found += [h for h in behind if s.rules.opposed(s, seat, s.ctrl[h])]
    return found + [e + 1 for e in foes]


def attack_probe(s: State, seat: int, user: int, src: int, mode: int, number: int) -> Act:
    """A record of an Attack that has not been declared yet."""
    act = probe(seat, s.inst[src] << 16 | src, s.inst[user] << 16 | user, number)
    act[A_FLAGS] = t.ATTACK | (t.PHYSICAL if mode == t.M_NORMAL else 0)
    act[A_MODE] = mode
    return act


def targetable(s: State, act: Act, h: int) -> bool:
    """Whether an action may choose this as a target (faroe keyword.immune, target.recheck)."""
    if values.banned(s, h, t.B_TARGET) and not natures.personal(s, act):
        return False
    for _, left in rules_of(s).points.chosen:
        if not left(s, act, [h]):
            return False
    if is_behind(s, act, h):
        return False
    return touched(s, act, h)


def withheld(s: State, act: Act, h: int, keeping: Iterable[Keeping]) -> str:
    """The first reason for which one of these keeps an action from this, "" = none does."""
    for reason, left in keeping:
        if not left(s, act, [h]):
            return reason
    return ""


def is_behind(s: State, act: Act, h: int) -> bool:
    """Whether this is an enemy in a back row that an Attack without Lock-On does not reach (fade1
    target.reserve-unreachable, target.gone-or-illegal).
    """
    rows = rules_of(s).policies.far_rows
    if not rows or not act[A_FLAGS] & t.ATTACK:
        return False
    there = s.zone[h] >= 0 and s.zone[h] % t.NZ in rows and combat.is_foe(s, act, h)
    return there and not natures.reaches_far(s, act)


def choosable(s: State, act: Act, there: list[int]) -> list[int]:
    """Those of these that an action may choose as its targets."""
    guarded = shields(s, there)
    found = unshielded(s, act, there, guarded) if guarded else there
    points = rules_of(s).points
    for _, left in points.reached:
        found = left(s, act, found)
    for _, left in points.chosen:
        found = left(s, act, found)
    return found


def attach_act(s: State, seat: int, h: int, card: FadeCard) -> Act:
    """The record by which an Augment or Equip card looks for what it may be attached to."""
    act = probe(seat, s.inst[h] << INST_SHIFT | h, s.inst[seat + 1] << INST_SHIFT | seat + 1, -1)
    act[A_MODE] = (t.AUGMENT if card.types & t.AUGMENT else t.ITEM).bit_length() - 1
    return act


def hosts(s: State, seat: int, h: int, card: FadeCard) -> list[int]:
    """The cards and Players to which an Augment or Equip card may be attached (faroe augment.whom,
    keyword.equip).
    """
    act = attach_act(s, seat, h, card)
    return choosable(s, act, card.attach(s, act)) if card.attach is not None else []


def may_bear(s: State, seat: int, h: int, card: FadeCard, host: int) -> bool:
    """Whether an Augment or Equip card may be attached to this."""
    act = attach_act(s, seat, h, card)
    if card.attach is None or host not in card.attach(s, act):
        return False
    return bool(choosable(s, act, [host]))


def shields(s: State, there: list[int]) -> dict[int, int]:
    """Which of these some actions cannot choose, with the bits of `nature` that are kept away."""
    zone = s.zone
    found = values.immunities(s, there)
    if any(s.zones[t.ORBIT :: t.NZ]):
        for h in there:
            if zone[h] >= 0 and zone[h] % t.NZ in _AWAY:
                found[h] = _ANY
    if rules_of(s).opponent.is_nobody(s, s.seats) and s.seats in there:
        found[s.seats] = _ANY
    if s.out:
        found.update((h, _ANY) for h in there if is_lost(s, h))
    if _BANNED in (s.index or s.rules.index_of(s)).changes:
        for h, n in values.change_all(s, _BANNED, dict.fromkeys(there, 0)).items():
            if n > 0:
                found[h] = found.get(h, 0) | _AIMED
    return found


def unshielded(s: State, act: Act, there: list[int], guarded: dict[int, int]) -> list[int]:
    """Those of these that their `shields` do not keep from an action."""
    bits = natures.nature(s, act) | _ANY
    if not natures.personal(s, act):
        bits |= _AIMED
    return [h for h in there if h not in guarded or not guarded[h] & bits]


def open_to_attaching(card: FadeCard, there: list[int], guarded: dict[int, int]) -> list[int]:
    """Those of these that their `shields` do not keep from a card that is moved to them."""
    bits = card.nature | card.marks | _ANY | _AIMED
    return [h for h in there if not guarded.get(h, 0) & bits]


def touched(s: State, act: Act, h: int) -> bool:
    """Whether the action can affect this at all: not if Immune lists it, nor what is Orbital or has lost."""
    if (s.zone[h] >= 0 and s.zone[h] % t.NZ in _AWAY) or (s.out and is_lost(s, h)):
        return False
    for _, left in rules_of(s).points.reached:
        if not left(s, act, [h]):
            return False
    if rules_of(s).opponent.is_nobody(s, h):
        return False
    immune = values.keyword(s, h, t.K_IMMUNE)
    return not immune or not immune & natures.nature(s, act)


def is_lost(s: State, h: int) -> bool:
    """Whether this is a Player who has lost, or a card that leaves with one (faroe format.elimination)."""
    owner, ctrl = (h - 1, h - 1) if h <= s.seats else (s.owner[h], s.ctrl[h])
    return owner in s.out or ctrl in s.out


def type_bits(s: State, number: int, down: int = 0) -> tuple[int, int]:
    """(what all hits of an attack share, what any of them has) of the Damage Types, some steps down."""
    if number < 0:
        return t.BASIC, t.BASIC
    common, some = (1 << len(t.DAMAGE_TYPES)) - 1, 0
    for _, types in rules_of(s).attacks[number].hits:
        if down:
            types = amounts.lowered(s, types, down)
        common &= types
        some |= types
    return common, some


def forbids(s: State, act: Act, tag: str) -> bool:
    """Whether a link's Damage Type keeps it from being Blocked or the like (faroe defend.true-check)."""
    if natures.personal(s, act):
        return True
    withstood = rules_of(s).policies.withstood[tag]
    return bool(act[A_TYPES] & (withstood if tag in ("block", "deflect") else withstood << 4))


def _judged_later(s: State, act: Act, tag: str) -> bool:
    """A link that a defence does not stop may still be downgraded first, and a defence that does not work is
    used up (fade2 damage.class-matrix, fade1 defend.judged-on-resolution).
    """
    return natures.personal(s, act)


JUDGED: Final = {"play": forbids, "resolution": _judged_later}
"""Whether a defence is not even played against a link, by when its Damage Type is judged."""


def block_hit(s: State, act: Act) -> None:
    """The hit numbered `A_X` of the answered Attack deals 0 damage, if its Damage Type lets it now.

    fade1 defend.block-all-hits, defend.judged-on-resolution
    """
    other = s.acts.get(act[A_LINK])
    if other is None or natures.personal(s, other):
        return
    number, hit, part = combat.strikes(s, other)[act[A_X] - 1]
    if not amounts.hit_types(s, other, number, hit, t.DOWN) & rules_of(s).policies.withstood["block"]:
        atoms.mark(s, t.P_STOPPED, other[A_ID], combat.left_of(number, hit, part))
        atoms.emit(s, t.E_HIT_BLOCKED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID], act[A_X])


def downgrade(s: State, act: Act) -> None:
    """The answered Attack is one step weaker (fade2 damage.downgrade)."""
    other = s.acts.get(act[A_LINK])
    if other is None or not other[A_FLAGS] & t.ATTACK or natures.personal(s, other):
        return
    number, extra = -1, 0
    if other[A_ABILITY] >= 0:
        ability = rules_of(s).abilities[other[A_ABILITY]]
        number, extra = ability.attack_number, ability.types
    down = min((other[A_TYPES] >> t.DOWN & 3) + 1, len(rules_of(s).policies.ladder) - 1)
    common, some = type_bits(s, number, down)
    common |= amounts.lowered(s, extra & 15, down)
    some |= amounts.lowered(s, extra >> 4, down)
    other[A_TYPES] = common | some << 4 | down << t.DOWN | other[A_TYPES] & ~((4 << t.DOWN) - 1)
    atoms.emit(s, t.E_DOWNGRADED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def concerns(s: State, seat: int, act: Act) -> bool:
    """Whether an Attack is going to hit this Player or something this Player controls (faroe defend.whom)."""
    return any(s.ctrl[h] == seat for h in combat.is_attacked(s, act))


def aims_at(s: State, act: Act, h: int) -> bool:
    """Whether a link targets this, as an Attack after its Deflects or as any other action by name."""
    if act[A_FLAGS] & t.ATTACK:
        return h in combat.is_attacked(s, act)
    return any(r & HANDLE_MASK == h for r in act[A_TARGETS])


def open_to(s: State, act: Act, slot: Slot) -> list[int]:
    """The targets that may be chosen next for a slot; a Deflect only names where the Attack can be sent."""
    if slot.reach:
        there = next_in_reach(s, act, slot)
    else:
        there = slot.candidates(s, act)
        if not slot.untargeted:
            there = [h for h in choosable(s, act, there) if not is_behind(s, act, h)]
            there = [h for h in there if keeps_order(s, act, (h,))]
    if act[A_LINK]:
        ability = rules_of(s).abilities[act[A_ABILITY]]
        if "deflect" in ability.tags and slot is ability.slots[-1]:
            there = sendable(s, act, there)
    return there


def sendable(s: State, act: Act, there: Sequence[int]) -> list[int]:
    """Those of these to which a Deflect may send the part that it takes of the answered Attack.

    These are Characters and Players that the Attack can affect, but for those at whom the part is aimed
    already, and for who stands in a row that only Lock-On reaches, even if the Attack has it.

    faroe defend.deflect-choice, fade2 defend.deflect, fade1 defend.deflect-target
    """
    other, shut = s.acts[act[A_LINK]], rules_of(s).policies.far_rows
    part = act[A_X] or next(iter(combat.parts(s, act[A_SEAT], other)), 0)
    aimed = combat.sent_to(s, other, other[A_TARGETS][part - 1]) if 0 < part <= len(other[A_TARGETS]) else ()
    rows = [row for row in board.ROWS if row not in shut]
    found = choosable(s, other, [h for h in there if h not in aimed])
    return [h for h in found if h <= s.seats or (not s.host[h] and s.zone[h] % t.NZ in rows)]


def _only_targets(s: State, act: Act) -> None:
    """It is targeted, as all that links name (faroe defend.deflect-choice)."""


def _attacks_another(s: State, act: Act) -> None:
    """It is attacked by the Attack that is answered (fade2 defend.deflect-consequences)."""
    other = s.acts[act[A_LINK]]
    for r in act[A_TARGETS][-1:]:
        atoms.emit(s, t.E_ATTACKED, r & HANDLE_MASK, other[A_SEAT], other[A_ID])


DEFLECTED: Final = {"targeted": _only_targets, "attacked": _attacks_another}
"""The event that happens to the one whom a Deflect names, by the edition's word."""


def next_in_reach(s: State, act: Act, slot: Slot) -> list[int]:
    """The possible next targets where reach is needed (faroe target.reach-needed)."""
    line = [r & HANDLE_MASK for r in act[A_TARGETS]]
    allowed = slot.candidates(s, act)
    near = in_reach(s, act[A_SEAT], natures.reaches_far(s, act), act)
    found = [h for h in near if h in allowed and h not in line]
    if line:
        found = rules_of(s).policies.next_targets(s, line[0], found)
    for _, left in rules_of(s).points.narrowing if act[A_FLAGS] & t.ATTACK else ():
        found = left(s, found)
    return found


def _any_enemys(s: State, first: int, there: list[int]) -> list[int]:
    """All of them, whichever enemy's they are (faroe attack.several-targets)."""
    return there


def _one_enemys(s: State, first: int, there: list[int]) -> list[int]:
    """Those of the enemy whose the first one is (fade2 target.multi-targets)."""
    side = _side_of(s, first)
    return [h for h in there if _side_of(s, h) == side]


NEXT_TARGETS: Final = {"all": _any_enemys, "each": _one_enemys, "any": _any_enemys}
"""Those of these that an Attack may name beside its first target, by whose rows are in reach."""


def keeps_order(s: State, act: Act, line: Sequence[int]) -> bool:
    """Whether an Attack without hits aims at no enemy beyond its reach (fade2 target.order-scope)."""
    if not combat.is_hitless(s, act):
        return True
    near = in_reach(s, act[A_SEAT], natures.reaches_far(s, act), act)
    return all(h in near or not combat.is_foe(s, act, h) for h in line)


def _side_of(s: State, h: int) -> int:
    """On whose side of the field a Character or Player is."""
    return h - 1 if h <= s.seats else s.zone[h] // t.NZ


def attack_traits(s: State, act: Act, number: int) -> None:
    """Fill in the Elements and Damage Types of an Attack that is being declared."""
    common, some = type_bits(s, number)
    act[A_FLAGS] |= t.ATTACK
    act[A_TYPES] = common | some << 4
    act[A_TRAITS] = natures.element_bits(s, act)
