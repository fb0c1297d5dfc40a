"""The contract of drawn worlds, line by line, over views of random matches of all games, formats and numbers
of seats; and of each line that a sampler which breaks it is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import groupby
from random import Random
from typing import NamedTuple, Protocol

import pytest

from fadenet.bots.base import Bot, run_now
from fadenet.bots.beliefs import Beliefs, DrawnBeliefs, SeatLists
from fadenet.bots.judgement import judgement_of
from fadenet.bots.worlds import Simulation, World, Worlds, _Bag
from fadenet.engine import atoms
from fadenet.engine.atoms import denied
from fadenet.engine.digest import digest
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import BIND, Known, State, TableNeed
from fadenet.table.dealer import Dealer
from fadenet.table.local import LocalMatch
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.playout import TABLES, Playout, Table, deck_lists, in_turn

GAMES = [table for table in TABLES if table.game != "ten"]
VIEWS = 40, 200
"""Views of a table in a run, and in a long one, which takes all tables: more than 10,000."""
DUELS = [table for table in GAMES if str(table) in ("faroe-duel-2", "terrene-duel-2", "prelude-duel-2")]
APART = 7
"""Rests between two views of a match."""


class Moment(NamedTuple):
    """A view, and what is true behind it."""

    seat: SeatView
    beliefs: Beliefs
    truth: Known
    known: list[Known]
    decks: list[list[int]]

    def worlds(self) -> Worlds:
        return Worlds(self.seat, self.beliefs)

    def behind(self, world: World) -> Moment:
        """The same view, with that of another world behind it."""
        own = self.seat
        seat = SeatView(own.state.clone(), own.index, world.known[own.index], own.sightings.clone())
        return Moment(seat, self.beliefs, world.truth, world.known, world.decks)


class Sampler(Protocol):
    """Draws worlds for a view. A false one knows what lies behind it."""

    def draw(self, dice: Random) -> World: ...


Sampling = Callable[[Moment], Sampler]


@cache
def moments(table: Table, n: int) -> tuple[Moment, ...]:
    """So many views of random matches."""
    return tuple(_moments(table, n))


def _moments(table: Table, n: int) -> Iterator[Moment]:
    rules, seed = table.rules, 0
    while n > 0:
        seed += 1
        match = Playout(rules, seed, players=table.players)
        for rest, s in enumerate(match.rests()):
            if s.asks and not s.needs and not s.over and rest % APART == 0:
                yield moment(match.dealer, s, match.owing()[0], seed)
                n -= 1
            if n == 0 or rest > APART * VIEWS[0]:
                break


def moment(dealer: Dealer, s: State, seat: int, seed: int, believing: type[Beliefs] | None = None) -> Moment:
    rules, players = rules_of(s), len(dealer.known)
    per = rules.decks_per_seat
    own = tuple(tuple(deck) for deck in dealer.decks[seat * per : (seat + 1) * per])
    lists = (None,) * (per * players) + rules.ownerless
    names = ("",) * s.seats
    kinds = ("bot",) * players
    info = MatchInfo("m", rules.name, rules.format, seat, names, kinds, own, seed, False, lists)
    beliefs = (believing or (Beliefs, DrawnBeliefs)[seed % 3 == 0])(rules, info)
    view = SeatView(s.clone(), seat, dealer.known[seat].copy(), dealer.sightings[seat].clone())
    known = [line.copy() for line in dealer.known]
    return Moment(view, beliefs, dealer.truth.copy(), known, dealer.decks)


def laid_of(seat: SeatView, who: int) -> set[int]:
    per = seat.state.rules.decks_per_seat
    return {h for line in seat.laid[who * per : (who + 1) * per] for h in line}


# The lines of the contract. Each raises `AssertionError` for a sampler that breaks it.


def is_a_function_of_the_view(one: Moment, sampling: Sampling) -> None:
    """Given two matches with equal views, then worlds drawn with the same dice are equal."""
    other = one.behind(one.worlds().draw(Random(1)))
    first, second = sampling(one).draw(Random(2)), sampling(other).draw(Random(2))
    assert first.truth == second.truth and first.known == second.known and first.decks == second.decks


def keeps_the_view(one: Moment, sampling: Sampling) -> None:
    """Then everybody sees the same state, and the seat knows the same cards, which are so."""
    world, seat = sampling(one).draw(Random(3)), one.seat
    assert digest(world.state) == digest(seat.state) and world.known[seat.index] == seat.known
    assert all(world.truth.get(h, code) == code for h, code in enumerate(seat.state.code) if code)
    assert all(world.truth[h] == code for h, code in seat.known.items())


def has_lists_that_add_up(one: Moment, sampling: Sampling) -> None:
    """Then the cards behind the handles of each deck are a list that holds what was seen, of our own the true
    one, and of decks that were mixed it is so for both together."""
    world, seat = sampling(one).draw(Random(4)), one.seat
    per = seat.state.rules.decks_per_seat
    for who in range(seat.state.seats):
        decks = range(who * per, who * per + per)
        laid = [seat.laid[deck] for deck in decks] if seat.laid else [()] * per
        if who == seat.index:
            assert [world.decks[deck] for deck in decks] == [one.decks[deck] for deck in decks]
        for deck, line in zip(decks, laid, strict=True):
            if not line:
                continue
            assert all(world.decks[deck].count(code) >= n for code, n in seat.seen[deck].items())
            together = decks if len(laid_of(seat, who)) < sum(map(len, laid)) else [deck]
            handles = {h for k in together for h in seat.laid[k]}
            held = Counter(code for k in together for code in world.decks[k])
            assert Counter(world.truth[h] for h in handles) == held


def holds_statements(one: Moment, sampling: Sampling) -> None:
    """Then each hidden card is one that it may be by what was said of it."""
    world, s = sampling(one).draw(Random(5)), one.seat.state
    for h, code in world.truth.items():
        if not s.code[h]:
            assert code in rules_of(s).hidden.possible(s, h) and not denied(s, h, code)


def has_others_know_their_own(one: Moment, sampling: Sampling) -> None:
    """Then each player knows of the own hidden cards those that it truly knows, as they are in this world,
    and of others' no more than it does."""
    world, s = sampling(one).draw(Random(6)), one.seat.state
    for who, known in enumerate(world.known):
        if who in s.out or who == one.seat.index:
            continue
        own, true = laid_of(one.seat, who), {h for h in one.known[who] if not s.code[h]}
        told = {h for h in known if not s.code[h]}
        assert told & own == true & own and told <= true
        assert all(world.truth[h] == code for h, code in known.items())


