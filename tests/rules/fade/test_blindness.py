"""Blindness Counters (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("flurry")


@pytest.mark.editions(
    "keyword.blindness", fade2="keyword.blindness-counter", fade1="keyword.blindness-counter"
)
@pytest.mark.parametrize("tails", [0, 1])
def test_blindness_flips_a_coin(tails: int, edition: str) -> None:
    # Given a Character with 2 Blindness Counters.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Blindness", 2)
    d.go(0, COMBAT)
    d.tp(0, 5)
    # When it Attacks and the coin shows Tails, then nothing at all; on Heads the Attack is normal.
    d.coins = [tails]
    d.quietly(0, "attack", x, y)
    assert (d.hp(y), d.tp_of(0)) == ((10, 5) if tails else (7, 6))
    # After its End Phase 1 Counter is left.
    d.end_turn()
    assert d.count(x, "Blindness") == 1


@pytest.mark.editions(
    "keyword.blindness-details", fade2="keyword.blindness-counter", fade1="keyword.blindness-counter-flip"
)
def test_one_coin_decides_over_all_hits(edition: str) -> None:
    # Given 3 Blindness Counters and a Skill of Cost 1 with 3 hits.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    flurry = d.on(x, "flurry")
    d.on(y, "guard")
    d.counters(x, "Blindness", 3)
    d.go(0, COMBAT)
    d.tp(0, 5)
    tosses = len(d.happened("tossed"))
    d.coins = [1]
    # When it is declared, then exactly one coin is flipped, before anyone answers.
    d.play(0, "use", flurry, y)
    assert len(d.happened("tossed")) == tosses + 1
    assert (d.asked(), d.links(), d.tp_of(0)) == ([1], ["Flurry"], 4)
    # On Tails all 3 hits are lost and the Skill goes to the Discard Pile.
    d.pass_all()
    assert not d.happened("hit") and d.hp(y) == 10
    assert len(d.happened("tossed")) == tosses + 1
    assert d.lies(flurry) == "discard"


@pytest.mark.editions(
    "keyword.blindness-details", fade2="keyword.blindness-counter", fade1="keyword.blindness-counter-flip"
)
def test_a_counter_put_on_after_the_declaration_costs_no_coin(edition: str) -> None:
    # Given a Reaction that puts 1 Blindness Counter on the attacker.
    dazzle = reaction("dazzle", answers="attack", do={"counter": "Blindness", "on": "attacker"})
    d = Duel(CARDS + dazzle, edition=edition)
    x, y = d.character(0), d.character(1)
    answer, tosses = d.on(y, "dazzle"), len(d.happened("tossed"))
    d.go(0, COMBAT)
    # When it answers an Attack, then the Attack hits without a coin, and the Counter is there.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", answer, -1)
    assert d.count(y, "Damage") > 0
    assert (d.count(x, "Blindness"), len(d.happened("tossed"))) == (1, tosses)
