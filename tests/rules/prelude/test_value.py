"""Value cards, prices, the wage and Training: the topics `value` and `xp`."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.builders.prelude_start import Start
from tests.cards.prelude import card, cards, item, spell

CARDS = (
    cards("sword", "club", "fine-whip", "snare", "guard", "slower-bolt", "dart")
    + spell("fine-bolt", number=4, ability={"activate": True, "targets": {}, "do": {"damage": 4}})
    + card(
        "toll",
        "Value",
        value="Coin",
        amount=2,
        ability=[
            {"activate": True, "do": {"lose_coin": 5, "who": "you"}},
            {"activate": True, "do": {"coin": 3}},
        ],
    )
    + item("scales", uses=3, ability={"activate": True, "cost": 2, "limit": 2, "do": {"heal": 1}})
    + spell("tithe", ability={"activate": True, "targets": "enemy characters", "do": {"lose_coin": 3}})
)


def training(g: Prelude, seat: int) -> int:
    return g.s.num[t.TRAINING][g.body(seat)]


@pytest.mark.rule("prelude", "value.types")
def test_there_are_three_types_of_value() -> None:
    """given a Coin, a Magic and a Training card, when all are played in one Response, then each does its
    own."""
    g = Prelude("human", "dwarf", cards=CARDS)
    (top,) = g.ranks(0, "green-magic-1")
    coin, magic, drill = (g.hand(0, slug) for slug in ("silver-purse", "well-of-magic", "long-march"))
    kinds = [g.rules.by_slug[g.slug(h)].stats[t.S_VALUE] for h in (coin, magic, drill)]
    assert kinds == [t.V_COIN, t.V_MAGIC, t.V_TRAINING]
    assert {card.stats[t.S_VALUE] for card in g.rules.cards if card.types & t.VALUE} == set(kinds)
    before = training(g, 0)
    for h in (coin, magic, drill):
        g.play(0, "value", h)
    assert (g.purse(0), g.s.num[t.RESERVE][top], training(g, 0)) == (3, 6 + 4, before + 2)
    assert g.refused(0, "value", g.hand(0, "sword")) == "value.types"


@pytest.mark.rule("prelude", "value.one-of-each")
def test_one_of_each_type_in_a_response() -> None:
    """given two Coin cards and a Training card in Turn 1, when all are played, then the second Coin waits."""
    g = Prelude("human", "dwarf", turn=1)
    g.ranks(0, "soldier-1")
    first, second, drill = (g.hand(0, slug) for slug in ("silver-purse", "copper-purse", "long-march"))
    theirs = g.hand(1, "silver-purse")
    g.play(0, "value", first)
    assert g.refused(0, "value", second) == "value.one-of-each"
    g.play(0, "value", drill)
    assert g.purse(0) == 3 and g.where(second) == "Hand"
    assert g.refused(1, "value", theirs) == "response.own-only"
    g.next()
    assert g.s.active == 1 and g.refused(0, "value", second) == "response.own-only"
    g.next(0)
    before = g.purse(0)
    g.play(0, "value", second)
    assert g.purse(0) == before + 2


@pytest.mark.rule("prelude", "value.startup")
def test_a_start_with_racial_and_rank_values() -> None:
    """given a Human with Soldier 1 and Swordsman 2, when the game starts, then there are 9 Coin; tier 3
    adds 4."""
    g = Start("human", "elf", decks=[["soldier-1", "swordsman-2"], ["green-magic-1"]])
    g.place(("soldier-1", "swordsman-2"), ("green-magic-1",))
    while not g.happened("first"):
        g.step()
    assert g.purse(0) == 4 + 2 + 3 and training(g, 0) == 1
    assert g.purse(1) == 3 and values.reserve(g.s, 1, t.GREEN) == 6 + 2
    g.first()
    g.next(0)
    g.training(0, 2)
    before = g.purse(0)
    g.play(0, "place", g.hand(0, "swordsman-3"))
    assert g.purse(0) == before + 4


@pytest.mark.rule("prelude", "value.coin")
def test_coin_is_added_and_spent() -> None:
    """given a purse of 9, when a Coin card of 3 is played and a sword of 3 fielded, then it holds 9."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.coin(0, 9)
    g.play(0, "value", g.hand(0, "silver-purse"))
    assert g.purse(0) == 12
    g.play(0, "bring", g.hand(0, "sword"))
    assert g.purse(0) == 9
    g.next(0)
    assert g.purse(0) == 9 + 1


@pytest.mark.rule("prelude", "value.magic")
def test_magic_is_added_to_a_counted_rank() -> None:
    """given Green Magic 2 with 1 reserve, when a Magic card of 4 is played, then it holds 5, also beyond
    9."""
    g = Prelude("human", "human", cards=CARDS)
    below, top = g.ranks(0, "green-magic-1", "green-magic-2")
    g.reserve(top, 1)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert g.s.num[t.RESERVE][top] == 5 and g.s.num[t.RESERVE][below] == 6
    g.next(0)
    g.reserve(top, 9)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert g.s.num[t.RESERVE][top] == 13
    g.ranks(1, "soldier-1", "swordsman-2")
    g.next(1)
    assert g.refused(1, "value", g.hand(1, "well-of-magic")) == "value.magic"


