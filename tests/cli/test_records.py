"""Match files judged and told from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import copy
from pathlib import Path
from typing import Any

import pytest

import keys
from fadenet import games
from fadenet.cli.frame.loading import game_of
from keys import UserError
from keys.keyfile import encode_key
from protocol.encoding import decode, encode
from protocol.evidence import check_evidence
from protocol.files import split_items
from protocol.hello import Config, HelloParts, make_hello, parse_hello
from protocol.secrets import Secrets
from protocol.values import VERSION
from tests.builders.ten import TEN
from tests.cli.helpers import ROOT, Cli, match_file, sentence
from tests.table.wire import Match, acting, file_of, give_up


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


def test_players_are_shown_by_their_keys_besides_their_names(cli: Cli, whole: Path) -> None:
    """given a match, then the whole fingerprint of each player stands there, whatever it is called here."""
    items, _ = split_items(match_file())
    one, two = (parse_hello(item).binding.ik for item in items[:2])
    keys.Contacts.load(cli.home).add(one, "ana", 1)
    assert cli("verify", whole) == 0
    lines = cli.out.splitlines()
    words = " ".join(keys.fingerprint_words(two))
    for ik, called in ((one, "p1 (ana): "), (two, f"p2 ({words}): ")):
        (at,) = (n for n, line in enumerate(lines) if line.startswith(called))
        assert lines[at + 1].strip() == f"key {keys.fingerprint_text(ik)}"
    assert cli("verify", whole, "--json") == 0
    assert json.loads(cli.out)["keys"] == [keys.fingerprint_text(ik) for ik in (one, two)]


@pytest.mark.slow
def test_a_player_whose_key_is_in_the_data_folder_is_you(cli: Cli, whole: Path, tmp_path: Path) -> None:
    """given a match of ours, then `verify` says which of its players we are, also where that one has won."""
    copy_of = tmp_path / "copy.key"
    copy_of.write_bytes(encode_key(keys.Identity.from_seed("p0", bytes([1]) * 32).key, None))
    copy_of.chmod(0o600)
    assert cli("verify", whole) == 0 and "you" not in cli.out
    assert cli("key", "import", "ana", copy_of) == 0 and cli("verify", whole, "--json") == 0
    told = json.loads(cli.out)
    own = told["yours"].index(True)
    assert told["players"][own] == "ana" and told["yours"].count(True) == 1
    assert cli("verify", whole) == 0
    won = told["places"][own] == 1
    assert f"p{own + 1} (ana, you): {'won' if won else 'lost'}, " in cli.out
    assert (f"p{own + 1} ana (you) wins" in cli.out) == won and cli.out.count("you") == 1 + won


def test_whom_evidence_convicts_is_shown_by_its_key(cli: Cli, tmp_path: Path) -> None:
    data = bytes.fromhex(json.loads((ROOT / "protocol/vectors/evidence.json").read_text())["heads"])
    path = tmp_path / "item.evidence"
    path.write_bytes(data)
    ik = check_evidence(data).ik
    assert cli("verify", path) == 6
    who = f"p1 ({' '.join(keys.fingerprint_words(ik))})"
    assert f"{who}\n  key {keys.fingerprint_text(ik)}\nguilty: {who} broke [equivocation]" in cli.out
    assert cli("verify", path, "--json") == 6
    assert json.loads(cli.out)["keys"] == [keys.fingerprint_text(ik)]


def test_a_result_alone_is_a_claim_of_who_signed_it_and_10(cli: Cli, tmp_path: Path) -> None:
    """given the RESULT of a match without the match, one that all have signed, and one that a single player
    signed and that accuses the other, then `verify` says on whose word it stands, and calls nobody guilty."""
    match = Match(TEN, 12).play()
    path, items = tmp_path / "one.match", split_items(file_of(match.seats[0]))[0]
    path.write_bytes(items[-1])
    assert cli("verify", path) == 10
    assert cli.out.startswith("claimed: claimed by 2 of 2") and "whole match file" in cli.out
    liar = match.seats[0].transcript
    accused = match.seats[1].seat
    liar.closing.ends[accused].clear()
    path.write_bytes(liar.closing.sign([(accused, 3, "audit.pool")], absent=[accused]))
    assert cli("verify", path) == 10
    assert "claimed by 1 of 2" in cli.out and "guilty" not in cli.out and "claimed: p2" in cli.out
    assert cli("verify", path, "--json") == 10
    told = json.loads(cli.out)
    assert (told["state"], told["findings"], told["absent"]) == ("claimed", [], [accused])
    assert told["claimed"] == [{"seat": accused, "entry": 3, "rule": "audit.pool"}]


def test_a_file_of_another_version_of_the_protocol_is_judged_by_nobody_here(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "old.match"
    path.write_bytes(encode([VERSION - 1, 0, *decode(split_items(match_file())[0][0])[2:]]))
    assert cli("verify", path) == 5
    assert f"version {VERSION - 1} of the protocol" in sentence(cli.err)


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
@pytest.mark.parametrize("trouble", ["mode", "link", "folder", "junk"])
def test_a_note_that_cannot_be_read_leaves_the_match_to_be_judged(
    cli: Cli, tmp_path: Path, whole: Path, trouble: str
) -> None:
    """given a foreign match file with a note beside it that is not ours to trust, then it is judged."""
    path = tmp_path / "matches" / f"{0:032x}.match"
    path.parent.mkdir()
    whole.rename(path)
    note = path.with_suffix(".table")
    if trouble == "link":
        note.symlink_to(path)
    elif trouble == "folder":
        note.mkdir()
    else:
        note.write_text("{}")
        note.chmod(0o644 if trouble == "mode" else 0o600)
    assert cli("verify", path) == 0 and cli.out.startswith("valid")


@pytest.mark.slow
@pytest.mark.parametrize("which", ["rules", "cards"])
def test_a_match_of_other_rules_is_judged_by_nobody_here(cli: Cli, tmp_path: Path, which: str) -> None:
    """given a file whose HELLOs name other rules or cards than ours, then nobody in it is called guilty."""
    rules = copy(games.load("faroe"))
    setattr(rules, {"rules": "hash", "cards": "card_hash"}[which], bytes(32))
    path = tmp_path / "old.match"
    path.write_bytes(file_of(Match(rules, 3).play(steps=200).seats[0]))
    assert cli("verify", path) == 5 and not cli.out
    told = sentence(cli.err)
    assert "other rules or cards; judge it with that version of fadenet" in told
    assert f"he file's {which} are 00000000, yours are " in told and "are the same" in told
    assert cli("replay", path) == 5 and "other rules or cards" in sentence(cli.err)


def test_a_void_match_is_valid_and_has_no_winner(cli: Cli, tmp_path: Path) -> None:
    match = Match(games.load("faroe"), 3)
    late = match.until(acting)
    for table in (match.seats[1 - late.seat], late):
        match.send(table.seat, table.end_void())
    match.play()
    path = tmp_path / "void.match"
    path.write_bytes(file_of(late))
    assert cli("verify", path) == 0
    assert cli.out.startswith("valid: void: ended by all\n") and "without a winner" in cli.out
    assert cli.out.count("signed the result") == 2 and "wins" not in cli.out
    assert cli("verify", path, "--json") == 0
    answer = json.loads(cli.out)
    assert answer["places"] is None and answer["signed"] == [0, 1]


def test_a_cut_match_is_incomplete_and_4(cli: Cli, cut: Path) -> None:
    assert cli("verify", cut) == 4
    assert cli.out.startswith("incomplete")


@pytest.mark.parametrize("size", [0, 10])
def test_a_file_without_a_whole_item_is_said_to_hold_no_signature(
    cli: Cli, tmp_path: Path, size: int
) -> None:
    path = tmp_path / "begun.match"
    path.write_bytes(match_file()[:size])
    assert cli("verify", path) == 4
    assert cli.out == "incomplete: there is no whole item in the file\n"


def test_the_match_is_named_in_json_too_where_a_file_is_cut_or_forged(
    cli: Cli, cut: Path, tmp_path: Path
) -> None:
    """given files of one match, one cut and one with another signature, then both name that match."""
    forged = tmp_path / "forged.match"
    forged.write_bytes(match_file()[:-1] + bytes([match_file()[-1] ^ 1]))
    for path, code in ((cut, 4), (forged, 3)):
        assert cli("verify", path) == code
        (named,) = [line for line in cli.out.splitlines() if line.startswith("match ")]
        assert cli("verify", path, "--json") == code
        assert named.startswith(f"match {json.loads(cli.out)['match']},")


@pytest.mark.slow
def test_nobody_is_sent_to_replay_what_came_from_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fadenet", "verify", "-", "--home", str(tmp_path)],
        input=match_file(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout[:5], done.stderr) == (0, b"valid", b"")


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


@pytest.mark.parametrize(
    ("game", "format", "options"),
    [
        ("whist", "duel", {}),
        ("terrene", "solo", {}),
        ("terrene", "duel", {"additions": "1999"}),
        ("terrene", "duel", {"additions": 2015}),
        ("terrene", "duel", {"name": "faroe"}),
        ("faroe", "duel", {"legend": "../x"}),
        ("faroe", "legend", {}),
    ],
)
def test_what_no_fadenet_plays_is_a_sentence(game: str, format: str, options: dict[str, Any]) -> None:
    """given a game, format or option from elsewhere that there is not, then it is an error for the player."""
    with pytest.raises(UserError):
        game_of(game, format, options.items())


@pytest.mark.parametrize(("game", "format"), [("terrene", "2v2"), ("faroe", "teams")])
def test_a_file_of_two_seats_in_a_format_for_four_is_refused(
    cli: Cli, tmp_path: Path, game: str, format: str
) -> None:
    """given HELLOs of two seats for four players' rules, then `verify` says so."""
    rules = games.load(game, format)
    secrets = Secrets(bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32, ((1, 2),))
    who = keys.Identity.from_seed("p", bytes(32))
    config = Config(game, format, 2)
    file = tmp_path / "odd.match"
    file.write_bytes(
        make_hello(who, secrets, config, HelloParts(rules.hash, rules.card_hash, bytes(32), bytes(32)), True)
    )
    assert cli("verify", file) == 3
    assert "2 nodes do not play" in sentence(cli.err)


