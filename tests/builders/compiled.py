"""Whether the tests try the compiled wheel, and what cannot be tried there."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel

COMPILED = not kernel.__file__.endswith(".py")


def needs_python() -> None:
    """Leaves a module of tests out where the engine is compiled, and whatever imports it: a class that is not
    compiled cannot derive from one that is."""
    if COMPILED:
        pytest.skip("derives from classes of the engine", allow_module_level=True)