@pytest.mark.rule("prelude", "value.magic")
def test_of_two_colours_the_player_chooses() -> None:
    """given green and red on top, when a Magic card is played, then its player says which reserve grows."""
    g = Prelude("human", "dwarf")
    (green,) = g.ranks(0, "green-magic-1")
    (red,) = g.ranks(0, "red-magic-1", more=True)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert {move[1] for move in g.options(0)} == {green, red}
    g.play(0, "pick", red)
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (6, 10)


@pytest.mark.rule("prelude", "value.training-card")
def test_training_is_added_for_good() -> None:
    """given Training 2, when a Training card of 2 is played, then it is 4, and a rank that asks for 4
    enters."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "soldier-1", "swordsman-3")
    g.training(0, 2)
    four = g.hand(0, "swordsman-4")
    assert g.refused(0, "place", four) == "xp.training-number-met"
    g.play(0, "value", g.hand(0, "long-march"))
    assert training(g, 0) == 4
    g.play(0, "place", four)
    g.next(0)
    assert training(g, 0) == 4 + 1


@pytest.mark.rule("prelude", "value.card-spent")
def test_a_value_card_is_spent_without_an_action() -> None:
    """given 3 actions, when a Coin card is played, then 3 are left and it lies in the cemetery."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "soldier-1")
    coin = g.hand(0, "silver-purse")
    assert g.free(g.body(0)) == 3
    g.play(0, "value", coin)
    assert g.free(g.body(0)) == 3 and g.where(coin) == "Cemetery"
    g.actions(0, 0)
    assert g.can(0, "value", g.hand(0, "long-march"))


@pytest.mark.rule("prelude", "value.card-spent")
def test_what_else_a_value_card_says_happens_when_it_is_spent() -> None:
    """given 3 actions and a Coin card that takes 1 of them, when it is played, then its figure is added, it
    lies in the cemetery and 2 actions are left; nobody is asked."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "soldier-1")
    chest = g.hand(0, "merchants-chest")
    g.play(0, "value", chest)
    assert g.window() == -1 and g.asked() == [0]
    assert (g.purse(0), g.where(chest), g.free(g.body(0))) == (4, "Cemetery", 2)


@pytest.mark.rule("prelude", "value.card-spent")
def test_what_a_value_card_says_happens_in_the_order_in_which_it_is_printed() -> None:
    """given a Coin card of 2 by which 5 Coin are lost and then 3 gained, when it is played with an empty
    purse, then 3 are there in the end."""
    g = Prelude("human", "dwarf", cards=CARDS, ranks="soldier-1")
    g.coin(0, 0)
    g.play(0, "value", g.hand(0, "toll"))
    assert g.purse(0) == 3


@pytest.mark.rule("prelude", "value.card-spent")
def test_of_two_reserves_one_is_chosen_before_what_else_a_value_card_says() -> None:
    """given two colours and a Magic card that takes an action, then the reserve is chosen first, and the
    action is lost once, when it has been."""
    g = Prelude("human", "dwarf", ranks=("green-magic-1", "soldier-1"))
    red = g.ranks(0, "red-magic-1", more=True)[-1]
    before = g.s.num[t.RESERVE][red]
    g.play(0, "value", g.hand(0, "torrent-of-magic"))
    assert g.free(g.body(0)) == 3
    g.quietly(0, "pick", red)
    assert (g.s.num[t.RESERVE][red] - before, g.free(g.body(0))) == (5, 2)


@pytest.mark.rule("prelude", "value.wage")
def test_the_wage_comes_from_the_second_response_on() -> None:
    """given purses of 0, when Responses begin, then the first of a player pays nothing, each later one 1
    Coin."""
    g = Prelude("human", "dwarf", turn=1)
    g.next()
    assert g.s.active == 1 and g.purse(1) == 0
    g.next()
    assert g.s.active == 0 and g.purse(0) == 1 and g.purse(1) == 0
    g.next()
    assert g.s.active == 1 and g.purse(0) == 1 and g.purse(1) == 1


@pytest.mark.rule("prelude", "value.pay-to-enter")
def test_what_can_be_paid_enters_without_an_action() -> None:
    """given 8 Coin, 3 actions and three cards priced 3, when all are fielded, then the third is refused."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.coin(0, 8)
    first, second, third = g.hand(0, "sword"), g.hand(0, "guard"), g.hand(0, "sword")
    g.play(0, "bring", first)
    g.play(0, "bring", second)
    assert g.refused(0, "bring", third) == "card.price"
    assert g.purse(0) == 2 and g.free(g.body(0)) == 3
    assert (g.where(first), g.where(second), g.where(third)) == ("Stowed", "Minions", "Hand")


