"""The verbs that use cards and the abilities of cards: Skills, Reactions, Surprise and Contingency cards."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ID,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_USER,
    A_X,
    new_act,
)
from fadenet.engine.kit import targets
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.engine.rules import Move
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, Known, Row, State, is_automaton, ref
from fadenet.games.fade import reasons
from fadenet.games.fade.field import combat, keywords, reach, values
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    AUGMENT,
    CHARACTER,
    COMBAT,
    DISCARD,
    E_ACTIVATED,
    E_PLAYED,
    E_USED,
    HAND,
    ITEM,
    K_BUILDUP,
    K_CONTINGENCY,
    KEY_AS,
    KEY_N,
    KEY_PART,
    M_ABILITY,
    M_BUILDUP,
    M_ITEM,
    NONE,
    NZ,
    Q_COST,
    REACTION,
    S_COST,
    SKILL,
    SUPERTYPES,
    TP,
    USED,
    V_ACTIVATE,
    V_USE,
    ZONECARD,
)
from fadenet.games.fade.typed import FadeAbility, rules_of
from fadenet.games.fade.verbs import legality
from fadenet.games.fade.verbs.fighting import shut_out, target_rule


class ByCard:
    """A verb about one card that names, behind it, a way, a link, a part and targets, as the card asks."""

    names, states, free, shows = 1, 0, False, True

    def in_phase(self, phase: int) -> bool:
        """Whether it is done in a phase at all."""
        return True

    def reads(self, move: Move) -> bool:
        """Whether this is a way to write it, legal or not: a card first, 0 if none is named."""
        return type(move[1]) is int and move[1] >= 0

    def hint(self, s: State, move: Move, rule: str) -> str:
        """What a refusal says in place of the rule's own sentence; "" = that sentence."""
        return ""

    def resolve(self, s: State, act: Act) -> None:
        """The family carries links out by what they are, not by their verb: `turn.play`."""
        raise NotImplementedError


class _Using(ByCard):
    """Skills and Reactions, Surprise and Contingency cards."""

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> list[Move]:
        """Every legal way to use cards that lie face-down or in Hand."""
        found: list[Move] = []
        if now < 0 and s.phase != COMBAT:
            return found
        kids, cards = s.kids, rules_of(s).cards
        tp = purse(s, seat)
        unasked = now >= 0 and not s.chain  # where nothing but Surprise and Contingency cards is used
        for host in (*characters(s, seat), seat + 1):
            for h in kids.get(host, ()):
                if s.role[h] == ATTACHED and not s.face[h] and s.ctrl[h] == seat:
                    code = s.code[h] or codes.get(h, 0)
                    if unasked and not (host <= s.seats or cards[code].keywords[K_CONTINGENCY]):
                        continue
                    if code and cards[code].stats[S_COST] <= tp:
                        found.extend(opened(s, seat, h, code, uses_of))
        standing = is_automaton(s, seat) or values.last_stand(s, seat)
        for h in s.zones[seat * NZ + HAND]:
            code = s.code[h] or codes.get(h, 0)
            if code and cards[code].stats[S_COST] <= tp and (standing or cards[code].keywords[K_CONTINGENCY]):
                found.extend(opened(s, seat, h, code, uses_of))
        return found

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a move breaks, its hidden cards being open; "" = legal."""
        h = move[1]
        if not h:
            return reasons.NOT_USABLE
        code = s.code[h]
        if not code:
            return reasons.HIDDEN
        card = rules_of(s).cards[code]
        types = [t for t in (SKILL, REACTION, ITEM) if card.types & t]
        named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
        if not types or card.use is None:
            return reasons.NOT_USABLE
        as_type = 1 << named[KEY_AS] if 0 <= named.get(KEY_AS, -1) < len(SUPERTYPES) else types[0]
        why, user = legality.use_refusal(s, seat, h, card, as_type)
        if why:
            return why
        if not legality.meets(s, seat, h, user, card.use):
            return reasons.NOT_THERE
        ability = card.use
        link = legality.split(move)[1]
        act = legality.use_act(s, seat, h, user, ability, link, as_type)
        how = ((KEY_AS, as_type.bit_length() - 1),) if len(types) > 1 else ()
        if _named_rightly(s, act, ability, move, how, user):
            return ""
        return answer_rule(s, legality.use_act(s, seat, h, user, ability, 0, as_type), ability, move)

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, shown, and becomes a link."""
        h = move[1]
        card = rules_of(s).cards[s.code[h]]
        named, link, line = legality.split(move)
        only = (card.types & (SKILL | REACTION | ITEM)).bit_length() - 1
        mode = named.get(KEY_AS, only)
        user, _ = legality.place_of(s, seat, h, card)
        ability = card.use
        assert ability is not None
        act = new_act(s, V_USE, seat, 0, ref(s, user), ability.number)
        act[A_MODE] = mode
        act[A_TARGETS] = legality.refs_of(s, line)
        act[A_LINK] = s.chain[link - 1] if link else 0
        act[A_X] = named.get(KEY_PART, 0)
        s.acts[act[A_ID]] = act
        atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
        atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
        announced(s, act, h, E_USED, ability)


