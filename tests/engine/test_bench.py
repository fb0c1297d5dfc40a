"""`scripts/bench.py --against` plays the same games in two checkouts in turns."""

from __future__ import annotations

from pathlib import Path

import bench
import pytest
import turns

from fadenet import games
from fadenet.engine import digest, kernel

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_two_checkouts_play_the_same_games_in_turns() -> None:
    # Given this checkout twice.
    sides = turns.Checkout(ROOT), turns.Checkout(ROOT)
    # When each is asked for the same game, then both have played as many decisions, and took their time.
    (decisions, here), (again, there) = [side.measure("terrene", turns.PLAY, 1) for side in sides]
    assert decisions == again > 0
    assert here > 0 < there
    # When they are measured in turns, then both have a rate.
    rates = turns.rates(sides, "terrene", turns.DIGEST, (2, 0), 2)
    assert len(rates) == 2 and min(rates) > 0
    for side in sides:
        side.close()


@pytest.mark.long
def test_another_checkout_is_compared_in_all_that_both_offer() -> None:
    # Given this checkout as the other one, when one game a table is played in one round, at two tables.
    rows = dict(turns.rows(ROOT, 1, 0, 1, ("terrene", "terrene, 4 seats")))
    # Then each of them has its rate, and the duel its clone and digest, each with a ratio.
    said = [f"terrene {what}" for what in ("random play", "clone", "digest")]
    assert set(rows) == {*said, "terrene, 4 seats random play"}
    assert all(line.endswith("times as fast") for line in rows.values())


def test_every_game_is_measured_with_two_seats_and_with_four() -> None:
    # Given the tables that are measured, then each game is there as a duel and with four seats.
    seats = {said: n for said, _, n in bench.tables()}
    assert seats == {name: 2 for name in games.NAMES} | {f"{name}, 4 seats": 4 for name in games.NAMES}


def test_moves_are_counted_that_there_are_on_the_way() -> None:
    # Given one game of terrene, when the moves are counted that there are, then a decision has two or more.
    rules, counts = games.load("terrene"), list[int]()
    lists = [part for deck in bench.packaged_decks(rules) for part in deck]
    taken = sum(decided for _, decided in bench.rests(rules, lists, 1, counts=counts))
    assert 0 < sum(n > 1 for n in counts) <= taken <= len(counts)
    # When that is printed, then it is the moves of a decision, and those of a second.
    said = bench.pace({"decisions_per_s": 1200.0, "moves_a_decision": 7.5})
    assert said == "1,200 decisions/s, 8 moves at each, 9,000 a second"


def test_a_game_is_the_same_whether_its_moves_are_listed_or_drawn() -> None:
    # Given one game of terrene, in which nobody runs, when all moves are made each time, then it goes as it
    # does when only the drawn one is.
    rules = games.load("terrene")
    lists = [part for deck in bench.packaged_decks(rules) for part in deck]
    drawn, listed = (
        [(digest.digest(s), decided) for s, decided in bench.rests(rules, lists, 3, listing=listing)]
        for listing in (False, True)
    )
    assert drawn == listed and any(decided for _, decided in drawn)


def test_a_move_that_is_tried_on_a_clone_is_legal_as_it_is() -> None:
    # Given one game of terrene, when a plain move is looked for at each rest, then it is legal, with no card
    # shown; there is none while cards are dealt.
    rules = games.load("terrene")
    lists = [part for deck in bench.packaged_decks(rules) for part in deck]
    found = 0
    for s, _ in bench.rests(rules, lists, 1):
        for seat, move in bench.plain_move(s):
            assert kernel.check(s, seat, move) is None
            found += 1
        assert not (s.needs and bench.plain_move(s))
    assert found


def test_what_is_no_checkout_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Given a folder without the script, when it is to be compared, then that is said.
    with pytest.raises(SystemExit, match="2"):
        bench.main(["--against", str(tmp_path)])
    assert "has no scripts/bench.py" in capsys.readouterr().err


def test_a_checkout_that_cannot_be_measured_is_said(tmp_path: Path) -> None:
    # Given a checkout whose script fails at once, when it is started, then that is the end.
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "bench.py").write_text("raise SystemExit(1)\n")
    with pytest.raises(SystemExit, match="could not be measured"):
        turns.Checkout(tmp_path)
