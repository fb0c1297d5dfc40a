"""Ratings drawn with text: what stands where, and that it fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.cli.past.charts import HEIGHT, chart


def test_a_rise_and_a_fall() -> None:
    lines = chart([1500, 1600, 1500], ["1 May", "2 May", "3 May"], 80)
    assert lines == [
        "1600 ┤      ╭─────╮",
        "     │      │     │",
        "     │      │     │",
        "     │      │     │",
        "1550 ┤      │     │",
        "     │      │     │",
        "     │      │     │",
        "     │      │     │",
        "1500 ┤──────╯     ╰─────",
        "     └──────────────────",
        "      1 May        3 May",
    ]


def test_the_same_in_ascii() -> None:
    shape = str.maketrans("┤│╭╮╯╰─└", "+|++++-+")
    lines = chart([1500, 1600, 1500], ["1 May", "2 May", "3 May"], 80)
    told = chart([1500, 1600, 1500], ["1 May", "2 May", "3 May"], 80, ascii=True)
    assert told == [line.translate(shape) for line in lines] and all(line.isascii() for line in told)


@given(st.lists(st.floats(100, 3_000), min_size=2, max_size=300), st.integers(20, 200), st.booleans())
def test_every_chart_fits_and_ends_where_its_last_value_is(
    values: list[float], width: int, ascii: bool
) -> None:
    days = [f"2026-01-{1 + i % 28:02}" for i in range(len(values))]
    lines = chart(values, days, width, ascii)
    assert len(lines) == HEIGHT + 2 and max(map(len, lines)) <= width
    top, bottom = float(lines[0].split()[0]), float(lines[HEIGHT - 1].split()[0])
    row = round((top - values[-1]) / (top - bottom) * (HEIGHT - 1))
    last = max(map(len, lines[:HEIGHT])) - 1
    assert len(lines[row]) - 1 == last and bottom <= min(values) <= max(values) <= top


@pytest.mark.parametrize("count", [2, 3, 12, 13, 40, 80, 81, 500])
def test_the_first_and_the_last_day_are_named(count: int) -> None:
    lines = chart([1500.0 + i for i in range(count)], [f"day {i:03}" for i in range(count)], 80)
    days = lines[-1].split("day ")[1:]
    assert days[-1].strip() == f"{count - 1:03}" and (count == 2 or int(days[0]) <= count // 70)
