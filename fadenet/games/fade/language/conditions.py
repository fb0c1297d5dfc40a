"""The conditions of the family, which a text may ask before it does anything."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_DEALT,
    A_FLAGS,
    A_SEAT,
)
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said, is_open
from fadenet.engine.language.english import article, being, either, one_of
from fadenet.engine.language.filters import is_one, listed, mask_of
from fadenet.engine.state import Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, natures, values
from fadenet.games.fade.language import groups


def _c_last_stand(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    pick, noun = c.select(v)
    c.asked |= {"HP", "last_stand"}
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
        links = [*[s.acts[k] for k in s.chain], *([] if other is None else [other])]
        return any(k[A_FLAGS] & t.ATTACK and any(h in mine for h in combat.is_attacked(s, k)) for k in links)

    return test, f"{one_of(noun)} {'are' if noun == 'you' else 'is'} attacked"


def _being(word: Said) -> Said:
    """A filter as a statement: "with Level 2 or less" -> "has Level 2 or less", "Skill" -> "is a Skill"."""
    if word.replace(",", " ").split(" ")[0] in t.SUPERTYPES:
        return f"is {article(word)}"
    return being(word)


def _c_elements_among(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    c.known(table, "elements_among", "all")
    c.needed(table, "all")
    pick, noun = c.select(v)
    names = listed(table["all"])
    mask = mask_of(c, names, t.ELEMENTS, "Element")
    c.ask(groups.ELEMENT)

    def test(s: State, act: Act) -> bool:
        found = 0
        for h in pick(s, act):
            if is_open(s, act, h):
                found |= natures.elements(s, h)
        return found & mask == mask

    return test, f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} found among {noun}"


def directions_of(c: Compiler, words: list[str]) -> tuple[int, ...]:
    """Directions by `DIRECTIONS`, each named once, one at least."""
    found = {t.DIRECTIONS.index(c.word(word, t.DIRECTIONS, "direction")) for word in words}
    if not found or len(found) < len(words):
        raise c.fail(f"name directions, each once: {', '.join(t.DIRECTIONS)}")
    return tuple(sorted(found))


def _c_players(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    """The number of Players at the start of the game (faroe legend.own-rules)."""
    c.filled(table)
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
    "players": _c_players,
}
