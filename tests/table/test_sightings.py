"""The handles of each deck, and the cards that it must hold because a seat has seen them at one time."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from fadenet.bots.base import run_now
from fadenet.engine import atoms, kernel, position
from fadenet.engine.state import POOL, Row, State
from fadenet.games.fade.tables import DISCARD, HAND, NZ
from fadenet.table.local import LocalMatch
from fadenet.table.seat import TableSeat
from fadenet.table.sightings import Sightings, laid_out
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.playout import FAROE, TABLES, Playout, Table, deck_lists, every_table, in_turn
from tests.builders.ten import TEN
from tests.table.test_local import Brisk
from tests.table.test_replay import Enough, Person
from tests.table.wire import Match

LIFE = FAROE.cards[1].code
Seen = tuple[Mapping[int, int], ...]


def in_sight(seat: SeatView, lists: Sequence[Sequence[int]]) -> list[Counter[int]]:
    """By deck, how often a seat has each card of its list in sight now."""
    s, there = seat.state, [Counter[int]() for _ in lists]
    for h in range(s.seats + 1, len(s.code)):
        if code := seat.code(h):
            for deck, codes in enumerate(lists):
                there[deck][code] += deck // s.rules.decks_per_seat == s.owner[h] and code in codes
    return [+count for count in there]


class Account:
    """Keeps for one seat the most copies in sight at one time, by looking after every step.

    It knows all lists, and so of which deck a card is that several decks were mixed with.
    """

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        self.lists = lists
        self.most = [Counter[int]() for _ in lists]

    def look(self, seat: SeatView) -> None:
        now = in_sight(seat, self.lists)
        self.most = [before | there for before, there in zip(self.most, now, strict=True)]

    def agrees(self, seat: SeatView) -> bool:
        said = [Counter(seen) for seen in seat.seen]
        if is_mixed(seat):
            return all(one <= most for one, most in zip(said, self.most, strict=True))
        return said == (self.most if said else [])


def is_mixed(seat: SeatView) -> bool:
    """Whether cards of two decks were shuffled together."""
    return len({h for line in seat.laid for h in line}) < sum(map(len, seat.laid))


def knows_what_it_was_shown(match: LocalMatch, seat: SeatView) -> None:
    """All seats are told to whom hidden cards were shown, and nobody else knows cards of others."""
    owner, other = match.state.owner, match.seats[-1]
    told = {h for h, seats in other.shown.items() if seat.index in seats and not match.state.code[h]}
    foreign = {h for h in seat.known if owner[h] != seat.index and not match.state.code[h]}
    assert {h for h in told if owner[h] != seat.index} == foreign and told <= seat.known.keys()


def looked_through(table: Table, seed: int, choices_max: int) -> LocalMatch:
    """A match at random, looked at after every step."""
    rules = table.rules

    def watch(s: State, rows: Sequence[Row]) -> None:
        for account, seat in zip(accounts, match.seats, strict=True):
            account.look(seat)
            assert account.agrees(seat), f"seat {seat.index}, turn {s.turn}, ask {s.next_id}"
            knows_what_it_was_shown(match, seat)
        if len(match.choices) >= choices_max:
            raise Enough

    players = [Brisk() for _ in range(table.players)]
    match = LocalMatch(rules, players, deck_lists(rules, seed, table.players), seed, watch=watch)
    accounts = [Account(match.dealer.decks) for _ in players]
    with contextlib.suppress(Enough):
        run_now(match.play())
    return match


def adds_up(match: LocalMatch) -> None:
    """The cards of every deck lie behind the handles that were laid down for it, and nothing else, unless it
    has been mixed with another deck of its seat; all seats are told the same."""
    first, *others = match.seats
    per, lists, truth = match.rules.decks_per_seat, match.dealer.decks, match.dealer.truth
    for deck, handles in enumerate(first.laid):
        there = Counter([truth[h] for h in handles])
        if not handles:
            continue
        assert there >= Counter(lists[deck]) if is_mixed(first) else there == Counter(lists[deck])
        assert {match.state.owner[h] for h in handles} == {deck // per}
    counts = [len(lists[deck]) for deck, handles in enumerate(first.laid) if handles]
    assert len({h for handles in first.laid for h in handles}) == sum(counts)
    assert all(seat.laid == first.laid for seat in others)


def whole(table: Table, seed: int, choices_max: int) -> None:
    match = looked_through(table, seed, choices_max)
    adds_up(match)
    again = laid_out(match.state, match.dealer.hidden())
    laid = match.seats[0].laid
    assert all({*one} >= {*other} for one, other in zip(again, laid, strict=True))
    assert again == laid or is_mixed(match.seats[0])
    assert len(match._info(0).lists) == len(match.state.pool)


@in_turn(3)
def test_a_seat_knows_the_handles_of_each_deck_and_what_it_has_seen_of_it(table: Table) -> None:
    """given a match, then each deck's handles stand for its list, and what was seen is what was in sight."""
    whole(table, 2, 40)


@pytest.mark.long
@every_table
def test_whole_matches_add_up(table: Table) -> None:
    """given whole matches, then the same holds to their end."""
    for seed in range(2):
        whole(table, seed, 10**9)


# Over the protocol.


def views(match: Match) -> list[SeatView]:
    return [table.view for table in match.seats if table.view is not None]


