"""The conditions of the family, which a text may ask before it does anything."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_DEALT,
    A_FLAGS,
    A_SEAT,
    A_SRC,
)
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.language.english import Noun, article, being, either, one_of
from fadenet.engine.language.filters import is_one, listed, mask_of
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, commands, natures, values
from fadenet.games.fade.language import effects, groups


def _c_last_stand(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    pick, noun = c.select(v)
    return (
        lambda s, act: any(h <= s.seats and values.last_stand(s, h - 1) for h in pick(s, act)),
        f"{one_of(noun)} {'are' if noun == 'you' else 'is'} in The Last Stand",
    )


def _c_landed(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    """Of the Attack that is carried out, or that was answered or set off what asks (faroe attack.success)."""

    def test(s: State, act: Act) -> bool:
        other = act if groups.does(s, act, "attack") else groups.cause(s, act) or act
        return bool(other[A_FLAGS] & t.ATTACK and other[A_DEALT] > 0)

    return test, "this Attack was successful"


def _c_ally_down(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    def test(s: State, act: Act) -> bool:
        side = s.rules.side(s, act[A_SEAT])
        return any(
            s.rules.side(s, seat) == side and atoms.marked(s, t.P_TURN, t.MK_ALLY_DOWN, seat)
            for seat in range(s.seats)
        )

    return test, "an ally was Knocked Out this turn"


def _c_attacked(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    pick, noun = c.select(v)

    def test(s: State, act: Act) -> bool:
        """By an Attack on the Chain, or by the one that set off what asks."""
        mine, other = pick(s, act), groups.cause(s, act)
        links = [*map(s.acts.__getitem__, s.chain), *([] if other is None else [other])]
        return any(k[A_FLAGS] & t.ATTACK and any(h in mine for h in combat.is_attacked(s, k)) for k in links)

    return test, f"{one_of(noun)} {'are' if noun == 'you' else 'is'} attacked"


def _being(word: Said) -> Said:
    """A filter as a statement: "with Level 2 or less" -> "has Level 2 or less", "Skill" -> "is a Skill"."""
    if word.replace(",", " ").split(" ")[0] in t.SUPERTYPES:
        return f"is {article(word)}"
    return being(word)


def _c_elements_among(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    c.known(table, "elements_among", "all")
    pick, noun = c.select(v)
    names = listed(table["all"])
    mask = mask_of(c, names, t.ELEMENTS, "Element")

    def test(s: State, act: Act) -> bool:
        found = 0
        for h in pick(s, act):
            found |= natures.elements(s, h)
        return found & mask == mask

    return test, f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} found among {noun}"


def _c_paradox(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    """Another Character of yours has each Element of this (faroe keyword.paradox, keyword.paradox-self)."""

    def test(s: State, act: Act) -> bool:
        src = act[A_SRC] & HANDLE_MASK
        want = s.rules.cards[s.code[src]].traits
        found = 0
        for h in combat.characters(s, act[A_SEAT]):
            if h != src:
                found |= natures.elements(s, h)
        return bool(want) and found & want == want

    return test, effects.edition_of(c).speak("its {Paradox} is active")


def _c_armed(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    n, edition = c.number(v, "Arm Up", 1), effects.edition_of(c)
    items = edition.hows[t.K_ARM_UP] == "Items"
    types = t.ITEM if items else t.ALL_TYPES

    def test(s: State, act: Act) -> bool:
        there = [s.rules.cards[s.code[k]] for k in combat.attached(s, act[A_SRC] & HANDLE_MASK) if s.face[k]]
        return sum(1 for card in there if card.keywords[t.K_EQUIP] and card.types & types) >= n

    return test, edition.speak(f"{n} or more {{Equip}} {'Items' if items else 'cards'} are attached to it")


def _c_reinforced(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    n = c.number(v, "Reinforce", 1)
    return (
        lambda s, act: len(s.zones[act[A_SEAT] * t.NZ + t.BACKUP]) >= n,
        f"your {effects.edition_of(c).zones[t.BACKUP]} holds {n} or more Characters",
    )


def directions_of(c: Compiler, words: list[str]) -> tuple[int, ...]:
    """Directions by `DIRECTIONS`, each named once, one at least."""
    found = {t.DIRECTIONS.index(c.word(word, t.DIRECTIONS, "direction")) for word in words}
    if not found or len(found) < len(words):
        raise c.fail(f"name directions, each once: {', '.join(t.DIRECTIONS)}")
    return tuple(sorted(found))


def _c_synchronized(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    """So many Command Materials, or cards of a kind, are adjacent in the directions listed."""
    c.known(table, "synchronize", "directions", "among")
    n, edition = c.number(v, "Synchronize", 1, 8), effects.edition_of(c)
    directions = directions_of(c, table.get("directions", []))
    of_materials = edition.hows[t.K_SYNCHRONIZE] == "Materials"
    if of_materials and "among" in table:
        raise c.fail(edition.speak("{Synchronize} counts Command Materials, whatever they are"))
    among, words = c.card_test(table.get("among", {}))

    def test(s: State, act: Act) -> bool:
        src = act[A_SRC] & HANDLE_MASK
        there = commands.around(s, src, directions)
        if of_materials:
            materials = commands.layout(s).materials
            return sum(h in materials for h in there) >= n
        return sum(among(s, act, h) for h in there) >= n

    noun = Noun("", "card", "cards").qualified(words)
    said = "Command Materials" if of_materials else f"face-up {noun}"
    return test, f"{n} or more {said} are adjacent to it ({', '.join(table['directions'])})"


def _c_backup(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    return (
        lambda s, act: s.zone[act[A_SRC] & HANDLE_MASK] % t.NZ == t.BACKUP
    ), f"it is in the {effects.edition_of(c).zones[t.BACKUP]}"


def _c_players(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    """The number of Players at the start of the game (faroe legend.own-rules)."""
    numbers = [c.number(n, "players", 1, 4) for n in listed(v)]
    said = f"{either([*map(str, numbers)])} {'Player' if numbers == [1] else 'Players'}"
    return (lambda s, act: s.seats - s.rules.automata in numbers), f"this is a game for {said}"


CONDITIONS: Final = {
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
    "synchronize": _c_synchronized,
}
