"""How much of a game is code: its rules are data wherever they can be."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

from fadenet.games import terrene

LINES_MAX = 800
SILENT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
"""Tokens that are nothing to carry out."""


def docstrings(text: str) -> set[int]:
    """The lines of all docstrings."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def code_lines(text: str) -> int:
    """The lines of a module that hold code: neither blank lines nor comments nor docstrings count."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings(text))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ('"""Why."""\n\n# More.\n', 0),
        ('"""Why."""\n\nX = 1  # more\n\n\nY = (\n    2,\n    3,\n)\n', 5),
        ('def f():\n    """What.\n\n    How.\n    """\n    return 1\n', 2),
        ('X = """a\n\nb"""\n', 3),
    ],
)
def test_only_code_counts(text: str, lines: int) -> None:
    """given modules, then blank lines, comments and docstrings are left out, and nothing else is."""
    assert code_lines(text) == lines


def test_terrene_is_mostly_data() -> None:
    """given the modules of Terrene Odyssey, then together they have at most 800 lines of code.

    Counted are the lines of its Python files that hold code; its cards, decks, words and rules are TOML.
    """
    modules = sorted(Path(str(terrene.__file__)).parent.glob("*.py"))
    counts = {path.name: code_lines(path.read_text("utf-8")) for path in modules}
    assert len(counts) > 5
    assert sum(counts.values()) <= LINES_MAX, counts