def alike(one: TableSeat, two: TableSeat) -> bool:
    assert one.view is not None and two.view is not None
    return (one.view.laid, one.view.seen) == (two.view.laid, two.view.seen)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_node_keeps_what_its_seat_has_seen(seed: int) -> None:
    """given a match over the protocol, then each seat has the handles of all decks, and what was in sight
    whenever all had heard everything; a node that is fed its journal again has the same, and dice of its own
    that fall as they did."""
    accounts: dict[int, Account] = {}

    def look(match: Match) -> None:
        for seat in views(match):
            account = accounts.setdefault(seat.index, Account(lists))
            if seat.laid:
                account.look(seat)
                assert all(now <= Counter(seen) for now, seen in zip(account.most, seat.seen, strict=True))

    match = Match(TEN, seed, after=look)
    lists = [codes for own in match.secrets for codes in own.decks]
    match.play()
    for seat in views(match):
        assert [len(handles) for handles in seat.laid] == [len(codes) for codes in lists]
        assert all(Counter(seen) <= Counter(codes) for seen, codes in zip(seat.seen, lists, strict=True))
    for table in match.seats:
        again = match.fresh(table.seat)
        again.restore(table.journal[2:])
        assert alike(again, table) and again.dice == table.dice
    assert len({table.dice for table in match.seats}) == len(match.seats)


def test_a_card_that_was_shuffled_back_is_still_seen() -> None:
    """given open cards of another seat, when they are shuffled back into its deck, then none of them is
    in sight any more, and as many copies as lay there have been seen still."""
    play = Playout(FAROE, 1)
    for s in play.rests():
        if s.turn == 3 and not s.needs:
            break
    seat = SeatView(play.s, 0, play.dealer.known[0], play.dealer.sightings[0])
    deck, zone = FAROE.decks_per_seat, NZ + DISCARD
    line = [h for h in seat.laid[deck] if play.s.zone[h] == NZ + HAND][:3]
    assert len(line) == 3
    for h in line:
        play.dealer.truth[h] = LIFE
        atoms.open_card(play.s, h, LIFE)
        atoms.move(play.s, h, zone, 1)
    before = seat.seen[deck][LIFE]
    play.s.asks = ()
    kernel.need(play.s, POOL, 1, deck, 0, tuple(line))
    play.dealer.deal(play.s)
    assert not any(seat.code(h) for h in line)
    assert before >= 3 and seat.seen[deck][LIFE] == before


# Going back, and going on.


def test_a_takeback_keeps_what_was_seen_before_it_and_no_more() -> None:
    """given a person who goes back once and decides the same again, then a match has shown each seat what one
    without the takeback shows it."""
    ends: list[list[Seen]] = []
    for times in (0, 1):
        match = LocalMatch(TEN, [Person(times), Brisk()], deck_lists(TEN, 3), 3, kinds=("human", "bot"))
        run_now(match.play())
        ends.append([seat.seen for seat in match.seats])
        adds_up(match)
    assert ends[0] == ends[1] and any(ends[0][1])


@pytest.mark.parametrize(
    "table", [Table("faroe", "duel", 2), Table("terrene", "duel", 2), Table("prelude", "duel", 2)], ids=str
)
def test_a_position_that_is_loaded_has_its_decks(table: Table) -> None:
    """given a position with all that is hidden, when a match goes on from its text, then the views have the
    handles of each deck, and what is in sight now is seen."""
    rules, infos = table.rules, list[MatchInfo]()
    play = Playout(rules, 2)
    for s in play.rests():
        if s.turn == 2 and not s.needs:
            break
    s, hidden = position.load_whole(rules, position.dump(play.s, play.dealer.hidden()))
    assert hidden is not None
    match = LocalMatch.going_on(s, hidden, [Brisk(), Brisk()], 5)
    adds_up(match)
    assert match.seats[0].laid == play.dealer.sightings[0].laid
    for seat in match.seats:
        assert in_sight(seat, hidden.decks) == [Counter(seen) for seen in seat.seen]
    run_now(match._start())
    infos += [player.info for player in match.players if isinstance(player, Brisk) and player.info]
    per = rules.decks_per_seat
    assert [info.decks for info in infos] == [
        tuple(map(tuple, hidden.decks[i * per :][:per])) for i in (0, 1)
    ]


def test_a_position_whose_cards_are_of_no_list_has_no_handles_for_it() -> None:
    """given a position in which one card is another than in its list, then that deck was not laid down, and
    the others were."""
    play = Playout(FAROE, 2)
    for s in play.rests():
        if s.turn:
            break
    hidden = play.dealer.hidden()
    first = play.dealer.sightings[0].laid
    hidden.truth[first[1][0]] = next(c for c in hidden.decks[0] if c != hidden.truth[first[1][0]])
    assert laid_out(play.s, hidden) == (first[0], range(0), *first[2:])
    assert Sightings().seen(play.s, {}) == ()


def test_the_lists_of_automata_are_open_to_all() -> None:
    """given a match against a Legend, then each player is told its list by deck, and those of the players are
    hidden; each is told its own decks, one by one."""
    table = next(t for t in TABLES if t.game == "faroe" and t.format == "legend" and t.players == 2)
    match = LocalMatch(table.rules, [Brisk(), Brisk()], deck_lists(table.rules), 1)
    for i in range(2):
        info = match._info(i)
        assert info.lists == (None,) * 4 + table.rules.ownerless and table.rules.ownerless
        assert info.decks == tuple(map(tuple, deck_lists(table.rules)[2 * i : 2 * i + 2]))
