"""The project's own virtual environment, `.venv` in the checkout, filled from a lock file.

`play.py` and `test.py` need nothing but a Python: whatever else they need is what the locks name, exact to
the hash. The environment is built anew whenever its lock has changed, so that what is installed is the lock
and nothing else, and is left alone otherwise. `requirements-dev.lock` holds all of `requirements.lock`, so an
environment for tests serves to play as well.

The project itself is not installed: a path file points the environment at the checkout, so that an edit
counts at once, and so does the program `fadenet` beside the Python of the environment.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME_LOCK = ROOT / "requirements.lock"
DEVELOPMENT_LOCK = ROOT / "requirements-dev.lock"
STAMP_NAME = "locks.json"
LOG_NAME = "setup.log"
PROGRAM = """#!/bin/sh
'''exec' "{python}" -P "$0" "$@"
' '''
import sys

if __name__ == "__main__":
    sys.path.insert(0, {root!r})
    from fadenet.cli import main

    sys.exit(main())
"""
"""A script of the shell and of Python: a path in a first line could be too long, or hold blanks. Processes
that it starts read it as well, by another name."""
INTERRUPTED = 130
"""The exit code of a script that Ctrl-C has ended."""
LAST_LINES = 8
"""How much of what pip has said is shown when it fails."""


class SetupFailed(Exception):
    """The environment could not be made; the message says what to do next. code: what a script exits with."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def say(text: str) -> None:
    """Tell the person at the terminal what is being done; stdout stays for the program that runs later."""
    print(f"[fadenet] {text}", file=sys.stderr, flush=True)


def ready(lock: Path, folder: Path = ROOT / ".venv") -> Path:
    """Make sure that `folder` is an environment that holds `lock`, and return the path of its Python.

    Raises `SetupFailed` when this Python is too old, cannot make environments, or the packages cannot be had.
    """
    python = python_of(folder)
    if python.exists() and lock_digest(lock) in stamped(folder):
        give_program(python)
        return python
    log = folder / LOG_NAME
    say(f"setting up {folder} from {lock.name}, once: this may take a minute, and pip's words go to {log}")
    try:
        create(folder)
        install(python, lock, log)
    except KeyboardInterrupt:
        raise SetupFailed("stopped; what is there of it is made anew the next time", INTERRUPTED) from None
    (site_packages(folder) / "fadenet.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    held = [lock_digest(lock)] + [lock_digest(RUNTIME_LOCK)] * (lock == DEVELOPMENT_LOCK)
    (folder / STAMP_NAME).write_text(json.dumps(held), encoding="utf-8")
    give_program(python)
    return python


def give_program(python: Path) -> None:
    """On POSIX, put `fadenet` beside the Python of an environment: what an installation brings."""
    program, text = python.with_name("fadenet"), PROGRAM.format(python=python, root=str(ROOT))
    if os.name == "posix" and not (program.exists() and program.read_text(encoding="utf-8") == text):
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)


def create(folder: Path) -> None:
    """Make an empty environment in `folder`, in place of whatever environment stood there.

    Raises `SetupFailed` when this Python is too old or cannot make environments, or when the folder is a
    link: what it leads to belongs to another checkout.
    """
    if folder.is_symlink():
        raise SetupFailed(f"{folder} is a link to {folder.resolve()}: remove the link, and run this again")
    if sys.version_info < (3, 11):  # noqa: UP036 (this very script may be run by an older Python)
        raise SetupFailed(
            f"this is Python {sys.version.split()[0]}; fadenet needs 3.11 or later: run this with one"
        )
    try:
        venv.create(folder, clear=True, with_pip=True, symlinks=os.name == "posix")
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupFailed(
            f"this Python cannot make an environment ({error}); on Debian and Ubuntu install python3-venv"
        ) from error


def install(python: Path, lock: Path, log: Path) -> None:
    """Install every distribution that `lock` names: wheels only, and only with a hash that the lock names.

    log: the file that takes what pip says. Raises `SetupFailed` with the end of it when pip does not succeed.
    """
    command = [str(python), "-P", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--progress-bar", "off", "--require-hashes", "--only-binary", ":all:", "-r", str(lock)]
    with log.open("wb") as out:
        failed = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=_for_pip(), check=False
        ).returncode
    if failed:
        said = log.read_text(encoding="utf-8", errors="replace").split("\n")
        last = "\n  ".join([line.rstrip() for line in said if line.strip()][-LAST_LINES:])
        raise SetupFailed(
            f"pip could not install {lock.name}; {_perhaps(sys.maxsize.bit_length() + 1)} The last that pip "
            f"said:\n  {last}\nAll of it: {log}"
        )


def _perhaps(bits: int) -> str:
    """Why packages can probably not be had. bits: of this Python."""
    if bits < 64:
        return (
            f"this Python is of {bits} bits ({platform.machine()}), and not all packages come ready-made for "
            "such: use a 64-bit system, as there is one for every Raspberry Pi since the third."
        )
    return "is a package index in reach?"


def _for_pip() -> dict[str, str]:
    """The variables of this process, but for those by which packages would go to another place than into the
    environment: into the user's own, as some machines have it for all, or into a folder."""
    elsewhere = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
    return {**{name: value for name, value in os.environ.items() if name not in elsewhere}, "PIP_USER": "0"}


def python_of(folder: Path) -> Path:
    """The path of the Python inside the environment `folder`."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def site_packages(folder: Path) -> Path:
    """The folder in which the environment `folder` keeps pure Python packages."""
    return Path(sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": str(folder)}))


def stamped(folder: Path) -> list[str]:
    """The digests of the locks that the environment `folder` holds whole; none while one is being filled."""
    stamp = folder / STAMP_NAME
    held: list[str] = json.loads(stamp.read_text(encoding="utf-8")) if stamp.exists() else []
    return held


def lock_digest(lock: Path) -> str:
    """The record of `lock` in a stamp: its bytes, the Python it was read by and the checkout it serves."""
    facts = f"{sys.version_info[0]}.{sys.version_info[1]} {ROOT}\n".encode()
    return hashlib.sha256(facts + lock.read_bytes()).hexdigest()


def locked(lock: Path) -> dict[str, str]:
    """The version of every distribution that `lock` names, for whatever platform, by its plain name."""
    pins = (
        line.split()[0].split("==")
        for line in lock.read_text(encoding="utf-8").splitlines()
        if line[:1].isalnum()
    )
    return {plain(name): version for name, version in pins}


def strays(lock: Path, folder: Path = ROOT / ".venv") -> list[str]:
    """The distributions in the environment `folder` that `lock` does not name at just that version."""
    command = [str(python_of(folder)), "-P", "-m", "pip", "--disable-pip-version-check", "freeze"]
    frozen = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, env=_for_pip(), text=True, check=True
    ).stdout
    pins = locked(lock)
    installed = (line.partition("==") for line in frozen.splitlines())
    return [f"{name} {version}" for name, _, version in installed if pins.get(plain(name)) != version]


def plain(name: str) -> str:
    """A distribution's name as an index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """Say what the environment for tests holds beside its lock; the exit code is 1 when there is anything."""
    found = strays(DEVELOPMENT_LOCK)
    for stray in found:
        say(f"not of {DEVELOPMENT_LOCK.name}: {stray}; delete .venv and run scripts/test.py again")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
