"""The names of classes and of aliases of types: the files that define each, and the rooms that may share
one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOTS: Final = ("fadenet", "protocol", "keys")
CAPITALIZED: Final = re.compile(r"_?[A-Z]\w*[a-z]\w*")
FAMILIES: Final = ("fadenet/games/fade/", "fadenet/games/prelude/", "fadenet/games/terrene/")
SPECIFIED: Final = ("protocol/", "scripts/checker/", "scripts/check_match.py")
SHARED: Final = {
    # The anatomy of a family: what its cards hold, how they are compiled, the numbers of its book.
    # A reader of one family finds the same parts in another under the same names; no file uses those of two.
    **dict.fromkeys(("AbilityTable", "CardKeys", "CardShape", "Facts", "Figures", "Kinds"), FAMILIES),
    **dict.fromkeys(("_Maker", "_Use"), FAMILIES),
    # The words of the specification of the protocol: `protocol` and the checker, which knows none of the
    # project's code, are two readings of the same text, and each calls these things as that does.
    **dict.fromkeys(("Body", "Com", "Entry", "Finding", "Fork", "Head", "Hello"), SPECIFIED),
    **dict.fromkeys(("Ledger", "Op", "Report", "Secrets", "Tok"), SPECIFIED),
}
"""By name the rooms of which each may have its own."""


def several(root: Path, packages: Iterable[str] = ROOTS) -> dict[str, list[str]]:
    """By name the files of a checkout that define it, if there is more than one, as paths below the root."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        for name in _defined(ast.parse(path.read_bytes())):
            found.setdefault(name, []).append(path.relative_to(root).as_posix())
    return {name: files for name, files in found.items() if len(files) > 1}


def _defined(module: ast.Module) -> Iterator[str]:
    """The classes and aliases at the top of a module; a single capital, which stands for any type, is
    neither."""
    for node in module.body:
        match node:
            case ast.ClassDef(name):
                yield name
            case ast.Assign(targets):
                names = [one.id for one in targets if isinstance(one, ast.Name)]
                yield from (name for name in names if CAPITALIZED.fullmatch(name))


def is_shared(name: str, files: list[str]) -> bool:
    """Whether a name that stands in these files does so by a pattern: in another of its rooms each time."""
    rooms = {next((room for room in SHARED.get(name, ()) if file.startswith(room)), "") for file in files}
    return "" not in rooms and len(rooms) == len(files)
