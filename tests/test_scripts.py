"""The scripts stand above all rooms: only scripts import them, and their imports go round in no circle."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import mutants
import sizes

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


def test_sizes_counts_what_a_checkout_has(tmp_path: Path) -> None:
    """given a checkout of four files, then each measure tells the lines and places that it is about."""
    family = "fadenet/games/fade"
    files = {
        f"{family}/typed.py": "class FadeRules:\n    tags: bool\n    hands: int\n\n    def run(self): ...\n",
        f"{family}/field/reach.py": '"""Of Stun."""\nimport a\nfrom b import (\n    Lock,\n)\n\n\n'
        "def may(s, is_stunned, c, d, e, f, g, h):\n"
        "    return rules_of(s).tags and rules_of(s).edition.hows[K_STUN]\n",
        f"{family}/language/words.py": 'class FadeRules: ...\n\n\nWORDS = ["Stun"]  # Ghost\n',
        "tests/test_a.py": 'CARD = f"""\n[{name}]\nhp = 3\n"""\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    found = dict(sizes.measures(tmp_path))
    assert found["product"] == "12 lines of code"
    assert found["imports"] == "4 lines, 22.2% of the product, 33.3% of its code"
    assert found["tests"] == "4 lines of code, 0.33 a line of the product"
    assert found["TOML in tests"] == "2 lines in strings, 0 in files"
    assert found["functions of more than 7 parameters"] == "1"
    assert found["class names with several meanings"] == "1: FadeRules 2"
    assert found["most"].startswith("Lock 1 (1), Stun 1 (2)")
    assert found["looks at the edition in play"] == "1"
    assert found["booleans of the rules"] == "1, read 1 times in play"


def test_two_versions_draw_the_same_mutants() -> None:
    """given functions that moved and changed, then both sides draw what both have once, in one order."""
    ours = "def b():\n    return x < y\n\n\ndef a():\n    if n:\n        return n + k\n    del s\n"
    theirs = "def a():\n    return n + k\n\n\ndef b():\n    return x < y\n\n\ndef c():\n    del s\n"
    one, other = ([*mutants.mutants("a.py", ast.parse(text))] for text in (ours, theirs))
    drawn = [mutant.text for mutant in mutants.of_both(one, other)]
    assert drawn == [
        "n + k  ->  n - k",
        "return n + k  ->  return None",
        "return x < y  ->  return None",
        "x < y  ->  x <= y",
    ]
    assert [mutant.text for mutant in mutants.of_both(other, one)] == drawn
