"""How much code there is to carry: by room, by game, and what makes it heavy.

    python scripts/sizes.py [CHECKOUT]

A line of code is one with something on it other than a comment or a docstring. A game is counted together
with what it alone needs of the engine, which is there for all of them. With CHECKOUT, the folder of another
version, the table has that one's measures, and nothing by room and by game.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import class_names
import keywords
from class_names import ROOTS

from fadenet import games

if TYPE_CHECKING:
    from grimp import ImportGraph

ROOT = Path(__file__).resolve().parent.parent
ENGINE, GAMES = "fadenet.engine", "fadenet.games"
SILENT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
"""Tokens that are nothing to carry out."""
PARAMETERS_MAX = 7


def code_lines(text: str) -> int:
    """The lines of a module that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - _docstrings(text))


def _docstrings(text: str) -> set[int]:
    """The lines of all docstrings."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())) as first, *_]:
                    found |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


@cache
def graph() -> ImportGraph:
    """The imports between modules of the three packages."""
    import grimp

    return grimp.build_graph(*ROOTS)


def lines_of(modules: Iterable[str]) -> int:
    """The code lines of modules."""
    return sum(map(_lines_of, modules))


@cache
def _lines_of(module: str) -> int:
    path = ROOT.joinpath(*module.split("."))
    file = path.with_suffix(".py")
    return code_lines((file if file.exists() else path / "__init__.py").read_text("utf-8"))


def within(imports: ImportGraph, package: str) -> set[str]:
    """A package or module and all that lies in it."""
    return {module for module in imports.modules if f"{module}.".startswith(f"{package}.")}


def alone(imports: ImportGraph, families: Iterable[str]) -> dict[str, set[str]]:
    """By family the modules of the engine that it needs, also by way of others, and that no other does."""
    engine = within(imports, ENGINE)
    wanted = {
        family: engine & imports.find_upstream_modules(f"{GAMES}.{family}", as_package=True)
        for family in families
    }
    return {
        family: own.difference(*[wanted[other] for other in wanted if other != family])
        for family, own in wanted.items()
    }


def families() -> dict[str, list[str]]:
    """The families of games, each with the names of its games."""
    named: dict[str, list[str]] = {}
    for game in games.GAMES.values():
        named.setdefault(game.family, []).append(game.name)
    return named


def rows() -> list[tuple[str, str]]:
    """Lines about the code of each room, and of each family with what it alone needs of the engine."""
    imports = graph()
    rooms = ["keys", "protocol", *sorted(imports.find_children("fadenet"))]
    told = [(f"code of {room}", f"{lines_of(within(imports, room)):,} lines") for room in rooms]
    named, kept = families(), alone(imports, families())
    for family, names in named.items():
        own, more = lines_of(within(imports, f"{GAMES}.{family}")), lines_of(kept[family])
        said = f"{own + more:,} lines, {more:,} of them in the engine for it alone"
        told.append((f"code of {', '.join(names)}", said))
    return told


def measures(root: Path = ROOT) -> list[tuple[str, str]]:
    """Lines about what makes a checkout heavy, each a count and how it comes about."""
    product, tests, scripts = ([*_sources(root, *rooms)] for rooms in (ROOTS, ["tests"], ["scripts"]))
    code, tested = _code(product), _code(tests)
    imports = sum(map(import_lines, product))
    of_all = imports / sum(len(path.read_text("utf-8").splitlines()) for path in product)
    in_strings = sum(map(toml_lines, tests))
    in_files = sum(_filled(path.read_text("utf-8")) for path in (root / "tests").rglob("*.toml"))
    named = sorted(class_names.several(root).items())
    unshared = [f"{name} {len(files)}" for name, files in named if not class_names.is_shared(name, files)]
    return [
        ("product", f"{code:,} lines of code"),
        ("product, tests and scripts", f"{code + tested + _code(scripts):,} lines of code"),
        ("tests", f"{tested:,} lines of code, {tested / code:.2f} a line of the product"),
        ("imports", f"{imports:,} lines, {of_all:.1%} of the product, {imports / code:.1%} of its code"),
        ("TOML in tests", f"{in_strings:,} lines in strings, {in_files:,} in files"),
        (f"functions of more than {PARAMETERS_MAX} parameters", str(sum(map(long_lists, product)))),
        ("class names with several meanings", ": ".join([str(len(unshared)), ", ".join(unshared)])),
        *_family(root),
    ]


def _family(root: Path) -> list[tuple[str, str]]:
    """Lines about the rules of the F.A.D.E. family."""
    rows = sorted(keywords.spread(root), key=lambda row: len(row.play), reverse=True)
    play, all_of = (sum(len(row.play) for row in rows), sum(len(row.play + row.texts) for row in rows))
    worst = ", ".join(f"{row.keyword} {len(row.play)} ({len(row.play + row.texts)})" for row in rows[:8])
    looks, reads = keywords.switches(root)
    return [
        ("files of play that speak of a keyword", f"{play / len(rows):.2f} on average"),
        ("with texts, console and bots", f"{all_of / len(rows):.2f} on average"),
        ("most", worst),
        ("looks at the edition in play", str(looks)),
        ("booleans of the rules", f"{len(keywords.booleans(root))}, read {reads} times in play"),
    ]


def _sources(root: Path, *rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from sorted((root / room).rglob("*.py"))


def _code(paths: Iterable[Path]) -> int:
    return sum(code_lines(path.read_text("utf-8")) for path in paths)


def import_lines(path: Path) -> int:
    """The lines of all imports of a module, those inside functions too."""
    nodes = [node for node in ast.walk(_tree(path)) if isinstance(node, ast.Import | ast.ImportFrom)]
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def toml_lines(path: Path) -> int:
    """The filled lines of those strings of a module that have more than one and read as TOML."""
    nodes = [*ast.walk(_tree(path))]
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = [_text(node) for node in nodes if id(node) not in inside]
    return sum(_filled(text) for text in texts if _filled(text) > 1 and _is_toml(text))


def _text(node: ast.AST) -> str:
    """The text of a string, one with braces with 1 in place of each; "" for anything else."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values):
            return "".join(_text(value) or "1" for value in values)
        case _:
            return ""


def _is_toml(text: str) -> bool:
    try:
        return bool(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return False


def _filled(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def long_lists(path: Path) -> int:
    """How many functions of a module have more parameters than fit a call, `self` not counted."""
    nodes = [*ast.walk(_tree(path))]
    taken = [node.args for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    names = [[one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)] for args in taken]
    return sum(len([name for name in row if name not in ("self", "cls")]) > PARAMETERS_MAX for row in names)


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def show(rows: list[tuple[str, str]]) -> None:
    """Print a table of two columns."""
    width = max(len(what) for what, _ in rows)
    for what, said in rows:
        print(f"{what:<{width}}  {said}")


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description="How much code there is to carry.")
    parser.add_argument("checkout", nargs="?", type=Path, help="the folder of another version")
    options = parser.parse_args()
    show(measures(options.checkout) if options.checkout else [*rows(), *measures()])


if __name__ == "__main__":
    main()
