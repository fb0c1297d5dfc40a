"""The parts that clones share are made a state's own before they are written.

A part of a state is shared until one of two clones writes it. So in the atoms, the only code that writes,
each write stands behind the guard of its part, `if s.kept & PART_ZONE: s.own_zone()`, with nothing in between
that could make another clone. This scan of the syntax holds them to it; it is itself shown to find small bad
pieces.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.test_purity import WRITTEN, flattened, of_state, targets_of

ENGINE: Final = Path(__file__).resolve().parent.parent / "fadenet" / "engine"
BUILTINS: Final = {"any", "enumerate", "filter", "int", "len", "list", "map", "range", "sorted", "tuple"}


def guards() -> dict[tuple[str, str], set[str]]:
    """By the name of a part and that of the method that makes it a state's own: what it copies."""
    found = {}
    for node in ast.walk(ast.parse((ENGINE / "state.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("own_") and node.name != "own_num":
            kept, copying = node.body[1:]
            assert isinstance(kept, ast.AugAssign) and isinstance(copying, ast.If)
            part = ast.unparse(kept.value)
            assert ast.unparse(copying.test) == f"self.shared & {part}"
            copied = [target for line in copying.body[1:] for target in targets_of(line)]
            found[part, node.name] = {target.attr for target in copied if isinstance(target, ast.Attribute)}
    return found


GUARDS: Final = guards()


def unowned(tree: ast.Module) -> Iterator[str]:
    """The writes of a module, as 'line: column', that stand behind no guard."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    inner = {f.name for f in functions}
    while outward := {f.name for f in functions if f.name in inner and goes_out(f, inner)}:
        inner -= outward
    for function in functions:
        yield from in_block(function.body, set(), {}, inner)


def in_block(
    block: list[ast.stmt], owned: set[str], names: dict[str, set[str]], inner: set[str]
) -> Iterator[str]:
    """The unguarded writes of statements one after the other; what they make the state's own is added to
    `owned`, what they give a name to, to `names`. inner: functions that call nothing outside the atoms."""
    for line in block:
        if columns := guarded(line):
            owned |= columns
            continue
        names |= named(line)
        bodies = [body for body in (getattr(line, name, []) for name in ("body", "orelse")) if body]
        if goes_out(line, inner):
            owned.clear()
        for target in [target for node in heads(line, bodies) for target in targets_of(node)]:
            for column in sorted(columns_written(target, names) - owned):
                yield f"{target.lineno}: {column}"
        for body in bodies:
            yield from in_block(body, set(owned), names, inner)


def heads(line: ast.stmt, bodies: list[list[ast.stmt]]) -> Iterator[ast.AST]:
    """The nodes of a statement, without those of the statements in it."""
    inside = {node for body in bodies for statement in body for node in ast.walk(statement)}
    yield from (node for node in ast.walk(line) if node not in inside)


def guarded(line: ast.stmt) -> set[str]:
    """The columns that a statement makes the state's own, if it is the guard of a part."""
    for (part, method), columns in GUARDS.items():
        if ast.unparse(line) == f"if s.kept & {part}:\n    s.{method}()":
            return columns
    return set()


def named(line: ast.stmt) -> dict[str, set[str]]:
    """The columns behind each name that a statement gives: none if it is something else that has it."""
    if isinstance(line, ast.For) and isinstance(line.iter, ast.Tuple) and isinstance(line.target, ast.Name):
        return {line.target.id: {of_state(one) for one in line.iter.elts}}
    if not isinstance(line, ast.Assign):
        return {}
    targets = flattened(line.targets[0])
    values = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
    pairs = zip(targets, values, strict=True) if len(targets) == len(values) else ()
    return {one.id: {of_state(value)} - {""} for one, value in pairs if isinstance(one, ast.Name)}


def columns_written(target: ast.expr, names: dict[str, set[str]]) -> set[str]:
    """The columns in which a target is a place; none for `s.own_num(k)[h]`, whose guard is in the call. A
    name that nothing was seen to get stands for itself."""
    if not isinstance(target, ast.Subscript):
        return set()
    column = target.value
    while isinstance(column, ast.Subscript):
        column = column.value
    if isinstance(column, ast.Name):
        return names.get(column.id, {column.id})
    return {of_state(column)} & WRITTEN


def goes_out(line: ast.AST, inner: set[str]) -> bool:
    """Whether a statement calls what is not of the atoms alone, and might make a clone."""
    for node in ast.walk(line):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name) and function.id not in inner | BUILTINS:
                return True
            if isinstance(function, ast.Attribute) and ast.unparse(function.value) in ("rules", "s.rules"):
                return True
    return False


def test_atoms_write_only_what_is_their_own() -> None:
    assert [*unowned(ast.parse((ENGINE / "atoms.py").read_text(encoding="utf-8")))] == []


def test_every_part_that_is_written_has_a_guard() -> None:
    assert {column for columns in GUARDS.values() for column in columns} == WRITTEN - {"owner", "num"}


ZONE = "    if s.kept & PART_ZONE:\n        s.own_zone()\n"


@pytest.mark.parametrize(
    ("body", "column"),
    [
        ("    s.zone[h] = 1", "zone"),
        ("    s.num[k][h] = 1", "num"),
        ("    s.kids.pop(h)", "kids"),
        ("    del s.marks[at]", "marks"),
        ("    if s.kept & PART_ZONE:\n        s.own_face()\n    s.zone[h] = 1", "zone"),
        (ZONE + "    s.face[h] = 1", "face"),
        ("    if up:\n    " + ZONE.replace("\n    ", "\n        ") + "    s.zone[h] = 1", "zone"),
        (ZONE + "    emit(s, 1)\n    s.zone[h] = 1", "zone"),
        (ZONE + "    for h in there:\n        s.zone[h] = 1\n        emit(s, 1)", "zone"),
        (ZONE + "    s.rules.leaving(s, h)\n    s.zone[h] = 1", "zone"),
        ("    inst = s.inst\n    inst[h] += 1", "inst"),
        ("    h[0] = 1", "h"),
        (ZONE + "    for column in (s.zone, s.face):\n        column[h] = 0", "face"),
        ("    for k, column in enumerate(s.num):\n        column[h] = 0", "column"),
    ],
)
def test_a_write_without_its_guard_is_found(body: str, column: str) -> None:
    module = ast.parse(f"def atom(s, h):\n{body}\n\ndef emit(s, event):\n    hear(s)")
    assert [line.partition(": ")[2] for line in unowned(module)] == [column]


@pytest.mark.parametrize(
    "body",
    [
        ZONE + "    s.zone[h] = 1\n    emit(s, 1)",
        ZONE + "    for h in there:\n        if h:\n            s.zone[h] = 1",
        "    s.own_num(k)[h] = 1",
        "    s.vars = ()",
        ZONE + "    n, zone = 1, s.zone\n    zone[h] = n",
        "    line = list(s.zones[h])\n    line[0] = h",
    ],
)
def test_a_write_behind_its_guard_is_none_of_them(body: str) -> None:
    module = ast.parse(f"def atom(s, h):\n{body}\n\ndef emit(s, event):\n    hear(s)")
    assert [*unowned(module)] == []
