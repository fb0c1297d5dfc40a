"""Commands and what lies beside them, in the 40-card edition (topics command, zone, keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.editions import grid
from fadenet.games.fade.field import board, commands, values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DIRECTIONS, DRAWING, HAND, PREPARATION
from tests.builders.cards import cards
from tests.builders.cells import to
from tests.builders.commands import command
from tests.builders.scenario import Duel

CARDS = (
    cards("commands", "gate", "forge", "right", "left", "flame")
    + """
[card.sentinel]
name = "Sentinel"
types = ["Character"]
hp = 9
plv = 1
[[card.sentinel.ability]]
on = "attacked"
of = "this"
do = [{ draw = 1 }]
[card.aware]
name = "Aware"
types = ["Character"]
hp = 20
plv = 1
keywords = { Aura = 3 }
[[card.aware.ability]]
on = "attacked"
of = "this"
do = [{ draw = 1 }]
[card.below]
name = "Below"
types = ["Command"]
directions = ["Down"]
ability = [{ activate = true, do = [{ draw = 1 }] }]
[card.breaker]
name = "Breaker"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all commands" }]
do = [{ destroy = "target" }]
[card.kick]
name = "Kick"
types = ["Reaction"]
rank = "Normal"
answers = { to = "ability" }
targets = [{ pick = "all characters" }]
do = [{ row = "target", to = "backup" }]
[card.linked]
name = "Linked"
types = ["Character"]
hp = 9
plv = 1
[[card.linked.ability]]
keyword = "Synchronize"
n = 2
directions = ["Left", "Right"]
gives = { PLV = 3 }
[card.lord]
name = "Lord"
types = ["Character"]
hp = 9
plv = 1
keywords = { Boss = 1 }
"""
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


@pytest.mark.rule("fade2", "zone.adjacent")
def test_a_cell_has_a_neighbour_in_each_direction_of_its_own_side() -> None:
    # Given Commands in b3 and b1, then the neighbours of b3 are those of the book, and b1 has no Left one.
    d = duel()
    cells: grid.Grid = board.grid_of(d.s)

    def near(name: str) -> dict[str, str]:
        found = zip(DIRECTIONS, cells.near[d.cell(name)], strict=True)
        return {way: cells.names[x] for way, x in found if x}

    assert near("b3") == {
        "Up": "c3",
        "Up-Right": "c4",
        "Right": "b4",
        "Down-Right": "a4",
        "Down": "a3",
        "Down-Left": "a2",
        "Left": "b2",
        "Up-Left": "c2",
    }
    assert set(near("b1")) == {"Up", "Up-Right", "Right", "Down-Right", "Down"}
    # When Gate lists Left in b1 and a Character stands at the other end of the row, in the row above it or in
    # the enemy's b1, then none of them is beside it.
    command(d, 0, "gate", "b1")
    for seat, name in ((0, "b5"), (0, "c5"), (1, "b1"), (1, "b2")):
        d.character(seat, at=name)
    assert not materials(d)
    beside = d.character(0, at="b2")
    assert materials(d) == {beside}


@pytest.mark.rule("fade2", "command.places")
def test_a_command_is_played_to_a_free_cell_of_its_players_side() -> None:
    # Given b3 free, c2 taken and 2 TP, then Gate of Cost 2 is refused in c2, in the closed c6 and on a
    # Character, and in the Combat Step; in c3, b3 and a3 it is legal.
    d = duel()
    host = d.character(0, at="c2")
    gate = d.hand(0, "gate")
    d.tp(0, 2)
    for name in ("c2", "c6"):
        assert d.refused(0, "play", gate, to(d, name)) == "command.places"
    assert d.refused(0, "play", gate, host)
    for name in ("c3", "b3", "a3"):
        assert d.can(0, "play", gate, to(d, name))
    d.go(0, COMBAT)
    assert d.refused(0, "play", gate, to(d, "b3")) == "turn.battle-steps"
    # When it is played in the Aftermath Step, then it is paid for and lies face-up in b3.
    d.go(0, AFTERMATH)
    d.play(0, "play", gate, to(d, "b3"))
    assert (d.at(gate), d.tp_of(0), d.s.code[gate]) == ("b3", 0, d.rules.code_of("gate"))


@pytest.mark.rule("fade2", "command.two-costs")
def test_what_a_command_needs_stands_beside_it_in_its_directions() -> None:
    # Given Forge in c3, which asks for 2 Fire Characters to the left and right, one in c2 and one below it in
    # b3, when it is activated, then it is refused.
    d = duel()
    forge = command(d, 0, "forge", "c3")
    left, below = d.character(0, "flame", at="c2"), d.character(0, "flame", at="b3")
    assert d.refused(0, "activate", forge) == "command.two-costs"
    # A Character of another Element to the right does not count either.
    other = d.character(0, at="c4")
    assert d.refused(0, "activate", forge) == "command.two-costs"
    # When a second Fire Character stands to the right instead, then it works without TP and both stay.
    d.play(0, "move", other, to(d, "b5"))
    d.play(0, "move", below, to(d, "c4"))
    d.tp(0, 0)
    held = d.size(0, HAND)
    d.play(0, "activate", forge)
    d.pass_all()
    assert (d.size(0, HAND), d.at(left), d.at(below)) == (held + 1, "c2", "c4")


@pytest.mark.rule("fade2", "command.materials")
def test_a_material_triggers_nothing_and_keeps_what_goes_on() -> None:
    # Given a Character with On Attacked and Aura 3 that has lost 4 HP, to the right of a Command.
    d = duel()
    foe = d.character(0, at="c1")
    aware = d.character(1, "aware", at="c3")
    d.damage(aware, 4)
    strong = d.plv(aware)
    gate = command(d, 1, "gate", "c2")
    assert d.plv(aware) == strong > 1
    # When it is attacked, then On Attacked does not trigger; its Aura counts as before and it attacks itself.
    d.go(0, COMBAT)
    held = d.size(1, HAND)
    d.play(0, "attack", foe, aware)
    d.pass_all()
    assert d.size(1, HAND) == held
    # When the Command is gone, then it triggers.
    d.play(0, "play", d.hand(0, "breaker"), gate)
    d.pass_all()
    other = d.character(0, at="c2")
    d.play(0, "attack", other, aware)
    d.pass_all()
    assert d.size(1, HAND) == held + 1


@pytest.mark.rule("fade2", "command.materials-of-others")
def test_of_two_commands_at_each_other_the_one_placed_first_works() -> None:
    # Given K in c2 and, placed later, L in c3, each at the other, and a Zone card under c1.
    d = duel()
    k, later = command(d, 0, "gate", "c2"), command(d, 0, "gate", "c3")
    ground = d.zone(0, "plain", at="c1")
    # Then L is K's Material and refused, K works; the Zone card is no Material.
    assert materials(d) == {later} and ground not in materials(d)
    assert d.refused(0, "activate", later) == "command.materials-of-others"
    assert d.can(0, "activate", k)
    # When K is destroyed, then L works; one card can be Material of two Commands.
    d.play(0, "play", d.hand(0, "breaker"), k)
    d.pass_all()
    assert d.can(0, "activate", later)
    shared = d.character(0, at="c4")
    second = command(d, 0, "left", "c5")
    assert [commands.materials_of(d.s, h) for h in (later, second)] == [[shared], [shared]]


@pytest.mark.rule("fade2", "command.materials-survive")
def test_materials_outlive_their_command() -> None:
    # Given Gate with a Sentinel on either side, when it is destroyed, then both stay and draw when attacked.
    d = duel()
    gate = command(d, 1, "gate", "c2")
    there = [d.character(1, "sentinel", at=name) for name in ("c1", "c3")]
    mine = [d.character(0, at=name) for name in ("c1", "c2")]
    d.play(0, "play", d.hand(0, "breaker"), gate)
    d.pass_all()
    assert d.lies(gate) == "discard" and [d.at(h) for h in there] == ["c1", "c3"]
    d.go(0, COMBAT)
    held = d.size(1, HAND)
    for attacker, target in zip(mine, there, strict=True):
        d.play(0, "attack", attacker, target)
        d.pass_all()
    assert d.size(1, HAND) == held + 2


@pytest.mark.rule("fade2", "command.lay-materials")
def test_cards_are_laid_beside_a_command_in_the_own_turn() -> None:
    # Given a Command in c2 that lists Right and a Skill in Hand, when it is the enemy's turn, then it cannot
    # be laid.
    d = duel()
    command(d, 0, "right", "c2")
    skill = d.hand(0, "strike")
    d.go(1, PREPARATION)
    d.play(1, "end")
    assert not [move for move in d.options(0) if move[0] == d.rules.verbs.index("lay")]
    # When it is the own Draw Phase, then it may be laid in c3, not in c1.
    d.go(0, DRAWING)
    assert d.refused(0, "lay", skill, to(d, "c1")) == "command.lay-materials"
    d.play(0, "lay", skill, to(d, "c3"))
    assert d.at(skill) == "c3" and materials(d) == {skill}


@pytest.mark.rule("fade2", "command.materials-cost")
def test_what_is_laid_is_paid_for_and_what_stands_already_is_not() -> None:
    # Given 1 TP and a Character of Cost 3 in the Fighter Pool, then it cannot be laid; with 3 TP it is, for
    # them, and does not attack in this turn.
    d = duel()
    command(d, 0, "gate", "c2")
    flame, lord = d.fighter(0, "flame"), d.fighter(0, "lord")
    d.tp(0, 1)
    assert d.refused(0, "lay", flame, to(d, "c3")) == "value.floors"
    d.tp(0, 3)
    d.play(0, "lay", flame, to(d, "c3"))
    assert (d.at(flame), d.tp_of(0)) == ("c3", 0)
    # One from the own field is moved for nothing; one with Boss 1 is laid only at its price.
    moved = d.character(0, at="b5")
    d.play(0, "lay", moved, to(d, "c1"))
    assert d.at(moved) == "c1" and d.tp_of(0) == 0
    command(d, 0, "right", "b1")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", flame, d.body(1)) == "combat.fresh-character"
    assert d.can(0, "attack", moved, d.body(1))
    assert d.refused(0, "lay", lord, to(d, "b2")) == "keyword.boss"


@pytest.mark.rule("fade2", "command.character-out-of-place")
def test_no_character_is_laid_beside_the_player() -> None:
    # Given a Command in b3 that lists Down, then a Character is refused in a3 and an Augment accepted.
    d = duel()
    command(d, 0, "below", "b3")
    squire, edge = d.fighter(0, "squire"), d.hand(0, "edge")
    assert d.refused(0, "lay", squire, to(d, "a3")) == "command.character-out-of-place"
    d.play(0, "lay", edge, to(d, "a3"))
    assert d.at(edge) == "a3" and materials(d) == {edge}


@pytest.mark.rule("fade2", "command.activation")
def test_a_command_is_activated_once_a_turn_and_asks_for_its_materials_once() -> None:
    # Given Forge with its two Materials; when it is activated in the Preparation Step, then that starts a
    # Chain, and the enemy's answer sends one of the two behind.
    d = duel()
    forge = command(d, 0, "forge", "c3")
    there = [d.character(0, "flame", at=name) for name in ("c2", "c4")]
    kick = d.on(d.character(1), "kick")
    held = d.size(0, HAND)
    d.play(0, "activate", forge)
    assert d.links() == ["Forge"]
    d.until_asked(1)
    d.play(1, "use", kick, -1, there[0])
    d.pass_all()
    # Then it resolves all the same, and the Command stays.
    assert d.at(there[0]).startswith("b") and d.size(0, HAND) == held + 1 and d.at(forge) == "c3"
    # When its Materials stand again, then it is refused for the rest of the turn and works in the next.
    third = d.character(0, "flame", at="c2")
    assert materials(d) == {third, there[1]}
    d.go(0, COMBAT)
    assert d.refused(0, "activate", forge) == "command.activation"
    d.go(1, PREPARATION)
    d.go(0, PREPARATION)
    assert d.can(0, "activate", forge)


@pytest.mark.rule("fade2", "zonecard.not-attackable")
def test_a_player_behind_a_command_alone_is_attacked_directly() -> None:
    # Given a Player whose only card on the grid is a Command in c3, then that Player is in The Last Stand and
    # the only one to be attacked; with a Character beside it neither.
    d = duel()
    me = d.character(0, at="c1")
    gate = command(d, 1, "gate", "c3")
    ground = d.zone(1, "plain", at="c2")
    assert values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", me, d.body(1))
    assert not d.can(0, "attack", me, gate) and not d.can(0, "attack", me, ground)
    other = d.character(1, at="c4")
    assert not values.last_stand(d.s, 1)
    assert d.can(0, "attack", me, other) and not d.can(0, "attack", me, d.body(1))


@pytest.mark.rule("fade2", "keyword.synchronize")
def test_synchronize_works_between_two_materials() -> None:
    # Given Linked in c3 with Synchronize Left, Right 2, Materials in c2 and c4, then +3 PLV; when one of them
    # is none any more, as its Command goes, the bonus ends.
    d = duel()
    linked = d.character(0, "linked", at="c3")
    for name in ("c2", "c4"):
        d.character(0, at=name)
    assert d.plv(linked) == 1
    command(d, 0, "right", "c1")
    gone = command(d, 0, "left", "c5")
    assert d.plv(linked) == 4
    d.play(0, "play", d.hand(0, "breaker"), gone)
    d.pass_all()
    assert d.plv(linked) == 1
