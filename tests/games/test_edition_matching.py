"""Element Matching: cards are cheaper for who shares their Elements (fade1 element.matching)."""

from __future__ import annotations

from typing import Any

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel


def fighter(name: str, elements: str, more: str = "") -> str:
    """A Character of some Elements."""
    head = f'[card.{name.lower()}]\nname = "{name}"\ntypes = ["Character"]\nelements = [{elements}]\n'
    return f"{head}hp = 9\nplv = 2\n{more}\n"


CARDS = (
    cards("faroe", "quiet")
    + fighter("Storming", '"Fire", "Storm"')
    + fighter("Burning", '"Fire"')
    + fighter("Wet", '"Water"')
    + fighter("Steaming", '"Water"', 'keywords = { Infused = ["Fire"] }')
    + fighter("Wild", '"Fire"', "keywords = { Wildcard = true }")
    + fighter("Spring", '"Water"', 'keywords = { Affinity = ["Water"] }')
    + """
[card.blaze]
name = "Blaze"
types = ["Skill"]
elements = ["Fire", "Storm"]
rank = "Normal"
cost = 7
do = [{ attack = 1 }]
[card.geyser]
name = "Geyser"
types = ["Skill"]
elements = ["Fire", "Water"]
rank = "Normal"
cost = 7
do = [{ attack = 1 }]
[card.dawn]
name = "Dawn"
types = ["Skill"]
elements = ["Water", "Light"]
rank = "Normal"
cost = 7
do = [{ attack = 1 }]
[card.cheap]
name = "Cheap"
types = ["Skill"]
elements = ["Fire", "Storm"]
rank = "Normal"
cost = 3
do = [{ attack = 1 }]
[card.dull]
name = "Dull"
types = ["Skill"]
rank = "Normal"
cost = 3
do = [{ attack = 1 }]
[card.scald]
name = "Scald"
types = ["Reaction"]
elements = ["Fire"]
rank = "Normal"
cost = 2
answers = { to = "attack" }
do = [{ block = true }]
[card.firewall]
name = "Firewall"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", element = "Fire" }
do = [{ block = true }]
[card.dam]
name = "Dam"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack", element = "Water" }
do = [{ block = true }]
[card.drop]
name = "Drop"
types = ["Augment"]
elements = ["Water"]
rank = "Normal"
cost = 3
ability = [{ gives = { PLV = 1 } }]
[card.torch]
name = "Torch"
types = ["Item"]
elements = ["Fire"]
rank = "Normal"
cost = 4
do = [{ draw = 1 }]
[card.blast]
name = "Blast"
types = ["Skill"]
elements = ["Fire"]
rank = "Normal"
cost = 2
keywords = { Replay = 3 }
do = [{ attack = 1 }]
[card.shift]
name = "Shift"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ become = ["Water"], on = "target" }]
[card.tide]
name = "Tide"
types = ["Character"]
hp = 9
plv = 2
[[card.tide.ability]]
gives = { PLV = 5 }
if = { count = { from = "your characters", element = "Storm" }, min = 1 }
"""
)
WORDS = (
    ("[keywords]\n", '[keywords]\nAffinity = { kind = "elements" }\n'),
    ('Wildcard = { kind = "plain", how = "not Null" }', 'Wildcard = { kind = "plain", how = "cheaper" }'),
)
MATCHING = {"element_matching_reduction_per_element": 2}


def match(**figures: int) -> Duel:
    """A match of a book with Element Matching."""
    return differing(CARDS, *WORDS, figures=figures or MATCHING)


def paid(d: Duel, seat: int, verb: str, *move: Any) -> int:
    """The TP that a move costs."""
    have = d.tp_of(seat)
    d.play(seat, verb, *move)
    return have - d.tp_of(seat)


def price(user: str, slug: str) -> int:
    """What a Skill costs one of seat 0; with less it is refused."""
    d = match()
    mine, foe = d.character(0, user), d.character(1)
    skill = d.on(mine, slug)
    d.go(0, COMBAT)
    cost = paid(d, 0, "use", skill, foe)
    if cost:
        d = match()
        mine, foe = d.character(0, user), d.character(1)
        skill = d.on(mine, slug)
        d.go(0, COMBAT)
        d.tp(0, cost - 1)
        assert d.refused(0, "use", skill, foe) == "value.costs"
        d.tp(0, cost)
        assert d.can(0, "use", skill, foe)
    return cost


@pytest.mark.parametrize(
    ("user", "slug", "cost"),
    [
        ("storming", "blaze", 3),
        ("burning", "blaze", 5),
        ("wet", "blaze", 7),
        ("storming", "cheap", 0),
        ("storming", "dull", 3),
        ("soldier", "blaze", 7),
        ("steaming", "geyser", 5),
        ("wild", "dawn", 3),
        ("wild", "dull", 3),
    ],
)
def test_a_skill_costs_2_less_for_each_element_of_its_user(user: str, slug: str, cost: int) -> None:
    # Given a Skill of two Elements and a user that has both, one or none of them, is Infused, or has
    # Wildcard, then it costs 2 less for each that both have, and never less than nothing; with less it is
    # refused.
    assert price(user, slug) == cost


