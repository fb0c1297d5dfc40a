"""The four phases of a turn of Terrene, and whose turn it is: the topic `turn`."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import ACT, ORDER, PICK, ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import character, command, green

CARDS = (
    character(
        "healer",
        "Spellcaster",
        "Light",
        atk=5,
        ability={"on": "start-of-turn", "do": {"heal": 5, "of": "this"}},
    )
    + character("reader", "Tactician", "Dark", atk=5, ability={"on": "start-of-turn", "do": {"draw": 1}})
    + character(
        "watcher",
        "Tactician",
        "Water",
        atk=5,
        ability={"on": "start-of-turn", "of": "all players", "do": {"mill": 1}},
    )
    + character(
        "martyr",
        "Warrior",
        "Dark",
        atk=5,
        def_=10,
        ability={"on": "end-of-turn", "do": {"damage": 5, "to": "this", "stab": True}},
    )
    + character("striker", atk=5, def_=5, ability={"on": "end-of-turn", "do": {"damage": 10, "to": "this"}})
    + character(
        "chooser",
        atk=5,
        def_=5,
        ability={"on": "end-of-turn", "do": [{"pick": "all characters"}, {"damage": 10, "to": "it"}]},
    )
    + command("wall", ability=green(targets="your characters", do={"mod": "DEF", "n": 5}))
)


def phases(g: Terrene) -> list[str]:
    return [t.PHASES[row[ROW_N]] for row in g.happened("phase-begins")]


# Phases.


@pytest.mark.rule("terrene", "turn.phases")
def test_a_turn_has_four_phases_in_order() -> None:
    """given a turn, when it is played through, then the log says Command, Draw, Action, End."""
    g = Terrene(CARDS)
    g.character(0), g.character(1)
    g.end_turn()
    g.log.clear()
    g.end_turn()
    g.end(0)
    assert phases(g)[:4] == ["End Phase", "Command Phase", "Draw Phase", "Action Phase"]
    assert phases(g)[4] == "End Phase" and g.s.active == 1
    order = g.order("phase-begins", "start-of-turn", "drawn", "end-of-turn", "turn-ends")
    assert order[: order.index("turn-ends", 3) + 1] == [
        *("phase-begins", "end-of-turn", "turn-ends"),
        *("phase-begins", "start-of-turn"),
        *("phase-begins", "drawn"),
        "phase-begins",
        *("phase-begins", "end-of-turn", "turn-ends"),
    ]


@pytest.mark.rule("terrene", "turn.phases")
def test_nothing_is_done_before_the_action_phase() -> None:
    """given the Command Phase, when an attack is declared in it, then it is refused."""
    g = Terrene(CARDS)
    a, b = g.character(0, "healer", damage=10), g.character(0, "reader")
    g.character(1)
    g.end_turn()
    g.end(1)
    assert g.asked() == [0] and g.asked_kind() == ORDER and g.s.phase == t.COMMANDING
    for verb, *rest in (("attack", a), ("end",), ("dismiss", b)):
        assert g.refused(0, verb, *rest) == "action.when"
    g.pass_all()
    assert g.s.phase == t.ACTING and g.can(0, "attack", a)


@pytest.mark.rule("terrene", "turn.command-phase")
def test_unspent_actions_go_before_new_ones_come() -> None:
    """given 2 unspent Actions and Seaside Market, then the player has 4, not 6, before anything starts."""
    g = Terrene(CARDS, edition=True)
    g.character(0, "healer", damage=10), g.character(0, "reader"), g.character(1)
    g.terrain(0, "seaside-market")
    g.actions(0, 2)
    g.end_turn()
    g.end(1)
    assert g.asked_kind() == ORDER and g.actions_of(0) == 4
    g.pass_all()
    assert g.actions_of(0) == 4 and g.count(1, "Gained") == 4


@pytest.mark.rule("terrene", "turn.command-phase")
@pytest.mark.parametrize(("terrain", "n"), [("harbour", 5), ("gale", 2), ("meadow", 4)])
def test_the_active_terrain_says_how_many_actions(terrain: str, n: int) -> None:
    """given a Terrain on top of the stack, then it alone gives the Actions."""
    g = Terrene(CARDS)
    g.character(0, "giant"), g.character(1, "giant")
    g.terrain(0, terrain, since=9)
    g.next_turn(0)
    assert g.actions_of(0) == n


@pytest.mark.rule("terrene", "turn.unspent-kept")
@pytest.mark.parametrize(("left", "rule"), [(1, ""), (0, "action.use-ability")])
def test_unspent_actions_pay_in_the_turns_of_others(left: int, rule: str) -> None:
    """given a turn ended with 1 Action or none, when P2 attacks, then a Blue cost of 1 is paid or refused."""
    g = Terrene(CARDS)
    x, foe = g.character(0), g.character(1)
    stone = g.hold(x, "stone")
    g.actions(0, left)
    g.end_turn()
    assert g.actions_of(0) == left
    g.play(1, "attack", foe)
    if rule:
        assert g.refused(0, "use", stone, foe) == rule
        return
    g.play(0, "use", stone, foe)
    assert g.actions_of(0) == 0
    g.pass_all()
    assert g.damage(foe) == 10


@pytest.mark.rule("terrene", "turn.decay-ends")
def test_decay_ends_before_anything_starts() -> None:
    """given DEF 10 and two blocks in the opponent's turn, then a Storm's 10 find DEF 10 again."""
    g = Terrene(CARDS)
    x, a, b = g.character(0, "guard"), g.character(1, "thief"), g.character(1, "planner")
    g.terrain(0, "gale", since=5)
    g.end_turn()
    g.fight(a, x)
    g.fight(b, x)
    assert (g.damage(x), g.defence(x)) == (5, 0)
    g.end_turn()
    assert g.s.active == 0 and (g.damage(a), g.damage(b)) == (5, 5)
    assert (g.damage(x), g.defence(x)) == (5, 10)


@pytest.mark.rule("terrene", "turn.decay-ends")
def test_the_decay_of_others_stays() -> None:
    """given P4's blocker in P1's turn, then its decay stays in P2's and P3's turns, and ends with P4's."""
    g = Terrene(CARDS, seats=4)
    x, foe = g.character(0, "thief"), g.character(3, "guard")
    for seat in (1, 2):
        g.character(seat)
    g.fight(x, foe)
    for seat in (1, 2):
        g.end_turn()
        assert (g.s.active, g.defence(foe)) == (seat, 5)
    g.end_turn()
    assert (g.s.active, g.defence(foe)) == (3, 10)