class _Activating(ByCard):
    """Activated abilities of what lies face-up on the field."""

    shows = False

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> list[Move]:
        """Every legal activation of a seat's abilities."""
        found: list[Move] = []
        if now >= 0 or s.phase == COMBAT:
            for h in legality.working_cards(s, seat):
                found += activations_of(s, seat, h)
        return found

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a move breaks; "" = legal."""
        h = move[1]
        code = s.code[h]
        named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
        abilities = rules_of(s).cards[code].activated if code else []
        n = named.get(KEY_N, 1)
        if not 1 <= n <= len(abilities):
            return reasons.NO_ABILITY
        why = legality.activate_refusal(s, seat, h, abilities[n - 1])
        if why:
            return why
        ability = abilities[n - 1]
        how = ((KEY_N, n),) if len(abilities) > 1 else ()
        act = legality.activation(s, seat, h, ability, legality.split(move)[1])
        if _named_rightly(s, act, ability, move, how, h):
            return ""
        return answer_rule(s, legality.activation(s, seat, h, ability, 0), ability, move)

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, counted, and becomes a link."""
        h = move[1]
        named, link, line = legality.split(move)
        ability = rules_of(s).cards[s.code[h]].activated[named.get(KEY_N, 1) - 1]
        user = legality.performer(s, h, ability)
        act = new_act(s, V_ACTIVATE, seat, ref(s, h), ref(s, user), ability.number)
        act[A_MODE] = M_ABILITY
        paid = ability.unstack
        for k in line[:paid]:
            keywords.take_out(s, k, DISCARD, 1, act)
        act[A_TARGETS] = legality.refs_of(s, line[paid:])
        act[A_LINK] = s.chain[link - 1] if link else 0
        act[A_X] = named.get(KEY_PART, 0)
        s.acts[act[A_ID]] = act
        s.rules.count_use(s, ability, act[A_SRC])
        for k, n in ability.cost:
            atoms.put(s, k, seat + 1, -n, act[A_ID], seat)
        for k, n in ability.self_cost:
            atoms.put(s, k, h, -n, act[A_ID], seat)
        announced(s, act, h, E_ACTIVATED, ability)


def purse(s: State, seat: int) -> int:
    """The highest printed Cost that is worth a look: the TP, unless an effect changes what cards cost."""
    changes = (s.index or s.rules.index_of(s)).changes
    return atoms.LIMIT if Q_COST in changes else s.num[TP][seat + 1]


def opened(
    s: State, seat: int, h: int, code: int, ways: Callable[[State, int, int, int], list[Move]]
) -> list[Move]:
    """What `ways` lists while the card is open, as it will be once a move with it is made."""
    if s.code[h]:
        return ways(s, seat, h, code)
    atoms.peek_code(s, h, code)
    listed = ways(s, seat, h, code)
    atoms.hide_codes(s, [h])
    return listed


def uses_of(s: State, seat: int, h: int, code: int) -> list[Move]:
    """Every legal way to use this card."""
    card = rules_of(s).cards[code]
    ability = card.use
    found: list[Move] = []
    if ability is None or card.keywords[K_BUILDUP]:
        return found
    several = (card.types & (SKILL | REACTION | ITEM)).bit_count() > 1
    for as_type in (SKILL, REACTION, ITEM):
        if not card.types & as_type:
            continue
        why, user = legality.use_refusal(s, seat, h, card, as_type)
        if why or not legality.meets(s, seat, h, user, ability):
            continue
        how = ((KEY_AS, as_type.bit_length() - 1),) if several else ()
        for link in legality.links_for(s, seat, h, user, ability, ability.anyone):
            act = legality.use_act(s, seat, h, user, ability, link, as_type)
            named = (-link,) if link else ()
            lines = targets.ways(s, act, ability.slots)
            for part in legality.part_choices(s, seat, ability, link):
                found.extend((V_USE, h, *how, *named, *part, *line) for line in lines)
    return found


