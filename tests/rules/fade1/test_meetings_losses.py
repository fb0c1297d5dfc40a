"""Where Knock Outs, Augments' figures and Equip Items meet other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import RESPOND, ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, DISCARD, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards(
        "augment-breaker",
        "death-touch",
        "gag",
        "level-3-of-6",
        "rightward",
        "seize",
        "smash-30",
        "veer",
        "wreck",
    )
    + character("hero", hp=20, plv=5, agi=1)
    + character("seventh", level=7, hp=8, plv=3, level_up=["Level 3 Of 6"])
    + character("marked", level=4, hp=6, plv=3, keywords="Deathmark")
    + character("hollow", level=4, hp=6, plv=3, keywords="Void")
    + character("wall", level=5, hp=20, plv=3, def_=2)
    + character(
        "mourner", level=2, hp=20, plv=3, ability={"keyword": "Vengeance", "do": {"heal": 9, "of": "you"}}
    )
    + skill("sweep", targets={"reach": True, "n": 2}, do={"attack": 30})
    + reaction("riposte-plv", answers="attack", do={"attack": {"stat": "PLV", "of": "user"}})
    + augment("plate", hp=5, plv=2, def_=3, agi=1, keywords="Equip")
    + augment("crown", hp=10, keywords="Equip")
    + item("club", hp=1, keywords="Equip", ability={"gives": {"PLV": 3}})
    + item("spurs", hp=2, keywords="Equip", ability={"gives": {"Multistrike": 2}})
    + item("exile", targets="all characters", do={"imprison": "target"})
    + item("blast", do={"damage": 30, "to": "all characters"})
)


def match(mine: str, theirs: str, *slugs: str, seats: int = 2) -> tuple[Duel, int, int, list[int]]:
    """(a match, seat 0's Character, seat 1's, the cards on the former) in seat 0's Combat Step."""
    d = Duel(CARDS, seats=seats, edition="fade1")
    x, y = d.character(0, mine), d.character(1, theirs, at="c3")
    found = [d.on(x, slug) for slug in slugs]
    d.go(0, COMBAT)
    return d, x, y, found


def lost(d: Duel, seat: int) -> int:
    """The HP that a Player has lost."""
    return d.count(d.body(seat), "Damage")


# Knock Outs.


@pytest.mark.rule("fade1", "ko.controller-loses-level", "keyword.mute", "command.materials-keep-the-rest")
@pytest.mark.parametrize("change", ["", "mute", "material"])
def test_the_level_is_kept_under_mute_and_as_material(change: str) -> None:
    # Given a Level 3 Character that is Muted, or Command Material, when it is Knocked Out, then 3 HP are
    # lost.
    d, _, y, (smash,) = match("hero", "level-3-of-6", "smash-30")
    if change == "mute":
        d.on(y, "gag", 1)
    elif change == "material":
        d.on(d.body(1), "rightward", 1, at="c2")
    d.quietly(0, "use", smash, y)
    assert lost(d, 1) == 3


@pytest.mark.rule("fade1", "ko.controller-loses-level", "keyword.level-up-carry-over")
def test_a_level_up_costs_the_level_above_alone() -> None:
    # Given a Level 7 Character on a Level 3 one, then playing it costs no HP, and its Knock Out 7.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "hero"), d.character(1, "level-3-of-6", at="c3")
    smash, elder = d.on(x, "smash-30"), d.fighter(1, "seventh")
    d.go(1, PREPARATION)
    d.quietly(1, "play", elder, to(d, "c3"), y)
    assert lost(d, 1) == 0
    d.go(0, COMBAT)
    d.quietly(0, "use", smash, elder)
    assert lost(d, 1) == 7 and d.lies(y) == "discard"


@pytest.mark.rule("fade1", "ko.controller-loses-level")
@pytest.mark.parametrize(("slug", "cost"), [("wreck", 0), ("exile", 0), ("death-touch", 3)])
def test_only_a_knock_out_costs(slug: str, cost: int) -> None:
    # Given a Level 3 Character that is destroyed, imprisoned or Knocked Out by an Item.
    d, _, y, _ = match("hero", "level-3-of-6")
    d.quietly(0, "play", d.hand(0, slug), y)
    assert d.lies(y) != "front" and lost(d, 1) == cost