def test_a_match_that_one_of_three_left_is_valid_and_names_it(cli: Cli, tmp_path: Path) -> None:
    """given a match of three of which one was voted out, then `verify` and `replay` follow it to its end."""
    match = Match(games.load("faroe", "free-for-all"), 6, players=3).play(steps=90)
    gone = match.until(acting).seat
    match.silent.add(gone)
    match.finish(give_up)
    file = tmp_path / "three.match"
    file.write_bytes(file_of(match.present[0]))
    assert cli("verify", file) == 0 and cli.out.count("signed the result") == 2
    (line,) = [line for line in cli.out.splitlines() if "left without signing" in line]
    assert line.startswith(f"p{gone + 1} ") and "Nobody cheated" in cli.out
    assert f"The hidden cards of p{gone + 1}" in cli.out and max(map(len, cli.out.splitlines())) <= 80
    assert cli("verify", file, "--json") == 0 and json.loads(cli.out)["absent"] == [gone]
    assert cli("replay", file, "--text") == 0 and f"p{gone + 1}: leaves the match\n" in cli.out


def test_a_loser_that_signed_nothing_behind_its_last_move_is_named(cli: Cli, tmp_path: Path) -> None:
    """given a match of two whose loser is silent once the game is over, then `verify` says that it has played
    to the end."""
    match = Match(games.load("faroe"), 6)
    gone = match.until(acting)
    entry, *_ = gone.concede()
    match.send(gone.seat, [entry])
    match.silent.add(gone.seat)
    match.finish(give_up)
    file = tmp_path / "two.match"
    file.write_bytes(file_of(match.present[0]))
    assert cli("verify", file) == 0
    said = " ".join(cli.out.split())
    assert "lost, a bot, played to the end of the game, and signed nothing after it key" in said
    assert "left without signing" not in said


def test_a_lost_match_against_a_legend_is_told_as_such(cli: Cli, tmp_path: Path) -> None:
    """given two players who gave up against a Legend, then nobody has won, and its deck is in the record."""
    legend = games.choices("faroe", "legend")[0]
    match = Match(games.load("faroe", "legend", legend=legend), 6, players=2).play(give_up)
    file = tmp_path / "legend.match"
    file.write_bytes(file_of(match.seats[0]))
    assert cli("verify", file) == 0 and "all players lose [format.leaving]" in cli.out
    assert cli("replay", file, "--text") == 0
