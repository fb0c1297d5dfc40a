"""The registry: every function that reads what comes from outside, as a fuzz target by name."""

from __future__ import annotations

from typing import Final

from tests.fuzz import links, mail, reach, seats, text, wire
from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target]] = {
    target.name: target
    for target in (
        *wire.TARGETS,
        *links.TARGETS,
        *reach.TARGETS,
        *text.TARGETS,
        *seats.TARGETS,
        *mail.TARGETS,
    )
}
