"""The words by which cards choose: groups, filters, values and the selectors of a chain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fadenet.engine.acts import (
    A_ABILITY,
    A_DEALT,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_USER,
)
from fadenet.engine.card import Amount, Card, CardTest, Select
from fadenet.engine.language import filters
from fadenet.engine.language.compiler import Compiler, Filter, Said, of_open
from fadenet.engine.language.english import Noun, either
from fadenet.engine.language.filters import in_zones, listed, mask_of, players, printed_type
from fadenet.engine.language.instructions import in_play
from fadenet.engine.state import HANDLE_MASK, ROW_ACT, ROW_EVENT, ROW_N, UNDER, Act, State, alive
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, natures, values
from fadenet.games.fade.language import given
from fadenet.games.fade.typed import rules_being_made, rules_of

# Groups of cards and Players: what finds them, one, several.

_characters: Final = in_zones(t.FRONT, t.BACKUP)


def _players(s: State) -> list[int]:
    """Players, and Raiders, whom cards may mean by them (fade2 raider.player-words)."""
    opponent = rules_of(s).opponent
    return [h for h in players(s) if not opponent.is_nobody(s, h)] + opponent.standing(s)


def _fighters(s: State) -> list[int]:
    """Characters on the field and Players: all that can be attacked."""
    opponent = rules_of(s).opponent
    return _characters(s) + [h for h in players(s) if not opponent.is_nobody(s, h)]


def _attached(s: State) -> list[int]:
    zones = s.rules.on_field
    return [k for host in sorted(s.kids) for k in s.kids[host] if s.role[k] != UNDER and zones[s.zone[k]]]


def counting_as(test: Callable[[Card], int]) -> Callable[[State], list[int]]:
    """The face-up cards on the field that pass a test, wherever they lie (faroe card.multi-supertype)."""

    def found(s: State) -> list[int]:
        cards, code, face = rules_of(s).cards, s.code, s.face
        return [h for h in _cards(s) if face[h] and test(cards[code[h]])]

    return found


_augments: Final = counting_as(lambda card: card.types & t.AUGMENT)
_zones: Final = counting_as(lambda card: card.types & t.ZONECARD)


def _face_down(s: State) -> list[int]:
    return [k for k in _attached(s) if not s.face[k]]


def _stacked(s: State) -> list[int]:
    return [k for host in sorted(s.kids) for k in s.kids[host] if s.role[k] == UNDER]


def _cards(s: State) -> list[int]:
    return [*in_zones(t.FRONT, t.BACKUP, t.ZONE)(s), *_attached(s)]


_Groups = dict[str, tuple[Callable[[State], list[int]], str, str]]
_IN_PLAY: Final[_Groups] = {
    "characters": (_characters, "Character", "Characters"),
    "front characters": (in_zones(t.FRONT), "front Character", "front Characters"),
    "backup characters": (in_zones(t.BACKUP), "{backup} Character", "{backup} Characters"),
    "players": (_players, "Player", "Players"),
    "fighters": (_fighters, "Character or Player", "Characters or Players"),
    "attached cards": (_attached, "attached card", "attached cards"),
    "augments": (_augments, "Augment", "Augments"),
    "face-down cards": (_face_down, "face-down card", "face-down cards"),
    "cards": (_cards, "card on the field", "cards on the field"),
    "zones": (_zones, "Zone card", "Zone cards"),
}
_ELSEWHERE: Final[_Groups] = {
    "stacked cards": (_stacked, "stacked card", "stacked cards"),
    "hand": (in_zones(t.HAND), "card in {} {hand}", "cards in {} {hand}"),
    "discard pile": (in_zones(t.DISCARD), "card in {} {discard}", "cards in {} {discard}"),
    "rift zone": (in_zones(t.RIFT), "card in {} {rift}", "cards in {} {rift}"),
    "deck": (in_zones(t.DECK), "card in {} {deck}", "cards in {} {deck}"),
    "fighter pool": (in_zones(t.FIGHTERS), "card in {} {pool}", "cards in {} {pool}"),
    "cards in use": (in_zones(t.USED), "card", "cards"),
}
"""Groups of cards on which nothing lies: they are not in play, or have no function (faroe stack.inactive)."""

GROUPS: Final[_Groups] = {**_IN_PLAY, **_ELSEWHERE}


def bearers(c: Compiler, value: Any) -> tuple[Select, Said]:
    """A selector of what others are attached to or stacked under: Players, and cards on the field that are in
    no Stack (faroe zone.field). Raises `LoadError` for a group of cards elsewhere.
    """
    group = value["from"] if type(value) is dict and "from" in value else value
    members = group.partition(" ")[2] if type(group) is str else ""
    if members in _ELSEWHERE:
        raise c.fail(f"nothing is laid on or under {group!r}: say which cards on the field, or Players")
    pick, said = c.select(value)
    if members in _IN_PLAY:
        return pick, said
    return (lambda s, act: [h for h in in_play(s, pick(s, act)) if s.role[h] != UNDER]), said


# Phrases of their own.

PHRASES: Final = {
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


ELEMENT: Final = "element"
"""The word by which texts depend on Elements."""


@of_open
def _f_element(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    mask = mask_of(c, v, t.ELEMENTS, "Element")
    c.ask(ELEMENT)
    return (lambda s, act, h: bool(h > s.seats and natures.elements(s, h) & mask)), either(listed(v))


@of_open
def _f_archetype(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    names = [c.text(x, "an archetype") for x in listed(v)]
    words = frozenset(names)
    return (lambda s, act, h: bool(s.rules.cards[s.code[h]].words & words)), either(names)


def _f_level(least: bool) -> Any:
    """A filter for cards that have a Level, from a number up (least) or down."""

    @of_open
    def make(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        n = c.number(v, "Level")
        if least:
            said = f"with Level {n} or more"
            return (lambda s, act, h: values.has_level(s, h) and values.level(s, h) >= n), said
        return (
            lambda s, act, h: values.has_level(s, h) and values.level(s, h) <= n
        ), f"with Level {n} or less"

    return make


@of_open
def _f_rank(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    ranks = [t.RANKS.index(c.word(x, t.RANKS, "Rank")) for x in listed(v)]
    said = f"{either(listed(v))} Rank"
    return (lambda s, act, h: s.rules.cards[s.code[h]].stats[t.S_RANK] in ranks), said


@of_open
def _f_rank_below(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    n = t.RANKS.index(c.word(v, t.RANKS, "Rank"))
    return (
        lambda s, act, h: 0 <= s.rules.cards[s.code[h]].stats[t.S_RANK] < n
    ), f"with a lower Rank than {v}"


@of_open
def _f_keyword(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    keywords = given.borne(rules_being_made(c.rules))
    k = keywords[c.word(v, keywords, "keyword")]
    c.ask(v)
    return (lambda s, act, h: _bears(s, h, k)), f"with {v}"


def _bears(s: State, h: int, k: int) -> bool:
    """Whether a card has a keyword: off the field whatever it prints, be it one that works on the field alone
    (faroe card.where-active).
    """
    off = s.zone[h] >= 0 and s.face[h] and not s.rules.on_field[s.zone[h]]
    return values.keyword(s, h, k) > 0 or bool(off and s.rules.cards[s.code[h]].keywords[k])


@of_open
def _f_cost_max(c: Compiler, v: Any) -> tuple[CardTest, Said]:
    n = c.number(v, "Cost")
    said = f"with Cost {n} or less"
    return (lambda s, act, h: s.rules.cards[s.code[h]].stats[t.S_COST] <= n), said


def _f_value(make: Filter) -> Filter:
    """A filter by a value, which Characters alone have if it is their Level (faroe level.none)."""

    def known(c: Compiler, v: Any) -> tuple[CardTest, Said]:
        test, said = make(c, v)
        if v["of"] == "Level":
            return (lambda s, act, h: values.has_level(s, h) and test(s, act, h)), said
        return test, said

    return known


FILTERS: Final = {
    "type": printed_type(t.SUPERTYPES, "Supertype"),
    "element": _f_element,
    "archetype": _f_archetype,
    "level_min": _f_level(True),
    "level_max": _f_level(False),
    "rank": _f_rank,
    "rank_below": _f_rank_below,
    "keyword": _f_keyword,
    "damaged": filters.flag("damaged", "undamaged", lambda s, h: s.num[t.DAMAGE][h] > 0),
    "cost_max": _f_cost_max,
    "at_least": _f_value(filters.FILTERS["at_least"]),
    "at_most": _f_value(filters.FILTERS["at_most"]),
}

STATS: Final[dict[str, Callable[[State, int], int]]] = {
    "PLV": values.plv,
    "HP": values.hp,
    "full HP": values.full_hp,
    "DEF": values.defense,
    "Level": lambda s, h: values.level(s, h),
    "TP": lambda s, h: s.num[t.TP][h],
    "Cost": lambda s, h: max(s.rules.cards[s.code[h]].stats[t.S_COST], 0),
    "damage": lambda s, h: s.num[t.DAMAGE][h],
}


# Selectors of a chain.


def cause(s: State, act: Act) -> Act | None:
    """The action that is answered; without an answer, the one that set the event off, be its Chain over."""
    return s.acts.get(act[A_LINK]) or (s.acts.get(act[A_EVENT][ROW_ACT]) if act[A_EVENT] else None)


def does(s: State, act: Act, *tags: str) -> bool:
    """Whether an action that is carried out has one of these declared categories itself."""
    return act[A_ID] > 0 and not combat.tags_of(s, act).isdisjoint(tags)


def _attacker(s: State, act: Act) -> list[int]:
    """The one whose action is answered or caused the event."""
    other = cause(s, act)
    if other is None:
        return []
    r = other[A_USER]
    return [r & HANDLE_MASK] if alive(s, r) else []


def _defenders(s: State, act: Act) -> list[int]:
    other = cause(s, act) or act
    return combat.is_attacked(s, other) if other[A_FLAGS] & t.ATTACK else []


def _its_player(s: State, act: Act) -> list[int]:
    other = cause(s, act)
    return [other[A_SEAT] + 1] if other is not None else []


def _stack_of_this(s: State, act: Act) -> list[int]:
    return [k for k in s.kids.get(act[A_SRC] & HANDLE_MASK, ()) if s.role[k] == UNDER]


def _target_refs(s: State, act: Act) -> list[int]:
    """The targets, those of an Attack after its Deflects (faroe counter.targets-default).

    A text that chooses none itself means those of the action that it answers, or that set it off.
    """
    number = act[A_ABILITY]
    own = act[A_TARGETS] or number < 0 or rules_of(s).abilities[number].slots
    of = act if own else cause(s, act) or act
    refs = [combat.redirected(of, r) for r in of[A_TARGETS]]
    return [r for r in refs if r]


def _targets(s: State, act: Act) -> list[int]:
    return [r & HANDLE_MASK for r in _target_refs(s, act) if alive(s, r)]


def _controller_of_target(s: State, act: Act) -> list[int]:
    return sorted({s.ctrl[r & HANDLE_MASK] + 1 for r in _target_refs(s, act)})


def _here(s: State, act: Act) -> list[int]:
    """The Characters in the cell under which a Zone card lies."""
    zone = act[A_SRC] & HANDLE_MASK
    seat, kind = divmod(s.zone[zone], t.NZ)
    if kind != t.ZONE:
        return []
    return [h for h in combat.on_side(s, seat) if s.num[t.CELL][h] == s.num[t.CELL][zone]]


_STACK: Final = Noun("", "card in this card's Stack", "cards in this card's Stack")
BASES: Final[dict[str, tuple[Select, Said]]] = {
    "target": (_targets, "the target"),
    "targets": (_targets, "the targets"),
    "attacker": (_attacker, "the attacker"),
    "answered": (_attacker, "its source"),
    "attacked": (_defenders, "what it attacks"),
    "answered player": (_its_player, "its player"),
    "stack": (_stack_of_this, _STACK),
    "target's player": (_controller_of_target, "the target's Player"),
    "here": (_here, "the Character over this card"),
}


# Amounts of a chain.


def _dealt(s: State, act: Act) -> int:
    """The damage that an action has dealt; of what deals none itself, that which it happens at."""
    if does(s, act, "attack", "damage"):
        return act[A_DEALT]  # type: ignore[no-any-return]
    event: tuple[int, ...] = act[A_EVENT]
    if event and event[ROW_EVENT] in (t.E_DEALS, t.E_TAKES, t.E_DAMAGE_COUNTERS):
        return event[ROW_N]
    other = cause(s, act) or act
    return other[A_DEALT]  # type: ignore[no-any-return]


AMOUNTS: Final[dict[str, tuple[Amount, Said]]] = {"dealt": (_dealt, "the damage dealt")}
