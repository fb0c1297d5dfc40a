"""The command line for hostile words; what the nodes of a test work out is worked out once."""

from tests.cli.conftest import cli
from tests.sim.memo import remember

__all__ = ["cli", "remember"]
