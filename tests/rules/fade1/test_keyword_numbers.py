"""Keywords where DEF, Levels and Element Matching count, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

PLV = {"stat": "PLV", "of": "user"}
CARDS = (
    cards("fence", "fire-born", "free-firewall", "wreck")
    + character("master", plv=6, keywords={"Mastery": ["Fire", "Water"]})
    + character("kindled", "Water", keywords={"Infused": ["Fire"]})
    + character("patron", keywords={"Affinity": ["Fire", "Storm"]})
    + character("glass", level=3, hp=20, plv=1, def_=2, keywords="Concussion")
    + character("doomed", level=4, plv=1, keywords="Deathmark")
    + character("four", level=4, plv=1)
    + character("three", level=3, plv=3)
    + character("two", level=2)
    + character("strong", level=2, plv=5)
    + character("stone", hp=6, plv=5, def_=4)
    + character("hollow", level=4, plv=1, keywords="Void")
    + character("spark", plv=1, keywords={"{Charge}": 1})
    + character("blaze", plv=1, keywords={"{Charge}": 2})
    + character("wolf", hp=10, keywords={"Bloodlust": 2})
    + character("flail", plv=1, keywords={"Multistrike": 2})
    + character("armed", ability={"keyword": "Arm Up", "n": 2, "gives": {"PLV": 3}})
    + character("sad", level=3, ability={"on": "destroyed", "do": {"gain_tp": 9}})
    + skill("steam", "Fire", "Water", cost=1, do={"attack": PLV})
    + skill("thunder", "Storm", cost=1, do={"attack": PLV})
    + skill("ember", "Fire", cost=4, do={"attack": PLV})
    + skill("wave", "Water", cost=4, do={"attack": PLV})
    + skill("fire-storm", "Fire", "Storm", cost=7, do={"attack": PLV})
    + skill("again", cost=5, keywords={"Replay": 2}, do={"attack": PLV})
    + item("tinder", "Fire", cost=3, do={"gain_tp": 0})
    + item("fuse", targets="all characters", do={"counter": "Timebomb", "n": 2, "on": "target"})
    + item("blade", hp=9, keywords="Equip")
    + item("snap", targets="your attached cards", do={"destroy": "target"})
    + augment("whip", ability={"gives": {"Multistrike": 1}})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def fights(d: Duel, x: int, y: int, card: int = 0) -> None:
    """A Normal Attack, or one by a card, that nobody answers."""
    d.play(0, *(("use", card) if card else ("attack", x)), y)
    d.pass_all()


# Elements.


@pytest.mark.rule("fade1", "keyword.element-mastery")
@pytest.mark.parametrize(("slug", "dealt"), [("steam", 8), ("thunder", 4), ("", 4)])
def test_mastery_doubles_what_is_left_of_plv_against_def(slug: str, dealt: int) -> None:
    # Given Fire/Water Mastery, PLV 6 and DEF 2, then a Fire/Water Skill deals 8, a Storm Skill and a Normal
    # Attack 4.
    d = duel()
    x, y = d.character(0, "master"), d.character(1, "fence")
    card = d.on(x, slug) if slug else 0
    d.go(0, COMBAT)
    fights(d, x, y, card)
    assert d.count(y, "Damage") == dealt


@pytest.mark.rule("fade1", "keyword.element-infused")
@pytest.mark.parametrize(("slug", "cost"), [("ember", 2), ("wave", 4)])
def test_the_infused_match_the_new_element_alone(slug: str, cost: int) -> None:
    # Given a Water Character Infused (Fire), then a Fire Skill costs it 2 TP less, a Water Skill does not.
    d = duel()
    x, y = d.character(0, "kindled"), d.character(1)
    card, wall = d.on(x, slug), d.on(y, "free-firewall")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "use", card, y)
    assert d.tp_of(0) == 4 - cost
    # And either deals Fire damage.
    d.play(1, "use", wall, -1)
    d.pass_all()
    assert not d.count(y, "Damage")


@pytest.mark.rule("fade1", "keyword.element-affinity")
def test_affinity_adds_to_matching() -> None:
    # Given Fire/Storm Affinity, when a Fire Character uses a Fire/Storm Skill of cost 7, then 3 TP are paid.
    d = duel()
    d.character(0, "patron")
    x, y = d.character(0, "fire-born"), d.character(1)
    card, tinder = d.on(x, "fire-storm"), d.hand(0, "tinder")
    # A Fire Item of cost 3 costs 2, as nothing is matched for Items.
    d.tp(0, 2)
    d.play_out(0, tinder)
    assert d.tp_of(0) == 0
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "use", card, y) == d.rule(reasons.TOO_DEAR)
    d.tp(0, 3)
    d.play(0, "use", card, y)
    assert d.tp_of(0) == 0


# What falls.


@pytest.mark.rule("fade1", "keyword.concussion")
@pytest.mark.parametrize(("slug", "falls"), [("three", True), ("two", False)])
def test_concussion_needs_a_hit_that_gets_past_def(slug: str, falls: bool) -> None:
    # Given a Level 3 victim of 20 HP and DEF 2, then a hit of 3 Knocks it Out, a hit of 2 does nothing.
    d = duel()
    x, y = d.character(0, slug), d.character(1, "glass")
    d.go(0, COMBAT)
    fights(d, x, y)
    assert (d.lies(y) == "discard") == falls
    assert d.hp(d.body(1)) == (47 if falls else 50)


@pytest.mark.rule("fade1", "keyword.deathmark")
@pytest.mark.parametrize(("slug", "falls"), [("four", True), ("three", False)])
def test_deathmark_costs_the_level_of_its_victim(slug: str, falls: bool) -> None:
    # Given a Level 4 victim, when an ally of Level 4, or 3, is destroyed, then it is Knocked Out, or not.
    d = duel()
    d.character(0)
    doomed, ally = d.character(1, "doomed"), d.character(1, slug)
    d.play_out(0, d.hand(0, "wreck"), ally)
    assert (d.lies(doomed) == "discard") == falls
    # Its controller loses 4 HP for it, and nothing for who was destroyed.
    assert d.hp(d.body(1)) == (46 if falls else 50)


@pytest.mark.rule("fade1", "keyword.timebomb-counter")
def test_ten_timebomb_counters_knock_out_at_any_time() -> None:
    # Given 8 Timebomb Counters, when an Item puts 2 more, then their bearer is Knocked Out at once.
    d = duel()
    d.character(0)
    y = d.character(1, "four")
    d.counters(y, "Timebomb", 8)
    d.play_out(0, d.hand(0, "fuse"), y)
    assert d.lies(y) == "discard" and d.s.phase == PREPARATION
    # Its controller loses its Level.
    assert d.hp(d.body(1)) == 46


@pytest.mark.rule("fade1", "keyword.void")
def test_void_saves_nobody_from_the_loss() -> None:
    # Given a Level 4 victim with an attached card, when it is Knocked Out, then it is in the Rift Zone.
    d = duel()
    x, y = d.character(0, "strong"), d.character(1, "hollow")
    edge = d.on(y, "edge", face=1)
    d.leave(y, 5)
    d.go(0, COMBAT)
    fights(d, x, y)
    assert (d.lies(y), d.lies(edge)) == ("rift", "discard")
    # Its controller lost 4 HP.
    assert d.hp(d.body(1)) == 46


@pytest.mark.rule("fade1", "keyword.curse-counter")
@pytest.mark.rule("fade1", "keyword.curse-counter-details")
@pytest.mark.parametrize("tp", [2, 3])
def test_who_goes_by_curse_is_neither_knocked_out_nor_destroyed(tp: int) -> None:
    # Given 3 Curse Counters and 2 TP, or 3 TP that are not paid, then it goes to the Rift Zone.
    d = duel()
    d.character(1)
    y = d.character(1, "sad")
    d.counters(y, "Curse", 3)
    d.tp(1, tp)
    if tp == 3:
        assert d.until(CONFIRM) == 1
        d.no(1)
    d.go(1, PREPARATION)
    # Then no HP are lost, On Destroyed does not happen, and the Phase's TP come.
    assert d.lies(y) == "rift" and d.hp(d.body(1)) == 50
    assert d.tp_of(1) == tp + 5


# Numbers.


@pytest.mark.rule("fade1", "keyword.drain-counter")
def test_drain_wears_off_by_one_in_its_controllers_end_phases() -> None:
    # Given PLV 5 and 3 Drain Counters, then it has 2.
    d = duel()
    y = d.character(1, "strong")
    d.counters(y, "Drain", 3)
    assert d.plv(y) == 2
    # After the End Phase of another it is the same, after its controller's it is 3.
    d.go(1, PREPARATION)
    assert d.plv(y) == 2
    d.go(0, PREPARATION)
    assert d.plv(y) == 3


@pytest.mark.rule("fade1", "keyword.fracture-counter")
@pytest.mark.parametrize(("hp", "left"), [(6, 4), (2, 0)])
def test_no_def_keeps_fracture_off(hp: int, left: int) -> None:
    # Given DEF 4 and 2 Fracture Counters, when their bearer attacks, then it has 2 HP less.
    d = duel()
    x, y = d.character(0, "stone"), d.character(1, "fence")
    d.character(0)
    d.leave(x, hp)
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    fights(d, x, y)
    assert d.lies(x) == ("front" if left else "discard")
    # Who is Knocked Out by it deals nothing.
    assert d.count(y, "Damage") == (3 if left else 0)
    assert not left or (d.hp(x), d.count(x, "Fracture")) == (left, 2)


@pytest.mark.rule("fade1", "keyword.bloodlust")
@pytest.mark.parametrize(("hp", "after"), [(5, 7), (9, 10)])
def test_bloodlust_heals_who_deals_nothing_and_never_above_full_hp(hp: int, after: int) -> None:
    # Given Bloodlust 2, PLV 2 and a target of DEF 2, when it attacks, then it has 2 HP more, up to 10.
    d = duel()
    x, y = d.character(0, "wolf"), d.character(1, "fence")
    d.leave(x, hp)
    d.go(0, COMBAT)
    fights(d, x, y)
    assert (d.hp(x), d.count(y, "Damage")) == (after, 0)


@pytest.mark.rule("fade1", "keyword.power-source")
def test_power_sources_add_up_without_a_chain() -> None:
    # Given Power Source 1 and 2 in Character Zones, when the Starting Phase is over, then 3 + 5 TP came.
    d = duel()
    d.character(1, "spark")
    d.character(1, "blaze")
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 8 and not d.happened("linked")


@pytest.mark.rule("fade1", "keyword.arm-up")
def test_arm_up_counts_equip_items_alone() -> None:
    # Given Arm Up 2 '+3 PLV' with one Equip Item and an Augment with Equip, then that is not enough.
    d = duel()
    x = d.character(0, "armed")
    d.on(x, "edge", face=1)
    d.on(x, "blade", face=1)
    d.on(x, "blade")
    assert d.plv(x) == 2 + 2
    # With two Items it is; when one of them is destroyed, the bonus is gone at once.
    blade = d.on(x, "blade", face=1)
    assert d.plv(x) == 2 + 2 + 3
    d.play_out(0, d.hand(0, "snap"), blade)
    assert d.plv(x) == 2 + 2


@pytest.mark.rule("fade1", "keyword.multistrike")
@pytest.mark.parametrize(("skill", "whip", "times"), [(False, False, 3), (True, False, 2), (False, True, 4)])
def test_multistrike_goes_on_after_a_skill(skill: bool, whip: bool, times: int) -> None:
    # Given Multistrike 2, then it makes 3 Normal Attacks, 2 after a Skill, or 4 with Multistrike 1 more.
    d = duel()
    x, y = d.character(0, "flail"), d.character(1, "fence")
    card = d.on(x, "thunder") if skill else 0
    if whip:
        d.on(x, "whip", face=1)
    d.go(0, COMBAT)
    if card:
        fights(d, x, y, card)
    for _ in range(times):
        fights(d, x, y)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.NORMAL_ONCE)
    # They are there again in the next turn.
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "keyword.replay")
@pytest.mark.rule("fade1", "keyword.replay-details")
def test_what_is_replayed_is_no_further_attack_of_the_turn() -> None:
    # Given a Skill of cost 5 with Replay 2 and 7 TP, when it has resolved and 2 TP are paid.
    d = duel()
    x, y = d.character(0, "flail"), d.character(1)
    card = d.on(x, "again")
    d.go(0, COMBAT)
    d.tp(0, 7)
    d.play(0, "use", card, y)
    assert d.until(CONFIRM) == 0
    d.yes(0)
    d.pass_all()
    # Then it is used a second time and goes to the Discard Pile, and no second Replay was offered.
    assert (d.count(y, "Damage"), d.tp_of(0), d.lies(card)) == (2, 0, "discard")
    # The two Normal Attacks of Multistrike 2 are left, as after any one Skill.
    for _ in range(2):
        fights(d, x, y)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.NORMAL_ONCE)
