"""Buildup (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import DISCARD
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, command, item

CARDS = (
    cards("bricklayer", "cannon", "focus", "kiln-4", "yard")
    + item(
        "loader",
        cost=0,
        targets=[{"pick": "your discard pile"}, {"pick": "your attached cards"}],
        do={"under": "first target", "onto": "second target"},
    )
    + item("hush", cost=0, targets="your attached cards", do={"grant": "Mute", "on": "target"})
    + item("demolish", cost=0, targets="your attached cards", do={"destroy": "target"})
)

POST = command(
    "post",
    cost=0,
    directions=["Right"],
    needs=[{"n": 1, "type": "Skill"}],
    ability={"activate": True, "do": {"draw": 1}},
)


def loaded(d: Duel, *, under: int, edition: str) -> int:
    """A Cannon of seat 1 on the field with cards underneath."""
    cannon = d.on(d.body(1), "cannon", face=1)
    for _ in range(under):
        d.under(cannon, "squire")
    return cannon


@pytest.mark.editions("keyword.buildup", fade2="keyword.buildup", fade1="keyword.buildup")
def test_buildup_activates_once_enough_cards_lie_underneath(edition: str) -> None:
    # Given a Skill with Buildup attached to its Player with one card too few underneath.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.next_turn(1)
    cannon = loaded(d, under=0, edition=edition)
    spares = [d.discard(1, "squire"), d.discard(1, "giant")]
    # When an ability puts one underneath that is not the last, then it does not activate.
    d.quietly(1, "play", d.hand(1, "loader"), spares[0], cannon)
    assert d.hp(x) == 10
    assert len(d.s.kids[cannon]) == 1
    # When an ability puts the last one underneath, then it activates by itself.
    d.quietly(1, "play", d.hand(1, "loader"), spares[1], cannon)
    assert d.hp(x) == 5
    assert d.lies(cannon) == "discard"


@pytest.mark.editions(
    "keyword.buildup-details", fade2="keyword.buildup-activate", fade1="keyword.buildup-details"
)
def test_a_buildup_card_is_paid_at_first_and_works_on_any_turn(edition: str) -> None:
    # Given a Buildup 2 attack Skill of Cost 3 entering with 3 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(y, "focus")
    cannon = d.hand(0, "cannon")
    d.tp(0, 3)
    d.quietly(0, "play", cannon, *d.in_front())
    # Then TP are 0, and it lies face-up with its Player.
    assert d.tp_of(0) == 0
    assert (d.s.host[cannon], d.s.face[cannon]) == (d.body(0), 1)
    d.under(cannon, "squire")
    # When its second card arrives on an opponent's turn.
    d.next_turn(1)
    last = d.discard(0, "squire")
    d.tp(0, 0)
    loader = d.hand(0, "loader")
    d.play(1, "end")
    d.play(0, "play", loader, last, cannon)
    while d.links() != ["Cannon"]:
        assert not d.s.over
        d.step()
    # Then it activates after the running chain at no further cost, and can be answered.
    assert d.tp_of(0) == 0
    assert d.asked() == [1]
    d.pass_all()
    assert d.hp(y) == 5
    assert not d.count(d.body(1), "Damage")
    # And then 3 cards go to the Discard Pile, beside the Item that was used.
    assert sorted(d.names(0, DISCARD)) == ["Cannon", "Loader", "Squire", "Squire"]
    assert d.hp(x) == 10


@pytest.mark.editions(
    "keyword.buildup-details", fade2="keyword.buildup-activate", fade1="keyword.buildup-details"
)
@pytest.mark.parametrize("more", [1, 2])
def test_a_stack_that_fills_while_its_card_is_muted_waits(more: int, edition: str) -> None:
    # Given a Skill with Buildup 2 that is Muted for this turn, with one card underneath.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.next_turn(1)
    cannon = loaded(d, under=1, edition=edition)
    d.quietly(1, "play", d.hand(1, "hush"), cannon)
    # When its Stack fills, or more than that, then it does not activate; when it is Muted no longer, it does.
    for _ in range(more):
        d.quietly(1, "play", d.hand(1, "loader"), d.discard(1, "squire"), cannon)
    assert (d.lies(cannon), d.hp(x)) == ("attached", 10)
    d.next_turn(0)
    assert (d.lies(cannon), d.hp(x)) == ("discard", 5)


@cited(
    ("keyword.buildup-activate", "keyword.buildup-details"),
    ("command.materials", "command.materials-lose-effects"),
)
@pytest.mark.parametrize("leaves", [True, False])
def test_a_stack_that_fills_while_its_card_is_material_waits(leaves: bool, edition: str) -> None:
    # Given a Skill with Buildup 2 at which a Command points, with one card underneath.
    d = Duel(CARDS + POST, edition=edition)
    x = d.character(1)
    post = d.on(d.body(0), "post", face=1, at="c1")
    cannon = d.on(d.body(0), "cannon", face=1, at="c2")
    d.under(cannon, "squire")
    # When its Stack fills, then it does not activate as long as it is Material.
    d.quietly(0, "play", d.hand(0, "loader"), d.discard(0, "squire"), cannon)
    assert (d.lies(cannon), d.hp(x)) == ("attached", 10)
    # When the Command leaves the field, then it does, once; else it never does.
    if leaves:
        d.quietly(0, "play", d.hand(0, "demolish"), post)
    d.next_turn(0)
    assert (d.lies(cannon), d.hp(x)) == (("discard", 5) if leaves else ("attached", 10))


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.buildup", "keyword.buildup"))
def test_of_two_buildups_the_higher_one_counts(edition: str) -> None:
    # Given a Skill with Buildup 2 and a Zone card that gives it Buildup 1, when a second card comes under it,
    # then it activates.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "yard", at="c5")
    y = d.character(1)
    d.character(0, at="c1")
    kiln = d.on(d.body(0), "kiln-4", face=1, at="c2")
    for dealt in (0, 4):
        d.hand(0, "plain")
        d.quietly(0, "play", d.hand(0, "bricklayer"))
        assert d.count(y, "Damage") == dealt
    assert d.lies(kiln) == "discard"
