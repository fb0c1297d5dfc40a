"""Synchronize: abilities that work while enough Command Materials, or cards of a kind, are adjacent."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.state import LAID
from fadenet.games.fade.field import commands
from fadenet.games.fade.tables import AFTERMATH, COMBAT
from tests.builders.cells import to
from tests.builders.commands import BARE, command, duel
from tests.builders.scenario import Duel

CARDS = """
[card.linked]
name = "Linked"
types = ["Character"]
hp = 9
plv = 1
[[card.linked.ability]]
keyword = "Synchronize"
n = 2
directions = ["Up-Left", "Up-Right"]
gives = { PLV = 3 }
[card.chorus]
name = "Chorus"
types = ["Character"]
hp = 9
plv = 1
[[card.chorus.ability]]
keyword = "Synchronize"
n = 1
directions = ["Up"]
on = "preparation-phase"
do = [{ gain_tp = 1 }]
[card.breaker]
name = "Breaker"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all commands" }]
do = [{ destroy = "target" }]
[card.hush]
name = "Hush"
types = ["Augment"]
rank = "Normal"
attach = "all characters"
ability = [{ gives = { Mute = true } }]
"""
OF_KINDS = """
[card.paired]
name = "Paired"
types = ["Character"]
hp = 9
plv = 1
[[card.paired.ability]]
keyword = "Synchronize"
n = 2
directions = ["Left", "Right"]
among = { type = "Character" }
gives = { PLV = 3 }
[card.breaker]
name = "Breaker"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all commands" }]
do = [{ destroy = "target" }]
[card.choir]
name = "Choir"
types = ["Augment"]
rank = "Normal"
[[card.choir.ability]]
keyword = "Synchronize"
n = 1
directions = ["Down"]
among = { type = "Character" }
gives = { PLV = 3 }
[card.leader]
name = "Leader"
types = ["Character"]
hp = 9
plv = 1
[[card.leader.ability]]
keyword = "Synchronize"
n = 1
directions = ["Left"]
among = { type = "Character" }
gives = { PLV = 3 }
"""


def match(seats: int = 2) -> Duel:
    return duel(CARDS, seats=seats)


def test_synchronize_works_while_enough_materials_are_adjacent() -> None:
    # Given Gate in c3 with a Sentinel in c2 and another in c4, and Linked in b3, then Linked has +3 PLV; when
    # one of them changes its cell it has not, back again it has, and with Gate it loses it at once.
    d = match()
    gate = command(d, 0, "gate", "c3")
    there = [d.character(0, "sentinel", at=name) for name in ("c2", "c4")]
    h = d.character(0, "linked", at="b3")
    assert d.plv(h) == 4
    d.go(0, AFTERMATH)
    d.play(0, "move", there[0], to(d, "c1"))
    assert d.plv(h) == 1
    d.play(0, "move", there[0], to(d, "c2"))
    assert d.plv(h) == 4
    d.play(0, "move", h, to(d, "b4"))
    assert d.plv(h) == 1
    d.play(0, "move", h, to(d, "b3"))
    d.play(0, "play", d.hand(0, "breaker"), gate)
    d.pass_all()
    assert d.plv(h) == 1 and not commands.layout(d.s).materials


def test_cards_that_are_no_materials_do_not_count() -> None:
    # Given Characters above Linked and no Command, then it has no more than its own PLV; nor are there any
    # Materials on account of Synchronize, nor does a Muted one have it with Materials enough.
    d = match()
    for name in ("c2", "c4"):
        d.character(0, "sentinel", at=name)
    h = d.character(0, "linked", at="b3")
    assert d.plv(h) == 1 and not commands.layout(d.s).materials
    command(d, 0, "gate", "c3")
    assert d.plv(h) == 4
    d.on(h, "hush", 1)
    assert d.plv(h) == 1


def test_a_synchronized_trigger_asks_when_it_happens() -> None:
    # Given Chorus in b2 and a Soldier above it, then the Preparation Phase brings nothing; with a Command
    # beside the Soldier it brings 1 TP.
    d = match()
    d.character(0, "chorus", at="b2")
    d.character(0, at="c2")
    d.tp(0, 0)
    d.next_turn(0)
    without = d.tp_of(0)
    command(d, 0, "gate", "c1")
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == without + 1


def test_synchronize_says_what_it_asks_for() -> None:
    # Given cards with Synchronize, then their texts name directions, number and what is counted.
    d = match()
    assert (
        d.rules.by_slug["linked"].text
        == "Synchronize Up-Left, Up-Right 2 Command Materials: this card gets +3 PLV."
    )
    d = duel(OF_KINDS, *BARE)
    text = d.rules.by_slug["paired"].text
    assert text == "Synchronize Left, Right 2 Character cards: this card gets +3 PLV."


def test_synchronize_may_count_cards_of_a_kind() -> None:
    # Given how = "cards" and Paired in c3, when Characters stand in c2 and c4, then it has +3 PLV; with an
    # Augment in place of one of them it has not.
    d = duel(OF_KINDS, *BARE)
    h, left = d.character(0, "paired", at="c3"), d.character(0, at="c2")
    d.on(d.body(0), "edge", 1, at="c4")
    assert d.plv(h) == 1
    right = d.character(0, at="b4")
    d.on(right, "edge", 1)
    h2 = d.character(0, "paired", at="b3")
    d.character(0, at="b2")
    assert d.plv(h2) == 4 and d.plv(h) == 1 and left


def test_what_has_synchronize_may_be_a_command() -> None:
    # Given how = "cards", then a Sentinel to the left of Leader is Command Material without its PLV; two that
    # are each at the other are a circle, of which the first works.
    d = duel(OF_KINDS, *BARE)
    leader, h = d.character(0, "leader", at="c3"), d.character(0, "sentinel", at="c2")
    assert commands.layout(d.s) == commands.Layout(frozenset({leader}), frozenset({h}))
    assert d.plv(h) == 1 and d.plv(leader) == 4
    skill = d.hand(0, "strike")
    d.play(0, "move", h, to(d, "b2"))
    d.play(0, "lay", skill, to(d, "c2"))
    assert d.at(skill) == "c2" and d.plv(h) == 3 and d.plv(leader) == 1
    first, second = d.character(0, "paired", at="b4"), d.character(0, "paired", at="b5")
    d.character(0, at="b3")
    assert second in commands.layout(d.s).materials and first not in commands.layout(d.s).materials
    assert d.plv(first) == 4 and d.plv(second) == 1
    d.go(0, COMBAT)
    assert not [move for move in d.options(0) if move[:2] == (d.rules.verbs.index("activate"), leader)]


def test_what_lies_idle_is_no_command() -> None:
    # Given how = "cards" and an Augment with Synchronize that lies idle in c3, then what is below it is no
    # Material of it.
    d = duel(OF_KINDS, *BARE)
    command(d, 0, "right", "c2")
    choir = d.hand(0, "choir")
    d.play(0, "lay", choir, to(d, "c3"))
    below = d.character(0, at="b3")
    assert commands.layout(d.s).materials == {choir} and d.s.role[choir] == LAID
    d.play(0, "play", d.hand(0, "breaker"), d.s.kids[d.body(0)][0])
    d.pass_all()
    assert not commands.layout(d.s).materials and d.where(below) == "Backup Zone"


WRONG = {
    "n": ('directions = ["Up"]', "from 1 to 8"),
    "directions": ("n = 2", "name directions"),
    "word": ('n = 2\ndirections = ["North"]', "no direction"),
    "among": ('n = 2\ndirections = ["Up"]\namong = { type = "Character" }', "whatever they are"),
    "alone": ('keyword = "Backup"\ndirections = ["Up"]', "go with Synchronize alone"),
}


@pytest.mark.parametrize("key", WRONG)
def test_what_is_said_wrongly_of_synchronize_is_named(key: str) -> None:
    # Given an ability under Synchronize without number or directions, or with a wrong one, then the error
    # says so; what Synchronize alone asks for is no word of other abilities.
    row, why = WRONG[key]
    under = "" if "keyword" in row else 'keyword = "Synchronize"\n'
    text = f'[card.x]\nname = "X"\ntypes = ["Character"]\nhp = 1\nplv = 1\n[[card.x.ability]]\n{under}{row}\n'
    with pytest.raises(LoadError, match=why):
        duel(f"{text}gives = {{ PLV = 1 }}\n")
