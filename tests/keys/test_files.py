"""The data folder: where it is, and who holds it."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_data_path

from keys import data_home, errors, lock
from keys.files import as_utf8, create_private, replace_private


def test_the_flag_goes_before_the_variable_before_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FADENET_HOME", raising=False)
    assert data_home() == user_data_path("fadenet", appauthor=False)
    monkeypatch.setenv("FADENET_HOME", str(tmp_path / "variable"))
    assert data_home() == tmp_path / "variable"
    assert data_home(str(tmp_path / "flag")) == tmp_path / "flag"
    assert not (tmp_path / "variable").exists()


def test_home_is_absolute_and_knows_the_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert data_home("~/cards") == tmp_path / "cards"
    assert data_home("cards") == tmp_path / "cards"


@pytest.mark.parametrize(
    "saved",
    [
        b"ab\xc3\xa9",
        b"\xef\xbb\xbfab\xc3\xa9",
        "ab\u00e9".encode("utf-16"),
        b"\xfe\xff" + "ab\u00e9".encode("utf-16-be"),
    ],
)
def test_a_text_is_read_however_an_editor_marks_it(saved: bytes) -> None:
    assert as_utf8(saved).decode() == "ab\u00e9"


def test_bytes_without_a_mark_stay_as_they_are() -> None:
    assert as_utf8(bytes(range(256))) == bytes(range(256))


def test_a_second_holder_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with lock(home):
        with pytest.raises(errors.AlreadyRunning, match="--home") as caught, lock(home):
            pytest.fail("two holders")
        assert caught.value.exit_code == 8
        with lock(tmp_path / "other"):
            pass
    with lock(home):
        pass


def test_another_process_is_refused_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    program = (
        "import keys, pathlib, sys\n"
        "with keys.lock(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        with pytest.raises(errors.AlreadyRunning), lock(tmp_path):
            pytest.fail("two holders")
        process.kill()
    with lock(tmp_path):
        pass


def test_a_lock_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(errors.LinkedFile), lock(tmp_path):
        pytest.fail("followed a link")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_disk_error_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "secret"
    create_private(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, fail)
        with pytest.raises(errors.FileTrouble, match="No space left"):
            replace_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failing_lock_call_is_a_plain_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(errors.FileTrouble, match="has no locks"), lock(tmp_path):
        pytest.fail("no lock was had")
