"""A match file with any one bit changed never passes, and never makes anybody guilty."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import pytest

from fadenet.bots.base import Bot, run_now
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.state import RESPOND, TableNeed
from fadenet.games.decks import load_deck, packaged
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.view import SeatView
from protocol import values
from protocol.encoding import decode
from protocol.files import FileState, Report, verify_file
from protocol.hello import Config, HelloParts, make_hello, seating
from protocol.secrets import Secrets
from tests.node.tables import RULES, identity

pytestmark = pytest.mark.slow

TURNS = 6
FLIPS = 4
"""Flips a kind of item."""
SEEDS = 80
LIKELY = (43, 46, 4)
"""Seeds of three matches that hold every kind of item between them, as the bot plays today; else others are
found."""
SEARCHING = "signal-flare"
"""A card that searches its owner's Deck."""
ENDING = ("END", "AUDIT", "VERDICT", "RESULT")
DUEL_KINDS = (
    *(
        "HELLO",
        "READY",
        "MOVE",
        "PASS",
        "POOL",
        "TOKEN",
        "TAKE",
        "OPEN",
        "PRIVATE",
        "RECOMMIT",
        "TOSS",
        "CHOOSE",
    ),
    *ENDING,
)
KINDS = {getattr(values, name): name for name in DUEL_KINDS}


def memory_match(turns: int, seed: int, kind: type[Bot] = RandomBot, card: str = "") -> list[bytes]:
    """The items of a match between two seats in memory, played at random; seat 0 gives up after `turns`.

    card: what the Decks are made of, in place of the packaged ones.
    """
    dice = random.Random(seed)
    names = packaged(RULES)
    config = Config(RULES.name, "duel", 2)
    owns, hellos = [], []
    nonces = [dice.randbytes(32) for _ in range(2)]
    together = seating((identity(n).public, nonces[n]) for n in range(2))
    for n in range(2):
        deck = load_deck(RULES, names[n % len(names)])
        lists = tuple(tuple(sorted(codes)) for codes in deck.lists)
        if card:
            lists = ((RULES.by_slug[card].code,) * len(lists[0]), *lists[1:])
        owns.append(Secrets(dice.randbytes(32), dice.randbytes(32), dice.randbytes(32), lists))
        hellos.append(
            make_hello(
                identity(n),
                owns[n],
                config,
                HelloParts(RULES.hash, RULES.card_hash, nonces[n], together),
                True,
            )
        )
    seats = sorted((TableSeat(RULES, hellos, own) for own in owns), key=lambda seat: seat.seat)
    bot = kind()
    bot.random = dice
    while any(seat.result is None for seat in seats):
        for seat in seats:
            for wire in [*seat.pump(), *_answered(seat, bot, turns)]:
                seats[1 - seat.seat].receive(wire)
    assert sorted(seats[0].journal) == sorted(seats[1].journal)
    return seats[0].journal


def _answered(seat: TableSeat, bot: Bot, turns: int) -> list[bytes]:
    ask, search, view = seat.question(), seat.search(), seat.view
    if search is not None:
        return seat.take(run_now(bot.take(view, search))) if view is not None else []
    if ask is None or view is None:
        return []
    if view.state.turn >= turns and not ask.sealed and ask.kind != RESPOND:
        return seat.answer(CONCEDE_MOVE)
    options = view.options()
    return seat.answer(options[0] if len(options) == 1 else bot.pick(view, options))


def kind_of(item: bytes) -> str:
    """The kind of an item of a match file."""
    parts = decode(item)
    if type(parts[0]) is bytes:  # an entry: head, payload, signature
        return KINDS[decode(parts[0])[1]]
    return KINDS[parts[1]]


def spots(matches: Sequence[list[bytes]], n: int, dice: random.Random) -> Iterator[tuple[int, int]]:
    """(match, offset in its file) of n bytes of every kind of item, from its start to its end."""
    by_kind = defaultdict(list)
    for number, items in enumerate(matches):
        start = 0
        for item in items:
            by_kind[kind_of(item)].append((number, start, len(item)))
            start += len(item)
    assert set(by_kind) == set(DUEL_KINDS)
    for kind in DUEL_KINDS:
        for i in range(n):
            number, start, size = dice.choice(by_kind[kind])
            part = i % 4  # three parts of an item, and its very first bytes
            at = dice.randrange(min(4, size)) if part == 3 else size * part // 3 + dice.randrange(size // 3)
            yield number, start + at


