"""Why a hint is given: what the move gains, and what it leaves open, as the position shows it."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.bots.purposes import PURPOSES
from fadenet.bots.reasons import ALONE, ENDS, KEPT, SAVES, WINS, reason
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.games.fade.tables import COMBAT, V_ATTACK, V_END
from fadenet.games.terrene import tables as t
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards import prelude
from tests.cards.fade import character, item, reaction


def why(d: Duel, seat: int, move: Move) -> str:
    names = {h: f"<{h}>" for h in range(len(d.s.code))}
    return reason(SeatView(d.s, seat, d.dealer.known[seat]), move, names.__getitem__)


def test_a_knock_out_and_what_it_leaves_open_are_said() -> None:
    """given a Soldier who can fell a weak one while a Giant looks on, then the hint says both."""
    d = Duel()
    mine, weak, giant = d.character(0, "soldier"), d.character(1, "soldier"), d.character(1, "giant")
    d.leave(weak, 1)
    d.leave(mine, 1)
    d.tp(0, 3)
    d.go(0, COMBAT)
    said = why(d, 0, (V_ATTACK, mine, weak))
    assert said.startswith("knocks out Soldier") and "+1 TP" in said
    assert f"leaves <{mine}> open to <{giant}>" in said


def test_damage_is_said_with_what_is_left() -> None:
    """given an attack that fells nobody, then the hint says how much it takes and how much stays."""
    d = Duel()
    mine, giant = d.character(0, "soldier"), d.character(1, "giant")
    left = d.hp(giant)
    d.go(0, COMBAT)
    said = why(d, 0, (V_ATTACK, mine, giant))
    assert said.startswith(f"{d.plv(mine)} damage to Giant: {left - d.plv(mine)} left")


def test_an_attack_on_the_player_that_wins_says_so() -> None:
    """given a Player with 1 HP and nobody in front, then the attack wins."""
    d = Duel()
    mine = d.character(0, "soldier")
    d.leave(d.body(1), 1)
    d.go(0, COMBAT)
    assert why(d, 0, (V_ATTACK, mine, d.body(1))) == "wins"


def test_a_block_says_what_it_spares() -> None:
    """given an attack that can be blocked, then the hint compares with what a pass would have cost."""
    d = Duel()
    giant, mine = d.character(1, "giant"), d.character(0, "soldier")
    guard = d.on(mine, "guard")
    d.next_turn(1)
    d.go(1, COMBAT)
    d.play(1, "attack", giant, mine)
    d.until_asked(0)
    seat = SeatView(d.s, 0, d.dealer.known[0])
    block = next(move for move in seat.options() if move[1:2] == (guard,))
    said = why(d, 0, block)
    assert "Soldier" in said and ("spares" in said or "saves" in said)
    assert why(d, 0, PASS_MOVE) == KEPT


def test_the_end_of_a_turn_claims_nothing() -> None:
    """given nothing worth doing, then end says just that, and one legal move that there is no other."""
    d = Duel()
    d.character(0, "soldier")
    d.go(0, COMBAT)
    assert why(d, 0, (V_END,)) in (ENDS, ALONE)


def test_an_attack_that_decides_a_game_of_several_says_so() -> None:
    """given a player with 10 HP left in the first game, then an attack for 20 wins the game, and nothing is
    compared with the HP of the next one.
    """
    d = Terrene()
    mine = d.character(0, "grunt")
    d.hurt(1, d.hp_of(1) - 10)
    said = reason(SeatView(d.s, 0, d.dealer.known[0]), (t.V_ATTACK, mine), str)
    assert said == WINS


def test_a_block_that_keeps_a_game_of_several_says_so() -> None:
    """given an attack that would take the last HP of a player, then the block saves the game."""
    d = Terrene()
    d.character(1, "grunt")
    mine = d.character(0, "guard")
    d.hurt(0, d.hp_of(0) - 10)
    d.end_turn()
    d.play(1, "attack", d.zone(1, t.PARTY)[0])
    seat = SeatView(d.s, 0, d.dealer.known[0])
    block = next(move for move in seat.options() if move[1:2] == (mine,))
    assert reason(seat, block, str) == SAVES


def test_a_card_that_an_effect_has_yet_to_make_has_its_name() -> None:
    """given a Command that brings two Characters, then the hint for it names them, and one for an answer to
    it tells what that answer changes where they are there.
    """
    d = Terrene(edition=True)
    mine, user = d.character(0, "mage"), d.character(1, "grunt")
    brings, stone = d.hold(user, "scoops-mcgee-and-johny-donuts"), d.hold(mine, "stone")
    d.end_turn()
    seat = SeatView(d.s, 1, d.dealer.known[1])
    uses = next(move for move in seat.options() if move[1:2] == (brings,))
    assert "brings Scoops McGee, who hits for 10" in reason(seat, uses, str)
    d.answer(1, uses)
    seat = SeatView(d.s, 0, d.dealer.known[0])
    throws = next(move for move in seat.options() if move[1:2] == (stone,) and move[-1] == user)
    assert reason(seat, throws, str) == "10 damage to Grunt: 10 left"


CALLS = reaction("never", cost=0, answers="ability", do={"negate": True}) + character(
    "caller", hp=5, plv=1, ability={"activate": True, "do": {"enter": {"from": "your discard pile"}}}
)


def test_an_answer_says_whom_it_keeps_away() -> None:
    """given an ability that would bring a Giant back, then the hint to Negate it says that he stays away."""
    d = Duel(CALLS)
    d.character(1, "soldier")
    caller = d.character(1, "caller")
    d.discard(1, "giant")
    never = d.on(d.character(0, "soldier"), "never")
    d.go(1, COMBAT)
    d.play(1, "activate", caller)
    d.until_asked(0)
    seat = SeatView(d.s, 0, d.dealer.known[0])
    negate = next(move for move in seat.options() if move[1:2] == (never,))
    assert why(d, 0, negate).startswith("keeps Giant off the field")


@pytest.mark.parametrize(
    ("edition", "says"),
    [("fade1", "you gain 3 HP"), ("fade2", "heals you by 3"), ("faroe", "heals you by 3")],
)
def test_hp_that_come_back_are_said_in_the_words_of_the_book(edition: str, says: str) -> None:
    """given 5 damage on a Player, then the hint for an Item that gives 3 HP back says so as the book does."""
    d = Duel(item("balm", cost=0, do={"heal": 3, "of": "you"}), edition=edition)
    d.damage(d.body(0), 5)
    balm = d.hand(0, "balm")
    assert why(d, 0, d.move("play", balm)).startswith(says)


def test_a_move_is_for_what_its_own_game_makes_of_it() -> None:
    """given a trap to lay in Prelude, a verb that another family has too, then it is for what it is there;
    each verb with a purpose is one of its family."""
    g = Prelude("human", "human", cards=prelude.cards("snare"), ranks="soldier-1")
    g.coin(0, 9)
    snare = g.hand(0, "snare")
    seat = SeatView(g.s, 0, g.dealer.known[0])
    lays = next(move for move in seat.options() if move[1:2] == (snare,))
    assert reason(seat, lays, str) == "Snare can be set from now on"
    verbs = {games.load(name).descriptor.family: set[str]() for name in games.NAMES}
    for name in games.NAMES:
        verbs[games.load(name).descriptor.family] |= {*games.load(name).verbs}
    assert all(PURPOSES[family].keys() <= verbs[family] for family in PURPOSES)
