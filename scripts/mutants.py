"""Plants small faults in the code, one at a time, and counts how many of them the tests notice.

    python3 scripts/mutants.py [FILE ...] [--sample N] [--seed N] [--least 0.85] [--fast] [--tests PATH ...]
        [--also-in CHECKOUT]

A fault (a mutant) is one change to the syntax tree: another comparison, a number one more or less, `and` for
`or`, a `not` more or less, a statement or `raise` left out, two arguments swapped, another constant returned.
Error texts, docstrings, annotations and assertions stay as they are, as no test is meant to tell them apart.
FILE is a source file, FILE:LINE what begins in one line of it, or a folder for all of its; without one it is
`protocol/`.

It works on a copy in a temporary folder, so that the checkout is not touched and edits made meanwhile do
not count. A first run of the tests notes which of them come by each line, and how long they take; then each
mutant lives in a process of its own, where only those of them run that are for its folder, the quickest
first, until one fails. A mutant that runs into the limits of time or memory counts as killed. One seed draws
the same sample always; with `--also-in`, the folder of another version, it draws only mutants that both have,
and the same ones from either side: the same change in a function of the same name, wherever that stands.

Prints every mutant that survived (`-v`: the killed ones too), then a table by file; exits with 1 when a
smaller share than `--least` was killed. Needs a POSIX system and the development dependencies.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, Final

import coverage
import pytest
import pytest_trio.plugin  # noqa: F401 - what is imported before the fork, no child has to import
from hypothesis import Phase, settings
from pytest import ExitCode

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("fadenet", "protocol", "keys", "scripts", "tests", "pyproject.toml")
TESTS: Final = {
    "protocol": [
        "tests/protocol",
        *(f"tests/table/test_{name}.py" for name in ("seat", "seats", "votes", "closing")),
        *(
            f"tests/attacks/test_{name}.py"
            for name in ("ending", "forks", "parting_votes", "statements", "tokens", "voids", "votes")
        ),
    ],
    "keys": ["tests/keys"],
    "fadenet/table": [
        "tests/table",
        *(
            f"tests/attacks/test_{name}.py"
            for name in ("cards", "claims", "ending", "forks", "voids", "votes")
        ),
    ],
    "fadenet/node/match": [
        *(
            f"tests/node/test_{name}.py"
            for name in (
                *("after", "archive", "bounds", "cheats", "committer", "damage", "dates", "door"),
                *("introducing", "mark", "match", "mesh", "pace", "seek", "storage", "talk", "time"),
                *("two_left", "verify", "watch"),
            )
        ),
        "tests/cli/test_waiting.py",
    ],
    "fadenet/node": ["tests/node"],
    "fadenet/engine": ["tests/engine", *(f"tests/rules/{name}" for name in ("fade", "terrene", "prelude"))],
    "fadenet/games": ["tests/games"],
    "fadenet/games/terrene": ["tests/rules/terrene", "tests/games/test_terrene_characters.py"],
    "fadenet/games/prelude": ["tests/rules/prelude"],
    "fadenet/games/fade": [f"tests/rules/{name}" for name in ("fade", "fade1", "fade2", "faroe")],
}
"""The tests that are run for a source folder unless `--tests` says otherwise."""
LEFT_OUT: Final = ["test_checker.py", "test_cddl.py", "test_sans_io.py"]
"""Tests of other things than the code's behaviour: a second implementation, the schema, the imports."""
MEMORY_MAX: Final = 4 << 30
"""Bytes of address space of a child process."""
COLLECTION_SECONDS: Final = 10
BROKEN: Final = 70
"""The exit code of a child process that ended otherwise than by pytest or a signal."""
WITHOUT: Final = ("-p", "no:cacheprovider", "-p", "no:xdist")
PYTEST: Final = ["-q", "-x", *WITHOUT, "--rules-report", "rules.json"]

FATES: Final = {
    int(ExitCode.OK): "survived",
    int(ExitCode.NO_TESTS_COLLECTED): "no test",
    int(ExitCode.INTERNAL_ERROR): "broken",
}
"""By what pytest returned, what became of a mutant that is not killed; broken: pytest itself, so that nobody
knows."""

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: `place[key]`, in a list of nodes or a node's fields, becomes `put`.

    `span` has the lines of the statement (of a compound one, of its head) around it, `within` is the name of
    the function or class around it.
    """

    file: str
    line: int
    within: str
    span: range
    text: str
    place: Any = field(repr=False, compare=False)
    key: int | str = field(compare=False)
    put: ast.AST = field(repr=False, compare=False)


def shown(node: ast.AST) -> str:
    """A node as one short line of code."""
    line = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return line if len(line) <= 70 else f"{line[:67]}..."


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may stand in the place of this one."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:i], COMPARED[type(op)](), *ops[i + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func, [first, second, *more], keywords):
            alike = shown(func) in ("min", "max") or ast.dump(first) == ast.dump(second)
            if not alike and ast.Starred not in (type(first), type(second)):
                yield ast.Call(func, [second, first, *more], keywords)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Raise() | ast.Expr(ast.Call()) | ast.AugAssign() | ast.Delete():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def children(node: ast.AST) -> Iterator[tuple[Any, int | str, ast.AST]]:
    """Where the nodes stand below this one that may be changed: (list or fields, key, node)."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(value, ast.AST):
            yield vars(node), name, value
        elif isinstance(value, list):
            yield from ((value, i, one) for i, one in enumerate(value) if isinstance(one, ast.AST))


