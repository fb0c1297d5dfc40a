"""Match files judged and told from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from protocol.files import split_items
from tests.cli.helpers import Cli, match_file, sentence


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A whole match."""
    path = tmp_path / "whole.match"
    path.write_bytes(match_file())
    return path


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """The first half of a match."""
    items, _ = split_items(match_file())
    path = tmp_path / "cut.match"
    path.write_bytes(b"".join(items[: len(items) // 2]))
    return path


def test_a_whole_match_is_valid_and_0(cli: Cli, whole: Path) -> None:
    assert cli("verify", whole, "--json") == 0
    answer = json.loads(cli.out)
    assert answer["v"] == 1 and answer["state"] == "valid" and sorted(answer["places"]) == [1, 2]
    assert cli("verify", whole) == 0
    assert cli.out.startswith("valid") and "fadenet replay" in cli.err


def test_a_cut_match_is_incomplete_and_4(cli: Cli, cut: Path) -> None:
    assert cli("verify", cut) == 4
    assert cli.out.startswith("incomplete")


def test_a_changed_bit_is_found(cli: Cli, tmp_path: Path) -> None:
    data = bytearray(match_file())
    data[len(data) // 2] ^= 1
    path = tmp_path / "bad.match"
    path.write_bytes(data)
    assert cli("verify", path) in (3, 6)
    assert not cli.out.startswith(("valid", "incomplete"))


def test_what_is_no_match_is_3_and_what_is_not_there_4(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\x01\x02\x03")
    assert cli("verify", path) == 3
    assert cli("replay", path) == 3 and "fadenet verify" in sentence(cli.err)
    assert cli("verify", tmp_path / "nowhere") == 4 and "nowhere" in sentence(cli.err)
    assert cli("verify", tmp_path) == 3 and "ordinary file" in sentence(cli.err)


def test_a_replay_numbers_the_moves_and_names_hidden_cards_after_the_audit(cli: Cli, whole: Path) -> None:
    assert cli("replay", whole, "--text") == 0
    lines = cli.out.splitlines()
    moves = [line for line in lines if line[:1].isdigit()]
    assert [int(line.split(".")[0]) for line in moves] == list(range(1, len(moves) + 1))
    assert all(line.split(" ")[1] in ("p1", "p2") for line in moves)
    assert any(line.startswith("turn 1: ") for line in lines) and " won [" in lines[-1]
    assert not any(line.endswith("draws a card") for line in lines)


def test_a_replay_without_the_audit_keeps_hidden_cards_hidden(cli: Cli, cut: Path) -> None:
    assert cli("replay", cut) == 0
    assert "AUDIT" in cli.err and "draws a card" in cli.out
    assert cli.out.rstrip().endswith("incomplete: the match ends before its RESULT")
