"""How much code there is, by room and by game: blank lines, comments and docstrings are left out.

A game is counted together with what it alone needs of the engine, which is there for all of them.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fadenet import games

if TYPE_CHECKING:
    from grimp import ImportGraph

ROOT = Path(__file__).resolve().parent.parent
ROOTS = ("fadenet", "protocol", "keys")
ENGINE, GAMES = "fadenet.engine", "fadenet.games"
SILENT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
"""Tokens that are nothing to carry out."""


def code_lines(text: str) -> int:
    """The lines of a module that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - _docstrings(text))


def _docstrings(text: str) -> set[int]:
    """The lines of all docstrings."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


@cache
def graph() -> ImportGraph:
    """Who imports whom in the three packages."""
    import grimp

    return grimp.build_graph(*ROOTS)


def lines_of(modules: Iterable[str]) -> int:
    """The code lines of modules."""
    return sum(map(_lines_of, modules))


@cache
def _lines_of(module: str) -> int:
    path = ROOT.joinpath(*module.split("."))
    file = path.with_suffix(".py")
    return code_lines((file if file.exists() else path / "__init__.py").read_text("utf-8"))


def within(imports: ImportGraph, package: str) -> set[str]:
    """A package or module and all that lies in it."""
    return {module for module in imports.modules if f"{module}.".startswith(f"{package}.")}


def alone(imports: ImportGraph, families: Iterable[str]) -> dict[str, set[str]]:
    """By family the modules of the engine that it needs, also by way of others, and that no other does."""
    engine = within(imports, ENGINE)
    wanted = {
        family: engine & imports.find_upstream_modules(f"{GAMES}.{family}", as_package=True)
        for family in families
    }
    return {
        family: own.difference(*[wanted[other] for other in wanted if other != family])
        for family, own in wanted.items()
    }


def families() -> dict[str, list[str]]:
    """The families of games, each with the names of its games."""
    named: dict[str, list[str]] = {}
    for game in games.GAMES.values():
        named.setdefault(game.family, []).append(game.name)
    return named


def rows() -> list[tuple[str, str]]:
    """Lines about the code of each room, and of each family with what it alone needs of the engine."""
    imports = graph()
    rooms = ["keys", "protocol", *sorted(imports.find_children("fadenet"))]
    told = [(f"code of {room}", f"{lines_of(within(imports, room)):,} lines") for room in rooms]
    named, kept = families(), alone(imports, families())
    for family, names in named.items():
        own, more = lines_of(within(imports, f"{GAMES}.{family}")), lines_of(kept[family])
        said = f"{own + more:,} lines, {more:,} of them in the engine for it alone"
        told.append((f"code of {', '.join(names)}", said))
    return told
