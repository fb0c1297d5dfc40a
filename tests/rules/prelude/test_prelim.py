"""Preliminaries: how many are placed at the start, in which order, what counts, what binds: the topic
`prelim`."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, needs
from fadenet.engine.errors import WrongInput
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from tests.builders.prelude_scenario import Prelude, tiers
from tests.builders.prelude_start import Start
from tests.cards.prelude import cards, rank

CARDS = cards("sword", "guard", "bolt", "gust", "gale") + rank(
    "sergeant",
    line="Soldier",
    ability=[
        {"activate": True, "suspend": 1, "do": {"coin": 1}},
        {"gives": {"Attack": 2}, "to": "your gear"},
        {"on": "response-begins", "do": {"coin": 5}},
    ],
)
GREEN = tiers("green-magic", 3)


def tops(g: Prelude, seat: int) -> list[str]:
    return [g.slug(h) for h in values.tops(g.s, seat)]


def reserve(g: Prelude, seat: int) -> int:
    return values.reserve(g.s, seat, t.GREEN)


@pytest.mark.rule("prelude", "prelim.identifier")
def test_only_ranks_are_preliminaries() -> None:
    """given an ordinary minion, when it is to be a Preliminary at the start or later, then it is refused."""
    g = Start("human", "dwarf", decks=[["guard", "sword", "soldier-1"], ["soldier-1"]], cards=CARDS)
    assert g.takeable(0) == ["soldier-1"]
    g.place(("soldier-1",), ("soldier-1",))
    g.first()
    g.next(0)
    guard = g.hand(0, "guard")
    assert g.refused(0, "place", guard) == "prelim.identifier"
    assert g.refused(0, "place", g.hand(0, "sword")) == "prelim.identifier"


@pytest.mark.rule("prelude", "prelim.two-at-start")
def test_two_are_placed_and_more_follow_in_play() -> None:
    """given Green Magic 1 to 3, when Preliminaries are placed, then two are; in play the third is stacked."""
    g = Start("human", "dwarf", decks=[GREEN, ["soldier-1"]])
    assert g.takeable(0, "green-magic-1") == ["green-magic-2"]
    assert g.takeable(0, "green-magic-1", "green-magic-2") == []
    g.place(("green-magic-1", "green-magic-2"), ("soldier-1",))
    g.first()
    g.next(0)
    assert g.size(0, t.LINE_A) == 2
    g.training(0, 2)
    g.play(0, "place", g.hand(0, "green-magic-3"))
    assert g.size(0, t.LINE_A) == 3 and tops(g, 0) == ["green-magic-3"]


@pytest.mark.rule("prelude", "prelim.two-at-start")
def test_three_are_not_taken() -> None:
    """given three that would follow each other, when all three are taken, then the table refuses them."""
    g = Start("human", "dwarf", decks=[GREEN, ["soldier-1"]])
    mine = {g.slug(h): h for h in g.s.pool[0]}
    theirs = {g.slug(h): h for h in g.s.pool[2]}
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(tuple(mine[slug] for slug in GREEN), ()), ((theirs["soldier-1"],), ())])
    needs.supply(g.s, [(tuple(mine[slug] for slug in GREEN[:2]), ()), ((theirs["soldier-1"],), ())])


@pytest.mark.rule("prelude", "prelim.reveal")
def test_nobody_starts_with_none_and_all_are_shown_together() -> None:
    """given A with two cards and B with none, when B confirms, then it is refused; then all are shown at
    once."""
    g = Start("human", "dwarf", decks=[GREEN, ["soldier-1"]])
    assert [w.who for w in g.s.needs] == [0, 1]
    mine = {g.slug(h): h for h in g.s.pool[0]}
    two = (mine["green-magic-1"], mine["green-magic-2"])
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(two, ()), ((), ())])
    assert [w.who for w in g.s.needs] == [0, 1] and not any(g.s.code[h] for h in two)
    g.place(("green-magic-1", "green-magic-2"), ("soldier-1",))
    mine_now, theirs = g.zone(0, t.CASTING), g.zone(1, t.CASTING)
    assert len(mine_now) == 2 and len(theirs) == 1
    g.step_seat(0)
    assert not any(g.s.code[h] for h in (*mine_now, *theirs)) and not g.happened("placed")
    assert not any(h in g.dealer.known[1] for h in mine_now)
    g.step_seat(1)
    assert all(g.s.code[h] for h in (*mine_now, *theirs)) and len(g.happened("placed")) == 3


@pytest.mark.rule("prelude", "prelim.sequence")
def test_preliminaries_go_in_sequence() -> None:
    """given Green Magic 1, when Green Magic 3 is the second, then it is refused, and tier 2 alone too."""
    g = Start("human", "dwarf", decks=[GREEN, ["soldier-1"]])
    assert g.takeable(0) == ["green-magic-1"]
    assert g.takeable(0, "green-magic-1") == ["green-magic-2"]
    mine = {g.slug(h): h for h in g.s.pool[0]}
    theirs = next(h for h in g.s.pool[2] if g.slug(h) == "soldier-1")
    g.rests = False
    needs.supply(g.s, [((mine["green-magic-1"], mine["green-magic-2"]), ()), ((theirs,), ())])
    g.pass_all()
    assert tops(g, 0) == ["green-magic-2"] and g.size(0, t.LINE_A) == 2


@pytest.mark.rule("prelude", "prelim.two-types-start")
def test_two_types_are_both_of_tier_one() -> None:
    """given Cross Training, when Soldier 1 and Green Magic 1 are placed, then that is legal, and no third
    is."""
    deck = ["soldier-1", "swordsman-2", "green-magic-1", "green-magic-2", "blue-magic-1"]
    g = Start("human", "elf", decks=[deck, deck])
    assert g.takeable(0, "soldier-1") == ["green-magic-1", "swordsman-2"]
    assert g.takeable(0, "soldier-1", "green-magic-1") == []
    assert g.takeable(1) == ["blue-magic-1", "green-magic-1"]
    assert g.takeable(1, "green-magic-1") == ["green-magic-2"]
    g.place(("soldier-1", "green-magic-1"), ("green-magic-1",))
    g.pass_all()
    assert tops(g, 0) == ["soldier-1", "green-magic-1"]


@pytest.mark.rule("prelude", "prelim.stack")
def test_after_a_restart_the_climb_begins_anew() -> None:
    """given the stack Green Magic 1, 2, 1, when 1, 2 and 3 are held, then 1 and 2 may follow, 3 may not."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "green-magic-1", "green-magic-2", "green-magic-1")
    g.training(0, 9)
    one, two, three = (g.hand(0, slug) for slug in GREEN)
    assert g.can(0, "place", one) and g.can(0, "place", two)
    assert g.refused(0, "place", three) == "prelim.stack"


