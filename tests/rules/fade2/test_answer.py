"""What is an attack, what a Prevented card becomes, and what may start a Chain, in the 40-card edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.cells import to
from tests.builders.scenario import Duel

CARDS = (
    cards("events", "ambush")
    + """
[card.drummer]
name = "Drummer"
types = ["Character"]
hp = 12
plv = 2
[[card.drummer.ability]]
on = "attacks"
of = "this"
do = [{ gain_tp = 1 }]
[card.balm]
name = "Balm"
types = ["Skill"]
rank = "Normal"
do = [{ heal = 2, of = "user" }]
[card.tonic]
name = "Tonic"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ heal = 1, of = "target" }]
[card.cut]
name = "Cut"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ negate = true }]
[card.screen]
name = "Screen"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[card.wake]
name = "Wake"
types = ["Reaction"]
rank = "Normal"
do = [{ draw = 1 }]
"""
)


def duel(seats: int = 2) -> Duel:
    d = Duel(CARDS, seats=seats, edition="fade2")
    for seat in range(seats):
        d.tp(seat, 10)
    return d


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_a_skill_that_heals_is_an_attack_of_its_user() -> None:
    # Given a Drummer who gains 1 TP when it attacks, with a Skill that only heals it, when that is used, then
    # 1 TP comes; an Item that heals it gives none.
    d = duel()
    x = d.character(0, "drummer")
    d.character(1)
    d.damage(x, 5)
    balm, tonic = d.on(x, "balm"), d.hand(0, "tonic")
    d.play(0, "play", tonic, x)
    d.pass_all()
    assert (d.hp(x), d.tp_of(0)) == (8, 10)
    d.go(0, COMBAT)
    d.play(0, "use", balm)
    d.pass_all()
    assert (d.hp(x), d.tp_of(0)) == (10, 11)


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_a_skill_that_heals_can_be_negated_as_an_attack() -> None:
    # Given the same Skill and an enemy's Reaction that Negates an attack, then it does nothing.
    d = duel()
    x, y = d.character(0, "drummer"), d.character(1)
    d.damage(x, 5)
    balm, cut = d.on(x, "balm"), d.on(y, "cut")
    d.go(0, COMBAT)
    d.play(0, "use", balm)
    d.until_asked(1)
    d.play(1, "use", cut, -1)
    d.pass_all()
    assert d.hp(x) == 7


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_who_merely_blocks_attacks_nobody() -> None:
    # Given a Drummer that Blocks an attack with a Reaction, then it gains nothing.
    d = duel()
    x, y = d.character(0), d.character(1, "drummer")
    screen = d.on(y, "screen")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", screen, -1)
    d.pass_all()
    assert (d.hp(y), d.tp_of(1)) == (12, 10) and len(d.happened("linked")) == 2


@pytest.mark.rule("fade2", "link.reactions")
@pytest.mark.parametrize("flips", [True, False])
def test_a_reaction_with_trigger_may_start_a_chain_when_its_event_comes(flips: bool) -> None:
    # Given B's face-down Reaction with Trigger for a Character or Item that an enemy plays, and one without,
    # when A plays a Character, then B may flip the first, which starts a Chain; the second could not, and
    # starts none in the own Combat Step either.
    d = duel()
    d.character(0)
    user, f = d.character(1), d.fighter(0)
    ambush = d.on(d.body(1), "ambush", at="a1")
    wake = d.on(user, "wake")
    d.play(0, "play", f, to(d, "c3"))
    assert d.asked() == [1] and not d.s.chain
    assert d.refused(1, "use", wake)
    left = d.tp_of(0)
    if flips:
        d.play(1, "use", ambush)
        assert d.links() == ["Ambush"]
    d.pass_all()
    assert d.tp_of(0) == left - 2 * flips and d.tp_of(1) == 10 - 3 * flips
    assert d.lies(ambush) == ("discard" if flips else "attached")
    d.next_turn(1)
    d.go(1, COMBAT)
    assert d.refused(1, "use", wake) == "link.reactions"