@pytest.mark.rule("fade1", "ko.controller-loses-level", "keyword.deathmark", "keyword.void")
@pytest.mark.parametrize(("slug", "cost", "lies"), [("marked", 5 + 4, "discard"), ("hollow", 5, "front")])
def test_who_falls_with_a_friend_costs_as_well(slug: str, cost: int, lies: str) -> None:
    # Given a Level 5 Character that falls beside a Level 4 one with Deathmark, or one without it.
    d, _, y, (smash,) = match("hero", "wall", "smash-30")
    other = d.character(1, slug)
    d.quietly(0, "use", smash, y)
    assert lost(d, 1) == cost and d.lies(other) == lies
    # Then Void sends whoever is Knocked Out to the Rift Zone, at the same cost.
    if lies == "front":
        d.quietly(0, "play", d.hand(0, "death-touch"), other)
        assert d.lies(other) == "rift" and lost(d, 1) == cost + 4


@pytest.mark.rule("fade1", "keyword.vengeance-details")
def test_vengeance_does_not_save_who_has_lost_by_the_same_falls() -> None:
    # Given B at 7 HP with Characters of Level 3 and 5, and Vengeance that gives HP, when both fall at once.
    d, _, y, (sweep,) = match("hero", "level-3-of-6", "sweep")
    z, mourner = d.character(1, "wall"), d.character(1, "mourner")
    d.leave(d.body(1), 7)
    d.quietly(0, "use", sweep, y, z)
    # Then the first to be hit costs 3 and the second 5: B has lost before anything triggers.
    assert d.s.over == ((1, 2), d.rule(reasons.NO_HP)) and d.lies(mourner) != "discard"


@pytest.mark.rule("fade1", "ko.simultaneous", "win.last-standing")
def test_all_characters_of_three_players_fall_at_once() -> None:
    # Given A, B and C each at as many HP as their Character's Level, or C at one more.
    d, _, _, _ = match("level-3-of-6", "wall", seats=3)
    d.character(2, "seventh")
    for seat, hp in enumerate((3, 5, 8)):
        d.leave(d.body(seat), hp)
    # When one effect fells all, then C alone is left, with 1 HP.
    d.quietly(0, "play", d.hand(0, "blast"))
    assert d.s.over == ((2, 2, 1), d.rule(reasons.NO_HP)) and d.hp(d.body(2)) == 1


@pytest.mark.rule("fade1", "damage.loss-is-not-damage", "augment.grants-stats")
def test_hp_of_an_augment_on_the_player_pay_for_a_level() -> None:
    # Given B with 4 HP and an Augment of HP 5 beside B, when a Level 7 Character falls, then 2 of 9 are left.
    d, _, y, (smash,) = match("hero", "seventh", "smash-30")
    plate = d.on(d.body(1), "plate", 1)
    d.leave(d.body(1), 9)
    d.quietly(0, "use", smash, y)
    assert d.hp(d.body(1)) == 2
    # When it is destroyed, then B has lost.
    d.quietly(0, "play", d.hand(0, "augment-breaker"), plate)
    assert d.s.over == ((1, 2), d.rule(reasons.NO_HP))


# Augments' figures.


@pytest.mark.rule("fade1", "augment.stats-lost", "zone.control-change")
def test_an_augment_goes_along_when_control_changes() -> None:
    # Given A's Character with A's Augment, of which B takes control, then the figures are still there.
    d, x, _, _ = match("hero", "level-3-of-6")
    d.on(x, "plate", 1)
    d.damage(x, 22)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1 and (d.hp(x), d.plv(x)) == (3, 7)
    # When the Augment is destroyed, then B's Character is Knocked Out in B's turn, and lies in A's Discard
    # Pile.
    d.quietly(1, "play", d.hand(1, "augment-breaker"), d.s.kids[x][0])
    assert d.lies(x) == "discard" and sorted(d.names(0, DISCARD)) == ["Hero", "Plate"]


