"""The qualities that Command Materials lose and keep in the 60-card edition (topic command)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import legality, natures, slots, values
from fadenet.games.fade.tables import COMBAT, K_LOCK_ON, NULL
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item

CARDS = (
    cards("jab-1", "topple", "wreck")
    + character("dynamo", "Fire", plv=3, cs=2, keywords={"{Charge}": 2, "Lock-On": True})
    + character("pyre", plv=1, keywords={"Infused": ["Fire"], "Immune": ["Items"], "Affinity": ["Fire"]})
    + character("hero", plv=5, def_=1, agi=2, cs=1)
    + character(
        "captain",
        plv=3,
        ability={
            "keyword": "Synchronize",
            "n": 1,
            "directions": ["Left"],
            "among": {"type": "Character"},
            "gives": {"PLV": 3},
        },
    )
    + character(
        "chief",
        plv=3,
        ability={
            "keyword": "Synchronize",
            "n": 1,
            "directions": ["Right"],
            "among": {"type": "Character"},
            "gives": {"PLV": 3},
        },
    )
    + character(
        "hypnotist", plv=3, ability={"gives": {"Mute": True}, "to": {"from": "all characters", "other": True}}
    )
    + augment("plain-gag", keywords="Equip", ability={"gives": {"Mute": True}})
    + character("silencer", plv=1, ability={"gives": {"Mute": True}, "to": "all commands"})
    + item("shred", targets="your attached cards", do={"destroy": "target"})
    + command(
        "fiery-right",
        directions=["Right"],
        needs=[{"n": 1, "element": "Fire", "type": "Character"}],
        ability={"activate": True, "do": {"draw": 1}},
    )
    + item("shielding", targets="your characters", do={"counter": "Shield", "on": "target"})
)


def match() -> tuple[Duel, int, int]:
    """(a match, seat 0's Command in Character Zone 2 that points right, a Giant of seat 1)."""
    d = Duel(CARDS, edition="fade1")
    return d, d.on(d.body(0), "fiery-right", 1, at="c2"), d.character(1, "giant")


@pytest.mark.rule("fade1", "command.materials-lose-effects")
def test_a_material_has_no_printed_keyword_until_it_moves_away() -> None:
    # Given a Character with Power Source 2 as Command Material, when the Starting Phase comes.
    d, _, _ = match()
    x = d.character(0, "dynamo", at="c3")
    back = d.character(1, backup=True)
    d.next_turn(1)
    d.tp(0, 0)
    d.next_turn(0)
    # Then no TP come from it, only those of the phase; nor has it Lock-On.
    assert d.tp_of(0) == 5
    d.go(0, COMBAT)
    assert not d.can(0, "attack", x, back)
    # When it is moved out of the direction, then both are there again.
    d.next_turn(0)
    d.play(0, "move", x, to(d, "b5"))
    d.play(0, "move", x, to(d, "c5"))
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) >= 5 + 2
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, back)


@pytest.mark.rule("fade1", "command.materials-keep-the-rest")
def test_a_material_keeps_its_figures_and_what_others_give_it() -> None:
    # Given a Character with PLV 5, DEF 1, AGI 2 and an Augment +2 PLV that is a Command Material.
    d, _, foe = match()
    x = d.character(0, "hero", at="c3")
    d.on(x, "edge", 1)
    jab = d.on(x, "jab-1")
    assert (d.plv(x), values.defense(d.s, x), values.agility(d.s, x), d.hp(x)) == (7, 1, 2, 9)
    # Then it takes up Character Slots, and uses attached cards.
    assert slots.left(d.s, 0) == 5
    d.go(0, COMBAT)
    assert d.can(0, "use", jab, foe)
    # When it makes its Normal Attack on DEF 0, then it deals 7.
    d.quietly(0, "attack", x, foe)
    assert d.hp(foe) == 20 - 7
    # Then it can be attacked, and what others put on it is there.
    d.go(1, COMBAT)
    d.quietly(1, "attack", foe, x)
    assert d.hp(x) == 9 - 4
    d.next_turn(0)
    d.quietly(0, "play", d.hand(0, "shielding"), x)
    assert d.count(x, "Shield") == 1


@pytest.mark.rule("fade1", "command.materials-keep-the-rest")
def test_a_material_counts_by_its_types_and_elements() -> None:
    # Given a Command that needs a Fire Character, then one that has lost its effects is good for it.
    d, right, _ = match()
    assert d.refused(0, "activate", right) == d.rule("command-needs")
    d.character(0, "dynamo", at="c3")
    assert d.can(0, "activate", right)


