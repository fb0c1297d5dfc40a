"""The things that a Character in Reserve still does in the 60-card edition (topic zone)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, HAND, K_AFFINITY, K_LOCK_ON, KEY_N, KEY_TO
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, world_rule

CARDS = (
    cards("dart-3", "riposte")
    + character("dynamo", level=1, keywords={"{Charge}": 2, "Affinity": ["Fire"], "Lock-On": True})
    + character(
        "captain",
        level=1,
        ability=[
            {"gives": {"PLV": 1}, "to": "your front characters"},
            {"keyword": "Backup", "gives": {"PLV": 3, "Lock-On": True}, "to": "your characters"},
        ],
    )
    + character(
        "clerk",
        level=1,
        ability=[
            {"activate": True, "do": {"draw": 1}},
            {"keyword": "Backup", "activate": True, "do": {"draw": 2}},
        ],
    )
    + item(
        "gift",
        cost=0,
        targets="your characters",
        do=[{"grant": "Lock-On", "on": "target"}, {"mod": "PLV", "n": 1, "on": "target"}],
    )
    + character("reserve-call", ability={"keyword": "Reinforce", "n": 2, "do": {"draw": 1}})
    + character("mourner", level=1, ability={"on": "knocked-out", "of": "all characters", "do": {"draw": 1}})
    + augment(
        "harness",
        hp=3,
        plv=1,
        def_=2,
        keywords="Equip",
        ability=[{"gives": {"Lock-On": True}}, {"activate": True, "do": {"draw": 1}}],
    )
    + item("stick", keywords="Equip", ability={"gives": {"PLV": 5}})
    + world_rule("long-sight", ability={"gives": {"Lock-On": True, "PLV": 1}, "to": "all characters"})
    + character("keep", keywords={"Lock": ["Fire", "Water"]})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "zone.reserve-inactive")
@pytest.mark.parametrize("reserve", [True, False])
def test_keywords_are_off_in_reserve_and_counters_are_not(reserve: bool) -> None:
    # Given one with Power Source 2, Affinity and Lock-On and 1 Poison Counter, in Reserve or in front.
    d = duel()
    d.character(0)
    x = d.character(0, "dynamo", backup=reserve)
    d.counters(x, "Poison", 1)
    d.next_turn(1)
    d.tp(0, 0)
    # When its controller's Starting Phase comes, then there are no TP of it in Reserve; the Poison deals 1.
    d.next_turn(0)
    gain = d.rules.figures.tp_gain_starting_phase
    assert d.tp_of(0) == gain + (0 if reserve else 2)
    assert (d.count(x, "Poison"), d.count(x, "Damage")) == (0, 1)
    assert values.keyword(d.s, x, K_LOCK_ON) == (not reserve)
    assert len(values.each(d.s, x, K_AFFINITY)) == (not reserve)


@pytest.mark.rule("fade1", "zone.reserve-inactive", "keyword.backup")
def test_only_what_stands_under_backup_alters_others_from_reserve() -> None:
    # Given a Captain with '+1 PLV for your Characters in front' and 'Backup: +3 PLV for your Characters, who
    # have Lock-On', in front: the first is on.
    d = duel()
    x, captain = d.character(0), d.character(0, "captain")
    assert (d.plv(x), d.plv(captain)) == (3 + 1, 2 + 1)
    # When it goes to Reserve, then the second is on, for itself too, until it comes back.
    d.play(0, "move", captain, *d.across(captain))
    assert (d.plv(x), d.plv(captain)) == (3 + 3, 2 + 3)
    assert values.keyword(d.s, x, K_LOCK_ON) and values.keyword(d.s, captain, K_LOCK_ON)
    # What another one in Reserve is given is off there, but for figures.
    other = d.character(0, backup=True)
    assert d.plv(other) == 3 + 3 and not values.keyword(d.s, other, K_LOCK_ON)
    d.play(0, "move", captain, *d.across(captain))
    assert (d.plv(x), d.plv(captain)) == (3 + 1, 2 + 1)


@pytest.mark.rule("fade1", "zone.reserve-inactive")
def test_nothing_happens_by_what_is_in_reserve() -> None:
    # Given two Mourners 'when a Character is Knocked Out, draw 1 card', one of them in Reserve.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.character(0, "mourner")
    d.character(0, "mourner", backup=True)
    d.leave(y, 1)
    d.character(1)
    d.go(0, COMBAT)
    before = d.size(0, HAND)
    # When one is, then the one in front alone has a card drawn.
    d.quietly(0, "attack", x, y)
    assert d.lies(y) == "discard" and d.size(0, HAND) == before + 1


@pytest.mark.rule("fade1", "zone.reserve-inactive")
def test_attached_cards_are_not_used_from_reserve() -> None:
    # Given a Block and a Counter-hit on a Character in Reserve, and a Block on the one in front.
    d = duel()
    x, y, back = d.character(0), d.character(1), d.character(1, backup=True)
    block, riposte, own = d.on(back, "guard"), d.on(back, "riposte"), d.on(y, "guard")
    d.go(0, COMBAT)
    # When the front one is attacked, then those in Reserve are refused.
    d.play(0, "attack", x, y)
    for card in (block, riposte):
        assert d.refused(1, "use", card, -1) == "zone.reserve-inactive"
    assert d.can(1, "use", own, -1)
    d.pass_all()
    # Its own Attack and Skill are, in its player's turn.
    skill = d.on(back, "strike")
    d.go(1, COMBAT)
    assert d.refused(1, "attack", back, x) == "zone.reserve-inactive"
    assert d.refused(1, "use", skill, x) == "zone.reserve-inactive"


@pytest.mark.rule("fade1", "zone.reserve-inactive", "keyword.backup")
def test_effects_are_not_activated_in_reserve_unless_they_stand_under_backup() -> None:
    # Given a Clerk in Reserve with 'draw 1 card' and 'Backup: draw 2 cards', and an Augment on it.
    d = duel()
    d.character(0)
    clerk = d.character(0, "clerk", backup=True)
    harness = d.on(clerk, "harness", face=1)
    d.character(1)
    d.go(0, COMBAT)
    before = d.size(0, HAND)
    assert d.refused(0, "activate", harness) == "zone.reserve-inactive"
    assert d.refused(0, "activate", clerk, (KEY_N, 1)) == "zone.reserve-inactive"
    d.quietly(0, "activate", clerk, (KEY_N, 2))
    assert d.size(0, HAND) == before + 2


@pytest.mark.rule("fade1", "zone.reserve-inactive")
def test_the_figures_of_augments_still_count_in_reserve() -> None:
    # Given an Augment of HP 3, PLV 1 and DEF 2 that gives Lock-On, and an Equip Item '+5 PLV'.
    d = duel()
    d.character(0)
    x = d.character(0)
    d.on(x, "harness", face=1)
    d.on(x, "stick", face=1)
    assert (d.hp(x), d.plv(x)) == (13, 3 + 1 + 5) and values.keyword(d.s, x, K_LOCK_ON)
    # When their bearer is put into Reserve, then HP, PLV and DEF of the Augment stay, and nothing else.
    d.play(0, "move", x, (KEY_TO, d.cell("b1")))
    assert (d.hp(x), d.plv(x)) == (13, 3 + 1) and not values.keyword(d.s, x, K_LOCK_ON)
    # When an Item deals 3 there, then it Defends itself with its DEF.
    d.quietly(0, "play", d.hand(0, "dart-3"), x)
    assert d.count(x, "Damage") == 1


@pytest.mark.rule("fade1", "zone.reserve-inactive")
def test_a_keyword_given_in_reserve_is_there_once_its_bearer_comes_out() -> None:
    # Given a Character in Reserve that is given Lock-On and 1 PLV for the turn, then it has the PLV alone.
    d = duel()
    d.character(0)
    x = d.character(0, backup=True)
    d.quietly(0, "play", d.hand(0, "gift"), x)
    assert d.plv(x) == 4 and not values.keyword(d.s, x, K_LOCK_ON)
    # When it comes to the front, then it has both.
    d.play(0, "move", x, *d.across(x))
    assert d.plv(x) == 4 and values.keyword(d.s, x, K_LOCK_ON)


@pytest.mark.rule("fade1", "zone.reserve-inactive", "keyword.element-lock-scope")
def test_a_world_rule_gives_its_keyword_to_all_who_are_not_in_reserve() -> None:
    # Given a World Rule by which all Characters have Lock-On and +1 PLV.
    d = Duel(CARDS, edition="fade1", worlds=("long-sight",))
    front, keep = d.character(0), d.character(0, "keep")
    behind = d.character(0, backup=True)
    # Then one in Reserve has the PLV alone, and one with Lock both: a World Rule is a rule of the game.
    assert [values.keyword(d.s, h, K_LOCK_ON) for h in (front, keep, behind)] == [1, 1, 0]
    assert [d.plv(h) for h in (front, keep, behind)] == [3 + 1, 2 + 1, 3 + 1]
    # When that one comes out, then it has Lock-On too.
    d.play(0, "move", behind, *d.across(behind))
    assert values.keyword(d.s, behind, K_LOCK_ON)


@pytest.mark.rule("fade1", "zone.reserve-inactive", "keyword.reinforce")
def test_what_becomes_true_for_a_card_in_reserve_is_missed() -> None:
    # Given Reinforce 2 on a Character in front and on one in Reserve, when a second and a third come there,
    # then the one in front draws a card.
    d = duel()
    d.character(0, "reserve-call")
    behind, first, second = d.character(0, "reserve-call", backup=True), d.character(0), d.character(0)
    for goes in (first, second):
        d.quietly(0, "move", goes, *d.across(goes))
    assert d.size(0, HAND) == 1
    # When the other one comes out, with two in Reserve as before, then it has missed that.
    d.quietly(0, "move", behind, *d.across(behind))
    assert d.size(0, HAND) == 1
