"""What a Player may do right now: the same tests list the legal moves and refuse the others with a rule id.

A move is a tuple (verb, card, arguments ...). Arguments are handles, -n for link n of the running chain, or a
pair (key, value). Each `..._refusal` returns the id of the rule that forbids something, or "".
"""

from __future__ import annotations

from itertools import compress

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_LINK, A_MODE, A_USER, probe
from fadenet.engine.kernel import ask_of
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    HANDLE_MASK,
    INST_SHIFT,
    Act,
    State,
    is_automaton,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade.field import combat, reach, values
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    ADRIFT,
    ATTACK,
    B_ACT,
    B_ACTIVATE,
    B_ANSWER,
    B_ATTACK,
    BACKUP,
    COMBAT,
    FRONT,
    HAND,
    ITEM,
    K_FLASH,
    K_SURPRISE,
    KEY_PART,
    M_ABILITY,
    MK_ABILITY,
    NZ,
    ORBIT,
    P_TURN,
    Q_COST,
    Q_MAY_ATTACK,
    REACTION,
    S_COST,
    SKILL,
    TP,
    ZONE,
)
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of


def window_of(s: State, seat: int) -> int:
    """The window of the seat's ask, -1 for the turn player's free choice."""
    a = ask_of(s, seat)
    return -1 if a is None or a.kind == ACT else a.window


def cost(s: State, h: int, card: FadeCard) -> int:
    """TP that a card costs (faroe card.cost, value.minimum)."""
    n = card.stats[S_COST]
    if Q_COST in (s.index or s.rules.index_of(s)).changes:
        n = values.changed(s, h, Q_COST, n)
    return max(n, 0)


# Attacks.


def attack_refusal(s: State, u: int) -> str:
    """What keeps a card or Player from Attacking, however the Attack begins: by a move or by itself.

    faroe combat.backup-cannot-attack, keyword.orbital, keyword.paralyze-details, card.cannot-beats-can
    """
    if u > s.seats:
        kind = s.zone[u] % NZ if s.zone[u] >= 0 else -1
        if kind != FRONT:
            return {BACKUP: reasons.BACK_ROW, ORBIT: reasons.ORBITAL}.get(kind, reasons.NO_FIGHTER)
    if values.banned(s, u, B_ATTACK) or values.banned(s, u, B_ACT):
        return reasons.CANNOT_ACT
    return ""


def attacker_refusal(s: State, seat: int, u: int) -> str:
    """What keeps a card or Player from Attacking now by its Player's choice; 0 = none was named."""
    if not u or s.ctrl[u] != seat:
        return reasons.DECLARATION
    why = attack_refusal(s, u)
    if not why and u > s.seats and s.since[u] == s.turn and not values.keyword(s, u, K_FLASH):
        return reasons.FRESH
    return why


def in_person_refusal(s: State, seat: int, u: int) -> str:
    """What keeps a Player from an Attack without a card of the Player's own (faroe attack.player)."""
    if u > s.seats or s.code[u] or values.last_stand(s, seat) or values.changed(s, u, Q_MAY_ATTACK, 0):
        return ""
    return reasons.IN_PERSON


def user_refusal(s: State, seat: int, user: int, how: str, attack: bool) -> str:
    """What keeps a Character or Player from using a card, or a card with Replay once more."""
    attached = how in ("attached", "surprise")
    if attached and values.banned(s, user, B_ANSWER):
        return reasons.CANNOT_ACT
    if user > s.seats and values.cannot_act(s, user):
        return reasons.CANNOT_ACT
    return attacker_refusal(s, seat, user) if attack else ""


# Using Skills, Reactions, Surprise and Contingency cards.


def place_of(s: State, seat: int, h: int, card: FadeCard) -> tuple[int, str]:
    """Who would use this card and from where: (user, "attached", "hand", "contingency" or "surprise").

    The user 0 means that it cannot be used from where it is; the word is then the rule id.
    """
    host = s.host[h]
    contingent = card.contingency
    if host and s.role[h] == ATTACHED and s.ctrl[h] == seat:
        if host <= s.seats:
            if card.keywords[K_SURPRISE]:
                return seat + 1, "surprise"
            return 0, reasons.SURPRISE
        if s.ctrl[host] != seat:
            return 0, reasons.OTHER_CONTROLLER
        if s.face[h]:
            return 0, reasons.ATTACH
        if not s.rules.on_field[s.zone[h]]:
            return 0, reasons.ORBITAL
        return host, "attached"
    if s.zone[h] == seat * NZ + HAND:
        if card.types & (SKILL | REACTION) and (is_automaton(s, seat) or values.last_stand(s, seat)):
            return seat + 1, "hand"
        if contingent is not None:
            return seat + 1, "contingency"
        return 0, reasons.FROM_HAND
    return 0, reasons.NOT_NOW


