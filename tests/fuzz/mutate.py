"""Inputs that are almost right: valid ones with a few things changed, on the level where it hurts.

Everything is drawn from two methods of a `random.Random`, so hypothesis can stand in for it and shrink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

import cbor2

from protocol.encoding import decode
from protocol.faults import BadEncoding

One = TypeVar("One")

CHANGES_MAX: Final = 4
BYTES_MAX: Final = 96 * 1024
"""No input is longer: each decoder has a cap of its own, which its own tests hold."""
GROWTH_MAX: Final = 2_000
"""Times that one piece is repeated at most."""
INTEGERS: Final = (0, 1, 2, 4, 5, 23, 24, 254, 255, 256, 1023, 1024, 1025, 2**16, 2**31, 2**32 - 1, 2**32)
INTEGERS_HUGE: Final = (*INTEGERS, 2**62, 2**63 - 1)
BYTES: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"\xc2\xb2",
    b"\xd9\xa3",
    b"\r\n",
    b"\x80",
    b"\xed\xa0\x80",
)
NUMBERS: Final = (
    *(b"-1", b"0", b"00", b"1", b"007", b"65536", b"00000199999999", b"99999999999999999999"),
    *(b"1e9", b"0x10", b"\xc2\xb2", b"\xd9\xa3", b"9" * 5_000),
)
"""The words that may stand where a text has a number."""
NESTS: Final = (
    (b"[", b"]"),
    (b"{", b"}"),
    (b"(", b")"),
    (b'"', b'"'),
    (b"{a=", b"}"),
    (b"\x81", b""),
    (b"a.", b""),
)


def mutate(
    random: Random, data: bytes, others: Sequence[bytes], form: str, head: int, tokens: Sequence[bytes]
) -> bytes:
    """One to four changes to an input. others: valid inputs, to take pieces from."""
    for _ in range(1 + random.randrange(CHANGES_MAX)):
        other = others[random.randrange(len(others))]
        if form == "cbor" and random.randrange(4):
            data = data[:head] + _in_cbor(random, data[head:], other[head:])
        elif form == "text" and random.randrange(3):
            data = _in_text(random, data, other, tokens)
        else:
            data = _in_bytes(random, data, other, tokens)
        data = data[:BYTES_MAX]
    return data


def pick(random: Random, of: Sequence[One]) -> One:
    """One of them."""
    return of[random.randrange(len(of))]


# Bytes.


def _span(random: Random, size: int) -> tuple[int, int]:
    """A piece, mostly a short one."""
    at = random.randrange(size + 1)
    most = size if not random.randrange(8) else 16
    return at, min(size, at + random.randrange(most + 1))


def _in_bytes(random: Random, data: bytes, other: bytes, tokens: Sequence[bytes]) -> bytes:
    at, end = _span(random, len(data))
    kind = random.randrange(10)
    if kind == 0 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
    if kind == 1 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
    if kind == 2:
        return data[:at] + data[end:]
    if kind == 3:
        return data[:at]
    if kind == 4:
        return data[:end] + data[at:end] * (1 + random.randrange(3)) + data[end:]
    if kind == 5:
        first, last = _span(random, len(other))
        return data[:at] + other[first:last] + data[end:]
    if kind == 6:
        return data[:at] + pick(random, tokens or BYTES) + data[at:]
    if kind == 7:
        size = 1 << random.randrange(4)
        number = pick(random, INTEGERS_HUGE) % (1 << 8 * size)
        return data[:at] + number.to_bytes(size, "big") + data[at + size :]
    if kind == 8:
        return data[:at] + pick(random, BYTES) + data[end:]
    return _nested(random, data, at, end)


def _nested(random: Random, data: bytes, at: int, end: int) -> bytes:
    left, right = pick(random, NESTS)
    deep = _times(random, 8)
    return data[:at] + left * deep + data[at:end] + right * deep + data[end:]


def _times(random: Random, size: int) -> int:
    """How often something of so many bytes is repeated."""
    return int(min(pick(random, (1, 2, 3, 17, 33, 400, 1_025, GROWTH_MAX)), BYTES_MAX // (size + 1)))


# Text.


def _in_text(random: Random, data: bytes, other: bytes, tokens: Sequence[bytes]) -> bytes:
    """Lines, words and numbers added, left out, doubled and swapped."""
    sign = pick(random, (b"\n", b" ", b" ", b"=", b",", b".", b":"))
    parts, more = data.split(sign), other.split(sign)
    at = random.randrange(len(parts))
    kind = random.randrange(8)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts.insert(at, pick(random, parts))
    elif kind == 2:
        parts[at] = pick(random, more)
    elif kind == 3:
        there = random.randrange(len(parts))
        parts[at], parts[there] = parts[there], parts[at]
    elif kind == 4:
        parts[at] = pick(random, tokens or NUMBERS)
    elif kind == 5:
        parts[at] = pick(random, NUMBERS)
    elif kind == 6:
        parts[at:at] = [parts[at]] * _times(random, len(parts[at]))
    else:
        parts[at] = pick(random, BYTES) + parts[at]
    return sign.join(parts)


# CBOR.


def _in_cbor(random: Random, data: bytes, other: bytes) -> bytes:
    """The item with one node of its tree changed, or with its bytes changed if it is none that is allowed:
    of others a library makes what takes for ever to write, such as maps for the keys of maps."""
    try:
        return cbor2.dumps(_changed(random, decode(data), decode(other)), canonical=True)
    except (BadEncoding, ValueError):
        return _in_bytes(random, data, other, ())


def _changed(random: Random, value: Any, donor: Any) -> Any:
    """The value with one node below it changed, or itself."""
    if isinstance(value, list) and value and random.randrange(4):
        at = random.randrange(len(value))
        return [*value[:at], _changed(random, value[at], donor), *value[at + 1 :]]
    if isinstance(value, dict) and value and random.randrange(4):
        key = pick(random, list(value))
        return value | {key: _changed(random, value[key], donor)}
    if isinstance(value, bytes) and len(value) > 8 and random.randrange(4):
        try:
            return cbor2.dumps(_changed(random, decode(value), donor), canonical=True)
        except (BadEncoding, ValueError):
            return _in_bytes(random, value, value, ())
    if isinstance(value, str) and random.randrange(4):
        return _in_text(random, value.encode(), value.encode(), ()).decode(errors="replace")
    return pick(random, _NODES)(random, value, donor)


def _other_node(random: Random, value: Any, donor: Any) -> Any:
    """A node of another item."""
    while random.randrange(3) and isinstance(donor, list | dict) and donor:
        donor = pick(random, donor if isinstance(donor, list) else list(donor.values()))
    return donor


def _other_type(random: Random, value: Any, donor: Any) -> Any:
    return pick(random, (False, True, b"", "", [], {}, {0: 0}, {"": 0}, [[]], b"\xff" * 32, "\x1b[2J", 0))


def _other_number(random: Random, value: Any, donor: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and random.randrange(2):
        return max(0, value + pick(random, (-1, 1)))
    return pick(random, INTEGERS_HUGE)


def _other_length(random: Random, value: Any, donor: Any) -> Any:
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        kind = random.randrange(4)
        if kind == 0:
            return value[:at] + value[at + 1 :]
        if kind == 1:
            return value[: at + 1] + value[at:]
        if kind == 2:
            there = random.randrange(len(value))
            swapped = list(value)
            swapped[at], swapped[there] = swapped[there], swapped[at]
            return swapped
        return value * _times(random, len(cbor2.dumps(value)))
    if isinstance(value, dict) and value:
        key = pick(random, list(value))
        if random.randrange(2):
            return {k: v for k, v in value.items() if k != key}
        return value | {(key + 1 if isinstance(key, int) else f"{key}x"): value[key]}
    if isinstance(value, bytes | str):
        return pick(random, (value[:-1], value * 2, value * 40))
    return [value]


def _nested_node(random: Random, value: Any, donor: Any) -> Any:
    for _ in range(pick(random, (1, 2, 15, 17))):
        value = [value]
    return value


_NODES: Final[tuple[Callable[[Random, Any, Any], Any], ...]] = (
    _other_node,
    _other_type,
    _other_number,
    _other_number,
    _other_length,
    _nested_node,
)
