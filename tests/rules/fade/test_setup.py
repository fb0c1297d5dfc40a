"""How a match begins: shuffles, throws, first player, and leaving it (topics setup, format)."""

from __future__ import annotations

import re

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.state import MODE, POOL, ROW_EVENT, ROW_N, TOSS
from fadenet.games.fade.field import slots, values
from fadenet.games.fade.tables import COMBAT, DECK, E_THROWN, FIGHTERS, PREPARATION, V_FIRST
from fadenet.table.dealer import Dealer
from tests.builders.scenario import PAPER, ROCK, SCISSORS, Duel, rules_with
from tests.cards.fade import item

COIN = item("coin", do={"coin": [{"gain_tp": 1}]})


@pytest.mark.editions("setup.shuffle-decks", fade2="setup.shuffle-decks", fade1="setup.shuffle-deck")
@pytest.mark.editions("setup.shuffle-decks", fade2="setup.pool-unshuffled", fade1="setup.fighter-pool-aside")
def test_the_deck_is_shuffled_and_the_fighter_pool_is_not(edition: str) -> None:
    """Given a Deck and a Pool in listed order; when set-up runs; then only the Deck's order is random."""
    rules = rules_with(edition=edition)
    kinds = ("plain", "strike", "guard", "ration", "edge")
    listed = [rules.code_of(x) for x in kinds] * (rules.figures.deck_min // len(kinds))
    pool = [rules.code_of(x) for x in ("soldier", "giant", "squire")]
    orders = []
    for seed in (1, 2):
        dealer = Dealer([listed, pool] * 2, 2, seed)
        s = kernel.setup(rules, 2)
        while any(need.kind == POOL for need in s.needs):
            dealer.deal(s)
        handles = s.pool[0]
        assert s.zones[DECK] == (0,) * len(listed)  # no slot of the Deck is tied to any card yet
        drawn = [dealer.truth[h] for h in handles]
        assert sorted(drawn) == sorted(listed)
        assert drawn != listed
        orders.append(drawn)
        assert [dealer.known[0][h] for h in s.zones[FIGHTERS]] == pool
    assert orders[0] != orders[1]


@pytest.mark.editions("setup.start-values", fade2="setup.starting-values", fade1="setup.starting-values")
def test_each_of_three_players_begins_with_the_values_of_the_book(edition: str) -> None:
    """Given a match of three; when it is set up; then all have the same HP, TP, PLV, DEF, AGI and slots."""
    d = Duel(seats=3, setup=False, edition=edition)
    bodies = [d.body(n) for n in range(3)]
    start = {"faroe": (30, 0, 1), "fade2": (50, 0, 1), "fade1": (50, 0, 5)}[edition]
    assert [(d.hp(h), d.tp_of(n), d.plv(h)) for n, h in enumerate(bodies)] == [start] * 3
    assert [(values.defense(d.s, h), values.agility(d.s, h)) for h in bodies] == [(0, 0)] * 3
    assert [slots.left(d.s, n) for n in range(3)] == [6 if edition == "fade1" else 0] * 3


@pytest.mark.editions("setup.sequence", fade2="setup.sequence", fade1="setup.sequence")
def test_nobody_draws_before_the_first_is_known_and_no_turn_begins_before_both_keep(edition: str) -> None:
    d = Duel(setup=False, edition=edition)
    d.begin()
    assert len(d.happened("drawn")) == 12
    d.no(0)
    assert not d.happened("turn-begins")
    d.yes(1)
    steps = (E_THROWN, atoms.TOSSED, atoms.DRAWN, atoms.SHUFFLED, atoms.TURN_BEGINS)
    told = [row[ROW_EVENT] for row in d.log if row[ROW_EVENT] in steps]
    assert told[: told.index(atoms.TURN_BEGINS)] == [
        *[atoms.SHUFFLED] * 4,
        *([atoms.TOSSED] if edition == "fade1" else [E_THROWN] * 2),
        *[atoms.DRAWN] * 12,
        atoms.SHUFFLED,  # seat 1's mulligan
        *[atoms.DRAWN] * 6,
    ]


@pytest.mark.editions("setup.first-player", fade2="setup.rps-two-players")
@pytest.mark.parametrize(
    ("a", "b", "first"), [(ROCK, SCISSORS, 0), (SCISSORS, ROCK, 1), (SCISSORS, PAPER, 0), (PAPER, ROCK, 0)]
)
def test_the_winner_of_the_throw_goes_first(a: int, b: int, first: int, edition: str) -> None:
    d = Duel(setup=False, edition=edition)
    d.throw(a, b)
    d.keep()
    assert d.s.active == first
    assert d.s.turn == 1


@pytest.mark.editions("setup.first-player", fade2="setup.rps-two-players")
def test_after_a_tie_both_throw_again(edition: str) -> None:
    d = Duel(setup=False, edition=edition)
    d.throw(PAPER, PAPER)
    assert d.asked() == [0, 1]
    assert d.asked_kind() == MODE and not d.happened("drawn")
    d.throw(PAPER, ROCK)
    assert d.s.vars[V_FIRST] == 0


@pytest.mark.editions("setup.rps-many", fade2="setup.rps-three-four-players")
def test_losers_of_a_throw_among_four_drop_out_and_the_rest_throw_again(edition: str) -> None:
    d = Duel(seats=4, setup=False, edition=edition)
    d.throw(ROCK, ROCK, SCISSORS, SCISSORS)
    assert d.asked() == [0, 1]
    d.throw(SCISSORS, ROCK)
    assert d.s.vars[V_FIRST] == 1


@pytest.mark.editions("setup.rps-many", fade2="setup.rps-three-four-players")
def test_all_three_signs_are_a_tie(edition: str) -> None:
    d = Duel(seats=3, setup=False, edition=edition)
    d.throw(ROCK, PAPER, SCISSORS)
    assert d.asked() == [0, 1, 2]


@pytest.mark.editions("setup.rps-digital", fade2="setup.rps-winner-starts")
def test_signs_are_picked_unseen_and_shown_at_once(edition: str) -> None:
    d = Duel(setup=False, edition=edition)
    assert all(ask.sealed for ask in d.s.asks)
    d.answer(0, (kernel.V_MODE, (0, ROCK)))
    assert not d.happened("thrown")
    d.answer(1, (kernel.V_MODE, (0, SCISSORS)))
    assert len(d.happened("thrown")) == 2


@pytest.mark.editions("setup.rps-digital", fade2="setup.rps-winner-starts")
def test_after_ten_ties_in_a_row_the_first_player_is_picked_at_random(edition: str) -> None:
    firsts = set()
    for seed in range(8):
        d = Duel(setup=False, seed=seed, edition=edition)
        for _ in range(9):
            d.throw(ROCK, ROCK)
        assert d.asked_kind() == MODE  # nine ties: they throw a tenth time
        d.answer(0, (kernel.V_MODE, (0, ROCK)))
        d.log += kernel.apply(d.s, 1, (kernel.V_MODE, (0, ROCK)))
        assert [need.kind for need in d.s.needs] == [TOSS]
        d.settle()
        firsts.add(d.s.vars[V_FIRST])
        d.keep()
        assert d.s.turn == 1
    assert firsts == {0, 1}


@pytest.mark.editions("setup.turn-order", fade2="setup.clockwise-order", fade1="setup.turn-order")
def test_turns_pass_by_rising_seat_number(edition: str) -> None:
    d = Duel(seats=4, setup=False, first=2, edition=edition)
    d.begin()
    d.keep()
    order = []
    for _ in range(5):
        d.pass_all()
        order.append(d.s.active + 1)
        d.end_turn()
    assert order == [3, 4, 1, 2, 3]


@pytest.mark.editions(
    "setup.first-turn-attack", fade2="combat.first-turn-attack", fade1="combat.first-turn-attacks"
)
def test_the_first_player_may_attack_in_turn_one(edition: str) -> None:
    """Given 1 TP and no Characters; when the first Player attacks; then HP are gone there, 3 TP are here."""
    d = Duel(edition=edition)
    d.tp(0, 1)
    d.go(0, COMBAT)
    assert d.s.turn == 1
    d.play(0, "attack", d.body(0), d.body(1))
    d.pass_chain()
    assert d.count(d.body(1), "Damage") == d.rules.figures.starting_plv
    assert d.tp_of(0) == 3


@pytest.mark.editions("setup.randomness", fade2="value.random", fade1="value.random")
def test_the_same_seed_and_decisions_replay_identically(edition: str) -> None:
    def run(seed: int) -> tuple[bytes, list[object]]:
        d = Duel(setup=False, seed=seed, edition=edition)
        d.begin()
        for seat in (0, 1):
            d.yes(seat)
        d.go(1, PREPARATION)
        return digest(d.s), [d.log, sorted(d.dealer.truth.items())]

    assert run(5) == run(5)
    assert run(5) != run(6)


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_who_leaves_during_set_up_is_not_waited_for(edition: str) -> None:
    """Given 3 Players deciding on the mulligan; when one leaves; then only the undecided third is asked."""
    d = Duel(seats=3, setup=False, first=0, edition=edition)
    d.begin()
    d.yes(0)
    kernel.leave(d.s, 1)
    d.settle()
    assert d.asked() == [2]
    d.no(2)
    assert (d.s.turn, d.s.active) == (1, 0)
    d.end_turn()
    assert d.s.active == 2


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_the_turn_of_a_player_who_gives_up_is_over(edition: str) -> None:
    d = Duel(seats=3, edition=edition)
    d.go(0, COMBAT)
    d.play(0, "concede")
    d.settle()
    d.pass_all()
    assert (d.s.turn, d.s.active) == (2, 1)


@pytest.mark.slow
@pytest.mark.editions("setup.randomness", fade2="value.random", fade1="value.random")
def test_a_coin_is_an_outcome_of_the_record_and_even(edition: str) -> None:
    """Given a coin with +1 TP on Heads, flipped over and over; then what is recorded is what happens."""
    d = Duel(COIN, edition=edition)
    tossed = len(d.happened("tossed"))
    for _ in range(200):
        d.tp(0, 0)
        d.quietly(0, "play", d.hand(0, "coin"))
        assert d.tp_of(0) == 1 - d.happened("tossed")[-1][ROW_N]
    coins = d.happened("tossed")[tossed:]
    assert len(coins) == 200
    assert 70 < sum(row[ROW_N] == 0 for row in coins) < 130


@pytest.mark.editions("format.players", fade2="setup.player-count", fade1="setup.player-count")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_can_start(seats: int, edition: str) -> None:
    d = Duel(seats=seats, setup=False, edition=edition)
    assert d.asked() == list(range(seats))


@pytest.mark.editions("format.players", fade2="setup.player-count", fade1="setup.player-count")
@pytest.mark.parametrize("seats", [0, 1, 5])
@pytest.mark.parametrize("format", ["duel", "free-for-all", "teams"])
def test_one_or_five_players_cannot(format: str, seats: int, edition: str) -> None:
    rules = rules_with(format=format, edition=edition)
    with pytest.raises(WrongInput, match=re.escape(rules.cites["players"])):
        kernel.setup(rules, seats)


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_of_two_players_the_one_who_stays_wins(edition: str) -> None:
    d = Duel(edition=edition)
    x = d.character(0)
    d.character(1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.s.zones[d.rules.zone_id(1, 0)][0])
    kernel.leave(d.s, 0)
    assert d.s.over == ((2, 1), d.rule("leaving"))


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_of_four_players_the_others_play_on(edition: str) -> None:
    """Given Player 3 leaves during a Chain; when its Link is over; then the other three continue."""
    d = Duel(seats=4, edition=edition)
    x = d.character(0)
    y = d.character(2)
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [2]
    kernel.leave(d.s, 2)
    d.settle()
    assert d.s.out == (2,)
    assert not d.s.over
    assert 2 not in d.asked()
    d.pass_all()
    assert d.s.active == 0
    d.end_turn()
    assert d.s.active == 1
    d.end_turn()
    assert d.s.active == 3
