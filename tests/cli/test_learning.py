"""`fadenet learn`: lists, a lesson in plain lines, progress that is kept, the first page; and the book."""

from __future__ import annotations

import json

import pytest

from fadenet import games
from fadenet.cli.cards.learning import LEARNED, keep_learned, next_lesson
from fadenet.cli.frame.achieved import FILE_BYTES
from fadenet.games.lessons import book_of, lessons_of
from tests.cli.helpers import GAME, Cli, sentence

RULES = games.load(GAME)
FIRST, SECOND = lessons_of(RULES)[:2]


def test_all_lessons_are_listed_with_what_is_done(cli: Cli) -> None:
    """given one lesson done and one begun, then the list says so, and the next one is the one begun."""
    keep_learned(cli.home, RULES, FIRST, len(FIRST.steps))
    keep_learned(cli.home, RULES, SECOND, 2)
    assert cli("learn") == 0
    for name in games.NAMES:
        assert f"{name}: " in cli.out
    assert "(done)" in cli.out and f"(step 3 of {len(SECOND.steps)})" in cli.out
    assert max(map(len, cli.out.splitlines())) <= 100
    assert next_lesson(RULES, LEARNED.read(cli.home)) == SECOND
    assert cli("learn", GAME, "--json") == 0
    found = json.loads(cli.out)["lessons"]
    assert [one["lesson"] for one in found] == [one.id for one in lessons_of(RULES)]
    assert found[0]["done"] == found[0]["steps"] and found[1]["done"] == 2


def test_what_was_done_once_stays_done(cli: Cli) -> None:
    """given a lesson that is done and begun once more, then it is still done."""
    keep_learned(cli.home, RULES, FIRST, len(FIRST.steps))
    keep_learned(cli.home, RULES, FIRST, 1)
    assert LEARNED.read(cli.home)[GAME][FIRST.id] == len(FIRST.steps)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_first_page_is_shown(cli: Cli, name: str) -> None:
    assert cli("learn", name, "--quick") == 0
    assert "FIVE MOVES" in cli.out and len(cli.out.splitlines()) <= 24


def test_a_lesson_that_is_not_there_is_named(cli: Cli) -> None:
    for wrong in ("0", "99", "nothing"):
        assert cli("learn", GAME, wrong) == 4
        assert wrong in sentence(cli.err) and "wins" in cli.err
    assert cli("learn", "chess") == 4 and "chess" in sentence(cli.err)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b'{"faroe": 3}', b'{"faroe": {"wins": "x"}}', b" " * (FILE_BYTES + 1)]
)
def test_a_file_that_says_nothing_is_refused(cli: Cli, data: bytes) -> None:
    """given a file of progress that was not written here, then the command says what to do about it."""
    cli.home.mkdir(exist_ok=True)
    (cli.home / LEARNED.file).write_bytes(data)
    assert cli("learn") == 3 and "Delete it" in sentence(cli.err)


def test_a_file_of_the_greatest_size_is_read() -> None:
    """given a file of just as many bytes as one may have, then it is read."""
    assert LEARNED.parse(b"{}".ljust(FILE_BYTES), LEARNED.file) == {}


def test_a_lesson_is_taken_in_plain_lines_left_and_taken_up(cli: Cli) -> None:
    """given a pipe, when the first step is made and the input ends, then the lesson is taken up at its
    second, with the same facts as on the screen and no escapes; at its end the next one is named.
    """
    cli.typing("end\nattack c1 p2.c1\n", "learn", GAME, "wins", ends=True)
    taken = cli.out
    told = FIRST.steps[0].then.rpartition("}")[2]  # behind the figures, which stand as the position has them
    assert FIRST.steps[0].no["end"] in taken and told in taken, taken + cli.err
    assert LEARNED.read(cli.home) == {GAME: {"wins": 1}} and f"To go on: fadenet learn {GAME}" in cli.err
    assert cli.typing("hint\n1\n", "learn", GAME, ends=True) == 0
    assert "you go on with step 2 of 2" in cli.out and "\x1b" not in taken + cli.out
    assert FIRST.steps[0].say not in cli.out and FIRST.steps[1].say in cli.out and FIRST.end in cli.out
    assert f"fadenet learn {GAME}" in cli.err and LEARNED.read(cli.home) == {GAME: {"wins": 2}}


def test_the_book_is_read_in_the_order_of_learning(cli: Cli) -> None:
    """given rules GAME --read, then all chapters come with headings, rules and examples; one may be named."""
    assert cli("rules", GAME, "--read") == 0
    lines = cli.out.splitlines()
    titles = [title for title, _ in book_of(RULES)]
    places = [lines.index(f"{n} {title}") for n, title in enumerate(titles, 1)]
    assert places == sorted(places) and all(set(lines[at + 1]) == {"="} for at in places)
    assert sum(line.startswith("[") for line in lines) == len(RULES.book.rules)
    assert any(line.startswith("Example: ") for line in lines) and max(map(len, lines)) <= 80
    assert cli("rules", GAME, "--read", "10") == 0 and cli.out.startswith("10 The Chain\n")
    assert cli("rules", GAME, "--read", "the", "chain", "--json") == 0
    assert json.loads(cli.out)["chapters"][0]["chapter"] == "The Chain"
    assert cli("rules", GAME, "--read", "xyzzy") == 4 and "10 The Chain" in sentence(cli.err)
