"""Where Materials are laid and what they cost in the 60-card edition (topic command)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import UNDER
from fadenet.games.fade.field import commands, slots
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command

CARDS = (
    cards("gate", "jab-2", "quick-boots", "right", "squat", "upward", "ward-off")
    + command(
        "council",
        directions=["Up", "Left"],
        needs=[{"n": 1, "type": "Character"}, {"n": 1, "type": "Augment"}],
        ability={"activate": True, "do": {"draw": 1}},
    )
    + character("three", cs=3)
    + character("swift", keywords="Flash")
    + augment("dear", cost=4, keywords="Equip")
    + character("elder", level_up=["Squat"])
    + character("lord", keywords={"Boss": 1})
    + character("tower", keywords={"Stacker": 1})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "command.activation-cost")
@pytest.mark.parametrize(("augment", "accepted"), [("a2", True), ("a4", False), ("", False)])
def test_the_types_that_a_command_needs_lie_in_its_directions(augment: str, accepted: bool) -> None:
    # Given a Command in Equip Zone 3 that lists Up and Left and needs 1 Character and 1 Augment, a Character
    # in Character Zone 3, and a face-up Augment in Equip Zone 2 or 4, or none.
    d = duel()
    council = d.command(0, "council", "a3")
    d.character(0, at="c3")
    if augment:
        d.command(0, "edge", augment)
    # When it is activated, then it is accepted with the Augment to its left alone.
    assert d.can(0, "activate", council) == accepted
    assert accepted or d.refused(0, "activate", council) == d.rule("command-needs")


@pytest.mark.rule("fade1", "command.playing-materials-when-and-where")
def test_characters_stay_in_the_zones_that_are_named_for_them() -> None:
    # Given a Command in Reserve Zone 3 that lists Up, then a Character from the Fighter Pool is refused in
    # Equip Zone 3, and an Augment from Hand is accepted.
    d = duel()
    d.command(0, "upward", "b3")
    squire, edge = d.fighter(0, "squire"), d.hand(0, "edge")
    assert d.refused(0, "lay", squire, to(d, "a3")) == d.rule("lay-character")
    d.play(0, "lay", edge, to(d, "a3"))
    assert d.at(edge) == "a3" and edge in commands.layout(d.s).materials


@pytest.mark.rule("fade1", "command.playing-materials-when-and-where")
def test_nobody_is_laid_from_the_fighter_pool_into_reserve() -> None:
    # Given a Command in Reserve Zone 2 that lists Right, then a Character of the Fighter Pool is refused
    # there; one from a Character Zone is accepted with its cards and Counters.
    d = duel()
    d.command(0, "right", "b2")
    squire, x = d.fighter(0, "squire"), d.character(0, at="c5")
    edge = d.on(x, "edge", face=1)
    d.counters(x, "Poison", 2)
    assert d.refused(0, "lay", squire, to(d, "b3")) == d.rule("lay-character")
    d.play(0, "lay", x, to(d, "b3"))
    assert (d.at(x), d.lies(x), d.s.host[edge], d.count(x, "Poison")) == ("b3", "backup", x, 2)


@pytest.mark.rule("fade1", "command.playing-materials", "command.playing-materials-when-and-where")
def test_cards_are_laid_between_two_attacks_and_not_while_a_chain_runs() -> None:
    # Given a Command in Character Zone 4 that lists Right, two attackers and an Augment in Hand.
    d = duel()
    d.command(0, "right", "c4")
    first, second, foe = d.character(0, at="c1"), d.character(0, at="c2"), d.character(1)
    d.on(foe, "guard")
    edge, ground = d.hand(0, "edge"), d.zone(0, "plain", at="c1")
    d.go(0, COMBAT)
    # When the first attack is a Chain that is answered, then it cannot be laid; after it it can.
    d.play(0, "attack", first, foe)
    assert d.asked() == [1]
    assert d.refused(0, "lay", edge, to(d, "c5"))
    d.pass_all()
    # A Zone card is not moved this way.
    assert d.refused(0, "lay", ground, to(d, "c5"))
    d.play(0, "lay", edge, to(d, "c5"))
    assert d.at(edge) == "c5"
    assert d.can(0, "attack", second, foe)


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_an_augment_is_paid_for_as_it_is_laid() -> None:
    # Given an Augment of Cost 4 and 3 TP, when it is to be laid, then it is refused; with 4 TP it is laid.
    d = duel()
    d.command(0, "right", "c2")
    dear = d.hand(0, "dear")
    d.tp(0, 3)
    assert d.refused(0, "lay", dear, to(d, "c3")) == d.rule("too-dear")
    d.tp(0, 4)
    d.play(0, "lay", dear, to(d, "c3"))
    assert (d.at(dear), d.tp_of(0)) == ("c3", 0)


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_a_character_that_is_laid_fits_into_the_slots_and_has_come_in_this_turn() -> None:
    # Given 2 of 6 CS free in the own first turn, of Characters that came in it.
    d = duel()
    d.command(0, "gate", "c4")
    for name in ("c1", "c2"):
        d.character(0, "squat", at=name, fresh=True)
    three, two = d.fighter(0, "three"), d.fighter(0, "squat")
    assert slots.left(d.s, 0) == 2
    # When one of 3 CS is to be laid, then it is refused; one of 2 is laid and does not attack in this turn.
    assert d.refused(0, "lay", three, to(d, "c5")) == d.rule("slots")
    d.play(0, "lay", two, to(d, "c5"))
    assert slots.left(d.s, 0) == 0
    d.go(0, COMBAT)
    assert d.refused(0, "attack", two, d.body(1)) == d.rule("fresh")


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_a_character_that_levels_up_or_stacks_meets_its_requirement_when_laid() -> None:
    # Given an empty Hand and one with Stacker 1, then it is not laid; with a card in Hand it may be.
    d = duel()
    d.command(0, "right", "c2")
    tower, elder = d.fighter(0, "tower"), d.fighter(0, "elder")
    assert d.refused(0, "lay", tower, to(d, "c3")) == d.rule("stacker")
    # One that Levels Up is not laid without what it is placed on.
    assert d.refused(0, "lay", elder, to(d, "c3")) == d.rule("level-up")
    # When it is laid with a card in Hand, then that lies under it, and the Tower is Material.
    edge = d.hand(0, "edge")
    d.play(0, "lay", tower, to(d, "c3"))
    assert d.s.kids[tower] == (edge,) and (d.at(tower), d.size(0, HAND)) == ("c3", 0)
    assert tower in commands.layout(d.s).materials


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_a_character_that_levels_up_is_laid_on_what_it_requires() -> None:
    # Given a Two on the field since the last turn, when one that Levels Up from it is laid beside a Command,
    # then it lies there with the Two under it, the damage of that and what was attached to it.
    d = duel()
    d.command(0, "right", "c2")
    two, elder = d.character(0, "squat", at="c5"), d.fighter(0, "elder")
    d.damage(two, 2)
    edge = d.on(two, "edge", face=1)
    d.play(0, "lay", elder, to(d, "c3"), two)
    assert d.s.kids[elder] == (two, edge) and d.s.role[two] == UNDER
    assert (d.at(elder), d.lies(two), d.count(elder, "Damage")) == ("c3", "stack", 2)


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_a_boss_that_is_laid_imprisons_characters() -> None:
    # Given Boss 1, then it is laid when a Character of the Discard Pile goes to the Rift Zone for it.
    d = duel()
    d.command(0, "right", "c2")
    lord = d.fighter(0, "lord")
    assert d.refused(0, "lay", lord, to(d, "c3")) == d.rule("boss")
    dead = d.discard(0, "squat")
    d.play(0, "lay", lord, to(d, "c3"), dead)
    assert (d.at(lord), d.lies(dead)) == ("c3", "rift")


@pytest.mark.rule("fade1", "command.playing-materials-cost")
def test_what_has_flash_attacks_in_the_turn_in_which_it_is_laid() -> None:
    # Given a Character that is laid as Material, and an Augment that gives it Flash.
    d = duel()
    d.command(0, "right", "c2")
    squire, foe = d.fighter(0, "squire"), d.character(1)
    d.play(0, "lay", squire, to(d, "c3"))
    d.on(squire, "quick-boots", face=1)
    d.go(0, COMBAT)
    # Then it attacks in this turn.
    assert d.can(0, "attack", squire, foe)


@pytest.mark.rule("fade1", "command.playing-materials-when-and-where")
def test_a_prevented_card_is_not_laid() -> None:
    # Given a Skill that was Prevented and another one on the same Character, then the latter alone is laid
    # beside a Command.
    d = duel()
    d.command(0, "right", "c4")
    x, y = d.character(0, at="c1"), d.character(1)
    jab, other, ward = d.on(x, "jab-2"), d.on(x, "jab-2"), d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.play(0, "use", jab, y)
    d.quietly(1, "use", ward, -1)
    assert d.lies(jab) == "attached"
    assert d.refused(0, "lay", jab, to(d, "c5")) == d.rule("lay")
    assert d.can(0, "lay", other, to(d, "c5"))


@pytest.mark.rule("fade1", "command.activation-timing")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_a_command_is_activated_in_each_step_of_the_own_battle_phase(phase: int) -> None:
    # Given a Command that needs nothing, then it is activated in each step of the own Battle Phase.
    d = duel()
    above = d.command(0, "upward", "a3")
    d.go(0, phase)
    held = d.size(0, HAND)
    d.quietly(0, "activate", above)
    assert d.size(0, HAND) == held + 1 and d.at(above) == "a3"


@pytest.mark.rule("fade1", "command.activation-timing")
def test_a_command_is_not_activated_while_a_chain_is_running() -> None:
    # Given an attack that its player could answer, then no Command of that player is activated; once the
    # Chain is over it is.
    d = duel()
    above = d.command(0, "upward", "a3")
    x, y = d.character(0), d.character(1)
    d.on(x, "ward-off")
    d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(0)
    assert d.s.chain and d.refused(0, "activate", above) == d.rule("command-moment")
    d.pass_chain()
    d.until_asked(0)
    assert not d.s.chain and d.can(0, "activate", above)


@pytest.mark.rule("fade1", "command.where")
def test_a_command_takes_up_no_slots_and_stands_in_the_reserve() -> None:
    # Given a free Reserve Zone 2 and 6 CS, when a Command is played there, then CS in use do not change; an
    # opened Extra Zone counts as well.
    d = duel()
    gate, second = d.hand(0, "gate"), d.hand(0, "right")
    d.zone(0, "plain", at="c7")
    for part in ((gate, "b2"), (second, "c7")):
        d.quietly(0, "play", part[0], to(d, part[1]))
        assert d.at(part[0]) == part[1] and slots.left(d.s, 0) == 6
    d.go(1, PREPARATION)
    x = d.character(1)
    d.go(1, COMBAT)
    # And no attack can choose it.
    assert {move[2] for move in d.options(1) if move[1:2] == (x,)} == {d.body(0)}


@pytest.mark.rule("fade1", "command.materials-stay")
def test_what_a_material_could_do_it_can_do_again() -> None:
    # Given a Character with Flash that came in this turn, Material of a Command: it has no Flash.
    d = Duel(cards("command-breaker") + CARDS, edition="fade1")
    swift = d.fighter(0, "swift")
    gate = d.command(0, "right", "c2")
    d.play(0, "lay", swift, to(d, "c3"))
    d.go(0, COMBAT)
    assert d.refused(0, "attack", swift, d.body(1)) == d.rule("fresh")
    # When the Command is destroyed, then it stays where it is and has it again.
    d.quietly(0, "play", d.hand(0, "command-breaker"), gate)
    assert d.at(swift) == "c3" and d.size(0, HAND) == 0
    assert d.can(0, "attack", swift, d.body(1))
