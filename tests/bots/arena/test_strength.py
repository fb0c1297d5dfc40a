"""How strong bots are by a journal: counted from greedy, and only where the journal tells enough."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from fadenet.bots import one_name
from fadenet.bots.arena import Contest, GamePair, GameResult, Variant
from fadenet.bots.arena.journal import JournalRefused, PairJournal
from fadenet.bots.arena.league import ratings
from fadenet.bots.arena.score import classes_of
from fadenet.bots.arena.strength import measured
from tests.bots.arena.false_bots import HERE

TERRENE = Variant("terrene", "2v2", 4, (("additions", "2015"),))
LEAGUE = Contest(TERRENE, ("easy", "hard", "rollout:worlds=3,moves=4"))


def pairs_of(contest: Contest, n: int) -> list[GamePair]:
    """So many pairs of each pairing; the later a bot stands in the league, the more it wins, mostly."""
    found = []
    for number in contest.numbers(0, n):
        won = 2 if number % 7 == 0 else 0
        games = GameResult(won, "x", 9, 5), GameResult(2 - won if number % 4 else won, "x", 9, 5)
        found.append(GamePair(number, contest.pairing(number), ("a", "b", "c", "d"), games))
    return found


def journal(path: Path, contest: Contest = LEAGUE, pairs: Iterable[GamePair] | None = None) -> Path:
    kept = PairJournal(path / "arena-a.jsonl", contest)
    for pair in pairs_of(contest, 12) if pairs is None else pairs:
        kept.add(pair)
    return path / "arena-a.jsonl"


def test_a_bot_is_as_strong_as_the_league_says(tmp_path: Path) -> None:
    """given the journal of a league in which greedy goes by its level, then all are rated as in `bot league`,
    counted from it; a bot is the same whatever the order of its options."""
    told = measured(journal(tmp_path))
    pairs = pairs_of(LEAGUE, 12)
    classes = {two: classes_of(pair for pair in pairs if pair.bots == two) for two in LEAGUE.pairings}
    places = {place.bot: place for place in ratings(LEAGUE.bots, classes, "hard")}
    assert told.variant == TERRENE
    assert dict(told.places) == {
        one_name("greedy"): places["hard"],
        one_name("easy"): places["easy"],
        one_name("rollout:moves=4,worlds=3"): places["rollout:worlds=3,moves=4"],
    }
    elo = {one.bot: (one.elo, one.reach) for one in told.places.values()}
    assert elo["hard"] == (0, 0) and elo["easy"][0] < 0 < elo["rollout:worlds=3,moves=4"][0]
    assert not (told.of_other_rules or told.of_other_bots)


def test_a_journal_that_is_being_written_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    """given a journal whose last line is not whole yet, then it tells what the whole lines do."""
    path = journal(tmp_path)
    before = measured(path)
    data = path.read_bytes() + b'{"pair": 36, "bots": ["ea'
    path.write_bytes(data)
    assert measured(path) == before and path.read_bytes() == data


def test_a_pair_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    path = journal(tmp_path)
    before = measured(path)
    head, *lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([head, *lines[::-1], *lines]))
    assert measured(path) == before


@pytest.mark.parametrize(
    ("key", "rules", "bots"),
    [("rules", True, False), ("cards", True, False), ("bot_code", False, True)],
)
def test_what_has_changed_since_is_told(tmp_path: Path, key: str, rules: bool, bots: bool) -> None:
    told = measured(_changed(journal(tmp_path), {key: "0123456789abcdef"}))
    assert (told.of_other_rules, told.of_other_bots) == (rules, bots)


def test_a_bot_that_has_gone_since_is_another_version(tmp_path: Path) -> None:
    contest = Contest(TERRENE, ("greedy", f"{HERE}:Quitter"))
    path = _changed(
        journal(tmp_path, contest), {"bots": ["greedy", "exec:./gone"]}, {f"{HERE}:Quitter": "exec:./gone"}
    )
    told = measured(path)
    assert told.of_other_bots and set(told.places) == {"greedy", "exec:./gone"}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda path: journal(path, Contest(TERRENE, ("easy", "normal"))),
            "bot league greedy BOT --game terrene",
        ),
        (lambda path: journal(path, pairs=[]), "tells too little"),
        (lambda path: journal(path, pairs=pairs_of(LEAGUE, 12)[:2]), "tells too little"),
        (lambda path: _changed(journal(path), {"game": "whist"}), "is not played here"),
        (lambda path: _changed(journal(path), {"bots": ["greedy"]}), "greedy"),
        (lambda path: _changed(journal(path), {"seats": "4"}), "Line 1 of"),
        (lambda path: _changed(journal(path), {"options": None}), "Line 1 of"),
        (lambda path: _written(path, b""), "Line 1 of"),
        (lambda path: _written(path, b"a picture\n"), "Line 1 of"),
        (lambda path: _written(path, b"[" * 100_000 + b"\n"), "Line 1 of"),
        (lambda path: _with_line(path, b'{"pair": 0}'), "Line 38 of"),
        (lambda path: _with_line(path, b"{}"), "Line 38 of"),
        (lambda path: _with_line(path, b"\xff"), "Line 38 of"),
    ],
)
def test_what_tells_no_strength_is_a_sentence(
    tmp_path: Path, make: Callable[[Path], Path], said: str
) -> None:
    with pytest.raises(JournalRefused, match=said):
        measured(make(tmp_path))


def _changed(path: Path, head: dict[str, Any], names: dict[str, str] | None = None) -> Path:
    """The journal with another head line, and bots of other names."""
    first, *lines = path.read_text().splitlines()
    text = "\n".join([json.dumps(json.loads(first) | head), *lines, ""])
    for old, new in (names or {}).items():
        text = text.replace(json.dumps(old), json.dumps(new))
    path.write_text(text)
    return path


def _written(path: Path, data: bytes) -> Path:
    (path / "arena-a.jsonl").write_bytes(data)
    return path / "arena-a.jsonl"


def _with_line(path: Path, line: bytes) -> Path:
    there = journal(path)
    return _written(path, there.read_bytes() + line + b"\n")
