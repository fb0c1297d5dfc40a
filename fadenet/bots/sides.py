"""The figures of a seat that can be compared, in the words of its game, and how far ahead its side is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from fadenet.bots.judgement import judgement_of
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import rules_of
from fadenet.engine.state import State
from fadenet.games.fade.field import board, combat
from fadenet.games.fade.field import values as fade
from fadenet.games.fade.tables import BACKUP, TP
from fadenet.games.prelude import tables as p
from fadenet.games.prelude import values as prelude
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as terrene

IN_HAND = "in hand"
LEVEL = "level"


class Fighter(NamedTuple):
    """Something that fights: what it has left, what a blow of it is worth, whether it can be hit."""

    left: int
    blow: int
    open: bool


class Sides(NamedTuple):
    """The figures of one seat that can be compared: its own life, its fighters by handle, and its counts."""

    life: int
    fighters: Mapping[int, Fighter]
    counts: Mapping[str, int]


class _Family(NamedTuple):
    """The figures of a family of games. life, fighter: what these are called; means: of the counts those that
    last from turn to turn and are paid with; shared: whether a side has one life."""

    of: Callable[[State, int, int], Sides]
    life: str
    fighter: str
    means: tuple[str, ...]
    shared: bool


def side_of(s: State, seat: int) -> Sides:
    """The figures of a seat in a state that can be compared."""
    rules = rules_of(s)
    return _FAMILIES[rules.descriptor.family].of(s, seat, judgement_of(rules).left(s, seat))


def lead(s: State, seat: int) -> dict[str, int]:
    """By the words of the game, how much more a seat's side has than the best of the others, below 0 where it
    has less: fighters, life, means, cards in hand."""
    family = _FAMILIES[rules_of(s).descriptor.family]
    sides: dict[int, dict[str, int]] = {}
    for e in range(s.seats):
        one = side_of(s, e)
        there = sides.setdefault(s.rules.side(s, e), {})
        counts = {word: one.counts.get(word, 0) for word in (*family.means, IN_HAND)}
        for word, n in {family.fighter: len(one.fighters), **counts}.items():
            there[word] = there.get(word, 0) + n
        there[family.life] = one.life + (0 if family.shared else there.get(family.life, 0))
    own = sides.pop(s.rules.side(s, seat))
    words = (family.fighter, family.life, *family.means, IN_HAND)
    return {word: own[word] - max(side[word] for side in sides.values()) for word in words}


def lead_said(ahead: Mapping[str, int]) -> str:
    """Such a lead in words: "ahead by 2 Characters and 3 HP, behind by 1 TP"."""
    parts = []
    for word, sign in (("ahead", 1), ("behind", -1)):
        there = [_counted(n * sign, name) for name, n in ahead.items() if n * sign > 0]
        if there:
            last = there.pop()
            before = f"{', '.join(there)} and " if there else ""
            parts.append(f"{word} by {before}{last}")
    return ", ".join(parts) or LEVEL


def _counted(n: int, name: str) -> str:
    if name == IN_HAND:
        return f"{number_of(n, 'card')} {IN_HAND}"
    return number_of(n, name) if name in _FIGHTERS else f"{n} {name}"


def _fade(s: State, seat: int, life: int) -> Sides:
    there = [h for h in combat.characters(s, seat) if not fade.is_face_down(s, h)]
    front = [h for h in there if s.rules.zone_kind(s.zone[h]) != BACKUP]
    fighters = {
        h: Fighter(fade.hp(s, h), 0 if board.rests(s, h) else fade.plv(s, h), h in front or not front)
        for h in there
    }
    return Sides(life, fighters, {"TP": s.num[TP][seat + 1], **_cards(s, seat)})


def _terrene(s: State, seat: int, life: int) -> Sides:
    fighters = {
        h: Fighter(
            terrene.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h], max(terrene.figure(s, h, t.Q_ATK), 0), False
        )
        for h in terrene.party(s, seat)
        if terrene.recruited(s, h)
    }
    return Sides(life, fighters, {"Actions": s.num[t.ACTIONS][seat + 1], **_cards(s, seat)})


def _prelude(s: State, seat: int, life: int) -> Sides:
    fighters = {
        h: Fighter(prelude.life(s, h), prelude.figure(s, h, p.Q_ATTACK), True)
        for h in prelude.zone(s, seat, p.MINIONS)
    }
    body = seat + 1
    counts = {
        "Coin": s.num[p.COIN][body],
        "Training": s.num[p.TRAINING][body],
        "reserve": sum(s.num[p.RESERVE][h] for h in prelude.tops(s, seat)),
        "equipped": len(prelude.zone(s, seat, p.EQUIPPED)),
    }
    return Sides(life, fighters, counts | _cards(s, seat))


def _cards(s: State, seat: int) -> dict[str, int]:
    hand = s.rules.zone_id(seat, s.rules.zone_letters.index("h"))
    return {IN_HAND: len(s.zones[hand])}


_FAMILIES = {
    "fade": _Family(_fade, "HP", "Character", ("TP",), shared=False),
    "terrene": _Family(_terrene, "HP", "Character", (), shared=True),
    "prelude": _Family(_prelude, "life", "minion", ("Coin",), shared=False),
}
_FIGHTERS = {family.fighter for family in _FAMILIES.values()}
