"""Positions from the command line: made of a record, told, and played on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fadenet.cli import main
from tests.cli.helpers import GAME, Cli, sentence


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that was written down: to be copied, not changed."""
    folder = tmp_path_factory.mktemp("record")
    argv = ["play", GAME, "--auto", "--bot", "random", "--seed", "7", "--record", str(folder / "match.fnr")]
    assert main([*argv, "--home", str(folder / "home")]) == 0
    return folder / "match.fnr"


@pytest.fixture
def line(cli: Cli, tmp_path: Path, record: Path) -> str:
    """A position in the middle of that match, with all that is hidden."""
    copied = shutil.copy(record, tmp_path / "match.fnr")
    assert cli("position", str(copied), "--at", "200") == 0
    return cli.out.strip()


@pytest.mark.slow
def test_a_position_is_told_and_played_on(cli: Cli, tmp_path: Path, line: str) -> None:
    """given a line in a file, then it is told, and bots play it to the end, by seed in the same way."""
    file = tmp_path / "here.pos"
    file.write_text(f"{line}\n", "utf-8")
    assert cli("position", str(file), "--json") == 0
    told = json.loads(cli.out)
    assert (told["game"], told["format"], told["seats"], told["hidden"]) == (GAME, "duel", 2, True)
    assert told["owed"] and all(n > 0 for n in told["moves"].values())
    ends = []
    for source in (str(file), line):
        argv = ["play", GAME, "--position", source, "--auto", "--bot", "random", "--seed", "5", "--json"]
        assert cli(*argv) == 0
        ends.append(json.loads(cli.out))
    assert ends[0] == ends[1] and sorted(ends[0]["places"]) in ([1, 2], [1, 1])


@pytest.mark.slow
def test_a_public_position_is_told_but_not_played_on(cli: Cli, tmp_path: Path, line: str) -> None:
    """given a line without what lies hidden, then it is told, and nobody can deal from it."""
    assert cli("position", str(tmp_path / "match.fnr"), "--at", "200", "--public") == 0
    public = cli.out.strip()
    assert "|" not in public and line.startswith(public.rpartition(" #")[0])
    assert cli("position", public) == 0
    assert cli("play", GAME, "--position", public, "--auto") == 3
    assert "hidden" in sentence(cli.err)


@pytest.mark.slow
def test_what_is_no_position_is_3(cli: Cli, tmp_path: Path, line: str) -> None:
    """given a damaged line, or a record where a position belongs, then the message says what is wrong."""
    assert cli("position", line[:-9]) == 3 and "#" in sentence(cli.err)
    assert cli("position", line.replace("zones=(", "zones=((")) == 3 and "check" in sentence(cli.err)
    assert cli("play", GAME, "--position", str(tmp_path / "match.fnr"), "--auto") == 3
    assert "fadenet position" in sentence(cli.err)
    assert cli("play", GAME, "--position", line, "--deck", "x", "--auto") == 2
    assert cli("position", line, "--at", "3") == 2


def test_a_bot_is_asked_about_a_position(cli: Cli, line: str) -> None:
    """given a position, then a bot says its move, one that searches what it thought, each time the same."""
    said = []
    for name in ("greedy", "rollout:moves=2,worlds=1,replies=2", "rollout:moves=2,worlds=1,replies=2"):
        assert cli("bot", "ask", name, line, "--json") == 0
        said.append(json.loads(cli.out)["answers"])
    assert said[0][0]["thought"] is None and said[1] == said[2]
    assert all(answer["seat"] in ("p1", "p2") and answer["move"] for (answer, *_) in said)
    assert cli("bot", "ask", "greedy", "fnp1 nonsense") != 0
    assert "no position" in sentence(cli.err)
