"""What a refusal says, statements about hidden cards, and what the log says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fadenet.engine.ops.language import Compiler
from fadenet.engine.rules import Card
from fadenet.engine.state import Row, State
from fadenet.games.fade.tables import (
    COLUMN_NAMES,
    ELEMENTS,
    EVENTS,
    K_SURPRISE,
    NZ,
    PHASES,
    RANKS,
    REACTION,
    S_COST,
    S_LEVEL,
    S_RANK,
    SKILL,
    SUPERTYPES,
    TP,
)

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules


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
