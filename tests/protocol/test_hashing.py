"""Hashes and the random stream: separate uses, no bias, no shifted boundaries."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.hashing import H16, TAGS, H, Stream, arrange, chain_step, many, shuffle, u32, var
from tests.protocol.toy import seed


def test_every_tag_has_one_use_and_fits() -> None:
    assert len(set(TAGS)) == len(TAGS)
    assert all(tag.startswith("fn1/") and len(tag) <= 16 for tag in TAGS)


def test_an_unknown_tag_is_our_own_error() -> None:
    with pytest.raises(KeyError):
        H("fn1/other", b"")


def test_one_input_under_two_tags_or_keys_gives_two_hashes() -> None:
    made = [H(tag, b"x") for tag in TAGS] + [H("fn1/card", b"x", key=b"k"), H16("fn1/card", b"x")]
    assert len(set(made)) == len(made)


@given(st.lists(st.binary(max_size=8), max_size=5), st.lists(st.binary(max_size=8), max_size=5))
def test_no_two_lists_of_fields_run_together(a: list[bytes], b: list[bytes]) -> None:
    same = many([var(one) for one in a]) == many([var(one) for one in b])
    assert same == (a == b)


def test_chains_of_two_seats_or_decks_are_different() -> None:
    steps = {chain_step(bytes(32), seat, deck, b"\1" * 32) for seat in range(4) for deck in range(4)}
    assert len(steps) == 16


def test_numbers_below_n_are_without_bias() -> None:
    stream = Stream(seed("numbers"))
    counts = Counter(stream.below(3) for _ in range(9000))
    assert all(abs(count - 3000) < 4 * (9000 * 2 / 9) ** 0.5 for count in counts.values())


def test_words_past_the_last_multiple_are_skipped() -> None:
    """For n just above 2^63 nearly every second word has to go; all results must lie below n."""
    n = 2**63 + 1
    stream, words = Stream(seed("skip")), Stream(seed("skip"))
    expected = [word for word in (words.word() for _ in range(200)) if word < n][:20]
    assert [stream.below(n) for _ in range(20)] == expected


def test_all_orders_are_equally_likely() -> None:
    counts = Counter(tuple(shuffle(range(4), H("fn1/rand", u32(i), key=b"s"))) for i in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi2 = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi2 < 60, "23 degrees of freedom: above 60 once in 30,000 seeds"


def test_a_table_order_comes_from_tossed_numbers() -> None:
    assert arrange("abcd", [0, 0, 0]) == ["b", "c", "d", "a"]
    assert arrange("abcd", [3, 2, 1]) == ["a", "b", "c", "d"]
