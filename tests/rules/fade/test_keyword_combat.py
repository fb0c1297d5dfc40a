"""The keywords of combat and of what falls: Concussion to Void, and Orbital (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("doomed", "knell", "mourner", "nudge", "third", "wreck")
    + character("glassjaw", cost=1, level=2, hp=12, keywords="Concussion")
    + skill("nothing", cost=0, do={"attack": 0})
    + character("doomed-child", level=0, plv=1, keywords="Deathmark")
    + character("doomed-nobody", plv=1, keywords="Deathmark")
    + item(
        "rescue",
        cost=0,
        targets={"pick": {"from": "your discard pile", "level_max": 2}},
        do={"return": "target", "to": "hand"},
    )
    + character("second", cost=1, level=2)
    + character("sprinter", cost=1, level=2, hp=5, keywords="Flash")
    + character("flail", cost=1, level=2, plv=1, keywords={"Multistrike": 2})
)


@pytest.mark.editions("keyword.concussion", fade2="keyword.concussion", fade1="keyword.concussion")
@pytest.mark.parametrize(("skill", "falls"), [("nudge", True), ("nothing", False)])
def test_concussion_turns_any_damage_into_a_knock_out(skill: str, falls: bool, edition: str) -> None:
    # Given a Character with 12 HP and Concussion.
    d = Duel(CARDS, edition=edition)
    x, glassjaw = d.character(0), d.character(1, "glassjaw")
    card = d.on(x, skill)
    d.go(0, COMBAT)
    # When it takes 1 damage, then it is Knocked Out; when it is reduced to 0, nothing happens.
    d.play(0, "use", card, glassjaw)
    d.pass_all()
    assert (d.lies(glassjaw) == "discard") == falls


@pytest.mark.editions("keyword.concussion", fade2="keyword.concussion", fade1="keyword.concussion")
def test_concussion_counts_poison_too(edition: str) -> None:
    # Given a Character with Concussion and 1 Poison Counter.
    d = Duel(CARDS, edition=edition)
    glassjaw = d.character(1, "glassjaw")
    d.counters(glassjaw, "Poison", 1)
    # When it takes the Damage Counter, then it is Knocked Out.
    d.end_turn()
    assert d.lies(glassjaw) == "discard"


@pytest.mark.editions("keyword.deathmark", fade2="keyword.deathmark", fade1="keyword.deathmark")
@pytest.mark.parametrize(("ally", "falls"), [("third", True), ("second", False)])
def test_deathmark_follows_an_ally_of_at_least_its_level(ally: str, falls: bool, edition: str) -> None:
    # Given a Level 3 Character with Deathmark.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    doomed, other = d.character(1, "doomed"), d.character(1, ally)
    # When an allied Level 3, or Level 2, Character is destroyed this round.
    d.play(0, "play", d.hand(0, "wreck"), other)
    d.pass_all()
    # Then it is Knocked Out, or not.
    assert (d.lies(doomed) == "discard") == falls


@pytest.mark.editions("keyword.deathmark", fade2="keyword.deathmark", fade1="keyword.deathmark")
@pytest.mark.parametrize("doomed", ["doomed-child", "doomed-nobody"])
def test_level_0_is_a_level_for_deathmark(doomed: str, edition: str) -> None:
    # Given Deathmark on a Character of Level 0, or without a printed Level, which is Level 0.
    d = Duel(CARDS, edition=edition)
    marked, other = d.character(1, doomed), d.character(1, "doomed-nobody")
    # When an ally of Level 0 is destroyed, then the bearer is Knocked Out.
    d.play_out(0, d.hand(0, "wreck"), other)
    assert d.lies(other) == d.lies(marked) == "discard"


@pytest.mark.rule("faroe", "level.none")
def test_what_has_no_level_is_not_of_a_low_one() -> None:
    # Given "a card with Level 2 or less" of the Discard Pile, then a Character of Level 2 and one without a
    # printed Level, which is Level 0, are such, and an Item is not.
    d = Duel(CARDS)
    low, none, item = d.discard(0, "second"), d.discard(0, "doomed-nobody"), d.discard(0, "ration")
    d.discard(0, "giant")
    rescue = d.hand(0, "rescue")
    assert {move[2] for move in d.options(0) if move[1:2] == (rescue,)} == {low, none}
    assert d.refused(0, "play", rescue, item) == "target.chosen-when"


@pytest.mark.editions("keyword.flash", fade2="keyword.flash", fade1="keyword.flash")
def test_flash_lifts_the_entry_delay(edition: str) -> None:
    # Given a Character with Flash played this turn into the Character Zone, and one in the Backup Zone.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    sprinter, plain = d.character(0, "sprinter", fresh=True), d.character(0, fresh=True)
    back = d.character(0, "sprinter", backup=True, fresh=True)
    strike = d.on(sprinter, "strike")
    # When the Combat Phase comes, then it may perform its Normal Attack and use attack Skills.
    d.go(0, COMBAT)
    assert d.can(0, "attack", sprinter, y)
    assert d.can(0, "use", strike, y)
    assert d.refused(0, "attack", plain, y) == d.rule("fresh")
    # In the Backup Zone it still may not Attack.
    assert d.refused(0, "attack", back, y) == d.rule("back-row")


@pytest.mark.editions("keyword.multistrike", fade2="keyword.multistrike", fade1="keyword.multistrike")
def test_multistrike_gives_extra_normal_attacks(edition: str) -> None:
    # Given Multistrike 2, PLV 1 and 0 TP.
    d = Duel(CARDS, edition=edition)
    flail, y, other = d.character(0, "flail"), d.character(1), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When all its Normal Attacks succeed, then it has performed 3 and 3 TP were gained.
    for target in (y, other, y):
        d.play(0, "attack", flail, target)
        d.pass_all()
    assert (d.hp(y), d.hp(other), d.tp_of(0)) == (8, 9, 3)
    # A 4th is refused.
    assert d.refused(0, "attack", flail, y) == d.rule("normal-once")
    # In the next round they are there again.
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", flail, y)


@pytest.mark.editions("keyword.vengeance", fade2="keyword.vengeance", fade1="keyword.vengeance")
def test_vengeance_happens_for_each_ally_knocked_out(edition: str) -> None:
    # Given "Vengeance: put 1 Fracture Counter on this Character".
    d = Duel(CARDS, edition=edition)
    enemy = d.character(0)
    d.character(0)
    mourner, a, b = d.character(1, "mourner"), d.character(1), d.character(1)
    # When two allies are Knocked Out by one effect, then it gets 2 Fracture Counters.
    d.play(0, "play", d.hand(0, "knell"), a, b)
    d.pass_all()
    assert d.count(mourner, "Fracture") == 2
    # When the bearer itself or an enemy is Knocked Out, then it does not trigger for that.
    d.play(0, "play", d.hand(0, "knell"), enemy)
    d.pass_all()
    assert d.lies(enemy) == "discard"
    assert d.count(mourner, "Fracture") == 2
    links = len(d.happened("linked"))
    d.play(0, "play", d.hand(0, "knell"), mourner)
    d.pass_all()
    assert d.lies(mourner) == "discard"
    assert len(d.happened("linked")) == links + 1
