"""The decode path: only canonical bytes of the allowed subset get through, and nothing is built before."""

from __future__ import annotations

from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.encoding import DEPTH_MAX, ENTRY_MAX, ITEMS_MAX, UINT_MAX, decode, encode, item_end
from protocol.faults import BadEncoding, Incomplete

scalars = st.one_of(st.integers(0, UINT_MAX), st.binary(max_size=40), st.text(max_size=20), st.booleans())
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.integers(0, UINT_MAX), inner, max_size=6),
        st.dictionaries(st.text(max_size=12), inner, max_size=6),
    ),
    max_leaves=30,
)


def allowed(value: Any, depth: int = 0) -> bool:
    """The allowed subset, walked as objects: an oracle that shares no code with the scanner."""
    if type(value) in (list, dict) and depth >= DEPTH_MAX:
        return False
    if type(value) is list:
        return all(allowed(one, depth + 1) for one in value)
    if type(value) is dict:
        kinds = {type(key) for key in value}
        one_kind = kinds <= {str} or (kinds <= {int} and all(0 <= key <= UINT_MAX for key in value))
        return one_kind and all(allowed(one, depth + 1) for one in value.values())
    if type(value) is int:
        return 0 <= value <= UINT_MAX
    return type(value) in (bytes, str, bool)


def oracle(data: bytes) -> bool:
    """Canonical means: encoding it again gives the same bytes."""
    try:
        value = cbor2.loads(data)
        return allowed(value) and cbor2.dumps(value, canonical=True) == data
    except (cbor2.CBORError, ValueError, OverflowError, RecursionError):
        return False


def accepted(data: bytes) -> bool:
    try:
        decode(data)
    except BadEncoding:
        return False
    return True


@pytest.mark.slow
@given(values)
def test_what_is_encoded_decodes_to_itself(value: Any) -> None:
    assert decode(encode(value)) == value
    assert item_end(encode(value) + b"\xff", 0) == len(encode(value))


@pytest.mark.slow
@given(values, st.data())
def test_a_mutated_item_is_accepted_only_when_the_oracle_accepts_it(value: Any, data: st.DataObject) -> None:
    wire = bytearray(encode(value))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(wire) - 1))
        wire[at] = data.draw(st.integers(0, 255))
    assert accepted(bytes(wire)) == oracle(bytes(wire))


@given(st.binary(max_size=80))
def test_random_bytes_are_accepted_only_when_the_oracle_accepts_them(data: bytes) -> None:
    assert accepted(data) == oracle(data)


@pytest.mark.slow
@given(values)
def test_every_cut_item_is_incomplete_and_nothing_else(value: Any) -> None:
    wire = encode(value)
    for end in range(len(wire)):
        with pytest.raises(Incomplete):
            item_end(wire[:end])


MALLEATIONS = {
    "integer with a longer head": "1817",
    "integer in two bytes that fits one": "190001",
    "integer in four bytes that fits two": "1a00000100",
    "integer in eight bytes that fits four": "1b0000000000000001",
    "length with a longer head": "580161",
    "text length with a longer head": "780161",
    "array length with a longer head": "980101",
    "indefinite array": "9f01ff",
    "indefinite map": "bf0001ff",
    "indefinite bytes": "5f4161ff",
    "indefinite text": "7f6161ff",
    "keys out of order": "a202000100",
    "a key twice": "a201000100",
    "text keys out of order": "a2616200616100",
    "keys of two kinds": "a20000616100",
    "bytes for a key": "a1416100",
    "an array for a key": "a18000",
    "false for a key": "a1f400",
    "bytes left over": "0000",
    "negative integer": "20",
    "integer of 2^63": "1b8000000000000000",
    "half float": "f93c00",
    "single float": "fa3f800000",
    "double float": "fb3ff0000000000000",
    "float NaN with a payload": "f97e01",
    "null": "f6",
    "undefined": "f7",
    "simple value": "f0",
    "simple value in two bytes": "f8ff",
    "break alone": "ff",
    "reserved head": "1c",
    "big number": "c249010000000000000000",
    "date": "c11a514b67b0",
    "regular expression": "d8236161",
    "mime message": "d8246161",
    "self-described": "d9d9f700",
    "shared reference": "d81c81d81d00",
    "string reference": "d9010083646161616164616161 61d81900".replace(" ", ""),
    "decimal": "c48221196ab3",
    "set": "d9010280",
    "text that is not UTF-8": "61ff",
    "overlong UTF-8": "62c080",
    "surrogate": "63eda080",
    "nothing": "",
}


