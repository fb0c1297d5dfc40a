"""The begin and the run of a turn in the 40-card edition (topics setup, deck, turn, format)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.fade.tables import COMBAT, DECK, DRAWING, HAND, PREPARATION, STARTING
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of
from tests.builders.raid import Raid
from tests.builders.scenario import ROCK, SCISSORS, Duel, rules_with
from tests.cards.fade import character, item

CARDS = item(
    "mill", ability={"keyword": "Stock", "n": 5, "activate": True, "do": {"gain_tp": 1}}
) + character(
    "dread",
    hp=30,
    plv=4,
    keywords="Raider",
    ability={"activate": True, "do": {"mod": "PLV", "n": -1, "on": "enemy characters", "until": "your turn"}},
)


@pytest.mark.rule("fade2", "deck.no-maximum")
@pytest.mark.parametrize("n", [61, 75, 140])
def test_a_deck_may_have_any_number_of_cards(n: int) -> None:
    # Given a Deck of that many legal cards, when it is checked, then it passes.
    rules = rules_with(LISTED, edition="fade2")
    many = deck_of(rules, min(n, 80), crowd=20)
    assert broken(rules, [*many, *[rules.code_of("endless")] * (n - len(many))], []) == []


@pytest.mark.rule("fade2", "turn.first-player-no-draw")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_player_draws_nothing_at_first_and_the_others_two(seats: int) -> None:
    # Given a fresh game of two or three.
    d = Duel(seats=seats, setup=False, edition="fade2")
    d.throw(ROCK, *[SCISSORS] * (seats - 1))
    d.keep()
    # When the first ends the first Draw Phase, then 6 cards are in Hand; the others hold 8 after theirs.
    d.go(0, PREPARATION)
    assert (d.size(0, HAND), d.size(0, DECK)) == (6, 34)
    for seat in range(1, seats):
        d.go(seat, PREPARATION)
        assert (d.size(seat, HAND), d.size(seat, DECK)) == (8, 32)
    d.go(0, PREPARATION)
    assert (d.size(0, HAND), d.size(0, DECK)) == (8, 32)


@pytest.mark.rule("fade2", "turn.no-extra-windows")
def test_outside_the_battle_phase_no_item_is_played() -> None:
    # Given B's turn and an Item in A's Hand.
    d = Duel(edition="fade2")
    ration = d.hand(0, "ration")
    asked: list[int] = []
    while not (d.s.active == 1 and d.s.phase == PREPARATION):
        if d.s.active == 1 and d.s.phase in (STARTING, DRAWING):
            asked += d.asked()
        d.step()
    # Then nobody is asked in the Starting and Draw Phases, and A may play it in the Preparation Step.
    assert asked == []
    d.play(1, "end")
    assert d.asked() == [0] and d.can(0, "play", ration)


@pytest.mark.rule("fade2", "turn.round-count")
def test_a_round_goes_on_without_who_began_it_and_the_next_begins_with_the_next_player() -> None:
    # Given three players, the first of whom leaves in the own turn of round 3; B's Item with Stock.
    d = Duel(CARDS, seats=3, edition="fade2")
    mill = d.on(d.body(1), "mill", face=1)
    d.counters(mill, "Power", 5)
    d.next_turn(0)
    d.next_turn(0)
    kernel.leave(d.s, 0)
    d.settle()
    # When B uses it in the turn that is left of that round, then not again in C's turn.
    d.go(1, PREPARATION)
    d.quietly(1, "activate", mill)
    assert d.refused(1, "activate", mill) == "keyword.stock"
    d.go(2, PREPARATION)
    d.play(2, "end")
    assert not [move for move in d.options(1) if move[0] == d.rules.verbs.index("activate")]
    # When B's next turn begins, then that is round 4, and it can be used anew.
    d.go(1, PREPARATION)
    d.quietly(1, "activate", mill)
    assert d.count(mill, "Power") == 3


@pytest.mark.rule("fade2", "turn.round-duration")
def test_until_their_next_turn_is_the_common_turn_of_raiders() -> None:
    # Given a Raider that gives -1 PLV until its next turn, when the Raiders' turn is over, then that lasts
    # through the turns of all players.
    r = Raid(CARDS, ("dread",))
    x = r.character(0, "giant")
    before = r.plv(x)
    r.raid()
    for seat in (0, 1):
        r.go(seat, PREPARATION)
        assert r.plv(x) == before - 1
    # When their next turn begins, then the first one ends, and another one comes.
    r.raid()
    assert r.plv(x) == before - 1


@pytest.mark.rule("fade2", "format.one-on-one")
@pytest.mark.parametrize("how", ["concedes", "no HP", "no Deck"])
def test_of_two_players_whoever_makes_the_other_lose_wins(how: str) -> None:
    d = Duel(edition="fade2")
    if how == "concedes":
        kernel.leave(d.s, 1)
    elif how == "no HP":
        d.leave(d.body(1), 1)
        d.go(0, COMBAT)
        d.play(0, "attack", d.body(0), d.body(1))
    else:
        d.deck_size(1, 0)
    d.pass_all()
    if how == "no Deck":
        d.end_turn()
    rule = {"concedes": "win.leaving", "no HP": "win.hp-zero", "no Deck": "win.deck-empty"}[how]
    assert d.s.over == ((1, 2), rule)


@pytest.mark.rule("fade2", "format.single-game")
def test_a_contest_is_one_game_and_the_next_one_begins_with_a_throw() -> None:
    # Given a game that one player has won, then nothing is asked any more: there is no second game in it.
    d = Duel(edition="fade2")
    kernel.leave(d.s, 1)
    assert d.s.over and not d.s.asks
    # When a new one starts, then both throw again and decide on a mulligan of their own.
    again = Duel(setup=False, edition="fade2")
    assert again.asked() == [0, 1] and again.move("mode", (0, ROCK)) in again.options(0)
    again.throw(SCISSORS, ROCK)
    assert (kernel.V_YES,) in again.options(0) and (kernel.V_YES,) in again.options(1)
