"""A release of this checkout: everything that is given to others, in one folder, proven to be what it says.

    python scripts/release.py [--dry-run] [--self-test] [--one-file] [--compiled]
    python scripts/release.py --into FOLDER

A dry run builds all of it in a folder that is thrown away: sdist, the wheel that is built out of it, notes of
the version, `fadenet.pyz`, a bill of materials and `SHA256SUMS`. It needs no network, and has a slice of what
takes longer: `--self-test` runs all tests of the unpacked sdist that are not slow, `--one-file` fetches the
wheels for all Pythons and plays matches out of the file, `--compiled` builds the wheel of compiled rules for
this Python out of the sdist and proves it. `--into` does all three, and wants a checkout without changes,
whose changelog has no unreleased ones. Nothing is uploaded and no tag is set: that is for a person who has
looked at the folder.

The same checkout gives the same bytes: times in archives are `SOURCE_DATE_EPOCH`, else the day that the
changelog gives the version. Runs in the project's environment (`scripts/test.py` makes it).
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import os
import re
import sys
import tarfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import compiled
import onefile
from environment import ROOT, RUNTIME_LOCK, say
from materials import materials
from onefile import Failed, done

SUMS = "SHA256SUMS"
SLICE = ("tests/test_changelog.py", "tests/test_supply_chain.py", "-m", "not slow")
"""The tests of the unpacked sdist that a dry run makes."""
WHOLE = ("-m", "not slow", "-n", "2", "--dist", "worksteal")
WHOLE_S = 3600
"""So long may all of it take."""


def main(arguments: list[str]) -> int:
    """Build and check; the exit code is 1 when something is not as a release has to be."""
    parser = argparse.ArgumentParser(description="Build a release, check it, and keep it if that is wanted.")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--dry-run", action="store_true", help="keep nothing, as without --into")
    kept.add_argument("--into", type=Path, metavar="FOLDER", help="keep it in this folder, which is empty")
    parser.add_argument("--self-test", action="store_true", help="run all quick tests of the sdist")
    parser.add_argument("--one-file", action="store_true", help="pack for all Pythons, and play in the file")
    parser.add_argument("--compiled", action="store_true", help="build the wheel of compiled rules, prove it")
    options = parser.parse_args(arguments)
    whole = options.into is not None
    try:
        with TemporaryDirectory(prefix="fadenet-release-") as scratch:
            folder = options.into or Path(scratch, "release")
            if whole:
                check_ready(folder)
            folder.mkdir(parents=True, exist_ok=True)
            release(folder, Path(scratch), whole or options.self_test, whole or options.one_file)
            if whole or options.compiled:
                add_compiled(folder, Path(scratch))
            add_sums(folder)
            for file in sorted(folder.iterdir()):
                say(f"{file.name} {file.stat().st_size:,} bytes")
    except Failed as failure:
        say(str(failure))
        return 1
    say(f"the release is in {options.into}" if whole else "a release could be made")
    return 0


def check_ready(folder: Path) -> None:
    """Raises `Failed` for a folder that is not empty and a checkout that is not what is released."""
    if folder.exists() and any(folder.iterdir()):
        raise Failed(f"{folder} is not empty; name one that is")
    if changed := done(["git", "status", "--porcelain"], folder=ROOT):
        raise Failed(f"commit or put away what has changed first:\n{changed}")
    if unreleased := sections(changelog())["Unreleased"].text:
        raise Failed(f"give the unreleased changes of the changelog a version first:\n{unreleased}")


def release(folder: Path, scratch: Path, self_test: bool, one_file: bool) -> None:
    """Build all of it into a folder. Raises `Failed`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    section = section_of(version, changelog())
    made = datetime.fromisoformat(section.day).replace(tzinfo=UTC)
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(int(made.timestamp())))
    named = folder / f"fadenet-{version}"
    say(f"fadenet {version} of {section.day}: sdist, and the wheel out of it")
    wheel = build(folder, scratch)
    say(f"the sdist tests itself: {tested(scratch / named.name, self_test)}")
    named.with_name(f"{named.name}.md").write_text(f"# fadenet {version}\n\n{section.text}\n", "utf-8")
    bill = materials(wheel, RUNTIME_LOCK, project["dependencies"], version, made)
    named.with_name(f"{named.name}.cdx.json").write_text(bill, "utf-8")
    packed = folder / onefile.NAME
    wheels = scratch / "wheels" if one_file else None
    if wheels is not None:
        onefile.fetch(RUNTIME_LOCK, wheels)
    onefile.pack(packed, wheel, RUNTIME_LOCK, wheels)
    pythons = "all Pythons" if one_file else "this Python"
    say(f"{packed.name} for {pythons}, tried {onefile.try_out(packed, one_file)}")


def add_compiled(folder: Path, scratch: Path) -> None:
    """Build the wheel of compiled rules out of the unpacked sdist, and prove it. Raises `Failed`."""
    (sdist,) = folder.glob("*.tar.gz")
    wheel = compiled.build(scratch / sdist.name.removesuffix(".tar.gz"), folder)
    say(f"{wheel.name}, out of the sdist as well")
    compiled.prove(compiled.unpacked(wheel, scratch / "compiled"))


def tested(source: Path, whole: bool) -> str:
    """Run tests of an unpacked sdist; returns what pytest sums up. Raises `Failed`."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(WHOLE if whole else SLICE)]
    return done(command, {**os.environ, "PYTHONPATH": str(source)}, source, WHOLE_S).splitlines()[-1]


def build(folder: Path, scratch: Path) -> Path:
    """Build the sdist, unpack it in `scratch`, and build the wheel out of it. Returns the wheel.

    Raises `Failed` when the wheel of the sdist is not, byte for byte, that of the checkout.
    """
    hatchling = [sys.executable, "-m", "hatchling", "build", "--target"]
    done([*hatchling, "sdist", "--directory", str(folder.resolve())], folder=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch, filter="data")
    source = scratch / sdist.name.removesuffix(".tar.gz")
    done([*hatchling, "wheel", "--directory", str(folder.resolve())], folder=source)
    done([*hatchling, "wheel", "--directory", str(scratch)], folder=ROOT)
    (wheel,) = folder.glob("*.whl")
    if not filecmp.cmp(wheel, scratch / wheel.name, shallow=False):
        raise Failed("the wheel that is built out of the sdist is another one than that of the checkout")
    return wheel


class Section(NamedTuple):
    """The section of a version in the changelog. day: as YYYY-MM-DD, "" of what is unreleased."""

    day: str
    text: str


def changelog() -> str:
    """The changelog of this checkout."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def sections(text: str) -> dict[str, Section]:
    """The sections of a changelog by version."""
    parts = re.split(r"^## \[(.+?)\](?: - (\S+))?\n", text, flags=re.MULTILINE)[1:]
    return {
        name: Section(day or "", body.strip())
        for name, day, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }


def section_of(version: str, text: str) -> Section:
    """That of a version that has a day and says something. Raises `Failed` if there is none."""
    found = sections(text).get(version)
    if found is None or not (found.day and found.text):
        raise Failed(f"the changelog has no dated section of {version}, the version of pyproject.toml")
    return found


def add_sums(folder: Path) -> None:
    """Write what `sha256sum --check` reads for every file of a folder."""
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(folder.iterdir())
    ]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
