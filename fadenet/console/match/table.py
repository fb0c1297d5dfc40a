"""The table beside log and question, in forms that take less and less room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto
from functools import cached_property, partial
from itertools import chain

from fadenet.console.match.board import FREE, USABLE, BoardView, Side, Strikes
from fadenet.console.match.drawing import Look, drawn, front_line, front_lines
from fadenet.console.match.labels import together
from fadenet.console.match.layout import (
    FOLD,
    MORE,
    NAME_MIN,
    Block,
    Cell,
    Rendering,
    close,
    columns,
    fewer,
    folded,
    standing,
)
from fadenet.console.match.sight import Sight
from fadenet.console.text import cells, fit, wrap
from fadenet.engine.acts import A_SEAT
from fadenet.engine.language.english import number_of
from fadenet.engine.looking import looked_at
from fadenet.engine.rules import rules_of
from fadenet.engine.state import is_automaton

GAP = "   "
SIDE_MIN = 62
"""Cells that each of several sides has at least where they stand side by side."""
LINKS_MAX = 4
NEAR_ROWS = (8, 6, 4, 2)
"""So many lines of the own side stand there at least, the more the sooner."""
BESIDE = "\u2502"


@dataclass(frozen=True, slots=True)
class Table:
    """A match as it is shown beside the log and a page.

    typed: the line as far as it is typed. usable: handles that a legal move names. strikes: by attacker, the
    handles that it can attack now. status: the end of the status line. brief: the question alone, for where
    the table has no room. question: the text at the bottom, in so many `rows` at most. guide: the text above
    the question, whole. banks: the time left in them, by seat. named: the card that was named last, 0 = none.
    """

    sight: Sight
    typed: str
    usable: frozenset[int]
    status: str
    brief: str
    question: str
    rows: int
    guide: str = ""
    banks: Sequence[str] = ()
    strikes: Strikes = field(default_factory=dict)
    named: int = 0

    def board(self) -> BoardView:
        """The board without what the typed line changes."""
        return looked_at(self.sight.seat.state, lambda _: BoardView(self.sight, self.usable))


class Room(IntEnum):
    """The room that a table has. CLOSE: of the cards that lie on others, for the names of those that can be
    used. ROOMY: for all of their names, if that can be. WIDE: for the cells of a board too, before the whole
    pool."""

    CLOSE = auto()
    ROOMY = auto()
    WIDE = auto()


class Trim(IntEnum):
    """The things that are given up for lack of rows, the first first. Own names are cut late; in a duel those
    of the front across the table are left out later still. Several other sides are too much for that."""

    POOL_CLOSE = auto()
    FAR_TOLD = auto()
    NEAR_TOLD = auto()
    TEXTS = auto()
    POOL_BRIEF = auto()
    FAR_RULES = auto()
    NEAR_RULES = auto()
    POOL_FEW = auto()
    HAND_CLOSE = auto()
    LOG_SHORT = auto()
    OTHERS_COUNTED = auto()
    FAR_LOOSE = auto()
    NEAR_LOOSE = auto()
    POOL_SHORT = auto()
    FAR_SPARE = auto()
    NEAR_SPARE = auto()
    FAR_FLOW = auto()
    NEAR_FLOW = auto()
    FAR_COUNTED = auto()
    DETAIL_NONE = auto()
    FAR_SHORT = auto()
    NEAR_COUNTED = auto()
    HAND_BRIEF = auto()
    LOG_SHORTEST = auto()
    OTHERS_FLOWING = auto()
    FAR_FLOWING = auto()
    OTHERS_CUT = auto()
    FAR_CUT = auto()
    NEAR_FLOWING = auto()
    POOL_FEWER = auto()
    POOL_FOLDED = auto()
    OTHERS_NAMELESS = auto()
    OTHERS_FRONT = auto()
    FAR_BEHIND = auto()
    LINKS_FEW = auto()
    LOG_LEAST = auto()
    REACH_FEW = auto()
    OTHERS_FOLDED = auto()
    POOL_GONE = auto()
    NEAR_BARE = auto()
    HAND_CUT = auto()
    LOG_LINE = auto()
    LOG_NONE = auto()
    NEAR_CUT = auto()
    HAND_FOLDED = auto()
    FAR_NAMELESS = auto()
    FAR_FRONT = auto()
    FAR_FOLDED = auto()
    NEAR_FOLDED = auto()


FULL = Look()
TOLD, RULED = Look(ruled=True, told=True), Look(ruled=True)
LOOSE, FLOW = Look(loose=True, empty=False), Look(grid=False, empty=False, joined=2)
SPARE = LOOSE._replace(elements=False)
COUNTED = Look(elements=False, attached=False, empty=False)
SHORT = COUNTED._replace(name=NAME_MIN)
FLOWING = COUNTED._replace(grid=False, joined=2)
BARE = FLOWING._replace(usable=False)
CUT = BARE._replace(name=NAME_MIN)
FRONT = FLOWING._replace(name=NAME_MIN, behind=False, joined=1)
NAMELESS = FRONT._replace(name=0)
FAR_ROOMY = [(LOOSE, Trim.FAR_LOOSE), (SPARE, Trim.FAR_SPARE), (FLOW, Trim.FAR_FLOW)]
NEAR_ROOMY = [(LOOSE, Trim.NEAR_LOOSE), (SPARE, Trim.NEAR_SPARE), (FLOW, Trim.NEAR_FLOW)]
"""Forms of sides in which all that lies on cards is named, in cells and without."""


# The table from the top down.


class Laid:
    """All that stands on the table, in cells of so many columns, without what the typed line changes.

    hand, pool: what the own cards there say, in lines of as many cells, equal ones once.
    """

    def __init__(self, table: Table, board: BoardView, blocks: list[Block], width: int) -> None:
        self.table = table
        self.board = board
        self.blocks = blocks
        self.width = width

    @cached_property
    def hand(self) -> list[list[str]]:
        return self._texts(self.table.sight.face.hand[:1])

    @cached_property
    def pool(self) -> list[list[str]]:
        return self._texts(self.table.sight.face.hand[1:])

    def _texts(self, letters: str) -> list[list[str]]:
        sight, alike = self.table.sight, dict[int, list[int]]()
        for h in [h for letter in letters for h in labelled(self.table, letter)]:
            alike.setdefault(sight.seat.code(h), []).append(h)
        found = []
        for code, equal in alike.items():
            label = together([sight.token(h) for h in equal])
            text = f"{label} {sight.face.detail(sight.seat.state, equal[0], code)}"
            found += [wrap(text, self.width, MORE)] if code else []
        return found


def laid(table: Table, width: int, room: Room) -> Laid:
    """The table laid out, anew only when something has changed."""
    sight = table.sight
    looked = _looked_at(table)
    key = (sight.fingerprint(), table.usable, table.status, tuple(table.banks), looked, width, room)
    if sight.kept is None or sight.kept[0] != key:
        sight.kept = key, looked_at(sight.seat.state, lambda _: _laid(table, looked, width, room))
    found: Laid = sight.kept[1]
    return found


def _laid(table: Table, looked: int, width: int, room: Room) -> Laid:
    s, sight, board = table.sight.seat.state, table.sight, table.board()
    top = [status_line(table, width), *sight.face.terms(s)]
    found = [standing([line for said in top for line in wrapped(said, width)])]
    for seats in _bands(board.far, width):
        found += _band(table, board, seats, looked, width, room)
    links = [sight.face.link(s, sight.token, n) for n in range(1, len(s.chain) + 1)][-LINKS_MAX:]
    said = [wrapped(link, width) for link in links]
    shown: list[Rendering] = [partial(list, list(chain.from_iterable(these))) for these in (said, said[-1:])]
    found += [Block(shown, [Trim.LINKS_FEW]), _between(board, width)]
    for seats in _bands(board.near, width):
        found += _band(table, board, seats, looked, width, room)
    celled = room == Room.WIDE and any(rank.drawn for rank in board.sides[sight.seat.index].ranks)
    pools = [_pool(table, letter, width, celled) for letter in sight.face.hand[1:]]
    return Laid(table, board, [*found, _hand(table, width), *pools], width)


def _between(board: BoardView, width: int) -> Block:
    """The rules between the fronts, with who reaches whom in full or in one line."""
    lines = front_lines(board, width)
    if len(lines) == 1:
        return standing(lines)
    return Block([lambda: lines, partial(front_line, board, width)], [Trim.REACH_FEW])


def wrapped(line: str, width: int) -> list[str]:
    return [line] if cells(line) <= width else wrap(line, width, MORE)


def status_line(table: Table, width: int) -> str:
    """The first line, with the options of the match and the name of who is on turn if there is room."""
    sight, s = table.sight, table.sight.seat.state
    mine = s.active == sight.seat.index and not sight.watching
    whose = "your turn" if mine else f"turn of p{s.active + 1} {sight.names[s.active]}"
    game = sight.info.game if sight.info.format == "duel" else f"{sight.info.game} {sight.info.format}"
    options = f" ({sight.options_said})" if sight.options_said else ""
    turn, phase = [f"turn {s.turn}"] if s.turn else [], [sight.face.phase(s), table.status]
    ways = [(f"{game}{options}", whose), (game, whose), (game, whose if mine else f"turn of p{s.active + 1}")]
    said = [GAP.join([head, *turn, *([who] if turn else []), *phase]) for head, who in ways]
    said.append(" ".join(said[-1].split()))
    return next((line for line in said if cells(line) <= width), said[-1])


def counts(table: Table, seat: int) -> list[str]:
    """The counts of a player: piles, the clock, the cards that lie on the player."""
    s = table.sight.seat.state
    plays_cards = not is_automaton(s, seat) or any(rules_of(s).ownerless)
    counted = table.sight.counted(seat)
    found = [f"{word} {n}" for word, n in counted if n or (plays_cards and word in ("hand", "deck"))]
    if seat < len(table.banks):
        found.append(f"clock {table.banks[seat]}")
    marks = table.sight.face.marks(s, seat + 1) if s.kids.get(seat + 1) else ""
    return [*found, marks] if marks else found


def who(table: Table, board: BoardView, seat: int) -> str:
    """A player as the line of a player begins."""
    return f"p{seat + 1} {table.sight.names[seat]}{'' if table.sight.watching else board.whose(seat)}"


def player_lines(table: Table, board: BoardView, seat: int, columns: int) -> list[str]:
    """The line of a player; where it does not fit so many columns, what is counted stands below."""
    s, counted = table.sight.seat.state, counts(table, seat)
    width = max(cells(who(table, board, i)) for i in range(s.seats))
    turn = "  <" if seat == s.active and s.turn else ""
    name, figures = who(table, board, seat), table.sight.face.figures(s, seat)
    ways = [f"{lead}  {figures}  {'  '.join(counted)}{turn}" for lead in (fit(name, width), name)]
    ways.append(f"{name}  {figures}  {' '.join(counted)}{turn}")
    two = [*wrapped(f"{name}  {figures}{turn}", columns), *wrapped("   " + "  ".join(counted), columns)]
    return next(([said] for said in ways if cells(said) <= columns), two)


# Sides.


def _bands(seats: list[int], width: int) -> list[list[int]]:
    """Seats whose sides stand side by side, from the top of the table down."""
    return [seats] if len(seats) * SIDE_MIN <= width else [[seat] for seat in seats]


def _band(
    table: Table, board: BoardView, seats: list[int], looked: int, width: int, room: Room
) -> list[Block]:
    """Sides that stand side by side, each with the line of its player behind it."""
    widths = [(width - len(seats) + 1) // len(seats)] * len(seats)
    heads = [_column(player_lines(table, board, seat, w), w) for seat, w in zip(seats, widths, strict=True)]
    head = standing(_beside(heads, widths, False))
    sides = [board.sides[seat] for seat in seats]
    far = sides[0].far
    forms, given = _forms(table, seats, looked, room)
    looks: list[Rendering] = [partial(_sides, sides, look, widths) for look in forms]
    field = Block([*looks, *_folds(sides, given, widths)], given)
    hands = [block for seat in seats for block in _held(table, seat, width)]
    return [head, *hands, field] if far else [field, *hands, head]


def _column(lines: list[str], width: int) -> list[str]:
    return [line if cells(line) <= width else fit(line, width) for line in lines]


def _sides(sides: Sequence[Side], look: Look, widths: Sequence[int]) -> list[str]:
    return _beside(
        [drawn(side, look, w) for side, w in zip(sides, widths, strict=True)], widths, sides[0].far
    )


def _beside(columns: Sequence[list[str]], widths: Sequence[int], down: bool) -> list[str]:
    """Columns of lines side by side. down: whether they end in the same line, not begin."""
    if len(columns) == 1:
        return columns[0]
    rows = max(len(lines) for lines in columns)
    filled = [([""] * (rows - len(x)) + x) if down else (x + [""] * (rows - len(x))) for x in columns]
    return [
        BESIDE.join([fit(line, w) for line, w in zip(row, widths, strict=True)])
        for row in zip(*filled, strict=True)
    ]


def _forms(table: Table, seats: list[int], looked: int, room: Room) -> tuple[list[Look], list[Trim]]:
    """The forms of sides, and when each but the first comes."""
    if table.sight.seat.index in seats:
        near = [(RULED, Trim.NEAR_TOLD), (FULL, Trim.NEAR_RULES)]
        near += NEAR_ROOMY if room >= Room.ROOMY else []
        near += [(COUNTED, Trim.NEAR_COUNTED), (FLOWING, Trim.NEAR_FLOWING), (BARE, Trim.NEAR_BARE)]
        near += [(CUT, Trim.NEAR_CUT)]
        steps = [step for _, step in near] + [Trim.NEAR_FOLDED] * len(NEAR_ROWS)
        return [TOLD, *(look for look, _ in near)], [*steps]
    duel = table.sight.seat.state.seats == 2
    kept = duel or looked in seats
    nameless = Trim.FAR_BEHIND if kept else Trim.OTHERS_NAMELESS
    far = [(RULED, Trim.FAR_TOLD), (FULL, Trim.FAR_RULES)]
    far += FAR_ROOMY if room >= Room.ROOMY else []
    far += [(COUNTED, Trim.FAR_COUNTED if kept else Trim.OTHERS_COUNTED), (SHORT, Trim.FAR_SHORT)]
    far += [(FLOWING, Trim.FAR_FLOWING if kept else Trim.OTHERS_FLOWING)]
    far += [(CUT, Trim.FAR_CUT if kept else Trim.OTHERS_CUT)]
    far += [(FRONT, nameless), (NAMELESS, Trim.FAR_NAMELESS if duel else nameless)]
    steps = [step for _, step in far]
    steps += [Trim.FAR_FRONT, Trim.FAR_FOLDED] if kept else [Trim.OTHERS_FRONT, Trim.OTHERS_FOLDED]
    return [TOLD, *(look for look, _ in far)], [*steps]


def _folds(sides: Sequence[Side], given: Sequence[Trim], widths: Sequence[int]) -> list[Rendering]:
    """The forms of sides of which not all is shown: across the table the foremost row and how many cards more
    there are, then their number alone; of the own side as many lines as there is room for."""
    if not sides[0].far:
        rows = NEAR_ROWS if Trim.NEAR_FOLDED in given else ()
        return [partial(_first, sides, widths, n) for n in rows]

    def folded_to(rows: int) -> list[str]:
        found = [_foremost(side, rows, w) for side, w in zip(sides, widths, strict=True)]
        return _beside(found, widths, True)

    return [partial(folded_to, rows) for rows in (1, 0)]


def _foremost(side: Side, rows: int, width: int) -> list[str]:
    """So many rows of a side across the table, the foremost, and how many cards stand behind them."""
    ranks = [rank for rank in side.ranks if not rank.empty][:rows]
    shown = Side(side.seat, tuple(ranks), side.far)
    lines, left = drawn(shown, NAMELESS, width), side.cards - shown.cards
    if not lines or not left:
        return lines or [f"  {number_of(left, 'card')}: type look p{side.seat + 1}"] * bool(left)
    ways = [f"{lines[-1]}  {left} more{where}" for where in (f": type look p{side.seat + 1}", "")]
    last = next((way for way in ways if cells(way) <= width), "")
    return [*lines[:-1], last] if last else [f"  {left} more: type look p{side.seat + 1}", *lines]


def _first(sides: Sequence[Side], widths: Sequence[int], rows: int) -> list[str]:
    """The first lines of sides, and where the rest is."""
    lines = _sides(sides, CUT, widths)
    return lines if len(lines) <= rows else [*lines[: rows - 1], f"  more: type look p{sides[-1].seat + 1}"]


def _looked_at(table: Table) -> int:
    """The seat whose cards matter most now: of what is typed, of the last link, or whose turn it is."""
    sight, s = table.sight, table.sight.seat.state
    me, focus = sight.seat.index, sight.last_in(table.typed)
    if focus and s.ctrl[focus] != me:
        return int(s.ctrl[focus])
    seat = s.acts[s.chain[-1]][A_SEAT] if s.chain else s.active
    return int(seat if seat != me else (me + 1) % s.seats)


# Cards that are on no side.


def labelled(table: Table, letter: str) -> list[int]:
    """The own cards in a zone of hidden cards, in the order of their labels."""
    there = table.sight.lying(table.sight.seat.index, letter)
    return sorted(there, key=lambda h: (len(table.sight.token(h)), table.sight.token(h)))


def held(table: Table, seat: int) -> list[int]:
    """The Hand of another seat, [] if it is not shown here."""
    sight, s = table.sight, table.sight.seat.state
    me = sight.seat.index
    open_ = sight.open_hands or is_automaton(s, seat) or me in rules_of(s).confidants(s, seat)
    return sight.lying(seat, sight.face.hand[0]) if open_ and seat != me else []


def _hand(table: Table, width: int) -> Block:
    """The own Hand."""
    there = stacks(table, labelled(table, table.sight.face.hand[0]))
    fold = [partial(folded, there, width, left, "hand", NAME_MIN) for left in fewer(there)]
    forms: list[Rendering] = [partial(columns, there, width), partial(close, there, width, False)]
    forms += [partial(close, there, width, True), partial(close, there, width, True, NAME_MIN), *fold]
    given = [Trim.HAND_CLOSE, Trim.HAND_BRIEF, Trim.HAND_CUT, *[Trim.HAND_FOLDED] * len(fold)]
    return Block(forms, given)


def _pool(table: Table, letter: str, width: int, celled: bool) -> Block:
    """The cards that may be played from a zone beside the Hand, those that are legal now first. celled:
    whether the board has cells, and room for them; then they go before all of that."""
    usable, there = table.usable, labelled(table, letter)
    legal = stacks(table, [h for h in there if h in usable])
    all_ = legal + stacks(table, [h for h in there if h not in usable])
    forms: list[Rendering] = [partial(columns, all_, width)]
    forms += [partial(close, all_, width, brief) for brief in (False, True)]
    given = [Trim.POOL_CLOSE, Trim.POOL_BRIEF]
    for left in fewer(all_):
        forms.append(partial(folded, all_, width, left, "hand"))
        few = Trim.POOL_FOLDED if left <= FOLD else Trim.POOL_SHORT if celled else Trim.POOL_FEWER
        given.append(Trim.POOL_FEW if left >= len(legal) else few)
    if there and not legal:  # how many there are stands in the line of the player
        forms.append(list)
        given.append(Trim.POOL_GONE)
    return Block(forms, given)


def _held(table: Table, seat: int, width: int) -> list[Block]:
    """The hidden cards of another seat, if they are known here."""
    there = stacks(table, held(table, seat))
    if not there:
        return []
    more = f"look p{seat + 1} hand"
    fold = [partial(folded, there, width, left, more) for left in fewer(there)]
    forms: list[Rendering] = [partial(columns, there, width), partial(close, there, width, True), *fold]
    return [Block(forms, [Trim.HAND_CLOSE, *[Trim.OTHERS_FLOWING] * len(fold)])]


def stacks(table: Table, there: Sequence[int]) -> list[Cell]:
    """Cards that are not on the field, equal ones in one cell with their number and all their labels."""
    sight, alike = table.sight, dict[tuple[bool, int, str, str], list[int]]()
    for h in there:
        s, code = sight.seat.state, sight.seat.code(h)
        worth = sight.face.worth(s, h, code) if code else ""
        alike.setdefault((h in table.usable, code, worth, sight.face.marks(s, h)), []).append(h)
    return [_cell(table, equal) for equal in alike.values()]


def _cell(table: Table, equal: list[int]) -> Cell:
    """Equal cards in one cell."""
    sight, s, face = table.sight, table.sight.seat.state, table.sight.face
    h = equal[0]
    code, token = sight.seat.code(h), together([sight.token(k) for k in equal])
    label = f"{USABLE if h in table.usable else FREE}{token}  "
    if not code:
        lying = face.marks(s, h) or "?"
        return Cell(label, "(hidden)", lying, lying, len(equal))
    marks = face.marks(s, h)
    brief = face.worth(s, h, code) + (f" {marks}" if marks else "")
    rest = f"{face.elements(s, h, code):<5} {face.worth(s, h, code):>8}" + (f" {marks}" if marks else "")
    copies = f"{len(equal)}x " if len(equal) > 1 else ""
    return Cell(label, f"{copies}{s.rules.cards[code].name}", rest, brief, len(equal))