@pytest.mark.rule("fade1", "augment.stats-lost", "keyword.level-up-carry-over")
def test_an_augments_hp_keep_a_level_up_alive() -> None:
    # Given 10 damage on a Level 3 Character with an Augment of HP 10, when one of HP 8 is played onto it.
    d = Duel(CARDS, edition="fade1")
    d.character(0, "hero")
    y = d.character(1, "level-3-of-6", at="c3")
    crown = d.on(y, "crown", 1)
    d.damage(y, 10)
    d.go(1, PREPARATION)
    elder = d.fighter(1, "seventh")
    d.quietly(1, "play", elder, to(d, "c3"), y)
    # Then 8 of 18 are left; without the Augment it is Knocked Out.
    assert d.hp(elder) == 8 and d.s.host[crown] == elder
    d.quietly(1, "play", d.hand(1, "augment-breaker"), crown)
    assert d.lies(elder) == "discard" and lost(d, 1) == 7


# Equip Items.


@pytest.mark.rule("fade1", "item.equip-item-uses", "keyword.mute")
def test_an_item_is_used_under_mute_too() -> None:
    # Given a Muted bearer, then its attack has the PLV of the Item, and takes its last use.
    d, x, y, _ = match("hero", "wall")
    club = d.on(x, "club", 1)
    d.on(x, "gag", 1)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 20 - (5 + 3 - 2) and d.lies(club) == "discard"


@pytest.mark.rule("fade1", "item.equip-item-counting", "defend.counter-hit")
def test_the_last_use_in_a_counter_hit() -> None:
    # Given Y with an Item of one use, when its Counter-hit has hit X, then the Item is gone before X's
    # attack.
    d, x, y, _ = match("hero", "wall")
    club, riposte = d.on(y, "club", 1), d.on(y, "riposte-plv")
    d.play(0, "attack", x, y)
    d.quietly(1, "use", riposte, -1)
    assert d.hp(x) == 20 - (3 + 3) and d.lies(club) == "discard"
    assert d.hp(y) == 20 - 3 and d.plv(y) == 3


@pytest.mark.rule("fade1", "item.equip-item-counting", "defend.deflect-target")
def test_a_deflected_attack_is_a_use() -> None:
    # Given an attack that is Deflected, then it was performed, and the Item used.
    d, x, y, _ = match("hero", "wall")
    w, club, veer = d.character(1, "wall"), d.on(x, "club", 1), d.on(y, "veer")
    d.play(0, "attack", x, y)
    d.quietly(1, "use", veer, -1, w)
    assert d.hp(w) == 20 - 6 and d.lies(club) == "discard"


@pytest.mark.rule("fade1", "item.equip-item-uses", "keyword.multistrike")
def test_attacks_that_an_item_allows_end_with_it() -> None:
    # Given an Item of two uses that gives Multistrike 2, when its bearer has attacked twice, then no third
    # one.
    d, x, y, _ = match("hero", "wall")
    spurs = d.on(x, "spurs", 1)
    for _ in range(2):
        d.quietly(0, "attack", x, y)
    assert d.lies(spurs) == "discard"
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")


@pytest.mark.rule("fade1", "item.equip-item-counting", "attack.attacker-gone")
def test_an_item_falls_with_an_attacker_that_never_hits() -> None:
    # Given X with 3 HP and an Item, whose attack is answered by a Counter-hit that fells it.
    d, x, y, _ = match("hero", "wall")
    spurs, riposte = d.on(x, "spurs", 1), d.on(y, "riposte-plv")
    d.leave(x, 3)
    d.play(0, "attack", x, y)
    assert d.asked_kind() == RESPOND
    d.quietly(1, "use", riposte, -1)
    # Then the attack does nothing, and the Item is destroyed once, with its bearer.
    assert d.lies(x) == d.lies(spurs) == "discard" and d.hp(y) == 20
    assert [row[ROW_CARD] for row in d.happened("destroyed")].count(spurs) == 1
