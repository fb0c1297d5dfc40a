"""Proves that the compiled wheel plays as the source does: builds it, and tries it far from the checkout.

    python scripts/compiled.py [--into FOLDER] [--wheel FILE] [--long] [--bench]

In this order: the wheel is built (`compiled_wheel.py`; pip fetches what that needs) and unpacked; the rules
that are found are compiled; `perft`, the rests of `tests/engine/rests.txt`, and the tests of `tests/rules`,
`tests/engine` and the bot `greedy` come to the same. `--long` plays twenty matches of each duel and of each
largest table in both forms besides, and compares what they come to at every rest. `--bench` plays the source
in turns with it.
Nothing is left behind but the wheel in the folder of `--into`. Runs in the project's environment.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from environment import ROOT, say
from onefile import RUN_S, Failed, done

SWITCH = "HATCH_BUILD_HOOKS_ENABLE"
BUILD_S = 3600
"""So long may the compiler take."""
TRIED_S = 3600
"""So long may each command take that tries it."""
MATCHES = 20
"""So many are played at a table for `--long`."""
FORM = "from fadenet.bots import lookahead; print(lookahead.__file__)"
PLACES = ("tests", "scripts", "pyproject.toml")


def main(arguments: list[str]) -> int:
    """Build and try; the exit code is 1 when something is not as the source has it."""
    parser = argparse.ArgumentParser(description="Build the compiled wheel, and prove it.")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="keep the wheel in this folder")
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="try this one, and build none")
    parser.add_argument("--long", action="store_true", help="compare many random matches as well")
    parser.add_argument("--bench", action="store_true", help="measure it, in turns with the source")
    options = parser.parse_args(arguments)
    try:
        with TemporaryDirectory(prefix="fadenet-compiled-") as scratch:
            wheel = options.wheel or build(ROOT, options.into or Path(scratch, "wheel"))
            say(f"{wheel.name} {wheel.stat().st_size:,} bytes")
            there = unpacked(wheel, Path(scratch, "there"))
            prove(there)
            if options.long:
                compare(there)
            if options.bench:
                tried(there, ["scripts/bench.py", "--against", str(ROOT)])
    except Failed as failure:
        say(str(failure))
        return 1
    say("the compiled rules play as the source does")
    return 0


def build(source: Path, folder: Path) -> Path:
    """Build the compiled wheel of a checkout or an unpacked sdist, for this Python. Raises `Failed`."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-deps"]
    command = [sys.executable, "-P", "-m", "pip", "wheel", *quiet, "--wheel-dir", str(folder), str(source)]
    done(command, {**os.environ, SWITCH: "1"}, source, BUILD_S)
    (wheel,) = folder.glob("fadenet-*-cp*.whl")
    return wheel


def unpacked(wheel: Path, there: Path) -> Path:
    """Unpack a wheel beside the tests of this checkout, in a folder that is made."""
    there.mkdir()
    for place in PLACES:
        copy = shutil.copytree if (ROOT / place).is_dir() else shutil.copyfile
        copy(ROOT / place, there / place)
    shutil.unpack_archive(wheel, there, "zip")
    return there


def prove(there: Path) -> None:
    """Try an unpacked wheel. Raises `Failed`."""
    found = run(there, ["-c", FORM], RUN_S)
    if found.endswith(".py") or not found.startswith(str(there)):
        raise Failed(f"the rules that are tried are those of {found}")
    say(f"the rules are those of {Path(found).name}")
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--compiled"]
    tried(there, ["scripts/perft.py"])
    tried(there, ["scripts/rests.py", "tests/engine/rests.txt"])
    greedy = [str(path) for path in sorted((there / "tests/bots").glob("test_greedy*.py"))]
    tried(there, [*pytest, "tests/rules", "tests/engine", *greedy])


def compare(there: Path) -> None:
    """Play matches in the source, and again with an unpacked wheel; of each only a hash is kept. Raises
    `Failed`."""
    lines = str(there / "matches.txt")
    tried(ROOT, ["scripts/rests.py", "--write", lines, "--ends", "--matches", str(MATCHES)])
    tried(there, ["scripts/rests.py", lines])


def tried(root: Path, command: list[str]) -> None:
    """Run a command with the rules below a folder, and print the last line that it says. Raises `Failed`."""
    said = run(root, command, TRIED_S).splitlines()
    say(f"{' '.join(command)}: {said[-1] if said else ''}")


def run(root: Path, command: list[str], limit_s: int) -> str:
    """The output of a command of Python, run in a folder with the rules below it. Raises `Failed`."""
    environ = {**os.environ, "PYTHONPATH": str(root)}
    return done([sys.executable, "-P", *command], environ, root, limit_s).strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
