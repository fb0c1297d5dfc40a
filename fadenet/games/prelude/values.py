"""The values of cards now, and the cards that each player may use: figures, actions, lines, casting needs."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_SRC, A_USER, A_VERB
from fadenet.engine.card import Card
from fadenet.engine.kit import quantities
from fadenet.engine.state import HANDLE_MASK, Act, State, ref
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.typed import PreludeCard, rules_of


def card_of(s: State, h: int) -> PreludeCard:
    """The card behind a public handle; the empty card for a hidden one."""
    return rules_of(s).cards[s.code[h]]


def zone(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[seat * t.NZ + kind]


# Characters, minions, their life and actions.


def character(s: State, seat: int) -> int:
    """The handle of the character card of a seat, 0 before it lies on the field."""
    line = zone(s, seat, t.CHARACTER)
    return line[0] if line else 0


def bearer(s: State, h: int) -> int:
    """The card on which the figures of a character or minion are printed."""
    return character(s, h - 1) if h <= s.seats else h


def figure(s: State, h: int, what: int) -> int:
    """A value of a card; of a character, named by its body or its card, all that is changed of either."""
    seat = character_of(s, h)
    if seat < 0:
        return quantities.value(s, h, what)
    return max(_printed_and_changed(s, seat, what), 0)


def _printed_and_changed(s: State, seat: int, what: int) -> int:
    """A value of a character with all that changes its card or its body; it may be below 0."""
    card = character(s, seat)
    changes = (*quantities.changes(s, what, card), *quantities.changes(s, what, seat + 1))
    return card_of(s, card).stats[what] + sum(changes)


def keyword(s: State, h: int, k: int) -> int:
    """A keyword's number, 0 = not; of a character by its body or its card."""
    seat = character_of(s, h)
    if seat < 0:
        return quantities.keyword(s, h, k)
    return max(quantities.keyword(s, character(s, seat), k), quantities.keyword(s, seat + 1, k))


def has(s: State, h: int, what: int) -> bool:
    """Whether what can be found out about a card is something that can have a value or keyword, by its
    number (prelude card.figures)."""
    types = t.IS_CHARACTER if character_of(s, h) >= 0 else card_of(s, h).types
    return not types or bool(types & t.HAVING[rules_of(s).quantities[what]])


def character_of(s: State, h: int) -> int:
    """The seat of which a handle is the character, by its body or its card; -1 = it is another card."""
    if h <= s.seats:
        return h - 1
    return s.ctrl[h] if s.zone[h] >= 0 and s.zone[h] % t.NZ == t.CHARACTER else -1


def printed_life(s: State, h: int) -> int:
    return card_of(s, bearer(s, h)).stats[t.Q_LIFE]


def life(s: State, h: int) -> int:
    """The life that is left to a character (by its body) or minion (prelude damage.life)."""
    return max(printed_life(s, h) - s.num[t.HURT][h], 0)


def threshold(s: State, h: int) -> int:
    """The damage of one source that breaks a task (prelude suspend.interrupt-damage)."""
    return share(printed_life(s, h), rules_of(s).figures.interrupt_percent)


def share(n: int, percent: int) -> int:
    """So many hundredths, rounded up (prelude damage.life)."""
    return (n * percent + 99) // 100


def pool(s: State, h: int) -> int:
    """The actions to which a reset brings a character or minion (prelude response.action-count,
    minion.actions, minion.no-actions-yet)."""
    figures = rules_of(s).figures
    n = figures.action_base - figure(s, h, t.Q_SUSPEND)
    if h <= s.seats:
        return min(max(n, figures.character_actions_floor), figures.action_base)
    fresh = s.since[h] >= s.turn and not keyword(s, h, t.K_EAGER)
    return 0 if fresh else max(n, 0)


def fighters(s: State, seat: int) -> list[int]:
    """Those of a seat that have a pool of actions: its character, by the body, then its minions."""
    return [seat + 1, *zone(s, seat, t.MINIONS)]


def actions(s: State, h: int) -> int:
    """The free actions of a character or minion."""
    return s.num[t.ACTIONS][h]


def without_actions(s: State, h: int) -> str:
    """The rule against an action of a character or minion that has none free; "" = it has some."""
    if actions(s, h):
        return ""
    return "minion.no-actions-yet" if h > s.seats and s.since[h] >= s.turn else "response.no-actions"


# Lines of ranks.


def lines_there(s: State, seat: int) -> list[int]:
    """The stacks of a seat on which a card lies, by kind of zone."""
    return [kind for kind in t.STACKS if zone(s, seat, kind)]


def top(s: State, seat: int, kind: int) -> int:
    """The top card of a stack, which alone counts (prelude prelim.top-only); 0 = none."""
    return zone(s, seat, kind)[-1] if zone(s, seat, kind) else 0


def tops(s: State, seat: int) -> list[int]:
    return [zone(s, seat, kind)[-1] for kind in lines_there(s, seat)]


def line_of(s: State, h: int) -> int:
    return card_of(s, h).stats[t.S_LINE]


