"""Why a move is refused: the rule that it breaks, part by part and never by the list of legal moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fadenet.engine.acts import A_LINK, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.chain import W_SHOW
from fadenet.engine.kernel import PASS_MOVE, ask_of
from fadenet.engine.kit import targets
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, HANDLE_MASK, Act, State
from fadenet.games.fade.field import reach, values
from fadenet.games.fade.tables import (
    ADRIFT,
    AUGMENT,
    BARRIER,
    CHARACTER,
    FRONT,
    ITEM,
    K_BUILDUP,
    K_EQUIP,
    KEY_AS,
    KEY_N,
    KEY_PART,
    KEY_TO,
    M_NORMAL,
    NZ,
    ORBIT,
    REACTION,
    SHIELD,
    SKILL,
    SUPERTYPES,
    V_ACTIVATE,
    V_ATTACH,
    V_ATTACK,
    V_BARRIER,
    V_END,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_SHIELD,
    V_SHOW,
    V_USE,
    VERBS,
    WHOLE_PHASES,
)
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of
from fadenet.games.fade.verbs import arranging, hidden, legality, moves

# How many arguments a verb takes after its card; -1 = any.
_ARITY = {
    V_ATTACK: 1,
    V_ATTACH: 1,
    V_MOVE: 0,
    V_PLACE: 0,
    V_REATTACH: 1,
    V_SHIELD: 1,
    V_BARRIER: 1,
    V_SHOW: 0,
}


# What a verb is about that names no card, where the card's own tests would not say it.
_ABOUT = {V_USE: "combat.attacker-card", V_PLAY: "chain.play-card"}


def refusal(s: State, seat: int, move: Move) -> str:
    """The id of the rule that a move breaks, "" if it is legal; hidden cards of it are open already.

    What a move does not name stands as 0, which is nothing: so it is refused for what forbids it whatever is
    named, else for what is missing.
    """
    a = ask_of(s, seat)
    assert a is not None
    if move == PASS_MOVE:
        return "" if a.kind != ACT else "turn.phases"
    verb = move[0] if move else -1
    if type(verb) is not int or not 0 <= verb < len(VERBS) or not _well_formed(s, verb, move):
        return "attack.several-targets" if verb == V_ATTACK and len(move) > 3 else "turn.definition"
    move += (0,) * (2 + max(0, _ARITY.get(verb, 0)) - len(move) if verb in _BY_VERB else 0)
    if verb == V_END:
        if a.kind == ACT and len(move) == 1:
            return ""
        return "turn.skip" if seat == s.active and s.phase in WHOLE_PHASES else "turn.definition"
    if verb == V_MIX:
        return "" if a.kind == ACT and len(move) == 1 and legality.may_mix(s, seat) else "turn.definition"
    if a.kind != ACT and a.window == W_SHOW:
        return "" if move in hidden.show_moves(s, seat, {}) else "trigger.hidden"
    if verb in _ABOUT and not move[1]:
        return _ABOUT[verb]
    return _BY_VERB[verb](s, seat, move) if verb in _BY_VERB else "turn.definition"


def _well_formed(s: State, verb: int, move: Move) -> bool:
    """Whether the arguments are of the right kinds and name things that exist; some may be missing."""
    if verb in (V_END, V_MIX) or len(move) < 2:
        return True
    if not legality.is_handle(move[1]) or move[1] >= len(s.code):
        return False
    for x in move[2:]:
        if type(x) is tuple:
            if len(x) != 2 or type(x[0]) is not int or type(x[1]) is not int:
                return False
        elif type(x) is not int or not -len(s.chain) <= x < len(s.code) or x == 0:
            return False
    want = _ARITY.get(verb, -1)
    return want < 0 or (len(move) - 2 <= want and all(type(x) is int for x in move[2:]))


def _attack(s: State, seat: int, move: Move) -> str:
    why = legality.normal_refusal(s, seat, move[1])
    if why:
        return why
    if move in moves.attacks_of(s, seat, move[1]):
        return ""
    return target_rule(s, reach.attack_probe(s, seat, move[1], move[1], M_NORMAL, -1), move[2])


def target_rule(s: State, act: Act, t: int) -> str:
    """Which rule keeps an Attack from this target."""
    seat = act[A_SEAT]
    if t < 0:
        return "attack.several-targets"
    if not t:
        return "attack.declare"
    if s.rules.side(s, t - 1 if t <= s.seats else s.ctrl[t]) == s.rules.side(s, seat):
        return "target.enemies-only"
    if t in reach.in_reach(s, seat, values.locks_on(s, act), act):
        return "keyword.provoke"
    return shut_out(s, act, (t,)) or "target.order"


def shut_out(s: State, act: Act, line: Sequence[int]) -> str:
    """Which rule keeps any action from choosing one of these, "" if none does."""
    for h in line:
        if not reach.touched(s, act, h):
            return (
                "keyword.orbital"
                if s.zone[h] >= 0 and s.zone[h] % NZ in (ORBIT, ADRIFT)
                else "keyword.immune"
            )
        if not reach.targetable(s, act, h):
            return "card.cannot-beats-can"
    return ""


def _use(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    if not code:
        return "value.public"
    card = rules_of(s).cards[code]
    types = [t for t in (SKILL, REACTION, ITEM) if card.types & t]
    named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
    if not types or card.use is None:
        return "combat.attacker-card"
    as_type = 1 << named[KEY_AS] if 0 <= named.get(KEY_AS, -1) < len(SUPERTYPES) else types[0]
    why, user = legality.use_refusal(s, seat, h, card, as_type)
    if why:
        return why
    if not legality.meets(s, seat, h, user, card.use):
        return "link.require-other"
    ability = card.use
    link = legality.split(move)[1]
    act = legality.use_act(s, seat, h, user, ability, link, as_type)
    how = ((KEY_AS, as_type.bit_length() - 1),) if len(types) > 1 else ()
    if _named_rightly(s, act, ability, move, how, user):
        return ""
    return _answer_rule(s, legality.use_act(s, seat, h, user, ability, 0, as_type), ability, move)


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


def _answer_rule(s: State, act: Act, ability: FadeAbility, move: Move) -> str:
    """The rule behind a link or target that may not be named."""
    seat, h, user = act[A_SEAT], act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK
    if ability.answers is not None:
        named = [-x for x in move[2:] if type(x) is int and x < 0]
        if not named:
            return "link.must-link"
        there = legality.links_for(s, seat, h, user, ability, ability.anyone)
        if not there and not ability.tags & {"block", "deflect", "negate", "counter"}:
            return "link.target-attacker" if ability.answers_attack else "link.require-other"
        if named[0] not in there:
            return legality.link_rule(s, seat, h, user, ability, named[0])
        act[A_LINK] = s.chain[named[0] - 1]
        parts = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_PART]
        if (*parts,) not in legality.part_choices(s, seat, ability, named[0]):
            return "defend.deflect-several"
    line = [x for x in move[2:] if type(x) is int and x > 0]
    for n, slot in enumerate(ability.slots):
        if slot.reach:
            return _aim_rule(s, act, ability, line, sum(before.hi for before in ability.slots[:n]))
    why = shut_out(s, act, line)
    if not why and "deflect" in ability.tags and line:
        why = shut_out(s, s.acts[act[A_LINK]], line[-1:])
    return why or "target.chosen-when"


def _aim_rule(s: State, act: Act, ability: FadeAbility, line: list[int], start: int) -> str:
    """The rule behind a target for which reach is needed; the choice of it begins at `start` in the line."""
    slot = next(slot for slot in ability.slots if slot.reach)
    for n, t in enumerate(line[start : start + slot.hi], start):
        act[A_TARGETS] = legality.refs_of(s, tuple(line[:n]))
        if t in line[:n]:
            return "target.chosen-when"
        if t not in reach.next_in_reach(s, act, slot):
            near = t in reach.in_reach(s, act[A_SEAT], values.locks_on(s, act), act)
            return (
                "target.chosen-when" if near and t not in slot.candidates(s, act) else target_rule(s, act, t)
            )
    return "target.chosen-when"


def _play(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    if not code:
        return "value.public"
    card = rules_of(s).cards[code]
    named, _, line = legality.split(move)
    kinds = legality.play_kinds(card)
    if not kinds and not card.types:  # a Legend itself, out of a deck where none may be
        return "deck.no-legend-cards"
    wanted = CHARACTER.bit_length() - 1 if KEY_TO in named else named.get(KEY_AS, -1)
    as_type = next((t for t in kinds if t.bit_length() - 1 == wanted), kinds[0] if kinds else SKILL)
    why = legality.play_refusal(s, seat, h, card, as_type)
    if why:
        return why
    if as_type == CHARACTER:
        return _entry_rule(s, seat, move, card, line)
    how = ((KEY_AS, as_type.bit_length() - 1),) if len(kinds) > 1 else ()
    whole = move == (*move[:2], *how, *line) and as_type in kinds
    if as_type == AUGMENT or (as_type == ITEM and card.keywords[K_EQUIP]):
        if whole and len(line) == 1 and line[0] in arranging.hosts(s, seat, h, card):
            return ""
        return "augment.whom" if as_type == AUGMENT else "keyword.equip"
    ability = card.use
    if as_type not in (ITEM, 0) or card.keywords[K_BUILDUP]:
        if whole and not line:
            return ""
        return "target.chosen-when" if card.types & as_type else "card.multi-supertype-mode"
    if ability is None or not legality.meets(s, seat, h, seat + 1, ability):
        return "link.require-other"
    act = legality.use_act(s, seat, h, seat + 1, ability, 0, as_type)
    if whole and targets.fit(s, act, ability.slots, line):
        return ""
    return _answer_rule(s, legality.use_act(s, seat, h, seat + 1, ability, 0, as_type), ability, move)


def _entry_rule(s: State, seat: int, move: Move, card: FadeCard, line: tuple[int, ...]) -> str:
    """The rule that keeps a Character from entering where and at the price that a move names."""
    why = legality.entry_refusal(s, seat, card, line)
    if why:
        return why
    rows = (0, 1) if s.zones[seat * NZ + FRONT] else (0,)
    right = any(move == (*move[:2], (KEY_TO, to), *line) for to in rows)
    return "" if right else "zone.backup-needs-front"


def _attach(s: State, seat: int, move: Move) -> str:
    h, host = move[1], move[2]
    if host < 0:
        return "prep.attach-own"
    return arranging.attach_refusal(s, seat, h, host, rules_of(s).cards[s.code[h]])


def _move(s: State, seat: int, move: Move) -> str:
    return arranging.move_refusal(s, seat, move[1])


def _place(s: State, seat: int, move: Move) -> str:
    return arranging.place_refusal(s, seat, move[1])


def _reattach(s: State, seat: int, move: Move) -> str:
    h, host = move[1], move[2]
    if host < 0:
        return "prep.reattach"
    return arranging.reattach_refusal(s, seat, h, host, rules_of(s).cards[s.code[h]])


def _activate(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
    abilities = rules_of(s).cards[code].activated if code else []
    n = named.get(KEY_N, 1)
    if not 1 <= n <= len(abilities):
        return "combat.abilities"
    why = legality.activate_refusal(s, seat, h, abilities[n - 1])
    if why:
        return why
    ability = abilities[n - 1]
    how = ((KEY_N, n),) if len(abilities) > 1 else ()
    act = legality.activation(s, seat, h, ability, legality.split(move)[1])
    if _named_rightly(s, act, ability, move, how, h):
        return ""
    return _answer_rule(s, legality.activation(s, seat, h, ability, 0), ability, move)


def _shield(s: State, seat: int, move: Move) -> str:
    return legality.guard_refusal(s, seat, move[1], -move[2], SHIELD)


def _barrier(s: State, seat: int, move: Move) -> str:
    return legality.guard_refusal(s, seat, move[1], -move[2], BARRIER)


_BY_VERB: dict[int, Callable[[State, int, Move], str]] = {
    V_ATTACK: _attack,
    V_USE: _use,
    V_PLAY: _play,
    V_ATTACH: _attach,
    V_MOVE: _move,
    V_PLACE: _place,
    V_REATTACH: _reattach,
    V_ACTIVATE: _activate,
    V_SHIELD: _shield,
    V_BARRIER: _barrier,
}
