"""The bytes behind a state digest: written as the engine's README says, and of all that a state is."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from struct import pack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.engine import digest as digests
from fadenet.engine.digest import digest, parts
from fadenet.engine.state import COLUMNS, State
from tests.builders.playout import Playout, Table, in_turn, same_but_fresh
from tests.engine.test_position import parts as fields

SPOKEN = {"answers", "ans", "got", "indexing", "seats", "witnesses"}
"""The fields that are not hashed: answers still being given (a sealed one must not show), those just used up,
whether the index is being made, the number of seats, which the rules and the length of every column fix, and
who is told of events."""

WIDTHS = ((1 << 8, b"\xcc", "B"), (1 << 16, b"\xcd", "H"), (1 << 32, b"\xce", "I"), (1 << 64, b"\xcf", "Q"))
BELOW = ((1 << 7, b"\xd0", "b"), (1 << 15, b"\xd1", "h"), (1 << 31, b"\xd2", "i"), (1 << 63, b"\xd3", "q"))


def packed(value: Any) -> bytes:
    """A value in MessagePack's smallest form, after its specification."""
    if isinstance(value, bytes):
        return b"\xc4" + bytes([len(value)]) + value
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    if isinstance(value, list | tuple):
        n = len(value)
        head = bytes([0x90 | n]) if n < 16 else b"\xdc" + pack(">H", n)
        return head + b"".join(map(packed, value))
    assert type(value) is int
    if -32 <= value < 128:
        return pack("b", value)
    for end, mark, form in WIDTHS if value > 0 else BELOW:
        if -end <= value < end:
            return mark + pack(">" + form, value)
    raise AssertionError(f"{value} is too large")


def layout(s: State) -> list[Any]:
    """The fields that the README's section on the digest lists."""
    plain = [getattr(s, name) for name in COLUMNS]
    plain += [s.zones, s.pool, s.active, s.turn, s.phase, s.next_id, s.vars, s.out, s.over, s.asks, s.needs]
    plain += [s.frames, s.chain, s.queue, s.mods, s.passes]
    numbers = blake2b(packed(s.num), digest_size=32).digest()
    return [*plain, sorted(s.kids.items()), sorted(s.marks.items()), sorted(s.acts.items()), numbers]


@pytest.mark.slow
@given(st.recursive(st.integers(-(1 << 63), (1 << 64) - 1), lambda x: st.lists(x) | st.lists(x).map(tuple)))
def test_values_are_written_in_their_smallest_form(value: Any) -> None:
    assert digests._encode(value) == packed(value)


@pytest.mark.slow
@in_turn(5)
def test_the_digest_is_of_the_bytes_that_its_layout_says(table: Table) -> None:
    for s in islice(Playout(table.rules, 3, players=table.players).rests(), 0, 200, 20):
        assert digest(s) == blake2b(packed(layout(s)), digest_size=32).digest()


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, dict):
        return {**value, 1 << 20: 1}
    return type(value)([*value, 1])


def test_nothing_that_a_state_is_can_change_unseen() -> None:
    """given a state in the middle of a match, when any part of it changes, then its digest does, and `parts`
    says which part it is."""
    table = Table("terrene", "duel", 2)
    s = next(islice(Playout(table.rules, 1).rests(), 60, None))
    before, were = digest(s), parts(s)
    for name in sorted(fields(s).keys() - SPOKEN - {"num"}):
        other = same_but_fresh(s)
        setattr(other, name, changed(getattr(other, name)))
        assert digest(other) != before
        assert [part for part, now in parts(other).items() if now != were[part]] == [name]
    for k, column in enumerate(s.num):
        other = same_but_fresh(s)
        other.num[k] = [*column[:-1], column[-1] + 1]
        assert digest(other) != before
        assert [part for part, now in parts(other).items() if now != were[part]] == [f"num{k}"]
