"""A bot gets what its seat may know and nothing that leads to more: the Walker and the Seer look for it.

The Walker walks everything that can be reached from what a bot is handed, and knows the secrets of the match
by heart. The Seer takes every number there for the seed of the dealer. Leaks that are planted on purpose show
that both would notice.
"""

from __future__ import annotations

import contextlib
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from fadenet.bots.base import run_now
from fadenet.engine.rules import Rules
from fadenet.engine.state import Known, Row, State, TableNeed
from fadenet.table.dealer import Dealer, laid_down
from fadenet.table.local import LocalMatch
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.bots.walker import reachable
from tests.builders.playout import Table, deck_lists, in_turn
from tests.builders.ten import TEN
from tests.table.test_local import Brisk
from tests.table.test_replay import Enough
from tests.table.wire import Match

SEED = 0x5EED_0F_7AB1E_DEA1E5
"""A seed that no other number of a match can be by chance."""
WALKS = 3
"""So many of its questions a Walker looks behind, and so many of those that are decided unseen."""
EVERY = 6
CHOICES = 60
DUELS = [Table(game, "duel", 2) for game in ("faroe", "fade2", "fade1", "terrene", "prelude")]
duels = pytest.mark.parametrize("table", DUELS, ids=str)


@cache
def reached(rules: Rules) -> list[object]:
    """All that the rules hold, which is everybody's."""
    return [*reachable(rules)]


@cache
def public(rules: Rules) -> frozenset[int]:
    """The ids of these, which are not walked again."""
    return frozenset(map(id, reached(rules)))


class Secrets:
    """The secrets of a local match for one seat, as they are at a moment: what `within` looks for."""

    def __init__(self, match: LocalMatch, seat: int, answers: Mapping[int, Answer]) -> None:
        dealer, per = match.dealer, match.rules.decks_per_seat
        own = match.seats[seat]
        self.match, self.seat = match, seat
        self.answers = {other: answer for other, answer in answers.items() if other != seat}
        self.hidden = {h: code for h, code in dealer.truth.items() if not own.code(h)}
        others = [i for i in range(len(match.players)) if i != seat]
        mine = [sorted(codes) for codes in match.decks[seat * per : (seat + 1) * per]]
        theirs = [sorted(codes) for i in others for codes in match.decks[i * per : (i + 1) * per]]
        self.lists = [codes for codes in theirs if len(codes) > 1 and codes not in mine]
        things: dict[str, Sequence[object]] = {
            "the match": [match],
            "the dealer": [dealer, dealer.choose_take],
            "the cards behind handles": [dealer.truth],
            "what others know": [dealer.known, *(dealer.known[i] for i in others)],
            "what others have seen": [dealer.sightings[i] for i in others],
            "another seat": [match.seats, *(match.seats[i] for i in others)],
            "another player": [match.players, *(match.players[i] for i in others)],
            "sealed answers": [*self.answers.values()],
        }
        self.named = {id(one): name for name, ones in things.items() for one in ones}
        self.dice = dealer.random.getstate()

    def within(self, *handed: object) -> set[str]:
        """Which of them can be reached from these."""
        there = reachable(*handed, known=public(self.match.rules))
        return {name for one in there if (name := self.name(one))}

    def name(self, thing: object) -> str:
        """Which secret this is, "" for none."""
        if id(thing) in self.named:
            return self.named[id(thing)]
        if isinstance(thing, Random) and thing.getstate() == self.dice:
            return "the dealer's dice"
        if isinstance(thing, int):
            return "the seed" if thing == self.match.seed else ""
        if isinstance(thing, Mapping):
            if self.tells(thing, thing.keys()):
                return "hidden cards"
            given = any(thing.get(seat) == answer.move for seat, answer in self.answers.items())
            return "sealed answers" if given and all(key in range(8) for key in thing) else ""
        if isinstance(thing, list | tuple) and thing and all(type(one) is int for one in thing):
            if len(thing) == len(self.match.state.code) and self.tells(thing, range(len(thing))):
                return "hidden cards"
            return "a deck list of another seat" if sorted(thing) in self.lists else ""
        return ""

    def tells(self, cards: Any, keys: Iterable[Any]) -> bool:
        """Whether something names a hidden card wherever it names one at all, and three or more."""
        said = [h for h in keys if type(h) is int and h in self.hidden and cards[h]]
        return len(said) > 2 and all(cards[h] == self.hidden[h] for h in said)