@pytest.mark.rule("fade1", "command.synchronize-is-command")
def test_what_has_synchronize_makes_materials() -> None:
    # Given Synchronize (Left) 1 (Character) in Character Zone 3 and Power Source 2 in Character Zone 2.
    d = Duel(CARDS, edition="fade1")
    captain, x = d.character(0, "captain", at="c3"), d.character(0, "dynamo", at="c2")
    d.next_turn(1)
    d.tp(0, 0)
    # When the Starting Phase comes, then the latter's Power Source gives nothing, while Synchronize works.
    d.next_turn(0)
    assert d.tp_of(0) == 5 and d.plv(captain) == 6
    # Then it is no Command in any other way: it stands as a Character, and is not activated.
    assert d.refused(0, "activate", captain)
    # When it is gone, then the Power Source gives TP again.
    d.quietly(0, "play", d.hand(0, "wreck"), captain)
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == 7 and d.lies(x) == "front"


@pytest.mark.rule("fade1", "command.synchronize-is-command", "keyword.mute")
def test_what_has_synchronize_makes_no_materials_while_it_is_muted() -> None:
    # Given Synchronize (Left) in Character Zone 3 and one with Lock-On in Zone 2, which is Material.
    d = Duel(CARDS, edition="fade1")
    captain, x = d.character(0, "captain", at="c3"), d.character(0, "dynamo", at="c2")
    assert values.keyword(d.s, x, K_LOCK_ON) == 0
    # When it is Muted, then what was its Material has its keywords again, and loses them with the Mute.
    gag = d.on(captain, "plain-gag", 1)
    assert values.keyword(d.s, x, K_LOCK_ON) == 1 and d.plv(captain) == 3
    d.quietly(0, "play", d.hand(0, "shred"), gag)
    assert values.keyword(d.s, x, K_LOCK_ON) == 0 and d.plv(captain) == 6


@pytest.mark.rule("fade1", "command.synchronize-is-command", "keyword.mute", "command.materials-lose-effects")
def test_a_command_keeps_its_directions_under_mute_and_one_that_would_mute_it_is_its_material() -> None:
    # Given a Command that is Muted, then it makes Materials all the same.
    d, right, _ = match()
    x = d.character(0, "dynamo", at="c3")
    d.character(0, "silencer", at="c6")
    assert right in d.rules.index_of(d.s).muted and values.keyword(d.s, x, K_LOCK_ON) == 0
    # Given Synchronize (Left) and beside it one that Mutes the others, then that is Material, and Mutes none.
    d = Duel(CARDS, edition="fade1")
    captain = d.character(0, "captain", at="c3")
    d.character(0, "hypnotist", at="c2")
    assert d.plv(captain) == 6


@pytest.mark.rule("fade1", "command.synchronize-is-command")
def test_a_character_with_synchronize_may_be_material_itself() -> None:
    # Given a Character with Synchronize (Right) beside one with Power Source, then it works.
    d = Duel(CARDS, edition="fade1")
    chief = d.character(0, "chief", at="c3")
    d.character(0, "dynamo", at="c4")
    assert d.plv(chief) == 6
    # When a Command comes that points at it, then it has no Synchronize, and makes no Materials.
    right = d.on(d.body(0), "fiery-right", 1, at="c2")
    assert d.plv(chief) == 3 and d.lies(right) == "attached"
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == 7


@pytest.mark.rule("fade1", "command.materials-keep-the-rest")
@pytest.mark.parametrize(("material", "plv"), [(False, 7), (True, 5)])
def test_an_augment_that_is_material_itself_gives_nothing(material: bool, plv: int) -> None:
    # Given a Character of PLV 5 in Character Zone 3 with an Augment +2 PLV, both lying right of a Command, or
    # the Character alone.
    d, _, foe = match()
    x = d.character(0, "hero", at="c3")
    d.on(x, "edge", 1)
    if material:
        d.on(d.body(0), "fiery-right", 1, at="a2")
    # When it makes its Normal Attack on DEF 0, then it deals 7, or 5.
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, foe)
    assert d.hp(foe) == 20 - plv


@pytest.mark.rule("fade1", "command.materials-lose-effects")
def test_a_material_is_neither_infused_nor_immune_and_makes_nothing_cheaper() -> None:
    # Given a Character that is Infused with Fire, Immune to Items and has Fire Affinity, as Material.
    d, right, _ = match()
    x, strike = d.character(0, "pyre", at="c3"), d.on(d.body(0), "strike", 1)
    shield, card = d.hand(0, "shielding"), d.rules.by_slug["strike"]
    # Then it is none of that, and an Item chooses it.
    assert natures.elements(d.s, x) == NULL and legality.cost(d.s, strike, card) == 1
    assert d.can(0, "play", shield, x)
    # When its Command is destroyed, then it is all of that.
    d.quietly(0, "play", d.hand(0, "topple"), right)
    assert natures.elements(d.s, x) == card.traits and legality.cost(d.s, strike, card) == 0
    assert d.refused(0, "play", shield, x) == d.rule("immune")
