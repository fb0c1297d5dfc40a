"""The keywords about playing and using cards: Boss to Surprise (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM, PICK
from fadenet.games.fade.tables import COMBAT, DISCARD, RIFT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, command, item, reaction, skill

CARDS = (
    cards("cannon", "focus")
    + character("overlord", cost=4, level=8, hp=12, plv=4, keywords={"Boss": 2})
    + item(
        "loader",
        cost=0,
        targets=[{"pick": "your discard pile"}, {"pick": "your attached cards"}],
        do={"under": "first target", "onto": "second target"},
    )
    + item("hush", cost=0, targets="your attached cards", do={"grant": "Mute", "on": "target"})
    + item("demolish", cost=0, targets="your attached cards", do={"destroy": "target"})
    + character("robot", cost=1, level=2, hp=8, archetypes=["Robot"])
    + character("pirate", cost=1, level=2, hp=8, archetypes=["Pirate"])
    + item(
        "plating",
        cost=1,
        keywords="Equip",
        attach={"from": "your characters", "archetype": "Robot"},
        ability={"gives": {"HP": 2}},
    )
    + skill("echo", cost=2, keywords={"Replay": 3}, do={"attack": 4})
    + reaction("veto", cost=0, answers="attack", do={"negate": True})
)

POST = command(
    "post",
    cost=0,
    directions=["Right"],
    needs=[{"n": 1, "type": "Skill"}],
    ability={"activate": True, "do": {"draw": 1}},
)


@pytest.mark.editions("keyword.boss", fade2="keyword.boss", fade1="keyword.boss")
def test_boss_imprisons_characters_of_the_own_discard_pile(edition: str) -> None:
    # Given Boss 2, Cost 4, 4 TP and 2 Characters in the Discard Pile.
    d = Duel(CARDS, edition=edition)
    overlord = d.fighter(0, "overlord")
    first = d.discard(0, "soldier")
    d.tp(0, 4)
    # With 1 Character there it is refused.
    assert d.refused(0, "play", overlord, d.to("front"), first) == d.rule("boss")
    second = d.discard(0, "squire")
    d.discard(0, "strike")
    # When it is played, then both are in the Rift Zone and TP are 0.
    d.play(0, "play", overlord, d.to("front"), first, second)
    d.pass_all()
    assert d.s.zones[RIFT] == (first, second)
    assert d.tp_of(0) == 0
    assert d.lies(overlord) == "front"


def loaded(d: Duel, *, under: int, edition: str) -> int:
    """A Cannon of seat 1 on the field with cards underneath."""
    cannon = d.on(d.body(1), "cannon", face=1)
    for _ in range(under):
        d.under(cannon, "squire")
    return cannon


@pytest.mark.editions("keyword.buildup", fade2="keyword.buildup", fade1="keyword.buildup")
def test_buildup_activates_once_enough_cards_lie_underneath(edition: str) -> None:
    # Given a Skill with Buildup attached to its Player with one card too few underneath.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.next_turn(1)
    cannon = loaded(d, under=0, edition=edition)
    spares = [d.discard(1, "squire"), d.discard(1, "giant")]
    # When an ability puts one underneath that is not the last, then it does not activate.
    d.play(1, "play", d.hand(1, "loader"), spares[0], cannon)
    d.pass_all()
    assert d.hp(x) == 10
    assert len(d.s.kids[cannon]) == 1
    # When an ability puts the last one underneath, then it activates by itself.
    d.play(1, "play", d.hand(1, "loader"), spares[1], cannon)
    d.pass_all()
    assert d.hp(x) == 5
    assert d.lies(cannon) == "discard"


@pytest.mark.editions(
    "keyword.buildup-details", fade2="keyword.buildup-activate", fade1="keyword.buildup-details"
)
def test_a_buildup_card_is_paid_at_first_and_works_on_any_turn(edition: str) -> None:
    # Given a Buildup 2 attack Skill of Cost 3 entering with 3 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(y, "focus")
    cannon = d.hand(0, "cannon")
    d.tp(0, 3)
    d.play(0, "play", cannon, *d.in_front())
    d.pass_all()
    # Then TP are 0, and it lies face-up with its Player.
    assert d.tp_of(0) == 0
    assert (d.s.host[cannon], d.s.face[cannon]) == (d.body(0), 1)
    d.under(cannon, "squire")
    # When its second card arrives on an opponent's turn.
    d.next_turn(1)
    last = d.discard(0, "squire")
    d.tp(0, 0)
    loader = d.hand(0, "loader")
    d.play(1, "end")
    d.play(0, "play", loader, last, cannon)
    while d.links() != ["Cannon"]:
        assert not d.s.over
        d.step()
    # Then it activates after the running chain at no further cost, and can be answered.
    assert d.tp_of(0) == 0
    assert d.asked() == [1]
    d.pass_all()
    assert d.hp(y) == 5
    assert not d.count(d.body(1), "Damage")
    # And then 3 cards go to the Discard Pile, beside the Item that was used.
    assert sorted(d.names(0, DISCARD)) == ["Cannon", "Loader", "Squire", "Squire"]
    assert d.hp(x) == 10


@pytest.mark.editions(
    "keyword.buildup-details", fade2="keyword.buildup-activate", fade1="keyword.buildup-details"
)
@pytest.mark.parametrize("more", [1, 2])
def test_a_stack_that_fills_while_its_card_is_muted_waits(more: int, edition: str) -> None:
    # Given a Skill with Buildup 2 that is Muted for this turn, with one card underneath.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.next_turn(1)
    cannon = loaded(d, under=1, edition=edition)
    d.play_out(1, d.hand(1, "hush"), cannon)
    # When its Stack fills, or more than that, then it does not activate; when it is Muted no longer, it does.
    for _ in range(more):
        d.play_out(1, d.hand(1, "loader"), d.discard(1, "squire"), cannon)
    assert (d.lies(cannon), d.hp(x)) == ("attached", 10)
    d.next_turn(0)
    assert (d.lies(cannon), d.hp(x)) == ("discard", 5)


@cited(
    ("keyword.buildup-activate", "keyword.buildup-details"),
    ("command.materials", "command.materials-lose-effects"),
)
@pytest.mark.parametrize("leaves", [True, False])
def test_a_stack_that_fills_while_its_card_is_material_waits(leaves: bool, edition: str) -> None:
    # Given a Skill with Buildup 2 at which a Command points, with one card underneath.
    d = Duel(CARDS + POST, edition=edition)
    x = d.character(1)
    post = d.on(d.body(0), "post", face=1, at="c1")
    cannon = d.on(d.body(0), "cannon", face=1, at="c2")
    d.under(cannon, "squire")
    # When its Stack fills, then it does not activate as long as it is Material.
    d.play_out(0, d.hand(0, "loader"), d.discard(0, "squire"), cannon)
    assert (d.lies(cannon), d.hp(x)) == ("attached", 10)
    # When the Command leaves the field, then it does, once; else it never does.
    if leaves:
        d.play_out(0, d.hand(0, "demolish"), post)
    d.next_turn(0)
    assert (d.lies(cannon), d.hp(x)) == (("discard", 5) if leaves else ("attached", 10))


@pytest.mark.editions("keyword.equip", fade2="keyword.equip", fade1="keyword.equip")
def test_equip_is_attached_to_what_its_text_names(edition: str) -> None:
    # Given an Item with "Equip: Robot Character".
    d = Duel(CARDS, edition=edition)
    robot, pirate = d.character(0, "robot"), d.character(0, "pirate")
    plating = d.hand(0, "plating")
    # When a Pirate is chosen, then it is refused.
    assert d.refused(0, "play", plating, pirate) == d.rule("equip-whom")
    # When a Robot Character is chosen, then it is attached face-up.
    d.play(0, "play", plating, robot)
    d.pass_all()
    assert (d.s.host[plating], d.s.face[plating]) == (robot, 1)
    assert d.hp(robot) == 10


@pytest.mark.editions("keyword.replay", fade2="keyword.replay", fade1="keyword.replay")
def test_replay_activates_the_card_a_second_time(edition: str) -> None:
    # Given a Skill of Cost 2 with Replay 3 dealing 4 damage and 5 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    echo = d.on(x, "echo")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "use", echo, y)
    # When it has resolved and you pay 3.
    assert d.until(CONFIRM) == 0
    assert d.hp(y) == 16
    assert d.lies(echo) == "use"
    d.yes(0)
    d.pass_all()
    # Then it is activated once more for 4 damage and then goes to the Discard Pile; TP are 0.
    assert d.hp(y) == 12
    assert d.lies(echo) == "discard"
    assert d.tp_of(0) == 0


@pytest.mark.editions("keyword.replay", fade2="keyword.replay", fade1="keyword.replay")
@pytest.mark.parametrize("tp", [4, 5])
def test_replay_is_optional_and_needs_its_cost(tp: int, edition: str) -> None:
    # Given the same Skill with too few TP for Replay, or a Player who declines.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    echo = d.on(x, "echo")
    d.go(0, COMBAT)
    d.tp(0, tp)
    d.play(0, "use", echo, y)
    # Then it is offered only if it can be paid, and the card goes to the Discard Pile.
    assert (d.asked_kind() == CONFIRM) == (tp == 5)
    d.pass_all()
    assert (d.hp(y), d.tp_of(0)) == (16, tp - 2)
    assert d.lies(echo) == "discard"


@pytest.mark.editions("keyword.replay-details", fade2="keyword.replay", fade1="keyword.replay-details")
@pytest.mark.parametrize("stop", ["veto", "guard"])
def test_replay_starts_a_new_chain_with_new_targets_once(stop: str, edition: str) -> None:
    # Given the first use was Negated, or Blocked, and you have the Replay cost.
    d = Duel(CARDS, edition=edition)
    x, y, other = d.character(0), d.character(1), d.character(1)
    d.character(0)
    echo = d.on(x, "echo")
    answer, focus = d.on(y, stop), d.on(other, "focus")
    d.go(0, COMBAT)
    d.play(0, "use", echo, y)
    d.play(1, "use", answer, -1)
    assert d.until(CONFIRM) == 0
    assert d.hp(y) == 10
    attacks = len(d.happened("attacks"))
    # When you pay it, then a new chain starts with the same card, with new targets.
    d.yes(0)
    assert (d.asked(), d.asked_kind()) == ([0], PICK)
    d.play(0, "pick", other)
    assert d.links() == ["Echo"]
    # It is a new Attack by the same attacker.
    assert [row[1] for row in d.happened("attacks")][attacks - 1 :] == [x, x]
    # And it can be answered.
    assert d.asked() == [1]
    d.play(1, "use", focus)
    while d.asked_kind() != ACT:
        assert d.asked_kind() != CONFIRM
        d.step()
    # After it a second Replay is not offered.
    assert (d.hp(y), d.hp(other)) == (10, 6)
    assert d.lies(echo) == "discard"
    assert d.tp_of(0) == 10 - 2 - 3


@pytest.mark.editions("keyword.boss", fade2="keyword.boss", fade1="keyword.boss")
def test_who_plays_a_boss_chooses_among_the_own_fallen(edition: str) -> None:
    # Given Boss 2, three Characters in the own Discard Pile and one in the enemy's.
    d = Duel(CARDS, edition=edition)
    overlord = d.fighter(0, "overlord")
    mine = [d.discard(0, "soldier") for _ in range(3)]
    theirs = d.discard(1, "soldier")
    # Then the enemy's is none of them, and the two that are named go.
    assert d.refused(0, "play", overlord, d.to("front"), mine[0], theirs) == d.rule("boss")
    d.play_out(0, overlord, d.to("front"), mine[0], mine[2])
    assert [d.lies(h) for h in (*mine, theirs)] == ["rift", "discard", "rift", "discard"]
