"""The verb that plays cards: Characters, Items, Augments, Zones, and what Buildup lays down."""

from __future__ import annotations

from itertools import combinations, islice, product
from operator import contains

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_ABILITY,
    A_ID,
    A_IT,
    A_MODE,
    A_TARGETS,
    A_TO,
    new_act,
)
from fadenet.engine.chain import W_GAP, W_PHASE
from fadenet.engine.kit import targets
from fadenet.engine.rules import Move
from fadenet.engine.state import Known, Row, State, is_automaton, ref
from fadenet.games.fade import reasons
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    AFTERMATH,
    AUGMENT,
    CHARACTER,
    DISCARD,
    E_IMPRISONED,
    E_PLAYED,
    FIGHTERS,
    FRONT,
    HAND,
    ITEM,
    K_BOSS,
    K_BUILDUP,
    K_EQUIP,
    KEY_AS,
    KEY_TO,
    M_BUILDUP,
    M_CHARACTER,
    M_ITEM,
    M_TEXT,
    NZ,
    OWN_PHASES,
    PREPARATION,
    REACTION,
    RIFT,
    S_COST,
    SKILL,
    TP,
    USED,
    V_PLAY,
    ZONECARD,
)
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.games.fade.verbs import legality, quiet
from fadenet.games.fade.verbs.using import ByCard, announced, answer_rule, opened, purse


class _Playing(ByCard):
    """Characters of the Fighter Pool, and cards of the Hand."""

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> list[Move]:
        """Every legal way to play cards."""
        found: list[Move] = []
        base = seat * NZ
        cards = rules_of(s).cards
        tp = purse(s, seat)
        own = seat == s.active and (s.chain or now < 0)
        quiet_phase = own and s.phase in OWN_PHASES
        kinds = ITEM  # at any other time
        if quiet_phase:
            kinds |= AUGMENT | ZONECARD | (CHARACTER if is_automaton(s, seat) else 0)
        if own and s.phase == PREPARATION:
            for h in s.zones[base + FIGHTERS]:
                code = s.code[h] or codes.get(h, 0)
                if code and cards[code].stats[S_COST] <= tp:
                    found.extend(opened(s, seat, h, code, plays_of))
        if quiet_phase or not s.chain:
            for h in s.zones[base + HAND]:
                code = s.code[h] or codes.get(h, 0)
                if code and cards[code].stats[S_COST] <= tp:
                    card = cards[code]
                    if card.types & kinds or (quiet_phase and (not card.types or card.keywords[K_BUILDUP])):
                        found.extend(opened(s, seat, h, code, plays_of))
        return found

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a move breaks, its hidden cards being open; "" = legal."""
        h = move[1]
        if not h:
            return reasons.NOT_PLAYABLE
        code = s.code[h]
        if not code:
            return reasons.HIDDEN
        card = rules_of(s).cards[code]
        named, _, line = legality.split(move)
        kinds = play_kinds(card)
        if not kinds and not card.types:  # a Legend itself, out of a deck where none may be
            return reasons.LEGEND_CARD
        wanted = CHARACTER.bit_length() - 1 if KEY_TO in named else named.get(KEY_AS, -1)
        as_type = next((t for t in kinds if t.bit_length() - 1 == wanted), kinds[0] if kinds else SKILL)
        why = play_refusal(s, seat, h, card, as_type)
        if why:
            return why
        if as_type == CHARACTER:
            return _entry_rule(s, seat, move, card, line)
        how = ((KEY_AS, as_type.bit_length() - 1),) if len(kinds) > 1 else ()
        whole = move == (*move[:2], *how, *line) and as_type in kinds
        if as_type == AUGMENT or (as_type == ITEM and card.keywords[K_EQUIP]):
            if whole and len(line) == 1 and line[0] in quiet.hosts(s, seat, h, card):
                return ""
            return reasons.AUGMENT_WHOM if as_type == AUGMENT else reasons.EQUIP_WHOM
        ability = card.use
        if as_type not in (ITEM, 0) or card.keywords[K_BUILDUP]:
            if whole and not line:
                return ""
            return reasons.NO_TARGET if card.types & as_type else reasons.OTHER_TYPE
        if ability is None or not legality.meets(s, seat, h, seat + 1, ability):
            return reasons.NOT_THERE
        act = legality.use_act(s, seat, h, seat + 1, ability, 0, as_type)
        if whole and targets.fit(s, act, ability.slots, line):
            return ""
        return answer_rule(s, legality.use_act(s, seat, h, seat + 1, ability, 0, as_type), ability, move)

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, shown, and becomes a link."""
        h = move[1]
        card = rules_of(s).cards[s.code[h]]
        named, _, line = legality.split(move)
        mode = M_CHARACTER if KEY_TO in named else named.get(KEY_AS, _only_way(card))
        act = new_act(s, V_PLAY, seat, 0, ref(s, seat + 1), -1)
        act[A_MODE] = mode
        s.acts[act[A_ID]] = act
        if mode == M_CHARACTER:
            act[A_TO] = named.get(KEY_TO, 0)
            boss = card.keywords[K_BOSS]
            for paid in line[:boss]:
                atoms.emit(s, E_IMPRISONED, paid, seat, act[A_ID])
                atoms.move(s, paid, s.owner[paid] * NZ + RIFT, 1, act[A_ID])
            act[A_IT] = legality.refs_of(s, line[boss:])
        else:
            act[A_TARGETS] = legality.refs_of(s, line)
        atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
        atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
        ability = card.use if mode in (M_ITEM, M_TEXT) else None
        if ability is not None:
            act[A_ABILITY] = ability.number
        announced(s, act, h, E_PLAYED, None)