def leaves_order_to_chance(one: Moment, sampling: Sampling) -> None:
    """Then no slot is bound that is not in the view, and dealers with other dice bind other cards to it."""
    world, s = sampling(one).draw(Random(7)), one.seat.state
    assert world.state.pool == s.pool and world.state.zones == s.zones
    for deck, pool in enumerate(s.pool):
        if len(pool) > 7:
            want = TableNeed(1, BIND, 0, deck, 1, ())
            dealers = [Dealer.resumed(world.hidden, seed) for seed in range(24)]
            assert len({dealer._value(s, want) for dealer in dealers}) > 2


def is_even(one: Moment, sampling: Sampling) -> None:
    """Then each of the cards that are left of the own deck, whose list is known, lies as often as the others
    behind a handle."""
    seat = one.seat
    if not seat.laid:
        return
    own = [h for h in seat.laid[seat.index * seat.state.rules.decks_per_seat] if not seat.code(h)]
    if len(own) < 10 or len(laid_of(seat, seat.index)) < sum(map(len, seat.laid)) // seat.state.seats:
        return
    sampler, dice, times = sampling(one), Random(8), 60
    drawn = [sampler.draw(dice).truth for _ in range(times)]
    left = Counter(drawn[0][h] for h in own)
    for h in own[0], own[-1]:
        code, n = left.most_common(1)[0]
        share = n / len(own)
        found = sum(truth[h] == code for truth in drawn)
        assert abs(found - times * share) <= 5 * (times * share * (1 - share)) ** 0.5 + 1e-9


CONTRACT = [
    is_a_function_of_the_view,
    keeps_the_view,
    has_lists_that_add_up,
    holds_statements,
    has_others_know_their_own,
    leaves_order_to_chance,
    is_even,
]


@in_turn(4, GAMES)
@pytest.mark.parametrize("line", CONTRACT, ids=lambda line: line.__name__)
def test_a_drawn_world(
    line: Callable[[Moment, Sampling], None], table: Table, so_many: Callable[[int, int], int]
) -> None:
    """given views of random matches, when worlds are drawn for them, then each line of the contract holds."""
    for one in moments(table, so_many(*VIEWS)):
        line(one, Moment.worlds)