def activations_of(s: State, seat: int, h: int) -> list[Move]:
    """Every legal activation of this card's abilities."""
    abilities = rules_of(s).cards[s.code[h]].activated
    found: list[Move] = []
    for n, ability in enumerate(abilities):
        if legality.activate_refusal(s, seat, h, ability):
            continue
        which = ((KEY_N, n + 1),) if len(abilities) > 1 else ()
        for link in legality.links_for(s, seat, h, h, ability, ability.anyone):
            act = legality.activation(s, seat, h, ability, link)
            named = (-link,) if link else ()
            lines = targets.ways(s, act, ability.slots)
            for part in legality.part_choices(s, seat, ability, link):
                found.extend((V_ACTIVATE, h, *which, *named, *part, *line) for line in lines)
    return found


def _named_rightly(
    s: State, act: Act, ability: FadeAbility, move: Move, how: tuple[tuple[int, int], ...], user: int
) -> bool:
    """Whether a use names `how`, link, part and targets in this order, as its ability asks for them."""
    seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
    named, link, line = legality.split(move)
    part = ((KEY_PART, named[KEY_PART]),) if KEY_PART in named else ()
    return (
        move == (*move[:2], *how, *((-link,) if link else ()), *part, *line)
        and link in legality.links_for(s, seat, h, user, ability, ability.anyone)
        and part in legality.part_choices(s, seat, ability, link)
        and targets.fit(s, act, ability.slots, line)
    )


def answer_rule(s: State, act: Act, ability: FadeAbility, move: Move) -> str:
    """The rule behind a link or target that may not be named."""
    seat, h, user = act[A_SEAT], act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK
    if ability.answers is not None:
        named = [-x for x in move[2:] if type(x) is int and x < 0]
        if not named:
            return reasons.MUST_LINK
        there = legality.links_for(s, seat, h, user, ability, ability.anyone)
        if not there and not ability.tags & {"block", "deflect", "negate", "counter"}:
            return reasons.ANSWERS_NOTHING if ability.answers_attack else reasons.NOT_THERE
        if named[0] not in there:
            return legality.link_rule(s, seat, h, user, ability, named[0])
        act[A_LINK] = s.chain[named[0] - 1]
        parts = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_PART]
        if (*parts,) not in legality.part_choices(s, seat, ability, named[0]):
            return reasons.DEFLECT_PART
    line = [x for x in move[2:] if type(x) is int and x > 0]
    for n, slot in enumerate(ability.slots):
        if slot.reach:
            return _aim_rule(s, act, ability, line, sum(before.hi for before in ability.slots[:n]))
    why = shut_out(s, act, line)
    if not why and "deflect" in ability.tags and line:
        why = shut_out(s, s.acts[act[A_LINK]], line[-1:])
    return why or reasons.NO_TARGET


def _aim_rule(s: State, act: Act, ability: FadeAbility, line: list[int], start: int) -> str:
    """The rule behind a target for which reach is needed; the choice of it begins at `start` in the line."""
    slot = next(slot for slot in ability.slots if slot.reach)
    for n, t in enumerate(line[start : start + slot.hi], start):
        act[A_TARGETS] = legality.refs_of(s, tuple(line[:n]))
        if t in line[:n]:
            return reasons.NO_TARGET
        if t not in reach.next_in_reach(s, act, slot):
            near = t in reach.in_reach(s, act[A_SEAT], values.locks_on(s, act), act)
            return reasons.NO_TARGET if near and t not in slot.candidates(s, act) else target_rule(s, act, t)
    return reasons.NO_TARGET


_COUNTS_AS = {E_USED: (E_PLAYED, CHARACTER | ITEM | AUGMENT | ZONECARD), E_PLAYED: (E_USED, SKILL | REACTION)}
"""Which Supertypes are played and which are used: a card of both kinds does both, in whichever way it is
announced (faroe card.multi-supertype)."""


def announced(s: State, act: Act, h: int, event: int, ability: FadeAbility | None) -> None:
    """The card of an act has been shown and paid for: report it, and put the act on the chain."""
    act[A_SRC] = ref(s, h)
    if ability is not None and ability.attack and act[A_MODE] != M_ITEM:
        reach.attack_traits(s, act, ability.attack_number)
        if ability.counters:
            other = s.acts[act[A_LINK]]
            act[A_TARGETS] = (other[A_USER], *act[A_TARGETS])
    if ability is not None and "deflect" in ability.tags and not act[A_X]:
        act[A_X] = combat.parts(s, act[A_SEAT], s.acts[act[A_LINK]])[0]
    atoms.emit(s, event, h, act[A_SEAT], act[A_ID], act[A_MODE])
    as_well, types = _COUNTS_AS.get(event, (0, 0))
    if rules_of(s).cards[s.code[h]].types & types and act[A_MODE] != M_BUILDUP:
        atoms.emit(s, as_well, h, act[A_SEAT], act[A_ID], NONE)
    chain.start(s, act, not s.chain)


USING_VERBS: dict[int, AnyVerb] = {V_USE: _Using(), V_ACTIVATE: _Activating()}