def plays_of(s: State, seat: int, h: int, code: int) -> list[Move]:
    """Every legal way to play this card."""
    card = rules_of(s).cards[code]
    ability = card.use
    kinds = play_kinds(card)
    several = len(kinds) > 1 and s.zone[h] % NZ == HAND
    found: list[Move] = []
    for as_type in kinds:
        if play_refusal(s, seat, h, card, as_type):
            continue
        how = ((KEY_AS, as_type.bit_length() - 1),) if several else ()
        if as_type == CHARACTER:
            rows = (0, 1) if s.zones[seat * NZ + FRONT] else (0,)
            lines = entry_choices(s, seat, card)
            for to in rows:
                found.extend((V_PLAY, h, (KEY_TO, to), *line) for line in lines)
        elif as_type == AUGMENT or (as_type == ITEM and card.keywords[K_EQUIP]):
            found.extend((V_PLAY, h, *how, host) for host in quiet.hosts(s, seat, h, card))
        elif as_type == ZONECARD or card.keywords[K_BUILDUP]:
            found.append((V_PLAY, h, *how))
        elif ability is not None and legality.meets(s, seat, h, seat + 1, ability):
            act = legality.use_act(s, seat, h, seat + 1, ability, 0, as_type)
            found.extend((V_PLAY, h, *how, *line) for line in targets.ways(s, act, ability.slots))
    return found


def _entry_rule(s: State, seat: int, move: Move, card: FadeCard, line: tuple[int, ...]) -> str:
    """The rule that keeps a Character from entering where and at the price that a move names."""
    why = entry_refusal(s, seat, card, line)
    if why:
        return why
    rows = (0, 1) if s.zones[seat * NZ + FRONT] else (0,)
    right = any(move == (*move[:2], (KEY_TO, to), *line) for to in rows)
    return "" if right else reasons.NEEDS_FRONT


def _only_way(card: FadeCard) -> int:
    if card.keywords[K_BUILDUP] and card.types & (SKILL | REACTION):
        return M_BUILDUP
    kind = card.types & (ITEM | AUGMENT | ZONECARD)
    return kind.bit_length() - 1 if kind else M_TEXT


