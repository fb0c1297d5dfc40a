"""The command line of the tests of commands, for hostile words."""

from tests.cli.conftest import cli

__all__ = ["cli"]
