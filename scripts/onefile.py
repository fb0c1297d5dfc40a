"""One file for a friend who has nothing but Python: `python3 fadenet.pyz join ...`.

`pex` packs the wheel of fadenet and the wheels of all that it runs on; at its first start the file unpacks
itself into the cache of its user. A file is for one platform, that on which it is made, and for every Python
of `PYTHONS`. Its distributions are wheels that are fetched by the hashes of the lock, or, for a trial without
a network, those of this environment, for this Python alone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from environment import python_of
from packaging.markers import default_environment
from packaging.tags import compatible_tags, cpython_tags, platform_tags

NAME = "fadenet.pyz"
PYTHONS = (11, 12, 13, 14)
"""The minor versions of CPython 3 that a file of a release runs on."""
GLIBC_MINOR = 28
"""Wheels for a C library newer than 2.28 are left alone: systems since 2019 have that one."""
RUN_S = 300
"""So long may a command take that is not given longer."""
LOOPBACK = (
    "import fcntl, os, socket, struct, sys; "
    "fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh', b'lo', 1)); "  # SIOCSIFFLAGS, IFF_UP
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes loopback usable in a network namespace, and runs what follows."""


class Failed(Exception):
    """Something could not be made, or does not do what it should; the message says which, and why."""


def fetch(lock: Path, folder: Path) -> None:
    """Fetch the wheels of this platform for all `PYTHONS`, by the hashes of the lock, from a package index.

    Raises `Failed`.
    """
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    exact = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", str(lock)]
    taken = [f"--platform={tag}" for tag in platforms()]
    for minor in PYTHONS:
        version = ["--implementation", "cp", "--python-version", f"3.{minor}", "--dest", str(folder)]
        done([sys.executable, "-P", "-m", "pip", "download", *quiet, *exact, *version, *taken])


def pack(made: Path, wheel: Path, lock: Path, wheels: Path | None = None) -> None:
    """Pack a file, with the same bytes each time. wheel: of fadenet.

    wheels: where those of what it runs on are; None = it is what this environment holds. Raises
    `Failed`.
    """
    with TemporaryDirectory() as scratch:
        own, pins = Path(scratch, "own"), Path(scratch, "pins.txt")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(own)
        pins.write_text("\n".join(pinned(lock)), encoding="utf-8")
        command = [sys.executable, "-P", "-m", "pex", "--sources-directory", str(own), "-m", "fadenet"]
        command += ["--requirement", str(pins), "--no-index", "--output-file", str(made)]
        command += ["--python-shebang", "/usr/bin/env python3"]
        command += ["--venv-repository", sys.prefix] if wheels is None else from_wheels(wheels, Path(scratch))
        done(command, {**os.environ, "PEX_ROOT": str(Path(scratch, "cache"))})


def from_wheels(wheels: Path, scratch: Path) -> list[str]:
    """The options by which pex takes what it packs from a folder of wheels, for all `PYTHONS`."""
    described = [scratch / f"cp3{minor}.json" for minor in PYTHONS]
    for minor, file in zip(PYTHONS, described, strict=True):
        file.write_text(json.dumps(platform_of(minor)), encoding="utf-8")
    return ["--pre-resolved-dists", str(wheels), *(f"--complete-platform={file}" for file in described)]


def try_out(made: Path, whole: bool) -> str:
    """Run the file in an empty environment, where networks are refused if this system lets us refuse them.

    whole: matches are played too, one of them between two nodes over loopback. Returns how the network was
    refused. Raises `Failed`.
    """
    with TemporaryDirectory() as scratch:
        venv.create(scratch, symlinks=os.name == "posix")
        python = str(python_of(Path(scratch)))
        alone = cut_off(python)
        env = {"PATH": os.environ["PATH"], "HOME": scratch, "PIP_NO_INDEX": "1", "LC_ALL": "C.UTF-8"}

        def said(*words: str) -> str:
            return done([*alone, python, "-I", str(made), *words], env, made.parent)

        version = said("--version")
        if not re.fullmatch(r"fadenet \d+\.\d+\.\d+\n", version):
            raise Failed(f"--version said {version!r}")
        if "INVITE" not in said("join", "--help"):
            raise Failed("join --help says nothing of an invitation")
        if f"{made.name} host" not in said("history"):
            raise Failed("what it prints to be typed does not begin as it was begun")
        if f"{made.name} --no-input" not in said("node", "--table", "terrene=random", "--unit"):
            raise Failed("the service that node --unit describes does not start this file")
        if whole:
            said("play", "faroe", "--auto", "--plain", "--bot", "random")
            said("play", "terrene", "--net", "--auto", "--bot", "random")
    return "in a network namespace of its own" if alone else "with networks in reach, as none is refused here"


def cut_off(python: str) -> list[str]:
    """The words before a command that let it reach loopback alone; none where this system knows none."""
    words = ["unshare", "--map-root-user", "--net", python, "-I", "-c", LOOPBACK]
    if shutil.which("unshare") is None:
        return []
    works = subprocess.run([*words, python, "-c", ""], capture_output=True, check=False).returncode == 0
    return words if works else []


def pinned(lock: Path) -> list[str]:
    """The requirements of a lock, each at its version and with its marker, without the hashes."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [line.removesuffix(" \\") for line in lines if line[:1].isalnum()]


def platforms() -> list[str]:
    """The tags of this platform for which wheels are taken, the best first."""
    tags = ((tag, re.match(r"manylinux_2_(\d+)_", tag)) for tag in platform_tags())
    return [tag for tag, newer in tags if newer is None or int(newer[1]) <= GLIBC_MINOR]


def platform_of(minor: int) -> dict[str, object]:
    """This platform with another CPython, as pex reads it."""
    version = f"3.{minor}"
    told = {**default_environment(), "python_version": version, "python_full_version": f"{version}.0"}
    tags = [
        *cpython_tags((3, minor), platforms=platforms()),
        *compatible_tags((3, minor), f"cp3{minor}", platforms()),
    ]
    return {
        "marker_environment": {**told, "implementation_version": f"{version}.0"},
        "compatible_tags": list(map(str, tags)),
    }


def done(
    command: Sequence[str],
    env: dict[str, str] | None = None,
    folder: Path | None = None,
    limit_s: int = RUN_S,
) -> str:
    """The text that a command printed on both outputs. Raises `Failed` with its end if it has failed."""
    run = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said, _ = run.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        run.kill()
        said = f"{run.communicate()[0]}\nstopped after {limit_s} s"
    if run.returncode:
        raise Failed(f"{' '.join(command[:6])} ... ended with {run.returncode}:\n{said[-2000:]}")
    return said
