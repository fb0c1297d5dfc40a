"""Matches in one process: players of any kind, the dealer's dice, refusals, and who gives up the seat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.random_ import RandomBot
from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import CONCEDE_MOVE, YES_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ROW_EVENT, TOSS, Row, State, TableNeed
from fadenet.table.local import REFUSALS_MAX, LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.builders.playout import FAROE, TABLES, Playout, Table, brisk, deck_lists, in_turn
from tests.builders.ten import CARDS, TEN
from tests.table.ledger import Ledger

GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
both = pytest.mark.parametrize("game", sorted(GAMES))


class Brisk(RandomBot):
    """A random player who comes to an end sooner, and who remembers what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.info: MatchInfo | None = None
        self.asked = 0
        self.refusals: list[Illegal] = []
        self.end: tuple[tuple[int, ...], str] | None = None
        self.told: list[Row] = []

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.info = match

    async def choose(self, seat: SeatView) -> Answer:
        self.asked += 1
        return await super().choose(seat)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return brisk(self.random, options)

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        self.refusals.append(reason)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.told += rows

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        self.end = tuple(places), rule


class Backward(RandomBot):
    """Takes out of its deck the last card that it may, again and again. lost: those that it did not get."""

    lost = 0

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        return there[-1]

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        chosen = await super().take(seat, need)
        self.lost += len(chosen) - len(seat.settled(need, chosen))
        return chosen


class Wrong(Brisk):
    """Gives an answer that answers nothing, the first `times` times it is asked."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def choose(self, seat: SeatView) -> Answer:
        right = await super().choose(seat)
        if self.asked > self.times:
            return right
        return Answer(YES_MOVE)


class Left(Exception):
    """A player leaves the process."""


class Concedes(Brisk):
    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return CONCEDE_MOVE


def play(rules: Rules, seed: int, *players: Brisk) -> LocalMatch:
    match = LocalMatch(rules, players or (Brisk(), Brisk()), deck_lists(rules, seed), seed)
    run_now(match.play())
    return match


@both
def test_random_players_play_to_the_end(game: str) -> None:
    """given two random players, then the match ends, both are told the same end, and every answer is kept."""
    players = Brisk(), Brisk()
    match = play(GAMES[game], 4, *players)
    places, rule = match.state.over
    assert sorted(places) in ([1, 2], [1, 1]) and rule
    assert [p.end for p in players] == [(places, rule)] * 2
    assert not players[0].refusals and not players[1].refusals
    assert len(match.answers) == sum(p.asked for p in players) > 10
    assert players[0].told == players[1].told, "what happens is public"
    for i, p in enumerate(players):
        assert p.info is not None
        assert (p.info.seat, p.info.game, p.info.names, p.info.kinds) == (
            i,
            game,
            ("p1", "p2"),
            ("bot", "bot"),
        )


def test_a_person_is_asked_when_all_bots_have_answered() -> None:
    """given a question to two seats of which the first is a person, then the bot answers first: nothing can
    come between the answer of the person and what becomes of it; both are carried out in order of seats."""
    order: list[int] = []

    class Throws(Brisk):
        async def choose(self, seat: SeatView) -> Answer:
            order.append(seat.index)
            if len(order) > 2:
                raise Left
            return await super().choose(seat)

    match = LocalMatch(FAROE, [Throws(), Throws()], deck_lists(FAROE, 4), 4, kinds=("human", "bot"))
    with pytest.raises(Left):
        run_now(match.play())
    assert order[:2] == [1, 0] and [seat for seat, _ in match.answers] == [0, 1]


@pytest.mark.slow
@both
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    """given one seed twice, then answers and final state are the same; another seed gives another match."""
    one, two, other = play(GAMES[game], 4), play(GAMES[game], 4), play(GAMES[game], 6)
    assert one.answers == two.answers and digest(one.state) == digest(two.state)
    assert one.dealer.truth == two.dealer.truth
    assert other.answers != one.answers and other.dealer.truth != one.dealer.truth


def test_the_dealer_keeps_to_the_deck_lists() -> None:
    """given matches, then a seat's handles always stand for its deck list, and nobody knows a lie."""
    for seed in range(40):
        match: LocalMatch

        def look(s: State, rows: Sequence[Row]) -> None:
            truth = match.dealer.truth  # noqa: B023
            for seat in range(2):
                mine = [h for h in range(3, len(s.code)) if s.owner[h] == seat]
                assert sorted(truth[h] for h in mine) == list(CARDS)
                known = match.dealer.known[seat]  # noqa: B023
                assert all(truth[h] == code for h, code in known.items())
                assert all(h in known or s.code[h] for h in s.zones[TEN.zone_id(seat, 1)])
            assert all(truth[h] == code for h, code in enumerate(s.code) if code)

        match = LocalMatch(TEN, (Brisk(), Brisk()), deck_lists(TEN), seed, watch=look)
        run_now(match.play())