def span_of(node: ast.stmt | ast.match_case) -> range:
    """The lines of a simple statement or of a compound one's head."""
    first = node.pattern if isinstance(node, ast.match_case) else node
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    start = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return range(first.lineno, max(start.lineno, first.lineno + 1))


def mutants(
    file: str, node: ast.AST, span: range = range(0), within: str = "", in_raise: bool = False
) -> Iterator[Mutant]:
    """Every mutant of the tree below `node`, in the order of the source."""
    for place, key, child in children(node):
        if isinstance(child, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom):
            continue
        if isinstance(child, ast.keyword) and child.arg == "strict":
            continue
        around = span_of(child) if isinstance(child, ast.stmt | ast.match_case) else span
        line = getattr(child, "lineno", around.start)
        if not (in_raise and isinstance(child, ast.Call)):
            for put in variants(child):
                text = f"{shown(child)}  ->  {shown(put)}"
                yield Mutant(file, line, within, around, text, place, key, put)
        if isinstance(child, ast.If | ast.While | ast.IfExp):
            test = child.test
            if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                text = f"if {shown(test)}  ->  if not {shown(test)}"
                put = ast.UnaryOp(ast.Not(), test)
                yield Mutant(file, line, within, around, text, vars(child), "test", put)
        named = (
            child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else within
        )
        yield from mutants(file, child, around, named, isinstance(child, ast.Raise))


def of_both(ours: list[Mutant], theirs: list[Mutant]) -> list[Mutant]:
    """Those of ours that both have just once, in an order that is the same seen from either side."""
    counts = [Counter((one.within, one.text) for one in some) for some in (ours, theirs)]
    once = [one for one in ours if all(count[one.within, one.text] == 1 for count in counts)]
    return sorted(once, key=lambda one: (one.within, one.text))


class Planted(SourceFileLoader):
    """Stands in front of the finders and loads one module from a changed tree."""

    def __init__(self, file: str, code: CodeType) -> None:
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(Path(file).resolve()))
        self._code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The module's spec if it is the changed one."""
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """The changed code."""
        return self._code


@dataclass(eq=False)
class Tracer:
    """A pytest plugin for the first run: which tests come by which lines, and each one's processor time."""

    files: list[str]
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Watch from before the first import, that of the tests' `conftest.py`."""
        self._watch = coverage.Coverage(
            data_file=None, config_file=False, include=[str(Path(file).resolve()) for file in self.files]
        )
        self._watch.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note the lines and the time of one test."""
        self._watch.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self._watch.switch_context("")
        return result

    def pytest_sessionfinish(self) -> None:
        """Leave the findings in the folder, for the parent."""
        self._watch.stop()
        data = self._watch.get_data()
        lines = {file: data.contexts_by_lineno(str(Path(file).resolve())) for file in self.files}
        Path("seen.json").write_text(json.dumps([lines, self.seconds]))


def limit(seconds: float) -> None:
    """End this process by a signal unless it calls this again within so much processor time, and some."""
    signal.setitimer(signal.ITIMER_PROF, 5 + 5 * seconds)
    signal.alarm(60 + 60 * int(seconds))


@dataclass(eq=False)
class Selection:
    """A pytest plugin that keeps the tests named, in that order, and gives each a limit of time."""

    order: list[str]
    seconds: dict[str, float]

    def pytest_sessionstart(self) -> None:
        """Property tests end at the first example that fails; the smallest one would take its time."""
        settings.register_profile("mutants", settings(), phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Start the test's time."""
        limit(self.seconds[item.nodeid])

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out all others."""
        rank = {name: i for i, name in enumerate(self.order)}
        items[:] = sorted((one for one in items if one.nodeid in rank), key=lambda one: rank[one.nodeid])


def in_child(work: Callable[[], int], show: bool = False) -> int:
    """Run `work` in a process of its own; what it returned, below 0 if a signal ended it."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == BROKEN:
            raise RuntimeError("the child process did not come as far as the tests")
        return code
    status = BROKEN
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
        if not show:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        status = work()
    finally:
        os._exit(status)