def use_refusal(s: State, seat: int, h: int, card: FadeCard, as_type: int) -> tuple[str, int]:
    """(rule that forbids using the card in this way or "", its user)."""
    user, how = place_of(s, seat, h, card)
    if not user:
        return how, 0
    if not card.types & as_type or as_type not in (SKILL, REACTION, ITEM):
        return reasons.OTHER_TYPE, user
    contingent = card.contingency
    by_contingency = contingent is not None and contingent(s, probe(seat, ref(s, h), ref(s, user), -1))
    if how == "contingency" and not by_contingency:
        return reasons.CONTINGENCY, user
    surprise = card.surprise
    if how == "surprise" and surprise and not surprise(s, probe(seat, ref(s, h), ref(s, user), -1)):
        return reasons.SURPRISE, user
    why = _timing(s, seat, card, as_type, how, by_contingency)
    if why:
        return why, user
    why = user_refusal(s, seat, user, how, card.attack and as_type != ITEM)
    if why:
        return why, user
    if s.num[TP][seat + 1] < cost(s, h, card):
        return reasons.TOO_DEAR, user
    return "", user


def _timing(s: State, seat: int, card: FadeCard, as_type: int, how: str, by_contingency: bool) -> str:
    """Whether this is a moment for such a card."""
    if as_type == ITEM:
        if s.chain:
            return reasons.ITEM_STARTS
        return "" if how == "surprise" or (by_contingency and how != "contingency") else reasons.ITEM_MOMENT
    if card.use is not None and card.use.answers is not None:
        return "" if s.chain else reasons.MUST_LINK
    if how == "surprise" or by_contingency:
        return ""
    own = seat == s.active and s.phase == COMBAT
    if as_type == SKILL:
        if seat != s.active:
            return reasons.OWN_TURN
        return "" if own and (s.chain or window_of(s, seat) < 0) else reasons.OTHER_PHASE
    if s.chain:
        return ""
    return "" if own and window_of(s, seat) < 0 else reasons.REACTION_START


def links_for(s: State, seat: int, h: int, user: int, ability: FadeAbility, anyone: bool) -> list[int]:
    """Positions (1 = first) of the links that an answer may name (faroe defend.which-link, defend.whom)."""
    if ability.answers is None:
        return [0]
    seen = probe(seat, ref(s, h), ref(s, user), ability.number)
    found = []
    guards = ability.tags & {"block", "deflect", "counter"}
    for at, k in enumerate(s.chain):
        other = s.acts[k]
        if not ability.answers(s, seen, k):
            continue
        if guards and not anyone and not reach.concerns(s, seat, other):
            continue
        if any(reach.forbids(s, other, tag) for tag in ability.tags & {"block", "deflect", "negate"}):
            continue
        if ability.counters and not _can_counter(s, seen, ability, other):
            continue
        found.append(at + 1)
    return found


def _can_counter(s: State, seen: Act, ability: FadeAbility, other: Act) -> bool:
    """Whether the attacker is there to be struck (faroe defend.counter-target, target.chosen-when)."""
    seen[A_FLAGS] = ATTACK
    seen[A_MODE] = M_ABILITY if ability.kind == "activate" else REACTION.bit_length() - 1
    return not combat.performer_gone(s, other) and reach.targetable(s, seen, other[A_USER] & HANDLE_MASK)


def part_choices(s: State, seat: int, ability: FadeAbility, link: int) -> list[tuple[object, ...]]:
    """The part of an Attack that a Deflect takes, to be named only if there are several."""
    if "deflect" in ability.tags and link:
        parts = combat.parts(s, seat, s.acts[s.chain[link - 1]])
        if len(parts) > 1:
            return [((KEY_PART, n),) for n in parts]
    return [()]


def use_act(s: State, seat: int, h: int, user: int, ability: FadeAbility, link: int, as_type: int) -> Act:
    """The record of a use that is being put together."""
    act = probe(seat, ref(s, h), ref(s, user), ability.number)
    act[A_MODE] = as_type.bit_length() - 1
    if ability.attack and as_type != ITEM:
        act[A_FLAGS] = ATTACK
    if link:
        act[A_LINK] = s.chain[link - 1]
    return act


def meets(s: State, seat: int, h: int, user: int, ability: FadeAbility) -> bool:
    """Whether what the text asks for is there."""
    return ability.condition is None or ability.condition(
        s, probe(seat, ref(s, h), ref(s, user), ability.number)
    )


