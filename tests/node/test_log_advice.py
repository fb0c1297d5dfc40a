"""The notes of a node for whoever runs it: each line says what is to be done, or that nothing is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import fadenet
from fadenet.node import errors

ROOT = Path(fadenet.__file__).parent
LOUD = ("warning", "error", "exception", "critical")
"""The notes without `--verbose`."""
ADVICE = {name for name, value in vars(errors).items() if name.isupper() and isinstance(value, str)}


def loud_lines() -> Iterator[tuple[str, str, set[str]]]:
    """Where each of them stands, its text, and the names that are put into it."""
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text()
        for call in ast.walk(ast.parse(text)) if "log." in text else ():
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            if call.func.attr in LOUD and ast.unparse(call.func.value) == "log":
                said = ast.literal_eval(call.args[0])
                names = {part.id for part in call.args[1:] if isinstance(part, ast.Name)}
                yield f"{path.relative_to(ROOT)}:{call.lineno}", said, names


def test_each_line_of_the_log_says_what_to_do() -> None:
    """given a line that is noted without `--verbose`, then it ends with what to do about what it tells."""
    lines, silent = list(loud_lines()), list[str]()
    for where, text, names in lines:
        lead, semicolon, advice = text.rpartition("; ")
        if not (semicolon and lead and (advice != "%s" or names & ADVICE)):
            silent.append(where)
    assert silent == [] and len(lines) > 15