@pytest.mark.slow
def test_a_stacked_dealer_leaves_nothing_to_chance() -> None:
    """given decks in an order, when a match has no seed, then every hand holds the first cards of its deck,
    and each match like it is the same.
    """
    decks = deck_lists(FAROE, 2)
    found = []
    for _ in range(2):
        match = LocalMatch(FAROE, [Brisk(), Brisk()], decks, None)
        run_now(match.play())
        first = [match.dealer.truth[h] for h in sorted(match.dealer.truth)][: len(decks[0])]
        found.append(first)
    assert found[0] == found[1] == decks[0]
    again = match.dealer.clone()
    assert again.stacked


def test_where_a_dealer_is_stacked_the_first_of_several_dice_is_the_highest() -> None:
    """given a coin and three dice, then the coin shows its first side, the dice fall one below the other."""
    match = Playout(TEN, 1)
    match.dealer.stacked = True
    s = next(s for s in match.rests() if any(w.kind == TOSS for w in s.needs))
    kernel.need(s, TOSS, -1, 0, 1, (6, 6, 6))
    brought: list[object] = []
    match.dealer.deal(s, lambda s, values, code_of: brought.extend(values))
    assert brought == [(0,), (2, 1, 0)]


def test_a_seat_knows_nothing_of_cards_it_has_not_seen() -> None:
    """given matches without an effect that looks, then no seat knows the other's hand or any deck."""
    for seed in range(40):
        looked = False
        match: LocalMatch

        def look(s: State, rows: Sequence[Row]) -> None:
            nonlocal looked
            looked |= any(TEN.events[row[ROW_EVENT]] == "looked" for row in rows)
            for seat in range(2):
                known = match.dealer.known[seat]  # noqa: B023
                pools = [h for pool in s.pool for h in pool]
                theirs = [] if looked else s.zones[TEN.zone_id(1 - seat, 1)]
                unseen = [h for h in (*theirs, *pools) if h in known and not s.code[h]]
                assert all(s.owner[h] == seat and h in pools for h in unseen), "only by an own search"

        match = LocalMatch(TEN, (Brisk(), Brisk()), deck_lists(TEN), seed, watch=look)
        run_now(match.play())


@both
def test_a_refused_answer_is_asked_for_again(game: str) -> None:
    """given a player who answers wrong twice, then it hears the reason twice and the match goes on."""
    wrong = Wrong(REFUSALS_MAX - 1)
    match = play(GAMES[game], 4, wrong, Brisk())
    assert len(wrong.refusals) == REFUSALS_MAX - 1
    assert all(reason.rule and reason.text for reason in wrong.refusals)
    assert match.state.over[1] != "format.leaving"


@both
@pytest.mark.parametrize("seat", [0, 1])
def test_who_answers_wrong_three_times_loses(game: str, seat: int) -> None:
    """given a player who never gives a right answer, then it has lost by leaving."""
    players = [Brisk(), Brisk()]
    players[seat] = wrong = Wrong(10_000)
    match = play(GAMES[game], 4, *players)
    places, rule = match.state.over
    assert (places[seat], places[1 - seat], rule) == (2, 1, "format.leaving")
    assert len(wrong.refusals) == wrong.asked == REFUSALS_MAX
    assert [p.end for p in players] == [(places, rule)] * 2


