"""A view as plain data: places that are those of moves, the words of the rules, nothing that says nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fadenet import Match
from fadenet.engine.notation import place
from fadenet.table import plain
from tests.bots.test_worlds import GAMES, moments
from tests.builders.playout import Table, in_turn


def cards_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """All cards of which a view says something."""
    found = []
    waiting = [
        card
        for seat in view["seats"]
        for zone in seat.get("zones", {}).values()
        for card in zone.get("cards", [])
    ]
    while waiting:
        card = waiting.pop()
        found.append(card)
        waiting += card.get("on", [])
    return found


@in_turn(2, GAMES)
def test_each_card_is_told_where_a_move_would_name_it(table: Table) -> None:
    """given views of random matches, when they are told, then each place leads to the card that it is told
    of, all that is known is there, and JSON can say it."""
    for view in [moment.seat for moment in moments(table, 6)]:
        s = view.state
        told = json.loads(json.dumps(plain.view_of(view)))
        places = {card["at"]: card.get("card", "") for card in cards_of(told)}
        for at, slug in places.items():
            if at != "?":
                (_, h) = view.parse(f"pass {at}")
                assert isinstance(h, int) and s.rules.cards[view.code(h)].slug == slug
        here = [h for h in view.known if s.zone[h] >= 0 and h in s.zones[s.zone[h]]]
        assert {place(s, view.index, h) for h in here} <= places.keys()


def test_what_is_not_known_is_counted_and_what_was_stated_is_said() -> None:
    """given a terrene match before its second turn, when p1's view is told, then p2's Deck is a number, and
    the Characters that p2 has laid face-down have the statement that p2 has made."""
    match = Match.new("terrene", seed=3)
    while match.turn < 1:
        match.play(match.legal()[-1])
    told = plain.view_of(match.view("p1"))
    other = next(seat for seat in told["seats"] if seat["seat"] == "p2")
    assert other["zones"]["Deck"].keys() == {"count"}
    hidden = [card for card in other["zones"]["Party"]["cards"] if "card" not in card]
    assert hidden and {card["is"] for card in hidden} == {"a starting Character"}


@pytest.mark.parametrize("game", ["faroe", "fade2", "fade1", "terrene", "prelude"])
def test_figures_are_those_of_players_too(game: str) -> None:
    """given a match of each game in its first turn, when a view is told, then each player has figures in the
    words of the rules."""
    match = Match.new(game, seed=1)
    while not match.turn:
        match.play(match.legal()[-1])
    for seat in plain.view_of(match.view("p1"))["seats"]:
        assert seat["figures"] and {*seat["figures"]} <= {*match.rules.quantities}
