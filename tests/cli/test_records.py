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