@both
def test_a_player_may_give_up(game: str) -> None:
    """given a player who concedes where it has a choice, then the other one has won."""
    match = play(GAMES[game], 4, Brisk(), Concedes())
    assert match.state.over == ((1, 2), "format.leaving")


# More than two seats.


def crowd(format: str, *players: Brisk, seed: int = 3) -> LocalMatch:
    rules = games.load("faroe", format)
    lists = (deck_lists(FAROE, seed) * 2)[: 2 * len(players)]
    match = LocalMatch(rules, players, lists, seed)
    run_now(match.play())
    return match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "seats"),
    [
        ("free-for-all", 3),
        *(pytest.param(one, 4, marks=pytest.mark.long) for one in ("free-for-all", "teams")),
    ],
)
def test_every_seat_is_told_the_format_and_the_same_end(format: str, seats: int) -> None:
    players = [Brisk() for _ in range(seats)]
    match = crowd(format, *players)
    for seat, player in enumerate(players):
        assert player.info is not None
        assert (player.info.format, player.info.seat, len(player.info.names)) == (format, seat, seats)
        assert player.end == match.state.over


@pytest.mark.slow
def test_who_concedes_is_asked_no_more_and_the_others_play_on() -> None:
    quitter = Concedes()
    match = crowd("free-for-all", Brisk(), quitter, Brisk())
    assert match.state.out[0] == 1 and match.state.over[0][1] == 2
    assert quitter.asked == 1 and quitter.end == match.state.over


@pytest.mark.slow
def test_who_answers_wrongly_for_ever_gives_up_the_seat_and_the_others_play_on() -> None:
    match = crowd("teams", Brisk(), Brisk(), Brisk(), Wrong(10_000))
    assert match.state.out[0] == 3
    places = match.state.over[0]
    assert places[0] == places[2] != places[1] == places[3]


# What players are shown.


class Watchful(Brisk):
    """Looks at its view whenever it is told or asked anything."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    async def choose(self, seat: SeatView) -> Answer:
        assert not self.ledger.too_much(seat.state, [seat.index])
        assert seat.known is self.ledger.known[seat.index]
        return await super().choose(seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        assert not self.ledger.too_much(seat.state, [seat.index])
        shown = {h: code for h in seat.known if (code := seat.state.code[h])}
        assert shown.items() <= self.ledger.truth.items()
        await super().events(seat, rows)


@pytest.mark.slow
@in_turn(6)
def test_no_player_is_shown_what_nothing_has_told_it(table: Table) -> None:
    """given a match, then a player's view holds what its draws, searches and looks gave it, and no more."""
    n, seed = table.players, TABLES.index(table)
    lists = deck_lists(table.rules, seed, n)
    ledger = Ledger([*lists, *table.rules.ownerless], n, seed, searchers_see=True)
    match = LocalMatch(table.rules, [Watchful(ledger) for _ in range(n)], lists, seed)
    match.dealer = ledger
    for seat in match.seats:
        seat.known = ledger.known[seat.index]
    run_now(match.play())
    assert match.state.over


def test_the_account_notices_a_card_too_many() -> None:
    """given a dealer that tells a seat one card more than it should, then the account names seat and card."""
    ledger = Ledger(deck_lists(TEN), 2, 1)
    match = Playout(TEN, 1)
    match.dealer = ledger
    for s in match.rests():
        if s.turn:
            break
    assert not ledger.too_much(match.s)
    hidden = next(h for h in match.s.pool[1])
    ledger.known[0][hidden] = ledger.truth[hidden]
    assert ledger.too_much(match.s) == [(0, hidden)]


def test_whoever_takes_copies_of_a_card_gets_so_many() -> None:
    """given players of prelude who take cards out of their decks from the last copy of each on, when these
    are settled as the first copies, then nobody gets fewer than were chosen."""
    rules, players = games.load("prelude"), [Backward(), Backward()]
    match = LocalMatch(rules, players, deck_lists(rules, 0, 2), 1)
    run_now(match.play())
    assert [player.lost for player in players] == [0, 0]