def link_rule(s: State, seat: int, h: int, user: int, ability: FadeAbility, link: int) -> str:
    """Which rule keeps an answer from naming this link."""
    if not 1 <= link <= len(s.chain):
        return reasons.WHICH_LINK
    k = s.chain[link - 1]
    seen = probe(seat, ref(s, h), ref(s, user), ability.number)
    if ability.answers is not None and not ability.answers(s, seen, k):
        return reasons.WHICH_LINK
    other = s.acts[k]
    if any(reach.forbids(s, other, tag) for tag in ability.tags & {"block", "deflect", "negate"}):
        return reasons.PERSONAL if values.personal(s, other) else reasons.WITHSTANDS
    if ability.counters and not _can_counter(s, seen, ability, other):
        return reasons.COUNTER_TARGET
    return reasons.NOT_CONCERNED


# Abilities, Shield and Barrier.


def activate_refusal(s: State, seat: int, h: int, ability: FadeAbility) -> str:
    """Use an activated ability (faroe combat.ability-times, limit.repeat, keyword.mute)."""
    legend = h <= s.seats and s.code[h] > 0  # its own abilities are kept from it by nothing
    if s.ctrl[h] != seat or not (legend or s.rules.on_field[s.zone[h]]) or not s.face[h]:
        return reasons.ORBITAL if s.zone[h] % NZ in (ORBIT, ADRIFT) else reasons.NOT_WORKING
    if h in s.rules.index_of(s).muted:
        return reasons.MUTE
    bearer = s.host[h] or h
    kept = any(values.cannot_act(s, u) or values.banned(s, u, B_ACTIVATE) for u in (h, bearer))
    if kept and not legend:
        return reasons.CANNOT_ACT
    own = seat == s.active and s.phase == COMBAT
    if s.chain:
        if not own and ability.answers is None:
            return reasons.ABILITY_TIMES
    elif ability.answers is not None:
        return reasons.ANSWERS_NOTHING
    elif not (own and window_of(s, seat) < 0):
        return reasons.ABILITY_TIMES
    most = rules_of(s).figure_repeat
    limit = min(ability.limit or most, most)
    if atoms.marked(s, P_TURN, MK_ABILITY + ability.number, ref(s, h)) >= limit:
        return reasons.TOO_OFTEN
    body = seat + 1
    if any(s.num[k][body] < n for k, n in ability.cost) or any(s.num[k][h] < n for k, n in ability.self_cost):
        return reasons.TOO_DEAR
    if ability.attack:
        why = attacker_refusal(s, seat, bearer) or in_person_refusal(s, seat, bearer)
        if why:
            return why
    return "" if meets(s, seat, h, h, ability) else reasons.NOT_THERE


def performer(s: State, h: int, ability: FadeAbility) -> int:
    """Who acts by an activated ability: an Attack on an attached card is performed by its bearer."""
    return s.host[h] if ability.attack and s.host[h] else h


def activation(s: State, seat: int, h: int, ability: FadeAbility, link: int) -> Act:
    """The record of an activation that is being put together."""
    act = probe(seat, ref(s, h), ref(s, performer(s, h, ability)), ability.number)
    act[A_MODE] = M_ABILITY
    if ability.attack:
        act[A_FLAGS] = ATTACK
    if link:
        act[A_LINK] = s.chain[link - 1]
    return act


def working_cards(s: State, seat: int) -> list[int]:
    """The face-up cards that a seat controls on the field and whose activated abilities may be used."""
    base = seat * NZ
    found = []
    active = rules_of(s).has_activated
    for host in (*characters(s, seat), *s.zones[base + ZONE], seat + 1):
        if active[s.code[host]]:
            found.append(host)
    for host in sorted(s.kids):
        for k in s.kids[host]:
            if active[s.code[k]] and s.role[k] == ATTACHED and s.face[k] and s.ctrl[k] == seat:
                found.append(k)
    return found


def bearers(s: State, seat: int, column: int) -> list[int]:
    """The cards and Players of a seat that bear Counters of a kind."""
    numbers, ctrl = s.num[column], s.ctrl
    if numbers.count(0) == len(numbers):
        return []
    return [h for h in compress(range(len(numbers)), numbers) if ctrl[h] == seat]


# All together.


def split(move: Move) -> tuple[dict[int, int], int, tuple[int, ...]]:
    """The arguments of a move behind its card: (named values, link, handles)."""
    named: dict[int, int] = {}
    link, line = 0, []
    for x in move[2:]:
        if type(x) is tuple:
            named[x[0]] = x[1]
        elif x < 0:
            link = -x
        else:
            line.append(x)
    return named, link, tuple(line)


def refs_of(s: State, line: tuple[int, ...]) -> tuple[int, ...]:
    """Handles as refs."""
    return tuple(s.inst[h] << INST_SHIFT | h for h in line)