def check(data: bytes) -> Report:
    return verify_file(data, Replica(RULES))


def refused(data: bytes, at: int, bit: int, last: int) -> FileState:
    """The verdict on a file with one bit flipped; `last`: where its last entry begins."""
    flipped = bytearray(data)
    flipped[at] ^= 1 << bit
    report = check(bytes(flipped))
    assert not report.findings, f"byte {at} bit {bit}: {report}"
    allowed = (FileState.INVALID, FileState.INCOMPLETE) if at >= last else (FileState.INVALID,)
    assert report.state in allowed, f"byte {at} bit {bit}: {report}"
    return report.state


def tail_at(items: list[bytes]) -> int:
    """Where the last entry begins, behind which only statements follow: from here on a file may seem cut."""
    return sum(map(len, [item for item in items if kind_of(item) not in ENDING][:-1]))


@pytest.fixture(scope="module")
def matches() -> list[list[bytes]]:
    """Matches that hold every kind of item of a duel between them."""
    found: list[list[bytes]] = []
    seen: set[str] = set()
    for seed in (*LIKELY, *range(SEEDS)):
        items = memory_match(TURNS, seed)
        kinds = set(map(kind_of, items))
        if len(found) < 3 or not kinds <= seen:
            found.append(items)
            seen |= kinds
        if len(found) >= 3 and seen == set(DUEL_KINDS):
            return found
    raise AssertionError(f"no match of {SEEDS} holds {set(DUEL_KINDS) - seen}")


def test_the_matches_that_are_flipped_are_valid(matches: list[list[bytes]]) -> None:
    for items in matches:
        report = check(b"".join(items))
        assert (report.state, report.findings) == (FileState.VALID, ())
        kinds = Counter(map(kind_of, items))
        assert kinds["END"] == kinds["AUDIT"] == kinds["VERDICT"] == 2 and kinds["RESULT"] == 1


def test_one_flipped_bit_in_any_kind_of_item_is_refused(matches: list[list[bytes]]) -> None:
    dice = random.Random(1)
    for number, at in spots(matches, FLIPS, dice):
        refused(b"".join(matches[number]), at, dice.randrange(8), tail_at(matches[number]))


def test_a_cut_match_is_incomplete_and_never_more(matches: list[list[bytes]]) -> None:
    data, dice = b"".join(matches[0]), random.Random(2)
    for size in [0, 1, len(data) - 1, *(dice.randrange(len(data)) for _ in range(30))]:
        report = check(data[:size])
        assert report.state is FileState.INCOMPLETE and not report.findings


def test_entries_left_out_and_items_doubled_are_refused(matches: list[list[bytes]]) -> None:
    items, dice = matches[0], random.Random(3)
    entries = sum(1 for item in items if kind_of(item) not in ENDING)
    for _ in range(10):
        i, k = dice.randrange(entries - 1), dice.randrange(len(items))  # without its last entry it seems cut
        for changed in (items[:i] + items[i + 1 :], [*items[: k + 1], items[k], *items[k + 1 :]]):
            report = check(b"".join(changed))
            assert report.state is FileState.INVALID and not report.findings, (i, k, report)


class Declining(RandomBot):
    """Takes nothing out of its deck, whatever is there."""

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        return 0


def test_a_player_who_declines_a_search_does_not_lie_by_it() -> None:
    """given Decks of nothing but a card that searches them, and players who take nothing, then those Decks
    are all that is found."""
    items = memory_match(2, 1, Declining, SEARCHING)
    assert "TAKE" in map(kind_of, items)
    report = check(b"".join(items))
    assert report.findings == ((0, 0, "deck.copies"), (1, 0, "deck.copies"))


@pytest.mark.long
def test_every_bit_of_a_short_match() -> None:
    items = memory_match(0, 1)
    data, last = b"".join(items), tail_at(items)
    verdicts = Counter(refused(data, at, bit, last) for at in range(len(data)) for bit in range(8))
    assert verdicts[FileState.INVALID] > 7.5 * len(data)
