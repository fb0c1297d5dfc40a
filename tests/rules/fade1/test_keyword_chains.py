"""Keywords while a Chain is carried out, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.fade import reasons
from fadenet.games.fade.features import timid
from fadenet.games.fade.tables import COMBAT, DISCARD, HAND, KEY_AS, N_DRIVEN, RIFT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("fire-born", "gag", "level-3", "paradox-duet")
    + skill("blight", targets="all characters", do={"counter": "Poison", "n": 2, "on": "target"})
    + item("mend", targets="your characters", do={"heal": 2, "of": "target"})
    + skill("again", keywords={"Replay": 0}, do={"attack": 2})
    + character("adept", def_=1, ability={"activate": True, "do": {"draw": 1}})
    + character(
        "shy",
        keywords={"Timid": 3},
        ability={"activate": True, "targets": "enemy characters", "do": {"counter": "Drain", "on": "target"}},
    )
    + character("two", level=2)
    + character("water", "Water")
    + reaction("drown", targets="enemy characters", answers="attack", do={"destroy": "target"})
    + skill("spark", keywords="Void", do={"attack": 1})
    + skill(
        "surge",
        "Fire",
        cost=4,
        do={"attack": 2},
        ability={"keyword": "Overdrive", "cost": 3, "do": {"draw": 2}},
    )
)

DRIVEN = (KEY_AS, N_DRIVEN)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


# Shield and Barrier.


@pytest.mark.rule("fade1", "keyword.shield-counter")
def test_a_shield_stops_a_skill_without_hits_of_an_enemy_alone() -> None:
    # Given a Skill that puts Poison on a Character: it is an attack on an enemy, and none on a friend.
    d = duel()
    x, other = d.character(0), d.character(0)
    friend, foe = d.character(0), d.character(1)
    on_friend, on_foe = d.on(x, "blight"), d.on(other, "blight")
    for h in (friend, foe):
        d.counters(h, "Shield", 1)
    d.go(0, COMBAT)
    for card, target in ((on_friend, friend), (on_foe, foe)):
        d.quietly(0, "use", card, target)
    # Then a Shield Counter stops it on the enemy, and lets it work on the friend.
    assert (d.count(friend, "Poison"), d.count(friend, "Shield")) == (2, 1)
    assert (d.count(foe, "Poison"), d.count(foe, "Shield")) == (0, 0)


@pytest.mark.rule("fade1", "keyword.barrier-counter")
def test_a_barrier_stops_what_friends_do_as_well() -> None:
    # Given 1 Barrier Counter on a damaged Character, when its own Player heals it, then nothing happens.
    d = duel()
    x = d.character(0)
    d.damage(x, 5)
    d.counters(x, "Barrier", 1)
    d.quietly(0, "play", d.hand(0, "mend"), x)
    assert (d.hp(x), d.count(x, "Barrier")) == (5, 0)
    # A second Item works.
    d.quietly(0, "play", d.hand(0, "mend"), x)
    assert d.hp(x) == 7


# What is used.


@pytest.mark.rule("fade1", "keyword.replay-details")
def test_a_replay_for_nothing_is_one_alone() -> None:
    # Given a Skill with Replay 0 and no TP, when it was replayed once, then a second Replay is not offered.
    d = duel()
    x, y = d.character(0), d.character(1)
    card = d.on(x, "again")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.play(0, "use", card, y)
    assert d.until(CONFIRM) == 0
    d.yes(0)
    while d.lies(card) != "discard":
        assert d.asked_kind() != CONFIRM and not d.s.over
        d.step()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (4, 0)


@pytest.mark.rule("fade1", "keyword.void")
def test_a_used_skill_with_void_goes_to_the_rift() -> None:
    # Given a Skill with Void, when its use is over, then it lies in its owner's Rift Zone.
    d = duel()
    x, y = d.character(0), d.character(1)
    card = d.on(x, "spark")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y)
    assert d.s.zones[RIFT] == (card,) and d.size(0, DISCARD) == 0


@pytest.mark.rule("fade1", "keyword.paradox-details")
@pytest.mark.parametrize(("drowned", "dealt"), [(False, 4), (True, 2)])
def test_the_paradox_of_a_skill_is_looked_at_when_it_resolves(drowned: bool, dealt: int) -> None:
    # Given a Fire/Water Skill with Paradox, a Fire and a Water Character, and an answer that destroys one.
    d = duel()
    x, water, y = d.character(0, "fire-born"), d.character(0, "water"), d.character(1)
    card, drown = d.on(x, "paradox-duet"), d.on(y, "drown")
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    if drowned:
        d.play(1, "use", drown, -1, water)
    d.pass_all()
    assert d.count(y, "Damage") == dealt


@pytest.mark.rule("fade1", "keyword.paralyze-counter")
def test_the_paralyzed_use_neither_cards_nor_effects() -> None:
    # Given a Paralyzed Character with a Skill, a Block and an activated effect, and DEF 1.
    d = duel()
    x, y = d.character(0, "adept"), d.character(1)
    skill, guard, more = d.on(x, "strike"), d.on(x, "guard"), d.on(d.character(0), "guard")
    d.counters(x, "Paralyze", 2)
    d.go(0, COMBAT)
    assert d.refused(0, "use", skill, y) == d.rule(reasons.CANNOT_ACT)
    assert d.refused(0, "activate", x) == d.rule(reasons.CANNOT_ACT)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.CANNOT_ACT)
    # When it is attacked, then its Block is refused, another's would do, and its DEF counts.
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    assert d.refused(0, "use", guard, -1) == d.rule(reasons.CANNOT_ACT)
    assert d.can(0, "use", more, -1)
    d.pass_all()
    assert d.count(x, "Damage") == 2


@pytest.mark.rule("fade1", "keyword.timid")
def test_the_timid_target_no_high_levels_with_effects_either() -> None:
    # Given Timid 3 on a Character with an effect that targets one, then that of Level 3 is refused.
    d = duel()
    x, two, three = d.character(0, "shy"), d.character(1, "two"), d.character(1, "level-3")
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x, three) == d.rule(timid.REASON)
    assert d.can(0, "activate", x, two)
    # When it is Muted, then it is Timid no more.
    d.on(x, "gag", face=1)
    assert d.can(0, "attack", x, three)


@pytest.mark.rule("fade1", "keyword.overdrive")
@pytest.mark.parametrize(("tp", "paid", "drawn"), [(7, True, 2), (7, False, 0), (6, False, 0)])
def test_overdrive_is_paid_for_with_its_skill_or_never(tp: int, paid: bool, drawn: int) -> None:
    # Given a Skill of cost 4 with Overdrive 3 and 7 TP, then 7 may be paid for both parts, or 4 for one.
    d = duel()
    x, y = d.character(0), d.character(1)
    surge = d.on(x, "surge")
    d.go(0, COMBAT)
    d.tp(0, tp)
    if tp < 7:
        assert d.refused(0, "use", surge, DRIVEN, y) == d.rule(reasons.TOO_DEAR)
    d.quietly(0, "use", surge, *[DRIVEN] * paid, y)
    assert (d.tp_of(0), d.count(y, "Damage"), d.size(0, HAND)) == (tp - 4 - 3 * paid, 2, drawn)
