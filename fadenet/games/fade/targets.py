"""What an Attack can reach, and what an action may choose: Combat Zone Order, Provoke, Immune, Block and the like."""

from __future__ import annotations

from fadenet.engine.acts import A_FLAGS, A_MODE, A_SEAT, A_SRC, A_TARGETS, A_TRAITS, A_TYPES, A_USER, probe
from fadenet.engine.rules import Ability
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import combat, values
from fadenet.games.fade.tables import (
    ATTACK,
    B_TARGET,
    BACKUP,
    FRONT,
    I_ABILITIES,
    I_ATTACKS,
    I_COUNTER,
    K_IMMUNE,
    K_LOCK_ON,
    K_PROVOKE,
    M_ABILITY,
    M_BARRIER,
    M_NORMAL,
    M_SHIELD,
    M_TRIGGER,
    NZ,
    TRUE,
    UNBLOCKABLE,
)


def enemies(s: State, seat: int) -> list[int]:
    """The seats still in the match that are not on this seat's side."""
    side = s.rules.sides
    return [e for e in range(s.seats) if side[e] != side[seat] and e not in s.out]


def reach(s: State, seat: int, lock_on: bool, act: Act) -> list[int]:
    """What an Attack may be aimed at (faroe target.order, target.several-opponents, keyword.lock-on, keyword.provoke)."""
    foes = enemies(s, seat)
    zones = s.zones
    front = [h for e in foes for h in zones[e * NZ + FRONT]]
    if lock_on:
        found = front + [h for e in foes for h in zones[e * NZ + BACKUP]] + [e + 1 for e in foes]
    elif front:
        found = front + [e + 1 for e in foes if values.last_stand(s, e)]
    else:
        found = [h for e in foes for h in zones[e * NZ + BACKUP]]
        found += [e + 1 for e in foes if not found or values.last_stand(s, e)]
    found = [h for h in found if targetable(s, act, h)]
    provoking = [h for h in found if values.keyword(s, h, K_PROVOKE)]
    return provoking or found


def locks_on(s: State, act: Act) -> bool:
    """Lock-On of the attacker, or printed on the card that attacks (faroe keyword.general)."""
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    if values.keyword(s, user, K_LOCK_ON):
        return True
    return src != user and bool(s.code[src]) and bool(s.rules.cards[s.code[src]].keywords[K_LOCK_ON])


def attack_probe(s: State, seat: int, user: int, src: int, mode: int, number: int) -> Act:
    """A record of an Attack that has not been declared yet."""
    act = probe(seat, s.inst[src] << 16 | src, s.inst[user] << 16 | user, number)
    act[A_FLAGS] = ATTACK
    act[A_MODE] = mode
    return act


def targetable(s: State, act: Act, h: int) -> bool:
    """Whether an action may choose this as a target (faroe keyword.immune, target.recheck)."""
    if values.banned(s, h, B_TARGET):
        return False
    return touched(s, act, h)


def touched(s: State, act: Act, h: int) -> bool:
    """Whether what the action does can affect this at all: nothing that Immune lists does."""
    immune = values.keyword(s, h, K_IMMUNE)
    return not immune or not immune & nature(s, act)


def nature(s: State, act: Act) -> int:
    """What an action is, as the bits that Immune can name."""
    mode = act[A_MODE]
    bits = I_ATTACKS if act[A_FLAGS] & ATTACK else 0
    if mode in (M_NORMAL,):
        return bits | 1
    if mode in (M_ABILITY, M_TRIGGER):
        bits |= I_ABILITIES
    if mode in (M_SHIELD, M_BARRIER):
        return 0
    src = act[A_SRC] & HANDLE_MASK
    code = s.code[src]
    if code:
        card = s.rules.cards[code]
        bits |= card.types & 63
        for k, n in enumerate(card.extra["counters"]):
            if n:
                bits |= 1 << (I_COUNTER + k)
    return bits


def element_bits(s: State, act: Act) -> int:
    """The Elements of an Attack (faroe element.of-attacks, keyword.infused)."""
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    infused = values.infused(s, user)
    if infused:
        return infused
    if act[A_MODE] in (M_NORMAL, M_ABILITY, M_TRIGGER) or src == user:
        return s.rules.null
    return s.rules.cards[s.code[src]].traits or s.rules.null


