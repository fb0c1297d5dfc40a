"""The numbers that a module writes out are the places of the words beside them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from types import ModuleType

import pytest

from fadenet.engine import acts, atoms, chain, kernel, state
from fadenet.games.fade import tables as fade
from fadenet.games.prelude import tables as prelude
from fadenet.games.terrene import tables as terrene


def row(module: ModuleType, first: str) -> list[str]:
    """The names of the constants that a module sets line after line, from one of them on."""
    found: list[str] = []
    line = 0
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            goes_on = name == first or (found and node.lineno == line + 1)
            if goes_on and type(getattr(module, name)) is int:
                found.append(name)
                line = node.lineno
    return found


PLACES = [
    (atoms, "MOVED", 0, atoms.EVENTS),
    (chain, "W_CHAIN", 0, chain.WINDOWS),
    (chain, "F_RUN", 0, chain.FRAMES),
    (chain, "P_QUEUE", 0, chain.PICKERS),
    (kernel, "V_PASS", 0, kernel.VERBS),
    (state, "ACT", 0, state.ASK_WORDS),
    (state, "POOL", 0, state.NEED_WORDS),
    (fade, "FRONT", 0, (*fade.ZONES, "NZ")),
    (fade, "STARTING", 0, fade.PHASES),
    (fade, "N_DRIVEN", fade.AS_WORDS.index("overdrive"), ("overdrive", "mystify")),
    (fade, "AURA", 1, fade.COLUMN_NAMES[1:]),
    (fade, "Q_PLV", 0, fade.QUANTITIES[: fade.Q_FORBID]),
    (fade, "K_AFFINITY", 0, fade.KEYWORDS),
    (fade, "V_ATTACK", len(kernel.VERBS), fade.VERBS[len(kernel.VERBS) :]),
    (fade, "KEY_TO", 1, fade.KEYS[1:]),
    (fade, "E_ATTACKS", len(atoms.EVENTS), fade.EVENTS[len(atoms.EVENTS) :]),
    (fade, "P_HAND", len(chain.PICKERS), ("hand",)),
    (prelude, "CHEST", 0, (*prelude.ZONE_NAMES, "NZ")),
    (prelude, "L_GREEN", 1, prelude.LINES),
    (prelude, "V_COIN", 1, prelude.VALUES),
    (prelude, "Q_SUSPEND", 0, (*prelude.QUANTITIES, prelude.KEYWORDS[0])),
    (prelude, "S_PRICE", len(prelude.QUANTITIES), (*prelude.FIGURES[len(prelude.QUANTITIES) :], *"lrv")),
    (prelude, "K_IMMEDIATE", 0, prelude.KEYWORDS),
    (prelude, "HURT", 0, prelude.COLUMNS),
    (prelude, "E_VALUE", len(atoms.EVENTS), prelude.OWN_EVENTS),
    (prelude, "SETUP", 0, prelude.PHASES),
    (prelude, "V_VALUE", len(kernel.VERBS), prelude.VERBS[len(kernel.VERBS) :]),
    (prelude, "W_IMMEDIATE", len(chain.WINDOWS), prelude.WINDOWS[len(chain.WINDOWS) :]),
    (prelude, "KEY_COST", prelude.KEYS.index("cost"), prelude.KEYS[prelude.KEYS.index("cost") :]),
    (terrene, "DECK", 0, (*terrene.ZONE_NAMES, "NZ")),
    (terrene, "Q_SP", 0, (*terrene.QUANTITIES, "class", "affiliation")),
    (terrene, "ACTIONS", 0, terrene.COLUMNS),
    (terrene, "K_SLOW", 0, terrene.KEYWORDS),
    (terrene, "PASSIVE", 0, terrene.COLOURS),
    (terrene, "E_RECRUITED", len(atoms.EVENTS), terrene.OWN_EVENTS),
    (terrene, "SETUP", 0, terrene.PHASES),
    (terrene, "V_RECRUIT", len(kernel.VERBS), terrene.VERBS[len(kernel.VERBS) :]),
    (terrene, "W_BLOCK", len(chain.WINDOWS), terrene.WINDOWS[len(chain.WINDOWS) :]),
]

BITS = [
    (acts, "NEGATED", 0, ("negated", "fizzled", "over", "the game's")),
    (fade, "CHARACTER", 0, fade.SUPERTYPES),
    (fade, "ATTACK", 3, row(fade, "ATTACK")),
    (prelude, "IS_CHARACTER", 0, prelude.TYPES),
    (prelude, "F_CARRIED", 3, row(prelude, "F_CARRIED")),
    (terrene, "CHARACTER", 0, terrene.TYPES),
]


@pytest.mark.parametrize(("module", "first", "start", "words"), PLACES)
def test_numbers_are_the_places_of_their_words(
    module: ModuleType, first: str, start: int, words: Sequence[str]
) -> None:
    """given a table of words, then the numbers beside it are all its places, in their order."""
    found = [getattr(module, name) for name in row(module, first)]
    assert found[: len(words)] == [start + i for i in range(len(words))]
    assert found[len(words) : len(words) + 1] != [start + len(words)], "a number without a word"


@pytest.mark.parametrize(("module", "first", "start", "words"), BITS)
def test_bits_are_in_the_order_of_their_words(
    module: ModuleType, first: str, start: int, words: Sequence[str]
) -> None:
    """given a table of words, then the bits beside it are one a word, in their order."""
    found = [getattr(module, name) for name in row(module, first)]
    assert found[: len(words)] == [1 << start + i for i in range(len(words))]


@pytest.mark.slow
@pytest.mark.parametrize("module", [acts, atoms, chain, kernel, state, fade, prelude, terrene])
def test_numbers_of_one_kind_are_distinct(module: ModuleType) -> None:
    """given names of one row that begin alike (MK_MOVED, MK_FELL), then each is another number."""
    tree = ast.parse(inspect.getsource(module))
    names = [
        n.target.id for n in tree.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    ]
    for first in names:
        kind = first.partition("_")[0] + "_"
        found = [getattr(module, name) for name in row(module, first) if name.startswith(kind)]
        assert len(set(found)) == len(found), f"{kind} from {first} on"


def test_numbers_that_others_are_added_to() -> None:
    """given a table of words in parts, then the number of each part is the place where it begins."""
    assert acts.F_GAME == fade.ATTACK == prelude.F_CARRIED
    assert fade.QUANTITIES[fade.Q_FORBID :] == (*(f"cannot {ban}" for ban in fade.BANS), *fade.KEYWORDS)
    assert fade.QUANTITIES[fade.Q_KEYWORD :] == fade.KEYWORDS
    assert fade.QUANTITIES[fade.Q_FORBID + fade.B_ANSWER] == "cannot answer"
    assert fade.SUPERTYPES.index("Command") == fade.N_COMMAND
    assert len(fade.RANKS) + 1 == fade.NORMAL_ATTACK
    assert len(prelude.QUANTITIES) == prelude.Q_KEYWORD
    assert len(terrene.QUANTITIES) == terrene.Q_KEYWORD
    assert (1 << len(fade.SUPERTYPES)) - 1 == fade.ALL_TYPES