@in_turn(4, GAMES)
def test_what_is_true_may_be_drawn(table: Table, so_many: Callable[[int, int], int]) -> None:
    """given the true cards behind a view, then they keep the lines that say what may lie where."""

    class Truth:
        def __init__(self, one: Moment) -> None:
            self.world = World(one.seat.state, one.decks, one.truth, one.known)

        def draw(self, dice: Random) -> World:
            return self.world

    for one in moments(table, so_many(*VIEWS)):
        for line in (keeps_the_view, has_lists_that_add_up, holds_statements, has_others_know_their_own):
            line(one, Truth)


# Samplers that break a line.

Fault = Callable[[Moment, World], World]


class Faulty:
    """Draws worlds, and does something to them."""

    def __init__(self, fault: Fault, one: Moment) -> None:
        self.one, self.fault, self.worlds = one, fault, one.worlds()

    def draw(self, dice: Random) -> World:
        return self.fault(self.one, self.worlds.draw(dice))


def hidden_lines(one: Moment) -> list[list[int]]:
    """By deck the handles behind which the seat knows nothing."""
    return [[h for h in line if not one.seat.code(h)] for line in one.seat.laid]


def copies_a_true_card(one: Moment, world: World) -> World:
    for line in hidden_lines(one):
        for h in line:
            other = next((k for k in line if world.truth[k] == one.truth[h] != world.truth[h]), 0)
            if other:
                world.truth[h], world.truth[other] = world.truth[other], world.truth[h]
                return world
    return world


def forgets_what_the_seat_knows(one: Moment, world: World) -> World:
    world.known[one.seat.index] = {}
    return world


def plays_another_list(one: Moment, world: World) -> World:
    return world._replace(decks=[[*line[1:], line[0] % 9 + 1] for line in world.decks])


def takes_handles_in_another_order(one: Moment, world: World) -> World:
    handles = [h for line in one.seat.laid for h in line]
    return world._replace(truth=dict(zip(handles, [world.truth[h] for h in reversed(handles)], strict=True)))


def forgets_a_statement(one: Moment, world: World) -> World:
    for line in hidden_lines(one):
        codes = sorted(world.truth[h] for h in line)
        world.truth.update(zip(line, codes, strict=True))
    return world


def tells_others_their_decks(one: Moment, world: World) -> World:
    for who, known in enumerate(world.known):
        known.update({h: world.truth[h] for h in laid_of(one.seat, who)})
    return world


def tells_others_nothing(one: Moment, world: World) -> World:
    return world._replace(known=[{} for _ in world.known])


def stacks_a_deck(one: Moment, world: World) -> World:
    s = world.state.clone()
    for deck, pool in enumerate(s.pool):
        if pool:
            atoms.bind(s, deck, s.rules.deck_zone(deck), pool[:1])
    return world._replace(state=s)


def sorts_what_is_left(one: Moment, world: World) -> World:
    return forgets_a_statement(one, world)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (is_a_function_of_the_view, copies_a_true_card),
        (keeps_the_view, forgets_what_the_seat_knows),
        (keeps_the_view, stacks_a_deck),
        (has_lists_that_add_up, plays_another_list),
        (has_lists_that_add_up, takes_handles_in_another_order),
        (holds_statements, forgets_a_statement),
        (has_others_know_their_own, tells_others_their_decks),
        (has_others_know_their_own, tells_others_nothing),
        (leaves_order_to_chance, stacks_a_deck),
        (is_even, sorts_what_is_left),
    ],
    ids=lambda one: one.__name__,
)
def test_a_sampler_that_breaks_a_line_is_found(
    line: Callable[[Moment, Sampling], None], fault: Fault
) -> None:
    """given a duel of each family, then the line fails for a sampler with this fault, and in each of them but
    where nothing is stated."""
    found = 0
    for table in DUELS:
        try:
            for one in moments(table, VIEWS[0]):
                line(one, partial(Faulty, fault))
        except AssertionError:
            found += 1
    assert found >= (1 if fault is forgets_a_statement else len(DUELS))


# No view without a world.


class WrongBeliefs(Beliefs):
    """Believes in lists that nobody has, and draws none."""

    def lists(
        self, seat: int, laid: Sequence[Sequence[int]], seen: Sequence[Mapping[int, int]]
    ) -> Sequence[SeatLists]:
        return [tuple((1,) * len(line) for line in laid)]


