"""The scripts stand above all rooms: only scripts import them, and their imports go round in no circle."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
PACKAGES = ("fadenet", "protocol", "keys")


def imported(path: Path) -> set[str]:
    """All that a file imports, inside functions too: modules, and what is taken from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def modules() -> dict[str, Path]:
    """The scripts by the names that they have for each other."""
    found = {
        ".".join(path.relative_to(SCRIPTS).with_suffix("").parts): path for path in SCRIPTS.rglob("*.py")
    }
    return {name.removesuffix(".__init__"): path for name, path in found.items()}


def test_scripts_import_each_other_in_no_circle() -> None:
    """given who imports whom among the scripts, then they have an order in which each knows earlier ones."""
    there = modules()
    graph = {name: (imported(path) & there.keys()) - {name} for name, path in there.items()}
    assert set(TopologicalSorter(graph).static_order()) == set(there)
    assert graph["bench"] == {"meter", "sizes", "turns"}


def test_no_room_imports_a_script() -> None:
    """given all modules of the packages, then none of them names a script."""
    names = modules().keys() | {"scripts"}
    rooms = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert {path.name: found for path in rooms if (found := imported(path) & names)} == {}
