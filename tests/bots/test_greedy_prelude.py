"""Greedy at Prelude: the callings that it chooses, how it arms itself and climbs, and that it lets blast."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet.bots import prelude
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.engine.kernel import NO_MOVE, YES_MOVE
from fadenet.engine.state import CONFIRM, TAKE
from fadenet.games.prelude import tables as t
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import Prelude, tiers
from tests.builders.prelude_start import Start
from tests.cards.prelude import cards

CARDS = cards("sword", "club", "axe", "bolt", "ember", "lance", "guard", "wave", "moss", "wolf")
CLIMB = [*tiers("white-magic", 5)] * 2


def seat_of(g: Prelude, seat: int) -> SeatView:
    mine = {h: code for h, code in g.dealer.truth.items() if g.s.owner[h] == seat}
    return SeatView(g.s, seat, {**g.dealer.known[seat], **mine})


def answer(g: Prelude, seat: int) -> str:
    """The answer of greedy here, in notation."""
    it = seat_of(g, seat)
    return it.text(run_now(GreedyBot().choose(it)).move)


def taken(g: Prelude, seat: int) -> list[str]:
    """The cards that greedy takes from its deck here."""
    need = next(w for w in g.s.needs if w.kind == TAKE and w.who == seat)
    return [g.slug(h) for h in run_now(GreedyBot().take(seat_of(g, seat), need))]


def starting(*decks: Sequence[str], who: Sequence[str]) -> Start:
    return Start(*who, decks=decks, cards=CARDS)


# The set-up.


@pytest.mark.parametrize(
    ("proposal", "accepted"),
    [
        (((t.KEY_GAMES, 0),), True),
        (((t.KEY_STAKE, 0),), True),
        (((t.KEY_CAP, prelude.CAP),), True),
        (((t.KEY_CAP, prelude.CAP - 1),), False),
        (((t.KEY_CAP, 1),), False),
        (((t.KEY_TRUCE, 4), 2), False),
    ],
    ids=["games", "stake", "long", "short", "one-turn", "truce"],
)
def test_no_proposal_cuts_its_game_short(proposal: tuple[object, ...], accepted: bool) -> None:
    """given a proposal of best of three, of a stake, of a cap, of a truce, then it accepts none that ends
    games before they are usually over, and none that keeps it from attacking."""
    who = ["human", "dwarf", "human"] if proposal[0] == (t.KEY_TRUCE, 4) else ["human", "dwarf"]
    deck = ["copper-purse"] * 50 + ["soldier-1", "green-magic-1"]
    g = Prelude(*who, setup=False, decks=[deck] * len(who), agreements=True)
    g.play(0, "propose", *proposal)
    assert g.asked() == [1] and g.asked_kind() == CONFIRM
    assert run_now(GreedyBot().choose(seat_of(g, 1))).move == (YES_MOVE if accepted else NO_MOVE)


def test_a_cross_trained_human_begins_with_both_lines_of_its_deck() -> None:
    """given a Human with cards of two lines, and one with two tiers of one line, then the one places both
    first ranks and the other the two tiers."""
    both = ["green-magic-1", "green-magic-2", "red-magic-1", "red-magic-2", "moss", "ember"]
    g = starting(both, ["soldier-1", "swordsman-2"], who=("human", "human"))
    assert sorted(taken(g, 0)) == ["green-magic-1", "red-magic-1"]
    assert taken(g, 1) == ["soldier-1", "swordsman-2"]


def test_the_ways_to_begin_are_the_callings_with_enough_cards() -> None:
    """given a Human with cards of two lines, then both together are the first way to begin and each alone is
    another."""
    both = ["green-magic-1", "green-magic-2", "red-magic-1", "red-magic-2", "moss", "ember"]
    g = starting(both, both, who=("human", "human"))
    need = next(w for w in g.s.needs if w.kind == TAKE and w.who == 0)
    ways = [[g.slug(h) for h in way] for way in prelude.beginnings(seat_of(g, 0), need)]
    assert list(map(sorted, ways)) == [
        ["green-magic-1", "red-magic-1"],
        ["green-magic-1", "green-magic-2"],
        ["red-magic-1", "red-magic-2"],
    ]
    assert ways[0] == taken(g, 0)


def test_a_second_calling_is_named_by_whoever_may_master_the_first() -> None:
    """given a deck with every tier to the mastery of White twice and a few Red cards, then Red is named; not
    where a tier is there once, and not where Red could never begin."""
    for deck, named in (
        ([*CLIMB, "red-magic-1", "ember"], "name line=red-magic"),
        ([*CLIMB[:-1], "red-magic-1", "ember"], "name line=none"),
        ([*CLIMB, "ember"], "name line=none"),
    ):
        g = starting(deck, ["soldier-1"], who=("elf", "human"))
        g.place(("white-magic-1", "white-magic-2"), ("soldier-1",))
        assert answer(g, 0) == named


def test_ranks_that_lead_nowhere_are_left_out() -> None:
    """given a Swordsman of tier 2 and a spare of each rank, then those of tiers 1 and 2 leave the deck, and
    the same of a Mage but for tier 1, which refills."""
    lines = (
        [*["soldier-1", "swordsman-2", "swordsman-3"] * 2],
        [*tiers("green-magic", 3), *tiers("green-magic", 3)],
    )
    g = starting(*lines, who=("human", "elf"))
    g.place(("soldier-1", "swordsman-2"), ("green-magic-1", "green-magic-2"))
    for seat in (0, 1):
        g.answer(seat, (t.V_NAME, (t.KEY_LINE, 0)), settle=False)
    for _ in ("Preliminaries are shown", "what cannot be used goes"):
        g.deal()
    assert taken(g, 0) == ["soldier-1", "swordsman-2"]
    assert taken(g, 1) == ["green-magic-2"]


# Ranks.


def test_the_highest_rank_is_placed_and_a_second_line_before_it() -> None:
    """given the next tiers of two lines, then the higher one is placed; a line that begins comes first."""
    g = Prelude("human", "human", ranks=("green-magic-1", "soldier-1"), cards=CARDS)
    g.ranks(0, "red-magic-1", "red-magic-2", more=True)
    g.training(0, 9)
    g.hand(0, "green-magic-2")
    three = g.hand(0, "red-magic-3")
    assert answer(g, 0) == seat_of(g, 0).text((t.V_PLACE, three))
    g = Prelude("elf", "human", ranks=("blue-magic-1", "soldier-1"), cards=CARDS)
    g.second_calling(0, t.L_RED, taught=True)
    g.hand(0, "blue-magic-2")
    begins = g.hand(0, "red-magic-1")
    assert answer(g, 0) == seat_of(g, 0).text((t.V_PLACE, begins))


def test_a_line_begins_anew_only_for_a_spell_that_it_cannot_pay_for() -> None:
    """given a spent reserve and tier 1 in hand, then it is laid if a spell of tier 1 waits for it, not for
    one of another colour, and not while the reserve is enough."""
    for spell, reserve, placed in (("bolt", 0, True), ("lance", 0, False), ("bolt", 9, False)):
        g = Prelude("elf", "human", cards=CARDS)
        g.reserve(g.ranks(0, "green-magic-1", "green-magic-2")[-1], reserve)
        g.hand(0, "green-magic-1")
        g.hand(0, spell)
        assert answer(g, 0).startswith("place") is placed


# Weapons.


def test_a_better_weapon_is_brought_and_equipped_while_there_is_coin() -> None:
    """given an equipped club and a sword in hand that deals more in a Response, then it is paid for, and
    equipped in the club's place; a purse that is nearly full does not keep it."""
    g = Prelude("human", "dwarf", ranks="soldier-1", cards=CARDS)
    g.coin(0, 9)
    g.hand(0, "sword")
    assert answer(g, 0) == "bring h1"
    g.quietly(0, "bring", g.zone(0, t.HAND)[0])
    assert answer(g, 0) == "equip s1"


# Blasts.


def test_colours_explode_where_that_costs_the_other_side_more() -> None:
    """given a Mage of two colours who has cast Green, an enemy with 5 life, a spell of Green that deals 4
    and one of Red that deals 3 and kills by the blast, then that one is cast."""
    g = Prelude("human", "human", ranks=("green-magic-1", "soldier-1"), cards=CARDS)
    g.ranks(0, "red-magic-1", more=True)
    g.actions(1, 0)
    g.cast(0, "bolt", g.body(1))
    g.life(g.body(1), 5)
    g.hand(0, "bolt")
    ember = g.hand(0, "ember")
    assert answer(g, 0) == seat_of(g, 0).text((t.V_CAST, ember, g.body(1)))
    g.quietly(0, "cast", ember, g.body(1))
    assert g.happened("explodes") and g.s.over
