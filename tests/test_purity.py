"""The pure rooms stay pure: nothing in them could lead two nodes from the same inputs to different states.

Every replica of a match runs `fadenet/engine/` and `fadenet/games/` and must reach the same digest after
every move, on any machine. So their source has no clock, no randomness, no floats, no order that depends on
hashing or on memory addresses, no state that cannot be cloned and stored, and one place that writes the
state's columns. This scan of the syntax trees holds them to it; every rule of the scan is itself shown to
find a small bad piece.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from fadenet.engine import state

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "fadenet/engine/"
GAMES = "fadenet/games/"
ROOMS = [ROOT / room for room in ("fadenet/games", "tests", "scripts")]
LOADERS = ("fadenet/engine/language/files.py", "fadenet/games/fade/edition.py", "fadenet/games/decks.py")
COLUMN_WRITERS = ("fadenet/engine/atoms.py",)
STATE_MAKERS = (
    *COLUMN_WRITERS,
    *("fadenet/engine/state.py", "fadenet/engine/kernel.py", "fadenet/engine/position.py"),
)
WRITTEN = {*state.COLUMNS, "num", "zones", "pool", "kids", "marks"}  # in place, but by the atoms alone
READING_ATOMS = {"marked", "denied"}
REPLACED = {"owner", "vars"}  # as a whole, never written in place
STACKERS = ("fadenet/engine/chain.py", "fadenet/engine/kernel.py")

IMPURE_MODULES = set(
    re.findall(
        r"\w+",
        """_thread asyncio builtins copy ctypes datetime fractions gc io locale logging multiprocessing numpy
        os pathlib pickle platform queue random sched secrets shelve signal socket statistics subprocess sys
        tempfile threading time trio uuid weakref""",
    )
)
LOADER_MODULES = {"importlib", "pathlib", "tomllib", "json", "cbor2"}
IMPURE_CALLS = {
    "id",
    "hash",
    "float",
    "open",
    "print",
    "input",
    "eval",
    "exec",
    "compile",
    "__import__",
    "globals",
}
SETS = (ast.Set, ast.SetComp)
ORDER_FREE = {"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"}
MUTATORS = set(
    re.findall(
        r"\w+", "append clear extend insert pop popitem remove reverse setdefault sort update __setitem__"
    )
)
LOOPS = {"compress", "itemgetter", "repeat", "starmap"}
TYPE_MAKERS = ("TypeVar", "TypeVarTuple", "ParamSpec")

GAME_WORDS = set(
    re.findall(
        r"\w+",
        """faroe fade fade1 fade2 terrene prelude
        skill skills reaction reactions augment augments fighter fighters legend legends
        technique techniques rift plv tp minion minions spell spells mana hero heroes
        shield barrier blindness bloodlust concussion curse deathmark drain fracture mythical orbital
        overdrive paralyze poison provoke timebomb vengeance wildcard mulligan mulligans knockout""",
    )
)

Finding = tuple[int, str]
Rule = Callable[[ast.Module, str], Iterator[Finding]]


@lru_cache(maxsize=1)
def walked(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a module, which every rule of the scan looks at."""
    return tuple(ast.walk(tree))


