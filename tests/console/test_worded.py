"""The table in words has all that is drawn of it, for every seat of every game and format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

import pytest

from fadenet.console.match import worded
from fadenet.console.match.board import REACHED, STRIKES, USABLE, Marks
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.drawing import BAR, FRONT_RULE, HARM, HEALTH, HEALTH_SIGNS, RULE
from fadenet.console.match.table import Room, laid
from fadenet.console.text import cells
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.playout import TABLES, Playout, Table
from tests.console.helpers import NAMES

WIDTH = 200
TURNS = (3, 8)
"""The turns in which a match is looked at."""
SEED = 5
TOLD, RULED = 0, 1
"""The roomiest forms of a side: with what its cards say, and without."""
CROWDED = {str(table) for table in {(one.game, one.format): one for one in TABLES}.values()}
"""A table of each format of a game, with as many players as it has."""
FORMATS = {(one.game, one.format, one.players): one for one in TABLES if one.game != "ten"}
WORDS = {STRIKES: worded.SAID[STRIKES], REACHED: worded.SAID[REACHED], USABLE: worded.USABLE}
BARS = re.compile(rf"[{BAR}{RULE}{FRONT_RULE}]|(?<= )[{HEALTH}{HARM}]{{{HEALTH_SIGNS}}}(?=[ {BAR}]|$)")
AROUND = re.compile(r"[][();,:]")
DAMAGE = re.compile(r"-(\d+)")
PLACE = re.compile(r"(?:p\d\.)?[a-c]\d+(?:-\d+)?")


def looked_at(table: Table) -> Iterator[Desk]:
    """The views of each seat in some turns of a random match."""
    match, turns = Playout(table.rules, SEED, players=table.players), {*TURNS}
    for s in match.rests():
        if s.over or not turns:
            return
        if s.turn in turns and not s.needs:
            turns.remove(s.turn)
            for seat, known in enumerate(match.dealer.known):
                desk = Desk()
                names, kinds = NAMES[: s.seats], ("human",) * s.seats
                about = MatchInfo("m", table.game, table.format, seat, names, kinds, (), 0)
                desk.start(about, SeatView(s, seat, known))
                if desk.sight.seat.ask is not None:
                    desk.open()
                yield desk


def drawn(desk: Desk, form: int) -> list[str]:
    """The whole table, its sides in such a form, with marks before labels."""
    here = laid(desk.table(), WIDTH, Room.WIDE)
    lines = [line for block in here.blocks for line in block.lines(min(form, len(block.forms) - 1))]
    return Marks(here.board, desk.table().strikes, "").on(lines)


def words(lines: Sequence[str]) -> Counter[str]:
    """The words of lines without what stands around them."""
    return Counter(word for line in lines for word in AROUND.sub(" ", line).split())


def meant(lines: Sequence[str], labels: Collection[str]) -> Iterator[str]:
    """The words that say what is drawn. A mark before a label, the damage on a card and `<` have words of
    their own; a place in which nothing stands is left out."""
    for word in words([BARS.sub(" ", line) for line in lines]).elements():
        mark, label = (word[0], word[1:]) if word[0] in WORDS and word[1:] else ("", word)
        if damage := DAMAGE.fullmatch(label):
            yield from (damage[1], "damage")
        elif label == "<":
            yield from ("on", "turn")
        elif label in labels or not PLACE.fullmatch(label):
            yield from (label, *WORDS.get(mark, "").split())


def page(desk: Desk, line: str) -> list[str]:
    """The page of a word that is not a move."""
    enter(desk, line)
    assert desk.page is not None
    return desk.page.paragraphs


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [pytest.param(one, marks=[pytest.mark.long] * (str(one) not in CROWDED)) for one in FORMATS.values()],
    ids=str,
)
def test_words_say_all_that_is_drawn(table: Table) -> None:
    """given a random match, then `board` has each word of the table as it is drawn where there is room for
    all, as often as it stands there, in lines that have no escapes and an end; and what the cards say, `hand`
    and `field` do."""
    looks = 0
    for desk in looked_at(table):
        said, sight = page(desk, "board"), desk.sight
        assert not any("\x1b" in line or cells(line) > 1_000 for line in said)
        there = Counter(meant(drawn(desk, RULED), {sight.token(h) for h in sight.visible()}))
        there["?"] -= there["hidden"]  # both stand for a card that nobody here knows
        lost = there - words(said)
        assert {*lost} <= {"closed"} & {*words(said)}, (sight.seat.index, lost)  # said once of neighbours
        texts = words([*said, *page(desk, "hand"), *page(desk, "field")])
        untold = {*meant(drawn(desk, TOLD), ())} - {*texts, "?"}
        assert not untold
        looks += 1
    assert looks >= 1