@pytest.mark.rule("prelude", "prelim.refill")
def test_a_refill_is_a_new_top_card() -> None:
    """given Green Magic 2 without reserve, when tier 1 is laid on it, then reserve is 6 and the tier is 1."""
    g = Prelude("human", "dwarf", cards=CARDS)
    top = g.ranks(0, "green-magic-1", "green-magic-2")[-1]
    g.reserve(top, 0)
    gust = g.hand(0, "gust")
    assert reserve(g, 0) == 0 and g.refused(0, "cast", gust, g.body(1)) == "value.no-debt"
    g.play(0, "place", g.hand(0, "green-magic-1"))
    assert reserve(g, 0) == 6 and tops(g, 0) == ["green-magic-1"]
    assert g.refused(0, "cast", gust, g.body(1)) == "spell.tier"
    assert g.can(0, "cast", g.hand(0, "bolt"), g.body(1))


@pytest.mark.rule("prelude", "prelim.top-only")
def test_covered_ranks_do_not_count() -> None:
    """given five Green Magic cards with tier 2 on top, when a tier 3 spell is cast, then it is refused."""
    g = Prelude("human", "dwarf", cards=CARDS)
    five = g.ranks(0, "green-magic-1", "green-magic-2", "green-magic-3", "green-magic-1", "green-magic-2")
    assert g.refused(0, "cast", g.hand(0, "gale"), g.body(1)) == "spell.tier"
    assert reserve(g, 0) == 9
    g.cast(0, "gust", g.body(1))
    assert g.lost(1) == 4 + 1 and reserve(g, 0) == 7
    assert [g.s.num[t.RESERVE][h] for h in five] == [6, 9, 12, 6, 7]


