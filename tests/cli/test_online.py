"""Matches between nodes as processes of their own, over loopback."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tests.cli.helpers import GAME, Cli, ended_by, process, sentence


def test_host_and_join_play_a_match_that_both_can_verify(cli: Cli, tmp_path: Path) -> None:
    homes = [tmp_path / "host", tmp_path / "join"]
    host = process(homes[0], "host", GAME, "--bot", "greedy", "--clock", "15+1", "--listen", "127.0.0.1:0")
    assert host.stdout is not None
    invite = host.stdout.readline().strip()
    assert invite.startswith("fadenet:")
    join = process(homes[1], "join", invite, "--bot", "greedy", "--json")
    joined, join_err = join.communicate(timeout=60)
    hosted, host_err = host.communicate(timeout=60)
    assert (host.returncode, join.returncode) == (0, 0), host_err + join_err
    assert "made the identity" in host_err and " wins [" in hosted
    outcome = json.loads(joined)
    assert outcome["signed"] and not outcome["findings"]
    files = [next((home / "matches").glob("*.match")) for home in homes]
    assert files[0].name == files[1].name
    for path in files:
        assert cli("verify", path) == 0
    assert cli("replay", files[0], "--text") == 0 and "turn 1: " in cli.out


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_match_with_a_second_node_goes_on_after_it_was_ended(tmp_path: Path, cli: Cli) -> None:
    child = process(cli.home, "play", GAME, "--net", "--plain", "--bot", "random")
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("ask "):
            break
    assert "fadenet resume " in ended_by(child, signal.SIGTERM, 143)
    assert cli("matches", "--json") == 0
    (left,) = json.loads(cli.out)["matches"]
    assert not left["finished"] and left["peer"] == "random"
    assert len(list((cli.home / "opponents").iterdir())) == 1

    again = process(cli.home, "resume", left["match"][:8], "--plain")
    out, err = again.communicate("concede\nconcede\n", timeout=60)
    assert again.returncode == 0 and "random wins" in out, err
    assert cli("matches", "--json") == 0
    (over,) = json.loads(cli.out)["matches"]
    assert over["finished"] and not list((cli.home / "opponents").iterdir())
    assert cli("verify", over["file"]) == 0


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["join", "fadenet:nonsense", "--bot", "random"], 5),
        (["join", "hello", "--bot", "random"], 5),
        (["host", GAME, "--bot", "random", "--listen", "127.0.0.1:99999"], 2),
        (["host", GAME, "--bot", "random", "--listen", "203.0.113.7:47070"], 5),
        (["host", GAME, "--bot", "random", "--as", "nobody"], 4),
        (["resume"], 4),
        (["resume", "abcd"], 4),
    ],
)
def test_a_mistake_is_a_sentence_with_its_code(cli: Cli, argv: list[str], code: int) -> None:
    cli("key", "new", "--no-passphrase")
    assert cli(*argv) == code
    assert sentence(cli.err)


def test_matches_of_an_empty_folder(cli: Cli) -> None:
    assert cli("matches") == 0
    assert not cli.out and "fadenet play" in cli.err
    assert not cli.home.exists()


def test_a_data_folder_serves_one_node_at_a_time(tmp_path: Path, cli: Cli) -> None:
    first = process(cli.home, "host", GAME, "--bot", "random", "--listen", "127.0.0.1:0")
    assert first.stdout is not None and first.stdout.readline()
    try:
        assert cli("host", GAME, "--bot", "random", "--listen", "127.0.0.1:0") == 8
        assert "--home" in sentence(cli.err)
    finally:
        ended_by(first, signal.SIGTERM, 143)


def test_an_opponent_that_fails_ends_the_match_with_7(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho it has a cold >&2\nexit 3\n")
    broken.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(broken))
    assert cli("play", GAME, "--net", "--auto", "-q") == 7
    assert "it has a cold" in sentence(cli.err)
    assert not list((cli.home / "opponents").iterdir())


def test_a_node_hosts_as_many_matches_as_told(tmp_path: Path) -> None:
    node = process(
        tmp_path / "node", "node", "--matches", "1", "--clock", "15+1", "--listen", "127.0.0.1:0", "--json"
    )
    assert node.stdout is not None
    invite = json.loads(node.stdout.readline())
    assert invite["event"] == "invite" and invite["v"] == 1
    join = process(tmp_path / "join", "join", "-", "--plain")
    _, err = join.communicate(f"{invite['invite']}\nconcede\nconcede\n", timeout=60)
    assert join.returncode == 0, err
    over = json.loads(node.stdout.readline())
    assert over["event"] == "over" and over["places"][over["seat"]] == 1
    assert node.wait(timeout=20) == 0
    node.communicate()