@pytest.mark.parametrize("name", MALLEATIONS)
def test_a_malleation_is_refused(name: str) -> None:
    with pytest.raises(BadEncoding):
        decode(bytes.fromhex(MALLEATIONS[name]))


@pytest.mark.parametrize("head", ["5b", "7b", "9b", "bb"])
@pytest.mark.parametrize("count", [2**28, 2**32, 2**62, 2**64 - 1])
def test_a_huge_announced_length_is_refused_as_such(head: str, count: int) -> None:
    with pytest.raises(BadEncoding) as caught:
        item_end(bytes.fromhex(head) + count.to_bytes(8, "big"))
    assert not isinstance(caught.value, Incomplete)


@pytest.mark.parametrize("head", ["59c000", "79c000", "991000", "b91000"])
def test_what_an_incomplete_item_may_announce_has_a_limit(head: str) -> None:
    most = bytes.fromhex(head)
    with pytest.raises(Incomplete):
        item_end(most)
    with pytest.raises(BadEncoding, match=r"49153 bytes|4097 items") as caught:
        item_end(most[:-1] + b"\x01")
    assert not isinstance(caught.value, Incomplete)


def test_depth_has_a_limit() -> None:
    assert decode(b"\x81" * (DEPTH_MAX - 1) + b"\x80")
    with pytest.raises(BadEncoding, match="nested"):
        decode(b"\x81" * DEPTH_MAX + b"\x80")
    with pytest.raises(BadEncoding, match="nested"):
        decode(b"\xa1\x00" * DEPTH_MAX + b"\xa0")


def test_the_number_of_items_has_a_limit() -> None:
    assert len(decode(encode([0] * (ITEMS_MAX - 1)))) == ITEMS_MAX - 1
    with pytest.raises(BadEncoding, match="items"):
        decode(encode([0] * ITEMS_MAX))
    with pytest.raises(BadEncoding, match="items"):
        decode(encode([{n: 0 for n in range(1024)}, {n: 0 for n in range(1024)}]))


def test_ints_have_a_limit() -> None:
    assert decode(b"\x1b" + UINT_MAX.to_bytes(8, "big")) == UINT_MAX
    with pytest.raises(BadEncoding, match="too large"):
        decode(b"\x1b" + (UINT_MAX + 1).to_bytes(8, "big"))


def test_the_length_has_a_limit() -> None:
    most = bytes(ENTRY_MAX - 3)
    assert decode(encode(most)) == most
    with pytest.raises(BadEncoding, match="at most"):
        decode(encode(most + b"\0"))


def test_an_item_has_a_length_whatever_it_is_made_of() -> None:
    half = bytes(ENTRY_MAX // 2 - 3)
    assert item_end(encode([half, half[1:]])) == ENTRY_MAX
    with pytest.raises(BadEncoding, match=f"an item of {ENTRY_MAX + 1} bytes"):
        item_end(encode([half, half]))


def test_a_bomb_of_references_is_refused_at_its_first_tag() -> None:
    """278 bytes that double thirty times when cbor2 alone reads them and writes them again."""
    bomb = b"\x00"
    for _ in range(30):
        bomb = b"\xd8\x1c\x82" + bomb + b"\xd8\x1d\x00"
    with pytest.raises(BadEncoding, match="not allowed"):
        decode(bomb)
