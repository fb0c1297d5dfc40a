"""The work that all seats of a match do in one process is done once."""

from tests.sim.memo import remember

__all__ = ["remember"]
