"""Scenes with cards of the set whose parts work together, played with their own card tables."""

from __future__ import annotations

from fadenet.engine.state import CONFIRM
from fadenet.games.fade import tables as t
from tests.builders.scenario import Duel
from tests.games.test_card_language_docs import card_sources

SOURCES = card_sources()
AS_ITEM, AS_AUGMENT, AS_ZONE = (t.KEY_AS, t.M_ITEM), (t.KEY_AS, t.M_AUGMENT), (t.KEY_AS, t.M_ZONE)
TO_FRONT = (t.KEY_TO, 0)


def duel(*slugs: str) -> Duel:
    """A match with these cards of the set beside the test cards."""
    return Duel("\n".join(SOURCES[slug] for slug in slugs))


def test_a_card_can_listen_to_what_its_player_plays() -> None:
    """given Brass Apprentice, when Items are played, then its own Player's first one a turn gives TP."""
    d = duel("brass-apprentice")
    d.character(0, "brass-apprentice")
    first, second, theirs = d.hand(0, "ration"), d.hand(0, "ration"), d.hand(1, "ration")
    d.tp(0, 5)
    d.quietly(0, "play", first)
    assert d.tp_of(0) == 5
    d.quietly(0, "play", second)
    assert d.tp_of(0) == 4
    d.end_turn()
    before = d.tp_of(0)
    assert d.s.active == 1
    d.quietly(1, "play", theirs)
    assert d.tp_of(0) == before


def test_what_is_destroyed_can_come_back_to_the_hand() -> None:
    """given Salvage Crab, when an own Equip card is destroyed, then for 1 TP it returns to the Hand."""
    d = duel("salvage-crab", "iron-gauntlets", "scrap-furnace")
    crab = d.character(0, "salvage-crab")
    worn = d.on(crab, "iron-gauntlets", face=1)
    furnace = d.hand(0, "scrap-furnace")
    d.tp(0, 5)
    d.play(0, "play", furnace, worn)
    assert d.until(CONFIRM) == 0
    d.yes(0)
    d.pass_all()
    assert d.where(worn) == "Hand"
    assert d.tp_of(0) == 5  # 1 for the Crab, and 1 back from the Gauntlets


def test_it_leaves_for_the_other_turns_and_returns_richer() -> None:
    """given Comet Hitcher with a friend, when it leaves in the Aftermath Phase, then it is back with 1 TP."""
    d = duel("comet-hitcher")
    hitcher = d.character(0, "comet-hitcher")
    d.character(0, "soldier")
    d.go(0, t.COMBAT)
    d.play(0, "end")
    d.yes(0)
    d.pass_all()
    assert d.where(hitcher) == "Orbital"
    d.tp(0, 0)
    d.next_turn(0)
    assert d.where(hitcher) == "Character Zone"
    assert d.tp_of(0) == 2


def test_milled_cards_fill_a_buildup() -> None:
    """given Patient Avalanche on its Player, when Rising Silt puts 2 cards beneath, then it strikes."""
    d = duel("patient-avalanche", "rising-silt")
    user, victim = d.character(0), d.character(1, "giant")
    avalanche = d.hand(0, "patient-avalanche")
    d.quietly(0, "play", avalanche)
    silt = d.on(user, "rising-silt")
    d.go(0, t.COMBAT)
    d.quietly(0, "use", silt)
    assert d.hp(victim) == 16
    assert d.where(avalanche) == "Discard Pile Zone"


def test_a_shield_can_be_held_over_somebody_else() -> None:
    """given Shieldmaid of Two Moons, when a friend is attacked, then one of her Shields Blocks it."""
    d = duel("shieldmaid-of-two-moons")
    maid, friend = d.character(0, "shieldmaid-of-two-moons"), d.character(0)
    d.counters(maid, "Shield", 2)
    attacker = d.character(1)
    d.go(1, t.COMBAT)
    d.play(1, "attack", attacker, friend)
    d.quietly(0, "activate", maid, -1)
    assert (d.hp(friend), d.count(maid, "Shield")) == (10, 1)


def test_a_character_in_the_deck_is_an_augment_there() -> None:
    """given Wandering Anvil, then it is played from the Hand as an Augment, from the Pool as a Character."""
    d = duel("wandering-anvil")
    soldier, held, fighter = d.character(0), d.hand(0, "wandering-anvil"), d.fighter(0, "wandering-anvil")
    assert d.can(0, "play", held, AS_AUGMENT, soldier)
    d.quietly(0, "play", held, AS_AUGMENT, soldier)
    assert d.plv(soldier) == 4
    d.quietly(0, "play", fighter, TO_FRONT)
    assert d.where(fighter) == "Character Zone"


def test_a_card_of_two_supertypes_is_played_as_either() -> None:
    """given Folding Stage, when it is played as a Zone it stays, as an Item it is used up."""
    d = duel("folding-stage")
    one, other = d.hand(0, "folding-stage"), d.hand(0, "folding-stage")
    d.quietly(0, "play", one, AS_ZONE)
    assert d.where(one) == "Zone"
    before = d.size(0, t.HAND)
    d.quietly(0, "play", other, AS_ITEM)
    assert d.where(other) == "Discard Pile Zone"
    assert d.size(0, t.HAND) == before  # one played, one drawn


def test_a_boss_takes_two_from_the_discard_pile() -> None:
    """given Carrion Crown, when two fallen Characters are imprisoned for it, then all enemies are Cursed."""
    d = duel("carrion-crown")
    crown = d.fighter(0, "carrion-crown")
    fallen = [d.discard(0, "squire"), d.discard(0, "soldier")]
    foes = [d.character(1), d.character(1, "giant")]
    d.go(0, t.PREPARATION)
    d.quietly(0, "play", crown, TO_FRONT, *fallen)
    assert d.size(0, t.RIFT) == 2
    assert [d.count(foe, "Curse") for foe in foes] == [1, 1]


def test_a_stack_is_given_back_card_by_card() -> None:
    """given Hoard Tortoise with 2 cards beneath, when it is hit, then one of them returns to the Hand."""
    d = duel("hoard-tortoise")
    tortoise = d.character(0, "hoard-tortoise")
    d.under(tortoise, "ration")
    d.under(tortoise, "ration")
    attacker = d.character(1)
    d.go(1, t.COMBAT)
    before = d.size(0, t.HAND)
    d.quietly(1, "attack", attacker, tortoise)
    assert d.hp(tortoise) == 7  # 3 PLV, 1 less with two cards beneath
    assert d.size(0, t.HAND) == before + 1
