"""Text that is printed to be typed begins as the session did, and does what was promised when it is typed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fadenet.console.typed import COMMANDS, NAME, whole
from tests.cli.helpers import ROOT

BEGUN = "python3 scripts/play.py"
TREE = ("fadenet", "protocol", "keys", "scripts", "requirements.lock", "requirements-dev.lock")
OURS = re.compile(rf"(?<![\w/]){NAME} (?:--home |--help\b|(?:{'|'.join(COMMANDS)})\b)[^`\n]*")
INVITED = re.compile(r"^fadenet:\S+$", re.MULTILINE)
PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b")
NUMBERS = re.compile(r"[0-9a-f]{32}|\d+")
TIME_S = 120


class Checkout:
    """A fresh copy of the tree, with an environment of links, and a person who types commands in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in TREE:
            copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copied(ROOT / name, root / name)
        (root / "bin").mkdir()
        (root / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
        self.env = {**os.environ, "PATH": f"{root / 'bin'}:{os.environ['PATH']}", "HOME": str(root / "user")}
        self.env |= {"FADENET_HOME": str(root / "data"), "FADENET_NAME": "Ann", "COLUMNS": "80"}
        self._link(Path(sys.prefix), root / ".venv")

    def _link(self, real: Path, made: Path) -> None:
        (made / "bin").mkdir(parents=True)
        for folder in (real, real / "bin"):
            for path in folder.iterdir():
                if path.name not in ("bin", "locks.json", NAME):
                    (made / path.relative_to(real)).symlink_to(path)
        digest = "import environment as e; print(e.lock_digest(e.RUNTIME_LOCK))"
        words = ["python3", "-c", digest]
        made_of = subprocess.check_output(words, cwd=self.root / "scripts", env=self.env, text=True)
        (made / "locks.json").write_text(json.dumps([made_of.strip()]))

    def start(self, command: str) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen(shlex.split(command), cwd=self.root, env=self.env, text=True, **pipes)  # type: ignore[call-overload,no-any-return]

    def type(self, command: str, typed: str = "quit\n") -> str:
        """Run a command with these lines typed to it; what it says, which begins as the session did."""
        child = self.start(command)
        said, _ = child.communicate(typed, timeout=TIME_S)
        assert child.returncode == 0, f"{command}\n{said}"
        assert not OURS.search(said), f"{command}\n{OURS.search(said)}"
        return said


def printed(said: str) -> dict[str, str]:
    """The commands in what was said, by themselves without their numbers: by their mark-up, as a person finds
    them; none with something that is still to be put in."""
    there = {found[0] for line in said.split("\n") for found in whole(BEGUN).finditer(line)}
    return {NUMBERS.sub("", one): one for one in sorted(there) if not PLACEHOLDER.search(one)}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return Checkout(tmp_path_factory.mktemp("checkout"))


def hosted(checkout: Checkout) -> str:
    """Host a match between bots and join it as printed; all that both say."""
    here = "--no-map --listen 127.0.0.1:0 --lan"
    host = checkout.start(f"{BEGUN} host terrene --bot random {here}")
    assert host.stdout is not None
    said = ""
    while not (INVITED.search(said) and f"{BEGUN} join INVITE" in said):
        said += host.stdout.readline()
    found = INVITED.search(said)
    assert found is not None
    joined = checkout.type(f"{BEGUN} --home {checkout.root / 'other'} join {found[0]} --bot random --no-map")
    said += host.stdout.read()
    assert host.wait(TIME_S) == 0, said
    return said + joined


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a checkout of links")
def test_every_command_that_a_session_prints_does_what_it_says(checkout: Checkout) -> None:
    """given a fresh checkout and a person who learns, plays, leaves, looks on at bots, hosts and joins; when
    every command that was printed on the way is typed as it stands, and those that these print, then each
    begins as the session did and exits with 0."""
    said = [
        checkout.type(f"{BEGUN} learn prelude --quick"),
        checkout.type(f"{BEGUN} --plain", "rock\nquit\n"),
        checkout.type(f"{BEGUN} terrene --auto --bot random --seed 7"),
        hosted(checkout),
    ]
    typed: dict[str, str] = {}
    with ThreadPoolExecutor(2) as pool:
        while there := {k: one for k, one in printed("\n".join(said)).items() if k not in typed}:
            typed |= there
            said = [*pool.map(checkout.type, there.values())]
    assert "Next: .venv/bin/fadenet learn prelude" in checkout.type(".venv/bin/fadenet learn prelude --quick")
    ways = {one.removeprefix(f"{BEGUN} ").split()[0] for one in typed.values()}
    assert {"learn", "play", "resume", "replay", "verify", "tables", "key", "--home"} <= ways