@pytest.mark.rule("prelude", "prelim.top-only")
def test_the_abilities_of_a_covered_rank_do_not_count() -> None:
    """given a rank with an ability to use, one that holds and one that triggers, when another lies on it,
    then none of them works; on top all three do."""
    g = Prelude("human", "dwarf", cards=CARDS)
    (below,) = g.ranks(0, "sergeant")
    sword = g.equipped(0, "sword")
    g.coin(0, 0)
    assert values.figure(g.s, sword, t.Q_ATTACK) == 3 + 2 and g.can(0, "use", below)
    g.next(0)
    assert g.purse(0) == 5 + 1
    g.play(0, "place", g.hand(0, "swordsman-2"))
    g.coin(0, 0)
    assert values.figure(g.s, sword, t.Q_ATTACK) == 3 and g.refused(0, "use", below) == "race.icons-page"
    g.next(0)
    assert g.purse(0) == 1


@pytest.mark.rule("prelude", "prelim.covered-reserve")
def test_covered_reserve_waits_below() -> None:
    """given Green Magic 2 with 4, when tier 3 is laid on it, then 12 are usable; if tier 3 leaves, 4
    again."""
    g = Prelude("human", "dwarf", cards=CARDS)
    top = g.ranks(0, "green-magic-1", "green-magic-2")[-1]
    g.reserve(top, 4)
    g.training(0, 9)
    three = g.hand(0, "green-magic-3")
    g.play(0, "place", three)
    assert reserve(g, 0) == 12
    g.cast(0, "gale", g.body(1))
    assert reserve(g, 0) == 10
    atoms.move(g.s, three, t.CEMETERY, 1)
    assert tops(g, 0) == ["green-magic-2"] and reserve(g, 0) == 4
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    assert reserve(g, 0) == 2


@pytest.mark.rule("prelude", "prelim.covered-reserve")
def test_a_refill_may_come_early() -> None:
    """given Green Magic 2 with 4 left, when tier 1 is laid on it, then 6 are usable, not 10."""
    g = Prelude("human", "dwarf")
    g.reserve(g.ranks(0, "green-magic-1", "green-magic-2")[-1], 4)
    g.play(0, "place", g.hand(0, "green-magic-1"))
    assert reserve(g, 0) == 6


@pytest.mark.rule("prelude", "prelim.binding")
def test_what_was_not_begun_cannot_be_begun() -> None:
    """given a start with Green Magic 1 and 2, when Soldier 1 is played in Turn 4, then it is refused."""
    g = Start("human", "dwarf", decks=[GREEN, ["soldier-1"]], cards=CARDS)
    g.place(("green-magic-1", "green-magic-2"), ("soldier-1",))
    g.first()
    while g.s.turn < 4 or g.s.active != 0:
        g.next()
    purse, soldier = g.purse(0), g.hand(0, "soldier-1")
    assert g.refused(0, "place", soldier) == "prelim.binding"
    assert g.purse(0) == purse and tops(g, 0) == ["green-magic-2"]
    assert g.can(0, "place", g.hand(0, "green-magic-1"))


@pytest.mark.rule("prelude", "prelim.binding-exceptions")
def test_a_common_rank_binds_to_all_that_share_it() -> None:
    """given Soldier 1 and Swordsman 2, when dropped to Soldier, then Gladiator 2 may follow, Barbarian 1
    not."""
    g = Start("dwarf", "human", decks=[["soldier-1", "swordsman-2"], ["soldier-1"]], cards=CARDS)
    g.place(("soldier-1", "swordsman-2"), ("soldier-1",))
    g.first()
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "gladiator-2")) == "prelim.stack"
    g.play(0, "descend", g.zone(0, t.LINE_A)[0])
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "barbarian-1")) == "prelim.binding"
    g.play(0, "place", g.hand(0, "gladiator-2"))
    assert tops(g, 0) == ["gladiator-2"]


@pytest.mark.rule("prelude", "prelim.binding-exceptions")
def test_an_acknowledgement_adds_the_second_calling() -> None:
    """given Swordsman 4 and Barbarian named before, when Barbarian 1 is placed, then it is legal."""
    g = Prelude("dwarf", "human")
    g.ranks(0, "soldier-1", "swordsman-3")
    g.second_calling(0, t.L_BARBARIAN)
    g.training(0, 9)
    g.play(0, "place", g.hand(0, "swordsman-4"))
    g.next(0)
    g.play(0, "place", g.hand(0, "barbarian-1"))
    assert tops(g, 0) == ["swordsman-4", "barbarian-1"]
