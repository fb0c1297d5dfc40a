"""Games without a chain: rounds of asking, passes that state something, cuts, decks that are tidied unseen.

All of it is played by the toy game of `tests/builders/cellar.py`.
"""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, kernel, needs
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import BIND, OPEN, POOL, TAKE
from tests.builders.cellar import (
    ASIDE,
    CELLARS,
    DECK,
    HAND,
    KEY,
    LINE,
    LIVES,
    V_HIT,
    V_LAY,
    V_REST,
    V_SPRING,
    V_WARD,
    V_WORSEN,
    W_CUT,
    W_HIT,
    W_SPRING,
    line_of,
    springing,
)
from tests.builders.playout import Playout


def begun(players: int = 2, seed: int = 1) -> Playout:
    """A match in its first turn, no deck having been cut."""
    game = Playout(CELLARS["duel" if players == 2 else "free-for-all"], seed, players=players)
    while not game.s.turn:
        if game.s.needs:
            game.dealer.deal(game.s)
        else:
            game.answer(game.owing()[0], PASS_MOVE)
    return game


def asked(game: Playout) -> tuple[int, int]:
    """The seat that is asked, and its window; (-1, 0) if it is a free choice."""
    (ask,) = game.s.asks
    return (ask.seat, ask.window) if ask.window else (-1, 0)


def laid(game: Playout, seat: int, springs: bool) -> int:
    """A seat, on its turn, lays a card that springs at a hit of somebody with all lives, or one that does
    not, and is asked for its next turn."""
    trap = next(h for h in line_of(game.s, seat, HAND) if (game.dealer.truth[h] % 3 == LIVES % 3) == springs)
    game.answer(seat, (V_LAY, trap))
    return trap


# A deck that is tidied: all that fits is taken.


def test_all_that_fits_is_taken_and_nobody_is_asked() -> None:
    """given decks that have to be tidied, when the keys are open, then what does not fit them has gone."""
    game = Playout(CELLARS["duel"], 4)
    while not game.s.needs or game.s.needs[0].n != 10:
        game.dealer.deal(game.s)
    keys = [game.s.code[line_of(game.s, seat, KEY)[0]] for seat in (0, 1)]
    assert not any(map(needs.is_choice, game.s.needs)) and {w.kind for w in game.s.needs} == {TAKE}
    game.dealer.deal(game.s)
    for seat, key in enumerate(keys):
        gone = [game.dealer.truth[h] for h in line_of(game.s, seat, ASIDE)]
        assert sorted(gone) == [code for code in range(1, 11) if (code - key) % 2]
        assert not any(game.s.code[h] for h in line_of(game.s, seat, ASIDE))


def test_who_is_out_takes_nothing() -> None:
    game = Playout(CELLARS["free-for-all"], 4, players=3)
    while not game.s.needs or game.s.needs[0].n != 10:
        game.dealer.deal(game.s)
    assert needs.absent_value(game.s, game.s.needs[0]) == ((), ())


def test_a_take_in_which_more_is_said_is_judged_by_that() -> None:
    game = Playout(CELLARS["duel"], 4)
    while not game.s.needs or game.s.needs[0].n != 10:
        game.dealer.deal(game.s)
    values = [needs.absent_value(game.s, w) for w in game.s.needs]
    needs.supply(game.s.clone(), values)
    with pytest.raises(WrongInput):
        needs.supply(game.s, [((999,), ()), values[1]])


# Cuts.


def test_the_packets_of_a_cut_are_laid_together_in_another_order() -> None:
    game = begun()
    s = game.s
    zone = s.rules.deck_zone(0)
    s.zones[zone] = (1, 2, 3, 4, 5)
    atoms.cut(s, zone, (2, 4), (2, 0, 1), 0, 1)
    assert s.zones[zone] == (5, 1, 2, 3, 4)
    assert s.events[-1][3:] == (1, 0, 3)


def test_the_bottom_card_is_bound_first_and_stays_at_the_bottom() -> None:
    """given bottom cards that all have seen, when the deck above is cut, then they lie where they were."""
    game = Playout(CELLARS["duel"], 2)
    while not game.s.asks:
        game.dealer.deal(game.s)
    assert asked(game) == (1, W_CUT)
    line = line_of(game.s, 0, DECK)
    assert line.count(0) == len(line) - 1 and game.s.code[line[-1]]
    game.answer(1, (kernel.VERBS.index("concede") + 4, (0, 2)))
    assert line_of(game.s, 0, DECK) == line


def test_a_card_that_is_bound_goes_with_its_packet() -> None:
    """given a deck of which the first card is bound, when it is cut behind that, then it comes last."""
    game = begun()
    s, deck = game.s, game.s.rules.deck_zone(0)
    kernel.need(s, BIND, 0, 0, 1, ())
    s.asks = ()
    game.dealer.deal(s)
    h = line_of(s, 0, DECK)[0]
    size = len(line_of(s, 0, DECK))
    atoms.cut(s, deck, (1,), (1, 0), 0)
    assert line_of(s, 0, DECK)[-1] == h and len(line_of(s, 0, DECK)) == size
    kernel.need(s, POOL, 0, 0, 0, ())
    game.dealer.deal(s)
    assert line_of(s, 0, DECK) == (0,) * size


# A round of asking.


