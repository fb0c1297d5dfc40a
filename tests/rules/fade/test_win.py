"""The rules of winning and losing (topic win)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.fade.tables import COMBAT, DECK, DISCARD, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import item, reaction, zone

CARDS = (
    item("blast", cost=0, targets="enemy players", do={"damage": 2, "to": "target"})
    + item("quake", cost=0, do={"damage": 2, "to": "all players"})
    + item("bounty", cost=0, do={"draw": 3})
    + item(
        "compost",
        cost=0,
        targets={"pick": "your discard pile", "n": 2},
        do={"return": "targets", "to": "deck"},
    )
    + reaction("last-word", cost=1, answers="attack", do={"knock_out": "enemy players"})
    + zone("spring", ability={"on": "starting-phase", "do": {"return": "your discard pile", "to": "deck"}})
)


@pytest.mark.editions("win.last-standing", fade2="win.last-standing", fade1="win.last-standing")
def test_the_last_of_three_players_wins_at_once(edition: str) -> None:
    # Given 3 Players of whom two have lost.
    d = Duel(CARDS, seats=3, edition=edition)
    for seat in (1, 2):
        assert not d.s.over
        d.leave(d.body(seat), 2)
        d.quietly(0, "play", d.hand(0, "blast"), d.body(seat))
    # Then the third has won at once.
    assert d.s.out == (1, 2)
    assert d.s.over[0] == (1, 2, 2)


@pytest.mark.editions("win.last-standing", fade2="win.team", fade1="win.team")
def test_a_team_wins_together(edition: str) -> None:
    # Given teams A and B, one of A's members eliminated before.
    d = Duel(CARDS, seats=4, format="teams", edition=edition)
    kernel.leave(d.s, 2)
    assert not d.s.over
    for seat in (1, 3):
        d.leave(d.body(seat), 2)
        d.quietly(0, "play", d.hand(0, "blast"), d.body(seat))
    # When both members of B are out, then both members of A have won.
    assert d.s.over[0] == (1, 2, 1, 2)


@pytest.mark.editions("win.lose-ko", fade2="win.hp-zero", fade1="win.lose-at-zero-hp")
def test_a_knocked_out_player_loses(edition: str) -> None:
    # Given a duel and an opponent at 1 HP.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "squire")
    d.leave(d.body(1), 1)
    d.go(0, COMBAT)
    # When your Normal Attack deals 1 to that opponent, then the opponent loses and you win.
    d.quietly(0, "attack", x, d.body(1))
    assert d.s.over == ((1, 2), d.rule("no-hp"))


@pytest.mark.editions("win.lose-deck", fade2="win.deck-empty", fade1="win.lose-empty-deck")
def test_an_empty_deck_at_the_starting_phase_loses(edition: str) -> None:
    # Given a Deck of 0 cards at the end of the turn, and an effect of the Starting Phase that refills it.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "spring")
    d.discard(0, "ration")
    d.deck_size(0, 0)
    d.end_turn()
    assert not d.s.over
    tp = d.tp_of(0)
    # When the next Starting Phase is entered, then that Player loses before anything else happens.
    d.end_turn()
    assert d.s.over == ((2, 1), d.rule("empty-deck"))
    assert d.tp_of(0) == tp and d.size(0, DISCARD) == 1


@pytest.mark.editions("win.lose-deck", fade2="win.deck-empty", fade1="win.lose-empty-deck")
def test_the_others_play_on_when_one_of_three_has_no_deck_left(edition: str) -> None:
    d = Duel(CARDS, seats=3, edition=edition)
    d.deck_size(1, 0)
    d.end_turn()
    assert d.s.out == (1,) and not d.s.over
    assert d.s.active == 2 and d.s.phase == PREPARATION


@pytest.mark.editions("win.empty-draw", fade2="turn.draw-short", fade1="turn.draw-short-deck")
def test_drawing_from_an_empty_deck_is_no_loss(edition: str) -> None:
    # Given 1 card in the Deck and an effect 'draw 3 cards'.
    d = Duel(CARDS, edition=edition)
    d.deck_size(0, 1)
    d.quietly(0, "play", d.hand(0, "bounty"))
    # When it resolves, then 1 card is drawn and the game goes on.
    assert d.size(0, HAND) == 1 and d.size(0, DECK) == 0 and not d.s.over
    # When an effect shuffles 2 cards back before the next Starting Phase, then that Player does not lose.
    back = [d.discard(0, "ration"), d.discard(0, "ration")]
    d.quietly(0, "play", d.hand(0, "compost"), *back)
    assert d.size(0, DECK) == 2
    d.go(1, PREPARATION)
    d.go(0, PREPARATION)
    assert not d.s.over


@pytest.mark.editions("win.draw", fade2="win.simultaneous", fade1="win.draw")
def test_all_who_fall_at_the_same_moment_draw(edition: str) -> None:
    # Given two Players at 2 HP each and an ability 'deal 2 damage to all Players'.
    d = Duel(CARDS, edition=edition)
    for seat in (0, 1):
        d.leave(d.body(seat), 2)
    d.quietly(0, "play", d.hand(0, "quake"))
    # When it resolves, then both are Knocked Out together and the game is a draw.
    assert d.s.over == ((1, 1), d.rule("draw"))


@pytest.mark.editions("win.draw", fade2="win.simultaneous", fade1="win.draw")
def test_only_those_who_were_left_draw(edition: str) -> None:
    # Given 3 Players of whom one has lost before.
    d = Duel(CARDS, seats=3, edition=edition)
    kernel.leave(d.s, 1)
    for seat, left in ((0, 2), (2, 1)):
        d.leave(d.body(seat), left)
    d.quietly(0, "play", d.hand(0, "quake"))
    # When both of the others fall at once, then they draw, whatever each had left.
    assert d.s.over == ((1, 2, 1), d.rule("draw"))


@pytest.mark.editions("win.immediate", fade2="win.hp-zero", fade1="win.checked-when")
def test_the_rest_of_the_chain_is_dropped(edition: str) -> None:
    # Given Link 1 would Knock Out the defender, whose answer Knocks Out the attacker's Player.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.leave(d.body(1), 1)
    word = d.hand(1, "last-word")
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.quietly(1, "use", word, -1)
    # When Link 2 has resolved, then its Player has won and Link 1 does not happen.
    assert d.s.over == ((2, 1), d.rule("no-hp"))
    assert d.hp(d.body(1)) == 1 and not d.happened("hit")
