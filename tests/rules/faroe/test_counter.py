"""The rules of Counters in general (F.A.R.O.E., topic counter)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import card, cards, character, skill

CARDS = (
    cards("ability-breaker", "deflection", "stubborn", "toxin", "veto")
    + skill("sapper", cost=1, keywords={"Drain": 1}, do={"attack": 3})
    + character("warded", cost=1, level=3, keywords={"Barrier": 2})
    + character("champion", cost=1, level=5, hp=10, plv=4, level_up=["Soldier"])
    + character("fragile", cost=1, level=1, hp=5)
)


@pytest.mark.rule("faroe", "counter.general")
def test_several_kinds_of_counters_work_side_by_side() -> None:
    # Given a Character with 2 Aura, 1 Poison and 3 Damage Counters.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(1)
    for name, n in (("Aura", 2), ("Poison", 1), ("Damage", 3)):
        d.counters(x, name, n)
    # Then all three kinds work, and their numbers are part of the public state.
    assert (d.plv(x), d.hp(x)) == (5, 7)
    d.next_turn(0)
    assert (d.count(x, "Aura"), d.count(x, "Poison"), d.count(x, "Damage")) == (2, 0, 4)


@pytest.mark.editions("counter.no-moving")
def test_counters_do_not_pass_to_a_level_up_card() -> None:
    # Given Character X with 3 Aura Counters.
    d = Duel(CARDS)
    x = d.character(0)
    champion = d.fighter(0, "champion")
    d.counters(x, "Aura", 3)
    # When X is placed under a Level-Up card.
    d.quietly(0, "play", champion, (1, 0), x)
    # Then the Counters vanish and the new card has none.
    assert d.s.host[x] == champion
    assert d.count(x, "Aura") == d.count(champion, "Aura") == 0
    assert d.plv(champion) == 4


@pytest.mark.rule("faroe", "counter.targets-default")
@pytest.mark.parametrize(("answer", "drain"), [("guard", 1), ("veto", 0)])
def test_counters_of_an_attack_go_on_its_target(answer: str, drain: int) -> None:
    # Given an attack Skill with "Drain 1" aimed at X.
    d = Duel(CARDS)
    attacker, x = d.character(0), d.character(1)
    sapper, reaction = d.on(attacker, "sapper"), d.on(x, answer)
    d.go(0, COMBAT)
    d.play(0, "use", sapper, x)
    # When it is Blocked, then X takes no damage but gets the Counter; when it is Negated, neither.
    d.quietly(1, "use", reaction, -1)
    assert (d.hp(x), d.count(x, "Drain")) == (10, drain)


@pytest.mark.rule("faroe", "counter.targets-default")
def test_counters_follow_a_deflected_attack() -> None:
    # Given the same Skill, Deflected to another Character.
    d = Duel(CARDS)
    attacker, x, y = d.character(0), d.character(1), d.character(1)
    sapper, deflection = d.on(attacker, "sapper"), d.on(x, "deflection")
    d.go(0, COMBAT)
    d.play(0, "use", sapper, x)
    d.quietly(1, "use", deflection, -1, y)
    # Then damage and Counter are both there.
    assert (d.hp(x), d.count(x, "Drain")) == (10, 0)
    assert (d.hp(y), d.count(y, "Drain")) == (7, 1)


@pytest.mark.rule("faroe", "counter.targets-default")
def test_counters_of_a_character_come_with_it() -> None:
    # Given a Character with "Barrier 2".
    d = Duel(CARDS)
    warded = d.fighter(0, "warded")
    # When it enters the field, then it gets 2 Barrier Counters.
    d.quietly(0, "play", warded, (1, 0))
    assert d.count(warded, "Barrier") == 2


@pytest.mark.editions("counter.whose-phase")
def test_the_phase_is_that_of_the_bearers_side() -> None:
    # Given A put 2 Poison Counters on B's Character.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    toxin = d.on(x, "toxin")
    d.go(0, COMBAT)
    d.quietly(0, "use", toxin, y)
    assert (d.count(y, "Poison"), d.count(y, "Damage")) == (2, 1)
    # When B's Starting Phase comes, then 2 Damage Counters replace them.
    d.end_turn()
    assert (d.count(y, "Poison"), d.count(y, "Damage")) == (0, 3)
    d.counters(y, "Poison", 2)
    # When A's Starting Phase comes, then nothing happens.
    d.end_turn()
    assert d.s.active == 0
    assert (d.count(y, "Poison"), d.count(y, "Damage")) == (2, 3)


@pytest.mark.rule("faroe", "counter.no-chain")
def test_what_counters_do_by_themselves_cannot_be_answered() -> None:
    # Given a poisoned Character, and opponents who could answer anything.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(x, "ability-breaker")
    d.counters(y, "Poison", 2)
    # When Poison is turned into Damage Counters, then no Player is asked.
    d.go(0, AFTERMATH)
    links = len(d.happened("linked"))
    d.end_turn()
    assert d.count(y, "Damage") == 2
    assert len(d.happened("linked")) == links


@pytest.mark.rule("faroe", "counter.no-chain")
def test_using_a_shield_can_be_answered() -> None:
    # Given an attacked Character with a Shield Counter, and an attacker with "Negate an ability".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    breaker = d.on(x, "ability-breaker")
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the Shield Counter is used, then the Players are asked and may Negate that Block.
    d.play(1, "shield", y, -1)
    assert d.asked() == [0]
    d.quietly(0, "use", breaker, -2)
    assert d.hp(y) == 7
    assert d.count(y, "Shield") == 0


@pytest.mark.rule("faroe", "counter.starting-phase")
def test_the_starting_phase_of_the_bearers_side() -> None:
    # Given your Character with 1 Poison, 1 Paralyze and 1 Curse Counter, 5 HP and 3 TP.
    d = Duel(CARDS)
    x, fragile, y = d.character(0), d.character(0, "fragile"), d.character(1)
    d.go(0, AFTERMATH)
    for name in ("Poison", "Paralyze", "Curse"):
        d.counters(fragile, name, 1)
    while d.s.active == 0 or d.asked_kind() != ACT:
        d.step()
    d.tp(0, 3)
    while d.asked_kind() != CONFIRM:
        if d.s.turn > 2 and d.s.asks[0].seat == 0 and d.asked_kind() != ACT:
            d.answer(0, d.options(0)[0])
        else:
            d.step()
    # When your Starting Phase comes and you pay 1 TP.
    d.tp(0, 3)
    d.yes(0)
    d.go(0, COMBAT)
    # Then it has 4 HP, 0 Poison, 0 Paralyze and 1 Curse Counter, and you end the Phase with 3 TP.
    assert d.hp(fragile) == 4
    assert [d.count(fragile, name) for name in ("Poison", "Paralyze", "Curse")] == [0, 0, 1]
    assert d.tp_of(0) == 3
    # And it cannot act this round.
    assert d.refused(0, "attack", fragile, y) == "action.cannot-act"
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("faroe", "counter.end-phase")
def test_the_end_phase_of_the_bearers_side() -> None:
    # Given your Character with 2 Blindness and 4 Timebomb Counters.
    d = Duel(CARDS)
    x = d.character(0)
    d.counters(x, "Blindness", 2)
    d.counters(x, "Timebomb", 4)
    # When your End Phase is over, then it has 1 Blindness and 5 Timebomb Counters.
    d.end_turn()
    assert (d.count(x, "Blindness"), d.count(x, "Timebomb")) == (1, 5)
    # The opponent's End Phase changes nothing.
    d.end_turn()
    assert (d.count(x, "Blindness"), d.count(x, "Timebomb")) == (1, 5)


@pytest.mark.rule("faroe", "counter.lasting")
def test_counters_that_do_not_wear_off() -> None:
    # Given a Character with 2 Drain and 1 Fracture Counter, and others that go only when used.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(1)
    lasting = {"Drain": 2, "Fracture": 1, "Aura": 1, "Bloodlust": 1, "Barrier": 1, "Shield": 1}
    for name, n in lasting.items():
        d.counters(x, name, n)
    # When three rounds pass, then it still has them.
    for _ in range(6):
        d.end_turn()
    assert {name: d.count(x, name) for name in lasting} == lasting


@pytest.mark.rule("faroe", "value.minimum", "counter.lasting")
def test_aura_and_drain_make_one_sum() -> None:
    # Given a Character with 2 more Drain Counters than it has PLV, then 1 Aura Counter leaves it at 0.
    d = Duel(CARDS)
    x = d.character(0)
    d.counters(x, "Drain", d.plv(x) + 2)
    d.counters(x, "Aura", 1)
    assert d.plv(x) == 0
    # When there are 3 of them, then it is 1.
    d.counters(x, "Aura", 2)
    assert d.plv(x) == 1


@pytest.mark.rule("faroe", "counter.on-players")
def test_players_bear_counters() -> None:
    # Given a Player with 2 Poison Counters at 30 HP and 1 Curse Counter.
    d = Duel(CARDS)
    body = d.body(1)
    d.counters(body, "Poison", 2)
    d.counters(body, "Curse", 1)
    # When that Player's Starting Phase comes and the Curse is not paid.
    assert d.until(CONFIRM) == 1
    d.no(1)
    d.end_turn()
    # Then HP are 28, and nothing else happens: the Curse Counter stays.
    assert values.hp(d.s, body) == 28
    assert d.count(body, "Curse") == 1
    assert d.s.out == ()


@pytest.mark.rule("faroe", "zone.leaves-field", "counter.general")
def test_no_counter_waits_on_a_card_that_has_left() -> None:
    # Given 'when this Character takes damage, put 1 Fracture Counter on it and deal 1 damage to it'.
    d = Duel(CARDS)
    attacker, x = d.character(0), d.character(1, "stubborn")
    d.go(0, COMBAT)
    # When it is Knocked Out by the damage that triggers it.
    d.quietly(0, "attack", attacker, x)
    # Then it lies in the Discard Pile without any Counter, and no more damage was dealt.
    assert d.where(x) == "Discard Pile Zone"
    assert (d.count(x, "Fracture"), d.count(x, "Damage")) == (0, 0)
    assert len(d.happened("takes-damage")) == 1


@pytest.mark.rule("faroe", "counter.targets-default")
@pytest.mark.parametrize("types", ["Augment", "Skill"])
def test_counters_of_a_card_without_targets_go_on_what_it_is_attached_to(types: str) -> None:
    # Given an Augment, or a Skill that draws a card, with "Aura 2" and nobody named.
    do = {"draw": 1} if types == "Skill" else None
    d = Duel(card("halo", types=[types], rank="Normal", keywords={"Aura": 2}, do=do))
    x, other = d.character(0), d.character(0)
    # When it has been played on a Character, or used by the one it lies on, then that one gets them.
    if types == "Augment":
        halo = d.hand(0, "halo")
        d.quietly(0, "play", halo, x)
    else:
        halo = d.on(x, "halo")
        d.go(0, COMBAT)
        d.quietly(0, "use", halo)
    assert [d.count(h, "Aura") for h in (x, other, halo, d.body(0))] == [2, 0, 0, 0]
