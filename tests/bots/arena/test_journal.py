"""The journal of a contest: a run that was ended goes on with it, and nothing else does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.bots.arena import DRAWN, Contest, GamePair, Variant, play_pair
from fadenet.bots.arena.journal import JournalRefused, PairJournal, setting
from tests.bots.arena.false_bots import HERE
from tests.bots.fnbot import programs

CONTEST = Contest(Variant("terrene"), (f"{HERE}:Quitter", f"{HERE}:Quitter:dice=1"))
PAIRS = [play_pair(CONTEST, number) for number in range(3)]
HEAD = json.dumps(setting(CONTEST)).encode() + b"\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena-a.jsonl"


def written(path: Path, pairs: list[GamePair] = PAIRS) -> bytes:
    journal = PairJournal(path, CONTEST)
    for pair in pairs:
        journal.add(pair)
    return path.read_bytes()


def test_what_was_written_is_read_again(path: Path) -> None:
    """given a journal of three pairs, then it has a head line and a line for each, and is read again."""
    lines = written(path).splitlines()
    assert len(lines) == 1 + len(PAIRS)
    assert PairJournal(path, CONTEST).pairs == {pair.number: pair for pair in PAIRS}
    head, first = json.loads(lines[0]), json.loads(lines[1])
    assert (head["v"], head["game"], head["bots"]) == (1, "terrene", [*CONTEST.bots])
    assert first["pair"] == 0 and [game["digest"] for game in first["games"]] == [
        game.digest for game in PAIRS[0].games
    ]


def test_a_journal_that_was_cut_anywhere_goes_on(path: Path) -> None:
    """given a journal that ends at any byte, as a killed run leaves it, then the whole lines are kept, the
    torn one is not, and with the missing pairs it is what it was to become."""
    whole = written(path)
    for size in {*range(0, len(whole), 7), *(at + 1 for at, byte in enumerate(whole) if byte == 10)}:
        path.write_bytes(whole[:size])
        there = PairJournal(path, CONTEST).pairs
        assert len(there) == max(whole[:size].count(b"\n") - 1, 0)
        assert written(path, PAIRS[len(there) :]) == whole


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (replace(CONTEST, variant=Variant("prelude")), "game, rules, cards"),
        (replace(CONTEST, variant=Variant("terrene", "2v2", 4)), "format, seats, rules"),
        (replace(CONTEST, bots=CONTEST.bots[::-1]), "bots"),
        (replace(CONTEST, decks=DRAWN), "decks"),
        (replace(CONTEST, mirror=True), "mirror"),
    ],
)
def test_another_setting_under_the_same_name_is_refused(path: Path, other: Contest, what: str) -> None:
    """given a journal, when another contest is to be written into it, then it is refused, with what differs,
    and the file is as it was."""
    torn = written(path) + b'{"pair"'
    path.write_bytes(torn)
    with pytest.raises(JournalRefused, match=rf"\({what}.*Choose another name"):
        PairJournal(path, other)
    assert path.read_bytes() == torn


def test_a_file_of_something_else_is_left_alone(path: Path) -> None:
    """given a file that no arena has begun, of one line without an end, then it is refused and stays."""
    path.write_bytes(b"a diary")
    with pytest.raises(JournalRefused, match=r"^Line 1 of "):
        PairJournal(path, CONTEST)
    assert path.read_bytes() == b"a diary"


def test_another_state_of_the_bots_is_another_setting(path: Path) -> None:
    """given a journal whose bots were of other code, then it is refused."""
    whole = written(path)
    path.write_bytes(whole.replace(json.loads(whole.splitlines()[0])["bot_code"].encode(), b"0" * 16))
    with pytest.raises(JournalRefused, match=r"\(bot_code\)"):
        PairJournal(path, CONTEST)


@pytest.mark.parametrize(
    "line",
    [b"{}", b"[]", b"nonsense", b"\xff", b'{"pair": 0, "bots": [], "decks": [], "games": []}', b"[" * 9999],
)
def test_a_line_that_makes_no_sense_is_named(path: Path, line: bytes) -> None:
    """given a journal with another line in its midst, then it is refused with the number of that line."""
    lines = written(path).splitlines()
    path.write_bytes(b"\n".join([*lines[:2], line, *lines[2:], b""]))
    with pytest.raises(JournalRefused, match=r"^Line 3 of "):
        PairJournal(path, CONTEST)


@given(st.binary(max_size=200).filter(lambda line: b"\n" not in line and line.strip() != b""))
def test_no_line_is_taken_for_a_pair_or_does_harm(line: bytes) -> None:
    """given any bytes as a line of a journal, then it is refused by name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "arena-a.jsonl"
        path.write_bytes(HEAD + line + b"\n")
        with pytest.raises(JournalRefused, match=r"^Line 2 of "):
            PairJournal(path, CONTEST)


def test_journals_of_two_machines_can_be_put_together(path: Path) -> None:
    """given the lines of another journal behind those of one, then all pairs are there, in whatever order."""
    written(path, PAIRS[2:])
    other = path.with_name("arena-b.jsonl")
    path.write_bytes(path.read_bytes() + b"".join(written(other, PAIRS[:2]).splitlines(keepends=True)[1:]))
    assert PairJournal(path, CONTEST).pairs == {pair.number: pair for pair in PAIRS}


def test_a_pair_may_stand_there_twice_if_it_went_the_same_way(path: Path) -> None:
    """given two runs that wrote into one journal, then equal lines count once, and lines that differ are
    refused."""
    written(path, [*PAIRS, PAIRS[1]])
    assert len(PairJournal(path, CONTEST).pairs) == len(PAIRS)
    written(path, [replace(PAIRS[1], games=PAIRS[2].games)])
    with pytest.raises(JournalRefused, match=r"pair 1 twice, and they differ: line 6"):
        PairJournal(path, CONTEST)


def test_the_code_of_a_program_is_that_of_its_file(tmp_path: Path) -> None:
    """given a bot that is a program, when its file says something else, then its code is another one; another
    folder of the same file is not."""
    contest = replace(CONTEST, bots=("greedy", f"exec:{programs.written(tmp_path)}?depth=2"))
    first = setting(contest)["bot_code"]
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    other = replace(CONTEST, bots=("greedy", f"exec:{programs.written(moved)}"))
    assert setting(other)["bot_code"] == first
    programs.written(tmp_path, "pass")
    assert setting(contest)["bot_code"] != first
