"""The room does no IO, reads no clock and draws no random number: its imports say so."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import protocol

FILES = sorted(Path(protocol.__file__).parent.glob("*.py"))
ALLOWED = {
    "__future__",
    "base64",
    "binascii",
    "bisect",
    "cbor2",
    "collections",
    "cryptography",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "re",
    "keys",
    "protocol",
    "importlib",  # of our own modules, once they are asked for
    "typing",
}


def imported(source: str) -> set[str]:
    """The top-level names of all modules that a source imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_imports_nothing_that_does_io(path: Path) -> None:
    assert imported(path.read_text()) <= ALLOWED


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_keys_come_from_the_caller(path: Path) -> None:
    """`generate` of a key class, or of an AEAD, would draw from the system."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    assert not {node.attr for node in calls} & {"generate", "generate_key", "urandom"}


def test_the_scan_sees_a_bad_import() -> None:
    assert imported("import os\nfrom time import sleep") - ALLOWED == {"os", "time"}