def run_with(mutant: Mutant, trees: dict[str, ast.Module], chosen: Selection) -> int:
    """In the child: plant the mutant and run the tests chosen; pytest's exit code."""
    limit(COLLECTION_SECONDS)
    if isinstance(mutant.place, list):
        mutant.place[int(mutant.key)] = mutant.put
    else:
        mutant.place[mutant.key] = mutant.put
    tree = ast.fix_missing_locations(trees[mutant.file])
    sys.meta_path.insert(0, Planted(mutant.file, compile(tree, mutant.file, "exec")))
    files = sorted({name.split("::")[0] for name in chosen.order})
    return int(pytest.main([*PYTEST, *files], plugins=[chosen]))


def tests_of(file: str) -> list[str]:
    """The test files and folders that are run for a source file, those that are there."""
    found = [test for room, tests in TESTS.items() if file.startswith(f"{room}/") for test in tests]
    return [test for test in found if Path(test).exists()]


def judge(
    drawn: list[Mutant],
    trees: dict[str, ast.Module],
    tests: dict[str, list[str]],
    options: argparse.Namespace,
) -> float:
    """Print what became of every mutant; the share that was killed. tests: those of each source file."""
    left_out = [f"--ignore-glob=*/{name}" for name in LEFT_OUT] + ["-m", "not slow"] * options.fast
    first = [*PYTEST, *left_out, *sorted({test for some in tests.values() for test in some})]
    if in_child(lambda: int(pytest.main(first, plugins=[Tracer(list(tests))])), show=True):
        sys.exit("The tests fail without any mutant; mend that first.")
    lines, seconds = json.loads(Path("seen.json").read_text())
    killed, all_of = Counter[str](), Counter(mutant.file for mutant in drawn)
    for mutant in drawn:
        seen = {name for line in mutant.span for name in lines[mutant.file].get(str(line), ())}
        own = tuple(f"{test}::" if test.endswith(".py") else f"{test}/" for test in tests[mutant.file])
        able = [name for name in (seconds if "" in seen else seen) if name.startswith(own)]
        order = sorted(able, key=lambda name: (seconds[name], name))
        work = partial(run_with, mutant, trees, Selection(order, seconds))
        code = in_child(work) if order else int(ExitCode.NO_TESTS_COLLECTED)
        fate = FATES.get(code, "killed")
        killed[mutant.file] += fate == "killed"
        if options.verbose or fate != "killed":
            print(f"{fate:9} {mutant.file}:{mutant.line}  {mutant.text}", flush=True)
    print()
    for file, count in sorted(all_of.items()):
        print(f"{killed[file]:4} of {count:4} killed  {killed[file] / count:6.1%}  {file}")
    share = killed.total() / len(drawn)
    print(f"{killed.total():4} of {len(drawn):4} killed  {share:6.1%}")
    return share


def modules(place: Path) -> list[Path]:
    """A source file, or all of a folder; none if there is none."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place] * place.exists()


def parsed(path: Path) -> ast.Module:
    """The tree of a source file."""
    return ast.parse(path.read_bytes())


def main() -> int:
    """Read the arguments, make the copy, draw the sample."""
    parser = argparse.ArgumentParser(description="How many planted faults the tests notice.")
    parser.add_argument("files", nargs="*", default=[ROOT / "protocol"], metavar="FILE")
    parser.add_argument("--sample", type=int, help="that many mutants, drawn by the seed; else all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=float, default=0.85, help="the share that must be killed")
    parser.add_argument("--fast", action="store_true", help="leave out the tests marked slow")
    parser.add_argument("--tests", nargs="+", help="test files and folders to run")
    parser.add_argument("--also-in", type=Path, metavar="CHECKOUT", help="draw what this version has, too")
    parser.add_argument("-v", "--verbose", action="store_true", help="show the killed ones too")
    options = parser.parse_args()
    given = [str(one).partition(":") for one in options.files]
    lines: dict[Path, set[int]] = {}
    for name, _, line in given:
        lines.setdefault(Path(name).resolve(), set()).update([int(line)] if line else [])
    paths = [path for one in lines for path in modules(one)]
    other = options.also_in.resolve() if options.also_in else ROOT
    others = [path for one in lines for path in modules(other / one.relative_to(ROOT))]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, Path(folder, name))
        os.chdir(folder)
        elsewhere = [one for one in sys.path if Path(one).resolve() not in (ROOT, ROOT / "scripts")]
        sys.path[:] = [folder, *elsewhere]
        trees = {str(path.relative_to(ROOT)): parsed(path) for path in paths}
        wanted = {str(path.relative_to(ROOT)): some for path, some in lines.items() if some}
        there = [mutant for file, tree in trees.items() for mutant in mutants(file, tree)]
        there = [one for one in there if one.line in wanted.get(one.file, {one.line})]
        if options.also_in:
            there = of_both(there, [mutant for path in others for mutant in mutants("", parsed(path))])
        count = len(there) if options.sample is None else min(options.sample, len(there))
        chosen = [there[i] for i in sorted(Random(options.seed).sample(range(len(there)), count))]
        print(f"{len(chosen)} of {len(there)} mutants", flush=True)
        tests = {one.file: options.tests or tests_of(one.file) for one in chosen}
        share = judge(chosen, trees, tests, options)
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
