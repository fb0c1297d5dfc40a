"""Why a move is refused, statements about hidden cards, and what the log says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fadenet.engine.acts import A_LINK, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.chain import W_SHOW
from fadenet.engine.kernel import PASS_MOVE, ask_of
from fadenet.engine.ops.language import Compiler
from fadenet.engine.rules import Ability, Card, Move
from fadenet.engine.state import ACT, ASK_KIND, ASK_WINDOW, HANDLE_MASK, Act, Row, State
from fadenet.games.fade import hidden, legality, moves, targets
from fadenet.games.fade.tables import (
    ADRIFT,
    AUGMENT,
    BARRIER,
    CHARACTER,
    COLUMN_NAMES,
    ELEMENTS,
    EVENTS,
    FIGHTERS,
    HAND,
    ITEM,
    K_SURPRISE,
    KEY_AS,
    KEY_N,
    KEY_PART,
    M_NORMAL,
    NZ,
    ORBIT,
    PHASES,
    RANKS,
    REACTION,
    S_COST,
    S_LEVEL,
    S_RANK,
    SHIELD,
    SKILL,
    SUPERTYPES,
    TP,
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
    ZONECARD,
)

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules

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


def refusal(s: State, seat: int, move: Move) -> str:
    """The id of the rule that a move breaks, "" if it is legal; hidden cards of it are open already."""
    a = ask_of(s, seat)
    assert a is not None
    if move == PASS_MOVE:
        return "" if a[ASK_KIND] != ACT else "turn.phases"
    verb = move[0] if move else -1
    if type(verb) is not int or not 0 <= verb < len(VERBS) or not _well_formed(s, verb, move):
        return "attack.several-targets" if verb == V_ATTACK and len(move) > 3 else "turn.definition"
    if verb == V_END:
        if a[ASK_KIND] == ACT and len(move) == 1:
            return ""
        return "turn.skip" if seat == s.active and s.phase in WHOLE_PHASES else "turn.definition"
    if verb == V_MIX:
        return (
            "" if a[ASK_KIND] == ACT and len(move) == 1 and legality.may_mix(s, seat) else "turn.definition"
        )
    if a[ASK_KIND] != ACT and a[ASK_WINDOW] == W_SHOW:
        return "" if move in hidden.show_moves(s, seat, {}) else "trigger.hidden"
    return _BY_VERB[verb](s, seat, move) if verb in _BY_VERB else "turn.definition"


def _well_formed(s: State, verb: int, move: Move) -> bool:
    """Whether the arguments are of the right kinds and name things that exist."""
    if verb in (V_END, V_MIX):
        return True
    if len(move) < 2 or not legality.is_handle(move[1]) or move[1] >= len(s.code):
        return False
    for x in move[2:]:
        if type(x) is tuple:
            if len(x) != 2 or type(x[0]) is not int or type(x[1]) is not int:
                return False
        elif type(x) is not int or not -len(s.chain) <= x < len(s.code) or x == 0:
            return False
    want = _ARITY.get(verb, -1)
    return want < 0 or (len(move) - 2 == want and all(type(x) is int for x in move[2:]))


def _attack(s: State, seat: int, move: Move) -> str:
    why = legality.normal_refusal(s, seat, move[1])
    if why:
        return why
    if move in moves.attacks_of(s, seat, move[1]):
        return ""
    return target_rule(s, targets.attack_probe(s, seat, move[1], move[1], M_NORMAL, -1), move[2])


def target_rule(s: State, act: Act, t: int) -> str:
    """Which rule keeps an Attack from this target."""
    seat = act[A_SEAT]
    if t < 0:
        return "attack.several-targets"
    if s.rules.side(s, t - 1 if t <= s.seats else s.ctrl[t]) == s.rules.side(s, seat):
        return "target.enemies-only"
    if t in targets.in_reach(s, seat, targets.locks_on(s, act), act):
        return "keyword.provoke"
    return shut_out(s, act, (t,)) or "target.order"


def shut_out(s: State, act: Act, line: Sequence[int]) -> str:
    """Which rule keeps any action from choosing one of these, "" if none does."""
    for h in line:
        if not targets.touched(s, act, h):
            return (
                "keyword.orbital"
                if s.zone[h] >= 0 and s.zone[h] % NZ in (ORBIT, ADRIFT)
                else "keyword.immune"
            )
        if not targets.targetable(s, act, h):
            return "card.cannot-beats-can"
    return ""


def _use(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    if not code:
        return "value.public"
    card = s.rules.cards[code]
    types = [t for t in (SKILL, REACTION, ITEM) if card.types & t]
    named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
    if not types or card.extra["use"] is None:
        return "combat.attacker-card"
    as_type = 1 << named[KEY_AS] if 0 <= named.get(KEY_AS, -1) < len(SUPERTYPES) else types[0]
    why, user = legality.use_refusal(s, seat, h, card, as_type)
    if why:
        return why
    if not legality.meets(s, seat, h, user, card.extra["use"]):
        return "link.require-other"
    if move in moves.uses_of(s, seat, h, code):
        return ""
    act = legality.use_act(s, seat, h, user, card.extra["use"], 0, as_type)
    return _answer_rule(s, act, card.extra["use"], move)


def _answer_rule(s: State, act: Act, ability: Ability, move: Move) -> str:
    """The rule behind a link or target that may not be named."""
    seat, h, user = act[A_SEAT], act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK
    if ability.answers is not None:
        named = [-x for x in move[2:] if type(x) is int and x < 0]
        if not named:
            return "link.must-link"
        there = legality.links_for(s, seat, h, user, ability, ability.extra.get("anyone", False))
        if not there and not ability.tags & {"block", "deflect", "negate", "counter"}:
            return "link.target-attacker" if ability.extra["answers_attack"] else "link.require-other"
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


def _aim_rule(s: State, act: Act, ability: Ability, line: list[int], start: int) -> str:
    """The rule behind a target for which reach is needed; the choice of it begins at `start` in the line."""
    slot = next(slot for slot in ability.slots if slot.reach)
    for n, t in enumerate(line[start : start + slot.hi], start):
        act[A_TARGETS] = legality.refs_of(s, tuple(line[:n]))
        if t in line[:n]:
            return "target.chosen-when"
        if t not in targets.next_in_reach(s, act, slot):
            near = t in targets.in_reach(s, act[A_SEAT], targets.locks_on(s, act), act)
            return (
                "target.chosen-when" if near and t not in slot.candidates(s, act) else target_rule(s, act, t)
            )
    return "target.chosen-when"


def _play(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    if not code:
        return "value.public"
    card = s.rules.cards[code]
    if move in moves.plays_of(s, seat, h, code):
        return ""
    named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
    kinds = [t for t in (CHARACTER, ITEM, AUGMENT, ZONECARD) if card.types & t]
    if s.zone[h] == seat * NZ + HAND and not card.types & (ITEM | AUGMENT | ZONECARD):
        kinds = kinds or [SKILL]
    as_type = (
        1 << named[KEY_AS] if 0 <= named.get(KEY_AS, -1) < len(SUPERTYPES) else kinds[0] if kinds else SKILL
    )
    why = legality.play_refusal(s, seat, h, card, as_type)
    if why:
        return why
    if as_type == CHARACTER and s.zone[h] == seat * NZ + FIGHTERS:
        if not legality.boss_choices(s, seat, card):
            return "keyword.boss"
        if not legality.level_choices(s, seat, card):
            return "keyword.level-up"
        return "zone.backup-needs-front"
    if as_type == AUGMENT:
        return "augment.whom"
    if card.extra["attach"] is not None:
        return "keyword.equip"
    if not card.types & as_type:
        return "card.multi-supertype-mode"
    if as_type != ITEM:
        return "target.chosen-when"
    if not legality.meets(s, seat, h, seat + 1, card.extra["use"]):
        return "link.require-other"
    act = legality.use_act(s, seat, h, seat + 1, card.extra["use"], 0, as_type)
    return _answer_rule(s, act, card.extra["use"], move)


def _attach(s: State, seat: int, move: Move) -> str:
    h, host = move[1], move[2]
    return (
        "prep.attach-own" if host < 0 else legality.attach_refusal(s, seat, h, host, s.rules.cards[s.code[h]])
    )


def _move(s: State, seat: int, move: Move) -> str:
    return legality.move_refusal(s, seat, move[1])


def _place(s: State, seat: int, move: Move) -> str:
    return legality.place_refusal(s, seat, move[1])


def _reattach(s: State, seat: int, move: Move) -> str:
    h, host = move[1], move[2]
    return (
        "prep.reattach" if host < 0 else legality.reattach_refusal(s, seat, h, host, s.rules.cards[s.code[h]])
    )


def _activate(s: State, seat: int, move: Move) -> str:
    h = move[1]
    code = s.code[h]
    named = {x[0]: x[1] for x in move[2:] if type(x) is tuple}
    abilities = s.rules.cards[code].extra["activated"] if code else []
    n = named.get(KEY_N, 1)
    if not 1 <= n <= len(abilities):
        return "combat.abilities"
    why = legality.activate_refusal(s, seat, h, abilities[n - 1])
    if why:
        return why
    if move in moves.activations_of(s, seat, h):
        return ""
    return _answer_rule(s, legality.activation(s, seat, h, abilities[n - 1], 0), abilities[n - 1], move)


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


def sentence(rule: str, rules: FadeRules) -> str:
    """One sentence for a player about the rule that a move breaks."""
    text = rules.book.get(rule, {}).get("text", "")
    short = _SENTENCES.get(rule)
    if short:
        return short
    return text.split(". ")[0].rstrip(".") if text else "the rules do not allow that now"


_SENTENCES = {
    "turn.definition": "that cannot be done here and now",
    "turn.skip": "only the three sub-phases of the Battle Phase can be skipped",
    "mulligan.whole-hand": "the whole Hand is shuffled back, or none of it",
    "mulligan.once": "there is one mulligan, and it has been decided",
    "turn.phases": "that belongs to another Phase",
    "chain.start-attack": "a Normal Attack only starts a Chain",
    "chain.no-chain": "that is possible only while no Chain is running, in your own free moment",
    "chain.items-start-only": "an Item cannot be added to a running Chain",
    "item.any-turn": "an Item is played between Chains, when you are asked",
    "value.costs": "there are not enough TP",
    "attack.player": "a Player attacks in person only in The Last Stand",
    "attack.normal-once": "its Normal Attack of this turn is used up",
    "combat.entry-delay": "it entered the field this turn and cannot Attack yet",
    "combat.backup-cannot-attack": "Characters in the Backup Zone cannot Attack",
    "combat.roles": "only a Character or Player can Attack",
    "action.cannot-act": "something keeps it from acting",
    "target.order": "the Combat Zone Order keeps that target out of reach",
    "target.enemies-only": "Attacks are aimed at enemies",
    "target.chosen-when": "there is no such legal target",
    "attack.several-targets": "a Normal Attack aims at one target",
    "value.public": "a hidden card is shown when it is used",
    "laststand.hand-cards": "Skills and Reactions in the Hand are used only in The Last Stand",
    "link.must-link": "that effect only answers a Link of a running Chain",
    "link.require-other": "what its text asks for is not there",
    "link.reaction-start": "a Reaction starts a Chain only in your own Combat Phase",
    "chain.skill-continues": "Skills are used on your own turn",
    "defend.whom": "that Attack is not aimed at you or yours",
    "defend.which-link": "that Link is not what the card answers",
    "defend.true-check": "its Damage Type forbids that answer",
    "keyword.surprise": "its Surprise condition is not met",
    "keyword.contingency": "its Contingency is not met",
    "keyword.mute": "its abilities are Muted",
    "prep.attach-own": "Skills and Reactions are attached to your own Characters",
    "prep.attach": "only Skills and Reactions from your Hand are attached face-down",
    "prep.move": "only your own Characters in the two rows can be moved",
    "prep.move-last-front": "your last Character in front cannot be moved back",
    "prep.reattach": "cards are reattached in your Aftermath Phase",
    "prep.reattach-limits": "it cannot be attached to that",
    "prep.aftermath-no-characters": "Characters are not played in the Aftermath Phase",
    "zone.backup-needs-front": "the Backup Zone needs a Character in front first",
    "augment.whom": "that is nothing this card can be attached to",
    "keyword.equip": "that is nothing this card can be attached to",
    "keyword.boss": "not enough Characters lie in your Discard Pile for Boss",
    "keyword.level-up": "the cards that Level-Up names are not under your control",
    "card.multi-supertype-mode": "it cannot be used as that Supertype",
    "card.multi-supertype-pool": "Characters come from the Fighter Pool, and nothing else does",
    "card.face-down-checked": "such a card may not lie there face-down",
    "card.control-change": "its controller does not control the Character it lies on",
    "card.where-active": "the card is not at work there",
    "combat.ability-times": "abilities start a Chain only in your own Combat Phase",
    "link.target-attacker": "that ability answers something in a running Chain",
    "combat.attacker-card": "only Skills, Reactions and suitable Items are used",
    "combat.abilities": "it has no such ability",
    "keyword.shield": "no Shield can be used there",
    "keyword.barrier": "no Barrier can be used there",
    "keyword.orbital": "it is Orbital",
    "limit.repeat": "that has been done too often this turn",
    "trigger.hidden": "no card can be shown for that",
    "chain.play-card": "that card cannot be played at this moment",
}


# Statements about hidden cards.


def printed_test(c: Compiler, table: dict[str, Any]) -> tuple[Callable[[Card], bool], str]:
    """A test of printed values: type, element, archetype, rank, level_max, level_min, cost_max, name."""
    tests: list[Callable[[Card], bool]] = []
    said: list[str] = []
    for key, value in table.items():
        names = value if type(value) is list else [value]
        if key == "type":
            types = sum(1 << SUPERTYPES.index(c.word(x, SUPERTYPES, "Supertype")) for x in names)
            tests.append(lambda card, types=types: bool(card.types & types))  # type: ignore[misc]
        elif key == "element":
            mask = sum(1 << ELEMENTS.index(c.word(x, ELEMENTS, "Element")) for x in names)
            tests.append(lambda card, mask=mask: bool((card.traits or 1 << 10) & mask))  # type: ignore[misc]
        elif key == "archetype":
            tests.append(lambda card, names=frozenset(names): bool(card.words & names))  # type: ignore[misc]
        elif key == "rank":
            ranks = [RANKS.index(c.word(x, RANKS, "Rank")) for x in names]
            tests.append(lambda card, ranks=ranks: card.stats[S_RANK] in ranks)  # type: ignore[misc]
        elif key in ("level_max", "level_min", "cost_max"):
            n = c.number(value, key)
            at = S_COST if key == "cost_max" else S_LEVEL
            if key == "level_min":
                tests.append(lambda card, n=n, at=at: card.stats[at] >= n)  # type: ignore[misc]
            else:
                tests.append(lambda card, n=n, at=at: card.stats[at] <= n)  # type: ignore[misc]
        elif key == "name":
            tests.append(lambda card, value=value: card.name == value)  # type: ignore[misc]
        else:
            raise c.fail(f"'{key}' cannot be stated of a hidden card")
        words = " or ".join(str(x) for x in names)
        said.append({"rank": f"{words} Rank"}.get(key, words))
    said = [x for k, x in zip(table, said, strict=True) if k not in _BEHIND_CARD]
    behind = [_BEHIND_CARD[k].format(v) for k, v in table.items() if k in _BEHIND_CARD]
    return (lambda card: all(t(card) for t in tests)), " ".join([*said, "card", *behind])


_BEHIND_CARD = {
    "level_max": "with Level {} or less",
    "level_min": "with Level {} or more",
    "cost_max": "with Cost {} or less",
    "name": "named {}",
}


def may_lie_on_character(card: Card) -> bool:
    """Statement 1: a Skill or Reaction (faroe card.face-down-checked)."""
    return bool(card.types & (SKILL | REACTION))


def may_lie_beside_player(card: Card) -> bool:
    """Statement 2: a card with Surprise."""
    return bool(card.keywords[K_SURPRISE])


# The log.


def name_of(s: State, h: int) -> str:
    """What a player calls a card or body."""
    if 0 < h <= s.seats:
        return f"p{h}"
    code = s.code[h]
    return s.rules.cards[code].name if code else "a hidden card"


def event_line(s: State, row: Row) -> str:
    """One sentence for an event, "" for those that say nothing on their own."""
    event, h, _, seat, _, n = row[:6]
    maker = _LINES.get(EVENTS[event])
    if maker is None:
        return ""
    delta = row[6] if len(row) > 6 else 0
    return maker(s, name_of(s, h), f"p{seat + 1}", n, delta)


Line = Callable[[State, str, str, int, int], str]


def _moved(s: State, card: str, who: str, n: int, delta: int) -> str:
    return f"{card} goes to the {s.rules.zone_names[n % NZ]}" if card != "a hidden card" else ""


_LINES: dict[str, Line] = {
    "enters": lambda s, card, who, n, d: f"{card} enters the field",
    "opened": lambda s, card, who, n, d: f"{who} shows {card}",
    "drawn": lambda s, card, who, n, d: f"{who} draws a card",
    "shuffled": lambda s, card, who, n, d: f"{who} shuffles {n} cards" if n else "",
    "attached": lambda s, card, who, n, d: f"{who} attaches {card}" if n == 1 else "",
    "control-changed": lambda s, card, who, n, d: f"{who} takes control of {card}",
    "counter-put": lambda s, card, who, n, d: f"{card}: +{d} {COLUMN_NAMES[n]}" if n != TP else "",
    "counter-gone": lambda s, card, who, n, d: f"{card}: {d} {COLUMN_NAMES[n]}",
    "link-stopped": lambda s, card, who, n, d: f"{card} does nothing",
    "link-resolved": lambda s, card, who, n, d: f"{card} resolves",
    "turn-begins": lambda s, card, who, n, d: f"turn {n}: {who}",
    "phase-begins": lambda s, card, who, n, d: PHASES[n],
    "tossed": lambda s, card, who, n, d: f"the toss shows {n}",
    "shown": lambda s, card, who, n, d: f"{who} shows {card}",
    "looked": lambda s, card, who, n, d: f"{who} looks at {n} card{'s' if n != 1 else ''}",
    "out": lambda s, card, who, n, d: f"{who} has lost",
    "mixed": lambda s, card, who, n, d: f"{who} mixes {n} cards in Hand",
    "discarded": lambda s, card, who, n, d: f"{who} discards {card}",
    "milled": lambda s, card, who, n, d: f"{card} goes from the Deck to the Discard Pile",
    "found-none": lambda s, card, who, n, d: f"{who} finds none",
    "moved": _moved,
    "attacks": lambda s, card, who, n, d: f"{card} attacks",
    "attacked": lambda s, card, who, n, d: f"{card} is attacked",
    "takes-damage": lambda s, card, who, n, d: f"{card} takes {n} damage",
    "succeeds": lambda s, card, who, n, d: f"the Attack of {card} succeeds",
    "knocked-out": lambda s, card, who, n, d: f"{card} is Knocked Out",
    "destroyed": lambda s, card, who, n, d: f"{card} is destroyed",
    "imprisoned": lambda s, card, who, n, d: f"{card} is imprisoned",
    "played": lambda s, card, who, n, d: f"{who} plays {card}",
    "used": lambda s, card, who, n, d: f"{who} uses {card}",
    "activated": lambda s, card, who, n, d: f"{who} activates {card}",
    "gains-tp": lambda s, card, who, n, d: f"{who} gains {n} TP",
    "loses-tp": lambda s, card, who, n, d: f"{who} loses {n} TP",
    "healed": lambda s, card, who, n, d: f"{card} heals {n} HP",
    "moved-up": lambda s, card, who, n, d: f"{card} moves up",
    "orbital": lambda s, card, who, n, d: f"{card} becomes Orbital",
    "returned": lambda s, card, who, n, d: f"{card} returns from Orbital",
    "blocked": lambda s, card, who, n, d: f"{card} Blocks the Attack",
    "deflected": lambda s, card, who, n, d: f"the Attack is Deflected to {card}",
    "negated": lambda s, card, who, n, d: f"{card} Negates it",
    "missed": lambda s, card, who, n, d: f"{card} misses: Tails",
    "thrown": lambda s, card, who, n, d: f"{who} throws {('Rock', 'Paper', 'Scissors')[n]}",
    "keeps": lambda s, card, who, n, d: f"{who} {'keeps the Hand' if n else 'takes a mulligan'}",
    "stacked": lambda s, card, who, n, d: f"{card} goes into a Stack",
}
