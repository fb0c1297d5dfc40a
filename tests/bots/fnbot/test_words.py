"""The lines that a bot may say; nothing else gets through."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol
from fadenet.bots.fnbot import words
from fadenet.bots.options import CheckOption, ChoiceOption, SpinOption, TextOption
from fadenet.engine.errors import WrongInput


def introduced(*lines: str) -> words.Introduced:
    said = words.Introduced()
    ready = [said.take(words.line_of(line.encode())) for line in lines]
    assert not any(ready[:-1])
    return said


def test_a_bot_says_what_it_is() -> None:
    """given a bot that says all there is to say of one, when its last line has come, then all is kept."""
    said = introduced(
        "name Deep Dice",
        "author A. Uthor",
        "games faroe prelude",
        "want view",
        "want told events",
        "option depth spin 3 1 8",
        "option bold check false",
        "option style choice calm calm wild",
        "option book text  my openings",
        "ok",
    )
    assert (said.name, said.author, said.games) == ("Deep Dice", "A. Uthor", ("faroe", "prelude"))
    assert said.wants == {"view", "told", "events"}
    depth, bold, style, book = said.options.values()
    assert isinstance(depth, SpinOption) and (depth.default, depth.lo, depth.hi) == (3, 1, 8)
    assert isinstance(bold, CheckOption) and bold.default is False
    assert isinstance(style, ChoiceOption) and (style.default, style.words) == ("calm", ("calm", "wild"))
    assert isinstance(book, TextOption) and book.default == "my openings"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"\xff", "not UTF-8"),
        (b"move\x1b[2J", "signs that are not printed"),
        (b"", "begins with a word"),
        (b"MOVE 1 pass", "begins with a word such as `move`, not with 'MOVE'"),
    ],
)
def test_what_is_no_line_is_refused(line: bytes, said: str) -> None:
    with pytest.raises(WrongInput, match=said.replace("[", "\\[")):
        words.line_of(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move 1 pass", "`move` says nothing of a bot; what it says of itself ends with `ok`"),
        ("want sight", "`want` names some of view, position, events, told, proposals, not 'sight'"),
        ("option depth", "an option is NAME spin"),
        ("option depth spin 9 1 8", "depth is none of: spin DEFAULT LEAST MOST"),
        ("option style choice bold calm wild", "style is none of"),
        ("option bold check maybe", "bold is none of"),
    ],
)
def test_what_says_nothing_of_a_bot_is_refused(line: str, said: str) -> None:
    with pytest.raises(WrongInput, match=said):
        introduced(line)


def test_a_reply_names_its_question() -> None:
    assert words.reply_of(words.line_of(b"move 7 play h2 p2.c1\r")) == ("move", 7, "play h2 p2.c1")
    with pytest.raises(WrongInput, match="behind `move` stands the number of the question, not 'pass'"):
        words.reply_of(words.line_of(b"move pass"))
    with pytest.raises(WrongInput, match="`play` answers no question; words: move, info, "):
        words.reply_of(words.line_of(b"play 7 h2"))


def test_a_move_is_named_by_its_place_in_the_list() -> None:
    """given two listed moves, when a bot answers @2, then it is the second one, and @0 and @3 are none."""
    listed = ["play h1", "pass"]
    assert words.move_of("@2", listed) == "pass" and words.move_of("end", listed) == "end"
    for wrong in ("@0", "@3", "@", "@x", "@-1"):
        with pytest.raises(WrongInput, match="from @1 to @2"):
            words.move_of(wrong, listed)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_line_or_are_refused(raw: bytes) -> None:
    """given any bytes, when they are read as a line of either kind, then they are taken or refused, and
    nothing else happens."""
    with suppress(WrongInput):
        said = words.line_of(raw)
        with suppress(WrongInput):
            words.Introduced().take(said)
        reply = words.reply_of(said)
        assert words.move_of(reply.text, ["pass"]) in ("pass", reply.text)


def test_the_published_conversation_keeps_to_the_words() -> None:
    """given the conversation of the specification, then its bot says of itself and answers what a bot may,
    and every word of the node stands in the tables of the specification."""
    text = (Path(protocol.__file__).parent / "FNBOT.md").read_text("utf-8")
    tables, _, told = text.partition("## 7. A conversation")
    lines = [line for line in told.splitlines() if line[:2] in ("> ", "< ")]
    said = [line[2:] for line in lines if line[0] == "<"]
    ready = said.index("ok") + 1
    assert introduced(*said[:ready]).wants == {"view"}
    replies = [words.reply_of(words.line_of(line.encode())) for line in said[ready:]]
    assert [(reply.word, reply.number) for reply in replies] == [
        ("move", 1),
        ("move", 2),
        ("info", 2),
        ("move", 2),
    ]
    assert words.move_of(replies[0].text, ["pick p1", "pick p2"]) == "pick p2"
    asked = {line[2:].split(" ")[0] for line in lines if line[0] == ">"}
    assert asked == {word for word in asked if re.search(rf"\| `{word}\b|\*\*`{word} ", tables)}
