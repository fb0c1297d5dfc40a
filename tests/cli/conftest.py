"""A command line with a data folder that goes with the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Commands in this process, with a fresh data folder and the login `aud`."""
    monkeypatch.setenv("LOGNAME", "aud")
    return Cli(tmp_path / "home", capsys)
