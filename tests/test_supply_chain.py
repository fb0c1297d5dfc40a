"""The libraries of fadenet are named to the byte: few distributions, exact versions, hashes, and a whole
wheel."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import environment
import pytest
from environment import (
    DEVELOPMENT_LOCK,
    LAST_LINES,
    ROOT,
    RUNTIME_LOCK,
    SetupFailed,
    give_program,
    install,
    locked,
    plain,
    ready,
)

RUNTIME_DISTRIBUTIONS_MAX = 20
IMPORTED_BY_OTHERS = {"bcrypt"}  # cryptography derives the keys of identity files with it
LOCKS = [RUNTIME_LOCK, DEVELOPMENT_LOCK]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
USER = """\
from random import Random

import fadenet

dice = Random(7)
match = fadenet.Match.new("faroe", seed=7)
while not match.over:
    match.play(dice.choice(match.legal()))
told: tuple[str, ...] = match.told
print(match.result, len(told))
"""
"""Ten lines of somebody who has installed fadenet and checks types."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_exact_versions_with_hashes_and_no_place(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    code = re.sub(r"#.*", "", text)
    assert "//" not in code
    for entry in re.split(r"\n(?=\w)", code.strip()):
        assert re.match(r"[\w.-]+==[\w.]+( ;[^\n]*)? \\\n", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    named = re.findall(r"^[\w.-]+(?===)", code, re.MULTILINE)
    assert len(named) == len(locked(lock)), "one version for every Python: `strays` knows no others"


def test_the_runtime_needs_few_distributions() -> None:
    assert len(locked(RUNTIME_LOCK)) <= RUNTIME_DISTRIBUTIONS_MAX


def test_an_environment_for_tests_serves_to_play() -> None:
    assert locked(RUNTIME_LOCK).items() <= locked(DEVELOPMENT_LOCK).items()


def test_an_environment_of_another_checkout_is_left_alone(tmp_path: Path) -> None:
    """given a folder that is a link to another environment, then it is refused and that one stays."""
    theirs, link = tmp_path / "theirs", tmp_path / ".venv"
    (theirs / "bin").mkdir(parents=True)
    (theirs / "bin" / "kept").touch()
    link.symlink_to(theirs)
    with pytest.raises(SetupFailed, match="is a link to"):
        ready(RUNTIME_LOCK, link)
    assert (theirs / "bin" / "kept").exists()


@pytest.mark.slow
def test_what_pip_says_goes_to_a_file_and_its_end_to_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """given a lock that cannot be had, then nothing is printed, and the error tells the end and the file."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    lock, log = tmp_path / "some.lock", tmp_path / "setup.log"
    lock.write_text(f"nothing-of-this-name==1.0 --hash=sha256:{'0' * 64}\n", "utf-8")
    with pytest.raises(SetupFailed) as failed:
        install(Path(sys.executable), lock, log)
    told = str(failed.value).split("\n")
    assert "some.lock" in told[0] and told[-1] == f"All of it: {log}" and 3 <= len(told) <= LAST_LINES + 2
    assert any("nothing-of-this-name" in line for line in told[1:-1])
    assert told[-2].strip() in log.read_text("utf-8") and capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_machine_that_puts_packages_elsewhere_fills_the_environment_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a machine on which pip installs for the user, or into a folder, then not so here."""
    for name, value in (("PIP_NO_INDEX", "1"), ("PIP_USER", "1"), ("PIP_TARGET", str(tmp_path / "t"))):
        monkeypatch.setenv(name, value)
    lock, log = tmp_path / "some.lock", tmp_path / "setup.log"
    lock.write_text("# nothing to install\n", "utf-8")
    install(Path(sys.executable), lock, log)
    lock.write_text(f"nothing-of-this-name==1.0 --hash=sha256:{'0' * 64}\n", "utf-8")
    with pytest.raises(SetupFailed, match="No matching distribution"):
        install(Path(sys.executable), lock, log)
    assert "--user" not in log.read_text("utf-8")


def test_a_set_up_that_is_broken_off_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """given Ctrl-C while the environment is made, then it is said that the next run makes it anew."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(venv, "create", interrupted)
    with pytest.raises(SetupFailed, match="made anew the next time") as stopped:
        ready(RUNTIME_LOCK, tmp_path / "venv")
    assert stopped.value.code == 130


@pytest.mark.skipif(os.name != "posix", reason="a script of the shell")
def test_the_program_beside_the_python_does_nothing_in_processes_that_it_starts(tmp_path: Path) -> None:
    """given an environment with an earlier program, then it gets the one of now, which may be run; when a
    process that it has started reads it, as `multiprocessing` has it do, then nothing happens."""
    program = tmp_path / "fadenet"
    program.write_text("earlier")
    give_program(tmp_path / "python")
    assert os.access(program, os.X_OK)
    runpy.run_path(str(program), run_name="__mp_main__")
    with pytest.raises(SystemExit), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["fadenet", "version"])
        patch.setattr(sys, "path", [*sys.path])
        runpy.run_path(str(program), run_name="__main__")


def test_a_machine_of_32_bits_is_told_why_packages_cannot_be_had() -> None:
    assert "64-bit system" in environment._perhaps(32) and "index" in environment._perhaps(64)


def test_what_the_project_asks_for_is_locked() -> None:
    def names(requirements: list[str]) -> set[str]:
        return {plain(re.split(r"[<>=!~ ;\[]", requirement)[0]) for requirement in requirements}

    assert names(PROJECT["project"]["dependencies"]) <= locked(RUNTIME_LOCK).keys()
    assert names(PROJECT["dependency-groups"]["dev"]) <= locked(DEVELOPMENT_LOCK).keys()


def test_every_runtime_dependency_is_imported_somewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    imported = {
        plain(name)
        for text in sources
        for name in re.findall(r"^\s*(?:import|from) (\w+)", text, flags=re.MULTILINE)
    }
    asked = {plain(re.split(r"[<>=]", requirement)[0]) for requirement in PROJECT["project"]["dependencies"]}
    assert asked - IMPORTED_BY_OTHERS <= imported


def test_the_wheel_holds_every_file_of_the_three_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == ours
    assert "fadenet/games/fade/rules/faroe.toml" in packed
    assert "fadenet/games/fade/editions/faroe.toml" in packed


@pytest.mark.slow
def test_a_program_that_uses_the_installed_wheel_is_checked_for_types(wheel: Path, tmp_path: Path) -> None:
    """given an environment that holds the wheel and a program of ten lines, when mypy reads it, then it finds
    nothing; when a call of each package is given a value of a wrong type, then it finds just these."""
    venv.create(tmp_path / "venv", symlinks=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(environment.site_packages(tmp_path / "venv"))
    assert types_of(USER, tmp_path) == []
    wrong = "from keys.files import absolute\nfrom protocol.encoding import decode\n"
    wrong += USER + "match.play(1.5)\nabsolute(1.5)\ndecode(1.5)\n"
    found = [re.search(r'error: Argument 1 to "(\w+)"', line) for line in types_of(wrong, tmp_path)]
    assert [one and one[1] for one in found] == ["play", "absolute", "decode"]


def types_of(program: str, folder: Path) -> list[str]:
    """The errors that mypy finds in a program of somebody whose environment is `folder / "venv"`."""
    (folder / "user.py").write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"]
    command += ["--python-executable", str(environment.python_of(folder / "venv")), "user.py"]
    said = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True).stdout
    return said.splitlines()