class Walker(Brisk):
    """Walks everything that it is handed; `found` is what it should not have."""

    def __init__(self, given: dict[int, Answer]) -> None:
        super().__init__()
        self.given = given  # what was answered at this rest so far, which nobody hands to a bot
        self.match: LocalMatch | None = None
        self.found: set[str] = set()
        self.walks = self.questions = self.unseen = 0

    def walk(self, seat: SeatView, *more: object) -> None:
        assert self.match is not None
        self.walks += 1
        self.found |= Secrets(self.match, seat.index, self.given).within(seat, self.info, *more)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        await super().events(seat, rows)
        self.given.clear()

    async def choose(self, seat: SeatView) -> Answer:
        ask = seat.ask
        assert ask is not None
        self.questions += 1
        self.unseen += bool(ask.sealed)
        if (ask.sealed and self.unseen <= WALKS) or (self.walks < WALKS and self.questions % EVERY == 0):
            self.walk(seat, seat.options(), seat.copy(), self.told[-20:])
        answer = await super().choose(seat)
        self.given[seat.index] = answer
        return answer

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        if self.walks < WALKS:
            self.walk(seat, need)
        return await super().take(seat, need)


def walked(table: Table, host: type[LocalMatch] = LocalMatch) -> list[Walker]:
    """A match of Walkers; they have looked behind some of its questions."""

    def watch(s: State, rows: Sequence[Row]) -> None:
        if len(match.choices) >= CHOICES:
            raise Enough

    given: dict[int, Answer] = {}
    players = [Walker(given) for _ in range(table.players)]
    match = host(table.rules, players, deck_lists(table.rules, 1, table.players), SEED, watch=watch)
    for player in players:
        player.match = match
    with contextlib.suppress(Enough):
        run_now(match.play())
    return players


@pytest.mark.slow
@in_turn(5, always=map(str, DUELS))
def test_nothing_that_a_bot_is_handed_leads_to_a_secret(table: Table) -> None:
    """given matches of bots that walk everything that can be reached, then none of them finds a secret."""
    players = walked(table)
    assert all(player.walks for player in players)
    assert not set[str]().union(*(player.found for player in players))


# Leaks.


def moment(table: Table) -> LocalMatch:
    """A match in which hands have been dealt, at a question."""

    def watch(s: State, rows: Sequence[Row]) -> None:
        if s.turn and s.asks:
            raise Enough

    players = [Brisk() for _ in range(table.players)]
    match = LocalMatch(table.rules, players, deck_lists(table.rules, 1, table.players), SEED, watch=watch)
    with contextlib.suppress(Enough):
        run_now(match.play())
    return match


def _told(dealer: Dealer, h: int) -> int:
    return dealer.truth[h]


