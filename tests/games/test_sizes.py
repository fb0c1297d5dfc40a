"""The lines that are counted as code, and that the engine is for games in the plural."""

from __future__ import annotations

import ast
from pathlib import Path

import grimp
import pytest
import sizes

BUILDERS = Path(__file__).parents[1] / "builders"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ('"""Why."""\n\n# More.\n', 0),
        ('"""Why."""\n\nX = 1  # more\n\n\nY = (\n    2,\n    3,\n)\n', 5),
        ('def f():\n    """What.\n\n    How.\n    """\n    return 1\n', 2),
        ('X = """a\n\nb"""\n', 3),
    ],
)
def test_only_code_counts(text: str, lines: int) -> None:
    """given modules, then blank lines, comments and docstrings are left out, and nothing else is."""
    assert sizes.code_lines(text) == lines


def graph(*imports: tuple[str, str]) -> grimp.ImportGraph:
    """The imports of a made-up house."""
    made = grimp.ImportGraph()
    for importer, imported in imports:
        made.add_import(importer=f"fadenet.{importer}", imported=f"fadenet.{imported}")
    return made


def test_what_one_family_alone_needs_of_the_engine_is_found() -> None:
    """given two games, then what one of them reaches and the other does not is its own, on any way."""
    house = graph(
        ("games.chess.rules", "engine.kernel"),
        ("games.chess.rules", "engine.kit.castling"),
        ("engine.kit.castling", "engine.kit.rooks"),
        ("games.go.rules", "engine.kit.passing"),
        ("engine.kit.passing", "engine.kernel"),
        ("table.seat", "engine.kit.passing"),
        ("games.chess", "games.chess.rules"),
        ("games.go", "games.go.rules"),
    )
    assert sizes.alone(house, ["chess", "go"]) == {
        "chess": {"fadenet.engine.kit.castling", "fadenet.engine.kit.rooks"},
        "go": {"fadenet.engine.kit.passing"},
    }


@pytest.mark.long
def test_rooms_and_games_are_told() -> None:
    told = dict(sizes.rows())
    assert {"code of keys", "code of protocol", "code of fadenet.engine", "code of terrene"} <= told.keys()
    assert all(int(said.partition(" ")[0].replace(",", "")) > 0 for said in told.values())


def toys() -> set[str]:
    """The modules of the engine that the toy games of the tests import: those builders that import no
    game."""
    found: set[str] = set()
    for path in BUILDERS.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        names = {f"{node.module}.{one.name}" for node in nodes for one in node.names}
        names |= {str(node.module) for node in nodes}
        if not any(name.startswith("fadenet.games") for name in names):
            found |= {name for name in names if name.startswith("fadenet.engine")}
    return found


def test_no_file_of_the_engine_serves_one_game_alone() -> None:
    """given what one family alone needs of the engine, then a toy game shows each file to be general."""
    shown = toys()
    assert "fadenet.engine.kit.series" in shown
    for family, files in sizes.alone(sizes.graph(), sizes.families()).items():
        assert files <= shown, f"{sorted(files - shown)} is for {family} alone"
