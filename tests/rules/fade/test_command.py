"""Commands, what lies beside them and what is laid there (topic command)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import IllegalMove
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import commands, values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DRAWING, HAND, KEY_N, PREPARATION, S_LEVEL, S_RANK
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, command, item, reaction, skill

CARDS = (
    cards("fire-spirit", "gate", "left", "refusal", "right", "smithy", "topple")
    + character("sentinel", plv=1, ability={"on": "attacked", "of": "this", "do": {"draw": 1}})
    + character("mask", keywords={"Mystify": 2})
    + reaction("kick", targets="all characters", answers="ability", do={"row": "target", "to": "backup"})
    + character("lord", plv=1, keywords={"Boss": 1})
    + character(
        "worker",
        plv=1,
        ability=[{"activate": True, "do": {"draw": 1}}, {"on": "destroyed", "of": "this", "do": {"draw": 1}}],
    )
    + skill("omen", keywords={"Buildup": 1}, do={"attack": 2})
    + item(
        "tuck",
        targets="your discard pile",
        do={"under": "target", "onto": {"from": "your attached cards", "type": "Skill"}},
    )
    + command(
        "forum",
        directions=["Left"],
        ability=[{"activate": True, "limit": 2, "do": {"draw": 1}}, {"activate": True, "do": {"gain_tp": 1}}],
    )
)


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


@cited(("command.places", "command.where"))
def test_a_command_is_played_to_a_free_cell_of_its_players_side(edition: str) -> None:
    # Given b3 free, c2 taken and 2 TP, then Gate of Cost 2 is refused in c2, in the closed c7 and on a
    # Character, and in the Combat Step; in c3, b3 and beside its Player it is legal.
    d = Duel(CARDS, edition=edition)
    host = d.character(0, at="c2")
    gate = d.hand(0, "gate")
    d.tp(0, 2)
    for name in ("c2", "c7"):
        assert d.refused(0, "play", gate, to(d, name)) == d.rule("command-place")
    assert d.refused(0, "play", gate, host)
    for part in (to(d, "c3"), to(d, "b3"), *d.beside()):
        assert d.can(0, "play", gate, part)
    d.go(0, COMBAT)
    assert d.refused(0, "play", gate, to(d, "b3")) == d.rule("other-phase")
    # When it is played in the Aftermath Step, then it is paid for and lies face-up in b3.
    d.go(0, AFTERMATH)
    d.play(0, "play", gate, to(d, "b3"))
    assert (d.at(gate), d.tp_of(0), d.s.code[gate]) == ("b3", 0, d.rules.code_of("gate"))


@cited(("zonecard.not-attackable", "command.where"))
def test_a_player_behind_a_command_alone_is_attacked_directly(edition: str) -> None:
    # Given a Player whose only card in the cells is a Command in c3, then that Player is in The Last Stand
    # and the only one to be attacked; with a Character beside it neither.
    d = Duel(CARDS, edition=edition)
    me = d.character(0, at="c1")
    gate = d.command(1, "gate", "c3")
    ground = d.zone(1, "plain", at="c2")
    assert values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", me, d.body(1))
    assert not d.can(0, "attack", me, gate) and not d.can(0, "attack", me, ground)
    other = d.character(1, at="c4")
    assert not values.last_stand(d.s, 1)
    assert d.can(0, "attack", me, other) and not d.can(0, "attack", me, d.body(1))


@cited(("command.two-costs", "command.cost-no-rank"))
def test_a_command_is_paid_for_as_it_is_played_and_has_neither_level_nor_rank(edition: str) -> None:
    # Given a Command of Cost 2 and 1 TP, when it is to be played, then it is refused.
    d = Duel(CARDS, edition=edition)
    gate = d.hand(0, "gate")
    d.tp(0, 1)
    assert d.refused(0, "play", gate, to(d, "c3")) == d.rule("too-dear")
    stats = d.rules.by_slug["gate"].stats
    assert stats[S_LEVEL] == stats[S_RANK] == -1


@cited(("command.two-costs", "command.activation-cost"))
def test_what_a_command_needs_stands_beside_it_in_its_directions(edition: str) -> None:
    # Given Forge in c3, which asks for 2 Fire Characters to the left and right, one in c2 and one below it in
    # b3, when it is activated, then it is refused.
    d = Duel(CARDS, edition=edition)
    forge = d.command(0, "smithy", "c3")
    left, below = d.character(0, "fire-spirit", at="c2"), d.character(0, "fire-spirit", at="b3")
    assert d.refused(0, "activate", forge) == d.rule("command-needs")
    # A Character of another Element to the right does not count either.
    other = d.character(0, at="c4")
    assert d.refused(0, "activate", forge) == d.rule("command-needs")
    # When a second Fire Character stands to the right instead, then it works without TP and both stay.
    d.play(0, "move", other, to(d, "b5"))
    d.play(0, "move", below, to(d, "c4"))
    d.tp(0, 0)
    held = d.size(0, HAND)
    d.quietly(0, "activate", forge)
    assert (d.size(0, HAND), d.at(left), d.at(below)) == (held + 1, "c2", "c4")


@cited(("command.materials", "command.materials-automatic"))
def test_every_face_up_card_in_a_listed_direction_is_material(edition: str) -> None:
    # Given Gate in c3, which lists Left and Right, a Character in c4, another Command in c2 and Characters
    # in b3, b4 and c5.
    d = Duel(CARDS, edition=edition)
    gate = d.command(0, "gate", "c3")
    beside, second = d.character(0, at="c4"), d.command(0, "right", "b2")
    for name in ("b3", "b4", "c5"):
        d.character(0, at=name)
    # Then the Character in c4 is Material, and what Right Hand in b2 points at, b3; nothing else is.
    (below,) = (h for h in d.s.zones[d.rules.zone_id(0, 1)] if d.at(h) == "b3")
    assert materials(d) == {beside, below}
    # When a Character lies face-down to the left, then it is none until it is turned up.
    mask = d.veiled(0, "mask", at="c2")
    assert materials(d) == {beside, below}
    d.quietly(0, "unveil", mask)
    assert materials(d) == {beside, below, mask}
    assert {*commands.materials_of(d.s, gate)} == {beside, mask}
    assert commands.materials_of(d.s, second) == [below]


@cited(
    ("command.materials-of-others", "command.commands-next-to-commands"),
    ("command.materials-of-others", "command.materials-not-zones-or-stacks"),
)
def test_of_two_commands_at_each_other_the_one_placed_first_works(edition: str) -> None:
    # Given K in c2 and, placed later, L in c3, each at the other, and a Zone card under c1.
    d = Duel(CARDS, edition=edition)
    k, later = d.command(0, "gate", "c2"), d.command(0, "gate", "c3")
    ground = d.zone(0, "plain", at="c1")
    # Then L is K's Material and refused, K works; the Zone card is no Material.
    assert materials(d) == {later} and ground not in materials(d)
    assert d.refused(0, "activate", later) == d.rule("command-material")
    assert d.can(0, "activate", k)
    # When K is destroyed, then L works; one card can be Material of two Commands.
    d.quietly(0, "play", d.hand(0, "topple"), k)
    assert d.can(0, "activate", later)
    shared = d.character(0, at="c4")
    second = d.command(0, "left", "c5")
    assert [commands.materials_of(d.s, h) for h in (later, second)] == [[shared], [shared]]


@cited(
    ("command.materials-of-others", "command.commands-next-to-commands"),
    ("command.materials-of-others", "command.materials-not-zones-or-stacks"),
)
def test_of_three_commands_in_a_row_the_last_one_works_again(edition: str) -> None:
    # Given Right Hands in c1, c2 and c3, placed from the right, and a Character with a Stack in c4.
    d = Duel(CARDS, edition=edition)
    third, second, first = (d.command(0, "right", name) for name in ("c3", "c2", "c1"))
    x = d.character(0, at="c4")
    below = d.under(x, "squire")
    # Then the second is Material of the first and makes none, so the third works.
    assert materials(d) == {second, x} and below not in materials(d)
    assert d.can(0, "activate", first) and d.can(0, "activate", third)
    assert d.refused(0, "activate", second) == d.rule("command-material")
    # When the first is destroyed, then the second works and the third does not.
    d.quietly(0, "play", d.hand(0, "topple"), first)
    assert materials(d) == {third}
    assert d.can(0, "activate", second)
    assert d.refused(0, "activate", third) == d.rule("command-material")


@cited(("command.materials-survive", "command.materials-stay"))
def test_materials_outlive_their_command(edition: str) -> None:
    # Given Gate with a Sentinel on either side, when it is destroyed, then both stay and draw when attacked.
    d = Duel(CARDS, edition=edition)
    gate = d.command(1, "gate", "c2")
    there = [d.character(1, "sentinel", at=name) for name in ("c1", "c3")]
    mine = [d.character(0, at=name) for name in ("c1", "c2")]
    d.quietly(0, "play", d.hand(0, "topple"), gate)
    assert d.lies(gate) == "discard" and [d.at(h) for h in there] == ["c1", "c3"]
    d.go(0, COMBAT)
    held = d.size(1, HAND)
    for attacker, target in zip(mine, there, strict=True):
        d.quietly(0, "attack", attacker, target)
    assert d.size(1, HAND) == held + 2


@cited(
    ("command.lay-materials", "command.playing-materials"),
    ("command.lay-materials", "command.playing-materials-when-and-where"),
)
def test_cards_are_laid_beside_a_command_in_the_own_turn(edition: str) -> None:
    # Given a Command in c2 that lists Right and a Skill in Hand, when it is the enemy's turn, then it cannot
    # be laid.
    d = Duel(CARDS, edition=edition)
    d.command(0, "right", "c2")
    skill = d.hand(0, "strike")
    d.go(1, PREPARATION)
    d.play(1, "end")
    assert not [move for move in d.options(0) if move[0] == d.rules.verbs.index("lay")]
    # When it is the own Draw Phase, then it may be laid in c3, not in c1.
    d.go(0, DRAWING)
    assert d.refused(0, "lay", skill, to(d, "c1")) == d.rule("lay-cell")
    d.play(0, "lay", skill, to(d, "c3"))
    assert d.at(skill) == "c3" and materials(d) == {skill}


@cited(("command.materials-cost", "command.playing-materials-cost"))
def test_what_is_laid_is_paid_for_and_what_stands_already_is_not(edition: str) -> None:
    # Given 1 TP and a Character of Cost 3 in the Fighter Pool, then it cannot be laid; with 3 TP it is, for
    # them, and does not attack in this turn.
    d = Duel(CARDS, edition=edition)
    d.command(0, "gate", "c2")
    flame, lord = d.fighter(0, "fire-spirit"), d.fighter(0, "lord")
    d.tp(0, 1)
    assert d.refused(0, "lay", flame, to(d, "c3")) == d.rule("too-dear")
    d.tp(0, 3)
    d.play(0, "lay", flame, to(d, "c3"))
    assert (d.at(flame), d.tp_of(0)) == ("c3", 0)
    # One from the own field is moved for nothing; one with Boss 1 is laid only at its price.
    moved = d.character(0, at="c5")
    d.play(0, "lay", moved, to(d, "c1"))
    assert d.at(moved) == "c1" and d.tp_of(0) == 0
    d.command(0, "right", "c4")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", flame, d.body(1)) == d.rule("fresh")
    assert d.can(0, "attack", moved, d.body(1))
    assert d.refused(0, "lay", lord, to(d, "c5")) == d.rule("boss")


@cited(("command.activation", "command.activation-timing"))
def test_a_command_is_activated_once_a_turn_and_asks_for_its_materials_once(edition: str) -> None:
    # Given Forge with its two Materials; when it is activated in the Preparation Step, then that starts a
    # Chain, and the enemy's answer sends one of the two behind.
    d = Duel(CARDS, edition=edition)
    forge = d.command(0, "smithy", "c3")
    there = [d.character(0, "fire-spirit", at=name) for name in ("c2", "c4")]
    kick = d.on(d.character(1), "kick")
    held = d.size(0, HAND)
    d.play(0, "activate", forge)
    assert d.links() == ["Smithy"]
    d.until_asked(1)
    d.quietly(1, "use", kick, -1, there[0])
    # Then it resolves all the same, and the Command stays.
    assert d.at(there[0]).startswith("b") and d.size(0, HAND) == held + 1 and d.at(forge) == "c3"
    # When its Materials stand again, then it is refused for the rest of the turn, and in the enemy's turn,
    # and works in the next.
    third = d.character(0, "fire-spirit", at="c2")
    assert materials(d) == {third, there[1]}
    d.go(0, COMBAT)
    assert d.refused(0, "activate", forge) == d.rule("command-once")
    d.go(1, PREPARATION)
    d.hand(0, "plain")
    d.play(1, "end")
    assert not [move for move in d.options(0) if move[1:2] == (forge,)]
    d.go(0, PREPARATION)
    assert d.can(0, "activate", forge)


@cited(
    ("command.lay-materials", "command.playing-materials"),
    ("command.lay-materials", "command.playing-materials-when-and-where"),
)
def test_what_is_laid_is_the_players_own_and_its_cell_free(edition: str) -> None:
    # Given Gate in c2 and a Character with a Stack in c3, then a Skill is laid neither there nor in no cell.
    d = Duel(CARDS, edition=edition)
    gate, x = d.command(0, "gate", "c2"), d.character(0, at="c3")
    under, theirs, hidden = d.under(x, "squire"), d.character(1, at="c1"), d.hand(1, "strike")
    mask = d.veiled(0, "mask", at="c5")
    skill, ground = d.hand(0, "strike"), d.hand(0, "plain")
    assert d.refused(0, "lay", skill, to(d, "c3")) == d.rule("lay-cell")
    assert d.refused(0, "lay", skill) == d.rule("lay-cell")
    # Neither a Zone card, an enemy's cards, one in a Stack, a face-down Character nor a Skill that is not
    # shown is laid anywhere.
    for h in (ground, theirs, hidden, under, mask):
        assert d.refused(0, "lay", h, to(d, "c1")) == d.rule("lay")
    with pytest.raises(IllegalMove) as fault:
        kernel.apply(d.s, 0, d.move("lay", skill, to(d, "c1")), ())
    assert fault.value.reason.rule == d.rule("hidden")
    # When the Command is gone, then the Skill is not laid either.
    assert d.can(0, "lay", skill, to(d, "c1"))
    d.quietly(0, "play", d.hand(0, "topple"), gate)
    assert d.refused(0, "lay", skill, to(d, "c1")) == d.rule("lay-cell")


@cited(
    ("command.materials-of-others", "command.commands-next-to-commands"),
    ("command.lay-materials", "command.playing-materials-when-and-where"),
)
def test_a_command_that_is_material_has_nothing_laid_beside_it(edition: str) -> None:
    # Given Right Hand in c1, and Right Hand in c2, its Material, then a Skill is not laid in c3.
    d = Duel(CARDS, edition=edition)
    d.command(0, "right", "c1")
    d.command(0, "right", "c2")
    assert d.refused(0, "lay", d.hand(0, "strike"), to(d, "c3")) == d.rule("lay-cell")


@cited(("attack.loop-guard", "attack.loop-guard"))
def test_a_card_of_the_field_is_laid_sixty_times_a_turn(edition: str) -> None:
    # Given a Character that is laid 60 times between the two cells of Gate.
    d = Duel(CARDS, edition=edition)
    d.command(0, "gate", "c2")
    x = d.character(0, at="c5")
    for n in range(60):
        d.play(0, "lay", x, to(d, "c1" if n % 2 else "c3"))
    # When it is to be laid once more, then it is refused, and not offered; in the next turn it is.
    assert d.refused(0, "lay", x, to(d, "c3")) == d.rule("too-often")
    assert not [move for move in d.options(0) if move[:2] == d.move("lay", x)]
    d.next_turn(0)
    assert d.can(0, "lay", x, to(d, "c3"))


@cited(("command.materials", "command.materials-lose-effects"))
def test_a_material_is_not_activated_and_triggers_nothing_as_it_falls(edition: str) -> None:
    # Given a Worker that draws when it is activated and when it falls, in c3 beside Gate and in c5.
    d = Duel(CARDS, edition=edition)
    d.command(0, "gate", "c2")
    material, free = d.character(0, "worker", at="c3"), d.character(0, "worker", at="c5")
    d.go(0, COMBAT)
    # Then the one that is Material is not activated, the other one is.
    assert d.refused(0, "activate", material) == d.rule("material")
    assert d.can(0, "activate", free)
    # When both fall, then the other one alone draws.
    d.go(1, COMBAT)
    held = d.size(0, HAND)
    for h in (material, free):
        d.damage(h, 9)
    d.quietly(1, "play", d.hand(1, "ration"))
    assert d.lies(material) == d.lies(free) == "discard" and d.size(0, HAND) == held + 1


@cited(("command.activation", "command.activation-timing"))
def test_a_limit_of_an_ability_takes_the_place_of_once_a_turn(edition: str) -> None:
    # Given a Command with a first ability that is activated twice a turn, and a second one without a limit.
    d = Duel(CARDS, edition=edition)
    forum = d.command(0, "forum", "c2")
    for _ in range(2):
        d.quietly(0, "activate", forum, (KEY_N, 1))
    # Then the first is refused for its limit, and the second, as its Command was activated in this turn.
    assert d.refused(0, "activate", forum, (KEY_N, 1)) == d.rule("too-often")
    assert d.refused(0, "activate", forum, (KEY_N, 2)) == d.rule("command-once")
    # When the second is activated first, in the next turn, then it is refused, and the first is not.
    d.next_turn(0)
    d.quietly(0, "activate", forum, (KEY_N, 2))
    assert d.refused(0, "activate", forum, (KEY_N, 2)) == d.rule("command-once")
    assert d.can(0, "activate", forum, (KEY_N, 1))


@cited(("command.lay-materials", "command.playing-materials-when-and-where"))
def test_who_has_no_cell_for_materials_is_not_asked_in_the_draw_phase(edition: str) -> None:
    # Given a Command whose cell is taken, or free with an empty Hand and a Character elsewhere.
    for name, phase in (("c3", PREPARATION), ("c5", DRAWING)):
        d = Duel(CARDS, edition=edition)
        d.command(0, "right", "c2")
        x = d.character(0, at=name)
        d.go(1, PREPARATION)
        d.play(1, "end")
        # When the own turn comes, then its Player is asked first in the Preparation Step, or, who may lay it,
        # before that.
        d.empty(0, HAND)
        while d.s.active == 1:
            d.step()
        while d.asked() != [0]:
            d.step()
        assert d.s.phase <= phase and (d.s.phase == PREPARATION) == (name == "c3")
        assert d.can(0, "lay", x, to(d, "c3")) == (name == "c5")


@cited(("command.lay-materials", "command.playing-materials"))
def test_nothing_is_laid_by_one_that_is_asked_to_answer(edition: str) -> None:
    # Given an attack that is answered, and that its own Player may answer in turn, then while the Chain is
    # running an Augment is not laid; after it it is, and told so once.
    d = Duel(CARDS, edition=edition)
    d.command(0, "gate", "c2")
    x, y, edge = d.character(0, at="c4"), d.character(1), d.hand(0, "edge")
    d.on(x, "refusal")
    guard = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.play(1, "use", guard, -1)
    d.until_asked(0)
    assert d.s.chain and d.refused(0, "lay", edge, to(d, "c3")) == d.rule("lay")
    d.pass_all()
    d.play(0, "lay", edge, to(d, "c3"))
    assert d.at(edge) == "c3" and [row[ROW_CARD] for row in d.happened("laid")] == [edge]


@cited(("command.materials", "command.materials-lose-effects"))
@pytest.mark.parametrize("material", [True, False])
def test_what_builds_up_is_not_activated_as_material(material: bool, edition: str) -> None:
    # Given a Skill with Buildup 1 in c3, Material of a Command or not, when a card comes under it, then it is
    # activated only if it is not Material.
    d = Duel(CARDS, edition=edition)
    if material:
        d.command(0, "right", "c2")
    omen, y = d.on(d.body(0), "omen", 1, at="c3"), d.character(1)
    d.quietly(0, "play", d.hand(0, "tuck"), d.discard(0, "squire"))
    assert (d.count(y, "Damage"), d.lies(omen)) == ((0, "attached") if material else (2, "discard"))
