"""What all seats of a match work out in one process is worked out once."""

from tests.sim.memo import remember

__all__ = ["remember"]
