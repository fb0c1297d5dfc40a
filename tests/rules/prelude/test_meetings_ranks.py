"""Ranks where they meet other rules: drops, second callings, Value, hands and what is carried."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from tests.builders.prelude_scenario import Prelude, tiers
from tests.cards.prelude import cards, item, rank, weapon

CARDS = (
    cards(
        *("sword", "club", "heavy-club", "long-club", "whip", "fine-whip", "shield", "mail", "draught"),
        "lone-gladiator",
        *("bolt", "ember"),
    )
    + rank("lone-green", line="Green Magic", tier=2, keywords="Exclusive")
    + item(
        "salve", price=2, hands=1, uses=2, keywords="Immediate", ability={"activate": True, "do": {"heal": 3}}
    )
    + weapon("long-whip", price=2, attack=2, suspend=0, hands=2)
)


def soldier(*more: str) -> Prelude:
    """Soldier 1 and what follows it, against a Soldier."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", *more), g.ranks(1, "soldier-1")
    return g


def place(g: Prelude, slug: str) -> int:
    h = g.hand(0, slug)
    g.quietly(0, "place", h)
    return h


# Drops.


@pytest.mark.rule("prelude", "rank.drop-to-common", "rank.edge")
def test_a_drop_in_mid_task_takes_the_edge_of_the_attack() -> None:
    """given a club of 8 carried by Swordsman 4 (Edge 2), when its owner drops, then it deals 8."""
    g = soldier("swordsman-2", "swordsman-3", "swordsman-4")
    heavy = g.equipped(0, "heavy-club")
    g.quietly(0, "attack", heavy, g.body(1))
    assert g.carries(g.body(0))
    g.quietly(0, "descend", g.zone(0, t.LINE_A)[0])
    assert g.carries(g.body(0))
    g.next()
    g.next()
    assert g.lost(1) == 8


@pytest.mark.rule("prelude", "rank.drop-to-common", "rank.placement-rate")
def test_who_has_placed_may_not_drop_and_the_other_way_round() -> None:
    """given one placement in a Response, then neither a drop follows a rank nor a rank a drop."""
    g = soldier("swordsman-2")
    g.training(0, 9)
    place(g, "swordsman-3")
    common = g.zone(0, t.LINE_A)[0]
    assert g.refused(0, "descend", common) == "rank.placement-rate"
    g.next(0)
    g.play(0, "descend", common)
    assert g.refused(0, "place", g.hand(0, "gladiator-2")) == "rank.placement-rate"
    g.next(0)
    assert g.can(0, "place", g.hand(0, "gladiator-2"))


@pytest.mark.rule("prelude", "rank.drop-to-common", "value.startup")
def test_a_drop_pays_nothing_and_the_new_line_pays() -> None:
    """given Swordsman 2, when dropped and Gladiator 2 placed, then Coin rises by 3 and the wage alone."""
    g = soldier("swordsman-2")
    before = g.purse(0)
    g.play(0, "descend", g.zone(0, t.LINE_A)[0])
    assert g.purse(0) == before
    g.next(0)
    place(g, "gladiator-2")
    assert g.purse(0) == before + 1 + 3


@pytest.mark.rule("prelude", "rank.drop-to-common", "rank.acknowledgement")
def test_an_acknowledgement_outlives_the_drop() -> None:
    """given Swordsman 4 and Green as second calling, when dropped to Soldier, then Green may be begun."""
    g = soldier("swordsman-2", "swordsman-3")
    g.second_calling(0, t.L_GREEN)
    g.training(0, 9)
    place(g, "swordsman-4")
    g.next(0)
    g.play(0, "descend", g.zone(0, t.LINE_A)[0])
    g.next(0)
    place(g, "green-magic-1")
    assert [len(g.zone(0, kind)) for kind in t.STACKS] == [1, 1]


@pytest.mark.rule("prelude", "rank.drop-to-common", "prelim.stack")
def test_a_drop_goes_to_the_nearest_common_card() -> None:
    """given Soldier, Swordsman 2, Soldier, Gladiator 2, when dropped, then one card leaves."""
    g = soldier("swordsman-2", "soldier-1", "gladiator-2")
    line = g.zone(0, t.LINE_A)
    assert g.refused(0, "descend", line[0]) == "rank.drop-to-common"
    g.play(0, "descend", line[2])
    assert g.zone(0, t.LINE_A) == line[:3] and g.where(line[3]) == "Cemetery"
    assert g.refused(0, "place", g.hand(0, "swordsman-3")) == "prelim.stack"


@pytest.mark.rule("prelude", "rank.exclusive", "prelim.stack")
def test_an_exclusive_rank_does_not_stand_on_another_line() -> None:
    """given Soldier, Swordsman 2, Soldier, then an Exclusive Gladiator 2 is refused: Swordsman lies there."""
    g = soldier("swordsman-2", "soldier-1")
    assert not g.can(0, "place", g.hand(0, "lone-gladiator"))


