"""The published test vectors, for whoever checks something against them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import protocol

VECTORS: Final = Path(protocol.__file__).parent / "vectors"


def published(name: str) -> Any:
    """A published file of test vectors."""
    return json.loads((VECTORS / f"{name}.json").read_text())


def shape_id(row: dict[str, Any]) -> str:
    """The name of a case of one shape."""
    return f"{row['rule']} {row['hex'][:32]}"
