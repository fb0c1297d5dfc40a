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
    cards("fence", "fire-born", "fire-storm-adept")
    + character("master", plv=6, keywords={"Mastery": ["Fire", "Water"]})
    + character("strong", level=2, plv=5)
    + character("stone", hp=6, plv=5, def_=4)
    + character("wolf", hp=10, keywords={"Bloodlust": 2})
    + character("flail", plv=1, keywords={"Multistrike": 2})
    + character("sad", level=3, ability={"on": "destroyed", "do": {"gain_tp": 9}})
    + skill("thunder", "Storm", cost=1, do={"attack": PLV})
    + skill("fire-storm", "Fire", "Storm", cost=7, do={"attack": PLV})
    + skill("again", cost=5, keywords={"Replay": 2}, do={"attack": PLV})
    + item("tinder", "Fire", cost=3, do={"gain_tp": 0})
    + augment("whip", ability={"gives": {"Multistrike": 1}})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def fights(d: Duel, x: int, y: int, card: int = 0) -> None:
    """A Normal Attack, or one by a card, that nobody answers."""
    d.quietly(0, *(("use", card) if card else ("attack", x)), y)


@pytest.mark.rule("fade1", "keyword.element-affinity")
def test_affinity_adds_to_matching() -> None:
    # Given Fire/Storm Affinity, when a Fire Character uses a Fire/Storm Skill of cost 7, then 3 TP are paid.
    d = duel()
    d.character(0, "fire-storm-adept")
    x, y = d.character(0, "fire-born"), d.character(1)
    card, tinder = d.on(x, "fire-storm"), d.hand(0, "tinder")
    # A Fire Item of cost 3 costs 2, as nothing is matched for Items.
    d.tp(0, 2)
    d.quietly(0, "play", tinder)
    assert d.tp_of(0) == 0
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "use", card, y) == d.rule(reasons.TOO_DEAR)
    d.tp(0, 3)
    d.play(0, "use", card, y)
    assert d.tp_of(0) == 0


@pytest.mark.rule("fade1", "keyword.curse-counter", "keyword.curse-counter-details")
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


@pytest.mark.rule("fade1", "keyword.replay", "keyword.replay-details")
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
