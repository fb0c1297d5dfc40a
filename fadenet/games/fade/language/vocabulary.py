"""The nouns of the F.A.D.E. family's card language: groups, filters, selectors, conditions, values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_DEALT,
    A_EVENT,
    A_FLAGS,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TRAITS,
    A_USER,
)
from fadenet.engine.card import Card, CardTest, Select, Test
from fadenet.engine.language import filters, flow
from fadenet.engine.language.compiler import Base, Compiler, Language, Said, base_selectors
from fadenet.engine.language.english import Noun, article, being, either, one_of
from fadenet.engine.language.filters import in_zones, is_one, listed, mask_of, players, printed_type
from fadenet.engine.state import ATTACHED, HANDLE_MASK, UNDER, Act, State, alive, is_automaton
from fadenet.games.fade.field import combat, reach, values
from fadenet.games.fade.language import effects, statements
from fadenet.games.fade.tables import (
    ATTACK,
    AUGMENT,
    BACKUP,
    COLUMN_NAMES,
    DAMAGE,
    DECK,
    DISCARD,
    ELEMENTS,
    EVENTS,
    FIGHTERS,
    FIGURE_NAMES,
    FRONT,
    HAND,
    K_EQUIP,
    M_ABILITY,
    M_BARRIER,
    M_BUILDUP,
    M_NORMAL,
    M_SHIELD,
    M_TEXT,
    M_TRIGGER,
    M_ZONE,
    MK_ALLY_DOWN,
    NULL,
    NZ,
    P_TURN,
    PHASE_EVENTS,
    PHASES,
    PHYSICAL,
    QUANTITY_NAMES,
    RANKS,
    RIFT,
    S_COST,
    S_RANK,
    SUPERTYPES,
    TP,
    USED,
    ZONE,
    ZONECARD,
    E,
    K,
)
from fadenet.games.fade.typed import rules_of

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules

_characters = in_zones(FRONT, BACKUP)


def _fighters(s: State) -> list[int]:
    """Characters on the field and Players: whatever can be attacked."""
    return _characters(s) + players(s)


def _attached(s: State) -> list[int]:
    zones = s.rules.on_field
    return [k for host in sorted(s.kids) for k in s.kids[host] if s.role[k] == ATTACHED and zones[s.zone[k]]]


def _counting_as(test: Callable[[Card], int]) -> Callable[[State], list[int]]:
    """The face-up cards on the field that pass a test, wherever they lie (faroe card.multi-supertype)."""
    return lambda s: [h for h in _cards(s) if s.face[h] and test(s.rules.cards[s.code[h]])]


_augments = _counting_as(lambda card: card.types & AUGMENT)
_zones = _counting_as(lambda card: card.types & ZONECARD)
_equips = _counting_as(lambda card: card.keywords[K_EQUIP])


def _face_down(s: State) -> list[int]:
    return [k for k in _attached(s) if not s.face[k]]


def _stacked(s: State) -> list[int]:
    return [k for host in sorted(s.kids) for k in s.kids[host] if s.role[k] == UNDER]


def _cards(s: State) -> list[int]:
    return [*in_zones(FRONT, BACKUP, ZONE)(s), *_attached(s)]


GROUPS: dict[str, tuple[Callable[[State], list[int]], str, str]] = {
    "characters": (_characters, "Character", "Characters"),
    "front characters": (in_zones(FRONT), "front Character", "front Characters"),
    "backup characters": (in_zones(BACKUP), "{row} Character", "{row} Characters"),
    "players": (players, "Player", "Players"),
    "fighters": (_fighters, "Character or Player", "Characters or Players"),
    "attached cards": (_attached, "attached card", "attached cards"),
    "augments": (_augments, "Augment", "Augments"),
    "equips": (_equips, "Equip card", "Equip cards"),
    "face-down cards": (_face_down, "face-down card", "face-down cards"),
    "stacked cards": (_stacked, "stacked card", "stacked cards"),
    "cards": (_cards, "card on the field", "cards on the field"),
    "zones": (_zones, "Zone", "Zones"),
    "hand": (in_zones(HAND), "card in {} Hand", "cards in {} Hand"),
    "discard pile": (in_zones(DISCARD), "card in {} Discard Pile", "cards in {} Discard Pile"),
    "rift zone": (in_zones(RIFT), "card in {} Rift Zone", "cards in {} Rift Zone"),
    "deck": (in_zones(DECK), "card in {} Deck", "cards in {} Deck"),
    "fighter pool": (in_zones(FIGHTERS), "card in {} Fighter Pool", "cards in {} Fighter Pool"),
    "cards in use": (in_zones(USED), "card", "cards"),
}


# Phrases of their own.

PHRASES = {
    "your fighters": (
        "you and your Characters",
        "you or one of your Characters",
        "you and each of your Characters",
    ),
    "enemy fighters": (
        "enemy Characters and Players",
        "an enemy Character or Player",
        "each enemy Character and Player",
    ),
    "all fighters": ("all Characters and Players", "a Character or Player", "each Character and Player"),
    "your players": ("you", "you", "you"),
}


# Filters: (test, words).


def _f_element(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    mask = mask_of(c, v, ELEMENTS, "Element")
    return (lambda s, act, h: bool(h > s.seats and values.elements(s, h) & mask)), either(listed(v))


def _f_archetype(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    words = frozenset(listed(v))
    return (lambda s, act, h: bool(s.rules.cards[s.code[h]].words & words)), either(listed(v))


def _f_level(least: bool) -> Any:
    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        n = c.number(v, "Level")
        if least:
            return (lambda s, act, h: values.level(s, h) >= n), f"with Level {n} or more"
        return (lambda s, act, h: values.level(s, h) <= n), f"with Level {n} or less"

    return make


def _f_rank(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    ranks = [RANKS.index(c.word(x, RANKS, "Rank")) for x in listed(v)]
    said = f"{either(listed(v))} Rank"
    return (lambda s, act, h: s.rules.cards[s.code[h]].stats[S_RANK] in ranks), said


def _f_rank_below(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    n = RANKS.index(c.word(v, RANKS, "Rank"))
    return (lambda s, act, h: 0 <= s.rules.cards[s.code[h]].stats[S_RANK] < n), f"with a lower Rank than {v}"


def _f_keyword(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    keywords = effects.edition_of(c).keywords
    k = keywords[c.word(v, keywords, "keyword")]
    return (lambda s, act, h: values.keyword(s, h, k) > 0), f"with {v}"


def _f_cost_max(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    n = c.number(v, "Cost")
    return (lambda s, act, h: s.rules.cards[s.code[h]].stats[S_COST] <= n), f"with Cost {n} or less"


FILTERS = {
    "type": printed_type(SUPERTYPES, "Supertype"),
    "element": _f_element,
    "archetype": _f_archetype,
    "level_min": _f_level(True),
    "level_max": _f_level(False),
    "rank": _f_rank,
    "rank_below": _f_rank_below,
    "keyword": _f_keyword,
    "damaged": filters.flag("damaged", "undamaged", lambda s, h: s.num[DAMAGE][h] > 0),
    "cost_max": _f_cost_max,
}

STATS: dict[str, Callable[[State, int], int]] = {
    "PLV": values.plv,
    "HP": values.hp,
    "full HP": values.full_hp,
    "Level": lambda s, h: values.level(s, h),
    "TP": lambda s, h: s.num[TP][h],
    "Cost": lambda s, h: max(s.rules.cards[s.code[h]].stats[S_COST], 0),
    "damage": lambda s, h: s.num[DAMAGE][h],
}


# Selectors of a chain.


def _other_act(s: State, act: Act) -> Act | None:
    """The action that is answered; without an answer, the one that caused the event."""
    return s.acts.get(act[A_LINK]) or (s.acts.get(act[A_EVENT][4]) if act[A_EVENT] else None)


def _attacker(s: State, act: Act) -> list[int]:
    """The one whose action is answered or caused the event."""
    other = _other_act(s, act)
    if other is None:
        return []
    r = other[A_USER]
    return [r & HANDLE_MASK] if alive(s, r) else []


def _defenders(s: State, act: Act) -> list[int]:
    other = _other_act(s, act)
    return combat.is_attacked(s, other) if other is not None else []


def _answered_player(s: State, act: Act) -> list[int]:
    other = s.acts.get(act[A_LINK])
    return [other[A_SEAT] + 1] if other is not None else []


def _stack_of_this(s: State, act: Act) -> list[int]:
    return [k for k in s.kids.get(act[A_SRC] & HANDLE_MASK, ()) if s.role[k] == UNDER]


def _controller_of_target(s: State, act: Act) -> list[int]:
    return sorted({s.ctrl[r & HANDLE_MASK] + 1 for r in act[A_TARGETS]})


def _targets(s: State, act: Act) -> list[int]:
    """The targets, those of an Attack after its Deflects (faroe counter.targets-default)."""
    refs = (combat.redirected(act, r) for r in act[A_TARGETS])
    return [r & HANDLE_MASK for r in refs if r and alive(s, r)]


_STACK = Noun("", "card in this card's Stack", "cards in this card's Stack")
BASES: dict[str, tuple[Select, Said]] = {
    "target": (_targets, "the target"),
    "targets": (_targets, "the targets"),
    "attacker": (_attacker, "the attacker"),
    "answered": (_attacker, "its source"),
    "attacked": (_defenders, "what it attacks"),
    "answered player": (_answered_player, "its player"),
    "stack": (_stack_of_this, _STACK),
    "target's player": (_controller_of_target, "the target's Player"),
}


# Conditions.


def _c_last_stand(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    pick, noun = c.select(v)
    return (
        lambda s, act: any(h <= s.seats and values.last_stand(s, h - 1) for h in pick(s, act)),
        f"{one_of(noun)} {'are' if noun == 'you' else 'is'} in The Last Stand",
    )


def _c_landed(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    return (lambda s, act: act[A_DEALT] > 0), "this Attack was successful"


def _c_ally_down(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    def test(s: State, act: Act) -> bool:
        side = s.rules.side(s, act[A_SEAT])
        return any(
            s.rules.side(s, seat) == side and atoms.marked(s, P_TURN, MK_ALLY_DOWN, seat)
            for seat in range(s.seats)
        )

    return test, "an ally was Knocked Out this turn"


def _c_attacked(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    pick, noun = c.select(v)

    def test(s: State, act: Act) -> bool:
        mine = pick(s, act)
        return any(
            s.acts[k][A_FLAGS] & ATTACK and any(h in mine for h in combat.is_attacked(s, s.acts[k]))
            for k in s.chain
        )

    return test, f"{one_of(noun)} {'are' if noun == 'you' else 'is'} attacked"


def _being(word: Said) -> Said:
    """A filter as a statement: "with Level 2 or less" -> "has Level 2 or less", "Skill" -> "is a Skill"."""
    if word.replace(",", " ").split(" ")[0] in SUPERTYPES:
        return f"is {article(word)}"
    return being(word)


def _c_elements_among(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    c.known(t, "elements_among", "all")
    pick, noun = c.select(v)
    names = listed(t["all"])
    mask = mask_of(c, names, ELEMENTS, "Element")

    def test(s: State, act: Act) -> bool:
        found = 0
        for h in pick(s, act):
            found |= values.elements(s, h)
        return found & mask == mask

    return test, f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} found among {noun}"


def _c_paradox(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    """Another Character of yours has each Element of this (faroe keyword.paradox, keyword.paradox-self)."""

    def test(s: State, act: Act) -> bool:
        src = act[A_SRC] & HANDLE_MASK
        want = s.rules.cards[s.code[src]].traits
        found = 0
        for h in combat.characters(s, act[A_SEAT]):
            if h != src:
                found |= values.elements(s, h)
        return bool(want) and found & want == want

    return test, "its Paradox is active"


def _c_armed(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    n = c.number(v, "Arm Up", 1)

    def test(s: State, act: Act) -> bool:
        bearer = act[A_SRC] & HANDLE_MASK
        return sum(1 for k in _equips(s) if s.host[k] == bearer) >= n

    return test, f"{n} or more Equip cards are attached to it"


def _c_reinforced(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    n = c.number(v, "Reinforce", 1)
    return (
        lambda s, act: len(s.zones[act[A_SEAT] * NZ + BACKUP]) >= n,
        f"your {effects.edition_of(c).zones[BACKUP]} holds {n} or more Characters",
    )


def _c_backup(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    return (
        lambda s, act: s.zone[act[A_SRC] & HANDLE_MASK] % NZ == BACKUP
    ), f"it is in the {effects.edition_of(c).zones[BACKUP]}"


# What an answer may name: tests on a link.

ANSWERS = ("attack", "normal attack", "card", "ability", "anything", *(t.lower() for t in SUPERTYPES))


def answer_test(c: Compiler, table: dict[str, Any], behind: Said = "") -> tuple[CardTest, Said]:
    """A link of the running chain: { to = "attack", by = "enemy", rank = ..., element = ... }.

    behind: what else is said of it.
    """
    c.known(table, "to", "by", "rank", "rank_below", "element", "physical", "type", "targets")
    to = c.word(table.get("to", "anything"), ANSWERS, "kind of Link")
    by = c.word(table.get("by", "anyone"), {"anyone": 0, "enemy": 0, "you": 0}, "side")
    ranks = (
        [RANKS.index(c.word(x, RANKS, "Rank")) for x in listed(table["rank"])] if "rank" in table else None
    )
    below = RANKS.index(c.word(table["rank_below"], RANKS, "Rank")) if "rank_below" in table else None
    element = mask_of(c, table["element"], ELEMENTS, "Element") if "element" in table else 0
    aim, aim_said = c.select(table["targets"]) if "targets" in table else (None, "")

    def test(s: State, act: Act, k: int) -> bool:
        other = s.acts[k]
        if by != "anyone" and (other[A_SEAT] == act[A_SEAT]) != (by == "you"):
            return False
        if by == "enemy" and s.rules.side(s, other[A_SEAT]) == s.rules.side(s, act[A_SEAT]):
            return False
        if not _is_kind(s, other, to) or ("physical" in table and not other[A_FLAGS] & PHYSICAL):
            return False
        if element and not other[A_TRAITS] & element:
            return False
        rank = link_rank(s, other)
        if (ranks is not None and rank not in ranks) or (below is not None and not 0 <= rank < below):
            return False
        return aim is None or any(reach.aims_at(s, other, h) for h in aim(s, act))

    noun = _link_said(to, table) + behind
    said = {"anyone": article(noun), "enemy": f"an enemy's {noun}", "you": f"your own {noun}"}[by]
    return test, said + (f" that targets {one_of(aim_said)}" if aim_said else "")


def _link_said(to: str, table: dict[str, Any]) -> str:
    noun = _LINK_NOUNS.get(to, to.capitalize())
    before = []
    if "physical" in table:
        before.append("Physical")
    if "rank" in table:
        noun += f" of {either(listed(table['rank']))} Rank"
    if "element" in table:
        before.append(either(listed(table["element"])))
    noun = " ".join([*before, noun])
    if "rank_below" in table:
        noun += f" of lower Rank than {table['rank_below']}"
    return noun


_LINK_NOUNS = {
    "attack": "Attack",
    "normal attack": "Normal Attack",
    "anything": "Link",
    "card": "card",
    "ability": "ability",
}


def _is_kind(s: State, other: Act, to: str) -> bool:
    mode = other[A_MODE]
    if to == "anything":
        return True
    if to == "attack":
        return bool(other[A_FLAGS] & ATTACK)
    if to == "normal attack":
        return mode == M_NORMAL  # type: ignore[no-any-return]
    if to == "ability":
        return mode in (M_ABILITY, M_TRIGGER, M_BARRIER, M_SHIELD)
    if mode > M_ZONE and mode not in (M_BUILDUP, M_TEXT):
        return False
    if to == "card":
        return True
    card = rules_of(s).cards[s.code[other[A_SRC] & HANDLE_MASK]]
    return bool(card.types >> [t.lower() for t in SUPERTYPES].index(to) & 1)


def link_rank(s: State, other: Act) -> int:
    """The Rank of a link: of its card, Normal for a Normal Attack (faroe rank.normal), -1 without one."""
    if other[A_MODE] == M_NORMAL:
        return 0
    code = s.code[other[A_SRC] & HANDLE_MASK]
    return s.rules.cards[code].stats[S_RANK] if code and _is_kind(s, other, "card") else -1


def attack_test(c: Compiler, table: dict[str, Any]) -> tuple[Any, Said]:
    """Which Attacks a continuous change of damage is about: { element = "Fire", kind = "attack" }."""
    c.known(table, "element", "kind")
    element = mask_of(c, table["element"], ELEMENTS, "Element") if "element" in table else 0
    kind = c.word(table.get("kind", "attack"), {"attack": 0, "any": 0, "ability": 0}, "kind of damage")

    def test(s: State, act: Act) -> bool:
        attack = bool(act[A_FLAGS] & ATTACK)
        if kind != "any" and attack != (kind == "attack"):
            return False
        return not element or bool((act[A_TRAITS] or NULL) & element)

    words = f"{either(listed(table['element']))} " if element else ""
    return test, words + {"attack": "Attacks", "any": "Attacks and abilities", "ability": "abilities"}[kind]


TRIGGERS = {
    "enters": "enters the field",
    "attacks": "Attacks",
    "attacked": "is attacked",
    "targeted": "is targeted",
    "hit": "is hit",
    "deals-damage": "deals damage",
    "takes-damage": "takes damage",
    "succeeds": "makes a successful Attack",
    "knocked-out": "is Knocked Out",
    "destroyed": "is destroyed",
    "imprisoned": "is imprisoned",
    "drawn": "is drawn",
    "played": "is played",
    "used": "is used",
    "healed": "is healed",
    "moved-up": "moves up",
    "damage-counters": "gains Damage Counters",
    "counter-put": "gets a Counter",
    "gains-tp": "gains TP",
    "discarded": "is discarded",
    "returned": "returns from Orbital",
    "turn-begins": "begins a turn",
    "turn-ends": "ends a turn",
}
SUBJECTS = {
    **{f"{phase}-phase": "you" for phase in PHASES},
    "turn-begins": "you",
    "turn-ends": "you",
    "gains-tp": "you",
}
PLACES = {
    "hand": (HAND, -1, "return {} to its owner's Hand"),
    "discard": (DISCARD, -1, "put {} into its owner's Discard Pile"),
    "rift": (RIFT, -1, "put {} into its owner's Rift Zone"),
    "deck top": (DECK, 0, "put {} on top of its owner's Deck"),
    "deck bottom": (DECK, -1, "put {} at the bottom of its owner's Deck"),
}


def _c_players(c: Compiler, v: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    """The number of Players at the start of the game (faroe legend.own-rules)."""
    numbers = [c.number(n, "players", 1, 4) for n in listed(v)]
    said = f"{either([*map(str, numbers)])} {'Player' if numbers == [1] else 'Players'}"
    return (lambda s, act: s.seats - s.rules.automata in numbers), f"this is a game for {said}"


UNDER_KEYWORDS = {
    "orbital": "Orbital",
    "returned": "Orbital",
    "paradox": "Paradox",
    "arm_up": "Arm Up",
    "reinforce": "Reinforce",
    "backup": "Backup",
}
"""Effects, triggers and conditions that an edition has only with a keyword."""

CONDITIONS = {
    "last_stand": _c_last_stand,
    "landed": _c_landed,
    "ally_down": _c_ally_down,
    "attacked": _c_attacked,
    "is": is_one(_being),
    "elements_among": _c_elements_among,
    "paradox": _c_paradox,
    "arm_up": _c_armed,
    "reinforce": _c_reinforced,
    "backup": _c_backup,
    "players": _c_players,
}


def legends_language(language: Language) -> Language:
    """The language of Legends and their Unique cards: Players are the human side there.

    faroe legend.unique-means-players: "all players" and "all fighters" leave the Legend out.
    """

    def humans(s: State, act: Act) -> list[int]:
        return [h for h in players(s) if not is_automaton(s, h - 1)]

    def fighters(s: State, act: Act) -> list[int]:
        return [*in_zones(FRONT, BACKUP)(s), *humans(s, act)]

    one, many = GROUPS["players"][1:]
    phrases = language.phrases.get("all fighters")
    bases: dict[str, Base] = {
        "all players": (humans, Noun("all", one, many)),
        "all fighters": (fighters, Noun("all", "fighter", "fighters", fixed=phrases)),
    }
    return replace(language, bases={**language.bases, **bases})


def make_language(rules: FadeRules) -> Language:
    """The language of an edition: that of the family without what the edition does not use, in its words."""
    edition = rules.edition
    language = Language(rules)
    row = edition.row(BACKUP)
    for word, (find, one, many) in GROUPS.items():
        language.groups[word] = (find, one.replace("{row}", row), many.replace("{row}", row))
    filters.teach(language)
    language.filters.update(FILTERS)
    language.bases.update(base_selectors())
    language.bases.update(BASES)
    language.stats.update(STATS)
    language.columns.update({COLUMN_NAMES[TP]: TP, **edition.counters})
    language.counters.update(edition.counters)
    language.phrases.update(PHRASES)
    language.nouns.update({"deck": "Deck", "hand": "Hand", "discard": "Discard Pile"})
    language.places.update(PLACES)
    language.quantities.update({**QUANTITY_NAMES, **FIGURE_NAMES})
    language.change_text = effects.figure_text
    language.untils.update(effects.UNTILS)
    language.gifts.update(effects.gifts(edition))
    language.events.update({name: (E[name], said) for name, said in TRIGGERS.items()})
    for event, phase in zip(PHASE_EVENTS, edition.phases, strict=True):
        language.events[EVENTS[event]] = (event, f"'s {phase} begins")
    language.subjects.update(SUBJECTS)
    language.printed = statements.printed_test
    flow.teach(language)
    language.conditions.update(CONDITIONS)
    effects.teach(language)
    for word, keyword in UNDER_KEYWORDS.items():
        if not edition.words[K[keyword]]:
            for words in (language.effects, language.events, language.conditions):
                words.pop(word, None)
    return language