@pytest.mark.rule("terrene", "turn.start-abilities")
@pytest.mark.parametrize("first", [0, 1])
def test_what_starts_with_a_turn_is_ordered_by_its_player(first: int) -> None:
    """given heal 5 and draw 1 of one's own, then one chooses the order; both come before the draw."""
    g = Terrene(CARDS)
    a, _ = g.character(0, "healer", damage=10), g.character(0, "reader")
    g.character(1)
    g.end_turn()
    g.log.clear()
    g.end(1)
    assert g.asked() == [0] and g.asked_kind() == ORDER
    g.answer(0, g.options(0)[first])
    g.pass_all()
    assert g.damage(a) == 5 and g.size(0, t.HAND) == 2
    words = ("healed", "drawn") if first == 0 else ("drawn", "healed")
    draw_phase = [row[ROW_N] for row in g.log if row[ROW_EVENT] == atoms.PHASE_BEGINS].index(t.DRAWING)
    order = g.order("phase-begins", "healed", "drawn")
    at = [i for i, word in enumerate(order) if word == "phase-begins"][draw_phase]
    assert tuple(word for word in order[:at] if word != "phase-begins") == words
    assert order[at + 1] == "drawn"


@pytest.mark.rule("terrene", "turn.start-abilities")
def test_the_active_players_come_first() -> None:
    """given abilities of both players at the start of every turn, then the active player's come first."""
    g = Terrene(CARDS)
    g.character(0, "watcher"), g.character(1, "watcher")
    for active in (1, 0):
        sizes = [g.size(seat, t.DISCARD) for seat in range(2)]
        g.log.clear()
        g.end_turn()
        assert g.s.active == active
        assert [row[ROW_SEAT] for row in g.happened("opened")] == [active, 1 - active]
        assert [g.size(seat, t.DISCARD) for seat in range(2)] == [n + 1 for n in sizes]


@pytest.mark.rule("terrene", "turn.draw")
def test_the_starting_player_draws_as_well() -> None:
    """given turn 1 and 21 cards in the deck, then the hand is 1 and the deck 20; the same on turn 2."""
    g = Terrene(setup=False, rolls=[(2, 1)])
    g.pick(0, 1)
    assert g.s.turn == 1 and (g.size(0, t.HAND), g.size(0, t.DECK)) == (1, 20)
    assert (g.size(1, t.HAND), g.size(1, t.DECK)) == (0, 21)
    g.end_turn()
    assert (g.size(1, t.HAND), g.size(1, t.DECK)) == (1, 20)
    g.end_turn()
    assert (g.size(0, t.HAND), g.size(0, t.DECK)) == (2, 19)


@pytest.mark.rule("terrene", "turn.action-phase")
def test_actions_come_in_any_order() -> None:
    """given 4 Actions, when assign, recruit, attack, hide, attack are taken, then all pass and 1 is left."""
    g = Terrene(CARDS)
    a, b, foe = g.character(0), g.character(0, hidden=True), g.character(1, "giant")
    item, more = g.hand(0, "stone"), g.hand(0, "mage")
    g.quietly(0, "assign", item, a)
    g.quietly(0, "recruit", b)
    g.fight(b)
    g.quietly(0, "hide", more)
    g.fight(a)
    assert g.actions_of(0) == 1 and g.hp_of(1) == 50 - 40
    assert g.held(a) == [item] and g.s.face[b] and not g.s.face[more] and foe in g.zone(1, t.PARTY)


