"""A number that may be 1 has its noun made with it: `counted`, and never "1 cards"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOUNS = (
    "actions|answers|bytes|cards|characters|copies|counters|days|decks|events|files|games|hours|items|lines|links"
    "|matches|minutes|moves|pairs|places|players|points|rows|rules|seats|seconds|steps|tables|things|times|turns|words"
)
PLURAL = re.compile(rf" (?:more |legal )?(?:{NOUNS})\b(?! of)", re.IGNORECASE)
ROOMS = ("console", "cli", "games")


def astray(path: Path) -> Iterator[str]:
    """The texts of a module in which a plural stands behind a number, other than a constant above 1, without
    a look at it before."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    looked = {id(x) for node in ast.walk(tree) if isinstance(node, ast.IfExp) for x in ast.walk(node)}
    raised = {id(x) for node in ast.walk(tree) if isinstance(node, ast.Raise) for x in ast.walk(node)}
    for text in ast.walk(tree):
        if isinstance(text, ast.JoinedStr) and id(text) not in looked | raised:
            for value, behind in zip(text.values, text.values[1:], strict=False):
                number = value.value if isinstance(value, ast.FormattedValue) else value
                fixed = isinstance(number, ast.Constant) or ast.unparse(number).isupper()
                said = behind.value if isinstance(behind, ast.Constant) else ""
                if not fixed and PLURAL.match(str(said)):
                    yield f"{path.relative_to(ROOT)}:{text.lineno}: {ast.unparse(text)}"


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_no_number_that_may_be_1_stands_before_a_plural(room: str) -> None:
    """given a line that is shown, not what is raised, then its number is a constant, or was looked at."""
    assert [one for path in sorted((ROOT / "fadenet" / room).rglob("*.py")) for one in astray(path)] == []
