"""The files of a release besides those that are built: notes, hashes and a bill of materials.

That it can be built is shown by the dry run of `scripts/release.py`, which is a check of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import onefile
import pytest
from environment import ROOT, RUNTIME_LOCK
from onefile import Failed
from release import SUMS, add_sums, check_ready, section_of

MADE = datetime(2026, 11, 29, tzinfo=UTC)
CHANGELOG = """\
# Changelog

## [Unreleased]

### Fixed

- A slip.

## [0.2.0] - 2026-12-01

### Added

- A sixth game.

## [0.1.0] - 2026-11-29
"""


def bill(wheel: Path) -> str:
    from materials import materials  # brings a library that takes half a second

    return materials(
        wheel, RUNTIME_LOCK, ["trio>=0.30", "colorama>=1; sys_platform == 'win32'"], "1.2.3", MADE
    )


def test_the_bill_names_what_the_lock_names_with_every_hash(tmp_path: Path) -> None:
    """given a wheel and the lock, then each distribution stands there at its version with the hashes of all
    its wheels, the wheel with its own, and whatever one needs is named."""
    wheel = tmp_path / "fadenet-1.2.3-py3-none-any.whl"
    wheel.write_bytes(b"some wheel")
    told = json.loads(bill(wheel))
    lock = RUNTIME_LOCK.read_text("utf-8")
    assert told["specVersion"] == "1.6" and told["metadata"]["timestamp"] == "2026-11-29T00:00:00+00:00"
    assert {f"{part['name']}=={part['version']}" for part in told["components"]} == set(
        re.findall(r"^[a-z0-9-]+==[^ ]+", lock, re.MULTILINE)
    )
    digests = [digest["content"] for part in told["components"] for digest in part["hashes"]]
    assert sorted(digests) == sorted(re.findall(r"sha256:([0-9a-f]{64})", lock))
    assert all(part["licenses"] for part in told["components"])
    ours = told["metadata"]["component"]
    assert ours["hashes"][0]["content"] == hashlib.sha256(b"some wheel").hexdigest()
    needs = {row["ref"].partition("@")[0]: row.get("dependsOn", []) for row in told["dependencies"]}
    assert [one.partition("@")[0] for one in needs["pkg:pypi/fadenet"]] == ["pkg:pypi/trio"]
    assert any(one.startswith("pkg:pypi/outcome@") for one in needs["pkg:pypi/trio"])


def test_the_bill_of_one_wheel_is_the_same_to_the_letter(tmp_path: Path) -> None:
    first, other = tmp_path / "a.whl", tmp_path / "b.whl"
    first.write_bytes(b"some wheel")
    other.write_bytes(b"another one")
    assert bill(first) == bill(first)
    assert json.loads(bill(first))["serialNumber"] != json.loads(bill(other))["serialNumber"]


def test_the_notes_are_those_of_the_version_that_is_built() -> None:
    assert section_of("0.2.0", CHANGELOG) == ("2026-12-01", "### Added\n\n- A sixth game.")
    for version in ("0.1.0", "0.3.0", "Unreleased"):  # it says nothing, is not there, has no day
        with pytest.raises(Failed, match=f"no dated section of {version}"):
            section_of(version, CHANGELOG)


def test_the_sums_are_those_of_all_files(tmp_path: Path) -> None:
    for name in ("b.whl", "a.tar.gz"):
        (tmp_path / name).write_text(name)
    add_sums(tmp_path)
    rows = [line.split("  ") for line in (tmp_path / SUMS).read_text().splitlines()]
    assert rows == [[hashlib.sha256(name.encode()).hexdigest(), name] for name in ("a.tar.gz", "b.whl")]


@pytest.mark.slow
def test_a_folder_in_which_something_lies_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    with pytest.raises(Failed, match="is not empty"):
        check_ready(tmp_path)
    command = [sys.executable, str(ROOT / "scripts" / "release.py"), "--into", str(tmp_path)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 1 and "is not empty" in ran.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("minor", onefile.PYTHONS)
def test_wheels_for_another_python_of_this_platform_are_known(minor: int) -> None:
    """given a minor version, then its own wheels fit, those of the stable ABI and those for any platform, but
    none of the version before, and none for a newer C library than the oldest that is supported."""
    told = onefile.platform_of(minor)
    marks, tags = told["marker_environment"], told["compatible_tags"]
    assert isinstance(marks, dict) and isinstance(tags, list)
    assert marks["python_version"] == f"3.{minor}"
    platform = onefile.platforms()[0]
    assert {f"cp3{minor}-cp3{minor}-{platform}", f"cp311-abi3-{platform}", "py3-none-any"} <= set(tags)
    assert not any(tag.startswith(f"cp3{minor - 1}-cp3{minor - 1}") for tag in tags)
    newer = [tag for tag in tags if (glibc := re.search(r"manylinux_2_(\d+)", tag)) and int(glibc[1]) > 28]
    assert newer == []


def test_a_command_that_fails_or_takes_too_long_says_what_it_said() -> None:
    with pytest.raises(Failed, match=r"ended with 3:\nno such thing"):
        onefile.done([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"])
    with pytest.raises(Failed, match="stopped after 0 s"):
        onefile.done([sys.executable, "-c", "import signal; signal.pause()"], limit_s=0)
