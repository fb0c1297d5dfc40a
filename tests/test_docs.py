"""The walks of CONTRIBUTING.md lead along files and functions that there are."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STOP = re.compile(r"\d+\. `([^`]+)`((?:,? `[^`]+`)*): \S.*")


def walks() -> dict[str, list[str]]:
    """By its opening words the numbered lines of each walk."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("\n## Eight walks\n")[2].partition("\n## ")[0]
    found: dict[str, list[str]] = {}
    for line in section.splitlines():
        if line.startswith("**"):
            found[line] = []
        elif line[:1].isdigit():
            list(found.values())[-1].append(line)
    return found


def lost(line: str) -> list[str]:
    """The files and names of a stop that are not there, or the line if it is not written as a stop is."""
    stop = STOP.fullmatch(line)
    if stop is None:
        return [line]
    path, names = ROOT / stop[1], re.findall(r"`([^`]+)`", stop[2])
    if not path.exists():
        return [stop[1]]
    if path.suffix == ".py":
        return [f"{stop[1]}: {name}" for name in names if name not in defined(path)]
    return [f"{stop[1]}: {name}" for name in names if name not in path.read_text("utf-8").splitlines()]


@cache
def defined(path: Path) -> frozenset[str]:
    """The names that a module defines at its top, and `Class.method`."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
            found |= {f"{node.name}.{method.name}" for method in methods}
    return frozenset(found)


def test_there_are_eight_walks() -> None:
    assert len(walks()) == 8 and all(len(stops) > 4 for stops in walks().values())


@pytest.mark.parametrize("walk", walks())
def test_every_stop_of_a_walk_is_there(walk: str) -> None:
    """given a walk, then its stops are numbered, and each names a file and what is defined in it."""
    stops = walks()[walk]
    assert [int(line.partition(".")[0]) for line in stops] == list(range(1, len(stops) + 1))
    assert [name for line in stops for name in lost(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "1. `fadenet/engine/nowhere.py` `play`: what is not there",
        "1. `fadenet/engine/kernel.py` `play`, `jump`: what another file defines",
        "1. `fadenet/engine/rules.py` `Rules.unlawful`: what the class does not have",
        "1. `fadenet/games/fade/editions/faroe.toml` `[seasons]`: what the file does not say",
        "1. the kernel: no file at all",
        "1. `fadenet/engine/kernel.py` `play`",
    ],
)
def test_a_stop_that_leads_nowhere_is_found(line: str) -> None:
    assert len(lost(line)) == 1
