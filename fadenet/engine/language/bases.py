"""The words for cards and numbers in the card language of every game: this, its user, the target, x.

Each has a selector or an amount, its English, the fact that it needs to find anything, and the reason why
that fact may not be there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine.acts import A_DEALT, A_EVENT, A_IT, A_LOOP, A_N, A_SEAT, A_SRC, A_TARGETS, A_USER, A_X
from fadenet.engine.card import Amount, Select
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, ROW_REF, Act, State, alive

AMOUNTS: Final[dict[str, tuple[Amount, str]]] = {
    "x": (lambda s, act: act[A_X], "X"),
    "dealt": (lambda s, act: act[A_DEALT], "the damage dealt"),
    "n": (lambda s, act: act[A_N], "that many"),
}

SOURCES: Final[dict[str, Callable[[Act], int]]] = {
    **dict.fromkeys(("this", "host"), lambda act: act[A_SRC]),
    "user": lambda act: act[A_USER],
    "that": lambda act: act[A_EVENT][2] if act[A_EVENT] else 0,
}
"""Words for cards that may have left when they are spoken of, with their refs (see `lasting`)."""

NEEDS: Final = {
    **dict.fromkeys(("target", "targets"), "targets"),
    "first target": "target 1",
    "second target": "target 2",
    "it": "it",
    "them": "them",
    "that": "event",
    "n": "n",
}
"""By selector or amount of every game the fact that it needs, for a game that refuses what finds nothing."""

WHY: Final = {
    "targets": "nothing is chosen",
    "target 1": "nothing is chosen",
    "target 2": "not so many targets are chosen",
    "it": "no effect before this one has found anything",
    "them": "that stands within 'each'",
    "event": "no event has come here",
    "n": "no effect before this one brings a number",
}
"""By fact the reason why it is not there, for the error that refuses a word."""


NOUNS: Final = {
    "deck": "deck",
    "hand": "hand",
    "discard": "discard",
    "attached": "attached to",
    "burden": "what lies on",
    "bare": "has nothing on it",
}


def kept(var: int) -> Select:
    """The card whose ref stands in a scalar of the game, while it is that card."""
    return lambda s, act: [s.vars[var] & HANDLE_MASK] if s.vars[var] and alive(s, s.vars[var]) else []


def base_selectors() -> dict[str, tuple[Select, str]]:
    """The selectors that every game has."""

    def known_as(s: State, r: int) -> list[int]:
        """A card by its ref, wherever it has gone since: if it came back into play, it is another one."""
        h = r & HANDLE_MASK
        return [h] if s.inst[h] == r >> INST_SHIFT or not s.rules.on_field[s.zone[h]] else []

    def this(s: State, act: Act) -> list[int]:
        return known_as(s, act[A_SRC])

    def host(s: State, act: Act) -> list[int]:
        h = s.host[act[A_SRC] & HANDLE_MASK]
        return [h] if h else []

    def user(s: State, act: Act) -> list[int]:
        r = act[A_USER]
        return [r & HANDLE_MASK] if alive(s, r) else []

    def you(s: State, act: Act) -> list[int]:
        return [s.rules.body(act[A_SEAT])]

    def targets(s: State, act: Act) -> list[int]:
        return [r & HANDLE_MASK for r in act[A_TARGETS] if alive(s, r)]

    def it(s: State, act: Act) -> list[int]:
        return [r & HANDLE_MASK for r in act[A_IT] if alive(s, r)]

    def them(s: State, act: Act) -> list[int]:
        loop = act[A_LOOP]
        return [loop[-1][0] & HANDLE_MASK] if loop and loop[-1] and alive(s, loop[-1][0]) else []

    def that(s: State, act: Act) -> list[int]:
        event = act[A_EVENT]
        return known_as(s, event[ROW_REF]) if event else []

    def nth(n: int) -> Select:
        def run(s: State, act: Act) -> list[int]:
            refs = act[A_TARGETS]
            return [refs[n] & HANDLE_MASK] if len(refs) > n and alive(s, refs[n]) else []

        return run

    return {
        "this": (this, "this card"),
        "host": (host, "its bearer"),
        "user": (user, "its user"),
        "you": (you, "you"),
        "target": (targets, "the target"),
        "targets": (targets, "the targets"),
        "first target": (nth(0), "the first target"),
        "second target": (nth(1), "the second target"),
        "it": (it, "it"),
        "them": (them, "it"),
        "that": (that, "that card"),
    }