def test_infused_matching_affinity() -> None:
    # Given a Water Character that is Fire-infused, with Water Affinity on the own side, then a Fire/Water
    # Skill of 7 costs 7 - 2 - 1; its damage is Fire alone.
    d = match()
    mine, foe = d.character(0, "steaming"), d.character(1)
    d.character(0, "spring")
    fire, water = d.on(foe, "firewall"), d.on(foe, "dam")
    skill = d.on(mine, "geyser")
    d.go(0, COMBAT)
    d.tp(0, 4)
    assert paid(d, 0, "use", skill, foe) == 4
    assert d.can(1, "use", fire, -1) and not d.can(1, "use", water, -1)


def test_wildcard_makes_cards_cheaper_and_is_no_element() -> None:
    # Given a Fire Character with Wildcard, then what counts Storm Characters does not count it, and another
    # user gains nothing from it; Muted, it has none.
    d = match()
    wild, tide = d.character(0, "wild"), d.character(0, "tide")
    foe = d.character(1)
    assert d.plv(tide) == 2
    skill, own = d.on(tide, "dawn"), d.on(wild, "dawn")
    d.play(0, "play", d.hand(0, "quiet"), wild)
    d.pass_all()
    d.go(0, COMBAT)
    d.tp(0, 6)
    assert d.refused(0, "use", skill, foe) == d.refused(0, "use", own, foe) == "value.costs"


def test_who_answers_with_a_reaction_matches_its_own_elements() -> None:
    # Given a Fire Reaction of 2 on a Fire Character whose Player has no TP, then it is asked and uses it for
    # nothing; on a Water one it is refused.
    d = match()
    mine, fire, water = d.character(0), d.character(1, "burning"), d.character(1, "wet")
    free, dear = d.on(fire, "scald"), d.on(water, "scald")
    d.go(0, COMBAT)
    d.tp(1, 0)
    d.play(0, "attack", mine, water)
    assert d.refused(1, "use", dear, -1) == "value.costs"
    assert paid(d, 1, "use", free, -1) == 0


def test_an_augment_is_cast_by_what_it_is_attached_to() -> None:
    # Given a Water Augment of 3 and 1 TP, then it is offered for a Water Character alone, for 1; with 3 TP
    # also for one without and for the Player, for 3. It depends on what the Character is now.
    d = match()
    wet, other = d.character(0, "wet"), d.character(0)
    drop = d.hand(0, "drop")
    d.tp(0, 1)
    assert d.can(0, "play", drop, wet) and not d.can(0, "play", drop, other)
    assert d.refused(0, "play", drop, other) == d.refused(0, "play", drop, d.body(0)) == "value.costs"
    d.tp(0, 0)
    assert not d.can(0, "play", drop, wet) and d.refused(0, "play", drop, wet) == "value.costs"
    d.tp(0, 3)
    assert d.can(0, "play", drop, other)
    d.play(0, "play", d.hand(0, "shift"), other)
    d.pass_all()
    assert paid(d, 0, "play", drop, other) == 1
    d.pass_all()
    d.tp(0, 3)
    assert paid(d, 0, "play", d.hand(0, "drop"), d.body(0)) == 3


def test_items_and_further_costs_are_not_matched() -> None:
    # Given Fire Characters alone, then a Fire Item of 4 costs 4, and Replay 3 of a Fire Skill 3.
    d = match()
    mine, foe = d.character(0, "burning"), d.character(1)
    assert paid(d, 0, "play", d.hand(0, "torch")) == 4
    d.pass_all()
    blast = d.on(mine, "blast")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", blast, foe)
    assert d.tp_of(0) == 3
    while d.s.chain:
        d.step()
    d.play(0, "yes")
    assert d.tp_of(0) == 0


def test_a_player_matches_nothing_but_what_an_effect_gives() -> None:
    # Given a Player in The Last Stand, then a Fire/Water Skill out of the Hand costs 7; as an effect gives
    # the Player Water, it costs 5.
    d = match()
    foe = d.character(1)
    geyser = d.hand(0, "geyser")
    d.go(0, COMBAT)
    d.tp(0, 6)
    assert d.refused(0, "use", geyser, foe) == "value.costs"
    d = match()
    foe = d.character(1)
    geyser = d.hand(0, "geyser")
    d.play(0, "play", d.hand(0, "shift"), d.body(0))
    d.pass_all()
    d.go(0, COMBAT)
    assert paid(d, 0, "use", geyser, foe) == 5


def test_without_the_figure_nothing_is_matched() -> None:
    # Given a book that does not say so, then a Fire/Storm Skill of 7 costs its Fire/Storm user 7.
    d = match(starting_tp=0)
    mine, foe = d.character(0, "storming"), d.character(1)
    skill = d.on(mine, "blaze")
    d.go(0, COMBAT)
    assert paid(d, 0, "use", skill, foe) == 7
