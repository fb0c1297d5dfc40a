"""Which formats a game has, who plays in them on whose side, and that two formats are never taken for one."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine.errors import WrongInput


def test_the_same_arguments_give_the_same_rules() -> None:
    assert games.load("faroe") is games.load("faroe", "duel") is games.load("faroe", format="duel")
    assert games.load("faroe", "teams") is not games.load("faroe")


@pytest.mark.parametrize(
    ("format", "seats", "sides"),
    [("duel", (2,), (0, 1)), ("free-for-all", (3, 4), (0, 1, 2, 3)), ("teams", (4,), (0, 1, 0, 1))],
)
def test_a_format_says_who_plays_on_whose_side(
    format: str, seats: tuple[int, ...], sides: tuple[int, ...]
) -> None:
    rules = games.load("faroe", format)
    assert (rules.format, rules.seat_counts, rules.sides) == (format, seats, sides)
    assert rules.descriptor.formats[format] == seats


def test_formats_differ_in_the_hash_and_not_in_the_cards() -> None:
    made = [games.load("faroe", format) for format in ("duel", "free-for-all", "teams")]
    assert len({rules.hash for rules in made}) == 3
    assert len({rules.card_hash for rules in made}) == 1


def test_what_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(WrongInput, match="no game 'whist'; games: faroe"):
        games.load("whist")
    with pytest.raises(WrongInput, match="no format 'solo'; formats: duel, free-for-all"):
        games.load("faroe", "solo")
    with pytest.raises(WrongInput, match="duel takes no option 'legend'"):
        games.load("faroe", "duel", legend="any")
