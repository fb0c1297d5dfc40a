"""Armour comes through mail and chat whole, or says what is missing; nothing else is returned."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import armour
from protocol.armour import (
    CHAT_BYTES,
    FOUND_MAX,
    LINES_MAX,
    MAIL_BYTES,
    PARCELS_MAX,
    TEXT_MAX,
    armoured,
    unarmoured,
)

DATA = st.binary(max_size=2_000)
PROSE = st.text(alphabet=st.characters(exclude_characters=".", exclude_categories=["Cs"]), max_size=80)
"""Text that people write round it, but for a stop and four digits: that is how a line begins."""


def quoted(text: str, random: Random) -> str:
    mark = random.choice(["> ", ">> ", "> > ", "| ", "» "])
    return "\n".join(mark + line for line in text.split("\n"))


def wrapped(text: str, random: Random) -> str:
    width = random.choice([20, 41, 60, 72])
    pieces = [textwrap.wrap(line, width, break_on_hyphens=False) for line in text.split("\n")]
    return "\r\n".join(piece for some in pieces for piece in some)


def doubled(text: str, random: Random) -> str:
    lines = text.split("\n")
    return "\n".join(lines + random.sample(lines, random.randrange(len(lines) + 1)))


def reordered(text: str, random: Random) -> str:
    lines = text.split("\n")
    random.shuffle(lines)
    return "\n".join(lines)


def indented(text: str, random: Random) -> str:
    return "\n".join(random.choice(["\t", "  ", "\u00a0", "\u200b", ""]) + line for line in text.split("\n"))


def spaced(text: str, random: Random) -> str:
    return "\n\n".join(line + random.choice(["", "  ", " \t"]) for line in text.split("\n"))


WAYS: tuple[Callable[[str, Random], str], ...] = (quoted, doubled, reordered, indented, spaced)
"""The things that happen to text on its way, in any order; lines are wrapped last, and may be quoted then."""


def on_its_way(text: str, random: Random) -> str:
    for way in random.sample(WAYS, random.randrange(len(WAYS) + 1)):
        text = way(text, random)
    return quoted(wrapped(text, random), random) if random.random() < 0.5 else text


@given(DATA, st.booleans())
def test_any_bytes_come_through(data: bytes, chat: bool) -> None:
    text = armoured(data, "PARCEL", chat)
    assert unarmoured(text).whole == [data] and not unarmoured(text).broken
    assert all(len(line) <= (1_999 if chat else 76) for line in text.split("\n"))


@settings(max_examples=150)
@given(DATA, st.booleans(), st.randoms(use_true_random=False), PROSE, PROSE)
def test_any_bytes_come_through_mail(data: bytes, chat: bool, random: Random, above: str, below: str) -> None:
    """given text that is quoted, wrapped, doubled, reordered, indented and within prose, then all comes
    through."""
    text = on_its_way(armoured(data, "PARCEL", chat), random)
    found = unarmoured(f"{above}\n{text}\n{below}")
    assert found.whole == [data] and not found.broken


@given(st.lists(DATA, min_size=2, max_size=5, unique=True), st.randoms(use_true_random=False))
def test_lines_of_several_never_mix(pieces: list[bytes], random: Random) -> None:
    lines = [line for data in pieces for line in armoured(data, "PARCEL").split("\n")]
    random.shuffle(lines)
    found = unarmoured("\n".join(lines))
    assert sorted(found.whole) == sorted(pieces) and not found.broken


def test_they_come_in_the_order_of_their_first_lines() -> None:
    pieces = [bytes([n]) * 100 for n in range(9)]
    assert unarmoured("\n".join(armoured(data, "PARCEL") for data in pieces)).whole == pieces


@given(st.binary(min_size=1, max_size=2_000), st.data())
def test_a_line_that_is_missing_is_named(data: bytes, draw: st.DataObject) -> None:
    lines = armoured(data, "PARCEL").split("\n")
    gone = draw.draw(st.integers(2, len(lines) - 2))
    found = unarmoured("\n".join(lines[:gone] + lines[gone + 1 :]))
    assert not found.whole
    assert found.broken == [f"Line .{gone - 1:04} is missing. Copy the text once more, whole."]


@given(st.binary(min_size=1, max_size=2_000), st.data())
def test_a_line_that_is_damaged_is_named(data: bytes, draw: st.DataObject) -> None:
    """given any sign of a line but its stop changed into another one, then the line is named, as damaged
    where it still looks like one."""
    lines = armoured(data, "PARCEL").split("\n")
    which = draw.draw(st.integers(2, len(lines) - 2))
    line = lines[which]
    at = draw.draw(st.integers(5, len(line) - 5).filter(lambda i: line[i] not in "=:"))
    sign = draw.draw(st.sampled_from("ABCabc019+/").filter(lambda one: one != line[at]))
    lines[which] = line[:at] + sign + line[at + 1 :]
    found = unarmoured("\n".join(lines))
    if not found.whole:
        assert found.broken == [f"Line .{which - 1:04} is damaged. Copy the text once more, whole."]
    else:  # the last sign of base64 has bits that say nothing
        assert found.whole == [data]


@given(st.binary(min_size=60, max_size=2_000), st.binary(max_size=2_000), st.data())
def test_what_another_one_holds_hides_no_missing_line(data: bytes, other: bytes, draw: st.DataObject) -> None:
    """given two, of one of which a line is missing, then the other comes through, and that line is missing,
    not damaged."""
    lines, others = (armoured(one, "PARCEL").split("\n") for one in (data, other))
    gone = draw.draw(st.integers(2, len(lines) - 2))
    found = unarmoured("\n".join(others + lines[:gone] + lines[gone + 1 :]))
    if data != other:
        assert found.whole == [other]
        assert found.broken == [f"Line .{gone - 1:04} is missing. Copy the text once more, whole."]


def test_many_lines_that_are_missing_are_not_all_named() -> None:
    lines = armoured(bytes(48 * 40), "PARCEL").split("\n")
    (said,) = unarmoured("\n".join(lines[:3])).broken
    assert said.startswith("The lines .0002, .0003, ") and ".0009, and more are missing." in said


@pytest.mark.parametrize("chat", [False, True])
def test_without_its_first_line_nothing_comes_through(chat: bool) -> None:
    text = armoured(bytes(3_000), "PARCEL", chat)
    found = unarmoured(text[:3] + text[text.index(".0001") :])
    assert not found.whole
    assert found.broken == ["The first line (.0000) is missing or damaged. Copy the text once more, whole."]


@given(st.text(max_size=400))
def test_text_without_armour_holds_nothing(text: str) -> None:
    assert not unarmoured(text).whole


@given(st.binary(min_size=100, max_size=1_000), st.randoms(use_true_random=False))
def test_nothing_that_is_not_whole_is_returned(data: bytes, random: Random) -> None:
    """given any signs of a text struck out or put in, then what comes through is what was armoured."""
    text = list(armoured(data, "PARCEL"))
    for _ in range(random.randrange(1, 12)):
        at = random.randrange(len(text))
        text[at : at + random.randrange(3)] = random.choice(["", "A", ".", ":", "=", "9", "\n", "ab"])
    assert unarmoured("".join(text)).whole in ([], [data])


def test_lines_that_fit_one_by_one_and_not_together_are_refused() -> None:
    """given somebody who makes lines for a digest that is not that of the whole, then it is not returned."""
    digest = bytes(8)
    lines = [armour._line(0, (1).to_bytes(2, "big") + digest, digest), armour._line(1, b"other", digest)]
    found = unarmoured("\n".join(lines))
    assert not found.whole
    assert found.broken == ["The lines fit, and the whole does not. Copy the text once more."]


def test_so_many_are_looked_for_and_the_rest_is_told_of() -> None:
    pieces = [n.to_bytes(2, "big") for n in range(PARCELS_MAX + 3)]
    found = unarmoured("\n".join(armoured(data, "PARCEL") for data in pieces))
    assert found.whole == pieces[:PARCELS_MAX]
    assert found.broken == [
        f"There is more in this text than {PARCELS_MAX} parcels: take the rest of it by itself."
    ]


def test_the_longest_text_holds_no_more_lines_than_are_looked_at() -> None:
    """given a text of the greatest length, all of it mail, then every line of it is looked at."""
    line = len(armour._line(1, bytes(MAIL_BYTES), bytes(8))) + 1
    assert TEXT_MAX // line + PARCELS_MAX < FOUND_MAX
    assert LINES_MAX * MAIL_BYTES > 64 * 1024 and CHAT_BYTES > MAIL_BYTES


def _heads(count: int) -> str:
    """The first lines of as many things of the greatest number of lines."""
    digests = [bytes([n]) * 8 for n in range(count)]
    return "".join(armour._line(0, LINES_MAX.to_bytes(2, "big") + one, one) for one in digests)


HOSTILE: dict[str, Callable[[int], str]] = {
    "stops": lambda n: "." * n,
    "numbers": lambda n: ".0001" * (n // 5),
    "one long line": lambda n: ".0001" + "A" * n,
    "lines without an end": lambda n: (".0001" + "A" * 40) * (n // 45),
    "equals signs": lambda n: ".0001A" + "=" * n,
    "lines of things that are not there": lambda n: _heads(64) + ".0007AAAA:AAA" * (n // 13),
    "small lines, each another": lambda n: (
        _heads(64) + "".join(f".{i % 9_999 + 1:04}{i:08}:AAA" for i in range(n // 17))
    ),
    "first lines, each another": lambda n: "".join(f".0000{i:08}:AAA" for i in range(n // 17)),
    "signs that are passed over": lambda n: "> \u00e9" * (n // 3),
}


def steps(text: str) -> int:
    """How many lines of the reader run for a text."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        if frame.f_code.co_filename != armour.__file__:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        unarmoured(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_takes_no_more_than_its_share(kind: str) -> None:
    """given text of twice the length, then it takes at most twice the steps, and a little."""
    once, twice = (steps(HOSTILE[kind](size)) for size in (6_000, 12_000))
    assert twice <= 2.2 * once + 2_000


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_megabyte_of_hostile_text_holds_nothing(kind: str) -> None:
    found = unarmoured(HOSTILE[kind](TEXT_MAX))
    assert not found.whole and len(found.broken) <= PARCELS_MAX + 2
    assert all(len(said) < 200 for said in found.broken)


def test_what_stands_behind_the_longest_text_is_not_looked_at() -> None:
    text = armoured(b"data", "PARCEL")
    assert unarmoured(" " * (TEXT_MAX - len(text)) + text).whole == [b"data"]
    assert unarmoured(" " * TEXT_MAX + text).whole == []
