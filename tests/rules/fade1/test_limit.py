"""Making room in a full Equip Zone of the 60-card edition, and what is not limited (topic limit)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK
from fadenet.games.fade.tables import ZONE
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("plv-charm")
    + skill("will", do={"attack": 1}, ability={"on": "destroyed", "do": {"gain_tp": 5}})
    + augment("shackle", keywords="Equip", attach="enemy characters", ability={"gives": {"PLV": -1}})
    + item("tonic", cost=3, do={"draw": 1})
    + character("slotless", hp=5, plv=1, cs=0)
)


def full(slug: str = "will") -> tuple[Duel, int, list[int]]:
    """(a match, seat 0's Soldier, the five cards attached to it)."""
    d = Duel(CARDS, edition="fade1")
    x = d.character(0)
    return d, x, [d.on(x, slug) for _ in range(5)]


@pytest.mark.rule("fade1", "limit.equip-choice")
@pytest.mark.parametrize("newest", [False, True])
def test_any_of_the_six_is_discarded_and_not_destroyed(newest: bool) -> None:
    # Given a sixth card attached to a full Equip Zone.
    d, x, there = full()
    new = d.hand(0, "will")
    d.tp(0, 0)
    d.play(0, "attach", new, x)
    # Then its controller picks one of all six, the new one among them.
    assert d.until(PICK) == 0
    assert sorted(kernel.candidates(d.s, d.s.asks[0], {})) == sorted([*there, new])
    gone = new if newest else there[2]
    d.quietly(0, "pick", gone)
    # Then it is discarded, face-up, On Destroyed does not happen, and the others stay.
    assert d.lies(gone) == "discard" and d.s.code[gone] and d.tp_of(0) == 0
    assert set(d.s.kids[x]) == {*there, new} - {gone}


@pytest.mark.rule("fade1", "limit.equip-choice")
def test_the_controller_of_the_bearer_chooses() -> None:
    # Given a full Equip Zone of B's Character, when A attaches an Augment to it, then B chooses.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1)
    there = [d.on(y, "will") for _ in range(5)]
    shackle = d.hand(0, "shackle")
    d.play(0, "play", shackle, y)
    assert d.until(PICK) == 1
    # Then A's card may be the one that goes, to A's Discard Pile.
    d.quietly(1, "pick", shackle)
    assert d.plv(y) == 3 and d.s.zones[d.s.zone[shackle]] == (shackle,) and d.s.kids[y] == tuple(there)


@pytest.mark.rule("fade1", "limit.no-other-limits")
def test_items_are_limited_by_tp_alone() -> None:
    # Given 9 TP and three Items of cost 3, when all are played in one Preparation Step.
    d = Duel(CARDS, edition="fade1")
    items = [d.hand(0, "tonic") for _ in range(4)]
    d.tp(0, 9)
    for tonic in items[:3]:
        d.quietly(0, "play", tonic)
    # Then all are accepted, and a fourth is too dear.
    assert d.tp_of(0) == 0 and all(d.lies(h) == "discard" for h in items[:3])
    assert d.refused(0, "play", items[3]) == d.rule("too-dear")


@pytest.mark.rule("fade1", "limit.no-other-limits")
def test_characters_augments_and_zones_are_not_counted_by_the_turn() -> None:
    # Given Characters without CS, Augments and Zone cards, when one after the other is played in one step.
    d = Duel(CARDS, edition="fade1")
    pages = [d.fighter(0, "slotless") for _ in range(6)]
    for page in pages:
        d.quietly(0, "play", page, d.to("front"))
    for page in pages:
        for _ in range(5):
            d.quietly(0, "play", d.hand(0, "plv-charm"), page)
    for _ in range(19):
        d.quietly(0, "play", d.hand(0, "plain"), *d.ground())
    # Then each has its five Augments, and a Zone card lies in every open cell.
    assert [d.plv(page) for page in pages] == [6] * 6
    assert d.size(0, ZONE) == 19 and not d.grounds(0)
