"""One meaning a name: no class and no alias of types is called as another one of the product or its scripts,
but for those that rooms of one pattern share."""

from __future__ import annotations

from pathlib import Path

import class_names

ROOT = Path(__file__).resolve().parents[1]


def test_a_name_of_a_class_or_alias_has_one_meaning() -> None:
    found = class_names.several(ROOT, (*class_names.ROOTS, "scripts"))
    assert {name: files for name, files in found.items() if not class_names.is_shared(name, files)} == {}
    assert class_names.SHARED.keys() == found.keys(), "a name that no longer stands twice needs no leave to"
