"""The rules of Counters in general (topic counter)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ORDER
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("stubborn", "toxin")
    + character(
        "undertaker",
        cost=0,
        level=1,
        plv=1,
        ability={"on": "knocked-out", "of": "your characters", "do": {"enter": "that"}},
    )
    + character("bait", cost=1, level=1, hp=6)
)

OLDER = CARDS + cards("tp-mill")


@pytest.mark.editions("counter.putting", fade2="counter.number", fade1="counter.add-up")
def test_counters_of_one_kind_add_up(edition: str) -> None:
    # Given a Skill with "Poison 2" used on a Character with 1 Poison Counter.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    toxin = d.on(x, "toxin")
    d.counters(y, "Poison", 1)
    d.go(0, COMBAT)
    # When it resolves, then the Character has 3 Poison Counters.
    d.quietly(0, "use", toxin, y)
    assert d.count(y, "Poison") == 3


@pytest.mark.editions("counter.damage", fade2="counter.damage", fade1="counter.damage")
def test_damage_counters_lower_the_current_hp(edition: str) -> None:
    # Given a Character with 6 HP.
    d = Duel(CARDS, edition=edition)
    x, bait, other = d.character(0), d.character(1, "bait"), d.character(1, "bait")
    # With 5 Damage Counters it is at 1 HP.
    d.damage(bait, 5)
    d.damage(other, 4)
    assert d.hp(bait) == 1
    # With 6 it is at 0 HP and is Knocked Out.
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, other)
    assert d.lies(other) == "discard"
    assert d.lies(bait) == "front"


@pytest.mark.editions("zone.leaves-field", fade2="ko.attached-cards", fade1="ko.attached-and-stack")
def test_a_card_that_came_back_is_not_the_one_that_an_ability_speaks_of(edition: str) -> None:
    # Given the same Character, and another one that brings back at once whoever is Knocked Out.
    d = Duel(CARDS, edition=edition)
    attacker, x = d.character(0), d.character(1, "stubborn")
    d.character(1, "undertaker")
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, x)
    d.until(ORDER)
    # When that happens before the Counter is put.
    back = next(move for move in d.options(1) if d.s.queue[-1].stamp == -move[1])
    d.answer(1, back)
    d.pass_all()
    # Then the Character is there again, as a new card without Counters.
    assert d.lies(x) == "front"
    assert (d.count(x, "Fracture"), d.hp(x)) == (0, 3)


@pytest.mark.editions(fade2="counter.not-on-players", fade1="counter.not-on-players")
def test_counters_of_keywords_do_not_lie_on_players(edition: str) -> None:
    # Given a Skill that puts Poison Counters on its target and a player as the target.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    skill = d.on(x, "toxin")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, d.body(1))
    # When it hits, then the damage is dealt and no Poison Counter is put.
    assert d.count(d.body(1), "Damage") > 0 and d.count(d.body(1), "Poison") == 0


@pytest.mark.editions(fade2="counter.power-stay", fade1="counter.power-not-moved")
def test_power_counters_are_not_shifted(edition: str) -> None:
    # Given two Stock Items with 1 and 3 Power Counters, then no move of their player shifts one.
    d = Duel(OLDER, edition=edition)
    one, three = d.on(d.body(0), "tp-mill", face=1), d.on(d.body(0), "tp-mill", face=1)
    d.counters(one, "Power", 1)
    d.counters(three, "Power", 3)
    moves = [move for move in d.options(0) if one in move[1:] or three in move[1:]]
    assert moves == [d.move("activate", one), d.move("activate", three)]


@cited(("counter.victims-phases", "counter.whose-phase"))
def test_a_counter_wears_off_in_the_end_phase_of_the_turn_in_which_it_was_put(edition: str) -> None:
    # Given an Item by which a Player puts 1 Drain Counter on a Character of each side.
    drain = item("siphon", cost=0, do={"counter": "Drain", "n": 1, "on": "all characters"})
    d = Duel(CARDS + drain, edition=edition)
    x, y = d.character(0), d.character(1)
    d.quietly(0, "play", d.hand(0, "siphon"))
    assert [d.count(h, "Drain") for h in (x, y)] == [1, 1]
    # When that turn ends, then the own one has none any more; the other one keeps it through its own turn.
    d.go(1, COMBAT)
    assert [d.count(h, "Drain") for h in (x, y)] == [0, 1]
    d.go(0, PREPARATION)
    assert [d.count(h, "Drain") for h in (x, y)] == [0, 0]
