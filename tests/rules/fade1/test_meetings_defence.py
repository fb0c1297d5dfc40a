"""Where DEF, AGI and Defend meet other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders import meetings
from tests.builders.meetings import Change
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction

CARDS = (
    meetings.CARDS
    + meetings.bearer("shelter", ability={"gives": {"DEF": 2}, "to": "your characters"})
    + meetings.bearer("bulwark", def_=2)
    + meetings.bearer("swift", agi=3, ability={"gives": {"AGI": 2}})
    + cards("bounce", "daze-5", "fence", "hero-6", "lay-low", "plv-flurry", "screen")
    + character("hawk", hp=20, plv=6, keywords="Lock-On")
    + character("pole", hp=20, plv=1)
    + character("glass", hp=3, plv=1, def_=1)
    + character("willing", hp=4, plv=1, def_=2, keywords="Willpower")
    + augment("greaves", cost=0, def_=2, keywords="Equip", attach="all fighters")
    + reaction("riposte-6", answers="attack", do={"attack": 6})
    + reaction("crack", answers="attack", do={"mod": "DEF", "n": -5, "on": "attacked"})
    + item("bomb", cost=0, targets="all fighters", do={"damage": 5, "to": "target"})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def taken_from(d: Duel, y: int, foe: int = 0) -> int:
    """How many HP a Normal Attack of PLV 6 costs this, made by a Striker of an enemy in its turn."""
    foe = 1 - d.s.ctrl[y] if d.s.seats == 2 else foe
    x = d.character(foe, "hero-6")
    d.go(foe, COMBAT)
    before = d.hp(y)
    d.quietly(foe, "attack", x, y)
    return before - d.hp(y)


@pytest.mark.rule("fade1", "value.def", "keyword.mute", "command.materials-lose-effects", "stack.no-effects")
@meetings.after("taken", untouched=4, muted=6, material=6, levelled=6, taken=6, back=4)
def test_def_that_a_friend_gives(change: Change, taken: int) -> None:
    # Given a Character beside one that gives 2 DEF to its Player's Characters, when this happens to that one.
    d = duel()
    y = d.character(0, "pole", at="c5")
    change(d, d.character(0, "shelter", at="c3"))
    # Then 6 are lowered as long as the effect works, and works for that Player.
    assert taken_from(d, y) == taken


@pytest.mark.rule("fade1", "defend.automatic", "keyword.mute", "command.materials-keep-the-rest")
@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
@meetings.after("taken", untouched=4, muted=4, material=4, taken=4, levelled=6)
def test_def_that_is_printed(change: Change, taken: int) -> None:
    # Given a Character that prints DEF 2, when this happens to it, then it still Defends with it: Mute and
    # Command leave stats alone, whoever controls it. Under another card it does not.
    d = duel()
    y = change(d, d.character(0, "bulwark", at="c3"))
    assert taken_from(d, y) == taken


@pytest.mark.rule("fade1", "defend.automatic", "zone.attached-cards-follow", "command.materials-lose-effects")
def test_def_of_an_augment_that_is_material_is_none() -> None:
    # Given an Augment of DEF 2 in Equip Zone 3 on which a Command in Equip Zone 2 points, then 6 are dealt.
    d = duel()
    y = d.character(0, "pole", at="c3")
    d.on(y, "greaves", face=1)
    d.on(d.body(0), "right-post", face=1, at="a2")
    assert taken_from(d, y) == 6


@pytest.mark.rule("fade1", "zone.reserve", "defend.defend")
def test_who_is_reached_in_reserve_defends_there() -> None:
    # Given a Character in Reserve that prints DEF 2, with 2 more by an Augment, when Lock-On reaches it.
    d = duel()
    x, y = d.character(0, "hawk"), d.character(1, "fence", backup=True)
    d.character(1, "pole")
    d.on(y, "greaves", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # Then 6 are lowered by both.
    assert d.hp(y) == 20 - 2


@pytest.mark.rule("fade1", "value.floors", "value.modifiers-current")
def test_def_below_nothing_adds_no_damage() -> None:
    # Given DEF 2 that a link lowers by 5 before the hit, then 6 are dealt, and not 9.
    d = duel()
    x, y = d.character(0, "hero-6"), d.character(1, "fence")
    crack = d.on(y, "crack")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", crack, -1)
    assert d.hp(y) == 14 and values.defense(d.s, y) == 0


@pytest.mark.rule("fade1", "defend.automatic", "defend.deflect-target")
def test_who_gets_a_deflected_attack_defends_although_its_first_target_declined() -> None:
    # Given Y with DEF 2 whose Player declines to Defend and then Deflects the attack to W with DEF 2.
    d = duel()
    x, y, w = d.character(0, "hero-6"), d.character(1, "fence"), d.character(1, "fence")
    turn = d.on(y, "bounce")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "decline", y, -1)
    d.quietly(1, "use", turn, -1, w)
    # Then W Defends: it was declined for Y alone.
    assert (d.hp(y), d.hp(w)) == (20, 16)


@pytest.mark.rule("fade1", "defend.automatic", "ko.overflow")
def test_the_rest_of_an_attack_is_defended_by_its_new_target() -> None:
    # Given 2 hits of 6, a target with DEF 1 and 3 HP whose Player declines, and another one with DEF 2.
    d = duel()
    x, y, z = d.character(0, "hero-6"), d.character(1, "glass"), d.character(1, "fence")
    flurry, _ = d.on(x, "plv-flurry"), d.on(z, "screen")
    d.go(0, COMBAT)
    d.play(0, "use", flurry, y)
    d.play(1, "decline", y, -1)
    # When the first falls and the second hit is aimed at the other.
    while not (d.asked() == [0] and d.asked_kind() == PICK):
        d.step()
    d.play(0, "pick", z)
    # Then that one Defends, or its Player declines anew.
    assert d.can(1, "decline", z, -1)
    d.pass_all()
    assert d.hp(z) == 16


@pytest.mark.rule("fade1", "defend.automatic", "zone.control-change")
def test_whoever_controls_a_character_declines_for_it() -> None:
    # Given A's Character with DEF 2 under control of B, when C attacks it, then B may decline and A may not.
    d = duel(3)
    y, x = d.character(0, "bulwark", at="c3"), d.character(2, "hero-6")
    for seat in (0, 1):
        d.on(d.character(seat, "pole"), "screen")
    meetings.taken(d, y)
    d.go(2, COMBAT)
    d.play(2, "attack", x, y)
    assert d.asked() == [0] and d.refused(0, "decline", y, -1) == "defend.automatic"
    d.play(0, "pass")
    d.quietly(1, "decline", y, -1)
    assert d.hp(y) == 14


@pytest.mark.rule("fade1", "defend.automatic", "keyword.stun")
def test_the_stunned_have_nothing_to_decline() -> None:
    # Given Y with DEF 2, Stunned, when the next attack on it is declared, then its Player cannot decline.
    d = duel()
    x, y = d.character(0, "hero-6"), d.character(1, "fence")
    d.on(y, "screen")
    daze = d.on(x, "daze-5")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    d.play(0, "attack", x, y)
    assert d.asked() != [1] or d.refused(1, "decline", y, -1) == "defend.automatic"
    d.pass_all()
    assert d.hp(y) == 20 - 3 - 6


@pytest.mark.rule("fade1", "keyword.willpower", "defend.automatic")
@pytest.mark.parametrize(
    ("hp", "declined", "left"), [(4, False, 1), (4, True, 1), (3, False, 1), (1, False, 0)]
)
def test_willpower_looks_at_what_def_leaves_of_a_hit(hp: int, declined: bool, left: int) -> None:
    # Given DEF 2, Willpower and 4, 3 or 1 HP, when a hit of 6 lands, Defended or not, then 1 HP is left; who
    # had 1 falls.
    d = duel()
    x, y = d.character(0, "hero-6"), d.character(1, "willing")
    d.character(1, "pole")
    d.on(y, "screen")
    d.leave(y, hp)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    if declined:
        d.play(1, "decline", y, -1)
    d.pass_all()
    assert (d.hp(y) if d.lies(y) == "front" else 0) == left


@pytest.mark.rule("fade1", "value.agi", "keyword.mute", "command.materials-lose-effects")
@meetings.after("potential", untouched=5, muted=3, material=3)
def test_combo_potential_of_who_gives_itself_agi(change: Change, potential: int) -> None:
    # Given a Character of AGI 3 that gives itself 2, when this happens and its controller's turn starts.
    d = duel()
    x = change(d, d.character(0, "swift", at="c3"))
    d.next_turn(0)
    # Then its Combo Potential is what is printed, and more only while its own effect works.
    assert d.count(x, "Combo Potential") == potential


@pytest.mark.rule("fade1", "defend.defend", "damage.loss-is-not-damage")
def test_a_player_defends_against_damage_and_not_against_a_loss() -> None:
    # Given a Player with DEF 2 by an Augment, when an Item deals 5 damage, then 3 are taken.
    d = duel()
    d.on(d.body(1), "greaves", face=1)
    y = d.character(1)
    d.quietly(0, "play", d.hand(0, "bomb"), d.body(1))
    assert d.hp(d.body(1)) == 47
    # When a Character of Level 3 is Knocked Out, then 3 are lost.
    d.quietly(0, "play", d.hand(0, "lay-low"), y)
    assert d.hp(d.body(1)) == 44


@pytest.mark.rule("fade1", "defend.automatic", "attack.no-reactions-as-attacker")
def test_the_attacker_defends_against_a_counter_hit_and_may_decline() -> None:
    # Given an attacker with DEF 2 and a Counter-hit of 6, then it takes 4; if its Player declines, 6.
    for declined, left in ((False, 16), (True, 14)):
        d = duel()
        x, y = d.character(0, "fence"), d.character(1, "pole")
        d.on(x, "screen")
        back = d.on(y, "riposte-6")
        d.go(0, COMBAT)
        d.play(0, "attack", x, y)
        d.play(1, "use", back, -1)
        if declined:
            d.play(0, "decline", x, -2)
        d.pass_all()
        assert d.hp(x) == left
