"""The view of a match: a pure function from a table, a log and a size to lines of exactly that size.

From the top: a status line, the sides of the others with their fronts down, the chain, who reaches whom, the
own side and its line, the hand, rows about the card named last, the log in the rows left over, the question.
From `WIDE` columns on, the log and a longer text about the card stand in a column of their own, and the texts
of the hand and the pool below the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from fadenet.console.faces.face import ability_act
from fadenet.console.match.board import Marks
from fadenet.console.match.drawing import RULE
from fadenet.console.match.labels import ranges, together
from fadenet.console.match.layout import Block, fitted
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Room, Table, Trim, laid
from fadenet.console.match.wording import TO
from fadenet.console.shell.pages import framed, page_lines
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.console.text import cells, fit, wrap
from fadenet.engine.acts import A_ABILITY, A_SRC
from fadenet.engine.rules import rules_of
from fadenet.engine.state import HANDLE_MASK

MIN_WIDTH, MIN_HEIGHT = 60, 16
WIDE, RIGHT, RIGHT_MAX = 110, 39, 60
DETAIL_ROWS, WIDE_DETAIL_ROWS = 2, 12
ROOMY = 100
"""From so many columns on all that lies on cards is named, if that can be."""
LOG_ROWS = (7, 5, 4, 3, 2, 0)
ANSWERS, ANSWER_ROWS = ("note", "refused"), 4
"""Entries that answer a line of the player, a hint say, have so many rows at least if they need them."""
HINTED_MAX = 40
NEEDED, PAGE_ROWS_MIN = f"the table needs {MIN_WIDTH}x{MIN_HEIGHT + 2}", 5
NEW = "+ "
"""Before what has happened since the player last answered."""


def view(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """Exactly `height` lines of exactly `width` cells; one line of text where the table cannot fit."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        lines = _small(stage, table, width, height)
    elif stage.page is not None:
        lines = page_lines(stage.page, width, height, _question(table, width))
    elif width >= WIDE:
        lines = _wide(stage, table, width, height)
    else:
        lines = _narrow(stage, table, width, height)
    return framed(lines, width, height)


def hinted(sight: Sight, line: str, tokens: Sequence[str], known: str = "") -> str:
    """The row of hints: the remark on the move of the line (known), and the tokens that may come next, with
    names, equal hidden cards of one's own together; else that nothing legal begins like this."""
    places = [token.removeprefix(TO) for token in tokens[:HINTED_MAX] if token.startswith(TO)]
    parts = [f"({known})"] if known else []
    alike: dict[tuple[str, str], list[str]] = {}
    for token in tokens[:HINTED_MAX]:
        if not token.startswith(TO):
            name = sight.name_of(token) if "=" not in token else ""
            alone = "" if name and token[0] in sight.face.hand and token[1:].isdecimal() else token
            alike.setdefault((alone or token[0], name), []).append(token)
    for (_, name), there in alike.items():
        parts.append(f"{together(there)} {name}" if len(there) > 1 else f"{there[0]} {name}".rstrip())
    parts += [f"{TO}{name}" for name in ranges(places)]
    if parts:
        return "   ".join(parts)
    return "" if line.startswith("?") else "nothing legal begins like this; Enter says why"


# The table.


