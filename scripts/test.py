"""The one test command: sets up its own environment, then runs every check there is.

    python3 scripts/test.py [--fast | --long] [-- PYTEST ARGUMENTS]

All checks run even when one fails, mypy and the release beside the others; the exit code is 0 only when
none did, and the last line names those that failed. Needs nothing but a Python >= 3.11 and, the first time, a
package index; reads no input.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import environment
from environment import DEVELOPMENT_LOCK, ROOT, SetupFailed, say

RULES_GATE = True
"""Whether a rule without a passing test fails the run, or is only counted."""
MEMORY = "/dev/shm"
"""Where Linux has a file system in memory."""
ROOM_BYTES = 2 << 30
"""So much has to be free there: more than all that the tests write."""


def main(arguments: list[str]) -> int:
    """Set up, run all checks, and return the exit code: 0 all passed, 1 a check failed, 2 no environment."""
    own, pytest_arguments = split_at_dashes(arguments)
    parser = argparse.ArgumentParser(description="Set up the environment and run every check.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--fast", action="store_true", help="leave out the tests marked slow, and the release"
    )
    length.add_argument("--long", action="store_true", help="run the long campaigns too")
    options = parser.parse_args(own)
    try:
        python = environment.ready(DEVELOPMENT_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return failure.code
    (ROOT / ".rules_coverage.json").unlink(missing_ok=True)
    selection = ["-m", "not slow"] * options.fast + ["--long"] * options.long
    with ExitStack() as stack:
        if folder := in_memory():
            os.environ["TMPDIR"] = stack.enter_context(
                TemporaryDirectory(prefix="fadenet-", dir=folder, ignore_cleanup_errors=True)
            )
        aside = {
            name: started(command, subprocess.PIPE) for name, command in checks_aside(python, options.fast)
        }
        failed = [
            name
            for name, command in checks(python, selection + pytest_arguments)
            if not passes(name, command)
        ]
        for name, check in aside.items():
            print(check.communicate()[0].decode(), end="", flush=True)
            failed += [name] * (check.returncode != 0)
    say(f"FAILED: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def in_memory() -> str | None:
    """Where the tests write, if there is room: they sync at every move, which takes milliseconds on a disk,
    and what is killed in them is a process, never the machine. None leaves them where temporary files go.
    """
    try:
        there = os.statvfs(MEMORY)
    except (AttributeError, OSError):  # not on this system
        return None
    fits = there.f_bavail * there.f_frsize >= ROOM_BYTES and not there.f_flag & os.ST_NOEXEC
    return MEMORY if fits and os.access(MEMORY, os.W_OK) else None


def split_at_dashes(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments before the first `--`, and those after it, which are pytest's."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def checks_aside(python: Path, fast: bool) -> list[tuple[str, list[str]]]:
    """The name and command line of the checks that run beside all others and are told last."""
    release = [str(python), str(ROOT / "scripts" / "release.py"), "--dry-run"]
    return [("types", [str(python), "-m", "mypy"]), *[("release", release)] * (not fast)]


def checks(python: Path, pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """The name and command line of all other checks, in their order. python: that of the environment."""
    scripts = ROOT / "scripts"
    long = "--long" in pytest_arguments
    gate = RULES_GATE and set(pytest_arguments) <= {"--long"}  # a selection cannot show every rule
    lint_imports = (
        "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    )
    return [
        ("environment", [str(python), str(scripts / "environment.py")]),
        ("lint", [str(python), "-m", "ruff", "check"]),
        ("format", [str(python), "-m", "ruff", "format", "--check"]),
        ("imports", [str(python), "-c", lint_imports]),
        ("tests", [str(python), "-m", "pytest", "-n", "2", "--dist", "worksteal", *pytest_arguments]),
        ("rules", [str(python), str(scripts / "rules_coverage.py"), *["--check"] * gate]),
        *[("compiled", [str(python), str(scripts / "compiled.py"), "--long"])] * long,
    ]


def passes(name: str, command: list[str]) -> bool:
    """Run one check, its output straight to the terminal; whether it passed."""
    say(f"{name} ...")
    began = time.monotonic()
    code = started(command).wait()
    verdict = f"FAILED with exit code {code}" if code else "passed"
    say(f"{name} {verdict} after {time.monotonic() - began:.1f} s")
    return code == 0


def started(command: list[str], said: int | None = None) -> subprocess.Popen[bytes]:
    """Start one check from the checkout's root. said: where its output goes, if not straight to the terminal.

    Compiled modules are kept whatever the caller's environment says of that: the tests start a hundred
    processes, and each would compile everything again.
    """
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=None if said is None else subprocess.STDOUT,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
