"""A change to a figure of a card is told in the log, whatever the card that does it."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.console.faces.fade import FADE
from fadenet.engine import atoms
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_MORE, ROW_N, ROW_SEAT, Row
from fadenet.games.fade.tables import AFTERMATH, BACKUP, FRONT, KEY_N, KEY_TO
from fadenet.table.scribe import line_for
from tests.builders.cells import to
from tests.builders.playout import Playout
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CHANGES_MIN = 20


@pytest.mark.parametrize("game", ["faroe", "terrene"])
def test_every_change_of_a_figure_has_a_line(game: str) -> None:
    """given matches of random moves, then each change with an end is told with its card and its amount."""
    rules = games.load(game)
    book = rules.book
    assert isinstance(book, RuleBook)
    told = 0
    for seed in range(40):
        playout = Playout(rules, seed)
        for s in playout.rests():
            for row in s.events:
                if row[ROW_EVENT] == atoms.MODIFIED:
                    line = book.event_line(s, row)
                    assert line is not None
                    name = rules.quantities[row[ROW_N]]
                    said = line.text().removeprefix(f"{book.name_of(s, row[ROW_CARD])}: ")
                    assert said != line.text() and said.startswith((f"{row[ROW_MORE]:+d} {name}", name)), line
                    told += 1
        if told >= CHANGES_MIN:
            return
    raise AssertionError(f"only {told} changes came up")


@pytest.mark.parametrize("game", ["faroe", "terrene"])
def test_a_card_that_is_drawn_is_named_to_whoever_knows_it_alone(game: str) -> None:
    """given hidden cards that are drawn, then their owner reads their names and everybody else "a card"."""
    rules = games.load(game)
    told = 0
    for seed in range(40):
        for s in Playout(rules, seed).rests():
            for row in s.events:
                h = row[ROW_CARD]
                if rules.events[row[ROW_EVENT]] == "drawn" and not s.code[h]:
                    public, own = line_for(s, row, {}), line_for(s, row, {h: 1})
                    assert public is not None and own is not None
                    assert (public.deed(), public.text()) == (
                        "draws a card",
                        f"p{row[ROW_SEAT] + 1} draws a card",
                    )
                    assert own.deed() == f"draws {rules.cards[1].name}"
                    told += 1
        if told >= CHANGES_MIN:
            return
    raise AssertionError(f"only {told} cards were drawn")


SHY = character("shy", plv=1, keywords={"Mystify": 1})


def told(d: Duel, row: Row) -> str:
    """The text of a line of the log."""
    line = line_for(d.s, row, {})
    return "" if line is None else line.text()


@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_the_log_names_the_cell_to_which_a_character_goes(edition: str) -> None:
    """given cells, when a Character is played, moved behind, put into another cell of its row, or played
    face-down, then the line names the cell where it stands then."""
    d = Duel(SHY, edition=edition)
    squire, mask = d.fighter(0, "squire"), d.fighter(0, "shy")
    size = [(KEY_N, 0)] * (edition == "fade1")

    def last(event: str) -> str:
        return told(d, d.happened(event)[-1])

    front, back = d.rules.zone_names[FRONT], d.rules.zone_names[BACKUP]
    d.quietly(0, "play", squire, to(d, "c3"))
    assert last("moved") == f"Squire goes to the {front} (c3)"
    d.play(0, "veil", mask, to(d, "c2"), *size)
    assert last("veiled") == "p1 plays a hidden card face-down (c2)"
    d.next_turn(0)
    d.play(0, "move", squire, to(d, "b3"))
    assert last("moved") == f"Squire goes to the {back} (b3)"
    d.go(0, AFTERMATH)
    d.play(0, "move", squire, to(d, "b4"))
    assert last("shifted") == "Squire goes to b4"


@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_a_command_that_is_played_and_what_is_laid_there_have_a_line_each(edition: str) -> None:
    """given a Gate that is played, and a Strike and an Edge that are laid beside it, then one line each that
    is shown says so."""
    d = Duel(cards("gate"), edition=edition)
    gate, skill, augment = d.hand(0, "gate"), d.hand(0, "strike"), d.hand(0, "edge")
    for verb, h, cell in (("play", gate, "c2"), ("lay", skill, "c1"), ("lay", augment, "c3")):
        d.play(0, verb, h, to(d, cell))
    lines = [told(d, row) for row in d.log if FADE.tells(d.s, row)]
    assert [text for text in lines if any(name in text for name in ("Gate", "Strike", "Edge"))] == [
        "p1 plays Gate",
        "Gate enters the field (c2)",
        "p1 lays Strike as Command Material",
        "p1 lays Edge as Command Material",
    ]


def test_without_cells_it_names_none() -> None:
    """given faroe, when a Character is played, then the line names its zone alone."""
    d = Duel()
    d.quietly(0, "play", d.fighter(0, "squire"), (KEY_TO, 0))
    lines = [told(d, row) for row in d.happened("moved")]
    assert [line for line in lines if "Squire" in line][-1].endswith(
        f"goes to the {d.rules.zone_names[FRONT]}"
    )
