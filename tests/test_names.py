"""One meaning a name: no class and no alias of types is called as another one of the product or its scripts,
but for those that rooms of one pattern share."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("fadenet", "protocol", "keys", "scripts")
CAPITALIZED = re.compile(r"_?[A-Z]\w*[a-z]\w*")

FAMILIES = ("fadenet/games/fade/", "fadenet/games/prelude/", "fadenet/games/terrene/")
SPECIFIED = ("protocol/", "scripts/checker/", "scripts/check_match.py")
SHARED = {
    # The anatomy of a family: what its cards hold, how they are compiled, the numbers of its book.
    # A reader of one family finds the same parts in another under the same names; no file uses those of two.
    **dict.fromkeys(("AbilityTable", "CardKeys", "CardShape", "Facts", "Figures", "Kinds"), FAMILIES),
    **dict.fromkeys(("_Maker", "_Use"), FAMILIES),
    # The words of the specification of the protocol: `protocol` and the checker, which knows none of the
    # project's code, are two readings of the same text, and each calls these things as that does.
    **dict.fromkeys(("Body", "Com", "Entry", "Finding", "Fork", "Head", "Hello"), SPECIFIED),
    **dict.fromkeys(("Ledger", "Op", "Report", "Secrets", "Tok"), SPECIFIED),
}


def defined(source: str) -> Iterator[str]:
    """The classes and aliases at the top of a module; single capitals, which stand for any type, are
    neither."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (
                one.id for one in node.targets if isinstance(one, ast.Name) and CAPITALIZED.fullmatch(one.id)
            )


def rooms(name: str, files: list[str]) -> set[str]:
    """The rooms of its pattern in which a name stands; "" for a place outside of them."""
    return {next((room for room in SHARED.get(name, ()) if file.startswith(room)), "") for file in files}


def test_a_name_of_a_class_or_alias_has_one_meaning() -> None:
    places = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in defined(path.read_text()):
                places[name].append(path.relative_to(ROOT).as_posix())
    several = {name: files for name, files in places.items() if len(files) > 1}
    told = {name: rooms(name, files) for name, files in several.items()}
    assert [
        (name, several[name]) for name in several if "" in told[name] or len(told[name]) < len(several[name])
    ] == []
    assert SHARED.keys() == several.keys(), "a name that no longer stands twice needs no leave to"