def play_refusal(s: State, seat: int, h: int, card: FadeCard, as_type: int) -> str:
    """Whether a card may be played now as this Supertype (faroe prep.*, item.any-turn)."""
    kind = s.zone[h] - seat * NZ
    if kind == FIGHTERS:
        if as_type != CHARACTER:
            return reasons.OTHER_DECK
        why = _in_phase(s, seat, (PREPARATION,), reasons.NO_CHARACTERS_NOW)
    elif kind != HAND:
        return reasons.NOT_PLAYABLE
    elif as_type == CHARACTER:
        if not is_automaton(s, seat):
            return reasons.OTHER_DECK
        why = _in_phase(s, seat, (PREPARATION,), reasons.NO_CHARACTERS_NOW)
    elif as_type == ITEM:
        why = _item_moment(s, seat)
    else:
        why = _in_phase(s, seat, OWN_PHASES, reasons.OTHER_PHASE)
    if why:
        return why
    if s.num[TP][seat + 1] < legality.cost(s, h, card):
        return reasons.TOO_DEAR
    return ""


def _in_phase(s: State, seat: int, phases: tuple[int, ...], aftermath: str) -> str:
    if seat != s.active:
        return reasons.NOT_PLAYABLE if s.chain else reasons.NOT_NOW
    if s.phase in phases and (s.chain or legality.window_of(s, seat) < 0):
        return ""
    return aftermath if s.phase == AFTERMATH else reasons.OTHER_PHASE


def _item_moment(s: State, seat: int) -> str:
    """Items only open a chain, in certain gaps (faroe timing.item-window, chain.items-start-only)."""
    if s.chain:
        return reasons.ITEM_STARTS
    window = legality.window_of(s, seat)
    return "" if window in (W_GAP, W_PHASE) or (window < 0 and seat == s.active) else reasons.ITEM_MOMENT


def boss_food(s: State, seat: int) -> list[int]:
    """The Characters of the Discard Pile: what is imprisoned to play a Boss (faroe keyword.boss)."""
    return [h for h in s.zones[seat * NZ + DISCARD] if rules_of(s).cards[s.code[h]].types & CHARACTER]


def level_slots(s: State, seat: int, card: FadeCard) -> list[list[int]]:
    """What may go underneath a Level-Up card for each name that it lists (faroe keyword.level-up)."""
    mine = [(h, rules_of(s).cards[s.code[h]].name) for h in characters(s, seat) if s.code[h]]
    return [[h for h, name in mine if name == wanted] for wanted in card.level_up]


def entry_choices(s: State, seat: int, card: FadeCard) -> list[tuple[int, ...]]:
    """The first `listed_max` ways to name what is imprisoned for a Boss and then what Level-Up goes on."""
    paid = combinations(boss_food(s, seat), card.keywords[K_BOSS])
    below = [line for line in product(*level_slots(s, seat, card)) if len(set(line)) == len(line)]
    return list(islice(((*p, *line) for p in paid for line in below), s.rules.listed_max))


def entry_refusal(s: State, seat: int, card: FadeCard, line: tuple[int, ...]) -> str:
    """Whether these are what a Boss or Level-Up card asks for, each in its place and the former in order."""
    n = card.keywords[K_BOSS]
    food, slots, below = boss_food(s, seat), level_slots(s, seat, card), line[n:]
    if [h for h in food if h in line[:n]] != list(line[:n]) or len(line) < n:
        return reasons.BOSS
    right = len(below) == len(slots) == len(set(below))
    return "" if right and all(map(contains, slots, below)) else reasons.LEVEL_UP


def play_kinds(card: FadeCard) -> list[int]:
    """The Supertypes as which a card may be played; 0 for a Legend's text-only card, none for a Legend."""
    if not card.types:
        return [] if card.use is None else [0]
    kinds = [t for t in (CHARACTER, ITEM, AUGMENT, ZONECARD) if card.types & t]
    if card.keywords[K_BUILDUP]:
        kinds.append(card.types & (SKILL | REACTION))
    return kinds


PLAYING = _Playing()
