"""How far a rule of the F.A.D.E. family is spread over files, and how often play asks the edition.

A module speaks of a keyword if an identifier of its code has the keyword for a word, in any form and any case
(`K_STUN`, the column `SHIELD`, `is_stunned`, `tag_out`), or if one of its strings is the keyword. Comments,
docstrings and longer strings do not count. `OTHERWISE` has those keywords that go by a word of their own in
the code, or whose word means something else as well. The lists that name all keywords, and the one of the
numbers of frames and pickers, are left out (`LISTS`).
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from fadenet.games.fade.tables import KEYWORDS

FAMILY: Final = "fadenet/games/fade"
LISTS: Final = ("tables.py", "frames.py", "editions/words.py", "features/table.py")
TEXTS: Final = ("language", "reasons.py")
"""Files and folders of the family that read and write cards, or say why a move is refused: not play."""
OTHERWISE: Final = {
    "Backup": "k_backup",  # "backup" by itself is the back row
    "Equip": "k_equip|equips|equip_(items|whom)",  # "equip" by itself is the zone of all that is attached
    "Lock": "lock(s|ed)?(?!_on)",
    "Lock-On": "locks?_on",
    "Mute": "[kq]_mute|mutes?|unmuted",  # "muted" is the kernel's word for cards that are silent
    "Mystify": "mystif[a-z]*|(un)?veil[a-z]*",
    "Neutrality": "neutral(ity|s)?",
    "Shield": "shield(ed|ing)?",  # "shields" is whatever keeps an action away
    "Stock": "(?<!prelude_)stock(s|ed)?",
    "Tag-Out": "tag_out|v_tag|mk_tagged",  # "tags" are those of what an ability does
}
MAKING: Final = {
    "edition.py": None,
    "deckrules.py": None,
    "editions": None,
    "language": None,
    "rules.py": ("make_rules", "_follow", "seal"),
    "typed.py": ("__init__",),
}
"""Files and folders that make rules, and so may ask the edition; in some only certain functions do."""


class Spread(NamedTuple):
    """The files that speak of one keyword, as paths below `fadenet`."""

    keyword: str
    play: list[str]  # of the family, without its texts
    texts: list[str]  # the family's texts, and the console and bots for it


def spread(root: Path) -> list[Spread]:
    """Which files of a checkout speak of which keyword."""
    said = {path: identifiers(path) for path in _family_modules(root)}
    return [_spread_of(root, keyword, said) for keyword in KEYWORDS]


def _spread_of(root: Path, keyword: str, said: dict[Path, str]) -> Spread:
    found = [path for path, text in said.items() if re.search(pattern(keyword), text)]
    play = [path for path in found if _is_play(root, path)]
    name = {path: path.relative_to(root / "fadenet").as_posix() for path in found}
    return Spread(keyword, [name[path] for path in play], [name[path] for path in found if path not in play])


def _family_modules(root: Path) -> Iterator[Path]:
    """The modules of the family and those that import it, without the lists of all keywords."""
    lists = {root / FAMILY / name for name in LISTS}
    for path in sorted((root / "fadenet").rglob("*.py")):
        inside = path.is_relative_to(root / FAMILY)
        if path not in lists and (inside or "fadenet.games.fade" in path.read_text("utf-8")):
            yield path


def _is_play(root: Path, path: Path) -> bool:
    below = root / FAMILY
    return path.is_relative_to(below) and path.relative_to(below).parts[0] not in TEXTS


def identifiers(path: Path) -> str:
    """All identifiers of a module and the keywords among its strings, one a line, `in_this_form`."""
    found = set()
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.NAME or token.string[1:-1] in KEYWORDS:
            found.add(_snake(token.string.strip("'\"")))
    return "\n".join(sorted(found))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[- ]", "_", name).lower().replace("__", "_")


def pattern(keyword: str) -> str:
    """The regular expression of a keyword's forms as words of an identifier."""
    word = _snake(keyword)
    stem = word.rstrip("ey")
    forms = OTHERWISE.get(keyword, f"({word}{word[-1]}?|{stem})(s|es|d|ed|ing|ies|ied)?")
    return f"(?<![a-z])({forms})(?![a-z])"


def switches(root: Path) -> tuple[int, int]:
    """At how many places play looks at the edition, and at how many it reads a boolean of `FadeRules`."""
    flags, looks, reads = set(booleans(root)), 0, 0
    for path in sorted((root / FAMILY).rglob("*.py")):
        names = path.relative_to(root / FAMILY).parts
        exempt = MAKING.get(names[0], ())
        if exempt is not None:
            asked = _Asked(exempt, flags)
            asked.visit(ast.parse(path.read_bytes()))
            looks, reads = looks + asked.looks, reads + asked.reads
    return looks, reads


def booleans(root: Path) -> list[str]:
    """The booleans that `FadeRules` declares."""
    tree = ast.parse((root / FAMILY / "typed.py").read_bytes())
    rules = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "FadeRules"]
    rows = [row for node in rules for row in node.body if isinstance(row, ast.AnnAssign)]
    return [ast.unparse(row.target) for row in rows if ast.unparse(row.annotation) == "bool"]


class _Asked(ast.NodeVisitor):
    """Counts what the functions of a module ask for, but for those that are exempt.

    An edition that is handed to a function, as a parameter named so, is one whose rules are being made.
    """

    def __init__(self, exempt: tuple[str, ...], flags: set[str]) -> None:
        self._exempt, self._flags = exempt, flags
        self._handed = False  # whether the edition is a parameter
        self.looks = self.reads = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Look into a function."""
        if node.name not in self._exempt:
            handed = self._handed
            self._handed |= "edition" in [one.arg for one in node.args.args]
            self.generic_visit(node)
            self._handed = handed

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Count `rules.edition`, `edition.attacks` of one that was taken from there, and `rules.tags`."""
        of = ast.unparse(node.value)
        if node.attr == "edition" or (of == "edition" and not self._handed):
            self.looks += not of.startswith("rules_being_made(")
        elif node.attr in self._flags and isinstance(node.ctx, ast.Load):
            self.reads += of.startswith("rules_of(") or of in ("rules", "self.rules")
        self.generic_visit(node)
