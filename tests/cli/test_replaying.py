"""Match records from the command line: kept after a match, told, checked, converted, stepped through."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.reading import parse, read
from fadenet.table.record import Record, Seated, write
from fadenet.table.replay import Replay
from fadenet.table.scribe import Scribe
from protocol.files import split_items
from tests.cli.helpers import Cli, match_file, sentence
from tests.console.test_terminal import Terminal
from tests.node.tables import Quitter


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A whole match between two nodes."""
    path = tmp_path / "whole.match"
    path.write_bytes(match_file())
    return path


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """The first half of it."""
    items, _ = split_items(match_file())
    path = tmp_path / "cut.match"
    path.write_bytes(b"".join(items[: len(items) // 2]))
    return path


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """That match with another signature of p2 under its RESULT."""
    data = match_file()
    path = tmp_path / "forged.match"
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    return path


@cache
def local_record() -> str:
    """A local match between random bots, of which one gives up after a while."""
    rules = games.load("faroe")
    lists = [part for name in packaged(rules)[:2] for part in load_deck(rules, name).lists]
    match = LocalMatch(rules, [Quitter(100), bots.make("random")], lists, 7)
    match.scribe = Scribe(rules)
    run_now(match.play())
    assert match.scribe is not None
    return write(match.scribe.record(match.state, [Seated("Aud", "bot"), Seated("Mara", "bot")], lists))


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """The record of a local match between bots."""
    path = tmp_path / "local.fnr"
    path.write_text(local_record())
    return path


@pytest.mark.slow
def test_a_local_match_leaves_its_record_in_the_data_folder(cli: Cli) -> None:
    assert cli("play", "faroe", "--auto", "--bot", "random", "--seed", "7", "--json") == 0
    told = json.loads(cli.out)
    path = Path(told["record"])
    assert path.parent == cli.home / "records" and path.name.endswith("-faroe-7.fnr")
    assert f"fadenet replay {path}" in cli.err
    record = read(path.read_bytes())
    assert write(record).encode() == path.read_bytes()
    assert [p.kind for p in record.players] == ["bot", "bot"] and record.date.endswith("Z")
    assert record.result is not None and record.result.rule == told["rule"]
    assert all(record.decks)
    replay = Replay(record, games.load("faroe"))
    assert replay.position(replay.length).state.turn == told["turns"]


@pytest.mark.slow
def test_two_matches_of_one_second_leave_two_records(cli: Cli) -> None:
    for _ in range(2):
        assert cli("play", "faroe", "--auto", "--bot", "random", "--seed", "5") == 0
    assert len(list((cli.home / "records").iterdir())) == 2


def test_a_record_that_is_there_already_is_not_overwritten(cli: Cli, local: Path) -> None:
    before = local.read_bytes()
    assert cli("play", "faroe", "--auto", "--bot", "random", "--record", local) == 3
    assert "is there already" in sentence(cli.err.splitlines()[-1]) and local.read_bytes() == before


@pytest.mark.slow
def test_a_person_who_leaves_has_the_record_that_was_named(cli: Cli, tmp_path: Path) -> None:
    """given a file for the record, when the match is left, then what was played until then stands in it."""
    path = tmp_path / "left.fnr"
    match = ("play", "faroe", "--seed", "3", "--plain", "--record", path)
    assert cli.typing("2\nn\nquit\n", *match) == 0, cli.err
    record = read(path.read_bytes())
    assert record.result is None and [p.kind for p in record.players] == ["human", "bot"]
    assert str(path) in cli.err and "you: " in cli.out
    assert cli("record", "check", path) == 0 and "not finished" in cli.out


@pytest.mark.slow
def test_a_takeback_is_not_in_the_record(cli: Cli) -> None:
    """given a throw taken back and another one made, then the record holds the second one alone."""
    typed = "1\ntakeback\n2\nconcede\nconcede\n"
    assert cli.typing(typed, "play", "faroe", "--seed", "3", "--plain") == 0, cli.err
    (path,) = (cli.home / "records").iterdir()
    throws = [e.words for e in read(path.read_bytes()).entries if e.who == 0 and e.words[0] == "mode"]
    assert throws[0] == ("mode", "2")
    assert cli("record", "check", path) == 0


def test_a_record_of_several_games_tells_how_each_has_ended(cli: Cli, tmp_path: Path) -> None:
    """given a match of Terrene, then its text holds a line for the end of each game, the last one's rule."""
    path = tmp_path / "terrene.fnr"
    assert cli("play", "terrene", "--auto", "--bot", "random", "--seed", "5", "--record", path) == 0
    assert cli("replay", path, "--text") == 0
    lines = [line.strip() for line in cli.out.splitlines()]
    ends = [line for line in lines if line.startswith("game ") and "; score: " in line]
    assert [line.split(" ")[1] for line in ends] == [str(n + 1) for n in range(len(ends))] and len(ends) > 1
    assert [line.rpartition("; ")[2] for line in ends] == [
        *(f"game {n} follows" for n in range(2, len(ends) + 1)),
        "the match is over [format.best-of-three]",
    ]


def test_a_record_is_told_as_a_player_tells_it(cli: Cli, local: Path) -> None:
    """given a record, then its text has the players, the set-up, a heading for each turn, what happened, and
    at the end who has won, how it went and why."""
    assert cli("replay", local, "--text") == 0
    lines = cli.out.splitlines()
    assert lines[1:5] == ["p1 Aud", "p2 Mara", "", "set-up"] and lines[5].startswith("  p1: throws ")
    turns = [line for line in lines if line.startswith("turn ")]
    assert turns[0].startswith("turn 1: p") and {line.partition(": ")[2] for line in turns} == {
        "p1 Aud",
        "p2 Mara",
    }
    assert [line.partition(":")[0] for line in turns] == [f"turn {n + 1}" for n in range(len(turns))]
    over = lines.index("p2 Mara wins [format.leaving]")
    assert lines[over - 1] == "" and "  p1: gives up" in lines[:over]
    assert lines[over + 1] == f"{len(turns)} turns." and lines[over + 2].startswith("Damage taken: p1 Aud ")
    assert lines[-1].startswith("What decided it: ") and lines[-1].endswith("[format.leaving]")
    assert not any(line.endswith("draws a card") for line in lines)
    assert not cli.err


def test_json_has_the_answers_as_they_are_written_with_their_numbers(cli: Cli, local: Path) -> None:
    assert cli("replay", local, "--text", "--json") == 0
    lines = json.loads(cli.out)["lines"]
    record = parse(local.read_text())
    numbered = [line for line in lines if line[:1].isdigit()]
    entries = record.entries
    for line in numbered:
        number, who, word = line.split(" ")[:3]
        entry = entries[int(number[:-1]) - 1]
        assert (who, word) == (f"p{entry.who + 1}", entry.words[0])
    assert len(numbered) > 30 and any(line.startswith("turn 1: ") for line in lines)
    assert any(line.endswith(" concede") for line in numbered)


def test_a_replay_begins_where_it_is_told_and_sees_what_a_seat_sees(cli: Cli, local: Path) -> None:
    assert cli("replay", local, "--at", "60", "--seat", "p2", "--json") == 0
    told = json.loads(cli.out)
    assert told["view"] == "p2" and told["players"] == ["Aud", "Mara"]
    first = next(line for line in told["lines"] if line[:1].isdigit())
    assert 60 <= int(first.split(".")[0]) < 70
    said = [line.strip() for line in told["lines"]]
    assert "p1 draws a card" in said and "p2 draws a card" not in said
    assert cli("replay", local, "--at", "60", "--seat", "p2") == 0
    lines = cli.out.splitlines()
    assert (
        lines[3] == ""
        and lines[4].startswith("turn ")
        and lines[4].endswith(f", from answer {first.split('.')[0]} on")
    )
    assert "  p1: draws a card" in lines and "  p2: draws a card" not in lines and "set-up" not in lines
    assert cli("replay", local, "--seat", "public") == 0
    assert "p2: draws a card" in cli.out
    assert cli("replay", local, "--seat", "p3") == 2 and "views: all, p1, p2, public" in sentence(cli.err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "begins"), [("html", "<!doctype"), ("svg", "<svg"), ("cast", '{"version": 2')]
)
def test_a_replay_is_shared_as_a_file(
    cli: Cli, local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, begins: str
) -> None:
    """given a record, then a page, a picture and a film of it are written beside where one is, or where it is
    said, or to stdout, and over no other file."""
    monkeypatch.chdir(tmp_path)
    short = tmp_path / "short.fnr"
    short.write_bytes(b"".join(local.read_bytes().splitlines(keepends=True)[:80]))
    assert cli("replay", str(short), f"--{kind}") == 0 and f"Wrote short.{kind}" in cli.err
    text = (tmp_path / f"short.{kind}").read_text("utf-8")
    assert text.startswith(begins)
    assert cli("replay", str(short), f"--{kind}") == 3 and "is there already" in cli.err
    assert cli("replay", str(short), f"--{kind}", "--out", "other", "--json") == 0
    assert json.loads(cli.out)["file"] == "other" and (tmp_path / "other").read_text("utf-8") == text
    assert cli("replay", str(short), f"--{kind}", "--out", "-") == 0 and cli.out == text


@pytest.mark.slow
def test_a_finished_network_match_becomes_a_record_that_holds_everything(cli: Cli, whole: Path) -> None:
    out = whole.with_suffix(".fnr")
    assert cli("record", "convert", whole, out) == 0
    record = read(out.read_bytes())
    assert write(record).encode() == out.read_bytes()
    assert record.view == "all" and all(record.decks) and len(record.head) == 64
    assert record.clock == (600, 5)
    assert all(p.kind == "bot" and p.key.startswith("b32:") for p in record.players)
    assert "=?" not in out.read_text()
    assert cli("record", "check", out) == 0 and cli.out.startswith("valid: ")
    assert cli("replay", out) == 0
    lines = cli.out.splitlines()
    assert any(line.startswith("turn 1: ") for line in lines) and any(" wins [" in line for line in lines)
    assert not any(line.endswith("draws a card") for line in lines)
    assert cli("replay", whole, "--text") == 0 and cli.out.splitlines() == lines
    assert cli("replay", whole, "--text", "--json") == 0
    told = json.loads(cli.out)
    assert cli("replay", out, "--json") == 0
    assert told["state"] == "valid" and told["lines"] == json.loads(cli.out)["lines"]


@pytest.mark.slow
def test_a_match_is_named_by_the_id_that_is_listed(cli: Cli, whole: Path) -> None:
    """given a match in the data folder, then the beginning of its id stands for its file, as long as no other
    begins so."""
    kept = cli.home / "matches"
    kept.mkdir(parents=True)
    (kept / f"9f4eb424{'0' * 24}.match").write_bytes(whole.read_bytes())
    assert cli("replay", whole, "--text") == 0
    lines = cli.out
    assert cli("replay", "9f4eb424", "--text") == 0 and cli.out == lines
    assert cli("verify", "9f4eb424") == 0 and cli.out.startswith("valid")
    assert cli("replay", "9f4eb425") == 4 and "There is no file 9f4eb425" in cli.err
    (kept / f"9f4eb424{'1' * 24}.match").write_bytes(whole.read_bytes())
    assert cli("replay", "9f4eb424") == 4


def test_a_replay_without_the_audit_keeps_hidden_cards_hidden(cli: Cli, cut: Path) -> None:
    assert cli("replay", cut) == 0
    assert "hidden cards stay hidden" in cli.err and "draws a card" in cli.out
    assert cli.out.rstrip().endswith("incomplete: the match ends before its RESULT")
    assert cli("record", "convert", cut) == 0
    record = parse(cli.out)
    assert record.view == "public" and record.result is None and record.head == ""
    assert not any(record.decks)


def test_a_record_is_narrowed_to_what_a_seat_knows(cli: Cli, local: Path) -> None:
    assert cli("record", "convert", local, "--seat", "p1") == 0
    narrow = parse(cli.out)
    wide = parse(local.read_text())
    assert narrow.view == "p1" and "=?" in cli.out
    assert narrow.decks[:2] == wide.decks[:2] and not any(narrow.decks[2:])
    assert Replay(narrow, games.load("faroe")).views == ("p1", "public")
    path = local.with_name("p1.fnr")
    path.write_text(cli.out)
    assert cli("record", "convert", path, "--seat", "all") == 2


def test_a_record_written_otherwise_is_valid_and_can_be_put_right(cli: Cli, local: Path) -> None:
    loose = local.with_name("loose.fnr")
    loose.write_bytes(local.read_bytes().replace(b"\n", b"\r\n"))
    assert cli("record", "check", loose) == 0 and "fadenet record convert" in cli.err
    assert cli("record", "convert", loose) == 0
    assert cli.out == local.read_text()


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ('[Game "faroe"]', '[Game "chess"]', 4, "which this fadenet does not have"),
        ('[Format "duel"]', '[Format "sextet"]', 3, "no format 'sextet'"),
        ('[Format "duel"]', '[Format "duel"]\n[Options "name=x"]', 3, "no such options"),
        ('[Cards "b2:', '[Cards "b2:0000', 3, "64 hex digits"),
        ("\n1. p1 pool 40", "\n1. p1 pool 39", 3, "Line "),
        ("turn 1 p", "turn 9 p", 3, "Line "),
        ("%fadenet", "%gadenet", 3, "holds no match"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(
    cli: Cli, local: Path, old: str, new: str, code: int, what: str
) -> None:
    text = local.read_text()
    assert old in text
    bad = local.with_name("bad.fnr")
    bad.write_text(text.replace(old, new, 1))
    for command in (("replay", bad), ("record", "check", bad), ("record", "convert", bad)):
        assert cli(*command) == code, cli.err
        assert what in sentence(cli.err)


@pytest.mark.parametrize("share", [0.5, 0.51, 0.9, 0.999])
def test_a_record_that_breaks_off_is_watched_up_to_there(cli: Cli, local: Path, share: float) -> None:
    """given a record of which the end is missing, wherever it was cut, then it is told up to the last answer
    that is whole, and said where that is; it is not a valid record for that."""
    text = local.read_text()
    assert cli("replay", local, "--text", "--json") == 0
    whole = json.loads(cli.out)["lines"]
    cut = local.with_name("cut.fnr")
    cut.write_text(text[: int(len(text) * share)])
    assert cli("replay", cut, "--text", "--json") == 0, cli.err
    lines = json.loads(cli.out)["lines"]
    assert lines and lines == whole[: len(lines)]
    told = [int(line.partition(".")[0]) for line in lines if line[:1].isdigit()]
    there = re.findall(r"^(\d+)\. .*\n", cut.read_text(), re.MULTILINE)
    (last,) = re.findall(r"breaks off after answer (\d+):", cli.err)
    assert told[-1] <= int(last) <= int(there[-1])
    assert cli("replay", cut, "--text") == 0 and cli.out
    assert cli("record", "check", cut) == 3


def test_a_record_that_holds_no_answer_is_none(cli: Cli, local: Path) -> None:
    cut = local.with_name("cut.fnr")
    cut.write_text(local.read_text().partition("\n1. ")[0])
    assert cli("replay", cut) == 3


def test_a_record_of_other_cards_needs_another_version(cli: Cli, local: Path) -> None:
    record: Record = parse(local.read_text())
    local.write_text(local.read_text().replace(record.cards, "0" * 64))
    assert cli("replay", local) == 5 and "other rules or cards" in sentence(cli.err)


def test_what_is_no_match_is_3_and_what_is_not_there_4(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\x01\x02\x03")
    assert cli("replay", path) == 3 and "fadenet verify" in sentence(cli.err)
    assert cli("replay", tmp_path / "nowhere") == 4
    assert cli("replay", path, "--seat", "me") == 2


@pytest.mark.slow
def test_a_forged_match_file_is_no_valid_record(cli: Cli, forged: Path) -> None:
    """given a match file that is invalid, then no command about records takes it for a record."""
    assert cli("verify", forged) == 3 and "the signature of p2 does not hold" in cli.out
    for command in ("check", "convert"):
        assert cli("record", command, forged) == 3 and not cli.out
        assert "is not valid: the signature of p2 does not hold" in sentence(cli.err)
    assert cli("replay", forged, "--text") == 3
    assert "\ninvalid: the signature of p2 does not hold\n" in cli.out


class Replayed(Terminal):
    """`fadenet replay` on a real terminal."""

    module = "fadenet"


@pytest.mark.slow
def test_a_terminal_steps_through_a_record_and_keeps_comments(cli: Cli, local: Path) -> None:
    terminal = Replayed("replay", str(local), "--at", "30", "--home", str(cli.home))
    terminal.until(lambda: "view: all" in terminal.text and "Left Right step" in terminal.hints)
    terminal.type("\x1b[C\x1b[C\t")
    terminal.until(lambda: "view: p1" in terminal.text)
    terminal.type("! well played\r")
    terminal.until(lambda: "; well played" in terminal.text)
    terminal.type("q\r")
    assert terminal.gone() == 0
    assert b"\x1b[?1049l" in terminal.written
    assert sum(e.comment == "well played" for e in parse(local.read_text()).entries) == 1
    assert cli("record", "check", local) == 0 and "convert" not in cli.err


@pytest.mark.slow
def test_a_simple_terminal_is_told_the_record(local: Path, cli: Cli) -> None:
    terminal = Replayed("replay", str(local), "--home", str(cli.home), TERM="dumb")
    assert terminal.gone() == 0
    assert b" wins [" in terminal.written and b"\x1b" not in terminal.written


@pytest.mark.slow
def test_a_terminal_says_that_a_match_file_is_invalid_wherever_one_looks(forged: Path, cli: Cli) -> None:
    terminal = Replayed("replay", str(forged), "--home", str(cli.home))
    said = "this file is invalid: the signature of p2 does not hold | step "
    terminal.until(lambda: said in terminal.text)
    terminal.type("\x1b[H")
    terminal.until(lambda: f"{said}0 of" in terminal.text)
    terminal.type("\x1b[F")
    terminal.until(lambda: f"{said}0 of" not in terminal.text)
    assert said in terminal.text
    terminal.type("q\r")
    assert terminal.gone() == 3
