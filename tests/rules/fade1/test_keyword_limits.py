"""Where keywords and Augments of the 60-card edition end: what they do not count, allow or reach."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.games.fade import reasons
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, ENDING, HAND, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("fire-born", "hero-5", "lay-low", "screen")
    + character("host", hp=10, plv=3, keywords={"Friendship": ["Fire", "Water", 1]})
    + character("great-mist", "Fire", "Water", hp=10, plv=3, cs=3)
    + character("armed", ability={"keyword": "Arm Up", "n": 2, "gives": {"PLV": 3}})
    + character("mourner", ability={"keyword": "Vengeance", "do": {"gain_tp": 1}})
    + character("runner", keywords="Tag-Out")
    + character("drifter", keywords="Neutrality")
    + character("first")
    + character("second", level_up=["First"])
    + character("swift-second", level_up=["First"], keywords="Flash")
    + character("third", level_up=["Second"])
    + character("swift-third", level_up=["Swift Second"])
    + skill("daze", cost=0, keywords="Stun", do={"attack": 2})
    + skill("siege", cost=0, keywords={"Stun": True, "Buildup": 1}, do={"attack": 2})
    + item(
        "brick",
        cost=0,
        do={"under": {"from": "your hand"}, "onto": {"from": "your attached cards", "keyword": "Buildup"}},
    )
    + item("blade", cost=0, keywords="Equip", ability={"gives": {"PLV": 1}})
    + item("cloaked", cost=0, keywords={"Equip": True, "Mystify": 1})
    + item(
        "battery",
        cost=0,
        keywords="Equip",
        attach="your characters",
        ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"gain_tp": 1}},
    )
    + item("dart", cost=0, targets="all fighters", do={"damage": 1, "to": "target"})
    + augment("solo", cost=0, plv=1)
    + augment("badge", cost=0, plv=1, keywords="Equip")
    + augment(
        "bulwark", keywords="Equip", ability={"activate": True, "answers": "attack", "do": {"block": True}}
    )
    + augment(
        "bell", keywords="Equip", attach="you", ability={"on": "takes-damage", "of": "you", "do": {"draw": 1}}
    )
)


def match() -> Duel:
    d = Duel(CARDS, edition="fade1")
    d.tp(0, 9)
    return d


# Augments.


@pytest.mark.rule("fade1", "augment.when-played")
@pytest.mark.parametrize(("phase", "accepted"), [(PREPARATION, True), (COMBAT, False), (AFTERMATH, True)])
def test_augments_are_played_in_the_steps_beside_the_combat(phase: int, accepted: bool) -> None:
    # Given an Augment in Hand, then it is played in the own Preparation and Aftermath Step, and lies face-up.
    d = match()
    x, badge = d.character(0), d.hand(0, "badge")
    d.go(0, phase)
    assert d.can(0, "play", badge, x) == accepted
    if accepted:
        d.quietly(0, "play", badge, x)
        assert d.s.host[badge] == x and d.s.face[badge]
    else:
        assert d.refused(0, "play", badge, x) == d.rule("other-phase")


@pytest.mark.rule("fade1", "augment.without-equip")
def test_an_augment_of_its_player_is_one_of_the_five() -> None:
    # Given four cards in the Equip Zone of a Player, when an Augment without Equip is played, then it is the
    # fifth there; when another one is, one of the six goes.
    d = match()
    d.character(0)
    for _ in range(4):
        d.on(d.body(0), "badge", 1, at="a7")
    for _ in range(2):
        d.quietly(0, "play", d.hand(0, "solo"), *d.beside())
        assert [d.at(h) for h in d.s.kids[d.body(0)]] == ["a7"] * 5
    assert d.size(0, DISCARD) == 1


@pytest.mark.rule("fade1", "augment.grants-effects")
def test_an_augment_gives_its_effects_to_a_player() -> None:
    # Given an Augment 'Equip Player: when you take damage, draw a card', and a Character of the same Player.
    d = match()
    x = d.character(0, "hero-5")
    d.on(d.body(0), "bell", 1, at="a7")
    # When the Character takes damage, then nothing is drawn; when the Player does, a card is.
    for h, drawn in ((x, 0), (d.body(0), 1)):
        d.quietly(0, "play", d.hand(0, "dart"), h)
        assert (d.count(h, "Damage"), d.size(0, HAND)) == (1, drawn)


# Arm Up and Stock.


@pytest.mark.rule("fade1", "keyword.arm-up")
def test_arm_up_counts_no_item_that_lies_face_down() -> None:
    # Given Arm Up 2 with one Equip Item face-up and one that lies face-down by its Mystify, though all have
    # seen that one.
    d = match()
    x = d.character(0, "armed")
    d.on(x, "blade", face=1)
    hidden = d.on(x, "cloaked")
    atoms.open_card(d.s, hidden, d.rules.code_of("cloaked"))
    assert d.plv(x) == 2 + 1
    # When that is turned up, then it is counted.
    d.quietly(0, "unveil", hidden)
    assert d.plv(x) == 2 + 1 + 3


@pytest.mark.rule("fade1", "keyword.stock-details")
def test_an_equip_item_with_stock_is_activated_where_it_lies() -> None:
    # Given an Item with Equip and Stock 2, when it is played, then it lies on its target, not activated.
    d = match()
    x, battery = d.character(0), d.hand(0, "battery")
    d.quietly(0, "play", battery, x)
    assert (d.s.host[battery], d.count(battery, "Power"), d.tp_of(0)) == (x, 2, 9)
    # When it is activated in the same Step, then it brings 1 TP and stays.
    d.quietly(0, "activate", battery)
    assert (d.s.host[battery], d.count(battery, "Power"), d.tp_of(0)) == (x, 1, 10)


# Friendship and Vengeance.


@pytest.mark.rule("fade1", "keyword.element-friendship-details")
def test_two_elements_of_a_friendship_save_one() -> None:
    # Given Fire/Water Friendship, when a Fire/Water Character of 3 CS is played, then it takes up 2.
    d = match()
    d.character(0, "host")
    before, mist = slots.left(d.s, 0), d.fighter(0, "great-mist")
    d.quietly(0, "play", mist, d.to("front"))
    assert slots.left(d.s, 0) == before - 2


@pytest.mark.rule("fade1", "keyword.vengeance-details")
@pytest.mark.parametrize(("at", "gained"), [("c3", 1), ("b3", 0)])
def test_vengeance_needs_active_effects(at: str, gained: int) -> None:
    # Given a Character with Vengeance in a Character Zone, or in Reserve, where its effects are off.
    d = match()
    x = d.character(0, at="c1")
    d.character(0, "mourner", at=at)
    d.character(0, at="c5")
    # When an ally is Knocked Out, then it happens in the former case alone.
    d.quietly(0, "play", d.hand(0, "lay-low"), x)
    assert d.tp_of(0) == 9 + gained


@pytest.mark.rule("fade1", "keyword.vengeance-details")
@pytest.mark.parametrize(
    ("trigger", "ally", "mine", "happens"),
    [
        ({"of": {"from": "ally characters", "element": "Fire"}}, "fire-born", True, True),
        ({"of": {"from": "ally characters", "element": "Fire"}}, "first", True, False),
        ({"by": "enemy fighters"}, "first", False, True),
        ({"by": "enemy fighters"}, "first", True, False),
    ],
)
def test_a_vengeance_narrows_down_which_ally_and_how(
    trigger: dict[str, object], ally: str, mine: bool, happens: bool
) -> None:
    # Given Vengeance for allies of Fire, or for those that an enemy has felled.
    vengeance = {"keyword": "Vengeance", **trigger, "do": {"gain_tp": 1}}
    d = Duel(CARDS + character("griever", ability=vengeance), edition="fade1")
    d.character(0, "griever")
    x = d.character(0, ally)
    d.tp(0, 4)
    # When an ally is Knocked Out by an Item of either side, then it happens if that is met.
    d.go(0 if mine else 1, PREPARATION)
    before = d.tp_of(0)
    d.quietly(0 if mine else 1, "play", d.hand(0 if mine else 1, "lay-low"), x)
    assert d.lies(x) == "discard" and d.tp_of(0) == before + happens


@pytest.mark.rule("fade1", "keyword.neutrality-details")
def test_what_lies_on_a_neutral_character_does_not_answer_in_anothers_turn() -> None:
    # Given A's Augment that Blocks on A's Character with Neutrality, which B controls in B's turn.
    d = match()
    drifter, x, y = d.character(0, "drifter"), d.character(0, "hero-5"), d.character(1, "hero-5")
    bulwark, block = d.on(drifter, "bulwark", face=1), d.on(x, "screen")
    # When B attacks A, then it is not used; what lies on A's other Character may be.
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    d.until_asked(0)
    assert d.refused(0, "activate", bulwark, -1) == d.rule("other-controller")
    assert d.can(0, "use", block, -1)


# Level Up and Buildup.


@pytest.mark.rule("fade1", "keyword.level-up-timing")
@pytest.mark.parametrize(("kind", "again"), [("", False), ("swift-", True)])
def test_who_has_levelled_up_waits_before_the_next_level_up(kind: str, again: bool) -> None:
    # Given a First that is Levelled Up to a Second, with Flash or without it, and a Third for that.
    d = match()
    first = d.character(0, "first", at="c2")
    second, third = d.fighter(0, kind + "second"), d.fighter(0, kind + "third")
    d.quietly(0, "play", second, to(d, "c2"), first)
    # Then it is Levelled Up again in the same turn only with Flash, and in the next turn in any case.
    assert d.can(0, "play", third, to(d, "c2"), second) == again
    assert again or d.refused(0, "play", third, to(d, "c2"), second) == d.rule("level-up-wait")
    d.next_turn(0)
    d.go(0, AFTERMATH)
    assert d.refused(0, "play", third, to(d, "c2"), second) == d.rule("no-characters-now")
    d.next_turn(0)
    assert d.can(0, "play", third, to(d, "c2"), second)


@pytest.mark.rule("fade1", "keyword.buildup-details")
@pytest.mark.parametrize(("phase", "accepted"), [(PREPARATION, True), (COMBAT, False), (AFTERMATH, True)])
def test_a_buildup_skill_is_placed_beside_the_combat(phase: int, accepted: bool) -> None:
    # Given a Buildup Skill in Hand, then it is placed in the own Preparation and Aftermath Step.
    d = match()
    d.character(0, at="c1")
    siege = d.hand(0, "siege")
    d.go(0, phase)
    assert d.can(0, "play", siege, to(d, "c3")) == accepted
    assert accepted or d.refused(0, "play", siege, to(d, "c3")) == d.rule("other-phase")


# Stun and Signature.


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_the_stunned_use_no_effect_of_what_lies_on_them() -> None:
    # Given Y Stunned, with an Augment that Blocks, when Y is attacked, then the Augment is not used.
    d = match()
    x, y = d.character(0, "hero-5"), d.character(1, "hero-5")
    daze, bulwark = d.on(x, "daze"), d.on(y, "bulwark", face=1)
    block = d.on(d.character(1, "hero-5"), "screen")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    assert d.refused(1, "activate", bulwark, -1) == d.rule("stunned")
    assert d.can(1, "use", block, -1)


@pytest.mark.rule("fade1", "keyword.stun", "keyword.stun-details")
def test_a_stun_ends_as_the_end_phase_begins() -> None:
    # Given Y Stunned, and A who may Tag-Out in any Phase and so is asked in each.
    d = match()
    x, y = d.character(0, "hero-5"), d.character(1, "hero-5")
    d.character(0, "runner")
    d.character(0, backup=True)
    daze = d.on(x, "daze")
    d.go(0, COMBAT)
    d.play(0, "use", daze, y)
    # Then it lasts through the Aftermath Step, and is over in the End Phase of the same turn.
    for phase, stunned in ((AFTERMATH, 1), (ENDING, 0)):
        d.go(0, phase)
        assert (d.s.phase, d.s.active, d.count(y, "Stunned")) == (phase, 0, stunned)


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_a_stun_outside_the_combat_step_brings_no_attack() -> None:
    # Given a Buildup Skill with Stun that activates in the own Preparation Step.
    d = match()
    y = d.character(1, "hero-5")
    d.quietly(0, "play", d.hand(0, "siege"), to(d, "c3"))
    d.hand(0, "strike")
    d.quietly(0, "play", d.hand(0, "brick"))
    assert d.count(y, "Stunned") == 1
    # Then the Player, who is its user, has the one attack of the turn in the Combat Step and no other.
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    assert d.refused(0, "attack", d.body(0), y) == d.rule(reasons.NORMAL_ONCE)
