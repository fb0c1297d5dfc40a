"""`fadenet cards try`: a position in which a card of one's own can be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fadenet import games
from fadenet.cli.frame.shelf import read_sources
from fadenet.engine import position
from fadenet.engine.cardset import option_of
from fadenet.engine.language.sets import read_set
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


def test_the_cards_of_a_scene_lie_where_they_are_named(cli: Cli, ash: Path) -> None:
    # Given names of cards for both Hands and a pile, then the position that comes up has them there.
    scene = ("p1.cemetery=Ember Dart", "p2.hand=whetstone", "p2.field=Boathook")
    there = [part for said in scene for part in ("--scene", said)]
    assert cli("cards", "try", ash, "ash-whisper", "--json", *there) == 0, cli.err
    rules = games.load("prelude", **option_of([read_set(read_sources(str(ash)))]))
    state, hidden = position.load_whole(rules, json.loads(cli.out)["position"])
    assert hidden is not None

    def lie(kind: int, seat: int) -> list[str]:
        there = state.zones[rules.zone_id(seat, kind)]
        return [rules.cards[state.code[h] or hidden.truth[h]].slug for h in there]

    assert "ember-dart" in lie(rules.discard_kind, 0) and "whetstone" in lie(rules.hand_kind, 1)
    field = [kind for kind in range(rules.zones_per_seat) if rules.on_field[kind]]
    assert any("boathook" in lie(kind, 1) for kind in field)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("p2.hnd=Whetstone", "did you mean hand?"),
        ("p3.hand=Whetstone", "A scene is written as in"),
        ("p2.hand", "A scene is written as in"),
        ("p2.hand=Wetstone", "did you mean Whetstone?"),
    ],
)
def test_a_scene_that_cannot_be_read_is_told(cli: Cli, ash: Path, scene: str, said: str) -> None:
    assert cli("cards", "try", ash, "ash-whisper", "--no-input", "--scene", scene) in (2, 4)
    assert said in cli.err


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