def test_a_round_asks_who_acts_last_and_begins_anew_behind_every_answer() -> None:
    """given a hit of the first of three, when one wards it off or worsens it, then the second is asked again,
    then the third, then who hits; once all have passed in a row the hit is what that has made of it."""
    game = begun(3)
    game.answer(0, (V_HIT,))
    assert asked(game) == (1, W_HIT)
    game.answer(1, PASS_MOVE)
    assert asked(game) == (2, W_HIT)
    game.answer(2, PASS_MOVE)
    assert asked(game) == (0, W_HIT)
    game.answer(0, (V_WORSEN, line_of(game.s, 0, HAND)[0]))
    assert asked(game) == (1, W_HIT)
    game.answer(1, (V_WARD, line_of(game.s, 1, HAND)[0]))
    assert asked(game) == (1, W_HIT)
    game.answer(1, PASS_MOVE)
    game.answer(2, (V_WARD, line_of(game.s, 2, HAND)[0]))
    for seat in (1, 2, 0):
        assert asked(game) == (seat, W_HIT)
        game.answer(seat, PASS_MOVE)
    assert game.s.num[0][1:4] == [LIVES] * 3 and asked(game) == (-1, 0) and game.s.asks[0].seat == 1


# A pass that states something.


def test_what_must_act_is_all_that_its_owner_may_answer() -> None:
    game = begun()
    game.answer(0, (V_REST,))
    trap = laid(game, 1, springs=True)
    game.answer(0, (V_HIT,))
    assert asked(game) == (1, W_SPRING) and game.options(1) == [(V_SPRING, trap)]
    assert kernel.default_answer(game.s, 1, game.dealer.known[1]) == (V_SPRING, trap)
    game.answer(1, (V_SPRING, trap))
    assert game.s.num[0][1] == LIVES - 1 and asked(game) == (1, W_HIT)


def test_a_pass_states_that_a_card_is_none_of_those_that_must_act() -> None:
    """given a card that need not spring at a hit, when it is opened later, then its owner plays on."""
    game = begun()
    game.answer(0, (V_REST,))
    trap = laid(game, 1, springs=False)
    denied = springing(game.s)
    game.answer(0, (V_HIT,))
    assert game.options(1) == [PASS_MOVE]
    game.answer(1, PASS_MOVE)
    assert [code for code in range(1, 11) if atoms.denied(game.s, trap, code)] == sorted(denied)
    kernel.show_card(game.s, trap, game.dealer.truth[trap])
    assert not game.s.out


def test_a_card_that_should_have_acted_loses_the_match_when_it_is_opened() -> None:
    game = begun()
    game.answer(0, (V_REST,))
    trap = laid(game, 1, springs=True)
    game.answer(0, (V_HIT,))
    game.answer(1, PASS_MOVE)  # nobody else can know better
    kernel.show_card(game.s, trap, game.dealer.truth[trap])
    assert game.s.out == (1,) and game.s.over[1] == game.s.rules.cites["statement"]


def test_a_card_that_has_gone_and_come_back_is_bound_by_nothing() -> None:
    """given a pass about a card, when that leaves the field, then nothing is stated of it any more."""
    game = begun()
    game.answer(0, (V_REST,))
    trap = laid(game, 1, springs=True)
    game.answer(0, (V_HIT,))
    game.answer(1, PASS_MOVE)
    atoms.move(game.s, trap, game.s.rules.zone_id(1, HAND), 0)
    assert not atoms.denied(game.s, trap, game.dealer.truth[trap])


def test_where_nothing_lies_nobody_is_asked_whether_it_springs() -> None:
    game = begun()
    game.answer(0, (V_HIT,))
    assert asked(game) == (1, W_HIT)
    with pytest.raises(IllegalMove):
        game.answer(1, (V_SPRING, line_of(game.s, 1, HAND)[0]))


# Elimination without a chain.


def test_a_seat_that_falls_in_mid_hit_is_asked_nothing_more() -> None:
    """given somebody with one life who hits, when that sets off a trap, then the hit ends, the cards of who
    has fallen are gone, and the turn is the next one's."""
    game = begun(3)
    game.answer(0, (V_REST,))
    atoms.put(game.s, 0, 1, 1 - LIVES)
    trap = next((h for h in line_of(game.s, 1, HAND) if game.dealer.truth[h] % 3 == 1), 0)
    if not trap:
        pytest.skip("no such card")
    game.answer(1, (V_LAY, trap))
    game.answer(2, (V_REST,))
    game.answer(0, (V_HIT,))
    game.answer(1, (V_SPRING, trap))
    assert game.s.out == (0,) and not game.s.over
    assert not any(game.s.owner[h] == 0 and game.s.zone[h] >= 0 for h in range(4, len(game.s.code)))
    while game.s.asks[0].window:
        game.answer(game.s.asks[0].seat, PASS_MOVE)
    assert game.s.active == 1 and game.s.num[0][2] == LIVES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_run_at_random(players: int) -> None:
    for seed in range(40):
        for s in Playout(CELLARS["duel" if players == 2 else "free-for-all"], seed, players=players).rests():
            lines = {line_of(s, seat, LINE) for seat in s.out}
            assert lines <= {()} or s.over or any(w.kind == OPEN for w in s.needs)
        assert s.over