def tier_of(s: State, h: int) -> int:
    return card_of(s, h).stats[t.S_TIER]


def is_magic(line: int) -> bool:
    return line in t.MAGIC_LINES


def mastery(s: State, line: int) -> int:
    """The tier at which a line is mastered (prelude rank.mastery-tier)."""
    word = t.LINES[line - 1].lower().replace(" ", "-")
    return rules_of(s).figures.mastery_tier[word]


def counted_colours(s: State, seat: int) -> dict[int, int]:
    """By colour the top card of the magic line that gives it."""
    return {t.LINE_COLOURS[line_of(s, h)]: h for h in tops(s, seat) if is_magic(line_of(s, h))}


def reserve(s: State, seat: int, colour: int) -> int:
    h = counted_colours(s, seat).get(colour, 0)
    return s.num[t.RESERVE][h] if h else 0


def edge(s: State, seat: int, card: PreludeCard) -> int:
    """The Edge that the top ranks add to a weapon attack or a spell (prelude rank.edge)."""
    best = 0
    for h in tops(s, seat):
        line = line_of(s, h)
        if card.types & t.SPELL:
            fits = t.LINE_COLOURS[line] & card.types > 0
        else:
            fits = not is_magic(line) and line_may_use(line, card)
        if fits:
            best = max(best, figure(s, h, t.Q_EDGE) + _printed_and_changed(s, seat, t.Q_EDGE))
    return max(best, 0)


# The cards that a player may use.


def line_may_use(line: int, card: PreludeCard) -> bool:
    """Whether the counted rank of a line lets a weapon or magic be used (prelude rank.weapon-classes)."""
    types = card.types
    if types & t.WEAPON:
        barbarian, sharp = types & t.BARBARIAN > 0, types & t.SHARP > 0 or not types & t.COMMON
        if line == t.L_BARBARIAN:
            return barbarian or not sharp
        return not barbarian and (not sharp or not is_magic(line))
    if types & (t.SPELL | t.CREATURE):
        return t.LINE_COLOURS[line] & types > 0
    if types & t.ENERGY or card.stats[t.S_VALUE] == t.V_MAGIC:
        return is_magic(line)
    return True


def lines_may_use(lines: int, card: PreludeCard) -> bool:
    """The same for one line of several, given as bits by their number."""
    return any(lines >> line & 1 and line_may_use(line, card) for line in range(1, len(t.LINES) + 1))


def has_icons(character: Card, card: Card) -> bool:
    """Whether every icon of a card is on the character's page (prelude card.casting-needs)."""
    needed = card.types & t.ALL_ICONS
    if card.types & t.RANK or (isinstance(card, PreludeCard) and card.stats[t.S_VALUE] == t.V_MAGIC):
        return not needed or needed & character.types > 0
    return needed & ~character.types == 0


def opened_lines(line: int) -> int:
    """The lines that a rank card opens, as bits: a common rank opens all that share it."""
    if line == t.L_SOLDIER or line in t.SHARING:
        return 1 << t.L_SOLDIER | sum(1 << one for one in t.SHARING)
    return 1 << line


def named_lines(line: int) -> int:
    """The lines that a second calling opens, as bits: the one that was named, with its common rank (prelude
    rank.second-calling)."""
    return 1 << line | 1 << t.COMMON_OF.get(line, line)


def unusable(character: PreludeCard, lines: int, card: PreludeCard) -> str:
    """The rule by which a card leaves the deck of a character with these lines; "" = it stays."""
    if not has_icons(character, card):
        return "setup.trim-by-race"
    if card.types & t.RANK:
        return "" if lines >> card.stats[t.S_LINE] & 1 else "setup.trim-by-rank"
    if lines_may_use(lines, card):
        return ""
    magic = any(lines >> line & 1 for line in t.MAGIC_LINES)
    return "setup.trim-mage" if magic else "setup.trim-swordsman"


def usable(s: State, seat: int, card: PreludeCard) -> str:
    """The rule against using a card now, by icons, counted ranks and Training Number; "" = none."""
    who = card_of(s, character(s, seat))
    if not has_icons(who, card):
        return "card.casting-needs"
    lines = [line_of(s, h) for h in tops(s, seat)]
    if not any(line_may_use(line, card) for line in lines):
        return "rank.weapon-classes"
    if card.stats[t.S_NUMBER] > s.num[t.TRAINING][seat + 1]:
        return "xp.training-number-met"
    return ""


# Hands.


def hands_used(s: State, seat: int, without: int = 0) -> int:
    """The hands that hold something (prelude action.hands)."""
    return sum(hands_of(s, h) for h in zone(s, seat, t.EQUIPPED) if h != without)


def hands_of(s: State, h: int) -> int:
    return card_of(s, h).stats[t.S_HANDS]


def is_worn(card: Card) -> bool:
    """Whether this is armour that is worn: a shield is held."""
    return bool(card.types & t.ARMOUR and not card.stats[t.S_HANDS])


