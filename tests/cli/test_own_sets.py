"""Matches with card sets of somebody's own, named on the command line."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

import pytest

from fadenet.cli.frame.context import BadInput, BotFailed
from fadenet.cli.frame.loading import game_of
from fadenet.engine import cardset
from fadenet.engine.language.sets import read_set
from keys import ExitCode
from tests.bots.arena.clusters import in_this_process
from tests.bots.arena.false_bots import HERE
from tests.builders.own_sets import ASH, written
from tests.cli.helpers import Cli, process

PLAY = ("play", "faroe", "--opening", "even", "--auto", "--deck", "cinder-circuit", "--seed", "7")


@pytest.fixture
def ash(tmp_path: Path) -> Path:
    file = tmp_path / "ash.toml"
    file.write_text(written(ASH))
    return file


def the_id(cli: Cli) -> str:
    return next((cli.home / "sets").iterdir()).stem


def test_a_match_with_a_set_can_be_replayed_when_its_file_is_gone(cli: Cli, ash: Path) -> None:
    assert cli(*PLAY, "--set", ash) == 0
    ash.unlink()
    record = next((cli.home / "records").iterdir())
    assert cli("record", "check", record) == 0
    assert cli(*PLAY, "--set", "ash") == 0
    assert cli(*PLAY, "--set", the_id(cli)[:5]) == 0


def test_a_record_brings_the_cards_that_it_was_played_with(cli: Cli, ash: Path, tmp_path: Path) -> None:
    """given a deck with a card of the set, then its record is replayed where the set has never been."""
    text = (
        resources.files("fadenet.games.fade").joinpath("decks/faroe/cinder-circuit.toml").read_text("utf-8")
    )
    assert "keen-edge = 2" in text
    deck = tmp_path / "deck.toml"
    deck.write_text(text.replace("keen-edge = 2", '"ash:ember-oath" = 2'))
    played = [deck if word == "cinder-circuit" else word for word in PLAY]
    assert cli(*played, "--set", ash) == 0, cli.err
    record = next((cli.home / "records").iterdir())
    assert "ash:ember-oath" in record.read_text()
    child = process(tmp_path / "elsewhere", "record", "check", record)
    out, err = child.communicate()
    assert child.returncode == 0, out + err
    changed = tmp_path / "changed.fnr"
    changed.write_text(record.read_text().replace("Mira", "Mara"))
    assert cli("record", "check", changed) == ExitCode.BAD_INPUT
    assert "no card set of this match" in cli.err


def test_a_match_whose_set_is_not_here_is_refused(cli: Cli, ash: Path, tmp_path: Path) -> None:
    cli(*PLAY, "--set", ash)
    record = next((cli.home / "records").iterdir())
    bare = tmp_path / "bare.fnr"
    lines = record.read_text().splitlines(keepends=True)
    bare.write_text("".join(line for line in lines if not line.startswith("[Set")))
    elsewhere = tmp_path / "elsewhere"
    child = process(elsewhere, "record", "check", bare)
    _, err = child.communicate()
    assert child.returncode == ExitCode.NOT_FOUND and the_id(cli) in err


def test_a_set_that_is_not_there_is_guessed(cli: Cli, ash: Path) -> None:
    cli(*PLAY, "--set", ash)
    assert cli(*PLAY, "--set", "ahs") == ExitCode.NOT_FOUND
    assert "no card set 'ahs'" in cli.err and "ash" in cli.err


def test_all_faults_of_a_set_are_told(cli: Cli, ash: Path) -> None:
    ash.write_text(written(ASH, code="ASH", version="0"))
    assert cli(*PLAY, "--set", ash) == ExitCode.BAD_INPUT
    assert "set.code" in cli.err and "set.version" in cli.err


def test_two_versions_of_a_set_are_named_by_their_ids(cli: Cli, ash: Path) -> None:
    cli(*PLAY, "--set", ash)
    ash.write_text(written(ASH, version="4"))
    cli(*PLAY, "--set", ash)
    assert cli(*PLAY, "--set", "ash") == ExitCode.USAGE
    assert "version 3" in cli.err and "version 4" in cli.err


def test_a_file_on_the_shelf_that_was_changed_is_found_out(cli: Cli, ash: Path) -> None:
    cli(*PLAY, "--set", ash)
    file = next((cli.home / "sets").iterdir())
    file.write_bytes(file.read_bytes().replace(b"Mira", b"Mara"))
    assert cli(*PLAY, "--set", file.stem) == ExitCode.NOT_FOUND


def test_a_table_offers_a_set(cli: Cli, ash: Path) -> None:
    from fadenet.cli.net.offers import read_table

    rules = read_table(f"faroe:set={ash},opening=even", cli.home).kind.rules
    assert [one.code for one in rules.sets] == ["ash"]


def test_a_set_is_not_played_with_whose_cards_pass_for_others(cli: Cli, tmp_path: Path) -> None:
    """given a set with a card that looks like a packaged one, then no match begins with it, neither with its
    file nor with what a host has brought."""
    file = tmp_path / "ash.toml"
    file.write_text(written(ASH, oath="R\u0456sing Kick"))
    assert cli(*PLAY, "--set", file) == ExitCode.BAD_INPUT
    assert "looks like the name of 'rising-kick', Rising Kick" in cli.err
    assert cli("deck", "list", "faroe", "--set", file) == ExitCode.BAD_INPUT
    brought = read_set([("ash.toml", file.read_text())])
    cardset.keep(brought)
    with pytest.raises(BadInput, match="looks like the name of"):
        game_of("faroe", "duel", [("sets", brought.id)])


@pytest.mark.slow
def test_the_cards_of_a_set_are_weighed(cli: Cli, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    assert cli("cards", "new", "prelude", own) == 0
    assert cli("cards", "weigh", own, "--games", "3", "--workers", "1", "--json") == 0, cli.err
    told = json.loads(cli.out)
    assert told["games"] == 3 and len(told["cards"]) == 3
    assert cli("cards", "weigh", own, "--games", "2", "--workers", "1") == 0
    assert "2 games" in cli.out and "used/legal" in cli.out


def test_a_cluster_weighs_as_this_process_does(cli: Cli, tmp_path: Path) -> None:
    """given a cluster, then it comes to the same figures; a bot that fails ends it with the game in which it
    did, and processes cannot be counted besides."""
    own = tmp_path / "own.toml"
    cli("cards", "new", "prelude", own)
    weigh = ("cards", "weigh", own, "--json", "--games", "2")
    with in_this_process(workers=2) as cluster:
        there = ("--dask", cluster.scheduler_address)
        assert cli(*weigh, "--bot", "random", *there) == 0, cli.err
        told = cli.out
        assert cli(*weigh, "--bot", "random", "--workers", "1") == 0
        assert cli.out == told
        assert cli(*weigh, "--bot", f"{HERE}:Broken", *there) == BotFailed.exit_code
        assert re.search(r"Game \d of .*:Broken is void: ZeroDivisionError", cli.err), cli.err
        assert cli(*weigh, *there, "--workers", "2") == ExitCode.USAGE and "without it" in cli.err


def test_a_set_that_is_kept_is_packed_by_its_code(cli: Cli, ash: Path, tmp_path: Path) -> None:
    """given a set whose file is gone, then it can be given away still, as it was."""
    cli(*PLAY, "--set", ash)
    ash.unlink()
    packed = tmp_path / "again.fnset"
    assert cli("cards", "pack", "ash", "--out", packed) == 0, cli.err
    assert packed.read_bytes() == (cli.home / "sets" / f"{the_id(cli)}.fnset").read_bytes()
