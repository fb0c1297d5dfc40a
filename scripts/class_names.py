"""The public names of classes and of type aliases in the product, and which of them have several meanings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOTS: Final = ("fadenet", "protocol", "keys")


def meanings(root: Path) -> dict[str, list[str]]:
    """By name the modules of a checkout that define it, as paths below the root."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for room in ROOTS for path in (root / room).rglob("*.py")):
        for name in _defined(ast.parse(path.read_bytes())):
            found.setdefault(name, []).append(path.relative_to(root).as_posix())
    return found


def _defined(module: ast.Module) -> Iterator[str]:
    """The names that a module defines, each once. An alias is written as one word, not as a constant is."""
    for node in module.body:
        match node:
            case ast.ClassDef(name) | ast.Assign([ast.Name(name)]) if (
                name[0].isupper() and not name.isupper()
            ):
                yield name
