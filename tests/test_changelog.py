"""The changelog keeps to its form, and its newest version is the one that is built."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CHANGELOG.md").read_text("utf-8")
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
"""Keep a Changelog 1.1.0: how changes are grouped, in this order."""


def test_the_newest_version_is_the_one_that_is_built() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    unreleased, newest, *_ = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    assert unreleased == "[Unreleased]"
    assert newest.startswith(f"[{project['version']}] - ")


def test_versions_go_back_in_time_and_group_their_changes() -> None:
    released = re.findall(r"^## \[(\d+)\.(\d+)\.(\d+)\] - (\S+)$", TEXT, re.MULTILINE)
    assert len(released) == len(re.findall(r"^## ", TEXT, re.MULTILINE)) - 1
    ordered = [(date.fromisoformat(day), *map(int, version)) for *version, day in released]
    assert ordered == sorted(ordered, reverse=True)
    for section in TEXT.split("\n## ")[1:]:
        kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert kinds == [kind for kind in KINDS if kind in kinds], section.partition("\n")[0]