@pytest.mark.rule("prelude", "value.no-debt")
def test_nothing_is_paid_in_part() -> None:
    """given a reserve of 2 and 1 Coin, when dearer cards are used, then they are refused and nothing is
    paid."""
    g = Prelude("human", "dwarf", cards=CARDS)
    (top,) = g.ranks(0, "green-magic-1")
    g.reserve(top, 2)
    g.coin(0, 1)
    assert g.refused(0, "cast", g.hand(0, "dart"), g.body(1)) == "value.no-debt"
    assert g.s.num[t.RESERVE][top] == 2
    assert g.refused(0, "lay", g.hand(0, "snare"), CHEAP) == "value.no-debt"
    assert g.refused(0, "bring", g.hand(0, "club")) == "card.price"
    assert g.purse(0) == 1


@pytest.mark.rule("prelude", "value.no-debt", "action.ability-cost")
def test_an_ability_that_costs_coin_is_paid_in_full_or_not_used() -> None:
    """given an item whose use costs 2 Coin, twice in a Response, when there are 3, then one use leaves 1 and
    the next is refused; with Coin enough a third cannot be played."""
    g = Prelude("human", "dwarf", cards=CARDS, ranks="soldier-1")
    scales = g.equipped(0, "scales")
    g.coin(0, 3)
    g.quietly(0, "use", scales)
    assert g.purse(0) == 1 and g.refused(0, "use", scales) == "value.no-debt" and g.purse(0) == 1
    g.coin(0, 9)
    g.quietly(0, "use", scales)
    assert g.purse(0) == 7 and g.free(g.body(0)) == 1
    assert g.refused(0, "use", scales) == "action.ability-cost"


@pytest.mark.rule("prelude", "value.no-debt")
def test_what_is_paid_is_not_returned() -> None:
    """given a spell that is carried, when damage stops it, then its price is gone all the same."""
    g = Prelude("human", "dwarf", cards=CARDS)
    (top,) = g.ranks(0, "green-magic-1")
    g.ranks(1, "soldier-1")
    bolt = g.hand(0, "slower-bolt")
    g.quietly(0, "cast", bolt, g.body(1))
    assert g.s.num[t.RESERVE][top] == 1 and g.carries(g.body(0))
    club = g.equipped(1, "club")
    g.next(1)
    g.quietly(1, "attack", club, g.body(0))
    assert not g.carries(g.body(0)) and g.where(bolt) == "Cemetery" and g.s.num[t.RESERVE][top] == 1


@pytest.mark.rule("prelude", "value.no-debt")
@pytest.mark.parametrize(("coin", "left"), [(5, 2), (2, 0), (0, 0)])
def test_what_takes_coin_away_leaves_no_debt(coin: int, left: int) -> None:
    """given a spell by which 3 Coin are lost, when its target has 2, then it has none, and no debt."""
    g = Prelude("human", "dwarf", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.coin(1, coin)
    g.cast(0, "tithe", g.body(1))
    assert g.purse(1) == left
    g.next(1)
    assert g.purse(1) == left + 1


@pytest.mark.rule("prelude", "xp.training-count")
def test_training_rises_in_every_own_response() -> None:
    """given a Human, when the fourth own Response has begun, then Training is 5."""
    g = Start("human", "dwarf", decks=[["soldier-1"], ["soldier-1"]])
    g.place(("soldier-1",), ("soldier-1",))
    g.first()
    seen = []
    for _ in range(9):
        if g.s.active == 0:
            seen.append((g.s.num[t.RESPONSES][g.body(0)], training(g, 0)))
        g.next()
    assert seen[:4] == [(1, 2), (2, 3), (3, 4), (4, 5)]


@pytest.mark.rule("prelude", "xp.training-number-met")
def test_a_training_number_is_compared_and_not_spent() -> None:
    """given a weapon of Training Number 4, when it is fielded with 3 and with 4, then only 4 suffices."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.coin(0, 9)
    whip = g.hand(0, "fine-whip")
    g.training(0, 3)
    assert g.refused(0, "bring", whip) == "xp.training-number-met"
    assert g.refused(0, "equip", g.stowed(0, "fine-whip")) == "xp.training-number-met"
    g.training(0, 4)
    g.play(0, "bring", whip)
    assert g.where(whip) == "Stowed" and training(g, 0) == 4
    g.quietly(0, "equip", whip)
    assert g.where(whip) == "Equipped" and training(g, 0) == 4


@pytest.mark.rule("prelude", "xp.training-number-met")
def test_a_spell_may_have_a_training_number_too() -> None:
    """given a spell of Training Number 4, when it is cast with 3 and with 4, then only 4 suffices."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "green-magic-1")
    bolt = g.hand(0, "fine-bolt")
    g.training(0, 3)
    assert g.refused(0, "cast", bolt, g.body(1)) == "xp.training-number-met"
    g.training(0, 4)
    g.quietly(0, "cast", bolt, g.body(1))
    assert g.lost(1) == 4 and training(g, 0) == 4
