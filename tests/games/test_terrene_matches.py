"""Random matches of Terrene with its ready-made decks: every one ends, every move parses back."""

from __future__ import annotations

from random import Random

import pytest

from fadenet import games
from fadenet.engine import kernel, notation
from fadenet.engine.digest import digest
from fadenet.engine.state import TAKE, State
from fadenet.games.decks import load_deck, packaged
from fadenet.table.dealer import Dealer
from tests.builders.playout import wander

RESTS_MAX = 20_000
FORMATS = {"duel": 2, "2v2": 4}


def play(format: str, seed: int, **options: str) -> State:
    """A match of random moves between packaged decks, to its end."""
    rules, seats, random = games.load("terrene", format, **options), FORMATS[format], Random(seed)
    decks = [load_deck(rules, random.choice(packaged(rules))).lists[0] for _ in range(seats)]
    dealer = Dealer(decks, seats, seed)
    s = kernel.setup(rules, seats)
    for _ in range(RESTS_MAX):
        if s.over:
            return s
        if s.needs:
            for want in s.needs:
                if want.kind == TAKE:
                    taken: list[int] = []
                    while there := dealer.takeable(s, want, taken):
                        taken.append(random.choice(there))
                    dealer.choose_take[want.id] = taken
            dealer.deal(s)
            continue
        seat = next(seat for seat in range(seats) if kernel.ask_of(s, seat) is not None)
        move = wander(random, rules, kernel.options(s, seat, dealer.known[seat]))
        assert notation.parse_move(s, seat, notation.format_move(s, seat, move)) == move
        kernel.apply(s, seat, move, dealer.opening(s, move))
    raise AssertionError(f"still running in turn {s.turn}")


@pytest.mark.parametrize("additions", [{}, {"additions": "2015"}])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("seed", range(6))
def test_a_match_of_random_moves_ends(format: str, additions: dict[str, str], seed: int) -> None:
    s = play(format, seed, **additions)
    places, rule = s.over
    assert len(places) == FORMATS[format]
    assert rule in ("format.best-of-three", "format.drawn-games")


@pytest.mark.long
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("seed", range(6, 206))
def test_many_matches_of_random_moves_end(format: str, seed: int) -> None:
    assert play(format, seed).over


def test_the_same_seed_plays_the_same_match() -> None:
    assert digest(play("2v2", 3)) == digest(play("2v2", 3))
