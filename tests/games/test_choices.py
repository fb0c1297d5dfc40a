"""Choosing targets in many ways: the list of moves has an end, what is legal does not depend on it."""

from __future__ import annotations

import copy
import sys
from itertools import permutations

import pytest

from fadenet.engine import kernel
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ACT, RESPOND, State
from fadenet.games.fade.tables import COMBAT, KEY_TO
from tests.builders.playout import FAROE, Playout, Table
from tests.builders.scenario import Duel
from tests.cards.fade import character, item, skill

CARDS = (
    item("hail", cost=1, targets={"pick": "all characters", "n": 4}, do={"damage": 2, "to": "targets"})
    + item(
        "sleet",
        targets={"pick": "all characters", "n": 4},
        if_={"count": {"from": "targets", "damaged": True}, "min": 4},
        do={"damage": 2, "to": "targets"},
    )
    + skill("scatter", cost=1, targets={"reach": True, "n": 4, "up_to": True}, do={"attack": 1})
    + character("ghost", cost=1, level=1, hp=5, plv=1, keywords={"Immune": ["Items"]})
    + character("tyrant", cost=4, level=9, hp=30, plv=9, level_up=["Soldier"], keywords={"Boss": 4})
)
LISTED = FAROE.listed_max


def crowd(each: int = 3, seats: int = 4) -> tuple[Duel, list[int]]:
    """A game of four with so many Characters in front of everybody."""
    d = Duel(CARDS, seats=seats)
    return d, [d.character(seat) for seat in range(seats) for _ in range(each)]


def listed(d: Duel, h: int) -> list[Move]:
    return [move for move in d.options(0) if move[1:2] == (h,)]


def test_targets_beyond_the_end_of_the_list_are_as_legal() -> None:
    """given 495 ways to choose 4 of 12 Characters of four players, then the last one is played by rule."""
    d, there = crowd()
    hail, last = d.hand(0, "hail"), there[-4:]
    ways = [move for move in listed(d, hail) if len(move) == 6]
    assert len(ways) == LISTED
    assert not any(set(move[2:]) == set(last) for move in ways)
    order = [h for seat in range(4) for h in d.s.zones[d.s.zone[there[seat * 3]]] if h in last]
    d.quietly(0, "play", hail, *order)
    assert [d.hp(h) for h in there] == [10] * 8 + [8] * 4


def test_ways_that_miss_a_condition_take_no_place_in_the_list() -> None:
    """given a use whose condition only the last of 495 ways meets, then that one is listed and legal."""
    d, there = crowd()
    for h in there[-4:]:
        d.damage(h, 1)
    sleet = d.hand(0, "sleet")
    (move,) = listed(d, sleet)
    assert {*move[2:]} == {*there[-4:]}
    d.play(0, "play", sleet, *move[2:])


def test_targets_beyond_the_end_are_refused_by_the_rule_they_break() -> None:
    """given the same, then too few, too many, one twice, another order and an Immune one are refused."""
    d, there = crowd()
    ghost = d.character(3, "ghost")
    hail, (*_, a, b, c, e) = d.hand(0, "hail"), there
    for line in ((a, b, c), (there[0], a, b, c, e), (a, a, b, c), (b, a, c, e)):
        assert d.refused(0, "play", hail, *line) == "target.chosen-when", line
    assert d.refused(0, "play", hail, a, b, c, ghost) == "keyword.immune"
    assert d.refused(0, "play", hail, a, b, c, d.body(1)) == "target.chosen-when"
    d.tp(0, 0)
    assert d.refused(0, "play", hail, a, b, c, e) == "value.costs"


def test_an_attack_may_name_any_of_very_many_orders() -> None:
    """given 9 enemies in front and a Skill at up to 4, then every order is legal that is in reach."""
    d, there = crowd()
    behind = d.character(2, backup=True)
    flurry = d.on(there[0], "scatter")
    d.go(0, COMBAT)
    assert len(listed(d, flurry)) == LISTED
    foes = there[3:]
    for line in list(permutations(foes, 4))[::97]:
        move = d.move("use", flurry, *line)
        assert kernel.check(d.s, 0, move, d.dealer.opening(d.s, move)) is None, line
    a, b, c, e = foes[-4:]
    assert d.refused(0, "use", flurry, e, c, a, c) == "target.chosen-when"
    assert d.refused(0, "use", flurry, e, c, a, behind) == "target.order"
    assert d.refused(0, "use", flurry, e, c, a, there[0]) == "target.enemies-only"
    d.quietly(0, "use", flurry, e, b, c, a)
    assert [h for h in there if d.hp(h) < 10] == [a, b, c, e]


def test_what_a_boss_costs_may_lie_anywhere_in_the_discard_pile() -> None:
    """given 4 of 12 Characters to imprison and one to lay it on, then any 4 in their order will do."""
    d = Duel(CARDS)
    d.tp(0, 4)
    mine = d.character(0)
    pile = [d.discard(0, "squire") for _ in range(12)]
    ration = d.discard(0, "ration")
    tyrant = d.fighter(0, "tyrant")
    in_order = [h for h in d.s.zones[d.s.zone[pile[0]]] if h in pile]
    last = in_order[-4:]
    assert len(listed(d, tyrant)) == 2 * LISTED
    assert d.refused(0, "play", tyrant, (KEY_TO, 0), *last[::-1], mine) == "keyword.boss"
    assert d.refused(0, "play", tyrant, (KEY_TO, 0), *last[1:], ration, mine) == "keyword.boss"
    assert d.refused(0, "play", tyrant, (KEY_TO, 0), *last[1:], mine) == "keyword.boss"
    assert d.refused(0, "play", tyrant, (KEY_TO, 0), *last) == "keyword.level-up"
    assert d.refused(0, "play", tyrant, (KEY_TO, 0), *last, tyrant) == "keyword.level-up"
    d.quietly(0, "play", tyrant, (KEY_TO, 0), *last, mine)
    assert [d.where(h) for h in last] == ["Rift Zone"] * 4


@pytest.mark.slow
@pytest.mark.parametrize("table", [Table("faroe", "duel", 2), Table("faroe", "free-for-all", 4)], ids=str)
def test_a_shorter_list_changes_nothing_of_what_is_legal(table: Table) -> None:
    """given random matches, then with a list of one way for each use the same moves are legal."""
    short, long = copy.copy(table.rules), copy.copy(table.rules)
    short.listed_max, long.listed_max = 1, sys.maxsize
    beyond = 0
    for seed in range(2):
        play = Playout(table.rules, seed, players=table.players)
        for n, s in enumerate(play.rests()):
            if not s.asks or s.asks[0].kind not in (ACT, RESPOND):
                continue
            seat = play.owing()[0]
            few, all_ = under(short, s, seat, play), under(long, s, seat, play)
            assert set(few) <= set(all_)
            for move in set(all_) - set(few):
                beyond += 1
                assert kernel.check(with_rules(s, short), seat, move, play.dealer.opening(s, move)) is None
            if n > 1500:
                break
    assert beyond > 50


def under(rules: Rules, s: State, seat: int, play: Playout) -> list[Move]:
    return kernel.options(with_rules(s, rules), seat, play.dealer.known[seat])


def with_rules(s: State, rules: Rules) -> State:
    other = s.clone()
    other.rules = rules
    return other