def may_hold(s: State, seat: int, card: Card) -> str:
    """The rule against equipping one more card."""
    if is_worn(card):
        worn = any(is_worn(card_of(s, h)) for h in zone(s, seat, t.EQUIPPED))
        return "action.hands" if worn else ""
    free = rules_of(s).figures.hands - hands_used(s, seat)
    return "action.hands" if card.stats[t.S_HANDS] > free else ""


def armour(s: State, h: int) -> int:
    """The damage that armour takes off an attack on a character or minion (prelude defend.armour)."""
    if h > s.seats:
        return figure(s, h, t.Q_ARMOUR)
    seat = h - 1
    worn = sum(figure(s, k, t.Q_ARMOUR) for k in zone(s, seat, t.EQUIPPED) if is_worn(card_of(s, k)))
    return max(worn + _printed_and_changed(s, seat, t.Q_ARMOUR), 0)


# Tasks.


def task_of(s: State, h: int) -> Act | None:
    """The task that a character or minion carries (prelude suspend.one-task)."""
    mine = ref(s, h)
    for act in s.acts.values():
        if act[A_USER] == mine and act[A_FLAGS] & t.F_CARRIED:
            return act
    return None


def tasks(s: State, seat: int) -> list[Act]:
    """The tasks that a seat carries, its character's first."""
    found = [task_of(s, h) for h in fighters(s, seat)]
    return [act for act in found if act is not None]


def suspend_of(s: State, act: Act) -> int:
    """The actions that an action takes (prelude suspend.cost, suspend.zero-weapon, action.ability-cost)."""
    figures, h = rules_of(s).figures, act[A_SRC] & HANDLE_MASK
    if act[A_VERB] == t.V_STRIKE:
        return figures.unarmed_suspend
    if act[A_VERB] == t.V_EQUIP:
        return 1
    if s.zone[h] % t.NZ == t.MINIONS and act[A_VERB] == t.V_ATTACK:
        return figures.minion_strike_actions
    if act[A_VERB] == t.V_SET:
        at = (s.stated[h] - t.ST_TRAP) % len(t.TRAP_COSTS)
        return max(t.TRAP_COSTS[at][1] if not s.code[h] else printed(s, h), 1)
    ability = rules_of(s).abilities[act[A_ABILITY]] if act[A_ABILITY] >= 0 else None
    if ability is not None and ability.suspend >= 0:
        return max(ability.suspend, 1)
    return max(figure(s, h, t.Q_SUSPEND), 1)


def printed(s: State, h: int) -> int:
    return card_of(s, h).stats[t.Q_SUSPEND]


# The cards that work now.


def working(s: State) -> list[int]:
    """Every card whose text is in force: characters, top ranks, what is equipped, minions, energies."""
    found: list[int] = []
    for seat in range(s.seats):
        found += zone(s, seat, t.CHARACTER)
        found += tops(s, seat)
        for kind in (t.EQUIPPED, t.MINIONS, t.ENERGIES):
            found += zone(s, seat, kind)
    return [h for h in found if s.code[h]]


def closing(s: State, seat: int, later: int) -> int:
    """The close of a seat's Response under way, or of one that is so much later, as one number."""
    return (s.num[t.RESPONSES][seat + 1] + later) * s.seats + seat


def affected(s: State, act: Act, h: int) -> bool:
    """Whether an action can do anything to a card or body: it must be in play, or in a cemetery."""
    if h <= s.seats:
        return h - 1 not in s.out
    return s.rules.on_field[s.zone[h]] or (s.zone[h] >= 0 and s.zone[h] % t.NZ == t.CEMETERY)


def several(s: State) -> bool:
    """Whether the match is best of three."""
    return s.vars[t.G_GAMES] > 1


def may_be_attacked(s: State, seat: int, other: int) -> str:
    """The rule against an attack of one seat on another now (prelude turn.first-no-attack,
    format.melee-grace)."""
    if s.turn == 1 and seat == s.vars[t.G_FIRST] and not has_vanguard(s, seat):
        return "turn.first-no-attack"
    if atoms.marked(s, t.P_GAME, t.MK_TRUCE, min(seat, other) << 4 | max(seat, other)) >= s.turn:
        return "setup.agreement-kinds"
    if rules_of(s).format == "melee" and not s.num[t.RESPONSES][other + 1]:
        return "format.melee-grace"
    return ""


def has_vanguard(s: State, seat: int) -> bool:
    return keyword(s, seat + 1, t.K_VANGUARD) > 0


def blame(s: State, h: int, by: int) -> None:
    """The seat that hurt a character or minion last is its killer, -1 = no seat (prelude
    format.melee-spoils)."""
    atoms.unmark(s, t.P_BLAME, t.MK_BLAME, ref(s, h))
    if by >= 0:
        atoms.mark(s, t.P_BLAME, t.MK_BLAME, ref(s, h), by + 1)


def enemies(s: State, seat: int) -> Sequence[int]:
    return [e for e in range(s.seats) if e != seat and e not in s.out]
