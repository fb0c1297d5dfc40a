"""The effects of keywords: the topic `keyword`."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.cards.prelude import cards, character, item, minion, spell, weapon

CARDS = (
    cards(
        *("sword", "club", "heavy-club", "dagger", "beam", "shield", "mail"),
        *("jaws", "squire"),
        *("slower-bolt", "steady-bolt", "spark"),
    )
    + spell(
        "thicket", price=2, suspend=2, keywords="Immediate", ability={"activate": True, "do": {"weaken": 4}}
    )
    + item("salts", price=2, keywords="Immediate", ability={"activate": True, "do": {"heal": 3}})
    + weapon("pike", price=3, attack=5, keywords="Pierce")
    + minion("stinger", life=3, price=3, attack=3, suspend=2, keywords="Pierce")
    + character("stone", icons=["green", "common"], keywords="Steadfast")
)
PURSES = ["copper-purse"] * 50


def duel(two: str = "soldier-1") -> Prelude:
    """A soldier, and a character of a rank."""
    return Prelude("human", "human", cards=CARDS, ranks=("soldier-1", two))


@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_needs_all_its_actions_on_the_spot() -> None:
    """given an Immediate of Suspend 2, then 1 free action is too few; with 2 both are spent."""
    g = duel("green-magic-1")
    club, thicket = g.equipped(0, "club"), g.hand(1, "thicket")
    (rank,) = g.zone(1, t.LINE_A)
    g.actions(1, 1)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "play", thicket) == "keyword.immediate"
    g.pass_all()
    assert g.lost(1) == 5
    g.actions(1, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", thicket)
    assert (g.free(g.body(1)), g.s.num[t.RESERVE][rank], g.carries(g.body(1))) == (0, 4, False)
    g.pass_all()
    assert (g.lost(1), g.where(thicket)) == (6, "Cemetery")


@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_item_is_used_straight_from_the_hand() -> None:
    """given an item marked Immediate in hand, when a window opens, then it is paid, used and used up."""
    g = duel()
    club, salts = g.equipped(0, "club"), g.hand(1, "salts")
    g.coin(1, 2)
    g.life(g.body(1), 20)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", salts)
    assert (g.left(g.body(1)), g.purse(1), g.free(g.body(1)), g.where(salts)) == (23, 0, 2, "Cemetery")


@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_trap_does_not_spring_for_what_opened_the_window() -> None:
    """given a trap armed in the window over an attack, then it springs only at the next attack."""
    g = duel()
    club, jaws = g.equipped(0, "club"), g.hand(1, "jaws")
    g.coin(1, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "arm", jaws, CHEAP)
    assert (g.where(jaws), g.s.face[jaws], g.s.num[t.SET][jaws]) == ("Traps", 0, 1)
    assert (g.purse(1), g.free(g.body(1))) == (0, 2)
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.where(jaws)) == (0, 5, "Traps")
    g.quietly(0, "attack", club, g.body(1))
    assert (g.lost(0), g.where(jaws)) == (4, "Cemetery")


@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_trap_never_springs_for_the_task_over_which_it_was_laid() -> None:
    """given an attack that is carried, and a trap armed in the window over its beginning, then it stays down
    when that attack comes to its end."""
    g = duel()
    hammer, jaws = g.equipped(0, "heavy-club"), g.hand(1, "jaws")
    g.coin(1, 2)
    g.actions(0, 2)
    g.play(0, "attack", hammer, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "arm", jaws, CHEAP)
    g.pass_all()
    assert g.carries(g.body(0))
    g.next(0)
    assert (g.lost(0), g.lost(1), g.where(jaws)) == (0, 8, "Traps")


@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_is_also_played_like_an_ordinary_card() -> None:
    """given the own Response and 1 action, when an Immediate of Suspend 2 is cast, then it is carried."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    thicket = g.hand(0, "thicket")
    g.begin(0, "cast", thicket, paid=1)
    assert g.free(g.body(0)) == 0 and g.where(thicket) == "Casting"
    g.next(1)
    assert g.s.num[t.LOCKED][g.body(0)] == 1
    g.next(0)
    assert len(g.happened("task-finishes")) == 1 and g.where(thicket) == "Cemetery"


def opened(who: str) -> Prelude:
    """The set-up of a deck with Green Magic 1 and Red Magic 1, up to the question for a second calling."""
    deck = [*PURSES, "green-magic-1", "red-magic-1"]
    return Prelude(who, "human", cards=CARDS, setup=False, decks=[deck, [*PURSES, "soldier-1"]])