@pytest.mark.rule("prelude", "rank.exclusive", "rank.drop-to-common")
def test_an_exclusive_rank_may_follow_the_common_one() -> None:
    """given Soldier alone, then an Exclusive Gladiator 2 may follow; beside Green it may not."""
    g = soldier()
    assert g.can(0, "place", g.hand(0, "lone-gladiator"))
    g = soldier()
    g.ranks(0, "green-magic-1", more=True)
    assert g.refused(0, "place", g.hand(0, "lone-gladiator")) == "rank.exclusive"


@pytest.mark.rule("prelude", "rank.exclusive", "prelim.refill")
def test_a_covered_exclusive_rank_still_bars_a_second_calling() -> None:
    """given an Exclusive Green 2 under Green 1, with an Acknowledgement, then Soldier is refused."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1", "lone-green", "green-magic-1")
    g.second_calling(0, t.L_SOLDIER, taught=True)
    assert g.refused(0, "place", g.hand(0, "soldier-1")) == "rank.exclusive"


# Second callings, restarts, Training.


@pytest.mark.rule("prelude", "rank.acknowledgement", "prelim.stack")
def test_after_a_restart_the_second_line_may_still_be_begun() -> None:
    """given Green 5 covered by Green 1, with Red as second calling, then Red 1 is placed and both count."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 4))
    g.second_calling(0, t.L_RED)
    g.training(0, 9)
    red = g.hand(0, "red-magic-1")
    assert g.refused(0, "place", red) == "rank.one-until-mastered"
    place(g, "green-magic-5")
    g.next(0)
    place(g, "green-magic-1")
    g.next(0)
    g.quietly(0, "place", red)
    bolt, ember = g.hand(0, "bolt"), g.hand(0, "ember")
    assert g.can(0, "cast", bolt, g.body(1)) and g.can(0, "cast", ember, g.body(1))


@pytest.mark.rule("prelude", "rank.acknowledgement", "rank.mastery-tier")
def test_a_second_mastery_opens_no_third_line() -> None:
    """given Green 5 and Swordsman 3 as second calling, when Swordsman 4 is placed, then Red stays shut."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 5))
    g.second_calling(0, t.L_SWORDSMAN, taught=True)
    g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3", more=True)
    g.training(0, 9)
    place(g, "swordsman-4")
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "red-magic-1")) == "prelim.binding"


@pytest.mark.rule("prelude", "prelim.binding-exceptions", "rank.second-calling")
def test_a_common_rank_of_the_second_calling_opens_the_named_line_alone() -> None:
    """given Green at the start and Swordsman named, when Soldier came later, then Gladiator 2 is refused."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 5))
    g.second_calling(0, t.L_SWORDSMAN, taught=True)
    place(g, "soldier-1")
    g.next(0)
    assert g.can(0, "place", g.hand(0, "swordsman-2"))
    assert not g.can(0, "place", g.hand(0, "gladiator-2"))


@pytest.mark.rule("prelude", "rank.second-calling", "rank.weapon-classes")
def test_cards_of_the_second_calling_wait_for_its_first_rank() -> None:
    """given a taught Swordsman with Green named, then a green spell waits until Green 1 lies there."""
    g = soldier("swordsman-2", "swordsman-3", "swordsman-4")
    g.second_calling(0, t.L_GREEN, taught=True)
    bolt = g.hand(0, "bolt")
    assert g.refused(0, "cast", bolt, g.body(1)) == "rank.weapon-classes"
    assert g.refused(0, "value", g.hand(0, "well-of-magic")) == "value.magic"
    place(g, "green-magic-1")
    assert g.can(0, "cast", bolt, g.body(1))


@pytest.mark.rule("prelude", "xp.training-number-met", "value.training-card")
def test_training_played_first_meets_the_number_in_the_same_response() -> None:
    """given Training 3 and tier 3 on top, when a Training card is played, then tier 4 (4) may be placed."""
    g = soldier("swordsman-2", "swordsman-3")
    g.training(0, 3)
    rank = g.hand(0, "swordsman-4")
    assert g.refused(0, "place", rank) == "xp.training-number-met"
    g.play(0, "value", g.hand(0, "morning-drill"))
    assert g.can(0, "place", rank)


@pytest.mark.rule("prelude", "value.one-of-each", "response.reset")
def test_the_limit_of_values_does_not_open_again_in_anothers_response() -> None:
    """given A played Coin, when B's Response has passed, then A may play Coin again, and not sooner."""
    g = soldier()
    g.play(0, "value", g.hand(0, "copper-purse"))
    again = g.hand(0, "copper-purse")
    assert g.refused(0, "value", again) == "value.one-of-each"
    g.next()
    g.play(1, "value", g.hand(1, "copper-purse"))
    assert g.purse(1) >= 2
    g.next()
    assert g.can(0, "value", again)


