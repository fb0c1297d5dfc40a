"""Entries in brief: what parcels leave out of items comes back to the byte."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors.matches import played

from protocol.brief import lengthened, shortened
from protocol.encoding import ENTRY_MAX, decode, encode
from protocol.faults import BadEncoding
from protocol.hashing import H, var
from protocol.messages import Entry, EntryPlace, Head, parse_message

GAME, OTHER = b"g" * 32, b"o" * 32


@cache
def items() -> tuple[bytes, ...]:
    """All that stands in a match file behind the HELLOs: of a match of four in which a vote is taken."""
    return tuple(played(4)[1][4:])


def entry(seq: int, game: bytes = GAME, body: bytes = H("fn1/body", var(b""))) -> bytes:
    """An entry with an empty payload."""
    return encode([Head.make(2, EntryPlace(game, 0, seq), bytes(32), bytes(32), body), b"", bytes(64)])


@given(st.integers(0, 2**32), st.integers(0, 80), st.booleans())
def test_items_come_back_as_they_were(seed: int, many: int, mixed: bool) -> None:
    """given some items of a match, in a row or as they come, then they are read back to the byte."""
    dice, some = Random(seed), [*items()]
    at = dice.randrange(len(some))
    chosen = dice.sample(some, min(many, len(some))) if mixed else some[at : at + many]
    assert [*lengthened(shortened(chosen))] == chosen


def test_an_entry_behind_its_authors_last_one_is_shorter_by_three_hashes() -> None:
    """given a whole match in its order, then all entries but the first stand in brief, and all but the first
    of each author without the one before."""
    there = [*shortened(items())]
    entries = [n for n, item in enumerate(items()) if isinstance(parse_message(item), Entry)]
    lengths = [len(decode(there[n])) for n in entries]
    assert lengths[0] == 3 and {*lengths[1:]} == {7, 8} and lengths.count(8) == 3
    assert all(len(items()[n]) - len(there[n]) >= 102 for n in entries if len(decode(there[n])) == 7)
    assert [there[n] for n in range(len(there)) if n not in entries] == [
        item for n, item in enumerate(items()) if n not in entries
    ]


def test_what_is_no_entry_stays_as_it_is() -> None:
    odd = [encode(x) for x in (5, [], ["x"] * 3, [b"", b"", b""], [1] * 6, [b"head", b"", bytes(64)])]
    assert [*lengthened(shortened(odd))] == odd == [*shortened(odd)]


def test_entries_of_two_matches_are_told_apart() -> None:
    both = [entry(n, game=game) for n in range(3) for game in (GAME, OTHER)]
    assert [*lengthened(shortened(both))] == both
    # each names another match than the one before it, so all stand whole
    assert [*shortened(both)] == both


def test_an_entry_that_names_another_payload_stands_as_it_is() -> None:
    """given an entry whose head has the hash of something else, then it is not put in brief: it would come
    back as another one."""
    odd = entry(1, body=bytes(32))
    assert [*shortened([entry(0), odd])] == [entry(0), odd] != [*shortened([entry(0), entry(1)])]


def brief(**changes: object) -> list[object]:
    """An entry in brief that follows on `entry(0)`."""
    parts: dict[str, object] = {
        "kind": 2,
        "author": 0,
        "seq": 1,
        "state": bytes(32),
        "era": 0,
        "payload": b"",
        "signature": bytes(64),
    }
    return [*(parts | changes).values()]


def test_an_entry_in_brief_is_made_whole() -> None:
    one = Head.parse(decode([*lengthened([entry(0), encode(brief())])][1])[0])
    assert (one.game, one.author, one.seq) == (GAME, 0, 1)
    named = encode([*brief(author=3, seq=9), b"p" * 32])
    assert Head.parse(decode([*lengthened([entry(0), named])][1])[0]).prev == b"p" * 32


@pytest.mark.parametrize(
    "said",
    [
        [encode(brief())],  # the match is not known
        [encode([*brief(), bytes(32)])],
        [entry(0), encode(brief(seq=2))],  # nor what it follows on
        [entry(0), encode(brief(author=1))],
        [entry(0), encode(brief(state=bytes(31)))],
        [entry(0), encode(brief(payload="x"))],
        [entry(0), encode([*brief(), bytes(31)])],
        [entry(0), encode(brief(payload=bytes(ENTRY_MAX - 150)))],  # it is larger than an item may be
    ],
)
def test_what_follows_on_nothing_or_is_none_is_refused(said: list[bytes]) -> None:
    with pytest.raises(BadEncoding):
        [*lengthened(said)]
