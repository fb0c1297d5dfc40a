"""The 60-card edition: its file and its book go together."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import cards

CARDS = cards("flurry", "veto")


@pytest.mark.parametrize(
    ("format", "sides"), [("duel", (0, 1)), ("free-for-all", (0, 1, 2, 3)), ("teams", (0, 1, 0, 1))]
)
def test_the_edition_plays_in_every_format_of_its_book(format: str, sides: tuple[int, ...]) -> None:
    # Given its file and its book, when its rules are made, then all reasons are rules of the book.
    rules = rules_with(CARDS, format, edition="fade1")
    assert rules.sides == sides and rules.title.startswith("F.A.D.E.")
    assert all(rules.book.sentence(rule) for rule in rules.cites.values())


def test_a_match_of_it_is_played_in_its_words() -> None:
    # Given a Character who attacks another in the Combat Step of the 60-card edition.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1)
    assert (d.at(x), d.hp(d.body(0)), d.plv(d.body(0)), d.rules.figures.tp_max) == ("c1", 50, 5, 0)
    d.go(0, COMBAT)
    # When it does so twice, then its own book refuses the second.
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 7
    assert d.refused(0, "attack", x, y) == d.rule(reasons.NORMAL_ONCE) == "attack.normal-once"


def test_a_character_in_reserve_stays_out_of_an_attack() -> None:
    # Given Characters in a Reserve Zone on both sides.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, backup=True), d.character(1)
    d.character(0)  # else it would step forward
    d.go(0, COMBAT)
    # Then the one does not attack, and whoever has a Character in front is not attacked in person.
    assert d.refused(0, "attack", x, y) == "zone.reserve-inactive"
    assert d.refused(0, "attack", d.body(0), d.body(1)) == "target.player-protected"