@pytest.mark.rule("prelude", "value.one-of-each", "value.magic")
def test_two_colours_allow_no_second_magic_card() -> None:
    """given two colours, when Magic was added to one, then a second card for the other is refused."""
    g = Prelude("human", "human", cards=CARDS)
    (green,) = g.ranks(0, "green-magic-1")
    g.ranks(0, "red-magic-1", more=True)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    g.answer(0, (kernel.V_PICK, green))
    assert g.refused(0, "value", g.hand(0, "well-of-magic")) == "value.one-of-each"


@pytest.mark.rule("prelude", "prelim.covered-reserve", "value.magic")
def test_magic_value_stays_on_the_card_that_is_covered() -> None:
    """given Magic on Green 2, when Green 3 is laid on it, then 12 are usable and the rest lies under it."""
    g = Prelude("human", "human", cards=CARDS)
    _, top = g.ranks(0, "green-magic-1", "green-magic-2")
    g.training(0, 9)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    new = place(g, "green-magic-3")
    assert (g.s.num[t.RESERVE][top], g.s.num[t.RESERVE][new]) == (13, 12)
    assert values.reserve(g.s, 0, t.GREEN) == 12


@pytest.mark.rule("prelude", "prelim.refill", "race.gifts-and-limits")
def test_a_refill_of_an_elf_brings_two_more() -> None:
    """given an Elf with Green 2 empty, when Green 1 is laid on it, then the usable reserve is 8."""
    g = Prelude("elf", "human", cards=CARDS)
    _, top = g.ranks(0, "green-magic-1", "green-magic-2")
    g.reserve(top, 0)
    place(g, "green-magic-1")
    assert values.reserve(g.s, 0, t.GREEN) == 8


# Hands, quick cards, putting away.


@pytest.mark.rule("prelude", "suspend.zero-weapon", "action.hands")
def test_a_quick_weapon_finds_no_hand_until_one_is_freed() -> None:
    """given sword and shield in hand, then a stowed whip is refused until the shield is put away."""
    g = soldier()
    g.equipped(0, "sword")
    shield, whip = g.equipped(0, "shield"), g.stowed(0, "whip")
    assert g.refused(0, "attack", whip, g.body(1)) == "action.hands"
    g.play(0, "stow", shield)
    g.quietly(0, "attack", whip, g.body(1))
    assert (g.where(whip), g.free(g.body(0)), g.lost(1)) == ("Equipped", 2, 2)


@pytest.mark.rule("prelude", "suspend.zero-equip", "action.hands")
def test_a_quick_flask_finds_no_hand_beside_a_long_club() -> None:
    """given a two-handed club, then a stowed draught is refused; with the club away it heals 4."""
    g = soldier()
    club, draught = g.equipped(0, "long-club"), g.stowed(0, "draught")
    g.life(g.body(0), 20)
    assert g.refused(0, "use", draught) == "action.hands"
    g.play(0, "stow", club)
    g.quietly(0, "use", draught)
    assert (g.left(g.body(0)), g.free(g.body(0)), g.where(draught)) == (24, 2, "Cemetery")


@pytest.mark.rule("prelude", "suspend.zero-weapon", "action.hands")
def test_a_quick_two_handed_weapon_needs_both_hands() -> None:
    """given a shield in hand, then a stowed two-handed weapon of Suspend 0 is refused; mail does not
    matter."""
    g = soldier()
    shield, whip = g.equipped(0, "shield"), g.stowed(0, "long-whip")
    g.equipped(0, "mail")
    assert g.refused(0, "attack", whip, g.body(1)) == "action.hands"
    g.play(0, "stow", shield)
    assert g.can(0, "attack", whip, g.body(1))


@pytest.mark.rule("prelude", "suspend.zero-weapon", "xp.training-number-met")
def test_a_quick_weapon_still_needs_its_training() -> None:
    """given a stowed quick weapon of Training Number 4 and Training 3, then its first use is refused."""
    g = soldier()
    g.training(0, 3)
    whip = g.stowed(0, "fine-whip")
    assert g.refused(0, "attack", whip, g.body(1)) == "xp.training-number-met"
    g.training(0, 4)
    assert g.can(0, "attack", whip, g.body(1))


