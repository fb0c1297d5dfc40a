"""The table in words: all that it shows, row by row, for whoever reads or hears lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from fadenet.console.match.board import REACHED, STRIKES, BoardView, CardView, Marks, PlaceView, Rank
from fadenet.console.match.labels import ranges
from fadenet.console.match.table import Table, held, labelled, player_lines, stacks, status_line
from fadenet.engine.rules import rules_of

ENDLESS = 10_000
"""Columns of a line that is not broken."""
LINE_SIGNS = 400
"""About so many signs of a row stand in one line."""
SAID = {STRIKES: "can attack", REACHED: "in reach"}
USABLE = "can be used"


def told(table: Table) -> list[str]:
    """The table from its top down, a line each: the game, each side with its rows, who reaches whom, the
    chain, the own cards."""
    sight, s, board = table.sight, table.sight.seat.state, table.board()
    marks = Marks(board, table.strikes, "")
    said = [status_line(table, ENDLESS), *sight.face.terms(s)]
    for seat in board.far:
        said += [*_player(table, board, seat), *_held(table, seat), *_rows(board, marks, seat)]
    said += [sight.face.link(s, sight.token, n) for n in range(1, len(s.chain) + 1)]
    reach = board.reaches()
    said += ["; ".join(reach)] * bool(reach)
    for seat in board.near:
        said += [*_rows(board, marks, seat), *_player(table, board, seat), *_held(table, seat)]
    for letter in sight.face.hand:
        said += _stacked(table, "", letter, labelled(table, letter))
    return said


def _held(table: Table, seat: int) -> list[str]:
    """The Hand of another seat, if it is shown here."""
    return _stacked(table, f"p{seat + 1} ", table.sight.face.hand[0], held(table, seat))


def _player(table: Table, board: BoardView, seat: int) -> list[str]:
    """A player, with "<" in words."""
    line = " ".join(" ".join(player_lines(table, board, seat, ENDLESS)).split())
    return [f"{line[:-2]}, on turn" if line.endswith(" <") else line]


# Rows.


def _rows(board: BoardView, marks: Marks, seat: int) -> Iterator[str]:
    """The rows of a side from the top of the table down."""
    side = board.sides[seat]
    whose = "" if seat == board.sight.seat.index else f"p{seat + 1} "
    for rank in reversed(side.ranks) if side.far else side.ranks:
        if rank.drawn or not rank.empty:
            yield from _lines(f"{whose}{rank.title}", list(_places(rank, marks)))


def _lines(title: str, parts: Sequence[str]) -> Iterator[str]:
    """Parts behind a title, in lines that a reader can follow."""
    said = ""
    for part in parts:
        if said and len(said) + len(part) > LINE_SIGNS:
            yield said
            said = ""
        said = f"{said}; {part}" if said else f"{title}: {part}"
    yield said


def _places(rank: Rank, marks: Marks) -> Iterator[str]:
    """The places of a row, empty ones that lie side by side together."""
    for state, there in groupby(rank.places, _emptiness):
        places = list(there)
        if state:
            yield f"{', '.join(ranges([place.name for place in places]))} {state}"
        for place in places if not state else ():
            lead = f"{place.name} for the one ahead: " if place.hung else ""
            lead = f"{place.note} {lead}" if place.note else lead
            yield lead + "; ".join(_card(card, marks) for card in place.cards)


def _emptiness(place: PlaceView) -> str:
    """The words for an empty place, "" for one that is not empty."""
    return "" if place.cards else place.note or "empty"


def _card(card: CardView, marks: Marks) -> str:
    """A card with all that the screen shows of it."""
    said = [card.label, card.name or "hidden", card.worth, card.elements, card.marks]
    hurt = [f"{card.whole - card.left} damage of {card.whole}"] if card.hurt else []
    mark = SAID.get(marks.before.get(card.label, ""), USABLE if card.usable else "")
    line = " ".join(filter(None, [" ".join(said), *hurt, f"({mark})" if mark else ""]))
    line = " ".join(line.split())
    return f"{line} [on it: {'; '.join(_card(k, marks) for k in card.lying)}]" if card.lying else line


# Cards that are on no side.


def _stacked(table: Table, lead: str, letter: str, there: Sequence[int]) -> list[str]:
    """Cards in a zone of hidden cards in a line, equal ones together, [] for none."""
    rules = rules_of(table.sight.seat.state)
    name = rules.zone_names[rules.zone_letters.index(letter)]
    said = []
    for cell in stacks(table, there):
        usable = f" ({USABLE})" if cell.label.startswith("*") else ""
        said.append(" ".join(f"{cell.label.strip(' *')} {cell.name} {cell.rest}".split()) + usable)
    return list(_lines(f"{lead}{name}", said)) if said else []
