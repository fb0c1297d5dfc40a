"""Docstrings and READMEs say what a thing is with a noun: no sentence has "Who ..." or "What ..." as its
subject, and a negation stands on the verb ("is not an X")."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("fadenet", "protocol", "keys", "scripts", "tests")
READMES = [
    *sorted(ROOT.glob("*.md")),
    *(
        path
        for room in ("fadenet", "keys", "scripts", "tests")
        for path in sorted((ROOT / room).rglob("*.md"))
    ),
]
SPECIFIED = ROOT / "fadenet" / "node" / "WIRE.md"
"""Part of the specification, which stays as it was published; the rest of that is in `protocol/`."""
SUBJECT = re.compile(r"(?:Who|Whom|Whose|What|Whoever|Whatever)\b")
NO = re.compile(r"\b(?:is|are|was|were|be|been) no (?!longer\b|more\b|less\b|fewer\b|one\b|other\b)")
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of all strings that stand by themselves: of modules, classes and functions, and below
    constants and fields."""
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, " ".join(text.split())


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node, however deep: a string that stands by itself is one."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from statements(child)


def prose(path: Path) -> Iterator[str]:
    """The paragraphs and list items of a README, without its code, tables and headings."""
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        if not paragraph.lstrip().startswith(("|", "#")):
            yield re.sub(r"^\s*(?:[-*]|\d+\.) ", "", " ".join(paragraph.split()))


@cache
def published() -> set[str]:
    """The sentences that stand in the vectors of the protocol, as the docstrings of the functions that make
    them: a vector that was published stays as it is."""
    files = sorted((ROOT / "protocol" / "vectors").glob("*.json"))
    return {" ".join(json.loads(file.read_text())["about"].split()) for file in files}


def faults(text: str) -> list[str]:
    """The sentences of a docstring that have a pronoun as their subject or a noun denied."""
    return [one for one in SENTENCE.split(text) if SUBJECT.match(one) or NO.search(one)]


def of(folder: Path) -> list[str]:
    """The faults of all files below a folder, each with its place."""
    kept = published()
    return [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted(folder.rglob("*.py"))
        for line, text in docstrings(path)
        if text not in kept
        for fault in faults(text)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_names_its_subject(package: str) -> None:
    assert of(ROOT / package) == []


@pytest.mark.parametrize(
    "path", [path for path in READMES if path != SPECIFIED], ids=lambda path: path.parent.name
)
def test_a_readme_names_its_subject(path: Path) -> None:
    assert [fault for text in prose(path) for fault in faults(text)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Who concedes is out.", 1),
        ("A seat that concedes is out.", 0),
        ("The position. What is to be known of it.", 1),
        ("Text typed between turns is no move.", 1),
        ("The seat is no longer asked; there is no more to say.", 0),
        ("Says what is left, and to whom.", 0),
    ],
)
def test_faults_are_told_from_what_reads_well(text: str, found: int) -> None:
    assert len(faults(text)) == found
