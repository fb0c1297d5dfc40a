"""Match records as text: both ways without loss, and text that is not a record is refused with its line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet.table import reading
from fadenet.table.reading import parse, read
from fadenet.table.record import (
    ALL,
    FIRST_LINE,
    MARKS,
    PUBLIC,
    TABLE,
    Answered,
    BadRecord,
    Check,
    Event,
    Note,
    Placing,
    Record,
    RecordLine,
    Seated,
    TurnBegins,
    write,
)

SMALL = """%fadenet-record 1
[Game "faroe"]
[Format "duel"]
[Options "legend=ember"]
[Date "2026-11-21T19:04:00Z"]
[P1 "Aud \\"the\\" Ün\\u202e"]
[P2 "Mara"]
[Kinds "human bot"]
[Keys "b32:abcd -"]
[Clock "600+5"]
[Rules "b2:HASH"]
[Cards "b2:HASH"]
[Deck1 "rising-kick*4 rookie-ace"]
[Deck2 ""]
[View "p1"]
[Result "p1=p2>p3 win.lose-ko"]
[Head "b2:HASH"]

; before the first turn

turn 1 p1
= 0011223344556677
1. p1 bind #41=rising-kick #7=?
2. - toss 1 0
  > p1 throws Rock
3. p1 attack c1 p2.c3 ~3:7,1:9 !? @583000 ; forces  the block
4. p2 pass ~
;
""".replace("HASH", "0f" * 32)


def test_the_canonical_text_is_read_and_written_byte_for_byte() -> None:
    """given a record with every kind of line, then its parts are as written, and writing gives it back."""
    record = parse(SMALL)
    assert write(record) == SMALL
    assert record.players == (Seated('Aud "the" Ün\u202e', "human", "b32:abcd"), Seated("Mara", "bot"))
    assert record.decks == (("rising-kick",) * 4 + ("rookie-ace",), ())
    assert record.options == (("legend", "ember"),) and record.clock == (600, 5)
    assert record.result == Placing(((0, 1), (2,)), "win.lose-ko") == Placing.of((1, 1, 3), "win.lose-ko")
    assert record.entries[2] == Answered(
        0, ("attack", "c1", "p2.c3"), ((3, 7), (1, 9)), "!?", 583000, "forces  the block"
    )
    assert record.entries[3].standing == () and record.entries[1].who == TABLE
    assert record.entries[2].line == 26


def test_a_match_by_correspondence_has_days_for_its_clock() -> None:
    text = SMALL.replace("600+5", "days:3")
    assert parse(text).clock == 3
    assert write(parse(text)) == text


def test_other_ways_of_writing_are_read_as_the_same() -> None:
    """given CRLF, more blanks, blank lines, unknown tags and another order of tags, then it is the same."""
    lines = SMALL.split("\n")
    lines[1], lines[2] = lines[2], lines[1]
    lines.insert(3, '[Event "club night"]')
    loose = "\r\n".join("  " + re.sub(r"^(\d+\.) ", r"\1   ", line) + "\t" for line in lines[1:])
    assert parse(f"{FIRST_LINE}  \r\n{loose}\r\n\r\n") == parse(SMALL)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        (FIRST_LINE, "%fadenet-record 2", 1, "begins with"),
        ("[Game ", "[Game", 2, "a tag is written"),
        ('"faroe"', '"Faroe!"', 2, "Game is written"),
        ("[Date", "[Game", 5, "twice"),
        ('"Mara"', '"Ma\\ud800ra"', 7, "no JSON string"),
        ('"Mara"', '""', 7, "a name has 1 to"),
        ("human bot", "human cyborg", 8, "human or bot"),
        ("600+5", "600", 10, "whole number"),
        ("600+5", "days:x", 10, "whole number"),
        ("rookie-ace", "rookie-ace*0", 13, "a deck is a list"),
        ("rookie-ace", "rookie-ace*1021", 13, "a deck is a list"),
        ('"p1"', '"p3"', 15, "all, public, or a seat"),
        ("p1=p2>p3", "p2=p1>p3", 16, "Result is"),
        ("turn 1 p1", "turn 1", 21, "write: turn"),
        ("turn 1 p1", "turn 01 p1", 21, "whole number"),
        ("0011", "001x", 22, "16 hex digits"),
        ("2. - toss", "3. - toss", 24, "the next answer is number 2"),
        ("2. - toss", "2. p9 toss", 24, "no seat"),
        ("~3:7,1:9", "~3:7:1", 26, "standing passes are written"),
        ("@583000", "@5e3", 26, "whole number"),
        ("p2 pass ~", "p2", 27, "an answer has"),
        ("p2 pass ~", "p2 pässe", 27, "cannot stand in an answer"),
        ("throws", "\x1b[2Jthrows", 25, "cannot be printed"),
        ("  > p1", "  <p1", 25, "neither a tag"),
        ("turn 1", '[Game "x"]\nturn 1', 21, "tags stand before"),
        ("  > p1 throws Rock", "  >", 25, "a text has"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, line: int, what: str) -> None:
    """given one mistake, then the record is refused, with the line and in words."""
    assert SMALL.count(old) >= 1
    with pytest.raises(BadRecord, match=re.escape(what)) as caught:
        parse(SMALL.replace(old, new, 1))
    assert caught.value.line == line and f"Line {line} " in caught.value.message


def test_limits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """given more lines, longer lines or more bytes than a record may have, then it is refused at once."""
    with pytest.raises(BadRecord, match="characters"):
        parse(SMALL + ";" * (reading.LINE_CHARS_MAX + 1))
    with pytest.raises(BadRecord, match="1 to 2000"):
        parse(SMALL + ";" + "x" * (reading.TEXT_CHARS_MAX + 1))
    with pytest.raises(BadRecord, match=r"Line 2 .*UTF-8"):
        read(SMALL.encode().replace(b"faroe", b"\xff"))
    data, lines = SMALL.encode(), len(SMALL.split("\n"))
    monkeypatch.setattr(reading, "BYTES_MAX", len(data))
    assert read(data) == read(BOM_UTF8 + data)
    with pytest.raises(BadRecord, match=f"larger than {len(data)} bytes"):
        read(data + b"\n")
    monkeypatch.setattr(reading, "LINES_MAX", lines)
    assert parse(SMALL)
    with pytest.raises(BadRecord, match=f"at most {lines} lines"):
        parse(SMALL + "\n")


# Any record.

numbers = st.integers(0, 10**9)
names = st.text(min_size=1, max_size=30)
slugs = st.text("abcxyz019-", min_size=1, max_size=12).map(lambda t: "a" + t)
hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
said = st.text(max_size=60).filter(lambda t: t.isprintable()).map(str.strip)
words = st.text("akp109#.=?*/:-", min_size=1, max_size=12).map(lambda t: "a" + t)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[RecordLine, ...]:
    entry = st.builds(
        Answered,
        st.integers(-1, 7),
        st.lists(words, min_size=1, max_size=8).map(tuple),
        st.none() | st.lists(st.tuples(numbers, numbers), max_size=3).map(tuple),
        st.sampled_from(["", *sorted(MARKS)]),
        st.just(-1) | numbers,
        said,
    )
    line = st.one_of(
        st.builds(TurnBegins, numbers, st.integers(0, 7)),
        entry,
        st.builds(Event, said.filter(bool)),
        st.builds(Check, st.binary(min_size=8, max_size=8).map(bytes.hex)),
        st.builds(Note, said),
    )
    return tuple(draw(st.lists(line, max_size=12)))


@st.composite
def records(draw: st.DrawFn) -> Record:
    players = tuple(
        Seated(draw(names), draw(st.sampled_from(["human", "bot"])), draw(st.just("") | words))
        for _ in range(draw(st.integers(1, 4)))
    )
    seats = draw(st.permutations(range(len(players))))
    cut = draw(st.integers(1, len(players)))
    order = (tuple(sorted(seats[:cut])), *((seat,) for seat in seats[cut:]))
    return Record(
        game=draw(slugs),
        format=draw(slugs),
        options=tuple(draw(st.dictionaries(slugs.filter(str.isalpha), slugs, max_size=2)).items()),
        date=draw(st.text(max_size=20)),
        players=players,
        clock=draw(st.none() | st.tuples(numbers, numbers)),
        rules=draw(hashes),
        cards=draw(hashes),
        decks=tuple(draw(st.lists(st.lists(slugs, max_size=6).map(tuple), max_size=4))),
        view=draw(st.sampled_from([ALL, PUBLIC, f"p{len(players)}"])),
        result=draw(st.none() | st.builds(Placing, st.just(order), slugs)),
        head=draw(st.just("") | hashes),
        lines=draw(bodies()),
    )


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(records())
def test_any_record_comes_back_from_its_text(record: Record) -> None:
    """given a record, then its text is read as the same record, and written again byte for byte."""
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    assert read(text.encode()) == record


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_changed_text_is_read_or_refused_in_words(data: st.DataObject) -> None:
    """given a record with a piece of it changed, then it can be read and written, or is refused."""
    at = data.draw(st.integers(0, len(SMALL)))
    cut = data.draw(st.integers(0, 6))
    text = (
        SMALL[:at]
        + data.draw(st.text(max_size=6) | st.sampled_from(list("\n;~@=>[]\"'*.0 ")))
        + SMALL[at + cut :]
    )
    try:
        record = parse(text)
    except BadRecord as error:
        assert error.message.endswith(".") and "\n" not in error.message
    else:
        assert parse(write(record)) == record


@settings(max_examples=100, deadline=None)
@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(lambda t: f"{FIRST_LINE}\n{t}".encode(errors="replace"))
)
def test_bytes_of_any_origin_are_refused_in_words(data: bytes) -> None:
    """given bytes, then they are a record or refused: nothing else comes of them."""
    try:
        read(data)
    except BadRecord as error:
        assert error.message