def imports(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Modules that bring in a clock, chance, IO, threads or the machine; data files are the loaders'."""
    banned = IMPURE_MODULES - LOADER_MODULES if path in LOADERS else IMPURE_MODULES | LOADER_MODULES
    for node in walked(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        for name in names:
            if name.partition(".")[0] in banned:
                yield getattr(node, "lineno", 0), f"imports {name}"


def calls(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Builtins whose answer differs between processes or machines, or that do IO."""
    for node in walked(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield node.lineno, f"calls {node.func.id}()"


def floats(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Float literals and true division; a loader may join paths."""
    for node in walked(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"float {node.value}"
        if (
            isinstance(node, ast.BinOp | ast.AugAssign)
            and isinstance(node.op, ast.Div)
            and path not in LOADERS
        ):
            yield node.lineno, "true division"


def set_order(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Taking the members of a set in its order: in a loop, a comprehension, a star or a sequence."""
    for scope in walked(tree):
        if not isinstance(scope, ast.Module | ast.FunctionDef | ast.Lambda):
            continue
        named = {
            target.id
            for node in in_scope(scope)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and is_set(node.value, set())
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        free = {part for node in in_scope(scope) for part in order_free(node)}
        for node in in_scope(scope):
            for taken in taken_in_order(node) if node not in free else []:
                if is_set(taken, named):
                    yield taken.lineno, f"order of a set: {ast.unparse(taken)}"


def in_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes below `scope` that are not below a function inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
            yield from in_scope(child)


def is_set(node: ast.expr, named: set[str]) -> bool:
    """Whether an expression is plainly a set: written as one, made by set(), computed of one, or named so."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor):
        return is_set(node.left, named) or is_set(node.right, named)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, SETS) or (isinstance(node, ast.Name) and node.id in named)


def order_free(node: ast.AST) -> list[ast.comprehension]:
    """The loops inside this node whose order cannot show: all that is kept is a set, a sum or the like."""
    if isinstance(node, ast.SetComp):
        return node.generators
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDER_FREE:
        return [part for made in node.args if isinstance(made, ast.GeneratorExp) for part in made.generators]
    return []


def taken_in_order(node: ast.AST) -> list[ast.expr]:
    """The expressions whose members this node takes one after the other, where the order can show."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    if isinstance(node, ast.Starred):
        return [node.value]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ORDER_FREE:
            return []
        makes = isinstance(node.func, ast.Name) and node.func.id in {
            "dict",
            "enumerate",
            "iter",
            "list",
            "map",
            "tuple",
            "zip",
        }
        joins = isinstance(node.func, ast.Attribute) and node.func.attr in {
            "extend",
            "fromkeys",
            "join",
            "pop",
        }
        owner = [node.func.value] if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" else []
        taken = node.args[:1] if ast.unparse(node.func) == "dict.fromkeys" else node.args
        return [*taken, *owner] if makes or joins else []
    return []


def suspended_code(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Generators and coroutines: a match waits in its state, which can be copied, not in paused code."""
    for node in walked(tree):
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await | ast.AsyncFunctionDef):
            yield node.lineno, "a function that pauses"


def deep_copies(tree: ast.Module, path: str) -> Iterator[Finding]:
    """deepcopy, under any name it can be reached by."""
    for node in walked(tree):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        imported = isinstance(node, ast.ImportFrom) and any(alias.name == "deepcopy" for alias in node.names)
        if name == "deepcopy" or imported:
            yield getattr(node, "lineno", 0), "deepcopy"


def mutable_defaults(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Default values that calls would share and change."""
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                made = isinstance(default, ast.Call) and isinstance(default.func, ast.Name)
                if isinstance(
                    default, ast.List | ast.Dict | SETS[0] | ast.ListComp | ast.DictComp | SETS[1]
                ) or (
                    made and default.func.id in {"list", "dict", "set", "bytearray"}  # type: ignore[union-attr]
                ):
                    yield node.lineno, f"mutable default {ast.unparse(default)}"  # type: ignore[arg-type]


def bare_excepts(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Handlers that would swallow our own faults."""
    for node in walked(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else ""
            if caught in ("", "Exception", "BaseException"):
                yield node.lineno, f"except {caught or 'everything'}"


def hidden_work(tree: ast.Module, path: str) -> Iterator[Finding]:
    """In the engine, attribute access that runs code; a property whose body is `...` says a type alone."""
    if not path.startswith(ENGINE):
        return
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef):
            if node.name in ("__getattr__", "__getattribute__", "__setattr__"):
                yield node.lineno, node.name
            runs = [ast.unparse(statement) for statement in node.body] != ["..."]
            if runs and any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
                yield node.lineno, f"property {node.name}"


def column_writes(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Writing a part of the state that its clones share anywhere but in the atoms."""
    for node in walked(tree):
        for target in targets_of(node):
            column = column_of(target.value) if isinstance(target, ast.Subscript) else ""
            if column in REPLACED or (column and path not in COLUMN_WRITERS):
                yield target.lineno, f"writes column {column}"
            if path not in STATE_MAKERS and (whole := of_state(target)) in WRITTEN:
                yield target.lineno, f"replaces column {whole}"


def targets_of(node: ast.AST) -> list[ast.expr]:
    """The targets that this node writes; a list that a method alters counts as one whose place is written."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in flattened(target)]
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.comprehension):
        return flattened(node.target)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        return [ast.Subscript(node.func.value, ast.Constant(0), ast.Store(), lineno=node.lineno)]
    return []


def second_names(tree: ast.Module, path: str) -> Iterator[Finding]:
    """A second name for a column in a function that changes the state by atoms: a column that a clone shares
    is another list once it was written."""
    for function in walked(tree):
        if not isinstance(function, ast.FunctionDef) or path in COLUMN_WRITERS:
            continue
        nodes = [*ast.walk(function)]
        named = [node for node in nodes if isinstance(node, ast.Assign) and names_column(node)]
        if any(isinstance(node, ast.Call) and is_atom(node.func) for node in nodes):
            for node in named:
                yield node.lineno, f"a second name: {ast.unparse(node)}"


def names_column(node: ast.Assign) -> bool:
    """Whether a name is given to a whole column, and not to what stands in it."""
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    numbers = [value.value for value in values if isinstance(value, ast.Subscript)]
    return any(of_state(value) in WRITTEN for value in values) or "num" in map(of_state, numbers)


def of_state(node: ast.expr) -> str:
    """The attribute of `s` that an expression is, or ''."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "s":
        return node.attr
    return ""


def is_atom(function: ast.expr) -> bool:
    """Whether this is one of the atoms that change the state."""
    return (
        isinstance(function, ast.Attribute)
        and ast.unparse(function.value) == "atoms"
        and function.attr not in READING_ATOMS
    )


def frames_by_number(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Changing the stack of frames anywhere but where functions are turned into their numbers."""
    for node in walked(tree) if path not in STACKERS else ():
        stack: ast.AST | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            stack = node.func.value if node.func.attr in MUTATORS - {"clear"} else None
        elif isinstance(node, ast.AugAssign):
            stack = node.target
        if isinstance(stack, ast.Attribute) and stack.attr == "frames":
            yield getattr(node, "lineno", 0), f"edits {ast.unparse(stack)}"


def flattened(target: ast.expr) -> list[ast.expr]:
    """The single targets of an assignment, out of tuples, lists and stars."""
    if isinstance(target, ast.Tuple | ast.List):
        return [part for element in target.elts for part in flattened(element)]
    return flattened(target.value) if isinstance(target, ast.Starred) else [target]


def column_of(node: ast.expr) -> str:
    """The part of the state that an expression names (`s.zone`, `s.num[k]`), or ''; `self` is not a
    state."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute) or ast.unparse(node.value) == "self":
        return ""
    return node.attr if node.attr in WRITTEN | REPLACED else ""


def loose_constants(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Constants that could be bound anew, or that are unpacked: each is `Final`, and named for itself."""
    for node in tree.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            makes_type = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in TYPE_MAKERS
            targets = [] if makes_type else [part for target in node.targets for part in flattened(target)]
        elif isinstance(node, ast.AnnAssign) and not ast.unparse(node.annotation).startswith("Final"):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and target.id.isupper():
                yield target.lineno, f"{target.id} is not Final"


def class_bodies(tree: ast.Module, path: str) -> Iterator[Finding]:
    """In the body of a class, names bound together and functions given another name: neither compiles."""
    for node in walked(tree):
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.Assign) and not isinstance(inner.targets[0], ast.Name):
                yield inner.lineno, f"binds {ast.unparse(inner.targets[0])} together"
            elif isinstance(inner, ast.Assign) and ast.unparse(inner.value).startswith("staticmethod("):
                yield inner.lineno, f"binds {ast.unparse(inner.targets[0])} to a function"


def many_bases(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Classes with several bases: compiled ones have one line of inheritance."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and len(node.bases) > 1:
            yield node.lineno, f"{node.name} has {len(node.bases)} bases"


def unboxed_rows(tree: ast.Module, path: str) -> Iterator[Finding]:
    """In the atoms, a row that is not declared: compiled, it would be made anew at each use."""
    for node in ast.walk(tree) if path in COLUMN_WRITERS else ():
        named = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if named and isinstance(node.value, ast.Tuple) and node.value.elts:  # type: ignore[attr-defined]
            yield node.lineno, f"{ast.unparse(node)} is not declared"  # type: ignore[attr-defined]


def starred_tests(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Membership in what is put together for the test alone: it does not compile."""
    for node in walked(tree):
        for how, made in (
            zip(node.ops, node.comparators, strict=True) if isinstance(node, ast.Compare) else ()
        ):
            if isinstance(how, ast.In | ast.NotIn) and isinstance(made, ast.Tuple | ast.List | ast.Set):
                stars = [one for one in made.elts if isinstance(one, ast.Starred)]
                yield from [(one.lineno, f"membership in {ast.unparse(one)}") for one in stars]


def hidden_loops(tree: ast.Module, path: str) -> Iterator[Finding]:
    """Loops inside functions of the library: compiled, a plain loop is many times as fast."""
    for node in walked(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("itertools", "operator"):
            for alias in node.names:
                if alias.name in LOOPS:
                    yield node.lineno, f"imports {alias.name}"
        called = isinstance(node, ast.Call) and ast.unparse(node.func) in ("map", "filter")
        if called and ast.unparse(node.args[0]).endswith("__"):  # type: ignore[attr-defined]
            yield node.lineno, ast.unparse(node)  # type: ignore[attr-defined]


RULES: tuple[Rule, ...] = (
    imports,
    calls,
    floats,
    set_order,
    suspended_code,
    deep_copies,
    mutable_defaults,
    bare_excepts,
    hidden_work,
    column_writes,
    second_names,
    frames_by_number,
    loose_constants,
    class_bodies,
    many_bases,
    unboxed_rows,
    starred_tests,
    hidden_loops,
)


def game_words(source: str) -> Iterator[Finding]:
    """Words of one game, in names, texts and comments alike."""
    for number, line in enumerate(source.splitlines(), 1):
        words = re.findall(r"[A-Z]+(?![a-z])\d*|[A-Za-z][a-z]*\d*", line)
        for word in sorted({word.lower() for word in words} & GAME_WORDS):
            yield number, f"a game's word: {word}"


COMPILING: tuple[Rule, ...] = (class_bodies, many_bases, starred_tests, hidden_loops)
"""Those that are about what compiles."""


def scan(source: str, path: str, rules: tuple[Rule, ...] = RULES) -> list[str]:
    """Every finding in a module's source, as 'path:line: rule: what'."""
    tree = ast.parse(source)
    found = [(line, f"{rule.__name__}: {what}") for rule in rules for line, what in rule(tree, path)]
    if path.startswith(ENGINE):
        found += [(line, f"game_words: {what}") for line, what in game_words(source)]
    return [f"{path}:{line}: {text}" for line, text in sorted(set(found))]


MODULES = [
    path.relative_to(ROOT).as_posix()
    for room in (ENGINE, GAMES)
    for path in sorted((ROOT / room).rglob("*.py"))
]


@pytest.mark.parametrize("path", MODULES)
def test_module_of_a_pure_room_is_pure(path: str) -> None:
    assert scan((ROOT / path).read_text(encoding="utf-8"), path) == []


def test_modules_of_other_rooms_that_compile_are_written_for_it() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    paths = wheel["hooks"]["custom"]["modules"]
    assert [line for path in paths for line in scan((ROOT / path).read_text("utf-8"), path, COMPILING)] == []
    assert "fadenet/bots/lookahead.py" in paths


def test_rows_of_the_atoms_are_declared() -> None:
    assert len(scan("def f(): row = (1, h)", COLUMN_WRITERS[0])) == 1
    assert scan("def f():\n    row: Row = (1, h)\n    until, n = ends", COLUMN_WRITERS[0]) == []


def test_the_scan_sees_both_rooms() -> None:
    assert {path.rpartition("/")[0] + "/" for path in MODULES} >= {ENGINE, GAMES}


BAD = {
    "imports": ["import random", "import os.path", "from time import sleep", "import trio", "import json"],
    "calls": ["k = id(card)", "k = hash('x')", "f(key=lambda c: hash(c))", "print(1)", "x = float(3)"],
    "floats": ["x = 0.5", "x = a / 2", "x /= 2", "x = 1e3"],
    "set_order": [
        "for x in {1, 2}: f(x)",
        "y = [x for x in set(z)]",
        "y = tuple({h for h in z})",
        "y = (*frozenset(z),)",
        "def f(z):\n    seen = set(z)\n    for x in seen: g(x)",
        "y = list({1} | z)",
        "def f(z):\n    seen = {1}\n    return seen.pop()",
        "y = ', '.join({'a', 'b'})",
        "y = dict.fromkeys(set(z))",
    ],
    "suspended_code": ["def f():\n    yield 1", "def f():\n    yield from g()", "async def f(): pass"],
    "deep_copies": ["y = copy.deepcopy(x)", "y = deepcopy(x)"],
    "mutable_defaults": ["def f(a=[]): 0", "def f(*, a={}): 0", "g = lambda a=set(): a"],
    "bare_excepts": ["try: f()\nexcept: pass", "try: f()\nexcept Exception: pass"],
    "hidden_work": [
        "class A:\n    def __getattr__(self, name): return 1",
        "class A:\n    @property\n    def x(self): return 1",
        "class A(Protocol):\n    @property\n    def x(self): return 1",
        "class A:\n    @functools.cached_property\n    def x(self): return 1",
    ],
    "column_writes": [
        "s.zone[h] = 3",
        "s.face[h] += 1",
        "s.host[a], x = 1, 2",
        "s.num[k][h] = 0",
        "s.num[k] = []",
        "del s.code[h]",
        "s.code.append(0)",
        "for s.stamp[h] in z: pass",
        "s.zones[z] = ()",
        "s.kids.pop(h)",
        "s.marks.update(more)",
        "s.vars[k] = 1",
        "s.pool = []",
    ],
    "second_names": [
        "def f(s):\n    face = s.face\n    atoms.turn_face(s, 1, face[1])",
        "def f(s):\n    n, held = 1, s.num[t.HELD]\n    for h in z: atoms.put(s, t.HELD, h, held[h])",
    ],
    "frames_by_number": [
        "s.frames.append((F_STRIKE, 3))",
        "s.frames += ((F_SETTLE, 0), (F_CHECK,))",
        "s.frames.insert(3, (7,))",
        "act = s.frames.pop()",
    ],
    "loose_constants": [
        "LIMIT = 3",
        "ONE, TWO = range(2)",
        "LINES: tuple[str, ...] = ()",
        "FIRST = SECOND = 0",
    ],
    "class_bodies": [
        "class A:\n    names, shows = 0, False",
        "class A:\n    resolve = staticmethod(run_ability)",
    ],
    "many_bases": ["class A(B, C): pass"],
    "starred_tests": ["x = kind in (FIRST, *others)", "x = word not in {*words}"],
    "hidden_loops": [
        "from itertools import chain, repeat",
        "from operator import itemgetter",
        "x = any(map(column.__getitem__, handles))",
        "x = list(filter(codes.__contains__, line))",
    ],
    "game_words": ["x = faroe", "SKILL = 1", "use_shield()", "# Terrene", "PreludeRules()", "k = 'fade2'"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "source"), [(rule, source) for rule, sources in BAD.items() for source in sources]
)
def test_each_rule_finds_what_it_bans(rule: str, source: str) -> None:
    assert any(f": {rule}: " in line for line in scan(source, ENGINE + "example.py")), source


def test_every_rule_has_bad_examples() -> None:
    assert {*BAD, "unboxed_rows"} == {rule.__name__ for rule in RULES} | {"game_words"}


GOOD = [
    "LIMIT: Final = 3\nLINES: Final[tuple[str, ...]] = ()\nClause = tuple[int, ...]\nT = TypeVar('T')",
    "from fadenet.engine.state import State",
    "for h in sorted({1, 2}): f(h)",
    "taken = set(handles)\nrest = tuple(h for h in line if h not in taken)",
    "n = len({a, b}) // 2 % 3",
    "kinds = dict.fromkeys(names, frozenset({1}))",
    "total = sum({1, 2})",
    "found = any(f(x) for x in {1, 2})",
    "found = {f(x) for x in {1, 2}}",
    "self.code.append((run, arguments))",
    "def f(a=(), b=0, c=None): return a",
    "try: f()\nexcept KeyError: raise",
    "x = s.zone[h]",
    "from itertools import pairwise\nfirst = min(line, key=s.stamp.__getitem__), tuple(map(len, line))",
    "def f(s):\n    face = s.face\n    return face[1], atoms.marked(s, 1, 2, 3)",
    "def f(s):\n    old = s.num[k][h]\n    return atoms.put(s, k, h, -old)",
    "class A:\n    names = 0\n    line: tuple[int, ...] = (1, 2)",
    "x = kind in (FIRST, SECOND) or kind in others",
    "columns[name] = s.code[:]",
    "line = list(s.zones[z])",
    "chain.push(s, f_strike, 3)\ns.frames.clear()",
    "faded = item = target = 1",
    "hashing = hashlib.blake2b(b'', digest_size=32)",
]


@pytest.mark.parametrize("source", GOOD)
def test_the_scan_leaves_plain_code_alone(source: str) -> None:
    assert scan(source, ENGINE + "example.py") == []


@pytest.mark.slow
def test_no_game_of_the_tests_says_its_data_in_a_class_body() -> None:
    """given a class derived from `Rules`, then its constructor says what is otherwise: compiled code does
    not see the body of a class that is not compiled."""
    kinds, found = {"Rules"}, []
    texts = {path: path.read_text("utf-8") for room in ROOMS for path in sorted(room.rglob("*.py"))}
    for _ in range(4):  # classes derived from derived ones
        derived = re.compile(rf"^class (\w+)\((?:{'|'.join(sorted(kinds))})\):", re.MULTILINE)
        kinds |= {name for text in texts.values() for name in derived.findall(text)}
    for path in [path for path, text in texts.items() if derived.search(text)]:
        for node in ast.walk(ast.parse(texts[path])):
            for one in node.body if isinstance(node, ast.ClassDef) and node.name in kinds else ():
                if isinstance(one, ast.Assign) or (isinstance(one, ast.AnnAssign) and one.value):
                    found.append(f"{path.name}:{one.lineno}")
    assert found == []
    assert {"FadeRules", "Ten", "Court", "Behind"} <= kinds


def test_only_the_loader_reads_data_files() -> None:
    source = "import tomllib\nfrom importlib import resources\np = resources.files('x') / 'y'"
    assert scan(source, LOADERS[0]) == []
    assert len(scan(source, GAMES + "other.py")) == 3


def test_atoms_write_columns_and_games_name_themselves() -> None:
    assert scan("s.zone[h] = 3", COLUMN_WRITERS[0]) == []
    assert len(scan("s.owner[h] = s.vars[k] = 3", COLUMN_WRITERS[0])) == 2
    assert scan("edition = 'faroe'", GAMES + "fade/example.py") == []
    assert scan("s.frames.append((F_CHECK,))", STACKERS[0]) == []