@pytest.mark.parametrize("beliefs", [Beliefs, WrongBeliefs])
@pytest.mark.parametrize("table", DUELS, ids=str)
def test_where_no_list_fits_one_is_made_that_does(table: Table, beliefs: type[Beliefs]) -> None:
    """given a match with decks that no rule allows, or beliefs in lists that nobody has, then there are
    worlds all the same, and their lists add up."""
    rules = table.rules
    decks = [list(line) for line in deck_lists(rules)]
    for line in decks[:: rules.decks_per_seat]:
        line[7::7] = line[:1] * len(line[7::7])
    match = Playout(rules, 1, decks)
    s = next(s for rest, s in enumerate(match.rests()) if s.asks and not s.needs and rest > 60)
    one = moment(match.dealer, s, match.owing()[0], 1, beliefs)
    world = one.worlds().draw(Random(1))
    assert digest(world.state) == digest(s)
    for deck, handles in enumerate(one.seat.laid):
        assert Counter(world.truth[h] for h in handles) == Counter(world.decks[deck])


def test_a_position_of_which_nobody_says_how_it_came_about_has_worlds() -> None:
    """given views that do not tell of which deck a card is, then there is a card behind each handle, and the
    world can be played on."""
    for table in DUELS:
        one = moments(table, VIEWS[0])[-1]
        s = one.seat.state
        view = SeatView(s, one.seat.index, one.seat.known)
        world = Worlds(view, one.beliefs).draw(Random(1))
        assert world.truth.keys() >= {*range(s.seats + 1, len(s.code))}
        assert digest(world.state) == digest(s) and world.known[view.index] == view.known
        simulation = Simulation(world, 1)
        for _ in range(20):
            asked = simulation.asked()
            assert asked is not None
            simulation.play(simulation.view(asked[0]).options()[0])


def test_cards_lie_evenly_where_not_every_card_may_lie() -> None:
    """given three handles, of which one may hide A or B, one B or C, and one anything, and the cards A, B, C,
    then the three ways to lay them come up equally often."""
    limits = {1: frozenset({1, 2}), 2: frozenset({2, 3}), 3: frozenset({1, 2, 3})}
    bag = _Bag([1, 2, 3], [(1, 0), (2, 0), (3, 0)], lambda h: (limits[h], (0,)))
    dice, found = Random(1), Counter[tuple[int, ...]]()
    for _ in range(1500):
        truth: Known = {}
        bag.deal(truth, dice)
        found[truth[1], truth[2], truth[3]] += 1
    assert found.keys() == {(1, 2, 3), (1, 3, 2), (2, 3, 1)}
    assert all(abs(n - 500) < 5 * (1500 * 2 / 9) ** 0.5 for n in found.values())


def test_the_only_way_to_lay_cards_is_found() -> None:
    """given ten handles of which the n-th may hide the first n cards only, then each has its own card."""
    bag = _Bag(range(10), [(code, 0) for code in range(10)], lambda h: (frozenset(range(h + 1)), (0,)))
    truth: Known = {}
    bag.deal(truth, Random(1))
    assert truth == {h: h for h in range(10)} and bag._matched(Random(1)) == {h: h for h in range(9)}


# Simulations.


class Firm(Bot):
    """Makes the move that its dice say, and takes what the judgement of the game wants."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.taking = random

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return self.random.choice(options)

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        return judgement_of(rules_of(seat.state)).wanted(seat, need, taken, there, self.taking)


class Enough(Exception):
    """The match has been watched for long enough."""


@in_turn(5, GAMES)
def test_a_simulation_of_the_truth_is_the_match(table: Table) -> None:
    """given a world that is true, when it is played on with the same answers and dealer's dice, then it goes
    through the states of the match."""
    one, seed = moments(table, VIEWS[0])[-1], 5
    world = World(one.seat.state, one.decks, one.truth, one.known)
    taking = Random(seed)
    match = LocalMatch.going_on(world.state, world.hidden, [Firm(taking) for _ in one.known], seed)
    states = [digest(world.state)]

    def watch(s: State, rows: object) -> None:
        if not s.needs:
            states.append(digest(s))
        if len(states) > 30:
            raise Enough

    match.watch = watch
    with suppress(Enough):
        run_now(match.play())
    taking = Random(seed)
    simulation, bots = Simulation(world, seed), [Firm(taking) for _ in one.known]
    for seat, bot in enumerate(bots):
        run_now(bot.start(match._info(seat), simulation.view(seat)))
    found = [digest(world.state)]
    while (asked := simulation.asked()) and len(found) < 60:
        simulation.play(bots[asked[0]].decide(simulation.view(asked[0])).move)
        found.append(digest(simulation.state))
    assert [state for state, _ in groupby(found)][: len(states)] == [state for state, _ in groupby(states)]