@pytest.mark.rule("prelude", "keyword.cross-training")
def test_cross_training_allows_two_lines_from_the_beginning() -> None:
    """given Green Magic 1 and Red Magic 1 at the start, then a Human may place both, and both count."""
    g = opened("human")
    g.pass_all()
    tops = [g.slug(h) for kind in t.STACKS for h in g.zone(0, kind)]
    assert sorted(tops) == ["green-magic-1", "red-magic-1"]


@pytest.mark.rule("prelude", "keyword.cross-training")
def test_without_cross_training_there_is_one_line() -> None:
    """given the same deck, then an Elf places only one."""
    g = opened("elf")
    g.pass_all()
    assert len([h for kind in t.STACKS for h in g.zone(0, kind)]) == 1


@pytest.mark.rule("prelude", "keyword.cross-training")
def test_both_lines_of_a_start_count() -> None:
    """given both ranks placed at the start, then a spell of each colour can be cast."""
    g = Prelude("human", "human", cards=CARDS + cards("bolt", "ember"), turn=2)
    g.ranks(0, "green-magic-1"), g.ranks(0, "red-magic-1", more=True)
    assert g.can(0, "cast", g.hand(0, "bolt"), g.body(1))
    assert g.can(0, "cast", g.hand(0, "ember"), g.body(1))


@pytest.mark.rule("prelude", "keyword.cross-training")
def test_what_was_not_placed_at_the_start_is_refused_later() -> None:
    """given Green Magic 1 alone at the start, when Red Magic 1 comes in Turn 2, then it is refused."""
    g = Prelude("human", "human", cards=CARDS, turn=2)
    g.ranks(0, "green-magic-1")
    red, green = g.hand(0, "red-magic-1"), g.hand(0, "green-magic-2")
    assert g.refused(0, "place", red) == "prelim.binding"
    assert g.can(0, "place", green)