LEAKS: dict[str, tuple[str, Callable[[LocalMatch, MatchInfo], object]]] = {
    "the seed in the info": ("the seed", lambda match, info: replace(info, seed=SEED)),
    "the seed deep in a list": ("the seed", lambda match, info: [[{"x": [match.seed]}]]),
    "what another knows": ("what others know", lambda match, info: match.dealer.known[1]),
    "a copy of what another knows": ("hidden cards", lambda match, info: dict(match.dealer.known[1])),
    "a chained map": ("what others know", lambda match, info: ChainMap({}, match.dealer.known[1])),
    "the truth by handle": (
        "hidden cards",
        lambda match, info: [match.dealer.truth.get(h, 0) for h in range(len(match.state.code))],
    ),
    "a function that knows": ("the dealer", lambda match, info: lambda h: match.dealer.truth[h]),
    "a method of the dealer": ("the dealer", lambda match, info: match.dealer.taking),
    "a default": ("the cards behind handles", lambda match, info: lambda h, of=match.dealer.truth: of[h]),
    "a partial": ("the dealer", lambda match, info: partial(_told, match.dealer)),
    "an iterator": ("another player", lambda match, info: iter(match.players)),
    "an attribute of a witness": ("the match", lambda match, info: match._tell),
    "the view of another": ("another seat", lambda match, info: [match.seats[1]]),
    "the list of another": (
        "a deck list of another seat",
        lambda match, info: replace(info, lists=tuple(map(tuple, match.decks))),
    ),
    "the dealer's dice": ("the dealer's dice", lambda match, info: match.dealer.clone().random),
    "sightings of another": ("what others have seen", lambda match, info: match.dealer.sightings[1]),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    """given what a bot is handed with a secret in it, then walking it finds that and names it; without it
    nothing is found."""
    match = moment(DUELS[[*LEAKS].index(leak) % len(DUELS)])
    name, plant = LEAKS[leak]
    secrets, info = Secrets(match, 0, {}), match._info(0)
    assert name in secrets.within(match.seats[0], plant(match, info))
    assert not secrets.within(match.seats[0], info)


class Hasty(LocalMatch):
    """Carries each answer out as soon as it is given."""

    async def _obtain(self, seat: int) -> Answer | None:
        answer = await super()._obtain(seat)
        if answer is not None:
            self.state.answers[seat] = answer.move
        return answer


@pytest.mark.parametrize("table", [one for one in DUELS if one.game != "terrene"], ids=str)
def test_a_sealed_answer_in_the_view_is_found(table: Table) -> None:
    """given a table that puts answers into the state before all have decided, then the Walker finds them; a
    duel of Terrene has none that are unseen."""
    found = set[str]().union(*(player.found for player in walked(table, Hasty)))
    assert "sealed answers" in found


# The Seer.


def guesses(handed: Iterable[object], rules: Rules, seat: int) -> set[int]:
    """The seeds of a dealer that somebody might make of the numbers in these."""
    there = {one for one in reachable(*handed, known=public(rules)) if type(one) is int and one >= 1 << 32}
    steps: list[Callable[[int], int]] = [
        lambda n: n,
        lambda n: n // 64,
        lambda n: n - seat,
        lambda n: n ^ seat,
        lambda n: n >> 32,
    ]
    return {step(n) for n in there for step in steps}


def read(match: LocalMatch, info: MatchInfo) -> float:
    """The greatest share of the hidden cards in Hands that a Seer reads: it deals the match anew, to the same
    choices, with each seed that it can think of."""
    best, view = 0.0, match.seats[info.seat]
    hidden = [h for known in match.dealer.known for h in known if not view.code(h)]
    assert len(hidden) > 2
    for seed in guesses((view, info), match.rules, info.seat):
        truth = dealt(match, seed)
        best = max(best, sum(truth.get(h) == match.dealer.truth[h] for h in hidden) / len(hidden))
    return best


def dealt(match: LocalMatch, seed: int) -> Known:
    """The cards behind handles where this seed deals, as far as the same choices can be made."""
    twin = LocalMatch(match.rules, match.players, match.decks, seed, kinds=match.kinds)
    with contextlib.suppress(Exception):  # other cards allow other moves
        for choice in match.choices:
            twin._deal_alone()
            if isinstance(choice, dict):
                twin._supply(choice)
            else:
                twin._apply(*choice)
        twin._deal_alone()
    return twin.dealer.truth


@duels
def test_nobody_deals_the_match_anew_from_its_own_dice(table: Table) -> None:
    """given a match, when a seat deals it anew with every number that it has, then it reads no more of the
    others' Hands than chance; with the seed of the dealer it reads all of them."""
    match = moment(table)
    for seat in range(2):
        info = match._info(seat)
        assert read(match, info) < 0.5
        assert read(match, replace(info, seed=SEED)) == 1.0
        assert read(match, replace(info, seed=SEED * 64 + seat)) == 1.0


def test_places_say_nothing_of_a_deck_that_is_only_chosen_from() -> None:
    """given matches with other seeds, then a Fighter Pool lies in another order in each, and never in that of
    its list; where nothing is left to chance it does."""
    rules = DUELS[0].rules
    lists = deck_lists(rules, 1)
    laid = [laid_down(rules, lists, seed) for seed in (SEED, SEED + 1)]
    for deck in (1, 3):
        orders = [lists[deck], *(one[deck] for one in laid)]
        assert len({tuple(order) for order in orders}) == 3
        assert len({tuple(sorted(order)) for order in orders}) == 1
    assert [one[0] for one in laid] == [lists[0]] * 2, "the table shuffles it"
    assert laid_down(rules, lists, None) == lists
    # And so it lies between nodes.
    match = Match(rules, 1)
    match.until(lambda table: len(table.known) > 0)
    for table in match.seats:
        assert table.view is not None
        pool = [table.view.code(h) for h in table.view.laid[2 * table.seat + 1]]
        assert all(pool) and pool != sorted(pool)


# Over the protocol.


def test_nothing_that_a_node_hands_to_its_bot_leads_to_its_secrets() -> None:
    """given nodes in a match, then from the view of a seat neither its secrets nor the transcript can be
    reached, nor any card that this seat has not seen."""
    walks = 0

    def look(match: Match) -> None:
        nonlocal walks
        for table in match.seats:
            if table.view is None or match.decisions % EVERY or table.view.state.turn < 1:
                continue
            walks += 1
            assert not inside(match, table, [table.view])

    match = Match(TEN, 3, after=look)
    match.play(steps=120)
    assert walks > 4
    first = match.seats[0]
    assert inside(match, first, [lambda: first]) >= {"the seat", "its secrets"}


def inside(match: Match, table: TableSeat, handed: Sequence[object]) -> set[str]:
    """Which secrets of a node can be reached from these."""
    assert table.view is not None
    named: dict[int, str] = {
        id(table): "the seat",
        id(table.replica): "the replica",
        id(table.transcript): "the transcript",
        id(match.secrets[table.seat]): "its secrets",
        id(match.secrets[table.seat].master): "its master secret",
    }
    others = [other for other in match.seats if other is not table]
    hidden = {
        h: code
        for other in others
        for h, code in other.known.items()
        if not table.view.code(h) and h < len(table.view.state.code)
    }
    found = set()
    for one in reachable(*handed, known=public(match.rules[table.seat])):
        found.add(named.get(id(one), ""))
        if isinstance(one, Mapping):
            said = [h for h in hidden if h in one]
            if len(said) > 2 and all(one[h] == hidden[h] for h in said):
                found.add("hidden cards")
    return found - {""}