def _small(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """The question with its answers, or the page, and the size that the table needs."""
    if stage.page is not None and height > PAGE_ROWS_MIN:
        return page_lines(stage.page, width, height, [NEEDED])
    asked = wrap(table.question, width, "  ")
    return [*asked[: max(1, height - 1)], NEEDED]


def _narrow(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """The board is laid out as if nothing were told of a card, so that it stays while one is typed."""
    question, focused = _question(table, width), _focused(table, width * DETAIL_ROWS)
    rows = height - len(question)
    detail = Block([partial(list, [""] * DETAIL_ROWS), list], [Trim.DETAIL_NONE])
    shorter = [Trim.LOG_SHORT, Trim.LOG_SHORTEST, Trim.LOG_LEAST, Trim.LOG_LINE, Trim.LOG_NONE]
    said, entries = next(_paragraphs(stage, width), ([], []))
    least = min(len(said), ANSWER_ROWS) + 1 if entries and entries[-1].kind in ANSWERS else 0
    log_rows = [max(n, least) for n in LOG_ROWS]  # with the rule above the log
    blank = Block([partial(list, [""] * n) for n in log_rows], shorter)
    here = laid(table, width, Room.ROOMY if width >= ROOMY else Room.CLOSE)
    *cards, _, _ = fitted([*here.blocks, detail, blank], rows)
    shown = [line for lines in cards for line in lines][:rows]
    shown = Marks(here.board, table.strikes, table.typed).on(shown)
    left = rows - len(shown)
    most = max(left - LOG_ROWS[2], min(DETAIL_ROWS, left - 2)) if focused else left - LOG_ROWS[2]
    if not table.typed:
        most = min(most, left - 1 - len(said))
    told = wrap(focused or _at_rest(table), width)
    about = _shortened(told, most, width) if most >= (1 if focused or table.named else len(told)) else []
    left -= len(about)
    log = (
        [RULE * width, *_log(stage, width, left - 1)] if left > 1 else [*_log(stage, width, 0), *[""] * left]
    )
    return [*shown, *about, *log, *question]


def _wide(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    beside = right_of(width) - 1
    left = width - beside - 1
    question = _question(table, left)
    rows = height - len(question)
    here = laid(table, left, Room.WIDE)
    texts = Block([lambda: _texts(here.hand, rows), list], [Trim.TEXTS])
    *shown, told = fitted([*here.blocks, texts], rows)
    cards = Marks(here.board, table.strikes, table.typed).on([line for lines in shown for line in lines])
    more = here.pool if told else [*here.hand, *here.pool]
    cards = [*cards, *told, *_texts(more, rows - len(cards) - len(told))][:rows]
    body = [*cards, *[""] * (rows - len(cards)), *question]
    most = max(WIDE_DETAIL_ROWS, height // 3)
    about = _focused(table, (beside - 1) * most) or _at_rest(table)
    detail = _shortened(wrap(about, beside - 1), most, beside - 1)
    detail += [""] * (WIDE_DETAIL_ROWS - len(detail))
    log = _log(stage, beside - 1, height - len(detail) - 1)
    right = [*detail, RULE * (beside - 1), *log]
    return [f"{fit(a, left)}\u2502 {fit(b, beside - 1)}" for a, b in zip(body, right, strict=True)]


def right_of(width: int) -> int:
    """The columns that the log and the text about a card have to themselves, with the bar before them."""
    return min(max(RIGHT, width * 3 // 10), RIGHT_MAX) + 1 if width >= WIDE else 0


def _texts(there: Sequence[list[str]], rows: int) -> list[str]:
    """As many whole texts as there is room for."""
    told = [""]
    for text in there:
        told += text if len(told) + len(text) <= rows else []
    return told if len(told) > 1 else []


def _focused(table: Table, room: int) -> str:
    """About the card that is typed, else that whose ability asks, else that of the last link; "" for none.

    A text of more than `room` cells is cut down to the ability in question. An attack by a Player needs no
    words: the figures of all Players stand on the table.
    """
    sight, s = table.sight, table.sight.seat.state
    h, ask = sight.last_in(table.typed), sight.seat.ask
    act = ability_act(s, ask.data) if ask is not None else None
    ability = None
    if not h and (act is not None or s.chain):
        act = act or s.acts[s.chain[-1]]
        h = act[A_SRC] & HANDLE_MASK
        if h <= s.seats and not s.code[h]:
            return ""
        ability = rules_of(s).abilities[act[A_ABILITY]] if act[A_ABILITY] >= 0 else None
    if not h:
        return ""
    told = sight.face.detail(s, h, sight.seat.code(h))
    told = told if h <= s.seats else f"{sight.token(h)} {told}"
    if ability is not None and cells(told) > room:
        return f"{sight.token(h)} {s.rules.cards[s.code[h]].name}: {ability.text}."
    return told


def _at_rest(table: Table) -> str:
    """About the card that was named last, else what the figures mean: where there is room for it."""
    sight, h = table.sight, table.named
    if not h:
        return sight.face.legend(sight.seat.state)
    told = sight.face.detail(sight.seat.state, h, sight.seat.code(h))
    return told if h <= sight.seat.state.seats else f"{sight.token(h)} {told}"


def _shortened(lines: list[str], rows: int, width: int) -> list[str]:
    """So many lines at most; where some are left out, the last one ends with a mark."""
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], fit(f"{lines[rows - 1]} {lines[rows]}", width)]


def _question(table: Table, width: int) -> list[str]:
    """The lines at the bottom: the guide, whole, then the question in the table's `rows` at most."""
    guide = wrap(table.guide, width, "  ") if table.guide else []
    return [*guide, *wrap(table.question, width, "  ")[: table.rows]]


# The log.


def _log(stage: Stage, width: int, rows: int) -> list[str]:
    """The last paragraphs of the log, as many whole ones as fit; of one too long for the rows its beginning,
    or its end if it tells of several things."""
    stage.room = max(rows, 0)
    if rows <= 0:
        return []
    lines: list[str] = []
    for told, entries in _paragraphs(stage, width):
        if lines and len(lines) + len(told) > rows:
            break
        lines = [*(told[-rows:] if len(entries) > 1 else _shortened(told, rows, width)), *lines]
    return [""] * (rows - len(lines)) + lines


def _paragraphs(stage: Stage, width: int) -> Iterator[tuple[list[str], list[LogEntry]]]:
    """The lines of each paragraph of the log, the last one first, and the entries that it tells."""
    paragraph: list[LogEntry] = []
    for number, entry in zip(range(stage.told, 0, -1), reversed(stage.log), strict=False):
        if entry.kind in ("ask", "guide"):
            continue
        paragraph.insert(0, entry)
        if not entry.joined:
            new = NEW if 0 < stage.answered < number else ""
            yield wrap(new + _said(paragraph), width, "  "), paragraph
            paragraph = []


def _said(paragraph: list[LogEntry]) -> str:
    return paragraph[0].lead + "; ".join(e.text for e in paragraph)
