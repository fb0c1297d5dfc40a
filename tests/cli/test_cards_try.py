"""`fadenet cards try`: a position in which a card of one's own can be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keys import ExitCode
from tests.cli.helpers import Cli


@pytest.fixture
def ash(cli: Cli, tmp_path: Path) -> Path:
    file = tmp_path / "ash.toml"
    cli("cards", "new", "prelude", file)
    return file


def test_a_position_with_the_card_is_printed_where_nobody_can_type(cli: Cli, ash: Path) -> None:
    # Given a card, when it is tried without a person, then its moves are told, and it can be played on.
    assert cli("cards", "try", ash, "ash-whisper", "--json") == 0
    said = json.loads(cli.out)
    assert said["card"] == "ash:ash-whisper" and said["moves"][0].startswith("cast ")
    assert cli("cards", "try", ash, "ash-whisper", "--position", said["position"], "--no-input") == 0
    assert "Deal 3 damage" in cli.out and "cast h" in cli.out


def test_the_card_is_played_at_a_table(cli: Cli, ash: Path) -> None:
    assert cli.typing("quit\n", "cards", "try", ash, "ash:ash-whisper", "--plain") == 0
    assert "Deal 3 damage" in cli.out and "reload reads the file again" in cli.out


def test_a_card_that_there_is_not_is_guessed(cli: Cli, ash: Path) -> None:
    assert cli("cards", "try", ash, "ash-wisper") == ExitCode.NOT_FOUND
    assert "did you mean ash-whisper?" in cli.err


def test_a_card_that_nobody_can_use_is_told_to_be_one(
    cli: Cli, ash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fadenet.bots.scenes.TRIES", (("random", 1),))
    text = ash.read_text()
    ash.write_text(text.replace("tier = 1\nprice = 2", "tier = 8\nprice = 30"))
    assert cli("cards", "try", ash, "ash-whisper", "--no-input") == ExitCode.BAD_INPUT
    assert "No position came up" in cli.err
