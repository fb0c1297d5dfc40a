"""The keywords that are Counters: Aura to Timebomb (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("ability-breaker", "flurry", "mirror", "twin-rookie", "wreck")
    + item("cheer", cost=0, targets="all fighters", do={"counter": "Aura", "n": 3, "on": "target"})
    + item("calm", cost=0, targets="all fighters", do={"counter": "Aura", "remove": 1, "on": "target"})
    + item("needle", cost=0, targets="enemy characters", do={"damage": 2, "to": "target", "type": "True"})
    + skill("certain", cost=2, do={"attack": 1, "hits": 3, "type": "True"})
    + skill("piercer", cost=1, do={"attack": 1, "type": "Unblockable"})
    + skill("pair", cost=1, do={"attack": 1, "hits": 2})
    + character("brute", cost=1, level=3, hp=10, plv=4)
    + character("six", cost=1, level=2, hp=6)
    + skill("fuse", cost=0, keywords={"Timebomb": 3}, do={"attack": 0})
)


@pytest.mark.rule("faroe", "keyword.aura")
def test_aura_raises_plv() -> None:
    # Given a Character with 2 PLV that gets Aura 3.
    d = Duel(CARDS)
    x = d.character(0, "twin-rookie")
    d.quietly(0, "play", d.hand(0, "cheer"), x)
    # Then it has 3 Aura Counters and 5 PLV.
    assert (d.count(x, "Aura"), d.plv(x)) == (3, 5)
    # When 1 is removed, it has 4 PLV.
    d.quietly(0, "play", d.hand(0, "calm"), x)
    assert d.plv(x) == 4


@pytest.mark.rule("faroe", "keyword.barrier")
def test_barrier_negates_an_ability() -> None:
    # Given a Character with 2 Barrier Counters targeted by an Item "destroy a Character".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Barrier", 2)
    d.play(0, "play", d.hand(0, "wreck"), y)
    # When its Player removes 1, then the Item does nothing and 1 Counter is left.
    d.quietly(1, "barrier", y, -1)
    assert d.where(y) == "Character Zone"
    assert d.count(y, "Barrier") == 1
    # Against a Normal Attack it cannot be used.
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "barrier", y, -1) == "keyword.barrier"


@pytest.mark.rule("faroe", "keyword.barrier-details")
def test_barrier_is_optional_and_answers_the_own_side_too() -> None:
    # Given an ability of your own targeting your Character with 1 Barrier Counter.
    d = Duel(CARDS)
    x = d.character(0)
    d.counters(x, "Barrier", 1)
    d.play(0, "play", d.hand(0, "cheer"), x)
    assert d.can(0, "barrier", x, -1)
    # When you do nothing, then the ability works and the Counter stays.
    d.pass_all()
    assert (d.count(x, "Aura"), d.count(x, "Barrier")) == (3, 1)


@pytest.mark.rule("faroe", "keyword.barrier-details")
@pytest.mark.parametrize(("counter", "hit"), [("barrier", 3), ("shield", 0)])
def test_barrier_answers_a_deflect_and_shield_the_attack_that_it_sends(counter: str, hit: int) -> None:
    # Given an Attack on X, whose Player Deflects it to the attacker's Y, which bears such a Counter.
    d = Duel(CARDS)
    a, y, x = d.character(0), d.character(0), d.character(1)
    d.counters(y, counter.title(), 1)
    mirror = d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", mirror, -1, y)
    d.until_asked(0)
    # Then Barrier may answer the Deflect, Link 2, alone, and Shield the Attack, Link 1, alone.
    link, other = (-2, -1) if counter == "barrier" else (-1, -2)
    assert d.refused(0, counter, y, other) == f"keyword.{counter}"
    d.quietly(0, counter, y, link)
    # Negated the Deflect leaves the Attack where it was; a Blocked Attack hits nobody.
    assert (d.count(x, "Damage"), d.count(y, "Damage")) == (hit, 0)


@pytest.mark.rule("faroe", "keyword.barrier-details")
def test_barrier_can_be_answered_and_its_counter_is_spent() -> None:
    # Given an Item against a Character with 1 Barrier Counter, and a Reaction "Negate an ability".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    breaker = d.on(x, "ability-breaker")
    d.counters(y, "Barrier", 1)
    d.play(0, "play", d.hand(0, "wreck"), y)
    # When Barrier is used, then the Counter is gone at once, and the use is Negated.
    d.play(1, "barrier", y, -1)
    assert d.count(y, "Barrier") == 0
    d.quietly(0, "use", breaker, -2)
    assert d.where(y) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "keyword.barrier-details")
def test_barrier_does_not_stop_true_damage() -> None:
    # Given an ability dealing True damage to a Character with 1 Barrier Counter.
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.counters(y, "Barrier", 1)
    d.play(0, "play", d.hand(0, "needle"), y)
    # Then Barrier cannot be used.
    assert d.refused(1, "barrier", y, -1) == "defend.true-check"
    d.pass_all()
    assert d.hp(y) == 8


@pytest.mark.editions("keyword.blindness-details")
def test_one_coin_decides_over_all_hits_of_a_true_skill() -> None:
    # Given 3 Blindness Counters and a True Skill of Cost 2 with 3 hits.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    certain = d.on(x, "certain")
    d.on(y, "guard")
    d.counters(x, "Blindness", 3)
    d.go(0, COMBAT)
    tosses = len(d.happened("tossed"))
    d.coins = [1]
    # When it is declared, then exactly one coin is flipped, before anyone answers.
    d.play(0, "use", certain, y)
    assert len(d.happened("tossed")) == tosses + 1
    assert d.asked() == [1]
    assert d.links() == ["Certain"]
    # On Tails all 3 hits are lost and the Skill goes to the Discard Pile.
    d.pass_all()
    assert d.hp(y) == 10
    assert len(d.happened("tossed")) == tosses + 1
    assert d.where(certain) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "keyword.bloodlust")
@pytest.mark.parametrize(("blocked", "hp"), [(False, 7), (True, 5)])
def test_bloodlust_heals_the_one_who_deals_damage(blocked: bool, hp: int) -> None:
    # Given a Character with 2 Bloodlust Counters, 10 HP and 5 Damage Counters.
    d = Duel(CARDS)
    x, y = d.character(0, "brute"), d.character(1)
    guard = d.on(y, "guard")
    d.counters(x, "Bloodlust", 2)
    d.damage(x, 5)
    d.go(0, COMBAT)
    # When its Normal Attack deals 4 damage, then it is at 7 HP; when it is Blocked, it heals nothing.
    d.play(0, "attack", x, y)
    if blocked:
        d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(x) == hp


@pytest.mark.rule("faroe", "keyword.bloodlust")
def test_bloodlust_heals_for_every_instance_of_damage() -> None:
    # Given the same Character and a Skill whose 2 hits both deal damage.
    d = Duel(CARDS)
    x, y = d.character(0, "brute"), d.character(1)
    pair = d.on(x, "pair")
    d.counters(x, "Bloodlust", 2)
    d.damage(x, 5)
    d.go(0, COMBAT)
    d.quietly(0, "use", pair, y)
    # Then it heals twice.
    assert d.hp(x) == 9


@pytest.mark.rule("faroe", "keyword.paralyze")
def test_paralyze_lasts_as_many_rounds_as_there_are_counters() -> None:
    # Given a Character with 2 Paralyze Counters put on it in the opponent's turn.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Paralyze", 2)
    # When its Player's next two Starting Phases come, then it cannot Attack in either of these rounds.
    for left in (1, 0):
        d.next_turn(1)
        assert d.count(y, "Paralyze") == left
        d.go(1, COMBAT)
        assert d.refused(1, "attack", y, x) == "action.cannot-act"
    # In the third round it can.
    d.next_turn(1)
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, x)


@pytest.mark.rule("faroe", "keyword.paralyze-details")
def test_a_paralyze_counter_stops_nothing_before_the_starting_phase() -> None:
    # Given a Paralyze Counter put on your Character during your own Combat Phase before it attacked.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.go(0, COMBAT)
    d.counters(x, "Paralyze", 1)
    # Then it may still attack this turn.
    assert d.can(0, "attack", x, y)
    # After your next Starting Phase it may not.
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == "action.cannot-act"


@pytest.mark.rule("faroe", "keyword.poison")
@pytest.mark.parametrize(("poison", "hp"), [(4, 2), (6, 0)])
def test_poison_turns_into_damage(poison: int, hp: int) -> None:
    # Given a Character with 6 HP and 4, or 6, Poison Counters.
    d = Duel(CARDS)
    d.character(1)
    six = d.character(1, "six")
    d.counters(six, "Poison", poison)
    # When its Starting Phase comes.
    d.end_turn()
    # Then it has 0 Poison Counters and 2 HP, or is Knocked Out.
    if hp:
        assert (d.count(six, "Poison"), d.hp(six)) == (0, hp)
    else:
        assert d.where(six) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "keyword.shield")
def test_shield_blocks_a_whole_attack() -> None:
    # Given a Character with 2 Shield Counters attacked by a 3-hit Skill.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    flurry = d.on(x, "flurry")
    d.counters(y, "Shield", 2)
    d.go(0, COMBAT)
    d.play(0, "use", flurry, y)
    # When its Player removes 1, then all 3 hits deal 0 and 1 Counter is left.
    d.quietly(1, "shield", y, -1)
    assert (d.hp(y), d.count(y, "Shield")) == (10, 1)


@pytest.mark.rule("faroe", "keyword.shield")
@pytest.mark.parametrize("skill", ["piercer", "certain"])
def test_shield_is_no_use_against_unblockable_and_true_attacks(skill: str) -> None:
    # Given a Character with a Shield Counter and an Unblockable, or True, Attack on it.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    card = d.on(x, skill)
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    # Then Shield cannot be used.
    assert d.refused(1, "shield", y, -1) == "defend.true-check"


@pytest.mark.editions("keyword.timebomb-details")
def test_a_player_with_10_timebomb_counters_loses_at_once() -> None:
    # Given a Player with 7 Timebomb Counters, in The Last Stand.
    d = Duel(CARDS)
    x = d.character(0)
    fuse = d.on(x, "fuse")
    d.counters(d.body(1), "Timebomb", 7)
    d.go(0, COMBAT)
    # When an opponent's Skill puts Timebomb 3 on that Player, then the Player is Knocked Out at once.
    d.quietly(0, "use", fuse, d.body(1))
    assert d.s.over == ((1, 2), "win.lose-ko")
    assert d.s.phase < AFTERMATH
