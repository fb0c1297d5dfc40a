"""The board as text: rows of places side by side, or one behind the other where there is less room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from fadenet.console.match.board import FREE, USABLE, BoardView, CardView, PlaceView, Rank, Side
from fadenet.console.match.labels import ranges
from fadenet.console.text import cells, fit, wrap

BAR = "\u2502"
RULE, FRONT_RULE = "\u2500", "\u2550"
WHOLE = 99
"""As many cells of a name as it has."""
COLUMN_MIN = 10
WORD_MAX = 13
HEALTH_SIGNS = 5
HEALTH, HARM = "#", "."
"""The signs of a bar: for what is left of a card, and for what is gone."""
HIDDEN = "(hidden)"
ROUND_WORDS = 6
"""Cells of a rule around the words on it."""
BETWEEN = f" {BAR} "
MORE_REACH = "more: type board"


class Look(NamedTuple):
    """How much is drawn of a side, and how.

    grid: places in columns; else one behind the other. ruled: a rule with its name above each row, and how
    much is left of a card as a bar. told: what the cards say. elements: of cards on the field. attached: what
    lies on cards, by name; else, if `usable`, what can be used now. loose: that stands below its row, one
    behind the other, not in columns. empty: empty rows too. name: cells of a name at least, where it is cut.
    behind: names behind the foremost zone too. joined: from which row on one may stand in the same line as
    its neighbour.
    """

    grid: bool = True
    ruled: bool = False
    told: bool = False
    elements: bool = True
    attached: bool = True
    usable: bool = True
    loose: bool = False
    empty: bool = True
    name: int = WHOLE
    behind: bool = True
    joined: int = WHOLE


class Column(NamedTuple):
    """Cells that a column of places needs: for its longest word, and for all in one line."""

    least: int
    all: int


def drawn(side: Side, look: Look, width: int) -> list[str]:
    """A side from its front, or towards it where it is the other side of the table."""
    ranks = [rank for rank in side.ranks if rank.drawn or not rank.empty]
    rows = [rank for rank in ranks if rank.drawn and not rank.empty]
    shared = _shared(rows, look, width)
    if rows and look.told and not shared:
        return drawn(side, look._replace(told=False), width)
    front = next((rank.title for rank in ranks if not rank.empty), "")
    looks = [look if look.behind or rank.title == front else look._replace(name=0) for rank in ranks]
    blocks = [_ruled(rank, looks[n], width, shared, n > 0 or side.far) for n, rank in enumerate(ranks)]
    if not look.ruled and look.empty and (folded := _folded(ranks, width)):
        blocks.append([folded])
    lines: list[str] = []
    for n, block in sorted(enumerate(blocks), reverse=side.far):
        last = n + 1 if side.far else n
        join = lines and len(block) == 1 and last >= look.joined and cells(lines[-1] + block[0]) + 2 <= width
        lines = [*lines[:-1], lines[-1] + BAR * 2 + block[0]] if join else [*lines, *block]
    return lines


def _ruled(rank: Rank, look: Look, width: int, shared: list[int], rule: bool) -> list[str]:
    """A row with the rule above it; an empty one is that alone."""
    body = [] if rank.empty else _rank(rank, look, width, shared)
    if not look.ruled or not rule:
        return body
    said = f"{rank.title}: {_emptiness(rank)}" if rank.empty else rank.title
    return [ruled(said, width), *body]


def ruled(said: str, width: int, sign: str = RULE) -> str:
    """A rule with words on it."""
    lead = f"{sign * 2} {said} "
    return fit(lead, width) if cells(lead) > width else lead + sign * (width - cells(lead))


def _folded(ranks: Sequence[Rank], width: int) -> str:
    """The empty rows in one line, "" for none."""
    said = [_emptiness(rank) for rank in ranks if rank.empty]
    return fit(" " + "   ".join(said), width) if said else ""


def _emptiness(rank: Rank) -> str:
    """The places of an empty row."""
    return f"{ranges([place.name for place in rank.places], brief=True)[0]} {rank.places[0].note or 'empty'}"


# Places in columns.


def _shared(ranks: Sequence[Rank], look: Look, width: int) -> list[int]:
    """The widths of the columns that rows of as many places have together, [] if they do not fit."""
    if not ranks or not look.grid:
        return []
    found = [[_measured(place, look) for place in rank.places] for rank in ranks]
    columns = [
        Column(max(c.least for c in there), max(c.all for c in there)) for there in zip(*found, strict=True)
    ]
    return _widths(columns, width)


def _measured(place: PlaceView, look: Look) -> Column:
    """The cells that a place needs; an empty one needs those of its name and one more."""
    if not place.cards:
        return Column(cells(place.name) + 1, cells(place.name) + 1)
    there = [_need(card, look) for card in _shown(place, look)]
    return Column(max((n.least for n in there), default=1), max((n.all for n in there), default=1))


def _need(card: CardView, look: Look) -> Column:
    head, name = _head(card, look), _name(card, look)
    words = [*head, *(name.split() if look.name == WHOLE else [_cut(name, look)])]
    said = card.text.split() if look.told else []
    least = [min(cells(word), WORD_MAX) + 1 for word in words] + [cells(word) + 1 for word in said]
    whole = sum(cells(word) + 1 for word in head) + cells(name)
    below = [cells(_attached(k)) for k in _lying(card, look)]
    whole = max(whole, *below, len(card.text) if look.told else 0)
    return Column(max(COLUMN_MIN, cells(card.label) + 2, *least), whole)


def _widths(columns: Sequence[Column], width: int) -> list[int]:
    """Widths that make up so many cells with bars between them: the least, and of what is left to each by
    what it has; [] if there is too little."""
    left = width - len(columns) + 1 - sum(c.least for c in columns)
    if left < 0:
        return []
    wanted = [c.all - c.least for c in columns]
    total = max(sum(wanted), 1)
    found = [c.least + left * want // total for c, want in zip(columns, wanted, strict=True)]
    spare = width - len(columns) + 1 - sum(found)
    return [*found[:-1], found[-1] + spare]


def _rank(rank: Rank, look: Look, width: int, shared: list[int]) -> list[str]:
    """A row that is not empty."""
    lines = _places(rank, look, width, shared)
    if look.loose:
        lines += _in_flow([[_lone(k)] for place in rank.places for k in place.below], width)
    return lines


def _places(rank: Rank, look: Look, width: int, shared: list[int]) -> list[str]:
    """The places of a row."""
    if not any(_shown(place, look) for place in rank.places):
        return []
    if rank.drawn and shared:
        return _in_columns(
            [_place(place, look, w) for place, w in zip(rank.places, shared, strict=True)], shared
        )
    there = [place for place in rank.places if place.cards and _shown(place, look)]
    if look.grid and not rank.drawn:
        for lines in range(1, 3):
            rows = _parted(there, lines)
            widths = [_widths([_measured(place, look) for place in row], width) for row in rows]
            if all(widths):
                return [line for row, ws in zip(rows, widths, strict=True) for line in _row(row, look, ws)]
        if look.told:
            return _places(rank, look._replace(told=False), width, shared)
    return _in_flow([_flowing(card, look) for place in there for card in _shown(place, look)], width)


def _row(places: Sequence[PlaceView], look: Look, widths: Sequence[int]) -> list[str]:
    return _in_columns([_place(place, look, w) for place, w in zip(places, widths, strict=True)], widths)


def _parted(places: list[PlaceView], lines: int) -> list[list[PlaceView]]:
    """Places in so many lines, as many in each."""
    n = -(-len(places) // lines)
    return [places[at : at + n] for at in range(0, len(places), n)]


def _in_columns(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    rows = zip_longest(*blocks, fillvalue="")
    return [BAR.join([fit(cell, w) for cell, w in zip(row, widths, strict=True)]) for row in rows]


def _place(place: PlaceView, look: Look, width: int) -> list[str]:
    """A place in so many cells."""
    if not _shown(place, look):
        return [f" {place.name}", *([f" {place.note}"] if cells(place.note) < width and place.note else [])]
    found: list[str] = []
    for card in _shown(place, look):
        found += _in_column(card, look, width)
    return found


def _in_column(card: CardView, look: Look, width: int) -> list[str]:
    """A card in so many cells: label and figures, the name, what it says, what lies on it."""
    head, name, room = _head(card, look), _name(card, look), width - 1
    whole = f"{head[0]} {name} {' '.join(head[1:])}".rstrip()
    if cells(whole) <= room:
        lines = [whole]
    else:
        lines = [*_wrapped(" ".join(head), room)]
        lines += _wrapped(name, room) if look.name == WHOLE else [fit(name, min(room, cells(name)))]
    lines += _wrapped(card.text, room) if look.told and card.text else []
    found = [f" {line}" for line in lines]
    found[0] = _marked(found[0], card)
    for below in _lying(card, look):
        first, *more = _wrapped(_attached(below), room)
        found += [_marked(f" {first}", below), *(f" {line}" for line in more)]
    return found


# Places one behind the other.


def _flowing(card: CardView, look: Look) -> list[str]:
    """A card in one line, then each one that lies on it."""
    head, name = _head(card, look), _cut(_name(card, look), look)
    said = _marked(" " + " ".join([head[0], *([name] if name else []), *head[1:]]), card)
    return [said, *(_lone(k) for k in _lying(card, look))]


def _in_flow(cards: Sequence[Sequence[str]], width: int) -> list[str]:
    """Cards with bars between them, each followed by what lies on it, in as few lines as they need."""
    lines: list[str] = []
    for texts in cards:
        for n, text in enumerate(texts):
            between = " " if n else BAR
            if lines and cells(lines[-1]) + 1 + cells(text) <= width:
                lines[-1] += between + text
            elif cells(text) + 2 * (n > 0) <= width:
                lines.append("  " * (n > 0) + text)
            else:
                first, *more = wrap(text[1:], width - 1, "    ")
                lines += [text[0] + first, *(f" {line}" for line in more)]
    return lines


# Cards.


def _shown(place: PlaceView, look: Look) -> list[CardView]:
    """The cards of a place that are shown there: of what lies on others perhaps only what can be used now."""
    return [c for c in place.cards if not place.hung or _hangs(c, look)]


def _lying(card: CardView, look: Look) -> list[CardView]:
    return [k for k in card.lying if _hangs(k, look)]


def _hangs(card: CardView, look: Look) -> bool:
    """Whether a card that lies on another is shown with it."""
    return not look.loose and (look.attached or (look.usable and card.usable))


def _head(card: CardView, look: Look) -> list[str]:
    """Label, figures and marks."""
    said = [card.label, *card.worth.split(), *([card.hurt] if card.hurt else [])]
    said += [card.elements] if look.elements and card.elements else []
    said += card.marks.split() if card.name else [card.marks or "?"]
    return [*said, *([health(card)] if look.ruled and card.whole else [])]


def _name(card: CardView, look: Look) -> str:
    return (card.name or HIDDEN) if look.name else ""


def _cut(name: str, look: Look) -> str:
    return fit(name, min(look.name, cells(name)))


def _attached(card: CardView) -> str:
    """A card that lies on another, in one line."""
    return " ".join(filter(None, [card.label, card.name, card.worth, card.hurt, card.marks]))


def _lone(card: CardView) -> str:
    """The same with its mark, where it stands for itself."""
    return _marked(f" {_attached(card)}", card)


def health(card: CardView) -> str:
    """A bar of a card's HP or life: full only if the card is unhurt, empty only if nothing is left."""
    n = -(-card.left * HEALTH_SIGNS // card.whole)
    n = min(max(n, 0), HEALTH_SIGNS - (card.left < card.whole))
    return HEALTH * n + HARM * (HEALTH_SIGNS - n)


def _marked(line: str, card: CardView) -> str:
    """A line that begins with a blank and the label of a card, with the mark before it and room behind it."""
    label = f"{USABLE if card.usable else FREE}{card.label} "
    return label + line[len(label) :]


@lru_cache(maxsize=16_384)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    return tuple(wrap(text, width))


# The line between the fronts.


def front_lines(board: BoardView, width: int) -> list[str]:
    """The rules between the fronts, with who reaches whom as the table stands."""
    room, lines = width - ROUND_WORDS, list[str]()
    for words in board.reaches():
        joined = BETWEEN.join([*lines[-1:], words])
        lines[-1:] = [joined] if cells(joined) <= room else [*lines[-1:], *wrap(words, room)]
    return [ruled(words, width, FRONT_RULE) for words in lines] or [FRONT_RULE * width]


def front_line(board: BoardView, width: int) -> list[str]:
    """The same in one line: whom the own seat reaches, what the others reach of the own side, as far as there
    is room, and where the rest is said."""
    said = board.threats()
    ways = [BETWEEN.join([*said[:n], MORE_REACH]) for n in range(len(said), 0, -1)]
    ways.insert(1, BETWEEN.join(said))
    words = next((way for way in ways if cells(way) + ROUND_WORDS <= width), said[0])
    return [ruled(words, width, FRONT_RULE)]
