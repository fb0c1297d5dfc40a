"""Without a home folder, as in a container that runs under any number: a sentence, or no need of one."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from fadenet.cli import main
from fadenet.cli.about.completing import answers
from fadenet.cli.options import build_parser
from fadenet.node.match.mark import marks_folder
from keys import data_home
from keys.errors import NoHome
from tests.cli.helpers import sentence

pytestmark = pytest.mark.skipif(os.name != "posix", reason="users as POSIX has them")


@pytest.fixture(autouse=True)
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user that stands in no list, with none of the variables that name a folder."""

    def nobody(_: object) -> pwd.struct_passwd:
        raise KeyError("no such user")

    for name in ("HOME", "FADENET_HOME", "FADENET_MARKS", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setattr(pwd, "getpwnam", nobody)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("words", ["version", "help", "rules faroe chain", "cards faroe comet", "bot list"])
def test_what_needs_no_folder_works(words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(words.split()) == 0
    assert capsys.readouterr().out and not [*tmp_path.iterdir()]


@pytest.mark.parametrize("words", ["key list", "matches", "deck list faroe", "play faroe --auto"])
def test_what_needs_one_says_how_to_name_it(
    words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(words.split()) == 8
    assert "no home folder" in sentence(capsys.readouterr().err) and not [*tmp_path.iterdir()]


def test_a_folder_that_is_named_is_enough(tmp_path: Path) -> None:
    assert main(["--home", str(tmp_path / "x"), "key", "new", "me", "--no-passphrase", "--quiet"]) == 0
    assert (tmp_path / "x" / "identities" / "me.key").exists()
    assert marks_folder().is_absolute() and "~" not in str(marks_folder())


def test_the_doctor_says_what_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 8
    assert "WRONG data folder" in capsys.readouterr().out.replace("  ", " ")


def test_a_folder_of_nobody_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", "~nosuchuser/x", "key", "list"]) == 8
    assert sentence(capsys.readouterr().err).startswith("~nosuchuser/x is nowhere")


def test_a_current_folder_that_is_gone_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(NoHome):
        data_home("x")
    assert data_home(str(tmp_path)) == tmp_path


def test_a_shell_that_asks_is_answered() -> None:
    assert answers(build_parser(), ["key", "show", ""]) == []