@pytest.mark.rule("terrene", "turn.action-phase")
def test_no_action_need_be_taken() -> None:
    """given 4 Actions, when the turn is ended at once, then that is accepted, and all 4 are left."""
    g = Terrene(CARDS)
    g.character(0), g.character(1)
    g.end(0)
    assert g.s.active == 1 and g.actions_of(0) == 4


@pytest.mark.rule("terrene", "turn.end-phase")
def test_what_ends_with_a_turn_comes_before_the_next_one() -> None:
    """given 'end of turn: takes 5 Stab damage', then it is dealt before the next Command Phase."""
    g = Terrene(CARDS)
    x, _ = g.character(0, "martyr"), g.character(1)
    g.log.clear()
    g.end(0)
    order = g.order("takes-damage", "turn-ends", "turn-begins")
    assert order == ["takes-damage", "turn-ends", "turn-begins"]
    assert g.damage(x) == 5 and g.asked() == [1] and g.asked_kind() == ACT


@pytest.mark.rule("terrene", "turn.end-phase")
def test_several_are_ordered_like_those_at_the_start() -> None:
    """given two of the active player's, then that player is asked which one comes first."""
    g = Terrene(CARDS)
    a, b = g.character(0, "martyr"), g.character(0, "striker")
    g.character(1)
    g.end(0)
    assert g.asked() == [0] and g.asked_kind() == ORDER and g.s.phase == t.ENDING
    g.answer(0, g.options(0)[1])
    assert (g.damage(a), g.damage(b)) == (5, 5)
    order = [row[ROW_CARD] for row in g.happened("takes-damage")]
    assert order == [b, a]


@pytest.mark.rule("terrene", "turn.end-phase")
def test_the_declaration_cannot_be_answered() -> None:
    """given a Blue card that could be used, when the end is declared, then nobody is asked to answer it."""
    g = Terrene(CARDS)
    x, foe = g.character(0, "chooser"), g.character(1)
    dart = g.hold(foe, "dart")
    g.end(0)
    assert g.asked() == [0] and g.asked_kind() == PICK and g.s.phase == t.ENDING
    assert g.refused(1, "use", dart, x) == "chain.closed"
    g.pick(0, foe)
    assert g.s.turn == 6 and g.asked() == [1] and g.asked_kind() == ACT and g.damage(foe) == 10


@pytest.mark.rule("terrene", "turn.until-end-of-turn")
def test_until_end_of_turn_lasts_through_the_end_phase() -> None:
    """given +5 DEF until end of turn, DEF 5 and 10 damage at its end, then it takes 0, then loses the +5."""
    g = Terrene(CARDS)
    x, _ = g.character(0, "striker"), g.character(1)
    wall = g.hold(x, "wall")
    g.quietly(0, "use", wall, x)
    assert g.defence(x) == 10
    g.end(0)
    assert g.damage(x) == 0 and g.defence(x) == 5
    g.next_turn(0)
    g.end(0)
    assert g.damage(x) == 5


# Turns.


@pytest.mark.rule("terrene", "turn.order")
@pytest.mark.parametrize("first", [0, 1])
def test_players_take_turns(first: int) -> None:
    """given P2 or P1 begins, then the turns go back and forth, and so do answers."""
    g = Terrene(setup=False, rolls=[(2, 1)])
    g.pick(0, first + 1)
    seats = [g.s.active]
    for _ in range(3):
        g.end_turn()
        seats.append(g.s.active)
    assert seats == [first, 1 - first, first, 1 - first]
    assert [row[ROW_N] for row in g.happened("turn-begins")] == [1, 2, 3, 4]


@pytest.mark.rule("terrene", "turn.first-turn-no-attack")
def test_nobody_attacks_in_the_very_first_turn() -> None:
    """given turn 1 and 3 Actions, then no attack, but an Item; on turns 2 and 3 both may attack."""
    g = Terrene(setup=False, rolls=[(2, 1)])
    for seat in range(2):
        g.picks(seat, "grunt", "guard", "thief", "mage", "stone", "dart", "tonic", "order", "meadow")
    g.pick(0, 1)
    x = g.zone(0, t.PARTY)[0]
    (stone,) = g.held(x)
    g.quietly(0, "recruit", x)
    assert g.s.turn == 1 and g.actions_of(0) == 3
    assert g.refused(0, "attack", x) == "turn.first-turn-no-attack"
    assert g.actions_of(0) == 3
    g.quietly(0, "use", stone, x)
    assert g.damage(x) == 10 and g.actions_of(0) == 2
    g.end_turn()
    foe = g.zone(1, t.PARTY)[0]
    g.quietly(1, "recruit", foe)
    assert g.s.turn == 2
    g.fight(foe)
    assert g.hp_of(0) == 30
    g.end_turn()
    assert g.s.turn == 3
    g.fight(x)
    assert g.hp_of(1) == 30