def type_bits(s: State, number: int) -> tuple[int, int]:
    """(what all hits of an attack share, what any of them has) of the Damage Types."""
    if number < 0:
        return 1, 1
    common, some = 7, 0
    for _, types in s.rules.attacks[number].hits:
        common &= types
        some |= types
    return common, some


def forbids(s: State, act: Act, tag: str) -> bool:
    """Whether the Damage Type of a link keeps it from being Blocked, Deflected or Negated (faroe defend.true-check)."""
    if tag == "negate":
        return bool(act[A_TYPES] & TRUE << 4)
    return bool(act[A_TYPES] & (UNBLOCKABLE | TRUE))


def concerns(s: State, seat: int, act: Act) -> bool:
    """Whether an Attack is going to hit this Player or something this Player controls (faroe defend.whom)."""
    return any(s.ctrl[h] == seat for h in combat.is_attacked(s, act))


def aims_at(s: State, act: Act, h: int) -> bool:
    """Whether a link targets this, as an Attack after its Deflects or as any other action by name."""
    if act[A_FLAGS] & ATTACK:
        return h in combat.is_attacked(s, act)
    return any(r & HANDLE_MASK == h for r in act[A_TARGETS])


def slot_choices(s: State, act: Act, ability: Ability) -> list[tuple[int, ...]]:
    """Every way to choose the targets of an ability, slot after slot, as handles in canonical order."""
    lines: list[tuple[int, ...]] = [()]
    for slot in ability.slots:
        grown: list[tuple[int, ...]] = []
        for line in lines:
            act[A_TARGETS] = tuple(s.inst[h] << 16 | h for h in line)
            if slot.reach:
                there = reach(s, act[A_SEAT], locks_on(s, act), act)
            else:
                there = slot.candidates(s, act)
                if not slot.untargeted:
                    there = [h for h in there if targetable(s, act, h)]
            there = [h for h in there if h not in line]
            grown.extend((*line, *pick) for pick in _picks(s, there, slot.lo, slot.hi, slot.reach, act))
            if len(grown) > s.rules.choices_max:
                break
        lines = grown[: s.rules.choices_max]
    act[A_TARGETS] = ()
    return lines


def _picks(s: State, there: list[int], lo: int, hi: int, ordered: bool, act: Act) -> list[tuple[int, ...]]:
    """The ways to pick lo to hi of these: in any order for an Attack, ascending for anything else."""
    found: list[tuple[int, ...]] = [()] if lo == 0 else []
    layer: list[tuple[int, ...]] = [()]
    for n in range(1, hi + 1):
        grown = []
        for line in layer:
            rest = there
            if ordered and line:
                rest = _provoked_first(s, line, act)
            for i, h in enumerate(rest):
                if h in line or (not ordered and line and i <= there.index(line[-1])):
                    continue
                grown.append((*line, h))
        layer = grown
        if n >= lo:
            found.extend(layer)
    return found


def _provoked_first(s: State, line: tuple[int, ...], act: Act) -> list[int]:
    """What the next target of one Attack may be: cards with Provoke before others (faroe keyword.provoke-details)."""
    foes = enemies(s, act[A_SEAT])
    front = [h for e in foes for h in s.zones[e * NZ + FRONT]]
    if locks_on(s, act):
        found = front + [h for e in foes for h in s.zones[e * NZ + BACKUP]] + [e + 1 for e in foes]
    elif front:
        found = front + [e + 1 for e in foes if values.last_stand(s, e)]
    else:
        found = [h for e in foes for h in s.zones[e * NZ + BACKUP]] + [e + 1 for e in foes]
    found = [h for h in found if h not in line and targetable(s, act, h)]
    return [h for h in found if values.keyword(s, h, K_PROVOKE)] or found


def attack_traits(s: State, act: Act, number: int) -> None:
    """Fill in the Elements and Damage Types of an Attack that is being declared."""
    common, some = type_bits(s, number)
    act[A_FLAGS] |= ATTACK
    act[A_TYPES] = common | some << 4
    act[A_TRAITS] = element_bits(s, act)
