"""The Legends that come with F.A.R.O.E.: legal, playable to the end, their Decks unknown to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from fadenet import games
from fadenet.bots import make
from fadenet.bots.base import run_now
from fadenet.engine import kernel, position
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ACT, Row, State
from fadenet.games.decks import automata, check_automaton, load_deck, packaged
from fadenet.games.fade.opponents import legend
from fadenet.games.fade.tables import DECK, HAND, NZ
from fadenet.games.fade.typed import FadeRules
from fadenet.table.local import LocalMatch

LEGENDS = games.choices("faroe", "legend")
each = pytest.mark.parametrize("slug", LEGENDS)


@cache
def match(slug: str, players: int, bot: str) -> tuple[LocalMatch, tuple[State, ...]]:
    """A whole match of bots against a Legend, with copies of states in which a Player chooses freely."""
    rules = games.load("faroe", "legend", legend=slug)
    shelf = packaged(rules)
    lists = [load_deck(rules, shelf[n % len(shelf)]).lists for n in range(players)]
    seen: list[State] = []

    def note(s: State, rows: Sequence[Row]) -> None:
        if s.turn > 4 and s.asks and s.asks[0].kind == ACT and len(seen) < 20:
            assert all(h not in known for known in played.dealer.known for h in s.pool[2 * players])
            assert all(s.code[h] for h in s.zones[players * NZ + HAND])
            seen.append(s.clone())

    codes = [part for one in lists for part in one]
    played = LocalMatch(rules, [make(bot) for _ in range(players)], codes, 1, watch=note)
    run_now(played.play())
    return played, tuple(seen)


def test_there_are_two_at_least_and_they_differ() -> None:
    assert len(LEGENDS) >= 2
    rules = games.load("faroe")
    assert isinstance(rules, FadeRules)
    assert list(LEGENDS) == automata(rules) == sorted(c.slug for c in rules.cards if c.fights)
    for slug in LEGENDS:
        deck = load_deck(rules, slug)
        assert check_automaton(rules, slug, deck.lists[0]) == []
        own = {code for code in deck.lists[0] if rules.cards[code].unique_to}
        assert len(own) >= 4 and any(not rules.cards[code].types for code in own)
        assert rules.by_slug[slug].text and deck.plan


@pytest.mark.slow
@each
@pytest.mark.parametrize("players", [1, 3])
def test_random_players_come_to_an_end(slug: str, players: int) -> None:
    played, _ = match(slug, players, "random")
    places, _ = played.state.over
    assert len(places) == players + 1
    assert len(set(places[:players])) == 1  # the Players win or lose together


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [LEGENDS[-1], *(pytest.param(one, marks=pytest.mark.long) for one in LEGENDS[:-1])]
)
def test_greedy_players_come_to_an_end(slug: str) -> None:
    played, seen = match(slug, 2, "greedy")
    assert played.state.over and len(seen) == 20


@each
def test_a_copy_out_of_its_text_goes_on_alike(slug: str) -> None:
    # What a Legend does follows from the public state: given the same chance, every node does the same.
    _, seen = match(slug, 2, "random")
    assert len(seen) == 20
    for s in seen[::5]:
        other = position.load(rules_of(s), position.dump(s))
        one = s.clone()
        for copy in (one, other):
            kernel.apply(copy, copy.active, copy.rules.end_move)
        assert digest(one) == digest(other)


@each
def test_intent_is_what_lies_open_in_its_hand(slug: str) -> None:
    _, seen = match(slug, 2, "random")
    assert len(seen) == 20
    for s in seen:
        shown = legend.intent(s)
        assert [h for h, _ in shown] == list(s.zones[2 * NZ + HAND])
        assert legend.next_intent(s) in {h for h, lacking in shown if lacking} | {0}
        assert set(s.zones[2 * NZ + DECK]) <= {0}


def test_a_legend_must_be_named() -> None:
    for options in ({}, {"legend": "nobody"}):
        with pytest.raises(WrongInput, match=r"Legends: .*vantarel"):
            games.load("faroe", "legend", **options)
