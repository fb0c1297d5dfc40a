"""Keywords while a Chain is carried out, and of what comes and leaves, in the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM, TURNED
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import (
    AFTERMATH,
    COMBAT,
    DISCARD,
    HAND,
    KEY_AS,
    N_DRIVEN,
    PREPARATION,
    RIFT,
)
from tests.builders.cards import cards
from tests.builders.cells import to
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "deflection", "gag", "seize", "wreck")
    + """
[card.blight]
name = "Blight"
types = ["Skill"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ counter = "Poison", n = 2, on = "target" }]
[card.mend]
name = "Mend"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ heal = 2, of = "target" }]
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
[card.again]
name = "Again"
types = ["Skill"]
rank = "Normal"
keywords = { Replay = 0 }
do = [{ attack = 2 }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 3 }]
[card.adept]
name = "Adept"
types = ["Character"]
hp = 9
plv = 2
def = 1
[[card.adept.ability]]
activate = true
do = [{ draw = 1 }]
[card.shy]
name = "Shy"
types = ["Character"]
hp = 9
plv = 2
keywords = { Timid = 3 }
[[card.shy.ability]]
activate = true
targets = [{ pick = "enemy characters" }]
do = [{ counter = "Drain", on = "target" }]
[card.two]
name = "Two"
types = ["Character"]
hp = 9
plv = 2
level = 2
[card.three]
name = "Three"
types = ["Character"]
hp = 9
plv = 2
level = 3
[card.fire]
name = "Fire"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 2
[card.water]
name = "Water"
types = ["Character"]
elements = ["Water"]
hp = 9
plv = 2
[card.duet]
name = "Duet"
types = ["Skill"]
rank = "Normal"
elements = ["Fire", "Water"]
do = [{ if = { paradox = true }, then = [{ mod = "damage", n = 2, on = "user" }] }, { attack = 2 }]
[card.drown]
name = "Drown"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "enemy characters" }]
do = [{ destroy = "target" }]
[card.machine]
name = "Machine"
types = ["Character"]
hp = 9
plv = 2
keywords = { Carrier = 3 }
[[card.machine.ability]]
on = "enters"
do = [{ draw = { counters = "Power", of = "this" } }]
[card.whip]
name = "Whip"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
attach = "your fighters"
[[card.whip.ability]]
gives = { Multistrike = 1 }
[card.overlord]
name = "Overlord"
types = ["Character"]
hp = 9
plv = 2
keywords = { Boss = 2 }
[card.elder]
name = "Elder"
types = ["Character"]
hp = 9
plv = 2
level_up = ["Two"]
[card.bearer]
name = "Bearer"
types = ["Character"]
hp = 9
plv = 2
level = 2
[[card.bearer.ability]]
on = "destroyed"
do = [{ gain_tp = 1 }]
[card.will]
name = "Will"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
[[card.will.ability]]
on = "destroyed"
do = [{ draw = 1 }]
[card.spark]
name = "Spark"
types = ["Skill"]
rank = "Normal"
keywords = { Void = true }
do = [{ attack = 1 }]
[card.quick]
name = "Quick"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
[[card.quick.ability]]
gives = { Flash = true }
[card.surge]
name = "Surge"
types = ["Skill"]
rank = "Normal"
elements = ["Fire"]
cost = 4
do = [{ attack = 2 }]
[[card.surge.ability]]
keyword = "Overdrive"
cost = 3
do = [{ draw = 2 }]
[card.haunt]
name = "Haunt"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ counter = "Ghost", on = "target" }]
[card.tower]
name = "Tower"
types = ["Character"]
hp = 9
plv = 2
keywords = { Stacker = 2 }
[card.recall]
name = "Recall"
types = ["Item"]
rank = "Normal"
targets = [{ pick = { from = "your discard pile", type = "Character" } }]
do = [{ enter = "target", to = "front" }]
[card.mill]
name = "Mill"
types = ["Item"]
rank = "Normal"
[[card.mill.ability]]
keyword = "Stock"
n = 2
activate = true
do = [{ gain_tp = 1 }]
"""
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
        d.play(0, "use", card, target)
        d.pass_all()
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
    d.play_out(0, d.hand(0, "mend"), x)
    assert (d.hp(x), d.count(x, "Barrier")) == (5, 0)
    # A second Item works.
    d.play_out(0, d.hand(0, "mend"), x)
    assert d.hp(x) == 7


# What is used.


@pytest.mark.rule("fade1", "keyword.replay")
def test_what_is_prevented_is_not_replayed() -> None:
    # Given a Skill with Replay 0 that is Prevented, then it lies there turned, and nothing is offered.
    d = duel()
    x, y = d.character(0), d.character(1)
    card, ward = d.on(x, "again"), d.on(y, "ward")
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    d.play(1, "use", ward, -1)
    while d.s.chain:
        assert d.asked_kind() != CONFIRM
        d.step()
    assert d.asked_kind() != CONFIRM
    assert (d.s.role[card], d.s.host[card], d.count(y, "Damage")) == (TURNED, x, 0)


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
    d.play(0, "use", card, y)
    d.pass_all()
    assert d.s.zones[RIFT] == (card,) and d.size(0, DISCARD) == 0


@pytest.mark.rule("fade1", "keyword.paradox-details")
@pytest.mark.parametrize(("drowned", "dealt"), [(False, 4), (True, 2)])
def test_the_paradox_of_a_skill_is_looked_at_when_it_resolves(drowned: bool, dealt: int) -> None:
    # Given a Fire/Water Skill with Paradox, a Fire and a Water Character, and an answer that destroys one.
    d = duel()
    x, water, y = d.character(0, "fire"), d.character(0, "water"), d.character(1)
    card, drown = d.on(x, "duet"), d.on(y, "drown")
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
    x, two, three = d.character(0, "shy"), d.character(1, "two"), d.character(1, "three")
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x, three) == d.rule(reasons.TIMID)
    assert d.can(0, "activate", x, two)
    # When it is Muted, then it is Timid no more.
    d.on(x, "gag", face=1)
    assert d.can(0, "attack", x, three)


@pytest.mark.rule("fade1", "keyword.multistrike")
def test_a_player_with_multistrike_attacks_again() -> None:
    # Given an Augment that gives Multistrike 1 to its Player.
    d = duel()
    d.character(0)
    y = d.character(1)
    d.on(d.body(0), "whip", face=1)
    d.go(0, COMBAT)
    for _ in range(2):
        d.play(0, "attack", d.body(0), y)
        d.pass_all()
    assert d.lies(y) == "discard"
    other = d.character(1)
    assert d.refused(0, "attack", d.body(0), other) == d.rule(reasons.NORMAL_ONCE)


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
    d.play(0, "use", surge, *[DRIVEN] * paid, y)
    d.pass_all()
    assert (d.tp_of(0), d.count(y, "Damage"), d.size(0, HAND)) == (tp - 4 - 3 * paid, 2, drawn)


@pytest.mark.rule("fade1", "keyword.ghost-counter-details")
def test_a_physical_attack_does_nothing_to_who_became_a_ghost() -> None:
    # Given a Normal Attack that is answered by a Ghost Counter on its target, then nothing is dealt.
    d = duel()
    x, y = d.character(0), d.character(1)
    haunt = d.on(y, "haunt")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.play(0, "attack", x, y)
    d.play(1, "use", haunt, -1, y)
    d.pass_all()
    assert (d.count(y, "Ghost"), d.count(y, "Damage"), d.tp_of(0)) == (1, 0, 0)


# What comes and what leaves.


@pytest.mark.rule("fade1", "keyword.stacker")
def test_who_comes_by_an_effect_takes_as_many_cards_as_there_are() -> None:
    # Given Stacker 2 in the Discard Pile and 1 other card in Hand, when an effect brings it, then that lies
    # under it.
    d = duel()
    d.character(0)
    tower, spare = d.discard(0, "tower"), d.hand(0, "strike")
    d.play_out(0, d.hand(0, "recall"), tower)
    assert d.lies(tower) == "front" and d.s.kids[tower] == (spare,)


@pytest.mark.rule("fade1", "keyword.carrier")
def test_power_counters_are_there_before_what_entering_does() -> None:
    # Given Carrier 3 and 'On Enter Field: draw a card for every Power Counter', then 3 are drawn.
    d = duel()
    machine = d.fighter(0, "machine")
    d.play_out(0, machine, d.to("front"))
    assert (d.count(machine, "Power"), d.size(0, HAND)) == (3, 3)


@pytest.mark.rule("fade1", "keyword.boss")
def test_a_boss_takes_two_of_three() -> None:
    # Given Boss 2 and three Characters in the Discard Pile, then its Player names two for the Rift Zone.
    d = duel()
    overlord = d.fighter(0, "overlord")
    there = [d.discard(0, slug) for slug in ("two", "soldier", "three")]
    assert d.refused(0, "play", overlord, d.to("front"), there[0]) == d.rule(reasons.BOSS)
    d.play_out(0, overlord, d.to("front"), there[0], there[2])
    assert d.s.zones[RIFT] == (there[0], there[2]) and d.lies(there[1]) == "discard"
    assert d.lies(overlord) == "front"


@pytest.mark.rule("fade1", "prep.aftermath-no-characters")
def test_no_level_up_takes_place_in_the_aftermath_step() -> None:
    # Given a Level Up card whose base is there, then in the Aftermath Step it is refused.
    d = duel()
    two, elder = d.character(0, "two", at="c2"), d.fighter(0, "elder")
    assert d.can(0, "play", elder, to(d, "c2"), two)
    d.go(0, AFTERMATH)
    assert d.refused(0, "play", elder, to(d, "c2"), two) == d.rule(reasons.NO_CHARACTERS_NOW)


@pytest.mark.rule("fade1", "keyword.flash")
def test_flash_lets_who_came_out_of_reserve_attack() -> None:
    # Given a Character in Reserve that bears an Augment with Flash, then it attacks in the turn it comes out.
    d = duel()
    d.character(0)
    x, y = d.character(0, backup=True), d.character(1)
    d.on(x, "quick", face=1)
    d.play(0, "move", x, *d.across(x))
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "ko.attached-and-stack")
def test_what_lies_on_the_fallen_is_destroyed_and_their_stack_discarded() -> None:
    # Given a Character with an Augment 'On Destroyed: draw 1', two face-down Skills and a Stack of 2.
    d = duel()
    x, y = d.character(0), d.character(1, "bearer")
    d.character(1)
    will, down = d.on(y, "will", face=1), [d.on(y, "strike"), d.on(y, "guard")]
    stack = [d.under(y, "bearer"), d.under(y, "two")]
    d.leave(y, 1)
    d.counters(y, "Poison", 2)
    d.go(0, COMBAT)
    d.tp(1, 0)
    hand = d.size(1, HAND)
    d.play(0, "attack", x, y)
    d.pass_all()
    # Then 6 cards are in the Discard Pile, the Skills are shown, and the Counters are gone.
    assert [d.lies(h) for h in (y, will, *down, *stack)] == ["discard"] * 6
    assert all(d.s.code[h] for h in down) and d.count(y, "Poison") == 0
    # On Destroyed happens for the Character and the Augment, and for nothing of the Stack.
    assert (d.tp_of(1), d.size(1, HAND)) == (1, hand + 1)


@pytest.mark.rule("fade1", "keyword.stock-details")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_a_stock_item_is_activated_whenever_items_can_be_played(phase: int) -> None:
    # Given an Item with Stock 2 beside a Player, then it is activated in each step of the own Battle Phase.
    d = duel()
    d.character(0)
    mill = d.hand(0, "mill")
    d.play_out(0, mill, *d.beside())
    # Playing it does not activate it.
    assert (d.count(mill, "Power"), d.lies(mill)) == (2, "attached")
    d.go(0, phase)
    left = d.tp_of(0)
    d.play(0, "activate", mill)
    d.pass_all()
    assert (d.tp_of(0), d.count(mill, "Power"), d.lies(mill)) == (left + 1, 1, "attached")
    # When its last Power Counter is used in the next round, then it is destroyed.
    d.next_turn(0)
    d.play(0, "activate", mill)
    d.pass_all()
    assert d.lies(mill) == "discard" and mill in [row[1] for row in d.happened("destroyed")]


@pytest.mark.rule("fade1", "keyword.timebomb-counter")
def test_who_controls_the_bearer_of_a_timebomb_loses_its_level() -> None:
    # Given B's Character of Level 3 under A's control, when it has 10 Timebomb Counters, then A loses 3 HP.
    d = duel()
    d.character(0)
    y = d.character(1, "three")
    d.character(1)
    d.play_out(0, d.hand(0, "seize"), y)
    d.leave(y, 1)
    before = [d.hp(d.body(seat)) for seat in (0, 1)]
    d.counters(y, "Timebomb", 10)
    d.go(0, COMBAT)
    assert d.lies(y) == "discard" and d.s.owner[y] == 1
    assert [d.hp(d.body(seat)) for seat in (0, 1)] == [before[0] - 3, before[1]]
