"""A card that was laid as Command Material where it could not stand otherwise, once its Command is gone."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants
from fadenet.engine.state import LAID
from fadenet.games.fade.field import board, commands
from fadenet.games.fade.tables import AFTERMATH, ATTACH, COMBAT
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, item

CARDS = (
    cards("command-breaker", "gate")
    + cards("spite")
    + augment("sash", cost=0, keywords="Equip", attach="your characters", ability={"gives": {"PLV": 2}})
    + augment("lamp", cost=0, ability={"gives": {"PLV": 2}, "to": "your characters"})
    + item("orb", cost=0, do=[], ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}})
)


def left_over(edition: str, slug: str, more: str = "") -> tuple[Duel, int, int]:
    """A Character in c5 and, in c3, a card of the Hand whose Command is destroyed."""
    d = Duel(CARDS + more, edition=edition)
    x, gate, h = d.character(0, at="c5"), d.command(0, "gate", "c2"), d.hand(0, slug)
    d.play(0, "lay", h, to(d, "c3"))
    d.quietly(0, "play", d.hand(0, "command-breaker"), gate)
    assert d.at(h) == "c3" and d.lies(gate) == "discard"
    return d, x, h


LEFTOVER = cited(("command.leftover-materials", "command.playing-materials-cost"))


@LEFTOVER
def test_a_skill_is_attached_face_down_again_in_the_aftermath(edition: str) -> None:
    # Given a Skill laid in c3 whose Command is destroyed, then it fills c3, is not used in the Combat Step
    # and not moved to another cell; in the Aftermath Step it is attached face-down to a Character, whose
    # Skill it is in the next turn.
    d, x, skill = left_over(edition, "strike")
    y = d.character(1, at="c5")
    assert d.refused(0, "play", d.fighter(0), to(d, "c3")) == d.rule("no-room")
    d.go(0, COMBAT)
    assert not [move for move in d.options(0) if skill in move[1:2]]
    d.go(0, AFTERMATH)
    moves = [move for move in d.options(0) if skill in move[1:2]]
    assert moves == [d.move("reattach", skill, x)]
    assert d.refused(0, "move", skill, to(d, "c4")) == d.rule("no-room")
    d.play(0, "reattach", skill, x)
    assert (d.s.host[skill], d.s.face[skill], d.at(skill)) == (x, 0, "")
    assert d.s.code[skill] and not invariants.fault(d.s)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "use", skill, y)


@LEFTOVER
def test_an_augment_works_again_where_it_may_be_attached(edition: str) -> None:
    # Given an Augment "Equip your Characters: +2 PLV" left over in c3, then it gives nothing until it is
    # attached in the Aftermath Step, and goes to no other cell.
    d, x, sash = left_over(edition, "sash")
    plv = d.plv(x)
    d.go(0, AFTERMATH)
    assert not [move for move in d.options(0) if move[:2] == d.move("move", sash)]
    d.play(0, "reattach", sash, x)
    assert d.s.host[sash] == x and d.plv(x) == plv + 2


@LEFTOVER
@pytest.mark.parametrize("slug", ["lamp", "orb", "spite"])
def test_what_belongs_beside_the_player_goes_there(slug: str, edition: str) -> None:
    # Given an Augment without Equip, a Stock Item or a Trigger Reaction left over in c3, then in the
    # Aftermath Step it goes beside the Player and to no other cell of the rows.
    d, x, h = left_over(edition, slug)
    plv = d.plv(x)
    d.go(0, AFTERMATH)
    cells = {d.rules.grid.names[move[2][1]] for move in d.options(0) if move[:2] == d.move("move", h)}
    assert cells == {d.rules.grid.names[x] for x in board.free(d.s, 0, ATTACH)}
    d.play(0, "move", h, to(d, d.aside()))
    # Then it works as it does there: an Augment gives what it gives, the Reaction lies face-down.
    assert d.at(h)[0] == "a" and d.s.face[h] == (slug != "spite")
    assert d.plv(x) == plv + 2 * (slug == "lamp")
    assert not invariants.fault(d.s)


@LEFTOVER
def test_it_is_material_again_beside_another_command_and_laid_anew(edition: str) -> None:
    # Given a Skill left over in c3, when Gate comes in c2, then it is Material, and laid in c1 for nothing.
    d, _, skill = left_over(edition, "strike")
    assert not commands.layout(d.s).materials
    d.play(0, "play", d.hand(0, "gate"), to(d, "c2"))
    assert commands.layout(d.s).materials == {skill}
    d.tp(0, 0)
    d.play(0, "lay", skill, to(d, "c1"))
    assert (d.at(skill), d.s.role[skill]) == ("c1", LAID)


@LEFTOVER
def test_a_character_is_a_character_again(edition: str) -> None:
    # Given a Character laid in c3 whose Command is destroyed, then it attacks in the next turn.
    d = Duel(CARDS, edition=edition)
    gate, x = d.command(0, "gate", "c2"), d.fighter(0)
    y = d.character(1, at="c5")
    d.play(0, "lay", x, to(d, "c3"))
    d.quietly(0, "play", d.hand(0, "command-breaker"), gate)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@LEFTOVER
def test_it_changes_places_only_with_what_may_lie_in_its_cell(edition: str) -> None:
    # Given a left-over Augment without Equip in c3, a Character in c5 and a Command beside the Player, in
    # the Aftermath Step, then the Character does not change places with it, which would stay in front.
    d, x, lamp = left_over(edition, "lamp")
    beside = d.aside()
    there = d.command(0, "gate", beside)
    d.go(0, AFTERMATH)
    assert not d.can(0, "move", x, to(d, "c3")) and d.can(0, "move", x, to(d, "c4"))
    # The Command may lie in c3, so these two may; in the 60-card edition both have room beside the Player.
    d.play(0, "move", lamp, to(d, beside))
    assert (d.at(lamp), d.at(there)) == (beside, "c3" if edition == "fade2" else beside)


@LEFTOVER
def test_what_is_laid_idle_comes_with_its_power_counters(edition: str) -> None:
    # Given a Stock Item left over in c3, then it has its Power Counters and is not activated; beside the
    # Player it is, in the next round.
    d, _, orb = left_over(edition, "orb")
    assert d.count(orb, "Power") == 2 and not d.can(0, "activate", orb)
    d.go(0, AFTERMATH)
    d.play(0, "move", orb, to(d, d.aside()))
    d.next_turn(0)
    d.quietly(0, "activate", orb)
    assert d.count(orb, "Power") == 1


@pytest.mark.rule("fade1", "command.synchronize-is-command")
def test_an_augment_with_synchronize_that_lies_idle_is_not_a_command() -> None:
    # Given an Augment with Synchronize Right that was laid beside a Character, when its Command is
    # gone, then the Character is not Material of it.
    choir = augment(
        "choir",
        keywords="Equip",
        ability={
            "keyword": "Synchronize",
            "n": 1,
            "directions": ["Right"],
            "among": {"type": "Character"},
            "gives": {"PLV": 3},
        },
    )
    d, _, _ = left_over("fade1", "choir", choir)
    d.character(0, at="c4")
    assert not commands.layout(d.s).materials
