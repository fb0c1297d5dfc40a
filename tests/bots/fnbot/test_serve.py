"""Bots of ours speak fnbot themselves, and play over it the very match that they play in process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import pytest

from fadenet import bots, games
from fadenet.bots import NAMES
from fadenet.bots.arena.games import match_of
from fadenet.bots.base import run_now
from fadenet.bots.fnbot import host
from fadenet.bots.fnbot.serve import serve
from fadenet.engine.errors import WrongInput
from fadenet.games.decks import Deck
from fadenet.table.local import LocalMatch
from tests.bots.test_worlds import GAMES
from tests.builders.playout import Table, packaged_decks

SERVED = f"exec:{sys.executable} -m fadenet bot serve"
QUICK = {"rollout": "rollout:moves=1,worlds=1,replies=2,games=0"}
SHORT = ("rollout", "easy")
ANSWERS = 30
TABLES = [Table("prelude", "duel", 2), Table("fade2", "duel", 2), Table("terrene", "2v2", 4)]
FULL = {
    game: [
        *{
            one.format + str(one.players): one for one in GAMES if one.game == game and one.players % 2 == 0
        }.values()
    ]
    for game in games.NAMES
}
"""The tables of each game for two and for four, one of each format."""


class Enough(Exception):
    """So many answers were given."""


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    host.end_all()


def decks(table: Table, first: int = 0) -> list[Deck]:
    there = packaged_decks(table.rules)
    return [there[(first + seat) % len(there)] for seat in range(table.players)]


def answers(table: Table, first: str, others: str) -> list[tuple[int, str]]:
    """The first answers of a match, in which one bot has the first seat."""
    match = match_of(table.rules, [first, *[others] * (table.players - 1)], decks(table), 5)

    def watch(*_: object) -> None:
        if match.state.turn and len(match.answers) > ANSWERS:
            raise Enough

    match.watch = watch
    with suppress(Enough):
        run_now(match.play())
    assert len(match.answers) > ANSWERS // 2
    return match.answers


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES]
)
def test_a_bot_plays_over_the_pipe_as_it_does_in_process(name: str) -> None:
    """given a bot of ours, when it plays as a program, then its answers are those that it gives in the
    process of the match: the lines carry all that it thinks with."""
    table = TABLES[NAMES.index(name) % len(TABLES)]
    name = QUICK.get(name, name)
    bot, _, options = name.partition(":")
    line = f"{SERVED} {bot}" + (f"?{options}" if options else "")
    assert answers(table, line, "random") == answers(table, name, "random")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", FULL)
@pytest.mark.parametrize("seed", range(20))
def test_whole_matches_are_the_same_over_the_pipe(name: str, game: str, seed: int) -> None:
    """given a bot of ours at every seat of a table for two or for four, when all play as programs, then the
    match is, answer by answer, the one that they play in process."""
    table = FULL[game][seed % len(FULL[game])]
    bot, _, options = QUICK.get(name, name).partition(":")
    line = f"{SERVED} {bot}" + (f"?{options}" if options else "")
    played = [
        whole(match_of(table.rules, [one] * table.players, decks(table, seed), seed))
        for one in (line, QUICK.get(name, name))
    ]
    assert played[0] == played[1]


def whole(match: LocalMatch) -> list[tuple[int, str]]:
    run_now(match.play())
    return match.answers


def said_to(*lines: str) -> list[str]:
    """All that a served bot says to these lines."""
    said: list[str] = []
    serve(partial(bots.make, "greedy"), "greedy", iter([*lines, "quit", "go 1 1"]), said.append)
    return said


def test_a_served_bot_says_what_it_is_and_takes_its_options() -> None:
    assert said_to("fnbot 1", "set trials 8", "set trials 0", "set depth 2", "hello there") == [
        "name greedy",
        "option trials spin 32 1 1024",
        *[line for line in said_to("fnbot 1") if line.startswith("option") and "trials" not in line],
        "want position",
        "ok",
        "ok",
        "error 'greedy': trials is 1 to 1024, not '0'",
        *said_to("set depth 2"),
    ]


def test_a_match_by_other_rules_is_refused() -> None:
    """given a match whose cards are others than those here, when a served bot is told of it, then it says
    so."""
    told = '{"game": "prelude", "format": "duel", "options": {}, "rules": "00", "cards": "00"}'
    with pytest.raises(WrongInput, match="the rules or cards of prelude are not those of the match"):
        said_to(f"match {told}")
