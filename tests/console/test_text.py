"""Nothing that a peer sends can move the cursor, hide text, or break the layout."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from fadenet.console.text import cells, clean, fit, fit_hints, wrap

HOSTILE = st.text(max_size=60) | st.text(
    alphabet="\x1b[]0;7m\x07\x9b\u202e\u2066\u200b\u200d\ufe0f\u0301\U0001f1e9\U0001f3fd\u6c34ab \r\n\x00",
    max_size=60,
)


@given(HOSTILE, st.integers(0, 50))
def test_cleaned_text_has_no_control_or_hidden_sign_and_keeps_its_bound(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert not {unicodedata.category(ch) for ch in cleaned} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert cells(cleaned) == max(wcswidth(cleaned), 0) <= most


@given(HOSTILE)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_a_title_sequence_becomes_plain_signs() -> None:
    assert clean("\x1b]0;owned\x07") == "\ufffd]0;owned\ufffd"


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Aud", "\u00c9lan", "\u6c34\u306e\u5b88\u8b77\u8005", "Jos\u00e9 O'Neil-4"):
        assert clean(name) == name


@given(HOSTILE.map(clean), st.integers(0, 40))
def test_a_fitted_text_takes_exactly_its_cells(text: str, width: int) -> None:
    assert cells(fit(text, width)) == width


@given(HOSTILE.map(clean), st.integers(4, 40))
def test_wrapping_keeps_the_words_and_the_width(text: str, width: int) -> None:
    lines = wrap(text, width, "  ")
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_command_stays_in_one_piece_where_a_line_has_room_for_it() -> None:
    said = "The match is kept. To go on: fadenet resume 0123456789ab"
    assert wrap(said, 40, "  ") == ["The match is kept. To go on:", "  fadenet resume 0123456789ab"]
    assert wrap(said, 20, "  ") == ["The match is kept.", "  To go on: fadenet", "  resume", "  0123456789ab"]
    assert wrap("Quit, then type `fadenet learn`.", 26, "  ") == ["Quit, then type", "  `fadenet learn`."]


def test_an_answer_in_brackets_stays_in_one_piece_where_a_line_has_room_for_it() -> None:
    said = "Rock, paper or scissors? [1 rock] [2 paper] [3 pair of scissors]"
    assert wrap(said, 36, "  ") == ["Rock, paper or scissors? [1 rock]", "  [2 paper] [3 pair of scissors]"]
    assert wrap(said, 16, "  ")[-3:] == ["  [2 paper] [3", "  pair of", "  scissors]"]
    assert wrap("p2 Mara has won [win.lose-ko]", 16, "  ") == ["p2 Mara has won", "  [win.lose-ko]"]


def test_hints_without_room_lose_those_in_the_middle() -> None:
    """given hints that are wider than the row, then the last stays, and so does what begins with `?`."""
    said = "Tab completes   ? help   legal   why   quit"
    assert fit_hints(said, len(said) + 2) == f"{said}  "
    assert fit_hints(said, 36) == fit("Tab completes   ? help   quit", 36)
    assert fit_hints(said, 38) == fit("Tab completes   ? help   legal   quit", 38)
    assert fit_hints(said, 20) == "Tab completes   ? h~"