@pytest.mark.rule("prelude", "keyword.vanguard", "turn.first-no-attack")
def test_vanguard_attacks_in_the_first_turn() -> None:
    """given Player One in Turn 1 with 1 action and a weapon, then an Orc may attack and a Human not."""
    g = Prelude("orc", "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "club")
    g.actions(0, 1)
    g.quietly(0, "attack", club, g.body(1))
    assert g.lost(1) == 5
    g = Prelude("human", "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "club")
    assert g.refused(0, "attack", club, g.body(1)) == "turn.first-no-attack"


@pytest.mark.rule("prelude", "keyword.vanguard")
def test_the_grace_of_a_melee_holds_against_vanguard() -> None:
    """given a Melee, when an Orc as Player One attacks in Turn 1, then it is refused."""
    g = Prelude("orc", "human", "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "club")
    for seat in (1, 2):
        assert g.refused(0, "attack", club, g.body(seat)) == "format.melee-grace"


@pytest.mark.rule("prelude", "keyword.eager")
def test_an_eager_minion_acts_as_soon_as_it_enters() -> None:
    """given an Eager minion of Suspend 3 fielded in Turn 2, then it has 1 action and may strike."""
    g = Prelude("human", "human", cards=CARDS, turn=2)
    g.ranks(0, "soldier-1")
    squire = g.hand(0, "squire")
    g.coin(0, 2)
    g.play(0, "bring", squire)
    assert g.free(squire) == 1
    g.quietly(0, "attack", squire, g.body(1))
    assert (g.lost(1), g.free(squire)) == (2, 0)


@pytest.mark.rule("prelude", "keyword.alert")
def test_an_alert_weapon_attacks_in_the_window() -> None:
    """given an Alert weapon and 1 free action, when a window opens, then one attack is made and parried."""
    g = duel()
    shield, sword = g.equipped(0, "shield"), g.stowed(0, "sword")
    dagger = g.equipped(1, "dagger")
    g.actions(1, 1)
    g.play(0, "equip", sword)
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(0))
    assert (g.window(), g.asked(), g.free(g.body(1))) == (t.W_DEFENCE, [0], 0)
    g.play(0, "parry", shield)
    g.pass_(0)
    assert g.window() == -1
    assert (g.lost(0), g.where(sword), g.free(g.body(0))) == (1, "Equipped", 1)


@pytest.mark.rule("prelude", "keyword.alert")
def test_a_weapon_that_is_not_alert_does_not() -> None:
    """given an Alert weapon beside a club, when a window opens, then the club may not be used there."""
    g = duel()
    sword = g.stowed(0, "sword")
    dagger, club = g.equipped(1, "dagger"), g.equipped(1, "club")
    g.play(0, "equip", sword)
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "alert", club, g.body(0)) == "response.own-only"
    assert g.can(1, "alert", dagger, g.body(0))


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.parametrize("minion", [True, False])
def test_an_alert_attack_can_be_guarded_and_distracts_nobody(minion: bool) -> None:
    """given a begun task, when an Alert attack is guarded, then it goes on; 4 damage stop it as ever."""
    g = Prelude("human", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    bolt, dagger, squire = g.hand(0, "slower-bolt"), g.equipped(1, "dagger"), g.minion(0, "squire")
    g.actions(0, 2)
    g.play(0, "cast", bolt, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(0))
    assert (g.window(), g.asked()) == (t.W_GUARD, [0])
    if minion:
        g.play(0, "guard", squire)
    g.pass_all()
    assert g.carries(g.body(0)) == minion
    assert g.lost(0) == (0 if minion else 4)


def steadfast(slug: str) -> tuple[Prelude, int]:
    """A spell that is carried into the other's Response with 2 actions owed."""
    g = Prelude("human", "human", cards=CARDS, ranks="green-magic-1")
    spell = g.hand(0, slug)
    g.begin(0, "cast", spell, g.body(1), paid=2)
    g.next()
    return g, spell


@pytest.mark.rule("prelude", "keyword.steadfast")
@pytest.mark.parametrize(("slug", "stays"), [("steady-bolt", True), ("slower-bolt", False)])
def test_damage_does_not_stop_what_is_steadfast(slug: str, stays: bool) -> None:
    """given a Steadfast spell, when its caster takes 9 of 30, then it goes on; another stops."""
    g, spell = steadfast(slug)
    beam = g.equipped(1, "beam")
    g.quietly(1, "attack", beam, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (9, stays)
    g.next()
    assert (g.lost(1), g.where(spell)) == (10 if stays else 0, "Cemetery")


@pytest.mark.rule("prelude", "keyword.steadfast")
def test_an_immediate_stops_what_is_steadfast() -> None:
    """given a Steadfast spell, when an Immediate is played on its caster, then it stops."""
    g, spell = steadfast("steady-bolt")
    club, spark = g.equipped(1, "club"), g.hand(1, "spark")
    g.play(1, "attack", club, g.body(0))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.carries(g.body(0)), g.where(spell)) == (False, "Cemetery")


@pytest.mark.rule("prelude", "keyword.steadfast")
@pytest.mark.parametrize(("who", "stays"), [("stone", True), ("human", False)])
def test_damage_does_not_stop_a_task_of_who_is_steadfast(who: str, stays: bool) -> None:
    """given a Steadfast character with a task, when it takes 9 of 30, then it goes on; another's stops."""
    g = Prelude(who, "human", cards=CARDS, ranks="green-magic-1")
    g.begin(0, "cast", g.hand(0, "slower-bolt"), g.body(1), paid=2)
    g.next(1)
    g.quietly(1, "attack", g.equipped(1, "beam"), g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (9, stays)


@pytest.mark.rule("prelude", "keyword.pierce")
def test_armour_does_not_lower_a_piercing_attack() -> None:
    """given a Pierce attack of 5 against armour 2, then 5 is dealt, and an evade lowers it to 4."""
    g = duel()
    pike = g.equipped(0, "pike")
    g.equipped(1, "mail")
    g.quietly(0, "attack", pike, g.body(1))
    assert g.lost(1) == 5
    g.play(0, "attack", pike, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert g.lost(1) == 9


@pytest.mark.rule("prelude", "keyword.pierce")
def test_a_parry_lowers_a_piercing_attack() -> None:
    """given a Pierce attack of 5 against armour and a shield of Guard 3, when parried, then it deals 2."""
    g = duel()
    shield = g.equipped(1, "shield")
    g.equipped(1, "mail")
    g.play(0, "attack", g.equipped(0, "pike"), g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", shield)
    g.pass_all()
    assert g.lost(1) == 2


@pytest.mark.rule("prelude", "keyword.pierce")
def test_the_strike_of_a_piercing_minion_passes_armour() -> None:
    """given a minion with Pierce that strikes for 3 against armour 2, then it deals 3."""
    g = duel()
    stinger = g.minion(0, "stinger")
    g.equipped(1, "mail")
    g.quietly(0, "attack", stinger, g.body(1))
    assert g.lost(1) == 3
