"""A file that lies in the current folder, or in another project's, does not become part of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from play import SWITCHES, WITH_VALUE, command

from fadenet.cli.frame.starting import own_command
from fadenet.cli.options import build_parser
from tests.cli.helpers import ROOT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of another project, with modules that are called like rooms of ours."""
    (tmp_path / "keys.py").write_text("raise SystemExit('this is another project')\n")
    (tmp_path / "protocol").mkdir()
    (tmp_path / "protocol" / "__init__.py").touch()
    return tmp_path


def run(folder: Path, words: list[str], env: Mapping[str, str] = os.environ) -> str:
    """The output of a command there."""
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("typed", "run"),
    [
        ("--plain", "--plain play faroe"),
        ("--net --auto", "play faroe --net --auto"),
        ("fade2 --seed 7", "play fade2 --seed 7"),
        ("--home learn --plain prelude", "--home learn --plain play prelude"),
        ("--home=x resume 0123", "--home=x resume 0123"),
        ("learn", "learn"),
    ],
)
def test_the_start_script_takes_games_options_and_commands(typed: str, run: str) -> None:
    assert command("python", typed.split(), terminal=True)[4:] == run.split()


def test_the_start_script_knows_the_options_that_stand_before_a_command() -> None:
    options = [one for one in build_parser()._actions if one.option_strings]
    assert {text for one in options if one.nargs == 0 for text in one.option_strings} == SWITCHES
    assert {text for one in options if one.nargs != 0 for text in one.option_strings} == WITH_VALUE


@pytest.mark.slow
def test_the_start_script_runs_our_own_rooms(folder: Path) -> None:
    words = command(sys.executable, [], terminal=True)
    assert run(folder, [*words, "version"]).startswith("fadenet ")


@pytest.mark.slow
def test_another_node_of_ours_runs_our_own_rooms(folder: Path) -> None:
    assert run(folder, [*own_command(), "version"]).startswith("fadenet ")


@pytest.mark.slow
def test_python_m_fadenet_runs_our_own_rooms(folder: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert run(folder, [sys.executable, "-m", "fadenet", "version"], env).startswith("fadenet ")


@pytest.mark.slow
def test_python_m_fadenet_in_the_checkout_needs_no_path() -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert run(ROOT, [sys.executable, "-m", "fadenet", "version"], env).startswith("fadenet ")