@pytest.mark.rule("prelude", "action.hands", "defend.parry")
def test_a_shield_put_away_does_not_parry() -> None:
    """given a shield put away in the own Response, when B attacks, then it is not a parry, and evade is
    one."""
    g = soldier()
    shield, club = g.equipped(0, "shield"), g.equipped(1, "club")
    g.play(0, "stow", shield)
    g.next()
    g.play(1, "attack", club, g.body(0))
    assert g.until(t.W_DEFENCE) == 0
    assert g.refused(0, "parry", shield) == "defend.parry"
    assert g.can(0, "evade")


@pytest.mark.rule("prelude", "action.hands", "suspend.wasted")
def test_a_carried_weapon_put_away_frees_the_hands_and_the_next_task() -> None:
    """given a carried attack, when the club is put away, then the task is gone and the hands are free."""
    g = soldier()
    heavy, sword = g.equipped(0, "heavy-club"), g.stowed(0, "sword")
    g.quietly(0, "attack", heavy, g.body(1))
    g.quietly(0, "stow", heavy)
    assert not g.carries(g.body(0)) and values.hands_used(g.s, 0) == 0
    assert g.refused(0, "equip", sword) == "response.no-actions"
    g.next(0)
    assert g.lost(1) == 0 and g.can(0, "equip", sword)


@pytest.mark.rule("prelude", "action.hands", "action.unarmed")
def test_a_shield_and_a_sword_leave_no_fist() -> None:
    """given both hands full, then an unarmed strike is refused; with worn mail alone it is not."""
    g = soldier()
    g.equipped(0, "sword"), g.equipped(0, "shield")
    assert g.refused(0, "strike", g.body(1)) == "action.unarmed"
    g = soldier()
    g.equipped(0, "mail")
    assert g.can(0, "strike", g.body(1))


@pytest.mark.rule("prelude", "keyword.immediate", "action.hands")
def test_an_immediate_item_with_a_use_left_never_makes_a_third_hand() -> None:
    """given both hands full, when an Immediate item of 2 uses is played, then two hands hold at most two."""
    g = soldier()
    g.equipped(0, "long-club")
    g.coin(0, 5)
    g.life(g.body(0), 20)
    salve, sword = g.hand(0, "salve"), g.stowed(1, "sword")
    g.next()
    g.play(1, "equip", sword)
    assert g.until(t.W_IMMEDIATE) == 0
    if g.can(0, "play", salve):
        g.play(0, "play", salve)
    g.pass_all()
    assert values.hands_used(g.s, 0) <= 2


@pytest.mark.rule("prelude", "keyword.immediate", "action.hands")
def test_what_is_drawn_finds_its_hand_taken_in_the_window() -> None:
    """given a two-handed club being drawn, when its owner plays an item of 2 uses, then hands stay at two."""
    g = soldier()
    g.coin(0, 5)
    salve, club = g.hand(0, "salve"), g.stowed(0, "long-club")
    g.play(0, "equip", club)
    assert g.until(t.W_IMMEDIATE) == 0
    if g.can(0, "play", salve):
        g.play(0, "play", salve)
    g.pass_all()
    assert values.hands_used(g.s, 0) <= 2


@pytest.mark.rule("prelude", "rank.weapon-classes", "defend.parry")
def test_a_mage_does_not_parry_with_a_sharp_sword() -> None:
    """given a sword in the hand of one who is a Mage alone, when attacked, then it is not a parry."""
    g = Prelude("human", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    sword, club = g.equipped(0, "sword"), g.equipped(1, "club")
    g.next()
    g.play(1, "attack", club, g.body(0))
    assert g.until(t.W_DEFENCE) == 0
    assert not g.can(0, "parry", sword)


@pytest.mark.rule("prelude", "rank.weapon-classes", "rank.edge")
def test_a_common_weapon_of_a_swordsman_and_mage_has_the_martial_edge() -> None:
    """given Swordsman 2 (Edge 1) and Green 4 (Edge 2), when a club of 5 strikes, then it deals 6."""
    g = soldier("swordsman-2")
    g.ranks(0, *tiers("green-magic", 4), more=True)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(1) == 6


@pytest.mark.rule("prelude", "suspend.one-task", "response.free-plays")
def test_who_carries_a_task_places_plays_and_fields_freely() -> None:
    """given a task that outlives the own reset, then Value, a rank and goods are played, no sword drawn."""
    g = soldier("swordsman-2")
    heavy = g.equipped(0, "heavy-club")
    g.give(heavy, "Suspend", 6)
    g.training(0, 9)
    g.coin(0, 9)
    g.quietly(0, "attack", heavy, g.body(1))
    g.next(0)
    assert g.carries(g.body(0))
    place(g, "swordsman-3")
    g.play(0, "value", g.hand(0, "copper-purse"))
    g.quietly(0, "bring", sword := g.hand(0, "sword"))
    assert g.where(sword) == "Stowed" and g.carries(g.body(0))
    assert not g.can(0, "equip", sword)
