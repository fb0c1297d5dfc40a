"""Effects that steer other effects, and the conditions that every game has."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine import kernel
from fadenet.engine.acts import A_ID, A_LOOP, A_MODE, A_N, A_SEAT, A_TARGETS
from fadenet.engine.card import Amount, Select, Test
from fadenet.engine.chain import f_run, is_next, jump
from fadenet.engine.kernel import NO_MOVE
from fadenet.engine.language.compiler import Compiler, Effect, Language, Said
from fadenet.engine.language.english import each_of, exceeds, is_several, negated, there_are
from fadenet.engine.rules import rules_of
from fadenet.engine.state import CONFIRM, MODE, TOSS, Act, State, ref

REPEAT_MAX: Final = 20


# Instructions.


def jump_unless(s: State, act: Act, test: Test, to: int) -> None:
    if not test(s, act):
        jump(s, to)


def jump_always(s: State, act: Act, to: int) -> None:
    jump(s, to)


def each_begin(s: State, act: Act, pick: Select) -> None:
    act[A_LOOP] += ((0, *(ref(s, h) for h in pick(s, act))),)


def each_next(s: State, act: Act, end: int) -> None:
    rest = act[A_LOOP][-1][1:]
    if rest:
        act[A_LOOP] = (*act[A_LOOP][:-1], rest)
    else:
        act[A_LOOP] = act[A_LOOP][:-1]
        jump(s, end)


def repeat_begin(s: State, act: Act, n: Amount) -> None:
    act[A_LOOP] += ((0,) * (1 + min(max(n(s, act), 0), REPEAT_MAX)),)


def ask_may(s: State, act: Act) -> None:
    kernel.ask(s, act[A_SEAT], CONFIRM, data=(act[A_ID], 0))


def unless_yes(s: State, act: Act, to: int) -> None:
    if s.ans[0] == NO_MOVE:
        jump(s, to)


def ask_mode(s: State, act: Act, ways: tuple[Said, ...]) -> None:
    kernel.ask(s, act[A_SEAT], MODE, (1, len(ways)), data=(act[A_ID],))


def ways(s: State) -> tuple[Said, ...]:
    """The ways in words between which an effect lets choose now, () if no effect asks for one."""
    if not is_next(s, f_run):
        return ()
    _, _, program, at = s.frames[-1]
    asked, arguments = rules_of(s).programs[program][at - 1]
    return arguments[0] if asked is ask_mode else ()


def by_mode(s: State, act: Act, places: tuple[int, ...]) -> None:
    jump(s, places[s.ans[0][1][1] - 1])


def by_way(s: State, act: Act, places: tuple[int, ...]) -> None:
    jump(s, places[max(act[A_MODE] - 1, 0)])


def toss_coin(s: State, act: Act) -> None:
    kernel.need(s, TOSS, -1, 0, 1, (2,))


def unless_heads(s: State, act: Act, to: int) -> None:
    act[A_N] = s.got[0][0]
    if s.got[0][0]:
        jump(s, to)


# Words.


def _if(c: Compiler, t: dict[str, Any]) -> Said:
    test, said = c.condition(t["if"])
    at = c.emit(jump_unless)
    then = c.some_effects(t.get("then", []), "then")
    if "else" in t:
        over = c.emit(jump_always)
        c.patch(at, test, len(c.code))
        other = c.some_effects(t["else"], "else")
        c.patch(over, len(c.code))
        return f"if {said}, {then}; otherwise, {other}"
    c.patch(at, test, len(c.code))
    return f"if {said}, {then}"


def _each(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["each"])
    c.emit(each_begin, pick)
    at = c.emit(each_next)
    within = c.left & {"them"}
    c.left |= {"them"}
    said = c.rounds(t.get("do", []), "do")
    c.left = c.left - {"them"} | within
    c.emit(jump_always, at)
    c.patch(at, len(c.code))
    return f"for {each_of(noun)}, {said}" if is_several(noun) else said


def _repeat(c: Compiler, t: dict[str, Any]) -> Said:
    n, times = c.amount(t["repeat"])
    c.emit(repeat_begin, n)
    at = c.emit(each_next)
    said = c.rounds(t.get("do", []), "do")
    c.emit(jump_always, at)
    c.patch(at, len(c.code))
    if times.startswith("the number of your "):
        return f"once for each of {times.removeprefix('the number of ')}: {said}"
    return f"{f'{times} times' if times.isdigit() else f'a number of times equal to {times}'}: {said}"


def _may(c: Compiler, t: dict[str, Any]) -> Said:
    """Compile an offer: one that begins with a price is not made to a seat that cannot pay it."""
    first = t["may"][0] if type(t["may"]) is list and t["may"] else {}
    payable = c.language.offers.get(next(iter(first), "")) if type(first) is dict else None
    test = payable(c, first) if payable is not None else None
    barred = c.emit(jump_unless) if test is not None else -1
    c.emit(ask_may)
    at = c.emit(unless_yes)
    said = c.some_effects(t["may"], "may")
    c.patch(at, len(c.code))
    if test is not None:
        c.patch(barred, test, len(c.code))
    return may(said)


def _choose(c: Compiler, t: dict[str, Any]) -> Said:
    _check_ways(c, "choose", t["choose"])
    at = c.emit(ask_mode)
    said = _branches(c, c.emit(by_mode), t["choose"])
    c.patch(at, tuple(said))
    return _one_of(said)


def _mode(c: Compiler, t: dict[str, Any]) -> Said:
    """A choice that is made when the ability is announced; its number stands in `A_MODE`, from 1 on."""
    _check_ways(c, "mode", t["mode"])
    if "modes" in c.facts:
        raise c.fail("one choice is announced with an ability, not several")
    c.facts["modes"] = len(t["mode"])
    return "when you announce this, " + _one_of(_branches(c, c.emit(by_way), t["mode"]))


def _check_ways(c: Compiler, word: str, ways: Any) -> None:
    if type(ways) is not list or not 2 <= len(ways) <= 6:
        raise c.fail(f"'{word}' takes a list of two to six lists of effects")


def _branches(c: Compiler, at: int, ways: list[Any]) -> list[Said]:
    """Compile the ways one after the other, and the jump to the one that is chosen; the words of each."""
    places, ends, said = [], [], []
    for way in ways:
        places.append(len(c.code))
        said.append(c.some_effects(way, "a way"))
        ends.append(c.emit(jump_always))
    for end in ends:
        c.patch(end, len(c.code))
    c.patch(at, tuple(places))
    return said


def _one_of(said: list[Said]) -> Said:
    return "choose one: " + "; or ".join(said)


ANNOUNCED: Final = Effect(_mode, frozenset())
"""`mode`, for a game whose players choose between ways when they announce an ability."""


def _coin(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(toss_coin)
    at = c.emit(unless_heads)
    heads = c.some_effects(t["coin"], "coin")
    over = c.emit(jump_always)
    c.patch(at, len(c.code))
    tails = c.effects(t.get("tails", []))
    c.patch(over, len(c.code))
    return f"flip a coin; on Heads, {heads}" + (f"; on Tails, {tails}" if tails else "")


def may(said: Said) -> Said:
    """The words of an effect that is up to the player; an order to "you" becomes an offer."""
    first = said.split(" ", 1)[0]
    if first in ("the", "each", "it", "that", "this", "its", "one", "up", "a", "an", "flip", "if", "for"):
        return f"you may do this: {said}"
    return f"you may {said.removeprefix('you ')}"


# Conditions.


def _count(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    c.known(t, "count", "min", "max")
    n, noun = c.lasting(lambda: counted(c, value))
    lo = c.number(t.get("min", 0), "min")
    hi = c.number(t.get("max", 999), "max")
    none = not lo and hi == 0
    most = "no" if none else f"{lo} to {hi}" if lo else f"at most {hi}"
    words = most if "max" in t else f"{lo} or more"
    return (lambda s, act: lo <= n(s, act) <= hi), there_are(noun, words)


def counted(c: Compiler, value: Any) -> tuple[Amount, Said]:
    """How many a selector finds, and what."""
    pick, noun = c.select(value)
    return (lambda s, act: len(pick(s, act))), noun


def _compare(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    c.known(t, "amount", "min", "max")
    n, said = c.amount(value)
    lo = c.number(t.get("min", 0), "min")
    hi = c.number(t.get("max", 1_000_000), "max", 0, 1_000_000)
    most = f"from {lo} to {hi}" if lo else f"at most {hi}" if hi else "0"
    words = most if "max" in t else f"{lo} or more"
    difference = type(value) is dict and "minus" in value and said.count(" minus ") == 1
    told = exceeds(said) if difference and words == "1 or more" else f"{said} is {words}"
    return (lambda s, act: lo <= n(s, act) <= hi), told


def _not(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    test, said = c.condition(value)
    several = next(iter(value)) in ("all", "any")
    return (lambda s, act: not test(s, act)), f"it is not true that {said}" if several else negated(said)


def _parts(c: Compiler, word: str, value: Any) -> list[tuple[Test, Said]]:
    if type(value) is not list or not value:
        raise c.fail(f"'{word}' takes a list of conditions, one at least")
    return [c.condition(v) for v in value]


def _all(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    parts = _parts(c, "all", value)
    tests = [p[0] for p in parts]
    return (lambda s, act: all(x(s, act) for x in tests)), " and ".join(p[1] for p in parts)


def _any(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    parts = _parts(c, "any", value)
    tests = [p[0] for p in parts]
    return (lambda s, act: any(x(s, act) for x in tests)), " or ".join(p[1] for p in parts)


def _your_turn(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    if value is not True:
        raise c.fail("write 'your_turn = true', or put it under 'not'")
    return (lambda s, act: s.active == act[A_SEAT]), "it is your turn"


def _has_target(c: Compiler, value: Any, t: dict[str, Any]) -> tuple[Test, Said]:
    c.aimed, n = True, c.number(value, "targets")
    return (lambda s, act: len(act[A_TARGETS]) >= n), f"{n} or more targets were chosen"


def teach(language: Language) -> None:
    """Add these words to a game's language."""
    keys = frozenset
    language.effects.update(
        {
            "if": Effect(_if, keys({"then", "else"})),
            "each": Effect(_each, keys({"do"})),
            "repeat": Effect(_repeat, keys({"do"})),
            "may": Effect(_may, keys(), rests=True),
            "choose": Effect(_choose, keys(), rests=True),
            "coin": Effect(_coin, keys({"tails"}), info="joint", rests=True),
        }
    )
    language.conditions.update(
        {
            "count": _count,
            "amount": _compare,
            "not": _not,
            "all": _all,
            "any": _any,
            "your_turn": _your_turn,
            "targets": _has_target,
        }
    )
